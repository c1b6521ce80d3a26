//! The answer to the last turn of a case, one letter per rule set.

use std::fmt;
use std::str::FromStr;
use superko_engine::referee::{Cycle, Refusal};
use superko_game::rules::{Repetition, Rules, Suicide};

/// The answer to a turn under a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    /// The turn is legal.
    Legal,
    /// The turn is refused because it would remove stones of the player's own.
    Suicide,
    /// The turn is refused because it repeats a position, with this kind of cycle.
    Repeat(Cycle),
    /// The turn is refused under all rules, because there is a stone on the point or the game is over.
    Refused,
    /// An earlier turn is refused, so the game cannot be used as a case under these rules.
    Unusable,
}

impl Answer {
    /// Every answer, with its letter.
    pub const LETTERS: [(Answer, char); 7] = [
        (Answer::Legal, 'a'),
        (Answer::Suicide, 's'),
        (Answer::Repeat(Cycle::NoPass), 'r'),
        (Answer::Repeat(Cycle::PassBefore), 'q'),
        (Answer::Repeat(Cycle::Pass), 'p'),
        (Answer::Refused, 'o'),
        (Answer::Unusable, '-'),
    ];

    /// Returns the answer of a referee. The cycle is that of the turn's form.
    pub fn of(refusal: Option<Refusal>, cycle: Option<Cycle>) -> Answer {
        match (refusal, cycle) {
            (None, _) => Answer::Legal,
            (Some(Refusal::Suicide { .. }), _) => Answer::Suicide,
            (Some(Refusal::Repetition { .. }), Some(cycle)) => Answer::Repeat(cycle),
            _ => Answer::Refused,
        }
    }

    /// Whether the turn is legal, or `None` if the game cannot be used as a case.
    pub fn is_legal(self) -> Option<bool> {
        match self {
            Answer::Legal => Some(true),
            Answer::Unusable => None,
            _ => Some(false),
        }
    }

    /// Returns the kind of cycle of a turn that is refused as a suicide or a repeat.
    pub fn cycle(self) -> Option<Cycle> {
        match self {
            Answer::Suicide => Some(Cycle::None),
            Answer::Repeat(cycle) => Some(cycle),
            _ => None,
        }
    }
}

/// The answers to a turn under all rule sets. Only the switches on repetition and suicide affect a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Answers([[Answer; Suicide::ALL.len()]; Repetition::ALL.len()]);

impl Answers {
    /// Returns the same answer for all rule sets.
    pub const fn all(answer: Answer) -> Answers {
        Answers([[answer; Suicide::ALL.len()]; Repetition::ALL.len()])
    }

    /// Makes the answers from a function.
    pub fn from_fn(mut answer: impl FnMut(Rules) -> Answer) -> Answers {
        let mut answers = Answers::all(Answer::Unusable);
        for (row, &repetition) in answers.0.iter_mut().zip(Repetition::ALL) {
            for (cell, &suicide) in row.iter_mut().zip(Suicide::ALL) {
                *cell = answer(Rules::TROMP_TAYLOR.repetition(repetition).suicide(suicide));
            }
        }
        answers
    }

    /// Returns the answer under a rule set.
    pub fn under(self, rules: Rules) -> Answer {
        self.0[rules.repetition as usize][rules.suicide as usize]
    }
}

/// Writes a letter for each rule set, in the order of their switches: `a` legal; `s` suicide; `r`, `q`, `p` a
/// repeat without a pass in the game, with passes before the cycle, and with passes in the cycle; `o`
/// occupied or over; `-` not usable as a case.
impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for answer in self.0.as_flattened() {
            let letter = Answer::LETTERS.iter().find(|(known, _)| known == answer);
            write!(f, "{}", letter.map_or('?', |&(_, letter)| letter))?;
        }
        Ok(())
    }
}

/// Parses the letters that `Display` writes; one letter stands for all rule sets.
impl FromStr for Answers {
    type Err = ();

    fn from_str(text: &str) -> Result<Answers, ()> {
        let letter = |letter: char| Answer::LETTERS.iter().find(|(_, known)| *known == letter);
        let read: Option<Vec<Answer>> =
            text.chars().map(|text| letter(text).map(|&(answer, _)| answer)).collect();
        let read = read.ok_or(())?;
        let mut answers = match read[..] {
            [one] => return Ok(Answers::all(one)),
            _ => Answers::all(Answer::Unusable),
        };
        let cells = answers.0.as_flattened_mut();
        if read.len() != cells.len() {
            return Err(());
        }
        cells.copy_from_slice(&read);
        Ok(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_and_read_again() {
        let text = "psspsspsspsspssaqo";
        let answers: Answers = text.parse().unwrap();
        assert_eq!(answers.to_string(), text);
        assert_eq!(answers.under(Rules::TROMP_TAYLOR), Answer::Repeat(Cycle::Pass));
        let none = Rules::TROMP_TAYLOR.repetition(Repetition::None);
        assert_eq!(answers.under(none), Answer::Legal);
        assert_eq!(answers.under(none.suicide(Suicide::Forbidden)), Answer::Refused);
        assert_eq!("o".parse(), Ok(Answers::all(Answer::Refused)));
        assert_eq!(Answers::from_fn(|rules| answers.under(rules)), answers);
        for text in ["", "x", "aa", "psspsspsspsspssaqx"] {
            assert_eq!(text.parse::<Answers>(), Err(()), "{text}");
        }
    }
}
