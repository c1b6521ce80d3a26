//! The model against the reference, under the rules on phases, third times, taxes and the button, which need games of their own.

use super::super::{Channel, Mistake, Model, ModelEngine, ModelReferee, Place, ScoreForm};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::ops::Range;
use superko_engine::referee::{Judgment, Referee, Refusal};
use superko_engine::{Engine, Reference, ReportedScore, Ruling};
use superko_game::rules::{
    Agreement, Button, Enclosed, IllegalTurn, LongCycle, Rules, SWITCHES, Switch, Tax,
};
use superko_game::{Outcome, Phase, Position, Record, Score, Setup, Size, Status, Turn};

/// The number of games that are enough to reach everything.
const GAMES: u64 = 1200;

/// The most turns of a game.
const TURNS: usize = 90;

/// How often games came to what they are played for.
type Reached = BTreeMap<&'static str, usize>;

/// Returns rules with random values of all switches; more than half of them have cleanup phases. The players agree on nothing in
/// these games, so that a stopped game is over.
fn rules(rng: &mut ChaCha8Rng) -> Rules {
    let mut drawn = |rules: Rules, switch: &Switch| {
        rules.with(&switch.values[rng.random_range(0..switch.values.len())])
    };
    let mut rules = SWITCHES.iter().fold(Rules::TROMP_TAYLOR, &mut drawn);
    if rng.random_range(0..2) == 0 {
        rules = rules.agreement(Agreement::Cleanup);
    }
    // If illegal turns end games, few games are long.
    if rng.random_range(0..3) > 0 {
        rules = rules.illegal(IllegalTurn::Refused);
    }
    rules
}

fn size(rng: &mut ChaCha8Rng) -> Size {
    let sizes = ["1x2", "2x1", "1x3", "4x1", "2x2", "3x2", "2x3", "3x3", "4x3", "4x4", "3x5"];
    sizes[rng.random_range(0..sizes.len())].parse().unwrap()
}

/// Returns an empty board with Black to move, or the position after random turns with either player to move.
fn setup(rng: &mut ChaCha8Rng, size: Size, rules: Rules) -> Setup {
    let mut setup = Setup::new(size, rules);
    if rng.random_range(0..2) == 0 {
        return setup;
    }
    let mut before = Reference::new(size, Rules::TROMP_TAYLOR);
    let points: Vec<Turn> = size.points().map(Turn::Play).collect();
    for _ in 0..rng.random_range(0..3 * size.point_count()) {
        Referee::play(&mut before, points[rng.random_range(0..points.len())]);
        let passed = matches!(before.history().last().unwrap().by, Some((_, Turn::Pass)));
        if !passed && rng.random_range(0..3) == 0 {
            Referee::play(&mut before, Turn::Pass);
        }
    }
    setup.position = Referee::position(&before).clone();
    setup.first = Referee::to_move(&before);
    setup
}

/// Returns the parts of a judgment on which both sides have to agree. A repetition may be told by another earlier position.
fn agreed_parts(judgment: &Judgment) -> (Option<Refusal>, Option<&Position>, bool) {
    let refusal = judgment.refusal.map(|refusal| match refusal {
        Refusal::Repetition { .. } => Refusal::Repetition { earlier: 0, cycle: 0 },
        other => other,
    });
    (refusal, judgment.removing.as_ref(), judgment.ends)
}

/// A random game on both sides.
struct Game {
    reference: Reference,
    model: ModelReferee,
    engine: ModelEngine,
    /// The game so far, without the turns that were refused.
    record: Record,
    /// The reference before each of these turns.
    past: Vec<Reference>,
    /// The passes in a row, in a phase.
    row: usize,
    reached: Reached,
}

impl Game {
    fn new(setup: &Setup) -> Game {
        let mut engine = Model::right().engine_reporting(ScoreForm::Areas);
        engine.start(setup).unwrap();
        let record = Record::new(setup.size(), setup.rules, Vec::new());
        Game {
            reference: Reference::set_up(setup),
            model: ModelReferee::new(Model::right(), setup),
            engine,
            record: Record { setup: setup.clone(), ..record },
            past: Vec::new(),
            row: 0,
            reached: Reached::new(),
        }
    }

    fn came_to(&mut self, what: &'static str) {
        *self.reached.entry(what).or_default() += 1;
    }

    fn phase(&self) -> Phase {
        self.engine.now.course.as_ref().map_or(Phase::Main, |course| course.phase)
    }

    fn is_over(&self) -> bool {
        Referee::status(&self.reference) == Status::Over
    }

    /// Compares all that can be asked between two turns. Returns the judgments on all turns.
    fn compare(&mut self) -> Vec<(Turn, Judgment)> {
        let Game { reference, model, record, .. } = self;
        let judged: Vec<(Turn, Judgment)> =
            Turn::all(record.size()).map(|turn| (turn, reference.judge(turn))).collect();
        for (turn, judgment) in &judged {
            assert_eq!(
                agreed_parts(&model.judge(*turn)),
                agreed_parts(judgment),
                "{record}: {turn}?"
            );
        }
        assert_eq!(Referee::position(model), Referee::position(reference), "{record}");
        assert_eq!(Referee::status(model), Referee::status(reference), "{record}");
        assert_eq!(Referee::score(model), Referee::score(reference), "{record}");
        assert_eq!(model.outcome(), reference.outcome(), "{record}");
        assert_eq!(model.is_scored(), reference.is_scored(), "{record}");
        assert!(agrees(&mut self.engine, reference, &judged), "{record}");
        judged
    }

    /// Chooses a turn: often a pass, or a play that removes stones, or the unblocking of a point.
    fn choose(&self, judged: &[(Turn, Judgment)], passes: bool, rng: &mut ChaCha8Rng) -> Turn {
        let plays = || judged.iter().filter(|(turn, _)| *turn != Turn::Pass);
        let of = |is_it: fn(&Judgment) -> bool| {
            plays().filter(|(_, it)| is_it(it)).map(|&(turn, _)| turn).collect::<Vec<_>>()
        };
        let refused = of(|judgment| judgment.refusal.is_some());
        let legal = of(|judgment| judgment.refusal.is_none());
        let removing = of(|judgment| judgment.refusal.is_none() && judgment.removing.is_some());
        let chosen = match rng.random_range(0..24) {
            _ if passes => return Turn::Pass,
            0 if !refused.is_empty() => refused,
            1..10 if !removing.is_empty() => removing,
            _ if legal.is_empty() => return Turn::Pass,
            _ => legal,
        };
        chosen[rng.random_range(0..chosen.len())]
    }

    fn play(&mut self, turn: Turn) {
        let (phase, before) = (self.phase(), self.reference.clone());
        let judged = Referee::play(&mut self.reference, turn);
        let record = &self.record;
        assert_eq!(agreed_parts(&self.model.play(turn)), agreed_parts(&judged), "{record}: {turn}");
        let ruling = self.engine.play(turn).unwrap();
        assert_eq!(ruling == Ruling::Allowed, judged.refusal.is_none(), "{record}: {turn}");
        if judged.refusal.is_some() {
            return;
        }
        let unblocks = judged.removing.as_ref() == Some(Referee::position(&before));
        self.past.push(before);
        self.record.turns.push(turn);
        if unblocks && phase != Phase::Main {
            self.came_to("unblocking");
        }
        self.row = if turn == Turn::Pass { self.row + 1 } else { 0 };
        let ends_phase = phase != self.phase() || self.is_over();
        if ends_phase && turn == Turn::Pass && self.row < self.record.setup.rules.passes.count() {
            self.came_to(match phase {
                Phase::Main => "the end of the main phase by the same pass",
                _ => "the end of a cleanup phase by the same pass",
            });
        }
        if phase != self.phase() {
            self.row = 0;
        }
    }

    /// Counts how the game ended.
    fn count_end(&mut self) {
        let rules = self.record.setup.rules;
        match (self.reference.outcome(), self.phase(), rules.long_cycle) {
            (Some(Outcome::NoResult), Phase::Main, LongCycle::ThirdTime) => {
                self.came_to("no result by third time");
            }
            (Some(Outcome::NoResult), Phase::Main, _) => {}
            (Some(Outcome::NoResult), ..) => self.came_to("no result in a cleanup phase"),
            (Some(_), Phase::SecondCleanup, _) if self.reference.is_scored() => {
                self.came_to("the end of the second cleanup phase");
            }
            _ => {}
        }
        let score = Referee::score(&self.reference);
        if self.is_over() && rules.button == Button::HalfPoint && score.button.is_some() {
            self.came_to("an end with a button");
        }
        if self.score_under(rules.tax(Tax::None)) != score {
            self.came_to("a tax");
        }
        if self.score_under(rules.enclosed(Enclosed::Alive)) != score {
            self.came_to("dead stones in pass-alive territory");
        }
    }

    /// Returns the score of the same turns under other rules.
    fn score_under(&self, rules: Rules) -> Score {
        let mut other = Reference::set_up(&Setup { rules, ..self.record.setup.clone() });
        for &turn in &self.record.turns {
            Referee::play(&mut other, turn);
        }
        Referee::score(&other)
    }

    /// Takes all turns back on the model.
    fn take_back(&mut self) {
        let engine = &mut self.engine;
        for reference in self.past.iter().rev() {
            engine.undo().unwrap();
            let turns = Turn::all(self.record.size());
            let judged: Vec<_> = turns.map(|turn| (turn, reference.judge(turn))).collect();
            assert!(agrees(engine, reference, &judged), "{}", self.record);
            assert_eq!(engine.totals(), Referee::score(reference), "{}", self.record);
        }
    }
}

/// Whether an engine gives the answers of the reference between two turns.
fn agrees(engine: &mut dyn Engine, reference: &Reference, judged: &[(Turn, Judgment)]) -> bool {
    let mut rulings = judged.iter().map(|(turn, judgment)| {
        let ruling = engine.is_legal(*turn).unwrap();
        (ruling == Some(Ruling::Allowed)) == judgment.refusal.is_none()
    });
    rulings.all(|is_right| is_right)
        && engine.board().unwrap().as_ref() == Some(Referee::position(reference))
        && engine.status().unwrap() == Some(Referee::status(reference))
        && match engine.score().unwrap() {
            Some(reported @ (ReportedScore::Areas(_) | ReportedScore::Margin { .. })) => {
                reported.is_of(Referee::score(reference), superko_game::Komi::default())
            }
            reported => reference.outcome().is_none_or(|outcome| {
                reported.is_none_or(|reported| reported.tells(outcome, 0) != Some(false))
            }),
        }
}

/// Plays a random game on both sides, and takes it back on the model.
fn play(number: u64) -> Game {
    let rng = &mut ChaCha8Rng::seed_from_u64(number);
    let rules = rules(rng);
    let size = size(rng);
    let mut game = Game::new(&setup(rng, size, rules));
    let quiet = rng.random_range(0..12);
    // In half of the games, the players pass seldom once they are in a cleanup phase.
    let is_keen = rng.random_range(0..2) == 0;
    let mut judged = game.compare();
    for _ in 0..TURNS {
        if game.is_over() {
            break;
        }
        let is_again =
            |(_, it): &(Turn, Judgment)| matches!(it.refusal, Some(Refusal::KoTakenAgain { .. }));
        if judged.iter().any(is_again) {
            game.came_to("the same ko again");
        }
        let one_in = if is_keen && game.phase() != Phase::Main { 12 } else { 2 };
        let passes = game.record.turns.len() >= quiet && rng.random_range(0..one_in) == 0;
        let turn = game.choose(&judged, passes, rng);
        game.play(turn);
        judged = game.compare();
    }
    game.count_end();
    game.take_back();
    game
}

fn reached_in(numbers: Range<u64>) -> Reached {
    let mut reached = Reached::new();
    for (what, times) in numbers.flat_map(|number| play(number).reached) {
        *reached.entry(what).or_default() += times;
    }
    reached
}

/// Plays games, and checks that they come to each thing at least this often.
fn each_is_reached(numbers: Range<u64>, least: usize) {
    let reached = reached_in(numbers);
    for what in [
        "the same ko again",
        "unblocking",
        "the end of a cleanup phase by the same pass",
        "no result in a cleanup phase",
        "the end of the second cleanup phase",
        "no result by third time",
        "the end of the main phase by the same pass",
        "an end with a button",
        "a tax",
        "dead stones in pass-alive territory",
    ] {
        let times = reached.get(what).copied().unwrap_or_default();
        assert!(times >= least, "{what}: {reached:?}");
    }
}

#[test]
fn phases_third_times_taxes_and_the_button_are_as_by_the_reference() {
    each_is_reached(0..GAMES, 2);
}

#[test]
#[ignore = "minutes: cargo test -- --ignored thorough"]
fn thorough_phases_third_times_taxes_and_the_button_are_as_by_the_reference() {
    each_is_reached(GAMES..20_000, 50);
}

/// Plays every continuation of a game by this many more turns on both sides.
fn play_every(model: &ModelReferee, reference: &Reference, record: &mut Record, depth: usize) {
    assert_eq!(Referee::status(model), Referee::status(reference), "{record}");
    assert_eq!(Referee::score(model), Referee::score(reference), "{record}");
    assert_eq!(model.outcome(), reference.outcome(), "{record}");
    if depth == 0 || Referee::status(reference) == Status::Over {
        return;
    }
    for turn in Turn::all(record.size()) {
        let judged = reference.judge(turn);
        assert_eq!(agreed_parts(&model.judge(turn)), agreed_parts(&judged), "{record}: {turn}?");
        if judged.refusal.is_none() {
            let (mut model, mut reference) = (model.clone(), reference.clone());
            Referee::play(&mut reference, turn);
            model.play(turn);
            record.turns.push(turn);
            play_every(&model, &reference, record, depth - 1);
            record.turns.pop();
        }
    }
}

/// Plays every game of some lengths on the smallest boards, under rules with cleanup phases or third times.
fn play_all_short_games(lengths: &[(&str, usize)]) {
    let all = [
        "agreement=cleanup,score=territory,repetition=none,suicide=allowed",
        "agreement=cleanup,score=territory,suicide=forbidden,tax=all,stones=half,last-pass=white",
        "agreement=cleanup,repetition=simple-ko,suicide=several-stones,button=half-point,tax=seki",
        "long-cycle=third-time,repetition=none,suicide=allowed,button=half-point,passes=three",
        "long-cycle=third-time,repetition=simple-ko,suicide=several-stones,last-pass=white",
        "long-cycle=third-time,agreement=cleanup,repetition=none,suicide=forbidden,passes=three",
    ];
    for rules in all.map(|rules| rules.parse::<Rules>().unwrap()) {
        for (size, length) in lengths {
            let setup = Setup::new(size.parse().unwrap(), rules);
            let mut record =
                Record { setup: setup.clone(), ..Record::new(setup.size(), rules, Vec::new()) };
            let model = ModelReferee::new(Model::right(), &setup);
            play_every(&model, &Reference::set_up(&setup), &mut record, *length);
        }
    }
}

#[test]
fn every_short_game_with_cleanup_phases_or_third_times_is_as_by_the_reference() {
    play_all_short_games(&[("1x1", 9), ("1x2", 9), ("3x1", 7), ("2x2", 5)]);
}

#[test]
#[ignore = "minutes: cargo test -- --ignored thorough"]
fn thorough_every_short_game_with_cleanup_phases_or_third_times_is_as_by_the_reference() {
    play_all_short_games(&[("1x1", 14), ("1x2", 16), ("3x1", 12), ("2x2", 9), ("3x2", 7)]);
}

/// Returns the mistakes about phases, third times, taxes and the button.
fn mistakes() -> impl Iterator<Item = Mistake> {
    use Place::{Blocks, Button, CleanupTurns, Phases, SamePass, SecondCleanup, Tax, ThirdTime};
    let places = [CleanupTurns, Blocks, Phases, SamePass, ThirdTime, SecondCleanup, Tax, Button];
    Mistake::all().filter(move |mistake| places.contains(&mistake.place()))
}

/// Whether a mistake shows in a game.
fn shows(mistake: Mistake, record: &Record) -> bool {
    let mut engine = Model::wrong_in(mistake, Channel::Both).engine();
    engine.start(&record.setup).unwrap();
    let mut reference = Reference::set_up(&record.setup);
    let mut turns = record.turns.iter();
    loop {
        let asked = Turn::all(record.size());
        let judged: Vec<_> = asked.map(|turn| (turn, reference.judge(turn))).collect();
        if !agrees(engine.as_mut(), &reference, &judged) {
            return true;
        }
        let Some(&turn) = turns.next() else { return false };
        Referee::play(&mut reference, turn);
        engine.play(turn).unwrap();
    }
}

#[test]
fn each_mistake_shows_under_the_rules_that_it_is_about_and_no_others() {
    let games: Vec<Record> = (0..500).map(|number| play(number).record).collect();
    let others = |record: &Record| Record {
        setup: Setup {
            rules: record
                .setup
                .rules
                .agreement(Agreement::None)
                .long_cycle(LongCycle::GoesOn)
                .tax(Tax::None)
                .button(Button::None),
            ..record.setup.clone()
        },
        ..record.clone()
    };
    let mut shown = Vec::new();
    for mistake in mistakes() {
        shown.push((mistake, games.iter().position(|game| shows(mistake, game))));
        let unrelated = games.iter().take(100).map(others).find(|game| shows(mistake, game));
        assert_eq!(unrelated, None, "{mistake}");
    }
    assert!(shown.iter().all(|(_, game)| game.is_some()), "{shown:?}");
}
