//! The tester tested: every engine that is wrong on purpose is convicted, of what it does wrong and of nothing else.

use rayon::prelude::*;
use std::collections::BTreeSet;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::zoo::{self, Mutant};
use superko::findings::Kind;
use superko::report::{Finding, Outcome, Report, TextOptions, text};
use superko::{About, Engine, Event, Fault, ReportedScore, Rule, Rules, Ruling, Setup, Size, Turn};

/// Examines on small boards, and on those named beside them, with so many random games.
fn examined_also_on(
    more: &[&str],
    games: (Level, u64),
    rules: Rules,
    make: &(dyn Fn() -> Box<dyn Engine> + Sync),
) -> Report {
    let sizes = ["1x1", "2x1", "1x2", "3x1", "4x1", "2x2", "3x2", "3x3", "4x3", "5x5"];
    let options = Options {
        rules,
        sizes: sizes.iter().chain(more).map(|text| text.parse().unwrap()).collect(),
        games: Some(games.1),
        ..Options::at(games.0)
    };
    run(&|| Ok(make()), &options, &NoObserver)
}

/// The level and the games of a thorough examination.
const THOROUGH: (Level, u64) = (Level::Standard, 40);

fn examined(rules: Rules, make: &(dyn Fn() -> Box<dyn Engine> + Sync)) -> Report {
    examined_also_on(&[], THOROUGH, rules, make)
}

fn convicted_of(report: &Report) -> BTreeSet<Rule> {
    report.findings.iter().filter_map(|finding| finding.rule).collect()
}

/// Examines every engine, on as many threads as there are processors.
fn each(check: impl Fn(&'static Mutant) -> Result<(), String> + Sync) {
    let told = |mutant: &'static Mutant| Some(format!("{}: {}", mutant.name, check(mutant).err()?));
    let wrong: Vec<String> = zoo::ALL.par_iter().filter_map(told).collect();
    assert!(wrong.is_empty(), "{} engines:\n{}", wrong.len(), wrong.join("\n"));
}

/// Engines whose doings can be read as the breach of another rule too, when all that is seen is a position.
const ALSO: &[(&str, &[Rule])] = &[
    // On a small board a chain that is overlooked may have an empty point across the edge.
    ("last-row-not-cleared", &[Rule::TT3]),
    ("chain-limit", &[Rule::TT3]),
    // A capturing stone that vanishes was removed too soon, or did not capture.
    ("wrap-around", &[Rule::TT4, Rule::TT7]),
    // A stone that lands elsewhere captures or lives where it should not.
    ("transposed-coordinates", &[Rule::TT6, Rule::TT7]),
];

#[test]
fn every_wrong_engine_is_convicted_of_its_rule_and_of_no_other() {
    each_is_convicted_by((Level::Smoke, 10));
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_every_wrong_engine_is_convicted_of_its_sentence_and_of_no_other() {
    each_is_convicted_by(THOROUGH);
}

/// Every wrong engine is convicted of its rule and of no other; at length by its check and its event too.
fn each_is_convicted_by(games: (Level, u64)) {
    each(|mutant| {
        // On the small boards no keys of 64 bits cancel.
        let more = if mutant.event == Event::HashCollision { &["9x9"][..] } else { &[] };
        let report = examined_also_on(more, games, mutant.rules, &|| mutant.engine());
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|f| format!("{} ({} turns on {}, {:?})", f.id, f.turns.len(), f.size, f.kind))
            .collect();
        let kind = if mutant.event == Event::GameBefore { Kind::History } else { Kind::Steady };
        // What an engine keeps or forgets is not put down to a rule.
        let rule = (!mutant.event.is_about_the_engine()).then_some(mutant.rule);
        let by_event = |finding: &Finding| {
            (finding.check, finding.event) == (mutant.check, mutant.event) || games != THOROUGH
        };
        let mut of_rule = report.findings.iter().filter(|finding| finding.rule == rule);
        let declared = of_rule.any(by_event);
        let also = ALSO.iter().find(|(name, _)| *name == mutant.name).map_or(&[][..], |a| a.1);
        let right =
            convicted_of(&report).iter().all(|rule| *rule == mutant.rule || also.contains(rule));
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
fn the_control_of_the_zoo_and_the_reference_conform() {
    for rules in ["tromp-taylor", "aga", "bga", "new-zealand", "chinese", "chinese-written"] {
        let rules: Rules = rules.parse().unwrap();
        let report = examined(rules, &|| zoo::control());
        assert_eq!(report.findings, [], "{rules}");
        assert_eq!(report.verdict, Outcome::Conforms, "{rules}: {:?}", report.unmet);
    }
}

/// The shortest games known, by exhaustive search: what convicts must be as short.
#[test]
fn witnesses_are_as_short_as_the_shortest_games() {
    let shortest = |name: &str, id: &str| {
        let mutant = zoo::find(name).unwrap_or_else(|| panic!("{name} is in the zoo"));
        let report = examined(mutant.rules, &|| mutant.engine());
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.id == id)
            .unwrap_or_else(|| panic!("{name} is convicted of {id}"));
        (finding.turns.len(), finding.size.point_count())
    };
    // A legal suicide of two stones: 4x1, 3 turns.
    assert_eq!(shortest("all-suicide-refused", "TT7.play.several-suicide-permitted"), (3, 4));
    // The empty board again: 2x1, 3 turns.
    assert_eq!(shortest("initial-grid-missing", "TT6.play.repeat-initial"), (3, 2));
    // A lone stone played to vanish: 1x1, 1 turn.
    assert_eq!(shortest("lone-suicide-legal", "TT6.play.lone-suicide-refused"), (1, 1));
}

#[test]
fn a_wrong_engine_that_refuses_small_boards_is_convicted_on_large_ones() {
    let mutant = zoo::find("history-forgotten-at-pass").unwrap();
    let options = Options {
        rules: mutant.rules,
        sizes: vec![Size::square(9).unwrap()],
        sizes_named: true,
        games: Some(0),
        ..Options::at(Level::Smoke)
    };
    let report = run(&|| Ok(mutant.engine()), &options, &NoObserver);
    assert_eq!(convicted_of(&report), BTreeSet::from([Rule::TT6]));
}

/// An engine that is wrong on one board.
struct WrongOn {
    size: Size,
    right: Box<dyn Engine>,
    wrong: Box<dyn Engine>,
    /// Whether this game is on that board.
    here: bool,
}

impl WrongOn {
    fn current(&mut self) -> &mut dyn Engine {
        if self.here { self.wrong.as_mut() } else { self.right.as_mut() }
    }
}

impl Engine for WrongOn {
    fn about(&self) -> About {
        About::named("wrong on one board")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.here = game.size() == self.size;
        self.current().start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.current().play(turn)
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.current().score()
    }
}

#[test]
fn boards_between_the_usual_ones_are_looked_at_in_brief() {
    let size: Size = "12x12".parse().unwrap();
    let make = || -> Box<dyn Engine> {
        let wrong = zoo::find("stones-only").unwrap().engine();
        Box::new(WrongOn { size, right: zoo::control(), wrong, here: false })
    };
    let options = |level| Options { games: Some(0), ..Options::at(level) };
    let report = run(&|| Ok(make()), &options(Level::Standard), &NoObserver);
    let further = "9x13 10x10 11x11 12x12 13x9 14x14 15x15 16x16 17x17 18x18";
    let sizes: Vec<String> = report.further_sizes.iter().map(Size::to_string).collect();
    assert_eq!(sizes.join(" "), further);
    assert_eq!(report.verdict, Outcome::Deviates);
    assert!(report.findings.iter().all(|finding| finding.size == size), "{:?}", report.findings);
    let told = text(&report, &TextOptions::default());
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&format!("13x13 19x19; tested briefly: {further} played")), "{told}");
    // Not at level smoke, nor where boards are named, nor where parts are.
    let named = Options { sizes: vec![size], sizes_named: true, ..options(Level::Standard) };
    let parts = Options { only: vec!["TT9".to_owned()], ..options(Level::Standard) };
    for options in [options(Level::Smoke), named, parts] {
        let report = run(&|| Ok(zoo::control() as Box<dyn Engine>), &options, &NoObserver);
        assert_eq!((report.further_sizes, report.verdict), (Vec::new(), Outcome::Conforms));
    }
    assert_eq!(Level::Full.further_sizes().len(), 625 - Level::Full.sizes().len());
}
