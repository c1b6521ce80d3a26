//! The beginning of a run: an engine is started and asked which boards it plays and what it can do.

use super::examine::Skills;
use super::idle::{self, ByCommands};
use super::journal::Beginning;
use super::{AnotherEngine, Options, Run, Scope};
use crate::report::RefusedSize;
use superko_engine::{About, Engine, Fault, ProbeFault, Ruling, guarded};
use superko_game::{Record, Setup, Size, Turn};

/// The number of boards on which to test whether the engine supports undo.
const MOST_UNDO_PROBES: usize = 2;

/// The number of faults after which no further boards are tried.
const MOST_PROBE_FAULTS: usize = 3;

/// An engine that was started, and what it said.
pub(super) struct Begun {
    pub(super) beginning: Beginning,
    /// `None` if a run is resumed and no engine could be started.
    pub(super) engine: Option<Box<dyn Engine>>,
    /// The games that it played before it was started anew for the first game of the run.
    pub(super) played: Vec<Record>,
    /// Faults that were met outside of games.
    pub(super) faults: Vec<ProbeFault>,
    /// The findings about commands that must change nothing.
    pub(super) by_commands: Vec<ByCommands>,
}

impl Run<'_> {
    /// Starts the first engine and finds out which boards it plays and what it can do.
    pub(super) fn begin(&self) -> Result<Begun, Fault> {
        let Run { factory, options, .. } = *self;
        let mut engine = guarded(factory)?;
        let about = engine.about();
        let (playable, refused) = self.boards(&mut engine, &about)?;
        let mut played = Vec::new();
        let mut can_generate = |generate: &mut Generate<'_>| {
            generates(engine.as_mut(), &playable, options, generate, &mut played)
        };
        let plays_generated = can_generate(&mut |engine| engine.generate_and_play());
        let generates = plays_generated || can_generate(&mut |engine| engine.generate());
        let skills = Skills {
            undoes: undoes(engine.as_mut(), &playable, options, &mut played),
            generates,
            plays_generated,
            counts_komi: engine.counts_komi(),
            shows_board: playable
                .first()
                .is_some_and(|&size| can(engine.as_mut(), size, options, |engine| engine.board())),
            passes: !about.conventions.lacks_pass,
            passes_after_end: about.conventions.passes_after_end,
            move_cap: about.conventions.move_cap,
        };
        let further = further(engine.as_mut(), options, &playable);
        let by_commands = idle::examine(engine.as_mut(), options, &playable);
        // The dialect includes the commands that set the rules, which the engine sent in the games above.
        let About { faults, dialect, .. } = engine.about();
        let about = About { dialect, ..about };
        let beginning = Beginning::of(about, playable, further, refused, skills);
        Ok(Begun { beginning, engine: Some(engine), played, faults, by_commands })
    }

    /// Resumes an interrupted run. If no engine can be started, the parts of the work that need one report the fault.
    pub(super) fn begin_again(&self, beginning: &Beginning) -> Result<Begun, AnotherEngine> {
        let beginning = beginning.clone();
        let (played, faults, by_commands) = (Vec::new(), Vec::new(), Vec::new());
        let mut begun = Begun { beginning, engine: None, played, faults, by_commands };
        if let Ok(mut engine) = guarded(self.factory) {
            begun.beginning.expect(&engine.about())?;
            begun.by_commands =
                idle::examine(engine.as_mut(), self.options, &begun.beginning.playable);
            begun.faults = engine.about().faults;
            begun.engine = Some(engine);
        }
        Ok(begun)
    }

    /// Returns the boards that the engine plays, and those that it refuses.
    fn boards(
        &self,
        engine: &mut Box<dyn Engine>,
        about: &About,
    ) -> Result<(Vec<Size>, Vec<RefusedSize>), Fault> {
        let Run { factory, options, .. } = *self;
        let (mut playable, mut refused, mut last) = (Vec::new(), Vec::new(), None);
        // If no boards were named, the board that the engine is known to play is tried in addition to the usual ones.
        let is_new = |size: &Size| !options.sizes_named && !options.sizes.contains(size);
        let known = about.board.filter(is_new);
        for &size in options.sizes.iter().chain(&known) {
            match guarded(|| engine.start(&Setup::new(size, options.rules))) {
                Ok(()) => playable.push(size),
                Err(Fault::Unsupported { what }) => refused.push(RefusedSize { size, what }),
                Err(fault @ Fault::Stopped { .. }) => return Err(fault),
                // A crash is not a refusal: the games on this board are played, and their faults are reported.
                Err(Fault::Panic { .. }) => {
                    playable.push(size);
                    *engine = guarded(factory)?;
                }
                Err(fault) => {
                    refused.push(RefusedSize { size, what: fault.to_string() });
                    last = Some(fault);
                }
            }
        }
        match last {
            Some(fault) if playable.is_empty() => Err(fault),
            _ => Ok((playable, refused)),
        }
    }
}

/// Returns the additional boards of the level that the engine supports, if no boards were named. Stops after
/// a few faults.
fn further(engine: &mut dyn Engine, options: &Options, playable: &[Size]) -> Vec<Size> {
    let whole = options.only.is_empty() && options.sample.is_none() && !options.sizes_named;
    if options.scope != Scope::FixedSuite || !whole {
        return Vec::new();
    }
    let mut faults = 0;
    let mut further = Vec::new();
    let is_new = |size: &Size| !playable.contains(size) && !options.sizes.contains(size);
    for size in options.level.further_sizes().into_iter().filter(is_new) {
        match guarded(|| engine.start(&Setup::new(size, options.rules))) {
            Ok(()) => further.push(size),
            Err(Fault::Unsupported { .. }) => {}
            Err(_) => faults += 1,
        }
        if faults == MOST_PROBE_FAULTS {
            break;
        }
    }
    further
}

/// Returns whether the engine answers a question in a new game. A fault counts as an answer, so that the run examines it.
fn can<T>(
    engine: &mut dyn Engine,
    size: Size,
    options: &Options,
    mut ask: impl FnMut(&mut dyn Engine) -> Result<Option<T>, Fault>,
) -> bool {
    let answer = guarded(|| {
        engine.start(&Setup::new(size, options.rules))?;
        ask(engine)
    });
    !matches!(answer, Ok(None))
}

/// Returns whether the engine takes turns back: a play or a pass, since it may support only one of them. Adds the games to
/// those that it has played.
fn undoes(
    engine: &mut dyn Engine,
    playable: &[Size],
    options: &Options,
    played: &mut Vec<Record>,
) -> bool {
    let pass = (!engine.about().conventions.lacks_pass).then_some(Turn::Pass);
    playable.iter().take(MOST_UNDO_PROBES).any(|&size| {
        let play = size.point(0, 0).map(Turn::Play);
        pass.into_iter().chain(play).any(|turn| {
            played.push(Record::new(size, options.rules, vec![turn]));
            can(engine, size, options, |engine| match engine.play(turn)? {
                Ruling::Allowed => engine.undo(),
                Ruling::Forbidden(_) => Ok(None),
            })
        })
    })
}

/// A way to ask an engine for a turn.
type Generate<'a> = dyn FnMut(&mut dyn Engine) -> Result<Option<Turn>, Fault> + 'a;

/// Returns whether the engine generates turns in this way. Adds the game to those that it has played.
fn generates(
    engine: &mut dyn Engine,
    playable: &[Size],
    options: &Options,
    generate: &mut Generate<'_>,
    played: &mut Vec<Record>,
) -> bool {
    // The board must be large enough for a player, and small enough for a quick search.
    let usual = |size: &&Size| size.point_count() <= 81;
    let largest = playable.iter().filter(usual).max_by_key(|size| size.point_count());
    let size = largest.or(playable.first()).filter(|_| options.scope == Scope::FixedSuite);
    size.is_some_and(|&size| {
        let mut turns = Vec::new();
        let can = can(engine, size, options, |engine| {
            // An engine that resigns in one position may play in another.
            for point in size.points().take(3) {
                if let Some(turn) = generate(engine)? {
                    return Ok(Some(turn));
                }
                turns.push(Turn::Play(point));
                engine.play(Turn::Play(point))?;
            }
            Ok(None)
        });
        played.push(Record::new(size, options.rules, turns));
        can
    })
}
