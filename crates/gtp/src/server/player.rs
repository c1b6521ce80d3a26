//! The player that chooses the turns of `genmove`.

use super::Host;
use super::game::{Game, fault_message, given, is_eye};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;
use superko_engine::{Engine, Optimized, Ruling};
use superko_game::{Player, Settlement, Status, Turn};

/// The player that chooses the turns of `genmove`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chooser {
    /// The engine itself chooses, by [`Engine::generate`].
    #[default]
    Engine,
    /// Any legal play that does not fill an eye of the player, each with the same probability; a pass if
    /// there is none. The same game and seed give the same turn.
    Random {
        /// The seed.
        seed: u64,
    },
    /// The play after which the player wins most random games: flat Monte Carlo, with the random games of the
    /// optimized engine. The winner is the one with more area, or with the better score under the rules, with
    /// komi.
    Area {
        /// The seed of the games.
        seed: u64,
        /// The number of games to play.
        effort: PlayoutEffort,
    },
}

/// The number of random games to play for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutEffort {
    /// A fixed number of games, whatever the clock says.
    Games(u32),
    /// As many games as possible in this time, by the clock of the [`Host`]; fewer if a client says that time
    /// is short.
    Time(Duration),
}

/// The most random games for a turn, whatever the clock says.
const MOST_GAMES: u32 = 10_000_000;

/// The number of turns among which the time left is divided.
const TURNS_LEFT: u32 = 30;

/// The facts about the game that a player needs besides the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The points that White gets in addition, in quarters of a point.
    pub(super) for_white: i32,
    /// The time that the player has left, and the number of stones that it is for; 0 for all stones.
    pub(super) left: Option<(Duration, u32)>,
    pub(super) passes: Passes,
}

impl Stakes {
    /// Returns the part of the time left that a turn may take.
    fn share(self) -> Option<Duration> {
        self.left.map(|(left, stones)| left / if stones == 0 { TURNS_LEFT } else { stones + 1 })
    }
}

/// When a player passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    AtWill,
    /// The player passes only if each play that is left fills an eye: by then all dead stones are captured.
    WithoutPlays,
}

impl Chooser {
    /// Chooses a turn for the player whose turn it is.
    pub(super) fn choose(
        self,
        game: &mut Game,
        stakes: Stakes,
        host: &Host,
    ) -> Result<Turn, String> {
        if game.is_over() {
            return Err("the game is over".to_owned());
        }
        if self == Chooser::Engine {
            let turn = given(game.engine.generate())?;
            if turn != Turn::Pass || stakes.passes == Passes::AtWill {
                return Ok(turn);
            }
        }
        let (size, player) = (game.setup.size(), game.to_move());
        let legal = game.legal(&Turn::all(size).collect::<Vec<_>>())?;
        let position = game.position()?;
        let fills = |turn: &Turn| *turn == Turn::Pass || is_eye(&position, player, *turn);
        let plays: Vec<Turn> = legal.iter().copied().filter(|turn| !fills(turn)).collect();
        if plays.is_empty() {
            return legal.last().copied().ok_or_else(|| "no turn is legal".to_owned());
        }
        match self {
            Chooser::Engine => Ok(plays[0]),
            Chooser::Random { seed } => {
                let mut rng = stream(seed, game);
                Ok(plays[rng.random_range(..plays.len())])
            }
            Chooser::Area { seed, effort } => {
                let may_pass = stakes.passes == Passes::AtWill && legal.contains(&Turn::Pass);
                if may_pass && wins_by_passing(game, player, stakes)? {
                    return Ok(Turn::Pass);
                }
                let mut rng = stream(seed, game);
                flat(game, player, &plays, stakes, effort, host, &mut rng)
            }
        }
    }
}

/// Returns the random numbers for a turn, which are the same for the same game.
fn stream(seed: u64, game: &Game) -> ChaCha8Rng {
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    let size = game.setup.size();
    for (turn, _) in game.turns() {
        let place = turn.point().map_or(size.point_count(), |point| size.index(point));
        hash = (hash ^ place as u64).wrapping_mul(0x100_0000_01b3).rotate_left(29);
    }
    ChaCha8Rng::seed_from_u64(hash)
}

/// Returns whether the opponent has passed, and a second pass ends and wins the game.
fn wins_by_passing(game: &mut Game, player: Player, stakes: Stakes) -> Result<bool, String> {
    if game.moves.last().is_none_or(|last| last.turn != Turn::Pass) {
        return Ok(false);
    }
    let mut copy = copy_of(game)?;
    if copy.play(Turn::Pass).map_err(|fault| fault_message(&fault))? != Ruling::Allowed {
        return Ok(false);
    }
    let is_over = copy.status().map_err(|fault| fault_message(&fault))? == Some(Status::Over);
    let quarters = copy.areas().quarter_points() - stakes.for_white;
    Ok(is_over && quarters * sign(player) > 0)
}

/// Returns the optimized engine after the same turns.
fn copy_of(game: &Game) -> Result<Optimized, String> {
    let mut copy = Optimized::set_up(&game.setup).map_err(|fault| fault_message(&fault))?;
    let mut is_settled = game.settlement == Settlement::Nothing;
    for (turn, number) in game.turns() {
        if copy.play(turn).map_err(|fault| fault_message(&fault))? != Ruling::Allowed {
            return Err(format!("cannot think: move {number} is illegal"));
        }
        let ends = turn == Turn::Pass && copy.status() == Ok(Some(Status::Over));
        if ends && !std::mem::replace(&mut is_settled, true) {
            copy.settle(&game.settlement).map_err(|fault| fault_message(&fault))?;
        }
    }
    Ok(copy)
}

fn sign(player: Player) -> i32 {
    if player == Player::Black { 1 } else { -1 }
}

/// A play, and how the random games after it ended.
struct Arm {
    turn: Turn,
    after: Optimized,
    games: u32,
    /// The sum of the results: two for a game won, one for a tie.
    halves: u32,
}

impl Arm {
    /// Returns the upper bound UCB1 of the value of the play, after `all` games of all plays.
    fn bound(&self, all: u32) -> f64 {
        let games = f64::from(self.games.max(1));
        f64::from(self.halves) / (2.0 * games) + (f64::from(all.max(1)).ln() / (2.0 * games)).sqrt()
    }
}

/// Chooses a play by flat Monte Carlo. Each game follows the play with the greatest bound UCB1 (Auer, Cesa-Bianchi and Fischer);
/// the result is the play with the most games.
fn flat(
    game: &Game,
    player: Player,
    plays: &[Turn],
    stakes: Stakes,
    effort: PlayoutEffort,
    host: &Host,
    rng: &mut ChaCha8Rng,
) -> Result<Turn, String> {
    let before = copy_of(game)?;
    let mut arms = Vec::with_capacity(plays.len());
    for &turn in plays {
        let mut after = before.clone();
        // A wrong engine may permit a play that the optimized engine refuses. It is left out.
        if after.play(turn).map_err(|fault| fault_message(&fault))? == Ruling::Allowed {
            arms.push(Arm { turn, after, games: 0, halves: 0 });
        }
    }
    let points = game.setup.size().point_count();
    let limit = game.turns().len() + 3 * points + 10;
    let begun = (host.now)();
    let (most_games, most_time) = match effort {
        PlayoutEffort::Games(wanted) => (wanted, Duration::MAX),
        PlayoutEffort::Time(limit) => {
            (MOST_GAMES, stakes.share().map_or(limit, |share| share.min(limit)))
        }
    };
    let mut all = 0;
    let is_early = || (host.now)().saturating_sub(begun) < most_time;
    while !arms.is_empty() && all < most_games && is_early() {
        let place = match usize::try_from(all).ok().filter(|&place| place < arms.len()) {
            Some(untried) => untried,
            None => best(&arms, |arm| arm.bound(all)),
        };
        let arm = &mut arms[place];
        let score = arm.after.playout(rng.random(), limit);
        let quarters = (score.quarter_points() - stakes.for_white) * sign(player);
        arm.halves += match quarters {
            1.. => 2,
            0 => 1,
            _ => 0,
        };
        arm.games += 1;
        all += 1;
    }
    Ok(arms.get(best(&arms, |arm| f64::from(arm.games))).map_or(Turn::Pass, |arm| arm.turn))
}

/// Returns the place of the greatest value, the first of equal ones.
fn best(arms: &[Arm], value: impl Fn(&Arm) -> f64) -> usize {
    let values = arms.iter().map(value).enumerate().rev();
    values.max_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(0, |(place, _)| place)
}
