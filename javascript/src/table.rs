//! A game for the web page: the reference judges every turn and every point, under one rule set or two.
//!
//! Input: records, as text. Output: JSON. All answers come from the reference, and the page decides
//! nothing.

use serde_json::{Value, json};
use std::mem::take;
use superko::engines::{Reference, Uncounted};
use superko::judge::{Margin, Note};
use superko::referee::Transcript;
use superko::rules::Agreement;
use superko::{
    Color, Event, Expected, HistoryEntry, Komi, Point, Position, Record, Referee, Refusal,
    ReportedScore, Rule, Rules, Settlement, Setup, Status, Step, Turn,
};
use wasm_bindgen::prelude::*;

/// A game that the page shows.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    record: Record,
    steps: Vec<Step>,
    /// The number of turns that the page showed last, and the game after them. A step forward from there costs only one turn.
    at: (usize, Reference),
}

#[wasm_bindgen]
impl Table {
    /// Makes the game of a record, which includes the rules.
    ///
    /// # Errors
    ///
    /// If the text is not a record.
    #[wasm_bindgen(constructor)]
    pub fn new(record: &str) -> Result<Table, String> {
        let played = Transcript::read(record, Reference::set_up);
        let Transcript { record, steps, .. } = played.map_err(|error| error.to_string())?;
        let at = (0, Reference::set_up(&record.setup));
        Ok(Table { record, steps, at })
    }

    /// Returns the board, the rules, and the result of each turn.
    pub fn game(&self) -> String {
        let Setup { rules, position, first, komi } = &self.record.setup;
        let mut number = 0;
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|step| {
                number += usize::from(step.turn.is_legal());
                let mut judgment = judged(&step.turn, *rules);
                judgment["player"] = step.player.letter().to_string().into();
                judgment["turn"] = step.turn.turn.to_string().into();
                // The number of turns played so far; illegal turns do not count.
                judgment["number"] = number.into();
                judgment["ends"] = step.end.is_some().into();
                judgment
            })
            .collect();
        let size = position.size();
        json!({
            "columns": size.columns(), "rows": size.rows(), "rules": rules.to_string(), "switches": rules.switches(),
            "first": first.letter().to_string(), "komi": komi.to_string(), "usual": self.record.setup.is_usual(),
            "setup": self.record.head(), "settles": self.record.settlement != Settlement::Nothing,
            "unsettled": self.head_with(Settlement::Nothing), "steps": steps,
        })
        .to_string()
    }

    /// Returns the game after this many turns, counting illegal attempts: the position, and a judgment of every point.
    /// `other` names rules to compare with; it may be empty.
    ///
    /// # Errors
    ///
    /// If `other` does not name rules.
    pub fn look(&mut self, turns: usize, other: &str) -> Result<String, String> {
        let rules = self.record.rules();
        let referee = self.before(turns);
        let other = match other {
            "" => None,
            other => Some(rules_named(other)?),
        };
        let other = other.map(|rules| (rules, self.under(rules, turns)));
        let size = self.record.size();
        let komi = self.record.setup.komi;
        let mut shown = state(&referee, komi);
        shown["position"] = rows(referee.position());
        if rules.agreement == Agreement::Cleanup {
            shown["phase"] = referee.phase().to_string().into();
        }
        shown["blocked"] = referee.blocked().iter().map(|&point| size.index(point)).collect();
        shown["uncounted"] = uncounted(&referee);
        let same_game =
            other.as_ref().and_then(|(rules, other)| Some((*rules, other.as_ref().ok()?)));
        shown["points"] = self.judgments(&referee, same_game).into();
        shown["number"] = (referee.history().len() - 1).into();
        self.show_settlement(&mut shown, turns);
        if let Some((_, other)) = &other {
            shown["other"] = match other {
                Ok(other) => state(other, komi),
                Err(fork) => json!({ "fork": fork }),
            };
        }
        Ok(shown.to_string())
    }

    /// Returns the start of the record, before its turns, if the players agree otherwise about the chain on a point: that it is
    /// dead instead of alive, or alive instead of dead. Points are counted from the left, starting in the bottom row.
    pub fn agree(&self, place: usize) -> String {
        let Some(end) = self.end() else { return self.record.head() };
        let position = &self.steps[end].position;
        let chain = position.size().points().nth(place).map(|point| position.chain(point));
        let chain = chain.unwrap_or_default();
        let mut dead = dead_of(&self.record.settlement).to_vec();
        dead.retain(|&point| position[point] != Color::Empty);
        match chain.iter().any(|point| dead.contains(point)) {
            true => dead.retain(|point| !chain.contains(point)),
            false => dead.extend(chain),
        }
        dead.sort();
        self.head_with(if dead.is_empty() { Settlement::Nothing } else { Settlement::Agreed(dead) })
    }

    /// Returns the start of the record, before its turns, if the players disagree and play resumes.
    pub fn disagree(&self) -> String {
        self.head_with(Settlement::Disagreed)
    }

    /// Returns the position after this many legal turns, and the turn that made it.
    pub fn past(&mut self, number: usize) -> String {
        let referee = self.before(self.steps.len());
        let Some(HistoryEntry { position, by }) = referee.history().get(number) else {
            return "null".to_owned();
        };
        let by = by.map(|(player, turn)| json!([player.letter().to_string(), turn.to_string()]));
        json!({ "position": rows(position), "by": by }).to_string()
    }

    /// Returns the turns at which the game differs under other rules, up to the first turn that is legal under only one of the
    /// two rule sets; from there on, it is no longer the same game.
    ///
    /// # Errors
    ///
    /// If `other` does not name rules.
    pub fn differences(&self, other: &str) -> Result<String, String> {
        let rules = rules_named(other)?;
        let mut theirs = Reference::set_up(&Setup { rules, ..self.record.setup.clone() });
        let mut ours = Reference::set_up(&self.record.setup);
        let mut pending = [self.record.settlement.clone(), self.record.settlement.clone()];
        let mut found = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            let (one, two) = (step.turn.clone(), Expected::of(&theirs, step.turn.turn));
            play_on(&mut ours, step.turn.turn, &mut pending[0]);
            play_on(&mut theirs, step.turn.turn, &mut pending[1]);
            if one.is_legal() != two.is_legal() {
                let (one, two) = (judged(&one, self.record.rules()), judged(&two, rules));
                found.push(json!({ "turn": place + 1, "one": one["why"], "two": two["why"], "fork": true }));
                break;
            }
            if let Some([one, two]) = apart(&ours, &theirs, self.record.setup.komi) {
                found.push(json!({ "turn": place + 1, "one": one, "two": two, "fork": false }));
            }
        }
        Ok(Value::from(found).to_string())
    }
}

impl Table {
    /// Returns the index of the turn at which passes first end or stop the game.
    fn end(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.end.is_some())
    }

    /// Returns the judgment of every turn. If another rule set rules otherwise on a turn, its judgment is part of this one.
    fn judgments(&self, referee: &Reference, other: Option<(Rules, &Reference)>) -> Vec<Value> {
        let judgment = |turn| {
            let mut judgment = judged(&Expected::of(referee, turn), self.record.rules());
            if let Some((rules, other)) = other {
                let theirs = Expected::of(other, turn);
                if judgment["legal"] != theirs.is_legal() {
                    judgment["other"] = judged(&theirs, rules);
                }
            }
            judgment
        };
        Turn::all(self.record.size()).map(judgment).collect()
    }

    /// Adds what the players settled within this many turns, and whether they are asked now.
    fn show_settlement(&self, shown: &mut Value, turns: usize) {
        let (size, agreement) = (self.record.size(), self.record.rules().agreement);
        let end = self.end().filter(|&end| end < turns);
        if let Some(settled) = end.and_then(|end| self.steps[end].settled.as_ref()) {
            let settlement = settled.settlement.clone();
            let dead = dead_of(&settlement).iter().map(|&point| size.index(point)).collect();
            shown["settled"] = Note::Settled(settlement).to_string().into();
            shown["dead"] = dead;
        }
        let asks = agreement.asks() && end == turns.checked_sub(1) && end.is_some();
        shown["asks"] = asks.into();
        shown["resumes"] = (agreement == Agreement::Resume).into();
    }

    /// Returns the start of the record if the players settle this.
    fn head_with(&self, settlement: Settlement) -> String {
        Record { settlement, ..self.record.clone() }.head()
    }

    /// Returns the game before the turn with this number, counted from 0.
    fn before(&mut self, turns: usize) -> Reference {
        let turns = turns.min(self.steps.len());
        let (known, mut referee) = match self.at.0 <= turns {
            true => (self.at.0, self.at.1.clone()),
            false => (0, Reference::set_up(&self.record.setup)),
        };
        let is_pending = self.end().is_some_and(|end| end >= known);
        let mut pending =
            if is_pending { self.record.settlement.clone() } else { Settlement::Nothing };
        for &turn in &self.record.turns[known..turns] {
            play_on(&mut referee, turn, &mut pending);
        }
        self.at = (turns, referee.clone());
        referee
    }

    /// Returns the same game under other rules, or the number (from 1) of the turn that is legal under only one of the two.
    fn under(&self, rules: Rules, turns: usize) -> Result<Reference, usize> {
        let mut referee = Reference::set_up(&Setup { rules, ..self.record.setup.clone() });
        let mut pending = self.record.settlement.clone();
        for (place, step) in self.steps.iter().take(turns).enumerate() {
            if play_on(&mut referee, step.turn.turn, &mut pending) != step.turn.is_legal() {
                return Err(place + 1);
            }
        }
        Ok(referee)
    }
}

/// Reads rules.
pub(crate) fn rules_named(text: &str) -> Result<Rules, String> {
    text.parse::<Rules>().map_err(|error| error.to_string())
}

/// Returns the stones that the players agree are dead.
fn dead_of(settlement: &Settlement) -> &[Point] {
    match settlement {
        Settlement::Agreed(dead) => dead,
        _ => &[],
    }
}

/// Plays a turn. If it ends the game by passes, applies the settlement that is pending. Returns whether the turn was legal.
fn play_on(referee: &mut Reference, turn: Turn, pending: &mut Settlement) -> bool {
    let is_legal = referee.play(turn).refusal.is_none();
    if is_legal && Referee::status(referee) == Status::Over && referee.is_scored() {
        // Under rules that do not ask the players, or if no stones are left, nothing is settled.
        Referee::settle(referee, &take(pending)).ok();
    }
    is_legal
}

/// Returns the judgment of a turn: whether it is legal, and if not, why, by which rule, and what it repeats.
pub(crate) fn judged(expected: &Expected, rules: Rules) -> Value {
    let events: Vec<&str> = expected.events.iter().map(|event| event.id()).collect();
    let Some(refusal) = expected.judgment.refusal else {
        let removes = expected.judgment.removing.is_some();
        let rule = allowing(expected, rules).id();
        let effect = expected.judgment.effect.map(|effect| effect.to_string());
        return json!({
            "legal": true, "why": "legal", "rule": rule, "removes": removes, "events": events, "effect": effect,
        });
    };
    let (kind, earlier) = match refusal {
        Refusal::Occupied { .. } => ("occupied", None),
        Refusal::Suicide { .. } => ("suicide", None),
        Refusal::Repetition { earlier, .. } | Refusal::KoTakenAgain { earlier } => {
            ("repetition", Some(earlier))
        }
        _ => ("over", None),
    };
    json!({
        "legal": false, "kind": kind, "why": refusal.to_string(),
        "rule": expected.judgment.rule(rules).map(|rule| rule.id()), "earlier": earlier,
        "events": events,
    })
}

/// Returns the rule that best explains why a legal turn is legal, and what it does.
fn allowing(expected: &Expected, rules: Rules) -> Rule {
    let reaches = |event| expected.events.contains(event);
    if reaches(Event::SuicidePermitted) || reaches(Event::LoneSuicidePermitted) {
        return Rule::suicide(rules);
    }
    match expected.turn {
        Turn::Play(_) if reaches(Event::Unblocking) => rules.agreement.rule(),
        Turn::Play(_) if reaches(Event::RepeatInCleanup) => rules.agreement.rule(),
        Turn::Play(_) if !reaches(Event::RepeatPermitted) => Rule::TT7,
        _ => expected.judgment.repetition(rules),
    }
}

/// Returns the points that count for nobody in a game that is over and has a score, and the stones that are dead without an
/// agreement: the reason, after "they", and the places.
fn uncounted(game: &Reference) -> Value {
    if Referee::status(game) != Status::Over || !game.is_scored() {
        return json!([]);
    }
    let (size, all) = (Referee::position(game).size(), game.uncounted());
    let of = |why: &Uncounted| {
        let points = all.iter().filter(|(_, other)| other == why);
        let places: Vec<usize> = points.map(|&(point, _)| size.index(point)).collect();
        (!places.is_empty()).then(|| json!({ "why": why.to_string(), "places": places }))
    };
    Uncounted::ALL.iter().filter_map(of).collect()
}

/// Returns whose turn it is, or the result of the game.
fn state(referee: &Reference, komi: Komi) -> Value {
    let is_over = Referee::status(referee) == Status::Over;
    json!({
        "toMove": Referee::to_move(referee).letter().to_string(),
        "over": is_over,
        "scored": referee.is_scored(),
        "score": points(referee, komi),
        "result": is_over.then(|| result(referee, komi)),
    })
}

/// Writes the points of each player, such as `Black 5, White 4 + 0.5 komi`.
fn points(game: &Reference, komi: Komi) -> String {
    let sign = if komi < Komi::default() { '-' } else { '+' };
    let komi = Komi { quarter_points: komi.quarter_points.abs() };
    match komi == Komi::default() {
        true => Referee::score(game).to_string(),
        false => format!("{} {sign} {komi} komi", Referee::score(game)),
    }
}

/// Returns who has won a game that is over and, if it was scored, by how much, such as `Black 5, White 4: Black wins by 1`.
pub(crate) fn result(game: &Reference, komi: Komi) -> String {
    if !game.is_scored() {
        return game.outcome().map_or_else(String::new, |outcome| outcome.to_string());
    }
    let Margin { quarter_points } = Margin::of(Referee::score(game), komi);
    format!("{}: {}", points(game, komi), ReportedScore::Margin { quarter_points })
}

/// Returns how two games with the same turns differ, with the state or result of each.
pub(crate) fn apart(one: &Reference, other: &Reference, komi: Komi) -> Option<[String; 2]> {
    let both = [one, other];
    let status = both.map(|game| Referee::status(game).to_string());
    if status[0] != status[1] {
        return Some(status);
    }
    if Referee::status(one) != Status::Over {
        return None;
    }
    let results = both.map(|game| result(game, komi));
    (results[0] != results[1]).then_some(results)
}

/// Returns the rows of a position, the top row first.
pub(crate) fn rows(position: &Position) -> Value {
    position.to_string().replace(' ', "").lines().collect()
}
