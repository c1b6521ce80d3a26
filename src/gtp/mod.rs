//! Engines that speak the Go Text Protocol (GTP, version 2): as subjects of an examination, and any subject served
//! as an engine.
//!
//! [`GtpSubject`] starts a program and examines it; [`Server`] is the other end of the line. What an engine can be
//! asked is found out from its [`Profile`] and from a handshake on a small board, which judges the adapter and
//! never the rules. Processes are driven through pipes that never block, which needs a Unix system.

mod calibrate;
pub mod codec;
mod handshake;
mod line;
mod probe;
mod process;
mod profile;
mod server;
mod subject;
mod undo;

pub use profile::{
    FinalScore, LegalityProbe, Profile, ProfileError, Reader, Rectangles, RulesCommands,
};
pub use server::Server;
pub use subject::{GtpSubject, Options};
