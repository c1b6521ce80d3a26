//! Engines that keep what they should forget, or forget what they should keep.

use super::foreign::terse;
use super::*;
use superko_engine::{ProtocolCase, ProtocolOutcome};

#[test]
fn what_makes_an_engine_forget_is_named() {
    mutants_have_their_mistakes(&[("refusal-forgets", "refusal-forgets")]);
}

#[test]
fn whose_stones_are_left_out_is_told() {
    mutants_have_their_mistakes(&[("hash-blind-to-black", "hash-blind-to-black")]);
}

#[test]
fn a_single_position_that_does_not_count_is_named_beside_a_short_history() {
    let found = identified_on(&SMALL, "tromp-taylor; present-missing, history=10");
    assert_eq!(found.facts.mistakes, ["present-missing", "history=10"], "{}", found.sentence);
}

/// The boards of a certification at level smoke.
const SIZES: &str = "1x1 2x1 1x2 3x1 4x1 2x2 3x2 3x3 4x4 5x4 5x5 4x7 7x4 6x6 7x7 8x8 9x9";

/// Engines often keep one position for each play. Few random games distinguish that from one for each turn.
#[test]
fn a_history_of_plays_is_told_from_one_of_turns() {
    histories_are_told_apart(&["history-of-plays"], &[30]);
}

/// Checks that histories of these kinds, of this many positions, are told apart.
pub(super) fn histories_are_told_apart(kinds: &[&str], lengths: &[usize]) {
    for kept in lengths {
        for kind in kinds {
            let model: Model = format!("suicide=forbidden; {kind}={kept}").parse().unwrap();
            let factory = || Ok(terse(model));
            let options = Options {
                sizes: SIZES.split(' ').map(|size| size.parse().unwrap()).collect(),
                round_trips: 20_000,
                predictions: 400,
                ..options(model.rules.unwrap())
            };
            let found = identify(&factory, &options, &|| false).unwrap();
            let [named] = &found.facts.mistakes[..] else { panic!("{model}: {}", found.sentence) };
            let number = named.strip_prefix(kind).and_then(|rest| rest.strip_prefix('='));
            assert!(number.is_some(), "{model}: {}", found.sentence);
        }
    }
}

/// On one large board, no game distinguishes the two.
#[test]
fn a_history_that_may_be_of_plays_or_of_turns_is_told_as_either() {
    histories_are_told_as_either(&[("9x9", 20)]);
}

/// Checks that a history of this many plays, on one board, is told as one of plays or of turns.
pub(super) fn histories_are_told_as_either(all: &[(&str, usize)]) {
    for &(board, kept) in all {
        let model = format!("suicide=forbidden; history-of-plays={kept}");
        let found = identified_on(&[board], &model);
        let [of_plays, of_turns] = [("last", "plays, passes"), ("more than", "turns back")];
        for (before, after) in [of_plays, of_turns] {
            let is_named =
                found.sentence.split_once(before).is_some_and(|(_, it)| it.contains(after));
            assert!(is_named, "{model} on {board}: {}", found.sentence);
        }
    }
}

/// Rules, and mistakes of engines that record refused turns.
pub(super) const RECORDED: [(&str, &str); 5] = [
    ("tromp-taylor", "refusal-recorded"),
    ("suicide=forbidden", "suicide-recorded"),
    ("suicide=forbidden", "refusal-recorded"),
    ("repetition=situational", "refusal-recorded"),
    ("suicide=forbidden", "refusal-recorded, undo-keeps-history"),
];

#[test]
fn what_a_refusal_records_is_named() {
    records_are_named(&RECORDED[..1], &[&SMALL]);
}

/// Checks that mistakes are named, under the rules beside them and on each list of boards.
pub(super) fn records_are_named(all: &[(&str, &str)], boards: &[&[&str]]) {
    for (rules, mistakes) in all {
        for sizes in boards {
            let found = identified_on(sizes, &format!("{rules}; {mistakes}"));
            assert_eq!(&found.facts.mistakes.join(", "), mistakes, "{}", found.sentence);
        }
    }
}

pub(super) const SMALL: [&str; 5] = ["2x2", "3x2", "3x3", "4x4", "5x5"];

/// A model in a process that depends on earlier games, and says so in the examination of its protocol.
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

    fn renew(&mut self) -> Result<bool, Fault> {
        if self.is_renewed {
            self.engine = self.model.engine();
        }
        Ok(self.is_renewed)
    }

    superko_engine::forward!(self => self.engine; start play is_legal board undo);
}

/// What engines keep from other games, and whether they can be made anew.
pub(super) const REMEMBERED: [(&str, bool); 3] =
    [("board-kept", true), ("history-kept", false), ("history-kept", true)];

#[test]
fn an_engine_that_remembers_games_is_asked_as_a_fresh_one_for_each_game() {
    remembered_games_are_named(&REMEMBERED[..2]);
}

/// Checks that what engines keep from other games is named.
pub(super) fn remembered_games_are_named(all: &[(&str, bool)]) {
    for &(mistake, is_renewed) in all {
        let model: Model = format!("tromp-taylor; {mistake}").parse().unwrap();
        let factory = || {
            Ok(Box::new(Remembers { model, engine: model.engine(), is_renewed }) as Box<dyn Engine>)
        };
        let found = identify(&factory, &options(Rules::default()), &|| false).unwrap();
        assert!(found.facts.is_whole() && found.facts.unsteady == 0, "{found}");
        assert_eq!(found.facts.mistakes, [mistake], "{}", found.sentence);
        // A game after another one contradicts the right model.
        let right =
            found.ruled_out.iter().find(|e| e.model == "plays positional superko with suicide");
        let said = &right.unwrap().said;
        assert!(said.contains(", after another game: B "), "{mistake}: {said}");
    }
}
