//! Proves that the kernels of the optimized engine follow the rule text, on every legal position
//! and for every move of a board.
//!
//! The kernels are generic over a [`Word`](superko_optimized::Word). On [`symbol::Symbol`]s, they
//! compute formulas instead of stones. A SAT solver then looks for a position on which the formulas
//! and the rule text differ. There is none, and certificates show why. The README of this crate
//! gives the argument and lists what remains trusted.
//!
//! * [`graph`] holds the formulas, [`cnf`] makes clauses of them, and [`symbol`] is the word.
//! * [`board`] and [`spec`] are the rule text by coordinates.
//! * [`source`] names the kernels. [`kernels`] runs them on the points of a board, on any word of
//!   [`bits`].
//! * [`conditions`] says what is proved.
//! * [`whole`] compares kernels and rule text on small boards without contracts. [`controls`]
//!   checks that every kernel of [`mutants`] is refused.
//! * [`solver`] finds models or certificates, and [`certificate`] checks certificates.

pub mod bits;
pub mod board;
pub mod certificate;
pub mod cnf;
pub mod conditions;
pub mod controls;
pub mod graph;
pub mod kernels;
pub mod mutants;
pub mod prove;
pub mod solver;
pub mod source;
pub mod spec;
pub mod symbol;
pub mod whole;
