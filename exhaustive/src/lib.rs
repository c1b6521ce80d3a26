//! Small Go boards, checked exhaustively: every position, every play, every whole game, and the values of boards.
//!
//! * **Input:** a [`Size`], and the answers of the two rule crates, `superko-reference` and
//!   `superko-optimized`.
//! * **Output:** counts that can be compared with [published] numbers, or the first [`Difference`]
//!   between two engines, drawn.
//! * **Users:** the commands `superko exhaust` and `superko verify`, and the fuzz targets of
//!   positions. This crate uses the two rule crates, and does not depend on the harness `superko`.
//!
//! Each module uses only those above it:
//!
//! | module | what it has |
//! |---|---|
//! | `board` | sizes, positions of a bit for each point, players, turns, suicide rules |
//! | `threads` | how many threads, and how far they have come |
//! | `symmetry` | the symmetries of a board |
//! | [`published`] | what others have published, with the sources |
//! | `engine` | how an engine is asked about positions without a history |
//! | `engines` | the reference, the optimized engine, and the rule text on 64 positions at a time |
//! | `compare` | all that two engines say of positions, compared and counted |
//! | `check` | every position of a board and every play in it: [`Check`] |
//! | `graph` | the legal positions of a board, and where plays lead: [`Graph`] |
//! | [`games`] | every whole game under positional superko, counted or played |
//! | [`values`] | what best play leads to |
//! | [`legal_positions`] | legal positions counted without enumerating them |
//! | [`golden`] | computations whose results are published |
//!
//! ```
//! use superko_exhaustive::{Against, Check, Shard, published};
//!
//! let size = "3x2".parse()?;
//! let check = Check { size, symmetry: false, shard: Shard::WHOLE, against: Against::Reference };
//! let counts = check.run(check.positions(), &|_, _| {})?;
//! assert_eq!((counts.legal, counts.edges), (489, 2312));
//! assert_eq!(published::edges(size), Some(2312));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod check;
mod compare;
mod engine;
mod engines;
pub mod games;
pub mod golden;
mod graph;
pub mod legal_positions;
pub mod published;
mod symmetry;
mod threads;
pub mod values;

pub use board::{MAX_POINTS, ParseError, Player, Position, Size, Suicide, Turn};
pub use check::{Against, Check, Shard};
pub use compare::{Counts, Difference, compare_one};
pub use engine::{BATCH, MakeEngine, PlayKind, PlayResult, PositionEngine};
pub use engines::{optimized, reference, sliced};
pub use graph::{Graph, GraphError, Play};
pub use symmetry::{Symmetries, Symmetry};
pub use threads::{Progress, on_threads};
