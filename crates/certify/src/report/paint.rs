use super::RunVerdict;
use anstyle::{AnsiColor, Style};

/// The style of a report for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Whether to add color, with ANSI escape sequences.
    pub color: bool,
    /// The largest number of characters on a line, if words can be wrapped.
    pub width: usize,
    /// Whether to write all details: events, missing answers, refused boards, notes.
    pub verbose: bool,
    /// Whether to fit on a screen of 45 lines: the first finding, and the others in short.
    pub screen: bool,
    /// The words with which the reader asks for all details.
    pub more: &'static str,
    /// The command that explains an event, a rule or a word, if the reader has one.
    pub explain: Option<&'static str>,
}

impl Default for TextOptions {
    /// Returns the defaults: no color, lines of 100 characters, all findings, without details.
    fn default() -> TextOptions {
        TextOptions {
            color: false,
            width: 100,
            verbose: false,
            screen: false,
            more: "-v",
            explain: None,
        }
    }
}

impl TextOptions {
    fn paint(self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Paints a text in the color of a verdict.
    pub(super) fn of_verdict(self, verdict: RunVerdict, text: &str) -> String {
        match verdict {
            RunVerdict::Conforms => self.good(text),
            RunVerdict::Deviates | RunVerdict::Faulty => self.bad(text),
            RunVerdict::Untestable | RunVerdict::Incomplete => self.doubtful(text),
        }
    }

    /// Makes a text bold.
    pub fn bold(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// Makes a text dim.
    pub fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// Colors a text that reports success.
    pub fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// Colors a text that reports a failure.
    pub fn bad(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// Colors a text that reports an unknown result.
    pub fn doubtful(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// Wraps a text at the line width.
    pub fn filled(self, text: &str) -> String {
        let options = textwrap::Options::new(self.width.max(40))
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        without_commands(&textwrap::fill(text, options))
    }

    /// Wraps a text after a word at the line width.
    pub fn wrapped(self, word: &str, text: &str) -> String {
        let (title, indent) = (format!("   {word:<10} "), " ".repeat(14));
        let (above, first) = match title.len() {
            14 => (String::new(), &title),
            _ => (format!("   {word}\n"), &indent),
        };
        let options = textwrap::Options::new(self.width.max(40))
            .initial_indent(first)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        above + &without_commands(&textwrap::fill(text, options))
    }
}

/// Indents lines that begin with two colons, which would be commands in a log of GitHub Actions.
fn without_commands(lines: &str) -> String {
    let mut all = String::new();
    for (place, line) in lines.lines().enumerate() {
        match line.trim_start() {
            text if place > 0 && text.starts_with("::") => all += &format!(" {text}"),
            _ if place > 0 => all += &format!("\n{line}"),
            _ => all += line,
        }
    }
    all
}
