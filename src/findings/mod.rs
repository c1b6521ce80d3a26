//! From a disagreement to a finding: shrink it, and show it again.
//!
//! In: a disagreement and the engine that it was seen on. Out: the shortest game that still shows it.

mod shrink;

pub(crate) use shrink::measure;
pub use shrink::{Effort, shrink};
