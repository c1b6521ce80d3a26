//! Finished games with a komi, for engines that are told the komi and count it.

use super::planned_game::{PlannedGame, Source};
use std::ops::ControlFlow;
use superko_engine::Reference;
use superko_engine::referee::Transcript;
use superko_game::rules::Rules;
use superko_game::{Komi, Player, Record, Setup, Size, Turn};

/// Each komi in quarter points: with and without a half point, more than the lead and less, and one for Black.
const KOMI: [i32; 5] = [22, 30, 24, 2, -14];

/// The least number of columns with room for two walls and the area of each player.
const COLUMNS: u8 = 5;

/// Returns the smallest board that has room for the games.
pub(super) fn board(playable: &[Size]) -> Option<Size> {
    let has_room = |size: &Size| size.columns() >= COLUMNS && size.rows() > 1;
    playable.iter().copied().filter(has_room).min_by_key(|size| size.point_count())
}

/// Returns about how many round trips the games on a board take.
pub(super) fn amount(size: Size) -> u64 {
    let turns = 2 * u64::from(size.rows()) + 2;
    2 * KOMI.len() as u64 * (turns + 3)
}

/// Hands out the games: two walls divide the board, and each player once has the larger part.
pub(super) fn games(
    size: Size,
    rules: Rules,
    hand_out: &mut dyn FnMut(PlannedGame) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for leader in [Player::Black, Player::White] {
        for quarter_points in KOMI {
            let setup = Setup { komi: Komi { quarter_points }, ..Setup::new(size, rules) };
            let mut turns = walls(size, leader);
            turns.extend(vec![Turn::Pass; rules.passes_to_end()]);
            let referee = Reference::set_up(&setup);
            let mut transcript = Transcript::replay(referee, Record::from_setup(setup, turns));
            let Some(end) = transcript.steps.iter().position(|step| step.end.is_some()) else {
                continue;
            };
            transcript.steps.truncate(end + 1);
            transcript.record.turns.truncate(end + 1);
            let transcript = transcript.looking_at(|_| false);
            hand_out(PlannedGame { transcript, source: Source::Komi, undo: false })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the turns of two walls. The smaller part, of one column, belongs to the leader's opponent.
fn walls(size: Size, leader: Player) -> Vec<Turn> {
    let of_leader = size.columns() - 3;
    let (black, white) = match leader {
        Player::Black => (of_leader, of_leader + 1),
        Player::White => (of_leader + 1, of_leader),
    };
    let rows = 0..size.rows();
    let points = rows.flat_map(|row| [(black, row), (white, row)]);
    points.filter_map(|(column, row)| size.point(column, row)).map(Turn::Play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::rules::PRESETS;

    #[test]
    fn both_players_lead_by_more_and_by_less_than_the_komi_under_all_rules() {
        for preset in PRESETS {
            for board in ["5x5", "5x4", "5x2", "7x2"] {
                let mut margins = Vec::new();
                let mut take = |game: PlannedGame| {
                    let Transcript { record, steps, .. } = game.transcript;
                    assert!(steps.iter().all(|step| step.turn.is_legal()), "{record}");
                    let (score, _) = steps.last().unwrap().end.unwrap();
                    let komi = record.setup.komi.quarter_points;
                    margins.push((score.quarter_points(), score.quarter_points() - komi));
                    ControlFlow::Continue(())
                };
                let _ = games(board.parse().unwrap(), preset.rules, &mut take);
                assert_eq!(margins.len(), 2 * KOMI.len(), "{} {board}", preset.name);
                for sides in [(1, 1), (1, -1), (-1, -1)] {
                    let is_so =
                        |&(without, with): &(i32, i32)| (without.signum(), with.signum()) == sides;
                    assert!(margins.iter().any(is_so), "{} {board}: {margins:?}", preset.name);
                }
            }
        }
    }
}
