//! The protocol cases, on shell scripts around our own server.

use super::shell::shell;
use std::collections::BTreeSet;
use std::time::Duration;
use superko::engines::gtp::{GtpOptions, protocol_cases};

/// Returns the outcome of a protocol case for a shell script.
fn protocol_outcome(script: &str, id: &str) -> String {
    let timeout = Duration::from_millis(2000);
    let options = GtpOptions { timeout, start: timeout, ..GtpOptions::default() };
    let cases = protocol_cases(&shell(script), &options).unwrap().cases;
    let case = cases.iter().find(|case| case.id == id);
    case.unwrap_or_else(|| panic!("{id}: {cases:?}")).outcome.to_string()
}

#[test]
fn our_own_server_keeps_to_the_protocol() {
    let cases = protocol_cases(&shell("\"$0\" gtp"), &GtpOptions::default()).unwrap().cases;
    for case in &cases {
        assert_eq!(case.outcome.to_string(), "ok", "{}", case.id);
    }
    assert_eq!(cases.len(), 21);
}

#[test]
fn a_failed_protocol_case_quotes_the_evidence() {
    let cases = [
        ("\"$0\" gtp | sed -u -E 's/^[?][0-9]+/?/'", "ids", "failed: the reply to `"),
        (
            "\"$0\" gtp | sed -u -E 's/^(=[0-9]+) 2$/\\1 1/'",
            "protocol-version",
            "failed: `protocol_version` is answered with `= 1`, not with `= 2`",
        ),
        (
            "\"$0\" gtp | sed -u 's/^final_score$/&\\nundone/'",
            "list-commands",
            "failed: it lists the command, but `known_command undone` is answered with `= false`",
        ),
        (
            "\"$0\" gtp | sed -u -E 's/^[?]([0-9]+) unknown command/=\\1/'",
            "unknown-command",
            "failed: `superko-unknown` is answered with `= `, not with `?`",
        ),
        (
            "perl -ne 'BEGIN { $| = 1 } s/clear_board/name/ if $played; $played = /play b A1$/; print; last if / quit$/' | \"$0\" gtp zoo:stones-only",
            "undo-at-start",
            "failed: after `play b A1` and `clear_board`, `undo` is answered with `= `, not with `?`",
        ),
        // After a generated turn, plays that repeat a position are accepted.
        (
            "perl -ne 'BEGIN { $| = 1 } $generated = 1 if /genmove b/; $generated = 0 if /clear_board/; s/play (w B5|b C5)$/name/ if $generated; print; last if / quit$/' | \"$0\" gtp",
            "genmove-counts",
            "failed: after `genmove b`, answered with ",
        ),
        // After a generated turn, undo takes back two turns.
        (
            "perl -ne 'BEGIN { $| = 1 } s/play w B5/name/ if $undone; $undone = /undo/ && $generated; $generated = /genmove b/; print; last if / quit$/' | \"$0\" gtp",
            "genmove-counts",
            "failed: after `genmove b`, answered with ",
        ),
        // Stones are drawn with an unknown sign.
        (
            "\"$0\" gtp | sed -u -E 's/X/@/g; s/gogui-rules_board/gogui-rules/'",
            "genmove",
            "not applicable: no command shows the board",
        ),
        (
            "sed -u 's/play green.*/quit/' | \"$0\" gtp",
            "syntax-error",
            "failed: `play green A1` is answered with `= `, not with `?`",
        ),
        (
            "sed -u 's/quit/komi 0/' | \"$0\" gtp",
            "quit",
            "failed: `quit` is answered, and so is `name` after it: `= Superko reference`",
        ),
    ];
    // Some of the scripts end late, so two run at a time.
    std::thread::scope(|scope| {
        for cases in cases.chunks(5) {
            scope.spawn(move || {
                for (script, id, expected) in cases {
                    let outcome = protocol_outcome(script, id);
                    assert!(outcome.starts_with(expected), "{script}: {outcome}");
                }
            });
        }
    });
}

/// Engines, with an edit of the commands that reach them, a protocol case and its outcome.
const EDITED: [(&str, &str, &str, &str); 25] = [
    (
        "reference",
        "s/known_command.*/known_command play/",
        "known-command",
        "failed: `known_command superko-unknown` is answered with `= true`",
    ),
    (
        "reference",
        "s/play black$/play b A1/",
        "syntax-error",
        "failed: `play black` is answered with `= `, not with `?`",
    ),
    (
        "reference",
        "s/play BLACK/play X/",
        "letter-case",
        "failed: `play BLACK a1` is answered with `? syntax error: invalid color: X`, not with `=`",
    ),
    (
        "reference",
        "s/play b I5/play b J5/",
        "vertices",
        "failed: `play b I5` is answered with `= `, not with `?`",
    ),
    (
        "reference",
        "s/boardsize .*/boardsize 9/",
        "boardsize",
        "failed: `boardsize 19` is answered with `=`, and then gogui-rules_board shows a 9x9 board",
    ),
    (
        "reference",
        "s/komi 5.5/komi -5.5/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+3.5` with `komi 5.5`: the komi goes to Black",
    ),
    (
        "reference",
        "s/komi 5.5/komi 11/; s/komi 7.5/komi 15/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+20` with `komi 5.5`: the komi counts twice",
    ),
    (
        "reference",
        "s/komi 5.5/komi 0/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+9` with `komi 5.5`: the komi does not count",
    ),
    (
        "reference",
        "s/komi ([57]).5/komi \\1/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+14` with `komi 5.5`: the half point of the komi does not count",
    ),
    (
        "reference",
        "s/loadsgf .*/&.gone/",
        "loadsgf",
        "failed: `loadsgf FILE` is answered with `? cannot load file: FILE.gone",
    ),
    (
        "reference",
        "s/komi 5.5/komi 6/; s/komi 7.5/komi 8/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+15` with `komi 5.5`: the komi is rounded up",
    ),
    (
        "reference",
        "s/komi -5.5/komi 0/",
        "komi-in-score",
        "failed: a finished game is scored `= W+9` with `komi 0`, and `= W+9` with `komi -5.5`, which it accepts",
    ),
    ("reference", "s/komi -5.5/komi many/", "komi-in-score", "ok"),
    (
        "reference",
        "s/is_legal b B1$/is_legal b A1/",
        "is-legal",
        "failed: after play b A3, play w A1, play b B2, play w A2, `is_legal b B1` is answered with `= 0`, but the list of `all_legal b` has B1",
    ),
    (
        "reference",
        "s/is_legal w B1$/is_legal w E5/",
        "is-legal",
        "failed: after play b C1, play w B1, play b B2, play w A2, play b A1, `is_legal w B1` is answered with `= 1`, but the list of `all_legal w` lacks B1",
    ),
    ("zoo:question-recorded", "", "is-legal", "failed: after play b A3"),
    (
        "reference",
        "/is_legal b E5$/ { n; s/all_legal b/play b D4/ }",
        "is-legal",
        "failed: after play b A3, play w A1, play b B2, play w A2, `all_legal b` is answered differently after `is_legal` was asked about every point",
    ),
    (
        "reference",
        "s/komi 3.5/komi -3.5/",
        "komi-in-score",
        "failed: a finished game that Black wins is scored `= B+9` with `komi 0`, and `= B+12.5` with `komi 3.5`: the komi goes to Black",
    ),
    (
        "reference",
        "s/komi 3.5/komi 0/",
        "komi-in-score",
        "failed: a finished game that Black wins is scored `= B+9` with `komi 0`, and `= B+9` with `komi 3.5`: the komi does not count",
    ),
    (
        "reference",
        "s/komi 0/komi 6.5/",
        "komi-in-score",
        "failed: a finished game is scored `= W+15.5` with `komi 0`, and `= W+14.5` with `komi 5.5`: with `komi 0`, it counts a komi of 6.5",
    ),
    (
        "reference",
        "s/komi 5.5/komi 3.5/",
        "komi-in-score",
        "not applicable: its scores are estimates",
    ),
    (
        "zoo:stones-only",
        "s/ undo/ clear_board/",
        "undo-at-start",
        "failed: `undo` is answered with `= `, not with `?`",
    ),
    (
        "reference",
        "s/ genmove b/ reg_genmove b/",
        "genmove",
        "failed: `genmove b` is answered with `= ",
    ),
    (
        "zoo:stones-only",
        "/ undo/ Q",
        "undo-at-start",
        "failed: the engine ended (exit status: 0) when asked `undo`",
    ),
    ("zoo:stones-only", "/ undo/ Q", "quit", "ok"),
];

#[test]
fn a_failed_protocol_case_quotes_the_evidence_if_commands_are_edited() {
    // For each case, the first edit.
    let mut seen = BTreeSet::new();
    assert_evidence_is_quoted(EDITED.iter().filter(|(_, _, id, _)| seen.insert(*id)));
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_failed_protocol_cases_quote_the_evidence_if_commands_are_edited() {
    assert_evidence_is_quoted(EDITED.iter());
}

/// Checks the outcomes of protocol cases.
fn assert_evidence_is_quoted<'a>(
    all: impl Iterator<Item = &'a (&'a str, &'a str, &'a str, &'a str)>,
) {
    for (engine, edit, id, expected) in all {
        // The script ends at `quit`, because otherwise the shell would run until `sed` sees that the engine has ended.
        let script = format!("sed -u -E '/ quit$/q; {edit}' | \"$0\" gtp {engine}");
        let outcome = protocol_outcome(&script, id);
        assert!(outcome.starts_with(expected), "{script}: {outcome}");
    }
}
