//! What a target finds, as a value.

use crate::counts::Counts;
use crate::panics::Panic;
use std::fmt;
use superko::engines::Reference;
use superko::report::one_line;
use superko::{Difference, Fault, Record, RefusalReason, Ruling, Transcript, Turn};

/// What a check comes to: nothing, or a finding that ends the execution.
pub type Checked<T = ()> = Result<T, Box<Finding>>;

/// What a target found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The engine is wrong in a game.
    Game(GameFinding),
    /// A check fails that does not hold an engine against the reference.
    Check {
        /// The name of the check.
        check: &'static str,
        /// What was checked, and what is wrong with it.
        shown: String,
        /// The game that it is about, if it is about one.
        record: Option<Record>,
    },
    /// What was tested panicked, or the target did.
    Panic(Panic),
}

/// A disagreement on a game, with all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFinding {
    /// The game from the empty board; the last turn is the one in difference, or the one after which the position, the
    /// status or the score is.
    pub record: Record,
    /// What is wrong.
    pub wrong: Wrong,
    /// When it showed.
    pub when: When,
    /// If the game is one that went back: what was tried before, and how many turns were taken back.
    pub before: Option<(Vec<Turn>, usize)>,
}

/// What is wrong with an engine in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The reference says another thing.
    Difference(Difference),
    /// It gave no answer.
    Fault(Fault),
    /// It panicked.
    Panic(Panic),
}

/// When an engine was found wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When the game began.
    Beginning,
    /// When it was asked about the last turn, or about any.
    Asked,
    /// When the last turn was tried.
    Tried,
    /// After the last turn.
    After,
    /// When it was asked for the score after the last turn.
    Scored,
    /// After so many turns were taken back.
    Undone(usize),
    /// After so many turns were taken back and taken again.
    Redone(usize),
}

impl Finding {
    /// What makes two findings of a target the same, such as `read-in-pieces`.
    pub fn id(&self) -> String {
        match self {
            Finding::Game(game) => game.id(),
            Finding::Check { check, .. } => (*check).to_owned(),
            Finding::Panic(panic) => format!("panics.{}", panic.words()),
        }
    }

    /// The game that shows it, if it is about a game.
    pub fn record(&self) -> Option<Record> {
        match self {
            Finding::Game(game) => Some(game.whole()),
            Finding::Check { record, .. } => record.clone(),
            Finding::Panic(_) => None,
        }
    }

    /// Whether the engine only said that it does not play such a game.
    pub fn is_unsupported(&self) -> bool {
        let Finding::Game(GameFinding { wrong, .. }) = self else { return false };
        matches!(wrong, Wrong::Fault(Fault::Unsupported { .. }))
    }
}

/// Fails with a finding unless the condition holds; `shown` says what was checked.
///
/// # Errors
///
/// If it does not hold.
pub(crate) fn ensure(holds: bool, check: &'static str, shown: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { fail(check, shown()) }
}

/// Fails with a finding unless a text is read as what is meant; counts the comparison.
///
/// # Errors
///
/// If it is not.
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

/// Fails with a finding unless a text is read again from what is written of it, or refused in words that begin like this
/// and quote a part of it.
///
/// # Errors
///
/// If it is not.
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

/// Fails with a finding unless what was found is what was expected; `of` is what it was found in.
///
/// # Errors
///
/// If it is not.
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

/// A finding of a check.
///
/// # Errors
///
/// Always.
pub(crate) fn fail<T>(check: &'static str, shown: String) -> Checked<T> {
    Err(Box::new(Finding::Check { check, shown, record: None }))
}

/// Draws what is wrong; of a game the text ends with the line that shows it again.
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
    /// What makes two findings the same: when it showed and what is wrong, such as `game.tried.occupied-not-suicide`.
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

    /// What the reference says, in a few words.
    pub fn reference(&self) -> String {
        match &self.wrong {
            Wrong::Difference(difference) => difference.reference(),
            Wrong::Fault(_) | Wrong::Panic(_) => ruling_of_last_turn(&self.record),
        }
    }

    /// What the engine says, in a few words.
    pub fn engine(&self) -> String {
        match &self.wrong {
            Wrong::Difference(difference) => difference.engine(),
            Wrong::Fault(fault) => format!("no answer: {fault}"),
            Wrong::Panic(panic) => panic.to_string(),
        }
    }

    /// The position before the last turn, that turn, and what both sides say.
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

    /// The game that shows it: that which was tried before, if it went back.
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

fn reason(reason: RefusalReason) -> &'static str {
    match reason {
        RefusalReason::Over => "over",
        RefusalReason::Occupied => "occupied",
        RefusalReason::Suicide => "suicide",
        RefusalReason::Repetition => "repetition",
        _ => "forbidden",
    }
}

/// What the reference rules on the last turn of a record.
pub fn ruling_of_last_turn(record: &Record) -> String {
    let refusal = played(record).steps.last().and_then(|step| step.turn.judgment.refusal);
    refusal.map_or("allowed".to_owned(), |refusal| format!("forbidden: {refusal}"))
}

/// The line that shows a game again.
fn again(record: &Record) -> String {
    format!("again      superko replay '{}'", one_line(record))
}

/// A record as the reference plays it, without questions.
pub(crate) fn played(record: &Record) -> Transcript {
    let referee = Reference::set_up(&record.setup);
    Transcript::new(referee, record.clone(), |_, _| Vec::new())
}
