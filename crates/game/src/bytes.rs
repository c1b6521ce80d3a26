//! Records decoded from bytes, for authors who fuzz their engine: every byte string is a game.

use crate::{Record, Rules, Size, Turn};
use arbitrary::{Arbitrary, Result, Unstructured};

/// The largest number of turns that are decoded before the final passes.
const MOST_TURNS: usize = 2000;

/// The first bytes below this value stand for boards up to 5x5. Their order repeats every 25 bytes.
const SMALL: u8 = 171;

/// Decodes a record from any byte string, for authors who fuzz their engine. Needs the feature `arbitrary`.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use superko_game::Record;
///
/// // With `cargo fuzz`: fuzz_target!(|record: Record| superko::replay(my_board, &record.to_string()));
/// let record = Record::arbitrary(&mut Unstructured::new(b"any bytes at all"))?;
/// assert_eq!(record.size().to_string(), "3x5");
/// # Ok::<(), arbitrary::Error>(())
/// ```
///
/// The first byte is the size; two thirds of the values are sizes up to 5x5. Then come the rules, half a byte
/// for each switch ([`Rules::to_bytes`]). Each further byte, or two bytes on boards of 255 points or more,
/// is a turn. At the end of the bytes both players pass.
impl<'a> Arbitrary<'a> for Record {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Record> {
        let size = match bytes.arbitrary::<u8>()? {
            small @ 0..SMALL => Size::new(1 + small % 5, 1 + small / 5 % 5),
            square @ SMALL..=230 => Size::square(6 + square % 14),
            _ => Size::new(bytes.int_in_range(1..=25)?, bytes.int_in_range(1..=25)?),
        };
        let size = size.expect("both sides are from 1 to 25");
        let rules = Rules::from_bytes(bytes.arbitrary()?);
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
        Ok(Record::new(size, rules, turns))
    }
}

/// Encodes a game as bytes for the corpus of a fuzzer. The bytes decode to the same record, except for turns
/// beyond the first 2,000; the decoder adds two passes. Needs the feature `arbitrary`.
pub fn to_bytes(record: &Record) -> Vec<u8> {
    let (columns, rows) = (record.size().columns(), record.size().rows());
    let mut bytes = match (columns, rows) {
        (1..=5, 1..=5) => vec![columns - 1 + 5 * (rows - 1)],
        _ => vec![u8::MAX, columns - 1, rows - 1],
    };
    bytes.extend(record.rules().to_bytes());
    for turn in record.turns.iter().take(MOST_TURNS) {
        let place =
            turn.point().map_or(record.size().point_count(), |point| record.size().index(point));
        let place = u16::try_from(place).expect("a board has at most 625 points").to_le_bytes();
        bytes.extend(&place[..if record.size().point_count() < 255 { 1 } else { 2 }]);
    }
    bytes
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

    #[test]
    fn a_record_is_decoded_from_its_bytes() {
        for size in ["1x1", "5x4", "6x6", "14x18", "15x17", "16x16", "19x19", "1x25"] {
            let size: Size = size.parse().unwrap();
            for rules in Rules::pairwise() {
                let turns = Turn::all(size).chain([Turn::Pass]).collect();
                let record = Record::new(size, rules, turns);
                let bytes = to_bytes(&record);
                let decoded = Record::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
                assert_eq!(decoded.turns[..record.turns.len()], record.turns);
                assert_eq!((decoded.size(), decoded.rules()), (size, rules));
            }
        }
    }
}
