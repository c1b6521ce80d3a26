//! Definite sentences, and games that would refute them.

use super::super::whole;
use super::*;
use superko_engine::EngineFactory;
use superko_game::Size;

fn sizes(boards: &[&str]) -> Vec<Size> {
    boards.iter().map(|board| board.parse().unwrap()).collect()
}

/// Returns the diagnosis of an engine that is asked to play some rules on some boards.
fn found_on(boards: &[&str], asked: Rules, factory: &EngineFactory<'_>) -> DiagnosisReport {
    identify(factory, &options_on(boards, asked), &|| false).unwrap()
}

/// Whether a diagnosis explains a session, with any of the numbers that it leaves open.
fn tells(found: &DiagnosisReport, session: &Session) -> bool {
    let model = found.facts.model();
    let with = |number: usize| {
        model.mistakes().fold(model, |all, (mistake, channel)| match mistake.ends_looking() {
            true => all.with(mistake.with_parameter(number), channel).unwrap_or(all),
            false => all,
        })
    };
    session.fits(model)
        || found
            .facts
            .between
            .is_some_and(|(least, most)| (least..=most).any(|number| session.fits(with(number))))
}

/// Returns a game in which an engine does not do what its diagnosis says. `None` if the diagnosis is not definite.
fn refuted(
    found: &DiagnosisReport,
    asked: Rules,
    boards: &[Size],
    games: usize,
    factory: &EngineFactory<'_>,
) -> Option<String> {
    if !found.facts.is_whole()
        || found.facts.is_lost()
        || found.facts.hash_collisions.is_some()
        || found.facts.unsteady > 0
    {
        return None;
    }
    let model = found.facts.model();
    let right = Model::right().under(asked);
    let setup = Setup::new(boards[0], asked);
    let answerable = Answerable::of(factory().unwrap().as_mut(), &setup).unwrap();
    let score = !found.facts.unseen.contains(&Unseen::Score);
    let answerable = Answerable { score, ..answerable };
    for number in 0..games {
        for &size in boards {
            let setup = Setup::new(size, asked);
            let seed = 0x0dd_5eed + number as u64;
            let scripts = [
                whole::game(model, &setup, number, seed),
                Script::game(model, &setup, seed, number as u64),
                Script::game(right, &setup, seed, number as u64),
            ];
            for script in scripts {
                let session = Session::run(factory().unwrap().as_mut(), &script, answerable);
                if !tells(found, &session) {
                    let place = session.mismatches(model).wrong[0];
                    let turns: Vec<String> =
                        session.turns_to(place).iter().map(Turn::to_string).collect();
                    let asked = &session.exchanges[place];
                    return Some(format!("{setup}: {}: {asked:?}", turns.join(", ")));
                }
            }
        }
    }
    None
}

/// The boards of the tests, up to sizes on which people play.
const LARGE: [&str; 6] = ["2x2", "3x2", "5x5", "7x7", "9x9", "13x13"];

/// Checks that the diagnosis of a model that is asked to play its own rules is that model, and that no game refutes it.
pub(super) fn are_told_on_large(all: &[&str]) {
    for &text in all {
        let model: Model = text.parse().unwrap();
        let asked = model.rules.unwrap();
        let factory = || Ok(model.engine() as Box<dyn Engine>);
        let found = found_on(&LARGE, asked, &factory);
        assert!(found.facts.is_whole(), "{text}: {} {:?}", found.sentence, found.contradiction);
        assert_eq!(found.facts.model(), model, "{}", found.sentence);
        assert_eq!(found.facts.between, None, "{text}: {}", found.sentence);
        assert_eq!(refuted(&found, asked, &sizes(&LARGE), 4, &factory), None, "{text}");
    }
}

#[test]
fn what_shows_only_on_crowded_boards_is_named() {
    let model: Model = "chinese; looked-up-to-stones=20".parse().unwrap();
    let factory = || Ok(model.engine() as Box<dyn Engine>);
    let found = found_on(&LARGE, model.rules.unwrap(), &factory);
    let (least, most) = found.facts.between.unwrap_or((20, 20));
    assert!(found.facts.is_whole() && least <= 20 && 20 <= most && most - least < 3, "{found:?}");
    let words = "does not check for repetition with more than ";
    assert!(found.sentence.contains(words), "{}", found.sentence);
}

/// Models that are wrong for one player, and one that is wrong for both.
pub(super) const ONE_SIDED: [&str; 4] = [
    "tromp-taylor; margin-cap=40 for black",
    "tromp-taylor; margin-cap=40",
    "chinese; repetition=none for white",
    "tromp-taylor; all-suicide-refused for black",
];

#[test]
fn what_is_wrong_for_one_player_is_not_said_of_both() {
    are_told_on_large(&ONE_SIDED[..1]);
}

#[test]
fn a_part_of_a_score_is_not_taken_for_a_score() {
    are_told_on_large(&PARTS_OF_SCORES[..1]);
}

/// Models that report a part of a score.
pub(super) const PARTS_OF_SCORES: [&str; 2] =
    ["tromp-taylor; region-cap=64", "tromp-taylor; pass-costs-point"];

/// Models that treat stones without a liberty wrong.
pub(super) const WITHOUT_LIBERTY: [&str; 5] = [
    "repetition=positional,suicide=forbidden; capture-removes-both",
    "tromp-taylor; suicides-not-kept, ko-still-seen",
    "tromp-taylor; suicide-stays",
    "tromp-taylor; suicides-not-kept",
    "tromp-taylor; long-suicides-not-kept=3",
];

#[test]
fn what_becomes_of_stones_without_a_liberty_is_named() {
    are_told_on_large(&WITHOUT_LIBERTY[..1]);
}

#[test]
fn a_history_that_is_full_beside_a_ko_is_named() {
    let model = "tromp-taylor; first-positions=10, ko-still-seen";
    full_histories_are_named(&["2x2", "3x2", "5x5"], &[model]);
}

/// Checks that the diagnosis names models whose history is full, on some boards.
pub(super) fn full_histories_are_named(boards: &[&str], models: &[&str]) {
    for text in models {
        let model: Model = text.parse().unwrap();
        let factory = || Ok(model.engine() as Box<dyn Engine>);
        let found = found_on(boards, model.rules.unwrap(), &factory);
        assert!(found.facts.is_whole(), "{text}: {} {:?}", found.sentence, found.contradiction);
        // The number of first positions is known only within bounds.
        let diagnosed = found.facts.model().with(model.mistakes().next().unwrap().0, Channel::Both);
        assert_eq!(diagnosed, Some(model), "{} {:?}", found.sentence, found.facts.between);
        let number = model.mistakes().find_map(|(mistake, _)| mistake.parameter()).unwrap();
        let (least, most) = found.facts.between.unwrap_or((number, number));
        assert!(least <= number && number <= most, "{}", found.sentence);
    }
}

/// An engine with a mistake that no model makes.
struct Unmodeled {
    engine: Box<dyn Engine + Send>,
    turns: usize,
    mistake: UnmodeledMistake,
}

/// A mistake that no model makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnmodeledMistake {
    /// The engine refuses a play at turn 256 unless it captures.
    Refuses256,
    /// The engine has no ko once more than 20 black stones are on the board.
    LaxByBlack,
    /// The question for the score fails.
    ScoreFails,
    /// The question for the score panics.
    ScorePanics,
}

impl Unmodeled {
    fn boxed(model: &str, mistake: UnmodeledMistake) -> Box<dyn Engine> {
        let engine = model.parse::<Model>().unwrap().engine();
        Box::new(Unmodeled { engine, turns: 0, mistake })
    }

    fn stones(&mut self, color: Color) -> usize {
        self.engine.board().unwrap().unwrap().count(color)
    }
}

impl Engine for Unmodeled {
    fn about(&self) -> About {
        About::named("odd")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.turns = 0;
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let before = self.stones(Color::Empty);
        let ruling = self.engine.play(turn)?;
        if ruling != Ruling::Allowed {
            return Ok(ruling);
        }
        let captures = turn != Turn::Pass && self.stones(Color::Empty) >= before;
        let is_refused = self.mistake == UnmodeledMistake::Refuses256 && self.turns == 255;
        if is_refused && turn != Turn::Pass && !captures {
            self.engine.undo()?;
            return Ok(Ruling::Forbidden(RefusalReason::Unstated));
        }
        self.turns += 1;
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let ruling = self.engine.is_legal(turn)?;
        let is_lax = self.mistake == UnmodeledMistake::LaxByBlack && self.stones(Color::Black) > 20;
        Ok(match (self.mistake, ruling) {
            (UnmodeledMistake::Refuses256, _) => None,
            (_, Some(Ruling::Forbidden(RefusalReason::Repetition))) if is_lax => {
                Some(Ruling::Allowed)
            }
            _ => ruling,
        })
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        let what = "no such method".to_owned();
        match self.mistake {
            UnmodeledMistake::ScoreFails => {
                Err(Fault::Protocol { command: "score".to_owned(), what })
            }
            UnmodeledMistake::ScorePanics => panic!("no such method"),
            _ => self.engine.score(),
        }
    }

    superko_engine::forward!(self => self.engine; board status);
}

/// Mistakes that no model makes, each with the model that the engine follows otherwise.
pub(super) const UNMODELED: [(UnmodeledMistake, &str); 2] = [
    (UnmodeledMistake::Refuses256, "tromp-taylor"),
    (UnmodeledMistake::LaxByBlack, "repetition=simple-ko,suicide=forbidden"),
];

#[test]
fn what_no_model_does_is_not_said_for_certain() {
    unmodeled_mistakes_are_not_said_for_certain(&UNMODELED[..1]);
}

/// Checks that no diagnosis of an engine is definite.
pub(super) fn unmodeled_mistakes_are_not_said_for_certain(all: &[(UnmodeledMistake, &str)]) {
    for &(mistake, model) in all {
        let asked = model.parse().unwrap();
        let factory = || Ok(Unmodeled::boxed(model, mistake));
        let found = found_on(&LARGE, asked, &factory);
        let by_game = refuted(&found, asked, &sizes(&LARGE), 4, &factory);
        assert_eq!(by_game, None, "{mistake:?}: {}", found.sentence);
        assert_eq!(found.facts.follows(), None, "{mistake:?}: {}", found.sentence);
        assert!(!found.facts.is_whole(), "{mistake:?}: {}", found.sentence);
    }
}

#[test]
fn all_but_the_score_is_told_of_an_engine_that_fails_when_it_is_asked_for_it() {
    for mistake in [UnmodeledMistake::ScoreFails, UnmodeledMistake::ScorePanics] {
        let rules: Rules = "chinese".parse().unwrap();
        let factory = || Ok(Unmodeled::boxed("chinese", mistake));
        let found = found_on(&["2x2", "3x2", "5x5"], rules, &factory);
        assert!(!found.facts.is_lost() && found.facts.is_whole(), "{found:?}");
        assert_eq!(found.sentence, "plays simple ko without suicide");
        assert_eq!(found.facts.unseen, [Unseen::Score]);
        assert!(found.facts.fault.unwrap().contains("no such method"));
    }
}

#[test]
fn a_switch_that_was_asked_for_otherwise_is_said() {
    let asked: Rules = "aga".parse().unwrap();
    let model = Model::right().under(Rules { last_pass: LastPass::Anybody, ..asked });
    let found = found_on(&["2x2", "3x2", "5x5"], asked, &|| Ok(model.engine() as Box<dyn Engine>));
    assert_eq!(found.facts.rules.last_pass, LastPass::Anybody);
    assert!(found.sentence.contains("last-pass=anybody"), "{}", found.sentence);
}

#[test]
fn what_was_not_asked_is_named() {
    let boards = ["2x2", "3x2", "5x5", "9x9"];
    let found = found_on(&boards, Rules::default(), &|| Ok(Model::right().engine()));
    assert_eq!((&found.facts.boards, &found.facts.scope.boards), (&sizes(&boards), &Vec::new()));
    assert!(found.facts.scope.turns > 500, "{:?}", found.facts.scope);
    let expected = format!(" Not observed: games of more than {} turns.", found.facts.scope.turns);
    assert!(found.to_string().ends_with(&expected), "{found}");
}

#[test]
#[ignore = "minutes: cargo test --release -p superko-diagnosis --lib -- --ignored refuted"]
fn no_definite_sentence_of_the_zoo_is_refuted() {
    let boards = ["2x2", "3x2", "4x4", "5x5", "9x9", "19x19"];
    let mut wrong = Vec::new();
    for mutant in zoo::ALL.iter().filter(|mutant| !mutant.check.needs_player()) {
        let factory = || Ok(mutant.engine() as Box<dyn Engine>);
        let found = found_on(&boards, mutant.rules, &factory);
        if let Some(game) = refuted(&found, mutant.rules, &sizes(&boards), 12, &factory) {
            wrong.push(format!("{}: {}: {game}", mutant.name, found.sentence));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

/// Checks each line of a file: rules, a tab and a command. A failure names a game that refutes the sentence.
#[test]
#[ignore = "for authors: SUPERKO_REFUTE=FILE cargo test --release -p superko-diagnosis --lib -- --ignored refuted"]
fn no_definite_sentence_of_programs_is_refuted() {
    use superko_gtp::client::{GtpEngine, GtpOptions};
    let Ok(file) = std::env::var("SUPERKO_REFUTE") else { return };
    let boards = sizes(&["2x2", "3x2", "5x5", "9x9", "13x13", "19x19"]);
    let mut wrong = Vec::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let (rules, command) = line.split_once('\t').unwrap();
        let asked: Rules = rules.parse().unwrap();
        let command: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let factory = || {
            let engine = GtpEngine::start(&command, GtpOptions::default())?;
            Ok(Box::new(engine) as Box<dyn Engine>)
        };
        let options = Options {
            sizes: sizes(&["1x1", "2x1", "1x2", "2x2", "3x2", "3x3", "5x5", "9x9", "19x19"]),
            round_trips: 100_000,
            predictions: 2_000,
            ..options(asked)
        };
        let Ok(found) = identify(&factory, &options, &|| false) else { continue };
        if let Some(game) = refuted(&found, asked, &boards, 8, &factory) {
            wrong.push(format!("{}: {}: {game}", command.join(" "), found.sentence));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
