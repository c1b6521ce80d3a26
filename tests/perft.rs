//! Counts of all sequences of turns of a given length, compared with rows on which at least two programs agree.
//!
//! The fast tier stops before the first length with more than [`FAST`] sequences, and the thorough tier before the first with
//! more than [`THOROUGH`]. Each tier continues where the previous one ends, and the slow tier goes to the end, so every row of
//! the file belongs to one tier. The shortest games of the fast tier also have a test of their own, for runs without slow
//! tests.

use crate::support::{fact_text, repetition, self_capture};
use std::collections::BTreeMap;
use std::sync::Mutex;
use superko_reference::{Game, Perft, Rules, perft};

/// The largest number of sequences of one length that the fast tier counts.
const FAST: u64 = 50_000;

/// The largest number of sequences of one length that the thorough tier counts. It takes a minute.
const THOROUGH: u64 = 500_000;

/// The largest number of sequences of one length that the test of the shortest games counts.
const INSTANT: u64 = 100;

// TT5
// TT6
// TT8
#[test]
fn the_shortest_games_are_counted_right() {
    let experiments = experiments();
    let depths = |experiment: &Experiment| 0..experiment.depth_up_to(INSTANT) + 1;
    assert_eq!(count_all(&experiments, depths), INSTANT_ROWS);
}

// TT5
// TT6
// TT8
#[test]
fn short_games_are_counted_right() {
    let experiments = experiments();
    let depths = |experiment: &Experiment| 0..experiment.depth_up_to(FAST) + 1;
    assert_eq!(count_all(&experiments, depths), FAST_ROWS);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_games_are_counted_right() {
    let experiments = experiments();
    let depths = |experiment: &Experiment| {
        experiment.depth_up_to(FAST) + 1..experiment.depth_up_to(THOROUGH) + 1
    };
    assert_eq!(count_all(&experiments, depths), THOROUGH_ROWS - FAST_ROWS);
}

#[test]
#[ignore = "half an hour: cargo test --release --test main -- --ignored long_games"]
fn long_games_are_counted_right() {
    let experiments = experiments();
    let depths =
        |experiment: &Experiment| experiment.depth_up_to(THOROUGH) + 1..experiment.rows.len();
    assert_eq!(count_all(&experiments, depths), ALL_ROWS - THOROUGH_ROWS);
}

/// The number of rows in the file, and of those that each tier checks together with the tiers before it.
const ALL_ROWS: usize = 2023;
const INSTANT_ROWS: usize = 950;
const FAST_ROWS: usize = 1754;
const THOROUGH_ROWS: usize = 1907;

/// A board, rules, and the row expected for each length of 0 and more turns.
struct Experiment {
    name: String,
    game: Game,
    passes: bool,
    rows: Vec<Perft>,
}

impl Experiment {
    /// Returns the greatest length up to which no row has more than `most` sequences.
    fn depth_up_to(&self, most: u64) -> usize {
        self.rows.iter().take_while(|row| row.sequences <= most).count() - 1
    }

    /// Returns the number of sequences of up to `depth` turns, which is the cost of counting them.
    fn cost(&self, depth: usize) -> u64 {
        self.rows[..=depth].iter().map(|row| row.sequences).sum()
    }
}

/// Counts, on two threads, each experiment that has depths to check. Returns how many rows agree.
fn count_all(
    experiments: &[Experiment],
    depths: impl Fn(&Experiment) -> std::ops::Range<usize>,
) -> usize {
    let mut due: Vec<_> = experiments
        .iter()
        .map(|experiment| (experiment, depths(experiment)))
        .filter(|(_, depths)| !depths.is_empty())
        .collect();
    // Experiments are taken from the end, so the costliest come first and both threads finish at about the same time.
    due.sort_by_key(|(experiment, depths)| experiment.cost(depths.end - 1));
    let due = Mutex::new(due);
    let work = || {
        let mut agreed = 0;
        loop {
            let next = due.lock().expect("a failed thread ends the test anyway").pop();
            let Some((experiment, depths)) = next else { return agreed };
            let counted = perft(&experiment.game, depths.end - 1, experiment.passes);
            for depth in depths {
                assert_eq!(counted[depth], experiment.rows[depth], "{} {depth}", experiment.name);
                agreed += 1;
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mine = work();
        mine + other.join().expect("the other thread has said what is wrong")
    })
}

fn experiments() -> Vec<Experiment> {
    let text = fact_text("perft.tsv");
    let mut experiments: BTreeMap<String, Experiment> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [rows, columns, ko, suicide, passes, depth] = cells[..6] else { panic!("{line}") };
        let numbers: Vec<u64> =
            cells[6..16].iter().map(|cell| cell.parse().expect("a number")).collect();
        let name = format!("{rows} rows, {columns} columns, {ko}, suicide {suicide}, {passes}");
        let experiment = experiments.entry(name.clone()).or_insert_with(|| Experiment {
            name,
            game: Game::new(
                columns.parse().expect("a number"),
                rows.parse().expect("a number"),
                Rules {
                    repetition: repetition(ko),
                    self_capture: self_capture(suicide),
                    ..Rules::default()
                },
            ),
            passes: passes == "pass",
            rows: Vec::new(),
        });
        assert_eq!(depth.parse(), Ok(experiment.rows.len()), "the rows of {line} have a gap");
        experiment.rows.push(row(&numbers));
    }
    assert_eq!(experiments.values().map(|each| each.rows.len()).sum::<usize>(), ALL_ROWS);
    experiments.into_values().collect()
}

/// Returns the counts of a row. The numbers are in the order of the file's columns.
fn row(numbers: &[u64]) -> Perft {
    Perft {
        sequences: numbers[0],
        moves: numbers[1],
        passes: numbers[2],
        clearing_opponent: numbers[3],
        opponent_points_cleared: numbers[4],
        clearing_own: numbers[5],
        own_points_cleared: numbers[6],
        ended: numbers[7],
        repeats_refused: numbers[8],
        clearing_own_refused: numbers[9],
    }
}
