use std::fmt;
use std::str::FromStr;

/// A rule set, as a choice for each rule on which rule sets disagree. The default is Tromp-Taylor.
///
/// In all of them the board is empty at first, Black begins, two passes in a row end the game, and the score is
/// area: points of one's color and empty points that reach it alone.
///
/// ```
/// use superko::{Repetition, Rules};
///
/// let rules: Rules = "repetition=situational,suicide=forbidden".parse()?;
/// assert_eq!(rules, "aga".parse()?);
/// assert_eq!(rules.repetition, Repetition::Situational);
/// assert_eq!(Rules::default().to_string(), "tromp-taylor");
/// # Ok::<(), superko::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which plays are refused because of what stood on the board before.
    pub repetition: Repetition,
    /// Which plays are refused because the player's own stones would be removed.
    pub suicide: Suicide,
}

/// Which plays repeat what must not be repeated. `superko explain TT6/situational` and so on define them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// No position may come again.
    #[default]
    Positional,
    /// No position with the same player to move.
    Situational,
    /// No position that a play of the same player made.
    NaturalSituational,
    /// No position that stood after a turn, pass or play, of the same player.
    NewZealand,
    /// Not the position before the opponent's last turn.
    SimpleKo,
    /// Any position may.
    None,
}

/// Which plays may end in the removal of the player's own stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Any: only the repetition rule can refuse them.
    #[default]
    Allowed,
    /// Those of two stones and more.
    SeveralStones,
    /// None.
    Forbidden,
}

impl Repetition {
    /// All of them.
    pub const ALL: [Repetition; 6] = [
        Repetition::Positional,
        Repetition::Situational,
        Repetition::NaturalSituational,
        Repetition::NewZealand,
        Repetition::SimpleKo,
        Repetition::None,
    ];

    /// The word for it in `repetition=...`.
    pub fn word(self) -> &'static str {
        match self {
            Repetition::Positional => "positional",
            Repetition::Situational => "situational",
            Repetition::NaturalSituational => "natural-situational",
            Repetition::NewZealand => "new-zealand",
            Repetition::SimpleKo => "simple-ko",
            Repetition::None => "none",
        }
    }
}

impl Suicide {
    /// All of them.
    pub const ALL: [Suicide; 3] = [Suicide::Allowed, Suicide::SeveralStones, Suicide::Forbidden];

    /// The word for it in `suicide=...`.
    pub fn word(self) -> &'static str {
        match self {
            Suicide::Allowed => "allowed",
            Suicide::SeveralStones => "several-stones",
            Suicide::Forbidden => "forbidden",
        }
    }
}

impl Rules {
    /// Every combination of the switches.
    pub fn all() -> impl Iterator<Item = Rules> {
        Repetition::ALL.into_iter().flat_map(|repetition| {
            Suicide::ALL.into_iter().map(move |suicide| Rules { repetition, suicide })
        })
    }

    /// The switches written out, such as `repetition=positional,suicide=allowed`.
    pub fn switches(self) -> String {
        format!("repetition={},suicide={}", self.repetition.word(), self.suicide.word())
    }
}

/// A rule set that has a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, as `--rules` takes it.
    pub name: &'static str,
    /// What it stands for.
    pub rules: Rules,
    /// Where it comes from, and what of it is outside the switches.
    pub note: &'static str,
}

const fn preset(
    name: &'static str,
    repetition: Repetition,
    suicide: Suicide,
    note: &'static str,
) -> Preset {
    Preset { name, rules: Rules { repetition, suicide }, note }
}

/// The rule sets that have a name. The first name of a combination is the one it is printed with.
pub const PRESETS: &[Preset] = &[
    preset(
        "tromp-taylor",
        Repetition::Positional,
        Suicide::Allowed,
        "the logical rules of Tromp and Taylor",
    ),
    preset(
        "simplified-ing",
        Repetition::Positional,
        Suicide::Allowed,
        "the European Go Federation's text; removal by agreement is outside",
    ),
    preset(
        "ing",
        Repetition::Positional,
        Suicide::SeveralStones,
        "as KataGo plays it; under positional superko the same as tromp-taylor",
    ),
    preset(
        "chinese-written",
        Repetition::Positional,
        Suicide::Forbidden,
        "the written Chinese rules, as servers enforce them",
    ),
    preset(
        "aga",
        Repetition::Situational,
        Suicide::Forbidden,
        "American Go Association; pass stones, White's last pass and disputes are outside",
    ),
    preset(
        "bga",
        Repetition::NaturalSituational,
        Suicide::Forbidden,
        "British Go Association; pass stones, White's last pass and disputes are outside",
    ),
    preset(
        "new-zealand",
        Repetition::NewZealand,
        Suicide::Allowed,
        "the New Zealand text to the letter; agreement on dead stones is outside",
    ),
    preset(
        "chinese",
        Repetition::SimpleKo,
        Suicide::Forbidden,
        "Chinese practice: simple ko; the referee's rulings on long cycles are outside",
    ),
];

/// Writes the name of the rule set, or its switches if it has none.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match PRESETS.iter().find(|preset| preset.rules == *self) {
            Some(preset) => f.write_str(preset.name),
            None => f.write_str(&self.switches()),
        }
    }
}

/// Reads the name of a rule set, or switches with commas between them; a switch left out is as in Tromp-Taylor.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == text) {
            return Ok(preset.rules);
        }
        let mut repetition = None;
        let mut suicide = None;
        for part in text.split(',') {
            let wrong = || RulesError { text: part.to_owned() };
            let (switch, word) = part.split_once('=').ok_or_else(wrong)?;
            match switch {
                "repetition" if repetition.is_none() => {
                    let found = Repetition::ALL.into_iter().find(|each| each.word() == word);
                    repetition = Some(found.ok_or_else(wrong)?);
                }
                "suicide" if suicide.is_none() => {
                    let found = Suicide::ALL.into_iter().find(|each| each.word() == word);
                    suicide = Some(found.ok_or_else(wrong)?);
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Rules {
            repetition: repetition.unwrap_or_default(),
            suicide: suicide.unwrap_or_default(),
        })
    }
}

/// A text that names no rule set, or a part of it that is no switch or says one again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    text: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        let repetition: Vec<_> = Repetition::ALL.iter().map(|each| each.word()).collect();
        let suicide: Vec<_> = Suicide::ALL.iter().map(|each| each.word()).collect();
        write!(
            f,
            "`{}` is neither a rule set ({}) nor switches, each said once (repetition={},suicide={})",
            self.text,
            names.join(", "),
            repetition.join("|"),
            suicide.join("|"),
        )
    }
}

impl std::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_written_and_read_again() {
        for rules in Rules::all() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.switches().parse(), Ok(rules));
        }
        for preset in PRESETS {
            assert_eq!(preset.name.parse(), Ok(preset.rules));
        }
    }

    #[test]
    fn an_unknown_switch_is_refused_by_its_name() {
        for (text, part) in [
            ("", ""),
            ("japanese", "japanese"),
            ("repetition=psk", "repetition=psk"),
            ("repetition=none,ko=simple", "ko=simple"),
            ("suicide=allowed,suicide=forbidden", "suicide=forbidden"),
            ("suicide=allowed,", ""),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{part}`")), "{error}");
            assert!(error.contains("tromp-taylor") && error.contains("several-stones"), "{error}");
        }
    }
}
