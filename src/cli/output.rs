//! Where words go: results to standard output, everything else to standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::Duration;
use superko::report::TextOptions;

/// How reports are written: in color on a terminal, as wide as it is.
pub(crate) fn text_options(verbose: bool) -> TextOptions {
    let width = usize::from(console::Term::stdout().size().1).clamp(60, 120);
    let terminal = io::stdout().is_terminal();
    TextOptions {
        color: console::colors_enabled(),
        width: if terminal { width } else { TextOptions::default().width },
        verbose,
    }
}

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

/// Whether progress is told in lines: standard error is no terminal, on which a bar would move.
pub(crate) fn in_lines(quiet: bool) -> bool {
    !quiet && !io::stderr().is_terminal()
}

/// A progress bar after a template; where there is no terminal, or on request, one that does not show.
pub(crate) fn bar(quiet: bool, template: &str) -> ProgressBar {
    let target = match quiet || in_lines(quiet) {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(None, target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shows that something is being done that tells nothing of its progress, by a title.
pub(crate) fn spinner(quiet: bool, title: String) -> ProgressBar {
    if in_lines(quiet) {
        say(&title);
    }
    let spinner = bar(quiet, "{spinner} {msg} {elapsed}");
    spinner.set_message(title);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
