use super::{grade, named_turns};
use crate::certify::Certification;
use crate::check::{Check, Grade};
use crate::compare::Tally;
use crate::engine::Fault;
use crate::referee::Event;
use crate::rules::Rule;
use serde_json::{Map, Value, json};

/// One object with all that came of an examination, on several lines, and of the run on all boards if one was made.
pub fn json(certification: &Certification, parts: &[Certification]) -> String {
    let mut object = object(certification);
    if !parts.is_empty() {
        object["all_boards"] = parts.iter().map(part).collect();
    }
    let mut text = format!("{object:#}");
    text.push('\n');
    text
}

/// The object. The names of its fields are a contract.
pub(super) fn object(certification: &Certification) -> Value {
    let Certification { engine, options, coverage, .. } = certification;
    let sentences: Map<String, Value> = Rule::in_force(options.rules)
        .map(|rule| {
            let tally = |grade| coverage.rules.get(&(rule, grade));
            let (knows, enforces) = (tally(Grade::Knows), tally(Grade::Enforces));
            let observed = |tally: Option<&Tally>| tally.map_or(0, |tally| tally.observed);
            let value = json!({
                "knows": grade(knows),
                "enforces": grade(enforces),
                "observations": observed(knows) + observed(enforces),
            });
            (rule.id().to_owned(), value)
        })
        .collect();
    let events: Map<String, Value> = Event::ALL
        .iter()
        .filter_map(|&event| {
            let met = coverage.events.get(&event).map(|tally| tally.observed);
            let count = met.or(certification.reachable.contains(event).then_some(0))?;
            Some((event.id().to_owned(), json!(count)))
        })
        .collect();
    let checks: Map<String, Value> = Check::ALL
        .into_iter()
        .map(|check| {
            let observations = coverage.checks.get(&check).map_or(0, |tally| tally.observed);
            let missing = coverage.missing.get(&check).copied().unwrap_or(0);
            let counts = json!({ "observations": observations, "missing": missing });
            (check.id().to_owned(), counts)
        })
        .collect();
    json!({
        "engine": {
            "name": engine.name,
            "version": engine.version,
            "command": engine.command,
            "notes": engine.notes,
        },
        "rules": options.rules.to_string(),
        "seed": options.seed,
        "verdict": certification.outcome().id(),
        "rules_checked": sentences,
        "events": events,
        "findings": certification.findings.iter().map(finding).collect::<Vec<_>>(),
        "faults": certification.faults.iter().map(fault).collect::<Vec<_>>(),
        "checks": checks,
        "unmet": certification.unreached().iter().map(|event| event.id()).collect::<Vec<_>>(),
        "sizes": options.sizes.iter().map(|size| size.to_string()).collect::<Vec<_>>(),
        "refused_sizes": certification
            .refused
            .iter()
            .map(|(size, what)| json!({ "size": size.to_string(), "what": what }))
            .collect::<Vec<_>>(),
        "games": coverage.games + coverage.cut_short,
        "turns": coverage.turns,
        "comparisons": coverage.comparisons(),
        "complete": certification.complete,
        "seconds": certification.elapsed.as_secs_f64(),
        "seconds_to_first_finding": certification.first_finding.map(|time| time.as_secs_f64()),
    })
}

/// A part of the run on all boards.
fn part(certification: &Certification) -> Value {
    json!({
        "rules": certification.options.rules.to_string(),
        "verdict": certification.outcome().id(),
        "boards": certification.options.sizes.len(),
        "turns": certification.coverage.turns,
        "comparisons": certification.coverage.comparisons(),
        "findings": certification.findings.iter().map(finding).collect::<Vec<_>>(),
        "faults": certification.faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

/// One finding.
pub(super) fn finding(finding: &crate::certify::Finding) -> Value {
    let disagreement = &finding.disagreement;
    json!({
        "id": disagreement.id.to_string(),
        "check": disagreement.id.check.id(),
        "rule": disagreement.id.rule.id(),
        "event": disagreement.id.event.id(),
        "size": disagreement.record.size().to_string(),
        "turns": named_turns(&disagreement.record),
        "reference": disagreement.difference.reference(),
        "engine": disagreement.difference.engine(),
        "count": finding.count,
        "reproduced": finding.reproduced,
        "source": finding.source.to_string(),
    })
}

fn fault(incident: &crate::certify::FaultFinding) -> Value {
    let status = match &incident.fault {
        Fault::Exit { status, .. } => Some(status.clone()),
        _ => None,
    };
    json!({
        "kind": incident.fault.kind(),
        "command": incident.fault.command(),
        "status": status,
        "what": incident.fault.to_string(),
        "count": incident.count,
    })
}
