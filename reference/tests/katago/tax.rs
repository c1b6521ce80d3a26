//! Independent regions, and what they cost.

use super::{TROMP_TAYLOR, after, from, grid, points, score};
use superko_reference::{Agreement, Color, Grid, Player, Rules, Score, Scoring, Tax};

const FILLED: &str = "
    . X O .
    . X O .
    . X O .";

fn scored(diagram: &str, scoring: Scoring, tax: Tax) -> Score {
    from(diagram, Player::Black, Rules { scoring, tax, ..TROMP_TAYLOR }).score()
}

/// Returns the scores with no tax, with a tax on seki, and with a tax on all.
fn taxed(diagram: &str, scoring: Scoring) -> [Score; 3] {
    [Tax::None, Tax::Seki, Tax::All].map(|tax| scored(diagram, scoring, tax))
}

#[test]
fn an_independent_region_costs_two_points_at_most() {
    let area = [score(6, 6), score(6, 6), score(4, 4)];
    assert_eq!(taxed(FILLED, Scoring::Area), area);
    let territory = [score(3, 3), score(3, 3), score(1, 1)];
    assert_eq!(taxed(FILLED, Scoring::Territory), territory);
    assert_eq!(taxed(FILLED, Scoring::ShortTerritory), territory);
    // Points of the player's color are not taxed.
    assert_eq!(taxed(FILLED, Scoring::Stones), [score(3, 3); 3]);
}

// TT9/tax-seki
#[test]
fn a_region_with_an_empty_point_that_reaches_both_colors_is_not_independent() {
    let neutral = "
        . X . O .
        . X O O .
        . X O O .";
    assert_eq!(taxed(neutral, Scoring::Territory), [score(3, 3), score(0, 0), score(0, 0)]);
    assert_eq!(taxed(neutral, Scoring::Area), [score(6, 8), score(3, 5), score(3, 5)]);
}

// TT9/tax-seki
#[test]
fn a_region_with_one_empty_neighbor_is_not_independent() {
    let one = "
        X X O .
        . X O .
        X X O .";
    assert!(grid(one).independent_regions(Player::Black).is_empty());
    let white = grid(one).independent_regions(Player::White);
    assert_eq!(white, [points("C1 D1 C2 D2 C3 D3")]);
    assert_eq!(taxed(one, Scoring::Territory), [score(1, 3), score(0, 3), score(0, 1)]);
    // A1 has two empty neighbors. The other black points, which are connected, have three together.
    let both = "
        . X X O . .
        . . X O O O
        X . X O . .";
    assert_eq!(grid(both).independent_regions(Player::Black).len(), 1);
    // At the beginning, a grid can have points without empty neighbors.
    assert_eq!(taxed("X X O O", Scoring::Area), [score(2, 2); 3]);
    // A1 and E1 have one empty neighbor each. C1, in the same region, has two.
    assert_eq!(taxed("X . X . X", Scoring::Area), [score(5, 0), score(3, 0), score(3, 0)]);
    assert_eq!(taxed(". X . X .", Scoring::Area), [score(5, 0), score(5, 0), score(3, 0)]);
}

// TT9/tax-all
#[test]
fn two_chains_of_a_region_are_taxed_once_and_two_regions_twice() {
    let one = "
        . X . X O .
        . X . X O .
        . X . X O .";
    assert_eq!(grid(one).independent_regions(Player::Black).len(), 1);
    assert_eq!(scored(one, Scoring::Territory, Tax::All), score(6 - 2, 3 - 2));
    let two = "
        . X O . O X .
        . X O . O X .
        . X O . O X .";
    assert_eq!(grid(two).independent_regions(Player::Black).len(), 2);
    assert_eq!(grid(two).independent_regions(Player::White).len(), 1);
    assert_eq!(scored(two, Scoring::Territory, Tax::All), score(6 - 4, 3 - 2));
}

#[test]
fn a_region_has_a_point_of_its_players_color() {
    let white = "
        . O .
        O O O
        . O .";
    assert_eq!(grid(white).independent_regions(Player::Black).len(), 0);
    assert_eq!(grid(white).independent_regions(Player::White).len(), 1);
    assert_eq!(taxed(white, Scoring::Area), [score(0, 9), score(0, 9), score(0, 7)]);
    let empty = Grid::empty(3, 3);
    assert!(empty.independent_regions(Player::Black).is_empty());
    assert_eq!(taxed(". . .", Scoring::Area), [score(0, 0); 3]);
}

// TT9/tax-seki
#[test]
fn eyes_in_seki_do_not_count() {
    // Each player has an eye, and the points between them are neutral.
    let seki = "
        . X . O .
        X X . O O
        X X X O O";
    assert_eq!(taxed(seki, Scoring::Territory), [score(1, 1), score(0, 0), score(0, 0)]);
}

#[test]
fn dead_points_are_empty_before_regions_are_judged() {
    let dead = "
        . X O O .
        O X O . .
        . X O O O";
    for (scoring, black) in
        [(Scoring::Area, 6), (Scoring::Territory, 4), (Scoring::ShortTerritory, 4)]
    {
        let rules =
            Rules { scoring, tax: Tax::Seki, agreement: Agreement::DeadPoints, ..TROMP_TAYLOR };
        let mut game = after(&from(dead, Player::Black, rules), "pass pass");
        let colored = usize::from(scoring == Scoring::Area) * 3;
        assert_eq!(game.score().black, colored);
        game.agree(&points("A2")).unwrap();
        assert_eq!(game.counted().color(points("A2")[0]), Color::Empty);
        assert_eq!(game.score().black, black);
    }
    // A dead point in an eye of a seki is a prisoner, but no empty point that counts.
    let seki = "
        O X . O .
        . X . O .
        X X X O O";
    for scoring in [Scoring::Territory, Scoring::ShortTerritory] {
        let rules =
            Rules { scoring, tax: Tax::Seki, agreement: Agreement::DeadPoints, ..TROMP_TAYLOR };
        let mut game = after(&from(seki, Player::Black, rules), "pass pass");
        game.agree(&points("A3")).unwrap();
        assert_eq!(game.score(), score(1, 0));
    }
}
