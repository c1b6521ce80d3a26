//! Parses and formats hashes.

/// The largest number of hexadecimal digits of a hash.
pub const DIGITS: usize = 64;

/// Parses a hash of up to 64 hexadecimal digits, with or without a leading `0x`.
pub fn hash_of(text: &str) -> Option<[u64; 4]> {
    let digits = digits_in(text);
    let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if digits.is_empty() || digits.len() > DIGITS || !hexadecimal {
        return None;
    }
    let mut hash = [0; 4];
    for (limb, digits) in digits.as_bytes().rchunks(16).enumerate() {
        hash[limb] = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(hash)
}

/// Returns the digits of a hash, without a leading `0x`.
pub fn digits_in(text: &str) -> &str {
    text.strip_prefix("0x").unwrap_or(text)
}

/// Returns a pseudorandom number: the output of the SplitMix64 generator (Steele, Lea and Flood, 2014).
pub fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Formats a hash in at least `least` hexadecimal digits.
pub fn digits_of(hash: &[u64; 4], least: usize) -> String {
    let all = hash.iter().rev().map(|limb| format!("{limb:016x}")).collect::<String>();
    let zeros = all.len() - all.trim_start_matches('0').len();
    all[zeros.min(DIGITS - least.clamp(1, DIGITS))..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_written_and_read_again() {
        for (hash, least, text) in [
            ([0; 4], 0, "0"),
            ([0xff, 0, 0, 0], 1, "ff"),
            ([0xff, 0, 0, 0], 4, "00ff"),
            ([1, 2, 0, 0], 16, "20000000000000001"),
            ([u64::MAX; 4], 1, &"f".repeat(64)),
        ] {
            assert_eq!(digits_of(&hash, least), text);
            assert_eq!(hash_of(text), Some(hash));
            assert_eq!(hash_of(&format!("0x{text}")), Some(hash));
        }
        for text in ["", "0x", "g", "-1", &"1".repeat(65), "é"] {
            assert_eq!(hash_of(text), None, "{text}");
        }
    }
}
