//! The advice and the next steps in a report. If the engine is part of a program, they name the calls of that program.

use super::*;
use superko::certify::{Calls, identify};
use superko::diagnosis::Confidence;
use superko::report::{LEVEL, one_line, text_of_diagnosis};
use superko::{Repetition, Suicide};

/// Makes an engine that plays these rules, whatever rules are requested.
fn playing(rules: Rules) -> Box<dyn Engine> {
    let engine = Bent::named("stubborn", engine()).answering([Check::Status]);
    engine.beginning(move |game| Setup { rules, ..game }).boxed()
}

#[test]
fn a_consequence_of_a_finding_is_listed_after_it() {
    let rules: Rules = "suicide=forbidden".parse().unwrap();
    let factory = || Ok(playing(rules));
    let report = run(&factory, &quick("cgos"), &NoObserver);
    let events: Vec<Event> = report.findings.iter().map(|finding| finding.event).collect();
    // The first finding is about a rule with a higher number, but the game of the second continues its game.
    assert_eq!(events[..2], [Event::PlayEnds, Event::PassAfterEnd], "{events:?}");
}

#[test]
fn a_finding_that_needs_other_games_is_shown_again_after_these() {
    let mutant = zoo::find("board-kept").unwrap();
    let report = run(&|| Ok(mutant.engine()), &quick("tromp-taylor"), &NoObserver);
    let finding = &report.findings[0];
    let [before, record] = [&finding.session[0], &finding.record].map(one_line);
    let call = format!("superko::replay_after(|| ..., &[\"{before}\"], \"{record}\")");
    assert_eq!(finding.again, call);
    let replayed = std::panic::catch_unwind(|| {
        superko::replay(|| mutant.engine(), &record);
        superko::replay_after(|| mutant.engine(), &[&before], &record);
    });
    let panicked = *replayed.unwrap_err().downcast::<String>().unwrap();
    assert!(panicked.starts_with("TT5.board.beginning\n"), "{panicked}");
}

#[test]
fn a_crash_at_an_illegal_turn_has_advice() {
    let panics = bent(&quick("tromp-taylor"), |_, _, ruling| match ruling {
        Ruling::Allowed => Ok(ruling),
        Ruling::Forbidden(_) => panic!("illegal turn"),
    });
    let [fault] = &panics.faults[..] else { panic!("{:?}", panics.faults) };
    let advice = "The last turn is illegal. If this is how it refuses a turn: return `Ok(Ruling::from(false))`.";
    assert_eq!(fault.advice.as_deref(), Some(advice));
    for screen in [false, true] {
        let shown = text(&panics, &TextOptions { screen, ..TextOptions::default() });
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains(advice), "{shown}");
    }
    assert_eq!(from_json(&to_json(&panics)).unwrap(), panics);
    // A panic at a legal turn is no refusal, and the user of the command line gets no advice about calls.
    let legal = bent(&quick("tromp-taylor"), |_, turn, ruling| match turn {
        Turn::Pass => panic!("no pass"),
        Turn::Play(_) => Ok(ruling),
    });
    let options = Options { arguments: Some("-- bent".to_owned()), ..quick("tromp-taylor") };
    let program = bent(&options, |_, _, ruling| match ruling {
        Ruling::Allowed => Ok(ruling),
        Ruling::Forbidden(_) => panic!("illegal turn"),
    });
    for report in [legal, program] {
        assert!(!report.faults.is_empty());
        assert!(report.faults.iter().all(|fault| fault.advice.is_none()), "{:?}", report.faults);
    }
}

#[test]
fn a_fault_before_the_first_turn_has_no_turns() {
    let unready = || Bent::named("unready", engine()).start(|_, _, _| panic!("no memory"));
    let factory = || Ok(unready().boxed());
    let report = run(&factory, &quick("tromp-taylor"), &NoObserver);
    let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
    assert_eq!((fault.turns.len(), fault.confirmed), (0, (3, 3)));
    assert!(fault.again.as_ref().unwrap().ends_with("\"1x1 tromp-taylor: \")"), "{fault:?}");
}

#[test]
fn the_report_names_the_call_for_the_next_level() {
    let by_level = format!("test(MyBoard, level={LEVEL})");
    let calls = Calls { by_level, ..Calls::default() };
    let report = bent(&Options { calls, ..quick("tromp-taylor") }, |_, _, ruling| Ok(ruling));
    let shown = text(&report, &TextOptions { screen: true, ..TextOptions::default() });
    assert!(shown.contains("\nNext: `test(MyBoard, level=standard)` asks more.\n"), "{shown}");
    // Nothing was found, so the last line does not mention findings.
    assert!(shown.ends_with("\nWith -v: each rule, events, notes.\n"), "{shown}");
    // If the program has no such call, the report names none.
    let report = bent(&quick("tromp-taylor"), |_, _, ruling| Ok(ruling));
    let shown = text(&report, &TextOptions { screen: true, ..TextOptions::default() });
    assert!(!shown.contains("Next:"), "{shown}");
}

#[test]
fn the_rules_of_a_model_are_offered_even_if_it_does_not_explain_everything() {
    let rules = "suicide=forbidden";
    let factory = move || {
        // No model gives these answers.
        let bend = |_, turn: Turn, ruling| match turn.to_string().as_str() {
            "E5" => Ok(Ruling::Forbidden(RefusalReason::Unstated)),
            _ => Ok(ruling),
        };
        Ok(bending(playing(rules.parse().unwrap()), bend))
    };
    let report = identify(&factory, &quick("tromp-taylor"), &NoObserver);
    let shown = text_of_diagnosis(&report, &TextOptions::default());
    let facts = &report.diagnosis.as_ref().unwrap().facts;
    assert_eq!(facts.confidence(), Confidence::Mostly);
    let played = (facts.rules.repetition, facts.rules.suicide, facts.mistakes.len());
    assert_eq!(played, (Repetition::Positional, Suicide::Forbidden, 0));
    let next = shown.lines().find_map(|line| line.strip_prefix("Next: `.rules(\"")).unwrap();
    let (offered, does) = next.split_once("\")`").unwrap();
    let offered: Rules = offered.parse().unwrap();
    assert!(offered.switches().starts_with("repetition=positional,suicide=forbidden"), "{next}");
    assert!(does.starts_with(" shows"), "{next}");
}

#[test]
fn a_long_call_is_written_out_if_there_is_room_for_it() {
    let mut report = of_zoo("history-of-8");
    let call = format!("replay(MyBoard, \"9x9 tromp-taylor: {}\")", "B A1, W B1, ".repeat(50));
    report.findings[0].again.clone_from(&call);
    let shown = |screen| text(&report, &TextOptions { screen, ..TextOptions::default() });
    assert!(shown(false).contains(&call));
    let screen = shown(true);
    assert!(!screen.contains(&call), "{screen}");
    let length = call.chars().count();
    assert!(
        screen.contains(&format!(
            "again      a call of {length} characters: `again` of this finding\n"
        ))
    );
}

#[test]
fn a_record_that_names_the_wrong_player_is_not_replayed() {
    let (right, wrong) = ("2x2 tromp-taylor: B A1, W B1", "2x2 tromp-taylor: B A1, B B1");
    let settled = "2x2 tromp-taylor agreed=A1: B A1, W pass, B pass";
    superko::replay_after(engine, &[right], right);
    for (before, record, why) in [
        (right, wrong, "`B B1` (turn 2): it is the other player's turn"),
        (wrong, right, "`B B1` (turn 2): it is the other player's turn"),
        (settled, right, "under these rules the players cannot agree on anything"),
    ] {
        let replayed =
            std::panic::catch_unwind(|| superko::replay_after(engine, &[before], record));
        let message = *replayed.unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains(why), "{message}");
    }
}
