//! Makes the commands that play turns.

use std::fmt::Display;
use superko_game::Player;

/// The command that generates a turn and plays it.
pub(super) const GENMOVE: &str = "genmove";

/// The turns of a ko that White has just taken at D3, so that Black may not retake at C3 at once.
pub(super) const KO: [&str; 8] = ["E3", "B3", "D4", "C4", "D2", "C2", "C3", "D3"];

/// Returns the command that plays a turn.
pub(super) fn play(player: Player, turn: impl Display) -> String {
    format!("play {} {turn}", player.letter().to_ascii_lowercase())
}

/// Returns the commands that play turns in alternation. Black begins.
pub(super) fn plays(turns: &[impl Display]) -> Vec<String> {
    alternating().zip(turns).map(|(player, turn)| play(player, turn)).collect()
}

/// Returns the players in the order of their turns, without end.
pub(super) fn alternating() -> impl Iterator<Item = Player> {
    [Player::Black, Player::White].into_iter().cycle()
}
