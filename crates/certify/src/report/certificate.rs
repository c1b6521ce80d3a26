//! A certificate: the results of a run, the program and the suite, so that others can check whether they
//! still hold.

use super::json::{cleaned, read_cleaned};
use super::{DiagnosisReport, Report, RuleGrade, RunVerdict, Unmet, counted};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use superko_diagnosis::{Facts, sentence};
use superko_engine::check::Check;
use superko_game::Size;
use superko_game::rules::Rule;
use thiserror::Error;

/// The name and version of the JSON format of a [`Certificate`]; `report.schema.json` describes it.
pub const CERTIFICATE_SCHEMA: &str = "superko-certificate/1";

/// The results of a run, with everything needed to check whether they still hold.
///
/// In JSON this is one object with these fields, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Certificate {
    /// The value of [`CERTIFICATE_SCHEMA`].
    pub schema: String,
    /// The tool that made the certificate: `superko` and its version.
    pub tool: String,
    /// The SHA-256 of the fixed suite that was played, in hexadecimal.
    pub suite: String,
    /// The SHA-256 of the program, in hexadecimal: of the engine's program, or of `superko` for a built-in
    /// engine. `None` if the file could not be read.
    pub program: Option<String>,
    /// The files that the command line names besides the program, such as a script, each with its SHA-256.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The machine on which the run was made.
    pub host: Host,
    /// When the run ended, in UTC, such as `2026-11-23T07:30:00Z`.
    pub date: String,
    /// The parts that were not observed.
    pub unobserved: Unobserved,
    /// The report of the run.
    pub report: Report,
}

/// Everything that was not observed in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unobserved {
    /// Rules in force that were not observed.
    pub rules: Vec<Rule>,
    /// Checks by which nothing was observed.
    pub checks: Vec<Check>,
    /// Boards that the engine does not support.
    pub boards: Vec<Size>,
    /// Events, checks and boards that were required but not observed.
    pub demanded: Vec<Unmet>,
}

impl Unobserved {
    /// Lists what was not observed in the run of a report.
    pub fn of(report: &Report) -> Unobserved {
        let rules = report.rules_checked.iter().filter(|(_, result)| result.observations == 0);
        Unobserved {
            rules: rules.map(|(&rule, _)| rule).collect(),
            checks: report.checks_unobserved().collect(),
            boards: report.refused_sizes.iter().map(|refused| refused.size).collect(),
            demanded: report.unmet.clone(),
        }
    }
}

/// The properties of a machine on which an engine may depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The operating system, such as `linux`.
    pub system: String,
    /// The processor, such as `x86_64`.
    pub processor: String,
}

impl Host {
    /// Returns the description of this machine.
    pub fn this() -> Host {
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        Host { system: system.to_owned(), processor: processor.to_owned() }
    }
}

/// Facts about a run that its report does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The SHA-256 of the fixed suite that was played.
    pub suite: String,
    /// The SHA-256 of the program.
    pub program: Option<String>,
    /// The SHA-256 of each other file that the command line names.
    pub files: BTreeMap<String, String>,
    /// When the run ended.
    pub date: String,
}

impl Certificate {
    /// Makes the certificate of a run.
    pub fn of(report: &Report, circumstances: Circumstances) -> Certificate {
        let Circumstances { suite, program, files, date } = circumstances;
        Certificate {
            schema: CERTIFICATE_SCHEMA.to_owned(),
            tool: report.tool.clone(),
            suite,
            program,
            files,
            host: Host::this(),
            date,
            unobserved: Unobserved::of(report),
            report: report.clone(),
        }
    }

    /// Returns the certificate as JSON, on several lines.
    ///
    /// # Panics
    ///
    /// Does not panic: every part of a certificate can be written as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers can be written") + "\n"
    }

    /// Parses the output of [`to_json`](Certificate::to_json). Invisible characters are removed from texts,
    /// as by [`from_json`](super::from_json). A command line that would lose characters is dropped.
    ///
    /// # Errors
    ///
    /// If the text is not a certificate in this format, or contradicts itself.
    pub fn from_json(text: &str) -> Result<Certificate, CertificateError> {
        let kept: Value = serde_json::from_str(text)
            .map_err(|error| CertificateError::NotJson(error.to_string()))?;
        let mut value = cleaned(kept.clone());
        const ARGUMENTS: &str = "/report/engine/arguments";
        if let Some(arguments) = value.pointer_mut(ARGUMENTS)
            && kept.pointer(ARGUMENTS) != Some(&*arguments)
        {
            *arguments = Value::Null;
        }
        match value.get("schema").and_then(Value::as_str) {
            Some(CERTIFICATE_SCHEMA) => {}
            Some(other) => return Err(CertificateError::OtherSchema(other.to_owned())),
            None => return Err(CertificateError::NoSchema),
        }
        let incomplete = |error: serde_json::Error| CertificateError::Incomplete(error.to_string());
        // This first attempt gives an error with line and column.
        serde_json::from_str::<Certificate>(text).map_err(incomplete)?;
        let mut certificate: Certificate = read_cleaned(value).map_err(incomplete)?;
        certificate.report.heed_earlier();
        certificate.check()?;
        Ok(certificate)
    }

    /// Checks that the parts of the certificate fit together.
    fn check(&self) -> Result<(), CertificateError> {
        let report = &self.report;
        if let Some(found) = &report.diagnosis {
            found.facts.played().map_err(CertificateError::Diagnosis)?;
            self.check_diagnosis(found)?;
        }
        if !is_date(&self.date) {
            return Err(CertificateError::Date(self.date.clone()));
        }
        if self.unobserved != Unobserved::of(report) {
            return Err(CertificateError::Unobserved);
        }
        check_counts(report)?;
        if report.interrupted {
            return Err(CertificateError::Interrupted);
        }
        let judged = report.judged();
        if judged != report.verdict {
            return Err(CertificateError::Verdict { stated: report.verdict, judged });
        }
        for finding in report.findings.iter().filter(|finding| finding.check != Check::Generate) {
            let result =
                finding.rule.and_then(|rule| Some((rule, report.rules_checked.get(&rule)?)));
            if let Some((rule, result)) = result.filter(|(_, result)| !result.deviates()) {
                let (finding, grade) = (finding.id.clone(), result.enforces);
                return Err(CertificateError::Grade { finding, rule, grade });
            }
        }
        Ok(())
    }

    /// Checks that the sentence of the diagnosis names its rules and mistakes, and that its counts fit together.
    fn check_diagnosis(&self, found: &DiagnosisReport) -> Result<(), CertificateError> {
        let sentence = sentence(&found.facts, self.report.rules);
        // Another version may word the sentence differently, and the effect of declared conventions is not known here.
        let is_comparable = self.tool == super::TOOL && self.report.engine.conventions.is_empty();
        if is_comparable && found.sentence != sentence {
            let stated = found.sentence.clone();
            return Err(CertificateError::Sentence { stated, sentence });
        }
        let Facts { observations, disagreements, unexplained, predicted, .. } = &found.facts;
        let is_part = disagreements.max(unexplained) <= observations
            && predicted.telling.max(predicted.wrong) <= predicted.observations;
        if is_part { Ok(()) } else { Err(CertificateError::DiagnosisCounts) }
    }

    /// Returns a badge, in the format that shields.io reads.
    ///
    /// # Panics
    ///
    /// Does not panic: every part of a badge can be written as JSON.
    pub fn badge(&self) -> String {
        let Report { rules, verdict, findings, faults, options, .. } = &self.report;
        let (message, color) = match (verdict, findings.len()) {
            (RunVerdict::Conforms, more) if more + faults.len() > 0 => {
                (format!("known failures only ({})", options.level), "yellow")
            }
            (RunVerdict::Conforms, _) if self.report.tells_only_winners() => {
                (format!("conforms, only winners compared ({})", options.level), "green")
            }
            (RunVerdict::Conforms, _)
                if self.report.undistinguished.is_some()
                    || self.report.rules_in_part().next().is_some() =>
            {
                (format!("conforms in what was observed ({})", options.level), "yellow")
            }
            (RunVerdict::Conforms, _) => match self.unobserved.checks.contains(&Check::Score) {
                true => (format!("conforms, score not graded ({})", options.level), "green"),
                false => (format!("conforms ({})", options.level), "brightgreen"),
            },
            (RunVerdict::Deviates, 0) => ("deviates".to_owned(), "red"),
            (RunVerdict::Deviates, more) => (counted(more as u64, "finding"), "red"),
            (RunVerdict::Faulty, _) => ("faulty".to_owned(), "orange"),
            (RunVerdict::Incomplete, _) => ("incomplete".to_owned(), "yellow"),
            (RunVerdict::Untestable, _) => ("not testable".to_owned(), "lightgrey"),
        };
        let label = format!("Go rules: {rules}");
        let badge =
            json!({ "schemaVersion": 1, "label": label, "message": message, "color": color });
        serde_json::to_string_pretty(&badge).expect("names and numbers can be written") + "\n"
    }
}

/// Why a text is not a certificate. The message continues a sentence about the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The text is not JSON, for the reason that the parser states.
    #[error("it is not JSON: {0}")]
    NotJson(String),
    /// The object has no schema.
    #[error("it has no `schema`; that of a certificate is `{CERTIFICATE_SCHEMA}`")]
    NoSchema,
    /// The object has another schema.
    #[error("its `schema` is `{0}`, but that of a certificate is `{CERTIFICATE_SCHEMA}`")]
    OtherSchema(String),
    /// A field is missing or has another type, as the parser states.
    #[error("it is not a complete certificate: {0}")]
    Incomplete(String),
    /// The rules or the mistakes of the diagnosis are unknown, for this reason.
    #[error("its `diagnosis` cannot be read: {0}")]
    Diagnosis(String),
    /// The date is not a time in UTC.
    #[error("its `date` is `{0}`, which is not a time in UTC")]
    Date(String),
    /// The list of what was not observed is not that of the report.
    #[error("it contradicts itself: `unobserved` does not match the counts of its report")]
    Unobserved,
    /// The run was interrupted.
    #[error("its run was interrupted, and an interrupted run has no certificate")]
    Interrupted,
    /// The stated verdict is not that of the findings.
    #[error("its `verdict` is `{}`, but its findings give `{}`", stated.id(), judged.id())]
    Verdict {
        /// The verdict that the report states.
        stated: RunVerdict,
        /// The verdict by the findings and faults of the report.
        judged: RunVerdict,
    },
    /// The grade of a rule is not that of a finding.
    #[error("`{finding}` breaks {rule}, but the grade of that rule is `{}`", grade.id())]
    Grade {
        /// The id of the finding.
        finding: String,
        /// The rule that the finding breaks.
        rule: Rule,
        /// The stated grade.
        grade: RuleGrade,
    },
    /// The sentence of the diagnosis is not that of its rules and mistakes.
    #[error(
        "it contradicts itself: its diagnosis says `{stated}`, but by its rules and mistakes the engine `{sentence}`"
    )]
    Sentence {
        /// The sentence that the report states.
        stated: String,
        /// The sentence by the rules and mistakes of the report.
        sentence: String,
    },
    /// A count of the diagnosis is greater than the whole.
    #[error("it contradicts itself: a count of its diagnosis is greater than the whole")]
    DiagnosisCounts,
    /// The stated number of comparisons is not the sum of the checks.
    #[error("it contradicts itself: `comparisons` is {0}, which is not the sum of its checks")]
    Comparisons(u64),
    /// A rule or an event was observed more often than there were comparisons.
    #[error("it contradicts itself: {what} was observed {count} times in {compared} comparisons")]
    Observed {
        /// The id of the rule or the event.
        what: &'static str,
        /// The stated number of observations.
        count: u64,
        /// The number of comparisons.
        compared: u64,
    },
    /// More games were cut short than played.
    #[error("it contradicts itself: more games were cut short than played")]
    CutShort,
}

/// Checks that the counts of a report are those of one run.
fn check_counts(report: &Report) -> Result<(), CertificateError> {
    let compared = report.comparisons;
    let by_checks =
        report.checks.values().try_fold(0, |sum: u64, result| sum.checked_add(result.observations));
    if by_checks != Some(compared) {
        return Err(CertificateError::Comparisons(compared));
    }
    let by_rule =
        report.rules_checked.iter().map(|(rule, result)| (rule.id(), result.observations));
    let by_event = report.events.iter().map(|(event, &count)| (event.id(), count));
    if let Some((what, count)) = by_rule.chain(by_event).find(|(_, count)| *count > compared) {
        return Err(CertificateError::Observed { what, count, compared });
    }
    match report.cut_short > report.games {
        true => Err(CertificateError::CutShort),
        false => Ok(()),
    }
}

/// Returns whether a text is a time in UTC, such as `2026-11-23T07:30:00Z`.
fn is_date(text: &str) -> bool {
    let has_leap_second = text.ends_with(":60Z");
    text.len() == 20 && !has_leap_second && humantime::parse_rfc3339(text).is_ok()
}
