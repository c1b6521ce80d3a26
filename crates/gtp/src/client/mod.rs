//! Programs that speak the Go Text Protocol (GTP, version 2), as engines.
//!
//! In: turns and questions. Out: the program's answers. The [`Profile`] and a handshake on a small board determine
//! which questions a program can answer. The handshake judges the adapter and never the rules. Only `process/` starts,
//! talks to and ends processes, and only there do operating systems differ.

mod abilities;
mod confirm;
mod connection;
mod engine;
mod known_programs;
mod log;
mod options;
mod plays;
mod private_file;
mod probes;
mod process;
mod profile;
mod program;
mod protocol_cases;
mod questions;
mod rules_commands;

pub use connection::converse;
pub use engine::GtpEngine;
pub use known_programs::KnownPrograms;
pub use log::Log;
pub use options::{GtpOptions, Stop};
pub use profile::{FinalScore, Pass, Profile, ProfileError, Rectangles};
pub use protocol_cases::{protocol_cases, protocol_demands};
pub use questions::{HashProbe, LegalityProbe, Reader};
pub use rules_commands::RulesCommands;
