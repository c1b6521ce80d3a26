//! What is known of a mistake, and the macro [`mistakes!`], which makes types of the rows of the table.

use super::table::{Mistake, Place};
use crate::suite::collisions::{HASHES, OWN_HASH};
use std::fmt;
use std::str::FromStr;

impl Place {
    /// Whether it is about which earlier positions count.
    pub(crate) fn is_of_history(self) -> bool {
        use Place::{AfterPass, AfterSuicide, Initial, Kept, Present};
        matches!(self, Kept | Initial | Present | AfterPass | AfterSuicide)
    }
}

impl Mistake {
    /// The number of passes of an engine that never ends a game by passes.
    pub const NO_PASSES: usize = 255;

    /// Returns every mistake, with all values of a switch, or an example of a number. Those with a number come last.
    pub fn all() -> impl Iterator<Item = Mistake> {
        let has_number = |mistake: &&Mistake| mistake.parameter().is_some();
        let others = Mistake::EXAMPLES.iter().filter(move |mistake| !has_number(mistake));
        let others = others.flat_map(|mistake| mistake.with_each_value());
        others.chain(Mistake::EXAMPLES.iter().filter(has_number).copied())
    }

    /// Whether the mistake is about the legality of turns only, so that an engine may make it when it is
    /// asked and not when it plays, or the reverse.
    pub fn is_of_legality(self) -> bool {
        use Mistake::{HashBlindToBlack, HashBlindToWhite, KnownHash, MoversStonesOnly};
        use Place::{AfterEnd, Compared, Ko, KoSeen, LookedUp, Occupied, Repetition, Suicide};
        match self.place() {
            // The others are about what is kept as the game goes on.
            Compared => matches!(
                self,
                HashBlindToWhite | HashBlindToBlack | KnownHash(_) | MoversStonesOnly
            ),
            LookedUp | Ko | KoSeen | Repetition | Suicide | Occupied | AfterEnd => true,
            place => place.is_of_history() && !matches!(self, Mistake::HistoryInTenths(_)),
        }
    }

    /// Whether an engine is likely to make it for one player only.
    pub(crate) fn may_be_of_player(self) -> bool {
        let of_legality = matches!(self.place(), Place::Repetition | Place::Suicide);
        of_legality || matches!(self, Mistake::TotalCap(_) | Mistake::MarginCap(_))
    }

    /// Whether it has a parameter that says how far it looks for repetitions.
    pub(crate) fn ends_looking(self) -> bool {
        matches!(self.place(), Place::Kept | Place::LookedUp) && self.parameter().is_some()
    }

    /// In fewer turns than this it does not show; `None` if that is not known.
    pub(super) fn onset(self) -> Option<usize> {
        use Mistake::{FirstPositions, History, LookedUpUntil, MoveCap};
        match self {
            History(turns) | FirstPositions(turns) | LookedUpUntil(turns) | MoveCap(turns) => {
                Some(turns)
            }
            _ => None,
        }
    }
}

/// Writes the word for the mistake, with the parameter: `on-passes`, `history=500`.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.written_parameter() {
            Some(parameter) => f.pad(&format!("{}={parameter}", self.word())),
            None => f.pad(self.word()),
        }
    }
}

/// Parses the text that [`Display`](fmt::Display) writes.
impl FromStr for Mistake {
    type Err = String;

    fn from_str(text: &str) -> Result<Mistake, String> {
        let numbered = |(word, number): (&str, &str)| {
            let number = number.parse().ok().filter(|&number| number > 0)?;
            let mistake = Mistake::EXAMPLES.iter().find(|example| example.word() == word)?;
            Some(mistake.with_parameter(number)).filter(|it| it.parameter() == Some(number))
        };
        let is_plain = |it: &Mistake| it.parameter().is_none() && it.to_string() == text;
        let mistake = text.split_once('=').and_then(numbered);
        mistake.or_else(|| Mistake::all().find(is_plain)).ok_or_else(|| {
            format!("`{text}` is not a known mistake: write it as on-passes or history=500")
        })
    }
}

/// The engine whose known collisions those of a hash are, as an addition to a sentence.
pub(super) fn known_collisions(number: usize) -> String {
    let known = HASHES.get(number - 1).filter(|_| number != OWN_HASH);
    known.map(|hash| format!(" (known collisions of {})", hash.engine)).unwrap_or_default()
}

/// Half points as points.
#[expect(clippy::cast_precision_loss, reason = "a komi is small")]
pub(super) fn points(halves: usize) -> f64 {
    halves as f64 / 2.0
}

/// Makes of the blocks an enum of places, and of the rows an enum of mistakes with what the rows say of them.
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
        #[non_exhaustive]
        pub enum Place {$(
            $(#[doc = $about])+
            $Place,
        )+}

        /// One deviation of an engine from the rules that it plays by.
        ///
        /// Every mistake belongs to one [`Place`]. An engine can make only one of the mistakes in a place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Mistake {$($(
            $(#[doc = $meaning])+
            $Mistake
            $((#[doc = concat!("The number: ", stringify!($number), ".")] usize))?
            $(($Switch))?,
        )+)+}

        impl Mistake {
            /// A mistake of each row.
            pub(super) const EXAMPLES: &[Mistake] =
                &[$($(Mistake::$Mistake $(($example))? $(($Switch::ALL[0]))?,)+)+];

            /// Returns the place of the mistake.
            #[inline]
            pub fn place(self) -> Place {
                match self {$($(Mistake::$Mistake { .. } => Place::$Place,)+)+}
            }

            /// The word for the mistake, without its parameter.
            pub(super) fn word(self) -> &'static str {
                match self {$($(Mistake::$Mistake { .. } => $word,)+)+}
            }

            /// What an engine with the mistake does, after "it".
            pub(crate) fn clause(self) -> String {
                match self {$($(
                    $(Mistake::$Mistake($special) => $phrase.to_owned(),)*
                    Mistake::$Mistake $(($number))? $(($value))? => {
                        $($(let $number = $written($number);)?)?
                        $(let $value = $value.word();)?
                        format!($clause)
                    }
                )+)+}
            }

            /// The same, with a letter instead of the number.
            pub(crate) fn clause_with(self, letter: char) -> String {
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

            /// The parameter, a number or not, as it is written.
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

            /// The numbers that a diagnosis tries in any case.
            pub(crate) fn likely_parameters(self) -> &'static [usize] {
                match self {
                    $($($($(Mistake::$Mistake(_) => &$likely,)?)?)+)+
                    _ => &[],
                }
            }

            /// The mistake with each value of its switch; the mistake itself if it has none.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn words_are_read_back() {
        let words: BTreeSet<String> = Mistake::all().map(|mistake| mistake.to_string()).collect();
        assert_eq!(words.len(), Mistake::all().count());
        for mistake in Mistake::all() {
            assert_eq!(mistake.to_string().parse(), Ok(mistake));
        }
        assert_eq!("history=30".parse(), Ok(Mistake::History(30)));
        for wrong in [
            "",
            "history",
            "history=",
            "history=0",
            "history=-1",
            "hash-bits=999",
            "known-hash=99",
            "repetition=x",
        ] {
            let error = wrong.parse::<Mistake>().unwrap_err();
            assert!(error.starts_with(&format!("`{wrong}` is not a known mistake")), "{error}");
        }
    }

    #[test]
    fn a_clause_has_the_number_or_a_letter() {
        for mistake in Mistake::all() {
            assert!(!mistake.clause().contains(['{', '}']), "{mistake}");
            let lettered = mistake.clause_with('N');
            let Some(number) = mistake.parameter().filter(|_| mistake.ends_looking()) else {
                continue;
            };
            assert_eq!(lettered.replace('N', &number.to_string()), mistake.clause());
        }
        let hash = |number| Mistake::KnownHash(number).clause();
        assert_eq!(hash(OWN_HASH), "treats positions as equal when their hashes are equal");
        assert_eq!(hash(1), format!("{} (known collisions of GNU Go 3.8)", hash(OWN_HASH)));
        assert_eq!(
            Mistake::KomiAdded(13).clause(),
            "adds a komi of 6.5 for White to that of the game"
        );
        assert_eq!(Mistake::PassesEnd(1).clause(), "ends the game after one pass");
        assert_eq!(Mistake::PassesEnd(2).clause(), "ends the game after 2 passes");
        assert_eq!(Mistake::PassesEnd(255).clause(), "never ends a game by passes");
    }
}
