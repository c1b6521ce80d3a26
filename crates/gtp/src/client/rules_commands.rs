//! The commands that tell an engine the rules.

use serde::Deserialize;
use std::collections::BTreeMap;
use superko_game::rules::{LongCycle, NamedRules, Repetition, Rules, SWITCHES, Switch};

/// The commands that set the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesCommands {
    /// The commands, in which `$SWITCH` stands for the engine's word for the value of that rule switch, and
    /// [`KATAGO_JSON`] for all rules.
    pub(super) commands: Vec<String>,
    /// The engine's words, by switch and value. The engine lacks values without a word. A switch that is missing here
    /// is not set: if it decides turns, it must have its Tromp-Taylor value; otherwise the engine is not asked for what
    /// the switch decides.
    #[serde(default)]
    words: BTreeMap<String, BTreeMap<String, String>>,
}

/// Stands in a command for the rules as KataGo's JSON, which sets all switches.
const KATAGO_JSON: &str = "$katago-json";

impl RulesCommands {
    /// Whether KataGo's JSON tells the engine all rules.
    fn tells_all(&self) -> bool {
        self.commands.iter().any(|command| command.contains(KATAGO_JSON))
    }

    /// Whether the engine is told the value that a switch has in these rules.
    pub(super) fn tells(&self, switch: &Switch, rules: Rules) -> bool {
        match switch.name {
            // KataGo ends long cycles exactly under simple ko.
            "long-cycle" if self.tells_all() => {
                (rules.repetition == Repetition::SimpleKo)
                    == (rules.long_cycle == LongCycle::ThirdTime)
            }
            // No agreement ends its games.
            "agreement" if self.tells_all() => !rules.agreement.asks(),
            name => self.tells_all() || self.words.contains_key(name),
        }
    }

    /// Checks that all switches and values exist, that a command contains each switch, and that each place in a command is
    /// filled.
    pub(super) fn check(&self) -> Result<(), String> {
        let names = |names: Vec<&str>| names.join(", ");
        if self.tells_all() && !self.words.is_empty() {
            return Err(format!("words: {KATAGO_JSON} sets all rules, so that no words are used"));
        }
        for (name, words) in &self.words {
            let Some(switch) = SWITCHES.iter().find(|switch| switch.name == name) else {
                let all = names(SWITCHES.iter().map(|switch| switch.name).collect());
                return Err(format!("words.{name}: the switches of the rules are {all}"));
            };
            for word in words.keys() {
                if !switch.values.iter().any(|value| value.word == word) {
                    let all = names(switch.values.iter().map(|value| value.word).collect());
                    return Err(format!("words.{name}.{word}: the values of {name} are {all}"));
                }
            }
            let place = format!("${name}");
            if !self.commands.iter().any(|command| command.contains(&place)) {
                return Err(format!("words.{name}: no command contains {place}"));
            }
        }
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let places = self.commands.iter().flat_map(|command| command.split('$').skip(1));
        for place in places.map(|rest| rest.split(|c| !is_of_name(c)).next().unwrap_or_default()) {
            if format!("${place}") != KATAGO_JSON && !self.words.contains_key(place) {
                return Err(format!("commands: there is no words.{place} for ${place}"));
            }
        }
        Ok(())
    }

    /// Returns the commands for these rules, or the first value that has no word.
    pub(super) fn filled(&self, rules: Rules) -> Result<Vec<String>, String> {
        let mut commands = self.commands.clone();
        if self.tells_all() {
            let named = NamedRules { rules, ..NamedRules::default() };
            let missing = || rules.katago_lacks().unwrap_or_default();
            let json = named.to_katago().map_err(|_| missing())?;
            for command in &mut commands {
                *command = command.replace(KATAGO_JSON, &json);
            }
            return Ok(commands);
        }
        for switch in SWITCHES {
            let value = rules.value(switch);
            let missing = || switch.written(value);
            match self.words.get(switch.name) {
                None if switch.is_default(rules) || !switch.decides_turns() => {}
                None => return Err(missing()),
                Some(words) => {
                    let word = words.get(value.word).ok_or_else(missing)?;
                    for command in &mut commands {
                        *command = command.replace(&format!("${}", switch.name), word);
                    }
                }
            }
        }
        Ok(commands)
    }

    /// Returns a value that the engine has words for if one switch is changed to it, and nothing else.
    pub(super) fn near(&self, rules: Rules) -> Option<String> {
        let values = SWITCHES
            .iter()
            .flat_map(|switch| switch.values.iter().map(move |value| (switch, value)));
        let mut possible = values.filter(|(_, value)| self.filled(rules.with(value)).is_ok());
        possible.next().map(|(switch, value)| switch.written(value))
    }
}
