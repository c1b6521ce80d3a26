//! mb_goban: a board that keeps the hashes of its positions, under its rule set JAPANESE. It does not track whose turn
//! it is, and has no passes.

use crate::gtp::Board;
use mb_goban::{Board as Inner, Rules, Stone};

#[derive(Clone)]
pub struct Game(Inner, Stone);

impl Game {
    pub fn new(size: usize) -> Option<Game> {
        (1..=25).contains(&size).then(|| Game(Inner::empty(size, size), Stone::Black))
    }
}

#[rustfmt::skip]
impl Board for Game {
    fn play(&mut self, turn: Option<(usize, usize)>) -> bool {
        let is_legal = turn.is_none_or(|(x, y)| self.0.play(x, y, self.1, &Rules::JAPANESE).is_ok());
        if is_legal { self.1 = !self.1; }
        is_legal
    }
    fn is_legal(&self, (x, y): (usize, usize)) -> bool { self.0.clone().play(x, y, self.1, &Rules::JAPANESE).is_ok() }
    fn stone(&self, (x, y): (usize, usize)) -> char {
        match self.0.get(x, y) { Ok(Stone::Black) => 'X', Ok(Stone::White) => 'O', _ => '.' }
    }
    fn black_to_move(&self) -> bool { self.1 == Stone::Black }
}
