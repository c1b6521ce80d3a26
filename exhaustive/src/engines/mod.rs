//! Three engines: the reference, the optimized engine, and the rule text on 64 positions at a time.

mod optimized;
mod reference;
mod sliced;

pub use optimized::optimized;
pub(crate) use optimized::{points, to_bits};
pub use reference::reference;
pub use sliced::sliced;
