//! `cargo xtask`: fuzz campaigns that run for days and say what they reached, and what their corpora cover.

mod artifact;
mod campaign;
mod candidate;
mod cli;
mod coverage;
mod dashboard;
mod findings;
mod folder;
mod fuzzer;
mod game;
mod inspect;
mod inspector;
mod lcov;
mod minimise;
mod rounds;
mod schedule;
mod state;
mod status;
mod summary;
mod sums;
mod toolchain;
mod verdict;

fn main() -> std::process::ExitCode {
    cli::main()
}
