//! Varisat, used as a library.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Instant;

use varisat::{ExtendFormula, Lit, ProofFormat};

use super::{Answer, Failure, Keep, Solved};
use crate::certificate::EXTENSION;
use crate::cnf::Cnf;

/// Bytes that the solver writes while it exists, and that are read afterwards.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn solve(cnf: &Cnf, keep: &Keep) -> Result<Solved, Failure> {
    let start = Instant::now();
    if let Keep::File(path) = keep {
        let clauses = fs::File::create(path.with_extension("cnf")).map_err(Failure::new)?;
        cnf.write(io::BufWriter::new(clauses)).map_err(Failure::new)?;
    }
    let proof = Shared::default();
    let mut solver = varisat::Solver::new();
    if *keep != Keep::Nothing {
        solver.write_proof(proof.clone(), ProofFormat::BinaryDrat);
    }
    for clause in &cnf.clauses {
        let clause: Vec<Lit> =
            clause.iter().map(|&literal| Lit::from_dimacs(literal as isize)).collect();
        solver.add_clause(&clause);
    }
    let satisfiable = solver.solve().map_err(Failure::new)?;
    if satisfiable {
        let mut model = vec![false; cnf.variables];
        for literal in solver.model().unwrap_or_default() {
            if let Some(value) = model.get_mut(literal.index()) {
                *value = literal.is_positive();
            }
        }
        let answer = Answer::Satisfiable(model);
        return Ok(Solved { answer, time: start.elapsed(), certificate: None });
    }
    solver.close_proof().map_err(Failure::new)?;
    drop(solver);
    let certificate = (*keep != Keep::Nothing).then(|| proof.0.take());
    if let (Keep::File(path), Some(certificate)) = (keep, &certificate) {
        fs::write(path.with_extension(EXTENSION), certificate).map_err(Failure::new)?;
    }
    Ok(Solved { answer: Answer::Unsatisfiable, time: start.elapsed(), certificate })
}
