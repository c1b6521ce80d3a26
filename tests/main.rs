//! The reference and the harness, held against facts that no program of this repository made.

mod diagrams;
mod games;
mod perft;
mod sequences;
mod small_boards;
mod support;
mod walks;
