//! An adjudication in sentences.

use super::claim::Claim;
use super::{Adjudication, Contradiction, DecisiveMove, IllegalMove, Margin, Note, RecordVerdict};
use std::fmt;
use superko_engine::referee::Refusal;
use superko_game::{Komi, Outcome, beside};

/// Writes the verdict in a few sentences, on one line.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.error.as_ref().map_or_else(String::new, ToString::to_string);
        match self.verdict {
            RecordVerdict::NotJudged if self.size.is_none() => write!(f, "{error}.")?,
            RecordVerdict::Unreadable if self.moves == 0 => write!(f, "{error}.")?,
            RecordVerdict::Unreadable => {
                write!(f, "{error}. What was read before: {}", legal(self.moves).to_lowercase())?;
            }
            RecordVerdict::Illegal => {
                self.write_illegal(f)?;
                if let Some(decisive) = &self.decisive {
                    write!(f, " {decisive}")?;
                }
            }
            _ => match &self.decisive {
                Some(decisive) => self.write_decided(f, decisive)?,
                None => {
                    f.write_str(&legal(self.moves))?;
                    self.write_result(f)?;
                }
            },
        }
        self.write_notes(f)?;
        match &self.contradiction {
            Some(contradiction) => write!(f, " {contradiction}"),
            None => Ok(()),
        }
    }
}

/// Says that this many moves are legal.
fn legal(moves: usize) -> String {
    match moves {
        0 => "There are no moves.".to_owned(),
        1 => "The only move is legal.".to_owned(),
        2 => "Both moves are legal.".to_owned(),
        more => format!("All {more} moves are legal."),
    }
}

impl Adjudication {
    /// Writes the illegal moves, and the claim of the record if it is about them.
    fn write_illegal(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, illegal) in self.illegal.iter().enumerate() {
            let gap = if place > 0 { " " } else { "" };
            write!(f, "{gap}{illegal}")?;
        }
        if let Some(error) = &self.error {
            write!(f, " {error}.")?;
        }
        match &self.claimed {
            Some(claimed)
                if self.decisive.is_none() && claimed.to_lowercase().contains("illegal") =>
            {
                write!(f, " The record says {claimed}.")
            }
            _ => Ok(()),
        }
    }

    /// Writes the effect of a decisive move, and the claim of the record about it.
    fn write_decided(&self, f: &mut fmt::Formatter<'_>, decisive: &DecisiveMove) -> fmt::Result {
        match (self.illegal.is_empty(), self.moves - decisive.number) {
            (false, _) => self.write_illegal(f)?,
            (true, 0) => f.write_str(&legal(self.moves))?,
            (true, _) => write!(f, "All moves up to move {} are legal.", decisive.number)?,
        }
        write!(f, " {decisive}")?;
        match (self.verdict, &self.claimed) {
            (RecordVerdict::Correct, Some(claimed)) if self.is_plain(claimed) => {
                write!(f, " The record says so ({claimed}).")
            }
            (RecordVerdict::NotByScore, Some(claimed)) => write!(f, " The record says {claimed}."),
            _ => self.write_claim(f),
        }
    }

    /// Writes the score, the result, and the claim of the record about it.
    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claimed = self.claimed.as_deref();
        if let (Some(score), Some(result)) = (self.score, self.result) {
            let komi = self.komi.or(Note::komi_implied(&self.notes));
            let komi = komi.filter(|komi| *komi != Komi::default());
            let komi = komi.map_or_else(String::new, |komi| format!(", komi {komi}"));
            let result =
                if result == Margin::default() { "a tie".to_owned() } else { result.to_string() };
            write!(f, " {score}{komi}: {result}")?;
            match (self.verdict, claimed) {
                (RecordVerdict::Correct, Some(claimed)) if self.is_plain(claimed) => {
                    match claimed == result {
                        true => return f.write_str(", as the record says."),
                        false => return write!(f, ", and the record says so ({claimed})."),
                    }
                }
                _ => f.write_str(".")?,
            }
        }
        if let (Some(score), None) = (self.score, self.result) {
            write!(f, " {score}.")?;
        }
        self.write_claim(f)
    }

    /// Writes the result that the record claims.
    fn write_claim(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict, &self.claimed) {
            (RecordVerdict::WrongResult, Some(claimed)) => {
                write!(f, " The record says {claimed}, which is wrong.")
            }
            (RecordVerdict::ByAgreement, Some(claimed)) => {
                write!(f, " The record says {claimed}, by agreement on dead stones.")
            }
            (RecordVerdict::NotByScore, Some(claimed)) => {
                write!(f, " The record says {claimed}: the game was not decided by score.")
            }
            (RecordVerdict::Unfinished, Some(claimed)) => {
                let passes = self.rules.unwrap_or_default().passes.word();
                write!(f, " The record says {claimed}, but it does not end with {passes} passes.")
            }
            (RecordVerdict::Unfinished, None) => f.write_str(" The game is unfinished."),
            (_, Some(claimed)) => write!(f, " The record says {claimed}."),
            (_, None) => f.write_str(" The record claims no result."),
        }
    }

    /// Whether the record claims a result, in points and not in stones above half of the board.
    fn is_plain(&self, claimed: &str) -> bool {
        let says = ![Claim::Nothing, Claim::Unread].contains(&Claim::read(claimed));
        says && !self.notes.contains(&Note::HalfCounted)
    }

    /// Writes the notes. Several passes that the record leaves out are one note.
    fn write_notes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second_move = |note: &Note| match note {
            Note::PassLeftOut { before, .. } => Some(*before),
            _ => None,
        };
        let left_out: Vec<usize> = self.notes.iter().filter_map(second_move).collect();
        if let [first, .., last] = left_out[..] {
            let count = left_out.len();
            write!(
                f,
                " {count} times, from move {first} to {last}, a player moves twice in a row: the other one is assumed to \
                 have passed."
            )?;
        }
        for note in &self.notes {
            if left_out.len() < 2 || second_move(note).is_none() {
                write!(f, " {note}")?;
            }
        }
        Ok(())
    }

    /// Returns the drawings for the sentences: the position of each illegal move, and for a repetition the earlier one; or the
    /// last position, if the result is wrong.
    pub fn drawn(&self) -> String {
        let columns = self.size.map_or(0, |size| usize::from(size.columns()));
        let width = (2 * columns + 6).max(28);
        let mut text = String::new();
        for illegal in &self.illegal {
            let IllegalMove { number, player, turn, before, earlier, .. } = illegal;
            let title = format!("before move {number}, {} {turn}", player.letter());
            let after = earlier.as_ref().map(|(number, position)| match number {
                0 => ("at the beginning".to_owned(), position),
                _ => (format!("after move {number}"), position),
            });
            let before = (&*title, before.drawn(turn.point()));
            let after = after.as_ref().map(|(title, position)| (&**title, position.drawn(None)));
            text += &beside(&[before].into_iter().chain(after).collect::<Vec<_>>(), width);
        }
        if let Some(last) = &self.last {
            text += &beside(&[("at the end", last.drawn(None))], width);
        }
        text.lines().map(|line| format!("    {line}\n")).collect()
    }
}

/// Writes a sentence.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { number, player, turn, rule, .. } = self;
        let (letter, why) = (player.letter(), self.why());
        write!(f, "Move {number}, {letter} {turn}, is illegal ({rule}): {why}.")
    }
}

impl IllegalMove {
    /// Explains why the move is illegal. Earlier positions are given by the numbers of the record's moves.
    pub fn why(&self) -> String {
        match (self.refusal, &self.earlier) {
            (Refusal::Repetition { cycle: 1, .. }, _) => {
                "a lone stone's suicide, which leaves the board as it is".to_owned()
            }
            (Refusal::Repetition { .. }, Some((after, _))) => repeated(*after),
            (refusal, _) => refusal.to_string(),
        }
    }
}

/// Says that a move repeats the position after another one; 0 is the start.
pub(super) fn repeated(after: usize) -> String {
    match after {
        0 => "it repeats the starting position".to_owned(),
        _ => format!("it repeats the position after move {after}"),
    }
}

/// Writes a sentence.
impl fmt::Display for DecisiveMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecisiveMove { number, player, turn, rule, outcome, repeats } = self;
        let result = match outcome {
            Outcome::Wins(winner) => format!("{} loses and {winner} wins", winner.opponent()),
            Outcome::Tie => "it is a tie".to_owned(),
            Outcome::NoResult => "there is no result".to_owned(),
        };
        let Some(repeats) = repeats else { return write!(f, "By {rule} {result}.") };
        let (letter, repeats) = (player.letter(), repeated(*repeats));
        write!(
            f,
            "Move {number}, {letter} {turn}, ends the game ({rule}): {repeats}, so that {result}."
        )
    }
}

/// Writes a sentence.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The built-in engines contradict each other at move {}: {}.",
            self.number, self.what
        )
    }
}
