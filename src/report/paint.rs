use anstyle::{AnsiColor, Style};

/// How a report is written for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Whether to color it, with ANSI escape sequences.
    pub color: bool,
    /// How many characters a line has at the most, where words can be wrapped.
    pub width: usize,
    /// Whether to tell everything: events, missing answers, boards refused, notes.
    pub verbose: bool,
}

impl Default for TextOptions {
    /// No color, lines of 100 characters, the short form.
    fn default() -> TextOptions {
        TextOptions { color: false, width: 100, verbose: false }
    }
}

impl TextOptions {
    fn paint(self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A text in bold.
    pub fn bold(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// A text that stands back.
    pub fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// A text that says that all is well.
    pub fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// A text that says that something is wrong.
    pub fn bad(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// A text that says that something is not known.
    pub fn doubtful(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// A text on lines that are not too long.
    pub fn filled(self, text: &str) -> String {
        let options = textwrap::Options::new(self.width.max(40))
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        without_commands(&textwrap::fill(text, options))
    }

    /// A text behind a word, on lines that are not too long.
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

/// Lines none of which begins with two colons: in the log of GitHub Actions that would be a command.
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

/// A number of things, such as `1 game` or `2,001 games`. The noun is one that takes an s.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
