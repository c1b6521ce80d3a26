//! A small random number generator.

/// Marsaglia's xorshift with shifts 13, 7, 17. It is good enough for random play, but not for other
/// uses.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Makes the generator with this seed.
    pub fn new(seed: u64) -> Random {
        // Similar seeds give different streams because SplitMix64 mixes each seed once. The state is never 0.
        let mut x = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random((x ^ (x >> 31)) | 1)
    }

    /// Returns the next 64 bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `bound`, which must not be 0. The bias is below `bound / 2^32`.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_xorshift_from_splitmix64() {
        // The first number of SplitMix64 from each seed was published with the generator.
        for (seed, first) in [(0, 0xE220_A839_7B1D_CDAF), (1, 0x910A_2DEC_8902_5CC1_u64)] {
            let mut random = Random::new(seed);
            let mut x = first | 1;
            for _ in 0..100 {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                assert_eq!(random.bits(), x);
            }
        }
    }

    #[test]
    fn numbers_below_a_bound_are_drawn_evenly() {
        let mut random = Random::new(7);
        let mut drawn = [0; 10];
        for _ in 0..10_000 {
            drawn[random.below(10) as usize] += 1;
        }
        assert!(drawn.iter().all(|times| (900..1100).contains(times)), "{drawn:?}");
        assert_eq!(Random::new(7).below(1), 0);
    }

    #[test]
    fn every_bit_of_a_number_below_a_high_bound_is_drawn() {
        for bits in [12, 17, 20, 31] {
            let mut random = Random::new(bits);
            let (mut any, mut all) = (0, u32::MAX);
            for _ in 0..100 {
                let number = random.below(1 << bits);
                (any, all) = (any | number, all & number);
            }
            assert_eq!((any, all), ((1 << bits) - 1, 0), "{bits}");
        }
    }
}
