use super::*;

/// Returns a history on a row of eight points, which begins empty.
fn history() -> History<8, 1> {
    History::new(&[Bitboard::EMPTY; 2], Player::Black, 8)
}

/// Adds the turn that leads to a grid, and returns the hash of the grid.
fn push(history: &mut History<8, 1>, change: Change<8, 1>, grid: Grid<8, 1>) -> u64 {
    let bits = Player::BOTH
        .map(|player| grid[player as usize].bits().fold(0, |hash, bit| hash ^ key(player, bit)));
    history.push(&change, bits[0] ^ bits[1], counts(&grid), || grid);
    bits[0] ^ bits[1]
}

#[test]
fn the_keys_are_those_of_splitmix64() {
    // The first numbers from seed 0 were published with the generator.
    assert_eq!(KEYS[0], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    assert_eq!(KEYS[1], [0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC]);
    let mut all: Vec<u64> = KEYS.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 2 * 64 * 11);
    assert_eq!(key(Player::White, 1), KEYS[1][1]);
}

#[test]
fn the_lowest_bits_of_a_hash_decide() {
    let mut history = history();
    let hash = push(&mut history, Change::Quiet { bit: 0 }, [set(&[0]), set(&[])]);
    for bits in 0..=64 {
        history.set_hash_bits(bits);
        for bit in 0..64 {
            assert_eq!(history.is_proposed(1, hash ^ 1 << bit), bit >= bits, "{bits}, {bit}");
        }
        assert!(history.is_proposed(1, hash));
        // Entries from before the change are found as well.
        let black = [set(&[0]), set(&[])];
        assert_eq!(history.find(hash, || black, |_| true), Some(1), "{bits}");
    }
    let begun = History::<8, 1>::new(&[set(&[0, 2]), set(&[3])], Player::White, 8);
    assert_eq!(begun.hash(), KEYS[0][0] ^ KEYS[2][0] ^ KEYS[3][1]);
}

#[test]
#[should_panic(expected = "a hash has at most 64 bits")]
fn a_hash_of_more_than_64_bits_is_no_hash() {
    history().set_hash_bits(65);
}

#[test]
fn stone_counts_that_no_grid_had_are_known() {
    let mut history = history();
    let (one, two) = ([set(&[0]), set(&[])], [set(&[0]), set(&[5])]);
    push(&mut history, Change::Quiet { bit: 0 }, one);
    push(&mut history, Change::Quiet { bit: 5 }, two);
    push(&mut history, Change::Pass, two);
    let had = |history: &History<8, 1>| {
        let pairs = (0..=8).flat_map(|black| (0..=8).map(move |white| [black, white]));
        pairs.filter(|&pair| history.has_pair(pair)).collect::<Vec<_>>()
    };
    assert_eq!(had(&history), [[0, 0], [1, 0], [1, 1]]);
    // Undoing a turn removes its counts, unless another grid has them.
    let (mut grid, mut stones) = (two, [1, 1]);
    assert_eq!(history.pop(&mut grid, &mut stones), Some(Turn::Pass));
    assert_eq!(had(&history), [[0, 0], [1, 0], [1, 1]]);
    assert_eq!(history.pop(&mut grid, &mut stones), Some(Turn::Play(Point::new(5, 0))));
    assert_eq!(had(&history), [[0, 0], [1, 0]]);
    assert_eq!((grid, stones), (one, [1, 0]));
}

#[test]
fn points_where_stones_were_removed_are_known() {
    let mut history = history();
    push(&mut history, Change::Quiet { bit: 0 }, [set(&[0]), set(&[])]);
    push(&mut history, Change::Capture { bit: 1, removed: set(&[0]) }, [set(&[]), set(&[1])]);
    assert_eq!(history.emptied(Player::Black), set(&[0]));
    assert_eq!(history.emptied(Player::White), set(&[]));
    push(&mut history, Change::Suicide { bit: 0, removed: set(&[0]) }, [set(&[]), set(&[1])]);
    push(&mut history, Change::Suicide { bit: 2, removed: set(&[1, 2]) }, [set(&[]), set(&[])]);
    assert_eq!(history.emptied(Player::Black), set(&[0]));
    assert_eq!(history.emptied(Player::White), set(&[1, 2]));
    assert_eq!((history.is_play(4), history.turns()), (true, 4));
    history.clear();
    assert_eq!(history.emptied(Player::White), set(&[]));
    assert_eq!((history.turns(), history.has_pair([0, 1])), (0, false));
}

#[test]
fn earlier_grids_are_made_from_snapshots_and_from_later_grids() {
    let mut history = history();
    history.set_hash_bits(0);
    let mut grids: Vec<Grid<8, 1>> = vec![[set(&[]); 2]];
    // In even rounds, Black and White capture each other's stone, White passes, and Black kills the
    // own stones.
    for round in 0..12 {
        for (change, grid) in [
            (Change::Quiet { bit: 0 }, [set(&[0]), set(&[])]),
            (Change::Capture { bit: 1, removed: set(&[0]) }, [set(&[]), set(&[1])]),
            (Change::Capture { bit: 0, removed: set(&[1]) }, [set(&[0]), set(&[])]),
            (Change::Pass, [set(&[0]), set(&[])]),
            (Change::Suicide { bit: 1, removed: set(&[0, 1]) }, [set(&[]), set(&[])]),
        ] {
            // In odd rounds, White would be the first to move, so everybody passes.
            if round % 2 == 0 {
                push(&mut history, change, grid);
                grids.push(grid);
            } else {
                push(&mut history, Change::Pass, [set(&[]); 2]);
                grids.push([set(&[]); 2]);
            }
        }
    }
    for (turns, grid) in grids.iter().enumerate() {
        let moment = history.moment(turns);
        assert_eq!((moment.grid, history.grid(turns)), (*grid, *grid), "{turns}");
        for earlier in 0..=turns {
            let (mut before, direct) = (moment, history.moment(earlier));
            history.go_back(&mut before, earlier);
            assert_eq!((before.turns, before.grid), (earlier, direct.grid));
            assert_eq!(before.removed, direct.removed, "{turns}, {earlier}");
        }
    }
    // The latest accepted turn is found, whichever turns are not accepted.
    let black = [set(&[0]), set(&[])];
    for limit in 0..grids.len() {
        let found = history.find(0, || black, |turns| turns <= limit);
        assert_eq!(found, grids[..=limit].iter().rposition(|grid| *grid == black), "{limit}");
    }
}

/// Returns the stones of a number in Gray code. The lowest bit is Black's, and the others are
/// White's.
fn gray(turn: u16) -> Grid<8, 1> {
    let stones: Vec<u16> = (0..8).filter(|bit| (turn ^ turn >> 1) >> bit & 1 == 1).collect();
    [set::<8, 1>(&stones) & set(&[0]), set::<8, 1>(&stones) - set(&[0])]
}

#[test]
fn most_buckets_are_empty_and_the_rest_are_found() {
    let mut history = history();
    let mut hashes = vec![history.hash()];
    for turn in 1..=255_u16 {
        // Every other turn flips the lowest bit.
        let (grid, bit) = (gray(turn), turn.trailing_zeros() as usize);
        let has = grid.iter().any(|stones| stones.limbs()[0] >> bit & 1 == 1);
        let change = match has {
            true => Change::Quiet { bit },
            // A history accepts any grids, even impossible ones: here a stone elsewhere is removed
            // together with that one.
            false => Change::Suicide { bit: 9, removed: set(&[bit as u16, 9]) },
        };
        hashes.push(push(&mut history, change, grid));
        let (entries, buckets) = (history.entries.len(), history.heads.len());
        assert!((4 * entries..=8 * entries.max(32)).contains(&buckets), "{entries}, {buckets}");
    }
    // Some of the grids share a bucket.
    let empty = history.heads.iter().filter(|&&head| head == 0).count();
    assert!((1024 - 255..1024 - 100).contains(&empty), "{empty}");
    for (turn, &hash) in hashes.iter().enumerate() {
        let entry = history.entries[turn];
        assert_eq!(entry.hash, hash);
        let head = history.heads[history.bucket(hash)] as usize;
        let mut chain = std::iter::successors(Some(head), |&at| {
            Some(history.entries[at - 1].link as usize).filter(|&link| link > 0)
        });
        assert!(chain.any(|at| at == turn + 1), "{turn}");
    }
    let removed = history.removed.capacity() * size_of::<u16>();
    let held =
        256 * size_of::<Entry>() + 1024 * size_of::<u32>() + 16 * size_of::<(Grid<8, 1>, usize)>();
    let bytes = history.bytes() - removed;
    assert!((held..4 * held).contains(&bytes), "{held}, {bytes}");
}

#[test]
fn turns_and_grids_are_known_by_their_number() {
    let mut history = history();
    let (one, two) = ([set(&[0]), set(&[])], [set(&[]), set(&[1])]);
    push(&mut history, Change::Quiet { bit: 0 }, one);
    push(&mut history, Change::Capture { bit: 1, removed: set(&[0]) }, two);
    let last = push(&mut history, Change::Pass, two);
    let plays = [0, 1].map(|column| Some(Turn::Play(Point::new(column, 0))));
    assert_eq!(
        [0, 1, 2, 3].map(|number| history.turn(number)),
        [None, plays[0], plays[1], Some(Turn::Pass)]
    );
    assert_eq!([1, 2, 3].map(|number| history.is_play(number)), [true, true, false]);
    assert_eq!(
        [0, 1, 2, 3].map(|turns| history.is_grid(turns, last, || two)),
        [false, false, true, true]
    );
    // An equal hash is no proof.
    assert!(!history.is_grid(2, last, || one));
    // The stone that was removed takes memory too.
    let others = history.entries.capacity() * size_of::<Entry>()
        + history.snapshots.capacity() * size_of::<(Grid<8, 1>, usize)>()
        + history.heads.capacity() * size_of::<u32>()
        + history.pairs.capacity() * size_of::<u64>();
    assert_eq!(history.bytes(), others + history.removed.capacity() * size_of::<u16>());
    assert!(history.removed.capacity() > 0);
    let (mut grid, mut stones) = (two, [0, 1]);
    history.pop(&mut grid, &mut stones);
    history.pop(&mut grid, &mut stones);
    assert_eq!((grid, stones, history.removed.len()), (one, [1, 0], 0));
}

#[test]
fn grids_of_other_hashes_are_not_looked_at() {
    let mut history = history();
    let grid = [set(&[0]), set(&[])];
    let hash = push(&mut history, Change::Quiet { bit: 0 }, grid);
    // The other hash is in the same bucket, and differs in one bit.
    let other = hash ^ 1 << 63;
    assert_eq!(history.bucket(hash), history.bucket(other));
    let unasked = || panic!("a grid of another hash is looked at");
    assert_eq!(history.find(other, unasked, |_| true), None);
    assert!(!history.is_grid(1, other, unasked));
    assert_eq!(history.find(hash, || grid, |_| true), Some(1));
}
