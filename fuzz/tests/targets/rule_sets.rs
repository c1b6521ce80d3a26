//! Engines that play by other rules than the requested ones, begin with the wrong player, or ignore what the players settle.

use super::caught_in;
use superko::engine::bent::Bent;
use superko::engines::{Optimized, zoo};
use superko::{
    Agreement, Check, Engine, PassCost, Player, Repetition, Rules, Scoring, Setup, Suicide,
};
use superko_fuzz::{Finding, Target, optimized};

/// Makes an engine that starts another game than the requested one.
fn stubborn(begins: impl Fn(Setup) -> Setup + 'static) -> Bent<Optimized> {
    use Check::{Legality, Score, Status};
    Bent::named("stubborn", optimized())
        .answering([Legality, Score, Status])
        .beginning(begins)
        .settle(|engine, _, settlement| engine.settle(settlement))
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
        let mut engine = stubborn(move |game| Setup { rules: plays(game.rules), ..game });
        assert!(found(&mut engine).is_some(), "{name} gets through");
    }
    assert!(found(zoo::find("stones-only").unwrap().engine().as_mut()).is_some());
}

#[test]
fn an_engine_that_always_begins_with_black_is_caught() {
    let mut engine = stubborn(|game| Setup { first: Player::Black, ..game });
    assert_eq!(found(&mut engine).as_deref(), Some("game.beginning.status"));
}

#[test]
fn an_engine_that_forgets_what_the_players_settled_is_caught() {
    // The engine accepts what the players settle, and ignores it.
    let mut engine = stubborn(|game| game).settle(|_, _, _| Ok(Some(())));
    assert!(found(&mut engine).is_some());
}
