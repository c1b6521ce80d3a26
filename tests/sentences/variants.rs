//! The rules that replace the ten sentences or add to them, each with a test and a drawn example.

use super::{KO, after, from, new, refused};
use crate::support::{grid, point, turn};
use crate::trace::{agreed, trace};
use superko_reference::{
    Agreement, Attempt, Color, Cycle, Game, Grid, Illegal, LastPass, Outcome, PassCost, Passes,
    Player, Repeat, Repetition, Rules, Score, Scoring, SelfCapture, Standing, Supply, Turn,
    Unasked,
};

/// Returns the drawn example of a rule.
pub(crate) fn example(id: &str) -> String {
    match id {
        "TT6/situational" => {
            let game = new(3, 1, Repetition::Situational);
            trace(&game, "A1 C1 B1 C1 A1") + "\n" + &trace(&game, "B1 pass A1 C1 B1")
        }
        "TT6/natural-situational" => {
            trace(&from(KO, Player::White, Repetition::NaturalSituational), "pass C2 B2 C2")
        }
        "TT6/new-zealand" => {
            trace(&from(KO, Player::White, Repetition::NewZealand), "pass C2 B2 pass pass")
        }
        "TT6/simple-ko" => {
            let longer = new(3, 1, Repetition::SimpleKo);
            let ko = from(KO, Player::Black, Repetition::SimpleKo);
            trace(&ko, "C2 B2") + "\n" + &trace(&longer, "A1 C1 B1 C1 A1")
        }
        "TT6/none" => trace(&from(KO, Player::Black, Repetition::None), "C2 B2 C2 B2"),
        "TT7/several-stones" => trace(&limited(SelfCapture::SeveralStones), "E1 pass B2"),
        "TT7/forbidden" => trace(&limited(SelfCapture::Forbidden), "E1 B2"),
        "TT6/repeat-loses" => under(2, "repeat=loses", "A1 B1 A1"),
        "TT6/repeat-ties" => under(3, "repeat=ties", "A1 C1 B1 C1 A1"),
        "TT7/supply" => under(3, "stones=half", "A1 C1 B1 C1 pass"),
        "TT8/three-passes" => under(2, "passes=three", "pass pass A1 pass pass pass"),
        "TT8/four-passes" => under(2, "passes=four", "pass pass pass pass"),
        "TT8/white-last" => under(2, "last-pass=white", "A1 pass pass pass"),
        "TT8/dead-points" => agreed(&dead("agreement=dead-stones"), "pass pass", &["D2"]),
        "TT8/resume" => resumed(),
        "TT8/illegal-loses" => under(2, "illegal=loses", "A1 B1 A1"),
        "TT8/no-result" => {
            under(3, "repetition=simple-ko,long-cycle=no-result", "A1 C1 B1 C1 A1 pass B1")
        }
        "TT9/territory" => under(3, "score=territory", "A1 B1 pass pass"),
        "TT9/short-territory" => {
            let agree = |score: &str| {
                let rules = parsed(&format!("agreement=dead-stones,score={score}"));
                let game = Game::from(grid(". X O . O"), Player::Black, rules);
                agreed(&game, "pass pass", &["C1"])
            };
            agree("territory") + "\n" + &agree("short-territory")
        }
        "TT9/stones" => trace(&dead("score=stones"), "pass pass"),
        "TT8/third-time" => {
            let rules = "repetition=none,long-cycle=third-time";
            under(1, rules, "pass A1 pass") + "\n" + &under(1, rules, "A1 A1 A1 A1")
        }
        "TT8/cleanup" => {
            let game =
                Game::from(grid(KO), Player::Black, parsed("agreement=cleanup,score=territory"));
            trace(&game, "pass pass C2 B2 pass B2 pass pass A1 pass pass")
        }
        "TT9/tax-seki" => under(5, "tax=seki", "B1 D1 pass pass"),
        "TT9/tax-all" => under(3, "tax=all", "B1 pass pass"),
        "TT9/button" => under(2, "button=half-point", "A1 pass pass pass"),
        "TT9/enclosed" => {
            let grid = grid(". X O .\nX X X X");
            trace(&Game::from(grid, Player::Black, parsed("enclosed=dead")), "pass pass")
        }
        "TT9/pass-stones" => under(3, "score=territory,pass=prisoner", "A1 B1 pass pass"),
        _ => panic!("`{id}` has no example"),
    }
}

fn parsed(rules: &str) -> Rules {
    superko::engine::reference_rules(rules.parse().expect("the rules are written as rules are"))
}

/// Traces a game on an empty grid of one row.
fn under(columns: usize, rules: &str, turns: &str) -> String {
    trace(&Game::new(columns, 1, parsed(rules)), turns)
}

/// Returns a game that begins with a lone black point among White's.
fn dead(rules: &str) -> Game {
    Game::from(grid(DEAD), Player::Black, parsed(rules))
}

/// Traces a game that stops and ends by an agreement, and the same game resumed after a disagreement.
fn resumed() -> String {
    let game = dead("agreement=resume");
    let stopped = agreed(&game, "pass pass", &["D2"]);
    let mut resumed = game.after(Turn::Pass).and_then(|game| game.after(Turn::Pass)).unwrap();
    resumed.disagree().unwrap();
    stopped + "\nThe players disagree instead.\n\n" + &trace(&resumed, "pass E1 pass pass")
}

/// Returns a game in which White can give up two stones at E1, or one at B2.
fn limited(self_capture: SelfCapture) -> Game {
    let grid = grid(
        ". X . X X
         X . X X O
         . X . X .",
    );
    Game::from(grid, Player::White, Rules { self_capture, ..Rules::default() })
}

// TT6/situational
#[test]
fn situational_superko_looks_at_whose_turn_it_is() {
    // After A1, C1, B1, C1 the grid is `. . O`; Black's A1 leaves `X . O`, which stood after White's C1.
    let game = |repetition| after(&new(3, 1, repetition), "A1 C1 B1 C1");
    assert_eq!(*game(Repetition::Situational).grid(), grid(". . O"));
    assert_eq!(refused(&game(Repetition::Positional), "A1"), Illegal::Repeats { earlier: 2 });
    assert_eq!(*after(&game(Repetition::Situational), "A1").grid(), grid("X . O"));
    // A coloring after a pass counts, and so does that of the beginning.
    let game = after(&new(1, 1, Repetition::Situational), "pass");
    assert_eq!(refused(&game, "A1"), Illegal::Repeats { earlier: 0 });
    let game = after(&from(KO, Player::White, Repetition::Situational), "pass C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
}

// TT6/natural-situational
#[test]
fn natural_situational_superko_looks_at_who_moved() {
    // White passed before the ko was taken, so no move of hers left the coloring that her retake would.
    let game = after(&from(KO, Player::White, Repetition::NaturalSituational), "pass C2");
    after(&game, "B2");
    let game = after(&from(KO_OPEN, Player::White, Repetition::NaturalSituational), "B2 C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
    // The beginning does not count.
    after(&new(1, 1, Repetition::NaturalSituational), "A1");
}

// TT6/new-zealand
#[test]
fn new_zealand_counts_the_turns_of_the_same_player_passes_included() {
    // Black passed on the empty grid. The suicide leaves it empty again, and so repeats the coloring after the pass.
    let lone = after(&new(1, 1, Repetition::NewZealand), "pass A1");
    assert_eq!(refused(&lone, "A1"), Illegal::Repeats { earlier: 1 });
    after(&after(&new(1, 1, Repetition::NaturalSituational), "pass A1"), "A1");
    // White's pass left the coloring that her retake would leave again.
    let game = after(&from(KO, Player::White, Repetition::NewZealand), "pass C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
    // The beginning does not count.
    after(&from(KO, Player::Black, Repetition::NewZealand), "C2 B2");
}

// TT6/simple-ko
#[test]
fn simple_ko_looks_back_two_turns_only() {
    let game = after(&from(KO, Player::Black, Repetition::SimpleKo), "C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 0 });
    // The coloring of three turns ago is no longer forbidden: sending two, returning one.
    let game = after(&new(3, 1, Repetition::SimpleKo), "A1 C1 B1 C1");
    assert_eq!(*after(&game, "A1").grid(), grid("X . O"));
    // The current coloring is not forbidden, and on the first turn there is nothing to look back to.
    let game = after(&from(EYE, Player::White, Repetition::SimpleKo), "A1 B2");
    assert_eq!(game.past()[0].grid, game.past()[1].grid);
    after(&new(1, 1, Repetition::SimpleKo), "A1");
    let game = after(&new(1, 1, Repetition::SimpleKo), "pass");
    assert_eq!(refused(&game, "A1"), Illegal::Repeats { earlier: 0 });
}

// TT6/none
#[test]
fn without_a_repetition_rule_every_coloring_may_repeat() {
    let game = from(KO, Player::Black, Repetition::None);
    let round = after(&game, "C2 B2 C2 B2");
    assert_eq!(round.grid(), game.grid());
}

// TT7/several-stones
#[test]
fn several_stones_may_be_given_up_but_not_a_lone_one() {
    let game = with_self_capture("X . O .", SelfCapture::SeveralStones);
    assert_eq!(*after(&game, "B1").grid(), grid(". . O ."));
    let game = with_self_capture(EYE, SelfCapture::SeveralStones);
    assert_eq!(refused(&game, "B2"), Illegal::ClearsOwn { points: 1 });
    // After a capture, no point of the player's own color has to be cleared.
    after(&with_self_capture(". O X", SelfCapture::SeveralStones), "A1");
}

// TT7/forbidden
#[test]
fn no_stone_may_be_given_up() {
    let game = with_self_capture("X . O .", SelfCapture::Forbidden);
    assert_eq!(refused(&game, "B1"), Illegal::ClearsOwn { points: 2 });
    let game = with_self_capture(EYE, SelfCapture::Forbidden);
    assert_eq!(refused(&game, "B2"), Illegal::ClearsOwn { points: 1 });
    after(&with_self_capture(". O X", SelfCapture::Forbidden), "A1");
}

// TT6/repeat-loses
#[test]
fn a_repetition_can_lose() {
    let rules = Rules { repeat: Repeat::Loses, ..Rules::default() };
    let over = after(&Game::new(2, 1, rules), "A1 B1 A1");
    assert_eq!(over.grid(), &grid("X ."));
    assert_eq!(over.outcome(), Some(Outcome::Wins(Player::White)));
    assert_eq!(refused(&over, "pass"), Illegal::Over);
    // A move that repeats nothing does not end the game.
    assert!(!after(&Game::new(2, 1, rules), "A1 B1").is_over());
    // A move may still be illegal for another reason.
    assert_eq!(
        refused(&after(&Game::new(2, 1, rules), "A1"), "A1"),
        Illegal::NotEmpty { color: Color::Black }
    );
}

// TT6/repeat-ties
#[test]
fn a_repetition_can_be_a_tie() {
    let rules = Rules { repeat: Repeat::Ties, ..Rules::default() };
    let over = after(&Game::new(3, 1, rules), "A1 C1 B1 C1 A1");
    assert_eq!((over.outcome(), over.is_scored()), (Some(Outcome::Tie), false));
    // Without a repetition rule, nothing ends.
    let lenient = Rules { repetition: Repetition::None, ..rules };
    assert!(!after(&Game::new(3, 1, lenient), "A1 C1 B1 C1 A1").is_over());
}

// TT7/supply
#[test]
fn stones_are_used_up() {
    let rules = Rules { supply: Supply::Half, ..Rules::default() };
    // On five points, Black has three moves and White two, even if some of their points were cleared.
    let game = after(&Game::new(5, 1, rules), "A1 B1 C1 E1 A1");
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    let game = after(&game, "pass");
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    assert_eq!(refused(&game, "A1"), Illegal::UsedUp);
    assert!(after(&game, "pass").is_over());
    // The points of the beginning are used up, too.
    let game = Game::from(grid("X X X . ."), Player::Black, rules);
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    after(&game, "pass D1");
    // On 19x19, Black has 181 moves and White 180.
    for (first, color, supply) in
        [(Player::Black, Color::Black, 181), (Player::White, Color::White, 180)]
    {
        for used in [supply - 1, supply] {
            let empty = Grid::empty(19, 19);
            let points: Vec<_> = empty.points().collect();
            let begun = points[..used].iter().fold(empty, |grid, &point| grid.with(point, color));
            let last = Turn::Move(points[360]);
            let refused = Game::from(begun, first, rules).leaves(last).err();
            assert_eq!(refused, (used == supply).then_some(Illegal::UsedUp));
        }
    }
}

// TT8/three-passes
// TT8/four-passes
#[test]
fn three_or_four_passes_end_the_game() {
    for (passes, enough) in [(Passes::Two, 2), (Passes::Three, 3), (Passes::Four, 4)] {
        let game = Game::new(2, 1, Rules { passes, ..Rules::default() });
        let start = after(&game, "pass A1");
        for number in 1..=enough {
            let passed = after(&start, &vec!["pass"; number].join(" "));
            assert_eq!(passed.is_over(), number == enough, "{passes:?} {number}");
        }
    }
}

// TT8/white-last
#[test]
fn white_passes_last() {
    let rules = Rules { last_pass: LastPass::White, ..Rules::default() };
    let game = Game::new(2, 1, rules);
    assert!(after(&game, "pass pass").is_over());
    let open = after(&game, "A1 pass pass");
    assert!(!open.is_over());
    assert!(after(&open, "pass").is_over());
    // A move interrupts the row of passes.
    assert!(!after(&open, "B1 pass").is_over());
    let three = Game::new(2, 1, Rules { passes: Passes::Three, ..rules });
    assert!(!after(&three, "pass pass pass").is_over());
    assert!(after(&three, "pass pass pass pass").is_over());
}

/// The empty points at the right are White's only if the lone black point there, D2, is agreed to be dead.
const DEAD: &str = "
    . X O X .
    . X O . .";

fn ended(rules: Rules) -> Game {
    let mut game = Game::from(grid(DEAD), Player::Black, rules);
    for _ in 0..2 {
        game.take(Turn::Pass).unwrap();
    }
    game
}

// TT8/dead-points
#[test]
fn after_the_end_players_can_agree_on_dead_points() {
    let rules = Rules { agreement: Agreement::DeadPoints, ..Rules::default() };
    let mut game = ended(rules);
    let dead = [point(game.grid(), "D2")];
    assert!(game.is_over());
    assert_eq!(game.score(), Score { black: 5, white: 2, button: None });
    assert_eq!(
        game.agree(&[point(game.grid(), "E1")]).unwrap_err(),
        Unasked::Empty { point: point(game.grid(), "E1") }
    );
    game.agree(&dead).unwrap();
    assert_eq!(game.score(), Score { black: 4, white: 6, button: None });
    assert_eq!(game.outcome(), Some(Outcome::Wins(Player::White)));
    // The players can agree only once, only after the end, and only under rules with an agreement.
    assert_eq!(game.agree(&[]).unwrap_err(), Unasked::NotNow);
    assert_eq!(game.disagree().unwrap_err(), Unasked::NotNow);
    assert_eq!(Game::new(2, 1, rules).agree(&[]).unwrap_err(), Unasked::NotNow);
    assert_eq!(ended(Rules::default()).agree(&dead).unwrap_err(), Unasked::NotNow);
}

// TT8/resume
#[test]
fn players_who_disagree_play_on_once() {
    let rules = Rules { agreement: Agreement::Resume, ..Rules::default() };
    let mut game = ended(rules);
    assert_eq!(game.standing(), Standing::Stopped);
    assert_eq!(refused(&game, "pass"), Illegal::Stopped);
    assert_eq!(game.outcome(), None);
    let mut agreed = game.clone();
    agreed.agree(&[point(game.grid(), "D2")]).unwrap();
    assert_eq!(agreed.outcome(), Some(Outcome::Wins(Player::White)));
    game.disagree().unwrap();
    assert_eq!((game.standing(), game.player()), (Standing::Running, Player::Black));
    // The passes before the stop do not count together with this one.
    let mut game = after(&game, "pass");
    assert!(!game.is_over());
    game = after(&game, "E1 pass pass");
    assert!(game.is_over());
    assert_eq!(game.agree(&[]).unwrap_err(), Unasked::NotNow);
}

// TT8/illegal-loses
#[test]
fn an_illegal_move_loses() {
    let rules = Rules { attempt: Attempt::Loses, ..Rules::default() };
    for (turns, tried) in [("A1 B1", "A1"), ("A1", "A1")] {
        let mut game = after(&Game::new(2, 1, rules), turns);
        let loser = game.player();
        let before = game.clone();
        assert!(game.take(turn(game.grid(), tried)).is_err());
        assert_eq!(game.outcome(), Some(Outcome::Wins(loser.opponent())));
        assert_eq!((game.grid(), game.past()), (before.grid(), before.past()));
        assert_eq!(refused(&game, "pass"), Illegal::Over);
    }
    // After the end, an illegal move loses nothing.
    let mut over = after(&Game::new(2, 1, rules), "pass pass");
    assert!(over.take(turn(over.grid(), "A1")).is_err());
    assert_eq!(over.outcome(), Some(Outcome::Tie));
}

// TT8/no-result
#[test]
fn a_long_cycle_can_end_the_game_without_a_result() {
    let rules =
        Rules { repetition: Repetition::SimpleKo, cycle: Cycle::NoResult, ..Rules::default() };
    let game = Game::new(3, 1, rules);
    // This is the grid after turn 2, but with the other player to move.
    let before = after(&game, "A1 C1 B1 C1 A1");
    assert_eq!((before.grid(), before.is_over()), (&grid("X . O"), false));
    // This is the grid after turn 3, with White to move both times.
    let over = after(&before, "pass B1");
    assert_eq!((over.grid(), over.outcome()), (&grid("X X ."), Some(Outcome::NoResult)));
    assert!(!over.is_scored());
    let goes_on = Game::new(3, 1, Rules { cycle: Cycle::GoesOn, ..rules });
    assert!(!after(&goes_on, "A1 C1 B1 C1 A1 pass B1").is_over());
}

// TT9/territory
// TT9/pass-stones
#[test]
fn territory_counts_prisoners_and_pass_stones() {
    let territory = Rules { scoring: Scoring::Territory, ..Rules::default() };
    // White clears A1, then both pass.
    let game = after(&Game::new(3, 1, territory), "A1 B1 pass pass");
    assert_eq!(game.score(), Score { black: 0, white: 2 + 1, button: None });
    let stones = Rules { pass: PassCost::Prisoner, ..territory };
    let game = after(&Game::new(3, 1, stones), "A1 B1 pass pass");
    assert_eq!(game.score(), Score { black: 1, white: 2 + 2, button: None });
    // If prisoners do not count, pass stones do not either.
    let area = Rules { pass: PassCost::Prisoner, ..Rules::default() };
    assert_eq!(after(&Game::new(3, 1, area), "A1 B1 pass pass").score().black, 0);
    // A dead point counts as a prisoner and as an empty point.
    let mut game = ended(Rules { agreement: Agreement::DeadPoints, ..territory });
    game.agree(&[point(game.grid(), "D2")]).unwrap();
    assert_eq!(game.score(), Score { black: 2, white: 4 + 1, button: None });
}

// TT9/short-territory
#[test]
fn a_dead_point_can_count_as_territory_only_if_surrounded() {
    for (scoring, black) in [(Scoring::Territory, 2), (Scoring::ShortTerritory, 1)] {
        let rules = Rules { scoring, agreement: Agreement::DeadPoints, ..Rules::default() };
        let game = Game::from(grid(". X O . O"), Player::Black, rules);
        let mut game = after(&game, "pass pass");
        game.agree(&[point(game.grid(), "C1")]).unwrap();
        assert_eq!(game.score(), Score { black, white: 0, button: None });
        let mut game = ended(rules);
        game.agree(&[point(game.grid(), "D2")]).unwrap();
        assert_eq!(game.score(), Score { black: 2, white: 4 + 1, button: None });
    }
}

// TT9/stones
#[test]
fn stones_alone_can_count() {
    let rules = Rules { scoring: Scoring::Stones, ..Rules::default() };
    assert_eq!(ended(rules).score(), Score { black: 3, white: 2, button: None });
}

/// The same ko before either player has taken it.
const KO_OPEN: &str = "
    . X O .
    X . . O
    . X O .";
/// White's eye at B2, in which a black stone would stand alone.
const EYE: &str = "
    . O .
    O . O
    . O .";

/// Returns a game in which Black begins and only suicide is limited.
fn with_self_capture(diagram: &str, self_capture: SelfCapture) -> Game {
    let rules = Rules { self_capture, repetition: Repetition::None, ..Rules::default() };
    Game::from(grid(diagram), Player::Black, rules)
}
