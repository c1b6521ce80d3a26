//! Random turns, for the engines that do not choose better ones.

use superko_game::{Color, Position, Turn};

/// Picks one of the turns by a hash of the position, so that equal positions get equal turns. Returns `None` if there
/// are no turns.
pub fn draw(turns: &[Turn], position: &Position) -> Option<Turn> {
    // The FNV-1a hash of the stones, then half a step of SplitMix64: the low bits of the hash of few stones vary
    // little.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for point in position.size().points() {
        let stone = match position[point] {
            Color::Empty => 0,
            Color::Black => 1,
            Color::White => 2,
        };
        hash = (hash ^ stone).wrapping_mul(0x100_0000_01b3);
    }
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let place = (mixed ^ (mixed >> 31)) % (turns.len() as u64).max(1);
    turns.get(usize::try_from(place).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use superko_game::Size;

    #[test]
    fn any_turn_may_be_drawn() {
        let size: Size = "3x3".parse().unwrap();
        let turns: Vec<Turn> = Turn::all(size).collect();
        let mut position = Position::empty(size);
        assert_eq!(draw(&[], &position), None);
        let mut drawn = BTreeSet::new();
        for point in size.points() {
            for color in [Color::Black, Color::White] {
                position[point] = color;
                assert_eq!(draw(&turns, &position), draw(&turns, &position));
                drawn.extend(draw(&turns, &position));
            }
        }
        assert!(drawn.len() > 6, "{drawn:?}");
    }
}
