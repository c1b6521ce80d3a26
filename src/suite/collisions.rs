//! Known games whose last position has the hash of an earlier one, each made for some engine. To an exact engine they are
//! ordinary legal games.

use super::fixed::{Answer, Answers, Case};
use crate::game::{Record, RecordText, Size};
use crate::referee::Event;
use crate::rules::{Repetition, Rules};

/// A game made for an engine, and what that engine made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCollision {
    /// Its name among the cases, after `hash-collision.`.
    pub id: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The version that it was tried on.
    pub version: &'static str,
    /// How that was started.
    pub start: &'static str,
    /// What the hash is like.
    pub hash: &'static str,
    /// Where its keys come from.
    pub keys: &'static str,
    /// When it was tried.
    pub date: &'static str,
    /// What the engine did.
    pub outcome: &'static str,
    /// The game, as [`RecordText`] has it. Its rules are those that the engine was asked to play.
    pub game: &'static str,
    /// After how many turns the position stood that has the same hash.
    pub collides_with: usize,
}

/// Every known game.
pub static ALL: &[KnownCollision] = &[
    KnownCollision {
        id: "gnugo-3.8",
        engine: "GNU Go",
        version: "3.8",
        start: "gnugo --mode gtp --positional-superko",
        hash: "64 bits",
        keys: "a generator with a fixed seed, run at the start (engine/hash.c)",
        date: "2026-11-22",
        outcome: "The last turn is refused as illegal; with --no-ko or --situational-superko it is allowed.",
        game: "9x9 repetition=positional,suicide=forbidden: B E4, W D4, B J7, W J5, B C2, W E9, B C9, W B2, B G4, \
               W B3, B G5, W G3, B H4, W A5, B J1, W C3, B B9, W A9, B E7, W D7, B B4, W D5, B E5",
        collides_with: 0,
    },
    KnownCollision {
        id: "katago-1.17.2",
        engine: "KataGo",
        version: "1.17.2",
        start: "katago gtp, rules tromp-taylor",
        hash: "128 bits; only points are looked at where a stone has been",
        keys: "fixed, made at the start (game/board.cpp); showboard prints the hash",
        date: "2026-11-22",
        outcome: "kata-raw-nn 0 answers NAN, illegal, for the last turn; play tolerates it.",
        game: "13x13 tromp-taylor: B A1, W A2, B pass, W B1, B E11, W pass, B A8, W pass, B F8, W pass, B E3, W \
               pass, B D4, W pass, B G7, W pass, B A13, W pass, B M10, W pass, B B9, W pass, B E12, W pass, B N7, \
               W pass, B C11, W pass, B E9, W pass, B B6, W pass, B J12, W pass, B C12, W pass, B G9, W pass, B \
               N3, W pass, B L6, W pass, B L2, W pass, B E7, W pass, B J7, W pass, B C6, W pass, B L10, W pass, B \
               H9, W pass, B J4, W pass, B G1, W pass, B F2, W pass, B E13, W pass, B B13, W pass, B J8, W pass, \
               B N12, W pass, B N10, W pass, B D8, W pass, B F3, W pass, B K6, W pass, B E8, W pass, B L1, W \
               pass, B B7, W pass, B E4, W pass, B M4, W pass, B E1, W pass, B K9, W A1",
        collides_with: 4,
    },
    KnownCollision {
        id: "open-spiel-2.0.2",
        engine: "OpenSpiel",
        version: "2.0.2",
        start: "pyspiel.load_game(\"go(board_size=9)\")",
        hash: "64 bits",
        keys: "a generator with a fixed seed (utils/zobrist.h)",
        date: "2026-11-22",
        outcome: "The last turn ends the game as a draw, as a repetition does.",
        game: "9x9 tromp-taylor: B H4, W pass, B G3, W pass, B G2, W pass, B E7, W pass, B B4, W pass, B D4, W \
               pass, B C2, W pass, B C7, W pass, B H2, W pass, B F8, W pass, B G9, W pass, B H6, W pass, B F3, W \
               pass, B F6, W pass, B B5, W pass, B G1, W pass, B F5, W pass, B D6, W pass, B E9, W pass, B E5, W \
               pass, B G7, W pass, B A1",
        collides_with: 0,
    },
];

impl KnownCollision {
    /// The game.
    ///
    /// # Panics
    ///
    /// Never: a test reads them all.
    pub fn record(&self) -> Record {
        self.game.parse::<RecordText>().expect("a test reads the known games").record
    }

    /// The case under some rules. The last turn is legal under all of them, for no position comes again.
    fn case(&self, rules: Rules) -> Case {
        let record = self.record();
        Case {
            name: format!("{}.{}", Event::HashCollision, self.id),
            event: Event::HashCollision,
            record: Record::new(record.size(), rules, record.turns),
            attempts: Vec::new(),
            answers: Answers::all(Answer::Legal),
        }
    }
}

/// The cases for a board: none where no superko is in force that could be mistaken.
pub(super) fn cases(size: Size, rules: Rules) -> Vec<Case> {
    if matches!(rules.repetition, Repetition::SimpleKo | Repetition::None) {
        return Vec::new();
    }
    let here = ALL.iter().filter(|known| known.record().size() == size);
    here.map(|known| known.case(rules)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Reference;
    use crate::game::Turn;
    use crate::referee::Transcript;
    use std::collections::BTreeSet;

    #[test]
    fn known_games_are_legal_under_all_rules_and_repeat_nothing() {
        let ids: BTreeSet<&str> = ALL.iter().map(|known| known.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for known in ALL {
            let Record { setup, turns } = known.record();
            let said = known.game.parse::<RecordText>().unwrap();
            for rules in Rules::repetition_and_suicide() {
                let record = Record::new(setup.size(), rules, turns.clone());
                let played = Transcript::replay(Reference::new(setup.size(), rules), record);
                assert_eq!(said.misplaced(played.players()), None, "{}", known.id);
                for (place, step) in played.steps.iter().enumerate() {
                    assert!(step.turn.is_legal(), "{}: {}", known.id, step.turn.turn);
                    let repeats = (0..=place).any(|turn| played.before(turn) == step.position);
                    assert_eq!(repeats, step.turn.turn == Turn::Pass, "{}", known.id);
                }
            }
            assert!(known.collides_with + 1 < turns.len() && turns.last() != Some(&Turn::Pass));
            for text in [known.keys, known.outcome, known.start, known.hash] {
                assert!(!text.is_empty(), "{}", known.id);
            }
        }
    }
}
