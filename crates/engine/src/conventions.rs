use std::fmt;
use std::str::FromStr;
use superko_game::{Player, Size};

/// The conventions in which an engine declares to differ from most engines. Comparison takes them into account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conventions {
    /// Whether the engine has no pass. Games with a pass are then not played, and what they would show is not observed.
    pub lacks_pass: bool,
    /// Whether the engine accepts a pass after the end of a game, without effect. Such passes are not played.
    #[cfg_attr(feature = "serde", serde(default))]
    pub passes_after_end: bool,
    /// The end of a game in which the engine accepts a play that repeats a position. Its answers about the legality of
    /// such plays are then not compared. The play itself is compared only if the engine reports that the game is over.
    pub repeat: Option<Ending>,
    /// The number of turns after which a game is over, whatever they are.
    pub move_cap: Option<MoveCap>,
    /// The player that the engine names as the winner of a tied game, if it reports only winners and never a tie.
    pub tie_winner: Option<Player>,
}

impl Conventions {
    /// Returns the declared conventions as phrases to follow a colon. The list is empty if there are none.
    pub fn in_words(self) -> Vec<String> {
        let Conventions { lacks_pass, passes_after_end, repeat, move_cap, tie_winner } = self;
        let repeat = repeat.map(|ending| match ending {
            Ending::Loss => {
                "a repeat that it accepts ends the game, and the player who repeats loses"
            }
            Ending::Draw => "a repeat that it accepts ends the game without a winner",
        });
        let pass = lacks_pass.then_some("it has no pass");
        let late =
            passes_after_end.then_some("it accepts a pass after the end, which changes nothing");
        let said = pass.into_iter().chain(late).chain(repeat).map(str::to_owned);
        let cap = move_cap.map(|cap| format!("a game is over after {cap}"));
        let tie =
            tie_winner.map(|winner| format!("it names {winner} as the winner of a tied game"));
        said.chain(cap).chain(tie).collect()
    }
}

/// The result of a game for the player whose turn ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Ending {
    /// Returns the winner if `player` ends the game, or `None` if nobody wins.
    pub fn winner(self, player: Player) -> Option<Player> {
        match self {
            Ending::Loss => Some(player.opponent()),
            Ending::Draw => None,
        }
    }
}

/// A limit on the number of turns in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveCap {
    /// A fixed number of turns.
    Turns(usize),
    /// A number of turns for each point of the board.
    PerPoint(usize),
}

impl MoveCap {
    /// Returns the limit on a board of this size, in turns.
    pub fn on(self, size: Size) -> usize {
        match self {
            MoveCap::Turns(turns) => turns,
            MoveCap::PerPoint(turns) => turns.saturating_mul(size.point_count()),
        }
    }
}

impl fmt::Display for MoveCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = |number: usize| if number == 1 { "turn" } else { "turns" };
        match *self {
            MoveCap::Turns(number) => write!(f, "{number} {}", turns(number)),
            MoveCap::PerPoint(number) => {
                write!(f, "{number} {} for each point of the board", turns(number))
            }
        }
    }
}

/// Reads `512`, or `2*n*n` for twice as many turns as the board has points.
impl FromStr for MoveCap {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveCap, String> {
        let (number, of): (_, fn(usize) -> MoveCap) = match text.strip_suffix("*n*n") {
            Some(number) => (number, MoveCap::PerPoint),
            None => (text, MoveCap::Turns),
        };
        let turns = number.parse().ok().filter(|&turns| turns > 0);
        turns.map(of).ok_or_else(|| {
            format!("`{text}` is not a number of turns: write 512, or 2*n*n for twice the number of points of the board")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_a_number_or_depends_on_the_board() {
        let on = |text: &str| text.parse::<MoveCap>().map(|cap| cap.on("9x7".parse().unwrap()));
        assert_eq!(on("512"), Ok(512));
        assert_eq!(on("2*n*n"), Ok(126));
        for wrong in ["", "0", "n*n", "2*n", "-3", "many"] {
            let error = on(wrong).unwrap_err();
            assert!(error.starts_with(&format!("`{wrong}` is not a number of turns")), "{error}");
        }
    }

    #[test]
    fn conventions_in_words() {
        assert_eq!(Conventions::default().in_words(), [""; 0]);
        let cap = |text: &str| text.parse().ok();
        let all = Conventions {
            lacks_pass: true,
            passes_after_end: true,
            repeat: Some(Ending::Loss),
            move_cap: cap("512"),
            tie_winner: Some(Player::White),
        };
        let said = [
            "it has no pass",
            "it accepts a pass after the end, which changes nothing",
            "a repeat that it accepts ends the game, and the player who repeats loses",
            "a game is over after 512 turns",
            "it names White as the winner of a tied game",
        ];
        assert_eq!(all.in_words(), said);
        let other = Conventions {
            repeat: Some(Ending::Draw),
            move_cap: cap("1*n*n"),
            ..Conventions::default()
        };
        let said = [
            "a repeat that it accepts ends the game without a winner",
            "a game is over after 1 turn for each point of the board",
        ];
        assert_eq!(other.in_words(), said);
    }

    #[test]
    fn who_ends_a_game_loses_or_nobody_wins() {
        assert_eq!(Ending::Loss.winner(Player::Black), Some(Player::White));
        assert_eq!(Ending::Draw.winner(Player::Black), None);
    }
}
