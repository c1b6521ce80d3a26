//! Panics of the code under test, caught as values.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The message of the panic.
    pub message: String,
    /// The place in the sources where it was raised.
    pub place: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panics: {} (at {})", self.message, self.place)
    }
}

impl Panic {
    /// Returns the message in a few words, without numbers, vertices, colors and quotations, so
    /// that similar panics have the same words.
    pub fn words(&self) -> String {
        let line = self.message.lines().next().unwrap_or_default();
        let unquoted: Vec<&str> = line.split('`').step_by(2).collect();
        let text = unquoted.join(" ").to_lowercase();
        let mut words: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty() && !word.contains(|c: char| c.is_ascii_digit()))
            .filter(|word| !["black", "white"].contains(word))
            .collect();
        words.dedup();
        words.truncate(8);
        if words.is_empty() { "panic".to_owned() } else { words.join("-") }
    }
}

thread_local! {
    /// Whether this thread is catching panics, so that the hook from before is not called.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The place where the last panic of this thread was raised.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a function that may panic, and returns the panic as a value. Nothing is printed. The panic
/// hook of a fuzzer, which would end the process, is not called.
///
/// # Errors
///
/// If the function panics.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !CATCHING.get() {
                return before(panic);
            }
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            PLACE.set(place);
        }));
    });
    let outer = CATCHING.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(outer);
    outcome.map_err(|payload| {
        let message = payload.downcast_ref::<String>().cloned();
        let message = message.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.into()));
        Panic { message: message.unwrap_or_default(), place: PLACE.take() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value() {
        let inner = || catch(|| panic!("the inner one")).unwrap_err().message;
        let caught = catch(|| -> u8 { panic!("{} and the outer one", inner()) }).unwrap_err();
        assert_eq!(caught.message, "the inner one and the outer one");
        assert!(caught.place.contains("panics.rs:"), "{}", caught.place);
        assert_eq!(catch(|| 7), Ok(7));
    }

    #[test]
    fn messages_that_are_alike_have_the_same_words() {
        let words = |text: &str| Panic { message: text.to_owned(), place: String::new() }.words();
        assert_eq!(words("the len is 20 but the index is 21"), "the-len-is-but-the-index-is");
        assert_eq!(words("`25x26` is no size; B A12 C3\nmore"), "is-no-size-b");
        assert_eq!(words("17"), "panic");
    }
}
