//! Results: the computed result, and the result that a record claims.

use superko_game::{Margin, Player};
use superko_sgf::quarters;

/// The result that a record claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// No result.
    Nothing,
    /// A text that could not be read, or that is not a possible score.
    Unread,
    /// A player wins by this margin.
    Score(Margin),
    /// A player wins; the record does not say how.
    Winner(Player),
    /// The game ended without a result.
    NoResult,
    /// The game ended by resignation, time, forfeit or the like; the winner, if it is clear.
    Otherwise(Option<Player>),
}

/// Words for a game without a result.
const NO_RESULT: [&str; 4] = ["void", "no result", "無勝負", "无胜负"];

/// The words for an end of the game other than by score, in the languages of records.
const NOT_BY_SCORE: [&str; 20] = [
    "resign",
    "time",
    "forfeit",
    "illegal",
    "disconnect",
    "abandon",
    "suspend",
    "cancel",
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
const TIE: [&str; 9] = ["0", "0.0", "draw", "drawn game", "jigo", "tie", "持碁", "和棋", "和"];

/// The texts for an unknown result.
const UNKNOWN: [&str; 5] = ["", "?", "unknown", "none", "-"];

/// The words by which the player named first wins.
const WINS: [&str; 5] = ["win", "won", "胜", "勝", "승"];

/// The words by which the player named first loses.
const LOSES: [&str; 5] = ["lose", "lost", "负", "負", "패"];

/// The words for one half that are not digits.
const HALVES: [char; 2] = ['半', '반'];

impl Claim {
    /// Returns the claimed result in the words of the record, if it claims any. If it claims several, the first of the most
    /// precise ones is returned; `None` if two contradict each other.
    pub(super) fn of_record(results: &[String]) -> Option<Option<String>> {
        let mut said: Option<(Claim, &String)> = None;
        for text in results {
            let claim = Claim::read(text);
            said = match said {
                None => Some((claim, text)),
                Some((before, _)) if claim == before || claim.follows_from(before) => said,
                Some((before, _)) if before.follows_from(claim) => Some((claim, text)),
                Some(_) => return None,
            };
        }
        Some(said.map(|(_, text)| text.clone()))
    }

    /// Whether the claim is that the score decided the game.
    pub(super) fn is_by_score(self) -> bool {
        matches!(self, Claim::Score(_) | Claim::Winner(_))
    }

    /// Whether another claim implies this one.
    fn follows_from(self, other: Claim) -> bool {
        match (self, other) {
            (Claim::Nothing | Claim::Unread, _) => true,
            (Claim::Winner(winner), Claim::Score(margin)) => margin.winner() == Some(winner),
            (Claim::Winner(winner), Claim::Otherwise(other)) => other == Some(winner),
            (Claim::Otherwise(None), Claim::Otherwise(_)) => true,
            _ => false,
        }
    }

    /// Parses `RE`, in the standard form or in words.
    pub(super) fn read(text: &str) -> Claim {
        let text = text.trim().to_lowercase();
        if TIE.contains(&text.as_str()) || text == "drawn" {
            return Claim::Score(Margin { quarter_points: 0 });
        }
        let Some((winner, rest)) = winner(&text) else {
            return match () {
                () if NO_RESULT.iter().any(|word| text.contains(word)) => Claim::NoResult,
                () if NOT_BY_SCORE.iter().any(|word| text.contains(word)) => Claim::Otherwise(None),
                () if UNKNOWN.contains(&text.as_str()) => Claim::Nothing,
                () => Claim::Unread,
            };
        };
        let has_plus = rest.trim_start().starts_with('+');
        let loses = LOSES.iter().any(|word| rest.contains(word));
        if NOT_BY_SCORE.iter().any(|word| rest.contains(word)) {
            let wins = has_plus || WINS.iter().any(|word| rest.contains(word));
            return Claim::Otherwise((wins && !loses).then_some(winner));
        }
        let winner = if loses { winner.opponent() } else { winner };
        let how = rest.trim_matches(['+', ' ', '.']);
        let is_digit = |c: char| c.is_numeric() || HALVES.contains(&c);
        let begins = how.chars().find(|&c| c.is_alphanumeric());
        let in_words = has_plus && begins.is_some_and(|c| !is_digit(c));
        match quarters(rest) {
            Some(quarters) => {
                let sign = if winner == Player::Black { 1 } else { -1 };
                Claim::Score(Margin { quarter_points: sign * quarters })
            }
            // `B+R`, `W+T`, `B+F`, and other words. `B+NaN` and `W+inf` parse as numbers.
            None if in_words && how.parse::<f64>().is_err() => Claim::Otherwise(Some(winner)),
            // A text that is only partly understood is not compared.
            None if in_words || how.contains(is_digit) => Claim::Unread,
            None => Claim::Winner(winner),
        }
    }
}

/// Returns the winner that a text begins with, and the rest of the text.
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
            ("B+1/2", 2),
            ("黑胜3/4子", 3),
            ("黒2目半勝", 10),
            ("흑 2집반승", 10),
            ("B+2 & 1/2", 10),
            ("Black wins by 2 and a half", 10),
            ("黑胜2又1/4子", 9),
            ("White loses by 2.5", 10),
            ("白负2.5目", 10),
            ("白2目半負", 10),
            ("0", 0),
            ("0.0", 0),
            ("Draw", 0),
            ("Jigo", 0),
            ("B+0", 0),
        ] {
            let margin = Margin { quarter_points: quarters };
            assert_eq!(Claim::read(text), Claim::Score(margin), "{text}");
        }
        for text in ["", "?", "Unknown", "-"] {
            assert_eq!(Claim::read(text), Claim::Nothing, "{text}");
        }
        for text in [
            "yes",
            "x+3",
            "resolved",
            "B+NaN",
            "B+inf",
            "W+Infinity",
            "B+1e400",
            "W+4.3",
            "W+0.1",
            "W+5000",
            "B+9.5.5",
            "Black 9.0 points, White 6.5",
            "Black (9 dan) wins by 2.5",
        ] {
            assert_eq!(Claim::read(text), Claim::Unread, "{text}");
        }
        let (black, white) = (Some(Player::Black), Some(Player::White));
        for (text, winner) in [
            ("B+R", black),
            ("W+Resign", white),
            ("W+Res.", white),
            ("W+Repetition", white),
            ("B+, for the other one crashed in move 126", black),
            ("b+T", black),
            ("W+Time", white),
            ("B+Forfeit", black),
            ("B+Illegal", black),
            ("黑中盘胜", black),
            ("Both lose", None),
            ("White resigns", None),
            ("White loses on time", None),
            ("White wins by resignation", white),
            ("白中押し勝ち", white),
        ] {
            assert_eq!(Claim::read(text), Claim::Otherwise(winner), "{text}");
        }
        for text in ["Void", "No result", "無勝負"] {
            assert_eq!(Claim::read(text), Claim::NoResult, "{text}");
        }
        assert_eq!(Claim::read("B+"), Claim::Winner(Player::Black));
        assert_eq!(Claim::read("White wins"), Claim::Winner(Player::White));
        assert_eq!(Claim::read("白勝"), Claim::Winner(Player::White));
    }

    #[test]
    fn results_of_one_record_contradict_each_other_or_not() {
        for (results, claimed) in [
            (&[][..], Some(None)),
            (&["B+3"], Some(Some("B+3"))),
            (&["B+3", "B+3.00"], Some(Some("B+3"))),
            (&["?", "B+R"], Some(Some("B+R"))),
            (&["B+", "B+3.5", "Black wins"], Some(Some("B+3.5"))),
            (&["Void", "B+3"], None),
            (&["B+3", "W+3"], None),
            (&["B+R", "W+"], None),
            (&["B+R", "B+3"], None),
        ] {
            let results: Vec<String> = results.iter().map(|&text| text.to_owned()).collect();
            let claimed = claimed.map(|claimed| claimed.map(str::to_owned));
            assert_eq!(Claim::of_record(&results), claimed, "{results:?}");
        }
    }

    #[test]
    fn margins_are_written_as_in_files() {
        for (quarters, text) in [(14, "B+3.5"), (-40, "W+10"), (-1, "W+0.25"), (0, "0")] {
            assert_eq!(Margin { quarter_points: quarters }.to_string(), text);
        }
    }
}
