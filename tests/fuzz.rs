//! The bodies of the fuzz targets: every seed and every regression is run through them, and engines and readers that
//! are wrong on purpose are caught by them.

use crate::support::root;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use superko::adapters::{Optimized, Reference};
use superko::gtp::codec::{Malformed, Reply};
use superko::{
    Answer, Coloring, Event, Fault, Player, Rules, Ruling, Script, Size, Status, Subject, Suicide,
    Transcript, Turn, Verdict, examine, zoo,
};
use superko_exhaustive::{BATCH, PlayResult, Position, PositionEngine, optimized as kernels};
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

/// A body that plays against a subject.
type Against = fn(&[u8], &mut Tally, &mut dyn Subject);

/// The targets that do, with how many engines of the zoo their seeds catch at least.
const AGAINST: [(&str, Against, usize); 6] = [
    ("lockstep", lockstep, 61),
    ("lockstep_large", lockstep_large, 55),
    ("superko", superko_fuzz::superko, 61),
    ("setup", |data, tally, subject| setup(data, tally, subject, &kernels), 50),
    ("scoring", |data, tally, subject| scoring(data, tally, subject, &kernels), 15),
    ("undo_branch", undo_branch, 61),
];

#[test]
fn engines_wrong_on_purpose_are_caught() {
    let mut survivors: BTreeSet<&str> = zoo::ALL.iter().map(|specimen| specimen.name).collect();
    for (target, body, least) in AGAINST {
        assert_eq!(caught(target, |data, tally| body(data, tally, zoo::control().as_mut())), None);
        let mut count = 0;
        for specimen in &zoo::ALL {
            let mut subject = specimen.subject();
            if caught(target, |data, tally| body(data, tally, subject.as_mut())).is_some() {
                survivors.remove(specimen.name);
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
    for specimen in ["initial-grid-missing", "one-chain-captured", "corner-blind"] {
        let mut subject = zoo::find(specimen).unwrap().subject();
        let said = caught("lockstep", |data, tally| lockstep(data, tally, subject.as_mut()));
        let said = said.unwrap_or_else(|| panic!("{specimen} gets through"));
        for part in [
            "reference and subject disagree\n",
            "\n    A ",
            "\nturn ",
            "\nreference ",
            "\nsubject ",
        ] {
            assert!(said.contains(part), "{said}");
        }
        let (_, again) = said.split_once("superko replay '").expect("how to see it again");
        let script: Script = again.trim_end_matches('\'').parse().unwrap();
        let referee = Reference::new(script.record.size, script.record.rules);
        let turns = Turn::all(script.record.size).collect::<Vec<_>>();
        let transcript = Transcript::new(referee, script.record, |_, _| turns.clone());
        let verdict = examine(subject.as_mut(), &transcript);
        assert!(matches!(verdict, Verdict::Diverged(_)), "{specimen}: {verdict:?}\n{said}");
    }
}

#[test]
fn an_engine_that_favors_a_side_of_the_board_or_a_color_is_caught_without_a_reference() {
    let mut missed = Vec::new();
    for name in ["wrap-around", "corner-blind", "last-row-not-cleared", "neutral-to-black"] {
        let specimen = zoo::find(name).unwrap();
        let said = caught("symmetry", |data, tally| {
            let (mut engine, mut image) = (specimen.subject(), specimen.subject());
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

impl Subject for Forgetful {
    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        (self.turns, self.forgot) = (Vec::new(), false);
        self.engine.begin(size, rules)
    }

    fn take(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.engine.take(turn)?;
        if ruling == Ruling::Permitted {
            self.turns.push(turn);
            self.forgot &= turn == Turn::Pass;
        }
        Ok(ruling)
    }

    fn permits(&mut self, turn: Turn) -> Result<Answer<Ruling>, Fault> {
        self.engine.permits(turn)
    }

    fn coloring(&mut self) -> Result<Answer<Coloring>, Fault> {
        self.engine.coloring()
    }

    fn status(&mut self) -> Result<Answer<Status>, Fault> {
        let to_move =
            if self.turns.len().is_multiple_of(2) { Player::Black } else { Player::White };
        match self.engine.status()? {
            Answer::Given(Status::Over) if self.forgot => {
                Ok(Answer::Given(Status::Running { to_move }))
            }
            status => Ok(status),
        }
    }

    fn undo(&mut self) -> Result<Answer<()>, Fault> {
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
        let mut subject = Forgetful { engine, turns: Vec::new(), forgot: false };
        let said = caught(target, |data, tally| body(data, tally, &mut subject));
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

impl Subject for ShortMemory {
    fn name(&self) -> &'static str {
        "short memory"
    }

    fn begin(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        self.1 = 0;
        self.0.begin(size, rules)
    }

    fn take(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.0.take(turn)?;
        if ruling == Ruling::Permitted {
            self.1 = 2.min(self.1 + 1);
        }
        Ok(ruling)
    }

    fn survey(&mut self, turns: &[Turn]) -> Result<Vec<Answer<Ruling>>, Fault> {
        self.0.survey(turns)
    }

    fn coloring(&mut self) -> Result<Answer<Coloring>, Fault> {
        self.0.coloring()
    }

    fn status(&mut self) -> Result<Answer<Status>, Fault> {
        self.0.status()
    }

    fn undo(&mut self) -> Result<Answer<()>, Fault> {
        let Some(left) = self.1.checked_sub(1) else { return Ok(Answer::Withheld) };
        self.1 = left;
        self.0.undo()
    }
}

#[test]
fn an_engine_that_withholds_undo_is_not_accused() {
    let (size, rules) = (Size::square(1).unwrap(), Rules::default());
    for (target, body, _) in AGAINST {
        let mut subject = Reference::new(size, rules);
        assert_eq!(caught(target, |data, tally| body(data, tally, &mut subject)), None, "{target}");
        let mut subject = ShortMemory(Optimized::new(size, rules), 0);
        assert_eq!(caught(target, |data, tally| body(data, tally, &mut subject)), None, "{target}");
    }
}

/// Kernels that count one stone too few in every capture.
struct Miscounting(Box<dyn PositionEngine>);

impl PositionEngine for Miscounting {
    fn name(&self) -> &'static str {
        "miscounting"
    }

    fn load(&mut self, positions: &[Position]) -> u64 {
        self.0.load(positions)
    }

    fn areas(&self, index: usize) -> [u16; 2] {
        self.0.areas(index)
    }

    fn play(
        &self,
        player: superko_exhaustive::Player,
        point: usize,
        which: u64,
        results: &mut [PlayResult; BATCH],
    ) {
        self.0.play(player, point, which, results);
        for result in results {
            result.captured = result.captured.saturating_sub(1);
        }
    }
}

/// Kernels that give Black all that is not White's.
struct Generous(Box<dyn PositionEngine>, superko_exhaustive::Size);

impl PositionEngine for Generous {
    fn name(&self) -> &'static str {
        "generous"
    }

    fn load(&mut self, positions: &[Position]) -> u64 {
        self.0.load(positions)
    }

    fn areas(&self, index: usize) -> [u16; 2] {
        let [_, white] = self.0.areas(index);
        [u16::try_from(self.1.point_count()).unwrap() - white, white]
    }

    fn play(
        &self,
        player: superko_exhaustive::Player,
        point: usize,
        which: u64,
        results: &mut [PlayResult; BATCH],
    ) {
        self.0.play(player, point, which, results);
    }
}

#[test]
fn wrong_kernels_are_caught() {
    let optimized = || Optimized::new(Size::square(1).unwrap(), Rules::default());
    let said = caught("setup", |data, tally| {
        setup(data, tally, &mut optimized(), &|size| Box::new(Miscounting(kernels(size))));
    });
    assert!(said.is_some_and(|said| said.contains("captured: 0")));
    let said = caught("scoring", |data, tally| {
        scoring(data, tally, &mut optimized(), &|size| Box::new(Generous(kernels(size), size)));
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
            let mut script: Script = text.parse()?;
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
        rules: |text| Ok(Rules { suicide: Suicide::Allowed, ..text.parse()? }),
        ..Readers::default()
    };
    let said =
        caught("command_line_rules", |data, tally| command_line_rules(data, tally, &lenient));
    assert!(said.is_some_and(|said| said.contains("read from\n")));
}
