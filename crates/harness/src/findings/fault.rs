//! Finds the shortest game in which a fault occurs.

use super::again::{Bench, play_quietly, sessions};
use super::{Effort, Manner, Questions, play_again, shrink};
use crate::compare::Comparison;
use superko_engine::shorten::{Blocks, leave_out};
use superko_engine::{EngineFactory, Fault, FaultId};
use superko_game::{Record, Turn};

/// The number of timeouts of an engine that are waited for while a game is shortened.
const MOST_TIMEOUTS: usize = 8;

/// The number of fresh engines on which the shortest game is played.
const FRESH: u32 = 3;

/// The number of fresh engines on which fewer earlier games are tried.
const SESSIONS: usize = 40;

/// A fault, with a game in which it occurs.
#[derive(Clone, Debug)]
pub struct ConfirmedFault {
    /// The fault that occurs in this game.
    pub fault: Fault,
    /// The shortest game found that ends with the fault.
    pub record: Record,
    /// The games to be played before, if the fault does not occur without them.
    pub session: Vec<Record>,
    /// All that a program was sent until the fault occurred, for a fault after other games.
    pub commands: Vec<String>,
    /// The questions with which the fault occurs.
    pub manner: Manner,
    /// The number of fresh engines on which the fault occurred, and the number of fresh engines tried.
    pub shown: (u32, u32),
}

/// Replays the game of a fault on fresh engines, and shortens it while the same fault occurs. If it does not
/// occur, the games that the engine played `before` are played first. `met` describes the questions asked when
/// the fault first occurred.
///
/// A game that ends with a timeout takes long, so only a few of them are played.
pub fn confirm_fault(
    factory: &EngineFactory<'_>,
    fault: &Fault,
    record: Record,
    before: &[Record],
    met: Manner,
    effort: Effort,
    stop: &dyn Fn() -> bool,
) -> ConfirmedFault {
    let is_late = matches!(fault, Fault::Timeout { .. });
    let id = FaultId::of(fault);
    let bench = Bench { factory, engine: None };
    let mut replays = Replays { bench, id, stop, timeouts_left: MOST_TIMEOUTS };
    let first = ways(met).find_map(|way| Some((way, replays.on_fresh(&record, way)?)));
    let Some((way, (first_fault, first))) = first else {
        if let Some(confirmed) = replays.after_games(before, &record, is_late) {
            return confirmed;
        }
        // After a stop, a fault that does not occur proves nothing.
        return alone(fault.clone(), record, met, (0, u32::from(!stop())));
    };
    let mut shows = |candidate: &Record| replays.occurs(candidate, way).map(|(_, shown)| shown);
    let shortest = shrink(first.clone(), way.effort(effort), &mut shows);
    // The fault may occur without any turn, when the game begins.
    let bare = Record { turns: Vec::new(), ..shortest.clone() };
    let shortest = match shortest.turns.len() {
        1 => shows(&bare).unwrap_or(shortest),
        _ => shortest,
    };
    let manner = way.manner;
    let fresh = if is_late { 1 } else { FRESH - 1 };
    replays.timeouts_left = MOST_TIMEOUTS;
    // The shortened game may depend on the games tried on the same engine; the game as it was met does not.
    for record in [shortest, first.clone()] {
        let again: Vec<(Fault, Record)> =
            (0..fresh).map_while(|_| replays.on_fresh(&record, way)).collect();
        let count = u32::try_from(again.len()).unwrap_or(0);
        // A random fault occurs at another turn each time.
        if let Some((fault, record)) = again.into_iter().next() {
            let shown = if is_late { (1, 1) } else { (1 + count, FRESH) };
            return alone(fault, record, manner, shown);
        }
    }
    let shown = if is_late || stop() { (1, 1) } else { (1, FRESH) };
    alone(first_fault, first, manner, shown)
}

/// Returns a fault that needs no other games.
fn alone(fault: Fault, record: Record, manner: Manner, shown: (u32, u32)) -> ConfirmedFault {
    ConfirmedFault { fault, record, session: Vec::new(), commands: Vec::new(), manner, shown }
}

/// A way to replay a game.
#[derive(Clone, Copy)]
struct Way {
    manner: Manner,
    /// Whether the board and the status are asked for after every turn, or after the last one only.
    looks: bool,
}

impl Way {
    /// Returns the effort to shorten a game. It is smaller if the engine is asked more than the turns.
    fn effort(self, effort: Effort) -> Effort {
        let asks = self.looks || self.manner.questions == Questions::Everything;
        Effort { turns: if asks { effort.turns / 4 } else { effort.turns }, ..effort }
    }
}

/// Returns the ways to replay a game in which a fault occurred, the one with the fewest questions first.
fn ways(met: Manner) -> impl Iterator<Item = Way> {
    let generating = Manner { generate: met.generate, ..Manner::default() };
    let of_last = Manner { questions: Questions::LastTurn, ..met };
    let quiet = [Manner::default(), generating].map(|manner| Way { manner, looks: false });
    let quiet = quiet.into_iter().take(1 + usize::from(met.generate));
    quiet.chain([generating, of_last, met].map(|manner| Way { manner, looks: true }))
}

/// A fault that occurs in the last of some games.
struct FaultInGames {
    fault: Fault,
    games: Vec<Record>,
    /// Everything that the program was sent.
    commands: Vec<String>,
}

/// Engines on which games are played to see whether a fault occurs.
struct Replays<'a> {
    bench: Bench<'a>,
    id: FaultId,
    stop: &'a dyn Fn() -> bool,
    /// The number of timeouts that may still be waited for.
    timeouts_left: usize,
}

impl Replays<'_> {
    /// Does the same as [`occurs`](Replays::occurs), on an engine that has played nothing before.
    fn on_fresh(&mut self, record: &Record, way: Way) -> Option<(Fault, Record)> {
        self.bench.engine = None;
        self.occurs(record, way)
    }

    /// Plays a game; returns the fault if it occurs, and the game up to the turn with which it does.
    fn occurs(&mut self, record: &Record, way: Way) -> Option<(Fault, Record)> {
        if self.timeouts_left == 0 || (self.stop)() {
            return None;
        }
        let play = if way.looks { play_again } else { play_quietly };
        let played = self.bench.play(|engine| {
            let lacks_pass = engine.about().conventions.lacks_pass;
            let can_play = !(lacks_pass && record.turns.contains(&Turn::Pass));
            can_play.then(|| play(engine, record, way.manner))
        });
        let (fault, record) = match played.ok()? {
            Err(panic) => (panic, record.clone()),
            Ok(comparison) => {
                let comparison = comparison?;
                let record = up_to_fault(record, &comparison);
                (comparison.fault?, record)
            }
        };
        self.timeouts_left -= usize::from(matches!(fault, Fault::Timeout { .. }));
        (FaultId::of(&fault) == self.id).then_some((fault, record))
    }

    /// Plays earlier games and then the game of the fault: first a few earlier games, then more and more. If the fault occurs,
    /// leaves out the games that it does not need.
    fn after_games(
        &mut self,
        before: &[Record],
        record: &Record,
        is_late: bool,
    ) -> Option<ConfirmedFault> {
        let mut shortest = sessions(before)
            .find_map(|session| self.in_games(&[session, std::slice::from_ref(record)].concat()))?;
        let mut tries = if is_late { 0 } else { SESSIONS };
        let blocks = Blocks { first: 0, last: 1, overlap: false };
        leave_out(shortest.games.clone(), blocks, &mut |games| {
            tries = usize::checked_sub(tries, 1)?;
            shortest = self.in_games(&games)?;
            Some(shortest.games.clone())
        });
        // A random fault also occurs among many games, but not at the same turn each time.
        let fresh = if is_late { 2 } else { FRESH };
        let is_same = |fault: FaultInGames| fault.games == shortest.games;
        if !(1..fresh).all(|_| self.in_games(&shortest.games).is_some_and(is_same)) {
            return None;
        }
        let shown = (fresh, fresh);
        let FaultInGames { fault, games: mut session, commands } = shortest;
        let record = session.pop()?;
        let manner = Manner::default();
        Some(ConfirmedFault { fault, record, session, commands, manner, shown })
    }

    /// Plays games on a fresh engine until the fault occurs.
    fn in_games(&mut self, games: &[Record]) -> Option<FaultInGames> {
        self.bench.engine = None;
        let way = Way { manner: Manner::default(), looks: true };
        for (place, game) in games.iter().enumerate() {
            if let Some((fault, game)) = self.occurs(game, way) {
                let commands = self.bench.engine.as_ref().map(|engine| engine.conversation());
                let (games, commands) =
                    ([&games[..place], &[game]].concat(), commands.unwrap_or_default());
                return Some(FaultInGames { fault, games, commands });
            }
            // After a panic, no engine is left that has played the earlier games.
            self.bench.engine.as_ref()?;
        }
        None
    }
}

/// Returns the game without the turns that the engine was no longer given. After a disagreement, turns are played again
/// without being counted, so the game stays whole.
fn up_to_fault(record: &Record, comparison: &Comparison) -> Record {
    let played = usize::try_from(comparison.coverage.turns).unwrap_or(usize::MAX);
    let mut record = record.clone();
    if comparison.disagreements.is_empty() {
        record.turns.truncate(played.saturating_add(1));
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::random::{Plan, Strategy};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;
    use superko_engine::bent::Bent;
    use superko_engine::{Engine, Reference, Ruling};
    use superko_game::Size;
    use superko_game::rules::Rules;

    /// How often an engine was started, and how often it failed.
    #[derive(Default)]
    struct Count {
        starts: AtomicU32,
        faults: AtomicU32,
    }

    /// Makes an engine that is the reference, and fails with a fault. `fails` says whether it does, by the number of stones
    /// played in this game and the number of games begun.
    fn fragile(
        fails: fn(usize, usize) -> bool,
        fault: Fault,
        count: &'static Count,
    ) -> Box<dyn Engine> {
        let reference = Reference::new("1x1".parse().unwrap(), Rules::default());
        let engine = Bent::named("fragile", reference).play(move |engine, game, turn| {
            let ruling = Engine::play(engine, turn)?;
            let now = (ruling == Ruling::Allowed).then_some(turn);
            let played = game.turns.iter().copied().chain(now);
            if fails(played.filter(|&turn| turn != Turn::Pass).count(), game.number) {
                count.faults.fetch_add(1, Ordering::Relaxed);
                return Err(fault.clone());
            }
            Ok(ruling)
        });
        engine.boxed()
    }

    /// Returns a random game of a hundred turns or more.
    fn long_game() -> Record {
        let size: Size = "9x9".parse().unwrap();
        let (rules, strategy) = (Rules::default(), Strategy::Legal);
        let plan = Plan { size, region: size, rules, strategy, turns: 100 };
        let mut games = (0..).map(|n| plan.transcript(Reference::new(size, rules), 1, n).record);
        games.find(|game| game.turns.len() >= 100).unwrap()
    }

    /// Confirms a fault of the long game; also returns how often an engine was started, and how often it failed.
    fn confirmed(
        fault: Fault,
        fails: fn(usize, usize) -> bool,
        effort: Effort,
    ) -> (ConfirmedFault, u32, u32) {
        let short = Record::new("2x1".parse().unwrap(), Rules::default(), vec![Turn::Pass]);
        let before = vec![short; 20];
        let count = Count::default();
        // An engine may outlive the factory, so the count is leaked.
        let count: &'static Count = Box::leak(Box::new(count));
        let expected = fault.clone();
        let make = || {
            count.starts.fetch_add(1, Ordering::Relaxed);
            Ok(fragile(fails, fault.clone(), count))
        };
        let met = Manner { questions: Questions::Everything, ..Manner::default() };
        let confirmed =
            confirm_fault(&make, &expected, long_game(), &before, met, effort, &|| false);
        let [starts, faults] = [&count.starts, &count.faults].map(|n| n.load(Ordering::Relaxed));
        (confirmed, starts, faults)
    }

    const EFFORT: Effort = Effort { tries: 600, turns: 12_000 };

    fn exit() -> Fault {
        let (status, stderr) = ("exit status: 7".to_owned(), String::new());
        Fault::Exit { command: "play".to_owned(), status, stderr }
    }

    #[test]
    fn a_crash_in_a_long_game_is_shortened_to_the_turns_that_matter() {
        let (confirmed, starts, _) = confirmed(exit(), |stones, _| stones == 8, EFFORT);
        assert_eq!((confirmed.record.turns.len(), confirmed.shown), (8, (3, 3)));
        assert_eq!(confirmed.manner, Manner::default());
        // An engine that goes on after the fault is not started for each try.
        assert_eq!(starts, 3);
    }

    #[test]
    fn a_hang_is_shortened_too_and_waited_for_a_few_times() {
        let (command, limit) = ("play".to_owned(), Duration::from_secs(5));
        let hang = Fault::Timeout { command, limit, stderr: String::new() };
        let (confirmed, _, faults) = confirmed(hang, |stones, _| stones == 8, EFFORT);
        assert_eq!((confirmed.record.turns.len(), confirmed.shown), (8, (1, 1)));
        assert!(faults <= 1 + u32::try_from(MOST_TIMEOUTS).unwrap(), "{faults} answers were late");
    }

    #[test]
    fn a_shorter_game_that_needs_other_games_is_not_reported() {
        // The fault occurs with eight stones on a fresh engine, and with two after another game.
        let fails = |stones, games| stones == if games == 1 { 8 } else { 2 };
        let (confirmed, ..) = confirmed(exit(), fails, EFFORT);
        let stones = confirmed.record.turns.iter().filter(|&&turn| turn != Turn::Pass).count();
        assert_eq!((stones, confirmed.shown), (8, (3, 3)));
        // A fault that occurs on no fresh engine is reported with its whole game.
        let (confirmed, ..) = self::confirmed(exit(), |_, games| games > 40, EFFORT);
        assert_eq!((confirmed.record, confirmed.shown), (long_game(), (0, 1)));
    }

    #[test]
    fn a_random_fault_is_not_attributed_to_other_games() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let seldom = |stones: usize, games| {
            let calls = CALLS.fetch_add(1, Ordering::Relaxed);
            games > 1 && stones > 0 && (calls.wrapping_mul(2_654_435_761) >> 16).is_multiple_of(97)
        };
        let (confirmed, ..) = confirmed(exit(), seldom, EFFORT);
        assert_eq!((confirmed.session.len(), confirmed.shown), (0, (0, 1)));
    }

    #[test]
    fn a_fault_after_other_games_is_reported_with_the_fewest_of_them() {
        let (confirmed, ..) = confirmed(exit(), |_, games| games == 14, EFFORT);
        assert_eq!((confirmed.session.len(), confirmed.shown), (13, (3, 3)));
        assert_eq!(confirmed.record.turns.len(), 1, "it occurs with the first turn");
    }

    #[test]
    fn without_effort_the_game_ends_with_the_fault() {
        let none = Effort { tries: 0, turns: 0 };
        let (confirmed, ..) = confirmed(exit(), |stones, _| stones == 8, none);
        let turns = &confirmed.record.turns;
        assert!(turns.len() < 30 && turns.starts_with(&long_game().turns[..turns.len()]));
    }
}
