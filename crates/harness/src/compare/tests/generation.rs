//! Tests of the turns that an engine generates.

use super::*;
use crate::compare::{CompareOptions, Generation, compare_with, self_play};
use superko_engine::check::Grade;
use superko_engine::referee::Transcript;
use superko_engine::{About, Engine, Fault, Reference, RefusalReason};
use superko_game::rules::Rules;
use superko_game::{Record, RecordText, Setup, Turn};

/// The reference with scripted generated turns: those written here, one after the other, then none.
struct Scripted {
    engine: Reference,
    turns: Vec<Result<Turn, Fault>>,
    played: Vec<String>,
    /// The turns of the game before: a game is begun again after a turn was generated.
    played_before: Vec<String>,
    /// Whether the engine shows no stones.
    blind: bool,
    /// Whether the engine plays what it generates.
    hasty: bool,
    /// The way in which the engine plays what it generates, if it can.
    plays: Option<Plays>,
    /// Whether the engine has a second board, on which nothing was played.
    doubtful: bool,
    /// The turns that the engine takes for repeats.
    keeps: Keeps,
    kept: Vec<Turn>,
}

/// The turn that is played in place of a generated one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plays {
    TheTurn,
    Nothing,
    A2,
}

/// The legal turns that an engine refuses as repeats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Nothing,
    /// The turns that the engine generated.
    Generated,
    /// The turns that were taken back, as an engine may take back what it generates.
    TakenBack,
    /// This turn, whatever happened.
    Always(Turn),
}

impl Scripted {
    fn new(turns: &str, size: &str) -> Scripted {
        let size: Size = size.parse().unwrap();
        let nineteen = Size::square(19).unwrap();
        let turns = turns.split_whitespace().rev().map(|name| match name {
            "panic" => Err(Fault::Panic { message: "gone".to_owned() }),
            name => Ok(Turn::parse(name, nineteen).unwrap()),
        });
        let engine = Reference::new(size, Rules::default());
        let (turns, played, played_before) = (turns.collect(), Vec::new(), Vec::new());
        let (keeps, kept) = (Keeps::Nothing, Vec::new());
        Scripted {
            engine,
            turns,
            played,
            played_before,
            blind: false,
            hasty: false,
            plays: None,
            doubtful: false,
            keeps,
            kept,
        }
    }
}

impl Engine for Scripted {
    fn about(&self) -> About {
        About::named("scripted")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.played_before = std::mem::take(&mut self.played);
        self.kept.clear();
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        if self.kept.contains(&turn) || self.keeps == Keeps::Always(turn) {
            return Ok(Ruling::Forbidden(RefusalReason::Repetition));
        }
        self.played.push(turn.to_string());
        Engine::play(&mut self.engine, turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let shown = self.engine.board()?;
        let empty = |position: Position| Position::empty(position.size());
        Ok(if self.blind { shown.map(empty) } else { shown })
    }

    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        let other = self.engine.board()?.filter(|_| self.doubtful);
        Ok(other.map(|position| Position::empty(position.size())))
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        let turn = self.turns.pop().transpose()?;
        if let Some(turn) = turn.filter(|_| self.hasty) {
            Engine::play(&mut self.engine, turn)?;
        }
        if [Keeps::Generated, Keeps::TakenBack].contains(&self.keeps) {
            self.kept.extend(turn);
        }
        Ok(turn)
    }

    fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
        let Some(plays) = self.plays else { return Ok(None) };
        let turn = self.turns.pop().transpose()?;
        let nineteen = Size::square(19).unwrap();
        let played = match plays {
            Plays::TheTurn => turn,
            Plays::Nothing => None,
            Plays::A2 => Some(Turn::parse("A2", nineteen).unwrap()),
        };
        if let Some(played) = played {
            Engine::play(&mut self.engine, played)?;
        }
        Ok(turn)
    }

    /// Takes a turn back only as far as the next turn shows it.
    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let taken_back = self.played.pop().filter(|_| self.keeps == Keeps::TakenBack);
        let nineteen = Size::square(19).unwrap();
        self.kept.extend(taken_back.as_ref().map(|name| Turn::parse(name, nineteen).unwrap()));
        Ok(taken_back.map(|_| ()))
    }
}

/// Returns an engine that generates a turn at the end of a game, twice, because a wrong turn is asked for again.
fn scripted(turn: &str, game: &str) -> (Scripted, Record) {
    let record = game.parse::<RecordText>().unwrap().record;
    (Scripted::new(&format!("{turn} {turn}"), &record.size().to_string()), record)
}

/// Returns the comparison of a game in which the last turn is generated.
fn generated(turn: &str, game: &str) -> (Comparison, Vec<String>) {
    let (mut engine, record) = scripted(turn, game);
    let comparison = generating(&mut engine, record);
    let is_again = !engine.played_before.is_empty();
    (comparison, if is_again { engine.played_before } else { engine.played })
}

fn generating(engine: &mut Scripted, record: Record) -> Comparison {
    let transcript = Transcript::generating(Reference::set_up(&record.setup), record);
    let transcript = transcript.looking_at(|_| false);
    let options = CompareOptions { ask: true, undo: false };
    compare_with(engine, &transcript, options)
}

const KO: &str = "4x3 tromp-taylor: C1, B1, B2, A2, A1, pass";

#[test]
fn a_turn_that_is_generated_is_judged_and_then_played() {
    for (turn, id, reference) in [
        ("B3", "", ""),
        ("pass", "", ""),
        ("B1", "TT6.generate.repeat-cycle-2", "repeats the position after turn 4, 2 turns back"),
        ("C1", "TT7.generate.occupied", "there is a black stone"),
        ("A2", "TT7.generate.occupied", "there is a white stone"),
    ] {
        let (Comparison { coverage, disagreements, fault, .. }, played) = generated(turn, KO);
        assert_eq!((fault, coverage.games), (None, 1), "{turn}");
        let last = if id.is_empty() { &[turn][..] } else { &[] };
        assert_eq!(played, [&["C1", "B1", "B2", "A2", "A1"], last].concat());
        let ids: Vec<String> = disagreements.iter().map(|d| d.id.to_string()).collect();
        assert_eq!(ids.join(" "), id, "{turn}");
        // The rules observed are those on occupied points and on the ko, and no rule on suicide.
        let known = |rule: &Rule| coverage.rules.contains_key(&(*rule, Grade::Knows));
        let tried: Vec<Rule> = Rule::all().filter(known).collect();
        if id.is_empty() {
            assert_eq!(tried, [Rule::TT6, Rule::TT7]);
            assert_eq!(coverage.checks[&Check::Generate].observed, 1);
        }
        for disagreement in disagreements {
            assert_eq!(disagreement.record.turns.len(), 6);
            assert_eq!(disagreement.record.turns[5].to_string(), turn);
            let said = [disagreement.difference.reference(), disagreement.difference.engine()];
            assert_eq!(said, [format!("forbidden: {reference}"), "would play it".to_owned()]);
        }
    }
}

#[test]
fn no_turn_is_no_fault_and_one_beside_the_board_is() {
    let (Comparison { coverage, disagreements, fault, .. }, _) = generated("", KO);
    assert_eq!((disagreements.len(), fault), (0, None));
    assert_eq!(coverage.missing[&Check::Generate], 1);
    let (Comparison { fault, .. }, _) = generated("E1", KO);
    assert_eq!(
        fault.unwrap().to_string(),
        "`the turn that it would play`: E1 is not on a 4x3 board"
    );
}

#[test]
fn nothing_is_generated_after_the_end() {
    let game = "2x1 tromp-taylor: A1, pass, pass, A1";
    let (Comparison { coverage, .. }, played) = generated("B1", game);
    assert_eq!(played, ["A1", "pass", "pass"]);
    assert_eq!(coverage.checks.get(&Check::Generate), None);
}

#[test]
fn a_turn_that_is_generated_must_not_be_played() {
    let found = |turn: &str, blind: bool| {
        let (engine, record) = scripted(turn, KO);
        let mut engine = Scripted { hasty: true, blind, ..engine };
        let Comparison { disagreements, fault, .. } = generating(&mut engine, record);
        assert_eq!(fault, None);
        let lines = disagreements.iter().map(|d| {
            let [reference, engine] = [d.difference.reference(), d.difference.engine()];
            format!("{} {} {}: {reference}; {engine}", d.id, d.record, turn)
        });
        lines.collect::<Vec<String>>().join(" ")
    };
    let id = format!("state.generate.question-changes-state {KO}");
    assert_eq!(found("B3", false), format!("{id} B3: B3 empty; B3 white"));
    // A board that was wrong before is not attributed to generating.
    let found = found("B3", true);
    assert!(found.contains(".board.") && !found.contains("generate"), "{found}");
}

#[test]
fn a_turn_that_was_generated_can_be_played() {
    let b3 = Turn::parse("B3", Size::square(19).unwrap()).unwrap();
    let id = "state.generate.question-changes-state";
    for (keeps, id) in [
        (Keeps::Nothing, ""),
        (Keeps::Generated, id),
        // These refuse the turn for other reasons, which other games show.
        (Keeps::TakenBack, ""),
        (Keeps::Always(b3), ""),
    ] {
        let (engine, record) = scripted("B3", KO);
        let mut engine = Scripted { keeps, ..engine };
        let Comparison { disagreements, fault, coverage, .. } = generating(&mut engine, record);
        assert_eq!((fault, coverage.games), (None, 1));
        let ids: Vec<String> = disagreements.iter().map(|d| d.id.to_string()).collect();
        assert_eq!(ids.join(" "), id);
        for disagreement in &disagreements {
            assert_eq!(disagreement.record.to_string(), KO.replace("pass", "B3"));
            let answers = [disagreement.difference.reference(), disagreement.difference.engine()];
            assert_eq!(answers, ["allowed", "forbidden: repetition"]);
        }

        let opening = "4x3 tromp-taylor: C1".parse::<RecordText>().unwrap().record;
        let mut engine = Scripted { keeps, ..Scripted::new("B3 A1", "4x3") };
        let referee = Reference::set_up(&opening.setup);
        let (record, comparison) = self_play(&mut engine, referee, opening, 3, Generation::Asked);
        let ids: Vec<String> = comparison.disagreements.iter().map(|d| d.id.to_string()).collect();
        match keeps {
            Keeps::Always(_) => assert_eq!(ids, ["TT6.play.quiet"]),
            _ => assert_eq!(ids.join(" "), id),
        }
        let all = if keeps == Keeps::Nothing { ", A1" } else { "" };
        assert_eq!(record.to_string(), format!("4x3 tromp-taylor: C1, B3{all}"));
    }
}

#[test]
fn two_boards_that_differ_convict_nobody_of_playing() {
    let (engine, record) = scripted("B3", KO);
    let mut engine = Scripted { hasty: true, doubtful: true, ..engine };
    let Comparison { disagreements, fault, .. } = generating(&mut engine, record);
    assert_eq!(disagreements, []);
    assert!(fault.unwrap().to_string().contains("and another as"));
}

/// Returns a game of an engine against itself, the findings, and the comparison.
fn alone(turns: &str, opening: &str, most: usize) -> (String, String, Comparison) {
    let opening = opening.parse::<RecordText>().unwrap().record;
    let mut engine = Scripted::new(turns, &opening.size().to_string());
    let referee = Reference::set_up(&opening.setup);
    let (record, comparison) = self_play(&mut engine, referee, opening, most, Generation::Asked);
    let ids: Vec<String> = comparison.disagreements.iter().map(|d| d.id.to_string()).collect();
    (record.to_string(), ids.join(", "), comparison)
}

#[test]
fn an_engine_plays_against_itself_to_the_end() {
    let (record, ids, comparison) = alone("B1 pass pass A1", "2x1 tromp-taylor: A1", 20);
    assert_eq!((record.as_str(), ids.as_str()), ("2x1 tromp-taylor: A1, B1, pass, pass", ""));
    let observed = |check| comparison.coverage.checks.get(&check).map_or(0, |tally| tally.observed);
    assert_eq!([Check::Generate, Check::Play, Check::Board].map(observed), [3, 4, 5]);
    assert_eq!((comparison.coverage.games, comparison.coverage.turns), (1, 4));
    // The game ends after the most turns, or if no turn is generated.
    let (record, ..) = alone("B1 pass pass A1", "2x1 tromp-taylor: A1", 3);
    assert_eq!(record, "2x1 tromp-taylor: A1, B1, pass");
    let (record, _, comparison) = alone("B1", "2x1 tromp-taylor: A1", 9);
    assert_eq!(record, "2x1 tromp-taylor: A1, B1");
    assert_eq!(comparison.coverage.missing[&Check::Generate], 1);
}

#[test]
fn what_is_generated_after_a_wrong_board_is_not_judged() {
    let opening = "2x1 tromp-taylor: A1".parse::<RecordText>().unwrap().record;
    let mut engine = Scripted { blind: true, ..Scripted::new("B1 A1", "2x1") };
    let referee = Reference::set_up(&opening.setup);
    let (_, comparison) = self_play(&mut engine, referee, opening, 9, Generation::Asked);
    let ids: Vec<String> = comparison.disagreements.iter().map(|d| d.id.to_string()).collect();
    assert!(!ids.is_empty() && ids.iter().all(|id| id.contains(".board.")), "{ids:?}");
    assert_eq!(comparison.coverage.checks.get(&Check::Generate), None);
}

#[test]
fn an_illegal_turn_ends_the_game_against_itself() {
    let (record, ids, comparison) = alone("B1 A1", "2x1 tromp-taylor: A1", 9);
    assert_eq!(record, "2x1 tromp-taylor: A1, B1");
    assert_eq!(ids, "TT6.generate.repeat-cycle-2");
    let disagreement = &comparison.disagreements[0];
    assert_eq!(disagreement.record.to_string(), "2x1 tromp-taylor: A1, B1, A1");
    // The turns before the fault are compared all the same.
    assert_eq!(comparison.coverage.checks[&Check::Play].observed, 2);

    let (record, _, comparison) = alone("B1 panic", "2x1 tromp-taylor: A1", 9);
    assert_eq!(record, "2x1 tromp-taylor: A1, B1, pass");
    assert_eq!(comparison.fault.unwrap().kind(), "panic");
}

/// Returns the findings about a turn that is generated and played, each with its answers: after a game, and in a game of the
/// engine against itself.
fn played(plays: Plays, turns: &str, game: &str) -> [(String, Vec<String>); 2] {
    let record = game.parse::<RecordText>().unwrap().record;
    let engine = || {
        let engine = Scripted::new(turns, &record.size().to_string());
        Scripted { plays: Some(plays), ..engine }
    };
    let ids_and_answers = |comparison: Comparison| {
        assert_eq!(comparison.fault, None);
        let ids = comparison.disagreements.iter().map(|d| d.id.to_string());
        let said = comparison.disagreements.iter().map(|d| {
            let followed = d.followed().unwrap_or_else(|| d.record.clone());
            format!("{followed}: {}; {}", d.difference.reference(), d.difference.engine())
        });
        (ids.collect::<Vec<_>>().join(" "), said.collect())
    };
    let mut opening = record.clone();
    opening.turns.pop();
    let (most, way) = (opening.turns.len() + 1, Generation::Played);
    let referee = Reference::set_up(&opening.setup);
    let (_, alone) = self_play(&mut engine(), referee, opening, most, way);
    [ids_and_answers(generating(&mut engine(), record.clone())), ids_and_answers(alone)]
}

#[test]
fn a_turn_that_is_generated_and_played_is_on_the_board_and_in_the_history() {
    let game = "2x2 tromp-taylor: A1, pass";
    // The engine generates as often as it is asked.
    let turns = "B2 ".repeat(9);
    for (ids, said) in played(Plays::TheTurn, &turns, game) {
        assert_eq!((ids.as_str(), said), ("", Vec::new()));
    }
    let differs = "state.generate.generated-turn-differs";
    let start = "2x2 tromp-taylor: A1, B2";
    for (plays, said) in [
        (Plays::Nothing, format!("{start}: B2 white; B2 empty")),
        (Plays::A2, format!("{start}: A2 empty, B2 white; A2 white, B2 empty")),
    ] {
        for (ids, all) in played(plays, &turns, game) {
            assert_eq!((ids.as_str(), all), (differs, vec![said.clone()]));
        }
    }
    // An illegal turn counts whether it is played or not, and nothing is compared after it.
    for (ids, said) in played(Plays::Nothing, &"B1 ".repeat(9), KO) {
        assert_eq!(ids, "TT6.generate.repeat-cycle-2");
        let ko = KO.replace("pass", "B1");
        let refused = "forbidden: repeats the position after turn 4, 2 turns back";
        assert_eq!(said, [format!("{ko}: {refused}; would play it")]);
    }
}

#[test]
fn what_is_wrong_with_given_turns_too_is_not_put_down_to_generating() {
    let record = "2x2 tromp-taylor: A1, pass".parse::<RecordText>().unwrap().record;
    let plays = Some(Plays::TheTurn);
    let engine = Scripted::new(&"B2 ".repeat(9), "2x2");
    // The engine shows no stones, whoever chose the turns.
    let comparison = generating(&mut Scripted { plays, blind: true, ..engine }, record.clone());
    let ids: Vec<String> = comparison.disagreements.iter().map(|d| d.id.to_string()).collect();
    assert!(!ids.is_empty() && ids.iter().all(|id| !id.contains("generate")), "{ids:?}");
    // The engine refuses a turn that follows.
    let keeps = Keeps::Always(Turn::parse("A2", "2x2".parse().unwrap()).unwrap());
    let engine = Scripted::new(&"B2 ".repeat(9), "2x2");
    let comparison = generating(&mut Scripted { plays, keeps, ..engine }, record);
    let ids: Vec<String> = comparison.disagreements.iter().map(|d| d.id.to_string()).collect();
    assert!(ids.iter().all(|id| !id.contains("generate")), "{ids:?}");
}
