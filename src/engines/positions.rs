use crate::exhaust::{Kind, LANES, Packed, Played, Positions, lanes_of};
use crate::game::{Player, Size};
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
    fn name(&self) -> &'static str {
        "optimized"
    }

    fn place(&mut self, positions: &[Packed]) -> u64 {
        match &mut self.0 {
            Layout::Small(board) => board.place(positions),
            Layout::Tall(board) => board.place(positions),
            Layout::Wide(board) => board.place(positions),
        }
    }

    fn areas(&self, lane: usize) -> [u16; 2] {
        let areas = match &self.0 {
            Layout::Small(board) => board.areas(lane),
            Layout::Tall(board) => board.areas(lane),
            Layout::Wide(board) => board.areas(lane),
        };
        areas.map(|area| u16::try_from(area).expect("the board is small"))
    }

    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
        match &self.0 {
            Layout::Small(board) => board.play(player, point, lanes, played),
            Layout::Tall(board) => board.play(player, point, lanes, played),
            Layout::Wide(board) => board.play(player, point, lanes, played),
        }
    }
}

#[derive(Clone, Debug)]
struct Board<const S: usize, const N: usize> {
    shape: Shape<S, N>,
    points: Vec<Point>,
    placed: Vec<Placed<S, N>>,
}

/// A position, and what plays do in it.
#[derive(Clone, Debug)]
struct Placed<const S: usize, const N: usize> {
    /// Of Black and White.
    stones: [Bitboard<S, N>; 2],
    /// For Black and White to move: what plays remove nothing, capture, lose the new stone alone, lose several.
    plays: [[Bitboard<S, N>; 4]; 2],
    /// For Black and White to move: opponent stones that no play captures.
    safe: [Bitboard<S, N>; 2],
}

impl<const S: usize, const N: usize> Board<S, N> {
    fn new(size: Size) -> Option<Board<S, N>> {
        let shape = Shape::new(size.columns(), size.rows())?;
        let points = size.points().map(|point| Point::new(point.column(), point.row())).collect();
        Some(Board { shape, points, placed: Vec::with_capacity(LANES) })
    }

    fn place(&mut self, positions: &[Packed]) -> u64 {
        self.placed.clear();
        let mut legal = 0;
        for (lane, &Packed { black, white }) in positions.iter().enumerate() {
            let stones = [black, white].map(|bits| from_bits(self.shape, bits));
            let [black, white] = stones;
            let to_move = superko_optimized::Player::Black;
            let mut plays = [[Bitboard::EMPTY; 4]; 2];
            let mut safe = [Bitboard::EMPTY; 2];
            if Position::set_up(self.shape, black, white, to_move).is_ok() {
                legal |= 1 << lane;
                let movers = [[black, white], [white, black]];
                plays = movers.map(|[own, opponent]| {
                    let plays = kernel::plays(self.shape.points(), own, opponent);
                    [plays.quiet, plays.capturing, plays.lone, plays.several]
                });
                safe = movers.map(|[own, opponent]| {
                    kernel::outlook(self.shape.points(), own, opponent).safe
                });
            }
            self.placed.push(Placed { stones, plays, safe });
        }
        legal
    }

    fn areas(&self, lane: usize) -> [u32; 2] {
        let [black, white] = self.placed[lane].stones;
        kernel::area(self.shape.points(), black, white).map(|area| area.count())
    }

    fn play(&self, player: Player, point: usize, lanes: u64, answers: &mut [Played; LANES]) {
        let mover = usize::from(player == Player::White);
        let point = self.points[point];
        let stone = Bitboard::EMPTY.with(point);
        for lane in lanes_of(lanes) {
            let Placed { stones, plays, safe } = &self.placed[lane];
            let (own, opponent) = (stones[mover], stones[1 - mover]);
            let board = self.shape.points();
            let played = kernel::play(board, own, opponent, stone);
            let beside = kernel::play_beside(board, own, opponent, safe[mover], stone);
            let packed = |own, opponent| {
                let [own, opponent] = [own, opponent].map(|set| to_bits(self.shape, set));
                match player {
                    Player::Black => Packed { black: own, white: opponent },
                    Player::White => Packed { black: opponent, white: own },
                }
            };
            let kind = match plays[mover].map(|set| set.contains(point)) {
                [true, false, false, false] => Kind::Quiet,
                [false, true, false, false] => Kind::Capture,
                [false, false, true, false] => Kind::LoneSuicide,
                [false, false, false, true] => Kind::SeveralSuicide,
                _ => Kind::Unclear,
            };
            answers[lane] = Played {
                after: packed(played.own, played.opponent),
                in_game: packed(beside.own, beside.opponent),
                captured: opponent.count() - played.opponent.count(),
                lost: own.count() + 1 - played.own.count(),
                kind,
            };
        }
    }
}

/// A set of points of which there is a bit for each, as the engine has it.
fn from_bits<const S: usize, const N: usize>(shape: Shape<S, N>, bits: u32) -> Bitboard<S, N> {
    let columns = u32::from(shape.columns());
    let mut limbs = [0; N];
    for row in 0..usize::from(shape.rows()) {
        let points = u64::from(bits.checked_shr(row as u32 * columns).unwrap_or(0)) & rank(shape);
        let (limb, from) = (row * S / 64, row * S % 64);
        limbs[limb] |= points << from;
        if from + columns as usize > 64 {
            limbs[limb + 1] |= points >> (64 - from);
        }
    }
    Bitboard::from_limbs(limbs)
}

/// A set of points of the engine, a bit for each point.
pub(super) fn to_bits<const S: usize, const N: usize>(
    shape: Shape<S, N>,
    set: Bitboard<S, N>,
) -> u32 {
    let columns = u32::from(shape.columns());
    let limbs = set.limbs();
    let mut bits = 0;
    for row in 0..usize::from(shape.rows()) {
        let (limb, from) = (row * S / 64, row * S % 64);
        let mut points = limbs[limb] >> from;
        if from + columns as usize > 64 {
            points |= limbs[limb + 1] << (64 - from);
        }
        bits |= ((points & rank(shape)) as u32) << (row as u32 * columns);
    }
    bits
}

/// The points of a row, the first column in the lowest bit.
fn rank<const S: usize, const N: usize>(shape: Shape<S, N>) -> u64 {
    (1 << shape.columns()) - 1
}
