//! The games of tiny boards that reach an event: among them may be the shortest that shows a finding.

use crate::check::FindingId;
use crate::engines::Reference;
use crate::game::{Record, Size, Turn};
use crate::referee::{Events, Expected, Step};
use crate::rules::Rules;

/// The boards whose games are looked through.
const BOARDS: [&str; 8] = ["1x1", "2x1", "3x1", "4x1", "2x2", "5x1", "3x2", "3x3"];

/// How many positions are looked at on the way.
const POSITIONS: usize = 20_000;

/// The most games that are handed out.
const GAMES: usize = 400;

/// Games with fewer turns than given whose last turn reaches the event of a finding, shortest first. The reference alone is
/// asked, so it costs an engine nothing.
pub(super) fn games(id: FindingId, rules: Rules, fewer_than: usize) -> Vec<Record> {
    let mut found = Vec::new();
    let mut left = POSITIONS;
    let sizes = BOARDS.iter().map(|board| board.parse::<Size>().expect("the boards are sizes"));
    let mut boards: Vec<(Size, Vec<_>)> =
        sizes.map(|size| (size, vec![(Reference::new(size, rules), Vec::new())])).collect();
    // One turn longer each time, on every board of which all games of the last length were looked at.
    for _ in 1..fewer_than {
        for (size, games) in &mut boards {
            let mut longer = Vec::new();
            for (referee, turns) in std::mem::take(games) {
                for turn in Turn::all(*size) {
                    if left == 0 || found.len() == GAMES {
                        return found;
                    }
                    left -= 1;
                    let expected = Expected::of(&referee, turn);
                    let mut turns: Vec<Turn> = turns.clone();
                    turns.push(turn);
                    let mut after = referee.clone();
                    let mut end = Events::default();
                    if expected.is_legal() {
                        let step = Step::take(&mut after, turn, &[]);
                        end = step.end.map(|(_, events)| events).unwrap_or_default();
                    }
                    if expected.events.contains(id.event) || end.contains(id.event) {
                        found.push(Record::new(*size, rules, turns.clone()));
                    }
                    if expected.is_legal() {
                        longer.push((after, turns));
                    }
                }
            }
            *games = longer;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Check;
    use crate::referee::{Event, Transcript};
    use crate::rules::Rule;

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
            let games = games(id, Rules::default(), 6);
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
}
