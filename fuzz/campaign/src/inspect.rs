//! Runs one input through the body of its target, in a process of its own, and says what it shows.

use crate::cli::{self, Exit, Failure, print};
use crate::findings::{Outcome, Shown};
use crate::game::{self, Make, Recorder};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;
use std::time::Duration;
use superko::adapters::Optimized;
use superko::{Rules, Script, Size, Subject};
use superko_exhaustive::optimized as kernels;
use superko_fuzz::{Tally, Target};

/// Arguments of `inspect`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The target
    #[arg(value_parser = cli::target)]
    target: &'static Target,

    /// The input
    input: PathBuf,

    /// How many seconds to spend on making a game shorter
    #[arg(long, default_value_t = 0)]
    patience: u64,
}

/// Runs the command: prints an [`Outcome`] as JSON, or `null` if the input shows nothing.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    console::set_colors_enabled(false);
    let Arguments { target, input, patience } = arguments;
    let data = std::fs::read(input).map_err(|error| Failure::file(input, error))?;
    let outcome = inspect(target, &data, Duration::from_secs(*patience), &|| {
        Box::new(Optimized::new(smallest(), Rules::default()))
    });
    let text = serde_json::to_string(&outcome).map_err(|error| Failure::file(input, error))?;
    print(&text)?;
    Ok(Exit::Fine)
}

/// The board on which an engine is made before it is told another.
fn smallest() -> Size {
    Size::square(1).expect("1x1 is a board")
}

/// The body of a target that plays against a subject.
type Against = fn(&[u8], &mut Tally, &mut dyn Subject);

/// What an input shows of the engine, or of the readers; nothing if its body finds nothing.
///
/// A game is what the message of the finding says, or what the engine was given when it panicked. It is held against
/// the engine once more, and made shorter for as long as `patience` lasts.
fn inspect(target: &Target, data: &[u8], patience: Duration, make: &Make) -> Option<Outcome> {
    let against = against(target.name);
    let recorder = Recorder::new(make());
    let played = recorder.played();
    let panic = match against {
        Some(body) => {
            let mut recorder = recorder;
            guarded(|| body(data, &mut Tally::default(), &mut recorder)).err()?
        }
        None => guarded(|| (target.body)(data, &mut Tally::default())).err()?,
    };
    let record = match record_in(&panic.message) {
        Some(record) => Some(record),
        None => played.borrow().clone().filter(|_| against.is_some()),
    };
    if let Some(record) = record
        && let Some(outcome) = game::hold(&record, patience, make)
    {
        return Some(outcome);
    }
    let cause = match record_in(&panic.message) {
        Some(_) => game::kind(&panic.message),
        None => slug(panic.message.lines().next().unwrap_or_default()),
    };
    let cause = format!("{}.{cause}", target.name);
    Some(Outcome { cause, shown: Shown::Failed(panic.message, panic.place) })
}

/// The bodies that play against a subject, so that it can be told what the subject was given.
fn against(target: &str) -> Option<Against> {
    Some(match target {
        "lockstep" => superko_fuzz::lockstep,
        "lockstep_large" => superko_fuzz::lockstep_large,
        "superko" => superko_fuzz::superko,
        "setup" => |data, tally, subject| superko_fuzz::setup(data, tally, subject, &kernels),
        "scoring" => |data, tally, subject| superko_fuzz::scoring(data, tally, subject, &kernels),
        "undo_branch" => superko_fuzz::undo_branch,
        _ => return None,
    })
}

/// The record that the message of a finding ends with.
pub(crate) fn record_in(message: &str) -> Option<superko::Record> {
    let (_, rest) = message.rsplit_once("superko replay '")?;
    let (text, _) = rest.split_once('\'')?;
    text.parse::<Script>().ok().map(|script| script.record)
}

/// A message in some words, without numbers, vertices, colors and what is quoted, so that it is the same for what is
/// alike.
pub(crate) fn slug(text: &str) -> String {
    let unquoted: Vec<&str> = text.split('`').step_by(2).collect();
    let words = unquoted.join(" ").to_lowercase();
    let mut kept: Vec<&str> = words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !["black", "white"].contains(word))
        .collect();
    kept.dedup();
    kept.truncate(8);
    match kept.is_empty() {
        true => "panic".to_owned(),
        false => kept.join("-"),
    }
}

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    /// Its message.
    pub(crate) message: String,
    /// Where in the sources it stands.
    pub(crate) place: String,
}

thread_local! {
    /// Whether this thread catches what panics, so that nothing is to be said of it.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic of this thread was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs something that may panic, silently.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                return before(panic);
            }
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            PLACE.set(place);
        }));
    });
    let outer = GUARDED.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    GUARDED.set(outer);
    outcome.map_err(|payload| {
        let message = payload.downcast_ref::<String>().cloned();
        let message = message.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.into()));
        Panic { message: message.unwrap_or_default(), place: PLACE.take() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Game;
    use superko::zoo;

    /// What the seeds of a target show of an engine of the zoo, the first of them that shows anything.
    fn shown(target: &str, specimen: &str, patience: u64) -> Option<Outcome> {
        let specimen = zoo::find(specimen).unwrap();
        seeds(target).iter().find_map(|data| {
            let target = Target::find(target).unwrap();
            inspect(target, data, Duration::from_secs(patience), &|| specimen.subject())
        })
    }

    fn seeds(target: &str) -> Vec<Vec<u8>> {
        let folder = cli::root().join("fuzz/seeds").join(target);
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
    }

    #[test]
    fn a_disagreement_becomes_a_short_drawn_game() {
        let outcome = shown("lockstep", "initial-grid-missing", 5).unwrap();
        assert!(outcome.cause.starts_with("TT6."), "{}", outcome.cause);
        let Shown::Game(Game { record, ruling, reference, subject, drawn, shrunk }) = outcome.shown
        else {
            panic!("a game was expected");
        };
        assert!(shrunk && reference.starts_with("forbidden: repeats") && subject == "allowed");
        assert_eq!(ruling, reference);
        assert!(drawn.contains("1  X(.)"), "{drawn}");
        assert_eq!(record, "2x1 tromp-taylor: B A1, W pass, B B1");
    }

    #[test]
    fn several_targets_show_one_cause() {
        let causes: Vec<String> = ["lockstep", "superko", "undo_branch"]
            .map(|target| shown(target, "initial-grid-missing", 0).unwrap().cause)
            .into();
        let alike = |cause: &String| cause.ends_with(".permits.repeat-initial");
        assert!(causes.iter().all(alike), "{causes:?}");
    }

    #[test]
    fn what_shows_nothing_is_nothing() {
        let data = &seeds("lockstep")[0];
        let target = Target::find("lockstep").unwrap();
        assert_eq!(inspect(target, data, Duration::ZERO, &|| zoo::control()), None);
    }

    #[test]
    fn a_check_that_is_no_game_keeps_its_message() {
        let wrong = Target {
            name: "record_text",
            body: |_, _| panic!("assertion `left == right` failed: read from\n2x1 aga: A1"),
            reaches_all: false,
        };
        let outcome = inspect(&wrong, b"", Duration::ZERO, &|| zoo::control()).unwrap();
        assert_eq!(outcome.cause, "record_text.assertion-failed-read-from");
        let Shown::Failed(message, place) = outcome.shown else { panic!("no game was expected") };
        assert!(message.contains("read from\n2x1") && place.contains("inspect.rs:"), "{place}");
    }

    #[test]
    fn messages_that_are_alike_have_one_slug() {
        assert_eq!(slug("the len is 20 but the index is 21"), "the-len-is-but-the-index-is");
        assert_eq!(slug("`25x26` is no size; B A12 C3"), "is-no-size-b");
        assert_eq!(slug("17"), "panic");
    }

    #[test]
    fn the_record_of_a_message_is_found() {
        let message = "the engines\nagain      superko replay '2x1 aga: B A1, W B1'";
        assert_eq!(record_in(message).unwrap().to_string(), "2x1 aga: A1, B1");
        assert_eq!(record_in("superko replay '2x1 aga: C1'"), None);
        assert_eq!(record_in("no record"), None);
    }
}
