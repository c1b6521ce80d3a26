//! Games around the claims of a model: the other color, the other side of a number, one stone more, a second region.

use super::kos::stones_in_turn;
use super::script::{Script, ScriptStep};
use superko_game::{Player, Point, Setup, Turn};
use superko_harness::model::{Channel, Mistake, Model};

/// The numbers of stones on the board when a ko is retaken.
const CROWDED: [usize; 6] = [10, 21, 35, 52, 104, 185];

/// The numbers of stones in suicides whose positions are made again.
const SUICIDES: [usize; 4] = [2, 3, 4, 5];

/// A chain of more stones than this is large.
const LARGE_CHAIN: usize = 44;

/// The largest move cap to test, in turns.
const MOST_TURNS: usize = 1_200;

/// Returns the games around the mistakes of a model.
pub(super) fn beside(model: Model, boards: &[Setup]) -> Vec<Script> {
    let capped = |number: usize, turns: usize, setup: Option<&Setup>| match setup {
        Some(setup) if (2..=MOST_TURNS).contains(&turns) => {
            at_cap(model.without(number), setup, turns)
        }
        _ => Vec::new(),
    };
    let of = |(number, (mistake, _)): (usize, (Mistake, Channel))| -> Vec<Script> {
        match mistake {
            Mistake::MoveCap(turns) => capped(number, turns, boards.last()),
            Mistake::MoveCapPerPoint(turns) => {
                let points = boards.first().map_or(0, |setup| setup.size().point_count());
                capped(number, turns * points, boards.first())
            }
            Mistake::LookedUpToStones(stones) => {
                let stones = stones.saturating_sub(1)..=stones + 1;
                stones
                    .filter_map(|stones| first(boards, |setup| crowded_ko(setup, stones)))
                    .collect()
            }
            Mistake::TotalCap(most) | Mistake::MarginCap(most) | Mistake::RegionCap(most) => {
                let margins = [most.saturating_sub(1), most, most + 1, most + 3].into_iter();
                let both =
                    margins.flat_map(|number| [(Player::Black, number), (Player::White, number)]);
                both.filter_map(|(player, number)| {
                    first(boards, |setup| margin(setup, player, number))
                })
                .collect()
            }
            _ => Vec::new(),
        }
    };
    model.mistakes().enumerate().flat_map(of).collect()
}

/// Returns the games around the claims of every model.
pub(super) fn of_all(boards: &[Setup], is_scored: bool) -> Vec<Script> {
    let suicides =
        SUICIDES.iter().filter_map(|&stones| first(boards, |setup| suicide_again(setup, stones)));
    let kos = CROWDED.iter().filter_map(|&stones| first(boards, |setup| crowded_ko(setup, stones)));
    let players = [Player::Black, Player::White];
    let larger = boards.iter().filter(|setup| setup.size().point_count() > LARGE_CHAIN);
    let larger = larger.flat_map(|setup| players.map(|player| (setup, player)));
    let chains = larger.filter_map(|(setup, player)| large_capture(setup, player));
    let scored = boards.iter().filter(|_| is_scored);
    let scores = scored.flat_map(|setup| players.map(|player| scores(setup, player))).flatten();
    suicides.chain(scores).chain(kos).chain(chains).collect()
}

/// Makes a game on the first board that has room for it.
fn first(boards: &[Setup], make: impl Fn(&Setup) -> Option<Script>) -> Option<Script> {
    boards.iter().find_map(make)
}

/// Makes a game of turns, and of passes until it is over.
fn passed_out(setup: &Setup, mut turns: Vec<Turn>) -> Script {
    turns.extend(vec![Turn::Pass; setup.rules.passes_to_end()]);
    Script::of_turns(setup.clone(), turns)
}

/// Makes games in which one player has the whole board: by a lone stone, by two, and by a wall between two regions.
fn scores(setup: &Setup, player: Player) -> Vec<Script> {
    let size = setup.size();
    let (middle, center) = (size.columns() / 2, size.rows() / 2);
    let wall = (0..size.rows()).map(|row| (middle, row)).collect();
    let stones = [vec![(middle, center)], vec![(0, 0), (size.columns() - 1, 0)], wall];
    let games = stones.into_iter().filter_map(|stones| {
        let stones = stones.into_iter().map(|(column, row)| size.point(column, row));
        let mut stones: Vec<Point> = stones.collect::<Option<_>>()?;
        stones.dedup();
        Some(passed_out(setup, stones_in_turn(player, stones, Vec::new())))
    });
    games.collect()
}

/// Makes a game that a player wins by this margin, with a wall beside a neutral region. `None` if the board has no room for it.
fn margin(setup: &Setup, player: Player, margin: usize) -> Option<Script> {
    let size = setup.size();
    let rows = usize::from(size.rows());
    let (columns, more) = ((margin + 1) / rows, (margin + 1) % rows);
    if columns + 2 > usize::from(size.columns()) || rows < 2 {
        return None;
    }
    let column = u8::try_from(columns).ok()?;
    let wall =
        column.checked_sub(1).into_iter().flat_map(|at| (0..size.rows()).map(move |row| (at, row)));
    let beside = (0..size.rows()).take(more).map(|row| (column, row));
    let stones = wall.chain(beside).map(|(column, row)| size.point(column, row));
    let stones: Vec<Point> = stones.collect::<Option<_>>()?;
    let other = size.point(size.columns() - 1, size.rows() - 1)?;
    Some(passed_out(setup, stones_in_turn(player, stones, vec![other])))
}

/// Makes games around the turn after which a model ends every game: a play after it, a pass after it and then a play, and a
/// pass as the last turn before.
fn at_cap(uncapped: Model, setup: &Setup, turns: usize) -> Vec<Script> {
    let long = Script::long(uncapped, setup, turns + 3);
    if long.steps.len() < turns + 2 {
        return Vec::new();
    }
    let passing_at = |place: Option<usize>| {
        let mut script = long.clone();
        if let Some(place) = place {
            script.steps[place] = ScriptStep::plain(Turn::Pass);
        }
        for step in &mut script.steps[turns - 2..] {
            (step.asked, step.looks) = (vec![Turn::Pass, step.turn], true);
            step.asked.dedup();
        }
        script
    };
    [None, Some(turns), Some(turns - 1)].map(passing_at).to_vec()
}

/// Makes a game in which a suicide of this many stones makes a position again. `None` if the board has no room for it.
fn suicide_again(setup: &Setup, stones: usize) -> Option<Script> {
    let size = setup.size();
    let length = u8::try_from(stones).ok()?;
    if length >= size.columns() || size.rows() < 5 {
        return None;
    }
    let near = |column: u8, row: u8| size.point(column, row);
    let far = |column: u8, row: u8| size.point(size.columns() - 1 - column, size.rows() - 1 - row);
    let room = |point: &dyn Fn(u8, u8) -> Option<Point>| -> Option<(Vec<Point>, Vec<Point>)> {
        let inside = (0..length).map(|column| point(column, 0)).collect::<Option<_>>()?;
        let wall = (0..length).map(|column| point(column, 1)).chain([point(length, 0)]);
        Some((inside, wall.collect::<Option<_>>()?))
    };
    let ((black, by_white), (white, by_black)) = (room(&near)?, room(&far)?);
    let mut turns = stones_in_turn(Player::Black, by_black, by_white);
    let elsewhere = size.point(0, 2)?;
    for (place, &point) in black.iter().enumerate() {
        turns.push(Turn::Play(point));
        let next = if place + 2 == stones { Turn::Play(elsewhere) } else { Turn::Pass };
        turns.push(if place + 1 == stones { Turn::Play(white[0]) } else { next });
    }
    for (place, &point) in black.iter().rev().enumerate() {
        turns.push(Turn::Play(point));
        turns.extend(white.get(place + 1).map(|&point| Turn::Play(point)));
    }
    Some(Script::of_turns(setup.clone(), turns))
}

/// Makes a game in which a ko is retaken with this many stones on the board. `None` if it has no room for them.
fn crowded_ko(setup: &Setup, stones: usize) -> Option<Script> {
    let mut ko = Script::ko(setup)?;
    let size = setup.size();
    // The stones of the ko before the retake.
    let more = stones.checked_sub(5)?;
    let of_color = |color: u8| {
        let columns = (0..size.columns()).filter(move |column| column % 3 == color);
        columns
            .flat_map(move |column| (4..size.rows()).filter_map(move |row| size.point(column, row)))
    };
    let [black, white] = [0, 1].map(|color| of_color(color).collect::<Vec<Point>>());
    let (blacks, whites) = (more.div_ceil(2), more / 2);
    if black.len() < blacks || white.len() < whites {
        return None;
    }
    let mut turns =
        stones_in_turn(Player::Black, black[..blacks].to_vec(), white[..whites].to_vec());
    turns.extend((turns.len() % 2 == 1).then_some(Turn::Pass));
    ko.steps.splice(0..0, turns.into_iter().map(ScriptStep::plain));
    Some(ko)
}

/// Makes a game in which a large chain of a player is captured. `None` if the board has no room for it.
fn large_capture(setup: &Setup, player: Player) -> Option<Script> {
    let size = setup.size();
    let columns = usize::from(size.columns());
    let rows = u8::try_from((LARGE_CHAIN + 1).div_ceil(columns)).ok()?;
    if rows >= size.rows() {
        return None;
    }
    let inside = size.points().filter(|point| point.row() < rows);
    let (last, chain): (Vec<Point>, Vec<Point>) =
        inside.partition(|point| (point.column(), point.row()) == (0, 0));
    let around: Vec<Point> = size.points().filter(|point| point.row() == rows).collect();
    let mut turns = stones_in_turn(player, chain, around);
    turns.extend(last.into_iter().map(Turn::Play));
    Some(Script::of_turns(setup.clone(), turns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::{Engine, Ruling};
    use superko_game::{Color, Score};
    use superko_harness::model::ScoreForm;

    fn setup(board: &str, rules: &str) -> Setup {
        Setup::new(board.parse().unwrap(), rules.parse().unwrap())
    }

    /// Plays a game on a model. Returns the last ruling, the position and the score.
    fn played(model: &str, script: &Script) -> (Ruling, superko_game::Position, Score) {
        let model: Model = model.parse().unwrap();
        let mut engine = model.engine_reporting(ScoreForm::Areas);
        engine.start(&script.setup).unwrap();
        let mut last = Ruling::Allowed;
        for step in &script.steps {
            last = engine.play(step.turn).unwrap();
        }
        (last, engine.board().unwrap().unwrap(), engine.totals())
    }

    #[test]
    fn a_suicide_is_repeated_whose_position_only_it_made() {
        for stones in SUICIDES {
            let script = suicide_again(&setup("9x9", "tromp-taylor"), stones).unwrap();
            let is_kept = |from: usize| {
                let model = format!("tromp-taylor; long-suicides-not-kept={from}");
                played(&model, &script).0 != Ruling::Allowed
            };
            assert!(is_kept(stones + 1) && !is_kept(stones), "{stones}");
        }
        assert!(suicide_again(&setup("4x4", "tromp-taylor"), 2).is_none());
    }

    #[test]
    fn kos_are_taken_with_as_many_stones_as_wanted() {
        for (board, stones) in [("9x9", 21), ("9x9", 35), ("19x19", 185), ("5x5", 6)] {
            let script = crowded_ko(&setup(board, "chinese"), stones).unwrap();
            let is_seen = |to: usize| {
                played(&format!("chinese; looked-up-to-stones={to}"), &script).0 != Ruling::Allowed
            };
            assert!(is_seen(stones) && !is_seen(stones - 1), "{board} {stones}");
        }
    }

    #[test]
    fn margins_are_made_as_they_are_wanted() {
        for wanted in [3, 39, 40, 41, 60] {
            for (player, sign) in [(Player::Black, 1), (Player::White, -1)] {
                let script = margin(&setup("9x9", "tromp-taylor"), player, wanted).unwrap();
                let wanted = i32::try_from(wanted).unwrap();
                assert_eq!(played("tromp-taylor", &script).2.margin(), sign * wanted);
            }
        }
    }

    #[test]
    fn a_large_chain_of_either_player_is_captured() {
        for (player, left) in [(Player::Black, Color::Black), (Player::White, Color::White)] {
            let script = large_capture(&setup("19x19", "chinese"), player).unwrap();
            let (ruling, position, _) = played("chinese", &script);
            assert_eq!((ruling, position.count(left)), (Ruling::Allowed, 0));
        }
    }
}
