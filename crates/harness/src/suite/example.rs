//! The shortest game that shows an event, as an example.

use super::{fixed, short_games};
use std::ops::ControlFlow;
use superko_engine::referee::{Event, Expected, Referee, Refusal, Step};
use superko_game::rules::Rules;
use superko_game::{Record, Size};

/// Returns a game that reaches an event with its last turn, and a description. It is the shortest of all games on the smallest
/// boards, or a directed case. `make` makes a referee at the start of a game.
pub fn example<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R + Copy,
    event: Event,
) -> Option<(&'static str, Record)> {
    let rule_sets: &[&str] = match event {
        // A turn of a game shows nothing about what an engine keeps.
        event if event.is_about_the_engine() => &[],
        Event::NoStones => &["stones=half"],
        Event::PlayEnds => &["repeat=ties"],
        Event::ButtonTaken => &["button=half-point"],
        // Only a suicide leaves the position as it is.
        Event::UnchangedInCleanup => &["katago:japanese,suicide=allowed"],
        event if event.is_of_phases() => &["katago:japanese"],
        _ => &[
            "tromp-taylor",
            "repetition=situational,suicide=allowed",
            "repetition=positional,suicide=forbidden",
        ],
    };
    // Longer games under phases would take seconds.
    let lengths = if event.is_of_phases() { 0..4 } else { 0..6 };
    for rules in rule_sets {
        let rules: Rules = rules.parse().ok()?;
        for length in lengths.clone() {
            for size in ["1x1", "2x1", "3x1", "4x1", "2x2"] {
                let size: Size = size.parse().ok()?;
                if let Some(record) = shortest(make, size, rules, length, event) {
                    return Some(("Shortest game on boards of up to four points", record));
                }
            }
        }
        let size = Size::square(5).ok()?;
        let cases = fixed::cases(size, rules);
        if let Some(case) =
            cases.into_iter().find(|case| reaches(&case.record, make(size, rules), event))
        {
            return Some(("A game", case.record));
        }
    }
    None
}

/// Returns a game that reaches an event with its last turn: `length` legal turns, alone or followed by one more turn.
fn shortest<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    size: Size,
    rules: Rules,
    length: usize,
    event: Event,
) -> Option<Record> {
    let mut found = None;
    let _ = short_games(make, size, rules, length, &mut |transcript| {
        let mut turns = transcript.record.turns[..length].to_vec();
        let ends = |step: &Step| step.end.is_some_and(|(_, events)| events.contains(event));
        let ended = transcript.steps[..length].last().is_some_and(ends);
        let mut questions = transcript.steps.iter().flat_map(|step| &step.questions);
        let reaching = questions.find(|question| shows(question, event));
        turns.extend(reaching.filter(|_| !ended).map(|question| question.turn));
        if reaching.is_some() || ended {
            found = Some(Record::new(size, rules, turns));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Whether a turn is a good example of an event. A suicide on the empty board also repeats the start, but only as the present
/// position.
fn shows(expected: &Expected, event: Event) -> bool {
    let at_once = matches!(expected.judgment.refusal, Some(Refusal::Repetition { cycle: 1, .. }));
    expected.events.contains(event) && !(event == Event::RepeatInitial && at_once)
}

/// Whether the last turn of a record reaches an event.
fn reaches(record: &Record, mut referee: impl Referee, event: Event) -> bool {
    let Some((&last, before)) = record.turns.split_last() else { return false };
    for &turn in before {
        referee.play(turn);
    }
    Step::take(&mut referee, last, &[]).reaches(event)
}
