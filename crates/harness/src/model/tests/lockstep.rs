//! The model against the reference, under the rules on phases, third times, taxes and the button, which need games of their own.

use super::super::cleanup::Phase;
use super::super::{Model, ModelEngine, ModelReferee, ScoreForm};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use superko_engine::referee::{Judgment, Referee, Refusal};
use superko_engine::{Engine, Reference, ReportedScore, Ruling};
use superko_game::rules::{Agreement, Button, LongCycle, Rules, SWITCHES, Tax};
use superko_game::{Outcome, Player, Position, Record, Score, Setup, Size, Status, Turn};

/// The number of games in a usual run.
const GAMES: u64 = 3_000;

/// How often games came to what they were played for.
type Reached = BTreeMap<&'static str, usize>;

/// Returns rules with random values of all switches; every other game has cleanup phases.
fn rules(rng: &mut ChaCha8Rng) -> Rules {
    let any = |rules: Rules, switch: &superko_game::rules::Switch| {
        // The players agree on nothing here, so that a stopped game is one that is over.
        rules.with(&switch.values[rng.random_range(0..switch.values.len())])
    };
    let mut rules = SWITCHES.iter().fold(Rules::TROMP_TAYLOR, any);
    if rng.random_range(0..2) == 0 {
        rules = rules.agreement(Agreement::Cleanup);
    }
    // Most tries of illegal turns would end the game, and few games would be long.
    if rng.random_range(0..3) > 0 {
        rules = rules.illegal(superko_game::rules::IllegalTurn::Refused);
    }
    rules
}

/// Returns a board of up to 16 points.
fn size(rng: &mut ChaCha8Rng) -> Size {
    let sizes = ["1x2", "2x1", "1x3", "4x1", "2x2", "3x2", "2x3", "3x3", "4x3", "4x4", "3x5"];
    sizes[rng.random_range(0..sizes.len())].parse().unwrap()
}

/// Returns an empty board, or one with random stones that all have liberties.
fn setup(rng: &mut ChaCha8Rng, size: Size, rules: Rules) -> Setup {
    let mut setup = Setup::new(size, rules);
    if rng.random_range(0..2) == 0 {
        return setup;
    }
    if rng.random_range(0..2) == 0 {
        setup.first = Player::White;
    }
    let mut stones = Reference::new(size, Rules::TROMP_TAYLOR);
    for _ in 0..rng.random_range(0..3 * size.point_count()) {
        let points: Vec<Turn> = size.points().map(Turn::Play).collect();
        Referee::play(&mut stones, points[rng.random_range(0..points.len())]);
        if rng.random_range(0..3) == 0 && stones.status() != Status::Over {
            let last = stones.history().last().and_then(|entry| entry.by);
            if !matches!(last, Some((_, Turn::Pass))) {
                Referee::play(&mut stones, Turn::Pass);
            }
        }
    }
    setup.position = Referee::position(&stones).clone();
    setup
}

/// Returns the parts of a judgment that both sides have to agree on. A repetition may be told by another earlier position.
fn told(judgment: &Judgment) -> (Option<Refusal>, Option<&Position>, bool) {
    let refusal = judgment.refusal.map(|refusal| match refusal {
        Refusal::Repetition { .. } => Refusal::Repetition { earlier: 0, cycle: 0 },
        other => other,
    });
    (refusal, judgment.removing.as_ref(), judgment.ends)
}

/// What an engine must answer between two turns.
struct Answers {
    rulings: Vec<bool>,
    position: Position,
    status: Status,
    score: Score,
}

fn answers(reference: &Reference, size: Size) -> Answers {
    Answers {
        rulings: Turn::all(size).map(|turn| reference.judge(turn).refusal.is_none()).collect(),
        position: Referee::position(reference).clone(),
        status: Referee::status(reference),
        score: Referee::score(reference),
    }
}

fn assert_answers(engine: &mut dyn Engine, expected: &Answers, size: Size, game: &Record) {
    for (turn, &is_legal) in Turn::all(size).zip(&expected.rulings) {
        let ruling = engine.is_legal(turn).unwrap().unwrap();
        assert_eq!(ruling == Ruling::Allowed, is_legal, "{game}: {turn}?");
    }
    assert_eq!(engine.board(), Ok(Some(expected.position.clone())), "{game}");
    assert_eq!(engine.status(), Ok(Some(expected.status)), "{game}");
}

/// Plays a random game on both, and takes it back on the model.
fn play(number: u64, reached: &mut Reached) {
    let rng = &mut ChaCha8Rng::seed_from_u64(number);
    let rules = rules(rng);
    let size = size(rng);
    let setup = setup(rng, size, rules);
    let mut reference = Reference::set_up(&setup);
    let mut model = ModelReferee::new(Model::right(), &setup);
    let mut engine = Model::right().engine_telling(ScoreForm::Areas);
    engine.start(&setup).unwrap();
    let mut game = Record { setup, ..Record::new(size, rules, Vec::new()) };
    let mut past = vec![answers(&reference, size)];
    let quiet = rng.random_range(0..12);
    // In half of the games, the players pass seldom once they are in a cleanup phase.
    let is_keen = rng.random_range(0..2) == 0;
    let mut came_to = |what: &'static str| *reached.entry(what).or_default() += 1;
    let mut row = 0;
    let mut is_lost = false;
    while game.turns.len() < 90 && Referee::status(&reference) != Status::Over {
        let mut legal = Vec::new();
        let mut others = Vec::new();
        let before = Referee::position(&reference).clone();
        for turn in Turn::all(size) {
            let judged = reference.judge(turn);
            game.turns.push(turn);
            assert_eq!(told(&model.judge(turn)), told(&judged), "{game}");
            game.turns.pop();
            match judged.refusal {
                None if turn != Turn::Pass => {
                    let unblocks = judged.removing.as_ref() == Some(&before);
                    legal.push((turn, judged.removing.is_some(), unblocks));
                }
                Some(Refusal::KoAgain { .. }) => {
                    came_to("the same ko again");
                    others.push(turn);
                }
                _ if turn != Turn::Pass => others.push(turn),
                _ => {}
            }
        }
        let removing: Vec<Turn> =
            legal.iter().filter(|(_, removes, _)| *removes).map(|(turn, ..)| *turn).collect();
        let phase = phase(&engine);
        let passes_seldom = is_keen && phase != Phase::Main;
        let passes =
            if passes_seldom { rng.random_range(0..12) == 0 } else { rng.random_range(0..2) == 0 };
        let any = |rng: &mut ChaCha8Rng, turns: &[Turn]| turns[rng.random_range(0..turns.len())];
        let turn = match rng.random_range(0..8) {
            _ if game.turns.len() >= quiet && passes => Turn::Pass,
            4 if !others.is_empty() && rng.random_range(0..3) == 0 => any(rng, &others),
            5.. if !removing.is_empty() => any(rng, &removing),
            _ if legal.is_empty() => Turn::Pass,
            _ => legal[rng.random_range(0..legal.len())].0,
        };
        let to_move = Referee::to_move(&reference);
        game.turns.push(turn);
        let judged = Referee::play(&mut reference, turn);
        assert_eq!(told(&model.play(turn)), told(&judged), "{game}");
        let is_legal = judged.refusal.is_none();
        assert_eq!(engine.play(turn).unwrap() == Ruling::Allowed, is_legal, "{game}");
        is_lost |= !is_legal && judged.ends;
        if legal.contains(&(turn, true, true)) && phase != Phase::Main {
            came_to("unblocking");
        }
        row = if turn == Turn::Pass {
            row + 1
        } else if is_legal {
            0
        } else {
            row
        };
        let is_next = phase != self::phase(&engine);
        if is_next && row < rules.passes.count() && phase == Phase::FirstCleanup {
            came_to("the end of a cleanup phase by the same pass");
        }
        row = if is_next { 0 } else { row };
        assert_eq!(Referee::position(&model), Referee::position(&reference), "{game}");
        assert_eq!(Referee::status(&model), Referee::status(&reference), "{game}");
        assert_eq!(Referee::score(&model), Referee::score(&reference), "{game}");
        assert_eq!(model.outcome(), reference.outcome(), "{game}");
        assert_eq!(model.is_scored(), reference.is_scored(), "{game}");
        if Referee::status(&reference) != Status::Over {
            assert_eq!(Referee::to_move(&model), to_move_after(to_move, is_legal), "{game}");
        }
        if !is_legal {
            game.turns.pop();
        } else {
            past.push(answers(&reference, size));
        }
        assert_answers(&mut engine, &answers(&reference, size), size, &game);
    }
    if Referee::status(&reference) == Status::Over {
        count_end(&reference, &game, phase(&engine), &mut came_to);
        for turn in Turn::all(size) {
            assert_eq!(told(&model.judge(turn)), told(&reference.judge(turn)), "{game}: {turn}");
        }
    }
    if !is_lost {
        for expected in past.iter().rev() {
            assert_answers(&mut engine, expected, size, &game);
            assert_eq!(engine.totals(), expected.score, "{game}");
            let told = engine.score().unwrap();
            let is_told = told.is_none_or(
                |told| !matches!(told, ReportedScore::Areas(score) if score != expected.score),
            );
            assert!(is_told, "{game}: {told:?}");
            engine.undo().unwrap();
        }
    }
}

fn phase(engine: &ModelEngine) -> Phase {
    engine.now.course.as_ref().map_or(Phase::Main, |course| course.phase)
}

fn to_move_after(player: Player, has_played: bool) -> Player {
    if has_played { player.opponent() } else { player }
}

/// Counts what ended a game.
fn count_end(
    reference: &Reference,
    game: &Record,
    phase: Phase,
    came_to: &mut dyn FnMut(&'static str),
) {
    let rules = game.setup.rules;
    let is_pass = game.turns.last() == Some(&Turn::Pass);
    let passes = game.turns.iter().rev().take_while(|turn| **turn == Turn::Pass).count();
    match (reference.outcome(), phase, rules.long_cycle) {
        (Some(Outcome::NoResult), Phase::Main, LongCycle::ThirdTime) => {
            came_to("no result by third time");
        }
        (Some(Outcome::NoResult), Phase::Main, _) => {}
        (Some(Outcome::NoResult), ..) => came_to("no result in a cleanup phase"),
        (_, Phase::SecondCleanup, _) if is_pass => came_to("the end of the second cleanup phase"),
        (_, Phase::Main, LongCycle::ThirdTime) if is_pass && passes < rules.passes.count() => {
            came_to("the end by the same pass");
        }
        _ => {}
    }
    if is_pass && rules.button == Button::HalfPoint && Referee::score(reference).button.is_some() {
        came_to("an end with a button");
    }
    if rules.tax != Tax::None {
        let untaxed =
            Reference::set_up(&Setup { rules: rules.tax(Tax::None), ..game.setup.clone() });
        let mut untaxed = untaxed;
        for &turn in &game.turns {
            Referee::play(&mut untaxed, turn);
        }
        if Referee::score(&untaxed) != Referee::score(reference) {
            came_to("a tax");
        }
    }
}

fn play_all(numbers: std::ops::Range<u64>) -> Reached {
    let mut reached = Reached::new();
    for number in numbers {
        play(number, &mut reached);
    }
    reached
}

#[test]
fn phases_third_times_taxes_and_the_button_are_as_by_the_reference() {
    let reached = play_all(0..GAMES);
    for what in [
        "the same ko again",
        "unblocking",
        "the end of a cleanup phase by the same pass",
        "no result in a cleanup phase",
        "no result by third time",
        "the end of the second cleanup phase",
        "the end by the same pass",
        "an end with a button",
        "a tax",
    ] {
        assert!(reached.get(what).is_some_and(|&times| times >= 10), "{what}: {reached:?}");
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p superko-harness -- --ignored many_more_games"]
fn many_more_games_are_as_by_the_reference() {
    println!("{:?}", play_all(GAMES..200_000));
}
