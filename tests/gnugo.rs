//! GNU Go, certified under the rules of its options and under others.
//!
//! If GNU Go is not installed, these tests count as ignored, and a message says so.

mod records;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use superko::certify::{Level, NoObserver, Options, diagnose, run};
use superko::engine::{MissingScore, Note, UndoTest};
use superko::engines::gtp::{GtpEngine, GtpOptions, Profile, protocol_cases};
use superko::findings::Reliability;
use superko::report::{DiagnosisReport, Report, RunVerdict};
use superko::suite::collisions;
use superko::{
    CompareOptions, Difference, Disagreement, Effort, Engine, Fault, ProtocolOutcome, Rule, Rules,
    Ruling, Setup, compare_with,
};

/// The options that, according to GNU Go's help, select positional superko and suicide.
const SUPERKO: &[&str] = &["--positional-superko", "--allow-suicide"];

/// Small boards, on which a run is quick.
const BOARDS: &[&str] = &["1x1", "2x2", "3x3", "4x4"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let program = installed();
    let test = |name: &str, run: fn(&str) -> Result<(), Failed>| {
        let program = program.clone();
        let ignored = program.is_none();
        Trial::test(name, move || run(&program.unwrap_or_default())).with_ignored_flag(ignored)
    };
    if program.is_none() {
        let text = "GNU Go IS NOT INSTALLED: its tests are ignored (apt-get install gnugo)";
        std::io::Write::write_all(&mut std::io::stderr(), format!("{text}\n").as_bytes())
            .expect("standard error can be written to");
    }
    let tests = vec![
        test("it_is_understood", it_is_understood),
        test("its_estimate_is_not_taken_for_a_claim", its_estimate_is_not_taken_for_a_claim),
        test("it_generates_turns", it_generates_turns),
        test("it_keeps_to_the_protocol", it_keeps_to_the_protocol),
        test("by_default_it_plays_chinese_rules", by_default_it_plays_chinese_rules),
        test("by_default_it_is_not_tromp_taylor", by_default_it_is_not_tromp_taylor),
        test("its_superko_misses_suicide_and_the_past", its_superko_misses_suicide_and_the_past),
        test("recorded_findings_still_occur", recorded_findings_still_occur),
        test("its_superko_compares_only_hashes", its_superko_compares_only_hashes),
        test("a_diagnosis_names_what_it_really_plays", a_diagnosis_names_what_it_really_plays),
        test("thorough_a_diagnosis_names_what_it_really_plays", diagnoses_name_all_that_it_plays)
            .with_ignored_flag(true),
        test("thorough_by_default_it_is_not_tromp_taylor", by_default_its_findings_are_short)
            .with_ignored_flag(true),
        test("thorough_its_superko_compares_only_hashes", a_report_tells_that_it_compares_hashes)
            .with_ignored_flag(true),
        test("thorough_pages_show_what_is_printed", pages_show_what_is_printed)
            .with_ignored_flag(true),
    ];
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// Checks that the commands on the pages that run GNU Go print what the pages show, line by line. A page may leave out lines.
fn pages_show_what_is_printed(program: &str) -> Result<(), Failed> {
    if program.is_empty() {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::temp_dir().join(format!("superko-shown-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut shown = 0;
    for page in ["README.md", "docs/gtp-engines.md", "docs/identify.md"] {
        let text = std::fs::read_to_string(root.join(page))?;
        for example in text.split("\n$ superko ").skip(1) {
            let (command, lines) = example.split_once('\n').ok_or("a command is a line")?;
            let Some((options, engine)) = command.split_once(" -- gnugo ") else { continue };
            let lines = lines.split("\n$ ").next().and_then(|lines| lines.split("```").next());
            let words = options.split(' ').chain(["--", program]).chain(engine.split(' '));
            let output = Command::new(env!("CARGO_BIN_EXE_superko"))
                .args(words)
                .current_dir(&folder)
                .output()?;
            let printed = String::from_utf8(output.stdout)?.replace(program, "gnugo");
            let mut printed = printed.lines();
            for line in lines.unwrap_or_default().lines().filter(|line| line.trim() != "...") {
                let begins = line.strip_suffix(" ...");
                let is_shown =
                    |other: &str| begins.map_or(other == line, |begins| other.starts_with(begins));
                if !printed.any(is_shown) {
                    return Err(format!("{page}: `{command}` does not print: {line}").into());
                }
                shown += 1;
            }
        }
    }
    std::fs::remove_dir_all(folder)?;
    assert!(shown > 30, "only {shown} lines are shown");
    Ok(())
}

/// Returns the path of the program if it is installed. Its directory may be missing from the `PATH`.
fn installed() -> Option<String> {
    let places = ["gnugo", "/usr/games/gnugo"];
    let runs = |place: &&str| {
        Path::new(place).is_file() || Command::new(place).arg("--version").output().is_ok()
    };
    places.into_iter().find(runs).map(str::to_owned)
}

fn start(program: &str, options: &[&str], profile: Option<&str>) -> Result<GtpEngine, Fault> {
    let words = [program, "--mode", "gtp"].into_iter().chain(options.iter().copied());
    let command: Vec<String> = words.map(str::to_owned).collect();
    let profile = profile.map(|name| Profile::find(name).expect("the profile exists"));
    GtpEngine::start(&command, GtpOptions { profile, ..GtpOptions::default() })
}

/// Certifies GNU Go on some boards, with the fixed suite and a few random games.
fn examined(program: &str, arguments: &[&str], rules: &str, sizes: &[&str]) -> Report {
    examined_with(Options::at(Level::Smoke).effort, program, arguments, rules, sizes)
}

/// The effort for findings that need not be short.
const LITTLE: Effort = Effort { tries: 200, turns: 2_000 };

/// Certifies GNU Go in the same way, with this effort to shorten the findings.
fn examined_with(
    effort: Effort,
    program: &str,
    arguments: &[&str],
    rules: &str,
    sizes: &[&str],
) -> Report {
    let options = Options {
        rules: rules.parse().expect("the rules have a name"),
        sizes: sizes.iter().map(|text| text.parse().expect("a size")).collect(),
        sizes_named: true,
        games: Some(10),
        effort,
        ..Options::at(Level::Smoke)
    };
    let factory = || Ok(Box::new(start(program, arguments, None)?) as Box<dyn Engine>);
    run(&factory, &options, &NoObserver)
}

/// Returns the ids of the findings, each with the number of turns of its game.
fn found(report: &Report) -> BTreeSet<(String, usize)> {
    let findings = report.findings.iter();
    findings.map(|finding| (finding.id.clone(), finding.record.turns.len())).collect()
}

fn it_is_understood(program: &str) -> Result<(), Failed> {
    let mut engine = start(program, SUPERKO, None)?;
    assert_eq!((engine.about().name.as_str(), engine.profile()), ("GNU Go", "gnugo"));
    assert!(engine.about().version.is_some());
    let note = Note::Undo(UndoTest::Passed);
    assert!(engine.about().notes.contains(&note), "{:?}", engine.about().notes);
    let rectangle = engine.start(&Setup::new("5x4".parse()?, Rules::default()));
    assert_eq!(rectangle.unwrap_err().kind(), "unsupported");
    for game in ["3 tromp-taylor: A1, B2, C3, pass, A2", "5 tromp-taylor: B2, B2, C3, A1, pass"] {
        let record = game.parse::<superko::RecordText>()?.record;
        let transcript = records::transcript(&record);
        let options = CompareOptions { ask: true, undo: true };
        let findings = compare_with(&mut engine, &transcript, options);
        assert_eq!(findings.fault, None);
        assert_eq!(findings.disagreements, []);
    }
    Ok(())
}

fn its_estimate_is_not_taken_for_a_claim(program: &str) -> Result<(), Failed> {
    let mut engine = start(program, &["--chinese-rules"], Some("generic"))?;
    let notes = engine.about().notes;
    let is_estimate = |note: &Note| matches!(note, Note::MissingScore(MissingScore::CountsInNoKnownWay(told)) if told.starts_with("for `"));
    assert!(notes.iter().any(is_estimate), "{notes:?}");
    engine.start(&Setup::new("5".parse()?, Rules::default()))?;
    assert_eq!(engine.score(), Ok(None));
    Ok(())
}

/// GNU Go generates turns with `reg_genmove`, with `genmove` and undo, and with `genmove` alone.
fn it_generates_turns(program: &str) -> Result<(), Failed> {
    for hidden in ["nothing", "reg_genmove", "reg_genmove\\|undo\\|gg-undo"] {
        let filter = format!("\"$0\" --mode gtp | sed -u 's/^\\({hidden}\\)$/x/'");
        let command = ["sh", "-c", &filter, program].map(str::to_owned);
        let mut engine = GtpEngine::start(&command, GtpOptions::default())?;
        engine.start(&Setup::new("5".parse()?, Rules::default()))?;
        for _ in 0..3 {
            let before = engine.board()?.ok_or("it shows its board")?;
            let turn = engine.generate()?.ok_or("it generates a turn")?;
            assert_eq!(engine.board()?.as_ref(), Some(&before), "{hidden}");
            assert_eq!(engine.play(turn)?, Ruling::Allowed, "{hidden}");
            assert_ne!(engine.board()?, Some(before), "{hidden}");
        }
        assert_eq!(engine.restarts(), 0);
    }
    Ok(())
}

fn it_keeps_to_the_protocol(program: &str) -> Result<(), Failed> {
    // At its lowest level, GNU Go never thinks for long.
    let command = [program, "--mode", "gtp", "--level", "1"].map(str::to_owned);
    for case in protocol_cases(&command, &GtpOptions::default())?.cases {
        assert_eq!(case.outcome, ProtocolOutcome::Ok, "{}", case.id);
    }
    Ok(())
}

fn by_default_it_plays_chinese_rules(program: &str) -> Result<(), Failed> {
    let report = examined(program, &[], "chinese", BOARDS);
    assert_eq!(found(&report), BTreeSet::new());
    assert_eq!(report.verdict, RunVerdict::Conforms);
    Ok(())
}

fn by_default_it_is_not_tromp_taylor(program: &str) -> Result<(), Failed> {
    is_not_tromp_taylor(program, LITTLE, false)
}

fn by_default_its_findings_are_short(program: &str) -> Result<(), Failed> {
    is_not_tromp_taylor(program, Options::at(Level::Smoke).effort, true)
}

/// Checks the findings under Tromp-Taylor rules. With enough effort, their games are short.
fn is_not_tromp_taylor(program: &str, effort: Effort, are_short: bool) -> Result<(), Failed> {
    let report = examined_with(effort, program, &[], "tromp-taylor", BOARDS);
    let found = found(&report);
    for (id, turns) in [
        ("TT6.play.repeat-cycle-longer", 7),
        ("TT6.legality.repeat-cycle-longer", 7),
        ("TT7.play.several-suicide-permitted", 9),
        ("TT7.legality.several-suicide-permitted", 9),
    ] {
        let short =
            |(found, length): &(String, usize)| found == id && (!are_short || *length <= turns);
        assert!(found.iter().any(short), "{id}: {found:?}");
    }
    let rules: BTreeSet<Option<Rule>> =
        report.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, BTreeSet::from([Some(Rule::TT6), Some(Rule::TT7)]));
    Ok(())
}

fn its_superko_misses_suicide_and_the_past(program: &str) -> Result<(), Failed> {
    // The options promise the second rule set, with suicide of several stones only.
    for rules in ["tromp-taylor", "ing"] {
        let report = examined(program, SUPERKO, rules, &["1x1", "2x2"]);
        let found = found(&report);
        for (id, turns) in [("TT6.play.repeat-initial", 7), ("TT6.legality.repeat-initial", 7)] {
            assert!(found.contains(&(id.to_owned(), turns)), "{rules}: {id}: {found:?}");
        }
        // All findings are about repetition; captures and suicide are right.
        for finding in &report.findings {
            let shows = (finding.rule, finding.kind, finding.confirmed);
            assert_eq!(
                shows,
                (Some(Rule::TT6), Reliability::Steady, (3, 3)),
                "{rules}: {}",
                finding.id
            );
        }
    }
    Ok(())
}

fn recorded_findings_still_occur(program: &str) -> Result<(), Failed> {
    let mut shown = 0;
    for regression in records::all() {
        let Some(options) = regression.engine.strip_prefix("gnugo --mode gtp") else { continue };
        let options: Vec<&str> = options.split_whitespace().collect();
        let mut engine = start(program, &options, None)?;
        let transcript = records::transcript(&regression.record);
        let options = CompareOptions { ask: true, undo: false };
        let findings = compare_with(&mut engine, &transcript, options);
        let last = findings.disagreements.last().expect("it disagrees");
        assert_eq!(last.record, regression.record, "{}", regression.name);
        assert!(matches!(last.difference, Difference::Ruling(..)), "{}", regression.name);
        assert_eq!(last.difference.reference(), regression.reference, "{}", regression.name);
        shown += 1;
    }
    assert_eq!(shown, 5);
    Ok(())
}

/// GNU Go refuses a legal move, because the keys of the stones on the board cancel.
fn its_superko_compares_only_hashes(program: &str) -> Result<(), Failed> {
    let known = collisions::ALL.iter().filter(|known| known.engine == "GNU Go");
    let mut played = 0;
    for known in known {
        let record = known.record();
        let transcript = records::transcript(&record);
        let options = CompareOptions { ask: true, undo: false };
        // After an even number of turns the same player is to move as on the empty board.
        let situational = record.turns.len().is_multiple_of(2);
        for (option, refused) in [
            ("--positional-superko", true),
            ("--situational-superko", situational),
            ("--no-ko", false),
        ] {
            let mut engine = start(program, &[option], None)?;
            let findings = compare_with(&mut engine, &transcript, options);
            let at_the_end = |found: &Disagreement| {
                found.record == record && matches!(found.difference, Difference::Ruling(None, _))
            };
            assert_eq!(findings.disagreements.iter().any(at_the_end), refused, "{option}");
            assert_eq!(findings.disagreements.is_empty(), !refused, "{option}");
        }
        played += 1;
    }
    assert!(played >= 4);
    Ok(())
}

/// A report tells that GNU Go treats different positions as equal.
fn a_report_tells_that_it_compares_hashes(program: &str) -> Result<(), Failed> {
    let report = examined_with(
        LITTLE,
        program,
        &["--positional-superko"],
        "repetition=positional,suicide=forbidden",
        &["9x9"],
    );
    let finding = report.findings.iter().find(|found| found.id == "TT6.play.hash-collision");
    let finding = finding.ok_or("the cause is told")?;
    assert_eq!((finding.kind, finding.confirmed), (Reliability::Steady, (3, 3)));
    let exactness = report.exactness.ok_or("it is told")?.to_string();
    assert_eq!(exactness, "deviates: on 9x9 it treats two different positions as equal");
    Ok(())
}

/// Options of GNU Go, each with the rules and the mistakes that it plays by. Only the first one has mistakes.
const PLAYED: [(&[&str], &str, &[&str]); 4] = [
    (SUPERKO, "ing", &["known-hash=1", "history-in-tenths=500", "not-on-suicide"]),
    (&[], "chinese", &[]),
    (&["--no-ko"], "repetition=none,suicide=forbidden", &[]),
    (&["--allow-suicide"], "repetition=simple-ko,suicide=several-stones", &[]),
];

fn a_diagnosis_names_what_it_really_plays(program: &str) -> Result<(), Failed> {
    diagnoses_name(program, &PLAYED[..1])
}

fn diagnoses_name_all_that_it_plays(program: &str) -> Result<(), Failed> {
    diagnoses_name(program, &PLAYED)
}

/// Checks that a diagnosis names the rules and the mistakes that GNU Go plays by under its options.
fn diagnoses_name(program: &str, all: &[(&[&str], &str, &[&str])]) -> Result<(), Failed> {
    for &(arguments, rules, mistakes) in all {
        let factory = || Ok(Box::new(start(program, arguments, None)?) as Box<dyn Engine>);
        let options = Options::at(Level::Smoke);
        let found = diagnose(&factory, &options, &NoObserver).map_err(|fault| fault.to_string())?;
        let found = DiagnosisReport::of(&found, options.rules);
        let rules: Rules = rules.parse().expect("rules");
        assert_eq!(found.facts.rules, rules, "{arguments:?}: {}", found.sentence);
        assert_eq!(found.facts.mistakes, mistakes, "{arguments:?}: {}", found.sentence);
        assert!(found.facts.is_whole(), "{arguments:?}: {found}");
    }
    Ok(())
}
