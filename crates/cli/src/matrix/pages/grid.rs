//! The grid of all engines: a row for each, a cell for each rule and each check.

use super::super::row::{Grade, Row, Shown};
use super::{STYLE, Site, Subject, link, of_check, releases};
use std::collections::BTreeSet;
use std::fmt::Write;
use superko_certify::report::{Page, RuleGrade, html_line, repetition_words};
use superko_engine::check::Check;
use superko_game::rules::{Repetition, Rule, Rules};
use superko_harness::model::Mistake;

/// Filters the rows. Without it, all are shown.
const SCRIPT: &str = include_str!("grid.js");

/// What a cell can say: the class, the sign and the meaning.
const SIGNS: [(&str, &str, &str); 5] = [
    ("conforms", "✓", "every answer agreed with the rules that the engine claims"),
    ("part", "◐", "every answer agreed, but not all events that the level demands were observed"),
    ("tolerates", "~", "it accepts illegal turns when it is told to play them, as it is known to"),
    ("deviates", "✗", "at least one answer differs; the cell leads to the shortest game found"),
    ("unobserved", "–", "not observed, so nothing is said about it"),
];

/// Writes the page with the grid.
pub(super) fn page(site: &Site<'_>) -> String {
    let body = body(site);
    let title = "What engines really play";
    let made_by = &site.matrix.tool;
    let links = [
        ("mistakes/index.html", "Mistakes"),
        (releases::PAGE, "Releases"),
        ("matrix.json", "Data"),
    ];
    let page = Page { title, made_by, links: &links, body: &body, style: STYLE, script: SCRIPT };
    page.to_html()
}

fn body(site: &Site<'_>) -> String {
    let tested = || site.subjects.iter().filter(|subject| subject.grade().is_some());
    let count = |verdict: &str| tested().filter(|subject| subject.verdict() == verdict).count();
    let mut out = format!(
        "<section class=\"intro\">\n<h1>What engines really play</h1>\n\
         <p class=\"said\">{} configurations of engines and libraries, each tested under the rules that it claims: {} conform, \
         {} deviate. Level {}, {}; each page names its version and date.</p>\n\
         <p class=\"evidence\"><a href=\"#played\">Which have superko?</a> · <a href=\"#signs\">What the signs mean</a> · \
         <a href=\"mistakes/index.html\">All kinds of mistakes</a></p>\n</section>\n",
        site.subjects.len(),
        count("conforms"),
        count("deviates"),
        html_line(&site.matrix.level),
        html_line(&site.matrix.date)
    );
    out += &filters(site);
    out += &table(site);
    out += &played(site);
    out += &signs();
    out
}

/// Writes the filters, which are hidden until the script shows them.
fn filters(site: &Site<'_>) -> String {
    let mut out = String::from(
        "<form id=\"filters\" class=\"filters\" hidden aria-label=\"Filters\">\n\
         <label>Name <input type=\"search\" name=\"name\" autocomplete=\"off\"></label>\n",
    );
    for (name, word, of) in KEYS {
        let values: BTreeSet<String> = site.subjects.iter().flat_map(of).collect();
        // Writing to a string cannot fail, here and below.
        let _ =
            write!(out, "<label>{word} <select name=\"{name}\"><option value=\"\">any</option>");
        for value in values {
            let value = html_line(&value);
            let _ = write!(out, "<option>{value}</option>");
        }
        out += "</select></label>\n";
    }
    out += "<button type=\"reset\">Show all</button>\n<p id=\"shown\" aria-live=\"polite\"></p>\n</form>\n";
    out
}

/// A key of a filter: its name in the page, its word, and the values of an engine.
type Key = (&'static str, &'static str, fn(&Subject<'_>) -> Vec<String>);

const KEYS: [Key; 6] = [
    ("language", "Language", |subject| subject.listed().language.iter().cloned().collect()),
    ("kind", "Kind", |subject| {
        subject.listed().kind.map(|kind| kind.word().to_owned()).into_iter().collect()
    }),
    ("claims", "Claims", |subject| vec![repetition(subject.listed().claimed().ok())]),
    ("plays", "Plays", |subject| vec![repetition(subject.row.plays_rules())]),
    ("verdict", "Verdict", |subject| vec![subject.verdict().to_owned()]),
    ("mistake", "Mistake", mistakes),
];

/// Returns the kinds of mistakes of an engine, in words for a filter.
fn mistakes(subject: &Subject<'_>) -> Vec<String> {
    let mut kinds: Vec<String> = subject.mistakes().map(|kind| kind.word().to_owned()).collect();
    if is_unexplained(subject) {
        kinds.push("not explained".to_owned());
    } else if kinds.is_empty() && subject.verdict() == "deviates" {
        kinds.push("other rules".to_owned());
    }
    kinds
}

/// Returns whether the engine has findings that no model explains, so that its sentence does not tell all.
fn is_unexplained(subject: &Subject<'_>) -> bool {
    let mut findings = subject.grade().into_iter().flat_map(|grade| &grade.findings);
    findings.any(|shown| shown.cause.is_none())
}

/// Returns the repetition rule of a rule set in words.
fn repetition(rules: Option<Rules>) -> String {
    rules.map_or("not known", |rules| repetition_words(rules.repetition)).to_owned()
}

/// Writes the table with the grid.
fn table(site: &Site<'_>) -> String {
    let rules = rules(site);
    let mut out = String::from(
        "<table id=\"grid\" class=\"grid\">\n<thead><tr><th scope=\"col\">Engine</th><th scope=\"col\">Verdict</th>",
    );
    for rule in &rules {
        let topic = rule.topic();
        let _ = write!(out, "<th scope=\"col\" class=\"up\"><span>{rule} {topic}</span></th>");
    }
    for check in Check::ALL {
        let _ = write!(out, "<th scope=\"col\" class=\"up check\"><span>{check}</span></th>");
    }
    out += "<th scope=\"col\">Claims, and really plays</th></tr></thead>\n<tbody>\n";
    for subject in &site.subjects {
        out += &row(subject, &rules);
    }
    out += "</tbody>\n</table>\n";
    out
}

/// Returns the rules that are observed somewhere, each in the form of Tromp and Taylor.
fn rules(site: &Site<'_>) -> Vec<Rule> {
    let grades = site.subjects.iter().filter_map(Subject::grade);
    let observed: BTreeSet<&str> =
        grades.flat_map(|grade| grade.observed.keys()).map(|id| sentence(id)).collect();
    Rule::all().filter(|rule| observed.contains(rule.id())).collect()
}

/// Returns the sentence whose place a rule takes, such as TT6 for TT6/situational.
fn sentence(id: &str) -> &str {
    id.split('/').next().unwrap_or(id)
}

fn row(subject: &Subject<'_>, rules: &[Rule]) -> String {
    let listed = subject.listed();
    let (name, version) = (html_line(&listed.name), html_line(&listed.version));
    let mut out = String::from("<tr");
    for (key, _, of) in KEYS {
        let _ = write!(out, " data-{key}=\"{}\"", html_line(&of(subject).join("|")));
    }
    let verdict = subject.verdict();
    let class = if subject.grade().is_some() { verdict } else { "unobserved" };
    let _ = write!(
        out,
        ">\n<th scope=\"row\"><a href=\"{}\">{name}</a> <small>{version}</small></th><td class=\"{class}\">{verdict}</td>",
        subject.address()
    );
    for rule in rules {
        let grade = subject.grade().map_or("unobserved", |grade| of_rule(grade, rule.id()));
        let is_about = |shown: &Shown| shown.rule.as_deref().map(sentence) == Some(rule.id());
        out += &cell(grade, subject.address_of(is_about), rule.id());
    }
    for check in Check::ALL {
        let grade = subject.grade().map_or("unobserved", |grade| of_check(grade, check));
        out += &cell(grade, subject.address_of(|shown| shown.check == check), check.id());
    }
    let _ = writeln!(out, "<td class=\"told\">{}</td></tr>", claims_and_plays(subject));
    out
}

/// Writes a cell. One that deviates leads to the first finding on the page of the engine.
fn cell(grade: &str, address: Option<String>, about: &str) -> String {
    let found = SIGNS.iter().find(|(class, ..)| *class == grade);
    let sign = found.map_or("", |(_, sign, _)| sign);
    // On a narrow page, only the named cells are shown.
    let named = if ["conforms", "unobserved"].contains(&grade) { "" } else { about };
    let named = if named.is_empty() { String::new() } else { format!(" data-of=\"{named}\"") };
    let inside = match address {
        Some(address) => {
            format!("<a href=\"{address}\" aria-label=\"{about} {grade}\">{sign}</a>")
        }
        None => sign.to_owned(),
    };
    format!("<td class=\"{grade}\"{named}>{inside}</td>")
}

/// Returns the grade of a sentence, in any form in which it was in force.
fn of_rule(grade: &Grade, id: &str) -> &'static str {
    let is_about = |shown: &Shown| shown.rule.as_deref().map(sentence) == Some(id);
    let observed: Vec<_> = grade
        .observed
        .iter()
        .filter(|(rule, result)| sentence(rule) == id && result.observations > 0)
        .map(|(_, result)| result)
        .collect();
    let has = |wanted: RuleGrade| {
        observed.iter().any(|result| [result.knows, result.enforces].contains(&wanted))
    };
    if grade.findings.iter().any(is_about) || has(RuleGrade::Deviates) {
        "deviates"
    } else if has(RuleGrade::Tolerates) {
        "tolerates"
    } else if observed.iter().any(|result| !result.unobserved.is_empty()) {
        "part"
    } else if has(RuleGrade::Conforms) {
        "conforms"
    } else {
        "unobserved"
    }
}

/// Returns what an engine claims and what it really plays, in a sentence each.
fn claims_and_plays(subject: &Subject<'_>) -> String {
    let row = subject.row;
    let claims = html_line(&row.listed.rules);
    let last = row.listed.last.as_ref().filter(|_| row.claimed.is_none());
    let plays = match (row.plays(), last) {
        (Some(plays), _) => format!("It {}.", html_line(&plays)),
        (None, Some(last)) => {
            format!("Not tested here. {}: {}.", html_line(&last.date), html_line(&last.found))
        }
        (None, None) if row.claimed.is_some() => {
            "What it really plays was not found out.".to_owned()
        }
        (None, None) => {
            format!("Not tested: {}.", html_line(row.reason.as_deref().unwrap_or("no result")))
        }
    };
    format!("Claims <code>{}</code>. {plays}", claims.replace(',', ",<wbr>"))
}

/// Lists the engines by the repetition rule that they really play, so that a question is answered without a filter.
fn played(site: &Site<'_>) -> String {
    let mut out = String::from(
        "<section id=\"played\">\n<h2>By the repetition rule that they really play</h2>\n\
         <p class=\"legend\">As far as each was tested. \"No mistake found\" is about repetition: it does not say that there is \
         none.</p>\n<dl class=\"facts\">\n",
    );
    for &rule in Repetition::ALL {
        let plays = |subject: &&Subject<'_>| {
            subject.row.plays_rules().is_some_and(|rules| rules.repetition == rule)
        };
        let (open, known): (Vec<&Subject<'_>>, Vec<&Subject<'_>>) =
            site.subjects.iter().filter(plays).partition(|subject| is_unexplained(subject));
        let (wrong, right): (Vec<&Subject<'_>>, Vec<&Subject<'_>>) =
            known.into_iter().partition(|subject| is_wrong_about_repetition(subject));
        let name = repetition_words(rule);
        let lists =
            [("No mistake found", right), ("With a mistake", wrong), ("Not all explained", open)];
        let lines = lists.iter().filter(|(_, subjects)| !subjects.is_empty());
        let lines: Vec<String> = lines
            .map(|(word, subjects)| {
                let links =
                    subjects.iter().map(|subject| link(&subject.address(), &subject.listed().name));
                format!("{word}: {}.", links.collect::<Vec<_>>().join(", "))
            })
            .collect();
        if !lines.is_empty() {
            let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", lines.join("<br>"));
        }
    }
    out += "</dl>\n</section>\n";
    out
}

/// Returns whether an engine makes a mistake about repetition, or breaks the repetition rule that it claims without playing
/// another one.
fn is_wrong_about_repetition(subject: &Subject<'_>) -> bool {
    let is_of_repetition = |mistake: Mistake| mistake.rule_number() == Some(6);
    let breaks =
        |row: &Row| row.claimed.as_ref().is_some_and(|grade| of_rule(grade, "TT6") == "deviates");
    let plays_others = || {
        let claimed = subject.listed().claimed().ok().map(|rules| rules.repetition);
        subject.row.plays_rules().map(|rules| rules.repetition) != claimed
    };
    subject.mistakes().any(is_of_repetition) || (breaks(subject.row) && !plays_others())
}

/// Explains the signs of the cells, and the kinds of mistakes that the filter names.
fn signs() -> String {
    let mut out = String::from(
        "<section id=\"signs\">\n<h2>What the signs mean</h2>\n<dl class=\"facts\">\n",
    );
    for (class, sign, meaning) in SIGNS {
        let _ =
            writeln!(out, "<div><dt class=\"{class}\">{sign} {class}</dt><dd>{meaning}</dd></div>");
    }
    out += "</dl>\n<p class=\"legend\">The columns with TT are the rules; the others are the checks by which they were observed. An \
            engine with the verdict \"deviates\" breaks a rule that it claims itself: an engine that claims another rule than \
            Tromp and Taylor is not blamed for that.</p>\n</section>\n";
    out
}
