//! SAT solvers.

mod builtin;
mod cadical;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cnf::Cnf;

pub use cadical::Cadical;

/// What a solver says of clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No model.
    Unsatisfiable,
    /// A model: the value of each variable, from the first.
    Satisfiable(Vec<bool>),
}

/// An answer and what it took.
#[derive(Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// The time the solver took, with reading and writing of files.
    pub time: Duration,
    /// Why there is no model, if that is the answer and a certificate was asked for.
    pub certificate: Option<Vec<u8>>,
}

/// Why there is no answer.
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
    /// The solver at this path, or of this name on the search path.
    ///
    /// # Errors
    ///
    /// If it does not start, or is not CaDiCaL.
    pub fn program(path: &Path) -> Result<Solver, Failure> {
        Cadical::new(path).map(Solver::Cadical)
    }

    /// Looks for a model of the clauses; with a certificate if there is none, should that be asked
    /// for.
    ///
    /// # Errors
    ///
    /// If the solver gives up, or its model is none, or files cannot be written.
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

/// What is kept of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// No certificate is made.
    Nothing,
    /// The certificate is made, to be checked and forgotten.
    ForChecking,
    /// Clauses become a file, and so does the certificate if there is one: this path with an ending
    /// each.
    File(PathBuf),
}

impl Failure {
    /// A failure for this reason.
    pub fn new(text: impl fmt::Display) -> Failure {
        Failure(text.to_string())
    }
}
