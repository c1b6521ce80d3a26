//! What a target panics with.

use std::fmt;
use superko::adapters::Reference;
use superko::{Dispute, Record, Transcript};

/// A disagreement on a game, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game from the empty board; the last turn is the one in dispute, or the one after which the position, the
    /// status or the score is.
    pub record: Record,
    /// Both testimonies.
    pub dispute: Dispute,
    /// What was done when it showed, such as `asked about` or `taken back`.
    pub doing: String,
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
/// `superko replay` takes it.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { record, dispute, doing } = self;
        let referee = Reference::new(record.size, record.rules);
        let transcript = Transcript::new(referee, record.clone(), |_, _| Vec::new());
        let turns = transcript.named_turns();
        let last = record.turns.len().saturating_sub(1);
        let point = record.turns.last().and_then(|turn| turn.point());
        writeln!(f, "reference and subject disagree")?;
        write!(f, "{}", transcript.before(last).drawn(point))?;
        let turn = turns.last().map_or("the beginning", String::as_str);
        writeln!(f, "turn       {turn}, {doing}")?;
        writeln!(f, "reference  {}", dispute.reference())?;
        writeln!(f, "subject    {}", dispute.subject())?;
        if let Dispute::Coloring(reference, subject) = dispute {
            write!(
                f,
                "reference has\n{}subject has\n{}",
                reference.drawn(None),
                subject.drawn(None)
            )?;
        }
        let Record { size, rules, .. } = record;
        write!(f, "again      superko replay '{size} {rules}: {}'", turns.join(", "))
    }
}
