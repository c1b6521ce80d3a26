//! The targets by name, each about the engine and the readers as they are.

use crate::symmetry::{Parts, Swapped};
use crate::tally::Tally;
use crate::{EightLanes, Readers};
use superko::adapters::Optimized;
use superko::{Rules, Size};
use superko_exhaustive::optimized as kernels;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of its program, and of its folders of seeds and regressions.
    pub name: &'static str,
    /// What it does with an input; a disagreement is a panic that draws it.
    pub body: fn(&[u8], &mut Tally),
    /// Whether it can reach every event that games can, so that a campaign may demand all of them.
    pub reaches_all: bool,
}

/// A target that can reach every event.
const fn game(name: &'static str, body: fn(&[u8], &mut Tally)) -> Target {
    Target { name, body, reaches_all: true }
}

/// A target that cannot.
const fn other(name: &'static str, body: fn(&[u8], &mut Tally)) -> Target {
    Target { name, body, reaches_all: false }
}

impl Target {
    /// All of them.
    pub const ALL: &[Target] = &[
        game("lockstep", |data, tally| crate::lockstep(data, tally, &mut optimized())),
        game("lockstep_large", |data, tally| crate::lockstep_large(data, tally, &mut optimized())),
        game("superko", |data, tally| crate::superko(data, tally, &mut optimized())),
        other("setup", |data, tally| crate::setup(data, tally, &mut optimized(), &kernels)),
        other("scoring", |data, tally| crate::scoring(data, tally, &mut optimized(), &kernels)),
        other("symmetry", |data, tally| {
            let (engine, image) = (&mut optimized(), &mut optimized());
            let swapped = &mut Swapped::new(smallest(), Rules::default());
            crate::symmetry(data, tally, Parts { engine, image, swapped });
        }),
        game("undo_branch", |data, tally| crate::undo_branch(data, tally, &mut optimized())),
        other("batch", |data, tally| crate::batch(data, tally, &EightLanes)),
        other("gtp_reply", |data, tally| crate::gtp_reply(data, tally, &crate::read)),
        other("record_text", |data, tally| crate::record_text(data, tally, &str::parse)),
        other("command_line_rules", |data, tally| {
            crate::command_line_rules(data, tally, &Readers::default());
        }),
        other("sgf", |data, tally| {
            crate::sgf(data, tally, &|text| superko::sgf::read(text, None));
        }),
    ];

    /// The target of this name.
    pub fn find(name: &str) -> Option<&'static Target> {
        Target::ALL.iter().find(|target| target.name == name)
    }

    /// Runs the body on an input and adds what it counts to a tally.
    ///
    /// # Panics
    ///
    /// If the input shows a disagreement.
    pub fn run(&self, data: &[u8], tally: &mut Tally) {
        let mut execution = Tally::default();
        (self.body)(data, &mut execution);
        tally.execute(&execution);
    }
}

/// The engine that the targets are about, before any game.
fn optimized() -> Optimized {
    Optimized::new(smallest(), Rules::default())
}

/// The board on which an engine is made before it is told another.
fn smallest() -> Size {
    Size::square(1).expect("1x1 is a board")
}
