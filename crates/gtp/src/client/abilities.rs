//! Holds what an engine can be asked. The probes find it out, and games may take some of it back.

use super::plays::GENMOVE;
use super::profile::{Profile, Rectangles};
use super::program::Program;
use super::questions::{LegalityProbe, Reader};
use crate::{Complaint, complaint, words_of};
use std::collections::{BTreeMap, BTreeSet};
use superko_engine::{
    Conventions, Dialect, MissingScore, Note, ProtocolCase, ProtocolOutcome, RefusalReason, quote,
};
use superko_game::Size;
use superko_game::rules::Rules;

/// The id of the protocol test that fails if a board does not have the size that was set.
pub(super) const BOARDSIZE: &str = "boardsize";

/// The id of the protocol test that fails if two commands show different boards.
pub(super) const BOARD_SOURCES: &str = "board-sources";

/// The id of the protocol test that fails if a position has two different scores.
pub(super) const FINAL_SCORE: &str = "final-score";

/// The id of the protocol test of error replies to plays.
pub(super) const PLAY_ERRORS: &str = "play-errors";

/// The known abilities of an engine. Only the probes make this, and only the methods here change it.
#[derive(Clone, Debug)]
pub(super) struct Abilities {
    pub(super) program: Program,
    /// The board of the handshake.
    pub(super) board: Size,
    pub(super) sight: Sight,
    pub(super) legality: Legality,
    /// Whether the engine says when the game is over, and whose turn it is.
    pub(super) tells_status: bool,
    pub(super) refusals: Refusals,
    pub(super) lacks_pass: bool,
    /// Whether the engine accepts a pass after the end, and the game is over as before.
    pub(super) passes_after_end: bool,
    pub(super) memory: Memory,
    pub(super) undo: Option<Undo>,
    /// The meaning of the score, if it is a claim.
    pub(super) score: Option<Claim>,
    /// The command that asks for a turn.
    pub(super) generate: Option<&'static str>,
    /// Whether the engine has `genmove`, which plays the turn.
    pub(super) plays_generated: bool,
    pub(super) observations: Observations,
}

/// The ways in which an engine shows its board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    /// The way to read the position.
    pub(super) reader: Option<Reader>,
    /// A second way, to check the first.
    pub(super) second: Option<Reader>,
    /// The way to see the shape of the board.
    pub(super) drawing: Option<Reader>,
}

/// The ways in which an engine says what is legal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Legality {
    pub(super) plays: Option<LegalityProbe>,
    pub(super) passes: Option<LegalityProbe>,
}

/// The memory of an engine after the board is cleared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// Whether the engine was seen to remember a game.
    pub(super) remembers: bool,
    /// Two boards: setting the one that is not in use makes the engine forget its games. `None` if that does not help.
    pub(super) forgets_by: Option<[Size; 2]>,
}

/// The way in which an engine takes a turn back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    pub(super) command: &'static str,
    /// Whether undo was seen to restore everything.
    pub(super) is_whole: bool,
}

/// The claim of an engine's score.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    /// The number of half points to add to `final_score`.
    pub(super) offset: i32,
    /// The boards on which this offset was found.
    pub(super) sizes: Vec<Size>,
}

/// The words by which an engine refuses turns, besides the usual ones: those of its profile, and those that were
/// learned.
#[derive(Clone, Debug)]
pub(super) struct Refusals(BTreeSet<String>);

impl Refusals {
    /// Returns the words of a profile.
    pub(super) fn of(profile: &Profile) -> Refusals {
        Refusals(profile.refusals.iter().map(|text| words_of(text)).collect())
    }

    /// Adds the words of a reply that is a refusal.
    pub(super) fn learn(&mut self, text: &str) {
        self.0.insert(words_of(text));
    }

    /// Returns the meaning of an error reply to a turn.
    pub(super) fn meaning(&self, text: &str) -> Complaint {
        match complaint(text) {
            refused @ Complaint::Refused(_) => refused,
            _ if self.0.contains(&words_of(text)) => Complaint::Refused(RefusalReason::Unstated),
            other => other,
        }
    }
}

/// Describes a refusal that breaks the protocol, because its words tell of an error in the program.
pub(super) fn failure(command: &str, text: &str) -> String {
    let said = quote(text);
    format!("`{command}` is refused with `{said}`, which tells of an error in the program")
}

/// The findings of the probes for the reader of a report.
#[derive(Clone, Debug, Default)]
pub(super) struct Observations {
    /// The notes: what is not asked and why, and what else was found.
    pub(super) notes: Vec<Note>,
    /// The failed protocol tests, each with the first evidence.
    failed: BTreeMap<&'static str, String>,
}

impl Observations {
    /// Records that the engine broke the protocol.
    pub(super) fn fails(&mut self, case: &'static str, what: String) {
        self.failed.entry(case).or_insert(what);
    }

    /// Returns the failed protocol tests.
    pub(super) fn failures(&self) -> Vec<ProtocolCase> {
        let outcome = |what: &String| ProtocolOutcome::Failed(what.clone());
        self.failed.iter().map(|(id, what)| ProtocolCase { id, outcome: outcome(what) }).collect()
    }
}

impl Abilities {
    /// Returns the commands to use by hand under some rules.
    pub(super) fn dialect(&self, rules: &Rules) -> Dialect {
        let (usual, plays) = (Dialect::default(), self.legality.plays);
        let board = match self.sight.reader {
            Some(reader) if Reader::OF_WHOLE_BOARDS.contains(&reader) => {
                reader.questions(self.board)
            }
            _ => usual.board,
        };
        let rectangle = match self.program.profile.rectangles {
            Rectangles::Boardsize => "boardsize".to_owned(),
            Rectangles::FindOut if !self.program.lists(&usual.rectangle) => "boardsize".to_owned(),
            _ => usual.rectangle,
        };
        Dialect {
            rectangle,
            rules: self.program.profile.rules_commands(rules).unwrap_or_default(),
            legality: plays.map_or(usual.legality, |probe| probe.by_hand().to_owned()),
            board,
            undo: self.undo.map_or(usual.undo, |undo| undo.command.to_owned()),
            generate: self.generate.map_or(usual.generate, str::to_owned),
            genmove: self.plays_generated.then(|| GENMOVE.to_owned()),
        }
    }

    /// Returns the conventions in which the engine differs from most engines.
    pub(super) fn conventions(&self) -> Conventions {
        let Abilities { lacks_pass, passes_after_end, .. } = *self;
        Conventions { lacks_pass, passes_after_end, ..self.program.profile.conventions() }
    }

    /// Removes a command from the listed ones. Returns whether it was listed.
    pub(super) fn unlist(&mut self, command: &str) -> bool {
        self.program.listed.remove(command)
    }

    /// Stops reading boards, because two ways of reading showed different ones.
    pub(super) fn distrust_boards(&mut self, what: String) {
        self.observations.fails(BOARD_SOURCES, what);
        (self.sight.reader, self.sight.second) = (None, None);
    }

    /// Stops asking for scores.
    pub(super) fn do_without_score(&mut self, why: &str) {
        self.score = None;
        let why = MissingScore::Because(why.to_owned());
        self.observations.notes.push(Note::MissingScore(why));
    }

    /// Records that the komi which the engine keeps is the same on another board.
    pub(super) fn trust_score_on(&mut self, size: Size) {
        if let Some(claim) = &mut self.score {
            claim.sizes.push(size);
        }
    }

    /// Stops asking for turns by a command.
    pub(super) fn generate_no_more(&mut self, command: &str, why: &str) {
        self.generate.take_if(|asked| *asked == command);
        self.plays_generated &= command != GENMOVE;
        let is_last = self.generate.is_none() && !self.plays_generated;
        let what = if is_last { "generate" } else { command };
        self.observations.notes.push(Note::missing(what, why));
    }
}
