//! The keys of a hash, and their file format.

use super::xor;
use std::collections::BTreeMap;
use std::fmt;
use superko_engine::{DIGITS, digits_in, digits_of, hash_of};
use superko_game::{Color, Player, Point, Position, Size};

/// A hash or a key: 256 bits, the lowest 64 first.
pub type Bits = [u64; 4];

/// The keys of a hash on one board. The hash of a position is the XOR of the keys of its stones, and of the
/// key of the player to move if there is one.
///
/// In the text form each line is a key: a point, a color, and up to 64 hexadecimal digits. `#` begins a
/// comment.
///
/// ```
/// use superko_harness::collide::Keys;
///
/// let keys = Keys::parse("A1 black 9e37  # any width\nA1 white 79b9\nto-move white 1", "1x1".parse()?)?;
/// assert_eq!(keys.bits(), 16);
/// assert!(keys.are_independent());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    size: Size,
    /// The keys of a black and of a white stone on each point.
    stones: Vec<[Bits; 2]>,
    /// The change of the hash when the other player is to move.
    turn: Bits,
    bits: usize,
}

impl Keys {
    /// Makes keys from a function. `turn` is what the hash changes by when the other player is to move.
    pub fn new(size: Size, turn: Bits, key: impl Fn(Point, Player) -> Bits) -> Keys {
        let both = |point| [Player::Black, Player::White].map(|player| key(point, player));
        let stones: Vec<[Bits; 2]> = size.points().map(both).collect();
        let all = stones.iter().flatten().chain([&turn]);
        let any = all.fold(Bits::default(), |any, key| std::array::from_fn(|i| any[i] | key[i]));
        // The hash is written in whole hexadecimal digits.
        let bits = (bit_length(&any).max(1)).next_multiple_of(4);
        Keys { size, stones, turn, bits }
    }

    /// Parses the keys of a board.
    ///
    /// A line is `D4 black 9e3779b97f4a7c15`, `D4 white ...`, or `D4 empty ...` if the hash has keys for
    /// empty points too. There may also be `to-move black ...` and `to-move white ...`, either or both, and
    /// `size ...`, which all positions share.
    ///
    /// # Errors
    ///
    /// If a line is wrong or a key is missing; the error gives the line and its text, or names the key.
    pub fn parse(text: &str, size: Size) -> Result<Keys, KeysError> {
        let mut read: BTreeMap<Place, (Bits, usize)> = BTreeMap::new();
        let mut digits = 0;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |what| KeysError::Line { number: number + 1, line: line.to_owned(), what };
            let (place, key, written) = read_line(line, size).map_err(wrong)?;
            digits = digits.max(written);
            if let Some((_, earlier)) = read.insert(place, (key, number + 1)) {
                return Err(wrong(format!("line {earlier} has this key too")));
            }
        }
        let key = |place| read.get(&place).map(|(key, _)| *key);
        let mut missing = Vec::new();
        let mut stones = Vec::new();
        for point in size.points() {
            let empty = key(Place::Point(point, Color::Empty)).unwrap_or_default();
            stones.push([Color::Black, Color::White].map(|color| {
                let found = key(Place::Point(point, color));
                if found.is_none() {
                    missing.push((point, color));
                }
                xor(found.unwrap_or_default(), empty)
            }));
        }
        if let Some(&(point, color)) = missing.first() {
            return Err(KeysError::Missing { size, point, color, more: missing.len() - 1 });
        }
        let turn =
            [Player::Black, Player::White].map(|p| key(Place::ToMove(p)).unwrap_or_default());
        Ok(Keys { size, stones, turn: xor(turn[0], turn[1]), bits: 4 * digits })
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of bits of the hash, in whole hexadecimal digits.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Writes a hash in as many hexadecimal digits as the keys have.
    pub fn hex(&self, hash: &Bits) -> String {
        digits_of(hash, self.bits / 4)
    }

    /// Returns the key of a stone.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn stone(&self, point: Point, player: Player) -> Bits {
        self.stones[self.size.index(point)][player as usize]
    }

    /// Returns what the hash changes by when the other player is to move; 0 if it does not depend on that.
    pub fn turn(&self) -> Bits {
        self.turn
    }

    /// Returns the hash of a position with a player to move, except for a constant that all positions of the
    /// board share.
    ///
    /// # Panics
    ///
    /// If the position is not on this board.
    pub fn hash(&self, position: &Position, to_move: Player) -> Bits {
        let start = if to_move == Player::White { self.turn } else { Bits::default() };
        self.size.points().fold(start, |hash, point| match position[point] {
            Color::Empty => hash,
            Color::Black => xor(hash, self.stone(point, Player::Black)),
            Color::White => xor(hash, self.stone(point, Player::White)),
        })
    }

    /// Returns whether no keys cancel each other, so that any two different positions have different hashes.
    pub fn are_independent(&self) -> bool {
        let turn = Some(self.turn).filter(|turn| *turn != Bits::default());
        let mut reduced: Vec<Bits> = Vec::new();
        self.stones.iter().flatten().copied().chain(turn).all(|key| {
            let rest = reduced.iter().fold(key, |key, &each| smaller(key, xor(key, each)));
            let independent = rest != Bits::default();
            reduced.push(rest);
            independent
        })
    }
}

/// Returns the smaller of two numbers.
fn smaller(one: Bits, other: Bits) -> Bits {
    let limbs = |bits: &Bits| [bits[3], bits[2], bits[1], bits[0]];
    if limbs(&other) < limbs(&one) { other } else { one }
}

/// The purpose of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Point(Point, Color),
    ToMove(Player),
    Size,
}

fn bit_length(bits: &Bits) -> usize {
    let highest = (0..4).rev().find(|&limb| bits[limb] != 0);
    highest.map_or(0, |limb| 64 * limb + bits[limb].ilog2() as usize + 1)
}

/// Returns the purpose of the key in a line, the key, and its number of digits.
fn read_line(line: &str, size: Size) -> Result<(Place, Bits, usize), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (place, digits) = match words[..] {
        ["size", digits] => (Place::Size, digits),
        ["to-move", player, digits] => {
            let player = match player {
                "black" => Player::Black,
                "white" => Player::White,
                _ => return Err(format!("`{player}` is not a player: write black or white")),
            };
            (Place::ToMove(player), digits)
        }
        [point, color, digits] => {
            let color = match color {
                "black" => Color::Black,
                "white" => Color::White,
                "empty" => Color::Empty,
                _ => return Err(format!("`{color}` is not a color: write black, white or empty")),
            };
            let point = size.vertex(point).map_err(|error| error.to_string())?;
            (Place::Point(point, color), digits)
        }
        _ => return Err("write a key as in `D4 black 9e3779b97f4a7c15`".to_owned()),
    };
    let key = hash_of(digits);
    let wrong = || format!("`{digits}` is not a key: write 1 to {DIGITS} hexadecimal digits");
    Ok((place, key.ok_or_else(wrong)?, digits_in(digits).len()))
}

/// Writes the keys in their file format.
impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.bits / 4;
        for (point, keys) in self.size.points().zip(&self.stones) {
            for (color, key) in ["black", "white"].iter().zip(keys) {
                writeln!(f, "{point} {color} {}", digits_of(key, digits))?;
            }
        }
        if self.turn != Bits::default() {
            writeln!(f, "to-move white {}", digits_of(&self.turn, digits))?;
        }
        Ok(())
    }
}

fn further(more: usize) -> String {
    if more > 0 { format!(", and {more} more are missing") } else { String::new() }
}

/// The error for a text that does not hold the keys of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// A line is not a key.
    #[error("line {number}, `{line}`: {what}")]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The text of the line.
        line: String,
        /// What is wrong with the line.
        what: String,
    },
    /// A key is missing.
    #[error(
        "there is no line `{point} {} ...`{}: a {size} board needs a black and a white key for each of {} points",
        if *color == Color::Black { "black" } else { "white" },
        further(*more),
        size.point_count()
    )]
    Missing {
        /// The board.
        size: Size,
        /// The point.
        point: Point,
        /// The color of the stone.
        color: Color,
        /// The number of further keys that are missing.
        more: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Result<Keys, KeysError> {
        Keys::parse(text, "2x1".parse().unwrap())
    }

    #[test]
    fn keys_are_read_and_written() {
        let wide = format!("A1 black f{}", "0".repeat(63));
        let text = format!(
            "# two points\n{wide}\nA1 white 0x0a\nB1 black 3\n\nB1 white 2 # small\nsize 7\nto-move white 5\n"
        );
        let read = keys(&text).unwrap();
        assert_eq!(read.bits(), 256);
        let [a1, b1] = ["A1", "B1"].map(|name| read.size().vertex(name).unwrap());
        assert_eq!(read.stone(a1, Player::Black), [0, 0, 0, 0xf << 60]);
        assert_eq!(read.stone(b1, Player::White), [2, 0, 0, 0]);
        assert_eq!(keys(&read.to_string()).unwrap(), read);
        let position = "X O".parse().unwrap();
        assert_eq!(read.hash(&position, Player::Black), [2, 0, 0, 0xf << 60]);
        assert_eq!(read.hash(&position, Player::White), [2 ^ 5, 0, 0, 0xf << 60]);
    }

    #[test]
    fn what_is_no_key_is_refused_by_its_line() {
        let whole = "A1 black 1\nA1 white 2\nB1 black 3\nB1 white 4\n";
        for (more, said) in [
            ("C1 black 5", "line 5, `C1 black 5`: `C1` is not a point of a 2x1 board"),
            ("A1 red 5", "line 5, `A1 red 5`: `red` is not a color: write black, white or empty"),
            ("A1 black 5", "line 5, `A1 black 5`: line 1 has this key too"),
            ("\nA1 empty g", "line 6, `A1 empty g`: `g` is not a key: write 1 to 64 hexadecimal"),
            ("to-move me 5", "line 5, `to-move me 5`: `me` is not a player: write black or white"),
            ("A1", "line 5, `A1`: write a key as in `D4 black 9e3779b97f4a7c15`"),
        ] {
            let error = keys(&format!("{whole}{more}")).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
        let long = keys(&format!("A1 black {}", "1".repeat(65))).unwrap_err().to_string();
        assert!(long.ends_with("write 1 to 64 hexadecimal digits"), "{long}");
        let error = keys("A1 black 1\nB1 white 2").unwrap_err().to_string();
        let said = "there is no line `A1 white ...`, and 1 more are missing: a 2x1 board needs a black and a white \
                    key for each of 2 points";
        assert_eq!(error, said);
    }

    #[test]
    fn keys_of_empty_points_count_as_differences() {
        let with = keys("A1 black 1\nA1 white 2\nA1 empty 7\nB1 black 3\nB1 white 4").unwrap();
        let a1 = with.size().vertex("A1").unwrap();
        assert_eq!(with.stone(a1, Player::Black), [1 ^ 7, 0, 0, 0]);
        assert_eq!(with.stone(a1, Player::White), [2 ^ 7, 0, 0, 0]);
    }

    #[test]
    fn independence_is_exact() {
        for (text, independent) in [
            ("A1 black 1\nA1 white 2\nB1 black 4\nB1 white 8", true),
            ("A1 black 1\nA1 white 2\nB1 black 4\nB1 white 7", false),
            ("A1 black 1\nA1 white 2\nB1 black 4\nB1 white 0", false),
            ("A1 black 3\nA1 white 6\nB1 black c\nB1 white 8", true),
            ("A1 black 3\nA1 white 6\nB1 black c\nB1 white 8\nto-move white 1", false),
            ("A1 black 3\nA1 white 6\nB1 black c\nB1 white 8\nto-move white 10", true),
        ] {
            assert_eq!(keys(text).unwrap().are_independent(), independent, "{text}");
        }
    }
}
