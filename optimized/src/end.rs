//! The end of a game: agreement, outcome and score.

use std::cmp::Ordering;

use crate::bitboard::Bitboard;
use crate::course::Phase;
use crate::game::Game;
use crate::history::{Grid, counts};
use crate::kernel;
use crate::layouts::{Has, Layouts};
use crate::point::{Player, Point};
use crate::position::Position;
use crate::rules::{
    Agreement, AgreementError, Enclosed, LongCycle, Outcome, PassCost, Repeat, Repetition, Scoring,
    Stones, Tax,
};

impl<const S: usize, const N: usize> Game<S, N> {
    /// Returns whether the game is over.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        !matches!(self.course.phase, Phase::Running | Phase::Stopped)
    }

    /// Returns whether passes stopped the game, under [`Agreement::Resume`]. In a stopped game no
    /// turn is legal: the players [agree](Game::agree) or [disagree](Game::disagree).
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        matches!(self.course.phase, Phase::Stopped)
    }

    /// Records the players' agreement that these stones are dead, and no others. This ends the
    /// game, if it is not over yet. A point may be named more than once.
    ///
    /// ```
    /// use superko_optimized::{Agreement, Game, Outcome, Player, Point, Position, Rules, Scoring};
    ///
    /// let position = Position::<8, 1>::drawn("..XO.", Player::Black)?;
    /// let rules =
    ///     Rules { agreement: Agreement::Resume, score: Scoring::Territory, ..Rules::default() };
    /// let mut game = Game::from_position(position, rules);
    /// game.pass()?;
    /// game.pass()?;
    /// assert!(game.is_stopped() && !game.is_over());
    /// game.agree(&[Point::new(3, 0)])?;
    /// assert_eq!(game.score(), [5, 0]); // four points and a prisoner
    /// assert_eq!(game.outcome(), Some(Outcome::Wins(Player::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is nothing to agree on now: the game is neither stopped nor, under
    /// [`Agreement::DeadStones`], ended by passes, or the players have agreed before. Also if a
    /// point is empty. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If a point is not on the board.
    pub fn agree(&mut self, dead: &[Point]) -> Result<(), AgreementError> {
        let is_open = match self.course.phase {
            Phase::Stopped => true,
            Phase::Passed => self.rules.agreement == Agreement::DeadStones,
            Phase::Running | Phase::Agreed | Phase::Decided(_) => false,
        };
        if !is_open {
            return Err(AgreementError::NotNow);
        }
        for &point in dead {
            assert!(self.position.shape.has(point), "{point} is not on the board");
            if self.position.at(point).is_none() {
                return Err(AgreementError::Empty(point));
            }
        }
        self.course.agree(dead.iter().copied().collect());
        Ok(())
    }

    /// Records that the players do not agree. The game continues after its stop.
    ///
    /// # Errors
    ///
    /// If the game is not stopped. Nothing changes then.
    pub fn disagree(&mut self) -> Result<(), AgreementError> {
        if !self.is_stopped() {
            return Err(AgreementError::NotNow);
        }
        self.course.resume(self.turns());
        Ok(())
    }

    /// Returns the outcome if a turn decided the game, and not the score.
    pub fn decided(&self) -> Option<Outcome> {
        match self.course.phase {
            Phase::Decided(outcome) => Some(outcome),
            Phase::Running | Phase::Stopped | Phase::Passed | Phase::Agreed => None,
        }
    }

    /// Returns the outcome of the game, decided by a turn or else by the score and half a point for
    /// the player who has the [button](Game::button). Returns `None` before the end.
    pub fn outcome(&self) -> Option<Outcome>
    where
        Layouts: Has<S, N>,
    {
        match self.course.phase {
            Phase::Running | Phase::Stopped => None,
            Phase::Decided(outcome) => Some(outcome),
            Phase::Passed | Phase::Agreed => {
                let mut halves = self.score().map(|points| 2 * points);
                if let Some(player) = self.button() {
                    halves[player as usize] += 1;
                }
                let [black, white] = halves;
                Some(match black.cmp(&white) {
                    Ordering::Greater => Outcome::Wins(Player::Black),
                    Ordering::Less => Outcome::Wins(Player::White),
                    Ordering::Equal => Outcome::Tie,
                })
            }
        }
    }

    /// Returns the scores of Black and of White under the scoring rule of the game, without the
    /// stones that were agreed to be dead or are [enclosed](Game::enclosed), and without the half
    /// point of the [button](Game::button). The game need not be over.
    ///
    /// Under territory scoring, a player has one point more for each move in the second cleanup
    /// phase, and one less for each stone on the grid that is in none of the player's independent
    /// regions (see [`Tax`]) and on whose point the player had no stone when this phase began. Before
    /// this phase, neither applies.
    pub fn score(&self) -> [u32; 2]
    where
        Layouts: Has<S, N>,
    {
        let position = self.without_dead();
        match (self.rules.score, self.rules.tax) {
            (Scoring::Area, Tax::None) => position.area(),
            (Scoring::Area, Tax::Seki | Tax::All) => {
                let points = self.empty_points(&position);
                [0, 1].map(|player| position.stones[player].count() + points[player])
            }
            (Scoring::Stones, _) => position.stones.map(|stones| stones.count()),
            (Scoring::Territory | Scoring::ShortTerritory, _) => {
                let (points, prisoners) = (self.empty_points(&position), self.prisoners());
                let gained = self.gained_in_cleanup(&position);
                [0, 1].map(|player| points[player] + prisoners[player] + gained[player])
            }
        }
    }

    /// Returns the numbers of empty points that count for Black and for White, less the tax. A chain
    /// in an independent region has two liberties there, which make up for the tax on the region.
    fn empty_points(&self, position: &Position<S, N>) -> [u32; 2] {
        let tax = match self.rules.tax {
            Tax::None => return position.territory().map(|points| points.count()),
            Tax::Seki => 0,
            Tax::All => 2,
        };
        Player::BOTH.map(|player| {
            let independent = position.independent(player);
            (independent.points & position.empty()).count() - tax * independent.regions
        })
    }

    /// Returns the points of Black and of White for moves in the second cleanup phase, less one for
    /// each stone that does not count. One of these moves placed each such stone, so the difference
    /// is not negative.
    fn gained_in_cleanup(&self, position: &Position<S, N>) -> [u32; 2] {
        let Some((begin, moves)) = self.second_cleanup() else {
            return [0; 2];
        };
        Player::BOTH.map(|player| {
            let added = position.stones(player) - begin[player as usize];
            moves[player as usize] - (added - position.independent(player).points).count()
        })
    }

    /// Returns the numbers of prisoners of Black and of White. Prisoners are the opponent's stones
    /// that were removed, and those that are dead: they were agreed to be dead, or are
    /// [enclosed](Game::enclosed). Under [`Scoring::ShortTerritory`], dead stones count only in the
    /// player's own territory, whatever the tax. Under [`PassCost::Prisoner`], each pass of the
    /// opponent adds a prisoner.
    pub fn prisoners(&self) -> [u32; 2] {
        let living = self.without_dead();
        let territory = living.territory();
        Player::BOTH.map(|player| {
            let opponent = player.opponent();
            let mut dead = self.position.stones(opponent) - living.stones(opponent);
            if self.rules.score == Scoring::ShortTerritory {
                dead &= territory[player as usize];
            }
            let removed = self.stones_used(opponent) - u32::from(self.counts()[opponent as usize]);
            let passes = match self.rules.pass {
                PassCost::Free => 0,
                PassCost::Prisoner => self.course.passes[opponent as usize],
            };
            removed + dead.count() + passes
        })
    }

    /// Returns the stones of both players that are in pass-alive territory of the opponent. Under
    /// [`Enclosed::Dead`], they are dead when the score is taken. Otherwise, returns no stones.
    /// Stones that were agreed to be dead are not among them. The game need not be over.
    ///
    /// ```
    /// use superko_optimized::{Enclosed, Game, Player, Point, Position, Rules, Scoring};
    ///
    /// let position = Position::<8, 1>::drawn("
    ///     .X.XO
    ///     XXXX.
    /// ", Player::Black)?;
    /// let rules = Rules {
    ///     score: Scoring::Territory,
    ///     enclosed: Enclosed::Dead,
    ///     ..Rules::default()
    /// };
    /// let game = Game::from_position(position, rules);
    /// assert!(game.enclosed().into_iter().eq([Point::new(4, 1)]));
    /// assert_eq!(game.score(), [5, 0]); // four points and a prisoner
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn enclosed(&self) -> Bitboard<S, N> {
        match self.rules.enclosed {
            Enclosed::Alive => Bitboard::EMPTY,
            Enclosed::Dead => {
                self.position.without(self.course.dead()).enclosed(self.rules.suicide)
            }
        }
    }

    /// Returns the position without dead stones.
    fn without_dead(&self) -> Position<S, N> {
        self.position.without(self.course.dead() | self.enclosed())
    }

    /// Returns whether the player to move has a stone left.
    #[inline(always)]
    pub(crate) fn has_stone(&self) -> bool {
        self.plain || self.has_limited_stone()
    }

    /// Returns whether the player to move has a stone left, under rules that are not plain.
    #[cold]
    fn has_limited_stone(&self) -> bool {
        let player = self.to_move();
        let points = self.position.shape.points().count();
        let half = match player {
            Player::Black => points.div_ceil(2),
            Player::White => points / 2,
        };
        self.rules.stones == Stones::Unlimited || self.stones_used(player) < half
    }

    /// Returns the number of stones that the player had on the first grid or has played.
    fn stones_used(&self, player: Player) -> u32 {
        let first = counts(self.history.grid(0))[player as usize];
        let turns = self.history.turns_of(player) as u32;
        u32::from(first) + turns - self.course.passes[player as usize] - self.unblockings(player)
    }

    /// Returns the outcome that a legal play to this grid, with this hash, decides, if any.
    #[cold]
    pub(crate) fn decision(&self, hash: u64, grid: &Grid<S, N>) -> Option<Outcome> {
        let repeats = |rule| self.repeated(rule, hash, grid).is_some();
        match self.rules.repeat {
            Repeat::Loses if repeats(self.rules.repetition) => {
                Some(Outcome::Wins(self.to_move().opponent()))
            }
            Repeat::Ties if repeats(self.rules.repetition) => Some(Outcome::Tie),
            // The same grid with the same player to move is what situational superko forbids.
            _ if self.rules.long_cycle == LongCycle::NoResult
                && repeats(Repetition::Situational) =>
            {
                Some(Outcome::NoResult)
            }
            _ if self.rules.long_cycle == LongCycle::ThirdTime
                && self.stands_third_time(hash, grid, Bitboard::EMPTY) =>
            {
                Some(Outcome::NoResult)
            }
            _ => None,
        }
    }
}

impl<const S: usize, const N: usize> Position<S, N> {
    /// Returns the position without these stones.
    fn without(&self, dead: Bitboard<S, N>) -> Position<S, N> {
        Position { stones: self.stones.map(|stones| stones - dead), ..*self }
    }

    /// Returns the empty points that reach only black stones, and those that reach only white
    /// stones.
    fn territory(&self) -> Grid<S, N> {
        let [black, white] = self.stones;
        kernel::area(self.shape.points(), black, white).map(|area| area - black - white)
    }
}
