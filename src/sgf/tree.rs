//! The games of a file in their raw form: nodes, properties, values. Nothing is copied and nothing
//! interpreted.
//!
//! If a game is broken, the part before that is kept, and the next game is found again, so that one mistake
//! does not make the rest of a collection unreadable.

use super::error::{Problem, SgfError, start};
use std::borrow::Cow;
use std::ops::Range;

/// A game of a collection: a tree of nodes, in which every path to a leaf is a line of play.
#[derive(Clone, Debug)]
pub struct GameTree<'a> {
    /// The position of the game in the text, in bytes.
    pub at: usize,
    /// The error at which reading stopped, if the game is broken.
    pub broken: Option<SgfError>,
    /// Whether a node lacks its `;`.
    pub(super) lacks_semicolon: bool,
    nodes: Vec<Node>,
    properties: Vec<Property<'a>>,
    values: Vec<&'a str>,
}

/// A node.
#[derive(Clone, Debug)]
struct Node {
    parent: Option<usize>,
    properties: Range<usize>,
}

/// A property as it is written.
#[derive(Clone, Debug)]
struct Property<'a> {
    at: usize,
    name: &'a str,
    values: Range<usize>,
}

/// A property with its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'t, 'a> {
    /// Where it begins.
    pub(super) at: usize,
    name: &'a str,
    values: &'t [&'a str],
}

impl<'a> GameTree<'a> {
    /// Returns the number of lines of play: one for each leaf.
    pub fn lines(&self) -> usize {
        self.leaves().count()
    }

    /// The nodes that no node follows, in the order of the text.
    fn leaves(&self) -> impl Iterator<Item = usize> {
        let mut followed = vec![false; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            followed[parent] = true;
        }
        (0..self.nodes.len()).filter(move |&node| !followed[node])
    }

    /// The nodes of a line of play, from the root. Line 0 is the main line: the first variation of each node.
    pub(super) fn line(&self, number: usize) -> Vec<usize> {
        let mut here = self.leaves().nth(number);
        let mut line = Vec::with_capacity(self.nodes.len());
        while let Some(node) = here {
            line.push(node);
            here = self.nodes[node].parent;
        }
        line.reverse();
        line
    }

    /// The first node of those whose main line ends with a leaf.
    pub(super) fn main_from(&self, leaf: usize) -> usize {
        let follows = |node: &usize| self.nodes[node + 1].parent == Some(*node);
        (0..leaf).rev().take_while(follows).last().unwrap_or(leaf)
    }

    /// Whether it has something that a second game could not be a part of.
    fn has_begun(&self) -> bool {
        self.properties.iter().any(|each| ["GM", "FF", "SZ", "B", "W"].contains(&each.name))
    }

    /// Adds a node behind another one.
    fn begin_node(&mut self, parent: Option<usize>) -> usize {
        let properties = self.properties.len()..self.properties.len();
        self.nodes.push(Node { parent, properties });
        self.nodes.len() - 1
    }

    /// The properties of a node.
    pub(super) fn properties(&self, node: usize) -> impl Iterator<Item = Named<'_, 'a>> {
        let Range { start, end } = self.nodes[node].properties;
        self.properties[start..end].iter().map(|property| Named {
            at: property.at,
            name: property.name,
            values: &self.values[property.values.start..property.values.end],
        })
    }

    /// What is wrong with the property that begins at a place.
    pub(super) fn wrong(&self, at: usize, problem: Problem) -> SgfError {
        let mut all = (0..self.nodes.len()).flat_map(|node| self.properties(node));
        match all.find(|property| property.at == at) {
            Some(property) => property.wrong(problem),
            None => SgfError::new(at, problem),
        }
    }
}

impl<'t, 'a> Named<'t, 'a> {
    /// Its name in capitals. Small letters mean nothing, as in files of older versions: `GaMe` is `GM`.
    pub(super) fn name(&self) -> Cow<'a, str> {
        match self.name.bytes().any(|letter| letter.is_ascii_lowercase()) {
            true => self.name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect(),
            false => Cow::Borrowed(self.name),
        }
    }

    /// Its values, as they are written.
    pub(super) fn values(&self) -> &'t [&'a str] {
        self.values
    }

    /// Its value, if it has one and no more.
    ///
    /// # Errors
    ///
    /// If it has several.
    pub(super) fn only(&self) -> Result<&'a str, SgfError> {
        match self.values {
            [value] => Ok(value.trim()),
            values => Err(self.wrong(Problem::SeveralValues { count: values.len() })),
        }
    }

    /// What is wrong with it.
    pub(super) fn wrong(&self, problem: Problem) -> SgfError {
        SgfError::of_property(self.at, self.shown(), problem)
    }

    /// Returns the beginning, as it is written but without small letters.
    pub(super) fn shown(&self) -> String {
        let values = self.values.iter().take(2);
        values.fold(self.name().into_owned(), |text, value| format!("{text}[{}]", start(value)))
    }
}

/// A value without its escapes: after a backslash any character stands for itself.
pub(super) fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut letters = value.chars();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        text.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    Cow::Owned(text)
}

/// Whether a text begins with a bracket, as SGF files do. Other texts can be read too, if a game begins in
/// them.
pub fn begins(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
}

/// Returns the games of a file. The text before, between and after them is ignored.
///
/// ```
/// let text = "(;SZ[9];B[ee](;W[cc])(;W[gg])) (;GM[1] oops) (;SZ[5])";
/// let games: Vec<_> = superko::sgf::games(text).collect();
/// assert_eq!(games.iter().map(|game| game.lines()).collect::<Vec<_>>(), [2, 1, 1]);
/// assert_eq!(games[1].broken.as_ref().map(|error| error.at), Some(39));
/// assert!(games[2].broken.is_none());
/// ```
pub fn games(text: &str) -> impl Iterator<Item = GameTree<'_>> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    // A text that begins with a bracket is a file; otherwise a bracket may be of a text before the first game.
    let mut begun = begins(text);
    std::iter::from_fn(move || {
        let at = reader.next_game(std::mem::take(&mut begun))?;
        Some(reader.game(at))
    })
}

/// What reads the text from a place on.
struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Goes to the next bracket that a node follows, or to any bracket, and tells where it is.
    fn next_game(&mut self, any: bool) -> Option<usize> {
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

    /// The next byte that is not white space.
    fn skip_space(&mut self) -> Option<u8> {
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

    /// Whether a node begins here that lacks its `;`: by a property of two capital letters.
    fn begins_node(&self) -> bool {
        let rest = &self.bytes[self.at..];
        matches!(rest, [b'A'..=b'Z', b'A'..=b'Z', b'[', ..])
    }

    /// Whether a bracket begins a game and not a variation, by what such a node begins with.
    fn begins_game(&self, bracket: usize) -> bool {
        let rest = self.text[bracket + 1..].trim_start();
        let rest = rest.strip_prefix(';').unwrap_or(rest).trim_start();
        rest.starts_with("GM[") || rest.starts_with("FF[")
    }

    /// Reads a game, of which the bracket is read.
    fn game(&mut self, at: usize) -> GameTree<'a> {
        let mut tree = GameTree {
            at,
            broken: None,
            lacks_semicolon: false,
            nodes: Vec::with_capacity(256),
            properties: Vec::with_capacity(256),
            values: Vec::with_capacity(256),
        };
        // Where the open variations began: what the next node follows.
        let mut open = vec![None];
        if let Err(error) = self.nodes(&mut tree, &mut open) {
            self.recover(error.at, open.len());
            tree.broken = Some(error);
        }
        tree
    }

    /// Reads the nodes of a game to its closing bracket.
    fn nodes(
        &mut self,
        tree: &mut GameTree<'a>,
        open: &mut Vec<Option<usize>>,
    ) -> Result<(), SgfError> {
        let mut last = None;
        // Whether a bracket opens here, so that a property begins a node, even without `;`.
        let mut opens = true;
        loop {
            let next = self.skip_space();
            let at = self.at;
            let wrong = |problem| SgfError::new(at, problem);
            match next {
                None => return Err(wrong(Problem::Unclosed { open: open.len() })),
                Some(b';') => {
                    self.at += 1;
                    last = Some(tree.begin_node(last));
                    opens = false;
                }
                Some(b'(') if self.begins_game(at) && tree.has_begun() => {
                    return Err(wrong(Problem::GameInGame));
                }
                Some(b'(') => {
                    self.at += 1;
                    open.push(last);
                    opens = true;
                }
                Some(b')') => {
                    self.at += 1;
                    if open.len() == 1 {
                        let empty = tree.nodes.is_empty();
                        return if empty { Err(wrong(Problem::NoNode)) } else { Ok(()) };
                    }
                    last = open.pop().flatten();
                    opens = false;
                }
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let property = self.property(tree)?;
                    if std::mem::take(&mut opens) {
                        last = Some(tree.begin_node(last));
                        tree.lacks_semicolon = true;
                    }
                    let Some(node) = last else {
                        let name = start(property.name);
                        return Err(wrong(Problem::OutsideNode { name }));
                    };
                    // Only the last node that was read can take a property: `(;A[1](;B[2])C[3])` has none that could.
                    if node + 1 == tree.nodes.len() {
                        tree.properties.push(property);
                        tree.nodes[node].properties.end = tree.properties.len();
                    }
                }
                Some(_) => {
                    let character = self.text[at..].chars().next().unwrap_or_default();
                    return Err(wrong(Problem::Stray { character }));
                }
            }
        }
    }

    /// Reads a name and its values.
    fn property(&mut self, tree: &mut GameTree<'a>) -> Result<Property<'a>, SgfError> {
        let at = self.at;
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let length = self.bytes[at..].iter().take_while(is_part).count();
        let name = &self.text[at..at + length];
        if !name.bytes().any(|letter| letter.is_ascii_uppercase()) {
            return Err(SgfError::new(at, Problem::SmallLetters { name: start(name) }));
        }
        self.at += length;
        let first = tree.values.len();
        while self.skip_space() == Some(b'[') {
            self.at += 1;
            let value = self.value().ok_or_else(|| {
                let property = format!("{name}[{}", start(&self.text[self.at..]));
                SgfError::of_property(at, property, Problem::UnclosedValue)
            })?;
            tree.values.push(value);
        }
        let values = first..tree.values.len();
        match values.is_empty() {
            true => Err(SgfError::new(at, Problem::NoValue { name: start(name) })),
            false => Ok(Property { at, name, values }),
        }
    }

    /// Reads a value to its bracket, over those that a backslash stands before.
    fn value(&mut self) -> Option<&'a str> {
        let from = self.at;
        let mut at = from;
        loop {
            match *self.bytes.get(at)? {
                b']' => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Some(&self.text[from..at])
    }

    /// Continues after a break within this many brackets: to the end of the game by its brackets, or to the
    /// beginning of a game.
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

    fn property(named: Named<'_, '_>) -> String {
        let values: Vec<_> = named.values().iter().map(|value| unescaped(value)).collect();
        format!("{}={}", named.name(), values.join("|"))
    }

    fn line(tree: &GameTree<'_>, number: usize) -> String {
        let node =
            |&node: &usize| tree.properties(node).map(property).collect::<Vec<_>>().join(" ");
        tree.line(number).iter().map(node).collect::<Vec<_>>().join(" ; ")
    }

    /// The main line of the first game, which is whole.
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
            ("(;A[1]", 6, "`)` is missing"),
            ("(;A[1](;B[2])", 13, "`)` is missing"),
            ("()", 1, "`()` has no node"),
            ("((;B[1])A[1])", 8, "`A` is not in a node"),
            ("(;A)", 2, "`A` has no value"),
            (
                "(;sz[5])",
                2,
                "`sz` is not in capital letters, as the name of a property must be: `SZ`",
            ),
            ("(;A[1", 2, "`A[1` does not end"),
            ("(;A[1\\", 2, "`A[1\\` does not end"),
            ("(;[1])", 2, "`[` cannot stand outside a value"),
            ("(;A[1]\u{e9})", 6, "`\u{e9}` cannot stand outside a value"),
            ("(;B[1] (;GM[1]))", 7, "`)` is missing before"),
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
            ("(;A[1])(;B[", "A=1 / !"),
            ("(;A[1]))(;", "A=1 / !"),
            // Without `;`: at the root, in variations, and in later games with a name of two letters.
            ("(A[1];B[2](C[3])(D[4];E[5]))(AB[6])", "A=1 ; B=2 ; C=3 / AB=6"),
            ("(KO[6.5]RE[x];B[1])(note) (a [b])(C[1])", "KO=6.5 RE=x ; B=1"),
            ("(;B[1]\n(GM[1]C[2])\n(FF[4]C[3])", "B=1! / GM=1 C=2 / FF=4 C=3"),
            // The variations of the broken game are no games.
            ("(;A[1] ?\n(;B[2])\n(;B[3]))\n(;C[4])", "A=1! / C=4"),
            ("(;B[1]\n(;GM[1]C[2])\n(;FF[4]C[3])", "B=1! / GM=1 C=2 / FF=4 C=3"),
            ("(;PB[1]\n(;GM[1]C[2]))", "PB=1 ; GM=1 C=2"),
            // What stands in a value is no game.
            ("(;A[1\n(;GM[1])", "A=1\n(;GM[1"),
            ("(;A[1];b[2];C[(;\\]];D[3])\n(;FF[4];D[5])", "A=1 ; ! / FF=4 ; D=5"),
            ("(;A[1];b[2];C[(;FF[4", "A=1 ; !"),
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
