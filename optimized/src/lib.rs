//! A bitboard engine for the rules of Go: the fast counterpart of the reference.
//!
//! A bitboard is a set of points, and every question of the rules is a question about sets. The
//! points next to a set are the set shifted by one to the left, right, up and down. The chain of a
//! stone is the largest set that grows from it in this way within the stones of one color. The
//! stones without a liberty are those that no such growth from the empty points reaches. A
//! processor does each of these steps for 64 points at once, without a branch.
//!
//! The engine was written from the text of the rules alone. Its representation and its algorithms
//! differ from those of the reference, so that the two can check each other. They share no code,
//! and neither imports the other.
//!
//! # A game
//!
//! ```
//! use superko_optimized::{AnyGame, Point, Refusal, Rules, Turn};
//!
//! let mut game = AnyGame::new(2, 1, Rules::TROMP_TAYLOR).expect("a size in range");
//! game.play(Turn::Play(Point::new(0, 0)))?;
//! game.play(Turn::Play(Point::new(1, 0)))?; // captures
//! assert_eq!(game.to_string(), ".O\n");
//! let retake = Turn::Play(Point::new(0, 0));
//! assert_eq!(game.play(retake), Err(Refusal::Repeats { earlier: 1 }));
//! # Ok::<(), Refusal>(())
//! ```
//!
//! # The parts
//!
//! * [`AnyGame`] is a game on a board whose size is known at run time, up to 25x25. [`Game`] is a
//!   game whose layout is known at compile time. [`Position`] has the stones without a history.
//! * [`Bitboard`] is a set of points, [`Shape`] is the board on which it lies, and [`Point`] is a
//!   point.
//! * [`Rules`] has the switches on which rule sets differ. [`Refusal`] says why a turn is refused,
//!   and [`Outcome`] says how a game ended. [`Stage`] is the phase of a game that has cleanup phases.
//! * [`kernel`] holds the rules of placing and removing stones, of the area and of all legal
//!   points, written once over the [`Word`] trait. A `u64` plays one game. A vector of eight lanes
//!   plays eight games in lockstep ([`playouts_in_step`]). A symbolic word turns a kernel into a
//!   formula.
//!
//! # Repetition
//!
//! A game remembers every turn, without a limit, and can restore every grid. For almost every play,
//! one of two filters shows that it does not repeat a grid: no earlier grid has as many black and
//! white stones, or no earlier grid is in the same bucket of a hash table. Otherwise the grids
//! themselves are compared, so answers do not depend on hashes. Tests use hashes of 0 to 8 bits, under which almost all
//! grids look the same.
//!
//! # Features
//!
//! * `simd`, on by default: adds versions with AVX2 and AVX-512 instructions to the portable one.
//!   The best version is chosen when the program runs. Without this feature there is no `unsafe`,
//!   and the answers are the same.
//! * `batch`: [`playouts_in_step`], which takes longer to compile than all the rest.

#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]

pub mod kernel;

mod any;
#[cfg(feature = "batch")]
mod batch;
mod bitboard;
mod cleanup;
mod course;
mod end;
mod game;
mod history;
mod lanes;
mod layouts;
mod legal;
mod life;
mod methods;
mod passes;
mod perft;
mod playout;
mod point;
mod position;
mod random;
mod rules;
mod shape;
mod simd;
mod stage;
mod widest;
mod word;

pub use any::{AnyGame, AnySet};
#[cfg(feature = "batch")]
pub use batch::Finished;
pub use bitboard::{Bitboard, Points};
pub use game::Game;
pub use layouts::{Has, Layouts};
#[cfg(feature = "batch")]
pub use methods::playouts_in_step;
pub use perft::Turns;
pub use point::{Player, Point, Turn};
pub use position::{Position, SetUpError};
pub use random::Random;
pub use rules::*;
pub use shape::Shape;
pub use simd::Level;
#[doc(hidden)]
pub use simd::check::words_agree;
pub use stage::Stage;
pub use word::{Body, Word};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
