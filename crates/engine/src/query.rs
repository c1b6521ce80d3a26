use super::{Engine, Fault, ReportedScore, Ruling};
use std::ops::ControlFlow;
use superko_game::{Player, Position, Settlement, Status, Turn};

/// A question to an engine, as data, so that several can be sent at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Calls [`Engine::play`].
    Play {
        /// The player to move, for protocols that name the player.
        player: Player,
        /// The turn to play.
        turn: Turn,
    },
    /// Calls [`Engine::are_legal`].
    Legality {
        /// The player to move.
        player: Player,
        /// The turns to ask about.
        turns: Vec<Turn>,
    },
    /// Calls [`Engine::board`].
    Board,
    /// Calls [`Engine::status`].
    Status,
    /// Calls [`Engine::score`].
    Score,
    /// Calls [`Engine::settle`].
    Settle(Settlement),
    /// Calls [`Engine::undo`].
    Undo,
    /// Calls [`Engine::generate`].
    Generate,
    /// Calls [`Engine::generate_and_play`].
    GenerateAndPlay,
}

/// An engine's answer to the [`Query`] of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The ruling on a turn that was played.
    Play(Ruling),
    /// The rulings on the turns asked about, in order.
    Legality(Vec<Option<Ruling>>),
    /// The position on the board.
    Board(Option<Position>),
    /// Whether the game continues.
    Status(Option<Status>),
    /// The score.
    Score(Option<ReportedScore>),
    /// Whether the engine recorded the players' agreement.
    Settle(Option<()>),
    /// Whether the last turn was taken back.
    Undo(Option<()>),
    /// The turn that the engine would play.
    Generate(Option<Turn>),
    /// The turn that the engine has generated and played.
    GenerateAndPlay(Option<Turn>),
}

impl Query {
    /// Puts this query to an engine by calling its method.
    ///
    /// # Errors
    ///
    /// Returns the error of that method.
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
            Query::GenerateAndPlay => Answer::GenerateAndPlay(engine.generate_and_play()?),
        })
    }
}

/// Answers queries by calling the corresponding methods, and passes each answer to `receive`, until it
/// returns [`ControlFlow::Break`] or a fault occurs. This is what [`Engine::ask`] does by default.
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
