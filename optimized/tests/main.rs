//! Tests of the public face, against facts and against a naive model.

mod facts;
mod long_games;
mod metamorphic;
mod naive;
mod random_games;
mod rng;
