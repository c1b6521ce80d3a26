//! Games under every rule, compared step by step with the naive model: turns, legal or not,
//! agreements, disagreements and undos.

use proptest::prelude::*;
use superko_optimized::{
    Agreement, AnyGame, AnySet, Enclosed, IllegalTurn, LongCycle, Outcome, Passes, Player, Point,
    Refusal, Rules, Stage, Turn, Turns,
};

use crate::naive::{Naive, rules};

/// Boards of at most 25 points, for each layout of [`AnyGame`].
const SIZES: [(u8, u8); 16] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (2, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (4, 4),
    (5, 3),
    (5, 4),
    (5, 5),
    (9, 1),
    (8, 3),
    (12, 2),
    (19, 1),
    (25, 1),
];

/// Counts of what games reached.
#[derive(Debug, Default)]
struct Reached {
    stops: usize,
    disagreements: usize,
    agreements: usize,
    dead: usize,
    without_stones: usize,
    wins: usize,
    ties: usize,
    without_result: usize,
    lost_attempts: usize,
    made_repeats: usize,
    cleanups: usize,
    blocked: usize,
    unblocked: usize,
    named: usize,
    ko_moves_again: usize,
    cleaned_without_result: usize,
    ended_by_a_third_time: usize,
    enclosed: usize,
}

impl Reached {
    /// Counts how a game ended. `stage` is its phase before the last turn.
    fn count_end(&mut self, naive: &Naive, stage: Stage) {
        match naive.outcome().expect("the game is over") {
            Outcome::Wins(_) => self.wins += 1,
            Outcome::Tie => self.ties += 1,
            Outcome::NoResult => {
                self.without_result += 1;
                let is_third = naive.rules.long_cycle == LongCycle::ThirdTime;
                let is_main = stage == Stage::Main;
                self.ended_by_a_third_time += usize::from(is_third && is_main);
                self.cleaned_without_result += usize::from(!is_main);
            }
        }
    }
}

/// Asserts that the two give the same answer to every question, and returns the legal plays.
fn compare(game: &AnyGame, naive: &Naive) -> Vec<Turn> {
    let drawn = || format!("{:?}\n{}{:?}", naive.rules, naive.draw(), naive.turns);
    assert_eq!(game.to_string(), naive.draw(), "{}", drawn());
    assert_eq!(game.to_move(), naive.to_move(), "{}", drawn());
    assert_eq!(game.turns(), naive.turns.len(), "{}", drawn());
    assert_eq!(game.is_over(), naive.is_over(), "{}", drawn());
    assert_eq!(game.is_stopped(), naive.is_stopped(), "{}", drawn());
    assert_eq!(game.outcome(), naive.outcome(), "{}", drawn());
    assert_eq!(game.stage(), naive.stage(), "{}", drawn());
    assert_eq!(game.button(), naive.button(), "{}", drawn());
    let blocked: AnySet = naive.blocked().iter().copied().collect();
    assert_eq!(game.blocked(), blocked, "{}", drawn());
    assert_eq!(game.area(), naive.area(), "{}", drawn());
    assert_eq!(game.score(), naive.score(), "{}", drawn());
    assert_eq!(game.prisoners(), naive.prisoners(), "{}", drawn());
    let enclosed: AnySet = naive.enclosed().into_iter().collect();
    assert_eq!(game.enclosed(), enclosed, "{}", drawn());
    assert_eq!(game.refusal(Turn::Pass), naive.after(Turn::Pass).err(), "{}", drawn());
    let mut legal = AnySet::EMPTY;
    for point in naive.points() {
        let expected = naive.after(Turn::Play(point)).err();
        assert_eq!(game.refusal(Turn::Play(point)), expected, "{point}\n{}", drawn());
        let unblocks = naive.stage() != Stage::Main && expected.is_none() && naive.unblocks(point);
        assert_eq!(game.unblocks(point), unblocks, "{point}\n{}", drawn());
        if expected.is_none() {
            legal = legal.with(point);
        }
    }
    assert_eq!(game.legal(), legal, "{}", drawn());
    legal.into_iter().map(Turn::Play).collect()
}

/// Plays a game from these stones, with one step for each choice.
fn lock_step(
    size: (u8, u8),
    rules: Rules,
    stones: &[Point],
    first: Player,
    choices: &[u16],
    reached: &mut Reached,
) {
    let mut pair = Pair::begin(size, rules, stones, first);
    let beginning = pair.naive.clone();
    for &choice in choices {
        pair.step(choice, reached);
    }
    pair.finish(&beginning);
}

/// A game of the engine, and the same game of the naive model.
struct Pair {
    game: AnyGame,
    naive: Naive,
    points: Vec<Point>,
}

impl Pair {
    /// Begins a game from these stones, which are Black's and White's in turn. If they make no
    /// position, begins from the empty grid.
    fn begin((columns, rows): (u8, u8), rules: Rules, stones: &[Point], first: Player) -> Pair {
        let start = |stones: &[Point]| {
            let colors =
                [0, 1].map(|color| stones.iter().skip(color).step_by(2).copied().collect());
            let [black, white]: [AnySet; 2] = colors;
            AnyGame::set_up(columns, rows, rules, black, white - black, first)
        };
        let game = start(stones).or_else(|_| start(&[]));
        let game = game.expect("the empty grid is a position");
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        let points = Naive::new(columns, rows, rules).points();
        let grid = points.iter().map(|&point| game.at(point)).collect();
        let naive = Naive::set_up(columns, rows, rules, grid, first);
        Pair { game, naive, points }
    }

    /// Compares both games, and then does what a choice selects: undos, an agreement, a disagreement
    /// or a turn.
    fn step(&mut self, choice: u16, reached: &mut Reached) {
        let legal = compare(&self.game, &self.naive);
        let is_again = |&&point: &&Point| {
            matches!(self.game.refusal(Turn::Play(point)), Some(Refusal::KoMoveAgain { .. }))
        };
        reached.ko_moves_again += self.points.iter().filter(is_again).count();
        let (kind, choice) = (choice % 16, usize::from(choice / 16));
        let point = self.points[choice % self.points.len()];
        let is_running = !self.naive.is_over() && !self.naive.is_stopped();
        match kind {
            0 => {
                for _ in 0..=choice % 4 {
                    assert_eq!(self.game.undo(), self.naive.undo());
                }
            }
            1..=4 if !is_running => self.agree(choice, point, reached),
            5..=9 if !is_running => {
                let disagreed = self.naive.disagree();
                assert_eq!(self.game.disagree(), disagreed);
                reached.disagreements += usize::from(disagreed.is_ok());
            }
            10..=12 if self.naive.is_over() => assert_eq!(self.game.undo(), self.naive.undo()),
            1..=3 => self.play(Turn::Pass, reached),
            4 => self.play(Turn::Play(point), reached),
            _ => {
                let turn = legal.get(choice % legal.len().max(1)).copied();
                self.play(turn.unwrap_or(Turn::Pass), reached);
            }
        }
    }

    /// Agrees that the stones that a choice selects are dead. The first of them is named twice. Some
    /// choices add `point`, which may be empty.
    fn agree(&mut self, choice: usize, point: Point, reached: &mut Reached) {
        let stones = self.points.iter().copied().filter(|&point| self.naive.at(point).is_some());
        let selected = stones.enumerate().filter(|(i, _)| choice >> (i % 12) & 1 == 1);
        let mut dead: Vec<_> = selected.map(|(_, point)| point).collect();
        dead.extend_from_within(..dead.len().min(1));
        if choice.is_multiple_of(5) {
            dead.push(point);
        }
        let agreed = self.naive.agree(&dead);
        assert_eq!(self.game.agree(&dead), agreed);
        reached.agreements += usize::from(agreed.is_ok());
        reached.dead += if agreed.is_ok() { dead.len() } else { 0 };
    }

    /// Tries a turn, legal or not.
    fn play(&mut self, turn: Turn, reached: &mut Reached) {
        let was_over = self.naive.is_over();
        let (stage, blocked) = (self.naive.stage(), self.naive.blocked().len());
        let (unblocks, names) = match turn {
            Turn::Play(point) => (self.game.unblocks(point), self.game.at(point).is_some()),
            Turn::Pass => (false, false),
        };
        let played = self.naive.play(turn);
        reached.cleanups += usize::from(self.naive.stage() != stage);
        reached.blocked += usize::from(self.naive.blocked().len() > blocked);
        reached.unblocked += usize::from(unblocks);
        reached.named += usize::from(unblocks && names);
        reached.enclosed += usize::from(!self.game.enclosed().is_empty());
        assert_eq!(self.game.play(turn), played, "{turn}");
        reached.without_stones += usize::from(played == Err(Refusal::NoStones));
        reached.stops += usize::from(played.is_ok() && self.naive.is_stopped());
        if self.naive.is_over() && !was_over {
            reached.count_end(&self.naive, stage);
            reached.lost_attempts += usize::from(played.is_err());
            reached.made_repeats += usize::from(played.is_ok() && turn != Turn::Pass);
        }
    }

    /// Compares numbers of sequences. Then goes back to the beginning in every way.
    fn finish(self, beginning: &Naive) {
        let Pair { mut game, mut naive, points } = self;
        compare(&game, &naive);
        let depth = match points.len() {
            0..=2 => 7,
            3..=6 => 4,
            _ => 2,
        };
        for depth in 0..=depth {
            for turns in [Turns::All, Turns::Plays] {
                let expected = naive.perft(depth, turns);
                assert_eq!(game.perft(depth, turns), expected, "{depth} {turns:?}");
            }
        }
        // A copy goes back to the beginning. The game itself stays as it is.
        let mut copy = game.clone();
        copy.restart();
        compare(&copy, beginning);
        while copy.undo().is_some() {}
        compare(&game, &naive);
        while let Some(turn) = naive.undo() {
            assert_eq!(game.undo(), Some(turn));
        }
        assert_eq!(game.undo(), None);
        compare(&game, beginning);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn games_under_every_rule_agree_with_the_naive_model(
        size in proptest::sample::select(&SIZES[..]),
        number in any::<u64>(),
        stones in proptest::collection::vec((0..25_u8, 0..25_u8), 0..8),
        white_is_first in any::<bool>(),
        choices in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        let stones: Vec<_> =
            stones.iter().map(|(column, row)| Point::new(column % size.0, row % size.1)).collect();
        let first = if white_is_first { Player::White } else { Player::Black };
        lock_step(size, rules(number), &stones, first, &choices, &mut Reached::default());
    }
}

/// Returns a sequence of numbers of 31 bits that depends on its seed only.
fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 33
    }
}

/// Plays games on the boards of up to nine points with the same choices in every run, and counts what
/// the games reach. The rules are those of a random number, changed by `change`.
fn reach(games: usize, change: impl Fn(Rules) -> Rules) -> Reached {
    let mut next = numbers(1);
    let mut reached = Reached::default();
    for size in SIZES.into_iter().filter(|(columns, rows)| columns * rows <= 9) {
        for _ in 0..games {
            let rules = change(rules(next() << 31 | next()));
            let choices: Vec<_> = (0..60).map(|_| next() as u16).collect();
            lock_step(size, rules, &[], Player::Black, &choices, &mut reached);
        }
    }
    reached
}

#[test]
fn games_under_every_rule_reach_every_end() {
    let reached = reach(80, |rules| rules);
    let Reached { stops, disagreements, agreements, dead, without_stones, .. } = reached;
    let Reached { wins, ties, without_result, lost_attempts, made_repeats, .. } = reached;
    assert!(stops > 80 && disagreements > 40 && agreements > 50 && dead > 50, "{reached:?}");
    assert!(wins > 100 && ties > 100 && without_result > 20, "{reached:?}");
    assert!(without_stones > 10 && lost_attempts > 20 && made_repeats > 50, "{reached:?}");
}

#[test]
fn games_with_cleanup_phases_reach_every_end() {
    let reached = reach(60, |rules| Rules { agreement: Agreement::Cleanup, ..rules });
    let Reached { cleanups, blocked, unblocked, ko_moves_again, .. } = reached;
    let Reached { cleaned_without_result, ended_by_a_third_time, .. } = reached;
    assert!(cleanups > 100 && blocked > 100 && unblocked > 20, "{reached:?}");
    assert!(ko_moves_again > 50 && cleaned_without_result > 5, "{reached:?}");
    assert!(ended_by_a_third_time > 5, "{reached:?}");
}

/// Plays from a board on which chains with eyes enclose other stones.
#[test]
fn enclosed_stones_agree_with_the_naive_model() {
    let [black, white] = [
        [(1, 0), (1, 1), (0, 1), (2, 1), (3, 1), (3, 0), (1, 2)],
        [(4, 0), (0, 3), (2, 3), (3, 3), (3, 2), (4, 2), (2, 4)],
    ]
    .map(|points| points.map(|(column, row)| Point::new(column, row)));
    let stones: Vec<_> = black.into_iter().zip(white).flat_map(|(b, w)| [b, w]).collect();
    let mut reached = Reached::default();
    let mut next = numbers(3);
    for game in 0..60 {
        let rules = Rules { enclosed: Enclosed::Dead, ..rules(next() << 31 | next()) };
        let choices: Vec<_> = (0..40).map(|_| next() as u16).collect();
        lock_step((5, 5), rules, &stones, Player::BOTH[game % 2], &choices, &mut reached);
    }
    assert!(reached.enclosed > 200 && reached.dead > 50, "{reached:?}");
}

/// Plays around a ko, which both players take and unblock.
#[test]
fn kos_in_cleanup_phases_agree_with_the_naive_model() {
    let [black, white] = [[(1, 0), (0, 1), (1, 2), (1, 2)], [(2, 0), (1, 1), (3, 1), (2, 2)]]
        .map(|points| points.map(|(column, row)| Point::new(column, row)));
    let stones: Vec<_> = black.into_iter().zip(white).flat_map(|(b, w)| [b, w]).collect();
    let mut reached = Reached::default();
    let mut next = numbers(2);
    for game in 0..150 {
        // Nothing ends these games early.
        let rules = Rules {
            agreement: Agreement::Cleanup,
            illegal: IllegalTurn::Refused,
            passes: Passes::Three,
            ..rules(next() << 31 | next())
        };
        // The main phase is short.
        let choices: Vec<_> = (0..80).map(|i| if i < 4 { 1 } else { next() as u16 }).collect();
        lock_step((4, 3), rules, &stones, Player::BOTH[game % 2], &choices, &mut reached);
    }
    let Reached { blocked, unblocked, named, .. } = reached;
    assert!(blocked > 100 && unblocked > 50 && named > 20, "{reached:?}");
}
