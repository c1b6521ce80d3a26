//! Rules as text: printing, parsing, and errors that list what is accepted.

use super::elsewhere::{NamedRules, NotCarried, rules_elsewhere};
use super::table::{PRESETS, SWITCHES};
use crate::rules::{Preset, Rules, Switch, nearest};
use std::fmt;
use std::str::FromStr;

impl Rules {
    /// Writes out the switches, such as `repetition=positional,suicide=allowed`: these two always, and the
    /// others only if they differ from Tromp-Taylor.
    pub fn switches(self) -> String {
        let always = ["repetition", "suicide"];
        self.written(|switch| always.contains(&switch.name) || !switch.is_default(self))
    }

    /// Returns the name of the rule set, or the [switches](Rules::switches) if it has no name.
    pub fn called(self) -> String {
        let named = PRESETS.iter().find(|preset| preset.rules == self);
        named.map_or_else(|| self.switches(), |preset| preset.name.to_owned())
    }

    /// Describes what `--rules` accepts, in a sentence.
    pub fn accepted() -> String {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        let switches: Vec<String> = SWITCHES
            .iter()
            .map(|switch| {
                let words: Vec<&str> = switch.values.iter().map(|value| value.word).collect();
                format!("{}={}", switch.name, words.join("|"))
            })
            .collect();
        format!(
            "a name ({}), switches ({}), or a name and switches that override it, such as {EXAMPLE}; a switch that \
             is not set has its Tromp-Taylor value; a rule set of another program or server, such as kgs:chinese, \
             ogs:aga or katago:chinese; or KataGo's JSON",
            names.join(", "),
            switches.join(", "),
        )
    }

    fn written(self, kept: impl Fn(&Switch) -> bool) -> String {
        let kept = SWITCHES.iter().filter(|switch| kept(switch));
        kept.map(|switch| switch.written(self.value(switch))).collect::<Vec<_>>().join(",")
    }
}

/// A named rule set with a changed switch.
const EXAMPLE: &str = "aga,suicide=allowed";

/// Writes the name of the rule set or, if it has none, the switches in which it differs from Tromp-Taylor.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match PRESETS.iter().find(|preset| preset.rules == *self) {
            Some(preset) => f.write_str(preset.name),
            None => f.write_str(&self.written(|switch| !switch.is_default(*self))),
        }
    }
}

/// Parses the name of a rule set, switches, or a name and then switches, separated by commas.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let named: NamedRules = text.parse()?;
        let first =
            if text.starts_with('{') { text } else { text.split(',').next().unwrap_or(text) };
        let supported = named.supported();
        supported
            .map(|read| read.rules)
            .map_err(|what| RulesError::new(first, Problem::NotCarried(what)))
    }
}

/// Sets switches, separated by commas.
pub(super) fn set_switches(mut rules: Rules, text: &str) -> Result<Rules, RulesError> {
    let mut set: Vec<&str> = Vec::new();
    for part in text.split(',') {
        let wrong = |problem| RulesError::new(part, problem);
        let Some((name, word)) = part.split_once('=') else {
            let is_name = Preset::find(part).is_some() || rules_elsewhere(part).is_some();
            return Err(wrong(if is_name { Problem::NameNotFirst } else { Problem::Unknown }));
        };
        let switch = SWITCHES.iter().find(|switch| switch.name == name);
        let value = switch.and_then(|switch| switch.values.iter().find(|v| v.word == word));
        rules = rules.with(value.ok_or_else(|| wrong(Problem::Unknown))?);
        if set.contains(&name) {
            return Err(wrong(Problem::SetTwice));
        }
        set.push(name);
    }
    Ok(rules)
}

impl Preset {
    /// Returns the rule set with this name.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }
}

/// The error for a text with a part that is not a valid rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    part: String,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem {
    #[error("is neither a rule set nor a switch")]
    Unknown,
    #[error("is not supported: {0}")]
    NotCarried(NotCarried),
    #[error("is the name of a rule set, which must come first")]
    NameNotFirst,
    #[error("sets a switch that is already set")]
    SetTwice,
}

impl RulesError {
    pub(super) fn new(part: &str, problem: Problem) -> RulesError {
        RulesError { part: part.to_owned(), problem }
    }

    /// Returns the most similar known word, if any.
    pub fn suggestion(&self) -> Option<String> {
        if self.problem != Problem::Unknown {
            return None;
        }
        let typed = self.part.to_ascii_lowercase();
        let settings = |switch: &'static Switch| {
            switch.values.iter().map(|value| (value.word.to_owned(), switch.written(value)))
        };
        let all = SWITCHES.iter().flat_map(settings);
        // The text to look up, and the known words, each with the suggestion that it stands for.
        let (looked_for, known): (&str, Vec<(String, String)>) = match typed.split_once('=') {
            None => {
                let names = PRESETS.iter().map(|preset| preset.name.to_owned());
                (&typed, names.map(|name| (name.clone(), name)).chain(all).collect())
            }
            Some((name, word)) => match SWITCHES.iter().find(|switch| switch.name == name) {
                Some(switch) => (word, settings(switch).collect()),
                None => (&typed, all.map(|(_, whole)| (whole.clone(), whole)).collect()),
            },
        };
        nearest(looked_for, known)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.part, self.problem)?;
        match self.suggestion() {
            Some(meant) => write!(f, ": did you mean `{meant}`? Write {}", Rules::accepted()),
            None => write!(f, "; write {}", Rules::accepted()),
        }
    }
}

impl std::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Repetition, Suicide};

    #[test]
    fn every_rule_set_is_written_and_read_again() {
        for rules in Rules::pairwise() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.switches().parse(), Ok(rules));
        }
        for rules in Rules::repetition_and_suicide() {
            for Preset { name, rules: named, .. } in PRESETS {
                let changed = named.repetition(rules.repetition).suicide(rules.suicide);
                assert_eq!(format!("{name},{}", rules.switches()).parse(), Ok(changed));
            }
        }
        for preset in PRESETS {
            assert_eq!(preset.name.parse(), Ok(preset.rules));
        }
        assert_eq!(Rules::default().switches(), "repetition=positional,suicide=allowed");
        let none = Rules::default().repetition(Repetition::None);
        assert_eq!(none.to_string(), "repetition=none");
        assert_eq!(
            none.suicide(Suicide::Forbidden).to_string(),
            "repetition=none,suicide=forbidden"
        );
    }

    #[test]
    fn switches_after_a_name_change_it() {
        let read = |text: &str| text.parse::<Rules>().unwrap();
        assert_eq!(read(EXAMPLE), read("aga").suicide(Suicide::Allowed));
        assert_eq!(read("aga,repetition=natural-situational"), read("bga"));
        let anything_goes = read("chinese,suicide=allowed,repetition=none,agreement=none");
        assert_eq!(anything_goes, read("repetition=none"));
        assert_eq!(read("suicide=forbidden,agreement=resume"), read("chinese-written"));
        assert_eq!(read("suicide=forbidden").named_alike(), read("chinese-written"));
        assert_eq!(read("agreement=dead-stones").named_alike(), read("basic"));
        for alone in ["repetition=none", "tromp-taylor", "aga", "pass-stones", "score=territory"] {
            assert_eq!(read(alone).named_alike(), read(alone));
        }
    }

    #[test]
    fn what_is_refused_is_named_with_what_was_meant() {
        for (text, part, meant) in [
            ("", "", None),
            ("martian", "martian", None),
            ("psk", "psk", None),
            ("repetition=psk", "repetition=psk", None),
            ("repetition=none,ko=simple", "ko=simple", None),
            ("repetition=situatonal", "repetition=situatonal", Some("repetition=situational")),
            ("situational", "situational", Some("repetition=situational")),
            ("suicid=allowed", "suicid=allowed", Some("suicide=allowed")),
            ("suicide=several", "suicide=several", Some("suicide=several-stones")),
            ("tromp-tailor", "tromp-tailor", Some("tromp-taylor")),
            ("AGA,suicide=allowed", "AGA", Some("aga")),
            ("new_zealand", "new_zealand", Some("new-zealand")),
            ("suicide=allowed,suicide=forbidden", "suicide=forbidden", None),
            ("aga,suicide=allowed,suicide=allowed", "suicide=allowed", None),
            ("aga,bga", "bga", None),
            ("suicide=allowed,aga", "aga", None),
            ("suicide=allowed,", "", None),
        ] {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.suggestion().as_deref(), meant, "{text}");
            let said = error.to_string();
            assert!(said.starts_with(&format!("`{part}` ")), "{said}");
            assert!(meant.is_none_or(|meant| said.contains(&format!("`{meant}`?"))), "{said}");
            let words = SWITCHES.iter().flat_map(|switch| switch.values).map(|value| value.word);
            for word in words.chain(PRESETS.iter().map(|preset| preset.name)) {
                assert!(said.contains(word), "{word} is not in {said}");
            }
        }
    }
}
