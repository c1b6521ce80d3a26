//! The places in an engine where it can make a mistake.

/// A place in an engine where it can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// The data compared to find a repetition.
    Compared,
    /// The positions that are kept to compare with.
    Kept,
    /// Whether the starting position counts.
    Initial,
    /// Whether the current position counts.
    Present,
    /// How positions after a pass count.
    AfterPass,
    /// Whether positions that a suicide made count.
    AfterSuicide,
    /// The plays after which positions are compared.
    LookedUp,
    /// Whether a ko is seen whatever else is.
    KoSeen,
    /// An additional ko point.
    Ko,
    /// The repetition rule that is applied.
    Repetition,
    /// The suicides that are refused.
    Suicide,
    /// The capture of stones.
    Capture,
    /// The removal of the player's own stones.
    OwnStones,
    /// The points on which a play is possible at all.
    Occupied,
    /// The neighbors of a point.
    Neighbors,
    /// The effects of a refusal.
    Refusal,
    /// The effects of a question.
    Question,
    /// The effects of undo.
    Undo,
    /// The start of a game.
    Beginning,
    /// The player to move after a pass.
    Turns,
    /// The number of passes that end the game.
    End,
    /// The passes that count as in a row.
    Row,
    /// The turns after the end.
    AfterEnd,
    /// The maximum length of a game.
    Length,
    /// The turn that is generated.
    Generated,
    /// The answer to a question about a repeat that ends the game.
    RepeatAsked,
    /// The retaking of a ko if a repeat ends the game.
    KoRetaken,
    /// The effect on the board of a repeat that ends the game.
    RepeatPlayed,
    /// The counting of the score.
    Score,
    /// The stones that count as dead in the score.
    Dead,
    /// The largest score that is reported.
    Cap,
    /// The komi.
    Komi,
    /// The winner of a tie.
    Ties,
}

impl Place {
    /// Whether it is about which earlier positions count.
    pub(crate) fn is_of_history(self) -> bool {
        use Place::{AfterPass, AfterSuicide, Initial, Kept, Present};
        matches!(self, Kept | Initial | Present | AfterPass | AfterSuicide)
    }
}
