//! A game whose size is known only at run time.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::layouts::{Has, Layouts};
use crate::perft::Turns;
use crate::point::{Player, Point, Turn};
use crate::position::{Position, SetUpError};
use crate::random::Random;
use crate::rules::{AgreementError, Outcome, Refusal, Rules};
use crate::shape::Shape;
use crate::stage::Stage;

/// A set of points of a board of any size up to 25x25.
pub type AnySet = Bitboard<26, 11>;

/// A game on a board of any size from 1x1 to 25x25, rectangles too.
///
/// The game is a [`Game`] in the first of the [`Layouts`] that has room for the board.
///
/// ```
/// use superko_optimized::{AnyGame, Player, Point, Rules, Turn};
///
/// let mut game = AnyGame::new(3, 2, Rules::TROMP_TAYLOR).unwrap();
/// game.play(Turn::Play(Point::new(1, 0)))?;
/// game.pass()?;
/// game.play(Turn::Play(Point::new(0, 1)))?;
/// assert_eq!(game.to_string(), "\
/// X..
/// .X.
/// ");
/// assert_eq!(game.legal().count(), 3); // not A1: the stone would have no liberty
/// assert_eq!(game.area(), [6, 0]);
/// assert_eq!(game.undo(), Some(Turn::Play(Point::new(0, 1))));
/// assert_eq!(game.to_move(), Player::Black);
/// # Ok::<(), superko_optimized::Refusal>(())
/// ```
pub struct AnyGame(Box<dyn Erased>);

/// Builds the game in the first layout (stride, limbs) that has room for it.
macro_rules! in_smallest_layout {
    ($columns:expr, $rows:expr, |$shape:ident| $build:expr) => {
        in_smallest_layout!(
            @ $columns, $rows, $shape, $build,
            (8, 1) (10, 2) (14, 3) (20, 6) (26, 11)
        )
    };
    (@ $columns:expr, $rows:expr, $shape:ident, $build:expr, $(($stride:literal, $limbs:literal))*) => {{
        $(if let Some($shape) = Shape::<$stride, $limbs>::new($columns, $rows) {
            return $build;
        })*
    }};
}

impl AnyGame {
    /// Makes a game on the empty grid, Black to move. Returns `None` unless both sides are from 1
    /// to 25.
    pub fn new(columns: u8, rows: u8, rules: Rules) -> Option<AnyGame> {
        in_smallest_layout!(columns, rows, |shape| {
            Some(AnyGame(Box::new(Game::new(shape, rules))))
        });
        None
    }

    /// Makes a game on a set-up position, which is the first grid of its history.
    ///
    /// # Errors
    ///
    /// Returns [`SetUpError::Size`] if a side is not from 1 to 25, and another variant if stones
    /// overlap, lie beyond the board, or have no liberty.
    pub fn set_up(
        columns: u8,
        rows: u8,
        rules: Rules,
        black: AnySet,
        white: AnySet,
        to_move: Player,
    ) -> Result<AnyGame, SetUpError> {
        in_smallest_layout!(columns, rows, |shape| {
            if let Some(point) = (black | white).into_iter().find(|&point| !shape.has(point)) {
                return Err(SetUpError::Beyond(point));
            }
            let (black, white) = (black.into_iter().collect(), white.into_iter().collect());
            let position = Position::set_up(shape, black, white, to_move)?;
            Ok(AnyGame(Box::new(Game::from_position(position, rules))))
        });
        Err(SetUpError::Size)
    }

    /// Returns the numbers of columns and of rows.
    pub fn size(&self) -> (u8, u8) {
        self.0.size()
    }

    /// Plays a turn.
    ///
    /// # Errors
    ///
    /// If the rules refuse the turn. Nothing changes then, except for a running game under
    /// [`IllegalTurn::Loses`](crate::IllegalTurn::Loses): it ends, and the opponent wins.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        self.0.play(turn)
    }

    /// Passes.
    ///
    /// # Errors
    ///
    /// If the game is over or stopped.
    pub fn pass(&mut self) -> Result<(), Refusal> {
        self.0.play(Turn::Pass)
    }

    /// Takes back the last turn, and returns it, if there is one. See [`Game::undo`].
    pub fn undo(&mut self) -> Option<Turn> {
        self.0.undo()
    }

    /// Takes back all turns, and everything that was agreed or decided.
    pub fn restart(&mut self) {
        self.0.restart();
    }

    /// Returns why the turn is refused, or `None` if it is legal.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn refusal(&self, turn: Turn) -> Option<Refusal> {
        self.0.refusal(turn)
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Returns whether passes stopped the game. See [`Game::is_stopped`].
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// Returns the phase of the game. See [`Game::stage`].
    pub fn stage(&self) -> Stage {
        self.0.stage()
    }

    /// Returns the points that are blocked. See [`Game::blocked`].
    pub fn blocked(&self) -> AnySet {
        self.0.blocked()
    }

    /// Returns whether the turn at this point is legal and an unblocking. See [`Game::unblocks`].
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn unblocks(&self, point: Point) -> bool {
        self.0.unblocks(point)
    }

    /// Returns the player whose pass took the button, if any. See [`Game::button`].
    pub fn button(&self) -> Option<Player> {
        self.0.button()
    }

    /// Records the players' agreement that these stones are dead, and no others. See
    /// [`Game::agree`].
    ///
    /// # Errors
    ///
    /// If there is nothing to agree on now, or a point is empty. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If a point is not on the board.
    pub fn agree(&mut self, dead: &[Point]) -> Result<(), AgreementError> {
        self.0.agree(dead)
    }

    /// Records that the players do not agree. The game continues after its stop.
    ///
    /// # Errors
    ///
    /// If the game is not stopped. Nothing changes then.
    pub fn disagree(&mut self) -> Result<(), AgreementError> {
        self.0.disagree()
    }

    /// Returns the outcome if a turn decided the game, and not the score. See [`Game::decided`].
    pub fn decided(&self) -> Option<Outcome> {
        self.0.decided()
    }

    /// Returns the outcome of the game, or `None` before the end. See [`Game::outcome`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Returns the player to move. If the game is over or stopped, this is the player who would be
    /// to move.
    pub fn to_move(&self) -> Player {
        self.0.to_move()
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.0.rules()
    }

    /// Returns the hash of the current grid: the exclusive or of a number for each stone. The
    /// search for a repetition compares the grids whose hashes fall into the same bucket.
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// Returns the number of turns so far.
    pub fn turns(&self) -> usize {
        self.0.turns()
    }

    /// Returns the turn with this number, counted from 1, or `None` if there is none.
    pub fn turn(&self, number: usize) -> Option<Turn> {
        self.0.turn(number)
    }

    /// Returns the size of the history on the heap, in bytes. See [`Game::history_bytes`].
    pub fn history_bytes(&self) -> usize {
        self.0.history_bytes()
    }

    /// Returns the stones of a player.
    pub fn stones(&self, player: Player) -> AnySet {
        self.0.stones(player)
    }

    /// Returns the player whose stone is on the point, if any.
    pub fn at(&self, point: Point) -> Option<Player> {
        self.0.at(point)
    }

    /// Returns the points where a play is legal. Returns none unless the game is running. See
    /// [`Game::legal`].
    pub fn legal(&self) -> AnySet {
        self.0.legal()
    }

    /// Returns the areas of Black and of White on the present grid, under any scoring rule.
    pub fn area(&self) -> [u32; 2] {
        self.0.area()
    }

    /// Returns the scores of Black and of White under the scoring rule of the game. See
    /// [`Game::score`].
    pub fn score(&self) -> [u32; 2] {
        self.0.score()
    }

    /// Returns the stones that are dead in pass-alive territory. See [`Game::enclosed`].
    pub fn enclosed(&self) -> AnySet {
        self.0.enclosed()
    }

    /// Returns the numbers of prisoners of Black and of White. See [`Game::prisoners`].
    pub fn prisoners(&self) -> [u32; 2] {
        self.0.prisoners()
    }

    /// Returns the number of sequences of exactly `depth` turns from here. See [`Game::perft`].
    pub fn perft(&mut self, depth: u32, turns: Turns) -> u64 {
        self.0.perft(depth, turns)
    }

    /// Continues at random until the game is over or stopped or has `limit` turns, and returns its
    /// number of turns. See [`Game::playout`].
    pub fn playout(&mut self, random: &mut Random, limit: usize) -> usize {
        self.0.playout(random, limit)
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        self.0.boxed_clone()
    }
}

/// Draws the grid, the north row first.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.draw(f)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A game whose layout is hidden.
trait Erased: fmt::Debug + Send + Sync {
    fn size(&self) -> (u8, u8);
    fn play(&mut self, turn: Turn) -> Result<(), Refusal>;
    fn undo(&mut self) -> Option<Turn>;
    fn restart(&mut self);
    fn refusal(&self, turn: Turn) -> Option<Refusal>;
    fn is_over(&self) -> bool;
    fn is_stopped(&self) -> bool;
    fn stage(&self) -> Stage;
    fn blocked(&self) -> AnySet;
    fn unblocks(&self, point: Point) -> bool;
    fn button(&self) -> Option<Player>;
    fn agree(&mut self, dead: &[Point]) -> Result<(), AgreementError>;
    fn disagree(&mut self) -> Result<(), AgreementError>;
    fn decided(&self) -> Option<Outcome>;
    fn outcome(&self) -> Option<Outcome>;
    fn to_move(&self) -> Player;
    fn rules(&self) -> Rules;
    fn hash(&self) -> u64;
    fn turns(&self) -> usize;
    fn turn(&self, number: usize) -> Option<Turn>;
    fn history_bytes(&self) -> usize;
    fn stones(&self, player: Player) -> AnySet;
    fn at(&self, point: Point) -> Option<Player>;
    fn legal(&self) -> AnySet;
    fn area(&self) -> [u32; 2];
    fn score(&self) -> [u32; 2];
    fn enclosed(&self) -> AnySet;
    fn prisoners(&self) -> [u32; 2];
    fn perft(&mut self, depth: u32, turns: Turns) -> u64;
    fn playout(&mut self, random: &mut Random, limit: usize) -> usize;
    fn boxed_clone(&self) -> AnyGame;
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<const S: usize, const N: usize> Erased for Game<S, N>
where
    Layouts: Has<S, N>,
{
    fn size(&self) -> (u8, u8) {
        (self.position().shape().columns(), self.position().shape().rows())
    }

    fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        Game::play(self, turn)
    }

    fn undo(&mut self) -> Option<Turn> {
        Game::undo(self)
    }

    fn restart(&mut self) {
        Game::restart(self);
    }

    fn refusal(&self, turn: Turn) -> Option<Refusal> {
        Game::refusal(self, turn)
    }

    fn is_over(&self) -> bool {
        Game::is_over(self)
    }

    fn is_stopped(&self) -> bool {
        Game::is_stopped(self)
    }

    fn stage(&self) -> Stage {
        Game::stage(self)
    }

    fn blocked(&self) -> AnySet {
        Game::blocked(self).into_iter().collect()
    }

    fn unblocks(&self, point: Point) -> bool {
        Game::unblocks(self, point)
    }

    fn button(&self) -> Option<Player> {
        Game::button(self)
    }

    fn agree(&mut self, dead: &[Point]) -> Result<(), AgreementError> {
        Game::agree(self, dead)
    }

    fn disagree(&mut self) -> Result<(), AgreementError> {
        Game::disagree(self)
    }

    fn decided(&self) -> Option<Outcome> {
        Game::decided(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn to_move(&self) -> Player {
        Game::to_move(self)
    }

    fn rules(&self) -> Rules {
        Game::rules(self)
    }

    fn hash(&self) -> u64 {
        Game::hash(self)
    }

    fn turns(&self) -> usize {
        Game::turns(self)
    }

    fn turn(&self, number: usize) -> Option<Turn> {
        Game::turn(self, number)
    }

    fn history_bytes(&self) -> usize {
        Game::history_bytes(self)
    }

    fn stones(&self, player: Player) -> AnySet {
        self.position().stones(player).into_iter().collect()
    }

    fn at(&self, point: Point) -> Option<Player> {
        self.position().at(point)
    }

    fn legal(&self) -> AnySet {
        Game::legal(self).into_iter().collect()
    }

    fn area(&self) -> [u32; 2] {
        Game::area(self)
    }

    fn score(&self) -> [u32; 2] {
        Game::score(self)
    }

    fn enclosed(&self) -> AnySet {
        Game::enclosed(self).into_iter().collect()
    }

    fn prisoners(&self) -> [u32; 2] {
        Game::prisoners(self)
    }

    fn perft(&mut self, depth: u32, turns: Turns) -> u64 {
        Game::perft(self, depth, turns)
    }

    fn playout(&mut self, random: &mut Random, limit: usize) -> usize {
        Game::playout(self, random, limit)
    }

    fn boxed_clone(&self) -> AnyGame {
        AnyGame(Box::new(self.clone()))
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.position(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Repetition, Suicide};

    #[test]
    fn every_size_up_to_25_has_a_layout_and_no_other() {
        for columns in 0..=30 {
            for rows in 0..=30 {
                let expected = (1..=25).contains(&columns) && (1..=25).contains(&rows);
                let game = AnyGame::new(columns, rows, Rules::TROMP_TAYLOR);
                assert_eq!(game.map(|game| game.size()), expected.then_some((columns, rows)));
            }
        }
    }

    #[test]
    fn a_game_without_its_layout_is_the_game() {
        let rules = Rules {
            repetition: Repetition::NewZealand,
            suicide: Suicide::SeveralStones,
            ..Rules::default()
        };
        let mut any = AnyGame::new(5, 4, rules).expect("a size in range");
        let mut game = Game::<8, 1>::new(Shape::new(5, 4).expect("the size fits"), rules);
        let plays = [(0, 0), (1, 0), (2, 2), (0, 1)].map(|(c, r)| Turn::Play(Point::new(c, r)));
        for turn in plays {
            assert_eq!((any.play(turn), game.play(turn)), (Ok(()), Ok(())));
        }
        assert_eq!((any.size(), any.rules(), any.turns()), ((5, 4), rules, 4));
        assert_eq!((any.turn(2), any.turn(0)), (Some(plays[1]), None));
        assert_eq!(any.to_string(), ".....\n..X..\nO....\n.O...\n");
        assert_eq!(format!("{any:?}"), format!("{game:?}"));
        assert!(format!("{game:?}").contains("..X.."), "{game:?}");
        assert_eq!(any.clone().to_string(), any.to_string());
        assert_eq!(any.history_bytes(), game.history_bytes());
        assert!(game.history_bytes() > 4 * 256, "a bucket takes four bytes");
        assert_eq!(game.grid(3).map(|set| set.count()), [2, 1]);
        assert_eq!([game.grid(4), game.grid(0)], [game.position().stones, [Bitboard::EMPTY; 2]]);
        let stones = Player::BOTH.map(|player| any.stones(player));
        assert_eq!(stones.map(|set| set.count()), [1, 2]);
        assert!(stones[1].contains(Point::new(0, 1)));
        assert_eq!(any.at(Point::new(2, 2)), Some(Player::Black));
        // The captured stone was on A1. A stone there has no liberty.
        assert_eq!((any.legal().count(), any.legal().contains(Point::new(0, 0))), (16, false));
        assert_eq!(any.refusal(plays[0]), Some(Refusal::Suicide));
        assert_eq!((any.area(), any.to_move(), any.is_over()), ([1, 3], Player::Black, false));
        assert_eq!((any.undo(), any.at(Point::new(0, 0))), (Some(plays[3]), Some(Player::Black)));
        assert_eq!((any.pass(), any.pass(), any.is_over()), (Ok(()), Ok(()), true));
        any.restart();
        assert_eq!((any.turns(), any.area()), (0, [0, 0]));
    }

    #[test]
    fn a_suicide_may_repeat_a_set_up_grid() {
        let rules = Rules { repetition: Repetition::Situational, ..Rules::default() };
        let stone = AnySet::from(Point::new(1, 0));
        let mut game = AnyGame::set_up(3, 1, rules, stone, AnySet::EMPTY, Player::White)
            .expect("a stone with liberties");
        // The suicide leaves the grid as it is, but with Black to move, which is new. After Black's
        // pass it is not new any more.
        assert_eq!(game.legal().count(), 2);
        let suicide = Turn::Play(Point::new(0, 0));
        assert_eq!(game.play(suicide), Ok(()));
        assert_eq!((game.pass(), game.legal()), (Ok(()), AnySet::EMPTY));
        assert_eq!(game.refusal(suicide), Some(Refusal::Repeats { earlier: 1 }));
        assert_eq!(game.turns(), 2);
    }

    #[test]
    fn sequences_are_counted() {
        // These counts are from tests/facts/perft.tsv.
        let mut game = AnyGame::new(4, 4, Rules::TROMP_TAYLOR).expect("a size in range");
        let counts = [0, 1, 2, 3].map(|depth| game.perft(depth, Turns::All));
        assert_eq!(counts, [1, 17, 273, 4112]);
        assert_eq!(game.perft(2, Turns::Plays), 16 * 15);
        assert_eq!(game.turns(), 0);
    }
}
