//! The cases have the properties that they state, on boards of all kinds.

mod separation;

use super::recipe::Recipe;
use super::{Answer, Answers, Case, all, cases};
use std::collections::BTreeSet;
use superko_engine::Reference;
use superko_engine::check::Check;
use superko_engine::referee::{Cycle, Event, Events, Expected, Referee};
use superko_game::rules::Rules;
use superko_game::{Size, Status};

/// The last turn of a case under some rules.
struct Last {
    answer: Answer,
    events: Vec<Event>,
    form: Option<String>,
}

/// Plays a case under some rules. `None` if the refused turns before the last are not exactly the attempts.
fn last(case: &Case, rules: Rules) -> Option<Last> {
    let mut referee = Reference::new(case.record.size(), rules);
    let (&turn, before) = case.record.turns.split_last()?;
    for (place, &turn) in before.iter().enumerate() {
        let refused = Referee::play(&mut referee, turn).refusal.is_some();
        (refused == case.attempts.contains(&place)).then_some(())?;
    }
    let expected = Expected::of(&referee, turn);
    let mut events: Vec<Event> = expected.events.iter().collect();
    if expected.is_legal() {
        Referee::play(&mut referee, turn);
        if Referee::status(&referee) == Status::Over {
            events.extend(Events::of_end(Referee::position(&referee)).iter());
        }
    }
    let answer = Answer::of(expected.judgment.refusal, expected.form.map(|form| form.cycle));
    Some(Last { answer, events, form: expected.form.map(|form| form.to_string()) })
}

fn answers(case: &Case) -> Answers {
    Answers::from_fn(|rules| last(case, rules).map_or(Answer::Unusable, |last| last.answer))
}

/// Returns the last turn under the first rule set under which the game is a case.
fn first(case: &Case) -> Last {
    Rules::repetition_and_suicide()
        .find_map(|rules| last(case, rules))
        .unwrap_or_else(|| panic!("{case} is no case under any rules"))
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// Whether a case has so many turns that it is tried under few rule sets and on few boards.
fn is_long(case: &Case) -> bool {
    case.record.turns.len() > 100
}

#[test]
fn every_case_is_answered_as_it_says() {
    cases_are_answered_as_they_say([5, 9, 13, 19]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_every_case_on_every_square_is_answered_as_it_says() {
    cases_are_answered_as_they_say(5..=19);
}

/// Checks the cases on small and on oblong boards, and on squares with some sides.
fn cases_are_answered_as_they_say(sides: impl IntoIterator<Item = u8>) {
    let boards = ["3x3", "4x3", "4x4", "5x4", "6x5", "5x7", "9x7", "13x6"].map(size);
    let squares = sides.into_iter().map(|side| Size::square(side).unwrap());
    for size in boards.into_iter().chain(squares) {
        for case in all(size, Rules::default()) {
            if is_long(&case) && (size.point_count() > 60 || case.record.turns.len() > 700) {
                continue;
            }
            assert_eq!(case.answers, answers(&case), "{case}: {}", case.record);
        }
    }
}

/// Positions are compared in three ways: all of them, those with the same player to move, and only the one before.
#[test]
fn long_cases_are_answered_as_they_say() {
    long_cases_are_answered(&["9x9"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_long_cases_on_a_large_board_are_answered_as_they_say() {
    long_cases_are_answered(&["19x19"]);
}

fn long_cases_are_answered(boards: &[&str]) {
    for board in boards {
        for rules in ["tromp-taylor", "aga,suicide=allowed", "chinese"] {
            let rules: Rules = rules.parse().unwrap();
            for case in all(size(board), rules).iter().filter(|case| is_long(case)) {
                let found = last(case, rules).unwrap();
                assert_eq!(case.answer(), found.answer, "{case}");
            }
        }
    }
}

#[test]
fn every_case_is_named_by_its_event_and_its_form() {
    for board in ["5x5", "9x9"] {
        let cases = all(size(board), Rules::default());
        let mut names = BTreeSet::new();
        for case in &cases {
            let Last { events, form, .. } = first(case);
            // The referee does not know any hash.
            let by_hash = case.event == Event::HashCollision;
            assert!(by_hash || events.contains(&case.event), "{case}: {events:?}");
            assert!(case.name.starts_with(case.event.id()), "{case}");
            if case.event.has_forms() {
                let named = format!("{}.{}", case.event, form.unwrap());
                let rest = case.name.strip_prefix(&named);
                assert!(
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
                    "{case}"
                );
            }
            assert!(names.insert(&case.name), "{case} is there twice");
        }
        assert!(cases.len() >= 80, "{board}: {}", cases.len());
    }
}

#[test]
fn on_a_board_of_its_own_every_event_has_a_case() {
    every_event_has_a_case([5]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_every_event_has_a_case_on_a_usual_board_alone() {
    every_event_has_a_case([9]);
}

/// Checks boards with some sides.
fn every_event_has_a_case<const N: usize>(sides: [u8; N]) {
    for side in sides {
        let size = Size::square(side).unwrap();
        let reached = |rules| -> BTreeSet<Event> {
            let cases = cases(size, rules);
            cases.iter().flat_map(|case| last(case, rules).unwrap().events).collect()
        };
        let tromp_taylor = reached(Rules::default());
        for event in Event::ALL {
            assert_eq!(tromp_taylor.contains(&event), event.in_tromp_taylor(), "{event} on {size}");
        }
        let all: BTreeSet<Event> = Rules::repetition_and_suicide().flat_map(reached).collect();
        // No case uses rules with other ends.
        let has_case = |event: &Event| event.in_games() && !event.is_of_other_ends();
        assert!(Event::ALL.iter().all(|event| all.contains(event) == has_case(event)), "{all:?}");
    }
}

#[test]
fn a_board_without_a_pass_has_cases_for_all_but_passes_and_scores() {
    for side in [5, 9, 19] {
        let size = Size::square(side).unwrap();
        for rules in Rules::repetition_and_suicide() {
            let cases = cases(size, rules);
            let forms: BTreeSet<_> = cases.iter().filter_map(Case::form).collect();
            let free: BTreeSet<_> =
                cases.iter().filter(|case| !case.needs_pass()).filter_map(Case::form).collect();
            let expected =
                forms.iter().filter(|form| ![Cycle::Pass, Cycle::PassBefore].contains(&form.cycle));
            assert!(expected.eq(&free), "{rules} on {size}: {free:?}");
        }
    }
}

#[test]
fn cases_are_picked_by_id_event_rule_check_and_board() {
    let rules = "aga".parse().unwrap();
    let count = |pattern: &str| {
        let cases = cases(size("9x9"), rules);
        let picked: Vec<String> =
            cases.iter().filter(|case| case.matches(pattern)).map(Case::id).collect();
        picked.len()
    };
    assert_eq!(count("capture-2-chains@9x9"), 1);
    assert_eq!(count("capture-2-chains"), 1);
    assert_eq!(count("capture-at-edge"), 4 + 8);
    assert_eq!(count("repeat-cycle-2.capture"), 2);
    for none in ["", "capture", "capture-2-chains@9x", "@13x13", "TT", "tt9", "play-"] {
        assert_eq!(count(none), 0, "{none}");
    }
    // The number of a rule means the rule in force.
    assert_eq!(count("TT6"), count("TT6/situational"));
    let all = count("@9x9");
    assert_eq!(all, cases(size("9x9"), rules).len());
    for some in ["TT6/situational", "TT7/forbidden", "TT9", "score", "board", "play", "status"] {
        assert!((2..all).contains(&count(some)), "{some}");
    }
}

#[test]
fn cases_about_the_score_end_the_game() {
    for rules in [
        "aga",
        "passes=three",
        "button=half-point",
        "button=half-point,passes=three",
        "katago:chinese,passes=four",
        "katago:japanese",
        "katago:japanese,passes=four",
        "katago:japanese,last-pass=white",
        "katago:japanese,button=half-point",
    ] {
        let rules: Rules = rules.parse().unwrap();
        let cases = cases(Size::square(5).unwrap(), rules);
        let of_score: Vec<&Case> =
            cases.iter().filter(|case| case.check() == Check::Score).collect();
        assert!(of_score.len() > 3, "{rules}");
        for case in of_score {
            let last = last(case, rules).unwrap();
            assert!(
                last.events.contains(&Event::Scored),
                "{case} under {rules}: {:?}",
                last.events
            );
        }
    }
}

/// Rules with phases, a button, a tax and enclosed points, in combinations with other switches.
const OF_OTHER_ENDS: [&str; 12] = [
    "katago:japanese",
    "katago:chinese",
    "katago:aga-button",
    "katago:ancient-area",
    "katago:japanese,enclosed=dead",
    "katago:japanese,button=half-point",
    "katago:japanese,last-pass=white",
    "katago:japanese,passes=three",
    "katago:japanese,suicide=allowed,stones=half",
    "agreement=cleanup",
    "agreement=cleanup,last-pass=white,button=half-point",
    "agreement=cleanup,illegal=loses,repeat=ties,score=territory",
];

#[test]
fn cases_of_other_ends_reach_their_events() {
    let (mut reached, mut wrong) = (BTreeSet::new(), Vec::new());
    for rules in OF_OTHER_ENDS {
        let rules: Rules = rules.parse().unwrap();
        let boards = ["3x3", "4x3", "5x4", "5x5", "9x9"].map(size);
        let of_other_ends = Recipe::all().filter(|recipe| !recipe.needs.is_empty());
        let cases = of_other_ends.flat_map(|recipe| boards.map(|size| recipe.on(size, rules)));
        for case in cases.flatten().filter(|case| case.answer() != Answer::Unusable) {
            let last = last(&case, rules);
            let is_answer = last.as_ref().is_some_and(|last| last.answer == case.answer());
            let events = last.map(|last| last.events).unwrap_or_default();
            let event = case.reached();
            if !is_answer || event.is_some_and(|event| !events.contains(&event)) {
                wrong.push(format!("{case}: {}: {events:?}", case.record));
            }
            reached.extend(event);
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
    let has_case = |event: &Event| event.is_of_other_ends() && *event != Event::NoStones;
    let missing = Event::ALL.into_iter().filter(has_case).filter(|event| !reached.contains(event));
    assert_eq!(missing.collect::<Vec<_>>(), []);
}
