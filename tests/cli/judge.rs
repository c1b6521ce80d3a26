//! `superko judge`: files, directories, archives, encodings, broken files, parts, drawings, exit codes.

use super::{SUPERKO, run};
use crate::support::Scratch;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const RIGHT: &str = "(;GM[1]SZ[5]RU[TT]KM[0.5]RE[B+24.5];B[aa];W[];B[bb];W[];B[])";
const RETAKEN: &str = "(;GM[1]SZ[2:1]RU[TT];B[aa];W[ba];B[aa])";
const WRONG: &str = "(;GM[1]SZ[5]RU[TT]KM[0.5]RE[W+3];B[aa];W[];B[])";
const BROKEN: &str = "(;GM[1]SZ[5]RU[TT];B[aa];W[zz];B[bb])";
const RESIGNED: &str = "(;GM[1]SZ[5]RU[TT]RE[B+R];B[aa](;W[bb])(;W[aa]))";

/// Makes a directory with these files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> Scratch {
    let folder = Scratch::new(name);
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// Runs `superko judge --quiet` on a path.
fn judge(path: &Path, options: &[&str]) -> (i32, String, String) {
    let path = path.to_str().unwrap();
    run(&[&["judge", "--quiet", path], options].concat())
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn verdicts(out: &str) -> Vec<String> {
    lines(out).iter().map(|line| line["verdict"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_correct_game_takes_one_line_and_a_wrong_one_is_drawn() {
    let all = [RIGHT, RETAKEN, WRONG, BROKEN, RESIGNED].join("\n");
    let folder = folder("judge-text", &[("all.sgf", all.as_bytes())]);
    let (code, out, err) = judge(&folder, &[]);
    let name = folder.join("all.sgf").display().to_string();
    let expected = format!(
        "{name}, game 1 (5x5, tromp-taylor): All 5 moves are legal. Black 25, White 0, komi 0.5: B+24.5, as the record says.\n\
         {name}, game 2 (2x1, tromp-taylor): Move 3, B A1, is illegal (TT6): it repeats the position after move 1.\n\
         \x20   before move 3, B A1         after move 1\n\
         \x20    1 (.)O                      1  X .\n\
         \x20       A B                         A B\n\
         {name}, game 3 (5x5, tromp-taylor): All 3 moves are legal. Black 25, White 0, komi 0.5: B+24.5. \
         The record says W+3, which is wrong.\n\
         \x20   at the end\n\
         \x20    5  X . . . .\n"
    );
    assert!(out.starts_with(&expected), "{out}");
    let at = all.find("W[zz]").unwrap();
    let expected = format!(
        "{name}, game 4 (5x5, tromp-taylor): SGF, byte {at}: turn 2: `W[zz]` is neither a point of a 5x5 board nor a pass, \
         which is `[]`. What was read before: the only move is legal.\n\
         {name}, game 5 (5x5, tromp-taylor): Both moves are legal. The record says B+R: the game was not decided by score.\n\
         1 file, 5 games: 1 correct, 1 illegal, 1 wrong result, 1 not by score, 1 unreadable.\n"
    );
    assert!(out.ends_with(&expected), "{out}");
    assert_eq!((code, err.as_str()), (1, ""));
}

#[test]
fn the_exit_code_is_that_of_the_worst_verdict() {
    for (games, code) in [
        (vec![RIGHT, RESIGNED], 0),
        (vec![RIGHT, BROKEN], 2),
        (vec![BROKEN, WRONG], 1),
        (vec![RETAKEN], 1),
        (vec![""], 2),
        (vec!["no game"], 2),
    ] {
        let folder = folder("judge-exit", &[("all.sgf", games.concat().as_bytes())]);
        let out = judge(&folder, &["--format", "jsonl", "--check"]);
        assert_eq!(out.0, code, "{games:?}: {}", out.1);
    }
    let empty = Scratch::new("judge-empty");
    std::fs::create_dir_all(&empty).unwrap();
    for (path, expected) in [
        (&*empty, "there is no game record in it"),
        (Path::new("/no/such.sgf"), "cannot be read: "),
        (Path::new("/no/such.zip"), "cannot be read: "),
    ] {
        let (code, out, _) = judge(path, &["--format", "jsonl"]);
        let message = lines(&out)[0]["error"]["message"].to_string();
        assert!(code == 2 && message.contains(expected), "{out}");
    }
    assert_eq!(run(&["judge"]).0, 2);
    let (code, _, err) = run(&["judge", "x.sgf", "--rules", "chinesse"]);
    assert!(code == 2 && err.contains("did you mean `chinese`?"), "{err}");
}

#[test]
fn rules_that_are_unknown_are_named_as_such() {
    let folder = folder("judge-unknown", &[("a.sgf", b"(;SZ[5]RU[mystery];B[aa];W[bb])")]);
    let (_, out, _) = judge(&folder, &[]);
    let expected = "The rules `mystery` are unknown, so only moves that are illegal under every rule set are reported.";
    assert!(out.contains("(5x5, unknown rules): ") && out.contains(expected), "{out}");
    let (_, out, _) = judge(&folder, &["--format", "table"]);
    assert!(out.contains(" (unknown rules)\n"), "{out}");
}

/// Returns an archive of these files. The first file is compressed, the others are stored.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (place, (name, text)) in files.iter().enumerate() {
        if place == 0 {
            let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
            let (mut file, sums) = file.start().unwrap();
            let packer = flate2::write::DeflateEncoder::new(&mut file, flate2::Compression::fast());
            let mut writer = sums.wrap(packer);
            writer.write_all(text.as_bytes()).unwrap();
            let (packer, sums) = writer.finish().unwrap();
            packer.finish().unwrap();
            file.finish(sums).unwrap();
        } else {
            let file = archive.new_file(name).compression_method(CompressionMethod::STORE);
            let (mut file, sums) = file.start().unwrap();
            let mut writer = sums.wrap(&mut file);
            writer.write_all(text.as_bytes()).unwrap();
            let (_, sums) = writer.finish().unwrap();
            file.finish(sums).unwrap();
        }
    }
    archive.finish().unwrap();
    bytes
}

#[test]
fn a_damaged_file_in_an_archive_is_reported_and_the_others_are_judged() {
    let mut bytes = zip(&[("1.sgf", RIGHT), ("2.sgf", RIGHT), ("3.sgf", RIGHT)]);
    let second = bytes.windows(5).position(|bytes| bytes == b"2.sgf").unwrap();
    let place = bytes[second..].windows(2).position(|bytes| bytes == b"(;").unwrap() + second;
    bytes[place + 9] ^= 1;
    let folder = folder("judge-damaged", &[("a.zip", &bytes)]);
    let (code, out, _) = judge(&folder, &["--format", "jsonl"]);
    assert_eq!(
        (code, verdicts(&out)),
        (2, vec!["correct".into(), "unreadable".into(), "correct".into()])
    );
}

#[test]
fn directories_and_archives_are_read_in_their_order_by_any_number_of_threads() {
    let folder = folder(
        "judge-archives",
        &[
            ("b/2.SGF", RETAKEN.as_bytes()),
            ("b/1.sgf", RIGHT.as_bytes()),
            ("c.txt", WRONG.as_bytes()),
            ("broken.zip", b"PK, or not"),
        ],
    );
    let inner = [("x/1.sgf", WRONG), ("x/readme.txt", "no"), ("2.sgf", RIGHT)];
    std::fs::write(folder.join("d.zip"), zip(&inner)).unwrap();
    let packed = std::fs::File::create(folder.join("e.tar.gz")).unwrap();
    let mut tar =
        tar::Builder::new(flate2::write::GzEncoder::new(packed, flate2::Compression::fast()));
    for (name, text) in inner {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap();

    let (code, one, _) = judge(&folder, &["--format", "jsonl", "--jobs", "1"]);
    assert_eq!(code, 1);
    let path = |line: &Value| {
        line["path"].as_str().unwrap().rsplit_once("archives/").unwrap().1.to_owned()
    };
    assert_eq!(
        lines(&one).iter().map(path).collect::<Vec<_>>(),
        [
            "b/1.sgf",
            "b/2.SGF",
            "broken.zip",
            "d.zip/x/1.sgf",
            "d.zip/2.sgf",
            "e.tar.gz/x/1.sgf",
            "e.tar.gz/2.sgf"
        ]
    );
    assert_eq!(
        verdicts(&one),
        ["correct", "illegal", "unreadable", "wrong result", "correct", "wrong result", "correct"]
    );
    assert_eq!(judge(&folder, &["--format", "jsonl", "--jobs", "5"]).1, one);
    // The parts together have all lines.
    let mut parts: Vec<String> = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let (_, out, _) = judge(&folder, &["--format", "jsonl", "--shard", part]);
        assert!(out.lines().count() >= 2, "{out}");
        parts.extend(out.lines().map(str::to_owned));
    }
    let mut whole: Vec<&str> = one.lines().collect();
    whole.sort_unstable();
    parts.sort_unstable();
    assert_eq!(parts, whole);
    // A file that is named on the command line is read, whatever its extension.
    assert_eq!(verdicts(&judge(&folder.join("c.txt"), &["--format", "jsonl"]).1), ["wrong result"]);
}

#[test]
fn standard_input_is_read_in_other_encodings_too() {
    // In GB18030, the second byte of the first letter is `]`.
    let bytes =
        [&b"(;CA[GB18030]SZ[5]RU[TT]C["[..], &[0x81, 0x5d, 0x81, 0x5c], b"];B[aa];W[zz])"].concat();
    let mut child = Command::new(SUPERKO)
        .args(["judge", "--format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    let line = &lines(std::str::from_utf8(&output.stdout).unwrap())[0];
    let at = bytes.windows(5).position(|window| window == b"W[zz]").unwrap();
    assert_eq!(
        (line["path"].as_str(), line["error"]["byte"].as_u64()),
        (Some("-"), Some(at as u64))
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.contains("1 file, 1 game: 0 correct, 0 illegal, 0 wrong result, 1 unreadable."),
        "{err}"
    );
    assert!(err.contains("games per second"), "{err}");
}

#[test]
fn options_give_variations_rules_tables_and_drawings() {
    let folder = folder("judge-options", &[("a b.sgf", [RESIGNED, RETAKEN].concat().as_bytes())]);
    let (code, out, _) =
        judge(&folder, &["--format", "jsonl", "--variations", "--rules", "chinese"]);
    assert_eq!(
        (code, verdicts(&out)),
        (1, ["not by score", "illegal", "illegal"].map(String::from).to_vec())
    );
    let second = &lines(&out)[1];
    assert_eq!(
        (&second["variation"], &second["rules"], &second["claimed"]),
        (&2.into(), &"chinese".into(), &Value::Null)
    );
    assert_eq!(second["illegal"][0]["rule"], "TT7");

    let (code, out, _) = judge(&folder, &["--format", "table"]);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(rows[0], "verdict        moves  result     claimed         board  game (rules)");
    assert!(
        rows[1].starts_with("not by score       2  -          B+R               5x5  "),
        "{out}"
    );
    assert!(
        rows[2].starts_with("illegal            3  -          -                 2x1  "),
        "{out}"
    );
    assert!(rows[2].ends_with("a b.sgf, game 2 (tromp-taylor)"), "{out}");

    let drawings = folder.join("svg/of");
    judge(&folder, &["--svg", drawings.to_str().unwrap()]);
    let svg = std::fs::read_to_string(drawings.join("1-a-b-2.svg")).unwrap();
    assert!(svg.contains("is illegal (TT6): it repeats the position after move 1."), "{svg}");
    assert_eq!(std::fs::read_dir(&drawings).unwrap().count(), 1);
}

#[test]
fn a_record_beyond_a_limit_is_reported_and_the_others_are_judged() {
    let moves: String =
        ["aa", "bb", "cc", "dd", "ee", "ac", "ca"].map(|at| format!(";B[{at}];W[]")).concat();
    let long = format!("(;GM[1]SZ[5]RU[TT]C[{}]{moves})", "x".repeat(70));
    let files = [("1.sgf", long.as_str()), ("2.sgf", RIGHT)];
    let folder = folder("judge-limits", &[("a.zip", &zip(&files)), ("b.sgf", RIGHT.as_bytes())]);
    for (option, most) in [("--max-unpacked", "100"), ("--max-nodes", "10"), ("--max-moves", "1")] {
        let (code, out, _) = judge(&folder, &["--format", "jsonl", option, most]);
        let lines = lines(&out);
        let message = lines[0]["error"]["message"].as_str().unwrap();
        assert!(code == 2 && message.contains(&format!("(`{option}`)")), "{option}: {out}");
        if option != "--max-moves" {
            assert_eq!(verdicts(&out)[1..], ["correct", "correct"], "{option}");
        }
    }
}

#[test]
fn only_files_are_opened_in_a_directory() {
    let folder = folder("judge-fifo", &[("z.sgf", RIGHT.as_bytes())]);
    let (fifo, device) = (folder.join("a.sgf"), folder.join("b.zip"));
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
    std::os::unix::fs::symlink(folder.join("z.sgf"), folder.join("y.sgf")).unwrap();
    let (code, out, err) = run(&["judge", folder.to_str().unwrap(), "--format", "jsonl"]);
    assert_eq!((code, verdicts(&out)), (0, vec!["correct".to_owned(); 2]));
    for (path, what) in [(&fifo, "a fifo"), (&device, "a device")] {
        assert!(
            err.contains(&format!("note: {} is {what}, and is left out", path.display())),
            "{err}"
        );
    }
}

#[test]
fn a_signal_ends_waiting_for_input() {
    let folder = folder("judge-waiting", &[]);
    std::fs::create_dir_all(&*folder).unwrap();
    let fifo = folder.join("a.sgf");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let fifo = fifo.to_str().unwrap();
    let keys = ["collide", "--size", "9", "--keys", fifo];
    let known = ["certify", "--known-failures", fifo, "optimized"];
    let all = [
        &["judge", "-"][..],
        &["judge", fifo],
        &["replay", "-"],
        &["replay", fifo],
        &["report", fifo],
        &["recheck", fifo],
        &keys,
        &known,
    ];
    let check = |words: &[&str]| {
        let mut child = Command::new(SUPERKO)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The program waits for input that nobody writes, and must listen for signals before that.
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "{words:?} does not wait");
        let process = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
        nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGTERM).unwrap();
        // If the program does not end, neither does this test.
        assert_eq!(child.wait().unwrap().code(), Some(143), "{words:?}");
    };
    // The test mostly waits, so two commands run at a time.
    std::thread::scope(|scope| {
        for some in all.chunks(4) {
            scope.spawn(|| some.iter().copied().for_each(check));
        }
    });
    // A named pipe is read when somebody writes to it.
    let writer = {
        let fifo = fifo.to_owned();
        std::thread::spawn(move || std::fs::write(fifo, RIGHT).unwrap())
    };
    assert_eq!(run(&["judge", "--quiet", fifo]).0, 0);
    writer.join().unwrap();
}

#[test]
fn variations_are_judged_in_linear_time() {
    let many = format!("(;SZ[5]RU[TT];B[aa]{})", "(;W[bb])".repeat(60_000));
    let folder = folder("judge-variations", &[("a.sgf", many.as_bytes())]);
    let (code, out, _) = judge(&folder, &["--format", "table", "--variations"]);
    assert_eq!((code, out.lines().count()), (0, 60_002));
}
