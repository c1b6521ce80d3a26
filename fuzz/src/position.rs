//! `setup` and `scoring`: positions that are built up stone by stone.

use crate::decode::{Bytes, coloring_bytes, rules_byte, size_byte};
use crate::duel::Duel;
use crate::tally::Tally;
use superko::{Color, Coloring, Rules, Subject, Turn};
use superko_exhaustive::{MAX_POINTS, Position, PositionEngine, Reference, Size, compare_one};

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
pub type Kernels = dyn Fn(Size) -> Box<dyn PositionEngine>;

/// Builds the legal position that the bytes stand for, a size, rules and four points a byte. There every play of both
/// players is asked about, and every legal one taken and taken back. The kernels are asked about the coloring as it is
/// in the bytes too, be it a legal position or not.
///
/// # Panics
///
/// With what is drawn where reference and subject, or kernels, differ.
pub fn setup(data: &[u8], tally: &mut Tally, subject: &mut dyn Subject, kernels: &Kernels) {
    let mut bytes = Bytes::new(data);
    let (size, rules) = (bytes.size(&SIZES), bytes.rules());
    let coloring = bytes.coloring(size);
    compare_kernels(&coloring, tally, kernels);
    let coloring = breathing(coloring);
    let mut duel = Duel::begin(size, rules, subject, tally);
    duel.take_all(&stones(&coloring));
    assert_eq!(superko::Referee::coloring(duel.referee()), &coloring, "it was built up");
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
/// With what is drawn where reference and subject, or kernels, differ.
pub fn scoring(data: &[u8], tally: &mut Tally, subject: &mut dyn Subject, kernels: &Kernels) {
    let mut bytes = Bytes::new(data);
    let (size, rules) = (bytes.size(&SIZES), bytes.rules());
    let mut coloring = Coloring::empty(size);
    while !bytes.rest().is_empty() {
        paint(&mut coloring, &mut bytes);
    }
    compare_kernels(&coloring, tally, kernels);
    let coloring = breathing(coloring);
    let mut duel = Duel::begin(size, rules, subject, tally);
    let turns = stones(&coloring);
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
pub(crate) fn encode_setup(coloring: &Coloring, rules: Rules) -> Option<Vec<u8>> {
    let mut bytes = vec![size_byte(coloring.size(), &SIZES)?, rules_byte(rules)];
    bytes.extend(coloring_bytes(coloring));
    Some(bytes)
}

/// A position in the bytes of `scoring`; nothing if it is on no board of this target.
pub(crate) fn encode_scoring(coloring: &Coloring, rules: Rules) -> Option<Vec<u8>> {
    let mut bytes = vec![size_byte(coloring.size(), &SIZES)?, rules_byte(rules)];
    for point in coloring.size().points() {
        let color = match coloring[point] {
            Color::Empty => continue,
            Color::Black => 1,
            Color::White => 2,
        };
        bytes.extend([color, point.column(), point.row()]);
    }
    Some(bytes)
}

/// Paints a rectangle: a color and its extent, the column and the row of a corner.
fn paint(coloring: &mut Coloring, bytes: &mut Bytes<'_>) {
    let size = coloring.size();
    let code = bytes.byte();
    let color = [Color::Empty, Color::Black, Color::White][usize::from(code % 4 % 3)];
    let (wide, high) = (code / 4 % 8, code / 32);
    let (column, row) = (bytes.byte() % size.columns(), bytes.byte() % size.rows());
    for right in 0..=wide {
        for up in 0..=high {
            if let Some(point) = size.point(column + right, row + up) {
                coloring[point] = color;
            }
        }
    }
}

/// Asks about all plays, and has those taken that are legal and taken back; on a large board some of them.
fn try_all(duel: &mut Duel<'_>, which: u8) {
    let size = duel.record().size;
    let every = size.area().div_ceil(WHOLE_MAP);
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

fn compare_kernels(coloring: &Coloring, tally: &mut Tally, kernels: &Kernels) {
    let size = coloring.size();
    if size.area() > MAX_POINTS {
        return;
    }
    let mut position = Position::default();
    for (number, point) in size.points().enumerate() {
        match coloring[point] {
            Color::Empty => {}
            Color::Black => position.black |= 1 << number,
            Color::White => position.white |= 1 << number,
        }
    }
    let size = Size::new(size.columns(), size.rows()).expect("a size of the harness is a size");
    let compared = compare_one(size, position, Reference::new(size), kernels(size));
    let counts = compared.unwrap_or_else(|difference| panic!("{difference}"));
    // The plays, and whether it is a legal position.
    (0..=counts.plays).for_each(|_| tally.compare());
}

/// The coloring without the black, then the white chains that have no liberty.
fn breathing(mut coloring: Coloring) -> Coloring {
    let size = coloring.size();
    for color in [Color::Black, Color::White] {
        for point in size.points() {
            let chain = coloring.chain(point);
            let empty = |point| size.neighbors(point).any(|next| coloring[next] == Color::Empty);
            if coloring[point] == color && !chain.iter().any(|&point| empty(point)) {
                chain.into_iter().for_each(|point| coloring[point] = Color::Empty);
            }
        }
    }
    coloring
}

/// Turns that build a legal position: first the black stones while White passes, then the white ones while Black does.
/// Since every chain has a liberty at the end, every part of it has one before, and nothing is removed or repeated.
pub(crate) fn stones(coloring: &Coloring) -> Vec<Turn> {
    let of = |color| {
        let points = coloring.size().points().filter(move |&point| coloring[point] == color);
        points.flat_map(|point| [Turn::Move(point), Turn::Pass])
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
