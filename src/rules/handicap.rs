//! What White gets for handicap stones.

/// What White gets for handicap stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    #[default]
    None,
    /// A point for each stone but one.
    AllButOne,
    /// A point for each stone.
    All,
}

impl HandicapBonus {
    /// All of them.
    pub const ALL: [HandicapBonus; 3] =
        [HandicapBonus::None, HandicapBonus::AllButOne, HandicapBonus::All];

    /// Its word in KataGo's JSON.
    pub fn word(self) -> &'static str {
        match self {
            HandicapBonus::None => "0",
            HandicapBonus::AllButOne => "N-1",
            HandicapBonus::All => "N",
        }
    }

    /// What it is, in words.
    pub fn text(self) -> &'static str {
        match self {
            HandicapBonus::None => "White gets nothing",
            HandicapBonus::AllButOne => "White gets a point for each but one",
            HandicapBonus::All => "White gets a point for each",
        }
    }

    /// The points for a number of stones. One stone is no handicap.
    pub fn points(self, stones: u32) -> u32 {
        match self {
            _ if stones < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::AllButOne => stones - 1,
            HandicapBonus::All => stones,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_is_for_two_stones_and_more() {
        let points = |bonus: HandicapBonus| [0, 1, 2, 9].map(|stones| bonus.points(stones));
        assert_eq!(HandicapBonus::ALL.map(points), [[0; 4], [0, 0, 1, 8], [0, 0, 2, 9]]);
    }
}
