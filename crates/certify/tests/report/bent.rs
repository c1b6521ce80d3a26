//! The runs of the tests: quick ones, of an engine that is right except where a test bends it, and of engines of the zoo.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use superko::certify::{Level, NoObserver, Options, diagnose, run};
use superko::engine::bent::Bent;
use superko::engines::{Optimized, zoo};
use superko::report::Report;
use superko::{Check, Engine, Fault, Rules, Ruling, Size, Turn};

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

/// Reports by the names of their engines. Several tests read each of them, so each is made once.
type Made = Mutex<BTreeMap<String, Arc<OnceLock<Report>>>>;

fn made_once(made: &Made, name: &str, make: impl FnOnce() -> Report) -> Report {
    let place = Arc::clone(made.lock().unwrap().entry(name.to_owned()).or_default());
    place.get_or_init(make).clone()
}

/// Returns the report of a quick run of an engine of the zoo under Tromp-Taylor rules.
pub(crate) fn of_zoo(name: &str) -> Report {
    static MADE: Made = Mutex::new(BTreeMap::new());
    let mutant = zoo::find(name).unwrap();
    made_once(&MADE, name, || {
        run(&|| Ok(mutant.engine() as Box<dyn Engine>), &quick("tromp-taylor"), &NoObserver)
    })
}

/// Returns the same report with a diagnosis.
pub(crate) fn diagnosed(name: &str) -> Report {
    static MADE: Made = Mutex::new(BTreeMap::new());
    let mutant = zoo::find(name).unwrap();
    made_once(&MADE, name, || {
        let mut report = of_zoo(name);
        let factory = || Ok(mutant.engine() as Box<dyn Engine>);
        report.explain(diagnose(&factory, &quick("tromp-taylor"), &NoObserver).unwrap());
        report
    })
}

/// Makes an engine whose rulings a function replaces. The function gets the number of turns that the engine was told to play
/// in all games, the turn and the ruling.
pub(crate) fn bending(
    inner: Box<dyn Engine>,
    bend: impl Fn(u64, Turn, Ruling) -> Result<Ruling, Fault> + 'static,
) -> Box<dyn Engine> {
    let engine = Bent::named("bent", inner).answering([Check::Board, Check::Status, Check::Score]);
    let engine = engine.play(move |inner, game, turn| {
        let ruling = inner.play(turn)?;
        bend(game.tried_in_all, turn, ruling)
    });
    engine.boxed()
}

/// Returns the report of a run of a right engine whose rulings a function replaces.
pub(crate) fn bent(
    options: &Options,
    bend: impl Fn(u64, Turn, Ruling) -> Result<Ruling, Fault> + Copy + Sync + 'static,
) -> Report {
    run(&|| Ok(bending(engine(), bend)), options, &NoObserver)
}
