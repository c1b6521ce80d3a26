//! Properties of mistakes that the table does not have.

use super::table::{Mistake, Place};
use std::fmt;
use std::str::FromStr;
use superko_game::rules::Rule;

impl Place {
    /// Whether the place is about which earlier positions count.
    pub fn is_of_history(self) -> bool {
        use Place::{AfterPass, AfterSuicide, Initial, Kept, Present};
        matches!(self, Kept | Initial | Present | AfterPass | AfterSuicide)
    }
}

impl Mistake {
    /// The number of passes of an engine that never ends a game by passes.
    pub const NO_PASSES: usize = 255;

    /// Returns every mistake, with all values of a switch, or an example of a number. Mistakes with a number come last.
    pub fn all() -> impl Iterator<Item = Mistake> {
        let has_number = |mistake: &&Mistake| mistake.parameter().is_some();
        let others = Mistake::EXAMPLES.iter().filter(move |mistake| !has_number(mistake));
        let others = others.flat_map(|mistake| mistake.with_each_value());
        others.chain(Mistake::EXAMPLES.iter().filter(has_number).copied())
    }

    /// Whether the mistake is about the legality of turns only. An engine may make such a mistake when it is asked and
    /// not when it plays, or the reverse.
    pub fn is_of_legality(self) -> bool {
        use Mistake::{HashBlindToBlack, HashBlindToWhite, KnownHash, MoversStonesOnly};
        use Place::{
            AfterEnd, CleanupTurns, Compared, Ko, KoSeen, LookedUp, Occupied, Repetition, Suicide,
        };
        match self.place() {
            // The other mistakes are about data that is kept as the game goes on.
            Compared => matches!(
                self,
                HashBlindToWhite | HashBlindToBlack | KnownHash(_) | MoversStonesOnly
            ),
            LookedUp | Ko | KoSeen | Repetition | Suicide | Occupied | AfterEnd | CleanupTurns => {
                true
            }
            place => place.is_of_history() && !matches!(self, Mistake::HistoryInTenths(_)),
        }
    }

    /// Whether an engine is likely to make the mistake for one player only.
    pub fn may_be_of_player(self) -> bool {
        let of_legality = matches!(self.place(), Place::Repetition | Place::Suicide);
        of_legality || matches!(self, Mistake::TotalCap(_) | Mistake::MarginCap(_))
    }

    /// Whether the mistake has a parameter that says how far the engine looks for repetitions.
    pub fn ends_looking(self) -> bool {
        matches!(self.place(), Place::Kept | Place::LookedUp) && self.parameter().is_some()
    }

    /// Returns the number of the rule that the mistake is about. `None` if there is no such rule.
    pub fn rule_number(self) -> Option<u32> {
        use Mistake::{BothColorsAtOnce, CaptureRemovesBoth, SuicideBeforeCapture};
        use Place::*;
        let rule = match self.place() {
            Neighbors => Rule::TT3,
            // These are about own stones, and the others about captured ones.
            Capture => match self {
                SuicideBeforeCapture | BothColorsAtOnce | CaptureRemovesBoth => Rule::TT7,
                _ => Rule::TT4,
            },
            Beginning | Turns => Rule::TT5,
            Compared | LookedUp | KoSeen | Ko | Repetition | RepeatAsked | KoRetaken
            | RepeatPlayed => Rule::TT6,
            place if place.is_of_history() => Rule::TT6,
            Suicide | OwnStones | Occupied => Rule::TT7,
            End | Row | AfterEnd | Length | CleanupTurns | Blocks | Phases | SamePass
            | ThirdTime => Rule::TT8,
            Score | Dead | Cap | SecondCleanup | Tax | Button => Rule::TT9,
            _ => return None,
        };
        Some(rule.number())
    }

    /// Returns the number of turns below which the mistake does not show. `None` if that is not known.
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
            Some(mistake.with_parameter(number))
                .filter(|mistake| mistake.parameter() == Some(number))
        };
        let is_plain =
            |mistake: &Mistake| mistake.parameter().is_none() && mistake.to_string() == text;
        let mistake = text.split_once('=').and_then(numbered);
        mistake.or_else(|| Mistake::all().find(is_plain)).ok_or_else(|| {
            format!("`{text}` is not a known mistake: write it as on-passes or history=500")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::collisions::OWN_HASH;
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
