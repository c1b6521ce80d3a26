//! Runs with boards in Python.

use crate::board::{PythonBoard, Shared};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use superko::certify::{Calls, Diagnose, Level, Observer, Options};
use superko::engines::Reference;
use superko::findings::replay_in_every_manner;
use superko::report::{
    self, DrawnDifference, Finding, ReplayText, Report, TextOptions, groups_of_findings, opening,
    text, text_of_diagnosis, to_json,
};
use superko::{
    About, Check, Comparison, Engine, EngineFactory, Record, Rule, Rules, Size, Transcript,
};

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

/// The style of a text for people, which is as short as on a terminal.
const SCREEN: TextOptions = TextOptions { screen: true, verbose: false, ..VERBOSE };
/// The style of a text with everything.
const VERBOSE: TextOptions = TextOptions {
    color: false,
    width: 100,
    verbose: true,
    screen: false,
    more: "result.text(verbose=True)",
    explain: Some("python -m superko explain"),
};

/// The options of a run, as Python gives them. Each is read as on the command line.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    rules: String,
    sizes: Vec<String>,
    level: String,
    games: Option<u64>,
    seed: u64,
    budget: Option<f64>,
    only: Vec<String>,
    skip: Vec<String>,
    require: Vec<String>,
    strict: bool,
    fail_fast: bool,
    diagnose: Option<bool>,
    name: String,
    by_rules: String,
    by_level: String,
}

impl Asked {
    fn budget(&self) -> PyResult<Option<Duration>> {
        self.budget.map(Duration::try_from_secs_f64).transpose().map_err(wrong)
    }

    fn options(self) -> PyResult<Options> {
        let level = Level::ALL.into_iter().find(|known| known.id() == self.level);
        let level = level.ok_or_else(|| {
            let [smoke, standard, full] = Level::ALL.map(Level::id);
            PyValueError::new_err(format!(
                "`{}` is not a level: expected {smoke}, {standard} or {full}",
                self.level
            ))
        })?;
        let required = self.require.iter().map(|word| {
            let checks = Check::ALL.map(Check::id).join(", ");
            word.parse::<Check>()
                .map_err(|error| wrong(format!("{error}; the checks are {checks}")))
        });
        let sizes = self.sizes.iter().map(|word| word.parse::<Size>().map_err(wrong));
        let sizes: Vec<Size> = sizes.collect::<PyResult<_>>()?;
        let options = Options {
            rules: self.rules.parse::<Rules>().map_err(wrong)?,
            seed: self.seed,
            only: self.only,
            skip: self.skip,
            required: required.collect::<PyResult<_>>()?,
            strict: self.strict,
            fail_fast: self.fail_fast,
            diagnose: match self.diagnose {
                None => Diagnose::WhereWorthwhile,
                Some(true) => Diagnose::Always,
                Some(false) => Diagnose::Never,
            },
            calls: calls(&self.name, self.by_rules, self.by_level),
            ..Options::at(level)
        };
        let options = options.on(sizes).playing(self.games, self.budget.is_some());
        options.check_patterns(&|| false).map_err(wrong)?;
        Ok(options)
    }
}

/// Returns the calls of a program in Python.
fn calls(name: &str, by_rules: String, by_level: String) -> Calls {
    let (record, games) = (Calls::RECORD, Calls::GAMES);
    Calls {
        replay: format!("superko.replay({name}, {record})"),
        replay_after: format!("superko.replay({name}, {record}, after=[{games}])"),
        by_rules,
        by_level,
        refuse: "return False, or raise superko.Illegal",
        comment: "#",
    }
}

/// Examines boards of Python, and returns the report with the traceback of each crash.
fn run(
    py: Python<'_>,
    factory: &Py<PyAny>,
    asked: Asked,
    examine: fn(&EngineFactory<'_>, &Options, &dyn Observer) -> Report,
) -> PyResult<(Report, BTreeMap<String, String>)> {
    let budget = asked.budget()?;
    let options = asked.options()?;
    let shared = Arc::new(Shared::default());
    let ran = py.detach(|| {
        let make = || PythonBoard::make(factory, &shared);
        let watch = Watch { shared: &shared, start: Instant::now(), budget };
        let mut report = examine(&make, &options, &watch);
        report.engine.lacks = shared.lacks(report.rules);
        (report, shared.take_tracebacks())
    });
    match shared.take_end() {
        Some(error) => Err(error),
        None => Ok(ran),
    }
}

/// Certifies boards.
///
/// # Errors
///
/// `ValueError` for an option that cannot be read, `TypeError` for a value of a board that cannot be read, and any exception
/// that interrupts the run.
#[pyfunction]
pub(crate) fn certify<'py>(
    py: Python<'py>,
    factory: Py<PyAny>,
    options: Asked,
) -> PyResult<Bound<'py, PyDict>> {
    let (report, tracebacks) = run(py, &factory, options, superko::certify::run)?;
    let result = PyDict::new(py);
    result.set_item("json", to_json(&report))?;
    result.set_item("text", text(&report, &SCREEN))?;
    result.set_item("verbose", text(&report, &VERBOSE))?;
    result.set_item("opening", opening(&report, &SCREEN))?;
    let groups = groups_of_findings(&report, &VERBOSE).into_iter().map(|group| {
        let entry = PyDict::new(py);
        let ids: Vec<&str> = group.findings.iter().map(|finding| finding.id.as_str()).collect();
        let place = |it: &Finding| report.findings.iter().position(|other| std::ptr::eq(other, it));
        entry.set_item("place", place(group.findings[0]))?;
        entry.set_item("ids", ids)?;
        entry.set_item("first_of_mistake", group.first_of_mistake)?;
        entry.set_item("in_short", group.in_short)?;
        entry.set_item("text", group.text)?;
        entry.set_item("svg", drawing(group.findings[0]))?;
        Ok(entry)
    });
    result.set_item("groups", groups.collect::<PyResult<Vec<_>>>()?)?;
    result.set_item("tracebacks", tracebacks)?;
    Ok(result)
}

/// Finds out which rules boards really play.
///
/// # Errors
///
/// The same as for [`certify`].
#[pyfunction]
pub(crate) fn identify<'py>(
    py: Python<'py>,
    factory: Py<PyAny>,
    options: Asked,
) -> PyResult<Bound<'py, PyDict>> {
    let (report, tracebacks) = run(py, &factory, options, superko::certify::identify)?;
    let result = PyDict::new(py);
    let follows = report.diagnosis.as_ref().and_then(|diagnosis| diagnosis.facts.follows());
    result.set_item("json", to_json(&report))?;
    result.set_item("text", text_of_diagnosis(&report, &SCREEN))?;
    result.set_item("follows", follows.map(|rules| rules.to_string()))?;
    result.set_item("tracebacks", tracebacks)?;
    Ok(result)
}

/// Draws the board before the disputed turn, or after the game, as SVG.
fn drawing(finding: &Finding) -> String {
    let title = format!("{}: {}", finding.id, report::one_line(&finding.record));
    DrawnDifference::of_finding(finding).svg(&title)
}

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Plays one game on boards of Python, after some other games. Returns the drawn game, the id of
/// the disagreement, the fault of the board, and the exception that it raised.
///
/// # Errors
///
/// `ValueError` if the text is not a record, `TypeError` for a value of a board that cannot be read, and any exception that
/// interrupts the run.
#[pyfunction]
pub(crate) fn replay<'py>(
    py: Python<'py>,
    factory: Py<PyAny>,
    record: &str,
    after: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let read = |text: &str| {
        let played = Transcript::read(text, Reference::set_up).map_err(wrong)?;
        played.settled().map_err(wrong)
    };
    let before = after.iter().map(|game| read(game).map(|played| played.record));
    let before: Vec<Record> = before.collect::<PyResult<_>>()?;
    let transcript = read(record)?;
    let shared = Arc::new(Shared::default());
    let (asked, played) = py.detach(|| {
        let mut make = || PythonBoard::make(&factory, &shared);
        let asked = make().and_then(|mut board| {
            board.start(&transcript.record.setup)?;
            Ok((board.about(), board.status()?.is_some()))
        });
        (asked, replay_in_every_manner(&mut make, &before, &transcript.record))
    });
    if let Some(error) = shared.take_end() {
        return Err(error);
    }
    let (disagreement, fault) = match played {
        Ok(disagreement) => (disagreement, None),
        Err(fault) => (None, Some(fault)),
    };
    // A fault here is ignored, because the replay reports it.
    let (about, tells_end) = asked.unwrap_or_else(|_| (About::named(""), true));
    let result = PyDict::new(py);
    result.set_item("finding", disagreement.as_ref().map(|it| it.id.to_string()))?;
    result.set_item("fault", fault.as_ref().map(ToString::to_string))?;
    result.set_item("raised", shared.take_raised().filter(|_| fault.is_some()))?;
    let disagreements = disagreement.into_iter().collect();
    let shown = ReplayText {
        transcript: &transcript,
        about: &about,
        tells_end,
        found: &Comparison { disagreements, fault, ..Comparison::default() },
        sent: &[],
        brief: false,
        options: SCREEN,
    };
    result.set_item("text", shown.whole())?;
    Ok(result)
}

/// The id of a rule, and its topic.
type Named = (&'static str, &'static str);

/// Returns the rules and the checks for which there are tests: the ids of the rules in force under
/// these rules, each with its topic, and the checks for which a board can have a method.
///
/// # Errors
///
/// `ValueError` if the rules cannot be read.
#[pyfunction]
pub(crate) fn tests_under(rules: &str) -> PyResult<(Vec<Named>, Vec<&'static str>)> {
    let rules = rules.parse::<Rules>().map_err(wrong)?;
    let checks = Check::ALL.into_iter().filter(|check| !check.needs_player());
    let rules = Rule::in_force(rules).map(|rule| (rule.id(), rule.topic()));
    Ok((rules.collect(), checks.map(Check::id).collect()))
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
