//! `superko recheck`, and the certificate that `superko certify` writes.

use super::{certify, run};
use crate::support::Scratch;
use serde_json::Value;

/// Certifies an engine. Returns the scratch directory with its certificate.
fn certified(name: &str, options: &[&str], engine: &[&str]) -> Scratch {
    let path = Scratch::new(name);
    let report = ["--size", "2x2", "--size", "3", "--report", path.to_str().unwrap()];
    let (exit, _, errors) = certify(&[options, &report].concat(), engine);
    assert!([0, 1].contains(&exit), "{errors}");
    path
}

fn recheck(path: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    run(&[&["recheck", "--quiet", path.to_str().unwrap()], arguments].concat())
}

#[test]
fn a_certificate_is_rechecked_with_the_engine_that_it_names() {
    let folder = certified("certificate", &[], &["zoo:history-of-8"]);
    let path = folder.join("certificate.json");
    let (exit, text, errors) = recheck(&path, &[]);
    assert_eq!((exit, errors.as_str()), (0, ""), "{text}");
    for part in ["zoo:history-of-8", "unchanged", "nothing new", "The certificate holds."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("the certificate is for"), "{text}");
    let (exit, text, _) = recheck(&path, &["optimized"]);
    assert_eq!(exit, 1, "{text}");
    assert!(text.contains("0 of "), "{text}");
    assert!(
        text.contains("the certificate is for history-of-8; the engine tested now is optimized"),
        "{text}"
    );
    assert!(text.contains("The certificate does not hold."), "{text}");
    let next = "`superko certify --rules tromp-taylor --level smoke --report DIR optimized`";
    assert!(text.contains(next), "{text}");
    let (exit, text, _) = recheck(&path, &["--sample", "2000", "zoo:lone-suicide-legal"]);
    assert_eq!(exit, 1);
    assert!(text.contains("new: TT6.play.lone-suicide-refused"), "{text}");
    assert!(text.contains("tromp-taylor: B A1' zoo:lone-suicide-legal"), "{text}");
    let (exit, text, _) = recheck(&path, &["--format", "json", "--seed", "7"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((exit, &value["holds"], &value["seed"]), (0, &true.into(), &7.into()));
    assert!(value["shown"].as_object().unwrap().values().all(|shown| shown == "again"));
    let schema: Value = serde_json::from_str(superko::report::JSON_SCHEMA).unwrap();
    let required = schema["$defs"]["recheck"]["required"].as_array().unwrap();
    assert!(required.iter().all(|key| value.get(key.as_str().unwrap()).is_some()));
}

#[test]
fn a_certificate_names_suite_program_and_date() {
    let of = |name: &str, options: &[&str]| -> Value {
        let folder = certified(name, options, &["zoo:initial-grid-missing"]);
        let text = std::fs::read_to_string(folder.join("certificate.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let one = of("certificate-1", &[]);
    let same = of("certificate-2", &["--seed", "3"]);
    let other = of("certificate-3", &["--rules", "aga"]);
    let is_hash = |value: &Value| {
        let text = value.as_str().unwrap();
        text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit())
    };
    assert!(is_hash(&one["suite"]) && is_hash(&one["program"]), "{one}");
    assert_eq!((&one["suite"], &one["program"]), (&same["suite"], &same["program"]));
    assert_ne!(one["suite"], other["suite"]);
    assert!(one["date"].as_str().unwrap().ends_with('Z'));
    assert_eq!(one["unobserved"]["checks"], serde_json::json!(["generate"]));
    assert!(one["report"]["demanded"].as_object().unwrap().values().all(|least| *least == 1));
}

/// Writes a copy of a certificate with another value at a JSON path. Returns the path of the copy.
fn bent(folder: &std::path::Path, path: &str, value: Value) -> std::path::PathBuf {
    let text = std::fs::read_to_string(folder.join("certificate.json")).unwrap();
    let mut bent: Value = serde_json::from_str(&text).unwrap();
    *bent.pointer_mut(path).unwrap() = value;
    let to = folder.join("bent.json");
    std::fs::write(&to, bent.to_string()).unwrap();
    to
}

#[test]
fn another_version_and_a_future_date_are_reported() {
    let folder = certified("certificate-name", &[], &["zoo:history-of-8"]);
    let path = bent(&folder, "/report/engine/version", "9".into());
    let (exit, text, _) = recheck(&path, &["--sample", "5"]);
    assert_eq!(exit, 0, "{text}");
    let expected = "the certificate is for history-of-8 9; the engine tested now is history-of-8";
    assert!(text.contains(expected) && !text.contains("still to come"), "{text}");
    let (_, text, _) = recheck(&path, &["--sample", "5", "--format", "json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["same_engine"], false);
    let path = bent(&folder, "/date", "9026-11-23T07:30:00Z".into());
    let (exit, text, _) = recheck(&path, &["--sample", "5"]);
    assert_eq!(exit, 0, "{text}");
    assert!(text.contains("9026-11-23T07:30:00Z is in the future"), "{text}");
    let (_, text, _) = recheck(&path, &["--sample", "5", "--format", "json"]);
    let then: Value = serde_json::from_str(&text).unwrap();
    assert_eq!([&value["date_to_come"], &then["date_to_come"]], [false, true]);
}

#[cfg(unix)]
#[test]
fn a_file_that_the_certificate_does_not_name_is_reported() {
    let folder = Scratch::new("certificate-files");
    std::fs::create_dir_all(&folder).unwrap();
    let script = folder.join("engine.sh");
    std::fs::write(&script, format!("'{}' gtp", super::SUPERKO)).unwrap();
    let engine = ["--", "sh", script.to_str().unwrap()];
    let kept = certified("certificate-files-run", &[], &engine);
    let few = ["--sample", "5", "--run-recorded"];
    let (exit, text, errors) = recheck(&kept.join("certificate.json"), &few);
    assert_eq!(exit, 0, "{text}{errors}");
    assert!(text.contains("unchanged"), "{text}");
    let path = bent(&kept, "/files", serde_json::json!({}));
    let (exit, text, _) = recheck(&path, &few);
    assert_eq!(exit, 0, "{text}");
    assert!(text.contains("changed: "), "{text}");
}

#[cfg(unix)]
#[test]
fn the_command_of_a_file_is_run_only_on_request() {
    // The paths contain characters that a terminal would hide or obey.
    let folder = Scratch::new("certificate-foreign \u{202e}");
    std::fs::create_dir_all(&folder).unwrap();
    let started = folder.join("started\n\x1b[31m");
    let script = "touch \"$1\"; exec \"$0\" gtp";
    let program = ["sh", "-c", script, super::SUPERKO, started.to_str().unwrap()];
    let engine = [&["--"], &program[..]].concat();
    let options = ["--timeout", "6s"];
    let kept = certified("certificate-foreign-run", &options, &engine);
    let path = kept.join("certificate.json");
    let is_started = || std::fs::remove_file(&started).is_ok();
    assert!(is_started());
    let few = ["--sample", "2"];
    for more in [&[][..], &["--format", "json"]] {
        let (exit, text, errors) = recheck(&path, &[&few[..], more].concat());
        assert_eq!((exit, text.as_str()), (2, ""), "{errors}");
        assert!(!is_started(), "{errors}");
        assert!(errors.contains("--run-recorded") && errors.lines().count() == 1, "{errors}");
        // The error quotes the whole command, so that it can be pasted.
        let quoted = errors.split('`').nth(1).unwrap();
        let words = std::process::Command::new("bash")
            .args(["-c", &format!("printf '%s\\0' {quoted}")])
            .output()
            .unwrap();
        let words = String::from_utf8(words.stdout).unwrap();
        let words: Vec<&str> = words.trim_end_matches('\0').split('\0').collect();
        assert_eq!(words, [&options[..], &engine[..]].concat());
    }
    let (exit, text, errors) = recheck(&path, &[&few[..], &["--run-recorded"]].concat());
    assert_eq!((exit, is_started()), (0, true), "{text}{errors}");
    let (exit, text, errors) = recheck(&path, &[&few[..], &engine].concat());
    assert_eq!((exit, is_started()), (0, true), "{text}{errors}");
    let (exit, text, errors) = recheck(&path, &[&few[..], &["optimized"]].concat());
    assert_eq!((exit, is_started()), (0, false), "{text}{errors}");
    let (exit, _, errors) = recheck(&path, &["--run-recorded", "optimized"]);
    assert!(exit == 2 && errors.contains("cannot be used with"), "{errors}");
    // A command that was edited into the file is not run either.
    for (arguments, expected) in [
        ("--log no.log -- touch no".to_owned(), "`--log no.log -- touch no`"),
        (format!("-- touch '{}'", started.to_str().unwrap()), "does not say how its engine"),
        ("--no-such-option".to_owned(), "does not name an engine"),
    ] {
        let path = bent(&kept, "/report/engine/arguments", arguments.into());
        let (exit, _, errors) = recheck(&path, &few);
        assert!(exit == 2 && errors.contains(expected) && !is_started(), "{errors}");
    }
}

#[test]
fn a_certificate_that_contradicts_itself_is_refused() {
    let folder = certified("certificate-contradiction", &[], &["zoo:history-of-8"]);
    let path = bent(&folder, "/unobserved/checks", serde_json::json!([]));
    let (exit, _, errors) = recheck(&path, &[]);
    assert_eq!(exit, 2);
    assert!(errors.contains("contradicts itself"), "{errors}");
    let path = bent(&folder, "/report/engine/name", "\u{1b}[31mevil\u{202e}\n::error::x".into());
    let (exit, text, errors) = recheck(&path, &["--sample", "5"]);
    assert_eq!(exit, 0, "{text}{errors}");
    assert!(text.contains("[31mevil / ::error::x"), "{text}");
    assert!(!(text + &errors).contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn a_part_of_a_run_has_no_certificate() {
    let folder = certified("certificate-part", &["--only", "TT6"], &["zoo:history-of-8"]);
    assert!(folder.join("summary.json").exists());
    assert!(!folder.join("certificate.json").exists());
    let (exit, _, errors) = recheck(&folder.join("summary.json"), &[]);
    assert_eq!(exit, 2);
    assert!(errors.contains("superko-report/1") && errors.contains("superko-certificate/1"));
    let (exit, _, errors) = recheck(&folder.join("certificate.json"), &[]);
    assert_eq!(exit, 2);
    assert!(errors.contains("cannot read the certificate"), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_fault_that_the_certificate_does_not_name_has_its_own_exit_code() {
    let engine = |edit: &str| {
        let script = format!("sed -u '{edit}' | \"$0\" gtp");
        ["--", "sh", "-c", &script, super::SUPERKO].map(str::to_owned)
    };
    let [right, crashing] = ["", "/ list_stones/ Q"].map(engine);
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    let crashing: Vec<&str> = crashing.iter().map(String::as_str).collect();
    let kept = certified("certificate-faults", &[], &right);
    let certificate = kept.join("certificate.json");
    let few = ["--sample", "5"];
    assert_eq!(recheck(&certificate, &[&few[..], &["--run-recorded"]].concat()).0, 0);
    let (exit, text, _) = recheck(&certificate, &[&few[..], &crashing].concat());
    assert_eq!(exit, 5, "{text}");
    assert!(text.contains("new: fault.exit.list_stones"), "{text}");
    assert!(text.contains("there are faults that it does not name"), "{text}");
}
