//! Cases on a full board. Each player has one half, and three kos lie between the halves, one of them in the middle.

use super::layout::{Game, side_by_side};
use superko_game::{Player, Point, Size, Turn};

/// The two eyes of a player, as rows of the outermost column. Where a chain is to be captured, the second eye is filled.
const EYES: [u8; 2] = [0, 2];

/// A full board.
pub(super) struct Crowd {
    size: Size,
    /// The last column of Black's half; White's begins beside it.
    border: u8,
    /// The rows of the kos.
    kos: [u8; 3],
}

impl Crowd {
    /// Makes a full board of at least 9x9 points; `None` if it is smaller.
    pub(super) fn new(size: Size) -> Option<Crowd> {
        let (columns, rows) = (size.columns(), size.rows());
        let kos = [1, rows / 2, rows.checked_sub(2)?];
        (columns >= 9 && rows >= 9).then_some(Crowd { size, border: columns / 2 - 1, kos })
    }

    /// Returns the point at which a player takes a ko, inside the other player's half.
    fn ko(&self, number: usize, taker: Player) -> Option<Point> {
        let column = self.border + u8::from(taker == Player::Black);
        self.size.point(column, self.kos[number])
    }

    /// Returns a game that fills the board, with Black to move. `owners` are the players whose stones are in the kos.
    fn filled(&self, owners: [Player; 3], white_eyes: usize) -> Option<Game> {
        let Crowd { size, border, kos } = *self;
        let is_eye = |point: &Point, column: u8, eyes: usize| {
            point.column() == column && EYES[..eyes].contains(&point.row())
        };
        let is_ko = |point: &Point| {
            kos.contains(&point.row()) && (border..=border + 1).contains(&point.column())
        };
        let own = size.points().filter(|point| !is_ko(point));
        let (mut black, mut white): (Vec<Point>, Vec<Point>) =
            own.partition(|point| point.column() <= border);
        black.retain(|point| !is_eye(point, 0, EYES.len()));
        white.retain(|point| !is_eye(point, size.columns() - 1, white_eyes));
        for (number, owner) in owners.into_iter().enumerate() {
            let stones = if owner == Player::Black { &mut black } else { &mut white };
            stones.push(self.ko(number, owner)?);
        }
        let turns = side_by_side(black, white);
        let looks = vec![turns.len() - 1];
        Some(Game { turns, looks, ..Game::default() })
    }

    /// Returns a game that takes three kos in turn until the position repeats. Before that, each ko has a refused attempt to
    /// retake it.
    pub(super) fn three_kos(&self) -> Option<Game> {
        use Player::{Black, White};
        let mut game = self.filled([White, Black, White], EYES.len())?;
        for (ko, taker) in [(0, Black), (1, White), (2, Black)] {
            game.turns.push(Turn::Play(self.ko(ko, taker)?));
            game.attempts.push(game.turns.len());
            game.turns.push(Turn::Play(self.ko(ko, taker.opponent())?));
        }
        for (ko, taker) in [(0, White), (1, Black), (2, White)] {
            game.turns.push(Turn::Play(self.ko(ko, taker)?));
        }
        Some(game)
    }

    /// Returns a game in which Black captures White's half.
    pub(super) fn capture(&self) -> Option<Game> {
        let mut game = self.filled([Player::Black; 3], 1)?;
        game.turns.push(Turn::Play(self.size.point(self.size.columns() - 1, EYES[0])?));
        Some(game)
    }

    /// Returns a game in which White fills her last liberty, so that her half is removed.
    pub(super) fn suicide(&self) -> Option<Game> {
        let mut game = self.capture()?;
        game.turns.insert(game.turns.len() - 1, Turn::Pass);
        Some(game)
    }
}
