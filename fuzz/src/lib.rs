#![doc = include_str!("../README.md")]

mod duel;
mod finding;
mod lockstep;
mod tally;
mod target;
mod watch;

pub use duel::Duel;
pub use finding::Finding;
pub use tally::Tally;
pub use target::Target;
pub use watch::{FOLDER, watch};
