//! Cases with chains and regions as long as the board allows.

use super::layout::{side_by_side, snake};
use superko_game::{Point, Size, Turn};

/// The points of a board in two interleaved spirals, which make a chain or a region as long as possible. They detect an engine
/// that gives up too soon when it searches a chain or a region.
pub(super) struct Spiral {
    /// The outer spiral, from A1 inward, each point next to the one before.
    outer: Vec<Point>,
    /// The points between the arms of the outer spiral.
    inner: Vec<Point>,
    /// The point of `inner` next to the last of `outer`.
    gap: Point,
}

impl Spiral {
    /// Makes the spirals of a board; `None` if it has fewer than five columns or rows.
    pub(super) fn new(size: Size) -> Option<Spiral> {
        if size.columns() < 5 || size.rows() < 5 {
            return None;
        }
        let step = |point: Point, (right, up): (i8, i8)| {
            let column = point.column().checked_add_signed(right)?;
            size.point(column, point.row().checked_add_signed(up)?)
        };
        let mut outer = vec![size.point(0, 0)?];
        let mut turned = 0;
        for direction in [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().cycle() {
            let before = outer.len();
            while let Some(next) = outer.last().and_then(|&last| step(last, direction)) {
                // An arm ends before it touches an earlier one.
                let touches = step(next, direction).is_some_and(|beyond| outer.contains(&beyond));
                if outer.contains(&next) || touches {
                    break;
                }
                outer.push(next);
            }
            turned = if outer.len() == before { turned + 1 } else { 0 };
            if turned == 2 {
                break;
            }
        }
        let inner: Vec<Point> = snake(size).into_iter().filter(|p| !outer.contains(p)).collect();
        let gap = size.neighbors(*outer.last()?).find(|next| inner.contains(next))?;
        Some(Spiral { outer, inner, gap })
    }

    /// Returns a game in which Black has the inner spiral without the gap. White fills the outer spiral without its end, A1 last.
    /// All liberties of White's chain are then at its other end.
    pub(super) fn far_liberty(&self) -> Vec<Turn> {
        let black = self.inner.iter().filter(|&&point| point != self.gap);
        let white = self.outer[1..self.outer.len() - 1].iter().chain(&self.outer[..1]);
        side_by_side(black.copied().collect(), white.copied().collect())
    }

    /// Returns the same game with a capture at the end: Black fills the gap and the end, and captures White's chain.
    pub(super) fn long_capture(&self) -> Vec<Turn> {
        let mut turns = self.far_liberty();
        let end = self.outer[self.outer.len() - 1];
        turns.extend([Turn::Play(self.gap), Turn::Pass, Turn::Play(end)]);
        turns
    }

    /// Returns a game in which Black has the inner spiral and White has A1, and so reaches every empty point that Black reaches.
    pub(super) fn long_region(&self) -> Vec<Turn> {
        let mut turns = side_by_side(self.inner.clone(), self.outer[..1].to_vec());
        turns.extend([Turn::Pass, Turn::Pass]);
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::Reference;
    use superko_engine::referee::{Event, Transcript};
    use superko_game::Record;
    use superko_game::rules::Rules;

    #[test]
    fn spirals_reach_what_they_are_made_for_on_every_board() {
        for columns in 5..=25 {
            for rows in 5..=25 {
                let size = Size::new(columns, rows).unwrap();
                let spiral = Spiral::new(size).unwrap();
                assert!(2 * spiral.outer.len() >= size.point_count() - 4, "{size}");
                let games = [
                    (Event::Quiet, spiral.far_liberty()),
                    (Event::CaptureOneChain, spiral.long_capture()),
                    (Event::NeutralBoth, spiral.long_region()),
                ];
                for (event, turns) in games {
                    if size.point_count() > 60 {
                        // Games on larger boards are among the cases, which are all played.
                        continue;
                    }
                    let record = Record::new(size, Rules::default(), turns);
                    let transcript =
                        Transcript::replay(Reference::new(size, Rules::default()), record);
                    assert!(transcript.steps.iter().all(|step| step.turn.is_legal()), "{size}");
                    let last = transcript.steps.last().unwrap();
                    let ends = last.end.is_some_and(|(_, events)| events.contains(event));
                    assert!(ends || last.turn.events.contains(event), "{size}: {event}");
                }
            }
        }
    }
}
