//! A board in Python as an engine.
//!
//! Input: a function that makes boards. Output: a [`superko::Engine`]. An exception in a method is
//! a crash of the engine. A return value that cannot be read ends the run, because then the adapter
//! is at fault, not the rules.

use crate::convert::{self, FirstRow, Unreadable};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use superko::report::one_line;
use superko::{
    About, Answer, Conventions, Ending, Engine, Fault, MoveCap, Player, Position, Query, Record,
    RefusalReason, ReportedScore, Rules, Ruling, Settlement, Setup, Size, Status, Turn,
};

pyo3::create_exception!(
    superko,
    Illegal,
    PyException,
    "Raised by Board.play: the turn is against the rules, and nothing has changed.\n\n\
     The message \"occupied\", \"suicide\", \"repetition\" or \"over\" gives the reason. Any other message gives none."
);
pyo3::create_exception!(
    superko,
    Unsupported,
    PyException,
    "Raised by Board.new: the board does not support this size or these rules. Such games are not played."
);

/// The state that all boards of one run share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The exception that ends the run: an interrupt, or a value that cannot be read.
    end: Mutex<Option<PyErr>>,
    /// The traceback of each crash, by its message in reports.
    tracebacks: Mutex<BTreeMap<String, String>>,
    /// The last exception that a board raised.
    raised: Mutex<Option<PyErr>>,
    /// The optional methods that the boards do not have.
    lacks: Mutex<Vec<&'static str>>,
}

impl Shared {
    /// Ends the run. Only the first error is reported.
    pub(crate) fn end_with(&self, error: PyErr) {
        locked(&self.end).get_or_insert(error);
    }

    /// Returns whether the run must end.
    pub(crate) fn is_ended(&self) -> bool {
        locked(&self.end).is_some()
    }

    /// Takes the error that ended the run.
    pub(crate) fn take_end(&self) -> Option<PyErr> {
        locked(&self.end).take()
    }

    /// Takes the last exception that a board raised.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        locked(&self.raised).take()
    }

    /// Returns the optional methods that are called under these rules and that the boards do not
    /// have.
    pub(crate) fn lacks(&self, rules: Rules) -> Vec<String> {
        let is_called = |method: &&&str| **method != "settle" || rules.agreement.asks();
        locked(&self.lacks).iter().filter(is_called).map(|&method| method.to_owned()).collect()
    }

    /// Takes the traceback of each crash, by its message.
    pub(crate) fn take_tracebacks(&self) -> BTreeMap<String, String> {
        std::mem::take(&mut locked(&self.tracebacks))
    }
}

/// Locks a mutex, even if a thread panicked while it held the lock.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The methods that a board may have, besides those that return the score.
const OPTIONAL: [&str; 6] = ["legal", "board", "to_move", "is_over", "undo", "settle"];

/// A board in Python.
#[derive(Debug)]
pub(crate) struct PythonBoard {
    object: Py<PyAny>,
    /// The name of the board's class, for messages.
    class: String,
    about: About,
    /// The [`OPTIONAL`] methods that the board has.
    methods: Vec<&'static str>,
    /// The method that returns the score, if any.
    score: Option<&'static str>,
    first_row: FirstRow,
    size: Size,
    /// The player to move. A query that names a player sets it. Otherwise the players alternate.
    player: Player,
    /// The game so far.
    game: Record,
    shared: Arc<Shared>,
}

impl PythonBoard {
    /// Makes a board.
    pub(crate) fn make(
        factory: &Py<PyAny>,
        shared: &Arc<Shared>,
    ) -> Result<Box<dyn Engine>, Fault> {
        Python::attach(|py| {
            let object = factory.bind(py).call0();
            let object = object.map_err(|error| crash(py, shared, error, "it was made"))?;
            match PythonBoard::of(&object, shared) {
                Ok(board) => Ok(Box::new(board) as Box<dyn Engine>),
                Err(error) => {
                    shared.end_with(error);
                    Err(stopped("it was made"))
                }
            }
        })
    }

    /// Makes an engine of a Python object.
    fn of(object: &Bound<'_, PyAny>, shared: &Arc<Shared>) -> PyResult<PythonBoard> {
        let class = object.get_type().name()?.to_string();
        let has = |name: &str| has_method(object, name);
        for name in ["new", "play"] {
            if !has(name)? {
                let message = format!(
                    "{class} has no method {name}: a board needs new(columns, rows, rules) and play(color, point), as \
                     superko.Board documents them"
                );
                return Err(PyTypeError::new_err(message));
            }
        }
        let attributes = Attributes { object, class: &class };
        let score = attributes.score_method()?;
        let mut methods = Vec::new();
        for name in OPTIONAL {
            methods.extend(has(name)?.then_some(name));
        }
        let optional = OPTIONAL.iter().filter(|name| !methods.contains(name)).copied();
        *locked(&shared.lacks) = optional.chain(score.is_none().then_some("score")).collect();
        let first_row = match attributes.text("first_row", &["top", "bottom"])?.as_deref() {
            Some("bottom") => FirstRow::Bottom,
            _ => FirstRow::Top,
        };
        let about = About {
            version: attributes.any_text("version"),
            conventions: attributes.conventions()?,
            ..About::named(attributes.any_text("name").unwrap_or_else(|| class.clone()))
        };
        Ok(PythonBoard {
            object: object.clone().unbind(),
            class,
            about,
            methods,
            score,
            first_row,
            size: smallest(),
            player: Player::Black,
            game: Record::new(smallest(), Rules::default(), Vec::new()),
            shared: Arc::clone(shared),
        })
    }

    /// Returns whether the board has one of the [`OPTIONAL`] methods.
    fn has(&self, method: &str) -> bool {
        self.methods.contains(&method)
    }

    /// Calls a method and reads what it returns.
    fn call<T>(
        &self,
        method: &'static str,
        read: impl FnOnce(&Bound<'_, PyAny>) -> Result<T, Unreadable>,
    ) -> Result<T, Fault> {
        Python::attach(|py| {
            let value = self.object.bind(py).call_method0(method);
            let value = value.map_err(|error| crash(py, &self.shared, error, method))?;
            read(&value).map_err(|wrong| self.unreadable(method, &value, &wrong))
        })
    }

    /// Ends the run because of a value that cannot be read.
    fn unreadable(&self, method: &str, value: &Bound<'_, PyAny>, wrong: &Unreadable) -> Fault {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        let shown: String = match shown.chars().count() {
            0..=200 => shown,
            _ => shown.chars().take(200).chain(" ...".chars()).collect(),
        };
        let kind = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        let PythonBoard { class, game, .. } = self;
        let Unreadable(accepted) = wrong;
        let game = match game.turns.len() {
            0..=MOST_TURNS => one_line(game),
            turns => format!("{turns} turns on {}", game.size()),
        };
        let message =
            format!("{class}.{method} returned {shown} ({kind}): {accepted}; game: {game}");
        self.shared.end_with(PyTypeError::new_err(message));
        stopped(method)
    }
}

/// Returns the fault that answers every question of a run that must end.
fn stopped(what: &str) -> Fault {
    Fault::Stopped { command: what.to_owned(), waited: std::time::Duration::ZERO }
}

/// The most turns of a game that is written out in an exception.
const MOST_TURNS: usize = 60;

/// The board before the first game.
fn smallest() -> Size {
    Size::square(1).expect("1 is a side")
}

/// Returns whether the board implements this method. The methods of `Board` itself only document
/// what a board may have.
fn has_method(object: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    let Some(method) = object.getattr_opt(name)? else { return Ok(false) };
    Ok(method.is_callable() && !method.hasattr("_superko_describes")?)
}

/// Turns an exception into a fault. An exception that is not an `Exception`, such as an interrupt
/// or the end of the program, ends the run.
fn crash(py: Python<'_>, shared: &Shared, error: PyErr, method: &str) -> Fault {
    if !error.is_instance_of::<PyException>(py) {
        shared.end_with(error);
        return stopped(method);
    }
    // This value includes the traceback, which a `PyErr` keeps separately.
    let raised = error.clone_ref(py).into_value(py);
    let described = py
        .import("superko._crash")
        .and_then(|module| module.call_method1("describe", (raised,)))
        .and_then(|pair| pair.extract::<(String, String)>());
    let (message, traceback) = described.unwrap_or_else(|_| (error.to_string(), String::new()));
    locked(&shared.tracebacks).entry(message.clone()).or_insert(traceback);
    *locked(&shared.raised) = Some(error);
    Fault::Panic { message }
}

/// The class attributes in which a board declares non-standard conventions.
struct Attributes<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    class: &'a str,
}

impl<'py> Attributes<'_, 'py> {
    /// Returns the value of an attribute. Returns `None` if the attribute is missing or is None.
    fn value(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.object.getattr_opt(name)?.filter(|value| !value.is_none()))
    }

    /// Returns the value of an attribute that has one of these words, if any. A method of this name is no
    /// attribute.
    fn text(&self, name: &str, words: &[&str]) -> PyResult<Option<String>> {
        let Some(value) = self.value(name)?.filter(|value| !value.is_callable()) else {
            return Ok(None);
        };
        match value.extract::<String>() {
            Ok(text) if words.contains(&text.as_str()) => Ok(Some(text)),
            _ => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                Err(self.wrong(name, &value, &quoted.join(" or ")))
            }
        }
    }

    /// Returns the value of an attribute if it is a string.
    fn any_text(&self, name: &str) -> Option<String> {
        self.object.getattr_opt(name).ok()??.extract().ok()
    }

    /// Returns the error for an attribute with another value than those accepted.
    fn wrong(&self, name: &str, value: &Bound<'_, PyAny>, accepted: &str) -> PyErr {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        let class = self.class;
        PyTypeError::new_err(format!("{class}.{name} is {shown}: expected {accepted}"))
    }

    /// Returns the method that returns the score, if the board has one.
    fn score_method(&self) -> PyResult<Option<&'static str>> {
        let has = |name: &str| has_method(self.object, name);
        match self.text("score", &["winner"])?.as_deref() {
            Some(_) if has("winner")? => Ok(Some("winner")),
            Some(_) => {
                let class = self.class;
                let message = format!("{class}.score is \"winner\", but there is no method winner");
                Err(PyTypeError::new_err(message))
            }
            None => Ok(["score", "winner"].into_iter().find(|name| has(name).unwrap_or(false))),
        }
    }

    /// Returns the conventions that the board declares.
    fn conventions(&self) -> PyResult<Conventions> {
        let repeat = self.text("repeat", &["loss", "draw"])?;
        let repeat = repeat.map(|word| if word == "loss" { Ending::Loss } else { Ending::Draw });
        let tie = self.text("tie", &["B", "W"])?;
        let tie_winner = tie.map(|word| if word == "B" { Player::Black } else { Player::White });
        let lacks_pass = self.value("passes")?.map_or(Ok(false), |value| {
            let passes = convert::truth(&value).map(|passes| !passes);
            passes.ok_or_else(|| self.wrong("passes", &value, "True or False"))
        })?;
        let move_cap = self.value("move_cap")?.map(|value| {
            let text = value.str()?.to_string().replace(' ', "");
            let accepted = "a number such as 512, or \"2*n*n\" for twice the points of the board";
            text.parse::<MoveCap>().map_err(|_| self.wrong("move_cap", &value, accepted))
        });
        let move_cap = move_cap.transpose()?;
        Ok(Conventions { lacks_pass, repeat, move_cap, tie_winner, ..Conventions::default() })
    }
}

/// Returns the reason for refusing a turn, if the exception gives one.
fn reason(py: Python<'_>, error: &PyErr) -> RefusalReason {
    match error.value(py).to_string().as_str() {
        "occupied" => RefusalReason::Occupied,
        "suicide" => RefusalReason::Suicide,
        "repetition" => RefusalReason::Repetition,
        "over" => RefusalReason::Over,
        _ => RefusalReason::Unstated,
    }
}

impl Engine for PythonBoard {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        if !game.is_usual() {
            let what = "games that start with stones, or with White to play".to_owned();
            return Err(Fault::Unsupported { what });
        }
        (self.size, self.player) = (game.size(), game.first);
        self.game = Record::new(game.size(), game.rules, Vec::new());
        Python::attach(|py| {
            let rules = py.import("superko").and_then(|module| {
                module.getattr("Rules")?.call_method1("named", (game.rules.to_string(),))
            });
            let started = rules.and_then(|rules| {
                let words = (self.size.columns(), self.size.rows(), rules);
                self.object.bind(py).call_method1("new", words)
            });
            match started {
                Ok(_) => Ok(()),
                Err(error) if error.is_instance_of::<Unsupported>(py) => {
                    Err(Fault::Unsupported { what: error.value(py).to_string() })
                }
                Err(error) => Err(crash(py, &self.shared, error, "new")),
            }
        })
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.game.turns.push(turn);
        let ruling = Python::attach(|py| {
            let color = match self.player {
                Player::Black => pyo3::intern!(py, "B"),
                Player::White => pyo3::intern!(py, "W"),
            };
            let color: &Bound<'_, PyString> = color;
            let point = turn.point().map(|point| (point.column(), point.row()));
            match self.object.bind(py).call_method1(pyo3::intern!(py, "play"), (color, point)) {
                Ok(value) => match convert::truth(&value) {
                    Some(allowed) => Ok(Ruling::from(allowed)),
                    None => {
                        let accepted = "expected True if the turn was played, or False if it is illegal (or raise \
                                        superko.Illegal)";
                        Err(self.unreadable("play", &value, &Unreadable(accepted.to_owned())))
                    }
                },
                Err(error) if error.is_instance_of::<Illegal>(py) => {
                    Ok(Ruling::Forbidden(reason(py, &error)))
                }
                Err(error) => Err(crash(py, &self.shared, error, "play")),
            }
        })?;
        match ruling {
            Ruling::Allowed => self.player = self.player.opponent(),
            Ruling::Forbidden(_) => drop(self.game.turns.pop()),
        }
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(self.are_legal(&[turn])?.pop().flatten())
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        if !self.has("legal") || turns.is_empty() {
            return Ok(vec![None; turns.len()]);
        }
        let (size, first) = (self.size, self.first_row);
        let legal = self.call("legal", |value| convert::legal(value, size, first))?;
        let ruling = |turn: &Turn| match turn {
            Turn::Play(point) => Some(legal.points[size.index(*point)].into()),
            Turn::Pass => legal.pass.map(Ruling::from),
        };
        Ok(turns.iter().map(ruling).collect())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        if !self.has("board") {
            return Ok(None);
        }
        self.call("board", |value| convert::position(value, self.size, self.first_row)).map(Some)
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        // The player to move does not show whether the game is over.
        if !self.has("is_over") {
            return Ok(None);
        }
        if self.call("is_over", convert::yes_or_no)? {
            return Ok(Some(Status::Over));
        }
        let to_move = match self.has("to_move") {
            true => self.call("to_move", convert::player)?,
            false => self.player,
        };
        Ok(Some(Status::Running { to_move }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        match self.score {
            None => Ok(None),
            Some("winner") => self.call("winner", convert::winner).map(Some),
            Some(method) => self.call(method, convert::score).map(Some),
        }
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        if !self.has("settle") {
            return Ok(None);
        }
        let dead = match settlement {
            Settlement::Agreed(points) => {
                Some(points.iter().map(|point| (point.column(), point.row())).collect::<Vec<_>>())
            }
            _ => None,
        };
        Python::attach(|py| {
            let value = self.object.bind(py).call_method1("settle", (dead,));
            let value = value.map_err(|error| crash(py, &self.shared, error, "settle"))?;
            // The return value is ignored, except that False means that nothing was settled.
            Ok((convert::truth(&value) != Some(false)).then_some(()))
        })
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        if !self.has("undo") {
            return Ok(None);
        }
        // The return value is ignored, except that False means that nothing was taken back.
        let done = self.call("undo", |value| Ok(convert::truth(value) != Some(false)))?;
        if done {
            self.player = self.player.opponent();
            self.game.turns.pop();
        }
        Ok(done.then_some(()))
    }

    fn ask(
        &mut self,
        queries: &[Query],
        receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
    ) {
        for query in queries {
            if let Query::Play { player, .. } | Query::Legality { player, .. } = query {
                self.player = *player;
            }
            let answer = query.put_to(self);
            let failed = answer.is_err();
            if receive(answer).is_break() || failed {
                return;
            }
        }
    }
}
