use super::paint::TextOptions;
use super::text::write_fault;
use super::words::{lacks, no_longer_appear, verdict};
use super::{Report, RunVerdict};

/// Returns why a report would not conform even without its findings, for a test of its own: the faults, and what was
/// not observed.
pub fn problems(report: &Report, options: &TextOptions) -> Option<String> {
    let mut rest = Report { findings: Vec::new(), ..report.clone() };
    // A mistake or a fault cuts games short, so that some events are not reached.
    if report.findings.iter().any(|finding| !finding.expected) || !report.faults.is_empty() {
        rest.unmet.clear();
    }
    rest.judge();
    if rest.verdict == RunVerdict::Conforms {
        return None;
    }
    let mut text = String::new();
    for fault in report.faults.iter().filter(|fault| !fault.expected) {
        // Writing to a string cannot fail.
        let _ = write_fault(&mut text, fault, *options);
    }
    for (word, said) in lacks(&rest, false) {
        text += &format!("{}\n", options.wrapped(word, &said));
    }
    if let Some(said) = no_longer_appear(report) {
        text += &format!("{said}\n");
    }
    Some(if text.is_empty() { format!("{}\n", verdict(&rest)) } else { text })
}
