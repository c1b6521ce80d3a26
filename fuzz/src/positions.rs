//! Legal positions, and how they are built up turn by turn.

use superko::{Color, Position, Turn};

/// The position without the black, then the white chains that have no liberty.
pub(crate) fn legal_part(mut position: Position) -> Position {
    let size = position.size();
    for color in [Color::Black, Color::White] {
        for point in size.points() {
            let chain = position.chain(point);
            let empty = |point| size.neighbors(point).any(|next| position[next] == Color::Empty);
            if position[point] == color && !chain.iter().any(|&point| empty(point)) {
                chain.into_iter().for_each(|point| position[point] = Color::Empty);
            }
        }
    }
    position
}

/// Turns that build a legal position: first the black stones while White passes, then the white ones while Black does.
/// Since every chain has a liberty at the end, every part of it has one before, and nothing is removed or repeated.
pub(crate) fn stones(position: &Position) -> Vec<Turn> {
    let of = |color| {
        let points = position.size().points().filter(move |&point| position[point] == color);
        points.flat_map(|point| [Turn::Play(point), Turn::Pass])
    };
    let mut turns: Vec<Turn> = of(Color::Black).collect();
    let white: Vec<Turn> = of(Color::White).collect();
    if turns.is_empty() && !white.is_empty() {
        turns.push(Turn::Pass);
    } else if !white.is_empty() {
        // White's answer to the last black stone is a stone.
        turns.pop();
    }
    turns.extend(white);
    // The other player's pass would be followed by one more.
    if turns.last() == Some(&Turn::Pass) {
        turns.pop();
    }
    turns
}
