//! Komi: it is kept, and White's score includes it.

use super::{Body, End, Talk, WIDE, failed, if_applicable, not_applicable, said};
use crate::game::Player;
use crate::gtp::half_points;

/// What was set is read back.
pub(super) fn komi(talk: &mut Talk) -> Result<(), End> {
    if !talk.lists("get_komi") {
        return not_applicable("no command reads it back");
    }
    for komi in ["5.5", "0"] {
        talk.accepts(&[&format!("komi {komi}")])?;
        let body = talk.ask("get_komi")?;
        let read = body.as_ref().ok().and_then(|text| text.parse::<f64>().ok());
        if read != komi.parse().ok() {
            let said = said(&body);
            return failed(format!("after `komi {komi}`, `get_komi` is answered with {said}"));
        }
    }
    Ok(())
}

/// Four finished games, in which nothing differs that has an influence on the score, but for a komi in the second and
/// in the third one. That the engine says the same of the first and of the last game shows that its score is no matter
/// of chance. If it passes these, a fifth one has a komi for Black, as in games with a handicap; it may refuse that. In
/// the last two Black is ahead.
pub(super) fn komi_in_score(talk: &mut Talk) -> Result<(), End> {
    if !talk.lists("final_score") || !talk.lists("komi") {
        return not_applicable("it does not list both komi and final_score");
    }
    let mut told = Vec::new();
    for (komi, stones) in [("komi 0", 0), ("komi 5.5", 1), ("komi 7.5", 2), ("komi 0", 3)] {
        told.push(finished_game(talk, komi, stones, Player::White)?);
    }
    let margins: Option<Vec<i32>> = told.iter().map(margin).collect();
    let Some([without, with, more, again]) = margins.as_deref() else {
        return not_applicable("it reports no margin for a finished game");
    };
    let wrong = match with - without {
        _ if without != again => return not_applicable("its scores are estimates"),
        -11 => {
            komi_below_zero(talk, &told[0], *without)?;
            return komi_from_who_leads(talk);
        }
        0 => "the komi does not count".to_owned(),
        11 => "the komi goes to Black".to_owned(),
        -10 => "the half point of the komi does not count".to_owned(),
        -12 => "the komi is rounded up".to_owned(),
        -22 if more - with == -8 => "the komi counts twice".to_owned(),
        // A komi of 7.5 is worth two points more than one of 5.5, and so no estimate comes in between.
        difference if more - with == -4 && difference > -11 => {
            let half_points = difference + 11;
            format!("with `komi 0`, it counts a komi of {}", f64::from(half_points) / 2.0)
        }
        _ => return not_applicable("its scores are estimates"),
    };
    let [without, with] = [&told[0], &told[1]].map(said);
    failed(format!(
        "a finished game is scored {without} with `komi 0`, and {with} with `komi 5.5`: {wrong}"
    ))
}

/// Whether a komi below zero goes to Black, of an engine that accepts one.
fn komi_below_zero(talk: &mut Talk, told: &Body, without: i32) -> Result<(), End> {
    let komi = "komi -5.5";
    match if_applicable(finished_game(talk, komi, 4, Player::White))? {
        Some(body) if margin(&body) != Some(without + 11) => failed(format!(
            "a finished game is scored {} with `komi 0`, and {} with `{komi}`, which it accepts",
            said(told),
            said(&body)
        )),
        _ => Ok(()),
    }
}

/// Whether komi is taken from Black's lead, of an engine that adds it to White's.
fn komi_from_who_leads(talk: &mut Talk) -> Result<(), End> {
    let mut told = Vec::new();
    for (komi, stones) in [("komi 0", 0), ("komi 3.5", 1)] {
        let scored = if_applicable(finished_game(talk, komi, stones, Player::Black))?;
        let Some(body) = scored else { return Ok(()) };
        told.push(body);
    }
    let margins: Option<Vec<i32>> = told.iter().map(margin).collect();
    let wrong = match margins.as_deref() {
        Some([without, with]) if with - without == 7 => "the komi goes to Black",
        Some([without, with]) if with == without => "the komi does not count",
        _ => return Ok(()),
    };
    let [without, with] = [&told[0], &told[1]].map(said);
    failed(format!(
        "a finished game that Black wins is scored {without} with `komi 0`, and {with} with `komi 3.5`: {wrong}"
    ))
}

/// How a game is scored in which a wall of each player divides the board, and one of them has the larger part. So many
/// stones stand behind each wall, lest an engine says again what it said of the position before.
fn finished_game(talk: &mut Talk, komi: &str, stones: u8, leader: Player) -> Result<Body, End> {
    let side = talk.board(&WIDE)?.rows();
    let pair = |left: char, right: char, row: u8| {
        let (black, white) = if leader == Player::White { (left, right) } else { (right, left) };
        [format!("play b {black}{row}"), format!("play w {white}{row}")]
    };
    let walls = (1..=side).flat_map(|row| pair('D', 'E', row));
    let walls = walls.chain((0..stones).flat_map(|stone| pair('A', 'G', 2 * stone + 1)));
    let passes = ["play b pass", "play w pass"].map(str::to_owned);
    let commands: Vec<String> = [komi.to_owned()].into_iter().chain(walls).chain(passes).collect();
    let bodies = talk.ask_all(&commands)?;
    if let Some((refused, _)) = commands.iter().zip(&bodies).find(|(_, body)| body.is_err()) {
        return not_applicable(format!("it refuses `{refused}`"));
    }
    talk.search("final_score")
}

/// Black's margin in half points.
fn margin(body: &Body) -> Option<i32> {
    body.as_deref().ok().and_then(|text| half_points(text).ok())
}
