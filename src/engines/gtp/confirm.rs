//! Whether a fault outside of games occurs again, and the fewest commands after which it does.

use super::options::GtpOptions;
use super::process::{CommandsToHere, Process};
use crate::engine::{Fault, FaultId, ProbeFault};
use crate::shorten::{Blocks, leave_out};

/// How often a program is started to find fewer commands.
const TRIES: usize = 40;

/// How many answers are waited for in vain meanwhile.
const LATE: usize = 3;

/// On how many fresh processes a crash has to show, at the end.
const FRESH: u32 = 3;

/// Commands that may search. The protocol does not limit the time of a search, so one that takes longer than an
/// answer may take is no hang.
const SEARCHES: [&str; 3] = ["genmove", "reg_genmove", "place_free_handicap"];

/// The command that may be answered by an estimate. It may take as long as a program may take to start.
pub(super) const FINAL_SCORE: &str = "final_score";
/// Commands that may take as long as the first answer.
const ESTIMATES: [&str; 2] = [FINAL_SCORE, "final_status_list"];

/// Commands over which a program may end. `boardsize` asks whether it plays a board, and one that it is lost over is
/// a board that it does not play. After `quit` it has to end. `loadsgf` needs a file that is gone later.
const NOT_HELD: [&str; 4] = ["boardsize", "rectangular_boardsize", "quit", "loadsgf"];

/// Commands that are malformed without arguments.
const NEED_ARGUMENTS: [&str; 2] = ["known_command", "komi"];

/// Looks into a fault that a program was lost over outside of games; returns it with the commands that show it.
///
/// What counts is a crash, or an answer that is overdue, after well-formed commands that the program lists. A reply
/// that is not one, and the end of a program after a line that it has to refuse, or after a second play in a row by the
/// same color, break the protocol and are told with it.
pub(super) fn look_into(
    program: &[String],
    options: &GtpOptions,
    fault: &Fault,
    commands: CommandsToHere,
) -> Option<ProbeFault> {
    if !is_held(fault) || plays_twice(&commands.game) {
        return None;
    }
    options.losses.told(program, fault).unwrap_or_else(|| {
        let told = confirmed(program, options, fault, commands);
        options.losses.keep(program, fault, told.clone());
        told
    })
}

/// Whether a fault is one of the engine, and not of its protocol alone.
fn is_held(fault: &Fault) -> bool {
    let (command, word) = (fault.command().unwrap_or_default(), fault.command_name());
    match fault {
        Fault::Exit { .. } => {}
        Fault::Timeout { .. } if !SEARCHES.contains(&word) => {}
        _ => return false,
    }
    !NOT_HELD.contains(&word) && !NEED_ARGUMENTS.contains(&command)
}

/// Whether the last two plays of a game are of the same color. No game that an engine has to play needs that.
fn plays_twice(commands: &[String]) -> bool {
    let mut game = commands.rsplit(|command| begins(command)).next().unwrap_or_default().iter();
    let color = |command: &String| command.strip_prefix("play ")?.chars().next();
    let last = game.next_back().and_then(color);
    last.is_some() && last == game.next_back().and_then(color)
}

/// The fault as it occurs again: by itself, after the commands of its game, or after all. Nothing if the answer was
/// only late once.
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
        // A run that is stopped shows nothing any more.
        let confirmed = if options.stop.is_set() { (0, 0) } else { (0, tried) };
        let is_told = !is_late || options.stop.is_set();
        return is_told.then(|| ProbeFault { fault: fault.clone(), commands, confirmed });
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

/// Whether a command begins a game.
fn begins(command: &str) -> bool {
    command.starts_with("boardsize ") || command == "clear_board"
}

/// Fresh processes of a program, which are sent commands until the same fault occurs.
struct Again<'a> {
    program: &'a [String],
    options: &'a GtpOptions,
    id: FaultId,
    /// How many more may be started.
    tries: usize,
    /// How many more answers may be waited for in vain.
    late: usize,
}

impl Again<'_> {
    /// Sends commands one by one to a fresh process; returns the fault if it occurs, and the commands up to it.
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

    /// Drops blocks of commands, large ones first, while the fault occurs; the first ones stay.
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
