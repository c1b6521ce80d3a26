//! A fuzz target under AFL++, `superko-afl TARGET`: inputs come from AFL++, or from standard input in a plain build.

use std::process::ExitCode;
use superko_fuzz::{Target, fuzz};

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(target) = Target::find(&name) else {
        complain(&format!("`{name}` is no target: superko-afl {}", Target::names().join("|")));
        return ExitCode::from(2);
    };
    run(target)
}

#[cfg(fuzzing)]
fn run(target: &'static Target) -> ExitCode {
    afl::fuzz!(|data: &[u8]| fuzz(target.name, data));
    ExitCode::SUCCESS
}

#[cfg(not(fuzzing))]
fn run(target: &'static Target) -> ExitCode {
    let mut data = Vec::new();
    if let Err(error) = std::io::Read::read_to_end(&mut std::io::stdin(), &mut data) {
        complain(&format!("standard input: {error}"));
        return ExitCode::from(2);
    }
    fuzz(target.name, &data);
    ExitCode::SUCCESS
}

fn complain(message: &str) {
    // There is nobody to tell that standard error is closed.
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("error: {message}\n"));
}
