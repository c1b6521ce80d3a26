//! `superko identify`, and the diagnosis at the end of `superko certify`.

use super::{SUPERKO, certify, run};
use crate::support::Scratch;
use serde_json::Value;

/// Runs a quick `superko identify` on an engine.
fn identify(options: &[&str], engine: &[&str]) -> (i32, String, String) {
    let always = ["identify", "--quiet", "--level", "smoke", "--size", "2x2", "--size", "3"];
    run(&[&always, options, engine].concat())
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_rules_that_an_engine_follows_are_named() {
    let (exit, text, errors) = identify(&[], &["zoo:situational-as-positional"]);
    assert_eq!((exit, errors.as_str()), (0, ""));
    let text = in_one_line(&text);
    assert!(text.contains("situational-as-positional plays situational superko with suicide."));
    assert!(text.contains("; tromp-taylor was asked for"), "{text}");
    assert!(text.contains("without a mistake"), "{text}");
    let next = "superko certify --rules repetition=situational --level smoke zoo:situational-as-positional";
    assert!(text.contains(next), "{text}");
}

#[test]
fn a_mistake_gives_exit_code_1_and_json_has_its_word() {
    let (exit, text, _) = identify(&["--format", "json"], &["zoo:initial-grid-missing"]);
    assert_eq!(exit, 1);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["verdict"], "deviates");
    let diagnosis = &report["diagnosis"];
    assert_eq!(diagnosis["rules"], "tromp-taylor");
    assert_eq!(diagnosis["mistakes"], serde_json::json!(["initial-missing"]));
    assert_eq!(diagnosis["unexplained"], 0);
    assert_eq!(diagnosis["predicted"]["wrong"], 0);
    assert!(diagnosis["predicted"]["observations"].as_u64().unwrap() >= 400);
    assert!(diagnosis["disagreements"].as_u64().unwrap() > 0);
    let schema: Value = serde_json::from_str(superko::report::JSON_SCHEMA).unwrap();
    let required = schema["$defs"]["diagnosis"]["required"].as_array().unwrap();
    assert!(required.iter().all(|key| diagnosis.get(key.as_str().unwrap()).is_some()));
}

#[test]
fn generating_illegal_turns_is_a_mistake_of_its_own() {
    let expected = "plays positional superko with suicide, but generates plays on stones";
    let (exit, text, _) = identify(&[], &["zoo:generates-occupied"]);
    assert_eq!(exit, 1, "{text}");
    let text = in_one_line(&text);
    assert!(text.contains(&format!("generates-occupied {expected}.")), "{text}");
    let evidence = "TT7.generate.occupied: the engine says: would play it; the reference: forbidden: there is a ";
    assert!(text.contains(evidence), "{text}");
    let again = text.split("superko replay '").nth(1).and_then(|rest| rest.split('\'').next());
    let (exit, shown, _) = run(&["replay", again.unwrap(), "zoo:generates-occupied"]);
    assert_eq!(exit, 1, "{shown}");

    let (exit, text, _) = identify(&["--format", "json"], &["zoo:generates-repeats"]);
    assert_eq!(exit, 1);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["diagnosis"]["mistakes"], serde_json::json!(["generates-captures"]));
    assert!(report["checks"]["generate"]["observations"].as_u64().unwrap() > 0);

    // The diagnosis at the end of a run says the same, and the finding is attributed to it.
    let (_, text, _) =
        certify(&["-v", "--size", "2x2", "--size", "5"], &["zoo:generates-occupied"]);
    let text = in_one_line(&text);
    assert!(text.contains(&format!("It {expected}.")), "{text}");
    let heading = ", of 1 cause It generates plays on stones: 1. TT7.generate.occupied";
    assert!(text.contains(heading), "{text}");

    // If all generated turns are legal, the report says so.
    let (exit, text, _) = identify(&[], &["optimized"]);
    let text = in_one_line(&text);
    let legal = " times, it always named one that is legal under the rules it plays.";
    assert!(exit == 0 && text.contains("Asked for a turn ") && text.contains(legal), "{text}");
}

#[test]
fn the_built_in_engines_play_the_requested_rules() {
    for engine in ["optimized", "reference"] {
        let (exit, text, _) = identify(&["--rules", "aga"], &[engine]);
        assert_eq!(exit, 0, "{text}");
        assert!(
            in_one_line(&text)
                .contains("In what was observed, exactly aga (agreement after the game was not observed). All "),
            "{text}"
        );
    }
}

#[test]
fn rules_that_superko_sets_are_named() {
    let expected = "It was told to play tromp-taylor before each game; the rules that it was started with were not tested.";
    let generic = include_str!("../../crates/gtp/src/client/profiles/generic.toml");
    let rules = "[rules]\ncommands = [\"known_command $repetition\"]\nwords.repetition = { positional = \"play\" }";
    let profile = Scratch::new("told-rules.toml");
    std::fs::write(&profile, format!("{generic}\n{rules}\n")).unwrap();
    let program = ["--profile", profile.to_str().unwrap(), "--", SUPERKO, "gtp", "reference"];
    let (exit, text, _) = identify(&[], &program);
    assert_eq!(exit, 0, "{text}");
    assert!(in_one_line(&text).contains(expected), "{text}");
    let (_, text, _) = identify(&["--rules", "aga"], &["reference"]);
    assert!(!text.contains("told to play"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_diagnosis_names_its_exceptions() {
    // The first engine adds a komi that nobody set. In the second, Black may not play C3 in a game after one in which White
    // played D3. If such a game is among those in which the engine generates turns, its answer to C3 is a fault.
    let engines = [
        ("2", "s/komi 0$/komi 0.5/", "A komi of 0.5 was subtracted", "Except for that komi, ", 0),
        (
            "4",
            "/play w D3/{x;s/.*/D/;x};/clear_board/{x;s/^D$/K/;x};/play b C3/{x;/K/{s/.*//;x;s/C3/C33/;b};x}",
            "Protocol, clear-board: failed: after `clear_board`, `play b C3`",
            "In games that no earlier game could affect, ",
            5,
        ),
    ];
    let check = |(size, edit, expected, exactly, most): (&str, &str, &str, &str, i32)| {
        let script = format!("sed -u '{edit}' | \"$0\" gtp reference");
        let sizes = ["identify", "--level", "smoke", "--size", size];
        let engine = ["--", "sh", "-c", &script, SUPERKO];
        let (exit, text, errors) = run(&[&sizes[..], &engine].concat());
        assert!([0, most].contains(&exit), "{text}");
        let text = in_one_line(&text);
        assert!(text.contains(expected) && text.contains(exactly), "{text}");
        assert!(text.contains("exactly tromp-taylor. "), "{text}");
        assert!(errors.contains("not part of a diagnosis: komi, the protocol"), "{errors}");
    };
    std::thread::scope(|scope| {
        for engine in engines {
            scope.spawn(move || check(engine));
        }
    });
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_started_is_not_identified() {
    let (exit, _, errors) = identify(&[], &["--", "/no/such/engine"]);
    assert_eq!(exit, 3);
    assert!(errors.contains("/no/such/engine"), "{errors}");
    let (exit, _, errors) = run(&["identify", "--rules", "martian"]);
    assert_eq!(exit, 2);
    assert!(errors.contains("`martian`"), "{errors}");
}

#[test]
fn findings_are_listed_under_the_mistake_that_causes_them() {
    let options = ["-v", "--size", "2x2", "--size", "5"];
    let (exit, text, _) = certify(&options, &["zoo:initial-grid-missing"]);
    assert_eq!(exit, 1);
    let mut lines = text.lines();
    assert!(lines.next().unwrap().ends_with("deviates from tromp-taylor in TT6."), "{text}");
    let whole = in_one_line(&text);
    let plays =
        "It plays positional superko with suicide, but does not count the starting position.";
    assert!(whole.contains(plays), "{text}");
    let listed = ", of 1 cause It does not count the starting position: 1. TT6";
    assert!(whole.contains(listed), "{text}");
    assert!(!text.contains("Not explained"), "{text}");
}
