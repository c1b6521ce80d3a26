//! What rule sets have in common, and engines that break it.

use super::{caught, check};
use superko::engines::{Optimized, zoo};
use superko::{
    About, Agreement, Engine, Fault, PassCost, Repetition, ReportedScore, Rules, Ruling, Scoring,
    Settlement, Setup, Size, Status, Suicide, Turn,
};
use superko_fuzz::rule_sets;

/// The rules that are played where others were asked for.
type Plays = fn(Rules) -> Rules;

/// An engine that plays by other rules than those it is asked for.
struct Stubborn {
    engine: Optimized,
    plays: Plays,
}

impl Engine for Stubborn {
    fn about(&self) -> About {
        About::named("stubborn")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(&Setup { rules: (self.plays)(game.rules), ..game.clone() })
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.engine.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.engine.is_legal(turn)
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.engine.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.engine.score()
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        self.engine.settle(settlement)
    }
}

#[test]
fn who_breaks_what_rule_sets_have_in_common_is_caught_without_a_reference() {
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
        let engine = || Stubborn {
            engine: Optimized::new(Size::square(1).unwrap(), Rules::default()),
            plays,
        };
        let found = caught("rule_sets", |data, counts| {
            rule_sets(data, counts, &mut engine(), &mut engine())
        });
        let found = found.unwrap_or_else(|| panic!("{name} gets through")).to_string();
        assert!(found.contains("superko replay '"), "{found}");
    }
    let stones_only = zoo::find("stones-only").unwrap();
    let found = caught("rule_sets", |data, counts| {
        rule_sets(data, counts, stones_only.engine().as_mut(), stones_only.engine().as_mut())
    });
    assert_eq!(check(found), Some("between-rule-sets"));
}
