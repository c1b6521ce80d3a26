//! Crowded positions: patches of both colors with holes, in which every chain has a liberty.

use superko_optimized::{Bitboard, Player, Point, Position, Random, Shape, kernel};

/// The parameters of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patches {
    /// The side of a patch.
    pub(crate) side: u8,
    pub(crate) holes: Holes,
    /// Whether the other half of the board is the same, rotated by half a turn and with the colors
    /// swapped. Then both sides have equally many points.
    pub(crate) tied: bool,
}

/// The points that are left empty.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holes {
    /// About this many of 64 points.
    Of64(u32),
    /// Every fifth point, a knight's move apart. Then every point inside is next to exactly one of
    /// them. So with patches of one point, most plays are unclear.
    Fifths,
}

impl Patches {
    /// Makes a position of this kind.
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
        // Remove stones of chains without a liberty, one by one, until there is no such chain.
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
