//! Certificates of real problems are accepted as they are, and refused when something is changed.

use superko_proof::cnf::Cnf;
use superko_proof::solver::{Answer, Keep, Solver};

use crate::support::{accepts, certified, refuses_what_does_not_fit};

#[test]
fn certificates_of_the_builtin_solver() {
    let (cnf, bytes) = certified(&Solver::Builtin);
    refuses_what_does_not_fit(&cnf, &bytes);
    // Add steps that follow from nothing.
    let mut wrong = b"a\x02\x00a\x03\x00".to_vec();
    wrong.extend(&bytes);
    assert!(!accepts(&cnf, &wrong));
    // Delete all clauses first.
    let mut deleted = vec![];
    for clause in &cnf.clauses {
        deleted.push(b'd');
        for literal in clause {
            let mut number = literal.unsigned_abs() * 2 + u32::from(*literal < 0);
            while number > 0x7f {
                deleted.push(number as u8 & 0x7f | 0x80);
                number >>= 7;
            }
            deleted.push(number as u8);
        }
        deleted.push(0);
    }
    deleted.extend(&bytes);
    assert!(!accepts(&cnf, &deleted));
}

/// A program is not believed if it says that all clauses have a model, and shows none.
#[cfg(unix)]
#[test]
fn a_model_that_is_none_is_refused() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let scratch = crate::support::Scratch::new("liar");
    let program = scratch.0.join("liar");
    let script = "#!/bin/sh\n\
        case \"$*\" in *--version*) echo 1.9.5; exit 0;; *--help*) echo cadical; exit 0;; esac\n\
        echo 's SATISFIABLE'; echo 'v 0'; exit 10\n";
    fs::write(&program, script).expect("a file for a moment");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let solver = Solver::program(&program).expect("it answers as CaDiCaL does");
    let clauses = Cnf::of_clauses(vec![vec![1, 2]]);
    let refused = solver.solve(&clauses, &Keep::Nothing).expect_err("there is no model");
    assert!(refused.to_string().contains("does not satisfy the clauses"), "{refused}");
    let honest = Solver::Builtin.solve(&clauses, &Keep::Nothing);
    assert!(honest.is_ok_and(|solved| matches!(solved.answer, Answer::Satisfiable(_))));
}
