//! The tables of rule sets and switches: the page that shows them, and engines that ignore a switch.

use crate::support::{other_rules, root, undiagnosed};
use std::fmt::Write;
use superko::certify::{Level, NoObserver, Options, run};
use superko::{Effort, PRESETS, Rule, Rules, SWITCHES};

#[test]
fn the_rules_page_has_the_tables() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let tables = tables();
    assert!(page.contains(&tables), "docs/rules.md is to have these tables:\n\n{tables}");
}

#[test]
fn theorems_that_are_named_are_proved() {
    let values = SWITCHES.iter().flat_map(|switch| switch.values);
    let of_values: Vec<&str> =
        values.flat_map(|value| value.proved).map(|theorem| theorem.name).collect();
    let pages = ["docs/evidence.md", "proof/README.md"];
    let pages = pages.map(|page| std::fs::read_to_string(root().join(page)).unwrap());
    let file =
        |name: &str| root().join(format!("proof/theorems/{}.v", name.split('.').next().unwrap()));
    let of_pages = pages.each_ref().map(|page| {
        let code = page.split('`').skip(1).step_by(2);
        code.filter(|code| code.contains('.') && file(code).exists()).collect::<Vec<_>>()
    });
    for names in [of_values].into_iter().chain(of_pages) {
        assert!(!names.is_empty(), "each source names a theorem");
        for name in names {
            let text = std::fs::read_to_string(file(name)).expect(name);
            let start = format!("Theorem {} :", name.split_once('.').expect("a file and a name").1);
            assert!(text.lines().any(|line| line.starts_with(&start)), "{name}");
        }
    }
}

/// Returns the named rule sets and the switches as Markdown tables.
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

/// Turns the addresses in a text into Markdown links.
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
fn an_engine_that_ignores_a_switch_breaks_the_rule_of_its_value() {
    breaks_the_rule_of_values(1);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_an_engine_that_ignores_a_switch_breaks_the_rule_of_each_value() {
    breaks_the_rule_of_values(usize::MAX);
}

/// Checks up to `most` values of each switch.
fn breaks_the_rule_of_values(most: usize) {
    // The engine cannot record an agreement, so it is not tested on what follows one.
    for switch in SWITCHES.iter().filter(|switch| switch.name != "agreement") {
        let usual = &switch.values[0];
        // Without an agreement, both ways to count territory give the same score.
        let others = switch.values[1..].iter().filter(|value| value.word != "short-territory");
        for value in others.take(most) {
            let make = || Ok(other_rules(move |asked| asked.with(usual), true));
            let is_found = |rules: Rules| {
                let sizes = ["2x2", "3x1", "3x3", "5x5"];
                // The findings need not be short.
                let effort = Effort { tries: 200, turns: 2_000 };
                let options = Options { rules, effort, ..undiagnosed(Level::Smoke) };
                let options = options.on(sizes.map(|size| size.parse().unwrap()));
                let report = run(&make, &options, &NoObserver);
                let its = [value.rule, switch.base(), Rule::score(rules)].map(Some);
                report.findings.iter().any(|found| its.contains(&found.rule))
            };
            // Some values make a difference only together with a certain value of another switch.
            let partners = SWITCHES.iter().filter(|other| other.name != switch.name);
            let beside = partners
                .flat_map(|other| &other.values[1..])
                .map(|other| Rules::default().with(other));
            let rules = [Rules::default()].into_iter().chain(beside).map(|rules| rules.with(value));
            let mut different = rules.filter(|rules| rules.synonym() != Some(Rules::default()));
            assert!(different.any(is_found), "{}", switch.written(value));
        }
    }
}
