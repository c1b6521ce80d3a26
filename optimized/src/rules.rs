//! The switches on which rule sets differ, the ends of games, and the reasons for refusing turns.

use std::error::Error;
use std::fmt;

use crate::point::{Player, Point};

/// The rules of a game. The default of every switch is the Tromp-Taylor value.
///
/// ```
/// use superko_optimized::{Passes, Rules, Suicide};
/// let rules = Rules { suicide: Suicide::None, passes: Passes::Three, ..Rules::TROMP_TAYLOR };
/// assert_ne!(rules, Rules::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The earlier grids that a play must not repeat.
    pub repetition: Repetition,
    /// The number of own stones that a play may remove.
    pub suicide: Suicide,
    /// The number of stones that a player has.
    pub stones: Stones,
    /// The number of passes in a row that end the game.
    pub passes: Passes,
    /// The player whose pass may be the last of these passes.
    pub last_pass: LastPass,
    /// What the players agree on after these passes.
    pub agreement: Agreement,
    /// The consequence of trying an illegal play.
    pub illegal: IllegalTurn,
    /// The consequence of a play that `repetition` forbids.
    pub repeat: Repeat,
    /// The consequence of a play that repeats a grid with the same player to move.
    pub long_cycle: LongCycle,
    /// What counts as a point.
    pub score: Scoring,
    /// Which empty points count.
    pub tax: Tax,
    /// The cost of a pass.
    pub pass: PassCost,
    /// What the first pass gains.
    pub button: Button,
    /// Whether stones in pass-alive territory of the opponent count.
    pub enclosed: Enclosed,
}

impl Rules {
    /// The Tromp-Taylor rules: positional superko, any suicide, two passes, area.
    pub const TROMP_TAYLOR: Rules = Rules {
        repetition: Repetition::Positional,
        suicide: Suicide::Any,
        stones: Stones::Unlimited,
        passes: Passes::Two,
        last_pass: LastPass::Anybody,
        agreement: Agreement::None,
        illegal: IllegalTurn::Refused,
        repeat: Repeat::Refused,
        long_cycle: LongCycle::GoesOn,
        score: Scoring::Area,
        tax: Tax::None,
        pass: PassCost::Free,
        button: Button::None,
        enclosed: Enclosed::Alive,
    };
}

/// The earlier grids that a play must not repeat.
///
/// Let `H[0]` be the first grid and `H[i]` the grid after turn `i`. A pass copies the grid. A play
/// that would give the grid `q` after turns `1..=t` is refused if `q == H[i]` for some `i` that the
/// variant names. Under [`Button::Used`], no `i` before the number of the first pass counts, because
/// grids before this pass are not the same as grids after it. The cleanup phases of
/// [`Agreement::Cleanup`] have a rule of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repetition {
    /// Any `i` from 0 to `t`.
    #[default]
    Positional,
    /// Any `i` from 0 to `t` after which the opponent was to move.
    Situational,
    /// Any `i` from 1 to `t` whose turn was a play of the same player.
    NaturalSituational,
    /// Any `i` from 1 to `t` whose turn, a play or a pass, was of the same player.
    NewZealand,
    /// Only `i = t - 1`, if there is such a turn.
    SimpleKo,
    /// None: every repetition is allowed.
    None,
}

impl Repetition {
    /// All variants.
    pub const ALL: [Repetition; 6] = [
        Repetition::Positional,
        Repetition::Situational,
        Repetition::NaturalSituational,
        Repetition::NewZealand,
        Repetition::SimpleKo,
        Repetition::None,
    ];
}

/// The number of own stones that a play may remove.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Suicide {
    /// One stone or more. Only the repetition rule can refuse such a play.
    #[default]
    Any,
    /// Two stones or more. The suicide of a lone stone is refused.
    SeveralStones,
    /// No stones: every suicide is refused.
    None,
}

impl Suicide {
    /// All variants.
    pub const ALL: [Suicide; 3] = [Suicide::Any, Suicide::SeveralStones, Suicide::None];
}

/// The number of stones that a player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stones {
    /// As many as the player needs.
    #[default]
    Unlimited,
    /// One stone for every second point, and one more for Black if the number of points is odd.
    /// Stones of the first grid count. Removed stones cannot be used again.
    Half,
}

impl Stones {
    /// All variants.
    pub const ALL: [Stones; 2] = [Stones::Unlimited, Stones::Half];
}

/// The number of passes in a row that end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Passes {
    /// Two passes.
    #[default]
    Two,
    /// Three passes.
    Three,
    /// Four passes.
    Four,
}

impl Passes {
    /// All variants.
    pub const ALL: [Passes; 3] = [Passes::Two, Passes::Three, Passes::Four];

    /// Returns the number of passes.
    pub(crate) fn count(self) -> usize {
        match self {
            Passes::Two => 2,
            Passes::Three => 3,
            Passes::Four => 4,
        }
    }
}

/// The player whose pass may end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastPass {
    /// Either player.
    #[default]
    Anybody,
    /// White only. After Black's pass, even after many in a row, White has another turn.
    White,
}

impl LastPass {
    /// All variants.
    pub const ALL: [LastPass; 2] = [LastPass::Anybody, LastPass::White];
}

/// What the players agree on after the passes that end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Agreement {
    /// The players agree on nothing.
    #[default]
    None,
    /// The passes end the game. Then the players may agree, once, on stones that are dead.
    DeadStones,
    /// The passes stop the game. If the players agree on stones that are dead, the game ends. If
    /// they disagree, it continues, and the next time the passes end it without an agreement.
    Resume,
    /// The players agree on nothing. The passes end the main phase of the game, and then each of two
    /// cleanup phases. See [`Stage`](crate::Stage).
    Cleanup,
}

impl Agreement {
    /// All variants.
    pub const ALL: [Agreement; 4] =
        [Agreement::None, Agreement::DeadStones, Agreement::Resume, Agreement::Cleanup];
}

/// The consequence of trying an illegal play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IllegalTurn {
    /// The play is refused, and the game continues.
    #[default]
    Refused,
    /// The play is refused, the game ends, and the player loses.
    Loses,
}

impl IllegalTurn {
    /// All variants.
    pub const ALL: [IllegalTurn; 2] = [IllegalTurn::Refused, IllegalTurn::Loses];
}

/// The consequence of a play that [`Repetition`] forbids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repeat {
    /// The play is refused.
    #[default]
    Refused,
    /// The play is made, the game ends, and its player loses.
    Loses,
    /// The play is made, and the game ends as a tie.
    Ties,
}

impl Repeat {
    /// All variants.
    pub const ALL: [Repeat; 3] = [Repeat::Refused, Repeat::Loses, Repeat::Ties];
}

/// The consequence of a play that repeats a grid with the same player to move, if [`Repetition`] does not
/// forbid it. Under [`Button::Used`], grids before the first pass are not repeated after it. In the
/// cleanup phases of [`Agreement::Cleanup`], this has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LongCycle {
    /// The game continues.
    #[default]
    GoesOn,
    /// The game ends without a result.
    NoResult,
    /// The game ends without a result if the grid has stood, with the same player to move, twice
    /// before since the latest pass, or since the beginning if nobody has passed. The grid right
    /// after this pass counts.
    ///
    /// In addition, a pass ends the game, as passes in a row do, if its player has passed before
    /// with the same grid. Passes before a stop do not count, nor does the pass that took the button.
    ThirdTime,
}

impl LongCycle {
    /// All variants.
    pub const ALL: [LongCycle; 3] = [LongCycle::GoesOn, LongCycle::NoResult, LongCycle::ThirdTime];
}

/// The points that count for a player. A player's territory is the empty points that reach the
/// player's color and not the other. Stones that are agreed to be dead, or are dead under
/// [`Enclosed::Dead`], are no longer on the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scoring {
    /// The player's stones and territory.
    #[default]
    Area,
    /// The player's territory and prisoners, including all dead stones of the opponent.
    Territory,
    /// The player's territory and prisoners, including only those dead stones of the opponent that lie in the
    /// territory.
    ShortTerritory,
    /// The player's stones.
    Stones,
}

impl Scoring {
    /// All variants.
    pub const ALL: [Scoring; 4] =
        [Scoring::Area, Scoring::Territory, Scoring::ShortTerritory, Scoring::Stones];
}

/// Which empty points count. This has no effect under [`Scoring::Stones`].
///
/// A region of a player is a connected set of points that are empty or have the player's stones. It
/// is as large as possible, and has at least one stone. It is independent if none of its empty points
/// reaches both colors, and each of its chains has two liberties or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tax {
    /// An empty point counts for the player if it reaches only the player's color.
    #[default]
    None,
    /// An empty point counts for the player if it lies in an independent region of the player.
    Seki,
    /// As [`Seki`](Tax::Seki), and each independent region takes two points from its player.
    All,
}

impl Tax {
    /// All variants.
    pub const ALL: [Tax; 3] = [Tax::None, Tax::Seki, Tax::All];
}

/// The cost of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PassCost {
    /// A pass costs nothing.
    #[default]
    Free,
    /// A pass gives one prisoner to the opponent.
    Prisoner,
}

impl PassCost {
    /// All variants.
    pub const ALL: [PassCost; 2] = [PassCost::Free, PassCost::Prisoner];
}

/// What the first pass of the game gains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Button {
    /// Nothing.
    #[default]
    None,
    /// The button, which is half a point. This pass is in no row of passes that ends the game or a
    /// phase. Grids before it are not the same as grids after it.
    Used,
}

impl Button {
    /// All variants.
    pub const ALL: [Button; 2] = [Button::None, Button::Used];
}

/// Whether stones in pass-alive territory of the opponent count.
///
/// A chain lives if no sequence of the opponent's plays alone captures it, under the suicide rule
/// of the game. Pass-alive territory of a player is a connected set of points without stones of the
/// player, as large as possible. It is next to a chain of the player, all such chains live, and at
/// most one of its points is next to none of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Enclosed {
    /// They count.
    #[default]
    Alive,
    /// They are dead when the score is taken, and count as if it was agreed that they are. Stones
    /// that were agreed to be dead are removed first. Then the stones of both players in pass-alive
    /// territory are removed, all at once.
    Dead,
}

impl Enclosed {
    /// All variants.
    pub const ALL: [Enclosed; 2] = [Enclosed::Alive, Enclosed::Dead];
}

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player wins.
    Wins(Player),
    /// Nobody wins.
    Tie,
    /// The game is void.
    NoResult,
}

/// The reason why a turn is refused. A refused turn changes nothing, except that it may lose the
/// game. See [`IllegalTurn::Loses`].
///
/// If there are several reasons, the first in the order of the variants is returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// Passes stopped the game, and the players have not yet agreed or disagreed.
    Stopped,
    /// The player has used up all stones, and can only pass.
    NoStones,
    /// There is a stone on the point, and the turn is no unblocking. See [`Stage`](crate::Stage).
    Occupied,
    /// The play would remove own stones, which the rules forbid.
    Suicide,
    /// The play would repeat an earlier grid.
    Repeats {
        /// The greatest forbidden `i` with the same grid. 0 is the grid from which the game
        /// started.
        earlier: usize,
    },
    /// In a cleanup phase, the player made this ko move before, from the same grid. See
    /// [`Stage`](crate::Stage).
    KoMoveAgain {
        /// The number of the turn that was this move, counted from 1.
        earlier: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over"),
            Refusal::Stopped => f.write_str("the game is stopped"),
            Refusal::NoStones => f.write_str("the player has no stone left"),
            Refusal::Occupied => f.write_str("the point is occupied"),
            Refusal::Suicide => f.write_str("the play is a forbidden suicide"),
            Refusal::Repeats { earlier: 0 } => f.write_str("the play repeats the first grid"),
            Refusal::Repeats { earlier } => {
                write!(f, "the play repeats the grid after turn {earlier}")
            }
            Refusal::KoMoveAgain { earlier } => {
                write!(f, "the play is the ko move of turn {earlier}, from the same grid")
            }
        }
    }
}

impl Error for Refusal {}

/// The reason why the players cannot agree or disagree. Nothing changes in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgreementError {
    /// The rules or the state of the game leave nothing to agree on now.
    NotNow,
    /// There is no stone on the point.
    Empty(Point),
}

impl fmt::Display for AgreementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgreementError::NotNow => f.write_str("there is nothing to agree on now"),
            AgreementError::Empty(point) => write!(f, "there is no stone on {point}"),
        }
    }
}

impl Error for AgreementError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_why() {
        for (refusal, why) in [
            (Refusal::Over, "the game is over"),
            (Refusal::Stopped, "the game is stopped"),
            (Refusal::NoStones, "the player has no stone left"),
            (Refusal::Occupied, "the point is occupied"),
            (Refusal::Suicide, "the play is a forbidden suicide"),
            (Refusal::Repeats { earlier: 0 }, "the play repeats the first grid"),
            (Refusal::Repeats { earlier: 7 }, "the play repeats the grid after turn 7"),
            (Refusal::Repeats { earlier: 12_345 }, "the play repeats the grid after turn 12345"),
            (
                Refusal::KoMoveAgain { earlier: 9 },
                "the play is the ko move of turn 9, from the same grid",
            ),
        ] {
            assert_eq!(refusal.to_string(), why);
        }
        for (error, why) in [
            (AgreementError::NotNow, "there is nothing to agree on now"),
            (AgreementError::Empty(Point::new(2, 3)), "there is no stone on C4"),
        ] {
            assert_eq!(error.to_string(), why);
        }
    }

    #[test]
    fn the_default_rules_are_those_of_tromp_and_taylor() {
        assert_eq!(Rules::default(), Rules::TROMP_TAYLOR);
    }
}
