//! An example of each rule, drawn.

use crate::sentences::KO;
use crate::support::grid;
use crate::trace::{agreed, beside, end, lettered, names, trace};
use superko::Rule;
use superko_reference::{Color, Game, Grid, Player, Point, Repetition, Rules, SelfCapture, Turn};

/// A drawing for each rule, under the name of its snapshot.
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
        "TT5" => trace(&empty(3, 2, Repetition::Positional), "A1 C2 pass B1"),
        "TT6" => trace(&from(KO, Player::Black, Repetition::Positional), "C2 B2 D1 A1 B2"),
        "TT6/situational" => {
            let game = empty(3, 1, Repetition::Situational);
            trace(&game, "A1 C1 B1 C1 A1") + "\n" + &trace(&game, "B1 pass A1 C1 B1")
        }
        "TT6/natural-situational" => {
            trace(&from(KO, Player::White, Repetition::NaturalSituational), "pass C2 B2 C2")
        }
        "TT6/new-zealand" => {
            trace(&from(KO, Player::White, Repetition::NewZealand), "pass C2 B2 pass pass")
        }
        "TT6/simple-ko" => {
            let longer = empty(3, 1, Repetition::SimpleKo);
            let ko = from(KO, Player::Black, Repetition::SimpleKo);
            trace(&ko, "C2 B2") + "\n" + &trace(&longer, "A1 C1 B1 C1 A1")
        }
        "TT6/none" => trace(&from(KO, Player::Black, Repetition::None), "C2 B2 C2 B2"),
        "TT7" => {
            let taking = from(KO, Player::Black, Repetition::Positional);
            let giving = from("X . O .", Player::Black, Repetition::Positional);
            trace(&taking, "C2") + "\n" + &trace(&giving, "C1 B1")
        }
        "TT7/several-stones" => trace(&limited(SelfCapture::SeveralStones), "E1 pass B2"),
        "TT7/forbidden" => trace(&limited(SelfCapture::Forbidden), "E1 B2"),
        "TT8" => trace(&empty(2, 1, Repetition::Positional), "pass A1 pass pass B1 pass"),
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
        "TT9" => scoring(),
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
        "TT9/pass-stones" => under(3, "score=territory,pass=prisoner", "A1 B1 pass pass"),
        "TT10" => [". X . .", "X . O O", "X . O"].map(ending).join("\n"),
        _ => panic!("`{id}` has no example"),
    }
}

fn parsed(rules: &str) -> Rules {
    rules.parse::<superko::Rules>().expect("the rules are written as rules are").into()
}

/// A game on the empty grid of one row.
fn under(columns: usize, rules: &str, turns: &str) -> String {
    trace(&Game::new(columns, 1, parsed(rules)), turns)
}

/// A game that begins with a lone black point among White's.
fn dead(rules: &str) -> Game {
    let grid = grid(
        ". X O X .
         . X O . .",
    );
    Game::from(grid, Player::Black, parsed(rules))
}

/// A game that stops, and goes on because the players disagree.
fn resumed() -> String {
    let game = dead("agreement=resume");
    let stopped = agreed(&game, "pass pass", &["D2"]);
    let mut resumed = game.after(Turn::Pass).and_then(|game| game.after(Turn::Pass)).unwrap();
    resumed.disagree().unwrap();
    stopped + "\nThe players disagree instead.\n\n" + &trace(&resumed, "pass E1 pass pass")
}

/// Which points reach which color.
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

/// A grid, and what is left when each color has been cleared.
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

/// A grid, and whose the empty points are: `x` Black's, `o` White's, `?` nobody's.
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

fn empty(columns: usize, rows: usize, repetition: Repetition) -> Game {
    Game::new(columns, rows, Rules { repetition, ..Rules::default() })
}

fn from(diagram: &str, first: Player, repetition: Repetition) -> Game {
    Game::from(grid(diagram), first, Rules { repetition, ..Rules::default() })
}

/// A grid on which White may give up two stones at E1, or one at B2.
fn limited(self_capture: SelfCapture) -> Game {
    let grid = grid(
        ". X . X X
         X . X X O
         . X . X .",
    );
    Game::from(grid, Player::White, Rules { self_capture, ..Rules::default() })
}

/// A text in lines of at most 90 characters.
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
