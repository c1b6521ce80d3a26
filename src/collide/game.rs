//! From sets of stones to turns: the players alternate, and pass where one has nothing to play.

use crate::game::{Player, Point, Turn};

/// A stone.
pub(super) type Stone = (Player, Point);

/// The plays of a part of a game: those of each player in their order, and the one that comes last.
#[derive(Clone, Debug, Default)]
pub(super) struct Plays {
    pub(super) black: Vec<Point>,
    pub(super) white: Vec<Point>,
    pub(super) last: Option<Stone>,
}

impl Plays {
    pub(super) fn add(&mut self, (player, point): Stone) {
        match player {
            Player::Black => self.black.push(point),
            Player::White => self.white.push(point),
        }
    }

    /// The turns, when this player begins. Whoever has nothing left to play passes; two passes never come together within
    /// the part.
    pub(super) fn turns(&self, first: Player) -> Vec<Turn> {
        let last = self.last.map(|(player, _)| player);
        let passes = passes(first, [self.black.len(), self.white.len()], last);
        let mut left = [self.black.iter(), self.white.iter()];
        let mut to_move = first;
        let mut turns = Vec::new();
        for pass in passes {
            let next = (!pass).then(|| left[to_move as usize].next().copied());
            let point = next.map(|next| next.or(self.last.map(|(_, point)| point)));
            turns.push(point.flatten().map_or(Turn::Pass, Turn::Play));
            to_move = to_move.opponent();
        }
        turns
    }
}

/// Of each turn whether it is a pass, when the players have so many plays, and one of them the last.
pub(super) fn passes(first: Player, mut plays: [usize; 2], mut last: Option<Player>) -> Vec<bool> {
    let mut to_move = first;
    let mut passes = Vec::new();
    while plays != [0, 0] || last.is_some() {
        let own_last = plays == [0, 0] && last == Some(to_move);
        let left = &mut plays[to_move as usize];
        passes.push(*left == 0 && !own_last);
        *left = left.saturating_sub(1);
        last = last.filter(|_| !own_last);
        to_move = to_move.opponent();
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn turns(black: &str, white: &str, last: &str, first: Player) -> String {
        let size = Size::square(9).unwrap();
        let point = |name: &str| size.vertex(name).unwrap();
        let points = |names: &str| names.split_whitespace().map(point).collect();
        let player = |text: &str| if text.starts_with('B') { Player::Black } else { Player::White };
        let last = last.split_once(' ').map(|(text, name)| (player(text), point(name)));
        let plays = Plays { black: points(black), white: points(white), last };
        let turns: Vec<String> = plays.turns(first).iter().map(Turn::to_string).collect();
        turns.join(" ")
    }

    #[test]
    fn the_players_alternate_and_pass_where_they_must() {
        use Player::{Black, White};
        assert_eq!(turns("A1 A2", "B1", "W B9", Black), "A1 B1 A2 B9");
        assert_eq!(turns("A1 A2", "B1 B2", "B A9", Black), "A1 B1 A2 B2 A9");
        assert_eq!(turns("A1 A2 A3", "", "W B9", Black), "A1 pass A2 pass A3 B9");
        assert_eq!(turns("A1 A2 A3", "", "B A9", Black), "A1 pass A2 pass A3 pass A9");
        assert_eq!(turns("A1", "B1", "B A9", White), "B1 A1 pass A9");
        assert_eq!(turns("", "", "W B9", Black), "pass B9");
        assert_eq!(turns("", "", "", Black), "");
        assert_eq!(turns("A1", "", "", White), "pass A1");
    }
}
