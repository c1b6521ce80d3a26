//! Boards full of kos, on which games are as long as one likes and easily told: each ko is held by White or by Black, so
//! that a grid is a number with one bit a ko, and to take a ko is to flip its bit.

use superko_optimized::{AnyGame, AnySet, Player, Point, Refusal, Repetition, Rules, Turn};

/// A ko, held by White; Black takes it from the east.
const TILE: [&str; 3] = [".XO.", "XO.O", ".XO."];

/// A board with as many kos as it has room for.
pub(crate) struct Board {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// Of each ko, where White's stone is when she holds it, and where Black's.
    kos: Vec<[Point; 2]>,
    black: AnySet,
    white: AnySet,
}

impl Board {
    /// The board of so many columns and rows, all kos held by White.
    pub(crate) fn new(columns: u8, rows: u8) -> Board {
        let lying = (columns / 4) * (rows / 3);
        let turned = (columns / 3) * (rows / 4) > lying;
        let (width, height) = if turned { (3, 4) } else { (4, 3) };
        let mut board =
            Board { columns, rows, kos: vec![], black: AnySet::EMPTY, white: AnySet::EMPTY };
        for tile in 0..(columns / width) * (rows / height) {
            let (west, south) =
                (tile % (columns / width) * width, tile / (columns / width) * height);
            let at = |column: u8, row: u8| {
                let (column, row) = if turned { (row, column) } else { (column, row) };
                Point::new(west + column, south + row)
            };
            board.kos.push([at(1, 1), at(2, 1)]);
            for (row, line) in (0..).zip(TILE) {
                for (column, sign) in (0..).zip(line.chars()) {
                    match sign {
                        'X' => board.black = board.black.with(at(column, row)),
                        'O' => board.white = board.white.with(at(column, row)),
                        _ => {}
                    }
                }
            }
        }
        board
    }

    /// The number of kos.
    pub(crate) fn count(&self) -> usize {
        self.kos.len()
    }

    pub(crate) fn begin(&self, rules: Rules, first: Player) -> AnyGame {
        AnyGame::set_up(self.columns, self.rows, rules, self.black, self.white, first)
            .expect("every stone of the tile has a liberty")
    }
}

/// What has been in a game of kos, told by numbers alone.
pub(crate) struct Story<'a> {
    board: &'a Board,
    rules: Rules,
    first: Player,
    /// The grid at the beginning and after each turn.
    grids: Vec<usize>,
    /// The ko that each turn took; none for a pass.
    turns: Vec<Option<usize>>,
    /// For each grid after which turns it stood, as 1 more than their number, the latest one; 0 for none.
    latest: Vec<u32>,
    /// For each turn, when the same grid stood before, in the same way.
    before: Vec<u32>,
}

impl<'a> Story<'a> {
    /// The beginning. Only the first `kos` kos are ever taken.
    pub(crate) fn new(board: &'a Board, kos: usize, rules: Rules, first: Player) -> Story<'a> {
        let mut latest = vec![0; 1 << kos];
        latest[0] = 1;
        Story { board, rules, first, grids: vec![0], turns: vec![], latest, before: vec![0] }
    }

    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    pub(crate) fn passed(&self) -> bool {
        self.turns.last() == Some(&None)
    }

    fn mover(&self, number: usize) -> Player {
        if number % 2 == 1 { self.first } else { self.first.opponent() }
    }

    fn grid(&self) -> usize {
        self.grids[self.turns.len()]
    }

    /// Who can take this ko.
    pub(crate) fn taker(&self, ko: usize) -> Player {
        if self.grid() >> ko & 1 == 0 { Player::Black } else { Player::White }
    }

    /// Where it is taken.
    pub(crate) fn point(&self, ko: usize) -> Point {
        self.board.kos[ko][1 - (self.grid() >> ko & 1)]
    }

    /// Why the player to move, who could, may not take this ko.
    pub(crate) fn refusal(&self, ko: usize) -> Option<Refusal> {
        let earlier = self.repeated(self.rules.repetition, ko)?;
        Some(Refusal::Repeats { earlier })
    }

    /// The latest grid that this rule forbids to repeat and that would come again if the player to move, who could,
    /// took this ko.
    pub(crate) fn repeated(&self, rule: Repetition, ko: usize) -> Option<usize> {
        let now = self.turns();
        let mut next = self.latest[self.grid() ^ 1 << ko] as usize;
        while next > 0 {
            let earlier = next - 1;
            let own = earlier > 0 && self.mover(earlier) == self.mover(now + 1);
            let forbidden = match rule {
                Repetition::Positional => true,
                // The opponent was to move.
                Repetition::Situational => self.mover(earlier + 1) != self.mover(now + 1),
                Repetition::NaturalSituational => own && self.turns[earlier - 1].is_some(),
                Repetition::NewZealand => own,
                Repetition::SimpleKo => earlier + 1 == now,
                Repetition::None => false,
            };
            if forbidden {
                return Some(earlier);
            }
            next = self.before[earlier] as usize;
        }
        None
    }

    /// Takes a ko on both sides, or passes.
    pub(crate) fn go_on(&mut self, game: &mut AnyGame, ko: Option<usize>) {
        let turn = ko.map_or(Turn::Pass, |ko| Turn::Play(self.point(ko)));
        assert_eq!(game.play(turn), Ok(()), "turn {}, {turn}", self.turns() + 1);
        let grid = self.grid() ^ ko.map_or(0, |ko| 1 << ko);
        self.turns.push(ko);
        self.grids.push(grid);
        self.before.push(self.latest[grid]);
        self.latest[grid] = self.grids.len() as u32;
    }

    /// Takes the last turn back on both sides.
    pub(crate) fn undo(&mut self, game: &mut AnyGame) {
        let taken = self.turns.pop().expect("a turn to take back");
        let grid = self.grids.pop().expect("a grid for each turn");
        self.latest[grid] = self.before.pop().expect("an entry for each turn");
        let turn = taken.map_or(Turn::Pass, |ko| Turn::Play(self.point(ko)));
        assert_eq!(game.undo(), Some(turn), "turn {}", self.turns() + 1);
    }

    /// Compares what the two say of every ko that the player to move can take: of each alone, and all at once. Gives
    /// the distances of the repetitions refused.
    pub(crate) fn compare(&self, game: &AnyGame) -> Vec<usize> {
        let (now, legal) = (self.turns(), game.legal());
        assert_eq!((game.turns(), game.to_move()), (now, self.mover(now + 1)));
        let mut distances = vec![];
        for ko in 0..self.latest.len().ilog2() as usize {
            if self.taker(ko) != game.to_move() {
                continue;
            }
            let (point, expected) = (self.point(ko), self.refusal(ko));
            let rule = self.rules.repetition;
            assert_eq!(game.refusal(Turn::Play(point)), expected, "{rule:?}, {now} turns, {point}");
            assert_eq!(legal.contains(point), expected.is_none(), "{rule:?}, {now} turns, {point}");
            if let Some(Refusal::Repeats { earlier }) = expected {
                distances.push(now - earlier);
            }
        }
        distances
    }

    /// The same, and again if the player to move passes.
    pub(crate) fn compare_for_both(&mut self, game: &mut AnyGame) -> Vec<usize> {
        let mut distances = self.compare(game);
        if !self.passed() {
            self.go_on(game, None);
            distances.extend(self.compare(game));
            self.undo(game);
        }
        distances
    }
}
