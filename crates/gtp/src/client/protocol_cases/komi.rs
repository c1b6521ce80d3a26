//! Tests that the komi is kept, and that White's score includes it.

use super::{Body, End, TestedEngine, WIDE, failed, if_applicable, not_applicable, said};
use crate::half_points;
use superko_game::Player;

/// Tests that the komi that was set is read back.
pub(super) fn komi(engine: &mut TestedEngine) -> Result<(), End> {
    if !engine.lists("get_komi") {
        return not_applicable("no command reads it back");
    }
    for komi in ["5.5", "0"] {
        engine.accepts(&[&format!("komi {komi}")])?;
        let body = engine.ask("get_komi")?;
        let read = body.as_ref().ok().and_then(|text| text.parse::<f64>().ok());
        if read != komi.parse().ok() {
            let said = said(&body);
            return failed(format!("after `komi {komi}`, `get_komi` is answered with {said}"));
        }
    }
    Ok(())
}

/// Scores four finished games that differ in nothing that matters for the score, except that the second and the third
/// one have a komi. The first and the last one must have the same score: otherwise the score is an estimate. If the
/// engine passes, a game with a negative komi follows, as for a handicap, which the engine may refuse. In the last two
/// games Black is ahead.
pub(super) fn komi_in_score(engine: &mut TestedEngine) -> Result<(), End> {
    if !engine.lists("final_score") || !engine.lists("komi") {
        return not_applicable("it does not list both komi and final_score");
    }
    let mut scores = Vec::new();
    for (komi, stones) in [("komi 0", 0), ("komi 5.5", 1), ("komi 7.5", 2), ("komi 0", 3)] {
        scores.push(finished_game(engine, komi, stones, Player::White)?);
    }
    let margins: Option<Vec<i32>> = scores.iter().map(margin).collect();
    let Some([without, with, more, again]) = margins.as_deref() else {
        return not_applicable("it reports no margin for a finished game");
    };
    let wrong = match with - without {
        _ if without != again => return not_applicable("its scores are estimates"),
        -11 => {
            komi_below_zero(engine, &scores[0], *without)?;
            return komi_from_who_leads(engine);
        }
        0 => "the komi does not count".to_owned(),
        11 => "the komi goes to Black".to_owned(),
        -10 => "the half point of the komi does not count".to_owned(),
        -12 => "the komi is rounded up".to_owned(),
        -22 if more - with == -8 => "the komi counts twice".to_owned(),
        // A komi of 7.5 costs two points more than one of 5.5, so no estimate comes in between.
        difference if more - with == -4 && difference > -11 => {
            let half_points = difference + 11;
            format!("with `komi 0`, it counts a komi of {}", f64::from(half_points) / 2.0)
        }
        _ => return not_applicable("its scores are estimates"),
    };
    let [without, with] = [&scores[0], &scores[1]].map(said);
    failed(format!(
        "a finished game is scored {without} with `komi 0`, and {with} with `komi 5.5`: {wrong}"
    ))
}

/// Tests that a negative komi goes to Black, if the engine accepts one.
fn komi_below_zero(engine: &mut TestedEngine, scores: &Body, without: i32) -> Result<(), End> {
    let komi = "komi -5.5";
    match if_applicable(finished_game(engine, komi, 4, Player::White))? {
        Some(body) if margin(&body) != Some(without + 11) => failed(format!(
            "a finished game is scored {} with `komi 0`, and {} with `{komi}`, which it accepts",
            said(scores),
            said(&body)
        )),
        _ => Ok(()),
    }
}

/// Tests that komi is taken from Black's lead, of an engine that adds it to White's lead.
fn komi_from_who_leads(engine: &mut TestedEngine) -> Result<(), End> {
    let mut scores = Vec::new();
    for (komi, stones) in [("komi 0", 0), ("komi 3.5", 1)] {
        let scored = if_applicable(finished_game(engine, komi, stones, Player::Black))?;
        let Some(body) = scored else { return Ok(()) };
        scores.push(body);
    }
    let margins: Option<Vec<i32>> = scores.iter().map(margin).collect();
    let wrong = match margins.as_deref() {
        Some([without, with]) if with - without == 7 => "the komi goes to Black",
        Some([without, with]) if with == without => "the komi does not count",
        _ => return Ok(()),
    };
    let [without, with] = [&scores[0], &scores[1]].map(said);
    failed(format!(
        "a finished game that Black wins is scored {without} with `komi 0`, and {with} with `komi 3.5`: {wrong}"
    ))
}

/// Plays a game in which a wall of each player divides the board, with the larger part for the leader, and asks for the
/// score. This many stones stand behind each wall, so that an engine cannot repeat the score of an earlier position.
fn finished_game(
    engine: &mut TestedEngine,
    komi: &str,
    stones: u8,
    leader: Player,
) -> Result<Body, End> {
    let side = engine.board(&WIDE)?.rows();
    let pair = |left: char, right: char, row: u8| {
        let (black, white) = if leader == Player::White { (left, right) } else { (right, left) };
        [format!("play b {black}{row}"), format!("play w {white}{row}")]
    };
    let walls = (1..=side).flat_map(|row| pair('D', 'E', row));
    let walls = walls.chain((0..stones).flat_map(|stone| pair('A', 'G', 2 * stone + 1)));
    let passes = ["play b pass", "play w pass"].map(str::to_owned);
    let commands: Vec<String> = [komi.to_owned()].into_iter().chain(walls).chain(passes).collect();
    let bodies = engine.ask_all(&commands)?;
    if let Some((refused, _)) = commands.iter().zip(&bodies).find(|(_, body)| body.is_err()) {
        return not_applicable(format!("it refuses `{refused}`"));
    }
    engine.search("final_score")
}

/// Returns Black's margin in half points.
fn margin(body: &Body) -> Option<i32> {
    body.as_deref().ok().and_then(|text| half_points(text).ok())
}
