//! Tests of the public face: against facts, against a naive model, against itself.

mod collisions;
mod facts;
mod foreign_word;
mod games;
mod long_games;
mod memory;
mod metamorphic;
mod naive;
mod plan;
mod playouts;
mod rule_sets;
mod sentences;
mod small_boards;
