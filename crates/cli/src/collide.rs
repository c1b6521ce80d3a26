//! `superko collide`: makes a game whose last position has the same hash as an earlier one.

use super::engine::EngineArguments;
use super::files::read_facts;
use super::output::{print, say, text_options};
use super::suite::new_game_in_gtp;
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use console::style;
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use superko_certify::report::one_line;
use superko_engine::referee::Transcript;
use superko_engine::{Engine, Reference, Ruling};
use superko_game::rules::Rules;
use superko_game::{Color, Setup, Size, Turn};
use superko_harness::collide::{
    Against, Collision, Keys, KeysRead, LastTurn, SearchResult, Wanted, collide, read_keys,
};

/// Arguments of `collide`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each line of the file is a key: a point, a color, and up to 64 hexadecimal digits, as in `D4 black 9e3779b97f4a7c15`. Give one key per point and color; `D4 empty ...`, `to-move black ...`, `to-move white ...` and `size ...` are for hashes that have such keys. # starts a comment.

Without --keys, the keys are read from an engine that shows its hash: the built-in one or a GTP program. `superko collide --size 9 --print-keys optimized` prints such a file. A hash that is not an XOR of keys (a sum, a string, a cryptographic one) is not supported.

Exit codes: 0 a game was found; 1 no game exists, because no set of keys cancels; 2 unusable keys or arguments; 3 the engine shows no such hash; 4 some keys cancel, but no such game was found.")]
pub(crate) struct Arguments {
    /// A file with the keys (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["built_in", "program"])]
    keys: Option<PathBuf>,

    /// The board, as a side (9) or columns by rows (5x4)
    #[arg(long, value_name = "SIZE")]
    size: Size,

    /// The rules, as for certify: with positional, situational, natural situational or New Zealand superko
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// The earlier position to collide with: `empty` for the empty board, or the turns that lead to it, such as
    /// 'E5, C3, pass' [default: what makes the shortest game]
    #[arg(long, value_name = "TURNS")]
    against: Option<String>,

    /// The kind of the last turn, for engines that check for repetition only after certain turns [default: any]
    #[arg(long, value_name = "FORM")]
    last_turn: Option<Form>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print the keys of an engine, as a file, instead of a game
    #[arg(long, conflicts_with = "keys")]
    print_keys: bool,

    /// How to print the game
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    #[command(flatten)]
    engine: EngineArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// On a point that was never used, without a capture
    NewPoint,
    /// On a point where a stone was captured, without a capture
    CapturedPoint,
    /// With a capture
    Capture,
    /// With a capture after one by the other player, so that both have as many stones as before these two turns
    Exchange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Drawn, for people
    Text,
    /// A record, as superko replay takes it
    Record,
    /// An SGF file
    Sgf,
    /// GTP commands
    Gtp,
    /// One object, for programs
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let size = arguments.size;
    let (keys, engine) = keys(arguments)?;
    if arguments.print_keys {
        print(&keys.to_string());
        return Ok(Exit::Fine);
    }
    let wanted = Wanted {
        rules: arguments.rules,
        against: against(arguments.against.as_deref(), size)?,
        last: arguments.last_turn.map(|form| match form {
            Form::NewPoint => LastTurn::NewPoint,
            Form::CapturedPoint => LastTurn::CapturedPoint,
            Form::Capture => LastTurn::Capture,
            Form::Exchange => LastTurn::Exchange,
        }),
        seed: arguments.seed,
    };
    match collide(&keys, &wanted).map_err(Failure::usage)? {
        SearchResult::Found(found) => {
            print(&written(arguments, &keys, &found));
            if let Some(mut engine) = engine {
                say(&collision_text(engine.as_mut(), &found));
            }
            Ok(Exit::Fine)
        }
        SearchResult::Independent => {
            say(&format!(
                "There is no such game on {size}: these {} keys are independent, so no two positions have the same hash.",
                2 * size.point_count()
            ));
            Ok(Exit::Deviates)
        }
        SearchResult::NotFound => {
            say(&format!(
                "No such game was found on {size}, although some of these keys cancel. Try another --seed, a \
                 larger board, or fewer conditions."
            ));
            Ok(Exit::Incomplete)
        }
    }
}

/// Returns the keys of a file, or else those of an engine, and this engine.
fn keys(arguments: &Arguments) -> Result<(Keys, Option<Box<dyn Engine>>), Failure> {
    let size = arguments.size;
    if let Some(path) = &arguments.keys {
        return Ok((keys_of_file(path, size)?, None));
    }
    if !arguments.engine.is_given() {
        return Err(Failure::usage(
            "no hash is given: use --keys FILE, or name an engine that shows its hash, such as `optimized`",
        ));
    }
    let choice = arguments.engine.choice()?;
    let mut engine = choice.make().map_err(|fault| choice.cannot_examine(&fault))?;
    let read = read_keys(engine.as_mut(), size, arguments.rules, arguments.seed);
    match read.map_err(|fault| choice.cannot_examine(&fault))? {
        KeysRead::Keys(keys) => Ok((keys, Some(engine))),
        KeysRead::Unreadable(what) => {
            let what = format!("cannot read the keys of {}: {what}", choice.in_words());
            Err(Failure::untestable(what))
        }
    }
}

/// Reads a file of keys.
fn keys_of_file(path: &Path, size: Size) -> Result<Keys, Failure> {
    let text = read_facts(path).map_err(Failure::cannot("read the keys", path))?;
    Keys::parse(&text, size).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// Parses the position with which the last one is to collide.
fn against(text: Option<&str>, size: Size) -> Result<Against, Failure> {
    let Some(text) = text else { return Ok(Against::Any) };
    if text == "empty" {
        return Ok(Against::After(Vec::new()));
    }
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    // Whose turn it is follows from its number.
    let turns = words.filter(|word| !["B", "W", "b", "w"].contains(word));
    let turns: Result<Vec<Turn>, _> = turns.map(|turn| Turn::parse(turn, size)).collect();
    let turns = turns.map_err(|error| {
        Failure::usage(format!("--against: {error}; write `empty`, or turns as in 'E5, C3, pass'"))
    })?;
    Ok(Against::After(turns))
}

/// Returns the game in the requested format.
fn written(arguments: &Arguments, keys: &Keys, found: &Collision) -> String {
    let transcript =
        Transcript::replay(Reference::set_up(&found.record.setup), found.record.clone());
    let sentences = sentences(keys, found);
    match arguments.format {
        Format::Text => drawn(&transcript, found, &sentences),
        Format::Record => format!("{}\n", one_line(&found.record)),
        Format::Sgf => superko_sgf::write(&transcript.record, transcript.tried(), &sentences),
        Format::Gtp => commands(&transcript),
        Format::Json => {
            let object = json!({
                "size": found.record.size().to_string(),
                "rules": found.record.rules().to_string(),
                "turns": transcript.named_turns(),
                "collides_with": found.collides_with,
                "hash": keys.hex(&found.hash),
                "bits": keys.bits(),
            });
            format!("{object:#}\n")
        }
    }
}

/// Returns what the game shows, in two sentences.
fn sentences(keys: &Keys, found: &Collision) -> String {
    let size = found.record.size();
    let turns = found.record.turns.len();
    let last = found.record.turns.last().map_or(String::new(), Turn::to_string);
    let earlier = match found.collides_with {
        0 => "the empty starting board".to_owned(),
        number => format!("the position after turn {number}"),
    };
    let positions = found.positions();
    let differences = positions[found.collides_with].differences(&positions[turns]).count();
    format!(
        "The position after turn {turns}, {last}, did not occur before on this {size} board, but the keys of the \
         {differences} points where it differs from {earlier} cancel, so both have the same {}-bit hash. An engine \
         that trusts its hash refuses {last}, which is legal; one that compares the boards where hashes are equal \
         allows it.",
        keys.bits()
    )
}

fn drawn(transcript: &Transcript, found: &Collision, sentences: &str) -> String {
    let mut text = format!("{}\n\n", style(one_line(&found.record)).bold());
    let positions = found.positions();
    let last = transcript.record.turns.last().and_then(|turn| turn.point());
    // Writing to a string cannot fail.
    if positions[found.collides_with].count(Color::Empty) < found.record.size().point_count() {
        let earlier = found.collides_with;
        let _ = writeln!(text, "After turn {earlier}:\n{}", positions[earlier].drawn(None));
    }
    let turns = found.record.turns.len();
    let _ = writeln!(text, "After turn {turns}:\n{}", positions[turns].drawn(last));
    text + &textwrap::fill(sentences, text_options(false).width) + "\n"
}

fn commands(transcript: &Transcript) -> String {
    let size = transcript.record.size();
    let mut text = new_game_in_gtp(size);
    for step in &transcript.steps {
        let player = step.player.letter().to_ascii_lowercase();
        let _ = writeln!(text, "play {player} {}", step.turn.turn);
    }
    text
}

/// Plays the game on the engine, and returns its answers in a sentence.
fn collision_text(engine: &mut dyn Engine, found: &Collision) -> String {
    let about = engine.about();
    let name = about.name;
    let setup = Setup::new(found.record.size(), found.record.rules());
    let mut played = || {
        engine.start(&setup)?;
        let (last, before) = found.record.turns.split_last().expect("a game has turns");
        for &turn in before {
            if engine.play(turn)? != Ruling::Allowed {
                return Ok(format!("{name} refuses an earlier turn, {turn}."));
            }
        }
        let known = engine.is_legal(*last)?;
        let ruling = engine.play(*last)?;
        Ok(match known {
            Some(known) => format!("{name}: {last} is {known} when asked, {ruling} when played."),
            None if about.tolerates_illegal_plays => format!(
                "{name}: {last} is {ruling}, which shows nothing: it also accepts illegal plays."
            ),
            None => format!("{name}: {last} is {ruling}."),
        })
    };
    played().unwrap_or_else(|fault: superko_engine::Fault| format!("{name}: {fault}"))
}
