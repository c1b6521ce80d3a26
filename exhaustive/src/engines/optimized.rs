use crate::board::{MAX_POINTS, Player, Position, Size, bits};
use crate::engine::{BATCH, PlayKind, PlayResult, PositionEngine};
use superko_optimized::{Bitboard, Point, Shape, kernel};

/// Makes an engine from the kernels of the optimized engine, in the first layout that has room for the board.
///
/// # Panics
///
/// If the board has more than [`MAX_POINTS`].
pub fn optimized(size: Size) -> Box<dyn PositionEngine> {
    assert!(size.point_count() <= MAX_POINTS, "{size} has too many points");
    let boxed = Board::<8, 1>::boxed(size);
    let boxed = boxed.or_else(|| Board::<8, 4>::boxed(size));
    boxed.or_else(|| Board::<26, 2>::boxed(size)).expect("a board of 32 points is narrow or low")
}

struct Board<const S: usize, const N: usize> {
    shape: Shape<S, N>,
    points: Vec<Point>,
    loaded: Vec<Loaded<S, N>>,
}

/// A position, and what plays do in it.
struct Loaded<const S: usize, const N: usize> {
    /// The stones of Black and of White.
    stones: [Bitboard<S, N>; 2],
    /// For Black and White to move: the plays that remove nothing, that capture, that lose the new
    /// stone alone, and that lose several stones.
    plays: [[Bitboard<S, N>; 4]; 2],
    /// For Black and White to move: the opponent's stones that no play captures.
    safe: [Bitboard<S, N>; 2],
}

impl<const S: usize, const N: usize> Board<S, N> {
    /// Makes an engine in this layout, if the board fits.
    fn boxed(size: Size) -> Option<Box<dyn PositionEngine>> {
        let shape = Shape::<S, N>::new(size.columns(), size.rows())?;
        let loaded = Vec::with_capacity(BATCH);
        Some(Box::new(Board { shape, points: points(size), loaded }))
    }
}

impl<const S: usize, const N: usize> PositionEngine for Board<S, N> {
    fn name(&self) -> &'static str {
        "optimized"
    }

    fn load(&mut self, positions: &[Position]) -> u64 {
        self.loaded.clear();
        let mut legal = 0;
        for (index, &Position { black, white }) in positions.iter().enumerate() {
            let stones = [black, white].map(|bits| from_bits(self.shape, bits));
            let [black, white] = stones;
            let to_move = Player::Black;
            let mut plays = [[Bitboard::EMPTY; 4]; 2];
            let mut safe = [Bitboard::EMPTY; 2];
            if superko_optimized::Position::set_up(self.shape, black, white, to_move).is_ok() {
                legal |= 1 << index;
                let movers = [[black, white], [white, black]];
                plays = movers.map(|[own, opponent]| {
                    let plays = kernel::plays(self.shape.points(), own, opponent);
                    [plays.quiet, plays.capturing, plays.lone, plays.several]
                });
                safe = movers.map(|[own, opponent]| {
                    kernel::outlook(self.shape.points(), own, opponent).safe
                });
            }
            self.loaded.push(Loaded { stones, plays, safe });
        }
        legal
    }

    fn areas(&self, index: usize) -> [u16; 2] {
        let [black, white] = self.loaded[index].stones;
        let areas = kernel::area(self.shape.points(), black, white);
        areas.map(|area| u16::try_from(area.count()).expect("the board is small"))
    }

    fn play(&self, player: Player, point: usize, which: u64, results: &mut [PlayResult; BATCH]) {
        let mover = player as usize;
        let point = self.points[point];
        let stone = Bitboard::EMPTY.with(point);
        for index in bits(which) {
            let Loaded { stones, plays, safe } = &self.loaded[index];
            let (own, opponent) = (stones[mover], stones[1 - mover]);
            let board = self.shape.points();
            let played = kernel::play(board, own, opponent, stone);
            let beside = kernel::play_beside(board, own, opponent, safe[mover], stone);
            let position = |own, opponent| {
                let [own, opponent] = [own, opponent].map(|set| to_bits(self.shape, set));
                Position::of_player(player, own, opponent)
            };
            let kind = match plays[mover].map(|set| set.contains(point)) {
                [true, false, false, false] => PlayKind::Quiet,
                [false, true, false, false] => PlayKind::Capture,
                [false, false, true, false] => PlayKind::LoneSuicide,
                [false, false, false, true] => PlayKind::SeveralSuicide,
                _ => PlayKind::Unclear,
            };
            results[index] = PlayResult {
                after: position(played.own, played.opponent),
                in_game: position(beside.own, beside.opponent),
                captured: opponent.count() - played.opponent.count(),
                lost: own.count() + 1 - played.own.count(),
                kind,
            };
        }
    }
}

/// Returns the points of a board in the order of their numbers.
pub(crate) fn points(size: Size) -> Vec<Point> {
    let points = (0..size.point_count()).map(|point| size.coordinates(point));
    points.map(|(column, row)| Point::new(column, row)).collect()
}

/// Converts one bit per point to a set of the engine.
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

/// Converts a set of the engine to one bit per point.
pub(crate) fn to_bits<const S: usize, const N: usize>(
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

/// Returns a mask of the points of a row, the first column in the lowest bit.
fn rank<const S: usize, const N: usize>(shape: Shape<S, N>) -> u64 {
    (1 << shape.columns()) - 1
}
