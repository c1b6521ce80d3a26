//! Confirms disagreements on fresh engines, shortens them, and tries their games on related findings.

use super::examine::Found;
use super::journal::Entry;
use super::known::{KnownFinding, is_acceptance, known};
use super::ledger::Ledger;
use crate::report::Finding;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::Event;
use superko_engine::{Engine, Note, RefusalReason, Ruling, guarded};
use superko_game::rules::Rule;
use superko_game::{Record, Turn};
use superko_harness::compare::{Comparison, Difference, Disagreement};
use superko_harness::findings::{
    Confirmation, Confirmed, Effort, Manner, Reliability, measure, play_again,
};

/// No effort: the game is not shortened.
const NO_EFFORT: Effort = Effort { tries: 0, turns: 0 };

/// A disagreement that may become a finding.
struct Candidate {
    found: Disagreement,
    /// A fresh engine on which the disagreement has shown.
    shown_on: Option<Box<dyn Engine>>,
    /// The games that the engine played before.
    before: Vec<Record>,
    source: String,
    /// The effort to shorten the game.
    effort: Effort,
}

impl Candidate {
    /// Creates a candidate from a disagreement that a game has shown on a fresh engine.
    fn shown(found: Disagreement, engine: Box<dyn Engine>, source: &str, effort: Effort) -> Self {
        let (shown_on, before, source) = (Some(engine), Vec::new(), source.to_owned());
        Candidate { found, shown_on, before, source, effort }
    }
}

impl Ledger<'_> {
    /// Confirms a disagreement if its id is new, or if its game is shorter than the known one.
    pub(super) fn found(&mut self, work: u64, found: Found) {
        let Found { disagreement, source, before } = found;
        let id = self.findings.known_id(disagreement.id);
        if let Some(known) = self.findings.known.get(&id)
            && known.finding.record.turns.len() <= disagreement.record.turns.len()
        {
            return;
        }
        let tolerated = self.tolerant && is_acceptance(&disagreement);
        if !tolerated && self.seen.seconds_to_first_finding.is_none() {
            let elapsed = self.run.observer.elapsed().map(|time| time.as_secs_f64());
            let first = &mut self.step.seconds_to_first_finding;
            *first = first.or(elapsed);
        }
        let collides = source.collides();
        let source = source.to_string();
        // A game that collides has few stones already, and without any one of them nothing collides.
        let effort = if collides { NO_EFFORT } else { self.run.options.effort };
        let (found, shown_on) = (disagreement, None);
        let candidate = Candidate { found, shown_on, before, source: source.clone(), effort };
        let answered = self.book(work, candidate, collides);
        if answered.id.check == Check::Legality && !collides {
            self.act(work, &answered, source);
        }
    }

    /// Confirms a disagreement and keeps it, unless a shorter one of the same id is known. Returns the confirmed disagreement.
    /// If the game `collides`, its last position has the hash of an earlier one in some engine.
    fn book(&mut self, work: u64, candidate: Candidate, collides: bool) -> Disagreement {
        let Candidate { found, shown_on, before, source, effort } = candidate;
        let id = found.id;
        let hints: Vec<Record> =
            self.findings.twins(id).map(|known| known.finding.record.clone()).collect();
        let (factory, before, hints) = (self.run.factory, &before[..], &hints[..]);
        let stop: &dyn Fn() -> bool = &|| self.run.observer.stop();
        let confirmation = Confirmation { factory, before, hints, effort, stop };
        let confirmed = confirmation.confirm_shown(found.clone(), shown_on);
        let mut confirmed = confirmed.unwrap_or_else(|fault| {
            self.note(Note::NoFurtherEngine(fault.to_string()));
            let (kind, session) = (Reliability::Steady, Vec::new());
            Confirmed { disagreement: found, kind, shown: (0, 0), session }
        });
        if collides && self.is_by_hash(&confirmed.disagreement) {
            let rule = Rule::repetition(confirmed.disagreement.record.rules());
            let FindingId { check, .. } = confirmed.disagreement.id;
            confirmed.disagreement.id = FindingId { rule, check, event: Event::HashCollision };
        }
        let disagreement = confirmed.disagreement.clone();
        if disagreement.id != id {
            self.findings.aliases.insert(id, disagreement.id);
            self.step.aliases.push((id, disagreement.id));
        }
        let earlier = self.findings.known.get(&disagreement.id).map(|known| &known.finding);
        let better = |earlier: &Finding| {
            (confirmed.kind, measure(&disagreement.record))
                < (earlier.kind, measure(&earlier.record))
        };
        if earlier.is_none_or(better) {
            let first = earlier.is_none();
            let work = earlier.map_or(work, |earlier| earlier.work);
            let known = known(self.run, confirmed, source.clone(), work);
            if first && !self.tolerates(&known) {
                self.run.observer.finding(&known.finding);
            }
            self.store(Entry::Finding(Box::new(known)));
            self.share(work, &disagreement, &source);
        }
        disagreement
    }

    /// Tries the game of a finding on those of its twins that have longer games.
    fn share(&mut self, work: u64, shorter: &Disagreement, source: &str) {
        let longer =
            |known: &&KnownFinding| measure(&known.finding.record) > measure(&shorter.record);
        let twins: Vec<FindingId> =
            self.findings.twins(shorter.id).filter(longer).map(|known| known.cause).collect();
        for id in twins {
            if let Some((disagreement, engine)) = self.shown(id, &shorter.record) {
                let candidate = Candidate::shown(disagreement, engine, source, NO_EFFORT);
                self.book(work, candidate, false);
            }
        }
    }

    /// Replays a game on a fresh engine. Returns the disagreement with this id, if it shows, and the engine.
    fn shown(&mut self, id: FindingId, record: &Record) -> Option<(Disagreement, Box<dyn Engine>)> {
        let played = guarded(|| {
            let mut engine = (self.run.factory)()?;
            Ok((play_again(engine.as_mut(), record, Manner::of(id)), engine))
        });
        let (Comparison { coverage, disagreements, .. }, engine) = played.ok()?;
        let shown = disagreements.into_iter().find(|disagreement| disagreement.id == id)?;
        self.step.coverage.add(&coverage);
        Some((shown, engine))
    }

    /// Finds out, with the same game, whether an engine that answers wrongly also plays wrongly.
    fn act(&mut self, work: u64, answered: &Disagreement, source: String) {
        let id = FindingId { check: Check::Play, ..answered.id };
        if self.findings.known.contains_key(&id) {
            return;
        }
        if let Some((disagreement, engine)) = self.shown(id, &answered.record) {
            let effort = self.run.options.effort;
            let candidate = Candidate::shown(disagreement, engine, &source, effort);
            self.book(work, candidate, false);
        }
    }

    /// Returns whether the hash is the cause of a refusal at the end of a game that collides. The mirror image of the game has
    /// other keys: if the hash is the cause, the engine plays it to its end.
    fn is_by_hash(&self, refused: &Disagreement) -> bool {
        // An engine that gives another reason rules the hash out.
        let may_be = match refused.difference {
            Difference::Ruling(None, Ruling::Forbidden(reason)) => {
                matches!(reason, RefusalReason::Repetition | RefusalReason::Unstated)
            }
            _ => false,
        };
        let size = refused.record.size();
        let mirrored = |turn: &Turn| {
            let point = turn.point()?;
            size.point(size.columns() - 1 - point.column(), point.row()).map(Turn::Play)
        };
        let turns = refused.record.turns.iter();
        let turns = turns.map(|turn| mirrored(turn).unwrap_or(Turn::Pass)).collect();
        let mirrored = Record { turns, ..refused.record.clone() };
        let played = guarded(|| {
            let mut engine = (self.run.factory)()?;
            Ok(play_again(engine.as_mut(), &mirrored, Manner::of(refused.id)))
        });
        let agrees = |played: Comparison| played.disagreements.is_empty() && played.fault.is_none();
        may_be && played.is_ok_and(agrees)
    }
}
