//! `superko recheck`: whether a certificate still holds.

use super::engine::{EngineArguments, EngineChoice, duration, whole_number};
use super::files::read_facts_until;
use super::output::{self, print, spinner};
use super::signals::Interrupt;
use super::watch::Watch;
use super::{Exit, Failure, TextOrJson, certificate, shell};
use clap::{Args, Parser};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use superko_certify::report::{Certificate, EngineInfo, Report, RunVerdict, TextOptions, counted};
use superko_certify::{Observer, Options, Recheck, Sample, Shown};
use superko_engine::printable_line;

/// Arguments of `recheck`.
#[derive(Args, Debug)]
#[command(after_help = "\
Without ENGINE or COMMAND, a built-in engine is the one in the certificate. A program is started as the certificate says only with --run-recorded: anybody can write any command into a file.

Exit codes: 0 the certificate holds; 1 a finding is gone or new, an answer is missing, or a prediction is wrong; 2 not a certificate, or one whose command was not asked for; 3 the engine cannot be tested; 4 the time was up; 5 as 0, but with faults that the certificate does not name.")]
pub(crate) struct Arguments {
    /// The certificate: certificate.json of the directory of a run
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,

    /// Run the command that the certificate records, with its options
    #[arg(long, conflicts_with_all = ["built_in", "program"])]
    run_recorded: bool,

    /// How many parts of the run to play again, chosen at random
    #[arg(long, value_name = "N", default_value_t = 300)]
    sample: usize,

    /// The random seed: which parts are played, and which games are predicted
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number)]
    seed: u64,

    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TextOrJson,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

/// The words that choose an engine, as a command line of their own.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct EngineWords {
    #[command(flatten)]
    engine: EngineArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let path = arguments.certificate.display();
    let text = read_facts_until(interrupt, &arguments.certificate)
        .map_err(Failure::cannot("read the certificate", &arguments.certificate))?;
    let certificate = Certificate::from_json(&text)
        .map_err(|error| Failure::usage(format!("{path} is not a certificate: {error}")))?;
    let watch = Watch::new(interrupt, arguments.budget);
    let choice = chosen(arguments, &certificate)?.until(watch.gives_up());
    let title = format!(
        "checking whether {path} still holds for {}, seed {}",
        choice.in_words(),
        arguments.seed
    );
    let spinner = spinner(arguments.quiet, title);
    let options = Options {
        sample: Some(Sample { parts: arguments.sample, seed: arguments.seed }),
        arguments: Some(choice.arguments()),
        ..superko_certify::options_of(&certificate)
    };
    let stop = || watch.stop();
    let now = certificate::circumstances(&choice, &options, &stop);
    let is_suite_known = !stop();
    let found = superko_certify::recheck(&*choice.factory(), &certificate, &options, &watch);
    spinner.finish_and_clear();
    let found = found.map_err(|fault| choice.cannot_examine(&fault))?;
    let changes = Changes {
        engine: choice.arguments(),
        is_same_program: certificate
            .program
            .as_ref()
            .zip(now.program)
            .map(|(then, now)| *then == now),
        changed_files: changed_files(&certificate, &choice, now.files),
        is_same_suite: !is_suite_known || certificate.suite == now.suite,
        is_ahead: certificate::is_ahead(&certificate.date),
    };
    print(&match arguments.format {
        TextOrJson::Text => text_of(&certificate, &found, &changes, output::text_options(false)),
        TextOrJson::Json => {
            format!("{:#}\n", json_of(&certificate, &found, &changes, arguments.seed))
        }
    });
    Ok(exit(&found, &choice, &watch))
}

/// The engine, and what has changed since the certificate was made.
struct Changes {
    /// The words that choose the engine.
    engine: String,
    /// Whether the program is the same; `None` if one of the two files could not be read.
    is_same_program: Option<bool>,
    /// The files that changed.
    changed_files: Vec<String>,
    /// Whether the fixed suite is the same, or not known.
    is_same_suite: bool,
    /// Whether the date of the certificate is still to come.
    is_ahead: bool,
}

/// Returns the files that changed, and, if the command is the same, those that the certificate does not name.
fn changed_files(
    certificate: &Certificate,
    choice: &EngineChoice,
    now: BTreeMap<String, String>,
) -> Vec<String> {
    let is_same_command = certificate.report.engine.arguments.as_ref() == Some(&choice.arguments());
    let is_other = |(file, hash): &(String, String)| match certificate.files.get(file) {
        Some(then) => then != hash,
        None => is_same_command,
    };
    now.into_iter().filter(is_other).map(|(file, _)| file).collect()
}

/// Returns the report of the engine, if it has another name or version than in the certificate.
fn renamed<'a>(then: &Report, found: &'a Recheck) -> Option<&'a Report> {
    let now = &found.sample;
    let is_other = |now: &EngineInfo, then: &EngineInfo| {
        (&now.name, &now.version) != (&then.name, &then.version)
    };
    // An engine that could not be asked has no name.
    let is_known = now.verdict != RunVerdict::Untestable;
    (is_known && is_other(&now.engine, &then.engine)).then_some(now)
}

/// Returns the engine that was named, or else that of the certificate. A program of the certificate is run only on request,
/// because anybody may have written the file.
fn chosen(arguments: &Arguments, certificate: &Certificate) -> Result<EngineChoice, Failure> {
    if arguments.engine.is_given() {
        return arguments.engine.choice();
    }
    let words = certificate.report.engine.arguments.as_deref().and_then(shell::split);
    let words = words.ok_or_else(|| {
        Failure::usage(
            "the certificate does not say how its engine is started: name it, as in \
             `superko recheck CERTIFICATE -- COMMAND`",
        )
    })?;
    let parsed = EngineWords::try_parse_from(&words).map_err(|_| {
        Failure::usage(format!(
            "`{}`, the command in the certificate, does not name an engine",
            shell::joined(&words)
        ))
    })?;
    if parsed.engine.is_program() && !arguments.run_recorded {
        return Err(Failure::usage(format!(
            "the certificate is for a program, and a command from a file is run only on request: add --run-recorded to run \
             `{}`, or name what to test, as in `superko recheck {} -- COMMAND`",
            shell::joined(&words),
            shell::quoted(&arguments.certificate.to_string_lossy())
        )));
    }
    parsed.engine.choice()
}

/// Returns whether each finding and fault shows again, by its id.
fn shown_by_id(found: &Recheck) -> Value {
    let shown = found.shown.iter().map(|(id, shown)| (id.clone(), json!(shown)));
    Value::Object(shown.collect())
}

/// Returns the result for programs.
fn json_of(certificate: &Certificate, found: &Recheck, changes: &Changes, seed: u64) -> Value {
    json!({
        "schema": "superko-recheck/1",
        "holds": found.holds(),
        "complete": found.is_complete(),
        "same_program": changes.is_same_program.map(|same| same && changes.changed_files.is_empty()),
        "changed_files": changes.changed_files,
        "same_suite": changes.is_same_suite,
        "same_engine": renamed(&certificate.report, found).is_none(),
        "date_to_come": changes.is_ahead,
        "seed": seed,
        "shown": shown_by_id(found),
        "new": found.new,
        "withheld": found.withheld,
        "predicted": found.predicted,
        "sample": found.sample,
    })
}

/// A line of the result for people: its word, and its text.
type Line = (&'static str, String);

/// Returns the result for people.
fn text_of(
    certificate: &Certificate,
    found: &Recheck,
    changes: &Changes,
    options: TextOptions,
) -> String {
    let report = &certificate.report;
    let lines = [
        about_certificate(certificate, changes, options),
        about_engine(report, found, changes, options),
        about_findings(found, options),
        about_sample(found, options),
    ];
    let lines = lines.into_iter().flatten().map(|(word, text)| options.wrapped(word, &text));
    let lines: Vec<String> = lines.collect();
    let next = match found.holds() {
        true => String::new(),
        false => format!(
            "\nNext: `superko certify --rules {} --level {} --report DIR {}` writes a new certificate.",
            report.rules, report.options.level, changes.engine
        ),
    };
    format!("{}\n{}{next}\n", lines.join("\n"), options.bold(&verdict(found, options)))
}

/// Returns what the certificate claims, and since when.
fn about_certificate(
    certificate: &Certificate,
    changes: &Changes,
    options: TextOptions,
) -> Vec<Line> {
    let Certificate { report, tool, date, .. } = certificate;
    let claims = format!(
        "{} {} under {}, by {tool} at level {} on {date}",
        report.called(),
        verdict_in_words(report),
        report.rules,
        report.options.level
    );
    let mut lines = vec![("claims", claims)];
    if changes.is_ahead {
        lines.push(("date", options.doubtful(&format!("{date} is in the future"))));
    }
    lines
}

/// Returns which engine was tested, and how it and the suite differ from those of the certificate.
fn about_engine(
    report: &Report,
    found: &Recheck,
    changes: &Changes,
    options: TextOptions,
) -> Vec<Line> {
    let mut lines = vec![("engine", changes.engine.clone())];
    if let Some(now) = renamed(report, found) {
        let text = format!(
            "the certificate is for {}; the engine tested now is {}",
            report.called(),
            now.called()
        );
        lines.push(("name", options.doubtful(&text)));
    }
    let program = match changes.is_same_program {
        _ if !changes.changed_files.is_empty() => {
            let files = changes.changed_files.join(", ");
            let files = printable_line(&files);
            options.doubtful(&format!("changed: {files}"))
        }
        Some(true) => "unchanged".to_owned(),
        Some(false) => "changed".to_owned(),
        None => "its file cannot be compared".to_owned(),
    };
    lines.push(("program", program));
    if !changes.is_same_suite {
        let text = "not the suite of the certificate: new findings may come from new cases";
        lines.push(("suite", text.to_owned()));
    }
    lines
}

/// Returns which findings and faults of the certificate appear again.
fn about_findings(found: &Recheck, options: TextOptions) -> Vec<Line> {
    let ids = |shown: Shown| -> Vec<&str> {
        let of_kind = found.shown.iter().filter(|(_, other)| *other == shown);
        of_kind.map(|(id, _)| id.as_str()).collect()
    };
    let (again, gone) = (ids(Shown::Again), ids(Shown::Gone));
    let (untried, unseen) = (ids(Shown::Untried), ids(Shown::Unseen));
    let mut lines = Vec::new();
    if !found.shown.is_empty() {
        let text = format!("{} of {} appear again", again.len(), found.shown.len());
        lines.push(("findings", text));
    }
    if !gone.is_empty() {
        lines.push(("gone", options.bad(&format!("{}: no longer found", gone.join(", ")))));
    }
    if !untried.is_empty() {
        lines.push(("untried", options.doubtful(&format!("{}: not tried", untried.join(", ")))));
    }
    if !unseen.is_empty() {
        let text = format!("{}: not reproduced now; flaky in the original run", unseen.join(", "));
        lines.push(("unseen", options.doubtful(&text)));
    }
    lines
}

/// Returns what the parts that were played again, and the fresh games, show.
fn about_sample(found: &Recheck, options: TextOptions) -> Vec<Line> {
    let sample = &found.sample;
    let new = match &found.new[..] {
        [] => "nothing new".to_owned(),
        new => format!("new: {}", options.bad(&new.join(", "))),
    };
    let (games, answers) = (counted(sample.games, "game"), counted(sample.comparisons, "answer"));
    let mut lines = vec![("sample", format!("{games}, {answers} compared, {new}"))];
    let new = sample.findings.iter().filter(|finding| found.new.contains(&finding.id));
    lines.extend(new.map(|finding| ("", finding.again.clone())));
    if !found.withheld.is_empty() {
        let checks: Vec<&str> = found.withheld.iter().map(|check| check.id()).collect();
        let text = format!("{}: observed in the original run, not answered now", checks.join(", "));
        lines.push(("withheld", options.bad(&text)));
    }
    if let Some(predicted) = found.predicted {
        let how = match predicted.wrong {
            0 => "without a mistake".to_owned(),
            wrong => options.bad(&format!("{wrong} of them wrongly")),
        };
        let answers = predicted.observations;
        let text = format!("it predicted {answers} answers to fresh games, {how}");
        lines.push(("diagnosis", text));
    }
    lines
}

/// Returns whether the certificate holds, in a sentence.
fn verdict(found: &Recheck, options: TextOptions) -> String {
    match found.holds() {
        true if !found.is_complete() => options.doubtful(
            "The certificate was not rechecked in full: the time was up, or the run was interrupted.",
        ),
        true => options.good("The certificate holds."),
        false if holds_but_for_faults(found) => options.bad(
            "The certificate holds where the engine answered, but there are faults that it does not name.",
        ),
        false => options.bad("The certificate does not hold."),
    }
}

/// Returns the result of a report in words.
fn verdict_in_words(report: &Report) -> String {
    match (report.verdict, report.findings.len()) {
        (RunVerdict::Deviates, more) => format!("deviates in {}", counted(more as u64, "finding")),
        (RunVerdict::Conforms, _) => "conforms".to_owned(),
        (other, _) => format!("is {}", other.id()),
    }
}

/// Returns whether the certificate would hold without the faults that it does not name.
fn holds_but_for_faults(found: &Recheck) -> bool {
    let is_fault = |id: &String| found.sample.faults.iter().any(|fault| fault.id == *id);
    let mut rest = found.clone();
    rest.new.retain(|id| !is_fault(id));
    rest.holds() && !found.holds()
}

/// Returns the exit code: the first that applies.
fn exit(found: &Recheck, choice: &EngineChoice, watch: &Watch) -> Exit {
    let sample = &found.sample;
    let is_new = sample.findings.iter().any(|finding| found.new.contains(&finding.id));
    match () {
        () if is_new && choice.deviates() == Exit::Internal => Exit::Internal,
        () if watch.interrupted() => watch.interrupt.exit(),
        () if is_new => Exit::Deviates,
        () if sample.verdict == RunVerdict::Untestable => Exit::Untestable,
        () if holds_but_for_faults(found) => Exit::Faulty,
        () if !found.holds() => Exit::Deviates,
        () if watch.stop() => Exit::Incomplete,
        () => Exit::Fine,
    }
}
