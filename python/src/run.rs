//! Runs with boards in Python.

use crate::board::{PythonBoard, Shared};
use pyo3::exceptions::{PyAssertionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use superko::certify::{Level, Observer, Options, ReplayCall};
use superko::engines::Reference;
use superko::findings::{Manner, Questions, play_again};
use superko::report::{
    self, Drawing, DrawnDifference, Finding, Mark, Report, TextOptions, text, texts_of_findings,
    to_json,
};
use superko::{Check, Engine, Fault, RecordText, Rule, Rules, Size, Transcript};

/// Watches the clock and Python's signals.
struct Watch<'a> {
    shared: &'a Shared,
    start: Instant,
    budget: Option<Duration>,
}

impl Observer for Watch<'_> {
    fn stop(&self) -> bool {
        if self.shared.is_ended() || self.budget.is_some_and(|most| self.start.elapsed() >= most) {
            return true;
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.shared.end_with(error);
        }
        self.shared.is_ended()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.start.elapsed())
    }
}

/// Certifies boards. The options are read as on the command line.
///
/// # Errors
///
/// `ValueError` for an option that cannot be read, `TypeError` for a value of a board that cannot be read, and any exception
/// that interrupts the run.
#[pyfunction]
#[pyo3(signature = (factory, *, rules, sizes, level, games, seed, budget, only, skip, require, strict, fail_fast, diagnose, name))]
#[expect(clippy::too_many_arguments, reason = "each is an option with a name in Python")]
pub(crate) fn certify<'py>(
    py: Python<'py>,
    factory: Py<PyAny>,
    rules: &str,
    sizes: Vec<String>,
    level: &str,
    games: Option<u64>,
    seed: u64,
    budget: Option<f64>,
    only: Vec<String>,
    skip: Vec<String>,
    require: Vec<String>,
    strict: bool,
    fail_fast: bool,
    diagnose: Option<bool>,
    name: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let level = Level::ALL.into_iter().find(|known| known.id() == level).ok_or_else(|| {
        let [smoke, standard, full] = Level::ALL.map(Level::id);
        PyValueError::new_err(format!(
            "`{level}` is not a level: expected {smoke}, {standard} or {full}"
        ))
    })?;
    let usual = Options::at(level);
    let budget = budget.map(Duration::try_from_secs_f64).transpose().map_err(wrong)?;
    let options = Options {
        rules: rules.parse::<Rules>().map_err(wrong)?,
        sizes_named: !sizes.is_empty(),
        sizes: if sizes.is_empty() { usual.sizes.clone() } else { read_sizes(&sizes)? },
        seed,
        games: match games {
            None if !only.is_empty() => Some(0),
            None if budget.is_some() => None,
            None => usual.games,
            given => given,
        },
        only,
        skip,
        required: require
            .iter()
            .map(|word| word.parse::<Check>().map_err(wrong))
            .collect::<PyResult<_>>()?,
        strict,
        fail_fast,
        replay: ReplayCall { start: format!("superko.replay({name}"), comment: "#" },
        ..usual
    };
    if let Some(pattern) = options.pattern_without_meaning(&|| false) {
        return Err(PyValueError::new_err(format!(
            "`{pattern}` matches no part of the fixed suite on these boards; `superko suite list` shows the ids"
        )));
    }
    let shared = Arc::new(Shared::default());
    let (report, tracebacks) = {
        let shared = &shared;
        py.detach(|| {
            let make = || -> Result<Box<dyn Engine>, Fault> {
                Ok(Box::new(PythonBoard::make(&factory, shared)?))
            };
            let watch = Watch { shared, start: Instant::now(), budget };
            let mut report = superko::certify::run(&make, &options, &watch);
            let wanted = diagnose.unwrap_or_else(|| options.wants_diagnosis(&report));
            if wanted && report.comparisons > 0 && !watch.stop() {
                superko::certify::explain(&make, &options, &mut report, &watch);
            }
            report.seconds = watch.elapsed().map(|time| time.as_secs_f64());
            (report, shared.take_tracebacks())
        })
    };
    if let Some(error) = shared.take_end() {
        return Err(error);
    }
    told(py, &report, tracebacks)
}

/// Returns the report in the forms from which Python makes a result.
fn told<'py>(
    py: Python<'py>,
    report: &Report,
    tracebacks: BTreeMap<String, String>,
) -> PyResult<Bound<'py, PyDict>> {
    let style = TextOptions::default();
    let answer = PyDict::new(py);
    answer.set_item("json", to_json(report))?;
    answer.set_item("text", text(report, &style))?;
    answer.set_item("verbose", text(report, &TextOptions { verbose: true, ..style }))?;
    answer.set_item("findings", texts_of_findings(report, &style))?;
    let boards: Vec<String> = report.findings.iter().map(drawing).collect();
    answer.set_item("boards", boards)?;
    answer.set_item("tracebacks", tracebacks)?;
    Ok(answer)
}

/// Draws the board before the disputed turn, or after the game, as SVG.
fn drawing(finding: &Finding) -> String {
    let record = &finding.record;
    let transcript = Transcript::replay(Reference::set_up(&record.setup), record.clone());
    let title = format!("{}: {}", finding.id, report::one_line(record));
    match transcript.steps.last() {
        Some(step) => {
            let before = transcript.before(transcript.steps.len() - 1);
            let drawing = Drawing::new(&before, title);
            match step.turn.turn.point() {
                Some(point) => drawing.marked(point, Mark::Ring).to_svg(),
                None => drawing.to_svg(),
            }
        }
        None => Drawing::new(&record.setup.position, title).to_svg(),
    }
}

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn read_sizes(words: &[String]) -> PyResult<Vec<Size>> {
    let mut sizes: Vec<Size> = Vec::new();
    for word in words {
        let size = word.parse().map_err(wrong)?;
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    Ok(sizes)
}

/// Plays only the game of a finding.
///
/// # Errors
///
/// `AssertionError` with the drawn disagreement; the exception that the board raised; `ValueError` if the text is not a record.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, factory: Py<PyAny>, record: &str) -> PyResult<()> {
    let record = record.parse::<RecordText>().map_err(wrong)?.record;
    let shared = Arc::new(Shared::default());
    let manner = |questions, undo, generate| Manner { questions, undo, generate };
    let manners = [
        manner(Questions::Nothing, false, false),
        manner(Questions::LastTurn, false, false),
        manner(Questions::Everything, false, false),
        manner(Questions::Nothing, true, false),
    ];
    for manner in manners {
        let played = py.detach(|| {
            let mut board = PythonBoard::make(&factory, &shared)?;
            Ok::<_, Fault>(play_again(&mut board, &record, manner))
        });
        if let Some(error) = shared.take_end() {
            return Err(error);
        }
        let fault = match played {
            Ok(compared) => {
                if let Some(disagreement) = compared.disagreements.first() {
                    let drawn = DrawnDifference::of(disagreement);
                    let message = format!("{}\n{drawn}", disagreement.id);
                    return Err(PyAssertionError::new_err(message));
                }
                compared.fault
            }
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            let raised = shared.take_raised();
            return Err(raised.unwrap_or_else(|| PyAssertionError::new_err(fault.to_string())));
        }
    }
    Ok(())
}

/// Returns the names of the tests: the ids of the rules in force under these rules, and of the checks for which a board can
/// have a method.
///
/// # Errors
///
/// `ValueError` if the rules cannot be read.
#[pyfunction]
pub(crate) fn tests_under(rules: &str) -> PyResult<(Vec<&'static str>, Vec<&'static str>)> {
    let rules = rules.parse::<Rules>().map_err(wrong)?;
    let checks = Check::ALL.into_iter().filter(|check| !check.needs_player());
    Ok((Rule::in_force(rules).map(Rule::id).collect(), checks.map(Check::id).collect()))
}

/// Returns the value of each switch under these rules.
///
/// # Errors
///
/// `ValueError` if the rules cannot be read.
#[pyfunction]
pub(crate) fn switches(rules: &str) -> PyResult<BTreeMap<&'static str, &'static str>> {
    let rules = rules.parse::<Rules>().map_err(wrong)?;
    Ok(superko::SWITCHES.iter().map(|switch| (switch.name, switch.value(rules).word)).collect())
}
