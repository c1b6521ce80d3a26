//! The turns after one that an engine has generated and played. They show whether that turn is on the engine's board, in its
//! history and in its check for ko.

use super::{Expected, Referee, Refusal, Step};
use superko_game::{Color, Position, Status, Turn};

/// The largest board, in points, on which every turn is asked about.
const ASKED_WHOLLY: usize = 25;

/// The largest board, in points, on which the search for repeats tries every turn.
const SEARCHED_WHOLLY: usize = 6;

/// The largest board, in points, on which the game goes on to a position that another turn would have made in place of the
/// generated one. The turns to such a position are a tour.
pub const TOURED: usize = 4;

/// The largest number of turns of a tour.
const LONGEST_TOUR: usize = 9;

/// The largest number of games of one length among which a tour is searched.
const MOST_TOURS: usize = 300;

/// The largest board, in points, on which a turn is taken back after a generated one. On larger boards, engines take long to
/// generate.
pub const UNDONE_WHEN_GENERATED: usize = 9;

/// The largest number of turns that a search judges.
const JUDGED: usize = 1500;

/// The lengths of the repeats to search for, in turns. The shortest comes last, because any check for ko forbids it.
const CYCLES: [usize; 5] = [3, 4, 5, 6, 2];

/// The largest number of repeats to try at once.
const REPEATS: usize = 2;

/// Returns the turns that follow the last one of a referee's game, with the expected answers. With `attempts`, refused turns are
/// tried; without, they are only asked about.
pub(super) fn follow_up<R: Referee + Clone>(mut referee: R, attempts: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    if referee.status() == Status::Over {
        return steps;
    }
    let alternatives = alternatives(&referee);
    let last = referee.history().last().and_then(|entry| entry.by).map(|(_, turn)| turn);
    let mut asked = questions(&referee, true);
    for turn in attempts.then(|| refused(&referee, last)).into_iter().flatten() {
        steps.push(Step::take(&mut referee, turn, &std::mem::take(&mut asked)));
    }
    let mut turns = turns_to_repeat(&referee).unwrap_or_default();
    let repeat = turns.pop();
    for turn in turns {
        steps.push(Step::take(&mut referee, turn, &std::mem::take(&mut asked)));
    }
    if let Some(repeat) = repeat {
        asked = questions(&referee, false);
        if attempts {
            steps.push(Step::take(&mut referee, repeat, &std::mem::take(&mut asked)));
        }
    }
    if let Some(turn) = legal_turn(&referee) {
        steps.push(Step::take(&mut referee, turn, &asked));
    }
    for turn in tour(&referee, &alternatives) {
        steps.push(Step::take(&mut referee, turn, &[]));
    }
    steps
}

/// Returns the positions that the player's stone at another point would have made in place of the generated turn. An engine may
/// have tried these plays to choose its turn, and wrongly kept the positions in its history.
fn alternatives(referee: &impl Referee) -> Vec<Position> {
    let mut history = referee.history().iter().rev();
    let (Some(entry), Some(earlier)) = (history.next(), history.next()) else { return Vec::new() };
    let (before, Some((player, _))) = (&earlier.position, entry.by) else { return Vec::new() };
    let empty = before.size().points().filter(|&point| before[point] == Color::Empty);
    let alternatives = empty.map(|point| {
        let mut position = before.clone();
        position[point] = player.color();
        position
    });
    alternatives.filter(|position| *position != entry.position).collect()
}

/// Returns legal turns whose last one makes one of these positions, if the board is very small.
fn tour<R: Referee + Clone>(referee: &R, alternatives: &[Position]) -> Vec<Turn> {
    let size = referee.position().size();
    if size.point_count() > TOURED || referee.status() == Status::Over {
        return Vec::new();
    }
    // All games of one length, the shortest length first.
    let mut games = vec![(referee.clone(), Vec::new())];
    for _ in 0..LONGEST_TOUR {
        let mut longer = Vec::new();
        for (referee, turns) in games {
            for turn in Turn::all(size) {
                let judgment = referee.judge(turn);
                if judgment.refusal.is_some() || judgment.ends || longer.len() == MOST_TOURS {
                    continue;
                }
                let (mut referee, mut turns): (R, Vec<Turn>) = (referee.clone(), turns.clone());
                referee.play(turn);
                turns.push(turn);
                if turn != Turn::Pass && alternatives.contains(referee.position()) {
                    return turns;
                }
                longer.push((referee, turns));
            }
        }
        games = longer;
    }
    Vec::new()
}

/// Returns the turns to ask about: all turns if `wholly` and the board is small, otherwise those that are refused on an empty
/// point.
fn questions(referee: &impl Referee, wholly: bool) -> Vec<Turn> {
    let size = referee.position().size();
    let asks = |turn: &Turn| match referee.judge(*turn).refusal {
        _ if wholly && size.point_count() <= ASKED_WHOLLY => true,
        Some(refusal) => !matches!(refusal, Refusal::Occupied { .. }),
        None => false,
    };
    Turn::all(size).filter(asks).collect()
}

/// Returns refused turns to try after the last one: the same turn again, and repeats.
fn refused(referee: &impl Referee, last: Option<Turn>) -> Vec<Turn> {
    let size = referee.position().size();
    let judged = |turn: &Turn| Some(referee.judge(*turn)).filter(|judgment| !judgment.ends);
    let is_repeat = |turn: &Turn| judged(turn).is_some_and(|judgment| judgment.is_repeat());
    let is_refused = |turn: &Turn| judged(turn).is_some_and(|judgment| judgment.refusal.is_some());
    let repeats = Turn::all(size).filter(is_repeat).take(REPEATS);
    last.filter(is_refused).into_iter().chain(repeats).collect()
}

/// Returns a legal turn that does not end the game: a play where a stone was just removed, another play, or a pass.
fn legal_turn(referee: &impl Referee) -> Option<Turn> {
    let position = referee.position();
    let before = referee.history().iter().rev().nth(1).map(|entry| &entry.position);
    let is_emptied = |turn: &Turn| {
        let point = turn.point();
        point.is_some_and(|point| before.is_some_and(|before| before[point] != Color::Empty))
    };
    let is_free = |turn: &Turn| turn.point().is_some_and(|point| position[point] == Color::Empty);
    let is_legal = |turn: &Turn| {
        let judgment = referee.judge(*turn);
        judgment.refusal.is_none() && !judgment.ends
    };
    let all = || Turn::all(position.size());
    let plays = all().filter(is_free);
    let turns = all().filter(|turn| is_free(turn) && is_emptied(turn)).chain(plays);
    turns.chain([Turn::Pass]).find(is_legal)
}

/// Returns legal turns, and then one that is refused because it would repeat the present position.
fn turns_to_repeat<R: Referee + Clone>(referee: &R) -> Option<Vec<Turn>> {
    let target = referee.position().clone();
    let mut search = Search { target, left: JUDGED };
    CYCLES.into_iter().find_map(|length| {
        let mut turns = Vec::new();
        search.finds(referee, length, &mut turns).then_some(turns)
    })
}

/// A search for a game that repeats a position.
struct Search {
    target: Position,
    /// The number of turns that may still be judged.
    left: usize,
}

impl Search {
    /// Whether the last of `length` further turns would repeat the position. If so, `turns` ends with these turns.
    fn finds<R: Referee + Clone>(
        &mut self,
        referee: &R,
        length: usize,
        turns: &mut Vec<Turn>,
    ) -> bool {
        for turn in self.candidates(referee.position()) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let expected = Expected::of(referee, turn);
            turns.push(turn);
            if length == 1 {
                let judgment = &expected.judgment;
                let makes_it = judgment.removing.as_ref() == Some(&self.target);
                if judgment.is_repeat() && !judgment.ends && makes_it {
                    return true;
                }
            } else if expected.is_legal() && !expected.judgment.ends {
                let mut next = referee.clone();
                next.play(turn);
                if next.status() != Status::Over && self.finds(&next, length - 1, turns) {
                    return true;
                }
            }
            turns.pop();
        }
        false
    }

    /// Returns the turns that may belong to such a game: passes and plays at empty points. On larger boards, the points are only
    /// those with a stone in the position to repeat, and those without an empty neighbor.
    fn candidates(&self, position: &Position) -> Vec<Turn> {
        let size = position.size();
        let is_candidate = |turn: &Turn| {
            let Some(point) = turn.point() else { return true };
            let has_liberty = || size.neighbors(point).any(|next| position[next] == Color::Empty);
            let is_small = size.point_count() <= SEARCHED_WHOLLY;
            let is_empty = position[point] == Color::Empty;
            is_empty && (is_small || self.target[point] != Color::Empty || !has_liberty())
        };
        Turn::all(size).filter(is_candidate).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::Reference;
    use crate::referee::Transcript;
    use superko_game::{Color, RecordText, Turn};

    #[test]
    fn a_position_beside_a_generated_turn_is_reached_on_a_tiny_board() {
        for game in ["3x1 tromp-taylor: B1", "1x3 aga: A2", "4x1 tromp-taylor: B1"] {
            let record = game.parse::<RecordText>().unwrap().record;
            let turn = record.turns[0];
            let referee = Reference::set_up(&record.setup);
            let generating = Transcript::generating(referee, record);
            let followed = generating.after_generated.unwrap().transcript(turn, false);
            let [first, .., last] = &followed.steps[..] else { panic!("{game}") };
            let stones = [Color::Black, Color::White].map(|color| last.position.count(color));
            assert!(last.turn.is_legal() && last.turn.turn != Turn::Pass, "{game}");
            assert_eq!(stones, [1, 0], "{game}: {}", last.position);
            assert_ne!(last.position, first.position, "{game}");
        }
    }
}
