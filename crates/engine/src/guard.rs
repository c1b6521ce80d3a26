//! Catches panics of an engine in this process, and keeps them off standard error.

use super::Fault;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether this thread is currently running engine code.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The place in the source of the last panic on this thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls into an engine, and turns a panic into a [`Fault`] that names the place in the source. The panic is not
/// printed, because a run may meet the same one thousands of times.
///
/// # Errors
///
/// Returns the error of the call, or [`Fault::Panic`] if the call panics.
pub fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                let place = info.location().map(|place| format!(" at {place}"));
                PLACE.set(place.unwrap_or_default());
            } else {
                print(info);
            }
        }));
    });
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Fault::Panic { message: format!("{message}{}", PLACE.take()) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_fault_that_names_its_place() {
        assert_eq!(guarded(|| Ok(1)), Ok(1));
        let fault = guarded(|| -> Result<(), Fault> { panic!("no liberty at {}", "A1") });
        let Err(Fault::Panic { message }) = fault else { panic!("{fault:?}") };
        let (said, place) = message.rsplit_once(" at ").unwrap();
        assert_eq!(said, "no liberty at A1");
        let (file, numbers) = place.split_once("guard.rs:").unwrap();
        assert!(file.ends_with("engine/src/"), "{place}");
        assert!(numbers.split(':').all(|number| number.parse::<u32>().is_ok()), "{place}");
    }
}
