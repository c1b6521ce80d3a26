//! Complete counts of small boards: their legal positions, the moves between these, and all their games.

use crate::support::{fact, list, number, self_capture, text};
use crate::walks::is_legal_position;
use serde_json::Value;
use std::sync::Mutex;
use superko_reference::{Color, Game, Grid, Illegal, Player, Rules, Turn};

/// Boards with at most this many colorings, legal or not, belong to the fast tier.
const FAST: u64 = 60_000;

// TT1
// TT2
// TT4
// TT7
#[test]
fn small_boards_are_counted_right() {
    assert_eq!(count_boards(|colorings| colorings <= FAST), FAST_BOARDS);
}

#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored small_boards"]
fn larger_boards_are_counted_right() {
    assert_eq!(count_boards(|colorings| colorings > FAST), ALL_BOARDS - FAST_BOARDS);
}

/// The number of boards in the file, and of those that the fast tier counts.
const ALL_BOARDS: usize = 24;
const FAST_BOARDS: usize = 15;

// TT5
// TT6
// TT7/forbidden
// TT8
#[test]
fn all_games_on_small_boards_are_played() {
    let facts = fact("small_boards.json");
    let mut checked = 0;
    for games in list(&facts, "games").iter().filter(|games| area(games) <= 3) {
        let mut lengths = Lengths::default();
        let rules =
            Rules { self_capture: self_capture(text(games, "suicide")), ..Rules::default() };
        play_all(&Game::new(number(games, "n"), number(games, "m"), rules), 0, &mut lengths);
        lengths.check(games);
        checked += 1;
    }
    assert_eq!(checked, 6);
}

fn area(games: &Value) -> usize {
    number(games, "m") * number(games, "n")
}

fn numbers(list: &[Value]) -> Vec<u64> {
    list.iter().map(|each| each.as_u64().expect("a number")).collect()
}

/// Counts, on two threads, the boards whose number of colorings is wanted. Returns how many agree.
fn count_boards(wanted: impl Fn(u64) -> bool) -> usize {
    let facts = fact("small_boards.json");
    let boards = facts["boards"].as_object().expect("a list of boards");
    assert_eq!(boards.len(), ALL_BOARDS);
    let mut due: Vec<_> = boards
        .iter()
        .map(|(name, expected)| {
            let (rows, columns) = name.split_once('x').expect("rows x columns");
            let side = |text: &str| text.parse::<usize>().expect("a number");
            (side(rows), side(columns), expected)
        })
        .filter(|&(rows, columns, _)| wanted(colorings(rows * columns)))
        .collect();
    // Boards are taken from the end, so the largest come first and both threads finish at about the same time.
    due.sort_by_key(|&(rows, columns, _)| rows * columns);
    let due = Mutex::new(due);
    let work = || {
        let mut agreed = 0;
        loop {
            let next = due.lock().expect("a failed thread ends the test anyway").pop();
            let Some((rows, columns, expected)) = next else { return agreed };
            let counted = Census::of(columns, rows);
            assert_eq!(counted, Census::listed(expected), "{rows} rows, {columns} columns");
            agreed += 1;
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mine = work();
        mine + other.join().expect("the other thread has said what is wrong")
    })
}

/// Returns the number of colorings of a grid with this many points.
fn colorings(points: usize) -> u64 {
    3_u64.pow(u32::try_from(points).expect("a small board"))
}

/// The counts of a board, as the fact file defines them.
#[derive(Debug, Default, PartialEq)]
struct Census {
    legal: usize,
    /// Moves of either player from a legal position to another.
    edges: usize,
    single_suicides: usize,
    multi_suicides: usize,
    captures: usize,
    ko_captures: usize,
    empty_points: usize,
    most_edges: usize,
    legal_by_stones: Vec<usize>,
}

impl Census {
    fn listed(board: &Value) -> Census {
        let by_stones = list(board, "legal_by_stone_count");
        Census {
            legal: number(board, "L"),
            edges: number(board, "edges"),
            single_suicides: number(board, "single_stone_suicides"),
            multi_suicides: number(board, "multi_suicide_edges"),
            captures: number(board, "capture_edges"),
            ko_captures: number(board, "ko_capture_edges"),
            empty_points: number(board, "empty_points_total"),
            most_edges: number(board, "max_outdegree"),
            legal_by_stones: serde_json::from_value(Value::from(by_stones)).expect("numbers"),
        }
    }

    fn of(columns: usize, rows: usize) -> Census {
        let mut census =
            Census { legal_by_stones: vec![0; columns * rows + 1], ..Census::default() };
        for number in 0..colorings(columns * rows) {
            let grid = numbered(columns, rows, number);
            if is_legal_position(&grid) {
                census.add(&grid);
            }
        }
        census
    }

    fn add(&mut self, grid: &Grid) {
        let empty = grid.count(Color::Empty);
        self.legal += 1;
        self.empty_points += empty;
        self.legal_by_stones[grid.points().count() - empty] += 1;
        let before = self.edges;
        for player in [Player::Black, Player::White] {
            let (own, opponent) = (player.color(), player.opponent().color());
            for point in grid.points() {
                let Some(after) = grid.after_move(player, point) else { continue };
                let captured = grid.count(opponent) - after.count(opponent);
                let suicided = grid.count(own) + 1 - after.count(own);
                if after == *grid {
                    assert_eq!((captured, suicided), (0, 1), "only a lone suicide changes nothing");
                    self.single_suicides += 1;
                    continue;
                }
                self.edges += 1;
                self.multi_suicides += usize::from(suicided > 0);
                self.captures += usize::from(captured > 0);
                let taken = |&other: &_| grid.color(other) == opponent;
                let freed = |&other: &_| after.color(other) == Color::Empty;
                if captured == 1 {
                    let taken = grid.points().find(|other| taken(other) && freed(other));
                    let back = after.after_move(player.opponent(), taken.expect("it was counted"));
                    self.ko_captures += usize::from(back.as_ref() == Some(grid));
                }
            }
        }
        self.most_edges = self.most_edges.max(self.edges - before);
    }
}

/// Returns the grid with a number. In base three, the number has one digit for each point.
fn numbered(columns: usize, rows: usize, mut number: u64) -> Grid {
    let mut grid = Grid::empty(columns, rows);
    for point in grid.points() {
        let color = [Color::Empty, Color::Black, Color::White][(number % 3) as usize];
        grid = grid.with(point, color);
        number /= 3;
    }
    grid
}

/// The number of games of each length.
#[derive(Default)]
struct Lengths {
    by_plays: Vec<u64>,
    by_turns: Vec<u64>,
}

impl Lengths {
    /// Counts a game with this many plays, and this many turns before the two passes that end it.
    fn add(&mut self, plays: usize, turns: usize) {
        for (counts, length) in [(&mut self.by_plays, plays), (&mut self.by_turns, turns + 2)] {
            if counts.len() <= length {
                counts.resize(length + 1, 0);
            }
            counts[length] += 1;
        }
    }

    fn check(&self, games: &Value) {
        let name = format!("{} {} {}", games["m"], games["n"], games["suicide"]);
        assert_eq!(self.by_plays, numbers(list(games, "games_by_number_of_plays")), "{name}");
        assert_eq!(self.by_turns, numbers(list(games, "games_by_number_of_turns")), "{name}");
        assert_eq!(self.by_plays.iter().sum::<u64>(), games["games"].as_u64().unwrap(), "{name}");
        assert_eq!(self.by_turns.iter().sum::<u64>(), games["games"].as_u64().unwrap(), "{name}");
    }
}

/// Plays every continuation of a game that does not end in a pass. In a continuation, each pass is followed by a move.
fn play_all(game: &Game, plays: usize, lengths: &mut Lengths) {
    lengths.add(plays, game.past().len());
    let passed = game.after(Turn::Pass).expect("a pass is legal");
    for game in [game, &passed] {
        for point in game.grid().points() {
            match game.after(Turn::Move(point)) {
                Ok(after) => play_all(&after, plays + 1, lengths),
                Err(Illegal::Over) => unreachable!("there was one pass at most"),
                Err(_) => {}
            }
        }
    }
}
