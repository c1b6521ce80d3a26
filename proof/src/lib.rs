//! Proves that the kernels of the optimized engine follow the rule text, on every legal position
//! and for every move of a board.
//!
//! The kernels are generic over a [`Word`](superko_optimized::Word). Run on [`symbol::Symbol`]s,
//! they compute formulas instead of stones, and a SAT solver is asked for a position on which the
//! formulas and the rule text differ. There is none; certificates say why. The README of this crate
//! gives the argument and lists what remains trusted.
//!
//! * [`graph`] holds the formulas, [`cnf`] makes clauses of them, [`symbol`] is the word.
//! * [`board`] and [`spec`] are the rule text by coordinates.
//! * [`source`] names the kernels, [`kernels`] runs them on the points of a board, on any word of
//!   [`bits`].
//! * [`conditions`] says what is proved.
//! * [`whole`] compares on small boards without contracts, and [`controls`] sees to it that every
//!   kernel of [`mutants`] is refused.
//! * [`solver`] finds models or certificates, [`certificate`] checks certificates.

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
