//! `superko-rust-adapters NAME`: a board of a crate over GTP.

mod board_game;
mod go_game_board;
mod goban;
mod gtp;
mod libgo;
mod mb_goban;

use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let served = match &*name {
        "goban-chinese" => gtp::serve(&name, "0.20.1", goban::Game::chinese),
        "goban-japanese" => gtp::serve(&name, "0.20.1", goban::Game::japanese),
        "board-game" => gtp::serve(&name, "0.8.2", board_game::Game::tromp_taylor),
        "board-game-cgos" => gtp::serve(&name, "0.8.2", board_game::Game::cgos),
        "go_game_board" => gtp::serve(&name, "0.1.1", go_game_board::Game::new),
        "mb_goban" => gtp::serve(&name, "0.2.0", mb_goban::Game::new),
        // It has a GTP engine of its own.
        "libgo" => libgo::serve(),
        _ => {
            eprintln!(
                "`{name}` is none of goban-chinese, goban-japanese, board-game, board-game-cgos, go_game_board, mb_goban, libgo"
            );
            return ExitCode::from(2);
        }
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
