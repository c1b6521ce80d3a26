//! What fuzzers are built with.

use crate::output::{Failure, root, say};
use fs_err as fs;
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
    command.arg("+nightly").current_dir(root()).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Says that cargo-fuzz is there, with a nightly toolchain.
pub(crate) fn check() -> Result<(), Failure> {
    for (arguments, name) in
        [(&["--version"][..], "cargo +nightly"), (&["fuzz", "--version"], "cargo fuzz")]
    {
        let status = nightly().args(arguments).stderr(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(Failure::usage(format!("`{name}` does not run; {NEEDED}")));
        }
    }
    Ok(())
}

/// What `rustc` prints on the nightly toolchain.
fn rustc(arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("rustc").arg("+nightly").args(arguments).output();
    let output = output.map_err(|error| Failure::usage(format!("rustc +nightly: {error}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The system that the nightly toolchain runs on, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> Result<String, Failure> {
    rustc(&["--print", "host-tuple"])
}

/// A tool of LLVM in the nightly toolchain.
pub(crate) fn llvm_tool(name: &str) -> Result<PathBuf, Failure> {
    let rustlib = Path::new(&rustc(&["--print", "sysroot"])?).join("lib/rustlib");
    let tool = rustlib.join(host()?).join("bin").join(name);
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

/// Builds the program of a target and copies it into a folder, so that building again disturbs no campaign.
///
/// A target that plays games is built without the tracing of comparisons, which makes it some three times as slow and
/// helps with texts only.
pub(crate) fn build(
    target: &Target,
    sanitizer: Sanitizer,
    programs: &Path,
    quiet: bool,
) -> Result<(), Failure> {
    let (name, sanitizer) = (target.name, sanitizer.name());
    let inputs = if target.reads_texts { "texts" } else { "games" };
    let folder = built(&format!("{sanitizer}-{inputs}"));
    if !quiet {
        say(&format!("building {name} with sanitizer {sanitizer}"));
    }
    let mut command = nightly();
    command.args(["fuzz", "build", "-O", "-s", sanitizer, "--target-dir"]).arg(&folder).arg(name);
    if !target.reads_texts {
        command.arg("--no-trace-compares");
    }
    if quiet {
        command.env("CARGO_TERM_QUIET", "true");
    }
    if !command.status().is_ok_and(|status| status.success()) {
        return Err(Failure::untestable(format!("{name} does not build")));
    }
    install(&folder.join(host()?).join("release").join(name), &programs.join(name))
}

/// Copies a program to a new place; one that still runs there is not touched.
pub(crate) fn install(from: &Path, to: &Path) -> Result<(), Failure> {
    let new = to.with_extension("new");
    fs::copy(from, &new).and_then(|_| fs::rename(&new, to)).map_err(Failure::untestable)
}
