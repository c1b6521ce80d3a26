//! Neutral, inert words that the harness, its engines and its reports share: sizes, points, turns, positions,
//! scores, rules. Nothing in here knows how the rules work.

mod player;
mod position;
mod rules;
mod score;
mod size;
mod turn;

pub use player::{Color, Player};
pub use position::{DiagramError, Position};
pub use rules::{PRESETS, Preset, Repetition, Rules, RulesError, Suicide};
pub use score::{Score, Status};
pub use size::{LARGEST, Point, PointError, Size, SizeError};
pub use turn::{Turn, TurnError};
