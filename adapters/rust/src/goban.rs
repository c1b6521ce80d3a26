//! goban: games under its two rule sets.

use crate::gtp::Board;
use goban::pieces::stones::Color;
use goban::rules::{CHINESE, GobanSizes, JAPANESE, Move, Rule, game};

#[derive(Clone)]
pub struct Game(game::Game);

impl Game {
    pub fn chinese(size: usize) -> Option<Game> {
        Game::under(CHINESE, size)
    }

    pub fn japanese(size: usize) -> Option<Game> {
        Game::under(JAPANESE, size)
    }

    fn under(rule: Rule, size: usize) -> Option<Game> {
        (1..=19).contains(&size).then(|| {
            let mut game = game::Game::new(GobanSizes::Custom(size, size), rule);
            game.set_komi(0.0);
            Game(game)
        })
    }
}

#[rustfmt::skip]
impl Board for Game {
    fn play(&mut self, turn: Option<(usize, usize)>) -> bool {
        self.0.try_play(turn.map_or(Move::Pass, |point| Move::Play(point.0 as u8, point.1 as u8))).is_ok()
    }
    fn is_legal(&self, point: (usize, usize)) -> bool { self.0.check_point((point.0 as u8, point.1 as u8)).is_none() }
    fn stone(&self, point: (usize, usize)) -> char {
        match self.0.goban().get_color((point.0 as u8, point.1 as u8)) { None => '.', Some(Color::Black) => 'X', Some(Color::White) => 'O' }
    }
    fn black_to_move(&self) -> bool { self.0.turn() == Color::Black }
    fn is_over(&self) -> Option<bool> { Some(self.0.is_over()) }
    fn lead(&self) -> Option<f64> { Some(f64::from(self.0.calculate_score().0 - self.0.calculate_score().1)) }
}
