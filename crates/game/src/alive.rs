//! Chains that cannot be captured.

use super::{Color, Player, Point, Position};

/// Returns the unconditionally alive stones of a player: they cannot be captured even if the player always
/// passes (D. Benson, *Life in the Game of Go*, 1976). No agreement on dead stones should include them.
///
/// A chain lives if at least two of the regions around it are its eyes. An eye of a chain is a region of other points that only
/// living chains enclose, and whose empty points are all liberties of the chain.
pub fn alive(position: &Position, player: Player) -> Vec<Point> {
    living(position, player, |point| position[point] == Color::Empty).0.concat()
}

/// Returns the stones in the regions that living chains of the opponent enclose. At most one point of such a region is not next
/// to these chains, so it has no room for two eyes. KataGo 1.17 counts such stones as dead. If suicide is allowed, a region is
/// an eye of a chain only if its stones are next to the chain too.
pub fn enclosed(position: &Position, suicide: bool) -> Vec<Point> {
    let size = position.size();
    let of_player = |player: Player| {
        let is_eye = |point| suicide || position[point] == Color::Empty;
        let (chains, mut regions) = living(position, player, is_eye);
        let is_beside =
            |point: Point| size.neighbors(point).any(|next| position[next] == player.color());
        regions.retain(|region| {
            let apart = region.iter().filter(|&&point| !is_beside(point));
            !chains.is_empty() && apart.count() <= 1
        });
        let opponent = player.opponent().color();
        regions.concat().into_iter().filter(move |&point| position[point] == opponent)
    };
    [Player::Black, Player::White].into_iter().flat_map(of_player).collect()
}

/// Returns the living chains of a player, and the regions adjacent to no other chain of that player. A region may be an eye of a
/// chain if each of its points that `counts` is next to the chain.
fn living(
    position: &Position,
    player: Player,
    counts: impl Fn(Point) -> bool,
) -> (Vec<Vec<Point>>, Vec<Vec<Point>>) {
    let own = player.color();
    let mut chains = position.parts(|color| color == own);
    let mut regions = position.parts(|color| color != own);
    let size = position.size();
    let next_to = |one: &[Point], other: &[Point]| {
        one.iter().any(|&point| size.neighbors(point).any(|next| other.contains(&next)))
    };
    loop {
        let is_vital = |region: &Vec<Point>, chain: &Vec<Point>| {
            let mut eye = region.iter().filter(|&&point| counts(point));
            eye.all(|&point| size.neighbors(point).any(|next| chain.contains(&next)))
                && next_to(region, chain)
        };
        let before = chains.len();
        chains.retain(|chain| regions.iter().filter(|region| is_vital(region, chain)).count() >= 2);
        // A region next to a chain that may be captured is not enclosed.
        regions.retain(|region| {
            let mut around = region.iter().flat_map(|&point| size.neighbors(point));
            around.all(|next| position[next] != own || chains.iter().any(|c| c.contains(&next)))
        });
        if chains.len() == before {
            return (chains, regions);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive_stones(drawing: &str) -> String {
        let position: Position = drawing.parse().unwrap();
        let mut living = Position::empty(position.size());
        for player in [Player::Black, Player::White] {
            for point in alive(&position, player) {
                living[point] = player.color();
            }
        }
        living.to_string()
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let two = ". X . X O\nX X X X O\nO O O O O\nO . O . O\nO O O O .\n";
        assert_eq!(alive_stones(two), ". X . X O\nX X X X O\nO O O O O\nO . O . O\nO O O O .\n");
        let one = ". X X X O\nX X X X O\nO O O O O\nO . O . O\nO O O O O\n";
        assert_eq!(alive_stones(one), ". . . . O\n. . . . O\nO O O O O\nO . O . O\nO O O O O\n");
    }

    #[test]
    fn a_large_eye_may_be_invaded() {
        let large = ". . . X .\n. . . X .\nX X X X .\n. . . . .\n. . . . .\n";
        assert_eq!(alive_stones(large), ". . . . .\n".repeat(5));
        let prisoner = "X X X X\n. X O .\nX X X X\n";
        assert_eq!(alive_stones(prisoner), "X X X X\n. X . .\nX X X X\n");
    }

    #[test]
    fn chains_live_together() {
        let shared = ". X X .\nX . X X\nX X . X\n. X X .\n";
        assert_eq!(alive_stones(shared), shared);
        // White would have to fill her last liberty.
        let last = ". X O\nX . O\nO O O\n";
        assert_eq!(alive_stones(last), ". X .\nX . .\n. . .\n");
    }
}
