//! The sentences of the rules, by their ids.

use crate::vocabulary::{Repetition, Rules, Suicide};
use std::fmt;
use std::str::FromStr;

/// The text of all sentences, one `## id` heading each, as the reference keeps it.
const TEXT: &str = include_str!("../reference/rules.md");

/// A sentence of the rule text, or one that other rule sets put in its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sentence(&'static str);

impl Sentence {
    /// The grid and the players.
    pub const TT1: Sentence = Sentence("TT1");
    /// Black, white or empty.
    pub const TT2: Sentence = Sentence("TT2");
    /// What reaches what.
    pub const TT3: Sentence = Sentence("TT3");
    /// Clearing.
    pub const TT4: Sentence = Sentence("TT4");
    /// The empty grid at first, Black begins, the players alternate.
    pub const TT5: Sentence = Sentence("TT5");
    /// Passes, and moves that repeat nothing.
    pub const TT6: Sentence = Sentence("TT6");
    /// What a move does.
    pub const TT7: Sentence = Sentence("TT7");
    /// Two passes end the game.
    pub const TT8: Sentence = Sentence("TT8");
    /// The score.
    pub const TT9: Sentence = Sentence("TT9");
    /// Who wins.
    pub const TT10: Sentence = Sentence("TT10");

    /// Every sentence, in the order of the text.
    pub const ALL: [Sentence; 17] = [
        Sentence::TT1,
        Sentence::TT2,
        Sentence::TT3,
        Sentence::TT4,
        Sentence::TT5,
        Sentence::TT6,
        Sentence::TT7,
        Sentence::TT8,
        Sentence::TT9,
        Sentence::TT10,
        Sentence("TT6/situational"),
        Sentence("TT6/natural-situational"),
        Sentence("TT6/new-zealand"),
        Sentence("TT6/simple-ko"),
        Sentence("TT6/none"),
        Sentence("TT7/several-stones"),
        Sentence("TT7/forbidden"),
    ];

    /// What the rules say of repetition.
    pub const fn repetition(rules: Rules) -> Sentence {
        match rules.repetition {
            Repetition::Positional => Sentence::TT6,
            Repetition::Situational => Sentence("TT6/situational"),
            Repetition::NaturalSituational => Sentence("TT6/natural-situational"),
            Repetition::NewZealand => Sentence("TT6/new-zealand"),
            Repetition::SimpleKo => Sentence("TT6/simple-ko"),
            Repetition::None => Sentence("TT6/none"),
        }
    }

    /// What the rules say of suicide.
    pub const fn suicide(rules: Rules) -> Sentence {
        match rules.suicide {
            Suicide::Allowed => Sentence::TT7,
            Suicide::SeveralStones => Sentence("TT7/several-stones"),
            Suicide::Forbidden => Sentence("TT7/forbidden"),
        }
    }

    /// The sentences in force under these rules, in the order of the text.
    pub fn in_force(rules: Rules) -> impl Iterator<Item = Sentence> {
        let mut sentences = Sentence::ALL[..10].to_vec();
        sentences.extend([Sentence::repetition(rules), Sentence::suicide(rules)]);
        sentences.sort_by_key(|sentence| (sentence.number(), sentence.0.len()));
        sentences.dedup();
        sentences.into_iter().filter(move |&sentence| {
            // Its place is taken.
            sentence != Sentence::TT6 || rules.repetition == Repetition::Positional
        })
    }

    /// Its id, such as `TT6` or `TT6/situational`.
    pub fn id(self) -> &'static str {
        self.0
    }

    /// Its text.
    pub fn text(self) -> String {
        let heading = format!("\n## {}\n", self.0);
        let (_, after) = TEXT.split_once(&heading).expect("every sentence has its text");
        let end = after.find("\n#").unwrap_or(after.len());
        after[..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The number that Tromp and Taylor give it, or the one whose place it takes.
    fn number(self) -> u8 {
        let digits = self.0[2..].split('/').next().unwrap_or_default();
        digits.parse().expect("an id begins with TT and a number")
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Reads an id.
impl FromStr for Sentence {
    type Err = ();

    fn from_str(text: &str) -> Result<Sentence, ()> {
        Sentence::ALL.into_iter().find(|sentence| sentence.0 == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_has_its_text_and_every_text_its_sentence() {
        for sentence in Sentence::ALL {
            assert!(sentence.text().ends_with(['.', ')']), "{sentence}: {}", sentence.text());
            assert_eq!(sentence.id().parse(), Ok(sentence));
        }
        assert_eq!(TEXT.matches("\n## ").count(), Sentence::ALL.len());
        assert!(Sentence::TT1.text().starts_with("There is a grid of points"));
        assert!(Sentence::TT10.text().ends_with("a tie."));
    }

    #[test]
    fn variants_stand_in_the_place_of_what_they_replace() {
        let ids = |rules: &str| {
            let sentences = Sentence::in_force(rules.parse().unwrap());
            sentences.map(Sentence::id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids("tromp-taylor"), "TT1 TT2 TT3 TT4 TT5 TT6 TT7 TT8 TT9 TT10");
        assert_eq!(
            ids("aga"),
            "TT1 TT2 TT3 TT4 TT5 TT6/situational TT7 TT7/forbidden TT8 TT9 TT10"
        );
    }
}
