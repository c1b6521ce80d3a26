//! `superko explain`: what a word of the program, its reports or the rules means.

mod topic;

use self::topic::{Topic, of_finding, of_form, of_mistake, of_rules, play, titled, topics};
use super::output::{expect_file, print_wrapped, write};
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use superko_certify::report::Drawing;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Form};
use superko_game::rules::{PRESETS, Rule, Rules, SWITCHES};
use superko_harness::model::Mistake;

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// What to explain: a term or an abbreviation (positional superko, PSK), a rule (TT6), an event (repeat-cycle-2), a
    /// check (play), a finding (TT6.play.repeat-cycle-2), a fault (fault.timeout.play), a GTP protocol case (ids), a rule
    /// set (aga), a rule switch or its value (repetition, situational), a mistake (history=500), an engine of the zoo
    /// (zoo:history-of-8), any other word of a report (evidence), or `rules` to compare all rule sets; without WORD, all
    /// words are listed
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Draw the board of an event or a term as SVG, instead of the explanation
    #[arg(long)]
    svg: bool,

    /// A file to write to, in place of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = arguments.output.as_deref();
    file.map_or(Ok(()), expect_file)?;
    let asked = arguments.words.join(" ");
    let text = match &asked[..] {
        "" if arguments.svg => {
            return Err(Failure::usage(
                "--svg draws the board of an event: name one, as in `superko explain repeat-initial --svg`",
            ));
        }
        "" => list(),
        _ if arguments.svg => {
            write(&drawing(&asked)?, file);
            return Ok(Exit::Fine);
        }
        _ if asked.eq_ignore_ascii_case("rules") => side_by_side(),
        _ => explained(&asked).ok_or_else(|| unknown(&asked))?,
    };
    tell(&text, file);
    Ok(Exit::Fine)
}

/// Writes an explanation to a file, or else to standard output, wrapped at the width of the terminal. Markdown marks, which some
/// texts have for pages, are removed.
fn tell(text: &str, file: Option<&Path>) {
    let text = text.replace(['*', '`'], "");
    match file {
        None => print_wrapped(&text),
        Some(_) => write(&text, file),
    }
}

/// Returns a word as it is looked up: in lower case, with a hyphen for each space, and without the last s of a plural.
fn key(word: &str) -> String {
    let small = word.trim().to_lowercase().replace([' ', '_'], "-");
    small.strip_suffix('s').unwrap_or(&small).to_owned()
}

/// Returns all topics with a name.
fn named(wanted: &str) -> Vec<Topic> {
    let has_name = |(name, topic): &(String, Topic)| {
        key(name) == wanted || topic.other_names().iter().any(|other| key(other) == wanted)
    };
    topics().into_iter().filter(has_name).map(|(_, topic)| topic).collect()
}

/// Explains a word: every topic with this name, or else what an id of several parts stands for.
fn explained(asked: &str) -> Option<String> {
    let wanted = key(asked);
    let mut topics = named(&wanted);
    if topics.is_empty() {
        topics = named(wanted.strip_suffix("-rule").unwrap_or_default());
    }
    let mut texts: Vec<String> = topics.into_iter().map(Topic::text).collect();
    texts.dedup();
    (!texts.is_empty()).then(|| texts.join("\n")).or_else(|| of_parts(&in_our_case(asked)))
}

/// Explains an id of several parts: rules, a finding, a mistake with its number, a fault, or a form of an event.
fn of_parts(id: &str) -> Option<String> {
    if let Ok(rules) = id.parse::<Rules>() {
        return Some(of_rules(id, rules));
    }
    if let Some(finding) = finding(id) {
        return Some(of_finding(finding));
    }
    if let Ok(mistake) = id.parse::<Mistake>() {
        return Some(of_mistake(mistake));
    }
    if let Ok(form) = id.parse::<Form>() {
        return Some(of_form(form));
    }
    if let Some(unmet) = id.strip_prefix("unmet.") {
        let (event, form) = unmet.split_once('.').unwrap_or((unmet, ""));
        let event = Topic::Event(event.parse().ok()?).text();
        return match form {
            "" => Some(event),
            form => Some(format!("{}\n{event}", of_form(form.parse().ok()?))),
        };
    }
    if let Some(fault) = id.strip_prefix("fault.") {
        // The command that was being answered may follow.
        let kind = key(fault.split('.').next().unwrap_or(fault));
        let is_fault = |topic: &Topic| matches!(topic, Topic::Fault(..));
        return named(&kind).into_iter().find(is_fault).map(Topic::text);
    }
    of_case(id)
}

/// Explains a case of the fixed suite by its id: the event of its last turn, or all games of a length.
fn of_case(id: &str) -> Option<String> {
    let name = ["undo:", "generate:"].iter().find_map(|way| id.strip_prefix(way)).unwrap_or(id);
    let head = name.split(['.', '@']).next()?;
    let is_event = head.parse::<Event>().is_ok();
    (is_event || ["short-games", "only-pass"].contains(&head)).then(|| {
        let topics = named(&key(head))
            .into_iter()
            .filter(|topic| is_event == matches!(topic, Topic::Event(_)));
        let text =
            "`superko suite list` and `superko suite export` show its game. What it is about:";
        let case = titled(id, "case of the fixed suite", text);
        [case].into_iter().chain(topics.map(Topic::text)).collect::<Vec<_>>().join("\n")
    })
}

fn unknown(asked: &str) -> Failure {
    let meant = nearest(asked).map(|word| format!("; did you mean `{word}`?"));
    let meant = meant.unwrap_or_else(|| ";".to_owned());
    Failure::usage(format!("unknown word `{asked}`{meant} `superko explain` lists all words"))
}

/// Draws the last turn of the game of an event, of a finding by its event, or of a term.
fn drawing(asked: &str) -> Result<String, Failure> {
    let of_event = finding(&in_our_case(asked)).map(|(_, _, event)| Topic::Event(event));
    let topics = named(&key(asked)).into_iter().chain(of_event);
    let Some(game) = topics.filter_map(Topic::game).next() else {
        return Err(Failure::usage(format!(
            "`{asked}` has no board: --svg draws events, such as repeat-initial, and some terms, such as ko; `superko explain` \
             lists them"
        )));
    };
    match game.map(|record| play(&record)) {
        Some(transcript) if !transcript.steps.is_empty() => {
            Ok(Drawing::of_turn(&transcript, transcript.steps.len() - 1).to_svg())
        }
        _ => Err(Failure::usage(format!(
            "`{asked}` has no board: it is about the engine, or no short game reaches it"
        ))),
    }
}

/// Compares all rule sets: a block for each switch, with the rule sets that share a value of it together.
fn side_by_side() -> String {
    let mut text = String::new();
    for switch in SWITCHES {
        let _ = writeln!(text, "{}", style(switch.name).bold());
        for value in switch.values {
            let sets: Vec<&str> = PRESETS
                .iter()
                .filter(|preset| preset.rules.value(switch).rule == value.rule)
                .map(|preset| preset.name)
                .collect();
            if !sets.is_empty() {
                let _ = writeln!(text, "  {:<32} {}", switch.written(value), sets.join(", "));
            }
        }
    }
    text
}

/// The likeness of two words, from 0 to 1, from which one is taken for a misspelling of the other.
const ALIKE: f64 = 0.8;

/// Returns the known word that is most like another, if one is like it.
fn nearest(word: &str) -> Option<String> {
    let wanted = key(word);
    let likeness = |known: &String| strsim::jaro_winkler(&wanted, &key(known));
    let with_other_names = |(name, topic): (String, Topic)| {
        let others = topic.other_names().into_iter().map(str::to_owned);
        [name].into_iter().chain(others)
    };
    let known = topics().into_iter().flat_map(with_other_names);
    let nearest = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    nearest.filter(|known| likeness(known) > ALIKE)
}

/// Returns an id in lower case, except for the TT of the rules.
fn in_our_case(id: &str) -> String {
    let small = id.to_ascii_lowercase();
    match small.strip_prefix("tt") {
        Some(rest) => format!("TT{rest}"),
        None => small,
    }
}

/// Parses the id of a finding: the rule, if it is about one, the check and the event.
fn finding(id: &str) -> Option<(Option<Rule>, Check, Event)> {
    let parts: Vec<&str> = id.split('.').collect();
    let [rule, check, event] = parts[..] else { return None };
    let rule = match rule {
        "state" => None,
        rule => Some(rule.replacen('-', "/", 1).parse().ok()?),
    };
    Some((rule, check.parse().ok()?, event.parse().ok()?))
}

/// Lists all words by their kind, with what they mean if that fits on a line.
fn list() -> String {
    let mut text = String::new();
    for topics in topics().chunk_by(|(_, one), (_, other)| one.kind() == other.kind()) {
        let (heading, _) = topics[0].1.kind();
        let _ = writeln!(text, "{}", style(heading).bold());
        let mut names = Vec::new();
        for (name, topic) in topics {
            match topic.in_short() {
                Some(short) => text += &format!("  {name:<32} {short}\n"),
                None => names.push(name.as_str()),
            }
        }
        if !names.is_empty() {
            let _ = writeln!(text, "{}", names.join(", "));
        }
        text.push('\n');
    }
    text
}
