//! The rules that an engine really plays, in words, and their text for people.

use super::advice::after_diagnosis;
use super::alike::differ_unseen;
use super::paint::TextOptions;
use super::words::ungraded;
use super::{Finding, Report, RunVerdict};
use std::fmt::{self, Write};
use superko_diagnosis::{
    DiagnosisReport, Evidence, GAMES_TO_TELL_APART, MOST_RULED_OUT, MOST_SAME,
};
use superko_engine::CLEAR_BOARD;
use superko_engine::check::Check;

/// The most turns of a game that is written out.
const MOST_TURNS: usize = 60;

/// Writes the report of a diagnosis without a certification run, for people.
pub fn text_of_diagnosis(report: &Report, options: &TextOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match &report.diagnosis {
        Some(diagnosis) => write_whole(&mut text, report, diagnosis, *options),
        None => {
            let faults: Vec<&str> = report.faults.iter().map(|fault| &*fault.what).collect();
            let why = if faults.is_empty() { "" } else { ": " };
            let sentence = format!("The engine could not be tested{why}{}.", faults.join("; "));
            writeln!(text, "{}", options.doubtful(&sentence))
        }
    };
    text
}

fn write_whole(
    out: &mut String,
    report: &Report,
    diagnosis: &DiagnosisReport,
    options: TextOptions,
) -> fmt::Result {
    write_verdict(out, report, diagnosis, options)?;
    write_body(out, report, diagnosis, options)?;
    write_generated(out, report, options)?;
    write_ruled_out(out, diagnosis, options)?;
    write_same(out, diagnosis, options)?;
    let faults = report.faults.iter().map(|fault| &fault.what);
    for fault in diagnosis.facts.fault.iter().chain(faults) {
        writeln!(out, "\n{}", options.wrapped("fault", fault))?;
    }
    writeln!(out, "\nNext: {}.", after_diagnosis(report, diagnosis))
}

/// Writes the diagnosis in a sentence, and what limits it.
fn write_verdict(
    out: &mut String,
    report: &Report,
    diagnosis: &DiagnosisReport,
    options: TextOptions,
) -> fmt::Result {
    let said = format!("{} {}.", report.called(), diagnosis.sentence);
    let said = options.filled(&said);
    let painted = match report.verdict {
        RunVerdict::Conforms => options.good(&said),
        RunVerdict::Deviates => options.bad(&said),
        _ => options.doubtful(&said),
    };
    writeln!(out, "{}\n", options.bold(&painted))?;
    let ended = "The search ended early: with more time the result may change.".to_owned();
    let ended = Some(ended).filter(|_| report.verdict == RunVerdict::Incomplete);
    for said in ended.into_iter().chain(ungraded(report)) {
        writeln!(out, "{}\n", options.doubtful(&options.filled(&said)))?;
    }
    if report.engine.told_rules {
        let sentence = format!(
            "It was told to play {} before each game; the rules that it was started with were not tested.",
            report.rules
        );
        writeln!(out, "{}\n", options.filled(&sentence))?;
    }
    for (case, outcome) in report.protocol_failures() {
        let sentence = format!("Protocol, {case}: {outcome}");
        writeln!(out, "{}\n", options.doubtful(&options.filled(&sentence)))?;
    }
    Ok(())
}

/// Writes the games that contradict similar models.
fn write_ruled_out(
    out: &mut String,
    diagnosis: &DiagnosisReport,
    options: TextOptions,
) -> fmt::Result {
    if diagnosis.ruled_out.is_empty() {
        return Ok(());
    }
    let which = match diagnosis.ruled_out.len() {
        MOST_RULED_OUT => &format!("one of the {MOST_RULED_OUT} most similar models"),
        _ => "a similar model",
    };
    let heading = format!("Why not {which}? A game that contradicts each");
    writeln!(out, "\n{}", options.dim(&options.filled(&heading)))?;
    for evidence in &diagnosis.ruled_out {
        write_evidence(out, evidence, options)?;
    }
    Ok(())
}

/// Writes the models that the diagnosis cannot tell apart from its own.
fn write_same(out: &mut String, diagnosis: &DiagnosisReport, options: TextOptions) -> fmt::Result {
    if diagnosis.same.is_empty() {
        return Ok(());
    }
    let which = match diagnosis.same.len() {
        MOST_SAME => format!(" (the first {MOST_SAME})"),
        _ => String::new(),
    };
    let heading = format!(
        "Models{which} that no case of the fixed suite, and none of up to {} random games on each board, distinguishes from it",
        GAMES_TO_TELL_APART
    );
    writeln!(out, "\n{}", options.dim(&options.filled(&heading)))?;
    for other in &diagnosis.same {
        writeln!(out, "{}", options.wrapped("", other))?;
    }
    Ok(())
}

/// Writes how much the diagnosis explains and predicts, and the shortest game that it does not explain.
pub(super) fn write_body(
    out: &mut String,
    report: &Report,
    diagnosis: &DiagnosisReport,
    options: TextOptions,
) -> fmt::Result {
    writeln!(out, "{}", options.filled(&evidence(report, diagnosis)))?;
    if let Some(evidence) = &diagnosis.contradiction {
        writeln!(out, "\n{}", options.dim("The shortest game found that this does not explain"))?;
        writeln!(out, "{}", options.wrapped("", &game_and_answer(evidence)))?;
    }
    Ok(())
}

/// Returns the rules that the engine follows exactly, if any, and how much the diagnosis explains and predicts.
pub(super) fn evidence(report: &Report, diagnosis: &DiagnosisReport) -> String {
    let remembers = report.protocol_failures().any(|(case, _)| case == CLEAR_BOARD);
    let agreed = report.observes_agreement(diagnosis.facts.rules);
    let exactly = match diagnosis.facts.fault {
        Some(_) => "Where it answered, exactly",
        None if remembers => "In games that no earlier game could affect, exactly",
        // Findings of an engine that follows other rules come from these rules.
        None if diagnosis.facts.rules == report.rules && !report.findings.is_empty() => {
            "Except for the findings below, exactly"
        }
        None if report.engine.kept_komi.is_some() => {
            "Except for that komi, and in what was observed, exactly"
        }
        None if !diagnosis.facts.unseen.is_empty() || !agreed => "In what was observed, exactly",
        None => "Exactly",
    };
    let exact = match diagnosis.facts.follows() {
        Some(rules) => {
            let alike = differ_unseen(&report.alike_to_diagnosed(&diagnosis.facts));
            let unseen = alike.or_else(|| {
                (!agreed).then(|| "agreement after the game was not observed".to_owned())
            });
            let unseen = unseen.map(|said| format!(" ({said})")).unwrap_or_default();
            let asked = match rules == report.rules {
                true => String::new(),
                false => format!("; {} was asked for", report.rules),
            };
            format!("{exactly} {rules}{unseen}{asked}. ")
        }
        None => String::new(),
    };
    format!("{exact}{diagnosis}")
}

/// Writes the findings about generated turns, or that all of them were legal.
fn write_generated(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    let asked = report.checks.get(&Check::Generate).map_or(0, |check| check.observations);
    if report.findings.is_empty() {
        return match asked {
            0 => Ok(()),
            // The legal turns are known only with a whole diagnosis.
            _ if report.diagnosis.as_ref().is_none_or(|found| !found.facts.is_whole()) => Ok(()),
            asked => {
                let how_often = match asked {
                    1 => "once, it named one".to_owned(),
                    _ => format!("{asked} times, it always named one"),
                };
                let sentence =
                    format!("Asked for a turn {how_often} that is legal under the rules it plays.");
                writeln!(out, "{}", options.filled(&sentence))
            }
        };
    }
    writeln!(out, "\n{}", options.dim("When asked for a turn"))?;
    for finding in &report.findings {
        let Finding { id, reference, engine, again, .. } = finding;
        let sentence = format!("{id}: the engine says: {engine}; the reference: {reference}");
        writeln!(out, "{}", options.wrapped("", &sentence))?;
        writeln!(out, "                {again}")?;
    }
    Ok(())
}

/// Returns a game that fits on a few lines, or where to find it.
fn short(game: &str) -> String {
    let turns = game.split(", ").count();
    match game.split_once(':') {
        Some((setup, _)) if turns > MOST_TURNS => {
            format!("{setup}, a game of {turns} turns (whole in the JSON report)")
        }
        _ => game.to_owned(),
    }
}

/// Returns the game and the engine's answer.
fn game_and_answer(Evidence { game, said, .. }: &Evidence) -> String {
    match game.strip_suffix(": ") {
        Some(setup) => format!("{setup}, no turns yet: {said}"),
        None => format!("{}: {said}", short(game)),
    }
}

fn write_evidence(out: &mut String, evidence: &Evidence, options: TextOptions) -> fmt::Result {
    writeln!(out, "{}", options.wrapped("", &evidence.model))?;
    let game = game_and_answer(evidence);
    writeln!(out, "{}", options.dim(&options.wrapped("", &format!("  {game}"))))
}
