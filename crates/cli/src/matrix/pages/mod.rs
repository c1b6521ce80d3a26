//! The pages of a finished matrix: static files that load nothing from the network.
//!
//! In: a matrix, and the certificates beside it. Out: a grid of all engines, a page for each of them, a page for each kind of
//! mistake, and one about releases. All share the look, the boards and the script of reports.

mod engine;
mod grid;
mod issue;
mod mistake;
mod releases;

use super::list::Listed;
use super::row::{BADGE, CERTIFICATE, Grade, Matrix, Row, Shown};
use super::versions::{self, Versions};
use crate::Failure;
use crate::output::{expect_folder, keep};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use superko_certify::report::{Certificate, Page, html_line, places_of_findings};
use superko_engine::check::Check;
use superko_harness::model::{Mistake, Model};
use superko_harness::suite::collisions::OWN_HASH;

/// The schemas of the data from which the pages are made.
const SCHEMA: &str = include_str!("../matrix.schema.json");
const SCHEMA_OF_VERSIONS: &str = include_str!("../versions.schema.json");
const STYLE: &str = include_str!("pages.css");

/// The page with the grid, and the folders beside it.
const GRID: &str = "index.html";
const ENGINES: &str = "engines";
const MISTAKES: &str = "mistakes";

/// Writes the pages of the matrix that is in a folder into another one. Returns whether all could be written.
pub(super) fn write(matrix: &Matrix, from: &Path, to: &Path) -> Result<bool, Failure> {
    let mut subjects: Vec<Subject<'_>> =
        matrix.rows.iter().map(|row| Subject::read(row, from)).collect::<Result<_, _>>()?;
    // By name, so that no place is an honor or a shame.
    subjects.sort_by_key(|subject| (subject.listed().name.to_lowercase(), subject.id().to_owned()));
    let versions = Versions::read(from, &matrix.level)?;
    let site = Site { matrix, versions, subjects };
    for folder in [to.to_owned(), to.join(ENGINES), to.join(MISTAKES)] {
        expect_folder(&folder)?;
    }
    let mut files = vec![
        (GRID.to_owned(), grid::page(&site)),
        ("matrix.json".to_owned(), matrix.to_json()),
        ("matrix.schema.json".to_owned(), SCHEMA.to_owned()),
        (versions::FILE.to_owned(), site.versions.to_json()),
        ("versions.schema.json".to_owned(), SCHEMA_OF_VERSIONS.to_owned()),
        (format!("{MISTAKES}/{GRID}"), mistake::list(&site)),
        (releases::PAGE.to_owned(), releases::page(&site)),
    ];
    // Each page plays games, so they are made in parallel.
    let kinds: Vec<(String, String)> = site
        .kinds()
        .into_par_iter()
        .map(|kind| (address_of(kind), mistake::page(&site, kind)))
        .collect();
    files.extend(kinds);
    for subject in &site.subjects {
        let id = subject.id();
        files.push((format!("{ENGINES}/{id}.html"), engine::page(&site, subject)));
        let kept = [(CERTIFICATE, &subject.json), (BADGE, &subject.badge)];
        let kept = kept.into_iter().filter_map(|(name, text)| Some((name, text.clone()?)));
        let issue = issue::text(&site, subject).map(|text| (issue::FILE, text));
        let kept: Vec<(&str, String)> = kept.chain(issue).collect();
        if !kept.is_empty() {
            expect_folder(&to.join(ENGINES).join(id))?;
        }
        files.extend(kept.into_iter().map(|(name, text)| (format!("{ENGINES}/{id}/{name}"), text)));
    }
    // A file that cannot be written is told, and the others would hardly be better off.
    Ok(files.iter().all(|(name, text)| keep(&to.join(name), text)))
}

/// All that the pages are made of.
struct Site<'a> {
    matrix: &'a Matrix,
    /// The results of other releases.
    versions: Versions,
    /// The engines, by name.
    subjects: Vec<Subject<'a>>,
}

/// An engine, with its certificate under the rules that it claims, if that was kept.
struct Subject<'a> {
    row: &'a Row,
    certificate: Option<Certificate>,
    /// The files of the certificate and the badge.
    json: Option<String>,
    badge: Option<String>,
}

impl Site<'_> {
    /// Returns the kinds of mistakes with a page, by their words: those of the engines here, and those of the zoo.
    fn kinds(&self) -> Vec<Mistake> {
        let here = self.subjects.iter().flat_map(Subject::mistakes);
        let in_zoo = superko_harness::zoo::ALL.iter().flat_map(|mutant| mutant.model.mistakes());
        let mut kinds: Vec<Mistake> = here.chain(in_zoo.map(|(mistake, _)| mistake)).collect();
        kinds.sort_by_key(|kind| kind.word());
        kinds.dedup_by_key(|kind| kind.word());
        kinds
    }

    /// Returns a page in a folder of the site.
    fn page_in_folder(&self, title: &str, body: &str) -> String {
        self.page(title, "../", body)
    }

    /// Returns a page with links to the grid, the kinds of mistakes and the releases, which are at an address relative to it.
    fn page(&self, title: &str, at: &str, body: &str) -> String {
        let pages = [
            ("index.html", "Engines"),
            ("mistakes/index.html", "Mistakes"),
            (releases::PAGE, "Releases"),
        ];
        let pages = pages.map(|(page, word)| (format!("{at}{page}"), word));
        let links = pages.each_ref().map(|(address, word)| (address.as_str(), *word));
        let made_by = &self.matrix.tool;
        Page { title, made_by, links: &links, body, style: STYLE, ..Page::default() }.to_html()
    }
}

impl<'a> Subject<'a> {
    fn read(row: &'a Row, from: &Path) -> Result<Subject<'a>, Failure> {
        let read = |name: &Option<String>| {
            let path = name.as_ref().map(|name| from.join(name));
            let read = |path: std::path::PathBuf| {
                fs::read_to_string(&path).map_err(Failure::cannot("read", &path))
            };
            path.map(read).transpose()
        };
        let grade = row.claimed.as_ref();
        let file = grade.map_or(&None, |grade| &grade.certificate);
        let json = read(file)?;
        let certificate = json.as_deref().map(Certificate::from_json).transpose();
        let certificate = certificate.map_err(|error| {
            let name = from.join(file.as_deref().unwrap_or_default());
            Failure::usage(format!("{} is not a certificate: {error}", name.display()))
        })?;
        let badge = read(grade.map_or(&None, |grade| &grade.badge))?;
        Ok(Subject { row, certificate, json, badge })
    }

    fn listed(&self) -> &'a Listed {
        &self.row.listed
    }

    fn id(&self) -> &'a str {
        &self.row.listed.id
    }

    fn grade(&self) -> Option<&'a Grade> {
        self.row.claimed.as_ref()
    }

    /// Returns the verdict as a word: that of the grade, or that the engine was not tested.
    fn verdict(&self) -> &'a str {
        self.grade().map_or("not tested", |grade| &grade.verdict)
    }

    /// Returns the mistakes of the engine, by its grade under the rules that it claims.
    fn mistakes(&self) -> impl Iterator<Item = Mistake> {
        let words = self.grade().into_iter().flat_map(|grade| &grade.mistakes);
        words.filter_map(|word| mistake_in(word))
    }

    /// Returns the address of the page, from the grid.
    fn address(&self) -> String {
        format!("{ENGINES}/{}.html", self.id())
    }

    /// Returns the address of the first finding on the page that `is_meant` accepts, from the grid. Without a certificate, there is
    /// only the page.
    fn address_of(&self, is_meant: impl Fn(&Shown) -> bool) -> Option<String> {
        let shown = || self.grade().into_iter().flat_map(|grade| &grade.findings);
        let Some(certificate) = &self.certificate else {
            return shown().any(&is_meant).then(|| self.address());
        };
        let meant: BTreeSet<&str> =
            shown().filter(|shown| is_meant(shown)).map(|shown| shown.id.as_str()).collect();
        let findings = &certificate.report.findings;
        let places = findings.iter().zip(places_of_findings(&certificate.report));
        let place = places.filter(|(finding, _)| meant.contains(finding.id.as_str()));
        place
            .map(|(_, place)| place)
            .min()
            .map(|place| format!("{}#finding-{place}", self.address()))
    }
}

/// Returns the mistake that a word of a diagnosis names, such as `history=500 when playing`.
fn mistake_in(word: &str) -> Option<Mistake> {
    let model: Model = format!("{}; {word}", Model::right()).parse().ok()?;
    model.mistakes().next().map(|(mistake, _)| mistake)
}

/// Returns the address of the page of a kind of mistake, from the grid.
fn address_of(kind: Mistake) -> String {
    format!("{MISTAKES}/{}.html", kind.word())
}

/// Returns what an engine with a mistake of this kind does, with a letter in place of its number.
fn clause(kind: Mistake) -> String {
    match kind {
        // The number of a known hash means nothing to readers.
        Mistake::KnownHash(_) => Mistake::KnownHash(OWN_HASH).clause(),
        Mistake::Repetition(_) => "applies another repetition rule than its own".to_owned(),
        _ => kind.clause_with('N'),
    }
}

/// Returns a link.
fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", html_line(address), html_line(text))
}

/// Returns facts as a list, each with a word for it. The facts are HTML; empty ones are left out.
fn facts(rows: &[(&str, String)]) -> String {
    let shown = rows.iter().filter(|(_, said)| !said.is_empty());
    let shown: String =
        shown.map(|(word, said)| format!("<div><dt>{word}</dt><dd>{said}</dd></div>\n")).collect();
    format!("<dl class=\"facts\">\n{shown}</dl>\n")
}

/// Returns the claim of an engine and its source, as HTML.
fn claim(listed: &Listed) -> String {
    let source = match listed.has_address() {
        true => link(&listed.source, &listed.source),
        false => html_line(&listed.source),
    };
    format!("{} (<code>{}</code>), {source}", html_line(&listed.claim), html_line(&listed.rules))
}

/// Returns whether a check was observed, and whether it failed.
fn of_check(grade: &Grade, check: Check) -> &'static str {
    if grade.findings.iter().any(|shown| shown.check == check) {
        return "deviates";
    }
    let observed = grade.checks.iter().any(|seen| *seen == check.id());
    if observed { "conforms" } else { "unobserved" }
}
