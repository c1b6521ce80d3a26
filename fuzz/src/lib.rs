#![doc = include_str!("../README.md")]

mod batch;
mod branch;
mod decode;
mod duel;
mod finding;
mod large;
mod lockstep;
mod mutate;
mod position;
mod reply;
pub mod seeds;
mod seek;
mod sgf;
mod symmetry;
mod tally;
mod target;
mod text;
mod watch;

pub use batch::{EightLanes, InStep, Order, batch};
pub use branch::undo_branch;
pub use duel::Duel;
pub use finding::Finding;
pub use large::lockstep_large;
pub use lockstep::{lockstep, lockstep_record};
pub use mutate::{MUTATOR, mutate, splice};
pub use position::{Kernels, scoring, setup};
pub use reply::{Read, gtp_reply, read};
pub use seek::superko;
pub use sgf::{ReadSgf, sgf};
pub use symmetry::{Parts, Swapped, symmetry};
pub use tally::Tally;
pub use target::Target;
pub use text::{ReadRecord, Readers, command_line_rules, record_text};
pub use watch::{FOLDER, watch};
