//! A report claims only what was observed, and does not contradict itself.

use super::{diagnosed, engine, of_zoo, quick};
use superko::certify::{Diagnose, NoObserver, Options, run};
use superko::engine::bent::Bent;
use superko::engines::zoo;
use superko::findings::Reliability;
use superko::report::{
    Exactness, FindingGroup, RULES, RunVerdict, TextOptions, groups_of_findings, text,
};
use superko::{EngineFactory, Event, Setup, Turn};

#[test]
fn rules_that_were_not_observed_are_not_claimed() {
    // An engine that plays simple ko without suicide, and reports neither the player to move nor the score.
    let chinese = |game| Setup { rules: "chinese".parse().unwrap(), ..game };
    let reticent: &EngineFactory<'_> =
        &|| Ok(Bent::named("reticent", engine()).beginning(chinese).boxed());
    let report = run(reticent, &quick("japanese"), &NoObserver);
    assert_eq!(report.verdict, RunVerdict::Conforms);
    assert_eq!(report.undistinguished, Some("chinese".parse().unwrap()));
    let expected = "reticent conforms to japanese in what was observed; chinese and beginners differ only in what was not observed.";
    assert!(text(&report, &TextOptions::default()).contains(expected));
    // Every event that the report lists as required was observed.
    assert!(report.demanded.keys().all(|event| report.events[event] > 0), "{:?}", report.demanded);
    // The report also names alike rule sets if the rules differ in more ways from Tromp-Taylor rules.
    let report = run(reticent, &quick("chinese"), &NoObserver);
    let names: Vec<String> = report.alike.iter().map(|rules| rules.called()).collect();
    assert_eq!(names, ["beginners", "japanese"]);
    let expected = "reticent conforms to chinese in what was observed; beginners and japanese differ only in what was not observed.";
    assert!(text(&report, &TextOptions::default()).contains(expected));
    // All rules of these rule sets are observed, or are as in Tromp-Taylor.
    for rules in ["chinese", "tromp-taylor"] {
        let report = run(reticent, &quick(rules), &NoObserver);
        assert_eq!(report.undistinguished, None, "{rules}");
    }
    let right: &EngineFactory<'_> = &|| Ok(engine());
    assert_eq!(run(right, &quick("japanese"), &NoObserver).undistinguished, None);
}

#[test]
fn a_report_does_not_contradict_itself() {
    let collides = zoo::ALL.iter().find(|mutant| mutant.event == Event::HashCollision).unwrap();
    let options = Options { sizes: vec!["9x9".parse().unwrap()], ..quick("tromp-taylor") };
    let report = run(&|| Ok(collides.engine()), &options, &NoObserver);
    assert!(report.findings.iter().any(|found| found.event == Event::HashCollision));
    assert!(matches!(report.exactness, Some(Exactness::Deviates { .. })));
    // Both requested switches are named.
    let report = run(
        &|| Ok(zoo::find("history-of-8").unwrap().engine()),
        &quick("suicide=forbidden"),
        &NoObserver,
    );
    let expected = "deviates from repetition=positional,suicide=forbidden in TT6";
    assert!(text(&report, &TextOptions::default()).contains(expected));
}

/// The diagnosis explains what an engine keeps from other games. The report names the boards to which findings were shortened.
#[test]
fn a_finding_is_attributed_to_the_diagnosed_mistake() {
    let report = |name: &str, size: &str| {
        let name = name.to_owned();
        let options = Options { diagnose: Diagnose::WhereWorthwhile, ..quick("tromp-taylor") };
        let options = options.on([size.parse().unwrap()]);
        run(&move || Ok(zoo::find(&name).unwrap().engine()), &options, &NoObserver)
    };
    let kept = report("board-kept", "3x3");
    let cause = kept.findings[0].explanation.as_deref();
    // The games before it are those that asked the engine what it can do.
    assert_eq!(kept.findings[0].kind, Reliability::History);
    assert_eq!(cause, Some("keeps the stones of the previous game"));
    let history = report("history-of-8", "4x4");
    let shown = text(&history, &TextOptions::default());
    let boards = "boards     4x4; games of findings were shortened to ";
    let found = history.findings.iter().map(|finding| finding.size);
    // If only square boards are requested, findings are shortened to square boards.
    assert!(found.clone().all(|size| size.is_square()), "{shown}");
    let line = shown.lines().find_map(|line| line.trim().strip_prefix(boards)).unwrap();
    let mut others = found.map(|size| size.to_string()).filter(|size| size != "4x4");
    assert!(others.all(|size| line.split(' ').any(|word| word == size)), "{shown}");
}

#[test]
fn other_rules_are_offered_by_a_call_of_the_caller() {
    let mutant = zoo::find("situational-as-positional").unwrap();
    let options = Options { diagnose: Diagnose::Always, ..quick("tromp-taylor") };
    let by_library = run(&|| Ok(mutant.engine()), &options, &NoObserver);
    let mut by_command = by_library.clone();
    by_command.engine.arguments = Some("zoo:situational-as-positional".to_owned());
    let mut by_another = by_library.clone();
    by_another.engine.by_rules = Some(format!("my-tests --rules '{RULES}'"));
    let rules = "repetition=situational,suicide=allowed";
    for (report, how) in [
        (by_library, format!(".rules(\"{rules}\")")),
        (
            by_command,
            format!("superko certify --rules {rules} --level smoke zoo:situational-as-positional"),
        ),
        (by_another, format!("my-tests --rules '{rules}'")),
    ] {
        let expected = format!("If it is meant to play {rules}, `{how}` tests it by these rules.");
        for screen in [true, false] {
            let shown = text(&report, &TextOptions { screen, ..TextOptions::default() });
            assert!(
                shown.split_whitespace().collect::<Vec<_>>().join(" ").contains(&expected),
                "{shown}"
            );
        }
    }
}

#[test]
fn findings_of_one_mistake_are_grouped_as_they_are_numbered() {
    let report = diagnosed("history-of-8");
    let groups = groups_of_findings(&report, &TextOptions::default());
    assert!(groups.len() > 1 && groups.len() < report.findings.len());
    assert!(groups.iter().all(|group| group.first_of_mistake == 0));
    let all: usize = groups.iter().map(|group| group.findings.len()).sum();
    assert_eq!(all, report.findings.len());
    let shown = text(&report, &TextOptions::default());
    for (place, group) in groups.iter().enumerate() {
        assert!(shown.contains(&format!("{:>2}. {}", place + 1, group.findings[0].id)), "{shown}");
        assert_eq!(group.in_short.len(), group.findings.len());
        assert!(group.findings.iter().all(|finding| group.text.contains(&finding.id)));
    }
    // Without a diagnosis, no findings are known to have one cause.
    let report = of_zoo("history-of-8");
    let groups = groups_of_findings(&report, &TextOptions::default());
    assert!(groups.iter().enumerate().all(|(place, group)| group.first_of_mistake == place));
}

#[test]
fn the_verdict_does_not_accuse_two_rules_of_one_mistake() {
    let verdict = |name: &str| {
        let name = name.to_owned();
        let options = Options { diagnose: Diagnose::WhereWorthwhile, ..quick("tromp-taylor") };
        let report = run(&move || Ok(zoo::find(&name).unwrap().engine()), &options, &NoObserver);
        for screen in [true, false] {
            let shown = text(&report, &TextOptions { screen, ..TextOptions::default() });
            let verdict = shown.lines().next().unwrap().to_owned();
            assert!(screen || shown.matches(&verdict).count() == 2, "{shown}");
        }
        text(&report, &TextOptions::default()).lines().next().unwrap().to_owned()
    };
    let expected =
        "corner-blind deviates from tromp-taylor in TT3, and by the same mistake in TT6.";
    assert_eq!(verdict("corner-blind"), expected);
    // The rule that the mistake is about comes first, whatever its number.
    let expected =
        "suicide-before-capture deviates from tromp-taylor in TT7, and by the same mistake in TT6.";
    assert_eq!(verdict("suicide-before-capture"), expected);
    // Without a diagnosis, no rules are known to be broken by one mistake.
    let report = of_zoo("corner-blind");
    let shown = text(&report, &TextOptions::default());
    assert!(shown.starts_with("corner-blind deviates from tromp-taylor in TT3, TT6.\n"), "{shown}");
}

#[test]
fn the_plainest_finding_of_a_mistake_comes_first() {
    plainest_findings_come_first(&["hash-blind-to-captures"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_the_plainest_finding_of_a_mistake_comes_first() {
    plainest_findings_come_first(&["hash-blind-to-captures", "captured-stones-toggled-twice"]);
}

/// Checks that the first finding about each engine of the zoo has no pass in its game.
fn plainest_findings_come_first(names: &[&str]) {
    for name in names {
        let mutant = zoo::find(name).unwrap();
        let options = Options { diagnose: Diagnose::Always, ..quick("tromp-taylor") };
        let report = run(&|| Ok(mutant.engine()), &options, &NoObserver);
        let groups = groups_of_findings(&report, &TextOptions::default());
        let plain =
            |group: &FindingGroup<'_>| !group.findings[0].record.turns.contains(&Turn::Pass);
        let across = |group: &FindingGroup<'_>| group.findings[0].event == Event::RepeatAcrossPass;
        assert!(plain(&groups[0]), "{name}: {:?}", groups[0]);
        let last_plain = groups.iter().rposition(plain);
        assert!(last_plain < groups.iter().position(across), "{name}: {groups:?}");
    }
}

#[test]
fn the_screen_says_that_collisions_were_not_tested() {
    let silent = super::bent(&quick("tromp-taylor"), |_, _, ruling| Ok(ruling));
    assert_eq!(silent.verdict, RunVerdict::Conforms);
    let shown = text(&silent, &TextOptions { screen: true, ..TextOptions::default() });
    assert!(shown.contains("; collisions not tested: it does not show its hash"), "{shown}");
}
