//! The id of a finding, from both answers.

use super::{rule_of_end, rule_of_position, rule_of_refusal, rule_of_status};
use crate::compare::CompareOptions;
use crate::compare::compared_game::ComparedGame;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Effect, Event, Events, Expected, Referee, Step};
use superko_engine::{Reference, RefusalReason, ReportedScore, Ruling};
use superko_game::rules::{Rule, SWITCHES, SeenIn, Switch};
use superko_game::{Color, Komi, Position, Score, Setup, Status, Turn};

impl ComparedGame<'_> {
    /// Returns the id to which a disagreement is attributed, if no replay is needed.
    pub(in crate::compare) fn id_without_replay(&self, id: FindingId) -> Option<FindingId> {
        let CompareOptions { ask, undo } = self.options;
        let suspects = !self.refused.is_empty() || ask || undo;
        if suspects { self.attributed.get(&id).copied() } else { Some(id) }
    }

    /// Returns the id to which a disagreement about the answer to a question is attributed, if no replay is needed.
    pub(in crate::compare) fn id_of_ruling_without_replay(
        &self,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Option<FindingId> {
        match (self.id_of_acceptance(Check::Legality, expected), ruling) {
            (Some(id), _) => self.id_without_replay(id),
            // Finding the reason for a bare refusal takes further games; one finding is enough for each event.
            (None, Ruling::Forbidden(RefusalReason::Unstated)) => {
                self.met_before(Check::Legality, expected.events)
            }
            (None, Ruling::Forbidden(reason)) if !self.is_after_pass(place) => {
                let id = self.id_of_refusal(Check::Legality, place, expected, reason, false);
                self.id_without_replay(id)
            }
            (None, _) => None,
        }
    }

    /// Returns whether the last legal turn before this place was a pass.
    pub(in crate::compare) fn is_after_pass(&self, place: usize) -> bool {
        let mut before = self.transcript.steps[..place].iter().rev();
        let last = before.find(|step| step.turn.is_legal());
        last.is_some_and(|step| step.turn.turn == Turn::Pass)
    }

    /// Returns a finding of this check and of the most specific of these events, if this game showed one.
    pub(in crate::compare) fn met_before(&self, check: Check, events: Events) -> Option<FindingId> {
        let event = events.first()?;
        self.attributed.values().find(|id| id.check == check && id.event == event).copied()
    }

    /// Returns the id of a finding about an accepted turn, if the turn is illegal.
    pub(in crate::compare) fn id_of_acceptance(
        &self,
        check: Check,
        expected: &Expected,
    ) -> Option<FindingId> {
        let rule = expected.judgment.rule(self.rules())?;
        let event = match self.illegal_turns_end.get(&rule) {
            Some(true) => Event::IllegalTurnEnds,
            _ => expected.events.first().unwrap_or(Event::Quiet),
        };
        Some(FindingId { rule, check, event })
    }

    /// Returns the id of a finding about a legal turn that is refused for this reason. `stopped` says that the engine refuses
    /// every turn after a pass.
    pub(in crate::compare) fn id_of_refusal(
        &self,
        check: Check,
        place: usize,
        expected: &Expected,
        reason: RefusalReason,
        stopped: bool,
    ) -> FindingId {
        let player = self.transcript.steps[place].player;
        let (rules, before) = (self.rules(), self.transcript.before(place));
        let [own, other] = [player, player.opponent()]
            .map(|player| self.held_before(place, player.color(), expected.turn));
        let rule = match stopped {
            true => Rule::passes(rules),
            false => rule_of_refusal(rules, &before, player, expected, reason, (own, own || other)),
        };
        let event = match reason {
            // The game was not ended by a pass, because the last turn was none.
            RefusalReason::Over if expected.turn != Turn::Pass && !self.is_after_pass(place) => {
                Event::EndsByItself
            }
            _ => expected.events.first().unwrap_or(Event::Quiet),
        };
        FindingId { rule, check, event }
    }

    pub(in crate::compare) fn id_of_board(&self, place: usize, shown: &Position) -> FindingId {
        let step = &self.transcript.steps[place];
        if !step.turn.is_legal() {
            return self.id_of_change(Check::Board, Event::RefusalChanges);
        }
        let rule = rule_of_position(&self.transcript.before(place), step, self.rules(), shown);
        let event = step.turn.events.first().unwrap_or(Event::Quiet);
        FindingId { rule, check: Check::Board, event }
    }

    /// Returns the rule that a wrong score breaks: the one rule besides that on what is counted without which the score would be
    /// right, if there is one.
    pub(in crate::compare) fn rule_of_score(&self, place: usize, reported: ReportedScore) -> Rule {
        let rules = self.rules();
        let adds = |switch: &&Switch| {
            let is_of_score = switch.seen_in == SeenIn::Scores && switch.name != "score";
            is_of_score && switch.has_effect(rules) && !switch.is_default(rules)
        };
        let explains = |switch: &&Switch| {
            self.score_without(switch, place)
                .is_some_and(|score| reported.is_of(score, self.komi()))
        };
        let mut broken = SWITCHES.iter().filter(adds).filter(explains);
        match (broken.next(), broken.next()) {
            (Some(switch), None) => rules.value(switch).rule,
            _ => Rule::score(rules),
        }
    }

    /// Returns the score after a turn if a switch had its first value.
    fn score_without(&self, switch: &Switch, place: usize) -> Option<Score> {
        if switch.name == "button" {
            let (score, _) = self.transcript.steps[place].end?;
            return Some(Score { button: None, ..score });
        }
        let rules = self.rules().with(&switch.values[0]);
        let setup = Setup { rules, ..self.transcript.record.setup.clone() };
        let mut reference = Reference::set_up(&setup);
        let legal = self.transcript.steps[..=place].iter().filter(|step| step.turn.is_legal());
        for step in legal {
            Referee::play(&mut reference, step.turn.turn);
        }
        Some(Referee::score(&reference))
    }

    pub(in crate::compare) fn id_of_status(&self, place: usize, reported: Status) -> FindingId {
        let step = &self.transcript.steps[place];
        // A game that was lost by an earlier illegal turn stays over, whatever is refused now.
        let lost = |step: &Step| !step.turn.is_legal() && step.turn.judgment.ends;
        if let Some(earlier) = self.transcript.steps[..place].iter().position(lost) {
            return self.id_of_status(earlier, reported);
        }
        let reference = self.status_after(place);
        // If two passes before did not end the game, this one did not end it either.
        let before = &self.transcript.steps[..place];
        let passes = before.iter().filter(|step| step.turn.turn == Turn::Pass).count();
        let by_pass = step.turn.turn == Turn::Pass && passes < 2;
        let event = match step.turn.is_legal() || step.turn.judgment.ends {
            true if self.last_place == Some(place) => Event::EndsByItself,
            true if reported == Status::Over && !by_pass => Event::EndsByItself,
            true => step.turn.events.first().unwrap_or(Event::Quiet),
            false => Event::RefusalChanges,
        };
        let rules = self.rules();
        let end = match reported == Status::Over && self.counts_button(place) {
            true => rules.button.rule(),
            false => rule_of_end(&step.turn, rules),
        };
        let rule = rule_of_status(reference, reported, end);
        FindingId { rule, check: Check::Status, event }
    }

    /// Whether a pass would end the game if the pass that took the button were in a row with it.
    fn counts_button(&self, place: usize) -> bool {
        let rules = self.rules();
        let takes = |step: &Step| step.turn.judgment.effect == Some(Effect::TakesButton);
        let legal =
            self.transcript.steps[..=place].iter().rev().filter(|step| step.turn.is_legal());
        let passes: Vec<&Step> = legal.take_while(|step| step.turn.turn == Turn::Pass).collect();
        passes.iter().any(|&step| takes(step)) && passes.len() == rules.passes.count()
    }

    /// Returns whether the point of a play held a stone of this color in an earlier position.
    pub(in crate::compare) fn held_before(&self, place: usize, color: Color, turn: Turn) -> bool {
        let steps = &self.transcript.steps[..place];
        turn.point().is_some_and(|point| steps.iter().any(|step| step.position[point] == color))
    }
}

/// Returns the id of a wrong score that breaks a rule. In a game with a komi, only the komi may be wrong.
pub(in crate::compare) fn id_of_score(events: Events, rule: Rule, komi: Komi) -> FindingId {
    let event = match komi == Komi::default() {
        true => events.first().unwrap_or(Event::Scored),
        false => Event::KomiMiscounted,
    };
    FindingId { rule, check: Check::Score, event }
}
