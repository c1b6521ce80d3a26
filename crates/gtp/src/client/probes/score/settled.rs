//! Makes positions in which nothing needs to be estimated, and finds out whether their scores come from a known way of
//! counting.

use super::counts::{COUNTS, PASSES, passes_to};
use superko_game::{Color, Position, Size};

/// The largest difference, in half points, between two scores that count as equal: engines round, and fill neutral
/// points.
const ROUNDED: i32 = 5;

/// The largest komi that an engine may keep, in half points.
const MOST_KOMI: i32 = 40;

/// The number of misfits that proves a count wrong. A misfit is a position whose score fits no possible reading.
const LEAST_MISFITS: usize = 2;

/// A position in which every stone is alive and every empty point has an owner. Each chain has two eyes of one point or
/// more, so that no play of the opponent can capture it. There is only one way to read the position.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    /// The position and images of it. A score that is wrong in only some of them is not a count.
    pub(super) images: Vec<Position>,
    /// Whether the position has many chains, any of which an estimate could consider dead.
    has_many_chains: bool,
}

/// Returns the settled positions of a board.
pub(super) fn settled(size: Size) -> Vec<Settled> {
    let (black, white) = (Color::Black, Color::White);
    let mut all = Vec::new();
    for color in [black, white] {
        all.push(Settled { images: vec![one_chain(size, color)], has_many_chains: false });
        let wide = with_wide_eye(size, color);
        let turned =
            moved(&wide, |column, row| (size.columns() - 1 - column, size.rows() - 1 - row));
        all.push(Settled { images: vec![wide, turned], has_many_chains: false });
        all.push(Settled { images: vec![checkered(size, color)], has_many_chains: true });
    }
    for left in [size.columns() / 2, size.columns() - 2] {
        for (one, other) in [(black, white), (white, black)] {
            let half = halves(size, left, one, other);
            let mut images = vec![half.clone()];
            if size.is_square() {
                images.push(moved(&half, |column, row| (row, column)));
            }
            all.push(Settled { images, has_many_chains: false });
        }
    }
    all
}

/// Makes a board full of stones of one color except for eyes.
fn one_chain(size: Size, color: Color) -> Position {
    drawn(size, |column, row| if column % 2 == 1 && row % 2 == 1 { Color::Empty } else { color })
}

/// Makes the board of [`one_chain`] with two eyes in the corner joined to one of three points.
fn with_wide_eye(size: Size, color: Color) -> Position {
    let mut position = one_chain(size, color);
    if let Some(between) = size.point(2, 1) {
        position[between] = Color::Empty;
    }
    position
}

/// Makes a board with a stone on every second point.
fn checkered(size: Size, color: Color) -> Position {
    drawn(size, |column, row| if (column + row) % 2 == 0 { color } else { Color::Empty })
}

/// Makes a board with one color on this many columns from the left, and the other on the rest. The eyes of both are
/// away from the border between them.
fn halves(size: Size, left: u8, one: Color, other: Color) -> Position {
    let last = size.columns() - 1;
    drawn(size, |column, row| {
        let (color, from_edge) = if column < left { (one, column) } else { (other, last - column) };
        let is_eye = row % 2 == 1 && from_edge % 2 == 0 && ![left - 1, left].contains(&column);
        if is_eye { Color::Empty } else { color }
    })
}

/// Makes a position from a color for each column and row.
pub(super) fn drawn(size: Size, color: impl Fn(u8, u8) -> Color) -> Position {
    let mut position = Position::empty(size);
    for point in size.points() {
        position[point] = color(point.column(), point.row());
    }
    position
}

/// Makes a position by taking each color from another point.
pub(super) fn moved(position: &Position, from: impl Fn(u8, u8) -> (u8, u8)) -> Position {
    drawn(position.size(), |column, row| {
        let (column, row) = from(column, row);
        position.size().point(column, row).map_or(Color::Empty, |point| position[point])
    })
}

/// The scores of the settled positions of a board: Black's margin in half points for each image.
pub(super) type Scores = Vec<(Settled, Vec<i32>)>;

/// Returns whether the scores of the settled positions of some boards are a wrong count. They then fit no known count
/// with a komi, and no estimate in which chains are dead or have no points. `obeys_komi` means that the engine was told
/// komi 0 and did not object.
pub(super) fn is_wrong_count(boards: &[Scores], obeys_komi: bool) -> bool {
    known_counts().iter().all(|count| {
        let read: Vec<Vec<Read>> = boards.iter().map(|scores| read(scores, count)).collect();
        PASSES.iter().all(|(_, worth)| {
            let misfits: Vec<Vec<usize>> =
                read.iter().map(|board| misfits_by_komi(board, *worth)).collect();
            let without_komi = MOST_KOMI as usize;
            let is_without_komi = misfits.iter().any(|board| board[without_komi] == 0);
            let least = if obeys_komi && is_without_komi {
                // An engine without a komi on one board has none on the others.
                misfits.iter().map(|board| board[without_komi]).sum()
            } else {
                misfits.iter().filter_map(|board| board.iter().min()).sum::<usize>()
            };
            least >= LEAST_MISFITS
        })
    })
}

/// A count in half points.
type HalfPoints = Box<dyn Fn(&Position) -> i32>;

/// Returns the counts of [`COUNTS`], each as it is, with a group tax, and with half of the difference, as is usual in
/// China.
fn known_counts() -> Vec<HalfPoints> {
    let mut all: Vec<HalfPoints> = Vec::new();
    for (_, count) in COUNTS {
        all.push(Box::new(move |position| 2 * count(position)));
        all.push(Box::new(move |position| 2 * count(position) - 4 * chain_difference(position)));
        all.push(Box::new(count));
    }
    all
}

/// Returns the number of Black's chains minus that of White's, for the group tax.
fn chain_difference(position: &Position) -> i32 {
    let of = |color| {
        let own = position.size().points().filter(|&point| position[point] == color);
        position.pieces(&own.collect::<Vec<_>>()) as i32
    };
    of(Color::Black) - of(Color::White)
}

/// The possible values of a settled position, and the score of the engine, in half points for Black.
struct Read {
    /// The margins as the position stands, and with chains that are dead or have no points.
    readings: Vec<i32>,
    /// The largest margin of any reading, if any smaller one is possible too.
    any_up_to: Option<i32>,
    /// The margin that the engine reports.
    margin: i32,
    /// The passes of Black and of White on the way to the position.
    passes: [i32; 2],
}

/// Reads the settled positions that have the same score in every image.
fn read(scores: &Scores, count: &HalfPoints) -> Vec<Read> {
    let alike =
        scores.iter().filter(|(_, margins)| margins.iter().all(|margin| *margin == margins[0]));
    let read = |(settled, margins): &(Settled, Vec<i32>)| {
        let position = &settled.images[0];
        let most = 2 * position.size().point_count() as i32;
        Read {
            readings: readings(position, count),
            any_up_to: settled.has_many_chains.then_some(most),
            margin: margins[0],
            passes: passes_to(position),
        }
    };
    alike.map(read).collect()
}

/// Returns the margins of a position: as it stands (the first), with a color dead, and with a color that has no points.
fn readings(position: &Position, count: &HalfPoints) -> Vec<i32> {
    let (black, white) = (Color::Black, Color::White);
    let changed = |from: Color, to: Color| {
        let mut changed = position.clone();
        for point in position.size().points().filter(|&point| position[point] == from) {
            changed[point] = to;
        }
        count(&changed)
    };
    let stands = count(position);
    let (all_black, all_white) = (changed(white, black), changed(black, white));
    let of_black = (stands - all_white) / 2;
    vec![
        stands,
        changed(white, Color::Empty),
        changed(black, Color::Empty),
        all_black,
        all_white,
        of_black,
        stands - of_black,
        0,
    ]
}

/// Returns the number of misfits for each komi, from the largest komi for Black to the largest for White.
fn misfits_by_komi(board: &[Read], worth: [i32; 2]) -> Vec<usize> {
    let is_misfit = |read: &&Read, komi: i32| {
        let of_passes = 2 * (worth[0] * read.passes[0] + worth[1] * read.passes[1]);
        let margin = read.margin - of_passes + komi;
        let fits = |reading: &i32| (reading - margin).abs() <= ROUNDED;
        match worth {
            [0, 0] => {
                let may_be_meant =
                    read.any_up_to.is_some_and(|most| margin.abs() <= most + ROUNDED);
                !may_be_meant && !read.readings.iter().any(fits)
            }
            // An engine that counts passes does not estimate.
            _ => !fits(&read.readings[0]),
        }
    };
    let misfits = |komi| board.iter().filter(|read| is_misfit(read, komi)).count();
    (-MOST_KOMI..=MOST_KOMI).map(misfits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use superko_game::Point;

    /// Scores the settled positions of two boards.
    fn scored(score: Way<'_>) -> Vec<Scores> {
        let of = |side| {
            let all = settled(Size::square(side).unwrap());
            all.into_iter()
                .map(|settled| {
                    let margins = settled.images.iter().map(score).collect();
                    (settled, margins)
                })
                .collect()
        };
        [5, 7].map(of).into()
    }

    /// A way to score.
    type Way<'a> = &'a dyn Fn(&Position) -> i32;

    fn area(position: &Position) -> i32 {
        2 * COUNTS[0].1(position)
    }

    fn stones(position: &Position, color: Color) -> i32 {
        position.count(color) as i32
    }

    #[test]
    fn every_chain_has_two_eyes() {
        for side in [5, 6, 7, 9, 13, 19] {
            for position in settled(Size::square(side).unwrap()).iter().flat_map(|one| &one.images)
            {
                let size = position.size();
                assert_eq!(position.without_liberty(), None, "{position}");
                for point in size.points() {
                    let beside: Vec<Color> =
                        size.neighbors(point).map(|beside| position[beside]).collect();
                    match position[point] {
                        Color::Empty => {
                            let mut stones = beside.iter().filter(|color| **color != Color::Empty);
                            let owner = stones.next().unwrap();
                            assert!(stones.all(|color| color == owner), "{position}");
                        }
                        _ => {
                            let chain = position.chain(point);
                            let is_beside = |free: &Point| {
                                size.neighbors(*free).any(|stone| chain.contains(&stone))
                            };
                            let empty =
                                size.points().filter(|&free| position[free] == Color::Empty);
                            let eyes: BTreeSet<Vec<Point>> =
                                empty.filter(is_beside).map(|free| position.chain(free)).collect();
                            assert!(eyes.len() >= 2, "{position}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_wrong_count_is_told_from_estimates() {
        let twice = |position: &Position| area(position) + 2 * stones(position, Color::Black);
        let by_chains = |position: &Position| area(position) + 2 * chain_difference(position);
        let white = |position: &Position| area(position) - 2 * stones(position, Color::White);
        let wide = |position: &Position| {
            area(position) - if position.size().columns() >= 7 { 14 } else { 0 }
        };
        let without_small_eyes = |position: &Position| {
            let ahead = stones(position, Color::Black) - stones(position, Color::White);
            let is_empty = |point: &Point| position[*point] == Color::Empty;
            let mut small = position.size().points().filter(|point| {
                is_empty(point)
                    && !position.size().neighbors(*point).any(|beside| is_empty(&beside))
            });
            match small.next() {
                Some(_) if ahead > 0 => area(position) - 2 * (1 + small.count() as i32),
                Some(_) if ahead < 0 => area(position) + 2 * (1 + small.count() as i32),
                _ => area(position),
            }
        };
        let all: [(&str, Way<'_>); 5] = [
            ("twice", &twice),
            ("chains", &by_chains),
            ("white", &white),
            ("wide", &wide),
            ("small eyes", &without_small_eyes),
        ];
        for (name, wrong) in all {
            assert!(is_wrong_count(&scored(wrong), true), "{name}");
            let with_komi = |position: &Position| wrong(position) - 13;
            assert!(name == "wide" || is_wrong_count(&scored(&with_komi), true), "{name}");
        }
        // The engine may have a komi that it was not told, and another one on every board.
        assert!(!is_wrong_count(&scored(&wide), false));
    }

    #[test]
    fn an_estimate_is_no_wrong_count() {
        let is_free = |scores: &[Scores], name: &str| {
            assert!(!is_wrong_count(scores, true), "{name}");
            assert!(!is_wrong_count(scores, false), "{name}");
        };
        for count in known_counts() {
            for (name, worth) in &PASSES[..2] {
                for komi in [0, 13] {
                    let score = |position: &Position| {
                        let [black, white] = passes_to(position);
                        count(position) + 2 * (worth[0] * black + worth[1] * white) - komi
                    };
                    is_free(&scored(&score), name);
                }
            }
        }
        // Rounded to half points, and never a tie.
        is_free(&scored(&|position| area(position) | 1), "rounded");
        // Every chain of a color is dead, or none has points.
        let only = |color| {
            move |position: &Position| match stones(position, color) {
                0 => area(position),
                _ if color == Color::Black => 2 * position.size().point_count() as i32,
                _ => -2 * position.size().point_count() as i32,
            }
        };
        is_free(&scored(&only(Color::Black)), "white is dead");
        is_free(&scored(&only(Color::White)), "black is dead");
        is_free(&scored(&|_| 0), "nothing is anybody's");
        is_free(&scored(&|_| -13), "nothing is anybody's, with komi");
        // Noise: the score of a position depends on its orientation.
        let noisy = |position: &Position| {
            let first = position.size().points().position(|point| position[point] == Color::Empty);
            let board = position.to_string();
            let sum = board.bytes().fold(7_i32, |sum, byte| sum.wrapping_mul(31) ^ i32::from(byte));
            area(position) * 3 / 4 + sum.rem_euclid(17) - first.unwrap_or(0) as i32
        };
        is_free(&scored(&noisy), "noise");
        // Without boards there is no verdict.
        is_free(&[], "nothing");
    }
}
