//! The HTML page shows what is wrong, how certain that is, what was not observed, and what to do next.

use super::formats::numbered_1;
use super::{bent, diagnosed, engine, quick};
use superko::certify::{NoObserver, run};
use superko::engine::ProtocolOutcome;
use superko::engines::zoo;
use superko::report::{RefusedSize, html};
use superko::{Engine, Fault, Ruling, Turn};

/// Returns the part of a page between two texts.
fn between<'p>(page: &'p str, begin: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(begin).unwrap_or_else(|| panic!("{begin}: {page}"));
    rest.split_once(end).map_or(rest, |(part, _)| part)
}

#[test]
fn each_note_has_a_line() {
    let mut report = run(&|| Ok(engine()), &quick("aga"), &NoObserver);
    report.engine.notes = vec!["one; two".to_owned(), "three".to_owned()];
    let page = html(&report);
    let notes = between(&page, "<ul class=\"notes\">\n", "</ul>");
    assert_eq!(notes, "<li>One; two</li>\n<li>Three</li>\n");
}

#[test]
fn refused_boards_are_listed_separately_with_the_reasons() {
    let mut report = run(&|| Ok(engine()), &quick("aga"), &NoObserver);
    let refused =
        |size: &str, what: &str| RefusedSize { size: size.parse().unwrap(), what: what.to_owned() };
    report.refused_sizes = vec![refused("2x1", "square only"), refused("1x1", "too small")];
    let page = html(&report);
    let (tested, others) = page.split_once("<h2>Not observed</h2>").unwrap();
    assert!(tested.contains("<dt>Boards</dt><dd>2x2 3x3 5x5</dd>"), "{tested}");
    assert!(others.contains("<dt>Refused</dt><dd>2x1: square only<br>1x1: too small</dd>"));
}

#[test]
fn rules_have_their_names_and_sentences() {
    let report = run(&|| Ok(engine()), &quick("aga"), &NoObserver);
    let page = html(&report);
    for rule in report.rules_checked.keys() {
        let id = rule.id().replace('/', "/<wbr>");
        assert!(page.contains(&format!("\">{id} <small>{}</small></th>", rule.topic())), "{rule}");
        assert!(page.contains(&format!("<dt>{rule} {}</dt><dd>", rule.topic())), "{rule}");
    }
}

#[test]
fn the_protocol_is_graded_apart_and_says_what_failed() {
    let mut report = run(&|| Ok(engine()), &quick("aga"), &NoObserver);
    assert!(!html(&report).contains("Protocol"));
    let failed = ProtocolOutcome::Failed("it stays".to_owned());
    report.protocol = [("komi", ProtocolOutcome::Ok), ("quit", failed)]
        .map(|(case, it)| (case.into(), it))
        .into();
    let page = html(&report);
    let part = between(&page, "<h2>Protocol: 1 of 2 cases failed</h2>", "<details>");
    assert!(part.contains("<dt>quit</dt><dd>failed: it stays</dd>"), "{part}");
    assert!(!part.contains("komi") && page.contains("<dt>komi</dt><dd>ok</dd>"), "{page}");
}

#[test]
fn the_diagnosis_appears_once_and_several_causes_appear_above_their_findings() {
    let mut report = diagnosed("history-of-8");
    let sentence = report.diagnosis.as_ref().unwrap().sentence.clone();
    let page = html(&report);
    assert_eq!(page.matches(&sentence).count(), 1, "{page}");
    assert!(!page.contains("<p class=\"cause\">"), "{page}");
    assert!(report.findings.len() > 1);
    report.findings[0].explanation = None;
    report.findings[0].cause = None;
    let page = html(&report);
    assert_eq!(page.matches("<p class=\"cause\">").count(), 2, "{page}");
}

#[test]
fn the_turn_in_dispute_is_shown_before_it_is_played_with_the_stones_that_it_removes() {
    let page = html(&diagnosed("all-suicide-refused"));
    let finding = between(&page, "data-shown=\"before\"", "</article>");
    assert!(finding.contains("class=\"question\" transform="), "{finding}");
    assert!(finding.contains("class=\"ring\" display=\"none\""), "{finding}");
    let drawn = between(finding, "<g class=\"points\"", "</g>");
    // A suicide of several stones removes the one that is played, too.
    assert!(drawn.matches(" removed\"").count() >= 2, "{drawn}");
    assert!(finding.contains("aria-live=\"polite\">Before turn "), "{finding}");
}

#[test]
fn boards_that_differ_are_shown_beside_the_position_before() {
    let factory = || Ok(zoo::find("suicide-leaves-one").unwrap().engine() as Box<dyn Engine>);
    let page = html(&run(&factory, &quick("repetition=none"), &NoObserver));
    let finding = between(&page, "data-shown=\"before\"", "</article>");
    let figures = finding.matches("<figure>").count();
    assert_eq!(figures, 2, "{finding}");
    // Only squares mark the difference between two boards.
    let beside = between(finding, "<figure>", "</div>\n</div>");
    assert!(beside.contains("<rect class=\"mark\""), "{beside}");
    assert!(!beside.contains("<circle class=\"mark\"") && !beside.contains("<path class=\"mark\""));
    assert!(finding.contains("<dt>Compared</dt><dd>after "), "{finding}");
}

#[test]
fn every_command_says_what_it_does() {
    let faulty = bent(&quick("aga"), |_, turn, ruling| match turn {
        Turn::Pass => panic!("no pass here"),
        _ => Ok::<Ruling, Fault>(ruling),
    });
    for report in [diagnosed("board-kept"), diagnosed("history-of-8"), faulty] {
        let page = html(&report);
        // The text of a fault is no command.
        let all = page.matches("<pre>").count() - report.faults.len();
        assert_eq!(page.matches("<div class=\"command\"><p>").count(), all, "{page}");
        assert!(!page.contains("<div class=\"command\"><p></p>"), "{page}");
        let next = between(&page, "<h2>Next</h2>", "</section>");
        let again = numbered_1(&report).map(|finding| &finding.again);
        let again = again.or_else(|| report.faults[0].again.as_ref()).unwrap();
        let again = again.replace('&', "&amp;").replace('\'', "&#39;").replace('"', "&quot;");
        assert!(next.contains(&format!("again</p>\n<pre>{again}</pre>")), "{next}");
    }
}
