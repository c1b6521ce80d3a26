//! What JavaScript provides: boards, a clock, and a receiver of the progress.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;
use superko::certify::{Observer, Progress};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// One game on a user's board. No method throws; `fault` returns what went wrong.
    pub type Bridge;

    /// Starts a game; false if that failed.
    #[wasm_bindgen(method)]
    pub fn start(this: &Bridge, columns: u8, rows: u8, rules: &str) -> bool;

    /// Plays at a point, given by its place, or passes (-1). Returns a code of `board.rs`.
    #[wasm_bindgen(method)]
    pub fn play(this: &Bridge, place: i32) -> i32;

    /// Returns a code for each turn: whether it is legal.
    #[wasm_bindgen(method, js_name = areLegal)]
    pub fn are_legal(this: &Bridge, places: &[i32]) -> Vec<i32>;

    /// Returns the columns, the rows, and a color for each point, the top row first; `None` if the board cannot answer.
    #[wasm_bindgen(method)]
    pub fn board(this: &Bridge) -> Option<Vec<u8>>;

    /// Returns 0 if the board cannot answer, 1 with Black to move, 2 with White to move, 3 if the game is over, or a fault.
    #[wasm_bindgen(method)]
    pub fn status(this: &Bridge) -> i32;

    /// Returns the kind of score, and one or two numbers; `None` if the board cannot answer.
    #[wasm_bindgen(method)]
    pub fn score(this: &Bridge) -> Option<Vec<f64>>;

    /// Passes on what the players settle: the places of dead stones, or `None` if they disagree. Returns 1 if the board accepts
    /// it, 0 if it cannot, or a fault.
    #[wasm_bindgen(method)]
    pub fn settle(this: &Bridge, dead: Option<Vec<i32>>) -> i32;

    /// Returns 1 if the last turn was taken back, 0 if the board cannot do this, or a fault.
    #[wasm_bindgen(method)]
    pub fn undo(this: &Bridge) -> i32;

    /// Returns the place where the board would play, -1 for a pass, -2 if it cannot answer, or a fault.
    #[wasm_bindgen(method)]
    pub fn generate(this: &Bridge) -> i32;

    /// Returns what went wrong in the last call: the kind, the question, and the problem. `None` if the call succeeded.
    #[wasm_bindgen(method)]
    pub fn fault(this: &Bridge) -> Option<Vec<String>>;

    /// The caller of a run.
    #[derive(Clone)]
    pub type Host;

    /// Returns a bridge to a new board.
    #[wasm_bindgen(method)]
    pub fn bridge(this: &Host) -> Bridge;

    /// Returns the optional methods that the boards do not have. `agreed` says whether the players settle games.
    #[wasm_bindgen(method)]
    pub fn lacks(this: &Host, agreed: bool) -> Vec<String>;

    /// Returns the milliseconds since the run began.
    #[wasm_bindgen(method)]
    pub fn elapsed(this: &Host) -> f64;

    /// Returns whether the run must stop.
    #[wasm_bindgen(method)]
    pub fn stop(this: &Host) -> bool;

    /// Reports the amount of work done, and the total amount, or -1 if it is not known.
    #[wasm_bindgen(method)]
    pub fn progress(this: &Host, done: f64, all: f64);
}

thread_local! {
    /// The caller of the current run. A factory of engines must be shareable among threads; here there is only one thread.
    static CALLER: RefCell<Option<Host>> = const { RefCell::new(None) };
    /// The message of the last panic in this module.
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work` on behalf of a caller. A board may start another run in the meantime.
pub(crate) fn on_behalf_of<T>(host: Host, work: impl FnOnce() -> T) -> T {
    keep_panic_messages();
    let before = CALLER.replace(Some(host));
    let result = work();
    CALLER.set(before);
    result
}

/// Returns the caller.
///
/// # Panics
///
/// Panics outside of [`on_behalf_of`].
pub(crate) fn caller() -> Host {
    CALLER.with_borrow(Clone::clone).expect("every run is on behalf of a caller")
}

/// Keeps the messages of panics, because WebAssembly itself only reports that there was one.
fn keep_panic_messages() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|info| LAST_WORDS.set(info.to_string()))));
}

/// Returns the message of the last panic in this module: an error of Superko, not of a board.
#[wasm_bindgen(js_name = lastWords)]
pub fn last_words() -> String {
    LAST_WORDS.take()
}

/// Asks the caller for the time and whether to stop, and reports the progress to the caller.
pub(crate) struct HostObserver;

impl Observer for HostObserver {
    fn stop(&self) -> bool {
        caller().stop()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs_f64(caller().elapsed().max(0.0) / 1000.0))
    }

    fn progress(&self, progress: Progress) {
        // A double represents every count of a run exactly.
        let all = progress.all.map_or(-1.0, |all| all as f64);
        caller().progress(progress.done as f64, all);
    }
}
