//! LRAT: each line derives one clause and names the clauses that show it, or deletes clauses.
//!
//! ```text
//! 9 1 -2 0 3 7 0      clause 9 is (1 or not 2), by clauses 3 and 7
//! 9 d 4 5 0           clauses 4 and 5 are not used any more
//! ```

use std::collections::HashMap;
use std::io::BufRead;

use super::{Assignment, Checked, Rejected, foreign};
use crate::cnf::Cnf;

/// Checks a certificate, given as text.
///
/// The clauses of the problem have the numbers from 1. A step is right if, with its clause assumed
/// false, each clause that it names in turn has one literal left that does not fail, until one has
/// none. If the empty clause is among those of the problem, there is nothing to show.
///
/// # Errors
///
/// If a step is wrong, or no step derives the empty clause.
pub fn check(cnf: &Cnf, proof: &[u8]) -> Result<Checked, Rejected> {
    if cnf.clauses.iter().any(Vec::is_empty) {
        return Ok(Checked { steps: 0 });
    }
    let mut clauses: HashMap<u64, Vec<i32>> = (1..).zip(cnf.clauses.iter().cloned()).collect();
    let mut assignment = Assignment::default();
    cnf.clauses.iter().for_each(|clause| assignment.grow(clause));
    let mut steps = 0;
    for (number, line) in (1..).zip(proof.lines()) {
        let wrong = |what: &str| Rejected(format!("line {number}: {what}"));
        let line = line.map_err(|error| wrong(&error.to_string()))?;
        let mut words = line.split_ascii_whitespace().peekable();
        let name = words.next().and_then(|word| word.parse().ok());
        let name: u64 = name.ok_or_else(|| wrong("it starts with no number"))?;
        if words.next_if_eq(&"d").is_some() {
            for name in list::<u64>(&mut words).ok_or_else(|| wrong("an unreadable list"))? {
                clauses.remove(&name).ok_or_else(|| wrong("it deletes what is not there"))?;
            }
            continue;
        }
        let clause: Vec<i32> = list(&mut words).ok_or_else(|| wrong("an unreadable clause"))?;
        let hints: Vec<i64> = list(&mut words).ok_or_else(|| wrong("an unreadable list"))?;
        if foreign(cnf, &clause).is_some() {
            return Err(wrong("a literal that the clauses do not have"));
        }
        assignment.grow(&clause);
        for &literal in &clause {
            assignment.set(-literal);
        }
        let followed = follow(&mut assignment, &clauses, &hints);
        assignment.retract(0);
        followed.map_err(wrong)?;
        steps += 1;
        if clause.is_empty() {
            return Ok(Checked { steps });
        }
        if clauses.insert(name, clause).is_some() {
            return Err(wrong("its number is taken"));
        }
    }
    Err(Rejected("the empty clause is not derived".to_string()))
}

/// Goes through the clauses named until one contradicts the assignment.
fn follow(
    assignment: &mut Assignment,
    clauses: &HashMap<u64, Vec<i32>>,
    hints: &[i64],
) -> Result<(), &'static str> {
    for &hint in hints {
        let name = u64::try_from(hint).map_err(|_| "a step of a kind that is not accepted")?;
        let clause = clauses.get(&name).ok_or("it names a clause that is not there")?;
        let mut left = clause.iter().copied().filter(|&literal| !assignment.fails(literal));
        let Some(unit) = left.next() else { return Ok(()) };
        if left.any(|literal| literal != unit) {
            return Err("a clause that it names has two literals left");
        }
        if !assignment.holds(unit) {
            assignment.set(unit);
        }
    }
    Err("the clauses that it names do not suffice")
}

/// The numbers up to a 0.
fn list<'a, T: std::str::FromStr + PartialEq + Default>(
    words: &mut impl Iterator<Item = &'a str>,
) -> Option<Vec<T>> {
    let mut numbers = vec![];
    loop {
        let number: T = words.next()?.parse().ok()?;
        if number == T::default() {
            return Some(numbers);
        }
        numbers.push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four clauses over two variables.
    fn contradiction() -> Cnf {
        Cnf::of_clauses(vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]])
    }

    fn said(proof: &str) -> String {
        match check(&contradiction(), proof.as_bytes()) {
            Ok(Checked { steps }) => format!("{steps} steps"),
            Err(Rejected(why)) => why,
        }
    }

    #[test]
    fn a_right_certificate_is_accepted() {
        assert_eq!(said("5 1 0 1 2 0\n6 0 5 3 4 0\n"), "2 steps");
        assert_eq!(said("5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), "2 steps");
        // The assignment of one step is gone in the next.
        assert_eq!(said("5 1 0 1 2 0\n6 2 0 3 5 0\n7 0 5 6 4 0\n"), "3 steps");
    }

    #[test]
    fn a_wrong_certificate_is_rejected() {
        assert!(said("5 2000000000 0 1 2 0\n").contains("a literal that the clauses do not have"));
        let cases = [
            ("", "the empty clause is not derived"),
            ("5 1 0 1 2 0\n", "the empty clause is not derived"),
            ("5 0 1 2 3 4 0\n", "line 1: a clause that it names has two literals left"),
            ("5 1 0 1 3 0\n", "line 1: a clause that it names has two literals left"),
            ("5 1 0 1 9 0\n", "line 1: it names a clause that is not there"),
            ("5 1 0 1 1 0\n", "line 1: the clauses that it names do not suffice"),
            ("5 1 0 -1 2 0\n", "line 1: a step of a kind that is not accepted"),
            ("5 1 0 1 2\n", "line 1: an unreadable list"),
            ("5 1 0 1 2 0\n5 d 1 0\n6 2 0 1 5 0\n", "line 3: it names a clause that is not there"),
            ("4 1 0 1 2 0\n", "line 1: its number is taken"),
            ("4 d 9 0\n", "line 1: it deletes what is not there"),
            ("x 1 0\n", "line 1: it starts with no number"),
        ];
        for (proof, why) in cases {
            assert_eq!(said(proof), why, "{proof:?}");
        }
    }
}
