//! What is built, and with what.

use crate::cli::{Exit, Failure, root, say};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use superko_fuzz::Target;

/// What the fuzzers are built with to find faults of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sanitizer {
    /// Nothing: the fastest
    None,
    /// AddressSanitizer
    Address,
}

impl Sanitizer {
    /// Its name, as `cargo fuzz` takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sanitizer::None => "none",
            Sanitizer::Address => "address",
        }
    }
}

/// What `cargo fuzz` needs.
const NEEDED: &str = "a campaign needs a nightly toolchain and cargo-fuzz:\n  \
                      rustup toolchain install nightly\n  \
                      cargo install cargo-fuzz --locked";

/// `cargo +nightly`, in the root of the repository.
pub(crate) fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").current_dir(root());
    command
}

/// Says that cargo-fuzz is there, with a nightly toolchain.
///
/// # Errors
///
/// If not: with the commands that install them.
pub(crate) fn check() -> Result<(), Failure> {
    let works = |arguments: &[&str]| {
        let mut command = nightly();
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    match (works(&["--version"]), works(&["fuzz", "--version"])) {
        (true, true) => Ok(()),
        (true, false) => Err(Failure::usage(format!("`cargo fuzz` does not run; {NEEDED}"))),
        (false, _) => Err(Failure::usage(format!("`cargo +nightly` does not run; {NEEDED}"))),
    }
}

/// A line that a program prints on the nightly toolchain.
fn rustc(arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("rustc").arg("+nightly").args(arguments).output();
    let output = output.map_err(|error| Failure::usage(format!("rustc +nightly: {error}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The system that the nightly toolchain runs on, such as `x86_64-unknown-linux-gnu`.
///
/// # Errors
///
/// If the toolchain does not say.
pub(crate) fn host() -> Result<String, Failure> {
    let version = rustc(&["-vV"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::usage("rustc +nightly does not name its host"))
}

/// A tool of LLVM in the nightly toolchain.
///
/// # Errors
///
/// If it is not there: with the command that installs it.
pub(crate) fn llvm_tool(name: &str) -> Result<PathBuf, Failure> {
    let root = rustc(&["--print", "sysroot"])?;
    let tool = Path::new(root.trim()).join("lib/rustlib").join(host()?).join("bin").join(name);
    match tool.is_file() {
        true => Ok(tool),
        false => Err(Failure::usage(format!(
            "{name} is not in the nightly toolchain:\n  rustup component add llvm-tools --toolchain nightly"
        ))),
    }
}

/// Where `cargo fuzz` builds, apart from everything else and for targets of games apart from those of texts: they are
/// built with other flags, and would be built anew each time.
pub(crate) fn built(kind: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| root().join("target")).join("fuzz").join(kind)
}

/// Builds the programs of targets and copies them into a folder, so that building again disturbs no campaign.
///
/// Targets that play games are built without the tracing of comparisons, which makes them some three times as slow and
/// helps with texts only.
///
/// # Errors
///
/// If something does not build; what the compiler says of it goes to standard error.
pub(crate) fn build(
    targets: &[&Target],
    sanitizer: Sanitizer,
    programs: &Path,
    quiet: bool,
) -> Result<(), Failure> {
    let host = host()?;
    for target in targets {
        let kind =
            format!("{}-{}", sanitizer.name(), if reads(target) { "texts" } else { "games" });
        let folder = built(&kind);
        if !quiet {
            say(&format!("building {} with sanitizer {}", target.name, sanitizer.name()));
        }
        let mut command = nightly();
        command.args(["fuzz", "build", "-O", "-s", sanitizer.name(), "--target-dir"]).arg(&folder);
        if !reads(target) {
            command.arg("--no-trace-compares");
        }
        command.arg(target.name);
        if quiet {
            command.env("CARGO_TERM_QUIET", "true");
        }
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            let message = format!("{} does not build", target.name);
            return Err(Failure { exit: Exit::Untestable, message });
        }
        let program = folder.join(&host).join("release").join(target.name);
        install(&program, &programs.join(target.name))?;
    }
    Ok(())
}

/// Whether a target reads texts and plays no games.
fn reads(target: &Target) -> bool {
    ["gtp_reply", "record_text", "command_line_rules", "sgf"].contains(&target.name)
}

/// Copies a program to a new place; one that still runs there is not touched.
///
/// # Errors
///
/// If there is no such program, or the file system refuses.
pub(crate) fn install(from: &Path, to: &Path) -> Result<(), Failure> {
    let missing = |error| Failure {
        exit: Exit::Untestable,
        message: format!("cannot take over {}: {error}", from.display()),
    };
    let new = to.with_extension("new");
    std::fs::copy(from, &new).map_err(missing)?;
    std::fs::rename(&new, to).map_err(|error| Failure::file(to, error))
}
