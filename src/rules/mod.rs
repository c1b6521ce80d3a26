//! The rules: the switches on which rule sets differ, the named rule sets, and the text of every rule by its id.
//!
//! In: nothing. Out: [`Rules`], a value for each switch, and [`Rule`], an id with its text. Anybody may ask.

mod rule;
mod switches;

pub use rule::Rule;
pub use switches::{PRESETS, Preset, Repetition, Rules, RulesError, Suicide};
