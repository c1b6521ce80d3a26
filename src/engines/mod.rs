//! Engines: the two rule engines of this project, models of engines and the ones that are wrong on purpose, and GTP programs.
//!
//! In: turns and questions. Out: answers. Here alone the words of another crate, or of a protocol, are translated.

mod draw;
#[cfg(feature = "gtp")]
pub mod gtp;
pub mod model;
mod optimized;
mod reference;
pub mod zoo;

pub use model::{Channel, Mistake, Model, Place};
pub use optimized::Optimized;
pub use reference::Reference;
