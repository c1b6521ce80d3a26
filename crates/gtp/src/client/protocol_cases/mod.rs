//! Tests whether an engine follows the protocol, whatever the rules are: the demands of GTP version 2, and no more.

mod genmove;
mod handicap;
mod komi;
mod legality;

use super::abilities::{BOARD_SOURCES, FINAL_SCORE, PLAY_ERRORS};
use super::connection::Connection;
use super::options::GtpOptions;
use super::private_file::PrivateFile;
use super::program::unlisted;
use super::questions::Reader;
use crate::Body;
use genmove::{genmove, genmove_counts};
use handicap::{fixed_handicap, free_handicap};
use komi::{komi, komi_in_score};
use legality::is_legal;
use std::time::Duration;
use superko_engine::{CLEAR_BOARD, Fault, ProtocolCase, ProtocolOutcome, ProtocolResult, quote};
use superko_game::{Color, Position, Size};

/// The commands that every engine must understand.
const REQUIRED: &str = "protocol_version name version known_command list_commands quit boardsize \
    clear_board komi play genmove";

/// A command that no engine understands.
const UNKNOWN: &str = "superko-unknown";

/// The command that takes a turn back.
const UNDO: &str = "undo";

/// The id of the test of lower and upper case in colors and vertices.
const LETTER_CASE: &str = "letter-case";

/// The sides of boards to try.
const SIDES: [u8; 4] = [9, 19, 13, 5];

/// The sides of boards with a ninth column (J, as there is no I), room for handicap stones, and room for two groups that no
/// engine considers dead.
const WIDE: [u8; 3] = [9, 19, 13];

/// The time for an engine to end after `quit`, before it is asked whether it is still there.
const QUIT_TIME: Duration = Duration::from_secs(1);

/// The reason why a case that needs a wide board does not apply.
const NO_WIDE_BOARD: &str = "it plays no board of side 9, 13 or 19";

/// Tests how a program speaks GTP, in a separate process that is restarted after a fault. A fault fails only the
/// current case. The cases are in a fixed order.
///
/// A crash or a hang at a listed command in ordinary use also counts as a fault of the engine.
///
/// # Errors
///
/// If the program cannot be started, or the test is stopped.
pub fn protocol_cases(command: &[String], options: &GtpOptions) -> Result<ProtocolResult, Fault> {
    let mut engine = TestedEngine::begin(Connection::new(command, options.clone()))?;
    let mut cases = Vec::new();
    for (id, _, trial) in CASES {
        (engine.provokes, engine.is_late) = (false, false);
        let outcome = match trial(&mut engine) {
            Ok(()) => ProtocolOutcome::Ok,
            Err(End::Decided(outcome)) => outcome,
            Err(End::Lost(fault @ (Fault::Stopped { .. } | Fault::Start { .. }))) => {
                return Err(fault);
            }
            Err(End::Lost(fault)) => {
                engine.look_into(id, &fault);
                engine.hang_up();
                ProtocolOutcome::Failed(fault.to_string())
            }
        };
        // The time of a search is not a matter of the protocol, and depends on the load of the machine.
        if !engine.is_late {
            cases.push(ProtocolCase { id, outcome });
        }
    }
    engine.hang_up();
    // This case covers all answers.
    let outcome = engine.unnumbered.map_or(ProtocolOutcome::Ok, ProtocolOutcome::Failed);
    cases.insert(0, ProtocolCase { id: "ids", outcome });
    Ok(ProtocolResult { cases, faults: engine.connection.faults })
}

/// A case: its id, the demand of the protocol, and the trial. A trial that runs to its end has found nothing wrong.
type Case = (&'static str, &'static str, fn(&mut TestedEngine) -> Result<(), End>);

/// All cases in order. The last one ends the program.
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

/// The demands that are observed during other tests.
const OBSERVED: [(&str, &str); 5] = [
    ("ids", "A reply repeats the number of its command."),
    (BOARD_SOURCES, "All commands that show the board show the same board."),
    (CLEAR_BOARD, "After clear_board, the previous game has no effect."),
    (
        PLAY_ERRORS,
        "An error reply to a play refuses it, each time that it is given, and tells of no error in the program.",
    ),
    (FINAL_SCORE, "A position always gets the same score, however often it is asked for."),
];

/// Returns the id of each case, with the demand of the protocol.
pub fn protocol_demands() -> impl Iterator<Item = (&'static str, &'static str)> {
    CASES.into_iter().map(|(id, demand, _)| (id, demand)).chain(OBSERVED)
}

/// The early end of a trial.
enum End {
    Decided(ProtocolOutcome),
    Lost(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Lost(fault)
    }
}

/// Ends a trial in which the program broke the protocol.
fn failed<T>(what: String) -> Result<T, End> {
    Err(End::Decided(ProtocolOutcome::Failed(what)))
}

/// Ends a trial that cannot be made.
fn not_applicable<T>(why: impl Into<String>) -> Result<T, End> {
    Err(End::Decided(ProtocolOutcome::NotApplicable(why.into())))
}

/// Returns the result of a part of a trial, or nothing if the part cannot be made.
fn if_applicable<T>(part: Result<T, End>) -> Result<Option<T>, End> {
    match part {
        Err(End::Decided(ProtocolOutcome::NotApplicable(_))) => Ok(None),
        other => other.map(Some),
    }
}

/// An engine under test, with the conversation so far.
struct TestedEngine {
    connection: Connection,
    listed: Vec<String>,
    /// The first reply that did not repeat the number of its command.
    unnumbered: Option<String>,
    /// Whether the engine is now asked something that it must refuse.
    provokes: bool,
    /// Whether a search took too long in the current case.
    is_late: bool,
}

impl TestedEngine {
    fn begin(connection: Connection) -> Result<TestedEngine, Fault> {
        let (provokes, is_late) = (false, false);
        let mut engine =
            TestedEngine { connection, listed: Vec::new(), unnumbered: None, provokes, is_late };
        let list = engine.ask("list_commands")?.unwrap_or_default();
        engine.listed = list.split_whitespace().map(str::to_owned).collect();
        Ok(engine)
    }

    fn lists(&self, command: &str) -> bool {
        self.listed.iter().any(|listed| listed == command)
    }

    /// Ends the trial of a program that does not list a command.
    fn needs(&self, command: &str) -> Result<(), End> {
        if self.lists(command) { Ok(()) } else { not_applicable(unlisted(command)) }
    }

    fn hang_up(&mut self) {
        self.unnumbered = self.unnumbered.take().or_else(|| self.connection.unnumbered_reply());
        self.connection.hang_up();
    }

    /// Counts a crash or a hang as a fault of the engine, unless nobody sends the command in ordinary use: such a crash only
    /// breaks the protocol. Undo without a turn to take back counts as ordinary use.
    fn look_into(&mut self, case: &str, fault: &Fault) {
        let name = fault.command_name();
        let is_unusual = case == LETTER_CASE || (self.provokes && name != UNDO);
        if !is_unusual && self.lists(name) {
            self.connection.look_into(fault);
        }
    }

    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        self.connection.process()?.ask_all(commands)
    }

    fn ask(&mut self, command: &str) -> Result<Body, Fault> {
        Ok(self.ask_all(&[command.to_owned()])?.remove(0))
    }

    /// Sends a command that may search. The protocol does not limit the time of a search: it may take as long as a
    /// start.
    fn search(&mut self, command: &str) -> Result<Body, End> {
        let GtpOptions { timeout, start, .. } = self.connection.options;
        self.connection.process()?.options.timeout = timeout.max(start);
        let answered = self.ask(command);
        self.connection.process()?.options.timeout = timeout;
        if matches!(answered, Err(Fault::Timeout { .. })) {
            self.hang_up();
            self.is_late = true;
            return not_applicable("its search takes too long");
        }
        Ok(answered?)
    }

    /// Sets up an empty board with the first of these sides that is accepted.
    fn empty_board(&mut self, sides: &[u8]) -> Result<Option<Size>, Fault> {
        for &side in sides {
            if self.ask(&format!("boardsize {side}"))?.is_ok() {
                self.ask("clear_board")?.ok();
                return Ok(Size::square(side).ok());
            }
        }
        Ok(None)
    }

    /// Sets up an empty board, or ends the trial.
    fn board(&mut self, sides: &[u8]) -> Result<Size, End> {
        match self.empty_board(sides)? {
            Some(size) => Ok(size),
            None => not_applicable(format!("it refuses all boards of side {sides:?}")),
        }
    }

    /// Sets up an empty wide board, or ends the trial.
    fn wide_board(&mut self, otherwise: &str) -> Result<Size, End> {
        self.empty_board(&WIDE)?.map_or_else(|| not_applicable(otherwise), Ok)
    }

    /// Returns the position that the first readable command shows.
    fn position(&mut self, size: Size) -> Result<Option<(Reader, Position)>, Fault> {
        for reader in Reader::OF_WHOLE_BOARDS {
            if !self.lists(reader.command()) {
                continue;
            }
            let bodies = self.ask_all(&reader.questions(size))?;
            if let Ok(position) = reader.read(&bodies, size) {
                return Ok(Some((reader, position)));
            }
        }
        Ok(None)
    }

    /// Describes the first reply that does not begin with the right mark, `=` or `?`.
    fn first_wrong(&mut self, commands: &[&str], right: char) -> Result<Option<String>, Fault> {
        self.provokes = right == '?';
        for command in commands {
            let body = self.ask(command)?;
            if body.is_ok() != (right == '=') {
                let said = said(&body);
                return Ok(Some(format!(
                    "`{command}` is answered with {said}, not with `{right}`"
                )));
            }
        }
        self.provokes = false;
        Ok(None)
    }

    /// Ends the trial unless the engine accepts all commands.
    fn accepts(&mut self, commands: &[&str]) -> Result<(), End> {
        self.first_wrong(commands, '=')?.map_or(Ok(()), failed)
    }

    /// Ends the trial unless the engine refuses all commands.
    fn refuses(&mut self, commands: &[&str]) -> Result<(), End> {
        self.first_wrong(commands, '?')?.map_or(Ok(()), failed)
    }

    /// Ends the trial unless the engine gives the one right answer to a question.
    fn says(&mut self, question: &str, right: &str) -> Result<(), End> {
        let body = self.ask(question)?;
        if body.as_deref() == Ok(right) {
            return Ok(());
        }
        failed(format!("`{question}` is answered with {}, not with `= {right}`", said(&body)))
    }
}

/// Returns a reply as it was written, without its number.
fn said(body: &Body) -> String {
    match body {
        Ok(text) => format!("`= {}`", quote(text)),
        Err(text) => format!("`? {}`", quote(text)),
    }
}

fn protocol_version(engine: &mut TestedEngine) -> Result<(), End> {
    engine.says("protocol_version", "2")
}

fn required_commands(engine: &mut TestedEngine) -> Result<(), End> {
    let missing: Vec<&str> = REQUIRED.split(' ').filter(|command| !engine.lists(command)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    failed(format!("it does not list required commands: {}", missing.join(", ")))
}

fn list_commands(engine: &mut TestedEngine) -> Result<(), End> {
    let body = engine.ask("list_commands")?;
    if body.as_ref().map_or(true, |list| list.trim().is_empty()) {
        return failed(format!("`list_commands` is answered with {}", said(&body)));
    }
    let questions: Vec<String> =
        engine.listed.iter().map(|command| format!("known_command {command}")).collect();
    let bodies = engine.ask_all(&questions)?;
    let unknown = questions.iter().zip(&bodies).find(|(_, body)| body.as_deref() == Ok("false"));
    if let Some((question, body)) = unknown {
        let said = said(body);
        return failed(format!("it lists the command, but `{question}` is answered with {said}"));
    }
    // Without arguments, none of these commands changes the game.
    for command in ["name", "version", "protocol_version", "known_command", "showboard", "komi"] {
        if !engine.lists(command) {
            continue;
        }
        let body = engine.ask(command)?;
        if matches!(&body, Err(text) if text.to_ascii_lowercase().contains("unknown command")) {
            let said = said(&body);
            return failed(format!("it lists `{command}`, which is answered with {said}"));
        }
    }
    Ok(())
}

fn known_command(engine: &mut TestedEngine) -> Result<(), End> {
    engine.says("known_command play", "true")?;
    engine.says(&format!("known_command {UNKNOWN}"), "false")
}

fn unknown_command(engine: &mut TestedEngine) -> Result<(), End> {
    engine.refuses(&[UNKNOWN])
}

fn syntax_error(engine: &mut TestedEngine) -> Result<(), End> {
    engine.empty_board(&SIDES)?;
    engine.refuses(&["play black", "play green A1", "komi many"])
}

fn letter_case(engine: &mut TestedEngine) -> Result<(), End> {
    engine.empty_board(&SIDES)?;
    engine.accepts(&["play BLACK a1", "play w B2", "play B c3", "play White PASS"])
}

fn vertices(engine: &mut TestedEngine) -> Result<(), End> {
    let size = engine.wide_board(NO_WIDE_BOARD)?;
    engine.refuses(&["play b I5", "play b A0", &format!("play b A{}", size.rows() + 1)])?;
    engine.accepts(&["play b J5", "play w H5"])
}

fn boardsize(engine: &mut TestedEngine) -> Result<(), End> {
    let mut accepted = 0;
    for side in SIDES {
        let Some(size) = engine.empty_board(&[side])? else { continue };
        accepted += 1;
        let command = format!("`boardsize {side}` is answered with `=`, and then");
        // A list of stones does not show the size of the board.
        if let Some((reader, position)) =
            engine.position(size)?.filter(|(reader, _)| reader.draws())
        {
            if position.size() == size {
                continue;
            }
            let (source, found) = (reader.command(), position.size());
            return failed(format!("{command} {source} shows a {found} board"));
        }
        let corner = size.points().next_back().map_or(String::new(), |point| point.to_string());
        let body = engine.ask(&format!("play b {corner}"))?;
        if body.is_err() {
            return failed(format!("{command} `play b {corner}` with {}", said(&body)));
        }
    }
    match accepted {
        0 => not_applicable(format!("it refuses all boards of side {SIDES:?}")),
        _ => Ok(()),
    }
}

fn same_color_twice(engine: &mut TestedEngine) -> Result<(), End> {
    engine.empty_board(&SIDES)?;
    engine.accepts(&["play b C3", "play b D4", "play w E5", "play w C4"])
}

fn undo_at_start(engine: &mut TestedEngine) -> Result<(), End> {
    engine.needs(UNDO)?;
    engine.empty_board(&SIDES)?;
    engine.refuses(&[UNDO])?;
    if engine.first_wrong(&["play b A1", "clear_board"], '=')?.is_some() {
        return Ok(());
    }
    // Turns of the previous game do not count.
    match engine.first_wrong(&[UNDO], '?')? {
        Some(what) => failed(format!("after `play b A1` and `clear_board`, {what}")),
        None => Ok(()),
    }
}

/// Tests that a record is played to its end.
fn loadsgf(engine: &mut TestedEngine) -> Result<(), End> {
    engine.needs("loadsgf")?;
    let size = engine.wide_board(NO_WIDE_BOARD)?;
    let side = size.rows();
    // SGF counts columns from the left and rows from the top. White's first stone is captured.
    let record = format!("(;GM[1]FF[4]SZ[{side}]KM[0];B[ba];W[aa];B[ab];W[cc])");
    let file = match PrivateFile::with(&format!("{record}\n"), ".sgf") {
        Ok(file) => file,
        Err(error) => return not_applicable(format!("no record could be written for it: {error}")),
    };
    // An argument in GTP is one word.
    let Some(path) = file.path().to_str().filter(|path| !path.contains(char::is_whitespace)) else {
        return not_applicable("the folder for temporary files has a space in its name");
    };
    if let Some(what) = engine.first_wrong(&[&format!("loadsgf {path}")], '=')? {
        // The name of the file differs in each run, and the file is gone afterwards.
        let what = what.replace(path, "FILE");
        return failed(format!("{what}; FILE is `{record}`"));
    }
    let mut expected = Position::empty(size);
    for (column, row, color) in [(1, 0, Color::Black), (0, 1, Color::Black), (2, 2, Color::White)] {
        if let Some(point) = size.point(column, side - 1 - row) {
            expected[point] = color;
        }
    }
    match engine.position(size)? {
        Some((reader, position)) if position != expected => failed(format!(
            "after `loadsgf` of `{record}`, {} shows `{}`",
            reader.command(),
            quote(&position.to_string())
        )),
        _ => Ok(()),
    }
}

fn quit(engine: &mut TestedEngine) -> Result<(), End> {
    engine.accepts(&["quit"])?;
    if engine.connection.process()?.ends_within(QUIT_TIME) {
        return Ok(());
    }
    // A script that starts the engine may run for longer than the engine.
    match engine.ask("name") {
        Ok(body) => {
            let said = said(&body);
            failed(format!("`quit` is answered, and so is `name` after it: {said}"))
        }
        Err(fault @ Fault::Stopped { .. }) => Err(fault.into()),
        Err(_) => Ok(()),
    }
}
