//! The questions that an engine can answer, and what was found out about it.

use super::losses::Unasked;
use super::plays::GENMOVE;
use super::process::Body;
use super::profile::{LegalityProbe, Profile, Reader, Rectangles};
use crate::engine::{Conventions, Dialect, ProtocolCase, ProtocolOutcome, quote};
use crate::game::Size;
use crate::gtp::Unreadable;
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// The case of a board that is not of the size that was set.
const BOARDSIZE: &str = "boardsize";

/// The case of two commands that show different boards.
pub(super) const BOARD_SOURCES: &str = "board-sources";

/// The case of one position that is scored in two ways.
pub(super) const FINAL_SCORE: &str = "final-score";

/// The case of an error reply to a play.
pub(super) const PLAY_ERRORS: &str = "play-errors";

/// The command that tells the side of the board.
const QUERY_SIZE: &str = "query_boardsize";

/// What an engine can be asked, and what was found out about it.
#[derive(Clone, Debug)]
pub(super) struct Abilities {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) profile: Profile,
    pub(super) listed: BTreeSet<String>,
    /// Whether the engine said so itself, or all known ones were tried.
    pub(super) lists_itself: bool,
    /// Commands that it was lost over, and that do not count as listed any more.
    pub(super) unasked: Vec<Unasked>,
    /// How the position is read.
    pub(super) reader: Option<Reader>,
    /// Another way to read it, to make sure of the first.
    pub(super) second_reader: Option<Reader>,
    /// How the shape of the board is seen.
    pub(super) drawing: Option<Reader>,
    /// How the legality of plays is asked for.
    pub(super) plays: Option<LegalityProbe>,
    /// How the legality of passes is asked for.
    pub(super) passes: Option<LegalityProbe>,
    /// Whether it says when the game is over, and whose turn it is.
    pub(super) tells_status: bool,
    /// How it refuses turns, besides the usual words for it.
    pub(super) refusals: BTreeSet<String>,
    /// What is to be added to `final_score` in half points, if that is a claim.
    pub(super) score_offset: Option<i32>,
    /// The boards on which that was found out.
    pub(super) score_sizes: Vec<Size>,
    /// Whether it has no pass.
    pub(super) lacks_pass: bool,
    /// Whether it accepts a pass after the end, and the game is over as before.
    pub(super) passes_after_end: bool,
    /// Whether it was seen to remember a game when the board was cleared.
    pub(super) remembers: bool,
    /// Two boards, of which the other one has to be set for it to forget a game, if that helps.
    pub(super) forgets_by: Option<[Size; 2]>,
    /// The command that takes a turn back.
    pub(super) undo: Option<&'static str>,
    /// Whether it was seen to take a turn back with all that came of it.
    pub(super) undoes_wholly: bool,
    /// The command by which a turn is asked for that is not to be played.
    pub(super) generate: Option<&'static str>,
    /// Whether it generates turns that it plays, by `genmove`.
    pub(super) plays_generated: bool,
    /// What is withheld and why, and what else was found.
    pub(super) notes: Vec<String>,
    /// The board of the handshake.
    pub(super) board: Size,
    /// The cases of the protocol in which it failed, each with the evidence seen first.
    pub(super) failed: BTreeMap<&'static str, String>,
}

impl Abilities {
    pub(super) fn lists(&self, command: &str) -> bool {
        self.listed.contains(command)
    }

    /// Why a command is not asked that is not among the commands.
    pub(super) fn why_not(&self, command: &str) -> String {
        let lost = self.unasked.iter().find(|unasked| unasked.command == command);
        lost.map_or_else(|| format!("it does not list {command}"), |lost| lost.why.clone())
    }

    /// How it is spoken to by hand under some rules.
    pub(super) fn dialect(&self, rules: &Rules) -> Dialect {
        let usual = Dialect::default();
        let board = match self.reader {
            Some(reader @ (Reader::ListStones | Reader::RulesBoard)) => {
                reader.questions(self.board)
            }
            _ => usual.board,
        };
        let rectangle = match self.profile.rectangles {
            Rectangles::Boardsize => "boardsize".to_owned(),
            Rectangles::FindOut if !self.lists(&usual.rectangle) => "boardsize".to_owned(),
            _ => usual.rectangle,
        };
        Dialect {
            rectangle,
            rules: self.profile.rules_commands(rules).unwrap_or_default(),
            legality: self.plays.map_or(usual.legality, LegalityProbe::by_hand),
            board,
            undo: self.undo.map_or(usual.undo, str::to_owned),
            generate: self.generate.map_or(usual.generate, str::to_owned),
            genmove: self.plays_generated.then(|| GENMOVE.to_owned()),
        }
    }

    /// The commands that begin a game under the usual rules, whatever was before.
    pub(super) fn set_up(&self, size: Size) -> Vec<String> {
        self.set_up_under(&Rules::default(), size)
    }

    /// The commands that begin a game under some rules, whatever was before.
    pub(super) fn set_up_under(&self, rules: &Rules, size: Size) -> Vec<String> {
        let command = self.profile.size_command(size, |command| self.lists(command));
        let rules = self.profile.rules_commands(rules).unwrap_or_default();
        let mut commands: Vec<String> = command.into_iter().collect();
        commands.push("clear_board".to_owned());
        commands.extend(rules);
        if self.lists("komi") {
            commands.push("komi 0".to_owned());
        }
        commands
    }

    /// Returns the conventions in which the engine differs from most engines.
    pub(super) fn conventions(&self) -> Conventions {
        let Abilities { lacks_pass, passes_after_end, .. } = *self;
        Conventions { lacks_pass, passes_after_end, ..self.profile.conventions() }
    }

    /// Keeps in mind that it broke the protocol.
    pub(super) fn fails(&mut self, case: &'static str, what: String) {
        self.failed.entry(case).or_insert(what);
    }

    /// Where it broke the protocol.
    pub(super) fn failures(&self) -> Vec<ProtocolCase> {
        let outcome = |what: &String| ProtocolOutcome::Failed(what.clone());
        self.failed.iter().map(|(id, what)| ProtocolCase { id, outcome: outcome(what) }).collect()
    }

    /// The first command of its profile that draws the board, whether it can be read or not.
    pub(super) fn drawn_by(&self) -> Option<Reader> {
        let readers = self.profile.board.iter().copied();
        readers.filter(|reader| reader.draws()).find(|reader| self.lists(reader.command()))
    }

    /// What to ask to see the shape of the board, with a way to read it drawn if there is one.
    pub(super) fn shape_questions(&self, drawing: Option<Reader>, size: Size) -> Vec<String> {
        match drawing {
            Some(drawing) => drawing.questions(size),
            None if self.lists(QUERY_SIZE) && size.is_square() => vec![QUERY_SIZE.to_owned()],
            None => Vec::new(),
        }
    }

    /// Whether the board has another shape than was asked for by a command that was answered with `=`: that breaks the
    /// protocol, as the text says that is returned.
    pub(super) fn judge_shape(
        &mut self,
        drawing: Option<Reader>,
        size: Size,
        command: &str,
        bodies: &[Body],
    ) -> Result<Option<String>, Unreadable> {
        let (source, found) = match drawing {
            Some(drawing) => (drawing.command(), drawing.read(bodies, size)?.size()),
            None => {
                let side = bodies.first().and_then(|body| body.as_ref().ok());
                let side = side.and_then(|side| side.parse().ok());
                (QUERY_SIZE, side.and_then(|side| Size::square(side).ok()).unwrap_or(size))
            }
        };
        if found == size {
            return Ok(None);
        }
        let shown = bodies.first().and_then(|body| body.as_deref().ok()).unwrap_or_default();
        let what = format!(
            "`{command}` is answered with `=`, and then {source} shows a {found} board: `{}`",
            quote(shown)
        );
        // The protocol gives `boardsize` one argument, and an engine may ignore a second one.
        if size.is_square() || !command.starts_with("boardsize ") {
            self.fails(BOARDSIZE, what.clone());
        }
        Ok(Some(what))
    }
}
