//! The rules that an engine is expected to play: those requested, with the conventions that it declares.

use super::facts::Played;
use crate::engine::{Conventions, Ending, MoveCap};
use crate::engines::{Channel, Mistake, Model, Place};
use crate::game::Player;
use crate::rules::{Repeat, Repetition, Rules};

/// The rules that an engine is asked to play, with the conventions that it declares. Neither costs a model anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// The rules that it is asked to play.
    pub(super) asked: Rules,
    /// How a repeat ends the game, where the engine declares that.
    repeat: Option<Repeat>,
    /// The declared model.
    pub(super) model: Model,
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
        Base { asked, repeat, model }
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

    /// What a model plays, with what is declared of it apart.
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
