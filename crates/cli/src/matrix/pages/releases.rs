//! The page with the changes in the releases of all packages, and the section about releases on the page of each engine.

use super::super::versions::{Package, Span};
use super::{Site, Subject, link};
use superko_certify::report::html_line;

/// The page, from the grid.
pub(super) const PAGE: &str = "releases.html";

/// Writes the page with the first and the last release of each finding.
pub(super) fn page(site: &Site<'_>) -> String {
    let rows: String = site
        .subjects
        .iter()
        .filter_map(|subject| Some((subject, package(site, subject)?)))
        .map(|(subject, package)| {
            let name = link(&format!("{}#versions", subject.address()), &subject.listed().name);
            changes(package)
                .iter()
                .map(|[since, until, what]| {
                    format!(
                        "<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        html_line(since),
                        html_line(until),
                        html_line(what)
                    )
                })
                .collect::<String>()
        })
        .collect();
    let body = format!(
        "<section class=\"intro\">\n<h1>What changed in which release</h1>\n<p class=\"said\">Since which release of a package a finding \
         is there, and in which it went.</p>\n<p class=\"legend\">Each release was tested under the rules that the newest one claims; an \
         older one may not have claimed them. The page of an engine names the releases that were considered and those that were \
         tested.</p>\n</section>\n<table>\n<thead><tr><th scope=\"col\">Package</th><th scope=\"col\">Since</th>\
         <th scope=\"col\">Until</th><th scope=\"col\">Findings</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    );
    site.page("What changed in which release", "", &body)
}

/// Writes which releases of an engine were tested, and since which and until which each finding is there.
pub(super) fn section(site: &Site<'_>, subject: &Subject<'_>) -> String {
    let Some(package) = package(site, subject) else { return String::new() };
    let tested: String = package
        .tested
        .iter()
        .map(|release| {
            let verdict = release.verdict.as_deref().unwrap_or("not tested");
            // The interface of a release may be another one.
            let unplayed = (verdict == "untestable").then(|| "It could not be played".to_owned());
            let reason = unplayed.or(release.reason.clone()).map(|reason| format!("{reason}."));
            let plays = release.plays.iter().map(|plays| format!("It {plays}."));
            let sentences: Vec<String> = plays.chain(reason).collect();
            format!(
                "<tr><th scope=\"row\">{}</th><td class=\"{verdict}\">{verdict}</td><td>{}</td></tr>\n",
                html_line(&release.version),
                html_line(&sentences.join(" "))
            )
        })
        .collect();
    let spans: String = changes(package)
        .iter()
        .map(|[since, until, what]| {
            format!("<li>{}</li>\n", html_line(&format!("{what}: since {since}; until {until}")))
        })
        .collect();
    format!(
        "<section id=\"versions\">\n<h2>Releases, under the rules that {} claims</h2>\n<p class=\"legend\">Of {} releases, {} were tested \
         on {}: the oldest, the newest, and as many in between as it takes to find where the findings change. Others lie between two \
         with the same findings. A release may not have claimed these rules itself. Considered were {}.</p>\n<table>\n<thead><tr>\
         <th scope=\"col\">Release</th><th scope=\"col\">Verdict</th><th scope=\"col\">Really plays</th></tr></thead>\n\
         <tbody>\n{tested}</tbody>\n</table>\n<ul class=\"notes\">\n{spans}</ul>\n</section>\n",
        html_line(&subject.listed().version),
        package.releases.len(),
        package.tested.len(),
        html_line(&package.date),
        html_line(&package.releases.join(", "))
    )
}

fn package<'a>(site: &'a Site<'_>, subject: &Subject<'_>) -> Option<&'a Package> {
    site.versions.packages.iter().find(|package| package.id == subject.id())
}

/// Returns since when and until when there are which findings. Findings that came and went together share a row.
fn changes(package: &Package) -> Vec<[String; 3]> {
    let mut changes: Vec<[String; 3]> = Vec::new();
    for span in &package.findings {
        let (since, until) = (since(span, package), until(span, package));
        match changes.iter_mut().find(|[from, to, _]| *from == since && *to == until) {
            Some([.., what]) => *what += &format!(", {}", span.finding),
            None => changes.push([since, until, span.finding.clone()]),
        }
    }
    changes
}

/// Returns the first release with a finding, and how it is known to be the first.
fn since(span: &Span, package: &Package) -> String {
    let first = &span.first;
    let release = match &span.before {
        Some(before) => format!("{first}, and not in {before}"),
        None if package.releases.first() == Some(first) => {
            format!("{first}, the oldest release considered")
        }
        None => format!("{first}, the oldest of those tested that could be played"),
    };
    release + if span.exact { "" } else { "; releases in between were not tested" }
}

/// Returns the last release with a finding, and how it is known to be the last.
fn until(span: &Span, package: &Package) -> String {
    let last = &span.last;
    match &span.after {
        Some(after) => format!("{last}, and not in {after}"),
        None if package.releases.last() == Some(last) => {
            format!("{last}, the newest release considered")
        }
        None => format!("{last}, the newest of those tested that could be played"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(finding: &str, [first, last]: [&str; 2], [before, after]: [Option<&str>; 2]) -> Span {
        Span {
            finding: finding.to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            exact: before.is_none(),
        }
    }

    #[test]
    fn findings_that_came_and_went_together_share_a_row() {
        let package = Package {
            id: "pypi-it".to_owned(),
            date: "2026-11-29".to_owned(),
            rules: "chinese".to_owned(),
            releases: ["1", "2", "3", "4"].map(str::to_owned).to_vec(),
            tested: Vec::new(),
            findings: vec![
                span("a", ["1", "4"], [None, None]),
                span("b", ["1", "4"], [None, None]),
                span("c", ["2", "3"], [None, Some("4")]),
                span("d", ["3", "3"], [Some("1"), None]),
            ],
        };
        let expected = [
            ["1, the oldest release considered", "4, the newest release considered", "a, b"],
            ["2, the oldest of those tested that could be played", "3, and not in 4", "c"],
            [
                "3, and not in 1; releases in between were not tested",
                "3, the newest of those tested that could be played",
                "d",
            ],
        ];
        assert_eq!(changes(&package), expected.map(|row| row.map(str::to_owned)));
    }
}
