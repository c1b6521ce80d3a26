//! `cargo xtask report`: the summary of a campaign, for people and for programs.

use crate::findings::{KEPT, KnownIds, examine, ids};
use crate::output::{Exit, Failure, files, print};
use fs_err as fs;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use superko::Event;
use superko::report::{counted, grouped};
use superko_fuzz::{Counts, Target};

/// The time, summed over processes, below which a target is not judged.
const LEAST_TIME: Duration = Duration::from_mins(5);

/// The smallest accepted share of useful executions.
const LEAST_USEFUL: f64 = 0.5;

/// Arguments of `report`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of a campaign, which may still be running
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// Ids of what was found before: a file with one a line, or a folder of findings
    #[arg(long, value_name = "FILE|DIR")]
    known: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let folder = fs::canonicalize(&arguments.dir).map_err(Failure::usage)?;
    let known = KnownIds::read(arguments.known.as_deref())?;
    examine(&folder, &known)?;
    summarize(&folder, &known)
}

/// Writes the summary of a campaign into its folder and prints it. Returns how the program ends.
pub(crate) fn summarize(folder: &Path, known: &KnownIds) -> Result<Exit, Failure> {
    let summary = Summary::of(folder, known)?;
    let json = serde_json::to_vec_pretty(&summary).expect("it has names, numbers and texts");
    fs::write(folder.join("campaign.json"), json)?;
    let page = summary.markdown();
    fs::write(folder.join("campaign.md"), &page)?;
    print(&page)?;
    Ok(if summary.fails() { Exit::Failed } else { Exit::Fine })
}

/// Returns the sum of the counts of all processes of a target. A file that is being replaced right
/// now is ignored.
pub(crate) fn counts(folder: &Path, target: &Target) -> Result<Counts, Failure> {
    let mut sum = Counts::default();
    for name in files(&folder.join("counts")) {
        let mine = name.strip_prefix(target.name).is_some_and(|rest| rest.starts_with('.'));
        if mine && name.ends_with(".json") {
            let text = fs::read(folder.join("counts").join(name))?;
            sum.add(&serde_json::from_slice(&text).map_err(Failure::usage)?);
        }
    }
    Ok(sum)
}

/// The summary of a campaign: the object in `campaign.json`, from which `campaign.md` is made.
#[derive(Debug, Serialize)]
struct Summary {
    targets: Vec<Progress>,
    findings: BTreeMap<String, Finding>,
    /// The reasons, besides unknown findings, why the campaign fails.
    complaints: Vec<String>,
    /// The parts that could not be judged, and why.
    unjudged: Vec<String>,
}

/// The progress of a target.
#[derive(Clone, Debug, Serialize)]
struct Progress {
    name: &'static str,
    counts: Counts,
    /// The number of inputs in the corpus of the target.
    corpus: u64,
}

/// A finding, which may have been found many times.
#[derive(Debug, Serialize)]
struct Finding {
    known: bool,
    /// The number of inputs kept that show the finding.
    inputs: u64,
    /// The text of the file of the finding.
    text: String,
}

impl Summary {
    fn of(folder: &Path, known: &KnownIds) -> Result<Summary, Failure> {
        let mut targets = Vec::new();
        for target in
            Target::ALL.iter().filter(|target| folder.join("corpus").join(target.name).exists())
        {
            let corpus = files(&folder.join("corpus").join(target.name)).len() as u64;
            targets.push(Progress { name: target.name, counts: counts(folder, target)?, corpus });
        }
        let mut findings = BTreeMap::new();
        for id in ids(&folder.join("findings")) {
            let text = fs::read_to_string(folder.join(format!("findings/{id}.txt")))?;
            let inputs = files(&folder.join("findings").join(&id)).len() as u64;
            findings.insert(id.clone(), Finding { known: known.has(&id), inputs, text });
        }
        let (complaints, unjudged) = judge(&targets);
        Ok(Summary { targets, findings, complaints, unjudged })
    }

    fn unknown(&self) -> u64 {
        self.findings.values().filter(|finding| !finding.known).count() as u64
    }

    fn fails(&self) -> bool {
        self.unknown() > 0 || !self.complaints.is_empty()
    }

    /// Returns the summary as a page of Markdown.
    fn markdown(&self) -> String {
        let found = counted(self.unknown(), "unknown finding");
        let outcome = match (self.unknown(), self.complaints.is_empty()) {
            (0, true) => "Nothing unknown was found.".to_owned(),
            (0, false) => "Fails: too little was reached.".to_owned(),
            (_, true) => format!("Fails: {found}."),
            (_, false) => format!("Fails: {found}; too little was reached."),
        };
        let mut text = format!(
            "# Fuzz campaign\n\n**{outcome}**\n\n\
             | target | time | executions | /s | useful | comparisons | /s | events | corpus |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        );
        for Progress { name, counts, corpus } in &self.targets {
            let rate = |count: u64| {
                grouped((count as f64 / counts.time.as_secs_f64().max(1.0)).round() as u64)
            };
            let events = match events(name).len() {
                0 => "-".to_owned(),
                all => format!("{}/{all}", all - counts.missing(events(name)).len()),
            };
            text += &format!(
                "| `{name}` | {} | {} | {} | {:.1} % | {} | {} | {events} | {} |\n",
                spelled(counts.time),
                grouped(counts.executions),
                rate(counts.executions),
                100.0 * counts.useful_share(),
                grouped(counts.comparisons),
                rate(counts.comparisons),
                grouped(*corpus),
            );
        }
        text += "\nTimes and rates are those of one process; several may run side by side.\n";
        text += &listed("What fails it", &self.complaints);
        text += &listed("Not judged", &self.unjudged);
        for (id, Finding { known, inputs, text: file }) in &self.findings {
            let known = if *known { " (known)" } else { "" };
            let more = if *inputs >= KEPT as u64 { " or more" } else { "" };
            let inputs = counted(*inputs, "input");
            text += &format!("\n## {id}{known}\n\n{inputs}{more}.\n\n```text\n{file}```\n");
        }
        text
    }
}

/// Returns the events that a target can reach.
fn events(target: &str) -> Vec<Event> {
    Target::find(target).map(Target::events).unwrap_or_default()
}

/// Returns a time in whole seconds, such as `2h 3m 4s`.
fn spelled(time: Duration) -> String {
    humantime::format_duration(Duration::from_secs(time.as_secs())).to_string()
}

/// Judges the useful share of each target, and the events of all targets together. Returns the
/// reasons why the campaign fails, and the parts that cannot be judged.
fn judge(targets: &[Progress]) -> (Vec<String>, Vec<String>) {
    let (mut complaints, mut unjudged) = (Vec::new(), Vec::new());
    let (mut all, mut due, mut reachable) = (Counts::default(), BTreeSet::new(), BTreeSet::new());
    let mut short = Vec::new();
    for Progress { name, counts, .. } in targets {
        all.add(counts);
        reachable.extend(events(name));
        if counts.time < LEAST_TIME {
            short.push(*name);
            continue;
        }
        due.extend(events(name));
        if counts.useful_share() < LEAST_USEFUL {
            complaints.push(format!(
                "{name}: {:.1} % of {} executions reached a comparison, less than {:.0} %",
                100.0 * counts.useful_share(),
                grouped(counts.executions),
                100.0 * LEAST_USEFUL
            ));
        }
    }
    if !short.is_empty() {
        let (short, least) = (short.join(", "), spelled(LEAST_TIME));
        unjudged.push(format!("fuzzed for less than {least}, too short to judge: {short}"));
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

/// Returns a section of Markdown with a list, or nothing for an empty list.
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

    fn progress(name: &'static str, seconds: u64, useful: u64, but: Option<Event>) -> Progress {
        let mut counts = Counts::default();
        counts.time = Duration::from_secs(seconds);
        (counts.executions, counts.useful, counts.comparisons) = (100, useful, useful);
        counts.reach(events(name).into_iter().filter(|event| Some(*event) != but).collect());
        Progress { name, counts, corpus: 0 }
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
    }

    #[test]
    fn an_event_that_nobody_reached_fails_the_campaign() {
        let without = Some(Event::RepeatCycle3);
        let superko = |seconds| progress("superko", seconds, 100, without);
        assert_eq!(judge(&[superko(300)]).0, ["not reached by any target: repeat-cycle-3"]);
        let (complaints, unjudged) = judge(&[superko(200)]);
        assert_eq!((complaints.len(), unjudged.len()), (0, 2));
        // The first target reaches an event that the others miss or cannot reach.
        let (lockstep, batch) = ("lockstep", "batch");
        let others = [progress(lockstep, 9, 100, None), progress(batch, 300, 100, None)];
        assert_eq!(judge(&[&[superko(300)], &others[..]].concat()).0, [] as [&str; 0]);
        assert_eq!(judge(&others[1..]), (Vec::new(), Vec::new()));
    }

    #[test]
    fn times_are_told_in_whole_seconds() {
        assert_eq!(spelled(Duration::from_secs(7_384)), "2h 3m 4s");
        assert_eq!(spelled(Duration::from_millis(4_900)), "4s");
    }
}
