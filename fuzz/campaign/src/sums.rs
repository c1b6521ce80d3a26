//! The sums of what all processes of a campaign counted.

use crate::folder::replace;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use superko::Event;

/// Counts of one process, or of many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums {
    /// Inputs that the body was run on.
    pub(crate) executions: u64,
    /// Those of which at least one answer was compared.
    pub(crate) useful: u64,
    /// Answers that were compared.
    pub(crate) comparisons: u64,
    /// How often each event was reached, by its name.
    pub(crate) events: BTreeMap<String, u64>,
}

impl Sums {
    /// Adds others to these.
    pub(crate) fn add(&mut self, other: &Sums) {
        self.executions += other.executions;
        self.useful += other.useful;
        self.comparisons += other.comparisons;
        for (event, count) in &other.events {
            *self.events.entry(event.clone()).or_default() += count;
        }
    }

    /// The useful share of the executions, from 0 to 1; 1 if there were none.
    pub(crate) fn useful_share(&self) -> f64 {
        match self.executions {
            0 => 1.0,
            executions => self.useful as f64 / executions as f64,
        }
    }

    /// The events that games can reach and that were not reached.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let reached = |event: &Event| self.events.get(event.id()).is_some_and(|&count| count > 0);
        games().filter(|event| !reached(event)).map(Event::id).collect()
    }

    /// How many of the events that games can reach were reached.
    pub(crate) fn reached(&self) -> usize {
        games().count() - self.missing().len()
    }
}

/// The events that games can reach.
pub(crate) fn games() -> impl Iterator<Item = Event> {
    Event::ALL.iter().copied().filter(|event| event.in_games())
}

/// How long, in milliseconds, the name of a file is remembered after its counts were folded in: longer than any fuzzer
/// of a killed campaign lives on and may write it again.
const REMEMBERED: u128 = 3_600_000;

/// What the processes of a target counted that have ended, with the names of the files that they left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Folded {
    sums: Sums,
    of: BTreeSet<String>,
}

/// A folder of tallies: a file `TARGET.START.PID.json` for each process, and a file `TARGET.json` with the sums of
/// those that were folded in.
#[derive(Debug)]
pub(crate) struct Tallies {
    folder: PathBuf,
    folded: BTreeMap<String, Folded>,
    /// What was read last of each file, and when that was written.
    read: BTreeMap<String, (SystemTime, Sums)>,
}

impl Tallies {
    /// Goes on in a folder, and clears away what a campaign that was killed left half done.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or holds sums that are none.
    pub(crate) fn open(folder: &Path) -> io::Result<Tallies> {
        let mut tallies =
            Tallies { folder: folder.to_owned(), folded: BTreeMap::new(), read: BTreeMap::new() };
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".new") {
                // A fuzzer that is still running may rename it first.
                let _ = fs::remove_file(&path);
            } else if let Some(target) = name.strip_suffix(".json").filter(|t| !t.contains('.')) {
                let folded = serde_json::from_slice(&fs::read(&path)?)?;
                tallies.folded.insert(target.to_owned(), folded);
            }
        }
        Ok(tallies)
    }

    /// The sums of each target.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read. A file that cannot is left out until the next time.
    pub(crate) fn sums(&mut self) -> io::Result<BTreeMap<String, Sums>> {
        self.look()?;
        let mut sums: BTreeMap<String, Sums> = self
            .folded
            .iter()
            .map(|(target, folded)| (target.clone(), folded.sums.clone()))
            .collect();
        for (name, (_, counted)) in &self.read {
            if let Some(part) = Part::read(name) {
                sums.entry(part.target.to_owned()).or_default().add(counted);
            }
        }
        Ok(sums)
    }

    /// Folds the counts of a target into one file, once no process of it is running.
    ///
    /// The file names what it holds, and is replaced before anything is removed: whenever the campaign is killed,
    /// nothing is lost and nothing is counted twice.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub(crate) fn fold(&mut self, target: &str) -> io::Result<()> {
        self.look()?;
        let is_ours = |name: &String| Part::read(name).is_some_and(|part| part.target == target);
        let names: Vec<String> = self.read.keys().filter(|name| is_ours(name)).cloned().collect();
        if names.is_empty() {
            return Ok(());
        }
        let folded = self.folded.entry(target.to_owned()).or_default();
        for name in &names {
            let (_, sums) =
                self.read.remove(name).unwrap_or((SystemTime::UNIX_EPOCH, Sums::default()));
            folded.sums.add(&sums);
            folded.of.insert(name.clone());
        }
        let start = |name: &String| Part::read(name).map_or(0, |part| part.start);
        let newest = folded.of.iter().map(start).max().unwrap_or_default();
        folded.of.retain(|name| start(name) + REMEMBERED >= newest);
        let text = serde_json::to_vec(folded)?;
        replace(&self.folder.join(format!("{target}.json")), &text)?;
        for name in names {
            // It is in the sums by its name, so that it does not matter if it stays.
            let _ = fs::remove_file(self.folder.join(name));
        }
        Ok(())
    }

    /// Reads the files that have changed.
    fn look(&mut self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(part) = Part::read(&name) else { continue };
            if self.folded.get(part.target).is_some_and(|folded| folded.of.contains(&name)) {
                continue;
            }
            // A file is replaced as a whole; if it is gone just now, its counts stay as they were.
            let Ok(written) = entry.metadata().and_then(|data| data.modified()) else { continue };
            if self.read.get(&name).is_some_and(|(before, _)| *before == written) {
                continue;
            }
            if let Some(sums) =
                fs::read(entry.path()).ok().and_then(|text| serde_json::from_slice(&text).ok())
            {
                self.read.insert(name, (written, sums));
            }
        }
        Ok(())
    }
}

/// What the name of the file of a process says.
struct Part<'a> {
    target: &'a str,
    start: u128,
}

impl Part<'_> {
    fn read(name: &str) -> Option<Part<'_>> {
        let mut parts = name.strip_suffix(".json")?.split('.');
        let (target, start, process) = (parts.next()?, parts.next()?, parts.next()?);
        process.parse::<u32>().ok().filter(|_| parts.next().is_none())?;
        Some(Part { target, start: start.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::scratch;
    use superko_fuzz::Tally;

    fn tally(executions: u64, events: &[Event]) -> String {
        let mut execution = Tally::default();
        execution.compare();
        execution.reach(events.iter().copied().collect());
        let mut tally = Tally::default();
        (0..executions).for_each(|_| tally.execute(&execution));
        tally.json("lockstep")
    }

    #[test]
    fn what_the_processes_counted_is_added_up() {
        let folder = scratch("sums");
        fs::write(folder.join("lockstep.1000.7.json"), tally(3, &[Event::RepeatInitial])).unwrap();
        fs::write(folder.join("lockstep.1001.8.json"), tally(4, &[Event::RepeatInitial])).unwrap();
        fs::write(folder.join("lockstep_large.1000.7.json"), tally(1, &[])).unwrap();
        fs::write(folder.join("lockstep.1002.9.new"), "{\"exec").unwrap();
        fs::write(folder.join("lockstep.1003.9.json"), "{\"exec").unwrap();
        let mut tallies = Tallies::open(&folder).unwrap();
        let sums = tallies.sums().unwrap();
        assert_eq!(sums["lockstep"].executions, 7);
        assert_eq!(sums["lockstep"].events["repeat-initial"], 7);
        assert_eq!(sums["lockstep"].reached(), 1);
        assert!(!sums["lockstep"].missing().contains(&"repeat-initial"));
        assert_eq!(sums["lockstep_large"].executions, 1);
        assert!(!folder.join("lockstep.1002.9.new").exists());
    }

    #[test]
    fn folding_changes_no_sum_whenever_it_is_cut_short() {
        let folder = scratch("folding");
        let part = |name: &str, executions| {
            fs::write(folder.join(name), tally(executions, &[Event::Scored])).unwrap();
        };
        part("lockstep.1000.7.json", 3);
        part("lockstep.1001.8.json", 4);
        part("setup.1000.7.json", 5);
        let mut tallies = Tallies::open(&folder).unwrap();
        tallies.fold("lockstep").unwrap();
        assert!(!folder.join("lockstep.1000.7.json").exists());
        assert!(folder.join("setup.1000.7.json").exists());
        assert_eq!(tallies.sums().unwrap()["lockstep"].executions, 7);

        // Killed before the files were removed; and a fuzzer that lives on writes one again.
        part("lockstep.1000.7.json", 3);
        part("lockstep.1001.8.json", 40);
        part("lockstep.1002.9.json", 10);
        let mut tallies = Tallies::open(&folder).unwrap();
        assert_eq!(tallies.sums().unwrap()["lockstep"].executions, 17);
        tallies.fold("lockstep").unwrap();
        assert_eq!(Tallies::open(&folder).unwrap().sums().unwrap()["lockstep"].executions, 17);
    }

    #[test]
    fn names_of_folded_files_are_forgotten_in_time() {
        let folder = scratch("forgetting");
        let mut tallies = Tallies::open(&folder).unwrap();
        for start in [1_u128, 2 + REMEMBERED] {
            let name = format!("lockstep.{start}.7.json");
            fs::write(folder.join(name), tally(1, &[])).unwrap();
            tallies.fold("lockstep").unwrap();
        }
        assert_eq!(tallies.folded["lockstep"].of.len(), 1);
        assert_eq!(tallies.sums().unwrap()["lockstep"].executions, 2);
    }

    #[test]
    fn no_executions_are_all_useful() {
        assert!((Sums::default().useful_share() - 1.0).abs() < f64::EPSILON);
        let sums = Sums { executions: 4, useful: 1, ..Sums::default() };
        assert!((sums.useful_share() - 0.25).abs() < f64::EPSILON);
    }
}
