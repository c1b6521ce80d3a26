use super::packed::{Packed, Played};
use super::{LANES, Positions, lanes_of};
use crate::game::{Player, Size};

/// The rule text on up to 64 positions at a time.
///
/// Of each point there is a word for each color, and a bit of the word for each position: whether the point has that
/// color there. What the text says of a point is said of a word, and so of all positions at once. Nothing is clever
/// about it besides: points that reach a color are found by going over all points until no word changes.
#[derive(Clone, Debug)]
pub struct SlicedPositions {
    points: usize,
    /// Of each point its neighbors; where it has fewer than four, [`NOWHERE`] instead.
    neighbors: Vec<[u8; 4]>,
    black: Slices,
    white: Slices,
    empty: Slices,
    before: [Packed; LANES],
    /// The points of the area of Black and of White, of each position.
    areas: [Packed; LANES],
}

/// A word for each point; that of no point is 0.
type Slices = [u64; NOWHERE + 1];

const NONE: Slices = [0; NOWHERE + 1];

/// A point beyond every board. Its word is 0.
const NOWHERE: usize = 32;

impl SlicedPositions {
    /// The rule text on a board.
    ///
    /// # Panics
    ///
    /// If it has more than [`MOST_POINTS`](super::MOST_POINTS).
    pub fn new(size: Size) -> SlicedPositions {
        assert!(size.point_count() <= NOWHERE, "{size} has too many points");
        let points: Vec<_> = size.points().collect();
        let neighbors = points.iter().map(|one| {
            let adjacent = points.iter().enumerate().filter(|(_, other)| {
                one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()) == 1
            });
            let mut four = [NOWHERE as u8; 4];
            for (slot, (place, _)) in four.iter_mut().zip(adjacent) {
                *slot = place as u8;
            }
            four
        });
        SlicedPositions {
            points: points.len(),
            neighbors: neighbors.collect(),
            black: NONE,
            white: NONE,
            empty: NONE,
            before: [Packed::default(); LANES],
            areas: [Packed::default(); LANES],
        }
    }

    /// The points of one color that reach another: those next to it, those of the color next to these, and so on.
    fn reaching(&self, color: &Slices, target: &Slices) -> Slices {
        let mut reached = NONE;
        for (point, &neighbors) in self.neighbors.iter().enumerate() {
            reached[point] = color[point] & beside(target, neighbors);
        }
        loop {
            let mut new = 0;
            let mut reach = |(point, &neighbors): (usize, &[u8; 4])| {
                let more = color[point] & beside(&reached, neighbors) & !reached[point];
                reached[point] |= more;
                new |= more;
            };
            self.neighbors.iter().enumerate().for_each(&mut reach);
            self.neighbors.iter().enumerate().rev().for_each(&mut reach);
            if new == 0 {
                return reached;
            }
        }
    }
}

impl Positions for SlicedPositions {
    fn name(&self) -> &'static str {
        "rule text, 64 positions at a time"
    }

    fn place(&mut self, colorings: &[Packed]) -> u64 {
        self.before = std::array::from_fn(|lane| colorings.get(lane).copied().unwrap_or_default());
        [self.black, self.white] = sliced(&self.before);
        for point in 0..self.points {
            self.empty[point] = !(self.black[point] | self.white[point]);
        }
        let alive = [&self.black, &self.white].map(|color| self.reaching(color, &self.empty));
        let [black, white] = [&self.black, &self.white].map(|of| self.reaching(&self.empty, of));
        let mut illegal = 0;
        let mut areas = [self.black, self.white];
        for point in 0..self.points {
            illegal |=
                (self.black[point] & !alive[0][point]) | (self.white[point] & !alive[1][point]);
            areas[0][point] |= black[point] & !white[point];
            areas[1][point] |= white[point] & !black[point];
        }
        self.areas = packed(&areas[0], &areas[1]);
        let taken = u64::MAX.checked_shr(LANES as u32 - colorings.len() as u32).unwrap_or(0);
        taken & !illegal
    }

    fn areas(&self, lane: usize) -> [u16; 2] {
        let Packed { black, white } = self.areas[lane];
        [black, white].map(|area| area.count_ones() as u16)
    }

    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
        let (mut own, opponent) = match player {
            Player::Black => (self.black, &self.white),
            Player::White => (self.white, &self.black),
        };
        own[point] |= lanes;
        let mut empty = self.empty;
        empty[point] &= !lanes;
        let opponent_stays = self.reaching(opponent, &empty);
        for point in 0..self.points {
            empty[point] |= opponent[point] & !opponent_stays[point];
        }
        let own_stays = self.reaching(&own, &empty);
        let after = match player {
            Player::Black => packed(&own_stays, &opponent_stays),
            Player::White => packed(&opponent_stays, &own_stays),
        };
        for lane in lanes_of(lanes) {
            played[lane] = Played::new(self.before[lane], player, after[lane]);
        }
    }
}

/// Where a neighbor is in the set.
fn beside(set: &Slices, [a, b, c, d]: [u8; 4]) -> u64 {
    // Not beyond the words, as the compiler can see.
    let at = |point: u8| set[usize::from(point).min(NOWHERE)];
    at(a) | at(b) | at(c) | at(d)
}

/// The positions of words.
fn packed(black: &Slices, white: &Slices) -> [Packed; LANES] {
    let mut square = [0; LANES];
    square[..NOWHERE].copy_from_slice(&black[..NOWHERE]);
    square[NOWHERE..].copy_from_slice(&white[..NOWHERE]);
    transpose(&mut square);
    square.map(|both| Packed { black: both as u32, white: (both >> NOWHERE) as u32 })
}

/// The words of positions, of Black and of White.
fn sliced(positions: &[Packed; LANES]) -> [Slices; 2] {
    let mut square =
        positions.map(|Packed { black, white }| u64::from(black) | u64::from(white) << NOWHERE);
    transpose(&mut square);
    let mut slices = [NONE; 2];
    slices[0][..NOWHERE].copy_from_slice(&square[..NOWHERE]);
    slices[1][..NOWHERE].copy_from_slice(&square[NOWHERE..]);
    slices
}

/// Makes rows of the columns of a square of bits: its quarters off the diagonal change places, and so in each quarter
/// on.
fn transpose(square: &mut [u64; LANES]) {
    let mut width = LANES / 2;
    // The bits of the left half of every block that is twice as wide.
    let mut left = u64::MAX >> width;
    while width > 0 {
        for block in (0..LANES).step_by(2 * width) {
            for row in block..block + width {
                let changed = ((square[row] >> width) ^ square[row + width]) & left;
                square[row] ^= changed << width;
                square[row + width] ^= changed;
            }
        }
        width /= 2;
        left ^= left << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_square_has_rows_for_columns() {
        let mut state = 1u64;
        let square: [u64; LANES] = std::array::from_fn(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state
        });
        let mut transposed = square;
        transpose(&mut transposed);
        for (i, row) in square.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "{i} {j}");
            }
        }
    }

    #[test]
    fn words_of_positions_are_positions_again() {
        let mut positions = [Packed::default(); LANES];
        for number in 1..LANES {
            positions[number] = positions[number - 1];
            positions[number].black = positions[number].black.rotate_left(5) ^ number as u32;
            positions[number].white = !positions[number].black.rotate_left(3);
        }
        let [black, white] = sliced(&positions);
        assert_eq!(packed(&black, &white), positions);
    }
}
