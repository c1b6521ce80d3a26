//! The phases of a game, and what a game keeps of its cleanup phases.

use crate::bitboard::Bitboard;

/// The phase of a game. Under [`Agreement::Cleanup`](crate::Agreement::Cleanup), two cleanup phases
/// follow the main phase. Otherwise a game has only its main phase.
///
/// The passes that would end the game end its phase instead, and passes of different phases are in no
/// row. In a cleanup phase, none of `repetition`, `repeat` and `long_cycle` of
/// [`Rules`](crate::Rules) applies. Instead:
///
/// * A *ko move* is a play after which the opponent could restore the grid at once. The point of the
///   new stone is then *blocked*, until it is empty after a play, or until a player unblocks it. When
///   a phase begins, no point is blocked.
/// * A play must change the grid. A ko move must not capture a stone on a blocked point, and a player
///   must not make the same ko move from the same grid twice in a phase.
/// * A player may *unblock* instead of playing, by a turn at the empty point where a ko move would
///   capture a stone on a blocked point, or at a blocked point where a stone of the opponent is a
///   chain by itself and has one liberty. The blocked point is then no longer blocked. Nothing else
///   changes, and no stone is needed.
/// * The phase also ends by the pass of a player who has passed before in the phase, with the same
///   grid and the same blocked points.
/// * The game ends without a result by a turn that is no pass, if afterwards the same grid with the
///   same blocked points and the same player to move has stood twice before since the latest pass of
///   the phase, or since its beginning.
///
/// ```
/// use superko_optimized::{Agreement, Game, Player, Point, Position, Refusal, Rules, Stage, Turn};
///
/// let position = Position::<8, 1>::drawn("
///     .XO.
///     XO.O
///     .XO.
/// ", Player::Black)?;
/// let rules = Rules { agreement: Agreement::Cleanup, ..Rules::default() };
/// let mut game = Game::from_position(position, rules);
/// game.pass()?;
/// game.pass()?;
/// assert_eq!(game.stage(), Stage::FirstCleanup);
/// game.play(Turn::Play(Point::new(2, 1)))?; // a ko move
/// assert!(game.blocked().contains(Point::new(2, 1)));
/// assert!(game.unblocks(Point::new(1, 1)) && game.unblocks(Point::new(2, 1)));
/// game.play(Turn::Play(Point::new(1, 1)))?;
/// assert_eq!(game.position().to_string(), "\
/// .XO.
/// X.XO
/// .XO.
/// ");
/// assert!(game.blocked().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The game has not had a cleanup phase.
    Main,
    /// The first cleanup phase, in which there are only other rules of repetition.
    FirstCleanup,
    /// The second cleanup phase, whose moves count under territory scoring. See
    /// [`Game::score`](crate::Game::score).
    SecondCleanup,
}

/// The cleanup phases of a game, as far as its history does not tell.
#[derive(Clone, Debug)]
pub(crate) struct Cleanup<const S: usize, const N: usize> {
    /// The numbers of turns when the first and the second phase began. The latter is 0 before.
    pub(crate) begun: [usize; 2],
    /// The blocked points since the first phase began. There is an entry for each turn that changed
    /// them: its number, and the points blocked after it.
    pub(crate) blocked: Vec<(usize, Bitboard<S, N>)>,
}

impl<const S: usize, const N: usize> Cleanup<S, N> {
    /// Begins the first phase after this many turns.
    pub(crate) fn begin(turns: usize) -> Self {
        Cleanup { begun: [turns, 0], blocked: Vec::new() }
    }

    /// Begins the second phase after this many turns.
    pub(crate) fn begin_second(&mut self, turns: usize) {
        self.begun[1] = turns;
        self.block(turns, Bitboard::EMPTY);
    }

    pub(crate) fn stage(&self) -> Stage {
        if self.begun[1] == 0 { Stage::FirstCleanup } else { Stage::SecondCleanup }
    }

    /// Returns the number of turns when the present phase began.
    pub(crate) fn begun(&self) -> usize {
        self.begun[0].max(self.begun[1])
    }

    /// Returns the points that were blocked after this many turns.
    pub(crate) fn blocked_after(&self, turns: usize) -> Bitboard<S, N> {
        let changes = self.blocked.partition_point(|&(turn, _)| turn <= turns);
        self.blocked[..changes].last().map_or(Bitboard::EMPTY, |&(_, blocked)| blocked)
    }

    /// Notes that these points are blocked after the latest turn, which has this number.
    pub(crate) fn block(&mut self, turn: usize, blocked: Bitboard<S, N>) {
        if self.blocked_after(turn) != blocked {
            self.blocked.push((turn, blocked));
        }
    }

    /// Takes back what came after this many turns. Returns whether a phase is left.
    pub(crate) fn undo(&mut self, turns: usize) -> bool {
        while self.blocked.pop_if(|&mut (turn, _)| turn > turns).is_some() {}
        if turns < self.begun[1] {
            self.begun[1] = 0;
        }
        turns >= self.begun[0]
    }

    /// Returns the bytes on the heap, including this value and reserved space.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.blocked.capacity() * size_of::<(usize, Bitboard<S, N>)>()
    }
}
