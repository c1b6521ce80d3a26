//! Legal positions, and turns that build them.

use superko::{Color, Position, Turn};

/// Removes the black chains that have no liberty, and then the white ones.
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

/// Returns turns that build a legal position: first the black stones while White passes, then the
/// white ones while Black passes. Every chain has a liberty at the end. So every part of it has one
/// before, and nothing is removed or repeated.
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
        // White answers the last black stone with a stone.
        turns.pop();
    }
    turns.extend(white);
    // The last pass is not needed, and further passes may follow.
    if turns.last() == Some(&Turn::Pass) {
        turns.pop();
    }
    turns
}
