//! The commands that play turns.

use crate::game::Player;
use std::fmt::Display;

/// The command that generates a turn and plays it.
pub(super) const GENMOVE: &str = "genmove";

/// A ko that White has just taken at D3, so that Black may not take it back at C3 at once.
pub(super) const KO: [&str; 8] = ["E3", "B3", "D4", "C4", "D2", "C2", "C3", "D3"];

/// The command that plays a turn.
pub(super) fn play(player: Player, turn: impl Display) -> String {
    format!("play {} {turn}", player.letter().to_ascii_lowercase())
}

/// The commands that play turns one after the other. Black begins.
pub(super) fn plays(turns: &[impl Display]) -> Vec<String> {
    alternating().zip(turns).map(|(player, turn)| play(player, turn)).collect()
}

/// The players in the order of their turns.
pub(super) fn alternating() -> impl Iterator<Item = Player> {
    [Player::Black, Player::White].into_iter().cycle()
}
