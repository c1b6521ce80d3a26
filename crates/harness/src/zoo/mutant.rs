//! Defines a deliberately wrong engine, and the finding that it must cause.

use crate::model::{Model, ModelEngine, Refusals};
use superko_engine::Engine;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::Event;
use superko_game::rules::{Rule, Rules};

/// An engine of the zoo.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// The name of the engine, as in `zoo:NAME`.
    pub name: &'static str,
    /// The mistake of the engine, and how such bugs come about.
    pub story: &'static str,
    /// The rules under which the engine is tested.
    pub rules: Rules,
    /// The rule that the engine breaks.
    pub rule: Rule,
    /// The check that it fails.
    pub check: Check,
    /// The event of the finding.
    pub event: Event,
    /// The model of the engine, with its mistake.
    pub model: Model,
    pub(super) refusals: Refusals,
}

/// Makes the catalog from its rows.
macro_rules! mutants {
    ($(
        $name:literal, $Refusals:ident: $Mistake:ident $(($parameter:expr))? $(when $Channel:ident)? under $rules:ident,
        $(breaks $rule:expr,)? found by $Check:ident at $Event:ident, $story:literal;
    )+) => {
        /// All engines of the zoo: first those wrong about repetition, then those wrong about removal, then the others.
        pub static ALL: &[Mutant] = &[$(Mutant {
            name: $name,
            story: $story,
            rules: $rules,
            rule: [$($rule,)? Rule::repetition($rules)][0],
            check: Check::$Check,
            event: Event::$Event,
            model: Model::wrong_in(Mistake::$Mistake $(($parameter))?, [$(Channel::$Channel,)? Channel::Both][0]),
            refusals: Refusals::$Refusals,
        },)+];
    };
}

pub(super) use mutants;

impl Mutant {
    /// Returns the id of the finding that the engine must cause.
    pub fn id(&self) -> FindingId {
        FindingId { rule: self.rule, check: self.check, event: self.event }
    }

    /// Whether the rules of its tests differ from Tromp-Taylor in repetition and suicide only.
    pub fn has_usual_end(&self) -> bool {
        Rules::repetition_and_suicide().any(|rules| rules == self.rules)
    }

    /// Makes the engine. It supports all sizes, rules and questions, but generates turns only if its mistake is about
    /// that.
    pub fn engine(&self) -> Box<dyn Engine + Send> {
        Box::new(ModelEngine::new(self.name, self.model, self.refusals))
    }
}
