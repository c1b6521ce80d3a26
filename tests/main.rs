//! Tests of the reference against facts from outside this repository, of the harness against engines that are wrong on purpose,
//! and of the repository's own files.
//!
//! * `sequences`, `diagrams`, `games`, `judge`: verdicts, claims and results from documents and servers;
//! * `perft`, `small_boards`: published numbers, in a fast tier and in slow ones of up to half an hour, which `cargo test
//!   --release --test main -- --ignored` runs. The tests called thorough take a minute of that;
//! * `side_by_side`: the two rule engines compared with each other;
//! * `sentences`, `inclusions`, `between_sets`: a test with drawn grids for each sentence of the rules, which rules are
//!   stricter than others, and how the scores of rule sets differ;
//! * `zoo`, `gtp`, `undo`, `conventions`, `settlement`, `regressions`: wrong engines, engines that misbehave or have unusual
//!   conventions, and recorded games that once exposed a bug;
//! * `blame`: the rule that findings name if an engine plays another rule set;
//! * `written`: files that earlier versions wrote;
//! * `cli`, `exhaust`, `collide`: the command line;
//! * `generator`: random games;
//! * `snapshots`: accepted drawings of diagrams, `examples` and `stories`, with which new drawings are compared;
//! * `rules`, `pages`, `my_board`: the tables of rules, and the documentation pages with their commands and their example;
//! * `tidy`, `module_graph`, `prose`: the repository's own sources and manifests.
//!
//! `support`, `walks`, `trace` and `records` are helpers that these share.

mod between_sets;
mod blame;
mod cli;
mod collide;
mod conventions;
mod diagrams;
mod examples;
mod exhaust;
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
