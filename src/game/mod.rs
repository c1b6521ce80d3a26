//! Shared data types: sizes, points, players, positions, turns, scores, records.
//!
//! In: text. Out: values. Every module may use them. Nothing in here knows how a play changes the board.

mod alive;
pub(crate) mod handicap;
mod player;
mod position;
mod record;
mod score;
mod settlement;
mod setup;
mod size;
mod turn;

pub(crate) use alive::{alive, enclosed};
pub use player::{Color, Player};
pub use position::{DiagramError, Position};
pub use record::{Record, RecordError, RecordText};
pub use score::{Outcome, Score, Status};
pub use settlement::Settlement;
pub use setup::{Komi, KomiError, Setup};
pub use size::{LARGEST, Point, PointError, Size, SizeError};
pub use turn::{Turn, TurnError};
