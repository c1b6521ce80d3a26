//! From sets of stones to turns: the players alternate, and a player with nothing to play passes.

use superko_game::{Player, Point, Turn};

/// A stone.
pub(super) type Stone = (Player, Point);

/// The plays of a part of a game: those of each player in their order, and those that come last, by the players in turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Plays {
    pub(super) of: [Vec<Point>; 2],
    pub(super) last: Vec<Stone>,
}

impl Plays {
    pub(super) fn add(&mut self, (player, point): Stone) {
        self.of[player as usize].push(point);
    }

    /// Returns the turns, when this player begins. A player with nothing left to play passes; there are never
    /// two passes in a row within the part.
    pub(super) fn turns(&self, first: Player) -> Vec<Turn> {
        let last: Vec<Player> = self.last.iter().map(|&(player, _)| player).collect();
        let passes = passes(first, self.of.each_ref().map(Vec::len), &last);
        let mut left = self.of.each_ref().map(|points| points.iter());
        let mut rest = self.last.iter().map(|(_, point)| point);
        let mut to_move = first;
        let mut turns = Vec::new();
        for pass in passes {
            let own = &mut left[to_move as usize];
            let point = if pass { None } else { own.next().or_else(|| rest.next()) };
            turns.push(point.map_or(Turn::Pass, |&point| Turn::Play(point)));
            to_move = to_move.opponent();
        }
        turns
    }
}

/// Returns for each turn whether it is a pass. The players have these numbers of plays, and the players in `last` take the
/// last turns.
pub(super) fn passes(first: Player, mut plays: [usize; 2], last: &[Player]) -> Vec<bool> {
    let mut last = last.iter().peekable();
    let mut to_move = first;
    let mut passes = Vec::new();
    while plays != [0, 0] || last.peek().is_some() {
        let left = &mut plays[to_move as usize];
        let plays_on = *left > 0;
        *left = left.saturating_sub(1);
        let ends = !plays_on && plays == [0, 0] && last.next_if(|next| **next == to_move).is_some();
        passes.push(!plays_on && !ends);
        to_move = to_move.opponent();
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::Size;

    fn turns(black: &str, white: &str, last: &str, first: Player) -> String {
        let size = Size::square(9).unwrap();
        let point = |name: &str| size.vertex(name).unwrap();
        let points = |names: &str| names.split_whitespace().map(point).collect();
        let player = |text: &str| if text.starts_with('B') { Player::Black } else { Player::White };
        let last = last.split(", ").filter_map(|stone| stone.split_once(' '));
        let last = last.map(|(text, name)| (player(text), point(name))).collect();
        let plays = Plays { of: [points(black), points(white)], last };
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
        assert_eq!(turns("A1 A2 A3", "B1", "B A8, W B9", Black), "A1 B1 A2 pass A3 pass A8 B9");
        assert_eq!(turns("A1", "B1", "W B9, B A9", Black), "A1 B1 pass B9 A9");
        assert_eq!(turns("A1", "", "", White), "pass A1");
    }
}
