//! A diagnosis in words.

use crate::evidence::Counterexample;
use crate::facts::Played;
use crate::{Diagnosis, Facts, Prediction, Scope, Unseen, in_words};
use std::fmt;
use superko_game::rules::Rules;
use superko_game::{Size, counted, grouped};

/// The rules that an engine really plays, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DiagnosisReport {
    /// The rules and the mistakes, in a sentence that begins with a verb.
    pub sentence: String,
    /// The facts that the sentence states.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub facts: Facts,
    /// Other models for which no game was found that distinguishes them from this one, the simplest first, as
    /// sentences.
    pub same: Vec<String>,
    /// The evidence against the models most similar to this one.
    pub ruled_out: Vec<Evidence>,
    /// The shortest game found that this model does not explain.
    pub contradiction: Option<Evidence>,
}

/// An answer that contradicts a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Evidence {
    /// The model, in a sentence that begins with a verb.
    pub model: String,
    /// The game, in the format of `superko replay`; the last turn is the one in question.
    pub game: String,
    /// The engine's answer.
    pub said: String,
}

impl DiagnosisReport {
    /// Puts a diagnosis of an engine that was asked to play some rules into words.
    pub fn of(diagnosis: &Diagnosis, rules: Rules) -> DiagnosisReport {
        let facts = diagnosis.facts.clone();
        let plays = |model: &Played| {
            format!("plays {}", in_words::played(model, &facts, rules, in_words::Doubt::default()))
        };
        let in_words = |evidence: &Counterexample| Evidence {
            model: plays(&evidence.model),
            game: in_words::game(evidence),
            said: in_words::said(evidence),
        };
        DiagnosisReport {
            sentence: in_words::sentence(&facts, rules),
            same: diagnosis.same.iter().map(plays).collect(),
            ruled_out: diagnosis.ruled_out.iter().map(in_words).collect(),
            contradiction: diagnosis.contradiction.as_ref().map(in_words),
            facts,
        }
    }
}

/// Writes how much the diagnosis explains and predicts, in sentences.
impl fmt::Display for DiagnosisReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = &self.facts;
        let all = [explained(facts), hash_collisions(facts), unsteady(facts), predicted(facts)];
        let all: Vec<String> = all.into_iter().flatten().collect();
        write!(f, "{}.", all.join(". "))?;
        match &not_observed(facts)[..] {
            [] => Ok(()),
            unseen => write!(f, " Not observed: {}.", unseen.join(", ")),
        }
    }
}

fn explained(facts: &Facts) -> Option<String> {
    let Facts { disagreements, unexplained, open, .. } = facts;
    let answers = counted(facts.observations as u64, "answer");
    let on = match &facts.boards[..] {
        [] => String::new(),
        boards => format!(" on {}", listed(boards)),
    };
    let open = match (disagreements, unexplained, open) {
        (0, 0, 0) => {
            return Some(format!("All {answers} given to the diagnosis{on} match these rules"));
        }
        (_, 0, 0) => {
            let breaks = if *disagreements == 1 { "breaks" } else { "break" };
            return Some(format!(
                "This explains all {answers} given to the diagnosis{on}; {} of them {breaks} the rules asked for",
                grouped(*disagreements as u64)
            ));
        }
        (_, 0, 1) => "a finding below".to_owned(),
        (_, 0, open) => format!("{open} of the findings below"),
        _ => format!("{} of {answers}{on}", grouped(*unexplained as u64)),
    };
    Some(format!("This is the best model found, but it does not explain {open}"))
}

fn hash_collisions(facts: &Facts) -> Option<String> {
    let hash = facts.hash_collisions?;
    let refused = hash.refused;
    let refuses = if refused == 1 { "refuses" } else { "refuse" };
    let pairs = hash.one_in.zip(hash.bits()).map(|(pairs, bits)| {
        format!(
            ". About one pair of positions in {pairs} is treated as equal, as with a hash of about {bits} bits"
        )
    });
    Some(format!(
        "{refused} of them {refuses} new positions because earlier positions have the same hash; no model predicts which positions share a hash{}",
        pairs.unwrap_or_default()
    ))
}

fn unsteady(facts: &Facts) -> Option<String> {
    match facts.unsteady {
        0 => None,
        1 => {
            Some("One game went differently when it was played again, and was left out".to_owned())
        }
        more => Some(format!(
            "{more} games went differently when they were played again, and were left out"
        )),
    }
}

fn predicted(facts: &Facts) -> Option<String> {
    let Prediction { observations, telling, wrong } = facts.predicted;
    let how = match wrong {
        _ if observations == 0 => return Some("Nothing was predicted".to_owned()),
        0 if facts.hash_collisions.is_some() => {
            " without a mistake except for such refusals".to_owned()
        }
        0 => " without a mistake".to_owned(),
        wrong => format!(", {wrong} of them wrongly"),
    };
    Some(format!(
        "It predicted {}{how}; in {} of them a similar model differs",
        counted(observations as u64, "further answer"),
        grouped(telling as u64)
    ))
}

/// Lists what the diagnosis does not cover.
fn not_observed(facts: &Facts) -> Vec<String> {
    let Scope { turns, boards, .. } = &facts.scope;
    let in_a_list = |unseen: &Unseen| match unseen {
        // A clause at the head of a list reads like a condition.
        Unseen::End => "the end of games".to_owned(),
        other => other.to_string(),
    };
    let mut all: Vec<String> = facts.unseen.iter().map(in_a_list).collect();
    all.extend((!boards.is_empty()).then(|| format!("play on {}", listed(boards))));
    all.extend((*turns > 0).then(|| format!("games of more than {turns} turns")));
    all
}

fn listed(boards: &[Size]) -> String {
    boards.iter().map(Size::to_string).collect::<Vec<_>>().join(" ")
}
