//! Getting to know an engine: the handshake and the self-tests, without what the engine does not survive.

use super::abilities::Abilities;
use super::confirm;
use super::connection::Connection;
use super::final_score;
use super::handshake;
use super::memory;
use super::process::Process;
use super::sources;
use super::undo;
use crate::engine::{Fault, ProbeFault};
use crate::game::Size;

/// A self-test that an engine may fail and be examined all the same.
type SelfTest = fn(&mut Process, &mut Abilities, Size) -> Result<(), Fault>;

/// The self-tests, each with the check that is missing if the engine is lost over it.
const TESTS: [(&str, SelfTest); 5] = [
    ("clear_board", memory::try_clear),
    ("pass", handshake::find_pass),
    ("a pass after the end", handshake::find_pass_after_end),
    ("undo", undo::try_undo),
    ("score", final_score::calibrate),
];

/// Commands without which an engine cannot be examined.
const NEEDED: [&str; 8] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "play",
];

/// Gets to know an engine; also returns the faults that it showed. One that crashes or hangs over a command that it
/// can be examined without is started again and not asked for it.
///
/// # Errors
///
/// If the engine is lost over what it cannot be examined without, or fails the handshake.
pub(super) fn get_to_know(
    connection: &mut Connection,
) -> Result<(Abilities, Vec<ProbeFault>), Fault> {
    // Each time there is one command less that it can be lost over.
    loop {
        let profile = connection.options().profile.clone();
        let (unasked, told): (Vec<_>, Vec<_>) =
            connection.options().losses.unasked(connection.command()).into_iter().unzip();
        let mut faults: Vec<ProbeFault> = told.into_iter().flatten().collect();
        let mut abilities = handshake::greet(connection.process()?, profile, &unasked)?;
        let met = match handshake::shake(connection.process()?, &mut abilities) {
            Ok(()) => try_all(connection, &mut abilities, &mut faults),
            failed => failed,
        };
        match met {
            Ok(()) => return Ok((abilities, faults)),
            Err(fault) if can_do_without(&abilities, &fault) => {
                let told = look_into(connection, &abilities, &fault);
                connection.options().losses.strike(connection.command(), &fault, told);
            }
            Err(fault) => return Err(fault),
        }
    }
}

/// Makes the self-tests. An engine that is lost over one is started again for the others.
fn try_all(
    connection: &mut Connection,
    abilities: &mut Abilities,
    faults: &mut Vec<ProbeFault>,
) -> Result<(), Fault> {
    for (check, test) in TESTS {
        let size = abilities.board;
        let tested = test(connection.process()?, abilities, size);
        if survived(connection, abilities, faults, check, tested)?.is_none() && check == "undo" {
            abilities.undo = None;
        }
    }
    let size = abilities.board;
    let compared = sources::compare(connection.process()?, abilities, size);
    let differ = survived(connection, abilities, faults, "a comparison of boards", compared)?;
    faults.extend(differ.flatten());
    if abilities.remembers {
        connection.hang_up();
    }
    Ok(())
}

/// What came of a self-test; nothing if the engine was lost over it and can be examined all the same.
fn survived<T>(
    connection: &mut Connection,
    abilities: &mut Abilities,
    faults: &mut Vec<ProbeFault>,
    check: &str,
    tested: Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let fault = match tested {
        Ok(done) => return Ok(Some(done)),
        Err(fault @ Fault::Stopped { .. }) => return Err(fault),
        Err(fault) if can_do_without(abilities, &fault) => return Err(fault),
        Err(fault) => fault,
    };
    faults.extend(look_into(connection, abilities, &fault));
    abilities.notes.push(format!("{check} is missing: {fault}"));
    Ok(None)
}

/// Whether the engine crashed or hung over a command that it can be examined without.
fn can_do_without(abilities: &Abilities, fault: &Fault) -> bool {
    let command = fault.command_name();
    let is_needed =
        NEEDED.contains(&command) || abilities.profile.rules_words().any(|word| word == command);
    matches!(fault, Fault::Exit { .. } | Fault::Timeout { .. })
        && abilities.lists(command)
        && !is_needed
}

/// Looks into a fault, and gives the process up. An engine that does not list its commands is asked for some that it
/// may not know, and that is not held against it.
fn look_into(
    connection: &mut Connection,
    abilities: &Abilities,
    fault: &Fault,
) -> Option<ProbeFault> {
    let commands = connection.commands_to_here();
    connection.hang_up();
    let (program, options) = (connection.command(), connection.options());
    abilities.lists_itself.then(|| confirm::look_into(program, options, fault, commands)).flatten()
}
