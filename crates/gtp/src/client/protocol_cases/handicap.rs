//! Tests that handicap stones stand where the protocol places them, on an empty board, and not twice.

use super::{Body, End, TestedEngine, WIDE, failed, not_applicable, said};
use std::collections::BTreeSet;
use superko_game::{Point, Size};

/// The reason why no handicap is tried.
const NO_BOARD: &str = "it plays no board of side 9 to 19";

/// Tests that the stones stand on the points that the protocol names.
pub(super) fn fixed_handicap(engine: &mut TestedEngine) -> Result<(), End> {
    engine.needs("fixed_handicap")?;
    for (stones, corners) in [(2, &[(0, 0), (1, 1)][..]), (4, &[(0, 0), (1, 1), (0, 1), (1, 0)])] {
        let size = engine.wide_board(NO_BOARD)?;
        let near = if size.columns() < 13 { 2 } else { 3 };
        let lines = [near, size.columns() - 1 - near];
        let points =
            corners.iter().filter_map(|&(column, row)| size.point(lines[column], lines[row]));
        let expected: BTreeSet<Point> = points.collect();
        let command = format!("fixed_handicap {stones}");
        let body = engine.ask(&command)?;
        if vertices_of(&body, size).as_ref() != Some(&expected) {
            let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
            let (said, right) = (said(&body), names.join(" "));
            let what = format!("`{command}` on {size} is answered with {said}, not with {right}");
            return failed(what);
        }
    }
    // The board is no longer empty. After that, one stone is no handicap.
    engine.refuses(&["fixed_handicap 2"])?;
    engine.empty_board(&WIDE)?;
    engine.refuses(&["fixed_handicap 1"])
}

/// Tests that as many stones are placed as asked for, or fewer, none twice, and none on a board that is not empty.
pub(super) fn free_handicap(engine: &mut TestedEngine) -> Result<(), End> {
    let (place, set) = ("place_free_handicap", "set_free_handicap");
    if !engine.lists(place) && !engine.lists(set) {
        return not_applicable(format!("it does not list {place} or {set}"));
    }
    if engine.lists(place) {
        let size = engine.wide_board(NO_BOARD)?;
        let body = engine.search(&format!("{place} 3"))?;
        let count = vertices_of(&body, size).map_or(0, |points| points.len());
        if !(2..=3).contains(&count) {
            return failed(format!("`{place} 3` on {size} is answered with {}", said(&body)));
        }
    }
    if engine.lists(set) {
        engine.wide_board(NO_BOARD)?;
        engine.accepts(&[&format!("{set} C3 G7")])?;
        engine.refuses(&[&format!("{set} C3 G7")])?;
        engine.empty_board(&WIDE)?;
        engine.refuses(&[&format!("{set} C3 C3")])?;
    }
    Ok(())
}

/// Returns the vertices of an answer that has nothing else in it, and none twice.
fn vertices_of(body: &Body, size: Size) -> Option<BTreeSet<Point>> {
    let words: Vec<&str> = body.as_ref().ok()?.split_whitespace().collect();
    let points: Option<BTreeSet<Point>> = words.iter().map(|word| size.vertex(word).ok()).collect();
    points.filter(|points| points.len() == words.len())
}
