//! Whether `final_score` is a claim about the position as it stands, or an estimate.

mod counts;
mod settled;
mod trials;

use super::abilities::{Abilities, FINAL_SCORE};
use super::process::Process;
use super::profile::FinalScore;
use crate::engine::{Fault, LESS_KOMI, SCORE_IS_MISSING, quote};
use crate::game::{Color, Position, Size};
use crate::gtp;
use counts::{COUNTS, Count, PASSES, PassWorth, passes_to, plays_to};
use settled::Scores;

/// Finds out whether `final_score` scores the position as it stands.
///
/// Positions are scored in which an estimate says something else: with a dead stone of either color, with most of the
/// board open, with neutral points, with a seki, with a stone inside what cannot be captured, and with stones here and
/// there. What agrees with area in all of them is a claim, and so is what agrees
/// with another way to count the board as it stands: then the examination is to find it wrong. Anything else is an
/// estimate, and not graded, unless it is wrong where nothing can be estimated.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn calibrate(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    let why = match abilities.profile.final_score {
        _ if !abilities.lists("final_score") => abilities.why_not("final_score"),
        _ if abilities.lacks_pass => "it has no pass, so no game ends".to_owned(),
        FinalScore::Estimate => "its final_score is an estimate that removes stones".to_owned(),
        FinalScore::Claim | FinalScore::Winner => {
            abilities.score_offset = Some(0);
            return Ok(());
        }
        FinalScore::Calibrate => match fit(process, abilities, size)? {
            Ok((count, offset)) => {
                // It was told that there is no komi. What is off by none of the usual ones is a wrong score.
                let offset = if USUAL_KOMI.contains(&offset.abs()) { offset } else { 0 };
                abilities.score_offset = Some(offset);
                abilities.score_sizes = trials::trials(size).iter().map(Position::size).collect();
                abilities.notes.push(format!(
                    "final_score is treated as a claim: it counts {count} in every trial{LESS_KOMI}{}",
                    f64::from(offset) / 2.0
                ));
                return Ok(());
            }
            Err(why) => {
                is_steady(process, abilities)?;
                if let Some(evidence) = wrong_count(process, abilities, size)? {
                    abilities.score_offset = Some(0);
                    abilities.notes.push(format!(
                        "final_score is treated as a claim: it is wrong where nothing can be estimated: {evidence}"
                    ));
                    return Ok(());
                }
                if let Some((count, komi, evidence)) = slip(process, abilities, size)? {
                    abilities.score_offset = Some(komi);
                    abilities.score_sizes = boards_beside(size, abilities);
                    abilities.notes.push(format!(
                        "final_score is treated as a claim: in most positions where an estimate would remove stones it counts {count}{LESS_KOMI}{}, but {evidence}",
                        f64::from(komi) / 2.0
                    ));
                    return Ok(());
                }
                why
            }
        },
    };
    abilities.notes.push(format!("{SCORE_IS_MISSING}{why}"));
    Ok(())
}

/// Komi that engines have by default, in half points.
const USUAL_KOMI: [i32; 10] = [1, 7, 9, 10, 11, 12, 13, 14, 15, 16];

/// Returns the way to count that agrees with all trials, and the komi in half points that it includes; or why
/// there is none.
fn fit(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Result<(String, i32), String>, Fault> {
    let mut fits: Vec<(Count, PassWorth, Option<i32>)> =
        COUNTS.iter().flat_map(|&count| PASSES.map(|passes| (count, passes, None))).collect();
    let mut beside_area = BesideArea::default();
    for trial in trials::trials(size) {
        let is_ours = trial.size() == size;
        if abilities.profile.size_command(trial.size(), |name| abilities.lists(name)).is_err() {
            continue;
        }
        let mut commands = abilities.set_up(trial.size());
        let begun = commands.len();
        commands.extend(plays_to(&trial));
        commands.push("final_score".to_owned());
        let mut bodies = process.ask_all(&commands)?;
        let Some(score) = bodies.pop() else { continue };
        if bodies[0].is_err() || bodies[begun..].iter().any(Result::is_err) {
            // Players of whom each has half of the stones have too few for it.
            if is_ours && !takes_more_than_half(&trial) {
                return Ok(Err("it refuses an ordinary play".to_owned()));
            }
            // Not the board of the handshake, and one that it does not play.
            continue;
        }
        let text = match score {
            Ok(text) => text,
            Err(text) => return Ok(Err(format!("final_score complains: `{}`", quote(&text)))),
        };
        let margin = match gtp::half_points(&text) {
            Ok(margin) => margin,
            Err(error) => return Ok(Err(error.to_string())),
        };
        beside_area.meet(&trial, &text, margin);
        let passes = passes_to(&trial);
        fits.retain_mut(|((_, count), (_, worth), komi)| {
            let of_passes = worth[0] * passes[0] + worth[1] * passes[1];
            let off = 2 * (count(&trial) + of_passes) - margin;
            *komi.get_or_insert(off) == off
        });
        if fits.is_empty() {
            return Ok(Err(format!(
                "its final_score counts in no known way, so it is treated as an estimate: {}",
                beside_area.in_words()
            )));
        }
    }
    let fitting = fits.into_iter().next();
    let fitting = fitting
        .map(|((count, _), (passes, _), komi)| (format!("{count}{passes}"), komi.unwrap_or(0)));
    Ok(fitting.ok_or_else(|| "no trial could be made".to_owned()))
}

/// The scores by which an engine is seen not to count the area.
#[derive(Default)]
struct BesideArea {
    /// How far the score is from the area in half points, in every trial so far.
    off: Option<i32>,
    /// The score of the first trial, and of the first that is farther off.
    told: Vec<String>,
}

impl BesideArea {
    fn meet(&mut self, trial: &Position, text: &str, margin: i32) {
        let off = 2 * COUNTS[0].1(trial) - margin;
        let is_first = self.off.is_none();
        if is_first || self.told.len() == 1 && self.off != Some(off) {
            self.told.push(beside_area(trial, text));
            if is_first {
                self.off = Some(off);
            }
        }
    }

    fn in_words(&self) -> String {
        match (&self.told[..], self.off) {
            // What is said of the first trial need not be told where it is right.
            ([_, other], Some(0)) => other.clone(),
            (told, _) => told.join(", and "),
        }
    }
}

/// A position, what the engine says of it, and its area.
fn beside_area(position: &Position, text: &str) -> String {
    let (board, area) = (quote(&position.to_string()), COUNTS[0].1(position));
    format!("for `{board}` it says `{}`, but the area is {area:+}", quote(text))
}

/// How an engine counts what cannot be estimated, if that is a wrong count.
fn wrong_count(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Option<String>, Fault> {
    let (mut boards, mut obeys_komi) = (Vec::new(), abilities.lists("komi"));
    let mut farthest = (0, String::new());
    for size in boards_beside(size, abilities) {
        let mut scores = Scores::new();
        for settled in settled::settled(size) {
            let mut margins = Vec::new();
            for position in &settled.images {
                match told(process, abilities, position, &mut obeys_komi)? {
                    Told::Nothing => continue,
                    Told::ThisAndThat => return Ok(None),
                    Told::Margin(text, margin) => {
                        let off = (2 * COUNTS[0].1(position) - margin).abs();
                        if off > farthest.0 {
                            farthest = (off, beside_area(position, &text));
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

/// A position whose score is not the area, of an engine that counts in a known way in most positions of which an estimate says
/// something else, and in another way where nobody has a reason to take a stone off. Before it stand the name of that way and
/// the komi, in half points, that the engine was seen to keep.
fn slip(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Option<(&'static str, i32, String)>, Fault> {
    let (sizes, mut obeys_komi) = (boards_beside(size, abilities), true);
    let mut scored = Vec::new();
    for &size in &sizes {
        for (lone, position) in trials::guessed_at(size) {
            if let Told::Margin(text, margin) =
                told(process, abilities, &position, &mut obeys_komi)?
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
        // A slip shows each time.
        for _ in 0..2 {
            match told(process, abilities, &position, &mut obeys_komi)? {
                Told::Margin(text, margin) if 2 * count(&position) - margin != komi => {
                    scored.push(Scored { lone: None, position: position.clone(), text, margin });
                }
                _ => break,
            }
        }
        if let [.., one, other] = &scored[..]
            && (&one.position, &one.text) == (&other.position, &other.text)
        {
            let is_off = |it: &&Scored| 2 * COUNTS[0].1(&it.position) - it.margin != komi;
            let first = scored.iter().find(is_off);
            return Ok(first.map(|it| (name, komi, beside_area(&it.position, &it.text))));
        }
    }
    Ok(None)
}

/// A position and what an engine says of it.
struct Scored {
    /// Whose stone is inside the opponent's land.
    lone: Option<Color>,
    position: Position,
    text: String,
    /// In half points for Black.
    margin: i32,
}

/// The way to count, and the komi in half points, that most scores come from, some of those with a lone stone of either color
/// among them.
fn mostly_counted(scored: &[Scored]) -> Option<(Count, i32)> {
    let usual = USUAL_KOMI.into_iter().flat_map(|komi| [komi, -komi]);
    let komi: Vec<i32> = std::iter::once(0).chain(usual).collect();
    let mut ways = COUNTS.iter().flat_map(|&count| komi.iter().map(move |&komi| (count, komi)));
    ways.find(|((_, count), komi)| {
        let as_told = |it: &&Scored| 2 * count(&it.position) - it.margin == *komi;
        let of = |color| scored.iter().filter(as_told).any(|it| it.lone == Some(color));
        2 * scored.iter().filter(as_told).count() > scored.len()
            && of(Color::Black)
            && of(Color::White)
    })
}

/// Returns a board, and further ones that the profile says the engine supports.
fn boards_beside(size: Size, abilities: &Abilities) -> Vec<Size> {
    let mut sizes = vec![size];
    sizes.extend(SIDES.into_iter().filter_map(|side| Size::square(side).ok()));
    sizes.dedup();
    sizes
        .retain(|&size| abilities.profile.size_command(size, |name| abilities.lists(name)).is_ok());
    sizes
}

/// The boards on which to score positions, besides that of the handshake.
const SIDES: [u8; 2] = [7, 9];

/// What an engine says of a position when it is asked twice.
enum Told {
    /// The position is not available, or has no score that can be read.
    Nothing,
    /// Another score each time.
    ThisAndThat,
    /// A score as it was told, and in half points for Black.
    Margin(String, i32),
}

/// Has an engine score a position. Whether it accepts that there is no komi is added to what is known of that.
fn told(
    process: &mut Process,
    abilities: &Abilities,
    position: &Position,
    obeys_komi: &mut bool,
) -> Result<Told, Fault> {
    let mut commands = abilities.set_up(position.size());
    let begun = commands.len();
    commands.extend(plays_to(position));
    let played = commands.len();
    commands.extend(["final_score".to_owned(), "final_score".to_owned()]);
    let bodies = process.ask_all(&commands)?;
    if bodies[0].is_err() || bodies[begun..played].iter().any(Result::is_err) {
        return Ok(Told::Nothing);
    }
    *obeys_komi &= bodies[begun - 1].is_ok();
    Ok(match &bodies[played..] {
        [Ok(text), Ok(again)] if text != again => Told::ThisAndThat,
        [Ok(text), Ok(_)] => {
            let margin = gtp::half_points(text);
            margin.map_or(Told::Nothing, |margin| Told::Margin(text.clone(), margin))
        }
        _ => Told::Nothing,
    })
}

/// How often a score is asked for that is no claim, to see whether it is the same each time.
const AGAIN: usize = 5;

/// Makes sure that a position, in which the engine happens to be, is scored in one way.
fn is_steady(process: &mut Process, abilities: &mut Abilities) -> Result<(), Fault> {
    let bodies = process.ask_all(&vec!["final_score".to_owned(); AGAIN])?;
    let scores: Option<Vec<&String>> = bodies.iter().map(|body| body.as_ref().ok()).collect();
    let mut scores = scores.unwrap_or_default().into_iter();
    if let Some(first) = scores.next()
        && let Some(other) = scores.find(|score| *score != first)
    {
        let what = format!(
            "for the same position, `final_score` says `{}`, and then `{}`",
            quote(first),
            quote(other)
        );
        abilities.fails(FINAL_SCORE, what);
    }
    Ok(())
}

/// Whether a player has more stones in a position than one for every second point of the board.
fn takes_more_than_half(position: &Position) -> bool {
    let points = position.size().point_count();
    let of = |color| position.size().points().filter(|&point| position[point] == color).count();
    of(Color::Black).max(of(Color::White)) > points / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of two boards of which an estimate says something else, with what somebody says of them in half points.
    fn scored(score: impl Fn(&Position) -> i32) -> Vec<Scored> {
        let all = [5, 9].map(|side| trials::guessed_at(Size::square(side).unwrap())).concat();
        let scored = all.into_iter().map(|(lone, position)| {
            let margin = score(&position);
            Scored { lone, position, text: String::new(), margin }
        });
        scored.collect()
    }

    #[test]
    fn who_takes_stones_off_is_not_seen_to_count() {
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
        // A stone that hangs together with none of its color is dead.
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
