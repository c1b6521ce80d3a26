//! Finds out whether `final_score` is a claim about the position as it stands, or an estimate.

mod counts;
mod settled;
mod trials;

use super::ProbedEngine;
use crate::Body;
use crate::client::abilities::{Claim, FINAL_SCORE};
use crate::client::profile::FinalScore;
use crate::client::program::REFUSES_PLAY;
use counts::{COUNTS, Count, PASSES, PassWorth, area, passes_to, plays_to};
use settled::Scores;
use superko_engine::{Fault, MissingScore, Note, ScoreClaim, quote};
use superko_game::{Color, Komi, Position, Size};

/// The komi that engines have by default, in half points.
const USUAL_KOMI: [i32; 10] = [1, 7, 9, 10, 11, 12, 13, 14, 15, 16];

/// The sides of the boards on which to score positions, besides the board of the handshake.
const SIDES: [u8; 2] = [7, 9];

/// The number of times that a score without a known count is asked for, to see whether it stays the same.
const TIMES: usize = 5;

/// Finds out whether `final_score` scores the position as it stands.
///
/// An estimate differs from area in the scored positions: they have a dead stone of either color, a mostly open board,
/// neutral points, a seki, a stone inside an unconditionally alive chain, or random stones. A score that agrees with
/// area in all of them is a claim. A score that agrees with another way to count the board is a claim too, which the
/// tests will find wrong. Any other score is an estimate, and not graded, unless it is wrong where nothing can be
/// estimated.
///
/// # Errors
///
/// If a fault ends the engine.
pub(super) fn find_claim(
    engine: &mut ProbedEngine<'_>,
    size: Size,
    lacks_pass: bool,
) -> Result<Option<Claim>, Fault> {
    let why = match engine.program.profile.final_score {
        _ if !engine.program.lists("final_score") => because(engine.program.why_not("final_score")),
        _ if lacks_pass => because("it has no pass, so no game ends"),
        FinalScore::Estimate => because("its final_score is an estimate that removes stones"),
        FinalScore::Claim | FinalScore::Winner => return Ok(Some(Claim::default())),
        FinalScore::Calibrate => match calibrate(engine, size)? {
            Ok((claim, seen)) => {
                engine.note(Note::ScoreIsClaim(seen));
                return Ok(Some(claim));
            }
            Err(why) => why,
        },
    };
    engine.note(Note::MissingScore(why));
    Ok(None)
}

fn because(why: impl Into<String>) -> MissingScore {
    MissingScore::Because(why.into())
}

/// Returns the claim of a score and the evidence for it, or why the score is no claim.
fn calibrate(
    engine: &mut ProbedEngine<'_>,
    size: Size,
) -> Result<Result<(Claim, ScoreClaim), MissingScore>, Fault> {
    let komi_of = |half_points: i32| Komi { quarter_points: 2 * half_points };
    let why = match fit(engine, size)? {
        Ok((what, komi)) => {
            // The engine was told komi 0. An offset that is no usual komi makes the score wrong.
            let offset = if USUAL_KOMI.contains(&komi.abs()) { komi } else { 0 };
            let sizes = trials::trials(size).iter().map(Position::size).collect();
            let komi = komi_of(offset);
            return Ok(Ok((Claim { offset, sizes }, ScoreClaim::Counts { what, komi })));
        }
        Err(why) => why,
    };
    see_whether_steady(engine)?;
    if let Some(evidence) = wrong_count(engine, size)? {
        let seen = ScoreClaim::WrongWhereNothingIsEstimated(evidence);
        return Ok(Ok((Claim::default(), seen)));
    }
    Ok(match slip(engine, size)? {
        Some((count, offset, but)) => {
            let (what, komi) = (count.to_owned(), komi_of(offset));
            let seen = ScoreClaim::MostlyCounts { what, komi, but };
            Ok((Claim { offset, sizes: sizes_to_score(size, engine) }, seen))
        }
        None => Err(why),
    })
}

/// Returns the way to count that agrees with all trials, with the komi in half points that it includes. Otherwise
/// returns why there is none.
fn fit(
    engine: &mut ProbedEngine<'_>,
    size: Size,
) -> Result<Result<(String, i32), MissingScore>, Fault> {
    let mut fits: Vec<(Count, PassWorth, Option<i32>)> =
        COUNTS.iter().flat_map(|&count| PASSES.map(|passes| (count, passes, None))).collect();
    let mut differences = Vec::new();
    for trial in trials::trials(size) {
        let text = match scores(engine, &trial, 1)?.map(|(mut bodies, _)| bodies.remove(0)) {
            Some(Ok(text)) => text,
            Some(Err(text)) => {
                return Ok(Err(because(format!("final_score complains: `{}`", quote(&text)))));
            }
            // An engine that gives each player stones for half of the board refuses the trials that need more.
            None if trial.size() == size && !takes_more_than_half(&trial) => {
                return Ok(Err(because(REFUSES_PLAY)));
            }
            // The engine does not play this other board.
            None => continue,
        };
        let margin = match crate::half_points(&text) {
            Ok(margin) => margin,
            Err(error) => return Ok(Err(because(error.to_string()))),
        };
        differences.push((2 * area(&trial) - margin, score_and_area(&trial, &text)));
        let passes = passes_to(&trial);
        fits.retain_mut(|((_, count), (_, worth), komi)| {
            let of_passes = worth[0] * passes[0] + worth[1] * passes[1];
            let off = 2 * (count(&trial) + of_passes) - margin;
            *komi.get_or_insert(off) == off
        });
        if fits.is_empty() {
            return Ok(Err(MissingScore::CountsInNoKnownWay(first_differences(&differences))));
        }
    }
    let fitting = fits.into_iter().next();
    let fitting = fitting
        .map(|((count, _), (passes, _), komi)| (format!("{count}{passes}"), komi.unwrap_or(0)));
    Ok(fitting.ok_or_else(|| because("no trial could be made")))
}

/// Describes the first score that differs from area, and the first one with another difference. Each description comes
/// with its difference in half points.
fn first_differences(differences: &[(i32, String)]) -> String {
    let (off, first) = &differences[0];
    match differences.iter().find(|(other, _)| other != off) {
        // A right score of the first trial is left out.
        Some((_, other)) if *off == 0 => other.clone(),
        Some((_, other)) => format!("{first}, and {other}"),
        None => first.clone(),
    }
}

/// Describes a position, the engine's score, and the area.
fn score_and_area(position: &Position, text: &str) -> String {
    let (board, area) = (quote(&position.to_string()), area(position));
    format!("for `{board}` it says `{}`, but the area is {area:+}", quote(text))
}

/// Returns a wrong score of a position in which nothing can be estimated, if the engine counts such positions wrongly.
fn wrong_count(engine: &mut ProbedEngine<'_>, size: Size) -> Result<Option<String>, Fault> {
    let (mut boards, mut obeys_komi) = (Vec::new(), engine.program.lists("komi"));
    let mut farthest = (0, String::new());
    for size in sizes_to_score(size, engine) {
        let mut scores = Scores::new();
        for settled in settled::settled(size) {
            let mut margins = Vec::new();
            for position in &settled.images {
                match score_twice(engine, position, &mut obeys_komi)? {
                    TwoScores::Nothing => continue,
                    TwoScores::Unsteady => return Ok(None),
                    TwoScores::Margin(text, margin) => {
                        let off = (2 * area(position) - margin).abs();
                        if off > farthest.0 {
                            farthest = (off, score_and_area(position, &text));
                        }
                        margins.push(margin);
                    }
                }
            }
            if margins.len() == settled.images.len() {
                scores.push((settled, margins));
            }
        }
        boards.push(scores);
        if settled::is_wrong_count(&boards, obeys_komi) {
            return Ok(Some(farthest.1));
        }
    }
    Ok(None)
}

/// Looks for a slip of an engine that scores most positions by a known count, although an estimate would differ. A slip
/// is another score of a position in which no player has a reason to take a stone off. Returns the name of the count, the
/// komi in half points that the engine keeps, and a description of a position whose score is not its area.
fn slip(
    engine: &mut ProbedEngine<'_>,
    size: Size,
) -> Result<Option<(&'static str, i32, String)>, Fault> {
    let (sizes, mut obeys_komi) = (sizes_to_score(size, engine), true);
    let mut scored = Vec::new();
    for &size in &sizes {
        for (lone, position) in trials::guessed_at(size) {
            if let TwoScores::Margin(text, margin) =
                score_twice(engine, &position, &mut obeys_komi)?
            {
                scored.push(Scored { lone, position, text, margin });
            }
        }
        if mostly_counted(&scored).is_none() {
            return Ok(None);
        }
    }
    let Some(((name, count), komi)) = mostly_counted(&scored) else { return Ok(None) };
    for position in sizes.into_iter().flat_map(trials::undecided) {
        // A slip must show twice.
        for _ in 0..2 {
            match score_twice(engine, &position, &mut obeys_komi)? {
                TwoScores::Margin(text, margin) if 2 * count(&position) - margin != komi => {
                    scored.push(Scored { lone: None, position: position.clone(), text, margin });
                }
                _ => break,
            }
        }
        if let [.., one, other] = &scored[..]
            && (&one.position, &one.text) == (&other.position, &other.text)
        {
            let is_off = |scored: &&Scored| 2 * area(&scored.position) - scored.margin != komi;
            let first = scored.iter().find(is_off);
            return Ok(
                first.map(|first| (name, komi, score_and_area(&first.position, &first.text)))
            );
        }
    }
    Ok(None)
}

/// A position and an engine's score of it.
struct Scored {
    /// The color of a lone stone inside the opponent's territory, if there is one.
    lone: Option<Color>,
    position: Position,
    text: String,
    /// The score in half points for Black.
    margin: i32,
}

/// Returns the way to count, and the komi in half points, that explain most scores, including at least one with a lone
/// stone of each color.
fn mostly_counted(scored: &[Scored]) -> Option<(Count, i32)> {
    let usual = USUAL_KOMI.into_iter().flat_map(|komi| [komi, -komi]);
    let komi: Vec<i32> = std::iter::once(0).chain(usual).collect();
    let mut ways = COUNTS.iter().flat_map(|&count| komi.iter().map(move |&komi| (count, komi)));
    ways.find(|((_, count), komi)| {
        let fits = |one: &&Scored| 2 * count(&one.position) - one.margin == *komi;
        let has_lone = |color| scored.iter().filter(fits).any(|one| one.lone == Some(color));
        2 * scored.iter().filter(fits).count() > scored.len()
            && has_lone(Color::Black)
            && has_lone(Color::White)
    })
}

/// Returns the size of a board, and further sizes. Sizes that the engine does not support by its profile are left out.
fn sizes_to_score(size: Size, engine: &ProbedEngine<'_>) -> Vec<Size> {
    let mut sizes = vec![size];
    sizes.extend(SIDES.into_iter().filter_map(|side| Size::square(side).ok()));
    sizes.dedup();
    sizes.retain(|&size| engine.program.size_command(size).is_ok());
    sizes
}

/// The score of a position, asked for twice.
enum TwoScores {
    /// The position is not available, or has no score that can be read.
    Nothing,
    /// A different score each time.
    Unsteady,
    /// The answer, and the score in half points for Black.
    Margin(String, i32),
}

/// Has an engine score a position twice. Clears `obeys_komi` if the engine does not accept komi 0.
fn score_twice(
    engine: &mut ProbedEngine<'_>,
    position: &Position,
    obeys_komi: &mut bool,
) -> Result<TwoScores, Fault> {
    let Some((bodies, accepts_komi)) = scores(engine, position, 2)? else {
        return Ok(TwoScores::Nothing);
    };
    *obeys_komi &= accepts_komi;
    Ok(match &bodies[..] {
        [Ok(text), Ok(again)] if text != again => TwoScores::Unsteady,
        [Ok(text), Ok(_)] => {
            let margin = crate::half_points(text);
            margin.map_or(TwoScores::Nothing, |margin| TwoScores::Margin(text.clone(), margin))
        }
        _ => TwoScores::Nothing,
    })
}

/// Asks an engine for the score of a position, this many times. Returns its answers, and whether it accepted komi 0. Returns
/// `None` if it does not play the board or refuses a play.
fn scores(
    engine: &mut ProbedEngine<'_>,
    position: &Position,
    times: usize,
) -> Result<Option<(Vec<Body>, bool)>, Fault> {
    if engine.program.size_command(position.size()).is_err() {
        return Ok(None);
    }
    let set_up = engine.begin(position.size())?;
    let mut plays = plays_to(position);
    let played = plays.len();
    plays.resize(played + times, "final_score".to_owned());
    let mut bodies = engine.ask(&plays)?;
    let scores = bodies.split_off(played);
    let is_played = set_up[0].is_ok() && bodies.iter().all(Result::is_ok);
    Ok(is_played.then(|| (scores, set_up.last().is_some_and(Result::is_ok))))
}

/// Checks that the current position, whichever it is, always gets the same score.
fn see_whether_steady(engine: &mut ProbedEngine<'_>) -> Result<(), Fault> {
    let bodies = engine.ask(&["final_score"; TIMES])?;
    let scores: Option<Vec<&String>> = bodies.iter().map(|body| body.as_ref().ok()).collect();
    let scores = scores.unwrap_or_default();
    if let Some(other) = scores.iter().find(|score| **score != scores[0]) {
        let [first, other] = [scores[0], other].map(|score| quote(score));
        let what =
            format!("for the same position, `final_score` says `{first}`, and then `{other}`");
        engine.observations.fails(FINAL_SCORE, what);
    }
    Ok(())
}

/// Returns whether a player has stones on more than half of the points.
fn takes_more_than_half(position: &Position) -> bool {
    let most = position.count(Color::Black).max(position.count(Color::White));
    most > position.size().point_count() / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores the positions of two boards that an estimate scores differently.
    fn scored(score: impl Fn(&Position) -> i32) -> Vec<Scored> {
        let all = [5, 9].map(|side| trials::guessed_at(Size::square(side).unwrap())).concat();
        let scored = all.into_iter().map(|(lone, position)| {
            let margin = score(&position);
            Scored { lone, position, text: String::new(), margin }
        });
        scored.collect()
    }

    #[test]
    fn an_estimate_that_removes_stones_is_not_taken_for_a_count() {
        let area = |position: &Position| 2 * COUNTS[0].1(position);
        let way = |score: &dyn Fn(&Position) -> i32| {
            mostly_counted(&scored(score)).map(|((name, _), komi)| (name, komi))
        };
        assert_eq!(way(&area), Some(("area", 0)));
        assert_eq!(way(&|position| area(position) - 15), Some(("area", 15)));
        assert_eq!(way(&|position| area(position) + 7), Some(("area", -7)));
        let at_the_edge = |position: &Position| {
            let corner = position.size().points().next().unwrap();
            area(position) + if position[corner] == Color::Empty { 0 } else { 6 }
        };
        assert_eq!(way(&at_the_edge), Some(("area", 0)));
        // Stones without a neighbor of their color are dead.
        let without_lone_stones = |position: &Position, color: Color| {
            let mut rest = position.clone();
            for point in position.size().points() {
                let mut beside = position.size().neighbors(point);
                if position[point] == color && !beside.any(|next| position[next] == color) {
                    rest[point] = Color::Empty;
                }
            }
            area(&rest)
        };
        for color in [Color::Black, Color::White] {
            assert_eq!(way(&|position| without_lone_stones(position, color)), None);
        }
        assert_eq!(way(&|_| 0), None);
        assert_eq!(way(&|position| area(position) * 3 / 4), None);
        assert_eq!(mostly_counted(&[]), None);
    }
}
