//! The reference and the harness, held against facts that no program of this repository made.

mod diagrams;
mod examples;
mod games;
mod inclusions;
mod perft;
mod sentences;
mod sequences;
mod small_boards;
mod snapshots;
mod stories;
mod support;
mod tidy;
mod trace;
mod walks;
