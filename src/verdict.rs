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
