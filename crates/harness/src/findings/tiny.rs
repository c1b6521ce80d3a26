//! The games of tiny boards that reach an event; the shortest game that shows a finding may be one of them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use superko_engine::Reference;
use superko_engine::check::FindingId;
use superko_engine::referee::{Events, Expected, Form, Step};
use superko_game::rules::Rules;
use superko_game::{Record, Size, Turn};

/// The boards whose games are searched.
const BOARDS: [&str; 8] = ["1x1", "2x1", "3x1", "4x1", "2x2", "5x1", "3x2", "3x3"];

/// The number of positions that are searched on each board.
const POSITIONS: usize = 12_000;

/// The most games of one board whose last turn reaches the same events in the same form.
const ALIKE: usize = 12;

/// The number of boards and rules whose games are remembered.
const REMEMBERED: usize = 64;

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
    for &size in boards {
        let games = remembered(size, rules);
        let reach = games.iter().filter(|game| game.events.contains(id.event));
        let short = reach.map(|game| &game.turns).filter(|turns| turns.len() < fewer_than);
        found.extend(short.map(|turns| Record::new(size, rules, turns.clone())));
    }
    found.sort_by_key(|record| record.turns.len());
    found
}

/// A game, and the events that its last turn reaches.
struct Game {
    turns: Vec<Turn>,
    events: Events,
}

/// Returns the games of a board, shortest first. They are searched once in a process, because most runs need them for several
/// findings.
fn remembered(size: Size, rules: Rules) -> Arc<[Game]> {
    type Remembered = HashMap<(Size, Rules), Arc<[Game]>>;
    static ALL: LazyLock<Mutex<Remembered>> = LazyLock::new(Mutex::default);
    let all = || ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(games) = all().get(&(size, rules)) {
        return Arc::clone(games);
    }
    let games: Arc<[Game]> = search(size, rules).into();
    let mut all = all();
    if all.len() >= REMEMBERED {
        all.clear();
    }
    all.insert((size, rules), Arc::clone(&games));
    games
}

/// Searches the games of a board by their lengths. Ends within a length if it has no positions left.
fn search(size: Size, rules: Rules) -> Vec<Game> {
    let mut found = Vec::new();
    // The number of games by what their last turn reaches.
    let mut alike: HashMap<(Events, Option<Form>), usize> = HashMap::new();
    let mut left = POSITIONS;
    let mut games = vec![(Reference::new(size, rules), Vec::new())];
    while !games.is_empty() {
        let mut longer = Vec::new();
        for (referee, turns) in games {
            for turn in Turn::all(size) {
                let mut turns = turns.clone();
                turns.push(turn);
                if !is_first_of_images(size, &turns) {
                    continue;
                }
                if left == 0 {
                    return found;
                }
                left -= 1;
                let expected = Expected::of(&referee, turn);
                let mut events = expected.events;
                let after = expected.is_legal().then(|| {
                    let mut after = referee.clone();
                    let step = Step::take(&mut after, turn, &[]);
                    let at_end = step.end.iter().flat_map(|(_, events)| events.iter());
                    events = at_end.fold(events, Events::with);
                    after
                });
                let count = alike.entry((events, expected.form)).or_default();
                *count += 1;
                if *count <= ALIKE {
                    found.push(Game { turns: turns.clone(), events });
                }
                longer.extend(after.map(|after| (after, turns)));
            }
        }
        games = longer;
    }
    found
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
    use superko_engine::referee::{Event, Transcript};
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
