//! Boards full of kos, on which games can be arbitrarily long and are easy to describe. Each ko is
//! held by White or by Black. So a grid is a number with one bit per ko, and taking a ko flips its
//! bit.

use superko_optimized::{AnyGame, AnySet, Player, Point, Refusal, Repetition, Rules, Turn};

/// A ko that White holds. Black takes it from the east.
const TILE: [&str; 3] = [".XO.", "XO.O", ".XO."];

/// A board with as many kos as fit.
pub(crate) struct Board {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// For each ko, the place of White's stone when White holds it, and the place of Black's stone
    /// when Black does.
    kos: Vec<[Point; 2]>,
    black: AnySet,
    white: AnySet,
}

impl Board {
    /// Makes a board with this many columns and rows, on which White holds all kos.
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

    /// Returns the number of kos.
    pub(crate) fn count(&self) -> usize {
        self.kos.len()
    }

    pub(crate) fn begin(&self, rules: Rules, first: Player) -> AnyGame {
        AnyGame::set_up(self.columns, self.rows, rules, self.black, self.white, first)
            .expect("every stone of the tile has a liberty")
    }
}

/// The history of a game of kos, told only by numbers.
pub(crate) struct Story<'a> {
    board: &'a Board,
    rules: Rules,
    first: Player,
    /// The grid at the beginning and after each turn.
    grids: Vec<usize>,
    /// The ko that each turn took, or `None` for a pass.
    turns: Vec<Option<usize>>,
    /// For each grid, 1 more than the number of turns after which it last stood, or 0 if it never
    /// did.
    latest: Vec<u32>,
    /// For each turn, when the same grid stood before, as in `latest`.
    before: Vec<u32>,
}

impl<'a> Story<'a> {
    /// Begins a game. Only the first `kos` kos are ever taken.
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

    /// Returns the player who can take this ko.
    pub(crate) fn taker(&self, ko: usize) -> Player {
        if self.grid() >> ko & 1 == 0 { Player::Black } else { Player::White }
    }

    /// Returns the point where this ko is taken.
    pub(crate) fn point(&self, ko: usize) -> Point {
        self.board.kos[ko][1 - (self.grid() >> ko & 1)]
    }

    /// Returns why the player to move, who could take this ko, may not do so.
    pub(crate) fn refusal(&self, ko: usize) -> Option<Refusal> {
        let earlier = self.repeated(self.rules.repetition, ko)?;
        Some(Refusal::Repeats { earlier })
    }

    /// Returns the latest grid that this rule forbids to repeat, and that would repeat if the
    /// player to move, who could take this ko, took it.
    pub(crate) fn repeated(&self, rule: Repetition, ko: usize) -> Option<usize> {
        let now = self.turns();
        let mut next = self.latest[self.grid() ^ 1 << ko] as usize;
        while next > 0 {
            let earlier = next - 1;
            let own = earlier > 0 && self.mover(earlier) == self.mover(now + 1);
            let forbidden = match rule {
                Repetition::Positional => true,
                // This holds if the opponent was to move.
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

    /// Takes a ko or passes, on both sides.
    pub(crate) fn go_on(&mut self, game: &mut AnyGame, ko: Option<usize>) {
        let turn = ko.map_or(Turn::Pass, |ko| Turn::Play(self.point(ko)));
        assert_eq!(game.play(turn), Ok(()), "turn {}, {turn}", self.turns() + 1);
        let grid = self.grid() ^ ko.map_or(0, |ko| 1 << ko);
        self.turns.push(ko);
        self.grids.push(grid);
        self.before.push(self.latest[grid]);
        self.latest[grid] = self.grids.len() as u32;
    }

    /// Takes the last turn back, on both sides.
    pub(crate) fn undo(&mut self, game: &mut AnyGame) {
        let taken = self.turns.pop().expect("a turn to take back");
        let grid = self.grids.pop().expect("a grid for each turn");
        self.latest[grid] = self.before.pop().expect("an entry for each turn");
        let turn = taken.map_or(Turn::Pass, |ko| Turn::Play(self.point(ko)));
        assert_eq!(game.undo(), Some(turn), "turn {}", self.turns() + 1);
    }

    /// Compares both answers about every ko that the player to move can take: for each ko alone,
    /// and for all at once. Returns the distances of the refused repetitions.
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

    /// Compares twice: now, and after a pass of the player to move.
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
