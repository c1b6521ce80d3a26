//! Engines with a hash of their own.

use super::*;
use crate::HashCollisions;

/// How a hash is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// The hash is compared with the earlier ones.
    Back,
    /// The hash, and that of the board with the colors exchanged, are compared with the earlier ones.
    BackAtBothColors,
    /// The hash is compared with a number.
    AtANumber,
}

/// An engine that refuses plays by a hash alone.
struct Hashed {
    engine: Box<dyn Engine + Send>,
    /// The number of bits of the hash, with keys that no model has.
    bits: u32,
    looks: Looks,
    seen: Vec<u64>,
}

impl Hashed {
    fn boxed(bits: u32, looks: Looks) -> Box<dyn Engine> {
        let engine = Model::right().under(Rules::default().repetition(Repetition::None)).engine();
        Box::new(Hashed { engine, bits, looks, seen: Vec::new() })
    }

    fn now(&mut self, exchanged: bool) -> u64 {
        let position = self.engine.board().unwrap().unwrap();
        let stones = position.size().points().zip(1_u64..).filter_map(|(point, number)| {
            let color = match position[point] {
                Color::Empty => return None,
                Color::Black => 1 + u64::from(exchanged),
                Color::White => 2 - u64::from(exchanged),
            };
            // The finalizer of splitmix64 (Steele, Lea, Flood, 2014).
            let mut key = (2 * number + color).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            Some((key ^ (key >> 31)) >> (64 - self.bits))
        });
        stones.fold(0, |hash, key| hash ^ key)
    }
}

impl Engine for Hashed {
    fn about(&self) -> About {
        About::named("hashed")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(game)?;
        self.seen = vec![self.now(false)];
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.engine.play(turn)?;
        if ruling == Ruling::Allowed && turn != Turn::Pass {
            let (now, exchanged) = (self.now(false), self.now(true));
            let is_refused = match self.looks {
                Looks::Back => self.seen.contains(&now),
                Looks::BackAtBothColors => {
                    [now, exchanged].iter().any(|hash| self.seen.contains(hash))
                }
                Looks::AtANumber => now == 77,
            };
            if is_refused {
                self.engine.undo()?;
                return Ok(Ruling::Forbidden(RefusalReason::Unstated));
            }
            self.seen.push(now);
        }
        Ok(ruling)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }
}

#[test]
fn a_hash_with_keys_that_no_model_has_is_told_by_where_its_refusals_come_from() {
    let factory = || Ok(Hashed::boxed(11, Looks::Back));
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert!(found.facts.is_whole(), "{found}");
    let said = "plays positional superko with suicide, but treats positions as equal when their hashes are equal";
    assert_eq!(found.sentence, said, "{found}");
    let hash: HashCollisions = found.facts.hash_collisions.unwrap();
    assert!(hash.refused > 0 && (10..=12).contains(&hash.bits().unwrap()), "{found}");
    assert_eq!(sentence(&found.facts, Rules::default()), said);
    assert!(found.facts.played().is_ok());
}

#[test]
fn refusals_that_come_of_no_other_position_are_not_put_down_to_a_hash() {
    for (bits, looks) in [(8, Looks::AtANumber), (60, Looks::BackAtBothColors)] {
        let factory = || Ok(Hashed::boxed(bits, looks));
        let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
        assert_eq!(found.facts.hash_collisions, None, "{looks:?}: {found}");
        assert!(!found.facts.is_whole(), "{looks:?}: {found}");
    }
}

/// Makes an engine with positional superko that also refuses an immediate play where a single stone was captured.
fn bans_recapture() -> Box<dyn Engine> {
    let mut banned = None;
    let engine = Bent::named("bans recapture", Model::right().engine()).answering([Check::Board]);
    let engine = engine.play(move |engine, game, turn| {
        if game.turns.is_empty() {
            banned = None;
        }
        if banned == Some(turn) {
            return Ok(Ruling::Forbidden(RefusalReason::Unstated));
        }
        let before = engine.board()?.unwrap();
        let ruling = engine.play(turn)?;
        if ruling == Ruling::Allowed {
            let after = engine.board()?.unwrap();
            let is_gone =
                |&point: &Point| before[point] != Color::Empty && after[point] == Color::Empty;
            let gone: Vec<Point> = before.size().points().filter(is_gone).collect();
            banned = match gone[..] {
                [point] => Some(Turn::Play(point)),
                _ => None,
            };
        }
        Ok(ruling)
    });
    engine.boxed()
}

#[test]
fn a_ban_on_a_point_is_not_taken_for_a_hash() {
    let factory = || Ok(bans_recapture());
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert_eq!(found.facts.hash_collisions, None, "{found}");
    assert!(!found.facts.is_whole(), "{found}");
}
