//! Records of games, loaded and printed.

use super::game::Game;
use superko_game::{Color, Komi, Player, Settlement, Setup};
use superko_sgf::{SgfGame, SgfStep};

/// Plays the main line of the first game of a file, up to the move with the number `until`, which is not played. If a move cannot
/// be played, the moves before are restored.
pub(super) fn load(game: &mut Game, bytes: &[u8], until: Option<usize>) -> Result<SgfGame, String> {
    let text = text_of(bytes);
    let read = superko_sgf::games(&text).next().ok_or_else(|| superko_sgf::no_game(&text));
    let read = read.and_then(|tree| SgfGame::read(&tree, 0)?.whole());
    let read = read.map_err(|error| format!("cannot load file: {error}"))?;
    let settlement =
        read.settlement.clone().map_err(|error| format!("cannot load file: {error}"))?;
    let before = (game.setup.clone(), game.moves.to_vec(), game.settlement.clone());
    let lost_by = game.lost_by;
    play(game, &read, settlement, until).inspect_err(|_| {
        // The earlier moves are played again. An engine that is not lost permits them.
        if game.begin(before.0).is_ok() {
            game.settlement = before.2;
            for played in before.1 {
                let _ = game.play(played.player, played.turn);
            }
            game.lost_by = lost_by;
        }
    })?;
    Ok(read)
}

#[cfg(feature = "encodings")]
fn text_of(bytes: &[u8]) -> String {
    superko_sgf::Decoded::of(bytes).text.into_owned()
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
    begin(game, read.setup(game.setup.rules))?;
    game.settlement = settlement;
    let mut number = 0;
    for step in &read.steps {
        match step {
            SgfStep::Turn { tried: true, .. } => {}
            SgfStep::Turn { player, turn, .. } => {
                number += 1;
                if until.is_some_and(|until| number >= until) {
                    // The players settle the game only after later moves.
                    game.settlement = Settlement::Nothing;
                    break;
                }
                game.play(*player, *turn).map_err(|why| {
                    cannot(format!("move {number}, {} {turn}: {why}", player.letter()))
                })?;
            }
            SgfStep::SetUp(step) => {
                let mut setup = game.setup.clone();
                setup.position = game.position()?;
                read.set_up_in(step, &mut setup.position);
                setup.first = step.next.unwrap_or_else(|| game.to_move());
                if setup.position.without_liberty().is_some() {
                    return Err(cannot(format!(
                        "a chain without liberties is set up after move {number}"
                    )));
                }
                let settlement = game.settlement.clone();
                begin(game, setup)?;
                game.settlement = settlement;
            }
        }
    }
    Ok(())
}

/// Returns the game as SGF, with komi and handicap, and the result if there is one.
pub(super) fn print(game: &Game, komi: Komi, handicap: u32, result: Option<&str>) -> String {
    let setup = &game.setup;
    let mut about = if handicap > 0 { format!("HA[{handicap}]") } else { String::new() };
    if let Some(result) = result {
        about += &format!("RE[{result}]");
    }
    let mut text = superko_sgf::head(setup, komi, &about, &game.settlement);
    for played in &game.moves {
        text += &format!(";{}", superko_sgf::written(played.player, played.turn, setup.size()));
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
