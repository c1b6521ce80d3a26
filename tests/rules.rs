//! The tables of rules: what is derived from them, and what must stand beside them.

use crate::support::{OtherRules, root};
use std::fmt::Write;
use superko::{PRESETS, Rule, Rules, SWITCHES};

#[test]
fn the_page_of_rules_has_their_tables() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let tables = tables();
    assert!(page.contains(&tables), "docs/rules.md is to have these tables:\n\n{tables}");
}

/// The named rule sets and the switches, as Markdown.
fn tables() -> String {
    let mut text =
        "| Rule set | What differs from Tromp-Taylor | Komi | Handicap | Origin | Source |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for preset in PRESETS {
        let usual = Rules::default();
        let differing = SWITCHES
            .iter()
            .filter(|switch| preset.rules.value(switch).word != usual.value(switch).word);
        let switches: Vec<String> = differing
            .map(|switch| format!("`{}`", switch.written(preset.rules.value(switch))))
            .collect();
        // Writing to a string cannot fail, here and below.
        let (komi, handicap) = (preset.komi.unwrap_or_default(), preset.handicap.word());
        assert!(!preset.source.is_empty() && !preset.note.is_empty(), "{}", preset.name);
        let source = linked(preset.source);
        let cells = [&switches.join(", "), komi, handicap, preset.note, &source];
        let _ = writeln!(text, "| `{}` | {} |", preset.name, cells.join(" | "));
    }
    text += "\n| Switch and values | Rule | Meaning |\n|---|---|---|\n";
    for switch in SWITCHES {
        let _ = writeln!(text, "| `{}` | | {} |", switch.name, switch.text);
        for value in switch.values {
            let written = switch.written(value);
            let _ = writeln!(text, "| `{written}` | {} | {} |", value.rule, value.text);
        }
    }
    text
}

/// A text whose addresses are links in Markdown.
fn linked(text: &str) -> String {
    let link = |word: &str| match word.trim_end_matches([',', ';', ':', '.']) {
        address if address.starts_with("https://") => {
            format!("<{address}>{}", &word[address.len()..])
        }
        _ => word.to_owned(),
    };
    text.split(' ').map(link).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_engine_that_never_heard_of_a_switch_breaks_the_rule_of_its_value() {
    // What the players agree on is in no record.
    for switch in SWITCHES.iter().filter(|switch| switch.name != "agreement") {
        let usual = &switch.values[0];
        // Without an agreement both counts of territory are the same.
        for value in switch.values[1..].iter().filter(|value| value.word != "short-territory") {
            let make = move || OtherRules::new(move |asked: Rules| asked.with(usual), true);
            let is_convicted = |rules: Rules| {
                let sizes = ["2x2", "3x1", "3x3", "5x5"];
                let report = superko::certify(make).rules(rules).sizes(sizes).run();
                let its = [value.rule, switch.base(), Rule::score(rules)].map(Some);
                report.findings.iter().any(|found| its.contains(&found.rule))
            };
            // Some values make a difference only beside a certain value of another switch.
            let partners = SWITCHES.iter().filter(|other| other.name != switch.name);
            let beside = partners
                .flat_map(|other| &other.values[1..])
                .map(|other| Rules::default().with(other));
            let rules = [Rules::default()].into_iter().chain(beside).map(|rules| rules.with(value));
            let mut different = rules.filter(|rules| rules.synonym() != Some(Rules::default()));
            assert!(different.any(is_convicted), "{}", switch.written(value));
        }
    }
}
