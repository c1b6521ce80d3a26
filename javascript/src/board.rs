//! A board in JavaScript as an engine.

use crate::host::{Bridge, caller};
use superko::{
    About, Color, Engine, Fault, Player, Position, RefusalReason, ReportedScore, Ruling, Score,
    Settlement, Setup, Size, Status, Turn,
};

/// A board behind the bridge.
pub(crate) struct Board {
    bridge: Bridge,
    about: About,
    size: Size,
}

impl Board {
    /// Makes a new board with this description.
    pub(crate) fn new(about: &About) -> Board {
        let size = Size::square(1).expect("there is a board of this size");
        Board { bridge: caller().bridge(), about: about.clone(), size }
    }

    /// Returns what went wrong in the last call.
    fn fault(&self) -> Fault {
        let mut parts = self.bridge.fault().unwrap_or_default().into_iter();
        let mut next = || parts.next().unwrap_or_default();
        let (kind, command, what) = (next(), next(), next());
        match kind.as_str() {
            "unsupported" => Fault::Unsupported { what },
            "answer" => Fault::Protocol { command, what },
            _ => Fault::Panic { message: format!("in {command}: {what}") },
        }
    }

    /// Returns `None` for a board that cannot answer, or what went wrong in the last call.
    fn no_answer<T>(&self) -> Result<Option<T>, Fault> {
        match self.bridge.fault() {
            Some(_) => Err(self.fault()),
            None => Ok(None),
        }
    }

    /// Returns whether the board did something, from a code.
    fn done(&self, code: i32) -> Result<Option<()>, Fault> {
        match code {
            1 => Ok(Some(())),
            0 => Ok(None),
            _ => Err(self.fault()),
        }
    }

    /// Returns the number for a turn: the place of the point, or -1 for a pass.
    fn place(&self, turn: Turn) -> i32 {
        match turn {
            Turn::Pass => PASS,
            Turn::Play(point) => {
                i32::try_from(self.size.index(point)).expect("a board has at most 625 points")
            }
        }
    }

    /// Returns the turn for a number, or `None` if no turn has this number.
    fn turn(&self, place: i32) -> Option<Turn> {
        if place == PASS {
            return Some(Turn::Pass);
        }
        let columns = i32::from(self.size.columns());
        let (column, row) = (place % columns, place / columns);
        self.size.point(u8::try_from(column).ok()?, u8::try_from(row).ok()?).map(Turn::Play)
    }

    /// Returns the ruling for a code; `None` if the board cannot answer.
    fn ruling(&self, code: i32) -> Result<Option<Ruling>, Fault> {
        let reason = match code {
            -2 => return Ok(None),
            1 => return Ok(Some(Ruling::Allowed)),
            0 => RefusalReason::Unstated,
            2 => RefusalReason::Over,
            3 => RefusalReason::NoStones,
            4 => RefusalReason::Occupied,
            5 => RefusalReason::Suicide,
            6 => RefusalReason::Repetition,
            _ => return Err(self.fault()),
        };
        Ok(Some(Ruling::Forbidden(reason)))
    }
}

/// The code of a pass.
const PASS: i32 = -1;

impl Engine for Board {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        if !game.is_usual() {
            let what = "games that start with stones, or with White to play".to_owned();
            return Err(Fault::Unsupported { what });
        }
        self.size = game.size();
        let (columns, rows) = (self.size.columns(), self.size.rows());
        match self.bridge.start(columns, rows, &game.rules.switches()) {
            true => Ok(()),
            false => Err(self.fault()),
        }
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.ruling(self.bridge.play(self.place(turn)))?;
        ruling.ok_or_else(|| self.fault())
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(self.are_legal(&[turn])?.into_iter().next().flatten())
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let places: Vec<i32> = turns.iter().map(|&turn| self.place(turn)).collect();
        let codes = self.bridge.are_legal(&places);
        if codes.len() != turns.len() {
            return Err(self.fault());
        }
        codes.into_iter().map(|code| self.ruling(code)).collect()
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let Some(cells) = self.bridge.board() else { return self.no_answer() };
        let [columns, _rows, cells @ ..] = &cells[..] else { return Err(self.fault()) };
        let rows = cells.chunks(usize::from(*columns).max(1)).map(|row| {
            row.iter().map(|cell| match cell {
                1 => Color::Black,
                2 => Color::White,
                _ => Color::Empty,
            })
        });
        let position = Position::from_rows(rows);
        position.map(Some).map_err(|error| Fault::Protocol {
            command: "board()".to_owned(),
            what: error.to_string(),
        })
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(match self.bridge.status() {
            0 => None,
            1 => Some(Status::Running { to_move: Player::Black }),
            2 => Some(Status::Running { to_move: Player::White }),
            3 => Some(Status::Over),
            _ => return Err(self.fault()),
        })
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        let Some(numbers) = self.bridge.score() else { return self.no_answer() };
        // The bridge has checked that totals are whole numbers and margins quarters of points, and that none is too large.
        Ok(Some(match numbers[..] {
            [0.0, black, white] => ReportedScore::Areas(Score::new(black as u32, white as u32)),
            [1.0, points] => ReportedScore::Margin { quarter_points: (4.0 * points) as i32 },
            [2.0, winner] if winner > 0.0 => ReportedScore::Winner(Some(Player::Black)),
            [2.0, winner] if winner < 0.0 => ReportedScore::Winner(Some(Player::White)),
            [2.0, _] => ReportedScore::Winner(None),
            _ => return Err(self.fault()),
        }))
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        let dead = match settlement {
            Settlement::Agreed(points) => {
                let places = points.iter().map(|&point| self.place(Turn::Play(point)));
                Some(places.collect::<Vec<i32>>())
            }
            _ => None,
        };
        self.done(self.bridge.settle(dead))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        self.done(self.bridge.undo())
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        match self.bridge.generate() {
            -2 => Ok(None),
            place if place >= PASS => Ok(self.turn(place)),
            _ => Err(self.fault()),
        }
    }
}
