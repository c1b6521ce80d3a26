//! The games that an engine is asked to play.
//!
//! In: sizes, rules, a seed. Out: records and transcripts. The games depend on the referee only, never on the
//! engine under test.

pub mod collisions;
mod example;
pub mod fixed;
pub mod glossary;
mod plan;
pub mod random;
mod short_games;

pub use example::example;
pub use plan::{Item, ItemKind, plan, plan_with_further};
pub use short_games::short_games;
