//! Helpers that the tests share: temporary paths, the files of a folder, fact files, grids from drawings, random numbers, an
//! engine with other rules.

use serde_json::Value;
use std::path::{Path, PathBuf};
use superko::certify::{Diagnose, Level, Options};
use superko::engine::bent::Bent;
use superko::engines::Reference;
use superko::report::{Report, in_words};
use superko::{About, Check, Engine, Position, RefusalReason, Rules, Ruling, Setup, Size};
use superko_reference::{Color, Grid, Player, Point, Repetition, SelfCapture, Turn};

/// A temporary path for the files of a test. They are removed if the test passes.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Returns a path at which nothing exists. Tests that run at the same time need different names.
    pub(crate) fn new(name: &str) -> Scratch {
        let scratch = std::env::temp_dir().join(format!("superko-{}-{name}", std::process::id()));
        let scratch = Scratch(scratch);
        scratch.clear();
        scratch
    }

    /// Removes the file at the path, or the directory with everything in it.
    pub(crate) fn clear(&self) {
        let _ = std::fs::remove_dir_all(&self.0).or_else(|_| std::fs::remove_file(&self.0));
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.clear();
        }
    }
}

impl std::ops::Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// Returns the notes about an engine, in words.
pub(crate) fn noted(about: &About) -> Vec<String> {
    about.notes.iter().map(in_words).collect()
}

/// Returns what a run was required to observe and did not, in words.
pub(crate) fn unmet(report: &Report) -> Vec<String> {
    report.unmet.iter().map(ToString::to_string).collect()
}

/// Returns the usual options at a level, for a test that reads only what a run finds: a diagnosis takes longer than the run.
pub(crate) fn undiagnosed(level: Level) -> Options {
    Options { diagnose: Diagnose::Never, ..Options::at(level) }
}

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files below a folder, in order. Hidden folders and the output of builds are left out.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("the folder was opened").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_built = ["target", "node_modules"].contains(&name.as_str())
            // The output of `superko matrix`.
            || path == root().join("matrix")
            || path.join("CACHEDIR.TAG").exists();
        if path.is_dir() && !name.starts_with('.') && !is_built {
            found.extend(files_below(&path));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the text of a file of `tests/facts`.
pub(crate) fn fact_text(name: &str) -> String {
    let path: PathBuf = root().join("tests/facts").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a JSON file of `tests/facts`.
pub(crate) fn fact(name: &str) -> Value {
    serde_json::from_str(&fact_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the text in a field of a JSON object.
pub(crate) fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_else(|| panic!("no text in `{field}` of {object}"))
}

/// Returns the number in a field of a JSON object.
pub(crate) fn number(object: &Value, field: &str) -> usize {
    let number = object[field].as_u64().unwrap_or_else(|| panic!("no number in `{field}`"));
    usize::try_from(number).expect("the facts hold no number beyond 64 bits")
}

/// Returns the list in a field of a JSON object.
pub(crate) fn list<'a>(object: &'a Value, field: &str) -> &'a [Value] {
    object[field].as_array().unwrap_or_else(|| panic!("no list in `{field}` of {object}"))
}

/// Returns the texts of a JSON list, in their order.
pub(crate) fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    list.iter().map(|each| each.as_str().expect("a list of texts")).collect()
}

/// Returns the grid that a list of rows draws, with the top row first.
pub(crate) fn grid_of(rows: &Value) -> Grid {
    grid(&texts(rows).join("\n"))
}

/// Returns the grid that a diagram draws, read by the strict parser of [`Position`].
pub(crate) fn grid(diagram: &str) -> Grid {
    let position: Position = diagram.parse().unwrap_or_else(|error| panic!("{error}\n{diagram}"));
    let size = position.size();
    let empty = Grid::empty(size.columns().into(), size.rows().into());
    size.points().fold(empty, |grid, point| {
        let color = match position[point] {
            superko::Color::Empty => Color::Empty,
            superko::Color::Black => Color::Black,
            superko::Color::White => Color::White,
        };
        grid.with(Point { column: point.column().into(), row: point.row().into() }, color)
    })
}

/// Returns the position of the harness that is equal to a grid of the reference.
pub(crate) fn position(grid: &Grid) -> Position {
    grid.to_string().parse().expect("a grid is written as a position is read")
}

/// Returns the size of a grid as a type of the harness, which knows the names of points.
pub(crate) fn size(grid: &Grid) -> Size {
    position(grid).size()
}

/// Returns the point of a grid that a vertex such as `A1` names.
pub(crate) fn point(grid: &Grid, vertex: &str) -> Point {
    let point = size(grid).vertex(vertex).unwrap_or_else(|error| panic!("{error}"));
    Point { column: point.column().into(), row: point.row().into() }
}

/// Returns the points of a grid that vertices name.
pub(crate) fn points(grid: &Grid, vertices: &[&str]) -> Vec<Point> {
    vertices.iter().map(|vertex| point(grid, vertex)).collect()
}

/// Returns the vertex that names a point of a grid.
pub(crate) fn vertex(grid: &Grid, point: Point) -> String {
    let side = |number: usize| u8::try_from(number).expect("a point of a grid");
    let found = size(grid).point(side(point.column), side(point.row));
    found.expect("a point of the grid").to_string()
}

/// Returns the turn that `pass` or a vertex names.
pub(crate) fn turn(grid: &Grid, name: &str) -> Turn {
    if name == "pass" { Turn::Pass } else { Turn::Move(point(grid, name)) }
}

/// Returns the player that `B` or `W` names.
pub(crate) fn player(letter: &str) -> Player {
    match letter {
        "B" => Player::Black,
        "W" => Player::White,
        _ => panic!("`{letter}` is no player: write B or W"),
    }
}

/// Returns the rule of repetition that has this name in the fact files.
pub(crate) fn repetition(word: &str) -> Repetition {
    match word {
        "PSK" => Repetition::Positional,
        "SSK" => Repetition::Situational,
        "NSSK" => Repetition::NaturalSituational,
        "SIMPLE" => Repetition::SimpleKo,
        "NONE" => Repetition::None,
        _ => panic!("`{word}` is no rule of repetition"),
    }
}

/// Returns the rule of suicide that has this name in the fact files.
pub(crate) fn self_capture(word: &str) -> SelfCapture {
    match word {
        "any" => SelfCapture::Any,
        "multi" => SelfCapture::SeveralStones,
        "none" => SelfCapture::Forbidden,
        _ => panic!("`{word}` is no rule of suicide"),
    }
}

/// A random generator (splitmix64) that gives the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a random number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).expect("31 bits") % bound
    }
}

/// Makes an engine that is the reference, except that it plays other rules than the requested ones. `played` returns the rules
/// to play, for the requested rules. `explains` is whether the engine says why it refuses a turn.
pub(crate) fn other_rules(
    played: impl Fn(Rules) -> Rules + 'static,
    explains: bool,
) -> Box<dyn Engine> {
    let stated = move |ruling: Ruling| match ruling {
        Ruling::Forbidden(_) if !explains => Ruling::Forbidden(RefusalReason::Unstated),
        ruling => ruling,
    };
    let engine = Reference::new(Size::square(2).unwrap(), Rules::default());
    let engine = Bent::named("other rules", engine)
        .answering([Check::Board, Check::Status, Check::Score])
        .beginning(move |game| Setup { rules: played(game.rules), ..game })
        .play(move |engine, _, turn| Engine::play(engine, turn).map(stated))
        .is_legal(move |engine, _, turn| Ok(engine.is_legal(turn)?.map(stated)));
    engine.boxed()
}
