//! The pages of the kinds of mistakes: what each is on a board, which engines have it, and how to mend it.

use super::{STYLE, Site, Subject, clause, facts, link, mistake_in};
use std::fmt::Write;
use superko_certify::report::{Finding, HtmlParts, Page, Report, html_command, html_line};
use superko_certify::{Level, NoObserver, Options, run};
use superko_engine::Engine;
use superko_harness::model::Mistake;
use superko_harness::zoo::{self, Mutant};

/// Writes the list of all kinds, those of the engines here first.
pub(super) fn list(site: &Site<'_>) -> String {
    let (here, others): (Vec<Mistake>, Vec<Mistake>) =
        site.kinds().into_iter().partition(|&kind| engines(site, kind).next().is_some());
    let mut body =
        String::from("<section class=\"intro\">\n<h1>Kinds of mistakes</h1>\n</section>\n");
    for (heading, kinds) in [("Seen in engines", here), ("In engines of the zoo only", others)] {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(body, "<section>\n<h2>{heading}</h2>\n<ul class=\"notes\">");
        for kind in kinds {
            let address = format!("{}.html", kind.word());
            let _ = writeln!(
                body,
                "<li>{}: {}</li>",
                link(&address, kind.word()),
                html_line(&clause(kind))
            );
        }
        body += "</ul>\n</section>\n";
    }
    let links = [("../index.html", "Engines")];
    let made_by = &site.matrix.tool;
    Page {
        title: "Kinds of mistakes",
        made_by,
        links: &links,
        body: &body,
        style: STYLE,
        ..Page::default()
    }
    .to_html()
}

/// Writes the page of a kind.
pub(super) fn page(site: &Site<'_>, kind: Mistake) -> String {
    let mut body = format!(
        "<section class=\"intro\">\n<h1>An engine that {}</h1>\n<p class=\"said\"><code>{}</code></p>\n</section>\n",
        html_line(&clause(kind)),
        kind.word()
    );
    let _ = writeln!(
        body,
        "<section>\n<h2>How to mend it</h2>\n<p>{}</p>\n</section>",
        html_line(kind.mend())
    );
    body += &had_by(site, kind);
    let mutants: Vec<&Mutant> = zoo::with_mistake(kind).collect();
    if !mutants.is_empty() {
        let stories: Vec<(String, String)> = mutants
            .iter()
            .map(|mutant| (format!("zoo:{}", mutant.name), html_line(mutant.story)))
            .collect();
        let stories: Vec<(&str, String)> =
            stories.iter().map(|(name, story)| (name.as_str(), story.clone())).collect();
        let _ = writeln!(body, "<section>\n<h2>In the zoo</h2>\n{}", facts(&stories));
        let (name, rules) = (mutants[0].name, mutants[0].rules);
        body += &html_command("Find it", &format!("superko certify --rules {rules} zoo:{name}"));
        body += "</section>\n";
    }
    let drawn = mutants.iter().find_map(|mutant| by_mutant(mutant));
    body += &drawn.or_else(|| by_engine(site, kind)).unwrap_or_default();
    body += &html_command("The same in a terminal", &format!("superko explain {}", kind.word()));
    site.page_in_folder(kind.word(), &body)
}

/// Returns the engines with a kind of mistake.
fn engines<'s>(site: &'s Site<'_>, kind: Mistake) -> impl Iterator<Item = &'s Subject<'s>> {
    let makes =
        move |subject: &&Subject<'_>| subject.mistakes().any(|made| made.word() == kind.word());
    site.subjects.iter().filter(makes)
}

/// Lists the engines with a kind of mistake, each with a link to the game that shows it.
fn had_by(site: &Site<'_>, kind: Mistake) -> String {
    let rows: String = engines(site, kind)
        .map(|subject| {
            let of_kind =
                |word: &String| mistake_in(word).is_some_and(|made| made.word() == kind.word());
            let game = subject.address_of(|shown| shown.cause.iter().flatten().any(of_kind));
            let address = game.unwrap_or_else(|| subject.address());
            let listed = subject.listed();
            let called = format!("{} {}", listed.name, listed.version);
            let exact = subject.mistakes().find(|made| made.word() == kind.word());
            let does = exact.map(Mistake::clause).unwrap_or_default();
            format!(
                "<li>{}: it {}</li>\n",
                link(&format!("../{address}"), &called),
                html_line(&does)
            )
        })
        .collect();
    match rows.is_empty() {
        true => {
            "<section>\n<h2>Engines with it</h2>\n<p>None of the engines tested.</p>\n</section>\n"
                .to_owned()
        }
        false => format!(
            "<section>\n<h2>Engines with it</h2>\n<p class=\"legend\">By their answers: an engine with this mistake gives the same ones.</p>\n\
             <ul class=\"notes\">\n{rows}</ul>\n</section>\n"
        ),
    }
}

/// Draws the shortest game found in which an engine of the zoo is wrong.
fn by_mutant(mutant: &Mutant) -> Option<String> {
    let options = Options {
        rules: mutant.rules,
        only: vec![mutant.event.to_string()],
        arguments: Some(format!("zoo:{}", mutant.name)),
        // The first game that shows it is enough: it is shortened.
        fail_fast: true,
        ..Options::at(Level::Smoke)
    };
    let report = run(&|| Ok(mutant.engine() as Box<dyn Engine>), &options, &NoObserver);
    Some(on_a_board(report.findings.into_iter().next()?, &format!("zoo:{}", mutant.name)))
}

/// Draws the shortest game in which one of the engines here makes a mistake.
fn by_engine(site: &Site<'_>, kind: Mistake) -> Option<String> {
    let is_of_kind =
        |word: &String| mistake_in(word).is_some_and(|mistake| mistake.word() == kind.word());
    let findings = engines(site, kind).flat_map(|subject| {
        let findings =
            subject.certificate.iter().flat_map(|certificate| &certificate.report.findings);
        findings.map(move |finding| (finding, &subject.listed().name))
    });
    let shown = findings.filter(|(finding, _)| finding.cause.iter().flatten().any(is_of_kind));
    let (finding, name) = shown.min_by_key(|(finding, _)| finding.turns.len())?;
    Some(on_a_board(finding.clone(), name))
}

/// Draws a finding, to be stepped through.
fn on_a_board(finding: Finding, engine: &str) -> String {
    let mut one = Report::default();
    one.findings = vec![finding];
    let drawn = HtmlParts::of(&one).findings;
    format!("<section>\n<h2>On a board: {}</h2>\n{drawn}</section>\n", html_line(engine))
}
