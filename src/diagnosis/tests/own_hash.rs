//! Engines with a hash of their own.

use super::*;
use crate::diagnosis::OwnHash;

/// Positional superko by a hash alone, or plays that are refused because of what is on the board.
struct Hashed {
    engine: Box<dyn Engine + Send>,
    /// Of so many bits, with keys that no model has.
    bits: u32,
    /// Whether each hash is compared with the earlier ones; else with a number.
    looks_back: bool,
    seen: Vec<u64>,
}

impl Hashed {
    fn boxed(bits: u32, looks_back: bool) -> Box<dyn Engine> {
        let engine = Model::right().under(Rules::default().repetition(Repetition::None)).engine();
        Box::new(Hashed { engine, bits, looks_back, seen: Vec::new() })
    }

    fn now(&mut self) -> u64 {
        let position = self.engine.board().unwrap().unwrap();
        let stones = position.size().points().zip(1_u64..).filter_map(|(point, number)| {
            let color = match position[point] {
                Color::Empty => return None,
                Color::Black => 1,
                Color::White => 2,
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
        self.seen = vec![self.now()];
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.engine.play(turn)?;
        if ruling == Ruling::Allowed && turn != Turn::Pass {
            let now = self.now();
            let is_refused = if self.looks_back { self.seen.contains(&now) } else { now == 77 };
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
    let factory = || Ok(Hashed::boxed(11, true));
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert!(found.is_whole(), "{found}");
    let said = "plays positional superko with suicide, but takes positions for equal when their hashes are equal";
    assert_eq!(found.sentence, said, "{found}");
    let hash: OwnHash = found.own_hash.unwrap();
    assert!(hash.refused > 0 && (10..=12).contains(&hash.bits().unwrap()), "{found}");
    assert_eq!(found.sentence_again(Rules::default()), said);
    assert_eq!(found.check(), Ok(()));
}

#[test]
fn refusals_that_come_of_no_earlier_position_are_not_put_down_to_a_hash() {
    let factory = || Ok(Hashed::boxed(8, false));
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert_eq!(found.own_hash, None, "{found}");
    assert!(!found.is_whole(), "{found}");
}
