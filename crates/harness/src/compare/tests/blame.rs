//! Tests of the ids to which disagreements are attributed.

use super::actor::*;
use std::collections::BTreeMap;
use superko_engine::check::Check;
use superko_engine::{RefusalReason, Ruling};
use superko_game::{Player, RecordText, Status};

/// Returns the findings about an engine that always forbids the last turn of a game, without a reason.
fn broken(game: &str) -> String {
    let record = game.parse::<RecordText>().unwrap().record;
    let (last, before) = (record.turns.last().unwrap().to_string(), record.turns.len() - 1);
    let there = move |log: &[String]| {
        since_start(log).iter().filter(|said| said.starts_with("play")).count() >= before
    };
    examined(game, Asked::Nothing, false, &mut ruled(&last, UNSTATED, there)).ids
}

#[test]
fn a_game_is_played_again_with_all_its_turns_handed_over_at_once() {
    let game = "3x1 tromp-taylor: A1, pass, C1";
    let third = |log: &[String]| times(log, "play C1") > 0;
    let Outcome { log, batches, .. } = examined(game, Asked::TheTurn, false, &mut blind(third));
    assert_eq!(after(&log, "play C1"), "board; start; play A1; play pass; play C1; board");
    assert_eq!(batches.last(), Some(&2));
}

#[test]
fn a_wrong_position_is_put_down_to_what_brings_it_about() {
    // The turn alone changes the board.
    let turn = |log: &[String]| times(log, "play B1") > 0;
    let Outcome { findings, ids, log, .. } =
        examined(WHOLE, Asked::TheTurn, true, &mut blind(turn));
    assert_eq!(ids, "TT7.board.capture-whole-board");
    assert_eq!(after(&log, "play B1"), "board; start; play A1; play B1; board");
    assert_eq!((findings.coverage.games, findings.coverage.cut_short), (0, 1));
    assert_eq!(findings.disagreements[0].record.to_string(), "2x1 tromp-taylor: A1, A1, B1");

    // The refused attempt changes the board.
    let attempt = |log: &[String]| turn(log) && times(log, "play A1") > times(log, "undo") + 1;
    let Outcome { ids, log, .. } = examined(WHOLE, Asked::TheTurn, false, &mut blind(attempt));
    assert_eq!(ids, "state.board.refusal-changes-state");
    let replays = "board; start; play A1; play B1; board; start; play A1; play A1; play B1; board";
    assert_eq!(after(&log, "play B1"), replays);

    // The turn that was taken back changes the board.
    let undone = |log: &[String]| turn(log) && times(log, "undo") > 0;
    let Outcome { ids, log, .. } = examined(WHOLE, Asked::TheTurn, true, &mut blind(undone));
    assert_eq!(ids, "state.undo.undo-changes-state");
    let third = "start; play A1; undo; play A1; play A1; play B1; board";
    assert_eq!(after(&log, "play B1"), format!("{replays}; {third}"));

    // A question changes the board, or a cause that cannot be found.
    let asked = |log: &[String]| turn(log) && times(log, "is_legal B1") > 0;
    let Outcome { ids, .. } = examined(WHOLE, Asked::TheTurn, true, &mut blind(asked));
    assert_eq!(ids, "state.legality.question-changes-state");
    let once =
        |log: &[String]| turn(log) && log.iter().filter(|said| *said == "start").count() == 1;
    for (asked, undo, id) in [
        (Asked::TheTurn, false, "state.legality.question-changes-state"),
        (Asked::Nothing, true, "state.undo.undo-changes-state"),
        (Asked::Nothing, false, "TT7.board.capture-whole-board"),
    ] {
        assert_eq!(examined(WHOLE, asked, undo, &mut blind(once)).ids, id);
    }
    // An engine that does not answer about legality was asked only for its board.
    let mut shown = blind(once);
    let mut mute = |log: &[String], said| match (log.last(), said) {
        (Some(asked), Said::Answer(_)) if asked.starts_with("is_legal") => Said::Answer(None),
        (_, said) => shown(log, said),
    };
    for undo in [false, true] {
        let ids = examined(WHOLE, Asked::TheTurn, undo, &mut mute).ids;
        assert_eq!(ids, "state.board.question-changes-state");
    }

    // Nothing but the turn can be the cause.
    let game = "2x1 tromp-taylor: A1, B1, pass";
    let Outcome { ids, log, .. } = examined(game, Asked::Nothing, false, &mut blind(turn));
    assert_eq!(ids, "TT7.board.capture-whole-board");
    assert_eq!(after(&log, "play B1"), "board");
}

#[test]
fn a_wrong_status_after_a_turn_ends_the_examination_and_one_after_an_attempt_does_not() {
    let mut ended = |log: &[String], said| match said {
        Said::Status(_) if times(log, "play B1") > 0 => Said::Status(Some(Status::Over)),
        said => said,
    };
    let Outcome { ids, log, .. } = examined(WHOLE, Asked::Nothing, false, &mut ended);
    assert_eq!(ids, "TT8.status.ends-by-itself");
    assert_eq!(after(&log, "play B1"), "board; status; start; play A1; play B1; status");

    let mut black = |log: &[String], said| match said {
        Said::Status(_) if times(log, "play A1") == 2 => {
            Said::Status(Some(Status::Running { to_move: Player::Black }))
        }
        said => said,
    };
    let Outcome { findings, ids, log, .. } = examined(WHOLE, Asked::Nothing, false, &mut black);
    assert_eq!(ids, "state.status.refusal-changes-state, state.status.refusal-changes-state");
    assert_eq!(findings.coverage.games, 1);
    let on = "status; start; play A1; play A1; status; start; play A1; play B1; board; status; play pass";
    assert!(log.contains(on), "{log}");
}

#[test]
fn answers_given_after_the_attempts_are_forgotten_are_asked_for_again() {
    let game = "3x1 tromp-taylor: A1, A1, B1";
    let occupied = Ruling::Forbidden(RefusalReason::Occupied);
    let Outcome { findings, ids, log, .. } =
        examined(game, Asked::Everything, false, &mut ruled("B1", occupied, |_| true));
    // B1 is refused before the first turn, before the attempt, and when it is played. After the attempt this is known.
    assert_eq!(
        ids,
        "TT7.legality.quiet, TT7.legality.capture-in-corner, TT7.play.capture-in-corner"
    );
    assert_eq!(findings.coverage.missing, BTreeMap::new());
    assert_eq!(log.matches("start").count(), 6, "{log}");

    let attempted = |log: &[String]| times(log, "play A1") == 2;
    let Outcome { findings, ids, .. } =
        examined(game, Asked::Everything, false, &mut ruled("B1", occupied, attempted));
    assert_eq!(ids, "state.legality.refusal-changes-state");
    // C1 and pass come after B1, and are asked again.
    assert_eq!(findings.coverage.missing, BTreeMap::new());
    assert_eq!(findings.coverage.games, 1);
}

#[test]
fn a_refusal_without_a_ground_is_judged_by_what_stood_there_before() {
    for (game, id) in [
        // A board of one column has no C1, and all stones so far would fit on it.
        ("3x1 tromp-taylor: C1", "TT1.play.quiet"),
        ("3x1 tromp-taylor: A1, C1", "TT1.play.quiet"),
        // The stones so far would not fit on such a board, or the point was played before.
        ("4x1 tromp-taylor: B1, D1", "TT6.play.quiet"),
        (
            "3x1 repetition=none,suicide=allowed: C1, A1, B1, A1, C1",
            "TT6-none.play.repeat-permitted",
        ),
        // All neighbors are stones, and the point was always empty, or was not.
        ("3x1 tromp-taylor: B1, pass, A1", "TT7.play.quiet"),
        ("3x1 tromp-taylor: pass, A1, B1, pass, A1", "TT6.play.quiet"),
        // The stone has a liberty only after it captures.
        ("2x2 tromp-taylor: A1, B1, A2, B2", "TT7.play.capture-without-liberty"),
    ] {
        assert_eq!(broken(game), id, "{game}");
    }
}

#[test]
fn the_ground_of_a_bare_no_is_found_in_deed() {
    // The engine says no when it is asked, and why when it plays the turn.
    let mut reticent = |log: &[String], said| match (log.last().unwrap().as_str(), said) {
        ("is_legal B1", Said::Answer(_)) => Said::Answer(Some(UNSTATED)),
        ("play B1", Said::Ruling(_)) => Said::Ruling(Ruling::Forbidden(RefusalReason::Over)),
        (_, said) => said,
    };
    let game = "2x2 tromp-taylor: A1, B1";
    let Outcome { ids, log, .. } = examined(game, Asked::TheTurn, false, &mut reticent);
    assert_eq!(ids, "TT8.legality.ends-by-itself, TT8.play.ends-by-itself");
    let found = "start; play A1; play B1; start; play A1; ";
    let blamed = "start; play A1; is_legal B1; start; play A1; play B1";
    assert!(after(&log, "is_legal B1").starts_with(&format!("{found}{blamed}")), "{log}");

    // The engine accepts the turn after all, or cannot be brought there: the reason stays unknown.
    let mut contrary = |log: &[String], said| match (log.last().unwrap().as_str(), said) {
        ("is_legal B1", Said::Answer(_)) => Said::Answer(Some(UNSTATED)),
        (_, said) => said,
    };
    assert_eq!(examined(game, Asked::TheTurn, false, &mut contrary).ids, "TT6.legality.quiet");
    let mut lost = |log: &[String], said| match (log.last().unwrap().as_str(), said) {
        ("is_legal B1", Said::Answer(_)) => Said::Answer(Some(UNSTATED)),
        (_, Said::Ruling(_)) if log.iter().filter(|said| *said == "start").count() == 2 => {
            Said::Ruling(Ruling::Forbidden(RefusalReason::Suicide))
        }
        (_, said) => said,
    };
    let Outcome { ids, log, .. } = examined(game, Asked::TheTurn, false, &mut lost);
    assert_eq!(ids, "TT6.legality.quiet");
    assert!(
        after(&log, "is_legal B1").starts_with("start; play A1; start; play A1; is_legal B1"),
        "{log}"
    );
}

#[test]
fn who_forbids_every_turn_after_a_pass_has_stopped() {
    let stopped = |log: &[String], said| match said {
        Said::Ruling(_) if times(log, "play pass") > 0 && log.last().unwrap() != "play pass" => {
            Said::Ruling(UNSTATED)
        }
        Said::Ruling(_) if times(log, "play pass") == 2 => Said::Ruling(UNSTATED),
        Said::Answer(_) if times(log, "play pass") > 0 => Said::Answer(Some(UNSTATED)),
        said => said,
    };
    let game = "3x3 tromp-taylor: A1, pass, C3";
    let Outcome { ids, log, .. } = examined(game, Asked::Nothing, false, &mut { stopped });
    assert_eq!(ids, "TT8.play.quiet");
    // The other turns tried are the last play that is legal beyond doubt, and the pass.
    let tried = "start; play A1; play pass; play B3; start; play A1; play pass; play pass";
    assert_eq!(after(&log, "play C3"), tried);
    assert_eq!(broken(game), "TT6.play.quiet");
    let Outcome { ids, log, .. } = examined(game, Asked::TheTurn, false, &mut { stopped });
    assert_eq!(ids, "TT8.legality.quiet, TT8.play.quiet");
    assert!(
        log.contains("play pass; is_legal B3; start; play A1; play pass; is_legal pass"),
        "{log}"
    );

    // This does not hold after a play, or if the engine is silent about the other turns.
    let game = "2x2 tromp-taylor: A1, B2, pass";
    assert_eq!(broken(game), "TT6.play.pass");
    let mut mute = |log: &[String], said| match (log.last().unwrap().as_str(), said) {
        ("is_legal C3", Said::Answer(_)) => Said::Answer(Some(UNSTATED)),
        ("is_legal B3" | "is_legal pass", Said::Answer(_)) => Said::Answer(None),
        (_, said) => said,
    };
    let game = "3x3 tromp-taylor: A1, pass, C3";
    assert_eq!(examined(game, Asked::TheTurn, false, &mut mute).ids, "TT6.legality.quiet");
}

#[test]
fn two_plays_are_taken_back_in_a_row_before_a_repeat() {
    let game = "2x1 tromp-taylor: A1, B1, A1";
    let two = |log: &[String]| since_start(log).windows(2).any(|two| two == ["undo", "undo"]);
    let Outcome { ids, log, .. } =
        examined(game, Asked::Nothing, true, &mut ruled("A1", Ruling::Allowed, two));
    assert_eq!(ids, "state.undo.undo-changes-state");
    let asked = "undo; undo; play A1; play B1; board; play pass; undo; play A1";
    assert!(log.contains(asked), "{log}");

    // An engine that can take back only one turn is not asked for more, and continues.
    let mut one_only = |log: &[String], said| match said {
        Said::Undo(_) if log.ends_with(&["undo".to_owned(), "undo".to_owned()]) => Said::Undo(None),
        said => said,
    };
    let Outcome { findings, log, ids, .. } = examined(game, Asked::Nothing, true, &mut one_only);
    assert_eq!((ids.as_str(), findings.coverage.games, findings.coverage.cut_short), ("", 1, 0));
    assert_eq!(log.matches("undo; undo").count(), 1, "{log}");
    assert!(findings.coverage.missing.is_empty());
    assert!(findings.coverage.checks[&Check::Undo].observed > 0);
}
