//! The rules that an engine is expected to play: those requested, with the conventions that it declares.

use super::facts::Played;
use superko_engine::{Conventions, Ending, MoveCap};
use superko_game::Player;
use superko_game::rules::{Repeat, Repetition, Rules};
use superko_harness::model::{Channel, Mistake, Model, Place};

/// The rules that an engine is asked to play, with the conventions that it declares. They cost a model little or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpectedRules {
    /// The requested rules.
    pub(super) asked: Rules,
    /// The declared end of a game by a repeat, if any.
    repeat: Option<Repeat>,
    /// The declared model.
    pub(super) model: Model,
}

impl ExpectedRules {
    pub(super) fn new(asked: Rules, conventions: Conventions) -> ExpectedRules {
        let repeat = conventions.repeat.map(|ending| match ending {
            Ending::Loss => Repeat::Loses,
            Ending::Draw => Repeat::Ties,
        });
        // Without a repetition rule, no repeat ends a game.
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
        ExpectedRules { asked, repeat, model }
    }

    /// Returns the requested rules, with the declared end by a repeat.
    pub(super) fn rules(self) -> Rules {
        self.model.rules.unwrap_or(self.asked)
    }

    /// Whether a mistake is a declared convention, or comes with one.
    pub(super) fn declares(self, mistake: Mistake) -> bool {
        let of_repeat = matches!(mistake.place(), Place::RepeatAsked | Place::RepeatPlayed);
        self.model.makes(mistake) || (of_repeat && self.repeat.is_some())
    }

    /// Returns the declared model, with the mistakes of another model that come with its conventions.
    pub(super) fn as_in(self, model: Model) -> Model {
        let come = model
            .mistakes()
            .filter(|&(mistake, _)| self.declares(mistake) && !self.model.makes(mistake));
        come.fold(self.model, |all, (mistake, channel)| all.with(mistake, channel).unwrap_or(all))
    }

    /// Splits a model into declared conventions, rules and mistakes.
    pub(super) fn split(self, model: Model) -> Played {
        let rules = model.rules.unwrap_or(self.asked);
        let ending =
            self.repeat.filter(|&repeat| rules.repeat == repeat && self.asked.repeat != repeat);
        let (declared, mistakes) =
            model.mistakes().partition(|&(mistake, _)| self.declares(mistake));
        let rules = ending.map_or(rules, |_| rules.repeat(self.asked.repeat));
        Played { rules, ending, declared, mistakes }
    }
}
