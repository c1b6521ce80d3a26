//! The Tromp-Taylor rules of Go, sentence by sentence.
//!
//! This crate is the standard by which other implementations are judged, so it is written to be
//! checked by reading. Every item that implements a sentence of `rules.md` carries the id of that
//! sentence. The code uses the words of the text, and nothing is clever: there is no hash and no
//! cache. Earlier colorings are kept in a list and compared one by one.
//!
//! ```
//! use superko_reference::{Game, Illegal, Point, Rules, Turn};
//!
//! // Two points in a row. Black colors the left one. White colors the right one, which clears
//! // Black's. Black may not color the left one again, because that would repeat the coloring
//! // after the first turn.
//! let (left, right) = (Point { column: 0, row: 0 }, Point { column: 1, row: 0 });
//! let game = Game::new(2, 1, Rules::default());
//! let game = game.after(Turn::Move(left)).unwrap();
//! let game = game.after(Turn::Move(right)).unwrap();
//! assert_eq!(game.grid().to_string(), ".O\n");
//! assert_eq!(game.after(Turn::Move(left)).unwrap_err(), Illegal::Repeats { earlier: 1 });
//! ```

mod cleanup;
mod enclosed;
mod end;
mod game;
mod grid;
mod perft;
mod rules;
mod score;
mod standing;
mod tax;
mod third_time;

pub use end::Unasked;
pub use game::{Game, Illegal, Past, Turn};
pub use grid::{Color, Grid, LARGEST, Player, Point};
pub use perft::{Perft, perft};
pub use rules::*;
pub use score::{Outcome, Score};
pub use standing::{Phase, Standing};

/// The text of the rules, one `## id` heading for each sentence: `rules.md`.
pub const RULES: &str = include_str!("../rules.md");
