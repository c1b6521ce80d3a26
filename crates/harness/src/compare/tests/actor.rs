//! An engine that follows a script, and notes what it is asked.

use crate::compare::{CompareOptions, Comparison, compare_with};
use crate::zoo;
use std::ops::ControlFlow;
use superko_engine::referee::Transcript;
use superko_engine::{
    About, Answer, Engine, Fault, Query, Reference, RefusalReason, ReportedScore, Ruling,
    ask_one_by_one,
};
use superko_game::{Position, RecordText, Setup, Status, Turn};

/// An answer of an engine to any question.
pub(super) enum Said {
    Ruling(Ruling),
    Answer(Option<Ruling>),
    Position(Option<Position>),
    Status(Option<Status>),
    Score(Option<ReportedScore>),
    Undo(Option<()>),
}

/// The correct engine with a script, which may replace each answer. It notes what it is asked.
pub(super) struct Actor<'a> {
    engine: Box<dyn Engine + Send>,
    log: Vec<String>,
    /// The number of queries that were handed over at once, each time.
    batches: Vec<usize>,
    part: &'a mut dyn FnMut(&[String], Said) -> Said,
}

impl Actor<'_> {
    fn say(&mut self, said: Said) -> Said {
        (self.part)(&self.log, said)
    }
}

/// Notes a question, lets the engine answer it, and passes the answer through the script.
macro_rules! play {
    ($actor:ident, $kind:ident, $question:expr, $answer:expr) => {{
        $actor.log.push($question);
        let said = Said::$kind($answer?);
        match $actor.say(said) {
            Said::$kind(said) => Ok(said),
            _ => unreachable!("a part keeps the kind of what is said"),
        }
    }};
}

impl Engine for Actor<'_> {
    fn about(&self) -> About {
        About::named("actor")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.log.push("start".to_owned());
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        play!(self, Ruling, format!("play {turn}"), self.engine.play(turn))
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        play!(self, Answer, format!("is_legal {turn}"), self.engine.is_legal(turn))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        play!(self, Position, "board".to_owned(), self.engine.board())
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        play!(self, Status, "status".to_owned(), self.engine.status())
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        play!(self, Score, "score".to_owned(), self.engine.score())
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        play!(self, Undo, "undo".to_owned(), self.engine.undo())
    }

    fn ask(
        &mut self,
        queries: &[Query],
        receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
    ) {
        self.batches.push(queries.len());
        ask_one_by_one(self, queries, receive);
    }
}

/// The questions that are asked before each turn.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Nothing,
    TheTurn,
    Everything,
}

/// The result of a game with a scripted engine, and the questions to it.
pub(super) struct Outcome {
    pub(super) findings: Comparison,
    pub(super) ids: String,
    pub(super) log: String,
    pub(super) batches: Vec<usize>,
}

pub(super) fn examined(
    game: &str,
    asked: Asked,
    undo: bool,
    part: &mut dyn FnMut(&[String], Said) -> Said,
) -> Outcome {
    let record = game.parse::<RecordText>().unwrap().record;
    let (size, rules, turns) = (record.size(), record.rules(), &record.turns);
    let questions = |place: usize, _: &Reference| match asked {
        Asked::Nothing => Vec::new(),
        Asked::TheTurn => vec![turns[place]],
        Asked::Everything => Turn::all(size).collect(),
    };
    let transcript = Transcript::new(Reference::new(size, rules), record.clone(), questions);
    let ask = !matches!(asked, Asked::Nothing);
    compared(&transcript, CompareOptions { ask, undo }, part)
}

/// Compares a game that the referee has played.
pub(super) fn compared(
    transcript: &Transcript,
    options: CompareOptions,
    part: &mut dyn FnMut(&[String], Said) -> Said,
) -> Outcome {
    let mut actor = Actor { engine: zoo::control(), log: Vec::new(), batches: Vec::new(), part };
    let findings = compare_with(&mut actor, transcript, options);
    let ids: Vec<String> = findings.disagreements.iter().map(|d| d.id.to_string()).collect();
    let Actor { log, batches, .. } = actor;
    Outcome { ids: ids.join(", "), log: log.join("; "), batches, findings }
}

/// Leaves the answer as it is.
pub(super) fn honest(_: &[String], said: Said) -> Said {
    said
}

/// Black plays, White tries to play on the stone, then captures it. Both pass, and a last play comes too late.
pub(super) const WHOLE: &str = "2x1 tromp-taylor: A1, A1, B1, pass, pass, A1";

/// Returns the part of a log since the last start of a game.
pub(super) fn since_start(log: &[String]) -> &[String] {
    let begun = log.iter().rposition(|said| said == "start").unwrap_or_default();
    &log[begun..]
}

/// Counts how often something was asked since the last start of a game.
pub(super) fn times(log: &[String], asked: &str) -> usize {
    since_start(log).iter().filter(|said| *said == asked).count()
}

/// Shows no stones whenever the log fulfills a condition.
pub(super) fn blind(when: impl Fn(&[String]) -> bool) -> impl FnMut(&[String], Said) -> Said {
    move |log, said| match said {
        Said::Position(Some(shown)) if when(log) => {
            Said::Position(Some(Position::empty(shown.size())))
        }
        said => said,
    }
}

/// Gives this ruling on a turn, asked or played, whenever the log fulfills a condition.
pub(super) fn ruled(
    turn: &str,
    ruling: Ruling,
    when: impl Fn(&[String]) -> bool,
) -> impl FnMut(&[String], Said) -> Said {
    let (asked, taken) = (format!("is_legal {turn}"), format!("play {turn}"));
    move |log, said| {
        let last = log.last().unwrap();
        match said {
            Said::Answer(_) if *last == asked && when(log) => Said::Answer(Some(ruling)),
            Said::Ruling(_) if *last == taken && when(log) => Said::Ruling(ruling),
            said => said,
        }
    }
}

pub(super) const UNSTATED: Ruling = Ruling::Forbidden(RefusalReason::Unstated);

/// Returns the part of a log after the first time that something was asked.
pub(super) fn after<'a>(log: &'a str, asked: &str) -> &'a str {
    log.split_once(asked).map_or("", |(_, rest)| rest.trim_start_matches("; "))
}
