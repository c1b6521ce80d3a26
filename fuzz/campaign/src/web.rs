//! `cargo xtask web`: the page of `web/`, in one file with the WebAssembly inside.

use crate::output::{Exit, Failure, print, root};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `web`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The file to write [default: web/dist/index.html]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The platform for which the harness is compiled.
const TARGET: &str = "wasm32-unknown-unknown";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let page = arguments.output.clone().unwrap_or_else(|| root().join("web/dist/index.html"));
    let page = std::path::absolute(page)?;
    if let Some(folder) = page.parent() {
        fs::create_dir_all(folder)?;
    }
    cargo(&format!("build --locked --profile wasm --target {TARGET} -p superko-javascript"), &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = root().join(target.unwrap_or_else(|| "target".into()));
    let wasm = target.join(TARGET).join("wasm").join("superko_javascript.wasm");
    let sources = root().join("web");
    cargo("run --quiet --locked --release -p superko-bindgen --", &[&wasm, &sources, &page])?;
    let size = fs::metadata(&page)?.len() / 1024;
    print(&format!("{}: {size} KiB\n", page.display()))?;
    Ok(Exit::Fine)
}

/// Runs cargo in the root of the repository.
fn cargo(words: &str, paths: &[&Path]) -> Result<(), Failure> {
    let arguments = words.split(' ');
    let status = Command::new("cargo").args(arguments).args(paths).current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Failure::usage(format!(
            "`cargo {words}` failed; the page needs `rustup target add {TARGET}`"
        ))),
    }
}
