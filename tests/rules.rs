//! The tables of rules: what is derived from them, and what must stand beside them.

use crate::support::root;
use std::fmt::Write;
use superko::{PRESETS, Rules, SWITCHES};

#[test]
fn the_readme_has_the_tables_of_rules() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let tables = tables();
    assert!(readme.contains(&tables), "README.md is to have these tables:\n\n{tables}");
}

/// The named rule sets and the switches, as Markdown.
fn tables() -> String {
    let mut text =
        "| Rule set | What differs from Tromp-Taylor | Origin |\n|---|---|---|\n".to_owned();
    for preset in PRESETS {
        let usual = Rules::default();
        let differing = SWITCHES
            .iter()
            .filter(|switch| preset.rules.value(switch).word != usual.value(switch).word);
        let switches: Vec<String> = differing
            .map(|switch| format!("`{}`", switch.written(preset.rules.value(switch))))
            .collect();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "| `{}` | {} | {} |", preset.name, switches.join(", "), preset.note);
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
