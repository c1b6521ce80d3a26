//! Games to play, drawn by proptest: a size, rules and a list of choices.

use proptest::prelude::*;
use superko_optimized::{
    AnyGame, Game, Player, Point, Refusal, Repetition, Rules, Shape, Suicide, Turn,
};

/// Every pair of a repetition rule and a suicide rule.
pub(crate) fn all_rules() -> impl Iterator<Item = Rules> {
    Repetition::ALL.into_iter().flat_map(|repetition| {
        let rules = move |suicide| Rules { repetition, suicide, ..Rules::default() };
        Suicide::ALL.into_iter().map(rules)
    })
}

pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    proptest::sample::select(all_rules().collect::<Vec<_>>())
}

/// A game to play. Every list of choices is a game.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) rules: Rules,
    pub(crate) choices: Vec<u16>,
}

/// Games on boards from 1x1 to `side` times `side` with `turns` choices, rectangles too. Half of
/// the boards have a side of at most 4, where repetition and suicide are common.
pub(crate) fn plans(side: u8, turns: usize) -> impl Strategy<Value = Plan> {
    let length = prop_oneof![1..=side.min(4), 1..=side];
    (length.clone(), length, any_rules(), proptest::collection::vec(any::<u16>(), turns))
        .prop_map(|(columns, rows, rules, choices)| Plan { columns, rows, rules, choices })
}

impl Plan {
    pub(crate) fn game(&self) -> AnyGame {
        AnyGame::new(self.columns, self.rows, self.rules).expect("a size in range")
    }

    pub(crate) fn shape<const S: usize, const N: usize>(&self) -> Shape<S, N> {
        Shape::new(self.columns, self.rows).expect("the size fits")
    }
}

/// One of these points or, once in a dozen times or if there is none, a pass.
pub(crate) fn pick(choice: u16, legal: impl IntoIterator<Item = Point>) -> Turn {
    let legal: Vec<_> = legal.into_iter().collect();
    let choice = usize::from(choice);
    if legal.is_empty() || choice.is_multiple_of(12) {
        return Turn::Pass;
    }
    Turn::Play(legal[choice / 12 % legal.len()])
}

/// What [`AnyGame`] and [`Game`] have in common, as far as the tests need it.
pub(crate) trait Engine {
    fn play(&mut self, turn: Turn) -> Result<(), Refusal>;
    fn refusal(&self, turn: Turn) -> Option<Refusal>;
    fn is_over(&self) -> bool;
    fn to_move(&self) -> Player;
    fn turns(&self) -> usize;
    fn at(&self, point: Point) -> Option<Player>;
    fn legal(&self) -> Vec<Point>;
    fn area(&self) -> [u32; 2];
}

macro_rules! engine {
    ([$($generics:tt)*] $type:ty, |$game:ident, $point:ident| $at:expr) => {
        impl<$($generics)*> Engine for $type {
            fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
                self.play(turn)
            }

            fn refusal(&self, turn: Turn) -> Option<Refusal> {
                self.refusal(turn)
            }

            fn is_over(&self) -> bool {
                self.is_over()
            }

            fn to_move(&self) -> Player {
                self.to_move()
            }

            fn turns(&self) -> usize {
                self.turns()
            }

            fn at(&self, $point: Point) -> Option<Player> {
                let $game = self;
                $at
            }

            fn legal(&self) -> Vec<Point> {
                self.legal().into_iter().collect()
            }

            fn area(&self) -> [u32; 2] {
                self.area()
            }
        }
    };
}

engine!([] AnyGame, |game, point| game.at(point));
engine!(
    [const S: usize, const N: usize] Game<S, N>,
    |game, point| game.position().at(point)
);
