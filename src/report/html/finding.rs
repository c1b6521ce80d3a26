//! A finding on the page: a board to be stepped through, and both answers next to it.

use crate::findings::Kind;
use crate::referee::{Refusal, Transcript};
use crate::report::drawn::listed;
use crate::report::escape::{line, text};
use crate::report::svg::film;
use crate::report::words::{ONLY_AFTER, each_in_short, how_flaky};
use crate::report::{Drawing, DrawnDifference, Finding, Mark, grouped, replayed};
use std::fmt::{self, Write};

/// The findings that one game shows, under a number, and what they come of.
pub(super) fn write(
    out: &mut String,
    number: usize,
    group: &[&Finding],
    cause: Option<&str>,
) -> fmt::Result {
    let finding = group[0];
    let record = &finding.record;
    let transcript = replayed(record);
    let last = transcript.steps.len();
    let ids: Vec<String> = group.iter().map(|finding| line(&finding.id)).collect();
    writeln!(
        out,
        "<article class=\"finding\" id=\"finding-{number}\" data-number=\"{number}\" data-last=\"{last}\" tabindex=\"-1\" \
         aria-labelledby=\"finding-{number}-title\">\n<h2 id=\"finding-{number}-title\"><a href=\"#finding-{number}\">\
         {number}</a> {}</h2>",
        ids.join("<br>")
    )?;
    let short: Vec<String> = each_in_short(group).map(|short| line(&short)).collect();
    writeln!(out, "<p class=\"short\">{}</p>", short.join("<br>"))?;
    if let Some(cause) = cause {
        writeln!(out, "<p>{}.</p>", line(cause))?;
    }
    writeln!(out, "<div class=\"game\">\n<div class=\"play\">")?;
    let title = format!("The game of finding {number}, on {}", finding.size);
    writeln!(
        out,
        "<div class=\"board\" style=\"--columns: {}\">\n{}</div>",
        finding.size.columns(),
        film(&transcript, &title)
    )?;
    controls(out, number, last)?;
    writeln!(out, "</div>\n<div class=\"answers\">\n<dl>")?;
    for (class, word, said) in
        [("right", "Reference", &finding.reference), ("wrong", "Engine", &finding.engine)]
    {
        writeln!(out, "<div class=\"{class}\"><dt>{word}</dt><dd>{}</dd></div>", line(said))?;
    }
    writeln!(out, "</dl>")?;
    match finding.rule {
        Some(rule) => {
            let rule_text = rule.text().replace('*', "");
            writeln!(out, "<p class=\"rule\"><b>{rule}</b> {}</p>", line(&rule_text))?;
        }
        None => writeln!(out, "<p class=\"rule\">Expected: {}</p>", line(finding.event.text()))?,
    }
    if let Some(asked) = DrawnDifference::of_finding(finding).asked() {
        writeln!(out, "<p class=\"rule\">Asked: {}.</p>", line(asked))?;
    }
    beside(out, finding, &transcript)?;
    writeln!(out, "</div>\n</div>")?;
    steadiness(out, finding)?;
    turns(out, number, &transcript)?;
    writeln!(out, "<pre class=\"again\">{}</pre>\n</article>", text(&finding.again))
}

/// What steps through the game; the script shows it.
fn controls(out: &mut String, number: usize, last: usize) -> fmt::Result {
    writeln!(
        out,
        "<div class=\"controls\" role=\"group\" aria-label=\"Step through the game of finding {number}\" hidden>\n\
         <input type=\"range\" min=\"0\" max=\"{last}\" value=\"{last}\" aria-label=\"Turn\">"
    )?;
    for (step, label, sign) in [
        ("first", "Beginning", "⇤"),
        ("back", "One turn back", "←"),
        ("on", "One turn on", "→"),
        ("last", "Disputed turn", "⇥"),
    ] {
        writeln!(
            out,
            "<button type=\"button\" data-step=\"{step}\" aria-label=\"{label}\" title=\"{label}\">{sign}</button>"
        )?;
    }
    writeln!(out, "</div>\n<p class=\"now\" aria-live=\"polite\"></p>")
}

/// The position that would come again, or both boards, if it is a board that differs.
fn beside(out: &mut String, finding: &Finding, transcript: &Transcript) -> fmt::Result {
    let Some(step) = transcript.steps.last() else { return Ok(()) };
    let mut figure = |drawing: Drawing<'_>, caption: &str| {
        let svg = drawing.to_svg();
        writeln!(
            out,
            "<figure>\n<div class=\"board\" style=\"--columns: {}\">\n{svg}</div>\n<figcaption>{caption}</figcaption>\n</figure>",
            finding.size.columns()
        )
    };
    if let Some(shown) = &finding.board {
        let drawn = DrawnDifference::of_finding(finding);
        let (expected, _) = drawn.expected(transcript, transcript.steps.len() - 1, shown);
        let mut reference = Drawing::new(&expected, "The board of the reference");
        let mut engine = Drawing::new(shown, "The board of the engine");
        if shown.size() == expected.size() {
            for point in expected.differences(shown) {
                reference = reference.marked(point, Mark::Ring);
                engine = engine.marked(point, Mark::Ring);
            }
        }
        figure(reference, "The board of the reference; rings show where they differ")?;
        return figure(engine, "The board of the engine");
    }
    let Some(Refusal::Repetition { earlier, .. }) = step.turn.judgment.refusal else {
        return Ok(());
    };
    // Turns that were refused made no position.
    let legal = transcript.steps.iter().enumerate().filter(|(_, step)| step.turn.is_legal());
    let turn = match earlier.checked_sub(1) {
        None => 0,
        Some(place) => legal.map(|(place, _)| place + 1).nth(place).unwrap_or(0),
    };
    let position = transcript.before(turn);
    let (when, title) = match turn {
        0 => ("the beginning".to_owned(), "The starting position".to_owned()),
        turn => (format!("turn {turn}"), format!("The position after turn {turn}")),
    };
    let drawing = Drawing::new(&position, title);
    let drawing = match step.turn.turn.point() {
        Some(point) => drawing.marked(point, Mark::Ring),
        None => drawing,
    };
    figure(
        drawing,
        &format!(
            "After {when}: {} {} would bring this position back",
            step.player.letter(),
            step.turn.turn
        ),
    )
}

/// How steadily it shows, where there is something to say.
fn steadiness(out: &mut String, finding: &Finding) -> fmt::Result {
    match finding.kind {
        Kind::Steady => Ok(()),
        Kind::History => {
            let games = finding.session.iter().map(|record| {
                let transcript = replayed(record);
                listed(record, &transcript.named_turns())
            });
            let games: Vec<String> = games.collect();
            writeln!(out, "<p class=\"note\">{ONLY_AFTER}{}</p>", line(&games.join("; ")))
        }
        Kind::Flaky => writeln!(out, "<p class=\"note\">{}</p>", line(&how_flaky(finding))),
    }
}

/// Of a longer game the last turns are listed.
const MOST_LISTED: usize = 300;

/// The turns, each with its ruling and its address.
fn turns(out: &mut String, number: usize, transcript: &Transcript) -> fmt::Result {
    let open = if transcript.steps.len() <= 12 { " open" } else { "" };
    let setup = line(&transcript.record.setup.to_string());
    let all = transcript.steps.len();
    let left_out = all.saturating_sub(MOST_LISTED);
    writeln!(out, "<details{open}>\n<summary>Turns <span>{setup}</span></summary>")?;
    if left_out > 0 {
        writeln!(
            out,
            "<p class=\"legend\">The last {MOST_LISTED} of {} turns. The board above steps through all of them.</p>",
            grouped(all as u64)
        )?;
    }
    writeln!(
        out,
        "<ol class=\"turns\" tabindex=\"0\" aria-label=\"Turns\" start=\"{}\">",
        left_out + 1
    )?;
    for (place, step) in transcript.steps.iter().enumerate().skip(left_out) {
        let ruling = match step.turn.judgment.refusal {
            None => "allowed".to_owned(),
            Some(refusal) => format!("forbidden: {refusal}"),
        };
        let (turn, player) = (step.turn.turn, step.player.letter());
        let at = place + 1;
        writeln!(
            out,
            "<li id=\"finding-{number}-turn-{at}\"><a href=\"#finding-{number}-turn-{at}\">{player} {turn}</a> \
             <span>{}</span></li>",
            line(&ruling)
        )?;
    }
    writeln!(out, "</ol>\n</details>")
}
