use super::{Engine, Fault, ReportedScore, Ruling};
use crate::game::{Player, Position, Settlement, Status, Turn};
use std::ops::ControlFlow;

/// Something to ask of an engine, as data, so that several can be handed over at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Query {
    /// [`Engine::play`].
    Play {
        /// Who is to move, for protocols that name the player.
        player: Player,
        /// The turn.
        turn: Turn,
    },
    /// [`Engine::are_legal`].
    Legality {
        /// Who is to move.
        player: Player,
        /// The turns to ask about.
        turns: Vec<Turn>,
    },
    /// [`Engine::board`].
    Board,
    /// [`Engine::status`].
    Status,
    /// [`Engine::score`].
    Score,
    /// [`Engine::settle`].
    Settle(Settlement),
    /// [`Engine::undo`].
    Undo,
    /// [`Engine::generate`].
    Generate,
}

/// What an engine answers to the [`Query`] of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// To a turn played.
    Play(Ruling),
    /// To a question of legality, for each turn in its order.
    Legality(Vec<Option<Ruling>>),
    /// The position.
    Board(Option<Position>),
    /// Whether the game goes on.
    Status(Option<Status>),
    /// The score.
    Score(Option<ReportedScore>),
    /// Whether what was settled was taken note of.
    Settle(Option<()>),
    /// Whether the last turn was taken back.
    Undo(Option<()>),
    /// The turn that it would play.
    Generate(Option<Turn>),
}

impl Query {
    /// Asks an engine by the method that this query stands for.
    ///
    /// # Errors
    ///
    /// As that method.
    pub fn put_to<E: Engine + ?Sized>(&self, engine: &mut E) -> Result<Answer, Fault> {
        Ok(match self {
            &Query::Play { turn, .. } => Answer::Play(engine.play(turn)?),
            Query::Legality { turns, .. } => {
                let rulings = engine.are_legal(turns)?;
                if rulings.len() != turns.len() {
                    let what = format!("{} answers to {} turns", rulings.len(), turns.len());
                    return Err(Fault::Protocol { command: "are_legal".to_owned(), what });
                }
                Answer::Legality(rulings)
            }
            Query::Board => Answer::Board(engine.board()?),
            Query::Status => Answer::Status(engine.status()?),
            Query::Score => Answer::Score(engine.score()?),
            Query::Settle(settlement) => Answer::Settle(engine.settle(settlement)?),
            Query::Undo => Answer::Undo(engine.undo()?),
            Query::Generate => Answer::Generate(engine.generate()?),
        })
    }
}

/// Answers queries by the methods they stand for, and hands each answer over, until `receive` breaks off or a fault
/// occurs: what [`Engine::ask`] does by default.
pub fn ask_one_by_one<E: Engine + ?Sized>(
    engine: &mut E,
    queries: &[Query],
    receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
) {
    for query in queries {
        let answer = query.put_to(engine);
        let failed = answer.is_err();
        if receive(answer).is_break() || failed {
            return;
        }
    }
}
