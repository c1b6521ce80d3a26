//! The sentences in force: the ten of Tromp and Taylor, or others in their place or in addition to them.

/// A rule set, as a choice for each sentence on which rule sets disagree. The default is Tromp-Taylor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which moves are not legal because of earlier colorings of the grid.
    pub repetition: Repetition,
    /// Which moves are not legal because they end in clearing the player's own color.
    pub self_capture: SelfCapture,
    /// How many points a player can color.
    pub supply: Supply,
    /// How many passes in a row end the game.
    pub passes: Passes,
    /// Whose pass must be the last of these passes.
    pub last_pass: LastPass,
    /// What the players agree on after these passes.
    pub agreement: Agreement,
    /// The consequence of trying a move that is not legal.
    pub attempt: Attempt,
    /// The consequence of a move that the sentence on repetition refuses.
    pub repeat: Repeat,
    /// The consequence of a repetition that the sentence on repetition allows.
    pub cycle: Cycle,
    /// What is counted at the end.
    pub scoring: Scoring,
    /// The cost of a pass.
    pub pass: PassCost,
    /// Which empty points do not count at the end.
    pub tax: Tax,
    /// Whether the first pass is worth half a point.
    pub button: Button,
    /// Whether points count that living chains of the other color enclose.
    pub enclosed: Enclosed,
}

/// The sentence in place of the sixth one. `rules.md` has the exact definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// `TT6`, positional superko: no coloring may occur again.
    #[default]
    Positional,
    /// `TT6/situational`: no coloring may occur again with the same player to take the turn.
    Situational,
    /// `TT6/natural-situational`: no coloring may occur again that a move of the same player left.
    NaturalSituational,
    /// `TT6/new-zealand`: no coloring may occur again that a turn of the same player left.
    NewZealand,
    /// `TT6/simple-ko`: the coloring before the opponent's last turn may not occur again.
    SimpleKo,
    /// `TT6/none`: any coloring may occur again.
    None,
}

/// The addition to the seventh sentence. `rules.md` has the exact definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelfCapture {
    /// `TT7` as it stands: the player's own points may be cleared.
    #[default]
    Any,
    /// `TT7/several-stones`: the point of the move may not be cleared alone.
    SeveralStones,
    /// `TT7/forbidden`: none of the player's own points may be cleared.
    Forbidden,
}

/// Whether the number of points that a player can color is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Supply {
    /// The number is not limited.
    #[default]
    Unlimited,
    /// `TT7/supply`: each player can color half of the points of the grid.
    Half,
}

/// How many passes in a row end the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passes {
    /// Two passes: `TT8`.
    #[default]
    Two,
    /// Three passes: `TT8/three-passes`.
    Three,
    /// Four passes: `TT8/four-passes`.
    Four,
}

/// The player whose pass must be the last for the game to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LastPass {
    /// The last pass may be either player's.
    #[default]
    Anybody,
    /// The last pass must be White's: `TT8/white-last`.
    White,
}

/// What the players agree on when passes end the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// The players agree on nothing.
    #[default]
    None,
    /// The players agree on which points are dead: `TT8/dead-points`.
    DeadPoints,
    /// The players agree on which points are dead, or else the game continues, once: `TT8/resume`.
    Resume,
    /// The players agree on nothing, and two cleanup phases follow: `TT8/cleanup`.
    Cleanup,
}

/// The consequence of trying a move that is not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// The move is refused, and the player tries again.
    #[default]
    Refused,
    /// The player loses: `TT8/illegal-loses`.
    Loses,
}

/// The consequence of a move that the sentence on repetition refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// The move is not legal.
    #[default]
    Illegal,
    /// The move is legal, and loses: `TT6/repeat-loses`.
    Loses,
    /// The move is legal, and ends the game as a tie: `TT6/repeat-ties`.
    Ties,
}

/// The consequence of a repetition that the sentence on repetition allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// The game continues.
    #[default]
    GoesOn,
    /// `TT8/no-result`: the game ends without a result.
    NoResult,
    /// `TT8/third-time`: a move ends the game without a result when a coloring stands for the third
    /// time, and a pass ends the game when its player passes with the same coloring for the second time.
    ThirdTime,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// `TT9`: points of the player's color, and empty points that reach no other color.
    #[default]
    Area,
    /// `TT9/territory`: surrounded empty points, and prisoners.
    Territory,
    /// `TT9/short-territory`: like territory, but only surrounded dead points count as prisoners.
    ShortTerritory,
    /// `TT9/stones`: points of the player's color.
    Stones,
}

/// The cost of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassCost {
    /// A pass costs nothing.
    #[default]
    Free,
    /// A pass costs a prisoner: `TT9/pass-stones`.
    Prisoner,
}

/// Which empty points do not count at the end. `rules.md` has the exact definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tax {
    /// The empty points that reach only the player's color count.
    #[default]
    None,
    /// `TT9/tax-seki`: only the empty points in the player's independent regions count.
    Seki,
    /// `TT9/tax-all`: as `Seki`, and each of these regions costs two points.
    All,
}

/// Whether the first pass is worth half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Button {
    /// The first pass is a pass like any other.
    #[default]
    Unused,
    /// The player who passes first has half a point more: `TT9/button`.
    Used,
}

/// Whether points count that living chains of the other color enclose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Enclosed {
    /// All points count.
    #[default]
    Alive,
    /// They are dead: `TT9/enclosed`.
    Dead,
}
