//! The table of the targets. The programs, the campaigns, `build.sh`, the checks of CI and the table of the README are
//! made from it, or compared with it by a test.

use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::panics;
use crate::seeds::Material;
use crate::targets::batch::{self, EightLanes};
use crate::targets::history::{self, AsAsked};
use crate::targets::text::{self, Readers};
use crate::targets::{
    archive, gtp_reply, gtp_server, judge, lockstep, lockstep_large, position, repetition,
    rule_sets, sgf, symmetry, undo_branch,
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
    /// What it tests.
    pub component: &'static str,
    /// What must hold.
    pub property: &'static str,
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
            component: "optimized engine, boards up to 5x5, all rules",
            property: "for every turn t of every position: reference.ruling(t) = optimized.ruling(t), asked and tried; \
                       board, status and score are equal; undoing n turns and replaying them changes nothing; \
                       undoing m of n turns gives the game of the first n - m",
            inputs: Inputs::Games(every),
            body: Body::Engine(lockstep::lockstep),
            seeds: lockstep::seeds,
        },
        Target {
            name: "lockstep_large",
            component: "optimized engine, wider layouts from 5x5 to 25x25",
            property: "the same as `lockstep`, for the turns near the one that is tried and a sample of the others",
            inputs: Inputs::Games(every),
            body: Body::Engine(lockstep_large::lockstep_large),
            seeds: lockstep_large::seeds,
        },
        Target {
            name: "superko",
            component: "history of the optimized engine",
            property: "the same as `lockstep`, in games that seek repetitions: retake, go back, suicide, capture, repeat",
            inputs: Inputs::Games(every),
            body: Body::Engine(repetition::superko),
            seeds: repetition::seeds,
        },
        Target {
            name: "setup",
            component: "kernels of the optimized engine",
            property: "for every play p of either player: reference.board(p) = optimized.board(p); \
                       undo(play(p)) changes nothing; kernel.plays = reference",
            inputs: Inputs::Games(in_positions),
            body: Body::Engine(|data, counts, engine| {
                position::setup(data, counts, engine, &superko_exhaustive::optimized)
            }),
            seeds: position::setup_seeds,
        },
        Target {
            name: "scoring",
            component: "areas of the optimized engine",
            property: "reference.score = optimized.score = kernel.areas, during and at the end of the game",
            inputs: Inputs::Games(without_contact),
            body: Body::Engine(|data, counts, engine| {
                position::scoring(data, counts, engine, &superko_exhaustive::optimized)
            }),
            seeds: position::scoring_seeds,
        },
        Target {
            name: "symmetry",
            component: "optimized engine, mirrored, turned, and with White first",
            property: "image(reference(game)) = engine(image(game)) under reflection, rotation and swapped colors",
            inputs: Inputs::Games(none),
            body: Body::Engine(symmetry::symmetry),
            seeds: symmetry::seeds,
        },
        Target {
            name: "rule_sets",
            component: "the optimized engine alone, under two rule sets",
            property: "a stricter rule forbids everything that a milder one forbids; area and territory margins \
                       differ by the difference in the number of plays, and not at all with pass stones and \
                       White passing last; agreeing on no dead stones = no agreement",
            inputs: Inputs::Games(none),
            body: Body::Other(|data, counts| {
                rule_sets::rule_sets(data, counts, &mut optimized(), &mut optimized())
            }),
            seeds: rule_sets::seeds,
        },
        Target {
            name: "undo_branch",
            component: "undo of the optimized engine",
            property: "turns, undos and other turns in their place = the same game without the undone turns",
            inputs: Inputs::Games(every),
            body: Body::Engine(undo_branch::undo_branch),
            seeds: undo_branch::seeds,
        },
        Target {
            name: "batch",
            component: "eight games in step, with every instruction set",
            property: "eight games in step = the same eight games one by one",
            inputs: Inputs::Games(none),
            body: Body::Other(|data, counts| batch::batch(data, counts, &EightLanes)),
            seeds: batch::seeds,
        },
        Target {
            name: "history",
            component: "history of the optimized engine, with hashes of 0 to 64 bits: long games, crowded start \
                        positions, playouts",
            property: "after every action: the history keeps its invariant; grids, turns, rulings, areas and perft are \
                       those of a plain list of all grids",
            inputs: Inputs::Games(none),
            body: Body::Other(|data, counts| history::history(data, counts, &AsAsked)),
            seeds: history::seeds,
        },
        Target {
            name: "gtp_reply",
            component: "parser of an engine's output",
            property: "read(pieces) = read(whole) = a simple parser; read(print(reply)) = reply",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| gtp_reply::gtp_reply(data, counts, &gtp_reply::read)),
            seeds: gtp_reply::seeds,
        },
        Target {
            name: "gtp_server",
            component: "the built-in engines over GTP",
            property: "every command has one well-formed reply with its number; \
                       replies(reference) = replies(optimized)",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                gtp_server::gtp_server(data, counts, &gtp_server::serve)
            }),
            seeds: gtp_server::seeds,
        },
        Target {
            name: "record_text",
            component: "text format of records",
            property: "read(write(record)) = record, in every way of writing it; read(print(read(text))) = read(text)",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| text::record_text(data, counts, &str::parse)),
            seeds: text::record_seeds,
        },
        Target {
            name: "sgf",
            component: "SGF reader and writer",
            property: "read(write(record)) = record, also with what other programs add; \
                       read(write(read(text))) = read(text)",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                sgf::sgf(data, counts, &|text| superko::sgf::read(text, None))
            }),
            seeds: sgf::seeds,
        },
        Target {
            name: "judge",
            component: "judge of game records",
            property: "judge(write(record)).illegal = what the referee refuses; judge(text) is the same by both engines",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| judge::judge(data, counts, &judge::by_both_engines)),
            seeds: judge::seeds,
        },
        Target {
            name: "archive",
            component: "archives of game records, the games in them",
            property: "no more is read than the budget allows; allocated bytes <= a small multiple of what is read",
            inputs: Inputs::Texts,
            body: Body::Other(|data, counts| {
                archive::archive(data, counts, archive::ALLOCATED, &Archive::read_bytes)
            }),
            seeds: archive::seeds,
        },
        Target {
            name: "command_line_rules",
            component: "`--rules`, `--size`, turns",
            property: "read(print(x)) = x; errors name what is refused",
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

    /// Its line of the table in the README.
    pub fn row(&self) -> String {
        format!("| `{}` | {} | {} |", self.name, self.component, self.property)
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
    use Event::{PassAfterEnd, PlayAfterEnd, RetakePermitted};
    event.in_games() && ![PassAfterEnd, PlayAfterEnd, RetakePermitted].contains(&event)
}

/// What can be reached where no play removes a stone or is refused before the end.
fn without_contact(event: Event) -> bool {
    use Event::{
        NeutralBoth, NeutralNeither, Pass, PassAfterEnd, PlayAfterEnd, Quiet, Scored, TwoPassEnd,
    };
    [Pass, Quiet, TwoPassEnd, PassAfterEnd, PlayAfterEnd, NeutralBoth, NeutralNeither, Scored]
        .contains(&event)
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
