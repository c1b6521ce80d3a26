//! What a campaign came to, for people and for programs.

use crate::findings::Known;
use crate::folder::{Folder, files};
use crate::output::{Exit, several, spelled};
use crate::state::{Progress, State};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use superko::Event;
use superko::report::grouped;
use superko_fuzz::{Counts, Target};

/// Less time than this is too little to judge a target by.
const BUDGET: Duration = Duration::from_secs(300);

/// The least useful share of the executions.
const USEFUL: f64 = 0.5;

/// The summary of a campaign: the object of `campaign.json`, and what `campaign.md` is made of.
#[derive(Debug, Serialize)]
pub(crate) struct Summary<'a> {
    /// The outcome in a rule.
    outcome: String,
    exit: u8,
    interrupted: bool,
    #[serde(flatten)]
    state: &'a State,
    /// How many inputs the corpora have, by target.
    corpora: BTreeMap<&'a str, u64>,
    /// What fails the campaign.
    complaints: Vec<String>,
    /// What could not be judged, and why.
    unjudged: Vec<String>,
    notes: Vec<String>,
    /// The findings that were known.
    known: Vec<&'a String>,
    /// For each finding the line that shows it again.
    again: BTreeMap<&'a String, String>,
}

impl<'a> Summary<'a> {
    /// Judges a campaign, and says how the program ends.
    pub(crate) fn of(
        folder: &Folder,
        state: &'a State,
        known: &Known,
        interrupted: bool,
    ) -> (Summary<'a>, Exit) {
        let findings = &state.findings.by_id;
        let known: Vec<&String> = findings.keys().filter(|id| known.has(id)).collect();
        let (complaints, unjudged) = judge(&state.targets);
        let unknown = findings.len() - known.len();
        let exit = if unknown > 0 || !complaints.is_empty() {
            Exit::Failed
        } else if state.targets.iter().any(|progress| progress.broken.is_some()) {
            Exit::Untestable
        } else if interrupted && state.left() >= Duration::from_secs(1) {
            Exit::Incomplete
        } else {
            Exit::Fine
        };
        let found = several(unknown as u64, "unknown finding");
        let outcome = match (exit, unknown, complaints.is_empty()) {
            (Exit::Failed, 0, _) => "Fails: too little was reached.".to_owned(),
            (Exit::Failed, _, true) => format!("Fails: {found}."),
            (Exit::Failed, _, false) => format!("Fails: {found}; too little was reached."),
            (Exit::Untestable, ..) => "A fuzzer does not run.".to_owned(),
            (Exit::Incomplete, ..) => "Interrupted; nothing unknown was found so far.".to_owned(),
            _ => "Nothing unknown was found.".to_owned(),
        };
        let corpus = |name: &str| files(&folder.join("corpus").join(name)).len() as u64;
        let corpora = state.targets.iter().map(|p| (p.name.as_str(), corpus(&p.name))).collect();
        let again = findings.iter().map(|(id, finding)| (id, finding.again(id, folder.path())));
        let mut notes = Vec::new();
        for Progress { name, broken, .. } in &state.targets {
            let given_up = broken.iter();
            notes.extend(given_up.map(|said| format!("{name} was given up; it said last: {said}")));
        }
        if interrupted {
            notes.push(format!("interrupted {} before its end", spelled(state.left())));
        }
        let (again, code) = (again.collect(), exit as u8);
        let summary = Summary {
            outcome,
            exit: code,
            interrupted,
            state,
            corpora,
            complaints,
            unjudged,
            notes,
            known,
            again,
        };
        (summary, exit)
    }

    /// As a page of Markdown.
    pub(crate) fn markdown(&self) -> String {
        let state = self.state;
        let mut text = format!(
            "# Fuzz campaign\n\n**{}** {} of {}, {}, sanitizer {}{}.\n\n",
            self.outcome,
            spelled(state.spent),
            spelled(state.time),
            several(state.jobs.into(), "job"),
            state.sanitizer.name(),
            if state.seeds { "" } else { ", without seeds" }
        );
        text += "| target | time | executions | /s | useful | comparisons | /s | events | corpus | coverage \
                 | findings |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
        for Progress { name, spent, counts, coverage, .. } in &state.targets {
            let rate = |count: u64| (count as f64 / spent.as_secs_f64().max(1.0)).round() as u64;
            let events = events(name);
            let events = match events.len() {
                0 => "-".to_owned(),
                all => format!("{}/{all}", all - counts.missing(events).len()),
            };
            text += &format!(
                "| `{name}` | {} | {} | {} | {:.1} % | {} | {} | {events} | {} | {} | {} |\n",
                spelled(*spent),
                grouped(counts.executions),
                grouped(rate(counts.executions)),
                100.0 * counts.useful_share(),
                grouped(counts.comparisons),
                grouped(rate(counts.comparisons)),
                grouped(self.corpora[name.as_str()]),
                grouped(*coverage),
                state.findings.of_target(name)
            );
        }
        text += "\nCoverage counts edges of the program.\n";
        text += &listed("What fails it", &self.complaints);
        text += &listed("Not judged", &self.unjudged);
        text += &listed("Notes", &self.notes);
        for (id, finding) in &state.findings.by_id {
            text += &format!(
                "\n## {id}{}\n\n{}.\n\n```text\n{}\n```\n\nAgain: `{}`; written down in `findings/{id}.txt`.\n",
                if self.known.contains(&id) { " (known)" } else { "" },
                finding.counted(),
                finding.text(),
                self.again[id]
            );
        }
        text
    }
}

/// The events that a target can reach.
fn events(target: &str) -> Vec<Event> {
    Target::find(target).map(Target::events).unwrap_or_default()
}

/// Judges the useful share of each target, and the events of all of them together: what fails the campaign, and what
/// cannot be judged.
fn judge(targets: &[Progress]) -> (Vec<String>, Vec<String>) {
    let (mut complaints, mut unjudged) = (Vec::new(), Vec::new());
    let (mut all, mut due, mut reachable) = (Counts::default(), BTreeSet::new(), BTreeSet::new());
    let mut short = Vec::new();
    for Progress { name, spent, counts, .. } in targets {
        all.add(counts);
        reachable.extend(events(name));
        if *spent < BUDGET {
            short.push(name.as_str());
            continue;
        }
        due.extend(events(name));
        if counts.executions == 0 {
            complaints.push(format!("{name} counted no execution"));
        } else if counts.useful_share() < USEFUL {
            complaints.push(format!(
                "{name}: {:.1} % of {} executions reached a comparison, less than {:.0} %",
                100.0 * counts.useful_share(),
                grouped(counts.executions),
                100.0 * USEFUL
            ));
        }
    }
    if !short.is_empty() {
        let (short, budget) = (short.join(", "), spelled(BUDGET));
        unjudged.push(format!("fuzzed for less than {budget}, too short to judge: {short}"));
    }
    let listed = |events: &BTreeSet<Event>| {
        let ids = all.missing(events.iter().copied()).into_iter().map(Event::id);
        ids.collect::<Vec<_>>().join(", ")
    };
    let (missed, open) = (listed(&due), listed(&(&reachable - &due)));
    if !missed.is_empty() {
        complaints.push(format!("not reached by any target: {missed}"));
    }
    if !open.is_empty() {
        unjudged.push(format!("not reached by any target, in too short a time: {open}"));
    }
    (complaints, unjudged)
}

fn listed(title: &str, points: &[String]) -> String {
    if points.is_empty() {
        return String::new();
    }
    let points: String = points.iter().map(|point| format!("* {point}\n")).collect();
    format!("\n## {title}\n\n{points}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(name: &str, seconds: u64, useful: u64, but: Option<Event>) -> Progress {
        let mut counts = Counts::default();
        (counts.executions, counts.useful, counts.comparisons) = (100, useful, useful);
        counts.reach(events(name).into_iter().filter(|event| Some(*event) != but).collect());
        let spent = Duration::from_secs(seconds);
        Progress { name: name.to_owned(), spent, counts, ..Progress::default() }
    }

    #[test]
    fn a_small_useful_share_fails_a_target_that_had_its_time() {
        let judged = |seconds, useful| judge(&[progress("lockstep", seconds, useful, None)]);
        assert_eq!(judged(300, 50), (Vec::new(), Vec::new()));
        let complaint = "lockstep: 49.0 % of 100 executions reached a comparison, less than 50 %";
        assert_eq!(judged(300, 49), (vec![complaint.to_owned()], Vec::new()));
        let (complaints, unjudged) = judged(299, 49);
        assert!(
            complaints.is_empty()
                && unjudged[0].contains("less than 5m, too short to judge: lockstep")
        );
        let nothing = Progress { counts: Counts::default(), ..progress("batch", 300, 0, None) };
        assert_eq!(judge(&[nothing]).0, ["batch counted no execution"]);
    }

    #[test]
    fn an_event_that_nobody_reached_fails_the_campaign() {
        let without = Some(Event::RepeatCycle3);
        let superko = |seconds| progress("superko", seconds, 100, without);
        assert_eq!(judge(&[superko(300)]).0, ["not reached by any target: repeat-cycle-3"]);
        let (complaints, unjudged) = judge(&[superko(200)]);
        assert_eq!((complaints.len(), unjudged.len()), (0, 2));
        // One target reaches what another one does not, and a third one cannot.
        let (lockstep, scoring) = ("lockstep", "scoring");
        let others = [progress(lockstep, 9, 100, None), progress(scoring, 300, 100, None)];
        assert_eq!(judge(&[&[superko(300)], &others[..]].concat()).0, [] as [&str; 0]);
        assert_eq!(judge(&others[1..]), (Vec::new(), Vec::new()));
    }
}
