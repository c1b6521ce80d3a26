//! The two sides of a comparison.

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::{Criterion, SamplingMode, Throughput};

/// The work of a block, and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The number of turns, plies, positions or leaves.
    pub units: u64,
    /// A number on which both sides of a pair must agree, up to the tolerance of the pair.
    pub answer: f64,
}

/// A peer and this engine at the same work.
pub struct Pair {
    /// The number of the benchmark, its subject, and the board.
    pub name: String,
    /// The name of one of the `units` of a block.
    pub unit: &'static str,
    /// Runs a block of the peer.
    pub peer: Box<dyn FnMut() -> Block>,
    /// Runs a block of this engine.
    pub superko: Box<dyn FnMut() -> Block>,
    /// The largest accepted difference between the two answers, as a fraction of the peer's answer.
    pub tolerance: f64,
    /// The number of times that blocks of both sides alternate.
    pub alternations: usize,
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pair").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Pair {
    /// Times each side with criterion, in processor time per block.
    pub fn time_each_side(&mut self, criterion: &mut Criterion) {
        let mut group = criterion.benchmark_group(&self.name);
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_millis(800));
        for (side, work) in [("peer", &mut self.peer), ("superko", &mut self.superko)] {
            let (block, _) = timed(work.as_mut());
            group.throughput(Throughput::Elements(block.units));
            group.bench_function(side, |bencher| {
                bencher.iter_custom(|times| (0..times).map(|_| timed(work.as_mut()).1).sum());
            });
        }
        group.finish();
    }

    /// Alternates blocks of both sides, and returns the ratio of their times.
    ///
    /// # Panics
    ///
    /// If the answers of two blocks differ by more than the tolerance.
    pub fn ratio(&mut self) -> Ratio {
        let mut runs: Vec<[f64; 3]> = vec![];
        // The first run of each side is a warm-up.
        for _ in 0..=self.alternations {
            let (peer, peer_time) = timed(self.peer.as_mut());
            let (superko, superko_time) = timed(self.superko.as_mut());
            let difference = (peer.answer - superko.answer).abs();
            assert!(
                difference <= self.tolerance * peer.answer.abs(),
                "{}: the peer's answer is {}, ours {}",
                self.name,
                peer.answer,
                superko.answer
            );
            let nanoseconds =
                |time: Duration, block: &Block| time.as_nanos() as f64 / block.units as f64;
            let (theirs, ours) =
                (nanoseconds(peer_time, &peer), nanoseconds(superko_time, &superko));
            runs.push([theirs, ours, theirs / ours]);
        }
        runs.remove(0);
        let quantile = |column: usize, part: f64| {
            let mut values: Vec<_> = runs.iter().map(|run| run[column]).collect();
            values.sort_by(f64::total_cmp);
            values[((values.len() - 1) as f64 * part).round() as usize]
        };
        Ratio {
            name: self.name.clone(),
            unit: self.unit,
            peer: quantile(0, 0.5),
            superko: quantile(1, 0.5),
            ratio: [0.25, 0.5, 0.75].map(|part| quantile(2, part)),
        }
    }
}

fn timed(work: &mut dyn FnMut() -> Block) -> (Block, Duration) {
    let start = ThreadTime::now();
    let block = work();
    (block, start.elapsed())
}

/// A row of the table: medians, and the quartiles of the ratio.
#[derive(Clone, Debug)]
pub struct Ratio {
    name: String,
    unit: &'static str,
    peer: f64,
    superko: f64,
    ratio: [f64; 3],
}

impl Ratio {
    /// Returns the median of the ratios.
    pub fn median(&self) -> f64 {
        self.ratio[1]
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ratio { name, unit, peer, superko, ratio: [low, ratio, high] } = self;
        write!(
            f,
            "| {name} | {unit} | {peer:.1} | {superko:.2} | {ratio:.1} | {low:.1} to {high:.1} |"
        )
    }
}
