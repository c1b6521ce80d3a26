//! Known games whose last position has the same hash as an earlier one, each made for some engine. For
//! an engine that compares positions exactly, they are ordinary legal games.

use super::fixed::{Answer, Answers, Case};
use superko_engine::referee::Event;
use superko_game::rules::Rules;
use superko_game::{Record, RecordText, Size};

/// A game made for an engine, and the result of playing it on that engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCollision {
    /// The name of the game among the cases, after `hash-collision.`.
    pub id: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The version of the engine that was tried.
    pub version: &'static str,
    /// The command that started the engine.
    pub start: &'static str,
    /// A description of the hash.
    pub hash: &'static str,
    /// The source of the keys.
    pub keys: &'static str,
    /// The date of the trial.
    pub date: &'static str,
    /// The result of the trial.
    pub outcome: &'static str,
    /// The game, in the format of [`RecordText`]. Its rules are those that the engine was asked to play.
    pub game: &'static str,
    /// The number of the turn that left the earlier position with the same hash; 0 for the start.
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
        id: "katago-1.17.2.positional-19",
        engine: "KataGo",
        version: "1.17.2",
        start: "katago gtp, rules tromp-taylor",
        hash: "128 bits; only points are looked at where a stone has been",
        keys: "fixed, made at the start (game/board.cpp); read off showboard, which prints the hash",
        date: "2026-11-23",
        outcome: "kata-raw-nn 0 answers NAN, illegal, for the last turn; play tolerates it.",
        game: "19x19 tromp-taylor: B Q7, W T1, B L7, W F6, B K19, W M10, B H12, W M6, B P13, W B7, B D12, W H15, B \
               S1, W T11, B T2, W D10, B N7, W O12, B H5, W S2, B N8, W O1, B F13, W T9, B K3, W L17, B R5, W D17, \
               B H19, W K14, B R13, W C2, B T5, W G8, B S14, W P6, B R14, W G6, B N19, W A17, B P11, W G13, B L8, W \
               T3, B O10, W D2, B T1",
        collides_with: 0,
    },
    KnownCollision {
        id: "katago-1.17.2.situational-19",
        engine: "KataGo",
        version: "1.17.2",
        start: "katago gtp, rules aga",
        hash: "128 bits; only points are looked at where a stone has been",
        keys: "fixed, made at the start (game/board.cpp); read off showboard, which prints the hash",
        date: "2026-11-23",
        outcome: "kata-raw-nn 0 answers NAN, illegal, for the last turn; play tolerates it.",
        game: "19x19 aga: B T19, W Q7, B O9, W J16, B G19, W C16, B K11, W C18, B P18, W B15, B S16, W O15, B E8, W \
               D1, B E16, W T8, B L16, W S19, B J4, W H4, B L2, W T18, B Q16, W F19, B O16, W K13, B P6, W J11, B \
               G4, W H17, B S17, W M12, B P3, W M13, B M18, W E4, B R17, W H5, B E10, W K10, B R12, W G7, B K18, W \
               N5, B J7, W T19",
        collides_with: 0,
    },
    KnownCollision {
        id: "leela-zero-0.17.19",
        engine: "Leela Zero",
        version: "0.17",
        start: "leelaz --gtp, as Debian has it, for 19x19",
        hash: "64 bits",
        keys: "a generator with a fixed seed; read off showboard, which prints the hash to standard error",
        date: "2026-11-23",
        outcome: "lz-genmove_analyze, allowed nothing but the last turn, passes, as it does not where the turn repeats no \
                  hash; play accepts it.",
        game: "19x19 tromp-taylor: B R15, W M18, B Q2, W D18, B C7, W K13, B S2, W T7, B F4, W M4, B S11, W C5, B T4, W \
               Q14, B O6, W A14, B Q19",
        collides_with: 0,
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
    KnownCollision {
        id: "gnugo-3.8.positional-13",
        engine: "GNU Go",
        version: "3.8",
        start: "gnugo --mode gtp --positional-superko",
        hash: "64 bits",
        keys: "a generator with a fixed seed, run at the start (engine/hash.c, utils/random.c)",
        date: "2026-11-23",
        outcome: "The last turn is refused as illegal; with --no-ko it is allowed.",
        game: "13x13 chinese-written: B H5, W H4, B F12, W J5, B L3, W F1, B G8, W H10, B A4, W N5, B M6, W G10, \
               B D8, W K8, B N1, W N6, B E1, W F3",
        collides_with: 0,
    },
    KnownCollision {
        id: "gnugo-3.8.positional-19",
        engine: "GNU Go",
        version: "3.8",
        start: "gnugo --mode gtp --positional-superko",
        hash: "64 bits",
        keys: "a generator with a fixed seed, run at the start (engine/hash.c, utils/random.c)",
        date: "2026-11-23",
        outcome: "The last turn is refused as illegal; with --no-ko it is allowed.",
        game: "19x19 chinese-written: B E4, W A11, B A19, W J12, B G4, W D18, B E5, W N13, B B13, W G13, B M7, W \
               Q8, B R13, W R7, B Q13, W E14",
        collides_with: 0,
    },
    KnownCollision {
        id: "gnugo-3.8.situational-9",
        engine: "GNU Go",
        version: "3.8",
        start: "gnugo --mode gtp --situational-superko",
        hash: "64 bits",
        keys: "a generator with a fixed seed, run at the start (engine/hash.c, utils/random.c)",
        date: "2026-11-23",
        outcome: "The last turn is refused as illegal.",
        game: "9x9 aga: B J1, W D2, B B2, W E1, B G8, W G9, B D3, W C7, B E2, W G6, B A5, W A6, B D6, W G7, B C9, \
               W A1, B H3, W B3, B H8, W B6",
        collides_with: 0,
    },
    KnownCollision {
        id: "open-spiel-2.0.2.13",
        engine: "OpenSpiel",
        version: "2.0.2",
        start: "pyspiel.load_game(\"go(board_size=13)\")",
        hash: "64 bits",
        keys: "a generator with a fixed seed (games/go/go_board.cc, games/chess/chess_common.h)",
        date: "2026-11-23",
        outcome: "The last turn ends the game as a draw, as a repetition does.",
        game: "13x13 tromp-taylor: B G3, W G9, B E7, W K12, B J2, W B3, B L10, W A13, B N7, W H3, B A8, W F10, B \
               C8, W L9, B B1, W B9, B K3, W L2, B L3",
        collides_with: 0,
    },
    KnownCollision {
        id: "open-spiel-2.0.2.19",
        engine: "OpenSpiel",
        version: "2.0.2",
        start: "pyspiel.load_game(\"go(board_size=19)\")",
        hash: "64 bits",
        keys: "a generator with a fixed seed (games/go/go_board.cc, games/chess/chess_common.h)",
        date: "2026-11-23",
        outcome: "The last turn ends the game as a draw, as a repetition does.",
        game: "19x19 tromp-taylor: B Q18, W H1, B R18, W H11, B B14, W F19, B K11, W T3, B P13, W O4, B S6, W O8, \
               B G14, W R16, B A11, W N8, B Q19",
        collides_with: 0,
    },
    KnownCollision {
        id: "board-game-0.8.2.9",
        engine: "board-game",
        version: "0.8.2",
        start: "GoBoard::new(9, Komi::zero(), Rules::tromp_taylor())",
        hash: "128 bits",
        keys: "a generator with a fixed seed (games/go/hash.rs)",
        date: "2026-11-23",
        outcome: "is_available_move says no to the last turn.",
        game: "9x9 tromp-taylor: B pass, W D9, B pass, W J2, B pass, W E4, B pass, W G6, B pass, W B5, B pass, W \
               G5, B pass, W F2, B pass, W E9, B pass, W A9, B pass, W D8, B pass, W A3, B pass, W H1, B pass, W \
               F7, B pass, W A4, B pass, W A1, B pass, W B1, B pass, W C1, B pass, W D1, B pass, W F1, B pass, W \
               G1, B pass, W J1, B pass, W A2, B pass, W B2, B pass, W C2, B pass, W D2, B pass, W E2, B pass, W \
               G2, B pass, W H2, B pass, W B3, B pass, W C3, B pass, W D3, B pass, W E3, B pass, W F3, B pass, W \
               G3, B pass, W H3, B pass, W J3, B pass, W B4, B pass, W C4, B pass, W D4, B pass, W F4, B pass, W \
               G4, B pass, W H4, B pass, W J4, B pass, W A5, B pass, W C5, B pass, W D5, B pass, W E5, B pass, W \
               F5, B pass, W H5, B pass, W J5, B pass, W A6, B pass, W B6, B pass, W C6, B pass, W D6, B pass, W \
               E6, B pass, W F6, B pass, W H6, B pass, W J6, B pass, W A7, B pass, W B7, B pass, W C7, B pass, W \
               D7, B pass, W E7, B pass, W G7, B pass, W H7, B pass, W J7, B pass, W A8, B pass, W B8, B pass, W \
               C8, B pass, W E8, B pass, W F8, B pass, W G8, B pass, W H8, B pass, W J8, B pass, W B9, B pass, W \
               C9, B pass, W F9, B pass, W G9, B pass, W H9, B pass, W J9, B E1, W B1, B A9, W J4, B F2, W E8, B \
               C7, W A2, B H4, W H8, B D9, W H6, B G5, W D3, B C5, W B9, B A5, W B8, B A4, W E5, B B6, W G4, B \
               H1, W B7, B A3, W H2, B H3, W D6, B J2, W D4, B E4, W G8, B C3, W E3, B E9, W B2, B D8, W H9, B \
               B5, W F3, B F7, W F9, B G6, W D5",
        collides_with: 29,
    },
    KnownCollision {
        id: "board-game-0.8.2.13",
        engine: "board-game",
        version: "0.8.2",
        start: "GoBoard::new(13, Komi::zero(), Rules::tromp_taylor())",
        hash: "128 bits",
        keys: "a generator with a fixed seed (games/go/hash.rs)",
        date: "2026-11-23",
        outcome: "is_available_move says no to the last turn.",
        game: "13x13 tromp-taylor: B L8, W C9, B A6, W H7, B F10, W N6, B M5, W N2, B L13, W M4, B E1, W M11, B \
               N4, W B10, B H12, W D12, B E7, W M6, B L11, W G5, B C12, W G10, B J6, W N13, B B8, W B13, B K9, W \
               G13, B H2, W M1, B M2, W B6, B E4, W M12, B F8, W J2, B A1, W A2, B E5, W A8, B A12, W F3, B K13, \
               W C4, B B2, W G3, B K10, W N1",
        collides_with: 0,
    },
    KnownCollision {
        id: "board-game-0.8.2.19",
        engine: "board-game",
        version: "0.8.2",
        start: "GoBoard::new(19, Komi::zero(), Rules::tromp_taylor())",
        hash: "128 bits",
        keys: "a generator with a fixed seed (games/go/hash.rs)",
        date: "2026-11-23",
        outcome: "is_available_move says no to the last turn.",
        game: "19x19 tromp-taylor: B E7, W D9, B S18, W F19, B O10, W N7, B N12, W O14, B L4, W F2, B D17, W F12, \
               B Q5, W L6, B J7, W C12, B C14, W E14, B C5, W T10, B A2, W T3, B N13, W Q7, B G5, W E11, B Q17, W \
               D10, B T2, W J11, B R10, W K16, B T17, W H3, B C2, W F10, B K11, W R19, B Q8, W T7, B L19, W P8, B \
               L2, W S9, B M1",
        collides_with: 0,
    },
    KnownCollision {
        id: "pgx-2.6.0.9",
        engine: "pgx",
        version: "2.6.0",
        start: "Game(size=9)",
        hash: "62 bits; the position before the first turn is left out",
        keys: "a generator with a fixed seed (_src/games/go.py)",
        date: "2026-11-23",
        outcome: "The last turn ends the game as a repetition, lost by who took it.",
        game: "9x9 tromp-taylor: B E5, W H3, B D2, W A6, B J3, W A3, B D1, W F3, B D7, W D9, B C8, W H4, B G5, W \
               G8, B H8, W J9, B H9, W D4, B C1, W J1",
        collides_with: 1,
    },
    KnownCollision {
        id: "pgx-2.6.0.19",
        engine: "pgx",
        version: "2.6.0",
        start: "Game(size=19)",
        hash: "62 bits; the position before the first turn is left out",
        keys: "a generator with a fixed seed (_src/games/go.py)",
        date: "2026-11-23",
        outcome: "The last turn ends the game as a repetition, lost by who took it.",
        game: "19x19 tromp-taylor: B Q16, W H11, B C13, W L14, B O2, W E1, B H8, W R6, B J3, W J4, B P19, W M6, B \
               J11, W K9",
        collides_with: 1,
    },
    KnownCollision {
        id: "dlgo-0.2.9",
        engine: "dlgo",
        version: "0.2",
        start: "dlgo.goboard.GameState.new_game(9)",
        hash: "64 bits",
        keys: "fixed, in the source (dlgo/zobrist.py)",
        date: "2026-11-25",
        outcome: "is_valid_move says no to the last turn; goboard_slow, which compares boards, says yes.",
        game: "9x9 aga: B E2, W J9, B A6, W C3, B B2, W G4, B E8, W E4, B G6, W C9, B J5, W C5, B B5, W F9, B C7, W \
               H6, B C8, W F4, B D1, W E6, B A8, W F2",
        collides_with: 0,
    },
];

impl KnownCollision {
    /// Returns the game as a record.
    ///
    /// # Panics
    ///
    /// Does not panic: a test parses all games.
    pub fn record(&self) -> Record {
        self.game.parse::<RecordText>().expect("a test reads the known games").record
    }
}

/// A hash of a known engine, under the rules under which the engine hashes this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownHash {
    /// The engine and its version.
    pub engine: &'static str,
    /// The known games in which two positions have the same value of this hash.
    pub games: &'static [&'static str],
}

/// Every hash for which a collision is known. A model refers to one by its number, from 1, which never
/// changes.
pub static HASHES: &[KnownHash] = &[
    KnownHash {
        engine: "GNU Go 3.8",
        games: &[
            "gnugo-3.8",
            "gnugo-3.8.positional-13",
            "gnugo-3.8.positional-19",
            "gnugo-3.8.situational-9",
        ],
    },
    KnownHash { engine: "KataGo 1.17.2", games: &["katago-1.17.2", "katago-1.17.2.positional-19"] },
    KnownHash { engine: "KataGo 1.17.2", games: &["katago-1.17.2.situational-19"] },
    KnownHash { engine: "Leela Zero 0.17", games: &["leela-zero-0.17.19"] },
    KnownHash {
        engine: "OpenSpiel 2.0.2",
        games: &["open-spiel-2.0.2", "open-spiel-2.0.2.13", "open-spiel-2.0.2.19"],
    },
    KnownHash {
        engine: "board-game 0.8.2",
        games: &["board-game-0.8.2.9", "board-game-0.8.2.13", "board-game-0.8.2.19"],
    },
    KnownHash { engine: "pgx 2.6.0", games: &["pgx-2.6.0.9", "pgx-2.6.0.19"] },
    KnownHash { engine: "dlgo 0.2", games: &["dlgo-0.2.9"] },
    KnownHash { engine: "the engine at hand", games: &[] },
];

/// The number that stands for the hash of the engine under test. No game with a collision is known for this hash in advance.
pub const OWN_HASH: usize = 9;

impl KnownHash {
    /// Returns the known games for this hash.
    pub fn games(&self) -> impl Iterator<Item = &'static KnownCollision> {
        ALL.iter().filter(|known| self.games.contains(&known.id))
    }

    /// Returns the known games for this hash on a board.
    pub fn games_on(&self, size: Size) -> impl Iterator<Item = &'static KnownCollision> {
        self.games().filter(move |known| known.record().size() == size)
    }
}

/// Returns a known game as a case under some rules. The last turn is legal under all of them, because no position repeats.
fn case(known: &KnownCollision, rules: Rules) -> Case {
    let record = known.record();
    Case {
        name: format!("{}.{}", Event::HashCollision, known.id),
        event: Event::HashCollision,
        record: Record::new(record.size(), rules, record.turns),
        attempts: Vec::new(),
        looks: Vec::new(),
        answers: Answers::all(Answer::Legal),
    }
}

/// Returns the cases for a board; none if no superko is in force that a collision could affect.
pub fn cases(size: Size, rules: Rules) -> Vec<Case> {
    if !rules.has_superko() {
        return Vec::new();
    }
    let here = ALL.iter().filter(|known| known.record().size() == size);
    here.map(|known| case(known, rules)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use superko_engine::Reference;
    use superko_engine::referee::Transcript;
    use superko_game::Turn;

    #[test]
    fn known_games_are_legal_under_all_rules_and_repeat_nothing() {
        let ids: BTreeSet<&str> = ALL.iter().map(|known| known.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for known in ALL {
            let Record { setup, turns, .. } = known.record();
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

    #[test]
    fn every_known_game_is_of_one_hash() {
        let ids: Vec<&str> = HASHES.iter().flat_map(|hash| hash.games).copied().collect();
        let all: BTreeSet<&str> = ALL.iter().map(|known| known.id).collect();
        assert_eq!(ids.len(), all.len());
        assert!(HASHES[OWN_HASH - 1].games.is_empty());
        assert_eq!(ids.iter().copied().collect::<BTreeSet<&str>>(), all);
        for hash in HASHES {
            for known in hash.games() {
                let name = format!("{} {}", known.engine, known.version);
                assert!(name.starts_with(hash.engine), "{}", known.id);
            }
        }
    }
}
