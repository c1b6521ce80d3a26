//! Reports of runs: they are the same on every machine, can be read back, and attribute findings to the right cause.

mod advice;
mod bent;
mod certificate;
mod claims;
mod formats;
mod in_part;
mod page;
mod renderers;
mod resume;
mod tolerant;

use bent::{bending, bent, diagnosed, engine, of_zoo, quick};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use superko::certify::{Diagnose, Level, NoObserver, Observer, Options, Run, run};
use superko::engine::bent::Bent;
use superko::engines::{Reference, zoo};
use superko::findings::Reliability;
use superko::report::{
    JSON_SCHEMA, KnownFailures, Report, RunVerdict, TextOptions, from_json, text, to_json,
};
use superko::{
    Check, Copies, Engine, Event, Fault, RefusalReason, Rules, Ruling, Setup, Size, Turn,
};

/// Returns what was demanded of a run and not observed, in words.
fn unmet(report: &Report) -> Vec<String> {
    report.unmet.iter().map(ToString::to_string).collect()
}

/// One engine is wrong in its games, the other when turns are taken back.
#[test]
fn a_run_is_the_same_with_any_number_of_engines() {
    runs_are_the_same(&["superko-skipped-on-suicide", "undo-keeps-history"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_runs_are_the_same_with_any_number_of_engines() {
    runs_are_the_same(&["superko-skipped-on-suicide", "undo-keeps-history", "history-of-8"]);
}

/// Checks that reports on engines of the zoo do not depend on the number of engines that play at once.
fn runs_are_the_same(names: &[&str]) {
    for name in names {
        let mutant = zoo::find(name).unwrap();
        let factory = || Ok(mutant.engine() as Box<dyn Engine>);
        let options = quick("tromp-taylor");
        let alone = run(&factory, &options, &NoObserver);
        assert_eq!(alone.verdict, RunVerdict::Deviates, "{name}");
        for jobs in [1, 2, 5] {
            let report =
                Run { jobs, ..Run::new(&factory, &options, &NoObserver) }.report().unwrap();
            assert_eq!(to_json(&report), to_json(&alone), "{name}, {jobs} jobs");
        }
    }
}

#[test]
fn a_report_is_written_as_its_schema_says_and_read_again() {
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    let mutant = zoo::find("board-kept").unwrap();
    let reports = [
        run(&|| Ok(mutant.engine()), &quick("tromp-taylor"), &NoObserver),
        bent(&quick("aga"), |_, turn, ruling| match turn {
            Turn::Pass => panic!("no pass here"),
            _ => Ok(ruling),
        }),
        run(&|| Ok(engine()), &quick("chinese"), &NoObserver),
    ];
    for report in reports {
        let text = to_json(&report);
        assert_eq!(from_json(&text).unwrap(), report);
        let value: Value = serde_json::from_str(&text).unwrap();
        follows(&value, &schema["$defs"]["report"], &schema["$defs"]);
    }
    let error = from_json("{\"schema\": 1}").unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

/// Checks a value against a JSON schema, as far as ours needs it: types, properties, required names, items, alternatives.
fn follows(value: &Value, schema: &Value, defs: &Value) {
    if let Some(name) = schema["$ref"].as_str() {
        return follows(value, &defs[name.trim_start_matches("#/$defs/")], defs);
    }
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{value} is none of {words:?}");
    }
    if let Some(either) = schema["oneOf"].as_array() {
        let null = either.iter().any(|one| one["type"] == "null");
        assert!(null, "{schema}");
        if !value.is_null() {
            follows(value, &either[0], defs);
        }
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        Value::Null => return,
        one => vec![one.clone()],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() && !types.contains(&"number".into()) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(types.contains(&kind.into()), "{value} is not {types:?}");
    for item in value.as_array().into_iter().flatten() {
        follows(item, &schema["items"], defs);
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let of_key = &schema["properties"][key];
        let other = &schema["additionalProperties"];
        assert!(of_key.is_object() || other.is_object(), "{key} is not in the schema");
        follows(member, if of_key.is_object() { of_key } else { other }, defs);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(value.get(name.as_str().unwrap()).is_some(), "{name} is missing");
    }
}

#[test]
fn the_next_command_keeps_the_selected_part() {
    let part = |part: &str| vec![part.to_owned()];
    let arguments = Some("mine".to_owned());
    let usual = Options { arguments, ..quick("tromp-taylor") };
    let options = Options { only: part("undo"), skip: part("@5x5"), ..usual.clone() };
    let report = run(&|| Ok(engine()), &options, &NoObserver);
    let shown = text(&report, &TextOptions::default());
    assert!(shown.contains("--only undo --skip @5x5 mine` asks more"), "{shown}");
    assert!(shown.contains("Only a part was tested: undo, without @5x5."), "{shown}");
    let json = to_json(&report);
    assert_eq!(from_json(&json).unwrap(), report);
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    let value = serde_json::from_str(&json).unwrap();
    follows(&value, &schema["$defs"]["report"], &schema["$defs"]);
    // If no part is selected, the JSON does not mention parts.
    let json = to_json(&run(&|| Ok(engine()), &usual, &NoObserver));
    assert!(!json.contains("\"only\"") && !json.contains("\"skip\""));
}

#[test]
fn text_is_colored_only_on_request() {
    let report = run(&|| Ok(engine()), &quick("aga"), &NoObserver);
    let plain = text(&report, &TextOptions::default());
    let colored = text(&report, &TextOptions { color: true, ..TextOptions::default() });
    assert!(!plain.contains('\x1b') && colored.contains("\x1b[32m"));
    let mut bare = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        bare += before;
        rest = after.split_once('m').unwrap().1;
    }
    assert_eq!(bare + rest, plain);
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
}

#[test]
fn an_engine_that_refuses_at_random_is_flaky_and_breaks_no_rule() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    // The engines share the counter, so that no game gets the same answer again.
    let options = Options { arguments: Some("mine".to_owned()), ..quick("tromp-taylor") };
    let report = bent(&options, |_, _, ruling| {
        let unlucky = CALLS.fetch_add(1, Ordering::Relaxed) % 1009 == 1008;
        Ok(if unlucky { Ruling::from(false) } else { ruling })
    });
    assert_eq!(report.verdict, RunVerdict::Deviates);
    for finding in &report.findings {
        assert_eq!((finding.rule, finding.kind), (None, Reliability::Flaky), "{}", finding.id);
        assert_eq!(finding.event, Event::NotAlways);
        assert!(finding.confirmed.0 < finding.confirmed.1, "{:?}", finding.confirmed);
        let (shown, tried) = finding.confirmed;
        let again = format!("superko replay --flaky {shown}/{tried} '");
        assert!(finding.again.starts_with(&again), "{}", finding.again);
    }
    assert_eq!(report.findings.len(), 1, "one for the check `play`");
    assert!(report.rules_checked.values().all(|result| !result.deviates()));
}

#[test]
fn a_finding_that_needs_earlier_games_keeps_them() {
    let mutant = zoo::find("board-kept").unwrap();
    let report = run(&|| Ok(mutant.engine()), &quick("tromp-taylor"), &NoObserver);
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!(
        (finding.id.as_str(), finding.kind),
        ("state.board.game-before", Reliability::History)
    );
    assert_eq!((finding.rule, finding.session.len()), (None, 1));
    assert!(text(&report, &TextOptions::default()).contains("It appears only after these games"));
}

#[test]
fn a_fault_is_no_deviation_and_its_game_is_shortened() {
    let report = bent(&quick("tromp-taylor"), |_, _, ruling| Ok(ruling));
    // Checks for which the engine has no method were not observed, and the run did not require them.
    assert_eq!(report.verdict, RunVerdict::Conforms);
    let unobserved: Vec<Check> = report.checks_unobserved().collect();
    assert_eq!(unobserved, [Check::Legality, Check::Undo, Check::Generate]);

    let longer = Options { level: Level::Standard, ..quick("tromp-taylor") };
    let report = bent(&longer, |_, turn, ruling| match turn.to_string().as_str() {
        "B2" => panic!("no liberty"),
        _ => Ok(ruling),
    });
    assert_eq!(report.verdict, RunVerdict::Faulty, "{:?}", report.unmet);
    let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
    assert_eq!((fault.id.as_str(), fault.confirmed), ("fault.panic", (3, 3)));
    assert!(
        fault.what.contains("no liberty at crates/certify/tests/report/main.rs:"),
        "{}",
        fault.what
    );
    assert_eq!(fault.turns, ["B B2"]);
    // Boards on which the fault occurs again and again are given up, others are not.
    assert!(report.engine.notes.iter().any(|note| note.starts_with("2x2 was given up")));
    assert!(!report.engine.notes.iter().any(|note| note.starts_with("2x1 was given up")));
    assert!(!report.complete && report.rules_checked.values().all(|result| !result.deviates()));
}

#[test]
fn a_run_ends_when_no_engine_can_be_started_any_more() {
    let made = AtomicU64::new(0);
    let dies = |_: u64, _: Turn, _: Ruling| -> Result<Ruling, Fault> { panic!("at once") };
    let factory = || match made.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(bending(engine(), dies)),
        _ => Err(Fault::Start { command: "bent".to_owned(), what: "there is only one".to_owned() }),
    };
    // The number of random games is unlimited, so nothing else would end the run.
    let endless = Options { games: None, ..quick("tromp-taylor") };
    let report = run(&factory, &endless, &NoObserver);
    assert!(!report.complete && report.findings.is_empty());
    assert!(report.faults.iter().any(|fault| fault.id == "fault.start.bent" && fault.count >= 20));
}

#[test]
fn the_diagnosis_follows_when_enough_random_games_were_played() {
    struct Enough(AtomicU64);
    impl Observer for Enough {
        fn enough_games(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) >= 40
        }
    }
    let factory = || Ok(zoo::find("initial-grid-missing").unwrap().engine() as Box<dyn Engine>);
    let endless =
        Options { games: None, diagnose: Diagnose::WhereWorthwhile, ..quick("tromp-taylor") };
    let enough = Enough(AtomicU64::new(0));
    let report = run(&factory, &endless, &enough);
    assert!(report.complete && report.diagnosis.is_some());
    assert_eq!(enough.0.into_inner(), 41, "asked before each game");
}

#[test]
fn a_finding_while_the_run_is_ended_is_not_called_flaky() {
    #[derive(Default)]
    struct Ended(AtomicU64);
    impl Observer for Ended {
        fn stop(&self) -> bool {
            self.0.load(Ordering::Relaxed) > 1
        }
    }
    let stopped =
        |command: &str| Fault::Stopped { command: command.to_owned(), waited: Duration::ZERO };
    // This engine answers nothing.
    let given_up = || {
        let engine = Bent::named("given up", engine());
        let engine = engine.start(move |_, _, _| Err(stopped("clear_board")));
        engine.play(move |_, _, _| Err(stopped("play"))).boxed()
    };
    for can_be_started in [false, true] {
        let ended = Ended::default();
        let factory = || match ended.0.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(zoo::find("initial-grid-missing").unwrap().engine() as Box<dyn Engine>),
            _ if can_be_started => Ok(given_up()),
            _ => Err(stopped("engine")),
        };
        let report = run(&factory, &quick("tromp-taylor"), &ended);
        assert!(!report.findings.is_empty());
        for finding in &report.findings {
            assert_eq!((finding.kind, finding.confirmed), (Reliability::Steady, (0, 0)));
            assert!(finding.id.starts_with("TT6."), "{}", finding.id);
        }
        assert_eq!((report.faults.len(), report.engine.notes.len()), (0, 0));
        assert!(text(&report, &TextOptions::default()).contains("not replayed"));
    }
}

#[test]
fn a_run_without_a_required_answer_is_incomplete() {
    let all = |_: u64, _: Turn, ruling: Ruling| Ok(ruling);
    let options = quick("tromp-taylor");
    assert_eq!(bent(&options, all).verdict, RunVerdict::Conforms);
    let demanding = Options { required: vec![Check::Undo, Check::Board], ..options.clone() };
    let report = bent(&demanding, all);
    assert_eq!(
        (report.verdict, unmet(&report)),
        (RunVerdict::Incomplete, vec!["check undo".to_owned()])
    );
    let report = bent(&Options { strict: true, ..options }, all);
    assert_eq!(unmet(&report), ["check legality", "check undo", "check generate"]);
}

#[test]
fn a_stricter_superko_that_gives_no_reason_breaks_the_rule_of_repetition_alone() {
    // This engine plays positional superko, whatever rules are requested.
    let stricter = || {
        let superko = Rules::default().repetition;
        let engine = Bent::named("stricter", engine())
            .beginning(move |game| Setup { rules: game.rules.repetition(superko), ..game });
        let engine = engine.play(|inner, _, turn| {
            Ok(match inner.play(turn)? {
                Ruling::Allowed => Ruling::Allowed,
                Ruling::Forbidden(_) => Ruling::Forbidden(RefusalReason::Unstated),
            })
        });
        Ok(engine.boxed())
    };
    let options = quick("repetition=simple-ko,suicide=forbidden");
    let report = run(&stricter, &options, &NoObserver);
    let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert!(ids.iter().any(|id| id.ends_with(".repeat-permitted")), "{ids:?}");
    assert!(ids.iter().all(|id| id.starts_with("TT6-simple-ko.play.")), "{ids:?}");
}

#[test]
fn a_run_that_fails_fast_ends_at_the_first_finding() {
    let mutant = zoo::find("history-of-8").unwrap();
    let options = Options { fail_fast: true, ..quick("tromp-taylor") };
    let all = of_zoo("history-of-8");
    for jobs in [1, 3] {
        let report = Run { jobs, ..Run::new(&|| Ok(mutant.engine()), &options, &NoObserver) }
            .report()
            .unwrap();
        assert!(!report.complete && report.games < all.games, "{} games", report.games);
        let first = report.findings.iter().map(|finding| finding.work).min();
        assert_eq!(first, all.findings.iter().map(|finding| finding.work).min());
    }
    // A known failure does not end the run.
    let ids: Vec<String> = all.findings.iter().map(|finding| finding.id.clone()).collect();
    let expected: KnownFailures = ids.join("\n").parse().unwrap();
    let report =
        run(&|| Ok(mutant.engine()), &Options { expected, ..options.clone() }, &NoObserver);
    assert_eq!((report.complete, report.findings.len()), (true, ids.len()));
}

#[test]
fn known_failures_do_not_change_the_verdict() {
    let mut report = of_zoo("initial-grid-missing");
    let ids: Vec<String> = report.findings.iter().map(|finding| finding.id.clone()).collect();
    let known = |text: &str| text.parse::<KnownFailures>().unwrap();
    known(&ids[1..].join("\n")).apply(&mut report);
    assert_eq!(report.verdict, RunVerdict::Deviates);
    known(&format!("# all\n{}  # as it is\n", ids.join("\n"))).apply(&mut report);
    assert_eq!(report.verdict, RunVerdict::Conforms);
    let shown = text(&report, &TextOptions::default());
    assert!(shown.contains("only as expected") && shown.contains(", a known failure"), "{shown}");
    known(&format!("{}\nTT9.score.scored", ids.join("\n"))).apply(&mut report);
    assert_eq!(report.unexpected_passes, ["TT9.score.scored"]);
    assert_eq!(report.verdict, RunVerdict::Deviates);
    let error = "TT6.play.quiet\n\n TT6 # no".parse::<KnownFailures>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3: `TT6` is not the id of a finding, a fault or an unmet event, such as TT6.play.repeat-cycle-2 or fault.exit.play"
    );
    for (id, reason) in [
        (
            "TT6.play.repeat-intial",
            "`repeat-intial` is not the name of an event: did you mean `repeat-initial`?",
        ),
        ("TT6.plya.repeat-initial", "`plya` is not a check: did you mean `play`?"),
        ("TT66.play.repeat-initial", "`TT66` "),
        (
            "state.board.game-befor",
            "`game-befor` is not the name of an event: did you mean `game-before`?",
        ),
    ] {
        let error = id.parse::<KnownFailures>().unwrap_err().to_string();
        let start = format!(
            "line 1: `{id}` is not the id of a finding, a fault or an unmet event: {reason}"
        );
        assert!(error.starts_with(&start), "{error}");
    }
    known("TT6-situational.play.repeat-cycle-2\nstate.board.game-before");
    // Other systems write CRLF line ends, and a byte order mark.
    let written = ids.join("\r\n");
    known(&format!("\u{feff}# all\r\n{written}\r\n")).apply(&mut report);
    assert_eq!(report.verdict, RunVerdict::Conforms);
    known(&format!("\u{feff}{written}")).apply(&mut report);
    assert_eq!(report.verdict, RunVerdict::Conforms);
}

/// Returns the message with which `assert_conforms` panics.
fn message(certify: &superko::Certify) -> String {
    let caught =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| certify.assert_conforms()));
    *caught.unwrap_err().downcast::<String>().unwrap()
}

#[test]
fn assert_conforms_panics_with_the_report() {
    let wrong = || shows_board(zoo::find("initial-grid-missing").unwrap().engine());
    let certify = superko::certify(wrong).sizes(["1x2", "5x5"]).games(5);
    let text = message(&certify);
    for part in [
        "my board deviates from tromp-taylor in TT6.",
        "It plays positional superko with suicide, but does not count the starting position.",
        "TT6.play.repeat-initial",
        "   game       1x2: B A1, W pass, B A2\n      2 (.)\n      1  X\n",
        "again      superko::replay(|| ..., \"1x2 tromp-taylor: B A1, W pass, B A2\")",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let again = std::panic::catch_unwind(|| {
        superko::replay(wrong, "1x2 tromp-taylor: B A1, W pass, B A2");
    });
    let text = *again.unwrap_err().downcast::<String>().unwrap();
    assert!(text.starts_with("TT6.play.repeat-initial\n"), "{text}");

    // A missing method is ignored, unless it is required.
    let right = || shows_board(engine());
    let certify = || superko::certify(right).sizes(["2x2"]).games(5);
    certify().assert_conforms();
    let text = message(&certify().require([Check::Legality, Check::Board, Check::Undo]));
    assert!(text.contains("required   but not observed: check legality, check undo\n"), "{text}");
    // Authors in other languages read the report too, so it has no Rust paths.
    assert!(text.contains("Next: implement the missing methods") && !text.contains("::"), "{text}");
    // A boxed engine is an engine.
    let boxed = superko::certify(zoo::control).level(Level::Smoke);
    boxed.sizes(["2x2"]).games(5).assert_conforms();
    // The error names what cannot be read.
    assert!(message(&superko::certify(right).rules("agaa")).contains("did you mean `aga`?"));
    assert!(message(&superko::certify(right).sizes(["26"])).contains("`26` is not a board size"));
}

/// A test for each rule and check, on a board that is cloned to take turns back.
mod one_test_each {
    use super::*;

    fn board() -> Copies<Reference> {
        Copies::of(Reference::new(Size::square(1).unwrap(), Rules::default()))
    }

    superko::conformance_tests!(
        superko::certify(board).rules("aga").sizes(["2x1", "3x3"]).games(5)
    );
}

/// Makes an engine that plays and shows the board as another one, and answers nothing else.
fn shows_board(engine: Box<dyn Engine>) -> Box<dyn Engine> {
    Bent::named("my board", engine).answering([Check::Board]).boxed()
}

mod one_test_each_of_a_board_of_few_answers {
    use super::*;

    superko::conformance_tests!(
        superko::certify(|| shows_board(engine())).sizes(["2x1", "3x3"]).games(5)
    );
}

#[test]
fn checks_that_a_board_does_not_answer_are_ignored_and_named() {
    let test = "one_test_each_of_a_board_of_few_answers::check_score";
    let tests = std::env::current_exe().unwrap();
    let ran = std::process::Command::new(tests).args([test, "--exact"]).output().unwrap();
    assert!(ran.status.success());
    let printed = String::from_utf8(ran.stderr).unwrap();
    let named =
        "superko: ignored, because my board does not answer: legality, status, score, undo\n";
    assert_eq!(printed, named);
    let report = superko::certify(|| shows_board(engine())).sizes(["3x3"]).games(5);
    assert!(
        message(&report.require([Check::Score]))
            .contains("required   but not observed: check score\n")
    );
}

/// Most boards cannot record an agreement of the players, and the tests do not require it.
mod one_test_each_under_an_agreement {
    use super::*;

    fn board() -> Box<dyn Engine> {
        let board = Copies::of(Reference::new(Size::square(1).unwrap(), Rules::default()));
        use Check::{Board, Legality, Score, Status, Undo};
        Bent::named("board", board).answering([Legality, Board, Status, Score, Undo]).boxed()
    }

    superko::conformance_tests!(
        superko::certify(board).rules("basic").sizes(["2x1", "3x3"]).games(5)
    );
}
