//! Implements [`Engine`] for boxed engines, on all boards or on squares only.

use super::{Engine, Fault};
use std::fmt;
use std::ops::{Deref, DerefMut};
use superko_game::Setup;

impl<E: Engine + ?Sized> Engine for Box<E> {
    crate::forward!(self => **self;
        about start play is_legal are_legal board board_otherwise status score settle undo
        generate generate_and_play hash counts_komi idle_commands send do_without renew
        conversation ask
    );
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

    crate::forward!(self => **self;
        about play is_legal are_legal board board_otherwise status score settle undo
        generate generate_and_play hash counts_komi idle_commands send do_without renew
        conversation ask
    );
}
