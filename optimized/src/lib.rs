//! The rules of Go on bitboards: exact Tromp-Taylor rules and their variants, fast.
//!
//! ```
//! use superko_optimized::{AnyGame, Point, Refusal, Rules, Turn};
//!
//! let mut game = AnyGame::new(2, 1, Rules::TROMP_TAYLOR).unwrap();
//! game.play(Turn::Play(Point::new(0, 0)))?;
//! game.play(Turn::Play(Point::new(1, 0)))?; // captures
//! assert_eq!(game.to_string(), ".O\n");
//! let retake = Turn::Play(Point::new(0, 0));
//! assert_eq!(game.play(retake), Err(Refusal::Repeats { earlier: 1 }));
//! # Ok::<(), Refusal>(())
//! ```
//!
//! [`Game`] is a game on a board whose layout is known at compile time, [`AnyGame`] one whose size
//! is known at run time. [`Bitboard`] is a set of points. The rules themselves are in [`kernel`],
//! written once over the [`Word`] trait.

pub mod kernel;

mod any;
mod batch;
mod bitboard;
mod game;
mod history;
mod lanes;
mod legal;
mod perft;
mod playout;
mod point;
mod position;
mod random;
mod rules;
mod shape;
mod simd;
mod widest;
mod word;

pub use any::{AnyGame, AnySet};
pub use batch::{Finished, playouts_in_step};
pub use bitboard::{Bitboard, Points};
pub use game::Game;
pub use perft::Passes;
pub use point::{Player, Point, Turn};
pub use position::{Position, SetUpError};
pub use random::Random;
pub use rules::{Refusal, Repetition, Rules, Suicide};
pub use shape::Shape;
pub use simd::Level;
pub use word::{Body, Word};
