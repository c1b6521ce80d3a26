//! The conditions that are proved are those that the theorems in Coq assume.

use superko_proof::board::Board;
use superko_proof::conditions::{Expected, conditions};
use superko_proof::kernels::kernels_of;
use superko_proof::source::Shipped;

/// The names of the conditions, one on each line. `theorems/check` compares the same list with the
/// fields of a record in Coq.
const LISTED: &str = include_str!("../theorems/conditions.txt");

#[test]
fn the_conditions_are_those_that_the_theorems_assume() {
    for board in [Board { columns: 3, rows: 3 }, Board { columns: 2, rows: 12 }] {
        let problems = conditions(&*kernels_of::<Shipped>(board));
        let names: Vec<&str> = problems.iter().map(|problem| &problem.name[..]).collect();
        assert_eq!(names, LISTED.lines().collect::<Vec<_>>());
        // A name tells whether it is a control. The theorems assume no control.
        for problem in &problems {
            let is_control = problem.expected != Expected::Proved;
            assert_eq!(is_control, problem.name.contains(": possible: "), "{}", problem.name);
        }
    }
}
