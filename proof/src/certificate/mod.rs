//! Certificates that clauses have no model, and their check.
//!
//! A solver is a large program. Its word that there is no model need not be taken: it writes down
//! the clauses that it derives, up to the empty one, and a checker confirms that each follows. The
//! checkers here share no code with any solver. They know one kind of step: a clause follows if
//! assuming it false leads to a contradiction by unit propagation alone ("reverse unit
//! propagation"). A certificate that needs the stronger steps of the formats is refused.
//!
//! * [`lrat`]: each step names the clauses that it needs, in order. Quick to check.
//! * [`drat`]: steps name nothing, so the checker searches. The format that every solver writes.

pub mod drat;
pub mod lrat;

use std::fmt;

use crate::cnf::Cnf;

/// A format of certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Binary DRAT.
    Drat,
    /// LRAT as text.
    Lrat,
}

impl Format {
    /// The ending of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Drat => "drat",
            Format::Lrat => "lrat",
        }
    }

    /// Checks that a certificate of this format shows that the clauses have no model.
    ///
    /// # Errors
    ///
    /// If it does not, or cannot be read.
    pub fn check(self, cnf: &Cnf, certificate: &[u8]) -> Result<Checked, Rejected> {
        match self {
            Format::Drat => drat::check(cnf, certificate),
            Format::Lrat => lrat::check(cnf, certificate),
        }
    }
}

/// A certificate was found right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of clauses that were derived.
    pub steps: usize,
}

/// Why a certificate was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected(String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "certificate refused: {}", self.0)
    }
}

impl std::error::Error for Rejected {}

/// Values of literals: those that are assumed or follow.
#[derive(Debug, Default)]
struct Assignment {
    /// Whether the literal of each index holds.
    holds: Vec<bool>,
    /// The literals that hold, in the order in which they came to.
    trail: Vec<i32>,
}

/// The index of a literal: those of one variable are neighbors.
fn index(literal: i32) -> usize {
    (literal.unsigned_abs() as usize) * 2 + usize::from(literal < 0)
}

/// A literal of a variable that the clauses do not have, if there is one. Certificates need none.
fn foreign(cnf: &Cnf, clause: &[i32]) -> Option<i32> {
    clause.iter().copied().find(|literal| literal.unsigned_abs() as usize > cnf.variables)
}

impl Assignment {
    fn grow(&mut self, clause: &[i32]) {
        for &literal in clause {
            let needed = index(-literal).max(index(literal)) + 1;
            if self.holds.len() < needed {
                self.holds.resize(needed, false);
            }
        }
    }

    fn holds(&self, literal: i32) -> bool {
        self.holds[index(literal)]
    }

    fn fails(&self, literal: i32) -> bool {
        self.holds[index(-literal)]
    }

    fn set(&mut self, literal: i32) {
        self.holds[index(literal)] = true;
        self.trail.push(literal);
    }

    /// Takes back all but the first `length` literals.
    fn retract(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.holds[index(literal)] = false;
        }
    }
}
