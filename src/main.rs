//! The command line. So far it serves the reference: `superko gtp`.

use std::process::ExitCode;
use superko::adapters::Reference;
use superko::gtp::Server;
use superko::{Rules, Size};

fn main() -> ExitCode {
    if !std::env::args().skip(1).eq(["gtp"]) {
        return ExitCode::from(2);
    }
    let size = Size::square(19).expect("19 is a size");
    let rules = Rules::default();
    let subject = Box::new(Reference::new(size, rules));
    let served = Server::new(subject, size, rules)
        .map(|server| server.serve(std::io::stdin().lock(), std::io::stdout().lock()));
    if matches!(served, Ok(Ok(()))) { ExitCode::SUCCESS } else { ExitCode::from(70) }
}
