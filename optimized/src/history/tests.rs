use super::*;

/// Returns a history on a row of eight points, which begins empty.
fn history() -> History<8, 1> {
    History::new(&[Bitboard::EMPTY; 2], Player::Black, 8)
}

/// Returns the set of these bits.
fn set(bits: &[u16]) -> Bitboard<8, 1> {
    Bitboard([bits.iter().map(|bit| 1 << bit).sum()])
}

/// Adds the turn that leads to a grid, and returns the hash of the grid.
fn push(history: &mut History<8, 1>, step: Step, grid: Grid<8, 1>) -> u64 {
    let before = history.grid(history.turns());
    let removes = (0..2).any(|color| !before[color].is_subset(grid[color]));
    history.push(step, removes, &grid, hash_of(&grid), counts(&grid));
    hash_of(&grid)
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
fn the_lowest_bits_of_a_hash_choose_the_bucket() {
    let mut history = history();
    let black = [set(&[0]), set(&[])];
    let hash = push(&mut history, Step::play(0), black);
    for bits in 0..=64 {
        history.set_hash_bits(bits);
        for bit in 0..8 {
            let same = history.bucket(hash ^ 1 << bit) == history.bucket(hash);
            assert_eq!(same, bit >= bits, "{bits}, {bit}");
        }
        // Entries from before the change are found as well, and only the same grid is.
        assert_eq!(history.find(hash, &black, |_| true), Some(1), "{bits}");
        assert_eq!(history.find(hash, &[set(&[1]), set(&[])], |_| true), None, "{bits}");
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
    push(&mut history, Step::play(0), one);
    push(&mut history, Step::play(5), two);
    push(&mut history, Step::PASS, two);
    let had = |history: &History<8, 1>| {
        let pairs = (0..=8).flat_map(|black| (0..=8).map(move |white| [black, white]));
        pairs.filter(|&pair| history.has_pair(pair)).collect::<Vec<_>>()
    };
    assert_eq!(had(&history), [[0, 0], [1, 0], [1, 1]]);
    // Undoing a turn removes its counts, unless another grid has them.
    assert_eq!(history.pop(), Some(Turn::Pass));
    assert_eq!(had(&history), [[0, 0], [1, 0], [1, 1]]);
    assert_eq!(history.pop(), Some(Turn::Play(Point::new(5, 0))));
    assert_eq!(had(&history), [[0, 0], [1, 0]]);
    assert_eq!(*history.grid(1), one);
}

#[test]
fn points_where_stones_were_removed_are_known() {
    let mut history = history();
    push(&mut history, Step::play(0), [set(&[0]), set(&[])]);
    push(&mut history, Step::play(1), [set(&[]), set(&[1])]);
    assert_eq!(history.emptied[0], set(&[0]));
    assert_eq!(history.emptied[1], set(&[]));
    // The suicide of a lone stone leaves the grid as it is, which never had the stone.
    push(&mut history, Step::play(2), [set(&[]), set(&[1])]);
    push(&mut history, Step::play(2), [set(&[]), set(&[])]);
    assert_eq!(history.emptied[0], set(&[0]));
    assert_eq!(history.emptied[1], set(&[1]));
    assert_eq!((history.is_play(4), history.turns()), (true, 4));
    history.clear();
    assert_eq!(history.emptied[1], set(&[]));
    assert_eq!((history.turns(), history.has_pair([0, 1])), (0, false));
}

#[test]
fn stones_return_only_to_grids_since_a_point_had_its_first() {
    let mut history = history();
    let returning = |history: &History<8, 1>, player| history.returning(player);
    // White captures the first black stone. Then Black takes it back, and captures in turn.
    push(&mut history, Step::play(0), [set(&[0]), set(&[])]);
    push(&mut history, Step::play(1), [set(&[]), set(&[1])]);
    assert_eq!(returning(&history, Player::Black), set(&[0]));
    push(&mut history, Step::play(0), [set(&[0]), set(&[])]);
    assert_eq!(returning(&history, Player::White), set(&[1]));
    push(&mut history, Step::PASS, [set(&[0]), set(&[])]);
    // Black's latest stone was there before, so all removed stones matter that did not return.
    assert_eq!(returning(&history, Player::Black), set(&[]));
    push(&mut history, Step::play(7), [set(&[0, 7]), set(&[])]);
    push(&mut history, Step::play(1), [set(&[7]), set(&[1])]);
    // No grid before turn 5 had the stone on point 7, but that of turn 5 had both.
    assert_eq!(returning(&history, Player::Black), set(&[0]));
    push(&mut history, Step::play(6), [set(&[6, 7]), set(&[1])]);
    push(&mut history, Step::PASS, [set(&[6, 7]), set(&[1])]);
    // No grid before turn 7 had the stone on point 6.
    assert_eq!(returning(&history, Player::Black), set(&[]));
    push(&mut history, Step::PASS, [set(&[6, 7]), set(&[1])]);
    push(&mut history, Step::PASS, [set(&[6, 7]), set(&[1])]);
    assert_eq!(returning(&history, Player::Black), set(&[]));
    push(&mut history, Step::PASS, [set(&[6, 7]), set(&[1])]);
    push(&mut history, Step::play(5), [set(&[7]), set(&[1, 5])]);
    // The stone on point 6 is gone, so grids since turn 5 matter.
    assert_eq!(returning(&history, Player::Black), set(&[0, 6]));
}

#[test]
fn the_latest_accepted_turn_is_found() {
    let mut history = history();
    history.set_hash_bits(0);
    let mut grids: Vec<Grid<8, 1>> = vec![[set(&[]); 2]];
    for round in 0..12 {
        for (step, grid) in [
            (Step::play(0), [set(&[0]), set(&[])]),
            (Step::play(1), [set(&[]), set(&[1])]),
            (Step::play(0), [set(&[0]), set(&[])]),
            (Step::PASS, [set(&[0]), set(&[])]),
            (Step::play(1), [set(&[]), set(&[])]),
        ] {
            // In odd rounds, White would be the first to move, so everybody passes.
            let pass = (Step::PASS, [set(&[]); 2]);
            let (step, grid) = if round % 2 == 0 { (step, grid) } else { pass };
            push(&mut history, step, grid);
            grids.push(grid);
        }
    }
    for (turns, grid) in grids.iter().enumerate() {
        assert_eq!(history.grid(turns), grid, "{turns}");
    }
    let black = [set(&[0]), set(&[])];
    for limit in 0..grids.len() {
        let found = history.find(0, &black, |turns| turns <= limit);
        assert_eq!(found, grids[..=limit].iter().rposition(|grid| *grid == black), "{limit}");
    }
}

#[test]
fn most_buckets_are_empty_and_the_rest_are_found() {
    let mut history = History::<20, 6>::new(&[Bitboard::EMPTY; 2], Player::Black, 361);
    let mut grid = [Bitboard::EMPTY; 2];
    for turn in 1..=255 {
        let bit = turn / 19 * 20 + turn % 19;
        grid[(turn + 1) % 2].0[bit / 64] |= 1 << (bit % 64);
        history.push(Step::play(bit), false, &grid, hash_of(&grid), counts(&grid));
        let (entries, buckets) = (history.entries.len(), history.heads.len());
        assert!((4 * entries..=8 * entries.max(32)).contains(&buckets), "{entries}, {buckets}");
    }
    // Some of the grids share a bucket.
    let empty = history.heads.iter().filter(|&&head| head == 0).count();
    assert!((1024 - 255..1024 - 100).contains(&empty), "{empty}");
    for turn in 0..=255 {
        let Entry { grid, hash, .. } = history.entries[turn];
        assert_eq!(history.find(hash, &grid, |_| true), Some(turn));
    }
    let held = 256 * size_of::<Entry<20, 6>>() + 1024 * size_of::<u32>();
    let bytes = history.bytes();
    assert!((held..2 * held).contains(&bytes), "{held}, {bytes}");
}

#[test]
fn turns_are_known_by_their_number() {
    let mut history = history();
    let (one, two) = ([set(&[0]), set(&[])], [set(&[]), set(&[1])]);
    push(&mut history, Step::play(0), one);
    push(&mut history, Step::play(1), two);
    push(&mut history, Step::PASS, two);
    let plays = [0, 1].map(|column| Some(Turn::Play(Point::new(column, 0))));
    assert_eq!(
        [0, 1, 2, 3].map(|number| history.turn(number)),
        [None, plays[0], plays[1], Some(Turn::Pass)]
    );
    assert_eq!([1, 2, 3].map(|number| history.is_play(number)), [true, true, false]);
    assert_eq!([Player::Black, Player::White].map(|player| history.turns_of(player)), [2, 1]);
}
