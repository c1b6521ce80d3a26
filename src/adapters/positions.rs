use crate::exhaust::{Kind, Packed, Played, Positions};
use crate::vocabulary::{Player, Size};
use superko_optimized::{Bitboard, Point, Position, Shape, kernel};

/// The kernels of the optimized engine, as they are asked about positions without a past.
#[derive(Clone, Debug)]
pub struct OptimizedPositions(Layout);

/// A board in a layout that has room for it, of 32 points at the most.
#[derive(Clone, Debug)]
enum Layout {
    Small(Board<8, 1>),
    Tall(Board<8, 4>),
    Wide(Board<26, 2>),
}

impl OptimizedPositions {
    /// The kernels on a board.
    ///
    /// # Panics
    ///
    /// If it has more than [`MOST_POINTS`](crate::exhaust::MOST_POINTS).
    pub fn new(size: Size) -> OptimizedPositions {
        let layout = Board::new(size).map(Layout::Small);
        let layout = layout.or_else(|| Board::new(size).map(Layout::Tall));
        let layout = layout.or_else(|| Board::new(size).map(Layout::Wide));
        OptimizedPositions(layout.expect("a board of 32 points is narrow or low"))
    }
}

impl Positions for OptimizedPositions {
    fn place(&mut self, coloring: Packed) -> bool {
        match &mut self.0 {
            Layout::Small(board) => board.place(coloring),
            Layout::Tall(board) => board.place(coloring),
            Layout::Wide(board) => board.place(coloring),
        }
    }

    fn areas(&self) -> [u16; 2] {
        let areas = match &self.0 {
            Layout::Small(board) => board.areas(),
            Layout::Tall(board) => board.areas(),
            Layout::Wide(board) => board.areas(),
        };
        areas.map(|area| u16::try_from(area).expect("the board is small"))
    }

    fn play(&self, player: Player, point: usize) -> Played {
        match &self.0 {
            Layout::Small(board) => board.play(player, point),
            Layout::Tall(board) => board.play(player, point),
            Layout::Wide(board) => board.play(player, point),
        }
    }
}

#[derive(Clone, Debug)]
struct Board<const S: usize, const N: usize> {
    shape: Shape<S, N>,
    points: Vec<Point>,
    stones: [Bitboard<S, N>; 2],
    /// For Black and White to move: what plays capture, lose the new stone alone, lose several.
    plays: [[Bitboard<S, N>; 3]; 2],
}

impl<const S: usize, const N: usize> Board<S, N> {
    fn new(size: Size) -> Option<Board<S, N>> {
        let shape = Shape::new(size.columns(), size.rows())?;
        let points = size.points().map(|point| Point::new(point.column(), point.row())).collect();
        let none = Bitboard::EMPTY;
        Some(Board { shape, points, stones: [none; 2], plays: [[none; 3]; 2] })
    }

    fn place(&mut self, coloring: Packed) -> bool {
        let mut stones = [Bitboard::EMPTY; 2];
        for (place, &point) in self.points.iter().enumerate() {
            match coloring.digit(place) {
                0 => {}
                digit => {
                    let color = &mut stones[usize::from(digit == 2)];
                    *color = color.with(point);
                }
            }
        }
        self.stones = stones;
        let [black, white] = stones;
        let to_move = superko_optimized::Player::Black;
        let legal = Position::set_up(self.shape, black, white, to_move).is_ok();
        if legal {
            self.plays = [[black, white], [white, black]].map(|[own, opponent]| {
                let plays = kernel::plays(self.shape.points(), own, opponent);
                [plays.capturing, plays.lone, plays.several]
            });
        }
        legal
    }

    fn areas(&self) -> [u32; 2] {
        let [black, white] = self.stones;
        kernel::area(self.shape.points(), black, white).map(|area| area.count())
    }

    fn play(&self, player: Player, point: usize) -> Played {
        let mover = usize::from(player == Player::White);
        let (own, opponent) = (self.stones[mover], self.stones[1 - mover]);
        let point = self.points[point];
        let played = kernel::play(self.shape.points(), own, opponent, Bitboard::EMPTY.with(point));
        let kinds = [Kind::Capture, Kind::LoneSuicide, Kind::SeveralSuicide];
        let mut told = self.plays[mover].iter().zip(kinds).filter(|(set, _)| set.contains(point));
        let after = match player {
            Player::Black => [played.own, played.opponent],
            Player::White => [played.opponent, played.own],
        };
        Played {
            after: self.packed(after),
            captured: opponent.count() - played.opponent.count(),
            lost: own.count() + 1 - played.own.count(),
            kind: told.next().map_or(Kind::Quiet, |(_, kind)| kind),
        }
    }

    fn packed(&self, [black, white]: [Bitboard<S, N>; 2]) -> Packed {
        let columns = usize::from(self.shape.columns());
        let bits = |stones: Bitboard<S, N>| {
            let bit = |point: Point| usize::from(point.row) * columns + usize::from(point.column);
            stones.into_iter().fold(0u64, |bits, point| bits | 1 << (2 * bit(point)))
        };
        Packed(bits(black) | bits(white) << 1)
    }
}
