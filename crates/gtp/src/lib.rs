#![doc = include_str!("../README.md")]

mod boards;
#[cfg(feature = "client")]
pub mod client;
mod complaint;
mod error;
mod replies;
mod script;
pub mod server;
mod words;

pub use boards::{board, stones};
pub use complaint::{Complaint, complaint, declines, words_of};
pub use error::{ErrorMessage, Unreadable};
pub use replies::{Body, Malformed, Reply, ReplyReader};
pub use script::{GENERATED, REFUSED, ScriptError, commands_of, is_script, records, rules_comment};
pub use words::{half_points, legality, player, policy, turns, winner, winner_by_forfeit};
