use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use superko_engine::referee::{Event, Expected, Referee};
use superko_game::{Color, Point, Position, Turn, named};

named! {
    described
    /// The strategy of the players in a random game.
    pub enum Strategy {
        /// Both players try any turn, legal or not.
        Uniform = "uniform",
        /// Both players choose any legal turn.
        Legal = "legal",
        /// Both players prefer captures, and plays that take liberties.
        Capture = "capture",
        /// Both players prefer kos: they take, retake, and try to retake at once.
        Ko = "ko",
        /// Both players try to return to an earlier position.
        Repeat = "repeat",
        /// Both players prefer suicide, of one stone and of several.
        Suicide = "suicide",
        /// Both players fill the board.
        Fill = "fill",
        /// Both players pass often, mostly once at a time.
        Pass = "pass",
        /// Both players make the game as long as possible.
        Long = "long",
        /// Both players try plays on stones, and other illegal turns.
        Garbage = "garbage",
        /// Both players fill the board, and then prefer captures and kos.
        Crowd = "crowd",
    }
}

/// Both players of a random game, who share one strategy.
#[derive(Debug)]
pub(super) struct Player {
    strategy: Strategy,
    /// The position that [`Strategy::Repeat`] goes back to.
    target: Option<Position>,
    /// The center of the cross from which [`Strategy::Capture`] captures several chains at once; `None` without a cross.
    cross: Option<Point>,
    /// The last attempt that was refused. It is not tried again at once.
    refused: Option<Turn>,
}

impl Player {
    pub(super) fn new(strategy: Strategy) -> Player {
        Player { strategy, target: None, cross: None, refused: None }
    }

    /// Returns the next turn to try, out of those that the referee was asked about.
    pub(super) fn choose(
        &mut self,
        referee: &impl Referee,
        candidates: &[Expected],
        rng: &mut ChaCha8Rng,
    ) -> Turn {
        if self.strategy == Strategy::Repeat {
            self.aim(referee, rng);
        }
        if self.strategy == Strategy::Capture && referee.history().len() == 1 {
            let inner: Vec<Point> = candidates
                .iter()
                .filter_map(|candidate| candidate.turn.point())
                .filter(|&point| referee.position().size().sides(point) == 0)
                .collect();
            let on = !inner.is_empty() && rng.random_bool(0.5);
            self.cross = on.then(|| inner[rng.random_range(0..inner.len())]);
        }
        let weights: Vec<u32> = candidates
            .iter()
            .map(|candidate| match self.refused == Some(candidate.turn) {
                true => 0,
                false => self.weight(referee, candidate),
            })
            .collect();
        let total: u32 = weights.iter().sum();
        let stuck =
            candidates.iter().zip(&weights).all(|(each, &weight)| weight == 0 || !each.is_legal());
        if total == 0 || (stuck && rng.random_bool(0.5)) {
            self.refused = None;
            return Turn::Pass;
        }
        let chosen = &candidates[draw_weighted(&weights, rng)];
        self.refused = (!chosen.is_legal()).then_some(chosen.turn);
        chosen.turn
    }

    /// Picks a position to return to, if there is none or it was reached, and sometimes at random.
    fn aim(&mut self, referee: &impl Referee, rng: &mut ChaCha8Rng) {
        let past = referee.history();
        let reached = self
            .target
            .as_ref()
            .is_some_and(|target| target.differences(referee.position()).count() <= 1);
        if past.len() > 3 && (self.target.is_none() || reached || rng.random_bool(0.05)) {
            let stage = rng.random_range(0..past.len() - 2);
            self.target = Some(past[stage].position.clone());
        }
    }

    fn weight(&self, referee: &impl Referee, candidate: &Expected) -> u32 {
        let reaches = |event| candidate.events.contains(event);
        let legal = candidate.is_legal();
        let ending = reaches(Event::TwoPassEnd);
        let refused_repeat = !legal && !reaches(Event::Occupied);
        match (self.strategy, candidate.turn) {
            (Strategy::Uniform, _) => 1,
            _ if reaches(Event::Unblocking) => 60,
            (Strategy::Legal, _) => u32::from(legal),
            (Strategy::Long | Strategy::Fill | Strategy::Crowd, Turn::Pass) => 0,
            (Strategy::Long, _) => {
                if legal {
                    20
                } else {
                    u32::from(refused_repeat)
                }
            }
            (Strategy::Fill, _) => match legal {
                true if reaches(Event::Quiet) => 100,
                true => 2,
                false => u32::from(refused_repeat),
            },
            (Strategy::Crowd, _) if reaches(Event::RetakePermitted) => 200,
            (Strategy::Crowd, _) if reaches(Event::Quiet) => {
                let position = referee.position();
                let empty = position.count(Color::Empty);
                if 3 * empty > position.size().point_count() { 100 } else { 3 }
            }
            (Strategy::Crowd, _) if legal => 60,
            (Strategy::Crowd, _) => 20 * u32::from(refused_repeat),
            (Strategy::Pass, Turn::Pass) => {
                let points = referee.position().size().point_count() as u32;
                if ending { 1 + points / 8 } else { 2 + points }
            }
            (Strategy::Pass, _) => {
                if legal {
                    2
                } else {
                    u32::from(refused_repeat)
                }
            }
            (Strategy::Garbage, _) => match legal {
                true if ending => 1,
                true => 4,
                false => 3,
            },
            (Strategy::Capture, turn) if self.cross.is_some() => {
                self.crossing(referee, candidate, turn)
            }
            (_, Turn::Pass) => {
                if ending {
                    1
                } else {
                    4
                }
            }
            (Strategy::Capture, _) if !legal => u32::from(refused_repeat),
            (Strategy::Capture, _) if reaches(Event::Quiet) => {
                1 + 3 * touches(referee, candidate.turn)
            }
            (Strategy::Capture, _) => 40,
            (Strategy::Ko, _) if reaches(Event::RetakePermitted) => 200,
            (Strategy::Ko, _) if reaches(Event::Quiet) => 1 + 3 * touches(referee, candidate.turn),
            (Strategy::Ko, _) if reaches(Event::CaptureOneChain) => 60,
            (Strategy::Ko, _) => {
                if refused_repeat {
                    20
                } else {
                    u32::from(legal)
                }
            }
            (Strategy::Repeat, turn) => self.nearness(referee, candidate, turn),
            (Strategy::Suicide, _) if reaches(Event::SuicidePermitted) => 60,
            (Strategy::Suicide, _) if reaches(Event::RepeatBySuicide) => 80,
            (Strategy::Suicide, _) if refused_repeat => 4,
            (Strategy::Suicide, _) if reaches(Event::Quiet) => 6,
            (Strategy::Suicide, _) => u32::from(legal),
        }
    }

    /// Returns the weight of a turn, if there is a cross: White plays next to its center, Black around these stones and finally
    /// there.
    fn crossing(&self, referee: &impl Referee, candidate: &Expected, turn: Turn) -> u32 {
        let (Some(center), Turn::Play(point)) = (self.cross, turn) else {
            return u32::from(!candidate.events.contains(Event::TwoPassEnd)) * 8;
        };
        let size = referee.position().size();
        let next_to = |a: Point, b: Point| size.neighbors(a).any(|neighbor| neighbor == b);
        let arm = next_to(center, point);
        let around = size.neighbors(center).any(|arm| next_to(arm, point));
        match referee.to_move() {
            _ if !candidate.is_legal() => 0,
            superko_game::Player::Black if point == center => {
                let takes = |event| u32::from(candidate.events.contains(event));
                takes(Event::CaptureFourChains) * 1000 + takes(Event::CaptureThreeChains) * 10
            }
            superko_game::Player::Black => u32::from(around && !arm) * 40 + 1,
            superko_game::Player::White => u32::from(arm) * 40,
        }
    }

    /// Returns the weight of a play by how much closer to the target it brings the board.
    fn nearness(&self, referee: &impl Referee, candidate: &Expected, turn: Turn) -> u32 {
        if !candidate.is_legal() {
            return if candidate.events.contains(Event::Occupied) { 0 } else { 30 };
        }
        let (Some(target), Turn::Play(point)) = (&self.target, turn) else { return 2 };
        let now = referee.position();
        let distance = |position: &Position| position.differences(target).count();
        let after = match &candidate.judgment.removing {
            Some(after) => distance(after),
            None => {
                let helps = target[point] == referee.to_move().color();
                return if helps { 30 } else { 2 };
            }
        };
        match distance(now).saturating_sub(after) {
            0 => 3,
            gain => 20 * gain as u32,
        }
    }
}

/// Draws a place with the given weights, whose sum is not 0.
pub fn draw_weighted(weights: &[u32], rng: &mut ChaCha8Rng) -> usize {
    let mut drawn = rng.random_range(0..weights.iter().sum());
    let chosen = weights.iter().position(|&weight| {
        let here = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        here
    });
    chosen.expect("the draw is below the sum of the weights")
}

/// Returns the number of stones of the opponent next to a play.
fn touches(referee: &impl Referee, turn: Turn) -> u32 {
    let position = referee.position();
    let opponent: Color = referee.to_move().opponent().color();
    turn.point().map_or(0, |point| {
        let neighbors = position.size().neighbors(point);
        neighbors.filter(|&neighbor| position[neighbor] == opponent).count() as u32
    })
}
