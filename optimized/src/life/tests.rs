//! Living chains are compared with their definition, in every position of small boards.

use crate::kernel;
use crate::{Bitboard, Player, Point, Position, Shape, Suicide};

type Set = Bitboard<8, 1>;

/// All positions of a board, by the number that their colors are in base 3.
struct Positions {
    shape: Shape<8, 1>,
    points: Vec<Point>,
    /// Each position without its player to move, or `None` for other colorings.
    all: Vec<Option<Position<8, 1>>>,
}

impl Positions {
    fn new(columns: u8, rows: u8) -> Positions {
        let shape = Shape::new(columns, rows).expect("the size fits");
        let points: Vec<_> = shape.points().into_iter().collect();
        let position = |code: usize| {
            let color = |i: u32| code / 3_usize.pow(i) % 3;
            let [black, white] = [1, 2].map(|stone| {
                let is_such = |&(i, _): &(u32, Point)| color(i) == stone;
                (0..).zip(points.iter().copied()).filter(is_such).map(|(_, point)| point).collect()
            });
            Position::set_up(shape, black, white, Player::Black).ok()
        };
        let all = (0..3_usize.pow(points.len() as u32)).map(position).collect();
        Positions { shape, points, all }
    }

    /// Returns the number of the position with these stones.
    fn code(&self, black: Set, white: Set) -> usize {
        let digit =
            |point| usize::from(black.contains(point)) + 2 * usize::from(white.contains(point));
        self.points.iter().rev().fold(0, |code, &point| 3 * code + digit(point))
    }

    /// Returns, for each position, the black stones that some sequence of White's plays captures.
    ///
    /// These are the stones that a play captures, and those that such a sequence captures after a
    /// play. Sets grow by this until none does.
    fn captured(&self, suicide: Suicide) -> Vec<Set> {
        let mut captured = vec![Set::EMPTY; self.all.len()];
        loop {
            let mut grows = false;
            for (code, position) in self.all.iter().enumerate().rev() {
                let Some(position) = position else { continue };
                let [black, white] = position.stones;
                let mut found = captured[code];
                for point in position.empty() {
                    let played =
                        kernel::play(self.shape.points(), white, black, Bitboard::from(point));
                    let lost = (white.with(point) - played.own).count();
                    let is_legal = match suicide {
                        Suicide::Any => true,
                        Suicide::SeveralStones => lost != 1,
                        Suicide::None => lost == 0,
                    };
                    if is_legal {
                        let after = self.code(played.opponent, played.own);
                        found |= (black - played.opponent) | captured[after];
                    }
                }
                grows |= found != captured[code];
                captured[code] = found;
            }
            if !grows {
                return captured;
            }
        }
    }
}

/// Compares all positions of a board under each suicide rule. Returns the numbers of positions with
/// a living chain.
fn living_chains_are_as_defined(columns: u8, rows: u8) -> [usize; 3] {
    let positions = Positions::new(columns, rows);
    Suicide::ALL.map(|suicide| {
        let captured = positions.captured(suicide);
        let mut with_life = 0;
        for position in positions.all.iter().flatten() {
            let [black, white] = position.stones;
            for (player, captured) in [
                (Player::Black, captured[positions.code(black, white)]),
                (Player::White, captured[positions.code(white, black)]),
            ] {
                let living = position.living(player, suicide);
                assert_eq!(living, position.stones(player) - captured, "{suicide:?} {position:?}");
                with_life += usize::from(!living.is_empty());
            }
        }
        with_life
    })
}

#[test]
fn living_chains_are_as_defined_on_boards_of_up_to_10_points() {
    for (columns, rows) in [(1, 1), (2, 1), (1, 3), (4, 1), (5, 1), (1, 7), (2, 2), (3, 2)] {
        living_chains_are_as_defined(columns, rows);
    }
    for (columns, rows) in if cfg!(miri) { vec![] } else { vec![(3, 3), (4, 2), (5, 2)] } {
        let [any, several, none] = living_chains_are_as_defined(columns, rows);
        assert!(any > 0 && any == several && any < none, "{any} {several} {none}");
    }
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_living_chains_are_as_defined_on_boards_of_12_points() {
    for (columns, rows) in [(4, 3), (2, 6)] {
        let [any, several, none] = living_chains_are_as_defined(columns, rows);
        assert!(any > 0 && any == several && any < none, "{any} {several} {none}");
    }
}
