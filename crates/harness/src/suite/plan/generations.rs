//! The games after which an engine is asked to generate a turn.

use super::Item;
use crate::suite::fixed::{self, Answer, Answers, Case};
use std::collections::{BTreeMap, VecDeque};
use superko_engine::referee::{Event, Expected, Referee};
use superko_game::rules::Rules;
use superko_game::{Record, RecordText, Size, Turn};

/// The longest game after which a turn is generated, in turns.
const LONGEST: usize = 30;

/// The shortest games after which positional superko forbids every play. The last turn of each is refused as a repeat.
const ONLY_PASS: [&str; 3] = [
    "2x1 tromp-taylor: B A1, W B1, B A1",
    "1x2 tromp-taylor: B A1, W A2, B A1",
    "2x2 tromp-taylor: B A1, W B1, B A2, W B2, B A1, W A2, B A1",
];

/// The largest board, in points, that is filled until only a pass is legal.
const FILLED: usize = 81;

/// Returns the cases in which the engine generates a turn. Those in which only a pass is legal come first. Then comes one case of
/// each event, on the smallest board that has one; then another of each, and so on. Small boards offer fewer choices.
pub(super) fn all<R: Referee>(
    make: impl Fn(Size, Rules) -> R,
    sizes: &[Size],
    rules: Rules,
    stop: &dyn Fn() -> bool,
) -> Vec<Item> {
    let mut sizes = sizes.to_vec();
    sizes.sort_by_key(|size| size.point_count());
    let mut by_event: BTreeMap<Event, VecDeque<Case>> = BTreeMap::new();
    let sizes_in_time = sizes.iter().take_while(|_| !stop());
    for case in sizes_in_time.flat_map(|&size| fixed::cases(size, rules)) {
        let tells =
            ![Event::PlayAfterEnd, Event::PassAfterEnd, Event::HashCollision].contains(&case.event);
        if tells && !case.is_packed() && case.record.turns.len() <= LONGEST {
            by_event.entry(case.event).or_default().push_back(case);
        }
    }
    let mut items: Vec<Item> =
        only_pass(make, &sizes, rules).into_iter().map(Item::generation).collect();
    while !by_event.is_empty() {
        items.extend(by_event.values_mut().filter_map(VecDeque::pop_front).map(Item::generation));
        by_event.retain(|_, cases| !cases.is_empty());
    }
    items
}

/// Returns games after which every play repeats a position, so that only a pass is legal: at most one on a board of two points,
/// one on 2x2, and one on the smallest board from 3x3 up.
fn only_pass<R: Referee>(
    make: impl Fn(Size, Rules) -> R,
    sizes: &[Size],
    rules: Rules,
) -> Vec<Case> {
    let tiny = ONLY_PASS.iter().filter_map(|text| {
        let RecordText { record, .. } = text.parse().ok()?;
        sizes.contains(&record.size()).then(|| (record.size(), record.turns))
    });
    let filled = sizes.iter().find_map(|&size| {
        let points = size.point_count();
        // The board is filled around a stone, and the last turn replays that stone.
        let turns = fixed::history(size, 2 * (points - 1)).filter(|_| points <= FILLED)?;
        Some((size, turns))
    });
    let mut cases: Vec<Case> = tiny
        .chain(filled)
        .filter_map(|(size, turns)| only_pass_before_last(make(size, rules), size, rules, turns))
        .collect();
    cases.dedup_by_key(|case| case.record.size().point_count());
    cases
}

/// Returns the game as a case, if all turns but the last are legal, no play is legal after them, and the last is a repeat.
fn only_pass_before_last<R: Referee>(
    mut referee: R,
    size: Size,
    rules: Rules,
    turns: Vec<Turn>,
) -> Option<Case> {
    let (&last, before) = turns.split_last()?;
    for &turn in before {
        if !Expected::of(&referee, turn).is_legal() {
            return None;
        }
        referee.play(turn);
    }
    let expected = Expected::of(&referee, last);
    let is_only_pass =
        Turn::all(size).all(|turn| turn == Turn::Pass || !Expected::of(&referee, turn).is_legal());
    let event = expected.events.iter().find(|event| event.has_forms())?;
    let answer = Answer::of(expected.judgment.refusal, expected.form.map(|form| form.cycle));
    (expected.judgment.is_repeat() && is_only_pass).then(|| Case {
        name: "only-pass".to_owned(),
        event,
        record: Record::new(size, rules, turns),
        attempts: Vec::new(),
        looks: Vec::new(),
        answers: Answers::all(answer),
    })
}
