//! The command line of Superko.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
