use crate::referee::{Judgement, Referee, Refusal, Stage};
use crate::subject::{Answer, Claim, Fault, Ruling, Subject};
use crate::vocabulary::{
    Color, Coloring, Player, Point, Repetition, Rules, Score, Size, Status, Suicide, Turn,
};
use superko_reference as naive;

/// The reference, as the referee of an examination and as a subject of one.
#[derive(Clone, Debug)]
pub struct Reference {
    size: Size,
    game: naive::Game,
    past: Vec<Stage>,
}

impl Reference {
    /// The reference at the beginning of a game.
    pub fn new(size: Size, rules: Rules) -> Reference {
        let game = naive::Game::new(size.columns().into(), size.rows().into(), rules.into());
        Reference { size, game, past: vec![Stage { coloring: Coloring::empty(size), by: None }] }
    }

    /// Counts the games that go on from here, by their number of further turns from 0 to `depth`.
    pub fn perft(&self, depth: usize) -> Vec<naive::Perft> {
        naive::perft(&self.game, depth, true)
    }

    fn coloring_of(&self, grid: &naive::Grid) -> Coloring {
        let mut coloring = Coloring::empty(self.size);
        for point in self.size.points() {
            coloring[point] = from_color(grid.color(to_point(point)));
        }
        coloring
    }

    fn refusal(&self, illegal: naive::Illegal) -> Refusal {
        match illegal {
            naive::Illegal::Over => Refusal::Over,
            naive::Illegal::NotEmpty { color } => Refusal::Occupied { color: from_color(color) },
            naive::Illegal::ClearsOwn { points } => Refusal::Suicide { stones: points },
            naive::Illegal::Repeats { earlier } => {
                Refusal::Repetition { earlier, cycle: self.past.len() - earlier }
            }
        }
    }

    /// How many stones there are.
    fn stones(&self, grid: &naive::Grid) -> usize {
        self.size.area() - grid.count(naive::Color::Empty)
    }

    /// The position that a play makes, if it removes any stone: one that removes none adds one.
    fn removing(&self, after: &naive::Grid) -> Option<Coloring> {
        (self.stones(after) != self.stones(self.game.grid()) + 1).then(|| self.coloring_of(after))
    }

    /// A refusal, with the position that the play would have made.
    fn refused(&self, turn: Turn, illegal: naive::Illegal) -> Judgement {
        let refusal = self.refusal(illegal);
        let played = match (refusal, turn) {
            (Refusal::Suicide { .. } | Refusal::Repetition { .. }, Turn::Move(point)) => {
                self.game.grid().after_move(self.game.player(), to_point(point))
            }
            _ => None,
        };
        Judgement {
            refusal: Some(refusal),
            removing: played.and_then(|after| self.removing(&after)),
        }
    }
}

impl Referee for Reference {
    fn judge(&self, turn: Turn) -> Judgement {
        match (self.game.leaves(to_turn(turn)), turn) {
            (Ok(_), Turn::Pass) => Judgement { refusal: None, removing: None },
            (Ok(after), Turn::Move(_)) => {
                Judgement { refusal: None, removing: self.removing(&after) }
            }
            (Err(illegal), _) => self.refused(turn, illegal),
        }
    }

    fn take(&mut self, turn: Turn) -> Judgement {
        let player = self.to_move();
        let stones = self.stones(self.game.grid());
        if let Err(illegal) = self.game.take(to_turn(turn)) {
            return self.refused(turn, illegal);
        }
        let coloring = self.coloring_of(self.game.grid());
        let adds_one = self.stones(self.game.grid()) == stones + 1;
        let removing = (turn != Turn::Pass && !adds_one).then(|| coloring.clone());
        self.past.push(Stage { coloring, by: Some((player, turn)) });
        Judgement { refusal: None, removing }
    }

    fn to_move(&self) -> Player {
        from_player(self.game.player())
    }

    fn status(&self) -> Status {
        if self.game.is_over() { Status::Over } else { Status::Running { to_move: self.to_move() } }
    }

    fn score(&self) -> Score {
        let naive::Score { black, white } = self.game.grid().score();
        let points = |total: usize| u16::try_from(total).expect("a board has at most 625 points");
        Score { black: points(black), white: points(white) }
    }

    fn past(&self) -> &[Stage] {
        &self.past
    }
}

impl Subject for Reference {
    fn name(&self) -> &str {
        "reference"
    }

    fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        *self = Reference::new(size, *rules);
        Ok(())
    }

    fn take(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        Ok(Referee::take(self, turn).ruling())
    }

    fn permits(&mut self, turn: Turn) -> Result<Answer<Ruling>, Fault> {
        Ok(Answer::Given(self.judge(turn).ruling()))
    }

    fn coloring(&mut self) -> Result<Answer<Coloring>, Fault> {
        Ok(Answer::Given(Referee::coloring(self).clone()))
    }

    fn status(&mut self) -> Result<Answer<Status>, Fault> {
        Ok(Answer::Given(Referee::status(self)))
    }

    fn score(&mut self) -> Result<Answer<Claim>, Fault> {
        Ok(Answer::Given(Claim::Areas(Referee::score(self))))
    }
}

fn to_point(point: Point) -> naive::Point {
    naive::Point { column: point.column().into(), row: point.row().into() }
}

fn to_turn(turn: Turn) -> naive::Turn {
    match turn {
        Turn::Pass => naive::Turn::Pass,
        Turn::Move(point) => naive::Turn::Move(to_point(point)),
    }
}

/// The rules in the words of the reference.
impl From<Rules> for naive::Rules {
    fn from(rules: Rules) -> naive::Rules {
        naive::Rules {
            repetition: match rules.repetition {
                Repetition::Positional => naive::Repetition::Positional,
                Repetition::Situational => naive::Repetition::Situational,
                Repetition::NaturalSituational => naive::Repetition::NaturalSituational,
                Repetition::NewZealand => naive::Repetition::NewZealand,
                Repetition::SimpleKo => naive::Repetition::SimpleKo,
                Repetition::None => naive::Repetition::None,
            },
            self_capture: match rules.suicide {
                Suicide::Allowed => naive::SelfCapture::Any,
                Suicide::SeveralStones => naive::SelfCapture::SeveralStones,
                Suicide::Forbidden => naive::SelfCapture::Forbidden,
            },
        }
    }
}

fn from_color(color: naive::Color) -> Color {
    match color {
        naive::Color::Empty => Color::Empty,
        naive::Color::Black => Color::Black,
        naive::Color::White => Color::White,
    }
}

fn from_player(player: naive::Player) -> Player {
    match player {
        naive::Player::Black => Player::Black,
        naive::Player::White => Player::White,
    }
}
