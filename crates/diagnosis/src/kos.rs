//! Games that repeat a position after any even number of plays, on boards where random games hardly ever
//! repeat one: kos in many places are taken one after the other, and then each once more.

use superko_game::{Player, Point, Size, Turn};

/// The largest number of plays after which a position comes again.
const MOST_PLAYS: usize = 128;

/// The largest number of plays in a game in which nobody passes.
const MOST_IN_TURN: usize = 32;

/// The largest number of kos in such a game.
const MOST_KOS: usize = 7;

/// A ko: stones that stay, and two points, one of which holds a stone.
struct Ko {
    black: Vec<Point>,
    white: Vec<Point>,
    /// The two points: the first for a white stone, the second for a black one.
    between: [Point; 2],
}

/// Returns the number of kos that a board has room for.
pub(super) fn room(size: Size) -> usize {
    kos(size).len()
}

/// Returns games whose last play repeats the position before the first ko. The repetitions span all even numbers of plays up to
/// 32, and some larger ones. Some games have no passes among these plays. Each of the others has `variants`, which begin with
/// other kos or the other player.
pub(super) fn games(size: Size, variants: usize) -> Vec<Vec<Turn>> {
    let kos = kos(size);
    let lengths =
        (2..=32).step_by(2).chain((36..=64).step_by(4)).chain((72..=MOST_PLAYS).step_by(8));
    let with_passes = lengths.map(there_and_back).filter(|order| kos.len() > most(order));
    let with_passes = with_passes.flat_map(|order| {
        let of_variant = |variant: usize| {
            let mut order = order.clone();
            let quarter = order.len() / 4;
            order.rotate_left(variant / 2 * quarter);
            let is_blacks = (0..=most(&order)).map(|ko| ko % 2 == variant % 2).collect();
            game(&kos, is_blacks, &order)
        };
        (0..variants).map(of_variant).collect::<Vec<_>>()
    });
    let in_turn = (6..=MOST_IN_TURN).step_by(2).filter_map(|length| {
        let (is_blacks, order) = in_turn(kos.len().min(MOST_KOS), length)?;
        Some(game(&kos, is_blacks, &order))
    });
    with_passes.chain(in_turn).collect()
}

fn most(order: &[usize]) -> usize {
    order.iter().copied().max().unwrap_or_default()
}

/// Returns an order of kos in which only the last one repeats a position: half of a Gray code, one more ko, the same way back,
/// and that ko again.
fn there_and_back(length: usize) -> Vec<usize> {
    let way: Vec<usize> = (1..length / 2).map(|step| step.trailing_zeros() as usize).collect();
    let last = way.iter().max().map_or(0, |most| most + 1);
    way.iter().copied().chain([last]).chain(way.iter().rev().copied()).chain([last]).collect()
}

/// Returns which kos are Black's at first, and an order in which Black and White take kos in turn. `None` if there are too few
/// kos.
fn in_turn(kos: usize, length: usize) -> Option<(Vec<bool>, Vec<usize>)> {
    let begin = (1_u32 << (kos.saturating_sub(1) / 2)) - 1;
    let mut met = vec![begin];
    let found = extend(&mut met, kos, length);
    let order = |two: &[u32]| (two[0] ^ two[1]).trailing_zeros() as usize;
    let is_blacks = (0..kos).map(|ko| begin >> ko & 1 == 1).collect();
    found.then(|| (is_blacks, met.windows(2).map(order).collect()))
}

/// Extends a sequence of the kos that are Black's until its start is reached again, after this many plays. Returns whether that
/// is possible.
fn extend(met: &mut Vec<u32>, kos: usize, length: usize) -> bool {
    let (black, plays) = (met[met.len() - 1], met.len() - 1);
    if plays == length {
        return black == met[0];
    }
    // Black takes a ko of White's, and then White one of Black's.
    let taken = (0..kos).filter(|ko| (black >> ko & 1 == 1) == (plays % 2 == 1));
    for next in taken.map(|ko| black ^ 1 << ko) {
        if met.contains(&next) && (plays + 1 < length || next != met[0]) {
            continue;
        }
        met.push(next);
        if extend(met, kos, length) {
            return true;
        }
        met.pop();
    }
    false
}

/// Returns the stones of the kos, and then the kos in an order. A player who cannot take the next one passes.
fn game(kos: &[Ko], mut is_blacks: Vec<bool>, order: &[usize]) -> Vec<Turn> {
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (ko, &is_blacks) in kos.iter().zip(&is_blacks) {
        black.extend(&ko.black);
        white.extend(&ko.white);
        if is_blacks { black.push(ko.between[1]) } else { white.push(ko.between[0]) }
    }
    let mut turns = stones_in_turn(Player::Black, black, white);
    for &ko in order {
        let taker = if is_blacks[ko] { Player::White } else { Player::Black };
        let to_move = if turns.len().is_multiple_of(2) { Player::Black } else { Player::White };
        if taker != to_move {
            turns.push(Turn::Pass);
        }
        turns.push(Turn::Play(kos[ko].between[usize::from(taker == Player::Black)]));
        is_blacks[ko] = !is_blacks[ko];
    }
    turns
}

/// A function from coordinates on a part of the board to points.
type Places<'a> = &'a dyn Fn(u8, u8) -> Option<Point>;

/// Returns kos along the four edges, and in rows inside.
fn kos(size: Size) -> Vec<Ko> {
    let (columns, rows) = (size.columns(), size.rows());
    if columns.min(rows) < 6 {
        return Vec::new();
    }
    let (right, top) = (columns - 1, rows - 1);
    let edges: [(u8, Places<'_>); 4] = [
        (columns, &|along, inward| size.point(along, inward)),
        (rows, &|along, inward| size.point(right - inward, along)),
        (columns, &|along, inward| size.point(right - along, top - inward)),
        (rows, &|along, inward| size.point(inward, top - along)),
    ];
    let mut kos = Vec::new();
    for (length, point) in edges {
        // The last two points belong to the next edge.
        for from in (0..length - 5).step_by(4) {
            kos.extend(ko(&|x, y| point(from + x, y), &[(0, 0), (1, 1)], &[(2, 1), (3, 0)], 0));
        }
    }
    for from in (2..columns.saturating_sub(5)).step_by(4) {
        for row in (2..rows.saturating_sub(4)).step_by(3) {
            let (black, white) = ([(0, 1), (1, 0), (1, 2)], [(3, 1), (2, 0), (2, 2)]);
            kos.extend(ko(&|x, y| size.point(from + x, row + y), &black, &white, 1));
        }
    }
    kos
}

/// Returns a ko whose two points are the second and the third of a row.
fn ko(point: Places<'_>, black: &[(u8, u8)], white: &[(u8, u8)], row: u8) -> Option<Ko> {
    let all =
        |places: &[(u8, u8)]| places.iter().map(|&(x, y)| point(x, y)).collect::<Option<Vec<_>>>();
    Some(Ko { black: all(black)?, white: all(white)?, between: [point(1, row)?, point(2, row)?] })
}

/// Returns the stones of both players in turn: `own` of this player, `other` of the opponent. A player without stones left
/// passes.
pub(super) fn stones_in_turn(player: Player, own: Vec<Point>, other: Vec<Point>) -> Vec<Turn> {
    let (mut own, mut other) = (own.into_iter(), other.into_iter());
    let mut turns = Vec::new();
    while own.len() + other.len() > 0 {
        let is_own = (turns.len() % 2 == 0) == (player == Player::Black);
        let stones = if is_own { &mut own } else { &mut other };
        turns.push(stones.next().map_or(Turn::Pass, Turn::Play));
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use superko_engine::referee::Referee;
    use superko_game::Setup;
    use superko_harness::model::{Model, ModelReferee};

    #[test]
    fn a_position_comes_again_after_so_many_plays() {
        for (board, count, longest) in
            [("6x6", 4, 16), ("7x6", 4, 16), ("9x9", 5, 32), ("13x13", 14, 128)]
        {
            let setup = Setup::new(board.parse().unwrap(), "suicide=forbidden".parse().unwrap());
            assert_eq!(kos(setup.size()).len(), count, "{board}");
            let (mut numbers, mut without_pass) = (BTreeSet::new(), BTreeSet::new());
            for turns in games(setup.size(), 4) {
                let mut referee = ModelReferee::new(Model::right(), &setup);
                let (last, before) = turns.split_last().unwrap();
                for &turn in before {
                    assert_eq!(referee.play(turn).refusal, None, "{board}: {turns:?}");
                }
                let (back, plays) = referee.repetition(*last).unwrap();
                assert!(plays <= back && back <= 2 * plays, "{board}: {turns:?}");
                numbers.insert(plays);
                without_pass.extend((back == plays).then_some(plays));
            }
            let even = |number: &usize| *number <= 32.min(longest);
            let small: Vec<usize> = numbers.iter().copied().filter(even).collect();
            assert_eq!(small, (2..=32.min(longest)).step_by(2).collect::<Vec<_>>(), "{board}");
            assert_eq!(numbers.last(), Some(&longest), "{board}");
            let most = if longest == 16 { 8 } else { 20.min(longest) };
            let in_turn: Vec<usize> = (6..=most).step_by(2).collect();
            assert!(in_turn.iter().all(|plays| without_pass.contains(plays)), "{without_pass:?}");
        }
        assert_eq!(room("5x9".parse().unwrap()), 0);
    }
}
