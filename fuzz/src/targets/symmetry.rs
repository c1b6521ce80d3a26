//! `symmetry`: one engine plays a game and its image, without any reference.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::seeds::Material;
use superko::adapters::Optimized;
use superko::{
    Answer, Claim, Color, Coloring, Fault, Player, Point, Record, Rules, Ruling, Score, Size,
    Status, Subject, Turn,
};

/// First bytes below this one stand for the boards up to 5x5, the others for those up to 25x25.
const SMALL_ONES: u8 = 240;

/// Has an engine play a game, and another one the same game mirrored, turned or with the colors swapped: the first two
/// bytes say how, the others are a record.
///
/// # Errors
///
/// Where the image of an answer is not the answer to the image.
pub fn symmetry(data: &[u8], counts: &mut Counts, engines: Engines<'_>) -> Checked {
    let (record, symmetry) = decode(data);
    let Engines { engine, image, swapped } = engines;
    let image = if symmetry.swaps_colors { swapped } else { image };
    let mut pair = Pair { size: record.size, symmetry, engine, image };
    pair.play(&record, counts).map_err(|difference| {
        let shown = format!("{symmetry:?}\n{difference}");
        Box::new(Finding::Check { check: "image-of-an-answer", shown, record: Some(record) })
    })
}

/// The engines of the `symmetry` target.
pub struct Engines<'a> {
    /// Plays the game.
    pub engine: &'a mut dyn Subject,
    /// Plays its image.
    pub image: &'a mut dyn Subject,
    /// Plays its image when the colors are swapped, and names them as they are in the game itself; see [`Swapped`].
    pub swapped: &'a mut dyn Subject,
}

impl std::fmt::Debug for Engines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

/// Every third of the games, under one of the 16 symmetries.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let games = material.games.iter().step_by(3);
    games.map(|game| encode(&game.record, game.variety())).collect()
}

/// A record in the bytes of this target, for a symmetry of such a number below 16.
fn encode(record: &Record, symmetry: u8) -> Vec<u8> {
    let mut bytes = vec![if is_small(record.size) { 0 } else { SMALL_ONES }, symmetry];
    bytes.extend(record_bytes(record));
    bytes
}

fn decode(data: &[u8]) -> (Record, Symmetry) {
    let mut bytes = Bytes::new(data);
    let (small, number) = (bytes.byte() < SMALL_ONES, bytes.byte());
    let record = if small { bytes.small_record() } else { bytes.record() };
    let bit = |bit: u8| number >> bit & 1 == 1;
    let symmetry = Symmetry {
        mirrors_columns: bit(0),
        mirrors_rows: bit(1),
        transposes: bit(2),
        swaps_colors: bit(3),
    };
    (record, symmetry)
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
        turn.point().map_or(Turn::Pass, |point| Turn::Move(self.point(size, point)))
    }
}

/// An engine on a game, and one on its image.
struct Pair<'a> {
    size: Size,
    symmetry: Symmetry,
    engine: &'a mut dyn Subject,
    image: &'a mut dyn Subject,
}

impl Pair<'_> {
    fn play(&mut self, record: &Record, counts: &mut Counts) -> Result<(), String> {
        let said = |fault: Fault| fault.to_string();
        self.engine.begin(record.size, &record.rules).map_err(said)?;
        let size = self.symmetry.size(record.size);
        self.image.begin(size, &record.rules).map_err(said)?;
        let all: Vec<Turn> = Turn::all(record.size).collect();
        let images: Vec<Turn> =
            all.iter().map(|&turn| self.symmetry.turn(self.size, turn)).collect();
        for (place, &turn) in record.turns.iter().enumerate() {
            if self.size.area() <= 64 {
                let answers = self.engine.survey(&all).map_err(said)?;
                let answers = answers.into_iter().zip(self.image.survey(&images).map_err(said)?);
                for (&turn, (answer, image)) in all.iter().zip(answers) {
                    counts.compare();
                    same(place, turn, &answer, &image)?;
                }
            }
            let ruling = self.engine.take(turn).map_err(said)?;
            let image = self.image.take(self.symmetry.turn(self.size, turn)).map_err(said)?;
            counts.compare();
            same(place, turn, &ruling, &image)?;
            if ruling == Ruling::Permitted {
                self.compare_position(place, turn)?;
            }
            let status = self.engine.status().map_err(said)?;
            same(place, turn, &status, &self.image.status().map_err(said)?)?;
            if status == Answer::Given(Status::Over) {
                let score = self.engine.score().map_err(said)?;
                same(place, turn, &score, &self.image.score().map_err(said)?)?;
                break;
            }
        }
        Ok(())
    }

    fn compare_position(&mut self, place: usize, turn: Turn) -> Result<(), String> {
        let said = |fault: Fault| fault.to_string();
        let position = self.engine.coloring().map_err(said)?;
        let image = self.image.coloring().map_err(said)?;
        let (Answer::Given(position), Answer::Given(image)) = (position, image) else {
            return Ok(());
        };
        let mut back = Coloring::empty(self.size);
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

/// The optimized engine in games that White begins, as an engine for which Black does: it swaps the names of the
/// colors.
#[derive(Debug)]
pub struct Swapped(Optimized);

impl Swapped {
    /// The engine at the beginning of a game.
    pub fn new(size: Size, rules: Rules) -> Swapped {
        Swapped(Optimized::begun_by(size, rules, Player::White))
    }
}

impl Subject for Swapped {
    fn name(&self) -> &str {
        "optimized, the colors swapped"
    }

    fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        *self = Swapped::new(size, *rules);
        Ok(())
    }

    fn take(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.0.take(turn)
    }

    fn permits(&mut self, turn: Turn) -> Result<Answer<Ruling>, Fault> {
        self.0.permits(turn)
    }

    fn survey(&mut self, turns: &[Turn]) -> Result<Vec<Answer<Ruling>>, Fault> {
        self.0.survey(turns)
    }

    fn coloring(&mut self) -> Result<Answer<Coloring>, Fault> {
        let Answer::Given(mut position) = self.0.coloring()? else { return Ok(Answer::Withheld) };
        for point in position.size().points() {
            position[point] = match position[point] {
                Color::Empty => Color::Empty,
                Color::Black => Color::White,
                Color::White => Color::Black,
            };
        }
        Ok(Answer::Given(position))
    }

    fn status(&mut self) -> Result<Answer<Status>, Fault> {
        Ok(match self.0.status()? {
            Answer::Given(Status::Running { to_move }) => {
                Answer::Given(Status::Running { to_move: to_move.opponent() })
            }
            other => other,
        })
    }

    fn score(&mut self) -> Result<Answer<Claim>, Fault> {
        Ok(match self.0.score()? {
            Answer::Given(Claim::Areas(Score { black, white })) => {
                Answer::Given(Claim::Areas(Score { black: white, white: black }))
            }
            other => other,
        })
    }
}
