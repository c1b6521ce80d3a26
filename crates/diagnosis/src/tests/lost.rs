//! Engines that stop answering.

use super::*;

#[test]
fn what_an_engine_plays_that_is_lost_early_is_not_claimed() {
    let model: Model = "repetition=none,suicide=forbidden".parse().unwrap();
    // The engine fails to take back a late turn.
    let factory = || {
        let lost = Bent::named("lost", model.engine()).undo(|engine, game| {
            if game.tried < 4 {
                return engine.undo();
            }
            Err(Fault::Protocol { command: "undo".to_owned(), what: "out of memory".to_owned() })
        });
        Ok(lost.boxed())
    };
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert!(found.facts.is_lost() && found.facts.follows().is_none(), "{found:?}");
    assert!(found.sentence.starts_with("was lost too early to tell what it plays;"), "{found:?}");
    assert_eq!(found.sentence, sentence(&found.facts, Rules::default()));
}
