//! Reference and engine in one game.

use crate::counts::Counts;
use crate::finding::{Checked, Finding, GameFinding, When, Wrong};
use crate::panics;
use superko::engines::Reference;
use superko::{
    Agreement, Color, Difference, Engine, Event, Events, Expected, Fault, IllegalTurn, Judgment,
    Komi, Point, Position, Record, Referee, Refusal, RefusalReason, Ruling, Settlement, Setup,
    Status, Turn,
};

/// A game that reference and engine play in lock step.
///
/// Every method that compares fails with a [`GameFinding`] where they differ, and where the engine panics or does not
/// answer. Unlike [`superko::compare()`], which asks a foreign engine only whether a turn is legal, a refusal that names
/// its reason must name the one that the reference gives.
pub struct Lockstep<'a> {
    engine: &'a mut dyn Engine,
    counts: &'a mut Counts,
    referee: Reference,
    record: Record,
    /// Every turn that can be named, in the order of [`Turn::all`].
    all: Vec<Turn>,
    /// What the reference says of each of them, if it was asked about all since the last turn.
    judgements: Vec<Judgment>,
    /// The game at its latest mark.
    marked: Option<Reference>,
    /// What was tried before the game went back to its mark, and how many turns were taken back.
    before: Option<(Vec<Turn>, usize)>,
    /// The illegal turn that lost the game, where the rules say that it does.
    lost: Option<Turn>,
}

impl<'a> Lockstep<'a> {
    /// Both begin a game.
    pub fn begin(
        setup: &Setup,
        engine: &'a mut dyn Engine,
        counts: &'a mut Counts,
    ) -> Checked<Lockstep<'a>> {
        let record = Record::from_setup(setup.clone(), Vec::new());
        let (referee, all) = (Reference::set_up(setup), Turn::all(setup.size()).collect());
        let (judgements, marked, before, lost) = (Vec::new(), None, None, None);
        let mut game =
            Lockstep { engine, counts, referee, record, all, judgements, marked, before, lost };
        game.engine(None, When::Beginning, |engine| engine.start(setup))?;
        game.counts.reach(Events::default().with(Event::Beginning));
        game.compare_position(When::Beginning)?;
        Ok(game)
    }

    /// The side that is right.
    pub fn referee(&self) -> &Reference {
        &self.referee
    }

    /// What was tried so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.referee.status() == Status::Over
    }

    /// Every turn that can be named and what the reference said of it in the last [`ask_all`](Lockstep::ask_all), if
    /// nothing was played since.
    pub fn judgements(&self) -> impl Iterator<Item = (Turn, &Judgment)> {
        self.all.iter().copied().zip(&self.judgements)
    }

    /// The legal turns of the game, which are those that can be taken back.
    pub fn legal_turns(&self) -> impl Iterator<Item = Turn> {
        self.referee.history().iter().filter_map(|stage| stage.by.map(|(_, turn)| turn))
    }

    /// Compares what both say of every turn, without playing any.
    pub fn ask_all(&mut self) -> Checked {
        let all = std::mem::take(&mut self.all);
        let judgements = self.compare_answers(&all);
        self.all = all;
        self.judgements = judgements?;
        Ok(())
    }

    /// As [`ask_all`](Lockstep::ask_all), of some turns.
    pub fn ask(&mut self, turns: &[Turn]) -> Checked {
        self.compare_answers(turns).map(drop)
    }

    /// Compares what both say of turns, and returns what the reference says.
    fn compare_answers(&mut self, turns: &[Turn]) -> Checked<Vec<Judgment>> {
        let answers = self.engine(None, When::Asked, |engine| engine.are_legal(turns))?;
        assert_eq!(answers.len(), turns.len(), "an answer for each question");
        let mut judgements = Vec::with_capacity(turns.len());
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
            judgements.push(judgment);
        }
        Ok(judgements)
    }

    /// Whether what a question reaches is counted though the turn is not tried: refused repetitions other than that of
    /// the present position, and plays that remove at least three stones. The others are so common that counting them
    /// would take longer than comparing them.
    fn is_rare(&self, judgment: &Judgment) -> bool {
        let repeats = matches!(judgment.refusal, Some(Refusal::Repetition { cycle: 2.., .. }));
        let emptied = |after: &Position| {
            after.count(Color::Empty) >= self.referee.position().count(Color::Empty) + 2
        };
        repeats || judgment.removing.as_ref().is_some_and(emptied)
    }

    /// Both try a turn; compares what they say of it, the position, the status, and the score if it ends the game.
    pub fn play(&mut self, turn: Turn) -> Checked<Judgment> {
        let place =
            turn.point().map_or(self.all.len() - 1, |point| self.record.size().index(point));
        let expected = match self.judgements.is_empty() {
            false => {
                let judgment = self.judgements.swap_remove(place);
                Expected::judged(&self.referee, turn, judgment)
            }
            true => Expected::of(&self.referee, turn),
        };
        self.judgements.clear();
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

    /// The players pass until the game is over; then both try a pass and a play too many.
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

    /// The players pass until the game ends or stops. Under rules with an agreement, they settle something then, which
    /// the number of turns chooses: no stones are dead, every other stone is, or the players disagree, if the rules let
    /// them, and pass once more. No turn is taken back afterwards. An engine that cannot do it is not held to it.
    pub fn settle(&mut self) -> Checked {
        if self.record.rules().agreement == Agreement::None {
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
        // A record is settled where passes first end the game.
        self.record.turns = self.legal_turns().collect();
        self.record.settlement = settlement;
        self.judgements.clear();
        self.compare_status(When::After)?;
        self.pass_until_over()?;
        self.score()
    }

    /// Both play turns that are known to be legal, one after the other.
    pub fn play_all(&mut self, turns: &[Turn]) -> Checked {
        for &turn in turns {
            let judgment = self.play(turn)?;
            assert_eq!(judgment.refusal, None, "{turn} is legal after {}", self.record);
        }
        Ok(())
    }

    /// Both play a turn and take it back. Says whether the engine can do that; if not, the turn is played.
    ///
    /// Where an illegal attempt loses, none is made: it cannot be taken back alone.
    pub fn try_out(&mut self, turn: Turn) -> Checked<bool> {
        if self.record.rules().illegal == IllegalTurn::Loses
            && self.referee.judge(turn).refusal.is_some()
        {
            return Ok(true);
        }
        let (referee, turns) = (self.referee.clone(), self.record.turns.len());
        let judgements = std::mem::take(&mut self.judgements);
        let judgment = self.play(turn)?;
        if judgment.refusal.is_none() {
            if !self.engine_goes_back(referee.history().len() - 1)? {
                return Ok(false);
            }
            self.referee = referee;
            self.compare_status(When::Undone(1))?;
        }
        self.record.turns.truncate(turns);
        self.judgements = judgements;
        Ok(true)
    }

    /// Both begin again and play the legal turns once more.
    pub fn again(&mut self) -> Checked {
        let turns: Vec<Turn> = self.legal_turns().collect();
        let setup = self.record.setup.clone();
        self.engine(None, When::Beginning, |engine| engine.start(&setup))?;
        self.referee = Reference::set_up(&setup);
        self.record.turns.clear();
        self.judgements.clear();
        self.lost = None;
        self.play_all(&turns)
    }

    /// The engine takes all turns back, and then those that were legal again; compares all that can be said at the end.
    /// An engine that cannot do this is not held to it.
    pub fn undo_and_redo(&mut self) -> Checked {
        if !self.engine_goes_back(0)? {
            return Ok(());
        }
        self.redo(0)?;
        self.compare_position(When::Redone(self.referee.history().len() - 1))
    }

    /// The engine takes turns back until so many are left; compares the boards on the way. Says whether the engine can
    /// do it; if not, it takes again what it has taken back.
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

    /// The engine, which has gone back to so many turns, takes the others again.
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

    /// Takes so many legal turns back on both sides, or as many as there are; the reference plays the others again. An
    /// engine that cannot do it stays where it is, and so does the game.
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

    /// Remembers the game as it stands, for [`go_back`](Lockstep::go_back), after 0, 1, 3, 7 and so on legal turns:
    /// often enough that about half of a long game is taken back at most, and seldom enough to cost nothing.
    pub fn mark(&mut self) {
        let length = self.referee.history().len();
        let is_new = self.marked.as_ref().is_none_or(|marked| marked.history().len() < length);
        if is_new && length.is_power_of_two() && !self.is_over() {
            self.marked = Some(self.referee.clone());
        }
    }

    /// Goes back to the latest [`mark`](Lockstep::mark) on both sides; `ask` asks about turns there, and the player
    /// passes.
    ///
    /// What an engine keeps beside the board, such as who has passed and what has been on the board, shows only there:
    /// [`undo_and_redo`](Lockstep::undo_and_redo) goes back to where nothing of it is left. An engine that cannot do it
    /// is not held to it.
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

    /// Takes engine and reference back to `referee`, an earlier part of the game. Returns whether the engine can do it; if not,
    /// the game stays as it is.
    fn go_back_to(&mut self, referee: Reference) -> Checked<bool> {
        let (from, to) = (self.referee.history().len(), referee.history().len());
        if !self.engine_goes_back(to - 1)? {
            return Ok(false);
        }
        self.referee = referee;
        self.judgements.clear();
        self.lost = None;
        self.record.turns = self.legal_turns().collect();
        self.compare_status(When::Undone(from - to))?;
        Ok(true)
    }

    /// Compares the score, were the game to end now; or what came of a game that a turn decided.
    pub fn score(&mut self) -> Checked {
        let answer = self.engine(None, When::Scored, |engine| engine.score())?;
        let Some(engine) = answer else { return Ok(()) };
        let reference = self.referee.score();
        if let Some(outcome) = self.referee.outcome().filter(|_| !self.referee.is_scored()) {
            return match engine.tells(outcome, 4 * reference.margin()) {
                Some(false) => self.fail(Difference::Outcome(outcome, engine), When::Scored),
                _ => Ok(()),
            };
        }
        if engine.is_of(reference, Komi::default()) {
            return Ok(());
        }
        // Passed out, so that it shows to those who ask for the score at the end only.
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

    /// What the engine answers, perhaps to a turn that is not yet part of the record.
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
