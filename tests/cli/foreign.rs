//! Untrusted texts, in every place that they can come from. The program prints none of their characters that a terminal would
//! hide or obey, and prints no such text on more than one line.

use super::SUPERKO;
use crate::support::{Scratch, files_below, root};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A text with hostile characters of all kinds: terminal commands in 7 and 8 bits, line breaks, deletions, changes of
/// direction, characters without width.
const HOSTILE: &str = concat!(
    "\x1b[2J\x1b]0;t\x07\x1b[31mFORGED\r\nFORGED\u{b}FORGED\x08\u{7f}\u{85}FORGED\u{9b}31m",
    "\u{ad}\u{200b}\u{200e}\u{200f}\u{202a}\u{202e}\u{2028}FORGED\u{2029}FORGED\u{2066}\u{2069}\u{feff}\u{e0041}",
);

fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
        || c.is_control() && c != '\n'
}

/// Runs the program with arguments and standard input, in color and without, and checks what it prints. Returns the exit code
/// and the output.
fn check(words: &[&str], input: &[u8]) -> (i32, String) {
    let mut last = (0, String::new());
    for color in [true, false] {
        let mut command = Command::new(SUPERKO);
        let setting = if color { "CLICOLOR_FORCE" } else { "NO_COLOR" };
        command.args(words).env(setting, "1").stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The program may end before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let printed = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
        assert!(
            status.code().is_some_and(|code| code != 70 && code != 101),
            "{words:?}: {printed}"
        );
        assert!(!printed.contains("\x1b[31mFORGED"), "{words:?}: {printed:?}");
        let own = ["0", "1", "2", "4", "31", "32", "33"].map(|style| format!("\x1b[{style}m"));
        let plain = match color {
            true => own.iter().fold(printed, |plain, style| plain.replace(style, "")),
            false => printed,
        };
        if let Some(hidden) = plain.chars().find(|&c| is_hidden(c)) {
            panic!("{hidden:?} of {words:?}: {plain:?}");
        }
        assert!(!plain.lines().any(|line| line.starts_with("FORGED")), "{words:?}: {plain}");
        last = (status.code().unwrap(), plain);
    }
    last
}

/// Files with hostile texts, in a folder with a hostile name.
struct Files(Scratch);

impl Files {
    fn new(name: &str) -> Files {
        let folder = Scratch::new(&format!("{name} {HOSTILE}"));
        std::fs::create_dir_all(&folder).unwrap();
        Files(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// Splits a line into words, and replaces `{}` by the hostile text, and `{NAME}` by the path of a file.
fn words(line: &str, files: &Files) -> Vec<String> {
    let word = |word: &str| match word.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
        Some((name, rest)) if !name.is_empty() => {
            files.path(name).to_str().unwrap().to_owned() + rest
        }
        _ => word.replace("{}", HOSTILE),
    };
    line.split(' ').map(word).collect()
}

fn check_line(line: &str, files: &Files) -> (i32, String) {
    let words = words(line, files);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    check(&words, b"")
}

#[test]
fn hostile_command_lines_are_printed_safely() {
    let files = Files::new("foreign-words");
    files.put("empty", "");
    for line in [
        "{}",
        "certify {}",
        "certify zoo:{}",
        "certify --{} optimized",
        "certify --size {}",
        "certify --rules {}",
        "certify --rules aga,{}",
        "certify --seed {}",
        "certify --games {}",
        "certify --budget {}",
        "certify --level {}",
        "certify --only {}",
        "certify --skip {}",
        "certify --require {}",
        "certify --format {}",
        "certify --known-failures {}",
        "certify --known-failures {gone}",
        "certify --profile {} -- x",
        "certify --profile ./{}.toml -- x",
        "certify --memory {} -- x",
        "certify -- {}",
        "certify -- sh -c {}",
        "certify --log {empty}/x -- sh -c {}",
        "certify --quiet --level smoke --size 2x1 --games 5 --report {empty}/x optimized",
        "certify --quiet --level smoke --size 2x1 --games 5 -o {empty}/x optimized",
        "certify --quiet --level smoke --size 2x1 --games 5 --write-known-failures {empty}/x optimized",
        "certify --level smoke --size 2x1 --games 5 -- SUPERKO gtp {}",
        "identify {}",
        "identify -- {}",
        "identify --level {}",
        "recheck {}",
        "recheck {gone}",
        "recheck {empty}",
        "recheck --sample {} x",
        "report {}",
        "report {gone}",
        "report {empty}",
        "report --format {} x",
        "replay {}",
        "replay {gone}",
        "replay {empty}",
        "replay 3x3{}:A1",
        "replay 3x3:{}",
        "replay 2x1:B,A1,{} optimized",
        "replay --after {} 2x1:",
        "replay --send {} 2x1:",
        "replay --flaky {} 2x1:",
        "replay --svg {empty}/x 2x1:",
        "replay 2x1: -- {}",
        "collide --size 9 --keys {}",
        "collide --size 9 --keys {empty}",
        "collide --size 9 --against {} optimized",
        "collide --size 9 -- {}",
        "judge {}",
        "judge --format table {gone}",
        "judge --format jsonl {gone}",
        "judge --rules {} x",
        "judge --svg {empty}/x x",
        "judge --shard {} x",
        "perft --size {} --depth 2",
        "perft --size 2x1 --depth {}",
        "perft --size 2x1 --depth 2 -- {}",
        "explain {}",
        "explain TT6 {}",
        "explain {} --svg",
        "explain TT6 -o {empty}/x",
        "zoo {}",
        "suite {}",
        "suite export --size {}",
        "suite list --size {}",
        "exhaust --size {}",
        "exhaust --size 2x1 --against {}",
        "exhaust --size 2x1 --state {empty}/x",
        "exhaust --merge {gone}",
        "exhaust --merge {empty}",
        "verify --only {}",
        "matrix --list {gone}",
        "matrix --list {empty}",
        "matrix --only {}",
        "gtp {}",
        "gtp --rules {}",
        "gtp --player {}",
    ] {
        check_line(&line.replace("SUPERKO", SUPERKO), &files);
    }
}

#[test]
fn hostile_files_are_printed_safely() {
    let files = Files::new("foreign-files");
    // A line of a file cannot contain line breaks.
    let line = HOSTILE.replace(['\n', '\r'], "");
    for text in [
        line.clone(),
        format!("TT6.play.{line}"),
        format!("fault.exit.{line}"),
        format!("fault.{line}.play"),
        format!("unmet.{line}"),
    ] {
        files.put("known", &text);
        check_line(
            "certify --quiet --level smoke --size 2x1 --games 5 --known-failures {known}",
            &files,
        );
    }
    for text in [
        line.clone(),
        format!("{line} black 1"),
        format!("A1 {line} 1"),
        format!("A1 black {line}"),
    ] {
        files.put("keys", &text);
        check_line("collide --size 9 --keys {keys}", &files);
    }
    let toml = format!(
        "\"{}\"",
        line.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect::<String>()
    );
    for text in [
        line.clone(),
        format!("{toml} = 1"),
        format!("name = {toml}"),
        format!("name = \"x\"\nlegality = [{toml}]"),
        format!("[[engine]]\nid = {toml}"),
        format!("[[engine]]\n{toml} = 1"),
    ] {
        files.put("x.toml", &text);
        check_line("certify --profile {x.toml} -- x", &files);
        check_line("matrix --list {x.toml}", &files);
    }
    for text in [
        HOSTILE.to_owned(),
        format!("2x1 {HOSTILE}: B A1"),
        format!("2x1: B {HOSTILE}"),
        format!("# {HOSTILE}\n2x1: B A1"),
        format!("boardsize 5\n{HOSTILE}\nplay b {HOSTILE}"),
        format!("boardsize {HOSTILE}\nclear_board\nplay b A1"),
    ] {
        files.put("record", &text);
        files.put("record.gtp", &text);
        for record in ["{record}", "{record.gtp}"] {
            check_line(&format!("replay {record} optimized"), &files);
            check_line(&format!("replay --after {record} 2x1:"), &files);
            check_line(&format!("replay {record} -- sh -c exit"), &files);
        }
    }
    for text in ["{\"schema\": \"HOSTILE\"}", "{\"HOSTILE\": 1}", "\"HOSTILE\"", "HOSTILE"] {
        let quoted = serde_json::to_string(HOSTILE).unwrap();
        files.put("json", text.replace("\"HOSTILE\"", &quoted).replace("HOSTILE", HOSTILE));
        for command in
            ["report {json}", "recheck {json}", "exhaust --merge {json}", "replay {json}"]
        {
            check_line(command, &files);
        }
    }
}

#[test]
fn hostile_game_records_are_printed_safely() {
    let files = Files::new("foreign-games");
    let properties = [
        "RE", "RU", "KM", "HA", "SZ", "GM", "FF", "CA", "PB", "PW", "AP", "GN", "C", "GC", "PL",
        "AB", "AW", "TM", "OT", "XX", "B", "W", "XB", "KO", "MN",
    ];
    let escaped = HOSTILE.replace(']', "\\]");
    let mut games: Vec<String> = properties
        .iter()
        .flat_map(|name| {
            [
                format!("(;SZ[2:1]{name}[{escaped}];B[aa];W[];B[])"),
                format!("(;SZ[2:1]RE[B+2]KM[0]{name}[W+{escaped}];B[aa];W[ba];B[aa];W[];B[])"),
                format!("(;SZ[2:1]RE[W+{escaped}];B[aa]{name}[{escaped}];W[];B[])"),
            ]
        })
        .collect();
    games.extend([
        format!("(;SZ[2:1]{HOSTILE}[x];B[aa])"),
        format!("({HOSTILE};SZ[2:1];B[aa])"),
        format!("(;SZ[2:1];B[aa]{HOSTILE}"),
        HOSTILE.to_owned(),
    ]);
    let name = format!("{}.sgf", HOSTILE.replace('\0', ""));
    files.put(&name, games.join("\n"));
    files.put("first.sgf", &games[0]);
    for format in ["text", "table", "jsonl"] {
        let (_, printed) =
            check_line(&format!("judge --variations --format {format} {{}}.sgf"), &files);
        assert!(!printed.is_empty());
        let folder = files.path("").to_str().unwrap().to_owned();
        check(&["judge", "--format", format, &folder], b"");
        check(&["judge", "--format", format, "-"], games.join("\n").as_bytes());
    }
    for game in &games {
        files.put("game.sgf", game);
        check_line("replay {game.sgf}", &files);
    }
}

#[test]
fn hostile_archives_are_printed_safely() {
    let files = Files::new("foreign-archives");
    let mut zip = Vec::new();
    let mut writer = ZipArchiveWriter::new(&mut zip);
    for (name, game) in [("a", "(;SZ[2:1];B[aa])"), ("b", "(;SZ[2:1];B[zz])"), ("c", "nothing")] {
        let name = format!("{name}/{HOSTILE}.sgf");
        let (mut entry, config) =
            writer.new_file(&name).compression_method(CompressionMethod::STORE).start().unwrap();
        let mut data = config.wrap(&mut entry);
        data.write_all(game.as_bytes()).unwrap();
        let (_, output) = data.finish().unwrap();
        entry.finish(output).unwrap();
    }
    writer.finish().unwrap();
    files.put("games.zip", &zip);
    // The name in this archive is not UTF-8. A copy of the archive is cut off.
    let mut tar = vec![0; 512];
    tar[..11].copy_from_slice(b"\x1b[2J\x9b\xff\n.sgf");
    tar[100..107].copy_from_slice(b"0000644");
    tar[124..136].copy_from_slice(b"00000000020 ");
    tar[156] = b'0';
    tar[257..263].copy_from_slice(b"ustar\0");
    tar[148..156].fill(b' ');
    let sum: u32 = tar.iter().map(|&byte| u32::from(byte)).sum();
    tar[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    tar.extend(b"(;SZ[2:1];B[aa])");
    tar.resize(1024, 0);
    files.put("games.tar", &tar);
    tar.truncate(700);
    files.put("cut.tar", &tar);
    for archive in ["games.zip", "games.tar", "cut.tar"] {
        for format in ["text", "table", "jsonl"] {
            let (_, printed) =
                check_line(&format!("judge --format {format} {{{archive}}}"), &files);
            assert!(printed.contains(".sgf") || archive == "cut.tar", "{archive}: {printed}");
        }
    }
}

#[test]
fn hostile_reports_and_certificates_are_printed_safely() {
    assert_reports_are_printed_safely("foreign-reports", false);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_hostile_reports_and_certificates_are_printed_safely() {
    assert_reports_are_printed_safely("foreign-reports-all", true);
}

/// Returns one of the places that are alike: that differ only in a number, or in the name of a rule.
fn unlike(places: &[String]) -> Vec<&String> {
    let kind = |place: &str| {
        let words = place.split('/').map(|word| match word.parse::<u32>() {
            Ok(_) => "",
            Err(_) if word.starts_with("TT") => "",
            Err(_) => word,
        });
        words.collect::<Vec<_>>().join("/")
    };
    let mut seen = std::collections::BTreeSet::new();
    places.iter().filter(|place| seen.insert(kind(place))).collect()
}

/// Checks what is printed of files in which a text is hostile: each text, or, without `all`, one of those that are alike.
fn assert_reports_are_printed_safely(name: &str, all: bool) {
    let files = Files::new(name);
    let folder = files.path("run").to_str().unwrap().to_owned();
    let certify = [
        "certify", "--quiet", "--level", "smoke", "--size", "2x1", "--games", "20", "--report",
        &folder,
    ];
    check(&[&certify[..], &["--overwrite", "zoo:initial-grid-missing"]].concat(), b"");
    // Progress messages name files.
    check_line("recheck --sample 1 {run/certificate.json}", &files);
    check_line("recheck --sample 1 {run/certificate.json} -- sh -c {}", &files);

    let certificate = std::fs::read(files.path("run/certificate.json")).unwrap();
    let certificate: Value = serde_json::from_slice(&certificate).unwrap();
    let mut places = Vec::new();
    texts(&certificate, String::new(), &mut places);
    assert!(places.len() > 60, "{}", places.len());
    let chosen = if all { places.iter().collect() } else { unlike(&places) };
    for (number, place) in chosen.into_iter().enumerate() {
        check_hostile_place(&files, &certificate, place, all, number);
    }
    check_hostile_places(&files, certificate, &places);
    check_hostile_journal(
        &files,
        &[&certify[..], &["--resume", "zoo:initial-grid-missing"]].concat(),
    );
}

/// Appends the hostile text to a text of a JSON value.
fn bend(value: &mut Value, place: &str) {
    let text = value.pointer_mut(place).unwrap();
    *text = (text.as_str().unwrap().to_owned() + HOSTILE).into();
}

/// Checks what is printed of a certificate, and of its report, in which one text is hostile. Without `all`, the two take turns
/// by the number of the place.
fn check_hostile_place(files: &Files, certificate: &Value, place: &str, all: bool, number: usize) {
    let mut bent = certificate.clone();
    bend(&mut bent, place);
    let is_in_report = place.starts_with("/report");
    let is_rechecked = all || !is_in_report || number.is_multiple_of(2);
    if is_rechecked {
        files.put("certificate.json", bent.to_string());
        check_line("recheck --quiet --sample 1 {certificate.json}", files);
    }
    if is_in_report && (all || !is_rechecked) {
        files.put("summary.json", bent["report"].to_string());
        check_line("report -v {summary.json}", files);
    }
}

/// Checks what is printed, in every format, of a report in which all texts that are not parsed are hostile.
fn check_hostile_places(files: &Files, certificate: Value, places: &[String]) {
    const NOT_PARSED: [&str; 9] = [
        "/name",
        "/version",
        "/command",
        "/notes/0",
        "/again",
        "/source",
        "/sentence",
        "/reference",
        "/what",
    ];
    let mut bent = certificate;
    let is_parsed = |place: &&String| !NOT_PARSED.iter().any(|end| place.ends_with(end));
    for place in places.iter().filter(|place| !is_parsed(place)) {
        bend(&mut bent, place);
    }
    files.put("summary.json", bent["report"].to_string());
    for format in super::kept::formats() {
        let (code, printed) =
            check_line(&format!("report --format {format} {{summary.json}}"), files);
        assert!(code == 0 && printed.contains("FORGED"), "{format}: {printed}");
    }
}

/// Checks what is printed when a run is resumed from lines that others may have written.
fn check_hostile_journal(files: &Files, resume: &[&str]) {
    let run = std::fs::read_to_string(files.path("run/run.jsonl")).unwrap();
    let quoted = serde_json::to_string(HOSTILE).unwrap();
    for before in ["\"engine\":\"", "{\"run\":", "smoke"] {
        let bent = run.replacen(before, &format!("{before}{}", quoted.trim_matches('"')), 1);
        std::fs::write(files.path("run/run.jsonl"), bent).unwrap();
        assert_eq!(check(resume, b"").0, 2);
    }
}

/// Collects the paths of all texts in a JSON value.
fn texts(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(place),
        Value::Array(all) => {
            for (number, value) in all.iter().enumerate() {
                texts(value, format!("{place}/{number}"), places);
            }
        }
        Value::Object(all) => {
            for (name, value) in all {
                texts(
                    value,
                    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")),
                    places,
                );
            }
        }
        _ => {}
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_engines_are_printed_safely() {
    let files = Files::new("foreign-engines");
    let text = files.put("text", HOSTILE);
    let one_line = files.put("line", HOSTILE.replace(['\n', '\r'], ""));
    let answer = |asked: &str, mark: &str| {
        // The script answers the commands `asked` with the hostile text.
        format!(
            "while read -r id name rest; do case \"$name\" in {asked}) printf '{mark}%s ' \"$id\"; cat \"$1\"; printf '\\n\\n';; \
             protocol_version) printf '=%s 2\\n\\n' \"$id\";; \
             list_commands) printf '=%s boardsize\\nclear_board\\nplay\\nshowboard\\nundo\\nfinal_score\\n\\n' \"$id\";; \
             *) printf '=%s\\n\\n' \"$id\";; esac; done"
        )
    };
    let scripts = [
        answer("name|version", "="),
        answer("*", "="),
        answer("*", "?"),
        answer("list_commands", "="),
        answer("showboard", "="),
        answer("play|undo|final_score", "?"),
        "cat \"$1\"; sleep 1".to_owned(),
        "cat \"$1\" >&2; exit 3".to_owned(),
        format!(
            "sed -u \"s/^=\\([0-9]*\\) *superko.*/=\\1 $(cat '{one_line}' | sed 's/[\\\\/&]//g')/\" | cat"
        ),
    ];
    for script in &scripts {
        let engine = ["--timeout", "1s", "--", "sh", "-c", script, SUPERKO, &text];
        for command in [
            &[
                "certify", "-v", "--level", "smoke", "--size", "2x1", "--games", "3", "--budget",
                "3s",
            ][..],
            &["identify", "--level", "smoke", "--size", "2x1", "--budget", "2s"],
            &["replay", "2x1: B A1, W B1, B A1"],
            &["perft", "--size", "2x1", "--depth", "2"],
            &["collide", "--size", "3x3"],
        ] {
            check(&[command, &engine[..]].concat(), b"");
        }
    }
}

#[test]
fn hostile_commands_to_the_server_are_printed_safely() {
    let line = HOSTILE.replace(['\n', '\r'], "");
    let commands = [
        "{}",
        "boardsize {}",
        "play {} A1",
        "play b {}",
        "loadsgf {}",
        "printsgf /{}/x",
        "known_command {}",
        "komi {}",
        "genmove {}",
        "time_settings {} 1 1",
        "set_free_handicap {}",
        "is_legal b {}",
        "1{} name",
        "echo {}",
        "gogui-rules_{}",
        "kgs-rules {}",
        "gogui-setup b {}",
    ];
    let input: String = commands.map(|command| command.replace("{}", &line) + "\n").concat();
    check(&["gtp"], input.as_bytes());
    check(&["gtp", "optimized"], HOSTILE.as_bytes());
}

/// Everything that is printed goes through one module.
#[test]
fn only_one_module_prints() {
    let mut files = files_below(&root().join("crates"));
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    let words =
        ["println!", "print!(", "eprint", "dbg!", "io::stdout()", "io::stderr()", "error.print()"];
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let printing = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let printing: Vec<&str> =
            printing.filter(|line| words.iter().any(|word| line.contains(word))).collect();
        // `gtp.rs` writes the replies of the server, and `author.rs` names the checks that a passing test ignores.
        let allowed = ["cli/src/output.rs", "cli/src/gtp.rs", "certify/src/author.rs"];
        let is_allowed = allowed.iter().any(|name| path.ends_with(name));
        assert!(is_allowed || printing.is_empty(), "{}: {printing:?}", path.display());
    }
}
