//! Engines that stop answering.

use super::*;

/// An engine without a repetition rule and without suicide, which fails to take back a late turn.
struct Lost(Box<dyn Engine>, usize);

impl Engine for Lost {
    fn about(&self) -> About {
        About::named("lost")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.1 = 0;
        self.0.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.1 += 1;
        self.0.play(turn)
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        if self.1 < 4 {
            return self.0.undo();
        }
        Err(Fault::Protocol { command: "undo".to_owned(), what: "out of memory".to_owned() })
    }
}

#[test]
fn what_an_engine_plays_that_is_lost_early_is_not_claimed() {
    let model: Model = "repetition=none,suicide=forbidden".parse().unwrap();
    let found = identify(
        &|| Ok(Box::new(Lost(model.engine(), 0)) as Box<dyn Engine>),
        &options(Rules::default()),
        &|| false,
    )
    .unwrap();
    assert!(found.facts.is_lost() && found.facts.follows().is_none(), "{found:?}");
    assert!(found.sentence.starts_with("was lost too early to tell what it plays;"), "{found:?}");
    assert_eq!(found.sentence, sentence(&found.facts, Rules::default()));
}
