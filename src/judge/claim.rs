//! Results: what comes out, and what a record says came out.

use crate::game::{Komi, Player, Score};
use std::fmt;

/// Who wins, and by how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margin {
    /// Four times Black's points less White's, komi among them.
    pub quarter_points: i32,
}

impl Margin {
    /// That of a score.
    pub fn of(score: Score, komi: Komi) -> Margin {
        Margin { quarter_points: 4 * score.margin() - komi.quarter_points }
    }

    /// Who wins; nobody in a tie.
    pub fn winner(self) -> Option<Player> {
        match self.quarter_points {
            0 => None,
            margin if margin > 0 => Some(Player::Black),
            _ => Some(Player::White),
        }
    }
}

/// Writes it as SGF files do: `B+3.5`, `W+10`, and `0` for a tie.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            None => f.write_str("0"),
            Some(winner) => {
                write!(f, "{}+{}", winner.letter(), f64::from(self.quarter_points.abs()) / 4.0)
            }
        }
    }
}

/// What a record says of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// Nothing that could be compared.
    Nothing,
    /// A player wins by so much.
    Score(Margin),
    /// A player wins; it is not said how.
    Winner(Player),
    /// The game ended by resignation, time, forfeit and the like, or without a result.
    NotByScore,
}

/// Words by which a game ends otherwise than by its score, in the languages in which records are kept.
const NOT_BY_SCORE: [&str; 22] = [
    "resign",
    "time",
    "forfeit",
    "illegal",
    "disconnect",
    "abandon",
    "suspend",
    "void",
    "cancel",
    "no result",
    "both",
    "中押",
    "中盤",
    "中盘",
    "投",
    "认输",
    "認輸",
    "超时",
    "超時",
    "時間",
    "불계",
    "시간",
];

/// Words for a tie.
const TIE: [&str; 7] = ["0", "draw", "jigo", "tie", "持碁", "和棋", "和"];

impl Claim {
    /// Reads `RE`, as the standard has it or as people write it.
    pub(super) fn read(text: &str) -> Claim {
        let text = text.trim().to_lowercase();
        if TIE.contains(&text.as_str()) || text == "drawn" {
            return Claim::Score(Margin { quarter_points: 0 });
        }
        let Some((winner, rest)) = winner(&text) else {
            let ends = NOT_BY_SCORE.iter().any(|word| text.contains(word));
            return if ends { Claim::NotByScore } else { Claim::Nothing };
        };
        if NOT_BY_SCORE.iter().any(|word| rest.contains(word)) {
            return Claim::NotByScore;
        }
        if let Some(quarters) = first_number(rest) {
            let sign = if winner == Player::Black { 1 } else { -1 };
            return Claim::Score(Margin { quarter_points: sign * quarters });
        }
        let how = rest.trim_start_matches(['+', ' ']);
        match how.chars().next() {
            None | Some('?') => Claim::Winner(winner),
            // `B+R`, `W+T`, `B+F`, and what else is no number.
            _ if rest.trim_start().starts_with('+') => Claim::NotByScore,
            _ => Claim::Winner(winner),
        }
    }
}

/// The winner that a text begins with, and the rest.
fn winner(text: &str) -> Option<(Player, &str)> {
    let black = ["black", "黑", "黒", "흑"].map(|word| (word, Player::Black));
    let white = ["white", "白", "백"].map(|word| (word, Player::White));
    let mut words = black.into_iter().chain(white);
    if let Some(found) = words.find_map(|(word, who)| Some((who, text.strip_prefix(word)?))) {
        return Some(found);
    }
    let (letter, rest) = text.split_at_checked(1)?;
    let who = match letter {
        "b" => Player::Black,
        "w" => Player::White,
        _ => return None,
    };
    rest.trim_start().starts_with('+').then_some((who, rest))
}

/// The first number of a text in quarters, with a comma or a point, or a fraction after it; nothing if it has none, or one
/// that is no multiple of a quarter.
fn first_number(text: &str) -> Option<i32> {
    let text = text.replace(',', ".").replace('½', ".5").replace('¼', ".25").replace('¾', ".75");
    let text = text.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '.');
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let fraction = match rest.trim_start() {
        rest if rest.starts_with("1/4") => 0.25,
        rest if rest.starts_with("1/2") => 0.5,
        rest if rest.starts_with("3/4") => 0.75,
        _ => 0.0,
    };
    let quarters = 4.0 * (number.trim_end_matches('.').parse::<f64>().ok()? + fraction);
    // A whole number of at most 4000, so nothing is cut off.
    ((0.0..=4000.0).contains(&quarters) && quarters.fract() == 0.0).then_some(quarters as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_as_people_write_them() {
        for (text, quarters) in [
            ("B+3.5", 14),
            ("W+10", -40),
            ("w+0.50", -2),
            ("W + 2,5", -10),
            ("B+3 1/2", 14),
            ("W+½", -2),
            ("B+2.75 (moku)", 11),
            ("Black wins by 4.5 points", 18),
            ("黑胜3.75子", 15),
            ("白+7", -28),
            ("0", 0),
            ("Draw", 0),
            ("Jigo", 0),
            ("B+0", 0),
        ] {
            let margin = Margin { quarter_points: quarters };
            assert_eq!(Claim::read(text), Claim::Score(margin), "{text}");
        }
        for text in ["", "?", "unknown", "yes", "x+3"] {
            assert_eq!(Claim::read(text), Claim::Nothing, "{text}");
        }
        for text in [
            "B+R",
            "W+Resign",
            "b+T",
            "W+Time",
            "B+Forfeit",
            "B+Illegal",
            "Void",
            "黑中盘胜",
            "Both lose",
            "White wins by resignation",
            "白中押し勝ち",
        ] {
            assert_eq!(Claim::read(text), Claim::NotByScore, "{text}");
        }
        assert_eq!(Claim::read("B+"), Claim::Winner(Player::Black));
        assert_eq!(Claim::read("White wins"), Claim::Winner(Player::White));
        assert_eq!(Claim::read("白勝"), Claim::Winner(Player::White));
    }

    #[test]
    fn margins_are_written_as_in_files() {
        for (quarters, text) in [(14, "B+3.5"), (-40, "W+10"), (-1, "W+0.25"), (0, "0")] {
            assert_eq!(Margin { quarter_points: quarters }.to_string(), text);
        }
    }
}
