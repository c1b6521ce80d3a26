//! Commands as they stand in a file, sent to a program by itself.

use super::options::GtpOptions;
use super::process::Process;
use crate::engine::Fault;

/// Sends commands to a program, each when the one before is answered, up to `quit`. What the answers say does
/// not matter.
///
/// # Errors
///
/// If the program cannot be started, or is lost over a command.
pub fn converse(
    program: &[String],
    options: &GtpOptions,
    commands: &[String],
) -> Result<(), Fault> {
    let mut process = Process::start(program, options)?;
    for command in commands.iter().take_while(|command| *command != "quit") {
        let _answer = process.ask_all(std::slice::from_ref(command))?;
    }
    Ok(())
}
