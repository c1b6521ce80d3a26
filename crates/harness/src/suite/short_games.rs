//! All games of a small board up to a length, shortest first.

use std::ops::ControlFlow;
use superko_engine::referee::{Expected, Referee, Step, Transcript};
use superko_game::rules::Rules;
use superko_game::{Record, Size, Turn};

/// Passes a transcript to `visit` for every sequence of exactly `length` legal turns. It consists of the sequence, questions
/// about all turns, and every illegal attempt.
///
/// Called with growing lengths, this finds the shortest game with a disagreement first. Only the last legal turn and the last
/// attempt are observed, because the games of smaller lengths cover the turns before. `make` makes a referee at the start of a
/// game.
pub fn short_games<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    size: Size,
    rules: Rules,
    length: usize,
    visit: &mut dyn FnMut(Transcript) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let record = Record::new(size, rules, Vec::new());
    let path = Transcript::of(record, Vec::new());
    descend(&make(size, rules), path, length, visit)
}

fn descend<R: Referee + Clone>(
    referee: &R,
    path: Transcript,
    left: usize,
    visit: &mut dyn FnMut(Transcript) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let expected = Turn::all(path.record.size()).map(|turn| Expected::of(referee, turn));
    if left == 0 {
        return visit(with_attempts(referee.clone(), path, expected.collect()));
    }
    for expected in expected.filter(Expected::is_legal) {
        let mut after = referee.clone();
        let mut path = path.clone();
        path.record.turns.push(expected.turn);
        path.steps.push(Step::take(&mut after, expected.turn, &[]));
        descend(&after, path, left - 1, visit)?;
    }
    ControlFlow::Continue(())
}

/// Ends a transcript with questions about all turns, and with all illegal turns as attempts.
fn with_attempts<R: Referee>(
    mut referee: R,
    mut path: Transcript,
    expected: Vec<Expected>,
) -> Transcript {
    let illegal: Vec<Turn> =
        expected.iter().filter(|expected| !expected.is_legal()).map(|each| each.turn).collect();
    for &turn in &illegal {
        path.record.turns.push(turn);
        path.steps.push(Step::take(&mut referee, turn, &[]));
    }
    let first = path.record.turns.len() - illegal.len();
    match path.steps.get_mut(first) {
        Some(step) => step.questions = expected,
        None => {
            // No turn is illegal: a last pass carries the questions.
            let mut step = Step::take(&mut referee, Turn::Pass, &[]);
            step.questions = expected;
            path.record.turns.push(Turn::Pass);
            path.steps.push(step);
        }
    }
    let last = path.steps.len() - 1;
    path.looking_at(|place| place + 1 == first || place == last)
}
