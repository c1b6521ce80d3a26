//! Every way to begin a game, and every way to continue from each.

use superko_optimized::{
    Agreement, AnyGame, AnySet, IllegalTurn, PassCost, Player, Random, Repetition, Rules, Scoring,
    Shape, Stones, Turn, Turns,
};

use crate::games::{Reached, compare};
use crate::naive::Naive;
use crate::patches::{Holes, Patches};
use crate::plan::pick;

/// A beginning: a size, rules, stones and a player.
struct Beginning {
    columns: u8,
    rows: u8,
    rules: Rules,
    stones: [AnySet; 2],
    first: Player,
}

impl Beginning {
    fn game(&self) -> AnyGame {
        let [black, white] = self.stones;
        AnyGame::set_up(self.columns, self.rows, self.rules, black, white, self.first)
            .expect("every stone has a liberty")
    }

    fn naive(&self) -> Naive {
        let shape = Shape::<26, 11>::new(self.columns, self.rows).expect("the size fits");
        let color =
            |point| Player::BOTH.into_iter().find(|&of| self.stones[of as usize].contains(point));
        let grid = shape.points().into_iter().map(color).collect();
        Naive::set_up(self.columns.into(), self.rows.into(), self.rules, grid, self.first)
    }
}

/// An operation on a game before it continues.
#[derive(Clone, Copy, Debug)]
enum Way {
    Undo(usize),
    UndoAll,
    Restart,
    RestartTwice,
    RestartAndUndo,
    PlayoutAndRestart,
    PassOutAndRestart,
    Branch,
    Clone,
    CloneAndRestart,
    Perft,
    Refusals,
}

impl Way {
    const ALL: [Way; 13] = [
        Way::Undo(1),
        Way::Undo(4),
        Way::UndoAll,
        Way::Restart,
        Way::RestartTwice,
        Way::RestartAndUndo,
        Way::PlayoutAndRestart,
        Way::PassOutAndRestart,
        Way::Branch,
        Way::Clone,
        Way::CloneAndRestart,
        Way::Perft,
        Way::Refusals,
    ];

    /// Does the operation on both games.
    fn go(self, game: &mut AnyGame, naive: &mut Naive, from: &Beginning, random: &mut Random) {
        let undo = |game: &mut AnyGame, naive: &mut Naive, turns| {
            for _ in 0..turns {
                assert_eq!(game.undo(), naive.undo());
            }
        };
        match self {
            Way::Undo(turns) => undo(game, naive, turns),
            Way::UndoAll => undo(game, naive, naive.turns.len() + 1),
            Way::Restart => game.restart(),
            Way::RestartTwice => {
                game.restart();
                game.restart();
            }
            Way::RestartAndUndo => {
                game.restart();
                assert_eq!(game.undo(), None);
            }
            Way::PlayoutAndRestart => {
                game.playout(random, game.turns() + 7);
                game.restart();
            }
            Way::PassOutAndRestart => {
                while game.pass().is_ok() {}
                game.restart();
            }
            Way::Branch => {
                undo(game, naive, 3);
                go_on(game, naive, 5, random);
                undo(game, naive, 2);
            }
            Way::Clone | Way::CloneAndRestart => {
                // The game and its copy must not affect each other.
                let (mut other, mut beside) = (game.clone(), naive.clone());
                if matches!(self, Way::CloneAndRestart) {
                    other.restart();
                    beside = from.naive();
                }
                go_on(&mut other, &mut beside, 6, random);
                check(game, naive);
                std::mem::swap(game, &mut other);
                std::mem::swap(naive, &mut beside);
                go_on(&mut other, &mut beside, 6, random);
            }
            Way::Perft => {
                let turns = if random.below(2) == 0 { Turns::All } else { Turns::Plays };
                assert_eq!(game.perft(2, turns), naive.perft(2, turns));
            }
            Way::Refusals => {
                for point in naive.points() {
                    let turn = Turn::Play(point);
                    if naive.after(turn).is_err() {
                        assert_eq!(game.play(turn), naive.play(turn));
                    }
                }
            }
        }
        if self.restarts() {
            *naive = from.naive();
        }
    }

    /// Returns whether the game is at its beginning after the operation.
    fn restarts(self) -> bool {
        matches!(
            self,
            Way::Restart
                | Way::RestartTwice
                | Way::RestartAndUndo
                | Way::PlayoutAndRestart
                | Way::PassOutAndRestart
        )
    }
}

/// Checks everything that can be asked.
fn check(game: &AnyGame, naive: &Naive) {
    compare(game, naive, 1, 0, &mut Reached::default());
    assert_eq!((game.score(), game.prisoners()), (naive.score(), naive.prisoners()));
    assert_eq!((game.is_over(), game.is_stopped()), (naive.is_over(), naive.is_stopped()));
    assert_eq!((game.outcome(), game.decided()), (naive.outcome(), naive.decided()));
    for (number, &turn) in (1..).zip(&naive.turns) {
        assert_eq!(game.turn(number), Some(turn), "turn {number}");
    }
}

/// Checks like [`check`], but only some of the plays, for large boards.
pub(crate) fn check_some(game: &AnyGame, naive: &Naive) {
    compare(game, naive, 29, naive.turns.len(), &mut Reached::default());
    assert_eq!((game.area(), game.score()), (naive.area(), naive.score()));
    assert_eq!(game.prisoners(), naive.prisoners());
    assert_eq!((game.outcome(), game.decided()), (naive.outcome(), naive.decided()));
}

/// Plays this many random turns, legal and illegal ones. If passes stop or end the game, the
/// players sometimes settle something.
fn go_on(game: &mut AnyGame, naive: &mut Naive, turns: usize, random: &mut Random) {
    for _ in 0..turns {
        if naive.is_over() || naive.is_stopped() {
            match random.below(3) {
                0 => assert_eq!(game.disagree(), naive.disagree()),
                1 => {
                    let stones = naive.points().into_iter().filter(|&p| naive.at(p).is_some());
                    let dead: Vec<_> = stones.filter(|_| random.below(2) == 0).collect();
                    assert_eq!(game.agree(&dead), naive.agree(&dead));
                }
                _ => {}
            }
        }
        if naive.is_over() || naive.is_stopped() {
            break;
        }
        let passed = naive.turns.last() == Some(&Turn::Pass);
        let turn = match passed && random.below(2) == 0 {
            true => Turn::Pass,
            false => pick(random.bits() as u16, naive.points()),
        };
        assert_eq!(game.play(turn), naive.play(turn), "{turn}\n{}", naive.draw());
    }
    check(game, naive);
}

#[test]
fn every_way_on_from_every_beginning_is_that_of_the_naive_model() {
    let rule_sets = [
        Rules::TROMP_TAYLOR,
        Rules { repetition: Repetition::NewZealand, stones: Stones::Half, ..Rules::default() },
        Rules {
            repetition: Repetition::Situational,
            agreement: Agreement::Resume,
            ..Rules::default()
        },
        Rules { agreement: Agreement::Resume, illegal: IllegalTurn::Loses, ..Rules::default() },
        Rules {
            agreement: Agreement::DeadStones,
            score: Scoring::Territory,
            pass: PassCost::Prisoner,
            ..Rules::default()
        },
    ];
    let mut random = Random::new(8);
    for (columns, rows) in [(3, 3), (4, 2), (9, 1), (13, 1), (1, 19), (25, 1)] {
        for rules in rule_sets {
            for holes in [64, 48, 24, 12] {
                for first in Player::BOTH {
                    let shape = Shape::<26, 11>::new(columns, rows).expect("the size fits");
                    let patches = Patches { side: 1, holes: Holes::Of64(holes), tied: false };
                    let position = patches.position(shape, &mut random, first);
                    let stones = Player::BOTH.map(|player| position.stones(player));
                    let from = Beginning { columns, rows, rules, stones, first };
                    for way in Way::ALL {
                        let (mut game, mut naive) = (from.game(), from.naive());
                        // The number of turns before the operation is even or odd.
                        let turns = random.below(14) as usize;
                        go_on(&mut game, &mut naive, turns, &mut random);
                        way.go(&mut game, &mut naive, &from, &mut random);
                        check(&game, &naive);
                        go_on(&mut game, &mut naive, 8, &mut random);
                        // Go back to the beginning.
                        loop {
                            let undone = naive.undo();
                            assert_eq!(game.undo(), undone, "{way:?}");
                            if undone.is_none() {
                                break;
                            }
                        }
                        check(&game, &naive);
                    }
                }
            }
        }
    }
}
