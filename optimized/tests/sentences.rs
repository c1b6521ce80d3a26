//! The effect of each rule switch, beside the Tromp-Taylor rules, on drawn positions.

use superko_optimized::{
    Agreement, AgreementError, Game, IllegalTurn, LastPass, LongCycle, Outcome, PassCost, Passes,
    Player, Point, Position, Refusal, Repeat, Repetition, Rules, Scoring, Stones, Suicide, Turn,
    Turns,
};

pub(crate) type Small = Game<8, 1>;

pub(crate) const TT: Rules = Rules::TROMP_TAYLOR;
pub(crate) const BLACK_WINS: Option<Outcome> = Some(Outcome::Wins(Player::Black));
pub(crate) const WHITE_WINS: Option<Outcome> = Some(Outcome::Wins(Player::White));
pub(crate) const NO_RESULT: Option<Outcome> = Some(Outcome::NoResult);

/// Makes a game from a drawing, Black to move.
pub(crate) fn game(drawing: &str, rules: Rules) -> Small {
    Game::from_position(Position::drawn(drawing, Player::Black).expect("a position"), rules)
}

pub(crate) fn point(name: &str) -> Point {
    let (column, row) = name.split_at(1);
    let column = "ABCDEFGH".find(column).expect("a column");
    Point::new(column as u8, row.parse::<u8>().expect("a row") - 1)
}

fn points<const K: usize>(names: [&str; K]) -> [Point; K] {
    names.map(point)
}

/// Tries the turns in order, where `-` is a pass. Returns the result of the last one.
pub(crate) fn take(game: &mut Small, turns: &str) -> Result<(), Refusal> {
    let mut played = Ok(());
    for (i, name) in turns.split_whitespace().enumerate() {
        assert_eq!(played, Ok(()), "turn {i} of {turns}");
        played = game.play(if name == "-" { Turn::Pass } else { Turn::Play(point(name)) });
    }
    played
}

/// Makes a game and takes turns in it, which must all be legal.
pub(crate) fn after(drawing: &str, turns: &str, rules: Rules) -> Small {
    let mut game = game(drawing, rules);
    assert_eq!(take(&mut game, turns), Ok(()), "{turns}");
    game
}

/// Returns the turn at a point.
pub(crate) fn at(name: &str) -> Turn {
    Turn::Play(point(name))
}

#[test]
fn half_of_the_points_are_the_stones_of_a_player_and_of_black_one_more() {
    let rules = Rules { stones: Stones::Half, ..TT };
    // Three of five points are Black's stones. The first grid has used one stone of each color.
    let mut game = game("X.O..", rules);
    take(&mut game, "D1 - B1").expect("two stones of each player");
    assert_eq!(game.position().to_string(), "XX.X.\n");
    // White has one stone left, Black has none, and captured stones do not come back.
    take(&mut game, "C1").expect("White's last stone");
    assert_eq!(game.position().to_string(), "..OX.\n");
    assert_eq!(game.refusal(at("E1")), Some(Refusal::NoStones));
    assert_eq!(game.refusal(at("A1")), Some(Refusal::NoStones));
    assert_eq!((game.legal().count(), game.refusal(Turn::Pass)), (0, None));
    assert_eq!([game.perft(1, Turns::All), game.perft(1, Turns::Plays)], [1, 0]);
    take(&mut game, "-").expect("a pass needs no stone");
    assert_eq!(game.refusal(at("E1")), Some(Refusal::NoStones));
    take(&mut game, "-").expect("a pass needs no stone");
    assert_eq!(take(&mut game, "E1"), Err(Refusal::Over));
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!(game.refusal(at("B1")), None);
}

#[test]
fn three_or_four_passes_in_a_row_end_the_game() {
    for (passes, count) in [(Passes::Two, 2), (Passes::Three, 3), (Passes::Four, 4)] {
        let mut game = game("...", Rules { passes, ..TT });
        take(&mut game, "- A1").expect("one pass ends nothing");
        for number in 1..=count {
            assert!(!game.is_over());
            take(&mut game, "-").expect("a running game");
            assert_eq!(game.is_over(), number == count, "{passes:?}");
        }
        assert_eq!(take(&mut game, "-"), Err(Refusal::Over));
        game.undo();
        take(&mut game, "C1").expect("the game goes on");
        take(&mut game, "-").expect("the row begins anew");
        assert!(!game.is_over());
    }
}

#[test]
fn the_last_pass_is_whites() {
    let rules = Rules { last_pass: LastPass::White, ..TT };
    let mut game = game("...", rules);
    take(&mut game, "A1 - -").expect("White's pass and Black's");
    assert!(!game.is_over());
    take(&mut game, "B1 - -").expect("White plays, Black passes, White passes");
    assert!(game.is_over());
}

#[test]
fn white_has_a_turn_more_after_blacks_pass() {
    let rules = Rules { last_pass: LastPass::White, passes: Passes::Three, ..TT };
    let mut game = game("...", rules);
    take(&mut game, "- - -").expect("three passes, the last one Black's");
    assert_eq!((game.is_over(), game.to_move()), (false, Player::White));
    // White has four turns. After B1, Black can only pass, and White's pass ends the game.
    assert_eq!(game.perft(1, Turns::All), 4);
    assert_eq!(game.perft(2, Turns::All), 3 + 1 + 3);
    take(&mut game, "-").expect("a fourth pass");
    assert!(game.is_over());
    game.undo();
    take(&mut game, "B1 - -").expect("the passes are no longer in a row");
    assert!(!game.is_over());
}

#[test]
fn after_the_end_the_players_may_agree_once_on_dead_stones() {
    let rules = Rules { agreement: Agreement::DeadStones, ..TT };
    let mut game = game(
        "..XO.
         .OXOO
         ..XO.",
        rules,
    );
    let white = points(["B2", "B2"]);
    assert_eq!(game.agree(&white), Err(AgreementError::NotNow));
    take(&mut game, "- -").expect("two passes");
    assert!(game.is_over() && !game.is_stopped());
    assert_eq!((game.score(), game.outcome()), ([3, 7], WHITE_WINS));
    assert_eq!(game.disagree(), Err(AgreementError::NotNow));
    let empty = points(["B2", "A1"]);
    assert_eq!(game.agree(&empty), Err(AgreementError::Empty(empty[1])));
    assert_eq!(game.score(), [3, 7], "an error changes nothing");
    assert_eq!(game.agree(&white), Ok(()));
    assert_eq!((game.score(), game.outcome()), ([9, 6], BLACK_WINS));
    assert_eq!(game.area(), [3, 7], "the area is that of the grid as it is");
    assert_eq!(game.prisoners(), [1, 0]);
    assert_eq!(game.agree(&[]), Err(AgreementError::NotNow));
    // An undo takes the agreement back too.
    assert_eq!((game.undo(), game.is_over()), (Some(Turn::Pass), false));
    take(&mut game, "-").expect("a second pass");
    assert_eq!((game.score(), game.agree(&[])), ([3, 7], Ok(())));
    assert_eq!(game.outcome(), WHITE_WINS);
}

#[test]
fn without_an_agreement_there_is_nothing_to_agree_on() {
    let mut game = game("X.", TT);
    take(&mut game, "- -").expect("two passes");
    assert_eq!(game.agree(&[point("A1")]), Err(AgreementError::NotNow));
    assert_eq!(game.disagree(), Err(AgreementError::NotNow));
}

#[test]
fn passes_stop_the_game_once() {
    let mut game = game(".XO..", Rules { agreement: Agreement::Resume, ..TT });
    take(&mut game, "- -").expect("two passes");
    let state = |game: &Small| (game.is_stopped(), game.is_over(), game.outcome());
    assert_eq!(state(&game), (true, false, None));
    for turn in [Turn::Pass, at("C1"), at("A1")] {
        assert_eq!(game.refusal(turn), Some(Refusal::Stopped));
        assert_eq!(game.play(turn), Err(Refusal::Stopped));
    }
    assert_eq!(
        (game.legal().count(), game.perft(1, Turns::All), game.perft(0, Turns::All)),
        (0, 0, 1)
    );
    let mut agreed = game.clone();
    assert_eq!(agreed.agree(&points(["C1", "D1"])), Err(AgreementError::Empty(point("D1"))));
    assert_eq!(state(&agreed), (true, false, None), "an error changes nothing");
    assert_eq!(agreed.agree(&points(["C1"])), Ok(()));
    assert_eq!(state(&agreed), (false, true, BLACK_WINS));
    assert_eq!(agreed.agree(&[]), Err(AgreementError::NotNow));

    // After the disagreement Black is to move, and earlier passes are not in a row with later ones.
    assert_eq!((game.disagree(), state(&game)), (Ok(()), (false, false, None)));
    assert_eq!(game.disagree(), Err(AgreementError::NotNow));
    assert_eq!((game.to_move(), game.perft(1, Turns::All)), (Player::Black, 4));
    take(&mut game, "- E1 - -").expect("one pass, then two");
    assert_eq!(state(&game), (false, true, WHITE_WINS), "passes end the game the second time");
    assert_eq!(game.agree(&[]), Err(AgreementError::NotNow));

    // Go back to before the disagreement, where passes stop the game again.
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!((game.turns(), game.perft(2, Turns::All)), (2, 5 + 1 + 3 + 4));
    take(&mut game, "- -").expect("two passes");
    assert!(game.is_over(), "the disagreement came before the turns that were taken back");
    for _ in 0..3 {
        game.undo();
    }
    take(&mut game, "-").expect("a second pass");
    assert!(game.is_stopped());
}

#[test]
fn an_attempt_at_an_illegal_play_loses() {
    let rules = Rules { illegal: IllegalTurn::Loses, suicide: Suicide::None, ..TT };
    for (start, turns, refusal) in [
        ("X..", "A1", Refusal::Occupied),
        (".O.", "A1", Refusal::Suicide),
        ("..", "A1 B1 A1", Refusal::Repeats { earlier: 1 }),
    ] {
        let mut game = game(start, rules);
        assert_eq!(take(&mut game, turns), Err(refusal), "{turns} on {start}");
        assert_eq!(
            (game.is_over(), game.outcome(), game.to_move()),
            (true, WHITE_WINS, Player::Black)
        );
        let grid = game.position().to_string();
        assert_eq!(take(&mut game, "A1"), Err(Refusal::Over));
        assert_eq!(take(&mut game, "-"), Err(Refusal::Over));
        assert_eq!((game.outcome(), game.position().to_string()), (WHITE_WINS, grid));
        let number = turns.split(' ').count();
        assert_eq!((game.undo().is_some(), game.turns()), (number > 1, number.saturating_sub(2)));
        assert!(!game.is_over(), "the attempt is taken back with the turn before it");
    }
}

#[test]
fn attempts_at_a_stop_or_after_the_end_lose_nothing() {
    let rules = Rules { illegal: IllegalTurn::Loses, agreement: Agreement::Resume, ..TT };
    let mut game = game("X..", rules);
    take(&mut game, "- -").expect("two passes");
    assert_eq!(take(&mut game, "A1"), Err(Refusal::Stopped));
    assert_eq!((game.is_stopped(), game.agree(&[])), (true, Ok(())));
    assert_eq!(take(&mut game, "A1"), Err(Refusal::Over));
    assert_eq!(game.outcome(), BLACK_WINS);
    // A question is not an attempt.
    game.undo();
    assert_eq!(game.refusal(at("A1")), Some(Refusal::Occupied));
    assert!(!game.is_over());
}

#[test]
fn a_repetition_may_be_made_and_lose_or_tie() {
    let rules = Rules { repeat: Repeat::Loses, ..TT };
    for (repeat, outcome) in [(Repeat::Loses, WHITE_WINS), (Repeat::Ties, Some(Outcome::Tie))] {
        let mut game = game("..", Rules { repeat, ..rules });
        take(&mut game, "A1 B1").expect("Black, captured by White");
        assert_eq!(game.position().to_string(), ".O\n");
        assert_eq!(game.legal().count(), 1);
        assert_eq!(game.refusal(at("A1")), None);
        // The play that repeats is counted, and no turn continues after it. Two turns continue
        // after the pass.
        assert_eq!([1, 2].map(|depth| game.perft(depth, Turns::All)), [2, 2]);
        assert_eq!(take(&mut game, "A1"), Ok(()));
        assert_eq!(game.position().to_string(), "X.\n", "the turn is made");
        assert_eq!((game.turns(), game.is_over(), game.outcome()), (3, true, outcome));
        assert_eq!(game.agree(&[]), Err(AgreementError::NotNow));
        assert_eq!((game.undo(), game.is_over()), (Some(at("A1")), false));
        assert_eq!(game.position().to_string(), ".O\n");
    }
}

/// The suicide of a lone stone repeats the grid before it. Where a repetition loses, only the suicide
/// rule can refuse such a play.
#[test]
fn a_lone_suicide_may_be_the_repetition() {
    let rules = Rules { repeat: Repeat::Loses, ..TT };
    let mut game = game(".O.", rules);
    assert_eq!((game.legal().count(), game.perft(1, Turns::All)), (2, 3));
    take(&mut game, "A1").expect("a legal turn");
    assert_eq!((game.position().to_string(), game.outcome()), (".O.\n".into(), WHITE_WINS));
    assert_eq!(game.prisoners(), [0, 1]);
    let strict = Rules { suicide: Suicide::None, ..rules };
    let mut game = self::game(".O.", strict);
    assert_eq!(take(&mut game, "A1"), Err(Refusal::Suicide));
    assert!(!game.is_over());
}

/// Plays a ko, which White may retake after a pass of each player.
#[test]
fn a_long_cycle_ends_the_game_without_a_result() {
    let rules = Rules {
        repetition: Repetition::SimpleKo,
        long_cycle: LongCycle::NoResult,
        passes: Passes::Three,
        ..TT
    };
    let cycle = |rules| {
        let ko = ".XO.
                  XO.O
                  .XO.";
        let mut game = game(ko, rules);
        take(&mut game, "C2").expect("Black takes the ko");
        assert_eq!(game.refusal(at("B2")), Some(Refusal::Repeats { earlier: 0 }));
        take(&mut game, "- - B2").expect("White takes it back, and Black is to move");
        game
    };
    let mut game = cycle(rules);
    assert_eq!((game.is_over(), game.outcome()), (true, Some(Outcome::NoResult)));
    assert_eq!((game.undo(), game.is_over()), (Some(at("B2")), false));
    assert_eq!(game.perft(1, Turns::All), 1 + u64::from(game.legal().count()));
    assert!(!cycle(Rules { long_cycle: LongCycle::GoesOn, ..rules }).is_over());
}

/// The same grid with the other player to move is not a cycle.
#[test]
fn a_grid_may_come_back_for_the_other_player() {
    let rules = Rules { repetition: Repetition::None, long_cycle: LongCycle::NoResult, ..TT };
    let mut game = game(".O.", rules);
    take(&mut game, "A1").expect("the suicide of a lone stone");
    assert!(!game.is_over());
    take(&mut game, "C1").expect("White's stone, beside its own");
    assert!(!game.is_over());
}

/// If both rules apply, the repetition rule decides.
#[test]
fn a_repetition_that_loses_is_no_long_cycle() {
    let rules = Rules {
        repetition: Repetition::Situational,
        repeat: Repeat::Loses,
        long_cycle: LongCycle::NoResult,
        ..TT
    };
    let mut game = game("..", rules);
    take(&mut game, "A1 B1 - A1").expect("White's suicide");
    assert_eq!(game.position().to_string(), "..\n", "the beginning, Black to move");
    assert_eq!(game.outcome(), BLACK_WINS);
}

/// B3 and E2 are stones that may be dead.
const TERRITORY: &str = "..XO.
                         .OXOO
                         ..XOX
                         .XXO.";

#[test]
fn territory_counts_empty_points_and_prisoners() {
    let rules = Rules { score: Scoring::Territory, agreement: Agreement::DeadStones, ..TT };
    let mut game = game(TERRITORY, rules);
    assert_eq!(game.score(), [0, 1]);
    take(&mut game, "- E1 - -").expect("White captures a stone");
    assert_eq!(game.prisoners(), [0, 1]);
    assert_eq!(game.score(), [0, 3]);
    assert_eq!(game.agree(&points(["B3"])), Ok(()));
    assert_eq!((game.prisoners(), game.score()), ([1, 1], [8, 3]));
    assert_eq!(game.outcome(), BLACK_WINS);
}

#[test]
fn short_territory_counts_dead_stones_only_where_they_are_surrounded() {
    // The dead stone A1 lies in Black's territory. D1 lies in nobody's.
    let drawing = ".XO.O
                   .XOO.
                   OX.XO";
    for (score, expected) in [(Scoring::Territory, [4, 3]), (Scoring::ShortTerritory, [4, 2])] {
        let rules = Rules { score, agreement: Agreement::Resume, ..TT };
        let mut game = game(drawing, rules);
        take(&mut game, "- -").expect("two passes");
        game.agree(&points(["A1", "D1"])).expect("both are stones");
        assert_eq!(game.score(), expected, "{score:?}");
    }
}

#[test]
fn stones_count_stones() {
    let rules = Rules { score: Scoring::Stones, agreement: Agreement::DeadStones, ..TT };
    let mut game = game(TERRITORY, rules);
    take(&mut game, "- -").expect("two passes");
    assert_eq!((game.score(), game.outcome()), ([6, 6], Some(Outcome::Tie)));
    game.agree(&points(["E2"])).expect("a stone");
    assert_eq!((game.score(), game.outcome()), ([5, 6], WHITE_WINS));
}

#[test]
fn a_pass_gives_a_prisoner() {
    let rules =
        Rules { score: Scoring::Territory, pass: PassCost::Prisoner, passes: Passes::Three, ..TT };
    let mut game = game(".X.", rules);
    take(&mut game, "- - -").expect("three passes");
    assert_eq!((game.prisoners(), game.score()), ([1, 2], [3, 2]));
    assert_eq!((game.undo(), game.prisoners()), (Some(Turn::Pass), [1, 1]));
    let mut free = self::game(".X.", Rules { pass: PassCost::Free, ..rules });
    take(&mut free, "- - -").expect("three passes");
    assert_eq!((free.prisoners(), free.score()), ([0, 0], [2, 0]));
    let mut area = self::game(".X.", Rules { score: Scoring::Area, ..rules });
    take(&mut area, "- - -").expect("three passes");
    assert_eq!(area.score(), [3, 0], "prisoners count with territory only");
}
