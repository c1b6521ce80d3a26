//! For the author of an engine in Rust: one call that certifies it, and one that replays a game.

use super::{Diagnose, Level, NoObserver, Observer, Options};
use crate::report::{DrawnDifference, Report, RunVerdict, TextOptions, text};
use std::fmt::Display;
use std::io::Write;
use superko_engine::check::Check;
use superko_engine::referee::Transcript;
use superko_engine::{Engine, Fault, Reference};
use superko_game::{Record, Size};
use superko_harness::findings::replay_in_every_manner;

/// Certifies an engine. `make` is called whenever a fresh engine is needed.
///
/// Options can be set before [`run`](Certify::run) or [`assert_conforms`](Certify::assert_conforms) is
/// called. The defaults are [`Level::Smoke`] and the Tromp-Taylor rules.
///
/// ```
/// use superko::engines::Optimized;
/// use superko::{Rules, Size};
///
/// let engine = || Optimized::new(Size::square(1).unwrap(), Rules::default());
/// superko::certify(engine).rules("tromp-taylor").sizes(["2x2", "5x5"]).games(5).assert_conforms();
/// ```
pub fn certify<E: Engine + 'static>(make: impl Fn() -> E + Sync + 'static) -> Certify {
    Certify {
        make: Box::new(move || Ok(Box::new(make()))),
        options: Options::at(Level::Smoke),
        sizes: Vec::new(),
        games: None,
        required: vec![Check::Play],
        wrong: None,
    }
}

/// The options of a run, started by [`certify`].
pub struct Certify {
    make: Box<dyn Fn() -> Result<Box<dyn Engine>, Fault> + Sync>,
    options: Options,
    sizes: Vec<Size>,
    games: Option<u64>,
    required: Vec<Check>,
    /// The error message for the first option that could not be parsed.
    wrong: Option<String>,
}

impl std::fmt::Debug for Certify {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certify").field("options", &self.options()).finish_non_exhaustive()
    }
}

impl Certify {
    /// Sets the rules: a name such as `aga`, switches such as `repetition=situational,suicide=forbidden`, or
    /// [`Rules`](superko_game::rules::Rules).
    #[must_use]
    pub fn rules(mut self, rules: impl Display) -> Certify {
        match rules.to_string().parse() {
            Ok(rules) => self.options.rules = rules,
            Err(error) => self.note_wrong(error),
        }
        self
    }

    /// Sets the boards, such as `9x9` or `5x4`, columns by rows. The engine must support all of them.
    #[must_use]
    pub fn sizes(mut self, sizes: impl IntoIterator<Item = impl Display>) -> Certify {
        for size in sizes {
            match size.to_string().parse() {
                Ok(size) => self.sizes.push(size),
                Err(error) => self.note_wrong(error),
            }
        }
        self
    }

    /// Sets how thorough the run is.
    #[must_use]
    pub fn level(self, level: Level) -> Certify {
        let Options { rules, seed, strict, .. } = self.options;
        Certify { options: Options { rules, seed, strict, ..Options::at(level) }, ..self }
    }

    /// Sets the number of random games, instead of the number of the level.
    #[must_use]
    pub fn games(mut self, games: u64) -> Certify {
        self.games = Some(games);
        self
    }

    /// Sets the random seed; 1 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Certify {
        self.options.seed = seed;
        self
    }

    /// Requires that these checks observe something: otherwise the engine does not conform. [`Check::Play`] is always required.
    /// An optional check that the engine cannot answer is ignored, and a line on standard error names it.
    #[must_use]
    pub fn require(mut self, checks: impl IntoIterator<Item = Check>) -> Certify {
        self.required.extend(checks);
        self
    }

    fn note_wrong(&mut self, error: impl Display) {
        self.wrong.get_or_insert(error.to_string());
    }

    fn options(&self) -> Options {
        let options = Options {
            required: self.required.clone(),
            diagnose: Diagnose::WhereWorthwhile,
            games: self.games.or(self.options.games),
            ..self.options.clone()
        };
        options.on(self.sizes.iter().copied())
    }

    /// Runs the certification. If the engine deviates, or above [`Level::Smoke`], the report also names the rules it plays.
    ///
    /// # Panics
    ///
    /// If the rules or a size could not be parsed.
    #[track_caller]
    pub fn run(&self) -> Report {
        self.run_with(&NoObserver)
    }

    /// Runs the certification with an observer that may show the progress, measure the time and stop the run.
    ///
    /// # Panics
    ///
    /// If the rules or a size could not be parsed.
    #[track_caller]
    pub fn run_with(&self, observer: &dyn Observer) -> Report {
        if let Some(wrong) = &self.wrong {
            panic!("{wrong}");
        }
        let options = self.options();
        super::run(&*self.make, &options, observer)
    }

    /// Runs the certification and panics unless the engine conforms. The message is the report, with what the
    /// engine really plays and a drawing of the game of each finding.
    ///
    /// # Panics
    ///
    /// If the engine does not conform, or the rules or a size could not be parsed.
    #[track_caller]
    pub fn assert_conforms(&self) {
        self.run().assert_conforms();
    }
}

impl Report {
    /// Panics unless the engine conforms. The message is the report, with what the engine really plays and a
    /// drawing of the game of each finding.
    ///
    /// # Panics
    ///
    /// If the verdict is not `conforms`.
    #[track_caller]
    pub fn assert_conforms(&self) {
        if self.verdict != RunVerdict::Conforms {
            panic!("\n{}", text(self, &TextOptions::default()));
        }
        self.name_what_was_ignored();
    }

    /// Names on standard error the checks that observed nothing, and the rules that were observed in part. A passing test would
    /// hide the output of `eprintln!`.
    pub(super) fn name_what_was_ignored(&self) {
        // Checks that need a player are left out, because most boards never generate turns.
        let ignored = self.checks_unobserved().filter(|check| !check.needs_player());
        let ignored: Vec<&str> = ignored.map(Check::id).collect();
        if !ignored.is_empty() {
            let (name, ignored) = (self.called(), ignored.join(", "));
            // A failure to write does not change the verdict.
            let _ = writeln!(
                std::io::stderr(),
                "superko: ignored, because {name} does not answer: {ignored}"
            );
        }
        let in_part = self.named_in_part();
        if !in_part.is_empty() {
            let (name, in_part) = (self.called(), in_part.join("; "));
            let _ = writeln!(std::io::stderr(), "superko: {name} conforms in part to {in_part}");
        }
    }
}

/// Plays a record on an engine and compares every answer. Panics with a drawing of the disagreement if there
/// is one.
///
/// The record has the format of [`RecordText`](superko_game::RecordText); a report prints it in the line `again`.
///
/// ```
/// use superko::engines::Optimized;
/// use superko::{Rules, Size};
///
/// let engine = || Optimized::new(Size::square(1).unwrap(), Rules::default());
/// superko::replay(engine, "2x1 tromp-taylor: B A1, W B1, B A1");
/// ```
///
/// # Panics
///
/// If the engine disagrees with the reference or cannot answer, the text is not a record or names a player who is not to move, or
/// the agreement in the record is not possible at that point.
#[track_caller]
pub fn replay<E: Engine>(make: impl Fn() -> E, record: &str) {
    replay_after(make, &[], record);
}

/// Replays a record like [`replay`], on an engine that has played other games before.
///
/// # Panics
///
/// As [`replay`]. The other games are not judged.
#[track_caller]
pub fn replay_after<E: Engine>(make: impl Fn() -> E, games: &[&str], record: &str) {
    let read = |text: &str| {
        let played = Transcript::read(text, Reference::set_up).map_err(|error| error.to_string());
        match played.and_then(Transcript::settled) {
            Ok(played) => played.record,
            Err(why) => panic!("{why}"),
        }
    };
    let games: Vec<Record> = games.iter().map(|game| read(game)).collect();
    let record = read(record);
    match replay_in_every_manner(&mut || Ok(Box::new(make())), &games, &record) {
        Ok(None) => {}
        Ok(Some(disagreement)) => {
            panic!("{}\n{}", disagreement.id, DrawnDifference::of(&disagreement));
        }
        Err(fault) => panic!("{fault}"),
    }
}
