//! board-game: its game of Go, under its two rule sets.

use crate::gtp::Board;
use board_game::board::{Board as _, Player};
use board_game::games::go::{GoBoard, Komi, Move, Rules, State, Tile};

#[derive(Clone)]
pub struct Game(GoBoard);

impl Game {
    pub fn tromp_taylor(size: usize) -> Option<Game> {
        Game::under(Rules::tromp_taylor(), size)
    }

    pub fn cgos(size: usize) -> Option<Game> {
        Game::under(Rules::cgos(), size)
    }

    fn under(rules: Rules, size: usize) -> Option<Game> {
        (1..=19).contains(&size).then(|| Game(GoBoard::new(size as u8, Komi::zero(), rules)))
    }
}

#[rustfmt::skip]
impl Board for Game {
    fn play(&mut self, turn: Option<(usize, usize)>) -> bool { self.0.play(turn.map_or(Move::Pass, |point| Move::Place(tile(point)))).is_ok() }
    fn is_legal(&self, point: (usize, usize)) -> bool { self.0.is_available_move(Move::Place(tile(point))) == Ok(true) }
    fn stone(&self, point: (usize, usize)) -> char {
        match self.0.stone_at(tile(point)) { None => '.', Some(Player::A) => 'X', Some(Player::B) => 'O' }
    }
    fn black_to_move(&self) -> bool { self.0.next_player() == Player::A }
    fn is_over(&self) -> Option<bool> { Some(matches!(self.0.state(), State::Done(_))) }
    fn lead(&self) -> Option<f64> { Some(f64::from(self.0.current_score().a) - f64::from(self.0.current_score().b)) }
}

fn tile(point: (usize, usize)) -> Tile {
    Tile::new(point.0 as u8, point.1 as u8)
}
