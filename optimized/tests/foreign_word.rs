//! The kernels on a word from outside this crate: three games of sixteen bits each.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use superko_optimized::{Bitboard, Body, Player, Point, Position, Shape, Word, kernel};

#[derive(Clone, Copy, PartialEq, Debug)]
struct Three([u16; 3]);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Answers([bool; 3]);

macro_rules! operator {
    ($type:ident: $($trait:ident $method:ident $operator:tt;)*) => {
        $(impl $trait for $type {
            type Output = $type;

            fn $method(self, other: $type) -> $type {
                $type(std::array::from_fn(|i| self.0[i] $operator other.0[i]))
            }
        })*

        impl Not for $type {
            type Output = $type;

            fn not(self) -> $type {
                $type(self.0.map(|value| !value))
            }
        }
    };
}

operator!(Three: BitAnd bitand &; BitOr bitor |; BitXor bitxor ^;);
operator!(Answers: BitAnd bitand &; BitOr bitor |;);

impl Shl<u32> for Three {
    type Output = Three;

    fn shl(self, bits: u32) -> Three {
        Three(self.0.map(|value| value << bits))
    }
}

impl Shr<u32> for Three {
    type Output = Three;

    fn shr(self, bits: u32) -> Three {
        Three(self.0.map(|value| value >> bits))
    }
}

impl Word for Three {
    type Truth = Answers;

    fn constant(self, bits: u64) -> Three {
        Three([bits as u16; 3])
    }

    fn plus(self, other: Three) -> Three {
        Three(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    fn is_zero(self) -> Answers {
        Answers(self.0.map(|value| value == 0))
    }

    fn select(truth: Answers, yes: Three, no: Three) -> Three {
        Three(std::array::from_fn(|i| if truth.0[i] { yes.0[i] } else { no.0[i] }))
    }

    /// Takes one step at a time, until no game changes.
    fn fix<const N: usize, const K: usize>(
        start: [[Three; N]; K],
        body: impl Body<Three, N, K>,
    ) -> [[Three; N]; K] {
        let mut now = start;
        loop {
            let next = body.step(now);
            if next == now {
                return now;
            }
            now = next;
        }
    }
}

type Set = Bitboard<4, 1>;
type ThreeSets = Bitboard<4, 1, Three>;

fn three(sets: [Set; 3]) -> ThreeSets {
    Bitboard::from_limbs([Three(sets.map(|set| set.limbs()[0] as u16))])
}

/// Compares every legal position of 3x3, three at a time, and every play in it, with `u64`.
#[test]
fn a_foreign_word_plays_as_u64_does() {
    let shape = Shape::<4, 1>::new(3, 3).expect("the size fits");
    let legal: Vec<_> = (0..3u32.pow(9)).filter_map(|code| position(shape, code)).collect();
    assert_eq!(legal.len(), 12_675);
    for positions in legal.chunks_exact(3) {
        let sets = |of: fn(&Position<4, 1>) -> Set| {
            three([of(&positions[0]), of(&positions[1]), of(&positions[2])])
        };
        let board = sets(|p| p.shape().points());
        let (own, opponent) =
            (sets(|p| p.stones(Player::Black)), sets(|p| p.stones(Player::White)));
        let plays = kernel::plays(board, own, opponent);
        let areas = kernel::area(board, own, opponent);
        let mut quiet = [Set::EMPTY; 3];
        for point in shape.points() {
            // The game passes if the point is occupied.
            let at = |i: usize| Set::from(point) & positions[i].empty();
            let played = kernel::play(board, own, opponent, three([at(0), at(1), at(2)]));
            for (i, position) in positions.iter().enumerate() {
                let [own, opponent] = Player::BOTH.map(|player| position.stones(player));
                let expected = kernel::play(shape.points(), own, opponent, at(i));
                let lane = |set: ThreeSets| Set::from_limbs([u64::from(set.limbs()[0].0[i])]);
                assert_eq!(lane(played.own), expected.own, "{position:?} {point}");
                assert_eq!(lane(played.opponent), expected.opponent, "{position:?} {point}");
                assert_eq!(played.captures.0[i], expected.captures, "{position:?} {point}");
                assert_eq!(played.suicide.0[i], expected.suicide, "{position:?} {point}");
                let area = kernel::area(shape.points(), own, opponent);
                assert_eq!(areas.map(lane), area, "{position:?}");
                if !(expected.captures | expected.suicide) {
                    quiet[i] |= at(i);
                }
                assert_eq!(lane(plays.quiet) & Set::from(point), quiet[i] & Set::from(point));
            }
        }
    }
}

/// Returns the position with this number in base 3, if it is legal.
fn position(shape: Shape<4, 1>, mut code: u32) -> Option<Position<4, 1>> {
    let mut stones = [Set::EMPTY; 3];
    for i in 0..9 {
        let color = &mut stones[code as usize % 3];
        *color = color.with(Point::new(i % 3, i / 3));
        code /= 3;
    }
    Position::set_up(shape, stones[1], stones[2], Player::Black).ok()
}
