//! Recorded games that once exposed a bug in an engine. The reference must still rule on them as recorded.

use crate::records::{Regression, all, transcript};
use superko::engines::zoo;
use superko::report::one_line;
use superko::{Verdict, compare};

#[test]
fn the_reference_still_rules_as_recorded() {
    let regressions = all();
    assert!(regressions.len() >= 5);
    for Regression { name, record, reference, engine } in regressions {
        assert!(!engine.is_empty(), "{name}");
        let transcript = transcript(&record);
        let last = transcript.steps.last().unwrap();
        let ruling = match last.turn.judgment.refusal {
            None => "allowed".to_owned(),
            Some(refusal) => format!("forbidden: {refusal}"),
        };
        assert_eq!(ruling, reference, "{name}: {}", one_line(&record));
        let verdict = compare(zoo::control().as_mut(), &transcript);
        assert!(matches!(verdict, Verdict::Agreed(_)), "{name}: {verdict:?}");
    }
}
