//! Engines that take back less than other engines, or more.

use super::*;
use superko_harness::model::{ModelEngine, ScoreForm};

#[test]
fn a_turn_that_an_engine_does_not_take_back_stands() {
    for (model, expected) in [("tromp-taylor", ""), ("tromp-taylor; history=8", "history=8")] {
        let model: Model = model.parse().unwrap();
        // The engine takes one turn back in each game.
        let factory = move || {
            let engine = Bent::named("undoes once", model.engine());
            let engine = engine.answering([Check::Legality, Check::Board, Check::Status]);
            let engine = engine.undo(|engine, game| match game.undos {
                0 => engine.undo(),
                _ => Ok(None),
            });
            Ok(engine.boxed())
        };
        let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
        assert!(found.facts.is_whole(), "{found}");
        assert_eq!(found.facts.mistakes.join(", "), expected, "{found}");
    }
}

/// After one undo, the models are alike, because a stone is on the ko point then.
#[test]
fn a_ko_point_that_undo_leaves_is_told_from_one_that_it_removes() {
    ko_points_are_told(&["undo-keeps-ko", "undo-forgets"], &WITH_KO[1..]);
}

/// Rules that forbid to retake a ko.
pub(super) const WITH_KO: [&str; 2] = ["chinese", "beginners,suicide=allowed"];

/// Checks that a mistake about ko points is named under each of some rules.
pub(super) fn ko_points_are_told(mistakes: &[&str], all: &[&str]) {
    for &mistake in mistakes {
        for rules in all {
            let model: Model = format!("{rules}; {mistake}").parse().unwrap();
            assert_eq!(identified(model, Rules::default()).facts.mistakes, [mistake], "{rules}");
        }
    }
}

#[test]
fn a_player_that_undo_keeps_and_holds_to_is_told() {
    players_that_undo_keeps_are_told(&["undo-keeps-color"]);
}

/// Checks that mistakes about the player to move after an undo are named.
pub(super) fn players_that_undo_keeps_are_told(mistakes: &[&str]) {
    for &mistake in mistakes {
        let model = format!("tromp-taylor; {mistake}").parse().unwrap();
        assert_eq!(identified(model, Rules::default()).facts.mistakes, [mistake]);
    }
}

/// An engine that accepts illegal turns, has the player lose by them, and takes them back.
struct TakesIllegal(Vec<ModelEngine>);

impl TakesIllegal {
    fn now(&mut self) -> &mut ModelEngine {
        self.0.last_mut().expect("there is a game")
    }
}

impl Engine for TakesIllegal {
    fn about(&self) -> About {
        About::named("takes illegal turns")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.0.truncate(1);
        self.now().start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let before = self.now().clone();
        let was_over = self.now().status()? == Some(Status::Over);
        self.0.push(before);
        match self.now().play(turn)? {
            Ruling::Forbidden(reason) if was_over => {
                self.0.pop();
                Ok(Ruling::Forbidden(reason))
            }
            _ => Ok(Ruling::Allowed),
        }
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.now().is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.now().board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        self.now().status()
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        self.now().score()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok((self.0.len() > 1).then(|| drop(self.0.pop())))
    }
}

#[test]
fn an_illegal_turn_that_loses_may_be_taken() {
    illegal_turns_that_lose_may_be_taken("cgos", &["2x2", "3x2"]);
}

/// Checks an engine that plays by the rules of CGOS and is asked to play some rules on some boards.
pub(super) fn illegal_turns_that_lose_may_be_taken(asked: &str, boards: &[&str]) {
    let cgos: Rules = "cgos".parse().unwrap();
    let factory = move || {
        let engine = Model::right().under(cgos).engine_reporting(ScoreForm::Areas);
        Ok(Box::new(TakesIllegal(vec![engine])) as Box<dyn Engine>)
    };
    let options = options_on(boards, asked.parse().unwrap());
    let found = identify(&factory, &options, &|| false).unwrap();
    assert!(found.facts.is_whole(), "{found} {:?}", found.contradiction);
    assert_eq!(found.facts.follows(), Some(cgos), "{}", found.sentence);
}

#[test]
fn what_an_undone_pass_forgets_is_not_said_of_an_undone_play() {
    let model: Model = "repetition=simple-ko,suicide=forbidden; undo-forgets".parse().unwrap();
    // The engine forgets a ko when a pass is taken back, but not when a play is.
    let factory = || {
        let engine = Bent::named("forgets a ko with a pass", model.engine());
        let engine = engine.undo(|engine, game| {
            if game.turns.last() == Some(&Turn::Pass) {
                return engine.undo();
            }
            engine.start(&game.setup)?;
            for &turn in &game.turns[..game.turns.len().saturating_sub(1)] {
                engine.play(turn)?;
            }
            Ok(Some(()))
        });
        Ok(engine.boxed())
    };
    let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
    assert!(!found.facts.is_whole() || found.facts.mistakes != ["undo-forgets"], "{found:?}");
}
