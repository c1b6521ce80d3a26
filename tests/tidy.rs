//! Checks of the repository's own sources and manifests.

use crate::support::{files_below, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[test]
fn every_sentence_is_implemented_once() {
    let mut places: BTreeMap<String, Vec<String>> =
        sentences().into_iter().map(|id| (id, Vec::new())).collect();
    for path in files_of("reference/src", "rs") {
        let text = read(&path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (place, line) in lines.iter().enumerate() {
            let Some(id) = cited(line).and_then(|cited| cited.split(':').next()) else { continue };
            let place_name = format!("{}:{}", name(&path), place + 1);
            let known = places.get_mut(id);
            known.unwrap_or_else(|| panic!("{place_name}: {id} is no sentence")).push(place_name);
            let item = lines[place + 1..].iter().find(|line| !is_remark(line));
            assert!(item.is_some_and(|line| line.len() > 1), "{id} stands above nothing");
        }
    }
    for (id, places) in places {
        assert_eq!(places.len(), 1, "{id} stands above one item, not above {places:?}");
    }
}

#[test]
fn every_sentence_is_tested() {
    let mut tested: BTreeMap<String, usize> = sentences().into_iter().map(|id| (id, 0)).collect();
    for path in ["tests", "reference/tests", "exhaustive/tests"]
        .map(|folder| files_of(folder, "rs"))
        .concat()
    {
        let text = read(&path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (place, line) in lines.iter().enumerate() {
            let Some(id) = cited(line) else { continue };
            let place_name = format!("{}:{}", name(&path), place + 1);
            let count = tested.get_mut(id);
            let count = count.unwrap_or_else(|| panic!("{place_name}: {id} is no sentence"));
            let item = lines[place + 1..].iter().find(|line| !is_remark(line));
            let is_test = lines[place + 1..]
                .iter()
                .take_while(|line| Some(*line) != item)
                .any(|&line| line == TEST);
            assert!(is_test, "{place_name}: {id} stands above no test");
            *count += 1;
        }
    }
    let untested: Vec<&String> =
        tested.iter().filter(|(_, count)| **count == 0).map(|(id, _)| id).collect();
    assert_eq!(untested, [] as [&String; 0]);
}

#[test]
fn the_harness_and_the_reference_have_the_same_rule_ids() {
    let named: Vec<&str> = superko::Rule::all().map(superko::Rule::id).collect();
    assert_eq!(named, sentences());
}

#[test]
fn neither_rule_crate_depends_on_the_other() {
    let reference = dependencies("reference/Cargo.toml");
    assert_eq!(reference.normal, [] as [String; 0], "the reference depends on nothing");
    for (manifest, other) in [
        ("reference/Cargo.toml", "superko-optimized"),
        ("optimized/Cargo.toml", "superko-reference"),
    ] {
        let found = dependencies(manifest);
        for name in [other, "superko", "superko-exhaustive"] {
            let all = || found.normal.iter().chain(&found.dev);
            assert!(!all().any(|found| found == name), "{manifest} must not know {name}");
        }
    }
}

#[test]
fn exhaustive_checks_know_both_rule_crates_and_not_the_harness() {
    let Dependencies { normal, dev } = dependencies("exhaustive/Cargo.toml");
    let mut ours: Vec<&String> =
        normal.iter().chain(&dev).filter(|name| name.starts_with("superko")).collect();
    ours.sort();
    assert_eq!(ours, ["superko-optimized", "superko-reference"]);
}

#[test]
fn tools_for_testing_are_dependencies_of_tests_only() {
    for path in manifests() {
        let manifest = name(&path);
        if manifest == "optimized/peers/Cargo.toml" {
            // This crate is only a bench.
            continue;
        }
        for tool in ["proptest", "insta", "criterion"] {
            let normal = dependencies(&manifest).normal;
            assert!(!normal.iter().any(|found| found == tool), "{manifest}: {tool}");
        }
    }
}

#[test]
fn published_crates_carry_the_licenses() {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let crates = crates.map(|entry| name(&entry.unwrap().path()));
    let folders = ["reference", "optimized", "exhaustive", "python", "javascript"];
    for folder in folders.map(str::to_owned).into_iter().chain(crates) {
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = read(&root().join(&folder).join(license));
            assert!(own == read(&root().join(license)), "{folder}/{license} is another text");
        }
    }
}

#[test]
fn no_comment_marks_unfinished_work() {
    let needles = [["TO", "DO"], ["FIX", "ME"], ["HA", "CK"]].map(|parts| parts.concat());
    for folder in [
        "reference",
        "crates",
        "src",
        "tests",
        "optimized",
        "exhaustive",
        "proof",
        "fuzz",
        "python",
    ] {
        for path in files_of(folder, "rs") {
            for (place, line) in read(&path).lines().enumerate() {
                let found = needles.iter().find(|needle| line.contains(needle.as_str()));
                assert_eq!(found, None, "{}:{}: {line}", name(&path), place + 1);
            }
        }
    }
}

#[test]
fn only_the_optimized_engine_may_be_unsafe() {
    let needle = ["un", "safe"].concat();
    for path in rust_files() {
        if name(&path).starts_with("optimized/") {
            continue;
        }
        for (place, line) in read(&path).lines().enumerate() {
            let mut words = code(line).split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(!words.any(|word| word == needle), "{}:{}", name(&path), place + 1);
        }
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    let mut lines = 0;
    for path in rust_files() {
        let length = read(&path).lines().count();
        assert!(length <= 600, "{} has {length} lines", name(&path));
        lines += length;
    }
    assert!(lines > 5_000, "only {lines} lines of Rust were found");
}

const TEST: &str = "#[test]";

/// Returns the ids of the sentences in `reference/rules.md`, in its order.
fn sentences() -> Vec<String> {
    let text = read(&root().join("reference/rules.md"));
    let ids: Vec<String> =
        text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect();
    assert!(ids.len() >= 17 && ids.iter().all(|id| id.starts_with("TT")), "{ids:?}");
    ids
}

/// Returns what a comment line cites, if it cites a sentence.
fn cited(line: &str) -> Option<&str> {
    line.strip_prefix("// ").filter(|text| {
        text.strip_prefix("TT").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Returns whether a line is empty, a comment or an attribute. Such lines may stand between a citation and its item.
fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with("//") || line.starts_with("#[")
}

/// Returns a line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The names of the dependencies in a manifest.
#[derive(Default)]
struct Dependencies {
    /// For all builds, build scripts included.
    normal: Vec<String>,
    /// For tests only.
    dev: Vec<String>,
}

fn dependencies(manifest: &str) -> Dependencies {
    let mut found = Dependencies::default();
    let mut section = String::new();
    for line in read(&root().join(manifest)).lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix('[') {
            section = heading.trim_end_matches(']').to_owned();
            // `[dependencies.name]` is a heading and a dependency in one.
            if let Some((kind, name)) = section.rsplit_once('.')
                && kind.ends_with("dependencies")
            {
                found.list(kind).push(name.to_owned());
            }
            continue;
        }
        let Some((key, _)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
            continue;
        };
        if section.ends_with("dependencies") && section != "workspace.dependencies" {
            let name = key.trim().split('.').next().unwrap_or_default();
            found.list(&section).push(name.trim_matches('"').to_owned());
        }
    }
    found
}

impl Dependencies {
    fn list(&mut self, section: &str) -> &mut Vec<String> {
        if section.ends_with("dev-dependencies") { &mut self.dev } else { &mut self.normal }
    }
}

#[test]
fn manifests_are_read_correctly() {
    let root = dependencies("Cargo.toml");
    for (list, name) in [(&root.normal, "superko-harness"), (&root.dev, "insta")] {
        assert!(list.iter().any(|found| found == name), "{name} is not among {list:?}");
    }
    assert!(manifests().len() >= 3);
}

fn manifests() -> Vec<PathBuf> {
    let mut found = files_below(root());
    found.retain(|path| path.ends_with("Cargo.toml"));
    found
}

fn rust_files() -> Vec<PathBuf> {
    let mut found = files_below(root());
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    found
}

fn files_of(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = files_below(&root().join(folder));
    found.retain(|path| path.extension().is_some_and(|found| found == extension));
    assert!(!found.is_empty(), "{folder} has no .{extension} files");
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the path of a file relative to the root of the repository.
fn name(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("the file is in the repository");
    inside.to_string_lossy().replace('\\', "/")
}
