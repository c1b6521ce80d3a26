//! All games, played with an engine.

use super::tree::{FirstPlays, Games, Lengths, Node, SPLIT};
use crate::board::{Position, Size, Suicide, Turn, bits};
use crate::threads::Progress;
use std::fmt;

/// An engine that plays games under positional superko on a board of at most [`MAX_POINTS`](crate::MAX_POINTS).
pub trait GameEngine {
    /// Returns the points where the player to move may play, one bit per point.
    fn legal(&self) -> u32;

    /// Returns the stones on the board.
    fn position(&self) -> Position;

    /// Plays a turn and returns whether it was legal.
    fn play(&mut self, turn: Turn) -> bool;

    /// Takes back the last turn.
    fn undo(&mut self);
}

/// A game in which an engine deviates: its legal plays or its position are not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    size: Size,
    suicide: Suicide,
    turns: Vec<Turn>,
    /// The expectation, and what the engine says instead.
    what: String,
}

/// Writes the game in the format of `superko replay`, and what the engine does wrong after it.
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = match self.suicide {
            Suicide::Allowed => "tromp-taylor",
            Suicide::SeveralStones => "suicide=several-stones",
            Suicide::Forbidden => "suicide=forbidden",
        };
        let turns = self.turns.iter().map(|turn| match *turn {
            Turn::Pass => "pass".to_owned(),
            Turn::Play(point) => self.size.vertex(point),
        });
        let turns = turns.collect::<Vec<String>>().join(", ");
        write!(f, "{} {rules}: {turns}\n{}", self.size, self.what)
    }
}

impl std::error::Error for Deviation {}

impl Games {
    /// Plays all games of at most `longest` plays with an engine, and counts them.
    ///
    /// At every node of every game, the engine must allow exactly the plays that lead to positions
    /// not met before. This is checked for both players. A separate set, which does not depend on the
    /// engine, holds the positions that were met. Every turn is taken back on the way, and then the
    /// position must be the one from before the turn. `progress` is called with the number of
    /// beginnings of games that are done. If only one of the first plays that are alike is
    /// followed, the games of the others end after five plays.
    ///
    /// # Errors
    ///
    /// Returns the first deviation that was found.
    ///
    /// # Panics
    ///
    /// If `longest` is less than five.
    pub fn play<E: GameEngine>(
        &self,
        first: FirstPlays,
        longest: usize,
        progress: Progress<'_>,
        make: impl Fn() -> E + Sync,
    ) -> Result<Lengths, Box<Deviation>> {
        assert!(longest >= SPLIT, "games of at most {longest} plays are too short");
        Walk::new(self, make(), SPLIT).play_below(Node::ROOT)?;
        self.add_up(first, progress, |beginning| {
            let mut walk = Walk::new(self, make(), longest);
            for &turn in &beginning.turns {
                walk.take(turn)?;
            }
            walk.play_below(beginning.node)?;
            for _ in &beginning.turns {
                walk.undo();
            }
            walk.ensure_at(Position::default())?;
            Ok(walk.lengths)
        })
    }
}

/// An engine that walks through games.
struct Walk<'a, E> {
    games: &'a Games,
    engine: E,
    turns: Vec<Turn>,
    longest: usize,
    lengths: Lengths,
}

impl<'a, E: GameEngine> Walk<'a, E> {
    fn new(games: &'a Games, engine: E, longest: usize) -> Walk<'a, E> {
        Walk { games, engine, turns: Vec::new(), longest, lengths: Lengths::default() }
    }

    /// Plays all games that continue from the current position of the engine. Afterwards the engine is
    /// in that position again.
    fn play_below(&mut self, node: Node) -> Result<(), Box<Deviation>> {
        if node.plays == self.longest {
            return Ok(());
        }
        let games = self.games;
        for passed in [false, true] {
            if passed {
                self.take(Turn::Pass)?;
            }
            let plays = games.plays(node, passed);
            let expected = plays.clone().fold(0, |set, play| set | 1 << play.point);
            if self.engine.legal() != expected {
                return Err(self.wrong_legal_plays(expected));
            }
            for play in plays {
                self.take(Turn::Play(play.point))?;
                self.ensure_at(games.graph.positions[play.to])?;
                let after = node.after(passed, play.to);
                self.lengths.count(1, after.plays, after.turns);
                self.play_below(after)?;
                self.undo();
            }
        }
        self.undo();
        self.ensure_at(games.graph.positions[node.here])
    }

    fn take(&mut self, turn: Turn) -> Result<(), Box<Deviation>> {
        self.turns.push(turn);
        if self.engine.play(turn) {
            return Ok(());
        }
        Err(self.deviation("the last turn is legal; the engine refuses it".to_owned()))
    }

    fn undo(&mut self) {
        self.engine.undo();
        self.turns.pop();
    }

    fn ensure_at(&self, position: Position) -> Result<(), Box<Deviation>> {
        let found = self.engine.position();
        if found == position {
            return Ok(());
        }
        let [expected, found] =
            [position, found].map(|each| each.drawn(self.games.graph.size, None));
        Err(self.deviation(format!("the position is\n{expected}\nand the engine has\n{found}")))
    }

    /// Returns the deviation that the engine allows other plays than the expected ones.
    fn wrong_legal_plays(&self, expected: u32) -> Box<Deviation> {
        let names = |set: u32| {
            let names: Vec<String> =
                bits(set.into()).map(|point| self.games.graph.size.vertex(point)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        let found = self.engine.legal();
        self.deviation(format!("legal plays: {}; the engine: {}", names(expected), names(found)))
    }

    fn deviation(&self, what: String) -> Box<Deviation> {
        let graph = &self.games.graph;
        let (size, suicide, turns) = (graph.size, graph.suicide, self.turns.clone());
        Box::new(Deviation { size, suicide, turns, what })
    }
}
