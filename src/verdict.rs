//! What comes of an examination: agreement with its coverage, a disagreement with its evidence, or no verdict.

use crate::event::{Event, Events};
use crate::record::Record;
use crate::referee::Refusal;
use crate::sentence::Sentence;
use crate::subject::{Claim, Fault, Ruling};
use crate::vocabulary::{Coloring, Score, Status};
use std::collections::BTreeMap;
use std::fmt;

/// The outcome of examining a subject on one record.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The subject agreed in everything that it did not withhold.
    Agreed(Coverage),
    /// It did not.
    Diverged(Box<Divergence>),
    /// The examination could not be finished. Never to be counted as agreement.
    Inconclusive {
        /// What was being played.
        record: Record,
        /// What came between.
        fault: Fault,
    },
}

/// What a subject was held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Facet {
    /// The ruling on a turn that it was given to take.
    Take,
    /// The ruling on a turn that it was asked about.
    Permits,
    /// The position.
    Coloring,
    /// Whether the game goes on, and whose turn it is.
    Status,
    /// The score.
    Score,
    /// Taking a turn back.
    Undo,
}

impl Facet {
    /// All of them.
    pub const ALL: [Facet; 6] =
        [Facet::Take, Facet::Permits, Facet::Coloring, Facet::Status, Facet::Score, Facet::Undo];

    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Facet::Take => "take",
            Facet::Permits => "permits",
            Facet::Coloring => "coloring",
            Facet::Status => "status",
            Facet::Score => "score",
            Facet::Undo => "undo",
        }
    }

    /// What it is, in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Facet::Take => "The ruling on a turn that the engine is given to take.",
            Facet::Permits => "The ruling on a turn that it is asked about.",
            Facet::Coloring => "The position after a turn.",
            Facet::Status => "Whether the game goes on, and whose turn it is.",
            Facet::Score => "The score at the end.",
            Facet::Undo => "Taking a turn back.",
        }
    }

    /// Whether an engine shows by this facet what it knows, or what it does.
    pub fn grade(self) -> Grade {
        match self {
            Facet::Permits => Grade::Knows,
            _ => Grade::Enforces,
        }
    }
}

impl fmt::Display for Facet {
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
pub struct Cause {
    /// The sentence that is broken.
    pub sentence: Sentence,
    /// What the subject was held to.
    pub facet: Facet,
    /// The most telling event.
    pub event: Event,
}

impl fmt::Display for Cause {
    /// Writes `TT6.take.repeat-cycle-2`, the id of the finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = self.sentence.id().replace('/', "-");
        write!(f, "{sentence}.{}.{}", self.facet, self.event)
    }
}

/// A disagreement between reference and subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// What it is a case of.
    pub cause: Cause,
    /// All that the turn in dispute reaches.
    pub events: Events,
    /// The game from the empty board; the last turn is the one in dispute, or the one after which the position,
    /// the status or the score is.
    pub record: Record,
    /// Both testimonies.
    pub dispute: Dispute,
}

/// What reference and subject say, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dispute {
    /// Of a turn: why the reference refuses it, if it does; the ruling of the subject.
    Ruling(Option<Refusal>, Ruling),
    /// Of the position.
    Coloring(Coloring, Coloring),
    /// Of the status.
    Status(Status, Status),
    /// Of the score.
    Score(Score, Claim),
}

impl Dispute {
    /// What the reference says, in a few words.
    pub fn reference(&self) -> String {
        match self {
            Dispute::Ruling(None, _) => "allowed".to_owned(),
            Dispute::Ruling(Some(refusal), _) => format!("forbidden: {refusal}"),
            Dispute::Coloring(reference, subject) => difference(reference, subject),
            Dispute::Status(reference, _) => reference.to_string(),
            Dispute::Score(reference, Claim::Areas(_)) => reference.to_string(),
            Dispute::Score(reference, Claim::Margin { .. }) => {
                let claim = Claim::Margin { half_points: 2 * reference.margin() };
                format!("{claim} ({reference})")
            }
        }
    }

    /// What the subject says, in a few words.
    pub fn subject(&self) -> String {
        match self {
            Dispute::Ruling(_, subject) => subject.to_string(),
            Dispute::Coloring(reference, subject) => difference(subject, reference),
            Dispute::Status(_, subject) => subject.to_string(),
            Dispute::Score(_, subject) => subject.to_string(),
        }
    }
}

/// The points at which a position is not as another, by color.
fn difference(of: &Coloring, from: &Coloring) -> String {
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

/// How often something was observed, and how often the subject deviated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Comparisons made.
    pub observed: u64,
    /// Those in which reference and subject differ.
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
    /// By sentence, apart for what the subject knows and what it does.
    pub sentences: BTreeMap<(Sentence, Grade), Tally>,
    /// By event reached in a comparison.
    pub events: BTreeMap<Event, Tally>,
    /// By facet.
    pub facets: BTreeMap<Facet, Tally>,
    /// Disagreements by cause.
    pub causes: BTreeMap<Cause, u64>,
    /// Answers that the subject withheld, by facet.
    pub withheld: BTreeMap<Facet, u64>,
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
        facet: Facet,
        sentences: impl IntoIterator<Item = Sentence>,
        events: Events,
    ) {
        self.facets.entry(facet).or_default().observed += 1;
        for sentence in sentences {
            self.sentences.entry((sentence, facet.grade())).or_default().observed += 1;
        }
        for event in events.iter() {
            self.events.entry(event).or_default().observed += 1;
        }
    }

    /// Counts a disagreement, which was counted as a comparison already.
    pub fn deviate(&mut self, divergence: &Divergence) {
        let Cause { sentence, facet, event } = divergence.cause;
        *self.causes.entry(divergence.cause).or_default() += 1;
        self.facets.entry(facet).or_default().deviated += 1;
        let sentence = self.sentences.entry((sentence, facet.grade())).or_default();
        sentence.deviated += 1;
        sentence.observed = sentence.observed.max(sentence.deviated);
        for event in divergence.events.with(event).iter() {
            let event = self.events.entry(event).or_default();
            event.deviated += 1;
            event.observed = event.observed.max(event.deviated);
        }
    }

    /// Counts an answer that was withheld.
    pub fn withhold(&mut self, facet: Facet) {
        *self.withheld.entry(facet).or_default() += 1;
    }

    /// Adds another coverage to this one.
    pub fn add(&mut self, other: &Coverage) {
        for (key, &tally) in &other.sentences {
            self.sentences.entry(*key).or_default().add(tally);
        }
        for (key, &tally) in &other.events {
            self.events.entry(*key).or_default().add(tally);
        }
        for (key, &tally) in &other.facets {
            self.facets.entry(*key).or_default().add(tally);
        }
        for (key, count) in &other.causes {
            *self.causes.entry(*key).or_default() += count;
        }
        for (key, count) in &other.withheld {
            *self.withheld.entry(*key).or_default() += count;
        }
        self.games += other.games;
        self.cut_short += other.cut_short;
        self.turns += other.turns;
    }

    /// All comparisons made.
    pub fn comparisons(&self) -> u64 {
        self.facets.values().map(|tally| tally.observed).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{Player, Size};

    #[test]
    fn the_names_and_grades_of_facets() {
        let names = Facet::ALL.map(|facet| facet.to_string()).join(" ");
        assert_eq!(names, "take permits coloring status score undo");
        let knows = Facet::ALL.into_iter().filter(|facet| facet.grade() == Grade::Knows);
        assert_eq!(knows.collect::<Vec<_>>(), [Facet::Permits]);
        let sentence = Sentence::TT6;
        let cause = Cause { sentence, facet: Facet::Take, event: Event::RepeatInitial };
        assert_eq!(cause.to_string(), "TT6.take.repeat-initial");
    }

    #[test]
    fn both_testimonies_in_words() {
        let words = |dispute: Dispute| [dispute.reference(), dispute.subject()];
        let ruling = Dispute::Ruling(Some(Refusal::Over), Ruling::Permitted);
        assert_eq!(words(ruling), ["forbidden: the game is over", "allowed"]);
        let ruling = Dispute::Ruling(None, Ruling::Forbidden(crate::Ground::Suicide));
        assert_eq!(words(ruling), ["allowed", "forbidden: suicide"]);
        let status = Dispute::Status(Status::Over, Status::Running { to_move: Player::White });
        assert_eq!(words(status), ["game over", "White to move"]);
        let score = Score { black: 9, white: 4 };
        let areas = Dispute::Score(score, Claim::Areas(Score { black: 4, white: 9 }));
        assert_eq!(words(areas), ["Black 9, White 4", "Black 4, White 9"]);
        let margin = Dispute::Score(score, Claim::Margin { half_points: -3 });
        assert_eq!(words(margin), ["Black wins by 5 (Black 9, White 4)", "White wins by 1.5"]);
    }

    #[test]
    fn positions_are_told_by_the_points_at_which_they_differ() {
        let [one, other]: [Coloring; 2] =
            ["X O .\nX . .", ". O X\nO . ."].map(|drawn| drawn.parse().unwrap());
        let dispute = Dispute::Coloring(one, other);
        assert_eq!(dispute.reference(), "A1 black, A2 black, C2 empty");
        assert_eq!(dispute.subject(), "A1 white, A2 empty, C2 black");
        let row = |stones: usize| {
            let row = "X ".repeat(stones) + &". ".repeat(9 - stones);
            row.trim().parse::<Coloring>().unwrap()
        };
        let six = "A1 black, B1 black, C1 black, D1 black, E1 black, F1 black";
        assert_eq!(Dispute::Coloring(row(6), row(0)).reference(), six);
        let eight = format!("{six}, and 2 points more");
        assert_eq!(Dispute::Coloring(row(8), row(0)).reference(), eight);
    }

    const fn tally(observed: u64, deviated: u64) -> Tally {
        Tally { observed, deviated }
    }

    fn divergence(facet: Facet) -> Divergence {
        let cause = Cause { sentence: Sentence::TT7, facet, event: Event::Occupied };
        let record = Record {
            size: Size::new(1, 1).unwrap(),
            rules: crate::Rules::default(),
            turns: Vec::new(),
        };
        let dispute = Dispute::Ruling(None, Ruling::Forbidden(crate::Ground::Unstated));
        let events = Events::default().with(Event::Quiet);
        Divergence { cause, events, record, dispute }
    }

    /// Three comparisons of two facets, two disagreements, three answers withheld.
    fn coverage() -> Coverage {
        let mut coverage = Coverage { games: 3, cut_short: 4, turns: 5, ..Coverage::default() };
        let events = Events::default().with(Event::Quiet);
        coverage.compare(Facet::Take, [Sentence::TT7, Sentence::TT5], events);
        coverage.compare(Facet::Take, [Sentence::TT7], events.with(Event::Pass));
        coverage.compare(Facet::Permits, [Sentence::TT7], events);
        coverage.deviate(&divergence(Facet::Take));
        coverage.deviate(&divergence(Facet::Take));
        coverage.withhold(Facet::Score);
        coverage.withhold(Facet::Score);
        coverage.withhold(Facet::Undo);
        coverage
    }

    #[test]
    fn comparisons_and_disagreements_are_counted() {
        let does = |sentence| (sentence, Grade::Enforces);
        let expected = Coverage {
            sentences: BTreeMap::from([
                (does(Sentence::TT5), tally(1, 0)),
                (does(Sentence::TT7), tally(2, 2)),
                ((Sentence::TT7, Grade::Knows), tally(1, 0)),
            ]),
            events: BTreeMap::from([
                (Event::Quiet, tally(3, 2)),
                (Event::Pass, tally(1, 0)),
                // It was reached in no comparison, but both disagreements are put down to it.
                (Event::Occupied, tally(2, 2)),
            ]),
            facets: BTreeMap::from([(Facet::Take, tally(2, 2)), (Facet::Permits, tally(1, 0))]),
            causes: BTreeMap::from([(divergence(Facet::Take).cause, 2)]),
            withheld: BTreeMap::from([(Facet::Score, 2), (Facet::Undo, 1)]),
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
            facets: one.facets.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            causes: one.causes.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            withheld: one.withheld.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            games: 6,
            cut_short: 8,
            turns: 10,
        };
        assert_eq!(sum, expected);
    }
}
