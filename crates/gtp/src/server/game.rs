//! The game that is served: an engine, the start of the game, and the moves that clients know of.
//!
//! GTP lets a player move twice in a row; the rules do not. The opponent is then assumed to have passed. If
//! that pass would end the game, because the player's own last move was a pass, that last pass is ignored
//! instead. Before the first move it only determines who plays first.

use superko_engine::referee::{REPEATS_START, Referee, Refusal};
use superko_engine::{Engine, Fault, Reference, RefusalReason, Ruling, quote};
use superko_game::rules::{Agreement, IllegalTurn, LongCycle, Repeat, Rules};
use superko_game::{Color, Outcome, Player, Point, Position, Settlement, Setup, Status, Turn};

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) player: Player,
    pub(super) turn: Turn,
    adjustment: Adjustment,
}

/// What makes it the turn of the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adjustment {
    /// Nothing: it is the player's turn.
    None,
    /// The player begins the game, and not the other player.
    First,
    /// The opponent is assumed to have passed.
    AssumedPass,
    /// The player's own pass before this move is ignored.
    IgnoredPass,
}

/// An engine with the game that it plays.
pub(super) struct Game {
    pub(super) engine: Box<dyn Engine>,
    /// The beginning of the game.
    pub(super) setup: Setup,
    /// The moves so far, as clients know them.
    pub(super) moves: Vec<Move>,
    /// Whether the engine takes turns back by itself.
    undoes: bool,
    /// The settlement of the players when passes first end the game.
    pub(super) settlement: Settlement,
    /// Whether the players have settled the game.
    is_settled: bool,
    /// The illegal turn that ended the game.
    pub(super) lost_by: Option<Turn>,
    /// The player whose turn it is for a question, and what makes it so.
    asked: Option<(Player, Adjustment)>,
}

impl Game {
    /// Begins a game, and finds out whether the engine takes turns back.
    pub(super) fn new(mut engine: Box<dyn Engine>, setup: Setup) -> Result<Game, Fault> {
        engine.start(&setup)?;
        engine.play(Turn::Pass)?;
        let undoes = engine.undo()?.is_some();
        engine.start(&setup)?;
        Ok(Game {
            engine,
            setup,
            moves: Vec::new(),
            undoes,
            settlement: Settlement::Nothing,
            is_settled: false,
            lost_by: None,
            asked: None,
        })
    }

    /// Returns the points that the players have agreed to be dead.
    pub(super) fn dead(&self) -> &[Point] {
        match &self.settlement {
            Settlement::Agreed(dead) if self.is_settled => dead,
            _ => &[],
        }
    }

    /// Resumes play if the passes that first end the game have just been played and the rules let players who disagree resume it.
    pub(super) fn resume(&mut self) -> Result<(), String> {
        let may_resume = self.setup.rules.agreement == Agreement::Resume
            && self.settlement == Settlement::Nothing
            && self.is_over();
        if !may_resume {
            return Ok(());
        }
        self.settlement = Settlement::Disagreed;
        self.replay()?;
        if !self.is_settled {
            self.settlement = Settlement::Nothing;
        }
        Ok(())
    }

    /// Returns the player whose turn it is, or would be if the game were not over.
    pub(super) fn to_move(&self) -> Player {
        let next = self.moves.last().map_or(self.setup.first, |last| last.player.opponent());
        self.asked.map_or(next, |(player, _)| player)
    }

    /// Returns the turns that the engine has played, including assumed passes, each with the number of its
    /// move.
    pub(super) fn turns(&self) -> Vec<(Turn, usize)> {
        let mut turns = Vec::with_capacity(self.moves.len());
        for (place, played) in self.moves.iter().enumerate() {
            adjust(&mut turns, played.adjustment, place);
            turns.push((played.turn, place + 1));
        }
        if let Some((_, adjustment)) = self.asked {
            adjust(&mut turns, adjustment, self.moves.len());
        }
        turns
    }

    /// Begins a new game.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), Fault> {
        self.engine.start(&setup)?;
        self.setup = setup;
        self.moves.clear();
        (self.settlement, self.is_settled) = (Settlement::Nothing, false);
        self.lost_by = None;
        Ok(())
    }

    /// Replays the same moves from another start, or under other rules. If that fails, the moves are replayed as before.
    pub(super) fn replay_from(&mut self, setup: Setup) -> Result<(), String> {
        let (before, lost_by) = (std::mem::replace(&mut self.setup, setup), self.lost_by);
        let replayed = self.replay();
        if replayed.is_err() {
            self.setup = before;
            self.replay()?;
        }
        self.lost_by = lost_by.filter(|_| self.setup.rules.illegal == IllegalTurn::Loses);
        replayed
    }

    /// Plays a move, or refuses it with the reason. A refusal changes nothing, unless it loses the game under the rules.
    pub(super) fn play(&mut self, player: Player, turn: Turn) -> Result<(), String> {
        let may_lose = self.setup.rules.illegal == IllegalTurn::Loses && !self.is_over();
        let adjustment = self.give_turn(player)?;
        match self.play_on_engine(turn)? {
            Ruling::Allowed => {
                self.moves.push(Move { player, turn, adjustment });
                Ok(())
            }
            Ruling::Forbidden(reason) => {
                let mut why = format!("illegal move{}", self.reason(reason, adjustment, turn));
                if may_lose {
                    self.lost_by = Some(turn);
                    why += ", and the game is lost";
                } else {
                    self.take_back(adjustment, 0)?;
                }
                Err(why)
            }
        }
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let last = self.moves.pop().ok_or("cannot undo: there is no earlier move")?;
        if !self.is_settled {
            return self.take_back(last.adjustment, 1);
        }
        self.replay()?;
        if !self.is_settled {
            // The passes after which the players settled the game were taken back.
            self.settlement = Settlement::Nothing;
        }
        Ok(())
    }

    /// Asks a question as if it were this player's turn.
    pub(super) fn as_if_turn_of<T>(
        &mut self,
        player: Player,
        ask: impl FnOnce(&mut Game) -> Result<T, String>,
    ) -> Result<T, String> {
        let adjustment = self.give_turn(player)?;
        self.asked = Some((player, adjustment));
        let answer = ask(self);
        self.asked = None;
        self.take_back(adjustment, 0)?;
        answer
    }

    /// Returns those of some turns that the engine permits to the player whose turn it is.
    pub(super) fn legal(&mut self, turns: &[Turn]) -> Result<Vec<Turn>, String> {
        let answers = self.engine.are_legal(turns).map_err(|fault| fault_message(&fault))?;
        let permitted = |answer: &Option<Ruling>| *answer == Some(Ruling::Allowed);
        let both = turns.iter().zip(answers);
        Ok(both.filter(|(_, answer)| permitted(answer)).map(|(&turn, _)| turn).collect())
    }

    pub(super) fn position(&mut self) -> Result<Position, String> {
        given(self.engine.board())
    }

    /// Returns whether the game is over; false if the engine does not say.
    pub(super) fn is_over(&mut self) -> bool {
        self.lost_by.is_some() || self.engine.status() == Ok(Some(Status::Over))
    }

    /// Counts the stones of a player that were removed from the board.
    pub(super) fn lost_stones(&mut self, player: Player) -> Result<usize, String> {
        let position = self.position()?;
        let played = |played: &&Move| played.player == player && played.turn != Turn::Pass;
        let placed =
            self.setup.position.count(player.color()) + self.moves.iter().filter(played).count();
        Ok(placed.saturating_sub(position.count(player.color())))
    }

    /// Returns the outcome of the game, if a turn decided it and not its score.
    pub(super) fn decided_by_a_turn(&mut self) -> Option<Outcome> {
        let Rules { illegal, repeat, long_cycle, .. } = self.setup.rules;
        let usual = (IllegalTurn::Refused, Repeat::Illegal, LongCycle::GoesOn);
        if (illegal, repeat, long_cycle) == usual || !self.is_over() {
            return None;
        }
        let turns = self.turns().into_iter().map(|(turn, _)| turn);
        let referee = self.reference(turns.chain(self.lost_by));
        referee.outcome().filter(|_| !referee.is_scored())
    }

    /// Has the engine play a turn, and settles the game after the passes that first end it.
    fn play_on_engine(&mut self, turn: Turn) -> Result<Ruling, String> {
        let ruling = self.engine.play(turn).map_err(|fault| fault_message(&fault))?;
        let ends = self.settlement != Settlement::Nothing
            && !self.is_settled
            && (ruling, turn) == (Ruling::Allowed, Turn::Pass)
            && self.is_over();
        if ends {
            let settled =
                self.engine.settle(&self.settlement).map_err(|fault| fault_message(&fault))?;
            self.is_settled = settled.is_some();
        }
        Ok(ruling)
    }

    /// Makes it this player's turn, and returns what was needed for that.
    fn give_turn(&mut self, player: Player) -> Result<Adjustment, String> {
        if player == self.to_move() || self.is_over() {
            return Ok(Adjustment::None);
        }
        if self.moves.is_empty() {
            self.setup.first = player;
            self.replay()?;
            return Ok(Adjustment::First);
        }
        let passed = self.engine.play(Turn::Pass).map_err(|fault| fault_message(&fault))?;
        if passed == Ruling::Allowed && !self.is_over() {
            return Ok(Adjustment::AssumedPass);
        }
        let mut turns = self.turns();
        if turns.pop().is_some_and(|(turn, _)| turn == Turn::Pass) {
            self.replay_turns(&turns)?;
            return Ok(Adjustment::IgnoredPass);
        }
        self.replay()?;
        Err(format!("illegal move: it is {}'s turn", self.to_move()))
    }

    /// Takes back some turns of the engine, and the adjustment that made it the player's turn. With 0 turns, this undoes
    /// [`give_turn`](Game::give_turn).
    fn take_back(&mut self, adjustment: Adjustment, turns: usize) -> Result<(), String> {
        let turns = match adjustment {
            Adjustment::None => turns,
            Adjustment::AssumedPass => turns + 1,
            Adjustment::First => {
                self.setup.first = self.setup.first.opponent();
                return self.replay();
            }
            Adjustment::IgnoredPass => return self.replay(),
        };
        if !self.undoes || self.lost_by.is_some() {
            return if turns == 0 { Ok(()) } else { self.replay() };
        }
        for _ in 0..turns {
            if given(self.engine.undo()).is_err() {
                return self.replay();
            }
        }
        Ok(())
    }

    /// Plays the game from its beginning.
    fn replay(&mut self) -> Result<(), String> {
        self.replay_turns(&self.turns())
    }

    fn replay_turns(&mut self, turns: &[(Turn, usize)]) -> Result<(), String> {
        (self.lost_by, self.is_settled) = (None, false);
        self.engine.start(&self.setup).map_err(|fault| fault_message(&fault))?;
        for (turn, number) in turns {
            if self.play_on_engine(*turn)? != Ruling::Allowed {
                return Err(format!("move {number}, {turn}, is illegal"));
            }
        }
        Ok(())
    }

    /// Returns why a turn is refused, as the end of a sentence.
    fn reason(&self, reason: RefusalReason, adjustment: Adjustment, turn: Turn) -> String {
        match reason {
            RefusalReason::Over => ": the game is over".to_owned(),
            RefusalReason::NoStones => ": no stones left".to_owned(),
            RefusalReason::Occupied => ": occupied".to_owned(),
            RefusalReason::Suicide => ": suicide".to_owned(),
            RefusalReason::Repetition => format!(": {}", self.repeated(adjustment, turn)),
            RefusalReason::Unstated => String::new(),
        }
    }

    /// Returns the reference after some turns.
    fn reference(&self, turns: impl Iterator<Item = Turn>) -> Reference {
        let mut referee = Reference::set_up(&self.setup);
        let mut ended = false;
        for turn in turns {
            Referee::play(&mut referee, turn);
            if !ended && Referee::status(&referee) == Status::Over {
                // A game that cannot be settled stays as it is.
                let _ = Referee::settle(&mut referee, &self.settlement);
                ended = true;
            }
        }
        referee
    }

    /// Returns what a turn repeats, according to the reference.
    fn repeated(&self, adjustment: Adjustment, turn: Turn) -> String {
        let mut turns = self.turns();
        adjust(&mut turns, adjustment, self.moves.len());
        let referee = self.reference(turns.iter().map(|(turn, _)| *turn));
        match referee.judge(turn).refusal {
            Some(Refusal::Repetition { earlier: 0, .. }) => match self.setup.is_empty() {
                true => REPEATS_START.to_owned(),
                false => "repeats the starting position".to_owned(),
            },
            Some(Refusal::Repetition { earlier, .. }) => {
                let number = turns.get(earlier - 1).map_or(0, |(_, number)| *number);
                format!("repeats the position after move {number}")
            }
            _ => "superko".to_owned(),
        }
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Game { engine, setup, moves, .. } = self;
        write!(f, "Game({}, {setup}, {} moves)", engine.about().name, moves.len())
    }
}

/// Adjusts a list of turns of an engine, after this many moves, so that it is a player's turn.
fn adjust(turns: &mut Vec<(Turn, usize)>, adjustment: Adjustment, moves: usize) {
    match adjustment {
        Adjustment::None | Adjustment::First => {}
        Adjustment::AssumedPass => turns.push((Turn::Pass, moves)),
        Adjustment::IgnoredPass => {
            turns.pop();
        }
    }
}

/// Returns the answer of an engine, or an error message if the engine gives none.
pub(super) fn given<T>(answer: Result<Option<T>, Fault>) -> Result<T, String> {
    match answer {
        Ok(Some(given)) => Ok(given),
        Ok(None) => Err("cannot say".to_owned()),
        Err(fault) => Err(fault_message(&fault)),
    }
}

/// Returns the error message for a fault of the engine.
pub(super) fn fault_message(fault: &Fault) -> String {
    format!("cannot answer: {}", quote(&fault.to_string()))
}

/// Returns whether a turn is a play in an eye of a player: an empty point whose neighbors are all the player's. At most one of
/// its diagonal points may be the opponent's, and none at the edge.
pub(super) fn is_eye(position: &Position, player: Player, turn: Turn) -> bool {
    let Turn::Play(point) = turn else { return false };
    let size = position.size();
    let own = player.color();
    if position[point] != Color::Empty || size.neighbors(point).any(|next| position[next] != own) {
        return false;
    }
    let mut theirs = 0;
    let mut edge = false;
    for (right, up) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        let place = |center: u8, step: u8| (center + step).checked_sub(1);
        let corner = place(point.column(), right).zip(place(point.row(), up));
        match corner.and_then(|(column, row)| size.point(column, row)) {
            Some(corner) => {
                theirs += usize::from(position[corner] == player.opponent().color());
            }
            None => edge = true,
        }
    }
    theirs + usize::from(edge) <= 1
}
