//! The rules that findings name, for an engine that plays another rule set than the requested one.

use crate::support::{other_rules, undiagnosed};
use superko::certify::{Level, NoObserver, Options, run};
use superko::{Effort, Repetition, Rule, Rules, Suicide};

/// Returns the rules that findings may name if an engine plays other rules than the requested ones.
fn differing(asked: Rules, played: Rules) -> Vec<Rule> {
    let mut rules = Vec::new();
    if asked.repetition != played.repetition {
        rules.push(Rule::repetition(asked));
    }
    if asked.suicide != played.suicide {
        rules.extend([Rule::suicide(asked), Rule::TT7]);
    }
    rules
}

/// Returns whether two rule sets permit the same turns. Positional superko forbids the suicide of a single stone anyway, and
/// New Zealand superko without suicide permits the same turns as situational superko.
fn are_one_game(one: Rules, other: Rules) -> bool {
    let canonical = |rules: Rules| match (rules.repetition, rules.suicide) {
        (Repetition::Positional, Suicide::SeveralStones) => rules.suicide(Suicide::Allowed),
        (Repetition::NewZealand, Suicide::Forbidden) => rules.repetition(Repetition::Situational),
        _ => rules,
    };
    canonical(one) == canonical(other)
}

/// The findings need not be short.
const LITTLE: Effort = Effort { tries: 200, turns: 2_000 };

/// Certifies, for each selected pair of rule sets, an engine that plays the second one under the first. A function tells from the
/// number of the pair whether the engine explains its refusals, does not, or is certified both ways. Returns the cells of
/// this matrix in which a finding names a rule that does not differ, those without a finding although the games differ, and
/// those with a finding although they do not.
fn wrong_cells(
    is_meant: impl Fn(Rules, Rules) -> bool,
    reasons: fn(usize) -> &'static [bool],
    games: u64,
    sizes: &[&str],
) -> Vec<String> {
    let (mut wrong, mut pairs) = (Vec::new(), 0);
    let sizes = || sizes.iter().map(|size| size.parse().unwrap());
    for asked in Rules::repetition_and_suicide() {
        for played in Rules::repetition_and_suicide().filter(|&played| is_meant(asked, played)) {
            pairs += 1;
            for &explains in reasons(pairs) {
                let make = || Ok(other_rules(move |_| played, explains));
                let options = Options {
                    rules: asked,
                    games: Some(games),
                    effort: LITTLE,
                    ..undiagnosed(Level::Smoke)
                };
                let report = run(&make, &options.on(sizes()), &NoObserver);
                let cell = format!("asked {asked}, plays {played}, explains: {explains}");
                let may_be = differing(asked, played);
                let others = report
                    .findings
                    .iter()
                    .filter(|f| !f.rule.is_some_and(|rule| may_be.contains(&rule)));
                wrong.extend(others.map(|finding| format!("{cell}: {}", finding.id)));
                if report.findings.is_empty() != are_one_game(asked, played) {
                    wrong.push(format!("{cell}: {} findings", report.findings.len()));
                }
            }
        }
    }
    wrong
}

/// Returns whether suicide is allowed and one of the two switches differs.
fn differ_in_one(asked: Rules, played: Rules) -> bool {
    asked.suicide == Suicide::Allowed
        && (asked.repetition == played.repetition) != (asked.suicide == played.suicide)
}

/// Checks the cells in which suicide is allowed and one switch differs, or some of them.
fn assert_blamed_rightly(
    is_selected: impl Fn(Rules, Rules) -> bool,
    reasons: fn(usize) -> &'static [bool],
) {
    let is_meant = |asked, played| differ_in_one(asked, played) && is_selected(asked, played);
    let wrong = wrong_cells(is_meant, reasons, 0, &["1x1", "2x1", "5x5"]);
    assert!(wrong.is_empty(), "{} cells\n{}", wrong.len(), wrong.join("\n"));
}

/// The rule that a finding names is one of those that differ. It is hardest to tell if one switch
/// differs. In each pair, one rule set has positional superko. Every other engine explains its
/// refusals.
#[test]
fn the_rule_that_is_blamed_is_one_that_differs() {
    let is_positional = |rules: Rules| rules.repetition == Repetition::Positional;
    let is_selected = |asked, played| is_positional(asked) || is_positional(played);
    assert_blamed_rightly(is_selected, |number| &[[true], [false]][number % 2]);
}

#[test]
#[ignore = "minutes: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_the_rule_that_is_blamed_is_one_that_differs() {
    assert_blamed_rightly(|_, _| true, |_| &[true, false]);
    let sizes = ["2x1", "2x2", "3x1", "3x3", "4x4", "5x5"];
    let wrong = wrong_cells(|_, _| true, |_| &[false], 20, &sizes);
    assert!(wrong.is_empty(), "{} cells\n{}", wrong.len(), wrong.join("\n"));
}
