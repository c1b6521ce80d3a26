//! Sequences of turns with the verdict on one more turn, under four rules of repetition and three of suicide.

use crate::support::{fact, grid_of, list, number, player, repetition, self_capture, text, turn};
use serde_json::Value;
use superko_reference::{Color, Game, Illegal, Repetition, Rules, Turn};

// TT4
// TT6
// TT6/situational
// TT6/natural-situational
// TT6/simple-ko
// TT7
// TT7/several-stones
// TT7/forbidden
// TT8
#[test]
fn the_reference_gives_every_verdict() {
    let facts = fact("sequences.json");
    let cases = list(&facts, "cases");
    let mut verdicts = 0;
    for case in cases {
        for (mode, expected) in case["verdicts"].as_object().expect("a verdict for each rule set") {
            let found = verdict(case, rules(mode));
            assert_eq!(
                Some(found.as_str()),
                expected.as_str(),
                "{} under {mode}",
                text(case, "id")
            );
            verdicts += 1;
        }
    }
    assert_eq!((cases.len(), verdicts), (75, 75 * 12));
}

// TT4
// TT7
#[test]
fn every_move_leaves_the_listed_grid() {
    let facts = fact("sequences.json");
    let mut checked = 0;
    for case in list(&facts, "cases") {
        let id = text(case, "id");
        let game = played(case);
        assert_eq!(game.player(), player(text(case, "candidate_player")), "{id}");
        let (own, opponent) = (game.player().color(), game.player().opponent().color());
        let before = game.grid();
        let result = &case["candidate_result"];
        let point = match turn(before, text(case, "candidate")) {
            Turn::Move(point) => point,
            Turn::Pass => {
                assert!(result.is_null(), "{id}: a pass leaves the grid as it is");
                continue;
            }
        };
        let after = before.after_move(game.player(), point).expect("the point is empty");
        assert_eq!(after, grid_of(&result["grid"]), "{id}");
        let captured = before.count(opponent) - after.count(opponent);
        let suicided = before.count(own) + 1 - after.count(own);
        assert_eq!(captured, number(result, "captured"), "{id}");
        assert_eq!(suicided, number(result, "suicided"), "{id}");
        checked += 1;
    }
    assert_eq!(checked, 63);
}

// TT9
#[test]
fn every_area_is_scored() {
    let facts = fact("sequences.json");
    for case in list(&facts, "cases") {
        let grid = played(case).grid().clone();
        let score = grid.score();
        let area = &case["area_if_ended_before_candidate"];
        let neutral = grid.points().count() - score.black - score.white;
        assert_eq!(
            (score.black, score.white, neutral),
            (number(area, "B"), number(area, "W"), number(area, "neutral")),
            "{}",
            text(case, "id")
        );
        assert!(neutral <= grid.count(Color::Empty), "only empty points are nobody's");
    }
}

/// Returns the game of a case before its candidate, under rules that permit all its moves.
pub(crate) fn played(case: &Value) -> Game {
    let lenient = Rules { repetition: Repetition::None, ..Rules::default() };
    let game = prefix(case, lenient).expect("no rule refuses these moves");
    assert_eq!(*game.grid(), grid_of(&case["grid_after_moves"]), "{}", text(case, "id"));
    game
}

/// Plays the moves of a case. Returns the game, or the number of the first refused move with its refusal.
fn prefix(case: &Value, rules: Rules) -> Result<Game, (usize, Illegal)> {
    let beginning = grid_of(&case["setup"]);
    assert_eq!((beginning.rows(), beginning.columns()), (number(case, "m"), number(case, "n")));
    let mut game = Game::from(beginning, player(text(case, "to_play")), rules);
    for (place, name) in list(case, "moves").iter().enumerate() {
        let turn = turn(game.grid(), name.as_str().expect("a turn"));
        game.take(turn).map_err(|illegal| (place + 1, illegal))?;
    }
    Ok(game)
}

/// Returns the verdict of the reference, in the words of the file.
fn verdict(case: &Value, rules: Rules) -> String {
    let word = |illegal| match illegal {
        Illegal::Over | Illegal::Stopped => "over",
        Illegal::UsedUp => "no stones",
        Illegal::NotEmpty { .. } => "occupied",
        Illegal::ClearsOwn { .. } => "suicide",
        Illegal::MadeBefore { .. } => "ko again",
        Illegal::Repeats { .. } if rules.repetition == Repetition::SimpleKo => "ko",
        Illegal::Repeats { .. } => "superko",
    };
    match prefix(case, rules) {
        Err((turn, illegal)) => format!("prefix-illegal@{turn}:{}", word(illegal)),
        Ok(game) => match game.leaves(turn(game.grid(), text(case, "candidate"))) {
            Ok(_) => "legal".to_owned(),
            Err(illegal) => word(illegal).to_owned(),
        },
    }
}

/// Returns the rules of a mode such as `PSK/any`.
fn rules(mode: &str) -> Rules {
    let (ko, suicide) = mode.split_once('/').expect("two rules");
    Rules { repetition: repetition(ko), self_capture: self_capture(suicide), ..Rules::default() }
}
