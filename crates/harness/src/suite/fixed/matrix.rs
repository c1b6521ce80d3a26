//! The cases that distinguish each pair of rule sets in each form, or the reason why no case can.
//!
//! An engine that plays by rules other than requested is detected if, for any two different rule sets, a case has a last turn
//! that one refuses and the other allows. The engine may be right in one [`Form`] and wrong in another (situational superko by a
//! play, positional by a suicide), so each form needs a case.

use super::Case;
use superko_engine::referee::{Cycle, Form, PlayKind};
use superko_game::Size;
use superko_game::rules::{Repetition, Rules, Suicide};

/// The way to distinguish two rule sets in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The ids of the cases whose last turn is refused by one rule set, in this form, and allowed by the
    /// other.
    Separated(Vec<String>),
    /// No game on a board of more than one point distinguishes them. The two texts say why the first rule set
    /// refuses nothing that the second allows, and the second nothing that the first allows.
    Impossible([&'static str; 2]),
    /// No case exists, although no reason against one is known.
    Missing,
}

/// The cases of a board, by the rule sets that they distinguish.
#[derive(Clone, Debug)]
pub struct Matrix {
    cases: Vec<Case>,
}

impl Matrix {
    /// Makes the matrix of a board.
    pub fn new(size: Size) -> Matrix {
        Matrix { cases: super::all(size, Rules::default()) }
    }

    /// Returns the forms that are distinguished. [`Cycle::PassBefore`] is left out: a game has passes in the cycle, or none.
    pub fn forms() -> impl Iterator<Item = Form> {
        Form::all().filter(|form| form.cycle != Cycle::PassBefore)
    }

    /// Returns how to distinguish two rule sets in a form.
    pub fn cell(&self, one: Rules, other: Rules, form: Form) -> Cell {
        let separates = |case: &&Case| {
            [(one, other), (other, one)].map(|(a, b)| case.apart(a, b)).contains(&Some(form))
        };
        let ids: Vec<String> = self.cases.iter().filter(separates).map(Case::id).collect();
        match (why_never(one, other, form), why_never(other, one, form)) {
            _ if !ids.is_empty() => Cell::Separated(ids),
            (Some(first), Some(second)) => Cell::Impossible([first, second]),
            _ => Cell::Missing,
        }
    }
}

/// Returns the reason why one rule set never refuses a turn of this form that the other allows, on a board of more than one
/// point. `None` if there are such turns.
pub(super) fn why_never(strict: Rules, lenient: Rules, form: Form) -> Option<&'static str> {
    let Form { play, cycle } = form;
    let refused = |rules: Rules| match rules.suicide {
        Suicide::Allowed => false,
        Suicide::SeveralStones => play.is_lone_suicide(),
        Suicide::Forbidden => play.is_lone_suicide() || play.is_several_suicide(),
    };
    if refused(lenient) {
        return Some("The other rule set refuses every such suicide.");
    }
    if cycle == Cycle::None {
        return match play {
            _ if !refused(strict) => Some("Its rule on suicide refuses no such play."),
            play if play.is_lone_suicide() && lenient.repetition == Repetition::Positional => Some(
                "Where no position may be repeated, a lone suicide is refused: it repeats the current one.",
            ),
            _ => None,
        };
    }
    if refused(strict) {
        return Some(
            "Its rule on suicide refuses such a play whether it repeats a position or not.",
        );
    }
    why_no_repeat(strict.repetition, lenient.repetition, form)
}

/// Says why no game distinguishes two rules on repetition.
fn why_no_repeat(strict: Repetition, lenient: Repetition, form: Form) -> Option<&'static str> {
    use Repetition::{
        NaturalSituational, NewZealand, None as NoRule, Positional, SimpleKo, Situational,
    };
    let Form { play, cycle } = form;
    match (strict, lenient) {
        (NoRule, _) => return Some("It refuses no repeat."),
        _ if strict == lenient => return Some("Both have the same rule on repetition."),
        (_, Positional)
        | (NewZealand | NaturalSituational | SimpleKo, Situational)
        | (NaturalSituational | SimpleKo, NewZealand) => {
            return Some("The other rule set also refuses every repeat that it refuses.");
        }
        _ => {}
    }
    let lone = play.is_lone_suicide();
    match (strict, lenient) {
        (Situational, NewZealand) if !play.is_several_suicide() => Some(
            "They differ only on the empty starting board, and only a suicide of several stones brings it back.",
        ),
        (Situational, NewZealand) if cycle == Cycle::NoPass => Some(
            "A suicide that empties the board fills the last point of a board that has none of the opponent's \
             stones, so the opponent's turn was a pass.",
        ),
        (Situational | NewZealand, NaturalSituational) if cycle == Cycle::NoPass => Some(
            "They differ only on positions after a pass and on the empty starting board, which is not repeated \
             without a pass.",
        ),
        (Situational | NewZealand, NaturalSituational) if lone => Some(
            "The position after a player's pass was there before it too, with the same player to move, so the \
             opponent's turn could not bring it back.",
        ),
        (Positional, _) if lone && cycle == Cycle::Pass && lenient != NoRule => Some(
            "After the opponent's pass, a lone suicide restores the position that the player's own previous turn \
             left, which the other rule set refuses too.",
        ),
        (SimpleKo, _) if play == PlayKind::Quiet => Some(
            "A play that removes nothing leaves the opponent's last stone on the board, so it cannot restore the position before that stone.",
        ),
        (SimpleKo, _) if play.is_several_suicide() => Some(
            "A suicide of several stones leaves the opponent's last stone on the board, so it cannot restore the position before that stone.",
        ),
        (SimpleKo, NaturalSituational) if cycle == Cycle::NoPass => Some(
            "Without a pass, the position before the opponent's last turn was made by a play of the same player.",
        ),
        _ => None,
    }
}
