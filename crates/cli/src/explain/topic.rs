//! The topics that `explain` knows, with their names and meanings.

use console::style;
use std::collections::BTreeSet;
use std::fmt::{Display, Write};
use superko_certify::report::one_line;
use superko_engine::check::Check;
use superko_engine::referee::{Cycle, Event, Form, PlayKind, Referee, Transcript};
use superko_engine::{Fault, Reference};
use superko_game::rules::{
    Agreement, PRESETS, Preset, Rule, Rules, SWITCHES, Switch, SwitchValue, Theorem,
};
use superko_game::{Point, Record, Size};
use superko_gtp::client::protocol_demands;
use superko_harness::compare::{CompareOptions, compare_with};
use superko_harness::model::Mistake;
use superko_harness::suite::fixed::{self, Case};
use superko_harness::suite::random::Strategy;
use superko_harness::suite::{self, glossary};
use superko_harness::zoo::{self, Mutant};

/// A topic that a word names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    /// An entry of the glossary: all its names, and its text.
    Term(&'static str, &'static str),
    Rule(Rule),
    Event(Event),
    Check(Check),
    RuleSet(&'static Preset),
    Switch(&'static Switch),
    Value(&'static Switch, &'static SwitchValue),
    Fault(&'static str, &'static str),
    ProtocolCase(&'static str, &'static str),
    Mistake(Mistake),
    Strategy(Strategy),
    Play(PlayKind),
    Cycle(Cycle),
    Mutant(&'static Mutant),
}

/// Returns all words with the topics that they name. An entry of the glossary has a row for each of its names.
pub(super) fn topics() -> Vec<(String, Topic)> {
    let mut all = Vec::new();
    for (names, text) in glossary::entries() {
        all.extend(names.split(", ").map(|name| (name.to_owned(), Topic::Term(names, text))));
    }
    all.extend(Rule::all().map(|rule| (rule.to_string(), Topic::Rule(rule))));
    all.extend(Event::ALL.map(|event| (event.to_string(), Topic::Event(event))));
    all.extend(Check::ALL.map(|check| (check.to_string(), Topic::Check(check))));
    all.extend(PRESETS.iter().map(|set| (set.name.to_owned(), Topic::RuleSet(set))));
    all.extend(SWITCHES.iter().map(|switch| (switch.name.to_owned(), Topic::Switch(switch))));
    for switch in SWITCHES {
        let values = switch.values.iter();
        all.extend(values.map(|value| (switch.written(value), Topic::Value(switch, value))));
    }
    all.extend(Fault::KINDS.map(|(kind, text)| (kind.to_owned(), Topic::Fault(kind, text))));
    all.extend(protocol_demands().map(|(id, text)| (id.to_owned(), Topic::ProtocolCase(id, text))));
    all.extend(Strategy::ALL.map(|strategy| (strategy.to_string(), Topic::Strategy(strategy))));
    all.extend(PlayKind::ALL.map(|play| (play.to_string(), Topic::Play(play))));
    all.extend(Cycle::ALL.map(|cycle| (cycle.to_string(), Topic::Cycle(cycle))));
    let mistakes =
        Mistake::all().map(|mistake| (mistake.word().to_owned(), Topic::Mistake(mistake)));
    all.extend(mistakes);
    // A mistake that has the value of a switch gets only one row.
    all.dedup_by(|one, other| one.0 == other.0 && matches!(one.1, Topic::Mistake(_)));
    all.extend(
        zoo::ALL.iter().map(|mutant| (format!("zoo:{}", mutant.name), Topic::Mutant(mutant))),
    );
    all
}

impl Topic {
    /// Returns further names, which lists leave out.
    pub(super) fn other_names(self) -> Vec<&'static str> {
        match self {
            Topic::RuleSet(set) => set.ru.to_vec(),
            Topic::Value(_, value) => vec![value.word],
            Topic::Mutant(mutant) => vec![mutant.name],
            _ => Vec::new(),
        }
    }

    /// Returns the kind of the topic, as a heading of a list and as an addition to a name.
    pub(super) fn kind(self) -> (&'static str, &'static str) {
        match self {
            Topic::Term(..) => ("Terms", ""),
            Topic::Rule(_) => ("Rules", "rule"),
            Topic::Event(_) => ("Events", "event"),
            Topic::Check(_) => ("Checks", "check"),
            Topic::RuleSet(_) => ("Rule sets", "rule set"),
            Topic::Switch(_) => ("Rule switches", "rule switch"),
            Topic::Value(..) => ("Values of rule switches", "value of a rule switch"),
            Topic::Fault(..) => ("Faults", "fault"),
            Topic::ProtocolCase(..) => ("GTP protocol cases", "GTP protocol case"),
            Topic::Strategy(_) => ("Strategies of random games", "strategy of random games"),
            Topic::Play(_) | Topic::Cycle(_) => ("Forms of events", FORM),
            Topic::Mistake(_) => ("Mistakes that a diagnosis finds", MISTAKE),
            Topic::Mutant(_) => ("Zoo", "engine of the zoo"),
        }
    }

    /// Returns the meaning on a line of a list. `None` for a kind of which lists have only the names.
    pub(super) fn in_short(self) -> Option<String> {
        Some(match self {
            Topic::Rule(rule) => beginning(&rule.text()),
            Topic::Event(event) => event.text().to_owned(),
            Topic::Check(check) => check.text().to_owned(),
            Topic::RuleSet(set) => set.rules.switches(),
            Topic::Switch(switch) => switch.text.to_owned(),
            Topic::Value(_, value) => value.text.to_owned(),
            Topic::Fault(_, text) | Topic::ProtocolCase(_, text) => text.to_owned(),
            Topic::Strategy(strategy) => strategy.text().to_owned(),
            Topic::Play(play) => play.text().to_owned(),
            Topic::Cycle(cycle) => cycle.text().to_owned(),
            Topic::Term(..) | Topic::Mistake(_) | Topic::Mutant(_) => return None,
        })
    }

    /// Returns the whole explanation.
    pub(super) fn text(self) -> String {
        let (_, kind) = self.kind();
        match self {
            Topic::Term(names, text) => {
                let game = glossary::game(names);
                let game = game.map(|(what, record)| of_game(what, &record)).unwrap_or_default();
                format!("{}\n  {text}\n{game}", style(names).bold())
            }
            Topic::Rule(rule) => of_sentence(rule),
            Topic::Event(event) => of_event(event),
            Topic::Check(check) => titled(check, kind, check.text()),
            Topic::RuleSet(set) => of_rules(set.name, set.rules),
            Topic::Switch(switch) => {
                format!("{}\n{}", titled(switch.name, kind, switch.text), values(switch))
            }
            Topic::Value(switch, value) => {
                titled(switch.written(value), kind, &of_value(switch, value))
            }
            Topic::Fault(name, text) | Topic::ProtocolCase(name, text) => titled(name, kind, text),
            Topic::Mistake(mistake) => of_mistake(mistake),
            Topic::Strategy(strategy) => titled(strategy, kind, strategy.text()),
            Topic::Play(play) => titled(play, kind, play.text()),
            Topic::Cycle(cycle) => titled(cycle, kind, cycle.text()),
            Topic::Mutant(mutant) => titled(format!("zoo:{}", mutant.name), kind, mutant.story),
        }
    }

    /// Returns a game that shows the meaning with its last turn. The outer `None` means that no such topic has a game.
    pub(super) fn game(self) -> Option<Option<Record>> {
        match self {
            Topic::Event(event) => {
                Some(suite::example(Reference::new, event).map(|(_, record)| record))
            }
            Topic::Term(names, _) => glossary::game(names).map(|(_, record)| Some(record)),
            _ => None,
        }
    }
}

const FORM: &str = "form of an event";
const MISTAKE: &str = "mistake that a diagnosis finds";

/// Returns a name with its kind, and its meaning below.
pub(super) fn titled(name: impl Display, kind: &str, text: &str) -> String {
    format!("{} ({kind})\n  {text}\n", style(name).bold())
}

pub(super) fn of_form(form: Form) -> String {
    titled(form, FORM, &format!("{} {}", form.play.text(), form.cycle.text()))
}

pub(super) fn of_mistake(mistake: Mistake) -> String {
    let story = format!("The engine {}.\n  To mend it: {}", mistake.clause(), mistake.mend());
    let mut text = titled(mistake, MISTAKE, &story);
    for (place, mutant) in zoo::with_mistake(mistake).enumerate() {
        if place == 0 {
            let _ = writeln!(text, "\n{}", style("Zoo engines with such a mistake").dim());
        }
        let _ = writeln!(text, "  zoo:{}\n      {}", mutant.name, mutant.story);
    }
    text
}

/// Returns the question of a switch, with a value as the answer.
fn of_value(switch: &Switch, value: &SwitchValue) -> String {
    let is_in = |set: &&Preset| set.rules.value(switch).word == value.word;
    let sets: Vec<&str> = PRESETS.iter().filter(is_in).map(|set| set.name).collect();
    let sets = match &sets[..] {
        [] => "none".to_owned(),
        sets => sets.join(", "),
    };
    let mut text = format!(
        "{}\n  {}\n  rule: {}\n  rule sets with it: {sets}",
        switch.text, value.text, value.rule
    );
    for Theorem { text: claim, name } in value.proved {
        let _ = write!(text, "\n  proved ({name}): {claim}");
    }
    text
}

/// Explains a finding: its rule, if it is about one, its check and its event.
pub(super) fn of_finding((rule, check, event): (Option<Rule>, Check, Event)) -> String {
    let topics =
        rule.map(Topic::Rule).into_iter().chain([Topic::Check(check), Topic::Event(event)]);
    topics.map(Topic::text).collect::<Vec<_>>().join("\n")
}

/// Returns the first words of a text, as many as fit on a line.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(70) {
        None => text.to_owned(),
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{} ...", &text[..end])
        }
    }
}

pub(super) fn of_rules(id: &str, rules: Rules) -> String {
    let mut text = format!("{} (rules)\n", style(id).bold());
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

/// Lists the values of a switch, one to a line.
fn values(switch: &Switch) -> String {
    switch.values.iter().map(|value| row(switch, value)).collect()
}

fn row(switch: &Switch, value: &SwitchValue) -> String {
    format!("  {:<32} {:<26} {}\n", switch.written(value), value.rule, value.text)
}

fn of_sentence(rule: Rule) -> String {
    let mut text = titled(rule, &format!("rule: {}", rule.topic()), &rule.text());
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
    let mut text = titled(event, "event", event.text());
    let example = suite::example(Reference::new, event);
    if let Some((what, record)) = &example {
        text += &of_game(what, record);
    }
    let wrong = zoo::ALL.iter().filter(|mutant| mutant.event == event);
    let (by_game, otherwise): (Vec<&Mutant>, Vec<&Mutant>) = wrong
        .partition(|mutant| example.as_ref().is_some_and(|(_, game)| is_detected(mutant, game)));
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

/// Returns a game: what to see in it, the record, and its last turn drawn.
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
        if let Some(effect) = step.turn.judgment.effect {
            let _ = writeln!(text, "  It {effect}.");
        }
        for line in of_phase(record) {
            let _ = writeln!(text, "  {line}.");
        }
        if let Some((score, _)) = step.end {
            let _ = writeln!(text, "  The game is over: {score}.");
        }
    }
    text
}

/// Returns the phase of a game after its last turn, and the blocked stones, if its rules have cleanup phases.
fn of_phase(record: &Record) -> Vec<String> {
    if record.rules().agreement != Agreement::Cleanup {
        return Vec::new();
    }
    let mut game = Reference::set_up(&record.setup);
    for &turn in &record.turns {
        Referee::play(&mut game, turn);
    }
    let blocked: Vec<String> = game.blocked().iter().map(Point::to_string).collect();
    let mut lines = vec![format!("This is the {}", game.phase())];
    if !blocked.is_empty() {
        lines.push(format!("Blocked after a ko was taken: {}", blocked.join(", ")));
    }
    lines
}

/// Returns whether an engine disagrees with the reference in a game, under the rules that it is tested under.
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

pub(super) fn play(record: &Record) -> Transcript {
    Transcript::new(Reference::new(record.size(), record.rules()), record.clone(), |_, _| {
        Vec::new()
    })
}
