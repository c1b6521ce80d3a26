//! A game that was replayed on an engine, for people: each turn, drawn, with both answers where they differ.

use super::drawn::{DrawnDifference, name_by_command};
use super::one_line;
use super::paint::TextOptions;
use superko_engine::referee::{Event, Referee, Transcript};
use superko_engine::{About, Reference};
use superko_game::{Outcome, Point, Record, Settlement, Setup};
use superko_harness::compare::{Comparison, Disagreement};

/// A game that was replayed on an engine, to be written in parts, because a game may be long.
#[derive(Clone, Copy, Debug)]
pub struct ReplayText<'a> {
    /// The game.
    pub transcript: &'a Transcript,
    /// The engine's description of itself.
    pub about: &'a About,
    /// Whether the engine says when a game is over. Otherwise it is given no turns after the end.
    pub tells_end: bool,
    /// The comparison of the engine with the reference.
    pub found: &'a Comparison,
    /// The commands that were sent before the last turn.
    pub sent: &'a [String],
    /// Whether only forbidden turns, turns with a disagreement, and the last turn are shown.
    pub brief: bool,
    /// The style.
    pub options: TextOptions,
}

impl ReplayText<'_> {
    /// Writes everything.
    pub fn whole(&self) -> String {
        let turns = (0..self.transcript.steps.len()).map(|place| self.turn(place));
        self.opening() + &turns.collect::<String>() + &self.closing() + &self.verdict()
    }

    /// Writes the game on one line, the engine, and the board that the game begins with.
    pub fn opening(&self) -> String {
        let record = &self.transcript.record;
        let game = self.options.bold(&one_line(record));
        format!("{game}\nengine {}\n\n{}", self.about.name, beginning(&record.setup))
    }

    /// Writes a turn with the position after it, and the disagreements there. Turns are counted from 0.
    pub fn turn(&self, place: usize) -> String {
        let step = &self.transcript.steps[place];
        let mut here = self.disagreements_at(place + 1).peekable();
        let is_wrong = !step.turn.is_legal() || here.peek().is_some();
        let is_last = place + 1 == self.transcript.steps.len();
        let mut text = match !self.brief || is_wrong || is_last {
            true => self.drawn(place),
            false => String::new(),
        };
        for disagreement in here {
            let drawn = DrawnDifference::of(disagreement);
            let (id, drawn) = match self.sent {
                [] => (disagreement.id.to_string(), drawn),
                sent => (name_by_command(sent), drawn.sending(sent)),
            };
            text += &self.bad(&format!("   {id}"));
            text += &format!("{}\n", drawn.text(&self.options));
        }
        text
    }

    /// Writes the disagreements before the first turn, which turns are forbidden, and how the game ends if not by its score.
    pub fn closing(&self) -> String {
        let record = &self.transcript.record;
        let mut text = String::new();
        for disagreement in self.disagreements_at(0) {
            let drawn = DrawnDifference::of(disagreement).text(&self.options);
            text += &format!("{}\n{drawn}\n", disagreement.id);
        }
        if let Some(event) = self.transcript.steps.last().and_then(|step| step.turn.events.first())
        {
            let explained =
                self.options.explain.map(|command| format!(": `{command} {event}` explains one"));
            let explained = explained.unwrap_or_default();
            let note = format!("After each ruling stand the events of the turn{explained}.");
            text += &format!("{}\n", self.options.dim(&note));
        }
        text += &self.forbidden();
        text += &decided(record);
        let is_settled = self.transcript.steps.iter().any(|step| step.settled.is_some());
        if record.settlement != Settlement::Nothing && !is_settled {
            let settlement = &record.settlement;
            text += &format!("The game does not end by passes, so `{settlement}` has no effect.\n");
        }
        text
    }

    /// Writes whether reference and engine agree, or what kept the engine from answering.
    pub fn verdict(&self) -> String {
        match (&self.found.fault, self.found.disagreements.len()) {
            (Some(fault), _) => format!("{} {fault}\n", self.options.bad("fault")),
            (None, 0) if let Some(place) = self.not_played() => {
                let why = match self.tells_end {
                    true => "it accepts a pass after the end",
                    false => "it does not say when a game is over",
                };
                let said = format!(
                    "Reference and engine agree up to turn {place}. The engine was not given turn {}: {why}.",
                    place + 1
                );
                format!("{}\n", self.options.bold(&self.options.filled(&said)))
            }
            (None, 0) => {
                let said = self.options.good("Reference and engine agree.");
                format!("{}\n", self.options.bold(&said))
            }
            (None, 1) => self.bad("Reference and engine disagree."),
            (None, found) => self.bad(&format!("Reference and engine disagree in {found} checks.")),
        }
    }

    /// Returns the first turn that the engine was not given because the game was over, from 0. It was given no later turn either.
    fn not_played(&self) -> Option<usize> {
        let accepts_pass = self.about.conventions.passes_after_end;
        self.transcript.steps.iter().position(|step| {
            let is = |event| step.turn.events.contains(event);
            match self.tells_end {
                true => is(Event::PassAfterEnd) && accepts_pass,
                false => is(Event::PassAfterEnd) || is(Event::PlayAfterEnd),
            }
        })
    }

    /// Returns the disagreements after this many turns.
    fn disagreements_at(&self, turns: usize) -> impl Iterator<Item = &Disagreement> {
        self.found.disagreements.iter().filter(move |found| found.record.turns.len() == turns)
    }

    fn bad(&self, line: &str) -> String {
        format!("{}\n", self.options.bad(line))
    }

    /// Draws a turn, with the position after it.
    fn drawn(&self, place: usize) -> String {
        let step = &self.transcript.steps[place];
        let turn = step.turn.turn;
        let events: Vec<&str> = step.turn.events.iter().map(|event| event.id()).collect();
        let ruling = match step.turn.judgment.refusal {
            None => "allowed".to_owned(),
            Some(refusal) => format!("forbidden: {refusal}"),
        };
        let (number, player) = (place + 1, step.player.letter());
        let events = self.options.dim(&events.join(", "));
        let mut text = format!("{number:>4}. {player} {turn}  {ruling}  {events}\n");
        if step.turn.is_legal() && self.transcript.before(place) != step.position {
            for line in step.position.drawn(turn.point()).lines() {
                text += &format!("      {line}\n");
            }
        }
        if let Some((score, _)) = step.end {
            text += &match step.settled {
                None => format!("      the game is over: {score}\n"),
                Some(_) => format!("      play stops after the passes: {score} as it stands\n"),
            };
        }
        if let Some(settled) = &step.settled {
            text += &match (&settled.settlement, settled.end) {
                (Settlement::Agreed(dead), Some((score, _))) if !dead.is_empty() => {
                    let points: Vec<String> = dead.iter().map(Point::to_string).collect();
                    format!("      the players agree that {} is dead: {score}\n", points.join(", "))
                }
                (Settlement::Disagreed, _) => {
                    "      the players disagree, so play resumes\n".to_owned()
                }
                _ => "      the players agree that nothing is dead\n".to_owned(),
            };
        }
        text
    }

    /// Names the forbidden turns.
    fn forbidden(&self) -> String {
        let steps = self.transcript.steps.iter().enumerate();
        let places: Vec<String> = steps
            .filter(|(_, step)| !step.turn.is_legal())
            .map(|(place, _)| (place + 1).to_string())
            .collect();
        let turns = match self.transcript.steps.len() {
            0 => return "The record has no turns.\n".to_owned(),
            1 => "1 turn".to_owned(),
            more => format!("{more} turns"),
        };
        match &places[..] {
            [] => format!("{turns}, all legal.\n"),
            [place] => format!("{turns}; turn {place} is forbidden.\n"),
            _ => format!("{turns}; these are forbidden: {}.\n", places.join(", ")),
        }
    }
}

/// Describes the board that a game begins with, if it is not empty or White plays first.
fn beginning(setup: &Setup) -> String {
    let first = setup.first;
    match setup {
        _ if setup.is_usual() => String::new(),
        _ if setup.is_empty() => {
            format!("The game begins with the empty board, {first} to play.\n\n")
        }
        _ => format!(
            "The game begins with this board, {first} to play:\n{}\n",
            setup.position.drawn(None)
        ),
    }
}

/// Returns the result of a game that a turn decided, and not its score.
fn decided(record: &Record) -> String {
    let mut referee = Reference::set_up(&record.setup);
    for (place, &turn) in record.turns.iter().enumerate() {
        let player = referee.to_move();
        let judgment = Referee::play(&mut referee, turn);
        if !judgment.ends || referee.is_scored() {
            continue;
        }
        if let Some(outcome) = referee.outcome() {
            let (number, letter) = (place + 1, player.letter());
            return match outcome {
                Outcome::Wins(winner) => format!(
                    "Turn {number}, {letter} {turn}, decides the game: {} loses, and {winner} wins.\n",
                    winner.opponent()
                ),
                other => format!("Turn {number}, {letter} {turn}, decides the game: {other}.\n"),
            };
        }
    }
    String::new()
}
