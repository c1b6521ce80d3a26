//! Reading the keys of an engine that shows its hash, from the hashes of single stones.

use super::keys::{Bits, Keys};
use super::{NO_HASH, xor};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use superko_engine::referee::Referee;
use superko_engine::{Engine, Fault, Reference, Ruling};
use superko_game::rules::Rules;
use superko_game::{Player, Setup, Size, Status, Turn};

/// The number of random games that show whether a hash is the XOR of keys.
const GAMES: u64 = 3;

/// The hash is compared after one in this many turns.
const EVERY: usize = 5;

/// The most turns of a random game.
const TURNS: usize = 160;

/// The number of points, from the first of the board, on which most turns of a random game are.
const REGION: usize = 60;

/// The number of random turns to try before a pass.
const TRIES: usize = 12;

/// The result of reading keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeysRead {
    /// The hash of every position tried is the XOR of these keys.
    Keys(Keys),
    /// The keys could not be read, for this reason.
    Unreadable(String),
}

/// Reads the keys of an engine that shows its hash. Games of two stones give the keys. Random games
/// check whether the hash of a position is the XOR of these keys.
///
/// # Errors
///
/// If the engine fails.
pub fn read_keys(
    engine: &mut dyn Engine,
    size: Size,
    rules: Rules,
    seed: u64,
) -> Result<KeysRead, Fault> {
    let mut reading = Reading { engine, setup: Setup::new(size, rules) };
    match reading.keys()? {
        Ok(keys) => Ok(match reading.mismatch(&keys, seed)? {
            None => KeysRead::Keys(keys),
            Some(what) => KeysRead::Unreadable(what),
        }),
        Err(what) => Ok(KeysRead::Unreadable(what)),
    }
}

struct Reading<'a> {
    engine: &'a mut dyn Engine,
    setup: Setup,
}

/// The keys or hashes that were read, or the reason why they could not be read.
type Readable<T> = Result<Result<T, String>, Fault>;

impl Reading<'_> {
    fn keys(&mut self) -> Readable<Keys> {
        let points: Vec<_> = self.setup.size().points().collect();
        let after_pass = match self.hashes(&[Turn::Pass])? {
            Ok(hashes) => hashes,
            Err(what) => return Ok(Err(what)),
        };
        let turn = xor(after_pass[0], after_pass[1]);
        let mut read = vec![[Bits::default(); 2]; points.len()];
        for (place, &black) in points.iter().enumerate() {
            // The two stones do not touch, except on the smallest boards.
            let other = (place + points.len() / 2) % points.len();
            let turns = [Turn::Play(black), Turn::Play(points[other])];
            let hashes = match self.hashes(&turns)? {
                Ok(hashes) => hashes,
                Err(what) => return Ok(Err(what)),
            };
            read[place][0] = xor(xor(hashes[0], hashes[1]), turn);
            read[other][1] = xor(xor(hashes[1], hashes[2]), turn);
        }
        let size = self.setup.size();
        let key = |point, player: Player| read[size.index(point)][player as usize];
        Ok(Ok(Keys::new(size, turn, key)))
    }

    /// Returns the hashes at the beginning and after each of some turns.
    fn hashes(&mut self, turns: &[Turn]) -> Readable<Vec<Bits>> {
        self.engine.start(&self.setup)?;
        let mut hashes = Vec::new();
        for turn in [None].into_iter().chain(turns.iter().map(Some)) {
            if let Some(&turn) = turn
                && self.engine.play(turn)? != Ruling::Allowed
            {
                return Ok(Err(format!("it refuses {turn} on an empty board")));
            }
            match self.engine.hash()? {
                Some(hash) => hashes.push(hash),
                None => return Ok(Err(NO_HASH.to_owned())),
            }
        }
        Ok(Ok(hashes))
    }

    /// Describes the first position found whose hash is not the XOR of the keys.
    fn mismatch(&mut self, keys: &Keys, seed: u64) -> Result<Option<String>, Fault> {
        let (size, rules) = (self.setup.size(), self.setup.rules);
        let points: Vec<_> = size.points().collect();
        for game in 0..GAMES {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(game);
            let mut referee = Reference::new(size, rules);
            self.engine.start(&self.setup)?;
            let Some(empty) = self.engine.hash()? else { return Ok(None) };
            for number in 1..=TURNS.min(2 * points.len()) {
                // Most turns are in a part of a large board, so that there are captures.
                let near = &points[..points.len().min(REGION)];
                let region = if number.is_multiple_of(4) { &points } else { near };
                let mut any = |_| Turn::Play(region[random.random_range(0..region.len())]);
                let legal = |turn: &Turn| referee.judge(*turn).refusal.is_none();
                // Every seventh turn of Black is a pass.
                let tries = if number % 14 == 13 { 0 } else { TRIES };
                let turn = (0..tries).map(&mut any).find(legal).unwrap_or(Turn::Pass);
                if self.engine.play(turn)? != Ruling::Allowed {
                    break;
                }
                Referee::play(&mut referee, turn);
                if referee.status() == Status::Over {
                    break;
                }
                if !number.is_multiple_of(EVERY) {
                    continue;
                }
                let expected = xor(empty, keys.hash(referee.position(), referee.to_move()));
                if self.engine.hash()? != Some(expected) {
                    let what = "its hash is not the XOR of a key for each stone: after turn";
                    return Ok(Some(format!("{what} {number} of a random game it differs")));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use superko_engine::Optimized;
    use superko_engine::bent::Bent;

    /// Reads the keys of the optimized engine with a changed hash.
    fn read(change: fn(u64, &mut Optimized) -> Option<u64>) -> KeysRead {
        let size = "5x4".parse().unwrap();
        let engine = Bent::named("shown", Optimized::new(size, Rules::default()));
        let mut engine = engine.hash(move |engine, _| {
            let hash = engine.hash()?.expect("it shows its hash")[0];
            Ok(change(hash, engine).map(|hash| [hash, 0, 0, 0]))
        });
        read_keys(&mut engine, size, Rules::default(), 1).unwrap()
    }

    /// Returns whether Black is to move, which only the status tells.
    fn black_to_move(engine: &mut Optimized) -> bool {
        engine.status() == Ok(Some(Status::Running { to_move: Player::Black }))
    }

    #[test]
    fn keys_are_read_off_stones() {
        let KeysRead::Keys(keys) = read(|hash, _| Some(hash)) else { panic!("there are keys") };
        assert_eq!(keys.turn(), Bits::default());
        assert_eq!(keys.bits(), 64);
        // This hash has a constant and a key for the player to move.
        let with_more =
            read(|hash, engine| Some(hash ^ 99 ^ if black_to_move(engine) { 0 } else { 1 << 63 }));
        let KeysRead::Keys(more) = with_more else { panic!("there are keys") };
        assert_eq!(more.turn(), [1 << 63, 0, 0, 0]);
        let point = keys.size().vertex("E4").unwrap();
        for player in [Player::Black, Player::White] {
            assert_eq!(more.stone(point, player), keys.stone(point, player));
        }
    }

    #[test]
    fn what_is_no_xor_of_keys_is_noticed() {
        assert_eq!(read(|_, _| None), KeysRead::Unreadable("it does not show its hash".to_owned()));
        let sum = read(|hash, engine| {
            let stones = engine.board().unwrap().unwrap().count(superko_game::Color::Empty) as u64;
            Some(hash.wrapping_add(stones * stones))
        });
        let KeysRead::Unreadable(what) = sum else { panic!("it is no XOR") };
        assert!(what.starts_with("its hash is not the XOR of a key for each stone"), "{what}");
    }
}
