//! How fast a target compares and how often it reaches each event, on random inputs without any feedback; of
//! `lockstep` also what part of the time the reference takes.
//!
//! `cargo run --release -p superko-fuzz --no-default-features --example rates -- lockstep 10`

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use superko::{Record, Turn};
use superko_fuzz::{Counts, Target, lockstep_record};
use superko_optimized::Random;
use superko_reference as naive;

/// Inputs that are measured at a time, before the clock is looked at.
const BLOCK: usize = 50;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "lockstep".to_owned());
    let mut number = |default| {
        arguments
            .next()
            .map_or(default, |text| text.parse().expect("seconds and bytes are numbers"))
    };
    let (seconds, longest) = (number(10), number(128));
    let target = Target::find(&name).expect("there is a target of this name");
    let (mut random, mut counts) = (Random::new(1), Counts::default());
    let (mut all, mut reference) = (Duration::ZERO, Duration::ZERO);
    while all.as_secs() < u64::from(seconds) {
        let inputs: Vec<Vec<u8>> = (0..BLOCK).map(|_| draw(&mut random, longest)).collect();
        let start = Instant::now();
        for input in &inputs {
            if let Err(finding) = target.run(input, &mut counts) {
                println!("{finding}");
            }
        }
        all += start.elapsed();
        if name == "lockstep" {
            let records: Vec<Record> = inputs.iter().map(|input| lockstep_record(input)).collect();
            let start = Instant::now();
            records.iter().for_each(reference_alone);
            reference += start.elapsed();
        }
    }
    println!("{name}: {}", counts.line(all, &target.events()));
    if name == "lockstep" {
        let share = 100.0 * reference.as_secs_f64() / all.as_secs_f64();
        println!("the reference alone, asked the same: {share:.1} % of the time");
    }
    for (event, count) in counts.events() {
        println!("  {event:<26} {count}");
    }
}

fn draw(random: &mut Random, longest: u32) -> Vec<u8> {
    (0..random.below(longest)).map(|_| random.bits().to_le_bytes()[4]).collect()
}

/// The reference is asked and takes what it is asked and takes in `lockstep`.
fn reference_alone(record: &Record) {
    let (size, rules, turns) = (record.size(), record.rules(), record.turns.clone());
    let place = |turn: Turn| match turn.point() {
        None => naive::Turn::Pass,
        Some(p) => {
            naive::Turn::Move(naive::Point { column: p.column().into(), row: p.row().into() })
        }
    };
    let map: Vec<naive::Turn> = Turn::all(size).map(place).collect();
    let mut game = naive::Game::new(size.columns().into(), size.rows().into(), rules.into());
    let survey = |game: &naive::Game| map.iter().for_each(|&turn| _ = black_box(game.leaves(turn)));
    let (mut over, mut length, mut marked) = (0, 1_usize, None);
    for &turn in &turns {
        if over == 0 {
            survey(&game);
        }
        if length.is_power_of_two() && !game.is_over() {
            marked = Some(game.clone());
        }
        length += usize::from(black_box(game.take(place(turn))).is_ok());
        black_box(game.grid().score());
        over += usize::from(game.is_over());
        if over > 2 {
            break;
        }
    }
    survey(&game);
    if let Some(mut marked) = marked {
        survey(&marked);
        black_box(marked.grid().score());
        _ = black_box(marked.take(naive::Turn::Pass));
    }
}
