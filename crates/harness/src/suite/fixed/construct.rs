//! Cases that are constructed for every board.

use super::crowd::Crowd;
use super::layout::{Game, side_by_side, snake};
use super::links::{self, Direction};
use super::spiral::Spiral;
use super::{Answer, Answers, Case, strides};
use std::collections::HashSet;
use superko_engine::mixed;
use superko_engine::referee::{Cycle, Event};
use superko_game::rules::{Repetition, Rules, Suicide};
use superko_game::{Point, Record, Size, Turn};

/// The lengths of the histories, in turns. Engines are known to forget after 30 positions and after 500. The other lengths detect
/// limits at the round numbers 100, 1,024 and 2,048.
const HISTORIES: [usize; 5] = [30, 100, 500, 1_200, 2_100];

/// Cycles whose first position comes late: the name, the numbers of turns before the cycle, where the passes are, and the turns
/// of the cycle, Black first. They detect an engine that stops recording positions when its history is full, but still
/// detects short cycles in another way.
const LATE_CYCLES: [(&str, &[usize], Cycle, &str); 3] = [
    ("repeat-cycle-3.quiet.pass", &[600], Cycle::Pass, "A2 A1 B2 C2 C1 D1 pass B1 C1 A1"),
    ("repeat-across-pass.capture.pass", &[800], Cycle::Pass, "B2 C2 C1 D1 A2 B1 pass A1 C1"),
    (
        "repeat-cycle-longer.capture.pass-before",
        &[100, 500, 1_200],
        Cycle::PassBefore,
        "C2 A2 B3 C1 A3 B2 B1 A1 B1 A2 A1 B2",
    ),
];

/// The numbers of turns before a cycle that is a whole lap (see [`laps`]).
const LATE_LAPS: [usize; 2] = [700, 2_100];

/// Returns the constructed cases for a board of at least 3x3 points.
pub(super) fn all(size: Size, rules: Rules) -> Vec<Case> {
    if size.columns() < 3 || size.rows() < 3 {
        return Vec::new();
    }
    let mut cases: Vec<Case> = Vec::new();
    let mut add = |name: &str, answers, turns| {
        let game = Game { turns, ..Game::default() };
        let case = case(name, game, answers, size, rules);
        // On a large board, laps for a short history are the same as for a longer one.
        if !cases.iter().any(|other| case.record == other.record) {
            cases.push(case);
        }
    };
    let legal = Answers::all(Answer::Legal);
    add("scored.finished", legal, finished(size));
    add("capture-whole-board.far", legal, whole_board_capture(size));
    add("repeat-initial.suicide.pass", black_empties(), whole_board_suicide(size));
    add("repeat-initial.suicide.pass.2", white_empties(), whole_board_white_suicide(size));
    add("repeat-initial.suicide-again.pass", white_empties(), white_suicide_again(size));
    if let Some(spiral) = Spiral::new(size) {
        add("quiet.far-liberty", legal, spiral.far_liberty());
        add("capture-1-chain.long", legal, spiral.long_capture());
        add("neutral-both.long", legal, spiral.long_region());
    }
    if let Some(turns) = strides::overlapping(size) {
        add("hash-collision.strides", legal, turns);
    }
    for period in strides::PERIODS {
        if let Some(turns) = strides::periodic(size, period) {
            add(&format!("hash-collision.period-{period}"), legal, turns);
        }
    }
    for (name, answers, turns) in long_histories(size) {
        add(&name, answers, turns);
    }
    cases.extend(packed(size, rules));
    cases
}

/// Returns games that repeat a position after a long history: the name, the answers and the turns of each.
fn long_histories(size: Size) -> Vec<(String, Answers, Vec<Turn>)> {
    // A refused repeat of the position that the same player's play left long ago, with passes since.
    let superko = by_superko(Cycle::Pass);
    let mut games = Vec::new();
    for history in HISTORIES {
        if let Some(turns) = laps(size, history, snake(size)[0], &mut HashSet::new()) {
            let name = format!("repeat-cycle-longer.capture.pass.after-{history}");
            games.push((name, superko, turns));
        }
        if let Some(turns) = late_ko(size, history) {
            let name = format!("repeat-cycle-2.capture.pass-before.after-{history}");
            games.push((name, ko(), turns));
        }
    }
    for (name, histories, cycle, vertices) in LATE_CYCLES {
        let game: Option<Vec<Turn>> = vertices.split(' ').map(|text| turn(size, text)).collect();
        let late = |history| Some((history, late(size, history, game.as_ref()?)?));
        for (history, turns) in histories.iter().filter_map(|&history| late(history)) {
            games.push((format!("{name}.after-{history}"), by_superko(cycle), turns));
        }
    }
    for history in LATE_LAPS {
        if let Some(turns) = late_lap(size, history) {
            let name = format!("repeat-cycle-longer.quiet.pass.after-{history}");
            games.push((name, superko, turns));
        }
    }
    games
}

/// Returns the cases that use much of a board at once.
fn packed(size: Size, rules: Rules) -> Vec<Case> {
    let legal = Answers::all(Answer::Legal);
    let mut games: Vec<(String, Answers, Option<Game>)> = Vec::new();
    for direction in Direction::ALL {
        let id = direction.id();
        let captures = |odd| links::captures(size, direction, odd);
        games.push((format!("capture-at-edge.links.{id}"), legal, captures(true)));
        games.push((format!("capture-at-edge.links-again.{id}"), legal, captures(false)));
        games.push((format!("capture-1-chain.lines.{id}"), legal, links::chains(size, direction)));
    }
    if let Some(crowd) = Crowd::new(size) {
        let suicide = whole_board(|_| false);
        games.extend([
            ("capture-1-chain.crowd".to_owned(), legal, crowd.capture()),
            (
                "several-suicide-permitted.suicide.no-repeat.crowd".to_owned(),
                suicide,
                crowd.suicide(),
            ),
            (
                "repeat-cycle-longer.capture.pass-before.crowd".to_owned(),
                three_kos(),
                crowd.three_kos(),
            ),
        ]);
    }
    let cases = games
        .into_iter()
        .filter_map(|(name, answers, game)| Some(case(&name, game?, answers, size, rules)));
    cases.collect()
}

/// Makes a case from a game. The name begins with the event.
fn case(name: &str, game: Game, answers: Answers, size: Size, rules: Rules) -> Case {
    let event = name.split('.').next().and_then(|event| event.parse().ok());
    let event: Event = event.expect("a name begins with an event");
    let Game { turns, attempts, looks } = game;
    let record = Record::new(size, rules, turns);
    let mut case = Case { name: name.to_owned(), event, record, attempts, looks, answers };
    case.play_out();
    case
}

/// Returns the answers when Black empties the board and White is to move. Only positional superko refuses this repeat.
fn black_empties() -> Answers {
    whole_board(|rules| rules.repetition == Repetition::Positional)
}

/// Returns the answers when White empties the board and Black is to move, as at the start. No turn of White's left that position.
fn white_empties() -> Answers {
    whole_board(|rules| {
        matches!(rules.repetition, Repetition::Positional | Repetition::Situational)
    })
}

/// Returns the answers to a suicide of the whole board, with passes since the start. `refused` are the rules that refuse the
/// repeat.
fn whole_board(refused: impl Fn(Rules) -> bool) -> Answers {
    Answers::from_fn(|rules| match rules.suicide {
        Suicide::Forbidden => Answer::Suicide,
        _ if refused(rules) => Answer::Repeat(Cycle::Pass),
        _ => Answer::Legal,
    })
}

/// Returns the answers to a repeat of more than two turns after which the same player is to move.
fn by_superko(cycle: Cycle) -> Answers {
    Answers::from_fn(|rules| match rules.repetition {
        Repetition::SimpleKo | Repetition::None => Answer::Legal,
        _ => Answer::Repeat(cycle),
    })
}

/// Returns the answers to the last capture in a triple ko, after refused attempts to retake each ko.
fn three_kos() -> Answers {
    Answers::from_fn(|rules| match rules.repetition {
        Repetition::None => Answer::Unusable,
        Repetition::SimpleKo => Answer::Legal,
        _ => Answer::Repeat(Cycle::PassBefore),
    })
}

/// Returns the answers to the retake of a ko, with passes long before.
fn ko() -> Answers {
    Answers::from_fn(|rules| match rules.repetition {
        Repetition::None => Answer::Legal,
        _ => Answer::Repeat(Cycle::PassBefore),
    })
}

/// Parses a pass or a play.
fn turn(size: Size, text: &str) -> Option<Turn> {
    if text == "pass" { Some(Turn::Pass) } else { size.vertex(text).ok().map(Turn::Play) }
}

/// Returns a game in which White fills all points but A1 while Black passes, and Black then captures everything.
fn whole_board_capture(size: Size) -> Vec<Turn> {
    let points = snake(size);
    let filled = points[1..].iter().flat_map(|&point| [Turn::Pass, Turn::Play(point)]);
    filled.chain([Turn::Play(points[0])]).collect()
}

/// Returns a game in which Black fills all points while White passes. The last play would empty the board.
fn whole_board_suicide(size: Size) -> Vec<Turn> {
    let mut turns: Vec<Turn> =
        snake(size).into_iter().flat_map(|point| [Turn::Play(point), Turn::Pass]).collect();
    turns.pop();
    turns
}

/// Returns a game in which White fills all points while Black passes. The last play would empty the board.
fn whole_board_white_suicide(size: Size) -> Vec<Turn> {
    snake(size).iter().flat_map(|&point| [Turn::Pass, Turn::Play(point)]).collect()
}

/// Returns the game of [`whole_board_white_suicide`] with a black stone at A1 first, which White captures. So White's last play
/// is at a point where a stone was.
fn white_suicide_again(size: Size) -> Vec<Turn> {
    let corner = snake(size)[0];
    let mut points: Vec<Point> = size.neighbors(corner).collect();
    let rest: Vec<Point> =
        snake(size)[1..].iter().copied().filter(|p| !points.contains(p)).collect();
    points.extend(rest);
    points.push(corner);
    let mut turns: Vec<Turn> =
        points.iter().flat_map(|&point| [Turn::Pass, Turn::Play(point)]).collect();
    turns[0] = Turn::Play(corner);
    turns
}

/// Returns a game with two walls side by side across the board. Each player's points are behind the player's wall, and no point
/// is neutral.
fn finished(size: Size) -> Vec<Turn> {
    let middle = size.columns() / 2;
    let wall = |column| (0..size.rows()).filter_map(move |row| size.point(column, row));
    let mut turns = side_by_side(wall(middle - 1).collect(), wall(middle).collect());
    turns.extend([Turn::Pass, Turn::Pass]);
    turns
}

/// Returns a game whose last turn repeats the position after the first turn, exactly this many turns later, or one more if the
/// number is odd. `None` if the board has fewer than three columns or rows, or no room for the turns beyond whole laps.
pub fn history(size: Size, turns: usize) -> Option<Vec<Turn>> {
    if size.columns() < 3 || size.rows() < 3 {
        return None;
    }
    let lap = 2 * (size.point_count() - 1);
    let laps = turns / lap;
    let mut pairs = (turns - laps * lap).div_ceil(2);
    let goal = snake(size)[0];
    let (mut turns, mut stone, mut seen) = (vec![Turn::Play(goal)], goal, HashSet::new());
    let mut ends = other_ends(size, goal);
    for number in (0..laps).rev() {
        let end = if number == 0 { goal } else { next_end(size, stone, &mut ends)? };
        let mut apart = scattered(size, stone, end, pairs + 1);
        if apart.len() < 2 {
            apart.clear();
        }
        pairs -= apart.len().saturating_sub(1);
        fill(size, stone, end, number, &apart, &mut seen, &mut turns)?;
        stone = end;
    }
    (laps > 0 && pairs == 0).then_some(turns)
}

/// Returns a game that repeats a position of its first lap, `laps` laps later. At the end, White plays the first `stones` white
/// stones of the first lap again, in another order. `None` if the board has no room for this.
pub fn history_from_midway(size: Size, laps: usize, stones: usize) -> Option<Vec<Turn>> {
    if size.columns() < 3 || size.rows() < 3 {
        return None;
    }
    let home = snake(size)[0];
    let (mut stone, mut ends) = (home, other_ends(size, home));
    let (mut turns, mut seen) = (vec![Turn::Play(home)], HashSet::new());
    let mut goal: Vec<Point> = Vec::new();
    for lap in 0..laps {
        if lap + 1 == laps && lap > 0 {
            // White's stones have to capture Black's last one.
            ends.retain(|&end| size.neighbors(end).all(|next| goal.contains(&next)));
        }
        let end = next_end(size, stone, &mut ends)?;
        fill(size, stone, end, lap, &[], &mut seen, &mut turns)?;
        if lap == 0 {
            let white = turns.iter().skip(1).step_by(2).take(stones);
            goal = white.filter_map(|turn| turn.point()).collect();
        }
        stone = end;
    }
    let taking: Vec<Point> = size.neighbors(stone).collect();
    let rest: Vec<Point> = goal.iter().copied().filter(|point| !taking.contains(point)).collect();
    let takes = laps > 1 && taking.iter().all(|point| goal.contains(point));
    let mut orders = (0..rest.len()).map(|shift| {
        let mut rest = rest.clone();
        rest.rotate_left(shift);
        [taking.clone(), rest].concat()
    });
    let is_new = |order: &Vec<Point>| {
        let sums = sums_from(size, order, taking.len());
        sums.iter().take(sums.len() - 1).all(|sum| !seen.contains(sum))
    };
    let order = orders.find(|order| takes && is_new(order))?;
    turns.extend(order.iter().flat_map(|&point| [Turn::Play(point), Turn::Pass]));
    turns.pop();
    Some(turns)
}

/// Returns a number for each position that stones make one after another, from the position with `first` stones on. The number
/// is the sum of one number for each stone's point.
fn sums_from(size: Size, order: &[Point], first: usize) -> Vec<u64> {
    let number = |point: &Point| mixed(size.index(*point) as u64 + 1);
    let sums = order.iter().scan(0_u64, |sum, point| {
        *sum = sum.wrapping_add(number(point));
        Some(*sum)
    });
    sums.skip(first - 1).collect()
}

/// Returns points for black stones that White captures on the way, far from each other and from both ends of a lap.
fn scattered(size: Size, stone: Point, end: Point, most: usize) -> Vec<Point> {
    let near =
        |a: Point, b: Point| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) <= 2;
    let mut chosen: Vec<Point> = Vec::new();
    for point in snake(size) {
        let free = ![stone, end].iter().chain(&chosen).any(|&other| near(other, point));
        if free && chosen.len() < most {
            chosen.push(point);
        }
    }
    chosen
}

/// Returns the points where the laps before the last one may end, if the last one ends at `goal`.
fn other_ends(size: Size, goal: Point) -> Vec<Point> {
    let adjacent = |point: Point| size.neighbors(goal).any(|next| next == point);
    snake(size).into_iter().filter(|&point| point != goal && !adjacent(point)).collect()
}

/// Takes the first of these points that is neither the stone's nor adjacent to it.
fn next_end(size: Size, stone: Point, ends: &mut Vec<Point>) -> Option<Point> {
    let adjacent = |point: Point| size.neighbors(stone).any(|next| next == point);
    Some(ends.remove(ends.iter().position(|&end| end != stone && !adjacent(end))?))
}

/// Returns laps whose last one ends far from A1, followed by a ko in that corner and its illegal retake. Such a game detects an
/// engine that stops recording positions when its history is full. `None` if [`late`] returns `None`.
pub fn late_ko(size: Size, history: usize) -> Option<Vec<Turn>> {
    let ko = [(2, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0)];
    let ko: Option<Vec<Turn>> =
        ko.iter().map(|&(column, row)| size.point(column, row).map(Turn::Play)).collect();
    late(size, history, &ko?)
}

/// Returns laps whose last one ends far from A1, followed by another game. `None` if `laps` returns `None`, if the board has
/// fewer than five columns or rows, or if the other game begins with a pass or touches the stone that the laps leave.
pub fn late(size: Size, history: usize, game: &[Turn]) -> Option<Vec<Turn>> {
    if size.columns() < 5 || size.rows() < 5 {
        return None;
    }
    let far = size.point(size.columns() - 1, size.rows() - 1)?;
    let near: Vec<Turn> = size.neighbors(far).chain([far]).map(Turn::Play).collect();
    if game.first() == Some(&Turn::Pass) || game.iter().any(|turn| near.contains(turn)) {
        return None;
    }
    let mut turns = laps(size, history, far, &mut HashSet::new())?;
    turns.push(Turn::Pass);
    turns.extend(game);
    Some(turns)
}

/// Returns laps whose last one ends far from A1. White then fills all other points once more in another order. The last play
/// repeats the position in which White had filled them before. `None` if `laps` returns `None`.
fn late_lap(size: Size, history: usize) -> Option<Vec<Turn>> {
    let (far, others) = snake(size).split_last().map(|(&far, others)| (far, others.to_vec()))?;
    let mut seen = HashSet::new();
    let mut turns = laps(size, history, far, &mut seen)?;
    seen.remove(sums_from(size, &others, others.len()).last()?);
    fill(size, far, far, history, &[], &mut seen, &mut turns)?;
    turns.pop();
    Some(turns)
}

/// Returns a game that begins with a lone black stone at A1. In each lap, White captures the lone stone and fills the board, and
/// Black captures all white stones by a play at another point. The last lap, at about `history` turns, ends at `goal`. If that
/// is A1, the lap repeats the position after the first turn. `seen` collects the positions that White makes. `None` if the board
/// has too few points to end each lap elsewhere.
fn laps(size: Size, history: usize, goal: Point, seen: &mut HashSet<u64>) -> Option<Vec<Turn>> {
    let home = snake(size)[0];
    let mut ends = other_ends(size, goal);
    ends.retain(|&end| end != home);
    let mut turns = vec![Turn::Play(home)];
    let mut stone = home;
    for lap in 0.. {
        let last = turns.len() + 2 * size.point_count() > history;
        let end = if last { goal } else { next_end(size, stone, &mut ends)? };
        fill(size, stone, end, lap, &[], seen, &mut turns)?;
        if last {
            break;
        }
        stone = end;
    }
    Some(turns)
}

/// Adds a lap: White captures the lone black stone and fills every point but `end` while Black passes; then Black plays at `end`.
/// On the way, Black plays at the points `apart` and White captures these stones. White passes while Black plays the second and
/// later ones, so that each makes the game two turns longer. `None` if every order repeats an earlier position.
fn fill(
    size: Size,
    stone: Point,
    end: Point,
    lap: usize,
    apart: &[Point],
    seen: &mut HashSet<u64>,
    turns: &mut Vec<Turn>,
) -> Option<()> {
    let first: Vec<Point> = size.neighbors(stone).collect();
    let order = |shift: usize| {
        let mut order = first.clone();
        order.push(stone);
        // Each lap uses another order.
        let mut rest = snake(size);
        rest.rotate_left((lap * 7 + shift) % size.point_count());
        rest.retain(|point| !order.contains(point));
        // Stones that touch no stones of their own color come first, because an engine may have room for only so many chains.
        let touching = |point: &Point| (usize::from(point.column() + point.row()) + lap) % 2;
        rest.sort_by_key(touching);
        order.extend(rest);
        order.retain(|&point| point != end && !apart.contains(&point));
        order.extend(apart);
        order
    };
    // The positions from the capture of the stone on.
    let positions = |order: &[Point]| sums_from(size, order, first.len());
    let orders = (0..size.point_count()).map(order);
    let mut new = orders.filter(|order| positions(order).iter().all(|sum| !seen.contains(sum)));
    let order = new.next()?;
    seen.extend(positions(&order));
    let (taking, filling) = order.split_at(first.len());
    turns.extend(taking.iter().flat_map(|&point| [Turn::Play(point), Turn::Pass]));
    if let Some((&one, others)) = apart.split_first() {
        turns.pop();
        turns.push(Turn::Play(one));
        turns.extend(others.iter().flat_map(|&other| [Turn::Pass, Turn::Play(other)]));
    }
    turns.extend(filling.iter().flat_map(|&point| [Turn::Play(point), Turn::Pass]));
    turns.pop();
    turns.push(Turn::Play(end));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::Reference;
    use superko_engine::referee::{Refusal, Transcript};

    #[test]
    fn histories_end_with_a_repetition_so_many_turns_back() {
        for (size, distances) in [("5x5", 288..321), ("7x7", 480..521), ("9x9", 1_100..1_110)] {
            let size: Size = size.parse().unwrap();
            for distance in distances {
                let Some(turns) = history(size, distance) else { panic!("{size} {distance}") };
                let record = Record::new(size, Rules::default(), turns);
                let transcript = Transcript::replay(Reference::new(size, Rules::default()), record);
                let (last, before) = transcript.steps.split_last().unwrap();
                assert!(before.iter().all(|step| step.turn.is_legal()), "{size} {distance}");
                let exact = distance.next_multiple_of(2);
                let repeats = Refusal::Repetition { earlier: 1, cycle: exact };
                assert_eq!(last.turn.judgment.refusal, Some(repeats), "{size} {distance}");
            }
        }
        for (size, laps, stones) in [("5x5", 10, 20), ("7x7", 5, 40), ("9x9", 3, 60)] {
            let size: Size = size.parse().unwrap();
            let turns = history_from_midway(size, laps, stones).unwrap();
            let record = Record::new(size, Rules::default(), turns);
            let transcript = Transcript::replay(Reference::new(size, Rules::default()), record);
            let (last, before) = transcript.steps.split_last().unwrap();
            assert!(before.iter().all(|step| step.turn.is_legal()), "{size}");
            // Black passes once more before the position is left.
            let cycle = 2 * laps * (size.point_count() - 1) - 1;
            let repeats = Refusal::Repetition { earlier: 2 * stones + 1, cycle };
            assert_eq!(last.turn.judgment.refusal, Some(repeats), "{size}");
        }
        assert_eq!(history_from_midway("5x5".parse().unwrap(), 10, 3), None);
        assert_eq!(history_from_midway("5x5".parse().unwrap(), 1, 20), None);
        // Six laps and 33 more turns, for which a board of 25 points has no room.
        assert_eq!(history("5x5".parse().unwrap(), 321), None);
        assert_eq!(history("3x3".parse().unwrap(), 5), None);
        assert_eq!(history("9x2".parse().unwrap(), 50), None);
    }
}
