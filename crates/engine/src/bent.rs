//! Engines for tests that need one strange answer. [`Bent`] has the answers of another engine, except for those that the test
//! replaces. [`BySize`] has the answers of two engines, each on its boards.
//!
//! ```
//! use superko_engine::bent::Bent;
//! use superko_engine::game::{Rules, Setup, Turn};
//! use superko_engine::{Engine, Reference, RefusalReason, Ruling};
//!
//! // This engine refuses the second turn of every game.
//! let setup = Setup::new("2x2".parse().unwrap(), Rules::default());
//! let mut moody = Bent::named("moody", Reference::set_up(&setup)).play(|engine, game, turn| match game.tried {
//!     2 => Ok(Ruling::Forbidden(RefusalReason::Unstated)),
//!     _ => Engine::play(engine, turn),
//! });
//! Engine::start(&mut moody, &setup).unwrap();
//! assert_eq!(Engine::play(&mut moody, Turn::Pass), Ok(Ruling::Allowed));
//! assert_eq!(Engine::play(&mut moody, Turn::Pass), Ok(Ruling::Forbidden(RefusalReason::Unstated)));
//! ```

use crate::check::Check;
use crate::{About, Engine, Fault, ReportedScore, Ruling};
use std::fmt;
use superko_game::{Position, Rules, Settlement, Setup, Size, Status, Turn};

/// The present game of a [`Bent`] engine, before the question that is to be answered.
#[derive(Clone, Debug)]
pub struct Game {
    /// The requested start of the game.
    pub setup: Setup,
    /// The turns that the engine accepted and did not take back.
    pub turns: Vec<Turn>,
    /// The number of turns that the engine was told to play, the present one and refused ones included.
    pub tried: usize,
    /// The number of turns that the engine was told to play in all of its games.
    pub tried_in_all: u64,
    /// The number of undos so far, the ones that did nothing included.
    pub undos: usize,
    /// The number of this game, from 1.
    pub number: usize,
}

/// A function that answers in place of the engine, which it can ask.
type Bend<E, A> = Box<dyn FnMut(&mut E, &Game) -> Result<Option<A>, Fault>>;
/// Such a function for a question about a turn.
type BendTurn<E, A> = Box<dyn FnMut(&mut E, &Game, Turn) -> Result<A, Fault>>;
/// Such a function for a question about something larger.
type BendOf<E, Q, A> = Box<dyn FnMut(&mut E, &Game, &Q) -> Result<A, Fault>>;

/// An engine with the answers of another engine, except for those that a test replaces.
///
/// The engine answers a question besides `start` and `play` only if the question is [named](Bent::answering), or its
/// answer is replaced.
pub struct Bent<E> {
    engine: E,
    about: About,
    game: Game,
    answered: Vec<Check>,
    start: Option<BendOf<E, Setup, ()>>,
    play: Option<BendTurn<E, Ruling>>,
    is_legal: Option<BendTurn<E, Option<Ruling>>>,
    settle: Option<BendOf<E, Settlement, Option<()>>>,
    score: Option<Bend<E, ReportedScore>>,
    undo: Option<Bend<E, ()>>,
    generate: Option<Bend<E, Turn>>,
    hash: Option<Bend<E, [u64; 4]>>,
}

impl<E: Engine> Bent<E> {
    /// Makes an engine that has a name, and answers nothing besides `start` and `play`.
    pub fn named(name: &str, engine: E) -> Bent<E> {
        let size = Size::square(1).expect("a board may have one point");
        let setup = Setup::new(size, Rules::default());
        Bent {
            engine,
            about: About::named(name),
            game: Game { setup, turns: Vec::new(), tried: 0, tried_in_all: 0, undos: 0, number: 0 },
            answered: Vec::new(),
            start: None,
            play: None,
            is_legal: None,
            settle: None,
            score: None,
            undo: None,
            generate: None,
            hash: None,
        }
    }

    /// Replaces what the engine says of itself.
    pub fn about(mut self, about: About) -> Bent<E> {
        self.about = about;
        self
    }

    /// Answers these questions as the other engine does.
    pub fn answering(mut self, questions: impl IntoIterator<Item = Check>) -> Bent<E> {
        self.answered.extend(questions);
        self
    }

    /// Begins another game than the requested one.
    pub fn beginning(self, begun: impl Fn(Setup) -> Setup + 'static) -> Bent<E> {
        self.start(move |engine, _, setup| engine.start(&begun(setup.clone())))
    }

    /// Replaces the start of a game.
    pub fn start(
        mut self,
        start: impl FnMut(&mut E, &Game, &Setup) -> Result<(), Fault> + 'static,
    ) -> Bent<E> {
        self.start = Some(Box::new(start));
        self
    }

    /// Replaces the ruling on a turn that the engine is told to play.
    pub fn play(
        mut self,
        play: impl FnMut(&mut E, &Game, Turn) -> Result<Ruling, Fault> + 'static,
    ) -> Bent<E> {
        self.play = Some(Box::new(play));
        self
    }

    /// Replaces the answer to whether a turn is legal.
    pub fn is_legal(
        mut self,
        is_legal: impl FnMut(&mut E, &Game, Turn) -> Result<Option<Ruling>, Fault> + 'static,
    ) -> Bent<E> {
        self.is_legal = Some(Box::new(is_legal));
        self
    }

    /// Replaces what the engine does when the players agree or disagree.
    pub fn settle(
        mut self,
        settle: impl FnMut(&mut E, &Game, &Settlement) -> Result<Option<()>, Fault> + 'static,
    ) -> Bent<E> {
        self.settle = Some(Box::new(settle));
        self
    }

    /// Replaces the score.
    pub fn score(
        mut self,
        score: impl FnMut(&mut E, &Game) -> Result<Option<ReportedScore>, Fault> + 'static,
    ) -> Bent<E> {
        self.score = Some(Box::new(score));
        self
    }

    /// Replaces the undo.
    pub fn undo(
        mut self,
        undo: impl FnMut(&mut E, &Game) -> Result<Option<()>, Fault> + 'static,
    ) -> Bent<E> {
        self.undo = Some(Box::new(undo));
        self
    }

    /// Replaces the turn that the engine would play.
    pub fn generate(
        mut self,
        generate: impl FnMut(&mut E, &Game) -> Result<Option<Turn>, Fault> + 'static,
    ) -> Bent<E> {
        self.generate = Some(Box::new(generate));
        self
    }

    /// Replaces the hash of the position.
    pub fn hash(
        mut self,
        hash: impl FnMut(&mut E, &Game) -> Result<Option<[u64; 4]>, Fault> + 'static,
    ) -> Bent<E> {
        self.hash = Some(Box::new(hash));
        self
    }

    /// Returns the other engine, if it is to answer this question.
    fn asked(&mut self, question: Check) -> Option<&mut E> {
        self.answered.contains(&question).then_some(&mut self.engine)
    }
}

impl<E: Engine + 'static> Bent<E> {
    /// Returns the engine in a box, as an engine factory makes it.
    pub fn boxed(self) -> Box<dyn Engine> {
        Box::new(self)
    }
}

impl<E: Engine> Engine for Bent<E> {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.game.setup = setup.clone();
        self.game.turns.clear();
        (self.game.tried, self.game.undos) = (0, 0);
        self.game.number += 1;
        match &mut self.start {
            Some(start) => start(&mut self.engine, &self.game, setup),
            None => self.engine.start(setup),
        }
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.game.tried += 1;
        self.game.tried_in_all += 1;
        let ruling = match &mut self.play {
            Some(play) => play(&mut self.engine, &self.game, turn),
            None => self.engine.play(turn),
        }?;
        self.game.turns.extend((ruling == Ruling::Allowed).then_some(turn));
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        match &mut self.is_legal {
            Some(is_legal) => is_legal(&mut self.engine, &self.game, turn),
            None => self.asked(Check::Legality).map_or(Ok(None), |engine| engine.is_legal(turn)),
        }
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.asked(Check::Board).map_or(Ok(None), E::board)
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.asked(Check::Status).map_or(Ok(None), E::status)
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        match &mut self.score {
            Some(score) => score(&mut self.engine, &self.game),
            None => self.asked(Check::Score).map_or(Ok(None), E::score),
        }
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        match &mut self.settle {
            Some(settle) => settle(&mut self.engine, &self.game, settlement),
            None => Ok(None),
        }
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let undone = match &mut self.undo {
            Some(undo) => undo(&mut self.engine, &self.game),
            None => self.asked(Check::Undo).map_or(Ok(None), E::undo),
        }?;
        self.game.undos += 1;
        if undone.is_some() {
            self.game.turns.pop();
        }
        Ok(undone)
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        match &mut self.generate {
            Some(generate) => generate(&mut self.engine, &self.game),
            None => self.asked(Check::Generate).map_or(Ok(None), E::generate),
        }
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        match &mut self.hash {
            Some(hash) => hash(&mut self.engine, &self.game),
            None => Ok(None),
        }
    }
}

impl<E> fmt::Debug for Bent<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bent").field("game", &self.game).finish_non_exhaustive()
    }
}

/// An engine with the answers of two engines: those of `other` on the boards that it is for, those of `usual` on all others.
pub struct BySize {
    usual: Box<dyn Engine>,
    other: Box<dyn Engine>,
    is_for_other: Box<dyn Fn(Size) -> bool>,
    other_plays: bool,
}

impl BySize {
    /// Makes an engine that plays as `other` on some boards.
    pub fn new(
        usual: Box<dyn Engine>,
        other: Box<dyn Engine>,
        is_for_other: impl Fn(Size) -> bool + 'static,
    ) -> BySize {
        BySize { usual, other, is_for_other: Box::new(is_for_other), other_plays: false }
    }

    fn current(&mut self) -> &mut dyn Engine {
        if self.other_plays { self.other.as_mut() } else { self.usual.as_mut() }
    }
}

impl Engine for BySize {
    fn about(&self) -> About {
        About::named("by size")
    }

    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.other_plays = (self.is_for_other)(setup.size());
        self.current().start(setup)
    }

    crate::forward!(self => self.current(); play is_legal board status score undo);
}

impl fmt::Debug for BySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BySize").field("other_plays", &self.other_plays).finish_non_exhaustive()
    }
}
