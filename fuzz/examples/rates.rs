//! How fast a target compares, and what part of that time the reference takes.
//!
//! Random inputs are drawn, without any feedback, and the body of a target is run on them:
//! `cargo run --release -p superko-fuzz --no-default-features --example rates -- lockstep 10`.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

use std::time::{Duration, Instant};
use superko_fuzz::{Tally, Target};
use superko_optimized::Random;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let name = arguments.get(1).map_or("lockstep", String::as_str);
    let seconds = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(10);
    let longest = arguments.get(3).and_then(|text| text.parse().ok()).unwrap_or(128);
    let target = Target::find(name).expect("a target of this name");
    let (mut random, mut tally) = (Random::new(1), Tally::default());
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    while start.elapsed() < limit {
        let length = random.below(longest);
        let data: Vec<u8> = (0..length).map(|_| random.bits().to_le_bytes()[4]).collect();
        target.run(&data, &mut tally);
    }
    let time = start.elapsed().as_secs_f64();
    println!(
        "{name}: {:.0} executions a second, {:.0} comparisons a second, useful {:.1} %",
        tally.executions as f64 / time,
        tally.comparisons as f64 / time,
        100.0 * tally.useful_share()
    );
    for (event, count) in tally.events() {
        println!("  {event:<26} {count}");
    }
}
