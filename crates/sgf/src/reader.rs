//! A reader that parses the games of a file into their raw form. It copies nothing.
//!
//! If a game is broken, the reader keeps the part before the break and finds the next game. So one mistake does not make the rest
//! of a collection unreadable.

use super::error::{Problem, SgfError, start};
use super::flaw::Flaw;
use super::name;
use super::tree::{GameTree, Property, end_of_value};

/// The largest number of brackets without a backslash in a text.
const MOST_BRACKETS: usize = 100;

/// The largest length of the value of a turn, and of the property that begins a game, including its bracket, in bytes.
const MOST_LETTERS: usize = 10;

/// Returns the place in the values of a property where a game or a turn begins. Such a place shows that a `]` is missing before
/// it, so that the value continues over what follows.
fn swallowed(values: &str) -> Option<usize> {
    let begins_with = |node: &str, names: &[&str], is_value: fn(&str) -> bool| {
        let node = node.trim_start();
        let value = names.iter().find_map(|name| node.strip_prefix(name));
        let end =
            value.and_then(|rest| rest.bytes().take(MOST_LETTERS).position(|byte| byte == b']'));
        value.zip(end).is_some_and(|(rest, end)| is_value(&rest[..end]))
    };
    let find = |mark: &str, names: &[&str], is_value: fn(&str) -> bool| {
        let mut places = values.match_indices(mark).map(|(at, _)| at);
        places.find(|at| begins_with(&values[at + mark.len()..], names, is_value))
    };
    let is_turn = |letters: &str| {
        letters.len() <= 2 && letters.bytes().all(|letter| letter.is_ascii_lowercase())
    };
    find("(;", &["GM[", "FF["], |value| !value.ends_with('\\'))
        .or_else(|| find(";", &["B[", "W[", "Black[", "White["], is_turn))
}

/// Whether a letter may be part of a name.
fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns the place in a text where an important property begins: its name, with a bracket after it.
fn property_in(text: &str) -> Option<usize> {
    let mut before_brackets = text.match_indices('[').map(|(at, _)| text[..at].trim_end());
    before_brackets.find_map(|part| {
        let word = part.trim_end_matches(is_part).len();
        // The name may be only the last two letters of a word, after letters of the previous value.
        let last_two = part.len().saturating_sub(2).max(word);
        let are_capitals = part[last_two..].bytes().all(|letter| letter.is_ascii_uppercase());
        let counts = |begin: usize| begin < part.len() && name::counts(name::key(&part[begin..]));
        [word, last_two].into_iter().find(|&begin| counts(begin) && (begin == word || are_capitals))
    })
}

/// Whether a text contains nothing that may be a turn, the board, or a variation.
fn is_prose(text: &str) -> bool {
    // The name of a property without its bracket begins with a capital letter, and contains no space.
    let may_be_name = text.trim_start().starts_with(|letter: char| letter.is_ascii_uppercase())
        && !text.trim().contains(char::is_whitespace);
    // A turn with a wrong bracket still counts as a turn.
    let begins_turn = |part: &str| {
        let part = part.trim_start();
        let rest = part.trim_start_matches(is_part);
        part.starts_with(['B', 'W']) && (part.len() - rest.len() <= 3 || rest.starts_with(']'))
    };
    let mut variations = text.split('(').skip(1);
    !may_be_name
        && property_in(text).is_none()
        && !variations.any(|part| part.trim_start().starts_with(';'))
        && !text.split(';').skip(1).any(begins_turn)
}

/// Whether each round bracket in a text has a partner.
fn is_balanced(text: &str) -> bool {
    let open = text.bytes().try_fold(0_usize, |open, byte| match byte {
        b'(' => Some(open + 1),
        b')' => open.checked_sub(1),
        _ => Some(open),
    });
    open == Some(0)
}

/// A reader of the text from a place on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, bytes: text.as_bytes(), at: 0 }
    }

    /// Goes behind the next opening bracket that a node follows, and returns the place of the bracket. If `any`, every opening
    /// bracket counts.
    pub(super) fn next_game(&mut self, any: bool) -> Option<usize> {
        while let Some(step) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            let at = self.at + step;
            self.at = at + 1;
            if any || self.skip_space() == Some(b';') || self.begins_node() {
                self.at = at + 1;
                return Some(at);
            }
        }
        None
    }

    /// Skips white space and returns the byte after it. Most often there is no white space.
    fn skip_space(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte.is_ascii_graphic() => Some(byte),
            _ => self.skip_all_space(),
        }
    }

    fn skip_all_space(&mut self) -> Option<u8> {
        loop {
            let &byte = self.bytes.get(self.at)?;
            if byte.is_ascii_whitespace() || byte == b'\x0b' || byte == b'\0' {
                self.at += 1;
            } else if byte.is_ascii() {
                return Some(byte);
            } else {
                let letter = self.text[self.at..].chars().next()?;
                if !letter.is_whitespace() && letter != '\u{feff}' {
                    return Some(byte);
                }
                self.at += letter.len_utf8();
            }
        }
    }

    /// Whether the text begins with the root of a game, without the bracket before it.
    pub(super) fn begins_game_without_bracket(mut self) -> bool {
        self.skip_space() == Some(b';') && self.begins_game(self.at)
    }

    /// Whether a node without its `;` begins here: with a property of two capital letters.
    fn begins_node(&self) -> bool {
        let rest = &self.bytes[self.at..];
        matches!(rest, [b'A'..=b'Z', b'A'..=b'Z', b'[', ..])
    }

    /// Whether a bracket begins a game and not a variation, by the first property after it.
    fn begins_game(&self, bracket: usize) -> bool {
        let rest = self.text[bracket + 1..].trim_start();
        let rest = rest.strip_prefix(';').unwrap_or(rest).trim_start();
        rest.starts_with("GM[") || rest.starts_with("FF[")
    }

    /// Reads a game whose opening bracket was read, with at most this many nodes.
    pub(super) fn game(&mut self, at: usize, most: usize) -> GameTree<'a> {
        let mut tree = GameTree::begin(self.text, at, most);
        // For each open bracket, the node that its next variation follows.
        let mut open = vec![None];
        if let Err(error) = self.nodes(&mut tree, &mut open) {
            self.recover(error.at, open.len());
            tree.stopped(error);
        }
        tree
    }

    /// Reads the nodes of a game up to its closing bracket.
    fn nodes(
        &mut self,
        tree: &mut GameTree<'a>,
        open: &mut Vec<Option<u32>>,
    ) -> Result<(), SgfError> {
        let mut last = None;
        // Whether a bracket was just opened, so that a property begins a node even without `;`.
        let mut opens = true;
        loop {
            let next = self.skip_space();
            let at = self.at;
            if tree.exceeds(at, open.len()) {
                return Err(SgfError::new(at, tree.too_large()));
            }
            let wrong = |problem| SgfError::new(at, problem);
            match next {
                None => return Err(wrong(Problem::Unclosed(open.len()))),
                Some(b';') => {
                    self.at += 1;
                    last = Some(tree.begin_node(last));
                    opens = false;
                }
                Some(b'(') if self.begins_game(at) && tree.has_begun => {
                    return Err(wrong(Problem::GameInGame));
                }
                Some(b'(') => {
                    self.at += 1;
                    open.push(last);
                    tree.opened(open.len());
                    opens = true;
                }
                Some(b')') => {
                    self.at += 1;
                    if open.len() == 1 {
                        return self.closed(tree).map_or(Ok(()), Err);
                    }
                    tree.closes = true;
                    last = open.pop().flatten();
                    opens = false;
                }
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let property = self.property(tree, open.len())?;
                    if std::mem::take(&mut opens) {
                        last = Some(tree.begin_node(last));
                        tree.note(Flaw::NoSemicolon);
                    }
                    let Some(node) = last else {
                        let name = start(property.name_written());
                        return Err(wrong(Problem::OutsideNode(name)));
                    };
                    tree.add(node, &property);
                }
                Some(_) => {
                    let text = start(&self.text[at..]);
                    return Err(wrong(Problem::Stray(text)));
                }
            }
        }
    }

    /// Returns the error, if any, of a game whose last bracket was read.
    fn closed(&self, tree: &GameTree<'a>) -> Option<SgfError> {
        if tree.is_empty() {
            return Some(SgfError::new(self.at - 1, Problem::NoNode));
        }
        let mut behind = *self;
        let next = behind.skip_space();
        let is_loose =
            next == Some(b'[') || next == Some(b')') && tree.is_nested || behind.begins_turn();
        let at = if is_loose { behind.at } else { self.loose_turn(tree.has_root)? };
        Some(SgfError::new(at, Problem::AfterGame(start(&self.text[at..]))))
    }

    /// Returns the place of a turn that belongs to no game, after the end of one. If that game has a root, a next game that
    /// begins with a turn counts as such a turn, because it has none.
    fn loose_turn(mut self, has_root: bool) -> Option<usize> {
        loop {
            let step = self.bytes[self.at..].iter().position(|byte| matches!(byte, b'(' | b';'))?;
            let at = self.at + step;
            self.at = at + 1;
            let begins = self.skip_space();
            match self.bytes[at] {
                b'(' if begins == Some(b';') => {
                    self.at += 1;
                    self.skip_space();
                    return (has_root && self.begins_turn()).then_some(at);
                }
                b'(' if self.begins_node() => return None,
                b';' if self.begins_turn() => return Some(at),
                _ => {}
            }
        }
    }

    /// Whether a turn begins here.
    fn begins_turn(mut self) -> bool {
        let name = self.word();
        matches!(&name::key(name), b"B " | b"W ")
            && name.starts_with(['B', 'W'])
            && self.skip_space() == Some(b'[')
    }

    /// Reads a property: a name and its values. `open` is the number of open brackets.
    fn property(&mut self, tree: &mut GameTree<'a>, open: usize) -> Result<Property<'a>, SgfError> {
        let at = self.at;
        let name = self.word();
        let is_plain = name::is_plain(name);
        let is_small = !is_plain && !name.bytes().any(|letter| letter.is_ascii_uppercase());
        if is_small && name::standard(name).len() > 2 {
            return Err(SgfError::new(at, Problem::SmallLetters(start(name))));
        }
        let (from, end) = self.values(at, name)?;
        let key = name::key(name);
        // Most values are points of turns, which are too short to contain anything.
        if self.at - from > "aa]".len()
            && let values = &self.text[from..self.at]
            && let Some(inside) = swallowed(values)
                .or_else(|| property_in(values).filter(|_| ![*b"C ", *b"GC"].contains(&key)))
        {
            let written = format!("{name}[{}", start(&self.text[from..]));
            let text = start(&self.text[from + inside..]);
            return Err(SgfError::of_property(from + inside, written, Problem::Swallows(text)));
        }
        if tree.exceeds(end, open) {
            return Err(SgfError::new(at, tree.too_large()));
        }
        let mut property = tree.property(at, end, key, false);
        if name::has_text(key) && !self.goes_on(open, is_small) {
            let rest = start(&self.text[self.at..]);
            let written = format!("{name}[{}]", start(property.first()));
            if self.read_on(from, open, is_small).is_none() {
                return Err(SgfError::of_property(at, written, Problem::Unescaped(rest)));
            }
            property = tree.property(at, self.at, key, true);
            tree.note_bracket(written);
        }
        if !is_plain {
            tree.note_name(name);
        }
        Ok(property)
    }

    /// Reads the values of a property that begins at `at`. Returns the place behind the first opening bracket, and the end of the
    /// last value.
    fn values(&mut self, at: usize, name: &str) -> Result<(usize, usize), SgfError> {
        let (mut from, mut end) = (None, at);
        while self.skip_space() == Some(b'[') {
            self.at += 1;
            from = from.or(Some(self.at));
            self.value().ok_or_else(|| {
                let property = format!("{name}[{}", start(&self.text[self.at..]));
                SgfError::of_property(at, property, Problem::UnclosedValue)
            })?;
            end = self.at;
        }
        from.map(|from| (from, end)).ok_or_else(|| match self.at == self.bytes.len() {
            true => SgfError::of_property(at, start(name), Problem::UnclosedValue),
            false => SgfError::new(at, Problem::NoValue(start(name))),
        })
    }

    /// Reads a name: letters, digits and `_`.
    fn word(&mut self) -> &'a str {
        let from = self.at;
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        self.at += self.bytes[from..].iter().take_while(is_part).count();
        &self.text[from..self.at]
    }

    /// Whether a property begins here. A name in small letters may be prose. It counts if `small`, because the names around it
    /// are in small letters; or if it is the name of a text, with no space around it.
    fn begins_property(mut self, small: bool) -> bool {
        let follows_value = self.bytes[..self.at].last() == Some(&b']');
        let name = self.word();
        let is_text =
            follows_value && name::standard(name).len() <= 2 && name::has_text(name::key(name));
        match name.bytes().next() {
            Some(b'A'..=b'Z') => self.skip_space() == Some(b'['),
            Some(b'a'..=b'z') if small || is_text => self.bytes.get(self.at) == Some(&b'['),
            _ => false,
        }
    }

    /// Whether the text from here on can follow a property. `open` is the number of open brackets. If `small`, names may be in
    /// small letters.
    fn goes_on(mut self, open: usize, small: bool) -> bool {
        let next = self.skip_space();
        self.at += 1;
        match next {
            None => true,
            Some(b';') => match self.skip_space() {
                None | Some(b';' | b'(' | b')') => true,
                Some(_) => self.begins_property(true),
            },
            Some(b'(') => self.skip_space() == Some(b';') || self.begins_node(),
            Some(b')') if open == 1 => self.loose_turn(false).is_none(),
            Some(b')') => match self.skip_space() {
                None | Some(b';' | b'(' | b')') => true,
                Some(_) => self.begins_property(small),
            },
            Some(_) => {
                self.at -= 1;
                self.begins_property(small)
            }
        }
    }

    /// Reads a text with a `]` without its backslash, up to the `]` after which the file goes on. Returns `None` if a turn or the
    /// end of a variation may come before that.
    fn read_on(&mut self, from: usize, open: usize, small: bool) -> Option<&'a str> {
        let begin = self.at;
        for _ in 0..MOST_BRACKETS {
            self.value()?;
            let (value, added) = (&self.text[from..self.at - 1], &self.text[begin..self.at]);
            if !is_prose(added) {
                return None;
            }
            if self.goes_on(open, small) && is_balanced(value) {
                return Some(value);
            }
        }
        None
    }

    /// Reads a value up to its closing bracket. Brackets after a backslash belong to the value.
    fn value(&mut self) -> Option<&'a str> {
        let from = self.at;
        let end = end_of_value(self.bytes, from)?;
        self.at = end + 1;
        Some(&self.text[from..end])
    }

    /// Continues after a break, at which this many brackets are open. Reading goes on where the brackets end the game, or where
    /// another game begins.
    fn recover(&mut self, broken: usize, open: usize) {
        let mut open = open;
        self.at = broken;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'(' if self.begins_game(self.at) => return,
                b'(' => open += 1,
                b')' => open -= 1,
                b'[' => {
                    self.at += 1;
                    if self.value().is_none() {
                        self.at = self.bytes.len();
                    }
                    continue;
                }
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::tree::unescaped;

    fn property(named: Property<'_>) -> String {
        let values: Vec<_> = named.values().map(unescaped).collect();
        format!("{}={}", named.name(), values.join("|"))
    }

    fn line(tree: &GameTree<'_>, number: usize) -> String {
        let node = |&node: &u32| tree.properties(node).map(property).collect::<Vec<_>>().join(" ");
        tree.line(number).iter().map(node).collect::<Vec<_>>().join(" ; ")
    }

    /// Returns the main line of the first game, which must be complete.
    fn main_line(text: &str) -> String {
        let tree = games(text).next().unwrap();
        assert_eq!(tree.broken, None, "{text}");
        line(&tree, 0)
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        let text = "(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6]))(;G[7])";
        let tree = games(text).next().unwrap();
        let lines: Vec<String> = (0..tree.lines()).map(|number| line(&tree, number)).collect();
        assert_eq!(lines, ["A=1 ; B=2 ; C=3 ; D=4", "A=1 ; B=2 ; C=3 ; E=5", "A=1 ; B=2 ; F=6"]);
        assert_eq!(main_line("(;A[1](;B[2])C[3])"), "A=1 ; B=2");
        assert_eq!(main_line("(;A[1](;B[2]);C[3])"), "A=1 ; B=2");
        assert_eq!(main_line("From: me (not you)\n\n(;A[1])"), "A=1");
        assert_eq!(main_line("\u{feff} (\n; AB [aa] [bb]\n\u{a0};)tail"), "AB=aa|bb ; ");
    }

    #[test]
    fn brackets_in_values_are_escaped() {
        assert_eq!(main_line(r"(;C[a\]b\\c(;)\:d][])"), r"C=a]b\c(;):d|");
        assert_eq!(main_line("(;GaMe[1]CoPyright[x]B2_b[y])"), "GM=1 CP=x B2_=y");
        assert_eq!(main_line("(;C[a\\\u{4e2d}]B[])"), "C=a\u{4e2d} B=");
    }

    #[test]
    fn a_break_is_named_and_placed() {
        for (text, at, said) in [
            ("(;A[1](;B[2](;C[3])", 19, "`)` is missing at the end, 2 times"),
            ("()", 1, "`()` has no node"),
            ("((;B[1])A[1])", 8, "`A` is not in a node"),
            ("(;A)", 2, "`A` has no value"),
            (
                "(;five[5])",
                2,
                "`five` is not in capital letters, as the name of a property must be: `FIVE`",
            ),
            ("(;[1])", 2, "`[1])` cannot stand outside a value"),
            ("(;B[1]\u{e9})", 6, "`\u{e9})` cannot stand outside a value"),
            ("(;B[1](;C[2](;C[3])) (;GM[1]))", 21, "`)` is missing before"),
            ("(;B[1]);B[aa];W[bb])", 7, "`;B[aa];W[bb])` stands after the `)` at the end"),
            ("(;C[a [b] c;B[aa])", 2, "`C[a [b]` is followed by `c;B[aa])`, which cannot"),
            (
                "(;C[a;W[bb];B[aa])",
                5,
                "`C[a;W[bb];B[aa])` has `;W[bb];B[aa])` in it: is the `]` missing",
            ),
        ] {
            let error = games(text).next().unwrap().broken.unwrap();
            assert_eq!(error.at, at, "{text}");
            assert!(error.to_string().contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn games_after_a_broken_one_are_read() {
        for (text, expected) in [
            ("", ""),
            ("no game (at all)", ""),
            ("(;A[1])", "A=1"),
            ("\u{feff} ( ;A[1](;B[2])(;C[3]))", "A=1 ; B=2"),
            ("From (me)\n(;A[1])(;B[2]) (c) 2026\n(\n;)", "A=1 / B=2 / "),
            (r"(;C[\](;)(;a]);)(;C[)(;\\])", r"C=](;)(;a / C=)(;\"),
            ("(;A[1])(;B[", "A=1 / "),
            ("(;A[1]))(;", "A=1 / "),
            // Nodes without `;`: at the root, in variations, and in later games with a name of two letters.
            ("(A[1];B[2](C[3])(D[4];E[5]))(AB[6])", "A=1 ; B=2 ; C=3 / AB=6"),
            ("(KO[6.5]RE[x];B[1])(note) (a [b])(C[1])", "KO=6.5 RE=x ; B=1"),
            ("(;B[1]\n(GM[1]C[2])\n(FF[4]C[3])", "B=1 / GM=1 C=2 / FF=4 C=3"),
            // The variations of the broken game are not games.
            ("(;A[1] ?\n(;B[2])\n(;B[3]))\n(;C[4])", "A=1! / C=4"),
            ("(;B[1]\n(;GM[1]C[2])\n(;FF[4]C[3])", "B=1 / GM=1 C=2 / FF=4 C=3"),
            ("(;PB[1]\n(;GM[1]C[2]))", "PB=1 ; GM=1 C=2"),
            // A value does not contain games.
            (r"(;C[1 (;GM[1\])];B[2])", "C=1 (;GM[1]) ; B=2"),
            // The closing bracket of the text is missing.
            ("(;A[1\n(;GM[1])", "! / GM=1"),
            ("(;A[1];five[2];C[(;\\]];D[3])\n(;FF[4];D[5])", "A=1 ; ! / FF=4 ; D=5"),
            ("(;A[1];five[2];C[(;FF[4", "A=1 ; !"),
        ] {
            let read: Vec<String> = games(text)
                .map(|tree| line(&tree, 0) + if tree.broken.is_some() { "!" } else { "" })
                .collect();
            assert_eq!(read.join(" / "), expected, "{text}");
        }
    }

    #[test]
    fn many_variations_take_no_stack() {
        let deep = 200_000;
        let text = format!("{}{}", "(;".repeat(deep), ")".repeat(deep));
        let tree = games(&text).next().unwrap();
        assert_eq!((tree.line(0).len(), tree.lines(), games(&text).count()), (deep, 1, 1));
    }
}
