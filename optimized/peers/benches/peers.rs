//! The engine beside other engines: `cargo bench -p superko-peers`.
//!
//! Criterion times each side by itself; the table of ratios at the end comes from blocks of both
//! sides that alternate. Each block's answer is asserted, before anything is said of its time.
//!
//! `cargo bench -p superko-peers -- --ratios` makes the table only; a word behind it, such as
//! `B3`, leaves out all benchmarks without that word in their names.

#![expect(clippy::print_stdout, reason = "a bench reports to its terminal")]

use criterion::Criterion;
use superko_optimized::Level;

fn main() {
    let mut pairs = superko_peers::pairs();
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    pairs.retain(|pair| word.as_ref().is_none_or(|word| pair.name.contains(word)));
    let only_ratios = std::env::args().any(|argument| argument == "--ratios");
    if !only_ratios {
        let mut criterion = Criterion::default().configure_from_args();
        for pair in &mut pairs {
            pair.time_each_side(&mut criterion);
        }
        criterion.final_summary();
    }
    println!("\nprocessor level {:?}; one thread; processor time\n", Level::detected());
    println!("| benchmark | unit | peer, ns | superko, ns | ratio | middle half |");
    println!("|---|---|---|---|---|---|");
    for pair in &mut pairs {
        println!("{}", pair.ratio());
    }
}
