//! The moves of a record, played on the optimized engine. The reference must also refuse every refused move.

mod by_reference;
mod limits;
mod resume;

use super::{Contradiction, DecisiveMove, IllegalMove, Judge, Note};
use limits::Beyond;
use superko_engine::referee::{Referee, Unsettled};
use superko_engine::{Engine, Fault, Optimized, RefusalReason, Ruling};
use superko_game::rules::{Enclosed, IllegalTurn, LastPass, LongCycle, PassCost, Rules, Scoring};
use superko_game::{Color, Outcome, Player, Position, Score, Settlement, Setup, Status, Turn};
use superko_sgf::{Problem, SgfError, SgfGame, SgfStep};

/// A game in progress.
pub(super) struct Replay {
    /// The setup at the start of the line: that of the game, or that of the last stones set up in it.
    setup: Setup,
    engine: Optimized,
    /// The turns since then, each with the number of its move in the record. A pass that the record leaves out has the number of
    /// the last move before it.
    line: Vec<(Turn, usize)>,
    to_move: Player,
    /// The number of the last move before the line.
    last_before: usize,
    /// The rules by which passes end the game, and by which the players may then agree. The engine plays by the rules of the
    /// setup.
    rules: Rules,
    /// Whether the rules are read to the letter, so that the game ends exactly where the engine says so.
    literal: bool,
    /// Whether players who have disagreed once may agree, and disagree, later.
    agrees_again: bool,
    /// Whether play has resumed after passes that end the game on the engine. From then on, passes end nothing on the engine, and
    /// `line_passes` counts them.
    resumed: bool,
    /// Whether the players have disagreed: the record says so, or play has resumed.
    pub(super) disagreed: bool,
    /// The number of passes in a row at the end of the line since play last resumed, and the player of the last one. Passes that
    /// the record leaves out count.
    line_passes: (usize, Option<Player>),
    /// The number of passes in a row in the record, and the player of the last one. A second pass of the same player begins a new
    /// row, because the record leaves out the other player's pass between them.
    record_passes: (usize, Option<Player>),
    /// The players' settlement in the record; nothing once passes have ended the game.
    settlement: Settlement,
    /// The settlement that was applied, and the number of turns of the line before it.
    settled: Option<(usize, Settlement)>,
    /// Whether the reference judges every line too.
    check: bool,
    /// The limit for the number of moves of a line.
    most_moves: usize,
    /// The remarks about the record.
    pub(super) notes: Vec<Note>,
    /// The remarks and attempts that are only counted.
    beyond: Beyond,
    /// The illegal moves: those that were tried, and the first that was played.
    pub(super) illegal: Vec<IllegalMove>,
    /// Whether the last illegal move was played, so that nothing after it can be judged.
    pub(super) stopped: bool,
    /// The move that decided the game, if one did.
    pub(super) decisive: Option<DecisiveMove>,
}

/// The reason why the rest of a record is not judged.
pub(super) enum StopReason {
    /// A move is illegal, and was played.
    Illegal,
    /// A legal move decides the game.
    Decided,
    /// A chain without a liberty is set up, or the game has too many moves.
    Unreadable(SgfError),
    /// The engines contradict each other.
    Contradiction(Contradiction),
}

impl From<Contradiction> for StopReason {
    fn from(contradiction: Contradiction) -> StopReason {
        StopReason::Contradiction(contradiction)
    }
}

/// Returns the optimized engine at the start of a game.
pub(super) fn engine(setup: &Setup) -> Result<Optimized, Fault> {
    match setup.is_usual() {
        true => Ok(Optimized::new(setup.size(), setup.rules)),
        false => Optimized::set_up(setup),
    }
}

/// Returns the place of the first turn from a place on, or the number of steps if there is none.
fn place_of_turn(steps: &[SgfStep], from: usize) -> usize {
    let next = steps[from..].iter().position(|step| step.player().is_some());
    next.map_or(steps.len(), |next| from + next)
}

impl Replay {
    /// Begins a game. The agreement of `rules` is the one that the players may reach.
    pub(super) fn new(
        game: &SgfGame,
        rules: Rules,
        literal: bool,
        agrees_again: bool,
        judge: &Judge,
    ) -> Replay {
        let played = match rules.score {
            _ if literal => rules,
            Scoring::Stones => rules,
            // Territory is computed from the area and the stones played.
            _ => rules.in_effect().score(Scoring::Area).pass(PassCost::Free),
        };
        let setup = game.setup(played);
        let engine = engine(&setup).expect("every chain has a liberty");
        Replay {
            to_move: setup.first,
            rules: setup.rules,
            setup,
            engine,
            line: Vec::with_capacity(game.steps.len().min(judge.most_moves)),
            last_before: 0,
            literal,
            agrees_again,
            resumed: false,
            disagreed: false,
            line_passes: (0, None),
            record_passes: (0, None),
            settlement: game.settlement.clone().unwrap_or_default(),
            settled: None,
            check: judge.check,
            most_moves: judge.most_moves,
            notes: Vec::new(),
            beyond: Beyond::default(),
            illegal: Vec::new(),
            stopped: false,
            decisive: None,
        }
    }

    /// Plays the whole record.
    pub(super) fn play(&mut self, game: &SgfGame) -> Result<(), StopReason> {
        // The place of the next turn is kept, so that no step is searched twice.
        let (mut number, mut next_turn) = (0, 0);
        for (place, step) in game.steps.iter().enumerate() {
            match step {
                SgfStep::Turn { player, turn, tried } => {
                    number += 1;
                    let place = (number, place + 1 == game.steps.len());
                    self.step(place, *player, *turn, *tried)?;
                }
                SgfStep::SetUp(step) => {
                    self.check_line()?;
                    let mut position = self.position();
                    game.set_up_in(step, &mut position);
                    next_turn = place_of_turn(&game.steps, place.max(next_turn));
                    let following = game.steps.get(next_turn).and_then(SgfStep::player);
                    let first = step.next.or(following).unwrap_or(self.to_move);
                    self.begin_anew(position, first, number).map_err(|_| {
                        let stones = "AB, AW or AE".to_owned();
                        let error = SgfError::of_property(step.at, stones, Problem::NoLiberty);
                        StopReason::Unreadable(error)
                    })?;
                    self.record_passes = (0, None);
                    self.note(Note::SetUp(number));
                    self.count_set_up()?;
                }
            }
        }
        Ok(self.check_line()?)
    }

    /// Plays a move, or tries it. `place` is its number, and whether it is the last step of the record.
    fn step(
        &mut self,
        place: (usize, bool),
        player: Player,
        turn: Turn,
        tried: bool,
    ) -> Result<(), StopReason> {
        let (number, is_last) = place;
        if self.is_full() {
            return Err(self.too_many_moves());
        }
        if player != self.to_move {
            self.note(Note::PassLeftOut { before: number, player });
            self.give_turn_to(player);
        }
        if tried {
            return self.try_out(number, turn);
        }
        match self.take(turn, number) {
            Ruling::Allowed if turn == Turn::Pass => Ok(self.passed(player)?),
            Ruling::Allowed => {
                self.record_passes = (0, None);
                self.decide(number, player, turn, is_last)
            }
            Ruling::Forbidden(RefusalReason::Over) if self.resumes_with(turn) => {
                if self.ends_by_the_record() {
                    self.note(Note::Resumed(number));
                }
                self.resume()?;
                self.give_turn_to(player);
                self.step(place, player, turn, tried)
            }
            Ruling::Forbidden(RefusalReason::Over) if turn == Turn::Pass => {
                Ok(self.pass_after_end(number, player)?)
            }
            Ruling::Forbidden(reason) => {
                if reason == RefusalReason::Over && self.resumed {
                    self.begin_at_end();
                }
                self.refuse(number, turn, reason)?;
                self.stopped = true;
                Err(StopReason::Illegal)
            }
        }
    }

    /// Whether a turn after the end resumes the game. A pass does so only where the passes of the record have not ended it.
    fn resumes_with(&self, turn: Turn) -> bool {
        match turn {
            Turn::Pass => self.rules.last_pass == LastPass::White && !self.ends_by_the_record(),
            Turn::Play(_) => self.may_resume(),
        }
    }

    /// Plays a pass after the end, which may have come by a pass that the record leaves out.
    fn pass_after_end(&mut self, number: usize, player: Player) -> Result<(), Contradiction> {
        self.to_move = self.to_move.opponent();
        self.passed(player)?;
        if self.is_over() {
            self.note(Note::PassAfterEnd(number));
        } else {
            // The players disagree here, so the game goes on. It had ended by a pass that the record leaves out.
            self.to_move = self.player_at(self.line.len());
            self.give_turn_to(player);
            self.take(Turn::Pass, number);
        }
        Ok(())
    }

    /// Counts a pass. The players may then settle something.
    fn passed(&mut self, player: Player) -> Result<(), Contradiction> {
        // Once the passes of the record have ended the game, further passes begin no new row.
        if self.rules.last_pass == LastPass::White && self.ends_by_the_record() && self.is_over() {
            return Ok(());
        }
        let (passes, last) = self.record_passes;
        let in_a_row = if last == Some(player.opponent()) { passes + 1 } else { 1 };
        self.record_passes = (in_a_row, Some(player));
        if self.is_over() && self.has_enough_passes() { self.settle() } else { Ok(()) }
    }

    /// Applies the settlement of the record, after passes have ended the game.
    fn settle(&mut self) -> Result<(), Contradiction> {
        let settlement = std::mem::take(&mut self.settlement);
        if settlement == Settlement::Nothing {
            return Ok(());
        }
        if self.resumed && settlement == Settlement::Disagreed && self.may_resume() {
            (self.record_passes, self.line_passes, self.disagreed) = ((0, None), (0, None), true);
            self.notes.push(Note::Settled(settlement));
            return Ok(());
        }
        if self.resumed {
            self.begin_at_end();
        }
        let by_reference = Referee::settle(&mut self.reference()?, &settlement);
        let is_settled = self.engine.settle(&settlement) == Ok(Some(()));
        match by_reference {
            Ok(()) if is_settled => {
                if settlement == Settlement::Disagreed {
                    // Earlier passes are not in a row with later ones.
                    (self.record_passes, self.line_passes) = ((0, None), (0, None));
                    self.disagreed = true;
                }
                self.settled = Some((self.line.len(), settlement));
            }
            Err(why) if !is_settled => {
                let why = why.of_record(&settlement, self.rules);
                self.notes.push(Note::NotSettled(why));
            }
            _ => {
                let number = self.last_number();
                let what = format!("one engine accepts `{settlement}`, the other does not");
                return Err(Contradiction { number, what });
            }
        }
        Ok(())
    }

    /// Stops if a play has decided the game. But if the play ends the game without a result, and the players continued, the game
    /// continues.
    fn decide(
        &mut self,
        number: usize,
        player: Player,
        turn: Turn,
        is_last: bool,
    ) -> Result<(), StopReason> {
        if !self.is_over() {
            return Ok(());
        }
        self.check_line()?;
        let reference = self.reference()?;
        let outcome = Referee::outcome(&reference).filter(|_| !reference.is_scored());
        let Some(outcome) = outcome else {
            let what = format!("the reference says that {turn} does not decide the game");
            return Err(StopReason::Contradiction(Contradiction { number, what }));
        };
        let rule = match outcome {
            Outcome::NoResult if reference.is_in_cleanup() => self.rules.agreement.rule(),
            Outcome::NoResult => self.rules.long_cycle.rule(),
            Outcome::Wins(_) | Outcome::Tie => self.rules.repeat.rule(),
        };
        // The latest position that the play repeats, with the same player to move if possible.
        let (last, before) = reference
            .history()
            .split_last()
            .expect("the history begins with the position at the start");
        let stood = |&at: &usize| before[at].position == last.position;
        let with_same = |at: &usize| (before.len() - at).is_multiple_of(2) && stood(at);
        let earlier = (0..before.len()).rev().find(with_same);
        let earlier = earlier.or_else(|| (0..before.len()).rev().find(stood));
        let repeats = earlier.map(|at| self.number_at(at));
        self.decisive = Some(DecisiveMove { number, player, turn, rule, outcome, repeats });
        if outcome != Outcome::NoResult || is_last || self.literal {
            return Err(StopReason::Decided);
        }
        let repeats = repeats.unwrap_or(self.last_before);
        self.notes.push(Note::WentOn { number, repeats });
        self.rules.long_cycle = LongCycle::GoesOn;
        self.setup.rules.long_cycle = LongCycle::GoesOn;
        self.play_again();
        Ok(())
    }

    /// Plays a turn of the player to move.
    fn take(&mut self, turn: Turn, number: usize) -> Ruling {
        if self.has_ended_since_it_resumed() {
            return Ruling::Forbidden(RefusalReason::Over);
        }
        let player = self.to_move;
        let ruling = self.put(turn, number);
        self.line_passes = match (ruling, turn) {
            (Ruling::Allowed, Turn::Pass) => (self.line_passes.0 + 1, Some(player)),
            (Ruling::Allowed, Turn::Play(_)) => (0, None),
            _ => self.line_passes,
        };
        ruling
    }

    /// Makes the engine play a turn. While passes end nothing, two or three passes in a row stand for any larger number: they
    /// leave the same positions with the same players to move.
    fn put(&mut self, turn: Turn, number: usize) -> Ruling {
        let in_a_row = self.line.iter().rev().take_while(|(turn, _)| *turn == Turn::Pass).count();
        if self.resumed && turn == Turn::Pass && in_a_row == 3 {
            self.engine.undo().expect("a built-in engine takes turns back");
            self.line.pop();
            self.to_move = self.to_move.opponent();
            return Ruling::Allowed;
        }
        let ruling = self.engine.play(turn).expect("a built-in engine answers");
        if ruling == Ruling::Allowed {
            self.line.push((turn, number));
            self.to_move = self.to_move.opponent();
        }
        ruling
    }

    /// Gives a player the turn, by a pass of the opponent that the record leaves out.
    fn give_turn_to(&mut self, player: Player) {
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

    /// Whether only White's last pass is missing: the passes would have ended the game if Black had not passed last.
    fn lacks_whites_pass(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let due = self.rules.last_pass == LastPass::White && self.to_move == Player::White;
        due && self.line_passes.0 >= self.rules.passes.count()
    }

    /// Whether the passes of the record have ended the game, or White's last one alone is missing.
    pub(super) fn has_ended(&mut self) -> bool {
        (self.is_over() || self.lacks_whites_pass()) && self.has_enough_passes()
    }

    /// Returns the number of White's passes minus the number of Black's.
    pub(super) fn more_passes(&self) -> i32 {
        let places = self.line.iter().enumerate();
        let passes = places.filter(|(_, (turn, _))| *turn == Turn::Pass);
        passes.map(|(at, _)| if self.player_at(at) == Player::White { 1 } else { -1 }).sum()
    }

    /// Returns the number of White's minus Black's dead stones on points that, once empty, do not reach the opponent's color
    /// alone.
    pub(super) fn more_dead_in_neutral(&self) -> i32 {
        let Some((turns, Settlement::Agreed(dead))) = &self.settled else { return 0 };
        let mut engine = engine(&self.setup).expect("every chain has a liberty, as before");
        for (turn, _) in &self.line[..*turns] {
            engine.play(*turn).expect("a built-in engine answers");
        }
        let before = engine.board().ok().flatten().expect("a built-in engine shows its board");
        let mut after = before.clone();
        dead.iter().for_each(|&point| after[point] = Color::Empty);
        let reaches = |point, color| {
            let region = after.chain(point);
            region.iter().any(|&at| after.size().neighbors(at).any(|next| after[next] == color))
        };
        let more = dead.iter().map(|&point| {
            let (own, other, more) = match before[point] {
                Color::White => (Color::White, Color::Black, 1),
                Color::Black => (Color::Black, Color::White, -1),
                Color::Empty => return 0,
            };
            if reaches(point, other) && !reaches(point, own) { 0 } else { more }
        });
        more.sum()
    }

    /// Whether the players have agreed on dead stones.
    pub(super) fn is_agreed(&self) -> bool {
        matches!(self.settled, Some((_, Settlement::Agreed(_))))
    }

    /// Finishes the record: adds White's last pass if it is missing, and notes the settlement.
    pub(super) fn finish(&mut self) -> Result<(), Contradiction> {
        if self.lacks_whites_pass() && self.has_enough_passes() {
            self.notes.push(Note::LacksWhitesPass);
            self.take(Turn::Pass, self.last_number());
            self.settle()?;
            self.check_line()?;
        }
        if let Some((_, settlement)) = &self.settled {
            self.notes.push(Note::Settled(settlement.clone()));
        }
        if self.settlement != Settlement::Nothing {
            let why = match self.rules.agreement.asks() {
                true => format!("`{}`: passes do not end the game", self.settlement),
                false => Unsettled::NotNow.of_record(&self.settlement, self.rules),
            };
            self.notes.push(Note::NotSettled(why));
        }
        Ok(())
    }

    /// Plays the line again from its start.
    fn play_again(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.engine = engine(&self.setup).expect("every chain has a liberty, as before");
        self.to_move = self.setup.first;
        for (turn, number) in line {
            self.put(turn, number);
            if let Some((turns, settlement)) = &self.settled
                && *turns == self.line.len()
            {
                self.engine.settle(settlement).expect("a built-in engine answers");
            }
        }
    }

    /// Returns the number of the move after which a position of the line stood; position 0 is the start of the line.
    fn number_at(&self, position: usize) -> usize {
        position.checked_sub(1).map_or(self.last_before, |turn| self.line[turn].1)
    }

    /// Returns the player of a turn of the line, or of the next turn.
    fn player_at(&self, place: usize) -> Player {
        let first = self.setup.first;
        if place.is_multiple_of(2) { first } else { first.opponent() }
    }

    /// Returns the number of the last move so far.
    fn last_number(&self) -> usize {
        self.line.last().map_or(self.last_before, |(_, number)| *number)
    }

    /// Records an illegal turn, and whether it loses the game.
    fn refuse(
        &mut self,
        number: usize,
        turn: Turn,
        reason: RefusalReason,
    ) -> Result<(), Contradiction> {
        let illegal = self.evidence(number, turn, reason)?;
        if self.rules.illegal == IllegalTurn::Loses {
            let mut reference = self.reference()?;
            Referee::play(&mut reference, turn);
            let outcome = Referee::outcome(&reference).filter(|_| !reference.is_scored());
            let (player, rule) = (illegal.player, self.rules.illegal.rule());
            self.decisive = outcome.map(|outcome| DecisiveMove {
                number,
                player,
                turn,
                rule,
                outcome,
                repeats: None,
            });
        }
        self.illegal.push(illegal);
        Ok(())
    }

    /// Whether the game is over: by passes, including those that the record leaves out, or by a play that decides it.
    fn is_over(&mut self) -> bool {
        self.has_ended_since_it_resumed() || self.engine.status() == Ok(Some(Status::Over))
    }

    /// Returns the current position.
    pub(super) fn position(&mut self) -> Position {
        self.engine.board().ok().flatten().expect("a built-in engine shows its board")
    }

    /// Returns the score of the current position as it stands.
    pub(super) fn score(&mut self) -> Score {
        self.engine.areas()
    }

    /// Returns the score without the stones that living stones of the opponent enclose. `None` unless the rules are read to the
    /// letter and count these stones.
    pub(super) fn score_without_enclosed(&self) -> Option<Score> {
        if !self.literal || self.setup.rules.enclosed == Enclosed::Dead {
            return None;
        }
        let rules = self.setup.rules.enclosed(Enclosed::Dead);
        let mut engine = engine(&Setup { rules, ..self.setup.clone() }).ok()?;
        for (turn, _) in &self.line {
            engine.play(*turn).ok()?;
        }
        Some(engine.areas())
    }
}
