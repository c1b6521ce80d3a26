//! Engines that are wrong on purpose, each after a class of bugs that real engines have.
//!
//! An examination that lets one of them pass, or convicts it of something else than it did, is no
//! good. All of them are the same plain engine with one flaw; without a flaw it is the
//! [`control`], which must agree with the reference in everything.
//!
//! ```
//! use superko::zoo;
//!
//! let specimen = zoo::find("initial-grid-missing").expect("it is in the zoo");
//! assert_eq!(specimen.sentence.id(), "TT6");
//! assert_eq!(specimen.subject().name(), "initial-grid-missing");
//! ```

mod board;
mod course;
mod engine;
mod flaw;
mod play;
mod removal;
mod repetition;
mod specimen;
#[cfg(test)]
mod tests;

pub use specimen::Specimen;

use crate::subject::Subject;
use course::COURSE;
use removal::REMOVAL;
use repetition::REPETITION;

/// Every engine of the zoo: those wrong about repetition, those wrong about removal, the others.
pub static ALL: [Specimen; REPETITION.len() + REMOVAL.len() + COURSE.len()] = {
    let mut all = [REPETITION[0]; REPETITION.len() + REMOVAL.len() + COURSE.len()];
    let rooms = [REPETITION, REMOVAL, COURSE];
    let (mut room, mut place, mut next) = (0, 0, 0);
    while room < rooms.len() {
        if place < rooms[room].len() {
            all[next] = rooms[room][place];
            (place, next) = (place + 1, next + 1);
        } else {
            (room, place) = (room + 1, 0);
        }
    }
    all
};

/// The engine of this name.
pub fn find(name: &str) -> Option<&'static Specimen> {
    ALL.iter().find(|specimen| specimen.name == name)
}

/// The engine of the zoo without a flaw, which agrees with the reference.
pub fn control() -> Box<dyn Subject + Send> {
    Box::new(engine::Engine::new("control", flaw::Flaw::None, engine::Speech::Grounds))
}
