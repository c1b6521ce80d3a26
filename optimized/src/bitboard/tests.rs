use super::*;
use crate::random::Random;

type Set = Bitboard<10, 2>;

#[test]
fn set_operators_agree_with_membership() {
    let a: Set = (0..9).map(|i| Point::new(i, i)).collect();
    let b: Set = (0..9).map(|i| Point::new(i, 6)).collect();
    for row in 0..9 {
        for column in 0..9 {
            let p = Point::new(column, row);
            let (x, y) = (a.contains(p), b.contains(p));
            assert_eq!((x, y), (column == row, row == 6));
            assert_eq!((a & b).contains(p), x && y);
            assert_eq!((a | b).contains(p), x || y);
            assert_eq!((a ^ b).contains(p), x != y);
            assert_eq!((a - b).contains(p), x && !y);
            assert!(a.with(p).contains(p) && !a.without(p).contains(p));
        }
    }
    assert!(!a.is_disjoint(b) && (a - b).is_disjoint(b));
    assert!((a & b).is_subset(a) && !a.is_subset(b));
}

#[test]
fn a_set_lists_its_points_in_board_order() {
    let set: Set =
        [(8, 8), (0, 0), (4, 6), (3, 6)].map(|(c, r)| Point::new(c, r)).into_iter().collect();
    let listed: Vec<_> = set.into_iter().map(|p| (p.column, p.row)).collect();
    assert_eq!(listed, [(0, 0), (3, 6), (4, 6), (8, 8)]);
    for (rank, point) in set.into_iter().enumerate() {
        assert_eq!(set.nth(rank as u32), Set::from(point));
    }
    assert_eq!(set.first(), Some(Point::new(0, 0)));
    assert_eq!(Set::EMPTY.first(), None);
}

#[test]
fn every_bit_of_a_word_can_be_selected() {
    for word in [1, u64::MAX, 1 << 63, 0x8000_0001_0100_0801, 0xaaaa_5555_0f0f_1234] {
        let mut rest: u64 = word;
        for rank in 0..word.count_ones() {
            assert_eq!(nth_bit(word, rank), rest & rest.wrapping_neg());
            rest &= rest - 1;
        }
    }
}

#[test]
fn moving_a_point_crosses_limbs() {
    // Bit 63 is column 3 of row 6, bit 64 column 4.
    let west = Set::from(Point::new(3, 6));
    let east = Set::from(Point::new(4, 6));
    assert_eq!(west.up(1), east);
    assert_eq!(east.down(1), west);
    assert_eq!(Set::from(Point::new(4, 5)).up(10), east);
    assert_eq!(east.down(10), Set::from(Point::new(4, 5)));
}

/// Checks the neighbors and diagonals of random sets, point by point.
fn what_lies_beside<const S: usize, const N: usize>() {
    let mut random = Random::new(S as u64);
    let (columns, rows) = (S as i32 - 1, Bitboard::<S, N>::rows() as i32);
    // Miri is about a thousand times slower.
    for sparse in 0..if cfg!(miri) { 1 } else { 20 } {
        let mut set = Bitboard::<S, N>::EMPTY;
        let mut stones = vec![];
        for row in 0..rows {
            for column in 0..columns {
                if random.below(2 + sparse) == 0 {
                    stones.push((column, row));
                    set |= Bitboard::from(Point::new(column as u8, row as u8));
                }
            }
        }
        assert_eq!(set.count() as usize, stones.len());
        let listed = set.into_iter().map(|point| (i32::from(point.column), i32::from(point.row)));
        assert_eq!(listed.collect::<Vec<_>>(), stones);
        let lowest = stones.first().map(|&(c, r)| Point::new(c as u8, r as u8));
        assert_eq!(set.lowest(), lowest.map_or(Bitboard::EMPTY, Bitboard::from));
        for row in 0..rows {
            for column in 0..columns {
                let p = Point::new(column as u8, row as u8);
                let held =
                    |(east, north): (i32, i32)| stones.contains(&(column + east, row + north));
                let count = |steps: [(i32, i32); 4]| steps.into_iter().filter(|&s| held(s)).count();
                let straight = count([(1, 0), (-1, 0), (0, 1), (0, -1)]);
                let diagonal = count([(1, 1), (-1, 1), (1, -1), (-1, -1)]);
                assert_eq!(set.contains(p), held((0, 0)));
                assert_eq!(set.neighbors().contains(p), straight >= 1, "{p}\n{set:?}");
                assert_eq!(set.neighbors_twice().contains(p), straight >= 2, "{p}\n{set:?}");
                assert_eq!(set.diagonals().contains(p), diagonal >= 1, "{p}\n{set:?}");
                assert_eq!(set.diagonals_twice().contains(p), diagonal >= 2, "{p}\n{set:?}");
                let others = stones.len() - usize::from(held((0, 0)));
                let without = set.without(p);
                assert_eq!((without.count() as usize, without.contains(p)), (others, false));
                assert_eq!(set.with(p), without | Bitboard::from(p));
            }
        }
    }
}

#[test]
fn what_lies_beside_is_right_on_every_layout() {
    what_lies_beside::<8, 1>();
    what_lies_beside::<10, 2>();
    what_lies_beside::<14, 3>();
    // Miri is about a thousand times slower.
    if !cfg!(miri) {
        what_lies_beside::<20, 6>();
        what_lies_beside::<26, 11>();
    }
}

/// Checks bit by bit how sets are moved, counted, compared and listed.
fn every_limb_counts<const S: usize, const N: usize>() {
    let mut random = Random::new(N as u64);
    let limbs: [u64; N] = std::array::from_fn(|_| random.bits() & random.bits());
    let set = Bitboard::<S, N>(limbs);
    let is_set = |limbs: [u64; N], bit: usize| limbs[bit / 64] >> (bit % 64) & 1 == 1;
    for bits in 1..64 {
        let (up, down) = (set.up(bits).0, set.down(bits).0);
        for bit in 0..64 * N {
            let (from, to) = (bit.checked_sub(bits as usize), bit + bits as usize);
            assert_eq!(is_set(up, bit), from.is_some_and(|from| is_set(limbs, from)), "{bits}");
            assert_eq!(is_set(down, bit), to < 64 * N && is_set(limbs, to), "{bits}");
        }
    }
    for limb in 0..N {
        let mut one = [0; N];
        one[limb] = limbs[limb] & limbs[limb].wrapping_neg();
        let one = Bitboard::<S, N>(one);
        assert!(one.is_subset(set) && !one.is_subset(set - one) && one != set, "{limb}");
        assert!(!one.is_disjoint(set) && one.is_disjoint(set - one), "{limb}");
        assert_eq!((one.count(), (set - one).count() + 1), (1, set.count()));
        // The lowest bit of the limbs from this one on.
        let upper = Bitboard::<S, N>(std::array::from_fn(|i| if i < limb { 0 } else { limbs[i] }));
        assert_eq!(upper.lowest(), one, "{limb}");
    }
    let points = set
        & (0..Bitboard::<S, N>::rows())
            .flat_map(|row| (0..S as u8 - 1).map(move |column| Point::new(column, row as u8)))
            .collect();
    let mut listed = points.into_iter();
    for left in (0..points.count() as usize).rev() {
        assert_eq!((listed.len(), listed.size_hint()), (left + 1, (left + 1, Some(left + 1))));
        let rank = points.count() - left as u32 - 1;
        assert_eq!(listed.next().map(Bitboard::from), Some(points.nth(rank)), "{rank}");
    }
    assert_eq!((listed.next(), listed.len()), (None, 0));
}

#[test]
fn every_limb_counts_on_every_layout() {
    every_limb_counts::<8, 1>();
    every_limb_counts::<10, 2>();
    every_limb_counts::<14, 3>();
    every_limb_counts::<20, 6>();
    every_limb_counts::<26, 11>();
}

#[test]
fn the_lowest_point_is_in_the_first_limb_that_has_any() {
    let lowest = |limbs| Bitboard::<14, 3>(limbs).lowest().0;
    assert_eq!(lowest([12, 12, 12]), [4, 0, 0]);
    assert_eq!(lowest([0, 12, 12]), [0, 4, 0]);
    assert_eq!(lowest([0, 0, 1 << 63]), [0, 0, 1 << 63]);
    assert_eq!(lowest([0, 0, 0]), [0, 0, 0]);
}

#[test]
fn points_beyond_a_layout_are_in_no_set() {
    // Each row is nine columns and a gap. The last bit, 127, is column 7 of row 12.
    let full = Set::from_limbs([u64::MAX; 2]);
    for (column, row, fits) in [
        (8, 0, true),
        (9, 0, false),
        (10, 0, false),
        (7, 12, true),
        (8, 12, false),
        (9, 12, false),
        (0, 13, false),
    ] {
        let point = Point::new(column, row);
        assert_eq!(full.contains(point), fits, "{point}");
        assert_eq!(full.without(point) == full, !fits, "{point}");
        assert_eq!(std::panic::catch_unwind(|| Set::bit(point)).is_ok(), fits, "{point}");
    }
}

#[test]
fn a_set_is_drawn_counted_down_and_hashed() {
    let set: Bitboard<8, 1> =
        [(0, 0), (6, 1), (2, 7)].map(|(c, r)| Point::new(c, r)).into_iter().collect();
    let drawn = format!("{set:?}");
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(
        lines,
        ["..#....", ".......", ".......", ".......", ".......", ".......", "......#", "#......"]
    );
    let mut points = set.into_iter();
    for left in [3, 2, 1, 0] {
        assert_eq!((points.size_hint(), points.len()), ((left, Some(left)), left));
        assert_eq!(points.next().is_some(), left > 0);
    }
    let half: Bitboard<8, 1> =
        [(6, 1), (3, 3)].map(|(c, r)| Point::new(c, r)).into_iter().collect();
    let (mut both, mut either, mut first) = (set, set, set);
    both &= half;
    either |= half;
    first -= half;
    assert_eq!((both, either, first), (set & half, set | half, set - half));
    assert_eq!((both.count(), either.count(), first.count()), (1, 4, 2));
    let distinct = std::collections::HashSet::from([set, half, set, both]);
    assert_eq!(distinct.len(), 3);
    let hash = |set: Bitboard<8, 1>| {
        let mut hasher = std::hash::DefaultHasher::new();
        set.hash(&mut hasher);
        hasher.finish()
    };
    assert!(hash(set) == hash(set) && hash(set) != hash(half));
    assert_eq!(Bitboard::<8, 1>::default(), Bitboard::EMPTY);
}
