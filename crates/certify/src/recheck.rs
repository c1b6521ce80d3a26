//! Whether a certificate still holds.

use super::identification::diagnosis_options;
use super::{Level, Observer, Options, Sample, run};
use crate::report::{Certificate, FaultReport, Finding, Report};
use superko_diagnosis::{self as diagnosis, Prediction};
use superko_engine::check::Check;
use superko_engine::{EngineFactory, Fault, guarded};
use superko_game::Record;
use superko_harness::compare::Comparison;
use superko_harness::findings::{
    Effort, Manner, Questions, Reliability, after_commands, play_again,
};

/// The number of fresh engines on which a flaky finding or fault is tried.
const TRIES: usize = 10;

/// The effort to shorten a new finding.
const EFFORT: Effort = Effort { tries: 2_000, turns: 20_000 };

/// The result of rechecking a certificate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Recheck {
    /// The ids of the findings and faults in the certificate, and whether each occurs again.
    pub shown: Vec<(String, Shown)>,
    /// The ids of the findings and faults of the sample that are not in the certificate.
    pub new: Vec<String>,
    /// Checks with observations in the certificate for which the engine gives no answers now.
    pub withheld: Vec<Check>,
    /// How well the diagnosis in the certificate predicted new games; `None` if the certificate has no
    /// diagnosis that explained everything.
    pub predicted: Option<Prediction>,
    /// The report of the sample.
    pub sample: Report,
}

/// Whether a finding or fault of a certificate occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Shown {
    /// The finding or fault occurs again.
    Again,
    /// The finding or fault no longer occurs.
    Gone,
    /// The finding or fault did not occur now, but it did not always occur before either.
    Unseen,
    /// The run was stopped before the finding or fault was tried.
    Untried,
}

impl Recheck {
    /// Returns whether the certificate holds, as far as it was rechecked.
    pub fn holds(&self) -> bool {
        let gone = self.shown.iter().any(|(_, shown)| *shown == Shown::Gone);
        let predicted = self.predicted.is_none_or(|predicted| predicted.wrong == 0);
        !gone && self.new.is_empty() && self.withheld.is_empty() && predicted
    }

    /// Returns whether everything due was rechecked.
    pub fn is_complete(&self) -> bool {
        self.sample.complete && self.shown.iter().all(|(_, shown)| *shown != Shown::Untried)
    }
}

/// Rechecks a certificate on fresh engines: replays every finding and fault, runs a sample of the run, and
/// has the diagnosis in the certificate predict new games. `options` usually come from [`options_of`] the
/// certificate.
///
/// # Errors
///
/// If an engine could not be started.
pub fn recheck(
    factory: &EngineFactory<'_>,
    certificate: &Certificate,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Recheck, Fault> {
    let report = &certificate.report;
    let mut shown = Vec::new();
    // After the run is stopped, the answers of an engine say nothing about the certificate.
    let in_time = |shown: Result<Shown, Fault>| match shown {
        _ if observer.stop() => Ok(Shown::Untried),
        shown => shown,
    };
    for finding in &report.findings {
        let again = || finding_shown(factory, finding, &|| observer.stop());
        shown.push((finding.id.clone(), in_time(again())?));
    }
    for fault in &report.faults {
        if let Some(record) = &fault.record {
            let again = || fault_shown(factory, fault, record, &|| observer.stop());
            shown.push((fault.id.clone(), in_time(again())?));
        }
    }
    let drawn = options.sample.unwrap_or(Sample { parts: 0, seed: 0 });
    let predicted = match report.diagnosis.as_ref().map(|found| &found.facts) {
        // A diagnosis does not predict which positions an engine's own hash takes for equal.
        Some(found)
            if found.is_whole() && found.fault.is_none() && found.hash_collisions.is_none() =>
        {
            // The games must differ from those of the certificate.
            let seed = options.seed.wrapping_add(drawn.seed).wrapping_add(1);
            let predicting =
                diagnosis_options(&Options { level: Level::Smoke, seed, ..options.clone() });
            match diagnosis::predict(factory, &predicting, found.model(), &|| observer.stop()) {
                Err(Fault::Stopped { .. }) => None,
                predicted => Some(predicted?),
            }
        }
        _ => None,
    };
    let sample = run(factory, options, observer);
    // A finding without a rule depends on the games played before, which differ in a sample.
    let is_named = |met: &&Finding| {
        report.findings.iter().any(|named| {
            named.id == met.id
                || (named.rule, named.check) == (None, met.check) && met.rule.is_none()
        })
    };
    let findings = sample.findings.iter().filter(|met| !is_named(met)).map(|met| &met.id);
    let is_known = |met: &&FaultReport| report.faults.iter().any(|named| named.id == met.id);
    let faults = sample.faults.iter().filter(|met| !is_known(met)).map(|met| &met.id);
    let new = findings.chain(faults).cloned().collect();
    let withheld = report.checks.iter().filter_map(|(&check, then)| {
        let now = sample.checks.get(&check)?;
        let is_withheld = then.observations > 0 && now.observations == 0 && now.missing > 0;
        (is_withheld && sample.complete).then_some(check)
    });
    let withheld = withheld.collect();
    Ok(Recheck { shown, new, withheld, predicted, sample })
}

/// Returns the options of the run of a certificate.
pub fn options_of(certificate: &Certificate) -> Options {
    let Report { rules, seed, engine, options, .. } = &certificate.report;
    let level = Level::ALL.into_iter().find(|level| level.id() == options.level);
    Options {
        rules: *rules,
        sizes: options.sizes.clone(),
        seed: *seed,
        games: options.games,
        strict: options.strict,
        effort: EFFORT,
        arguments: engine.arguments.clone(),
        ..Options::at(level.unwrap_or(Level::Standard))
    }
}

/// Returns whether a finding shows again.
fn finding_shown(
    factory: &EngineFactory<'_>,
    finding: &Finding,
    stop: &dyn Fn() -> bool,
) -> Result<Shown, Fault> {
    let length = finding.record.turns.len();
    let is_it = |played: &Comparison| {
        let same = |check: Check, turns: usize| check == finding.check && turns == length;
        played.disagreements.iter().any(|d| same(d.id.check, d.record.turns.len()))
    };
    if !finding.sent.is_empty() {
        let mut engine = guarded(factory)?;
        let shown = guarded(|| after_commands(engine.as_mut(), &finding.record, &finding.sent));
        return Ok(if shown.is_ok_and(|shown| shown.is_some()) {
            Shown::Again
        } else {
            Shown::Gone
        });
    }
    let steady = finding.kind != Reliability::Flaky;
    for _ in 0..if steady { 1 } else { TRIES } {
        for manner in manners(finding.check) {
            if stop() {
                return Ok(Shown::Untried);
            }
            if play(factory, &finding.session, &finding.record, manner)?.is_ok_and(|p| is_it(&p)) {
                return Ok(Shown::Again);
            }
        }
    }
    Ok(if steady { Shown::Gone } else { Shown::Unseen })
}

/// Returns whether a fault occurs again.
fn fault_shown(
    factory: &EngineFactory<'_>,
    fault: &FaultReport,
    record: &Record,
    stop: &dyn Fn() -> bool,
) -> Result<Shown, Fault> {
    let (met, tried) = fault.confirmed;
    let steady = tried > 0 && met == tried;
    for _ in 0..if steady { 1 } else { TRIES } {
        for manner in Check::ALL.into_iter().flat_map(manners) {
            if stop() {
                return Ok(Shown::Untried);
            }
            let met = match play(factory, &fault.session, record, manner)? {
                Ok(played) => played.fault,
                Err(fault) => Some(fault),
            };
            if met.is_some_and(|met| met.kind() == fault.kind) {
                return Ok(Shown::Again);
            }
        }
    }
    Ok(if steady { Shown::Gone } else { Shown::Unseen })
}

/// Returns the manners of playing in which a disagreement of a check may show, those with the fewest questions first.
fn manners(check: Check) -> Vec<Manner> {
    let asking = |questions| Manner { questions, ..Manner::default() };
    match check {
        Check::Generate => vec![Manner { generate: true, ..Manner::default() }],
        Check::Undo => [Questions::Nothing, Questions::Everything]
            .map(|questions| Manner { undo: true, ..asking(questions) })
            .to_vec(),
        _ => [Questions::Nothing, Questions::LastTurn, Questions::Everything].map(asking).to_vec(),
    }
}

/// Plays a game, after some others, on a fresh engine. A panic of the engine is a fault.
fn play(
    factory: &EngineFactory<'_>,
    session: &[Record],
    record: &Record,
    manner: Manner,
) -> Result<Result<Comparison, Fault>, Fault> {
    let mut engine = guarded(factory)?;
    Ok(guarded(|| {
        for earlier in session {
            play_again(engine.as_mut(), earlier, Manner::default());
        }
        Ok(play_again(engine.as_mut(), record, manner))
    }))
}
