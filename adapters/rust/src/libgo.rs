//! libgo: its own GTP engine, as in its example.

use libgo::game::Game;
use libgo::gtp::command::Commands;
use libgo::gtp::engine::Engine;
use std::io::{self, Write};

pub fn serve() -> io::Result<()> {
    let mut engine = Engine::new();
    engine.register_all_commands();
    let mut game = Game::new();
    for command in io::stdin().lock().commands() {
        let command = command.map_err(|error| io::Error::other(format!("{error:?}")))?;
        let response = engine.exec(&mut game, &command);
        let mut out = io::stdout().lock();
        write!(out, "{response}")?;
        out.flush()?;
        if command.name == "quit" {
            break;
        }
    }
    Ok(())
}
