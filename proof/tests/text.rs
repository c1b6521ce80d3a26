//! The rule text by coordinates agrees with the reference.

use superko_optimized::Random;
use superko_proof::board::{Board, Points};
use superko_proof::graph::Lit;
use superko_proof::spec::Reach;
use superko_proof::whole::{Text, drawn, legal};
use superko_reference::{Color, Grid, Player, Point};

fn point(board: Board, number: usize) -> Point {
    Point { column: number % board.columns, row: number / board.columns }
}

/// Returns the points of a color.
fn colored(board: Board, grid: &Grid, color: Color) -> Vec<bool> {
    (0..board.len()).map(|number| grid.color(point(board, number)) == color).collect()
}

fn values(points: &Points) -> Vec<bool> {
    points.0.iter().map(|&point| point == Lit::TRUE).collect()
}

/// Returns a random grid. If it must be legal, all points are cleared that do not reach an empty
/// one.
fn random_grid(board: Board, random: &mut Random, is_legal: bool) -> Grid {
    let mut grid = Grid::empty(board.columns, board.rows);
    let density = 2 + random.bits() % 4;
    for number in 0..board.len() {
        let color = match random.bits() % density {
            0 => Color::Black,
            1 => Color::White,
            _ => continue,
        };
        grid = grid.with(point(board, number), color);
    }
    if is_legal { grid.cleared(Color::White).cleared(Color::Black) } else { grid }
}

#[test]
fn clearing_and_reaching_agree_with_the_reference() {
    let mut random = Random::new(11);
    let mut removals = 0;
    for (columns, rows) in [(1, 1), (1, 4), (2, 2), (3, 2), (4, 4), (5, 3), (6, 6)] {
        let board = Board { columns, rows };
        for round in 0..120 {
            let grid = random_grid(board, &mut random, round % 4 != 0);
            let [own, opponent, empty] = [Color::Black, Color::White, Color::Empty]
                .map(|color| colored(board, &grid, color));
            let breathes =
                |number| empty[number] || grid.reaches(point(board, number), Color::Empty);
            let is_legal = (0..board.len()).all(breathes);
            for number in (0..board.len()).filter(|&number| empty[number]) {
                let chosen = (0..board.len()).map(|other| other == number).collect();
                let sets = [own.clone(), opponent.clone(), chosen];
                let situation = drawn(board, &sets);
                assert_eq!(legal(&situation) == Lit::TRUE, is_legal, "{grid}");

                let text = Text::new(&situation);
                let after = grid.after_move(Player::Black, point(board, number));
                let after = after.expect("the point is empty");
                assert_eq!(values(&text.own), colored(board, &after, Color::Black), "{grid}");
                assert_eq!(values(&text.opponent), colored(board, &after, Color::White), "{grid}");
                removals += usize::from((text.captures | text.suicide) == Lit::TRUE);

                let reaches = Reach::unrolled(board, &situation.empty, &situation.own, board.len());
                let expected = grid.reaches(point(board, number), Color::Black);
                assert_eq!(reaches.0[number] == Lit::TRUE, expected, "{grid}");
            }
        }
    }
    assert!(removals > 500, "{removals} plays removed stones");
}
