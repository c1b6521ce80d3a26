//! Counts of what the executions of a target reached.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use superko::{Event, Events};

/// Counts of one execution, or of many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of inputs on which the body was run.
    pub executions: u64,
    /// The number of inputs for which at least one answer was compared.
    pub useful: u64,
    /// The number of answers that were compared. In targets that play games, these are rulings.
    pub comparisons: u64,
    /// The total time for which the processes with these counts have been fuzzing.
    #[serde(default)]
    pub time: Duration,
    /// How often each event was reached, by its index in [`Event::ALL`].
    #[serde(with = "by_name")]
    events: [u64; Event::ALL.len()],
}

impl Counts {
    /// Returns how often an event was reached. Turns that were tried and the ends of games count.
    /// Turns that were only asked about count if they are refused repetitions of earlier positions
    /// or remove at least three stones.
    pub fn event(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// Returns those of the given events that were never reached.
    pub fn missing(&self, events: impl IntoIterator<Item = Event>) -> Vec<Event> {
        events.into_iter().filter(|&event| self.event(event) == 0).collect()
    }

    /// Returns the useful share of the executions, from 0 to 1. Returns 1 if there were none.
    pub fn useful_share(&self) -> f64 {
        match self.executions {
            0 => 1.0,
            executions => self.useful as f64 / executions as f64,
        }
    }

    /// Counts an answer that was compared.
    pub fn compare(&mut self) {
        self.comparisons += 1;
    }

    /// Counts the events that a turn, or the end of a game, reached.
    pub fn reach(&mut self, events: Events) {
        for event in events.iter() {
            self.events[event as usize] += 1;
            landmark(event as usize);
        }
    }

    /// Adds one execution. It was useful if anything was compared in it.
    pub fn add_execution(&mut self, execution: &Counts) {
        let useful = u64::from(execution.comparisons > 0);
        self.add(&Counts { executions: 1, useful, ..execution.clone() });
    }

    /// Adds other counts to these.
    pub fn add(&mut self, other: &Counts) {
        self.executions += other.executions;
        self.useful += other.useful;
        self.comparisons += other.comparisons;
        self.time += other.time;
        for (sum, count) in self.events.iter_mut().zip(other.events) {
            *sum += count;
        }
    }

    /// Returns the counts in one line: rates per second, the useful share, and the reachable events
    /// that were not reached.
    pub fn line(&self, reachable: &[Event]) -> String {
        let seconds = self.time.as_secs_f64();
        let rate = |count: u64| count as f64 / seconds.max(1.0);
        let missing: Vec<&str> =
            self.missing(reachable.iter().copied()).into_iter().map(Event::id).collect();
        let events = match (reachable.len(), missing.len()) {
            (0, _) => String::new(),
            (all, 0) => format!(", all {all} events"),
            (all, some) => format!(", {} events, not {}", all - some, missing.join(", ")),
        };
        format!(
            "{:.0} s, {} executions ({:.0}/s), {:.1} % useful, {} comparisons ({:.0}/s){events}",
            seconds,
            self.executions,
            rate(self.executions),
            100.0 * self.useful_share(),
            self.comparisons,
            rate(self.comparisons),
        )
    }
}

impl Default for Counts {
    fn default() -> Counts {
        let events = [0; Event::ALL.len()];
        Counts { executions: 0, useful: 0, comparisons: 0, time: Duration::ZERO, events }
    }
}

/// Reads and writes the counts of events by name. Events that were never reached are left out.
mod by_name {
    use super::{BTreeMap, Event};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Events = [u64; Event::ALL.len()];

    pub(super) fn serialize<S: Serializer>(events: &Events, to: S) -> Result<S::Ok, S::Error> {
        let counts = Event::ALL.iter().zip(events).filter(|&(_, &count)| count > 0);
        let names: BTreeMap<&str, &u64> =
            counts.map(|(event, count)| (event.id(), count)).collect();
        names.serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Events, D::Error> {
        let names = BTreeMap::<String, u64>::deserialize(from)?;
        let count = |event: &Event| names.get(event.id()).copied().unwrap_or_default();
        Ok(std::array::from_fn(|place| count(&Event::ALL[place])))
    }
}

/// Runs a piece of code that belongs to this event alone. This makes a coverage-guided fuzzer keep
/// the inputs that reach an event, or that reach it more often than others.
fn landmark(event: usize) {
    macro_rules! places {
        ($($place:literal)+) => {{
            const COUNT: usize = [$($place),+].len();
            const { assert!(COUNT >= Event::ALL.len()) };
            match event {
                $($place => place::<$place>(),)+
                _ => {}
            }
        }};
    }
    // [`Events`] has one bit of 64 for each event.
    places!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    );
}

#[inline(never)]
fn place<const EVENT: usize>() {
    std::hint::black_box(EVENT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_and_written_in_a_line() {
        let mut execution = Counts::default();
        execution.compare();
        execution.reach([Event::Scored, Event::Pass].into_iter().collect());
        let mut counts = Counts::default();
        (0..3).for_each(|_| counts.add_execution(&execution));
        counts.add_execution(&Counts::default());
        counts.time = Duration::from_secs(2);
        assert_eq!(
            counts.line(&[Event::Pass, Event::RepeatInitial]),
            "2 s, 4 executions (2/s), 75.0 % useful, 3 comparisons (2/s), 1 events, not repeat-initial"
        );
        assert!(counts.line(&[Event::Pass]).ends_with(", all 1 events"));
        assert!(counts.line(&[]).ends_with(" comparisons (2/s)"));
        assert!((Counts::default().useful_share() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn counts_are_written_and_read_again() {
        let mut counts = Counts { executions: 3, useful: 2, comparisons: 9, ..Counts::default() };
        counts.reach([Event::Scored].into_iter().collect());
        let text = serde_json::to_string(&counts).unwrap();
        let time = r#""time":{"secs":0,"nanos":0}"#;
        let expected = format!(
            r#"{{"executions":3,"useful":2,"comparisons":9,{time},"events":{{"scored":1}}}}"#
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), counts);
    }
}
