//! `batch`: eight games in step, compared with eight games one by one.

use crate::bytes::{Bytes, position_bytes, size_bytes, sizes};
use crate::counts::Counts;
use crate::finding::{Checked, ensure};
use crate::positions::legal_part;
use crate::seeds::Material;
use superko_optimized::{
    Bitboard, Finished, Game, Has, Layouts, Level, Player, Point, Position, Random, Rules, Shape,
    Turn, kernel, playouts_in_step,
};

/// The boards. They cover the layouts in which eight games are played in step.
const SIZES: &str = "1x1 2x1 1x3 2x2 3x2 3x3 4x3 4x4 5x5 7x7 7x8 5x2 8x8 9x9 9x12 2x12 13x13 10x3 19x19 19x3 \
     20x20 25x25 3x25";

/// An engine that plays games in step, like [`playouts_in_step`].
pub trait InStep {
    /// Plays at random from a position until at least `games` games have ended, and returns those.
    fn play<const S: usize, const N: usize>(&self, order: &Order<S, N>) -> Vec<Finished<S, N>>
    where
        Layouts: Has<S, N>;
}

/// The parameters of the games to play.
#[derive(Clone, Copy, Debug)]
pub struct Order<const S: usize, const N: usize> {
    /// The instructions to use.
    pub level: Level,
    /// The position in which every game begins.
    pub start: Position<S, N>,
    /// The least number of games.
    pub games: usize,
    /// The turn after which a game is ended.
    pub limit: usize,
    /// The seed of the random turns.
    pub seed: u64,
}

/// The engine itself.
#[derive(Clone, Copy, Debug)]
pub struct EightLanes;

impl InStep for EightLanes {
    fn play<const S: usize, const N: usize>(&self, order: &Order<S, N>) -> Vec<Finished<S, N>>
    where
        Layouts: Has<S, N>,
    {
        let Order { level, start, games, limit, seed } = *order;
        let mut finished = Vec::new();
        playouts_in_step(level, &start, games, limit, seed, |game| finished.push(game));
        finished
    }
}

/// Plays eight games in step from the position that the bytes stand for, with each set of
/// instructions that the processor has. The bytes are a size, the player to move, the limit, a seed
/// of two bytes, and then four points per byte. The same turns, chosen in the same way, are played
/// in eight games one by one. The games must end in the same order and in the same positions.
///
/// # Errors
///
/// If they do not. The finding has the position.
pub fn batch(data: &[u8], counts: &mut Counts, in_step: &impl InStep) -> Checked {
    let bytes = Bytes::new(data);
    let size = bytes.clone().size(SIZES);
    match (size.columns(), size.rows()) {
        (..=7, ..=8) => play::<8, 1>(bytes, counts, in_step),
        (..=9, ..=12) => play::<10, 2>(bytes, counts, in_step),
        (..=13, ..=13) => play::<14, 3>(bytes, counts, in_step),
        (..=19, ..=19) => play::<20, 6>(bytes, counts, in_step),
        _ => play::<26, 11>(bytes, counts, in_step),
    }
}

fn play<const S: usize, const N: usize>(
    mut bytes: Bytes<'_>,
    counts: &mut Counts,
    in_step: &impl InStep,
) -> Checked
where
    Layouts: Has<S, N>,
{
    let size = bytes.size(SIZES);
    let shape = Shape::<S, N>::new(size.columns(), size.rows()).expect("the layout has room");
    let to_move = Player::BOTH[bytes.below(2)];
    let limit = 1 + bytes.below(size.point_count() + 40);
    let seed = u64::from(bytes.byte()) << 8 | u64::from(bytes.byte());
    let position = legal_part(bytes.position(size));
    let mut stones = [Bitboard::EMPTY; 2];
    for point in size.points() {
        let set = match position[point] {
            superko::Color::Empty => continue,
            superko::Color::Black => &mut stones[0],
            superko::Color::White => &mut stones[1],
        };
        *set = set.with(Point::new(point.column(), point.row()));
    }
    let [black, white] = stones;
    let start = Position::set_up(shape, black, white, to_move).expect("every chain has a liberty");
    let order = Order { level: Level::Portable, start, games: 12, limit, seed };
    let one_by_one = one_by_one(&order);
    for level in Level::ALL {
        let order = Order { level, ..order };
        let in_step = in_step.play(&order);
        one_by_one.iter().for_each(|_| counts.compare());
        ensure(in_step == one_by_one, "eight-in-step", || {
            format!("{order:?}\none by one\n{one_by_one:?}\nin step\n{in_step:?}")
        })?;
    }
    Ok(())
}

/// Returns the positions that fit the boards, Black to move, and finished positions on all boards
/// of more than two points.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let finished = sizes(SIZES).skip(2).map(finished);
    let positions = material.positions().map(|(position, _)| position.clone());
    positions.chain(finished).filter_map(|position| encode(&position)).collect()
}

/// Returns a position with black stones everywhere except in two corners, where nobody has a play.
fn finished(size: superko::Size) -> superko::Position {
    let mut position = superko::Position::empty(size);
    let corners = [size.point(0, 0), size.point(size.columns() - 1, size.rows() - 1)];
    for point in size.points().filter(|&point| !corners.contains(&Some(point))) {
        position[point] = superko::Color::Black;
    }
    position
}

/// Encodes a position for this target, Black to move. Returns `None` if no board of this target has
/// its size.
fn encode(position: &superko::Position) -> Option<Vec<u8>> {
    let mut bytes = size_bytes(position.size(), SIZES)?;
    bytes.extend([0, u8::MAX, 0, 1]);
    bytes.extend(position_bytes(position));
    Some(bytes)
}

/// One of the eight games, as it is played at random.
struct Lane<const S: usize, const N: usize> {
    game: Game<S, N>,
    /// The state of Marsaglia's xorshift.
    random: u64,
    /// The points that were refused in this turn.
    refused: Bitboard<S, N>,
}

/// Plays the same games as [`InStep::play`], in eight games that know nothing of each other.
fn one_by_one<const S: usize, const N: usize>(order: &Order<S, N>) -> Vec<Finished<S, N>>
where
    Layouts: Has<S, N>,
{
    let mut random = Random::new(order.seed);
    let fresh = || Game::<S, N>::from_position(order.start, Rules::TROMP_TAYLOR);
    let mut lanes: [Lane<S, N>; 8] = std::array::from_fn(|_| Lane {
        game: fresh(),
        random: Random::new(random.bits()).bits(),
        refused: Bitboard::EMPTY,
    });
    let mut finished = Vec::new();
    while finished.len() < order.games {
        for lane in &mut lanes {
            if lane.step(order.limit) {
                let (position, turns) = (*lane.game.position(), lane.game.turns());
                finished.push(Finished { position, turns });
                lane.game = fresh();
            }
        }
    }
    finished
}

impl<const S: usize, const N: usize> Lane<S, N>
where
    Layouts: Has<S, N>,
{
    /// Tries a play at an evenly chosen empty point that is not an eye of the player, no known suicide
    /// of a lone stone, and was not refused. Passes if there is none. Returns whether the game has
    /// ended.
    fn step(&mut self, limit: usize) -> bool {
        let position = self.game.position();
        let shape = position.shape();
        let player = position.to_move();
        let (own, opponent) = (position.stones(player), position.stones(player.opponent()));
        let eyes = kernel::eyes(shape.points(), shape.edge(), own, opponent);
        let lone = kernel::lone(shape.points(), own, opponent);
        let candidates = position.empty() - eyes - lone - self.refused;
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let turn = match candidates.count() {
            0 => Turn::Pass,
            count => {
                let rank = ((self.random >> 32) * u64::from(count)) >> 32;
                let rank = u32::try_from(rank).expect("it is below the count");
                let point = candidates.nth(rank).first();
                Turn::Play(point.expect("there is a point of every rank"))
            }
        };
        match (self.game.play(turn), turn) {
            (Ok(()), _) => self.refused = Bitboard::EMPTY,
            (Err(_), Turn::Play(point)) => self.refused = self.refused.with(point),
            (Err(refusal), Turn::Pass) => panic!("a pass is refused: {refusal}"),
        }
        self.game.is_over() || (self.refused.is_empty() && self.game.turns() >= limit)
    }
}
