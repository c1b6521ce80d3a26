//! What engines keep that they should forget, and forget that they should keep.

use super::*;
use crate::engine::{ProtocolCase, ProtocolOutcome};

#[test]
fn what_makes_an_engine_forget_is_named() {
    mutants_have_their_mistakes(&[
        ("refusal-forgets", "refusal-forgets"),
        ("question-forgets", "question-forgets"),
        ("history-forgotten-at-capture", "forgotten-at-capture"),
    ]);
}

#[test]
fn whose_stones_are_left_out_is_told() {
    mutants_have_their_mistakes(&[("hash-blind-to-black", "hash-blind-to-black")]);
}

#[test]
fn single_positions_that_do_not_count_are_named_beside_each_other_and_beside_a_short_history() {
    are_named(&["initial-missing, passes-not-kept"]);
    let found = identified_on(&SMALL, "tromp-taylor; present-missing, history=10");
    assert_eq!(found.facts.mistakes, ["present-missing", "history=10"], "{}", found.sentence);
}

#[test]
fn what_a_refusal_records_is_named() {
    for (rules, mistakes) in [
        ("tromp-taylor", "refusal-recorded"),
        ("suicide=forbidden", "refusal-recorded"),
        ("suicide=forbidden", "suicide-recorded"),
        ("repetition=situational", "refusal-recorded"),
        ("suicide=forbidden", "refusal-recorded, undo-keeps-history"),
    ] {
        for sizes in [&SMALL[..], &["1x2", "2x1", "3x1", "3x3", "4x4", "5x5"]] {
            let found = identified_on(sizes, &format!("{rules}; {mistakes}"));
            assert_eq!(found.facts.mistakes.join(", "), mistakes, "{}", found.sentence);
        }
    }
}

const SMALL: [&str; 5] = ["2x2", "3x2", "3x3", "4x4", "5x5"];

/// A model in a process, to which the games before matter. It says so in the examination of its protocol.
struct Remembers {
    model: Model,
    engine: Box<dyn Engine + Send>,
    is_renewed: bool,
}

impl Engine for Remembers {
    fn about(&self) -> About {
        let outcome = ProtocolOutcome::Failed("it remembers".to_owned());
        let protocol = vec![ProtocolCase { id: "clear-board", outcome }];
        About { command: Some("remembers".to_owned()), protocol, ..About::named("remembers") }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(game)
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        self.engine.play(turn)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        self.engine.is_legal(turn)
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        self.engine.board()
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        self.engine.undo()
    }

    fn renew(&mut self) -> Result<bool, Fault> {
        if self.is_renewed {
            self.engine = self.model.engine();
        }
        Ok(self.is_renewed)
    }
}

#[test]
fn an_engine_that_remembers_games_is_asked_as_a_fresh_one_for_each_game() {
    for (mistake, is_renewed) in
        [("board-kept", true), ("history-kept", true), ("history-kept", false)]
    {
        let model: Model = format!("tromp-taylor; {mistake}").parse().unwrap();
        let factory = || {
            Ok(Box::new(Remembers { model, engine: model.engine(), is_renewed }) as Box<dyn Engine>)
        };
        let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
        assert!(found.facts.is_whole() && found.facts.unsteady == 0, "{found}");
        assert_eq!(found.facts.mistakes, [mistake], "{}", found.sentence);
        // The right model is contradicted in a game after another one.
        let right =
            found.ruled_out.iter().find(|e| e.model == "plays positional superko with suicide");
        let said = &right.unwrap().said;
        assert!(said.contains(", after another game: B "), "{mistake}: {said}");
    }
}
