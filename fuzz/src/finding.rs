//! Findings of a target, as values.

use crate::counts::Counts;
use crate::panics::Panic;
use std::fmt;
use superko::engines::Reference;
use superko::report::one_line;
use superko::{Difference, Fault, Record, RefusalReason, Ruling, Transcript, Turn};

/// The result of a check: success, or a finding that ends the execution.
pub type Checked<T = ()> = Result<T, Box<Finding>>;

/// A finding of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The engine is wrong in a game.
    Game(GameFinding),
    /// A check failed that does not compare an engine with the reference.
    Check {
        /// The name of the check.
        check: &'static str,
        /// The value that was checked, and the mistake in it.
        shown: String,
        /// The game that the finding is about, if there is one.
        record: Option<Record>,
    },
    /// The code under test panicked, or the target did.
    Panic(Panic),
}

/// A disagreement on a game, with everything that is needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFinding {
    /// The game from the empty board. The disagreement is about its last turn, or about the
    /// position, the status or the score after it.
    pub record: Record,
    /// The mistake.
    pub wrong: Wrong,
    /// When the mistake appeared.
    pub when: When,
    /// If the game went back: the turns tried before, and the number of turns taken back.
    pub before: Option<(Vec<Turn>, usize)>,
}

/// A mistake of an engine in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The reference gives another answer.
    Difference(Difference),
    /// The engine gave no answer.
    Fault(Fault),
    /// The engine panicked.
    Panic(Panic),
}

/// When a mistake of an engine appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The game began.
    Beginning,
    /// The engine was asked about the last turn, or about any turn.
    Asked,
    /// The last turn was tried.
    Tried,
    /// The last turn had been played.
    After,
    /// The engine was asked for the score after the last turn.
    Scored,
    /// This many turns had been taken back.
    Undone(usize),
    /// This many turns had been taken back and played again.
    Redone(usize),
}

impl Finding {
    /// Returns the id, such as `read-in-pieces`. Two findings of a target with the same id are the
    /// same.
    pub fn id(&self) -> String {
        match self {
            Finding::Game(game) => game.id(),
            Finding::Check { check, .. } => (*check).to_owned(),
            Finding::Panic(panic) => format!("panics.{}", panic.words()),
        }
    }

    /// Returns the game that shows the finding, if it is about a game.
    pub fn record(&self) -> Option<Record> {
        match self {
            Finding::Game(game) => Some(game.whole()),
            Finding::Check { record, .. } => record.clone(),
            Finding::Panic(_) => None,
        }
    }

    /// Returns whether the engine only said that it does not play such a game.
    pub fn is_unsupported(&self) -> bool {
        let Finding::Game(GameFinding { wrong, .. }) = self else { return false };
        matches!(wrong, Wrong::Fault(Fault::Unsupported { .. }))
    }
}

/// Fails with a finding unless the condition holds. `shown` returns the value that was checked.
///
/// # Errors
///
/// If the condition does not hold.
pub(crate) fn ensure(holds: bool, check: &'static str, shown: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { fail(check, shown()) }
}

/// Fails with a finding unless a text was read as intended. Counts the comparison.
///
/// # Errors
///
/// If the text was not read, or was read as another value.
pub(crate) fn ensure_read<T: PartialEq + fmt::Debug, E: fmt::Display>(
    read: Result<T, E>,
    meant: &T,
    text: &str,
    check: &'static str,
    counts: &mut Counts,
) -> Checked {
    let read = read.or_else(|error| fail(check, format!("{error}\n{text}")))?;
    ensure_same(&read, meant, check, text)?;
    counts.compare();
    Ok(())
}

/// Reads a text. If it can be read, fails with a finding unless the value can be written and read
/// again. If it is refused, fails with a finding unless the error begins with `refusal` and quotes
/// a part of the text.
///
/// # Errors
///
/// If one of these conditions does not hold.
pub(crate) fn ensure_read_again<E: fmt::Display>(
    text: &str,
    read: &impl Fn(&str) -> Result<Record, E>,
    write: impl Fn(&Record) -> String,
    refusal: &str,
    counts: &mut Counts,
) -> Checked {
    match read(text) {
        Ok(record) => {
            let text = write(&record);
            ensure_read(read(&text), &record, &text, "read-again", counts)
        }
        Err(error) => {
            let said = error.to_string();
            let named = said.starts_with(refusal) && said.contains('`');
            ensure(named, "refused-by-its-name", || format!("{said}\n{text}"))?;
            counts.compare();
            Ok(())
        }
    }
}

/// Fails with a finding unless the found value is the expected one. `of` is the text in which it
/// was found.
///
/// # Errors
///
/// If the values differ.
pub(crate) fn ensure_same<T: PartialEq + fmt::Debug>(
    found: &T,
    expected: &T,
    check: &'static str,
    of: &str,
) -> Checked {
    ensure(found == expected, check, || {
        format!("found    {found:?}\nexpected {expected:?}\nin\n{of}")
    })
}

/// Fails with the finding of a check.
///
/// # Errors
///
/// In all cases.
pub(crate) fn fail<T>(check: &'static str, shown: String) -> Checked<T> {
    Err(Box::new(Finding::Check { check, shown, record: None }))
}

/// Draws what is wrong. For a game, the text ends with the command that shows it again.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Game(game) => game.fmt(f),
            Finding::Check { check, shown, record } => {
                write!(f, "the check `{check}` fails\n{shown}")?;
                record.as_ref().map_or(Ok(()), |record| write!(f, "\n{}", again(record)))
            }
            Finding::Panic(panic) => panic.fmt(f),
        }
    }
}

impl GameFinding {
    /// Returns the id, such as `game.tried.occupied-not-suicide`: when the mistake appeared, and
    /// what it is. Two findings with the same id are the same.
    pub fn id(&self) -> String {
        let when = match self.when {
            When::Beginning => "beginning",
            When::Asked => "asked",
            When::Tried => "tried",
            When::After => "after",
            When::Scored => "scored",
            When::Undone(_) => "undone",
            When::Redone(_) => "redone",
        };
        let wrong = match &self.wrong {
            Wrong::Panic(panic) => return format!("engine-panics.{}", panic.words()),
            Wrong::Fault(fault) => format!("fault-{}", fault.kind()),
            Wrong::Difference(Difference::Ruling(refusal, engine)) => {
                let reference = refusal.map_or("allowed", |refusal| reason(refusal.reason()));
                let engine = match engine {
                    Ruling::Allowed => "allowed",
                    Ruling::Forbidden(why) => reason(*why),
                };
                format!("{reference}-not-{engine}")
            }
            Wrong::Difference(Difference::Board(..)) => "board".to_owned(),
            Wrong::Difference(Difference::Status(..)) => "status".to_owned(),
            Wrong::Difference(Difference::Score(..) | Difference::Outcome(..)) => {
                "score".to_owned()
            }
            Wrong::Difference(_) => "difference".to_owned(),
        };
        let before = if self.before.is_some() { ".after-undo" } else { "" };
        format!("game.{when}.{wrong}{before}")
    }

    /// Returns the answer of the reference, in a few words.
    pub fn reference(&self) -> String {
        match &self.wrong {
            Wrong::Difference(difference) => difference.reference(),
            Wrong::Fault(_) | Wrong::Panic(_) => ruling_of_last_turn(&self.record),
        }
    }

    /// Returns the answer of the engine, in a few words.
    pub fn engine(&self) -> String {
        match &self.wrong {
            Wrong::Difference(difference) => difference.engine(),
            Wrong::Fault(fault) => format!("no answer: {fault}"),
            Wrong::Panic(panic) => panic.to_string(),
        }
    }

    /// Draws the position before the last turn. Adds that turn and the answers of both sides.
    pub fn drawn(&self) -> String {
        let transcript = played(&self.record);
        let last = self.record.turns.len().saturating_sub(1);
        let point = self.record.turns.last().and_then(|turn| turn.point());
        let turn = transcript.named_turns().pop().unwrap_or_else(|| "the beginning".to_owned());
        let undone = match self.before {
            Some((_, turns)) => format!(", the last {turns} legal turns below taken back"),
            None => String::new(),
        };
        let (reference, engine) = (self.reference(), self.engine());
        let mut text = format!(
            "{}turn       {turn}, {}{undone}\nreference  {reference}\nengine     {engine}\n",
            transcript.before(last).drawn(point),
            self.when
        );
        if let Wrong::Difference(Difference::Board(reference, engine)) = &self.wrong {
            let (reference, engine) = (reference.drawn(None), engine.drawn(None));
            text += &format!("reference has\n{reference}engine has\n{engine}");
        }
        text
    }

    /// Returns the game that shows the finding. If the game went back, its turns are those tried
    /// before that.
    pub fn whole(&self) -> Record {
        match &self.before {
            Some((turns, _)) => Record { turns: turns.clone(), ..self.record.clone() },
            None => self.record.clone(),
        }
    }
}

impl fmt::Display for GameFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reference and engine disagree\n{}{}", self.drawn(), again(&self.whole()))
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Beginning => f.write_str("at the beginning"),
            When::Asked => f.write_str("asked about"),
            When::Tried => f.write_str("tried"),
            When::After => f.write_str("after it"),
            When::Scored => f.write_str("scored after it"),
            When::Undone(1) => f.write_str("taken back"),
            When::Undone(turns) => write!(f, "after {turns} turns were taken back"),
            When::Redone(turns) => write!(f, "after {turns} turns were taken back and taken again"),
        }
    }
}

/// Returns the word for a reason in ids.
fn reason(reason: RefusalReason) -> &'static str {
    match reason {
        RefusalReason::Over => "over",
        RefusalReason::Occupied => "occupied",
        RefusalReason::Suicide => "suicide",
        RefusalReason::Repetition => "repetition",
        _ => "forbidden",
    }
}

/// Returns the ruling of the reference on the last turn of a record.
pub fn ruling_of_last_turn(record: &Record) -> String {
    let refusal = played(record).steps.last().and_then(|step| step.turn.judgment.refusal);
    refusal.map_or("allowed".to_owned(), |refusal| format!("forbidden: {refusal}"))
}

/// Returns the line with the command that shows a game again.
fn again(record: &Record) -> String {
    format!("again      superko replay '{}'", one_line(record))
}

/// Plays a record on the reference, without questions.
pub(crate) fn played(record: &Record) -> Transcript {
    let referee = Reference::set_up(&record.setup);
    Transcript::new(referee, record.clone(), |_, _| Vec::new())
}
