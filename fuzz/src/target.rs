//! The table of the targets. The programs, the campaigns, `build.sh` and the checks of CI are made from it, or compared
//! with it by a test. The README says of each target what it tests and what must hold; a test sees to it that it has all.

use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::panics;
use crate::seeds::Material;
use crate::targets::batch::{self, EightLanes};
use crate::targets::history::{self, AsAsked};
use crate::targets::text::{self, Readers};
use crate::targets::{
    archive, gtp_reply, gtp_server, judge, lockstep, lockstep_large, repetition, setup, sgf,
    undo_branch,
};
use std::collections::BTreeSet;
use superko::archive::Archive;
use superko::engines::Optimized;
use superko::{Engine, Event, Rules, Size};

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of its program, and of its folders of seeds and regressions.
    pub name: &'static str,
    /// What its inputs are.
    inputs: Inputs,
    /// What it does with an input.
    pub body: Body,
    /// Its seeds.
    seeds: fn(&Material) -> Vec<Vec<u8>>,
}

/// What the inputs of a target are.
#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// Games or positions, which can reach some events.
    Games(fn(Event) -> bool),
    /// Texts, or other formats. A fuzzer that is told of comparisons in the program reads them better, and plays games more
    /// slowly.
    Texts,
}

/// What a target does with an input.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// It plays against an engine.
    Engine(fn(&[u8], &mut Counts, &mut dyn Engine) -> Checked),
    /// It does something else.
    Other(fn(&[u8], &mut Counts) -> Checked),
}

impl Target {
    /// All of them.
    pub const ALL: &[Target] = &[
        Target {
            name: "lockstep",
            inputs: Inputs::Games(every),
            body: Body::Engine(lockstep::lockstep),
            seeds: lockstep::seeds,
        },
        Target {
            name: "lockstep_large",
            inputs: Inputs::Games(every),
            body: Body::Engine(lockstep_large::lockstep_large),
            seeds: lockstep_large::seeds,
        },
        Target {
            name: "superko",
            inputs: Inputs::Games(every),
            body: Body::Engine(repetition::superko),
            seeds: repetition::seeds,
        },
        Target {
            name: "setup",
            inputs: Inputs::Games(in_positions),
            body: Body::Engine(|data, counts, engine| {
                setup::setup(data, counts, engine, &superko_exhaustive::optimized)
            }),
            seeds: setup::seeds,
        },
        Target {
            name: "undo_branch",
            inputs: Inputs::Games(every),
            body: Body::Engine(undo_branch::undo_branch),
            seeds: undo_branch::seeds,
        },
        Target {
            name: "batch",
            inputs: Inputs::Games(none),
            body: Body::Other(|data, counts| batch::batch(data, counts, &EightLanes)),
            seeds: batch::seeds,
        },
        Target {
            name: "history",
            inputs: Inputs::Games(none),
            body: Body::Other(|data, counts| history::history(data, counts, &AsAsked)),
            seeds: history::seeds,
        },
        Target {
            name: "gtp_reply",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| gtp_reply::gtp_reply(data, counts, &gtp_reply::read)),
            seeds: gtp_reply::seeds,
        },
        Target {
            name: "gtp_server",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                gtp_server::gtp_server(data, counts, &gtp_server::serve)
            }),
            seeds: gtp_server::seeds,
        },
        Target {
            name: "record_text",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| text::record_text(data, counts, &str::parse)),
            seeds: text::record_seeds,
        },
        Target {
            name: "sgf",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                sgf::sgf(data, counts, &|text| superko::sgf::read(text, None))
            }),
            seeds: sgf::seeds,
        },
        Target {
            name: "judge",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| judge::judge(data, counts, &judge::by_both_engines)),
            seeds: judge::seeds,
        },
        Target {
            name: "archive",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                archive::archive(data, counts, archive::ALLOCATED, &Archive::read_bytes)
            }),
            seeds: archive::seeds,
        },
        Target {
            name: "command_line_rules",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                text::command_line_rules(data, counts, &Readers::default())
            }),
            seeds: text::word_seeds,
        },
    ];

    /// The target of this name.
    pub fn find(name: &str) -> Option<&'static Target> {
        Target::ALL.iter().find(|target| target.name == name)
    }

    /// The names of all of them.
    pub fn names() -> Vec<&'static str> {
        Target::ALL.iter().map(|target| target.name).collect()
    }

    /// Whether its inputs are texts, for which a fuzzer needs to be told of comparisons in the program.
    pub fn reads_texts(&self) -> bool {
        matches!(self.inputs, Inputs::Texts)
    }

    /// The events that it can reach.
    pub fn events(&self) -> Vec<Event> {
        match self.inputs {
            Inputs::Games(reaches) => Event::ALL.iter().copied().filter(|&e| reaches(e)).collect(),
            Inputs::Texts => Vec::new(),
        }
    }

    /// Its seeds, each once.
    pub fn seeds(&self) -> BTreeSet<Vec<u8>> {
        (self.seeds)(Material::get()).into_iter().collect()
    }

    /// Runs the body on an input, and adds what it counts to the counts. A panic is a finding, too.
    ///
    /// # Errors
    ///
    /// What the input shows.
    pub fn run(&self, data: &[u8], counts: &mut Counts) -> Checked {
        self.run_against(data, counts, &mut optimized())
    }

    /// As [`run`](Target::run), with another engine in place of the optimized one; a target that does not play against
    /// an engine leaves it alone.
    ///
    /// # Errors
    ///
    /// As [`run`](Target::run).
    pub fn run_against(
        &self,
        data: &[u8],
        counts: &mut Counts,
        engine: &mut dyn Engine,
    ) -> Checked {
        let mut execution = Counts::default();
        let checked = panics::catch(|| match self.body {
            Body::Engine(body) => body(data, &mut execution, engine),
            Body::Other(body) => body(data, &mut execution),
        });
        counts.add_execution(&execution);
        checked.unwrap_or_else(|panic| Err(Box::new(Finding::Panic(panic))))
    }
}

/// What can be reached where whole games are played.
fn every(event: Event) -> bool {
    event.in_games()
}

/// What can be reached where positions are built up, and every play there tried.
fn in_positions(event: Event) -> bool {
    event.in_games() && event != Event::RetakePermitted
}

/// Where no events are counted.
fn none(_: Event) -> bool {
    false
}

/// The engine that the targets are about, before any game.
pub fn optimized() -> Optimized {
    let smallest = Size::square(1).expect("1x1 is a board");
    Optimized::new(smallest, Rules::default())
}
