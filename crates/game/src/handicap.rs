//! The points of handicap stones in GTP.

use crate::{Point, Size};

/// Returns the points of fixed handicap stones according to the GTP specification, or `None` if the board has
/// no points for this many.
///
/// Boards with an even side, or a side of 7, have four such points; others from 9 on have nine.
pub fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    let (columns, rows) = (lines(size.columns())?, lines(size.rows())?);
    let most = if columns[1].is_some() && rows[1].is_some() { 9 } else { 4 };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let corners = [(0, 0), (2, 2), (0, 2), (2, 0)];
    let sides = [(0, 1), (2, 1), (1, 0), (1, 2)];
    let center = (1, 1);
    let places: Vec<(usize, usize)> = match stones {
        2..=4 => corners[..stones].to_vec(),
        5 | 7 | 9 => [&corners[..], &sides[..stones - 5], &[center]].concat(),
        _ => [&corners[..], &sides[..stones - 4]].concat(),
    };
    let point = |(column, row): (usize, usize)| size.point(columns[column]?, rows[row]?);
    places.into_iter().map(point).collect()
}

/// Returns the points of free handicap stones: as many fixed ones as possible, then any others. At least one point stays empty.
pub fn free(size: Size, stones: usize) -> Vec<Point> {
    let most = stones.min(size.point_count() - 1);
    let places = (2..=most).rev().find_map(|stones| fixed(size, stones));
    let mut places = places.unwrap_or_default();
    let others: Vec<Point> = size.points().filter(|point| !places.contains(point)).collect();
    places.extend(others);
    places.truncate(most);
    places
}

/// Returns the lines of handicap stones in one direction: the low one, the middle one, if any, and the high one.
fn lines(side: u8) -> Option<[Option<u8>; 3]> {
    let low = match side {
        ..7 => return None,
        7..13 => 2,
        13.. => 3,
    };
    let middle = (side >= 9 && side % 2 == 1).then_some(side / 2);
    Some([Some(low), middle, Some(side - 1 - low)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: &str, stones: usize) -> String {
        let places = fixed(size.parse().unwrap(), stones);
        let names = places.into_iter().flatten().map(|point| point.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fixed_stones_stand_as_gtp_has_them() {
        for (size, stones, expected) in [
            ("19", 1, ""),
            ("19", 2, "D4 Q16"),
            ("19", 3, "D4 Q16 D16"),
            ("19", 4, "D4 Q16 D16 Q4"),
            ("19", 5, "D4 Q16 D16 Q4 K10"),
            ("19", 6, "D4 Q16 D16 Q4 D10 Q10"),
            ("19", 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            ("19", 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            ("19", 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            ("19", 10, ""),
            ("9", 5, "C3 G7 C7 G3 E5"),
            ("7", 4, "C3 E5 C5 E3"),
            ("7", 5, ""),
            ("6", 2, ""),
            ("12", 4, "C3 K10 C10 K3"),
            ("12", 5, ""),
            ("9x13", 3, "C4 G10 C10"),
        ] {
            assert_eq!(names(size, stones), expected, "{stones} on {size}");
        }
    }

    #[test]
    fn free_stones_leave_a_point() {
        for (size, stones, expected) in [("19", 9, 9), ("19", 20, 20), ("2", 9, 3), ("3x2", 4, 4)] {
            let mut places = free(size.parse().unwrap(), stones);
            assert_eq!(places.len(), expected, "{stones} on {size}");
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), expected, "{stones} on {size}");
        }
    }
}
