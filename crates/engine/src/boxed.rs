//! Implements [`Engine`] for boxed engines, on all boards or on squares only.

use super::{About, Answer, Engine, Fault, Query, ReportedScore, Ruling};
use std::fmt;
use std::ops::{ControlFlow, Deref, DerefMut};
use superko_game::{Position, Settlement, Setup, Status, Turn};

/// Forwards all methods except `start` to the engine that `self` dereferences to.
macro_rules! forwarded {
    () => {
        fn about(&self) -> About {
            (**self).about()
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            (**self).play(turn)
        }

        fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
            (**self).is_legal(turn)
        }

        fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
            (**self).are_legal(turns)
        }

        fn board(&mut self) -> Result<Option<Position>, Fault> {
            (**self).board()
        }

        fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
            (**self).board_otherwise()
        }

        fn status(&mut self) -> Result<Option<Status>, Fault> {
            (**self).status()
        }

        fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
            (**self).score()
        }

        fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
            (**self).settle(settlement)
        }

        fn undo(&mut self) -> Result<Option<()>, Fault> {
            (**self).undo()
        }

        fn generate(&mut self) -> Result<Option<Turn>, Fault> {
            (**self).generate()
        }

        fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
            (**self).generate_and_play()
        }

        fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
            (**self).hash()
        }

        fn counts_komi(&self) -> bool {
            (**self).counts_komi()
        }

        fn idle_commands(&self) -> Vec<String> {
            (**self).idle_commands()
        }

        fn send(&mut self, command: &str) -> Result<(), Fault> {
            (**self).send(command)
        }

        fn do_without(&mut self, command: &str) {
            (**self).do_without(command);
        }

        fn renew(&mut self) -> Result<bool, Fault> {
            (**self).renew()
        }

        fn conversation(&self) -> Vec<String> {
            (**self).conversation()
        }

        fn ask(
            &mut self,
            queries: &[Query],
            receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
        ) {
            (**self).ask(queries, receive);
        }
    };
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        (**self).start(game)
    }

    forwarded!();
}

/// An engine that refuses boards that are not square, for an engine that may take them for squares.
pub struct OnSquares(pub Box<dyn Engine>);

impl fmt::Debug for OnSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OnSquares").field(&self.about().name).finish()
    }
}

impl Deref for OnSquares {
    type Target = dyn Engine;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for OnSquares {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Engine for OnSquares {
    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        let size = game.size();
        match size.is_square() {
            true => self.0.start(game),
            false => Err(Fault::Unsupported { what: format!("{size} is not a square") }),
        }
    }

    forwarded!();
}
