use crate::board::{MAX_POINTS, Player, Position, Size, bits};
use crate::engine::{BATCH, PlayResult, PositionEngine};

/// Makes an engine from the rule text on up to 64 positions at a time.
///
/// For each point and each color there is a word with a bit for each position: whether the point
/// has that color there. So each statement of the text about a point is computed for all positions
/// at once. There are no other optimizations: points that reach a color are found by going over all
/// points until no word changes.
///
/// # Panics
///
/// If the board has more than [`MAX_POINTS`].
pub fn sliced(size: Size) -> Box<dyn PositionEngine> {
    assert!(size.point_count() <= MAX_POINTS, "{size} has too many points");
    let points = 0..size.point_count();
    let neighbors = points.clone().map(|point| {
        let adjacent = points.clone().filter(|&other| size.are_adjacent(point, other));
        let mut four = [NOWHERE as u8; 4];
        for (slot, neighbor) in four.iter_mut().zip(adjacent) {
            *slot = neighbor as u8;
        }
        four
    });
    Box::new(Sliced {
        points: points.len(),
        neighbors: neighbors.collect(),
        black: NONE,
        white: NONE,
        empty: NONE,
        before: [Position::default(); BATCH],
        areas: [Position::default(); BATCH],
    })
}

struct Sliced {
    points: usize,
    /// The neighbors of each point. A point with fewer than four has [`NOWHERE`] in place of the
    /// others.
    neighbors: Vec<[u8; 4]>,
    black: Slices,
    white: Slices,
    empty: Slices,
    before: [Position; BATCH],
    /// For each position, the points of the areas of Black and of White.
    areas: [Position; BATCH],
}

/// A word for each point. The word of [`NOWHERE`] is 0.
type Slices = [u64; NOWHERE + 1];

const NONE: Slices = [0; NOWHERE + 1];

/// A point beyond every board. Its word is 0.
const NOWHERE: usize = MAX_POINTS;

impl Sliced {
    /// Returns the points of one color that reach another: those next to the other color, then
    /// those next to these, and so on.
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

impl PositionEngine for Sliced {
    fn name(&self) -> &'static str {
        "rule text, 64 positions at a time"
    }

    fn load(&mut self, positions: &[Position]) -> u64 {
        self.before =
            std::array::from_fn(|index| positions.get(index).copied().unwrap_or_default());
        [self.black, self.white] = slices(&self.before);
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
        self.areas = positions_of(&areas[0], &areas[1]);
        let given = u64::MAX.checked_shr(BATCH as u32 - positions.len() as u32).unwrap_or(0);
        given & !illegal
    }

    fn areas(&self, index: usize) -> [u16; 2] {
        let Position { black, white } = self.areas[index];
        [black, white].map(|area| area.count_ones() as u16)
    }

    fn play(&self, player: Player, point: usize, which: u64, results: &mut [PlayResult; BATCH]) {
        let (mut own, opponent) = match player {
            Player::Black => (self.black, &self.white),
            Player::White => (self.white, &self.black),
        };
        own[point] |= which;
        let mut empty = self.empty;
        empty[point] &= !which;
        let opponent_stays = self.reaching(opponent, &empty);
        for point in 0..self.points {
            empty[point] |= opponent[point] & !opponent_stays[point];
        }
        let own_stays = self.reaching(&own, &empty);
        let after = match player {
            Player::Black => positions_of(&own_stays, &opponent_stays),
            Player::White => positions_of(&opponent_stays, &own_stays),
        };
        for index in bits(which) {
            results[index] = PlayResult::new(self.before[index], player, after[index]);
        }
    }
}

/// Returns the positions in which one of the neighbors is in the set, one bit per position.
fn beside(set: &Slices, [a, b, c, d]: [u8; 4]) -> u64 {
    // The bound shows the compiler that no index is out of range.
    let at = |point: u8| set[usize::from(point).min(NOWHERE)];
    at(a) | at(b) | at(c) | at(d)
}

/// Converts the words of Black and of White to positions.
fn positions_of(black: &Slices, white: &Slices) -> [Position; BATCH] {
    let mut square = [0; BATCH];
    square[..NOWHERE].copy_from_slice(&black[..NOWHERE]);
    square[NOWHERE..].copy_from_slice(&white[..NOWHERE]);
    transpose(&mut square);
    square.map(|both| Position { black: both as u32, white: (both >> NOWHERE) as u32 })
}

/// Converts positions to the words of Black and of White.
fn slices(positions: &[Position; BATCH]) -> [Slices; 2] {
    let mut square =
        positions.map(|Position { black, white }| u64::from(black) | u64::from(white) << NOWHERE);
    transpose(&mut square);
    let mut slices = [NONE; 2];
    slices[0][..NOWHERE].copy_from_slice(&square[..NOWHERE]);
    slices[1][..NOWHERE].copy_from_slice(&square[NOWHERE..]);
    slices
}

/// Transposes a square of bits. The two quarters off the diagonal are swapped, then those of each
/// quarter, and so on.
fn transpose(square: &mut [u64; BATCH]) {
    let mut width = BATCH / 2;
    // The bits of the low half of every block that is twice as wide.
    let mut low = u64::MAX >> width;
    while width > 0 {
        for block in (0..BATCH).step_by(2 * width) {
            for row in block..block + width {
                let changed = ((square[row] >> width) ^ square[row + width]) & low;
                square[row] ^= changed << width;
                square[row + width] ^= changed;
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_square_has_rows_for_columns() {
        let mut state = 1u64;
        let square: [u64; BATCH] = std::array::from_fn(|_| {
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
        let mut positions = [Position::default(); BATCH];
        for number in 1..BATCH {
            positions[number] = positions[number - 1];
            positions[number].black = positions[number].black.rotate_left(5) ^ number as u32;
            positions[number].white = !positions[number].black.rotate_left(3);
        }
        let [black, white] = slices(&positions);
        assert_eq!(positions_of(&black, &white), positions);
    }
}
