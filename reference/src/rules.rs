//! Which sentences are in force: the ten of Tromp and Taylor, or others in their place or beside them.

/// A rule set, as a choice for each sentence on which rule sets disagree. The default is Tromp-Taylor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which moves are no turn because of what stood on the grid before.
    pub repetition: Repetition,
    /// Which moves are no move because they end in clearing one's own color.
    pub self_capture: SelfCapture,
    /// How many points a player can color.
    pub supply: Supply,
    /// How many passes in a row end the game.
    pub passes: Passes,
    /// Whose the last of these passes must be.
    pub last_pass: LastPass,
    /// What is agreed on after these passes.
    pub agreement: Agreement,
    /// What becomes of who tries a move that is not legal.
    pub attempt: Attempt,
    /// What becomes of a move that the sentence on repetition refuses.
    pub repeat: Repeat,
    /// What becomes of a repetition that the sentence on repetition lets happen.
    pub cycle: Cycle,
    /// What is counted at the end.
    pub scoring: Scoring,
    /// What a pass costs.
    pub pass: PassCost,
}

/// What stands for the sixth sentence. `rules.md` has the exact definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// `TT6`, positional superko: no coloring may come again.
    #[default]
    Positional,
    /// `TT6/situational`: none with the same player to take the turn.
    Situational,
    /// `TT6/natural-situational`: none that a move of the same player left.
    NaturalSituational,
    /// `TT6/new-zealand`: none that a turn of the same player left.
    NewZealand,
    /// `TT6/simple-ko`: not the one before the opponent's last turn.
    SimpleKo,
    /// `TT6/none`: any may.
    None,
}

/// What is added to the seventh sentence. `rules.md` has the exact definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelfCapture {
    /// `TT7` as it stands: whatever is cleared is cleared.
    #[default]
    Any,
    /// `TT7/several-stones`: not a lone point.
    SeveralStones,
    /// `TT7/forbidden`: nothing of one's own.
    Forbidden,
}

/// Whether moves are used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Supply {
    /// They are not.
    #[default]
    Unlimited,
    /// `TT7/supply`: each player can color half of the points of the grid.
    Half,
}

/// How many passes in a row end the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passes {
    /// `TT8`.
    #[default]
    Two,
    /// `TT8/three-passes`.
    Three,
    /// `TT8/four-passes`.
    Four,
}

/// Whose the last pass must be for the game to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LastPass {
    /// Either player's.
    #[default]
    Anybody,
    /// `TT8/white-last`: White's.
    White,
}

/// What is agreed on when passes end the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// Nothing.
    #[default]
    None,
    /// `TT8/dead-points`: which points are dead.
    DeadPoints,
    /// `TT8/resume`: which points are dead, or else the game goes on, once.
    Resume,
}

/// What becomes of who tries a move that is not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// It is refused, and she tries again.
    #[default]
    Refused,
    /// `TT8/illegal-loses`: she loses.
    Loses,
}

/// What becomes of a move that the sentence on repetition refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// It is not legal.
    #[default]
    Illegal,
    /// `TT6/repeat-loses`: it is, and loses.
    Loses,
    /// `TT6/repeat-ties`: it is, and ends the game as a tie.
    Ties,
}

/// What becomes of a repetition that the sentence on repetition lets happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// The game goes on.
    #[default]
    GoesOn,
    /// `TT8/no-result`: the game ends without a result.
    NoResult,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// `TT9`: points of one's color, and empty ones that reach no other.
    #[default]
    Area,
    /// `TT9/territory`: empty points, and prisoners.
    Territory,
    /// `TT9/short-territory`: the same, but of the dead points only those that are surrounded.
    ShortTerritory,
    /// `TT9/stones`: points of one's color.
    Stones,
}

/// What a pass costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassCost {
    /// Nothing.
    #[default]
    Free,
    /// `TT9/pass-stones`: a prisoner.
    Prisoner,
}
