//! The questions to an engine, what it answers, and which of them it can answer.

use super::facts::Unseen;
use superko_engine::{Engine, Fault, ReportedScore, Ruling};
use superko_game::{Position, Setup, Status, Turn};
use superko_harness::model::ScoreForm;

/// A question to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Is this turn legal?
    Legal(Turn),
    /// Play it.
    Play(Turn),
    /// What is on the board?
    Board,
    /// Whose turn is it?
    Status,
    /// What is the score?
    Score,
    /// Take the last turn back.
    Undo,
    /// Begin the game again.
    Again,
}

/// An answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Whether a turn is legal, or was accepted.
    Ruling(bool),
    /// The position.
    Board(Position),
    /// The status.
    Status(Status),
    /// The score.
    Score(ReportedScore),
    /// The engine did what it was told.
    Done,
    /// The engine cannot answer.
    Nothing,
}

/// The questions that an engine can answer, and how it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answerable {
    /// Whether the engine rules on the legality of a turn.
    pub(crate) legality: bool,
    /// Whether the engine shows its board.
    pub(crate) board: bool,
    /// Whether the engine reports whose turn it is.
    pub(crate) status: bool,
    /// Whether the engine reports a score.
    pub(crate) score: bool,
    /// The form in which the engine reports the score.
    pub(crate) score_form: ScoreForm,
    /// Whether the engine supports boards that are not square.
    pub(crate) oblong: bool,
    /// Whether a board has room for a living chain that encloses a stone.
    pub(crate) encloses: bool,
    /// Whether the engine takes turns back.
    pub(crate) undo: bool,
    /// Whether the engine has a pass.
    pub(crate) passes: bool,
    /// Whether the engine may be given a pass after the end.
    pub(crate) late_passes: bool,
    /// Whether the engine plays illegal turns too, so that only its answers about legality count.
    pub(crate) tolerates: bool,
}

impl Answerable {
    /// The abilities of a model.
    pub(crate) const ALL: Answerable = Answerable {
        legality: true,
        board: true,
        status: true,
        score: true,
        score_form: ScoreForm::Areas,
        oblong: true,
        encloses: true,
        undo: true,
        passes: true,
        late_passes: true,
        tolerates: false,
    };

    /// Returns the parts of the rules that the engine's answers do not show.
    pub(super) fn unseen(self) -> Vec<Unseen> {
        let all = [
            (self.status, Unseen::End),
            (self.score, Unseen::Score),
            (self.passes, Unseen::Passes),
        ];
        all.into_iter().filter(|(seen, _)| !seen).map(|(_, unseen)| unseen).collect()
    }

    /// Finds out the abilities of an engine on a board.
    pub(crate) fn of(engine: &mut dyn Engine, setup: &Setup) -> Result<Answerable, Fault> {
        let about = engine.about();
        engine.start(setup)?;
        let point = setup.size().point(0, 0).map_or(Turn::Pass, Turn::Play);
        // The ability to report a score is known once a game has ended.
        let mut found = Answerable {
            legality: engine.is_legal(point)?.is_some(),
            board: engine.board()?.is_some(),
            status: engine.status()?.is_some(),
            passes: !about.conventions.lacks_pass,
            late_passes: !about.conventions.passes_after_end,
            ..Answerable::ALL
        };
        engine.play(point)?;
        found.undo = engine.undo()?.is_some();
        found.tolerates = about.tolerates_illegal_plays && found.legality;
        Ok(found)
    }
}

/// Asks an engine a question, or several about legality at once.
pub(super) fn put_all(
    engine: &mut dyn Engine,
    questions: &[Question],
    setup: &Setup,
) -> Result<Vec<Said>, Fault> {
    let of_legality = |question: &Question| match question {
        Question::Legal(turn) => Some(*turn),
        _ => None,
    };
    match questions.iter().map(of_legality).collect::<Option<Vec<Turn>>>() {
        Some(turns) => Ok(engine.are_legal(&turns)?.into_iter().map(said_of_turn).collect()),
        None => questions.iter().map(|&question| put(engine, question, setup)).collect(),
    }
}

/// Asks an engine a question.
pub(super) fn put(
    engine: &mut dyn Engine,
    question: Question,
    setup: &Setup,
) -> Result<Said, Fault> {
    Ok(match question {
        Question::Legal(turn) => said_of_turn(engine.is_legal(turn)?),
        Question::Play(turn) => Said::Ruling(engine.play(turn)? == Ruling::Allowed),
        Question::Board => engine.board()?.map_or(Said::Nothing, Said::Board),
        Question::Status => engine.status()?.map_or(Said::Nothing, Said::Status),
        Question::Score => engine.score()?.map_or(Said::Nothing, Said::Score),
        Question::Undo => engine.undo()?.map_or(Said::Nothing, |()| Said::Done),
        Question::Again => {
            engine.start(setup)?;
            Said::Done
        }
    })
}

pub(super) fn said_of_turn(answer: Option<Ruling>) -> Said {
    answer.map_or(Said::Nothing, |ruling| Said::Ruling(ruling == Ruling::Allowed))
}
