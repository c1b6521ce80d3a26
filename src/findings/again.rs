use crate::check::{Check, FindingId};
use crate::compare::{CompareOptions, Comparison, Disagreement, compare_with};
use crate::engine::Engine;
use crate::engines::Reference;
use crate::game::{Record, Turn};
use crate::referee::{Event, Transcript};
use std::fmt;

/// What is asked beside the turns when a record is played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The questions of legality.
    pub questions: Questions,
    /// Whether every legal turn is taken back and played again; before a repeat, and in the end, two of them.
    pub undo: bool,
    /// Whether the engine is asked which turn it would play, in place of the last one.
    pub generate: bool,
}

/// Which questions of legality are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Questions {
    /// None.
    #[default]
    Nothing,
    /// Before the last turn, whether it is legal.
    LastTurn,
    /// Before every turn, about every turn there is.
    Everything,
}

impl Manner {
    /// The least that has to be asked for a finding of this id to show.
    pub fn of(id: FindingId) -> Manner {
        let questions = match id {
            FindingId { event: Event::QuestionChanges, .. } => Questions::Everything,
            FindingId { check: Check::Legality, .. } => Questions::LastTurn,
            _ => Questions::Nothing,
        };
        let (undo, generate) = (id.check == Check::Undo, id.check == Check::Generate);
        Manner { questions, undo, generate }
    }
}

impl Manner {
    /// The manner that is told in these words.
    pub fn in_words(words: &str) -> Option<Manner> {
        let all = [Questions::Nothing, Questions::LastTurn, Questions::Everything];
        let asking = all.map(|questions| Manner { questions, ..Manner::default() });
        let undoing = asking.map(|manner| Manner { undo: true, ..manner });
        let generating = Manner { generate: true, ..Manner::default() };
        let mut manners = asking.into_iter().chain(undoing).chain([generating]);
        manners.find(|manner| manner.to_string() == words)
    }
}

/// What is asked, in a few words.
impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let undone = "every legal turn is taken back and played again; before a repeat a pass too, and the last two plays at once; \
                      before the end of the game another end; after the refused suicide of a lone stone the turn before it";
        let questions = match self.questions {
            _ if self.generate => "in place of the last turn, which turn it would play",
            Questions::Nothing if self.undo => return f.write_str(undone),
            Questions::Nothing => "only the turns",
            Questions::LastTurn => "whether the last turn is legal",
            Questions::Everything => "before every turn, whether any turn is legal",
        };
        f.write_str(questions)?;
        if self.undo { write!(f, "; {undone}") } else { Ok(()) }
    }
}

/// Plays a record against an engine, from the start of a game on, and compares every answer.
pub fn play_again(engine: &mut dyn Engine, record: &Record, manner: Manner) -> Comparison {
    compare_with(engine, &transcript(record, manner), options_of(manner))
}

/// Plays a record against an engine and returns the disagreement of this id, if it shows. The predicate by which
/// [`shrink`](super::shrink) keeps to one finding.
///
/// Board and status are looked at after the last turn only; if they differ there, after every turn.
pub fn show_again(engine: &mut dyn Engine, record: &Record, id: FindingId) -> Option<Disagreement> {
    let manner = Manner::of(id);
    let last = record.turns.len().saturating_sub(1);
    // A turn that is not looked at is not taken back either.
    let transcript = transcript(record, manner).looking_at(|place| manner.undo || place == last);
    let shown = compare_with(engine, &transcript, options_of(manner));
    shown.disagreements.into_iter().find(|disagreement| disagreement.id == id)
}

fn options_of(manner: Manner) -> CompareOptions {
    let ask = manner.questions != Questions::Nothing && !manner.generate;
    CompareOptions { ask, undo: manner.undo && !manner.generate }
}

/// What the reference says of a record, with the questions that are asked about it.
fn transcript(record: &Record, manner: Manner) -> Transcript {
    let last = record.turns.len().saturating_sub(1);
    let referee = Reference::set_up(&record.setup);
    if manner.generate {
        return Transcript::generating(referee, record.clone());
    }
    let transcript = Transcript::new(referee, record.clone(), |place, _| match manner.questions {
        Questions::Everything => Turn::all(record.size()).collect(),
        Questions::LastTurn if place == last => vec![record.turns[place]],
        Questions::LastTurn | Questions::Nothing => Vec::new(),
    });
    if manner.undo { transcript.about_undo() } else { transcript }
}
