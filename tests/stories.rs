//! Six games that show what repetition and suicide can lead to, each traced turn by turn.

use crate::support::{fact, grid, grid_of, list, player, text, turn};
use crate::trace::trace;
use serde_json::Value;
use superko_reference::{Color, Game, Grid, Illegal, Player, Repetition, Rules, Turn};

/// Returns the traces of the games, under the names of their snapshots.
pub(crate) fn all() -> Vec<(String, String)> {
    let stories =
        [simple_ko(), two_for_one(), triple_ko(), eternal_life(), suicide_threat(), server_game()];
    let traced = |story: Story| {
        let text = format!("{}\n\n{}", story.title, trace(&story.game, &story.turns));
        (format!("game-{}", story.name), text)
    };
    stories.map(traced).into()
}

/// A game to trace.
struct Story {
    name: &'static str,
    title: &'static str,
    /// The game before its first turn.
    game: Game,
    /// The turns, the refused ones included.
    turns: String,
}

fn simple_ko() -> Story {
    Story {
        name: "simple-ko",
        title: "A ko: White may not take back at once, but after an exchange elsewhere she may.",
        game: Game::new(5, 3, Rules::default()),
        turns: "B3 C3 A2 B2 B1 C1 E1 D2 C2 B2 D1 E2 B2 C2 pass pass".to_owned(),
    }
}

fn two_for_one() -> Story {
    Story {
        name: "sending-two-returning-one",
        title: "Sending two, returning one: the cycle of three turns that only positional superko ends.",
        game: known("kg-s2r1-psk"),
        turns: known_turns("kg-s2r1-psk") + " pass pass",
    }
}

fn triple_ko() -> Story {
    Story {
        name: "triple-ko",
        title: "A triple ko: the sixth capture of the lap would bring back the beginning.",
        game: known("kg-tripleko-close"),
        turns: known_turns("kg-tripleko-close") + " pass pass",
    }
}

fn eternal_life() -> Story {
    let beginning = grid(ETERNAL_LIFE);
    Story {
        name: "eternal-life",
        title: "Eternal life: each gives up two stones in turn, and who stays away loses more.",
        game: Game::from(beginning, Player::Black, Rules::default()),
        turns: ETERNAL_LAP.to_owned(),
    }
}

fn suicide_threat() -> Story {
    Story {
        name: "suicide-threat",
        title: "Suicide as a ko threat: White gives up three stones to make Black answer, and retakes.",
        game: Game::from(grid(SUICIDE_THREAT), Player::Black, Rules::default()),
        turns: "C7 B7 F3 E3 B7 C7 pass pass".to_owned(),
    }
}

fn server_game() -> Story {
    let record = server_record();
    let mut turns: Vec<&str> =
        list(&record, "moves").iter().map(|name| name.as_str().expect("a turn")).collect();
    turns.push(text(&record["server_verdict"], "attempted"));
    Story {
        name: "server",
        title: "A game on a server, lost by the repetition that Black tries in the end.",
        game: Game::new(9, 9, Rules::default()),
        turns: turns.join(" "),
    }
}

const ETERNAL_LIFE: &str = "
    . O . X X
    X O X X X
    . X O O X
    O X . O O";
const ETERNAL_LAP: &str = "A4 A2 A3 A1 pass C1 pass pass";

const SUICIDE_THREAT: &str = "
    . X O . . .
    X O . O . .
    . X O . . .
    . O O O O O
    O O X X X X
    O X X O O .
    O O X X X X
    . O O O O .";

/// Returns the shortest of the server's games that were lost by a repetition.
fn server_record() -> Value {
    let facts = fact("cgos_games.json");
    let games = facts.as_array().expect("a list of games");
    let record = games.iter().find(|record| text(record, "file") == "cgos/26449.sgf");
    record.expect("the game is among them").clone()
}

fn case(id: &str) -> Value {
    let facts = fact("sequences.json");
    let case = list(&facts, "cases").iter().find(|case| text(case, "id") == id);
    case.unwrap_or_else(|| panic!("no case {id}")).clone()
}

fn known(id: &str) -> Game {
    let case = case(id);
    Game::from(grid_of(&case["setup"]), player(text(&case, "to_play")), Rules::default())
}

/// Returns the turns of a case and its candidate.
fn known_turns(id: &str) -> String {
    let case = case(id);
    let moves = list(&case, "moves").iter().map(|name| name.as_str().expect("a turn"));
    moves.chain([text(&case, "candidate")]).collect::<Vec<_>>().join(" ")
}

// TT6
#[test]
fn each_story_has_the_repetition_of_its_title() {
    for (story, cycles) in [
        (simple_ko(), vec![2, 2]),
        (two_for_one(), vec![3]),
        (triple_ko(), vec![6]),
        (eternal_life(), vec![4]),
        (suicide_threat(), vec![2, 2]),
        (server_game(), vec![3]),
    ] {
        let mut game = story.game;
        let mut refused = Vec::new();
        for name in story.turns.split(' ') {
            match game.take(turn(game.grid(), name)) {
                Ok(()) => {}
                Err(Illegal::Repeats { earlier }) => refused.push(game.past().len() + 1 - earlier),
                Err(illegal) => panic!("{}: {name}: {illegal}", story.name),
            }
        }
        assert_eq!(refused, cycles, "{}", story.name);
    }
}

// TT6/simple-ko
#[test]
fn eternal_life_goes_on_for_ever_unless_superko_ends_it() {
    let rules = Rules { repetition: Repetition::SimpleKo, ..Rules::default() };
    let mut game = Game::from(grid(ETERNAL_LIFE), Player::Black, rules);
    let mut taken = Vec::new();
    for _ in 0..3 {
        for name in ["A4", "A2", "A3", "A1"] {
            // A player who passes instead loses more stones at once than a lap costs.
            let passed = game.after(Turn::Pass).expect("a pass is legal");
            assert!(most_taken(&passed) > 2, "{name} need not be played\n{}", game.grid());
            let opponent = game.player().opponent().color();
            let before = game.grid().count(opponent);
            game.take(turn(game.grid(), name)).expect("simple ko never ends it");
            taken.push(before - game.grid().count(opponent));
        }
        assert_eq!(*game.grid(), grid(ETERNAL_LIFE));
    }
    assert_eq!(taken, [0, 2, 2, 0].repeat(3));
}

/// Returns how many stones the player can take at most with the next move.
fn most_taken(game: &Game) -> usize {
    let opponent: Color = game.player().opponent().color();
    let taken = |after: Grid| game.grid().count(opponent) - after.count(opponent);
    let moves = game.grid().points().map(Turn::Move);
    moves.filter_map(|turn| game.leaves(turn).ok()).map(taken).max().unwrap_or_default()
}
