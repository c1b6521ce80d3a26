//! What the other side provides: boards, a clock, ears for the progress.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;
use superko::certify::{Observer, Progress};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// One game on a board of an author. Nothing that it says throws: what went wrong is told by `fault`.
    pub type Bridge;

    /// Begins a game; false if that failed.
    #[wasm_bindgen(method)]
    pub fn start(this: &Bridge, columns: u8, rows: u8, rules: &str) -> bool;

    /// Plays at a point, by its place, or passes (-1). The answer is a code of `board.rs`.
    #[wasm_bindgen(method)]
    pub fn play(this: &Bridge, place: i32) -> i32;

    /// Whether turns are legal: a code for each.
    #[wasm_bindgen(method, js_name = areLegal)]
    pub fn are_legal(this: &Bridge, places: &[i32]) -> Vec<i32>;

    /// The columns, the rows, and a color for each point, the top row first; nothing if it cannot say.
    #[wasm_bindgen(method)]
    pub fn board(this: &Bridge) -> Option<Vec<u8>>;

    /// 0 if it cannot say, 1 with Black to move, 2 with White to move, 3 if the game is over, or a fault.
    #[wasm_bindgen(method)]
    pub fn status(this: &Bridge) -> i32;

    /// What is told, and one or two numbers; nothing if it cannot say.
    #[wasm_bindgen(method)]
    pub fn score(this: &Bridge) -> Option<Vec<f64>>;

    /// What the players settle: the places of dead stones, or nothing if they disagree. 1 if it was taken note of, 0 if it cannot,
    /// or a fault.
    #[wasm_bindgen(method)]
    pub fn settle(this: &Bridge, dead: Option<Vec<i32>>) -> i32;

    /// 1 if the last turn was taken back, 0 if it cannot, or a fault.
    #[wasm_bindgen(method)]
    pub fn undo(this: &Bridge) -> i32;

    /// The place that it would play at, -1 for a pass, -2 if it cannot say, -3 for a fault.
    #[wasm_bindgen(method)]
    pub fn generate(this: &Bridge) -> i32;

    /// What went wrong in the last call, and nothing if it went well: the kind, what was asked, what is wrong.
    #[wasm_bindgen(method)]
    pub fn fault(this: &Bridge) -> Option<Vec<String>>;

    /// What a run is told by its caller.
    #[derive(Clone)]
    pub type Host;

    /// A bridge to a board that is made anew.
    #[wasm_bindgen(method)]
    pub fn bridge(this: &Host) -> Bridge;

    /// Milliseconds since the run began.
    #[wasm_bindgen(method)]
    pub fn elapsed(this: &Host) -> f64;

    /// Whether the run is to stop.
    #[wasm_bindgen(method)]
    pub fn stop(this: &Host) -> bool;

    /// How much of the work is done, and how much there is; -1 where that is not known.
    #[wasm_bindgen(method)]
    pub fn progress(this: &Host, done: f64, all: f64);
}

thread_local! {
    /// The caller of the run that is going on. A factory of engines must be fit to be shared among threads; there is one here.
    static CALLER: RefCell<Option<Host>> = const { RefCell::new(None) };
    /// What this module said when it panicked last.
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does something on behalf of a caller. A board may itself begin another run meanwhile.
pub(crate) fn on_behalf_of<T>(host: Host, work: impl FnOnce() -> T) -> T {
    listen();
    let before = CALLER.replace(Some(host));
    let result = work();
    CALLER.set(before);
    result
}

/// The caller.
///
/// # Panics
///
/// Outside of [`on_behalf_of`].
pub(crate) fn caller() -> Host {
    CALLER.with_borrow(Clone::clone).expect("every run is on behalf of a caller")
}

/// Keeps what is said in a panic: WebAssembly itself only tells that there was one.
fn listen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|info| LAST_WORDS.set(info.to_string()))));
}

/// What this module said when it panicked last: an error of Superko, not of a board.
#[wasm_bindgen(js_name = lastWords)]
pub fn last_words() -> String {
    LAST_WORDS.take()
}

/// Tells the caller.
pub(crate) struct Ears;

impl Observer for Ears {
    fn stop(&self) -> bool {
        caller().stop()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs_f64(caller().elapsed().max(0.0) / 1000.0))
    }

    fn progress(&self, progress: Progress) {
        // Counts of work are far below the numbers that a double cannot hold.
        let all = progress.all.map_or(-1.0, |all| all as f64);
        caller().progress(progress.done as f64, all);
    }
}
