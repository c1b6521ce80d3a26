//! Engines that speak GTP: our own server, and engines that misbehave.

#[cfg(target_os = "linux")]
mod contradictions;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod generated;
#[cfg(target_os = "linux")]
mod idle;
#[cfg(target_os = "linux")]
mod komi;
#[cfg(target_os = "linux")]
mod protocol;
#[cfg(target_os = "linux")]
mod refusals;
#[cfg(target_os = "linux")]
mod shell;
#[cfg(target_os = "linux")]
mod stray;

use crate::support::undiagnosed;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::Reference;
use superko::engines::gtp::{GtpEngine, GtpOptions, Profile};
use superko::{
    Effort, Engine, Fault, RecordText, RefusalReason, ReportedScore, Rules, Ruling, Setup, Size,
    Status, Transcript, Turn, Verdict, compare,
};

const SUPERKO: &str = env!("CARGO_BIN_EXE_superko");

/// Returns the command line of our own server.
fn served() -> Vec<String> {
    vec![SUPERKO.to_owned(), "gtp".to_owned()]
}

fn start(command: &[String], timeout: u64) -> Result<GtpEngine, Fault> {
    let timeout = Duration::from_millis(timeout);
    let options = GtpOptions { timeout, start: timeout, ..GtpOptions::default() };
    GtpEngine::start(command, options)
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn turn(name: &str, on: &str) -> Turn {
    Turn::parse(name, size(on)).unwrap()
}

/// Plays a record on the reference, with a question about every possible turn before each turn.
fn transcript(text: &str) -> Transcript {
    let record = text.parse::<RecordText>().unwrap().record;
    let size = record.size();
    Transcript::new(Reference::set_up(&record.setup), record, |_, _| Turn::all(size).collect())
}

const GAMES: [&str; 5] = [
    "2x1 tromp-taylor: A1, B1, A1, pass, pass",
    "4x1 tromp-taylor: A1, C1, B1, D1, A1, B1, C1, A1, pass, pass",
    "2x2 tromp-taylor: A1, B2, B1, A1, A2, B1, A1, A2, B2, pass, A1, pass, pass",
    "5x4 tromp-taylor: B1, C1, A2, D2, B3, C3, E4, B2, C2, B2, D4, E1, B2, pass, pass",
    "9 tromp-taylor: E5, E5, A1, pass, B1, A2, J9, B2, C1, pass, pass",
];

#[test]
fn our_own_server_agrees_with_the_reference() {
    let mut engine = start(&served(), 5000).unwrap();
    assert_eq!((engine.about().name.as_str(), engine.profile()), ("Superko reference", "generic"));
    for game in GAMES {
        let transcript = transcript(game);
        match compare(&mut engine, &transcript) {
            Verdict::Agreed(coverage) => assert_eq!(coverage.games, 1),
            other => panic!("{game}: {other:?}"),
        }
    }
    assert_eq!(engine.restarts(), 0);
    assert_eq!(engine.refused_sizes().count(), 0);
}

#[test]
fn our_own_server_gives_every_answer() {
    let mut engine = start(&served(), 5000).unwrap();
    engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
    assert_eq!(engine.play(turn("B1", "3x2")), Ok(Ruling::Allowed));
    let occupied = Ruling::Forbidden(RefusalReason::Occupied);
    assert_eq!(engine.play(turn("B1", "3x2")), Ok(occupied));
    let unstated = Some(Ruling::Forbidden(RefusalReason::Unstated));
    assert_eq!(engine.is_legal(turn("B1", "3x2")), Ok(unstated));
    assert_eq!(engine.is_legal(Turn::Pass), Ok(Some(Ruling::Allowed)));
    let Some(position) = engine.board().unwrap() else { panic!("it is shown") };
    assert_eq!(position.to_string(), ". . .\n. X .\n");
    assert_eq!(engine.play(Turn::Pass), Ok(Ruling::Allowed));
    assert_eq!(engine.play(Turn::Pass), Ok(Ruling::Allowed));
    assert_eq!(engine.status(), Ok(Some(Status::Over)));
    assert_eq!(engine.score(), Ok(Some(ReportedScore::Margin { quarter_points: 24 })));
}

/// Certifies our own server under Tromp-Taylor rules, while it plays by other rules.
fn examined(rules: &str) -> superko::Report {
    examined_under("tromp-taylor", rules)
}

/// Certifies our own server under the rules `asked`, while it plays by `rules`.
fn examined_under(asked: &str, rules: &str) -> superko::Report {
    let command: Vec<String> = [SUPERKO, "gtp", "--rules", rules].map(str::to_owned).into();
    let sizes = ["1x1", "2x2", "3x3", "5x5"].map(size).to_vec();
    let rules = asked.parse().unwrap();
    // The game of a finding that a test looks at has one turn. The others need not be short.
    let effort = Effort { tries: 200, turns: 2_000 };
    let options = Options { rules, sizes, games: Some(20), effort, ..undiagnosed(Level::Smoke) };
    let factory = || {
        let engine = GtpEngine::start(&command, GtpOptions::default())?;
        Ok(Box::new(engine) as Box<dyn Engine>)
    };
    run(&factory, &options, &NoObserver)
}

/// Returns the broken rules, and the notes that contain a word.
fn broken_and_noted(report: &superko::Report, word: &str) -> (BTreeSet<String>, Vec<String>) {
    let broken = report.findings.iter().filter_map(|finding| finding.rule);
    let notes = report.engine.notes.iter().filter(|note| note.contains(word));
    (broken.map(|rule| rule.to_string()).collect(), notes.cloned().collect())
}

#[test]
fn the_winner_of_a_game_that_a_turn_decides_is_compared() {
    for (asked, played, rule) in [
        ("repeat=ties", "repeat=loses", "TT6/repeat-ties"),
        ("repeat=loses", "repeat=ties", "TT6/repeat-loses"),
    ] {
        let report = examined_under(asked, played);
        assert_eq!(broken_and_noted(&report, "").0, BTreeSet::from([rule.to_owned()]));
        let finding = &report.findings[0];
        assert!(finding.id.ends_with(".score.play-ends"), "{}", finding.id);
        assert_eq!(examined_under(asked, asked).findings, []);
    }
}

#[test]
fn pass_stones_are_counted_and_a_wrong_count_is_found() {
    let rules = "aga,score=territory";
    let report = examined_under(rules, rules);
    let (broken, notes) = broken_and_noted(&report, "final_score");
    assert!(broken.is_empty(), "{broken:?}");
    assert!(notes[0].contains("surrounded points only and a prisoner for every pass"), "{notes:?}");
    let report = examined_under(rules, "aga,score=territory,pass=free");
    assert_eq!(broken_and_noted(&report, "").0, BTreeSet::from(["TT9/pass-stones".to_owned()]));
    // No GTP command says that the players disagree, so play after the passes is not compared. All findings are about the
    // score.
    assert!(report.findings.iter().all(|finding| finding.check == superko::Check::Score));
}

#[test]
fn undo_is_tested_if_a_refusal_loses_the_game() {
    let report = examined_under("cgos", "cgos");
    let (broken, notes) = broken_and_noted(&report, "undo");
    assert_eq!(
        (broken.len(), notes),
        (0, vec!["undo restores the board and the forbidden plays".to_owned()])
    );
}

#[test]
fn a_repeat_that_loses_the_game_is_reported_as_such() {
    let report = examined("repeat=loses");
    assert_eq!(report.faults, []);
    // The engine may generate a repetition that loses, so findings about generated turns are left out.
    let findings = report.findings.iter().filter(|found| found.check != superko::Check::Generate);
    let ids: Vec<&str> = findings.map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["TT6.play.illegal-turn-ends-game", "TT6.legality.illegal-turn-ends-game"]);
    let expected = "allowed, and the game is over: White wins";
    assert_eq!((report.findings[0].engine.as_str(), report.findings[0].turns.len()), (expected, 1));
}

#[test]
fn a_score_is_compared_if_the_stones_run_out() {
    let report = examined("stones=half");
    assert!(report.checks[&superko::Check::Score].observations > 20);
    assert!(report.findings.iter().all(|finding| finding.check != superko::Check::Score));
}

#[test]
fn a_profile_can_be_chosen() {
    let profile = Profile::find("pachi").unwrap();
    let options = GtpOptions { profile: Some(profile), ..GtpOptions::default() };
    let mut engine = GtpEngine::start(&served(), options).unwrap();
    assert_eq!((engine.profile(), engine.about().tolerates_illegal_plays), ("pachi", false));
    assert_eq!(engine.are_legal(&[Turn::Pass]), Ok(vec![None]));
    let fault = engine.start(&Setup::new(size("5x4"), Rules::default())).unwrap_err();
    assert_eq!(fault.to_string(), "it does not play 5x4: square boards only");
    let refused: Vec<_> = engine.refused_sizes().collect();
    assert_eq!(refused, [(size("5x4"), "square boards only")]);
    assert!(engine.start(&Setup::new(size("5"), Rules::default())).is_ok());
}

#[test]
fn an_unknown_program_cannot_be_started() {
    let fault = start(&["no-such-engine".to_owned(), "--gtp".to_owned()], 1000).unwrap_err();
    assert!(matches!(fault, Fault::Start { .. }));
    assert!(fault.to_string().contains("cannot start `no-such-engine --gtp`"), "{fault}");
    assert_eq!(start(&[], 1000).unwrap_err().kind(), "start");
}

#[test]
fn a_program_that_is_no_engine_is_reported_with_evidence() {
    for (command, kind, expected) in [
        ("zoo", "protocol", "on standard output is not a GTP reply"),
        (
            "certify --size 0",
            "exit",
            "2) when asked `protocol_version`; standard error ends: error: invalid value '0'",
        ),
        ("replay -", "timeout", "no answer to `protocol_version` within 0.5 s"),
    ] {
        let words = [SUPERKO].into_iter().chain(command.split(' '));
        let words: Vec<String> = words.map(str::to_owned).collect();
        let begun = Instant::now();
        let fault = start(&words, 500).unwrap_err();
        assert_eq!(fault.kind(), kind, "{command}: {fault}");
        assert!(fault.to_string().contains(expected), "{command}: {fault}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}: {:?}", begun.elapsed());
    }
}

/// Both ways to generate are tested: `reg_genmove`, which plays nothing, and `genmove`, whose turn is taken back.
#[test]
fn an_engine_that_generates_an_occupied_point_for_ever_is_found() {
    for hidden in ["nothing", "reg_genmove"] {
        let script = format!("\"$0\" gtp zoo:generates-occupied | sed -u 's/^{hidden}$/x/'");
        let command = ["sh", "-c", &script, SUPERKO].map(str::to_owned);
        let factory = || Ok(Box::new(start(&command, 5000)?) as Box<dyn Engine>);
        let options = Options {
            sizes: vec![size("5x5"), size("9x9")],
            only: vec!["generate".to_owned()],
            games: Some(0),
            ..undiagnosed(Level::Smoke)
        };
        let report = run(&factory, &options, &NoObserver);
        let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        // The server itself refuses its move at `genmove`; this is the one fault.
        let expected = if hidden == "nothing" { vec!["TT7.generate.occupied"] } else { vec![] };
        assert_eq!((ids, report.faults.len()), (expected, 1), "{:?}", report.faults);
    }
}
