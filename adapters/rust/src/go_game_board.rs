//! go_game_board: a board for playouts. It plays any turn, legal or not, but can say beforehand whether a turn is legal.

use crate::gtp::Board;
use go_game_board::{Board as Inner, Color, Player, Vertex};

#[derive(Clone)]
pub struct Game(Inner, usize);

impl Game {
    pub fn new(size: usize) -> Option<Game> {
        (1..=19).contains(&size).then(|| Game(Inner::with_size(size, size), size))
    }

    /// Its rows count from the top.
    fn vertex(&self, point: (usize, usize)) -> Vertex {
        Vertex::from_coords((self.1 - 1 - point.1) as isize, point.0 as isize)
    }
}

#[rustfmt::skip]
impl Board for Game {
    fn play(&mut self, turn: Option<(usize, usize)>) -> bool {
        let vertex = turn.map_or(Vertex::pass(), |point| self.vertex(point));
        let is_legal = self.0.is_legal(self.0.act_player(), vertex);
        if is_legal { self.0.play_legal(self.0.act_player(), vertex); }
        is_legal
    }
    fn is_legal(&self, point: (usize, usize)) -> bool { self.0.is_legal(self.0.act_player(), self.vertex(point)) }
    fn stone(&self, point: (usize, usize)) -> char {
        match self.0.color_at(self.vertex(point)) { Color::Black => 'X', Color::White => 'O', _ => '.' }
    }
    fn black_to_move(&self) -> bool { self.0.act_player() == Player::Black }
}
