//! A game of a file in its raw form: nodes, properties, values. Nothing is interpreted.

use super::error::{Problem, SgfError, start};
use super::flaw::Flaw;
use super::name::{self, Key};
use std::borrow::Cow;
use std::ops::Range;

/// How many nodes and properties most games have at most.
const USUAL: usize = 512;

/// How many flaws of a game are kept.
const MOST_FLAWS: usize = 8;

/// A game of a collection: a tree of nodes, in which every path to a leaf is a line of play.
#[derive(Clone, Debug)]
pub struct GameTree<'a> {
    /// The position of the game in the text, in bytes.
    pub at: usize,
    /// The error at which reading stopped, if the game is broken.
    pub broken: Option<SgfError>,
    /// The error at which reading stopped, if the game lacks only its end.
    pub(super) cut: Option<SgfError>,
    /// What is wrong, but does not make the game unreadable.
    pub(super) flaws: Vec<Flaw>,
    nodes: Vec<Node>,
    properties: Vec<Property<'a>>,
    pub(super) values: Vec<&'a str>,
    /// How many nodes there are before the first variation.
    trunk: Option<usize>,
    /// Whether there are variations within variations.
    pub(super) is_nested: bool,
    /// Whether a variation ends.
    pub(super) closes: bool,
}

/// A node.
#[derive(Clone, Debug)]
struct Node {
    parent: Option<usize>,
    properties: Range<usize>,
}

/// A property as it is written.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    pub(super) at: usize,
    pub(super) name: &'a str,
    pub(super) key: Key,
    pub(super) values: Range<usize>,
}

/// A property with its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'t, 'a> {
    /// Where it begins.
    pub(super) at: usize,
    name: &'a str,
    key: Key,
    values: &'t [&'a str],
}

impl<'a> GameTree<'a> {
    /// A game that begins at a place.
    pub(super) fn begin(at: usize) -> GameTree<'a> {
        GameTree {
            at,
            broken: None,
            cut: None,
            flaws: Vec::new(),
            nodes: Vec::with_capacity(USUAL),
            properties: Vec::with_capacity(USUAL),
            values: Vec::with_capacity(USUAL),
            trunk: None,
            is_nested: false,
            closes: false,
        }
    }

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
    pub(super) fn has_begun(&self) -> bool {
        let keys = [b"GM", b"FF", b"SZ", b"B ", b"W "];
        self.properties.iter().any(|each| keys.contains(&&each.key))
    }

    /// Whether it says what it is.
    pub(super) fn has_root(&self) -> bool {
        let keys = [b"GM", b"FF", b"SZ"];
        self.properties.iter().any(|each| keys.contains(&&each.key))
    }

    /// Whether it has no node.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Reading stopped. If only the end is missing, the game is not broken; if a bracket may be missing in the middle, or be
    /// one too many, nobody knows which nodes follow which, and those before all variations are kept.
    pub(super) fn stopped(&mut self, error: SgfError) {
        let is_end = matches!(
            error.problem,
            Problem::Unclosed { .. } | Problem::GameInGame | Problem::UnclosedValue
        );
        let is_uncertain = match error.problem {
            Problem::AfterGame { .. } => self.is_nested,
            _ => is_end && self.is_nested && self.closes,
        };
        if is_uncertain {
            self.nodes.truncate(self.trunk.unwrap_or_default());
        }
        if is_end && !is_uncertain {
            self.flaws.push(Flaw::Cut { within: error.unclosed() });
            self.cut = Some(error);
        } else {
            self.broken = Some(error);
        }
    }

    /// A variation begins within this many brackets, its own included.
    pub(super) fn opened(&mut self, brackets: usize) {
        self.trunk = self.trunk.or(Some(self.nodes.len()));
        self.is_nested |= brackets > 2;
    }

    /// Adds a property to a node. Only the last node that was read can take one: `(;A[1](;B[2])C[3])` has none that could.
    pub(super) fn add(&mut self, node: usize, property: Property<'a>) {
        if node + 1 == self.nodes.len() {
            self.properties.push(property);
            self.nodes[node].properties.end = self.properties.len();
        }
    }

    /// Notes a flaw, once.
    pub(super) fn note(&mut self, flaw: Flaw) {
        if self.flaws.len() < MOST_FLAWS && !self.flaws.contains(&flaw) {
            self.flaws.push(flaw);
        }
    }

    /// Notes a name that no version of the standard has.
    pub(super) fn note_name(&mut self, name: &str) {
        if name::is_odd(name) {
            let (written, read) = (start(name), name::standard(name).into_owned());
            self.note(Flaw::Name { written, read });
        }
    }

    /// Notes a text that has a bracket without a backslash.
    pub(super) fn note_bracket(&mut self, written: String) {
        for flaw in &mut self.flaws {
            if let Flaw::Bracket { count, .. } = flaw {
                *count += 1;
                return;
            }
        }
        self.flaws.push(Flaw::Bracket { written, count: 1 });
    }

    /// Adds a node behind another one.
    pub(super) fn begin_node(&mut self, parent: Option<usize>) -> usize {
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
            key: property.key,
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
    /// Its name in the standard's version 4.
    pub(super) fn name(&self) -> Cow<'a, str> {
        name::standard(self.name)
    }

    /// Its name as a key.
    pub(super) fn key(&self) -> Key {
        self.key
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
            [value] => Ok(trimmed(value)),
            values => Err(self.wrong(Problem::SeveralValues { count: values.len() })),
        }
    }

    /// What is wrong with it.
    pub(super) fn wrong(&self, problem: Problem) -> SgfError {
        SgfError::of_property(self.at, self.shown(), problem)
    }

    /// Returns the beginning, as it is written but with the name of the standard.
    pub(super) fn shown(&self) -> String {
        let values = self.values.iter().take(2);
        values.fold(self.name().into_owned(), |text, value| format!("{text}[{}]", start(value)))
    }
}

/// A value without the white space around it, which few have.
fn trimmed(value: &str) -> &str {
    match value.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => value,
        _ => value.trim(),
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
