//! Second passes with a coloring, and colorings that stand for the third time.

use super::{CLEANUP, TROMP_TAYLOR, after, assert_outcome, from, grid, points};
use superko_reference::{
    Agreement, Button, Cycle, Game, LastPass, Outcome, Passes, Phase, Player, Repeat, Repetition,
    Rules, Standing,
};

const THIRD: Rules =
    Rules { repetition: Repetition::SimpleKo, cycle: Cycle::ThirdTime, ..TROMP_TAYLOR };

/// Six turns that lead from `X . O`, with Black to take the turn, to the same. None of them is a ko move.
const ROUND: &str = " B1 C1 A1 B1 A1 C1";

fn rounds(number: usize) -> String {
    ROUND.repeat(number)
}

// TT8/third-time
#[test]
fn a_move_that_leaves_a_coloring_for_the_third_time_ends_the_game() {
    let game = from("X . O", Player::Black, THIRD);
    // The coloring of the beginning counts.
    assert_outcome(&game, rounds(2).trim(), Some(Outcome::NoResult));
    assert!(!after(&game, &rounds(2)).is_scored());
    // With White to take the turn, the same coloring counts apart.
    let white = from("X . O", Player::White, THIRD);
    assert_outcome(&white, "B1 A1 C1 B1 C1 A1 B1 A1 C1 B1 C1 A1", Some(Outcome::NoResult));
    // From the empty grid, the first coloring to stand for the third time is `X . .`, with White to take the turn.
    let empty = Game::new(3, 1, THIRD);
    let turns = format!("A1 C1{}{}", rounds(1), " B1 C1 A1 B1 A1");
    assert_outcome(&empty, &turns, Some(Outcome::NoResult));
    let without = Rules { cycle: Cycle::GoesOn, ..THIRD };
    assert_outcome(&from("X . O", Player::Black, without), rounds(4).trim(), None);
}

// TT8/third-time
#[test]
fn only_colorings_since_the_latest_pass_count() {
    let rules = Rules { passes: Passes::Three, ..THIRD };
    let game = from("X . O", Player::Black, rules);
    let turns = format!("{} pass pass{}", rounds(1).trim(), rounds(1));
    // The coloring has stood more often, but only twice since the latest pass.
    assert!(!after(&game, &turns).is_over());
    // The coloring that stood right after that pass counts.
    assert_outcome(&game, &(turns + ROUND), Some(Outcome::NoResult));
}

#[test]
fn a_repetition_ends_the_game_by_its_own_sentence() {
    for (repeat, outcome) in
        [(Repeat::Loses, Outcome::Wins(Player::Black)), (Repeat::Ties, Outcome::Tie)]
    {
        // White's last move leaves the coloring of the beginning.
        let rules = Rules { repeat, repetition: Repetition::Situational, ..THIRD };
        let game = from("X . O", Player::Black, rules);
        assert_outcome(&game, rounds(1).trim(), Some(outcome));
        // The sixth sentence does not refuse this coloring. The third time, it ends the game without a result.
        let rules = Rules { repeat, ..THIRD };
        let game = from("X . O", Player::Black, rules);
        assert_outcome(&game, rounds(2).trim(), Some(Outcome::NoResult));
    }
}

// TT8/third-time
#[test]
fn a_second_pass_with_a_coloring_ends_the_game() {
    let game = from("X . O", Player::Black, THIRD);
    let turns = "pass B1 A1 C1 pass";
    assert_eq!(*after(&game, "pass B1 A1 C1").grid(), grid("X . O"));
    // Black has passed with this coloring before. Both players have one point.
    assert_outcome(&game, turns, Some(Outcome::Tie));
    assert!(after(&game, turns).is_scored());
    assert!(after(&game, turns).has_passed_again());
    for other in ["pass B1 A1 C1", "pass B1 pass", "pass pass"] {
        assert!(!after(&game, other).has_passed_again(), "{other}");
    }
    let goes_on = Rules { cycle: Cycle::GoesOn, ..THIRD };
    assert_outcome(&from("X . O", Player::Black, goes_on), turns, None);
    // A pass with another coloring does not end the game, nor does a pass of the other player.
    assert_outcome(&game, "pass B1 pass", None);
    assert_outcome(&game, "pass B1 A1 pass", None);
    let white = from("X . O", Player::White, THIRD);
    assert_outcome(&white, "pass B1 C1 A1 B1 A1 C1 pass", None);
}

#[test]
fn where_the_last_pass_is_whites_a_second_pass_of_black_ends_nothing() {
    let rules = Rules { last_pass: LastPass::White, ..THIRD };
    let black = from("X . O", Player::Black, rules);
    assert_outcome(&black, "pass B1 A1 C1 pass", None);
    assert_outcome(&black, "pass B1 A1 C1 pass pass", Some(Outcome::Tie));
    let white = from("X . O", Player::White, rules);
    assert_outcome(&white, "pass B1 C1 A1 pass", Some(Outcome::Tie));
}

#[test]
fn passes_from_before_a_stop_do_not_count() {
    let rules = Rules { agreement: Agreement::Resume, ..THIRD };
    let game = from("X . O", Player::Black, rules);
    let mut game = after(&game, "pass B1 A1 C1 pass");
    assert_eq!(game.standing(), Standing::Stopped);
    game.disagree().unwrap();
    // White takes the turn.
    assert_outcome(&game, "B1 A1 C1 pass", None);
    assert_outcome(&game, "B1 A1 C1 pass B1 A1 C1 pass", Some(Outcome::Tie));
    // Colorings from before the stop do not count, because passes stopped the game.
    let mut game = after(&from("X . O", Player::Black, rules), &(rounds(1) + " pass pass"));
    game.disagree().unwrap();
    assert!(!after(&game, &rounds(1)).is_over());
    assert!(after(&game, &rounds(2)).is_over());
}

#[test]
fn a_pass_that_takes_the_button_is_not_repeated() {
    let rules = Rules { button: Button::Used, ..THIRD };
    let game = from("X . O", Player::Black, rules);
    assert_outcome(&game, "pass B1 A1 C1 pass", None);
    let black = Some(Outcome::Wins(Player::Black));
    assert_outcome(&game, "pass B1 A1 C1 pass B1 A1 C1 pass", black);
}

#[test]
fn a_second_pass_ends_the_main_phase() {
    let game = from("X . O", Player::Black, CLEANUP);
    let cleanup = after(&game, "pass B1 A1 C1 pass");
    assert_eq!((cleanup.phase(), cleanup.player()), (Phase::FirstCleanup, Player::White));
    // Without the sentence on the third time, it does not.
    let rules = Rules { cycle: Cycle::GoesOn, ..CLEANUP };
    let main = after(&from("X . O", Player::Black, rules), "pass B1 A1 C1 pass");
    assert_eq!(main.phase(), Phase::Main);
}

#[test]
fn a_second_pass_ends_a_cleanup_phase_under_all_rules_on_cycles() {
    for cycle in [Cycle::GoesOn, Cycle::NoResult, Cycle::ThirdTime] {
        let rules = Rules { cycle, ..CLEANUP };
        let game = after(&from("X . O", Player::Black, rules), "pass pass");
        // The pass that Black made in the main phase with this coloring does not count.
        let passed = after(&game, "pass");
        assert_eq!(passed.phase(), Phase::FirstCleanup);
        let again = after(&passed, "B1 A1 C1 pass");
        assert_eq!((again.phase(), again.player()), (Phase::SecondCleanup, Player::White));
        assert_outcome(&again, "pass B1 C1 A1 pass", Some(Outcome::Wins(Player::Black)));
    }
}

#[test]
fn a_pass_with_other_points_blocked_ends_nothing() {
    let rules = Rules { passes: Passes::Three, ..CLEANUP };
    let game = after(&from("O . O .", Player::White, rules), "pass pass pass");
    assert_eq!(game.player(), Player::Black);
    // Black and White pass with `O . O .`. Black takes, White unblocks, Black passes, White takes back.
    let game = after(&game, "pass pass B1 A1 pass A1");
    assert_eq!((game.grid(), game.blocked()), (&grid("O . O ."), points("A1")));
    // Both pass with the same coloring as before, but with A1 blocked.
    let passed = after(&game, "pass pass");
    assert_eq!(passed.phase(), Phase::FirstCleanup);
    // Black unblocks A1. Then White passes with the coloring of her first pass, and nothing blocked.
    let unblocked = after(&game, "B1");
    assert_eq!(unblocked.blocked(), []);
    assert_eq!(after(&unblocked, "pass").phase(), Phase::SecondCleanup);
}

#[test]
fn a_coloring_for_the_third_time_with_other_points_blocked_ends_nothing() {
    // The kos from the top: one that Black can take, one that White can take, and both again.
    let kos = "
        . X O .
        X O . O
        . X O .
        . X O .
        X . X O
        . X O .
        . X O .
        X O . O
        . X O .
        . X O .
        X . X O
        . X O .";
    let game = after(&from(kos, Player::Black, CLEANUP), "pass pass C11 B8 C5 B2");
    assert_eq!(game.blocked(), points("B2 C5 B8 C11"));
    // The players unblock one each, and the coloring stands for the second time, then for the third.
    let second = after(&game, "C8 B11");
    assert_eq!((second.grid(), second.blocked()), (game.grid(), points("B2 C5")));
    let third = after(&second, "C2 B5");
    assert_eq!((third.grid(), third.blocked()), (game.grid(), vec![]));
    assert!(!third.is_over());
}

// TT8/cleanup
#[test]
fn a_coloring_for_the_third_time_ends_the_game_in_each_cleanup_phase() {
    for cycle in [Cycle::GoesOn, Cycle::NoResult, Cycle::ThirdTime] {
        let rules = Rules { cycle, repetition: Repetition::Positional, ..CLEANUP };
        for passes in [2, 4] {
            let game = after(&from("X . O", Player::Black, rules), &"pass ".repeat(passes));
            assert_ne!(game.phase(), Phase::Main);
            // The coloring that stood when the phase began counts.
            assert_outcome(&game, rounds(2).trim(), Some(Outcome::NoResult));
        }
        // A coloring that stood in an earlier phase does not count.
        let game = after(&from("X . O", Player::Black, rules), "pass pass");
        let game = after(&game, &(rounds(1) + " pass pass"));
        assert_eq!(game.phase(), Phase::SecondCleanup);
        assert!(!after(&game, &rounds(1)).is_over());
        assert!(after(&game, &rounds(2)).is_over());
    }
}
