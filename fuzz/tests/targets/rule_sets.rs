//! Engines that play by other rules than the requested ones, begin with the wrong player, or ignore what the players settle.

use super::caught_in;
use superko::engines::{Optimized, zoo};
use superko::{
    About, Agreement, Engine, Fault, PassCost, Player, Repetition, Rules, Scoring, Settlement,
    Setup, Suicide,
};
use superko_fuzz::{Finding, Target, optimized};

/// A function that changes the requested start of a game.
type Begins = Box<dyn Fn(Setup) -> Setup>;

/// An engine that starts another game than the requested one.
struct Stubborn {
    engine: Optimized,
    begins: Begins,
    /// Whether the engine accepts what the players settle, but ignores it.
    ignores_settlements: bool,
}

impl Stubborn {
    fn new(begins: impl Fn(Setup) -> Setup + 'static) -> Stubborn {
        Stubborn { engine: optimized(), begins: Box::new(begins), ignores_settlements: false }
    }
}

impl Engine for Stubborn {
    fn about(&self) -> About {
        About::named("stubborn")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(&(self.begins)(game.clone()))
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        if self.ignores_settlements { Ok(Some(())) } else { self.engine.settle(settlement) }
    }

    superko::engine::forward!(self => self.engine; play is_legal status score);
}

/// Returns the id of the first finding of `lockstep` in an engine. The finding must have a game.
fn found(engine: &mut dyn Engine) -> Option<String> {
    let found = caught_in(Target::find("lockstep").unwrap(), engine)?;
    assert!(matches!(found, Finding::Game(_)) && found.to_string().contains("superko replay '"));
    Some(found.id())
}

#[test]
fn engines_that_play_by_other_rules_are_caught() {
    type Plays = fn(Rules) -> Rules;
    let wrong: [(&str, Plays); 6] = [
        ("simple ko too strict", |rules| match rules.repetition {
            Repetition::SimpleKo => rules.repetition(Repetition::Positional),
            _ => rules,
        }),
        ("no rule of repetition where all positions count", |rules| match rules.repetition {
            Repetition::Positional => rules.repetition(Repetition::None),
            _ => rules,
        }),
        ("no suicide unless it is forbidden", |rules| match rules.suicide {
            Suicide::Allowed => rules.suicide(Suicide::Forbidden),
            Suicide::Forbidden => rules.suicide(Suicide::Allowed),
            _ => rules,
        }),
        ("passes cost nothing", |rules| rules.pass(PassCost::Free)),
        ("area as territory", |rules| rules.score(Scoring::Area)),
        ("two agreements", |rules| match rules.agreement {
            Agreement::None => rules,
            _ => rules.score(Scoring::Stones),
        }),
    ];
    for (name, plays) in wrong {
        let mut engine = Stubborn::new(move |game| Setup { rules: plays(game.rules), ..game });
        assert!(found(&mut engine).is_some(), "{name} gets through");
    }
    assert!(found(zoo::find("stones-only").unwrap().engine().as_mut()).is_some());
}

#[test]
fn an_engine_that_always_begins_with_black_is_caught() {
    let mut engine = Stubborn::new(|game| Setup { first: Player::Black, ..game });
    assert_eq!(found(&mut engine).as_deref(), Some("game.beginning.status"));
}

#[test]
fn an_engine_that_forgets_what_the_players_settled_is_caught() {
    let mut engine = Stubborn { ignores_settlements: true, ..Stubborn::new(|game| game) };
    assert!(found(&mut engine).is_some());
}
