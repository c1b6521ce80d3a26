//! Counts of the games of a given length: by Superko's own engines, and by an engine through its rulings.

use crate::referee::Referee;
use crate::{Engine, Fault, Optimized, Reference, Ruling};
use superko_game::rules::Rules;
use superko_game::{Setup, Size, Status, Turn};
pub use superko_reference::Perft;

/// Returns the counts of the reference for all lengths from 0 to `depth`.
pub fn reference(size: Size, rules: Rules, depth: usize) -> Vec<Perft> {
    Reference::new(size, rules).perft(depth)
}

/// Returns the numbers of games that the optimized engine counts for all lengths from 0 to `depth`.
///
/// # Panics
///
/// If `depth` does not fit in 32 bits.
pub fn optimized(size: Size, rules: Rules, depth: usize) -> Vec<u64> {
    let mut beginning = Optimized::new(size, rules);
    (0..=depth).map(|depth| beginning.perft(further(depth))).collect()
}

/// Returns the number of games of length `depth` for each first turn, by the reference.
pub fn divided(size: Size, rules: Rules, depth: usize) -> Vec<(Turn, u64)> {
    let beginning = Reference::new(size, rules);
    Turn::all(size)
        .filter(|&turn| beginning.judge(turn).refusal.is_none())
        .filter_map(|turn| {
            let mut after = beginning.clone();
            Referee::play(&mut after, turn);
            let counts = after.perft(depth.checked_sub(1)?);
            Some((turn, counts.last()?.sequences))
        })
        .collect()
}

/// Returns the number of games of length `depth` for each first turn, by the optimized engine.
///
/// # Panics
///
/// If `depth` does not fit in 32 bits.
pub fn divided_optimized(size: Size, rules: Rules, depth: usize) -> Vec<(Turn, u64)> {
    let beginning = Optimized::new(size, rules);
    Turn::all(size)
        .filter_map(|turn| {
            let mut after = beginning.clone();
            let permitted = Engine::play(&mut after, turn) == Ok(Ruling::Allowed);
            let left = depth.checked_sub(1).filter(|_| permitted)?;
            Some((turn, after.perft(further(left))))
        })
        .collect()
}

fn further(turns: usize) -> u32 {
    u32::try_from(turns).expect("the depth fits 32 bits")
}

/// Returns the number of games of each length from 0 to `depth` according to an engine, by trying every turn
/// after every game. A game is over when it is over by the reference.
///
/// # Errors
///
/// If the engine does not answer, or refuses a turn that it allowed before.
pub fn engine(
    engine: &mut dyn Engine,
    size: Size,
    rules: Rules,
    depth: usize,
) -> Result<Vec<u64>, Fault> {
    let mut games = vec![0; depth + 1];
    games[0] = 1;
    let mut path = Vec::new();
    count(engine, size, rules, &mut path, &mut games)?;
    Ok(games)
}

/// Counts the games that continue `path`, by their length.
fn count(
    engine: &mut dyn Engine,
    size: Size,
    rules: Rules,
    path: &mut Vec<Turn>,
    games: &mut [u64],
) -> Result<(), Fault> {
    let length = path.len();
    if length + 1 == games.len() || is_over(size, rules, path) {
        return Ok(());
    }
    let turns: Vec<Turn> = Turn::all(size).collect();
    replay(engine, size, rules, path)?;
    let known = engine.are_legal(&turns)?;
    let mut permitted = Vec::new();
    for (&turn, answer) in turns.iter().zip(known) {
        let ruling = match answer {
            Some(ruling) => ruling,
            None if turn == Turn::Pass => Ruling::Allowed,
            None => {
                replay(engine, size, rules, path)?;
                engine.play(turn)?
            }
        };
        if ruling == Ruling::Allowed {
            permitted.push(turn);
        }
    }
    games[length + 1] += permitted.len() as u64;
    for turn in permitted {
        path.push(turn);
        count(engine, size, rules, path, games)?;
        path.pop();
    }
    Ok(())
}

/// Whether a game is over by the reference.
fn is_over(size: Size, rules: Rules, path: &[Turn]) -> bool {
    let mut reference = Reference::new(size, rules);
    path.iter().for_each(|&turn| drop(Referee::play(&mut reference, turn)));
    Referee::status(&reference) == Status::Over
}

/// Starts a game and plays the turns of `path`.
fn replay(engine: &mut dyn Engine, size: Size, rules: Rules, path: &[Turn]) -> Result<(), Fault> {
    engine.start(&Setup::new(size, rules))?;
    for (place, &turn) in path.iter().enumerate() {
        if engine.play(turn)? != Ruling::Allowed {
            return Err(Fault::Protocol {
                command: turn.to_string(),
                what: format!("it forbids turn {} of a game that it permitted before", place + 1),
            });
        }
    }
    Ok(())
}
