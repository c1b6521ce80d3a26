//! The published numbers are those of the facts.

use crate::fact_text;
use superko_exhaustive::Size;
use superko_exhaustive::published::PERFT;

#[test]
fn the_golden_numbers_of_perft_are_those_of_the_facts() {
    let rows = fact_text("perft.tsv");
    for (size, turns, sequences) in PERFT {
        let size: Size = size.parse().unwrap();
        let row = format!(
            "\n{}\t{}\tPSK\tany\tpass\t{turns}\t{sequences}\t",
            size.rows(),
            size.columns()
        );
        assert!(rows.contains(&row), "{row:?}");
    }
}
