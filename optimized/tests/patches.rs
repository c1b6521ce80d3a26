//! Crowded positions: patches of either color with holes, and a liberty for every chain.

use superko_optimized::{Bitboard, Player, Point, Position, Random, Shape, kernel};

/// How a position is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patches {
    /// The side of a patch.
    pub(crate) side: u8,
    pub(crate) holes: Holes,
    /// Is the other half of the board the same, turned by half a turn, in the other color? Then both sides have
    /// equally many points.
    pub(crate) tied: bool,
}

/// Which points are left empty.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holes {
    /// Of 64 points so many, about.
    Of64(u32),
    /// Every fifth, a knight's move apart: every point inside is beside just one of them, so that in patches of one
    /// point most plays are in doubt.
    Fifths,
}

impl Patches {
    /// A position of this kind.
    pub(crate) fn position<const S: usize, const N: usize>(
        self,
        shape: Shape<S, N>,
        random: &mut Random,
        to_move: Player,
    ) -> Position<S, N> {
        let opposite = |point: Point| {
            Point::new(shape.columns() - 1 - point.column, shape.rows() - 1 - point.row)
        };
        let patches = Random::new(random.bits()).bits();
        let mut stones = [Bitboard::EMPTY; 2];
        for point in shape.points() {
            let number = u64::from(point.column / self.side) + 7 * u64::from(point.row / self.side);
            let color = (patches >> (number % 61)) as usize & 1;
            let is_hole = match self.holes {
                Holes::Of64(holes) => random.below(64) < holes,
                Holes::Fifths => (point.column + 2 * point.row).is_multiple_of(5),
            };
            let order = (point.row, point.column).cmp(&{
                let other = opposite(point);
                (other.row, other.column)
            });
            if is_hole || self.tied && order.is_ge() {
                continue;
            }
            stones[color] = stones[color].with(point);
            if self.tied {
                stones[1 - color] = stones[1 - color].with(opposite(point));
            }
        }
        // A stone of a chain without a liberty is taken away, until there is no such chain.
        loop {
            let [black, white] = stones;
            let empty = shape.points() - black - white;
            let dead = [black, white].map(|own| own - kernel::flood(own & empty.neighbors(), own));
            let Some(point) = (dead[0] | dead[1]).first() else { break };
            stones = stones.map(|own| own.without(point));
            if self.tied {
                stones = stones.map(|own| own.without(opposite(point)));
            }
        }
        let [black, white] = stones;
        Position::set_up(shape, black, white, to_move).expect("every chain has a liberty")
    }
}
