//! The output of the program: results to standard output, everything else to standard error.
//!
//! Only the GTP server writes to them elsewhere. Whatever a text quotes, no control character, invisible character or change of
//! direction leaves here as it is.

use super::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use superko_certify::report::{Format, Report, TextOptions, try_to_write, write_whole};
use superko_engine::{printable, printable_line};

/// The number of bytes that are printed at once.
const PIECE: usize = 1 << 16;

/// Whether something that was asked for could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Tells that something that was asked for could not be written. The exit code tells it too, unless it tells something worse.
pub(crate) fn lost(what: &str) {
    IS_LOST.store(true, Ordering::Relaxed);
    complain(what);
}

/// An output of which several parts may be lost. Only the first loss is reported.
#[derive(Debug, Default)]
pub(crate) struct LostParts(AtomicBool);

impl LostParts {
    /// Returns whether a part is lost.
    pub(crate) fn is_any(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Tells that a part is lost.
    pub(crate) fn lost(&self, what: &str) {
        if !self.0.swap(true, Ordering::Relaxed) {
            lost(what);
        }
    }
}

/// The number of writes in progress to readers who may be slow.
static WAITING: AtomicU64 = AtomicU64::new(0);

/// The number of such writes done.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Writes to a reader who may be slow, or may not read at all.
pub(crate) fn to_reader<T>(write: impl FnOnce() -> T) -> T {
    WAITING.fetch_add(1, Ordering::Relaxed);
    let written = write();
    WRITTEN.fetch_add(1, Ordering::Relaxed);
    WAITING.fetch_sub(1, Ordering::Relaxed);
    written
}

/// Returns the number of writes done for readers, if another one is in progress.
pub(crate) fn waits_after() -> Option<u64> {
    (WAITING.load(Ordering::Relaxed) > 0).then(|| WRITTEN.load(Ordering::Relaxed))
}

/// Returns whether something was [`lost`].
pub(crate) fn is_lost() -> bool {
    IS_LOST.load(Ordering::Relaxed)
}

/// The character with which a command to a terminal begins.
const ESCAPE: char = '\x1b';

/// The styles that our own texts use.
const STYLES: [&str; 10] = [
    "\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[4m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[34m",
    "\x1b[35m", "\x1b[36m",
];

/// Returns a text as it may be printed, in color or not.
fn safe(text: &str, color: bool) -> Cow<'_, str> {
    if !color || !text.contains(ESCAPE) {
        return printable(text);
    }
    let mut safe = String::with_capacity(text.len());
    for (place, part) in text.split(ESCAPE).enumerate() {
        let is_style = STYLES.iter().any(|style| part.starts_with(&style[1..]));
        safe += match place {
            0 => "",
            _ if is_style => "\x1b",
            _ => "\\u001b",
        };
        safe += &printable(part);
    }
    Cow::Owned(safe)
}

/// Returns the style of reports: in color on a terminal, as wide as it is.
pub(crate) fn text_options(verbose: bool) -> TextOptions {
    let width = usize::from(console::Term::stdout().size().1).clamp(60, 120);
    let terminal = io::stdout().is_terminal();
    TextOptions {
        color: console::colors_enabled(),
        width: if terminal { width } else { TextOptions::default().width },
        verbose,
        screen: !verbose,
        explain: Some("superko explain"),
        ..TextOptions::default()
    }
}

/// Writes a result to standard output. A reader who has gone away is no error. Another error is reported once.
pub(crate) fn print(text: &str) {
    let text = safe(text, console::colors_enabled());
    let mut out = io::stdout().lock();
    let mut pieces = text.as_bytes().chunks(PIECE);
    let mut write = |piece| to_reader(|| out.write_all(piece).and_then(|()| out.flush()));
    printed(pieces.try_for_each(&mut write));
}

/// Tells if something could not be written to standard output.
pub(crate) fn printed(result: io::Result<()>) {
    static LOST_PARTS: LostParts = LostParts(AtomicBool::new(false));
    if let Err(error) = result.or_else(reader_gone) {
        LOST_PARTS.lost(&format!("cannot write to standard output: {error}"));
    }
}

fn reader_gone(error: io::Error) -> io::Result<()> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// Writes a requested file. Tells if it cannot be written, and returns whether it was.
pub(crate) fn keep(path: &Path, text: &str) -> bool {
    let written = to_reader(|| write_whole(path, text));
    if let Err(error) = &written {
        lost(&format!("cannot write to {}: {error}", path.display()));
    }
    written.is_ok()
}

/// Writes a result to a file, or else to standard output. A result that cannot be written to the file is printed.
pub(crate) fn write(text: &str, file: Option<&Path>) {
    if !file.is_some_and(|path| keep(path, text)) {
        print(text);
    }
}

/// Writes a report to a file, or else to standard output, which may be a terminal.
pub(crate) fn write_report(report: &Report, format: Format, verbose: bool, file: Option<&Path>) {
    let style = match file {
        Some(_) => TextOptions { verbose, ..TextOptions::default() },
        None => text_options(verbose),
    };
    write(&format.of(report, &style), file);
}

/// Checks before the work that a file can be written in the end.
pub(crate) fn expect_file(path: &Path) -> Result<(), Failure> {
    try_to_write(path).map_err(Failure::cannot("write to", path))
}

/// Makes a folder for files that are written later.
pub(crate) fn expect_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(Failure::cannot("make the directory", path))?;
    expect_file(&path.join("1"))
}

/// Writes lists and explanations to standard output: on a terminal, their long lines are wrapped at its width.
pub(crate) fn print_wrapped(text: &str) {
    match io::stdout().is_terminal() {
        true => print(&wrapped(text, text_options(false).width)),
        false => print(text),
    }
}

/// The largest number of characters before the last column of a table that is wrapped within that column.
const WIDEST_INDENT: usize = 40;

/// Wraps the lines that are longer than `width`. Each goes on where its last column begins, or else where its text begins.
fn wrapped(text: &str, width: usize) -> String {
    let wrap = |line: &str| {
        if console::measure_text_width(line) <= width {
            return line.to_owned();
        }
        let begin = line.len() - line.trim_start().len();
        let last = line.rfind("  ").map_or(begin, |gap| (gap + 2).max(begin));
        let column = console::measure_text_width(&line[..last]);
        let indent = if column <= WIDEST_INDENT.min(width / 2) { column } else { begin + 2 };
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(width)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options)
    };
    text.split('\n').map(wrap).collect::<Vec<String>>().join("\n")
}

/// Writes a line to standard error.
pub(crate) fn say(line: &str) {
    // When nobody reads standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{}", printable_line(line));
}

/// Writes an error message to standard error, on one line.
pub(crate) fn complain(message: &str) {
    let error = console::style("error:").red().bold().for_stderr();
    // When nobody reads standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{error} {}", printable_line(message));
}

/// Writes a message about a command line: help to standard output, an error to standard error.
pub(crate) fn tell_of_usage(error: &clap::Error) {
    let text = |color| {
        let text = error.render();
        let text = if color { text.ansi().to_string() } else { text.to_string() };
        safe(&text, color).into_owned()
    };
    if error.use_stderr() {
        // When nobody reads it there is nobody to tell.
        let _ = io::stderr().write_all(text(console::colors_enabled_stderr()).as_bytes());
    } else {
        print(&text(console::colors_enabled()));
    }
}

/// Returns whether progress is written in lines, because standard error is no terminal for a bar.
pub(crate) fn in_lines(quiet: bool) -> bool {
    !quiet && !io::stderr().is_terminal()
}

/// Makes a progress bar from a template. Without a terminal, or on request, it is hidden.
pub(crate) fn bar(quiet: bool, template: &str) -> ProgressBar {
    let target = match quiet || in_lines(quiet) {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(None, target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shows a spinner with a title, for work that tells nothing of its progress.
pub(crate) fn spinner(quiet: bool, title: String) -> ProgressBar {
    if in_lines(quiet) {
        say(&title);
    }
    let spinner = bar(quiet, "{spinner} {msg} {elapsed}");
    spinner.set_message(printable_line(&title).into_owned());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

#[cfg(test)]
mod tests {
    use super::{safe, wrapped};

    #[test]
    fn no_style_but_our_own_is_printed_and_that_only_in_color() {
        let text = "\x1b[1m\x1b[31mbad\x1b[0m \x1b[8mhidden\x1b[2J\u{9b}31m\u{202e}\r\n";
        let rest = r"hidden\u001b[2J\u009b31m\u202e\r";
        assert_eq!(safe(text, true), format!("\x1b[1m\x1b[31mbad\x1b[0m \\u001b[8m{rest}\n"));
        let plain = r"\u001b[1m\u001b[31mbad\u001b[0m \u001b[8m";
        assert_eq!(safe(text, false), format!("{plain}{rest}\n"));
    }

    #[test]
    fn long_lines_go_on_where_their_text_or_last_column_begins() {
        for (text, expected) in [
            ("short\n", "short\n"),
            ("  one two three four\n", "  one two\n  three four\n"),
            ("a=b  one two three\n\nc\n", "a=b  one two\n     three\n\nc\n"),
            ("a far column  one two\n", "a far column\n  one two\n"),
            ("indivisible-and-long\n", "indivisible-and-long\n"),
        ] {
            assert_eq!(wrapped(text, 13), expected, "{text:?}");
        }
    }
}
