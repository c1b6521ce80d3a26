//! Compares the engine with other engines: `cargo bench -p superko-peers`.
//!
//! Criterion times each side by itself. The table of ratios at the end is measured with alternating
//! blocks of both sides, and their answers are compared before a ratio is reported.
//!
//! `cargo bench -p superko-peers -- --ratios` makes only the table. With a word after it, such as
//! `B3`, only benchmarks with that word in their names are run. With `--floors`, the run fails if a
//! ratio is far below its usual value.

#![expect(clippy::print_stdout, reason = "a bench reports to its terminal")]

use std::process::ExitCode;

use criterion::Criterion;
use superko_optimized::Level;

/// For each benchmark, the lowest accepted ratio with AVX-512, with AVX2, and without vector
/// instructions: half of the usual ratio or less. The rows hold under any profile that optimizes.
const FLOORS: [(&str, [f64; 3]); 16] = [
    ("B1 playouts, 9x9, light", [0.4, 0.4, 0.3]),
    ("B1 playouts, 19x19, light", [0.3, 0.2, 0.1]),
    ("B1 playouts, 9x9, hash set", [8.0, 8.0, 6.0]),
    ("B1 playouts, 19x19, hash set", [12.0, 8.0, 5.0]),
    ("B2 eight in step, 9x9, light", [1.0, 0.4, 0.2]),
    ("B2 eight in step, 19x19, light", [0.5, 0.2, 0.04]),
    ("B3 legal set and play, 9x9", [7.0, 7.0, 5.0]),
    ("B3 legal set and play, 19x19", [13.0, 9.0, 6.0]),
    ("B4 area, 9x9", [9.0, 9.0, 7.0]),
    ("B4 area, 19x19", [25.0, 12.0, 8.0]),
    ("B5 perft, 9x9 to depth 4, copies to 3", [70.0, 70.0, 50.0]),
    ("B5 perft, 9x9 to depth 4, board-game to 3", [15.0, 15.0, 10.0]),
    ("B5 perft, 5x5 to depth 6, copies to 4", [30.0, 30.0, 20.0]),
    ("B5 perft, 5x5 to depth 6, board-game to 4", [10.0, 10.0, 7.0]),
    ("B5 perft, 3x3 to depth 9, copies to 8", [3.5, 3.5, 2.5]),
    ("B5 perft, 3x3 to depth 9, board-game to 8", [2.5, 2.5, 2.0]),
];

fn main() -> ExitCode {
    let mut pairs = superko_peers::pairs();
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    pairs.retain(|pair| word.as_ref().is_none_or(|word| pair.name.contains(word)));
    let has = |option: &str| std::env::args().any(|argument| argument == option);
    if !has("--ratios") {
        let mut criterion = Criterion::default().configure_from_args();
        for pair in &mut pairs {
            pair.time_each_side(&mut criterion);
        }
        criterion.final_summary();
    }
    println!("\nprocessor level {:?}; one thread; processor time\n", Level::detected());
    println!("| benchmark | unit | peer, ns | superko, ns | ratio | middle half |");
    println!("|---|---|---|---|---|---|");
    let mut too_slow = vec![];
    for pair in &mut pairs {
        let ratio = pair.ratio();
        println!("{ratio}");
        let floor = floor(&pair.name);
        if has("--floors") && ratio.median() < floor {
            too_slow.push(format!("{}: the ratio is below {floor}", pair.name));
        }
    }
    println!("\n{}", too_slow.join("\n"));
    ExitCode::from(u8::from(!too_slow.is_empty()))
}

/// Returns the lowest accepted ratio on this processor.
///
/// # Panics
///
/// If no row of [`FLOORS`] has this name.
fn floor(name: &str) -> f64 {
    let (_, floors) = FLOORS
        .iter()
        .find(|(row, _)| *row == name)
        .unwrap_or_else(|| panic!("{name} has no row in FLOORS"));
    match Level::detected() {
        Level::Avx512 => floors[0],
        Level::Avx2 => floors[1],
        Level::Portable => floors[2],
    }
}
