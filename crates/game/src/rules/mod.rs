//! The rules: the switches on which rule sets differ, the named rule sets, and the text of every rule by its id.
//!
//! In: nothing. Out: [`Rules`], a value for each switch; the tables [`SWITCHES`] and [`PRESETS`]; and
//! [`Rule`], an id with its text. Every module may use them.
//!
//! The row of a switch in `table.rs` holds everything about the switch. A new row needs no change in the other files of this
//! folder.

mod combinations;
mod elsewhere;
mod handicap;
mod named;
mod names;
mod rule;
mod switch;
mod table;
mod text;

pub use elsewhere::{NAMES_ELSEWHERE, NameElsewhere, NamedRules, NotCarried};
pub use handicap::HandicapBonus;
pub use names::UnknownName;
pub use rule::Rule;
pub use switch::{Switch, SwitchValue, Theorem};
pub use table::*;
pub use text::RulesError;

// For the other crates of Superko.
#[doc(hidden)]
pub use elsewhere::is_owner;
#[doc(hidden)]
pub use names::nearest;
#[doc(hidden)]
pub use switch::SeenIn;
