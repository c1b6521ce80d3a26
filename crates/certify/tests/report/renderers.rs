//! Every format of a report, for correct, wrong, crashing and flaky engines.

use super::{bent, diagnosed, engine, of_zoo, quick};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use superko::certify::{NoObserver, diagnose, run};
use superko::engine::{Note, ProtocolOutcome, ScoreClaim};
use superko::engines::{Model, zoo};
use superko::findings::Reliability;
use superko::report::{
    DiagnosisReport, Format, Report, RunVerdict, TextOptions, all_boards, from_json, github, html,
    junit, markdown, text, text_of_diagnosis, texts_of_findings, to_json,
};
use superko::{Engine, Fault, Ruling, Turn};

/// A text that no format of a report may contain unchanged.
const HOSTILE: &str = "<script>alert(1)</script>\"']]>&\n::error::no%0A```@you\u{1b}[31m";

/// The reports are made once, because tests that run in parallel would share the counter in `reports`.
static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(reports);

/// Returns the reports on a correct engine, two wrong ones, one that panics, one that is flaky, and one whose texts are
/// hostile.
fn reports() -> Vec<Report> {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let mut reports = vec![
        run(&|| Ok(engine()), &quick("chinese"), &NoObserver),
        of_zoo("board-kept"),
        of_zoo("history-of-8"),
        bent(&quick("aga"), |_, turn, ruling| match turn {
            Turn::Pass => panic!("{HOSTILE}"),
            _ => Ok::<Ruling, Fault>(ruling),
        }),
        bent(&quick("tromp-taylor"), |_, _, ruling| {
            // The engines share the counter, so that no game gets the same answer again.
            let unlucky = CALLS.fetch_add(1, Ordering::Relaxed) % 1009 == 1008;
            Ok(if unlucky { Ruling::from(false) } else { ruling })
        }),
    ];
    let mut hostile = reports[1].clone();
    hostile.engine.name = HOSTILE.to_owned();
    hostile.engine.version = Some(HOSTILE.to_owned());
    hostile.engine.command = Some(HOSTILE.to_owned());
    hostile.engine.notes = vec![HOSTILE.to_owned()];
    for finding in &mut hostile.findings {
        finding.engine = HOSTILE.to_owned();
        finding.again = HOSTILE.to_owned();
    }
    reports.push(hostile);
    assert!(reports.iter().any(|report| report.verdict != RunVerdict::Deviates));
    assert!(reports.iter().any(|report| !report.faults.is_empty()));
    let kinds = |kind| reports.iter().flat_map(|r| &r.findings).any(|f| f.kind == kind);
    assert!(Reliability::ALL.into_iter().all(kinds));
    reports
}

/// Returns the names of the elements of an XML text, and checks that all of them end in the right order.
fn elements(xml: &str) -> Vec<String> {
    let (mut all, mut open) = (Vec::new(), Vec::new());
    for tag in xml.split('<').skip(1) {
        let (tag, rest) = tag.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>'), "{rest}");
        if tag.starts_with('?') {
            continue;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap().to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        all.push(name);
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn junit_fails_exactly_if_the_engine_does_not_conform() {
    for report in REPORTS.iter() {
        let xml = junit(report);
        let elements = elements(&xml);
        let count = |name: &str| elements.iter().filter(|each| *each == name).count();
        let wrong = count("failure") + count("error");
        assert_eq!(wrong == 0, report.verdict == RunVerdict::Conforms, "{xml}");
        let expected = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\"",
            count("testcase"),
            count("failure"),
            count("error")
        );
        let whole = xml.lines().find(|line| line.starts_with("<testsuites"));
        assert!(whole.is_some_and(|line| line.contains(&expected)), "{expected}\n{xml}");
        let named: Vec<usize> = xml
            .lines()
            .filter_map(|line| line.trim().strip_prefix("<testsuite ")?.split_once(" tests=\""))
            .map(|(_, rest)| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(named.iter().sum::<usize>(), count("testcase"));
        assert!(named.len() > report.rules_checked.len() + superko::Check::ALL.len());
        let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!xml.contains(forbidden));
        for finding in &report.findings {
            assert!(xml.contains(&format!("name=\"{}\"", finding.id)), "{}", finding.id);
        }
    }
}

#[test]
fn a_page_has_every_finding_and_runs_no_foreign_code() {
    for report in REPORTS.iter() {
        let page = html(report);
        assert_eq!(page.matches("<script").count(), 1);
        let outside = ["http:", "https:", "src=", "@import", "url("];
        let page_text = page.replace("http://www.w3.org/2000/svg", "");
        for word in outside {
            assert!(!page_text.contains(word), "{word}");
        }
        for finding in &report.findings {
            assert!(page.contains(&finding.id));
        }
        let articles = page.matches("<article").count();
        assert_eq!(articles > 0, !report.findings.is_empty());
        for number in 1..=articles {
            assert!(page.contains(&format!("id=\"finding-{number}\"")));
        }
        // Findings that the same game shows share an article. A game without turns has no list of turns.
        let turns = page.matches("class=\"turns\"").count();
        let without = report.findings.iter().filter(|finding| finding.turns.is_empty()).count();
        assert_eq!(turns + without, articles);
        // Reading a report removes hidden characters, so a hostile name would change.
        if report.engine.name != HOSTILE {
            assert_eq!(html(&from_json(&to_json(report)).unwrap()), page);
        }
    }
}

/// Returns a JSON value with a suffix after each of its free texts. Names of rules, games and other texts that are parsed stay
/// as they are.
fn with_suffix(value: &Value, suffix: &str) -> Value {
    const OPEN: [&str; 22] = [
        "name",
        "version",
        "command",
        "arguments",
        "notes",
        "conventions",
        "sentence",
        "same",
        "model",
        "said",
        "fault",
        "reference",
        "engine",
        "again",
        "source",
        "explanation",
        "what",
        "status",
        "asked",
        "exactness",
        "capacity",
        "unmet",
    ];
    match value {
        Value::Object(all) => {
            let bent = all.iter().map(|(key, value)| {
                let bent = match value {
                    Value::String(text) if OPEN.contains(&key.as_str()) => {
                        json!(format!("{text}{suffix}"))
                    }
                    Value::Array(texts) if OPEN.contains(&key.as_str()) => texts
                        .iter()
                        .map(|text| match text {
                            Value::String(text) => json!(format!("{text}{suffix}")),
                            other => with_suffix(other, suffix),
                        })
                        .collect(),
                    other => with_suffix(other, suffix),
                };
                (key.clone(), bent)
            });
            Value::Object(bent.collect())
        }
        Value::Array(all) => all.iter().map(|one| with_suffix(one, suffix)).collect(),
        other => other.clone(),
    }
}

#[test]
fn hidden_characters_of_a_kept_report_are_in_no_format() {
    const SUFFIX: &str = "\u{1b}[31m\u{202e}\u{7}\n::error::x\r\n\u{2028}::error::x";
    let mutant = || Ok(zoo::find("history-of-8").unwrap().engine() as Box<dyn Engine>);
    let diagnosis = diagnose(&mutant, &quick("tromp-taylor"), &NoObserver).unwrap();
    for mut report in REPORTS.clone() {
        if report.findings.iter().any(|finding| finding.id.starts_with("TT6")) {
            report.explain(diagnosis.clone());
        }
        let kept: Value = serde_json::from_str(&to_json(&report)).unwrap();
        let read = from_json(&with_suffix(&kept, SUFFIX).to_string()).unwrap();
        assert!(read.engine.name.contains("[31m / ::error::x"), "{}", read.engine.name);
        let style = TextOptions { verbose: true, ..TextOptions::default() };
        let of =
            |form: &Format| form.of(&read, &style).split("<script>").next().unwrap().to_owned();
        let others = [
            text(&read, &TextOptions { screen: true, ..TextOptions::default() }),
            text_of_diagnosis(&read, &style),
            all_boards(std::slice::from_ref(&read), &style),
        ];
        for form in Format::ALL.iter().map(of).chain(others) {
            let is_hidden =
                |c: char| c != '\n' && (c.is_control() || "\u{202e}\u{2028}".contains(c));
            assert!(!form.contains(is_hidden), "{form}");
            assert!(!form.lines().any(|line| line.trim_start().starts_with("::error::")), "{form}");
        }
    }
}

#[test]
fn each_annotation_is_one_line() {
    for report in REPORTS.iter() {
        let annotations = github(report);
        let lines: Vec<&str> = annotations.lines().collect();
        assert_eq!(lines.len(), 1 + report.findings.len() + report.faults.len(), "{annotations}");
        for line in &lines {
            let level = ["::error title=", "::warning title=", "::notice title="];
            assert!(level.iter().any(|begin| line.starts_with(begin)), "{line}");
        }
        let wrong = lines[1..].iter().filter(|line| line.starts_with("::error")).count();
        assert_eq!(wrong, report.findings.len() + report.faults.len());
    }
}

/// Returns a line of Markdown without its code, which stands between runs of equally many backticks.
fn outside_of_code(line: &str) -> String {
    let mut rest = line.replace("\\`", "");
    let mut bare = String::new();
    while let Some(start) = rest.find('`') {
        bare += &rest[..start];
        let ticks = rest[start..].chars().take_while(|&letter| letter == '`').count();
        let inside = &rest[start + ticks..];
        let mut runs =
            inside.match_indices(|letter| letter != '`').map(|(at, part)| at + part.len());
        let ends =
            |&at: &usize| inside[at..].chars().take_while(|&letter| letter == '`').count() == ticks;
        let end = runs.find(ends).expect("what begins as code ends");
        rest = inside[end + ticks..].to_owned();
    }
    bare + &rest
}

#[test]
fn markdown_shows_markup_as_text() {
    for report in REPORTS.iter() {
        let shown = markdown(report);
        assert!(shown.contains(report.verdict.id()));
        let mut fence: Option<&str> = None;
        for line in shown.lines() {
            let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
            match fence {
                Some(open) if line.trim_end() == open => fence = None,
                Some(_) => {}
                None if ticks.len() >= 3 && line[ticks.len()..] == *"text" => fence = Some(ticks),
                None => {
                    let bare = outside_of_code(line);
                    assert!(!bare.contains("<script") && !bare.contains("@you"), "{line}");
                }
            }
        }
        assert_eq!(fence, None, "{shown}");
        for finding in &report.findings {
            assert!(shown.contains(&finding.id), "{}: {shown}", finding.id);
        }
    }
}

#[test]
fn every_format_for_people_names_the_cause_of_a_finding() {
    let mut report = diagnosed("history-of-8");
    let forms = |report: &Report| {
        [text(report, &TextOptions::default()), markdown(report), html(report)]
            .map(|form| form.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert!(!report.findings.is_empty());
    for finding in &mut report.findings {
        finding.explanation = None;
    }
    let guessed = "Not explained by the diagnosis; attributed to the rule that the answer breaks";
    for form in forms(&report) {
        assert!(form.contains(guessed), "{form}");
    }
    report.findings[0].explanation = Some("plays by rules of its own".to_owned());
    for form in forms(&report) {
        assert!(form.contains("It plays by rules of its own"), "{form}");
    }
}

#[test]
fn a_subtracted_komi_is_mentioned_with_the_verdict() {
    let graded = |komi: &str| {
        let mut report = REPORTS[0].clone();
        let claim = ScoreClaim::Counts { what: "area".to_owned(), komi: komi.parse().unwrap() };
        report.note(&Note::ScoreIsClaim(claim));
        text(&report, &TextOptions::default()).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let expected = "A komi of 6.5 was subtracted from its scores";
    assert!(graded("6.5").contains(expected), "{}", graded("6.5"));
    assert!(!graded("0").contains("komi of"), "{}", graded("0"));
}

#[test]
fn each_finding_alone_has_the_number_that_it_has_in_the_report() {
    for report in REPORTS.iter() {
        let whole = text(report, &TextOptions::default());
        let texts = texts_of_findings(report, &TextOptions::default());
        assert_eq!(texts.len(), report.findings.len());
        for (finding, text) in report.findings.iter().zip(texts) {
            let title = text.lines().next().unwrap();
            let [number, id] = title.split_once(". ").map(|(number, rest)| [number, rest]).unwrap();
            assert!(id.starts_with(&finding.id), "{title}");
            // Findings with the same cause share a number.
            assert!(whole.contains(&format!("\n{number}. ")), "{number} {whole}");
            assert!(
                whole.contains(title) || whole.contains(&format!("   {id}")),
                "{title} {whole}"
            );
        }
    }
}

#[test]
fn failures_of_the_protocol_are_counted_in_the_last_line() {
    let mut report = REPORTS[0].clone();
    let shown = |report: &Report| text(report, &TextOptions::default());
    assert!(!shown(&report).contains("Protocol"));
    let cases =
        [("komi", ProtocolOutcome::Ok), ("quit", ProtocolOutcome::Failed("it stays".to_owned()))];
    report.protocol = cases.map(|(case, outcome)| (case.to_owned(), outcome)).into();
    assert!(shown(&report).contains(" Protocol: 1 of 2 cases failed."), "{}", shown(&report));
}

#[test]
fn a_named_rule_set_is_not_said_to_be_observed_as_a_whole() {
    let without_suicide: Model = "suicide=forbidden".parse().unwrap();
    let factory = || Ok(without_suicide.engine() as Box<dyn Engine>);
    let mut report = run(&factory, &quick("tromp-taylor"), &NoObserver);
    let found = diagnose(&factory, &quick("tromp-taylor"), &NoObserver).unwrap();
    report.diagnosis = Some(DiagnosisReport::of(&found, report.rules));
    let shown = text(&report, &TextOptions::default());
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let named = "In what was observed, exactly chinese-written (basic-7a differs only in what was not observed); tromp-taylor was asked for";
    assert!(shown.contains(named), "{shown}");
}

/// Text is wrapped at the given width. Commands, which are copied, and the verdict at both ends with the next steps, which
/// scripts read, are not wrapped.
#[test]
fn text_is_wrapped_at_the_given_width() {
    for width in [60, 80] {
        for report in REPORTS.iter().filter(|report| !to_json(report).contains("alert")) {
            let shown = text(report, &TextOptions { width, ..TextOptions::default() });
            let end = shown
                .rfind(" Observed: ")
                .map_or(shown.len(), |end| shown[..end].rfind('\n').unwrap_or_default());
            for line in shown[..end].lines().skip(1).filter(|line| !line.starts_with("   again")) {
                assert!(line.chars().count() <= width, "{width}: {line}");
                assert_eq!(line, line.trim_end());
            }
        }
    }
}
