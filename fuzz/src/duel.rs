//! The reference and a engine on one game.

use crate::finding::Finding;
use crate::tally::Tally;
use superko::engines::Reference;
use superko::{
    Color, Difference, Engine, Event, Events, Expected, Fault, Judgment, Position, Record, Referee,
    Refusal, RefusalReason, ReportedScore, Rules, Ruling, Size, Status, Turn,
};

/// A game that both play. Every method that compares raises a [`Finding`] where they differ.
///
/// Unlike [`superko::examine`], which asks a foreign engine only whether a turn is legal, a refusal that names its
/// reason must name the one that the reference gives.
pub struct Duel<'a> {
    engine: &'a mut dyn Engine,
    tally: &'a mut Tally,
    referee: Reference,
    record: Record,
    /// Every turn that can be named, in the order of [`Turn::all`].
    all: Vec<Turn>,
    /// What the reference says of each of them, if it was asked about all since the last turn.
    map: Vec<Judgment>,
    /// The game at its latest mark.
    marked: Option<Reference>,
    /// What was tried before the game went back to its mark, and how many turns were taken back.
    before: Option<(Vec<Turn>, usize)>,
}

impl<'a> Duel<'a> {
    /// Both begin a game.
    pub fn begin(
        size: Size,
        rules: Rules,
        engine: &'a mut dyn Engine,
        tally: &'a mut Tally,
    ) -> Duel<'a> {
        let record = Record::new(size, rules, Vec::new());
        let (referee, all) = (Reference::new(size, rules), Turn::all(size).collect());
        let (map, marked, before) = (Vec::new(), None, None);
        let mut duel = Duel { engine, tally, referee, record, all, map, marked, before };
        let begun = duel.engine.start(size, &rules);
        duel.heard(begun);
        duel.tally.reach(Events::default().with(Event::Beginning));
        duel.compare_position("at the beginning");
        duel
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

    /// Every turn that can be named and what the reference said of it in the last [`survey`](Duel::survey), if no turn
    /// was taken since.
    pub fn map(&self) -> impl Iterator<Item = (Turn, &Judgment)> {
        self.all.iter().copied().zip(&self.map)
    }

    /// Compares what both say of every turn, before any is taken.
    pub fn survey(&mut self) {
        let answers = self.engine.survey(&self.all);
        let answers = self.heard(answers);
        assert_eq!(answers.len(), self.all.len(), "an answer for each question");
        self.map.clear();
        for (place, answer) in answers.into_iter().enumerate() {
            let turn = self.all[place];
            let judgment = self.referee.judge(turn);
            let judgment = self.compare_answer(turn, judgment, answer);
            self.map.push(judgment);
        }
    }

    /// As [`survey`](Duel::survey), of some turns.
    pub fn ask(&mut self, turns: &[Turn]) {
        let answers = self.engine.survey(turns);
        let answers = self.heard(answers);
        for (&turn, answer) in turns.iter().zip(answers) {
            let judgment = self.referee.judge(turn);
            self.compare_answer(turn, judgment, answer);
        }
    }

    /// Compares an answer, and returns the judgment that it was held against.
    fn compare_answer(
        &mut self,
        turn: Turn,
        judgment: Judgment,
        answer: Option<Ruling>,
    ) -> Judgment {
        if let Some(ruling) = answer {
            self.tally.compare();
            self.compare_ruling(turn, &judgment, ruling, "asked about");
        }
        if !self.is_telling(&judgment) {
            return judgment;
        }
        let Expected { judgment, events, .. } = Expected::judged(&self.referee, turn, judgment);
        self.tally.reach(events);
        judgment
    }

    /// Whether what a question reaches is counted though the turn is not tried: refused repetitions other than that of
    /// the present position, and plays that remove at least three stones. The others are so common that counting them
    /// would take longer than comparing them.
    fn is_telling(&self, judgment: &Judgment) -> bool {
        let repeats = matches!(judgment.refusal, Some(Refusal::Repetition { cycle: 2.., .. }));
        let emptied = |after: &Position| {
            after.count(Color::Empty) >= self.referee.position().count(Color::Empty) + 2
        };
        repeats || judgment.removing.as_ref().is_some_and(emptied)
    }

    /// Both try a turn; compares what they say of it, the position, the status, and the score if it ends the game.
    pub fn take(&mut self, turn: Turn) -> Judgment {
        let place = turn.point().map_or(self.all.len() - 1, |point| self.record.size().index(point));
        let expected = match self.map.is_empty() {
            false => {
                let judgment = self.map.swap_remove(place);
                Expected::judged(&self.referee, turn, judgment)
            }
            true => Expected::of(&self.referee, turn),
        };
        self.map.clear();
        self.tally.reach(expected.events);
        let judgment = Referee::play(&mut self.referee, turn);
        assert_eq!(judgment, expected.judgment, "the reference rules on {turn} as it said");
        let ruling = self.engine.play(turn);
        let ruling = self.heard(ruling);
        self.tally.compare();
        self.compare_ruling(turn, &judgment, ruling, "tried");
        self.record.turns.push(turn);
        self.compare_position("after it");
        if judgment.refusal.is_none() && self.is_over() {
            self.tally.reach(Events::of_end(self.referee.position()));
            self.score();
        }
        judgment
    }

    /// The players pass it out; then both try a pass and a play too many.
    pub fn pass_out(&mut self) {
        while !self.is_over() {
            self.take(Turn::Pass);
        }
        self.take(Turn::Pass);
        self.take(self.all[0]);
    }

    /// Both take turns that are known to be legal, one after the other.
    pub fn take_all(&mut self, turns: &[Turn]) {
        for &turn in turns {
            let judgment = self.take(turn);
            assert_eq!(judgment.refusal, None, "{turn} is legal after {}", self.record);
        }
    }

    /// Both take a turn and take it back. Says whether the engine can do that; if not, the turn is taken.
    pub fn try_out(&mut self, turn: Turn) -> bool {
        let (referee, turns) = (self.referee.clone(), self.record.turns.len());
        let map = std::mem::take(&mut self.map);
        let judgment = self.take(turn);
        if judgment.refusal.is_none() {
            let undone = self.engine.undo();
            if self.heard(undone) == None {
                return false;
            }
            self.referee = referee;
            self.compare_position("taken back");
        }
        self.record.turns.truncate(turns);
        self.map = map;
        true
    }

    /// Both begin again and take the legal turns once more.
    pub fn again(&mut self) {
        let turns: Vec<Turn> = self.taken().collect();
        let Record { size, rules, .. } = self.record;
        let begun = self.engine.start(size, &rules);
        self.heard(begun);
        self.referee = Reference::new(size, rules);
        self.record.turns.clear();
        self.map.clear();
        self.take_all(&turns);
    }

    /// The engine takes all turns back, and then takes those again that were legal; compares the positions on the way
    /// back, and all that can be said at the end. A engine that withholds this is not held to it.
    pub fn unwind(&mut self) {
        let turns = self.referee.history().len() - 1;
        for stage in (0..turns).rev() {
            let undone = self.engine.undo();
            if self.heard(undone) == None {
                self.take_again(stage + 1);
                return;
            }
            let answer = self.engine.board();
            let reference = &self.referee.history()[stage].position;
            if let Some(engine) = self.heard(answer)
                && engine != *reference
            {
                let difference = Difference::Board(reference.clone(), engine);
                self.raise(difference, format!("taken back to turn {stage}"));
            }
        }
        self.take_again(0);
        self.compare_position("all turns taken back and again");
    }

    /// The engine, which has gone back to so many turns, takes the others again.
    fn take_again(&mut self, turns: usize) {
        for stage in turns + 1..self.referee.history().len() {
            let (_, turn) = self.referee.history()[stage].by.expect("a turn made it");
            let ruling = self.engine.play(turn);
            let ruling = self.heard(ruling);
            if ruling != Ruling::Allowed {
                self.raise(
                    Difference::Ruling(None, ruling),
                    format!("taken again as turn {stage}"),
                );
            }
        }
    }

    /// Takes so many legal turns back on both sides, or as many as there are; the reference plays the others again.
    ///
    /// Says whether the engine can do it; if not, nothing changes.
    pub fn undo(&mut self, turns: usize) -> bool {
        let left = self.taken().count().saturating_sub(turns);
        let mut referee = Reference::new(self.record.size(), self.record.rules());
        for turn in self.taken().take(left) {
            Referee::play(&mut referee, turn);
        }
        self.marked = None;
        let undone = self.go_back_to(referee);
        if undone {
            self.score();
        }
        undone
    }

    /// Remembers the game as it stands, for [`go_back`](Duel::go_back), after 0, 1, 3, 7 and so on legal turns: often
    /// enough that about half of a long game is taken back at most, and seldom enough to cost nothing.
    pub fn mark(&mut self) {
        let length = self.referee.history().len();
        let is_new = self.marked.as_ref().is_none_or(|marked| marked.history().len() < length);
        if is_new && length.is_power_of_two() && !self.is_over() {
            self.marked = Some(self.referee.clone());
        }
    }

    /// Goes back to the latest [`mark`](Duel::mark) on both sides; `ask` asks about turns there, and the player passes.
    ///
    /// What an engine keeps beside the board, such as who has passed and what has been on the board, shows only there:
    /// [`unwind`](Duel::unwind) goes back to where nothing of it is left. A engine that withholds undo is not held to
    /// it.
    pub fn go_back(&mut self, ask: impl FnOnce(&mut Self)) {
        let Some(marked) = self.marked.take() else { return };
        let turns = self.referee.history().len() - marked.history().len();
        if turns == 0 {
            return;
        }
        self.before = Some((self.record.turns.clone(), turns));
        if self.go_back_to(marked) {
            ask(self);
            self.take(Turn::Pass);
        }
        self.before = None;
    }

    /// The engine takes turns back until the game is that of the reference given, which is an earlier part of it.
    /// Says whether the engine can do it; if not, it takes again what it has taken back.
    fn go_back_to(&mut self, referee: Reference) -> bool {
        let (from, to) = (self.referee.history().len(), referee.history().len());
        for length in (to..from).rev() {
            let undone = self.engine.undo();
            if self.heard(undone) == None {
                self.take_again(length);
                return false;
            }
        }
        let turns = from - to;
        self.referee = referee;
        self.map.clear();
        self.record.turns = self.taken().collect();
        self.compare_position(&format!("{turns} turns taken back"));
        true
    }

    /// The legal turns of the game, which are those that can be taken back.
    pub fn taken(&self) -> impl Iterator<Item = Turn> {
        self.referee.history().iter().filter_map(|stage| stage.by.map(|(_, turn)| turn))
    }

    fn compare_ruling(&self, turn: Turn, judgment: &Judgment, ruling: Ruling, doing: &str) {
        let agrees = match (judgment.ruling(), ruling) {
            (Ruling::Forbidden(_), Ruling::Forbidden(RefusalReason::Unstated)) => true,
            (reference, engine) => reference == engine,
        };
        if !agrees {
            let difference = Difference::Ruling(judgment.refusal, ruling);
            let mut record = self.record.clone();
            record.turns.push(turn);
            self.finding(record, difference, doing.to_owned()).raise();
        }
    }

    fn compare_position(&mut self, doing: &str) {
        let answer = self.engine.board();
        if let Some(engine) = self.heard(answer)
            && engine != *self.referee.position()
        {
            let reference = self.referee.position().clone();
            self.raise(Difference::Board(reference, engine), doing.to_owned());
        }
        let answer = self.engine.status();
        if let Some(engine) = self.heard(answer)
            && engine != self.referee.status()
        {
            self.raise(Difference::Status(self.referee.status(), engine), doing.to_owned());
        }
    }

    /// Compares the score, were the game to end now; says whether the engine tells it.
    pub fn score(&mut self) -> bool {
        let answer = self.engine.score();
        let Some(engine) = self.heard(answer) else { return false };
        let reference = self.referee.score();
        let agrees = match engine {
            ReportedScore::Areas(score) => score == reference,
            ReportedScore::Margin { quarter_points } => quarter_points == 4 * reference.margin(),
        };
        if !agrees {
            // Passed out, so that it shows to those who ask for the score at the end only.
            while !self.is_over() {
                self.record.turns.push(Turn::Pass);
                Referee::play(&mut self.referee, Turn::Pass);
            }
            self.raise(Difference::Score(reference, engine), "scored after it".to_owned());
        }
        true
    }

    fn raise(&self, difference: Difference, doing: String) -> ! {
        self.finding(self.record.clone(), difference, doing).raise()
    }

    fn finding(&self, record: Record, difference: Difference, doing: String) -> Finding {
        Finding { record, difference, doing, before: self.before.clone() }
    }

    /// What the engine answered.
    fn heard<T>(&self, answer: Result<T, Fault>) -> T {
        answer.unwrap_or_else(|fault| panic!("no answer from the engine: {fault}\n{}", self.record))
    }
}

impl std::fmt::Debug for Duel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Duel").field("record", &self.record).finish_non_exhaustive()
    }
}
