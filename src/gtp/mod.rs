//! Engines that speak the Go Text Protocol (GTP, version 2): as engines of an examination, and any engine served
//! as an engine.
//!
//! [`GtpEngine`] starts a program and examines it; [`Server`] is the other end of the line. What an engine can be
//! asked is found out from its [`Profile`] and from a handshake on a small board, which judges the adapter and
//! never the rules. Processes are driven through pipes that never block, which needs a Unix system.

mod calibrate;
pub mod codec;
mod engine;
mod handshake;
mod line;
mod probe;
mod process;
mod profile;
mod server;
mod undo;

pub use engine::{GtpEngine, GtpOptions};
pub use profile::{
    FinalScore, LegalityProbe, Profile, ProfileError, Reader, Rectangles, RulesCommands,
};
pub use server::Server;
