//! Tests of the public interface: against facts, against a naive model, and for consistency.

mod beginnings;
mod cleanup;
mod collisions;
mod crowded;
mod enclosed;
mod facts;
mod foreign_word;
mod games;
mod kos;
mod largest;
mod long_games;
mod memory;
mod metamorphic;
mod naive;
mod patches;
mod perft;
mod phases;
mod plan;
mod playouts;
mod rule_sets;
mod sentences;
mod small_boards;
mod third_time;
