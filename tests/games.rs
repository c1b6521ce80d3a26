//! Games that people and programs played on servers, with the repetitions that occurred in them.

use crate::support::{fact, grid, grid_of, list, number, player, point, text, texts, turn, vertex};
use serde_json::Value;
use superko_reference::{
    Color, Game, Grid, Illegal, Player, Point, Repetition, Rules, Score, Turn,
};

// TT6
// TT6/situational
// TT9
#[test]
fn server_games_end_as_on_the_server() {
    let (mut bans, mut lost_by_repetition) = (0, 0);
    for record in fact("cgos_games.json").as_array().expect("a list of games") {
        let name = text(record, "file");
        let game = replay(record, Repetition::Positional);
        assert_eq!(*game.grid(), grid_of(&record["final_grid"]), "{name}");
        assert_eq!(game.player(), player(text(record, "to_move")), "{name}");
        let score = game.grid().score();
        let neutral = 81 - score.black - score.white;
        assert_eq!(
            record["tt_area"],
            Value::from(vec![score.black, score.white, neutral]),
            "{name}"
        );

        assert_eq!(bans_of(&game, record), listed_bans(record), "{name}");
        let several = suicides_of_several(&game);
        assert_eq!(several, texts(&record["multi_suicide_points"]), "{name}");
        bans += listed_bans(record).len();
        if record["server_verdict"].is_null() {
            assert!(game.is_over(), "{name}");
            assert_eq!(result(score, &record["KM"]), text(record, "RE"), "{name}");
        } else {
            assert_lost_by_repetition(&game, record);
            lost_by_repetition += 1;
        }
    }
    assert_eq!((bans, lost_by_repetition), (36, 7));
}

// TT6
// TT6/situational
#[test]
fn whole_board_repetitions_are_found_where_they_happened() {
    let mut found = 0;
    for record in fact("repetition_games.json").as_array().expect("a list of games") {
        let repetitions = list(record, "repetitions");
        assert_eq!(repetitions_in(record), repetitions, "{}", text(record, "file"));
        assert_each_is_refused(record);
        found += repetitions.len();
        // No repetition here has the same player to move, so the whole game is legal under situational superko.
        assert!(repetitions.iter().all(|each| each["ssk"] == false));
        let situational = rules(Repetition::Situational);
        let mut game = Game::from(beginning(record), first_player(record), situational);
        for (_, name) in turns(record) {
            game.take(turn(game.grid(), name)).expect("situational superko lets the game go on");
        }
    }
    assert_eq!(found, 25);
}

/// Replays a 9x9 game from the empty grid. All its turns must be legal.
fn replay(record: &Value, repetition: Repetition) -> Game {
    let mut game = Game::new(9, 9, rules(repetition));
    for name in list(record, "moves") {
        let turn = turn(game.grid(), name.as_str().expect("a turn"));
        game.take(turn).unwrap_or_else(|illegal| panic!("{}: {illegal}", text(record, "file")));
    }
    game
}

fn rules(repetition: Repetition) -> Rules {
    Rules { repetition, ..Rules::default() }
}

/// A move that would repeat an earlier coloring.
#[derive(Debug, PartialEq)]
struct Ban {
    point: String,
    /// The latest turn that left the same coloring.
    earlier: usize,
    cycle: usize,
    captured: usize,
    suicided: usize,
    /// Whether situational superko bans it too.
    situational: bool,
}

fn listed_bans(record: &Value) -> Vec<Ban> {
    let ban = |ban: &Value| Ban {
        point: text(ban, "point").to_owned(),
        earlier: number(ban, "repeats_after_move"),
        cycle: number(ban, "cycle"),
        captured: number(ban, "captured"),
        suicided: number(ban, "suicided"),
        situational: ban["ssk"] == true,
    };
    let mut bans: Vec<Ban> = list(record, "psk_banned").iter().map(ban).collect();
    bans.sort_by(|a, b| a.point.cmp(&b.point));
    bans
}

/// Returns all moves of the next player that would repeat a coloring, even if the game is over.
fn bans_of(game: &Game, record: &Value) -> Vec<Ban> {
    let situational = replay(record, Repetition::Situational);
    let (own, opponent) = (game.player().color(), game.player().opponent().color());
    let before = game.grid();
    let mut bans = Vec::new();
    for point in before.points() {
        let Some(after) = before.after_move(game.player(), point) else { continue };
        let colorings = colorings(game);
        let earlier = colorings.iter().rposition(|&coloring| *coloring == after);
        let ruling = game.leaves(Turn::Move(point));
        match earlier {
            _ if game.is_over() => assert_eq!(ruling, Err(Illegal::Over)),
            Some(earlier) => assert_eq!(ruling, Err(Illegal::Repeats { earlier })),
            None => assert_eq!(ruling.as_ref(), Ok(&after)),
        }
        let Some(earlier) = earlier else { continue };
        let same_player_next = colorings.iter().rev().skip(1).step_by(2);
        let banned_by_situation = same_player_next.into_iter().any(|coloring| **coloring == after);
        if !situational.is_over() {
            let ruling = situational.leaves(Turn::Move(point));
            assert_eq!(ruling.is_err(), banned_by_situation);
        }
        bans.push(Ban {
            point: vertex(before, point),
            earlier,
            cycle: game.past().len() + 1 - earlier,
            captured: before.count(opponent) - after.count(opponent),
            suicided: before.count(own) + 1 - after.count(own),
            situational: banned_by_situation,
        });
    }
    bans.sort_by(|a, b| a.point.cmp(&b.point));
    bans
}

/// Returns all colorings of a game, beginning with that of the start.
fn colorings(game: &Game) -> Vec<&Grid> {
    std::iter::once(game.beginning()).chain(game.past().iter().map(|past| &past.grid)).collect()
}

/// Returns the points at which a move of the next player would be a suicide of several stones.
fn suicides_of_several(game: &Game) -> Vec<String> {
    let (grid, own) = (game.grid(), game.player().color());
    let gives_up_several = |&point: &Point| {
        let after = grid.after_move(game.player(), point);
        after.is_some_and(|after| grid.count(own) + 1 - after.count(own) > 1)
    };
    grid.points().filter(gives_up_several).map(|point| vertex(grid, point)).collect()
}

/// Checks that the player to move lost on the server for an attempted repetition, that the reference refuses this move, and
/// that it is a capture.
fn assert_lost_by_repetition(game: &Game, record: &Value) {
    let verdict = &record["server_verdict"];
    let loser = player(text(verdict, "loser"));
    assert_eq!((loser, "KO"), (game.player(), text(verdict, "reason")));
    let winner = if loser == Player::Black { "W" } else { "B" };
    assert_eq!(text(record, "RE"), format!("{winner}+Illegal"));
    let attempted = point(game.grid(), text(verdict, "attempted"));
    let refused = game.leaves(Turn::Move(attempted)).unwrap_err();
    assert!(matches!(refused, Illegal::Repeats { .. }), "{refused}");
    let captures = game.grid().after_move(loser, attempted).expect("the point is empty");
    assert!(captures.count(loser.opponent().color()) < game.grid().count(loser.opponent().color()));
}

/// Returns the result as the server writes it, with the komi added to White's score.
fn result(score: Score, komi: &Value) -> String {
    let komi = komi.as_f64().expect("a number");
    let points = |total: usize| f64::from(u32::try_from(total).expect("at most 81"));
    let margin = points(score.black) - points(score.white) - komi;
    format!("{}+{}", if margin > 0.0 { "B" } else { "W" }, margin.abs())
}

/// Returns the repetitions of a game that continues after them, found by comparing every coloring with all earlier ones.
fn repetitions_in(record: &Value) -> Vec<Value> {
    let mut game = Game::from(beginning(record), first_player(record), rules(Repetition::None));
    let mut found = Vec::new();
    for (place, (letter, name)) in turns(record).into_iter().enumerate() {
        assert_eq!(game.player(), player(letter), "turn {}", place + 1);
        let before = game.grid().clone();
        game.take(turn(&before, name)).expect("nothing that repeats is refused");
        let colorings = colorings(&game);
        let (after, earlier_ones) = colorings.split_last().expect("the beginning at least");
        let Some(earlier) = earlier_ones.iter().rposition(|coloring| coloring == after) else {
            continue;
        };
        if name == "pass" {
            continue;
        }
        let opponent = player(letter).opponent().color();
        let same_player_next = earlier_ones.iter().rev().skip(1).step_by(2);
        found.push(serde_json::json!({
            "move": place + 1,
            "player": letter,
            "point": name,
            "repeats_position_after_move": earlier,
            "cycle": place + 1 - earlier,
            "captured": before.count(opponent) - after.count(opponent),
            "ssk": same_player_next.into_iter().any(|coloring| coloring == after),
        }));
    }
    found
}

/// Checks that positional superko refuses each listed repetition and nothing else. After a refused move, a new game begins with
/// the position that the move leaves.
fn assert_each_is_refused(record: &Value) {
    let positional = rules(Repetition::Positional);
    let mut game = Game::from(beginning(record), first_player(record), positional);
    let mut begun_after = 0;
    let mut refused = list(record, "repetitions").iter();
    for (place, (_, name)) in turns(record).into_iter().enumerate() {
        let turn = turn(game.grid(), name);
        match game.take(turn) {
            Ok(()) => {}
            Err(Illegal::Repeats { earlier }) => {
                let listed = refused.next().expect("only what is listed is refused");
                let earlier = begun_after + earlier;
                assert_eq!(place + 1, number(listed, "move"));
                assert_eq!(earlier, number(listed, "repeats_position_after_move"));
                let Turn::Move(point) = turn else { panic!("a pass is never refused") };
                let after = game.grid().after_move(game.player(), point).expect("it is empty");
                game = Game::from(after, game.player().opponent(), positional);
                begun_after = place + 1;
            }
            Err(illegal) => panic!("turn {}: {illegal}", place + 1),
        }
    }
    assert_eq!(refused.next(), None, "every listed repetition is refused");
}

/// Returns the grid on which a game with a handicap begins.
fn beginning(record: &Value) -> Grid {
    let size = number(record, "size");
    let empty = grid(&vec![".".repeat(size); size].join("\n"));
    [("B", Color::Black), ("W", Color::White)].into_iter().fold(empty, |grid, (letter, color)| {
        list(&record["setup"], letter).iter().fold(grid, |grid, name| {
            let point = point(&grid, name.as_str().expect("a point"));
            grid.with(point, color)
        })
    })
}

/// Returns the turns of a game, such as `B Q16`, as pairs of player and turn.
fn turns(record: &Value) -> Vec<(&str, &str)> {
    let split = |turn| text_of(turn).split_once(' ').expect("a player and a turn");
    list(record, "moves").iter().map(split).collect()
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn first_player(record: &Value) -> Player {
    player(turns(record)[0].0)
}
