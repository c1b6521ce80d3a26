//! The result of a diagnosis as data.

use std::str::FromStr;
use superko_game::rules::{Repeat, Rules, SeenIn, Switch};
use superko_game::{Size, named};
use superko_harness::model::{Channel, Mistake, Model, written};

/// The rules and mistakes that an engine plays, and how well they explain its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Facts {
    /// The rules, as far as the engine follows any.
    pub rules: Rules,
    /// The engine's deviations from these rules: words such as `history=500`. Empty if it follows the rules
    /// exactly.
    pub mistakes: Vec<String>,
    /// The deviations that the engine declares, which are not mistakes: words such as `move-cap=512` or
    /// `repeat=loses`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub conventions: Vec<String>,
    /// How far back the engine checks for repetitions, at least and at most, if no game showed the exact number that stands in
    /// the mistakes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub between: Option<(usize, usize)>,
    /// Another mistake, such as `history-of-plays=60`, that no game distinguished from the one in `mistakes`. Both limit how
    /// far back the engine checks for repetitions.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub alternative: Option<String>,
    /// The boards on which the engine was asked.
    #[cfg_attr(feature = "serde", serde(default))]
    pub boards: Vec<Size>,
    /// The extent of what was asked.
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
    #[cfg_attr(
        feature = "serde",
        serde(rename = "own_hash", default, skip_serializing_if = "Option::is_none")
    )]
    pub hash_collisions: Option<HashCollisions>,
    /// The number of games that had other answers when they were played again, and were left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unsteady: usize,
    /// The parts of the rules that the diagnosis does not cover, because they were not observed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unseen: Vec<Unseen>,
    /// How well the diagnosis predicted later answers.
    pub predicted: Prediction,
    /// The fault that kept the engine from answering, if any.
    pub fault: Option<String>,
}

named! {
    /// What is not observed of an engine, so that nothing is said of it.
    pub enum Unseen {
        /// The end of games.
        End = "when a game is over",
        /// The score.
        Score = "the score",
        /// Passes: the engine has none.
        Passes = "what a pass does",
    }
}

#[cfg(feature = "serde")]
superko_game::by_text!(Unseen,);

/// Reads the text that its `Display` writes.
impl FromStr for Unseen {
    type Err = String;

    fn from_str(text: &str) -> Result<Unseen, String> {
        let found = Unseen::ALL.into_iter().find(|unseen| unseen.id() == text);
        found.ok_or_else(|| format!("`{text}` is always observed"))
    }
}

impl Unseen {
    /// Whether nothing shows which value of a switch an engine plays.
    pub fn hides(self, switch: &Switch) -> bool {
        matches!(
            (self, switch.seen_in),
            (Unseen::End, SeenIn::Ends) | (Unseen::Score, SeenIn::Scores)
        )
    }
}

/// The refusals of an engine that are due to its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HashCollisions {
    /// The number of answers that refuse a new position.
    pub refused: usize,
    /// The approximate number of pairs of positions among which the engine treats one pair as equal. `None`
    /// if this shows only in games chosen for it.
    pub one_in: Option<u64>,
}

impl HashCollisions {
    /// Returns the approximate number of bits of a hash that treats one in this many pairs as equal.
    pub fn bits(self) -> Option<u32> {
        // Rounded: 181 is nearer to 256 than to 128.
        self.one_in.map(|pairs| (pairs.max(1).saturating_mul(181) / 128).ilog2())
    }
}

/// The boards and the lengths of games beyond which a diagnosis says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// The confidence in a diagnosis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// The model explains and predicted everything.
    Exact,
    /// The model explains most answers.
    Mostly,
    /// The model explains little; no other one explains more.
    Nearest,
}

/// A model, with the declared conventions apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rules, without the declared conventions.
    pub(crate) rules: Rules,
    /// The declared end of a game by a repeat, if any.
    pub(crate) ending: Option<Repeat>,
    /// The other declared conventions.
    pub(crate) declared: Vec<(Mistake, Channel)>,
    pub(crate) mistakes: Vec<(Mistake, Channel)>,
}

impl Played {
    /// Returns the declared conventions, in the words of switches and mistakes.
    pub(super) fn conventions(&self) -> Vec<String> {
        let ending = self.ending.map(|repeat| format!("repeat={}", repeat.word()));
        let declared = self.declared.iter().map(|(mistake, _)| mistake.to_string());
        ending.into_iter().chain(declared).collect()
    }

    /// Returns the declared conventions without mistakes, under other rules.
    pub(super) fn right_under(&self, rules: Rules) -> Played {
        Played { rules, mistakes: Vec::new(), ..self.clone() }
    }

    pub(super) fn model(&self) -> Model {
        let rules = self.ending.map_or(self.rules, |repeat| self.rules.repeat(repeat));
        let all = self.mistakes.iter().chain(&self.declared);
        all.fold(Model::right().under(rules), |model, &(mistake, channel)| {
            model.with(mistake, channel).unwrap_or(model)
        })
    }
}

/// Writes mistakes in words.
pub fn words(mistakes: &[(Mistake, Channel)]) -> Vec<String> {
    mistakes.iter().map(|&(mistake, channel)| written(mistake, channel)).collect()
}

impl Facts {
    /// Returns the model that the words describe.
    ///
    /// # Panics
    ///
    /// If the words are not those of a model.
    pub fn model(&self) -> Model {
        self.known().model()
    }

    /// Returns what the words describe. They must have been read before.
    pub(crate) fn known(&self) -> Played {
        self.played().expect("the words are those of a model")
    }

    /// Reads the words. The error names the unknown one.
    pub fn played(&self) -> Result<Played, String> {
        let rules = self.rules;
        let model: Model = format!("{rules}; {}", self.mistakes.join(", ")).parse()?;
        let mistakes = model.mistakes().collect();
        let mut played = Played { rules, ending: None, declared: Vec::new(), mistakes };
        for word in &self.conventions {
            if let Ok(mistake) = word.parse() {
                played.declared.push((mistake, Channel::Both));
            } else {
                let declared = format!("{rules},{word}").parse::<Rules>();
                let declared = declared.map_err(|_| format!("`{word}` is not a convention"))?;
                played.ending = Some(declared.repeat);
            }
        }
        Ok(played)
    }

    /// Returns how surely the sentence may say what the engine plays.
    pub fn confidence(&self) -> Confidence {
        match self.is_whole() {
            true => Confidence::Exact,
            false if 2 * self.predicted.wrong > self.predicted.telling => Confidence::Nearest,
            false => Confidence::Mostly,
        }
    }

    /// Whether the model explains all answers of the engine, both before and after it was found.
    pub(crate) fn explains_answers(&self) -> bool {
        self.unexplained == 0 && self.predicted.wrong == 0
    }

    /// Whether the model explains all answers of the engine, and all findings of the run.
    pub fn is_whole(&self) -> bool {
        self.explains_answers() && self.open == 0
    }

    /// Whether the engine stopped answering before any of its answers was predicted. What it answered until then
    /// may fit other rules as well.
    pub fn is_lost(&self) -> bool {
        self.fault.is_some() && self.predicted.observations == 0
    }

    /// Returns the rules that the engine follows without a mistake, if any.
    pub fn follows(&self) -> Option<Rules> {
        let exact = self.is_whole() && self.unsteady == 0 && self.mistakes.is_empty();
        (exact && !self.is_lost()).then_some(self.rules)
    }
}
