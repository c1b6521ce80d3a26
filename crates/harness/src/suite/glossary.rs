//! The terms of `GLOSSARY.md`.

use superko_game::{Record, RecordText};

const PAGE: &str = include_str!("../../GLOSSARY.md");

/// Returns the names of every entry, separated by a comma and a space, with its text, in the order of the page.
pub fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.lines().filter_map(|line| line.strip_prefix("* **")?.split_once("**: "))
}

/// The games that show the meaning of a word with their last turn: the word, a description and the record.
const GAMES: &[(&str, &str, &str)] = &[
    (
        "area",
        "Each player has three stones, and the three points behind them; the points between reach both colors.",
        "5x3 tromp-taylor: B B1, W D1, B B2, W D2, B B3, W D3, B pass, W pass",
    ),
    (
        "blocked",
        "Black has taken a ko in a cleanup phase. White's turn there does not retake it, but unblocks it.",
        "4x3 katago:japanese: B C1, W B1, B B2, W A2, B pass, W pass, B A1, W B1",
    ),
    (
        "button",
        "White has passed first, and has half a point for it. Two more passes end the game.",
        "3x3 button=half-point: B B2, W pass, B pass, W pass",
    ),
    (
        "chain",
        "White's two stones are one chain. Black takes its last liberty, and both are removed.",
        "4x3 tromp-taylor: B A2, W A1, B B2, W B1, B C1",
    ),
    (
        "cleanup phase",
        "Black captures the dead stone in the second cleanup phase, and gets a point for each of her two plays there.",
        "3x3 katago:japanese: B B2, W A1, B pass, W pass, B pass, W pass, B A2, W pass, B B1, W pass, B pass",
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
        "positional superko",
        "After move 6 the board was the same, with Black to move; now White would be. Positional superko forbids the play.",
        "5x3 tromp-taylor: B B1, W A2, B C2, W B2, B D1, W E3, B A1, W C1, B B1",
    ),
    (
        "sending two returning one",
        "Black adds a stone, White captures two, and Black would capture one back: the board would be that after move 6.",
        "5x3 tromp-taylor: B B1, W A2, B C2, W B2, B D1, W E3, B A1, W C1, B B1",
    ),
    (
        "situational superko",
        "After move 6 the board was the same, but with Black to move. Situational superko allows the play.",
        "5x3 repetition=situational: B B1, W A2, B C2, W B2, B D1, W E3, B A1, W C1, B B1",
    ),
    (
        "snapback",
        "White has captured a stone at A1. Black plays there again, and captures three.",
        "4x4 tromp-taylor: B A3, W A2, B B3, W B2, B C2, W D4, B C1, W pass, B A1, W B1, B A1",
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

/// Returns the description and the record of the game that shows the meaning of an entry.
pub fn game(names: &str) -> Option<(&'static str, Record)> {
    let &(_, what, record) =
        GAMES.iter().find(|(known, ..)| names.split(", ").any(|name| name == *known))?;
    record.parse::<RecordText>().ok().map(|text| (what, text.record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_page_is_short_and_in_order() {
        let names: Vec<&str> = entries().flat_map(|(names, _)| names.split(", ")).collect();
        assert_eq!(entries().count(), PAGE.lines().filter(|line| line.starts_with('*')).count());
        assert!((80..=120).contains(&entries().count()), "{} entries", entries().count());
        let once: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(once.len(), names.len(), "names that two entries have");
        for section in PAGE.split("\n## ").skip(1) {
            let entries = section.lines().filter_map(|line| line.strip_prefix("* **"));
            let entries: Vec<String> = entries.map(str::to_lowercase).collect();
            assert!(entries.is_sorted(), "{entries:#?}");
        }
        for (names, text) in entries() {
            assert!(text.ends_with('.') && text.len() <= 310, "{names}: {} bytes", text.len());
        }
    }

    #[test]
    fn games_show_what_is_said_of_them() {
        use superko_engine::Reference;
        use superko_engine::referee::{Effect, Refusal, Transcript};
        use superko_game::{Color, Player};

        for (word, what, _) in GAMES {
            let has_name = |names: &str| names.split(", ").any(|name| name == *word);
            assert!(entries().any(|(names, _)| has_name(names)), "{word}");
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
                "blocked" => assert_eq!(last.turn.judgment.effect, Some(Effect::Unblocks)),
                "button" => assert_eq!(last.end.unwrap().0.button, Some(Player::White)),
                "cleanup phase" => assert_eq!((score, stones(Color::White)), (Some([9, 0]), 0)),
                "territory" => assert_eq!(score, Some([3, 3])),
                "chain" | "liberty" => assert_eq!((stones(Color::White), score), (0, None)),
                "suicide" => assert_eq!(stones(Color::White), 1),
                "ko" => assert_eq!(cycle, Some(2)),
                "superko" => assert!(cycle.is_some_and(|cycle| cycle > 2), "{cycle:?}"),
                "history" => assert_eq!(cycle, Some(4)),
                "positional superko" | "sending two returning one" => assert_eq!(cycle, Some(3)),
                "situational superko" => assert_eq!((cycle, stones(Color::White)), (None, 3)),
                "snapback" => assert_eq!((cycle, stones(Color::White)), (None, 1)),
                other => panic!("{other}"),
            }
        }
    }
}
