//! `superko replay`.

use super::output::print;
use super::subject::Chosen;
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::Path;
use superko::adapters::Reference;
use superko::generate::WHOLE_MAP;
use superko::report::{DrawnDispute, one_line};
use superko::{Divergence, Manner, Record, Rules, Script, Step, Transcript, Turn, confront, sgf};

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A file with a record or an SGF game, or the record itself, as in '2x1 tromp-taylor: B A1, W B1, B A1'
    #[arg(value_name = "RECORD")]
    record: String,

    /// The rules to replay under, in place of those that the record names
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// Show only the turns at which something is wrong, and the last one
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    subject: Chosen,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let record = read(&arguments.record, arguments.rules)?;
    let maker = arguments.subject.maker()?;
    let referee = Reference::new(record.size, record.rules);
    let transcript =
        Transcript::new(referee, record.clone(), |place, _| match record.size.area() {
            0..=WHOLE_MAP => Turn::all(record.size).collect(),
            _ => vec![record.turns[place]],
        });
    let mut subject = maker.make().map_err(|fault| {
        Failure::untestable(format!("cannot examine {}: {fault}", maker.words()))
    })?;
    let known = BTreeMap::new();
    let manner = Manner { ask: true, undo: false, known: &known };
    let mut findings = confront(subject.as_mut(), &transcript, manner);
    if findings.divergences.is_empty() && findings.fault.is_none() {
        // It may still be wrong when turns are taken back.
        findings = confront(subject.as_mut(), &transcript, Manner { undo: true, ..manner });
    }

    let mut text = format!("{}\nsubject {}\n\n", style(one_line(&record)).bold(), subject.name());
    let last = transcript.steps.len();
    for (place, step) in transcript.steps.iter().enumerate() {
        let here: Vec<&Divergence> =
            findings.divergences.iter().filter(|d| d.record.turns.len() == place + 1).collect();
        if !arguments.quiet || !here.is_empty() || place + 1 == last {
            text += &drawn(place, step, &transcript);
        }
        for divergence in here {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", style(format!("   {}", divergence.cause)).red().bold());
            let _ = writeln!(text, "{}", DrawnDispute(divergence));
        }
    }
    for divergence in findings.divergences.iter().filter(|d| d.record.turns.is_empty()) {
        let _ = writeln!(text, "{}\n{}", divergence.cause, DrawnDispute(divergence));
    }
    let exit = match (&findings.fault, findings.divergences.len()) {
        (Some(fault), _) => {
            let _ = writeln!(text, "{} {fault}", style("fault").red().bold());
            Exit::Untestable
        }
        (None, 0) => {
            let _ = writeln!(text, "{}", style("Reference and subject agree.").green().bold());
            Exit::Fine
        }
        (None, 1) => {
            let _ = writeln!(text, "{}", style("Reference and subject disagree.").red().bold());
            maker.deviates()
        }
        (None, more) => {
            let told = format!("Reference and subject disagree in {more} ways.");
            let _ = writeln!(text, "{}", style(told).red().bold());
            maker.deviates()
        }
    };
    print(&text)?;
    Ok(exit)
}

/// A record, from a file or from the argument itself.
fn read(argument: &str, rules: Option<Rules>) -> Result<Record, Failure> {
    let path = Path::new(argument);
    let (text, from) = match std::fs::read_to_string(path) {
        Ok(text) => (text, format!("{argument}: ")),
        Err(error) if argument.contains(':') && !path.exists() => {
            let _ = error;
            (argument.to_owned(), String::new())
        }
        Err(error) => {
            return Err(Failure::usage(format!(
                "cannot read the record {argument}: {error}; a record can also be written out, as in \
                 '2x1 tromp-taylor: B A1, W B1, B A1'"
            )));
        }
    };
    let wrong = |error: &dyn Display| Failure::usage(format!("{from}{error}"));
    let mut script: Script = match text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
    {
        true => sgf::read(&text, rules).map_err(|error| wrong(&error))?,
        false => text.parse().map_err(|error| wrong(&error))?,
    };
    script.record.rules = rules.unwrap_or(script.record.rules);
    let referee = Reference::new(script.record.size, script.record.rules);
    let transcript = Transcript::new(referee, script.record.clone(), |_, _| Vec::new());
    script.check(transcript.players()).map_err(|error| wrong(&error))
}

/// A turn with the position after it.
fn drawn(place: usize, step: &Step, transcript: &Transcript) -> String {
    let turn = step.turn.turn;
    let events: Vec<&str> = step.turn.events.iter().map(|event| event.id()).collect();
    let ruling = match step.turn.judgement.refusal {
        None => "allowed".to_owned(),
        Some(refusal) => format!("forbidden: {refusal}"),
    };
    let mut text = format!(
        "{:>4}. {} {turn}  {ruling}  {}\n",
        place + 1,
        step.player.letter(),
        style(events.join(", ")).dim()
    );
    let before = transcript.before(place);
    if step.turn.is_legal() && before != step.coloring {
        for line in step.coloring.drawn(turn.point()).lines() {
            text += &format!("      {line}\n");
        }
    }
    if let Some((score, _)) = step.end {
        text += &format!("      the game is over: {score}\n");
    }
    text
}
