#![doc = include_str!("../README.md")]

pub mod collide;
pub mod compare;
pub mod findings;
pub mod kill_matrix;
pub mod model;
pub mod suite;
pub mod zoo;
