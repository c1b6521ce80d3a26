use crate::game::{Player, Turn};

/// The commands by which an engine over GTP is told and asked by hand what the harness tells and asks it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dialect {
    /// What sets up a board that is not square, if columns and rows stand behind it.
    pub rectangle: String,
    /// How it is told the rules, after the board was cleared.
    pub rules: Vec<String>,
    /// How it is asked whether a turn is legal; `{color}` and `{vertex}` stand for the turn.
    pub legality: String,
    /// How it shows the board.
    pub board: Vec<String>,
    /// How it takes a turn back.
    pub undo: String,
}

impl Default for Dialect {
    /// The commands of most engines, which cannot be told rules.
    fn default() -> Dialect {
        Dialect {
            rectangle: "rectangular_boardsize".to_owned(),
            rules: Vec::new(),
            legality: "is_legal {color} {vertex}".to_owned(),
            board: vec!["showboard".to_owned()],
            undo: "undo".to_owned(),
        }
    }
}

impl Dialect {
    /// The command that asks whether a turn is legal.
    pub fn is_legal(&self, player: Player, turn: Turn) -> String {
        let color = player.letter().to_ascii_lowercase().to_string();
        self.legality.replace("{color}", &color).replace("{vertex}", &turn.to_string())
    }
}
