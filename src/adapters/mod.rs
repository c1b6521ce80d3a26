//! The only places where the words of a rule crate are translated into those of the harness.

mod reference;

pub use reference::Reference;
