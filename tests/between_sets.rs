//! Relations between rule sets: how their scores differ, and which rules change nothing.

use crate::support::Random;
use superko::engines::{Reference, Uncounted};
use superko::{Color, RecordText, Referee, Size};
use superko_reference::{
    Agreement, Game, Illegal, LastPass, PassCost, Player, Repetition, Rules, Scoring, SelfCapture,
    Turn,
};

/// Columns and rows.
const BOARDS: [(usize, usize); 6] = [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3), (5, 5)];

/// How many games are played on each board.
const GAMES: usize = 150;

/// The number of turns after which the players only pass.
const TURNS: usize = 80;

/// Plays random games to their ends, and returns them.
fn games(rules: Rules) -> Vec<Game> {
    let mut random = Random(0x5e75);
    let mut all = Vec::new();
    for (columns, rows) in BOARDS {
        for _ in 0..GAMES {
            let mut game = Game::new(columns, rows, rules);
            let often = 1 + random.below(12);
            while !game.is_over() && game.standing() != superko_reference::Standing::Stopped {
                let legal = |&turn: &Turn| game.leaves(turn).is_ok();
                let moves: Vec<Turn> = game.grid().points().map(Turn::Move).filter(legal).collect();
                let pass =
                    moves.is_empty() || game.past().len() >= TURNS || random.below(often) == 0;
                let turn = if pass { Turn::Pass } else { moves[random.below(moves.len())] };
                game.take(turn).expect("it is a pass or one of the legal moves");
            }
            all.push(game);
        }
    }
    all
}

/// Replays a game under other rules, which must permit all its turns.
fn under(game: &Game, rules: Rules) -> Game {
    let empty = Game::new(game.grid().columns(), game.grid().rows(), rules);
    game.past().iter().fold(empty, |game, past| game.after(past.turn).expect("it is legal"))
}

fn margin(game: &Game) -> isize {
    game.score().black.cast_signed() - game.score().white.cast_signed()
}

/// Returns how many more of the counted turns of a game are Black's than White's.
fn more_of_black(game: &Game, counts: impl Fn(Turn) -> bool) -> isize {
    let turns = game.past().iter().filter(|past| counts(past.turn));
    turns.map(|past| if past.player == Player::Black { 1 } else { -1 }).sum()
}

// TT9/territory
// TT9/pass-stones
// TT8/white-last
#[test]
fn area_and_territory_agree_with_pass_stones_and_a_last_pass_by_white() {
    let rules = Rules { last_pass: LastPass::White, pass: PassCost::Prisoner, ..Rules::default() };
    let (mut different, mut removed) = (0, 0);
    for game in games(rules) {
        let territory = under(&game, Rules { scoring: Scoring::Territory, ..rules });
        assert_eq!(margin(&game), margin(&territory), "{game:?}");
        different += usize::from(game.score() != territory.score());
        removed += usize::from([Player::Black, Player::White].map(|p| game.prisoners(p)) != [0, 0]);
    }
    assert!(different > 100 && removed > 100, "{different} and {removed} are too few to tell");
}

// TT9/territory
#[test]
fn area_and_territory_differ_by_the_difference_in_moves() {
    let (mut by_one, mut by_more) = (0, 0);
    for game in games(Rules::default()) {
        let territory = under(&game, Rules { scoring: Scoring::Territory, ..Rules::default() });
        let more = more_of_black(&game, |turn| turn != Turn::Pass);
        let apart = margin(&game) - margin(&territory);
        assert_eq!(apart, more, "{game:?}");
        by_one += usize::from(apart.abs() == 1);
        by_more += usize::from(apart.abs() > 1);
    }
    assert!(by_one > 50 && by_more > 50, "{by_one} and {by_more} are too few to tell");
}

// TT7/forbidden
#[test]
fn rule_7a_changes_nothing_in_games_without_suicide() {
    let strict = Rules { self_capture: SelfCapture::Forbidden, ..Rules::default() };
    let (mut asked, mut suicides) = (0, 0);
    for game in games(strict) {
        let mut milder = Game::new(game.grid().columns(), game.grid().rows(), Rules::default());
        let mut stricter = Game::new(game.grid().columns(), game.grid().rows(), strict);
        for past in game.past() {
            for turn in milder.grid().points().map(Turn::Move) {
                match stricter.leaves(turn) {
                    Err(Illegal::ClearsOwn { .. }) => suicides += 1,
                    ruling => {
                        assert_eq!(ruling, milder.leaves(turn), "{turn:?} {milder:?}");
                        asked += 1;
                    }
                }
            }
            milder.take(past.turn).expect("the milder rule lets pass what the stricter one does");
            stricter.take(past.turn).expect("it was legal");
        }
        assert_eq!((milder.score(), milder.is_over()), (game.score(), game.is_over()));
    }
    assert!(asked > 10_000 && suicides > 1_000, "{asked} and {suicides} are too few to tell");
}

// TT6/situational
// TT6/natural-situational
// TT6/new-zealand
// TT6/simple-ko
// TT6/none
// TT7/several-stones
#[test]
fn a_stricter_rule_only_adds_refusals() {
    let repetition = |repetition| Rules { repetition, ..Rules::default() };
    let suicide = |self_capture| Rules { self_capture, ..Rules::default() };
    let pairs = [
        [Repetition::None, Repetition::SimpleKo].map(repetition),
        [Repetition::SimpleKo, Repetition::Situational].map(repetition),
        [Repetition::Situational, Repetition::Positional].map(repetition),
        [Repetition::NaturalSituational, Repetition::NewZealand].map(repetition),
        [Repetition::NewZealand, Repetition::Situational].map(repetition),
        [SelfCapture::Any, SelfCapture::SeveralStones].map(suicide),
        [SelfCapture::SeveralStones, SelfCapture::Forbidden].map(suicide),
    ];
    for rules in pairs {
        let mut asked = 0;
        for game in games(rules[1]) {
            let mut games =
                rules.map(|rules| Game::new(game.grid().columns(), game.grid().rows(), rules));
            for past in game.past() {
                for turn in game.grid().points().map(Turn::Move) {
                    let [milder, stricter] = games.each_ref().map(|game| game.leaves(turn));
                    match stricter {
                        Err(Illegal::ClearsOwn { .. } | Illegal::Repeats { .. }) => asked += 1,
                        ruling => assert_eq!(ruling, milder, "{turn:?} {rules:?} {games:?}"),
                    }
                }
                for game in &mut games {
                    game.take(past.turn).expect("both rules permit it");
                }
            }
            assert_eq!(games[0].score(), games[1].score());
        }
        assert!(asked > 1_000, "{rules:?}: {asked} are too few to tell");
    }
}

// TT8/dead-points
// TT8/resume
#[test]
fn an_agreement_on_no_dead_stones_does_not_change_the_result() {
    for agreement in [Agreement::DeadPoints, Agreement::Resume] {
        for scoring in [Scoring::Area, Scoring::Territory, Scoring::Stones] {
            let rules = Rules { agreement, scoring, ..Rules::default() };
            for mut game in games(rules) {
                // If the players may resume play, the game has only stopped.
                assert_eq!(game.is_over(), agreement == Agreement::DeadPoints);
                game.agree(&[]).expect("there is something to agree on");
                assert!(game.is_over());
                let without = under(&game, Rules { agreement: Agreement::None, ..rules });
                assert!(without.is_over());
                assert_eq!((game.score(), game.outcome()), (without.score(), without.outcome()));
            }
        }
    }
}

/// Returns the reference after random turns, of which those that are refused change nothing.
fn after_random_turns(size: Size, rules: superko::Rules, random: &mut Random) -> Reference {
    let turns: Vec<superko::Turn> = superko::Turn::all(size).collect();
    let mut game = Reference::new(size, rules);
    for _ in 0..random.below(60) {
        Referee::play(&mut game, turns[random.below(turns.len())]);
    }
    game
}

#[test]
fn every_point_counts_or_has_a_reason_not_to() {
    let (size, mut random) = (Size::square(4).unwrap(), Random(0x0c0));
    for rules in ["tromp-taylor", "tax=seki", "enclosed=dead", "tax=seki,enclosed=dead"] {
        for _ in 0..GAMES {
            let game = after_random_turns(size, rules.parse().unwrap(), &mut random);
            let empty = |(_, why): &&_| *why != Uncounted::Enclosed;
            let uncounted = game.uncounted().iter().filter(empty).count();
            if game.position().count(Color::Empty) == size.point_count() {
                continue;
            }
            let score = Referee::score(&game);
            let counted = usize::try_from(score.black + score.white).unwrap();
            assert_eq!(counted + uncounted, size.point_count(), "{rules}\n{}", game.position());
        }
    }
    for (game, expected) in [
        (
            "5x2 tax=seki: B B1, W D1, B B2, W D2",
            "A1 Seki, C1 Neutral, E1 Seki, A2 Seki, C2 Neutral, E2 Seki",
        ),
        (
            "5x5 enclosed=dead: B A3, W A1, B B3, W E5, B B2, W pass, B B1, W pass, B C2, W pass, B D2, \
             W pass, B D1, W pass, B pass",
            "A1 Enclosed",
        ),
    ] {
        let RecordText { record, .. } = game.parse().unwrap();
        let mut played = Reference::set_up(&record.setup);
        record
            .turns
            .iter()
            .for_each(|&turn| assert!(Referee::play(&mut played, turn).refusal.is_none()));
        let told = played.uncounted().into_iter();
        let told: Vec<String> = told.map(|(point, why)| format!("{point} {why:?}")).collect();
        assert!(told.join(", ").starts_with(expected), "{}", told.join(", "));
    }
}
