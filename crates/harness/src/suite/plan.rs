//! The fixed suite as a list of parts: cases and short games in order, up to a number of round trips.
//!
//! The unit of work is a round trip: one question to an engine that is asked one question at a time. It is a
//! new game, a play, the legality of one turn, the board, the status, the score, an undo, or a generated
//! turn. Clocks are not used, so that the same boards and rules give the same plan everywhere.

mod generations;

use super::collisions;
use super::fixed::{self, Case};
use super::short_games::short_games;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt;
use std::ops::ControlFlow;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Form, Referee, Step, Transcript, UNDONE_WHEN_GENERATED};
use superko_game::rules::Rules;
use superko_game::{Record, Size};

/// The largest board, in points, on which all short games are tried.
const SHORT_GAMES_BOARD: usize = 9;

/// The longest short games, in turns.
const LONGEST_SHORT_GAME: usize = 12;

/// The number of round trips between two turns that the engine generates, which may take it long. After the first 5,500 round
/// trips, the number is twice as large.
const GENERATION_EVERY: usize = 275;

/// The smallest length, in turns, at which a case about a long history is tried on one board only.
const LONG_GAME: usize = 200;

/// The round trips to generate a turn, take back the turn before it, read the board, replay the turn taken back, and read the
/// board again.
const TAKEN_BACK: usize = 5;

/// The smallest board, in points, on which most games use only a small part.
const LARGE: usize = 81;

/// One in this many round trips is spent on short games, as long as any cases are left.
const SHORT_GAMES_SHARE: usize = 12;

/// The most round trips on each further board that is tested in brief, not counting the games that use much of the board.
const BRIEF: usize = 700;

/// A part of the fixed suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The kind of this part.
    pub kind: ItemKind,
    /// The largest number of round trips of this part. An engine that cannot answer some questions is asked fewer.
    pub round_trips: usize,
}

/// The kind of a part of the fixed suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A case.
    Case(Case),
    /// A case whose last turns are taken back and played again.
    Undo(Case),
    /// A case in which the engine is asked which turn it would play, instead of being given the last one.
    Generate(Case),
    /// A game whose last position has the same hash as an earlier one in some engine.
    Collision(Case),
    /// All games of one length on a small board.
    ShortGames(Size, Rules, usize),
}

impl Item {
    fn of(case: &Case, kind: impl Fn(Case) -> ItemKind) -> Item {
        Item { kind: kind(case.clone()), round_trips: case.round_trips(false) }
    }

    /// Makes a case with undo. `other_end` is the number of turns of another end of the game. They are played first, and
    /// taken back after the score.
    fn undone(case: &Case, other_end: usize) -> Item {
        let other_end = if other_end > 0 { 2 * other_end + 1 } else { 0 };
        let round_trips = case.round_trips(true) + other_end;
        Item { kind: ItemKind::Undo(case.clone()), round_trips }
    }

    fn generation(case: Case) -> Item {
        // The board, and the generated turn.
        let at_end = 2;
        let at_start = fixed::BEGINNING + fixed::EMPTY_BOARD;
        let turns = case.record.turns.len();
        // On a small board, the game is played again, a turn is generated, and the turn before it is taken back and replayed.
        let is_small = case.record.size().point_count() <= UNDONE_WHEN_GENERATED;
        let undone = if is_small && turns > 1 { turns + TAKEN_BACK } else { 0 };
        // The game is played once more, so that the engine both generates and plays a turn.
        let round_trips = at_start + 2 * turns + at_end + undone;
        Item { kind: ItemKind::Generate(case), round_trips }
    }

    /// Returns the case of this part, if any.
    pub fn of_case(&self) -> Option<&Case> {
        match &self.kind {
            ItemKind::Case(case)
            | ItemKind::Undo(case)
            | ItemKind::Generate(case)
            | ItemKind::Collision(case) => Some(case),
            ItemKind::ShortGames(..) => None,
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        match &self.kind {
            ItemKind::ShortGames(size, ..) => *size,
            ItemKind::Case(case)
            | ItemKind::Undo(case)
            | ItemKind::Generate(case)
            | ItemKind::Collision(case) => case.record.size(),
        }
    }

    /// Whether every observed legal turn is taken back and played again.
    pub fn undo(&self) -> bool {
        matches!(self.kind, ItemKind::Undo(_))
    }

    /// Whether the engine is asked which turn it would play.
    pub fn generates(&self) -> bool {
        matches!(self.kind, ItemKind::Generate(_))
    }

    /// Whether a pattern of `--only` matches this part, as in [`Case::matches`]. Cases with undo also match
    /// `undo`, and those with a generated turn match `generate`. Short games match `short-games` and their
    /// board.
    pub fn matches(&self, pattern: &str) -> bool {
        let is_of_kind = match &self.kind {
            ItemKind::Case(_) | ItemKind::Collision(_) => false,
            ItemKind::Undo(_) => pattern == Check::Undo.id(),
            ItemKind::Generate(_) => pattern == Check::Generate.id(),
            ItemKind::ShortGames(size, ..) => {
                pattern == "short-games" || pattern == format!("@{size}")
            }
        };
        is_of_kind
            || pattern == self.id()
            || self.of_case().is_some_and(|case| case.matches(pattern))
    }

    /// Returns the id: that of the case, with `undo:` or `generate:` before it if the part is about that, or
    /// `short-games.4@2x2`.
    pub fn id(&self) -> String {
        self.to_string()
    }

    /// Passes the games of this part to `visit`, until `visit` returns [`ControlFlow::Break`]. Each game was played by a
    /// referee from `make`.
    pub fn perform<R: Referee + Clone + Send + Sync + 'static>(
        &self,
        make: impl Fn(Size, Rules) -> R,
        visit: &mut dyn FnMut(Transcript) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.kind {
            ItemKind::Case(case) | ItemKind::Undo(case) | ItemKind::Collision(case) => {
                let Record { setup, .. } = &case.record;
                visit(case.transcript(make(setup.size(), setup.rules)))
            }
            ItemKind::Generate(case) => {
                let record = case.record.clone();
                let referee = make(record.size(), record.rules());
                visit(Transcript::generating(referee, record).looking_at(|_| false))
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
            ItemKind::Generate(case) => write!(f, "generate:{case}"),
            ItemKind::ShortGames(size, _, length) => write!(f, "short-games.{length}@{size}"),
        }
    }
}

/// Returns the fixed suite for some boards, up to a number of round trips.
///
/// The parts that detect most per round trip come first: a part not yet tried on any board comes before one not yet tried on this
/// board. One round trip in twelve is for short games, shortest first. One in 275, later one in 550, is for a turn that the
/// engine generates. A plan with a lower limit is the beginning of the plan with a higher one. `make` makes a referee at the
/// start of a game, to count the short games. If `stop` returns `true`, the result is unusable.
pub fn plan<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    limit: usize,
    sizes: &[Size],
    rules: Rules,
    stop: &dyn Fn() -> bool,
) -> Vec<Item> {
    let sizes_in_time = sizes.iter().take_while(|_| !stop());
    let cases = sizes_in_time.flat_map(|&size| fixed::cases(size, rules)).collect();
    plan_of(make, limit, sizes, rules, cases, stop)
}

/// Returns the plan for the given cases.
fn plan_of<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    limit: usize,
    sizes: &[Size],
    rules: Rules,
    cases: Vec<Case>,
    stop: &dyn Fn() -> bool,
) -> Vec<Item> {
    if stop() {
        return Vec::new();
    }
    let mut cases = ordered_cases(&make, sizes, rules, &cases, stop).into_iter();
    let mut games = ShortGames::new(&make, limit, sizes, rules, stop);
    let mut generations = generations::all(&make, sizes, rules, stop).into_iter();
    let mut generated = 0;
    let mut plan = Vec::new();
    let (mut spent, mut on_games) = (0, 0);
    let mut next_case = cases.next();
    let mut next_game = games.take(&make);
    while let Some(item) = match (&next_case, &next_game) {
        _ if spent >= generation_due(generated) && generations.len() > 0 => generations.next(),
        (Some(case), Some(game)) => {
            let due = SHORT_GAMES_SHARE * (on_games + game.round_trips)
                <= spent + case.round_trips + game.round_trips;
            if due { next_game.take() } else { next_case.take() }
        }
        (None, _) => next_game.take(),
        (_, None) => next_case.take(),
    } {
        if spent + item.round_trips > limit || stop() {
            break;
        }
        spent += item.round_trips;
        match item.kind {
            ItemKind::ShortGames(..) => {
                on_games += item.round_trips;
                next_game = games.take(&make);
            }
            ItemKind::Generate(_) => generated += 1,
            ItemKind::Case(_) | ItemKind::Undo(_) | ItemKind::Collision(_) => {
                next_case = cases.next();
            }
        }
        plan.push(item);
    }
    plan
}

/// Returns the fixed suite, followed by a brief part for each further board: the beginning of its fixed suite, and the first
/// games that use much of the board. The limit is for all parts, and the further boards get their share first. `stop` is as for
/// [`plan`].
pub fn plan_with_further<R: Referee + Clone>(
    make: impl Fn(Size, Rules) -> R,
    limit: usize,
    sizes: &[Size],
    further: &[Size],
    rules: Rules,
    stop: &dyn Fn() -> bool,
) -> Vec<Item> {
    let cases = further.iter().take_while(|_| !stop()).map(|&size| fixed::cases(size, rules));
    let (packed, cases): (Vec<_>, Vec<_>) =
        cases.map(|cases| cases.into_iter().partition::<Vec<Case>, _>(Case::is_packed)).unzip();
    let brief = further.iter().zip(cases);
    let brief = brief.flat_map(|(&size, cases)| plan_of(&make, BRIEF, &[size], rules, cases, stop));
    let packed = packed.iter().flatten().filter(|case| case.is_first_of_packed());
    let packed = packed.map(|case| Item::of(case, ItemKind::Case));
    let mut left = limit;
    let brief: Vec<Item> = brief
        .chain(packed)
        .map_while(|item| {
            left = left.checked_sub(item.round_trips)?;
            Some(item)
        })
        .collect();
    let mut all = plan(make, left, sizes, rules, stop);
    all.extend(brief);
    all
}

/// Returns the number of round trips after which the next turn is generated.
fn generation_due(generated: usize) -> usize {
    GENERATION_EVERY * (generated + generated.saturating_sub(20))
}

/// Returns the largest number of round trips of a game, without undo.
fn round_trips(transcript: &Transcript) -> usize {
    let step = |step: &Step| {
        let look = if step.look { fixed::LOOK } else { 0 };
        step.questions.len() + 1 + look + usize::from(step.end.is_some())
    };
    let at_start = if transcript.looks_at_start { fixed::EMPTY_BOARD } else { 0 };
    fixed::BEGINNING + at_start + transcript.steps.iter().map(step).sum::<usize>()
}

/// A purpose of a part: something to try, on any board or on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aim<'a> {
    /// A case.
    Case(&'a str),
    /// A game in which two positions have the same hash in some engine.
    Collision(&'a str),
    /// An event.
    Event(Event),
    /// A check.
    Check(Check),
    /// Telling the rule set from another one, in a form.
    Apart(usize, Form),
    /// Undo after an event.
    Undo(Event),
    /// Undo of another end of the game.
    OtherEnd,
    /// Remembering a position over this many turns, in a case.
    History(usize, &'a str),
    /// A game that uses much of a board; `true` for one of the most effective ones on a large board.
    Packed(&'a str, bool),
    /// A board.
    Board,
}

/// Returns the value of an aim that was not tried on any board yet.
fn worth(aim: Aim<'_>) -> usize {
    match aim {
        // The game is long, and many engines omit the starting position from their history.
        Aim::Event(Event::RepeatInitial) => 36,
        Aim::Check(_) | Aim::Event(_) | Aim::OtherEnd => 8,
        Aim::Case(_) | Aim::Apart(..) | Aim::Undo(_) => 4,
        // The games are long, but only they show collisions.
        Aim::Collision(_) => 16,
        Aim::History(..=100, _) => 60,
        Aim::History(..=500, _) => 100,
        Aim::History(..) => 8,
        Aim::Board | Aim::Packed(..) => 0,
    }
}

/// Returns the value of an aim that was not tried on this board yet.
fn worth_here(aim: Aim<'_>) -> usize {
    match aim {
        Aim::Board => 8,
        Aim::Apart(..) | Aim::History(..) => 0,
        Aim::Packed(_, true) => 20,
        _ => 1,
    }
}

/// Returns the cases of all boards, each with undo and without, in the order in which they detect most per round trip.
fn ordered_cases<R: Referee>(
    make: impl Fn(Size, Rules) -> R,
    sizes: &[Size],
    rules: Rules,
    cases: &[Case],
    stop: &dyn Fn() -> bool,
) -> Vec<Item> {
    let others: Vec<Rules> = Rules::repetition_and_suicide().collect();
    let collisions: Vec<Case> =
        sizes.iter().flat_map(|&size| collisions::cases(size, rules)).collect();
    let collide = |case| (Item::of(case, ItemKind::Collision), vec![Aim::Collision(&case.name)]);
    let candidates: Vec<Candidate<'_>> = cases
        .iter()
        .take_while(|_| !stop())
        .flat_map(|case| {
            let is_about_undo = case.event != Event::HashCollision && !case.is_packed();
            let undone = is_about_undo.then(|| with_undo(&make, case));
            [(Item::of(case, ItemKind::Case), aims(case, &others))].into_iter().chain(undone)
        })
        .chain(collisions.iter().map(collide))
        .collect();
    most_valuable_first(&candidates, stop)
}

/// An item, with its aims.
type Candidate<'a> = (Item, Vec<Aim<'a>>);

/// Returns items so that the next one always has the most value per round trip, given the aims tried before. Items whose aims
/// were all tried on their board are left out.
fn most_valuable_first(candidates: &[Candidate<'_>], stop: &dyn Fn() -> bool) -> Vec<Item> {
    let mut tried: BTreeSet<Aim<'_>> = BTreeSet::new();
    let mut tried_here: BTreeSet<(Size, Aim<'_>)> = BTreeSet::new();
    let value = |place: usize, tried: &BTreeSet<_>, tried_here: &BTreeSet<_>| {
        let (item, aims) = &candidates[place];
        let size = item.size();
        let new = aims.iter().filter(|aim| !tried.contains(*aim)).map(|&aim| worth(aim));
        let here = aims.iter().filter(|&&aim| !tried_here.contains(&(size, aim)));
        let total = new.sum::<usize>() + here.map(|&aim| worth_here(aim)).sum::<usize>();
        // Among equals, the earlier one comes first: by board, then by case.
        (total * 1_000_000 / item.round_trips, Reverse(place))
    };
    // The value of an item only decreases. So the item at the top of the heap is the best one, if its value has not changed.
    let mut heap: BinaryHeap<(usize, Reverse<usize>)> =
        (0..candidates.len()).map(|place| value(place, &tried, &tried_here)).collect();
    let mut order = Vec::new();
    while let Some((known, Reverse(place))) = heap.pop() {
        if stop() {
            break;
        }
        let now = value(place, &tried, &tried_here);
        if now.0 == 0 {
            // All its aims were tried on this board.
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

/// Returns a case with undo, and its aims. Undo is an aim of its own, because an engine that cannot undo shows nothing else here.
fn with_undo<R: Referee>(make: impl Fn(Size, Rules) -> R, case: &Case) -> (Item, Vec<Aim<'_>>) {
    let mut aims = vec![Aim::Check(Check::Undo), Aim::Undo(case.event)];
    let mut turns = 0;
    if case.check() == Check::Score {
        let transcript = case.transcript(make(case.record.size(), case.record.rules()));
        if let Some((_, other_end)) = transcript.other_end() {
            turns = other_end.len();
            aims.push(Aim::OtherEnd);
        }
    }
    (Item::undone(case, turns), aims)
}

/// Returns the aims of a case.
fn aims<'a>(case: &'a Case, others: &[Rules]) -> Vec<Aim<'a>> {
    let history = case.history();
    let history = history.map(|turns| Aim::History(turns, &case.name));
    // A long history is equally long on every board.
    if let Some(history) = history.filter(|_| case.record.turns.len() >= LONG_GAME) {
        return vec![history];
    }
    if case.is_packed() {
        let is_large = case.record.size().point_count() >= LARGE;
        return vec![Aim::Packed(&case.name, is_large && case.is_first_of_packed())];
    }
    let mut aims = vec![
        Aim::Board,
        Aim::Case(&case.name),
        Aim::Event(case.event),
        Aim::Check(case.check()),
        Aim::Check(Check::Legality),
    ];
    aims.extend(history);
    for (place, &rules) in others.iter().enumerate() {
        let apart = [(rules, case.record.rules()), (case.record.rules(), rules)];
        let forms = apart.iter().filter_map(|&(strict, lenient)| case.apart(strict, lenient));
        aims.extend(forms.map(|form| Aim::Apart(place, form)));
    }
    aims
}

/// All short games of the small boards. On each board, shorter games come first. Across boards, the part with the fewest round
/// trips comes first.
struct ShortGames<'a> {
    /// The next part of each board, with the length of its games.
    next: Vec<(Size, usize, Item)>,
    rules: Rules,
    limit: usize,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> ShortGames<'a> {
    fn new<R: Referee + Clone>(
        make: impl Fn(Size, Rules) -> R,
        limit: usize,
        sizes: &[Size],
        rules: Rules,
        stop: &'a dyn Fn() -> bool,
    ) -> ShortGames<'a> {
        let mut games = ShortGames { next: Vec::new(), rules, limit, stop };
        for &size in sizes.iter().filter(|size| size.point_count() <= SHORT_GAMES_BOARD) {
            games.add(&make, size, 0);
        }
        games
    }

    /// Takes the next part, and adds the games of this board that are one turn longer.
    fn take<R: Referee + Clone>(&mut self, make: impl Fn(Size, Rules) -> R) -> Option<Item> {
        let cost = |(size, length, item): &(Size, usize, Item)| (item.round_trips, *length, *size);
        let place = (0..self.next.len()).min_by_key(|&place| cost(&self.next[place]))?;
        let (size, length, item) = self.next.swap_remove(place);
        if item.round_trips <= self.limit && length < LONGEST_SHORT_GAME {
            self.add(make, size, length + 1);
        }
        Some(item)
    }

    /// Counts the round trips of the games of a length, up to the limit.
    fn add<R: Referee + Clone>(
        &mut self,
        make: impl Fn(Size, Rules) -> R,
        size: Size,
        length: usize,
    ) {
        let (limit, mut total) = (self.limit, 0);
        let _ = short_games(make, size, self.rules, length, &mut |transcript| {
            total += round_trips(&transcript);
            match total > limit || (self.stop)() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if total > 0 {
            let kind = ItemKind::ShortGames(size, self.rules, length);
            self.next.push((size, length, Item { kind, round_trips: total }));
        }
    }
}

#[cfg(test)]
mod tests;
