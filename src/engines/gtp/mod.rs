//! Programs that speak the Go Text Protocol (GTP, version 2), as engines.
//!
//! In: turns and questions. Out: the program's answers. The [`Profile`] and a handshake on a small board
//! determine which questions a program can answer; the handshake judges the adapter and never the rules. Only
//! `process/` starts, talks to and ends processes, and only there do operating systems differ.

mod abilities;
mod acquaintance;
mod confirm;
mod connection;
mod conversation;
mod engine;
mod final_score;
mod generate;
mod handshake;
mod hash;
mod idle;
mod log;
mod losses;
mod memory;
mod options;
mod play_error;
mod plays;
mod private_file;
mod probe;
mod process;
mod profile;
mod protocol_cases;
mod refusal;
mod snapshot;
mod sources;
mod undo;

pub use conversation::converse;
pub use engine::GtpEngine;
pub use log::Log;
pub use losses::Losses;
pub use options::{GtpOptions, Stop};
pub use profile::{
    FinalScore, HashProbe, LegalityProbe, Pass, Profile, ProfileError, Reader, Rectangles,
    RulesCommands,
};
pub use protocol_cases::{protocol_case, protocol_cases};
