use std::collections::HashSet;
use superko::{About, Color, Engine, Fault, Position, Ruling, Setup, Size, Turn};

/// A board that knows nothing but that two stones cannot stand on one point. Put yours here.
#[derive(Default)]
struct MyBoard {
    black: HashSet<(u8, u8)>,
    white: HashSet<(u8, u8)>,
    black_is_next: bool,
}

impl MyBoard {
    fn play(&mut self, column: u8, row: u8) -> bool {
        if self.black.contains(&(column, row)) || self.white.contains(&(column, row)) {
            return false;
        }
        let stones = if self.black_is_next { &mut self.black } else { &mut self.white };
        stones.insert((column, row))
    }
}

/// How Superko plays on it. `start`, `play` and `about` are required.
struct UnderTest {
    board: MyBoard,
    size: Size,
}

impl Engine for UnderTest {
    fn about(&self) -> About {
        About::named("my board")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.board = MyBoard { black_is_next: true, ..MyBoard::default() };
        self.size = game.size();
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let allowed = match turn {
            Turn::Pass => true,
            Turn::Play(point) => self.board.play(point.column(), point.row()),
        };
        // Superko gives an illegal turn, too, to see whether it is refused. Then it is still the same player's turn.
        if allowed {
            self.board.black_is_next = !self.board.black_is_next;
        }
        Ok(allowed.into())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        let mut position = Position::empty(self.size);
        for point in self.size.points() {
            let place = (point.column(), point.row());
            if self.board.black.contains(&place) {
                position[point] = Color::Black;
            } else if self.board.white.contains(&place) {
                position[point] = Color::White;
            }
        }
        Ok(Some(position))
    }
}

// Remove this line for your own board: this one is wrong, so its test is to fail.
#[should_panic(expected = "TT6.play.repeat-initial")]
#[test]
fn my_board_follows_the_rules() {
    let size: Size = "9x9".parse().unwrap();
    superko::certify(move || UnderTest { board: MyBoard::default(), size })
        .rules("tromp-taylor")
        .sizes(["2x2", "5x5"])
        .assert_conforms();
}
