use super::{ALL, control, find};
use crate::compare::{CompareOptions, compare_with};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use superko_engine::Reference;
use superko_engine::referee::{Referee, Refusal, Step, Transcript};
use superko_game::rules::{Rule, Rules};
use superko_game::{Record, Size, Status, Turn};

/// The preferences of a random player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taste {
    /// Any turn, including illegal ones and those after the end.
    Any,
    /// Legal plays, and often the repeat with the longest cycle. Passes only if no play is legal.
    Repeats,
    /// As `Repeats`, with more passes, but never two in a row by choice.
    Passes,
    /// As `Repeats`, with a preference for plays that remove stones.
    Removals,
}

const TASTES: [Taste; 4] = [Taste::Any, Taste::Repeats, Taste::Passes, Taste::Removals];

/// Plays a game of a random player. Each turn is tried on the referee. In some positions, all turns are asked about.
fn game(rng: &mut ChaCha8Rng, size: Size, rules: Rules, taste: Taste, length: usize) -> Transcript {
    let mut referee = Reference::new(size, rules);
    let mut steps = Vec::new();
    let mut after_end = 3;
    while steps.len() < length && after_end > 0 {
        let turn = choose(rng, &referee, size, taste);
        let all: Vec<Turn> = Turn::all(size).collect();
        let asked = if rng.random_range(0..4) == 0 { &all[..] } else { &[] };
        steps.push(Step::take(&mut referee, turn, asked));
        if referee.status() == Status::Over {
            after_end -= 1;
        }
    }
    let turns = steps.iter().map(|step| step.turn.turn).collect();
    Transcript::of(Record::new(size, rules, turns), steps)
}

fn choose(rng: &mut ChaCha8Rng, referee: &Reference, size: Size, taste: Taste) -> Turn {
    let points: Vec<Turn> = size.points().map(Turn::Play).collect();
    let any = points[rng.random_range(0..points.len())];
    if taste == Taste::Any {
        return if rng.random_range(0..8) == 0 { Turn::Pass } else { any };
    }
    if taste == Taste::Passes && rng.random_range(0..4) == 0 {
        let last = referee.history().last().and_then(|stage| stage.by);
        if !matches!(last, Some((_, Turn::Pass))) {
            return Turn::Pass;
        }
    }
    let judged: Vec<_> = points.iter().map(|&turn| (turn, referee.judge(turn))).collect();
    if rng.random_range(0..3) == 0 {
        let repeats = judged.iter().filter_map(|(turn, judgment)| match judgment.refusal {
            Some(Refusal::Repetition { cycle, .. }) => Some((cycle, *turn)),
            _ => None,
        });
        if let Some((_, turn)) = repeats.max() {
            return turn;
        }
    }
    let legal: Vec<_> = judged.iter().filter(|(_, judged)| judged.refusal.is_none()).collect();
    let removing: Vec<_> = legal.iter().filter(|(_, judged)| judged.removing.is_some()).collect();
    if taste == Taste::Removals && !removing.is_empty() && rng.random_range(0..3) > 0 {
        return removing[rng.random_range(0..removing.len())].0;
    }
    match legal.len() {
        0 => Turn::Pass,
        count => legal[rng.random_range(0..count)].0,
    }
}

fn sizes(sides: std::ops::RangeInclusive<u8>) -> Vec<Size> {
    let rows = sides.clone();
    sides.flat_map(|c| rows.clone().map(move |r| Size::new(c, r).unwrap())).collect()
}

#[test]
fn names_are_unique_and_stories_are_told() {
    let names: BTreeSet<_> = ALL.iter().map(|mutant| mutant.name).collect();
    assert_eq!(names.len(), ALL.len());
    assert!(ALL.len() >= 45);
    for mutant in ALL {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(mutant.name.bytes().all(plain), "{}", mutant.name);
        assert!(mutant.story.ends_with('.'), "{}", mutant.name);
        assert_eq!(mutant.engine().about().name, mutant.name);
        let in_force: Vec<Rule> = Rule::in_force(mutant.rules).collect();
        assert!(in_force.contains(&mutant.rule), "{}", mutant.name);
        assert!(find(mutant.name).is_some_and(|found| found.story == mutant.story));
    }
    assert!(find("control").is_none());
}

#[test]
fn the_control_agrees_with_the_reference() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut engine = control();
    for rules in Rules::repetition_and_suicide() {
        for size in sizes(1..=5) {
            for taste in TASTES {
                let transcript = game(&mut rng, size, rules, taste, 60);
                let options = CompareOptions { ask: true, undo: true };
                let findings = compare_with(engine.as_mut(), &transcript, options);
                assert!(findings.disagreements.is_empty(), "{:?}", findings.disagreements);
                assert_eq!(findings.fault, None);
                assert!(findings.coverage.missing.is_empty());
            }
        }
    }
}
