//! The two rule engines side by side. Each is written from the text of the rules, independently of the other, and all their
//! answers must be the same.

use proptest::prelude::*;
use proptest::sample::Index;
use superko::engines::{Optimized, Reference};
use superko::suite::fixed::{self, Case};
use superko::{LastPass, Repetition, Rules, Size, Stones, Verdict, compare};
use superko_optimized::{self as fast, AnyGame, Turns};
use superko_reference::{self as naive, Color, Game, Grid, Illegal, Standing, perft};

/// The largest number of points of a board on which every play is compared.
const WHOLE_MAP: usize = 30;

/// The largest number of plays to compare on a larger board.
const SAMPLE: usize = 10;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    // TT5
    // TT6
    // TT7
    // TT8
    // TT9
    #[test]
    fn games_on_small_boards(board in board(5), turns in turns(120)) {
        Pair::new(board).play_all(&turns);
    }

    #[test]
    fn undo_and_branches(board in board(4), acts in acts(80)) {
        branch(board, &acts);
    }

    #[test]
    fn games_mirrored_rotated_and_with_colors_swapped(
        board in board(4), turns in turns(60), symmetry in 0..16u8
    ) {
        Pair::mirrored(board, symmetry).play_all(&turns);
    }

    #[test]
    fn counts_of_following_games(board in board(3), turns in turns(40)) {
        let mut pair = Pair::new(board);
        for turn in &turns {
            pair.take(turn);
        }
        for depth in 0..4u32 {
            for (passes, counted) in [(true, Turns::All), (false, Turns::Plays)] {
                let counts = perft(&pair.naive, depth as usize, passes);
                let count = pair.fast.perft(depth, counted);
                prop_assert_eq!(counts[depth as usize].sequences, count, "{}", pair.naive.grid());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 25, failure_persistence: None, ..ProptestConfig::default() })]

    // TT5
    // TT6
    // TT7
    // TT8
    // TT9
    #[test]
    fn games_on_boards_of_all_sizes(board in board(19), turns in turns(150)) {
        Pair::new(board).play_all(&turns);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "half a minute: cargo test -- --ignored thorough"]
    fn thorough_games_on_boards_of_all_sizes(board in board(19), turns in turns(150)) {
        Pair::new(board).play_all(&turns);
    }
}

// TT6
#[test]
fn games_of_thousands_of_turns() {
    assert_eq!(long_games(13, 3_000), 6 * 3_000);
}

#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored side_by_side"]
fn games_of_a_hundred_thousand_turns() {
    assert_eq!(long_games(19, 100_000), 6 * 100_000);
}

/// Plays a game of `length` turns under every repetition rule. Returns the total number of turns.
fn long_games(side: u8, length: usize) -> usize {
    Repetition::ALL
        .iter()
        .enumerate()
        .map(|(place, &repetition)| {
            let rules = Rules::default().repetition(repetition);
            let mut pair = Pair::new(Board { columns: side, rows: side - 1, rules });
            // A linear congruential generator is random enough to reach all points of a board.
            let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(place as u64 + 1);
            let (mut kept, mut refused) = (pair.clone(), 0);
            while pair.naive.past().len() < length {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let point = usize::try_from(state >> 33).expect("31 bits") % pair.area();
                let turn = naive::Turn::Move(pair.point(point));
                refused = if pair.compare_turn(turn) { 0 } else { refused + 1 };
                if refused == 0 {
                    pair.both_take(turn);
                } else if refused == 2000 && !pair.naive.past().last().is_some_and(is_pass) {
                    pair.both_take(naive::Turn::Pass);
                    refused = 0;
                } else if refused > 2000 {
                    // No play seems to be legal any more, so the game continues from an earlier copy.
                    (pair, refused) = (kept.clone(), 0);
                }
                if refused == 0 && pair.naive.past().len().is_multiple_of(500) {
                    pair.compare_position();
                    kept = pair.clone();
                }
            }
            pair.naive.past().len()
        })
        .sum()
}

fn is_pass(past: &naive::Past) -> bool {
    past.turn == naive::Turn::Pass
}

/// The size of a board, and the rules.
#[derive(Clone, Copy, Debug)]
struct Board {
    columns: u8,
    rows: u8,
    rules: Rules,
}

fn board(largest: u8) -> impl Strategy<Value = Board> {
    let rules = any::<[u8; Rules::BYTES]>().prop_map(Rules::from_bytes);
    (1..=largest, 1..=largest, rules).prop_map(|(columns, rows, rules)| Board {
        columns,
        rows,
        rules,
    })
}

/// Which turn to try: any of the plays, a legal one, or the pass.
#[derive(Clone, Debug)]
enum Choice {
    Any(Index),
    Legal(Index),
    Pass,
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        4 => any::<Index>().prop_map(Choice::Legal),
        2 => any::<Index>().prop_map(Choice::Any),
        1 => Just(Choice::Pass),
    ]
}

fn turns(most: usize) -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(choice(), 0..most)
}

/// An action in a game whose earlier states can be restored.
#[derive(Clone, Debug)]
enum Act {
    Take(Choice),
    /// Take back this many turns.
    Undo(u8),
    /// Continue from an earlier copy.
    Return(Index),
    /// Make a copy.
    Keep,
}

fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => choice().prop_map(Act::Take),
        2 => (1..6u8).prop_map(Act::Undo),
        1 => any::<Index>().prop_map(Act::Return),
        1 => Just(Act::Keep),
    ];
    prop::collection::vec(act, 0..most)
}

fn branch(board: Board, acts: &[Act]) {
    let mut pair = Pair::new(board);
    let mut kept = vec![pair.clone()];
    for act in acts {
        match act {
            Act::Take(choice) => {
                pair.take(choice);
            }
            Act::Undo(turns) => {
                for _ in 0..*turns {
                    pair.undo();
                }
            }
            Act::Return(index) => pair = index.get(&kept).clone(),
            Act::Keep => kept.push(pair.clone()),
        }
        pair.compare();
    }
    while !pair.naive.past().is_empty() {
        pair.undo();
    }
    pair.undo();
    pair.compare();
}

/// The same game on both engines. The optimized engine may play it mirrored, rotated, or with the colors swapped.
#[derive(Clone, Debug)]
struct Pair {
    board: Board,
    naive: Game,
    fast: AnyGame,
    /// Bit 0 mirrors the columns, bit 1 mirrors the rows, bit 2 swaps columns and rows, bit 3 swaps the colors.
    symmetry: u8,
    /// Everything that was done in the game.
    done: Vec<Done>,
}

/// A successful action in a game.
#[derive(Clone, Debug)]
enum Done {
    Turn(naive::Turn),
    Agreed(Vec<naive::Point>),
    Disagreed,
}

impl Pair {
    fn new(board: Board) -> Pair {
        Pair::mirrored(board, 0)
    }

    fn mirrored(mut board: Board, symmetry: u8) -> Pair {
        if symmetry & 8 != 0 {
            // Rules that treat the colors differently would differ when the colors are swapped.
            board.rules = board.rules.last_pass(LastPass::Anybody).stones(Stones::Unlimited);
        }
        let Board { columns, rows, rules } = board;
        let (columns, rows) = if symmetry & 4 == 0 { (columns, rows) } else { (rows, columns) };
        let fast = AnyGame::new(columns, rows, superko::engine::optimized_rules(rules))
            .expect("the size is in range");
        Pair { board, naive: beginning(board, symmetry), fast, symmetry, done: Vec::new() }
    }

    fn point(&self, place: usize) -> naive::Point {
        let columns = usize::from(self.board.columns);
        naive::Point { column: place % columns, row: place / columns }
    }

    fn area(&self) -> usize {
        usize::from(self.board.columns) * usize::from(self.board.rows)
    }

    fn image(&self, point: naive::Point) -> fast::Point {
        let Board { columns, rows, .. } = self.board;
        let small = |side: usize| u8::try_from(side).expect("a side is at most 25");
        let (mut column, mut row) = (small(point.column), small(point.row));
        if self.symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if self.symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if self.symmetry & 4 != 0 {
            fast::Point::new(row, column)
        } else {
            fast::Point::new(column, row)
        }
    }

    fn player(&self, player: naive::Player) -> fast::Player {
        let player = match player {
            naive::Player::Black => fast::Player::Black,
            naive::Player::White => fast::Player::White,
        };
        if self.symmetry & 8 == 0 { player } else { player.opponent() }
    }

    fn turn(&self, turn: naive::Turn) -> fast::Turn {
        match turn {
            naive::Turn::Pass => fast::Turn::Pass,
            naive::Turn::Move(point) => fast::Turn::Play(self.image(point)),
        }
    }

    fn play_all(&mut self, choices: &[Choice]) {
        self.compare();
        for choice in choices {
            self.take(choice);
            self.compare();
        }
        // Passes end the game. Both engines must refuse the turns after that.
        for _ in 0..12 {
            match self.naive.standing() {
                Standing::Stopped => self.both_disagree(),
                _ => self.both_take(naive::Turn::Pass),
            }
            self.compare();
        }
        self.both_take(naive::Turn::Move(self.point(0)));
        self.compare();
        assert!(self.naive.is_over());
        let stones = self.stones();
        self.both_agree(&stones[..stones.len() / 2]);
        self.compare();
    }

    /// Returns the points that are not empty.
    fn stones(&self) -> Vec<naive::Point> {
        let grid = self.naive.grid();
        grid.points().filter(|&point| grid.color(point) != Color::Empty).collect()
    }

    fn both_agree(&mut self, dead: &[naive::Point]) {
        let images: Vec<fast::Point> = dead.iter().map(|&point| self.image(point)).collect();
        let agreed = self.naive.agree(dead).is_ok();
        assert_eq!(self.fast.agree(&images).is_ok(), agreed, "{}", self.drawn());
        if agreed {
            self.done.push(Done::Agreed(dead.to_vec()));
        }
    }

    fn both_disagree(&mut self) {
        let disagreed = self.naive.disagree().is_ok();
        assert_eq!(self.fast.disagree().is_ok(), disagreed, "{}", self.drawn());
        if disagreed {
            self.done.push(Done::Disagreed);
        }
    }

    /// Tries a turn on both engines.
    fn take(&mut self, choice: &Choice) {
        // Before the turn, the players may try to agree or to disagree. Both engines must accept this, or both must refuse it.
        match choice {
            Choice::Any(index) if self.naive.standing() != Standing::Running => {
                let stones = self.stones();
                let dead = if stones.is_empty() { 0 } else { index.index(stones.len()) };
                self.both_agree(&stones[..dead]);
                if dead > 0 {
                    self.both_agree(&[stones[0], stones[0]]);
                }
            }
            Choice::Legal(_) => self.both_disagree(),
            _ => {}
        }
        let turn = match choice {
            Choice::Pass => naive::Turn::Pass,
            Choice::Any(index) => naive::Turn::Move(self.point(index.index(self.area()))),
            Choice::Legal(index) => {
                let legal: Vec<naive::Point> = (0..self.area())
                    .map(|place| self.point(place))
                    .filter(|&point| self.fast.legal().contains(self.image(point)))
                    .collect();
                match legal.as_slice() {
                    [] => naive::Turn::Pass,
                    legal => naive::Turn::Move(*index.get(legal)),
                }
            }
        };
        self.both_take(turn);
    }

    fn both_take(&mut self, turn: naive::Turn) {
        let refused = self.fast.play(self.turn(turn)).err();
        let illegal = self.naive.take(turn).err();
        assert_eq!(refused, illegal.map(refusal), "{turn:?} on\n{}", self.drawn());
        if illegal.is_none() {
            self.done.push(Done::Turn(turn));
        }
    }

    /// Takes the last turn back, if there is one.
    fn undo(&mut self) {
        let taken: Vec<naive::Turn> = self.naive.past().iter().map(|past| past.turn).collect();
        let undone = self.fast.undo();
        let Some((&last, before)) = taken.split_last() else {
            // There is no turn to take back, but an attempt that lost the game is taken back.
            self.naive = beginning(self.board, self.symmetry);
            return assert_eq!(undone, None);
        };
        assert_eq!(undone, Some(self.turn(last)));
        // Undo also takes back what the players settled after the turn.
        while !matches!(self.done.pop(), None | Some(Done::Turn(_))) {}
        self.naive = beginning(self.board, self.symmetry);
        for done in &self.done {
            match done {
                Done::Turn(turn) => self.naive.take(*turn).expect("it was legal before"),
                Done::Agreed(dead) => self.naive.agree(dead).expect("they agreed before"),
                Done::Disagreed => self.naive.disagree().expect("they disagreed before"),
            }
        }
        assert_eq!(self.naive.past().len(), before.len());
    }

    /// Compares everything that the engines say about the game.
    fn compare(&self) {
        self.compare_position();
        self.compare_turn(naive::Turn::Pass);
        let area = self.area();
        let interval = area.div_ceil(if area <= WHOLE_MAP { area } else { SAMPLE });
        let offset = self.naive.past().len() % interval;
        let legal = self.fast.legal();
        for place in 0..area {
            let point = self.point(place);
            let allowed = self.fast.refusal(self.turn(naive::Turn::Move(point))).is_none();
            assert_eq!(
                legal.contains(self.image(point)),
                allowed,
                "{point:?} on\n{}",
                self.drawn()
            );
            if place % interval == offset {
                self.compare_turn(naive::Turn::Move(point));
            }
        }
    }

    /// Compares the rulings on a turn. Returns whether it is legal.
    fn compare_turn(&self, turn: naive::Turn) -> bool {
        let illegal = self.naive.leaves(turn).err();
        let refused = self.fast.refusal(self.turn(turn));
        assert_eq!(refused, illegal.map(refusal), "{turn:?} on\n{}", self.drawn());
        refused.is_none()
    }

    fn compare_position(&self) {
        for point in self.naive.grid().points() {
            let stone = match self.naive.grid().color(point) {
                Color::Empty => None,
                Color::Black => Some(self.player(naive::Player::Black)),
                Color::White => Some(self.player(naive::Player::White)),
            };
            assert_eq!(self.fast.at(self.image(point)), stone, "{point:?} on\n{}", self.drawn());
        }
        let stage = match self.naive.phase() {
            naive::Phase::Main => fast::Stage::Main,
            naive::Phase::FirstCleanup => fast::Stage::FirstCleanup,
            naive::Phase::SecondCleanup => fast::Stage::SecondCleanup,
        };
        assert_eq!(self.fast.stage(), stage, "{}", self.drawn());
        let blocked = self.naive.blocked();
        assert_eq!(self.fast.blocked().count() as usize, blocked.len(), "{}", self.drawn());
        for point in blocked {
            assert!(
                self.fast.blocked().contains(self.image(point)),
                "{point:?} on\n{}",
                self.drawn()
            );
        }
        assert_eq!(self.fast.to_move(), self.player(self.naive.player()));
        assert_eq!(self.fast.is_over(), self.naive.is_over());
        assert_eq!(self.fast.is_stopped(), self.naive.standing() == Standing::Stopped);
        let outcome = self.naive.outcome().map(|outcome| match outcome {
            naive::Outcome::Wins(player) => fast::Outcome::Wins(self.player(player)),
            naive::Outcome::Tie => fast::Outcome::Tie,
            naive::Outcome::NoResult => fast::Outcome::NoResult,
        });
        assert_eq!(self.fast.outcome(), outcome, "{}", self.drawn());
        self.compare_scores();
    }

    fn compare_scores(&self) {
        let mut scores = self.fast.score();
        if self.symmetry & 8 != 0 {
            scores.reverse();
        }
        let naive::Score { black, white, button } = self.naive.score();
        assert_eq!(scores.map(|score| score as usize), [black, white], "{}", self.drawn());
        let button = button.map(|player| self.player(player));
        assert_eq!(self.fast.button(), button, "{}", self.drawn());
        let naive::Score { black, white, .. } = self.naive.grid().score();
        let mut areas =
            self.fast.area().map(|area| usize::try_from(area).expect("a board is small"));
        if self.symmetry & 8 != 0 {
            areas.reverse();
        }
        assert_eq!(areas, [black, white], "{}", self.drawn());
    }

    fn drawn(&self) -> String {
        let turns: Vec<_> = self.naive.past().iter().map(|past| past.turn).collect();
        format!("{:?}\n{}\nand\n{}\n{turns:?}", self.board, self.naive.grid(), self.fast)
    }
}

fn beginning(board: Board, symmetry: u8) -> Game {
    let Board { columns, rows, rules } = board;
    // If the colors are swapped, White begins on the reference, because Black begins on the optimized engine.
    let first = if symmetry & 8 == 0 { naive::Player::Black } else { naive::Player::White };
    Game::from(
        Grid::empty(columns.into(), rows.into()),
        first,
        superko::engine::reference_rules(rules),
    )
}

fn refusal(illegal: Illegal) -> fast::Refusal {
    match illegal {
        Illegal::Over => fast::Refusal::Over,
        Illegal::Stopped => fast::Refusal::Stopped,
        Illegal::UsedUp => fast::Refusal::NoStones,
        Illegal::NotEmpty { .. } => fast::Refusal::Occupied,
        Illegal::ClearsOwn { .. } => fast::Refusal::Suicide,
        Illegal::MadeBefore { earlier } => fast::Refusal::KoMoveAgain { earlier },
        Illegal::Repeats { earlier } => fast::Refusal::Repeats { earlier },
    }
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn chains_and_regions_as_long_as_the_board_lets_them_be() {
    // Each board has another layout in the optimized engine.
    long_chains_and_regions_agree(&["7x8", "9x9", "13x13", "19x19", "25x25"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_chains_and_regions_as_long_as_the_board_lets_them_be() {
    long_chains_and_regions_agree(&["7x7", "9x12", "14x14", "20x20"]);
}

/// Compares the engines on the cases of the fixed suite for some boards.
fn long_chains_and_regions_agree(boards: &[&str]) {
    let mut cases = 0;
    for name in boards {
        let size: Size = name.parse().unwrap();
        let rules = Rules::default();
        // Cases that have many turns only because of a long history are left out.
        let whole_boards = |case: &Case| case.record.turns.len() <= 2 * size.point_count() + 3;
        for case in fixed::cases(size, rules).into_iter().filter(whole_boards) {
            let transcript = case.transcript(Reference::new(size, rules));
            let verdict = compare(&mut Optimized::new(size, rules), &transcript);
            assert!(matches!(verdict, Verdict::Agreed(_)), "{size}, {}", case.event);
            cases += 1;
        }
    }
    assert!(cases >= boards.len() * 6, "{cases}");
}
