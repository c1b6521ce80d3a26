//! Neutral, inert words that the harness, its subjects and its reports share: sizes, points, turns, colorings,
//! scores, rules. Nothing in here knows how the rules work.

mod coloring;
mod player;
mod rules;
mod score;
mod size;
mod turn;

pub use coloring::{Coloring, DiagramError};
pub use player::{Color, Player};
pub use rules::{PRESETS, Preset, Repetition, Rules, RulesError, Suicide};
pub use score::{Score, Status};
pub use size::{LARGEST, Point, PointError, Size, SizeError};
pub use turn::{Turn, TurnError};
