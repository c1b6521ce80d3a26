//! `cargo xtask inspect`: shows the finding of an input that ended a fuzzer.
//!
//! A campaign runs the command in a separate process, so that a crash or a hang there does not end
//! the campaign.

use crate::output::{self, Exit, Failure, print};
use crate::replay::{InputFinding, Make, replay};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use superko_fuzz::{Counts, Target, optimized};

/// The time limit for an input.
const LIMIT: Duration = Duration::from_mins(3);

/// The exit code of a process that took too long.
const HANGS: i32 = 9;

/// Arguments of `inspect`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The target
    #[arg(value_parser = output::target)]
    target: &'static Target,

    /// The input
    input: PathBuf,

    /// Make a game shorter, for up to 20 seconds
    #[arg(long)]
    shorten: bool,
}

/// Runs the command: prints an [`InputFinding`] as JSON, or `null` if the input shows nothing.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { target, input, shorten } = arguments;
    let data = fs::read(input)?;
    thread::spawn(|| {
        thread::sleep(LIMIT);
        std::process::exit(HANGS)
    });
    let finding = shown(target, &data, *shorten, &|| Box::new(optimized()));
    print(&serde_json::to_string(&finding).expect("it has names and texts"))?;
    Ok(Exit::Fine)
}

/// Returns what an input shows of the engine or of the readers, or `None` if its target finds
/// nothing. A game is replayed against the engine once more.
fn shown(target: &Target, data: &[u8], shorten: bool, make: &Make) -> Option<InputFinding> {
    let checked = target.run_against(data, &mut Counts::default(), make().as_mut());
    let finding = checked.err()?;
    let replayed = finding.record().and_then(|record| replay(&record, shorten, make));
    Some(replayed.unwrap_or_else(|| InputFinding {
        id: format!("{}.{}", target.name, finding.id()),
        shown: finding.to_string(),
        game: None,
    }))
}

/// Runs an input of a target in a separate process, and returns what it shows. An input that took
/// the fuzzer too long or too much memory is not run again.
pub(crate) fn inspect(target: &str, input: &Path, shorten: bool) -> Result<InputFinding, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["inspect", target]).arg(input).args(shorten.then_some("--shorten"));
    finding_of(&mut command, target, input)
}

/// Returns the outcome that a process prints, or the way in which the process failed.
fn finding_of(command: &mut Command, target: &str, input: &Path) -> Result<InputFinding, Failure> {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let (what, shown) = match name.split('-').next() {
        Some("timeout") => ("timeout", "The input took the fuzzer too long.".to_owned()),
        Some("oom" | "leak") => ("memory", "The input took too much memory, or lost some.".into()),
        _ => {
            let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
            match (output.status.code(), serde_json::from_slice(&output.stdout)) {
                (Some(HANGS), _) => ("hangs", "It does not come to an end.".to_owned()),
                (None, _) => ("killed", format!("It ends any process that runs it: {}.", output.status)),
                (_, Ok(Some(finding))) => return Ok(finding),
                (_, Ok(None)) => (
                    "not-again",
                    "It ended the fuzzer, but finds nothing when it is run alone: is a state kept between inputs, \
                     or does the fault show with the fuzzer's instrumentation only?"
                        .to_owned(),
                ),
                (_, Err(error)) => ("not-inspected", format!("It could not be looked at: {error}.")),
            }
        }
    };
    Ok(InputFinding { id: format!("{target}.{what}"), shown, game: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Game;
    use superko::engines::zoo;
    use superko_fuzz::{Body, Checked, Finding};

    /// Runs the seeds of a target against an engine of the zoo. Returns the outcome of the first
    /// seed that shows anything.
    fn of_zoo(target: &str, engine: &str, shorten: bool) -> Option<InputFinding> {
        let (target, wrong) = (Target::find(target).unwrap(), zoo::find(engine).unwrap());
        target.seeds().iter().find_map(|data| shown(target, data, shorten, &|| wrong.engine()))
    }

    #[test]
    fn a_disagreement_becomes_a_short_drawn_game() {
        let InputFinding { id, shown, game } =
            of_zoo("lockstep", "initial-grid-missing", true).unwrap();
        let Game { record, ruling } = game.unwrap();
        assert!(id.starts_with("TT6."), "{id}");
        assert!(ruling.starts_with("forbidden: "), "{ruling}");
        assert!(shown.contains(&format!("reference  {ruling}\n")), "{shown}");
        assert!(shown.contains("engine     allowed\n"), "{shown}");
        assert!(shown.contains("1  X(.)") || shown.contains("(.)"), "{shown}");
        assert!(record.split(", ").count() <= 3, "{record}");
    }

    #[test]
    fn several_targets_show_one_finding() {
        let id = |target| of_zoo(target, "initial-grid-missing", false).unwrap().id;
        let ids = ["lockstep", "superko", "undo_branch"].map(id);
        assert!(
            ids[0].starts_with("TT6.legality.") && ids == [0; 3].map(|_| ids[0].clone()),
            "{ids:?}"
        );
    }

    #[test]
    fn what_shows_nothing_is_nothing() {
        let target = Target::find("lockstep").unwrap();
        let data = target.seeds().pop_first().unwrap();
        assert_eq!(shown(target, &data, false, &|| zoo::control()), None);
    }

    #[test]
    fn a_check_that_is_no_game_keeps_its_text() {
        let mut target = *Target::find("record_text").unwrap();
        let fails = |_: &[u8], _: &mut Counts| -> Checked {
            let (check, shown, record) = ("read-again", "2x1 aga: A1".to_owned(), None);
            Err(Box::new(Finding::Check { check, shown, record }))
        };
        target.body = Body::Other(fails);
        let finding = shown(&target, b"", false, &|| zoo::control()).unwrap();
        assert_eq!(finding.id, "record_text.read-again");
        assert!(finding.game.is_none() && finding.shown.contains("2x1 aga: A1"));
        target.body = Body::Other(|_, _| panic!("at 17 all is lost"));
        let finding = shown(&target, b"", false, &|| zoo::control()).unwrap();
        assert_eq!(finding.id, "record_text.panics.at-all-is-lost");
        assert!(finding.game.is_none() && finding.shown.contains("inspect.rs:"));
    }

    #[test]
    fn what_shows_nothing_when_it_is_run_alone_is_told_by_its_kind() {
        let id = |does: &str, input: &str| {
            let mut command = Command::new("sh");
            finding_of(command.args(["-c", does]), "setup", Path::new(input)).unwrap().id
        };
        for (does, input, kind) in [
            ("false", "timeout-1", "timeout"),
            ("false", "leak-1", "memory"),
            ("kill -9 $$", "crash-1", "killed"),
            ("exit 9", "crash-1", "hangs"),
            ("echo null", "crash-1", "not-again"),
            ("", "crash-1", "not-inspected"),
        ] {
            assert_eq!(id(does, input), format!("setup.{kind}"));
        }
    }
}
