//! Whether `final_score` is a claim of area, or an estimate.

use super::handshake::{Abilities, plays};
use super::process::Process;
use super::profile::FinalScore;
use crate::engine::{Fault, quote};
use crate::game::Size;
use crate::gtp;

/// Finds out whether `final_score` scores the position as it stands.
///
/// Two positions are scored: one in which nobody doubts the areas, and the same with a lone stone inside the area
/// of the other side. An estimate takes that stone for dead; area scoring does not.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn calibrate(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    let note = match abilities.profile.final_score {
        _ if !abilities.lists("final_score") => "it does not list final_score".to_owned(),
        FinalScore::Estimate => "its final_score is an estimate that removes stones".to_owned(),
        FinalScore::ReportedScore => {
            abilities.score_offset = Some(0);
            return Ok(());
        }
        FinalScore::Calibrate => match scores(process, abilities, size)? {
            Ok((settled, invaded)) => match judge_scores(size, settled, invaded) {
                Ok(offset) => {
                    abilities.score_offset = Some(offset);
                    abilities.notes.push(format!(
                        "final_score is taken for a reported of area, less a komi of {}",
                        f64::from(offset) / 2.0
                    ));
                    return Ok(());
                }
                Err(why) => why.to_owned(),
            },
            Err(why) => why,
        },
    };
    abilities.notes.push(format!("score is missing: {note}"));
    Ok(())
}

/// Black's margins in half points, of the settled and of the invaded position; or why there are none.
fn scores(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Result<(i32, i32), String>, Fault> {
    let walls: Vec<String> =
        (1..=size.rows()).flat_map(|row| [format!("B{row}"), format!("C{row}")]).collect();
    let mut margins = Vec::new();
    for ending in [&["pass", "pass"][..], &["E3", "pass", "pass"]] {
        let turns: Vec<&str> =
            walls.iter().map(String::as_str).chain(ending.iter().copied()).collect();
        let mut commands = abilities.set_up(size);
        let begun = commands.len();
        commands.extend(plays(&turns));
        commands.push("final_score".to_owned());
        let mut bodies = process.ask_all(&commands)?;
        let score = bodies.pop().unwrap_or_else(|| Ok(String::new()));
        if bodies[begun..].iter().any(Result::is_err) {
            return Ok(Err("it refuses a plain play".to_owned()));
        }
        match score {
            Ok(text) => match gtp::half_points(&text) {
                Ok(margin) => margins.push(margin),
                Err(error) => return Ok(Err(error.to_string())),
            },
            Err(text) => {
                return Ok(Err(format!("final_score complains: `{}`", quote(&text))));
            }
        }
    }
    Ok(Ok((margins[0], margins[1])))
}

/// Whether the two margins are those of area scoring, and the komi that they contain if so.
fn judge_scores(size: Size, settled: i32, invaded: i32) -> Result<i32, &'static str> {
    let rows = i32::from(size.rows());
    let columns = i32::from(size.columns());
    let expected = 2 * (2 * rows - rows * (columns - 2));
    let offset = expected - settled;
    if invaded <= settled + 2 {
        return Err("its final_score removes a lone stone as dead");
    }
    // What both margins are off by is a komi that cannot be switched off.
    let both = 2 * (2 * rows + 1 - rows) - invaded == offset;
    Ok(if both { offset } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_scores_are_told_apart() {
        let five = Size::square(5).unwrap();
        // Area: W+5, and B+6 with the stone inside.
        assert_eq!(judge_scores(five, -10, 12), Ok(0));
        // The same with a komi of 7.5 that cannot be switched off.
        assert_eq!(judge_scores(five, -25, -3), Ok(15));
        assert_eq!(judge_scores(five, -26, -4), Ok(16));
        // The stone is dead: same result, or one point and one prisoner more.
        assert!(judge_scores(five, -10, -10).is_err());
        assert!(judge_scores(five, -10, -12).is_err());
        // Wrong rules, but no estimate: for the examination to find.
        assert_eq!(judge_scores(five, 30, 40), Ok(0));
    }
}
