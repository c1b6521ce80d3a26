//! The main job: examining an engine on everything that is known to go wrong, and on what chance adds.
//!
//! Work comes in a fixed order. First every game of the smallest boards, shortest games first, so that what shows
//! there is shown by the shortest game there is. Then the fixed cases on every board. Then random games, until the
//! time or the number of games is up. What is found is shrunk at once, and the same cause is then only counted.

mod plan;
mod workers;

pub use plan::{Source, Work};
pub use workers::show_again;

use crate::check::FindingId;
use crate::compare::{Coverage, Disagreement};
use crate::engine::{About, Engine, Fault};
use crate::engines::Reference;
use crate::game::{LARGEST, Record, Size};
use crate::referee::{Event, Events};
use crate::rules::Rules;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What to examine an engine on.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules in force.
    pub rules: Rules,
    /// The boards, none twice.
    pub sizes: Vec<Size>,
    /// Whether these boards were asked for by name, so that none may be refused.
    pub sizes_named: bool,
    /// From what all random choices come.
    pub seed: u64,
    /// How thorough the part that is not random is.
    pub level: Level,
    /// How many games to draw; without a number, as many as the time allows.
    pub games: Option<u64>,
    /// How long to go on at the most, be everything done or not.
    pub budget: Option<Duration>,
    /// How long to draw games, once all that is not random is done.
    pub drawing: Option<Duration>,
    /// How many engines to examine side by side, at least 1.
    pub jobs: usize,
    /// What the part that is not random consists of.
    pub scope: Scope,
}

/// What the part of an examination that is not random consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All short games of the smallest boards, and the directed cases of all boards.
    Set,
    /// One random game on each board.
    AllBoards,
}

impl Default for Options {
    /// The Tromp-Taylor rules on the boards of [`Level::Standard`], as the command line has it without options.
    fn default() -> Options {
        let level = Level::Standard;
        Options {
            rules: Rules::default(),
            sizes: level.sizes(),
            sizes_named: false,
            seed: 1,
            level,
            games: None,
            budget: None,
            drawing: Some(level.drawing()),
            jobs: 1,
            scope: Scope::Set,
        }
    }
}

impl Options {
    /// A tour of every board there is, dealt out to rule sets that have all pairs of values of switches: options for each
    /// of these.
    pub fn all_boards(seed: u64, jobs: usize) -> Vec<Options> {
        let sides = 1..=LARGEST;
        let all: Vec<Size> = sides
            .clone()
            .flat_map(|columns| sides.clone().filter_map(move |rows| Size::new(columns, rows).ok()))
            .collect();
        let rule_sets: Vec<Rules> = Rules::pairwise().collect();
        rule_sets
            .iter()
            .enumerate()
            .map(|(place, &rules)| Options {
                rules,
                sizes: all.iter().copied().skip(place).step_by(rule_sets.len()).collect(),
                sizes_named: true,
                seed,
                games: Some(0),
                drawing: None,
                jobs,
                scope: Scope::AllBoards,
                ..Options::default()
            })
            .collect()
    }
}

/// How thorough an examination is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// The least that deserves the name: some seconds.
    Smoke,
    /// The usual.
    Standard,
    /// For certificates: minutes.
    Full,
}

impl Level {
    /// How many turns to spend at the most on trying all games of one board, and for how long: on a slow engine
    /// only the shortest games are all tried.
    pub fn short_games(self) -> (usize, Duration) {
        let (turns, seconds) = match self {
            Level::Smoke => (12_000, 3),
            Level::Standard => (50_000, 12),
            Level::Full => (400_000, 120),
        };
        (turns, Duration::from_secs(seconds))
    }

    /// How long games are drawn when neither a time nor a number of them is given.
    pub fn drawing(self) -> Duration {
        Duration::from_secs(match self {
            Level::Smoke => 3,
            Level::Standard => 15,
            Level::Full => 600,
        })
    }

    /// The boards of an examination for which none are named.
    ///
    /// # Panics
    ///
    /// Never: the sizes are fixed.
    pub fn sizes(self) -> Vec<Size> {
        let small = "1x1 2x1 1x2 3x1 4x1 2x2 3x2 3x3 4x4 5x4 5x5 7x7 9x9";
        let large = if self == Level::Smoke { "" } else { " 13x13 19x19" };
        let sizes = [small, large].concat();
        let size = |text: &str| text.parse().expect("the sizes are written as sizes are");
        sizes.split_whitespace().map(size).collect()
    }
}

/// What an examination came to.
#[derive(Clone, Debug)]
pub struct Certification {
    /// What the engine calls itself, and what else it says of itself.
    pub engine: About,
    /// What it was examined on.
    pub options: Options,
    /// What was compared.
    pub coverage: Coverage,
    /// The disagreements, one for each cause, in the order of the sentences.
    pub findings: Vec<Finding>,
    /// What kept the engine from answering.
    pub faults: Vec<FaultFinding>,
    /// Boards that the engine does not play, and what it said.
    pub refused: Vec<(Size, String)>,
    /// Events that the directed cases reach under these rules and on these boards.
    pub reachable: Events,
    /// Whether all that is not random was done.
    pub complete: bool,
    /// Whether the examination was stopped from outside.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// After how long the first disagreement was met.
    pub first_finding: Option<Duration>,
}

/// A disagreement, with how often its cause was met.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The shortest case found.
    pub disagreement: Disagreement,
    /// How often the cause was met.
    pub count: u64,
    /// Whether the shortest case showed it again when played once more.
    pub reproduced: bool,
    /// Where it was met first.
    pub source: Source,
}

impl Finding {
    /// What it is a case of.
    pub fn id(&self) -> FindingId {
        self.disagreement.id
    }
}

/// A fault, and the game in which it occurred.
#[derive(Clone, Debug)]
pub struct FaultFinding {
    /// What happened.
    pub fault: Fault,
    /// In which game, if in one.
    pub record: Option<Record>,
    /// How often a fault of this kind occurred with the same command.
    pub count: u64,
}

/// The outcome, as scripts read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// No disagreement, and everything was done.
    Conforms,
    /// At least one disagreement or fault.
    Deviates,
    /// It could not be examined.
    Untestable,
    /// No disagreement so far, but not everything was done.
    Incomplete,
}

impl Outcome {
    /// Its word in reports.
    pub fn id(self) -> &'static str {
        match self {
            Outcome::Conforms => "conforms",
            Outcome::Deviates => "deviates",
            Outcome::Untestable => "untestable",
            Outcome::Incomplete => "incomplete",
        }
    }
}

impl Certification {
    /// What is left to say of an engine that could not be started.
    pub fn untestable(options: &Options, name: &str, fault: Fault) -> Certification {
        Certification {
            engine: About { name: name.to_owned(), ..About::default() },
            options: options.clone(),
            coverage: Coverage::default(),
            findings: Vec::new(),
            faults: vec![FaultFinding { fault, record: None, count: 1 }],
            refused: Vec::new(),
            reachable: Events::default(),
            complete: false,
            interrupted: false,
            elapsed: Duration::ZERO,
            first_finding: None,
        }
    }

    /// The outcome.
    pub fn outcome(&self) -> Outcome {
        let all_refused = self.refused.len() == self.options.sizes.len();
        let named_refused = self.options.sizes_named && !self.refused.is_empty();
        let nothing = self.coverage.comparisons() == 0;
        if all_refused || named_refused || (nothing && (self.complete || !self.faults.is_empty())) {
            Outcome::Untestable
        } else if !self.findings.is_empty() || !self.faults.is_empty() {
            Outcome::Deviates
        } else if !self.complete {
            Outcome::Incomplete
        } else {
            Outcome::Conforms
        }
    }

    /// Events that could have been reached and were not.
    pub fn unreached(&self) -> Vec<Event> {
        let met = |event: &Event| self.coverage.events.contains_key(event);
        self.reachable.iter().filter(|event| !met(event)).collect()
    }
}

/// Hears of the progress of an examination.
pub trait Observer: Sync {
    /// A part of the work is done: so many of so many parts that are not random, so many random games.
    fn progress(&self, _done: u64, _planned: u64, _games: u64) {}

    /// A disagreement of a new cause was met and shrunk.
    fn finding(&self, _finding: &Finding) {}

    /// A fault occurred.
    fn fault(&self, _fault: &Fault) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// How engines are made: once for each job, and again after a panic.
pub type EngineFactory<'a> = dyn Fn() -> Result<Box<dyn Engine>, Fault> + Sync + 'a;

/// Examines engines of one factory against the reference.
///
/// `stop` ends the examination early when it becomes true; what was found until then is returned.
///
/// # Errors
///
/// If no engine could be made in the first place.
pub fn certify(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Certification, Fault> {
    workers::certify(factory, options, observer, stop)
}

/// The referee at the beginning of a game.
fn referee(size: Size, rules: Rules) -> Reference {
    Reference::new(size, rules)
}

/// Findings by cause.
type Found = BTreeMap<FindingId, Finding>;
