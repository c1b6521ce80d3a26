//! The button.

use super::{KO, TROMP_TAYLOR, after, assert_outcome, from, score, turn};
use superko_reference::{
    Agreement, Button, Cycle, Game, Illegal, LastPass, Outcome, Passes, Player, Repetition, Rules,
    Score, Scoring, Standing,
};

const BUTTON: Rules = Rules { button: Button::Used, ..TROMP_TAYLOR };

// TT9/button
#[test]
fn the_first_pass_takes_the_button() {
    let game = Game::new(2, 2, BUTTON);
    assert_eq!((game.button(), after(&game, "A1").button()), (None, None));
    assert_eq!(after(&game, "pass").button(), Some(Player::Black));
    assert_eq!(after(&game, "A1 pass").button(), Some(Player::White));
    assert_eq!(after(&game, "A1 pass pass").button(), Some(Player::White));
    let without = Game::new(2, 2, TROMP_TAYLOR);
    assert_eq!(after(&without, "pass").button(), None);
    assert_eq!(after(&without, "pass").score(), score(0, 0));
}

// TT9/button
#[test]
fn the_button_is_half_a_point() {
    let of = |black, white, button| Score { black, white, button }.outcome();
    let [black, white] = [Player::Black, Player::White];
    assert_eq!(of(3, 3, None), Outcome::Tie);
    assert_eq!(of(3, 3, Some(black)), Outcome::Wins(black));
    assert_eq!(of(3, 3, Some(white)), Outcome::Wins(white));
    assert_eq!(of(4, 3, Some(white)), Outcome::Wins(black));
    assert_eq!(of(3, 4, Some(black)), Outcome::Wins(white));
    for scoring in [Scoring::Area, Scoring::Territory, Scoring::ShortTerritory, Scoring::Stones] {
        let game = from("X . O", Player::White, Rules { scoring, ..BUTTON });
        let game = after(&game, "pass pass pass");
        assert_eq!(game.score().button, Some(white));
        assert_eq!(game.outcome(), Some(Outcome::Wins(white)), "{scoring:?}");
    }
}

// TT9/button
#[test]
fn the_pass_that_takes_the_button_is_in_no_row() {
    let game = Game::new(2, 2, BUTTON);
    let black = Some(Outcome::Wins(Player::Black));
    assert_outcome(&game, "pass pass", None);
    assert_outcome(&game, "pass pass pass", black);
    assert_outcome(&game, "pass A1 pass pass", Some(Outcome::Wins(Player::White)));
    let three = Game::new(2, 2, Rules { passes: Passes::Three, ..BUTTON });
    assert_outcome(&three, "pass pass pass", None);
    assert_outcome(&three, "pass pass pass pass", black);
    let white_last = Game::new(2, 2, Rules { last_pass: LastPass::White, ..BUTTON });
    assert_outcome(&white_last, "pass pass pass", None);
    assert_outcome(&white_last, "pass pass pass pass", black);
}

// TT9/button
#[test]
fn colorings_from_before_the_button_do_not_count_for_superko() {
    for repetition in [
        Repetition::Positional,
        Repetition::Situational,
        Repetition::NaturalSituational,
        Repetition::NewZealand,
    ] {
        let rules = Rules { repetition, ..BUTTON };
        let game = after(&Game::new(2, 1, rules), "A1 B1");
        assert_eq!(game.leaves(turn("A1")), Err(Illegal::Repeats { earlier: 1 }));
        // After the button, Black can leave the coloring of turn 1 again.
        let game = after(&game, "pass pass A1");
        let found = game.leaves(turn("B1"));
        match repetition {
            // No move of White's has left that coloring since the button.
            Repetition::NaturalSituational => assert!(found.is_ok()),
            // The coloring stood after turn 4, White's pass, too.
            _ => assert_eq!(found, Err(Illegal::Repeats { earlier: 4 }), "{repetition:?}"),
        }
    }
}

#[test]
fn colorings_from_before_the_button_do_not_count_for_simple_ko() {
    let rules = Rules { repetition: Repetition::SimpleKo, ..TROMP_TAYLOR };
    let passed = |rules| after(&from(". O .", Player::White, rules), "pass");
    // A move that clears its own lone point leaves the coloring that White's pass found.
    assert_eq!(passed(rules).leaves(turn("A1")), Err(Illegal::Repeats { earlier: 0 }));
    let rules = Rules { button: Button::Used, ..rules };
    assert!(passed(rules).leaves(turn("A1")).is_ok());
    // The coloring that White's second pass found stood after the button.
    let game = after(&from(". O .", Player::Black, rules), "pass pass");
    assert_eq!(game.leaves(turn("A1")), Err(Illegal::Repeats { earlier: 1 }));
}

#[test]
fn colorings_from_before_the_button_do_not_count_for_long_cycles() {
    let rules = Rules {
        repetition: Repetition::None,
        cycle: Cycle::NoResult,
        passes: Passes::Three,
        ..TROMP_TAYLOR
    };
    let turns = "C2 pass pass B2";
    assert_outcome(&from(KO, Player::Black, rules), turns, Some(Outcome::NoResult));
    let rules = Rules { button: Button::Used, ..rules };
    assert_outcome(&from(KO, Player::Black, rules), turns, None);
    assert_outcome(&from(KO, Player::White, rules), "pass C2 B2", Some(Outcome::NoResult));
}

#[test]
fn the_button_stays_taken_when_play_is_resumed() {
    let game = Game::new(2, 2, Rules { agreement: Agreement::Resume, ..BUTTON });
    let mut game = after(&game, "pass pass pass");
    assert_eq!(game.standing(), Standing::Stopped);
    game.disagree().unwrap();
    let game = after(&game, "A1");
    assert_eq!(game.button(), Some(Player::Black));
    // The next passes are in a row like any others.
    assert_outcome(&game, "pass pass", Some(Outcome::Wins(Player::White)));
}
