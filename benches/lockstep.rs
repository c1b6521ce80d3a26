//! What of an examination is not the reference: `cargo bench --bench lockstep`.
//!
//! Random games are played by both engines in lock step: after every turn the whole legality map with the reasons for
//! every refusal, the grid and the score are compared. Then the same games are examined as `superko certify` does it,
//! with the questions it asks, its events, sentences and evidence. In alternating blocks the bare reference is given
//! the same questions and turns; what it does not take is the rest.

#![expect(clippy::print_stdout, reason = "a bench prints its result")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use superko::engines::{Optimized, Reference};
use superko::suite::random::Plan;
use superko::{CompareOptions, Point, Rules, Size, Step, Transcript, Turn, compare_with};
use superko_optimized as fast;
use superko_reference as naive;

/// How often each board is measured; the median is printed.
const ROUNDS: u64 = 7;

fn main() {
    println!(
        "{:<8} {:>6}   {:>10} {:>10} {:>8}   {:>10} {:>10} {:>8}",
        "board", "plies", "lock step", "reference", "rest", "examined", "reference", "rest"
    );
    for (side, games) in [(5, 200), (9, 40), (13, 12), (19, 4)] {
        let size = Size::square(side).expect("the side is in range");
        let drawn: Vec<Vec<Transcript>> = (0..ROUNDS).map(|seed| draw(size, games, seed)).collect();
        let plies: usize = drawn.iter().flatten().map(|game| game.steps.len()).sum();
        let bare =
            median(drawn.iter().map(|games| share(games, both_engines, whole_map)).collect());
        let examined = median(drawn.iter().map(|games| share(games, examine, questions)).collect());
        let row = |(all, reference): (f64, f64)| {
            let rest = 100.0 * (1.0 - reference / all);
            format!("{all:>7.2} us {reference:>7.2} us {rest:>7.1}%")
        };
        println!("{:<8} {plies:>6}   {}   {}", size.to_string(), row(bare), row(examined));
    }
}

fn draw(size: Size, games: u64, seed: u64) -> Vec<Transcript> {
    let rules = Rules::default();
    (0..games)
        .map(|number| {
            let plan = Plan::draw(seed, number, &[size], rules);
            plan.transcript(Reference::new(size, rules), seed, number)
        })
        .collect()
}

/// Microseconds a ply of some work, and of the reference alone.
fn share(games: &[Transcript], work: fn(&Transcript), asked: fn(&Step) -> Vec<Turn>) -> (f64, f64) {
    let (mut all, mut reference) = (Duration::ZERO, Duration::ZERO);
    for game in games {
        let start = Instant::now();
        work(game);
        all += start.elapsed();
        let start = Instant::now();
        reference_alone(game, asked);
        reference += start.elapsed();
    }
    let plies: usize = games.iter().map(|game| game.steps.len()).sum();
    (micros(all, plies), micros(reference, plies))
}

/// The median by the share of the reference.
fn median(mut shares: Vec<(f64, f64)>) -> (f64, f64) {
    shares.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    shares[shares.len() / 2]
}

fn micros(time: Duration, plies: usize) -> f64 {
    time.as_secs_f64() * 1e6 / plies as f64
}

fn whole_map(step: &Step) -> Vec<Turn> {
    Turn::all(step.position.size()).collect()
}

fn questions(step: &Step) -> Vec<Turn> {
    step.questions.iter().map(|question| question.turn).collect()
}

/// Both engines, and the comparison of all they say.
fn both_engines(game: &Transcript) {
    let (size, rules) = (game.record.size(), game.record.rules());
    let mut naive = beginning(size);
    let mut fast = fast::AnyGame::new(size.columns(), size.rows(), fast::Rules::TROMP_TAYLOR)
        .expect("the size is in range");
    assert_eq!(rules, Rules::default());
    for step in &game.steps {
        let legal = fast.legal();
        for turn in whole_map(step) {
            let illegal = naive.leaves(to_naive(turn)).err();
            // Of a play in the set of legal ones no reason for a refusal need be asked.
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
            let stone = match naive.grid().color(place(point)) {
                naive::Color::Empty => None,
                naive::Color::Black => Some(fast::Player::Black),
                naive::Color::White => Some(fast::Player::White),
            };
            assert_eq!(fast.at(fast::Point::new(point.column(), point.row())), stone);
        }
        if step.end.is_some() {
            let naive::Score { black, white } = naive.grid().score();
            assert_eq!(fast.area().map(|area| area as usize), [black, white]);
        }
    }
}

/// A whole examination of the optimized engine.
fn examine(drawn: &Transcript) {
    let record = drawn.record.clone();
    let mut engine = Optimized::new(record.size(), record.rules());
    let referee = Reference::new(record.size(), record.rules());
    let transcript = Transcript::new(referee, record, |place, _| questions(&drawn.steps[place]));
    let options = CompareOptions { ask: true, undo: false };
    let findings = compare_with(&mut engine, &transcript, options);
    assert!(findings.disagreements.is_empty() && findings.fault.is_none(), "{findings:?}");
    assert_eq!(findings.coverage.games, 1);
}

/// The reference alone is asked the same and takes the same turns.
fn reference_alone(drawn: &Transcript, asked: fn(&Step) -> Vec<Turn>) {
    let mut game = beginning(drawn.record.size());
    for step in &drawn.steps {
        for turn in asked(step) {
            let _ = black_box(game.leaves(to_naive(turn)));
        }
        assert_eq!(game.take(to_naive(step.turn.turn)).is_ok(), step.turn.is_legal());
        if step.end.is_some() {
            black_box(game.grid().score());
        }
    }
}

fn beginning(size: Size) -> naive::Game {
    naive::Game::new(size.columns().into(), size.rows().into(), naive::Rules::default())
}

fn place(point: Point) -> naive::Point {
    naive::Point { column: point.column().into(), row: point.row().into() }
}

fn to_naive(turn: Turn) -> naive::Turn {
    turn.point().map_or(naive::Turn::Pass, |point| naive::Turn::Move(place(point)))
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
        naive::Illegal::Repeats { earlier } => fast::Refusal::Repeats { earlier },
    }
}
