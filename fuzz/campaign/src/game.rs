//! A game that shows something of an engine: held against it once more, named, made shorter.

use crate::findings::{Game, Outcome, Shown};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use superko::engines::Reference;
use superko::report::DrawnDifference;
use superko::suite::random::WHOLE_MAP;
use superko::suite::short_games;
use superko::{
    CompareOptions, Disagreement, Effort, Engine, Record, Size, Transcript, Turn, compare_with,
    shrink,
};
use superko_fuzz::{Counts, Finding, catch, one_line, play_record, ruling_of_last_turn};

/// Makes an engine.
pub(crate) type Make = dyn Fn() -> Box<dyn Engine>;

/// The boards of which all games are tried up to a length, in columns, rows and turns.
const TINY: [(u8, u8, usize); 6] =
    [(1, 1, 3), (2, 1, 5), (3, 1, 4), (2, 2, 4), (4, 1, 3), (3, 2, 3)];

/// The most records that are tried to make one shorter.
const TRIES: usize = 20_000;

/// What a record shows of an engine.
struct Seen {
    id: String,
    /// The record up to the turn at which it shows.
    record: Record,
    reference: String,
    engine: String,
    drawn: String,
}

/// Holds a record against an engine and says what it shows, in a game as short as `patience` allows, unless its id is
/// one of those given; nothing if they agree.
pub(crate) fn hold(
    record: &Record,
    patience: Duration,
    ids: &[String],
    make: &Make,
) -> Option<Outcome> {
    let mut seen = see(record, None, make)?;
    if !patience.is_zero() && !ids.contains(&seen.id) {
        seen = shorter(seen, patience, make);
    }
    let Seen { id, record, reference, engine, drawn } = seen;
    let (record, ruling) = (one_line(&record), ruling_of_last_turn(&record));
    let game = Game { record, ruling, reference, engine, drawn };
    Some(Outcome { id, shown: Shown::Game(game) })
}

/// What a record shows, or whether it shows the finding of an id: first as `superko replay` compares, which names the
/// rule that is broken; then as the targets do, which also compare the reasons of refusals, and catch panics.
fn see(record: &Record, id: Option<&str>, make: &Make) -> Option<Seen> {
    by_rule(&transcript(record), id, make).or_else(|| in_lockstep(record, id, make))
}

fn by_rule(transcript: &Transcript, id: Option<&str>, make: &Make) -> Option<Seen> {
    [false, true].into_iter().find_map(|undo| {
        let options = CompareOptions { ask: true, undo };
        let findings = catch(|| compare_with(make().as_mut(), transcript, options)).ok()?;
        let seen = |found: &Disagreement| id.is_none_or(|id| found.id.to_string() == id);
        let found = findings.disagreements.into_iter().find(seen)?;
        Some(Seen {
            id: found.id.to_string(),
            reference: found.difference.reference(),
            engine: found.difference.engine(),
            drawn: DrawnDifference::of(&found).to_string(),
            record: found.record,
        })
    })
}

fn in_lockstep(record: &Record, id: Option<&str>, make: &Make) -> Option<Seen> {
    let found = catch(|| play_record(record, &mut Counts::default(), make().as_mut()));
    let Finding::Game(found) = *found.ok()?.err()? else { return None };
    let seen = id.is_none_or(|id| found.id() == id);
    seen.then(|| Seen {
        id: found.id(),
        record: found.whole(),
        reference: found.reference(),
        engine: found.engine(),
        drawn: found.drawn(),
    })
}

/// The shortest game that shows the same, as far as the patience goes.
fn shorter(seen: Seen, patience: Duration, make: &Make) -> Seen {
    let until = Instant::now() + patience;
    let id = seen.id.clone();
    let tiny = on_a_tiny_board(&seen, make);
    let record = tiny.map_or_else(|| seen.record.clone(), |tiny| tiny.record);
    let effort = Effort { tries: TRIES, turns: usize::MAX };
    let shrunk = shrink(record, effort, &mut |candidate| {
        let seen = || see(candidate, Some(&id), make).map(|seen| seen.record);
        if Instant::now() < until { seen() } else { None }
    });
    see(&shrunk, Some(&id), make).unwrap_or(seen)
}

/// The first of all short games on the smallest boards that shows the same rule broken: there is none on larger boards
/// that is easier to understand, and a game of many plays is seldom made as short as that by leaving some out.
fn on_a_tiny_board(seen: &Seen, make: &Make) -> Option<Seen> {
    for (columns, rows, longest) in TINY {
        let size = Size::new(columns, rows).expect("these are sizes");
        for length in 0..=longest {
            let mut first = None;
            let _ =
                short_games(Reference::new, size, seen.record.rules(), length, &mut |transcript| {
                    first = by_rule(&transcript, Some(&seen.id), make);
                    if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            if first.is_some() {
                return first;
            }
        }
    }
    None
}

/// A record as the reference plays it, with questions about every turn, on a large board only about those tried.
fn transcript(record: &Record) -> Transcript {
    let referee = Reference::new(record.size(), record.rules());
    Transcript::new(referee, record.clone(), |place, _| match record.size().point_count() {
        0..=WHOLE_MAP => Turn::all(record.size()).collect(),
        _ => vec![record.turns[place]],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko::engines::zoo;
    use superko::{About, Fault, RecordText, RefusalReason, Ruling, Setup};

    /// What a record shows of an engine, in a short game.
    fn held(record: &str, make: &Make) -> Option<(String, Game)> {
        let record = record.parse::<RecordText>().unwrap().record;
        let outcome = hold(&record, Duration::from_secs(5), &[], make)?;
        let Shown::Game(game) = outcome.shown else { panic!("a game was expected") };
        Some((outcome.id, game))
    }

    #[test]
    fn an_engine_that_agrees_shows_nothing() {
        let record = "2x2 tromp-taylor: A1, B1, A2, B2, A1, A2, A1, pass, pass";
        assert_eq!(held(record, &|| zoo::control()), None);
    }

    /// An engine that is wrong in one of some ways.
    struct Odd {
        engine: Box<dyn Engine>,
        way: Way,
        plays: usize,
        undone: usize,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Way {
        /// It refuses what is to be refused, and names a wrong reason.
        Reason,
        /// It panics at the second play.
        Panic,
        /// It permits no pass after it has taken several turns back.
        Undo,
    }

    impl Odd {
        fn make(way: Way) -> Box<dyn Engine> {
            Box::new(Odd { engine: zoo::control(), way, plays: 0, undone: 0 })
        }
    }

    impl Engine for Odd {
        fn about(&self) -> About {
            About::named("odd")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            (self.plays, self.undone) = (0, 0);
            self.engine.start(game)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            self.undone = 0;
            self.plays += usize::from(turn != Turn::Pass);
            assert!(self.way != Way::Panic || self.plays < 2, "{turn} is too much");
            Ok(match self.engine.play(turn)? {
                Ruling::Forbidden(RefusalReason::Occupied) if self.way == Way::Reason => {
                    Ruling::Forbidden(RefusalReason::Suicide)
                }
                other => other,
            })
        }

        fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
            match turn {
                Turn::Pass if self.way == Way::Undo && self.undone > 1 => {
                    Ok(Some(Ruling::Forbidden(RefusalReason::Unstated)))
                }
                _ => self.engine.is_legal(turn),
            }
        }

        fn undo(&mut self) -> Result<Option<()>, Fault> {
            self.undone += 1;
            self.engine.undo()
        }
    }

    #[test]
    fn a_wrong_reason_is_a_finding_of_the_targets() {
        let make: &Make = &|| Odd::make(Way::Reason);
        let (id, game) = held("3x2 tromp-taylor: C2, pass, A1, B1, A1, pass", make).unwrap();
        assert_eq!(id, "game.tried.occupied-not-suicide");
        assert_eq!(game.record, "2x1 tromp-taylor: B A1, W A1");
        assert!(game.drawn.contains("\nturn       "), "{}", game.drawn);
        assert_eq!(game.ruling, game.reference);
    }

    #[test]
    fn what_shows_only_after_several_turns_are_taken_back_is_a_finding_with_the_game_before() {
        let make: &Make = &|| Odd::make(Way::Undo);
        let (id, game) = held("3x2 tromp-taylor: C2, A1, A1, B1, A2, B2, pass", make).unwrap();
        assert_eq!(id, "game.asked.allowed-not-forbidden.after-undo");
        assert_eq!(game.record.split(", ").count(), 3, "{}", game.record);
        let line = ", asked about, the last 2 legal turns below taken back\n";
        assert!(game.drawn.contains(line), "{}", game.drawn);
    }

    #[test]
    fn an_engine_that_panics_is_a_finding_with_its_game() {
        let make: &Make = &|| Odd::make(Way::Panic);
        let (id, game) = held("4x4 tromp-taylor: C2, pass, A1, B1, A1, pass", make).unwrap();
        assert_eq!(id, "engine-panics.is-too-much");
        assert!(game.record.split(',').count() <= 2, "{}", game.record);
        assert!(game.engine.starts_with("panics: "), "{}", game.engine);
    }
}
