//! Every two different rule sets are distinguished, in every form in which they differ.

use crate::suite::fixed::matrix::{Cell, Matrix, why_never};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use superko_engine::Reference;
use superko_engine::referee::{Cycle, Expected, Form, Referee};
use superko_game::rules::Rules;
use superko_game::{Size, Turn};

/// Returns every pair of rule sets once.
fn pairs() -> impl Iterator<Item = (Rules, Rules)> {
    let all: Vec<Rules> = Rules::repetition_and_suicide().collect();
    (0..all.len()).flat_map(move |second| {
        let all = all.clone();
        (0..second).map(move |first| (all[first], all[second]))
    })
}

fn boards() -> impl Iterator<Item = Size> {
    let rectangles = ["6x5", "5x7", "9x7", "13x6", "19x7"];
    let squares = (5..=19).map(|side| Size::square(side).unwrap());
    squares.chain(rectangles.map(|text| text.parse().unwrap()))
}

#[test]
fn every_cell_has_a_case_or_a_reason() {
    for size in boards() {
        let matrix = Matrix::new(size);
        let (mut separated, mut impossible) = (0, 0);
        for (one, other) in pairs() {
            for form in Matrix::forms() {
                match matrix.cell(one, other, form) {
                    Cell::Separated(ids) => {
                        separated += 1;
                        let never = why_never(one, other, form).and(why_never(other, one, form));
                        assert_eq!(never, None, "{one} and {other}, {form}: {ids:?}");
                    }
                    Cell::Impossible(_) => impossible += 1,
                    Cell::Missing => panic!("{size}: nothing tells {one} from {other}, {form}"),
                }
            }
        }
        assert_eq!((separated, impossible), (954, 1800), "{size}");
    }
}

#[test]
fn rule_sets_that_no_form_tells_apart_are_the_same_game() {
    let matrix = Matrix::new(Size::square(9).unwrap());
    let same = pairs().filter(|&(one, other)| {
        let apart = |form| matches!(matrix.cell(one, other, form), Cell::Separated(_));
        !Matrix::forms().any(apart)
    });
    let same: Vec<String> = same.map(|(one, other)| format!("{one} {other}")).collect();
    let without_suicide =
        "repetition=situational,suicide=forbidden repetition=new-zealand,suicide=forbidden";
    assert_eq!(same, ["tromp-taylor suicide=several-stones", without_suicide]);
}

/// A game under all rule sets at once, as long as each of them allows its turns.
#[derive(Clone)]
struct Games {
    running: Vec<(Rules, Reference)>,
}

impl Games {
    fn new(size: Size) -> Games {
        Games {
            running: Rules::repetition_and_suicide()
                .map(|rules| (rules, Reference::new(size, rules)))
                .collect(),
        }
    }

    /// Checks the reasons against a turn that one rule set refuses and another allows. Returns whether two rule sets allow it.
    fn check(&self, turn: Turn, met: &mut BTreeSet<(String, Form)>) -> bool {
        let judged: Vec<(Rules, Expected)> =
            self.running.iter().map(|(rules, game)| (*rules, Expected::of(game, turn))).collect();
        for (strict, refused) in judged.iter().filter(|(_, expected)| !expected.is_legal()) {
            let Some(form) = refused.form else { continue };
            for (lenient, _) in judged.iter().filter(|(_, expected)| expected.is_legal()) {
                let reason = why_never(*strict, *lenient, form);
                assert_eq!(reason, None, "{turn} under {strict}, not {lenient}: {form}");
                met.insert((format!("{strict} {lenient}"), form));
            }
        }
        judged.iter().filter(|(_, expected)| expected.is_legal()).count() >= 2
    }

    fn play(&mut self, turn: Turn) {
        self.running.retain_mut(|(_, game)| Referee::play(game, turn).refusal.is_none());
    }
}

/// Tries every turn of every game of this length.
fn exhaust(games: &Games, size: Size, left: usize, met: &mut BTreeSet<(String, Form)>) {
    for turn in Turn::all(size) {
        if games.check(turn, met) && left > 1 {
            let mut after = games.clone();
            after.play(turn);
            exhaust(&after, size, left - 1, met);
        }
    }
}

/// The search that supports the reasons: all games of a few turns, and random games of many turns.
#[test]
fn no_game_on_a_small_board_contradicts_a_reason() {
    let mut met = BTreeSet::new();
    for (size, length) in [("2x1", 8), ("2x2", 6), ("3x2", 4), ("3x3", 3)] {
        let size: Size = size.parse().unwrap();
        exhaust(&Games::new(size), size, length, &mut met);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (size, count) in [("2x1", 40), ("2x2", 400), ("3x2", 600), ("3x3", 200)] {
        let size: Size = size.parse().unwrap();
        let all: Vec<Turn> = Turn::all(size).collect();
        for number in 0..count {
            let mut games = Games::new(size);
            for _ in 0..40 {
                let mut open: Vec<Turn> =
                    all.iter().copied().filter(|&turn| games.check(turn, &mut met)).collect();
                // Every other game has no passes.
                open.retain(|turn| number % 2 == 1 || *turn != Turn::Pass);
                if open.is_empty() {
                    break;
                }
                games.play(open[rng.random_range(0..open.len())]);
            }
        }
    }
    met.retain(|(_, form)| form.cycle != Cycle::PassBefore);
    let forms: BTreeSet<Form> = met.iter().map(|(_, form)| *form).collect();
    // Three forms are missing: plays that are no suicides cannot be refused as suicides; and a repeat by a suicide at a new point
    // without any pass needs more room.
    assert_eq!(forms.len(), Matrix::forms().count() - 3, "{forms:?}");
    assert!(met.len() > 500, "{} ways in which rule sets differ were met", met.len());
}
