//! An engine wrong on purpose, and what must be found.

use crate::check::{Check, FindingId};
use crate::engine::Engine;
use crate::engines::model::{Model, ModelEngine, Refusals};
use crate::referee::Event;
use crate::rules::{Rule, Rules};

/// An engine of the zoo.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// Its name, as `zoo:NAME` takes it.
    pub name: &'static str,
    /// What is wrong with it, and how engines come to be so.
    pub story: &'static str,
    /// The rules under which it is examined.
    pub rules: Rules,
    /// The rule that it must be found to break.
    pub rule: Rule,
    /// By what it shows.
    pub check: Check,
    /// In what situation.
    pub event: Event,
    /// What it does otherwise than the rules.
    pub model: Model,
    pub(super) refusals: Refusals,
}

impl Mutant {
    /// What must be found.
    pub fn id(&self) -> FindingId {
        FindingId { rule: self.rule, check: self.check, event: self.event }
    }

    /// The engine itself. It plays every size and takes all rules. It withholds nothing but the turn that it
    /// would play, if it is right about that.
    pub fn engine(&self) -> Box<dyn Engine + Send> {
        Box::new(ModelEngine::new(self.name, self.model, self.refusals))
    }
}
