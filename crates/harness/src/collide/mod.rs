//! Legal games, made to order, that an engine refuses if it decides superko by hash alone.
//!
//! In: the keys of a hash. Out: a game whose last turn makes a new position with the hash of an earlier one,
//! confirmed by the reference; or the fact that no two positions have the same hash. Used by `certify` and
//! the command line.
//!
//! A hash that is the XOR of a key for each stone is linear over the field of two elements: two positions
//! have the same hash if the keys of the stones in which they differ cancel. Elimination finds such stones as
//! soon as there are more keys than the hash has bits. A walk finds small sets of them.
//! [`Keys::are_independent`] says whether there are any. Hashes that are not the XOR of keys, such as a sum,
//! a string or a cryptographic hash, are not supported.

mod clearing;
mod confirm;
mod find;
mod frame;
mod keys;
mod placing;
mod plays;
mod read;
mod search;

pub use confirm::{Collision, LastTurn};
pub use find::{Against, CollideError, SearchResult, Wanted, collide};
pub use keys::{Bits, Keys, KeysError};
pub use read::{KeysRead, read_keys};

/// The reason why an engine without a hash cannot be attacked.
pub const NO_HASH: &str = "it does not show its hash";

/// The source of the games that are made from the keys of an engine.
pub const OWN_KEYS: &str = "collision of the engine's own hash";

/// Returns the XOR of two hashes.
pub fn xor(one: Bits, other: Bits) -> Bits {
    std::array::from_fn(|limb| one[limb] ^ other[limb])
}
