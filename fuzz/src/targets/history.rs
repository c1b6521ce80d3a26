//! `history`: games on every layout, some long and some crowded, compared with a plain list of
//! their grids.

use crate::bytes::{Bytes, is_small, position_bytes, size_bytes, sizes};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_same};
use crate::seeds::Material;
use crate::targets::past::Past;
use superko::Record;
use superko_optimized::{
    Bitboard, Game, Has, Layouts, Player, Point, Position, Random, Repetition, Rules, Shape,
    Suicide, Turn, Turns, kernel,
};

/// The boards: small ones first, then those of each layout.
const SIZES: &str = "1x1 2x1 3x1 2x2 3x2 2x3 3x3 4x3 4x4 5x4 5x5 7x8 9x1 9x9 9x12 13x1 13x13 3x13 19x1 19x19 \
     16x15 25x1 25x25 20x21";

/// The most turns that an input plays: first for hashes that distinguish most grids, then for
/// hashes of few bits.
const MOST_TURNS: [usize; 2] = [30_000, 500];

/// Hashes of fewer bits than this make long games too slow, because they propose so many grids.
const FEW_BITS: u32 = 12;

/// The most actions that an input makes.
const MOST_ACTS: usize = 60;

/// Codes in `0..RUN` are plays at the point that the code and the next byte give, or passes.
const RUN: u8 = 110;
/// Codes in `RUN..LONG_RUN` are runs of random turns, in multiples of eight.
const LONG_RUN: u8 = 150;
/// Codes in `LONG_RUN..PLAYOUT` are runs of random turns, in multiples of a thousand.
const PLAYOUT: u8 = 160;
/// Codes in `PLAYOUT..UNDO` are playouts, in multiples of 16 turns.
const UNDO: u8 = 180;
/// Codes in `UNDO..BACK` take turns back, from 1 up.
const BACK: u8 = 200;
/// Codes in `BACK..RESTART` take the game back to a fraction of its length.
const RESTART: u8 = 220;
/// Codes in `RESTART..CLONE` start the game again.
const CLONE: u8 = 230;
/// Codes in `CLONE..PERFT` replace the game by a copy. Codes in `PERFT..` count sequences.
const PERFT: u8 = 240;

/// The way in which games are begun.
pub trait Begin {
    /// Begins a game from a position under rules.
    fn begin<const S: usize, const N: usize>(
        &self,
        start: Position<S, N>,
        rules: Rules,
    ) -> Game<S, N>;
}

/// Begins games as the engine does.
#[derive(Clone, Copy, Debug)]
pub struct AsAsked;

impl Begin for AsAsked {
    fn begin<const S: usize, const N: usize>(
        &self,
        start: Position<S, N>,
        rules: Rules,
    ) -> Game<S, N> {
        Game::from_position(start, rules)
    }
}

/// Plays the game that the bytes stand for: a size, rules, the number of hash bits that count, a
/// start, then actions. After each action, the history checks its own invariants, and the grids,
/// turns, legal plays and areas of the game are compared with a plain list of all grids.
///
/// # Errors
///
/// If they differ. The finding has the game.
pub fn history(data: &[u8], counts: &mut Counts, begin: &impl Begin) -> Checked {
    let bytes = Bytes::new(data);
    let size = bytes.clone().size(SIZES);
    match (size.columns(), size.rows()) {
        (..=7, ..=8) => play::<8, 1>(bytes, counts, begin),
        (..=9, ..=12) => play::<10, 2>(bytes, counts, begin),
        (..=13, ..=13) => play::<14, 3>(bytes, counts, begin),
        (..=19, ..=19) => play::<20, 6>(bytes, counts, begin),
        _ => play::<26, 11>(bytes, counts, begin),
    }
}

/// The game of the engine and the plain list, and the parameters that the bytes give.
struct Session<'a, const S: usize, const N: usize> {
    game: Game<S, N>,
    past: Past<S, N>,
    random: Random,
    most_turns: usize,
    counts: &'a mut Counts,
}

fn play<const S: usize, const N: usize>(
    mut bytes: Bytes<'_>,
    counts: &mut Counts,
    begin: &impl Begin,
) -> Checked
where
    Layouts: Has<S, N>,
{
    let size = bytes.size(SIZES);
    let shape = Shape::<S, N>::new(size.columns(), size.rows()).expect("the layout has room");
    let rules = Rules {
        repetition: Repetition::ALL[bytes.below(Repetition::ALL.len())],
        suicide: Suicide::ALL[bytes.below(Suicide::ALL.len())],
        ..Rules::default()
    };
    let bits = u32::from(64 - bytes.byte() % 65);
    let seed = u64::from(bytes.byte());
    let start = start(shape, &mut bytes);
    let mut session = Session {
        game: begin.begin(start, rules).with_hash_bits(bits),
        past: Past::new(start, rules),
        random: Random::new(seed),
        most_turns: MOST_TURNS[usize::from(bits < FEW_BITS)],
        counts,
    };
    session.compare()?;
    for _ in 0..MOST_ACTS {
        let Some(code) = bytes.next() else { break };
        session.act(code, &mut bytes)?;
        session.compare()?;
    }
    // Go back to the beginning, where no history is left.
    session.undo(usize::MAX)?;
    session.compare()
}

/// Reads the beginning of a game. If the first byte is a multiple of four, the board is empty and
/// Black is first. Otherwise the lowest bit says who is first, and a tile from the next bytes
/// covers the board: a byte for each side of the tile, then four points per byte. If the third
/// lowest bit is set, the other half of the board is the same, rotated and with the colors swapped,
/// so that the areas are equal.
fn start<const S: usize, const N: usize>(
    shape: Shape<S, N>,
    bytes: &mut Bytes<'_>,
) -> Position<S, N> {
    let code = bytes.byte();
    if code.is_multiple_of(4) {
        return Position::new(shape);
    }
    let (wide, high) = (1 + bytes.byte() % 8, 1 + bytes.byte() % 8);
    let tile = superko::Size::new(wide, high).expect("both sides are from 1 to 8");
    let tile = bytes.position(tile);
    let mut stones = [Bitboard::EMPTY; 2];
    for point in shape.points() {
        let opposite = Point::new(shape.columns() - 1 - point.column, shape.rows() - 1 - point.row);
        let order = (point.row, point.column).cmp(&(opposite.row, opposite.column));
        let is_symmetric = code & 4 != 0;
        if is_symmetric && order.is_ge() {
            continue;
        }
        let place = tile.size().point(point.column % wide, point.row % high);
        let color = match tile[place.expect("it is brought into the tile")] {
            superko::Color::Empty => continue,
            superko::Color::Black => 0,
            superko::Color::White => 1,
        };
        stones[color] = stones[color].with(point);
        if is_symmetric {
            stones[1 - color] = stones[1 - color].with(opposite);
        }
    }
    // Remove stones of chains without a liberty, one by one, until there is no such chain.
    let [black, white] = loop {
        let [black, white] = stones;
        let empty = shape.points() - black - white;
        let dead = [black, white].map(|own| own - kernel::flood(own & empty.neighbors(), own));
        let Some(point) = (dead[0] | dead[1]).first() else { break stones };
        stones = stones.map(|own| own.without(point));
    };
    let to_move = Player::BOTH[usize::from(code & 1)];
    Position::set_up(shape, black, white, to_move).expect("every chain has a liberty")
}

impl<const S: usize, const N: usize> Session<'_, S, N>
where
    Layouts: Has<S, N>,
{
    /// Does the action of a code.
    fn act(&mut self, code: u8, bytes: &mut Bytes<'_>) -> Checked {
        match code {
            0..RUN => {
                let number = usize::from(code) << 8 | usize::from(bytes.byte());
                let points = self.past.shape().points();
                let place = (number % (points.count() as usize + 1)) as u32;
                let point = points.into_iter().nth(place as usize);
                self.play(point.map_or(Turn::Pass, Turn::Play))
            }
            RUN..LONG_RUN => self.run(8 * usize::from(code - RUN + 1)),
            LONG_RUN..PLAYOUT => self.run(1000 * usize::from(code - LONG_RUN + 1)),
            PLAYOUT..UNDO => self.playout(usize::from(code - PLAYOUT) * 16),
            UNDO..BACK => self.undo(1 + usize::from(code - UNDO)),
            BACK..RESTART => {
                let turns = self.past.turns();
                self.undo(turns * usize::from(code - BACK) / usize::from(RESTART - BACK))
            }
            RESTART..CLONE => {
                self.game.restart();
                self.past.restart();
                Ok(())
            }
            CLONE..PERFT => {
                // The copy continues the game. Turns in the first one must not change it.
                let copy = self.game.clone();
                let mut first = std::mem::replace(&mut self.game, copy);
                first.playout(&mut self.random, first.turns() + 5);
                first.restart();
                Ok(())
            }
            PERFT.. => self.perft(u32::from(code % 3)),
        }
    }

    /// Tries a turn on both sides, legal or not.
    fn play(&mut self, turn: Turn) -> Checked {
        let expected = self.past.refusal(turn);
        let refused = self.game.play(turn).err();
        self.counts.compare();
        self.same(&refused, &expected, "played", turn)?;
        if expected.is_none() {
            self.past.push(turn);
        }
        Ok(())
    }

    /// Plays this many turns, which the plain side chooses from the legal ones at random. Never
    /// passes twice in a row.
    fn run(&mut self, turns: usize) -> Checked {
        let until = self.most_turns.min(self.past.turns() + turns);
        while self.past.turns() < until && !self.past.is_over() {
            let empty = self.past.position().empty();
            let chosen = (0..12).filter(|_| !empty.is_empty()).find_map(|_| {
                let turn = Turn::Play(empty.nth(self.random.below(empty.count())).first()?);
                self.past.refusal(turn).is_none().then_some(turn)
            });
            match chosen {
                Some(turn) => self.play(turn)?,
                None if self.past.passed() => break,
                None => self.play(Turn::Pass)?,
            }
        }
        Ok(())
    }

    /// Plays a playout with the engine. All of its turns must be legal, and the plain side follows
    /// them.
    fn playout(&mut self, turns: usize) -> Checked {
        let before = self.past.turns();
        let limit = self.most_turns.min(before + turns);
        self.game.playout(&mut self.random, limit);
        for number in before + 1..=self.game.turns() {
            let turn = self.game.turn(number).expect("there are so many turns");
            let refusal = self.past.refusal(turn);
            self.counts.compare();
            self.same(&refusal, &None, "drawn", turn)?;
            self.past.push(turn);
        }
        Ok(())
    }

    /// Takes this many turns back, or all if there are fewer.
    fn undo(&mut self, turns: usize) -> Checked {
        for _ in 0..turns {
            let expected = self.past.pop();
            let undone = self.game.undo();
            self.same(&undone, &expected, "undone", self.past.turns())?;
            if expected.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Compares numbers of sequences: counted by the engine, and turn by turn.
    fn perft(&mut self, depth: u32) -> Checked {
        let depth = if self.past.shape().points().count() > 60 { depth.min(1) } else { depth };
        for turns in [Turns::All, Turns::Plays] {
            let expected = self.past.perft(depth, turns);
            let counted = self.game.perft(depth, turns);
            self.counts.compare();
            self.same(&counted, &expected, "perft", (depth, turns))?;
        }
        Ok(())
    }

    /// Compares what both sides say of the present, and of samples of the past.
    fn compare(&mut self) -> Checked {
        if let Err(broken) = self.game.check_history() {
            return ensure(false, "invariant", || format!("{broken}\n{}", self.past));
        }
        let (turns, position) = (self.past.turns(), *self.past.position());
        self.same(&self.game.turns(), &turns, "turns", ())?;
        self.same(self.game.position(), &position, "position", ())?;
        self.same(&self.game.is_over(), &self.past.is_over(), "over", ())?;
        self.same(&self.game.area(), &self.past.area(), "area", ())?;
        // The first and the last grid, and some in between.
        let between: Vec<usize> = (0..6).map(|_| self.below(turns + 1)).collect();
        for turns in between.into_iter().chain([0, turns]) {
            self.same(&self.game.grid(turns), &self.past.grid(turns), "grid", turns)?;
            self.same(&self.game.turn(turns), &self.past.turn(turns), "turn", turns)?;
        }
        // Every point, or a sample. The points of the latest turns, where repetitions are, are
        // always included.
        let legal = self.game.legal();
        let points = position.shape().points();
        let every = points.count().div_ceil(40);
        let first = self.random.below(every);
        let some = points.into_iter().skip(first as usize).step_by(every as usize);
        let latest = (turns.saturating_sub(6)..=turns).filter_map(|turn| self.past.turn(turn));
        let latest = latest.filter_map(|turn| match turn {
            Turn::Play(point) => Some(point),
            Turn::Pass => None,
        });
        for point in some.chain(latest).collect::<Vec<_>>() {
            let expected = self.past.refusal(Turn::Play(point));
            self.counts.compare();
            self.same(&self.game.refusal(Turn::Play(point)), &expected, "refusal", point)?;
            self.same(&legal.contains(point), &expected.is_none(), "legal", point)?;
        }
        // The set of legal plays is compared with the engine's own answers for single points.
        for point in position.empty().into_iter().filter(|_| every > 1) {
            let alone = self.game.refusal(Turn::Play(point)).is_none();
            self.same(&legal.contains(point), &alone, "legal set", point)?;
        }
        Ok(())
    }

    /// Returns a random number below the bound.
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u32) as usize
    }

    fn same<T: PartialEq + std::fmt::Debug>(
        &self,
        engine: &T,
        plain: &T,
        check: &'static str,
        of: impl std::fmt::Debug,
    ) -> Checked {
        match engine == plain {
            true => Ok(()),
            false => ensure_same(engine, plain, check, &format!("{of:?}\n{}", self.past)),
        }
    }
}

/// Tiles of crowded beginnings: one in which most plays are hard to judge, and one of black areas,
/// whose rotated copies are white.
const TILES: [&str; 2] =
    [". X O X O\nX O X . O\nO . X O X\nX O X O .\nO X . X O", "X X X\nX . X\nX X X"];

/// Returns the games on small boards turn by turn. For each board, also returns two crowded
/// beginnings, and a long game with a playout.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let small = material.games.iter().filter(|game| is_small(game.record.size()));
    let mut seeds: Vec<Vec<u8>> = small.filter_map(|game| encode(&game.record)).collect();
    let tiles = TILES.map(|tile| tile.parse::<superko::Position>().expect("the tiles are drawn"));
    for size in 0..sizes(SIZES).count() as u8 {
        let repetition = size % Repetition::ALL.len() as u8;
        for (first, tile) in [1, 7].into_iter().zip(&tiles) {
            let mut seed = vec![size, repetition, size % 3, 64 - size, size, first];
            seed.extend([tile.size().columns() - 1, tile.size().rows() - 1]);
            seed.extend(position_bytes(tile));
            seed.extend([0, 3, PERFT, RUN + 2, PLAYOUT + 3, UNDO + 6, RUN]);
            seed.extend([RESTART, PERFT + 1, 0, 7]);
            seeds.push(seed);
        }
        let head = [size, repetition, 0, 0, size, 0];
        let acts =
            [LONG_RUN, BACK + 10, RUN + 10, CLONE, PLAYOUT + 19, UNDO + 2, RUN + 20, RESTART];
        seeds.push(head.into_iter().chain(acts).collect());
    }
    seeds
}

/// Encodes a record for this target. Returns `None` if no board of this target has its size.
fn encode(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = size_bytes(record.size(), SIZES)?;
    bytes.extend([0, 0, 64, 0, 0]);
    for turn in record.turns.iter().take(MOST_ACTS) {
        let points = record.size().point_count();
        let number = turn.point().map_or(points, |point| record.size().index(point));
        bytes.extend([0, u8::try_from(number).expect("the board is small")]);
    }
    Some(bytes)
}
