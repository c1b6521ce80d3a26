//! From a disagreement to a finding: replay it on a fresh engine, shorten it, and see how reliably it occurs.
//!
//! In: a disagreement or a fault, the game in which it occurred, and a factory of engines. Out: the shortest
//! game that still shows it, and whether it always does. Used by `certify`, and by authors who look into one
//! game.

mod again;
mod confirm;
mod fault;
mod idle;
mod shrink;
mod tiny;

pub use again::{Manner, Questions, play_again, replay_in_every_manner, show_again};
pub use confirm::{Confirmation, Confirmed, Reliability};
pub use fault::{ConfirmedFault, confirm_fault};
pub use idle::{after_commands, changes_by_commands};
pub use shrink::{Effort, measure, shrink};
