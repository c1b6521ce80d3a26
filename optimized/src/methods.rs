//! The methods of games and positions on which most of the time is spent. Each calls the function
//! that is compiled for its layout.

#[cfg(feature = "batch")]
use crate::batch::Finished;
use crate::bitboard::Bitboard;
use crate::course::Phase;
use crate::game::Game;
use crate::kernel;
use crate::layouts::{Has, Layouts};
use crate::perft::Turns;
use crate::point::{Player, Turn};
use crate::position::Position;
use crate::random::Random;
use crate::rules::{IllegalTurn, Outcome, Refusal};
#[cfg(feature = "batch")]
use crate::simd::Level;

impl<const S: usize, const N: usize> Position<S, N>
where
    Layouts: Has<S, N>,
{
    /// Returns the areas of Black and of White: stones, and empty points that reach only that
    /// color.
    pub fn area(&self) -> [u32; 2] {
        Layouts::area(self)
    }
}

impl<const S: usize, const N: usize> Game<S, N>
where
    Layouts: Has<S, N>,
{
    /// Plays a turn. In a cleanup phase, a play may be an unblocking. See [`Game::unblocks`].
    ///
    /// # Errors
    ///
    /// If the rules refuse the turn. Nothing changes then, except for a running game under
    /// [`IllegalTurn::Loses`]: it ends, and the opponent wins.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        let played = match turn {
            Turn::Pass => self.pass(),
            Turn::Play(point) if self.is_cleanup() => self.play_in_cleanup(point),
            Turn::Play(point) => self.bit(point).and_then(|bit| Layouts::play(self, bit)),
        };
        if played.is_err() && self.rules.illegal == IllegalTurn::Loses && self.course.is_running() {
            self.course.phase = Phase::Decided(Outcome::Wins(self.to_move().opponent()));
        }
        played
    }

    /// Returns why the turn is refused, or `None` if it is legal.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn refusal(&self, turn: Turn) -> Option<Refusal> {
        match turn {
            Turn::Pass => self.refuse_any_turn().err(),
            Turn::Play(point) if self.is_cleanup() => self.refusal_in_cleanup(point),
            Turn::Play(point) => self.bit(point).and_then(|bit| Layouts::judge(self, bit)).err(),
        }
    }

    /// Returns the points where a play is legal. Returns none unless the game is running. A play
    /// that loses or ties the game by a repetition is legal. In a cleanup phase, the points where a
    /// play is an unblocking are included, also if there is a stone. See [`Game::unblocks`].
    pub fn legal(&self) -> Bitboard<S, N> {
        if self.is_cleanup() {
            self.legal_in_cleanup()
        } else if self.course.is_running() && self.has_stone() {
            Layouts::legal(self)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns the areas of Black and of White on the present grid, under any scoring rule. See
    /// [`Game::score`] for the score of the game.
    pub fn area(&self) -> [u32; 2] {
        self.position.area()
    }

    /// Returns the number of sequences of exactly `depth` turns from here. A game that is over or
    /// stopped has no further turns, and the players never agree or disagree. An unblocking counts as
    /// a play. The last turns are counted in bulk, without being played. The game is unchanged afterwards.
    ///
    /// ```
    /// use superko_optimized::{Game, Rules, Shape, Turns};
    /// let shape = Shape::new(2, 1).unwrap();
    /// let mut game = Game::<8, 1>::new(shape, Rules::TROMP_TAYLOR);
    /// assert_eq!(game.perft(1, Turns::All), 3);
    /// assert_eq!(game.perft(2, Turns::Plays), 2);
    /// ```
    pub fn perft(&mut self, depth: u32, turns: Turns) -> u64 {
        match depth {
            0 => 1,
            _ if self.plain => Layouts::perft(self, depth, turns),
            _ => self.perft_by_turns(depth, turns),
        }
    }

    /// Counts sequences under all rules. Every turn except the last is played.
    fn perft_by_turns(&mut self, depth: u32, turns: Turns) -> u64 {
        if !self.course.is_running() {
            return 0;
        }
        let (plays, pass) = (self.legal(), (turns == Turns::All).then_some(Turn::Pass));
        if depth == 1 {
            return u64::from(plays.count()) + pass.iter().len() as u64;
        }
        let mut sequences = 0;
        for turn in plays.into_iter().map(Turn::Play).chain(pass) {
            self.play(turn).expect("the turn is legal");
            sequences += self.perft_by_turns(depth - 1, turns);
            self.undo();
        }
        sequences
    }

    /// Continues at random until the game is over or stopped or has `limit` turns, and returns its
    /// number of turns.
    ///
    /// Each turn is chosen with equal probability from the legal plays that do not fill an own
    /// [eye](crate::kernel::eyes). If there is no such play, it is a pass.
    ///
    /// ```
    /// use superko_optimized::{Game, Random, Rules, Shape};
    /// let shape = Shape::new(9, 9).unwrap();
    /// let mut game = Game::<10, 2>::new(shape, Rules::TROMP_TAYLOR);
    /// let turns = game.playout(&mut Random::new(1), 1000);
    /// assert!(game.is_over() && turns == game.turns());
    /// ```
    pub fn playout(&mut self, random: &mut Random, limit: usize) -> usize {
        if self.plain {
            Layouts::playout(self, random, limit)
        } else {
            self.playout_by_turns(random, limit)
        }
    }

    /// Plays at random under all rules.
    fn playout_by_turns(&mut self, random: &mut Random, limit: usize) -> usize {
        while self.course.is_running() && self.turns() < limit {
            let Position { shape, stones: [black, white], to_move } = self.position;
            let (own, opponent) = match to_move {
                Player::Black => (black, white),
                Player::White => (white, black),
            };
            let eyes = kernel::eyes(shape.points(), shape.edge(), own, opponent);
            let plays = self.legal() - eyes;
            let drawn = match plays.count() {
                0 => None,
                count => plays.nth(random.below(count)).first(),
            };
            self.play(drawn.map_or(Turn::Pass, Turn::Play)).expect("the turn is legal");
        }
        self.turns()
    }
}

/// Plays random games from `start`, eight in lockstep, until at least `games` of them have ended, and passes
/// each to `finished` as it ends.
///
/// The rules are positional superko, judged exactly against every grid since `start`, and any
/// suicide is allowed: [`Rules::TROMP_TAYLOR`](crate::Rules::TROMP_TAYLOR). Turns are chosen as in
/// [`Game::playout`](crate::Game::playout). A game ends after two passes or after turn `limit`,
/// which is at least 1. Games that have begun but not ended are dropped. So if `games` is small,
/// short games are somewhat too frequent.
///
/// ```
/// use superko_optimized::{Level, Position, Shape, playouts_in_step};
/// let start = Position::new(Shape::<10, 2>::new(9, 9).unwrap());
/// let mut black_ahead = 0;
/// playouts_in_step(Level::detected(), &start, 100, 1000, 1, |game| {
///     let [black, white] = game.position.area();
///     black_ahead += u32::from(black > white);
/// });
/// assert!((20..80).contains(&black_ahead));
/// ```
#[cfg(feature = "batch")]
pub fn playouts_in_step<const S: usize, const N: usize>(
    level: Level,
    start: &Position<S, N>,
    games: usize,
    limit: usize,
    seed: u64,
    mut finished: impl FnMut(Finished<S, N>),
) where
    Layouts: Has<S, N>,
{
    Layouts::playouts_in_step(level, start, games, limit, seed, &mut finished);
}
