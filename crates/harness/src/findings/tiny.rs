//! The games of tiny boards that reach an event; the shortest game that shows a finding may be one of them.

use std::collections::BTreeMap;
use superko_engine::Reference;
use superko_engine::check::FindingId;
use superko_engine::referee::{Event, Expected, Form, Step};
use superko_game::rules::Rules;
use superko_game::{Record, Size, Turn};

/// The boards whose games are searched.
const BOARDS: [&str; 8] = ["1x1", "2x1", "3x1", "4x1", "2x2", "5x1", "3x2", "3x3"];

/// The number of positions that are searched on each board.
const POSITIONS: usize = 12_000;

/// The most games of one board whose last turn reaches the same events in the same form.
const ALIKE: usize = 12;

/// Returns the boards whose games are searched.
pub(super) fn boards() -> impl Iterator<Item = Size> {
    BOARDS.iter().map(|board| board.parse().expect("the boards are sizes"))
}

/// Returns games whose last turn reaches the event of a finding, with fewer turns than given, shortest first, on these boards.
/// Only the reference is asked, so engines have no work. One game stands for all its mirror images.
pub(super) fn games(
    id: FindingId,
    rules: Rules,
    fewer_than: usize,
    boards: &[Size],
) -> Vec<Record> {
    let mut found = Vec::new();
    let mut boards: Vec<Board> = boards.iter().map(|&size| Board::new(size, rules)).collect();
    // Each round adds one turn on every board, if all games of the last length were searched there.
    for _ in 1..fewer_than {
        for board in &mut boards {
            board.lengthen(id, &mut found);
        }
    }
    found
}

/// The games of a board up to some length.
struct Board {
    size: Size,
    rules: Rules,
    /// All legal games of this length, with the referee after them.
    games: Vec<(Reference, Vec<Turn>)>,
    /// The number of positions that may still be searched.
    left: usize,
    /// The number of games by what their last turn reaches.
    alike: BTreeMap<(Vec<Event>, Option<Form>), usize>,
}

impl Board {
    fn new(size: Size, rules: Rules) -> Board {
        let games = vec![(Reference::new(size, rules), Vec::new())];
        Board { size, rules, games, left: POSITIONS, alike: BTreeMap::new() }
    }

    /// Extends every game by every turn, and adds the games that reach the event.
    fn lengthen(&mut self, id: FindingId, found: &mut Vec<Record>) {
        let mut longer = Vec::new();
        for (referee, turns) in std::mem::take(&mut self.games) {
            for turn in Turn::all(self.size) {
                let mut turns = turns.clone();
                turns.push(turn);
                if !is_first_of_images(self.size, &turns) {
                    continue;
                }
                let Some(left) = self.left.checked_sub(1) else { return };
                self.left = left;
                let expected = Expected::of(&referee, turn);
                let mut after = referee.clone();
                let mut events: Vec<Event> = expected.events.iter().collect();
                if expected.is_legal() {
                    let step = Step::take(&mut after, turn, &[]);
                    events.extend(step.end.iter().flat_map(|(_, events)| events.iter()));
                }
                if events.contains(&id.event) {
                    let alike = self.alike.entry((events, expected.form)).or_default();
                    *alike += 1;
                    if *alike <= ALIKE {
                        found.push(Record::new(self.size, self.rules, turns.clone()));
                    }
                }
                if expected.is_legal() {
                    longer.push((after, turns));
                }
            }
        }
        self.games = longer;
    }
}

/// Returns whether a game is the first among its mirror images and rotations, in the order of its points.
fn is_first_of_images(size: Size, turns: &[Turn]) -> bool {
    size.images().all(|image| {
        let of = |turn: &Turn| turn.point().map(|point| size.image(point, image));
        turns.iter().map(|turn| turn.point()).le(turns.iter().map(of))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::check::Check;
    use superko_engine::referee::Transcript;
    use superko_game::rules::Rule;

    #[test]
    fn the_shortest_games_of_an_event_come_first() {
        for (event, turns, size) in [
            (Event::LoneSuicideRefused, 1, "1x1"),
            (Event::RepeatInitial, 1, "1x1"),
            (Event::SuicidePermitted, 3, "4x1"),
            (Event::TwoPassEnd, 2, "1x1"),
            (Event::NeutralNeither, 2, "1x1"),
            (Event::RepeatCycle2, 3, "2x1"),
        ] {
            let id = FindingId { rule: Rule::TT6, check: Check::Play, event };
            let boards: Vec<Size> = boards().collect();
            let games = games(id, Rules::default(), 6, &boards);
            assert_eq!((games[0].turns.len(), games[0].size().to_string().as_str()), (turns, size));
            assert!(games.iter().map(|game| game.turns.len()).is_sorted(), "{event}");
            for game in games {
                let transcript = Transcript::replay(Reference::set_up(&game.setup), game);
                let last = transcript.steps.last().unwrap();
                let end = last.end.map(|(_, events)| events).unwrap_or_default();
                assert!(last.turn.events.contains(event) || end.contains(event));
            }
        }
    }

    #[test]
    fn the_empty_board_of_two_by_two_comes_back_after_seven_turns() {
        let id = FindingId { rule: Rule::TT6, check: Check::Play, event: Event::RepeatInitial };
        let games = games(id, Rules::default(), 17, &["2x2".parse().unwrap()]);
        assert_eq!(games[0].turns.len(), 7);
    }

    #[test]
    fn of_eight_images_one_is_the_first() {
        for (size, first) in [("3x3", 15), ("3x2", 10), ("1x1", 1)] {
            let size: Size = size.parse().unwrap();
            let pairs = size.points().flat_map(|a| size.points().map(move |b| [a, b]));
            let count =
                pairs.filter(|pair| is_first_of_images(size, &pair.map(Turn::Play))).count();
            assert_eq!(count, first, "{size}");
        }
    }
}
