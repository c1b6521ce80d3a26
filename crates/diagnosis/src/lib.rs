#![doc = include_str!("../README.md")]
//!
//! The games come from models and from the fixed suite, never from the engine. A session keeps the questions
//! and the answers, so that every model can be asked the same. The search changes one thing at a time in the
//! models that explain most. The best model is then distinguished from every neighboring model (one change
//! away) by games on which the two differ.

mod cause;
mod claims;
mod dialog;
mod evidence;
mod expected_rules;
mod facts;
mod hash_collisions;
mod in_words;
mod interview;
mod kos;
mod moves;
mod predict;
mod question;
mod report;
mod script;
mod search;
mod session;
#[cfg(test)]
mod tests;
mod whole;

pub use cause::Cause;
pub use evidence::MOST_RULED_OUT;
pub use facts::{Confidence, Facts, HashCollisions, Played, Prediction, Scope, Unseen, words};
pub use in_words::{explanation, repetition_words, rule_words, sentence};
pub use question::Said;
pub use report::{DiagnosisReport, Evidence};

use evidence::Counterexample;

use interview::{Found, Interview};
use superko_engine::{EngineFactory, Fault};
use superko_game::rules::Rules;
use superko_game::{Record, Size};
use superko_harness::model::{Channel, Mistake, Model};
use superko_harness::suite::collisions::OWN_HASH;

/// The largest number of random games on each board to draw to distinguish models.
pub const GAMES_TO_TELL_APART: u64 = 80;

/// The largest number of further searches after wrong predictions.
const MOST_AGAIN: usize = 2;

/// The largest number of games to keep whose last answer contradicts the requested rules.
const MOST_AGAINST: usize = 8;

/// The largest number of models to name that no game distinguishes from the one found.
pub const MOST_SAME: usize = 5;

/// The options of a diagnosis.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules that the engine is asked to play.
    pub rules: Rules,
    /// The boards that the engine supports.
    pub sizes: Vec<Size>,
    /// Whether the user named these boards. If not, the board that the engine is known to support is added.
    pub sizes_named: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// Additional games to play on the engine, such as those of findings.
    pub games: Vec<Record>,
    /// The approximate number of round trips to spend on distinguishing models.
    pub round_trips: usize,
    /// The approximate number of answers to predict.
    pub predictions: usize,
}

/// The rules and mistakes that an engine really plays, and the games that show them.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The rules and mistakes, and how well they explain the answers of the engine.
    pub facts: Facts,
    /// Other models for which no game was found that distinguishes them from this one, the simplest first.
    pub(crate) same: Vec<Played>,
    /// The evidence against the models most similar to this one.
    pub(crate) ruled_out: Vec<Counterexample>,
    /// The shortest game found that this model does not explain.
    pub(crate) contradiction: Option<Counterexample>,
    /// Short games, the shortest first, whose last answer contradicts the rules that the engine was asked to play.
    pub against: Vec<Record>,
}

/// Finds out which rules an engine really plays.
///
/// `stop` is called between games. If it returns `true`, the result is what is known by then.
///
/// # Errors
///
/// If no engine could be started, or the engine does not support any of the boards.
pub fn identify(
    factory: &EngineFactory<'_>,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Result<Diagnosis, Fault> {
    let mut interview = Interview::begin(factory, options, stop)?;
    interview.ask_first_games();
    let (mut found, mut predicted) = find(&mut interview);
    let between = interview.between(found.model);
    let alternative = interview.alternative(found.model);
    let is_explained = predicted.wrong == 0 && interview.log.explains(found.model);
    let hash_collisions = match is_explained || stop() {
        true => None,
        false => interview.hash_collisions(found.model),
    };
    let log = &interview.log;
    let expected = log.expected;
    let asked = expected.as_in(found.model);
    let disagreements = log.disagreements(asked);
    let mut unexplained = log.disagreements(found.model);
    // After a stop, only the result so far is reported.
    let (against, mut contradiction) = match stop() {
        true => (Vec::new(), None),
        false => (log.against(asked, MOST_AGAINST), log.contradiction(found.model, None)),
    };
    if hash_collisions.is_some() {
        (unexplained, contradiction, predicted.wrong) = (0, None, 0);
        let hash = Mistake::KnownHash(OWN_HASH);
        found.model = found.model.with(hash, Channel::Both).unwrap_or(found.model);
    }
    let played = expected.split(found.model);
    let facts = Facts {
        rules: match played.rules.is_played_as(options.rules) {
            true => options.rules,
            false => played.rules.named_alike(),
        },
        mistakes: words(&played.mistakes),
        conventions: played.conventions(),
        between,
        alternative: alternative.map(|mistake| mistake.to_string()),
        boards: interview.boards_asked(),
        scope: interview.scope(),
        observations: log.observations(),
        disagreements,
        unexplained,
        open: 0,
        hash_collisions,
        unsteady: interview.unsteady,
        unseen: interview.unseen.clone(),
        predicted,
        fault: interview.fault.as_ref().or(interview.score_fault.as_ref()).map(Fault::to_string),
    };
    Ok(Diagnosis {
        facts,
        same: found.same.iter().map(|&model| expected.split(model)).take(MOST_SAME).collect(),
        ruled_out: evidence::against_nearest(log, found.model),
        contradiction: contradiction
            .map(|(session, place)| Counterexample::of(found.model, expected, session, place)),
        against,
    })
}

/// Finds the model that explains an engine's answers, and tests its predictions.
fn find(interview: &mut Interview<'_>) -> (Found, Prediction) {
    let mut found = interview.narrow_down();
    interview.prefer_usual(&mut found);
    let mut predicted = interview.predict_all(found.model);
    // A model that no game distinguished from this one may predict what this one does not.
    while predicted.wrong > 0 {
        found.same.retain(|&other| interview.log.explains(other));
        let Some(other) = found.same.first().copied() else { break };
        found.model = other;
        found.same.remove(0);
        predicted = interview.predict_all(found.model);
    }
    // Wrong predictions are new answers, which may lead to another model.
    for _ in 0..MOST_AGAIN {
        if predicted.wrong == 0 || interview.is_over() {
            break;
        }
        let mut again = interview.narrow_down();
        if !interview.log.explains(again.model) {
            break;
        }
        interview.prefer_usual(&mut again);
        found = again;
        predicted = interview.predict_all(found.model);
    }
    // A mistake that new games contradict may have explained a few answers.
    let supported = interview.unrefuted(found.model);
    if supported != found.model {
        (found.model, found.same) = (supported, Vec::new());
        predicted = interview.predict_all(supported);
    }
    (found, predicted)
}

/// Counts how many answers of an engine in new games a model predicts.
///
/// `stop` is called between games, as in [`identify`].
///
/// # Errors
///
/// If no engine could be started, the engine does not support any of the boards, or it did not answer.
pub fn predict(
    factory: &EngineFactory<'_>,
    options: &Options,
    model: Model,
    stop: &dyn Fn() -> bool,
) -> Result<Prediction, Fault> {
    let mut interview = Interview::begin(factory, options, stop)?;
    let predicted = interview.predict_all(model);
    interview.fault.map_or(Ok(predicted), Err)
}
