//! A finding on the page: a board to be stepped through, and both answers next to it.

use super::{capitalized, command};
use crate::report::drawn::{Scene, listed};
use crate::report::escape::line;
use crate::report::svg::film;
use crate::report::words::{ONLY_AFTER, each_in_short, how_flaky};
use crate::report::{Drawing, DrawnDifference, Finding, Mark, grouped, replayed};
use std::fmt::{self, Write};
use superko_engine::referee::{Refusal, Transcript};
use superko_game::{Point, Position, Size};
use superko_harness::findings::Reliability;

/// Writes the findings that one game shows, under a number.
pub(super) fn write(out: &mut String, number: usize, group: &[&Finding]) -> fmt::Result {
    let finding = group[0];
    let drawn = DrawnDifference::of_finding(finding);
    let scene = drawn.scene();
    let transcript = match &scene {
        Some(scene) => scene.transcript.clone(),
        None => replayed(&finding.record),
    };
    let last = transcript.steps.len();
    let (shown, drawing, now) = match &scene {
        Some(scene) => {
            let shown = if scene.is_before() { "before" } else { "after" };
            (shown, scene.drawing(), scene.caption())
        }
        None => {
            let beginning = &transcript.record.setup.position;
            (
                "after",
                Drawing::new(beginning, ""),
                format!("The beginning of the game: {}", transcript.record.head()),
            )
        }
    };
    writeln!(
        out,
        "<article class=\"finding\" id=\"finding-{number}\" data-number=\"{number}\" data-last=\"{last}\" \
         data-shown=\"{shown}\" tabindex=\"-1\" aria-labelledby=\"finding-{number}-title\">"
    )?;
    heading(out, number, group)?;
    writeln!(out, "<div class=\"game\">\n<div class=\"play\">")?;
    let title = format!("The game of finding {number}, on {}", finding.size);
    board(out, finding.size, &film(&transcript, &drawing.titled(title)))?;
    if last > 0 {
        controls(out, number, last)?;
    }
    writeln!(out, "<p class=\"now\" aria-live=\"polite\">{}</p>", line(&now))?;
    writeln!(out, "</div>\n<div class=\"answers\">")?;
    let compared = scene.as_ref().and_then(Scene::compared);
    answers(out, finding, compared, drawn.asked())?;
    if let Some(scene) = &scene {
        beside(out, scene)?;
    }
    writeln!(out, "</div>\n</div>")?;
    steadiness(out, finding)?;
    if last > 0 {
        turns(out, number, &transcript)?;
    }
    command(out, "Shows it again", &finding.again)?;
    writeln!(out, "</article>")
}

/// Writes the number and the ids of findings, and each in short.
fn heading(out: &mut String, number: usize, group: &[&Finding]) -> fmt::Result {
    let ids: Vec<String> = group.iter().map(|finding| line(&finding.id)).collect();
    writeln!(
        out,
        "<h2 id=\"finding-{number}-title\"><a href=\"#finding-{number}\">{number}</a> {}</h2>",
        ids.join("<br>")
    )?;
    let short: Vec<String> = each_in_short(group).map(|short| line(&short)).collect();
    writeln!(out, "<p class=\"short\">{}</p>", short.join("<br>"))
}

/// Writes both answers, what is compared and asked, and the rule.
fn answers(
    out: &mut String,
    finding: &Finding,
    compared: Option<&str>,
    asked: Option<&str>,
) -> fmt::Result {
    writeln!(out, "<dl>")?;
    let mut answer = |class: &str, word: &str, said: &str| {
        let word = capitalized(word);
        writeln!(out, "<div class=\"{class}\"><dt>{word}</dt><dd>{}</dd></div>", line(said))
    };
    if let Some(compared) = compared {
        answer("told", "compared", compared)?;
    }
    answer("right", "reference", &finding.reference)?;
    answer("wrong", "engine", &finding.engine)?;
    answer("told", "expected", finding.event.text())?;
    if let Some(rule) = finding.rule {
        let word = format!("rule {rule}, {}", rule.topic());
        answer("told", &word, &rule.text().replace('*', ""))?;
    }
    if let Some(asked) = asked {
        answer("told", "asked", asked)?;
    }
    writeln!(out, "</dl>")
}

/// Writes a drawing on wood. The style takes its width from the number of columns.
fn board(out: &mut String, size: Size, svg: &str) -> fmt::Result {
    let columns = size.columns();
    writeln!(out, "<div class=\"board\" style=\"--columns: {columns}\">\n{svg}</div>")
}

/// Writes the controls that step through the game. They are hidden until the script shows them.
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
    writeln!(out, "</div>")
}

/// Writes both boards, if they differ, or the position that the turn would repeat.
fn beside(out: &mut String, scene: &Scene<'_>) -> fmt::Result {
    let mut figure = |position: &Position, marked: &[Point], caption: &str| {
        let drawing = Drawing::new(position, caption);
        let drawing =
            marked.iter().fold(drawing, |drawing, &point| drawing.marked(point, Mark::Square));
        writeln!(out, "<figure>")?;
        board(out, position.size(), &drawing.to_svg())?;
        writeln!(out, "<figcaption>{caption}</figcaption>\n</figure>")
    };
    if let Some((reference, engine)) = &scene.boards {
        let differ = scene.differences();
        figure(reference, &differ, "The board of the reference")?;
        return figure(engine, &differ, "The board of the engine");
    }
    let transcript = &scene.transcript;
    let step = &transcript.steps[scene.place];
    let Some(Refusal::Repetition { earlier, .. }) = step.turn.judgment.refusal else {
        return Ok(());
    };
    // Refused turns make no position.
    let legal = transcript.steps.iter().enumerate().filter(|(_, step)| step.turn.is_legal());
    let turn = match earlier.checked_sub(1) {
        None => 0,
        Some(place) => legal.map(|(place, _)| place + 1).nth(place).unwrap_or(0),
    };
    let when = if turn == 0 { "the beginning".to_owned() } else { format!("turn {turn}") };
    let (player, played) = (step.player.letter(), step.turn.turn);
    let caption = format!("After {when}: {player} {played} would bring this position back");
    figure(&transcript.before(turn), &[], &caption)
}

/// Writes how reliably the finding appears, unless it always does.
fn steadiness(out: &mut String, finding: &Finding) -> fmt::Result {
    match finding.kind {
        Reliability::Steady => Ok(()),
        Reliability::History => {
            let games = finding.session.iter().map(|record| {
                let transcript = replayed(record);
                listed(record, &transcript.named_turns())
            });
            let games: Vec<String> = games.collect();
            writeln!(out, "<p class=\"note\">{ONLY_AFTER}{}</p>", line(&games.join("; ")))
        }
        Reliability::Flaky => writeln!(out, "<p class=\"note\">{}</p>", line(&how_flaky(finding))),
    }
}

/// The most turns that are listed. Of a longer game, only the last ones are.
const MOST_LISTED: usize = 300;

/// Writes the turns, each with its ruling and its anchor.
fn turns(out: &mut String, number: usize, transcript: &Transcript) -> fmt::Result {
    let open = if transcript.steps.len() <= 12 { " open" } else { "" };
    let setup = line(&transcript.record.setup.to_string());
    let all = transcript.steps.len();
    let left_out = all.saturating_sub(MOST_LISTED);
    writeln!(
        out,
        "<details{open}>\n<summary>Turns, as the reference rules <span>{setup}</span></summary>"
    )?;
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
