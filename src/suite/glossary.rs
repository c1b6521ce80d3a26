//! The words that need an explanation: `GLOSSARY.md`.

use crate::game::{Record, RecordText};

const PAGE: &str = include_str!("../../GLOSSARY.md");

/// Every word with its explanation, in the order of the page.
pub fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.lines().filter_map(|line| line.strip_prefix("* **")?.split_once("**: "))
}

/// Games that show what a word means with their last turn: the word, what is to be seen, and the record.
const GAMES: &[(&str, &str, &str)] = &[
    (
        "area",
        "Each player has three stones, and the three points behind them; the points between reach both colors.",
        "5x3 tromp-taylor: B B1, W D1, B B2, W D2, B B3, W D3, B pass, W pass",
    ),
    (
        "chain",
        "White's two stones are one chain. Black takes its last liberty, and both are removed.",
        "4x3 tromp-taylor: B A2, W A1, B B2, W B1, B C1",
    ),
    (
        "history",
        "White's stones would be removed, and the empty starting board is part of the history.",
        "2x1 tromp-taylor: B A1, W B1, B pass, W A1",
    ),
    (
        "ko",
        "Black has captured at B2. If White recaptured at once, the previous position would be repeated.",
        "4x3 tromp-taylor: B B3, W C3, B A2, W D2, B B1, W C1, B A1, W B2, B C2, W B2",
    ),
    (
        "liberty",
        "White's stone has one liberty left. Black takes it.",
        "3x3 tromp-taylor: B A2, W A1, B B1",
    ),
    (
        "seki",
        "A player who plays between the chains in the middle is captured there, so neither player does.",
        "7x3 tromp-taylor: B A2, W C1, B B1, W C2, B B2, W C3, B B3, W D2, B E1, W F1, B E2, W F2, B E3, W F3, B pass, W G2, B pass, W pass",
    ),
    (
        "suicide",
        "White's two stones have no liberty after the play, and are removed.",
        "3x3 tromp-taylor: B A2, W A1, B B2, W C3, B C1, W B1",
    ),
    (
        "superko",
        "The play would bring back a position of more than two turns ago, which a simple ko rule does not forbid.",
        "5x5 tromp-taylor: B D3, W D1, B C2, W E3, B C1, W D2, B E2, W E1, B E2, W D1, B E1, W D2",
    ),
    (
        "territory",
        "Each player has the three points behind the stones.",
        "5x3 tromp-taylor,score=territory: B B1, W D1, B B2, W D2, B B3, W D3, B pass, W pass",
    ),
];

/// What is to be seen in a game that shows what a word means, and the game.
pub fn game(word: &str) -> Option<(&'static str, Record)> {
    let &(_, what, record) = GAMES.iter().find(|(known, ..)| *known == word)?;
    record.parse::<RecordText>().ok().map(|text| (what, text.record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_short_and_in_order() {
        let words: Vec<&str> = entries().map(|(word, _)| word).collect();
        assert_eq!(words.len(), PAGE.lines().filter(|line| line.starts_with('*')).count());
        assert!((20..=30).contains(&words.len()), "{} entries", words.len());
        assert!(words.is_sorted(), "{words:?}");
        assert!(entries().all(|(_, text)| text.ends_with('.')));
    }

    #[test]
    fn games_show_what_is_said_of_them() {
        use crate::engines::Reference;
        use crate::{Color, Refusal, Transcript};

        for (word, what, _) in GAMES {
            assert!(entries().any(|(known, _)| known == *word), "{word}");
            let (said, record) = game(word).expect(word);
            assert_eq!(said, *what);
            let played = Transcript::replay(Reference::set_up(&record.setup), record);
            let (last, before) = played.steps.split_last().expect(word);
            assert!(before.iter().all(|step| step.turn.is_legal()), "{word}");
            let cycle = match last.turn.judgment.refusal {
                Some(Refusal::Repetition { cycle, .. }) => Some(cycle),
                refusal => {
                    assert_eq!(refusal, None, "{word}");
                    None
                }
            };
            let stones = |color| last.position.count(color);
            let score = last.end.map(|(score, _)| [score.black, score.white]);
            match *word {
                "area" => assert_eq!(score, Some([6, 6])),
                "seki" => assert_eq!(score, Some([9, 10])),
                "territory" => assert_eq!(score, Some([3, 3])),
                "chain" | "liberty" => assert_eq!((stones(Color::White), score), (0, None)),
                "suicide" => assert_eq!(stones(Color::White), 1),
                "ko" => assert_eq!(cycle, Some(2)),
                "superko" => assert!(cycle.is_some_and(|cycle| cycle > 2), "{cycle:?}"),
                "history" => assert_eq!(cycle, Some(4)),
                other => panic!("{other}"),
            }
        }
    }
}
