//! The table of the targets. The programs, the campaigns, `build.sh` and the CI checks are made
//! from it, or a test compares them with it. The README says for each target what it tests and what
//! must hold, and a test checks that no target is missing there.

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
    /// The name of the target, of its program, and of its folders of seeds and regressions.
    pub name: &'static str,
    /// The kind of its inputs.
    inputs: Inputs,
    /// The function that runs the target on an input.
    pub body: Body,
    /// The function that makes its seeds.
    seeds: fn(&Material) -> Vec<Vec<u8>>,
}

/// The kind of inputs of a target.
#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// Games or positions, which can reach some events.
    Games(fn(Event) -> bool),
    /// Texts, or other formats. A fuzzer that traces comparisons in the program is better at these,
    /// but plays games more slowly.
    Texts,
}

/// The function that runs a target on an input.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The target plays against an engine.
    Engine(fn(&[u8], &mut Counts, &mut dyn Engine) -> Checked),
    /// The target does something else.
    Other(fn(&[u8], &mut Counts) -> Checked),
}

impl Target {
    /// All targets.
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

    /// Finds the target with this name.
    pub fn find(name: &str) -> Option<&'static Target> {
        Target::ALL.iter().find(|target| target.name == name)
    }

    /// Returns the names of all targets.
    pub fn names() -> Vec<&'static str> {
        Target::ALL.iter().map(|target| target.name).collect()
    }

    /// Returns whether the inputs are texts, for which a fuzzer needs to trace comparisons in the
    /// program.
    pub fn reads_texts(&self) -> bool {
        matches!(self.inputs, Inputs::Texts)
    }

    /// Returns the events that the target can reach.
    pub fn events(&self) -> Vec<Event> {
        match self.inputs {
            Inputs::Games(reaches) => Event::ALL.iter().copied().filter(|&e| reaches(e)).collect(),
            Inputs::Texts => Vec::new(),
        }
    }

    /// Returns the seeds, each once.
    pub fn seeds(&self) -> BTreeSet<Vec<u8>> {
        (self.seeds)(Material::get()).into_iter().collect()
    }

    /// Runs the body on an input, and adds its counts to `counts`. A panic is a finding, too.
    ///
    /// # Errors
    ///
    /// If the input shows a finding.
    pub fn run(&self, data: &[u8], counts: &mut Counts) -> Checked {
        self.run_against(data, counts, &mut optimized())
    }

    /// Runs the body like [`run`](Target::run), with another engine in place of the optimized one.
    /// A target that does not play against an engine does not use it.
    ///
    /// # Errors
    ///
    /// If the input shows a finding.
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

/// Returns whether an event can be reached by whole games.
fn every(event: Event) -> bool {
    event.in_games()
}

/// Returns whether an event can be reached by building a position and trying every play there.
fn in_positions(event: Event) -> bool {
    let of_games = [Event::RetakePermitted, Event::ButtonTaken];
    event.in_games() && !event.is_of_phases() && !of_games.contains(&event)
}

/// Returns `false`, for targets that count no events.
fn none(_: Event) -> bool {
    false
}

/// Makes the engine that the targets test, before any game.
pub fn optimized() -> Optimized {
    let smallest = Size::square(1).expect("1x1 is a board");
    Optimized::new(smallest, Rules::default())
}
