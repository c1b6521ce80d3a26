//! Programs that speak the Go Text Protocol (GTP, version 2), as engines.
//!
//! In: turns and questions. Out: the program's answers. What a program can be asked is found out from its [`Profile`]
//! and from a handshake on a small board, which judges the adapter and never the rules. Processes are driven through
//! pipes that never block, which needs a Unix system.

mod calibrate;
mod connection;
mod engine;
mod handshake;
mod probe;
mod process;
mod profile;
mod undo;

pub use engine::{GtpEngine, GtpOptions};
pub use profile::{
    FinalScore, LegalityProbe, Profile, ProfileError, Reader, Rectangles, RulesCommands,
};
