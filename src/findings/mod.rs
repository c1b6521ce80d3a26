//! From a disagreement to a finding: play it again on a fresh engine, make it shorter, see how steadily it shows.
//!
//! In: a disagreement or a fault, the game that it was met in, and a factory of engines. Out: the shortest game that still
//! shows it, and whether it always does. Asked by `certify`, and by authors who look into one game.

mod again;
mod confirm;
mod fault;
mod shrink;
mod tiny;

pub use again::{Manner, Questions, play_again, show_again};
pub use confirm::{Confirmation, Confirmed, Kind};
pub use fault::{ConfirmedFault, FaultId, confirm_fault};
pub(crate) use shrink::measure;
pub use shrink::{Effort, shrink};
