//! The tests of the proof, in one binary.

mod agreement;
mod certificates;
mod command;
mod proofs;
mod text;
mod words;
