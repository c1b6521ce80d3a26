//! Makes the corpora small: of inputs that reach the same, one stays.

use crate::cli::Failure;
use crate::folder::{Folder, count};
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A corpus that takes longer than this stays as it is.
const LIMIT: Duration = Duration::from_secs(1_200);

/// How many inputs a corpus had and has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Minimised {
    /// Before.
    pub(crate) before: u64,
    /// After.
    pub(crate) after: u64,
}

/// Merges the corpus of a target into a fresh folder, and puts this in its place. Nothing if the program fails, takes
/// too long or `stop` becomes true: the corpus then stays as it is.
///
/// # Errors
///
/// If the file system refuses.
pub(crate) fn minimise(
    folder: &Folder,
    target: &str,
    stop: &AtomicBool,
) -> Result<Option<Minimised>, Failure> {
    let before = count(&folder.corpus(target));
    if before == 0 {
        return Ok(Some(Minimised { before, after: before }));
    }
    let smaller = folder.path().join("tmp").join(format!("smaller-{target}"));
    // Left behind by a campaign that was killed, or not there.
    let _ = fs::remove_dir_all(&smaller);
    fs::create_dir_all(&smaller).map_err(|error| Failure::file(&smaller, error))?;
    let program = folder.programs().join(target);
    let mut command = Command::new(&program);
    command
        .arg0(format!("bin/{target}"))
        .current_dir(folder.path())
        .arg("-merge=1")
        .arg(format!("-artifact_prefix=artifacts/{target}/"))
        .args([format!("tmp/smaller-{target}"), format!("corpus/{target}")])
        .env("ASAN_OPTIONS", "detect_odr_violation=0")
        .env("TMPDIR", "tmp")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    let Ok(mut child) = command.spawn() else { return Ok(None) };
    let until = Instant::now() + LIMIT;
    let merged = loop {
        if let Some(status) = child.try_wait().map_err(|error| Failure::file(&program, error))? {
            break status.success();
        }
        if stop.load(Ordering::Relaxed) || Instant::now() >= until {
            // It may just have ended; what it left behind is thrown away in any case.
            let _ = child.kill();
            let _ = child.wait();
            break false;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let after = count(&smaller);
    if !merged || after == 0 || after > before {
        return Ok(None);
    }
    folder.exchange_corpus(target, &smaller).map_err(|error| Failure::file(&smaller, error))?;
    Ok(Some(Minimised { before, after }))
}
