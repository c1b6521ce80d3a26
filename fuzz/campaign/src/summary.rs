//! What a campaign came to, for people and for programs.

use crate::candidate;
use crate::cli::{Exit, several, spelled};
use crate::findings::{Finding, Shown};
use crate::rounds::Ended;
use crate::state::Progress;
use crate::sums::Sums;
use crate::verdict::{Deeds, Verdict, events, judge};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use superko::report::grouped;

/// The summary of a campaign.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    ended: &'a Ended,
    verdict: Verdict,
    unknown: Vec<&'a String>,
}

/// A target, with what it did.
struct Line<'a> {
    progress: &'a Progress,
    reaches_all: bool,
    sums: Sums,
}

impl Line<'_> {
    /// Whether there is something to be said of the events that it reached.
    fn counts_events(&self) -> bool {
        self.reaches_all || self.sums.reached() > 0
    }

    fn rate(&self, count: u64) -> u64 {
        let seconds = self.progress.spent.as_secs_f64();
        if seconds > 0.0 { (count as f64 / seconds).round() as u64 } else { 0 }
    }
}

impl<'a> Summary<'a> {
    /// Judges a campaign.
    pub(crate) fn of(ended: &'a Ended) -> Summary<'a> {
        let lines = lines(ended);
        let deeds: Vec<Deeds<'_>> = lines
            .iter()
            .map(|line| Deeds {
                name: &line.progress.name,
                reaches_all: line.reaches_all,
                spent: line.progress.spent,
                sums: &line.sums,
            })
            .collect();
        let verdict = judge(&deeds);
        Summary { ended, verdict, unknown: ended.state.findings.unknown(&ended.known).collect() }
    }

    /// How the program ends.
    pub(crate) fn exit(&self) -> Exit {
        let state = &self.ended.state;
        if !self.unknown.is_empty() || !self.verdict.complaints.is_empty() {
            Exit::Failed
        } else if state.targets.iter().any(|progress| progress.broken.is_some()) {
            Exit::Untestable
        } else if self.ended.unseen > 0 || (self.ended.interrupted && is_left(state.left())) {
            Exit::Incomplete
        } else {
            Exit::Fine
        }
    }

    /// The outcome in a rule.
    fn outcome(&self) -> String {
        match self.exit() {
            Exit::Failed => {
                let (found, complaints) = (self.unknown.len(), self.verdict.complaints.len());
                match (found, complaints) {
                    (0, _) => "Fails: too little was reached.".to_owned(),
                    (found, 0) => format!("Fails: {}.", several(found, "unknown finding")),
                    (found, _) => {
                        let found = several(found, "unknown finding");
                        format!("Fails: {found}; too little was reached.")
                    }
                }
            }
            Exit::Untestable => "A fuzzer does not run.".to_owned(),
            Exit::Incomplete => "Interrupted; nothing unknown was found so far.".to_owned(),
            _ => "Nothing unknown was found.".to_owned(),
        }
    }

    /// As a page of Markdown.
    pub(crate) fn markdown(&self) -> String {
        let (ended, state) = (self.ended, &self.ended.state);
        let mut text = format!(
            "# Fuzz campaign\n\n**{}** {}, {}, sanitizer {}{}.\n\n",
            self.outcome(),
            ended.time(),
            several(state.jobs, "job"),
            state.sanitizer.name(),
            if state.seeds { "" } else { ", without seeds" }
        );
        text += "| target | time | executions | /s | useful | comparisons | /s | events | corpus | coverage \
                 | findings |\n";
        text += "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
        for line in lines(ended) {
            let Line { progress, sums, .. } = &line;
            let reached = match line.counts_events() {
                true => format!("{}/{}", sums.reached(), events()),
                false => "-".to_owned(),
            };
            text += &format!(
                "| `{}` | {} | {} | {} | {:.1} % | {} | {} | {reached} | {} | {} | {} |\n",
                progress.name,
                spelled(progress.spent),
                grouped(sums.executions),
                grouped(line.rate(sums.executions)),
                100.0 * sums.useful_share(),
                grouped(sums.comparisons),
                grouped(line.rate(sums.comparisons)),
                grouped(ended.corpora.get(&progress.name).copied().unwrap_or_default()),
                grouped(progress.coverage),
                state.findings.of_target(&progress.name)
            );
        }
        text += "\nTimes are those of all processes together; coverage counts edges.\n";
        text += &listed("What fails it", &self.verdict.complaints);
        text += &listed("Not judged", &self.verdict.unjudged);
        text += &listed("Notes", &self.notes());
        for (id, finding) in &state.findings.by_cause {
            text += &self.drawn(id, finding);
        }
        text
    }

    /// As an object for programs.
    pub(crate) fn json(&self) -> String {
        let (ended, state) = (self.ended, &self.ended.state);
        let targets: Vec<Value> = lines(ended)
            .iter()
            .map(|line| {
                let Line { progress, sums, .. } = line;
                json!({
                    "target": progress.name,
                    "seconds": progress.spent.as_secs_f64(),
                    "slices": progress.slices,
                    "executions": sums.executions,
                    "executions_per_second": line.rate(sums.executions),
                    "useful": sums.useful,
                    "useful_share": sums.useful_share(),
                    "comparisons": sums.comparisons,
                    "comparisons_per_second": line.rate(sums.comparisons),
                    "events": &sums.events,
                    "events_missing": line.counts_events().then(|| sums.missing()),
                    "corpus": ended.corpora.get(&progress.name),
                    "coverage": progress.coverage,
                    "features": progress.features,
                    "findings": state.findings.of_target(&progress.name),
                    "broken": progress.broken,
                })
            })
            .collect();
        let findings: Vec<Value> = state
            .findings
            .by_cause
            .iter()
            .map(|(id, finding)| {
                let (file, inputs) = self.places(id);
                json!({
                    "id": id,
                    "known": ended.known.has(id),
                    "count": finding.count(),
                    "targets": finding.targets,
                    "input": inputs.join(&finding.input),
                    "file": file,
                    "again": candidate::again(finding, &file, &inputs),
                    "shown": finding.shown,
                })
            })
            .collect();
        let object = json!({
            "outcome": self.outcome(),
            "exit": self.exit() as u8,
            "seconds": state.spent.as_secs_f64(),
            "seconds_left": state.left().as_secs_f64(),
            "jobs": state.jobs,
            "sanitizer": state.sanitizer.name(),
            "seeds": state.seeds,
            "interrupted": ended.interrupted,
            "targets": targets,
            "complaints": self.verdict.complaints,
            "unjudged": self.verdict.unjudged,
            "notes": self.notes(),
            "findings": findings,
        });
        format!("{object:#}\n")
    }

    fn notes(&self) -> Vec<String> {
        let ended = self.ended;
        let mut notes: Vec<String> = ended
            .minimised
            .iter()
            .filter(|(_, sizes)| sizes.after < sizes.before)
            .map(|(target, sizes)| {
                format!(
                    "{target}: of {} inputs {} reach the same",
                    grouped(sizes.before),
                    grouped(sizes.after)
                )
            })
            .collect();
        for progress in &ended.state.targets {
            if !ended.minimised.contains_key(&progress.name) {
                notes.push(format!("{}: its corpus was not minimised", progress.name));
            }
            if let Some(said) = &progress.broken {
                notes.push(format!("{} was given up; it said last: {said}", progress.name));
            }
        }
        if ended.unseen > 0 {
            notes.push(format!(
                "not looked at yet, before it is resumed: {}",
                several(ended.unseen, "input")
            ));
        }
        if ended.interrupted {
            notes.push(format!(
                "it was interrupted, {} before its end",
                spelled(ended.state.left())
            ));
        }
        notes
    }

    fn drawn(&self, id: &str, finding: &Finding) -> String {
        let (file, inputs) = self.places(id);
        let known = if self.ended.known.has(id) { " (known)" } else { "" };
        let mut text = format!("\n## {id}{known}\n\n{}.\n\n```text\n", candidate::counted(finding));
        match &finding.shown {
            Shown::Game(game) => text += game.drawn.trim_end(),
            Shown::Failed(message, place) => {
                text += &format!("panicked at {place}:\n{}", message.trim_end());
            }
            Shown::Gone(how) => text += how,
        }
        let again = candidate::again(finding, &file, &inputs);
        text + &format!("\n```\n\nAgain: `{again}`; written down in `{}`.\n", file.display())
    }

    /// The file of a finding, and the folder of the inputs.
    fn places(&self, id: &str) -> (PathBuf, PathBuf) {
        let folder = &self.ended.folder;
        (folder.findings().join(format!("{id}.txt")), folder.path().join("artifacts"))
    }
}

fn lines(ended: &Ended) -> Vec<Line<'_>> {
    let targets = ended.state.targets.iter().zip(&ended.targets);
    targets
        .map(|(progress, target)| Line {
            progress,
            reaches_all: target.reaches_all,
            sums: ended.sums.get(&progress.name).cloned().unwrap_or_default(),
        })
        .collect()
}

/// Whether there is time left that is worth speaking of.
fn is_left(left: Duration) -> bool {
    left >= Duration::from_secs(1)
}

fn listed(title: &str, points: &[String]) -> String {
    if points.is_empty() {
        return String::new();
    }
    let points: String = points.iter().map(|point| format!("* {point}\n")).collect();
    format!("\n## {title}\n\n{points}")
}
