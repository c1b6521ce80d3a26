//! `superko matrix` on lists made here: engines that can and cannot be installed, rows that are kept, and bad lists.

use super::{SUPERKO, run};
use crate::support::{Scratch, root};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the entry of a built-in engine in a list. It claims to play `chinese-written` rules.
pub(super) fn listed(id: &str, engine: &str, more: &str) -> String {
    format!(
        "[[engine]]\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1\"\nget = {{ program = \"superko\" }}\n\
         start = '\"{SUPERKO}\" gtp {engine}'\nsizes = [\"3x2\"]\nrules = \"chinese-written\"\n\
         claim = \"no repetition <ever>\"\nsource = \"https://example.org/rules\"\n{more}\n"
    )
}

pub(super) fn write(folder: &Path, text: &str) -> String {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("engines.toml");
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

pub(super) fn rows(folder: &Path) -> Vec<Value> {
    let matrix: Value = serde_json::from_str(&read(folder, "matrix.json")).unwrap();
    assert_eq!(matrix["schema"], "superko-matrix/1");
    matrix["rows"].as_array().unwrap().clone()
}

#[test]
fn engines_are_certified_and_missing_ones_have_a_reason() {
    let folder = Scratch::new("matrix");
    let broken = format!("prepare = ['\"{SUPERKO}\" nonsense']");
    let absent =
        "unavailable = \"it is gone\"\nlast = { date = \"2026-01-02\", found = \"a <ko>\" }";
    let list = [
        listed("broken", "reference", &broken),
        listed("absent", "reference", absent),
        listed("simple", "reference --rules chinese", ""),
    ]
    .concat();
    let list = write(&folder, &list);
    let output = folder.join("out").to_string_lossy().into_owned();
    let matrix =
        |more: &[&str]| run(&[&["matrix", "--list", &list, "--output", &output], more].concat());

    // First, one engine is selected by the beginning of its id.
    let (code, out, err) = matrix(&["--only", "sim"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("simple: deviates; it plays simple ko without suicide"), "{err}");
    let before = rows(&folder.join("out"));
    let [row] = &before[..] else { panic!("{before:?}") };
    assert_eq!((&row["state"], &row["claimed"]["verdict"]), (&"done".into(), &"deviates".into()));
    let finding = &row["claimed"]["findings"][0];
    assert_eq!((&finding["rule"], &finding["kind"]), (&"TT6".into(), &"steady".into()));
    assert_eq!(finding["confirmed"], serde_json::json!([3, 3]));
    assert!(finding["script"].as_array().unwrap().iter().any(|line| line == "clear_board"));

    // Nothing is overwritten without an option.
    let (code, _, err) = matrix(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("matrix.json already exists: --resume"), "{err}");

    let (code, _, err) = matrix(&["--resume", "--jobs", "2"]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("1 of 3 are already done"), "{err}");
    let after = rows(&folder.join("out"));
    let ids: Vec<&Value> = after.iter().map(|row| &row["listed"]["id"]).collect();
    assert_eq!(ids, ["broken", "absent", "simple"], "the order of the list");
    assert_eq!(after[2], before[0], "what was done is kept as it is");
    assert_eq!(after[0]["state"], "not-installed");
    let reason = after[0]["reason"].as_str().unwrap();
    assert!(reason.contains("nonsense` failed (") && reason.contains("error:"), "{reason}");
    assert_eq!(after[1]["reason"], "it is gone");

    // With `--overwrite`, the selected engine is tried again, and the rows of the others stay.
    let (code, _, err) = matrix(&["--overwrite", "--only", "broken"]);
    assert!(code == 4 && !err.contains("already done"), "{err}");
    assert_eq!(rows(&folder.join("out"))[1..], after[1..]);

    let out = folder.join("out");
    assert!(out.join(row["claimed"]["page"].as_str().unwrap()).is_file());
    let table = read(&out, "matrix.md");
    assert!(
        table.contains("plays simple ko without suicide") && table.contains("TT6 (play"),
        "{table}"
    );
    assert!(table.contains("TT7: does not claim this"), "{table}");
    assert!(table.contains("it is gone | 2026-01-02: a &lt;ko> |"), "{table}");
    by_hand(&table);
}

/// Checks that the shell command in the table shows a finding without Superko.
fn by_hand(table: &str) {
    if cfg!(windows) {
        return;
    }
    let line = table.lines().map(str::trim).find(|line| line.starts_with("printf ")).unwrap();
    let shell = std::process::Command::new("sh").args(["-c", line]).output().unwrap();
    let replies = String::from_utf8(shell.stdout).unwrap();
    // The last play is accepted, though it repeats a position.
    assert!(replies.contains("=\n\n") && !replies.contains("?"), "{line}\n{replies}");
}

#[test]
fn an_error_about_a_list_quotes_the_bad_text() {
    let folder = Scratch::new("matrix-lists");
    let good = listed("good", "zoo:history-of-8", "");
    for (bad, expected) in [
        (String::new(), "missing field `engine`"),
        (good.replace("claim", "clam"), "unknown field `clam`"),
        (good.clone() + &good, "two engines have the id `good`"),
        (good.replace("\"good\"", "\"../up\""), "`../up` is not an id"),
        (good.replace("chinese-written", "martian"), "`martian`"),
        (good.replace("3x2", "3x0"), "`3x0`"),
        (good.clone() + "kind = \"oracle\"", "unknown variant `oracle`"),
        (good.clone() + "language = \" \"", "`language` is empty"),
        (
            good.clone() + "fixed = [{ finding = \"TT6\", version = \"\", source = \"a\" }]",
            "`fixed` is empty",
        ),
        (good.replace("start = '", "start = '\" "), "quotation mark"),
        (good.replace("https://example.org/rules", " "), "`source` is empty"),
        (good.replace("program =", "programme ="), "unknown variant `programme`"),
        (good.clone() + "profile = \"nobody\"", "`nobody`"),
        (good.clone() + "profile = \"none.toml\"", "none.toml"),
        (
            good.lines().filter(|line| !line.starts_with("start")).collect::<Vec<_>>().join("\n"),
            "needs `start`",
        ),
    ] {
        let list = write(&folder, &bad);
        let (code, out, err) = run(&["matrix", "--list", &list]);
        assert_eq!((code, out.as_str()), (2, ""), "{bad}");
        assert!(err.contains(expected) && err.contains("engines.toml"), "{expected}: {err}");
    }
    let (code, _, err) = run(&["matrix", "--list", "/no/such/list"]);
    assert!(code == 2 && err.contains("/no/such/list"), "{err}");
}

#[test]
fn only_packages_have_releases_to_test() {
    let folder = Scratch::new("matrix-versions");
    let output = folder.join("out").to_string_lossy().into_owned();
    let good = listed("mine", "reference", "");
    for (more, told) in [
        ("", "releases of the program superko are not known"),
        ("versions = [\"0.1\", \"1\"]", "only packages of PyPI and npm have versions"),
    ] {
        let list = write(&folder, &(good.clone() + more));
        let (code, out, err) =
            run(&["matrix", "--list", &list, "--output", &output, "--versions", "3"]);
        assert_eq!((code, out.as_str()), (4, ""), "{err}");
        assert!(err.contains(told), "{err}");
    }
    let kept: Value = serde_json::from_str(&read(&folder.join("out"), "versions.json")).unwrap();
    assert_eq!(kept["packages"], serde_json::json!([]));
    fs::write(folder.join("out/versions.json"), "{\"schema\": \"other\"}").unwrap();
    let list = folder.join("engines.toml").to_string_lossy().into_owned();
    let (code, _, err) = run(&["matrix", "--list", &list, "--output", &output, "--versions", "3"]);
    assert!(code == 2 && err.contains("versions.json is not a readable list"), "{err}");
}

/// The list of the repository can be read, its shims exist, and each of them is short.
#[test]
fn the_engines_of_the_repository_are_listed_with_their_shims() {
    let adapters = root().join("adapters");
    let list = adapters.join("engines.toml");
    let (code, _, err) = run(&["matrix", "--list", &list.to_string_lossy(), "--only", "nobody"]);
    let ids = err.split_once("there are ").unwrap_or_else(|| panic!("{err}")).1;
    assert!(code == 2 && ids.split(", ").count() >= 30, "{err}");

    let text = fs::read_to_string(&list).unwrap();
    let words = text.split(['\'', ' ', '"']);
    let shims: Vec<&str> = words.filter_map(|word| word.strip_prefix("{shims}/")).collect();
    assert!(!shims.is_empty());
    for shim in shims {
        let folders = ["python", "javascript"].map(|folder| adapters.join(folder).join(shim));
        assert!(folders.iter().any(|path| path.is_file()), "{shim} does not exist");
    }
    let general = ["gtp.rs", "main.rs", "certify.mjs"];
    for (folder, kind, most) in
        [("python", "py", 30), ("javascript", "mjs", 40), ("rust/src", "rs", 40)]
    {
        for file in fs::read_dir(adapters.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.extension() == Some(kind.as_ref()) && !general.contains(&&*name) {
                let lines = fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines <= most, "{folder}/{name} has {lines} lines");
            }
        }
    }
}
