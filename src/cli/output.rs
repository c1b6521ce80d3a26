//! Where words go: results to standard output, everything else to standard error.

use std::io::{self, ErrorKind, Write};

/// Writes a result to standard output. A reader who has gone away is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes a line to standard error.
pub(crate) fn say(line: &str) {
    // When nobody reads standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes an error message to standard error.
pub(crate) fn complain(message: &str) {
    say(&format!("{} {message}", console::style("error:").red().bold().for_stderr()));
}
