//! Programs that speak the Go Text Protocol (GTP, version 2), as engines.
//!
//! In: turns and questions. Out: the program's answers. What a program can be asked is found out from its [`Profile`]
//! and from a handshake on a small board, which judges the adapter and never the rules. How processes are started, spoken
//! to and ended is known to `process/` alone, and differs between systems there alone.

mod abilities;
mod connection;
mod engine;
mod final_score;
mod generate;
mod handshake;
mod hash;
mod log;
mod memory;
mod options;
mod plays;
mod probe;
mod process;
mod profile;
mod protocol_cases;
mod refusal;
mod snapshot;
mod undo;

pub use engine::GtpEngine;
pub use log::Log;
pub use options::{GtpOptions, Stop};
pub use profile::{
    FinalScore, HashProbe, LegalityProbe, Pass, Profile, ProfileError, Reader, Rectangles,
    RulesCommands,
};
pub use protocol_cases::{protocol_case, protocol_cases};
