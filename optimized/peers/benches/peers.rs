//! Compares the engine with other engines: `cargo bench -p superko-peers`.
//!
//! Criterion times each side by itself. The table of ratios at the end is measured with alternating
//! blocks of both sides. Each block's answer is asserted before its time is reported.
//!
//! `cargo bench -p superko-peers -- --ratios` makes only the table. With a word after it, such as
//! `B3`, only benchmarks with that word in their names are run.

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
