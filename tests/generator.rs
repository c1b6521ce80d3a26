//! Random games reach every event. For a fixed seed, the counts are pinned.

use std::collections::BTreeMap;
use superko::engines::Reference;
use superko::suite::random::{Plan, Strategy};
use superko::{Event, Rules, Size};

/// Returns how often each event is reached in the first random games of a seed, on small boards.
fn reached(rules: Rules) -> BTreeMap<Event, u32> {
    let sizes: Vec<Size> = ["1x1", "2x1", "3x1", "2x2", "3x3", "4x3", "5x5"]
        .map(|text| text.parse().unwrap())
        .to_vec();
    let mut events: BTreeMap<Event, u32> = BTreeMap::new();
    for number in 0..600 {
        let plan = Plan::draw(1, number, &sizes, rules);
        let transcript = plan.transcript(Reference::new(plan.size, rules), 1, number);
        for step in &transcript.steps {
            let end = step.end.map(|(_, events)| events).unwrap_or_default();
            for event in step.turn.events.iter().chain(end.iter()) {
                *events.entry(event).or_default() += 1;
            }
        }
    }
    events
}

fn table(events: &BTreeMap<Event, u32>) -> String {
    events.iter().map(|(event, count)| format!("{event} {count}\n")).collect()
}

#[test]
fn every_event_is_reached_and_the_counts_are_pinned() {
    let events = reached(Rules::default());
    for event in Event::ALL {
        assert_eq!(events.contains_key(&event), event.in_tromp_taylor(), "{event}");
    }
    assert_eq!(table(&events), PINNED);
}

#[test]
fn events_of_other_rules_are_reached_under_them() {
    let situational = reached("repetition=situational,suicide=allowed".parse().unwrap());
    assert!(situational.contains_key(&Event::RepeatPermitted));
    assert!(situational.contains_key(&Event::LoneSuicidePermitted));
    assert!(reached("aga".parse().unwrap()).contains_key(&Event::SuicideRefused));
}

#[test]
fn the_same_seed_and_number_make_the_same_game() {
    let size: Size = "4x3".parse().unwrap();
    for strategy in Strategy::ALL {
        let plan = Plan { size, region: size, rules: Rules::default(), strategy, turns: 60 };
        let draw =
            |seed, number| plan.transcript(Reference::new(size, plan.rules), seed, number).record;
        assert_eq!(draw(1, 7), draw(1, 7));
        assert_ne!(draw(1, 7), draw(2, 7));
        assert_ne!(draw(1, 7), draw(1, 8));
    }
}

const PINNED: &str = "\
play-after-end 600
pass-after-end 2133
two-pass-end 600
pass 1857
occupied 343
lone-suicide-refused 721
repeat-initial 281
repeat-positional-only 670
repeat-by-suicide 145
repeat-across-pass 183
repeat-cycle-1 721
repeat-cycle-2 41
repeat-cycle-3 57
repeat-cycle-longer 156
retake-permitted 4
several-suicide-permitted 142
capture-whole-board 226
capture-4-chains 4
capture-3-chains 2
capture-2-chains 42
capture-without-liberty 542
capture-in-corner 729
capture-at-edge 859
capture-1-chain 837
quiet 3215
neutral-both 122
neutral-neither 152
scored 600
";
