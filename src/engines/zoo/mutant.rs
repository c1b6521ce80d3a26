//! A deliberately wrong engine, and the finding that it must cause.

use crate::check::{Check, FindingId};
use crate::engine::Engine;
use crate::engines::model::{Channel, Mistake, Model, ModelEngine, Refusals};
use crate::referee::Event;
use crate::rules::{Rule, Rules};

/// An engine of the zoo.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// The name of the engine, as in `zoo:NAME`.
    pub name: &'static str,
    /// What is wrong with the engine, and how such bugs come about.
    pub story: &'static str,
    /// The rules under which the engine is tested.
    pub rules: Rules,
    /// The rule that the engine breaks.
    pub rule: Rule,
    /// The check that it fails.
    pub check: Check,
    /// The event of the finding.
    pub event: Event,
    /// The mistake of the engine.
    pub model: Model,
    pub(super) refusals: Refusals,
}

/// An engine that names the reasons of its refusals.
pub(super) const fn explained(name: &'static str, mistake: Mistake, rules: Rules) -> Mutant {
    Mutant { refusals: Refusals::Explained, ..bare(name, mistake, rules) }
}

/// An engine that does not name the reasons of its refusals.
pub(super) const fn bare(name: &'static str, mistake: Mistake, rules: Rules) -> Mutant {
    Mutant {
        name,
        story: "",
        rules,
        rule: Rule::repetition(rules),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(mistake),
        refusals: Refusals::Bare,
    }
}

impl Mutant {
    /// The finding that the engine must cause.
    pub(super) const fn breaks(self, rule: Rule, check: Check, event: Event) -> Mutant {
        Mutant { rule, check, event, ..self }
    }

    /// The same, where the rule is that on repetition.
    pub(super) const fn breaks_repetition(self, check: Check, event: Event) -> Mutant {
        Mutant { check, event, ..self }
    }

    /// The engine makes its mistake in one channel only.
    pub(super) const fn made_in(self, channel: Channel) -> Mutant {
        Mutant { model: self.model.made_in(channel), ..self }
    }

    /// What is wrong with the engine, and how such bugs come about.
    pub(super) const fn story(self, story: &'static str) -> Mutant {
        Mutant { story, ..self }
    }

    /// Returns the id of the finding that the engine must cause.
    pub fn id(&self) -> FindingId {
        FindingId { rule: self.rule, check: self.check, event: self.event }
    }

    /// Makes the engine. It supports every size and all rules, and every question, except that it generates
    /// turns only if its mistake is about that.
    pub fn engine(&self) -> Box<dyn Engine + Send> {
        Box::new(ModelEngine::new(self.name, self.model, self.refusals))
    }
}
