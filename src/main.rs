//! The command line of Superko.

fn main() -> std::process::ExitCode {
    superko_cli::main(std::env::args_os()).into()
}
