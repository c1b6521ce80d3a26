use crate::engine::{Engine, Fault, RefusalReason, ReportedScore, Ruling};
use crate::game::{Color, Player, Point, Position, Score, Size, Status, Turn};
use crate::rules::{Repetition, Rules, Suicide};
use superko_optimized as fast;

/// The optimized engine, as a engine of an examination.
#[derive(Clone, Debug)]
pub struct Optimized {
    size: Size,
    game: fast::AnyGame,
}

impl Optimized {
    /// The optimized engine at the beginning of a game.
    pub fn new(size: Size, rules: Rules) -> Optimized {
        let game = fast::AnyGame::new(size.columns(), size.rows(), rules.into());
        Optimized { size, game: game.expect("it plays every size that there is") }
    }

    /// The optimized engine at the beginning of a game on the empty board in which this player takes the first turn.
    pub fn begun_by(size: Size, rules: Rules, first: Player) -> Optimized {
        let first = match first {
            Player::Black => fast::Player::Black,
            Player::White => fast::Player::White,
        };
        let (columns, rows, none) = (size.columns(), size.rows(), fast::AnySet::EMPTY);
        let game = fast::AnyGame::set_up(columns, rows, rules.into(), none, none, first);
        Optimized { size, game: game.expect("an empty board of any size is a position") }
    }

    /// Counts the games that go on from here for exactly `depth` more turns.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.game.perft(depth, fast::Passes::Counted)
    }

    fn player(&self) -> Player {
        from_player(self.game.to_move())
    }

    fn point(&self, point: fast::Point) -> Point {
        self.size.point(point.column, point.row).expect("its points are those of the board")
    }
}

impl Engine for Optimized {
    fn name(&self) -> &str {
        "optimized"
    }

    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        *self = Optimized::new(size, *rules);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        Ok(self.game.play(to_turn(turn)).map_or_else(forbidden, |()| Ruling::Allowed))
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let refusal = self.game.refusal(to_turn(turn));
        Ok(Some(refusal.map_or(Ruling::Allowed, forbidden)))
    }

    /// Plays are looked up in the set of all legal ones, so that both ways of asking are examined: this one here, and
    /// [`permits`](Engine::is_legal) where that set says no.
    fn survey(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let legal = self.game.legal();
        let ruling = |turn: &Turn| match to_turn(*turn) {
            fast::Turn::Play(point) if legal.contains(point) => Ruling::Allowed,
            fast::Turn::Play(point) => {
                let refusal = self.game.refusal(fast::Turn::Play(point));
                refusal.map_or(Ruling::Forbidden(RefusalReason::Unstated), forbidden)
            }
            fast::Turn::Pass => {
                self.game.refusal(fast::Turn::Pass).map_or(Ruling::Allowed, forbidden)
            }
        };
        Ok(turns.iter().map(|turn| Some(ruling(turn))).collect())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let mut position = Position::empty(self.size);
        for player in fast::Player::BOTH {
            for point in self.game.stones(player) {
                position[self.point(point)] = match player {
                    fast::Player::Black => Color::Black,
                    fast::Player::White => Color::White,
                };
            }
        }
        Ok(Some(position))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(Some(match self.game.is_over() {
            true => Status::Over,
            false => Status::Running { to_move: self.player() },
        }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        let [black, white] = self
            .game
            .area()
            .map(|points| u16::try_from(points).expect("a board has at most 625 points"));
        Ok(Some(ReportedScore::Areas(Score { black, white })))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(self.game.undo().map_or(None, |_| Some(())))
    }
}

fn to_turn(turn: Turn) -> fast::Turn {
    match turn {
        Turn::Pass => fast::Turn::Pass,
        Turn::Play(point) => fast::Turn::Play(fast::Point::new(point.column(), point.row())),
    }
}

/// The rules in the words of the optimized engine.
impl From<Rules> for fast::Rules {
    fn from(rules: Rules) -> fast::Rules {
        fast::Rules {
            repetition: match rules.repetition {
                Repetition::Positional => fast::Repetition::Positional,
                Repetition::Situational => fast::Repetition::Situational,
                Repetition::NaturalSituational => fast::Repetition::NaturalSituational,
                Repetition::NewZealand => fast::Repetition::NewZealand,
                Repetition::SimpleKo => fast::Repetition::SimpleKo,
                Repetition::None => fast::Repetition::None,
            },
            suicide: match rules.suicide {
                Suicide::Allowed => fast::Suicide::Any,
                Suicide::SeveralStones => fast::Suicide::SeveralStones,
                Suicide::Forbidden => fast::Suicide::None,
            },
        }
    }
}

fn from_player(player: fast::Player) -> Player {
    match player {
        fast::Player::Black => Player::Black,
        fast::Player::White => Player::White,
    }
}

fn forbidden(refusal: fast::Refusal) -> Ruling {
    Ruling::Forbidden(match refusal {
        fast::Refusal::Over => RefusalReason::Over,
        fast::Refusal::Occupied => RefusalReason::Occupied,
        fast::Refusal::Suicide => RefusalReason::Suicide,
        fast::Refusal::Repeats { .. } => RefusalReason::Repetition,
    })
}
