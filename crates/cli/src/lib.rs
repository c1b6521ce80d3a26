#![doc = include_str!("../README.md")]

mod certificate;
mod certify;
mod collide;
mod engine;
mod exhaust;
mod explain;
mod files;
mod gtp;
mod identify;
mod judge;
mod log;
mod matrix;
mod output;
mod perft;
mod progress;
mod recheck;
mod replay;
mod report;
mod shell;
mod signals;
mod suite;
mod verify;
mod watch;
mod zoo;

use clap::error::{ContextKind, ErrorKind};
use clap::{Parser, Subcommand, ValueEnum};
use signals::Interrupt;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use superko_engine::printable_line;

/// The exit code of the program. The numbers are a contract; scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// The engine conforms, or the command did what it was asked to.
    Fine = 0,
    /// At least one disagreement or unexpected pass; an illegal move or a wrong result.
    Deviates = 1,
    /// Unusable arguments or unreadable input.
    Usage = 2,
    /// The engine could not be tested.
    Untestable = 3,
    /// The fixed suite, or something that was demanded, was not reached.
    Incomplete = 4,
    /// The engine is right where it answered, but did not always answer.
    Faulty = 5,
    /// Everything was done, but something that was asked for could not be written.
    Unwritten = 6,
    /// An error of this program; among them any disagreement of its own engines.
    Internal = 70,
    /// Stopped by ctrl-C, after the report so far.
    Interrupted = 130,
    /// Stopped by another signal, after the report so far.
    Terminated = 143,
}

/// The failure that ends a command early: a message and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    /// Makes a failure of the arguments or the input.
    pub(crate) fn usage(message: impl ToString) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }

    /// Makes a failure to do something with a file, such as to "read the keys", for a reason.
    pub(crate) fn cannot<E: Display>(what: &str, path: &Path) -> impl FnOnce(E) -> Failure {
        move |error| Failure::usage(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Makes a failure of the engine.
    pub(crate) fn untestable(message: impl ToString) -> Failure {
        Failure { exit: Exit::Untestable, message: message.to_string() }
    }

    /// Makes an error of this program.
    pub(crate) fn internal(message: impl ToString) -> Failure {
        Failure { exit: Exit::Internal, message: message.to_string() }
    }
}

/// Locks a mutex, even if a thread panicked that held it: what it guards is usable at any time.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a command prints what it found, where there are only these two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TextOrJson {
    /// Sentences, for people
    Text,
    /// One object, for programs
    Json,
}

/// Checks whether a program follows the rules of Go.
///
/// Plays games on an engine and on a literal implementation of the rules, and reports, rule by rule, where they
/// differ, with the shortest game found that shows it.
#[derive(Debug, Parser)]
#[command(name = "superko", version, max_term_width = 110)]
#[command(after_help = "\
Examples:
  superko certify                                     the built-in engine
  superko certify -- gnugo --mode gtp                 a GTP engine
  superko certify --rules aga --size 9 -- myengine    under AGA rules on 9x9
  superko identify -- myengine                        what it really plays
  superko judge games/                                game records: moves and results
  superko explain TT6                                 the text of a rule

Exit codes:
  0 conforms   1 disagreement   2 usage   3 not testable   4 incomplete   5 no disagreement, but crashes or timeouts
  6 something could not be written   70 internal error   130, 143 interrupted")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Test whether an engine follows the rules: a fixed suite, then random games
    Certify(certify::Arguments),
    /// Find out which rules an engine really plays, and which mistakes it makes
    Identify(identify::Arguments),
    /// Check whether a certificate still holds
    Recheck(recheck::Arguments),
    /// Convert a saved report to another format, without running the engine
    Report(report::Arguments),
    /// Replay a game record turn by turn, with boards
    Replay(replay::Arguments),
    /// Make a legal game that an engine refuses if it decides superko by hash alone, from the keys of that hash
    Collide(collide::Arguments),
    /// Judge game records: is every move legal, and is the result right
    Judge(judge::Arguments),
    /// Count all games of a given length (perft)
    Perft(perft::Arguments),
    /// Explain a rule, event, check, rule set or term, with an example
    Explain(explain::Arguments),
    /// List the engines that are wrong on purpose, and what detects each
    Zoo(zoo::Arguments),
    /// List or export the cases of the fixed suite
    Suite(suite::Arguments),
    /// Compare the reference and the optimized engine on every position and play of a small board
    Exhaust(exhaust::Arguments),
    /// Recompute published numbers and compare them
    Verify(verify::Arguments),
    /// Install, certify and identify known engines, and write a table of what each really plays
    Matrix(matrix::Arguments),
    /// Serve a built-in engine over GTP
    Gtp(gtp::Arguments),
}

/// Runs the command line of these words, the first of which is the name of the program, and returns the exit code.
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    if words.last().is_some_and(|word| word == "--") {
        // A script whose variable is empty must not pass for the built-in engine.
        output::complain(
            "no command after `--`: give the program to test, as in `-- gnugo --mode gtp`",
        );
        return Exit::Usage as u8;
    }
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            // The message quotes words, each in one line and without style.
            let shown =
                words.iter().map(|word| printable_line(&word.to_string_lossy()).into_owned());
            let shown: Vec<String> = shown.collect();
            let error = Arguments::try_parse_from(&shown).err().unwrap_or(error);
            match of_a_program(&shown, &error) {
                Some(message) => output::complain(&message),
                None => output::tell_of_usage(&error),
            }
            return or_unwritten(exit) as u8;
        }
    };
    // A panic of this program has told its message already, and is an internal error.
    let outcome = std::panic::catch_unwind(|| run(arguments.command))
        .unwrap_or_else(|_| Err(Failure::internal("panicked")));
    let exit = outcome.unwrap_or_else(|failure| {
        output::complain(&failure.message);
        failure.exit
    });
    or_unwritten(exit) as u8
}

/// Returns how to write a command whose program stands without `--` before it.
fn of_a_program(words: &[String], error: &clap::Error) -> Option<String> {
    let option = error.get(ContextKind::InvalidArg)?.to_string();
    let is_unknown = error.kind() == ErrorKind::UnknownArgument && option.starts_with('-');
    let place = words.iter().position(|word| is_unknown && *word == option)?;
    // The word after an option may be its value.
    let program = place.checked_sub(1).filter(|&place| place > 1)?;
    let is_option = |place: usize| words[place].starts_with('-');
    let name = &words[program];
    let is_program = !is_option(program) && engine::built_in(name).is_err();
    (is_program && !is_option(program - 1)).then(|| {
        let (ours, theirs) = words.split_at(program);
        let line = format!("superko {} -- {}", shell::joined(&ours[1..]), shell::joined(theirs));
        format!("`{option}` is no option of this command; if it is one of the program `{name}`, write `{line}`")
    })
}

/// Returns the exit code, or `Unwritten` if all went well except that something could not be written.
fn or_unwritten(exit: Exit) -> Exit {
    match exit {
        Exit::Fine if output::is_lost() => Exit::Unwritten,
        exit => exit,
    }
}

impl Command {
    /// Returns whether the command has something to report or to keep when it is interrupted.
    fn reports(&self) -> bool {
        match self {
            Command::Certify(_)
            | Command::Identify(_)
            | Command::Recheck(_)
            | Command::Judge(_)
            | Command::Matrix(_) => true,
            Command::Exhaust(arguments) => arguments.can_be_continued(),
            _ => false,
        }
    }
}

fn run(command: Command) -> Result<Exit, Failure> {
    let interrupt = &Interrupt::listen(command.reports())?;
    match command {
        Command::Certify(arguments) => certify::run(&arguments, interrupt),
        Command::Identify(arguments) => identify::run(&arguments, interrupt),
        Command::Recheck(arguments) => recheck::run(&arguments, interrupt),
        Command::Report(arguments) => report::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Collide(arguments) => collide::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments, interrupt),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Zoo(arguments) => zoo::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::Exhaust(arguments) => exhaust::run(&arguments, interrupt),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Matrix(arguments) => matrix::run(&arguments, interrupt),
        Command::Gtp(arguments) => gtp::run(&arguments),
    }
}
