//! A drawn example of each rule.

use crate::sentences::{KO, from, new};
use crate::support::grid;
use crate::trace::{beside, end, lettered, names, trace};
use superko::Rule;
use superko_reference::{Color, Grid, Player, Point, Repetition};

/// Returns a drawing for each rule, under the name of its snapshot.
pub(crate) fn all() -> Vec<(String, String)> {
    Rule::all()
        .map(|rule| {
            let id = rule.id();
            let drawing = format!("{id}\n{}\n\n{}", wrapped(&rule.text()), example(id));
            (format!("sentence-{}", id.replace('/', "-")), drawing)
        })
        .collect()
}

fn example(id: &str) -> String {
    match id {
        "TT1" => lettered(&Grid::empty(5, 3), |_| None),
        "TT2" => lettered(&grid(". X O\nX X O"), |_| None),
        "TT3" => reaching(),
        "TT4" => clearing(),
        "TT5" => trace(&new(3, 2, Repetition::Positional), "A1 C2 pass B1"),
        "TT6" => trace(&from(KO, Player::Black, Repetition::Positional), "C2 B2 D1 A1 B2"),
        "TT7" => {
            let taking = from(KO, Player::Black, Repetition::Positional);
            let giving = from("X . O .", Player::Black, Repetition::Positional);
            trace(&taking, "C2") + "\n" + &trace(&giving, "C1 B1")
        }
        "TT8" => trace(&new(2, 1, Repetition::Positional), "pass A1 pass pass B1 pass"),
        "TT9" => scoring(),
        "TT10" => [". X . .", "X . O O", "X . O"].map(ending).join("\n"),
        _ => crate::sentences::example(id),
    }
}

/// Draws a grid, and lists which points reach which color.
fn reaching() -> String {
    let grid = grid(
        "X X X O .
         O O X O X
         . O X X O",
    );
    let mut drawing = lettered(&grid, |_| None);
    for (name, color) in [("empty", Color::Empty), ("black", Color::Black), ("white", Color::White)]
    {
        let reaching = grid.points().filter(|&point| grid.reaches(point, color));
        drawing += &format!("reach {name}: {}\n", names(&grid, reaching));
    }
    drawing
}

/// Draws a grid, and what is left when each color is cleared.
fn clearing() -> String {
    let grid = grid(
        "X X O .
         O O O .
         X O . X
         X O X X",
    );
    let drawn = |grid: &Grid| lettered(grid, |_| None);
    format!(
        "black cleared:\n{}\nwhite cleared:\n{}",
        beside(&drawn(&grid), &drawn(&grid.cleared(Color::Black))),
        beside(&drawn(&grid), &drawn(&grid.cleared(Color::White))),
    )
}

/// Draws a grid, and whose its empty points are: `x` for Black, `o` for White, `?` for nobody.
fn scoring() -> String {
    let grid = grid(
        ". X . O .
         X X . O O
         . X . O .
         O X X O .",
    );
    let whose = |point: Point| {
        let reaches = |color| grid.reaches(point, color);
        match (grid.color(point), reaches(Color::Black), reaches(Color::White)) {
            (Color::Empty, true, false) => Some('x'),
            (Color::Empty, false, true) => Some('o'),
            (Color::Empty, _, _) => Some('?'),
            _ => None,
        }
    };
    let drawing = beside(&lettered(&grid, |_| None), &lettered(&grid, whose));
    format!("{drawing}\n{}\n", end(&grid))
}

fn ending(diagram: &str) -> String {
    let grid = grid(diagram);
    format!("{}{}\n", lettered(&grid, |_| None), end(&grid))
}

/// Wraps a text into lines of at most 90 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.len() + word.len() >= 90 {
            lines.push(word.to_owned());
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += word;
        }
    }
    lines.join("\n")
}
