//! The reference and an engine in one game.

use crate::counts::Counts;
use crate::finding::{Checked, Finding, GameFinding, When, Wrong};
use crate::panics;
use superko::engines::Reference;
use superko::{
    Agreement, Color, Difference, Engine, Event, Events, Expected, Fault, IllegalTurn, Judgment,
    Komi, Point, Position, Record, Referee, Refusal, RefusalReason, Ruling, Settlement, Setup,
    Status, Turn,
};

/// A game that the reference and the engine play in lockstep.
///
/// Every method that compares fails with a [`GameFinding`] if they differ, and if the engine panics
/// or does not answer. If a refusal of the engine names a reason, it must be the reason that the
/// reference gives. [`superko::compare()`] is less strict: it asks an engine only whether a turn is
/// legal.
pub struct Lockstep<'a> {
    engine: &'a mut dyn Engine,
    counts: &'a mut Counts,
    referee: Reference,
    record: Record,
    /// Every turn that can be named, in the order of [`Turn::all`].
    all: Vec<Turn>,
    /// The judgment of the reference on each of them, if it was asked about all since the last
    /// turn.
    judgments: Vec<Judgment>,
    /// The game at its latest mark.
    marked: Option<Reference>,
    /// The turns tried before the game went back to its mark, and the number of turns taken back.
    before: Option<(Vec<Turn>, usize)>,
    /// The illegal turn that lost the game, under rules by which an illegal turn loses.
    lost: Option<Turn>,
}

impl<'a> Lockstep<'a> {
    /// Begins a game on both sides.
    pub fn begin(
        setup: &Setup,
        engine: &'a mut dyn Engine,
        counts: &'a mut Counts,
    ) -> Checked<Lockstep<'a>> {
        let record = Record::from_setup(setup.clone(), Vec::new());
        let (referee, all) = (Reference::set_up(setup), Turn::all(setup.size()).collect());
        let (judgments, marked, before, lost) = (Vec::new(), None, None, None);
        let mut game =
            Lockstep { engine, counts, referee, record, all, judgments, marked, before, lost };
        game.engine(None, When::Beginning, |engine| engine.start(setup))?;
        game.counts.reach(Events::default().with(Event::Beginning));
        game.compare_position(When::Beginning)?;
        Ok(game)
    }

    /// Returns the reference.
    pub fn referee(&self) -> &Reference {
        &self.referee
    }

    /// Returns the turns tried so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.referee.status() == Status::Over
    }

    /// Returns every turn that can be named, with the judgment of the reference in the last
    /// [`ask_all`](Lockstep::ask_all). Returns nothing if a turn was played since.
    pub fn judgments(&self) -> impl Iterator<Item = (Turn, &Judgment)> {
        self.all.iter().copied().zip(&self.judgments)
    }

    /// Returns the legal turns of the game. These can be taken back.
    pub fn legal_turns(&self) -> impl Iterator<Item = Turn> {
        self.referee.history().iter().filter_map(|stage| stage.by.map(|(_, turn)| turn))
    }

    /// Compares the answers of both sides about every turn, without playing any.
    pub fn ask_all(&mut self) -> Checked {
        let all = std::mem::take(&mut self.all);
        let judgments = self.compare_answers(&all);
        self.all = all;
        self.judgments = judgments?;
        Ok(())
    }

    /// Compares the answers about some turns, like [`ask_all`](Lockstep::ask_all).
    pub fn ask(&mut self, turns: &[Turn]) -> Checked {
        self.compare_answers(turns).map(drop)
    }

    /// Compares the answers of both sides about turns, and returns the judgments of the reference.
    fn compare_answers(&mut self, turns: &[Turn]) -> Checked<Vec<Judgment>> {
        let answers = self.engine(None, When::Asked, |engine| engine.are_legal(turns))?;
        assert_eq!(answers.len(), turns.len(), "an answer for each question");
        let mut judgments = Vec::with_capacity(turns.len());
        for (&turn, answer) in turns.iter().zip(answers) {
            let mut judgment = self.referee.judge(turn);
            if let Some(ruling) = answer {
                self.counts.compare();
                self.compare_ruling(turn, &judgment, ruling, When::Asked)?;
            }
            if self.is_rare(&judgment) {
                let expected = Expected::judged(&self.referee, turn, judgment);
                self.counts.reach(expected.events);
                judgment = expected.judgment;
            }
            judgments.push(judgment);
        }
        Ok(judgments)
    }

    /// Returns whether to count the events of a turn that is only asked about. The turn counts if it
    /// is refused because it repeats a position before the present one, or if it removes at least
    /// three stones. Other events are so common that counting them would take longer than comparing
    /// the answers.
    fn is_rare(&self, judgment: &Judgment) -> bool {
        let repeats = matches!(judgment.refusal, Some(Refusal::Repetition { cycle: 2.., .. }));
        let emptied = |after: &Position| {
            after.count(Color::Empty) >= self.referee.position().count(Color::Empty) + 2
        };
        repeats || judgment.removing.as_ref().is_some_and(emptied)
    }

    /// Tries a turn on both sides. Compares their rulings, the position, the status, and the score
    /// if the turn ends the game.
    pub fn play(&mut self, turn: Turn) -> Checked<Judgment> {
        let place =
            turn.point().map_or(self.all.len() - 1, |point| self.record.size().index(point));
        let expected = match self.judgments.is_empty() {
            false => {
                let judgment = self.judgments.swap_remove(place);
                Expected::judged(&self.referee, turn, judgment)
            }
            true => Expected::of(&self.referee, turn),
        };
        self.judgments.clear();
        self.counts.reach(expected.events);
        let judgment = Referee::play(&mut self.referee, turn);
        assert_eq!(judgment, expected.judgment, "the reference rules on {turn} as it said");
        let ruling = self.engine(Some(turn), When::Tried, |engine| engine.play(turn))?;
        self.counts.compare();
        self.compare_ruling(turn, &judgment, ruling, When::Tried)?;
        self.record.turns.push(turn);
        self.lost = (judgment.ends && judgment.refusal.is_some()).then_some(turn).or(self.lost);
        self.compare_position(When::After)?;
        if judgment.refusal.is_none() && self.is_over() {
            self.counts.reach(Events::of_end(self.referee.position()));
            self.score()?;
        }
        Ok(judgment)
    }

    /// Passes until the game is over. Then tries one more pass and one more play on both sides.
    pub fn pass_out(&mut self) -> Checked {
        self.pass_until_over()?;
        self.play(Turn::Pass)?;
        self.play(self.all[0]).map(drop)
    }

    fn pass_until_over(&mut self) -> Checked {
        while !self.is_over() {
            self.play(Turn::Pass)?;
        }
        Ok(())
    }

    /// Under rules with an agreement, passes until the game ends or stops. Then the players settle
    /// something, which the number of turns selects: no stones are dead, or every other stone is,
    /// or the players disagree, if the rules allow it. After that they pass until the game is over.
    /// No turn is taken back afterwards. If the engine cannot settle, this is not a finding. Under
    /// other rules, nothing happens.
    pub fn settle(&mut self) -> Checked {
        if !self.record.rules().agreement.asks() {
            return Ok(());
        }
        self.pass_until_over()?;
        let position = self.referee.position();
        let is_stone = |&point: &Point| position[point] != Color::Empty;
        let every_other = position.size().points().filter(is_stone).step_by(2).collect();
        let rules = self.record.rules();
        let settlement = match (self.referee.history().len() % 3, rules.agreement) {
            (0, _) => Settlement::Agreed(Vec::new()),
            (1, Agreement::Resume) => Settlement::Disagreed,
            _ => Settlement::Agreed(every_other),
        };
        if Referee::settle(&mut self.referee, &settlement).is_err()
            || self.engine(None, When::After, |engine| engine.settle(&settlement))?.is_none()
        {
            return Ok(());
        }
        // In a record, the players settle after the passes that end the game for the first time.
        self.record.turns = self.legal_turns().collect();
        self.record.settlement = settlement;
        self.judgments.clear();
        self.compare_status(When::After)?;
        self.pass_until_over()?;
        self.score()
    }

    /// Plays turns that are known to be legal on both sides, one after the other.
    pub fn play_all(&mut self, turns: &[Turn]) -> Checked {
        for &turn in turns {
            let judgment = self.play(turn)?;
            assert_eq!(judgment.refusal, None, "{turn} is legal after {}", self.record);
        }
        Ok(())
    }

    /// Plays a turn on both sides and takes it back. Returns whether the engine can take turns
    /// back. If it cannot, the turn stays played.
    ///
    /// Under rules by which an illegal attempt loses, illegal turns are not tried: such an attempt
    /// cannot be taken back alone.
    pub fn try_out(&mut self, turn: Turn) -> Checked<bool> {
        if self.record.rules().illegal == IllegalTurn::Loses
            && self.referee.judge(turn).refusal.is_some()
        {
            return Ok(true);
        }
        let (referee, turns) = (self.referee.clone(), self.record.turns.len());
        let judgments = std::mem::take(&mut self.judgments);
        let judgment = self.play(turn)?;
        if judgment.refusal.is_none() {
            if !self.engine_goes_back(referee.history().len() - 1)? {
                return Ok(false);
            }
            self.referee = referee;
            self.compare_status(When::Undone(1))?;
        }
        self.record.turns.truncate(turns);
        self.judgments = judgments;
        Ok(true)
    }

    /// Starts the game again on both sides, and plays the legal turns once more.
    pub fn again(&mut self) -> Checked {
        let turns: Vec<Turn> = self.legal_turns().collect();
        let setup = self.record.setup.clone();
        self.engine(None, When::Beginning, |engine| engine.start(&setup))?;
        self.referee = Reference::set_up(&setup);
        self.record.turns.clear();
        self.judgments.clear();
        self.lost = None;
        self.play_all(&turns)
    }

    /// Has the engine take all turns back, and then play the legal ones again. Compares the
    /// position and the status at the end. If the engine cannot take turns back, this is not a
    /// finding.
    pub fn undo_and_redo(&mut self) -> Checked {
        if !self.engine_goes_back(0)? {
            return Ok(());
        }
        self.redo(0)?;
        self.compare_position(When::Redone(self.referee.history().len() - 1))
    }

    /// Has the engine take turns back until `left` are left, and compares the boards on the way.
    /// Returns whether the engine can take turns back. If it cannot, it plays again what it took
    /// back.
    fn engine_goes_back(&mut self, left: usize) -> Checked<bool> {
        let turns = self.referee.history().len() - 1;
        for stage in (left..turns).rev() {
            let when = When::Undone(turns - stage);
            if self.engine(None, when, |engine| engine.undo())?.is_none() {
                self.redo(stage + 1)?;
                return Ok(false);
            }
            let answer = self.engine(None, when, |engine| engine.board())?;
            let reference = &self.referee.history()[stage].position;
            if let Some(engine) = answer
                && engine != *reference
            {
                let difference = Difference::Board(reference.clone(), engine);
                return self.fail(difference, when);
            }
        }
        Ok(true)
    }

    /// Has the engine, which went back to `turns` turns, play the others again.
    fn redo(&mut self, turns: usize) -> Checked {
        let when = When::Redone(self.referee.history().len() - 1 - turns);
        for stage in turns + 1..self.referee.history().len() {
            let (_, turn) = self.referee.history()[stage].by.expect("a turn made it");
            let ruling = self.engine(None, when, |engine| engine.play(turn))?;
            if ruling != Ruling::Allowed {
                return self.fail(Difference::Ruling(None, ruling), when);
            }
        }
        if let Some(turn) = self.lost {
            self.engine(None, when, |engine| engine.play(turn))?;
        }
        Ok(())
    }

    /// Takes this many legal turns back on both sides, or all if there are fewer. The reference
    /// plays the remaining turns again from the start. If the engine cannot take turns back, the
    /// game stays as it is.
    pub fn undo(&mut self, turns: usize) -> Checked {
        let all = self.legal_turns().count();
        let left = all.saturating_sub(turns);
        if left == all && self.lost.is_some() {
            return Ok(());
        }
        let mut referee = Reference::set_up(&self.record.setup);
        for turn in self.legal_turns().take(left) {
            Referee::play(&mut referee, turn);
        }
        self.marked = None;
        if self.go_back_to(referee)? {
            self.score()?;
        }
        Ok(())
    }

    /// Remembers the game as it stands for [`go_back`](Lockstep::go_back), after 0, 1, 3, 7 and so
    /// on legal turns. This is often enough that at most about half of a long game is taken back,
    /// and seldom enough to cost nothing.
    pub fn mark(&mut self) {
        let length = self.referee.history().len();
        let is_new = self.marked.as_ref().is_none_or(|marked| marked.history().len() < length);
        if is_new && length.is_power_of_two() && !self.is_over() {
            self.marked = Some(self.referee.clone());
        }
    }

    /// Goes back to the latest [`mark`](Lockstep::mark) on both sides. There, `ask` asks about
    /// turns, and the player passes.
    ///
    /// Mistakes in what an engine remembers besides the board, such as passes and earlier
    /// positions, appear only there: [`undo_and_redo`](Lockstep::undo_and_redo) goes back to the
    /// beginning, where nothing of that is left. If the engine cannot take turns back, this is not
    /// a finding.
    pub fn go_back(&mut self, ask: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let Some(marked) = self.marked.take() else { return Ok(()) };
        let turns = self.referee.history().len() - marked.history().len();
        if turns == 0 {
            return Ok(());
        }
        self.before = Some((self.record.turns.clone(), turns));
        if self.go_back_to(marked)? {
            ask(self)?;
            self.play(Turn::Pass)?;
        }
        self.before = None;
        Ok(())
    }

    /// Takes engine and reference back to `referee`, an earlier part of the game. Returns whether
    /// the engine can take turns back. If it cannot, the game stays as it is.
    fn go_back_to(&mut self, referee: Reference) -> Checked<bool> {
        let (from, to) = (self.referee.history().len(), referee.history().len());
        if !self.engine_goes_back(to - 1)? {
            return Ok(false);
        }
        self.referee = referee;
        self.judgments.clear();
        self.lost = None;
        self.record.turns = self.legal_turns().collect();
        self.compare_status(When::Undone(from - to))?;
        Ok(true)
    }

    /// Compares the score as if the game ended now. If a turn decided the game, compares the
    /// outcome instead.
    pub fn score(&mut self) -> Checked {
        let answer = self.engine(None, When::Scored, |engine| engine.score())?;
        let Some(engine) = answer else { return Ok(()) };
        let reference = self.referee.score();
        if let Some(outcome) = self.referee.outcome().filter(|_| !self.referee.is_scored()) {
            return match engine.tells(outcome, reference.quarter_points()) {
                Some(false) => self.fail(Difference::Outcome(outcome, engine), When::Scored),
                _ => Ok(()),
            };
        }
        if engine.is_of(reference, Komi::default()) {
            return Ok(());
        }
        // Pass the game out, so that the finding also appears to those who ask for the score only
        // at the end.
        while !self.is_over() {
            self.record.turns.push(Turn::Pass);
            Referee::play(&mut self.referee, Turn::Pass);
        }
        self.fail(Difference::Score(reference, Komi::default(), engine), When::Scored)
    }

    fn compare_ruling(
        &self,
        turn: Turn,
        judgment: &Judgment,
        ruling: Ruling,
        when: When,
    ) -> Checked {
        let agrees = match (judgment.ruling(), ruling) {
            (Ruling::Forbidden(_), Ruling::Forbidden(RefusalReason::Unstated)) => true,
            (reference, engine) => reference == engine,
        };
        match agrees {
            true => Ok(()),
            false => {
                let difference = Difference::Ruling(judgment.refusal, ruling);
                Err(self.finding(Some(turn), Wrong::Difference(difference), when))
            }
        }
    }

    fn compare_position(&mut self, when: When) -> Checked {
        let answer = self.engine(None, when, |engine| engine.board())?;
        if let Some(engine) = answer
            && engine != *self.referee.position()
        {
            let reference = self.referee.position().clone();
            return self.fail(Difference::Board(reference, engine), when);
        }
        self.compare_status(when)
    }

    fn compare_status(&mut self, when: When) -> Checked {
        let answer = self.engine(None, when, |engine| engine.status())?;
        if let Some(engine) = answer
            && engine != self.referee.status()
        {
            return self.fail(Difference::Status(self.referee.status(), engine), when);
        }
        Ok(())
    }

    /// Asks the engine. The question may be about a turn that is not yet part of the record.
    fn engine<T>(
        &mut self,
        turn: Option<Turn>,
        when: When,
        ask: impl FnOnce(&mut dyn Engine) -> Result<T, Fault>,
    ) -> Checked<T> {
        let wrong = match panics::catch(|| ask(self.engine)) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(fault)) => Wrong::Fault(fault),
            Err(panic) => Wrong::Panic(panic),
        };
        Err(self.finding(turn, wrong, when))
    }

    fn fail<T>(&self, difference: Difference, when: When) -> Checked<T> {
        Err(self.finding(None, Wrong::Difference(difference), when))
    }

    #[cold]
    fn finding(&self, turn: Option<Turn>, wrong: Wrong, when: When) -> Box<Finding> {
        let mut record = self.record.clone();
        record.turns.extend(turn);
        let before = self.before.clone();
        Box::new(Finding::Game(GameFinding { record, wrong, when, before }))
    }
}

impl std::fmt::Debug for Lockstep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lockstep").field("record", &self.record).finish_non_exhaustive()
    }
}
