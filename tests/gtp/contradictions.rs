//! Engines that contradict themselves. This breaks the protocol, and not the rules.

use super::shell::{begun, shell};
use super::{size, start, transcript, turn};
use crate::support::{Scratch, noted};
use superko::{CompareOptions, Engine, ProtocolCase, Rules, Ruling, Setup, compare_with};

#[test]
fn two_commands_that_show_different_boards_are_both_distrusted() {
    // After the handshake the drawn board lacks Black's stones, and the lists of stones have them all.
    let mut engine = start(&shell("\"$0\" gtp | sed -u '950,99999 s/X/./g'"), 5000).unwrap();
    assert_eq!(engine.about().protocol, []);
    let fault = (0..40).find_map(|_| {
        engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
        ["A1", "C2", "B1", "C1"].into_iter().find_map(|name| {
            engine.play(turn(name, "3x2")).unwrap();
            engine.board().err()
        })
    });
    let fault = fault.expect("the boards differ").to_string();
    let expected = "gogui-rules_board shows `. . O / . . O`, but list_stones at the same time `. . O / X X O`: \
                neither is trusted from now on";
    assert!(fault.contains(expected), "{fault}");
    let protocol = engine.about().protocol;
    assert!(
        matches!(&protocol[..], [ProtocolCase { id: "board-sources", outcome }] if outcome.to_string().contains(expected)),
        "{protocol:?}"
    );
    engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
    assert_eq!(engine.board(), Ok(None));
    assert_eq!(engine.play(turn("A1", "3x2")), Ok(Ruling::Allowed));
}

#[test]
fn boards_that_differ_in_a_game_with_captures_are_a_fault_from_the_start() {
    // If A2 to D2 look like this, the drawn board lacks a black stone that the list of stones has.
    let script = "\"$0\" gtp | sed -u 's/^X O O X [.]$/X O O . ./'";
    let mut engine = start(&shell(script), 5000).unwrap();
    let about = engine.about();
    let [fault] = &about.faults[..] else { panic!("{:?}", about.faults) };
    assert_eq!(fault.fault.kind(), "protocol");
    assert!(fault.fault.to_string().contains("neither is trusted from now on"), "{fault:?}");
    let last = fault.commands.last().map(String::as_str);
    assert_eq!((fault.commands[0].as_str(), last), ("boardsize 5", Some("list_stones white")));
    assert!(matches!(&about.protocol[..], [ProtocolCase { id: "board-sources", .. }]));
    engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
    assert_eq!(engine.board(), Ok(None));
    assert_eq!(begun("\"$0\" gtp", None).about().faults, []);
}

#[test]
fn a_command_that_shows_a_wrong_board_is_blamed_and_not_the_rules() {
    // If C1 is White's only stone, the drawn board lacks it; the list of White's stones has it.
    let script = "\"$0\" gtp | sed -u -E 's/^X \\. O$/X . ./'";
    let mut engine = start(&shell(script), 5000).unwrap();
    let compared = compare_with(
        &mut engine,
        &transcript("3x2 tromp-taylor: A1, C1, B1, pass, pass"),
        CompareOptions { ask: true, undo: false },
    );
    assert_eq!(compared.disagreements, []);
    let fault = compared.fault.expect("the boards differ").to_string();
    assert!(fault.contains("but list_stones at the same time `. . . / X . O`"), "{fault}");
    assert!(matches!(&engine.about().protocol[..], [ProtocolCase { id: "board-sources", .. }]));
}

#[test]
fn a_board_drawn_with_unknown_signs_is_not_graded() {
    // The engine lists no other command that shows the board.
    let hidden = "s/^(list_stones|gogui-rules_board)$/x-\\1/";
    for signs in ["s/X/@/g", "s/X/@/g; s/O/,/g"] {
        let script = format!("\"$0\" gtp | sed -u -E '{hidden}; {signs}'");
        let mut engine = start(&shell(&script), 5000).unwrap();
        engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
        assert_eq!(engine.board(), Ok(None), "{signs}");
        let about = engine.about();
        assert_eq!(about.protocol, [], "{signs}");
        assert!(
            noted(&about).iter().any(|note| note.starts_with("showboard is not used")),
            "{signs}"
        );
    }
    // Swapped colors are a fault, not unknown signs.
    let script = format!("\"$0\" gtp | sed -u -E '{hidden}; y/XO/OX/'");
    let fault = start(&shell(&script), 5000).err().map(|fault| fault.to_string());
    assert!(fault.is_some_and(|fault| fault.contains("instead of")));
}

#[test]
fn a_game_that_is_not_cleared_is_reported_and_a_new_process_plays_the_games() {
    // The second `play b C3`, and each later one, reaches the engine as `C33`, which is no vertex.
    let forgetful = "sed -u '/play b C3/{x;/./{x;s/C3/C33/;b};s/^/x/;x}'";
    let mut engine = start(&shell(&format!("{forgetful} | \"$0\" gtp")), 5000).unwrap();
    let protocol = engine.about().protocol;
    let [ProtocolCase { id: "clear-board", outcome }] = &protocol[..] else {
        panic!("{protocol:?}")
    };
    let expected = "failed: after `clear_board`, `play b C3` is answered with `? ";
    assert!(outcome.to_string().starts_with(expected), "{outcome}");
    engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
    assert_eq!(engine.play(turn("C3", "5")), Ok(Ruling::Allowed));
    assert_eq!(engine.restarts(), 0);
    assert_eq!(begun("\"$0\" gtp", None).about().protocol, []);
}

#[test]
fn a_ko_that_a_new_game_does_not_clear_is_reported() {
    // The first `play b C3` after a D3 of White, in any game, reaches the engine as `C33`, which is no vertex.
    let forbids = "sed -u '/play w D3/{h;b};/play b C3/{x;/D3/{s/.*//;x;s/C3/C33/;b};x}'";
    let protocol = begun(&format!("{forbids} | \"$0\" gtp"), None).about().protocol;
    let [ProtocolCase { id: "clear-board", outcome }] = &protocol[..] else {
        panic!("{protocol:?}")
    };
    assert!(outcome.to_string().contains("after `clear_board`, `play b C3`"), "{outcome}");
}

#[test]
fn renewal_clears_a_game_that_clear_board_does_not_clear() {
    // In this engine, `boardsize` clears the board, and `clear_board` does not.
    let forgetful = "sed -u 's/clear_board/komi 0/'";
    let log = Scratch::new("forgetful");
    let script = format!("echo begun >> '{}'; {forgetful} | \"$0\" gtp", log.display());
    let mut engine = start(&shell(&script), 5000).unwrap();
    assert!(matches!(&engine.about().protocol[..], [ProtocolCase { id: "clear-board", .. }]));
    let mut plays = |is_renewed: bool| {
        if is_renewed {
            assert_eq!(engine.renew(), Ok(true));
        }
        engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
        engine.play(turn("C3", "5")) == Ok(Ruling::Allowed)
    };
    assert!(plays(true));
    assert!(!plays(false));
    assert!(plays(true));
    // One process for the handshake, another one for the games.
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 2);
}

#[test]
fn a_score_that_changes_each_time_breaks_the_protocol() {
    // The engine reports the number of the command as its score.
    let script = "\"$0\" gtp | sed -u -E 's/^=([0-9]+) [BW][+].*$/=\\1 B+\\1/'";
    let engine = start(&shell(script), 5000).unwrap();
    let protocol = engine.about().protocol;
    let [ProtocolCase { id: "final-score", outcome }] = &protocol[..] else {
        panic!("{protocol:?}")
    };
    assert!(
        outcome.to_string().starts_with("failed: for the same position, `final_score` says `B+")
    );
    assert_eq!(begun("\"$0\" gtp", None).about().protocol, []);
}
