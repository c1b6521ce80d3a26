//! The options of a run, and its levels.

use crate::report::{KnownFailures, RULES, Report};
use superko_engine::Reference;
use superko_engine::check::Check;
use superko_game::rules::{Rule, Rules};
use superko_game::{LARGEST, Size, Turn};
use superko_harness::findings::Effort;
use superko_harness::suite::{self, Item};

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules in force.
    pub rules: Rules,
    /// The boards, without duplicates.
    pub sizes: Vec<Size>,
    /// Whether these boards were named, so that the engine must support all of them.
    pub sizes_named: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// How thorough the fixed suite is.
    pub level: Level,
    /// The number of random games to play, or `None` to continue until the observer stops the run.
    pub games: Option<u64>,
    /// The part of the run before the random games.
    pub scope: Scope,
    /// Patterns of the parts of the fixed suite to play, as in [`Item::matches`]; empty for all parts. If
    /// there is a pattern, no random games are played.
    pub only: Vec<String>,
    /// Patterns of the parts of the fixed suite to leave out.
    pub skip: Vec<String>,
    /// Checks for which there must be an observation.
    pub required: Vec<Check>,
    /// Whether all checks are required, and accepting an illegal play counts even if the engine is known to
    /// accept every play.
    pub strict: bool,
    /// Whether to stop at the first disagreement or fault.
    pub fail_fast: bool,
    /// The ids of expected findings and faults, which do not stop the run.
    pub expected: KnownFailures,
    /// Whether to find out afterwards which rules the engine really plays.
    pub diagnose: Diagnose,
    /// The amount of work to spend on shortening a finding.
    pub effort: Effort,
    /// The words that choose the engine on the command line of `superko`; `None` for an engine in a program.
    pub arguments: Option<String>,
    /// The calls that a report shows to the caller, for an engine in a program.
    pub calls: Calls,
    /// The part of the run to play, or `None` for all of it.
    pub sample: Option<Sample>,
}

/// A random part of a run: of the fixed suite, of the games of the engine against itself, and of the random
/// games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of parts of the run to play; all are played if there are fewer.
    pub parts: usize,
    /// The seed of the choice.
    pub seed: u64,
}

/// Whether a run is followed by a diagnosis, if anything was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Diagnose {
    /// The run is not followed by a diagnosis.
    Never,
    /// The run is followed by a diagnosis if all of it was requested, unless a quick check found nothing.
    WhereWorthwhile,
    /// The run is followed by a diagnosis.
    Always,
}

/// The calls with which a program tests its engine, in the language of the engine. Words in braces stand for arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Replays a game, [`RECORD`](Calls::RECORD).
    pub replay: String,
    /// Replays a game after other games, [`GAMES`](Calls::GAMES), on the same engine.
    pub replay_after: String,
    /// Tests the engine by other rules, [`RULES`](crate::report::RULES).
    pub by_rules: String,
    /// Makes the same run at another level, [`LEVEL`](crate::report::LEVEL); empty if nothing is offered.
    pub by_level: String,
    /// How the engine refuses a turn, as a clause without a subject.
    pub refuse: &'static str,
    /// The characters that begin a comment.
    pub comment: &'static str,
}

impl Calls {
    /// The place of a record, in quotation marks.
    pub const RECORD: &str = "{record}";
    /// The place of several records, each in quotation marks, with commas between them.
    pub const GAMES: &str = "{games}";
}

impl Default for Calls {
    /// Returns the calls for Rust.
    fn default() -> Calls {
        let (record, games) = (Calls::RECORD, Calls::GAMES);
        Calls {
            replay: format!("superko::replay(|| ..., {record})"),
            replay_after: format!("superko::replay_after(|| ..., &[{games}], {record})"),
            by_rules: format!(".rules(\"{RULES}\")"),
            by_level: String::new(),
            refuse: "return `Ok(Ruling::from(false))`",
            comment: "//",
        }
    }
}

/// The pattern for the games of an engine against itself.
const SELF_PLAY: &str = "self-play";

/// The error for a pattern that matches no part of the fixed suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{pattern}` matches no part of the fixed suite on these boards under {rules}; `superko suite list` shows the ids; \
     accepted are the start of an id, a rule in force such as {}, a check such as undo, a board such as @9x9, \
     short-games, and self-play",
    Rule::repetition(*rules)
)]
pub struct NoSuchPart {
    pattern: String,
    rules: Rules,
}

/// The part of a run before the random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All short games of the smallest boards, and the directed cases of all boards.
    FixedSuite,
    /// One random game on each board.
    AllBoards,
}

impl Default for Options {
    /// Returns the Tromp-Taylor rules at [`Level::Standard`].
    fn default() -> Options {
        Options::at(Level::Standard)
    }
}

impl Options {
    /// Returns the boards and the number of random games of a level, under the Tromp-Taylor rules.
    pub fn at(level: Level) -> Options {
        Options {
            rules: Rules::default(),
            sizes: level.sizes(),
            sizes_named: false,
            seed: 1,
            level,
            games: Some(level.random_games()),
            scope: Scope::FixedSuite,
            only: Vec::new(),
            skip: Vec::new(),
            required: Vec::new(),
            strict: false,
            fail_fast: false,
            expected: KnownFailures::default(),
            diagnose: Diagnose::Never,
            effort: Effort { tries: 20_000, turns: 200_000 },
            arguments: None,
            calls: Calls::default(),
            sample: None,
        }
    }

    /// Returns whether a run with this report is followed by a diagnosis.
    pub(super) fn wants_diagnosis(&self, report: &Report) -> bool {
        let whole = self.only.is_empty() && self.skip.is_empty() && !self.fail_fast;
        let worth = self.level != Level::Smoke || !report.findings.is_empty();
        let wanted = match self.diagnose {
            Diagnose::Never => false,
            Diagnose::WhereWorthwhile => whole && worth,
            Diagnose::Always => true,
        };
        wanted && report.comparisons > 0
    }

    /// Returns these options for boards that were named, each once. Without any, the boards stay those of the level.
    #[must_use]
    pub fn on(mut self, sizes: impl IntoIterator<Item = Size>) -> Options {
        let mut named: Vec<Size> = Vec::new();
        for size in sizes {
            if !named.contains(&size) {
                named.push(size);
            }
        }
        if !named.is_empty() {
            (self.sizes, self.sizes_named) = (named, true);
        }
        self
    }

    /// Returns these options with this number of random games. Without a number, a run of a part of the fixed suite has none. Any
    /// other run has as many as its time allows, or those of the level if its time is not limited.
    #[must_use]
    pub fn playing(self, games: Option<u64>, time_is_limited: bool) -> Options {
        let games = match games {
            None if !self.only.is_empty() => Some(0),
            None if time_is_limited => None,
            None => self.games,
            given => given,
        };
        Options { games, ..self }
    }

    /// Makes sure that each pattern of [`only`](Options::only) and [`skip`](Options::skip) matches a part of the fixed suite on
    /// these boards, unless `stop` returns `true` meanwhile.
    ///
    /// # Errors
    ///
    /// The first pattern that matches no part.
    pub fn check_patterns(&self, stop: &dyn Fn() -> bool) -> Result<(), NoSuchPart> {
        if self.only.is_empty() && self.skip.is_empty() {
            return Ok(());
        }
        let items = self.plan(stop);
        let matches_none = |pattern: &&String| {
            *pattern != SELF_PLAY && !items.iter().any(|item| item.matches(pattern))
        };
        let unknown = self.only.iter().chain(&self.skip).find(matches_none).filter(|_| !stop());
        unknown.map_or(Ok(()), |pattern| {
            Err(NoSuchPart { pattern: pattern.clone(), rules: self.rules })
        })
    }

    fn plan(&self, stop: &dyn Fn() -> bool) -> Vec<Item> {
        suite::plan(Reference::new, self.level.round_trips(), &self.sizes, self.rules, stop)
    }

    /// Lists the fixed suite for these boards and rules, one line per part: its id, and the record of a case.
    /// Two runs with the same text had the same suite. If `stop` returns `true`, the text is of no use.
    pub fn suite_text(&self, stop: &dyn Fn() -> bool) -> String {
        let items = self.plan(stop);
        let line = |item: &Item| match item.of_case() {
            Some(case) => {
                let turns: Vec<String> = case.record.turns.iter().map(Turn::to_string).collect();
                format!("{item} {}: {}\n", case.record.setup, turns.join(", "))
            }
            None => format!("{item}\n"),
        };
        items.iter().map(line).collect()
    }

    /// Returns whether a part of the fixed suite is to be played.
    pub(super) fn chooses(&self, item: &Item) -> bool {
        let named = |patterns: &[String]| patterns.iter().any(|pattern| item.matches(pattern));
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }

    /// Returns whether the engine is to play against itself.
    pub(super) fn chooses_self_play(&self) -> bool {
        let meant = |pattern: &String| pattern == SELF_PLAY || pattern == Check::Generate.id();
        (self.only.is_empty() || self.only.iter().any(meant)) && !self.skip.iter().any(meant)
    }

    /// Returns whether games with a komi are to be played.
    pub(super) fn chooses_komi(&self) -> bool {
        let meant = |pattern: &String| pattern == Check::Score.id();
        (self.only.is_empty() || self.only.iter().any(meant)) && !self.skip.iter().any(meant)
    }

    /// Returns options for a game on each of the 625 boards, under rule sets that cover every pair of switch
    /// values: one `Options` per rule set, each with its share of the boards.
    pub fn all_boards(seed: u64) -> Vec<Options> {
        let all: Vec<Size> = every_size().collect();
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
                scope: Scope::AllBoards,
                ..Options::default()
            })
            .collect()
    }
}

/// Returns the size of every board.
pub(super) fn every_size() -> impl Iterator<Item = Size> {
    let rows = |columns| (1..=LARGEST).filter_map(move |rows| Size::new(columns, rows).ok());
    (1..=LARGEST).flat_map(rows)
}

/// The thoroughness of a run: an amount of work, never a time. Each level finds everything that the level before it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// A quick check.
    Smoke,
    /// The usual level.
    Standard,
    /// The level for certificates.
    Full,
}

impl Level {
    /// All levels, the quickest first.
    pub const ALL: [Level; 3] = [Level::Smoke, Level::Standard, Level::Full];

    /// Returns the name of the level.
    pub fn id(self) -> &'static str {
        match self {
            Level::Smoke => "smoke",
            Level::Standard => "standard",
            Level::Full => "full",
        }
    }

    /// Returns the largest number of questions in the fixed suite, if they are asked one at a time.
    pub fn round_trips(self) -> usize {
        match self {
            Level::Smoke => 6_000,
            Level::Standard => 90_000,
            Level::Full => 1_000_000,
        }
    }

    /// Returns the default number of random games.
    pub fn random_games(self) -> u64 {
        match self {
            Level::Smoke => 100,
            Level::Standard => 1_000,
            Level::Full => 40_000,
        }
    }

    /// Returns how often each event of the fixed suite has to be observed, if the suite reaches it that often
    /// on the boards of the run.
    pub fn least_of_each_event(self) -> u64 {
        match self {
            Level::Smoke => 1,
            Level::Standard => 5,
            Level::Full => 20,
        }
    }

    /// Returns the boards of a run for which no boards are named.
    ///
    /// # Panics
    ///
    /// Does not panic: the sizes are constants.
    pub fn sizes(self) -> Vec<Size> {
        let small = "1x1 2x1 1x2 3x1 4x1 2x2 3x2 3x3 4x4 5x4 5x5 4x7 7x4 6x6 7x7 8x8 9x9";
        let large = if self == Level::Smoke { "" } else { " 13x13 19x19" };
        let sizes = [small, large].concat();
        let size = |text: &str| text.parse().expect("the sizes are written as sizes are");
        sizes.split_whitespace().map(size).collect()
    }

    /// Returns the boards that are tested briefly if no boards are named and the engine supports them: at
    /// level standard the other squares up to 19x19, a tall and a wide board; at level full all other boards.
    pub fn further_sizes(self) -> Vec<Size> {
        let is_due = |size: &Size| match self {
            Level::Smoke => false,
            Level::Standard => {
                let sides = (size.columns(), size.rows());
                matches!(sides, (9, 13) | (13, 9))
                    || size.is_square() && (5..=19).contains(&size.rows())
            }
            Level::Full => true,
        };
        let usual = self.sizes();
        every_size().filter(|size| is_due(size) && !usual.contains(size)).collect()
    }
}
