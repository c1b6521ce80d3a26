//! A rule conforms only as far as it was observed, and every format says so.

use super::{bent, engine, follows, quick};
use serde_json::{Value, json};
use superko::certify::{NoObserver, run};
use superko::engine::bent::Bent;
use superko::report::{
    Certificate, Circumstances, Format, JSON_SCHEMA, Report, RunVerdict, TextOptions,
};
use superko::{Check, Engine, Player, RefusalReason, ReportedScore, Rule, Rules, Ruling, Score};

/// Returns the ids of the rules to which the engine conforms in part, each with the reason.
fn in_part(report: &Report) -> Vec<(&'static str, String)> {
    let rules = report.rules_checked.keys();
    rules.filter_map(|rule| Some((rule.id(), report.in_part(*rule)?))).collect()
}

fn shown(report: &Report, screen: bool) -> String {
    let text = superko::report::text(report, &TextOptions { screen, ..TextOptions::default() });
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the report on an engine that panics at every illegal turn.
fn failing_at_illegal_turns() -> Report {
    bent(&quick("tromp-taylor"), |_, _, ruling| match ruling {
        Ruling::Allowed => Ok(ruling),
        _ => panic!("no such turn"),
    })
}

#[test]
fn a_complete_run_of_a_right_engine_observes_all() {
    observes_all(Rules::pairwise().step_by(5));
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_complete_run_of_a_right_engine_observes_all() {
    observes_all(Rules::pairwise());
}

fn observes_all(rule_sets: impl Iterator<Item = Rules>) {
    for rules in rule_sets {
        let report = run(&|| Ok(engine()), &quick(&rules.to_string()), &NoObserver);
        assert_eq!((report.verdict, in_part(&report)), (RunVerdict::Conforms, vec![]), "{rules}");
        assert!(report.rules_checked.values().all(|result| result.unobserved.is_empty()));
    }
}

#[test]
fn a_rule_conforms_in_part_if_its_events_were_not_observed() {
    let report = failing_at_illegal_turns();
    assert_eq!(report.verdict, RunVerdict::Faulty);
    let part = in_part(&report);
    let ids: Vec<&str> = part.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(ids, ["TT6", "TT7", "TT8"], "{part:?}");
    assert!(
        part[0].1.contains("repeat-cycle-2") && part[0].1.ends_with(" not observed"),
        "{part:?}"
    );
    assert_eq!(part[1].1, "occupied not observed");
    // Every format says so.
    for screen in [true, false] {
        let text = shown(&report, screen);
        assert!(text.contains("in part: TT6 (lone-suicide-refused, "), "{text}");
        assert!(text.contains("TT7 (occupied not observed)"), "{text}");
    }
    let of = |form: Format| form.of(&report, &TextOptions::default());
    assert!(of(Format::Markdown).contains("| TT7 play, suicide | - | in part |"));
    assert!(of(Format::Markdown).contains("\nIn part: TT6 (lone-suicide-refused, "));
    assert!(of(Format::Html).contains("title=\"occupied not observed\">in part</td>"));
    assert!(of(Format::Html).contains("TT7 (occupied not observed)"));
    assert!(
        of(Format::Junit)
            .contains("<skipped message=\"conforms in part: occupied not observed\"/>")
    );
    let json: Value = serde_json::from_str(&of(Format::Json)).unwrap();
    let rule = &json["rules_checked"]["TT7"];
    assert_eq!(rule["enforces"], "conforms");
    assert_eq!(rule["unobserved"], json!({ "enforces": ["occupied"] }));
    assert_eq!(json["in_part"]["TT7"], "occupied not observed");
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    follows(&json, &schema["$defs"]["report"], &schema["$defs"]);
    assert_eq!(superko::report::from_json(&of(Format::Json)).unwrap(), report);
}

/// Makes a correct engine, except that it changes its scores, and may not answer questions about points with a stone.
fn board(form: fn(Score) -> ReportedScore, is_reticent: bool) -> Box<dyn Engine> {
    let board = Bent::named("board", engine()).answering([Check::Board, Check::Status]);
    let board = board.is_legal(move |engine, _, turn| {
        let is_told = |ruling: &Ruling| *ruling != Ruling::Forbidden(RefusalReason::Occupied);
        Ok(engine.is_legal(turn)?.filter(|ruling| !is_reticent || is_told(ruling)))
    });
    let board = board.score(move |engine, _| {
        Ok(engine.score()?.map(|score| match score {
            ReportedScore::Areas(score) => form(score),
            other => other,
        }))
    });
    board.boxed()
}

fn report(form: fn(Score) -> ReportedScore, is_reticent: bool) -> Report {
    run(&|| Ok(board(form, is_reticent)), &quick("tromp-taylor"), &NoObserver)
}

fn winner(score: Score) -> ReportedScore {
    let winner = match score.margin() {
        0 => None,
        margin if margin > 0 => Some(Player::Black),
        _ => Some(Player::White),
    };
    ReportedScore::Winner(winner)
}

#[test]
fn a_rule_that_is_only_played_is_known_in_part() {
    let report = report(ReportedScore::Areas, true);
    assert_eq!(report.verdict, RunVerdict::Conforms);
    let rule = &report.rules_checked[&Rule::TT7];
    assert_eq!((rule.knows.id(), rule.enforces.id()), ("conforms", "conforms"));
    assert_eq!(in_part(&report), [("TT7", "occupied not observed when asked".to_owned())]);
    let junit = Format::Junit.of(&report, &TextOptions::default());
    let (_, suite) = junit.split_once("under tromp-taylor: TT7\"").unwrap();
    let (_, knows) = suite.split_once("<testcase name=\"knows\"").unwrap();
    let (knows, enforces) = knows.split_once("<testcase name=\"enforces\"").unwrap();
    assert!(knows.contains("conforms in part: occupied not observed"), "{knows}");
    assert!(!enforces.split("</testsuite>").next().unwrap().contains("<skipped"), "{enforces}");
}

#[test]
fn a_wrong_score_does_not_show_who_wins() {
    // The engine reports a win for Black in place of every tie.
    let report = report(
        |score| {
            ReportedScore::Areas(Score {
                black: score.black + u32::from(score.black == score.white),
                ..score
            })
        },
        false,
    );
    assert!(report.rules_checked[&Rule::TT9].deviates());
    let part = in_part(&report);
    let why = "not observed where the score is wrong";
    assert_eq!(part, [("TT3", why.to_owned()), ("TT10", why.to_owned())]);
    assert!(
        shown(&report, true).contains("in part: TT3 TT10 (not observed where the score is wrong)")
    );
    // If all scores are wrong, nothing is known about the winner.
    let report = self::report(
        |score| ReportedScore::Areas(Score { black: score.black + 1, ..score }),
        false,
    );
    assert_eq!(report.rules_checked[&Rule::TT10].enforces.id(), "unobserved");
}

#[test]
fn no_numbers_are_compared_if_an_engine_names_only_winners() {
    let right = report(winner, false);
    assert_eq!(right.verdict, RunVerdict::Conforms);
    assert_eq!(in_part(&right), [("TT9", "only winners compared".to_owned())]);
    let expected = "Of its scores only the winners were compared: it tells no numbers.";
    assert!(shown(&right, true).contains(expected) && shown(&right, false).contains(expected));
    let circumstances = Circumstances {
        suite: String::new(),
        program: None,
        files: std::collections::BTreeMap::new(),
        date: "2026-11-23T07:30:00Z".to_owned(),
    };
    let badge = Certificate::of(&right, circumstances).badge();
    assert!(badge.contains("conforms, only winners compared (smoke)"), "{badge}");
    // The engine reports a tie if White wins by one point. Its count or its comparison is wrong.
    let wrong = report(
        |score| match score.margin() {
            -1 => ReportedScore::Winner(None),
            _ => winner(score),
        },
        false,
    );
    assert!(wrong.rules_checked[&Rule::TT9].deviates());
    let result = &wrong.rules_checked[&Rule::TT10];
    assert_eq!((result.enforces.id(), result.observations), ("unobserved", 0));
}

/// A test for each rule and check.
mod one_test_each {
    use super::*;

    superko::conformance_tests!(
        superko::certify(|| board(ReportedScore::Areas, true)).sizes(["2x1", "3x3"]).games(5)
    );
}

#[test]
fn a_rust_test_names_what_conforms_in_part() {
    let test = "in_part::one_test_each::rule_7";
    let tests = std::env::current_exe().unwrap();
    let ran = std::process::Command::new(tests).args([test, "--exact"]).output().unwrap();
    assert!(ran.status.success());
    let printed = String::from_utf8(ran.stderr).unwrap();
    let named = "superko: board conforms in part to TT7 (occupied not observed when asked)\n";
    assert!(printed.ends_with(named), "{printed}");
}
