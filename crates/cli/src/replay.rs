//! `superko replay`: plays a record on an engine, and compares each turn with the reference.

use super::engine::EngineArguments;
use super::files::read_record;
use super::output::{expect_folder, keep, print, text_options};
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use superko_certify::report::{Drawing, ReplayText};
use superko_engine::referee::{Referee, Transcript};
use superko_engine::{Engine, Fault, Reference};
use superko_game::rules::Rules;
use superko_game::{Record, RecordText, Turn};
use superko_harness::compare::{CompareOptions, Comparison, compare_with};
use superko_harness::findings::after_commands;
use superko_harness::suite::random::WHOLE_MAP;
use superko_sgf::Decoded;

/// The number of turns at the end of a record before which all questions are asked, on small boards.
const NEAR_END: usize = 1000;

/// The amount of text, in bytes, that is collected before it is printed.
const PIECE: usize = 1 << 16;

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
From an SGF file, the main line of the first game is replayed: B and W moves, and XB and XW as illegal attempts. Setup stones are accepted only at the start. Komi and result are ignored: see `superko judge`.

From a file of GTP commands, such as the replay.gtp of a finding, all games are played in order, and the last one is compared. If that shows nothing, the commands are sent to the program as they stand: it may crash or hang over them.

A forbidden turn counts as an illegal attempt if the same player moves next, or if the record ends there. If the other player moves next, the rest of the record is not judged.

Exit codes: 0 reference, engine and record agree; 1 reference and engine disagree, or the record continues as if a forbidden turn had been allowed; 2 not a record; 3 the engine cannot be tested; 4 a flaky finding (--flaky) did not appear this time, or the record has more turns than are replayed; 5 the engine is right where it answered, but it crashed, hung or broke the protocol.")]
pub(crate) struct Arguments {
    /// A file with a record, an SGF game or GTP commands (- for standard input), or the record itself, as in
    /// '2x1 tromp-taylor: B A1, W B1, B A1'
    #[arg(value_name = "RECORD")]
    record: String,

    /// A record to play on the engine first, in the same format; may be given several times
    #[arg(long, value_name = "RECORD")]
    after: Vec<String>,

    /// A GTP command to send before the last turn, which must not change the game; may be given several times
    #[arg(long, value_name = "COMMAND", conflicts_with = "after")]
    send: Vec<String>,

    /// The finding appeared on only N of M engines, such as 1/3
    #[arg(long, value_name = "N/M", value_parser = times_shown)]
    flaky: Option<(u32, u32)>,

    /// The rules to replay under, instead of those in the record
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// The most turns of a record that are replayed: the reference keeps every position
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_turns: usize,

    /// Draw the position after each turn as DIR/NUMBER.svg (before the turn, if it is forbidden)
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Show only forbidden turns, turns with a disagreement, and the last turn
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let choice = arguments.engine.choice()?;
    let given = Given::of(&arguments.record)?;
    let script = given.script();
    let mut read = match given.read(arguments.rules, arguments.max_turns) {
        Ok(read) => Read { transcript: read.transcript.about_undo(), ..read },
        // Commands that make no game may still crash an engine, or make it hang.
        Err(failure) => {
            let lost = script.and_then(|script| choice.fault_from(&script));
            let fault = lost.ok_or(failure)?;
            print(&format!("{} {fault}\n", style("fault").red().bold()));
            return Ok(exit_of(&fault));
        }
    };
    if let Some(folder) = &arguments.svg {
        expect_folder(folder)?;
        draw(&read.transcript, folder);
    }
    let mut engine = choice.make().map_err(|fault| choice.cannot_examine(&fault))?;
    let mut earlier = games_before(arguments)?;
    earlier.append(&mut read.before);
    let mut findings = match arguments.send.is_empty() {
        true => compared(engine.as_mut(), &read.transcript, &earlier),
        false => after(engine.as_mut(), &read.transcript.record, &arguments.send),
    };
    if is_nothing(&findings) {
        // The commands of the file may do more than play its games.
        findings.fault = script.and_then(|script| choice.fault_from(&script));
    }

    let about = engine.about();
    let tells_end = !is_nothing(&findings) || !matches!(engine.status(), Ok(None));
    let shown = ReplayText {
        transcript: &read.transcript,
        about: &about,
        tells_end,
        found: &findings,
        sent: &arguments.send,
        brief: arguments.quiet,
        options: text_options(false),
    };
    let flaky = arguments.flaky.filter(|_| is_nothing(&findings));
    let text = print_turns(&shown) + &end_of_text(&shown, &read, flaky);
    let exit = match is_nothing(&findings) {
        true if flaky.is_some() => Exit::Incomplete,
        true => exit_of_record(&read),
        false => exit_of_findings(&findings, choice.deviates()),
    };
    print(&text);
    Ok(exit)
}

/// Reads the games to be played on the engine first, except those in the text of the record itself.
fn games_before(arguments: &Arguments) -> Result<Vec<Transcript>, Failure> {
    let mut games = Vec::new();
    for record in &arguments.after {
        let Read { transcript, before, .. } =
            Given::of(record)?.read(arguments.rules, arguments.max_turns)?;
        games.extend(before);
        games.push(transcript);
    }
    Ok(games)
}

/// Prints the game up to its last turn. Returns the rest of this text, which is not printed yet.
fn print_turns(shown: &ReplayText<'_>) -> String {
    let mut text = shown.opening();
    for place in 0..shown.transcript.steps.len() {
        text += &shown.turn(place);
        if text.len() >= PIECE {
            print(&std::mem::take(&mut text));
        }
    }
    text
}

/// Returns the text after the last turn: what is not judged, and what came of the rest.
fn end_of_text(shown: &ReplayText<'_>, read: &Read, flaky: Option<(u32, u32)>) -> String {
    let Read { transcript, beyond, left_out, games, .. } = read;
    let last = transcript.steps.len();
    let mut text = String::new();
    if *games > 1 {
        text += &format!("This is the first game of {games}; the others are not judged.\n");
    }
    text += &shown.closing();
    if *beyond > 0 {
        text += &bad(&format!(
            "The record continues as if turn {last} had been allowed; the other turns ({beyond}) are not judged."
        ));
    }
    if *left_out > 0 {
        let all = last + left_out;
        text += &doubtful(&format!(
            "The record has {all} turns; the first {last} are replayed (`--max-turns`)."
        ));
    }
    text + &match flaky {
        Some((shown, tried)) => {
            doubtful(&format!("The finding did not appear this time (before: {shown} of {tried})."))
        }
        None => shown.verdict(),
    }
}

/// Returns the exit code for disagreements, which is given, or for a fault that matters more.
fn exit_of_findings(findings: &Comparison, deviates: Exit) -> Exit {
    let exit = findings.fault.as_ref().map(exit_of);
    exit.filter(|exit| findings.disagreements.is_empty() || *exit != Exit::Faulty)
        .unwrap_or(deviates)
}

/// Returns the exit code for a record with which reference and engine agree.
fn exit_of_record(read: &Read) -> Exit {
    match (read.beyond, read.left_out) {
        (0, 0) => Exit::Fine,
        (0, _) => Exit::Incomplete,
        _ => Exit::Deviates,
    }
}

fn is_nothing(found: &Comparison) -> bool {
    found.disagreements.is_empty() && found.fault.is_none()
}

/// Compares a game in four ways, until one differs: with all questions, with every turn taken back, without questions (which may
/// hide the difference), and with the last turn generated. The earlier games are played before the game in the
/// first three ways.
fn compared(
    engine: &mut dyn Engine,
    transcript: &Transcript,
    earlier: &[Transcript],
) -> Comparison {
    for (ask, undo) in [(true, false), (true, true), (false, false)] {
        for transcript in earlier {
            // The earlier game only sets the state of the engine; its own outcome is another finding.
            compare_with(engine, transcript, CompareOptions { ask: false, undo: false });
        }
        let found = compare_with(engine, transcript, CompareOptions { ask, undo });
        if !is_nothing(&found) {
            return found;
        }
    }
    let referee = Reference::set_up(&transcript.record.setup);
    let asked = Transcript::generating(referee, transcript.record.clone());
    compare_with(engine, &asked, CompareOptions { ask: true, undo: false })
}

/// Compares a game in which commands are sent before the last turn.
fn after(engine: &mut dyn Engine, record: &Record, commands: &[String]) -> Comparison {
    match after_commands(engine, record, commands) {
        Ok(shown) => {
            Comparison { disagreements: shown.into_iter().collect(), ..Comparison::default() }
        }
        Err(fault) => Comparison { fault: Some(fault), ..Comparison::default() },
    }
}

fn bad(line: &str) -> String {
    format!("{}\n", style(line).red().bold())
}

fn doubtful(line: &str) -> String {
    format!("{}\n", style(line).yellow().bold())
}

/// Returns the exit code for an engine with a fault and no disagreement.
fn exit_of(fault: &Fault) -> Exit {
    match fault {
        Fault::Unsupported { .. } | Fault::Start { .. } | Fault::Stopped { .. } => Exit::Untestable,
        _ => Exit::Faulty,
    }
}

/// A record that was read and played through.
struct Read {
    transcript: Transcript,
    /// The number of further turns in the text, after a forbidden one that the text takes for legal.
    beyond: usize,
    /// The number of turns that are not played because there are too many.
    left_out: usize,
    /// The number of games in the text.
    games: usize,
    /// The games to be played before, if the text has some.
    before: Vec<Transcript>,
}

/// Parses how often a finding appeared.
fn times_shown(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('/').and_then(|(n, m)| n.parse().ok().zip(m.parse().ok()));
    numbers.filter(|(n, m)| n <= m).ok_or_else(|| {
        format!("`{text}` does not say how often the finding appeared: write 1/3 for one of three engines")
    })
}

/// The text of a record, from a file, from standard input or from the argument itself.
struct Given {
    bytes: Vec<u8>,
    /// The beginning of errors: the name of the file, if there is one.
    from: String,
    format: Format,
}

/// The format of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Plain,
    Sgf,
    Gtp,
}

impl Given {
    fn of(argument: &str) -> Result<Given, Failure> {
        let path = Path::new(argument);
        let (bytes, from) = match argument {
            "-" => {
                let unreadable =
                    |error| Failure::usage(format!("cannot read standard input: {error}"));
                (read_record(path).map_err(unreadable)?, String::new())
            }
            _ => match read_record(path) {
                Ok(bytes) => (bytes, format!("{argument}: ")),
                Err(_) if !path.exists() && is_record(argument) => {
                    (argument.as_bytes().to_vec(), String::new())
                }
                Err(error) => {
                    return Err(Failure::usage(format!(
                        "cannot read the record {argument}: {error}; a record can also be written out, as in \
                         '2x1 tromp-taylor: B A1, W B1, B A1'"
                    )));
                }
            },
        };
        let decoded = Decoded::of(&bytes);
        let is_named = |name: &str| {
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(name))
        };
        let format = if is_named("sgf") || superko_sgf::begins(&decoded.text) {
            Format::Sgf
        } else if is_named("gtp") || superko_gtp::is_script(&decoded.text) {
            Format::Gtp
        } else {
            Format::Plain
        };
        Ok(Given { bytes, from, format })
    }

    /// Returns the commands of a file of GTP commands.
    fn script(&self) -> Option<Vec<String>> {
        (self.format == Format::Gtp)
            .then(|| superko_gtp::commands_of(&Decoded::of(&self.bytes).text))
    }

    fn read(&self, rules: Option<Rules>, most: usize) -> Result<Read, Failure> {
        let decoded = Decoded::of(&self.bytes);
        let text = &decoded.text;
        let wrong = |error: &dyn Display| Failure::usage(format!("{}{error}", self.from));
        let (mut script, games): (RecordText, usize) = match self.format {
            Format::Gtp => {
                let mut games = Vec::new();
                for script in superko_gtp::records(text, rules).map_err(|error| wrong(&error))? {
                    games.push(played(script, most).map_err(|error| wrong(&error))?);
                }
                let nothing = || wrong(&"it starts no game: there is no `clear_board`");
                let last = games.pop().ok_or_else(nothing)?;
                let before = games.into_iter().map(|read| read.transcript).collect();
                return Ok(Read { before, ..last });
            }
            Format::Sgf => {
                let script = superko_sgf::read(text, rules).map_err(|mut error| {
                    error.at = decoded.byte_of(error.at);
                    wrong(&error)
                })?;
                (script, superko_sgf::games(text).count())
            }
            Format::Plain => (text.parse().map_err(|error| wrong(&error))?, 1),
        };
        if let Some(rules) = rules {
            script.record.setup.rules = rules;
        }
        let read = played(script, most).map_err(|error| wrong(&error))?;
        Ok(Read { games, ..read })
    }
}

/// Plays a record on the reference, for at most this many turns.
fn played(mut script: RecordText, most: usize) -> Result<Read, String> {
    let turns = std::mem::take(&mut script.record.turns);
    let (size, all) = (script.record.size(), turns.len());
    // In a long record, all questions are asked only before the last turns.
    let is_near_end = |place: usize| place + NEAR_END >= all.min(most);
    let (mut stages, mut is_misplaced) = (0, false);
    let questions = |place: usize, referee: &Reference| {
        let before = std::mem::replace(&mut stages, referee.history().len());
        let is_refused = place > 0 && before == stages;
        let said = script.players[place];
        let is_wrong = said.is_some_and(|said| said != referee.to_move());
        // A text that takes a forbidden turn for legal goes on with the other player.
        let is_over = place >= most || is_misplaced || is_wrong && is_refused;
        is_misplaced = is_wrong;
        (!is_over).then(|| match size.point_count() {
            0..=WHOLE_MAP if is_near_end(place) => Turn::all(size).collect(),
            _ => vec![turns[place]],
        })
    };
    let referee = Reference::set_up(&script.record.setup);
    let record = Record { turns: turns.clone(), ..script.record.clone() };
    let mut transcript = Transcript::new_while(referee, record, questions);
    let played = transcript.steps.len();
    script.record.turns = turns[..played].to_vec();
    script.players.truncate(played);
    transcript.record = script.check(transcript.players()).map_err(|error| error.to_string())?;
    let transcript = transcript.settled().map_err(|why| format!("record: {why}"))?;
    let (beyond, left_out) = if played < most { (all - played, 0) } else { (0, all - played) };
    Ok(Read { transcript, beyond, left_out, games: 1, before: Vec::new() })
}

/// Returns whether an argument that is no file can be meant as a record: records have a size and rules, or are SGF.
fn is_record(argument: &str) -> bool {
    argument.starts_with('(') || (argument.contains(':') && argument.contains(char::is_whitespace))
}

/// Draws every turn in a file of its own.
fn draw(transcript: &Transcript, folder: &Path) {
    for place in 0..transcript.steps.len() {
        let path = folder.join(format!("{}.svg", place + 1));
        if !keep(&path, &Drawing::of_turn(transcript, place).to_svg()) {
            return;
        }
    }
}
