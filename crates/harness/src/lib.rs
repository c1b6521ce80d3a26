//! Games that test the rules of Go, and the comparison of an engine with the rule text.

pub mod collide;
pub mod compare;
pub mod findings;
pub mod kill_matrix;
pub mod model;
pub mod suite;
pub mod zoo;
