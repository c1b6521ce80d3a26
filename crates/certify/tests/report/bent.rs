//! An engine that is right except where a test bends it.

use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::Optimized;
use superko::report::Report;
use superko::{About, Engine, Fault, Rules, Ruling, Size, Turn};

/// Returns the options of a quick run, on few boards with few random games.
pub(crate) fn quick(rules: &str) -> Options {
    let sizes = ["1x1", "2x1", "2x2", "3x3", "5x5"];
    Options {
        rules: rules.parse().unwrap(),
        sizes: sizes.map(|size| size.parse().unwrap()).to_vec(),
        games: Some(30),
        ..Options::at(Level::Smoke)
    }
}

pub(crate) fn engine() -> Box<dyn Engine> {
    Box::new(Optimized::new(Size::square(1).unwrap(), Rules::default()))
}

/// An engine whose rulings a function replaces.
pub(crate) struct Bent<F> {
    pub(crate) inner: Box<dyn Engine>,
    /// The function, which gets the number of turns played so far in all games, the turn and the ruling.
    pub(crate) bend: F,
    pub(crate) played: u64,
}

impl<F: FnMut(u64, Turn, Ruling) -> Result<Ruling, Fault>> Engine for Bent<F> {
    fn about(&self) -> About {
        About::named("bent")
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.played += 1;
        let ruling = self.inner.play(turn)?;
        (self.bend)(self.played, turn, ruling)
    }

    superko::engine::forward!(self => self.inner; start board status score);
}

pub(crate) fn bent(
    options: &Options,
    bend: impl Fn(u64, Turn, Ruling) -> Result<Ruling, Fault> + Copy + Sync + 'static,
) -> Report {
    run(&|| Ok(Box::new(Bent { inner: engine(), bend, played: 0 })), options, &NoObserver)
}
