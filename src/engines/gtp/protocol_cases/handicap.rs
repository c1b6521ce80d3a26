//! Handicap stones: they stand where the protocol places them, on an empty board, and not twice.

use super::{Body, Mark, Talk, WIDE, not_listed, said};
use crate::engine::{Fault, ProtocolOutcome};
use crate::game::{Point, Size};
use std::collections::BTreeSet;

/// The stones stand on the points that the text names.
pub(super) fn fixed_handicap(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    if !talk.lists("fixed_handicap") {
        return Ok(not_listed("fixed_handicap"));
    }
    for (stones, corners) in [(2, &[(0, 0), (1, 1)][..]), (4, &[(0, 0), (1, 1), (0, 1), (1, 0)])] {
        let Some(size) = handicap_board(talk)? else {
            return Ok(ProtocolOutcome::NotApplicable(
                "it plays no board of side 9 to 19".to_owned(),
            ));
        };
        let near = if size.columns() < 13 { 2 } else { 3 };
        let far = size.columns() - 1 - near;
        let points = corners.iter().filter_map(|&(column, row)| {
            let place = |is_far| if is_far == 1 { far } else { near };
            size.point(place(column), place(row))
        });
        let expected: BTreeSet<Point> = points.collect();
        let command = format!("fixed_handicap {stones}");
        let body = talk.ask(&command)?;
        if vertices_of(&body, size).as_ref() != Some(&expected) {
            let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
            return Ok(ProtocolOutcome::Failed(format!(
                "`{command}` on {size} is answered with {}, not with {}",
                said(&body),
                names.join(" ")
            )));
        }
    }
    // The board is not empty any more, and one stone is no handicap.
    if let failed @ ProtocolOutcome::Failed(_) =
        talk.first_wrong(&["fixed_handicap 2"], Mark::Question)?
    {
        return Ok(failed);
    }
    handicap_board(talk)?;
    talk.first_wrong(&["fixed_handicap 1"], Mark::Question)
}

/// As many stones are placed as there should be, or fewer; none twice, and none on a board that is not empty.
pub(super) fn free_handicap(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let (place, set) = ("place_free_handicap", "set_free_handicap");
    if !talk.lists(place) && !talk.lists(set) {
        return Ok(not_listed(&format!("{place} or {set}")));
    }
    let none = ProtocolOutcome::NotApplicable("it plays no board of side 9 to 19".to_owned());
    if talk.lists(place) {
        let Some(size) = handicap_board(talk)? else { return Ok(none) };
        let body = match talk.search(&format!("{place} 3"))? {
            Ok(body) => body,
            Err(why) => return Ok(ProtocolOutcome::NotApplicable(why)),
        };
        let count = vertices_of(&body, size).map_or(0, |points| points.len());
        if !(2..=3).contains(&count) {
            let what = format!("`{place} 3` on {size} is answered with {}", said(&body));
            return Ok(ProtocolOutcome::Failed(what));
        }
    }
    if talk.lists(set) {
        if handicap_board(talk)?.is_none() {
            return Ok(none);
        }
        let right = talk.first_wrong(&[&format!("{set} C3 G7")], Mark::Equals)?;
        if right != ProtocolOutcome::Ok {
            return Ok(right);
        }
        let again = talk.first_wrong(&[&format!("{set} C3 G7")], Mark::Question)?;
        if again != ProtocolOutcome::Ok {
            return Ok(again);
        }
        handicap_board(talk)?;
        return talk.first_wrong(&[&format!("{set} C3 C3")], Mark::Question);
    }
    Ok(ProtocolOutcome::Ok)
}

/// An empty board on which a handicap of four stones can be given.
fn handicap_board(talk: &mut Talk) -> Result<Option<Size>, Fault> {
    let side = talk.empty_board(&WIDE)?;
    Ok(side.and_then(|side| Size::square(side).ok()))
}

/// The vertices in an answer, if it has nothing else in it and none twice.
fn vertices_of(body: &Body, size: Size) -> Option<BTreeSet<Point>> {
    let words: Vec<&str> = body.as_ref().ok()?.split_whitespace().collect();
    let points: Option<BTreeSet<Point>> = words.iter().map(|word| size.vertex(word).ok()).collect();
    points.filter(|points| points.len() == words.len())
}
