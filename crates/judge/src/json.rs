//! An adjudication as one line of JSON.

use super::{Adjudication, Contradiction, DecisiveMove, IllegalMove};
use serde_json::{Value, json};
use superko_sgf::SgfError;

impl Adjudication {
    /// Returns one line of JSON, without a line end. `game` is the number of the game in the file, from 1;
    /// `variation` is the number of the variation, from 1, if variations are judged.
    pub fn to_json(&self, path: &str, game: usize, variation: Option<usize>) -> String {
        let illegal = |illegal: &IllegalMove| {
            json!({
                "move": illegal.number,
                "turn": format!("{} {}", illegal.player.letter(), illegal.turn),
                "rule": illegal.rule.id(),
                "earlier": illegal.earlier.as_ref().map(|(number, _)| *number),
                "why": illegal.why(),
            })
        };
        let mut line = json!({
            "path": path,
            "game": game,
            "size": self.size.map(|size| size.to_string()),
            "rules": self.rules.map(|rules| rules.to_string()),
            "moves": self.moves,
            "illegal": self.illegal.iter().map(illegal).collect::<Vec<_>>(),
            "score": self.score.map(|score| json!({"black": score.black, "white": score.white})),
            "komi": self.komi.map(|komi| f64::from(komi.quarter_points) / 4.0),
            "result": self.result_text(),
            "claimed": self.claimed,
            "verdict": self.verdict.name(),
        });
        let decided = |decisive: &DecisiveMove| {
            json!({
                "move": decisive.number,
                "turn": format!("{} {}", decisive.player.letter(), decisive.turn),
                "rule": decisive.rule.id(),
                "outcome": decisive.outcome.to_string(),
                "repeats": decisive.repeats,
            })
        };
        let error = |error: &SgfError| json!({"byte": error.at, "message": error.to_string()});
        let notes = self.notes.iter().map(|note| json!(note.to_string()));
        let contradiction = self.contradiction.as_ref().map(Contradiction::to_string);
        // Empty fields are left out.
        let optional = [
            ("variation", variation.map(Value::from)),
            ("handicap_points", self.handicap_points.map(Value::from)),
            ("decided", self.decisive.as_ref().map(decided)),
            ("error", self.error.as_ref().map(error)),
            ("notes", Some(notes.collect()).filter(|_| !self.notes.is_empty())),
            ("contradiction", contradiction.map(Value::from)),
        ];
        for (key, value) in optional.into_iter().filter_map(|(key, value)| Some((key, value?))) {
            line[key] = value;
        }
        line.to_string()
    }
}
