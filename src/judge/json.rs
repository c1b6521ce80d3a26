//! An adjudication as one line of JSON.

use super::{Adjudication, IllegalMove};
use serde_json::{Value, json};

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
        let mut add = |key: &str, value: Value| {
            if let Some(fields) = line.as_object_mut() {
                fields.insert(key.to_owned(), value);
            }
        };
        if let Some(variation) = variation {
            add("variation", json!(variation));
        }
        if let Some(points) = self.handicap_points {
            add("handicap_points", json!(points));
        }
        if let Some(decisive) = &self.decisive {
            let turn = format!("{} {}", decisive.player.letter(), decisive.turn);
            let rule = decisive.rule.id();
            let outcome = decisive.outcome.to_string();
            let decisive = json!({
                "move": decisive.number, "turn": turn, "rule": rule, "outcome": outcome,
                "repeats": decisive.repeats,
            });
            add("decided", decisive);
        }
        if let Some(error) = &self.error {
            add("error", json!({"byte": error.at, "message": error.to_string()}));
        }
        if !self.notes.is_empty() {
            add("notes", self.notes.iter().map(|note| json!(note.to_string())).collect());
        }
        if let Some(contradiction) = &self.contradiction {
            add("contradiction", json!(contradiction.to_string()));
        }
        line.to_string()
    }
}
