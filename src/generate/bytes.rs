//! Records decoded from bytes, for byte-driven fuzzers: every string of bytes is a game.

use crate::record::Record;
use crate::vocabulary::{Rules, Size, Turn};
use arbitrary::{Arbitrary, Result, Unstructured};

/// The longest game that is decoded.
const MOST_TURNS: usize = 2000;

/// The first byte is the size, two of three of them up to 5x5; the second is the rules; each further byte, or two on
/// boards of more than 255 points, is a turn. Where the bytes end the players pass it out.
impl<'a> Arbitrary<'a> for Record {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Record> {
        let size = match bytes.arbitrary::<u8>()? {
            small @ 0..=170 => Size::new(1 + small % 5, 1 + small / 5 % 5),
            square @ 171..=230 => Size::square(6 + square % 14),
            _ => Size::new(bytes.int_in_range(1..=25)?, bytes.int_in_range(1..=25)?),
        };
        let size = size.expect("both sides are from 1 to 25");
        let rules: Vec<Rules> = Rules::all().collect();
        let rules = match bytes.arbitrary::<u8>()? {
            usual @ 0..=127 => rules[usize::from(usual) % 3],
            other => rules[usize::from(other) % rules.len()],
        };
        let all: Vec<Turn> = Turn::all(size).collect();
        let mut turns = Vec::new();
        while !bytes.is_empty() && turns.len() < MOST_TURNS {
            let drawn = match all.len() {
                0..=255 => usize::from(bytes.arbitrary::<u8>()?),
                _ => usize::from(bytes.arbitrary::<u16>()?),
            };
            turns.push(all[drawn % all.len()]);
        }
        turns.extend([Turn::Pass, Turn::Pass]);
        Ok(Record { size, rules, turns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_of_bytes_is_a_game() {
        for first in 0..=255u8 {
            for length in 0..40 {
                let bytes: Vec<u8> = (0..length).map(|i: u8| first.wrapping_mul(i + 1)).collect();
                let record = Record::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
                assert!(record.turns.ends_with(&[Turn::Pass, Turn::Pass]));
            }
        }
    }
}
