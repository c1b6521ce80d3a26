//! Makes positions whose scores show what `final_score` means.

use super::settled::{drawn, moved};
use std::collections::BTreeSet;
use superko_game::{Color, Player, Point, Position, Size, alive};

/// Returns the positions that distinguish a score from an estimate. All stones have liberties, whatever the order of
/// the plays.
pub(super) fn trials(size: Size) -> Vec<Position> {
    let (black, white) = (Color::Black, Color::White);
    // Two columns full of stones, and perhaps one more stone.
    let walls = |walls: [(u8, Color); 2], stone: Option<(u8, u8, Color)>| {
        drawn(size, |column, row| match stone {
            Some((at, on, color)) if (at, on) == (column, row) => color,
            _ => walls.iter().find(|wall| wall.0 == column).map_or(Color::Empty, |wall| wall.1),
        })
    };
    let settled = walls([(1, black), (2, white)], None);
    let dead_black = walls([(1, black), (2, white)], Some((4, 2, black)));
    let dead_white = walls([(1, white), (2, black)], Some((4, 2, white)));
    let neutral = walls([(0, black), (4, white)], Some((2, 2, black)));
    let side = 7.max(size.columns());
    let seki = drawn(Size::square(side).unwrap_or(size), |column, row| match column {
        // The two liberties that the chains in the middle share.
        3 if row == 0 || row == side - 1 => Color::Empty,
        2 | 3 | 5 => black,
        1 | 4 => white,
        _ => Color::Empty,
    });
    let mut trials = vec![settled, dead_black, dead_white, begun(size), neutral, seki];
    trials.extend([crowded(size, black, white), crowded(size, white, black)]);
    // Each position has more stones than the one before.
    trials.extend((0..SCATTERED).map(|number| strewn(size, number, 30 + 12 * number)));
    trials
}

/// The number of trials with random stones, many of which an estimate considers dead.
const SCATTERED: u32 = 4;

/// Makes the position after the first moves of a game.
fn begun(size: Size) -> Position {
    drawn(size, |column, row| match (column, row) {
        (2, 2) | (2, 1) => Color::Black,
        (3, 2) => Color::White,
        _ => Color::Empty,
    })
}

/// Makes a board full of stones of one color with many eyes, one of which contains a stone of the other color that
/// cannot be saved.
fn crowded(size: Size, color: Color, other: Color) -> Position {
    drawn(size, |column, row| match (column, row) {
        (1, 1) => other,
        (1, 2) => Color::Empty,
        _ if column % 2 == 1 && row % 2 == 1 => Color::Empty,
        _ => color,
    })
}

/// Puts random stones on about this percentage of the board, and removes those without a liberty. The same number gives
/// the same stones.
fn strewn(size: Size, number: u32, percent: u32) -> Position {
    let mut position = Position::empty(size);
    let mut state = 0x9e37_79b9_u32.wrapping_mul(number + 1);
    for point in size.points() {
        // Marsaglia's xorshift.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let color = if state & 0x100 == 0 { Color::Black } else { Color::White };
        if (state >> 16) % 100 < percent {
            position[point] = color;
        }
    }
    while let Some(point) = position.without_liberty() {
        position[point] = Color::Empty;
    }
    position
}

/// Returns positions that no estimate scores by area: those with one stone inside the opponent's land, of either color
/// and in several orientations, and the first moves of a game. Each comes with the owner of that stone. Boards with
/// fewer than five columns or rows have none.
pub(super) fn guessed_at(size: Size) -> Vec<(Option<Color>, Position)> {
    let [columns, rows] = [size.columns(), size.rows()];
    if columns < 5 || rows < 5 {
        return Vec::new();
    }
    let (black, white) = (Color::Black, Color::White);
    let behind_a_wall = drawn(size, |column, row| match (column, row) {
        (1, _) => black,
        (2, _) => white,
        _ if (column, row) == (columns - 1, rows / 2) => black,
        _ => Color::Empty,
    });
    let corner = columns.min(rows) / 2 - 1;
    let around_a_corner = drawn(size, |column, row| match column.max(row) {
        line if line == corner => black,
        line if line == corner + 1 => white,
        _ if (column, row) == (columns - 2, rows - 2) => black,
        _ => Color::Empty,
    });
    let mut all = Vec::new();
    for invaded in [behind_a_wall, around_a_corner] {
        let turned = moved(&invaded, |column, row| (columns - 1 - column, rows - 1 - row));
        all.extend([turned, invaded.clone()].map(|position| (Some(black), position)));
        for swapped in [
            moved(&invaded, |column, row| (column, rows - 1 - row)),
            moved(&invaded, |column, row| (columns - 1 - column, row)),
        ] {
            all.push((Some(white), with_colors_swapped(&swapped)));
        }
    }
    all.push((None, begun(size)));
    all
}

fn with_colors_swapped(position: &Position) -> Position {
    drawn(position.size(), |column, row| {
        match position.size().point(column, row).map(|point| position[point]) {
            Some(Color::Black) => Color::White,
            Some(Color::White) => Color::Black,
            _ => Color::Empty,
        }
    })
}

/// Returns positions in which no chain is in atari, and none is unconditionally alive: a player who counts area has no
/// reason to take a stone off while play may go on.
pub(super) fn undecided(size: Size) -> Vec<Position> {
    let strewn = (1..=UNDECIDED).map(|number| {
        let mut position = strewn(size, number, 8 + 8 * number);
        while let Some(point) = in_atari(&position) {
            position[point] = Color::Empty;
        }
        position
    });
    let is_undecided = |position: &Position| {
        [Player::Black, Player::White].iter().all(|player| alive(position, *player).is_empty())
    };
    let alone = [Color::Black, Color::White].map(|color| {
        drawn(size, |column, row| match (column, row) {
            (1, 1) | (2, 3) | (3, 1) => color,
            _ => Color::Empty,
        })
    });
    strewn.chain(alone).filter(is_undecided).collect()
}

/// The largest number of undecided positions of both colors for a board.
const UNDECIDED: u32 = 6;

/// Finds a stone whose chain has one liberty or none.
fn in_atari(position: &Position) -> Option<Point> {
    let size = position.size();
    size.points().filter(|&point| position[point] != Color::Empty).find(|&point| {
        let chain = position.chain(point);
        let beside = chain.iter().flat_map(|&stone| size.neighbors(stone));
        let liberties: BTreeSet<Point> =
            beside.filter(|&point| position[point] == Color::Empty).collect();
        liberties.len() < 2
    })
}

#[cfg(test)]
mod tests {
    use super::super::counts::{COUNTS, Count, PASSES, PassWorth, passes_to, plays_to};
    use super::*;
    use superko_engine::{Engine, Reference, Ruling};
    use superko_game::rules::Rules;
    use superko_game::{Setup, Turn};

    #[test]
    fn the_trials_are_counted_as_the_reference_does() {
        let mut seen = 0;
        for side in [5, 6, 7, 8, 9, 13, 19] {
            let size = Size::square(side).unwrap();
            let guessed_at = guessed_at(size).into_iter().map(|(_, position)| position);
            for trial in trials(size).into_iter().chain(guessed_at).chain(undecided(size)) {
                let mut reference = Reference::new(trial.size(), Rules::default());
                reference.start(&Setup::new(trial.size(), Rules::default())).unwrap();
                for command in plays_to(&trial) {
                    let name = command.rsplit(' ').next().unwrap();
                    let turn = Turn::parse(name, trial.size()).unwrap();
                    assert_eq!(reference.play(turn), Ok(Ruling::Allowed), "{command}");
                }
                assert_eq!(reference.board().unwrap().as_ref(), Some(&trial));
                let score = reference.score().unwrap().unwrap();
                let margin = COUNTS[0].1(&trial);
                let komi = superko_game::Komi::default();
                let superko_engine::ReportedScore::Areas(areas) = score else { panic!("{score}") };
                assert!(score.is_of(areas, komi) && areas.margin() == margin, "{trial}{margin}");
                seen += 1;
            }
        }
        assert_eq!(seen, 7 * (6 + 2 + 4 + 9 + 8));
    }

    #[test]
    fn every_way_to_count_is_told_from_the_others() {
        let trials = trials(Size::square(5).unwrap());
        let margins = |((_, count), (_, worth)): (Count, PassWorth)| {
            let of_passes = |trial| {
                let [black, white] = passes_to(trial);
                worth[0] * black + worth[1] * white
            };
            trials.iter().map(|trial| count(trial) + of_passes(trial)).collect()
        };
        let ways = COUNTS.iter().flat_map(|&count| PASSES.map(|passes| (count, passes)));
        let all: Vec<Vec<i32>> = ways.map(margins).collect();
        for (place, one) in all.iter().enumerate() {
            for other in &all[..place] {
                let off: Vec<i32> = one.iter().zip(other).map(|(a, b)| a - b).collect();
                assert!(off.iter().any(|&difference| difference != off[0]), "{off:?}");
            }
        }
    }

    #[test]
    fn what_is_guessed_at_is_worth_another_area_without_the_lone_stone() {
        for side in [5, 6, 7, 9, 19] {
            let mut all = guessed_at(Size::square(side).unwrap());
            all.pop().expect("the first moves of a game");
            assert_eq!(all.len(), 8);
            for (lone, position) in all {
                let own = |point: &Point| Some(position[*point]) == lone;
                let off: BTreeSet<i32> = position
                    .size()
                    .points()
                    .filter(|point| own(point) && position.chain(*point).len() == 1)
                    .filter(|&point| {
                        let mut beside = position.size().neighbors(point);
                        beside.all(|next| position[next] == Color::Empty)
                    })
                    .map(|point| {
                        let mut rest = position.clone();
                        rest[point] = Color::Empty;
                        (COUNTS[0].1(&position) - COUNTS[0].1(&rest)).abs()
                    })
                    .collect();
                assert!(off.iter().any(|points| *points > 5), "{position}{off:?}");
            }
        }
        assert_eq!(guessed_at(Size::square(4).unwrap()), []);
    }

    #[test]
    fn in_undecided_positions_no_chain_has_less_than_two_liberties() {
        for position in [5, 7, 9].map(|side| undecided(Size::square(side).unwrap())).concat() {
            for point in position.size().points().filter(|&point| position[point] != Color::Empty) {
                let mut filled = position.clone();
                let chain = position.chain(point);
                let mut beside = chain.iter().flat_map(|&stone| position.size().neighbors(stone));
                let liberty = beside.find(|&next| position[next] == Color::Empty);
                let other =
                    if position[point] == Color::Black { Color::White } else { Color::Black };
                filled[liberty.unwrap_or_else(|| panic!("{position}"))] = other;
                let is_left = |stone: &Point| {
                    position.size().neighbors(*stone).any(|next| filled[next] == Color::Empty)
                };
                assert!(chain.iter().any(is_left), "{position}");
            }
        }
    }
}
