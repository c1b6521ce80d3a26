//! The rules that an engine really plays: the simplest model that gives the same answers.
//!
//! In: a factory of engines, the rules that they are asked to play, the boards that they support. Out: a
//! [`Diagnosis`]: rules, mistakes, how much they explain, and how many later answers they predicted. Used by
//! the command line and by `certify`.
//!
//! The games come from models and from the fixed suite, never from the engine. A session keeps the questions
//! and the answers, so that every model can be asked the same. The search changes one thing at a time in the
//! models that explain most. The best model is then distinguished from every neighboring model (one change
//! away) by games on which the two differ.

mod base;
mod cause;
mod claims;
mod evidence;
mod interview;
mod kos;
mod moves;
mod own_hash;
mod predict;
mod question;
mod script;
mod search;
mod session;
mod talk;
#[cfg(test)]
mod tests;
mod whole;
mod words;

#[doc(hidden)]
pub use session::differ;

pub use evidence::Evidence;
pub(crate) use evidence::MOST_RULED_OUT;
pub use own_hash::OwnHash;
pub use words::rule_words;

use crate::engine::{Conventions, EngineFactory, Fault};
use crate::engines::model::written;
use crate::engines::{Channel, Mistake, Model};
use crate::game::{Record, Size};
use crate::rules::Rules;
use crate::suite::collisions::OWN_HASH;
use base::{Base, Unseen};
use interview::Interview;
use std::fmt;

/// The beginning of a note that says why there is no diagnosis.
pub(crate) const NOT_FOUND_OUT: &str = "what the engine really plays could not be found out: ";

/// The largest number of random games on each board to draw to distinguish models.
pub(crate) const GAMES_TO_TELL_APART: u64 = 80;

/// How often another model is looked for that explains what the one found did not predict.
const MOST_AGAIN: usize = 2;

/// How many games are kept whose last answer contradicts the rules asked for.
const MOST_AGAINST: usize = 8;

/// How many models that cannot be told from the one found are named.
pub(crate) const MOST_SAME: usize = 5;

/// The options of a diagnosis.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules that the engine is asked to play.
    pub rules: Rules,
    /// The boards that the engine supports.
    pub sizes: Vec<Size>,
    /// Whether these boards were named, so that no other board is played if the engine refuses all of them.
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

/// The rules and mistakes that an engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diagnosis {
    /// The rules and the mistakes, in a sentence that begins with a verb.
    pub sentence: String,
    /// The rules, as far as the engine follows any.
    pub rules: Rules,
    /// The engine's deviations from these rules: words such as `history=500`. Empty if it follows the rules
    /// exactly.
    pub mistakes: Vec<String>,
    /// The deviations that the engine declares, which are not mistakes: words such as `move-cap=512` or
    /// `repeat=loses`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub conventions: Vec<String>,
    /// The bounds of the number in the mistakes that says how far back the engine checks for repetitions, if
    /// no game showed the exact number.
    #[cfg_attr(feature = "serde", serde(default))]
    pub between: Option<(usize, usize)>,
    /// The boards on which the engine was asked.
    #[cfg_attr(feature = "serde", serde(default))]
    pub boards: Vec<Size>,
    /// What was asked at most.
    #[cfg_attr(feature = "serde", serde(default))]
    pub scope: Scope,
    /// The number of answers compared.
    pub observations: usize,
    /// How many of these answers contradict the rules that the engine was asked to play.
    pub disagreements: usize,
    /// How many of these answers the diagnosis does not explain.
    pub unexplained: usize,
    /// The number of findings of the run, attributed to a rule, that the diagnosis does not explain.
    #[cfg_attr(feature = "serde", serde(default))]
    pub open: usize,
    /// The engine's refusals due to two positions with the same hash, if its keys are unknown. They count as
    /// explained, although no model says which positions these are.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub own_hash: Option<OwnHash>,
    /// The number of games that had other answers when they were played again, and were left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unsteady: usize,
    /// What the diagnosis does not cover, because it was not observed: the end of games, the score.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unseen: Vec<String>,
    /// How well the diagnosis predicted later answers.
    pub predicted: Prediction,
    /// Other models for which no game was found that distinguishes them from this one, the simplest first.
    pub same: Vec<String>,
    /// The evidence against the models most similar to this one.
    pub ruled_out: Vec<Evidence>,
    /// The shortest game that this model does not explain.
    pub contradiction: Option<Evidence>,
    /// The fault that kept the engine from answering, if any.
    pub fault: Option<String>,
    /// Short games, the shortest first, whose last answer contradicts the rules that the engine was asked to play.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) against: Vec<Record>,
}

/// The boards and the lengths of games beyond which a diagnosis says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Scope {
    /// The number of turns of the longest game; 0 if that is not known.
    pub turns: usize,
    /// The boards that the engine plays and on which it was not asked.
    pub boards: Vec<Size>,
}

/// How well a diagnosis predicted answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Prediction {
    /// The number of answers predicted.
    pub observations: usize,
    /// How many of these answers distinguish the diagnosis from the requested rules, or from a neighboring
    /// model.
    pub telling: usize,
    /// How many of these predictions were wrong.
    pub wrong: usize,
}

impl Diagnosis {
    /// Returns the model that the diagnosis describes.
    ///
    /// # Panics
    ///
    /// If [`check`](Diagnosis::check) returns an error.
    pub fn model(&self) -> Model {
        let model = self.written().expect("a diagnosis is written as a model is");
        self.with_conventions(model, self.rules)
    }

    /// Checks that the words of the diagnosis are those of a model.
    ///
    /// # Errors
    ///
    /// If a word is not; the error names it.
    pub fn check(&self) -> Result<(), String> {
        self.written()?;
        let is_known = |word: &&String| {
            let rules = format!("{},{word}", self.rules);
            word.parse::<Mistake>().is_ok() || rules.parse::<Rules>().is_ok()
        };
        match self.conventions.iter().find(|word| !is_known(word)) {
            Some(word) => Err(format!("`{word}` is not a convention")),
            None => Ok(()),
        }
    }

    fn written(&self) -> Result<Model, String> {
        let text = format!("{}; {}", self.rules, self.mistakes.join(", "));
        text.parse()
    }

    /// A model under some rules, with the declared conventions that were found.
    fn with_conventions(&self, model: Model, rules: Rules) -> Model {
        let mut all = model.under(rules);
        for word in &self.conventions {
            if let Ok(mistake) = word.parse::<Mistake>() {
                all = all.with(mistake, Channel::Both).unwrap_or(all);
            } else {
                let rules = format!("{rules},{word}").parse();
                all = all.under(rules.expect("a convention is written as a switch or a mistake"));
            }
        }
        all
    }

    /// What an engine is expected to play that declares nothing, is asked to play some rules, and is observed in as much.
    fn base(&self, asked: Rules) -> Base {
        let mut base = Base::new(asked, Conventions::default());
        base.unseen = Unseen::of_words(&self.unseen);
        base
    }

    /// The sentence that its rules and mistakes make, of an engine that declares nothing and is asked to play some rules.
    pub(crate) fn sentence_again(&self, asked: Rules) -> String {
        let plays = words::sentence_between(self.model(), self.base(asked), self.between);
        let explains = self.unexplained == 0 && self.predicted.wrong == 0;
        let answered = (explains, self.is_lost(), self.predicted);
        let sentence = told(plays, answered, self.unsteady, self.mistakes.len());
        if explains && self.open > 0 { words::hedged(&sentence) } else { sentence }
    }

    /// Sets the number of findings of a run, attributed to a rule, that the diagnosis does not explain.
    pub fn leave_open(&mut self, findings: usize) {
        if findings > 0 && self.is_whole() {
            self.sentence = words::hedged(&self.sentence);
        }
        self.open = findings;
    }

    /// Whether the diagnosis explains all answers of the engine, both before and after it was made.
    pub fn is_whole(&self) -> bool {
        self.unexplained == 0 && self.predicted.wrong == 0 && self.open == 0
    }

    /// Whether the engine stopped answering before any of its answers was predicted. What it answered until then
    /// may fit other rules as well.
    pub fn is_lost(&self) -> bool {
        self.fault.is_some() && self.predicted.observations == 0
    }

    /// Returns the rules that the engine follows without a mistake, if any.
    pub fn follows(&self) -> Option<Rules> {
        let steady = self.unsteady == 0;
        let exact = self.is_whole() && steady && self.mistakes.is_empty();
        (exact && !self.is_lost()).then_some(self.rules)
    }
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
    interview.ask_base();
    let mut found = interview.narrow_down();
    interview.prefer_usual(&mut found);
    let mut predicted = interview.predict_all(found.model);
    // What no game told from the model may hold where the model does not.
    while predicted.wrong > 0 {
        found.same.retain(|&other| interview.log.explains(other));
        let Some(other) = found.same.first().copied() else { break };
        found.model = other;
        found.same.remove(0);
        predicted = interview.predict_all(found.model);
    }
    // What new games contradict leads to another model, if there is one.
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
    // What fresh games contradict may have been said of a few answers.
    let supported = interview.unrefuted(found.model);
    if supported != found.model {
        (found.model, found.same) = (supported, Vec::new());
        predicted = interview.predict_all(supported);
    }
    let between = interview.between(found.model);
    let is_explained = predicted.wrong == 0 && interview.log.explains(found.model);
    let own_hash = match is_explained || stop() {
        true => None,
        false => interview.own_hash(found.model),
    };
    let log = &interview.log;
    let base = log.base;
    let (rules, conventions) = base.split(found.model);
    let rules = match rules.is_played_as(options.rules) {
        true => options.rules,
        false => rules.named_alike(),
    };
    let asked = base.as_in(found.model);
    let mut unexplained = log.disagreements(found.model);
    // The result of the search so far is told without more of it.
    let (against, mut contradiction) = match stop() {
        true => (Vec::new(), None),
        false => (log.against(asked, MOST_AGAINST), log.contradiction(found.model)),
    };
    if own_hash.is_some() {
        (unexplained, contradiction, predicted.wrong) = (0, None, 0);
        let hash = Mistake::KnownHash(OWN_HASH);
        found.model = found.model.with(hash, Channel::Both).unwrap_or(found.model);
    }
    let own = found.model.mistakes().filter(|&(mistake, _)| !base.declares(mistake));
    let mistakes: Vec<String> = own.map(|(mistake, channel)| written(mistake, channel)).collect();
    let plays = words::sentence_between(found.model, base, between);
    let explains = unexplained == 0 && predicted.wrong == 0;
    let is_lost = interview.fault.is_some() && predicted.observations == 0;
    let answered = (explains, is_lost, predicted);
    let sentence = told(plays, answered, interview.unsteady, mistakes.len());
    Ok(Diagnosis {
        rules,
        mistakes,
        conventions,
        sentence,
        between,
        boards: interview.boards_asked(),
        scope: interview.scope(),
        open: 0,
        own_hash,
        observations: log.observations(),
        disagreements: log.disagreements(asked),
        unexplained,
        unsteady: interview.unsteady,
        unseen: base.unseen.words(),
        predicted,
        same: found
            .same
            .iter()
            .map(|&model| words::sentence(model, base))
            .take(MOST_SAME)
            .collect(),
        ruled_out: evidence::against_nearest(log, found.model),
        contradiction: contradiction
            .map(|(session, place)| Evidence::of(found.model, base, session, place)),
        fault: interview.fault.or(interview.score_fault).map(|fault| fault.to_string()),
        against,
    })
}

/// Writes the sentence about an engine, depending on whether the model explains its answers, whether it was lost
/// before any was predicted, on its predictions, and on the number of games that had other answers when played again.
fn told(
    plays: String,
    (explains, is_lost, predicted): (bool, bool, Prediction),
    unsteady: usize,
    mistakes: usize,
) -> String {
    let sentence = match (explains, unsteady, mistakes) {
        (false, ..) if predicted.is_mostly_wrong() => words::nearest(&plays),
        (false, ..) => words::hedged(&plays),
        (true, 0, _) => plays,
        (true, _, 0) => plays + ", but does not always answer the same game in the same way",
        (true, ..) => plays + ", and does not always answer the same game in the same way",
    };
    if is_lost { words::lost(&sentence) } else { sentence }
}

impl Prediction {
    /// Whether most answers that tell a model from others came otherwise.
    fn is_mostly_wrong(self) -> bool {
        2 * self.wrong > self.telling
    }
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

/// Writes how much the diagnosis explains and predicts, in sentences.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnosis { observations, disagreements, unexplained, .. } = self;
        let boards: Vec<String> = self.boards.iter().map(Size::to_string).collect();
        let on = match boards.is_empty() {
            true => String::new(),
            false => format!(" on {}", boards.join(" ")),
        };
        match (disagreements, unexplained, self.open) {
            (0, 0, 0) => write!(f, "All {observations} answers{on} match these rules")?,
            (_, 0, 0) => write!(
                f,
                "This explains all {observations} answers{on}; {disagreements} of them {} the rules asked for",
                if *disagreements == 1 { "breaks" } else { "break" }
            )?,
            (_, 0, 1) => {
                write!(f, "This is the best model found, but it does not explain a finding below")?
            }
            (_, 0, open) => {
                write!(
                    f,
                    "This is the best model found, but it does not explain {open} of the findings below"
                )?;
            }
            _ => write!(
                f,
                "This is the best model found, but it does not explain {unexplained} of {observations} answers{on}"
            )?,
        }
        if let Some(hash) = self.own_hash {
            let OwnHash { refused, one_in, .. } = hash;
            write!(
                f,
                ". {refused} of them {} new positions because earlier positions have the same hash; no model predicts which positions share a hash",
                if refused == 1 { "refuses" } else { "refuse" }
            )?;
            if let (Some(pairs), Some(bits)) = (one_in, hash.bits()) {
                write!(
                    f,
                    ". About one pair of positions in {pairs} is treated as equal, as with a hash of about {bits} bits"
                )?;
            }
        }
        match self.unsteady {
            0 => {}
            1 => f.write_str(
                ". One game went differently when it was played again, and was left out",
            )?,
            more => write!(
                f,
                ". {more} games went differently when they were played again, and were left out"
            )?,
        }
        self.write_predicted(f)?;
        match self.not_observed().as_slice() {
            [] => Ok(()),
            unseen => write!(f, " Not observed: {}.", unseen.join(", ")),
        }
    }
}

impl Diagnosis {
    /// What the diagnosis does not cover, in words.
    fn not_observed(&self) -> Vec<String> {
        let mut all = self.unseen.clone();
        let boards: Vec<String> = self.scope.boards.iter().map(Size::to_string).collect();
        all.extend((!boards.is_empty()).then(|| format!("play on {}", boards.join(" "))));
        let turns = self.scope.turns;
        all.extend((turns > 0).then(|| format!("games of more than {turns} turns")));
        all
    }

    fn write_predicted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let predicted = self.predicted;
        if predicted.observations == 0 {
            return f.write_str(". Nothing was predicted.");
        }
        let how = match predicted.wrong {
            0 if self.own_hash.is_some() => {
                " without a mistake except for such refusals".to_owned()
            }
            0 => " without a mistake".to_owned(),
            wrong => format!(", {wrong} of them wrongly"),
        };
        write!(
            f,
            ". It predicted {} further answers{how}; in {} of them a similar model differs.",
            predicted.observations, predicted.telling
        )
    }
}
