//! Cases that have a recipe for every board.

use super::Case;
use crate::event::Event;
use crate::record::Record;
use crate::vocabulary::{Point, Rules, Size, Turn};

/// Engines are known to end their histories after 30 and after 500 positions.
const HISTORIES: [usize; 2] = [30, 500];

/// The constructed cases for a board of at least 3x3 points.
pub(super) fn all(size: Size, rules: Rules) -> Vec<Case> {
    let case = |event, turns| Case { event, record: Record { size, rules, turns } };
    let mut cases = vec![
        case(Event::NeutralNeither, vec![Turn::Pass, Turn::Pass]),
        case(Event::CaptureWholeBoard, whole_board_capture(size)),
        case(Event::RepeatInitial, whole_board_suicide(size)),
    ];
    for history in HISTORIES {
        cases.extend(laps(size, history).map(|turns| case(Event::RepeatCycleLonger, turns)));
        cases.extend(late_ko(size, history).map(|turns| case(Event::RepeatCycle2, turns)));
    }
    cases
}

/// The points, so that those of every beginning of the list hang together and the first is the corner A1.
fn snake(size: Size) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::with_capacity(size.area());
    for row in 0..size.rows() {
        let columns = (0..size.columns()).filter_map(|column| size.point(column, row));
        if row % 2 == 0 {
            points.extend(columns);
        } else {
            points.extend(columns.rev());
        }
    }
    points
}

/// White fills all points but A1, Black passing; then Black takes everything.
fn whole_board_capture(size: Size) -> Vec<Turn> {
    let mut turns = Vec::new();
    for &point in &snake(size)[1..] {
        turns.extend([Turn::Pass, Turn::Move(point)]);
    }
    turns.push(Turn::Move(snake(size)[0]));
    turns
}

/// Black fills all points, White passing; the last play removes everything and would empty the board.
fn whole_board_suicide(size: Size) -> Vec<Turn> {
    let mut turns = Vec::new();
    for &point in &snake(size) {
        turns.extend([Turn::Move(point), Turn::Pass]);
    }
    turns.pop();
    turns
}

/// A lone black stone at A1; then laps in which White takes the stone that is there, fills the board and is taken
/// whole from another point; when more than `history` turns have passed, from A1, which would repeat the position
/// after the first turn. None if the board has too few points to end each lap elsewhere.
fn laps(size: Size, history: usize) -> Option<Vec<Turn>> {
    laps_ending_at(size, history, snake(size)[0])
}

/// Laps as long, of which the last ends far from A1; then a ko in that corner and its illegal retake. It convicts an
/// engine that takes no more positions down when its history is full. None as for [`laps`].
fn late_ko(size: Size, history: usize) -> Option<Vec<Turn>> {
    if size.columns() < 5 || size.rows() < 5 {
        return None;
    }
    let far = size.point(size.columns() - 1, size.rows() - 1)?;
    let mut turns = laps_ending_at(size, history, far)?;
    turns.push(Turn::Pass);
    for (column, row) in [(2, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0)] {
        turns.push(Turn::Move(size.point(column, row)?));
    }
    Some(turns)
}

/// Laps, of which the last ends at a point and the first begins at A1.
fn laps_ending_at(size: Size, history: usize, goal: Point) -> Option<Vec<Turn>> {
    let points = snake(size);
    let home = points[0];
    let adjacent = |a: Point, b: Point| size.neighbors(a).any(|point| point == b);
    let mut ends: Vec<Point> =
        points[1..].iter().copied().filter(|&p| p != goal && !adjacent(goal, p)).collect();
    let mut turns = vec![Turn::Move(home)];
    let mut stone = home;
    for lap in 0.. {
        let last = turns.len() + 2 * size.area() > history;
        let end = match last {
            true => goal,
            false => ends.remove(ends.iter().position(|&end| !adjacent(stone, end))?),
        };
        fill(size, stone, end, lap, &mut turns);
        if last {
            break;
        }
        stone = end;
    }
    Some(turns)
}

/// White takes the lone black stone and fills every point but `end`, Black passing; then Black plays there.
fn fill(size: Size, stone: Point, end: Point, lap: usize, turns: &mut Vec<Turn>) {
    let mut order: Vec<Point> = size.neighbors(stone).chain([stone]).collect();
    // Another order in every lap, so that no position of an earlier one comes again.
    let mut rest = snake(size);
    rest.rotate_left(lap * 7 % size.area());
    rest.retain(|point| !order.contains(point));
    order.extend(rest);
    order.retain(|&point| point != end);
    for point in order {
        turns.extend([Turn::Move(point), Turn::Pass]);
    }
    turns.pop();
    turns.push(Turn::Move(end));
}
