use superko_game::{Player, Turn};

/// The GTP commands with which a person can do what Superko does: set up a game, ask, and undo.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Dialect {
    /// The command that sets a rectangular board; columns and rows follow.
    pub rectangle: String,
    /// The commands that set the rules, sent after the board is cleared.
    pub rules: Vec<String>,
    /// The command that asks whether a turn is legal; `{color}` and `{vertex}` stand for the turn.
    pub legality: String,
    /// The commands that show the board.
    pub board: Vec<String>,
    /// The command that takes a turn back.
    pub undo: String,
    /// The command that asks for a turn without playing it: `reg_genmove`. An engine without it has `genmove`, which
    /// also plays the turn, so that it has to be taken back.
    pub generate: String,
    /// The command that generates a turn and plays it, if there is one: `genmove`.
    pub genmove: Option<String>,
}

impl Default for Dialect {
    /// Returns the commands of most engines, which have no command for rules.
    fn default() -> Dialect {
        Dialect {
            rectangle: "rectangular_boardsize".to_owned(),
            rules: Vec::new(),
            legality: "is_legal {color} {vertex}".to_owned(),
            board: vec!["showboard".to_owned()],
            undo: "undo".to_owned(),
            generate: "reg_genmove".to_owned(),
            genmove: Some("genmove".to_owned()),
        }
    }
}

impl Dialect {
    /// Returns the command that asks whether a turn is legal.
    pub fn is_legal(&self, player: Player, turn: Turn) -> String {
        let color = player.letter().to_ascii_lowercase().to_string();
        self.legality.replace("{color}", &color).replace("{vertex}", &turn.to_string())
    }
}
