//! Engines whose undo goes wrong in ways that no model has: they are found, and what is found shows again.

use superko::check::FindingId;
use superko::engines::zoo;
use superko::findings::{Kind, Manner, play_again};
use superko::report::{Finding, Outcome, TextOptions, text};
use superko::rules::Rule;
use superko::{
    About, Engine, Fault, Position, ReportedScore, Ruling, Setup, Status, Turn, certify,
};

/// When a request to take a turn back is answered, and nothing done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Idle {
    Never,
    /// Right after another one.
    SecondInARow,
    /// Right after a turn that was refused.
    AfterRefusal,
}

/// A right engine but for that.
struct Undoing {
    right: Box<dyn Engine>,
    idle: Idle,
    /// What was done last, of what matters.
    last: Idle,
}

impl Undoing {
    fn new(idle: Idle) -> Undoing {
        Undoing { right: zoo::control(), idle, last: Idle::Never }
    }
}

impl Engine for Undoing {
    fn about(&self) -> About {
        About::named("undoing")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.last = Idle::Never;
        self.right.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.right.play(turn)?;
        self.last = if ruling == Ruling::Allowed { Idle::Never } else { Idle::AfterRefusal };
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.right.is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.right.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.right.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.right.score()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let is_idle = self.idle != Idle::Never && self.last == self.idle;
        self.last = Idle::SecondInARow;
        if is_idle { Ok(Some(())) } else { self.right.undo() }
    }
}

fn found(idle: Idle) -> (Outcome, Vec<Finding>, String) {
    let sizes = ["2x2", "3x3", "5x5"];
    let report = certify(move || Undoing::new(idle)).sizes(sizes).games(5).run();
    let told = text(&report, &TextOptions::default());
    (report.verdict, report.findings, told)
}

#[test]
fn an_undo_that_does_nothing_is_found_and_shows_again() {
    assert_eq!(found(Idle::Never).0, Outcome::Conforms);
    for (idle, turns) in [(Idle::SecondInARow, 2), (Idle::AfterRefusal, 4)] {
        let (verdict, findings, told) = found(idle);
        assert_eq!((verdict, findings.len()), (Outcome::Deviates, 1), "{idle:?}: {told}");
        let finding = &findings[0];
        assert_eq!(finding.id, "state.undo.undo-changes-state", "{idle:?}");
        assert_eq!((finding.kind, finding.confirmed), (Kind::Steady, (3, 3)), "{idle:?}");
        assert!(finding.record.turns.len() <= turns, "{idle:?}: {:?}", finding.turns);
        // The rules are kept.
        assert!(told.contains("Exactly tromp-taylor."), "{told}");
        if idle == Idle::AfterRefusal {
            // The board of the reference is the one before the turn that was taken back.
            assert!(told.contains(" was refused, and "), "{told}");
            let reference = told.lines().skip_while(|line| !line.contains("before      reference"));
            let rows: Vec<&str> = reference.skip(1).take(2).collect();
            assert!(rows.iter().any(|row| row.matches('X').count() == 2), "{told}");
        }
        // What a reader has to do is told.
        assert!(told.contains("asked      every legal turn is taken back"), "{told}");

        let rule = Rule::repetition(finding.record.rules());
        let id = FindingId { rule, check: finding.check, event: finding.event };
        assert_eq!(id.to_string(), finding.id);
        let again = play_again(&mut Undoing::new(idle), &finding.record, Manner::of(id));
        assert!(again.disagreements.iter().any(|other| other.id == id), "{idle:?}");
    }
}
