//! The phases, and the ko moves of the cleanup phases.

use super::{CLEANUP, KO, after, assert_outcome, from, grid, point, points, turn};
use superko_reference::{
    Attempt, Button, Game, Illegal, LastPass, Outcome, PassCost, Passes, Phase, Player, Repeat,
    Repetition, Rules, SelfCapture, Standing, Supply, Unasked,
};

/// Returns the game in its first cleanup phase, with Black to take the turn.
fn cleanup(diagram: &str) -> Game {
    after(&from(diagram, Player::Black, CLEANUP), "pass pass")
}

#[test]
fn passes_end_three_phases_and_then_the_game() {
    let game = Game::new(3, 3, CLEANUP);
    let phases = |turns: &str| (after(&game, turns).phase(), after(&game, turns).standing());
    let (running, over) = (Standing::Running, Standing::Over);
    assert_eq!(phases("A1 pass"), (Phase::Main, running));
    assert_eq!(phases("A1 pass pass"), (Phase::FirstCleanup, running));
    // The passes of the main phase are not in a row with the next one.
    assert_eq!(phases("A1 pass pass pass"), (Phase::FirstCleanup, running));
    assert_eq!(phases("A1 pass pass pass pass"), (Phase::SecondCleanup, running));
    assert_eq!(phases("A1 pass pass pass B1 pass"), (Phase::FirstCleanup, running));
    assert_eq!(phases("A1 pass pass pass pass pass"), (Phase::SecondCleanup, running));
    assert_eq!(phases("A1 pass pass pass pass pass pass"), (Phase::SecondCleanup, over));
    // The players alternate from phase to phase.
    assert_eq!(after(&game, "A1 pass pass").player(), Player::White);
    assert_outcome(&game, "pass pass pass pass pass pass", Some(Outcome::Tie));
    // Without cleanup, there is only the main phase, also after its end.
    let plain = Game::new(3, 3, Rules::default());
    assert_eq!(after(&plain, "pass pass").phase(), Phase::Main);
    assert!(after(&plain, "pass pass").is_over());
}

#[test]
fn the_players_cannot_agree_in_a_game_with_cleanup() {
    let game = from(KO, Player::Black, CLEANUP);
    for passes in 0..=6 {
        let mut game = after(&game, &"pass ".repeat(passes));
        assert_eq!(game.agree(&[]), Err(Unasked::NotNow), "{passes}");
        assert_eq!(game.disagree(), Err(Unasked::NotNow), "{passes}");
    }
}

#[test]
fn the_rules_on_passes_hold_in_each_phase() {
    let phase = |rules: Rules, turns| after(&Game::new(2, 2, rules), turns).phase();
    let three = Rules { passes: Passes::Three, ..CLEANUP };
    assert_eq!(phase(three, "pass pass"), Phase::Main);
    assert_eq!(phase(three, "pass pass pass"), Phase::FirstCleanup);
    assert_eq!(phase(three, "pass pass pass A1 pass pass"), Phase::FirstCleanup);
    assert_eq!(phase(three, "pass pass pass A1 pass pass pass"), Phase::SecondCleanup);
    let white = Rules { last_pass: LastPass::White, ..CLEANUP };
    assert_eq!(phase(white, "A1 pass pass"), Phase::Main);
    assert_eq!(phase(white, "A1 pass pass pass"), Phase::FirstCleanup);
    assert_eq!(phase(white, "A1 pass pass pass pass A2 pass pass"), Phase::SecondCleanup);
}

// TT8/cleanup
#[test]
fn a_ko_move_blocks_its_point() {
    let game = cleanup(KO);
    assert_eq!(game.blocked(), []);
    let taken = after(&game, "C2");
    assert_eq!(taken.blocked(), points("C2"));
    // In the main phase, a ko move blocks nothing.
    assert_eq!(after(&from(KO, Player::Black, CLEANUP), "C2").blocked(), []);
    // A move that is no ko move blocks nothing. A blocked point stays blocked when other moves are made.
    assert_eq!(after(&game, "A3").blocked(), []);
    assert_eq!(after(&taken, "D3 A3").blocked(), points("C2"));
    assert_eq!(after(&taken, "pass").blocked(), points("C2"));
}

// TT8/cleanup
#[test]
fn a_turn_that_would_clear_a_blocked_point_unblocks_it() {
    let taken = after(&cleanup(KO), "C2");
    assert!(taken.unblocks(point("B2")));
    for other in ["A1", "D1", "C1", "B1"] {
        assert!(!taken.unblocks(point(other)), "{other}");
    }
    assert_eq!(taken.leaves(turn("B2")), Ok(taken.grid().clone()));
    let unblocked = after(&taken, "B2");
    assert_eq!((unblocked.grid(), unblocked.blocked()), (taken.grid(), vec![]));
    assert_eq!((unblocked.player(), unblocked.past().len()), (Player::Black, 4));
    // White can also name C2; Black cannot.
    assert!(taken.unblocks(point("C2")) && !after(&taken, "pass").unblocks(point("C2")));
    let named = after(&taken, "C2");
    assert_eq!((named.grid(), named.blocked()), (taken.grid(), vec![]));
    assert!(!named.unblocks(point("C2")));
    // Then B2 is a move again.
    let retaken = after(&unblocked, "pass B2");
    assert_eq!((retaken.grid(), retaken.blocked()), (&grid(KO), points("B2")));
    assert!(retaken.unblocks(point("C2")));
    assert!(!unblocked.unblocks(point("B2")));
}

#[test]
fn nothing_is_blocked_when_a_phase_begins() {
    let taken = after(&cleanup(KO), "C2 pass");
    assert_eq!((taken.phase(), taken.blocked()), (Phase::FirstCleanup, points("C2")));
    let next = after(&taken, "pass");
    assert_eq!((next.phase(), next.blocked()), (Phase::SecondCleanup, vec![]));
    // White takes the turn, and makes the ko move that she could not make before.
    assert_eq!(after(&next, "B2").blocked(), points("B2"));
}

#[test]
fn a_ko_move_is_not_made_twice_from_a_coloring() {
    let game = after(&cleanup(KO), "C2 B2 pass B2 C2 pass");
    assert_eq!((game.grid(), game.blocked()), (&grid(KO), vec![]));
    let illegal = Illegal::MadeBefore { earlier: 3 };
    assert_eq!(game.leaves(turn("C2")), Err(illegal));
    assert_eq!(illegal.to_string(), "repeats the ko move of turn 3");
    assert!(!game.unblocks(point("C2")));
    // From another coloring, the player can make it.
    assert_eq!(after(&game, "A1 pass C2").blocked(), points("C2"));
    // Ko moves of an earlier phase do not count.
    let next = after(&game, "pass");
    assert_eq!((next.phase(), next.player()), (Phase::SecondCleanup, Player::White));
    assert_eq!(after(&next, "pass C2").blocked(), points("C2"));
    // Under TT8/illegal-loses, the player who tries it loses.
    let loses = Rules { attempt: Attempt::Loses, ..CLEANUP };
    let loses = from(KO, Player::Black, loses);
    let mut loses = after(&loses, "pass pass C2 B2 pass B2 C2 pass");
    assert!(loses.would_end(turn("C2"), &Err(illegal)));
    assert_eq!(loses.take(turn("C2")), Err(illegal));
    assert_eq!(loses.outcome(), Some(Outcome::Wins(Player::White)));
}

#[test]
fn a_ko_move_at_another_point_is_another_one() {
    let kos = "
        . X O .
        X O . O
        . X O .
        . X O .
        X O . O
        . X O .";
    let game = after(&cleanup(kos), "C2 B2 pass B2 C2 pass");
    assert_eq!((game.grid(), game.blocked()), (&grid(kos), vec![]));
    assert_eq!(game.leaves(turn("C2")), Err(Illegal::MadeBefore { earlier: 3 }));
    // Black has found this coloring before, but made no move at C5.
    assert_eq!(after(&game, "C5").blocked(), points("C5"));
}

#[test]
fn an_unblocking_does_not_count_as_a_ko_move_made_before() {
    // Black unblocks C2 from the coloring of the ko, and then makes the move at C2 for the first time.
    let taken = "
        . X O .
        X . X O
        . X O .";
    let game = after(&from(taken, Player::White, CLEANUP), "pass pass B2 C2 pass C2");
    assert_eq!(game.blocked(), points("C2"));
    assert_eq!(*game.grid(), grid(taken));
}

#[test]
fn a_move_that_clears_more_than_the_ko_is_a_turn() {
    let game = "
        . . . . .
        O O X O O
        O . O X .";
    let taken = after(&cleanup(game), "B1");
    assert_eq!(taken.blocked(), points("B1"));
    assert!(taken.unblocks(point("C1")));
    // Now C1 clears B1 and D1, so that it is no ko move.
    let filled = after(&taken, "E1 pass");
    assert!(!filled.unblocks(point("C1")));
    let cleared = after(&filled, "C1");
    let left = "
        . . . . .
        O O X O O
        O . O . O";
    assert_eq!((cleared.grid(), cleared.blocked()), (&grid(left), vec![]));
}

#[test]
fn a_blocked_point_that_becomes_empty_is_not_blocked() {
    let rules = Rules { self_capture: SelfCapture::Any, ..CLEANUP };
    let game = after(&from("O . O .", Player::Black, rules), "pass pass B1 pass");
    assert_eq!((game.grid(), game.blocked()), (&grid(". X O ."), points("B1")));
    let cleared = after(&game, "A1");
    assert_eq!((cleared.grid(), cleared.blocked()), (&grid(". . O ."), vec![]));
    // When the point is colored again, it is not blocked.
    assert_eq!(after(&cleared, "pass B1").blocked(), []);
}

#[test]
fn two_kos_are_blocked_apart_from_each_other() {
    let kos = "
        . X O .
        X O . O
        . X O .
        . X O .
        X . X O
        . X O .";
    let game = cleanup(kos);
    let taken = after(&game, "C5");
    assert_eq!(taken.blocked(), points("C5"));
    // White takes the other ko.
    let both = after(&taken, "B2");
    assert_eq!(both.blocked(), points("B2 C5"));
    assert!(both.unblocks(point("C2")) && !both.unblocks(point("B5")));
    let one = after(&both, "C2");
    assert_eq!((one.blocked(), one.grid()), (points("C5"), both.grid()));
    // White unblocks the upper one.
    assert!(one.unblocks(point("B5")));
    assert_eq!(after(&one, "B5").blocked(), []);
}

#[test]
fn a_move_in_the_cleanup_that_leaves_the_coloring_it_finds_is_no_turn() {
    let rules = Rules { self_capture: SelfCapture::Any, repetition: Repetition::None, ..CLEANUP };
    let game = from(". O .", Player::Black, rules);
    // In the main phase, clearing the lone point is a move.
    assert_eq!(game.leaves(turn("A1")), Ok(grid(". O .")));
    let game = after(&game, "pass pass");
    assert_eq!(game.leaves(turn("A1")), Err(Illegal::Repeats { earlier: 2 }));
    assert!(!game.unblocks(point("A1")));
    // Rules under which a repetition ends the game change nothing about this.
    for repeat in [Repeat::Loses, Repeat::Ties] {
        let rules = Rules { repeat, repetition: Repetition::Positional, ..rules };
        let game = after(&from(". O .", Player::Black, rules), "pass pass");
        assert_eq!(game.leaves(turn("A1")), Err(Illegal::Repeats { earlier: 2 }));
    }
    // Where suicide is forbidden, that is the reason.
    let game = after(&from(". O .", Player::Black, CLEANUP), "pass pass");
    assert_eq!(game.leaves(turn("A1")), Err(Illegal::ClearsOwn { points: 1 }));
}

#[test]
fn a_move_of_the_main_phase_that_leaves_its_coloring_is_no_unblocking() {
    let rules = Rules {
        self_capture: SelfCapture::Any,
        repetition: Repetition::None,
        supply: Supply::Half,
        ..CLEANUP
    };
    // Black can color two points, and clears both of them.
    let game = after(&from(". O .", Player::Black, rules), "A1 pass A1 pass pass");
    assert_ne!(game.phase(), Phase::Main);
    assert_eq!(*game.grid(), grid(". O ."));
    assert_eq!(game.prisoners(Player::White), 2);
    assert_eq!(after(&game, "pass").leaves(turn("C1")), Err(Illegal::UsedUp));
}

#[test]
fn earlier_colorings_may_stand_again_in_the_cleanup() {
    for repetition in [Repetition::Positional, Repetition::Situational, Repetition::SimpleKo] {
        for repeat in [Repeat::Illegal, Repeat::Loses, Repeat::Ties] {
            let rules = Rules { repetition, repeat, ..CLEANUP };
            let game = from(KO, Player::Black, rules);
            let game = after(&game, "C2 pass pass B2");
            assert_eq!((game.grid(), game.is_over()), (&grid(KO), false), "{rules:?}");
        }
    }
}

#[test]
fn unblocking_uses_nothing_up() {
    let rules = Rules { supply: Supply::Half, ..CLEANUP };
    // White can color seven points, and has colored all of them.
    let used_up = "
        . X O . O
        X O . O O
        . X O . O";
    let game = after(&from(used_up, Player::Black, rules), "pass pass C2");
    assert_eq!(game.leaves(turn("D1")), Err(Illegal::UsedUp));
    assert!(game.unblocks(point("B2")));
    let unblocked = after(&game, "B2 pass");
    for name in ["B2", "C2"] {
        assert_eq!(unblocked.leaves(turn(name)), Err(Illegal::UsedUp), "{name}");
    }
    // Here White can color one more. The unblocking does not use it up.
    let one_left = "
        . X O . O
        X O . O O
        . X O . .";
    let game = after(&from(one_left, Player::Black, rules), "pass pass C2 B2 pass");
    assert_eq!(game.leaves(turn("B2")), Ok(grid(one_left)));
    assert_eq!(after(&game, "B2 pass").leaves(turn("D1")), Err(Illegal::UsedUp));
}

#[test]
fn a_refused_turn_changes_nothing_in_the_cleanup() {
    let game = after(&cleanup(KO), "C2 B2 pass B2 C2 pass");
    for name in ["C2", "B2", "C3"] {
        let mut tried = game.clone();
        assert!(tried.take(turn(name)).is_err(), "{name}");
        assert_eq!(tried, game);
    }
}

#[test]
fn the_button_is_taken_in_the_main_phase() {
    let rules = Rules { button: Button::Used, ..CLEANUP };
    let game = Game::new(2, 2, rules);
    assert_eq!(after(&game, "pass pass").phase(), Phase::Main);
    let cleanup = after(&game, "pass pass pass");
    assert_eq!((cleanup.phase(), cleanup.button()), (Phase::FirstCleanup, Some(Player::Black)));
    assert_eq!(after(&cleanup, "pass pass").phase(), Phase::SecondCleanup);
}

#[test]
fn after_the_end_nothing_is_a_turn_and_nothing_changes() {
    let game = after(&from(KO, Player::Black, CLEANUP), "pass pass pass pass C2 pass pass");
    assert_eq!((game.standing(), game.phase()), (Standing::Over, Phase::SecondCleanup));
    assert_eq!(game.blocked(), points("C2"));
    assert_eq!(game.leaves(turn("B2")), Err(Illegal::Over));
    assert!(!game.unblocks(point("B2")));
}

#[test]
fn a_pass_costs_a_prisoner_in_each_phase() {
    let rules = Rules { pass: PassCost::Prisoner, ..CLEANUP };
    let game = after(&from(KO, Player::Black, rules), "pass pass pass pass pass");
    assert_eq!(game.prisoners(Player::White), 3);
    assert_eq!(game.prisoners(Player::Black), 2);
}
