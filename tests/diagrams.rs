//! Documented diagrams, and everything that their text claims about them.

use crate::support::{fact, grid_of, list, number, player, point, points, text, texts};
use crate::walks::{component, components, connected, is_legal_position, liberties};
use serde_json::Value;
use std::collections::BTreeSet;
use superko_reference::{Color, Game, Grid, Illegal, Point, Rules, Turn};

// TT2
#[test]
fn every_label_stands_on_the_color_it_names() {
    let mut labels = 0;
    for diagram in fact("diagrams.json").as_array().expect("a list of diagrams") {
        let grid = grid_of(&diagram["grid"]);
        assert_eq!(
            (grid.columns(), grid.rows()),
            (number(diagram, "cols"), number(diagram, "rows"))
        );
        for label in list(diagram, "labels") {
            let labeled = point(&grid, text(label, "point"));
            assert_eq!(grid.color(labeled), color(text(label, "state")), "{label}");
            labels += 1;
        }
    }
    assert_eq!(labels, 78);
}

// TT3
#[test]
fn every_chain_and_region_reaches_the_listed_colors() {
    let mut checked = 0;
    for diagram in fact("diagrams.json").as_array().expect("a list of diagrams") {
        let grid = grid_of(&diagram["grid"]);
        let listed = list(diagram, "components");
        let all = [Color::Empty, Color::Black, Color::White].map(|c| components(&grid, c).len());
        assert_eq!(all.iter().sum::<usize>(), listed.len(), "{}", text(diagram, "id"));
        for expected in listed {
            let members = points(&grid, &texts(&expected["points"]));
            assert_eq!(grid.color(members[0]), color(text(expected, "state")));
            assert_eq!(set(&grid, &component(&grid, members[0])), set(&grid, &members));
            for &member in &members {
                let reached: String =
                    [(".", Color::Empty), ("O", Color::White), ("X", Color::Black)]
                        .into_iter()
                        .filter(|&(_, color)| grid.reaches(member, color))
                        .map(|(glyph, _)| glyph)
                        .collect();
                assert_eq!(reached, text(expected, "reaches"), "{expected}");
            }
            if !expected["liberties"].is_null() {
                let expected = points(&grid, &texts(&expected["liberties"]));
                assert_eq!(set(&grid, &liberties(&grid, members[0])), set(&grid, &expected));
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 74);
}

// TT3
// TT4
// TT6
// TT7
#[test]
fn every_claim_holds() {
    let mut checked = 0;
    for diagram in fact("diagrams.json").as_array().expect("a list of diagrams") {
        let grid = grid_of(&diagram["grid"]);
        let labels = list(diagram, "labels");
        for claim in list(diagram, "claims") {
            assert!(holds(&grid, labels, claim), "{}: {claim}", text(diagram, "id"));
            checked += 1;
        }
    }
    assert_eq!(checked, 25);
}

/// Returns whether a claim is true on the reference.
pub(crate) fn holds(grid: &Grid, labels: &[Value], claim: &Value) -> bool {
    let at = |name: &str| point(grid, name);
    let named = |value: &Value| set(grid, &points(grid, &texts(value)));
    let expect = &claim["expect"];
    let pairs = || list(claim, "pairs").iter().map(|pair| points(grid, &texts(pair)));
    let adjacent = |a: Point, b: Point| grid.adjacent(a).any(|next| next == b);
    match text(claim, "kind") {
        "legal_position" => expect.as_bool() == Some(is_legal_position(grid)),
        "path" => {
            let path = points(grid, &texts(&claim["points"]));
            let own = color(text(claim, "color"));
            path.iter().all(|&point| grid.color(point) == own)
                && path.windows(2).all(|step| adjacent(step[0], step[1]))
                && connected(grid, path[0], path[path.len() - 1])
        }
        "component_count" => count(grid, claim, "state") == number(claim, "expect"),
        "chain_count" => count(grid, claim, "color") == number(claim, "expect"),
        "chain_sizes" => {
            let mut sizes: Vec<usize> =
                components(grid, color(text(claim, "color"))).iter().map(Vec::len).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            *expect == Value::from(sizes)
        }
        "partition" => {
            let classes = expect.as_array().expect("a list of classes");
            let listed: usize = classes.iter().map(|class| list(class, "points").len()).sum();
            listed == grid.points().count()
                && classes.iter().all(|class| {
                    let members = named(&class["points"]);
                    let first = at(texts(&class["points"])[0]);
                    set(grid, &component(grid, first)) == members
                        && grid.color(first) == color(text(class, "state"))
                        && labeled(grid, labels, &[text(class, "label")]) == members
                })
        }
        "liberties" => set(grid, &liberties(grid, at(text(claim, "of")))) == named(expect),
        "adjacent" => pairs().all(|pair| adjacent(pair[0], pair[1])),
        "connected" => pairs().all(|pair| connected(grid, pair[0], pair[1])),
        "chain_liberties" => {
            let members = texts(&claim["points"]);
            let chain = set(grid, &component(grid, at(members[0])));
            chain == named(&claim["points"])
                && chain == labeled(grid, labels, &[text(claim, "label")])
                && set(grid, &liberties(grid, at(members[0]))) == named(expect)
                && labeled(grid, labels, &texts(&claim["liberty_labels"])) == named(expect)
        }
        "last_move" => {
            let before = grid_of(&claim["previous_grid"]);
            let after = before.after_move(player(text(claim, "player")), at(text(claim, "point")));
            after.as_ref() == Some(grid)
                && before.color(at(text(claim, "captured_at"))) != Color::Empty
                && grid.color(at(text(claim, "captured_at"))) == Color::Empty
        }
        "illegal" => retake_is_refused(grid, labels, claim),
        "after_fill" => {
            let filled = grid.after_move(player(text(claim, "player")), at(text(claim, "point")));
            let filled = filled.expect("the point is empty");
            set(grid, &component(&filled, at(text(claim, "point")))) == named(&claim["chain"])
        }
        "play" => {
            let mover = player(text(claim, "player"));
            let opponent = mover.opponent().color();
            let after = grid.after_move(mover, at(text(claim, "point"))).expect("it is empty");
            after == grid_of(&claim["after"])
                && grid.count(opponent) - after.count(opponent) == number(claim, "captured")
                && Game::from(grid.clone(), mover, Rules::default())
                    .leaves(Turn::Move(at(text(claim, "point"))))
                    .is_ok()
        }
        kind => panic!("`{kind}` is no kind of claim"),
    }
}

/// Returns whether the reference refuses to retake at once the ko that the stone with the label `1` has just taken.
fn retake_is_refused(grid: &Grid, labels: &[Value], claim: &Value) -> bool {
    let taker = player(text(claim, "player")).opponent();
    let taken = point(grid, text(claim, "point"));
    let one = labels.iter().find(|label| text(label, "label") == "1").expect("a stone labeled 1");
    let one = point(grid, text(one, "point"));
    let before = grid.clone().with(one, Color::Empty).with(taken, taker.opponent().color());
    let game = Game::from(before, taker, Rules::default());
    let game = game.after(Turn::Move(one)).expect("the ko is taken for the first time");
    game.grid() == grid
        && game.after(Turn::Move(taken)).unwrap_err() == Illegal::Repeats { earlier: 0 }
}

fn count(grid: &Grid, claim: &Value, field: &str) -> usize {
    components(grid, color(text(claim, field))).len()
}

/// Returns the points that have one of some labels.
fn labeled(grid: &Grid, labels: &[Value], wanted: &[&str]) -> BTreeSet<(usize, usize)> {
    let bearing = labels.iter().filter(|label| wanted.contains(&text(label, "label")));
    let names: Vec<&str> = bearing.map(|label| text(label, "point")).collect();
    set(grid, &points(grid, &names))
}

/// Returns points as a set, whose order does not count. No point may be listed twice.
fn set(grid: &Grid, points: &[Point]) -> BTreeSet<(usize, usize)> {
    let set: BTreeSet<_> = points.iter().map(|point| (point.row, point.column)).collect();
    assert_eq!(set.len(), points.len(), "a point is listed twice:\n{grid}");
    set
}

pub(crate) fn color(glyph: &str) -> Color {
    match glyph {
        "." => Color::Empty,
        "X" => Color::Black,
        "O" => Color::White,
        _ => panic!("`{glyph}` is no color"),
    }
}
