//! The reference held against facts that no program of this repository made, the harness against engines that are
//! wrong on purpose, and the repository against itself.
//!
//! * `sequences`, `diagrams`, `games`, `judge`: verdicts, claims and rulings from documents and servers;
//! * `perft`, `small_boards`: numbers, in a fast tier and in one of up to half an hour, which
//!   `cargo test --release --test main -- --ignored` runs; what is called thorough takes a minute of that;
//! * `cli`, `exhaust`: the command line;
//! * `collide`: games made from the keys of a hash;
//! * `sentences`, `inclusions`, `between_sets`: each sentence of the rules drawn, which rules are stricter than which, and how their
//!   counts go together;
//! * `zoo`, `gtp`, `undo`, `conventions`, `regressions`: wrong engines, engines that misbehave or do otherwise than most, games that once
//!   showed something wrong;
//! * `snapshots`: drawings accepted once and compared ever since, of diagrams, `examples` and `stories`;
//! * `fuzz`: the bodies of the fuzz targets on their seeds;
//! * `rules`: the tables of rules, and what is derived from them;
//! * `blame`: which rule is blamed where an engine plays another rule set;
//! * `tidy`, `module_graph`, `prose`: the repository reads its own sources and manifests.
//!
//! `support`, `walks`, `trace` and `records` are what these share.

mod between_sets;
mod blame;
mod cli;
mod collide;
mod conventions;
mod diagrams;
mod examples;
mod exhaust;
mod fuzz;
mod games;
mod generator;
mod gtp;
mod inclusions;
mod judge;
mod module_graph;
mod my_board;
mod pages;
mod perft;
mod prose;
mod records;
mod regressions;
mod report;
mod rules;
mod sentences;
mod sequences;
mod settlement;
mod side_by_side;
mod small_boards;
mod snapshots;
mod stories;
mod support;
mod tidy;
mod trace;
mod undo;
mod walks;
mod written;
mod zoo;
