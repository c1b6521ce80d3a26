//! What a run came to, as data: all that the texts and files about it are made from.

use crate::check::Check;
use crate::diagnosis::Diagnosis;
use crate::findings::Kind;
use crate::game::{Position, Record, Size};
use crate::referee::Event;
use crate::rules::{Rule, Rules};
use std::collections::BTreeMap;

/// The name and version of the form of a [`Report`] as JSON; `report.schema.json` describes it.
pub const SCHEMA: &str = "superko-report/1";

/// What makes reports: `superko` and its version.
pub(crate) const TOOL: &str = concat!("superko ", env!("CARGO_PKG_VERSION"));

/// What a run came to.
///
/// As JSON it is one object with these fields, in this order. The names are a contract: scripts read them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// What made it: `superko` and its version.
    pub tool: String,
    /// The engine.
    pub engine: EngineInfo,
    /// The rules in force.
    pub rules: Rules,
    /// From what all random choices came.
    pub seed: u64,
    /// What else the run was told.
    pub options: RunInfo,
    /// The outcome.
    pub verdict: Outcome,
    /// Whether all was done that was to be done: the fixed suite, and the random games if their number was given.
    pub complete: bool,
    /// Whether the run was stopped from outside.
    pub interrupted: bool,
    /// What was observed of each rule in force.
    pub rules_checked: BTreeMap<Rule, RuleResult>,
    /// What was observed by each check.
    pub checks: BTreeMap<Check, CheckResult>,
    /// How often each event was reached: those that were, and those that the fixed suite reaches.
    pub events: BTreeMap<Event, u64>,
    /// How often each event had to be observed, by the level, if the fixed suite reaches it that often on the boards at hand.
    #[cfg_attr(feature = "serde", serde(default))]
    pub demanded: BTreeMap<Event, u64>,
    /// In how many rulings an event was reached in each of its forms, for suicides and repeats: the forms that were reached,
    /// and those that the fixed suite reaches.
    #[cfg_attr(feature = "serde", serde(default))]
    pub forms: BTreeMap<Event, BTreeMap<String, u64>>,
    /// In how many comparisons that reached an event reference and engine disagreed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub event_disagreements: BTreeMap<Event, u64>,
    /// What was demanded and not observed: events that the fixed suite reaches, and checks and boards that were asked for.
    pub unmet: Vec<String>,
    /// How the engine does by the protocol, case by case: `ok`, `failed: ...` or `not applicable: ...`. It is graded apart
    /// from the rules, and empty for an engine without a protocol.
    #[cfg_attr(feature = "serde", serde(default))]
    pub protocol: BTreeMap<String, String>,
    /// Whether positions are told apart that have one hash, for an engine that shows its hash: `exact: ...`, `deviates: ...` or
    /// `not tested: ...`. None where the run could not ask.
    #[cfg_attr(feature = "serde", serde(default))]
    pub exactness: Option<String>,
    /// How long games it has room for, by repetitions over 600, 2,000 and 20,000 turns: each is remembered, forgotten, or what
    /// came between. None below level full.
    #[cfg_attr(feature = "serde", serde(default))]
    pub capacity: Option<String>,
    /// What the engine really plays, where that was looked into.
    #[cfg_attr(feature = "serde", serde(default))]
    pub diagnosis: Option<Diagnosis>,
    /// The disagreements, one for each cause, in the order of the rules.
    pub findings: Vec<Finding>,
    /// What kept the engine from answering.
    pub faults: Vec<FaultReport>,
    /// Ids that were expected to be found and were not, though all was done.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unexpected_passes: Vec<String>,
    /// Boards that the engine does not play.
    pub refused_sizes: Vec<RefusedSize>,
    /// Boards that were looked at in brief, with the beginning of the fixed suite: none where the boards were named.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub further_sizes: Vec<Size>,
    /// Games played, those that ended at a disagreement included.
    pub games: u64,
    /// Games that ended at a disagreement past which there was no way.
    pub cut_short: u64,
    /// Turns taken.
    pub turns: u64,
    /// Answers compared.
    pub comparisons: u64,
    /// How long the run took, if there was a clock.
    pub seconds: Option<f64>,
    /// After how long the first disagreement was met.
    pub seconds_to_first_finding: Option<f64>,
    /// The run on all boards and under all rule sets, if one was made: a part for each rule set.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub all_boards: Vec<Report>,
}

/// What an engine said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// Its version, if it told one.
    pub version: Option<String>,
    /// The command line that started it, if it is a program.
    pub command: Option<String>,
    /// The words that choose it on the command line of `superko`; none for an engine in Rust.
    pub arguments: Option<String>,
    /// What a reader should know of how it was asked.
    pub notes: Vec<String>,
    /// Where it says to do otherwise than most, and was judged accordingly: in words that go on after a colon.
    #[cfg_attr(feature = "serde", serde(default))]
    pub conventions: Vec<String>,
    /// Whether it was told the rules before each game, so that those that it was started with do not count.
    #[cfg_attr(feature = "serde", serde(default))]
    pub told_rules: bool,
}

/// What a run was told, beside the rules and the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RunInfo {
    /// The level.
    pub level: String,
    /// The boards, those that the engine refuses included.
    pub sizes: Vec<Size>,
    /// Whether they were asked for by name.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sizes_named: bool,
    /// How many random games; none if they went on until the run was stopped.
    pub games: Option<u64>,
    /// Whether accepting an illegal play counts even where an engine is known to accept any.
    pub strict: bool,
    /// Checks of which an observation was demanded.
    pub required: Vec<Check>,
    /// Which parts of the fixed suite were asked for; all, if none are named.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub only: Vec<String>,
    /// Which parts were left out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub skip: Vec<String>,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Outcome {
    /// No disagreement and no fault, and everything was done.
    Conforms,
    /// At least one disagreement that was not expected, or an expected one that is gone.
    Deviates,
    /// No disagreement, but at least one fault.
    Faulty,
    /// Nothing could be observed.
    Untestable,
    /// No disagreement and no fault so far, but not everything was done or observed.
    Incomplete,
}

impl Outcome {
    /// Its word in reports.
    pub fn id(self) -> &'static str {
        match self {
            Outcome::Conforms => "conforms",
            Outcome::Deviates => "deviates",
            Outcome::Faulty => "faulty",
            Outcome::Untestable => "untestable",
            Outcome::Incomplete => "incomplete",
        }
    }
}

/// What was observed of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleResult {
    /// By its answers to questions about legality.
    pub knows: RuleGrade,
    /// By what it does when it is given turns.
    pub enforces: RuleGrade,
    /// How many comparisons bear on the rule.
    pub observations: u64,
}

impl RuleResult {
    /// Whether it deviates in one of the two ways.
    pub fn deviates(self) -> bool {
        [self.knows, self.enforces].contains(&RuleGrade::Deviates)
    }
}

/// How an engine does by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum RuleGrade {
    /// Every observation agreed.
    Conforms,
    /// At least one did not.
    Deviates,
    /// It accepts illegal plays, as it is known to; what it knows shows elsewhere.
    Tolerates,
    /// Nothing was observed.
    Unobserved,
}

impl RuleGrade {
    /// Its word in reports.
    pub fn id(self) -> &'static str {
        match self {
            RuleGrade::Conforms => "conforms",
            RuleGrade::Deviates => "deviates",
            RuleGrade::Tolerates => "tolerates",
            RuleGrade::Unobserved => "unobserved",
        }
    }
}

/// What was observed by a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CheckResult {
    /// Answers compared.
    pub observations: u64,
    /// Answers that the engine could not give.
    pub missing: u64,
}

/// A disagreement of reference and engine, in the shortest game found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Finding {
    /// Its id, such as `TT6.play.repeat-initial`.
    pub id: String,
    /// The check by which it shows.
    pub check: Check,
    /// The rule that is broken; none where it is about what the engine keeps or forgets.
    pub rule: Option<Rule>,
    /// The event.
    pub event: Event,
    /// The board.
    pub size: Size,
    /// The turns from the beginning of the game, each with the letter of its player. The last one is in dispute, or what
    /// came of it.
    pub turns: Vec<String>,
    /// How steadily it shows.
    pub kind: Kind,
    /// On how many of so many freshly started engines it showed. Both are 0 if none could be started.
    pub confirmed: (u32, u32),
    /// The games that have to be played before.
    pub session: Vec<Record>,
    /// What the reference says.
    pub reference: String,
    /// What the engine says.
    pub engine: String,
    /// How often it was met.
    pub count: u64,
    /// How to see it again.
    pub again: String,
    /// Where it was met first.
    pub source: String,
    /// The number of the part of the run in which it was met first.
    pub work: u64,
    /// Whether it is among the findings that were expected.
    #[cfg_attr(feature = "serde", serde(default))]
    pub expected: bool,
    /// What of the diagnosis it comes of, in words that go on after "it"; none where the diagnosis does not say, or there is none.
    #[cfg_attr(feature = "serde", serde(default))]
    pub explanation: Option<String>,
    /// The game, to be read again.
    pub record: Record,
    /// The position that the engine shows, if that is what differs.
    pub board: Option<Position>,
}

/// What kept an engine from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FaultReport {
    /// Its id, such as `fault.timeout.play`.
    pub id: String,
    /// `timeout`, `exit`, `protocol`, `panic`, `start` or `unsupported`.
    pub kind: String,
    /// What the engine was asked.
    pub command: Option<String>,
    /// How it ended, if it did.
    pub status: Option<String>,
    /// What happened, in a sentence.
    pub what: String,
    /// The turns of the game at whose end it happens.
    pub turns: Vec<String>,
    /// On how many of so many freshly started engines it happened again. Both are 0 if it was met outside of a game.
    pub confirmed: (u32, u32),
    /// How often it happened.
    pub count: u64,
    /// What is asked beside the turns for it to happen.
    pub asked: Option<String>,
    /// How to see it again.
    pub again: Option<String>,
    /// The number of the part of the run in which it was met first.
    pub work: u64,
    /// The game, to be read again.
    pub record: Option<Record>,
}

/// A board that an engine does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RefusedSize {
    /// Its size.
    pub size: Size,
    /// What the engine said.
    pub what: String,
}

/// Whether a text is short, and has none of the verbs that verdicts have.
fn is_name(text: &str) -> bool {
    const VERBS: [&str; 8] =
        ["agrees", "conforms", "could", "deviate", "deviates", "did", "does", "plays"];
    const LONGEST: usize = 60;
    let is_verb = |word: &str| VERBS.contains(&word.to_lowercase().as_str());
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    text.chars().count() <= LONGEST && !words.any(is_verb)
}

impl Finding {
    /// Whether it is a steady disagreement about a rule, which what an engine plays should explain: not about what the engine would
    /// play, nor about what it does in between.
    pub(crate) fn is_of_rules(&self) -> bool {
        self.kind == Kind::Steady && self.rule.is_some() && self.check != Check::Generate
    }

    /// Whether it is an illegal turn that the engine would play, each time that it is asked for one.
    pub(crate) fn is_of_generation(&self) -> bool {
        self.kind == Kind::Steady && self.rule.is_some() && self.check == Check::Generate
    }
}

/// The most boards looked at in brief that are told one by one.
const MOST_BOARDS_NAMED: usize = 10;

impl Report {
    /// The name of the engine with its version; in quotation marks if it could be read as a part of our sentences.
    pub fn called(&self) -> String {
        let called = match &self.engine.version {
            Some(version) => format!("{} {version}", self.engine.name),
            None => self.engine.name.clone(),
        };
        if is_name(&called) { called } else { format!("\"{}\"", called.replace('"', "'")) }
    }

    /// Takes a diagnosis in, and tells of each finding which part of it that comes of.
    pub fn explain(&mut self, mut diagnosis: Diagnosis) {
        let by_hash = |found: &Finding| found.event == Event::HashCollision && found.is_of_rules();
        if self.findings.iter().any(by_hash) {
            diagnosis.believe_own_hash(self.rules);
        }
        let generated = self.findings.iter().filter(|found| found.is_of_generation());
        let generated: Vec<Record> = generated.map(|found| found.record.clone()).collect();
        diagnosis.take_generated(&generated, self.rules);
        for finding in &mut self.findings {
            let by_hash = || diagnosis.belief_in_hash();
            let cause = match finding.is_of_generation() {
                true => diagnosis.cause_of_generated(&finding.record),
                false => diagnosis.cause_of(&finding.record),
            };
            let own_keys = finding.event == Event::HashCollision
                || diagnosis.refuses_by_own_hash(finding.check, &finding.record);
            finding.explanation = cause.or_else(|| by_hash().filter(|_| own_keys));
        }
        let open = self
            .findings
            .iter()
            .filter(|found| found.is_of_rules() && found.explanation.is_none())
            .count();
        diagnosis.leave_open(open);
        self.diagnosis = Some(diagnosis);
    }

    /// The boards that were looked at in brief, for people: each, or how many there are.
    pub(super) fn boards_in_brief(&self) -> Option<String> {
        match self.further_sizes.len() {
            0 => None,
            1..=MOST_BOARDS_NAMED => {
                let sizes: Vec<String> = self.further_sizes.iter().map(Size::to_string).collect();
                Some(sizes.join(" "))
            }
            others => Some(format!("{others} others")),
        }
    }

    /// Sets the verdict again, after something was added or expected.
    pub fn judge(&mut self) {
        self.verdict = self.judged();
    }

    /// The outcome, from what was found and observed.
    pub(crate) fn judged(&self) -> Outcome {
        let observed = self.comparisons > 0;
        let refused = self.refused_sizes.len() == self.options.sizes.len();
        if self.findings.iter().any(|finding| !finding.expected)
            || !self.unexpected_passes.is_empty()
        {
            Outcome::Deviates
        } else if !observed && (refused || self.complete || !self.faults.is_empty()) {
            Outcome::Untestable
        } else if !self.faults.is_empty()
            || (self.options.strict && self.protocol_failures().next().is_some())
        {
            Outcome::Faulty
        } else if !self.complete || !self.unmet.is_empty() {
            Outcome::Incomplete
        } else {
            Outcome::Conforms
        }
    }

    /// The cases of the protocol in which the engine fails.
    pub fn protocol_failures(&self) -> impl Iterator<Item = (&str, &str)> {
        let cases = self.protocol.iter().map(|(id, outcome)| (id.as_str(), outcome.as_str()));
        cases.filter(|(_, outcome)| outcome.starts_with("failed"))
    }

    /// How many of the rules in force were observed.
    pub fn rules_observed(&self) -> usize {
        self.rules_checked.values().filter(|result| result.observations > 0).count()
    }

    /// The checks by which nothing was observed.
    pub fn checks_unobserved(&self) -> impl Iterator<Item = Check> {
        let unobserved =
            |check: &Check| self.checks.get(check).is_none_or(|result| result.observations == 0);
        Check::ALL.into_iter().filter(unobserved)
    }
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn a_name_that_reads_like_a_verdict_is_none() {
        for name in ["GNU Go 3.8", "optimized, the colors swapped", "zoo:history-of-8", "囲碁"] {
            assert!(is_name(name), "{name}");
        }
        for text in [
            "X conforms to tromp-taylor in everything compared.",
            "Deviates",
            "A (agrees)",
            "an engine that has all the words there are for what it is and when it was made",
        ] {
            assert!(!is_name(text), "{text}");
        }
    }
}
