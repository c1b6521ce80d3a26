//! The games of a file in order.

use super::flaw::Flaw;
use super::reader::Reader;
use super::tree::GameTree;

/// Whether a text begins with a bracket, as SGF files do. Other texts can be read too, if they contain a game.
pub fn begins(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
}

/// The default limit for the nodes of a game, and for its properties.
pub const MOST_NODES: usize = 1 << 20;

/// Returns the games of a file. The text before, between and after them is ignored.
///
/// ```
/// let text = "(;SZ[9];B[ee](;W[cc])(;W[gg])) (;GM[1] oops) (;SZ[5])";
/// let games: Vec<_> = superko_sgf::games(text).collect();
/// assert_eq!(games.iter().map(|game| game.lines()).collect::<Vec<_>>(), [2, 1, 1]);
/// assert_eq!(games[1].broken.as_ref().map(|error| error.at), Some(39));
/// assert!(games[2].broken.is_none());
/// ```
pub fn games(text: &str) -> Games<'_> {
    let reader = Reader::new(text);
    Games {
        reader,
        begun: begins(text),
        lacks_bracket: reader.begins_game_without_bracket(),
        most: MOST_NODES,
    }
}

/// The games of a file. Each is read on demand.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    reader: Reader<'a>,
    /// Whether the next bracket begins a game, whatever follows. A text that begins with a bracket is a file. In other texts, a
    /// bracket may come before the first game.
    begun: bool,
    lacks_bracket: bool,
    most: usize,
}

impl Games<'_> {
    /// Sets the limit for the nodes of a game, and for its properties, instead of [`MOST_NODES`]. A larger game is broken at the
    /// limit.
    #[must_use]
    pub fn at_most(mut self, nodes: usize) -> Self {
        self.most = nodes;
        self
    }

    /// Whether no other game follows.
    pub fn is_over(&self) -> bool {
        let mut reader = self.reader;
        !self.lacks_bracket && reader.next_game(self.begun).is_none()
    }
}

impl<'a> Iterator for Games<'a> {
    type Item = GameTree<'a>;

    fn next(&mut self) -> Option<GameTree<'a>> {
        if std::mem::take(&mut self.lacks_bracket) {
            let mut tree = self.reader.game(0, self.most);
            tree.note(Flaw::NoBracket);
            return Some(tree);
        }
        let at = self.reader.next_game(std::mem::take(&mut self.begun))?;
        Some(self.reader.game(at, self.most))
    }
}
