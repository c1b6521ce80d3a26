//! The results of an engine as a row of the matrix, and all rows as a file.

use super::list::Listed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use superko_certify::report::{
    DiagnosisReport, Finding, Report, RuleGrade, RuleResult, Unobserved, rule_words,
};
use superko_engine::check::Check;
use superko_game::rules::{Rule, Rules};

/// The name and version of the format of the file.
const SCHEMA: &str = "superko-matrix/1";

/// The name of the certificate in the directory of a report.
pub(super) const CERTIFICATE: &str = "certificate.json";

/// The name of the badge in the directory of a report.
pub(super) const BADGE: &str = "badge.json";

/// All rows, in the order of the list.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Matrix {
    pub(super) schema: String,
    /// The tool that made the matrix.
    pub(super) tool: String,
    /// The day of the last row.
    pub(super) date: String,
    pub(super) level: String,
    pub(super) rows: Vec<Row>,
}

/// The row of an engine.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Row {
    /// The engine, as it was listed.
    pub(super) listed: Listed,
    /// The version of this program, the level and the budget.
    pub(super) by: String,
    pub(super) state: State,
    /// The reason why the engine is not done, if it is not.
    pub(super) reason: Option<String>,
    /// The command that started the engine.
    pub(super) command: Option<String>,
    pub(super) seconds: f64,
    /// The grade under the rules that the engine claims.
    pub(super) claimed: Option<Grade>,
    /// The grade under the Tromp-Taylor rules; `None` if the engine claims these.
    pub(super) tromp_taylor: Option<Grade>,
    /// The day on which the engine was examined.
    #[serde(default)]
    pub(super) date: Option<String>,
}

/// The state of the examination of an engine.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    Done,
    /// The engine was examined in part.
    NotFinished,
    NotInstalled,
    NotBuilt,
}

/// The results of an engine under a rule set.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Grade {
    pub(super) rules: String,
    pub(super) verdict: String,
    pub(super) complete: bool,
    pub(super) comparisons: u64,
    /// The rules that the engine really plays, in words to follow "it".
    pub(super) plays: Option<String>,
    /// Each rule that was observed, by its id.
    pub(super) observed: BTreeMap<String, RuleResult>,
    /// Checks by which something was observed.
    pub(super) checks: Vec<String>,
    /// The demands of the level that were not met.
    pub(super) unmet: Vec<String>,
    pub(super) findings: Vec<Shown>,
    /// The faults that kept the engine from answering.
    pub(super) faults: Vec<String>,
    /// The page of the whole report, relative to the page of the matrix.
    pub(super) page: String,
    /// The certificate, relative to the page of the matrix.
    #[serde(default)]
    pub(super) certificate: Option<String>,
    /// The badge, relative to the page of the matrix.
    #[serde(default)]
    pub(super) badge: Option<String>,
    /// The rules that the engine really plays, if `plays` tells them.
    #[serde(default)]
    pub(super) plays_rules: Option<Rules>,
    /// Its mistakes under these rules, as words such as `history=500`.
    #[serde(default)]
    pub(super) mistakes: Vec<String>,
    /// The parts of the rules, the checks and the boards that were not observed.
    #[serde(default)]
    pub(super) unobserved: Option<Unobserved>,
}

/// A finding.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Shown {
    pub(super) id: String,
    pub(super) check: Check,
    /// The rule; `None` if the finding is about what the engine keeps or forgets.
    pub(super) rule: Option<String>,
    pub(super) event: String,
    /// `steady`, `history` or `flaky`.
    pub(super) kind: String,
    /// The number of freshly started processes on which the finding appeared again, and the number tried.
    pub(super) confirmed: (u32, u32),
    /// The game, whose last turn is in dispute.
    pub(super) game: String,
    pub(super) turns: usize,
    pub(super) reference: String,
    pub(super) engine: String,
    /// The GTP commands that show the finding.
    pub(super) script: Vec<String>,
    /// The mistakes that explain the finding; empty if the rules that the engine plays do. `None` if nothing explains it.
    #[serde(default)]
    pub(super) cause: Option<Vec<String>>,
    /// The shell command that shows the finding without Superko, unless it would be too long for a line.
    #[serde(default)]
    pub(super) by_hand: Option<String>,
}

/// Checks which schema a file names.
pub(super) fn expect_schema(named: &str, expected: &str) -> Result<(), String> {
    match named == expected {
        true => Ok(()),
        false => Err(format!("its schema is `{named}`, not `{expected}`")),
    }
}

impl Matrix {
    pub(super) fn new(level: &str) -> Matrix {
        let tool = concat!("superko ", env!("CARGO_PKG_VERSION")).to_owned();
        let (schema, date, level) = (SCHEMA.to_owned(), String::new(), level.to_owned());
        Matrix { schema, tool, date, level, rows: Vec::new() }
    }

    /// Parses the file of an earlier run.
    pub(super) fn read(text: &str) -> Result<Matrix, String> {
        let matrix: Matrix = serde_json::from_str(text).map_err(|error| error.to_string())?;
        expect_schema(&matrix.schema, SCHEMA)?;
        Ok(Matrix { rows: matrix.rows.into_iter().map(Row::with_commands).collect(), ..matrix })
    }

    /// Returns the matrix as JSON.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("rows are names, numbers and texts") + "\n"
    }

    /// Describes the engines as a list does now, where their results still hold.
    pub(super) fn describe(&mut self, list: &[Listed]) {
        for row in &mut self.rows {
            if let Some(now) = list.iter().find(|now| now.is_examined_like(&row.listed)) {
                row.listed = now.clone();
            }
        }
    }

    /// Puts a row in the place that it has in a list.
    pub(super) fn put(&mut self, row: Row, list: &[Listed]) {
        self.rows.retain(|other| other.listed.id != row.listed.id);
        self.rows.push(row.with_commands());
        let place = |row: &Row| list.iter().position(|listed| listed.id == row.listed.id);
        self.rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
    }
}

impl Row {
    /// Makes the row of an engine that was not graded, or not yet.
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
            date: None,
        }
    }

    /// Adds the command that shows each finding under the claimed rules without Superko.
    fn with_commands(mut self) -> Row {
        let Some(command) = &self.command else { return self };
        let grade = self.claimed.iter_mut();
        for shown in grade.flat_map(|grade| &mut grade.findings) {
            shown.by_hand = shown.shown_by_hand(command);
        }
        self
    }

    /// Returns what the engine really plays, in words to follow "it".
    pub(super) fn plays(&self) -> Option<String> {
        let grades = [self.claimed.as_ref(), self.tromp_taylor.as_ref()];
        let plays = grades.into_iter().flatten().find_map(|grade| grade.plays.clone());
        let conforms = self.claimed.as_ref().filter(|grade| grade.verdict == "conforms");
        plays.or_else(|| {
            let rules = conforms?.rules.parse().ok()?;
            Some(format!("plays {}, as far as it was tested", rule_words(rules)))
        })
    }

    /// Returns the rules that [`plays`](Row::plays) tells.
    pub(super) fn plays_rules(&self) -> Option<Rules> {
        let grades = [self.claimed.as_ref(), self.tromp_taylor.as_ref()];
        let grade = grades.into_iter().flatten().find(|grade| grade.plays.is_some());
        let conforms = self.claimed.as_ref().filter(|grade| grade.verdict == "conforms");
        match grade {
            Some(grade) => grade.plays_rules,
            None => conforms?.rules.parse().ok(),
        }
    }

    /// Returns the grade under the Tromp-Taylor rules.
    pub(super) fn by_tromp_taylor(&self) -> Option<&Grade> {
        self.tromp_taylor.as_ref().or(self.claimed.as_ref())
    }

    /// Returns whether the engine claims a Tromp-Taylor sentence as it stands: no other form of the sentence was observed, or the
    /// sentence was broken.
    pub(super) fn claims(&self, sentence: &str) -> bool {
        let Some(grade) = &self.claimed else { return true };
        let other =
            |id: &String| id.strip_prefix(sentence).is_some_and(|rest| rest.starts_with('/'));
        let broken = |shown: &Shown| shown.rule.as_deref() == Some(sentence);
        !grade.observed.keys().any(other) || grade.findings.iter().any(broken)
    }
}

impl Grade {
    /// Returns what the matrix shows of a report. The GTP commands come from the files in the directory of the report. `place` is
    /// this directory, relative to the page of the matrix.
    pub(super) fn of(report: &Report, directory: &Path, place: &str) -> Grade {
        let diagnosis = report.diagnosis.as_ref().filter(|found| is_shown(found));
        let kept = |name: &str| directory.join(name).is_file().then(|| format!("{place}/{name}"));
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
            plays: diagnosis.map(|found| found.sentence.clone()),
            observed: observed.collect(),
            checks: Check::ALL.iter().filter(seen).map(Check::to_string).collect(),
            unmet: report.unmet.iter().map(ToString::to_string).collect(),
            findings: report.findings.iter().map(|finding| Shown::of(finding, directory)).collect(),
            faults: faults.collect(),
            page: format!("{place}/index.html"),
            certificate: kept(CERTIFICATE),
            badge: kept(BADGE),
            plays_rules: diagnosis.map(|found| found.facts.rules),
            mistakes: diagnosis.map(|found| found.facts.mistakes.clone()).unwrap_or_default(),
            unobserved: Some(Unobserved::of(report)),
        }
    }

    /// Returns the verdict, and whether the engine tolerates illegal turns.
    pub(super) fn verdict_in_words(&self) -> String {
        let tolerates = self.observed.values().any(|rule| rule.enforces == RuleGrade::Tolerates);
        match tolerates {
            true => format!("{}; tolerates illegal turns", self.verdict),
            false => self.verdict.clone(),
        }
    }

    /// Returns the sentences that the engine breaks, in any form, each with the checks that show it.
    pub(super) fn broken(&self) -> impl Iterator<Item = (&'static str, String)> {
        let sentences = Rule::all().map(Rule::id).filter(|id| !id.contains('/'));
        sentences.filter_map(|sentence| Some((sentence, self.checks_against(Some(sentence))?)))
    }

    /// Returns the checks of the findings about a sentence, or of those outside the rules. `None` if there are no such findings.
    pub(super) fn checks_against(&self, sentence: Option<&str>) -> Option<String> {
        let is_about =
            |shown: &&Shown| shown.rule.as_deref().and_then(|id| id.split('/').next()) == sentence;
        let found = self.findings.iter().filter(is_about);
        let checks: BTreeSet<Check> = found.map(|shown| shown.check).collect();
        let checks: Vec<String> = checks.iter().map(Check::to_string).collect();
        (!checks.is_empty()).then(|| checks.join(", "))
    }

    /// Returns the finding with the shortest game.
    pub(super) fn shortest(&self) -> Option<&Shown> {
        self.findings.iter().min_by_key(|shown| (shown.turns, shown.script.len()))
    }
}

impl Shown {
    fn of(finding: &Finding, directory: &Path) -> Shown {
        let script = directory.join("findings").join(&finding.id).join("replay.gtp");
        // A script that was not written is empty.
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
            cause: finding.cause.clone(),
            by_hand: None,
        }
    }

    /// Returns a shell command that shows the finding on the engine alone. `None` if it would be too long for a line.
    fn shown_by_hand(&self, command: &str) -> Option<String> {
        if self.script.is_empty() || self.script.len() > 80 {
            return None;
        }
        let commands: Vec<String> = self.script.iter().map(|line| format!("'{line}'")).collect();
        Some(format!("printf '%s\\n' {} | {command}", commands.join(" ")))
    }
}

/// Returns whether a diagnosis is worth telling. If a fault broke it off while answers were unexplained, it is a guess.
fn is_shown(found: &DiagnosisReport) -> bool {
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
        assert!(is_shown(&found(0, None)) && is_shown(&found(1, None)));
        assert!(is_shown(&found(0, Some("the engine ended"))));
        assert!(!is_shown(&found(1, Some("the engine ended"))));
    }
}
