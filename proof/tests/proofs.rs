//! The proof goes through on boards of every kind, and wrong kernels are refused.

use superko_proof::board::Board;
use superko_proof::controls::{Twin, mutants};
use superko_proof::kernels::{Kernels, kernels_of, wide_kernels_of};
use superko_proof::prove::{Certificates, Found, Means, prove};
use superko_proof::solver::Solver;
use superko_proof::source::Shipped;
use superko_proof::whole::Aspect;

fn assert_proved(kernels: &dyn Kernels) {
    let means = Means { solver: Solver::Builtin, certificates: Certificates::Checked, jobs: 1 };
    let rows = prove(kernels, &means, |_| {}).expect("the solver answers");
    assert!(rows.len() > 45, "{} rows", rows.len());
    for row in rows {
        assert!(row.holds(), "{}: {row}: {:?}", kernels.frame().board, row.found);
        // A control has a model and no certificate.
        let has_certificate = matches!(row.checked, Some((Ok(_), _)));
        assert_eq!(has_certificate, row.found == Found::Nothing, "{row}");
    }
}

fn board(columns: usize, rows: usize) -> Board {
    Board { columns, rows }
}

#[test]
fn boards_of_up_to_five_columns_and_rows() {
    for columns in 1..=5 {
        for rows in 1..=5 {
            assert_proved(&*kernels_of::<Shipped>(board(columns, rows)));
        }
    }
}

#[test]
fn strips() {
    for length in 6..=19 {
        assert_proved(&*kernels_of::<Shipped>(board(1, length)));
        assert_proved(&*kernels_of::<Shipped>(board(length, 1)));
    }
}

#[test]
fn rectangles() {
    for (columns, rows) in [(7, 8), (2, 12), (9, 3), (10, 4), (3, 13), (19, 3), (4, 14)] {
        assert_proved(&*kernels_of::<Shipped>(board(columns, rows)));
    }
}

#[test]
fn seven_by_seven_and_nine_by_nine() {
    assert_proved(&*kernels_of::<Shipped>(board(7, 7)));
    assert_proved(&*kernels_of::<Shipped>(board(9, 9)));
}

#[test]
fn wide_words() {
    for (columns, rows) in [(4, 4), (8, 5), (2, 12), (10, 4), (3, 13), (19, 2), (1, 19)] {
        let kernels = wide_kernels_of::<Shipped>(board(columns, rows));
        assert_proved(&*kernels.expect("a word is as wide"));
    }
}

#[test]
fn nothing_is_wrong_with_loops_unrolled() {
    for (columns, rows) in
        [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (1, 8), (3, 3), (9, 9), (19, 19)]
    {
        for twin in Twin::shipped(board(columns, rows)) {
            for aspect in Aspect::ALL {
                let found = twin.counterexample(aspect, &Solver::Builtin);
                assert!(found.expect("the solver answers").is_none(), "{twin:?} {aspect:?}");
            }
        }
    }
}

#[test]
fn every_wrong_kernel_is_refused_drawn_and_replayed() {
    let mutants = mutants();
    assert_eq!(mutants.len(), 11);
    for mutant in mutants {
        let finding = mutant.examine(&Solver::Builtin).expect("the solver answers");
        assert!(finding.is_complete(), "{}: {finding}", mutant.name);
        let drawing = finding.counterexample.expect("it is complete").drawing;
        assert_eq!(drawing.matches('*').count(), 1, "{drawing}");
    }
}
