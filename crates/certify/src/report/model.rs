//! The results of a run, as data: all texts and files about the run are made from it.

use super::{Capacity, DiagnosisReport, Exactness, Unmet};
use std::collections::BTreeMap;
use superko_diagnosis::{self as diagnosis, Diagnosis};
use superko_engine::check::{Check, Grade};
use superko_engine::referee::Event;
use superko_engine::{MissingScore, ProtocolOutcome};
use superko_game::rules::{Rule, Rules, SWITCHES};
use superko_game::{Komi, Position, Record, Size};
use superko_harness::findings::Reliability;

/// The name and version of the JSON format of a [`Report`]; `report.schema.json` describes it.
pub const SCHEMA: &str = "superko-report/1";

/// The tool that makes reports: `superko` and its version.
pub(crate) const TOOL: &str = concat!("superko ", env!("CARGO_PKG_VERSION"));

/// The results of a run.
///
/// In JSON, a report is one object with these fields, in this order, and then `in_part`, `offer` and `next`, which follow from
/// them. Scripts may rely on the names.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The value of [`SCHEMA`].
    pub schema: String,
    /// The tool that made the report: `superko` and its version.
    pub tool: String,
    /// The engine.
    pub engine: EngineInfo,
    /// The rules in force.
    pub rules: Rules,
    /// The seed of all random choices.
    pub seed: u64,
    /// The other options of the run.
    pub options: RunInfo,
    /// The verdict on the engine.
    pub verdict: RunVerdict,
    /// Whether all work was done: the fixed suite, and the random games if their number was given.
    pub complete: bool,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// The observations of each rule in force.
    pub rules_checked: BTreeMap<Rule, RuleResult>,
    /// The observations of each check.
    pub checks: BTreeMap<Check, CheckResult>,
    /// How often each event was reached: all events that were reached, and all that the fixed suite reaches.
    pub events: BTreeMap<Event, u64>,
    /// How often each event had to be observed at this level, if the fixed suite reaches it that often on the
    /// boards of the run.
    #[cfg_attr(feature = "serde", serde(default))]
    pub demanded: BTreeMap<Event, u64>,
    /// The number of rulings in which an event was reached in each of its forms, for suicides and repeats:
    /// all forms that were reached, and all that the fixed suite reaches.
    #[cfg_attr(feature = "serde", serde(default))]
    pub forms: BTreeMap<Event, BTreeMap<String, u64>>,
    /// The number of comparisons that reached an event and in which the reference and the engine disagreed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub event_disagreements: BTreeMap<Event, u64>,
    /// Everything that was required but not observed: events that the fixed suite reaches, and requested
    /// checks and boards.
    pub unmet: Vec<Unmet>,
    /// The events of `unmet` that are known failures. They do not make the run incomplete.
    #[cfg_attr(feature = "serde", serde(default))]
    pub expected_unmet: Vec<Unmet>,
    /// A rule set that differs from the requested one only in rules that were not observed, so that the run does not distinguish
    /// the two.
    #[cfg_attr(feature = "serde", serde(default))]
    pub undistinguished: Option<Rules>,
    /// The named rule sets that differ from the requested one only in what was not observed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub alike: Vec<Rules>,
    /// The result of each protocol test: `ok`, `failed: ...` or `not applicable: ...`. The protocol is graded
    /// separately from the rules. Empty for an engine without a protocol.
    #[cfg_attr(feature = "serde", serde(default))]
    pub protocol: BTreeMap<String, ProtocolOutcome>,
    /// Whether an engine that shows its hash distinguishes positions with the same hash: `exact: ...`,
    /// `deviates: ...` or `not tested: ...`. `None` if the run could not test it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub exactness: Option<Exactness>,
    /// How long the engine's history is, tested by repetitions over 600, 2,000 and 20,000 turns: each is
    /// remembered, forgotten, or has another result, in words. `None` below level full.
    #[cfg_attr(feature = "serde", serde(default))]
    pub capacity: Option<Capacity>,
    /// The rules that the engine really plays, if a diagnosis was made.
    #[cfg_attr(feature = "serde", serde(default))]
    pub diagnosis: Option<DiagnosisReport>,
    /// Why there is no diagnosis, if one was tried.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub no_diagnosis: Option<String>,
    /// The disagreements, one for each cause, in the order of the rules.
    pub findings: Vec<Finding>,
    /// The faults that kept the engine from answering.
    pub faults: Vec<FaultReport>,
    /// The ids of expected findings and faults that did not occur, although all work was done.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unexpected_passes: Vec<String>,
    /// Boards that the engine does not support.
    pub refused_sizes: Vec<RefusedSize>,
    /// Boards that were tested briefly, with the beginning of the fixed suite; empty if boards were named.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub further_sizes: Vec<Size>,
    /// The number of games played, including those that ended at a disagreement.
    pub games: u64,
    /// The number of games that could not be continued after a disagreement.
    pub cut_short: u64,
    /// The number of turns played.
    pub turns: u64,
    /// The number of answers compared.
    pub comparisons: u64,
    /// The duration of the run, if there was a clock.
    pub seconds: Option<f64>,
    /// The time until the first disagreement, if there was a clock.
    pub seconds_to_first_finding: Option<f64>,
    /// The reports of the run on all boards and under all rule sets, if it was made: one for each rule set.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub all_boards: Vec<Report>,
}

/// The engine of a run: its name, its command and what it told about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineInfo {
    /// The name of the engine.
    pub name: String,
    /// The version of the engine, if it reported one.
    pub version: Option<String>,
    /// The command line that started the engine, if it is a program.
    pub command: Option<String>,
    /// The words that choose the engine on the command line of `superko`; `None` for an engine in Rust.
    pub arguments: Option<String>,
    /// The words with which a program tests the engine by other rules, [`RULES`](super::RULES); `None` on the command line.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub by_rules: Option<String>,
    /// The words with which a program makes the run again at another level; [`LEVEL`](super::LEVEL) stands for it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub by_level: Option<String>,
    /// The optional methods that the board of a program does not have, if the program names any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub lacks: Vec<String>,
    /// Notes for the reader of the report, for example what could not be asked and why.
    pub notes: Vec<String>,
    /// The reason why the score was not compared, if it is known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub missing_score: Option<MissingScore>,
    /// The komi that the engine adds to scores although it was set to 0. It was subtracted.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub kept_komi: Option<Komi>,
    /// The conventions that the engine declares, in which it differs from most engines, as phrases to follow a colon. The engine
    /// was judged by them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub conventions: Vec<String>,
    /// Whether the engine was given the rules before each game, so that those it was started with do not matter.
    #[cfg_attr(feature = "serde", serde(default))]
    pub told_rules: bool,
}

/// The options of a run, besides the rules and the seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RunInfo {
    /// The level of the run.
    pub level: String,
    /// The boards, including those that the engine refuses.
    pub sizes: Vec<Size>,
    /// Whether the user named the boards.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sizes_named: bool,
    /// The number of random games, or `None` if they continued until the run was stopped.
    pub games: Option<u64>,
    /// Whether accepting an illegal play counts even if the engine is known to accept every play.
    pub strict: bool,
    /// Checks that had to be observed.
    pub required: Vec<Check>,
    /// The parts of the fixed suite that were requested; empty for all parts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub only: Vec<String>,
    /// The parts of the fixed suite that were left out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub skip: Vec<String>,
}

/// The verdict of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum RunVerdict {
    /// No unexpected disagreement and no unexpected fault. All work was done.
    Conforms,
    /// At least one unexpected disagreement, or an expected disagreement or fault that did not occur.
    Deviates,
    /// No unexpected disagreement, but an unexpected fault, or, if the run was strict, a failed protocol test.
    Faulty,
    /// Nothing could be observed.
    #[default]
    Untestable,
    /// No unexpected disagreement and no unexpected fault so far. Not all work was done or observed.
    Incomplete,
}

impl RunVerdict {
    /// Returns the word for the verdict in reports.
    pub fn id(self) -> &'static str {
        match self {
            RunVerdict::Conforms => "conforms",
            RunVerdict::Deviates => "deviates",
            RunVerdict::Faulty => "faulty",
            RunVerdict::Untestable => "untestable",
            RunVerdict::Incomplete => "incomplete",
        }
    }
}

/// The observations of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleResult {
    /// The grade of the engine's answers about legality.
    pub knows: RuleGrade,
    /// The grade of the engine's behavior when given turns.
    pub enforces: RuleGrade,
    /// The number of comparisons that involve the rule.
    pub observations: u64,
    /// The events of the rule that were demanded but never observed, by each grade that is `conforms`: it conforms in part.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "BTreeMap::is_empty"))]
    pub unobserved: BTreeMap<Grade, Vec<Event>>,
}

impl RuleResult {
    /// Returns whether the engine deviates in one of the two grades.
    pub fn deviates(&self) -> bool {
        [self.knows, self.enforces].contains(&RuleGrade::Deviates)
    }
}

/// The grade of an engine for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum RuleGrade {
    /// Every observation agreed.
    Conforms,
    /// At least one observation disagreed.
    Deviates,
    /// The engine accepts illegal plays, as it is known to; the other grade shows what it knows.
    Tolerates,
    /// Nothing was observed.
    Unobserved,
}

impl RuleGrade {
    /// Returns the word for the grade in reports.
    pub fn id(self) -> &'static str {
        match self {
            RuleGrade::Conforms => "conforms",
            RuleGrade::Deviates => "deviates",
            RuleGrade::Tolerates => "tolerates",
            RuleGrade::Unobserved => "unobserved",
        }
    }
}

/// The observations of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CheckResult {
    /// The number of answers compared.
    pub observations: u64,
    /// The number of answers that the engine could not give.
    pub missing: u64,
    /// The number of answers compared that name the winner and no score.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "super::in_part::is_none"))]
    pub winners: u64,
}

/// A disagreement between the reference and the engine, in the shortest game found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Finding {
    /// The id of the finding, such as `TT6.play.repeat-initial`.
    pub id: String,
    /// The check that the engine fails.
    pub check: Check,
    /// The rule that is broken; `None` if the finding is about what the engine keeps or forgets.
    pub rule: Option<Rule>,
    /// The event that the turn reaches.
    pub event: Event,
    /// The size of the board.
    pub size: Size,
    /// The turns from the start of the game, each with the letter of its player. The disagreement is about
    /// the last turn, or about its result.
    pub turns: Vec<String>,
    /// How reliably the disagreement occurs.
    pub kind: Reliability,
    /// The number of newly started engines on which the disagreement occurred, and the number tried. Both are
    /// 0 if no engine could be started.
    pub confirmed: (u32, u32),
    /// The games to be played before.
    pub session: Vec<Record>,
    /// The commands that are sent before the last turn, and must not change the game; the finding is named after the last one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub sent: Vec<String>,
    /// The answer of the reference.
    pub reference: String,
    /// The answer of the engine.
    pub engine: String,
    /// How often the disagreement occurred.
    pub count: u64,
    /// How to reproduce the finding.
    pub again: String,
    /// The source of the game in which the disagreement first occurred.
    pub source: String,
    /// The number of the part of the run in which the disagreement first occurred.
    pub work: u64,
    /// Whether the finding was expected.
    #[cfg_attr(feature = "serde", serde(default))]
    pub expected: bool,
    /// The part of the diagnosis that explains the finding, in words to follow "it"; `None` if no part does,
    /// or there is no diagnosis.
    #[cfg_attr(feature = "serde", serde(default))]
    pub explanation: Option<String>,
    /// The mistakes that explain the finding, as in the diagnosis; empty if the rules that the engine plays explain it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cause: Option<Vec<String>>,
    /// The game, to be replayed.
    pub record: Record,
    /// The whole game, for an engine that generates and plays the last turn of `record` and disagrees after the turns that
    /// follow it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub followed: Option<Record>,
    /// The position that the engine shows, if it differs.
    pub board: Option<Position>,
}

/// A fault that kept an engine from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FaultReport {
    /// The id of the fault, such as `fault.timeout.play`.
    pub id: String,
    /// The kind of fault: `timeout`, `exit`, `protocol`, `panic`, `start` or `unsupported`.
    pub kind: String,
    /// The command that was not answered.
    pub command: Option<String>,
    /// How the engine's process ended, if it did.
    pub status: Option<String>,
    /// The description of the fault, in a sentence.
    pub what: String,
    /// The turns of the game at the end of which the fault occurs.
    pub turns: Vec<String>,
    /// The GTP commands after which the fault occurs, the last of which is not answered. Empty for a fault that a single game
    /// shows. A fault outside of games occurs while the engine is asked what it can do, or whether it follows the protocol.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub commands: Vec<String>,
    /// The games to be played before, if the fault does not occur without them.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub session: Vec<Record>,
    /// The number of newly started engines on which the fault occurred again, and the number tried. Both are
    /// 0 if it was not tried.
    pub confirmed: (u32, u32),
    /// How often the fault occurred.
    pub count: u64,
    /// The questions besides the turns with which the fault occurs.
    pub asked: Option<String>,
    /// The advice if the engine fails because the last turn is illegal, as a sentence.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub advice: Option<String>,
    /// How to reproduce the fault.
    pub again: Option<String>,
    /// The number of the part of the run in which the fault first occurred.
    pub work: u64,
    /// Whether the fault was expected.
    #[cfg_attr(feature = "serde", serde(default))]
    pub expected: bool,
    /// The game, to be replayed.
    pub record: Option<Record>,
}

/// A board that an engine does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RefusedSize {
    /// The size of the board.
    pub size: Size,
    /// The answer of the engine.
    pub what: String,
}

/// Returns whether a text is short, and has none of the verbs that verdicts have. Another text could be taken for a verdict.
fn is_name(text: &str) -> bool {
    const VERBS: [&str; 8] =
        ["agrees", "conforms", "could", "deviate", "deviates", "did", "does", "plays"];
    const LONGEST: usize = 60;
    let is_verb = |word: &str| VERBS.contains(&word.to_lowercase().as_str());
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    text.chars().count() <= LONGEST && !words.any(is_verb)
}

impl Finding {
    /// Returns whether the finding is a steady disagreement about a rule, which the diagnosis should explain. Findings about
    /// generated turns or about the state of the engine are not.
    pub(crate) fn is_of_rules(&self) -> bool {
        self.kind == Reliability::Steady && self.rule.is_some() && self.check != Check::Generate
    }

    /// Returns whether the finding is an illegal turn that the engine generates each time that it is asked for one.
    pub(crate) fn is_of_generation(&self) -> bool {
        self.kind == Reliability::Steady && self.rule.is_some() && self.check == Check::Generate
    }
}

/// The largest number of briefly tested boards to name one by one.
const MOST_BOARDS_NAMED: usize = 10;

impl Report {
    /// Returns the name of the engine with its version, in quotation marks if it could be mistaken for a part
    /// of our sentences.
    pub fn called(&self) -> String {
        let called = match &self.engine.version {
            Some(version) => format!("{} {version}", self.engine.name),
            None => self.engine.name.clone(),
        };
        if is_name(&called) { called } else { format!("\"{}\"", called.replace('"', "'")) }
    }

    /// Adds a diagnosis, and notes for each finding which part of the diagnosis explains it. The games that led to findings are
    /// not kept.
    pub fn explain(&mut self, mut diagnosis: Diagnosis) {
        let facts = &mut diagnosis.facts;
        let by_hash = |found: &Finding| found.event == Event::HashCollision && found.is_of_rules();
        if self.findings.iter().any(by_hash) {
            facts.believe_hash_collisions();
        }
        let generated = self.findings.iter().filter(|found| found.is_of_generation());
        let generated: Vec<Record> = generated.map(|found| found.record.clone()).collect();
        facts.take_generated(&generated);
        for finding in &mut self.findings {
            let cause = match finding.is_of_generation() {
                true => facts.cause_of_generated(&finding.record),
                false => facts.cause_of(&finding.session, &finding.record),
            };
            let own_keys = finding.event == Event::HashCollision
                || facts.refuses_by_hash_collision(finding.check, &finding.record);
            let cause = cause.or_else(|| facts.belief_in_hash().filter(|_| own_keys));
            let rules = finding.record.rules();
            finding.explanation =
                cause.as_ref().map(|cause| superko_diagnosis::explanation(cause, facts, rules));
            finding.cause = cause.map(|cause| diagnosis::words(&cause));
        }
        let open =
            self.findings.iter().filter(|found| found.is_of_rules() && found.cause.is_none());
        facts.open = open.count();
        self.diagnosis = Some(DiagnosisReport::of(&diagnosis, self.rules));
    }

    /// Names the boards that were tested briefly, or counts them if there are many.
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

    /// Sets the verdict again, after something was added or marked as expected.
    pub fn judge(&mut self) {
        self.verdict = self.judged();
    }

    /// Returns the verdict that follows from what was found and observed.
    pub(crate) fn judged(&self) -> RunVerdict {
        let observed = self.comparisons > 0;
        let refused = self.refused_sizes.len() == self.options.sizes.len();
        if self.findings.iter().any(|finding| !finding.expected)
            || !self.unexpected_passes.is_empty()
        {
            RunVerdict::Deviates
        } else if !observed && (refused || self.complete || !self.faults.is_empty()) {
            RunVerdict::Untestable
        } else if self.faults.iter().any(|fault| !fault.expected)
            || (self.options.strict && self.protocol_failures().next().is_some())
        {
            RunVerdict::Faulty
        } else if !self.complete
            || self.unmet.iter().any(|unmet| !self.expected_unmet.contains(unmet))
        {
            RunVerdict::Incomplete
        } else {
            RunVerdict::Conforms
        }
    }

    /// Returns the protocol tests that the engine fails, each with its result.
    pub fn protocol_failures(&self) -> impl Iterator<Item = (&String, &ProtocolOutcome)> {
        self.protocol.iter().filter(|(_, outcome)| outcome.is_failure())
    }

    /// Returns the rules of the run with the Tromp-Taylor value for each switch whose rule was not observed. `None` if the same
    /// games are played under both, or if nothing was compared.
    pub(crate) fn undistinguished(&self) -> Option<Rules> {
        let unobserved = SWITCHES.iter().filter(|switch| {
            !switch.is_default(self.rules) && !self.observes_rule(self.rules.value(switch).rule)
        });
        let left = unobserved.fold(self.rules, |rules, switch| rules.with(&switch.values[0]));
        (self.comparisons > 0 && !left.is_played_as(self.rules)).then(|| left.named_alike())
    }

    /// Returns how many of the rules in force were observed.
    pub fn rules_observed(&self) -> usize {
        self.rules_checked.values().filter(|result| result.observations > 0).count()
    }

    /// Returns the boards of the run that the engine did not refuse.
    pub fn sizes_played(&self) -> impl Iterator<Item = Size> {
        let refused = |size| self.refused_sizes.iter().any(|refused| refused.size == size);
        self.options.sizes.iter().copied().filter(move |&size| !refused(size))
    }

    /// Returns the checks by which nothing was observed.
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
