//! Stones on a board, and the player to move.

use std::error::Error;
use std::fmt;

use crate::bitboard::Bitboard;
use crate::kernel;
use crate::point::{Player, Point};
use crate::shape::Shape;
use crate::simd::{Machine, Task};
use crate::widest::{Sides, Wide, in_widest_words};

/// Stones on a board, and the player to move. Every chain has a liberty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<const S: usize, const N: usize> {
    pub(crate) shape: Shape<S, N>,
    pub(crate) stones: [Bitboard<S, N>; 2],
    pub(crate) to_move: Player,
}

impl<const S: usize, const N: usize> Position<S, N> {
    /// Returns the empty grid with Black to move.
    pub fn new(shape: Shape<S, N>) -> Self {
        Position { shape, stones: [Bitboard::EMPTY; 2], to_move: Player::Black }
    }

    /// Makes a set-up position.
    ///
    /// # Errors
    ///
    /// If stones overlap, lie beyond the board, or have no liberty.
    pub fn set_up(
        shape: Shape<S, N>,
        black: Bitboard<S, N>,
        white: Bitboard<S, N>,
        to_move: Player,
    ) -> Result<Self, SetUpError> {
        if let Some(point) = (black & white).first() {
            return Err(SetUpError::Overlap(point));
        }
        if let Some(point) = ((black | white) - shape.points()).first() {
            return Err(SetUpError::Beyond(point));
        }
        let position = Position { shape, stones: [black, white], to_move };
        let beside_empty = position.empty().neighbors();
        for stones in position.stones {
            let breathing = kernel::flood(stones & beside_empty, stones);
            if let Some(point) = (stones - breathing).first() {
                return Err(SetUpError::NoLiberty(point));
            }
        }
        Ok(position)
    }

    /// Makes a set-up position from a drawing: `X` is Black, `O` is White, and `.` is empty. There
    /// is one line per row, the north row first.
    ///
    /// ```
    /// # use superko_optimized::{Player, Position};
    /// let position = Position::<8, 1>::drawn("
    ///     .X.
    ///     XO.
    ///     .X.
    /// ", Player::Black).unwrap();
    /// assert_eq!(position.stones(Player::Black).count(), 3);
    /// assert_eq!(position.area(), [5, 1]);
    /// ```
    ///
    /// # Errors
    ///
    /// If the drawing is not a rectangle of these characters, if it does not fit in `S` and `N`, or
    /// if it shows a chain without a liberty.
    pub fn drawn(drawing: &str, to_move: Player) -> Result<Self, SetUpError> {
        let lines: Vec<_> = drawing.split_whitespace().collect();
        let columns = lines.first().map_or(0, |line| line.len());
        let shape = u8::try_from(columns)
            .ok()
            .zip(u8::try_from(lines.len()).ok())
            .and_then(|(columns, rows)| Shape::new(columns, rows))
            .ok_or(SetUpError::Size)?;
        let mut stones = [Bitboard::EMPTY; 2];
        for (row, line) in lines.iter().rev().enumerate() {
            if line.len() != columns {
                return Err(SetUpError::Drawing);
            }
            for (column, sign) in line.bytes().enumerate() {
                let point = Point::new(column as u8, row as u8);
                match sign {
                    b'X' => stones[0] = stones[0].with(point),
                    b'O' => stones[1] = stones[1].with(point),
                    b'.' => {}
                    _ => return Err(SetUpError::Drawing),
                }
            }
        }
        Self::set_up(shape, stones[0], stones[1], to_move)
    }

    /// Returns the board.
    #[inline(always)]
    pub fn shape(&self) -> &Shape<S, N> {
        &self.shape
    }

    /// Returns the stones of a player.
    #[inline(always)]
    pub fn stones(&self, player: Player) -> Bitboard<S, N> {
        self.stones[player as usize]
    }

    /// Returns the points without a stone.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard<S, N> {
        self.shape.points() - self.stones[0] - self.stones[1]
    }

    /// Returns the player whose stone is on the point, if any.
    pub fn at(&self, point: Point) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones(player).contains(point))
    }

    /// Returns the player to move.
    #[inline(always)]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline(always)]
    fn area_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &self,
        proof: W::Proof,
        _: M,
    ) -> [u32; 2] {
        let board = W::load(proof, &self.shape.points());
        let (black, white) = (W::load(proof, &self.stones[0]), W::load(proof, &self.stones[1]));
        let [black, white] = kernel::area(board, black, white);
        [W::store(black).count(), W::store(white).count()]
    }
}

impl<const S: usize, const N: usize> Position<S, N> {
    /// Returns the board and its stones in words `W`.
    #[inline(always)]
    pub(crate) fn sides<const K: usize, W: Wide<N, K>>(&self, proof: W::Proof) -> Sides<S, K, W> {
        let player = self.to_move();
        let board = W::load(proof, &self.shape.points());
        Sides {
            board,
            own: W::load(proof, &self.stones[player as usize]),
            opponent: W::load(proof, &self.stones[player.opponent() as usize]),
            safe: board.cleared(),
        }
    }
}

/// Computes the areas of Black and of White.
pub(crate) struct Area<'a, const S: usize, const N: usize>(pub(crate) &'a Position<S, N>);

impl<const S: usize, const N: usize> Task for Area<'_, S, N> {
    type Output = [u32; 2];

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> [u32; 2] {
        let position = self.0;
        in_widest_words!(machine: M, position.area_in())
    }
}

/// Draws the grid, the north row first.
impl<const S: usize, const N: usize> fmt::Display for Position<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.shape.rows()).rev() {
            for column in 0..self.shape.columns() {
                f.write_str(match self.at(Point::new(column, row)) {
                    Some(Player::Black) => "X",
                    Some(Player::White) => "O",
                    None => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<const S: usize, const N: usize> fmt::Debug for Position<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{:?} to move", self.to_move)
    }
}

/// The reason why stones do not make a valid position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetUpError {
    /// There is no board of this size, or no room for it.
    Size,
    /// The drawing is not a rectangle of `X`, `O` and `.`.
    Drawing,
    /// Both players have a stone on the point.
    Overlap(Point),
    /// The stone is not on the board.
    Beyond(Point),
    /// The stone's chain has no liberty.
    NoLiberty(Point),
}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetUpError::Size => f.write_str("no board of this size"),
            SetUpError::Drawing => f.write_str("not a rectangle of X, O and ."),
            SetUpError::Overlap(point) => write!(f, "stones of both players on {point}"),
            SetUpError::Beyond(point) => write!(f, "the stone on {point} is beyond the board"),
            SetUpError::NoLiberty(point) => write!(f, "the stone on {point} has no liberty"),
        }
    }
}

impl Error for SetUpError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(drawing: &str) -> Result<Position<8, 1>, SetUpError> {
        Position::drawn(drawing, Player::White)
    }

    fn points(points: &[(u8, u8)]) -> Bitboard<8, 1> {
        points
            .iter()
            .map(|&(column, row)| Point::new(column, row))
            .fold(Bitboard::EMPTY, Bitboard::with)
    }

    #[test]
    fn a_drawing_is_read_and_drawn_again() {
        let position = drawn("X.O\n.XO").unwrap();
        assert_eq!((position.shape().columns(), position.shape().rows()), (3, 2));
        assert_eq!(position.stones(Player::Black), points(&[(0, 1), (1, 0)]));
        assert_eq!(position.stones(Player::White), points(&[(2, 0), (2, 1)]));
        assert_eq!(position.empty(), points(&[(0, 0), (1, 1)]));
        assert_eq!(position.at(Point::new(2, 1)), Some(Player::White));
        assert_eq!(position.at(Point::new(1, 1)), None);
        assert_eq!(position.to_string(), "X.O\n.XO\n");
        assert_eq!(format!("{position:?}"), "X.O\n.XO\nWhite to move");
        assert_eq!(position.area(), [3, 2]);
    }

    #[test]
    fn what_is_no_position_is_named() {
        let error = |drawing| drawn(drawing).unwrap_err().to_string();
        assert_eq!(error(""), "no board of this size");
        assert_eq!(error("........"), "no board of this size");
        for drawing in ["..\n.", ".\n..", "#.", "o.", "..é", ".é."] {
            assert_eq!(error(drawing), "not a rectangle of X, O and .", "{drawing}");
        }
        assert_eq!(error("XO.\nOX."), "the stone on A2 has no liberty");
        assert_eq!(error(".XO"), "the stone on C1 has no liberty");
    }

    #[test]
    fn chains_without_a_liberty_are_named_on_every_layout() {
        fn refused<const S: usize, const N: usize>(side: u8) {
            let full = "X".repeat(side.into()) + "\n";
            let drawing = full.repeat(side.into());
            let none = Position::<S, N>::drawn(&drawing, Player::Black).unwrap_err();
            assert_eq!(none, SetUpError::NoLiberty(Point::new(0, 0)));
            // The north-west corner is the only liberty.
            let mut open = full.replacen('X', ".", 1) + &full.repeat(usize::from(side) - 1);
            let position = Position::<S, N>::drawn(&open, Player::Black).unwrap();
            assert_eq!(
                position.stones(Player::Black).count(),
                u32::from(side) * u32::from(side) - 1
            );
            open.replace_range(..1, "O");
            let both = Position::<S, N>::drawn(&open, Player::Black).unwrap_err();
            assert!(matches!(both, SetUpError::NoLiberty(_)), "{both}");
        }
        refused::<8, 1>(7);
        refused::<10, 2>(9);
        refused::<14, 3>(13);
        refused::<20, 6>(19);
        refused::<26, 11>(25);
    }

    #[test]
    fn whose_turn_it_is_makes_another_position() {
        let [black, white] = Player::BOTH.map(|player| Position::<8, 1>::drawn("X.", player));
        assert!(black.is_ok() && black != white);
    }

    #[test]
    fn stones_that_overlap_or_lie_beyond_are_named() {
        let shape = Shape::new(3, 2).unwrap();
        let set_up = |black: &[(u8, u8)], white: &[(u8, u8)]| {
            Position::set_up(shape, points(black), points(white), Player::Black)
                .map(|position| position.to_string())
                .map_err(|error| error.to_string())
        };
        assert_eq!(set_up(&[(0, 0)], &[(2, 1)]), Ok("..O\nX..\n".to_owned()));
        let overlap = Err("stones of both players on C1".to_owned());
        assert_eq!(set_up(&[(0, 0), (2, 0)], &[(2, 0)]), overlap);
        let beyond = Err("the stone on D1 is beyond the board".to_owned());
        assert_eq!(set_up(&[(3, 0)], &[]), beyond);
        assert_eq!(set_up(&[(0, 0)], &[(3, 0)]), beyond);
        let above = Err("the stone on A3 is beyond the board".to_owned());
        assert_eq!(set_up(&[(0, 2)], &[(0, 0)]), above);
    }
}
