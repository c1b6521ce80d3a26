//! The only places where the words of a rule crate are translated into those of the harness.

mod optimized;
mod positions;
mod reference;
mod whole_game;

pub use optimized::Optimized;
pub use positions::OptimizedPositions;
pub use reference::{Reference, ReferencePositions};
pub use whole_game::OptimizedGame;
