//! `setup` and `scoring`: positions that are built up stone by stone.

use crate::bytes::{Bytes, head_bytes, position_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, fail};
use crate::lockstep::Lockstep;
use crate::positions::{legal_part, stones};
use crate::seeds::Material;
use superko::{Color, Engine, Position, Rules, Turn};
use superko_exhaustive as exhaustive;

/// The boards: small ones first, then one for each layout of the optimized engine.
const SIZES: &str = "1x1 2x1 1x3 2x2 3x2 2x3 3x3 4x3 3x4 4x4 5x4 4x5 5x5 6x5 5x6 8x4 4x8 25x1 7x7 8x8 9x9 13x4 \
     13x13 16x8";

/// The largest board, in points, on which every play is tried.
const WHOLE_MAP: usize = 36;

/// What makes an engine that is asked about positions without a past, for a board of up to 32 points.
pub type Kernels = dyn Fn(exhaustive::Size) -> Box<dyn exhaustive::PositionEngine>;

/// Builds the legal position that the bytes stand for, a size, rules and four points a byte. There every play of both
/// players is asked about, and every legal one played and taken back. The kernels are asked about the board as it is in
/// the bytes too, be it a legal position or not.
///
/// # Errors
///
/// Where reference and engine, or kernels, differ.
pub fn setup(
    data: &[u8],
    counts: &mut Counts,
    engine: &mut dyn Engine,
    kernels: &Kernels,
) -> Checked {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let position = bytes.position(size);
    compare_kernels(&position, counts, kernels)?;
    let position = legal_part(position);
    let mut game = Lockstep::begin(size, rules, engine, counts)?;
    game.play_all(&stones(&position))?;
    assert_eq!(superko::Referee::position(game.referee()), &position, "it was built up");
    try_all(&mut game, bytes.byte())?;
    game.play(Turn::Pass)?;
    try_all(&mut game, bytes.byte())?;
    game.play(Turn::Pass)?;
    game.undo_and_redo()
}

/// Builds a legal position of large areas, which the bytes paint rectangle by rectangle, and compares its score, in the
/// game, at its end, and with the areas that the kernels tell.
///
/// # Errors
///
/// Where reference and engine, or kernels, differ.
pub fn scoring(
    data: &[u8],
    counts: &mut Counts,
    engine: &mut dyn Engine,
    kernels: &Kernels,
) -> Checked {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let mut position = Position::empty(size);
    while !bytes.rest().is_empty() {
        paint(&mut position, &mut bytes);
    }
    compare_kernels(&position, counts, kernels)?;
    let position = legal_part(position);
    let mut game = Lockstep::begin(size, rules, engine, counts)?;
    for (place, &turn) in stones(&position).iter().enumerate() {
        game.play_all(&[turn])?;
        if place % 8 == 0 {
            game.score()?;
        }
    }
    game.pass_out()?;
    game.undo_and_redo()
}

/// The positions on the boards, for `setup`.
pub(crate) fn setup_seeds(material: &Material) -> Vec<Vec<u8>> {
    seeds(material, position_bytes)
}

/// The positions on the boards, for `scoring`.
pub(crate) fn scoring_seeds(material: &Material) -> Vec<Vec<u8>> {
    seeds(material, |position| {
        let stones = position.size().points().filter(|&point| position[point] != Color::Empty);
        let number = |point| if position[point] == Color::Black { 1 } else { 2 };
        stones.flat_map(|point| [number(point), point.column(), point.row()]).collect()
    })
}

fn seeds(material: &Material, encode: impl Fn(&Position) -> Vec<u8>) -> Vec<Vec<u8>> {
    let seed = |(position, rules): (&Position, Rules)| {
        Some([head_bytes(position.size(), rules, SIZES)?, encode(position)].concat())
    };
    material.positions().filter_map(seed).collect()
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

/// Asks about all plays, and has the legal ones played and taken back; on a large board some of them.
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
            // The plays, and whether it is a legal position.
            (0..=found.plays).for_each(|_| counts.compare());
            Ok(())
        }
    }
}
