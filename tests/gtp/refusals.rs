//! Engines that refuse turns in words of their own.

use super::shell::shell;
use super::{GAMES, SUPERKO, size, start, transcript};
use crate::support::undiagnosed;
use std::collections::BTreeSet;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::gtp::{GtpEngine, GtpOptions};
use superko::gtp::{Complaint, complaint};
use superko::report::{Report, RunVerdict};
use superko::{Effort, Engine, RefusalReason, Rules, Setup, Verdict, compare};

/// The texts with which engines refuse a turn, separated by `|`. `@` stands for the vertex, and `~` begins another line.
const TEXTS: &str = "
self-capture|invalid|violates rules|move rejected|denied|KoRule|would recreate an earlier board|no|false||-1|0|
?|nope|NO!|REJECTED|ILLEGAL|NOT ALLOWED HERE|@|@ is taken|cannot go to @|#17 @ refused|@: error 3|refused @ (turn 9)|
ko|superko|suicide|occupied|occupied or suicide|the game is over|not your turn|try again|syntax error|unknown command|
bad vertex|invalid color or coordinate|bad coordinate @|busy|engine busy|position already seen|same as before|
rule 8 forbids this|see rule 6|PSK violation|repetition of move 4|point not empty|no liberties|dead on arrival|
das geht nicht|Selbstmord ist verboten|Diese Stellung gab es schon|coup interdit|jugada ilegal|mossa non valida|
niedozwolony ruch|geçersiz hamle|недопустимый ход|απαγορευμένη κίνηση|מהלך לא חוקי|نقلة غير قانونية|
そこには打てません|コウです|非法着手|打劫，请先应劫|착수 금지|nước đi không hợp lệ|
KeyError: 'ko'|IndexError: list index out of range|java.lang.NullPointerException|AssertionError|internal error 42|
ValueError: illegal|assertion `libs > 0' failed|thread 'main' panicked at board.rs|std::exception|InvalidMoveException: @|
Illegal move~  vertex: @~  cause: unknown|Traceback (most recent call last):~  File \"gtp.py\", line 3~KeyError: '@'|
refused~because of the rules|<b>no</b>|move illegal; goban unchanged|E_OCC|err=4|null|None|undefined|...|¯\\_(ツ)_/¯";

/// Returns the texts, one by one.
fn texts() -> Vec<String> {
    TEXTS.replace('\n', "").split('|').map(|text| text.replace('~', "\n")).collect()
}

/// Returns each text with the one after it. Without `all`, only one of the texts that are alike
/// comes first: of those with one meaning, one with a vertex, one without, and so on.
fn pairs(all: bool) -> Vec<(String, String)> {
    let texts = texts();
    assert!(texts.len() >= 60, "{}", texts.len());
    let look = |text: &str| {
        (complaint(text), text.is_empty(), text.contains('\n'), text.contains('@'), text.is_ascii())
    };
    let mut seen = Vec::new();
    let pairs = texts.iter().zip(texts.iter().cycle().skip(1));
    let chosen = pairs.filter(|(text, _)| {
        let is_new = !seen.contains(&look(text));
        seen.push(look(text));
        all || is_new
    });
    chosen.map(|(text, occupied)| (text.clone(), occupied.clone())).collect()
}

/// A program that passes commands on. It refuses occupied points with the second text, and everything else that is refused with
/// the first text. It also answers a play at the point of the third argument with the first text, although the play is made.
const REFUSING: &str = r#"
    use IPC::Open2; use IO::Handle; $| = 1;
    my ($text, $occupied, $failing, @server) = @ARGV;
    my ($from, $to, $at); open2($from, $to, @server); $to->autoflush;
    while (my $line = <STDIN>) {
        $at = $line =~ /play \S+ (\S+)/ ? $1 : '';
        print $to $line;
        while (my $reply = <$from>) {
            if ($reply =~ /^([?]\d+) illegal move: (.*)/) {
                my ($mark, $said) = ($1, $2 eq 'occupied' ? $occupied : $text);
                $said =~ s/\@/$at/g;
                $reply = "$mark $said\n";
            }
            $reply =~ s/^=(\d+)$/?$1 $text/ if $at eq $failing;
            print $reply;
            last if $reply eq "\n";
        }
        last if $line =~ / quit/;
    }"#;

/// Returns the command line of that program with our server.
fn refusing(server: &str, text: &str, occupied: &str) -> Vec<String> {
    failing(server, text, occupied, "nowhere")
}

/// Returns the command line of that program with our server, where a play at a point fails.
fn failing(server: &str, text: &str, occupied: &str, point: &str) -> Vec<String> {
    let program = ["perl", "-e", REFUSING, "--", text, occupied, point, SUPERKO];
    let program = program.map(str::to_owned);
    program.into_iter().chain(server.split(' ').map(str::to_owned)).collect()
}

/// Certifies an engine in a short run.
fn examined(command: &[String], rules: &str) -> Report {
    let options = Options {
        rules: rules.parse().unwrap(),
        sizes: ["4x1", "2x2"].map(size).to_vec(),
        games: Some(10),
        effort: Effort { tries: 200, turns: 2_000 },
        ..undiagnosed(Level::Smoke)
    };
    let shared = GtpOptions::default();
    let factory = || Ok(Box::new(GtpEngine::start(command, shared.clone())?) as Box<dyn Engine>);
    run(&factory, &options, &NoObserver)
}

#[test]
fn a_refusal_is_understood_in_any_words() {
    assert_understood(&pairs(false));
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_a_refusal_is_understood_in_any_words() {
    assert_understood(&pairs(true));
}

/// Checks that games end without a disagreement if turns are refused with these texts.
fn assert_understood(pairs: &[(String, String)]) {
    for (text, occupied) in pairs {
        let mut engine = start(&refusing("gtp", text, occupied), 5000).unwrap();
        for game in &GAMES[..4] {
            let verdict = compare(&mut engine, &transcript(game));
            assert!(matches!(verdict, Verdict::Agreed(_)), "`{text}`: {verdict:?}");
        }
        assert_eq!(engine.restarts(), 0);
    }
}

#[test]
fn a_legal_play_that_is_refused_breaks_its_rule_in_any_words() {
    assert_legal_plays_are_not_refused(&pairs(false));
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_a_legal_play_that_is_refused_breaks_its_rule_in_any_words() {
    assert_legal_plays_are_not_refused(&pairs(true));
}

/// Checks that an engine breaks a rule if it refuses legal turns with these texts.
fn assert_legal_plays_are_not_refused(pairs: &[(String, String)]) {
    // If the text names a reason, the reason is believed.
    let is_open = |text: &str| match complaint(text) {
        Complaint::Refused(reason) => reason == RefusalReason::Unstated,
        _ => true,
    };
    for (text, occupied) in pairs {
        if !is_open(text) {
            continue;
        }
        for (server, game, rule) in [
            ("gtp --rules suicide=forbidden", "4x1 tromp-taylor: B A1, W C1, B B1", "TT7"),
            ("gtp", "2x1 repetition=none: B A1, W B1, B A1", "TT6/none"),
        ] {
            let mut engine = start(&refusing(server, text, occupied), 5000).unwrap();
            let verdict = compare(&mut engine, &transcript(game));
            let Verdict::Disagreed(found) = verdict else { panic!("`{text}`: {verdict:?}") };
            assert_eq!(found.id.rule.id(), rule, "`{text}`");
        }
    }
}

#[test]
fn refusals_that_look_like_program_errors_break_only_the_protocol() {
    let report = examined(&refusing("gtp", "AssertionError", "denied"), "tromp-taylor");
    assert_eq!((report.verdict, report.faults.len()), (RunVerdict::Conforms, 0));
    let (case, outcome) = report.protocol.iter().next().unwrap();
    assert_eq!(case, "play-errors");
    let expected = "is refused with `AssertionError`, which tells of an error in the program";
    let outcome = outcome.to_string();
    assert!(outcome.starts_with("failed: `play ") && outcome.ends_with(expected), "{outcome}");
    let report = examined(&refusing("gtp", "denied", "KoRule"), "tromp-taylor");
    assert_eq!((report.verdict, report.protocol.len()), (RunVerdict::Conforms, 0));
    let wrong = "gtp --rules suicide=forbidden";
    let report = examined(&refusing(wrong, "AssertionError", "denied"), "tromp-taylor");
    let rules: BTreeSet<&str> =
        report.findings.iter().filter_map(|found| Some(found.rule?.id())).collect();
    assert_eq!(rules, BTreeSet::from(["TT7"]));
    assert_eq!(report.faults, []);
}

#[test]
fn an_engine_that_is_sometimes_busy_breaks_no_rule() {
    assert_busy_breaks_no_rule(&["busy"]);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_an_engine_that_is_sometimes_busy_breaks_no_rule() {
    assert_busy_breaks_no_rule(&["busy", "no", ""]);
}

/// Checks that an engine breaks no rule if it answers one play in 29 with an error, whatever play
/// it is.
fn assert_busy_breaks_no_rule(messages: &[&str]) {
    for message in messages {
        let script = format!(
            "perl -ne 'BEGIN {{ $| = 1 }} s/play .*/superko-unknown/ if /play/ && ++$n % 29 == 0; print; last if / quit$/' \
             | \"$0\" gtp | sed -u 's/unknown command/{message}/'"
        );
        let report = examined(&shell(&script), "tromp-taylor");
        assert_eq!((report.findings.len(), report.faults.len()), (0, 0), "`{message}`");
        let outcome = report.protocol["play-errors"].to_string();
        assert!(outcome.ends_with("and is accepted when it is given again"), "{outcome}");
    }
}

#[test]
fn an_error_that_answers_everything_is_no_refusal() {
    for script in [
        // Every play on one board is answered with an error.
        "perl -ne 'BEGIN { $| = 1 } $four = $1 == 4 if /boardsize (\\d)/; s/play .*/superko-unknown/ if $four; print; last if / quit$/' \
         | \"$0\" gtp | sed -u 's/unknown command/SAID/'",
        // Everything from a play at D4 on is answered with an error.
        "perl -ne 'BEGIN { $| = 1 } $lost = 1 if /play w D4/; s/ .*/ superko-unknown/ if $lost; print; last if / quit$/' \
         | \"$0\" gtp | sed -u 's/unknown command/SAID/'",
    ] {
        for message in ["denied", "KeyError: 1", "unknown command", ""] {
            let command = shell(&script.replace("SAID", message));
            let mut engine = start(&command, 5000).unwrap();
            let verdict = compare(&mut engine, &transcript("4 tromp-taylor: A1, D4, B1"));
            let Verdict::Inconclusive { fault, .. } = verdict else { panic!("{verdict:?}") };
            let expected = format!(": its error message is not a refusal: `{message}`");
            assert!(fault.to_string().ends_with(&expected), "{fault}");
            // The other boards are played.
            engine.start(&Setup::new(size("3"), Rules::default())).unwrap();
            let verdict = compare(&mut engine, &transcript(GAMES[0]));
            assert!(matches!(verdict, Verdict::Agreed(_)), "{verdict:?}");
        }
    }
}

/// The program says that a play failed, although it has made it.
#[test]
fn an_error_that_changes_the_board_is_a_fault() {
    let mut engine = start(&failing("gtp", "KeyError: 7", "taken", "D4"), 5000).unwrap();
    let verdict = compare(&mut engine, &transcript("4 tromp-taylor: A1, D4, B1"));
    let Verdict::Inconclusive { fault, .. } = verdict else { panic!("{verdict:?}") };
    let expected = "`play w D4`: its error message is not a refusal: `KeyError: 7`";
    assert_eq!(fault.to_string(), expected);
}

/// A filter that passes commands on. In place of the third pass in a row, and of each one after it, the server gets another
/// command.
const THIRD_PASS: &str = r#"$| = 1;
    $row = 0 if /clear_board|undo|play \S+ [^p]/;
    s/play .*/THIRD/ if /play \S+ pass/ && ++$row > 2;
    print; last if / quit$/"#;

#[test]
fn a_pass_after_the_end_may_be_accepted_if_it_changes_nothing() {
    for (third, expected) in [("name", vec![]), ("undo", vec!["TT8.play.pass-after-end"])] {
        let script = format!("perl -ne '{}' | \"$0\" gtp", THIRD_PASS.replace("THIRD", third));
        let report = examined(&shell(&script), "tromp-taylor");
        let found: Vec<&str> = report.findings.iter().map(|found| found.id.as_str()).collect();
        assert_eq!(found, expected, "{third}: {:?}", report.faults);
        let declared = ["it accepts a pass after the end, which changes nothing"];
        assert_eq!(report.engine.conventions == declared, third == "name");
        assert!(report.unmet.is_empty() || third == "undo", "{:?}", report.unmet);
    }
}
