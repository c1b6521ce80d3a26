//! Deliberately wrong engines, each modeled on a class of bugs in real engines.
//!
//! A test that lets one of them pass, or attributes its mistake to something else, is not good enough. All of them are
//! [models](super::model): one plain engine, each time with a different mistake. The plain engine without a mistake is
//! the [`control`], which must agree with the reference in everything.
//!
//! ```
//! use superko_harness::zoo;
//!
//! let mutant = zoo::find("initial-grid-missing").expect("it is in the zoo");
//! assert_eq!(mutant.rule.id(), "TT6");
//! assert_eq!(mutant.engine().about().name, "initial-grid-missing");
//! ```

mod catalog;
mod mutant;
#[cfg(test)]
mod tests;

pub use catalog::ALL;
pub use mutant::Mutant;

use super::model::{Mistake, Model, ModelEngine, Refusals};
use superko_engine::Engine;

/// Returns the engine with this name.
pub fn find(name: &str) -> Option<&'static Mutant> {
    ALL.iter().find(|mutant| mutant.name == name)
}

/// Returns the engines with a mistake of this kind, whatever its number.
pub fn with_mistake(mistake: Mistake) -> impl Iterator<Item = &'static Mutant> {
    let makes = move |mutant: &&Mutant| {
        mutant.model.mistakes().any(|(made, _)| made.word() == mistake.word())
    };
    ALL.iter().filter(makes)
}

/// Returns the engine of the zoo without a mistake, which agrees with the reference.
pub fn control() -> Box<dyn Engine + Send> {
    Box::new(ModelEngine::new("control", Model::right(), Refusals::Explained))
}
