//! How the written cases were found, and the tests that they still hold.

use crate::engines::Reference;
use crate::findings::{Effort, measure, shrink};
use crate::game::{Player, Record, Size, Status};
use crate::referee::{Event, Events, Expected, Referee, Transcript};
use crate::rules::Rules;
use crate::suite::fixed::{cases, written};
use crate::suite::random::{Plan, Strategy};
use std::collections::BTreeMap;

/// The events that the last turn of a record reaches, or the end of the game with it.
fn reached(record: &Record) -> Vec<Event> {
    let transcript = play(record.clone());
    let Some(step) = transcript.steps.last() else { return Vec::new() };
    let end = step.end.map(|(_, events)| events).unwrap_or_default();
    step.turn.events.iter().chain(end.iter()).collect()
}

fn play(record: Record) -> Transcript {
    Transcript::new(Reference::new(record.size(), record.rules()), record, |_, _| Vec::new())
}

/// The game cut off after the first turn of which an event is the most telling one, without illegal attempts before
/// it.
fn shows(record: &Record, event: Event) -> Option<Record> {
    let mut referee = Reference::new(record.size(), record.rules());
    let mut turns = Vec::new();
    for &turn in &record.turns {
        let expected = Expected::of(&referee, turn);
        let ends = expected.is_legal() && {
            Referee::play(&mut referee, turn);
            Referee::status(&referee) == Status::Over
                && Events::of_end(Referee::position(&referee)).contains(event)
        };
        if ends || expected.events.first() == Some(event) {
            turns.push(turn);
            return Some(Record { turns, ..record.clone() });
        }
        if expected.is_legal() {
            turns.push(turn);
        }
    }
    None
}

#[test]
fn every_case_reaches_its_event() {
    let mut count = 0;
    for size in ["3x3", "5x5", "6x6", "9x9", "13x7", "13x13", "19x19"] {
        let size: Size = size.parse().unwrap();
        for case in cases(size, Rules::default()) {
            let reached = reached(&case.record);
            assert!(reached.contains(&case.event), "{} on {size}: {reached:?}", case.event);
            let transcript = play(case.record.clone());
            let before = &transcript.steps[..transcript.steps.len() - 1];
            assert!(before.iter().all(|step| step.turn.is_legal()), "{} on {size}", case.event);
            count += 1;
        }
    }
    assert_eq!(count, 220);
}

#[test]
fn on_a_board_of_its_own_every_event_has_a_case() {
    for size in [5, 9, 19] {
        let size = Size::square(size).unwrap();
        let cases = cases(size, Rules::default());
        let reached: Vec<Event> = cases.iter().flat_map(|case| reached(&case.record)).collect();
        for &event in Event::ALL {
            assert_eq!(reached.contains(&event), event.in_tromp_taylor(), "{event} on {size}");
        }
    }
}

#[test]
fn the_written_cases_are_as_they_say() {
    for case in written() {
        let case = case.unwrap();
        let shown = shows(&case.record, case.event).unwrap();
        assert_eq!(shown, case.record, "{}", case.event);
    }
}

/// Searches anew for cases and prints the shortest found, as lines of `cases.txt`.
#[test]
#[ignore = "searches for minutes: cargo test --release --lib -- --ignored --nocapture search_for_cases"]
#[expect(clippy::print_stdout, reason = "its output is what it is run for")]
fn search_for_cases() {
    let five = Size::square(5).unwrap();
    let nine = Size::square(9).unwrap();
    let corners = ["3x2", "4x2", "3x3", "4x3", "4x4", "5x4"].map(|text| text.parse().unwrap());
    let regions = [(five, five), (five, corners[3]), (five, corners[4])]
        .into_iter()
        .chain(corners.map(|region| (nine, region)));
    let mut best: BTreeMap<(Size, Event), Record> = BTreeMap::new();
    for (size, region) in regions {
        for number in 0..700 {
            let strategy = Strategy::ALL[number as usize % Strategy::ALL.len()];
            let turns = (12 + 4 * region.point_count()).min(70);
            let plan = Plan { size, region, rules: Rules::default(), strategy, turns };
            let transcript = plan.transcript(Reference::new(size, plan.rules), 7, number);
            for &event in Event::ALL {
                // A question reaches an event as well as a turn.
                let asked = transcript.steps.iter().enumerate().find_map(|(place, step)| {
                    let question =
                        step.questions.iter().find(|q| q.events.first() == Some(event))?;
                    let mut turns = transcript.record.turns[..place].to_vec();
                    turns.push(question.turn);
                    Some(Record { turns, ..transcript.record.clone() })
                });
                let found = asked.or_else(|| shows(&transcript.record, event));
                let Some(found) = found.and_then(|record| shows(&record, event)) else { continue };
                let known = best.get(&(size, event));
                if known.is_some_and(|known| found.turns.len() > known.turns.len() + 6) {
                    continue;
                }
                let effort = Effort { tries: 1_000, turns: usize::MAX };
                let found = shrink(found, effort, &mut |candidate| {
                    shows(candidate, event).filter(|shown| shown.size() == size)
                });
                let known = best.entry((size, event)).or_insert_with(|| found.clone());
                if measure(&found) < measure(known) {
                    *known = found;
                }
            }
        }
    }
    for ((_, event), record) in best {
        let players = play(record.clone()).players().map(Player::letter).collect::<Vec<_>>();
        let turns: Vec<String> = record
            .turns
            .iter()
            .zip(players)
            .map(|(turn, player)| format!("{player} {turn}"))
            .collect();
        println!("{event} @ {} {}: {}", record.size(), record.rules(), turns.join(", "));
    }
}
