//! `symmetry`: one engine plays a game and its image, without any reference.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::seeds::Material;
use superko::engines::Optimized;
use superko::{
    About, Color, Engine, Fault, LastPass, Point, Position, Record, ReportedScore, Rules, Ruling,
    Score, Setup, Size, Status, Turn,
};

/// First bytes below this one stand for the boards up to 5x5, the others for those up to 25x25.
const SMALL_ONES: u8 = 240;

/// Has an engine play a game, and another one the same game mirrored, turned or with the colors swapped: the first two
/// bytes say how, the others are a record. Colors are swapped where the rules treat them alike.
///
/// # Errors
///
/// Where the image of an answer is not the answer to the image.
pub fn symmetry(data: &[u8], counts: &mut Counts, engines: Engines<'_>) -> Checked {
    let (record, symmetry) = decode(data);
    let Engines { engine, image, swapped } = engines;
    let image = if symmetry.swaps_colors { swapped } else { image };
    let mut pair = Pair { size: record.size(), symmetry, engine, image };
    pair.play(&record, counts).map_err(|difference| {
        let shown = format!("{symmetry:?}\n{difference}");
        Box::new(Finding::Check { check: "image-of-an-answer", shown, record: Some(record) })
    })
}

/// The engines of the `symmetry` target.
pub struct Engines<'a> {
    /// Plays the game.
    pub engine: &'a mut dyn Engine,
    /// Plays its image.
    pub image: &'a mut dyn Engine,
    /// Plays its image when the colors are swapped, and names them as they are in the game itself; see [`Swapped`].
    pub swapped: &'a mut dyn Engine,
}

impl std::fmt::Debug for Engines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").field("engine", &self.engine.about().name).finish_non_exhaustive()
    }
}

/// Every third of the games, under one of the 16 symmetries.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let games = material.games.iter().step_by(3);
    games.map(|game| encode(&game.record, game.variety())).collect()
}

/// A record in the bytes of this target, for a symmetry of such a number below 16.
fn encode(record: &Record, symmetry: u8) -> Vec<u8> {
    let mut bytes = vec![if is_small(record.size()) { 0 } else { SMALL_ONES }, symmetry];
    bytes.extend(record_bytes(record));
    bytes
}

fn decode(data: &[u8]) -> (Record, Symmetry) {
    let mut bytes = Bytes::new(data);
    let (small, number) = (bytes.byte() < SMALL_ONES, bytes.byte());
    let record = if small { bytes.small_record() } else { bytes.record() };
    let bit = |bit: u8| number >> bit & 1 == 1;
    // Where White has to pass last, the colors are not alike.
    let alike = record.rules().last_pass == LastPass::Anybody;
    let symmetry = Symmetry {
        mirrors_columns: bit(0),
        mirrors_rows: bit(1),
        transposes: bit(2),
        swaps_colors: bit(3) && alike,
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
    fn play(&mut self, record: &Record, counts: &mut Counts) -> Result<(), String> {
        let said = |fault: Fault| fault.to_string();
        self.engine.start(&record.setup).map_err(said)?;
        let size = self.symmetry.size(record.size());
        self.image.start(&Setup::new(size, record.rules())).map_err(said)?;
        let all: Vec<Turn> = Turn::all(record.size()).collect();
        let images: Vec<Turn> =
            all.iter().map(|&turn| self.symmetry.turn(self.size, turn)).collect();
        for (place, &turn) in record.turns.iter().enumerate() {
            if self.size.point_count() <= 64 {
                let answers = self.engine.are_legal(&all).map_err(said)?;
                let answers = answers.into_iter().zip(self.image.are_legal(&images).map_err(said)?);
                for (&turn, (answer, image)) in all.iter().zip(answers) {
                    counts.compare();
                    same(place, turn, &answer, &image)?;
                }
            }
            let ruling = self.engine.play(turn).map_err(said)?;
            let image = self.image.play(self.symmetry.turn(self.size, turn)).map_err(said)?;
            counts.compare();
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

/// The optimized engine in games that White begins, as an engine for which Black does: it swaps the names of the
/// colors.
#[derive(Debug)]
pub struct Swapped(Optimized);

impl Swapped {
    /// The engine at the beginning of a game.
    pub fn new(size: Size, rules: Rules) -> Swapped {
        Swapped::begun(&Setup::new(size, rules))
    }

    fn begun(game: &Setup) -> Swapped {
        let swapped = Setup { first: game.first.opponent(), ..game.clone() };
        Swapped(Optimized::set_up(&swapped).expect("an empty board is a position"))
    }
}

impl Engine for Swapped {
    fn about(&self) -> About {
        About::named("optimized, the colors swapped")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        *self = Swapped::begun(game);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.0.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.0.is_legal(turn)
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        self.0.are_legal(turns)
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
