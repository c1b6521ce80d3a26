//! Coverage of a comparison: counts by rule, event and check.

use super::disagreement::Disagreement;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use superko_engine::ReportedScore;
use superko_engine::check::{Check, FindingId, Grade};
use superko_engine::referee::{Event, Events, Form};
use superko_game::rules::Rule;

/// The number of observations, and how many of them deviated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(u64, u64)", from = "(u64, u64)"))]
pub struct Tally {
    /// The number of comparisons.
    pub observed: u64,
    /// The number of comparisons in which the reference and the engine differ.
    pub deviated: u64,
}

impl From<(u64, u64)> for Tally {
    fn from((observed, deviated): (u64, u64)) -> Tally {
        Tally { observed, deviated }
    }
}

impl From<Tally> for (u64, u64) {
    fn from(Tally { observed, deviated }: Tally) -> (u64, u64) {
        (observed, deviated)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.observed += other.observed;
        self.deviated += other.deviated;
    }
}

/// Adds counts to the sums of the same keys.
fn add<K: Ord + Copy, V: AddAssign + Copy + Default>(
    sums: &mut BTreeMap<K, V>,
    counts: &BTreeMap<K, V>,
) {
    counts.iter().for_each(|(&key, &count)| *sums.entry(key).or_default() += count);
}

/// The counts of what was compared, and of what could not be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coverage {
    /// Comparisons by rule, separately for what the engine knows and what it enforces.
    #[cfg_attr(feature = "serde", serde(with = "pairs"))]
    pub rules: BTreeMap<(Rule, Grade), Tally>,
    /// Comparisons by event reached.
    pub events: BTreeMap<Event, Tally>,
    /// The comparisons in `events` in which the engine was asked, and not given a turn.
    #[cfg_attr(feature = "serde", serde(default))]
    pub asked: BTreeMap<Event, u64>,
    /// Rulings compared, by event and form, for the events that have forms.
    #[cfg_attr(feature = "serde", serde(with = "pairs"))]
    pub forms: BTreeMap<(Event, Form), u64>,
    /// Comparisons by check.
    pub checks: BTreeMap<Check, Tally>,
    /// Scores that name the winner and no number.
    #[cfg_attr(feature = "serde", serde(default))]
    pub winners: Tally,
    /// Disagreements by id.
    #[cfg_attr(feature = "serde", serde(with = "pairs"))]
    pub ids: BTreeMap<FindingId, u64>,
    /// Answers that the engine did not give, by check.
    pub missing: BTreeMap<Check, u64>,
    /// The number of games played to their end.
    pub games: u64,
    /// The number of games that ended at a disagreement.
    pub cut_short: u64,
    /// The number of turns played.
    pub turns: u64,
}

impl Coverage {
    /// Counts a comparison.
    pub fn compare(&mut self, check: Check, rules: impl IntoIterator<Item = Rule>, events: Events) {
        self.checks.entry(check).or_default().observed += 1;
        for rule in rules {
            self.rules.entry((rule, check.grade())).or_default().observed += 1;
        }
        for event in events.iter() {
            self.events.entry(event).or_default().observed += 1;
            if check.grade() == Grade::Knows {
                *self.asked.entry(event).or_default() += 1;
            }
        }
    }

    /// Counts a score that was compared, if it names only the winner.
    pub fn score(&mut self, reported: ReportedScore, is_right: bool) {
        if matches!(reported, ReportedScore::Winner(_)) {
            self.winners += Tally { observed: 1, deviated: u64::from(!is_right) };
        }
    }

    /// Counts the forms in which a compared turn reaches events.
    pub fn reach(&mut self, forms: impl IntoIterator<Item = (Event, Form)>) {
        for form in forms {
            *self.forms.entry(form).or_default() += 1;
        }
    }

    /// Counts a disagreement that was already counted as a comparison.
    pub fn deviate(&mut self, disagreement: &Disagreement) {
        let FindingId { rule, check, event } = disagreement.id;
        *self.ids.entry(disagreement.id).or_default() += 1;
        self.checks.entry(check).or_default().deviated += 1;
        let rule = self.rules.entry((rule, check.grade())).or_default();
        rule.deviated += 1;
        rule.observed = rule.observed.max(rule.deviated);
        for event in disagreement.events.with(event).iter() {
            let event = self.events.entry(event).or_default();
            event.deviated += 1;
            event.observed = event.observed.max(event.deviated);
        }
    }

    /// Counts an answer that the engine did not give.
    pub fn miss(&mut self, check: Check) {
        *self.missing.entry(check).or_default() += 1;
    }

    /// Adds another coverage to this one.
    pub fn add(&mut self, other: &Coverage) {
        add(&mut self.rules, &other.rules);
        add(&mut self.events, &other.events);
        add(&mut self.asked, &other.asked);
        add(&mut self.forms, &other.forms);
        add(&mut self.checks, &other.checks);
        self.winners += other.winners;
        add(&mut self.ids, &other.ids);
        add(&mut self.missing, &other.missing);
        self.games += other.games;
        self.cut_short += other.cut_short;
        self.turns += other.turns;
    }

    /// Returns the number of all comparisons.
    pub fn comparisons(&self) -> u64 {
        self.checks.values().map(|tally| tally.observed).sum()
    }
}

/// Maps whose keys are not text, as lists of pairs.
#[cfg(feature = "serde")]
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>, D>(
        deserializer: D,
    ) -> Result<BTreeMap<K, V>, D::Error>
    where
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Difference;
    use superko_engine::referee::{Cycle, PlayKind};
    use superko_engine::{RefusalReason, Ruling};
    use superko_game::rules::Rules;
    use superko_game::{Record, Size};

    const FORM: (Event, Form) =
        (Event::RepeatCycle2, Form { play: PlayKind::Capture, cycle: Cycle::NoPass });

    const fn tally(observed: u64, deviated: u64) -> Tally {
        Tally { observed, deviated }
    }

    fn disagreement(check: Check) -> Disagreement {
        let id = FindingId { rule: Rule::TT7, check, event: Event::Occupied };
        let record = Record::new(Size::new(1, 1).unwrap(), Rules::default(), Vec::new());
        let difference = Difference::Ruling(None, Ruling::Forbidden(RefusalReason::Unstated));
        let events = Events::default().with(Event::Quiet);
        Disagreement { id, events, record, difference }
    }

    /// Three comparisons of two checks, two disagreements, three answers withheld.
    fn coverage() -> Coverage {
        let mut coverage = Coverage { games: 3, cut_short: 4, turns: 5, ..Coverage::default() };
        let events = Events::default().with(Event::Quiet);
        coverage.compare(Check::Play, [Rule::TT7, Rule::TT5], events);
        coverage.compare(Check::Play, [Rule::TT7], events.with(Event::Pass));
        coverage.compare(Check::Legality, [Rule::TT7], events);
        coverage.reach([FORM, FORM]);
        coverage.deviate(&disagreement(Check::Play));
        coverage.deviate(&disagreement(Check::Play));
        coverage.miss(Check::Score);
        coverage.miss(Check::Score);
        coverage.miss(Check::Undo);
        coverage
    }

    #[test]
    fn comparisons_and_disagreements_are_counted() {
        let does = |rule| (rule, Grade::Enforces);
        let expected = Coverage {
            rules: BTreeMap::from([
                (does(Rule::TT5), tally(1, 0)),
                (does(Rule::TT7), tally(2, 2)),
                ((Rule::TT7, Grade::Knows), tally(1, 0)),
            ]),
            events: BTreeMap::from([
                (Event::Quiet, tally(3, 2)),
                (Event::Pass, tally(1, 0)),
                // No comparison reached this event, but both disagreements are attributed to it.
                (Event::Occupied, tally(2, 2)),
            ]),
            asked: BTreeMap::from([(Event::Quiet, 1)]),
            forms: BTreeMap::from([(FORM, 2)]),
            checks: BTreeMap::from([(Check::Play, tally(2, 2)), (Check::Legality, tally(1, 0))]),
            winners: Tally::default(),
            ids: BTreeMap::from([(disagreement(Check::Play).id, 2)]),
            missing: BTreeMap::from([(Check::Score, 2), (Check::Undo, 1)]),
            games: 3,
            cut_short: 4,
            turns: 5,
        };
        assert_eq!(coverage(), expected);
        assert_eq!(coverage().comparisons(), 3);
    }

    #[test]
    fn coverages_add_up() {
        let mut sum = coverage();
        sum.add(&coverage());
        sum.add(&Coverage::default());
        let twice = |one: Tally| tally(2 * one.observed, 2 * one.deviated);
        let one = coverage();
        let expected = Coverage {
            rules: one.rules.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            events: one.events.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            asked: one.asked.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            forms: one.forms.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            checks: one.checks.into_iter().map(|(key, each)| (key, twice(each))).collect(),
            winners: twice(one.winners),
            ids: one.ids.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            missing: one.missing.into_iter().map(|(key, each)| (key, 2 * each)).collect(),
            games: 6,
            cut_short: 8,
            turns: 10,
        };
        assert_eq!(sum, expected);
    }
}
