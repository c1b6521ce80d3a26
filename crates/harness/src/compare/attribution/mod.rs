//! The rule and the event to which a disagreement is attributed.
//!
//! The first judgment uses the answers alone (`by_answer`). If there were questions, refused attempts or undo
//! before, the game is replayed without them to see whether they are to blame (`by_replay`).

mod by_answer;
mod by_replay;
mod ids;

pub(super) use by_answer::{
    rule_of_end, rule_of_position, rule_of_refusal, rule_of_status, rules_of_position,
    rules_of_ruling, rules_of_status,
};
pub(super) use by_replay::is_repeating_suicide;
pub(super) use ids::id_of_score;
