//! A record as the referee sees it: every ruling, position and score that an engine is compared with.

use crate::game::{Color, Outcome, Player, Position, Record, Score, Settlement, Status, Turn};
use crate::referee::{Event, Events, Form, Judgment, Referee, Refusal, Unsettled, event};
use crate::rules::Agreement;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A record played through by the referee.
///
/// A transcript is made without any engine in sight, so it can be made ahead of the examination, on another core,
/// and compared with any number of engines.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// What was played through.
    pub record: Record,
    /// The turns, the illegal attempts included, with all that is known of them.
    pub steps: Vec<Step>,
    /// Whether it is played to see what taking turns back does at its end. A repeat may have followed there in the game that it
    /// was cut out of.
    pub(crate) is_about_undo: bool,
    /// Whether the engine is asked for the board before the first turn.
    pub(crate) looks_at_start: bool,
}

/// One turn of a record, and what the referee knows before and after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose turn it is.
    pub player: Player,
    /// Questions of legality to be asked before the turn.
    pub questions: Vec<Expected>,
    /// The turn that is tried.
    pub turn: Expected,
    /// The position afterwards.
    pub position: Position,
    /// The status afterwards.
    pub status: Status,
    /// The score, if the turn ended the game and the score decides it, and what the end reaches.
    pub end: Option<(Score, Events)>,
    /// What came of the game, if the turn decided it and no score does; and the score that the board would have.
    pub decided: Option<(Outcome, Score)>,
    /// What the players settle after the turn, and what becomes of the game then.
    pub settled: Option<Settled>,
    /// Whether the engine is asked for board and status after the turn. Where turns only lead to what a game is about,
    /// that would be most of what is asked. If anything differs, the game is played again with all of it asked.
    pub look: bool,
    /// Where the engine is asked which turn it would play, rather than given this one: all turns, and what is to be expected
    /// of each. Nothing is played then. Else empty.
    pub generation: Vec<Expected>,
}

/// What the players settled, and what the referee knows afterwards.
#[derive(Clone, Debug)]
pub struct Settled {
    /// What they settled.
    pub settlement: Settlement,
    /// The status afterwards.
    pub status: Status,
    /// The score, if the game is over, and what the end reaches.
    pub end: Option<(Score, Events)>,
}

/// A turn and what is to be expected of it.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The turn.
    pub turn: Turn,
    /// The ruling with its evidence.
    pub judgment: Judgment,
    /// What it reaches.
    pub events: Events,
    /// In which form, if it is a suicide or a repeat.
    pub form: Option<Form>,
}

impl Expected {
    /// What the referee expects of a turn that is not taken yet.
    pub fn of(referee: &impl Referee, turn: Turn) -> Expected {
        Expected::judged(referee, turn, referee.judge(turn))
    }

    /// As [`of`](Expected::of), when the referee was asked already and nothing was taken since.
    pub fn judged(referee: &impl Referee, turn: Turn, judgment: Judgment) -> Expected {
        let (events, form) = event::of_turn(referee.history(), referee.to_move(), turn, &judgment);
        Expected { turn, judgment, events, form }
    }

    /// The events that have forms, each with the form in which the turn reaches it.
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
    /// Plays a record through, asking at every turn the questions that `questions` picks.
    pub fn new<R: Referee>(
        mut referee: R,
        record: Record,
        mut questions: impl FnMut(usize, &R) -> Vec<Turn>,
    ) -> Transcript {
        let mut steps: Vec<Step> = Vec::with_capacity(record.turns.len());
        let mut is_settled = false;
        for (place, &turn) in record.turns.iter().enumerate() {
            let asked = questions(place, &referee);
            let mut step = Step::take(&mut referee, turn, &asked);
            if !is_settled && step.end.is_some() {
                step.settle(&mut referee, &record.settlement);
                is_settled = true;
            }
            steps.push(step);
        }
        Transcript::of(record, steps)
    }

    /// One that was played through already.
    pub fn of(record: Record, steps: Vec<Step>) -> Transcript {
        Transcript { record, steps, is_about_undo: false, looks_at_start: true }
    }

    /// Plays a record through without asking anything.
    pub fn replay(referee: impl Referee, record: Record) -> Transcript {
        Transcript::new(referee, record, |_, _| Vec::new())
    }

    /// Plays a record through, but for the last turn, in whose place the engine is asked which turn it would play. Where the
    /// game is over by then, there is nothing to ask, and the last turn is played.
    pub fn generating<R: Referee>(referee: R, record: Record) -> Transcript {
        let last = record.turns.len().saturating_sub(1);
        let size = record.size();
        let mut generation = Vec::new();
        let mut transcript = Transcript::new(referee, record, |place, referee| {
            if place == last && referee.status() != Status::Over {
                generation = Turn::all(size).map(|turn| Expected::of(referee, turn)).collect();
            }
            Vec::new()
        });
        if let Some(step) = transcript.steps.last_mut() {
            step.generation = generation;
        }
        transcript
    }

    /// The places of the turns that are taken back in a row and played again when a turn was tried, each time that this is done.
    ///
    /// It is the turn alone; or the play before it too, where a repeat is next, for what it repeats may be forgotten then. A game
    /// that is played to see what undo does ends with one and the other. After the suicide of a lone stone that was refused, it is
    /// the last legal turn: what was refused must not count as a turn. That turn is not taken back before.
    pub fn taken_back(&self, place: usize) -> Vec<RangeInclusive<usize>> {
        let Some(step) = self.steps.get(place) else { return Vec::new() };
        let is_lone_suicide = |step: &Step| {
            let refused = !step.turn.is_legal() && !step.turn.judgment.ends;
            refused && step.turn.form.is_some_and(|form| form.play.is_lone_suicide())
        };
        if !step.turn.is_legal() {
            let before = (0..place).rev().find(|&before| self.steps[before].turn.is_legal());
            let before = before.filter(|_| is_lone_suicide(step));
            return before.map(|before| before..=before).into_iter().collect();
        }
        let is_repeat =
            |next: &Step| matches!(next.turn.judgment.refusal, Some(Refusal::Repetition { .. }));
        let is_play = |step: &Step| {
            step.turn.is_legal() && step.turn.turn != Turn::Pass && !step.turn.judgment.ends
        };
        let before = place.checked_sub(1).and_then(|before| self.steps.get(before));
        let are_plays = before.is_some_and(is_play) && is_play(step);
        match self.steps.get(place + 1) {
            Some(next) if is_lone_suicide(next) => Vec::new(),
            Some(next) if are_plays && is_repeat(next) => vec![place - 1..=place],
            None if are_plays && self.is_about_undo => vec![place..=place, place - 1..=place],
            _ => vec![place..=place],
        }
    }

    /// The turns that are played before a turn, and taken back, where undo is looked at; with each list stands the place of the
    /// turn. A pass before a repeat, for a ko, or any earlier position, may be forgotten then; it must not be one that ends the
    /// game. And before a game ends [another end](Transcript::other_end), of which the score must not stay.
    pub fn asides(&self) -> BTreeMap<usize, Vec<Turn>> {
        let repeats = self.steps.iter().enumerate().filter(|(place, step)| {
            let after_pass = *place > 0 && self.steps[place - 1].turn.turn == Turn::Pass;
            let refusal = step.turn.judgment.refusal;
            matches!(refusal, Some(Refusal::Repetition { .. })) && !after_pass
        });
        let passes = repeats.map(|(place, _)| (place, vec![Turn::Pass]));
        passes.chain(self.other_end()).collect()
    }

    /// Another end that the game could have, with another area: the place of the last play before the passes that first end it,
    /// and in its stead another play, which is legal beyond doubt, and the passes. None where there is no such play.
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

    /// Has an engine that takes turns back take back two in a row after the last turn too.
    #[must_use]
    pub fn about_undo(mut self) -> Transcript {
        self.is_about_undo = true;
        self
    }

    /// The beginning, up to the first pass, for an engine that has none and cannot be asked about it.
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

    /// The place of the last turn of a game that is over after so many turns, if the game gets there.
    pub fn last_place_of(&self, turns: usize) -> Option<usize> {
        let legal = self.steps.iter().enumerate().filter(|(_, step)| step.turn.is_legal());
        legal.map(|(place, _)| place).nth(turns.saturating_sub(1))
    }

    /// The record up to a place, and then another turn.
    pub fn record_up_to(&self, place: usize, turn: Option<Turn>) -> Record {
        let Record { setup, turns, settlement } = &self.record;
        let turns = turns[..place].iter().copied().chain(turn).collect();
        let settled = self.steps[..place].iter().any(|step| step.settled.is_some());
        let settlement = if settled { settlement.clone() } else { Settlement::Nothing };
        Record { setup: setup.clone(), turns, settlement }
    }

    /// Why the players do not settle what the record says they do: the rules do not ask them so, or there is no stone on one
    /// of the points when passes first end the game.
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

    /// Who tries each turn.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.steps.iter().map(|step| step.player)
    }

    /// The position before a turn, counted from 0.
    pub fn before(&self, turn: usize) -> Position {
        match turn.checked_sub(1) {
            None => self.record.setup.position.clone(),
            Some(before) => self.steps[before].position.clone(),
        }
    }

    /// Has the engine asked for board and status after some turns only, by their places from 0.
    #[must_use]
    pub fn looking_at(mut self, looks: impl Fn(usize) -> bool) -> Transcript {
        for (place, step) in self.steps.iter_mut().enumerate() {
            step.look = looks(place);
        }
        self
    }

    /// The turns with the letters of their players, such as `B A1`.
    pub fn named_turns(&self) -> Vec<String> {
        let turns = self.record.turns.iter().zip(self.players());
        turns.map(|(turn, player)| format!("{} {turn}", player.letter())).collect()
    }
}

impl Step {
    /// The forms in which the turn and the questions reach events.
    pub fn forms(&self) -> impl Iterator<Item = (Event, Form)> {
        self.questions.iter().chain([&self.turn]).flat_map(Expected::forms)
    }

    /// Has the referee take a turn, after it was asked some questions.
    pub fn take(referee: &mut impl Referee, turn: Turn, questions: &[Turn]) -> Step {
        let questions = questions.iter().map(|&turn| Expected::of(referee, turn)).collect();
        let (player, stages) = (referee.to_move(), referee.history().len());
        let judgment = referee.play(turn);
        let (events, form) = event::of_turn(&referee.history()[..stages], player, turn, &judgment);
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

    /// Has the players settle something after the turn, which ended the game. If the rules do not ask them, nothing happens.
    pub fn settle(&mut self, referee: &mut impl Referee, settlement: &Settlement) {
        if *settlement == Settlement::Nothing || referee.settle(settlement).is_err() {
            return;
        }
        let status = referee.status();
        let scored = || (referee.score(), Events::of_end(&self.position));
        let end = (status == Status::Over).then(scored);
        self.settled = Some(Settled { settlement: settlement.clone(), status, end });
    }

    /// The status after the turn, and after what the players then settle.
    pub fn status_in_the_end(&self) -> Status {
        self.settled.as_ref().map_or(self.status, |settled| settled.status)
    }
}
