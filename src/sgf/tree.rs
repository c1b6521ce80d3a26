//! A game of a file in its raw form: nodes, properties, values. Nothing is interpreted.

use super::error::{Problem, SgfError, start};
use super::flaw::Flaw;
use super::name::{self, Key};
use std::borrow::Cow;
use std::sync::OnceLock;

/// How many nodes and properties most games have at most.
const USUAL: usize = 512;

/// How many flaws of a game are kept.
const MOST_FLAWS: usize = 8;

/// In place of a node or a length that does not exist.
const NONE: u32 = u32::MAX;

/// A game of a collection: a tree of nodes, in which every path to a leaf is a line of play.
///
/// It refers to the text: a node takes 8 bytes, and a property 12, however long its values are.
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
    /// The text from the beginning of the game on.
    text: &'a str,
    /// The most nodes, and the most properties, that it may have.
    most: usize,
    nodes: Vec<Node>,
    properties: Vec<Place>,
    /// The nodes that no node follows, once a line other than the main line is asked for.
    leaves: OnceLock<Vec<u32>>,
    /// How many nodes there are before the first variation.
    trunk: Option<usize>,
    /// Whether there are variations within variations.
    pub(super) is_nested: bool,
    /// Whether a variation ends.
    pub(super) closes: bool,
    /// Whether it has something that a second game could not be a part of.
    pub(super) has_begun: bool,
    /// Whether it says what it is.
    pub(super) has_root: bool,
}

/// A node. Its properties are those from its first to the first of the next node.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    first: u32,
}

/// Where a property is written, from the beginning of its game.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u32,
    end: u32,
    key: Key,
    /// Whether all between its first and its last bracket is one value, in which brackets lack their backslash.
    is_one: bool,
}

/// A property as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'a> {
    /// Where it begins.
    pub(super) at: usize,
    /// The text from the beginning of its game on.
    text: &'a str,
    place: Place,
}

impl<'a> GameTree<'a> {
    /// A game that begins at a place of a text, with at most this many nodes and properties.
    pub(super) fn begin(text: &'a str, at: usize, most: usize) -> GameTree<'a> {
        GameTree {
            at,
            broken: None,
            cut: None,
            flaws: Vec::new(),
            text: &text[at..],
            most: most.min(NONE as usize),
            nodes: Vec::with_capacity(USUAL),
            properties: Vec::with_capacity(USUAL),
            leaves: OnceLock::new(),
            trunk: None,
            is_nested: false,
            closes: false,
            has_begun: false,
            has_root: false,
        }
    }

    /// Whether it is broken because it has more nodes, or more properties, than are read.
    pub fn is_too_large(&self) -> bool {
        let problem = self.broken.as_ref().map(|error| &error.problem);
        matches!(problem, Some(Problem::TooManyNodes(_)))
    }

    /// Returns the number of lines of play: one for each leaf.
    pub fn lines(&self) -> usize {
        self.leaves().len()
    }

    /// The nodes that no node follows, in the order of the text.
    fn leaves(&self) -> &[u32] {
        self.leaves.get_or_init(|| {
            let leaves = (0..self.nodes.len()).filter(|&node| self.is_leaf(node));
            leaves.map(|node| node as u32).collect()
        })
    }

    /// Whether no node follows one. The first that does is the next one in the text.
    #[inline]
    fn is_leaf(&self, node: usize) -> bool {
        self.nodes.get(node + 1).is_none_or(|next| next.parent as usize != node)
    }

    /// The nodes of a line of play, from the root. Line 0 is the main line: the first variation of each node.
    pub(super) fn line(&self, number: usize) -> Vec<u32> {
        if number == 0 {
            let main = (0..self.nodes.len()).find(|&node| self.is_leaf(node));
            return (0..main.map_or(0, |leaf| leaf + 1) as u32).collect();
        }
        let leaf = self.leaves().get(number).copied();
        let parent = |&node: &u32| Some(self.nodes[node as usize].parent).filter(|it| *it != NONE);
        let mut line: Vec<u32> = std::iter::successors(leaf, parent).collect();
        line.reverse();
        line
    }

    /// The first node of those whose main line ends with a leaf.
    pub(super) fn main_from(&self, leaf: u32) -> u32 {
        (0..leaf).rev().take_while(|&node| !self.is_leaf(node as usize)).last().unwrap_or(leaf)
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
            Problem::Unclosed(_) | Problem::GameInGame | Problem::UnclosedValue
        );
        let is_uncertain = match error.problem {
            Problem::AfterGame(_) => self.is_nested,
            _ => is_end && self.is_nested && self.closes,
        };
        if is_uncertain {
            let trunk = self.trunk.unwrap_or_default();
            let first = self.nodes.get(trunk).map(|node| node.first as usize);
            self.properties.truncate(first.unwrap_or(self.properties.len()));
            self.nodes.truncate(trunk);
        }
        if is_end && !is_uncertain {
            self.flaws.push(Flaw::Cut(error.unclosed()));
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

    /// Whether it is larger than it may be, at a place within this many brackets.
    #[inline]
    pub(super) fn exceeds(&self, at: usize, brackets: usize) -> bool {
        self.nodes.len().max(self.properties.len()).max(brackets) > self.most
            || at - self.at >= NONE as usize
    }

    /// The problem of a game that is too large.
    pub(super) fn too_large(&self) -> Problem {
        Problem::TooManyNodes(self.most)
    }

    /// The property that is written between two places; its values are one if `is_one`.
    #[inline]
    pub(super) fn property(&self, at: usize, end: usize, key: Key, is_one: bool) -> Named<'a> {
        let (first, end) = ((at - self.at) as u32, (end - self.at) as u32);
        Named { at, text: self.text, place: Place { at: first, end, key, is_one } }
    }

    /// Adds a property to a node. Only the last node that was read can take one: `(;A[1](;B[2])C[3])` has none that could.
    #[inline]
    pub(super) fn add(&mut self, node: u32, property: &Named<'a>) {
        if node as usize + 1 != self.nodes.len() {
            return;
        }
        let place = property.place;
        let is_root = matches!(&place.key, b"GM" | b"FF" | b"SZ");
        self.has_root |= is_root;
        self.has_begun |= is_root || matches!(&place.key, b"B " | b"W ");
        self.properties.push(place);
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
    #[inline]
    pub(super) fn begin_node(&mut self, parent: Option<u32>) -> u32 {
        let first = self.properties.len() as u32;
        self.nodes.push(Node { parent: parent.unwrap_or(NONE), first });
        self.nodes.len() as u32 - 1
    }

    /// The properties of a node.
    #[inline]
    pub(super) fn properties(&self, node: u32) -> impl Iterator<Item = Named<'a>> + use<'a, '_> {
        let node = node as usize;
        let next = self.nodes.get(node + 1).map(|next| next.first as usize);
        let places = self.nodes[node].first as usize..next.unwrap_or(self.properties.len());
        self.properties[places].iter().map(|property| self.named(property))
    }

    #[inline]
    fn named(&self, place: &Place) -> Named<'a> {
        Named { at: self.at + place.at as usize, text: self.text, place: *place }
    }

    /// What is wrong with the property that begins at a place.
    pub(super) fn wrong(&self, at: usize, problem: Problem) -> SgfError {
        let place = self.properties.binary_search_by_key(&at, |each| self.at + each.at as usize);
        match place {
            Ok(place) => self.named(&self.properties[place]).wrong(problem),
            Err(_) => SgfError::new(at, problem),
        }
    }
}

impl<'a> Named<'a> {
    /// All of it, to its last bracket.
    #[inline]
    fn written(&self) -> &'a str {
        &self.text[self.place.at as usize..self.place.end as usize]
    }

    /// Its name as it is written.
    pub(super) fn name_written(&self) -> &'a str {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let written = self.written();
        &written[..written.bytes().take_while(is_part).count()]
    }

    /// Its name in the standard's version 4.
    pub(super) fn name(&self) -> Cow<'a, str> {
        name::standard(self.name_written())
    }

    /// Its name as a key.
    #[inline]
    pub(super) fn key(&self) -> Key {
        self.place.key
    }

    /// Its values, as they are written.
    pub(super) fn values(&self) -> Values<'a> {
        Values { rest: self.written(), is_one: self.place.is_one }
    }

    /// Its first value.
    pub(super) fn first(&self) -> &'a str {
        self.values().next().unwrap_or_default()
    }

    /// Its value, if it has one and no more.
    ///
    /// # Errors
    ///
    /// If it has several.
    pub(super) fn only(&self) -> Result<&'a str, SgfError> {
        let mut values = self.values();
        match values.next() {
            Some(value) if values.rest.is_empty() => Ok(trimmed(value)),
            _ => Err(self.wrong(Problem::SeveralValues(self.values().count()))),
        }
    }

    /// What is wrong with it.
    pub(super) fn wrong(&self, problem: Problem) -> SgfError {
        SgfError::of_property(self.at, self.shown(), problem)
    }

    /// Returns the beginning, as it is written but with the name of the standard.
    pub(super) fn shown(&self) -> String {
        let values = self.values().take(2);
        values.fold(self.name().into_owned(), |text, value| format!("{text}[{}]", start(value)))
    }
}

/// The values of a property, read again from its text.
#[derive(Clone, Debug)]
pub(super) struct Values<'a> {
    /// The text that is left: the rest of the values, and perhaps the name.
    rest: &'a str,
    is_one: bool,
}

impl<'a> Iterator for Values<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.rest.as_bytes();
        let from = bytes.iter().position(|&byte| byte == b'[')? + 1;
        let end = if self.is_one { bytes.len() - 1 } else { end_of_value(bytes, from)? };
        let value = &self.rest[from..end];
        self.rest = &self.rest[end + 1..];
        Some(value)
    }
}

/// The place of the bracket that ends the value that begins at a place, over those that a backslash stands before.
#[inline]
pub(super) fn end_of_value(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match *bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
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
