use crate::vocabulary::{Color, Coloring, Size};

/// A coloring of a board of up to 32 points, two bits for each: 0 empty, 1 black, 2 white. Points are numbered row by
/// row from the bottom, each from the left, as [`Size::points`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed(pub u64);

/// What a play makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position afterwards, repetition left aside.
    pub after: Packed,
    /// Stones of the opponent that were removed.
    pub captured: u32,
    /// Stones of the player that were removed, the new one included.
    pub lost: u32,
    /// What sort of play it is, as the engine has it when it looks at all plays at once.
    pub kind: Kind,
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
}

impl Kind {
    /// The sort that these numbers of removed stones make it.
    pub fn of(captured: u32, lost: u32) -> Kind {
        match (captured, lost) {
            (0, 0) => Kind::Quiet,
            (0, 1) => Kind::LoneSuicide,
            (0, _) => Kind::SeveralSuicide,
            _ => Kind::Capture,
        }
    }
}

impl Packed {
    /// The coloring of this number, the first point being its last digit to the base of three.
    pub(super) fn numbered(points: usize, mut number: u64) -> Packed {
        let mut packed = 0;
        for point in 0..points {
            packed |= (number % 3) << (2 * point);
            number /= 3;
        }
        Packed(packed)
    }

    /// Becomes the coloring of the next number.
    pub(super) fn advance(&mut self) {
        let mut point = 0;
        // White turns empty, and the next point is carried to.
        while point < 32 && self.0 >> (2 * point) & 3 == 2 {
            self.0 &= !(3 << (2 * point));
            point += 1;
        }
        if point < 32 {
            self.0 += 1 << (2 * point);
        }
    }

    /// The digit of a point.
    pub fn digit(self, point: usize) -> u64 {
        self.0 >> (2 * point) & 3
    }

    /// The numbers of the empty points of a board of so many points.
    pub(super) fn empty(self, points: usize) -> impl Iterator<Item = usize> {
        (0..points).filter(move |&point| self.digit(point) == 0)
    }

    /// As a coloring of a board.
    pub(super) fn coloring(self, size: Size) -> Coloring {
        let mut coloring = Coloring::empty(size);
        for (place, point) in size.points().enumerate() {
            coloring[point] = match self.digit(place) {
                0 => Color::Empty,
                1 => Color::Black,
                _ => Color::White,
            };
        }
        coloring
    }
}

/// # Panics
///
/// If the board has more than 32 points.
impl From<&Coloring> for Packed {
    fn from(coloring: &Coloring) -> Packed {
        let size = coloring.size();
        assert!(size.area() <= super::MOST_POINTS, "a {size} board has too many points");
        let digit = |color| match color {
            Color::Empty => 0,
            Color::Black => 1,
            Color::White => 2,
        };
        let digits = size.points().map(|point| digit(coloring[point]));
        Packed(digits.rev().fold(0, |packed, digit| packed << 2 | digit))
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
        assert_eq!(last, Packed(0));
    }
}
