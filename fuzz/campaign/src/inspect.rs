//! What an input shows that ended a fuzzer. It is run in a process of its own: what faults or hangs there does not take
//! the campaign along.

use crate::findings::{Outcome, Shown};
use crate::folder::Folder;
use crate::game::{self, Make};
use crate::output::{self, Exit, Failure, print};
use fs_err as fs;
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use superko_fuzz::{Counts, Target, optimized};
use wait_timeout::ChildExt;

/// How long an input may take that is not made shorter.
const LIMIT: Duration = Duration::from_secs(120);

/// Arguments of `inspect`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The target
    #[arg(value_parser = output::target)]
    target: &'static Target,

    /// The input
    input: PathBuf,

    /// How many seconds to spend on making a game shorter
    #[arg(long, default_value_t = 0)]
    patience: u64,

    /// Ids of findings whose games are short enough
    #[arg(long)]
    id: Vec<String>,
}

/// Runs the command: prints an [`Outcome`] as JSON, or `null` if the input shows nothing.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    console::set_colors_enabled(false);
    let Arguments { target, input, patience, id } = arguments;
    let data = fs::read(input)?;
    let patience = Duration::from_secs(*patience);
    let outcome = shown(target, &data, patience, id, &|| Box::new(optimized()));
    print(&serde_json::to_string(&outcome).expect("it has names and texts"))?;
    Ok(Exit::Fine)
}

/// What an input shows of the engine, or of the readers; nothing if its target finds nothing. A game is held against the
/// engine once more, and made shorter for as long as `patience` lasts, unless its id is one of those given.
fn shown(
    target: &Target,
    data: &[u8],
    patience: Duration,
    ids: &[String],
    make: &Make,
) -> Option<Outcome> {
    let checked = target.run_against(data, &mut Counts::default(), make().as_mut());
    let finding = checked.err()?;
    let held = finding.record().and_then(|record| game::hold(&record, patience, ids, make));
    Some(held.unwrap_or_else(|| Outcome {
        id: format!("{}.{}", target.name, finding.id()),
        shown: Shown::Text(finding.to_string()),
    }))
}

/// What an input of a campaign shows, `TARGET/FILE` below its artifacts. A game is made shorter unless its id is one of
/// those given. What took the fuzzer too long or too much memory is not run again.
pub(crate) fn inspect<'a>(
    folder: &Folder,
    input: &str,
    patience: Duration,
    ids: impl Iterator<Item = &'a String>,
) -> Outcome {
    let (target, file) = input.split_once('/').unwrap_or(("", input));
    let (what, how) = match file.split('-').next() {
        Some("timeout") => ("timeout", "The input took the fuzzer too long.".to_owned()),
        Some("oom" | "leak") => ("memory", "The input took too much memory, or lost some.".into()),
        _ => match answer(folder, target, input, patience, ids) {
            Ok(Answer::Shown(outcome)) => return outcome,
            Ok(Answer::Gone(what, how)) => (what, how),
            Err(error) => ("not-inspected", format!("It could not be looked at: {error}.")),
        },
    };
    Outcome { id: format!("{target}.{what}"), shown: Shown::Text(how) }
}

/// What came of the process of an input.
enum Answer {
    Shown(Outcome),
    /// It shows nothing: in a word and in a rule why not.
    Gone(&'static str, String),
}

fn answer<'a>(
    folder: &Folder,
    target: &str,
    input: &str,
    patience: Duration,
    ids: impl Iterator<Item = &'a String>,
) -> io::Result<Answer> {
    let answer = folder.join("tmp/answer");
    let mut command = Command::new(folder.join("bin/inspect"));
    command.args(["inspect", target]).arg(folder.join("artifacts").join(input));
    command.arg("--patience").arg(patience.as_secs().to_string());
    command.args(ids.map(|id| format!("--id={id}")));
    command.stdin(Stdio::null()).stdout(File::create(&answer)?).stderr(Stdio::null());
    // In a group of its own, so that an interrupt from the terminal does not end it and is not taken for its fault.
    let mut child = command.process_group(0).spawn()?;
    let Some(status) = child.wait_timeout(LIMIT + 2 * patience)? else {
        child.kill()?;
        child.wait()?;
        return Ok(Answer::Gone("hangs", "It does not come to an end.".to_owned()));
    };
    if let Some(signal) = status.signal() {
        let how = format!("It ends any process that runs it, by signal {signal}.");
        return Ok(Answer::Gone("killed", how));
    }
    let outcome: Option<Outcome> = serde_json::from_slice(&fs::read(answer)?)?;
    let unseen = "It ended the fuzzer, but finds nothing when it is run alone: is a state kept between inputs, or does \
                  the fault show with the fuzzer's instrumentation only?";
    Ok(outcome.map_or_else(|| Answer::Gone("not-again", unseen.to_owned()), Answer::Shown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Game;
    use superko::engines::zoo;
    use superko_fuzz::{Body, Checked, Finding};

    /// What the seeds of a target show of an engine of the zoo, the first of them that shows anything.
    fn of_zoo(target: &str, engine: &str, patience: u64) -> Option<Outcome> {
        let (target, wrong) = (Target::find(target).unwrap(), zoo::find(engine).unwrap());
        let patience = Duration::from_secs(patience);
        target
            .seeds()
            .iter()
            .find_map(|data| shown(target, data, patience, &[], &|| wrong.engine()))
    }

    #[test]
    fn a_disagreement_becomes_a_short_drawn_game() {
        let outcome = of_zoo("lockstep", "initial-grid-missing", 5).unwrap();
        assert!(outcome.id.starts_with("TT6."), "{}", outcome.id);
        let Shown::Game(Game { record, ruling, reference, engine, drawn }) = outcome.shown else {
            panic!("a game was expected");
        };
        assert!(reference.starts_with("forbidden: ") && engine == "allowed");
        assert_eq!(ruling, reference);
        assert!(drawn.contains("1  X(.)") || drawn.contains("(.)"), "{drawn}");
        assert!(record.split(", ").count() <= 3, "{record}");
    }

    #[test]
    fn several_targets_show_one_finding() {
        let id = |target| of_zoo(target, "initial-grid-missing", 0).unwrap().id;
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
        assert_eq!(shown(target, &data, Duration::ZERO, &[], &|| zoo::control()), None);
    }

    #[test]
    fn a_check_that_is_no_game_keeps_its_text() {
        let mut target = *Target::find("record_text").unwrap();
        let fails = |_: &[u8], _: &mut Counts| -> Checked {
            let (check, shown, record) = ("read-again", "2x1 aga: A1".to_owned(), None);
            Err(Box::new(Finding::Check { check, shown, record }))
        };
        target.body = Body::Other(fails);
        let outcome = shown(&target, b"", Duration::ZERO, &[], &|| zoo::control()).unwrap();
        assert_eq!(outcome.id, "record_text.read-again");
        assert!(matches!(outcome.shown, Shown::Text(text) if text.contains("2x1 aga: A1")));
        target.body = Body::Other(|_, _| panic!("at 17 all is lost"));
        let outcome = shown(&target, b"", Duration::ZERO, &[], &|| zoo::control()).unwrap();
        assert_eq!(outcome.id, "record_text.panics.at-all-is-lost");
        assert!(matches!(outcome.shown, Shown::Text(text) if text.contains("inspect.rs:")));
    }

    #[test]
    fn what_shows_nothing_when_it_is_run_alone_is_told_by_its_kind() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::open(path.path()).unwrap();
        let id = |input| inspect(&folder, input, Duration::ZERO, [].iter()).id;
        assert_eq!(id("setup/timeout-1"), "setup.timeout");
        assert_eq!(id("setup/leak-1"), "setup.memory");
        assert_eq!(id("setup/crash-1"), "setup.not-inspected");
        for (does, told) in
            [("kill -9 $$", "killed"), ("echo null", "not-again"), ("", "not-inspected")]
        {
            let program = folder.join("bin/inspect");
            fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
            fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
            assert_eq!(id("setup/crash-1"), format!("setup.{told}"));
        }
    }
}
