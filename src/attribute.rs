//! Which sentence a disagreement breaks, judged from the two testimonies, the position and the game so far.

use crate::event::{Event, Events};
use crate::referee::{Judgement, Refusal};
use crate::sentence::Sentence;
use crate::subject::Ground;
use crate::vocabulary::{Color, Coloring, Player, Point, Rules, Size, Status, Turn};

/// The sentence by which the reference refuses a turn.
pub(crate) fn refused(refusal: Refusal, rules: Rules) -> Sentence {
    match refusal {
        Refusal::Over => Sentence::TT8,
        Refusal::Occupied { .. } => Sentence::TT7,
        Refusal::Suicide { .. } => Sentence::suicide(rules),
        Refusal::Repetition { .. } => Sentence::repetition(rules),
    }
}

/// The sentences that a ruling on a turn rests on.
pub(crate) fn ruling(turn: Turn, judgement: &Judgement, rules: Rules) -> Vec<Sentence> {
    let repetition = Sentence::repetition(rules);
    match (turn, judgement.refusal) {
        (_, Some(refusal)) => vec![refused(refusal, rules)],
        (Turn::Pass, None) => vec![repetition],
        (Turn::Move(_), None) if judgement.removing.is_some() => {
            let mut sentences = vec![repetition, Sentence::TT7, Sentence::suicide(rules)];
            sentences.dedup();
            sentences
        }
        (Turn::Move(_), None) => vec![repetition, Sentence::TT7],
    }
}

/// The sentences that the position after a turn rests on.
pub(crate) fn position(turn: Turn, judgement: &Judgement, rules: Rules) -> Vec<Sentence> {
    if turn == Turn::Pass || judgement.refusal.is_some() {
        return vec![Sentence::TT2, Sentence::repetition(rules)];
    }
    let mut sentences = vec![Sentence::TT2, Sentence::TT7];
    if judgement.removing.is_some() {
        sentences.extend([Sentence::TT3, Sentence::TT4]);
    }
    sentences
}

/// What is known when a subject forbids a legal turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused<'a> {
    /// The rules in force.
    pub(crate) rules: Rules,
    /// The position before the turn.
    pub(crate) before: &'a Coloring,
    /// The turn.
    pub(crate) turn: Turn,
    /// Who takes it.
    pub(crate) player: Player,
    /// What it reaches.
    pub(crate) events: Events,
    /// On what ground the subject forbids it.
    pub(crate) ground: Ground,
    /// Whether the point held a stone of the player in an earlier position.
    pub(crate) held_before: bool,
    /// Whether it held a stone of either.
    pub(crate) held_any: bool,
    /// Whether the turn before was a pass, and the subject forbids every turn now.
    pub(crate) stopped: bool,
}

impl Refused<'_> {
    /// The sentence that the refusal breaks.
    pub(crate) fn sentence(&self) -> Sentence {
        let repetition = Sentence::repetition(self.rules);
        let reaches = |event| self.events.contains(event);
        let Turn::Move(point) = self.turn else {
            return if self.stopped { Sentence::TT8 } else { repetition };
        };
        if self.stopped {
            return Sentence::TT8;
        }
        match self.ground {
            Ground::Over => return Sentence::TT8,
            Ground::Occupied => return Sentence::TT7,
            // A stone that is seen to have a liberty reaches empty before anything is cleared.
            Ground::Suicide => {
                let mut played = self.before.clone();
                played[point] = self.player.color();
                return if reaches_empty(&played, point) { Sentence::TT3 } else { Sentence::TT7 };
            }
            Ground::Repetition => return repetition,
            Ground::Unstated => {}
        }
        if reaches(Event::SuicidePermitted) || reaches(Event::LoneSuicidePermitted) {
            return Sentence::TT7;
        }
        let size = self.before.size();
        let hemmed_in = size.neighbors(point).all(|n| self.before[n] != Color::Empty);
        if reaches(Event::CaptureWithoutLiberty) && !reaches(Event::RetakePermitted) {
            return Sentence::TT7;
        }
        if hemmed_in && !self.held_any {
            return Sentence::TT7;
        }
        // A point that a board of the other shape does not have, where nothing showed the shape so far.
        let unshaped =
            size.points().all(|p| self.before[p] == Color::Empty || p.column() == p.row());
        let lacking = !size.is_square() && mirrored(size, point).is_none();
        if lacking && unshaped && !self.held_before { Sentence::TT1 } else { repetition }
    }
}

/// The sentence that is broken when a subject's position after a legal turn is not the reference's.
///
/// # Panics
///
/// If the sizes of the positions differ.
pub(crate) fn coloring(
    before: &Coloring,
    player: Player,
    turn: Turn,
    rules: Rules,
    (reference, subject): (&Coloring, &Coloring),
) -> Sentence {
    let Turn::Move(point) = turn else { return Sentence::repetition(rules) };
    let size = before.size();
    let (own, other) = (player.color(), player.opponent().color());
    let mut played = before.clone();
    played[point] = own;
    let appeared: Vec<Point> =
        size.points().filter(|&p| subject[p] != Color::Empty && subject[p] != played[p]).collect();
    if appeared.contains(&point) {
        // The stone is the opponent's: the subject takes it to be the other player's turn.
        return Sentence::TT5;
    }
    if let [elsewhere] = appeared[..] {
        let there = mirrored(size, point) == Some(elsewhere);
        return if there { Sentence::TT1 } else { Sentence::TT7 };
    }
    if !appeared.is_empty() {
        return Sentence::TT7;
    }
    let gone = |after: &Coloring, color| -> Vec<Point> {
        size.points().filter(|&p| played[p] == color && after[p] == Color::Empty).collect()
    };
    let (kept, lost) = (gone(reference, own), gone(subject, own));
    if lost.iter().any(|p| !kept.contains(p)) {
        // Stones of one's own are gone that should not be. With a liberty at hand they reached empty all along;
        // without, they were cleared before the opponent's, or together with them.
        if lost.iter().any(|&p| reaches_empty(&played, p)) {
            return Sentence::TT3;
        }
        let taken = gone(subject, other);
        if taken.is_empty() || taken == gone(reference, other) {
            return Sentence::TT7;
        }
    }
    if gone(reference, other) != gone(subject, other) {
        return opponent_cleared(&played, other, &gone(reference, other), &gone(subject, other));
    }
    // One's own stones should be gone and are not.
    if !lost.is_empty() {
        Sentence::TT4
    } else if kept.iter().any(|&p| free_around_the_edge(&played, p)) {
        Sentence::TT3
    } else {
        Sentence::TT7
    }
}

/// The sentence that is broken when the wrong stones of the opponent are removed.
fn opponent_cleared(
    played: &Coloring,
    other: Color,
    reference: &[Point],
    subject: &[Point],
) -> Sentence {
    let size = played.size();
    let mut chains: Vec<Vec<Point>> = Vec::new();
    for point in size.points().filter(|&p| played[p] == other) {
        if !chains.iter().flatten().any(|&p| p == point) {
            chains.push(played.chain(point));
        }
    }
    let taken = |chain: &[Point]| chain.iter().filter(|p| subject.contains(p)).count();
    if chains.iter().any(|chain| 0 < taken(chain) && taken(chain) < chain.len()) {
        // Torn apart.
        return Sentence::TT4;
    }
    if subject.iter().any(|p| !reference.contains(p)) {
        // The way of a chain to an empty point was not seen.
        return Sentence::TT3;
    }
    // No chain is removed, and each seems to reach an empty point around the edge of the board.
    let mut dead = chains.iter().filter(|chain| reference.contains(&chain[0]));
    let around = |chain: &Vec<Point>| chain.iter().any(|&p| free_around_the_edge(played, p));
    if subject.is_empty() && dead.all(around) { Sentence::TT3 } else { Sentence::TT4 }
}

/// Whether a stone's chain has an empty point next to it.
fn reaches_empty(coloring: &Coloring, point: Point) -> bool {
    let size = coloring.size();
    let mut chain = coloring.chain(point).into_iter();
    chain.any(|p| size.neighbors(p).any(|n| coloring[n] == Color::Empty))
}

/// Whether the next point in the order of rows, across the edge of the board, is empty.
fn free_around_the_edge(played: &Coloring, point: Point) -> bool {
    let size = played.size();
    let last = size.columns() - 1;
    let (column, row) = (point.column(), point.row());
    let mut across = Vec::new();
    if column == 0 {
        across.extend([row.checked_sub(1).map(|row| (last, row)), Some((last, row + 1))]);
        across.push(Some((last, row)));
    }
    if column == last {
        across.extend([row.checked_sub(1).map(|row| (0, row)), Some((0, row + 1))]);
        across.push(Some((0, row)));
    }
    let next_to = |p: Point| size.neighbors(point).any(|n| n == p);
    across
        .into_iter()
        .flatten()
        .filter_map(|(column, row)| size.point(column, row))
        .any(|p| p != point && !next_to(p) && played[p] == Color::Empty)
}

/// The sentence that is broken when the subject's status is not the reference's.
pub(crate) fn status(reference: Status, subject: Status) -> Sentence {
    match (reference, subject) {
        (Status::Running { .. }, Status::Running { .. }) => Sentence::TT5,
        _ => Sentence::TT8,
    }
}

/// The point whose column is this one's row and the other way round, if the board has it.
fn mirrored(size: Size, point: Point) -> Option<Point> {
    size.point(point.row(), point.column())
}
