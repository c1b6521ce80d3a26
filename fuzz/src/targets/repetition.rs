//! `superko`: games that seek repetitions.

use crate::bytes::{Bytes, head_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::engines::Reference;
use superko::{Color, Engine, Judgment, Position, Record, Referee, Refusal, Setup, Turn};

/// The boards: small ones, on which repetitions come soon.
const SIZES: &str =
    "1x1 2x1 3x1 4x1 5x1 2x2 3x2 2x3 4x2 3x3 5x2 2x5 4x3 3x4 4x4 5x4 4x5 5x5 7x1 1x6";

/// The longest game.
const MOST_TURNS: usize = 400;

/// Plays the game that the bytes stand for: a size, rules, then a code for each turn. The code says
/// what the player seeks: a retake, the way back to an earlier position, a pass, a suicide, a
/// capture, or a repetition that is refused. The reference alone decides which turn that is.
///
/// # Errors
///
/// If reference and engine differ.
pub fn superko(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let mut game = Lockstep::begin(&Setup::new(size, rules), engine, counts)?;
    let mut seeker = Seeker::default();
    for code in bytes.take(MOST_TURNS) {
        game.ask_all()?;
        let turn = seeker.choose(&game, code);
        game.mark();
        game.play(turn)?;
        if game.is_over() {
            break;
        }
    }
    game.ask_all()?;
    game.pass_out()?;
    game.ask_all()?;
    game.undo_and_redo()?;
    game.go_back(|game| {
        game.ask_all()?;
        game.score()
    })
}

/// Returns the games that fit the boards.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    material.games.iter().filter_map(|game| encode(&game.record)).collect()
}

/// Encodes a record for this target, up to the first turn that no code stands for. Returns `None`
/// if no board of this target has its size.
fn encode(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = head_bytes(record.size(), record.rules(), SIZES)?;
    let (mut engine, mut counts) =
        (Reference::new(record.size(), record.rules()), Counts::default());
    let mut game = Lockstep::begin(&record.setup, &mut engine, &mut counts).expect(SAME);
    let mut seeker = Seeker::default();
    for &turn in &record.turns {
        game.ask_all().expect(SAME);
        let found = (0..=u8::MAX).find_map(|code| {
            let mut seeker = seeker.clone();
            (seeker.choose(&game, code) == turn).then_some((code, seeker))
        });
        let Some((code, after)) = found else { break };
        seeker = after;
        bytes.push(code);
        game.play(turn).expect(SAME);
        if game.is_over() {
            break;
        }
    }
    Some(bytes)
}

const SAME: &str = "the reference agrees with itself";

/// The aim of the players of a game.
#[derive(Clone, Debug, Default)]
struct Seeker {
    /// The position to which they go back.
    target: Option<Position>,
}

impl Seeker {
    /// Returns the turn that a code stands for. The reference must have been asked about all turns.
    /// The lower three bits say what the player seeks. The others select one of several such turns.
    fn choose(&mut self, game: &Lockstep<'_>, code: u8) -> Turn {
        let (aim, which) = (code % 8, usize::from(code / 8));
        let legal = |judgment: &Judgment| judgment.refusal.is_none();
        let repeats =
            |judgment: &Judgment| matches!(judgment.refusal, Some(Refusal::Repetition { .. }));
        let removes = |turn: Turn, judgment: &Judgment, color: Color| {
            let after = judgment.removing.as_ref().zip(turn.point());
            after.is_some_and(|(after, point)| {
                (after[point] == Color::Empty) == (color == Color::Empty)
            })
        };
        let found: Vec<Turn> = match aim {
            2 => retakes(game.referee()),
            3 => self.back(game, which).into_iter().collect(),
            4 if which == 31 || !passed(game.referee()) => vec![Turn::Pass],
            5 => plays(game, |turn, judgment| removes(turn, judgment, Color::Empty)),
            6 => plays(game, |turn, judgment| {
                legal(judgment) && removes(turn, judgment, Color::Black)
            }),
            7 if which < 16 => plays(game, |_, judgment| repeats(judgment)),
            7 => plays(game, |_, _| true),
            _ => Vec::new(),
        };
        let found = match found.is_empty() {
            true => plays(game, |_, judgment| legal(judgment)),
            false => found,
        };
        if found.is_empty() { Turn::Pass } else { found[which % found.len()] }
    }

    /// Returns the legal play that comes nearest to the target position. A new target is chosen
    /// when there is none, or when it was reached.
    fn back(&mut self, game: &Lockstep<'_>, which: usize) -> Option<Turn> {
        let (now, past) = (game.referee().position(), game.referee().history());
        if self.target.as_ref().is_none_or(|target| target == now) {
            self.target = Some(past[which % past.len()].position.clone());
        }
        let (target, color) = (self.target.as_ref()?, game.referee().to_move().color());
        let distance = |turn: Turn, judgment: &Judgment| {
            let point = turn.point()?;
            Some(match &judgment.removing {
                Some(after) => after.differences(target).count(),
                None => now.differences(target).count() + usize::from(target[point] != color) * 2,
            })
        };
        game.judgments()
            .filter(|(_, judgment)| judgment.refusal.is_none())
            .filter_map(|(turn, judgment)| Some((distance(turn, judgment)?, turn)))
            .min()
            .map(|(_, turn)| turn)
    }
}

/// Returns the plays for which a condition holds.
fn plays(game: &Lockstep<'_>, holds: impl Fn(Turn, &Judgment) -> bool) -> Vec<Turn> {
    let plays = game.judgments().filter(|(turn, _)| *turn != Turn::Pass);
    plays.filter(|(turn, judgment)| holds(*turn, judgment)).map(|(turn, _)| turn).collect()
}

/// Returns the plays at points from which the last turn removed a stone.
fn retakes(referee: &Reference) -> Vec<Turn> {
    let [.., before, now] = referee.history() else { return Vec::new() };
    let gone = now.position.differences(&before.position);
    gone.filter(|&point| now.position[point] == Color::Empty).map(Turn::Play).collect()
}

/// Returns whether the last turn was a pass.
fn passed(referee: &Reference) -> bool {
    referee.history().last().is_some_and(|stage| matches!(stage.by, Some((_, Turn::Pass))))
}
