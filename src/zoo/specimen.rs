//! An engine wrong on purpose, and what it must be convicted of.

use super::engine::{Engine, Speech};
use super::flaw::Flaw;
use crate::event::Event;
use crate::sentence::Sentence;
use crate::subject::Subject;
use crate::verdict::{Cause, Facet};
use crate::vocabulary::{Repetition, Rules, Suicide};

/// The rules under which most of the zoo is examined.
pub(super) const TROMP_TAYLOR: Rules =
    Rules { repetition: Repetition::Positional, suicide: Suicide::Allowed };

/// An engine of the zoo.
#[derive(Clone, Copy, Debug)]
pub struct Specimen {
    /// Its name, as `zoo:NAME` takes it.
    pub name: &'static str,
    /// What is wrong with it, and how engines come to be so.
    pub story: &'static str,
    /// The rules under which it is examined.
    pub rules: Rules,
    /// The sentence that it must be convicted of breaking.
    pub sentence: Sentence,
    /// By what it shows.
    pub facet: Facet,
    /// In what situation.
    pub event: Event,
    pub(super) flaw: Flaw,
    pub(super) speech: Speech,
}

impl Specimen {
    /// What it must be convicted of.
    pub fn cause(&self) -> Cause {
        Cause { sentence: self.sentence, facet: self.facet, event: self.event }
    }

    /// The engine itself. It plays every size and takes all rules, and withholds nothing.
    pub fn subject(&self) -> Box<dyn Subject + Send> {
        Box::new(Engine::new(self.name, self.flaw, self.speech))
    }
}
