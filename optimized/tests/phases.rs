//! Random games through cleanup phases, on every layout, taken back turn by turn and replayed.

use superko_optimized::{
    AnyGame, AnySet, Button, Enclosed, LastPass, LongCycle, Outcome, PassCost, Passes, Player,
    Point, Random, Refusal, Repeat, Repetition, Rules, Scoring, Stage, Suicide, Tax, Turn, Turns,
};

use crate::cleanup::{CLEANUP, KO, blocked};
use crate::naive::Naive;
use crate::sentences::{NO_RESULT, Small, after, game};

/// Everything that a game tells about its present state.
type Told = (String, [AnySet; 2], (Stage, Player, bool), [[u32; 2]; 2], [Option<Outcome>; 2]);

/// Asks for all of it. Checks the legal points one by one.
fn told(game: &AnyGame) -> Told {
    let (columns, rows) = game.size();
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| Point::new(column, row)));
    let legal: AnySet = points.filter(|&point| game.refusal(Turn::Play(point)).is_none()).collect();
    assert_eq!(game.legal(), legal, "{game:?}");
    for point in legal {
        let mut after = game.clone();
        after.play(Turn::Play(point)).expect("a legal point");
        let unchanged = after.to_string() == game.to_string();
        let is_main = game.stage() == Stage::Main;
        assert_eq!(game.unblocks(point), unchanged && !is_main, "{point} {game:?}");
    }
    (
        format!("{game}{:?}", game.button()),
        [legal, game.blocked()],
        (game.stage(), game.to_move(), game.is_stopped()),
        [game.score(), game.prisoners()],
        [game.outcome(), game.decided()],
    )
}

/// Returns a board full of kos of this size, as far as they fit.
fn kos(columns: u8, rows: u8, rules: Rules, to_move: Player) -> AnyGame {
    let lines: Vec<_> = KO.split_whitespace().rev().map(str::as_bytes).collect();
    let (width, height) = (columns / 4 * 4, rows / 3 * 3);
    let stones = |sign| -> AnySet {
        (0..height)
            .flat_map(|row| (0..width).map(move |column| Point::new(column, row)))
            .filter(|p| lines[usize::from(p.row % 3)][usize::from(p.column % 4)] == sign)
            .collect()
    };
    AnyGame::set_up(columns, rows, rules, stones(b'X'), stones(b'O'), to_move).expect("kos")
}

/// Plays games at random to their end, through all phases. Takes back all turns and compares each
/// state with the state on the way there, and with that of a game replayed from the beginning.
#[test]
fn games_through_all_phases_are_taken_back_and_replayed() {
    let mut random = Random::new(7);
    let (mut ends, mut again, mut unblocked, mut blocked) = ([0; 3], 0, 0, 0);
    for (columns, rows, games) in [
        (4, 3, 60),
        (2, 1, 30),
        (3, 2, 30),
        (7, 6, 10),
        (9, 9, 6),
        (13, 13, 2),
        (19, 19, 1),
        (25, 25, 1),
    ] {
        for number in 0..games {
            let of = |count: usize| random.below(count as u32) as usize;
            let rules = rules(of);
            let to_move = Player::BOTH[number % 2];
            let mut game = kos(columns, rows, rules, to_move);
            let (mut states, mut turns) = (vec![told(&game)], vec![]);
            while !game.is_over() && turns.len() < 150 {
                let legal = game.legal();
                let turn = match legal.count() {
                    0 => Turn::Pass,
                    _ if random.below(4) == 0 => Turn::Pass,
                    count => Turn::Play(legal.nth(random.below(count)).first().expect("one")),
                };
                unblocked += usize::from(matches!(turn, Turn::Play(p) if game.unblocks(p)));
                game.play(turn).expect("a legal turn");
                turns.push(turn);
                states.push(told(&game));
                blocked += usize::from(!game.blocked().is_empty());
                again += states_again(&game);
            }
            ends[0] += usize::from(game.outcome() == NO_RESULT);
            ends[1] += usize::from(game.is_over() && game.decided().is_none());
            ends[2] += usize::from(game.decided().is_some());
            for number in (0..turns.len()).rev() {
                assert_eq!(game.undo(), Some(turns[number]));
                assert_eq!(told(&game), states[number], "{rules:?}");
                if number % 8 == 0 {
                    let mut replayed = kos(columns, rows, rules, to_move);
                    for &turn in &turns[..number] {
                        replayed.play(turn).expect("a legal turn");
                    }
                    assert_eq!(told(&replayed), states[number], "{rules:?}");
                }
            }
            assert_eq!(game.undo(), None);
            for (i, &turn) in turns.iter().enumerate() {
                game.play(turn).expect("a legal turn");
                assert_eq!(told(&game), states[i + 1], "{rules:?}");
            }
            game.restart();
            assert_eq!(told(&game), states[0]);
        }
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    assert!(again > 5 && unblocked > 20 && blocked > 200, "{again} {unblocked} {blocked}");
}

/// Returns the number of points where a ko move was made before.
fn states_again(game: &AnyGame) -> usize {
    let again =
        |&p: &Point| matches!(game.refusal(Turn::Play(p)), Some(Refusal::KoMoveAgain { .. }));
    let (columns, rows) = game.size();
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| Point::new(column, row)));
    points.filter(again).count()
}

/// Returns rules with cleanup phases, and everything else at random.
fn rules(mut of: impl FnMut(usize) -> usize) -> Rules {
    Rules {
        repetition: Repetition::ALL[of(6)],
        suicide: Suicide::ALL[of(3)],
        passes: Passes::ALL[of(2)],
        last_pass: LastPass::ALL[of(2)],
        repeat: Repeat::ALL[of(3)],
        long_cycle: LongCycle::ALL[of(3)],
        score: Scoring::ALL[of(4)],
        tax: Tax::ALL[of(3)],
        pass: PassCost::ALL[of(2)],
        button: Button::ALL[of(2)],
        enclosed: Enclosed::ALL[of(2)],
        ..CLEANUP
    }
}

/// A game with poor hashes is the same game.
#[test]
fn poor_hashes_change_nothing_in_a_cleanup_phase() {
    let mut random = Random::new(3);
    for bits in [0, 1, 3] {
        let mut game = game(KO, CLEANUP);
        let mut poor = game.clone().with_hash_bits(bits);
        while !game.is_over() && game.turns() < 300 {
            let legal = game.legal();
            assert_eq!(poor.legal(), legal);
            let turn = match legal.count() {
                0 => Turn::Pass,
                _ if random.below(3) == 0 => Turn::Pass,
                count => Turn::Play(legal.nth(random.below(count)).first().expect("one")),
            };
            assert_eq!((game.play(turn), poor.play(turn)), (Ok(()), Ok(())));
            assert_eq!((poor.stage(), poor.outcome()), (game.stage(), game.outcome()));
            assert_eq!((poor.blocked(), poor.check_history()), (game.blocked(), Ok(())));
        }
    }
}

/// Playouts go through the phases, and perft counts the turns of each.
#[test]
fn playouts_and_perft_go_through_the_phases() {
    let mut random = Random::new(5);
    let mut game = game(KO, CLEANUP);
    game.playout(&mut random, 1000);
    assert_eq!((game.is_over(), game.stage()), (true, Stage::SecondCleanup));
    for turns in ["-", "- -", "- - C2", "- - C2 -", "- - - - C2", "- - - - - "] {
        let mut game = after(KO, turns, CLEANUP);
        let told = format!("{game:?} {} {:?}", blocked(&game), game.stage());
        for kind in [Turns::All, Turns::Plays] {
            assert_eq!(game.perft(4, kind), by_turns(&game, 4, kind), "{turns} {kind:?}");
        }
        assert_eq!(format!("{game:?} {} {:?}", blocked(&game), game.stage()), told);
    }
}

/// Counts sequences on copies, and tries every point.
pub(crate) fn by_turns(game: &Small, depth: u32, turns: Turns) -> u64 {
    if depth == 0 {
        return 1;
    }
    let pass = (turns == Turns::All).then_some(Turn::Pass);
    let points = game.position().shape().points().into_iter().map(Turn::Play);
    let follow = |turn| {
        let mut after = game.clone();
        after.play(turn).map_or(0, |()| by_turns(&after, depth - 1, turns))
    };
    points.chain(pass).map(follow).sum()
}

/// Counts all sequences of turns from the beginning of the first cleanup phase, on the smallest boards.
#[test]
fn sequences_on_the_smallest_boards_are_those_of_the_naive_model() {
    for suicide in Suicide::ALL {
        for (size, depth) in [((1, 1), 8), ((2, 1), 10), ((3, 1), 7), ((2, 2), 6)] {
            let rules = Rules { suicide, ..CLEANUP };
            let (columns, rows): (u8, u8) = size;
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut naive = Naive::new(columns.into(), rows.into(), rules);
            for _ in 0..2 {
                game.pass().expect("a pass");
                naive.play(Turn::Pass).expect("a pass");
            }
            for turns in [Turns::All, Turns::Plays] {
                let expected = naive.perft(depth, turns);
                assert_eq!(game.perft(depth, turns), expected, "{size:?} {suicide:?} {turns:?}");
            }
        }
    }
}
