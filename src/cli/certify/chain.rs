//! Lines of which each rests on those before it, so that it shows when one of them was changed or removed.

use serde_json::{Map, Value};

/// The key under which a line has what it and the lines before it come to.
const CHECK: &str = "check";

/// What differs from run to run, and is left out: two runs of the same command have the same lines but for these.
const TIMES: [&str; 3] = ["seconds", "seconds_to_first_finding", "date"];

/// What the lines so far come to.
#[derive(Debug, Default)]
pub(super) struct Chain(String);

impl Chain {
    /// Adds a line, and the check to the line.
    pub(super) fn add(&mut self, line: Value) -> Value {
        let Value::Object(mut line) = line else { return line };
        self.0 = self.after(&line);
        line.insert(CHECK.to_owned(), self.0.clone().into());
        line.into()
    }

    /// Reads a line that was written by [`add`](Chain::add), and takes the check out of it; says whether it follows the lines
    /// before.
    pub(super) fn follows(&mut self, line: &mut Value) -> bool {
        let Value::Object(line) = line else { return false };
        let check = line.remove(CHECK);
        self.0 = self.after(line);
        check.as_ref().and_then(Value::as_str) == Some(&self.0)
    }

    /// What the lines so far and another one come to: the beginning of a SHA-256.
    fn after(&self, line: &Map<String, Value>) -> String {
        let mut line = line.clone();
        for entry in line.values_mut().filter_map(Value::as_object_mut) {
            TIMES.iter().for_each(|name| drop(entry.remove(*name)));
        }
        let text = format!("{}{}", self.0, Value::from(line));
        let hash = hmac_sha256::Hash::hash(text.as_bytes());
        hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_changed_or_removed_shows() {
        let mut chain = Chain::default();
        let lines: Vec<Value> = [
            json!({ "run": { "seed": 1, "date": "today" } }),
            json!({ "done": { "work": 0, "seconds": 0.5 } }),
            json!({ "done": { "work": 1, "seconds": null } }),
        ]
        .map(|line| chain.add(line))
        .into();
        let follows = |lines: &[Value]| -> Vec<bool> {
            let mut chain = Chain::default();
            lines.iter().map(|line| chain.follows(&mut line.clone())).collect()
        };
        assert_eq!(follows(&lines), [true; 3]);
        assert_eq!(follows(&lines[..2]), [true; 2]);
        // A line that is gone shows by the next one.
        assert_eq!(follows(&[lines[0].clone(), lines[2].clone()]), [true, false]);
        let mut changed = lines.clone();
        changed[1]["done"]["work"] = 7.into();
        assert_eq!(follows(&changed), [true, false, false]);
        // When it was does not matter.
        let mut later = lines.clone();
        (later[0]["run"]["date"], later[1]["done"]["seconds"]) = ("tomorrow".into(), 9.25.into());
        assert_eq!(follows(&later), [true; 3]);
        assert_eq!(follows(&[json!({ "run": {} }), json!(3)]), [false; 2]);
    }
}
