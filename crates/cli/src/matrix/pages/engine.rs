//! The page of an engine: its claim, what it really plays, its findings with their games, and how all of it was found.

use super::super::list::{Get, Listed};
use super::super::row::{BADGE, CERTIFICATE, Grade, Shown};
use super::super::table;
use super::{ENGINES, Site, Subject, address_of, claim, clause, facts, issue, link, releases};
use std::fmt::Write;
use superko_certify::report::{HtmlParts, html_command, html_line, html_text};

/// Writes the page of an engine.
pub(super) fn page(site: &Site<'_>, subject: &Subject<'_>) -> String {
    let parts = subject
        .certificate
        .as_ref()
        .map(|certificate| HtmlParts::of(&certificate.report))
        .unwrap_or_default();
    let listed = subject.listed();
    let called = format!("{} {}", listed.name, listed.version);
    let verdict = subject.verdict();
    let mut body = format!(
        "<section class=\"verdict {verdict}\">\n<p class=\"badge\">{verdict}</p>\n<h1>{}</h1>\n{}{}</section>\n",
        html_line(&called),
        parts.verdict,
        untested(subject)
    );
    body += &about(subject);
    body += &parts.contents;
    body += &kinds(subject);
    body += &parts.findings;
    body += &by_hand(subject);
    body += &answers(subject);
    body += &releases::section(site, subject);
    body += &parts.observed;
    body += &again(site, subject);
    if let Some(text) = issue::text(site, subject) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            body,
            "<section id=\"issue\">\n<h2>A report for its authors</h2>\n<p class=\"legend\">Check it on the version that you use, \
             and look for a report that is there already, before you file it.</p>\n<details>\n<summary>Text of the report</summary>\n\
             <pre>{}</pre>\n</details>\n<p class=\"legend\">{}</p>\n</section>",
            html_text(&text),
            link(&format!("{}/{}", listed.id, issue::FILE), "The same as a file")
        );
    }
    site.page_in_folder(&format!("{called}: {verdict}"), &body)
}

/// Says why an engine was not tested, or not to the end.
fn untested(subject: &Subject<'_>) -> String {
    let row = subject.row;
    let reason = row.reason.iter().map(|reason| ("Why", reason.clone()));
    let last =
        row.listed.last.iter().map(|last| ("Last known", format!("{}: {}", last.date, last.found)));
    let sentences = reason.chain(last.filter(|_| row.claimed.is_none()));
    sentences
        .map(|(word, said)| format!("<p class=\"evidence\">{word}: {}.</p>\n", html_line(&said)))
        .collect()
}

/// Writes what the engine is, and what it claims.
fn about(subject: &Subject<'_>) -> String {
    let listed = subject.listed();
    let from = match &listed.get {
        Get::Git { repository, .. } => link(repository, &listed.get.to_string()),
        other => html_line(&other.to_string()),
    };
    let tromp_taylor = subject.row.tromp_taylor.as_ref().map(|_| table::tromp_taylor(subject.row));
    let rows = [
        ("Claims", claim(listed)),
        ("Notes", html_line(listed.notes.as_deref().unwrap_or_default())),
        ("Kind", html_line(listed.kind.map_or("", |kind| kind.word()))),
        ("Language", html_line(listed.language.as_deref().unwrap_or_default())),
        ("From", from),
        ("Under Tromp-Taylor", html_line(&tromp_taylor.unwrap_or_default())),
    ];
    format!("<section>\n<h2>Claim</h2>\n{}</section>\n", facts(&rows))
}

/// Names the kinds of mistakes that the engine makes, with links to their pages.
fn kinds(subject: &Subject<'_>) -> String {
    let kinds: String = subject
        .mistakes()
        .map(|kind| {
            let address = format!("../{}", address_of(kind));
            format!(
                "<li>{}: it {}. {}</li>\n",
                link(&address, kind.word()),
                html_line(&clause(kind)),
                html_line(kind.mend())
            )
        })
        .collect();
    match kinds.is_empty() {
        true => String::new(),
        false => format!(
            "<section>\n<h2>Kinds of mistakes</h2>\n<p class=\"legend\">The mistakes of the simplest engine found that gives the same \
             answers. The source of the engine may go wrong in another way.</p>\n<ul class=\"notes\">\n{kinds}</ul>\n</section>\n"
        ),
    }
}

/// Writes the commands that show the findings without Superko.
fn by_hand(subject: &Subject<'_>) -> String {
    let shown = subject.grade().into_iter().flat_map(|grade| &grade.findings);
    let commands: String = shown
        .filter_map(|shown| {
            let Shown { id, game, reference, engine, .. } = shown;
            let does = format!("{id} after {game}. Reference: {reference}; engine: {engine}.");
            Some(html_command(&does, shown.by_hand.as_ref()?))
        })
        .collect();
    match commands.is_empty() {
        true => String::new(),
        false => format!(
            "<section id=\"by-hand\">\n<h2>Without Superko</h2>\n<p class=\"legend\">In a clone, after superko matrix has installed the \
             engine.</p>\n<details>\n\
             <summary>The commands</summary>\n{commands}</details>\n</section>\n"
        ),
    }
}

/// Writes what others say about the findings: objections, and versions without them.
fn answers(subject: &Subject<'_>) -> String {
    let listed = subject.listed();
    if listed.disputed.is_empty() && listed.fixed.is_empty() && !has_findings(subject) {
        return String::new();
    }
    let disputed = listed.disputed.iter().map(|answer| {
        let said = format!("{} ({})", html_line(&answer.said), link(&answer.source, "source"));
        (html_line(&answer.finding), format!("disputed: {said}"))
    });
    let fixed = listed.fixed.iter().map(|fix| {
        let version = format!("{} ({})", html_line(&fix.version), link(&fix.source, "source"));
        (html_line(&fix.finding), format!("fixed in {version}"))
    });
    let rows: Vec<(String, String)> = disputed.chain(fixed).collect();
    let rows: Vec<(&str, String)> =
        rows.iter().map(|(id, said)| (id.as_str(), said.clone())).collect();
    let said = match rows.is_empty() {
        true => "<p>Nothing is known. To dispute a finding, or to name the version that mends it, open an issue, or add \
                 <code>disputed</code> or <code>fixed</code> to the engine in adapters/engines.toml.</p>\n"
            .to_owned(),
        false => facts(&rows),
    };
    format!("<section id=\"answers\">\n<h2>Disputed, fixed</h2>\n{said}</section>\n")
}

fn has_findings(subject: &Subject<'_>) -> bool {
    subject.grade().is_some_and(|grade| !grade.findings.is_empty())
}

/// Says by what a library is tested that does not speak GTP itself.
fn through(listed: &Listed) -> &'static str {
    match listed.has_shim() {
        true => {
            "a short program in adapters/, which passes on what the library answers. If the library takes no turn back, the program \
             plays the game again without it"
        }
        false => "",
    }
}

/// Writes when and by what the engine was tested, how to do it again, and the files.
fn again(site: &Site<'_>, subject: &Subject<'_>) -> String {
    let row = subject.row;
    let id = subject.id();
    let ended = subject.certificate.as_ref().map(|certificate| certificate.date.as_str());
    let host = subject
        .certificate
        .as_ref()
        .map(|certificate| format!("{} {}", certificate.host.system, certificate.host.processor));
    let kept = [(CERTIFICATE, subject.json.is_some()), (BADGE, subject.badge.is_some())];
    let files = kept.iter().filter(|(_, is_kept)| *is_kept);
    let files: Vec<String> = files
        .map(|(name, _)| link(&format!("{id}/{name}"), &format!("{ENGINES}/{id}/{name}")))
        .collect();
    let rows = [
        ("Version", html_line(&row.listed.version)),
        ("Date", html_line(ended.or(row.date.as_deref()).unwrap_or(&site.matrix.date))),
        ("By", html_line(&row.by)),
        ("Machine", html_line(&host.unwrap_or_default())),
        ("Through", through(&row.listed).to_owned()),
        ("Files", files.join(", ")),
        ("Faults", html_line(&faults(subject.grade()))),
    ];
    format!(
        "<section>\n<h2>Test it again</h2>\n{}{}</section>\n",
        facts(&rows),
        html_command("In a clone of Superko", &format!("superko matrix --only {id}"))
    )
}

fn faults(grade: Option<&Grade>) -> String {
    grade.map(|grade| grade.faults.join("; ")).unwrap_or_default()
}
