//! Engines that receive the players' agreement, or their disagreement, after passes have stopped or ended the game.

use crate::support::undiagnosed;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::{Optimized, Reference};
use superko::report::{Report, RunVerdict};
use superko::{
    About, Check, Color, Engine, Fault, Point, Position, RecordText, Referee, Rule, Rules,
    Settlement, Setup, Size, Status, Transcript, Unsettled,
};

/// How an engine handles what the players settle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// As the rules say.
    Right,
    /// As the rules say, and dead stones are taken off the board.
    ClearsTheDead,
    /// The engine cannot record what the players settle.
    Unable,
    /// Dead stones count as if they were alive.
    CountsTheDead,
    /// The game does not resume when the players disagree.
    NeverResumes,
}

struct Settling {
    engine: Optimized,
    habit: Habit,
    cleared: Vec<Point>,
}

impl Engine for Settling {
    fn about(&self) -> About {
        About::named("told")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.cleared.clear();
        self.engine.start(game)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let mut board = self.engine.board()?;
        if let Some(board) = &mut board {
            self.cleared.iter().for_each(|&point| board[point] = Color::Empty);
        }
        Ok(board)
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        if let (Habit::ClearsTheDead, Settlement::Agreed(dead)) = (self.habit, settlement) {
            self.cleared.clone_from(dead);
        }
        match (self.habit, settlement) {
            (Habit::Unable, _) => Ok(None),
            (Habit::CountsTheDead, Settlement::Agreed(_)) => {
                self.engine.settle(&Settlement::Agreed(Vec::new()))
            }
            (Habit::NeverResumes, Settlement::Disagreed) => Ok(Some(())),
            _ => self.engine.settle(settlement),
        }
    }

    superko::engine::forward!(self => self.engine; play status score);
}

fn examined(rules: &str, habit: Habit) -> Report {
    let sizes = ["2x2", "3x3", "5x4"].map(|size| size.parse().unwrap()).to_vec();
    let rules: Rules = rules.parse().unwrap();
    let options = Options { rules, sizes, games: Some(200), ..undiagnosed(Level::Smoke) };
    let engine = || Optimized::new(Size::square(2).unwrap(), rules);
    let make = || Settling { engine: engine(), habit, cleared: Vec::new() };
    run(&|| Ok(Box::new(make()) as Box<dyn Engine>), &options, &NoObserver)
}

// TT8/dead-points
// TT8/resume
#[test]
fn an_engine_that_does_what_the_players_settle_conforms() {
    for (rules, rule) in [
        ("simplified-ing", "TT8/resume"),
        ("chinese", "TT8/resume"),
        ("aga", "TT8/resume"),
        ("basic", "TT8/dead-points"),
        ("japanese", "TT8/resume"),
        ("short-japanese", "TT8/dead-points"),
    ] {
        for habit in [Habit::Right, Habit::ClearsTheDead] {
            let report = examined(rules, habit);
            assert_eq!(report.findings.len(), 0, "{rules}: {:?}", report.findings);
            let rule: Rule = rule.parse().unwrap();
            assert!(report.rules_checked[&rule].observations > 20, "{rules}");
        }
    }
}

#[test]
fn an_engine_that_cannot_record_an_agreement_has_no_finding() {
    for rules in ["simplified-ing", "basic"] {
        let report = examined(rules, Habit::Unable);
        assert_eq!(report.findings.len(), 0, "{rules}: {:?}", report.findings);
        assert!(report.checks[&Check::Status].missing > 20, "{rules}");
    }
}

#[test]
fn an_engine_that_ignores_an_agreement_has_findings() {
    for (rules, habit, id, settled) in [
        ("simplified-ing", Habit::CountsTheDead, "TT8-resume.score.", "agreed="),
        ("basic", Habit::CountsTheDead, "TT8-dead-points.score.", "agreed="),
        ("simplified-ing", Habit::NeverResumes, "TT8-resume.status.two-pass-end", "disagreed"),
    ] {
        let report = examined(rules, habit);
        assert_eq!(report.verdict, RunVerdict::Deviates, "{rules}");
        let shortest = report.findings.iter().min_by_key(|found| found.record.turns.len()).unwrap();
        let shown = format!("{}: {}", shortest.id, shortest.record);
        assert!(shown.starts_with(id) && shown.contains(settled), "{shown}");
        for found in &report.findings {
            assert!(found.id.to_string().starts_with("TT8-"), "{}: {}", found.id, found.record);
        }
    }
}

// TT8/resume
#[test]
fn a_record_says_what_the_players_settle() {
    let replayed = |text: &str| {
        let record = text.parse::<RecordText>().unwrap().record;
        Transcript::replay(Reference::set_up(&record.setup), record)
    };
    let game = |head: &str, turns: &str| replayed(&format!("3x1 simplified-ing{head}: {turns}"));
    // If the record does not say what is settled, the game is over at the first stop.
    let steps = game("", "A1, pass, pass, C1").steps;
    assert!(steps[2].status == Status::Over && !steps[3].turn.is_legal());
    // If the players disagree, the game resumes, and the second stop ends it.
    let steps = game(" disagreed", "A1, pass, pass, C1, pass, pass, pass").steps;
    assert!(matches!(steps[2].status_in_the_end(), Status::Running { .. }));
    assert!(steps[3].turn.is_legal() && steps[5].status_in_the_end() == Status::Over);
    assert!(steps[5].settled.is_none() && !steps[6].turn.is_legal());
    // If they agree, the game is over, and dead stones do not count.
    let steps = game(" agreed=C1", "A1, C1, pass, pass, B1").steps;
    let settled = steps[3].settled.as_ref().unwrap();
    let (alive, dead) = (steps[3].end.unwrap().0, settled.end.unwrap().0);
    assert_eq!(
        (alive.to_string(), dead.to_string()),
        ("Black 1, White 1".into(), "Black 3, White 0".into())
    );
    assert!(!steps[4].turn.is_legal());
    // An impossible agreement is not applied, for the reason that the reference gives.
    let (empty, not_asked) = (game(" agreed=B1", "A1, C1, pass, pass"), "A1, pass, pass");
    let point = empty.record.size().vertex("B1").unwrap();
    assert!(empty.steps[3].settled.is_none());
    assert_eq!(empty.unsettled(), Some(Unsettled::Empty { point }));
    for head in ["tromp-taylor disagreed", "tromp-taylor agreed=none", "basic disagreed"] {
        let transcript = replayed(&format!("3x1 {head}: {not_asked}"));
        assert!(transcript.steps[2].settled.is_none(), "{head}");
        let mut referee = Reference::set_up(&transcript.record.setup);
        for &turn in &transcript.record.turns {
            Referee::play(&mut referee, turn);
        }
        let refused = Referee::settle(&mut referee, &transcript.record.settlement).unwrap_err();
        assert_eq!(transcript.unsettled(), Some(refused), "{head}");
    }
    for head in ["basic agreed=A1", "aga disagreed", "aga agreed=none", "aga", "tromp-taylor"] {
        assert_eq!(replayed(&format!("3x1 {head}: {not_asked}, pass")).unsettled(), None, "{head}");
    }
    let mut reference = Reference::new(Size::new(3, 1).unwrap(), "basic".parse().unwrap());
    let error = Referee::settle(&mut reference, &Settlement::Agreed(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "under these rules the players cannot agree on anything now");
}
