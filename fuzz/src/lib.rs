#![doc = include_str!("../README.md")]

mod bytes;
mod counts;
mod finding;
mod lockstep;
mod mutate;
mod panics;
mod positions;
mod seeds;
mod session;
mod target;
mod targets;

pub use counts::Counts;
pub use finding::{Checked, Finding, GameFinding, When, Wrong, ruling_of_last_turn};
pub use lockstep::Lockstep;
pub use mutate::{MUTATOR, mutate};
pub use panics::{Panic, catch};
pub use peak_alloc::PeakAlloc;
pub use session::{FOLDER, fuzz};
pub use target::{Body, Target, optimized};
pub use targets::archive::{ALLOCATED, Meter, ReadArchive, archive};
pub use targets::batch::{EightLanes, InStep, Order, batch};
pub use targets::gtp_reply::{Read, gtp_reply, read};
pub use targets::gtp_server::{Serve, gtp_server, serve};
pub use targets::history::{AsAsked, Begin, history};
pub use targets::judge::{JudgeGame, by_both_engines, judge};
pub use targets::lockstep::{lockstep, play_record};
pub use targets::lockstep_large::lockstep_large;
pub use targets::repetition::superko;
pub use targets::setup::{Kernels, setup};
pub use targets::sgf::{ReadSgf, sgf};
pub use targets::text::{ReadRecord, Readers, command_line_rules, record_text};
pub use targets::undo_branch::undo_branch;
