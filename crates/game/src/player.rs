use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// Black, who usually plays first.
    Black,
    /// White.
    White,
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// Returns `B` or `W`, the letter for the player in records and GTP.
    pub fn letter(self) -> char {
        match self {
            Player::Black => 'B',
            Player::White => 'W',
        }
    }

    /// Returns the color of this player's stones.
    pub fn color(self) -> Color {
        match self {
            Player::Black => Color::Black,
            Player::White => Color::White,
        }
    }
}

/// Writes `Black` or `White`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "Black",
            Player::White => "White",
        })
    }
}

/// The color of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// No stone.
    #[default]
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
}

impl Color {
    /// Returns `.`, `X` or `O`, the character for the color in diagrams.
    pub fn glyph(self) -> char {
        match self {
            Color::Empty => '.',
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// Returns the color that a diagram writes with this character, if any.
    pub fn from_glyph(glyph: char) -> Option<Color> {
        [Color::Empty, Color::Black, Color::White].into_iter().find(|c| c.glyph() == glyph)
    }
}
