//! All positions of the smallest boards, and all turns in each of them, at level full.

use super::Options;
use super::planned_game::{PlannedGame, Source};
use std::ops::ControlFlow;
use superko_engine::Reference;
use superko_engine::referee::Transcript;
use superko_game::{Color, Player, Position, Record, Size, Turn};

/// The largest board, in points, of which all positions are tried.
pub(super) const POSITIONS_BOARD: usize = 6;

/// Hands out a game for each legal position, player to move and turn: it builds the position, then plays the turn. The first
/// game of a position and player also asks about all turns.
pub(super) fn games(
    options: &Options,
    size: Size,
    hand_out: &mut dyn FnMut(PlannedGame) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for position in legal(size) {
        for to_move in [Player::Black, Player::White] {
            let before = laid(&position, to_move);
            for (number, turn) in Turn::all(size).enumerate() {
                let mut turns = before.clone();
                turns.push(turn);
                let last = turns.len() - 1;
                let record = Record::new(size, options.rules, turns);
                let referee = Reference::new(size, options.rules);
                let transcript = Transcript::new(referee, record, |place, _| match number {
                    0 if place == last => Turn::all(size).collect(),
                    _ => Vec::new(),
                });
                // Some rules allow too few stones for the position, or passes end the game before.
                if transcript.steps[..last].iter().all(|step| step.turn.is_legal()) {
                    let transcript = transcript.looking_at(|place| place + 1 >= last);
                    hand_out(PlannedGame { transcript, source: Source::Positions, undo: false })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns about how many round trips the games take.
pub(super) fn amount(size: Size) -> u64 {
    let points = size.point_count() as u64;
    2 * legal(size).count() as u64 * (points + 1) * (2 * points + 6)
}

/// Returns all positions in which every chain has a liberty.
fn legal(size: Size) -> impl Iterator<Item = Position> {
    let colors = [Color::Empty, Color::Black, Color::White];
    let all = 3_usize.pow(u32::try_from(size.point_count()).unwrap_or(u32::MAX));
    (0..all).filter_map(move |number| {
        let mut position = Position::empty(size);
        let mut rest = number;
        for point in size.points() {
            position[point] = colors[rest % 3];
            rest /= 3;
        }
        position.without_liberty().is_none().then_some(position)
    })
}

/// Returns turns that build a position, up to the turn of a player. A player who has fewer stones passes. No stone is captured
/// on the way, because all chains have liberties.
fn laid(position: &Position, to_move: Player) -> Vec<Turn> {
    let of = |color| position.size().points().filter(move |&point| position[point] == color);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut turns = Vec::new();
    let mut next = Player::Black;
    let mut left = [position.count(Color::Black), position.count(Color::White)];
    while left != [0, 0] || next != to_move {
        let stones: &mut dyn Iterator<Item = _> = match next {
            Player::Black => &mut black,
            Player::White => &mut white,
        };
        let stone = stones.next();
        left[next as usize] -= usize::from(stone.is_some());
        turns.push(stone.map_or(Turn::Pass, Turn::Play));
        next = next.opponent();
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use std::collections::BTreeSet;

    /// The published numbers of legal positions (OEIS A094777 and Tromp's table): each is met with both players to move.
    #[test]
    fn all_legal_positions_are_met() {
        for (size, count) in [("1x1", 1), ("2x1", 5), ("3x1", 15), ("2x2", 57), ("3x2", 489)] {
            let size: Size = size.parse().unwrap();
            assert_eq!(legal(size).count(), count, "{size}");
            let (mut met, mut games_of) = (BTreeSet::new(), 0);
            let _ = games(&Options::at(Level::Full), size, &mut |game| {
                let last = game.transcript.steps.len() - 1;
                let before = game.transcript.before(last).to_string();
                met.insert((before, game.transcript.steps[last].player.letter()));
                games_of += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(met.len(), 2 * count, "{size}");
            assert_eq!(games_of, 2 * count * (size.point_count() + 1), "{size}");
        }
    }
}
