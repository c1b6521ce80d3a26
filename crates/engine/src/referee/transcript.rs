//! A record as the referee sees it: every ruling, position and score that an engine is compared with.

use crate::referee::{
    Event, Events, Form, Judgment, Referee, Refusal, Unsettled, event, follow_up,
};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use superko_game::rules::Agreement;
use superko_game::{
    Color, Outcome, Player, Position, Record, RecordError, RecordText, Score, Settlement, Setup,
    Status, Turn,
};

/// The largest number of emptied points at which stones are played, to show that the points are empty.
const REFILLED: usize = 6;

/// A record played by the referee.
///
/// A transcript is made without any engine. So it can be made in advance on another core, and compared with any number of
/// engines.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The record that was played.
    pub record: Record,
    /// The turns, including illegal attempts, with everything that the referee knows about them.
    pub steps: Vec<Step>,
    /// Whether the game tests undo at its end. Such a game may be cut from a longer one, in which a repeat follows.
    pub is_about_undo: bool,
    /// Whether the engine is asked for the board before the first turn.
    pub looks_at_start: bool,
    /// The rest of the game after a turn that the engine generates in place of the last one.
    pub after_generated: Option<AfterGenerated>,
}

/// A function that makes the transcript of a game whose last turn is generated, with the turns that follow. It takes that turn,
/// and whether to try turns that the rules refuse.
#[derive(Clone)]
pub struct AfterGenerated(Arc<dyn Fn(Turn, bool) -> Transcript + Send + Sync>);

impl AfterGenerated {
    pub fn transcript(&self, generated: Turn, attempts: bool) -> Transcript {
        (self.0)(generated, attempts)
    }
}

impl fmt::Debug for AfterGenerated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AfterGenerated")
    }
}

/// A turn of a record, with everything that the referee knows before and after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The player to move.
    pub player: Player,
    /// The questions about legality to ask before the turn.
    pub questions: Vec<Expected>,
    /// The turn that is tried.
    pub turn: Expected,
    /// The position after the turn.
    pub position: Position,
    /// The status after the turn.
    pub status: Status,
    /// The score and the events of the end, if the turn ended the game and the score decides it.
    pub end: Option<(Score, Events)>,
    /// The result, if the turn itself decided the game, and the score that the board would have.
    pub decided: Option<(Outcome, Score)>,
    /// The players' agreement after the turn, and its effect on the game.
    pub settled: Option<Settled>,
    /// Whether the engine is asked for board and status after the turn. For turns that only lead up to the tested turn, these
    /// questions would be most of the work. If anything differs, the game is played again with all questions.
    pub look: bool,
    /// All turns with the expected answers, if the engine is asked to generate a turn instead of playing this one; empty
    /// otherwise. If the engine is asked, this turn is not played.
    pub generation: Vec<Expected>,
}

/// The players' agreement, and what the referee knows after it.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The players' agreement.
    pub settlement: Settlement,
    /// The status after the agreement.
    pub status: Status,
    /// The score and the events of the end, if the game is over.
    pub end: Option<(Score, Events)>,
}

/// A turn, with the answers expected for it.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The turn.
    pub turn: Turn,
    /// The ruling with its evidence.
    pub judgment: Judgment,
    /// The events that the turn reaches.
    pub events: Events,
    /// The form, if the turn is a suicide or a repeat.
    pub form: Option<Form>,
}

impl Expected {
    /// Returns what the referee expects of a turn that is not played yet.
    pub fn of(referee: &impl Referee, turn: Turn) -> Expected {
        Expected::judged(referee, turn, referee.judge(turn))
    }

    /// Returns what the referee expects of a turn, given its judgment in the current position.
    pub fn judged(referee: &impl Referee, turn: Turn, judgment: Judgment) -> Expected {
        let (events, form) = event::of_turn(referee.history(), referee.to_move(), turn, &judgment);
        Expected { turn, judgment, events, form }
    }

    /// Returns the events that have forms, each with the form in which the turn reaches it.
    pub fn forms(&self) -> impl Iterator<Item = (Event, Form)> {
        let form = self.form;
        let events = self.events.iter().filter(|event| event.has_forms());
        events.filter_map(move |event| Some((event, form?)))
    }

    /// Whether the turn is legal.
    pub fn is_legal(&self) -> bool {
        self.judgment.refusal.is_none()
    }
}

impl Transcript {
    /// Returns the turns, each with the player who tries it and whether it is legal.
    pub fn tried(&self) -> impl Iterator<Item = (Player, Turn, bool)> + '_ {
        self.steps.iter().map(|step| (step.player, step.turn.turn, step.turn.is_legal()))
    }

    /// Plays a record. Before every turn, the engine is asked the questions that `questions` picks.
    pub fn new<R: Referee>(
        referee: R,
        record: Record,
        mut questions: impl FnMut(usize, &R) -> Vec<Turn>,
    ) -> Transcript {
        Transcript::new_while(referee, record, |place, referee| Some(questions(place, referee)))
    }

    /// Plays a record until `questions` returns `None`. The record keeps all its turns.
    pub fn new_while<R: Referee>(
        mut referee: R,
        record: Record,
        mut questions: impl FnMut(usize, &R) -> Option<Vec<Turn>>,
    ) -> Transcript {
        let mut steps: Vec<Step> = Vec::new();
        let mut is_settled = false;
        for (place, &turn) in record.turns.iter().enumerate() {
            let Some(asked) = questions(place, &referee) else { break };
            let mut step = Step::take(&mut referee, turn, &asked);
            if !is_settled && step.end.is_some() {
                step.settle(&mut referee, &record.settlement);
                is_settled = true;
            }
            steps.push(step);
        }
        Transcript::of(record, steps)
    }

    /// Makes a transcript from steps that were already played.
    pub fn of(record: Record, steps: Vec<Step>) -> Transcript {
        let (is_about_undo, looks_at_start, after_generated) = (false, true, None);
        Transcript { record, steps, is_about_undo, looks_at_start, after_generated }
    }

    /// Reads the text of a record and plays it on the referee that `set_up` makes for its start, without asking any questions.
    ///
    /// # Errors
    ///
    /// If the text is not a record, or names a player who is not to move.
    pub fn read<R: Referee>(
        text: &str,
        set_up: impl FnOnce(&Setup) -> R,
    ) -> Result<Transcript, RecordError> {
        let text: RecordText = text.parse()?;
        let referee = set_up(&text.record.setup);
        let played = Transcript::replay(referee, text.record.clone());
        text.check(played.players())?;
        Ok(played)
    }

    /// Plays a record without asking any questions.
    pub fn replay(referee: impl Referee, record: Record) -> Transcript {
        Transcript::new(referee, record, |_, _| Vec::new())
    }

    /// Plays a record, except that the engine is asked to generate a turn instead of playing the last one. If the game is over by
    /// then, the last turn is played as usual.
    pub fn generating<R>(referee: R, record: Record) -> Transcript
    where
        R: Referee + Clone + Send + Sync + 'static,
    {
        let last = record.turns.len().saturating_sub(1);
        let size = record.size();
        let mut before_last = None;
        let mut transcript = Transcript::new(referee, record, |place, referee| {
            if place == last && referee.status() != Status::Over {
                before_last = Some(referee.clone());
            }
            Vec::new()
        });
        if let (Some(referee), Some((last, before))) =
            (before_last, transcript.steps.split_last_mut())
        {
            last.generation = Turn::all(size).map(|turn| Expected::of(&referee, turn)).collect();
            let mut record = transcript.record.clone();
            record.turns.pop();
            let start = Transcript::of(record, before.to_vec());
            let after =
                move |turn, attempts| start.clone().followed(referee.clone(), turn, attempts);
            transcript.after_generated = Some(AfterGenerated(Arc::new(after)));
        }
        transcript
    }

    /// Returns the game with one more turn, which must be legal, and the turns that follow it. `referee` is at the end of the
    /// game.
    fn followed<R>(mut self, mut referee: R, turn: Turn, attempts: bool) -> Transcript
    where
        R: Referee + Clone,
    {
        self.steps.push(Step::take(&mut referee, turn, &[]));
        self.steps.extend(follow_up::follow_up(referee, attempts));
        self.record.turns = self.steps.iter().map(|step| step.turn.turn).collect();
        self
    }

    /// Returns the turns that are taken back together and replayed after the turn at a place: one range of places for each time.
    ///
    /// Usually this is the turn alone. Before a repeat, it is the turn and the play before it, because the engine may then forget
    /// the repeated position. After the last legal turn of a game that tests undo, first one range and then the other is taken
    /// back, and then all turns of the game, because the engine may not remember as many. After a refused suicide of a lone
    /// stone, it is the last legal turn, because the refused play must not count as a turn. That legal turn is then not also
    /// taken back right after it is played. A turn after which the players settled something is not taken back later, because
    /// they would have to settle it again.
    ///
    /// Of the turns in a range, only the legal ones are taken back.
    pub fn taken_back(&self, place: usize) -> Vec<RangeInclusive<usize>> {
        let Some(step) = self.steps.get(place) else { return Vec::new() };
        let is_lone_suicide = |step: &Step| {
            let refused = !step.turn.is_legal() && !step.turn.judgment.ends;
            refused && step.turn.form.is_some_and(|form| form.play.is_lone_suicide())
        };
        if !step.turn.is_legal() {
            if !is_lone_suicide(step) {
                return Vec::new();
            }
            let before = (0..place).rev().find(|&before| self.steps[before].turn.is_legal());
            let before = before.filter(|&before| self.steps[before].settled.is_none());
            return before.map(|before| before..=before).into_iter().collect();
        }
        let is_play = |step: &Step| {
            step.turn.is_legal() && step.turn.turn != Turn::Pass && !step.turn.judgment.ends
        };
        let before = place.checked_sub(1).and_then(|before| self.steps.get(before));
        let are_plays = before.is_some_and(is_play) && is_play(step);
        let mut taken_back = match self.steps.get(place + 1) {
            Some(next) if is_lone_suicide(next) && step.settled.is_none() => Vec::new(),
            Some(next) if are_plays && next.turn.judgment.is_repeat() => vec![place - 1..=place],
            None if are_plays && self.is_about_undo => vec![place..=place, place - 1..=place],
            _ => vec![place..=place],
        };
        if self.is_about_undo && self.steps[place + 1..].iter().all(|step| !step.turn.is_legal()) {
            let settled = self.steps[..place].iter().rposition(|step| step.settled.is_some());
            let all = settled.map_or(0, |settled| settled + 1)..=place;
            taken_back.extend((self.legal(all.clone()).count() > 2).then_some(all));
        }
        taken_back
    }

    /// Returns the steps at these places whose turn is legal.
    pub fn legal(&self, places: RangeInclusive<usize>) -> impl Iterator<Item = &Step> {
        self.steps[places].iter().filter(|step| step.turn.is_legal())
    }

    /// Returns the detours, to test undo: turns that are played, and then taken back, before the turn at a place. Before a
    /// repeat, the detour is a pass that does not end the game, because an engine that takes it back may forget the ko or an
    /// earlier position. Before the end of a game, it is [another end](Transcript::other_end), because the engine must not keep
    /// its score.
    pub fn detours(&self) -> BTreeMap<usize, Vec<Turn>> {
        let repeats = self.steps.iter().enumerate().filter(|(place, step)| {
            let after_pass = *place > 0 && self.steps[place - 1].turn.turn == Turn::Pass;
            step.turn.judgment.is_repeat() && !after_pass
        });
        let passes = repeats.map(|(place, _)| (place, vec![Turn::Pass]));
        passes.chain(self.other_end()).collect()
    }

    /// Returns another end that the game could have, with a different area: a place, and the turns from there on. The place is
    /// that of the last play before the passes that first end the game. The turns are another play, which is certainly legal, and
    /// the passes. Returns `None` if no such play exists.
    pub fn other_end(&self) -> Option<(usize, Vec<Turn>)> {
        let end = self.steps.iter().position(|step| step.end.is_some())?;
        let place = (0..end).rev().find(|&place| self.steps[place].turn.turn.point().is_some())?;
        let played = &self.steps[place..=end];
        let step = played.first().filter(|_| played.iter().all(|step| step.turn.is_legal()))?;
        let before = self.before(place);
        let (size, opponent) = (before.size(), step.player.opponent().color());
        let area = |position: &Position| {
            let [black, white, _] = position.surrounded();
            [position.count(Color::Black) + black, position.count(Color::White) + white]
        };
        let is_new = |position: &Position| {
            let mut earlier = self.steps[..place].iter().map(|step| &step.position);
            *position != self.record.setup.position && earlier.all(|other| other != position)
        };
        let own_area = area(&self.steps[end].position);
        let mut others = size.points().filter(|&point| {
            let next_to = |color| size.neighbors(point).any(|next| before[next] == color);
            let is_free = before[point] == Color::Empty && Turn::Play(point) != step.turn.turn;
            let mut after = before.clone();
            after[point] = step.player.color();
            let is_quiet = is_free && next_to(Color::Empty) && !next_to(opponent);
            is_quiet && area(&after) != own_area && is_new(&after)
        });
        let other = Turn::Play(others.next()?);
        let passes = played[1..].iter().map(|step| step.turn.turn);
        Some((place, [other].into_iter().chain(passes).collect()))
    }

    /// Tests undo at the end of the game: after the last legal turn, an engine that supports undo also takes back two turns, and
    /// then all turns.
    #[must_use]
    pub fn about_undo(mut self) -> Transcript {
        self.is_about_undo = true;
        self
    }

    /// Adds turns after the last one that reveal the board of an engine without a command for it: an attempt at every stone, and
    /// plays where the last turn removed stones. `referee` must be at the start of the game.
    #[must_use]
    pub fn shown_by_plays(mut self, mut referee: impl Referee) -> Transcript {
        self.steps.iter().filter(|step| step.turn.is_legal()).for_each(|step| {
            referee.play(step.turn.turn);
        });
        let Some(place) = self.steps.len().checked_sub(1) else { return self };
        if referee.status() == Status::Over {
            return self;
        }
        let (before, after) = (self.before(place), self.steps[place].position.clone());
        let points = || after.size().points();
        let stones = points().filter(|&point| after[point] != Color::Empty);
        let emptied =
            points().filter(|&point| after[point] == Color::Empty && before[point] != Color::Empty);
        for turn in stones.chain(emptied.take(REFILLED)).map(Turn::Play) {
            let judgment = referee.judge(turn);
            let is_known = matches!(judgment.refusal, None | Some(Refusal::Occupied { .. }));
            if is_known && !judgment.ends {
                self.record.turns.push(turn);
                self.steps.push(Step::take(&mut referee, turn, &[]));
            }
        }
        self
    }

    /// Cuts the transcript off before the first pass, for an engine that has no pass, and removes all
    /// questions about passing.
    #[must_use]
    pub fn up_to_pass(mut self) -> Transcript {
        let is_pass = |turn: &Turn| *turn == Turn::Pass;
        let end = self.record.turns.iter().position(is_pass).unwrap_or(self.steps.len());
        self.record.turns.truncate(end);
        self.steps.truncate(end);
        for step in &mut self.steps {
            step.questions.retain(|question| question.turn != Turn::Pass);
        }
        self
    }

    /// Returns the place of the legal turn with this number, from 1, if the game is that long: the last turn, if the number is a
    /// cap.
    pub fn last_place_of(&self, turns: usize) -> Option<usize> {
        let legal = self.steps.iter().enumerate().filter(|(_, step)| step.turn.is_legal());
        legal.map(|(place, _)| place).nth(turns.saturating_sub(1))
    }

    /// Returns the record of the turns before a place, followed by `turn`, if given.
    pub fn record_up_to(&self, place: usize, turn: Option<Turn>) -> Record {
        let Record { setup, turns, settlement } = &self.record;
        let turns = turns[..place].iter().copied().chain(turn).collect();
        let settled = self.steps[..place].iter().any(|step| step.settled.is_some());
        let settlement = if settled { settlement.clone() } else { Settlement::Nothing };
        Record { setup: setup.clone(), turns, settlement }
    }

    /// Returns why the agreement in the record is impossible, if it is: the rules have no such agreement, or one of the points
    /// has no stone when passes first end the game.
    pub fn unsettled(&self) -> Option<Unsettled> {
        match (&self.record.settlement, self.record.rules().agreement) {
            (Settlement::Nothing, _) | (Settlement::Disagreed, Agreement::Resume) => None,
            (Settlement::Agreed(dead), Agreement::DeadStones | Agreement::Resume) => {
                let end = self.steps.iter().find(|step| step.end.is_some())?;
                let empty = dead.iter().find(|&&point| end.position[point] == Color::Empty);
                empty.map(|&point| Unsettled::Empty { point })
            }
            (Settlement::Agreed(_) | Settlement::Disagreed, _) => Some(Unsettled::NotNow),
        }
    }

    /// Returns the transcript if the agreement in its record is possible.
    ///
    /// # Errors
    ///
    /// Why the agreement is impossible, and what the record may have instead.
    pub fn settled(self) -> Result<Transcript, String> {
        match self.unsettled() {
            None => Ok(self),
            Some(why) => Err(why.of_record(&self.record.settlement, self.record.rules())),
        }
    }

    /// Returns the player of each turn.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.steps.iter().map(|step| step.player)
    }

    /// Returns the position before a turn, counted from 0.
    pub fn before(&self, turn: usize) -> Position {
        match turn.checked_sub(1) {
            None => self.record.setup.position.clone(),
            Some(before) => self.steps[before].position.clone(),
        }
    }

    /// Asks for board and status only after some turns, by their places from 0.
    #[must_use]
    pub fn looking_at(mut self, looks: impl Fn(usize) -> bool) -> Transcript {
        for (place, step) in self.steps.iter_mut().enumerate() {
            step.look = looks(place);
        }
        self
    }

    /// Returns the turns with the letters of their players, such as `B A1`.
    pub fn named_turns(&self) -> Vec<String> {
        let turns = self.record.turns.iter().zip(self.players());
        turns.map(|(turn, player)| format!("{} {turn}", player.letter())).collect()
    }
}

impl Step {
    /// Returns the forms in which the turn and the questions reach events.
    pub fn forms(&self) -> impl Iterator<Item = (Event, Form)> {
        self.questions.iter().chain([&self.turn]).flat_map(Expected::forms)
    }

    /// Whether the turn, or the end of the game after it, reaches an event.
    pub fn reaches(&self, event: Event) -> bool {
        let at_end = self.end.is_some_and(|(_, events)| events.contains(event));
        at_end || self.turn.events.contains(event)
    }

    /// Makes the referee answer some questions, and then play a turn.
    pub fn take(referee: &mut impl Referee, turn: Turn, questions: &[Turn]) -> Step {
        let questions = questions.iter().map(|&turn| Expected::of(referee, turn)).collect();
        let (player, entries) = (referee.to_move(), referee.history().len());
        let judgment = referee.play(turn);
        let (events, form) = event::of_turn(&referee.history()[..entries], player, turn, &judgment);
        let turn = Expected { turn, judgment, events, form };
        let position = referee.position().clone();
        let status = referee.status();
        let ends = turn.is_legal() && status == Status::Over && referee.is_scored();
        let end = ends.then(|| (referee.score(), Events::of_end(&position)));
        let is_decided = turn.judgment.ends && !referee.is_scored();
        let outcome = if is_decided { referee.outcome() } else { None };
        let decided = outcome.map(|outcome| (outcome, referee.score()));
        let generation = Vec::new();
        let (settled, look) = (None, true);
        Step { player, questions, turn, position, status, end, decided, settled, look, generation }
    }

    /// Applies the players' agreement after this turn, which ended the game. Does nothing if the rules have
    /// no agreement.
    pub fn settle(&mut self, referee: &mut impl Referee, settlement: &Settlement) {
        if *settlement == Settlement::Nothing || referee.settle(settlement).is_err() {
            return;
        }
        let status = referee.status();
        let scored = || (referee.score(), Events::of_end(&self.position));
        let end = (status == Status::Over).then(scored);
        self.settled = Some(Settled { settlement: settlement.clone(), status, end });
    }

    /// Returns the status after the turn and the players' agreement, if any.
    pub fn status_in_the_end(&self) -> Status {
        self.settled.as_ref().map_or(self.status, |settled| settled.status)
    }
}
