//! Legal positions counted by borders agree with the published numbers.

use crate::fact_text;
use std::collections::BTreeMap;
use superko_exhaustive::legal_positions::count;
use superko_exhaustive::{Size, published};

#[test]
fn boards_to_eight_by_eight_have_the_published_numbers() {
    let listed: BTreeMap<(u8, u8), u128> = fact_text("legal_counts.tsv")
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
        for (rows, number) in (1..).zip(count(columns.into(), 8)) {
            let size = Size::new(columns, rows).unwrap();
            assert_eq!(number, listed[&(columns.min(rows), columns.max(rows))], "{size}");
            assert_eq!(published::legal_positions(size), Some(number), "{size}");
            compared += 1;
        }
    }
    assert_eq!(compared, 64);
}
