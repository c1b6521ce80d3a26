//! Legal positions counted by borders, against the published numbers.

use crate::support::fact_text;
use std::collections::BTreeMap;
use superko::legal_positions::{count, published};

#[test]
fn boards_to_eight_by_eight_have_the_published_numbers() {
    let listed: BTreeMap<(usize, usize), u128> = fact_text("legal_counts.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [m, n, number] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            ((m.parse().unwrap(), n.parse().unwrap()), number.parse().unwrap())
        })
        .collect();
    assert_eq!(listed.len(), 36);
    let mut compared = 0;
    for columns in 1..=8 {
        for (rows, number) in (1..).zip(count(columns, 8)) {
            let sides = (columns.min(rows), columns.max(rows));
            assert_eq!(number, listed[&sides], "{columns}x{rows}");
            assert_eq!(published(columns, rows), Some(number), "{columns}x{rows}");
            compared += 1;
        }
    }
    assert_eq!(compared, 64);
}
