//! How much of the time of a comparison the reference takes: `cargo bench --bench lockstep`.
//!
//! Two comparisons are measured on random games, in microseconds per turn. In the first, both rule engines play a game in
//! lockstep: before every turn, the rulings on all possible turns are compared, with the reasons for refusals; after it, the
//! grid; at the end, the score. The second is that of a run of `superko certify`: the reference makes a transcript with the
//! questions of a run, events and evidence, and the optimized engine is compared with it. After each game, the reference alone
//! gets the same questions and turns. The rest is the share of the time that this does not take.

#![expect(clippy::print_stdout, reason = "a bench prints its result")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use superko::engines::{Optimized, Reference};
use superko::suite::random::Plan;
use superko::{CompareOptions, Point, Rules, Size, Step, Transcript, Turn, compare_with};
use superko_optimized as fast;
use superko_reference as naive;

/// How often each board is measured. The median is printed.
const ROUNDS: u64 = 7;

fn main() {
    println!(
        "{:<8} {:>6}   {:>10} {:>10} {:>8}   {:>10} {:>10} {:>8}",
        "board", "turns", "lockstep", "reference", "rest", "compared", "reference", "rest"
    );
    for (side, games) in [(5, 200), (9, 40), (13, 12), (19, 4)] {
        let size = Size::square(side).expect("the side is in range");
        let rounds: Vec<Vec<Transcript>> =
            (0..ROUNDS).map(|seed| random_games(size, games, seed)).collect();
        let turns = turns(rounds.iter().flatten());
        let lockstep =
            median(rounds.iter().map(|games| measure(games, both_engines, all_turns)).collect());
        let compared =
            median(rounds.iter().map(|games| measure(games, certify, questions)).collect());
        let cells = |(all, reference): (f64, f64)| {
            let rest = 100.0 * (1.0 - reference / all);
            format!("{all:>7.2} us {reference:>7.2} us {rest:>7.1}%")
        };
        println!("{:<8} {turns:>6}   {}   {}", size.to_string(), cells(lockstep), cells(compared));
    }
}

fn random_games(size: Size, games: u64, seed: u64) -> Vec<Transcript> {
    let rules = Rules::default();
    (0..games)
        .map(|number| {
            let plan = Plan::draw(seed, number, &[size], rules);
            plan.transcript(Reference::new(size, rules), seed, number)
        })
        .collect()
}

/// Returns the microseconds per turn of a comparison, and of the reference alone with the same questions.
fn measure(
    games: &[Transcript],
    compare: fn(&Transcript),
    asked: fn(&Step) -> Vec<Turn>,
) -> (f64, f64) {
    let (mut all, mut reference) = (Duration::ZERO, Duration::ZERO);
    for game in games {
        let start = Instant::now();
        compare(game);
        all += start.elapsed();
        let start = Instant::now();
        reference_alone(game, asked);
        reference += start.elapsed();
    }
    let turns = turns(games);
    (micros_per_turn(all, turns), micros_per_turn(reference, turns))
}

/// Returns the measurement with the median share of the reference.
fn median(mut measured: Vec<(f64, f64)>) -> (f64, f64) {
    measured.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    measured[measured.len() / 2]
}

fn turns<'a>(games: impl IntoIterator<Item = &'a Transcript>) -> usize {
    games.into_iter().map(|game| game.steps.len()).sum()
}

fn micros_per_turn(time: Duration, turns: usize) -> f64 {
    time.as_secs_f64() * 1e6 / turns as f64
}

/// Returns the pass and the plays on all points.
fn all_turns(step: &Step) -> Vec<Turn> {
    Turn::all(step.position.size()).collect()
}

/// Returns the questions that `superko certify` asks before a turn.
fn questions(step: &Step) -> Vec<Turn> {
    step.questions.iter().map(|question| question.turn).collect()
}

/// Plays a game on both rule engines, and compares all their answers.
fn both_engines(game: &Transcript) {
    let (size, rules) = (game.record.size(), game.record.rules());
    let mut naive = beginning(size);
    let mut fast = fast::AnyGame::new(size.columns(), size.rows(), fast::Rules::TROMP_TAYLOR)
        .expect("the size is in range");
    assert_eq!(rules, Rules::default());
    for step in &game.steps {
        let legal = fast.legal();
        for turn in all_turns(step) {
            let illegal = naive.leaves(to_naive(turn)).err();
            // The optimized engine is not asked for the refusal of a play in its set of legal plays.
            let refused = match to_fast(turn) {
                fast::Turn::Play(point) if legal.contains(point) => None,
                fast::Turn::Play(point) => {
                    Some(fast.refusal(fast::Turn::Play(point)).expect("it is not legal"))
                }
                fast::Turn::Pass => fast.refusal(fast::Turn::Pass),
            };
            assert_eq!(refused, illegal.map(refusal));
        }
        let taken = naive.take(to_naive(step.turn.turn)).err();
        assert_eq!(fast.play(to_fast(step.turn.turn)).err(), taken.map(refusal));
        for point in size.points() {
            let stone = match naive.grid().color(to_naive_point(point)) {
                naive::Color::Empty => None,
                naive::Color::Black => Some(fast::Player::Black),
                naive::Color::White => Some(fast::Player::White),
            };
            assert_eq!(fast.at(fast::Point::new(point.column(), point.row())), stone);
        }
        if step.end.is_some() {
            let naive::Score { black, white, .. } = naive.grid().score();
            assert_eq!(fast.area().map(|area| area as usize), [black, white]);
        }
    }
}

/// Compares the optimized engine with a transcript of the game, as a run of `superko certify` does.
fn certify(game: &Transcript) {
    let record = game.record.clone();
    let mut engine = Optimized::new(record.size(), record.rules());
    let referee = Reference::new(record.size(), record.rules());
    let transcript = Transcript::new(referee, record, |place, _| questions(&game.steps[place]));
    let options = CompareOptions { ask: true, undo: false };
    let comparison = compare_with(&mut engine, &transcript, options);
    assert!(comparison.disagreements.is_empty() && comparison.fault.is_none(), "{comparison:?}");
    assert_eq!(comparison.coverage.games, 1);
}

/// Asks the reference alone the same questions, and plays the same turns on it.
fn reference_alone(game: &Transcript, asked: fn(&Step) -> Vec<Turn>) {
    let mut naive = beginning(game.record.size());
    for step in &game.steps {
        for turn in asked(step) {
            let _ = black_box(naive.leaves(to_naive(turn)));
        }
        assert_eq!(naive.take(to_naive(step.turn.turn)).is_ok(), step.turn.is_legal());
        if step.end.is_some() {
            black_box(naive.grid().score());
        }
    }
}

fn beginning(size: Size) -> naive::Game {
    naive::Game::new(size.columns().into(), size.rows().into(), naive::Rules::default())
}

fn to_naive_point(point: Point) -> naive::Point {
    naive::Point { column: point.column().into(), row: point.row().into() }
}

fn to_naive(turn: Turn) -> naive::Turn {
    turn.point().map_or(naive::Turn::Pass, |point| naive::Turn::Move(to_naive_point(point)))
}

fn to_fast(turn: Turn) -> fast::Turn {
    let play = |point: Point| fast::Turn::Play(fast::Point::new(point.column(), point.row()));
    turn.point().map_or(fast::Turn::Pass, play)
}

fn refusal(illegal: naive::Illegal) -> fast::Refusal {
    match illegal {
        naive::Illegal::Over => fast::Refusal::Over,
        naive::Illegal::Stopped => fast::Refusal::Stopped,
        naive::Illegal::UsedUp => fast::Refusal::NoStones,
        naive::Illegal::NotEmpty { .. } => fast::Refusal::Occupied,
        naive::Illegal::ClearsOwn { .. } => fast::Refusal::Suicide,
        naive::Illegal::MadeBefore { earlier } => fast::Refusal::KoMoveAgain { earlier },
        naive::Illegal::Repeats { earlier } => fast::Refusal::Repeats { earlier },
    }
}
