//! Games that an engine plays against itself.

use super::compared_game::{DifferenceAt, Lockstep};
use super::generation::{is_playable, judge_generated};
use super::generation_played::{Extent, follow, shown_by_one};
use super::lockstep::plays;
use super::{CompareOptions, Comparison, Generation, compare_with};
use superko_engine::check::Check;
use superko_engine::referee::{Expected, Referee, Step, Transcript};
use superko_engine::{Engine, Fault, Ruling};
use superko_game::{Record, Status, Turn};

/// Has an engine continue a game, generating the turns of both players in one way, and judges each turn.
/// Then compares the whole game like any other. If the engine plays the turns that it generates, the game is
/// compared after each of them too.
///
/// The game continues until it is over, until a turn is illegal or none is generated, or until it has
/// `most_turns` turns. `referee` must be at the start of the game. Also returns the game; if a fault kept the
/// engine from generating a turn, there is a pass in its place.
pub fn self_play<R>(
    engine: &mut dyn Engine,
    mut referee: R,
    opening: Record,
    most_turns: usize,
    way: Generation,
) -> (Record, Comparison)
where
    R: Referee + Clone + Send + Sync + 'static,
{
    let (start, opened) = (referee.clone(), opening.turns.len());
    let steps = opening.turns.iter().map(|&turn| Step::take(&mut referee, turn, &[])).collect();
    let mut game = Transcript::of(opening, steps);
    let mut result = Comparison::default();
    let generated = generate_game(engine, &mut referee, &mut game, &mut result, most_turns, way);
    let end = match generated {
        Ok(end) => end,
        Err(fault) => {
            game.record.turns.push(Turn::Pass);
            return (game.record, Comparison { fault: Some(fault), ..result });
        }
    };
    let options = CompareOptions { ask: way == Generation::Played, undo: false };
    let compared = compare_with(engine, &game, options);
    game.steps.truncate(game.record.turns.len());
    if !compared.disagreements.is_empty() {
        // After a disagreement the engine plays another game, so its generated turns say nothing.
        return (game.record, compared);
    }
    result.coverage.add(&compared.coverage);
    result.fault = compared.fault;
    let is_wrong = matches!(end, End::Differs(_)) || !result.disagreements.is_empty();
    if way == Generation::Played && is_wrong && result.fault.is_none() {
        let illegal = result.disagreements.first().map(|illegal| &illegal.record);
        let played = illegal.unwrap_or(&game.record);
        if let Some(shown) = shown_by_one(engine, &start, played, opened) {
            return (game.record, shown);
        }
    }
    match end {
        End::Refused(turn, ruling) if result.fault.is_none() => {
            let mut lockstep = Lockstep::new(engine, &game, options);
            let place = game.steps.len() - 1;
            result.fault = lockstep.generated_is_refused(place, turn, ruling).err();
            result.disagreements.extend(lockstep.game.result.disagreements);
        }
        End::Differs(seen) => {
            result.add(seen.disagreement(&game, game.steps.len() - 1));
        }
        _ => {}
    }
    (game.record, result)
}

/// The end of a game that an engine plays against itself.
enum End {
    /// The game is over or at its longest, or no legal turn is generated.
    Usual,
    /// The engine refuses the last turn, which it has generated.
    Refused(Turn, Ruling),
    /// The engine differs after the last turn, which it has generated and played.
    Differs(DifferenceAt),
}

/// Plays the turns of a game, and lets the engine generate those that follow.
fn generate_game<R: Referee + Clone>(
    engine: &mut dyn Engine,
    referee: &mut R,
    game: &mut Transcript,
    result: &mut Comparison,
    most_turns: usize,
    way: Generation,
) -> Result<End, Fault> {
    let conventions = engine.about().conventions;
    let size = game.record.size();
    let cap = conventions.move_cap.map_or(usize::MAX, |cap| cap.on(size));
    let opening = game.steps.iter().filter(|step| step.turn.is_legal());
    if !plays(engine, &game.record.setup, opening.map(|step| step.turn.turn))? {
        return Ok(End::Usual);
    }
    while referee.status() != Status::Over && game.steps.len() < most_turns.min(cap) {
        let generation: Vec<Expected> =
            Turn::all(size).map(|turn| Expected::of(referee, turn)).collect();
        let generated = match way {
            Generation::Asked => engine.generate()?,
            Generation::Played => engine.generate_and_play()?,
        };
        let Some(turn) = generated else {
            result.coverage.miss(Check::Generate);
            return Ok(End::Usual);
        };
        judge_generated(result, game.record.clone(), &generation, turn, way)?;
        if !is_playable(&generation, turn, &conventions) {
            return Ok(End::Usual);
        }
        game.record.turns.push(turn);
        game.steps.push(Step::take(referee, turn, &[]));
        match way {
            Generation::Asked => match engine.play(turn)? {
                Ruling::Allowed => {}
                ruling => return Ok(End::Refused(turn, ruling)),
            },
            Generation::Played => {
                // This step is only for the questions before the next turn; its pass is not played.
                let turns: Vec<Turn> = Turn::all(size).collect();
                let place = game.steps.len() - 1;
                if referee.status() != Status::Over {
                    game.steps.push(Step::take(&mut referee.clone(), Turn::Pass, &turns));
                }
                if let Some(seen) = follow(engine, game, place, Extent::Questions)? {
                    return Ok(End::Differs(seen));
                }
                game.steps.truncate(place + 1);
            }
        }
    }
    Ok(End::Usual)
}
