//! The golden numbers in one place: what others have published, and what comes out here.

use crate::engines::{OptimizedPositions, ReferencePositions};
use crate::exhaust::{Against, Ground, Published, exhaust};
use crate::game::Size;
use crate::rules::{Rules, Suicide};
use crate::whole_games::{FirstPlays, Graph};
use crate::{legal_positions, perft, values, whole_games};
use std::fmt;

/// One computation, and the published numbers that are to come out.
pub struct Experiment {
    /// What sort of number it is, for all experiments of the sort.
    pub topic: &'static str,
    /// Who published the numbers.
    pub source: &'static str,
    /// What each number is, and what was published.
    pub numbers: Vec<(String, i128)>,
    compute: Box<dyn Fn(usize) -> Result<Vec<i128>, String> + Send>,
}

impl Experiment {
    /// Computes the numbers, in their order, on so many threads.
    ///
    /// # Errors
    ///
    /// What the engines differ on, if they do.
    pub fn compute(&self, jobs: usize) -> Result<Vec<i128>, String> {
        (self.compute)(jobs)
    }
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Experiment").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

/// How long it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Less than a minute.
    Fast,
    /// Half an hour.
    Long,
}

const TROMP: &str = "tromp.github.io/go/legal.html";
const COMBINATORICS: &str = "Tromp, Farnebäck: Combinatorics of Go";
const THREE_PROGRAMS: &str = "other programs: tests/facts/perft.tsv";
const TWO_PROGRAMS: &str = "other programs: tests/facts/small_boards.json";

/// All experiments of a tier, those of a topic one after the other; the long tier has those of the fast one too.
pub fn experiments(tier: Tier) -> Vec<Experiment> {
    let mut all = Vec::new();
    for short in 1..=legal_positions::WIDEST {
        all.extend((short..=legal_positions::WIDEST).map(|long| borders(short, long)));
    }
    all.extend(
        ["1x4", "2x3", "3x3", "3x4"].map(|size| every_play(size, false, Against::Reference)),
    );
    all.push(every_play("4x4", true, Against::Sliced));
    if tier == Tier::Long {
        all.push(every_play("4x4", false, Against::Reference));
    }
    all.extend(PERFT.iter().map(|&(size, depth, games)| sequences(size, depth, games)));
    let with_and_without = [Suicide::Allowed, Suicide::Forbidden];
    for size in ["1x1", "1x2", "1x3", "1x4"] {
        all.extend(with_and_without.map(|suicide| counted(size, suicide)));
    }
    if tier == Tier::Long {
        all.push(counted("2x2", Suicide::Allowed));
    }
    for size in ["1x2", "1x3"] {
        all.extend(with_and_without.map(|suicide| played(size, suicide)));
    }
    if tier == Tier::Long {
        all.extend(with_and_without.map(|suicide| played("1x4", suicide)));
    }
    all.extend(WORTH.map(worth));
    all
}

/// Boards, numbers of turns and numbers of sequences of so many turns.
const PERFT: [(&str, usize, i128); 6] = [
    ("2x2", 20, 2_571_096),
    ("3x3", 8, 3_474_312),
    ("4x4", 6, 9_326_320),
    ("5x5", 5, 7_984_104),
    ("9x9", 4, 42_002_809),
    ("19x19", 3, 47_046_242),
];

/// Boards, and the margins of best play on them.
const WORTH: [(&str, i128); 8] = [
    ("1x1", 0),
    ("1x2", 0),
    ("1x3", 3),
    ("1x4", 4),
    ("1x5", 0),
    ("2x2", 1),
    ("2x3", 0),
    ("3x3", 9),
];

fn board(name: &str) -> Size {
    name.parse().expect("it is a size")
}

fn borders(short: usize, long: usize) -> Experiment {
    let Some(number) = legal_positions::published(short, long) else {
        unreachable!("the number of {short}x{long} is published")
    };
    Experiment {
        topic: "legal positions, counted by the borders of partly filled boards",
        source: TROMP,
        numbers: vec![(format!("{short}x{long}"), signed(number))],
        compute: Box::new(move |_| {
            Ok(legal_positions::count(short, long)
                .last()
                .map(|&number| signed(number))
                .into_iter()
                .collect())
        }),
    }
}

fn every_play(name: &'static str, symmetry: bool, against: Against) -> Experiment {
    let size = board(name);
    let Some(Published { positions, edges: Some(edges) }) = Published::of(size) else {
        unreachable!("both numbers of {name} are published")
    };
    let how = match (against, symmetry) {
        (Against::Reference, _) => "",
        (Against::Sliced, true) => ", sliced, by symmetry",
        (Against::Sliced, false) => ", sliced",
    };
    let what = |kind: &str| format!("{name}{how}: {kind}");
    Experiment {
        topic: "every play in every legal position, both engines",
        source: COMBINATORICS,
        numbers: vec![(what("positions"), positions.into()), (what("edges"), edges.into())],
        compute: Box::new(move |jobs| {
            let ground = Ground { size, symmetry, shard: (1, 1), against };
            let census = exhaust(ground, ground.colorings(), jobs, &|_| {})
                .map_err(|difference| difference.to_string())?;
            Ok(vec![census.positions.into(), census.edges.into()])
        }),
    }
}

fn sequences(name: &'static str, depth: usize, games: i128) -> Experiment {
    Experiment {
        topic: "perft: sequences of turns under positional superko, optimized engine",
        source: THREE_PROGRAMS,
        numbers: vec![(format!("{name}, {depth} turns"), games)],
        compute: Box::new(move |_| {
            let counts = perft::optimized(board(name), Rules::default(), depth);
            Ok(counts.last().map(|&games| games.into()).into_iter().collect())
        }),
    }
}

fn whole_games_of(name: &str, suicide: Suicide, how: &str) -> (String, i128, &'static str) {
    let Some(games) = whole_games::published(board(name), suicide) else {
        unreachable!("the number of games of {name} is published")
    };
    let (without, source) = match suicide {
        Suicide::Allowed => ("", COMBINATORICS),
        _ => (", no suicide", TWO_PROGRAMS),
    };
    (format!("{name}{without}{how}"), games.into(), source)
}

fn graph(size: Size, suicide: Suicide) -> Result<Graph, String> {
    let reference = Graph::new(size, suicide, &mut ReferencePositions::new(size));
    let optimized = Graph::new(size, suicide, &mut OptimizedPositions::new(size));
    match (reference, optimized) {
        (Ok(one), Ok(other)) if one == other => Ok(one),
        _ => Err(format!("the engines differ on plays of {size}")),
    }
}

fn counted(name: &'static str, suicide: Suicide) -> Experiment {
    let (what, games, source) = whole_games_of(name, suicide, "");
    Experiment {
        topic: "whole games under positional superko, counted",
        source,
        numbers: vec![(what, games)],
        compute: Box::new(move |jobs| {
            let graph = graph(board(name), suicide)?;
            Ok(vec![graph.count(FirstPlays::OneOfAlike, jobs, &|_, _| {}).games().into()])
        }),
    }
}

fn played(name: &'static str, suicide: Suicide) -> Experiment {
    let numbers = whole_games::HASH_WIDTHS.map(|width| {
        let (what, games, _) = whole_games_of(name, suicide, &format!(", hash of {width} bits"));
        (what, games)
    });
    let (_, _, source) = whole_games_of(name, suicide, "");
    Experiment {
        topic: "whole games, played with the optimized engine and taken back",
        source,
        numbers: numbers.to_vec(),
        compute: Box::new(move |jobs| {
            let graph = graph(board(name), suicide)?;
            let games = |width: &u32| {
                let walked = graph.walk_optimized(
                    FirstPlays::OneOfAlike,
                    *width,
                    usize::MAX,
                    jobs,
                    &|_, _| {},
                );
                let lengths = walked.map_err(|deviation| deviation.to_string())?;
                Ok(lengths.games().into())
            };
            whole_games::HASH_WIDTHS.iter().map(games).collect()
        }),
    }
}

fn worth((name, margin): (&'static str, i128)) -> Experiment {
    Experiment {
        topic: "area that Black wins by under best play, found by search under exact superko",
        source: TWO_PROGRAMS,
        numbers: vec![(name.to_owned(), margin)],
        compute: Box::new(move |_| Ok(vec![values::value(board(name)).margin.into()])),
    }
}

fn signed(number: u128) -> i128 {
    i128::try_from(number).expect("it is far from the bound")
}
