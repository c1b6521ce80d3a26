//! The bodies of the fuzz targets: every seed and every regression is run through them, and engines and readers that
//! are wrong on purpose are caught by them.

use crate::support::root;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use superko::engines::{Optimized, OptimizedPositions, Reference};
use superko::exhaust::{LANES, Packed, Played, Positions};
use superko::gtp::{Malformed, Reply};
use superko::{
    Engine, Event, Fault, Player, Position, RecordText, Rules, Ruling, Size, Status, Suicide,
    Transcript, Turn, Verdict, examine, zoo,
};
use superko_fuzz::{
    EightLanes, InStep, Order, Parts, Readers, Swapped, Tally, Target, batch, command_line_rules,
    gtp_reply, lockstep, lockstep_large, record_text, scoring, setup, sgf, symmetry, undo_branch,
};
use superko_optimized::Finished;

/// The inputs of a target in a folder of `fuzz/`, by their paths; none if it has no folder there.
fn inputs(folder: &str, target: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = root().join("fuzz").join(folder).join(target);
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeMap::new() };
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            (path, bytes)
        })
        .collect()
}

/// Everything that the seeds of a target reach.
fn replayed(target: &Target) -> Tally {
    let mut tally = Tally::default();
    for input in inputs("seeds", target.name).values() {
        target.run(input, &mut tally);
    }
    tally
}

#[test]
fn seeds_and_regressions_find_nothing() {
    for target in Target::ALL {
        let tally = replayed(target);
        assert!(tally.executions >= 10, "{} has {} seeds", target.name, tally.executions);
        assert!(tally.useful_share() >= 0.5, "{}: {}", target.name, tally.useful_share());
        let mut tally = Tally::default();
        for input in inputs("regressions", target.name).values() {
            target.run(input, &mut tally);
        }
    }
}

#[test]
fn the_seeds_reach_every_event() {
    for name in ["lockstep", "superko", "undo_branch"] {
        let tally = replayed(Target::find(name).unwrap());
        let missing: Vec<&Event> = Event::ALL
            .iter()
            .filter(|&&event| event.in_games() && tally.event(event) == 0)
            .collect();
        assert_eq!(missing, [] as [&Event; 0], "{name}");
    }
}

/// What the body of a target says when it is run on its seeds, one after the other, and finds something.
fn caught(target: &str, mut body: impl FnMut(&[u8], &mut Tally)) -> Option<String> {
    inputs("seeds", target).values().find_map(|input| {
        let run = catch_unwind(AssertUnwindSafe(|| body(input, &mut Tally::default())));
        let panic = run.err()?;
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
    })
}

/// A body that plays against a engine.
type Against = fn(&[u8], &mut Tally, &mut dyn Engine);

/// The targets that do, with how many engines of the zoo their seeds catch at least.
const AGAINST: [(&str, Against, usize); 6] = [
    ("lockstep", lockstep, 61),
    ("lockstep_large", lockstep_large, 55),
    ("superko", superko_fuzz::superko, 61),
    ("setup", |data, tally, engine| setup(data, tally, engine, &kernels), 50),
    ("scoring", |data, tally, engine| scoring(data, tally, engine, &kernels), 15),
    ("undo_branch", undo_branch, 61),
];

fn kernels(size: Size) -> Box<dyn Positions> {
    Box::new(OptimizedPositions::new(size))
}

#[test]
fn engines_wrong_on_purpose_are_caught() {
    let mut survivors: BTreeSet<&str> = zoo::ALL.iter().map(|mutant| mutant.name).collect();
    for (target, body, least) in AGAINST {
        assert_eq!(caught(target, |data, tally| body(data, tally, zoo::control().as_mut())), None);
        let mut count = 0;
        for mutant in &zoo::ALL {
            let mut engine = mutant.engine();
            if caught(target, |data, tally| body(data, tally, engine.as_mut())).is_some() {
                survivors.remove(mutant.name);
                count += 1;
            }
        }
        assert!(count >= least, "{target} catches {count} engines");
    }
    // It takes a game of more than 500 turns, for which replaying has no time.
    assert_eq!(survivors, BTreeSet::from(["history-of-500"]));
}

#[test]
fn what_is_caught_is_drawn_and_replays() {
    for mutant in ["initial-grid-missing", "one-chain-captured", "corner-blind"] {
        let mut engine = zoo::find(mutant).unwrap().engine();
        let said = caught("lockstep", |data, tally| lockstep(data, tally, engine.as_mut()));
        let said = said.unwrap_or_else(|| panic!("{mutant} gets through"));
        for part in
            ["reference and engine disagree\n", "\n    A ", "\nturn ", "\nreference ", "\nsubject "]
        {
            assert!(said.contains(part), "{said}");
        }
        let (_, again) = said.split_once("superko replay '").expect("how to see it again");
        let script: RecordText = again.trim_end_matches('\'').parse().unwrap();
        let referee = Reference::new(script.record.size(), script.record.rules());
        let turns = Turn::all(script.record.size()).collect::<Vec<_>>();
        let transcript = Transcript::new(referee, script.record, |_, _| turns.clone());
        let verdict = examine(engine.as_mut(), &transcript);
        assert!(matches!(verdict, Verdict::Disagreed(_)), "{mutant}: {verdict:?}\n{said}");
    }
}

#[test]
fn an_engine_that_favors_a_side_of_the_board_or_a_color_is_caught_without_a_reference() {
    let mut missed = Vec::new();
    for name in ["wrap-around", "corner-blind", "last-row-not-cleared", "neutral-to-black"] {
        let mutant = zoo::find(name).unwrap();
        let said = caught("symmetry", |data, tally| {
            let (mut engine, mut image) = (mutant.engine(), mutant.engine());
            let (engine, image) = (engine.as_mut(), image.as_mut());
            let swapped = &mut Swapped::new(Size::square(1).unwrap(), Rules::default());
            symmetry(data, tally, Parts { engine, image, swapped });
        });
        match said {
            None => missed.push(name),
            Some(said) => assert!(said.contains("superko replay '"), "{said}"),
        }
    }
    assert_eq!(missed, [] as [&str; 0]);
}

/// An engine that forgets, when a turn is taken back, that the one before it was a pass.
struct Forgetful {
    engine: Optimized,
    turns: Vec<Turn>,
    forgot: bool,
}

impl Engine for Forgetful {
    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        (self.turns, self.forgot) = (Vec::new(), false);
        self.engine.start(size, rules)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.engine.play(turn)?;
        if ruling == Ruling::Allowed {
            self.turns.push(turn);
            self.forgot &= turn == Turn::Pass;
        }
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.engine.is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let to_move =
            if self.turns.len().is_multiple_of(2) { Player::Black } else { Player::White };
        match self.engine.status()? {
            Some(Status::Over) if self.forgot => Ok(Some(Status::Running { to_move })),
            status => Ok(status),
        }
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let undone = self.engine.undo()?;
        self.turns.pop();
        self.forgot = self.turns.last() == Some(&Turn::Pass);
        Ok(undone)
    }
}

#[test]
fn an_engine_that_is_wrong_only_after_undo_is_caught() {
    let target = |name| AGAINST.into_iter().find(|(target, ..)| *target == name).unwrap();
    for name in ["lockstep", "lockstep_large", "superko", "undo_branch"] {
        let (target, body, _) = target(name);
        let engine = Optimized::new(Size::square(1).unwrap(), Rules::default());
        let mut engine = Forgetful { engine, turns: Vec::new(), forgot: false };
        let said = caught(target, |data, tally| body(data, tally, &mut engine));
        let said = said.unwrap_or_else(|| panic!("{name} lets it through"));
        assert!(said.contains("game over"), "{said}");
        assert!(
            name == "undo_branch" || said.contains(" legal turns below taken back\n"),
            "{said}"
        );
    }
}

/// An engine that can take back as many turns as it still knows of, at most two.
struct ShortMemory(Optimized, usize);

impl Engine for ShortMemory {
    fn name(&self) -> &'static str {
        "short memory"
    }

    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        self.1 = 0;
        self.0.begin(size, rules)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.0.take(turn)?;
        if ruling == Ruling::Allowed {
            self.1 = 2.min(self.1 + 1);
        }
        Ok(ruling)
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        self.0.are_legal(turns)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.0.position()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.0.status()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let Some(left) = self.1.checked_sub(1) else { return Ok(None) };
        self.1 = left;
        self.0.undo()
    }
}

#[test]
fn an_engine_that_withholds_undo_is_not_accused() {
    let (size, rules) = (Size::square(1).unwrap(), Rules::default());
    for (target, body, _) in AGAINST {
        let mut engine = Reference::new(size, rules);
        assert_eq!(caught(target, |data, tally| body(data, tally, &mut engine)), None, "{target}");
        let mut engine = ShortMemory(Optimized::new(size, rules), 0);
        assert_eq!(caught(target, |data, tally| body(data, tally, &mut engine)), None, "{target}");
    }
}

/// Kernels that count one stone too few in every capture.
struct Miscounting(OptimizedPositions);

impl Positions for Miscounting {
    fn name(&self) -> &'static str {
        "miscounting"
    }

    fn place(&mut self, positions: &[Packed]) -> u64 {
        self.0.place(positions)
    }

    fn areas(&self, lane: usize) -> [u16; 2] {
        self.0.areas(lane)
    }

    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
        self.0.play(player, point, lanes, played);
        for played in played {
            played.captured = played.captured.saturating_sub(1);
        }
    }
}

/// Kernels that give Black all that is not White's.
struct Generous(OptimizedPositions, Size);

impl Positions for Generous {
    fn name(&self) -> &'static str {
        "generous"
    }

    fn place(&mut self, positions: &[Packed]) -> u64 {
        self.0.place(positions)
    }

    fn areas(&self, lane: usize) -> [u16; 2] {
        let [_, white] = self.0.areas(lane);
        [u16::try_from(self.1.area()).unwrap() - white, white]
    }

    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
        self.0.play(player, point, lanes, played);
    }
}

#[test]
fn wrong_kernels_are_caught() {
    let optimized = || Optimized::new(Size::square(1).unwrap(), Rules::default());
    let said = caught("setup", |data, tally| {
        let wrong =
            |size| -> Box<dyn Positions> { Box::new(Miscounting(OptimizedPositions::new(size))) };
        setup(data, tally, &mut optimized(), &wrong);
    });
    assert!(said.is_some_and(|said| said.contains("captured: 0")));
    let said = caught("scoring", |data, tally| {
        let wrong = |size| -> Box<dyn Positions> {
            Box::new(Generous(OptimizedPositions::new(size), size))
        };
        scoring(data, tally, &mut optimized(), &wrong);
    });
    assert!(said.is_some_and(|said| said.contains("reference: [")));
}

/// Eight games in step, of which one ends a turn too late.
struct OneLate;

impl InStep for OneLate {
    fn play<const S: usize, const N: usize>(&self, order: &Order<S, N>) -> Vec<Finished<S, N>> {
        let mut finished = EightLanes.play(order);
        finished[3].turns += 1;
        finished
    }
}

#[test]
fn a_wrong_lane_is_caught() {
    let said = caught("batch", |data, tally| batch(data, tally, &OneLate));
    assert!(said.is_some_and(|said| said.starts_with("eight games in step are not the same")));
}

#[test]
fn wrong_readers_are_caught() {
    let no_ids = |pieces: &mut dyn Iterator<Item = &[u8]>| -> (Vec<Reply>, Option<Malformed>) {
        let (mut replies, malformed) = superko_fuzz::read(pieces);
        replies.iter_mut().for_each(|reply| reply.id = None);
        (replies, malformed)
    };
    let said = caught("gtp_reply", |data, tally| gtp_reply(data, tally, &no_ids));
    assert!(said.is_some_and(|said| said.contains("replies read in pieces")));

    let said = caught("record_text", |data, tally| {
        record_text(data, tally, &|text| {
            let mut script: RecordText = text.parse()?;
            if script.record.turns.last() == Some(&Turn::Pass) {
                script.record.turns.pop();
            }
            Ok(script)
        });
    });
    assert!(said.is_some_and(|said| said.contains("read from\n")));

    let said = caught("sgf", |data, tally| {
        sgf(data, tally, &|text| superko::sgf::read(&text.replace("XB[", "C["), None));
    });
    assert!(said.is_some_and(|said| said.contains("read from\n")));

    let lenient = Readers {
        rules: |text| Ok(text.parse::<Rules>()?.suicide(Suicide::Allowed)),
        ..Readers::default()
    };
    let said =
        caught("command_line_rules", |data, tally| command_line_rules(data, tally, &lenient));
    assert!(said.is_some_and(|said| said.contains("read from\n")));
}
