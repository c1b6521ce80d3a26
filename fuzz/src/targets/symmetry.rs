//! `symmetry`: the reference plays a game, and the engine its image.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::seeds::Material;
use crate::targets::lockstep::play_record;
use superko::{
    About, Color, Engine, Fault, LastPass, Point, Position, Record, ReportedScore, Ruling, Score,
    Setup, Size, Status, Stones, Turn,
};

/// First bytes below this one stand for the boards up to 5x5, the others for those up to 25x25.
const SMALL_ONES: u8 = 240;

/// Has the engine play a game mirrored, turned or with the colors swapped, and compares what it says, mapped back, with what
/// the reference says of the game itself: the first two bytes say how, the others are a record. Colors are swapped where the
/// rules treat them alike; White begins then.
///
/// # Errors
///
/// Where reference and engine differ.
pub fn symmetry(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let (record, symmetry) = decode(data);
    let mut image = Image { symmetry, size: record.size(), engine };
    play_record(&record, counts, &mut image).map_err(|found| match *found {
        Finding::Game(game) if !game.is_unsupported() => {
            let shown = format!("{symmetry:?}\n{}", game.drawn());
            let record = Some(symmetry.record(&game.whole()));
            Box::new(Finding::Check { check: "image-of-an-answer", shown, record })
        }
        other => Box::new(other),
    })
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
    // Where White has to pass last, or Black has a stone more, the colors are not alike.
    let rules = record.rules();
    let alike = rules.last_pass == LastPass::Anybody && rules.stones == Stones::Unlimited;
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

    fn size(self, size: Size) -> Size {
        let (columns, rows) = (size.columns(), size.rows());
        let (columns, rows) = if self.transposes { (rows, columns) } else { (columns, rows) };
        Size::new(columns, rows).expect("the sides are those of a size")
    }

    /// The beginning of a game on the empty board.
    fn setup(self, game: &Setup) -> Setup {
        let first = if self.swaps_colors { game.first.opponent() } else { game.first };
        Setup { first, ..Setup::new(self.size(game.size()), game.rules) }
    }

    fn record(self, record: &Record) -> Record {
        let turns = record.turns.iter().map(|&turn| self.turn(record.size(), turn));
        Record::from_setup(self.setup(&record.setup), turns.collect())
    }
}

/// An engine that plays the image of a game, and is told of and answers about the game itself.
struct Image<'a> {
    symmetry: Symmetry,
    /// The size of the game.
    size: Size,
    engine: &'a mut dyn Engine,
}

impl Engine for Image<'_> {
    fn about(&self) -> About {
        self.engine.about()
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.size = game.size();
        self.engine.start(&self.symmetry.setup(game))
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.engine.play(self.symmetry.turn(self.size, turn))
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let images = turns.iter().map(|&turn| self.symmetry.turn(self.size, turn));
        self.engine.are_legal(&images.collect::<Vec<Turn>>())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let Some(image) = self.engine.board()? else { return Ok(None) };
        let mut position = Position::empty(self.size);
        for point in self.size.points() {
            position[point] = match image[self.symmetry.point(self.size, point)] {
                Color::Black if self.symmetry.swaps_colors => Color::White,
                Color::White if self.symmetry.swaps_colors => Color::Black,
                color => color,
            };
        }
        Ok(Some(position))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(match self.engine.status()? {
            Some(Status::Running { to_move }) if self.symmetry.swaps_colors => {
                Some(Status::Running { to_move: to_move.opponent() })
            }
            other => other,
        })
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(match self.engine.score()? {
            told if !self.symmetry.swaps_colors => told,
            Some(ReportedScore::Areas(Score { black, white })) => {
                Some(ReportedScore::Areas(Score { black: white, white: black }))
            }
            // A margin, or a winner alone, is not compared where colors are swapped.
            _ => None,
        })
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        self.engine.undo()
    }
}
