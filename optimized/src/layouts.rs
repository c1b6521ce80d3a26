//! The layouts in which games are played, and the functions that are compiled for each of them.

#[cfg(feature = "batch")]
use crate::batch::{Finished, Playouts};
use crate::bitboard::Bitboard;
use crate::game::{Game, Judge, Play};
use crate::legal::Legal;
use crate::perft::{Perft, Turns};
use crate::playout::Playout;
use crate::position::{Area, Position};
use crate::random::Random;
use crate::rules::Refusal;
use crate::simd::fastest;
#[cfg(feature = "batch")]
use crate::simd::{Level, at_most};

/// The layouts in which games are played.
///
/// | stride | limbs | up to | such as |
/// |---|---|---|---|
/// | 8 | 1 | 7 columns, 8 rows | 7x7 |
/// | 10 | 2 | 9 columns, 12 rows | 9x9 |
/// | 14 | 3 | 13 columns, 13 rows | 13x13 |
/// | 20 | 6 | 19 columns, 19 rows | 19x19 |
/// | 26 | 11 | 25 columns, 25 rows | 25x25 |
///
/// In code that is generic over layouts, `Layouts: Has<S, N>` is the bound for playing games.
#[derive(Debug)]
pub enum Layouts {}

/// Says that games are played in the layout of stride `S` and `N` limbs.
///
/// Its methods are what a game spends its time on. They are compiled in this crate, for each layout
/// and each [`Level`](crate::Level), so their speed does not depend on the profile of the crate that plays.
pub trait Has<const S: usize, const N: usize> {
    #[doc(hidden)]
    fn play(game: &mut Game<S, N>, bit: usize) -> Result<(), Refusal>;
    #[doc(hidden)]
    fn judge(game: &Game<S, N>, bit: usize) -> Result<(), Refusal>;
    #[doc(hidden)]
    fn legal(game: &Game<S, N>) -> Bitboard<S, N>;
    #[doc(hidden)]
    fn playout(game: &mut Game<S, N>, random: &mut Random, limit: usize) -> usize;
    #[doc(hidden)]
    fn perft(game: &mut Game<S, N>, depth: u32, turns: Turns) -> u64;
    #[doc(hidden)]
    fn area(position: &Position<S, N>) -> [u32; 2];
    #[cfg(feature = "batch")]
    #[doc(hidden)]
    fn playouts_in_step(
        level: Level,
        start: &Position<S, N>,
        games: usize,
        limit: usize,
        seed: u64,
        finished: &mut dyn FnMut(Finished<S, N>),
    );
}

macro_rules! layouts {
    ($(($stride:literal, $limbs:literal))*) => {$(
        impl Has<$stride, $limbs> for Layouts {
            fn play(game: &mut Game<$stride, $limbs>, bit: usize) -> Result<(), Refusal> {
                fastest::<$limbs, _>(Play { game, bit })
            }

            fn judge(game: &Game<$stride, $limbs>, bit: usize) -> Result<(), Refusal> {
                fastest::<$limbs, _>(Judge { game, bit })
            }

            fn legal(game: &Game<$stride, $limbs>) -> Bitboard<$stride, $limbs> {
                fastest::<$limbs, _>(Legal(game))
            }

            fn playout(
                game: &mut Game<$stride, $limbs>,
                random: &mut Random,
                limit: usize,
            ) -> usize {
                fastest::<$limbs, _>(Playout { game, random, limit })
            }

            fn perft(game: &mut Game<$stride, $limbs>, depth: u32, turns: Turns) -> u64 {
                fastest::<$limbs, _>(Perft { game, depth, turns })
            }

            fn area(position: &Position<$stride, $limbs>) -> [u32; 2] {
                fastest::<$limbs, _>(Area(position))
            }

            #[cfg(feature = "batch")]
            fn playouts_in_step(
                level: Level,
                start: &Position<$stride, $limbs>,
                games: usize,
                limit: usize,
                seed: u64,
                finished: &mut dyn FnMut(Finished<$stride, $limbs>),
            ) {
                at_most(level, Playouts { start, games, limit, seed, finished });
            }
        }
    )*};
}

layouts!((8, 1)(10, 2)(14, 3)(20, 6)(26, 11));
