//! Measures how many turns the history of an engine can hold. Its games end with a repetition over many turns; they are
//! played at level full.
//!
//! A repetition that an engine forgets within the range of the fixed suite is a finding. The games here are longer: an engine
//! that runs out of room breaks no rule, and the report says so.

use super::ledger::Ledger;
use super::{Level, Options, Run, Scope};
use crate::report::{Capacity, LongGame, Remembered};
use superko_engine::{Engine, Fault, Optimized, Ruling, guarded};
use superko_game::{Setup, Size, Turn};
use superko_harness::suite::fixed;

/// The numbers of turns after which a position is repeated.
const TURNS: [usize; 3] = [600, 2_000, 20_000];

/// The number of turns between two checks of whether the run is stopped.
const AT_ONCE: usize = 500;

/// Plays the long games on fresh engines, each on the smallest board with room for it.
pub(super) fn examine(ledger: &Ledger<'_>, boards: &[Size]) -> Option<Capacity> {
    let Run { factory, options, .. } = ledger.run;
    if !is_due(options) || ledger.is_over() {
        return None;
    }
    let mut boards = boards.to_vec();
    boards.sort_by_key(|size| size.point_count());
    let mut results = Vec::new();
    for turns in TURNS {
        let mut games =
            boards.iter().filter_map(|&size| Some((size, fixed::history(size, turns)?)));
        let Some((size, game)) = games.next() else {
            results.push(LongGame { turns, size: None, outcome: Remembered::NoBoard });
            continue;
        };
        let outcome = match is_refused(size, options, &game) {
            false => Remembered::NotForbidden,
            true => {
                let played = guarded(|| {
                    let mut engine = factory()?;
                    Ok(outcome(engine.as_mut(), size, options, &game, &|| ledger.is_over()))
                });
                played.unwrap_or_else(|fault| Remembered::NotAsked(fault.to_string()))
            }
        };
        results.push(LongGame { turns, size: Some(size), outcome });
        if ledger.is_over() {
            break;
        }
    }
    Some(Capacity::Games(results))
}

/// Returns whether a run with these options plays the long games.
fn is_due(options: &Options) -> bool {
    let whole = options.only.is_empty() && options.sample.is_none();
    options.level == Level::Full && options.scope == Scope::FixedSuite && whole
}

/// Returns whether the rules allow all turns of a game except the last. The built-in engine decides, because these games are
/// long; it agrees with the reference on all other games.
fn is_refused(size: Size, options: &Options, game: &[Turn]) -> bool {
    let mut judge = Optimized::new(size, options.rules);
    let Some((last, before)) = game.split_last() else { return false };
    let mut legal = |&turn: &Turn| Engine::play(&mut judge, turn) == Ok(Ruling::Allowed);
    before.iter().all(&mut legal) && !legal(last)
}

/// Plays a game on an engine and returns the outcome.
fn outcome(
    engine: &mut dyn Engine,
    size: Size,
    options: &Options,
    game: &[Turn],
    stop: &dyn Fn() -> bool,
) -> Remembered {
    let about = engine.about();
    if about.conventions.lacks_pass && game.contains(&Turn::Pass) {
        return Remembered::NotTested("it has no pass");
    }
    if let Some(cap) = about.conventions.move_cap.map(|cap| cap.on(size))
        && cap <= game.len()
    {
        return Remembered::EndsAfter(cap);
    }
    let Some((&last, before)) = game.split_last() else { return Remembered::NotForbidden };
    let mut played = 0;
    let mut ask = || -> Result<Remembered, Fault> {
        engine.start(&Setup::new(size, options.rules))?;
        for &turn in before {
            if played % AT_ONCE == 0 && stop() {
                return Ok(Remembered::NotTested("the run was stopped"));
            }
            if let Ruling::Forbidden(_) = engine.play(turn)? {
                return Ok(Remembered::Refuses(played + 1));
            }
            played += 1;
        }
        let known = engine.is_legal(last)?;
        if known.is_none() && about.tolerates_illegal_plays {
            return Ok(Remembered::NotTested("`play` accepts illegal turns"));
        }
        let ruling = match known {
            Some(ruling) if about.tolerates_illegal_plays => ruling,
            _ => engine.play(last)?,
        };
        Ok(match (ruling, known) {
            (Ruling::Forbidden(_), _) => Remembered::Yes,
            (Ruling::Allowed, Some(Ruling::Forbidden(_))) => Remembered::OnlyWhenAsked,
            (Ruling::Allowed, _) if about.conventions.repeat.is_some() => Remembered::Declared,
            (Ruling::Allowed, _) => Remembered::No,
        })
    };
    let remembered = ask();
    remembered.unwrap_or_else(|fault| Remembered::Failed(played + 1, fault.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_harness::model::Model;

    fn remembered(model: &str, turns: usize) -> Remembered {
        let size = "5x4".parse().unwrap();
        let options = Options::at(Level::Full);
        let game = fixed::history(size, turns).unwrap();
        assert!(is_refused(size, &options, &game));
        let mut engine = model.parse::<Model>().unwrap().engine();
        outcome(engine.as_mut(), size, &options, &game, &|| false)
    }

    #[test]
    fn room_is_told_by_the_last_turn() {
        assert_eq!(remembered("tromp-taylor", 600), Remembered::Yes);
        assert_eq!(remembered("tromp-taylor; history=700", 600), Remembered::Yes);
        assert_eq!(remembered("tromp-taylor; history=500", 600), Remembered::No);
        assert_eq!(
            remembered("tromp-taylor; history=500 when playing", 600),
            Remembered::OnlyWhenAsked
        );
        assert_eq!(remembered("tromp-taylor; move-cap=512", 600), Remembered::Refuses(513));
    }

    #[test]
    fn the_longest_game_is_legal_but_for_its_last_turn() {
        let size = "13x13".parse().unwrap();
        let game = fixed::history(size, 20_000).unwrap();
        assert_eq!(game.len(), 20_001);
        assert!(is_refused(size, &Options::at(Level::Full), &game));
        assert!(fixed::history("7x7".parse().unwrap(), 2_000).is_some());
        assert!(!is_due(&Options::at(Level::Standard)) && is_due(&Options::at(Level::Full)));
    }
}
