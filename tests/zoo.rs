//! Tests of the tester: every engine that is wrong on purpose is found to break its rule, and no other rule.

use crate::support::undiagnosed;
use rayon::prelude::*;
use std::collections::BTreeSet;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engine::bent::{Bent, BySize};
use superko::engines::zoo::{self, Mutant};
use superko::findings::Reliability;
use superko::report::{Finding, Report, RunVerdict, TextOptions, text};
use superko::{Check, Effort, Engine, Event, Rule, Rules, Scoring, Size};

/// Certifies an engine on small boards and on further ones, at a level and with a number of random games.
fn examined_also_on(
    more: &[&str],
    games: (Level, u64),
    rules: Rules,
    make: &(dyn Fn() -> Box<dyn Engine> + Sync),
) -> Report {
    let sizes = ["1x1", "2x1", "1x2", "3x1", "4x1", "2x2", "3x2", "3x3", "4x3", "5x5"];
    let usual = undiagnosed(games.0);
    let options = Options {
        rules,
        sizes: sizes.iter().chain(more).map(|text| text.parse().unwrap()).collect(),
        games: Some(games.1),
        effort: if games == THOROUGH { usual.effort } else { LITTLE },
        ..usual
    };
    run(&|| Ok(make()), &options, &NoObserver)
}

/// The level and the number of random games of a thorough run.
const THOROUGH: (Level, u64) = (Level::Standard, 40);

/// The effort for the findings of other runs, whose lengths are not compared.
const LITTLE: Effort = Effort { tries: 200, turns: 2_000 };

fn examined(rules: Rules, make: &(dyn Fn() -> Box<dyn Engine> + Sync)) -> Report {
    examined_also_on(&[], THOROUGH, rules, make)
}

fn broken_rules(report: &Report) -> BTreeSet<Rule> {
    report.findings.iter().filter_map(|finding| finding.rule).collect()
}

/// Checks wrong engines, on as many threads as there are processors.
fn each(
    is_selected: fn(&Mutant) -> bool,
    check: impl Fn(&'static Mutant) -> Result<(), String> + Sync,
) {
    let failed =
        |mutant: &'static Mutant| Some(format!("{}: {}", mutant.name, check(mutant).err()?));
    let selected = zoo::ALL.par_iter().filter(|mutant| is_selected(mutant));
    let wrong: Vec<String> = selected.filter_map(failed).collect();
    assert!(wrong.is_empty(), "{} engines:\n{}", wrong.len(), wrong.join("\n"));
}

/// Engines whose behavior can also be read as breaking another rule, if only positions are observed.
const ALSO: &[(&str, &[Rule])] = &[
    // On a small board, a chain that was not removed may seem to have an empty point across the edge.
    ("last-row-not-cleared", &[Rule::TT3]),
    ("chain-limit", &[Rule::TT3]),
    // If a capturing stone vanishes, it may have been removed too soon, or may not have captured.
    ("wrap-around", &[Rule::TT4, Rule::TT7]),
    // A stone on the wrong point may capture or live where it should not.
    ("transposed-coordinates", &[Rule::TT6, Rule::TT7]),
    // Where the engine excludes some points of a seki and counts others, the score is not that of the rules without the tax
    // either.
    ("tax-without-atari", &[Scoring::Territory.rule()]),
    // A play that clears a block which should be gone is a play on an occupied point.
    ("cleanup-blocks-kept", &[Rule::TT7]),
    ("cleanup-blocks-outlive-stones", &[Rule::TT7]),
];

/// Returns whether an engine is the first of its event, or may break another rule too.
fn is_one_of_each_kind(mutant: &Mutant) -> bool {
    let first = zoo::ALL.iter().find(|other| other.event == mutant.event);
    let is_first = first.is_some_and(|first| first.name == mutant.name);
    is_first || ALSO.iter().any(|(name, _)| *name == mutant.name)
}

#[test]
fn every_wrong_engine_breaks_its_rule_and_no_other() {
    each_breaks_its_rule_only(is_one_of_each_kind, (Level::Smoke, 10));
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_every_wrong_engine_breaks_its_rule_and_no_other() {
    each_breaks_its_rule_only(|_| true, (Level::Smoke, 10));
    each_breaks_its_rule_only(|_| true, THOROUGH);
}

/// Checks that every selected engine breaks its rule and no other. A thorough run must also report
/// its check and its event.
fn each_breaks_its_rule_only(is_selected: fn(&Mutant) -> bool, games: (Level, u64)) {
    each(is_selected, |mutant| {
        // There are no collisions of 64-bit hashes on the small boards.
        let more = if mutant.event == Event::HashCollision { &["9x9"][..] } else { &[] };
        let report = examined_also_on(more, games, mutant.rules, &|| mutant.engine());
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|f| format!("{} ({} turns on {}, {:?})", f.id, f.turns.len(), f.size, f.kind))
            .collect();
        let kind = if mutant.event == Event::GameBefore {
            Reliability::History
        } else {
            Reliability::Steady
        };
        // Events about the engine's own state are not attributed to a rule.
        let rule = (!mutant.event.is_about_the_engine()).then_some(mutant.rule);
        let by_event = |finding: &Finding| {
            (finding.check, finding.event) == (mutant.check, mutant.event) || games != THOROUGH
        };
        let mut of_rule = report.findings.iter().filter(|finding| finding.rule == rule);
        let declared = of_rule.any(by_event);
        let also = ALSO.iter().find(|(name, _)| *name == mutant.name).map_or(&[][..], |a| a.1);
        let right =
            broken_rules(&report).iter().all(|rule| *rule == mutant.rule || also.contains(rule));
        if !right || !declared {
            return Err(format!(
                "should be {} {} {}, is\n    {}",
                mutant.rule,
                mutant.check,
                mutant.event,
                found.join("\n    ")
            ));
        }
        let steadily = |finding: &Finding| finding.kind == kind && finding.confirmed == (3, 3);
        if !report.findings.iter().all(steadily) {
            return Err(format!("does not show steadily:\n    {}", found.join("\n    ")));
        }
        Ok(())
    });
}

#[test]
fn the_control_of_the_zoo_conforms() {
    assert_conforms(&["tromp-taylor", "chinese"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_the_control_of_the_zoo_conforms_under_all_repetition_rules() {
    assert_conforms(&["tromp-taylor", "aga", "bga", "new-zealand", "chinese", "chinese-written"]);
}

/// Checks that the control conforms to rules.
fn assert_conforms(all: &[&str]) {
    for rules in all {
        let rules: Rules = rules.parse().unwrap();
        let report = examined(rules, &|| zoo::control());
        assert_eq!(report.findings, [], "{rules}");
        assert_eq!(report.verdict, RunVerdict::Conforms, "{rules}: {:?}", report.unmet);
    }
}

/// Findings are as short as the shortest games that an exhaustive search found.
#[test]
fn findings_are_as_short_as_the_shortest_games() {
    let shortest = |name: &str, id: &str| {
        let mutant = zoo::find(name).unwrap_or_else(|| panic!("{name} is in the zoo"));
        let report = examined(mutant.rules, &|| mutant.engine());
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.id == id)
            .unwrap_or_else(|| panic!("{name} has the finding {id}"));
        (finding.turns.len(), finding.size.point_count())
    };
    // A legal suicide of two stones: 4x1, 3 turns.
    assert_eq!(shortest("all-suicide-refused", "TT7.play.several-suicide-permitted"), (3, 4));
    // The empty board again: 2x1, 3 turns.
    assert_eq!(shortest("initial-grid-missing", "TT6.play.repeat-initial"), (3, 2));
    // A suicide of a lone stone: 1x1, 1 turn.
    assert_eq!(shortest("lone-suicide-legal", "TT6.play.lone-suicide-refused"), (1, 1));
}

#[test]
fn a_wrong_engine_that_refuses_small_boards_is_detected_on_large_ones() {
    let mutant = zoo::find("history-forgotten-at-pass").unwrap();
    let options = Options {
        rules: mutant.rules,
        sizes: vec![Size::square(9).unwrap()],
        sizes_named: true,
        games: Some(0),
        ..undiagnosed(Level::Smoke)
    };
    let report = run(&|| Ok(mutant.engine()), &options, &NoObserver);
    assert_eq!(broken_rules(&report), BTreeSet::from([Rule::TT6]));
}

#[test]
fn boards_between_the_usual_ones_are_tested_briefly() {
    let size: Size = "12x12".parse().unwrap();
    let make = || -> Box<dyn Engine> {
        let wrong = zoo::find("stones-only").unwrap().engine();
        let engine = BySize::new(zoo::control(), wrong, move |board| board == size);
        Bent::named("wrong on one board", engine).answering([Check::Score]).boxed()
    };
    let options = |level| Options { games: Some(0), ..undiagnosed(level) };
    let report = run(&|| Ok(make()), &options(Level::Standard), &NoObserver);
    let further = "9x13 10x10 11x11 12x12 13x9 14x14 15x15 16x16 17x17 18x18";
    let sizes: Vec<String> = report.further_sizes.iter().map(Size::to_string).collect();
    assert_eq!(sizes.join(" "), further);
    assert_eq!(report.verdict, RunVerdict::Deviates);
    assert!(report.findings.iter().all(|finding| finding.size == size), "{:?}", report.findings);
    let shown = text(&report, &TextOptions::default());
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(&format!("13x13 19x19; tested briefly: {further} played")), "{shown}");
    // Further boards are not tested at level smoke, or if boards are named, or if parts are selected.
    let sizes = vec![Size::square(5).unwrap()];
    let named = Options { sizes, sizes_named: true, ..options(Level::Standard) };
    let parts = Options { only: vec!["TT9".to_owned()], ..options(Level::Standard) };
    for options in [options(Level::Smoke), named, parts] {
        let report = run(&|| Ok(zoo::control() as Box<dyn Engine>), &options, &NoObserver);
        assert_eq!((report.further_sizes, report.verdict), (Vec::new(), RunVerdict::Conforms));
    }
    assert_eq!(Level::Full.further_sizes().len(), 625 - Level::Full.sizes().len());
}

#[test]
fn engines_that_are_wrong_about_phases_are_detected_on_one_board() {
    each_is_detected_on_one_board(|mutant| mutant.event == Event::KoTakenAgain);
}

#[test]
#[ignore = "minutes: cargo test -- --ignored thorough"]
fn thorough_engines_that_are_wrong_about_phases_are_detected_on_one_board() {
    each_is_detected_on_one_board(|mutant| !mutant.has_usual_end());
}

/// Checks that the fixed suite of one board alone shows that each selected engine breaks its rule and no other.
fn each_is_detected_on_one_board(is_selected: fn(&Mutant) -> bool) {
    each(is_selected, |mutant| {
        let options = Options {
            rules: mutant.rules,
            sizes: vec![Size::square(9).unwrap()],
            sizes_named: true,
            games: Some(0),
            effort: LITTLE,
            ..undiagnosed(Level::Smoke)
        };
        let report = run(&|| Ok(mutant.engine()), &options, &NoObserver);
        let found: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        let is_declared = found.contains(&&*mutant.id().to_string());
        if is_declared && broken_rules(&report) == BTreeSet::from([mutant.rule]) {
            Ok(())
        } else {
            Err(format!("should be {}, is {found:?}", mutant.id()))
        }
    });
}
