//! Whether `final_score` is a claim about the position as it stands, or an estimate.

use super::abilities::{Abilities, FINAL_SCORE};
use super::counts::{COUNTS, Count, PASSES, PassWorth, passes_to, plays_to};
use super::process::Process;
use super::profile::FinalScore;
use super::settled::{self, Scores};
use crate::engine::{Fault, SCORE_IS_MISSING, quote};
use crate::game::{Color, Position, Size};
use crate::gtp;

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
        _ if !abilities.lists("final_score") => "it does not list final_score".to_owned(),
        _ if abilities.lacks_pass => "no game ends without a pass".to_owned(),
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
                abilities.score_sizes = trials(size).iter().map(Position::size).collect();
                abilities.notes.push(format!(
                    "final_score is taken for a claim: it counts {count} in every trial, less a komi of {}",
                    f64::from(offset) / 2.0
                ));
                return Ok(());
            }
            Err(why) => {
                is_steady(process, abilities)?;
                if let Some(evidence) = wrong_count(process, abilities, size)? {
                    abilities.score_offset = Some(0);
                    abilities.notes.push(format!(
                        "final_score is taken for a claim: it is no count where nothing can be estimated: {evidence}"
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

/// The way to count that agrees with all trials, and the komi in half points that is in it; or why there is none.
fn fit(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Result<(String, i32), String>, Fault> {
    let mut fits: Vec<(Count, PassWorth, Option<i32>)> =
        COUNTS.iter().flat_map(|&count| PASSES.map(|passes| (count, passes, None))).collect();
    let mut beside_area = BesideArea::default();
    for trial in trials(size) {
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
                return Ok(Err("it refuses a plain play".to_owned()));
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
                "its final_score counts in no known way, so it is taken for an estimate: {}",
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
    format!("of `{board}` it says `{}`, where the area is {area:+}", quote(text))
}

/// How an engine counts what cannot be estimated, if that is a wrong count.
fn wrong_count(
    process: &mut Process,
    abilities: &Abilities,
    size: Size,
) -> Result<Option<String>, Fault> {
    let (mut boards, mut obeys_komi) = (Vec::new(), abilities.lists("komi"));
    let mut farthest = (0, String::new());
    let mut sizes = vec![size];
    sizes.extend(SETTLED_SIDES.into_iter().filter_map(|side| Size::square(side).ok()));
    sizes.dedup();
    for size in sizes {
        if abilities.profile.size_command(size, |name| abilities.lists(name)).is_err() {
            continue;
        }
        let mut scores = Scores::new();
        for settled in settled::settled(size) {
            let mut margins = Vec::new();
            for position in &settled.images {
                let mut commands = abilities.set_up(size);
                let begun = commands.len();
                commands.extend(plays_to(position));
                let played = commands.len();
                commands.extend(["final_score".to_owned(), "final_score".to_owned()]);
                let bodies = process.ask_all(&commands)?;
                if bodies[0].is_err() || bodies[begun..played].iter().any(Result::is_err) {
                    continue;
                }
                obeys_komi &= bodies[begun - 1].is_ok();
                let [Ok(text), Ok(again)] = &bodies[played..] else { continue };
                if text != again {
                    return Ok(None);
                }
                let Ok(margin) = gtp::half_points(text) else { continue };
                let off = (2 * COUNTS[0].1(position) - margin).abs();
                if off > farthest.0 {
                    farthest = (off, beside_area(position, text));
                }
                margins.push(margin);
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

/// The boards on which settled positions are scored, beside that of the handshake.
const SETTLED_SIDES: [u8; 2] = [7, 9];

/// The positions in which what is scored is told from what is estimated. All stones have liberties in whatever order they
/// are played.
fn trials(size: Size) -> Vec<Position> {
    let wall = |position: &mut Position, column: u8, color: Color| {
        let rows = 0..position.size().rows();
        let points: Vec<_> = rows.filter_map(|row| position.size().point(column, row)).collect();
        points.into_iter().for_each(|point| position[point] = color);
    };
    let put = |position: &mut Position, column: u8, row: u8, color: Color| {
        if let Some(point) = position.size().point(column, row) {
            position[point] = color;
        }
    };
    let walls = |left: (u8, Color), right: (u8, Color)| {
        let mut position = Position::empty(size);
        wall(&mut position, left.0, left.1);
        wall(&mut position, right.0, right.1);
        position
    };
    let (black, white) = (Color::Black, Color::White);
    let settled = walls((1, black), (2, white));
    let mut dead_black = settled.clone();
    put(&mut dead_black, 4, 2, black);
    let mut dead_white = walls((1, white), (2, black));
    put(&mut dead_white, 4, 2, white);
    let mut open = Position::empty(size);
    for (column, row, color) in [(2, 2, black), (3, 2, white), (2, 1, black)] {
        put(&mut open, column, row, color);
    }
    let mut neutral = walls((0, black), (4, white));
    put(&mut neutral, 2, 2, black);
    let side = 7.max(size.columns());
    let mut seki = Position::empty(Size::square(side).unwrap_or(size));
    for (column, color) in [(1, white), (2, black), (3, black), (4, white), (5, black)] {
        wall(&mut seki, column, color);
    }
    // The two liberties that the chains in the middle share.
    for row in [0, side - 1] {
        put(&mut seki, 3, row, Color::Empty);
    }
    let mut trials = vec![settled, dead_black, dead_white, open, neutral, seki];
    trials.extend([crowded(size, black), crowded(size, white)]);
    trials.extend((0..SCATTERED).map(|number| scattered(size, number)));
    trials
}

/// How many trials are of stones without a plan, of which an estimate holds many to be dead.
const SCATTERED: u32 = 4;

/// A board full of stones of one color with many eyes, and in one of these a stone of the other color that nothing saves.
fn crowded(size: Size, color: Color) -> Position {
    let mut position = Position::empty(size);
    for point in size.points() {
        let is_eye = point.column() % 2 == 1 && point.row() % 2 == 1;
        position[point] = match (point.column(), point.row()) {
            (1, 1) => {
                if color == Color::Black {
                    Color::White
                } else {
                    Color::Black
                }
            }
            (1, 2) => Color::Empty,
            _ if is_eye => Color::Empty,
            _ => color,
        };
    }
    position
}

/// Stones here and there, the same ones for the same number; from position to position more of the board is taken.
fn scattered(size: Size, number: u32) -> Position {
    let mut position = Position::empty(size);
    let mut state = 0x9e37_79b9_u32.wrapping_mul(number + 1);
    for point in size.points() {
        // Marsaglia's xorshift.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let color = if state & 0x100 == 0 { Color::Black } else { Color::White };
        if (state >> 16) % 100 < 30 + 12 * number {
            position[point] = color;
        }
    }
    while let Some(point) = position.without_liberty() {
        position[point] = Color::Empty;
    }
    position
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
            "of one position `final_score` says `{}`, and then `{}`",
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
    use crate::engine::{Engine, Ruling};
    use crate::engines::Reference;
    use crate::game::{Setup, Turn};
    use crate::rules::Rules;

    #[test]
    fn the_trials_are_counted_as_the_reference_does() {
        let mut seen = 0;
        for side in [5, 6, 7, 8, 9, 13, 19] {
            let size = Size::square(side).unwrap();
            for trial in trials(size) {
                let mut reference = Reference::new(trial.size(), Rules::default());
                reference.start(&Setup::new(trial.size(), Rules::default())).unwrap();
                for command in plays_to(&trial) {
                    let name = command.rsplit(' ').next().unwrap();
                    let turn = Turn::parse(name, trial.size()).unwrap();
                    assert_eq!(reference.play(turn), Ok(Ruling::Allowed), "{command}");
                }
                assert_eq!(reference.board().unwrap().as_ref(), Some(&trial));
                let score = reference.score().unwrap().unwrap();
                let margin = COUNTS[0].1(&trial);
                let komi = crate::game::Komi::default();
                let crate::engine::ReportedScore::Areas(areas) = score else { panic!("{score}") };
                assert!(score.is_of(areas, komi) && areas.margin() == margin, "{trial}{margin}");
                seen += 1;
            }
        }
        assert_eq!(seen, 7 * (6 + 2 + 4));
    }

    #[test]
    fn every_way_to_count_is_told_from_the_others() {
        let trials = trials(Size::square(5).unwrap());
        let margins = |((_, count), (_, worth)): (Count, PassWorth)| {
            let of_passes = |trial| {
                let [black, white] = passes_to(trial);
                worth[0] * black + worth[1] * white
            };
            trials.iter().map(|trial| count(trial) + of_passes(trial)).collect()
        };
        let ways = COUNTS.iter().flat_map(|&count| PASSES.map(|passes| (count, passes)));
        let all: Vec<Vec<i32>> = ways.map(margins).collect();
        for (place, one) in all.iter().enumerate() {
            for other in &all[..place] {
                let off: Vec<i32> = one.iter().zip(other).map(|(a, b)| a - b).collect();
                assert!(off.iter().any(|&difference| difference != off[0]), "{off:?}");
            }
        }
    }
}
