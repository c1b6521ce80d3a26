//! Helpers of the tests of certificates.

use std::path::PathBuf;
use std::{env, fs, process};

use superko_proof::board::Board;
use superko_proof::certificate::{self, EXTENSION};
use superko_proof::cnf::Cnf;
use superko_proof::conditions::{Expected, conditions};
use superko_proof::kernels::kernels_of;
use superko_proof::solver::{Keep, Solver};
use superko_proof::source::Shipped;

/// A directory that is removed when the test is over.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("superko-proof-test-{name}-{}", process::id()));
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that stay in the directory for temporary files do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Solves a condition that takes some work. Returns its clauses and the bytes of its certificate.
pub(crate) fn certified(solver: &Solver) -> (Cnf, Vec<u8>) {
    let scratch = Scratch::new(match solver {
        Solver::Builtin => "builtin",
        Solver::Cadical(_) => "cadical",
    });
    let board = Board { columns: 3, rows: 3 };
    let problem = conditions(&*kernels_of::<Shipped>(board))
        .into_iter()
        .find(|problem| problem.name == "play: every other own stone goes")
        .expect("there is such a condition");
    assert_eq!(problem.expected, Expected::Proved);
    let path = scratch.0.join("problem");
    let solved = solver.solve(&problem.cnf, &Keep::File(path.clone())).expect("it is solved");
    let certificate = solved.certificate.expect("there is no model, so there is a certificate");
    assert!(certificate::check(&problem.cnf, &certificate).is_ok());
    let bytes = fs::read(path.with_extension(EXTENSION)).expect("it was kept");
    let mut clauses = vec![];
    problem.cnf.write(&mut clauses).expect("memory takes it");
    assert_eq!(fs::read(path.with_extension("cnf")).expect("they were kept"), clauses);
    (problem.cnf, bytes)
}

pub(crate) fn accepts(cnf: &Cnf, bytes: &[u8]) -> bool {
    certificate::check(cnf, bytes).is_ok()
}

/// Checks that a certificate proves nothing about other clauses, and nothing if it is cut off.
pub(crate) fn refuses_what_does_not_fit(cnf: &Cnf, bytes: &[u8]) {
    assert!(accepts(cnf, bytes));
    assert!(!accepts(cnf, &[]));
    assert!(!accepts(cnf, &bytes[..bytes.len() / 2]));
    // Without its last clauses, the assertions, the formula has a model.
    let mut fewer = cnf.clone();
    fewer.clauses.retain(|clause| clause.len() > 2);
    assert!(!accepts(&fewer, bytes));
}
