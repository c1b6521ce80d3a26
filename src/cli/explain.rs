//! `superko explain`.

use super::output::{expect_file, print_wrapped, write};
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::collections::BTreeSet;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use superko::engines::Reference;
use superko::engines::gtp::protocol_case;
use superko::engines::zoo::{self, Mutant};
use superko::report::{Drawing, one_line};
use superko::rules::SwitchValue;
use superko::suite;
use superko::suite::fixed::{self, Case};
use superko::suite::glossary;
use superko::{
    Check, CompareOptions, Event, Fault, PRESETS, Preset, Record, Rule, Rules, SWITCHES, Size,
    Switch, Transcript, compare_with,
};

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// What to explain: a rule (TT6), an event (repeat-cycle-2), a check (play), a finding (TT6.play.repeat-cycle-2), a
    /// fault (fault.timeout.play), a GTP protocol case (ids), a rule set (aga), a rule switch (repetition), an engine of
    /// the zoo (zoo:history-of-8), a glossary term (superko), or `rules` to compare all rule sets; without WORD, all words are listed
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Draw the board of an event or a glossary term as SVG, instead of the explanation
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
    if arguments.words.is_empty() {
        if arguments.svg {
            return Err(Failure::usage(
                "--svg draws the board of an event: name one, as in `superko explain repeat-initial --svg`",
            ));
        }
        tell(&list(), file);
        return Ok(Exit::Fine);
    }
    let asked = arguments.words.join(" ");
    let id = in_our_case(&asked);
    if arguments.svg {
        write(&drawing(&asked, &id)?, file);
        return Ok(Exit::Fine);
    }
    if id == "rules" {
        tell(&side_by_side(), file);
        return Ok(Exit::Fine);
    }
    let entry = glossary::entries().find(|(word, _)| *word == id);
    let mut text = String::new();
    if let Some((word, meaning)) = entry {
        text += &titled(word, meaning);
        if let Some((what, record)) = glossary::game(word) {
            text += &of_game(what, &record);
        }
    }
    text += &if let Ok(rule) = id.parse::<Rule>() {
        of_sentence(rule)
    } else if let Ok(event) = id.parse::<Event>() {
        of_event(event)
    } else if let Some(check) = Check::ALL.into_iter().find(|check| check.id() == id) {
        titled(check, check.text())
    } else if let Some(switch) = SWITCHES.iter().find(|switch| switch.name == id) {
        of_switch(switch)
    } else if let Ok(rules) = id.parse::<Rules>() {
        of_rules(&id, rules)
    } else if let Some(finding) = finding(&id) {
        of_finding(finding)
    } else if let Some(text) = fault(&id) {
        titled(&id, text)
    } else if let Some(text) = protocol_case(&id) {
        titled(&id, text)
    } else if let Some(mutant) = zoo::find(id.strip_prefix("zoo:").unwrap_or(&id)) {
        titled(format!("zoo:{}", mutant.name), mutant.story)
    } else if entry.is_some() {
        String::new()
    } else {
        let meant =
            nearest(&id).map(|word| format!("; did you mean `{word}`?")).unwrap_or(";".to_owned());
        return Err(Failure::usage(format!(
            "unknown word `{asked}`{meant} `superko explain` lists all words"
        )));
    };
    tell(&text, file);
    Ok(Exit::Fine)
}

/// Writes an explanation to a file, or else to standard output, wrapped at the width of a terminal.
fn tell(text: &str, file: Option<&Path>) {
    match file {
        None => print_wrapped(text),
        Some(_) => write(text, file),
    }
}

/// The last turn of the game of an event, of a finding by its event, or of a word of the glossary, drawn.
fn drawing(asked: &str, id: &str) -> Result<String, Failure> {
    let event = id.parse().ok().or_else(|| finding(id).map(|(_, _, event)| event));
    let game = match (event, glossary::game(id)) {
        (Some(event), _) => suite::example(Reference::new, event),
        (None, Some(game)) => Some(game),
        (None, None) => {
            return Err(Failure::usage(format!(
                "`{asked}` has no board: --svg draws events, such as repeat-initial, and some words of the glossary, such as \
                 ko; `superko explain` lists them"
            )));
        }
    };
    match game.map(|(_, record)| play(&record)) {
        Some(transcript) if !transcript.steps.is_empty() => {
            Ok(Drawing::of_turn(&transcript, transcript.steps.len() - 1).to_svg())
        }
        _ => Err(Failure::usage(format!(
            "`{asked}` has no board: it is about the engine, or no short game reaches it"
        ))),
    }
}

/// All rule sets by all switches: a block for each switch, with the rule sets that share a value of it together.
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

/// How much alike two words are, from 0 to 1, when one is taken for a slip of the other.
const ALIKE: f64 = 0.8;

/// The word known here that is most like another, if it is like one.
fn nearest(word: &str) -> Option<String> {
    let rules = Rule::all().map(|rule| rule.id().to_owned());
    let events = Event::ALL.iter().map(|event| event.id().to_owned());
    let checks = Check::ALL.iter().map(|check| check.id().to_owned());
    let sets = PRESETS.iter().map(|preset| preset.name.to_owned());
    let switches = SWITCHES.iter().map(|switch| switch.name.to_owned());
    let words = glossary::entries().map(|(word, _)| word.to_owned());
    let zoo = zoo::ALL.iter().map(|mutant| format!("zoo:{}", mutant.name));
    let known = rules.chain(events).chain(checks).chain(sets).chain(switches).chain(words);
    let known = known.chain(zoo);
    let likeness = |known: &String| strsim::jaro_winkler(word, known);
    let nearest = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    nearest.filter(|known| likeness(known) > ALIKE)
}

/// An id with capitals where ours have them: in the names of sentences.
fn in_our_case(id: &str) -> String {
    let small = id.to_ascii_lowercase();
    match small.strip_prefix("tt") {
        Some(rest) => format!("TT{rest}"),
        None => small,
    }
}

/// What the id of a finding names: the rule, unless no rule speaks of it, the check and the event.
fn finding(id: &str) -> Option<(Option<Rule>, Check, Event)> {
    let parts: Vec<&str> = id.split('.').collect();
    let [rule, check, event] = parts[..] else { return None };
    let rule = match rule {
        "state" => None,
        rule => Some(rule.replacen('-', "/", 1).parse().ok()?),
    };
    Some((rule, check.parse().ok()?, event.parse().ok()?))
}

/// What a fault is, by its id or by its kind.
fn fault(id: &str) -> Option<&'static str> {
    let kind = id.strip_prefix("fault.").map_or(id, |id| id.split('.').next().unwrap_or(id));
    Fault::KINDS.into_iter().find(|(known, _)| *known == kind).map(|(_, text)| text)
}

fn of_finding((rule, check, event): (Option<Rule>, Check, Event)) -> String {
    let rule = rule.map(|rule| of_sentence(rule) + "\n").unwrap_or_default();
    format!("{rule}{}\n{}", titled(check, check.text()), of_event(event))
}

fn list() -> String {
    let row = |word: &dyn Display, text: &str| format!("  {word:<26} {text}\n");
    let sections: [(&str, String); 4] = [
        ("Rules", Rule::all().map(|rule| row(&rule, &beginning(&rule.text()))).collect()),
        ("Events", Event::ALL.iter().map(|event| row(event, event.text())).collect()),
        ("Checks", Check::ALL.iter().map(|check| row(check, check.text())).collect()),
        ("Rule sets", PRESETS.iter().map(|set| row(&set.name, &set.rules.switches())).collect()),
    ];
    let mut text = String::new();
    for (title, rows) in sections {
        text += &format!("{}\n{rows}\n", style(title).bold());
    }
    for switch in SWITCHES {
        let heading = style(format!("Rule switch: {}", switch.name)).bold();
        text += &format!("{heading}\n{}\n\n", values(switch));
    }
    let words: Vec<&str> = glossary::entries().map(|(word, _)| word).collect();
    text + &format!("{}\n{}\n", style("Glossary").bold(), words.join(", "))
}

fn titled(title: impl Display, text: &str) -> String {
    format!("{}\n  {text}\n", style(title).bold())
}

/// The first words of a text, as many as fit on a line.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(70) {
        None => text.to_owned(),
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{} ...", &text[..end])
        }
    }
}

fn of_rules(id: &str, rules: Rules) -> String {
    let mut text = format!("{}\n", style(id).bold());
    if let Some(preset) = Preset::find(id) {
        let _ = writeln!(text, "  {}\n  source: {}", preset.note, preset.source);
        if let Some(komi) = preset.komi {
            let _ = writeln!(text, "  komi {komi}; handicap: {}", preset.handicap.text());
        }
    }
    for switch in SWITCHES {
        text += &row(switch, rules.value(switch));
    }
    let usual = Rules::default();
    if rules == usual {
        return text;
    }
    let differs = |switch: &&Switch| rules.value(switch).rule != usual.value(switch).rule;
    let switches: Vec<String> =
        SWITCHES.iter().filter(differs).map(|switch| switch.written(usual.value(switch))).collect();
    let all = match switches.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => switches.concat(),
    };
    let _ = writeln!(text, "\nTromp-Taylor has {all} instead.");
    let size = Size::square(5).expect("5x5 is a board");
    let cases = [usual, rules].map(|rules| fixed::cases(size, rules)).concat();
    let answers_otherwise = |case: &&Case| {
        let answers = [usual, rules].map(|rules| case.answers.under(rules).is_legal());
        matches!(answers, [Some(one), Some(other)] if one != other)
    };
    let events: BTreeSet<Event> =
        cases.iter().filter(answers_otherwise).map(|case| case.event).collect();
    if !events.is_empty() {
        let events: Vec<&str> = events.into_iter().map(Event::id).collect();
        let _ = writeln!(text, "The fixed suite distinguishes the two by {}.", events.join(", "));
    }
    text
}

fn of_switch(switch: &Switch) -> String {
    format!("{}\n{}", titled(switch.name, switch.text), values(switch))
}

/// The values of a switch, a line each.
fn values(switch: &Switch) -> String {
    switch.values.iter().map(|value| row(switch, value)).collect()
}

fn row(switch: &Switch, value: &SwitchValue) -> String {
    format!("  {:<32} {:<26} {}\n", switch.written(value), value.rule, value.text)
}

fn of_sentence(rule: Rule) -> String {
    // The rule text stresses words the way Markdown does.
    let plain = rule.text().replace('*', "");
    let mut text = titled(rule, &plain);
    let caught: Vec<_> = zoo::ALL
        .iter()
        .filter(|mutant| mutant.rule == rule && !mutant.event.is_about_the_engine())
        .collect();
    if !caught.is_empty() {
        let _ = writeln!(text, "\n{}", style("Zoo engines that break this rule").dim());
    }
    for mutant in caught {
        let _ = writeln!(text, "  zoo:{:<36} found by {}", mutant.name, mutant.event);
    }
    text
}

fn of_event(event: Event) -> String {
    let mut text = titled(event, event.text());
    if let Some((what, record)) = suite::example(Reference::new, event) {
        text += &of_game(what, &record);
    }
    let wrong = zoo::ALL.iter().filter(|mutant| mutant.event == event);
    let game = suite::example(Reference::new, event).map(|(_, record)| record);
    let (by_game, otherwise): (Vec<&Mutant>, Vec<&Mutant>) =
        wrong.partition(|mutant| game.as_ref().is_some_and(|game| is_detected(mutant, game)));
    for (title, mutants) in [
        ("Zoo engines that this game detects", by_game),
        ("Zoo engines that other games with this event detect", otherwise),
    ] {
        if !mutants.is_empty() {
            let _ = writeln!(text, "\n{}", style(title).dim());
        }
        for mutant in mutants {
            let _ = writeln!(text, "  zoo:{}\n      {}", mutant.name, mutant.story);
        }
    }
    text
}

/// A game: what is to be seen in it, the record, and its last turn drawn.
fn of_game(what: &str, record: &Record) -> String {
    let transcript = play(record);
    let mut text = format!("\n{}\n  {}\n", style(what).dim(), one_line(record));
    if let Some(step) = transcript.steps.last() {
        let before = transcript.before(transcript.steps.len() - 1);
        for line in before.drawn(step.turn.turn.point()).lines() {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "    {line}");
        }
        let ruling = match step.turn.judgment.refusal {
            None => "is legal".to_owned(),
            Some(refusal) => format!("is refused: {refusal}"),
        };
        let _ = writeln!(text, "  {} {} {ruling}.", step.player, step.turn.turn);
        if let Some((score, _)) = step.end {
            let _ = writeln!(text, "  The game is over: {score}.");
        }
    }
    text
}

/// Whether an engine disagrees with the reference in a game, under the rules that it is tested under.
fn is_detected(mutant: &Mutant, game: &Record) -> bool {
    let game = Record::new(game.size(), mutant.rules, game.turns.clone());
    let transcript = Transcript::new(Reference::set_up(&game.setup), game.clone(), |place, _| {
        vec![game.turns[place]]
    });
    [false, true].into_iter().any(|undo| {
        let options = CompareOptions { ask: true, undo };
        let compared = compare_with(mutant.engine().as_mut(), &transcript, options);
        !compared.disagreements.is_empty()
    })
}

fn play(record: &Record) -> Transcript {
    Transcript::new(Reference::new(record.size(), record.rules()), record.clone(), |_, _| {
        Vec::new()
    })
}
