//! The order of the rules by strictness: a stricter rule bans every move that a milder one bans.

use crate::support::Random;
use superko_reference::{Game, Illegal, Repetition, Rules, SelfCapture, Turn};

/// Columns, rows and how many games are played on each board.
const BOARDS: [(usize, usize, usize); 6] =
    [(1, 1, 40), (2, 1, 60), (3, 1, 300), (4, 1, 300), (2, 2, 300), (3, 2, 200)];
/// The largest number of turns of a game.
const TURNS: usize = 40;

// TT6/natural-situational
// TT6/new-zealand
#[test]
fn new_zealand_bans_all_that_natural_situational_superko_bans() {
    assert_included(Repetition::NaturalSituational, Repetition::NewZealand);
}

// TT6/situational
// TT6/new-zealand
#[test]
fn situational_superko_bans_all_that_new_zealand_bans() {
    assert_included(Repetition::NewZealand, Repetition::Situational);
}

// TT6
// TT6/situational
#[test]
fn positional_superko_bans_all_that_situational_superko_bans() {
    assert_included(Repetition::Situational, Repetition::Positional);
}

// TT6/simple-ko
// TT6/situational
#[test]
fn situational_superko_bans_all_that_simple_ko_bans() {
    assert_included(Repetition::SimpleKo, Repetition::Situational);
}

// TT6/none
// TT6/simple-ko
#[test]
fn simple_ko_is_stricter_than_no_rule() {
    assert_included(Repetition::None, Repetition::SimpleKo);
}

// TT6/new-zealand
#[test]
fn new_zealand_bans_what_its_text_says() {
    let mut banned = 0;
    play(rules(Repetition::NewZealand), |game| {
        for point in game.grid().points() {
            let Some(after) = game.grid().after_move(game.player(), point) else { continue };
            // The player's own turns are the one before the last turn, and every second turn before that.
            let own_turns = game.past().iter().rev().skip(1).step_by(2);
            let repeats = own_turns.into_iter().any(|past| past.grid == after);
            assert_eq!(game.leaves(Turn::Move(point)).is_err(), repeats, "{point:?}\n{game:?}");
            banned += usize::from(repeats);
        }
    });
    assert!(banned > 1000, "{banned} bans are too few to tell");
}

// TT7
// TT7/several-stones
// TT7/forbidden
#[test]
fn a_stricter_suicide_rule_refuses_all_that_a_milder_one_refuses() {
    let mut only_forbidden = 0;
    let mut lone = 0;
    play(with(SelfCapture::Forbidden), |game| {
        let any = replayed(game, with(SelfCapture::Any));
        let several = replayed(game, with(SelfCapture::SeveralStones));
        for point in game.grid().points() {
            let lost = |game: &Game| match game.leaves(Turn::Move(point)) {
                Err(Illegal::ClearsOwn { points }) => points,
                _ => 0,
            };
            assert_eq!(lost(&any), 0, "without a rule nothing is refused");
            match (lost(&several), lost(game)) {
                (0, 0) => {}
                (0, 1) => panic!("a lone stone is refused by both\n{game:?}"),
                (0, _) => only_forbidden += 1,
                (1, 1) => lone += 1,
                lost => panic!("{lost:?} points\n{game:?}"),
            }
            // A move that is legal under a stricter rule is legal under the milder ones.
            let legal = |game: &Game| game.leaves(Turn::Move(point)).is_ok();
            assert!(legal(&any) || !legal(&several));
            assert!(legal(&several) || !legal(game));
        }
    });
    assert!(only_forbidden > 1000 && lone > 1000, "{only_forbidden} and {lone} are too few");
}

fn with(self_capture: SelfCapture) -> Rules {
    Rules { self_capture, ..Rules::default() }
}

fn rules(repetition: Repetition) -> Rules {
    Rules { repetition, ..Rules::default() }
}

/// Checks, in games that are legal under the stricter rule, that it bans every move that the milder rule bans.
fn assert_included(milder: Repetition, stricter: Repetition) {
    let mut only_stricter = 0;
    play(rules(stricter), |game| {
        let mild_game = replayed(game, rules(milder));
        for point in game.grid().points() {
            let banned = |game: &Game| {
                matches!(game.leaves(Turn::Move(point)), Err(Illegal::Repeats { .. }))
            };
            assert!(
                banned(game) || !banned(&mild_game),
                "only {milder:?} bans {point:?}, {stricter:?} does not\n{game:?}"
            );
            only_stricter += usize::from(banned(game) && !banned(&mild_game));
        }
    });
    assert!(only_stricter > 0, "{stricter:?} was never the stricter one");
}

/// Replays a game under milder rules, which must permit all its turns.
fn replayed(game: &Game, rules: Rules) -> Game {
    let empty = Game::new(game.grid().columns(), game.grid().rows(), rules);
    game.past().iter().fold(empty, |mut replayed, past| {
        replayed.take(past.turn).expect("the milder rule lets pass what the stricter one does");
        replayed
    })
}

/// Plays random games, and calls `see` before every turn.
fn play(rules: Rules, mut see: impl FnMut(&Game)) {
    let mut random = Random(0x5eed);
    for (columns, rows, games) in BOARDS {
        for _ in 0..games {
            let mut game = Game::new(columns, rows, rules);
            while !game.is_over() && game.past().len() < TURNS {
                see(&game);
                let legal = |&turn: &Turn| game.leaves(turn).is_ok();
                let moves: Vec<Turn> = game.grid().points().map(Turn::Move).filter(legal).collect();
                let pass = moves.is_empty() || random.below(6) == 0;
                let turn = if pass { Turn::Pass } else { moves[random.below(moves.len())] };
                game.take(turn).expect("it is a pass or one of the legal moves");
            }
        }
    }
}
