//! `cargo xtask`: fuzz campaigns that run for days and say what they reached; the seeds; the page for browsers.

mod campaign;
mod findings;
mod inspect;
mod output;
mod replay;
mod seeds;
mod summary;
mod web;

use clap::{Parser, Subcommand};
use output::{Exit, say};
use std::process::ExitCode;

/// Tasks of the repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 110)]
#[command(after_help = "\
Exit codes:
  0 nothing unknown found   1 findings, or too little reached   2 usage, or a tool is missing
  3 a fuzzer does not run   4 interrupted before the time was up   70 internal error")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fuzz for a time, and say what was reached and found
    Campaign(campaign::Arguments),
    /// Say what a campaign reached and found so far
    Report(summary::Arguments),
    /// Write the seeds and the regressions of all targets to a folder, in a folder for each target
    Seeds(seeds::Arguments),
    /// Build the page for browsers
    Web(web::Arguments),
    /// Run one input through the body of its target and say what it shows
    Inspect(inspect::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Requests for help and for the version are no errors.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            // If the message cannot be printed, there is no other place for it.
            let _ = error.print();
            return ExitCode::from(exit as u8);
        }
    };
    let outcome = match arguments.command {
        Command::Campaign(arguments) => campaign::run(&arguments),
        Command::Report(arguments) => summary::run(&arguments),
        Command::Seeds(arguments) => seeds::run(&arguments),
        Command::Web(arguments) => web::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
    };
    let exit = outcome.unwrap_or_else(|failure| {
        say(&format!("error: {failure}"));
        failure.exit
    });
    ExitCode::from(exit as u8)
}
