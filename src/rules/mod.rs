//! The rules: the switches on which rule sets differ, the named rule sets, and the text of every rule by its id.
//!
//! In: nothing. Out: [`Rules`], a value for each switch; the tables [`SWITCHES`] and [`PRESETS`]; and [`Rule`], an id with
//! its text. Anybody may ask.
//!
//! All that is known of a switch is its row in `table.rs`. Whoever adds a row need not look at the other files.

mod combinations;
mod elsewhere;
mod handicap;
mod names;
mod rule;
mod switch;
mod table;
mod text;

pub use elsewhere::{NAMES_ELSEWHERE, NameElsewhere, NotCarried, RulesElsewhere};
pub use handicap::HandicapBonus;
pub use names::UnknownName;
pub(crate) use names::nearest;
pub use rule::Rule;
pub use switch::{Switch, SwitchValue};
pub use table::{
    Agreement, IllegalTurn, LastPass, LongCycle, PRESETS, PassCost, Passes, Preset, Repeat,
    Repetition, Rules, SWITCHES, Scoring, Stones, Suicide,
};
pub use text::RulesError;
