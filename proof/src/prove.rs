//! Gives all problems of a board to a solver, and checks the certificates.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::certificate::{self, Checked, Rejected};
use crate::conditions::{Expected, Problem, conditions};
use crate::kernels::Kernels;
use crate::solver::{Answer, Failure, Keep, Solver};

/// How problems are solved.
#[derive(Clone, Debug)]
pub struct Means {
    /// The solver.
    pub solver: Solver,
    /// Whether certificates are made, checked and kept.
    pub certificates: Certificates,
    /// How many problems are solved at once.
    pub jobs: usize,
}

/// Whether certificates are made, checked and kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificates {
    /// No certificates are made.
    None,
    /// Certificates are checked and forgotten.
    Checked,
    /// Certificates are checked and kept in a directory. The directory also has the clauses of
    /// every problem, even of those that have a model and no certificate.
    Kept(PathBuf),
}

/// The result of a problem.
#[derive(Debug)]
pub struct Row {
    /// The name of the problem.
    pub name: String,
    /// The expected answer.
    pub expected: Expected,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The answer of the solver.
    pub found: Found,
    /// The time that the solver took.
    pub time: Duration,
    /// The result of checking the certificate, and the time of the check.
    pub checked: Option<(Result<Checked, Rejected>, Duration)>,
}

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// There is no model.
    Nothing,
    /// There is a model. It is drawn if it has a position.
    Model(Option<String>),
}

impl Row {
    /// Returns whether the answer was the expected one, and the certificate was not refused.
    pub fn holds(&self) -> bool {
        let found = matches!(
            (self.expected, &self.found),
            (Expected::Proved | Expected::TooSmall, Found::Nothing)
                | (Expected::Possible, Found::Model(_))
        );
        found && !matches!(&self.checked, Some((Err(_), _)))
    }
}

/// The head of a table of rows.
pub const HEAD: &str = "condition                                                          \
    variables   clauses  result     time  certificate";

/// Writes a line of the table.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match (self.holds(), self.expected) {
            (true, Expected::Proved) => "proved",
            (true, Expected::Possible) => "possible",
            (true, Expected::TooSmall) => "too small",
            (false, _) => "FAILS",
        };
        let Row { name, variables, clauses, .. } = self;
        let time = self.time.as_secs_f64();
        write!(f, "{name:<66} {variables:>9} {clauses:>9}  {result:<9} {time:>5.2}s  ")?;
        match &self.checked {
            None => f.write_str("-"),
            Some((Ok(Checked { steps }), time)) => {
                write!(f, "checked, {steps} steps, {:.2}s", time.as_secs_f64())
            }
            Some((Err(rejected), _)) => write!(f, "{rejected}"),
        }
    }
}

/// Solves all problems about the kernels, and calls `show` with each row, in the order of the
/// problems. After a problem fails, no further problem is begun: a mistake in one step of a kernel
/// can make a later condition very hard.
///
/// # Errors
///
/// If the solver gives up, or files cannot be written.
pub fn prove(
    kernels: &dyn Kernels,
    means: &Means,
    mut show: impl FnMut(&Row),
) -> Result<Vec<Row>, Failure> {
    let board = kernels.frame().board;
    let problems = conditions(kernels);
    let waiting = Mutex::new(problems.iter().enumerate());
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let mut rows: Vec<Option<Row>> = problems.iter().map(|_| None).collect();
    let mut shown = 0;
    thread::scope(|scope| {
        for _ in 0..means.jobs.max(1) {
            let (sender, waiting, failed) = (sender.clone(), &waiting, &failed);
            scope.spawn(move || {
                let next = || waiting.lock().ok().and_then(|mut waiting| waiting.next());
                while let Some((number, problem)) = next() {
                    let row = solve(board, number, problem, means);
                    if !row.as_ref().is_ok_and(Row::holds) {
                        failed.store(true, Ordering::Relaxed);
                    }
                    if sender.send((number, row)).is_err() || failed.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, row) in &receiver {
            rows[number] = Some(row?);
            while let Some(Some(row)) = rows.get(shown) {
                show(row);
                shown += 1;
            }
        }
        // The receiver is dropped here, so that after an error the threads fail to send, and end.
        drop(receiver);
        Ok(())
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// Solves one problem, and checks its certificate if there is one.
fn solve(board: Board, number: usize, problem: &Problem, means: &Means) -> Result<Row, Failure> {
    let keep = match &means.certificates {
        Certificates::Kept(directory) => Keep::File(file(directory, board, number, problem)?),
        _ if problem.expected == Expected::Possible => Keep::Nothing,
        Certificates::None => Keep::Nothing,
        Certificates::Checked => Keep::ForChecking,
    };
    let solved = means.solver.solve(&problem.cnf, &keep)?;
    let checked = solved.certificate.map(|certificate| {
        let start = Instant::now();
        (certificate::check(&problem.cnf, &certificate), start.elapsed())
    });
    let found = match &solved.answer {
        Answer::Unsatisfiable => Found::Nothing,
        Answer::Satisfiable(model) => {
            Found::Model(problem.drawing.as_ref().map(|drawing| drawing.draw(model)))
        }
    };
    Ok(Row {
        name: problem.name.clone(),
        expected: problem.expected,
        variables: problem.cnf.variables,
        clauses: problem.cnf.clauses.len(),
        found,
        time: solved.time,
        checked,
    })
}

/// Returns the path of the files of a problem without their extensions. There is a directory for
/// each board. The name of the file is the number of the problem and the words of its name.
fn file(
    directory: &Path,
    board: Board,
    number: usize,
    problem: &Problem,
) -> Result<PathBuf, Failure> {
    let directory = directory.join(board.to_string());
    fs::create_dir_all(&directory).map_err(Failure::new)?;
    let words: Vec<&str> =
        problem.name.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    Ok(directory.join(format!("{number:02}-{}", words.join("-"))))
}
