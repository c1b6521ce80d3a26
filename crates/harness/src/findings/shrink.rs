//! Shortens a record as far as it still shows a finding.

use std::collections::{BTreeSet, HashSet};
use superko_engine::shorten::{Blocks, leave_out};
use superko_game::{Point, Position, Record, Settlement, Setup, Size, Turn};

/// A limit on the work of shrinking. It is an amount of work, not a time, so that the result is the same on
/// every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The largest number of records to try.
    pub tries: usize,
    /// The largest number of turns to try, over all records.
    pub turns: usize,
}

/// The largest number of turns, over all candidates that cannot show the finding, that cost no effort.
const MOST_SPARED: usize = 200_000;

/// The largest number of games of one length to try at the end, all on the points of the record.
const MOST_SHORTER: usize = 2_500;

/// Two turns are dropped together only if they are less than this many turns apart.
const PAIR_DISTANCE: usize = 40;

/// Shrinks a record: fewer turns first, then a smaller board.
///
/// `shows` tries a candidate. If the candidate still shows the finding, `shows` returns it, cut off after the
/// turn that matters. Turns are dropped in blocks, alone and in pairs; plays become passes; columns and rows
/// are removed from the board; finally, for a short record, all shorter games on its own points are tried.
/// The result shows the finding, whatever `shows` is; it is the given record if no smaller one does.
pub fn shrink(
    record: Record,
    effort: Effort,
    shows: &mut dyn FnMut(&Record) -> Option<Record>,
) -> Record {
    shrink_among(record, effort, &|_| true, &|| false, shows)
}

/// Shrinks like [`shrink`], but first asks `may_show` whether a candidate can show the finding at all. A candidate that cannot
/// show it costs no effort, up to a limit. If `stop` returns `true`, returns the shortest record so far.
pub(super) fn shrink_among(
    record: Record,
    effort: Effort,
    may_show: &dyn Fn(&Record) -> bool,
    stop: &dyn Fn() -> bool,
    shows: &mut dyn FnMut(&Record) -> Option<Record>,
) -> Record {
    let tried = HashSet::new();
    let mut shrinking =
        Shrinking { best: record, effort, spared: MOST_SPARED, tried, may_show, stop, shows };
    loop {
        let before = measure(&shrinking.best);
        shrinking.drop_blocks();
        shrinking.drop_pairs();
        shrinking.plays_to_passes();
        shrinking.cut_board();
        if measure(&shrinking.best) == before && !shrinking.try_all_shorter() {
            return shrinking.best;
        }
    }
}

/// Returns the measure by which records are compared: the numbers of turns, of points of the board, and of plays.
pub fn measure(record: &Record) -> (usize, usize, usize) {
    let plays = record.turns.iter().filter(|&&turn| turn != Turn::Pass).count();
    (record.turns.len(), record.size().point_count(), plays)
}

/// A record that is being shortened.
struct Shrinking<'a> {
    /// The shortest record so far.
    best: Record,
    effort: Effort,
    /// The number of turns left for candidates that cost no effort.
    spared: usize,
    tried: HashSet<Record>,
    may_show: &'a dyn Fn(&Record) -> bool,
    stop: &'a dyn Fn() -> bool,
    shows: &'a mut dyn FnMut(&Record) -> Option<Record>,
}

impl Shrinking<'_> {
    /// Tries a candidate, and keeps it if it still shows the finding and is smaller. Returns whether it was kept.
    fn keep(&mut self, candidate: Record) -> bool {
        let Effort { tries, turns } = self.effort;
        if tries == 0 || turns == 0 || (self.stop)() || !self.tried.insert(candidate.clone()) {
            return false;
        }
        let length = candidate.turns.len().max(1);
        if let Some(spared) = self.spared.checked_sub(length)
            && !(self.may_show)(&candidate)
        {
            self.spared = spared;
            return false;
        }
        self.effort.tries -= 1;
        self.effort.turns = turns.saturating_sub(length);
        let Some(shown) = (self.shows)(&candidate) else { return false };
        let smaller = measure(&shown) < measure(&self.best);
        if smaller {
            self.best = shown;
        }
        smaller
    }

    fn with_turns(&self, turns: Vec<Turn>) -> Record {
        Record { turns, ..self.best.clone() }
    }

    /// Drops blocks of turns, large ones first, down to single turns.
    fn drop_blocks(&mut self) {
        let blocks = Blocks { first: 0, last: 0, overlap: true };
        leave_out(self.best.turns.clone(), blocks, &mut |turns| {
            self.keep(self.with_turns(turns)).then(|| self.best.turns.clone())
        });
    }

    /// Drops two turns at once. The turns between them change players, and the later ones do not.
    fn drop_pairs(&mut self) {
        let mut first = 0;
        while first < self.best.turns.len() {
            let last = (first + PAIR_DISTANCE).min(self.best.turns.len());
            let dropped = (first + 1..last).any(|second| {
                let mut turns = self.best.turns.clone();
                turns.remove(second);
                turns.remove(first);
                self.keep(self.with_turns(turns))
            });
            if !dropped {
                first += 1;
            }
        }
    }

    fn plays_to_passes(&mut self) {
        for place in 0..self.best.turns.len() {
            if place < self.best.turns.len() && self.best.turns[place] != Turn::Pass {
                let mut turns = self.best.turns.clone();
                turns[place] = Turn::Pass;
                self.keep(self.with_turns(turns));
            }
        }
    }

    /// Removes columns and rows, together and one by one, with the plays there.
    fn cut_board(&mut self) {
        loop {
            let (columns, rows) = (self.best.size().columns(), self.best.size().rows());
            let mut cuts = (0..columns)
                .flat_map(|c| (0..rows).map(move |r| (Some(c), Some(r))))
                .chain((0..columns).map(|c| (Some(c), None)))
                .chain((0..rows).map(|r| (None, Some(r))));
            let is_cut = cuts.any(|(column, row)| {
                CutPlay::ALL.into_iter().any(|play| {
                    without(&self.best, column, row, play).is_some_and(|record| self.keep(record))
                })
            });
            if !is_cut {
                return;
            }
        }
    }

    /// Tries every shorter game on the points of the record, if they are not too many. Returns whether one was kept.
    fn try_all_shorter(&mut self) -> bool {
        let alphabet: BTreeSet<Turn> =
            self.best.turns.iter().copied().chain([Turn::Pass]).collect();
        let alphabet: Vec<Turn> = alphabet.into_iter().collect();
        for length in 1..self.best.turns.len() {
            let games = u32::try_from(length).ok().and_then(|l| alphabet.len().checked_pow(l));
            if games.is_none_or(|games| games > self.effort.tries.min(MOST_SHORTER)) {
                return false;
            }
            for number in 0..games.unwrap_or_default() {
                let turns = (0..length as u32)
                    .map(|place| alphabet[number / alphabet.len().pow(place) % alphabet.len()])
                    .collect();
                if self.keep(self.with_turns(turns)) {
                    return true;
                }
            }
        }
        false
    }
}

/// What becomes of a play at a point that is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CutPlay {
    /// The play is dropped.
    Dropped,
    /// The play is dropped with a pass right after it. Without such a pass, the play becomes a pass. The other turns keep
    /// their players.
    WithNextPass,
    /// The play is dropped with a pass right before it. Without such a pass, the play becomes a pass.
    WithPassBefore,
    /// The play becomes a pass.
    Passed,
}

impl CutPlay {
    const ALL: [CutPlay; 4] =
        [CutPlay::Dropped, CutPlay::WithNextPass, CutPlay::WithPassBefore, CutPlay::Passed];
}

/// Returns the record on a board with a column, a row or both removed.
fn without(record: &Record, column: Option<u8>, row: Option<u8>, play: CutPlay) -> Option<Record> {
    let columns = record.size().columns() - u8::from(column.is_some());
    let rows = record.size().rows() - u8::from(row.is_some());
    let size = Size::new(columns, rows).ok()?;
    let shift = |place: u8, cut: Option<u8>| place - u8::from(cut.is_some_and(|c| c < place));
    let moved = |point: Point| {
        let cut = column == Some(point.column()) || row == Some(point.row());
        let shifted = || size.point(shift(point.column(), column), shift(point.row(), row));
        (!cut).then(shifted).flatten()
    };
    let mut position = Position::empty(size);
    for point in record.size().points() {
        if let Some(moved) = moved(point) {
            position[moved] = record.setup.position[point];
        }
    }
    if position.without_liberty().is_some() {
        return None;
    }
    let mut turns = Vec::with_capacity(record.turns.len());
    let mut rest = record.turns.iter().peekable();
    while let Some(&turn) = rest.next() {
        match turn.point().map(moved) {
            None => turns.push(Turn::Pass),
            Some(Some(point)) => turns.push(Turn::Play(point)),
            Some(None) if play == CutPlay::Dropped => {}
            Some(None)
                if play == CutPlay::WithNextPass && rest.next_if_eq(&&Turn::Pass).is_some() => {}
            Some(None) if play == CutPlay::WithPassBefore && turns.last() == Some(&Turn::Pass) => {
                turns.pop();
            }
            Some(None) => turns.push(Turn::Pass),
        }
    }
    let setup = Setup { position, ..record.setup.clone() };
    let settlement = match &record.settlement {
        Settlement::Agreed(points) => {
            Settlement::Agreed(points.iter().filter_map(|&point| moved(point)).collect())
        }
        other => other.clone(),
    };
    Some(Record { setup, turns, settlement })
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::RecordText;

    fn record(text: &str) -> Record {
        text.parse::<RecordText>().unwrap().record
    }

    const EFFORT: Effort = Effort { tries: 10_000, turns: usize::MAX };

    #[test]
    fn what_does_not_matter_is_dropped() {
        let long = record("5x5 aga: A1, B2, C3, pass, D4, E5, A2, C3, B1, pass");
        // The finding: the center point is played a second time.
        let shrunk = shrink(long, EFFORT, &mut |candidate| {
            let center = (candidate.size().columns() / 2, candidate.size().rows() / 2);
            let again = |&(_, turn): &(usize, &Turn)| {
                turn.point().is_some_and(|p| (p.column(), p.row()) == center)
            };
            let (end, _) = candidate.turns.iter().enumerate().filter(again).nth(1)?;
            Some(Record { turns: candidate.turns[..=end].to_vec(), ..candidate.clone() })
        });
        assert_eq!(shrunk, record("1x1 aga: A1, A1"));
    }

    #[test]
    fn nothing_smaller_leaves_the_record_as_it_is() {
        let given = record("2x2 aga: A1, B2");
        assert_eq!(shrink(given.clone(), EFFORT, &mut |_| None), given);
        // A record as large as the given one is not smaller.
        let other = record("2x2 aga: B2, A1");
        assert_eq!(shrink(given.clone(), EFFORT, &mut |_| Some(other.clone())), given);
    }

    #[test]
    fn fewer_turns_come_before_fewer_points_and_those_before_fewer_plays() {
        let records = ["2x1 aga: pass", "2x1 aga: A1", "2x2 aga: pass", "1x1 aga: pass, pass"];
        let measures = records.map(|text| measure(&record(text)));
        assert_eq!(measures, [(1, 2, 0), (1, 2, 1), (1, 4, 0), (2, 1, 0)]);
        assert!(measures.is_sorted());
    }

    /// Shrinks a record of a finding that shows only on this board. Returns the turns left, and the number of records tried.
    fn kept(text: &str, effort: Effort, shows: impl Fn(&[Turn]) -> bool) -> (String, usize) {
        let given = record(text);
        let (size, mut tried) = (given.size(), HashSet::new());
        let shrunk = shrink(given, effort, &mut |candidate| {
            assert!(tried.insert(candidate.clone()), "{candidate:?} is tried twice");
            (candidate.size() == size && shows(&candidate.turns)).then(|| candidate.clone())
        });
        let turns: Vec<String> = shrunk.turns.iter().map(Turn::to_string).collect();
        (turns.join(" "), tried.len())
    }

    #[test]
    fn an_effort_has_an_end() {
        let text = "3x3 aga: A1, B1, C1, A2, B2, C2";
        for tries in 0..4 {
            let (turns, tried) = kept(text, Effort { tries, ..EFFORT }, |_| false);
            assert_eq!((turns.as_str(), tried), ("A1 B1 C1 A2 B2 C2", tries));
        }
        // Halves first: a record of three turns, then the one that begins two turns later.
        for (turns, records) in [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)] {
            let (_, tried) = kept(text, Effort { turns, ..EFFORT }, |_| false);
            assert_eq!(tried, records, "{turns} turns");
        }
        assert_eq!(kept(text, EFFORT, |_| true).0, "");
    }

    #[test]
    fn blocks_are_dropped_before_single_turns() {
        let long = format!("2x2 aga: {}A1{}", "pass, ".repeat(511), ", pass".repeat(512));
        let [a1] = record("2x2 aga: A1").turns[..] else { unreachable!() };
        let (turns, tried) = kept(&long, EFFORT, |turns| turns.contains(&a1));
        assert_eq!(turns, "A1");
        assert!(tried < 100, "{tried} records were tried for 1024 turns");
    }

    #[test]
    fn a_block_is_dropped_wherever_it_stands() {
        let given = "3x3 aga: A1, B1, C1, A2, B2, C2, A3";
        let turns = record(given).turns;
        // Blocks of three, half their length apart.
        for start in [0, 2, 4] {
            let mut rest = turns.clone();
            rest.drain(start..start + 3);
            let names: Vec<String> = rest.iter().map(Turn::to_string).collect();
            let (kept, _) = kept(given, EFFORT, |turns| turns == rest);
            assert_eq!(kept, names.join(" "));
        }
    }

    #[test]
    fn two_turns_that_stand_apart_are_dropped_together() {
        for apart in [2, 39, 40] {
            let given = format!("2x2 aga: B2, A1{}, A1, B1", ", pass".repeat(apart - 1));
            let mut without = record(&given).turns;
            without.retain(|turn| turn.to_string() != "A1");
            let (turns, _) = kept(&given, EFFORT, |turns| turns == without);
            assert_eq!(!turns.contains("A1"), apart < 40, "{apart} turns apart");
        }
    }

    #[test]
    fn plays_become_passes() {
        let three = |turns: &[Turn]| turns.len() == 3 && turns[1] != Turn::Pass;
        let (turns, _) = kept("2x2 aga: A1, B1, A2", EFFORT, three);
        assert_eq!(turns, "pass B1 pass");
    }

    #[test]
    fn all_shorter_games_are_tried_if_they_are_few() {
        // Dropping turns does not change their order.
        let (turns, _) =
            kept("2x2 aga: B1, A1, pass", EFFORT, |turns| turns == record("2x2 aga: A1, B1").turns);
        assert_eq!(turns, "A1 B1");
        // The points and the pass make 2,500 games of two turns; with one point more there are too many.
        for (size, found) in [("7x7", true), ("10x5", false)] {
            let size: Size = size.parse().unwrap();
            let points: Vec<String> = size.points().map(|point| point.to_string()).collect();
            let given = format!("{size} aga: {}", points.join(", "));
            let backward = record(&format!("{size} aga: {}, {}", points[40], points[9])).turns;
            let (turns, _) = kept(&given, EFFORT, |turns| turns == backward);
            assert_eq!(turns == format!("{} {}", points[40], points[9]), found, "{size}");
        }
        let few = Effort { tries: 30, ..EFFORT };
        let (_, tried) = kept("2x2 aga: B1, A1, pass", few, |_| false);
        assert!(tried <= 30);
    }

    #[test]
    fn what_cannot_show_it_costs_no_effort() {
        let given = record("5x1 aga: A1, B1, C1, D1, E1");
        let first = given.turns[0];
        let two = Effort { tries: 2, ..EFFORT };
        let has_first = |candidate: &Record| candidate.turns.contains(&first);
        let mut odd = |candidate: &Record| {
            (has_first(candidate) && candidate.turns.len() % 2 == 1).then(|| candidate.clone())
        };
        // The first candidate lacks the first turn.
        assert_eq!(shrink(given.clone(), two, &mut odd).turns.len(), 3);
        assert_eq!(shrink_among(given, two, &has_first, &|| false, &mut odd).turns, [first]);
        // If shrinking is stopped, the record stays as it is.
        let given = record("5x1 aga: A1, B1, C1, D1, E1");
        assert_eq!(shrink_among(given.clone(), two, &has_first, &|| true, &mut odd), given);
    }

    #[test]
    fn a_board_filled_by_one_player_shrinks_to_the_smallest() {
        let long = record(
            "4x4 aga: A1, pass, B1, pass, C1, pass, D1, pass, A2, pass, B2, pass, C2, pass, D2, pass, A3, pass, B3, pass, \
             C3, pass, D3, pass, A4, pass, B4, pass, C4, pass, D4",
        );
        // The finding: only the first player plays, and fills a square board of two rows or more.
        let shrunk = shrink(long, EFFORT, &mut |candidate| {
            let black: BTreeSet<Turn> = candidate.turns.iter().step_by(2).copied().collect();
            let size = candidate.size();
            let square = size.columns() == size.rows() && size.rows() > 1;
            let fills = size.points().all(|point| black.contains(&Turn::Play(point)));
            let passes = candidate.turns.iter().skip(1).step_by(2).all(|&turn| turn == Turn::Pass);
            (square && fills && passes).then(|| candidate.clone())
        });
        assert_eq!(shrunk, record("2x2 aga: A1, pass, B1, pass, A2, pass, B2"));
    }

    #[test]
    fn columns_and_rows_are_taken_out() {
        let given = record("4x3 aga: A1, B2, C3, D2, pass");
        let cut = |column, row, play| without(&given, column, row, play).unwrap();
        assert_eq!(cut(Some(1), None, CutPlay::Dropped), record("3x3 aga: A1, B3, C2, pass"));
        assert_eq!(cut(Some(1), None, CutPlay::Passed), record("3x3 aga: A1, pass, B3, C2, pass"));
        assert_eq!(cut(None, Some(1), CutPlay::Dropped), record("4x2 aga: A1, C2, pass"));
        assert_eq!(
            cut(Some(3), Some(0), CutPlay::Passed),
            record("3x2 aga: pass, B1, C2, pass, pass")
        );
        assert_eq!(cut(Some(3), None, CutPlay::WithNextPass), record("3x3 aga: A1, B2, C3"));
        assert_eq!(
            cut(Some(1), None, CutPlay::WithNextPass),
            record("3x3 aga: A1, pass, B3, C2, pass")
        );
        let called = record("3x3 aga: A1, pass, C3, pass, pass, C2");
        assert_eq!(
            without(&called, Some(2), None, CutPlay::WithPassBefore),
            Some(record("2x3 aga: A1, pass"))
        );
        assert_eq!(without(&record("1x2 aga: A1"), Some(0), None, CutPlay::Dropped), None);
    }
}
