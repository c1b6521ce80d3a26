//! Engines whose undo is wrong in ways that no model has. Their flaws are found, and the findings can be reproduced.

use superko::check::FindingId;
use superko::engines::{Reference, zoo};
use superko::findings::{Manner, Reliability, play_again};
use superko::report::{Finding, RunVerdict, TextOptions, text};
use superko::rules::Rule;
use superko::{About, Check, Engine, Fault, Position, Rules, Ruling, Setup, Turn, certify};

/// What is wrong with an engine's undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    /// An undo right after another undo does nothing.
    SecondInARow,
    /// An undo right after a refused turn does nothing.
    AfterRefusal,
    /// After an undo, the engine shows a board of another size.
    AnotherBoard,
}

/// A correct engine, except for a flaw in its undo.
struct Undoing {
    right: Box<dyn Engine>,
    flaw: Flaw,
    /// The flaw that applies to an undo now, because of what was done last.
    last: Flaw,
}

impl Undoing {
    fn new(flaw: Flaw) -> Undoing {
        Undoing { right: zoo::control(), flaw, last: Flaw::Nothing }
    }
}

impl Engine for Undoing {
    fn about(&self) -> About {
        About::named("undoing")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.last = Flaw::Nothing;
        self.right.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.right.play(turn)?;
        self.last = if ruling == Ruling::Allowed { Flaw::Nothing } else { Flaw::AfterRefusal };
        Ok(ruling)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        if (self.flaw, self.last) == (Flaw::AnotherBoard, Flaw::SecondInARow) {
            return Ok(Some(". .\n. .".parse().unwrap()));
        }
        self.right.board()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let is_idle = self.flaw != Flaw::Nothing && self.last == self.flaw;
        self.last = Flaw::SecondInARow;
        if is_idle { Ok(Some(())) } else { self.right.undo() }
    }

    superko::engine::forward!(self => self.right; is_legal status score);
}

fn found(flaw: Flaw) -> (RunVerdict, Vec<Finding>, String) {
    let sizes = ["2x2", "3x3", "5x5"];
    let report = certify(move || Undoing::new(flaw)).sizes(sizes).games(5).run();
    let shown = text(&report, &TextOptions::default());
    (report.verdict, report.findings, shown)
}

#[test]
fn an_undo_that_does_nothing_is_found_and_can_be_reproduced() {
    assert_eq!(found(Flaw::Nothing).0, RunVerdict::Conforms);
    for (flaw, turns) in [(Flaw::SecondInARow, 2), (Flaw::AfterRefusal, 4)] {
        let (verdict, findings, shown) = found(flaw);
        assert_eq!((verdict, findings.len()), (RunVerdict::Deviates, 1), "{flaw:?}: {shown}");
        let finding = &findings[0];
        assert_eq!(finding.id, "state.undo.undo-changes-state", "{flaw:?}");
        assert_eq!((finding.kind, finding.confirmed), (Reliability::Steady, (3, 3)), "{flaw:?}");
        assert!(finding.record.turns.len() <= turns, "{flaw:?}: {:?}", finding.turns);
        // The report says that the engine follows the rules.
        let kept = match flaw {
            Flaw::SecondInARow => "but takes back only one turn, though it reports success",
            _ => "Except for the findings below, exactly tromp-taylor.",
        };
        assert!(shown.contains(kept), "{shown}");
        if flaw == Flaw::AfterRefusal {
            // The board of the reference is the one before the turn that was taken back.
            assert!(shown.contains(" was refused, and "), "{shown}");
            let reference =
                shown.lines().skip_while(|line| !line.contains("before      reference"));
            let rows: Vec<&str> = reference.skip(1).take(2).collect();
            assert!(rows.iter().any(|row| row.matches('X').count() == 2), "{shown}");
        }
        // The report says how to reproduce the finding.
        assert!(shown.contains("asked      every legal turn is taken back"), "{shown}");

        let rule = Rule::repetition(finding.record.rules());
        let id = FindingId { rule, check: finding.check, event: finding.event };
        assert_eq!(id.to_string(), finding.id);
        let again = play_again(&mut Undoing::new(flaw), &finding.record, Manner::of(id));
        assert!(again.disagreements.iter().any(|other| other.id == id), "{flaw:?}");
    }
}

#[test]
fn a_board_of_another_size_is_a_fault() {
    let make = || Undoing::new(Flaw::AnotherBoard);
    let report = certify(make).sizes(["3x3"]).games(5).run();
    assert_eq!((report.verdict, report.findings.len()), (RunVerdict::Faulty, 0));
    assert!(report.faults[0].what.contains("it became 2x2 on a 3x3 board"), "{:?}", report.faults);
}

/// `Copies` calls the board's own undo, if the board has one.
#[test]
fn copies_ask_the_board_for_its_own_undo() {
    let make =
        || superko::Copies::of(Kept(Reference::new("1x1".parse().unwrap(), Rules::default())));
    let report = certify(make).sizes(["3x3"]).games(5).run();
    let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["state.undo.undo-changes-state"]);
}

/// An engine whose undo reports success, but does nothing. The engine panics on 5x5.
#[derive(Clone)]
struct Kept(Reference);

impl Engine for Kept {
    fn about(&self) -> About {
        About::named("kept")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        assert!(game.size() != "5x5".parse().unwrap(), "no room on five columns");
        self.0.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        Engine::play(&mut self.0, turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.0.board()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(Some(()))
    }
}

/// A crash at the start of a game does not count as a refusal of the board.
#[test]
fn a_board_that_crashes_an_engine_is_a_fault() {
    let make = || Kept(Reference::new("1x1".parse().unwrap(), Rules::default()));
    let report = certify(make).sizes(["3x3", "5x5"]).games(5).run();
    assert!(report.faults.iter().any(|fault| fault.what.contains("no room on five columns")));
    assert!(report.refused_sizes.is_empty() && report.verdict != RunVerdict::Conforms);
}

/// An engine that takes back plays, but no passes. It leaves a question unanswered if there are many.
struct PlaysOnly(Box<dyn Engine>, Vec<Turn>);

impl Engine for PlaysOnly {
    fn about(&self) -> About {
        About::named("plays only")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.1.clear();
        self.0.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.0.play(turn)?;
        self.1.extend((ruling == Ruling::Allowed).then_some(turn));
        Ok(ruling)
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        // Of more than 20 questions, the first gets no answer.
        let few = turns.iter().skip(usize::from(turns.len() > 20));
        few.map(|&turn| self.is_legal(turn)).collect()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        match self.1.last() {
            Some(Turn::Play(_)) => {
                self.1.pop();
                self.0.undo()
            }
            _ => Ok(None),
        }
    }

    superko::engine::forward!(self => self.0; is_legal board);
}

#[test]
fn undo_is_tested_if_an_engine_takes_back_only_plays() {
    for (engine, wrong) in [(zoo::control as fn() -> _, false), (keeping_history, true)] {
        let report = certify(move || PlaysOnly(engine(), Vec::new())).sizes(["3x3"]).run();
        assert!(report.checks[&Check::Undo].observations > 0);
        let found = report.findings.iter().any(|finding| finding.check == Check::Undo);
        assert_eq!(found, wrong, "{:?}", report.findings);
    }
}

fn keeping_history() -> Box<dyn Engine + Send> {
    let mut all = zoo::ALL.iter();
    all.find(|mutant| mutant.name == "undo-keeps-history").unwrap().engine()
}

#[test]
fn too_few_answers_are_a_fault_and_no_finding() {
    let report = certify(|| PlaysOnly(zoo::control(), Vec::new())).sizes(["5x5"]).run();
    assert!(report.findings.is_empty() && !report.faults.is_empty());
    assert!(report.faults[0].what.contains(" answers to "), "{}", report.faults[0].what);
}
