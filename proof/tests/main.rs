//! The tests of the proof, in one binary.

mod agreement;
mod certificates;
mod command;
mod proofs;
mod support;
mod text;
mod theorems;
mod words;
