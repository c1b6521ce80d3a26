//! Engines: the two rule engines of this project, the engines that are wrong on purpose, and GTP programs.
//!
//! In: turns and questions. Out: answers. Here alone the words of another crate, or of a protocol, are translated.

mod draw;
#[cfg(feature = "gtp")]
pub mod gtp;
mod optimized;
mod reference;
pub mod zoo;

pub use optimized::Optimized;
pub use reference::Reference;
