//! White's compensation for handicap stones.

/// White's compensation for handicap stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// No compensation.
    #[default]
    None,
    /// One point for each stone except the first.
    AllButOne,
    /// One point for each stone.
    All,
}

impl HandicapBonus {
    /// All values.
    pub const ALL: [HandicapBonus; 3] =
        [HandicapBonus::None, HandicapBonus::AllButOne, HandicapBonus::All];

    /// Returns the word for this value in KataGo's JSON.
    pub fn word(self) -> &'static str {
        match self {
            HandicapBonus::None => "0",
            HandicapBonus::AllButOne => "N-1",
            HandicapBonus::All => "N",
        }
    }

    /// Describes the compensation in words.
    pub fn text(self) -> &'static str {
        match self {
            HandicapBonus::None => "White gets no points",
            HandicapBonus::AllButOne => "White gets one point for each handicap stone except one",
            HandicapBonus::All => "White gets one point for each handicap stone",
        }
    }

    /// Returns the points for a number of stones. One stone is not a handicap.
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
