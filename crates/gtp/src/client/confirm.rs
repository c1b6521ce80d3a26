//! Finds out whether a fault outside of games occurs again, and the fewest commands that cause it.

use super::options::GtpOptions;
use super::process::{CommandsToHere, Process};
use superko_engine::shorten::{Blocks, leave_out};
use superko_engine::{Fault, FaultId, ProbeFault};

/// The largest number of starts of the program to find fewer commands.
const TRIES: usize = 40;

/// The largest number of timeouts meanwhile.
const LATE: usize = 3;

/// The number of fresh processes on which a crash is tried at the end.
const FRESH: u32 = 3;

/// Commands that may search. The protocol does not limit the time of a search, so a late answer to them is no hang.
const SEARCHES: [&str; 3] = ["genmove", "reg_genmove", "place_free_handicap"];

/// The command that some engines answer with an estimate.
pub(super) const FINAL_SCORE: &str = "final_score";
/// Commands that may take as long as the first answer.
const ESTIMATES: [&str; 2] = [FINAL_SCORE, "final_status_list"];

/// Commands over which a program may end. A crash at `boardsize` means that it does not play this board. After `quit`
/// it must end. `loadsgf` needs a file that is gone later.
const NOT_HELD: [&str; 4] = ["boardsize", "rectangular_boardsize", "quit", "loadsgf"];

/// Commands that are malformed without arguments.
const NEED_ARGUMENTS: [&str; 2] = ["known_command", "komi"];

/// Looks into a fault that ended a program outside of games. Returns it with the commands that show it.
///
/// A fault counts if it is a crash, or a late answer, after well-formed commands that the program lists. Other faults
/// only break the protocol: a malformed reply, or a crash after a line that must be refused, or after two plays in a
/// row by the same color.
pub(super) fn look_into(
    program: &[String],
    options: &GtpOptions,
    fault: &Fault,
    commands: CommandsToHere,
) -> Option<ProbeFault> {
    if !is_held(fault) || plays_twice(&commands.game) {
        return None;
    }
    options.known_programs.looked_into(program, fault).unwrap_or_else(|| {
        let reported = confirmed(program, options, fault, commands);
        options.known_programs.keep(program, fault, reported.clone());
        reported
    })
}

/// Returns whether a fault is one of the engine, and not of its protocol alone.
fn is_held(fault: &Fault) -> bool {
    let (command, word) = (fault.command().unwrap_or_default(), fault.command_name());
    match fault {
        Fault::Exit { .. } => {}
        Fault::Timeout { .. } if !SEARCHES.contains(&word) => {}
        _ => return false,
    }
    !NOT_HELD.contains(&word) && !NEED_ARGUMENTS.contains(&command)
}

/// Returns whether the last two plays of a game have the same color. No game of the tests needs that.
fn plays_twice(commands: &[String]) -> bool {
    let mut game = commands.rsplit(|command| begins(command)).next().unwrap_or_default().iter();
    let color = |command: &String| command.strip_prefix("play ")?.chars().next();
    let last = game.next_back().and_then(color);
    last.is_some() && last == game.next_back().and_then(color)
}

/// Returns the fault as it occurs again: after its command alone, after the commands of its game, or after all
/// commands. Returns `None` if an answer was late only once.
fn confirmed(
    program: &[String],
    options: &GtpOptions,
    fault: &Fault,
    commands: CommandsToHere,
) -> Option<ProbeFault> {
    let CommandsToHere { game: commands, all } = commands;
    let mut options = options.clone();
    let is_late = matches!(fault, Fault::Timeout { .. });
    if is_late && ESTIMATES.contains(&fault.command_name()) {
        options.timeout = options.timeout.max(options.start);
    }
    let mut again =
        Again { program, options: &options, id: FaultId::of(fault), tries: TRIES, late: LATE };
    let begun = commands.iter().take(2).filter(|command| begins(command)).count();
    let (begin, rest) = commands.split_at(begun);
    // The first answer after a start may take longer.
    let first = ["protocol_version".to_owned()];
    let begin = if begun == 0 { &first } else { begin };
    let whole: Vec<String> = begin.iter().chain(rest).cloned().collect();
    let short: Vec<String> = begin.iter().chain(rest.last()).cloned().collect();
    let mut shortest = |commands: &[String], first: usize| {
        let found = again.occurs(commands)?;
        Some(again.shortened(found, first))
    };
    let found =
        shortest(&short, short.len()).or_else(|| shortest(&whole, begin.len())).or_else(|| {
            Some(&all).filter(|all| all.len() > whole.len()).and_then(|all| shortest(all, 0))
        });
    let tried = u32::try_from(TRIES - again.tries).unwrap_or(0);
    let Some((fault, commands)) = found else {
        // A stopped run shows nothing.
        let confirmed = if options.stop.is_set() { (0, 0) } else { (0, tried) };
        let counts = !is_late || options.stop.is_set();
        return counts.then(|| ProbeFault { fault: fault.clone(), commands, confirmed });
    };
    let confirmed = match is_late {
        true => (1, 1),
        false => {
            again.tries = FRESH as usize - 1;
            let more = (1..FRESH).filter(|_| again.occurs(&commands).is_some()).count();
            (1 + u32::try_from(more).unwrap_or(0), FRESH)
        }
    };
    Some(ProbeFault { fault, commands, confirmed })
}

/// Returns whether a command begins a game.
fn begins(command: &str) -> bool {
    command.starts_with("boardsize ") || command == "clear_board"
}

/// A way to repeat a fault on fresh processes of a program.
struct Again<'a> {
    program: &'a [String],
    options: &'a GtpOptions,
    id: FaultId,
    /// The number of processes that may still be started.
    tries: usize,
    /// The number of timeouts that may still occur.
    late: usize,
}

impl Again<'_> {
    /// Sends commands one by one to a fresh process. Returns the same fault if it occurs, and the commands up to it.
    fn occurs(&mut self, commands: &[String]) -> Option<(Fault, Vec<String>)> {
        if self.late == 0 || self.options.stop.is_set() {
            return None;
        }
        self.tries = self.tries.checked_sub(1)?;
        let mut process = Process::start(self.program, self.options).ok()?;
        let mut sent = commands.iter().zip(1..);
        let (met, length) = sent.find_map(|(command, length)| {
            Some((process.ask_all(std::slice::from_ref(command)).err()?, length))
        })?;
        self.late -= usize::from(matches!(met, Fault::Timeout { .. }));
        (FaultId::of(&met) == self.id).then(|| (met, commands[..length].to_vec()))
    }

    /// Leaves out blocks of commands, large ones first, while the fault occurs. The first commands stay.
    fn shortened(&mut self, found: (Fault, Vec<String>), first: usize) -> (Fault, Vec<String>) {
        let (mut fault, commands) = found;
        let blocks = Blocks { first, last: 1, overlap: false };
        let commands = leave_out(commands, blocks, &mut |fewer| {
            let (met, commands) = self.occurs(&fewer)?;
            fault = met;
            Some(commands)
        });
        (fault, commands)
    }
}
