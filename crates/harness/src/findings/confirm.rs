//! Finds out whether a disagreement occurs again, and on what this depends.

use super::again::{Bench, sessions};
use super::shrink::shrink_among;
use super::{Effort, Manner, Questions, measure, play_again, show_again, tiny};
use crate::compare::Disagreement;
use std::collections::HashSet;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Transcript};
use superko_engine::shorten::leave_each_out;
use superko_engine::{Engine, EngineFactory, Fault, Reference};
use superko_game::rules::Rules;
use superko_game::{Record, Setup, Size, Turn, named};

named! {
    described
    /// How reliably a disagreement occurs.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
    pub enum Reliability {
        /// The disagreement occurs every time a newly started engine plays the game.
        Steady = "steady",
        /// The disagreement occurs only after other games.
        History = "history",
        /// The disagreement does not occur every time, and other games do not explain this.
        Flaky = "flaky",
    }
}

/// A disagreement that was replayed on fresh engines.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The shortest case found.
    pub disagreement: Disagreement,
    /// How reliably the disagreement occurs.
    pub kind: Reliability,
    /// The number of fresh engines on which the disagreement occurred, and the number of fresh engines tried.
    pub shown: (u32, u32),
    /// The games to be played before, for [`Reliability::History`].
    pub session: Vec<Record>,
}

/// The number of fresh engines on which the shortest case has to show before it is called steady.
pub(super) const FRESH: u32 = 3;

/// The number of fresh engines for a disagreement about a generated turn, which an engine may choose at random. The disagreement
/// is attributed to earlier games if it shows on all of these engines after those games, and on none without them.
const FRESH_GENERATING: u32 = 8;

/// A way to confirm a disagreement: the engines, and the effort for a shorter case.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "closures")]
pub struct Confirmation<'a> {
    /// Starts a fresh engine.
    pub factory: &'a EngineFactory<'a>,
    /// The games that the engine played before, in order.
    pub before: &'a [Record],
    /// Games that were shortened and may show the same disagreement: the search begins with the shortest that
    /// does, and a quarter of the turns of the effort.
    pub hints: &'a [Record],
    /// The amount of work to spend on a shorter case.
    pub effort: Effort,
    /// Returns whether to stop now.
    pub stop: &'a dyn Fn() -> bool,
}

impl Confirmation<'_> {
    /// Replays a disagreement on fresh engines and shortens it as far as it still occurs.
    ///
    /// If `stop` returns `true`, the result is what is known by then. A disagreement that could not be
    /// confirmed in time is returned as steady, and as shown on 0 of 0 engines.
    ///
    /// # Errors
    ///
    /// If no fresh engine could be started.
    pub fn confirm(self, found: Disagreement) -> Result<Confirmed, Fault> {
        self.confirm_shown(found, None)
    }

    /// Confirms like [`confirm`](Confirmation::confirm). If the disagreement has already shown on a fresh engine that has
    /// played nothing but its game, that engine is used, and one engine less is started.
    pub fn confirm_shown(
        self,
        found: Disagreement,
        shown_on: Option<Box<dyn Engine>>,
    ) -> Result<Confirmed, Fault> {
        let met = found.clone();
        match self.replay_and_shorten(found, shown_on) {
            Ok(confirmed) if confirmed.kind == Reliability::Steady => Ok(confirmed),
            // After a stop, a disagreement that does not show proves nothing.
            _ if (self.stop)() => Ok(unconfirmed(met)),
            other => other,
        }
    }

    /// Confirms a disagreement, whether the time is over or not.
    fn replay_and_shorten(
        self,
        found: Disagreement,
        shown_on: Option<Box<dyn Engine>>,
    ) -> Result<Confirmed, Fault> {
        let fresh = Fresh { factory: self.factory, record: &found.record, id: found.id };
        let (shown, bench) = match shown_on {
            Some(engine) => {
                let bench = Bench { factory: self.factory, engine: Some(engine) };
                (Some(found.clone()), bench)
            }
            None => fresh.play(&[])?,
        };
        let first = match shown {
            Some(first) => first,
            None => match shows_otherwise(self.factory, &found)? {
                // With all questions, the disagreement shows again under another id.
                Some(other) if other.id != found.id => return self.replay_and_shorten(other, None),
                _ => return self.unsteady(found),
            },
        };
        let short = self.shortest(first, bench);
        if (self.stop)() {
            return Ok(unconfirmed(found));
        }
        // Starting an engine may take seconds, and the game as it was met has already shown on a fresh one.
        let shown_as_met = || Ok(1 + fresh.count(FRESH - 1, &[])?);
        if short.record == found.record {
            return Ok(confirmed_on(short, shown_as_met()?));
        }
        let shown = Fresh { record: &short.record, ..fresh }.count(FRESH, &[])?;
        if shown == FRESH {
            return Ok(confirmed_on(short, shown));
        }
        // The shortened game may depend on the games tried on the same engine; the game as it was met does not.
        let shown = shown_as_met()?;
        Ok(confirmed_on(found, shown))
    }

    /// Returns the shortest case found of a disagreement. The first engine has played the game as it was met.
    fn shortest(self, first: Disagreement, mut bench: Bench<'_>) -> Disagreement {
        let (id, met) = (first.id, first.record.clone());
        let is_of_event = id.check != Check::Generate && first.events.contains(id.event);
        let about = bench.play(|engine| engine.about());
        let lacks_pass = matches!(about, Ok(Ok(about)) if about.conventions.lacks_pass);
        let boards = tiny_boards(&mut bench, first.record.rules(), self.stop);
        let mut best = first;
        let mut asked = HashSet::new();
        let mut shows = |record: &Record| {
            if (self.stop)() || (lacks_pass && record.turns.contains(&Turn::Pass)) {
                return None;
            }
            // The engine generates a turn in place of the last one, so the last one does not matter.
            let before_last = record.turns.split_last().map(|(_, before)| before.to_vec());
            let is_new = || asked.insert((record.setup.clone(), before_last));
            if id.check == Check::Generate && !is_new() {
                return None;
            }
            let shown = bench.play(|engine| show_again(engine, record, id)).ok()?.ok()??;
            let record = shown.record.clone();
            if measure(&record) < measure(&best.record) {
                best = shown;
            }
            Some(record)
        };
        let hint = self.hints.iter().filter_map(&mut shows).min_by_key(measure);
        // A hint was already shortened with all the effort.
        let (mut shortest, effort) = match hint {
            Some(hint) if measure(&hint) <= measure(&met) => {
                (hint, Effort { turns: self.effort.turns / 4, ..self.effort })
            }
            _ => (met, self.effort),
        };
        // A game that does not reach the event can only show something else.
        let may_show = |candidate: &Record| !is_of_event || reaches(candidate, id.event);
        shortest = shrink_among(shortest, effort, &may_show, self.stop, &mut shows);
        // Leaving turns out seldom leads to the shortest game there is.
        let setup = &shortest.setup;
        let is_reached = !id.event.is_about_the_engine();
        if is_reached && !(self.stop)() && *setup == Setup::new(setup.size(), setup.rules) {
            let games = tiny::games(id, setup.rules, shortest.turns.len(), &boards);
            games.iter().find_map(&mut shows);
        }
        best
    }

    /// Replays a disagreement that did not show on the first fresh engine. Finds out whether it shows after the earlier games, or
    /// at random.
    fn unsteady(self, found: Disagreement) -> Result<Confirmed, Fault> {
        let (id, stop) = (found.id, self.stop);
        let fresh = Fresh { factory: self.factory, record: &found.record, id };
        for session in sessions(self.before).take_while(|_| !stop()) {
            if let Some(mut shown) = fresh.shows(session)? {
                // Games that do not matter are left out.
                let session = leave_each_out(session.to_vec(), |fewer| {
                    let again = match stop() {
                        true => None,
                        false => fresh.shows(fewer)?,
                    };
                    // The engine's answers may depend on the games that are left.
                    Ok(again.map(|again| shown = again).is_some())
                })?;
                let (engines, alone) = match id.check == Check::Generate {
                    true => (FRESH_GENERATING, fresh.count(FRESH_GENERATING, &[])?),
                    false => (FRESH, 0),
                };
                if alone == 0 && fresh.count(engines, &session)? == engines {
                    let (kind, disagreement) = (Reliability::History, shown);
                    let shown = (engines, engines);
                    return Ok(Confirmed { disagreement, kind, shown, session });
                }
                break;
            }
        }
        let mut shown = 0;
        for _ in (1..FRESH).take_while(|_| !stop()) {
            shown += fresh.count(1, &[])?;
        }
        Ok(confirmed_on(found, shown))
    }
}

/// Returns a disagreement that could not be confirmed in time.
fn unconfirmed(disagreement: Disagreement) -> Confirmed {
    Confirmed { disagreement, kind: Reliability::Steady, shown: (0, 0), session: Vec::new() }
}

/// Returns the tiny boards that an engine plays.
fn tiny_boards(bench: &mut Bench<'_>, rules: Rules, stop: &dyn Fn() -> bool) -> Vec<Size> {
    let is_played = |size: &Size| {
        let started = bench.play(|engine| engine.start(&Setup::new(*size, rules)));
        matches!(started, Ok(Ok(Ok(()))))
    };
    tiny::boards().take_while(|_| !stop()).filter(is_played).collect()
}

/// Returns the confirmed disagreement that showed on this many fresh engines.
fn confirmed_on(disagreement: Disagreement, shown: u32) -> Confirmed {
    let kind = if shown == FRESH { Reliability::Steady } else { Reliability::Flaky };
    Confirmed { disagreement, kind, shown: (shown, FRESH), session: Vec::new() }
}

/// A record that may show a finding on engines that were just started.
#[derive(Clone, Copy)]
struct Fresh<'a> {
    factory: &'a EngineFactory<'a>,
    record: &'a Record,
    id: FindingId,
}

impl<'a> Fresh<'a> {
    /// Counts the engines on which the record shows the finding after some other games.
    fn count(self, engines: u32, session: &[Record]) -> Result<u32, Fault> {
        let mut shown = 0;
        for _ in 0..engines {
            shown += u32::from(self.shows(session)?.is_some());
        }
        Ok(shown)
    }

    /// Returns the disagreement if the record shows the finding after some other games.
    fn shows(self, session: &[Record]) -> Result<Option<Disagreement>, Fault> {
        self.play(session).map(|(shown, _)| shown)
    }

    /// Does the same as [`shows`](Fresh::shows), and also returns the engine.
    fn play(self, session: &[Record]) -> Result<(Option<Disagreement>, Bench<'a>), Fault> {
        let Fresh { factory, record, id } = self;
        let mut bench = Bench { factory, engine: None };
        let shown = bench.play(|engine| {
            // A fault proves nothing. After it the engine has started again, and has played nothing.
            for _ in 0..FRESH {
                for earlier in session {
                    play_again(engine, earlier, Manner::default());
                }
                let shown = play_again(engine, record, Manner::of(id));
                let of_id = shown.disagreements.into_iter().find(|found| found.id == id);
                if of_id.is_some() || shown.fault.is_none() {
                    return of_id;
                }
            }
            None
        });
        // A panic of the engine does not count here: it is reported where the game is compared.
        Ok((shown?.unwrap_or_default(), bench))
    }
}

/// Looks for the same difference in the same game under another id. Fresh engines are asked about every turn, first without
/// undo, then with it. Returns it only if it also shows with the fewest questions for that id.
fn shows_otherwise(
    factory: &EngineFactory<'_>,
    found: &Disagreement,
) -> Result<Option<Disagreement>, Fault> {
    for undo in [false, true] {
        let mut bench = Bench { factory, engine: None };
        let manner = Manner { questions: Questions::Everything, undo, generate: false };
        let played = bench.play(|engine| play_again(engine, &found.record, manner))?;
        let same = |other: &Disagreement| {
            other.id != found.id
                && other.record == found.record
                && other.difference == found.difference
        };
        let other = played.ok().and_then(|played| played.disagreements.into_iter().find(same));
        if let Some(other) = other
            && (Fresh { factory, record: &other.record, id: other.id }).shows(&[])?.is_some()
        {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Returns whether a turn of a record reaches an event.
fn reaches(record: &Record, event: Event) -> bool {
    let transcript = Transcript::replay(Reference::set_up(&record.setup), record.clone());
    transcript.steps.iter().any(|step| step.reaches(event))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{CompareOptions, Difference, Generation, compare_with};
    use crate::model::Model;
    use std::sync::atomic::{AtomicU32, Ordering};
    use superko_engine::bent::Bent;
    use superko_engine::referee::{Events, Refusal};
    use superko_engine::{About, Ruling};
    use superko_game::RecordText;
    use superko_game::rules::Rule;

    /// Confirms the first disagreement of a game. Returns the engines started, the turns left, and how often it showed.
    fn started(model: &str, game: &str, on_fresh: bool) -> (u32, usize, (u32, u32)) {
        let model: Model = model.parse().unwrap();
        let record = game.parse::<RecordText>().unwrap().record;
        let options = CompareOptions { ask: false, undo: false };
        let referee = Reference::set_up(&record.setup);
        let mut engine: Box<dyn Engine> = model.engine();
        let transcript = Transcript::replay(referee, record);
        let found = compare_with(engine.as_mut(), &transcript, options).disagreements.remove(0);
        let made = AtomicU32::new(0);
        let factory = || {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(model.engine() as Box<dyn Engine>)
        };
        let effort = Effort { tries: 1_000, turns: 10_000 };
        let shown_on = on_fresh.then_some(engine);
        let (factory, stop): (&EngineFactory<'_>, _) = (&factory, &|| false);
        let confirmation = Confirmation { factory, before: &[], hints: &[], effort, stop };
        let confirmed = confirmation.confirm_shown(found, shown_on).unwrap();
        assert_eq!(confirmed.kind, Reliability::Steady);
        (made.into_inner(), confirmed.disagreement.record.turns.len(), confirmed.shown)
    }

    #[test]
    fn a_turn_generated_at_random_is_not_attributed_to_earlier_games() {
        let record = "2x1 tromp-taylor: B A1, W B1, B A1".parse::<RecordText>().unwrap().record;
        let event = Event::RepeatCycle2;
        let id = FindingId { rule: Rule::TT6, check: Check::Generate, event };
        let before = ["2x1 tromp-taylor: B A1".parse::<RecordText>().unwrap().record];
        let found = Disagreement {
            id,
            events: Events::default().with(event),
            record,
            difference: Difference::Generated(Refusal::Over, Generation::Asked),
        };
        static GENERATED: AtomicU32 = AtomicU32::new(0);
        let size = "2x1".parse().unwrap();
        // The engine generates a repeat, except for the first turn that any of these engines generates.
        let factory = || {
            let player = Bent::named("player", Reference::new(size, Rules::default()));
            let player = player.generate(move |_, _| {
                let first = GENERATED.fetch_add(1, Ordering::Relaxed) == 0;
                let corner = Turn::parse("A1", size).expect("a point");
                Ok(Some(if first { Turn::Pass } else { corner }))
            });
            Ok(player.boxed())
        };
        let effort = Effort { tries: 100, turns: 1_000 };
        let (factory, stop): (&EngineFactory<'_>, _) = (&factory, &|| false);
        let confirmation = Confirmation { factory, before: &before, hints: &[], effort, stop };
        let confirmed = confirmation.confirm(found).unwrap();
        assert_eq!((confirmed.kind, confirmed.shown), (Reliability::Flaky, (2, 3)));
    }

    /// An engine that allows a repeat in its second game and later. The first repeat ends its process, and the next game is the
    /// first of another one.
    struct FailsOnce {
        reference: Reference,
        games: u32,
        failed: bool,
    }

    impl Engine for FailsOnce {
        fn about(&self) -> About {
            About::named("fails once")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            self.games += 1;
            Engine::start(&mut self.reference, game)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            let right = Engine::play(&mut self.reference, turn)?;
            if right == Ruling::Allowed || self.games < 2 {
                return Ok(right);
            }
            if !std::mem::replace(&mut self.failed, true) {
                self.games = 0;
                return Err(Fault::Protocol { command: "play".into(), what: "it ended".into() });
            }
            Ok(Ruling::Allowed)
        }
    }

    #[test]
    fn a_game_that_is_tried_again_after_a_fault_has_the_same_games_before_it() {
        let [earlier, record] = ["2x1 tromp-taylor: B A1", "2x1 tromp-taylor: B A1, W B1, B A1"]
            .map(|text| text.parse::<RecordText>().unwrap().record);
        let reference = Reference::set_up(&record.setup);
        let factory = || {
            let reference = reference.clone();
            Ok(Box::new(FailsOnce { reference, games: 0, failed: false }) as Box<dyn Engine>)
        };
        let id = FindingId { rule: Rule::TT6, check: Check::Play, event: Event::RepeatCycle2 };
        let fresh = Fresh { factory: &factory, record: &record, id };
        assert!(fresh.shows(&[earlier]).unwrap().is_some());
        assert!(fresh.shows(&[]).unwrap().is_none());
    }

    #[test]
    fn no_more_engines_are_started_than_a_finding_has_to_show_on() {
        let shortest = "2x1 tromp-taylor: B A1, W B1, B A1";
        assert_eq!(started("repetition=none", shortest, false), (3, 3, (3, 3)));
        assert_eq!(started("repetition=none", shortest, true), (2, 3, (3, 3)));
        // A shortened game has to show on as many engines that have played nothing else.
        let longer = "2x1 tromp-taylor: B pass, W A1, B B1, W A1, B B1";
        assert_eq!(started("repetition=none", longer, false), (4, 3, (3, 3)));
        assert_eq!(started("repetition=none", longer, true), (3, 3, (3, 3)));
    }
}
