//! Cleanup phases, on drawn positions.

use superko_optimized::{
    Agreement, AgreementError, IllegalTurn, LastPass, LongCycle, PassCost, Passes, Player, Refusal,
    Repeat, Repetition, Rules, Scoring, Stage, Stones, Suicide, Turn, Turns,
};

use crate::phases::by_turns;
use crate::sentences::{
    BLACK_WINS, NO_RESULT, Small, TT, WHITE_WINS, after, at, game, point, take,
};
use crate::third_time::{REGIONS, SUICIDES};

pub(crate) const CLEANUP: Rules = Rules { agreement: Agreement::Cleanup, ..TT };

/// Black takes the ko at C2, and White takes it back at B2.
pub(crate) const KO: &str = ".XO.
                             XO.O
                             .XO.";

/// Returns the names of the blocked points.
pub(crate) fn blocked(game: &Small) -> String {
    game.blocked().into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn two_cleanup_phases_follow_the_main_phase() {
    let mut game = game("...", CLEANUP);
    for (turns, stage) in [
        ("A1 -", Stage::Main),
        ("-", Stage::FirstCleanup),
        ("-", Stage::FirstCleanup),
        ("C1 -", Stage::FirstCleanup),
        ("-", Stage::SecondCleanup),
        ("-", Stage::SecondCleanup),
    ] {
        take(&mut game, turns).expect("legal turns");
        assert_eq!((game.stage(), game.is_over(), game.is_stopped()), (stage, false, false));
    }
    let nothing = Err(AgreementError::NotNow);
    assert_eq!((game.agree(&[]), game.disagree()), (nothing, nothing));
    assert_eq!(game.to_move(), Player::Black, "the players alternate throughout");
    take(&mut game, "-").expect("the last pass");
    assert_eq!((game.stage(), game.is_over()), (Stage::SecondCleanup, true));
    assert_eq!((game.agree(&[]), game.disagree()), (nothing, nothing));
    assert_eq!(take(&mut game, "A1"), Err(Refusal::Over));
    assert!(game.legal().is_empty() && !game.unblocks(point("B1")));
    let mut stages = vec![];
    while game.undo().is_some() {
        stages.push(game.stage());
    }
    let [main, first, second] = [Stage::Main, Stage::FirstCleanup, Stage::SecondCleanup];
    assert_eq!(stages, [second, second, first, first, first, first, main, main, main]);
    take(&mut game, "- - - - - -").expect("six passes");
    assert!(game.is_over());
    game.restart();
    assert_eq!((game.stage(), game.is_over()), (main, false));
}

#[test]
fn passes_of_different_phases_are_in_no_row() {
    let mut game = game("...", Rules { passes: Passes::Three, ..CLEANUP });
    take(&mut game, "A1 - - - B1 - -").expect("two passes of the first cleanup phase");
    assert_eq!(game.stage(), Stage::FirstCleanup);
    take(&mut game, "-").expect("the third");
    assert_eq!(game.stage(), Stage::SecondCleanup);
}

#[test]
fn a_ko_move_is_blocked_and_not_retaken_before_it_is_unblocked() {
    let mut game = after(KO, "- -", CLEANUP);
    assert_eq!(blocked(&game), "");
    take(&mut game, "C2").expect("a ko move");
    assert_eq!(blocked(&game), "C2");
    assert!(game.unblocks(point("B2")) && !game.unblocks(point("A1")));
    assert_eq!((game.refusal(at("B2")), game.legal().contains(point("B2"))), (None, true));
    let grid = game.position().to_string();
    take(&mut game, "B2").expect("an unblocking");
    assert_eq!((game.position().to_string(), blocked(&game)), (grid.clone(), String::new()));
    assert_eq!((game.turn(4), game.to_move()), (Some(at("B2")), Player::Black));
    take(&mut game, "-").expect("a pass");
    assert!(!game.unblocks(point("B2")));
    take(&mut game, "B2").expect("now a ko move");
    // C2 is empty, and so not blocked.
    assert_eq!(blocked(&game), "B2");
    assert_eq!(game.position().to_string(), ".XO.\nXO.O\n.XO.\n");

    // Black unblocks, but may not make the ko move again from the same grid.
    take(&mut game, "C2 -").expect("an unblocking and a pass");
    assert_eq!((blocked(&game), game.stage()), (String::new(), Stage::FirstCleanup));
    let again = Refusal::KoMoveAgain { earlier: 3 };
    assert_eq!((game.refusal(at("C2")), game.legal().contains(point("C2"))), (Some(again), false));
    assert_eq!((take(&mut game, "C2"), game.turns()), (Err(again), 8));
    // From another grid it is another move.
    let mut other = game.clone();
    take(&mut other, "A1 - C2").expect("a ko move from another grid");
    assert_eq!(blocked(&other), "C2");
    // In the second phase, the moves of the first are forgotten.
    take(&mut game, "- - C2").expect("a ko move in the second cleanup phase");
    assert_eq!((game.stage(), blocked(&game).as_str()), (Stage::SecondCleanup, "C2"));
}

#[test]
fn a_phase_begins_with_no_point_blocked_and_an_undo_blocks_it_again() {
    let mut game = after(KO, "- - C2 -", CLEANUP);
    assert_eq!(blocked(&game), "C2");
    take(&mut game, "-").expect("a second pass");
    assert_eq!((blocked(&game).as_str(), game.stage()), ("", Stage::SecondCleanup));
    game.undo();
    assert_eq!((blocked(&game).as_str(), game.stage()), ("C2", Stage::FirstCleanup));
    game.undo();
    take(&mut game, "B2").expect("an unblocking");
    assert_eq!(blocked(&game), "");
    game.undo();
    assert_eq!(blocked(&game), "C2");
    game.undo();
    assert_eq!((blocked(&game).as_str(), game.turns()), ("", 2));
}

/// White captures two stones at once, so it is no ko move.
#[test]
fn a_blocked_stone_may_be_captured_by_a_move_that_is_no_ko_move() {
    let start = ".....
                 .XO..
                 XO.O.";
    let mut game = after(start, "- - C1", CLEANUP);
    assert_eq!((blocked(&game).as_str(), game.unblocks(point("B1"))), ("C1", true));
    take(&mut game, "A2 E1").expect("White takes a liberty of A1");
    assert_eq!((blocked(&game).as_str(), game.unblocks(point("B1"))), ("C1", false));
    assert!(game.unblocks(point("C1")), "the stone can be named all the same");
    take(&mut game, "B1").expect("a capture");
    assert_eq!(
        (game.position().to_string().as_str(), blocked(&game)),
        (".....\nOXO..\n.O.OX\n", String::new())
    );
    // A stone that is connected stays blocked.
    assert_eq!(blocked(&after(start, "- - C1 E1 B1", CLEANUP)), "C1");
}

#[test]
fn a_move_in_a_cleanup_phase_changes_the_grid() {
    let mut game = after(SUICIDES, "- -", CLEANUP);
    assert_eq!(game.refusal(at("A1")), Some(Refusal::Repeats { earlier: 2 }));
    assert_eq!(take(&mut game, "A1"), Err(Refusal::Repeats { earlier: 2 }));
    let rules = Rules { suicide: Suicide::SeveralStones, ..CLEANUP };
    assert_eq!(after(SUICIDES, "- -", rules).refusal(at("A1")), Some(Refusal::Suicide));
    // A capture changes the grid, and so does a suicide of two stones.
    assert_eq!(after("X.O", "- -", CLEANUP).refusal(at("B1")), None);
    let two = "X.OO.";
    let mut game = after(two, "- -", CLEANUP);
    take(&mut game, "B1").expect("a suicide of two stones");
    assert_eq!(game.position().to_string(), "..OO.\n");
    let rules = Rules { suicide: Suicide::None, ..CLEANUP };
    assert_eq!(after(two, "- -", rules).refusal(at("B1")), Some(Refusal::Suicide));
}

/// The switches of the main phase have no effect in a cleanup phase.
#[test]
fn grids_may_come_back_in_a_cleanup_phase() {
    for rules in [
        CLEANUP,
        Rules { repeat: Repeat::Loses, ..CLEANUP },
        Rules { repetition: Repetition::Situational, repeat: Repeat::Ties, ..CLEANUP },
        Rules { repetition: Repetition::None, long_cycle: LongCycle::NoResult, ..CLEANUP },
    ] {
        // In the main phase, Black took the ko. White takes it back, and Black takes it once more.
        let mut game = after(KO, "C2 - - B2", rules);
        assert_eq!((game.stage(), game.is_over()), (Stage::FirstCleanup, false), "{rules:?}");
        take(&mut game, "C2 - C2").expect("an unblocking, a pass and a ko move");
        assert!(!game.is_over(), "{rules:?}");
        assert_eq!(game.position().to_string(), ".XO.\nX.XO\n.XO.\n");
    }
}

#[test]
fn a_pass_in_the_same_state_ends_a_cleanup_phase() {
    let rules = Rules { passes: Passes::Four, ..CLEANUP };
    let mut game = after("...", "- - - -", rules);
    take(&mut game, "- -").expect("passes of both players");
    assert_eq!(game.stage(), Stage::FirstCleanup);
    take(&mut game, "-").expect("Black has passed here before");
    assert_eq!(game.stage(), Stage::SecondCleanup);
    // White has passed in the first phase only.
    take(&mut game, "- - -").expect("White, Black and White");
    assert!(game.is_over());
    game.undo();
    assert!(!game.is_over());
    take(&mut game, "A1 - -").expect("another grid");
    assert!(!game.is_over());
    take(&mut game, "-").expect("Black has passed with this grid before");
    assert!(game.is_over());

    let mut game = after("...", "- - - - - -", Rules { last_pass: LastPass::White, ..rules });
    take(&mut game, "-").expect("Black has passed here before");
    assert_eq!(game.stage(), Stage::FirstCleanup);
    take(&mut game, "-").expect("so has White");
    assert_eq!(game.stage(), Stage::SecondCleanup);
}

#[test]
fn other_blocked_points_are_another_state() {
    let rules = Rules { passes: Passes::Four, ..CLEANUP };
    // White passes with C2 blocked, and then with C2 no longer blocked.
    let mut game = after(KO, "- - - - C2 - - B2 - -", rules);
    assert_eq!((game.stage(), blocked(&game).as_str()), (Stage::FirstCleanup, ""));
    take(&mut game, "-").expect("Black has passed like this");
    assert_eq!(game.stage(), Stage::SecondCleanup);
}

/// The grid has two kos. It stands for the third time with Black to move, but not with the same points
/// blocked.
#[test]
fn a_third_time_asks_for_the_same_blocked_points() {
    let two = format!("{KO}\n{KO}");
    let mut game = after(&two, "- - C2 B2", CLEANUP);
    let grid = game.position().to_string();
    let state = |game: &Small| (game.position().to_string(), blocked(game), game.to_move());
    assert_eq!(state(&game), (grid.clone(), "".into(), Player::Black));
    take(&mut game, "C5 B2 C2 B5 C2 B5").expect("kos and unblockings");
    assert_eq!(state(&game), (grid.clone(), "C2 B5".into(), Player::Black));
    take(&mut game, "C5 B2").expect("two unblockings");
    assert_eq!(state(&game), (grid, "".into(), Player::Black));
    assert!(!game.is_over());
    assert_eq!(game.refusal(at("C5")), Some(Refusal::KoMoveAgain { earlier: 5 }));
}

/// Two stones are sent and one comes back, over and over.
const CYCLE: &str = "C1 A1 B1 A1 C1 B1";

#[test]
fn a_third_time_in_a_cleanup_phase_ends_the_game_without_a_result() {
    let mut game = after("OO.", "- -", CLEANUP);
    take(&mut game, CYCLE).expect("a cycle");
    assert_eq!(game.position().to_string(), "OO.\n");
    take(&mut game, "C1 A1 B1 A1 C1").expect("a second cycle");
    assert!(!game.is_over());
    take(&mut game, "B1").expect("the last turn of the cycle");
    assert_eq!((game.outcome(), game.decided()), (NO_RESULT, NO_RESULT));
    assert_eq!((game.undo(), game.is_over()), (Some(at("B1")), false));
    assert_eq!(game.perft(2, Turns::All), by_turns(&game, 2, Turns::All));
    // Times before a pass do not count. The state right after it is the first time.
    let mut game = after("OO.", "- - - -", Rules { passes: Passes::Four, ..CLEANUP });
    take(&mut game, CYCLE).expect("a cycle");
    take(&mut game, "- -").expect("passes of both players");
    take(&mut game, CYCLE).expect("the second time since then");
    take(&mut game, "C1 A1 B1 A1 C1").expect("a third cycle");
    assert!(!game.is_over());
    take(&mut game, "B1").expect("the third time since then");
    assert_eq!(game.outcome(), NO_RESULT);
}

#[test]
fn moves_of_the_second_cleanup_phase_count() {
    let rules = Rules { score: Scoring::Territory, ..CLEANUP };
    // In the first cleanup phase, moves do not count.
    assert_eq!(after(REGIONS, "- - A1", rules).score(), [5, 1]);
    let mut game = after(REGIONS, "- - - -", rules);
    assert_eq!(game.score(), [6, 1]);
    take(&mut game, "A1").expect("a stone in an independent region");
    assert_eq!(game.score(), [6, 1]);
    take(&mut game, "-").expect("a pass counts nothing");
    assert_eq!(game.score(), [6, 1]);
    // Neither a stone on a point that reaches both colors nor a stone of a chain with one liberty
    // counts.
    let mut game = after("..X.O..", "- - - -", rules);
    assert_eq!(game.score(), [2, 2]);
    take(&mut game, "D1").expect("a stone on a neutral point");
    assert_eq!(game.score(), [2, 2]);
    take(&mut game, "F1").expect("a stone that leaves one liberty");
    assert_eq!(game.score(), [2, 1]);
    let short = Rules { score: Scoring::ShortTerritory, ..rules };
    assert_eq!(after("..X.O..", "- - - - D1 F1", short).score(), [2, 1]);
    let area = Rules { score: Scoring::Area, ..rules };
    assert_eq!(after("..X.O..", "- - - - D1 F1", area).score(), [4, 3]);
    // A stone of the main phase or of the first cleanup phase is no move of the second one.
    assert_eq!(after("..X.O..", "D1 - - - -", rules).score(), [2, 2]);
    assert_eq!(after("..X.O..", "- - D1 - -", rules).score(), [2, 2]);
}

#[test]
fn an_unblocking_is_no_move_and_no_pass() {
    let rules = Rules { score: Scoring::Territory, pass: PassCost::Prisoner, ..CLEANUP };
    let free = Rules { pass: PassCost::Free, ..rules };
    let mut game = after(KO, "- - - -", free);
    assert_eq!((game.score(), game.prisoners()), ([2, 3], [0, 0]));
    take(&mut game, "C2").expect("a ko move");
    assert_eq!((game.score(), game.prisoners()), ([4, 2], [1, 0]));
    take(&mut game, "B2").expect("an unblocking");
    assert_eq!((game.score(), game.prisoners()), ([4, 2], [1, 0]));
    take(&mut game, "- B2").expect("a pass and a ko move");
    assert_eq!((game.score(), game.prisoners()), ([4, 5], [1, 1]));
    // White has passed twice, and Black three times.
    let game = after(KO, "- - - - C2 B2 - B2", rules);
    assert_eq!(game.prisoners(), [1 + 2, 1 + 3]);
    // The row of passes is interrupted.
    let game = after(KO, "- - C2 B2 - B2 C2 -", CLEANUP);
    assert_eq!(game.stage(), Stage::FirstCleanup);
}

#[test]
fn an_unblocking_needs_no_stone() {
    let start = ".XO..
                 XO.O.
                 .XO..";
    let rules = Rules { stones: Stones::Half, ..CLEANUP };
    let mut game = after(start, "- E1 - E2 - E3 - -", rules);
    assert_eq!(game.stage(), Stage::FirstCleanup);
    take(&mut game, "C2").expect("a ko move");
    // White has used all seven stones. An unblocking names the point of the ko move, or the stone.
    for name in ["D1", "A2", "A1"] {
        assert_eq!(game.refusal(at(name)), Some(Refusal::NoStones), "{name}");
    }
    assert_eq!(game.legal(), [point("B2"), point("C2")].into_iter().collect());
    assert!(game.unblocks(point("B2")) && game.unblocks(point("C2")));
    assert_eq!([Turns::All, Turns::Plays].map(|turns| game.perft(1, turns)), [3, 2]);
    take(&mut game, "B2 -").expect("an unblocking, and a pass");
    assert_eq!(game.refusal(at("B2")), Some(Refusal::NoStones), "the ko move needs a stone");
    assert!(game.legal().is_empty());
}

#[test]
fn an_unblocking_may_name_the_stone() {
    let mut game = after(KO, "- - C2", CLEANUP);
    let state = |game: &Small| (game.position().to_string(), game.legal(), blocked(game));
    let before = state(&game);
    assert!(game.unblocks(point("C2")) && game.legal().contains(point("C2")));
    assert_eq!(game.refusal(at("C2")), None);
    take(&mut game, "C2").expect("an unblocking");
    assert_eq!((game.turn(4), game.to_move(), game.turns()), (Some(at("C2")), Player::Black, 4));
    assert_eq!(state(&game), state(&after(KO, "- - C2 B2", CLEANUP)), "as the other unblocking");
    assert_eq!((game.undo(), state(&game)), (Some(at("C2")), before));
    // The capture is no ko move at this point.
    take(&mut game, "C2 - B2 B2 -").expect("unblockings, passes and a ko move");
    assert_eq!(game.refusal(at("C2")), Some(Refusal::KoMoveAgain { earlier: 3 }));
    assert_eq!(game.check_history(), Ok(()));
}

#[test]
fn a_stone_that_is_named_is_the_opponents_alone_and_has_one_liberty() {
    let start = ".XO..
                 XO.O.
                 .XO..";
    for (turns, reason) in [
        ("- - C2 -", "it is Black's own"),
        ("- - C2 - D3", "it has two liberties"),
        ("- - C2 - D3 - B2", "it is connected, and next to one empty point"),
        ("- - C2 B2 -", "it is no longer blocked"),
    ] {
        let game = after(start, turns, CLEANUP);
        assert!(!game.unblocks(point("C2")) && !game.legal().contains(point("C2")), "{reason}");
        assert_eq!(game.refusal(at("C2")), Some(Refusal::Occupied), "{reason}");
    }
}

#[test]
fn an_attempt_at_a_refused_turn_loses_in_a_cleanup_phase() {
    let rules = Rules { illegal: IllegalTurn::Loses, ..CLEANUP };
    let mut game = after(KO, "- - C2 B2 - B2 C2 -", rules);
    assert_eq!(take(&mut game, "C2"), Err(Refusal::KoMoveAgain { earlier: 3 }));
    assert_eq!((game.is_over(), game.outcome()), (true, WHITE_WINS));
    assert_eq!(game.stage(), Stage::FirstCleanup);
    assert_eq!((game.undo(), game.is_over()), (Some(Turn::Pass), false));
    assert_eq!(take(&mut game, "A2"), Err(Refusal::Occupied));
    assert_eq!(game.outcome(), BLACK_WINS);
}
