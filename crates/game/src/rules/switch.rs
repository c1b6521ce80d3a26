//! The type of a rule switch, and the macro [`switches!`], which makes types from the rows of the table.

use crate::rules::{Rule, Rules};

/// A point on which rule sets differ: a row of the table of switches.
#[derive(Debug)]
pub struct Switch {
    /// The name of the switch, as in `--rules NAME=WORD`.
    pub name: &'static str,
    /// The question that the switch decides, in a sentence.
    pub text: &'static str,
    /// The values of the switch. The first is the Tromp-Taylor value.
    pub values: &'static [SwitchValue],
    /// The name of the switch in `RU` of the SGF files that KataGo writes, if it has one.
    pub ru: Option<&'static str>,
    /// The part of a game that shows the value of the switch.
    pub seen_in: SeenIn,
    /// Whether the value of the switch makes a difference under some rules.
    pub(super) has_effect: fn(Rules) -> bool,
    pub(super) relation: Relation,
    pub(super) place: fn(Rules) -> usize,
}

/// A value of a [`Switch`].
#[derive(Debug)]
pub struct SwitchValue {
    /// The word for the value, as in `--rules NAME=WORD`.
    pub word: &'static str,
    /// The rule that this value selects.
    pub rule: Rule,
    /// The meaning of the value, in a sentence.
    pub text: &'static str,
    /// The word for the value in `RU` of the SGF files that KataGo writes, if it has one.
    pub ru: Option<&'static str>,
    /// The theorems of `proof/theorems/` about the value.
    pub proved: &'static [Theorem],
    pub(super) set: fn(Rules) -> Rules,
}

/// A statement about a [`SwitchValue`] that is proved in Coq.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The statement, in a sentence.
    pub text: &'static str,
    /// The file and the name of the theorem, as in `Ends.positional_ends`.
    pub name: &'static str,
}

/// The part of a game that shows the value of a switch, apart from rulings on turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenIn {
    /// Plays, and the plays that are refused.
    Plays,
    /// The time and the way in which a game ends.
    Ends,
    /// The players' agreement, which is not a turn.
    Agreements,
    /// The score.
    Scores,
}

/// The relation of a switch's rules to a rule of Tromp and Taylor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The rules of the values replace this rule.
    Replaces(Rule),
    /// The rules of the values apply in addition to this rule.
    Extends(Rule),
}

/// Returns the first word, if any.
pub(super) const fn optional(words: &[&'static str]) -> Option<&'static str> {
    match words {
        [word, ..] => Some(*word),
        [] => None,
    }
}

impl Switch {
    /// Whether these rules have the Tromp-Taylor value of this switch.
    pub fn is_default(&self, rules: Rules) -> bool {
        (self.place)(rules) == 0
    }

    /// Returns the Tromp-Taylor rule that the rules of the values replace or extend.
    pub fn base(&self) -> Rule {
        let (Relation::Replaces(base) | Relation::Extends(base)) = self.relation;
        base
    }

    /// Whether the value of this switch makes a difference in combination with the other values of these rules.
    pub fn has_effect(&self, rules: Rules) -> bool {
        (self.has_effect)(rules)
    }

    /// Whether this switch affects which turns are legal (including after passes). The other switches affect the end of the game
    /// apart from passes, its result, and the score.
    pub fn decides_turns(&self) -> bool {
        self.base() <= Rule::TT7 || ["passes", "last-pass"].contains(&self.name)
    }

    /// Returns `NAME=WORD` for a value of this switch.
    pub fn written(&self, value: &SwitchValue) -> String {
        format!("{}={}", self.name, value.word)
    }
}

/// Makes from each row an enum of the values, a field of [`Rules`] with a method that sets it, and a [`Switch`].
macro_rules! switches {
    ($(
        $(#[doc = $text:literal])+
        $name:ident $(named $written_name:literal)?: $Enum:ident, $Relation:ident($base:literal), seen in $Seen:ident
        $(, only under score $($scoring:ident)+)? $(, ru $key:literal)? {$(
            $(#[doc = $meaning:literal])+
            $Value:ident = $word:literal, rule $rule:literal $(, ru $ru:literal)? $(, proved $claim:literal by $theorem:literal)*;
        )+}
    )+) => {
        /// A rule set: a value for each switch. The default is Tromp-Taylor.
        ///
        /// Everything that no switch decides is as in Tromp-Taylor: [`Rule::in_force`] lists the rules of a
        /// rule set.
        ///
        /// ```
        /// use superko_game::{Repetition, Rules, Suicide};
        ///
        /// let rules = Rules::default().repetition(Repetition::Situational).suicide(Suicide::Forbidden);
        /// assert_eq!(rules, "repetition=situational,suicide=forbidden".parse()?);
        /// let basic_7a = "basic-7a".parse::<Rules>()?;
        /// assert_eq!(basic_7a.repetition(Repetition::SimpleKo), "basic-7a,repetition=simple-ko".parse()?);
        /// assert_eq!(Rules::default().to_string(), "tromp-taylor");
        /// # Ok::<(), superko_game::rules::RulesError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Rules {$(
            $(#[doc = $text])+
            pub $name: $Enum,
        )+}

        impl Rules {
            /// The Tromp-Taylor rules: the first value of every switch.
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
            name: match optional(&[$($written_name)?]) {
                Some(name) => name,
                None => stringify!($name),
            },
            text: concat!($($text),+).trim_ascii(),
            values: &[$(SwitchValue {
                word: $word,
                rule: Rule::new($rule),
                text: concat!($($meaning),+).trim_ascii(),
                ru: optional(&[$($ru)?]),
                proved: &[$(Theorem { text: $claim, name: $theorem },)*],
                set: |rules| rules.$name($Enum::$Value),
            },)+],
            ru: optional(&[$($key)?]),
            seen_in: SeenIn::$Seen,
            has_effect: |rules| {
                let only_under: &[Scoring] = &[$($(Scoring::$scoring,)+)?];
                only_under.is_empty() || only_under.contains(&rules.score)
            },
            relation: Relation::$Relation(Rule::new($base)),
            place: |rules| rules.$name as usize,
        },)+];

        $(
            $(#[doc = $text])+
            ///
            #[doc = concat!("The values of [`Rules::", stringify!($name), "`](field@Rules::", stringify!($name), ").")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub enum $Enum {$(
                $(#[doc = $meaning])+
                #[doc = concat!(" `superko explain ", $rule, "` gives the definition.")]
                $Value,
            )+}

            impl $Enum {
                /// All values. The first is the Tromp-Taylor value.
                pub const ALL: &[$Enum] = &[$($Enum::$Value,)+];

                /// Returns the name of the value in `--rules`.
                pub const fn word(self) -> &'static str {
                    match self { $($Enum::$Value => $word,)+ }
                }

                /// Returns the rule that this value selects.
                pub const fn rule(self) -> Rule {
                    match self { $($Enum::$Value => Rule::new($rule),)+ }
                }
            }

            /// The Tromp-Taylor value.
            impl Default for $Enum {
                fn default() -> $Enum {
                    $Enum::ALL[0]
                }
            }
        )+
    };
}

pub(super) use switches;
