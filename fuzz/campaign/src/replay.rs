//! Replays a game that shows a finding against an engine, gives the finding its id, and makes the
//! game shorter.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use superko::engines::Reference;
use superko::findings::Confirmation;
use superko::report::{DrawnDifference, one_line};
use superko::suite::random::WHOLE_MAP;
use superko::{
    CompareOptions, Disagreement, Effort, Engine, Record, Transcript, Turn, compare_with, shrink,
};
use superko_fuzz::{Counts, Finding, GameFinding, catch, play_record, ruling_of_last_turn};

/// A function that makes an engine.
pub(crate) type Make = dyn Fn() -> Box<dyn Engine> + Sync;

/// The finding that an input shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputFinding {
    /// The id of the finding, such as `TT6.play.repeat-cycle-2`. Findings with the same id are the
    /// same.
    pub(crate) id: String,
    /// The text to show: a drawn position with the answers of both sides, or another text.
    pub(crate) shown: String,
    /// The game on which the reference and the optimized engine disagree, if the finding is a
    /// disagreement.
    pub(crate) game: Option<Game>,
}

/// A game on which reference and engine disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// The record, on one line, with the letters of the players.
    pub(crate) record: String,
    /// The ruling of the reference on the last turn.
    pub(crate) ruling: String,
}

/// The time limit for making the game of a new finding shorter.
const PATIENCE: Duration = Duration::from_secs(20);

/// The limit of work for making the game of a new finding shorter.
const EFFORT: Effort = Effort { tries: 20_000, turns: usize::MAX };

/// Replays a record against an engine. Returns the finding that the record shows, or `None` if the
/// engine agrees with the reference. If `shorten` is set, the game is made shorter. First the record
/// is compared as `superko replay` does, which names the broken rule. Then it is compared as the
/// targets do, which also compare the reasons of refusals and catch panics.
pub(crate) fn replay(record: &Record, shorten: bool, make: &Make) -> Option<InputFinding> {
    let until = Instant::now() + PATIENCE;
    if let Some(found) = by_rule(record, make) {
        let found = if shorten { shorter(found, until, make) } else { found };
        let shown = DrawnDifference::of(&found).to_string();
        return Some(finding(found.id.to_string(), shown, &found.record));
    }
    let mut found = in_lockstep(record, make)?;
    if shorten {
        let same = |candidate: &Record| {
            in_lockstep(candidate, make).filter(|other| other.id() == found.id())
        };
        let shrunk = shrink(found.whole(), EFFORT, &mut |candidate| {
            if Instant::now() < until { Some(same(candidate)?.whole()) } else { None }
        });
        found = same(&shrunk).unwrap_or(found);
    }
    Some(finding(found.id(), found.drawn(), &found.whole()))
}

/// Makes a finding with its game.
fn finding(id: String, shown: String, record: &Record) -> InputFinding {
    let game = Game { record: one_line(record), ruling: ruling_of_last_turn(record) };
    InputFinding { id, shown, game: Some(game) }
}

/// Returns the first disagreement on a record. Before every turn, asks about every turn, or on a
/// large board only about the one that is tried.
fn by_rule(record: &Record, make: &Make) -> Option<Disagreement> {
    let referee = Reference::set_up(&record.setup);
    let transcript =
        Transcript::new(referee, record.clone(), |place, _| match record.size().point_count() {
            0..=WHOLE_MAP => Turn::all(record.size()).collect(),
            _ => vec![record.turns[place]],
        });
    [false, true].into_iter().find_map(|undo| {
        let options = CompareOptions { ask: true, undo };
        let compared = catch(|| compare_with(make().as_mut(), &transcript, options)).ok()?;
        compared.disagreements.into_iter().next()
    })
}

/// Returns what a record shows when it is played as the targets play.
fn in_lockstep(record: &Record, make: &Make) -> Option<GameFinding> {
    let checked = catch(|| play_record(record, &mut Counts::default(), make().as_mut()));
    match *checked.ok()?.err()? {
        Finding::Game(found) => Some(found),
        _ => None,
    }
}

/// Returns the shortest game with the same finding that is found in time.
fn shorter(found: Disagreement, until: Instant, make: &Make) -> Disagreement {
    let (factory, stop) = (&|| Ok(make()), &|| Instant::now() >= until);
    let confirmation = Confirmation { factory, before: &[], hints: &[], effort: EFFORT, stop };
    match confirmation.confirm(found.clone()) {
        Ok(confirmed) if confirmed.disagreement.id == found.id => confirmed.disagreement,
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko::engines::zoo;
    use superko::{About, Fault, RecordText, RefusalReason, Ruling, Setup};

    /// Returns what a record shows of an engine, with the game made shorter.
    fn replayed(record: &str, make: &Make) -> Option<(String, String, Game)> {
        let record = record.parse::<RecordText>().unwrap().record;
        let InputFinding { id, shown, game } = replay(&record, true, make)?;
        Some((id, shown, game.unwrap()))
    }

    #[test]
    fn an_engine_that_agrees_shows_nothing() {
        let record = "2x2 tromp-taylor: A1, B1, A2, B2, A1, A2, A1, pass, pass";
        assert_eq!(replayed(record, &|| zoo::control()), None);
    }

    /// An engine that is wrong in one of several ways.
    struct Odd {
        engine: Box<dyn Engine>,
        way: Way,
        plays: usize,
        undone: usize,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Way {
        /// The engine refuses illegal turns, but gives a wrong reason.
        Reason,
        /// The engine panics at the second play.
        Panic,
        /// The engine refuses a pass after several turns were taken back.
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
        let (id, shown, game) =
            replayed("3x2 tromp-taylor: C2, pass, A1, B1, A1, pass", make).unwrap();
        assert_eq!(id, "game.tried.occupied-not-suicide");
        assert_eq!(game.record, "2x1 tromp-taylor: B A1, W A1");
        assert!(shown.contains("\nturn       "), "{shown}");
        assert!(shown.contains(&format!("\nreference  {}\n", game.ruling)), "{shown}");
    }

    #[test]
    fn what_shows_only_after_several_turns_are_taken_back_is_a_finding_with_the_game_before() {
        let make: &Make = &|| Odd::make(Way::Undo);
        let (id, shown, game) =
            replayed("3x2 tromp-taylor: C2, A1, A1, B1, A2, B2, pass", make).unwrap();
        assert_eq!(id, "game.asked.allowed-not-forbidden.after-undo");
        assert_eq!(game.record.split(", ").count(), 3, "{}", game.record);
        let line = ", asked about, the last 2 legal turns below taken back\n";
        assert!(shown.contains(line), "{shown}");
    }

    #[test]
    fn an_engine_that_panics_is_a_finding_with_its_game() {
        let make: &Make = &|| Odd::make(Way::Panic);
        let (id, shown, game) =
            replayed("4x4 tromp-taylor: C2, pass, A1, B1, A1, pass", make).unwrap();
        assert_eq!(id, "engine-panics.is-too-much");
        assert!(game.record.split(',').count() <= 2, "{}", game.record);
        assert!(shown.contains("\nengine     panics: "), "{shown}");
    }
}
