#![doc = include_str!("../README.md")]

mod alive;
#[cfg(feature = "arbitrary")]
mod bytes;
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

pub use alive::{alive, enclosed};
#[cfg(feature = "arbitrary")]
pub use bytes::to_bytes;
pub use player::{Color, Player};
pub use position::{DiagramError, Position, beside};
pub use record::{Record, RecordError, RecordText};
pub use rules::*;
pub use score::{Margin, Outcome, Score, Status};
pub use settlement::Settlement;
pub use setup::{Komi, KomiError, Setup};
pub use size::{LARGEST, Point, PointError, Size, SizeError};
pub use turn::{Turn, TurnError};
pub use words::{counted, grouped};
