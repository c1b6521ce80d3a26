//! Engines that declare unusual conventions.

use crate::support::{undiagnosed, unmet};
use superko::certify::{Level, NoObserver, Options, run};
use superko::engine::bent::Bent;
use superko::engines::{Reference, zoo};
use superko::report::{Report, RunVerdict, TextOptions};
use superko::{
    About, Check, Conventions, Engine, Fault, Player, Position, RefusalReason, ReportedScore,
    Rules, Ruling, Setup, Size, Status, Turn,
};

type Scoring = fn(ReportedScore) -> ReportedScore;

/// Makes an engine that declares these conventions, whether it has them or not.
fn declaring(engine: Box<dyn Engine>, conventions: Conventions) -> Bent<Box<dyn Engine>> {
    use Check::{Board, Legality, Score, Status, Undo};
    Bent::named("unusual", engine)
        .about(About { conventions, ..About::named("unusual") })
        .answering([Legality, Board, Status, Score, Undo])
}

/// Makes such an engine that panics at a pass.
fn without_pass(engine: Box<dyn Engine>, conventions: Conventions) -> Bent<Box<dyn Engine>> {
    fn checked(turn: Turn) -> Turn {
        assert_ne!(turn, Turn::Pass, "there is no pass");
        turn
    }
    declaring(engine, conventions)
        .play(|engine, _, turn| engine.play(checked(turn)))
        .is_legal(|engine, _, turn| engine.is_legal(checked(turn)))
}

const NO_PASS: Conventions = Conventions {
    lacks_pass: true,
    passes_after_end: false,
    repeat: None,
    move_cap: None,
    tie_winner: None,
};

fn reference() -> Box<dyn Engine> {
    Box::new(Reference::new(Size::square(1).unwrap(), Rules::default()))
}

fn examined(options: &Options, make: impl Fn() -> Bent<Box<dyn Engine>> + Sync) -> Report {
    run(&|| Ok(make().boxed()), options, &NoObserver)
}

fn options(boards: &str) -> Options {
    let sizes = boards.split(' ').map(|size| size.parse().unwrap()).collect();
    Options { sizes, games: Some(30), ..undiagnosed(Level::Smoke) }
}

#[test]
fn an_engine_without_a_pass_is_given_none() {
    let report = examined(&options("2x2 3x2 5x5 9x9"), || without_pass(reference(), NO_PASS));
    assert_eq!((report.faults.len(), report.findings.len()), (0, 0), "{:?}", report.faults);
    // Events that need a pass were not observed, and the report lists them.
    assert_eq!(report.verdict, RunVerdict::Incomplete);
    for event in ["pass", "two-pass-end", "play-after-end", "repeat-cycle-2 as capture.pass"] {
        assert!(unmet(&report).iter().any(|unmet| unmet == event), "{event}: {:?}", report.unmet);
    }
    for event in ["repeat-cycle-2", "repeat-by-suicide", "capture-4-chains", "occupied"] {
        assert!(!unmet(&report).iter().any(|unmet| unmet == event), "{event}");
    }
    assert!(report.complete && report.rules_observed() >= 7);
    for check in [Check::Play, Check::Legality, Check::Board, Check::Status] {
        assert!(report.checks[&check].observations > 400, "{check}");
    }
}

#[test]
fn a_report_says_by_which_conventions_it_judged() {
    let conventions =
        Conventions { lacks_pass: true, tie_winner: Some(Player::White), ..Conventions::default() };
    let make = || without_pass(reference(), conventions);
    let report = examined(&options("2x2 3x2"), make);
    let expected = "Tested by the conventions that it declares: it has no pass; it names White as the winner of a tied game.";
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(superko::report::text(&report, &TextOptions::default()));
    let (first, last) = text.split_once("Rule knows").unwrap();
    assert!(first.contains(expected) && last.contains(expected), "{text}");
    assert!(words(superko::report::markdown(&report)).contains(expected));
    assert!(words(superko::report::html(&report)).contains(expected));
    assert!(words(superko::report::github(&report)).contains(expected));
    // The report on an engine with the usual conventions does not mention them.
    let conventions = Conventions::default();
    let usual = || declaring(reference(), conventions);
    let report = examined(&options("2x2"), usual);
    let text = superko::report::text(&report, &TextOptions::default());
    assert!(!text.contains("conventions"), "{text}");
}

#[test]
fn a_wrong_engine_without_a_pass_is_detected() {
    for (name, id) in [
        ("one-chain-captured", "TT4.board.capture-2-chains"),
        ("simple-ko-as-superko", "TT6.play.repeat-cycle-longer"),
    ] {
        let mutant = zoo::find(name).unwrap();
        let options = Options { rules: mutant.rules, ..options("5x5") };
        let report = examined(&options, || without_pass(mutant.engine(), NO_PASS));
        let found: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert!(found.contains(&id), "{name}: {found:?}");
        assert!(report.findings.iter().all(|f| !f.record.turns.contains(&Turn::Pass)), "{name}");
        assert_eq!(report.faults, []);
    }
}

/// Reduces a score to its winner. In a tie, the winner is `tied`.
fn winner(score: ReportedScore, tied: Option<Player>) -> ReportedScore {
    let ReportedScore::Areas(score) = score else { panic!("{score}") };
    ReportedScore::Winner(match score.margin() {
        0 => tied,
        1.. => Some(Player::Black),
        _ => Some(Player::White),
    })
}

#[test]
fn a_score_that_names_only_the_winner_is_compared_by_the_winner() {
    let to_nobody = |score| winner(score, None);
    let to_white = |score| winner(score, Some(Player::White));
    let undeclared = Conventions::default();
    let by_white = Conventions { tie_winner: Some(Player::White), ..undeclared };
    let by_black = Conventions { tie_winner: Some(Player::Black), ..undeclared };
    let all: [(Scoring, _, _); 5] = [
        (to_nobody, undeclared, true),
        (to_nobody, by_white, true),
        (to_white, by_white, true),
        (to_white, by_black, false),
        // An engine that names a winner of ties must declare it.
        (to_white, undeclared, false),
    ];
    for (score, conventions, right) in all {
        let make = || {
            let engine = declaring(reference(), conventions);
            engine.score(move |engine, _| Ok(engine.score()?.map(score)))
        };
        let report = examined(&options("2x2 5x5"), make);
        assert!(report.checks[&Check::Score].observations > 20);
        let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(ids.is_empty(), right, "{conventions:?}: {ids:?}");
        let answers: Vec<&str> = report.findings.iter().map(|f| f.engine.as_str()).collect();
        assert!(answers.iter().all(|engine| *engine == "White wins"), "{answers:?}");
        assert!(report.findings.iter().all(|finding| finding.reference.starts_with("a tie (")));
    }
}

/// An engine whose games end by an illegal turn, or after a number of turns.
struct Ending {
    engine: Reference,
    conventions: Conventions,
    /// Which illegal turns end the game instead of being refused.
    ends: fn(RefusalReason) -> bool,
    /// Whether the player of such a turn loses. If not, the game is a tie.
    loses: bool,
    /// The number of turns after which the game is over.
    most_turns: usize,
    /// Whether the engine reports the status and the score. If not, it only refuses turns after the end.
    reports_status: bool,
    turns: usize,
    /// The winner of a game that an illegal turn ended; `Some(None)` is a tie.
    over: Option<Option<Player>>,
}

impl Ending {
    fn is_over(&self) -> bool {
        self.over.is_some() || self.turns >= self.most_turns
    }
}

impl Engine for Ending {
    fn about(&self) -> About {
        About { conventions: self.conventions, ..About::named("ending") }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        (self.turns, self.over) = (0, None);
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        if self.is_over() {
            return Ok(Ruling::Forbidden(RefusalReason::Over));
        }
        let player = match Engine::status(&mut self.engine)? {
            Some(Status::Running { to_move }) => to_move,
            _ => return Engine::play(&mut self.engine, turn),
        };
        let ruling = Engine::play(&mut self.engine, turn)?;
        match ruling {
            Ruling::Forbidden(reason) if (self.ends)(reason) => {
                self.over = Some(Some(player.opponent()).filter(|_| self.loses));
                Ok(Ruling::Allowed)
            }
            ruling => {
                self.turns += usize::from(ruling == Ruling::Allowed);
                Ok(ruling)
            }
        }
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(Some(match self.engine.is_legal(turn)? {
            Some(Ruling::Forbidden(reason)) if (self.ends)(reason) => Ruling::Allowed,
            Some(ruling) => ruling,
            None => return Ok(None),
        }))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        match self.is_over() {
            _ if !self.reports_status => Ok(None),
            true => Ok(Some(Status::Over)),
            false => Engine::status(&mut self.engine),
        }
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        match self.over {
            _ if !self.reports_status => Ok(None),
            Some(winner) => Ok(Some(ReportedScore::Winner(winner))),
            None => Engine::score(&mut self.engine),
        }
    }
}

/// Returns an engine on which a repetition loses the game, and which otherwise follows the rules.
fn ending(conventions: Conventions) -> Ending {
    Ending {
        engine: Reference::new(Size::square(1).unwrap(), Rules::default()),
        conventions,
        ends: |reason| reason == RefusalReason::Repetition,
        loses: true,
        most_turns: usize::MAX,
        reports_status: true,
        turns: 0,
        over: None,
    }
}

fn examined_ending(options: &Options, make: impl Fn() -> Ending + Sync) -> (Report, Vec<String>) {
    let report = run(&|| Ok(Box::new(make()) as Box<dyn Engine>), options, &NoObserver);
    let ids = report.findings.iter().map(|finding| finding.id.clone()).collect();
    assert_eq!(report.faults, []);
    (report, ids)
}

const BOARDS: &str = "1x1 2x1 3x1 2x2 3x2 5x5 9x9";

#[test]
fn an_illegal_turn_that_ends_the_game_is_one_finding() {
    let (report, ids) = examined_ending(&options(BOARDS), || ending(Conventions::default()));
    assert_eq!(ids, ["TT6.play.illegal-turn-ends-game", "TT6.legality.illegal-turn-ends-game"]);
    let finding = &report.findings[0];
    assert_eq!((finding.turns.len(), finding.size.to_string().as_str()), (1, "1x1"));
    assert_eq!(finding.engine, "allowed, and the game is over: White wins");
    // This engine does not say whether the game is over.
    let silent = || Ending { reports_status: false, ..ending(Conventions::default()) };
    let (report, ids) = examined_ending(&options(BOARDS), silent);
    assert_eq!(ids, ["TT6.play.illegal-turn-ends-game", "TT6.legality.illegal-turn-ends-game"]);
    assert_eq!(report.findings[0].engine, "allowed, and the game is over");
    // An engine that continues after a repetition has no finding about an ended game.
    let lax = || {
        let engine = zoo::find("simple-ko-as-superko").unwrap().engine();
        declaring(engine, Conventions::default())
    };
    let report = examined(&options("3x1 2x2 5x5"), lax);
    assert!(!report.findings.is_empty());
    assert!(report.findings.iter().all(|finding| !finding.id.ends_with("illegal-turn-ends-game")));
    // On this engine, every illegal turn ends the game in a tie.
    let draw = || Ending { loses: false, ends: |_| true, ..ending(Conventions::default()) };
    let (report, ids) = examined_ending(&options(BOARDS), draw);
    let expected = ["TT6.play", "TT6.legality", "TT7.play", "TT7.legality"];
    let illegal: Vec<&String> = ids.iter().filter(|id| !id.starts_with("TT8")).collect();
    assert!(
        illegal.iter().zip(expected).all(|(id, of)| **id == format!("{of}.illegal-turn-ends-game"))
    );
    assert_eq!(illegal.len(), 4, "{ids:?}");
    assert_eq!(report.findings[0].engine, "allowed, and the game is over: a tie");
}

/// How an engine declares that a repeat ends the game, and whether the player really loses by it.
const REPEATS: [(superko::Ending, bool); 4] = [
    (superko::Ending::Loss, true),
    (superko::Ending::Draw, true),
    (superko::Ending::Draw, false),
    (superko::Ending::Loss, false),
];

#[test]
fn a_repeat_that_ends_the_game_is_right_if_declared() {
    assert_right_if_declared(&REPEATS[..2]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_repeat_that_ends_the_game_in_any_way_is_right_if_declared() {
    assert_right_if_declared(&REPEATS);
}

/// Checks that engines have a finding exactly if a repeat does not end the game as they declare.
fn assert_right_if_declared(all: &[(superko::Ending, bool)]) {
    let of = |repeat| Conventions { repeat: Some(repeat), ..Conventions::default() };
    for &(ending_by, loses) in all {
        let (conventions, right) = (of(ending_by), loses == (ending_by == superko::Ending::Loss));
        let make = || Ending { loses, ..ending(conventions) };
        let (report, ids) = examined_ending(&options(BOARDS), make);
        assert_eq!(ids.is_empty(), right, "{conventions:?}: {ids:?}");
        assert!(report.rules_checked[&superko::Rule::TT6].observations > 500);
        assert!(right || report.findings[0].engine.starts_with("allowed, and the game is over"));
    }
    // An engine that declares that a repetition ends the game, and then continues, is wrong.
    let lax = || {
        let mutant = zoo::find("simple-ko-as-superko").unwrap();
        declaring(mutant.engine(), of(superko::Ending::Loss))
    };
    let report = examined(&options("3x1 2x2 5x5"), lax);
    assert!(report.findings.iter().any(|finding| finding.id.starts_with("TT6.play.repeat")));
}

#[test]
fn an_undeclared_move_cap_is_one_finding() {
    let capped = |conventions, most_turns| {
        move || {
            let ends = |_| false;
            Ending { most_turns, ends, ..ending(conventions) }
        }
    };
    let (report, ids) = examined_ending(&options("5x5 9x9"), capped(Conventions::default(), 60));
    assert_eq!(ids[0], "TT8.status.ends-by-itself", "{ids:?}");
    assert_eq!(report.findings[0].turns.len(), 60);
    assert_eq!(report.findings[0].engine, "game over");
    // If the last of these turns is a pass, the finding may name the pass as the cause.
    let others: Vec<&String> = ids.iter().filter(|id| !id.ends_with(".ends-by-itself")).collect();
    assert!(others.iter().all(|id| *id == "TT8.status.pass"), "{ids:?}");

    let of = |cap: &str| Conventions { move_cap: cap.parse().ok(), ..Conventions::default() };
    let (report, ids) = examined_ending(&options("5x5 9x9"), capped(of("60"), 60));
    assert_eq!(ids, [""; 0]);
    assert!(report.rules_checked[&superko::Rule::TT6].observations > 500);
    // The run does not require events that no game of this length reaches, such as a ko long after a pass.
    let fixed_suite = Options { games: Some(0), ..options("5x5") };
    let (report, ids) = examined_ending(&fixed_suite, capped(of("50"), 50));
    assert_eq!((&ids[..], &report.unmet[..]), (&[][..], &[][..]));
    // The cap is not the declared one.
    let (_, ids) = examined_ending(&options("5x5 9x9"), capped(of("60"), 61));
    assert_eq!(ids, ["TT8.status.ends-by-itself"]);
    let (_, ids) = examined_ending(&options("5x5 9x9"), capped(of("60"), 59));
    assert!(ids.contains(&"TT8.status.ends-by-itself".to_owned()), "{ids:?}");
}
