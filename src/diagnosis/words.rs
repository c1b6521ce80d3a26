//! A model described in a sentence.

use super::base::Base;
use super::moves::word_of;
use crate::engines::{Channel, Mistake, Model};
use crate::rules::{Repeat, Repetition, Rules, SWITCHES, Scoring, Suicide, Switch};

/// Describes the engine of a model: `plays positional superko with suicide, but forgets positions more than
/// 500 turns back`.
pub(super) fn sentence(model: Model, base: Base) -> String {
    sentence_between(model, base, None)
}

/// Describes the engine of a model if the distance to which it checks for repetitions is only known to be
/// between two numbers.
pub(super) fn sentence_between(
    model: Model,
    base: Base,
    between: Option<(usize, usize)>,
) -> String {
    let (rules, _) = base.split(model);
    let mut clauses: Vec<String> = Vec::new();
    let mut declared: Vec<String> = Vec::new();
    for (mistake, channel) in model.mistakes() {
        match base.declares(mistake) {
            true => declared.push(clause_in(mistake, channel)),
            // Without a pass it is any ko point.
            false if base.unseen.passes && mistake == Mistake::KoKeptAfterPass => {
                clauses.push("keeps a ko point".to_owned());
            }
            false => clauses.push(clause_between(mistake, channel, between)),
        }
    }
    let in_force = model.rules.unwrap_or(base.asked);
    if rules != in_force {
        let ending = match in_force.repeat {
            Repeat::Ties => "ends a game in a tie when a position is repeated",
            _ => "makes a player who repeats a position lose",
        };
        declared.insert(0, ending.to_owned());
    }
    let plays = match declared.is_empty() {
        true => format!("plays {}", rule_words_seen(rules, base)),
        false => {
            format!(
                "plays {} (and, as it declares, {})",
                rule_words_seen(rules, base),
                listed(&declared)
            )
        }
    };
    match clauses.is_empty() {
        true => plays,
        false => format!("{plays}, but {}", listed(&clauses)),
    }
}

/// Clauses in a row: `a, b, and c`.
fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
    }
}

/// Describes a rule set, as in `positional superko with suicide`.
pub fn rule_words(rules: Rules) -> String {
    said_of(rules, |switch| !switch.is_default(rules))
}

/// Describes a rule set without the values that are as requested and were not observed.
pub(super) fn rule_words_seen(rules: Rules, base: Base) -> String {
    said_of(rules, |switch| {
        let as_asked = switch.value(rules).word == switch.value(base.asked).word;
        match as_asked {
            true => !switch.is_default(rules) && !base.unseen.hides(switch.name),
            // The sentence names a switch that is not played as asked, even if its value is the usual one.
            false => true,
        }
    })
}

/// The rules in words, as far as something is said of a switch; of repetition and suicide it always is.
fn said_of(rules: Rules, is_said: impl Fn(&Switch) -> bool) -> String {
    let repetition = match rules.repetition {
        Repetition::Positional => "positional superko",
        Repetition::Situational => "situational superko",
        Repetition::NaturalSituational => "natural situational superko",
        Repetition::NewZealand => "New Zealand's superko",
        Repetition::SimpleKo => "simple ko",
        Repetition::None => "no rule against repetition",
    };
    let suicide = match rules.suicide {
        Suicide::Allowed => "with suicide",
        Suicide::SeveralStones => "with suicide of several stones",
        Suicide::Forbidden => "without suicide",
    };
    let mut words = format!("{repetition} {suicide}");
    for switch in SWITCHES {
        // The first two are said. The rest does not show.
        let passed_over = match switch.name {
            "repetition" | "suicide" | "agreement" => true,
            "pass" if [Scoring::Area, Scoring::Stones].contains(&rules.score) => true,
            _ => !is_said(switch),
        };
        if !passed_over {
            words += &format!(", {}={}", switch.name, word_of(switch.name, rules));
        }
    }
    words
}

/// A sentence about a model that does not explain everything.
pub(super) fn hedged(sentence: &str) -> String {
    sentence.replacen("plays ", "mostly plays ", 1)
}

/// A sentence about a model that explains little, and is only the nearest one.
pub(super) fn nearest(sentence: &str) -> String {
    sentence.replacen("plays ", "plays rules that no model explains; the nearest is ", 1)
}

/// A sentence about an engine that stopped answering before it was known what it plays.
pub(super) fn lost(sentence: &str) -> String {
    format!(
        "was lost too early to tell what it plays; until then its answers fit a program that {sentence}"
    )
}

/// What a mistake in a channel is, after "it", where how far it looks for repetitions is only known to be between two numbers.
pub(super) fn clause_between(
    mistake: Mistake,
    channel: Channel,
    between: Option<(usize, usize)>,
) -> String {
    match between.filter(|_| mistake.ends_looking()) {
        None => clause_in(mistake, channel),
        Some((least, most)) => {
            let clause = in_channel(mistake.clause_with('N'), channel);
            match most - least {
                1 => format!("{clause} (N is {least} or {most})"),
                _ => format!("{clause} (N between {least} and {most})"),
            }
        }
    }
}

/// What a mistake in a channel is, after "it".
pub(super) fn clause_in(mistake: Mistake, channel: Channel) -> String {
    in_channel(mistake.clause(), channel)
}

/// A clause, with the circumstances.
fn in_channel(clause: String, channel: Channel) -> String {
    match channel {
        Channel::Both => clause,
        Channel::Play => format!("{clause} (only when it plays, not when it is asked)"),
        Channel::Legality => format!("{clause} (only when it is asked, not when it plays)"),
        Channel::Black => format!("{clause} (for Black only)"),
        Channel::White => format!("{clause} (for White only)"),
    }
}
