//! A run that is ended anywhere can be resumed, and gives the same result.

use super::{bending, engine, quick};
use crate::unmet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use superko::certify::{AnotherEngine, Entry, Journal, NoObserver, Observer, Options, Run, run};
use superko::engine::bent::Bent;
use superko::engines::zoo;
use superko::report::{Report, RunVerdict, to_json};
use superko::{Engine, EngineFactory, Fault, Ruling, Turn};

/// An observer that records the entries of a run's journal.
#[derive(Default)]
struct Scribe(Mutex<Vec<Entry>>);

impl Observer for Scribe {
    fn entry(&self, entry: &Entry) {
        self.0.lock().unwrap().push(entry.clone());
    }
}

/// Returns entries after they were written as JSON and read back.
fn reread(entries: &[Entry]) -> Vec<Entry> {
    let lines = entries.iter().map(|entry| serde_json::to_string(entry).unwrap());
    let reread: Vec<Entry> = lines.map(|line| serde_json::from_str(&line).unwrap()).collect();
    assert_eq!(reread, entries);
    reread
}

/// Resumes a run from its recorded entries.
fn resume(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    entries: &[Entry],
    jobs: usize,
) -> Result<Report, AnotherEngine> {
    let journal = Some(&Journal::from(entries));
    Run { journal, jobs, ..Run::new(factory, options, observer) }.report()
}

#[test]
fn a_run_can_be_resumed_wherever_it_was_ended() {
    runs_can_be_resumed(|place| &NUMBERS[place % NUMBERS.len()..][..1]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_run_can_be_resumed_wherever_it_was_ended_with_any_number_of_engines() {
    runs_can_be_resumed(|_| &NUMBERS);
}

/// The numbers of engines that play at once in a run that is resumed.
const NUMBERS: [usize; 3] = [0, 1, 2];

/// Checks runs that are ended at several places, and resumed with the numbers of engines that a function returns for each
/// place.
fn runs_can_be_resumed(numbers: fn(usize) -> &'static [usize]) {
    /// The number of turns that engines have played.
    type Played = Arc<AtomicU64>;
    type Make = fn(&Played) -> Box<dyn Engine>;
    fn counted(
        played: &Played,
        inner: Box<dyn Engine>,
        bend: fn(Turn, Ruling) -> Result<Ruling, Fault>,
    ) -> Box<dyn Engine> {
        let played = Arc::clone(played);
        let bend = move |_, turn, ruling| {
            played.fetch_add(1, Ordering::Relaxed);
            bend(turn, ruling)
        };
        bending(inner, bend)
    }
    let makes: [(&str, Make); 4] = [
        ("right", |played| counted(played, engine(), |_, ruling| Ok(ruling))),
        ("wrong", |played| {
            let inner = zoo::find("initial-grid-missing").unwrap().engine();
            counted(played, inner, |_, ruling| Ok(ruling))
        }),
        ("forgetful", |played| {
            counted(played, zoo::find("history-of-8").unwrap().engine(), |_, ruling| Ok(ruling))
        }),
        ("crashing", |played| {
            counted(played, engine(), |turn, ruling| match turn.to_string().as_str() {
                "B2" => panic!("no liberty"),
                _ => Ok(ruling),
            })
        }),
    ];
    for (name, make) in makes {
        let played = Played::default();
        let factory = || Ok(make(&played));
        let options = quick("tromp-taylor");
        let scribe = Scribe::default();
        let whole = resume(&factory, &options, &scribe, &[], 1).unwrap();
        let entries = reread(&scribe.0.into_inner().unwrap());
        let (expected, all) = (to_json(&whole), played.swap(0, Ordering::Relaxed));
        let found = entries.iter().position(|entry| matches!(entry, Entry::Finding(_)));
        let middle = [1, 2, entries.len() / 3, entries.len() / 2, entries.len() - 1];
        // The entry after a finding ends the part of the run in which it was found.
        let cuts = found.into_iter().flat_map(|place| [place, place + 1, place + 2]).chain(middle);
        for (place, cut) in cuts.enumerate() {
            for &jobs in numbers(place) {
                let before = &entries[..cut];
                let scribe = Scribe::default();
                let report = resume(&factory, &options, &scribe, before, jobs).unwrap();
                assert_eq!(to_json(&report), expected, "{name}, {jobs} jobs from entry {cut}");
                // The resumed run is ended and resumed again.
                let more = reread(&scribe.0.into_inner().unwrap());
                let twice = [before, &more[..more.len() / 2]].concat();
                let report = resume(&factory, &options, &NoObserver, &twice, jobs);
                assert_eq!(to_json(&report.unwrap()), expected, "{name}, again from {cut}");
            }
        }
        played.store(0, Ordering::Relaxed);
        // Parts that are done are not played again.
        let report = resume(&factory, &options, &NoObserver, &entries, 1).unwrap();
        assert_eq!((to_json(&report), played.load(Ordering::Relaxed)), (expected, 0), "{name}");
        let half = &entries[..entries.len() / 2];
        resume(&factory, &options, &NoObserver, half, 1).unwrap();
        let rest = played.swap(0, Ordering::Relaxed);
        assert!(0 < rest && rest < all, "{name}: {rest} of {all} turns");
    }
}

#[test]
fn a_long_run_records_fewer_and_fewer_entries() {
    let factory = || Ok(engine());
    let sizes = vec!["1x1".parse().unwrap()];
    let options = Options { sizes, games: Some(9_000), ..quick("tromp-taylor") };
    let scribe = Scribe::default();
    let whole = resume(&factory, &options, &scribe, &[], 1).unwrap();
    let entries = scribe.0.into_inner().unwrap();
    // There is an entry for each of the first 1,000 parts, for every two of the next 1,000, and so on.
    assert!((2_700..3_000).contains(&entries.len()), "{} entries", entries.len());
    for cut in [2_500, entries.len() - 1] {
        let report = resume(&factory, &options, &NoObserver, &entries[..cut], 2).unwrap();
        assert_eq!(to_json(&report), to_json(&whole));
    }
}

#[test]
fn a_run_is_not_resumed_with_another_engine() {
    let scribe = Scribe::default();
    let options = Options { games: Some(0), ..quick("aga") };
    run(&|| Ok(engine()), &options, &scribe);
    let entries = scribe.0.into_inner().unwrap();
    let other = || Ok(zoo::find("history-of-8").unwrap().engine() as Box<dyn Engine>);
    let error = resume(&other, &options, &NoObserver, &entries, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the run was started with `optimized`, but this engine calls itself `history-of-8`"
    );
}

/// A finding in a part that was not completed is kept, even if it does not appear when the part is repeated.
#[test]
fn findings_before_a_resumption_are_kept() {
    let scribe = Scribe::default();
    let options = quick("tromp-taylor");
    let wrong = || Ok(zoo::find("initial-grid-missing").unwrap().engine() as Box<dyn Engine>);
    run(&wrong, &options, &scribe);
    let mut entries = scribe.0.into_inner().unwrap();
    let found = entries.iter().position(|entry| matches!(entry, Entry::Finding(_))).unwrap();
    entries.truncate(found + 1);
    // The engine has been corrected since, under the same name.
    let about = || zoo::find("initial-grid-missing").unwrap().engine().about();
    let mended = || Ok(Bent::named("mended", engine()).about(about()).boxed());
    let report = resume(&mended, &options, &NoObserver, &entries, 1).unwrap();
    assert_eq!((report.verdict, report.findings.len()), (RunVerdict::Deviates, 1));
}

#[test]
fn an_answer_that_is_long_overdue_when_the_run_is_stopped_is_reported() {
    struct Ended(Arc<AtomicU64>);
    impl Observer for Ended {
        fn stop(&self) -> bool {
            self.0.load(Ordering::Relaxed) > 0
        }
    }
    for (waited, is_told) in [(Duration::ZERO, false), (Duration::from_secs(4), true)] {
        let ended = Ended(Arc::default());
        let factory = || {
            let over = Arc::clone(&ended.0);
            let bend = move |played: u64, _, ruling| match played {
                0..30_000 => Ok(ruling),
                _ => {
                    over.store(1, Ordering::Relaxed);
                    Err(Fault::Stopped { command: "showboard".to_owned(), waited })
                }
            };
            Ok(bending(engine(), bend))
        };
        let endless = Options { games: None, ..quick("tromp-taylor") };
        let report = run(&factory, &endless, &ended);
        let expected =
            "an answer to `showboard`: none for 4.0 s when the run was stopped".to_owned();
        assert_eq!(unmet(&report).contains(&expected), is_told, "{:?}", report.unmet);
        assert_eq!(report.verdict == RunVerdict::Incomplete, is_told, "{:?}", report.verdict);
    }
}

#[test]
fn no_more_games_are_played_on_a_board_on_which_the_engine_hangs() {
    let hung = Arc::new(AtomicU64::new(0));
    let factory = || {
        let hung = Arc::clone(&hung);
        let bend = move |_, _, _| {
            hung.fetch_add(1, Ordering::Relaxed);
            let (command, stderr) = ("play".to_owned(), String::new());
            Err(Fault::Timeout { command, limit: Duration::from_secs(5), stderr })
        };
        Ok(bending(engine(), bend))
    };
    let sizes = vec!["3x3".parse().unwrap()];
    let report = run(&factory, &Options { sizes, ..quick("tromp-taylor") }, &NoObserver);
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
    assert!(!report.complete && report.verdict != RunVerdict::Conforms, "{:?}", report.verdict);
    // There are three games, and one that confirms the fault, besides the probes of the engine before and after the run.
    let hung = hung.load(Ordering::Relaxed);
    assert!(hung <= 12, "it was waited for {hung} times");
}
