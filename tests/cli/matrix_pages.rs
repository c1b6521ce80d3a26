//! The pages of `superko matrix --pages`, and the schema of the data behind them.

use super::matrix::{listed, rows, write};
use super::run;
use crate::support::{Scratch, files_below, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files below a folder, each with its text.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let text = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    files_below(folder).into_iter().map(text).collect()
}

/// Returns the values of an attribute on a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    let values = page.split(begin.as_str()).skip(1);
    values.filter_map(|rest| rest.split('"').next()).collect()
}

/// Makes the pages of a matrix of a wrong engine, one that plays other rules than it claims, and one that is missing.
fn site(folder: &Path) -> (PathBuf, PathBuf) {
    let more = "language = \"Rust\"\nkind = \"library\"\n\
                disputed = [{ finding = \"TT6.play\", said = \"a <pass> ends it\", source = \"https://example.org/1\" }]\n\
                fixed = [{ finding = \"TT6.play\", version = \"2\", source = \"https://example.org/2\" }]";
    let wrong = listed("wrong", "zoo:history-forgotten-at-pass", more);
    let wrong = wrong.replace("chinese-written", "tromp-taylor");
    let absent =
        "unavailable = \"it is gone\"\nlast = { date = \"2026-01-02\", found = \"a <ko>\" }";
    let list = [
        wrong,
        listed("simple", "reference --rules chinese", "kind = \"engine\""),
        listed("absent", "reference", absent),
    ];
    let list = write(folder, &list.concat());
    let (from, to) = (folder.join("out"), folder.join("site"));
    let output = from.to_string_lossy().into_owned();
    let (code, _, err) = run(&["matrix", "--list", &list, "--output", &output, "--quiet"]);
    assert_eq!(code, 4, "{err}");
    let pages = to.to_string_lossy().into_owned();
    let (code, out, err) =
        run(&["matrix", "--list", &list, "--output", &output, "--pages", &pages]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("index.html"), "{err}");
    (from, to)
}

#[test]
fn pages_are_made_of_a_finished_matrix() {
    let folder = Scratch::new("matrix-pages");
    let (from, to) = site(&folder);
    let files = files(&to);
    let page =
        |name: &str| files.get(&to.join(name)).unwrap_or_else(|| panic!("no {name}")).as_str();
    every_link_leads_somewhere(&files);

    let grid = page("index.html");
    let engines: Vec<&str> =
        attributes(grid, "href").into_iter().filter(|href| href.starts_with("engines/")).collect();
    let order = ["absent", "simple", "wrong"].map(|id| format!("engines/{id}.html"));
    let named: Vec<&&str> =
        engines.iter().filter(|href| order.contains(&(**href).to_owned())).collect();
    assert!(named.windows(2).take(2).all(|pair| pair[0] <= pair[1]), "by name: {engines:?}");
    assert!(
        engines.contains(&"engines/wrong.html#finding-1"),
        "a cell leads to the game: {engines:?}"
    );
    assert!(
        grid.contains("data-mistake=\"forgotten-at-pass\"")
            && grid.contains("data-kind=\"library\"")
    );
    assert!(grid.contains("not tested") && grid.contains("a &lt;ko&gt;"), "{grid}");

    let wrong = page("engines/wrong.html");
    for told in [
        "It plays positional superko with suicide, but forgets all positions at a pass.",
        "disputed: a &lt;pass&gt; ends it",
        "fixed in 2",
        "data-turns=\"",
        "printf &#39;%s\\n&#39;",
        "superko matrix --only wrong",
        "Not observed",
    ] {
        assert!(wrong.contains(told), "{told}");
    }
    assert!(page("engines/absent.html").contains("it is gone"));
    // Other rules than the claimed ones are no mistake of a kind.
    assert!(grid.contains("data-mistake=\"other rules\""));

    for (kept, report) in [("certificate.json", "certificate.json"), ("badge.json", "badge.json")] {
        let original = fs::read_to_string(from.join("reports/wrong/claimed").join(report)).unwrap();
        assert_eq!(page(&format!("engines/wrong/{kept}")), original);
    }
    let issue = page("engines/wrong/report.md");
    assert!(
        issue.contains("## 1. TT6.play.repeat-initial") && issue.contains("```sh\nprintf"),
        "{issue}"
    );

    // The page of a kind of mistake and `superko explain` have one source.
    let (_, explained, _) = run(&["explain", "forgotten-at-pass"]);
    let mistake = page("mistakes/forgotten-at-pass.html");
    assert!(mistake.contains("../engines/wrong.html#finding-1"), "{mistake}");
    let mend = "Keep all positions of the game.";
    assert!(mistake.contains(mend) && explained.contains(mend), "{explained}");
    assert!(mistake.contains("zoo:history-forgotten-at-pass") && mistake.contains("data-turns=\""));
    assert!(explained.contains("zoo:history-forgotten-at-pass"), "{explained}");
}

/// Checks that each link leads to a file and an anchor of the site, or to another site, and that nothing is loaded.
fn every_link_leads_somewhere(files: &BTreeMap<PathBuf, String>) {
    let mut links = 0;
    for (path, page) in files.iter().filter(|(path, _)| path.extension() == Some("html".as_ref())) {
        let name = path.display();
        assert_eq!(attributes(page, "src"), [""; 0], "{name} loads something");
        assert!(!page.contains("rel=\"stylesheet\"") && !page.contains("@import"), "{name}");
        for href in attributes(page, "href") {
            if href.starts_with("https://") || href.starts_with("data:") {
                continue;
            }
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let target =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let target = normal(&target);
            let text = files.get(&target).unwrap_or_else(|| panic!("{name}: {href} leads nowhere"));
            assert!(
                anchor.is_empty() || text.contains(&format!("id=\"{anchor}\"")),
                "{name}: {href}"
            );
            links += 1;
        }
    }
    assert!(links > 100, "only {links} links");
}

/// Removes each `..` of a path with the folder before it.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

#[test]
fn an_error_about_pages_names_the_file() {
    let folder = Scratch::new("matrix-pages-wrong");
    let list = write(&folder, &listed("simple", "reference --rules chinese", ""));
    let output = folder.join("out").to_string_lossy().into_owned();
    let site = folder.join("site").to_string_lossy().into_owned();
    let pages = || run(&["matrix", "--list", &list, "--output", &output, "--pages", &site]);
    let (code, _, err) = pages();
    assert!(code == 2 && err.contains("matrix.json"), "{err}");
    let (code, _, err) = run(&["matrix", "--list", &list, "--pages", &site, "--only", "simple"]);
    assert!(code == 2 && err.contains("--only"), "{err}");

    let (code, _, err) = run(&["matrix", "--list", &list, "--output", &output, "--quiet"]);
    assert_eq!(code, 0, "{err}");
    let certificate = folder.join("out/reports/simple/claimed/certificate.json");
    for (text, told) in [(Some("{}"), "is not a certificate"), (None, "cannot read")] {
        match text {
            Some(text) => fs::write(&certificate, text).unwrap(),
            None => fs::remove_file(&certificate).unwrap(),
        }
        let (code, _, err) = pages();
        assert!(code == 2 && err.contains("certificate.json") && err.contains(told), "{err}");
    }
}

/// The schema names every key of the data, and the data has every key that it requires.
#[test]
fn the_schema_describes_the_data() {
    let schema = root().join("crates/cli/src/matrix/matrix.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let kept = root().join("adapters/results/matrix.json");
    let kept: Value = serde_json::from_str(&fs::read_to_string(kept).unwrap()).unwrap();
    let mut seen = BTreeSet::new();
    check(&schema, &schema, &kept, "", &mut seen);
    assert!(seen.len() > 60, "{seen:?}");
    assert!(rows(&root().join("adapters/results")).len() > 40);
}

/// Checks the keys of a value, by the part of the schema that describes it.
fn check(schema: &Value, part: &Value, value: &Value, place: &str, seen: &mut BTreeSet<String>) {
    if let Some(name) = part["$ref"].as_str() {
        return check(
            schema,
            &schema["$defs"][name.trim_start_matches("#/$defs/")],
            value,
            place,
            seen,
        );
    }
    if let Some(choices) = part["oneOf"].as_array() {
        // Of the kinds of an origin, the key tells which is meant; elsewhere, null is the other choice.
        let has_keys = |choice: &&Value| match (value.as_object(), choice["properties"].as_object())
        {
            (Some(value), Some(known)) => value.keys().all(|key| known.contains_key(key)),
            (value, known) => value.is_some() == (known.is_some() || choice["$ref"].is_string()),
        };
        let choice = choices.iter().find(has_keys).unwrap_or_else(|| panic!("{place}: {value}"));
        return if choice["type"] != "null" {
            check(schema, choice, value, place, seen)
        };
    }
    if let (Some(items), Some(values)) = (part.get("items"), value.as_array()) {
        values.iter().for_each(|value| check(schema, items, value, place, seen));
    }
    let Some(value) = value.as_object() else { return };
    if let Some(others) = part["additionalProperties"].as_object() {
        let others = Value::Object(others.clone());
        return value.values().for_each(|value| check(schema, &others, value, place, seen));
    }
    let known = part["properties"].as_object().unwrap_or_else(|| panic!("{place} is described"));
    let required = part["required"].as_array().unwrap();
    assert!(
        required.iter().all(|key| value.contains_key(key.as_str().unwrap())),
        "{place}: {value:?}"
    );
    for (key, value) in value {
        let place = format!("{place}/{key}");
        check(schema, known.get(key).unwrap_or_else(|| panic!("{place}")), value, &place, seen);
        seen.insert(place);
    }
}
