//! SAT solvers.

mod builtin;
mod cadical;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cnf::Cnf;

pub use cadical::Cadical;

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The clauses have no model.
    Unsatisfiable,
    /// The clauses have a model: the value of each variable, from the first.
    Satisfiable(Vec<bool>),
}

/// An answer, with its time and its certificate.
#[derive(Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// The time that the solver took, including the time to read and write files.
    pub time: Duration,
    /// The certificate, if there is no model and a certificate was requested.
    pub certificate: Option<Vec<u8>>,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// A solver.
#[derive(Clone, Debug)]
pub enum Solver {
    /// Varisat, which is written in Rust and part of this program.
    Builtin,
    /// CaDiCaL, another program.
    Cadical(Cadical),
}

impl Solver {
    /// Finds the solver at this path, or with this name on the search path.
    ///
    /// # Errors
    ///
    /// If the program does not start, or is not CaDiCaL.
    pub fn program(path: &Path) -> Result<Solver, Failure> {
        Cadical::new(path).map(Solver::Cadical)
    }

    /// Looks for a model of the clauses. If there is none, makes a certificate if `keep` requests
    /// one.
    ///
    /// # Errors
    ///
    /// If the solver gives up, if its model does not satisfy the clauses, or if files cannot be
    /// written.
    pub fn solve(&self, cnf: &Cnf, keep: &Keep) -> Result<Solved, Failure> {
        let solved = match self {
            Solver::Builtin => builtin::solve(cnf, keep),
            Solver::Cadical(cadical) => cadical.solve(cnf, keep),
        }?;
        match &solved.answer {
            Answer::Satisfiable(model) if !cnf.holds(model) => {
                Err(Failure::new(format!("what {self} calls a model does not satisfy the clauses")))
            }
            _ => Ok(solved),
        }
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solver::Builtin => f.write_str("varisat, built in"),
            Solver::Cadical(cadical) => cadical.fmt(f),
        }
    }
}

/// What to do with a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// No certificate is made.
    Nothing,
    /// The certificate is made, to be checked and forgotten.
    ForChecking,
    /// The clauses are written to a file, and so is the certificate if there is one. Both files
    /// have this path, each with its own extension.
    File(PathBuf),
}

impl Failure {
    /// Makes a failure for this reason.
    pub fn new(text: impl fmt::Display) -> Failure {
        Failure(text.to_string())
    }
}
