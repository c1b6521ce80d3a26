//! The properties of plans, and the engines that they detect: the whole zoo, on one board alone.

mod histories;

use super::*;
use crate::compare::{CompareOptions, compare_with};
use crate::suite::fixed::matrix::{Cell, Matrix};
use crate::zoo::{self, Mutant};
use std::collections::BTreeMap;
use superko_engine::bent::Bent;
use superko_engine::referee::Expected;
use superko_engine::{About, Engine, Fault, Reference, ReportedScore, Ruling};
use superko_game::rules::Repetition;
use superko_game::{Position, Setup, Status, Turn};

const SMOKE: usize = 6_000;
const STANDARD: usize = 90_000;

/// The round trips for the usual boards of level standard when ten further boards are tested in brief.
const STANDARD_USUAL: usize = 72_000;

fn sizes(text: &str) -> Vec<Size> {
    text.split_whitespace().map(|size| size.parse().unwrap()).collect()
}

const SMOKE_SIZES: &str = "1x1 2x1 1x2 3x1 4x1 2x2 3x2 3x3 4x4 5x4 5x5 4x7 7x4 6x6 7x7 8x8 9x9";
const STANDARD_SIZES: &str =
    "1x1 2x1 1x2 3x1 4x1 2x2 3x2 3x3 4x4 5x4 5x5 4x7 7x4 6x6 7x7 8x8 9x9 13x13 19x19";

fn of(limit: usize, boards: &str, rules: Rules) -> Vec<Item> {
    plan(Reference::new, limit, &sizes(boards), rules, &|| false)
}

/// Returns the first item of a plan in which an engine disagrees, and the round trips up to there.
fn found(engine: &mut dyn Engine, plan: &[Item]) -> Option<(String, usize)> {
    let mut spent = 0;
    for item in plan {
        let mut differs = false;
        let options = CompareOptions { ask: true, undo: item.undo() };
        let _ = item.perform(Reference::new, &mut |transcript| {
            let comparison = compare_with(engine, &transcript, options);
            assert_eq!(comparison.fault, None, "{item}");
            differs |= !comparison.disagreements.is_empty();
            if differs { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        spent += item.round_trips;
        if differs {
            return Some((item.id(), spent));
        }
    }
    None
}

/// Returns the engines of the zoo that a plan for a board misses, each under its own rules.
fn let_through(board: &str, limit: usize, which: impl Fn(&Mutant) -> bool) -> Vec<String> {
    let_through_by(|rules| of(limit, board, rules), which)
}

fn let_through_by(
    plan: impl Fn(Rules) -> Vec<Item>,
    which: impl Fn(&Mutant) -> bool,
) -> Vec<String> {
    let mut plans: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    let mut through = Vec::new();
    // Plans do not contain collisions of an engine's own hash.
    let by_games = |mutant: &&Mutant| mutant.event != Event::HashCollision;
    for mutant in zoo::ALL.iter().filter(by_games).filter(|mutant| which(mutant)) {
        let plan = plans.entry(mutant.rules.switches()).or_insert_with(|| plan(mutant.rules));
        let found = found(mutant.engine().as_mut(), plan);
        if found.is_none() {
            through.push(mutant.name.to_owned());
        }
    }
    through
}

/// Whether an engine is wrong on square boards. An exchange of columns and rows does not show there.
fn wrong_on_squares(mutant: &Mutant) -> bool {
    mutant.name != "transposed-coordinates"
}

#[test]
fn every_wrong_engine_is_found_on_9x9_alone() {
    assert_eq!(let_through("9x9", SMOKE, wrong_on_squares), [""; 0]);
}

#[test]
fn every_wrong_engine_is_found_on_9x7_alone() {
    assert_eq!(let_through("9x7", SMOKE, |_| true), [""; 0]);
}

#[test]
fn every_wrong_engine_is_found_on_the_boards_of_the_levels() {
    assert_eq!(let_through(SMOKE_SIZES, SMOKE, |_| true), [""; 0]);
    assert_eq!(let_through(STANDARD_SIZES, STANDARD_USUAL, |_| true), [""; 0]);
}

/// The boards are a small one, a usual one and the largest.
#[test]
fn what_is_wrong_on_one_board_alone_is_found() {
    what_is_wrong_is_found_on_each_of("5x5 9x9 19x19");
}

/// Checks that, at level standard, an engine that is wrong on one of the usual boards alone is detected. The exceptions are
/// mistakes that need long games, generated turns, or a board that is not square.
fn what_is_wrong_is_found_on_each_of(boards: &str) {
    let mut plans: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    let elsewhere = ["transposed-coordinates", "history-of-500", "chain-limit"];
    let generated = ["generates-repeats", "generates-occupied", "generates-and-plays"];
    for mutant in zoo::ALL.iter().filter(|mutant| mutant.event != Event::HashCollision) {
        if elsewhere.contains(&mutant.name) || generated.contains(&mutant.name) {
            continue;
        }
        let plan = plans
            .entry(mutant.rules.switches())
            .or_insert_with(|| of(STANDARD_USUAL, STANDARD_SIZES, mutant.rules));
        for size in sizes(boards) {
            let on_it = plan.iter().filter(|item| item.size() == size);
            let on_it: Vec<Item> = on_it.cloned().collect();
            let found = found(mutant.engine().as_mut(), &on_it);
            assert!(found.is_some(), "{} on {size} alone", mutant.name);
        }
    }
}

#[test]
fn what_is_wrong_on_a_board_looked_at_in_brief_is_mostly_found() {
    what_is_wrong_is_mostly_found_on_each_of(&["10x10"]);
}

/// Checks that most mistakes on a board that is tested in brief are detected. Mistakes that need a longer game are not, nor are all
/// those about phases, the button and the tax.
fn what_is_wrong_is_mostly_found_on_each_of(boards: &[&str]) {
    let through = [
        "initial-grid-missing",
        "history-of-8",
        "history-of-30",
        "new-zealand-with-beginning",
        "ko-kept-after-pass",
        "ko-on-two-chains",
        "undo-forgets",
        "generates-repeats",
    ];
    let elsewhere = ["history-of-500", "chain-limit"];
    let here = |mutant: &Mutant| {
        let is_usual = mutant.has_usual_end() && wrong_on_squares(mutant);
        is_usual && !elsewhere.contains(&mutant.name)
    };
    for board in boards {
        let board = sizes(board);
        let brief = |rules| plan_with_further(Reference::new, SMOKE, &[], &board, rules, &|| false);
        assert_eq!(let_through_by(brief, here), through, "{board:?}");
    }
}

/// Makes an engine that plays these rules, whatever rules are requested.
fn playing(rules: Rules) -> Box<dyn Engine> {
    let engine = Bent::named("other rules", Reference::new(sizes("1x1")[0], rules));
    engine.answering([Check::Board]).beginning(move |game| Setup { rules, ..game }).boxed()
}

/// Whether no game tells two rule sets apart.
fn same_game(one: Rules, other: Rules, matrix: &Matrix) -> bool {
    let same = |form| matches!(matrix.cell(one, other, form), Cell::Impossible(_));
    Matrix::forms().all(same)
}

#[test]
fn an_engine_with_other_rules_is_found_on_one_board() {
    other_rules_are_found_on(&["5x5"]);
}

/// Checks that an engine with other rules than requested is detected on each board, unless no game tells the rules apart.
fn other_rules_are_found_on(boards: &[&str]) {
    for board in boards {
        let matrix = Matrix::new(sizes(board)[0]);
        for asked in Rules::repetition_and_suicide() {
            let plan = of(SMOKE, board, asked);
            for played in Rules::repetition_and_suicide().filter(|&rules| rules != asked) {
                let mut engine = playing(played);
                let same = same_game(asked, played, &matrix);
                let found = found(&mut engine, &plan);
                assert_eq!(found.is_none(), same, "{played} for {asked} on {board}: {found:?}");
            }
        }
    }
}

/// An engine that follows other rules in one form of suicides and repeats.
struct InOneForm {
    asked: Reference,
    other: Reference,
    form: Form,
    other_rules: Rules,
}

impl InOneForm {
    fn ruling(&self, turn: Turn) -> Ruling {
        let both = [&self.asked, &self.other].map(|referee| Expected::of(referee, turn));
        let strict = both.iter().find(|expected| !expected.is_legal());
        let differ = both[0].is_legal() != both[1].is_legal();
        let by_other = differ && strict.is_some_and(|strict| strict.form == Some(self.form));
        both[usize::from(by_other)].judgment.ruling()
    }
}

impl Engine for InOneForm {
    fn about(&self) -> About {
        About::named("other rules in one form")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.asked.start(game)?;
        self.other.start(&Setup { rules: self.other_rules, ..game.clone() })
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.ruling(turn);
        if ruling == Ruling::Allowed {
            Referee::play(&mut self.asked, turn);
            Referee::play(&mut self.other, turn);
        }
        Ok(ruling)
    }
}

#[test]
fn an_engine_with_other_rules_in_one_form_is_found() {
    let board = sizes("5x5")[0];
    let matrix = Matrix::new(board);
    let mut engines = 0;
    for asked in Rules::repetition_and_suicide() {
        let plan = of(SMOKE, "5x5", asked);
        for other_rules in Rules::repetition_and_suicide() {
            for form in Matrix::forms() {
                let case = plan.iter().find(|item| match &item.kind {
                    ItemKind::Case(case) => [(asked, other_rules), (other_rules, asked)]
                        .map(|(strict, lenient)| case.apart(strict, lenient))
                        .contains(&Some(form)),
                    _ => false,
                });
                let separated = matches!(matrix.cell(asked, other_rules, form), Cell::Separated(_));
                assert_eq!(case.is_some(), separated, "{other_rules} for {asked}, {form}");
                let Some(case) = case else { continue };
                let [asked, other] = [asked, other_rules].map(|rules| Reference::new(board, rules));
                let mut engine = InOneForm { asked, other, form, other_rules };
                let found = found(&mut engine, std::slice::from_ref(case));
                assert!(found.is_some(), "{other_rules} for {form}: {case}");
                engines += 1;
            }
        }
    }
    assert_eq!(engines, 2 * 954);
}

#[test]
fn a_plan_keeps_to_its_limit_and_goes_on_where_a_smaller_one_ends() {
    plans_keep_to_their_limits([Rules::default()]);
}

#[test]
fn further_boards_come_last_and_keep_to_the_limit_too() {
    let further = sizes("10x10 18x18");
    for limit in [0, 500, 1_000, SMOKE, STANDARD] {
        let rules = Rules::default();
        let all =
            plan_with_further(Reference::new, limit, &sizes("5x5"), &further, rules, &|| false);
        let spent = |items: &[Item]| items.iter().map(|item| item.round_trips).sum::<usize>();
        assert!(spent(&all) <= limit, "{limit}");
        let (usual, brief): (Vec<Item>, Vec<Item>) =
            all.iter().cloned().partition(|item| item.size() == sizes("5x5")[0]);
        assert_eq!([usual, brief.clone()].concat(), all);
        let is_packed = |item: &Item| item.of_case().is_some_and(Case::is_first_of_packed);
        let (packed, brief): (Vec<Item>, Vec<Item>) = brief.into_iter().partition(is_packed);
        assert!(spent(&brief) <= 2 * BRIEF);
        assert_eq!(packed.len(), if limit >= SMOKE { 2 * 5 } else { 0 });
        assert_eq!(
            further.iter().all(|size| brief.iter().any(|item| item.size() == *size)),
            limit >= 1_000
        );
    }
}

/// Checks that a plan stays within its limit, and that it begins with the plan of a smaller limit.
fn plans_keep_to_their_limits(rule_sets: impl IntoIterator<Item = Rules>) {
    for rules in rule_sets {
        for boards in ["9x9", "19x19", "2x2", "3x3 5x4", "1x1 2x2 3x1 3x2", SMOKE_SIZES] {
            let mut smaller = Vec::new();
            for limit in [0, 100, 1_000, SMOKE, 12_000, STANDARD] {
                let plan = of(limit, boards, rules);
                assert!(plan.iter().map(|item| item.round_trips).sum::<usize>() <= limit);
                assert!(plan.starts_with(&smaller), "{rules} on {boards}, {limit}");
                smaller = plan;
            }
        }
        // The usual boards of the levels.
        let smoke = of(SMOKE, SMOKE_SIZES, rules);
        let standard = of(STANDARD_USUAL, STANDARD_SIZES, rules);
        let missing: Vec<String> =
            smoke.iter().filter(|item| !standard.contains(item)).map(Item::id).collect();
        assert_eq!(missing, [""; 0], "{rules}");
    }
}

/// Every seventh rule set has another rule about repetition and another one about suicide.
#[test]
fn all_cases_of_the_usual_boards_are_in_level_standard() {
    all_cases_are_planned(Rules::repetition_and_suicide().step_by(7));
}

/// Checks that the plan for the usual boards at level standard has all cases, under each of some rule sets.
fn all_cases_are_planned(rule_sets: impl Iterator<Item = Rules>) {
    for rules in rule_sets {
        let plan = of(STANDARD_USUAL, STANDARD_SIZES, rules);
        let planned = plan.iter().filter_map(|item| match &item.kind {
            ItemKind::Case(case) => Some(case.clone()),
            _ => None,
        });
        let planned: Vec<Case> = planned.collect();
        let all = sizes(STANDARD_SIZES).into_iter().flat_map(|size| fixed::cases(size, rules));
        let names: BTreeSet<&String> = planned.iter().map(|case| &case.name).collect();
        for case in all {
            // Long histories are tried on one board.
            let is_long = case.history().is_some() && case.record.turns.len() >= LONG_GAME;
            let is_there = planned.contains(&case) || (is_long && names.contains(&case.name));
            assert!(is_there, "{rules}: {case}");
        }
    }
}

#[test]
fn every_board_and_every_check_comes_early() {
    let plan = of(SMOKE, SMOKE_SIZES, Rules::default());
    let mut spent = 0;
    let mut boards = BTreeSet::new();
    let mut checks = BTreeSet::new();
    for item in &plan {
        if spent < SMOKE / 10 {
            boards.insert(item.size());
            checks.extend(match &item.kind {
                ItemKind::Case(case) => Some(case.check()),
                ItemKind::Undo(_) => Some(Check::Undo),
                ItemKind::Generate(_) => Some(Check::Generate),
                ItemKind::ShortGames(..) | ItemKind::Collision(_) => None,
            });
        }
        spent += item.round_trips;
    }
    assert!(
        checks.into_iter().eq(Check::ALL.into_iter().filter(|&check| check != Check::Legality))
    );
    assert_eq!(boards.len(), sizes(SMOKE_SIZES).len());
}

/// An engine that counts the questions, and answers all of them.
struct Counting(Box<dyn Engine + Send>, usize);

impl Engine for Counting {
    fn about(&self) -> About {
        self.0.about()
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.1 += 1;
        self.0.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.1 += 1;
        self.0.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.1 += 1;
        self.0.is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.1 += 1;
        self.0.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.1 += 1;
        self.0.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.1 += 1;
        self.0.score()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        self.1 += 1;
        self.0.undo()
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        self.1 += 1;
        self.0.generate()
    }
}

#[test]
fn round_trips_are_what_an_engine_is_asked() {
    for rules in ["tromp-taylor", "aga", "chinese"] {
        let mut engine = Counting(zoo::control(), 0);
        for item in of(SMOKE, SMOKE_SIZES, rules.parse().unwrap()) {
            engine.1 = 0;
            let options = CompareOptions { ask: true, undo: item.undo() };
            let _ = item.perform(Reference::new, &mut |transcript| {
                let comparison = compare_with(&mut engine, &transcript, options);
                assert!(comparison.disagreements.is_empty(), "{item}");
                ControlFlow::Continue(())
            });
            assert_eq!(engine.1, item.round_trips, "{item}");
        }
    }
}

#[test]
fn turns_are_generated_where_only_a_pass_is_legal() {
    let ids = |boards: &str, rules: Rules| {
        let plan = of(SMOKE, boards, rules);
        let generated = plan.iter().filter(|item| item.generates());
        let ids: Vec<String> = generated.map(Item::id).collect();
        ids.into_iter().filter(|id| id.contains("only-pass")).collect::<Vec<_>>()
    };
    let none = Rules::default().repetition(Repetition::None);
    let usual = ["2x1", "2x2", "3x3"].map(|board| format!("generate:only-pass@{board}"));
    for rules in Rules::repetition_and_suicide() {
        let expected = match rules.repetition {
            Repetition::None => &[][..],
            Repetition::SimpleKo => &usual[..1],
            _ => &usual[..],
        };
        assert_eq!(ids(SMOKE_SIZES, rules), expected, "{rules}");
    }
    assert_eq!(ids("5x5 9x9", Rules::default()), ["generate:only-pass@5x5"]);
    assert_eq!(ids("9x9", Rules::default()), ["generate:only-pass@9x9"]);
    assert_eq!(ids("1x2 13x13", Rules::default()), ["generate:only-pass@1x2"]);
    assert_eq!(ids("2x1 9x9", none), [""; 0]);
}

#[test]
fn items_are_picked_by_pattern() {
    let plan = of(SMOKE, "2x2 9x9", Rules::default());
    let count = |pattern: &str| plan.iter().filter(|item| item.matches(pattern)).count();
    let short = plan.iter().filter(|item| matches!(item.kind, ItemKind::ShortGames(..))).count();
    assert_eq!(count("short-games"), short);
    assert_eq!(count("short-games.2@2x2"), 1);
    assert!(count("@2x2") > short);
    assert_eq!(count("undo"), plan.iter().filter(|item| item.undo()).count());
    assert!(count("undo") > 5 && count("score") > 5 && count("@9x9") > 50);
    assert_eq!(count("undo:quiet.first@9x9"), 1);
    assert_eq!(count("generate"), plan.iter().filter(|item| item.generates()).count());
    assert!(count("generate") >= 15);
    assert_eq!(count("generate:repeat-cycle-2.capture.no-pass@9x9"), 1);
    assert_eq!(count("nothing"), 0);
}

/// Slow tests: all boards, all rules, all lengths.
mod thorough {
    use super::histories::{full_histories_are_found, histories_that_end_are_found};
    use super::*;

    #[test]
    #[ignore = "seconds: cargo test -- --ignored thorough"]
    fn every_wrong_engine_is_found_on_19x19_alone() {
        assert_eq!(let_through("19x19", SMOKE, wrong_on_squares), [""; 0]);
    }

    #[test]
    #[ignore = "seconds: cargo test -- --ignored thorough"]
    fn what_is_wrong_on_any_board_alone_is_found() {
        what_is_wrong_is_found_on_each_of("5x5 6x6 7x7 8x8 9x9 13x13 19x19");
        what_is_wrong_is_mostly_found_on_each_of(&["10x10", "18x18"]);
    }

    #[test]
    #[ignore = "seconds: cargo test -- --ignored thorough"]
    fn all_cases_of_all_rule_sets_are_in_level_standard() {
        all_cases_are_planned(Rules::repetition_and_suicide());
    }

    #[test]
    #[ignore = "seconds: cargo test -- --ignored thorough"]
    fn a_history_that_is_full_is_found_whenever_it_is() {
        let small = [(200, 2), (400, 2)];
        let large = [(722, 2), (722, 7), (1_000, 12), (1_100, 2)];
        full_histories_are_found(&small, &large);
    }

    #[test]
    #[ignore = "a minute: cargo test -- --ignored thorough"]
    fn an_engine_with_other_rules_is_found_on_any_board() {
        other_rules_are_found_on(&["9x9", "13x13", "19x19"]);
    }

    #[test]
    #[ignore = "a minute: cargo test -- --ignored thorough"]
    fn a_plan_keeps_to_its_limit_under_all_rules() {
        plans_keep_to_their_limits(Rules::repetition_and_suicide());
    }

    #[test]
    #[ignore = "a minute: cargo test -- --ignored thorough"]
    fn a_history_that_ends_is_found_in_every_level() {
        histories_that_end_are_found(&[
            (60, SMOKE_SIZES, SMOKE),
            (100, SMOKE_SIZES, SMOKE),
            (100, "19x19", SMOKE),
            (1_100, "9x9", STANDARD),
            (2_000, "9x9", STANDARD),
            (2_048, STANDARD_SIZES, STANDARD),
        ]);
    }
}
