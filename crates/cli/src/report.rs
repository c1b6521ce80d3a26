//! `superko report`: converts a saved report to another format.

use super::files::read_facts;
use super::output::{expect_file, write_report};
use super::{Exit, Failure};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use superko_certify::report::{Certificate, Format, Report, from_json};
use superko_engine::quote;

/// Arguments of `report`.
#[derive(Args, Debug)]
#[command(after_help = "\
Nothing is run: the exit code is 0 whatever the verdict is, and 2 if there is no report to read.")]
pub(crate) struct Arguments {
    /// The directory of a run (--report), or a report as JSON: its summary.json or certificate.json, or what --format json
    /// printed
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// A file to write it to, in place of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Tell everything: events, missing answers, boards refused, notes (text only)
    #[arg(long, short)]
    verbose: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let path = match arguments.run.is_dir() {
        true => arguments.run.join("summary.json"),
        false => arguments.run.clone(),
    };
    let report = read(&path)?;
    let file = arguments.output.as_deref();
    file.map_or(Ok(()), expect_file)?;
    write_report(&report, arguments.format, arguments.verbose, file);
    Ok(Exit::Fine)
}

/// The kind of a file, by its schema.
#[derive(Deserialize)]
struct SchemaOnly {
    schema: String,
}

fn read(path: &Path) -> Result<Report, Failure> {
    let name = path.display();
    let json = read_facts(path).map_err(|error| {
        Failure::usage(format!(
            "cannot read the report {name}: {error}; name the directory of a finished run (superko certify --report DIR), or \
             what --format json printed"
        ))
    })?;
    // A report and a certificate both name their schema.
    let kind: Option<SchemaOnly> = serde_json::from_str(&json).ok();
    if kind.is_some_and(|kind| kind.schema.starts_with("superko-certificate/")) {
        let read = Certificate::from_json(&json);
        return read.map(|certificate| certificate.report).map_err(|error| {
            Failure::usage(format!("{name} is not a readable certificate: {error}"))
        });
    }
    from_json(&json).map_err(|error| {
        let error = quote(&error.to_string());
        Failure::usage(format!("{name} is not a JSON report of superko: {error}"))
    })
}
