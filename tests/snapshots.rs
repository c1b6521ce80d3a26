//! The documented diagrams, an example for each sentence, and six games, as accepted drawings in `snapshots/`.
//!
//! `INSTA_UPDATE=always cargo test --test main snapshots` writes them again. Then review the difference, and delete the file of
//! a drawing that no longer exists.

use crate::diagrams::holds;
use crate::examples;
use crate::stories;
use crate::support::{fact, grid_of, list, player, point, root, text, texts};
use crate::trace::{lettered, names, trace};
use crate::walks::{components, liberties};
use serde_json::Value;
use std::collections::BTreeSet;
use superko_reference::{Color, Game, Grid, Rules};

#[test]
fn diagrams() {
    accept(&drawn_diagrams());
}

// TT1
// TT2
// TT3
// TT4
// TT5
// TT6
// TT6/situational
// TT6/natural-situational
// TT6/new-zealand
// TT6/simple-ko
// TT6/none
// TT7
// TT7/several-stones
// TT7/forbidden
// TT8
// TT9
// TT10
#[test]
fn sentences() {
    accept(&examples::all());
}

// TT6
#[test]
fn games() {
    accept(&stories::all());
}

#[test]
fn no_snapshot_is_stale() {
    let drawn = [drawn_diagrams(), examples::all(), stories::all()].concat();
    let expected: BTreeSet<String> = drawn.iter().map(|(name, _)| format!("{name}.snap")).collect();
    assert_eq!(expected.len(), drawn.len(), "two snapshots have the same name");
    let folder = std::fs::read_dir(root().join("snapshots")).expect("the folder is there");
    let found: BTreeSet<String> = folder
        .map(|entry| entry.expect("the folder was opened").file_name().display().to_string())
        .filter(|name| !name.ends_with(".new"))
        .collect();
    assert_eq!(found, expected, "files in snapshots/, and those that the tests draw");
}

/// Compares drawings with the accepted ones.
fn accept(drawings: &[(String, String)]) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, drawing) in drawings {
            insta::assert_snapshot!(name.as_str(), drawing);
        }
    });
}

/// Draws each documented diagram, with its labels, its chains and regions, and the claims about it.
fn drawn_diagrams() -> Vec<(String, String)> {
    let facts = fact("diagrams.json");
    let diagrams = facts.as_array().expect("a list of diagrams");
    diagrams
        .iter()
        .map(|diagram| (format!("diagram-{}", text(diagram, "id")), drawn_diagram(diagram)))
        .collect()
}

fn drawn_diagram(diagram: &Value) -> String {
    let grid = grid_of(&diagram["grid"]);
    let labels = list(diagram, "labels");
    let label = |here| {
        let bears = |label: &&Value| point(&grid, text(label, "point")) == here;
        // Only labels of one character are drawn as they are. The others name shapes, and are drawn as `*`.
        let label = text(labels.iter().find(bears)?, "label");
        Some(if label.len() == 1 { label.chars().next()? } else { '*' })
    };
    let mut drawing = format!("{}\n\n{}", text(diagram, "source"), lettered(&grid, |_| None));
    if !labels.is_empty() {
        drawing += &format!("\n{}", lettered(&grid, label));
    }
    drawing += "\n";
    for (glyph, color) in [('X', Color::Black), ('O', Color::White), ('.', Color::Empty)] {
        for component in components(&grid, color) {
            drawing += &described(&grid, glyph, &component);
        }
    }
    let claims = list(diagram, "claims");
    assert!(claims.iter().all(|claim| holds(&grid, labels, claim)), "{claims:?}");
    let words: String = claims.iter().filter_map(in_words).collect();
    if !words.is_empty() {
        drawing += &format!("\n{words}");
    }
    for turns in claims.iter().filter_map(|claim| in_turns(&grid, claim, claims)) {
        drawing += &format!("\n{turns}");
    }
    drawing
}

/// Describes a chain or a region: its points, what it reaches, and its liberties.
fn described(grid: &Grid, glyph: char, component: &[superko_reference::Point]) -> String {
    let reached = [('X', Color::Black), ('O', Color::White), ('.', Color::Empty)]
        .into_iter()
        .filter(|&(_, color)| grid.reaches(component[0], color))
        .map(|(glyph, _)| format!(" {glyph}"))
        .collect::<String>();
    let members = names(grid, component.iter().copied());
    let liberties = match glyph {
        '.' => String::new(),
        _ => format!("; liberties {}", names(grid, liberties(grid, component[0]))),
    };
    format!("{glyph}  {members}  reaches{reached}{liberties}\n")
}

/// Describes a claim about a grid. Returns `None` if the claim is about turns.
fn in_words(claim: &Value) -> Option<String> {
    let joined = |value: &Value| texts(value).join(" ");
    let expect = &claim["expect"];
    Some(match text(claim, "kind") {
        "legal_position" => "every black and white point reaches empty\n".to_owned(),
        "path" => {
            format!("path over {}: {}\n", text(claim, "color"), joined(&claim["points"]))
        }
        "component_count" => format!("components of {}: {expect}\n", text(claim, "state")),
        "chain_count" => format!("chains of {}: {expect}\n", text(claim, "color")),
        "chain_sizes" => format!("chains of {} by size: {expect}\n", text(claim, "color")),
        "partition" => {
            let classes = expect.as_array().expect("a list of classes").iter();
            let class = |class: &Value| {
                format!("  {}  {}\n", text(class, "label"), joined(&class["points"]))
            };
            format!("partition by labels:\n{}", classes.map(class).collect::<String>())
        }
        "liberties" => format!("liberties of {}: {}\n", text(claim, "of"), joined(expect)),
        kind @ ("adjacent" | "connected") => {
            let pairs: Vec<String> =
                list(claim, "pairs").iter().map(|pair| texts(pair).join("-")).collect();
            format!("{kind}: {}\n", pairs.join(" "))
        }
        "chain_liberties" => format!(
            "chain {}, {}: liberties {}, {}\n",
            text(claim, "label"),
            joined(&claim["points"]),
            joined(&claim["liberty_labels"]),
            joined(expect)
        ),
        "last_move" | "illegal" | "after_fill" | "play" => return None,
        kind => panic!("`{kind}` is no kind of claim"),
    })
}

/// Traces the turns of a claim about turns. After a last move, the moves that are claimed to be illegal are tried.
fn in_turns(grid: &Grid, claim: &Value, claims: &[Value]) -> Option<String> {
    let illegal = || claims.iter().filter(|other| text(other, "kind") == "illegal");
    let (beginning, then) = match text(claim, "kind") {
        "last_move" => (grid_of(&claim["previous_grid"]), illegal().collect()),
        "after_fill" | "play" => (grid.clone(), Vec::new()),
        _ => return None,
    };
    let turns: Vec<&str> =
        [claim].into_iter().chain(then).map(|turn| text(turn, "point")).collect();
    let game = Game::from(beginning, player(text(claim, "player")), Rules::default());
    Some(trace(&game, &turns.join(" ")))
}
