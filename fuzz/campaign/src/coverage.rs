//! `cargo xtask coverage`.

use crate::cli::{self, Exit, Failure, print, root, say};
use crate::folder::{count, replace};
use crate::lcov::Lines;
use crate::toolchain::{built, check, host, llvm_tool, nightly};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use superko_fuzz::Target;

/// Arguments of `coverage`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The targets, with commas between them [default: all that have a corpus]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = cli::target)]
    targets: Vec<&'static Target>,

    /// The folder of a campaign
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

/// The sources that are reported on: the optimized engine and the harness, without the command line, which no target
/// runs.
fn keeps(file: &str) -> bool {
    let harness =
        file.starts_with("src/") && !file.starts_with("src/cli/") && file != "src/main.rs";
    harness || file.starts_with("optimized/src/")
}

/// Runs the command: writes `coverage.txt` in the folder and prints where it is.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let dir = arguments.dir.canonicalize();
    let dir =
        dir.map_err(|error| Failure::usage(format!("{}: {error}", arguments.dir.display())))?;
    // The fuzzers are given both, and keep in the corpus only what the seeds do not reach.
    let inputs = |target: &Target| ["corpus", "seeds"].map(|part| dir.join(part).join(target.name));
    let number = |target: &Target| inputs(target).iter().map(|folder| count(folder)).sum::<u64>();
    let named = |name: &str| {
        arguments.targets.is_empty() || arguments.targets.iter().any(|target| target.name == name)
    };
    let targets: Vec<&Target> =
        Target::ALL.iter().filter(|target| named(target.name) && number(target) > 0).collect();
    if targets.is_empty() {
        return Err(Failure::usage(format!("there is no corpus in {}", dir.display())));
    }
    check()?;
    let llvm_cov = llvm_tool("llvm-cov")?;
    llvm_tool("llvm-profdata")?;
    let mut lines = Lines::default();
    for target in &targets {
        if !arguments.quiet {
            say(&format!("running {} inputs of {} with counters", number(target), target.name));
        }
        let report = measure(target, &inputs(target), &llvm_cov)?;
        lines.add(&report, &root(), keeps);
    }
    if lines.is_empty() {
        return Err(failed("no line of the engine or the harness was counted"));
    }
    let names: Vec<&str> = targets.iter().map(|target| target.name).collect();
    let text = format!(
        "Reached by the corpora and the seeds of {} in {}\n\n{}",
        names.join(", "),
        dir.display(),
        lines.report(|file| std::fs::read_to_string(root().join(file)).ok())
    );
    let path = dir.join("coverage.txt");
    replace(&path, text.as_bytes()).map_err(|error| Failure::file(&path, error))?;
    let table: String =
        text.split_inclusive('\n').take_while(|line| *line != "Lines never reached\n").collect();
    print(&format!("{table}The lines never reached are in {}.\n", path.display()))?;
    Ok(Exit::Fine)
}

/// What the inputs of a target reach, in the form of lcov.
fn measure(target: &Target, inputs: &[PathBuf], llvm_cov: &Path) -> Result<String, Failure> {
    let folder = built("coverage");
    let mut command = nightly();
    command.args(["fuzz", "coverage", "-O", "-s", "none", "--target-dir"]).arg(&folder);
    command.arg(target.name).args(inputs.iter().filter(|folder| folder.is_dir()));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.stderr(Stdio::piped()).output();
    let output = output.map_err(|error| failed(&format!("cargo +nightly fuzz: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(failed(&format!("the coverage of {} fails:\n{said}", target.name)));
    }
    let profile = root().join("fuzz/coverage").join(target.name).join("coverage.profdata");
    let program = program(&folder, target)?;
    let mut command = Command::new(llvm_cov);
    command.args(["export", "--format=lcov", "--instr-profile"]).arg(&profile).arg(&program);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::file(llvm_cov, error))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(failed(&String::from_utf8_lossy(&output.stderr))),
    }
}

/// The program with counters, which `cargo fuzz` puts into one of two places.
fn program(folder: &Path, target: &Target) -> Result<PathBuf, Failure> {
    let host = host()?;
    let below = Path::new(&host).join("release").join(target.name);
    let places = [folder.join(&host).join("coverage").join(&below), folder.join(&below)];
    let found = places.iter().find(|place| place.is_file());
    found.cloned().ok_or_else(|| failed(&format!("{} was not built", target.name)))
}

fn failed(message: &str) -> Failure {
    Failure { exit: Exit::Untestable, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_and_the_harness_are_reported_on() {
        for file in ["optimized/src/lib.rs", "src/examine/mod.rs", "src/gtp/codec.rs"] {
            assert!(keeps(file), "{file}");
        }
        for file in ["src/cli/mod.rs", "src/main.rs", "fuzz/src/duel.rs", "reference/src/lib.rs"] {
            assert!(!keeps(file), "{file}");
        }
    }
}
