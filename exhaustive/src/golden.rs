//! All published numbers in one place, and the computations for them.

use crate::board::{Size, Suicide};
use crate::check::{Against, Check, Shard};
use crate::games::{FirstPlays, Games, HASH_WIDTHS};
use crate::legal_positions;
use crate::published;
use crate::values;
use std::error::Error;
use std::fmt;
use superko_optimized::{AnyGame, Rules, Turns};

/// The result of a computation: numbers, or the reason why there are none.
type Found = Result<Vec<i128>, Box<dyn Error + Send + Sync>>;

/// A computation, and the published numbers that it must give.
pub struct Computation {
    /// The kind of number. All computations of a kind have the same topic.
    pub topic: &'static str,
    /// The publication of the numbers.
    pub source: &'static str,
    /// The name of each number, and its published value.
    pub numbers: Vec<(String, i128)>,
    compute: Box<dyn Fn() -> Found + Send + Sync>,
}

impl Computation {
    /// Computes the numbers, in order.
    ///
    /// # Errors
    ///
    /// If the engines differ. The error says on what.
    pub fn compute(&self) -> Found {
        (self.compute)()
    }
}

impl fmt::Debug for Computation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computation").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

/// The time limit for all computations together.
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

/// Returns all computations of a tier, ordered by topic. The long tier includes the computations of
/// the fast one.
pub fn computations(tier: Tier) -> Vec<Computation> {
    let long = tier == Tier::Long;
    let mut all = Vec::new();
    let widest = legal_positions::WIDEST as u8;
    for short in 1..=widest {
        all.extend((short..=widest).map(|long| legal(short, long)));
    }
    all.extend(["1x4", "2x3", "3x3", "3x4"].map(|name| plays(name, false)));
    all.push(plays("4x4", true));
    if long {
        all.push(plays("4x4", false));
    }
    all.extend(published::PERFT.map(perft));
    let with_and_without = [Suicide::Allowed, Suicide::Forbidden];
    for name in ["1x1", "1x2", "1x3", "1x4"] {
        all.extend(with_and_without.map(|suicide| games_counted(name, suicide)));
    }
    if long {
        all.push(games_counted("2x2", Suicide::Allowed));
    }
    for name in if long { &["1x2", "1x3", "1x4"][..] } else { &["1x2", "1x3"] } {
        all.extend(with_and_without.map(|suicide| games_played(name, suicide)));
    }
    all.extend(published::VALUES.map(value));
    all
}

fn board(name: &str) -> Size {
    name.parse().expect("the name is a size")
}

/// Counts the legal positions of a board.
fn legal(short: u8, long: u8) -> Computation {
    let size = Size::new(short, long).expect("the sides are small");
    let number =
        published::legal_positions(size).expect("the number is published for boards up to 8x8");
    Computation {
        topic: "legal positions, counted by the borders of partly filled boards",
        source: TROMP,
        numbers: vec![(size.to_string(), signed(number))],
        compute: Box::new(move || {
            let counts = legal_positions::count(short.into(), long.into());
            Ok(counts.last().map(|&number| signed(number)).into_iter().collect())
        }),
    }
}

/// Counts the plays of a board: with symmetry against the sliced rule text, and without symmetry
/// against the reference.
fn plays(name: &str, symmetry: bool) -> Computation {
    let size = board(name);
    let against = if symmetry { Against::Sliced } else { Against::Reference };
    let positions =
        published::legal_positions(size).expect("the number is published for small boards");
    let edges = published::edges(size).expect("the number is published for small boards");
    let how = if symmetry { ", sliced, by symmetry" } else { "" };
    let what = |kind: &str| format!("{name}{how}: {kind}");
    Computation {
        topic: "every play in every legal position, both engines",
        source: COMBINATORICS,
        numbers: vec![(what("positions"), signed(positions)), (what("edges"), edges.into())],
        compute: Box::new(move || {
            let check = Check { size, symmetry, shard: Shard::WHOLE, against };
            let counts = check.run(check.positions(), &|_, _| {})?;
            Ok(vec![counts.legal.into(), counts.edges.into()])
        }),
    }
}

/// Counts the sequences of turns of a length.
fn perft((name, depth, sequences): (&str, u32, u64)) -> Computation {
    let size = board(name);
    Computation {
        topic: "perft: sequences of turns under positional superko, optimized engine",
        source: THREE_PROGRAMS,
        numbers: vec![(format!("{name}, {depth} turns"), sequences.into())],
        compute: Box::new(move || {
            let game = AnyGame::new(size.columns(), size.rows(), Rules::TROMP_TAYLOR);
            let mut game = game.expect("the engine plays every size");
            Ok(vec![game.perft(depth, Turns::All).into()])
        }),
    }
}

/// Counts the games of a board.
fn games_counted(name: &str, suicide: Suicide) -> Computation {
    let (what, games, source) = games(name, suicide);
    let size = board(name);
    Computation {
        topic: "whole games under positional superko, counted",
        source,
        numbers: vec![(what, games)],
        compute: Box::new(move || {
            let games = Games::new(size, suicide)?;
            Ok(vec![games.count(FirstPlays::OneOfAlike, &|_, _| {}).games().into()])
        }),
    }
}

/// Plays the games of a board with the optimized engine, at every width of the hash.
fn games_played(name: &str, suicide: Suicide) -> Computation {
    let (what, games, source) = games(name, suicide);
    let size = board(name);
    Computation {
        topic: "whole games, played with the optimized engine and taken back",
        source,
        numbers: HASH_WIDTHS.map(|width| (format!("{what}, hash of {width} bits"), games)).to_vec(),
        compute: Box::new(move || {
            let games = Games::new(size, suicide)?;
            let play = |&width: &u32| {
                let first = FirstPlays::OneOfAlike;
                let lengths = games.play_optimized(first, width, usize::MAX, &|_, _| {})?;
                Ok(lengths.games().into())
            };
            HASH_WIDTHS.iter().map(play).collect()
        }),
    }
}

/// Returns the name of a number of games, the published number, and its source.
fn games(name: &str, suicide: Suicide) -> (String, i128, &'static str) {
    let games =
        published::games(board(name), suicide).expect("the number is published for these boards");
    let (without, source) = match suicide {
        Suicide::Allowed => ("", COMBINATORICS),
        _ => (", no suicide", TWO_PROGRAMS),
    };
    (format!("{name}{without}"), games.into(), source)
}

/// Computes the value of a board.
fn value((name, margin): (&str, i32)) -> Computation {
    let size = board(name);
    Computation {
        topic: "area that Black wins by under best play, found by search under exact superko",
        source: TWO_PROGRAMS,
        numbers: vec![(name.to_owned(), margin.into())],
        compute: Box::new(move || Ok(vec![values::value(size).into()])),
    }
}

fn signed(number: u128) -> i128 {
    i128::try_from(number).expect("the number is far below the bound")
}
