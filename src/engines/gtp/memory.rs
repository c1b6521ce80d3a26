//! Whether an engine forgets a game when the board is cleared.

use super::abilities::Abilities;
use super::plays::{KO, plays};
use super::process::Process;
use crate::engine::{CLEAR_BOARD, Fault, quote};
use crate::game::Size;

/// The turns of a game, and those of the game after it.
type Games = (&'static [&'static str], &'static [&'static str]);

/// Plain turns, of which Black has the last, and most of them once more; and a ko that White has taken, where Black's first stone
/// comes next.
const GAMES: [Games; 2] = [(&["C3", "D4", "C4"], &["C3", "D4"]), (&KO, &["C3"])];

/// Plays games one after the other in which nothing can be refused. Where turns are refused in those that follow, the engine is to
/// begin each examination with a process that has played nothing: else all that it refuses would seem to come of the game itself.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn try_clear(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    let set_up = abilities.set_up(size);
    // On the same board `clear_board` has to do alone.
    let clear = set_up.iter().position(|command| command == "clear_board").unwrap_or_default();
    for (first, next) in GAMES {
        let game = [&set_up[..], &plays(first)].concat();
        let again = [&set_up[..], &plays(next)].concat();
        let mut refused = None;
        // What is refused at random is not refused twice.
        for _ in 0..2 {
            process.ask_all(&game)?;
            refused = refused_play(process, &again[clear..], next.len())?;
            if refused.is_none() {
                break;
            }
        }
        if let Some((play, said)) = refused {
            let what = format!(
                "after `clear_board`, `{play}` is answered with `? {said}`, as if the previous game continued"
            );
            abilities.fails(CLEAR_BOARD, what);
            abilities.remembers = true;
            abilities.forgets_by =
                forgetting(process, abilities, size, [&game, &again], next.len())?;
            break;
        }
    }
    Ok(())
}

/// The first of the plays at the end of some commands that is refused, and what is said of it.
fn refused_play(
    process: &mut Process,
    commands: &[String],
    plays: usize,
) -> Result<Option<(String, String)>, Fault> {
    let bodies = process.ask_all(commands)?;
    let answers = commands.iter().zip(bodies).skip(commands.len() - plays);
    let mut refused = answers.filter_map(|(play, body)| Some((play.clone(), quote(&body.err()?))));
    Ok(refused.next())
}

/// Two boards, if the engine forgets a game when another board is set in between.
fn forgetting(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
    [game, again]: [&[String]; 2],
    plays: usize,
) -> Result<Option<[Size; 2]>, Fault> {
    let Ok(other) = Size::square(size.columns() + 1) else { return Ok(None) };
    for _ in 0..2 {
        process.ask_all(game)?;
        process.ask_all(&abilities.set_up(other))?;
        if refused_play(process, again, plays)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some([size, other]))
}
