//! A bitboard engine for the rules of Go: the fast twin of the reference.
//!
//! A bitboard is a set of points. Every question that the rules ask is a question about sets: the points next to a
//! set are the set shifted by one, left, right, up and down; the chain of a stone is what is left when such growing,
//! kept within the stones of one color, stops to add anything; the stones without a liberty are the stones that no
//! such growing from the empty points touches. A processor does each of these steps for 64 points at once, without a
//! branch.
//!
//! The engine is written from the text of the rules alone, in another representation and by another algorithm than
//! the reference, so that the two can vouch for each other: they share no code and neither imports the other.
//!
//! This crate holds no code yet.
