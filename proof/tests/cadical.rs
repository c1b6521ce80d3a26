//! Tests of CaDiCaL's answers and certificates. Where it is not installed, they count as ignored.

mod support;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use superko_proof::board::Board;
use superko_proof::kernels::kernels_of;
use superko_proof::prove::{Certificates, Means, prove};
use superko_proof::solver::Solver;
use superko_proof::source::Shipped;

use support::{Scratch, certified, refuses_what_does_not_fit};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let find = || Solver::program(Path::new("cadical"));
    let test = |name: &str, run: fn(Solver)| {
        Trial::test(name, move || {
            run(find().map_err(|error| Failed::from(error.to_string()))?);
            Ok(())
        })
        .with_ignored_flag(find().is_err())
    };
    let tests = vec![
        test("its_certificates_show_what_they_should", its_certificates_show_what_they_should),
        test("it_proves_a_board", it_proves_a_board),
    ];
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn its_certificates_show_what_they_should(solver: Solver) {
    let (cnf, bytes) = certified(&solver);
    refuses_what_does_not_fit(&cnf, &bytes);
}

fn it_proves_a_board(solver: Solver) {
    let scratch = Scratch::new("board");
    let certificates = Certificates::Kept(scratch.0.clone());
    let means = Means { solver, certificates, jobs: 2 };
    let board = Board { columns: 5, rows: 5 };
    let rows = prove(&*kernels_of::<Shipped>(board), &means, |_| {}).expect("it is solved");
    for row in &rows {
        assert!(row.holds(), "{row}");
    }
    let checked = rows.iter().filter(|row| row.checked.is_some()).count();
    let kept = fs::read_dir(scratch.0.join("5x5")).expect("a directory").count();
    assert_eq!(kept, rows.len() + checked, "clauses, and a certificate where there is no model");
}
