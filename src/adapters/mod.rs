//! The only places where the words of a rule crate are translated into those of the harness.

mod optimized;
mod reference;

pub use optimized::Optimized;
pub use reference::Reference;
