//! The exit codes: the table in docs/verdicts.md, an example of each code for each command, and signals at any moment.

use super::SUPERKO;
use super::signals::wait_until_it_listens;
use crate::support::{Scratch, root};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const COMMANDS: [&str; 15] = [
    "certify", "collide", "exhaust", "explain", "gtp", "identify", "judge", "matrix", "perft",
    "recheck", "replay", "report", "suite", "verify", "zoo",
];

/// Command lines, each with its exit code. `@` begins the path of a file or folder of the test, `FULL` sends standard output to
/// a full disk, and the text after `--` is a shell script in which `$0` is this program.
const ENDS: [(&str, i32); 83] = [
    ("certify --level smoke --size 2x1 --games 0", 0),
    ("certify --level smoke --size 2x1 --games 0 zoo:initial-grid-missing", 1),
    ("certify --level smoke --size 2x1 --known-failures @none", 2),
    ("certify --level smoke --size 2x1 --output @none/report", 2),
    ("certify --level smoke --size 2x1 --write-known-failures @none/ids", 2),
    ("certify --level smoke --size 2x1 --log @none/log -- $0 gtp", 2),
    ("certify --level smoke --size 2x1 -- exit 1", 3),
    ("certify --level full --budget 1ms", 4),
    ("certify --level smoke --budget 300ms -- sleep 60", 4),
    ("certify --level smoke --size 5 --only self-play -- sed -u '/E5$/q' | $0 gtp", 5),
    ("certify --level smoke --size 2x1 --games 0 --report @new --output @new/report", 0),
    ("certify --level smoke --size 2x1 --games 0 FULL", 6),
    ("certify --level smoke --size 2x1 --games 0 --output /dev/full", 6),
    ("certify --level smoke --size 2x1 --games 0 --write-known-failures /dev/full", 6),
    ("certify --level smoke --size 2x1 --games 0 --log /dev/full -- $0 gtp", 6),
    ("certify --level smoke --size 2x1 --games 0 zoo:initial-grid-missing FULL", 1),
    ("certify --level full --budget 1ms FULL", 4),
    ("identify --level smoke --size 2x2 --size 3", 0),
    ("identify --level smoke --size 2x2 --size 3 zoo:initial-grid-missing", 1),
    ("identify nobody", 2),
    ("identify -- exit 1", 3),
    ("identify --budget 1ms", 4),
    ("identify --level smoke --size 2x1 -- sed -u '/genmove/Q' | $0 gtp", 5),
    ("identify --level smoke --size 2x2 --size 3 FULL", 6),
    ("recheck @run/certificate.json", 0),
    ("recheck @run/certificate.json optimized", 1),
    ("recheck @none", 2),
    ("recheck @run/certificate.json -- exit 1", 3),
    ("recheck @run/certificate.json --budget 1ms", 4),
    ("recheck @run/certificate.json --budget 300ms -- sleep 60", 4),
    ("recheck @right/certificate.json --sample 20 -- sed -u '/genmove/Q' | $0 gtp", 5),
    ("recheck @run/certificate.json FULL", 6),
    ("report @run", 0),
    ("report @none", 2),
    ("report @run --output @none/report", 2),
    ("report @run --output /dev/full", 6),
    ("replay @record", 0),
    ("replay @record zoo:initial-grid-missing", 1),
    ("replay @none", 2),
    ("replay @record -- exit 1", 3),
    ("replay @record --flaky 1/3", 4),
    ("replay @record -- sed -u '/A1$/q' | $0 gtp", 5),
    ("replay @record FULL", 6),
    ("replay @record --svg @taken", 6),
    ("collide --size 9 optimized", 0),
    ("collide --size 2 --keys @independent", 1),
    ("collide --size 2 --keys @none", 2),
    ("collide --size 9 -- exit 1", 3),
    ("collide --size 2x1 --keys @same", 4),
    ("collide --size 9 optimized FULL", 6),
    ("judge @right.sgf", 0),
    ("judge @wrong.sgf", 1),
    ("judge @none.sgf", 2),
    ("judge @right.sgf FULL", 6),
    ("judge @wrong.sgf FULL", 1),
    ("perft --size 2 --depth 2", 0),
    ("perft --size 1 --depth 2 zoo:initial-grid-missing", 1),
    ("perft --size 26 --depth 3", 2),
    ("perft --size 2 --depth 3 -- exit 1", 3),
    ("perft --size 2 --depth 2 FULL", 6),
    ("explain TT6", 0),
    ("explain nonsense", 2),
    ("explain TT6 --output /dev/full", 6),
    ("zoo", 0),
    ("zoo nonsense", 2),
    ("zoo FULL", 6),
    ("suite collisions", 0),
    ("suite list --size 2 --only nonsense", 2),
    ("suite collisions FULL", 6),
    ("exhaust --size 2x2", 0),
    ("exhaust --merge @altered", 2),
    ("exhaust --size 2x2 FULL", 6),
    ("verify --only 1x2", 0),
    ("verify --only nonsense", 2),
    ("verify --only 1x2 FULL", 6),
    ("matrix --output @matrix --list @right.toml --overwrite", 0),
    ("matrix --output @matrix --list @none", 2),
    ("matrix --output /dev/null/matrix --list @right.toml", 2),
    ("matrix --output @matrix --list @absent.toml --overwrite", 4),
    ("matrix --output @taken --list @right.toml", 6),
    ("gtp", 0),
    ("gtp nobody", 2),
    ("gtp --seed 1 FULL", 6),
];

/// Command lines that run until a signal ends them. `UNREAD` leaves standard output unread.
const WAITS: [&str; 26] = [
    "certify -- sleep 60",
    "identify -- sleep 60",
    "recheck @run/certificate.json -- sleep 60",
    "replay @record -- sleep 60",
    "collide --size 9 -- sleep 60",
    "perft --size 2 --depth 2 -- sleep 60",
    "report @pipe-1",
    "explain TT6 --output @pipe-2",
    "judge -",
    "zoo --matrix",
    "suite export --size 19",
    "exhaust --size 5x5",
    "verify --long",
    "matrix --output @slow --list @slow.toml --overwrite",
    "gtp",
    "certify --level full",
    "certify --level full zoo:history-of-500",
    "certify --level full --only repeat -- $0 gtp",
    "certify --level smoke --size 2x1 --output @pipe-3",
    "certify --level smoke --size 5 --size 2x1 --format html zoo:history-of-8 UNREAD",
    "identify --level full zoo:history-of-500",
    "recheck @run/certificate.json --sample 1000000 -- sed -u 's/^/ /' | $0 gtp zoo:history-of-8",
    "exhaust --size 5x4 --against sliced --state @state",
    "exhaust --size 1x4 --games --hash-width 64",
    "perft --size 3 --depth 12",
    "judge --check @long.sgf",
];

/// Makes the files that the command lines need.
fn prepare(folder: &Path) {
    fs::create_dir_all(folder.join("taken/1.svg")).unwrap();
    fs::create_dir_all(folder.join("taken/matrix.md")).unwrap();
    let points = |size: u8| (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)));
    let letter = |place: u8| char::from(b'a' + place);
    let long: String = points(19)
        .cycle()
        .take(180)
        .enumerate()
        .map(|(turn, (x, y))| format!(";{}[{}{}]", ["B", "W"][turn % 2], letter(x), letter(y)))
        .collect();
    let keys =
        ["A1", "A2", "B1", "B2"].iter().flat_map(|point| [(point, "black"), (point, "white")]);
    let keys: String =
        keys.zip(0..).map(|((p, color), bit)| format!("{p} {color} {:x}\n", 1 << bit)).collect();
    let listed = |more: &str| {
        format!(
            "[[engine]]\nid = \"a\"\nname = \"a\"\nversion = \"1\"\nget = {{ program = \"a\" }}\n\
             rules = \"tromp-taylor\"\nclaim = \"a\"\nsource = \"a\"\n{more}\n"
        )
    };
    for (name, text) in [
        ("record", "1x1 tromp-taylor:\nB A1".to_owned()),
        ("right.sgf", "(;SZ[5]RE[W+R];B[aa])".to_owned()),
        ("wrong.sgf", "(;SZ[5];B[aa];W[aa])".to_owned()),
        ("long.sgf", format!("(;SZ[19]{long})\n").repeat(5_000)),
        ("independent", keys),
        ("same", "A1 black 1\nB1 black 1\nA1 white 2\nB1 white 4\n".to_owned()),
        ("right.toml", listed(&format!("start = '\"{SUPERKO}\" gtp'\nsizes = [\"2\"]"))),
        ("absent.toml", listed("start = \"a\"\nunavailable = \"it is gone\"")),
        ("slow.toml", listed("start = \"a\"\nprepare = [\"sleep 60\"]")),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let pipes = ["pipe-1", "pipe-2", "pipe-3"].map(|name| folder.join(name));
    assert!(Command::new("mkfifo").args(pipes).status().unwrap().success());
    let certify = "certify --level smoke --size 2x2";
    for (line, code) in [
        (format!("{certify} --report @run zoo:history-of-8"), 1),
        (format!("{certify} --report @right optimized"), 0),
        ("exhaust --size 2x2 --shard 1/1 --state @altered".to_owned(), 0),
    ] {
        assert_eq!(end(&line, folder).code(), Some(code), "{line}");
    }
    let state = fs::read_to_string(folder.join("altered")).unwrap();
    fs::write(folder.join("altered"), state.replace("\"positions\": 57", "\"positions\": 56"))
        .unwrap();
}

/// Starts a command line.
fn begin(line: &str, folder: &Path) -> Child {
    let at = folder.join("").to_string_lossy().into_owned();
    let (line, script) = line.split_once(" -- ").map_or((line, None), |(l, s)| (l, Some(s)));
    let full = || File::options().write(true).open("/dev/full").unwrap().into();
    let mut command = Command::new(SUPERKO);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    for word in line.split(' ') {
        match word {
            "FULL" => drop(command.stdout::<Stdio>(full())),
            "UNREAD" => drop(command.stdout(Stdio::piped())),
            word => drop(command.arg(word.replace('@', &at))),
        }
    }
    if let Some(script) = script {
        command.args(["--", "sh", "-c", &script.replace("$0", "\"$0\""), SUPERKO]);
    }
    command.spawn().unwrap()
}

/// Runs a command line until it ends by itself. Its standard input is a single line.
fn end(line: &str, folder: &Path) -> ExitStatus {
    let mut child = begin(line, folder);
    // The write fails if the program has already ended.
    let _ = child.stdin.take().unwrap().write_all(b"name\n");
    child.wait().unwrap()
}

/// Ends a command line by a signal. Returns its exit code and how long it took to end, or `None` if it had ended by itself.
fn interrupt(
    line: &str,
    folder: &Path,
    signal: Signal,
    after: Duration,
) -> Option<(i32, Duration)> {
    let mut child = begin(line, folder);
    let process = Pid::from_raw(child.id().cast_signed());
    wait_until_it_listens(process, &[Signal::SIGINT, Signal::SIGTERM]);
    std::thread::sleep(after);
    if child.try_wait().unwrap().is_some() {
        return None;
    }
    let begun = Instant::now();
    kill(process, signal).unwrap();
    while begun.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some((
                status.code().unwrap_or_else(|| panic!("{line}: {status}")),
                begun.elapsed(),
            ));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    panic!("{line}: {signal} after {after:?} does not end it");
}

/// Returns the commands with their exit codes, as docs/verdicts.md lists them.
fn documented() -> BTreeSet<(String, i32)> {
    let text = fs::read_to_string(root().join("docs/verdicts.md")).unwrap();
    let (_, table) = text.split_once("| exit code | meaning | given by |").unwrap();
    let mut all = BTreeSet::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for code in cells[1].split(", ").map(|code| code.parse::<i32>().unwrap()) {
            let commands = match cells[3] {
                "all" => COMMANDS.to_vec(),
                named => named.split(' ').collect(),
            };
            all.extend(commands.into_iter().map(|command| (command.to_owned(), code)));
        }
    }
    all
}

fn command_of(line: &str) -> String {
    line.split(' ').next().unwrap().to_owned()
}

#[test]
fn each_command_ends_with_the_codes_of_the_table() {
    // For each command and each of its codes, the first line.
    let mut seen = BTreeSet::new();
    let lines = ENDS.into_iter().filter(|(line, code)| seen.insert((command_of(line), *code)));
    assert_ends("exits", &lines.collect::<Vec<_>>());
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_each_command_line_ends_with_its_code() {
    assert_ends("exits-all", &ENDS);
}

/// Checks the exit codes of command lines, which must have all codes of the table.
fn assert_ends(name: &str, lines: &[(&str, i32)]) {
    let folder = Scratch::new(name);
    prepare(&folder);
    let wrong_of = |lines: &[(&str, i32)]| -> Vec<String> {
        lines
            .iter()
            .map(|&(line, code)| (line, code, end(line, &folder)))
            .filter(|(_, code, status)| status.code() != Some(*code))
            .map(|(line, code, status)| format!("{line}: {status}, not {code}"))
            .collect()
    };
    // Many lines wait for an engine, so four commands run at a time. Lines that write to the same folder are together.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            lines.chunks(21).map(|lines| scope.spawn(move || wrong_of(lines))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(wrong, [""; 0]);
    // A file that could not be written leaves no temporary file behind.
    for folder in [&*folder, &folder.join("taken")] {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let half: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with('.')).collect();
        assert!(half.is_empty(), "{half:?}");
    }
    let mut shown: BTreeSet<(String, i32)> =
        lines.iter().map(|&(line, code)| (command_of(line), code)).collect();
    // Exit code 70 means a bug of Superko, so no command line has it. Signals have a test of their own.
    let by_signal = WAITS.iter().flat_map(|line| [130, 143].map(|code| (command_of(line), code)));
    shown.extend(by_signal.chain(COMMANDS.map(|command| (command.to_owned(), 70))));
    assert_eq!(shown, documented());
}

#[test]
fn each_command_is_ended_by_signals() {
    // For each command, the first line.
    let mut seen = BTreeSet::new();
    let lines = WAITS.into_iter().filter(|line| seen.insert(command_of(line)));
    assert_ended_by_signals("ended", &lines.collect::<Vec<_>>());
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_each_command_line_is_ended_by_signals() {
    assert_ended_by_signals("ended-all", &WAITS);
}

/// Checks that both signals end command lines.
fn assert_ended_by_signals(name: &str, lines: &[&str]) {
    let folder = Scratch::new(name);
    prepare(&folder);
    let check = |line: &str| {
        for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
            let ended = interrupt(line, &folder, signal, Duration::from_millis(150));
            assert_eq!(ended.map(|(code, _)| code), Some(code), "{line}");
        }
    };
    // The test mostly waits, so four commands run at a time.
    std::thread::scope(|scope| {
        for lines in lines.chunks(lines.len().div_ceil(4)) {
            scope.spawn(|| lines.iter().copied().for_each(check));
        }
    });
}

#[test]
#[ignore = "ten minutes: cargo test -p superko --test main -- --ignored three_hundred --nocapture"]
fn three_hundred_signals_end_commands_within_a_second() {
    let folder = Scratch::new("three-hundred");
    prepare(&folder);
    let (mut slowest, mut ended) = (Vec::new(), 0);
    for number in 0..300_u64 {
        let line = WAITS[usize::try_from(number).unwrap() % WAITS.len()];
        // The moments are the same each time, and at most two and a half seconds.
        let moment = Duration::from_millis(number.wrapping_mul(2_654_435_761) % 2_501);
        let (signal, code) =
            [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)][(number / 26 % 2) as usize];
        let Some((exit, time)) = interrupt(line, &folder, signal, moment) else { continue };
        ended += 1;
        slowest.push((time, format!("{line}, after {moment:?}")));
        assert_eq!(exit, code, "{line}, after {moment:?}");
    }
    slowest.sort();
    let lines: Vec<String> =
        slowest.iter().rev().take(10).map(|(time, line)| format!("{time:?}: {line}")).collect();
    let _ =
        writeln!(std::io::stdout(), "{ended} ended by signals; the slowest:\n{}", lines.join("\n"));
    assert!(slowest.last().unwrap().0 < Duration::from_secs(1), "{}", lines.join("\n"));
}
