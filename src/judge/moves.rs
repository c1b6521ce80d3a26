//! The moves of a record, played on the optimized engine; what it refuses, the reference has to refuse too.

use super::{Contradiction, IllegalMove, Note};
use crate::engine::{Engine, Fault, RefusalReason, ReportedScore, Ruling};
use crate::engines::{Optimized, Reference};
use crate::game::{Player, Position, Score, Setup, Status, Turn};
use crate::referee::{Referee, Refusal};
use crate::rules::{LastPass, Repeat, Repetition, Rules, Scoring};
use crate::sgf::{Problem, SgfError, SgfGame, SgfStep};

/// A game in progress.
pub(super) struct Table {
    /// What the game began with, or went on from when stones were set up in it.
    setup: Setup,
    engine: Optimized,
    /// The turns since then, each with the number of its move in the record, or of the last move before it, if it is a
    /// pass that the record leaves out.
    line: Vec<(Turn, usize)>,
    to_move: Player,
    /// The number of the last move before the line.
    base: usize,
    /// Whether two passes in a row end the game for good: nobody can go on after them.
    ends_for_good: bool,
    /// Whether the reference judges every line too.
    check: bool,
    /// What was remarkable.
    pub(super) notes: Vec<Note>,
    /// The illegal moves: those that were tried, and the first that was played.
    pub(super) illegal: Vec<IllegalMove>,
    /// Whether the last of them was played, so that nothing after it can be judged.
    pub(super) stopped: bool,
}

/// Why a record is judged no further.
pub(super) enum Stop {
    /// A move is illegal, and the record goes on as if it were not.
    Illegal,
    /// Stones are set up without a liberty.
    NoLiberty(SgfError),
    /// The engines contradict each other.
    Contradiction(Contradiction),
}

impl From<Contradiction> for Stop {
    fn from(contradiction: Contradiction) -> Stop {
        Stop::Contradiction(contradiction)
    }
}

/// The optimized engine at the beginning of a game.
fn engine(setup: &Setup) -> Result<Optimized, Fault> {
    match setup.is_usual() {
        true => Ok(Optimized::new(setup.size(), setup.rules)),
        false => Optimized::set_up(setup),
    }
}

impl Table {
    /// The beginning of a game.
    pub(super) fn new(game: &SgfGame, rules: Rules, ends_for_good: bool, check: bool) -> Table {
        // Whether the game goes on after an illegal play, a long cycle or the passes is in the record.
        let turns = match rules.repeat {
            Repeat::Illegal => Rules::default().repetition(rules.repetition),
            // A repetition is a turn then.
            _ => Rules::default().repetition(Repetition::None),
        };
        let turns = turns.suicide(rules.suicide).passes(rules.passes).last_pass(rules.last_pass);
        let turns = match rules.score {
            Scoring::Stones => turns.score(Scoring::Stones),
            // Territory is told from the area and the stones played.
            _ => turns,
        };
        let mut setup = Setup::new(game.size, turns.stones(rules.stones));
        setup.first = game.first_player();
        setup.position = game.position.clone();
        let line = Vec::with_capacity(game.steps.len());
        Table { line, ends_for_good, check, ..Table::at(setup) }
    }

    /// A game that begins with a position, whose chains have liberties.
    pub(super) fn at(setup: Setup) -> Table {
        let engine = engine(&setup).expect("every chain has a liberty");
        Table {
            to_move: setup.first,
            setup,
            engine,
            line: Vec::new(),
            base: 0,
            ends_for_good: false,
            check: false,
            notes: Vec::new(),
            illegal: Vec::new(),
            stopped: false,
        }
    }

    /// Plays the whole record.
    pub(super) fn play(&mut self, game: &SgfGame) -> Result<(), Stop> {
        let mut number = 0;
        for (place, step) in game.steps.iter().enumerate() {
            match step {
                SgfStep::Turn { player, turn, tried } => {
                    number += 1;
                    self.step(number, *player, *turn, *tried)?;
                }
                SgfStep::SetUp { at, colors, next } => {
                    self.check_line()?;
                    let mut position = self.position();
                    for &(point, color) in colors {
                        position[point] = color;
                    }
                    self.setup.position = position;
                    let following = game.steps[place..].iter().find_map(|step| match step {
                        SgfStep::Turn { player, .. } => Some(*player),
                        SgfStep::SetUp { .. } => None,
                    });
                    self.setup.first = next.or(following).unwrap_or(self.to_move);
                    self.to_move = self.setup.first;
                    self.engine = engine(&self.setup)
                        .map_err(|_| Stop::NoLiberty(SgfError::new(*at, Problem::NoLiberty)))?;
                    self.line.clear();
                    self.base = number;
                    self.notes.push(Note::SetUp { after: number });
                }
            }
        }
        Ok(self.check_line()?)
    }

    /// Plays a move, or tries it.
    fn step(&mut self, number: usize, player: Player, turn: Turn, tried: bool) -> Result<(), Stop> {
        if player != self.to_move {
            self.notes.push(Note::PassLeftOut { before: number, player });
            self.line_up(player);
        }
        if tried {
            return self.try_out(number, turn);
        }
        match self.take(turn, number) {
            Ruling::Allowed => Ok(()),
            Ruling::Forbidden(RefusalReason::Over) if turn == Turn::Pass => {
                self.to_move = self.to_move.opponent();
                self.notes.push(Note::PassAfterEnd { number });
                Ok(())
            }
            Ruling::Forbidden(RefusalReason::Over)
                if !self.ends_for_good || self.left_out_a_pass() =>
            {
                self.notes.push(Note::Resumed { number });
                self.resume()?;
                self.line_up(player);
                self.step(number, player, turn, tried)
            }
            Ruling::Forbidden(reason) => {
                let illegal = self.evidence(number, turn, reason)?;
                self.illegal.push(illegal);
                self.stopped = true;
                Err(Stop::Illegal)
            }
        }
    }

    /// Judges a turn that the record says was refused.
    fn try_out(&mut self, number: usize, turn: Turn) -> Result<(), Stop> {
        match self.engine.is_legal(turn) {
            Ok(Some(Ruling::Forbidden(reason))) => {
                let illegal = self.evidence(number, turn, reason)?;
                self.illegal.push(illegal);
            }
            _ => self.notes.push(Note::TriedAndLegal { number }),
        }
        Ok(())
    }

    /// Plays a turn of the player to move.
    fn take(&mut self, turn: Turn, number: usize) -> Ruling {
        let ruling = self.engine.play(turn).expect("a built-in engine answers");
        if ruling == Ruling::Allowed {
            self.line.push((turn, number));
            self.to_move = self.to_move.opponent();
        }
        ruling
    }

    /// Makes it a player's turn, by a pass of the other one that the record leaves out.
    fn line_up(&mut self, player: Player) {
        if self.to_move == player {
            return;
        }
        if self.is_over() {
            self.to_move = player;
            return;
        }
        let number = self.last_number();
        self.take(Turn::Pass, number);
    }

    /// Whether the passes would have ended the game, had Black not passed last: White has to pass once more.
    pub(super) fn lacks_whites_pass(&self) -> bool {
        let Rules { passes, last_pass, .. } = self.setup.rules;
        let in_a_row = self.line.iter().rev().take_while(|(turn, _)| *turn == Turn::Pass).count();
        let due = last_pass == LastPass::White && self.to_move == Player::White;
        due && in_a_row >= passes.count()
    }

    /// Whether one of the last two turns is a pass that the record leaves out.
    pub(super) fn left_out_a_pass(&self) -> bool {
        let numbers = self.line.iter().rev().map(|(_, number)| *number);
        let last: Vec<usize> = numbers.take(3).chain([self.base]).collect();
        last.windows(2).take(2).any(|pair| pair[0] == pair[1])
    }

    /// Goes on after passes that ended the game, as if they had not been played: of the position, and of whose turn it is,
    /// they change nothing but by an odd pass. By simple ko they do lift the ban on retaking, and what stood before does
    /// not matter: there the game begins anew.
    fn resume(&mut self) -> Result<(), Contradiction> {
        let to_move = self.to_move;
        if self.setup.rules.repetition == Repetition::SimpleKo {
            self.check_line()?;
            self.base = self.last_number();
            self.setup.position = self.position();
            self.setup.first = to_move;
            self.line.clear();
        }
        while self.line.last().is_some_and(|(turn, _)| *turn == Turn::Pass) {
            self.line.pop();
        }
        let line = std::mem::take(&mut self.line);
        self.engine = engine(&self.setup).expect("every chain has a liberty, as before");
        self.to_move = self.setup.first;
        for (turn, number) in line {
            self.take(turn, number);
        }
        self.line_up(to_move);
        Ok(())
    }

    fn last_number(&self) -> usize {
        self.line.last().map_or(self.base, |(_, number)| *number)
    }

    /// Has the reference judge a turn that the optimized engine refuses.
    fn evidence(
        &self,
        number: usize,
        turn: Turn,
        reason: RefusalReason,
    ) -> Result<IllegalMove, Contradiction> {
        let reference = self.reference()?;
        let refusal = reference.judge(turn).refusal;
        let (Some(refusal), player) = (refusal, self.to_move) else {
            return Err(Contradiction {
                number,
                what: format!("{turn} is legal by the reference"),
            });
        };
        if refusal.reason() != reason {
            let what =
                format!("{turn} is refused for {reason:?}, and by the reference because {refusal}");
            return Err(Contradiction { number, what });
        }
        let earlier = match refusal {
            Refusal::Repetition { earlier, .. } => {
                let position = reference.history()[earlier].position.clone();
                let after = earlier.checked_sub(1).map_or(self.base, |turn| self.line[turn].1);
                Some((after, position))
            }
            _ => None,
        };
        let rule = refusal.rule(self.setup.rules);
        let before = reference.position().clone();
        Ok(IllegalMove { number, player, turn, rule, refusal, before, earlier })
    }

    /// The reference after the same turns, all of which it has to allow.
    fn reference(&self) -> Result<Reference, Contradiction> {
        let mut reference = Reference::set_up(&self.setup);
        for &(turn, number) in &self.line {
            if let Some(refusal) = Referee::play(&mut reference, turn).refusal {
                let what = format!("{turn} is legal, and by the reference not: {refusal}");
                return Err(Contradiction { number, what });
            }
        }
        Ok(reference)
    }

    /// With `check`, has the reference say whether all turns of the line are legal, where it leads, and what the score is.
    fn check_line(&mut self) -> Result<(), Contradiction> {
        if !self.check {
            return Ok(());
        }
        let reference = self.reference()?;
        let number = self.last_number();
        let same = *reference.position() == self.position()
            && Referee::score(&reference) == self.score()
            && (Referee::status(&reference) == Status::Over) == self.is_over();
        let what =
            || "the position, the score or the status is another by the reference".to_owned();
        if same { Ok(()) } else { Err(Contradiction { number, what: what() }) }
    }

    /// Whether passes ended the game.
    pub(super) fn is_over(&mut self) -> bool {
        matches!(self.engine.status(), Ok(Some(Status::Over)))
    }

    /// The present position.
    pub(super) fn position(&mut self) -> Position {
        self.engine.board().ok().flatten().expect("a built-in engine shows its board")
    }

    /// The score of the present position as it stands.
    pub(super) fn score(&mut self) -> Score {
        match self.engine.score() {
            Ok(Some(ReportedScore::Areas(score))) => score,
            other => unreachable!("a built-in engine counts areas, not {other:?}"),
        }
    }
}
