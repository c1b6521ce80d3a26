//! Tests of the questions to an engine, and of the comparison of its answers.

mod actor;
mod blame;
mod decided;
mod generation;

use crate::compare::{CompareOptions, Comparison};
use actor::*;
use std::collections::BTreeMap;
use superko_engine::check::Check;
use superko_engine::referee::Transcript;
use superko_engine::{Reference, RefusalReason, ReportedScore, Ruling};
use superko_game::rules::{Rule, Rules};
use superko_game::{Player, Position, RecordText, Score, Size, Status};

#[test]
fn all_there_is_to_compare_is_asked_for_in_order() {
    let Outcome { findings, log, .. } = examined(WHOLE, Asked::TheTurn, true, &mut honest);
    let legal = |turn| {
        format!("is_legal {turn}; play {turn}; board; status; undo; board; play {turn}; board; ")
    };
    let illegal = "is_legal A1; play A1; board; status; ";
    let expected = [
        "start; board; status; ",
        &legal("A1"),
        illegal,
        &legal("B1"),
        &legal("pass"),
        &legal("pass"),
        "score; ",
        illegal.trim_end_matches("; "),
    ];
    assert_eq!(log, expected.concat());
    let Comparison { coverage, disagreements, fault, .. } = findings;
    assert_eq!((disagreements.len(), fault), (0, None));
    assert_eq!((coverage.games, coverage.cut_short, coverage.turns), (1, 0, 6));
    let observed = |check| coverage.checks.get(&check).map_or(0, |tally| tally.observed);
    // The checks are play, legality, board, status, score, undo, generate.
    assert_eq!(Check::ALL.map(observed), [6, 6, 7, 7, 1, 4, 0]);
    assert!(coverage.missing.is_empty());

    // The status after a pass observes the rule on the end; the status after a play does not.
    for (game, observed) in [("2x1 tromp-taylor: A1, B1", 0), ("2x1 tromp-taylor: A1, pass", 1)] {
        let Outcome { findings, .. } = examined(game, Asked::Nothing, false, &mut honest);
        let tried = findings.coverage.rules.iter();
        let of_the_end = tried.filter(|((rule, _), _)| *rule == Rule::TT8);
        assert_eq!(of_the_end.map(|(_, tally)| tally.observed).sum::<u64>(), observed, "{game}");
    }

    let Outcome { log, .. } = examined("1x1 aga: A1, pass", Asked::Nothing, false, &mut honest);
    let plain = "play A1; board; status; ";
    assert_eq!(log, format!("start; board; status; {plain}play pass; board; status"));
}

#[test]
fn no_turn_is_tried_after_an_end_that_the_subject_does_not_know() {
    let mut silent = |_: &[String], said| match said {
        Said::Status(_) => Said::Status(None),
        said => said,
    };
    let game = "2x1 tromp-taylor: A1, pass, pass, B1, pass, B1";
    let Outcome { findings, log, .. } = examined(game, Asked::TheTurn, false, &mut silent);
    assert!(log.ends_with("play pass; board; status; score"), "{log}");
    let missing = findings.coverage.missing;
    let expected = [(Check::Legality, 3), (Check::Play, 3), (Check::Status, 4)];
    assert_eq!(missing, BTreeMap::from(expected));
    assert_eq!((findings.coverage.turns, findings.coverage.games), (3, 1));
}

#[test]
fn a_wrong_beginning_ends_the_examination() {
    let black: Position = "X.".parse().unwrap();
    let mut stone = |_: &[String], said| match said {
        Said::Position(_) => Said::Position(Some(black.clone())),
        said => said,
    };
    let Outcome { findings, ids, log, .. } = examined(WHOLE, Asked::Nothing, false, &mut stone);
    assert_eq!((ids.as_str(), log.as_str()), ("TT5.board.beginning", "start; board"));
    assert_eq!((findings.coverage.games, findings.coverage.cut_short), (0, 1));

    let other = Position::empty(Size::new(1, 2).unwrap());
    let mut turned = |_: &[String], said| match said {
        Said::Position(_) => Said::Position(Some(other.clone())),
        said => said,
    };
    let Outcome { findings, ids, .. } = examined(WHOLE, Asked::Nothing, false, &mut turned);
    let fault = findings.fault.unwrap().to_string();
    assert_eq!(
        (ids.as_str(), fault.as_str()),
        ("", "`the position`: a 2x1 board was asked for, not 1x2")
    );

    let mut white = |_: &[String], said| match said {
        Said::Status(_) => Said::Status(Some(Status::Running { to_move: Player::White })),
        said => said,
    };
    let Outcome { ids, log, .. } = examined(WHOLE, Asked::Nothing, false, &mut white);
    assert_eq!((ids.as_str(), log.as_str()), ("TT5.status.beginning", "start; board; status"));
}

#[test]
fn a_turn_wrongly_allowed_is_left_out_and_one_wrongly_forbidden_is_the_end() {
    let twice = |log: &[String]| times(log, "play A1") == 2;
    let Outcome { findings, ids, log, .. } =
        examined(WHOLE, Asked::Nothing, false, &mut ruled("A1", Ruling::Allowed, twice));
    assert_eq!(ids, "TT7.play.occupied, TT8.play.play-after-end");
    assert!(
        log.contains(
            "play A1; board; status; play A1; start; play A1; play A1; status; start; play A1; play B1; board"
        ),
        "{log}"
    );
    assert_eq!((findings.coverage.games, findings.coverage.turns), (1, 6));
    assert_eq!(findings.disagreements[0].difference.engine(), "allowed");

    // The engine cannot be brought back.
    let late = |log: &[String]| log.iter().filter(|said| *said == "start").count() == 3;
    let mut forgetful = |log: &[String], said| match said {
        Said::Ruling(_) if twice(log) => Said::Ruling(Ruling::Allowed),
        Said::Ruling(_) if late(log) => Said::Ruling(UNSTATED),
        said => said,
    };
    let game = "2x1 tromp-taylor: A1, A1, B1";
    let Outcome { findings, ids, log, .. } = examined(game, Asked::Nothing, false, &mut forgetful);
    assert_eq!((ids.as_str(), findings.coverage.cut_short), ("TT7.play.occupied", 1));
    let tried = "play A1; board; status; play A1; start; play A1; play A1; status; start; play A1";
    assert!(log.ends_with(tried), "{log}");

    let forbidden = Ruling::Forbidden(RefusalReason::Occupied);
    let Outcome { findings, ids, log, .. } =
        examined(WHOLE, Asked::Nothing, false, &mut ruled("B1", forbidden, |_| true));
    assert_eq!(ids, "TT7.play.capture-whole-board");
    assert_eq!((findings.coverage.games, findings.coverage.cut_short), (0, 1));
    assert!(log.ends_with("play B1; start; play A1; play B1"), "{log}");
}

#[test]
fn after_a_wrong_score_the_game_is_brought_to_its_end_again() {
    let nobody = ReportedScore::Margin { quarter_points: 0 };
    let mut tie = |_: &[String], said| match said {
        Said::Score(_) => Said::Score(Some(nobody)),
        said => said,
    };
    let game = "2x1 tromp-taylor: A1, pass, pass, A1";
    let Outcome { findings, ids, log, .. } = examined(game, Asked::TheTurn, false, &mut tie);
    assert_eq!(ids, "TT9.score.scored");
    assert_eq!(findings.disagreements[0].difference.engine(), "a tie");
    let again = "start; play A1; play pass; play pass";
    let rest = format!("; score; {again}; score; {again}; is_legal A1; play A1; board; status");
    assert!(log.ends_with(&rest), "{log}");
    assert_eq!(findings.coverage.games, 1);

    // The second pass is refused when the engine is brought back for good.
    let mut lame = |log: &[String], said| match said {
        Said::Score(_) => Said::Score(Some(nobody)),
        Said::Ruling(_)
            if log.iter().filter(|said| *said == "score").count() == 2
                && times(log, "play pass") == 2 =>
        {
            Said::Ruling(UNSTATED)
        }
        said => said,
    };
    let Outcome { findings, log, .. } = examined(game, Asked::TheTurn, false, &mut lame);
    assert!(log.ends_with(&format!("; score; {again}; score; {again}")), "{log}");
    assert_eq!((findings.coverage.games, findings.coverage.cut_short), (0, 1));

    // The players' agreement comes next. An engine that cannot be told of it is tried no further.
    let game = "2x1 agreement=resume disagreed: A1, pass, pass, B1";
    let Outcome { findings, ids, log, .. } = examined(game, Asked::TheTurn, false, &mut tie);
    assert_eq!(ids, "TT9.score.scored");
    assert!(log.ends_with(&again), "{log}");
    assert_eq!(findings.coverage.missing[&Check::Status], 1);

    // The margin and the areas are right.
    let game = "3x1 tromp-taylor: A1, pass, pass";
    for said in
        [ReportedScore::Margin { quarter_points: 12 }, ReportedScore::Areas(Score::new(3, 0))]
    {
        let mut right = |_: &[String], answer| match answer {
            Said::Score(_) => Said::Score(Some(said)),
            answer => answer,
        };
        assert_eq!(examined(game, Asked::TheTurn, false, &mut right).ids, "");
    }
}

#[test]
fn all_turns_are_taken_back_in_a_row_at_the_end() {
    let record = "5x1 tromp-taylor: A1, A1, C1, E1, pass, pass, B1".parse::<RecordText>().unwrap();
    let transcript =
        Transcript::replay(Reference::new("5x1".parse().unwrap(), Rules::default()), record.record);
    let transcript = transcript.about_undo();
    let options = CompareOptions { ask: false, undo: true };
    let Outcome { ids, log, .. } = compared(&transcript, options, &mut honest);
    let in_a_row =
        "undo; undo; undo; undo; undo; play A1; play C1; play E1; play pass; play pass; board";
    assert!(ids.is_empty() && log.contains(in_a_row), "{ids}: {log}");

    // The board stays the same from the fourth turn on that is taken back in a row.
    let stays = |log: &[String]| {
        log.windows(4).any(|asked| asked.iter().all(|question| question == "undo"))
    };
    let Outcome { ids, log, .. } =
        compared(&transcript, options, &mut ruled("C1", UNSTATED, stays));
    assert_eq!(ids, "state.undo.undo-changes-state");
    assert!(log.ends_with("play A1; play C1"), "{log}");

    // The engine says that it takes no more than three turns back.
    let mut three = |log: &[String], said| match said {
        Said::Undo(_) if stays(log) => Said::Undo(None),
        said => said,
    };
    let Outcome { ids, log, .. } = compared(&transcript, options, &mut three);
    assert!(ids.is_empty() && log.contains("undo; undo; undo; undo; start"), "{ids}: {log}");
}

#[test]
fn a_turn_after_which_the_players_settled_something_is_not_taken_back_later() {
    let text = "1x1 simplified-ing disagreed: pass, pass, A1, pass, pass, pass";
    let record = text.parse::<RecordText>().unwrap().record;
    let referee = Reference::set_up(&record.setup);
    let transcript = Transcript::replay(referee, record).about_undo();
    let taken_back: Vec<_> = (0..6).map(|place| transcript.taken_back(place)).collect();
    // The second pass stops the game, and A1 is refused.
    assert_eq!(taken_back, [vec![0..=0], vec![1..=1], vec![], vec![3..=3], vec![4..=4], vec![]]);
}

#[test]
fn plays_show_the_board_of_an_engine_that_does_not() {
    let text = "3x3 tromp-taylor: A1, A2, B1, B2, pass, C1";
    let record = text.parse::<RecordText>().unwrap().record;
    let referee = || Reference::set_up(&record.setup);
    let transcript = Transcript::replay(referee(), record.clone()).shown_by_plays(referee());
    let turns: Vec<String> = transcript.record.turns[6..].iter().map(ToString::to_string).collect();
    assert_eq!(turns, ["C1", "A2", "B2", "A1", "B1"]);

    // The engine leaves both stones where they are.
    let hidden = |said| match said {
        Said::Position(_) => Said::Position(None),
        said => said,
    };
    let mut part = |log: &[String], said| match hidden(said) {
        Said::Ruling(_) if log.last().unwrap() == "play A1" && times(log, "play C1") > 0 => {
            Said::Ruling(UNSTATED)
        }
        said => said,
    };
    let options = CompareOptions { ask: true, undo: false };
    let Outcome { findings, ids, .. } = compared(&transcript, options, &mut part);
    assert_eq!(findings.disagreements.len(), 1, "{ids}");
    let mut right = |_: &[String], said| hidden(said);
    assert_eq!(compared(&transcript, options, &mut right).ids, "");
}

#[test]
fn undo_is_compared_with_what_was_there_before_and_after() {
    let game = "2x1 tromp-taylor: A1, B1, pass";
    // The position is wrong after the turn was taken back.
    let back = |log: &[String]| log[log.len() - 2] == "undo" && times(log, "play B1") > 0;
    let Outcome { findings, ids, log, .. } = examined(game, Asked::Nothing, true, &mut blind(back));
    assert_eq!(ids, "state.undo.undo-changes-state");
    assert!(log.ends_with("play B1; board; status; undo; board"), "{log}");
    assert_eq!(findings.coverage.cut_short, 1);
    assert_eq!(findings.disagreements[0].record.to_string(), "2x1 tromp-taylor: A1, B1");

    // The ruling is wrong when the turn is played again.
    let again = |log: &[String]| times(log, "play B1") == 2;
    let Outcome { ids, log, .. } =
        examined(game, Asked::Nothing, true, &mut ruled("B1", UNSTATED, again));
    assert_eq!(ids, "state.undo.undo-changes-state");
    assert!(log.ends_with("undo; board; play B1"), "{log}");

    // The position is wrong when the turn is played again.
    let Outcome { ids, log, .. } = examined(game, Asked::Nothing, true, &mut blind(again));
    assert_eq!(ids, "state.undo.undo-changes-state");
    assert!(log.ends_with("undo; board; play B1; board"), "{log}");

    // The engine cannot undo: the turn stands, and is not played again.
    let mut without = |_: &[String], said| match said {
        Said::Undo(_) => Said::Undo(None),
        said => said,
    };
    let Outcome { findings, log, .. } =
        examined("1x1 aga: pass", Asked::Nothing, true, &mut without);
    assert!(log.ends_with("play pass; board; status; undo"), "{log}");
    assert_eq!(findings.coverage.missing, BTreeMap::from([(Check::Undo, 1)]));
}
