//! Runs with boards in Python.

use crate::board::{PythonBoard, Shared};
use pyo3::exceptions::{PyAssertionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use superko::certify::{Diagnose, Level, Observer, Options, ReplayCall};
use superko::findings::replay_in_every_manner;
use superko::report::{
    self, DrawnDifference, Finding, Report, TextOptions, text, texts_of_findings, to_json,
};
use superko::{Check, RecordText, Rule, Rules, Size};

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
    let budget = budget.map(Duration::try_from_secs_f64).transpose().map_err(wrong)?;
    let options = Options {
        rules: rules.parse::<Rules>().map_err(wrong)?,
        seed,
        only,
        skip,
        required: require
            .iter()
            .map(|word| word.parse::<Check>().map_err(wrong))
            .collect::<PyResult<_>>()?,
        strict,
        fail_fast,
        diagnose: match diagnose {
            None => Diagnose::WhereWorthwhile,
            Some(true) => Diagnose::Always,
            Some(false) => Diagnose::Never,
        },
        replay: ReplayCall { start: format!("superko.replay({name}"), comment: "#" },
        ..Options::at(level)
    };
    let sizes: Vec<Size> =
        sizes.iter().map(|word| word.parse().map_err(wrong)).collect::<PyResult<_>>()?;
    let options = options.on(sizes).playing(games, budget.is_some());
    options.check_patterns(&|| false).map_err(wrong)?;
    let shared = Arc::new(Shared::default());
    let (report, tracebacks) = {
        let shared = &shared;
        py.detach(|| {
            let make = || PythonBoard::make(&factory, shared);
            let watch = Watch { shared, start: Instant::now(), budget };
            let report = superko::certify::run(&make, &options, &watch);
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
    let title = format!("{}: {}", finding.id, report::one_line(&finding.record));
    DrawnDifference::of_finding(finding).svg(&title)
}

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
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
    let played =
        py.detach(|| replay_in_every_manner(&mut || PythonBoard::make(&factory, &shared), &record));
    if let Some(error) = shared.take_end() {
        return Err(error);
    }
    match played {
        Ok(None) => Ok(()),
        Ok(Some(disagreement)) => {
            let drawn = DrawnDifference::of(&disagreement);
            Err(PyAssertionError::new_err(format!("{}\n{drawn}", disagreement.id)))
        }
        Err(fault) => {
            let raised = shared.take_raised();
            Err(raised.unwrap_or_else(|| PyAssertionError::new_err(fault.to_string())))
        }
    }
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
    Ok(superko::SWITCHES.iter().map(|switch| (switch.name, rules.value(switch).word)).collect())
}
