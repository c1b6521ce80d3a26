//! Puts all problems of a board to a solver, and checks its certificates.

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
    /// What becomes of certificates.
    pub certificates: Certificates,
    /// How many problems are solved at once.
    pub jobs: usize,
}

/// What becomes of certificates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificates {
    /// None are made.
    None,
    /// They are checked and forgotten.
    Checked,
    /// They are checked and kept in a directory, with the clauses of every problem, also of those
    /// that have a model and no certificate.
    Kept(PathBuf),
}

/// What came of a problem.
#[derive(Debug)]
pub struct Row {
    /// What was asked.
    pub name: String,
    /// What was to be found.
    pub expected: Expected,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// What was found.
    pub found: Found,
    /// The time of the solver.
    pub time: Duration,
    /// What the check of the certificate said, and its time.
    pub checked: Option<(Result<Checked, Rejected>, Duration)>,
}

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// No model.
    Nothing,
    /// A model, drawn if there is a position in it.
    Model(Option<String>),
}

impl Row {
    /// Was found what was to be found, and the certificate not refused?
    pub fn holds(&self) -> bool {
        let found = matches!(
            (self.expected, &self.found),
            (Expected::Proved | Expected::TooSmall, Found::Nothing)
                | (Expected::Possible, Found::Model(_))
        );
        found && !matches!(&self.checked, Some((Err(_), _)))
    }
}

/// The head of the table that rows are the lines of.
pub const HEAD: &str = "condition                                                          \
    variables   clauses  result     time  certificate";

/// A line of a table.
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

/// Solves all problems about the kernels, and hands each row to `show`, in the order of the
/// problems. Once one fails, no further one is begun: what is wrong in one step of a kernel can make
/// a later condition very hard.
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
        // Dropped here, so that after an error the threads find nobody to send to.
        drop(receiver);
        Ok(())
    })?;
    Ok(rows.into_iter().flatten().collect())
}

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

/// The path of the files of a problem, without their endings: a directory for each board, the
/// number of the problem and the words of its name.
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
