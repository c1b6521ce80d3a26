//! Mutations of the games of `lockstep` that yield games again. They change the bytes of the turns,
//! and mostly leave the head as it is.

use crate::bytes::{Bytes, HEAD, RULES, SWITCH_BYTES};
use std::sync::OnceLock;
use superko::{Point, Size};
use superko_optimized::Random;

/// The environment variable that leaves all mutations to the fuzzer if its value is `off`.
pub const MUTATOR: &str = "SUPERKO_MUTATOR";

/// Changes the game in the first `size` bytes of `data`, and returns its new length, which is at most `longest`.
///
/// These are the changes: a cross is played, whose center may capture several chains at once; a
/// turn is inserted, deleted, swapped, or tried again later; a block of turns is repeated, which
/// makes a cycle; the first turns of the game are played again at its end; or the game is played
/// under other rules. Three of four changes are left to `other`, which takes the data, its length
/// and the greatest length, as this function does. If the environment variable [`MUTATOR`] is
/// `off`, all of them are.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    longest: usize,
    seed: u32,
    other: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut random = Random::new(seed.into());
    let longest = longest.min(data.len());
    if is_off() || size <= HEAD + 1 || size > longest || below(&mut random, 4) > 0 {
        return other(data, size, longest);
    }
    let mut turns = data[HEAD..size].to_vec();
    if below(&mut random, 2) == 0 {
        let place = if below(&mut random, 2) == 0 { 0 } else { below(&mut random, turns.len()) };
        turns.splice(place..place, cross(Bytes::new(data).small_size(), &mut random));
    } else {
        change(&mut turns, &mut data[1..=RULES], &mut random);
    }
    turns.truncate(longest - HEAD);
    data[HEAD..HEAD + turns.len()].copy_from_slice(&turns);
    HEAD + turns.len()
}

/// Makes one of the changes other than the cross.
fn change(turns: &mut Vec<u8>, rules: &mut [u8], random: &mut Random) {
    let place = below(random, turns.len());
    let end = (place + 1 + below(random, 8)).min(turns.len());
    match below(random, 8) {
        0 | 1 => turns.insert(place, byte(random)),
        2 if turns.len() > 1 => {
            turns.remove(place);
        }
        3 => {
            let with = below(random, turns.len());
            turns.swap(place, with);
        }
        4 => {
            let to = below(random, turns.len() + 1);
            turns.insert(to, turns[place]);
        }
        5 => {
            let block = turns[place..end].to_vec();
            turns.splice(end..end, block);
        }
        6 => turns.extend_from_within(..end),
        // Only bytes with a switch are changed.
        _ => rules[below(random, SWITCH_BYTES)] = byte(random),
    }
}

/// Returns turns that put White's stones next to a point and Black's stones around these. At the
/// end, Black plays at the point.
fn cross(size: Size, random: &mut Random) -> Vec<u8> {
    let points: Vec<Point> = size.points().collect();
    let center = points[below(random, points.len())];
    let arms: Vec<Point> = size.neighbors(center).collect();
    let mut around: Vec<Point> = arms.iter().flat_map(|&arm| size.neighbors(arm)).collect();
    around.sort_unstable();
    around.dedup();
    around.retain(|point| *point != center);
    let number = |point: &Point| u8::try_from(size.index(*point)).expect("the board is small");
    let pass = u8::try_from(size.point_count()).expect("the board is small");
    let mut turns = Vec::new();
    for place in 0..around.len().max(arms.len()) {
        turns.push(around.get(place).map_or(pass, number));
        turns.push(arms.get(place).map_or(pass, number));
    }
    turns.push(number(&center));
    turns
}

/// Returns a random number below a bound, which must not be 0.
fn below(random: &mut Random, bound: usize) -> usize {
    random.below(u32::try_from(bound).expect("games are short")) as usize
}

fn byte(random: &mut Random) -> u8 {
    random.bits().to_le_bytes()[0]
}

fn is_off() -> bool {
    static OFF: OnceLock<bool> = OnceLock::new();
    *OFF.get_or_init(|| std::env::var_os(MUTATOR).is_some_and(|value| value == "off"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Counts;
    use crate::target::Target;

    #[test]
    fn a_mutated_game_fits_and_is_mostly_another() {
        let game: Vec<u8> = (0..20).collect();
        let mut changed = 0;
        for seed in 0..2000 {
            let mut data = game.clone();
            data.resize(24, 0xee);
            let length = mutate(&mut data, game.len(), 24, seed, |_, size, _| size);
            assert!((HEAD..=24).contains(&length));
            assert_eq!(data[0], game[0]);
            changed += u32::from(data[..length] != game);
        }
        assert!((400..600).contains(&changed), "{changed}");
    }

    #[test]
    fn a_cross_captures_four_chains_at_once() {
        let size = Size::square(5).unwrap();
        let is_reached = (0..200).any(|seed| {
            let turns = cross(size, &mut Random::new(seed));
            let mut counts = Counts::default();
            let data = [vec![24], vec![0; RULES], turns].concat();
            Target::find("lockstep").unwrap().run(&data, &mut counts).unwrap();
            counts.event(superko::Event::CaptureFourChains) > 0
        });
        assert!(is_reached);
    }

    #[test]
    fn short_inputs_are_left_to_the_other_mutator() {
        for size in 0..=HEAD {
            let mut data = [0; 8];
            assert_eq!(mutate(&mut data, size, 8, 1, |_, size, longest| size + longest), size + 8);
        }
    }
}
