//! What is known of an engine: a row of the matrix, and all rows in a file.

use super::list::Listed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use superko::report::{DiagnosisReport, Finding, Report, RuleGrade, RuleResult, rule_words};
use superko::{Check, Rule};

/// The name and version of the form of the file.
const SCHEMA: &str = "superko-matrix/1";

/// All rows, in the order of the list.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Matrix {
    pub(super) schema: String,
    /// What made it.
    pub(super) tool: String,
    /// The day of the last row.
    pub(super) date: String,
    pub(super) level: String,
    pub(super) rows: Vec<Row>,
}

/// An engine.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Row {
    /// How it was listed.
    pub(super) listed: Listed,
    /// By what version of this program, and at what level.
    pub(super) by: String,
    pub(super) state: State,
    /// Why it is not done, if it is not.
    pub(super) reason: Option<String>,
    /// How it was started.
    pub(super) command: Option<String>,
    pub(super) seconds: f64,
    /// Graded by what it claims.
    pub(super) claimed: Option<Grade>,
    /// Graded by the rules of Tromp and Taylor; none where it claims these.
    pub(super) tromp_taylor: Option<Grade>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    Done,
    /// It was examined in part.
    NotFinished,
    NotInstalled,
    NotBuilt,
}

/// How an engine does under a rule set.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Grade {
    pub(super) rules: String,
    pub(super) verdict: String,
    pub(super) complete: bool,
    pub(super) comparisons: u64,
    /// What it really plays, in words that go on after "it".
    pub(super) plays: Option<String>,
    /// Each rule that was observed, by its id.
    pub(super) observed: BTreeMap<String, RuleResult>,
    /// Checks by which something was observed.
    pub(super) checks: Vec<String>,
    /// What the level demands and was not met.
    pub(super) unmet: Vec<String>,
    pub(super) findings: Vec<Shown>,
    /// What kept it from answering.
    pub(super) faults: Vec<String>,
    /// The page of the whole report, seen from that of the matrix.
    pub(super) page: String,
}

/// A finding.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Shown {
    pub(super) id: String,
    pub(super) check: Check,
    /// The rule; none where it is about what the engine keeps or forgets.
    pub(super) rule: Option<String>,
    pub(super) event: String,
    /// `steady`, `history` or `flaky`.
    pub(super) kind: String,
    /// On how many of so many freshly started processes it showed again.
    pub(super) confirmed: (u32, u32),
    /// The game, whose last turn is in dispute.
    pub(super) game: String,
    pub(super) turns: usize,
    pub(super) reference: String,
    pub(super) engine: String,
    /// GTP commands that show it.
    pub(super) script: Vec<String>,
}

impl Matrix {
    pub(super) fn new(level: &str) -> Matrix {
        let tool = concat!("superko ", env!("CARGO_PKG_VERSION")).to_owned();
        let (schema, date, level) = (SCHEMA.to_owned(), String::new(), level.to_owned());
        Matrix { schema, tool, date, level, rows: Vec::new() }
    }

    /// Reads what an earlier run left.
    pub(super) fn read(text: &str) -> Result<Matrix, String> {
        let matrix: Matrix = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if matrix.schema != SCHEMA {
            return Err(format!("its schema is `{}`, not `{SCHEMA}`", matrix.schema));
        }
        Ok(matrix)
    }

    /// Puts a row in the place that it has in a list.
    pub(super) fn put(&mut self, row: Row, list: &[Listed]) {
        self.rows.retain(|other| other.listed.id != row.listed.id);
        self.rows.push(row);
        let place = |row: &Row| list.iter().position(|listed| listed.id == row.listed.id);
        self.rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
    }
}

impl Row {
    /// A row of an engine that was not graded, or not yet.
    pub(super) fn without(listed: &Listed, by: &str, state: State, reason: Option<String>) -> Row {
        Row {
            listed: listed.clone(),
            by: by.to_owned(),
            state,
            reason,
            command: None,
            seconds: 0.0,
            claimed: None,
            tromp_taylor: None,
        }
    }

    /// What it really plays, in words that go on after "it".
    pub(super) fn plays(&self) -> Option<String> {
        let grades = [self.claimed.as_ref(), self.tromp_taylor.as_ref()];
        let told = grades.into_iter().flatten().find_map(|grade| grade.plays.clone());
        let conforms = self.claimed.as_ref().filter(|grade| grade.verdict == "conforms");
        told.or_else(|| {
            let rules = conforms?.rules.parse().ok()?;
            Some(format!("plays {}, as far as it was tested", rule_words(rules)))
        })
    }

    /// How it does by the rules of Tromp and Taylor.
    pub(super) fn by_tromp_taylor(&self) -> Option<&Grade> {
        self.tromp_taylor.as_ref().or(self.claimed.as_ref())
    }

    /// Whether it claims a sentence as Tromp and Taylor have it: neither replaced nor changed, or broken even as it claims it.
    pub(super) fn claims(&self, sentence: &str) -> bool {
        let Some(grade) = &self.claimed else { return true };
        let other =
            |id: &String| id.strip_prefix(sentence).is_some_and(|rest| rest.starts_with('/'));
        let broken = |shown: &Shown| shown.rule.as_deref() == Some(sentence);
        !grade.observed.keys().any(other) || grade.findings.iter().any(broken)
    }
}

impl Grade {
    /// What of a report is shown. The GTP commands are those that it left in its directory.
    pub(super) fn of(report: &Report, directory: &Path, page: String) -> Grade {
        let diagnosis = report.diagnosis.as_ref();
        let observed = report
            .rules_checked
            .iter()
            .map(|(rule, result)| (rule.id().to_owned(), result.clone()));
        let faults = report.faults.iter().map(|fault| fault.what.clone());
        let seen = |check: &&Check| report.checks_unobserved().all(|other| other != **check);
        Grade {
            rules: report.rules.to_string(),
            verdict: report.verdict.id().to_owned(),
            complete: report.complete,
            comparisons: report.comparisons,
            plays: diagnosis.filter(|found| is_told(found)).map(|found| found.sentence.clone()),
            observed: observed.collect(),
            checks: Check::ALL.iter().filter(seen).map(Check::to_string).collect(),
            unmet: report.unmet.iter().map(ToString::to_string).collect(),
            findings: report.findings.iter().map(|finding| Shown::of(finding, directory)).collect(),
            faults: faults.collect(),
            page,
        }
    }

    /// The verdict, and that it says nothing of illegal turns where the engine plays whatever it is given.
    pub(super) fn verdict_in_words(&self) -> String {
        let tolerates = self.observed.values().any(|rule| rule.enforces == RuleGrade::Tolerates);
        match tolerates {
            true => format!("{}; tolerates illegal turns", self.verdict),
            false => self.verdict.clone(),
        }
    }

    /// The sentences that it breaks, in whatever form is in force, each with the checks by which that shows.
    pub(super) fn broken(&self) -> impl Iterator<Item = (&'static str, String)> {
        let sentences = Rule::all().map(Rule::id).filter(|id| !id.contains('/'));
        sentences.filter_map(|sentence| Some((sentence, self.checks_against(Some(sentence))?)))
    }

    /// The checks of the findings about a sentence, or of those that are beside the rules; none if there are no such findings.
    pub(super) fn checks_against(&self, sentence: Option<&str>) -> Option<String> {
        let is_about =
            |shown: &&Shown| shown.rule.as_deref().and_then(|id| id.split('/').next()) == sentence;
        let found = self.findings.iter().filter(is_about);
        let checks: BTreeSet<Check> = found.map(|shown| shown.check).collect();
        let checks: Vec<String> = checks.iter().map(Check::to_string).collect();
        (!checks.is_empty()).then(|| checks.join(", "))
    }

    /// The finding of the shortest game.
    pub(super) fn shortest(&self) -> Option<&Shown> {
        self.findings.iter().min_by_key(|shown| (shown.turns, shown.script.len()))
    }
}

impl Shown {
    fn of(finding: &Finding, directory: &Path) -> Shown {
        let script = directory.join("findings").join(&finding.id).join("replay.gtp");
        // A script that was not written is told by its absence.
        let script = std::fs::read_to_string(script).unwrap_or_default();
        let commands = script.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        Shown {
            id: finding.id.clone(),
            check: finding.check,
            rule: finding.rule.map(Rule::id).map(str::to_owned),
            event: finding.event.to_string(),
            kind: finding.kind.id().to_owned(),
            confirmed: finding.confirmed,
            game: format!("{}: {}", finding.size, finding.turns.join(", ")),
            turns: finding.turns.len(),
            reference: finding.reference.clone(),
            engine: finding.engine.clone(),
            script: commands.map(str::to_owned).collect(),
        }
    }

    /// A line for a shell that shows it on the engine alone; none for one too long for a line.
    pub(super) fn by_hand(&self, command: &str) -> Option<String> {
        if self.script.is_empty() || self.script.len() > 80 {
            return None;
        }
        let commands: Vec<String> = self.script.iter().map(|line| format!("'{line}'")).collect();
        Some(format!("printf '%s\\n' {} | {command}", commands.join(" ")))
    }
}

/// Whether a diagnosis is worth telling: one that a fault broke off while answers were left unexplained is a guess.
fn is_told(found: &DiagnosisReport) -> bool {
    found.facts.fault.is_none() || found.facts.is_whole()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_diagnosis_that_a_fault_broke_off_is_told_only_if_it_explains_everything() {
        let found = |unexplained: u32, fault: Option<&str>| -> DiagnosisReport {
            let predicted = json!({ "observations": 0, "telling": 0, "wrong": 0 });
            let found = json!({
                "sentence": "plays simple ko", "rules": "chinese", "mistakes": [], "observations": 9, "disagreements": 0,
                "unexplained": unexplained, "unsteady": 0, "predicted": predicted, "same": [], "ruled_out": [],
                "contradiction": null, "fault": fault,
            });
            serde_json::from_value(found).unwrap()
        };
        assert!(is_told(&found(0, None)) && is_told(&found(1, None)));
        assert!(is_told(&found(0, Some("the engine ended"))));
        assert!(!is_told(&found(1, Some("the engine ended"))));
    }
}
