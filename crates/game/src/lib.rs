#![doc = include_str!("../README.md")]

mod alive;
#[cfg(feature = "arbitrary")]
mod bytes;
#[doc(hidden)]
pub mod handicap;
#[cfg(feature = "serde")]
mod json;
mod player;
mod position;
mod record;
pub mod rules;
mod score;
mod settlement;
mod setup;
mod size;
mod turn;
mod words;

#[cfg(feature = "arbitrary")]
pub use bytes::to_bytes;
pub use player::{Color, Player};
pub use position::{DiagramError, Position};
pub use record::{Record, RecordError, RecordText};
pub use rules::*;
pub use score::{Margin, Outcome, Phase, Score, Status};
pub use settlement::Settlement;
pub use setup::{Komi, KomiError, Setup};
pub use size::{LARGEST, Point, PointError, Size, SizeError};
pub use turn::{Turn, TurnError};

// For the other crates of Superko.
#[doc(hidden)]
pub use alive::{alive, enclosed};
#[doc(hidden)]
pub use position::beside;
#[doc(hidden)]
pub use words::{counted, grouped};
