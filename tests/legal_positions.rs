//! Legal positions counted by borders, against the published numbers.

use crate::support::fact_text;
use std::collections::BTreeMap;
use superko::Size;
use superko::exhaust::Published;
use superko::legal_positions::{PUBLISHED, count};

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
            let of_binary = PUBLISHED.iter().find(|(board, _)| *board == sides);
            assert_eq!(of_binary.map(|(_, number)| *number), Some(number), "{columns}x{rows}");
            let size = Size::new(columns as u8, rows as u8).unwrap();
            if let Some(published) = Published::of(size) {
                assert_eq!(u128::from(published.positions), number, "{columns}x{rows}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 64);
}
