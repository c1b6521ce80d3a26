//! Games that a turn decides: who has won, and what an engine may do about a turn that loses.

use super::actor::*;
use superko_engine::check::Check;
use superko_engine::referee::Referee;
use superko_engine::{Reference, ReportedScore, Ruling};
use superko_game::{Player, RecordText, Status, Turn};

/// Returns the findings about a game for which an engine reports this score.
fn ids(game: &str, score: Option<ReportedScore>) -> String {
    let mut says = |_: &[String], said| match said {
        Said::Score(_) => Said::Score(score),
        said => said,
    };
    examined(game, Asked::Nothing, false, &mut says).ids
}

#[test]
fn who_has_won_is_compared_where_it_is_told() {
    let wins = |player| Some(ReportedScore::Winner(Some(player)));
    let nobody = Some(ReportedScore::Winner(None));
    // Black repeats the position.
    let loses = "2x1 repeat=loses: A1, B1, A1";
    assert_eq!(ids(loses, wins(Player::White)), "");
    assert_eq!(ids(loses, wins(Player::Black)), "TT6-repeat-loses.score.play-ends");
    assert_eq!(ids(loses, nobody), "TT6-repeat-loses.score.play-ends");
    let ties = "2x1 repeat=ties: A1, B1, A1";
    assert_eq!(ids(ties, nobody), "");
    assert_eq!(ids(ties, wins(Player::White)), "TT6-repeat-ties.score.play-ends");
    // Black loses by a play on an occupied point, which is refused.
    let lost = "2x1 suicide=forbidden,illegal=loses: A1, pass, A1";
    assert_eq!(ids(lost, wins(Player::White)), "");
    assert_eq!(ids(lost, wins(Player::Black)), "TT8-illegal-loses.score.play-ends");

    // The board counts to two points for Black: a count is no outcome, and 0 is a tie.
    let counted = |quarter_points| Some(ReportedScore::Margin { quarter_points });
    for margin in [8, 4, -8] {
        assert_eq!((ids(loses, counted(margin)), ids(ties, counted(margin))), <_>::default());
    }
    assert_eq!(ids(loses, counted(0)), "TT6-repeat-loses.score.play-ends");
    assert_eq!(ids(ties, counted(0)), "");
}

#[test]
fn what_is_not_told_of_the_winner_is_missing() {
    let game = "2x1 repeat=loses: A1, B1, A1";
    let mut honest = honest;
    let observed = |part: &mut dyn FnMut(&[String], Said) -> Said| {
        let coverage = examined(game, Asked::Nothing, false, part).findings.coverage;
        let tally = coverage.checks.get(&Check::Score).map_or(0, |tally| tally.observed);
        (tally, coverage.missing.get(&Check::Score).copied())
    };
    assert_eq!(observed(&mut honest), (1, None));
    let mut counts = |_: &[String], said| match said {
        Said::Score(_) => Said::Score(Some(ReportedScore::Margin { quarter_points: 8 })),
        said => said,
    };
    assert_eq!(observed(&mut counts), (0, Some(1)));
}

/// Returns the findings about an engine that accepts a losing turn, and reports this status and winner.
fn lenient(status: Option<Status>, score: ReportedScore) -> String {
    let game = "2x1 illegal=loses: A1, A1, pass";
    let mut says = |log: &[String], said| {
        let is_lost = times(log, "play A1") == 2;
        match said {
            Said::Ruling(_) if is_lost && log.last().is_some_and(|last| last == "play A1") => {
                Said::Ruling(Ruling::Allowed)
            }
            Said::Status(_) if is_lost => Said::Status(status),
            Said::Ruling(_) if is_lost && status.is_none() => Said::Ruling(Ruling::Allowed),
            Said::Score(_) if is_lost => Said::Score(Some(score)),
            said => said,
        }
    };
    examined(game, Asked::Nothing, false, &mut says).ids
}

#[test]
fn a_turn_that_loses_may_be_played_if_the_game_is_lost_by_it() {
    let [black, white] =
        [Player::Black, Player::White].map(|player| ReportedScore::Winner(Some(player)));
    let running = Status::Running { to_move: Player::Black };
    assert_eq!(lenient(Some(Status::Over), black), "");
    // The engine does not say that the game is over, and continues, but knows the winner.
    assert_eq!(lenient(None, black), "");
    for wrong in [
        lenient(Some(Status::Over), white),
        lenient(None, white),
        lenient(Some(running), black),
        lenient(None, ReportedScore::Margin { quarter_points: 8 }),
    ] {
        assert!(wrong.starts_with("TT7.play."), "{wrong}");
    }
    // The engine does not name the winner.
    assert_eq!(lenient(Some(Status::Over), ReportedScore::Margin { quarter_points: 8 }), "");
}

#[test]
fn a_game_that_was_lost_before_is_over_whatever_is_refused_now() {
    let mut goes_on = |_: &[String], said| match said {
        Said::Status(_) => Said::Status(Some(Status::Running { to_move: Player::Black })),
        said => said,
    };
    let ids = examined("1x1 illegal=loses: A1, A1", Asked::Nothing, false, &mut goes_on).ids;
    assert_eq!(ids, "TT8-illegal-loses.status.play-ends");
}

/// Returns the findings about a client that refuses a losing turn and continues: its server applies the loss.
fn client(status: Option<Status>) -> String {
    let game = "3x1 suicide=forbidden,illegal=loses: B1, A1, pass, pass";
    let mut plain = "3x1 suicide=forbidden: B1".parse::<RecordText>().unwrap().record.setup;
    plain.first = Player::Black;
    let mut client = Reference::set_up(&plain);
    let mut says = |log: &[String], said| {
        let last = log.last().map(String::as_str).unwrap_or_default();
        let is_lost = times(log, "play A1") > 0;
        match (said, last.strip_prefix("play ")) {
            (Said::Ruling(_), Some(turn)) => {
                let turn = Turn::parse(turn, plain.size()).unwrap();
                Said::Ruling(Referee::play(&mut client, turn).ruling())
            }
            (Said::Status(_), _) if is_lost => Said::Status(status),
            (said, _) => said,
        }
    };
    examined(game, Asked::Nothing, false, &mut says).ids
}

#[test]
fn who_refuses_a_turn_that_loses_and_goes_on_is_right_unless_it_says_that_the_game_goes_on() {
    assert_eq!(client(None), "");
    let running = Status::Running { to_move: Player::White };
    assert_eq!(client(Some(running)), "TT8-illegal-loses.status.play-ends");
}
