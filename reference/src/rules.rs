//! Which sentences are in force: the ten of Tromp and Taylor, or others in their place.

/// A rule set, as a choice for each sentence on which rule sets disagree. The default is Tromp-Taylor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which moves are no turn because of what stood on the grid before.
    pub repetition: Repetition,
    /// Which moves are no move because they end in clearing one's own color.
    pub self_capture: SelfCapture,
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
