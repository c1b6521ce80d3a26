use crate::compare::{CompareOptions, Comparison, Disagreement, compare_with};
use std::fmt;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Transcript};
use superko_engine::{Engine, EngineFactory, Fault, Reference, guarded};
use superko_game::{Record, Turn};

/// The questions to an engine besides the turns when a record is replayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The questions about legality.
    pub questions: Questions,
    /// Whether every legal turn is taken back and played again. Before a repeat, and at the end, two turns
    /// are taken back.
    pub undo: bool,
    /// Whether the engine is asked which turn it would play, instead of being given the last one.
    pub generate: bool,
}

/// The questions about legality to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Questions {
    /// No questions.
    #[default]
    Nothing,
    /// Before the last turn, whether it is legal.
    LastTurn,
    /// Before every turn, about every possible turn.
    Everything,
}

impl Manner {
    /// Returns the fewest questions with which a finding of this id occurs.
    pub fn of(id: FindingId) -> Manner {
        let questions = match id {
            FindingId { event: Event::QuestionChanges, .. } => Questions::Everything,
            FindingId { check: Check::Legality, .. } => Questions::LastTurn,
            _ => Questions::Nothing,
        };
        let (undo, generate) = (id.check == Check::Undo, id.check == Check::Generate);
        Manner { questions, undo, generate }
    }

    /// Parses the words that `Display` writes.
    pub fn in_words(words: &str) -> Option<Manner> {
        let all = [Questions::Nothing, Questions::LastTurn, Questions::Everything];
        let asking = all.map(|questions| Manner { questions, ..Manner::default() });
        let undoing = asking.map(|manner| Manner { undo: true, ..manner });
        let generating = Manner { generate: true, ..Manner::default() };
        let mut manners = asking.into_iter().chain(undoing).chain([generating]);
        manners.find(|manner| manner.to_string() == words)
    }
}

/// Describes in a few words what is asked.
impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let undone = "every legal turn is taken back and played again; before a repeat, also a pass, and the last \
                      two plays together; before the end of the game, also another end; after the refused suicide \
                      of a lone stone, also the turn before it; at the end, also two and all turns in a row";
        let questions = match self.questions {
            _ if self.generate => "instead of the last turn, which turn it would play",
            Questions::Nothing if self.undo => return f.write_str(undone),
            Questions::Nothing => "only the turns",
            Questions::LastTurn => "whether the last turn is legal",
            Questions::Everything => "before every turn, whether any turn is legal",
        };
        f.write_str(questions)?;
        if self.undo { write!(f, "; {undone}") } else { Ok(()) }
    }
}

/// Returns the earlier games on which another one may depend: the last one, the last two, the last four and so on.
pub(super) fn sessions(before: &[Record]) -> impl Iterator<Item = &[Record]> {
    let lengths = std::iter::successors(Some(1), |length| Some(2 * length));
    let lengths = lengths.take_while(|length| length / 2 < before.len());
    lengths.map(|length| &before[before.len().saturating_sub(length)..])
}

/// An engine that is kept for the next game, because starting one may take seconds.
pub(super) struct Bench<'a> {
    pub(super) factory: &'a EngineFactory<'a>,
    pub(super) engine: Option<Box<dyn Engine>>,
}

impl Bench<'_> {
    /// Plays on the engine, or on a new one. If the engine panics, returns the fault and drops the engine.
    ///
    /// # Errors
    ///
    /// If no engine could be started.
    pub(super) fn play<T>(
        &mut self,
        play: impl FnOnce(&mut dyn Engine) -> T,
    ) -> Result<Result<T, Fault>, Fault> {
        let mut engine = self.engine.take().map_or_else(|| guarded(self.factory), Ok)?;
        let played = guarded(|| Ok(play(engine.as_mut())));
        self.engine = played.is_ok().then_some(engine);
        Ok(played)
    }
}

/// Replays a record on an engine, from the start of a game, and compares every answer.
pub fn play_again(engine: &mut dyn Engine, record: &Record, manner: Manner) -> Comparison {
    compare_with(engine, &transcript(record, manner), options_of(manner))
}

/// Replays a record on fresh engines, first without questions, then with more and more, with undo, and with the last turn
/// generated. Each engine plays some other games before. Returns the first disagreement about the record.
///
/// # Errors
///
/// If an engine could not be started, or could not answer.
pub fn replay_in_every_manner<'e>(
    make: &mut dyn FnMut() -> Result<Box<dyn Engine + 'e>, Fault>,
    before: &[Record],
    record: &Record,
) -> Result<Option<Disagreement>, Fault> {
    let asking = |questions| Manner { questions, ..Manner::default() };
    let manners = [
        asking(Questions::Nothing),
        asking(Questions::LastTurn),
        asking(Questions::Everything),
        Manner { undo: true, ..Manner::default() },
        Manner { generate: true, ..Manner::default() },
    ];
    for manner in manners {
        let mut engine = make()?;
        for earlier in before {
            // Earlier games only set the state of the engine; disagreements about them are other findings.
            play_again(engine.as_mut(), earlier, Manner::default());
        }
        let compared = play_again(engine.as_mut(), record, manner);
        if let Some(disagreement) = compared.disagreements.into_iter().next() {
            return Ok(Some(disagreement));
        }
        compared.fault.map_or(Ok(()), Err)?;
    }
    Ok(None)
}

/// Replays a record like [`play_again`], but asks for the board and the status after the last turn only.
pub(super) fn play_quietly(engine: &mut dyn Engine, record: &Record, manner: Manner) -> Comparison {
    let last = record.turns.len().saturating_sub(1);
    // Only turns after which these are asked are taken back.
    let transcript = transcript(record, manner).looking_at(|place| manner.undo || place == last);
    compare_with(engine, &transcript, options_of(manner))
}

/// Replays a record on an engine and returns the disagreement of this id, if it occurs. This is the predicate
/// by which [`shrink`](super::shrink) keeps to one finding.
///
/// The board and the status are compared after the last turn only; if they differ there, they are compared
/// after every turn.
pub fn show_again(engine: &mut dyn Engine, record: &Record, id: FindingId) -> Option<Disagreement> {
    let shown = play_quietly(engine, record, Manner::of(id));
    shown.disagreements.into_iter().find(|disagreement| disagreement.id == id)
}

fn options_of(manner: Manner) -> CompareOptions {
    let ask = manner.questions != Questions::Nothing && !manner.generate;
    CompareOptions { ask, undo: manner.undo && !manner.generate }
}

/// Returns the reference's transcript of a record, with the questions about it.
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
