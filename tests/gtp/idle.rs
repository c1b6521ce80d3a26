//! Programs in which a command changes the game, although it must change nothing.

use super::SUPERKO;
use super::shell::shell;
use crate::support::undiagnosed;
use std::process::Command;
use superko::certify::{Level, NoObserver, Options, Shown, options_of, recheck, run};
use superko::engines::gtp::{GtpEngine, GtpOptions};
use superko::report::{Certificate, Circumstances, Report, RunVerdict};
use superko::{Effort, Engine, EngineFactory, Fault, Size};

/// A program that passes commands on. If a command matches during a game, the game continues with the same board, but without
/// the history. In the way `stone`, the board loses a black stone, too. In the way `pair`, this happens only after `get_komi`.
const FORGETTING: &str = r#"
    use IPC::Open2; use IO::Handle; $| = 1;
    my ($matching, $way, @server) = @ARGV;
    my ($from, $to); open2($from, $to, @server); $to->autoflush;
    sub ask {
        print $to "$_[0]\n";
        my $said = '';
        while (my $line = <$from>) { last if $line eq "\n"; $said .= $line }
        $said =~ s/^[=?]\s*//;
        split ' ', $said;
    }
    my ($plays, $before) = (0, '');
    while (my $line = <STDIN>) {
        my ($command) = $line =~ /^\d*\s*(.*?)\s*$/;
        $plays = 0 if $command =~ /clear_board|boardsize/;
        $plays++ if $command =~ /^play/;
        my $is_due = $way ne 'pair' || $before =~ /^get_komi/;
        if ($plays && $is_due && $command =~ /^(?:$matching)/) {
            my (@black) = ask('list_stones black');
            my (@white) = ask('list_stones white');
            pop @black if $way eq 'stone';
            ask('clear_board');
            ask("play b $_") for @black;
            ask("play w $_") for @white;
        }
        $before = $command;
        print $to $line;
        while (my $reply = <$from>) { print $reply; last if $reply eq "\n" }
        last if $command eq 'quit';
    }"#;

/// Returns the command line of that program with our server.
fn forgetting(matching: &str, way: &str, server: &str) -> Vec<String> {
    let program = ["perl", "-e", FORGETTING, "--", matching, way, SUPERKO].map(str::to_owned);
    program.into_iter().chain(server.split(' ').map(str::to_owned)).collect()
}

fn options(rules: &str) -> Options {
    Options {
        rules: rules.parse().unwrap(),
        sizes: vec![Size::new(2, 1).unwrap()],
        games: Some(5),
        effort: Effort { tries: 100, turns: 1_000 },
        arguments: Some("-- engine".to_owned()),
        ..undiagnosed(Level::Smoke)
    }
}

/// Calls a function with a factory of the program's engine.
fn with<T>(command: &[String], call: impl FnOnce(&EngineFactory<'_>) -> T) -> T {
    let shared = GtpOptions::default();
    call(&|| -> Result<Box<dyn Engine>, Fault> {
        Ok(Box::new(GtpEngine::start(command, shared.clone())?))
    })
}

fn examined(command: &[String], rules: &str) -> Report {
    with(command, |factory| run(factory, &options(rules), &NoObserver))
}

/// The effort for findings that need not be short.
const LITTLE: Effort = Effort { tries: 10, turns: 100 };

/// Describes the findings, which must be steady and about no rule: id, sent commands, number of turns.
fn described(report: &Report) -> Vec<String> {
    let described = report.findings.iter().map(|found| {
        assert_eq!((found.rule, found.confirmed), (None, (3, 3)), "{}", found.id);
        format!("{} {} {}", found.id, found.sent.join(", "), found.turns.len())
    });
    described.collect()
}

/// Commands that empty the history, each with the rules and the finding. With simple ko, another
/// game shows it.
const EMPTYING: [(&str, &str, &str); 6] = [
    ("komi", "chinese", "state.komi.question-changes-state komi 0 9"),
    (
        "final_status_list",
        "aga",
        "state.final_status_list.question-changes-state final_status_list dead 9",
    ),
    ("komi", "tromp-taylor", "state.komi.question-changes-state komi 0 9"),
    ("name", "new-zealand", "state.name.question-changes-state name 9"),
    (
        "time_settings",
        "repetition=situational,suicide=forbidden",
        "state.time_settings.question-changes-state time_settings 600 30 5 9",
    ),
    ("final_score", "tromp-taylor", "state.final_score.question-changes-state final_score 9"),
];

#[test]
fn a_command_that_empties_the_history_is_named() {
    assert_emptying_is_named(&EMPTYING[..1]);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_a_command_that_empties_the_history_is_named() {
    assert_emptying_is_named(&EMPTYING);
}

/// Checks that the only finding about an engine is that a command empties the history.
fn assert_emptying_is_named(commands: &[(&str, &str, &str)]) {
    for &(matching, rules, expected) in commands {
        let server = format!("gtp --rules {rules}");
        let report = examined(&forgetting(matching, "", &server), rules);
        assert_eq!(described(&report), [expected], "{matching}, {rules}");
        assert_eq!((report.verdict, report.faults.len()), (RunVerdict::Deviates, 0));
    }
}

#[test]
fn a_command_that_changes_the_board_is_named_without_a_history() {
    assert_change_is_named(&["repetition=none"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_command_that_changes_the_board_is_named_under_any_rules() {
    assert_change_is_named(&["tromp-taylor", "repetition=none"]);
}

/// Checks that the only finding about an engine is that a command changes the board.
fn assert_change_is_named(all: &[&str]) {
    for rules in all {
        let server = format!("gtp --rules {rules}");
        let report = examined(&forgetting("captures white", "stone", &server), rules);
        let [found] = &report.findings[..] else { panic!("{:?}", described(&report)) };
        assert_eq!(found.id, "state.captures.question-changes-state");
    }
}

#[test]
fn commands_that_change_the_game_together_are_reported_together() {
    let report =
        examined(&forgetting("query_boardsize|time_settings", "pair", "gtp"), "tromp-taylor");
    let expected = "state.time_settings.question-changes-state get_komi, time_settings 600 30 5 9";
    assert_eq!(described(&report), [expected]);
}

/// Engines, each with a command that is not to be blamed. The first engine plays no superko at all;
/// in the others, the command is never sent.
const INNOCENT: [(&str, &str); 3] = [
    ("gtp --rules repetition=none", "komi"),
    ("gtp", "nothing"),
    ("gtp zoo:history-of-8", "name x"),
];

#[test]
fn a_command_is_not_blamed_for_what_the_engine_does_without_it() {
    assert_not_blamed(&INNOCENT[..2]);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_a_command_is_not_blamed_for_what_the_engine_does_without_it() {
    assert_not_blamed(&INNOCENT);
}

/// Checks that no finding about an engine names a command.
fn assert_not_blamed(engines: &[(&str, &str)]) {
    for &(server, matching) in engines {
        let options = Options { effort: LITTLE, ..options("tromp-taylor") };
        let command = forgetting(matching, "", server);
        let report = with(&command, |factory| run(factory, &options, &NoObserver));
        assert!(report.findings.iter().all(|found| found.sent.is_empty()), "{server}");
    }
}

#[test]
fn a_crash_at_such_a_command_is_only_a_fault() {
    let command = shell("sed -u -E '/ cputime$/ Q' | \"$0\" gtp | sed -u 's/^komi$/&\\ncputime/'");
    let report = examined(&command, "tromp-taylor");
    let faults: Vec<&str> = report.faults.iter().map(|fault| fault.id.as_str()).collect();
    assert_eq!((described(&report).len(), faults), (0, vec!["fault.exit.cputime"]));
}

#[test]
fn a_change_by_a_command_is_reproduced() {
    let command = forgetting("komi", "", "gtp");
    let replay = |commands: &[&str], record: &str| {
        let sent = commands.iter().flat_map(|command| ["--send", command]);
        let output = Command::new(SUPERKO)
            .arg("replay")
            .args(sent)
            .args([record, "--"])
            .args(&command)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let report = examined(&command, "tromp-taylor");
    let record = superko::report::one_line(&report.findings[0].record);
    let again = format!("superko replay --send 'komi 0' '{record}' -- engine");
    assert_eq!(report.findings[0].again, again);
    let (code, text) = replay(&["komi 0"], &record);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("state.komi.question-changes-state"), "{text}");
    assert_eq!(replay(&["get_komi"], &record).0, Some(0));
    let date = "2026-11-23T07:30:00Z".to_owned();
    let circumstances =
        Circumstances { suite: "5".repeat(64), program: None, files: [].into(), date };
    let certificate = Certificate::of(&report, circumstances);
    let rechecked = with(&command, |factory| {
        recheck(factory, &certificate, &options_of(&certificate), &NoObserver).unwrap()
    });
    assert_eq!(rechecked.shown, [(report.findings[0].id.clone(), Shown::Again)]);
}
