//! Time limits set by a client.

use std::time::Duration;
use superko_game::Player;

/// The time that the players have, as far as a client has told it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// Whether time is unlimited, whatever is left.
    unlimited: bool,
    left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    /// Reads `time_settings`: main time, then a time for a number of stones. A time for no stones means that
    /// there is no limit.
    pub(super) fn set(&mut self, main: &str, byo_yomi: &str, stones: &str) -> Result<(), String> {
        let (main, byo_yomi) = (time(main)?, time(byo_yomi)?);
        let stones = count(stones)?;
        self.unlimited = stones == 0 && !byo_yomi.is_zero();
        let left = if main.is_zero() { (byo_yomi, stones) } else { (main, 0) };
        self.left = [Some(left); 2];
        Ok(())
    }

    /// Reads `time_left`: how much time a player has left, for this many stones, or for all if the number is 0.
    pub(super) fn tell(&mut self, player: Player, left: &str, stones: &str) -> Result<(), String> {
        self.left[player as usize] = Some((time(left)?, count(stones)?));
        Ok(())
    }

    /// Returns what a player has left, if that is known and limited.
    pub(super) fn left(&self, player: Player) -> Option<(Duration, u32)> {
        self.left[player as usize].filter(|_| !self.unlimited)
    }
}

/// Parses seconds, up to a hundred years. Negative times count as 0.
fn time(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|seconds| (-4e9..4e9).contains(seconds));
    let seconds =
        seconds.ok_or_else(|| format!("syntax error: `{text}` is not a number of seconds"))?;
    Ok(Duration::from_secs_f64(seconds.max(0.0)))
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("syntax error: `{text}` is not a number of stones"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_and_kept() {
        let mut clock = Clock::default();
        assert_eq!(clock.left(Player::Black), None);
        clock.set("0", "0", "0").unwrap();
        assert_eq!(clock.left(Player::Black), Some((Duration::ZERO, 0)));
        clock.set("300", "30", "5").unwrap();
        assert_eq!(clock.left(Player::White), Some((Duration::from_secs(300), 0)));
        clock.tell(Player::White, "12.5", "3").unwrap();
        assert_eq!(clock.left(Player::White), Some((Duration::from_millis(12_500), 3)));
        assert_eq!(clock.left(Player::Black), Some((Duration::from_secs(300), 0)));
        clock.tell(Player::Black, "-2", "0").unwrap();
        assert_eq!(clock.left(Player::Black), Some((Duration::ZERO, 0)));
        clock.set("0", "1", "0").unwrap();
        assert_eq!(clock.left(Player::White), None);
        for wrong in ["", "x", "NaN", "inf", "1e300"] {
            assert!(clock.tell(Player::Black, wrong, "0").unwrap_err().starts_with("syntax error"));
        }
        assert!(clock.tell(Player::Black, "1", "-1").is_err());
    }
}
