//! The generator says what it reaches, and a fixed seed pins it.

use std::collections::BTreeMap;
use superko::engines::Reference;
use superko::suite::random::{Plan, Strategy};
use superko::{Event, Rules, Size};

/// How often each event is tried or reached in the first games of a campaign on small boards.
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
    for &event in Event::ALL {
        assert_eq!(events.contains_key(&event), event.in_tromp_taylor(), "{event}");
    }
    assert_eq!(table(&events), PINNED);
}

#[test]
fn what_other_rules_permit_and_refuse_is_reached_under_them() {
    let situational = reached("repetition=situational,suicide=allowed".parse().unwrap());
    assert!(situational.contains_key(&Event::RepeatPermitted));
    assert!(situational.contains_key(&Event::LoneSuicidePermitted));
    assert!(reached("aga".parse().unwrap()).contains_key(&Event::SuicideRefused));
}

#[test]
fn a_game_is_drawn_again_from_its_seed_and_number() {
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
pass-after-end 2166
two-pass-end 600
pass 1886
occupied 461
lone-suicide-refused 725
repeat-initial 290
repeat-positional-only 670
repeat-by-suicide 129
repeat-across-pass 181
repeat-cycle-1 725
repeat-cycle-2 57
repeat-cycle-3 53
repeat-cycle-longer 158
retake-permitted 16
several-suicide-permitted 97
capture-whole-board 244
capture-4-chains 4
capture-3-chains 1
capture-2-chains 33
capture-without-liberty 541
capture-in-corner 693
capture-at-edge 793
capture-1-chain 770
quiet 2547
neutral-both 110
neutral-neither 173
scored 600
";
