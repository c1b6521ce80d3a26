//! Shortens a list as far as what is left of it still shows the same.

/// The blocks of a list that are tried.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// The number of items at the beginning that stay.
    pub first: usize,
    /// The number of items at the end that stay.
    pub last: usize,
    /// Whether the next block begins in the middle of a block that cannot be left out.
    pub overlap: bool,
}

/// Leaves blocks out, large ones first, down to single items. `shows` tries the rest of the list, and returns it, or less, if
/// it shows the same.
pub fn leave_out<T: Clone>(
    mut list: Vec<T>,
    blocks: Blocks,
    shows: &mut dyn FnMut(Vec<T>) -> Option<Vec<T>>,
) -> Vec<T> {
    let Blocks { first, last, overlap } = blocks;
    let mut block = list.len().saturating_sub(first) / 2;
    while block > 0 {
        let mut start = first;
        while start + block + last <= list.len() {
            let mut fewer = list.clone();
            fewer.drain(start..start + block);
            match shows(fewer) {
                Some(shorter) => list = shorter,
                None => start += if overlap { block.div_ceil(2) } else { block },
            }
        }
        block /= 2;
    }
    list
}

/// Leaves single items out, the last one first, but not all of them.
pub fn leave_each_out<T: Clone, E>(
    mut list: Vec<T>,
    mut shows: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    for place in (0..list.len()).rev() {
        let mut fewer = list.clone();
        fewer.remove(place);
        if !fewer.is_empty() && shows(&fewer)? {
            list = fewer;
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_to_stay_is_in_no_block() {
        for (first, last, left) in [(0, 0, "d"), (1, 0, "ad"), (0, 1, "dh"), (2, 2, "abdgh")] {
            let mut tried = Vec::new();
            let blocks = Blocks { first, last, overlap: false };
            let kept = leave_out("abcdefgh".chars().collect(), blocks, &mut |rest| {
                tried.push(rest.len());
                rest.contains(&'d').then_some(rest)
            });
            assert_eq!(kept.iter().collect::<String>(), left);
            assert_eq!(tried[0], 8 - (8 - first) / 2, "half of what may go is tried first");
        }
    }

    #[test]
    fn a_block_in_the_middle_of_two_is_tried_if_blocks_overlap() {
        let kept = |overlap| {
            let blocks = Blocks { first: 0, last: 0, overlap };
            let kept = leave_out("abcdefgh".chars().collect(), blocks, &mut |rest| {
                (rest == ['a', 'b', 'g', 'h']).then_some(rest)
            });
            kept.iter().collect::<String>()
        };
        assert_eq!([kept(false), kept(true)], ["abcdefgh", "abgh"]);
    }

    #[test]
    fn single_items_are_left_out_from_the_end_but_not_all() {
        let none = |_: &[char]| Ok::<bool, ()>(true);
        assert_eq!(leave_each_out(vec!['a', 'b', 'c'], none), Ok(vec!['a']));
        let fails = |rest: &[char]| if rest.len() < 2 { Err(()) } else { Ok(true) };
        assert_eq!(leave_each_out(vec!['a', 'b', 'c'], fails), Err(()));
    }
}
