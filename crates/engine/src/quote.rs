//! Makes text by others fit to be quoted in Superko's output.

use std::borrow::Cow;

/// The largest number of characters shown of a text by an engine.
pub const LONGEST_QUOTE: usize = 200;

/// The mark at the place where a text was cut.
const CUT: &str = " ...";

/// Shortens foreign text to one line of at most [`LONGEST_QUOTE`] characters, so that it cannot pass for several lines
/// of Superko's output.
///
/// Lines are joined by ` / `, and runs of spaces become one space. Control characters are left out, such as those that
/// color text or move the cursor. So are invisible marks, such as those that change the direction of writing.
///
/// ```
/// use superko_engine::quote;
///
/// assert_eq!(quote("illegal\tmove\r\n\n\x1b[31mX conforms\u{202e}\n"), "illegal move / [31mX conforms");
/// assert!(quote(&"o".repeat(1000)).ends_with("ooo ..."));
/// ```
pub fn quote(text: &str) -> String {
    let (shown, is_whole) = first(one_line(text), LONGEST_QUOTE);
    if is_whole { shown } else { first(shown.chars(), LONGEST_QUOTE - CUT.len()).0 + CUT }
}

/// Returns the end of a text, such as a log, shortened as by [`quote`].
pub(super) fn quote_end(text: &str) -> String {
    let line: Vec<char> = one_line(text).collect();
    match line.len().checked_sub(LONGEST_QUOTE) {
        None | Some(0) => line.into_iter().collect(),
        Some(surplus) => {
            let end: String = line[surplus + CUT.len()..].iter().collect();
            // The quote begins with a whole word, unless there is only one.
            let words = end.split_once(' ').map_or(end.as_str(), |(_, words)| words);
            format!("... {}", words.trim_start_matches(['/', ' ']))
        }
    }
}

/// Puts a text in one line and cuts it at a large limit, for sentences that quote something.
pub fn sentence(text: &str) -> String {
    const LONGEST: usize = 1000;
    first(one_line(text), LONGEST).0
}

/// Makes a text from a file safe to show. A text with hidden characters becomes one line without them; others stay
/// unchanged.
#[cfg(feature = "serde")]
pub fn visible(text: &str) -> String {
    match text.contains(is_hidden) {
        true => one_line(text).collect(),
        false => text.to_owned(),
    }
}

/// Escapes hidden characters as in JSON, so that a text can be printed: control characters, invisible ones, and those
/// that change the direction of writing. Line ends stay.
///
/// ```
/// assert_eq!(superko_engine::printable("a\x1b[2J\nb\u{202e}"), "a\\u001b[2J\nb\\u202e");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    with_escapes(text, |c| c != '\n' && is_hidden(c))
}

/// Escapes as [`printable`] does, line ends included, so that the text is one line.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    with_escapes(text, is_hidden)
}

fn with_escapes(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' if is_escaped(c) => shown.extend(c.escape_default()),
            c if is_escaped(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    shown += &format!("\\u{unit:04x}");
                }
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Escapes invisible characters, and bytes that are not text, as in Rust. The rest stays word for word.
pub fn escaped(line: &[u8]) -> String {
    let mut text = String::new();
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' | '\t' | '\r' | '\n' => text.extend(c.escape_default()),
                c if is_hidden(c) => text.extend(c.escape_unicode()),
                c => text.push(c),
            }
        }
        text += &chunk.invalid().escape_ascii().to_string();
    }
    text
}

/// Returns at most `most` characters, and whether these are all.
fn first(characters: impl Iterator<Item = char>, most: usize) -> (String, bool) {
    let mut characters = characters;
    let shown: String = characters.by_ref().take(most).collect();
    (shown, characters.next().is_none())
}

/// Returns the characters of a text in one line, as [`quote`] shows them.
fn one_line(text: &str) -> impl Iterator<Item = char> + '_ {
    let lines = text.lines().flat_map(|line| {
        let visible = line.split_whitespace().map(|word| word.replace(is_hidden, ""));
        let words: Vec<String> = visible.filter(|word| !word.is_empty()).collect();
        Some(words.join(" ")).filter(|line| !line.is_empty())
    });
    lines.enumerate().flat_map(|(place, line)| {
        let joint = if place == 0 { "" } else { " / " };
        joint.chars().chain(line.chars().collect::<Vec<_>>())
    })
}

/// Whether a character is invisible, or changes how others are shown.
pub fn is_hidden(c: char) -> bool {
    // A shortcut: most text is ASCII.
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_an_engine_says_is_one_line() {
        for (text, expected) in [
            ("", ""),
            (" \n\n", ""),
            ("illegal move", "illegal move"),
            ("  2 . X\n  1 O .\n", "2 . X / 1 O ."),
            ("fine\r\nsuperko: conforms", "fine / superko: conforms"),
            ("a\u{2028}b\u{85}c\x0bd", "a b c d"),
            ("\u{202e}neeb\u{2066}\u{200b}", "neeb"),
            ("\x1b[2J\x1b]0;title\x07", "[2J]0;title"),
            ("né 白 ●", "né 白 ●"),
        ] {
            assert_eq!(quote(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_printed_shows_its_hidden_characters() {
        for (text, line) in [
            ("a\r\nb\tc", r"a\r\nb\tc"),
            ("\0\u{7f}\u{9b}31m", r"\u0000\u007f\u009b31m"),
            ("\u{2028}\u{200f}\u{e0041}né", r"\u2028\u200f\udb40\udc41né"),
        ] {
            assert_eq!(printable_line(text), line);
            assert_eq!(printable(text), line.replace(r"\n", "\n"));
        }
        assert!(matches!(printable("X O\n. ."), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let whole = "o".repeat(LONGEST_QUOTE);
        assert_eq!((quote(&whole), quote_end(&whole)), (whole.clone(), whole.clone()));
        let longer = format!("{whole}x");
        assert_eq!(quote(&longer), format!("{} ...", "o".repeat(LONGEST_QUOTE - 4)));
        assert_eq!(quote_end(&longer), format!("... {}x", "o".repeat(LONGEST_QUOTE - 5)));
        assert_eq!(quote_end(&"some words\n".repeat(50)).split(' ').nth(1), Some("some"));
        assert_eq!(sentence(&longer), longer);
        assert_eq!(sentence(&longer.repeat(10)).chars().count(), 1000);
    }

    proptest! {
        #[test]
        fn any_text_is_shown_in_one_short_line(text in "(\\PC|[\n\r\t\u{1b}\u{202a}-\u{202e}\u{7f}-\u{9f}]){0,300}") {
            for shown in [quote(&text), quote_end(&text)] {
                prop_assert!(shown.chars().count() <= LONGEST_QUOTE);
                prop_assert!(!shown.chars().any(is_hidden), "{:?}", shown);
                prop_assert!(!shown.starts_with(' ') && shown.lines().count() <= 1);
            }
            prop_assert!(!printable_line(&text).contains(is_hidden));
            prop_assert!(!printable(&text).contains(|c| c != '\n' && is_hidden(c)));
            // JSON with these escapes has the same meaning.
            let json = serde_json::to_string(&text).unwrap();
            let read: String = serde_json::from_str(&printable(&json)).unwrap();
            prop_assert_eq!(read, text);
        }
    }
}
