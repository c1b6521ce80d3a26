//! Engines: the two rule engines of this project, models of engines, the deliberately wrong engines, and GTP
//! programs.
//!
//! In: turns and questions. Out: answers. Only this module translates the types of other crates, and speaks protocols.

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

/// Translates a value of one enum into the value of the same name of another one.
macro_rules! same {
    ($value:expr, $Own:ident => $theirs:ident::$Their:ident: $($Name:ident),+) => {
        match $value { $($Own::$Name => $theirs::$Their::$Name,)+ }
    };
}

use same;
