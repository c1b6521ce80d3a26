//! A hash chain of lines: the check of a line depends on all lines before it, so that a changed or removed line shows.

use serde_json::{Map, Value};

/// The key of the check in a line: a hash of the line and of those before it.
const CHECK: &str = "check";

/// The keys that the hash leaves out. Two runs of the same command have the same lines except for these.
const TIMES: [&str; 3] = ["seconds", "seconds_to_first_finding", "date"];

/// The hash of the lines so far.
#[derive(Debug, Default)]
pub(super) struct Chain(String);

impl Chain {
    /// Adds a line to the chain, and returns it with its check.
    pub(super) fn add(&mut self, line: Value) -> Value {
        let Value::Object(mut line) = line else { return line };
        self.0 = self.after(&line);
        line.insert(CHECK.to_owned(), self.0.clone().into());
        line.into()
    }

    /// Removes the check from a line that was written by [`add`](Chain::add), and returns whether the line follows the lines
    /// before.
    pub(super) fn follows(&mut self, line: &mut Value) -> bool {
        let Value::Object(line) = line else { return false };
        let check = line.remove(CHECK);
        self.0 = self.after(line);
        check.as_ref().and_then(Value::as_str) == Some(&self.0)
    }

    /// Returns the hash of the lines so far and another one: the beginning of a SHA-256.
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
        // A missing line shows in the check of the next one.
        assert_eq!(follows(&[lines[0].clone(), lines[2].clone()]), [true, false]);
        let mut changed = lines.clone();
        changed[1]["done"]["work"] = 7.into();
        assert_eq!(follows(&changed), [true, false, false]);
        // Times do not matter.
        let mut later = lines.clone();
        (later[0]["run"]["date"], later[1]["done"]["seconds"]) = ("tomorrow".into(), 9.25.into());
        assert_eq!(follows(&later), [true; 3]);
        assert_eq!(follows(&[json!({ "run": {} }), json!(3)]), [false; 2]);
    }
}
