use super::player::{Color, Player};
use super::position::Position;
use super::size::{Point, Size};
use crate::rules::{HandicapBonus, Rules};
use std::fmt;
use std::str::FromStr;

/// The start of a game: the board, the rules, the first player, komi.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The rules in force.
    pub rules: Rules,
    /// The position at the start. It gives the size of the board.
    pub position: Position,
    /// The player who takes the first turn.
    pub first: Player,
    /// The komi.
    pub komi: Komi,
}

impl Setup {
    /// Returns the usual start: the empty board, Black first, no komi.
    pub fn new(size: Size, rules: Rules) -> Setup {
        let position = Position::empty(size);
        Setup { rules, position, first: Player::Black, komi: Komi::default() }
    }

    /// Adds handicap stones: Black stones on these points, White plays first, and komi grows by the
    /// compensation that the rules give for that number of stones; see [`Rules::handicap_bonus`].
    ///
    /// # Panics
    ///
    /// If a point is not on the board.
    #[must_use]
    pub fn with_handicap(self, points: &[Point]) -> Setup {
        let bonus = self.rules.handicap_bonus();
        self.with_handicap_and_bonus(points, bonus)
    }

    /// Adds handicap stones with this compensation, which may differ from that of the rules.
    pub(super) fn with_handicap_and_bonus(
        mut self,
        points: &[Point],
        bonus: HandicapBonus,
    ) -> Setup {
        for &point in points {
            self.position[point] = Color::Black;
        }
        let stones = u32::try_from(points.len()).unwrap_or(u32::MAX);
        let bonus = bonus.points(stones);
        self.komi.quarter_points += 4 * i32::try_from(bonus).unwrap_or(i32::MAX / 4);
        self.first = Player::White;
        self
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.position.size()
    }

    /// Whether the board is empty at the start.
    pub fn is_empty(&self) -> bool {
        self.position.count(Color::Empty) == self.size().point_count()
    }

    /// Whether this is the usual start: the empty board, Black first.
    pub fn is_usual(&self) -> bool {
        self.is_empty() && self.first == Player::Black
    }
}

/// Writes the part of a record's text before the colon; see [`RecordText`](super::RecordText).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size(), self.rules)?;
        if !self.is_empty() {
            let rows = self.position.to_string().replace(' ', "").trim().replace('\n', "/");
            write!(f, " position={rows}")?;
        }
        if self.first == Player::White {
            f.write_str(" first=white")?;
        }
        if self.komi != Komi::default() {
            write!(f, " komi={}", self.komi)?;
        }
        Ok(())
    }
}

/// Komi: the points that White gets in addition to the score, in multiples of a quarter of a point. A
/// negative komi is for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi {
    /// The komi in quarter points.
    pub quarter_points: i32,
}

/// Writes the points as a decimal number, such as `7.5` or `3.75`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.quarter_points) / 4.0)
    }
}

/// Parses a decimal number that is a multiple of 0.25, from -1000 to 1000.
impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Komi, KomiError> {
        let wrong = || KomiError { text: text.to_owned() };
        let quarters = 4.0 * text.trim().parse::<f64>().map_err(|_| wrong())?;
        if !(-4000.0..=4000.0).contains(&quarters) || quarters.fract() != 0.0 {
            return Err(wrong());
        }
        // The number is whole and at most 4000, so the conversion is exact.
        Ok(Komi { quarter_points: quarters as i32 })
    }
}

/// The error for a text that is not a komi.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a komi: write a multiple of 0.25 from -1000 to 1000, such as 7.5")]
pub struct KomiError {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_written_and_read_again() {
        for (text, quarter_points) in
            [("0", 0), ("7.5", 30), ("3.75", 15), ("-0.25", -1), ("1000", 4000)]
        {
            assert_eq!(text.parse(), Ok(Komi { quarter_points }));
            assert_eq!(Komi { quarter_points }.to_string(), text);
        }
        for text in ["", "x", "0.1", "1000.25", "NaN", "inf", "-1e9"] {
            let error = text.parse::<Komi>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn white_begins_after_handicap_stones_and_gets_what_the_rules_give() {
        let size = Size::square(9).unwrap();
        let points = [size.vertex("C3").unwrap(), size.vertex("G7").unwrap()];
        for (rules, komi) in [("tromp-taylor", 2), ("aga", 6), ("chinese", 10), ("japanese", 2)] {
            let komi = Komi { quarter_points: komi };
            let even = Setup {
                komi: Komi { quarter_points: 2 },
                ..Setup::new(size, rules.parse().unwrap())
            };
            let setup = even.with_handicap(&points);
            assert_eq!((setup.first, setup.komi), (Player::White, komi), "{rules}");
            assert_eq!(points.map(|point| setup.position[point]), [Color::Black; 2]);
            assert_eq!(setup.position.count(Color::Empty), 79);
        }
    }

    #[test]
    fn the_usual_start() {
        let usual = Setup::new(Size::square(2).unwrap(), Rules::default());
        assert!(usual.is_usual());
        assert!(!Setup { first: Player::White, ..usual.clone() }.is_usual());
        let position: Position = "X.\n..".parse().unwrap();
        let stone = Setup { position, ..usual };
        assert!(!stone.is_usual() && !stone.is_empty());
    }
}
