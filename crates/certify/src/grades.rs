//! Grades the rules: the counts of a run say what was observed, and its findings say what deviates.

use crate::report::{Finding, Report, RuleGrade, RuleResult};
use std::collections::{BTreeMap, BTreeSet};
use superko_engine::check::Grade;
use superko_engine::referee::Event;
use superko_game::rules::{IllegalTurn, LongCycle, Repeat, Rule, Rules, Suicide};
use superko_harness::compare::Coverage;

/// Grades each rule in force by the findings of a report and the events that it demands.
pub(super) fn graded(
    report: &Report,
    coverage: &Coverage,
    tolerated: &[Rule],
    demanded: &BTreeSet<Event>,
) -> BTreeMap<Rule, RuleResult> {
    let graded = |rule| {
        let result = of_rule(rule, coverage, &report.findings, tolerated);
        let conforms = [(Grade::Knows, result.knows), (Grade::Enforces, result.enforces)];
        let conforms = conforms.into_iter().filter(|(_, grade)| *grade == RuleGrade::Conforms);
        let unobserved = conforms.filter_map(|(grade, _)| {
            let is_of = |event: &Event| rules_in(*event, grade, report.rules).contains(&rule);
            let is_unseen = |event: &Event| seen(coverage, *event, grade) == 0;
            let unseen = demanded.iter().copied().filter(|event| is_of(event) && is_unseen(event));
            let unseen: Vec<Event> = unseen.collect();
            (!unseen.is_empty()).then_some((grade, unseen))
        });
        (rule, RuleResult { unobserved: unobserved.collect(), ..result })
    };
    Rule::in_force(report.rules).map(graded).collect()
}

/// Returns how often an event was compared by answers of a grade.
fn seen(coverage: &Coverage, event: Event, grade: Grade) -> u64 {
    let all = coverage.events.get(&event).map_or(0, |tally| tally.observed);
    let asked = coverage.asked.get(&event).copied().unwrap_or_default();
    match grade {
        Grade::Knows => asked,
        Grade::Enforces => all.saturating_sub(asked),
    }
}

fn of_rule(
    rule: Rule,
    coverage: &Coverage,
    findings: &[Finding],
    tolerated: &[Rule],
) -> RuleResult {
    let is_broken = |is_so: &dyn Fn(&Finding) -> bool| {
        findings.iter().any(|finding| finding.rule == Some(rule) && is_so(finding))
    };
    // An engine that names only a winner, and a wrong one, may count wrongly or compare wrongly.
    let may_count_wrongly = rule.number() == Rule::TT10.number() && coverage.winners.deviated > 0;
    let observed = |grade| match may_count_wrongly {
        true => 0,
        false => coverage.rules.get(&(rule, grade)).map_or(0, |tally| tally.observed),
    };
    let graded = |grade| {
        if is_broken(&|finding| finding.check.grade() == grade) {
            RuleGrade::Deviates
        } else if grade == Grade::Enforces && tolerated.contains(&rule) {
            RuleGrade::Tolerates
        } else if observed(grade) > 0 {
            RuleGrade::Conforms
        } else {
            RuleGrade::Unobserved
        }
    };
    let (knows, enforces) = (graded(Grade::Knows), graded(Grade::Enforces));
    // An engine that accepts every play shows nothing about a rule by its plays.
    let enforced = if enforces == RuleGrade::Tolerates { 0 } else { observed(Grade::Enforces) };
    let observations = observed(Grade::Knows) + enforced;
    RuleResult { knows, enforces, observations, unobserved: BTreeMap::new() }
}

/// Returns the rules in force that an event tests, by answers of a grade.
fn rules_in(event: Event, grade: Grade, rules: Rules) -> Vec<Rule> {
    use Event::*;
    let (repetition, suicide) = (Rule::repetition(rules), Rule::suicide(rules));
    let is_played = grade == Grade::Enforces;
    let mut all = match event {
        RepeatInitial | RepeatPositionalOnly | RepeatBySuicide | RepeatAcrossPass => {
            vec![repetition]
        }
        RepeatCycle1 | RepeatCycle2 | RepeatCycle3 | RepeatCycleLonger => vec![repetition],
        Pass if is_played => vec![repetition],
        RepeatPermitted | RetakePermitted => vec![repetition],
        // If suicide is allowed, the rule on repetition forbids a suicide of one stone.
        LoneSuicideRefused if rules.suicide == Suicide::Allowed => vec![repetition],
        LoneSuicideRefused | SuicideRefused | LoneSuicidePermitted | SuicidePermitted => {
            vec![suicide]
        }
        Occupied | Quiet => vec![Rule::TT7],
        CaptureWholeBoard
        | CaptureFourChains
        | CaptureThreeChains
        | CaptureTwoChains
        | CaptureWithoutLiberty
        | CaptureInCorner
        | CaptureAtEdge
        | CaptureOneChain => {
            vec![Rule::TT3, Rule::TT4, Rule::TT7]
        }
        NoStones => vec![rules.stones.rule()],
        Unblocking | KoTakenAgain | UnchangedInCleanup | RepeatInCleanup => {
            vec![rules.agreement.rule()]
        }
        PhaseEnd if is_played => vec![rules.agreement.rule()],
        SamePass if is_played && rules.long_cycle == LongCycle::ThirdTime => {
            vec![rules.long_cycle.rule()]
        }
        SamePass if is_played => vec![rules.agreement.rule()],
        ButtonTaken if is_played => vec![rules.button.rule()],
        // Many engines cannot be asked about passes, or about turns after the end.
        PlayAfterEnd | PassAfterEnd | TwoPassEnd if is_played => vec![Rule::passes(rules)],
        PlayEnds if is_played => {
            let ends = [
                (rules.repeat != Repeat::Illegal).then(|| rules.repeat.rule()),
                (rules.long_cycle != LongCycle::GoesOn).then(|| rules.long_cycle.rule()),
                (rules.illegal != IllegalTurn::Refused).then(|| rules.illegal.rule()),
            ];
            ends.into_iter().flatten().collect()
        }
        Scored | NeutralBoth | NeutralNeither if is_played => {
            vec![Rule::TT3, Rule::score(rules), Rule::TT10]
        }
        _ => Vec::new(),
    };
    all.dedup();
    all
}
