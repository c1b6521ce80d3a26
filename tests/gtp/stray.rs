//! Engines that write stray lines to standard output, which are no part of a reply.

use super::shell::shell;
use super::{GAMES, transcript};
use crate::support::noted;
use std::time::Duration;
use superko::engines::gtp::{GtpEngine, GtpOptions};
use superko::{Engine, Verdict, compare};

/// Scripts that write stray lines: before the first reply, before each reply, after each reply, and, in invalid UTF-8, before
/// some replies.
const STRAY: [&str; 4] = [
    "echo '=== ready ==='; echo; \"$0\" gtp SERVED",
    "\"$0\" gtp SERVED | sed -u 's/^[=?]/thinking: A1 52%\\n\\n&/'",
    "\"$0\" gtp SERVED | sed -u 's/^$/\\n?? done\\n/'",
    "\"$0\" gtp SERVED | sed -u '40~7 s/^[=?]/\\xff\\xfe\\n&/'",
];

fn start(script: &str, served: &str, skip_stray_lines: bool) -> Result<GtpEngine, superko::Fault> {
    let timeout = Duration::from_secs(5);
    let options = GtpOptions { timeout, start: timeout, skip_stray_lines, ..GtpOptions::default() };
    GtpEngine::start(&shell(&script.replace("SERVED", served)), options)
}

#[test]
fn stray_lines_are_skipped_and_noted_once() {
    for script in STRAY {
        let mut engine = start(script, "reference", true).unwrap();
        for game in GAMES {
            let agreed = matches!(compare(&mut engine, &transcript(game)), Verdict::Agreed(_));
            assert!(agreed, "{script}: {game}");
        }
        let notes = noted(&engine.about());
        let about_lines = notes.iter().filter(|note| note.contains("--skip-stray-lines"));
        assert_eq!((about_lines.count(), engine.restarts()), (1, 0), "{script}: {notes:?}");
        // The engine's mistakes are still found.
        let mut wrong = start(script, "zoo:initial-grid-missing", true).unwrap();
        let game = transcript("1x1 tromp-taylor: pass, A1");
        assert!(matches!(compare(&mut wrong, &game), Verdict::Disagreed(_)), "{script}");
    }
    let tidy = start("\"$0\" gtp", "", true).unwrap().about();
    assert!(!noted(&tidy).join(" ").contains("skip"), "{:?}", tidy.notes);
}

#[test]
fn without_the_option_a_stray_line_is_a_fault_that_names_it() {
    for script in [STRAY[1], "echo ready; \"$0\" gtp SERVED"] {
        let fault = start(script, "reference", false).unwrap_err();
        assert_eq!(fault.kind(), "protocol");
        let expected =
            "is not a GTP reply: a reply begins with = or ? (--skip-stray-lines skips such lines)";
        assert!(fault.to_string().contains(expected), "{fault}");
    }
}

#[test]
fn an_engine_that_writes_nothing_else_is_no_engine() {
    for script in
        ["echo hello; sleep 60", "while :; do echo hello; sleep 0.01; done", "printf hel; sleep 60"]
    {
        let timeout = Duration::from_millis(300);
        let options =
            GtpOptions { timeout, start: timeout, skip_stray_lines: true, ..GtpOptions::default() };
        let fault = GtpEngine::start(&shell(script), options).unwrap_err();
        assert_eq!(fault.kind(), "timeout", "{script}: {fault}");
    }
}
