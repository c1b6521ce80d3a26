//! The macro [`mistakes!`], which makes types from the table of mistakes, and how the table writes numbers.

use crate::suite::collisions::{HASHES, OWN_HASH};

/// Returns the engine whose known collisions a hash has, as an addition to a sentence.
pub(super) fn known_collisions(number: usize) -> String {
    let known = HASHES.get(number - 1).filter(|_| number != OWN_HASH);
    known.map(|hash| format!(" (known collisions of {})", hash.engine)).unwrap_or_default()
}

/// Converts half points to points.
#[expect(clippy::cast_precision_loss, reason = "a komi is small")]
pub(super) fn points(halves: usize) -> f64 {
    halves as f64 / 2.0
}

/// Makes an enum of places from the blocks, and an enum of mistakes, with their properties, from the rows.
macro_rules! mistakes {
    ($(
        $(#[doc = $about:literal])+
        $Place:ident {$(
            $(#[doc = $meaning:literal])+
            $Mistake:ident
            $((
                $number:ident $(as $written:ident)? = $example:literal
                $(, likely $likely:expr)? $(, most $most:expr)?
            ))?
            $(of $value:ident: $Switch:ident)?
            = $word:literal, $clause:literal $(, if $special:pat => $phrase:literal)*;
        )+}
    )+) => {
        /// A place in an engine where it can go wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Place {$(
            $(#[doc = $about])+
            $Place,
        )+}

        /// One deviation of an engine from the rules that it plays by.
        ///
        /// Every mistake belongs to one [`Place`]. An engine can make only one of the mistakes in a place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mistake {$($(
            $(#[doc = $meaning])+
            $Mistake
            $((#[doc = concat!("The number: ", stringify!($number), ".")] usize))?
            $(($Switch))?,
        )+)+}

        impl Mistake {
            /// An example of each row.
            pub(super) const EXAMPLES: &[Mistake] =
                &[$($(Mistake::$Mistake $(($example))? $(($Switch::ALL[0]))?,)+)+];

            /// Returns the place of the mistake.
            #[inline]
            pub fn place(self) -> Place {
                match self {$($(Mistake::$Mistake { .. } => Place::$Place,)+)+}
            }

            /// Returns the word for the mistake, without its parameter.
            pub fn word(self) -> &'static str {
                match self {$($(Mistake::$Mistake { .. } => $word,)+)+}
            }

            /// Returns what an engine with the mistake does, in words to follow "it".
            pub fn clause(self) -> String {
                match self {$($(
                    $(Mistake::$Mistake($special) => $phrase.to_owned(),)*
                    Mistake::$Mistake $(($number))? $(($value))? => {
                        $($(let $number = $written($number);)?)?
                        $(let $value = $value.word();)?
                        format!($clause)
                    }
                )+)+}
            }

            /// Returns the clause with a letter instead of the number.
            pub fn clause_with(self, letter: char) -> String {
                match self {
                    $($($(Mistake::$Mistake(_) => {
                        let $number = letter;
                        format!($clause)
                    })?)+)+
                    _ => self.clause(),
                }
            }

            /// Returns the parameter, if the mistake has one that is a number.
            pub fn parameter(self) -> Option<usize> {
                match self {
                    $($($(Mistake::$Mistake($number) => Some($number),)?)+)+
                    _ => None,
                }
            }

            /// Returns the parameter as it is written, a number or not.
            pub(super) fn written_parameter(self) -> Option<String> {
                match self {
                    $($($(Mistake::$Mistake($value) => Some($value.word().to_owned()),)?)+)+
                    _ => self.parameter().map(|number| number.to_string()),
                }
            }

            /// Returns the mistake with another parameter; the mistake itself if it has none.
            #[must_use]
            pub fn with_parameter(self, parameter: usize) -> Mistake {
                match self {
                    $($($(Mistake::$Mistake(_) => {
                        let $number = parameter $(.min($most))?;
                        Mistake::$Mistake($number)
                    })?)+)+
                    other => other,
                }
            }

            /// Returns the numbers that a diagnosis tries in any case.
            pub fn likely_parameters(self) -> &'static [usize] {
                match self {
                    $($($($(Mistake::$Mistake(_) => &$likely,)?)?)+)+
                    _ => &[],
                }
            }

            /// Returns the mistake with each value of its switch, or the mistake itself if it has none.
            pub(super) fn with_each_value(self) -> Vec<Mistake> {
                match self {
                    $($($(Mistake::$Mistake(_) => {
                        $Switch::ALL.iter().copied().map(Mistake::$Mistake).collect()
                    })?)+)+
                    other => vec![other],
                }
            }
        }
    };
}

pub(super) use mistakes;
