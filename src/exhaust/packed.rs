use crate::game::{Color, Player, Position, Size};

/// A coloring of a board of up to 32 points, a bit of each number for each point. Points are numbered row by row from
/// the bottom, each from the left, as [`Size::points`] has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed {
    /// The points with a black stone.
    pub black: u32,
    /// The points with a white stone.
    pub white: u32,
}

/// What a play makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position afterwards, repetition left aside.
    pub after: Packed,
    /// The same as it is found in the course of a game, where more may be known of the position than its stones.
    pub in_game: Packed,
    /// Stones of the opponent that were removed.
    pub captured: u32,
    /// Stones of the player that were removed, the new one included.
    pub lost: u32,
    /// What sort of play it is, as the engine has it when it looks at all plays at once.
    pub kind: Kind,
}

impl Played {
    /// What of a play is to be seen from the position that it leaves.
    pub fn new(before: Packed, player: Player, after: Packed) -> Played {
        let count = |coloring: Packed, player| coloring.of(player).count_ones();
        let captured = count(before, player.opponent()) - count(after, player.opponent());
        let lost = count(before, player) + 1 - count(after, player);
        Played { after, in_game: after, captured, lost, kind: Kind::of(captured, lost) }
    }
}

/// What sort of play one is, by what it removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Quiet,
    /// Stones of the opponent.
    Capture,
    /// The new stone alone.
    LoneSuicide,
    /// The new stone and others.
    SeveralSuicide,
    /// The engine does not say, or says more than one of these.
    Unclear,
}

impl Kind {
    /// The sort that these numbers of removed stones make it.
    fn of(captured: u32, lost: u32) -> Kind {
        match (captured, lost) {
            (0, 0) => Kind::Quiet,
            (0, 1) => Kind::LoneSuicide,
            (0, _) => Kind::SeveralSuicide,
            _ => Kind::Capture,
        }
    }
}

impl Packed {
    /// The coloring of this number, the first point being its last digit to the base of three: 0 empty, 1 black,
    /// 2 white.
    pub(super) fn numbered(points: usize, mut number: u64) -> Packed {
        let mut packed = Packed::default();
        for point in 0..points {
            match number % 3 {
                0 => {}
                1 => packed.black |= 1 << point,
                _ => packed.white |= 1 << point,
            }
            number /= 3;
        }
        packed
    }

    /// Becomes the coloring of the next number.
    pub(crate) fn advance(&mut self) {
        // Whites turn empty up to the first point that is not white, to which is carried.
        let carried = self.white.trailing_ones();
        let Some(point) = 1u32.checked_shl(carried) else {
            self.white = 0;
            return;
        };
        self.white &= !(point - 1);
        self.white |= self.black & point;
        self.black ^= point;
    }

    /// The stones of a player.
    pub fn of(self, player: Player) -> u32 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// The points with a stone.
    pub fn taken(self) -> u32 {
        self.black | self.white
    }

    /// As a coloring of a board.
    pub(crate) fn coloring(self, size: Size) -> Position {
        let mut coloring = Position::empty(size);
        for (place, point) in size.points().enumerate() {
            coloring[point] = match (self.black >> place & 1, self.white >> place & 1) {
                (1, _) => Color::Black,
                (_, 1) => Color::White,
                _ => Color::Empty,
            };
        }
        coloring
    }
}

/// # Panics
///
/// If the board has more than 32 points.
impl From<&Position> for Packed {
    fn from(coloring: &Position) -> Packed {
        let size = coloring.size();
        assert!(size.point_count() <= super::MOST_POINTS, "a {size} board has too many points");
        let mut packed = Packed::default();
        for (place, point) in size.points().enumerate() {
            match coloring[point] {
                Color::Empty => {}
                Color::Black => packed.black |= 1 << place,
                Color::White => packed.white |= 1 << place,
            }
        }
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coloring_is_packed_and_unpacked() {
        for number in 0..3u64.pow(6) {
            let packed = Packed::numbered(6, number);
            let coloring = packed.coloring(Size::new(3, 2).unwrap());
            assert_eq!(Packed::from(&coloring), packed);
        }
    }

    #[test]
    fn to_advance_is_to_count_to_the_base_of_three() {
        let mut counted = Packed::numbered(7, 0);
        for number in 0..3u64.pow(7) {
            assert_eq!(counted, Packed::numbered(7, number));
            counted.advance();
        }
        let mut last = Packed::numbered(32, 3u64.pow(32) - 1);
        last.advance();
        assert_eq!(last, Packed::default());
    }
}
