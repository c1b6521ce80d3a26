//! The rules that an engine really plays, for people.

use super::paint::TextOptions;
use super::words::{komi_kept, ungraded};
use super::{Finding, Outcome, Report};
use crate::check::Check;
use crate::diagnosis::{self, Diagnosis, Evidence, MOST_RULED_OUT, MOST_SAME};
use crate::engine::CLEAR_BOARD;
use crate::rules::{Agreement, Rules};
use std::fmt::{self, Write};

/// Longer games are not written out.
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
            let told = format!("The engine could not be tested{why}{}.", faults.join("; "));
            writeln!(text, "{}", options.doubtful(&told))
        }
    };
    text
}

fn write_whole(
    out: &mut String,
    report: &Report,
    diagnosis: &Diagnosis,
    options: TextOptions,
) -> fmt::Result {
    let said = format!("{} {}.", report.called(), diagnosis.sentence);
    let said = options.filled(&said);
    let painted = match report.verdict {
        Outcome::Conforms => options.good(&said),
        Outcome::Deviates => options.bad(&said),
        _ => options.doubtful(&said),
    };
    writeln!(out, "{}\n", options.bold(&painted))?;
    if report.verdict == Outcome::Incomplete {
        let ended = "The search ended early: with more time the result may change.";
        writeln!(out, "{}\n", options.doubtful(&options.filled(ended)))?;
    }
    if let Some(said) = ungraded(report) {
        writeln!(out, "{}\n", options.doubtful(&options.filled(&said)))?;
    }
    if report.engine.told_rules {
        let told = format!(
            "It was told to play {} before each game; the rules that it was started with were not tested.",
            report.rules
        );
        writeln!(out, "{}\n", options.filled(&told))?;
    }
    for (case, outcome) in report.protocol_failures() {
        let told = format!("Protocol, {case}: {outcome}");
        writeln!(out, "{}\n", options.doubtful(&options.filled(&told)))?;
    }
    write_body(out, report, diagnosis, options)?;
    write_generated(out, report, options)?;
    if !diagnosis.ruled_out.is_empty() {
        let heading = match diagnosis.ruled_out.len() {
            MOST_RULED_OUT => {
                format!(
                    "Why not one of the {MOST_RULED_OUT} most similar models? A game that contradicts each"
                )
            }
            _ => "Why not a similar model? A game that contradicts each".to_owned(),
        };
        writeln!(out, "\n{}", options.dim(&options.filled(&heading)))?;
        for evidence in &diagnosis.ruled_out {
            write_evidence(out, evidence, options)?;
        }
    }
    if !diagnosis.same.is_empty() {
        let which = match diagnosis.same.len() {
            MOST_SAME => format!(" (the first {MOST_SAME})"),
            _ => String::new(),
        };
        let heading = format!(
            "Models{which} that no case of the fixed suite, and none of up to {} random games on each board, distinguishes from it",
            diagnosis::GAMES_TO_TELL_APART
        );
        writeln!(out, "\n{}", options.dim(&options.filled(&heading)))?;
        for other in &diagnosis.same {
            writeln!(out, "{}", options.wrapped("", other))?;
        }
    }
    let faults = report.faults.iter().map(|fault| &fault.what);
    for fault in diagnosis.fault.iter().chain(faults) {
        writeln!(out, "\n{}", options.wrapped("fault", fault))?;
    }
    let arguments = report.engine.arguments.as_deref().unwrap_or("");
    // Rules that games contradict are no rules to go by.
    let rules = if diagnosis.is_whole() { diagnosis.rules } else { report.rules };
    let next = format!("superko certify --rules {rules} {arguments}");
    let says = match diagnosis.follows() {
        Some(_) => "tests it against these rules",
        None => "shows the shortest game for each of its mistakes",
    };
    writeln!(out, "\nNext: `{}` {says}.", next.trim_end())
}

/// How much is explained and predicted, and what is left.
pub(super) fn write_body(
    out: &mut String,
    report: &Report,
    diagnosis: &Diagnosis,
    options: TextOptions,
) -> fmt::Result {
    let remembers = report.protocol_failures().any(|(case, _)| case == CLEAR_BOARD);
    let exactly = match diagnosis.fault {
        Some(_) => "Where it answered, exactly",
        None if remembers => "In games that no earlier game could affect, exactly",
        // Those of an engine that follows other rules come of that.
        None if diagnosis.rules == report.rules && !report.findings.is_empty() => {
            "Except for the findings below, exactly"
        }
        None if komi_kept(report).is_some() => {
            "Except for that komi, and in what was observed, exactly"
        }
        None if !diagnosis.unseen.is_empty() => "In what was observed, exactly",
        None => "Exactly",
    };
    let exact = match diagnosis.follows() {
        Some(rules) => {
            let agreed = match observes_agreement(report, rules) {
                true => "",
                false => " (agreement after the game was not observed)",
            };
            let asked = match rules == report.rules {
                true => String::new(),
                false => format!("; {} was asked for", report.rules),
            };
            format!("{exactly} {rules}{agreed}{asked}. ")
        }
        None => String::new(),
    };
    writeln!(out, "{}", options.filled(&format!("{exact}{diagnosis}")))?;
    if let Some(evidence) = &diagnosis.contradiction {
        writeln!(out, "\n{}", options.dim("The shortest game that this does not explain"))?;
        writeln!(out, "{}", options.wrapped("", &told(evidence)))?;
    }
    Ok(())
}

/// What the engine says when it is asked for a turn.
fn write_generated(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    let asked = report.checks.get(&Check::Generate).map_or(0, |check| check.observations);
    if report.findings.is_empty() {
        return match asked {
            0 => Ok(()),
            // What is legal is not known.
            _ if report.diagnosis.as_ref().is_none_or(|found| !found.is_whole()) => Ok(()),
            asked => {
                let told = match asked {
                    1 => "once, it named one".to_owned(),
                    _ => format!("{asked} times, it always named one"),
                };
                let told =
                    format!("Asked for a turn {told} that is legal under the rules it plays.");
                writeln!(out, "{}", options.filled(&told))
            }
        };
    }
    writeln!(out, "\n{}", options.dim("When asked for a turn"))?;
    for finding in &report.findings {
        let Finding { id, reference, engine, again, .. } = finding;
        let told = format!("{id}: the engine says: {engine}; the reference: {reference}");
        writeln!(out, "{}", options.wrapped("", &told))?;
        writeln!(out, "                {again}")?;
    }
    Ok(())
}

/// Whether it was observed what the engine does with what players agree on under some rules; nothing is to be observed where
/// they agree on nothing. It comes with the name of the rules, and no turn shows it.
fn observes_agreement(report: &Report, rules: Rules) -> bool {
    let observed = |rule| report.rules_checked.get(&rule).is_some_and(|it| it.observations > 0);
    match rules.agreement {
        Agreement::None => true,
        same if same == report.rules.agreement => observed(same.rule()),
        _ => false,
    }
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

/// The game and what was said.
fn told(Evidence { game, said, .. }: &Evidence) -> String {
    match game.strip_suffix(": ") {
        Some(setup) => format!("{setup}, no turns yet: {said}"),
        None => format!("{}: {said}", short(game)),
    }
}

fn write_evidence(out: &mut String, evidence: &Evidence, options: TextOptions) -> fmt::Result {
    writeln!(out, "{}", options.wrapped("", &evidence.model))?;
    let game = told(evidence);
    writeln!(out, "{}", options.dim(&options.wrapped("", &format!("  {game}"))))
}
