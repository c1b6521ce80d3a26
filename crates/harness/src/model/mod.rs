//! Models of engines: one plain engine that plays any rules, with up to six [mistakes](Mistake).
//!
//! In: rules and mistakes. Out: an engine. The [zoo](super::zoo) is a catalog of models, and a diagnosis
//! looks for the model that gives the same answers as an engine.
//!
//! ```
//! use superko_harness::model::{Mistake, Model};
//!
//! let model: Model = "repetition=positional,suicide=forbidden; history=500".parse()?;
//! assert!(model.makes(Mistake::History(500)));
//! assert_eq!(Model::right().to_string(), "the rules in force");
//! # Ok::<(), String>(())
//! ```

mod board;
mod cells;
mod cleanup;
mod collision;
mod course;
mod engine;
mod generate;
mod ko;
mod lookup;
mod mend;
mod mistake;
mod play;
mod referee;
mod regions;
mod row;
mod score_form;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub use engine::ModelEngine;
pub use referee::ModelReferee;
pub use score_form::{ModelScore, ScoreForm};
pub use table::{Mistake, Place};

use std::fmt;
use std::str::FromStr;
use superko_engine::Engine;
use superko_game::Player;
use superko_game::rules::Rules;

/// The largest number of mistakes in a model.
pub const MOST_MISTAKES: usize = 6;

/// The circumstances in which an engine makes a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// The engine makes the mistake both when it plays and when it is asked.
    Both,
    /// The engine makes the mistake only when it plays.
    Play,
    /// The engine makes the mistake only when it is asked whether a turn is legal.
    Legality,
    /// The engine makes the mistake only for Black: about Black's turns, or what Black scores.
    Black,
    /// The engine makes the mistake only for White.
    White,
}

impl Channel {
    /// Every channel, with the words that are written for it after a mistake.
    pub(crate) const ALL: [(Channel, &str); 5] = [
        (Channel::Both, ""),
        (Channel::Play, " when playing"),
        (Channel::Legality, " when asked"),
        (Channel::Black, " for black"),
        (Channel::White, " for white"),
    ];

    /// Returns the channel of the mistakes that are made for one player only.
    const fn of(player: Player) -> Channel {
        match player {
            Player::Black => Channel::Black,
            Player::White => Channel::White,
        }
    }

    /// Whether two channels have no turn in common.
    fn is_apart_from(self, other: Channel) -> bool {
        use Channel::{Black, Legality, Play, White};
        matches!(
            (self, other),
            (Play, Legality) | (Legality, Play) | (Black, White) | (White, Black)
        )
    }
}

/// Whether an engine says why it forbids a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusals {
    /// The engine names the reason.
    Explained,
    /// The engine does not name the reason.
    Bare,
}

/// Rules and mistakes, which determine all answers of a plain engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Model {
    /// The rules that the engine plays; `None` for those that it is asked to play.
    pub rules: Option<Rules>,
    /// The mistakes, without gaps.
    mistakes: [Option<(Mistake, Channel)>; MOST_MISTAKES],
}

impl Model {
    /// Returns the model without mistakes.
    pub const fn right() -> Model {
        Model { rules: None, mistakes: [None; MOST_MISTAKES] }
    }

    /// Returns a model with one mistake.
    pub const fn wrong(mistake: Mistake) -> Model {
        Model::wrong_in(mistake, Channel::Both)
    }

    /// Returns a model with one mistake in one channel.
    pub const fn wrong_in(mistake: Mistake, channel: Channel) -> Model {
        let mut mistakes = [None; MOST_MISTAKES];
        mistakes[0] = Some((mistake, channel));
        Model { rules: None, mistakes }
    }

    /// Returns the same mistakes under these rules, whatever the engine is asked to play.
    #[must_use]
    pub const fn under(self, rules: Rules) -> Model {
        Model { rules: Some(rules), ..self }
    }

    /// Adds a mistake. It replaces the mistakes in its place that are made in the same channel. Returns
    /// `None` if there are too many mistakes.
    #[must_use]
    pub fn with(self, mistake: Mistake, channel: Channel) -> Option<Model> {
        let others = self.mistakes().filter(|&(other, in_channel)| {
            other.place() != mistake.place() || in_channel.is_apart_from(channel)
        });
        let mut all: Vec<(Mistake, Channel)> = others.chain([(mistake, channel)]).collect();
        all.sort_unstable();
        let mut mistakes = [None; MOST_MISTAKES];
        if all.len() > mistakes.len() {
            return None;
        }
        for (slot, made) in mistakes.iter_mut().zip(all) {
            *slot = Some(made);
        }
        Some(Model { mistakes, ..self })
    }

    /// Removes the mistake with this number, counted from 0.
    #[must_use]
    pub fn without(self, number: usize) -> Model {
        let left = self.mistakes().enumerate().filter(|&(place, _)| place != number);
        let mut mistakes = [None; MOST_MISTAKES];
        for (slot, (_, made)) in mistakes.iter_mut().zip(left) {
            *slot = Some(made);
        }
        Model { mistakes, ..self }
    }

    /// Removes the mistakes that hide repetitions: a limited history, or one that is not looked up. Mistakes about single
    /// positions stay.
    pub fn looking_at_all(self) -> Model {
        let hides = |mistake: Mistake| matches!(mistake.place(), Place::Kept | Place::LookedUp);
        let number = self.mistakes().position(|(mistake, _)| hides(mistake));
        number.map_or(self, |number| self.without(number).looking_at_all())
    }

    /// Removes the mistakes that cannot show in this many turns. Models that are then the same give the same answers.
    pub fn within(self, turns: usize) -> Model {
        let is_late = |mistake: Mistake| mistake.onset().is_some_and(|first| first > turns);
        let number = self.mistakes().position(|(mistake, _)| is_late(mistake));
        number.map_or(self, |number| self.without(number).within(turns))
    }

    /// Returns the mistakes, each with the channel in which it is made.
    pub fn mistakes(&self) -> impl Iterator<Item = (Mistake, Channel)> {
        self.mistakes.iter().copied().map_while(|made| made)
    }

    /// Whether the model makes a mistake in any channel.
    #[inline]
    pub fn makes(&self, mistake: Mistake) -> bool {
        for made in &self.mistakes {
            match made {
                Some((made, _)) if *made == mistake => return true,
                Some(_) => {}
                None => break,
            }
        }
        false
    }

    /// Returns the mistake in a place, in a channel.
    #[inline]
    fn in_place(&self, place: Place, asked: Channel) -> Option<Mistake> {
        for made in &self.mistakes {
            let (mistake, channel) = (*made)?;
            if mistake.place() == place && (channel == Channel::Both || channel == asked) {
                return Some(mistake);
            }
        }
        None
    }

    /// Returns the mistake in a place, in a channel, about what a player does or has.
    #[inline]
    fn in_place_of(&self, place: Place, asked: Channel, player: Player) -> Option<Mistake> {
        let own = || self.in_place(place, Channel::of(player));
        self.in_place(place, asked).or_else(own)
    }

    /// Whether the engine allows turns after the end.
    fn goes_on(&self, asked: Channel) -> bool {
        self.in_place(Place::AfterEnd, asked).is_some()
    }

    /// Whether the engine allows passes after the end.
    fn takes_passes(&self, asked: Channel) -> bool {
        let after_end = self.in_place(Place::AfterEnd, asked);
        after_end.is_some_and(|mistake| mistake != Mistake::OnlyPlayAfterEndResumes)
    }

    /// Makes an engine from the model. It reports the score as both totals, or only the margin or the winner
    /// if a mistake is about that.
    pub fn engine(self) -> Box<dyn Engine + Send> {
        Box::new(self.engine_reporting(self.score_form()))
    }

    /// Makes an engine that reports the score in this way.
    pub fn engine_reporting(self, score_form: ScoreForm) -> ModelEngine {
        ModelEngine::new("model", self, Refusals::Explained).score_form(score_form)
    }

    /// Returns the form of the score in which all mistakes of the model show.
    pub fn score_form(self) -> ScoreForm {
        let forms = self.mistakes().map(|(mistake, _)| match mistake.place() {
            _ if matches!(mistake, Mistake::TiesHalfToBlack | Mistake::TiesHalfToWhite) => {
                ScoreForm::Margin
            }
            Place::Ties => ScoreForm::Winner,
            Place::Komi => ScoreForm::Margin,
            _ if matches!(mistake, Mistake::MarginCap(_)) => ScoreForm::Margin,
            _ => ScoreForm::Areas,
        });
        forms.max().unwrap_or_default()
    }
}

/// Writes the rules, if the model has its own, then the mistakes: `aga; history=500, on-passes when asked`.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules {
            None => f.write_str("the rules in force")?,
            Some(rules) => write!(f, "{rules}")?,
        }
        for (place, (mistake, channel)) in self.mistakes().enumerate() {
            f.write_str(if place == 0 { "; " } else { ", " })?;
            write!(f, "{}", written(mistake, channel))?;
        }
        Ok(())
    }
}

/// A mistake with its channel: `history=500`, `history=500 when playing`.
pub fn written(mistake: Mistake, channel: Channel) -> String {
    let words = Channel::ALL.iter().find(|(other, _)| *other == channel);
    format!("{mistake}{}", words.map_or("", |(_, words)| words))
}

/// Parses the text that [`Display`](fmt::Display) writes.
impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Model, String> {
        let (rules, mistakes) = text.split_once(';').unwrap_or((text, ""));
        let mut model = Model::right();
        if rules.trim() != "the rules in force" {
            model.rules = Some(rules.trim().parse().map_err(|error| format!("{error}"))?);
        }
        for part in mistakes.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let of =
                |&(channel, words): &(Channel, &str)| Some((part.strip_suffix(words)?, channel));
            let (word, channel) =
                Channel::ALL.iter().rev().find_map(of).unwrap_or((part, Channel::Both));
            let more = model.with(word.parse()?, channel);
            model = more.ok_or_else(|| format!("a model has at most {MOST_MISTAKES} mistakes"))?;
        }
        Ok(model)
    }
}
