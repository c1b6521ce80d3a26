//! Counts of the games of a given length, for comparison with other programs.

use crate::game::{Game, Illegal, Turn};
use crate::standing::Standing;

/// Counts of the last turns of all sequences of one length.
///
/// A turn is a pass or a legal move. A sequence that ends the game, or stops it, is counted at its
/// own length and never extended. An unblocking counts among the moves. `repeats_refused` and
/// `clearing_own_refused` count the moves at empty points that were tried as the last turn and were
/// not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// The number of sequences of this length: `moves + passes`, or 1 for length 0.
    pub sequences: u64,
    /// The number of sequences whose last turn is a move.
    pub moves: u64,
    /// The number of sequences whose last turn is a pass.
    pub passes: u64,
    /// The number of moves that cleared points of the opponent's color.
    pub clearing_opponent: u64,
    /// The number of points cleared by these moves.
    pub opponent_points_cleared: u64,
    /// The number of moves that cleared points of the player's own color.
    pub clearing_own: u64,
    /// The number of points cleared by these moves.
    pub own_points_cleared: u64,
    /// The number of sequences whose last turn ended the game.
    pub ended: u64,
    /// The number of moves refused because they repeat a coloring, or because they repeat a ko move.
    pub repeats_refused: u64,
    /// The number of moves refused because they clear points of the player's own color.
    pub clearing_own_refused: u64,
}

/// Counts all sequences of 0 to `depth` turns that continue a game, one entry for each length.
///
/// If `passes` is `false`, the sequences consist of moves only.
pub fn perft(game: &Game, depth: usize, passes: bool) -> Vec<Perft> {
    let mut counts = vec![Perft::default(); depth + 1];
    counts[0].sequences = 1;
    count(game, &mut counts[1..], passes);
    counts
}

/// Adds the sequences that continue a game. The first entry of `counts` is for those of one turn.
fn count(game: &Game, counts: &mut [Perft], passes: bool) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    if game.standing() != Standing::Running {
        return;
    }
    if passes {
        let after = game.after(Turn::Pass).expect("a pass is legal while the game is not over");
        here.sequences += 1;
        here.passes += 1;
        here.ended += u64::from(after.is_over());
        count(&after, deeper, passes);
    }
    let (own, opponent) = (game.player().color(), game.player().opponent().color());
    for point in game.grid().points() {
        let turn = Turn::Move(point);
        match game.leaves(turn) {
            Err(Illegal::NotEmpty { .. } | Illegal::UsedUp) => {}
            Err(Illegal::Repeats { .. } | Illegal::MadeBefore { .. }) => here.repeats_refused += 1,
            Err(Illegal::ClearsOwn { .. }) => here.clearing_own_refused += 1,
            Err(Illegal::Over | Illegal::Stopped) => unreachable!("asked above"),
            Ok(grid) => {
                here.sequences += 1;
                here.moves += 1;
                // An unblocking colors no point.
                let colored = usize::from(!game.unblocks(point));
                let opponent_cleared = game.grid().count(opponent) - grid.count(opponent);
                let own_cleared = game.grid().count(own) + colored - grid.count(own);
                here.clearing_opponent += u64::from(opponent_cleared > 0);
                here.opponent_points_cleared += opponent_cleared as u64;
                here.clearing_own += u64::from(own_cleared > 0);
                here.own_points_cleared += own_cleared as u64;
                if !deeper.is_empty() {
                    let after = game.after(turn).expect("the turn leaves a grid");
                    count(&after, deeper, passes);
                }
            }
        }
    }
}
