//! The names of rules in records and options.

use super::elsewhere::{NamedRules, rules_elsewhere};
use super::table::{PRESETS, Preset, Rules};
use super::text::{Problem, RulesError, set_switches};
use std::str::FromStr;

impl NamedRules {
    /// Parses the rules of `RU` in a record: everything that [`FromStr`] accepts, in any case, and the names that servers and
    /// programs write. Returns `None` if the text is empty.
    ///
    /// # Errors
    ///
    /// If the rules are unknown.
    pub fn of_record(text: &str) -> Result<Option<NamedRules>, RulesError> {
        if let Some(Ok(read)) = rules_elsewhere(text) {
            return Ok(Some(read));
        }
        let written = text.to_ascii_lowercase().replace([' ', '/', '_'], "-");
        let name = written.trim_end_matches('-').trim_end_matches("-rules");
        if name.is_empty() {
            return Ok(None);
        }
        match PRESETS.iter().find(|preset| preset.ru.contains(&name)) {
            Some(preset) => Ok(Some(preset.into())),
            None => name.parse().map(Some),
        }
    }
}

impl From<&Preset> for NamedRules {
    fn from(preset: &Preset) -> NamedRules {
        let Preset { rules, handicap: bonus, agrees_again, .. } = *preset;
        NamedRules { rules, bonus, agrees_again, unsupported: Vec::new() }
    }
}

/// Converts switches to the named rule set that has them, or, without a name, to the facts that follow from the switches.
impl From<Rules> for NamedRules {
    fn from(rules: Rules) -> NamedRules {
        match PRESETS.iter().find(|preset| preset.rules == rules) {
            Some(preset) => preset.into(),
            None => NamedRules { rules, bonus: rules.handicap_bonus(), ..NamedRules::default() },
        }
    }
}

/// Parses everything that [`Rules`] parses, but unsupported parts are no error.
impl FromStr for NamedRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<NamedRules, RulesError> {
        let not_carried = |part: &str, what| RulesError::new(part, Problem::NotCarried(what));
        if let Some(read) = rules_elsewhere(text).filter(|_| text.starts_with('{')) {
            return read.map_err(|what| not_carried(text, what));
        }
        let (first, rest) = text.split_once(',').map_or((text, None), |(a, b)| (a, Some(b)));
        let preset = Preset::find(first).map(|preset| Ok(NamedRules::from(preset)));
        match preset.or_else(|| rules_elsewhere(first)) {
            Some(named) => {
                let named = named.map_err(|what| not_carried(first, what))?;
                let rules = rest.map_or(Ok(named.rules), |rest| set_switches(named.rules, rest))?;
                Ok(NamedRules { rules, ..named })
            }
            None => set_switches(Rules::default(), text).map(NamedRules::from),
        }
    }
}
