//! `cargo xtask seeds`.

use crate::output::{Exit, Failure, root};
use std::fs;
use std::io;
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
        let folder = arguments.dir.join(target.name);
        write(target, &folder).map_err(|error| Failure::file(&folder, error))?;
    }
    Ok(Exit::Fine)
}

/// Writes the seeds of a target to a folder that has nothing else afterwards but its regressions.
pub(crate) fn write(target: &Target, folder: &Path) -> io::Result<()> {
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
