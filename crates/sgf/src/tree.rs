//! A game of a file in its raw form: nodes, properties, values. Nothing is interpreted.

use super::error::{Problem, SgfError, start};
use super::flaw::Flaw;
use super::name::{self, Key};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The number of nodes, and of properties, that few games exceed.
const USUAL: usize = 512;

/// The largest number of flaws of a game that are kept.
const MOST_FLAWS: usize = 8;

/// The value that stands for no node or no length.
const NONE: u32 = u32::MAX;

/// A game of a collection: a tree of nodes, in which every path to a leaf is a line of play.
///
/// The tree refers to the text: a node takes 8 bytes, and a property 12, whatever the length of its values.
#[derive(Clone, Debug)]
pub struct GameTree<'a> {
    /// The position of the game in the text, in bytes.
    pub at: usize,
    /// The error at which reading stopped, if the game is broken.
    pub broken: Option<SgfError>,
    /// The error at which reading stopped, if the game lacks only its end.
    pub(super) cut: Option<SgfError>,
    /// The flaws that do not make the game unreadable.
    pub(super) flaws: Vec<Flaw>,
    /// The text from the beginning of the game on.
    text: &'a str,
    /// The limit for the number of nodes, for the number of properties, and for the number of open brackets.
    most: usize,
    nodes: Vec<Node>,
    properties: Vec<PropertyPlace>,
    /// The nodes without a child. They are found when the lines are counted, or a line other than the main line is read.
    leaves: OnceLock<Vec<u32>>,
    /// The number of nodes before the first variation.
    trunk: Option<usize>,
    /// Whether there are variations within variations.
    pub(super) is_nested: bool,
    /// Whether a variation has ended.
    pub(super) closes: bool,
    /// Whether the game has a turn or a root, so that a bracket before a root begins another game.
    pub(super) has_begun: bool,
    /// Whether the game has a property of the root: `GM`, `FF` or `SZ`.
    pub(super) has_root: bool,
}

/// A node. Its properties end where those of the next node begin.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    first: u32,
}

/// The place of a property, counted from the beginning of its game.
#[derive(Clone, Copy, Debug)]
struct PropertyPlace {
    at: u32,
    end: u32,
    key: Key,
    /// Whether everything between its first and its last bracket is one value, in which brackets lack their backslash.
    is_one: bool,
}

/// A property in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    /// The position of the property, in bytes.
    pub(super) at: usize,
    /// The text from the beginning of its game on.
    text: &'a str,
    place: PropertyPlace,
}

impl<'a> GameTree<'a> {
    /// Makes an empty game that begins at a place of a text, with at most this many nodes and properties.
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

    /// Whether the game is broken because it exceeds the limit.
    pub fn is_too_large(&self) -> bool {
        let problem = self.broken.as_ref().map(|error| &error.problem);
        matches!(problem, Some(Problem::TooManyNodes(_)))
    }

    /// Returns the number of lines of play: one for each leaf.
    pub fn lines(&self) -> usize {
        self.leaves().len()
    }

    /// Returns the nodes without a child, in the order of the text.
    fn leaves(&self) -> &[u32] {
        self.leaves.get_or_init(|| {
            let leaves = (0..self.nodes.len()).filter(|&node| self.is_leaf(node));
            leaves.map(|node| node as u32).collect()
        })
    }

    /// Whether a node has no child. The first child is always the next node in the text.
    #[inline]
    fn is_leaf(&self, node: usize) -> bool {
        self.nodes.get(node + 1).is_none_or(|next| next.parent as usize != node)
    }

    /// Returns the nodes of a line of play, from the root. Line 0 is the main line: the first variation of each node.
    pub(super) fn line(&self, number: usize) -> Vec<u32> {
        if number == 0 {
            let main = (0..self.nodes.len()).find(|&node| self.is_leaf(node));
            return (0..main.map_or(0, |leaf| leaf + 1) as u32).collect();
        }
        let leaf = self.leaves().get(number).copied();
        let parent =
            |&node: &u32| Some(self.nodes[node as usize].parent).filter(|above| *above != NONE);
        let mut line: Vec<u32> = std::iter::successors(leaf, parent).collect();
        line.reverse();
        line
    }

    /// Returns the first node whose main line ends with this leaf.
    pub(super) fn main_from(&self, leaf: u32) -> u32 {
        (0..leaf).rev().take_while(|&node| !self.is_leaf(node as usize)).last().unwrap_or(leaf)
    }

    /// Whether the game has no nodes.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Notes that reading stopped. If only the end is missing, the game is not broken. If a bracket may be missing in the middle,
    /// or be one too many, it is uncertain which node follows which. Only the nodes before all variations are then kept.
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

    /// Notes the beginning of a variation. `brackets` is the number of open brackets, including its own.
    pub(super) fn opened(&mut self, brackets: usize) {
        self.trunk = self.trunk.or(Some(self.nodes.len()));
        self.is_nested |= brackets > 2;
    }

    /// Whether the game exceeds its limit at a place with this many open brackets.
    #[inline]
    pub(super) fn exceeds(&self, at: usize, brackets: usize) -> bool {
        self.nodes.len().max(self.properties.len()).max(brackets) > self.most
            || at - self.at >= NONE as usize
    }

    /// Returns the problem of a game that is too large.
    pub(super) fn too_large(&self) -> Problem {
        Problem::TooManyNodes(self.most)
    }

    /// Returns the property between two places. If `is_one`, everything between its first and its last bracket is one value.
    #[inline]
    pub(super) fn property(&self, at: usize, end: usize, key: Key, is_one: bool) -> Property<'a> {
        let (first, end) = ((at - self.at) as u32, (end - self.at) as u32);
        Property { at, text: self.text, place: PropertyPlace { at: first, end, key, is_one } }
    }

    /// Adds a property to a node, if it is the last node that was read. In `(;A[1](;B[2])C[3])`, `C` is dropped.
    #[inline]
    pub(super) fn add(&mut self, node: u32, property: &Property<'a>) {
        if node as usize + 1 != self.nodes.len() {
            return;
        }
        let place = property.place;
        let is_root = matches!(&place.key, b"GM" | b"FF" | b"SZ");
        self.has_root |= is_root;
        self.has_begun |= is_root || matches!(&place.key, b"B " | b"W ");
        self.properties.push(place);
    }

    /// Notes a flaw, if it is new.
    pub(super) fn note(&mut self, flaw: Flaw) {
        if self.flaws.len() < MOST_FLAWS && !self.flaws.contains(&flaw) {
            self.flaws.push(flaw);
        }
    }

    /// Notes a name, if no version of the standard has it.
    pub(super) fn note_name(&mut self, name: &str) {
        if name::is_odd(name) {
            let (written, read) = (start(name), name::standard(name).into_owned());
            self.note(Flaw::Name { written, read });
        }
    }

    /// Notes a text with a bracket without a backslash.
    pub(super) fn note_bracket(&mut self, written: String) {
        for flaw in &mut self.flaws {
            if let Flaw::Bracket { count, .. } = flaw {
                *count += 1;
                return;
            }
        }
        self.flaws.push(Flaw::Bracket { written, count: 1 });
    }

    /// Adds a node after its parent.
    #[inline]
    pub(super) fn begin_node(&mut self, parent: Option<u32>) -> u32 {
        let first = self.properties.len() as u32;
        self.nodes.push(Node { parent: parent.unwrap_or(NONE), first });
        self.nodes.len() as u32 - 1
    }

    /// Returns the properties of a node.
    #[inline]
    pub(super) fn properties(&self, node: u32) -> impl Iterator<Item = Property<'a>> + use<'a, '_> {
        let node = node as usize;
        let next = self.nodes.get(node + 1).map(|next| next.first as usize);
        let places = self.nodes[node].first as usize..next.unwrap_or(self.properties.len());
        self.properties[places].iter().map(|place| self.property_at(place))
    }

    #[inline]
    fn property_at(&self, place: &PropertyPlace) -> Property<'a> {
        Property { at: self.at + place.at as usize, text: self.text, place: *place }
    }

    /// Returns an error about the property at a place.
    pub(super) fn wrong(&self, at: usize, problem: Problem) -> SgfError {
        let place = self.properties.binary_search_by_key(&at, |each| self.at + each.at as usize);
        match place {
            Ok(place) => self.property_at(&self.properties[place]).wrong(problem),
            Err(_) => SgfError::new(at, problem),
        }
    }
}

impl<'a> Property<'a> {
    /// Returns the text up to the last bracket.
    #[inline]
    fn written(&self) -> &'a str {
        &self.text[self.place.at as usize..self.place.end as usize]
    }

    /// Returns the name as it is written.
    pub(super) fn name_written(&self) -> &'a str {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let written = self.written();
        &written[..written.bytes().take_while(is_part).count()]
    }

    /// Returns the name in version 4 of the standard.
    pub(super) fn name(&self) -> Cow<'a, str> {
        name::standard(self.name_written())
    }

    /// Returns the name as a key.
    #[inline]
    pub(super) fn key(&self) -> Key {
        self.place.key
    }

    /// Returns the values as they are written.
    pub(super) fn values(&self) -> Values<'a> {
        Values { rest: self.written(), is_one: self.place.is_one }
    }

    /// Returns the first value.
    pub(super) fn first(&self) -> &'a str {
        self.values().next().unwrap_or_default()
    }

    /// Returns the value, if there is exactly one.
    ///
    /// # Errors
    ///
    /// If there are several.
    pub(super) fn only(&self) -> Result<&'a str, SgfError> {
        let mut values = self.values();
        match values.next() {
            Some(value) if values.rest.is_empty() => Ok(trimmed(value)),
            _ => Err(self.wrong(Problem::SeveralValues(self.values().count()))),
        }
    }

    /// Returns an error about the property.
    pub(super) fn wrong(&self, problem: Problem) -> SgfError {
        SgfError::of_property(self.at, self.shown(), problem)
    }

    /// Returns the beginning of the property as it is written, but with the standard name.
    pub(super) fn shown(&self) -> String {
        let values = self.values().take(2);
        values.fold(self.name().into_owned(), |text, value| format!("{text}[{}]", start(value)))
    }
}

/// The values of a property, parsed again from its text.
#[derive(Clone, Debug)]
pub(super) struct Values<'a> {
    /// The remaining text: the rest of the values, and perhaps the name.
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

/// Returns the place of the bracket that ends a value. Brackets after a backslash do not.
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

/// Returns a value without the white space around it. Few values have any.
fn trimmed(value: &str) -> &str {
    match value.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => value,
        _ => value.trim(),
    }
}

/// Returns a value without its escapes. After a backslash, every character stands for itself.
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
