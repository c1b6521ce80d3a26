//! Makes the report of a run from its results.

use super::journal::{Beginning, Entry};
use super::known::{
    KnownFinding, ReportId, again, flaky, known_fault, known_probe_fault, shown_again,
};
use super::ledger::Ledger;
use super::plan::Plan;
use super::{Options, Run, Scope, grades};
use crate::report::{
    CheckResult, EngineInfo, FaultReport, Finding, Report, RuleGrade, RunInfo, RunVerdict, SCHEMA,
    TOOL, Unmet,
};
use std::collections::{BTreeMap, BTreeSet};
use superko_engine::check::{Check, FindingId, Grade};
use superko_engine::referee::Event;
use superko_engine::{About, Fault, Note, ProbeFault};
use superko_game::rules::Rule;
use superko_harness::compare::Coverage;
use superko_harness::findings::measure;

/// Returns the report of a run.
pub(super) fn report(mut ledger: Ledger<'_>, plan: &Plan<'_>, beginning: &Beginning) -> Report {
    let run = ledger.run;
    let Run { options, observer, .. } = run;
    ledger.write_down();
    ledger.keep_left();
    let given_up = std::mem::take(&mut ledger.faults.given_up);
    let is_whole = plan.is_done_by(ledger.seen.counted) && given_up.is_empty();
    for size in given_up {
        ledger.note(Note::GivenUp(size));
    }
    ledger.seen.observe(&ledger.step);
    let (tolerated, found) = findings(&mut ledger);
    let mut report = blank(options, beginning.about());
    // The engine may be known to play a board that was not asked for.
    let more = plan.boards().iter().filter(|size| !options.sizes.contains(size));
    report.options.sizes.extend(more);
    report.complete = plan.is_done_by(ledger.seen.counted);
    report.interrupted = observer.interrupted();
    report.protocol = std::mem::take(&mut ledger.seen.protocol);
    report.findings = found;
    report.findings.append(&mut ledger.findings.by_commands);
    let faults = ledger.faults.known.values();
    report.faults = counted_once(faults.map(|known| shown_again(run, &known.fault)).collect());
    let coverage = &ledger.seen.coverage;
    report.checks = checks(coverage);
    add_events(&mut report, &ledger);
    let has_gaps = !is_whole && options.sample.is_none();
    let demanded = demanded(&report, plan, has_gaps);
    report.rules_checked = grades::graded(&report, coverage, &tolerated, &demanded);
    add_forms(&mut report, &ledger);
    report.refused_sizes = beginning.refused.clone();
    report.further_sizes = plan.further().to_vec();
    report.unmet = unmet(&report, options);
    if let Some((command, waited)) = &ledger.unanswered {
        report.unmet.push(Unmet::Answer { command: command.clone(), waited: *waited });
    }
    add_counts(&mut report, coverage);
    report.seconds = observer.elapsed().map(|time| time.as_secs_f64());
    report.seconds_to_first_finding = ledger.seen.seconds_to_first_finding;
    ledger.seen.notes.iter().for_each(|note| report.note(note));
    if !report.faults.is_empty() {
        report.note(&Note::CountsDependOnJobs);
    }
    if let Scope::FixedSuite = options.scope
        && report.comparisons > 0
    {
        report.undistinguished = report.undistinguished();
        report.alike = report.alike();
    }
    report.verdict = report.judged();
    report
}

/// Returns what was observed of each check.
fn checks(coverage: &Coverage) -> BTreeMap<Check, CheckResult> {
    let result = |check| {
        let observations = coverage.checks.get(&check).map_or(0, |tally| tally.observed);
        let missing = coverage.missing.get(&check).copied().unwrap_or(0);
        let winners = if check == Check::Score { coverage.winners.observed } else { 0 };
        (check, CheckResult { observations, missing, winners })
    };
    Check::ALL.into_iter().map(result).collect()
}

/// Adds how often each event was observed, how often it had to be, and how often the engine deviated there.
fn add_events(report: &mut Report, ledger: &Ledger<'_>) {
    let options = ledger.run.options;
    for event in Event::ALL {
        let tally = ledger.seen.coverage.events.get(&event).copied().unwrap_or_default();
        let reached = ledger.seen.reaches.get(&event).copied().unwrap_or_default();
        if tally.observed > 0 || reached > 0 {
            report.events.insert(event, tally.observed);
        }
        // No event is demanded more often than the fixed suite reaches it.
        if options.sample.is_none() && reached > 0 && may_show(report, event) {
            report.demanded.insert(event, reached.min(options.level.least_of_each_event()));
        }
        if tally.deviated > 0 {
            report.event_disagreements.insert(event, tally.deviated);
        }
    }
}

/// Returns the events that had to be observed. If the run has gaps, they include the events whose games were not played.
fn demanded(report: &Report, plan: &Plan<'_>, has_gaps: bool) -> BTreeSet<Event> {
    let mut demanded: BTreeSet<Event> = report.demanded.keys().copied().collect();
    if has_gaps {
        demanded.extend(plan.events().into_iter().filter(|&event| may_show(report, event)));
    }
    demanded
}

/// Returns whether the engine answers the check without which an event cannot be observed. Some events show only by one check.
fn may_show(report: &Report, event: Event) -> bool {
    needs(event).is_none_or(|check| report.checks[&check].observations > 0)
}

/// Adds how often each form of an event was observed, including those that were only reached.
fn add_forms(report: &mut Report, ledger: &Ledger<'_>) {
    let forms = ledger.seen.coverage.forms.iter().map(|(&form, &count)| (form, count));
    for ((event, form), count) in ledger.seen.forms.iter().map(|&form| (form, 0)).chain(forms) {
        *report.forms.entry(event).or_default().entry(form.to_string()).or_default() += count;
    }
}

/// Adds the numbers of games, turns and comparisons.
fn add_counts(report: &mut Report, coverage: &Coverage) {
    report.games += coverage.games + coverage.cut_short;
    report.cut_short += coverage.cut_short;
    report.turns += coverage.turns;
    report.comparisons += coverage.comparisons();
}

/// Returns the report on an engine that could not be started, or that plays no board.
pub(super) fn untestable(run: Run<'_>, fault: &Fault) -> Report {
    let Run { options, observer, .. } = run;
    let name = options.arguments.as_deref().unwrap_or("the engine");
    let name = name.split_once("-- ").map_or(name, |(_, command)| command);
    let mut report = blank(options, About::named(name));
    report.interrupted = observer.interrupted();
    report.seconds = observer.elapsed().map(|time| time.as_secs_f64());
    if let Fault::Stopped { .. } = fault {
        report.verdict = RunVerdict::Incomplete;
        return report;
    }
    report.faults.push(known_fault(run, fault, None, 0).fault);
    report.verdict = report.judged();
    report
}

/// Adds the count of a fault that did not occur again to the same fault after other games. The fault needed more such games than
/// were played before it when it was to be confirmed.
fn counted_once(faults: Vec<FaultReport>) -> Vec<FaultReport> {
    let name = |fault: &FaultReport| {
        let word = fault.command.as_ref().and_then(|command| command.split(' ').next());
        (fault.kind.clone(), word.map(str::to_owned), fault.status.clone())
    };
    let is_told = |fault: &FaultReport| fault.record.is_none() || fault.confirmed.0 > 0;
    let (mut faults, unseen): (Vec<_>, Vec<_>) = faults.into_iter().partition(is_told);
    for fault in unseen {
        let same =
            |other: &&mut FaultReport| !other.session.is_empty() && name(other) == name(&fault);
        match faults.iter_mut().find(same) {
            Some(other) => other.count += fault.count,
            None => faults.push(fault),
        }
    }
    faults.sort_by(|one, other| one.id.cmp(&other.id));
    faults
}

/// Adds faults that were met outside of games to the report of a run, and sets the verdict again. A fault that the
/// report has already is not added.
pub(super) fn add_faults(report: &mut Report, faults: &[ProbeFault], run: Run<'_>) {
    for met in faults {
        let known = known_probe_fault(run, met, 0);
        let same = |other: &FaultReport| {
            (&other.id, &other.status) == (&known.fault.id, &known.fault.status)
        };
        if !report.faults.iter().any(same) {
            run.observer.fault(&known.fault);
            report.faults.push(known.fault.clone());
            run.observer.entry(&Entry::Fault(Box::new(known)));
        }
    }
    report.faults.sort_by(|one, other| one.id.cmp(&other.id));
    report.judge();
}

/// Returns the report of a run without any results yet.
pub(super) fn blank(options: &Options, about: About) -> Report {
    let mut report = Report {
        schema: SCHEMA.to_owned(),
        tool: TOOL.to_owned(),
        engine: EngineInfo {
            name: about.name,
            version: about.version,
            command: about.command,
            arguments: options.arguments.clone(),
            by_rules: options.arguments.is_none().then(|| options.calls.by_rules.clone()),
            by_level: Some(&options.calls.by_level)
                .filter(|call| options.arguments.is_none() && !call.is_empty())
                .cloned(),
            conventions: about.conventions.in_words(),
            told_rules: !about.dialect.rules.is_empty(),
            ..EngineInfo::default()
        },
        rules: options.rules,
        seed: options.seed,
        options: RunInfo {
            level: options.level.id().to_owned(),
            sizes: options.sizes.clone(),
            sizes_named: options.sizes_named,
            games: options.games,
            strict: options.strict,
            required: options.required.clone(),
            only: options.only.clone(),
            skip: options.skip.clone(),
        },
        ..Report::default()
    };
    about.notes.iter().for_each(|note| report.note(note));
    report
}

/// Returns what was demanded and not observed.
fn unmet(report: &Report, options: &Options) -> Vec<Unmet> {
    let unobserved = report.checks_unobserved();
    let required = |check: &Check| options.strict || options.required.contains(check);
    let checks = unobserved.filter(required).map(Unmet::Check);
    let refused = report.refused_sizes.iter().filter(|_| options.sizes_named);
    let boards = refused.map(|refused| Unmet::Board(refused.size));
    let events = report.unmet_events().map(Unmet::Event);
    let rules = report.rules_checked.values();
    let tolerated: Vec<RuleGrade> =
        rules.filter(|rule| rule.enforces == RuleGrade::Tolerates).map(|rule| rule.knows).collect();
    let knows_none =
        !tolerated.is_empty() && tolerated.iter().all(|&knows| knows == RuleGrade::Unobserved);
    let unknown = knows_none.then_some(Unmet::KnownRefusals);
    events.chain(checks).chain(boards).chain(unknown).collect()
}

/// Returns the check without which an event cannot be observed, if there is one. Turns are tried after the end only if the
/// engine reports the end.
fn needs(event: Event) -> Option<Check> {
    match event {
        Event::PlayAfterEnd | Event::PassAfterEnd => Some(Check::Status),
        Event::Scored | Event::NeutralBoth | Event::NeutralNeither => Some(Check::Score),
        _ => None,
    }
}

/// Returns the rules whose violations are merely tolerated, and the findings of a run in the order of the rules. Findings
/// without a rule are combined for each check and event.
fn findings(ledger: &mut Ledger<'_>) -> (Vec<Rule>, Vec<Finding>) {
    let (tolerated, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut ledger.findings.known)
        .into_iter()
        .partition(|(_, known)| ledger.tolerates(known));
    let mut groups: BTreeMap<ReportId, Vec<(&FindingId, &KnownFinding)>> = BTreeMap::new();
    for (id, known) in &kept {
        let Finding { kind, confirmed, .. } = known.finding;
        groups.entry(ReportId::of(id, kind, confirmed)).or_default().push((id, known));
    }
    let mut findings: Vec<Finding> = groups
        .values()
        .map(|group| {
            let count = |id: &FindingId| {
                let ids = ledger.seen.coverage.ids.iter();
                let met = ids.filter(|(met, _)| ledger.findings.known_id(**met) == *id);
                met.map(|(_, count)| count).sum::<u64>().max(1)
            };
            let shortest = group.iter().min_by_key(|(_, known)| {
                let finding = &known.finding;
                (finding.kind, measure(&finding.record))
            });
            let (_, KnownFinding { finding, .. }) = shortest.expect("a group has a member");
            let Finding { id, session, record, .. } = finding;
            let flaky = flaky(finding.kind, finding.confirmed);
            Finding {
                count: group.iter().map(|(id, _)| count(id)).sum(),
                // The command is made again here, as for faults.
                again: again(ledger.run, id, (session, &[]), record, flaky),
                ..finding.clone()
            }
        })
        .collect();
    // Findings without a rule come last. A rule and its extensions stand together: the longer game of one may have its cause
    // in the shorter game of another.
    findings.sort_by_key(|finding| {
        let Finding { rule, check, ref record, .. } = *finding;
        (rule.is_none(), rule.map(Rule::number), measure(record), rule, check)
    });
    (tolerated.iter().map(|(id, _)| id.rule).collect(), findings)
}

/// Adds the results of further games to the report of a run.
pub(super) fn add_more(report: &mut Report, mut ledger: Ledger<'_>) {
    ledger.seen.observe(&ledger.step);
    let (_, found) = findings(&mut ledger);
    for finding in &found {
        if let Some(result) = finding.rule.and_then(|rule| report.rules_checked.get_mut(&rule)) {
            let grade = finding.check.grade();
            result.unobserved.remove(&grade);
            match grade {
                Grade::Knows => result.knows = RuleGrade::Deviates,
                Grade::Enforces => result.enforces = RuleGrade::Deviates,
            }
        }
    }
    report.findings.splice(..0, found);
    for known in ledger.faults.known.values() {
        let fault = shown_again(ledger.run, &known.fault);
        if !report.faults.iter().any(|other| other.id == fault.id) {
            report.faults.push(fault);
        }
    }
    let coverage = &ledger.seen.coverage;
    for (check, more) in checks(coverage) {
        if let Some(result) = report.checks.get_mut(&check) {
            result.observations += more.observations;
            result.missing += more.missing;
            result.winners += more.winners;
        }
    }
    add_counts(report, coverage);
    ledger.seen.notes.iter().for_each(|note| report.note(note));
}
