//! `symmetry`: one engine plays a game and its image, without any reference.

use crate::decode::Bytes;
use crate::tally::Tally;
use arbitrary::{Arbitrary, Unstructured};
use superko::engines::Optimized;
use superko::suite::SMALL;
use superko::{
    Color, Engine, Fault, Player, Point, Position, Record, ReportedScore, Rules, Ruling, Score,
    Size, Status, Turn,
};

/// First bytes below this one stand for the boards up to 5x5, the others for those up to 25x25.
const SMALL_ONES: u8 = 240;

/// Has an engine play a game, and another one the same game mirrored, turned or with the colors swapped: the first two
/// bytes say how, the others are a record. `engines` are asked in the order of the parts of [`Parts`].
///
/// # Panics
///
/// With the record and both answers where the image of an answer is not the answer to the image.
pub fn symmetry(data: &[u8], tally: &mut Tally, parts: Parts<'_>) {
    let (record, symmetry) = decode(data);
    let Parts { engine, image, swapped } = parts;
    let image = if symmetry.swaps_colors { swapped } else { image };
    let mut pair = Pair { size: record.size(), symmetry, engine, image };
    let compared = pair.play(&record, tally);
    if let Err(difference) = compared {
        panic!(
            "the image of an answer is not the answer to the image\n{symmetry:?}\n{difference}\nagain      superko \
             replay '{record}'"
        );
    }
}

/// The engines of the `symmetry` target.
pub struct Parts<'a> {
    /// Plays the game.
    pub engine: &'a mut dyn Engine,
    /// Plays its image.
    pub image: &'a mut dyn Engine,
    /// Plays its image when the colors are swapped, and names them as they are in the game itself; see [`Swapped`].
    pub swapped: &'a mut dyn Engine,
}

impl std::fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parts").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

/// A record in the bytes of this target, for a symmetry of such a number below 16.
pub(crate) fn encode(record: &Record, symmetry: u8) -> Vec<u8> {
    let small = record.size().columns() <= 5 && record.size().rows() <= 5;
    let mut bytes = vec![if small { 0 } else { SMALL_ONES }, symmetry];
    bytes.extend(superko::suite::to_bytes(record));
    bytes
}

fn decode(data: &[u8]) -> (Record, Symmetry) {
    let mut bytes = Bytes::new(data);
    let (small, number) = (bytes.byte() < SMALL_ONES, bytes.byte());
    let mut record = bytes.rest().to_vec();
    if let Some(size) = record.first_mut()
        && small
    {
        *size %= SMALL;
    }
    let record = Record::arbitrary(&mut Unstructured::new(&record));
    let bit = |bit: u8| number >> bit & 1 == 1;
    let symmetry = Symmetry {
        mirrors_columns: bit(0),
        mirrors_rows: bit(1),
        transposes: bit(2),
        swaps_colors: bit(3),
    };
    (record.expect("every string of bytes is a game"), symmetry)
}

/// What is done to the points, in this order, and whether it is done to the colors.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    mirrors_columns: bool,
    mirrors_rows: bool,
    transposes: bool,
    swaps_colors: bool,
}

impl Symmetry {
    fn size(self, size: Size) -> Size {
        let (columns, rows) = (size.columns(), size.rows());
        let (columns, rows) = if self.transposes { (rows, columns) } else { (columns, rows) };
        Size::new(columns, rows).expect("the sides are those of a size")
    }

    fn point(self, size: Size, point: Point) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.mirrors_columns {
            column = size.columns() - 1 - column;
        }
        if self.mirrors_rows {
            row = size.rows() - 1 - row;
        }
        let (column, row) = if self.transposes { (row, column) } else { (column, row) };
        self.size(size).point(column, row).expect("a symmetry keeps points on the board")
    }

    fn turn(self, size: Size, turn: Turn) -> Turn {
        turn.point().map_or(Turn::Pass, |point| Turn::Play(self.point(size, point)))
    }
}

/// An engine on a game, and one on its image.
struct Pair<'a> {
    size: Size,
    symmetry: Symmetry,
    engine: &'a mut dyn Engine,
    image: &'a mut dyn Engine,
}

impl Pair<'_> {
    fn play(&mut self, record: &Record, tally: &mut Tally) -> Result<(), String> {
        let said = |fault: Fault| fault.to_string();
        self.engine.start(record.size(), &record.rules()).map_err(said)?;
        let size = self.symmetry.size(record.size());
        self.image.start(size, &record.rules()).map_err(said)?;
        let all: Vec<Turn> = Turn::all(record.size()).collect();
        let images: Vec<Turn> =
            all.iter().map(|&turn| self.symmetry.turn(self.size, turn)).collect();
        for (place, &turn) in record.turns.iter().enumerate() {
            if self.size.point_count() <= 64 {
                let answers = self.engine.survey(&all).map_err(said)?;
                let answers = answers.into_iter().zip(self.image.survey(&images).map_err(said)?);
                for (&turn, (answer, image)) in all.iter().zip(answers) {
                    tally.compare();
                    same(place, turn, &answer, &image)?;
                }
            }
            let ruling = self.engine.play(turn).map_err(said)?;
            let image = self.image.play(self.symmetry.turn(self.size, turn)).map_err(said)?;
            tally.compare();
            same(place, turn, &ruling, &image)?;
            if ruling == Ruling::Allowed {
                self.compare_position(place, turn)?;
            }
            let status = self.engine.status().map_err(said)?;
            same(place, turn, &status, &self.image.status().map_err(said)?)?;
            if status == Some(Status::Over) {
                let score = self.engine.score().map_err(said)?;
                same(place, turn, &score, &self.image.score().map_err(said)?)?;
                break;
            }
        }
        Ok(())
    }

    fn compare_position(&mut self, place: usize, turn: Turn) -> Result<(), String> {
        let said = |fault: Fault| fault.to_string();
        let position = self.engine.board().map_err(said)?;
        let image = self.image.board().map_err(said)?;
        let (Some(position), Some(image)) = (position, image) else {
            return Ok(());
        };
        let mut back = Position::empty(self.size);
        for point in self.size.points() {
            back[point] = image[self.symmetry.point(self.size, point)];
        }
        same(place, turn, &position, &back)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(
    place: usize,
    turn: Turn,
    answer: &T,
    image: &T,
) -> Result<(), String> {
    if answer == image {
        return Ok(());
    }
    Err(format!("turn       {}: {turn}\nanswer     {answer:?}\nits image  {image:?}", place + 1))
}

/// The optimized engine in games that White begins, as a engine for which Black does: it swaps the names of the
/// colors.
#[derive(Debug)]
pub struct Swapped(Optimized);

impl Swapped {
    /// The engine at the beginning of a game.
    pub fn new(size: Size, rules: Rules) -> Swapped {
        Swapped(Optimized::begun_by(size, rules, Player::White))
    }
}

impl Engine for Swapped {
    fn name(&self) -> &str {
        "optimized, the colors swapped"
    }

    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        *self = Swapped::new(size, *rules);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.0.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.0.is_legal(turn)
    }

    fn survey(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        self.0.survey(turns)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let Some(mut position) = self.0.board()? else { return Ok(None) };
        for point in position.size().points() {
            position[point] = match position[point] {
                Color::Empty => Color::Empty,
                Color::Black => Color::White,
                Color::White => Color::Black,
            };
        }
        Ok(Some(position))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(match self.0.status()? {
            Some(Status::Running { to_move }) => {
                Some(Status::Running { to_move: to_move.opponent() })
            }
            other => other,
        })
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(match self.0.score()? {
            Some(ReportedScore::Areas(Score { black, white })) => {
                Some(ReportedScore::Areas(Score { black: white, white: black }))
            }
            other => other,
        })
    }
}
