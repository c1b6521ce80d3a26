//! Random games under random rules: each turn is checked against what must hold at every turn.

use super::TROMP_TAYLOR;
use superko_reference::{
    Agreement, Button, Color, Cycle, Enclosed, Game, Illegal, LastPass, Outcome, PassCost, Passes,
    Phase, Repeat, Repetition, Rules, Scoring, SelfCapture, Standing, Supply, Tax, Turn,
};

/// A sequence of numbers that depends on its seed only.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // Knuth's multiplier. The upper bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn rules(&mut self) -> Rules {
        Rules {
            repetition: self.one_of(&[
                Repetition::Positional,
                Repetition::Situational,
                Repetition::SimpleKo,
                Repetition::None,
            ]),
            self_capture: self.one_of(&[
                SelfCapture::Any,
                SelfCapture::SeveralStones,
                SelfCapture::Forbidden,
            ]),
            supply: self.one_of(&[Supply::Unlimited, Supply::Unlimited, Supply::Half]),
            passes: self.one_of(&[Passes::Two, Passes::Three]),
            last_pass: self.one_of(&[LastPass::Anybody, LastPass::White]),
            agreement: self.one_of(&[Agreement::Cleanup, Agreement::Cleanup, Agreement::None]),
            repeat: self.one_of(&[Repeat::Illegal, Repeat::Loses]),
            cycle: self.one_of(&[Cycle::GoesOn, Cycle::NoResult, Cycle::ThirdTime]),
            scoring: self.one_of(&[Scoring::Area, Scoring::Territory, Scoring::ShortTerritory]),
            pass: self.one_of(&[PassCost::Free, PassCost::Prisoner]),
            tax: self.one_of(&[Tax::None, Tax::Seki, Tax::All]),
            button: self.one_of(&[Button::Unused, Button::Used]),
            enclosed: self.one_of(&[Enclosed::Alive, Enclosed::Dead]),
            ..TROMP_TAYLOR
        }
    }

    /// Returns a legal turn: more often a move than a pass, and an unblocking where there is one.
    fn turn(&mut self, game: &Game) -> Turn {
        let turns = game.grid().points().map(Turn::Move);
        let legal: Vec<Turn> = turns.filter(|&turn| game.leaves(turn).is_ok()).collect();
        if legal.is_empty() || self.below(6) == 0 { Turn::Pass } else { self.one_of(&legal) }
    }
}

/// How often random games reached each thing.
#[derive(Debug, Default, PartialEq)]
struct Reached {
    /// Games that have ended.
    over: usize,
    /// Games that ended without a result in the main phase.
    no_result_in_main: usize,
    /// Games that ended without a result in a cleanup phase.
    no_result_in_cleanup: usize,
    /// Points at which a turn would have been an unblocking.
    unblocked: usize,
    /// Points at which the player would have named a blocked point itself.
    named: usize,
    /// Moves that were refused as ko moves made before.
    made_before: usize,
    /// Phases that one pass ended, after a turn that was no pass.
    second_passes: usize,
}

/// Checks the game at this turn, and what trying each turn does.
fn check(game: &Game, reached: &mut Reached) {
    let score = game.score();
    assert_eq!(score.button, game.button());
    for point in game.blocked() {
        assert_ne!(game.grid().color(point), Color::Empty);
        assert_ne!(game.phase(), Phase::Main);
    }
    for point in game.grid().points() {
        let leaves = game.leaves(Turn::Move(point));
        if game.unblocks(point) {
            assert_eq!(leaves.as_ref(), Ok(game.grid()));
            let named = game.grid().color(point) != Color::Empty;
            assert!(!named || game.blocked().contains(&point));
            reached.named += usize::from(named);
            let after = game.after(Turn::Move(point)).unwrap();
            assert_eq!(after.blocked().len() + 1, game.blocked().len());
            assert_eq!(after.score(), score);
            reached.unblocked += 1;
        }
        if let Err(Illegal::MadeBefore { earlier }) = leaves {
            let past = &game.past()[earlier - 1];
            assert_eq!((past.player, past.turn), (game.player(), Turn::Move(point)));
            reached.made_before += 1;
        }
    }
}

/// Plays a random game, and checks it at every turn.
fn play(random: &mut Random, reached: &mut Reached) {
    let (columns, rows) = random.one_of(&[(2, 2), (3, 2), (3, 3), (4, 1), (4, 3), (5, 1)]);
    let mut game = Game::new(columns, rows, random.rules());
    while game.standing() == Standing::Running && game.past().len() < 120 {
        check(&game, reached);
        let turn = random.turn(&game);
        let ends = game.would_end(turn, &game.leaves(turn));
        let before = game.clone();
        game.take(turn).unwrap();
        assert_eq!(ends, game.is_over());
        let in_a_row = game.past().iter().rev().take_while(|past| past.turn == Turn::Pass).count();
        let ended = (before.phase(), before.standing()) != (game.phase(), game.standing());
        if ended && game.is_scored() {
            assert_eq!(turn, Turn::Pass);
            reached.second_passes += usize::from(in_a_row < 2);
            assert!(game.is_over() || game.blocked().is_empty());
        }
    }
    reached.over += usize::from(game.is_over());
    if game.outcome() == Some(Outcome::NoResult) {
        match game.phase() {
            Phase::Main => reached.no_result_in_main += 1,
            _ => reached.no_result_in_cleanup += 1,
        }
    }
}

#[test]
fn random_games_keep_the_rules() {
    let (mut random, mut reached) = (Random(1), Reached::default());
    for _ in 0..600 {
        play(&mut random, &mut reached);
    }
    let expected = Reached {
        over: 525,
        no_result_in_main: 40,
        no_result_in_cleanup: 7,
        unblocked: 372,
        named: 193,
        made_before: 48,
        second_passes: 65,
    };
    assert_eq!(reached, expected);
}
