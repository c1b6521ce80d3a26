//! The sentences of the rules, by their ids.

use crate::rules::{Repetition, Rules, Suicide};
use std::fmt;
use std::str::FromStr;

/// The text of all sentences, one `## id` heading each, as the reference keeps it.
const TEXT: &str = superko_reference::RULES;

/// A rule of the rule text, or one that other rule sets put in its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule(&'static str);

impl Rule {
    /// The grid and the players.
    pub const TT1: Rule = Rule("TT1");
    /// Black, white or empty.
    pub const TT2: Rule = Rule("TT2");
    /// What reaches what.
    pub const TT3: Rule = Rule("TT3");
    /// Clearing.
    pub const TT4: Rule = Rule("TT4");
    /// The empty grid at first, Black begins, the players alternate.
    pub const TT5: Rule = Rule("TT5");
    /// Passes, and moves that repeat nothing.
    pub const TT6: Rule = Rule("TT6");
    /// What a move does.
    pub const TT7: Rule = Rule("TT7");
    /// Two passes end the game.
    pub const TT8: Rule = Rule("TT8");
    /// The score.
    pub const TT9: Rule = Rule("TT9");
    /// Who wins.
    pub const TT10: Rule = Rule("TT10");

    /// Every rule, in the order of the text.
    pub const ALL: [Rule; 17] = [
        Rule::TT1,
        Rule::TT2,
        Rule::TT3,
        Rule::TT4,
        Rule::TT5,
        Rule::TT6,
        Rule::TT7,
        Rule::TT8,
        Rule::TT9,
        Rule::TT10,
        Rule("TT6/situational"),
        Rule("TT6/natural-situational"),
        Rule("TT6/new-zealand"),
        Rule("TT6/simple-ko"),
        Rule("TT6/none"),
        Rule("TT7/several-stones"),
        Rule("TT7/forbidden"),
    ];

    /// What the rules say of repetition.
    pub const fn repetition(rules: Rules) -> Rule {
        match rules.repetition {
            Repetition::Positional => Rule::TT6,
            Repetition::Situational => Rule("TT6/situational"),
            Repetition::NaturalSituational => Rule("TT6/natural-situational"),
            Repetition::NewZealand => Rule("TT6/new-zealand"),
            Repetition::SimpleKo => Rule("TT6/simple-ko"),
            Repetition::None => Rule("TT6/none"),
        }
    }

    /// What the rules say of suicide.
    pub const fn suicide(rules: Rules) -> Rule {
        match rules.suicide {
            Suicide::Allowed => Rule::TT7,
            Suicide::SeveralStones => Rule("TT7/several-stones"),
            Suicide::Forbidden => Rule("TT7/forbidden"),
        }
    }

    /// The sentences in force under these rules, in the order of the text.
    pub fn in_force(rules: Rules) -> impl Iterator<Item = Rule> {
        let mut sentences = Rule::ALL[..10].to_vec();
        sentences.extend([Rule::repetition(rules), Rule::suicide(rules)]);
        sentences.sort_by_key(|rule| (rule.number(), rule.0.len()));
        sentences.dedup();
        sentences.into_iter().filter(move |&rule| {
            // Its place is taken.
            rule != Rule::TT6 || rules.repetition == Repetition::Positional
        })
    }

    /// Its id, such as `TT6` or `TT6/situational`.
    pub fn id(self) -> &'static str {
        self.0
    }

    /// Its text.
    pub fn text(self) -> String {
        let heading = format!("\n## {}\n", self.0);
        let (_, after) = TEXT.split_once(&heading).expect("every rule has its text");
        let end = after.find("\n#").unwrap_or(after.len());
        after[..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The number that Tromp and Taylor give it, or the one whose place it takes.
    fn number(self) -> u8 {
        let digits = self.0[2..].split('/').next().unwrap_or_default();
        digits.parse().expect("an id begins with TT and a number")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Reads an id.
impl FromStr for Rule {
    type Err = ();

    fn from_str(text: &str) -> Result<Rule, ()> {
        Rule::ALL.into_iter().find(|rule| rule.0 == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_has_its_text_and_every_text_its_sentence() {
        for rule in Rule::ALL {
            assert!(rule.text().ends_with(['.', ')']), "{rule}: {}", rule.text());
            assert_eq!(rule.id().parse(), Ok(rule));
        }
        assert_eq!(TEXT.matches("\n## ").count(), Rule::ALL.len());
        assert!(Rule::TT1.text().starts_with("There is a grid of points"));
        assert!(Rule::TT10.text().ends_with("a tie."));
    }

    #[test]
    fn variants_stand_in_the_place_of_what_they_replace() {
        let ids = |rules: &str| {
            let sentences = Rule::in_force(rules.parse().unwrap());
            sentences.map(Rule::id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids("tromp-taylor"), "TT1 TT2 TT3 TT4 TT5 TT6 TT7 TT8 TT9 TT10");
        assert_eq!(
            ids("aga"),
            "TT1 TT2 TT3 TT4 TT5 TT6/situational TT7 TT7/forbidden TT8 TT9 TT10"
        );
    }
}
