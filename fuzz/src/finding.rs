//! What a target panics with.

use std::fmt;
use superko::engines::Reference;
use superko::{Difference, Record, Transcript, Turn};

/// A disagreement on a game, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game from the empty board; the last turn is the one in difference, or the one after which the position, the
    /// status or the score is.
    pub record: Record,
    /// Both testimonies.
    pub difference: Difference,
    /// What was done when it showed, such as `asked about` or `taken back`.
    pub doing: String,
    /// If the game is one that went back: what was tried before, and how many turns were taken back.
    pub before: Option<(Vec<Turn>, usize)>,
}

impl Finding {
    /// Ends the execution.
    ///
    /// # Panics
    ///
    /// Always, with the drawn disagreement and the text of the record.
    pub fn raise(&self) -> ! {
        panic!("{self}")
    }
}

/// Draws the position before the turn, names the turn and what both sides say of it, and writes the record as
/// `superko replay` takes it; of a game that went back, all that was tried before.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { record, difference, doing, before } = self;
        let transcript = of(record);
        let turns = transcript.named_turns();
        let last = record.turns.len().saturating_sub(1);
        let point = record.turns.last().and_then(|turn| turn.point());
        writeln!(f, "reference and engine disagree")?;
        write!(f, "{}", transcript.before(last).drawn(point))?;
        let turn = turns.last().map_or("the beginning", String::as_str);
        write!(f, "turn       {turn}, {doing}")?;
        match before {
            Some((_, undone)) => writeln!(f, ", the last {undone} legal turns below taken back")?,
            None => writeln!(f)?,
        }
        writeln!(f, "reference  {}", difference.reference())?;
        writeln!(f, "engine    {}", difference.engine())?;
        if let Difference::Board(reference, engine) = difference {
            write!(
                f,
                "reference has\n{}engine has\n{}",
                reference.drawn(None),
                engine.drawn(None)
            )?;
        }
        let &Record { size, rules, .. } = record;
        let turns = match before {
            Some((turns, _)) => of(&Record::new(size, rules, turns.clone())).named_turns(),
            None => turns,
        };
        write!(f, "again      superko replay '{size} {rules}: {}'", turns.join(", "))
    }
}

fn of(record: &Record) -> Transcript {
    let referee = Reference::new(record.size(), record.rules());
    Transcript::new(referee, record.clone(), |_, _| Vec::new())
}
