//! Compares questions about single turns with the list of legal turns.

use super::{Body, End, TestedEngine, failed, not_applicable, said};
use crate::client::plays::plays;
use crate::client::program::REFUSES_PLAY;
use crate::client::questions::LegalityProbe;
use superko_engine::Ruling;
use superko_game::{Player, Turn};

/// The sides of boards to try. The smallest comes first, because each point is asked about.
const SMALL_FIRST: [u8; 4] = [5, 9, 13, 19];

/// The turns after which every point is asked about, with the player to move: two stones in atari, and a ko.
const GAMES: [(&[&str], Player); 2] =
    [(&["A3", "A1", "B2", "A2"], Player::Black), (&["C1", "B1", "B2", "A2", "A1"], Player::White)];

/// Tests that `is_legal` agrees with the list of all legal turns on every point, and that the questions do not change
/// the game.
pub(super) fn is_legal(engine: &mut TestedEngine) -> Result<(), End> {
    let Some(survey) =
        LegalityProbe::LISTS.into_iter().find(|survey| engine.lists(survey.command()))
    else {
        return engine.needs("all_legal");
    };
    engine.needs(LegalityProbe::IsLegal.command())?;
    GAMES.into_iter().try_for_each(|(turns, player)| every_point(engine, survey, turns, player))
}

/// Asks about every point after some turns.
fn every_point(
    engine: &mut TestedEngine,
    survey: LegalityProbe,
    turns: &[&str],
    player: Player,
) -> Result<(), End> {
    let size = engine.board(&SMALL_FIRST)?;
    let played = plays(turns);
    if engine.ask_all(&played)?.iter().any(Result::is_err) {
        return not_applicable(REFUSES_PLAY);
    }
    let played = played.join(", ");
    let points: Vec<Turn> = size.points().map(Turn::Play).collect();
    let list = survey.questions(player, &points);
    let questions = LegalityProbe::IsLegal.questions(player, &points);
    let before = engine.position(size)?;
    let first = engine.ask_all(&list)?;
    let singly = engine.ask_all(&questions)?;
    let again = engine.ask_all(&list)?;
    let read = |bodies: &[Body]| survey.read(bodies, size, &points).ok();
    let one_by_one = LegalityProbe::IsLegal.read(&singly, size, &points).ok();
    let (Some(listed), Some(one_by_one)) = (read(&first), one_by_one) else {
        return not_applicable("its answers cannot be read");
    };
    for (place, (listed, single)) in listed.iter().zip(&one_by_one).enumerate() {
        if let (Some(listed), Some(single)) = (listed, single)
            && (*listed == Ruling::Allowed) != (*single == Ruling::Allowed)
        {
            let has = if *listed == Ruling::Allowed { "has" } else { "lacks" };
            let (question, said) = (&questions[place], said(&singly[place]));
            let (list, point) = (&list[0], points[place]);
            return failed(format!(
                "after {played}, `{question}` is answered with {said}, but the list of `{list}` {has} {point}"
            ));
        }
    }
    let after = engine.position(size)?;
    let changed = match (&before, &after) {
        _ if read(&again).is_some_and(|again| again != listed) => list[0].as_str(),
        (Some((reader, before)), Some((_, after))) if before != after => reader.command(),
        _ => return Ok(()),
    };
    failed(format!(
        "after {played}, `{changed}` is answered differently after `is_legal` was asked about every point"
    ))
}
