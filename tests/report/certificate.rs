//! Whether a certificate still holds.

use super::{Bent, engine, follows, quick};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use superko::certify::{NoObserver, Options, Sample, Shown, diagnose, options_of, recheck, run};
use superko::engines::zoo;
use superko::report::{Certificate, Circumstances, JSON_SCHEMA, Outcome};
use superko::{Engine, EngineFactory, Turn};

/// The certificate of a short run, with the diagnosis if there is one.
fn certificate(factory: &EngineFactory<'_>, diagnosed: bool) -> Certificate {
    let options = quick("tromp-taylor");
    let mut report = run(factory, &options, &NoObserver);
    if diagnosed {
        report.explain(diagnose(factory, &options, &NoObserver).unwrap());
    }
    let date = "2026-11-23T07:30:00Z".to_owned();
    let circumstances =
        Circumstances { suite: "5".repeat(64), program: None, files: [].into(), date };
    Certificate::of(&report, circumstances)
}

fn sampled(certificate: &Certificate, parts: usize) -> Options {
    Options { sample: Some(Sample { parts, seed: 1 }), ..options_of(certificate) }
}

#[test]
fn a_certificate_is_written_as_its_schema_says_and_read_again() {
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    for name in ["history-of-8", "board-kept"] {
        let factory = || Ok(zoo::find(name).unwrap().engine() as Box<dyn Engine>);
        let certificate = certificate(&factory, true);
        let text = certificate.to_json();
        assert_eq!(Certificate::from_json(&text).unwrap(), certificate);
        let value: Value = serde_json::from_str(&text).unwrap();
        follows(&value, &schema["$defs"]["certificate"], &schema["$defs"]);
        let badge: Value = serde_json::from_str(&certificate.badge()).unwrap();
        assert_eq!(badge["schemaVersion"], 1);
        assert_eq!(badge["label"], "Go rules: tromp-taylor");
        assert!(badge["message"].as_str().unwrap().contains("finding"), "{badge}");
    }
    for (text, said) in [
        ("", "no JSON"),
        ("{}", "no `schema`"),
        (r#"{"schema": "superko-report/1"}"#, "`superko-report/1`"),
        (r#"{"schema": "superko-certificate/1"}"#, "missing field"),
    ] {
        let error = Certificate::from_json(text).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn it_holds_for_the_engine_that_it_was_made_of_and_for_no_other() {
    let names = ["history-of-8", "lone-suicide-legal", "board-kept", "undo-keeps-history"];
    for name in names {
        let factory = || Ok(zoo::find(name).unwrap().engine() as Box<dyn Engine>);
        let certificate = certificate(&factory, true);
        let found = recheck(&factory, &certificate, &sampled(&certificate, 60), &NoObserver);
        let found = found.unwrap();
        assert!(found.holds(), "{name}: {:?} {:?}", found.shown, found.new);
        assert_eq!(found.shown.len(), certificate.report.findings.len());
        assert!(found.shown.iter().all(|(_, shown)| *shown == Shown::Again), "{name}");
        assert!(found.sample.games >= 60, "{name}");
        let right = || Ok(engine());
        let options = sampled(&certificate, 60);
        let found = recheck(&right, &certificate, &options, &NoObserver).unwrap();
        assert!(!found.holds(), "{name}");
        assert!(found.shown.iter().all(|(_, shown)| *shown == Shown::Gone), "{name}");
        assert!(found.new.is_empty(), "{name}: {:?}", found.new);
    }
}

#[test]
fn what_a_certificate_does_not_name_is_new() {
    let certificate = certificate(&|| Ok(engine()), true);
    assert_eq!(certificate.report.verdict, Outcome::Conforms);
    let other = || Ok(zoo::find("lone-suicide-legal").unwrap().engine() as Box<dyn Engine>);
    // All of the run; a sample may miss it.
    let found = recheck(&other, &certificate, &sampled(&certificate, usize::MAX), &NoObserver);
    let found = found.unwrap();
    assert!(!found.holds());
    assert!(found.new.contains(&"TT6.play.lone-suicide-refused".to_owned()), "{:?}", found.new);
    let whole = run(&other, &options_of(&certificate), &NoObserver);
    assert_eq!(found.sample.comparisons, whole.comparisons);
    // A diagnosis convicts alone.
    let found = recheck(&other, &certificate, &sampled(&certificate, 0), &NoObserver).unwrap();
    assert_eq!((&found.new[..], found.sample.games), (&[][..], 0));
    assert!(found.predicted.unwrap().wrong > 0 && !found.holds());
}

#[test]
fn what_does_not_always_show_may_stay_away() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let factory = || {
        let bend = |_, _, ruling| {
            let unlucky = CALLS.fetch_add(1, Ordering::Relaxed) % 1009 == 1008;
            Ok(if unlucky { superko::Ruling::from(false) } else { ruling })
        };
        Ok(Box::new(Bent { inner: engine(), bend, played: 0 }) as Box<dyn Engine>)
    };
    let certificate = certificate(&factory, false);
    assert!(!certificate.report.findings.is_empty());
    let right = || Ok(engine());
    let found = recheck(&right, &certificate, &sampled(&certificate, 5), &NoObserver).unwrap();
    assert!(found.shown.iter().all(|(_, shown)| *shown == Shown::Unseen), "{:?}", found.shown);
    assert!(found.holds());
}

#[test]
fn faults_are_met_again_or_gone() {
    let crashing = || {
        let bend = |_, turn: Turn, ruling| match turn.to_string().as_str() {
            "B2" => panic!("no liberty"),
            _ => Ok(ruling),
        };
        Ok(Box::new(Bent { inner: engine(), bend, played: 0 }) as Box<dyn Engine>)
    };
    let certificate = certificate(&crashing, false);
    assert_eq!(certificate.report.faults.len(), 1);
    let options = sampled(&certificate, 20);
    let found = recheck(&crashing, &certificate, &options, &NoObserver).unwrap();
    assert!(found.holds(), "{:?} {:?}", found.shown, found.new);
    let id = certificate.report.faults[0].id.clone();
    assert_eq!(found.shown, [(id.clone(), Shown::Again)]);
    let right = || Ok(engine());
    let found = recheck(&right, &certificate, &options, &NoObserver).unwrap();
    assert_eq!((found.shown.as_slice(), found.holds()), (&[(id, Shown::Gone)][..], false));
}
