//! Engines that lack a link in one direction are detected, for each use of the link.

use super::*;
use crate::compare::{CompareOptions, compare_with};
use crate::suite::fixed::{Case, cases};
use superko_engine::referee::Transcript;
use superko_engine::{About, Engine, Fault, Reference, Ruling};
use superko_game::rules::Rules;
use superko_game::{Record, Setup};

/// The use for which an engine lacks the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Everywhere,
    /// From a play to the chains that it captures.
    Capture,
    /// From a stone to the empty points next to it.
    Liberty,
    /// From a stone to the next one of its chain.
    Chain,
}

/// An engine without any rule of repetition, which lacks one link.
struct Lacking {
    position: Position,
    to_move: Player,
    lacking: Option<(Point, Point, Use)>,
}

impl Lacking {
    fn neighbors(&self, from: Point, used: Use) -> Vec<Point> {
        let lacks = |&to: &Point| {
            self.lacking.is_some_and(|(a, b, lacking)| {
                (a, b) == (from, to) && (lacking == used || lacking == Use::Everywhere)
            })
        };
        self.position.size().neighbors(from).filter(|to| !lacks(to)).collect()
    }

    /// Returns the stones of a chain that the engine finds from one of them, and whether it finds a liberty.
    fn chain(&self, point: Point) -> (Vec<Point>, bool) {
        let (mut stones, mut next, mut is_free) = (vec![point], 0, false);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            let empty = |&to: &Point| self.position[to] == Color::Empty;
            is_free |= self.neighbors(stone, Use::Liberty).iter().any(empty);
            for to in self.neighbors(stone, Use::Chain) {
                if self.position[to] == self.position[point] && !stones.contains(&to) {
                    stones.push(to);
                }
            }
        }
        (stones, is_free)
    }

    fn remove_if_captured(&mut self, point: Point) {
        let (stones, is_free) = self.chain(point);
        for stone in stones.into_iter().filter(|_| !is_free) {
            self.position[stone] = Color::Empty;
        }
    }
}

impl Engine for Lacking {
    fn about(&self) -> About {
        About::named("lacking")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        (self.position, self.to_move) = (game.position.clone(), game.first);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let color = self.to_move.color();
        if let Turn::Play(point) = turn {
            if self.position[point] != Color::Empty {
                return Ok(false.into());
            }
            self.position[point] = color;
            for to in self.neighbors(point, Use::Capture) {
                if ![Color::Empty, color].contains(&self.position[to]) {
                    self.remove_if_captured(to);
                }
            }
            self.remove_if_captured(point);
        }
        self.to_move = self.to_move.opponent();
        Ok(Ruling::Allowed)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(Some(self.position.clone()))
    }
}

/// Returns the games on a board whose names contain one of these words.
fn games(size: Size, words: &[&str]) -> Vec<Transcript> {
    let is_one = |case: &Case| words.iter().any(|word| case.name.contains(word));
    let cases = cases(size, Rules::default()).into_iter().filter(is_one);
    cases.map(|case| case.transcript(Reference::new(size, Rules::default()))).collect()
}

fn is_found(size: Size, lacking: Option<(Point, Point, Use)>, games: &[Transcript]) -> bool {
    let mut engine = Lacking { position: Position::empty(size), to_move: Player::Black, lacking };
    let options = CompareOptions { ask: false, undo: false };
    games.iter().any(|game| !compare_with(&mut engine, game, options).disagreements.is_empty())
}

/// Checks that every `step`-th engine that lacks one link for a use is detected.
fn are_found(board: &str, used: Use, words: &[&str], step: usize) {
    let size: Size = board.parse().unwrap();
    let games = games(size, words);
    assert!(!is_found(size, None, &games), "{board}: the control is called wrong");
    let links = size.points().flat_map(|a| size.neighbors(a).map(move |b| (a, b)));
    for (a, b) in links.step_by(step) {
        assert!(is_found(size, Some((a, b, used)), &games), "{board}: {a} to {b}, {used:?}");
    }
}

#[test]
fn every_link_is_used_in_every_way() {
    let all = &[".links.", ".links-again.", ".lines."];
    for (board, step) in [("9x9", 1), ("4x7", 1), ("7x4", 1), ("3x3", 1), ("19x19", 41)] {
        are_found(board, Use::Everywhere, &[".links."], step);
        are_found(board, Use::Capture, all, step);
        are_found(board, Use::Liberty, all, step);
        are_found(board, Use::Chain, all, step);
    }
}

#[test]
fn the_games_are_legal_and_short_on_every_board() {
    for (columns, rows) in (1..=25).flat_map(|columns| (1..=25).map(move |rows| (columns, rows))) {
        let size = Size::new(columns, rows).unwrap();
        let is_small = columns < 3 || rows < 3;
        let points = size.point_count();
        for direction in Direction::ALL {
            let sweeps = [true, false].map(|odd| captures(size, direction, odd));
            for game in sweeps.into_iter().chain([chains(size, direction)]) {
                let Some(game) = game else {
                    assert!(is_small, "{size}, {direction:?}");
                    continue;
                };
                let limit = points + points / 4 + 14;
                assert!(game.turns.len() <= limit, "{size}, {direction:?}: {}", game.turns.len());
                if points > 60 && !(columns + rows).is_multiple_of(19) {
                    continue;
                }
                let record = Record::new(size, Rules::default(), game.turns);
                let played = Transcript::replay(Reference::new(size, Rules::default()), record);
                let is_legal = played.steps.iter().all(|step| step.turn.is_legal());
                assert!(is_legal, "{size}, {direction:?}");
            }
        }
    }
}
