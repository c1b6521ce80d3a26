//! Whether an engine forgets a game when the board is cleared.

use super::abilities::Abilities;
use super::plays::plays;
use super::process::Process;
use crate::engine::{CLEAR_BOARD, Fault, quote};
use crate::game::Size;

/// Plays the same plain turns in one game after the other. Where they are refused in those that follow, the engine is to begin
/// each examination with a process that has played nothing: else all that it refuses would seem to come of the game itself.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn try_clear(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    let mut game = abilities.set_up(size);
    let begun = game.len();
    game.extend(plays(&["C3", "D4"]));
    process.ask_all(&game)?;
    let mut refused = None;
    // What is refused at random is not refused twice.
    for _ in 0..2 {
        let bodies = process.ask_all(&game)?;
        let answers = game.iter().zip(bodies).skip(begun);
        refused = answers.filter_map(|(play, body)| Some((play, body.err()?))).next();
        if refused.is_none() {
            return Ok(());
        }
    }
    if let Some((play, text)) = refused {
        let said = quote(&text);
        let what = format!(
            "after `clear_board`, `{play}` is answered with `? {said}`, as if the previous game continued"
        );
        abilities.fails(CLEAR_BOARD, what);
        abilities.remembers = true;
    }
    Ok(())
}
