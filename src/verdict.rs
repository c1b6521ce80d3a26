//! What comes of an examination: agreement with its coverage, a disagreement with its evidence, or no verdict.

use crate::engine::{Fault, ReportedScore, Ruling};
use crate::event::{Event, Events};
use crate::record::Record;
use crate::referee::Refusal;
use crate::rule::Rule;
use crate::vocabulary::{Position, Score, Status};
use std::collections::BTreeMap;
use std::fmt;

/// The outcome of examining a engine on one record.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The engine agreed in everything that it did not withhold.
    Agreed(Coverage),
    /// It did not.
    Disagreed(Box<Disagreement>),
    /// The examination could not be finished. Never to be counted as agreement.
    Inconclusive {
        /// What was being played.
        record: Record,
        /// What came between.
        fault: Fault,
    },
}

/// What a engine was held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// The answer to a turn that the engine was given to play.
    Play,
    /// The answer to the question whether a turn is legal.
    Legality,
    /// The board after a turn.
    Board,
    /// Whether the game goes on, and whose turn it is.
    Status,
    /// The score.
    Score,
    /// Taking a turn back.
    Undo,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 6] =
        [Check::Play, Check::Legality, Check::Board, Check::Status, Check::Score, Check::Undo];

    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Check::Play => "play",
            Check::Legality => "legality",
            Check::Board => "board",
            Check::Status => "status",
            Check::Score => "score",
            Check::Undo => "undo",
        }
    }

    /// What it is, in a rule.
    pub fn text(self) -> &'static str {
        match self {
            Check::Play => "The answer to a turn that the engine is given to play.",
            Check::Legality => "The answer to the question whether a turn is legal.",
            Check::Board => "The board after a turn.",
            Check::Status => "Whether the game goes on, and whose turn it is.",
            Check::Score => "The score at the end.",
            Check::Undo => "Taking a turn back.",
        }
    }

    /// Whether an engine shows by this check what it knows, or what it does.
    pub fn grade(self) -> Grade {
        match self {
            Check::Legality => Grade::Knows,
            _ => Grade::Enforces,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Knowing a rule and enforcing it are graded apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// What it answers when asked about legality.
    Knows,
    /// What it does when given turns.
    Enforces,
}

/// What makes two disagreements one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FindingId {
    /// The rule that is broken.
    pub rule: Rule,
    /// What the engine was held to.
    pub check: Check,
    /// The most telling event.
    pub event: Event,
}

impl fmt::Display for FindingId {
    /// Writes `TT6.play.repeat-cycle-2`, the id of the finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule.id().replace('/', "-");
        write!(f, "{rule}.{}.{}", self.check, self.event)
    }
}

/// A disagreement between reference and engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What it is a case of.
    pub id: FindingId,
    /// All that the turn in difference reaches.
    pub events: Events,
    /// The game from the empty board; the last turn is the one in difference, or the one after which the position,
    /// the status or the score is.
    pub record: Record,
    /// Both testimonies.
    pub difference: Difference,
}

/// What reference and engine say, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Of a turn: why the reference refuses it, if it does; the ruling of the engine.
    Ruling(Option<Refusal>, Ruling),
    /// Of the board.
    Board(Position, Position),
    /// Of the status.
    Status(Status, Status),
    /// Of the score.
    Score(Score, ReportedScore),
}

impl Difference {
    /// What the reference says, in a few words.
    pub fn reference(&self) -> String {
        match self {
            Difference::Ruling(None, _) => "allowed".to_owned(),
            Difference::Ruling(Some(refusal), _) => format!("forbidden: {refusal}"),
            Difference::Board(reference, engine) => difference(reference, engine),
            Difference::Status(reference, _) => reference.to_string(),
            Difference::Score(reference, ReportedScore::Areas(_)) => reference.to_string(),
            Difference::Score(reference, ReportedScore::Margin { .. }) => {
                let reported = ReportedScore::Margin { half_points: 2 * reference.margin() };
                format!("{reported} ({reference})")
            }
        }
    }

    /// What the engine says, in a few words.
    pub fn engine(&self) -> String {
        match self {
            Difference::Ruling(_, engine) => engine.to_string(),
            Difference::Board(reference, engine) => difference(engine, reference),
            Difference::Status(_, engine) => engine.to_string(),
            Difference::Score(_, engine) => engine.to_string(),
        }
    }
}

/// The points at which a position is not as another, by color.
fn difference(of: &Position, from: &Position) -> String {
    let points: Vec<String> = of
        .differences(from)
        .map(|point| match of[point] {
            crate::Color::Empty => format!("{point} empty"),
            crate::Color::Black => format!("{point} black"),
            crate::Color::White => format!("{point} white"),
        })
        .collect();
    match points.len() {
        0..=6 => points.join(", "),
        more => format!("{}, and {} points more", points[..6].join(", "), more - 6),
    }
}

/// How often something was observed, and how often the engine deviated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Comparisons made.
    pub observed: u64,
    /// Those in which reference and engine differ.
    pub deviated: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.observed += other.observed;
        self.deviated += other.deviated;
    }
}

/// What an examination compared, and what it could not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// By rule, apart for what the engine knows and what it does.
    pub sentences: BTreeMap<(Rule, Grade), Tally>,
    /// By event reached in a comparison.
    pub events: BTreeMap<Event, Tally>,
    /// By check.
    pub checks: BTreeMap<Check, Tally>,
    /// Disagreements by cause.
    pub ids: BTreeMap<FindingId, u64>,
    /// Answers that the engine withheld, by check.
    pub missing: BTreeMap<Check, u64>,
    /// Games examined to their end.
    pub games: u64,
    /// Games that ended at a disagreement.
    pub cut_short: u64,
    /// Turns taken.
    pub turns: u64,
}

impl Coverage {
    /// Counts a comparison.
    pub fn compare(
        &mut self,
        check: Check,
        sentences: impl IntoIterator<Item = Rule>,
        events: Events,
    ) {
        self.checks.entry(check).or_default().observed += 1;
        for rule in sentences {
            self.sentences.entry((rule, check.grade())).or_default().observed += 1;
        }
        for event in events.iter() {
            self.events.entry(event).or_default().observed += 1;
        }
    }

    /// Counts a disagreement, which was counted as a comparison already.
    pub fn deviate(&mut self, disagreement: &Disagreement) {
        let FindingId { rule, check, event } = disagreement.id;
        *self.ids.entry(disagreement.id).or_default() += 1;
        self.checks.entry(check).or_default().deviated += 1;
        let rule = self.sentences.entry((rule, check.grade())).or_default();
        rule.deviated += 1;
        rule.observed = rule.observed.max(rule.deviated);
        for event in disagreement.events.with(event).iter() {
            let event = self.events.entry(event).or_default();
            event.deviated += 1;
            event.observed = event.observed.max(event.deviated);
        }
    }

    /// Counts an answer that was withheld.
    pub fn miss(&mut self, check: Check) {
        *self.missing.entry(check).or_default() += 1;
    }

    /// Adds another coverage to this one.
    pub fn add(&mut self, other: &Coverage) {
        for (key, &tally) in &other.sentences {
            self.sentences.entry(*key).or_default().add(tally);
        }
        for (key, &tally) in &other.events {
            self.events.entry(*key).or_default().add(tally);
        }
        for (key, &tally) in &other.checks {
            self.checks.entry(*key).or_default().add(tally);
        }
        for (key, count) in &other.ids {
            *self.ids.entry(*key).or_default() += count;
        }
        for (key, count) in &other.missing {
            *self.missing.entry(*key).or_default() += count;
        }
        self.games += other.games;
        self.cut_short += other.cut_short;
        self.turns += other.turns;
    }

    /// All comparisons made.
    pub fn comparisons(&self) -> u64 {
        self.checks.values().map(|tally| tally.observed).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{Player, Size};

    #[test]
    fn the_names_and_grades_of_checks() {
        let names = Check::ALL.map(|check| check.to_string()).join(" ");
        assert_eq!(names, "play legality board status score undo");
        let knows = Check::ALL.into_iter().filter(|check| check.grade() == Grade::Knows);
        assert_eq!(knows.collect::<Vec<_>>(), [Check::Legality]);
        let rule = Rule::TT6;
        let id = FindingId { rule, check: Check::Play, event: Event::RepeatInitial };
        assert_eq!(id.to_string(), "TT6.play.repeat-initial");
    }

    #[test]
    fn both_testimonies_in_words() {
        let words = |difference: Difference| [difference.reference(), difference.engine()];
        let ruling = Difference::Ruling(Some(Refusal::Over), Ruling::Allowed);
        assert_eq!(words(ruling), ["forbidden: the game is over", "allowed"]);
        let ruling = Difference::Ruling(None, Ruling::Forbidden(crate::RefusalReason::Suicide));
        assert_eq!(words(ruling), ["allowed", "forbidden: suicide"]);
        let status = Difference::Status(Status::Over, Status::Running { to_move: Player::White });
        assert_eq!(words(status), ["game over", "White to move"]);
        let score = Score { black: 9, white: 4 };
        let areas = Difference::Score(score, ReportedScore::Areas(Score { black: 4, white: 9 }));
        assert_eq!(words(areas), ["Black 9, White 4", "Black 4, White 9"]);
        let margin = Difference::Score(score, ReportedScore::Margin { half_points: -3 });
        assert_eq!(words(margin), ["Black wins by 5 (Black 9, White 4)", "White wins by 1.5"]);
    }

    #[test]
    fn positions_are_told_by_the_points_at_which_they_differ() {
        let [one, other]: [Position; 2] =
            ["X O .\nX . .", ". O X\nO . ."].map(|drawn| drawn.parse().unwrap());
        let difference = Difference::Board(one, other);
        assert_eq!(difference.reference(), "A1 black, A2 black, C2 empty");
        assert_eq!(difference.engine(), "A1 white, A2 empty, C2 black");
        let row = |stones: usize| {
            let row = "X ".repeat(stones) + &". ".repeat(9 - stones);
            row.trim().parse::<Position>().unwrap()
        };
        let six = "A1 black, B1 black, C1 black, D1 black, E1 black, F1 black";
        assert_eq!(Difference::Board(row(6), row(0)).reference(), six);
        let eight = format!("{six}, and 2 points more");
        assert_eq!(Difference::Board(row(8), row(0)).reference(), eight);
    }

    const fn tally(observed: u64, deviated: u64) -> Tally {
        Tally { observed, deviated }
    }

    fn disagreement(check: Check) -> Disagreement {
        let id = FindingId { rule: Rule::TT7, check, event: Event::Occupied };
        let record = Record {
            size: Size::new(1, 1).unwrap(),
            rules: crate::Rules::default(),
            turns: Vec::new(),
        };
        let difference =
            Difference::Ruling(None, Ruling::Forbidden(crate::RefusalReason::Unstated));
        let events = Events::default().with(Event::Quiet);
        Disagreement { id, events, record, difference }
    }

    /// Three comparisons of two checks, two disagreements, three answers withheld.
    fn coverage() -> Coverage {
        let mut coverage = Coverage { games: 3, cut_short: 4, turns: 5, ..Coverage::default() };
        let events = Events::default().with(Event::Quiet);
        coverage.compare(Check::Play, [Rule::TT7, Rule::TT5], events);
        coverage.compare(Check::Play, [Rule::TT7], events.with(Event::Pass));
        coverage.compare(Check::Legality, [Rule::TT7], events);
        coverage.deviate(&disagreement(Check::Play));
        coverage.deviate(&disagreement(Check::Play));
        coverage.miss(Check::Score);
        coverage.miss(Check::Score);
        coverage.miss(Check::Undo);
        coverage
    }

    #[test]
    fn comparisons_and_disagreements_are_counted() {
        let does = |rule| (rule, Grade::Enforces);
        let expected = Coverage {
            sentences: BTreeMap::from([
                (does(Rule::TT5), tally(1, 0)),
                (does(Rule::TT7), tally(2, 2)),
                ((Rule::TT7, Grade::Knows), tally(1, 0)),
            ]),
            events: BTreeMap::from([
                (Event::Quiet, tally(3, 2)),
                (Event::Pass, tally(1, 0)),
                // It was reached in no comparison, but both disagreements are put down to it.
                (Event::Occupied, tally(2, 2)),
            ]),
            checks: BTreeMap::from([(Check::Play, tally(2, 2)), (Check::Legality, tally(1, 0))]),
            ids: BTreeMap::from([(disagreement(Check::Play).id, 2)]),
            missing: BTreeMap::from([(Check::Score, 2), (Check::Undo, 1)]),
            games: 3,
            cut_short: 4,
            turns: 5,
        };
        assert_eq!(coverage(), expected);
        assert_eq!(coverage().comparisons(), 3);
    }

    #[test]
    fn coverages_add_up() {
        let mut sum = coverage();
        sum.add(&coverage());
        sum.add(&Coverage::default());
        let twice = |one: Tally| tally(2 * one.observed, 2 * one.deviated);
        let one = coverage();
        let expected = Coverage {
            sentences: one.sentences.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            events: one.events.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            checks: one.checks.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            ids: one.ids.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            missing: one.missing.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            games: 6,
            cut_short: 8,
            turns: 10,
        };
        assert_eq!(sum, expected);
    }
}
