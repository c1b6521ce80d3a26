//! Engines that do otherwise than most, and say so.

use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::{Reference, zoo};
use superko::report::{Outcome, Report};
use superko::{
    About, Check, Conventions, Engine, Fault, Player, Position, ReportedScore, Rules, Ruling,
    Setup, Size, Status, Turn,
};

/// An engine with conventions of its own.
struct Unusual {
    engine: Box<dyn Engine>,
    conventions: Conventions,
    /// What becomes of its score.
    score: fn(ReportedScore) -> ReportedScore,
    /// Whether it can be given a pass.
    passes: bool,
}

impl Unusual {
    fn turn(&self, turn: Turn) -> Turn {
        assert!(self.passes || turn != Turn::Pass, "there is no pass");
        turn
    }
}

impl Engine for Unusual {
    fn about(&self) -> About {
        About { conventions: self.conventions, ..About::named("unusual") }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let turn = self.turn(turn);
        self.engine.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let turn = self.turn(turn);
        self.engine.is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.engine.status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(self.engine.score()?.map(self.score))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        self.engine.undo()
    }
}

fn reference() -> Box<dyn Engine> {
    Box::new(Reference::new(Size::square(1).unwrap(), Rules::default()))
}

fn examined(options: &Options, make: impl Fn() -> Unusual + Sync) -> Report {
    run(&|| Ok(Box::new(make()) as Box<dyn Engine>), options, &NoObserver)
}

fn options(boards: &str) -> Options {
    let sizes = boards.split(' ').map(|size| size.parse().unwrap()).collect();
    Options { sizes, games: Some(30), ..Options::at(Level::Smoke) }
}

fn without_pass(engine: Box<dyn Engine>) -> Unusual {
    let conventions = Conventions { lacks_pass: true, ..Conventions::default() };
    Unusual { engine, conventions, score: |score| score, passes: false }
}

#[test]
fn an_engine_without_a_pass_is_given_none() {
    let report = examined(&options("2x2 3x2 5x5 9x9"), || without_pass(reference()));
    assert_eq!((report.faults.len(), report.findings.len()), (0, 0), "{:?}", report.faults);
    // The rest was not observed, and that is told.
    assert_eq!(report.verdict, Outcome::Incomplete);
    for event in ["pass", "two-pass-end", "play-after-end", "repeat-cycle-2 as capture.pass"] {
        assert!(report.unmet.iter().any(|unmet| unmet == event), "{event}: {:?}", report.unmet);
    }
    for event in ["repeat-cycle-2", "repeat-by-suicide", "capture-4-chains", "occupied"] {
        assert!(!report.unmet.iter().any(|unmet| unmet == event), "{event}");
    }
    assert!(report.complete && report.rules_observed() >= 7);
    for check in [Check::Play, Check::Legality, Check::Board, Check::Status] {
        assert!(report.checks[&check].observations > 400, "{check}");
    }
}

#[test]
fn a_wrong_engine_without_a_pass_is_convicted() {
    for (name, id) in [
        ("one-chain-captured", "TT4.board.capture-2-chains"),
        ("simple-ko-as-superko", "TT6.play.repeat-cycle-longer"),
    ] {
        let mutant = zoo::find(name).unwrap();
        let options = Options { rules: mutant.rules, ..options("5x5") };
        let report = examined(&options, || without_pass(mutant.engine()));
        let found: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert!(found.contains(&id), "{name}: {found:?}");
        assert!(report.findings.iter().all(|f| !f.record.turns.contains(&Turn::Pass)), "{name}");
        assert_eq!(report.faults, []);
    }
}

/// The winner alone, where Black is as good as `tied` says in a tie.
fn winner(score: ReportedScore, tied: Option<Player>) -> ReportedScore {
    let ReportedScore::Areas(score) = score else { panic!("{score}") };
    ReportedScore::Winner(match score.margin() {
        0 => tied,
        1.. => Some(Player::Black),
        _ => Some(Player::White),
    })
}

#[test]
fn a_score_that_names_the_winner_only_is_compared_as_that() {
    let to_nobody = |score| winner(score, None);
    let to_white = |score| winner(score, Some(Player::White));
    let undeclared = Conventions::default();
    let by_white = Conventions { tie_winner: Some(Player::White), ..undeclared };
    let by_black = Conventions { tie_winner: Some(Player::Black), ..undeclared };
    let all: [(fn(ReportedScore) -> ReportedScore, _, _); 5] = [
        (to_nobody, undeclared, true),
        (to_nobody, by_white, true),
        (to_white, by_white, true),
        (to_white, by_black, false),
        // A tie has to be said to be one.
        (to_white, undeclared, false),
    ];
    for (score, conventions, right) in all {
        let make = || Unusual { engine: reference(), conventions, score, passes: true };
        let report = examined(&options("2x2 5x5"), make);
        assert!(report.checks[&Check::Score].observations > 20);
        let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(ids.is_empty(), right, "{conventions:?}: {ids:?}");
        let told: Vec<&str> = report.findings.iter().map(|f| f.engine.as_str()).collect();
        assert!(told.iter().all(|engine| *engine == "White wins"), "{told:?}");
        assert!(report.findings.iter().all(|finding| finding.reference.starts_with("a tie (")));
    }
}
