//! The rules that an engine is expected to play: those requested, with the conventions that it declares.

use crate::engine::{Conventions, Ending, MoveCap};
use crate::engines::{Channel, Mistake, Model, Place};
use crate::game::Player;
use crate::rules::{Repeat, Repetition, Rules};

/// What is not observed of an engine, so that nothing is said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Unseen {
    /// When a game is over.
    pub(super) end: bool,
    /// The score.
    pub(super) score: bool,
    /// What a pass does: the engine has none.
    pub(super) passes: bool,
}

impl Unseen {
    const END: &str = "when a game is over";
    const SCORE: &str = "the score";
    const PASSES: &str = "what a pass does";

    /// In words.
    pub(super) fn words(self) -> Vec<String> {
        let all =
            [(self.end, Unseen::END), (self.score, Unseen::SCORE), (self.passes, Unseen::PASSES)];
        all.into_iter().filter(|(unseen, _)| *unseen).map(|(_, words)| words.to_owned()).collect()
    }

    /// Reads the words.
    pub(super) fn of_words(words: &[String]) -> Unseen {
        let has = |text: &str| words.iter().any(|word| word == text);
        let (end, score, passes) = (has(Unseen::END), has(Unseen::SCORE), has(Unseen::PASSES));
        Unseen { end, score, passes }
    }

    /// Whether nothing shows which value of a switch an engine plays.
    pub(super) fn hides(self, switch: &str) -> bool {
        match switch {
            "passes" | "last-pass" | "illegal" | "long-cycle" => self.end,
            "score" | "pass" => self.score,
            _ => false,
        }
    }
}

/// The rules that an engine is asked to play, with the conventions that it declares. Neither costs a model anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// The rules that it is asked to play.
    pub(super) asked: Rules,
    /// How a repeat ends the game, where the engine declares that.
    repeat: Option<Repeat>,
    /// The declared model.
    pub(super) model: Model,
    /// What is not observed of the engine.
    pub(super) unseen: Unseen,
}

impl Base {
    pub(super) fn new(asked: Rules, conventions: Conventions) -> Base {
        let repeat = conventions.repeat.map(|ending| match ending {
            Ending::Loss => Repeat::Loses,
            Ending::Draw => Repeat::Ties,
        });
        // Where nothing is refused as a repeat, nothing ends so.
        let repeat = repeat.filter(|_| asked.repetition != Repetition::None);
        let cap = conventions.move_cap.map(|cap| match cap {
            MoveCap::Turns(turns) => Mistake::MoveCap(turns),
            MoveCap::PerPoint(turns) => Mistake::MoveCapPerPoint(turns),
        });
        let ties = conventions.tie_winner.map(|winner| match winner {
            Player::Black => Mistake::TiesToBlack,
            Player::White => Mistake::TiesToWhite,
        });
        let rules = repeat.map_or(asked, |repeat| asked.repeat(repeat));
        let mut model = Model::right().under(rules);
        for mistake in cap.into_iter().chain(ties) {
            model = model.with(mistake, Channel::Both).unwrap_or(model);
        }
        Base { asked, repeat, model, unseen: Unseen::default() }
    }

    /// The rules, as the engine declares that it plays them.
    pub(super) fn rules(self) -> Rules {
        self.model.rules.unwrap_or(self.asked)
    }

    /// Whether it is a declared convention that the engine does so, or one that comes with it.
    pub(super) fn declares(self, mistake: Mistake) -> bool {
        let of_repeat = matches!(mistake.place(), Place::RepeatAsked | Place::RepeatPlayed);
        self.model.makes(mistake) || (of_repeat && self.repeat.is_some())
    }

    /// The declared model with what comes with its conventions in another model.
    pub(super) fn as_in(self, model: Model) -> Model {
        let come = model
            .mistakes()
            .filter(|&(mistake, _)| self.declares(mistake) && !self.model.makes(mistake));
        come.fold(self.model, |all, (mistake, channel)| all.with(mistake, channel).unwrap_or(all))
    }

    /// The rules of a model without what is declared of repeats, and the words of what the model has that is declared.
    pub(super) fn split(self, model: Model) -> (Rules, Vec<String>) {
        let rules = model.rules.unwrap_or(self.asked);
        let declared = model.mistakes().map(|(mistake, _)| mistake);
        let mistakes = declared.filter(|&mistake| self.declares(mistake)).map(|m| m.to_string());
        match self.repeat {
            Some(repeat) if rules.repeat == repeat && self.asked.repeat != repeat => {
                let switch = format!("repeat={}", rules.repeat.word());
                (rules.repeat(self.asked.repeat), [switch].into_iter().chain(mistakes).collect())
            }
            _ => (rules, mistakes.collect()),
        }
    }
}
