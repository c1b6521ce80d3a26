//! `setup`: positions that are built stone by stone.

use crate::bytes::{Bytes, head_bytes, position_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, fail};
use crate::lockstep::Lockstep;
use crate::positions::{legal_part, stones};
use crate::seeds::Material;
use superko::{Color, Engine, Position, Rules, Setup, Turn};
use superko_exhaustive as exhaustive;

/// The boards: small ones first, then one for each layout of the optimized engine.
const SIZES: &str = "1x1 2x1 1x3 2x2 3x2 2x3 3x3 4x3 3x4 4x4 5x4 4x5 5x5 6x5 5x6 8x4 4x8 25x1 7x7 8x8 9x9 13x4 \
     13x13 16x8";

/// The largest board, in points, on which every play is tried.
const WHOLE_MAP: usize = 36;

/// A function that makes an engine for positions without a past, on a board of up to 32 points.
pub type Kernels = dyn Fn(exhaustive::Size) -> Box<dyn exhaustive::PositionEngine>;

/// Builds the legal position that the bytes stand for: a size, rules, and four points per byte. Two
/// more bytes choose plays on large boards. Then rectangles are painted over the position, for
/// large areas. The score is compared while the position is built. At the end, both sides are asked
/// about every play of both players, and every legal play is played and taken back. The kernels are
/// compared on the board as it is in the bytes, even if the position is not legal.
///
/// # Errors
///
/// If reference and engine, or kernels, differ.
pub fn setup(
    data: &[u8],
    counts: &mut Counts,
    engine: &mut dyn Engine,
    kernels: &Kernels,
) -> Checked {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let mut position = bytes.position(size);
    let which = [bytes.byte(), bytes.byte()];
    while !bytes.rest().is_empty() {
        paint(&mut position, &mut bytes);
    }
    compare_kernels(&position, counts, kernels)?;
    let position = legal_part(position);
    let mut game = Lockstep::begin(&Setup::new(size, rules), engine, counts)?;
    for eight in stones(&position).chunks(8) {
        game.play_all(eight)?;
        game.score()?;
    }
    assert_eq!(superko::Referee::position(game.referee()), &position, "the position is built");
    try_all(&mut game, which[0])?;
    game.play(Turn::Pass)?;
    try_all(&mut game, which[1])?;
    game.pass_out()?;
    game.undo_and_redo()
}

/// Returns the positions that fit the boards, and every eighth of them once more, painted stone by
/// stone on an empty board.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let seed = |(position, rules): (&Position, Rules)| {
        Some([head_bytes(position.size(), rules, SIZES)?, position_bytes(position)].concat())
    };
    let painted = |(position, rules): (&Position, Rules)| {
        let mut bytes = seed((&Position::empty(position.size()), rules))?;
        bytes.extend([0, 0]);
        for point in position.size().points().filter(|&point| position[point] != Color::Empty) {
            let color = if position[point] == Color::Black { 1 } else { 2 };
            bytes.extend([color, point.column(), point.row()]);
        }
        Some(bytes)
    };
    let eighth = material.positions().step_by(8).filter_map(painted);
    material.positions().filter_map(seed).chain(eighth).collect()
}

/// Paints a rectangle. The bytes are its color and extent, and the column and the row of a corner.
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

/// Asks about all plays. Plays the legal ones and takes them back. On a large board, does so for a
/// sample.
fn try_all(game: &mut Lockstep<'_>, which: u8) -> Checked {
    let size = game.record().size();
    let every = size.point_count().div_ceil(WHOLE_MAP);
    let asked: Vec<Turn> = match every {
        1 => Turn::all(size).collect(),
        _ => Turn::all(size).skip(usize::from(which) % every).step_by(every).collect(),
    };
    game.ask(&asked)?;
    for turn in asked {
        if turn != Turn::Pass && !game.try_out(turn)? {
            break;
        }
    }
    Ok(())
}

/// Compares the kernels with the reference on a position, which need not be legal. Boards with too
/// many points are skipped.
fn compare_kernels(position: &Position, counts: &mut Counts, kernels: &Kernels) -> Checked {
    let size = position.size();
    if size.point_count() > exhaustive::MAX_POINTS {
        return Ok(());
    }
    let mut packed = exhaustive::Position::default();
    for (number, point) in size.points().enumerate() {
        match position[point] {
            Color::Empty => {}
            Color::Black => packed.black |= 1 << number,
            Color::White => packed.white |= 1 << number,
        }
    }
    let size = exhaustive::Size::new(size.columns(), size.rows()).expect("both allow 1 to 25");
    let reference = exhaustive::reference(size);
    match exhaustive::compare_one(size, packed, reference, kernels(size)) {
        Err(difference) => fail("kernels", difference.to_string()),
        Ok(found) => {
            // Count each play, and the question whether the position is legal.
            (0..=found.plays).for_each(|_| counts.compare());
            Ok(())
        }
    }
}
