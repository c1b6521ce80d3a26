//! `setup` and `scoring`: positions that are built up stone by stone.

use crate::decode::{Bytes, coloring_bytes, rules_byte, size_byte};
use crate::duel::Duel;
use crate::tally::Tally;
use superko::engines::ReferencePositions;
use superko::exhaust::{MOST_POINTS, Positions, compare_one};
use superko::{Color, Engine, Position, Rules, Size, Turn};

/// The boards: small ones first, then one for each layout of the optimized engine.
const SIZES: [(u8, u8); 24] = [
    (1, 1),
    (2, 1),
    (1, 3),
    (2, 2),
    (3, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (3, 4),
    (4, 4),
    (5, 4),
    (4, 5),
    (5, 5),
    (6, 5),
    (5, 6),
    (8, 4),
    (4, 8),
    (25, 1),
    (7, 7),
    (8, 8),
    (9, 9),
    (13, 4),
    (13, 13),
    (16, 8),
];

/// The largest board, in points, on which every play is tried.
const WHOLE_MAP: usize = 36;

/// What makes an engine that is asked about positions without a past, for a board of up to 32 points.
pub type Kernels = dyn Fn(Size) -> Box<dyn Positions>;

/// Builds the legal position that the bytes stand for, a size, rules and four points a byte. There every play of both
/// players is asked about, and every legal one taken and taken back. The kernels are asked about the position as it is
/// in the bytes too, be it a legal position or not.
///
/// # Panics
///
/// With what is drawn where reference and engine, or kernels, differ.
pub fn setup(data: &[u8], tally: &mut Tally, engine: &mut dyn Engine, kernels: &Kernels) {
    let mut bytes = Bytes::new(data);
    let (size, rules) = (bytes.size(&SIZES), bytes.rules());
    let position = bytes.position(size);
    compare_kernels(&position, tally, kernels);
    let position = breathing(position);
    let mut duel = Duel::begin(size, rules, engine, tally);
    duel.take_all(&stones(&position));
    assert_eq!(superko::Referee::position(duel.referee()), &position, "it was built up");
    try_all(&mut duel, bytes.byte());
    duel.take(Turn::Pass);
    try_all(&mut duel, bytes.byte());
    duel.take(Turn::Pass);
    duel.unwind();
}

/// Builds a legal position of large areas, which the bytes paint rectangle by rectangle, and compares its score, in the
/// game, at its end, and with the areas that the kernels tell.
///
/// # Panics
///
/// With what is drawn where reference and engine, or kernels, differ.
pub fn scoring(data: &[u8], tally: &mut Tally, engine: &mut dyn Engine, kernels: &Kernels) {
    let mut bytes = Bytes::new(data);
    let (size, rules) = (bytes.size(&SIZES), bytes.rules());
    let mut position = Position::empty(size);
    while !bytes.rest().is_empty() {
        paint(&mut position, &mut bytes);
    }
    compare_kernels(&position, tally, kernels);
    let position = breathing(position);
    let mut duel = Duel::begin(size, rules, engine, tally);
    let turns = stones(&position);
    for (place, &turn) in turns.iter().enumerate() {
        duel.take_all(&[turn]);
        if place % 8 == 0 {
            duel.score();
        }
    }
    duel.pass_out();
    duel.unwind();
}

/// A position in the bytes of `setup`; nothing if it is on no board of this target.
pub(crate) fn encode_setup(position: &Position, rules: Rules) -> Option<Vec<u8>> {
    let mut bytes = vec![size_byte(position.size(), &SIZES)?, rules_byte(rules)];
    bytes.extend(coloring_bytes(position));
    Some(bytes)
}

/// A position in the bytes of `scoring`; nothing if it is on no board of this target.
pub(crate) fn encode_scoring(position: &Position, rules: Rules) -> Option<Vec<u8>> {
    let mut bytes = vec![size_byte(position.size(), &SIZES)?, rules_byte(rules)];
    for point in position.size().points() {
        let color = match position[point] {
            Color::Empty => continue,
            Color::Black => 1,
            Color::White => 2,
        };
        bytes.extend([color, point.column(), point.row()]);
    }
    Some(bytes)
}

/// Paints a rectangle: a color and its extent, the column and the row of a corner.
fn paint(position: &mut Position, bytes: &mut Bytes<'_>) {
    let size = position.size();
    let code = bytes.byte();
    let color = [Color::Empty, Color::Black, Color::White][usize::from(code % 4 % 3)];
    let (wide, high) = (code / 4 % 8, code / 32);
    let (column, row) = (bytes.byte() % size.columns(), bytes.byte() % size.rows());
    for right in 0..=wide {
        for up in 0..=high {
            if let Some(point) = size.point(column + right, row + up) {
                position[point] = color;
            }
        }
    }
}

/// Asks about all plays, and has those taken that are legal and taken back; on a large board some of them.
fn try_all(duel: &mut Duel<'_>, which: u8) {
    let size = duel.record().size;
    let every = size.point_count().div_ceil(WHOLE_MAP);
    let asked: Vec<Turn> = match every {
        1 => Turn::all(size).collect(),
        _ => Turn::all(size).skip(usize::from(which) % every).step_by(every).collect(),
    };
    duel.ask(&asked);
    for turn in asked {
        if turn != Turn::Pass && !duel.try_out(turn) {
            break;
        }
    }
}

fn compare_kernels(position: &Position, tally: &mut Tally, kernels: &Kernels) {
    let size = position.size();
    if size.point_count() > MOST_POINTS {
        return;
    }
    let compared = compare_one(position, ReferencePositions::new(size), kernels(size));
    let census = compared.unwrap_or_else(|difference| panic!("{difference}"));
    // The plays, and whether it is a legal position.
    (0..=census.plays).for_each(|_| tally.compare());
}

/// The position without the black, then the white chains that have no liberty.
fn breathing(mut position: Position) -> Position {
    let size = position.size();
    for color in [Color::Black, Color::White] {
        for point in size.points() {
            let chain = position.chain(point);
            let empty = |point| size.neighbors(point).any(|next| position[next] == Color::Empty);
            if position[point] == color && !chain.iter().any(|&point| empty(point)) {
                chain.into_iter().for_each(|point| position[point] = Color::Empty);
            }
        }
    }
    position
}

/// Turns that build a legal position: first the black stones while White passes, then the white ones while Black does.
/// Since every chain has a liberty at the end, every part of it has one before, and nothing is removed or repeated.
pub(crate) fn stones(position: &Position) -> Vec<Turn> {
    let of = |color| {
        let points = position.size().points().filter(move |&point| position[point] == color);
        points.flat_map(|point| [Turn::Play(point), Turn::Pass])
    };
    let mut turns: Vec<Turn> = of(Color::Black).collect();
    let white: Vec<Turn> = of(Color::White).collect();
    if turns.is_empty() && !white.is_empty() {
        turns.push(Turn::Pass);
    } else if !white.is_empty() {
        // White's answer to the last black stone is a stone.
        turns.pop();
    }
    turns.extend(white);
    // The other player's pass would be followed by one more.
    if turns.last() == Some(&Turn::Pass) {
        turns.pop();
    }
    turns
}
