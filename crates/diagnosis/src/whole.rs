//! Whole games, as people play them: to the end, on crowded boards, with kos and large chains.

use super::script::{Script, ScriptStep};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use superko_engine::{Engine, Ruling};
use superko_game::{Color, Player, Point, Position, Setup, Status, Turn};
use superko_harness::model::{Model, ModelEngine, ScoreForm};
use superko_harness::suite::random::draw_weighted;

/// How both players choose their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Next to stones of the opponent.
    Close,
    /// On points without an empty neighbor: captures, kos and suicides.
    Tight,
    /// Next to own stones, so that chains grow.
    Chains,
    /// Into own eyes too, so that everything is captured sooner or later.
    Dense,
    /// One player passes most of the time.
    OneSided(Player),
}

const STYLES: [Style; 6] = [
    Style::Tight,
    Style::Close,
    Style::OneSided(Player::Black),
    Style::Dense,
    Style::Chains,
    Style::OneSided(Player::White),
];

/// The number of kinds of games.
pub(super) const KINDS: usize = STYLES.len();

/// The largest number of turns of a game for each point of the board.
const TURNS_PER_POINT: usize = 3;

/// The number of turns that a game may have in addition.
const MORE_TURNS: usize = 60;

/// The longest game, in turns.
const MOST_TURNS: usize = 700;

/// The interval in turns at which the board and the status are asked for. They are also asked for after each capture.
const LOOKS: usize = 20;

/// The interval in turns at which a point without a liberty is asked about.
const ASKED: usize = 5;

/// The number of such points asked about at the end.
const ASKED_AT_END: usize = 8;

/// The number of empty points from which a turn is chosen.
const CANDIDATES: usize = 8;

/// A random game in progress.
struct RandomGame {
    engine: ModelEngine,
    style: Style,
    rng: ChaCha8Rng,
    position: Position,
    /// The point where a single stone was captured, its owner, and the number of turns by then.
    ko: Option<(Point, Player, usize)>,
    steps: Vec<ScriptStep>,
    has_undone: bool,
}

/// Makes a random game of a kind, with a model as the referee.
pub(super) fn game(model: Model, setup: &Setup, kind: usize, seed: u64) -> Script {
    let mut engine = model.engine_reporting(ScoreForm::Areas);
    engine.start(setup).expect("a model plays any game");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(((setup.size().point_count() as u64) << 8) | kind as u64);
    let (position, style) = (Position::empty(setup.size()), STYLES[kind % KINDS]);
    let steps = Vec::new();
    let mut game = RandomGame { engine, style, rng, position, ko: None, steps, has_undone: false };
    let most = TURNS_PER_POINT * setup.size().point_count() + MORE_TURNS;
    while game.steps.len() < most.min(MOST_TURNS) && game.is_running() {
        game.turn();
    }
    for _ in 0..setup.rules.passes_to_end() {
        game.take(Turn::Pass, Vec::new());
    }
    game.steps.iter_mut().rev().take(1).for_each(|last| last.looks = true);
    Script { setup: setup.clone(), steps: game.steps, looks_first: false }
}

impl RandomGame {
    fn is_running(&mut self) -> bool {
        self.engine.status() != Ok(Some(Status::Over))
    }

    /// Chooses and plays the next turn. Tries other turns if it is refused, and passes if all are.
    fn turn(&mut self) {
        let player = self.engine.to_move();
        let weak = matches!(self.style, Style::OneSided(strong) if strong != player);
        if weak && !self.steps.is_empty() && self.rng.random_bool(0.8) {
            self.take(Turn::Pass, Vec::new());
            return;
        }
        let mut asked: Vec<Turn> = Vec::new();
        if let Some((point, owner, since)) = self.ko.filter(|(_, owner, _)| *owner == player)
            && self.position[point] == Color::Empty
        {
            let is_next = since == self.steps.len();
            asked.extend(is_next.then_some(Turn::Play(point)));
            if self.rng.random_bool(0.5) && self.take(Turn::Play(point), asked.clone()) {
                return;
            }
            self.ko = self.ko.filter(|_| is_next).map(|(point, _, since)| (point, owner, since));
        }
        let mut weighed = self.candidates(player);
        if self.steps.len().is_multiple_of(ASKED) {
            let tight = weighed.iter().find(|(point, _)| self.around(*point, Color::Empty) == 0);
            asked.extend(tight.map(|(point, _)| Turn::Play(*point)));
        }
        asked.dedup();
        while weighed.iter().any(|(_, weight)| *weight > 0) {
            let weights: Vec<u32> = weighed.iter().map(|(_, weight)| *weight).collect();
            let (point, _) = weighed.swap_remove(draw_weighted(&weights, &mut self.rng));
            if self.take(Turn::Play(point), std::mem::take(&mut asked)) {
                return;
            }
        }
        let empty = self.position.size().points().filter(|&it| self.position[it] == Color::Empty);
        let tight = empty.filter(|&point| self.around(point, Color::Empty) == 0);
        let asked = tight.take(ASKED_AT_END).map(Turn::Play).collect();
        self.take(Turn::Pass, asked);
    }

    /// Returns some empty points, with their weights for a player.
    fn candidates(&mut self, player: Player) -> Vec<(Point, u32)> {
        let points = self.position.size().points();
        let mut empty: Vec<Point> =
            points.filter(|&point| self.position[point] == Color::Empty).collect();
        let count = CANDIDATES.min(empty.len());
        for place in 0..count {
            let other = self.rng.random_range(place..empty.len());
            empty.swap(place, other);
        }
        empty.truncate(count);
        empty.into_iter().map(|point| (point, self.weight(player, point))).collect()
    }

    fn around(&self, point: Point, color: Color) -> u32 {
        let beside = self.position.size().neighbors(point);
        beside.filter(|&next| self.position[next] == color).count() as u32
    }

    fn weight(&self, player: Player, point: Point) -> u32 {
        let [own, other] =
            [player, player.opponent()].map(|player| self.around(point, player.color()));
        let is_tight = self.around(point, Color::Empty) == 0;
        match self.style {
            Style::Dense => 1 + other,
            _ if is_tight && other == 0 => 0,
            Style::Tight => 1 + 3 * other + 12 * u32::from(is_tight),
            Style::Chains => 1 + 4 * own + other,
            Style::Close | Style::OneSided(_) => 1 + 2 * other,
        }
    }

    /// Plays a turn and adds it to the script, accepted or not. Returns whether it was accepted.
    fn take(&mut self, turn: Turn, asked: Vec<Turn>) -> bool {
        let player = self.engine.to_move();
        let accepted = self.engine.play(turn) == Ok(Ruling::Allowed);
        let number = self.steps.len();
        let mut step = ScriptStep { asked, ..ScriptStep::plain(turn) };
        step.looks = number % LOOKS == LOOKS - 1;
        if let (true, Some(point)) = (accepted, turn.point()) {
            let other = player.opponent().color();
            let may_remove = self.around(point, Color::Empty) == 0 || self.around(point, other) > 0;
            self.position[point] = player.color();
            if may_remove && let Ok(Some(after)) = self.engine.board() {
                let points = self.position.size().points();
                let gone: Vec<Point> =
                    points.filter(|&at| after[at] != self.position[at]).collect();
                step.looks |= !gone.is_empty();
                if let [at] = gone[..]
                    && at != point
                {
                    self.ko = Some((at, player.opponent(), number + 1));
                }
                if gone.len() > 1 && number > self.position.size().point_count() && !self.has_undone
                {
                    (step.undoes, self.has_undone) = (2, true);
                }
                self.position = after;
            }
        }
        self.steps.push(step);
        accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_are_crowded_and_full_of_kos() {
        for (board, stones, kos, chain) in [("9x9", 40, 12, 12), ("19x19", 180, 60, 40)] {
            let setup = Setup::new(board.parse().unwrap(), "chinese".parse().unwrap());
            let (mut most, mut retakes, mut longest, mut margins) = (0, 0, 0, [0_i32; 2]);
            for kind in 0..KINDS {
                let script = game(Model::right(), &setup, kind, 1);
                let mut engine = Model::right().engine_reporting(ScoreForm::Areas);
                engine.start(&setup).unwrap();
                for step in &script.steps {
                    let is_play = step.turn != Turn::Pass;
                    let refused = engine.play(step.turn).unwrap() != Ruling::Allowed;
                    let position = engine.board().unwrap().unwrap();
                    retakes += usize::from(refused && is_play);
                    most = most.max(setup.size().point_count() - position.count(Color::Empty));
                    longest = setup
                        .size()
                        .points()
                        .filter(|&point| position[point] != Color::Empty)
                        .map(|point| position.chain(point).len())
                        .fold(longest, usize::max);
                }
                assert_eq!(engine.status(), Ok(Some(Status::Over)), "{board} {kind}");
                let score = engine.totals();
                margins = [margins[0].max(score.margin()), margins[1].min(score.margin())];
            }
            assert!(most >= stones, "{board}: {most} stones");
            assert!(retakes >= kos, "{board}: {retakes} refused");
            assert!(longest >= chain, "{board}: {longest} in a chain");
            let half = i32::try_from(setup.size().point_count() / 2).unwrap();
            assert!(margins[0] > half && margins[1] < -half, "{board}: {margins:?}");
        }
    }
}
