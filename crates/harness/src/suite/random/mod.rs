//! Random games: drawn from a seed with a strategy.
//!
//! A generator uses only the referee. It never sees an engine, so a wrong engine cannot lead the test away
//! from its own mistakes.

mod strategy;

pub use strategy::{Strategy, draw_weighted};

use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use superko_engine::referee::{Expected, Referee, Step, Transcript};
use superko_game::rules::{Agreement, Rules};
use superko_game::{Color, Point, Record, Settlement, Size, Status, Turn};

/// The largest number of points of a board on which every point is asked about before every turn. On larger boards, a sample of
/// points is.
pub const WHOLE_MAP: usize = 64;

/// The size of that sample, in points.
const SAMPLE: usize = 16;

/// The kind of game to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The size of the board.
    pub size: Size,
    /// The part of the board, from the bottom left corner, in which all plays are made; not larger than the
    /// board.
    pub region: Size,
    /// The rules in force.
    pub rules: Rules,
    /// The strategy of the players.
    pub strategy: Strategy,
    /// The number of turns to try before the players pass until the game ends.
    pub turns: usize,
}

impl Plan {
    /// Returns the plan of game number `number` of the endless campaign of a seed.
    ///
    /// The strategies take turns, and small boards come more often than large ones.
    ///
    /// # Panics
    ///
    /// If there are no sizes.
    pub fn draw(seed: u64, number: u64, sizes: &[Size], rules: Rules) -> Plan {
        let mut rng = stream(seed, number, 0);
        let place = usize::try_from(number % Strategy::ALL.len() as u64).unwrap_or_default();
        let strategy = Strategy::ALL[place];
        // The smaller of two boards, so that most games are short and every board has its turn. For captures, any board; for
        // crowds, the larger of two.
        let drawn = if strategy == Strategy::Capture { 1 } else { 2 };
        let is_crowd = strategy == Strategy::Crowd;
        let size = (0..drawn)
            .filter_map(|_| sizes.iter().copied().choose(&mut rng))
            .min_by_key(|size| size.point_count().cast_signed() * if is_crowd { -1 } else { 1 })
            .expect("a campaign has at least one size");
        let turns = match strategy {
            Strategy::Long => {
                rng.random_range(200..=(24_000 / size.point_count()).clamp(400, 3000))
            }
            Strategy::Fill => 3 * size.point_count(),
            Strategy::Crowd => 3 * size.point_count() / 2,
            _ => rng.random_range(4..=4 * size.point_count() + 12).min(600),
        };
        Plan { size, region: size, rules, strategy, turns }
    }

    /// Draws the game and has the referee play it.
    pub fn transcript<R: Referee>(&self, mut referee: R, seed: u64, number: u64) -> Transcript {
        let mut rng = stream(seed, number, 1);
        let mut player = strategy::Player::new(self.strategy);
        let mut steps: Vec<Step> = Vec::with_capacity(self.turns + 4);
        let mut settlement = None;
        let is_crowd = self.strategy == Strategy::Crowd;
        let is_short = self.strategy != Strategy::Long && !is_crowd;
        let whole = self.region.point_count() <= WHOLE_MAP && is_short;
        let sample = if is_crowd { SAMPLE / 4 } else { SAMPLE };
        while steps.len() < self.turns && referee.status() != Status::Over {
            let asked: Vec<Turn> = if whole {
                Turn::all(self.region).collect()
            } else {
                let points: Vec<Point> = self.region.points().collect();
                let drawn: BTreeSet<Turn> = (0..sample)
                    .map(|_| Turn::Play(points[rng.random_range(0..points.len())]))
                    .collect();
                let near =
                    if self.strategy == Strategy::Crowd { near(&referee) } else { Vec::new() };
                let is_new =
                    |point: &Point| points.contains(point) && !drawn.contains(&Turn::Play(*point));
                let near = near.into_iter().filter(is_new).map(Turn::Play);
                drawn.iter().copied().chain(near).chain([Turn::Pass]).collect()
            };
            let questions: Vec<_> =
                asked.iter().map(|&turn| Expected::of(&referee, turn)).collect();
            let turn = player.choose(&referee, &questions, &mut rng);
            let mut step = Step::take(&mut referee, turn, &[]);
            step.questions = questions;
            self.settle(&mut step, &mut referee, &mut settlement, &mut rng);
            steps.push(step);
        }
        let mut close = |turn: Turn, rng: &mut ChaCha8Rng| {
            let mut step = Step::take(&mut referee, turn, &[turn]);
            self.settle(&mut step, &mut referee, &mut settlement, rng);
            steps.push(step);
        };
        // Passes end the game, so that the score is compared, and try passes after the end. Then comes a play after the end.
        for _ in 0..=self.rules.passes_to_end() {
            close(Turn::Pass, &mut rng);
        }
        if let Some(point) = self.region.points().choose(&mut rng) {
            close(Turn::Play(point), &mut rng);
        }
        let turns = steps.iter().map(|step| step.turn.turn).collect();
        let mut record = Record::new(self.size, self.rules, turns);
        record.settlement = settlement.unwrap_or_default();
        Transcript::of(record, steps)
    }

    /// Draws what the players settle when passes first end or stop the game, if the rules ask them. Half of the time it is
    /// nothing, so that engines that cannot be told an agreement are also asked for turns after the end.
    fn settle(
        &self,
        step: &mut Step,
        referee: &mut impl Referee,
        settlement: &mut Option<Settlement>,
        rng: &mut ChaCha8Rng,
    ) {
        if settlement.is_some() || step.end.is_none() || !self.rules.agreement.asks() {
            return;
        }
        let drawn = match rng.random_range(0..4) {
            0 | 1 => Settlement::Nothing,
            2 if self.rules.agreement == Agreement::Resume => Settlement::Disagreed,
            _ => {
                let position = referee.position();
                let stones = self.size.points().filter(|&point| position[point] != Color::Empty);
                let dead = stones.choose(rng).map(|point| position.chain(point));
                Settlement::Agreed(dead.unwrap_or_default())
            }
        };
        step.settle(referee, &drawn);
        *settlement = Some(drawn);
    }
}

/// Returns the empty points that the last turn changed, and those next to its stone: where a ko can be retaken.
fn near(referee: &impl Referee) -> Vec<Point> {
    let [.., before, last] = referee.history() else { return Vec::new() };
    let (size, position) = (last.position.size(), &last.position);
    let changed: BTreeSet<Point> = before.position.differences(position).collect();
    let next = changed.iter().flat_map(|&point| size.neighbors(point));
    let all: BTreeSet<Point> = changed.iter().copied().chain(next).collect();
    all.into_iter().filter(|&point| position[point] == Color::Empty).collect()
}

/// Returns the random numbers for one purpose of one game of a campaign. They do not depend on other games.
fn stream(seed: u64, number: u64, purpose: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number << 1 | purpose);
    rng
}
