//! Each sentence of the output is made in one place, and no module extracts a fact from a sentence that another module made.

use crate::support::root;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A text with at least this many words is a sentence.
const WORDS: usize = 5;

/// The methods that search for a text in another one.
const SEARCHES: [&str; 12] = [
    "contains",
    "ends_with",
    "find",
    "matches",
    "replace",
    "replacen",
    "rsplit_once",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_start_matches",
];

/// The files and folders that may search for words in texts, each with what these texts are.
const READERS: [(&str, &str); 18] = [
    ("crates/cli/src/engine.rs", "arguments of the command line"),
    ("crates/cli/src/explain/", "arguments of the command line"),
    ("crates/cli/src/matrix/install.rs", "commands of the list of engines, and their logs"),
    ("crates/cli/src/matrix/list.rs", "names of files, and addresses"),
    ("crates/cli/src/matrix/mod.rs", "names of files"),
    ("crates/cli/src/matrix/versions.rs", "what the clients of registries print"),
    ("crates/cli/src/output.rs", "escape sequences of terminals"),
    ("crates/cli/src/report.rs", "the schema that a file names"),
    ("crates/engine/src/dialect.rs", "places for a color and a vertex in commands"),
    ("crates/engine/src/fault_id.rs", "what a board in Rust was asked for, without its article"),
    ("crates/gtp/src/client/", "commands and replies of GTP"),
    ("crates/gtp/src/", "commands and replies of GTP"),
    ("crates/judge/src/text.rs", "the result that a game record claims"),
    ("crates/certify/src/report/advice.rs", "the place for rules in the words of a program"),
    (
        "crates/certify/src/report/facts.rs",
        "`exactness` of JSON, which begins with what came of it",
    ),
    ("crates/certify/src/report/notes.rs", "notes in files that earlier versions wrote"),
    ("crates/certify/src/report/script.rs", "commands of GTP"),
    ("crates/sgf/src/", "game records"),
];

#[test]
fn no_sentence_is_made_in_two_places() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in sources(&root().join("crates"), "rs") {
        for sentence in sentences(&text) {
            places.entry(sentence).or_default().insert(name.clone());
        }
    }
    assert!(places.len() > 1000, "only {} sentences were found", places.len());
    places.retain(|_, places| places.len() > 1);
    assert_eq!(places, BTreeMap::new());
}

#[test]
fn the_packages_for_other_languages_make_no_sentence_of_a_report() {
    let folders = [
        ("python/package", "py"),
        ("javascript", "mjs"),
        ("python/src", "rs"),
        ("javascript/src", "rs"),
    ];
    let package_files: Vec<(String, String)> = folders
        .iter()
        .flat_map(|(folder, extension)| sources(&root().join(folder), extension))
        .collect();
    assert!(package_files.len() > 15, "only {} files were found", package_files.len());
    for (name, text) in sources(&root().join("crates/certify/src/report"), "rs") {
        for sentence in sentences(&text) {
            for part in sentence.split(['{', '}']).map(str::trim).filter(|part| has_words(part)) {
                let file = package_files.iter().find(|(_, text)| text.contains(part));
                assert_eq!(file.map(|(file, _)| file), None, "{name}: {part}");
            }
        }
    }
}

#[test]
fn no_fact_is_extracted_from_a_sentence() {
    let mut readers = BTreeSet::new();
    for (name, text) in sources(&root().join("crates"), "rs") {
        let mut words = Vec::new();
        search(shipped(&text), &mut words);
        words.retain(|word| word.split(|c: char| !c.is_alphabetic()).any(|part| part.len() > 2));
        if !words.is_empty() {
            let place = READERS.iter().position(|(reader, _)| name.starts_with(reader));
            readers.insert(place.unwrap_or_else(|| panic!("{name} looks for {words:?}")));
        }
    }
    let others: Vec<&str> = (0..READERS.len())
        .filter(|place| !readers.contains(place))
        .map(|place| READERS[place].0)
        .collect();
    assert_eq!(others, [""; 0], "they look for nothing");
}

/// Returns the texts of a file that are sentences.
fn sentences(text: &str) -> impl Iterator<Item = String> {
    literals(shipped(text)).into_iter().filter(|text| has_words(text))
}

fn has_words(text: &str) -> bool {
    text.split_whitespace().filter(|word| is_word(word)).count() >= WORDS
}

fn is_word(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// Returns the tokens of a file before its tests.
fn shipped(text: &str) -> TokenStream {
    let tests = ["#[cfg(test)]\nmod ", "#[cfg(all(test"].map(|begin| text.find(begin));
    let end = tests.into_iter().flatten().min().unwrap_or(text.len());
    text[..end].parse().expect("Rust is tokens")
}

/// Returns the string literals among tokens, with one space between words. Those that are not for users are left out.
fn literals(tokens: TokenStream) -> Vec<String> {
    let mut all = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                if matches!(tokens.peek(), Some(TokenTree::Punct(_))) {
                    tokens.next();
                }
                // An attribute is documentation or help of the command line, except `error`, which has an error message.
                if let Some(TokenTree::Group(group)) = tokens.next()
                    && group
                        .stream()
                        .into_iter()
                        .next()
                        .is_some_and(|first| first.to_string() == "error")
                {
                    all.extend(literals(group.stream()));
                }
            }
            // The text of `expect` is for programmers.
            TokenTree::Ident(name) if name == "expect" => drop(tokens.next()),
            TokenTree::Group(group) => all.extend(literals(group.stream())),
            TokenTree::Literal(literal) => all.extend(text_of(&literal.to_string())),
            TokenTree::Punct(_) | TokenTree::Ident(_) => {}
        }
    }
    all
}

/// Returns the text of a string literal, or `None` for another literal.
fn text_of(literal: &str) -> Option<String> {
    let text =
        literal.strip_prefix('"')?.strip_suffix('"')?.replace("\\\n", "").replace("\\n", " ");
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Collects the texts, and the names of constants, that a file searches for.
fn search(tokens: TokenStream, found: &mut Vec<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    for (place, token) in all.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        search(group.stream(), found);
        let [.., TokenTree::Punct(dot), TokenTree::Ident(method)] = &all[..place] else { continue };
        let is_search = dot.as_char() == '.' && SEARCHES.iter().any(|search| method == search);
        if !is_search || group.delimiter() != Delimiter::Parenthesis {
            continue;
        }
        match group.stream().into_iter().next() {
            Some(TokenTree::Literal(literal)) => found.extend(text_of(&literal.to_string())),
            Some(TokenTree::Ident(name)) if name == name.to_string().to_uppercase() => {
                found.push(name.to_string());
            }
            _ => {}
        }
    }
}

/// Returns the names and texts of the files below a folder, without test files.
fn sources(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            found.extend(sources(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) && name != "tests.rs" {
            let inside = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            found.push((inside, std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}
