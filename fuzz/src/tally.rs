//! What the executions of a target reached.

use crate::target::Target;
use std::time::Duration;
use superko::{Event, Events};

/// Counts of one execution, or of many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that the body was run on.
    pub executions: u64,
    /// Those of which at least one answer was compared.
    pub useful: u64,
    /// Answers that were compared: rulings, in the targets that play games.
    pub comparisons: u64,
    /// How often each event was reached, by its place in [`Event::ALL`].
    events: [u64; Event::ALL.len()],
}

impl Tally {
    /// How often an event was reached: by turns that were tried, by the ends of games, and by turns that were only asked
    /// about if they are refused repetitions of earlier positions or remove three stones and more.
    pub fn event(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// The events that were reached and how often, in the order of [`Event::ALL`].
    pub fn events(&self) -> impl Iterator<Item = (Event, u64)> {
        let reached = Event::ALL.iter().map(|&event| (event, self.event(event)));
        reached.filter(|&(_, count)| count > 0)
    }

    /// The useful share of the executions, from 0 to 1; 1 if there were none.
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

    /// Counts what a turn, or the end of a game, reached.
    pub fn reach(&mut self, events: Events) {
        for event in events.iter() {
            self.events[event as usize] += 1;
            landmark(event as usize);
        }
    }

    /// Adds the counts of one execution, which was useful if anything was compared in it.
    pub fn execute(&mut self, execution: &Tally) {
        self.executions += 1;
        self.useful += u64::from(execution.comparisons > 0);
        self.comparisons += execution.comparisons;
        for (sum, count) in self.events.iter_mut().zip(execution.events) {
            *sum += count;
        }
    }

    /// The counts in one line, after a time of fuzzing: rates a second, the useful share and, in a target that can
    /// reach all events, which of those that games can reach were not reached.
    pub fn line(&self, target: &Target, time: Duration) -> String {
        let rate = |count: u64| count as f64 / time.as_secs_f64();
        let games = || Event::ALL.iter().copied().filter(|event| event.in_games());
        let missing: Vec<&str> =
            games().filter(|&event| self.event(event) == 0).map(Event::id).collect();
        let events = match (target.reaches_all, missing.as_slice()) {
            (false, _) => String::new(),
            (true, []) => format!(", all {} events", games().count()),
            (true, missing) => {
                let reached = games().count() - missing.len();
                format!(", {reached} events, not {}", missing.join(", "))
            }
        };
        format!(
            "tally {}: {:.0} s, {} executions ({:.0}/s), {:.1} % useful, {} comparisons ({:.0}/s){events}",
            target.name,
            time.as_secs_f64(),
            self.executions,
            rate(self.executions),
            100.0 * self.useful_share(),
            self.comparisons,
            rate(self.comparisons),
        )
    }

    /// The counts as one JSON object: `target`, `executions`, `useful`, `comparisons`, `events`, by name, of which
    /// those that were never reached are left out.
    pub fn json(&self, target: &str) -> String {
        let Tally { executions, useful, comparisons, .. } = self;
        let events: Vec<String> =
            self.events().map(|(event, count)| format!("\"{event}\": {count}")).collect();
        format!(
            "{{\"target\": \"{target}\", \"executions\": {executions}, \"useful\": {useful}, \"comparisons\": \
             {comparisons}, \"events\": {{{}}}}}\n",
            events.join(", ")
        )
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { executions: 0, useful: 0, comparisons: 0, events: [0; Event::ALL.len()] }
    }
}

/// Comes by a place in the code that belongs to one event alone, so that a fuzzer that is led by coverage keeps the
/// inputs that reach an event, or reach it more often than others.
fn landmark(event: usize) {
    macro_rules! places {
        ($($place:literal)+) => {{
            const COUNT: usize = [$($place),+].len();
            const { assert!(COUNT == Event::ALL.len()) };
            match event {
                $($place => place::<$place>(),)+
                _ => {}
            }
        }};
    }
    places!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34);
}

#[inline(never)]
fn place<const EVENT: usize>() {
    std::hint::black_box(EVENT);
}
