//! Questions about single turns, compared with the list of legal turns.

use super::super::plays::plays;
use super::{Body, Talk, failed_or_ok, not_listed, said};
use crate::engine::{Fault, ProtocolOutcome, Ruling};
use crate::engines::gtp::profile::LegalityProbe;
use crate::game::{Player, Size, Turn};

/// The sides of boards that are tried, the smallest first: each point is asked about.
const SMALL_FIRST: [u8; 4] = [5, 9, 13, 19];

/// Turns before which every point is asked about: two stones in atari, and a ko.
const GAMES: [(&[&str], Player); 2] =
    [(&["A3", "A1", "B2", "A2"], Player::Black), (&["C1", "B1", "B2", "A2", "A1"], Player::White)];

/// `is_legal` says of every point what the list of all legal turns does, and the game is the same afterwards.
pub(super) fn is_legal(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let surveys = [LegalityProbe::AllLegal, LegalityProbe::LegalMoves];
    let Some(survey) = surveys.into_iter().find(|survey| talk.lists(survey.command())) else {
        return Ok(not_listed("all_legal"));
    };
    if !talk.lists(LegalityProbe::IsLegal.command()) {
        return Ok(not_listed("is_legal"));
    }
    for (turns, player) in GAMES {
        let asked = every_point(talk, survey, turns, player)?;
        match asked {
            Ok(None) => {}
            Ok(wrong) => return Ok(failed_or_ok(wrong)),
            Err(why) => return Ok(ProtocolOutcome::NotApplicable(why)),
        }
    }
    Ok(ProtocolOutcome::Ok)
}

/// Asks about every point after some turns: what is wrong, or why that cannot be said.
fn every_point(
    talk: &mut Talk,
    survey: LegalityProbe,
    turns: &[&str],
    player: Player,
) -> Result<Result<Option<String>, String>, Fault> {
    let size = talk.empty_board(&SMALL_FIRST)?.and_then(|side| Size::square(side).ok());
    let Some(size) = size else {
        return Ok(Err(format!("it refuses all boards of side {SMALL_FIRST:?}")));
    };
    let played = talk.process()?.ask_all(&plays(turns))?;
    if played.iter().any(Result::is_err) {
        return Ok(Err("it refuses an ordinary play".to_owned()));
    }
    let points: Vec<Turn> = size.points().map(Turn::Play).collect();
    let list = survey.questions(player, &points);
    let questions = LegalityProbe::IsLegal.questions(player, &points);
    let before = talk.position(size)?;
    let first = talk.process()?.ask_all(&list)?;
    let singly = talk.process()?.ask_all(&questions)?;
    let again = talk.process()?.ask_all(&list)?;
    let read = |bodies: &[Body]| survey.read(bodies, size, &points).ok();
    let one_by_one = LegalityProbe::IsLegal.read(&singly, size, &points).ok();
    let (Some(listed), Some(one_by_one)) = (read(&first), one_by_one) else {
        return Ok(Err("its answers cannot be read".to_owned()));
    };
    for (place, (listed, single)) in listed.iter().zip(&one_by_one).enumerate() {
        if let (Some(listed), Some(single)) = (listed, single)
            && (*listed == Ruling::Allowed) != (*single == Ruling::Allowed)
        {
            let has = if *listed == Ruling::Allowed { "has" } else { "lacks" };
            return Ok(Ok(Some(format!(
                "after {}, `{}` is answered with {}, but the list of `{}` {has} {}",
                plays(turns).join(", "),
                questions[place],
                said(&singly[place]),
                list[0],
                points[place]
            ))));
        }
    }
    let after = talk.position(size)?;
    let changed = match (&before, &after) {
        _ if read(&again).is_some_and(|again| again != listed) => list[0].as_str(),
        (Some((reader, before)), Some((_, after))) if before != after => reader.command(),
        _ => return Ok(Ok(None)),
    };
    Ok(Ok(Some(format!(
        "after {}, `{changed}` is answered differently after `is_legal` was asked about every point",
        plays(turns).join(", ")
    ))))
}
