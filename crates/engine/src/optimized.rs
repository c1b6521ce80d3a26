use super::draw::draw;
use crate::{About, Engine, Fault, RefusalReason, ReportedScore, Ruling};
use superko_game::rules::{
    Agreement, Button, Enclosed, IllegalTurn, LastPass, LongCycle, PassCost, Passes, Repeat,
    Repetition, Rules, Scoring, Stones, Suicide, Tax,
};
use superko_game::{Color, Player, Point, Position, Score, Settlement, Setup, Size, Status, Turn};
use superko_optimized as fast;

/// The optimized engine, as an engine under test.
#[derive(Clone, Debug)]
pub struct Optimized {
    size: Size,
    game: fast::AnyGame,
}

impl Optimized {
    /// Makes the optimized engine at the start of a game on the empty board, Black first.
    pub fn new(size: Size, rules: Rules) -> Optimized {
        let game = fast::AnyGame::new(size.columns(), size.rows(), optimized_rules(rules));
        Optimized { size, game: game.expect("the optimized engine plays every board size") }
    }

    /// Makes the optimized engine at the start of a game with any position and first player.
    ///
    /// # Errors
    ///
    /// If a chain of the position has no liberty.
    pub fn set_up(game: &Setup) -> Result<Optimized, Fault> {
        let size = game.size();
        let stones = |color| {
            let points = size.points().filter(move |&point| game.position[point] == color);
            points.fold(fast::AnySet::EMPTY, |set, point| set.with(to_point(point)))
        };
        let first = same!(game.first, Player => fast::Player: Black, White);
        let (columns, rows) = (size.columns(), size.rows());
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let started =
            fast::AnyGame::set_up(columns, rows, optimized_rules(game.rules), black, white, first);
        let game = started.map_err(|error| Fault::Unsupported { what: error.to_string() })?;
        Ok(Optimized { size, game })
    }

    /// Counts the continuations of this game by exactly `depth` more turns.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.game.perft(depth, fast::Turns::All)
    }

    /// Returns the score of a random continuation of this game, at its end or after `limit` turns. This game does not
    /// change. Each turn is any legal play that does not fill an eye, or a pass if there is none. The same seed gives
    /// the same game.
    pub fn playout(&self, seed: u64, limit: usize) -> Score {
        let mut game = self.game.clone();
        game.playout(&mut fast::Random::new(seed), limit);
        score_of(&game)
    }

    /// Returns the score as if the game ended now.
    pub fn areas(&self) -> Score {
        score_of(&self.game)
    }

    fn player(&self) -> Player {
        from_player(self.game.to_move())
    }

    fn point(&self, point: fast::Point) -> Point {
        self.size
            .point(point.column, point.row)
            .expect("the optimized engine plays on the same board")
    }
}

impl Engine for Optimized {
    fn about(&self) -> About {
        About { notes: vec!["this is the built-in engine".into()], ..About::named("optimized") }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        *self = match game.is_usual() {
            true => Optimized::new(game.size(), game.rules),
            false => Optimized::set_up(game)?,
        };
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.game.play(to_turn(turn)).map_or_else(forbidden, |()| Ruling::Allowed);
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let refusal = self.game.refusal(to_turn(turn));
        Ok(Some(refusal.map_or(Ruling::Allowed, forbidden)))
    }

    /// Looks plays up in the set of all legal ones. This tests both ways of asking: this set, and
    /// [`is_legal`](Engine::is_legal) if the set says no.
    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
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
                position[self.point(point)] = from_player(player).color();
            }
        }
        Ok(Some(position))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        // A stopped game counts as over, unless the players disagree.
        Ok(Some(match self.game.is_over() || self.game.is_stopped() {
            true => Status::Over,
            false => Status::Running { to_move: self.player() },
        }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(match self.game.decided() {
            None => Some(ReportedScore::Areas(self.areas())),
            Some(fast::Outcome::Wins(player)) => {
                Some(ReportedScore::Winner(Some(from_player(player))))
            }
            Some(fast::Outcome::Tie) => Some(ReportedScore::Winner(None)),
            Some(fast::Outcome::NoResult) => None,
        })
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        Ok(Some([self.game.hash(), 0, 0, 0]))
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        let settled = match settlement {
            Settlement::Nothing => Ok(()),
            Settlement::Disagreed => self.game.disagree(),
            Settlement::Agreed(points) => {
                self.game.agree(&points.iter().map(|&point| to_point(point)).collect::<Vec<_>>())
            }
        };
        Ok(settled.ok())
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(self.game.undo().map(|_| ()))
    }

    /// Returns a random legal turn.
    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        let plays = self.game.legal();
        let legal = |turn: &Turn| match to_turn(*turn) {
            fast::Turn::Play(point) => plays.contains(point),
            fast::Turn::Pass => self.game.refusal(fast::Turn::Pass).is_none(),
        };
        let turns: Vec<Turn> = Turn::all(self.size).filter(legal).collect();
        Ok(self.board()?.and_then(|position| draw(&turns, &position)))
    }
}

/// Returns the score of a game as if it ended now.
fn score_of(game: &fast::AnyGame) -> Score {
    let [black, white] = game.score();
    Score { black, white, button: game.button().map(from_player) }
}

fn to_turn(turn: Turn) -> fast::Turn {
    match turn {
        Turn::Pass => fast::Turn::Pass,
        Turn::Play(point) => fast::Turn::Play(to_point(point)),
    }
}

fn to_point(point: Point) -> fast::Point {
    fast::Point::new(point.column(), point.row())
}

/// Translates rules into the types of the optimized engine.
pub fn optimized_rules(rules: Rules) -> fast::Rules {
    fast::Rules {
        repetition: same!(
            rules.repetition,
            Repetition => fast::Repetition:
            Positional, Situational, NaturalSituational, NewZealand, SimpleKo, None
        ),
        suicide: match rules.suicide {
            Suicide::Allowed => fast::Suicide::Any,
            Suicide::SeveralStones => fast::Suicide::SeveralStones,
            Suicide::Forbidden => fast::Suicide::None,
        },
        stones: same!(rules.stones, Stones => fast::Stones: Unlimited, Half),
        passes: same!(rules.passes, Passes => fast::Passes: Two, Three, Four),
        last_pass: same!(rules.last_pass, LastPass => fast::LastPass: Anybody, White),
        agreement: same!(rules.agreement, Agreement => fast::Agreement: None, DeadStones, Resume, Cleanup),
        illegal: same!(rules.illegal, IllegalTurn => fast::IllegalTurn: Refused, Loses),
        repeat: match rules.repeat {
            Repeat::Illegal => fast::Repeat::Refused,
            Repeat::Loses => fast::Repeat::Loses,
            Repeat::Ties => fast::Repeat::Ties,
        },
        long_cycle: same!(rules.long_cycle, LongCycle => fast::LongCycle: GoesOn, NoResult, ThirdTime),
        score: same!(rules.score, Scoring => fast::Scoring: Area, Territory, ShortTerritory, Stones),
        pass: same!(rules.pass, PassCost => fast::PassCost: Free, Prisoner),
        tax: same!(rules.tax, Tax => fast::Tax: None, Seki, All),
        button: match rules.button {
            Button::None => fast::Button::None,
            Button::HalfPoint => fast::Button::Used,
        },
        enclosed: same!(rules.enclosed, Enclosed => fast::Enclosed: Alive, Dead),
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
        // A stopped game counts as over, unless the players disagree.
        fast::Refusal::Over | fast::Refusal::Stopped => RefusalReason::Over,
        fast::Refusal::NoStones => RefusalReason::NoStones,
        fast::Refusal::Occupied => RefusalReason::Occupied,
        fast::Refusal::Suicide => RefusalReason::Suicide,
        fast::Refusal::Repeats { .. } | fast::Refusal::KoMoveAgain { .. } => {
            RefusalReason::Repetition
        }
    })
}
