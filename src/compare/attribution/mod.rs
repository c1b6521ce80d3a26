//! What a disagreement is put down to: a rule, and an event.
//!
//! First judged from the answers alone (`by_answer`). Where questions, refused attempts or undo came before, the game is
//! played again without them to see whether they are to blame (`by_replay`).

mod by_answer;
mod by_replay;
mod ids;

pub(super) use by_answer::{
    Refused, rule_of_end, rule_of_position, rule_of_status, rules_of_position, rules_of_ruling,
    rules_of_status,
};
pub(super) use ids::id_of_score;
