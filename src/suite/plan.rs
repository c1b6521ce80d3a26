//! The fixed suite as a list of work: which cases and which short games, in which order, for how many questions.
//!
//! An amount of work is a number of round trips, each a question to an engine that is asked one at a time: a play, the
//! legality of one turn, the board, the status, the score, an undo. No clock is asked, so that the same plan comes of
//! the same boards and rules everywhere.

use super::collisions;
use super::fixed::{self, Case};
use super::short_games::short_games;
use crate::check::Check;
use crate::game::{Record, Size};
use crate::referee::{Event, Form, Referee, Step, Transcript};
use crate::rules::Rules;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt;
use std::ops::ControlFlow;

/// The largest board of which all short games are tried.
const SHORT_GAMES_BOARD: usize = 9;

/// The longest games of which all are tried.
const LONGEST_SHORT_GAME: usize = 12;

/// Of so many round trips one is spent on short games, as long as there are cases.
const SHORT_GAMES_SHARE: usize = 3;

/// A part of the fixed suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// How many round trips it takes at the most: an engine that cannot say something is asked less.
    pub round_trips: usize,
}

/// What a part of the fixed suite is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// A case.
    Case(Case),
    /// A case of which the last turns are taken back and played again.
    Undo(Case),
    /// A game whose last position has the hash of an earlier one in some engine.
    Collision(Case),
    /// All games of a length on a small board.
    ShortGames(Size, Rules, usize),
}

impl Item {
    fn collision(case: Case) -> Item {
        let round_trips = case.round_trips(false);
        Item { kind: ItemKind::Collision(case), round_trips }
    }

    fn case(case: &Case, undo: bool) -> Item {
        let round_trips = case.round_trips(undo);
        let case = case.clone();
        Item { kind: if undo { ItemKind::Undo(case) } else { ItemKind::Case(case) }, round_trips }
    }

    /// The board.
    pub fn size(&self) -> Size {
        match &self.kind {
            ItemKind::Case(case) | ItemKind::Undo(case) | ItemKind::Collision(case) => {
                case.record.size()
            }
            ItemKind::ShortGames(size, ..) => *size,
        }
    }

    /// Whether every legal turn that is looked at is taken back and played again.
    pub fn undo(&self) -> bool {
        matches!(self.kind, ItemKind::Undo(_))
    }

    /// Whether a pattern, as `--only` takes it, means it: as of [`Case::matches`]; cases with undo by `undo` too; short
    /// games by `short-games` and by their board.
    pub fn matches(&self, pattern: &str) -> bool {
        match &self.kind {
            ItemKind::Case(case) | ItemKind::Collision(case) => case.matches(pattern),
            ItemKind::Undo(case) => {
                pattern == Check::Undo.id() || pattern == self.id() || case.matches(pattern)
            }
            ItemKind::ShortGames(size, ..) => {
                pattern == "short-games" || pattern == format!("@{size}") || pattern == self.id()
            }
        }
    }

    /// Its id: that of the case, `undo:` and that of the case, or `short-games.4@2x2`.
    pub fn id(&self) -> String {
        self.to_string()
    }

    /// Hands out its games, played through by a referee that `make` makes, until it is told to stop.
    pub fn perform<R: Referee + Clone>(
        &self,
        make: impl Fn(Size, Rules) -> R,
        visit: &mut dyn FnMut(Transcript) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.kind {
            ItemKind::Case(case) | ItemKind::Undo(case) | ItemKind::Collision(case) => {
                let Record { setup, .. } = &case.record;
                visit(case.transcript(make(setup.size(), setup.rules)))
            }
            &ItemKind::ShortGames(size, rules, length) => {
                short_games(make, size, rules, length, visit)
            }
        }
    }
}

/// Writes the id.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ItemKind::Case(case) | ItemKind::Collision(case) => case.fmt(f),
            ItemKind::Undo(case) => write!(f, "undo:{case}"),
            ItemKind::ShortGames(size, _, length) => write!(f, "short-games.{length}@{size}"),
        }
    }
}

/// The fixed suite for some boards, as far as it goes in so many round trips.
///
/// What tells most per question comes first: what has not been tried on any board before what has not been tried on this
/// one. One question in three is for short games, from the shortest on. A plan with a lower limit is the beginning of the
/// plan with a higher one. `make` makes a referee at the beginning of a game; it counts the short games.
pub fn plan<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    limit: usize,
    sizes: &[Size],
    rules: Rules,
) -> Vec<Item> {
    let mut cases = ordered_cases(sizes, rules).into_iter();
    let mut games = ShortGames::new(&make, limit, sizes, rules);
    let mut plan = Vec::new();
    let (mut spent, mut on_games) = (0, 0);
    let mut next_case = cases.next();
    let mut next_game = games.take(&make);
    while let Some(item) = match (&next_case, &next_game) {
        (Some(case), Some(game)) => {
            let due = SHORT_GAMES_SHARE * (on_games + game.round_trips)
                <= spent + case.round_trips + game.round_trips;
            if due { next_game.take() } else { next_case.take() }
        }
        (None, _) => next_game.take(),
        (_, None) => next_case.take(),
    } {
        if spent + item.round_trips > limit {
            break;
        }
        spent += item.round_trips;
        if let ItemKind::ShortGames(..) = item.kind {
            on_games += item.round_trips;
            next_game = games.take(&make);
        } else {
            next_case = cases.next();
        }
        plan.push(item);
    }
    plan
}

/// How many round trips a game takes at the most, without undo.
fn round_trips(transcript: &Transcript) -> usize {
    let step = |step: &Step| {
        step.questions.len() + 1 + 2 * usize::from(step.look) + usize::from(step.end.is_some())
    };
    let at_start = 2;
    at_start + transcript.steps.iter().map(step).sum::<usize>()
}

/// Something that is tried, on any board or on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aim<'a> {
    /// A case.
    Case(&'a str),
    /// An event.
    Event(Event),
    /// A check.
    Check(Check),
    /// To be told from another rule set, in a form.
    Apart(usize, Form),
    /// Undo after an event.
    Undo(Event),
    /// A board.
    Board,
}

/// What it is worth to try something that was not tried on any board.
fn worth(aim: Aim<'_>) -> usize {
    match aim {
        Aim::Check(_) | Aim::Event(_) => 8,
        Aim::Case(_) | Aim::Apart(..) | Aim::Undo(_) => 4,
        Aim::Board => 0,
    }
}

/// Whether it is tried on each board once more.
fn worth_here(aim: Aim<'_>) -> usize {
    match aim {
        Aim::Board => 8,
        Aim::Apart(..) => 0,
        _ => 1,
    }
}

/// The cases of all boards, each with undo and without, in the order in which they tell most per round trip.
fn ordered_cases(sizes: &[Size], rules: Rules) -> Vec<Item> {
    let cases: Vec<Case> = sizes.iter().flat_map(|&size| fixed::cases(size, rules)).collect();
    let others: Vec<Rules> = Rules::all().collect();
    let collisions: Vec<Case> =
        sizes.iter().flat_map(|&size| collisions::cases(size, rules)).collect();
    let collide = |case| (Item::collision(Case::clone(case)), vec![Aim::Case(&case.name)]);
    let candidates: Vec<(Item, Vec<Aim<'_>>)> = cases
        .iter()
        .flat_map(|case| [false, true].map(|undo| (case, undo)))
        .map(|(case, undo)| (Item::case(case, undo), aims(case, undo, &others)))
        .chain(collisions.iter().map(collide))
        .collect();
    let mut tried: BTreeSet<Aim<'_>> = BTreeSet::new();
    let mut tried_here: BTreeSet<(Size, Aim<'_>)> = BTreeSet::new();
    let value = |place: usize, tried: &BTreeSet<_>, tried_here: &BTreeSet<_>| {
        let (item, aims) = &candidates[place];
        let size = item.size();
        let new = aims.iter().filter(|aim| !tried.contains(*aim)).map(|&aim| worth(aim));
        let here = aims.iter().filter(|&&aim| !tried_here.contains(&(size, aim)));
        let total = new.sum::<usize>() + here.map(|&aim| worth_here(aim)).sum::<usize>();
        // Among equals, the smaller board and the order of the cases.
        (total * 1_000_000 / item.round_trips, Reverse(place))
    };
    // What an item is worth only sinks, so that the best of the heap is the best if its worth is still what it was.
    let mut heap: BinaryHeap<(usize, Reverse<usize>)> =
        (0..candidates.len()).map(|place| value(place, &tried, &tried_here)).collect();
    let mut order = Vec::new();
    while let Some((known, Reverse(place))) = heap.pop() {
        let now = value(place, &tried, &tried_here);
        if now.0 == 0 {
            // Everything of it was tried on this board.
            continue;
        }
        if now.0 < known {
            heap.push(now);
            continue;
        }
        let (item, aims) = &candidates[place];
        tried.extend(aims);
        tried_here.extend(aims.iter().map(|&aim| (item.size(), aim)));
        order.push(item.clone());
    }
    order
}

/// What a case tries. Undo is tried for itself, for an engine that cannot undo shows nothing else then.
fn aims<'a>(case: &'a Case, undo: bool, others: &[Rules]) -> Vec<Aim<'a>> {
    if undo {
        return vec![Aim::Check(Check::Undo), Aim::Undo(case.event)];
    }
    let mut aims = vec![
        Aim::Board,
        Aim::Case(&case.name),
        Aim::Event(case.event),
        Aim::Check(case.check()),
        Aim::Check(Check::Legality),
    ];
    for (place, &rules) in others.iter().enumerate() {
        let apart = [(rules, case.record.rules()), (case.record.rules(), rules)];
        let forms = apart.iter().filter_map(|&(strict, lenient)| case.apart(strict, lenient));
        aims.extend(forms.map(|form| Aim::Apart(place, form)));
    }
    aims
}

/// All short games of the boards that are small enough. Of each board the shorter ones come before the longer, and of
/// what comes next on all boards that which takes the fewest round trips.
struct ShortGames {
    next: Vec<(Size, usize, Item)>,
    rules: Rules,
    limit: usize,
}

impl ShortGames {
    fn new<R: Referee + Clone>(
        make: impl Fn(Size, Rules) -> R,
        limit: usize,
        sizes: &[Size],
        rules: Rules,
    ) -> ShortGames {
        let mut games = ShortGames { next: Vec::new(), rules, limit };
        for &size in sizes.iter().filter(|size| size.point_count() <= SHORT_GAMES_BOARD) {
            games.add(&make, size, 0);
        }
        games
    }

    /// Takes the next ones.
    fn take<R: Referee + Clone>(&mut self, make: impl Fn(Size, Rules) -> R) -> Option<Item> {
        let cost = |(size, length, item): &(Size, usize, Item)| (item.round_trips, *length, *size);
        let place = (0..self.next.len()).min_by_key(|&place| cost(&self.next[place]))?;
        let (size, length, item) = self.next.swap_remove(place);
        if item.round_trips <= self.limit && length < LONGEST_SHORT_GAME {
            self.add(make, size, length + 1);
        }
        Some(item)
    }

    /// Counts the games of a length, as far as they are within the limit.
    fn add<R: Referee + Clone>(
        &mut self,
        make: impl Fn(Size, Rules) -> R,
        size: Size,
        length: usize,
    ) {
        let (limit, mut total) = (self.limit, 0);
        let _ = short_games(make, size, self.rules, length, &mut |transcript| {
            total += round_trips(&transcript);
            if total <= limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if total > 0 {
            let kind = ItemKind::ShortGames(size, self.rules, length);
            self.next.push((size, length, Item { kind, round_trips: total }));
        }
    }
}

#[cfg(test)]
mod tests;
