//! Whether an engine follows the protocol, independent of the rules: the requirements of GTP version 2, and
//! no more.

mod genmove;
mod handicap;
mod komi;
mod legality;

use super::abilities::{BOARD_SOURCES, FINAL_SCORE, PLAY_ERRORS};
use super::confirm;
use super::options::GtpOptions;
use super::private_file::PrivateFile;
use super::process::{Body, Process};
use super::profile::Reader;
use crate::engine::{
    CLEAR_BOARD, Fault, ProbeFault, ProtocolCase, ProtocolOutcome, ProtocolResult, quote,
};
use crate::game::{Color, Position, Size};
use genmove::{genmove, genmove_counts};
use handicap::{fixed_handicap, free_handicap};
use komi::{komi, komi_in_score};
use legality::is_legal;
use std::time::Duration;

/// What every engine has to understand.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// What no engine understands.
const UNKNOWN: &str = "superko-unknown";

/// The command that takes a turn back.
const UNDO: &str = "undo";

/// The case of colors and vertices in small letters and in capitals.
const LETTER_CASE: &str = "letter-case";

/// The sides of boards that are tried.
const SIDES: [u8; 4] = [9, 19, 13, 5];

/// Sides of boards with a column I, with room for handicap stones, and for two territories that no engine
/// treats as dead.
const WIDE: [u8; 3] = [9, 19, 13];

/// How long an engine may take to end after `quit` before it is asked whether it is still there.
const END: Duration = Duration::from_secs(1);

/// Tests how a program speaks GTP, in a separate process that is restarted if it is lost. A loss is a failure
/// of the current case, and not of the others. The cases are in a fixed order.
///
/// If the program crashes or hangs over a command that it lists and that is asked as people ask it, this is also a
/// fault of the engine.
///
/// # Errors
///
/// If the program cannot be started, or the test is stopped.
pub fn protocol_cases(command: &[String], options: &GtpOptions) -> Result<ProtocolResult, Fault> {
    let mut talk = Talk::begin(command, options)?;
    let mut cases = Vec::new();
    for (id, _, case) in CASES {
        (talk.provokes, talk.is_late) = (false, false);
        let outcome = match case(&mut talk) {
            Ok(outcome) => outcome,
            Err(fault @ (Fault::Stopped { .. } | Fault::Start { .. })) => return Err(fault),
            Err(fault) => {
                talk.look_into(id, &fault);
                talk.hang_up();
                ProtocolOutcome::Failed(fault.to_string())
            }
        };
        // How long a search takes is no matter of the protocol, and depends on what else the machine does.
        if !talk.is_late {
            cases.push(ProtocolCase { id, outcome });
        }
    }
    talk.hang_up();
    // Of all that was answered.
    let outcome = talk.bare.map_or(ProtocolOutcome::Ok, ProtocolOutcome::Failed);
    cases.insert(0, ProtocolCase { id: "ids", outcome });
    Ok(ProtocolResult { cases, faults: talk.faults })
}

/// A case: its id, what the protocol demands, and how that is tried.
type Case = (&'static str, &'static str, fn(&mut Talk) -> Result<ProtocolOutcome, Fault>);

/// All of them, in their order; the last one ends the program.
const CASES: [Case; 20] = [
    ("protocol-version", "protocol_version answers 2.", protocol_version),
    ("required-commands", "list_commands lists all required commands.", required_commands),
    ("list-commands", "Every listed command is known.", list_commands),
    (
        "known-command",
        "known_command answers true for play, and false for an unknown command.",
        known_command,
    ),
    ("unknown-command", "An unknown command is an error.", unknown_command),
    ("syntax-error", "Missing or meaningless arguments are an error.", syntax_error),
    (LETTER_CASE, "Colors and vertices are accepted in lower and upper case.", letter_case),
    ("vertices", "There is no column I, and no vertex outside the board.", vertices),
    ("boardsize", "An accepted board size takes effect.", boardsize),
    ("komi", "get_komi reports the komi that was set.", komi),
    (
        "komi-in-score",
        "The score includes the komi that was set, no matter who is ahead.",
        komi_in_score,
    ),
    ("same-color-twice", "The same color may be played twice in a row.", same_color_twice),
    (
        "is-legal",
        "is_legal agrees with the list of all legal turns, and changes nothing.",
        is_legal,
    ),
    ("undo-at-start", "Undo is an error if nothing was played.", undo_at_start),
    ("fixed-handicap", "Handicap stones are placed where the protocol says.", fixed_handicap),
    (
        "free-handicap",
        "Handicap stones are placed only on an empty board, and no point is used twice.",
        free_handicap,
    ),
    ("loadsgf", "loadsgf loads a game from a file.", loadsgf),
    ("genmove", "The turn that genmove reports is played.", genmove),
    (
        "genmove-counts",
        "After a turn by genmove, the answers are the same as after that turn by play.",
        genmove_counts,
    ),
    ("quit", "The program answers, and exits.", quit),
];

/// Returns the requirement of the protocol for a case, or `None` if there is no case with this id.
pub fn protocol_case(id: &str) -> Option<&'static str> {
    let on_the_way = [
        ("ids", "A reply repeats the number of its command."),
        (BOARD_SOURCES, "All commands that show the board show the same board."),
        (CLEAR_BOARD, "After clear_board, the previous game has no effect."),
        (
            PLAY_ERRORS,
            "An error reply to a play refuses it, each time that it is given, and tells of no error in the program.",
        ),
        (FINAL_SCORE, "A position always gets the same score, however often it is asked for."),
    ];
    let cases = CASES.into_iter().map(|(id, text, _)| (id, text)).chain(on_the_way);
    cases.into_iter().find(|(case, _)| *case == id).map(|(_, text)| text)
}

/// A conversation, and what is known of the engine.
struct Talk<'a> {
    command: &'a [String],
    options: &'a GtpOptions,
    process: Option<Process>,
    listed: Vec<String>,
    /// The first reply that did not repeat the number of its command.
    bare: Option<String>,
    /// Whether what is asked now is to be refused.
    provokes: bool,
    /// Whether a search took too long, in the present case.
    is_late: bool,
    /// The crashes and hangs that are faults of the engine too.
    faults: Vec<ProbeFault>,
}

impl<'a> Talk<'a> {
    fn begin(command: &'a [String], options: &'a GtpOptions) -> Result<Talk<'a>, Fault> {
        let mut talk = Talk {
            command,
            options,
            process: None,
            listed: Vec::new(),
            bare: None,
            provokes: false,
            is_late: false,
            faults: Vec::new(),
        };
        let list = talk.ask("list_commands")?.unwrap_or_default();
        talk.listed = list.split_whitespace().map(str::to_owned).collect();
        Ok(talk)
    }

    fn lists(&self, command: &str) -> bool {
        self.listed.iter().any(|listed| listed == command)
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        Ok(match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(self.command, self.options)?),
        })
    }

    fn hang_up(&mut self) {
        let bare = self.process.take().and_then(|process| process.bare_reply().cloned());
        self.bare = self.bare.take().or(bare);
    }

    /// Keeps a crash or a hang, unless it comes of what nobody asks an engine who wants an answer: an engine that ends
    /// over that breaks the protocol alone. Nothing to take back, however, is what people ask for too.
    fn look_into(&mut self, case: &str, fault: &Fault) {
        let name = fault.command_name();
        let is_odd = case == LETTER_CASE || (self.provokes && name != UNDO);
        if let (Some(process), false) = (&self.process, is_odd)
            && self.lists(name)
        {
            let commands = process.commands_to_here();
            let told = confirm::look_into(self.command, self.options, fault, commands);
            self.faults.extend(told.filter(|told| !self.faults.contains(told)));
        }
    }

    fn ask(&mut self, command: &str) -> Result<Body, Fault> {
        Ok(self.process()?.ask_all(&[command.to_owned()])?.remove(0))
    }

    /// The reply to a command that may search, or why there is none. The protocol does not limit the time of a search: it may take as
    /// long as a start.
    fn search(&mut self, command: &str) -> Result<Result<Body, String>, Fault> {
        let GtpOptions { timeout, start, .. } = *self.options;
        self.process()?.wait_for(timeout.max(start));
        let answered = self.ask(command);
        if let Some(process) = &mut self.process {
            process.wait_for(timeout);
        }
        match answered {
            Err(Fault::Timeout { .. }) => {
                self.hang_up();
                self.is_late = true;
                Ok(Err("its search takes too long".to_owned()))
            }
            answered => answered.map(Ok),
        }
    }

    /// Sets up an empty board of some side, and says which.
    fn empty_board(&mut self, sides: &[u8]) -> Result<Option<u8>, Fault> {
        for &side in sides {
            if self.ask(&format!("boardsize {side}"))?.is_ok() {
                self.ask("clear_board")?.ok();
                return Ok(Some(side));
            }
        }
        Ok(None)
    }

    /// The position, as the first command shows it that can be read.
    fn position(&mut self, size: Size) -> Result<Option<(Reader, Position)>, Fault> {
        for reader in [Reader::RulesBoard, Reader::Showboard, Reader::ListStones] {
            if !self.lists(reader.command()) {
                continue;
            }
            let bodies = self.process()?.ask_all(&reader.questions(size))?;
            if let Ok(position) = reader.read(&bodies, size) {
                return Ok(Some((reader, position)));
            }
        }
        Ok(None)
    }

    /// Returns the first of some commands whose reply does not begin with the right mark, `=` or `?`.
    fn first_wrong(&mut self, commands: &[&str], right: Mark) -> Result<ProtocolOutcome, Fault> {
        self.provokes = right == Mark::Question;
        for command in commands {
            let body = self.ask(command)?;
            if (right == Mark::Equals) != body.is_ok() {
                let right = if right == Mark::Equals { '=' } else { '?' };
                let what =
                    format!("`{command}` is answered with {}, not with `{right}`", said(&body));
                return Ok(ProtocolOutcome::Failed(what));
            }
        }
        self.provokes = false;
        Ok(ProtocolOutcome::Ok)
    }
}

/// What a reply begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Equals,
    Question,
}

/// Returns a reply as it was written, without its number.
fn said(body: &Body) -> String {
    match body {
        Ok(text) => format!("`= {}`", quote(text)),
        Err(text) => format!("`? {}`", quote(text)),
    }
}

fn not_listed(command: &str) -> ProtocolOutcome {
    ProtocolOutcome::NotApplicable(format!("it does not list {command}"))
}

fn failed_or_ok(what: Option<String>) -> ProtocolOutcome {
    what.map_or(ProtocolOutcome::Ok, ProtocolOutcome::Failed)
}

fn protocol_version(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let body = talk.ask("protocol_version")?;
    let wrong = body.as_deref() != Ok("2");
    Ok(failed_or_ok(
        wrong.then(|| {
            format!("`protocol_version` is answered with {}, not with `= 2`", said(&body))
        }),
    ))
}

fn required_commands(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let missing: Vec<&str> = REQUIRED.into_iter().filter(|command| !talk.lists(command)).collect();
    Ok(failed_or_ok(
        (!missing.is_empty())
            .then(|| format!("it does not list required commands: {}", missing.join(", "))),
    ))
}

/// What is listed is known.
fn list_commands(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let body = talk.ask("list_commands")?;
    if body.as_ref().map_or(true, |list| list.trim().is_empty()) {
        let what = format!("`list_commands` is answered with {}", said(&body));
        return Ok(ProtocolOutcome::Failed(what));
    }
    let listed = talk.listed.clone();
    let questions: Vec<String> =
        listed.iter().map(|command| format!("known_command {command}")).collect();
    let bodies = talk.process()?.ask_all(&questions)?;
    let unknown = questions.iter().zip(&bodies).find(|(_, body)| body.as_deref() == Ok("false"));
    if let Some((question, body)) = unknown {
        let what =
            format!("it lists the command, but `{question}` is answered with {}", said(body));
        return Ok(ProtocolOutcome::Failed(what));
    }
    // Asked without arguments, so that nothing happens; those alone that change nothing whatever they make of it.
    let harmless = ["name", "version", "protocol_version", "known_command", "showboard", "komi"];
    for command in harmless.into_iter().filter(|command| listed.iter().any(|l| l == command)) {
        let body = talk.ask(command)?;
        if matches!(&body, Err(text) if text.to_ascii_lowercase().contains("unknown command")) {
            let what = format!("it lists `{command}`, which is answered with {}", said(&body));
            return Ok(ProtocolOutcome::Failed(what));
        }
    }
    Ok(ProtocolOutcome::Ok)
}

fn known_command(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    for (command, expected) in [("play", "true"), (UNKNOWN, "false")] {
        let question = format!("known_command {command}");
        let body = talk.ask(&question)?;
        if body.as_deref() != Ok(expected) {
            let what =
                format!("`{question}` is answered with {}, not with `= {expected}`", said(&body));
            return Ok(ProtocolOutcome::Failed(what));
        }
    }
    Ok(ProtocolOutcome::Ok)
}

fn unknown_command(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    talk.first_wrong(&[UNKNOWN], Mark::Question)
}

fn syntax_error(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    talk.empty_board(&SIDES)?;
    let commands = ["play black", "play green A1", "komi many"];
    talk.first_wrong(&commands, Mark::Question)
}

/// Colors and vertices may be written in small letters and in capitals.
fn letter_case(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    talk.empty_board(&SIDES)?;
    talk.first_wrong(&["play BLACK a1", "play w B2", "play B c3", "play White PASS"], Mark::Equals)
}

/// Tests that there is no column I, and no point beyond the board.
fn vertices(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let Some(side) = talk.empty_board(&WIDE)? else {
        return Ok(ProtocolOutcome::NotApplicable(
            "it plays no board of side 9, 13 or 19".to_owned(),
        ));
    };
    let above = format!("play b A{}", side + 1);
    match talk.first_wrong(&["play b I5", "play b A0", &above], Mark::Question)? {
        ProtocolOutcome::Ok => talk.first_wrong(&["play b J5", "play w H5"], Mark::Equals),
        failed => Ok(failed),
    }
}

/// A board that is accepted is set up.
fn boardsize(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let mut accepted = 0;
    for side in SIDES {
        let Some(side) = talk.empty_board(&[side])? else { continue };
        accepted += 1;
        let Ok(size) = Size::square(side) else { continue };
        let command = format!("`boardsize {side}` is answered with `=`, and then");
        match talk.position(size)? {
            // A list of stones is read on any board.
            Some((reader, _)) if !reader.draws() => {}
            Some((_, position)) if position.size() == size => continue,
            Some((reader, position)) => {
                return Ok(ProtocolOutcome::Failed(format!(
                    "{command} {} shows a {} board",
                    reader.command(),
                    position.size()
                )));
            }
            None => {}
        }
        let corner = size.points().next_back().map_or(String::new(), |point| point.to_string());
        let body = talk.ask(&format!("play b {corner}"))?;
        if body.is_err() {
            let what = format!("{command} `play b {corner}` with {}", said(&body));
            return Ok(ProtocolOutcome::Failed(what));
        }
    }
    Ok(match accepted {
        0 => ProtocolOutcome::NotApplicable(format!("it refuses all boards of side {SIDES:?}")),
        _ => ProtocolOutcome::Ok,
    })
}

/// Who plays is for the other side to say.
fn same_color_twice(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    talk.empty_board(&SIDES)?;
    talk.first_wrong(&["play b C3", "play b D4", "play w E5", "play w C4"], Mark::Equals)
}

fn undo_at_start(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    if !talk.lists(UNDO) {
        return Ok(not_listed(UNDO));
    }
    talk.empty_board(&SIDES)?;
    let outcome = talk.first_wrong(&[UNDO], Mark::Question)?;
    let set_up = ["play b A1", "clear_board"];
    if outcome != ProtocolOutcome::Ok
        || talk.first_wrong(&set_up, Mark::Equals)? != ProtocolOutcome::Ok
    {
        return Ok(outcome);
    }
    // Nor does the game before count.
    Ok(match talk.first_wrong(&[UNDO], Mark::Question)? {
        ProtocolOutcome::Failed(what) => {
            ProtocolOutcome::Failed(format!("after `play b A1` and `clear_board`, {what}"))
        }
        other => other,
    })
}

/// A record is played through to its end.
fn loadsgf(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    if !talk.lists("loadsgf") {
        return Ok(not_listed("loadsgf"));
    }
    let Some(side) = talk.empty_board(&WIDE)? else {
        return Ok(ProtocolOutcome::NotApplicable(
            "it plays no board of side 9, 13 or 19".to_owned(),
        ));
    };
    let Ok(size) = Size::square(side) else { return Ok(ProtocolOutcome::Ok) };
    // Columns from the left and rows from the top: White's stone is captured.
    let record = format!("(;GM[1]FF[4]SZ[{side}]KM[0];B[ba];W[aa];B[ab];W[cc])\n");
    let file = match PrivateFile::with(&record, ".sgf") {
        Ok(file) => file,
        Err(error) => {
            let why = format!("no record could be written for it: {error}");
            return Ok(ProtocolOutcome::NotApplicable(why));
        }
    };
    // An argument of GTP is one word.
    let Some(path) = file.path().to_str().filter(|path| !path.contains(char::is_whitespace)) else {
        let why = "the folder for temporary files has a space in its name".to_owned();
        return Ok(ProtocolOutcome::NotApplicable(why));
    };
    let loaded = talk.first_wrong(&[&format!("loadsgf {path}")], Mark::Equals)?;
    if let ProtocolOutcome::Failed(what) = loaded {
        // The file is another one in each run, and gone afterwards.
        let what = what.replace(path, "FILE");
        return Ok(ProtocolOutcome::Failed(format!("{what}; FILE is `{}`", record.trim())));
    }
    let mut expected = Position::empty(size);
    for (column, row, color) in [(1, 0, Color::Black), (0, 1, Color::Black), (2, 2, Color::White)] {
        if let Some(point) = size.point(column, side - 1 - row) {
            expected[point] = color;
        }
    }
    Ok(match talk.position(size)? {
        Some((reader, position)) if position != expected => ProtocolOutcome::Failed(format!(
            "after `loadsgf` of `{}`, {} shows `{}`",
            record.trim(),
            reader.command(),
            quote(&position.to_string())
        )),
        _ => ProtocolOutcome::Ok,
    })
}

/// It is answered, and then the engine ends.
fn quit(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let quit = talk.first_wrong(&["quit"], Mark::Equals)?;
    if quit != ProtocolOutcome::Ok {
        return Ok(quit);
    }
    if talk.process()?.ends_within(END) {
        return Ok(ProtocolOutcome::Ok);
    }
    // A script around an engine may be there for longer.
    match talk.ask("name") {
        Ok(body) => Ok(ProtocolOutcome::Failed(format!(
            "`quit` is answered, and so is `name` after it: {}",
            said(&body)
        ))),
        Err(fault @ Fault::Stopped { .. }) => Err(fault),
        Err(_) => Ok(ProtocolOutcome::Ok),
    }
}
