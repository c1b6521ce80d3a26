//! The sentences that all report formats share.

use super::alike::differ_unseen;
use super::broken::{broken, in_rules};
use super::{FaultReport, Finding, Report, RuleGrade, RunInfo, RunVerdict, Unmet, notes};
use crate::report::replayed;
use std::collections::BTreeSet;
use superko_engine::check::Check;
use superko_engine::referee::{Cycle, Events, Form};
use superko_game::rules::Rules;
use superko_game::{Size, Turn, counted, grouped};
use superko_harness::findings::Reliability;

/// Returns the verdict in a sentence.
pub(super) fn verdict(report: &Report) -> String {
    let (name, rules) = (report.called(), report.rules.called());
    match report.verdict {
        RunVerdict::Conforms if report.findings.is_empty() && !report.faults.is_empty() => {
            format!(
                "{name} agrees with {rules} wherever it answered, and failed to answer only as expected: all faults are known failures."
            )
        }
        RunVerdict::Conforms if report.findings.is_empty() => conforming(report),
        RunVerdict::Conforms => {
            format!(
                "{name} deviates from {rules} only as expected: all findings are known failures."
            )
        }
        RunVerdict::Deviates => deviating(report),
        RunVerdict::Faulty => {
            format!(
                "{name} agrees with {rules} wherever it answered, but some questions got no answer."
            )
        }
        RunVerdict::Untestable => match report.refused_sizes.first() {
            Some(refused) => format!("{name} could not be tested: {}.", refused.what),
            None => format!("{name} could not be tested."),
        },
        RunVerdict::Incomplete if report.comparisons == 0 => {
            format!("The run ended before any answer of {name} was compared.")
        }
        RunVerdict::Incomplete if !report.findings.is_empty() => {
            format!("{name} deviates from {rules} only as expected, but the run is incomplete.")
        }
        RunVerdict::Incomplete => {
            format!("{name} agrees with {rules} in everything observed, but the run is incomplete.")
        }
    }
}

/// Returns the verdict on an engine that agrees in everything, and what the verdict leaves out.
fn conforming(report: &Report) -> String {
    let (name, rules) = (report.called(), report.rules.called());
    let score = ungraded(report).map(|said| format!(" {said}")).unwrap_or_default();
    let left_out = left_out(report).map(|said| format!(" {said}")).unwrap_or_default();
    // The undistinguished rule set may have no name. Reports of version 0.1.0 list no others.
    let nearest = report.undistinguished.filter(|rules| !report.alike.contains(rules));
    let alike: Vec<Rules> = nearest.into_iter().chain(report.alike.clone()).collect();
    let conforms = match differ_unseen(&alike) {
        Some(others) => format!("{name} conforms to {rules} in what was observed; {others}."),
        None => format!("{name} conforms to {rules} in everything compared."),
    };
    format!("{conforms}{left_out}{score}")
}

/// Returns the verdict on an engine with unexpected findings, or without some of the expected ones.
fn deviating(report: &Report) -> String {
    let (name, rules) = (report.called(), report.rules.called());
    let passes = report.unexpected_passes.join(", ");
    match broken(report).as_slice() {
        [] if report.findings.is_empty() => {
            format!("{name} does not deviate where it was expected to: {passes}.")
        }
        [] if report.findings.iter().all(|finding| finding.expected) => {
            format!(
                "{name} deviates from {rules} only as expected, but these known failures no longer appear: {passes}."
            )
        }
        [] => {
            let ids: Vec<&str> =
                report.findings.iter().map(|finding| finding.id.as_str()).collect();
            format!("{name} deviates, though it breaks no rule of {rules}: {}.", ids.join(", "))
        }
        broken => format!("{name} deviates from {rules} in {}.", in_rules(report, broken)),
    }
}

/// Lists what was required but not observed, if anything. Known failures are marked.
pub(super) fn unmet(report: &Report) -> Option<String> {
    let marked = |unmet: &Unmet| match report.expected_unmet.contains(unmet) {
        true => format!("{unmet} ({KNOWN_FAILURE})"),
        false => unmet.to_string(),
    };
    let all: Vec<String> = report.unmet.iter().map(marked).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Lists what was required but not observed, in a sentence.
pub(super) fn required(report: &Report) -> Option<String> {
    unmet(report).map(|unmet| format!("Required, but {NOT_OBSERVED}: {unmet}."))
}

/// The words for a rule or a check of which no answer was compared.
pub(super) const NOT_OBSERVED: &str = "not observed";

/// The words for an entry of a file of known failures.
pub(super) const KNOWN_FAILURE: &str = "a known failure";

/// The words before the games that a finding depends on.
pub(super) const ONLY_AFTER: &str =
    "It appears only after these games, so the engine keeps some state from them: ";

/// The note on a report of an interrupted run.
pub(super) const INTERRUPTED: &str = "The run was interrupted; this is what was found by then.";

/// Returns which parts of the fixed suite were left out by request.
fn left_out(report: &Report) -> Option<String> {
    let RunInfo { only, skip, .. } = &report.options;
    let listed = |parts: &[String]| {
        let parts: Vec<String> = parts.iter().map(|part| in_force(report, part)).collect();
        parts.join(", ")
    };
    match (only.is_empty(), skip.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("Only a part was tested: {}.", listed(only))),
        (true, false) => Some(format!("A part was skipped: {}.", listed(skip))),
        (false, false) => {
            Some(format!("Only a part was tested: {}, without {}.", listed(only), listed(skip)))
        }
    }
}

/// Returns a part of the fixed suite as it was requested. The number of a rule comes with the rules in force that it stands for.
fn in_force(report: &Report, part: &str) -> String {
    let rules = report.rules_checked.keys().filter(|rule| rule.is_meant_by(part));
    let rules: Vec<&str> = rules.map(|rule| rule.id()).collect();
    match rules.is_empty() || rules == [part] {
        true => part.to_owned(),
        false => format!("{part} (in force: {})", rules.join(" ")),
    }
}

/// Returns on how many fresh engines a flaky finding appeared, and what that means.
pub(super) fn how_flaky(finding: &Finding) -> String {
    let (shown, tried) = finding.confirmed;
    let why = match (finding.rule, shown) {
        (Some(_), _) => {
            "A player may choose at random, but an illegal turn breaks the rule in any case"
        }
        (None, 0) => {
            "It may depend on earlier questions or on chance, so it is not counted as breaking a rule"
        }
        (None, _) => {
            "The engine does not always give the same answer, so this is not counted as breaking a rule"
        }
    };
    format!("It was reproduced on {shown} of {tried} freshly started engines. {why}.")
}

/// Returns what is special about the grade of the score: a komi was subtracted; only winners were compared; or nothing was
/// compared, with the reason, if it is known.
pub(super) fn ungraded(report: &Report) -> Option<String> {
    if let Some(komi) = report.engine.kept_komi {
        return Some(format!(
            "A komi of {komi} was subtracted from its scores: it adds that komi although it was told to play without."
        ));
    }
    if report.tells_only_winners() {
        return Some(
            "Of its scores only the winners were compared: it tells no numbers.".to_owned(),
        );
    }
    report.checks_unobserved().find(|&check| check == Check::Score)?;
    report.engine.missing_score.as_ref().map(notes::ungraded)
}

/// Names the conventions that the engine declares and on which the verdict rests, if any.
pub(super) fn conventions(report: &Report) -> Option<String> {
    let said = &report.engine.conventions;
    (!said.is_empty())
        .then(|| format!("Tested by the conventions that it declares: {}.", said.join("; ")))
}

/// Returns the requested rules with their switches, and whether the engine was told them.
pub(super) fn asked_for(report: &Report) -> String {
    let (rules, switches) = (report.rules.to_string(), report.rules.switches());
    let how = if report.engine.told_rules { ", set before each game" } else { "" };
    match rules == switches {
        true => format!("{rules}{how}"),
        false => format!("{rules} ({}){how}", switches.replace(',', ", ")),
    }
}

/// Counts the findings, the games that show them, their causes if all are explained, and the faults.
pub(super) fn found(report: &Report) -> Option<String> {
    let groups = by_cause(&report.findings);
    let mut found = Vec::new();
    if !groups.is_empty() {
        let mut text = counted(report.findings.len() as u64, "finding");
        if groups.len() < report.findings.len() {
            text += &format!(", shown by {}", counted(groups.len() as u64, "game"));
        }
        if report.findings.iter().all(|finding| finding.explanation.is_some()) {
            let causes = (0..groups.len())
                .filter(|&place| first_of_mistake(&groups, place) == place)
                .count();
            text += &format!(", of {}", counted(causes as u64, "cause"));
        }
        found.push(text);
    }
    if !report.faults.is_empty() {
        found.push(counted(report.faults.len() as u64, "fault"));
    }
    (!found.is_empty()).then(|| found.join("; "))
}

/// Returns what was not answered or not compared, each with a word for it: questions that the engine cannot answer, boards that
/// it refuses, games that were cut short.
pub(super) fn unanswered(report: &Report) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let missing = report.checks.iter().filter(|(_, result)| result.missing > 0);
    let missing: Vec<String> =
        missing.map(|(check, result)| format!("{check} {}", grouped(result.missing))).collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        all.push(("missing", format!("questions that it cannot answer: {missing}")));
    }
    for alike in report.refused_sizes.chunk_by(|one, other| one.what == other.what) {
        let sizes: Vec<String> = alike.iter().map(|refused| refused.size.to_string()).collect();
        all.push(("refused", format!("{}: {}", sizes.join(" "), alike[0].what)));
    }
    if report.cut_short > 0 {
        let cut = counted(report.cut_short, "game");
        let why = "after a disagreement the engine and the reference have different positions";
        all.push(("cut short", format!("{cut}: {why}")));
    }
    all
}

/// Returns how much was played and compared.
pub(super) fn counts(report: &Report) -> String {
    format!(
        "{}, {}, {} compared",
        counted(report.games, "game"),
        counted(report.turns, "turn"),
        counted(report.comparisons, "answer")
    )
}

/// Names the boards that the engine played, or counts many and names the first and the last. Counts the boards that it refused.
pub(super) fn boards(report: &Report, most: usize) -> String {
    let mut boards = named(report.sizes_played(), most).unwrap_or_else(|| "none".to_owned());
    if let Some(brief) = report.boards_in_brief() {
        boards += &format!("; tested briefly: {brief}");
    }
    if let Some(refused) = named(report.refused_sizes.iter().map(|refused| refused.size), most) {
        boards += &format!("; refused by the engine: {refused}");
    }
    if let Some(others) = shortened_to(report) {
        boards += &format!("; {others}");
    }
    boards
}

/// Names boards, or counts more than `most` and names the first and the last. `None` if there are no boards.
fn named(boards: impl Iterator<Item = Size>, most: usize) -> Option<String> {
    let boards: Vec<String> = boards.map(|size| size.to_string()).collect();
    match &boards[..] {
        [] => None,
        [first, .., last] if boards.len() > most => {
            Some(format!("{} from {first} to {last}", boards.len()))
        }
        few => Some(few.join(" ")),
    }
}

/// Names the boards to which games of findings were shortened, besides those of the run.
pub(super) fn shortened_to(report: &Report) -> Option<String> {
    let found = report.findings.iter().map(|finding| finding.size);
    let played = [&report.options.sizes, &report.further_sizes];
    let is_played = |size: &Size| played.iter().any(|sizes| sizes.contains(size));
    let others: BTreeSet<Size> = found.filter(|size| !is_played(size)).collect();
    let others: Vec<String> = others.iter().map(Size::to_string).collect();
    let others = others.join(" ");
    (!others.is_empty()).then(|| format!("games of findings were shortened to {others}"))
}

/// Names the optional methods that the board of a program does not have. A method with another spelling is not called.
pub(super) fn missing_methods(report: &Report) -> Option<String> {
    let lacks: Vec<String> =
        report.engine.lacks.iter().map(|method| format!("`{method}`")).collect();
    (!lacks.is_empty()).then(|| format!("it has no {}", lacks.join(", ")))
}

/// Returns what a run lacks, each with a word for it: observations, a diagnosis, an end.
pub(super) fn lacks(
    report: &Report,
    in_short: bool,
) -> impl Iterator<Item = (&'static str, String)> {
    let unmet = unmet(report).map(|all| match report.verdict {
        // Wrong answers end games early, before they reach more events.
        RunVerdict::Deviates if in_short => counted(report.unmet.len() as u64, "situation"),
        _ => all,
    });
    let unmet = unmet.map(|unmet| ("required", format!("but {NOT_OBSERVED}: {unmet}")));
    let diagnosis = report.no_diagnosis.as_ref();
    let diagnosis = diagnosis.map(|why| ("diagnosis", format!("none: {why}")));
    let stopped = report.interrupted.then(|| ("stopped", INTERRUPTED.to_owned()));
    [unmet, diagnosis, stopped].into_iter().flatten()
}

/// Returns how many protocol tests failed, if any did.
pub(super) fn protocol_failed(report: &Report) -> Option<String> {
    let failed = report.protocol_failures().count();
    (failed > 0).then(|| format!("{failed} of {} cases failed", report.protocol.len()))
}

/// Returns how long the run took, if there was a clock.
pub(super) fn time(report: &Report) -> String {
    report.seconds.map(|seconds| format!(" in {seconds:.1} s")).unwrap_or_default()
}

/// Returns the level and the seed, on which the games depend.
pub(super) fn chosen(report: &Report) -> String {
    format!("level {}, seed {}", report.options.level, report.seed)
}

/// Names the known failures that no longer appear, if any.
pub(super) fn no_longer_appear(report: &Report) -> Option<String> {
    let passes = report.unexpected_passes.join(", ");
    (!passes.is_empty()).then(|| format!("Known failures that no longer appear: {passes}."))
}

/// Returns how much was observed, such as `10 of 10 rules, 5 of 6 checks (not score)`.
pub(super) fn observed(report: &Report) -> String {
    let unobserved: Vec<&str> = report.checks_unobserved().map(Check::id).collect();
    let (all, seen) = (Check::ALL.len(), Check::ALL.len() - unobserved.len());
    let rules = report.rules_checked.len();
    let in_part = match report.rules_in_part().count() {
        0 => String::new(),
        some => format!(" ({some} in part)"),
    };
    let checked =
        format!("{} of {rules} rules{in_part}, {seen} of {all} checks", report.rules_observed());
    let checked = match unobserved[..] {
        [] => checked,
        _ => format!("{checked} (not {})", unobserved.join(", ")),
    };
    match report.rules_checked.values().any(|rule| rule.enforces == RuleGrade::Tolerates) {
        true => format!("{checked}; it accepts illegal turns when told to play"),
        false => checked,
    }
}

/// Groups the findings that one game shows: an engine may answer wrongly and act wrongly at the same turn.
fn in_groups(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let twin = |group: &&mut Vec<&Finding>| {
            let other = group[0];
            other.record == finding.record
                && other.reference == finding.reference
                && other.engine == finding.engine
                && other.rule == finding.rule
                && other.kind == finding.kind
        };
        match groups.iter_mut().find(twin) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// Returns the events that the disputed turn of a finding reaches.
pub(super) fn events_of(finding: &Finding) -> Events {
    let record = &finding.record;
    let transcript = replayed(record);
    transcript.steps.last().map(|step| step.turn.events).unwrap_or_default()
}

/// Returns how long the game is, how often the finding was seen, and how often it was reproduced.
pub(super) fn in_short(finding: &Finding) -> String {
    let turns = counted(finding.turns.len() as u64, "turn");
    let mut text = format!("{turns} on {}, {}", finding.size, seen(finding.count));
    match finding.kind {
        Reliability::Steady if finding.confirmed.1 == 0 => text += ", not replayed",
        Reliability::Steady | Reliability::Flaky => {
            let (shown, tried) = finding.confirmed;
            text += &format!(", reproduced {shown} of {tried} times");
        }
        Reliability::History => text += ", reproduced only after other games",
    }
    text + &known(finding.expected)
}

/// Returns each finding of one game in short, in the order of their ids.
pub(super) fn each_in_short(group: &[&Finding]) -> impl Iterator<Item = String> {
    group.iter().map(|finding| match group.len() {
        1 => in_short(finding),
        _ => format!("{}: {}", finding.id, in_short(finding)),
    })
}

/// Returns how often a fault was seen, and whether it was expected.
pub(super) fn fault_in_short(fault: &FaultReport) -> String {
    seen(fault.count) + &known(fault.expected)
}

/// Returns the mark of a known failure.
fn known(expected: bool) -> String {
    if expected { format!(", {KNOWN_FAILURE}") } else { String::new() }
}

fn seen(count: u64) -> String {
    match count {
        1 => "seen once".to_owned(),
        count => format!("seen {} times", grouped(count)),
    }
}

/// Groups the findings as reports number them: by cause, in the order in which the causes first appear. Within a cause and a
/// rule, the simplest findings come first.
pub(super) fn by_cause(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups = in_groups(findings);
    // Reports of earlier versions have causes only in words.
    let cause = |group: &[&Finding]| (group[0].cause.clone(), group[0].explanation.clone());
    let about = |group: &[&Finding]| (cause(group), group[0].rule);
    let causes: Vec<_> = groups.iter().map(|group| cause(group)).collect();
    let rules: Vec<_> = groups.iter().map(|group| about(group)).collect();
    groups.sort_by_cached_key(|group| {
        (
            causes.iter().position(|other| *other == cause(group)),
            rules.iter().position(|other| *other == about(group)),
            difficulty(group[0]),
        )
    });
    groups
}

/// Returns how hard the game of a finding is to understand: how many of a pass, a pass in the cycle, and a suicide it has; then
/// its number of turns. Findings that the diagnosis does not explain keep their order.
fn difficulty(finding: &Finding) -> (usize, usize) {
    if finding.explanation.is_none() {
        return (0, 0);
    }
    let turns = &finding.record.turns;
    let last = replayed(&finding.record).steps.last().and_then(|step| step.turn.form);
    let is_suicide = |form: Form| form.play.is_lone_suicide() || form.play.is_several_suicide();
    let features = [
        turns.contains(&Turn::Pass),
        last.is_some_and(|form| form.cycle == Cycle::Pass),
        last.is_some_and(is_suicide),
    ];
    (features.into_iter().filter(|&has| has).count(), turns.len())
}

/// Returns the place of the first group that comes from the same mistake as the group at this place, by the diagnosis.
pub(super) fn first_of_mistake(groups: &[Vec<&Finding>], place: usize) -> usize {
    let is_same = |group: &Vec<&Finding>| have_one_cause(group[0], groups[place][0]);
    groups.iter().position(is_same).unwrap_or(place)
}

/// Returns whether two findings come from one mistake, by the diagnosis. If an engine plays other rules, each rule in which it
/// deviates counts as a mistake of its own.
fn have_one_cause(one: &Finding, other: &Finding) -> bool {
    let plays_other_rules = one.cause.as_ref().is_some_and(Vec::is_empty);
    let is_explained_alike = one.explanation.is_some() && one.explanation == other.explanation;
    is_explained_alike && (!plays_other_rules || one.rule == other.rule)
}

/// Returns the cause of a finding, if it was looked for: a part of the diagnosis, or that no part explains the finding.
pub(super) fn cause(report: &Report, finding: &Finding) -> Option<String> {
    // No model answers by chance, so none explains a flaky finding.
    report.diagnosis.as_ref().filter(|_| finding.kind != Reliability::Flaky)?;
    Some(match &finding.explanation {
        Some(cause) => format!("It {cause}"),
        None if finding.rule.is_some() => {
            "Not explained by the diagnosis; attributed to the rule that the answer breaks"
                .to_owned()
        }
        None => "Not explained by the diagnosis".to_owned(),
    })
}

/// Returns a run, and the runs on other boards that belong to it.
pub(super) fn parts(report: &Report) -> impl Iterator<Item = &Report> {
    [report].into_iter().chain(&report.all_boards)
}
