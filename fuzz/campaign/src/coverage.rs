//! `cargo xtask coverage`: what the corpora of a campaign reach.

use crate::folder::{files, replace};
use crate::output::{self, Exit, Failure, print, root, say};
use crate::toolchain::{built, check, host, llvm_tool, nightly};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use superko_fuzz::Target;

/// Arguments of `coverage`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The targets, with commas between them [default: all that have a corpus]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = output::target)]
    targets: Vec<&'static Target>,

    /// The folder of a campaign
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

/// The sources that are reported on: the optimized engine and the harness.
const SOURCES: [&str; 2] = ["optimized/src", "src"];

/// Of these the command line, which no target runs.
const LEFT_OUT: &str = "/src/(cli/.*|main)\\.rs$";

/// Runs the command: writes `coverage.txt` in the folder and prints its table.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let wrong = |error| Failure::usage(format!("{}: {error}", arguments.dir.display()));
    let dir = arguments.dir.canonicalize().map_err(wrong)?;
    // The fuzzers are given both, and keep in the corpus only what the seeds do not reach.
    let inputs = |name: &str| ["corpus", "seeds"].map(|part| dir.join(part).join(name));
    let number = |name: &str| inputs(name).iter().map(|folder| files(folder).len()).sum::<usize>();
    let mut names = Target::names();
    let named: Vec<&str> = arguments.targets.iter().map(|target| target.name).collect();
    names.retain(|name| (named.is_empty() || named.contains(name)) && number(name) > 0);
    if names.is_empty() {
        return Err(Failure::usage(format!("there is no corpus in {}", dir.display())));
    }
    check()?;
    let (llvm_cov, llvm_profdata) = (llvm_tool("llvm-cov")?, llvm_tool("llvm-profdata")?);
    let profile = dir.join("coverage.profdata");
    let mut merge = Command::new(llvm_profdata);
    merge.args(["merge", "--sparse", "--output"]).arg(&profile);
    let mut programs = Vec::new();
    for name in &names {
        if !arguments.quiet {
            say(&format!("running {} inputs of {name} with counters", number(name)));
        }
        programs.extend(["--object".into(), measure(name, &inputs(name))?]);
        merge.arg(root().join("fuzz/coverage").join(name).join("coverage.profdata"));
    }
    output_of(&mut merge)?;
    let cov = |command: &str, option: &str| {
        let mut cov = Command::new(&llvm_cov);
        cov.args([command, option, "--ignore-filename-regex", LEFT_OUT, "--instr-profile"]);
        // The first program has no option before it.
        cov.arg(&profile).args(&programs[1..]).arg("--sources");
        output_of(cov.args(SOURCES.map(|source| root().join(source))))
    };
    let table = cov("report", "--show-branch-summary=false")?;
    let table = format!("Reached by the corpora and the seeds of {}\n\n{table}", names.join(", "));
    let missed = missed(&cov("show", "--show-instantiations=false")?, &root());
    let path = dir.join("coverage.txt");
    replace(&path, format!("{table}\nLines never reached\n{missed}").as_bytes())?;
    print(&format!("{table}\nThe lines never reached are in {}.\n", path.display()))?;
    Ok(Exit::Fine)
}

/// Runs inputs through the program of a target with counters, and says where that is.
fn measure(target: &str, inputs: &[PathBuf]) -> Result<PathBuf, Failure> {
    let folder = built("coverage");
    let mut command = nightly();
    command.args(["fuzz", "coverage", "-O", "-s", "none", "--target-dir"]).arg(&folder);
    output_of(command.arg(target).args(inputs.iter().filter(|folder| folder.is_dir())))?;
    // `cargo fuzz` puts it into one of two places.
    let host = host()?;
    let below = Path::new(&host).join("release").join(target);
    let places = [folder.join(&host).join("coverage").join(&below), folder.join(&below)];
    let found = places.into_iter().find(|place| place.is_file());
    found.ok_or_else(|| Failure::untestable(format!("{target} was not built")))
}

/// What a program writes to standard output.
fn output_of(command: &mut Command) -> Result<String, Failure> {
    let output = command.stdin(Stdio::null()).stdout(Stdio::piped()).output();
    let said = match output {
        Ok(output) if output.status.success() => {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(Failure::untestable(format!("{} fails:\n{said}", command.get_program().display())))
}

/// Of sources with the number of times that each line was run, `LINE|COUNT|TEXT`, the lines that never were.
fn missed(shown: &str, root: &Path) -> String {
    let root = format!("{}/", root.display());
    let (mut text, mut file) = (String::new(), None);
    for line in shown.lines() {
        let mut columns = line.splitn(3, '|');
        if let Some(path) = line.strip_prefix(&root) {
            file = Some(path);
        } else if let (Some(number), Some("0"), Some(code)) =
            (columns.next(), columns.next().map(str::trim), columns.next())
        {
            text += &file.take().map_or(String::new(), |file| format!("\n{file}\n"));
            text += format!("{number}  {code}").trim_end();
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_never_reached_are_told_by_file() {
        let shown = "/repo/optimized/src/a.rs:\n    1|      5|fn f() {\n    2|      0|    1 | 2\n    3|       |\n\n\
                     /repo/src/b.rs:\n    1|  1.2k|}\n\n/repo/src/c.rs:\n    7|      0|}\n";
        let told = "\noptimized/src/a.rs:\n    2      1 | 2\n\nsrc/c.rs:\n    7  }\n";
        assert_eq!(missed(shown, Path::new("/repo")), told);
    }
}
