//! The nodes of a game's main line, as they are written.

use super::SgfError;
use std::iter::Peekable;
use std::str::Chars;

/// A property: its name in capitals, and its values with what was escaped in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// A node: its properties in their order.
pub(super) type Node = Vec<Property>;

impl Property {
    /// The beginning of the property as it is written.
    pub(super) fn shown(&self) -> String {
        self.values
            .iter()
            .take(2)
            .fold(self.name.clone(), |text, value| format!("{text}[{}]", start(value)))
    }
}

/// The beginning of a text, on one line.
fn start(text: &str) -> String {
    text.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a text begins as a file does, with a bracket. Others are read too, if a game begins in them.
pub fn begins(text: &str) -> bool {
    within(text).starts_with('(')
}

/// Where the first game begins.
fn first_bracket(text: &str) -> Option<usize> {
    text.find(if begins(text) { "(" } else { "(;" })
}

/// How many games a text has. Of those after the first nothing but the brackets is looked at.
pub fn games(text: &str) -> usize {
    let mut rest = text[first_bracket(text).unwrap_or(text.len())..].chars();
    let (mut games, mut open) = (0, 0_usize);
    while let Some(next) = rest.next() {
        match next {
            '(' if open > 0 => open += 1,
            // A bracket without a node is of a text between games.
            '(' if rest.as_str().trim_start().starts_with(';') => (games, open) = (games + 1, 1),
            ')' => open = open.saturating_sub(1),
            '[' if open > 0 => {
                while rest.find(|&c| c == ']' || c == '\\') == Some('\\') {
                    rest.next();
                }
            }
            _ => {}
        }
    }
    games
}

/// A text without the byte order mark and the white space before it.
fn within(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_start()
}

/// Reads the first game of a collection along the first of each node's variations. What comes after that line is read
/// for its brackets only, and a text before the first `(;` or after the first game not at all.
pub(super) fn main_line(text: &str) -> Result<Vec<Node>, SgfError> {
    let Some(begin) = first_bracket(text) else {
        return Err(SgfError::NoGame { text: start(within(text)) });
    };
    let mut rest = text[begin + 1..].chars().peekable();
    let mut nodes: Vec<Node> = Vec::new();
    // How many variations are open, and whether the first of them to end has ended.
    let (mut open, mut ended) = (1_usize, false);
    while open > 0 {
        let Some(&next) = rest.peek() else {
            return Err(SgfError::Unclosed { open });
        };
        match next {
            '(' => open += 1,
            ')' => {
                open -= 1;
                ended = true;
            }
            ';' if !ended => nodes.push(Vec::new()),
            ';' => {}
            _ if next.is_whitespace() => {}
            _ if next.is_ascii_alphabetic() => {
                let property = property(&mut rest)?;
                match nodes.last_mut() {
                    Some(_) if ended => {}
                    Some(node) => node.push(property),
                    None => return Err(SgfError::OutsideNode { name: property.name }),
                }
                continue;
            }
            character => return Err(SgfError::Stray { character }),
        }
        rest.next();
    }
    match nodes.is_empty() {
        true => Err(SgfError::NoNode),
        false => Ok(nodes),
    }
}

/// Reads a name and its values. Small letters of a name mean nothing, as in files of older versions; programs have
/// private names with digits.
fn property(rest: &mut Peekable<Chars<'_>>) -> Result<Property, SgfError> {
    let mut written = String::new();
    while let Some(letter) = rest.next_if(|next| next.is_ascii_alphanumeric() || *next == '_') {
        written.push(letter);
    }
    if !written.contains(|letter: char| letter.is_ascii_uppercase()) {
        return Err(SgfError::SmallLetters { name: start(&written) });
    }
    let mut values = Vec::new();
    loop {
        while rest.next_if(|next| next.is_whitespace()).is_some() {}
        if rest.next_if_eq(&'[').is_none() {
            break;
        }
        values.push(value(&written, rest)?);
    }
    if values.is_empty() {
        return Err(SgfError::NoValue { name: start(&written) });
    }
    let name = written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
    Ok(Property { name, values })
}

/// Reads a value to its bracket; after a backslash any character stands for itself.
fn value(name: &str, rest: &mut Peekable<Chars<'_>>) -> Result<String, SgfError> {
    let mut value = String::new();
    loop {
        match rest.next() {
            Some(']') => return Ok(value),
            Some('\\') => value.extend(rest.next()),
            Some(letter) => value.push(letter),
            None => {
                let property = format!("{name}[{}", start(&value));
                return Err(SgfError::UnclosedValue { property });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let nodes = main_line(text).unwrap();
        let property = |each: &Property| format!("{}={}", each.name, each.values.join("|"));
        let node = |each: &Node| each.iter().map(property).collect::<Vec<_>>().join(" ");
        nodes.iter().map(node).collect::<Vec<_>>().join(" ; ")
    }

    #[test]
    fn the_first_variation_is_followed() {
        assert_eq!(
            shown("(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6]))(;G[7])"),
            "A=1 ; B=2 ; C=3 ; D=4"
        );
        assert_eq!(shown("(;A[1](;B[2]);C[3])"), "A=1 ; B=2");
        assert_eq!(shown("From: me (not you)\n\n(;A[1])"), "A=1");
        assert_eq!(shown(" \u{feff}(\n; AB [aa] [bb]\n ;)tail".trim_start()), "AB=aa|bb ; ");
    }

    #[test]
    fn brackets_in_values_are_escaped() {
        assert_eq!(shown(r"(;C[a\]b\\c(;)\:d][])"), r"C=a]b\c(;):d|");
        assert_eq!(shown("(;GaMe[1]CoPyright[x]B2_b[y])"), "GM=1 CP=x B2_=y");
    }

    #[test]
    fn what_is_missing_is_named() {
        for (text, said) in [
            ("", "the text is empty"),
            ("hello there\nyou", "`hello there you` is no game"),
            ("(;A[1]", "`)` is missing"),
            ("(;A[1](;B[2])", "`)` is missing"),
            ("()", "`()` has no node"),
            ("(A[1])", "`A` is in no node"),
            ("(;A)", "`A` has no value"),
            ("(;sz[5])", "`sz` has no capitals, as the name of a property has: `SZ`"),
            ("(;A[1", "`A[1` does not end"),
            ("(;A[1\\", "`A[1` does not end"),
            ("(;[1])", "`[` is no part"),
            ("(;A[1]é)", "`é` is no part"),
        ] {
            let error = main_line(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn games_are_counted() {
        for (text, count) in [
            ("", 0),
            ("no game (at all)", 0),
            ("(;A[1])", 1),
            ("\u{feff} ( ;A[1](;B[2])(;C[3]))", 1),
            ("From (me)\n(;A[1])(;B[2]) (c) 2026\n(\n;)", 3),
            (r"(;C[\](;)(;a]);)(;C[)(;\\])", 2),
            ("(;A[1])(;B[", 2),
            ("(;A[1]))(;", 2),
        ] {
            assert_eq!(games(text), count, "{text}");
        }
    }

    #[test]
    fn many_variations_take_no_stack() {
        let deep = 200_000;
        let text = format!("{}{}", "(;".repeat(deep), ")".repeat(deep));
        assert_eq!(main_line(&text).unwrap().len(), deep);
        assert_eq!(games(&text), 1);
    }
}
