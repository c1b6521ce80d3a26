//! Certificates that clauses have no model, and a checker for them.
//!
//! A solver is a large program, and nobody needs to trust its answer that there is no model. It
//! writes down the clauses that it derives, up to the empty one, and a checker confirms that each
//! clause follows. The checker here shares no code with any solver. It knows one kind of step: a
//! clause follows if assuming it false leads to a contradiction by unit propagation alone ("reverse
//! unit propagation"). A certificate that needs the stronger steps of the format is refused.
//!
//! The format is binary DRAT, which both solvers here write: a list of clauses that are derived or
//! deleted. A step begins with a byte `a` (derived) or `d` (deleted). The literals follow as
//! numbers (`2 * variable`, plus 1 if negated) of 7 bits a byte, the lowest bits first. A byte 0
//! ends the step.

use std::collections::HashMap;
use std::fmt;

use crate::cnf::Cnf;

/// The file extension of a certificate.
pub const EXTENSION: &str = "drat";

/// The result of checking a certificate that is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of clauses that were derived.
    pub steps: usize,
}

/// The reason why a certificate was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected(String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "certificate refused: {}", self.0)
    }
}

impl std::error::Error for Rejected {}

/// Checks a certificate, given as bytes.
///
/// A step is right if assuming its clause false leads to a contradiction by unit propagation.
/// Literals that unit propagation derives are kept for good, even if a clause that they were
/// derived from is deleted later: they still follow from the original clauses.
///
/// # Errors
///
/// If a step is wrong, or the clauses do not lead to a contradiction at the end.
pub fn check(cnf: &Cnf, mut proof: &[u8]) -> Result<Checked, Rejected> {
    let mut clauses = Clauses::default();
    for clause in &cnf.clauses {
        clauses.add(clause);
    }
    let mut steps = 0;
    while !clauses.contradict {
        let Some((derived, clause)) = step(&mut proof)? else {
            return Err(Rejected("the empty clause is not derived".to_string()));
        };
        if !derived {
            clauses.delete(&clause);
            continue;
        }
        steps += 1;
        if let Some(literal) = foreign(cnf, &clause) {
            return Err(Rejected(format!("step {steps}: the clauses have no literal {literal}")));
        }
        if !clauses.imply(&clause) {
            return Err(Rejected(format!("step {steps}: {clause:?} does not follow")));
        }
        clauses.add(&clause);
    }
    Ok(Checked { steps })
}

/// Reads the next step: whether its clause is derived, and the clause. Returns `None` at the end.
fn step(proof: &mut &[u8]) -> Result<Option<(bool, Vec<i32>)>, Rejected> {
    let derived = match byte(proof) {
        None => return Ok(None),
        Some(b'a') => true,
        Some(b'd') => false,
        Some(other) => return Err(Rejected(format!("a step starts with byte {other}"))),
    };
    let mut clause = vec![];
    loop {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = byte(proof).ok_or_else(|| Rejected("a step is cut off".to_string()))?;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
            if shift > 35 {
                return Err(Rejected("a literal is too large".to_string()));
            }
        }
        if number == 0 {
            return Ok(Some((derived, clause)));
        }
        let variable = i32::try_from(number / 2).ok().filter(|&variable| variable > 0);
        let variable = variable.ok_or_else(|| Rejected("no such literal".to_string()))?;
        clause.push(if number % 2 == 1 { -variable } else { variable });
    }
}

/// Takes the next byte.
fn byte(proof: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = proof.split_first()?;
    *proof = rest;
    Some(first)
}

/// Returns a literal of a variable that the clauses do not have, if there is one. No certificate
/// needs such a literal.
fn foreign(cnf: &Cnf, clause: &[i32]) -> Option<i32> {
    clause.iter().copied().find(|literal| literal.unsigned_abs() as usize > cnf.variables)
}

/// Clauses under unit propagation. Each clause is watched at two of its literals. A watched literal
/// is false only if the clause holds, or if all of its literals are false.
#[derive(Debug, Default)]
struct Clauses {
    /// The literals; the first two are watched. A deleted clause is empty.
    clauses: Vec<Vec<i32>>,
    /// The clauses watched at each literal, by the index of the literal. Each entry also has
    /// another literal of the clause.
    watched: Vec<Vec<(usize, i32)>>,
    /// The places of the stored clauses, by their sorted literals.
    places: HashMap<Vec<i32>, Vec<usize>>,
    /// The literals that follow from the clauses. While a clause is checked, the literals that follow
    /// from its negation are among them.
    assignment: Assignment,
    /// The number of literals of the trail that have been propagated.
    propagated: usize,
    /// Whether the clauses contradict each other.
    contradict: bool,
}

impl Clauses {
    fn add(&mut self, literals: &[i32]) {
        self.grow(literals);
        let sorted = sorted(literals);
        let mut clause = sorted.clone();
        // The literals that are not false come first.
        clause.sort_by_key(|&literal| self.assignment.fails(literal));
        let free = clause.iter().filter(|&&literal| !self.assignment.fails(literal)).count();
        match free {
            0 => self.contradict = true,
            // The clause says no more than this literal, which holds for good from now on.
            1 => self.conclude(clause[0]),
            _ => {
                let place = self.clauses.len();
                self.watched[index(clause[0])].push((place, clause[1]));
                self.watched[index(clause[1])].push((place, clause[0]));
                self.places.entry(sorted).or_default().push(place);
                self.clauses.push(clause);
            }
        }
    }

    /// Deletes a clause. A clause that is not stored said no more than one literal, and this literal
    /// holds for good.
    fn delete(&mut self, literals: &[i32]) {
        if let Some(place) = self.places.get_mut(&sorted(literals)).and_then(Vec::pop) {
            self.clauses[place].clear();
        }
    }

    /// Returns whether the clause follows by unit propagation.
    fn imply(&mut self, clause: &[i32]) -> bool {
        self.grow(clause);
        let length = self.assignment.trail.len();
        let mut follows = false;
        for &literal in clause {
            if self.assignment.holds(literal) {
                follows = true;
                break;
            }
            if !self.assignment.fails(literal) {
                self.assignment.set(-literal);
            }
        }
        follows = follows || !self.propagate();
        self.assignment.retract(length);
        self.propagated = length;
        follows
    }

    /// Adds a literal for good, and everything that follows from it.
    fn conclude(&mut self, literal: i32) {
        if !self.assignment.holds(literal) {
            self.assignment.set(literal);
            self.contradict |= !self.propagate();
        }
    }

    /// Sets all literals that follow by unit propagation. Returns `false` if all literals of a
    /// clause are false.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.assignment.trail.get(self.propagated) {
            self.propagated += 1;
            let mut watched = std::mem::take(&mut self.watched[index(-literal)]);
            let mut kept = 0;
            let mut consistent = true;
            for i in 0..watched.len() {
                let (place, other) = watched[i];
                if !consistent || self.assignment.holds(other) {
                    watched[kept] = watched[i];
                    kept += 1;
                    continue;
                }
                match self.visit(place, -literal) {
                    Visit::Moved => {}
                    Visit::Stays(other) => {
                        watched[kept] = (place, other);
                        kept += 1;
                    }
                    Visit::Fails => {
                        watched[kept] = watched[i];
                        kept += 1;
                        consistent = false;
                    }
                }
            }
            watched.truncate(kept);
            self.watched[index(-literal)] = watched;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Updates a clause whose watched literal `failing` became false.
    fn visit(&mut self, place: usize, failing: i32) -> Visit {
        let clause = &mut self.clauses[place];
        if clause.is_empty() {
            return Visit::Moved;
        }
        if clause[0] == failing {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if self.assignment.holds(first) {
            return Visit::Stays(first);
        }
        for i in 2..clause.len() {
            if !self.assignment.fails(clause[i]) {
                clause.swap(1, i);
                self.watched[index(clause[1])].push((place, first));
                return Visit::Moved;
            }
        }
        if self.assignment.fails(first) {
            return Visit::Fails;
        }
        self.assignment.set(first);
        Visit::Stays(first)
    }

    /// Makes room for the literals of a clause.
    fn grow(&mut self, clause: &[i32]) {
        self.assignment.grow(clause);
        self.watched.resize(self.assignment.holds.len(), vec![]);
    }
}

/// What to do with a clause in the watch list of a literal that became false.
enum Visit {
    /// The clause is deleted, or watched elsewhere now.
    Moved,
    /// The clause stays in the list. This literal of it holds.
    Stays(i32),
    /// All literals of the clause are false.
    Fails,
}

/// Returns the literals in order, each once.
fn sorted(literals: &[i32]) -> Vec<i32> {
    let mut sorted = literals.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Returns the index of a literal. The two literals of a variable have neighboring indices.
fn index(literal: i32) -> usize {
    (literal.unsigned_abs() as usize) * 2 + usize::from(literal < 0)
}

/// The literals that are assumed or follow.
#[derive(Debug, Default)]
struct Assignment {
    /// Whether the literal of each index holds.
    holds: Vec<bool>,
    /// The literals that hold, in the order in which they were set.
    trail: Vec<i32>,
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

    /// Unsets all but the first `length` literals.
    fn retract(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.holds[index(literal)] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All eight clauses over three variables.
    fn contradiction() -> Cnf {
        let sign = |case: i32, i: i32| if case >> i & 1 == 1 { -(i + 1) } else { i + 1 };
        Cnf::of_clauses((0..8).map(|case| (0..3).map(|i| sign(case, i)).collect()).collect())
    }

    /// Encodes steps as bytes. The first part of a step is whether its clause is derived.
    fn bytes(steps: &[(bool, &[i32])]) -> Vec<u8> {
        let mut bytes = vec![];
        for (derived, clause) in steps {
            bytes.push(if *derived { b'a' } else { b'd' });
            for literal in *clause {
                bytes.push((literal.unsigned_abs() * 2) as u8 + u8::from(*literal < 0));
            }
            bytes.push(0);
        }
        bytes
    }

    fn verdict(proof: &[u8]) -> String {
        match check(&contradiction(), proof) {
            Ok(Checked { steps }) => format!("{steps} steps"),
            Err(Rejected(why)) => why,
        }
    }

    #[test]
    fn a_right_certificate_is_accepted() {
        let steps: [(bool, &[i32]); 4] = [(true, &[1, 2]), (true, &[1]), (true, &[2]), (true, &[])];
        assert_eq!(verdict(&bytes(&steps[..2])), "the empty clause is not derived");
        // The contradiction shows as soon as the last clause is added.
        assert_eq!(verdict(&bytes(&steps)), "3 steps");
    }

    #[test]
    fn clauses_that_contradict_each_other_need_no_step() {
        for clauses in [vec![vec![], vec![1]], vec![vec![1], vec![-1, 2], vec![-2]]] {
            assert_eq!(check(&Cnf::of_clauses(clauses), &[][..]), Ok(Checked { steps: 0 }));
        }
    }

    #[test]
    fn a_wrong_certificate_is_rejected() {
        let far = bytes(&[(true, &[60])]);
        assert!(verdict(&far).contains("the clauses have no literal 60"));
        assert_eq!(verdict(&[]), "the empty clause is not derived");
        assert_eq!(verdict(&bytes(&[(true, &[])])), "step 1: [] does not follow");
        assert_eq!(verdict(&bytes(&[(true, &[1])])), "step 1: [1] does not follow");
        let deleted: [(bool, &[i32]); 2] = [(false, &[3, 2, 1]), (true, &[1, 2])];
        assert_eq!(verdict(&bytes(&deleted)), "step 1: [1, 2] does not follow");
        assert_eq!(verdict(&[b'a', 2]), "a step is cut off");
        assert_eq!(verdict(b"x"), "a step starts with byte 120");
        assert_eq!(verdict(&[b'a', 1, 0]), "no such literal");
    }
}
