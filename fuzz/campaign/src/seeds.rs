//! `cargo xtask seeds`: writes the seeds of all targets.

use crate::output::{Exit, Failure, root};
use fs_err as fs;
use std::path::{Path, PathBuf};
use superko_fuzz::Target;

/// Arguments of `seeds`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The folder
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    for target in Target::ALL {
        write(target, &arguments.dir.join(target.name))?;
    }
    Ok(Exit::Fine)
}

/// Writes the seeds and the regressions of a target to a folder, and removes everything else from
/// it.
pub(crate) fn write(target: &Target, folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (number, seed) in target.seeds().iter().enumerate() {
        fs::write(folder.join(format!("{number:04}")), seed)?;
    }
    let regressions = root().join("fuzz/regressions").join(target.name);
    if regressions.is_dir() {
        for entry in fs::read_dir(regressions)? {
            let entry = entry?;
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
    }
    Ok(())
}
