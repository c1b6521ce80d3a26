//! Legal games that a superko by hash refuses, made to order.
//!
//! In: the keys of a hash. Out: a game whose last turn makes a new position with the hash of an earlier one, confirmed by
//! the reference; or that no two positions have one hash. Asked by `certify` and the command line.
//!
//! A hash that is the XOR of a key for each stone is linear over the field of two elements: that two positions have one hash
//! means that the keys of the stones in which they differ cancel. Such stones are found by elimination as soon as there are
//! more keys than the hash has bits, and few of them by a walk ([`Keys::are_independent`] says whether there are any).
//! What is no XOR of keys, such as a sum, a string or a cryptographic hash, is out of reach.

mod clearing;
mod confirm;
mod find;
mod frame;
mod game;
mod keys;
mod placing;
mod read;
mod search;

pub use confirm::{Collision, LastTurn};
pub use find::{Against, CollideError, Outcome, Wanted, collide};
pub use keys::{Bits, Keys, KeysError};
pub use read::{KeysRead, read_keys};

/// The XOR of two hashes.
pub(crate) fn xor(one: Bits, other: Bits) -> Bits {
    std::array::from_fn(|limb| one[limb] ^ other[limb])
}
