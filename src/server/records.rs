//! Records of games, loaded and printed.

use super::game::Game;
use crate::game::{Color, Komi, Player, Settlement, Setup};
use crate::sgf::{self, SgfGame, SgfStep, letters};
use std::fmt::Write;

/// The contents of a record besides the moves.
pub(super) struct Loaded {
    pub(super) komi: Option<Komi>,
    pub(super) handicap: u32,
}

/// Plays the main line of the first game of a file, up to the move of a number, which is not played. If it cannot be played,
/// nothing changes.
pub(super) fn load(game: &mut Game, bytes: &[u8], until: Option<usize>) -> Result<Loaded, String> {
    let text = text_of(bytes);
    let read = sgf::games(&text).next().ok_or_else(|| sgf::no_game(&text));
    let read = read.and_then(|tree| SgfGame::read(&tree, 0)?.whole());
    let read = read.map_err(|error| format!("cannot load file: {error}"))?;
    let settlement =
        read.settlement.clone().map_err(|error| format!("cannot load file: {error}"))?;
    let before = (game.setup().clone(), game.moves().to_vec(), game.settlement().clone());
    play(game, &read, settlement, until).inspect_err(|_| {
        // What was played before is played again, which an engine that is not lost permits.
        if game.begin(before.0).is_ok() {
            game.will_settle(before.2);
            for played in before.1 {
                let _ = game.play(played.player, played.turn);
            }
        }
    })?;
    let komi = read.komi();
    Ok(Loaded { komi, handicap: u32::from(read.handicap) })
}

#[cfg(feature = "encodings")]
fn text_of(bytes: &[u8]) -> String {
    sgf::Decoded::of(bytes).text.into_owned()
}

#[cfg(not(feature = "encodings"))]
fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn play(
    game: &mut Game,
    read: &SgfGame,
    settlement: Settlement,
    until: Option<usize>,
) -> Result<(), String> {
    let cannot = |what: String| format!("cannot load file: {what}");
    let begin = |game: &mut Game, setup| {
        game.begin(setup).map_err(|fault| format!("cannot load file: {fault}"))
    };
    let mut setup = Setup::new(read.size, game.setup().rules);
    setup.first = read.first_player();
    setup.position = read.position.clone();
    begin(game, setup)?;
    game.will_settle(settlement);
    let mut number = 0;
    for step in &read.steps {
        match step {
            SgfStep::Turn { tried: true, .. } => {}
            SgfStep::Turn { player, turn, .. } => {
                number += 1;
                if until.is_some_and(|until| number >= until) {
                    // What is settled is settled later on.
                    game.will_settle(Settlement::Nothing);
                    break;
                }
                game.play(*player, *turn).map_err(|why| {
                    cannot(format!("move {number}, {} {turn}: {why}", player.letter()))
                })?;
            }
            SgfStep::SetUp(step) => {
                let mut setup = game.setup().clone();
                setup.position = game.position()?;
                read.set_up_in(step, &mut setup.position);
                setup.first = step.next.unwrap_or_else(|| game.to_move());
                if setup.position.without_liberty().is_some() {
                    return Err(cannot(format!(
                        "a chain without liberties is set up after move {number}"
                    )));
                }
                let settlement = game.settlement().clone();
                begin(game, setup)?;
                game.will_settle(settlement);
            }
        }
    }
    Ok(())
}

/// The game as SGF, with komi and handicap, and the result if there is one.
pub(super) fn print(game: &Game, komi: Komi, handicap: u32, result: Option<&str>) -> String {
    let setup = game.setup();
    let size = setup.size();
    let (columns, rows) = (size.columns(), size.rows());
    let side = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text =
        format!("(;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[{side}]KM[{komi}]RU[{}]", setup.rules);
    // Writing to a string cannot fail.
    if handicap > 0 {
        let _ = write!(text, "HA[{handicap}]");
    }
    if let Some(result) = result {
        let _ = write!(text, "RE[{result}]");
    }
    text += &sgf::set_up(setup);
    if *game.settlement() != Settlement::Nothing {
        let _ = write!(text, "GC[{}]", game.settlement());
    }
    for played in game.moves() {
        let point = played.turn.point().map_or(String::new(), |point| letters(point, size));
        let _ = write!(text, ";{}[{point}]", played.player.letter());
    }
    text + ")"
}

/// Returns the number of handicap stones of a starting position: Black's, if there are no others and White
/// plays first.
pub(super) fn handicap_of(setup: &Setup) -> u32 {
    let (black, white) = (setup.position.count(Color::Black), setup.position.count(Color::White));
    match setup.first {
        Player::White if white == 0 => u32::try_from(black).unwrap_or(u32::MAX),
        _ => 0,
    }
}
