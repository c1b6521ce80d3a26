//! Undo and legality for engines that can be cloned.

use super::{About, Engine, Fault, ReportedScore, Ruling};
use superko_game::{Position, Settlement, Setup, Status, Turn};

/// A wrapper that clones an engine before every turn. The clones make undo possible, and legality is tested by trying a
/// turn on a clone.
///
/// Use it for boards that are values, which callers clone to look ahead. The wrapper asks the engine first, and uses a
/// clone only if the engine returns `None`.
///
/// ```
/// use superko_engine::{Copies, Engine, Reference};
/// use superko_game::{Rules, Setup, Size, Turn};
///
/// let size = Size::square(2)?;
/// let mut engine = Copies::of(Reference::new(size, Rules::default()));
/// engine.start(&Setup::new(size, Rules::default()))?;
/// engine.play(Turn::Pass)?;
/// assert_eq!(engine.undo()?, Some(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Copies<E> {
    engine: E,
    /// The engine as it was before each turn that was played.
    before: Vec<E>,
}

impl<E: Engine + Clone> Copies<E> {
    /// Wraps an engine at the beginning of a game.
    pub fn of(engine: E) -> Copies<E> {
        Copies { engine, before: Vec::new() }
    }
}

impl<E: Engine + Clone> Engine for Copies<E> {
    fn about(&self) -> About {
        self.engine.about()
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.before.clear();
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let before = self.engine.clone();
        let ruling = self.engine.play(turn)?;
        if ruling == Ruling::Allowed {
            self.before.push(before);
        }
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        match self.engine.is_legal(turn)? {
            Some(ruling) => Ok(Some(ruling)),
            None => self.engine.clone().play(turn).map(Some),
        }
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let mut rulings = self.engine.are_legal(turns)?;
        for (ruling, &turn) in rulings.iter_mut().zip(turns).filter(|(ruling, _)| ruling.is_none())
        {
            *ruling = Some(self.engine.clone().play(turn)?);
        }
        Ok(rulings)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board_otherwise()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.engine.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.engine.score()
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        self.engine.hash()
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        self.engine.settle(settlement)
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let done = self.engine.undo()?;
        let before = self.before.pop();
        Ok(done.or_else(|| before.map(|before| self.engine = before)))
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        self.engine.generate()
    }

    fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
        let before = self.engine.clone();
        let generated = self.engine.generate_and_play()?;
        self.before.extend(generated.map(|_| before));
        Ok(generated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::rules::Rules;
    use superko_game::{Color, Size};

    /// An engine that only plays and shows its board.
    #[derive(Clone)]
    struct Minimal {
        position: Position,
        black: bool,
    }

    impl Engine for Minimal {
        fn about(&self) -> About {
            About::named("minimal")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            *self = Minimal { position: game.position.clone(), black: true };
            Ok(())
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            if let Turn::Play(point) = turn {
                if self.position[point] != Color::Empty {
                    return Ok(false.into());
                }
                self.position[point] = if self.black { Color::Black } else { Color::White };
            }
            self.black = !self.black;
            Ok(true.into())
        }

        fn board(&mut self) -> Result<Option<Position>, Fault> {
            Ok(Some(self.position.clone()))
        }
    }

    #[test]
    fn turns_are_taken_back_and_legality_is_tried_on_a_copy() {
        let size = Size::new(2, 1).unwrap();
        let setup = Setup::new(size, Rules::default());
        let minimal = Minimal { position: setup.position.clone(), black: true };
        let mut engine = Copies::of(minimal);
        let [a1, b1] = ["A1", "B1"].map(|name| Turn::parse(name, size).unwrap());
        let shown = |engine: &mut Copies<Minimal>| {
            engine.board().unwrap().unwrap().to_string().replace([' ', '\n'], "")
        };
        assert_eq!(engine.undo(), Ok(None));
        engine.play(a1).unwrap();
        assert_eq!(engine.is_legal(a1), Ok(Some(false.into())));
        assert_eq!(engine.is_legal(b1), Ok(Some(true.into())));
        assert_eq!(shown(&mut engine), "X.");
        // A refused turn cannot be taken back.
        engine.play(a1).unwrap();
        engine.play(b1).unwrap();
        assert_eq!(shown(&mut engine), "XO");
        assert_eq!(engine.undo(), Ok(Some(())));
        assert_eq!(shown(&mut engine), "X.");
        assert_eq!(engine.undo(), Ok(Some(())));
        assert_eq!((shown(&mut engine).as_str(), engine.undo()), ("..", Ok(None)));
        engine.play(a1).unwrap();
        engine.start(&setup).unwrap();
        assert_eq!(engine.undo(), Ok(None));
    }
}
