//! The known collisions of hashes as cases. To an exact engine they are ordinary legal games.

pub use crate::engines::collisions::{ALL, KnownCollision};

use super::fixed::{Answer, Answers, Case};
use crate::game::{Record, Size};
use crate::referee::Event;
use crate::rules::{Repetition, Rules};

/// A known game as a case under some rules. The last turn is legal under all of them, for no position comes again.
fn case(known: &KnownCollision, rules: Rules) -> Case {
    let record = known.record();
    Case {
        name: format!("{}.{}", Event::HashCollision, known.id),
        event: Event::HashCollision,
        record: Record::new(record.size(), rules, record.turns),
        attempts: Vec::new(),
        answers: Answers::all(Answer::Legal),
    }
}

/// The cases for a board: none where no superko is in force that could be mistaken.
pub(crate) fn cases(size: Size, rules: Rules) -> Vec<Case> {
    if matches!(rules.repetition, Repetition::SimpleKo | Repetition::None) {
        return Vec::new();
    }
    let here = ALL.iter().filter(|known| known.record().size() == size);
    here.map(|known| case(known, rules)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Reference;
    use crate::game::{RecordText, Turn};
    use crate::referee::Transcript;
    use std::collections::BTreeSet;

    #[test]
    fn known_games_are_legal_under_all_rules_and_repeat_nothing() {
        let ids: BTreeSet<&str> = ALL.iter().map(|known| known.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for known in ALL {
            let Record { setup, turns, .. } = known.record();
            let said = known.game.parse::<RecordText>().unwrap();
            for rules in Rules::repetition_and_suicide() {
                let record = Record::new(setup.size(), rules, turns.clone());
                let played = Transcript::replay(Reference::new(setup.size(), rules), record);
                assert_eq!(said.misplaced(played.players()), None, "{}", known.id);
                for (place, step) in played.steps.iter().enumerate() {
                    assert!(step.turn.is_legal(), "{}: {}", known.id, step.turn.turn);
                    let repeats = (0..=place).any(|turn| played.before(turn) == step.position);
                    assert_eq!(repeats, step.turn.turn == Turn::Pass, "{}", known.id);
                }
            }
            assert!(known.collides_with + 1 < turns.len() && turns.last() != Some(&Turn::Pass));
            for text in [known.keys, known.outcome, known.start, known.hash] {
                assert!(!text.is_empty(), "{}", known.id);
            }
        }
    }
}
