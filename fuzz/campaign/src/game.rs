//! A game that shows something of an engine: held against it once more, named, made shorter, drawn.

use crate::findings::{Game, Outcome, Shown};
use crate::inspect::{guarded, record_in, slug};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};
use superko::certify::show_again;
use superko::engines::Reference;
use superko::report::{DrawnDispute, one_line};
use superko::suite::random::WHOLE_MAP;
use superko::{
    CompareOptions, Disagreement, Effort, Engine, Fault, FindingId, Position, Record,
    ReportedScore, Rules, Ruling, Size, Status, Transcript, Turn, compare, shrink, sweep,
};
use superko_fuzz::{Duel, Tally};

/// Makes an engine.
pub(crate) type Make = dyn Fn() -> Box<dyn Engine>;

/// The boards of which all games are tried up to a length, in columns, rows and turns.
const TINY: [(u8, u8, usize); 6] =
    [(1, 1, 3), (2, 1, 5), (3, 1, 4), (2, 2, 4), (4, 1, 3), (3, 2, 3)];

/// The most records that are tried to make one shorter.
const TRIES: usize = 20_000;

/// Holds a record against an engine and says what it shows; nothing if they agree.
///
/// First as `superko replay` does, which names the rule that is broken; then as the targets do, which also compare
/// the reasons of refusals. An engine that panics is a finding like others.
pub(crate) fn hold(record: &Record, patience: Duration, make: &Make) -> Option<Outcome> {
    by_referee(record, patience, make).or_else(|| by_duel(record, patience, make))
}

/// What came of holding a record against an engine.
enum Trial {
    Agrees,
    Differs(Box<Disagreement>),
    /// The engine panics after this record, with this message.
    Panics(Record, String),
}

fn by_referee(record: &Record, patience: Duration, make: &Make) -> Option<Outcome> {
    match try_record(record, make) {
        Trial::Agrees => None,
        Trial::Differs(disagreement) => Some(of_divergence(*disagreement, patience, make)),
        Trial::Panics(record, message) => Some(of_panic(record, &message, patience, make)),
    }
}

fn try_record(record: &Record, make: &Make) -> Trial {
    let transcript = transcript(record);
    for undo in [false, true] {
        let recorder = Recorder::new(make());
        let played = recorder.played();
        let known = BTreeMap::new();
        let options = CompareOptions { ask: true, undo, known: &known };
        let confronted = guarded(|| {
            let mut recorder = recorder;
            compare(&mut recorder, &transcript, options)
        });
        match confronted {
            Err(panic) => {
                let played = played.borrow().clone().unwrap_or_else(|| record.clone());
                return Trial::Panics(played, panic.message);
            }
            Ok(findings) => {
                if let Some(first) = findings.disagreements.into_iter().next() {
                    return Trial::Differs(Box::new(first));
                }
            }
        }
    }
    Trial::Agrees
}

fn of_divergence(disagreement: Disagreement, patience: Duration, make: &Make) -> Outcome {
    let id: FindingId = disagreement.id;
    let tiny = if patience.is_zero() { None } else { on_a_tiny_board(&disagreement, make) };
    let mut shortest = tiny.unwrap_or(disagreement);
    let shrunk = shorter(shortest.record.clone(), patience, &mut |candidate| {
        let shown = guarded(|| show_again(make().as_mut(), candidate, id)).ok()??;
        Some(shown.record)
    });
    if let Ok(Some(shown)) = guarded(|| show_again(make().as_mut(), &shrunk, id)) {
        shortest = shown;
    }
    let game = Game {
        reference: shortest.difference.reference(),
        engine: shortest.difference.engine(),
        drawn: DrawnDispute(&shortest).to_string(),
        ..told(&shortest.record, patience)
    };
    Outcome { id: id.to_string(), shown: Shown::Game(game) }
}

/// The first of all short games on the smallest boards that shows the same; there is none on larger boards that is
/// easier to understand, and a game of many plays is seldom made as short as that by leaving some out.
fn on_a_tiny_board(disagreement: &Disagreement, make: &Make) -> Option<Disagreement> {
    let (id, rules) = (disagreement.id, disagreement.record.rules());
    let mut engine = make();
    for (columns, rows, longest) in TINY {
        let size = Size::new(columns, rows).ok()?;
        for length in 0..=longest {
            let mut shortest = None;
            let _ = sweep(Reference::new, size, rules, length, &mut |transcript| {
                let known = BTreeMap::new();
                let options = CompareOptions { ask: true, undo: false, known: &known };
                let confronted = guarded(|| compare(engine.as_mut(), &transcript, options));
                let found = confronted.map(|findings| findings.disagreements).unwrap_or_default();
                shortest = found.into_iter().find(|found| found.id == id);
                if shortest.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if shortest.is_some() {
                return shortest;
            }
        }
    }
    None
}

fn of_panic(record: Record, message: &str, patience: Duration, make: &Make) -> Outcome {
    let kind = slug(message.lines().next().unwrap_or_default());
    let record = shorter(record, patience, &mut |candidate| match try_record(candidate, make) {
        Trial::Panics(record, message) if slug(message.lines().next()?) == kind => Some(record),
        _ => None,
    });
    let transcript = transcript(&record);
    let place = record.turns.len().saturating_sub(1);
    let turn = record.turns.last().and_then(|turn| turn.point());
    let drawn = transcript.before(place).drawn(turn);
    let game = told(&record, patience);
    let (reference, engine) = (game.ruling.clone(), format!("panics: {message}"));
    let last = transcript.named_turns().pop().unwrap_or_else(|| "the beginning".to_owned());
    let drawn = format!("{drawn}turn       {last}\nreference  {reference}\nsubject    {engine}\n");
    let game = Game { reference, engine, drawn, ..game };
    Outcome { id: format!("engine-panics.{kind}"), shown: Shown::Game(game) }
}

fn by_duel(record: &Record, patience: Duration, make: &Make) -> Option<Outcome> {
    let message = duel(record, make)?;
    let kind = kind(&message);
    let shrunk = shorter(record_in(&message)?, patience, &mut |candidate| {
        let message = duel(candidate, make)?;
        record_in(&message).filter(|_| self::kind(&message) == kind)
    });
    let message = duel(&shrunk, make).filter(|again| self::kind(again) == kind).unwrap_or(message);
    let told = told(&record_in(&message)?, patience);
    let line = |word: &str| after(&message, word).unwrap_or_default().to_owned();
    let drawing = message.lines().skip(1).filter(|line| !line.starts_with("again "));
    let drawn = drawing.map(|line| line.to_owned() + "\n").collect();
    let game = Game { reference: line("reference"), engine: line("engine"), drawn, ..told };
    Some(Outcome { id: kind, shown: Shown::Game(game) })
}

/// What the targets say of a record that they play as `lockstep` does.
fn duel(record: &Record, make: &Make) -> Option<String> {
    let Record::new(size, rules, turns) = record;
    let played = guarded(|| {
        let (mut engine, mut tally) = (make(), Tally::default());
        let mut duel = Duel::begin(*size, *rules, engine.as_mut(), &mut tally);
        for &turn in turns {
            if !duel.is_over() && size.point_count() <= WHOLE_MAP {
                duel.are_legal();
            } else {
                duel.ask(&[turn]);
            }
            duel.mark();
            duel.take(turn);
            duel.score();
        }
        duel.unwind();
        duel.go_back(|duel| {
            if size.point_count() <= WHOLE_MAP {
                duel.are_legal();
            } else {
                duel.ask(turns);
            }
            duel.score();
        });
    });
    played.err().map(|panic| panic.message)
}

/// What makes two messages of a duel show the same: what was done and what both sides say, without numbers.
pub(crate) fn kind(message: &str) -> String {
    let doing = after(message, "turn").and_then(|line| line.split_once(", "));
    let parts = [
        doing.map(|(_, doing)| doing),
        after(message, "reference").map(|line| line.split(',').next().unwrap_or_default()),
        after(message, "engine").map(|line| line.split(',').next().unwrap_or_default()),
    ];
    let slugs: Vec<String> = parts.into_iter().flatten().map(slug).collect();
    match slugs.is_empty() {
        true => format!("duel.{}", slug(message.lines().next().unwrap_or_default())),
        false => format!("duel.{}", slugs.join(".")),
    }
}

/// The rest of the first line that begins with a word and two blanks.
fn after<'a>(message: &'a str, word: &str) -> Option<&'a str> {
    let rest = |line: &'a str| line.strip_prefix(word).filter(|rest| rest.starts_with("  "));
    message.lines().find_map(rest).map(str::trim)
}

/// The shortest record that still shows something, as far as the patience goes.
fn shorter(
    record: Record,
    patience: Duration,
    shows: &mut dyn FnMut(&Record) -> Option<Record>,
) -> Record {
    if patience.is_zero() {
        return record;
    }
    let until = Some(Instant::now() + patience);
    shrink(record, Effort { tries: TRIES, until }, shows)
}

/// A game with the ruling on its last turn, and nothing yet of what is in difference.
fn told(record: &Record, patience: Duration) -> Game {
    let ruling = transcript(record).steps.last().and_then(|step| step.turn.judgment.refusal);
    Game {
        record: one_line(record),
        ruling: ruling.map_or("allowed".to_owned(), |refusal| format!("forbidden: {refusal}")),
        reference: String::new(),
        engine: String::new(),
        drawn: String::new(),
        shrunk: !patience.is_zero(),
    }
}

/// A record as the reference plays it, with questions about every turn, on a large board only about those tried.
fn transcript(record: &Record) -> Transcript {
    let referee = Reference::new(record.size(), record.rules());
    Transcript::new(referee, record.clone(), |place, _| match record.size().point_count() {
        0..=WHOLE_MAP => Turn::all(record.size()).collect(),
        _ => vec![record.turns[place]],
    })
}

/// An engine whose game is written down, so that it is known when the engine panics.
pub(crate) struct Recorder {
    engine: Box<dyn Engine>,
    played: Rc<RefCell<Option<Record>>>,
    /// For each turn written down, whether it was permitted.
    permitted: Vec<bool>,
}

impl Recorder {
    /// An engine before its first game.
    pub(crate) fn new(engine: Box<dyn Engine>) -> Recorder {
        Recorder { engine, played: Rc::default(), permitted: Vec::new() }
    }

    /// The game, up to the turn that was tried last; nothing before the first game.
    pub(crate) fn played(&self) -> Rc<RefCell<Option<Record>>> {
        Rc::clone(&self.played)
    }
}

impl Engine for Recorder {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        *self.played.borrow_mut() = Some(Record { size, rules: *rules, turns: Vec::new() });
        self.permitted.clear();
        self.engine.start(size, rules)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        if let Some(record) = self.played.borrow_mut().as_mut() {
            record.turns.push(turn);
        }
        let ruling = self.engine.play(turn)?;
        self.permitted.push(ruling == Ruling::Allowed);
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.engine.is_legal(turn)
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        self.engine.are_legal(turns)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.engine.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.engine.score()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let undone = self.engine.undo()?;
        if undone == Some(())
            && let Some(last) = self.permitted.iter().rposition(|&permitted| permitted)
            && let Some(record) = self.played.borrow_mut().as_mut()
        {
            self.permitted.truncate(last);
            record.turns.truncate(last);
        }
        Ok(undone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko::{RecordText, RefusalReason, zoo};

    fn record(text: &str) -> Record {
        text.parse::<RecordText>().unwrap().record
    }

    #[test]
    fn an_engine_that_agrees_shows_nothing() {
        let record = record("2x2 tromp-taylor: A1, B1, A2, B2, A1, A2, A1, pass, pass");
        assert_eq!(hold(&record, Duration::ZERO, &|| zoo::control()), None);
    }

    /// An engine that refuses what is to be refused, and tells a wrong reason; or panics at the third turn.
    struct Odd(Box<dyn Engine>, bool, usize);

    impl Engine for Odd {
        fn name(&self) -> &str {
            "odd"
        }

        fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
            self.2 = 0;
            self.0.begin(size, rules)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            let ruling = self.0.take(turn)?;
            self.2 += usize::from(turn != Turn::Pass);
            assert!(self.1 || self.2 < 2, "{turn} is too much");
            Ok(match ruling {
                Ruling::Forbidden(RefusalReason::Occupied) => {
                    Ruling::Forbidden(RefusalReason::Suicide)
                }
                other => other,
            })
        }
    }

    #[test]
    fn a_wrong_ground_is_a_finding_of_the_targets() {
        let make: &Make = &|| Box::new(Odd(zoo::control(), true, 0));
        let record = record("3x2 tromp-taylor: C2, pass, A1, B1, A1, pass");
        let outcome = hold(&record, Duration::from_secs(5), make).unwrap();
        assert_eq!(outcome.id, "duel.tried.forbidden-there-is-a-stone.forbidden-suicide");
        let Shown::Game(game) = outcome.shown else { panic!("a game was expected") };
        assert_eq!(game.record, "2x1 tromp-taylor: B A1, W A1");
        assert!(game.drawn.contains("\nturn       "), "{}", game.drawn);
        assert_eq!(game.ruling, game.reference);
    }

    /// An engine that permits no pass after it has taken several turns back.
    struct Tired(Box<dyn Engine>, usize);

    impl Engine for Tired {
        fn name(&self) -> &str {
            "tired"
        }

        fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
            self.1 = 0;
            self.0.begin(size, rules)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            self.1 = 0;
            self.0.take(turn)
        }

        fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
            match turn {
                Turn::Pass if self.1 > 1 => Ok(Some(Ruling::Forbidden(RefusalReason::Unstated))),
                _ => self.0.is_legal(turn),
            }
        }

        fn undo(&mut self) -> Result<Option<()>, Fault> {
            self.1 += 1;
            self.0.undo()
        }
    }

    #[test]
    fn what_shows_only_after_several_turns_are_taken_back_is_a_finding_with_the_game_before() {
        let make: &Make = &|| Box::new(Tired(zoo::control(), 0));
        let record = record("3x2 tromp-taylor: C2, A1, A1, B1, A2, B2, pass");
        let outcome = hold(&record, Duration::from_secs(5), make).unwrap();
        let id = "duel.asked-about-the-last-legal-turns-below-taken.allowed.forbidden";
        assert_eq!(outcome.id, id);
        let Shown::Game(game) = outcome.shown else { panic!("a game was expected") };
        assert_eq!(game.record.split(", ").count(), 3, "{}", game.record);
        let line = ", asked about, the last 2 legal turns below taken back\n";
        assert!(game.drawn.contains(line), "{}", game.drawn);
    }

    #[test]
    fn an_engine_that_panics_is_a_finding_with_its_game() {
        let make: &Make = &|| Box::new(Odd(zoo::control(), false, 0));
        let record = record("4x4 tromp-taylor: C2, pass, A1, B1, A1, pass");
        let outcome = hold(&record, Duration::from_secs(5), make).unwrap();
        assert_eq!(outcome.id, "engine-panics.is-too-much");
        let Shown::Game(game) = outcome.shown else { panic!("a game was expected") };
        assert_eq!(game.record.split(',').count(), 2, "{}", game.record);
        assert!(game.engine.starts_with("panics: ") && game.shrunk, "{}", game.engine);
    }

    #[test]
    fn what_is_taken_back_is_no_longer_in_the_game() {
        let mut recorder = Recorder::new(zoo::control());
        let played = recorder.played();
        let game = record("2x1 tromp-taylor: A1, A1, B1");
        recorder.begin(game.size, &game.rules).unwrap();
        for &turn in &game.turns {
            recorder.take(turn).unwrap();
        }
        assert_eq!(played.borrow().as_ref(), Some(&game));
        recorder.undo().unwrap();
        assert_eq!(played.borrow().as_ref().unwrap().turns.len(), 2);
        recorder.undo().unwrap();
        assert_eq!(played.borrow().as_ref().unwrap().turns.len(), 0);
    }
}
