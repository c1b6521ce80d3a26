//! What a rule switch is, and what [`switches!`] makes of the rows of the table.

use crate::rules::{Rule, Rules};

/// A point on which rule sets differ: a row of the table of switches.
#[derive(Debug)]
#[non_exhaustive]
pub struct Switch {
    /// Its name, as `--rules NAME=WORD` takes it.
    pub name: &'static str,
    /// What it decides, in a sentence.
    pub text: &'static str,
    /// Its values. The first is that of Tromp-Taylor.
    pub values: &'static [SwitchValue],
    /// Its name in `RU` of the SGF files that KataGo writes, if it has one.
    pub ru: Option<&'static str>,
    pub(super) relation: Relation,
    pub(super) place: fn(Rules) -> usize,
}

/// A value of a [`Switch`].
#[derive(Debug)]
#[non_exhaustive]
pub struct SwitchValue {
    /// Its word, as `--rules NAME=WORD` takes it.
    pub word: &'static str,
    /// The rule that is in force with it.
    pub rule: Rule,
    /// What it means, in a sentence.
    pub text: &'static str,
    /// Its word in `RU` of the SGF files that KataGo writes, if it has one.
    pub ru: Option<&'static str>,
    pub(super) set: fn(Rules) -> Rules,
}

/// What the rules of the values of a switch do to a rule of Tromp and Taylor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// They stand in its place.
    Replaces(Rule),
    /// They hold beside it.
    Extends(Rule),
}

/// At most one word, as an option.
pub(super) const fn optional(words: &[&'static str]) -> Option<&'static str> {
    match words {
        [word, ..] => Some(*word),
        [] => None,
    }
}

impl Switch {
    /// Whether rules have the value of Tromp-Taylor.
    pub fn is_default(&self, rules: Rules) -> bool {
        (self.place)(rules) == 0
    }

    /// The value that rules have.
    pub fn value(&self, rules: Rules) -> &'static SwitchValue {
        &self.values[(self.place)(rules)]
    }

    /// Rules with another value.
    pub fn with(&self, rules: Rules, value: &SwitchValue) -> Rules {
        (value.set)(rules)
    }

    /// The rule of Tromp and Taylor that the rules of its values replace or extend.
    pub fn base(&self) -> Rule {
        let (Relation::Replaces(base) | Relation::Extends(base)) = self.relation;
        base
    }

    /// Whether it decides which turns are legal, also after some passes; the others decide what ends the game beside passes,
    /// what comes of it, and the score.
    pub fn decides_turns(&self) -> bool {
        self.base() <= Rule::TT7 || ["passes", "last-pass"].contains(&self.name)
    }

    /// `NAME=WORD`, with a value of it.
    pub fn written(&self, value: &SwitchValue) -> String {
        format!("{}={}", self.name, value.word)
    }
}

/// Makes of each row an enum of the values, a field of [`Rules`] with a method that sets it, and a [`Switch`].
macro_rules! switches {
    ($(
        $(#[doc = $text:literal])+
        $name:ident $(named $word_of:literal)?: $Enum:ident, $Relation:ident($base:literal) $(, ru $key:literal)? {$(
            $(#[doc = $meaning:literal])+
            $Value:ident = $word:literal, rule $rule:literal $(, ru $ru:literal)?;
        )+}
    )+) => {
        /// A rule set: a value for each switch. The default is Tromp-Taylor.
        ///
        /// What no switch decides is as Tromp and Taylor have it: [`Rule::in_force`] lists the rules of a rule set.
        ///
        /// ```
        /// use superko::{Repetition, Rules, Suicide};
        ///
        /// let rules = Rules::default().repetition(Repetition::Situational).suicide(Suicide::Forbidden);
        /// assert_eq!(rules, "repetition=situational,suicide=forbidden".parse()?);
        /// let ing = Rules::default().suicide(Suicide::SeveralStones);
        /// assert_eq!(ing, "ing".parse()?);
        /// assert_eq!(ing.repetition(Repetition::SimpleKo), "ing,repetition=simple-ko".parse()?);
        /// assert_eq!(Rules::default().to_string(), "tromp-taylor");
        /// # Ok::<(), superko::RulesError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct Rules {$(
            $(#[doc = $text])+
            pub $name: $Enum,
        )+}

        impl Rules {
            /// The first value of every switch.
            pub const TROMP_TAYLOR: Rules = Rules { $($name: $Enum::ALL[0],)+ };

            $(
                #[doc = concat!("The same rules with another value of `", stringify!($name), "`.")]
                #[must_use]
                pub const fn $name(self, $name: $Enum) -> Rules {
                    Rules { $name, ..self }
                }
            )+
        }

        /// The table of switches: the rows of `src/rules/table.rs`.
        pub static SWITCHES: &[Switch] = &[$(Switch {
            name: match optional(&[$($word_of)?]) {
                Some(name) => name,
                None => stringify!($name),
            },
            text: concat!($($text),+).trim_ascii(),
            values: &[$(SwitchValue {
                word: $word,
                rule: Rule::new($rule),
                text: concat!($($meaning),+).trim_ascii(),
                ru: optional(&[$($ru)?]),
                set: |rules| rules.$name($Enum::$Value),
            },)+],
            ru: optional(&[$($key)?]),
            relation: Relation::$Relation(Rule::new($base)),
            place: |rules| rules.$name as usize,
        },)+];

        $(
            $(#[doc = $text])+
            ///
            #[doc = concat!("The values of [`Rules::", stringify!($name), "`](field@Rules::", stringify!($name), ").")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum $Enum {$(
                $(#[doc = $meaning])+
                #[doc = concat!(" `superko explain ", $rule, "` gives the definition.")]
                $Value,
            )+}

            impl $Enum {
                /// All values. The first is that of Tromp-Taylor.
                pub const ALL: &[$Enum] = &[$($Enum::$Value,)+];

                /// Its word in `--rules`.
                pub const fn word(self) -> &'static str {
                    match self { $($Enum::$Value => $word,)+ }
                }

                /// The rule that is in force with it.
                pub const fn rule(self) -> Rule {
                    match self { $($Enum::$Value => Rule::new($rule),)+ }
                }
            }

            /// That of Tromp-Taylor.
            impl Default for $Enum {
                fn default() -> $Enum {
                    $Enum::ALL[0]
                }
            }
        )+
    };
}

pub(super) use switches;
