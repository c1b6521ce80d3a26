//! The targets by name.

use crate::lockstep::lockstep;
use crate::tally::Tally;
use superko::adapters::Optimized;
use superko::{Rules, Size};

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of its program, and of its folders of seeds and regressions.
    pub name: &'static str,
    /// What it does with an input; a disagreement is a panic that draws it.
    pub body: fn(&[u8], &mut Tally),
}

impl Target {
    /// All of them.
    pub const ALL: &[Target] =
        &[Target { name: "lockstep", body: |data, tally| lockstep(data, tally, &mut optimized()) }];

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
    let smallest = Size::square(1).expect("1x1 is a board");
    Optimized::new(smallest, Rules::default())
}
