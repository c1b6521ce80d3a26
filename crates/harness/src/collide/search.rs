//! The search for few stones whose keys cancel: linear algebra over the field of two elements.

use super::keys::{Bits, Keys};
use super::xor;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use superko_game::{Player, Point};

/// The sets of keys whose XOR is a target, as a space that is walked through at random.
///
/// A set is a row of bits: a half for the black keys, a half for the white keys, each by the places of their points, and a
/// word whose bit says that the target is in the set. The rows are a basis of all sets whose XOR is zero. Each row has a key
/// that no other row has, and few others: about half as many as the hash has bits. If a row's own key is exchanged for another
/// one, the rows are another such basis.
pub(super) struct Space {
    half: usize,
    rows: Vec<Vec<u64>>,
    /// Whether the last row has the target, and no other.
    targeted: bool,
}

/// A set of keys, with none, one or both of each point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set<'a> {
    pub(super) black: &'a [u64],
    pub(super) white: &'a [u64],
}

impl Set<'_> {
    /// Returns the number of points of which the set has both keys.
    pub(super) fn both(&self) -> usize {
        let both = self.black.iter().zip(self.white).map(|(black, white)| black & white);
        both.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the number of keys of each player's stones.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.black, self.white]
            .map(|half| half.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// Returns whether the set has the key of a stone, by the place of the point.
    pub(super) fn has(&self, place: usize, player: Player) -> bool {
        let half = if player == Player::Black { self.black } else { self.white };
        half[place / 64] >> (place % 64) & 1 == 1
    }
}

impl Space {
    /// Prepares all sets of keys of some points whose XOR is the target, or zero without one. Returns `None`
    /// if there is no such set, or only the empty one without a target.
    pub(super) fn new(
        keys: &Keys,
        points: &[Point],
        target: Option<Bits>,
        random: &mut ChaCha8Rng,
    ) -> Option<Space> {
        let size = keys.size();
        let half = size.point_count().div_ceil(64);
        let mut columns: Vec<(usize, Bits)> = Vec::new();
        for &point in points {
            for player in [Player::Black, Player::White] {
                let place = 64 * half * player as usize + size.index(point);
                columns.push((place, keys.stone(point, player)));
            }
        }
        columns.shuffle(random);
        // The target is reduced last, so that only the last row can have it.
        columns.extend(target.map(|target| (128 * half, target)));
        let mut reduced: Vec<(usize, Bits, Vec<u64>)> = Vec::new();
        let mut rows = Vec::new();
        for (place, mut key) in columns {
            let mut row = vec![0; 2 * half + 1];
            row[place / 64] |= 1 << (place % 64);
            for (highest, other, its_row) in &reduced {
                if key[highest / 64] >> (highest % 64) & 1 == 1 {
                    key = xor(key, *other);
                    add(&mut row, its_row);
                }
            }
            match (0..256).rev().find(|bit| key[bit / 64] >> (bit % 64) & 1 == 1) {
                Some(highest) => reduced.push((highest, key, row)),
                None => rows.push(row),
            }
        }
        let targeted = target.is_some();
        let found = rows.last().is_some_and(|row| !targeted || row[2 * half] == 1);
        found.then_some(Space { half, rows, targeted })
    }

    /// Walks this many steps and shows the sets that it meets, some hundreds at each step: all, or those that
    /// have at most one key of each point.
    pub(super) fn walk(
        &mut self,
        steps: usize,
        one_of_each: bool,
        random: &mut ChaCha8Rng,
        show: &mut dyn FnMut(Set<'_>),
    ) {
        let half = self.half;
        let free = self.rows.len() - usize::from(self.targeted);
        let nothing = vec![0; 2 * half + 1];
        let mut sum = nothing.clone();
        let mut show = |one: &[u64], two: &[u64], three: &[u64]| {
            for word in 0..half {
                let black = one[word] ^ two[word] ^ three[word];
                let there = half + word;
                let white = one[there] ^ two[there] ^ three[there];
                if one_of_each && black & white != 0 {
                    return;
                }
                (sum[word], sum[there]) = (black, white);
            }
            let set = Set { black: &sum[..half], white: &sum[half..2 * half] };
            // A row added to itself is empty.
            if one[2 * half] == 1 || set.counts() != [0, 0] {
                show(set);
            }
        };
        let targeted = |rows: &[Vec<u64>]| rows.get(free).unwrap_or(&nothing).clone();
        let target = targeted(&self.rows);
        show(&target, &nothing, &nothing);
        for row in &self.rows[..free] {
            show(&target, row, &nothing);
        }
        if free == 0 {
            return;
        }
        for _ in 0..steps {
            let place = random.random_range(0..free);
            let chosen = self.rows[place].clone();
            let ones = chosen.iter().map(|word| word.count_ones()).sum::<u32>();
            let bit = nth_bit(&chosen, random.random_range(0..ones));
            for (other, row) in self.rows.iter_mut().enumerate() {
                if other != place && row[bit / 64] >> (bit % 64) & 1 == 1 {
                    add(row, &chosen);
                }
            }
            let target = targeted(&self.rows);
            for row in &self.rows[..free] {
                show(&target, row, &nothing);
                show(&target, row, &chosen);
            }
        }
    }
}

/// Adds a row to another.
fn add(row: &mut [u64], other: &[u64]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word ^= other;
    }
}

/// Returns the place of a set bit, by its number from 0 among the set bits.
fn nth_bit(row: &[u64], mut number: u32) -> usize {
    for (place, &word) in row.iter().enumerate() {
        if number < word.count_ones() {
            let rest = (0..number).fold(word, |word, _| word & (word - 1));
            return 64 * place + rest.trailing_zeros() as usize;
        }
        number -= word.count_ones();
    }
    unreachable!("a row has the bit of a number below its count")
}
