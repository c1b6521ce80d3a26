//! What an engine can be asked: assembled from what the probes found, and taken back where a game shows better.

use super::plays::GENMOVE;
use super::profile::{Profile, Rectangles};
use super::program::Program;
use super::questions::{LegalityProbe, Reader};
use crate::engine::{
    Conventions, Dialect, MissingScore, Note, ProtocolCase, ProtocolOutcome, RefusalReason, quote,
};
use crate::game::Size;
use crate::gtp::{Complaint, complaint, words_of};
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};

/// The case of a board that is not of the size that was set.
pub(super) const BOARDSIZE: &str = "boardsize";

/// The case of two commands that show different boards.
pub(super) const BOARD_SOURCES: &str = "board-sources";

/// The case of one position that is scored in two ways.
pub(super) const FINAL_SCORE: &str = "final-score";

/// The case of an error reply to a play.
pub(super) const PLAY_ERRORS: &str = "play-errors";

/// What an engine can be asked, and what was found out about it. Only the probes make one, and only the methods here
/// change it.
#[derive(Clone, Debug)]
pub(super) struct Abilities {
    pub(super) program: Program,
    /// The board of the handshake.
    pub(super) board: Size,
    pub(super) sight: Sight,
    pub(super) legality: Legality,
    /// Whether it says when the game is over, and whose turn it is.
    pub(super) tells_status: bool,
    pub(super) refusals: Refusals,
    pub(super) lacks_pass: bool,
    /// Whether it accepts a pass after the end, and the game is over as before.
    pub(super) passes_after_end: bool,
    pub(super) memory: Memory,
    pub(super) undo: Option<Undo>,
    /// What its score means, if that is a claim.
    pub(super) score: Option<Claim>,
    /// The command by which a turn is asked for that is not to be played.
    pub(super) generate: Option<&'static str>,
    /// Whether it generates turns that it plays, by `genmove`.
    pub(super) plays_generated: bool,
    pub(super) told: Told,
}

/// The ways in which an engine shows its board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    /// How the position is read.
    pub(super) reader: Option<Reader>,
    /// Another way to read it, to make sure of the first.
    pub(super) second: Option<Reader>,
    /// How the shape of the board is seen.
    pub(super) drawing: Option<Reader>,
}

/// The ways in which an engine says what is legal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Legality {
    pub(super) plays: Option<LegalityProbe>,
    pub(super) passes: Option<LegalityProbe>,
}

/// What an engine keeps of a game when the board is cleared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// Whether it was seen to remember one.
    pub(super) remembers: bool,
    /// Two boards, of which the other one has to be set for it to forget a game, if that helps.
    pub(super) forgets_by: Option<[Size; 2]>,
}

/// How an engine takes a turn back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    pub(super) command: &'static str,
    /// Whether it was seen to take a turn back with all that came of it.
    pub(super) is_whole: bool,
}

/// What the score of an engine claims.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    /// What is to be added to `final_score` in half points.
    pub(super) offset: i32,
    /// The boards on which that was found out.
    pub(super) sizes: Vec<Size>,
}

/// How an engine refuses turns, besides the usual words for it: by those of its profile, and by those that were
/// learned.
#[derive(Clone, Debug)]
pub(super) struct Refusals(BTreeSet<String>);

impl Refusals {
    /// The words of a profile.
    pub(super) fn of(profile: &Profile) -> Refusals {
        Refusals(profile.refusals.iter().map(|text| words_of(text)).collect())
    }

    /// Counts the words of a reply as a refusal.
    pub(super) fn learn(&mut self, text: &str) {
        self.0.insert(words_of(text));
    }

    /// What an error reply to a turn means.
    pub(super) fn meaning(&self, text: &str) -> Complaint {
        match complaint(text) {
            refused @ Complaint::Refused(_) => refused,
            _ if self.0.contains(&words_of(text)) => Complaint::Refused(RefusalReason::Unstated),
            other => other,
        }
    }
}

/// A refusal that breaks the protocol, for it tells of an error in the program.
pub(super) fn failure(command: &str, text: &str) -> String {
    let said = quote(text);
    format!("`{command}` is refused with `{said}`, which tells of an error in the program")
}

/// What the readers of a report are told of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// What is withheld and why, and what else was found.
    pub(super) notes: Vec<Note>,
    /// The cases of the protocol in which it failed, each with the evidence seen first.
    failed: BTreeMap<&'static str, String>,
}

impl Told {
    /// Keeps in mind that the engine broke the protocol.
    pub(super) fn fails(&mut self, case: &'static str, what: String) {
        self.failed.entry(case).or_insert(what);
    }

    /// Where the engine broke the protocol.
    pub(super) fn failures(&self) -> Vec<ProtocolCase> {
        let outcome = |what: &String| ProtocolOutcome::Failed(what.clone());
        self.failed.iter().map(|(id, what)| ProtocolCase { id, outcome: outcome(what) }).collect()
    }
}

impl Abilities {
    /// How it is spoken to by hand under some rules.
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

    /// Counts a command as not listed any more; whether it was.
    pub(super) fn unlist(&mut self, command: &str) -> bool {
        self.program.listed.remove(command)
    }

    /// Trusts no board any more, because two ways to see it showed different ones.
    pub(super) fn distrust_boards(&mut self, what: String) {
        self.told.fails(BOARD_SOURCES, what);
        (self.sight.reader, self.sight.second) = (None, None);
    }

    /// Asks for no score any more.
    pub(super) fn do_without_score(&mut self, why: &str) {
        self.score = None;
        let why = MissingScore::Because(why.to_owned());
        self.told.notes.push(Note::MissingScore(why));
    }

    /// Keeps that the komi which an engine does not give up is the same on another board.
    pub(super) fn trust_score_on(&mut self, size: Size) {
        if let Some(claim) = &mut self.score {
            claim.sizes.push(size);
        }
    }

    /// Asks for no further turn by a command.
    pub(super) fn generate_no_more(&mut self, command: &str, why: &str) {
        self.generate.take_if(|asked| *asked == command);
        self.plays_generated &= command != GENMOVE;
        let is_last = self.generate.is_none() && !self.plays_generated;
        let what = if is_last { "generate" } else { command };
        self.told.notes.push(Note::missing(what, why));
    }
}
