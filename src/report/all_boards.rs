use super::text::grouped;
use crate::certify::{Certification, Outcome};
use console::style;
use std::fmt::{self, Write};

/// The result of a run on all boards and rule sets, for people: a line for each rule set.
pub fn all_boards(parts: &[Certification]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, parts);
    text
}

fn write_all(out: &mut String, parts: &[Certification]) -> fmt::Result {
    let head =
        "Every board, every rule set                         boards      turns   comparisons";
    writeln!(out, "{}", style(head).dim())?;
    for part in parts {
        let word = match part.outcome() {
            Outcome::Conforms => style("conforms").green(),
            outcome => style(outcome.id()).red(),
        };
        writeln!(
            out,
            "{:<50} {:>7} {:>10} {:>13}  {word}",
            part.options.rules.to_string(),
            part.options.sizes.len(),
            grouped(part.coverage.turns),
            grouped(part.coverage.comparisons())
        )?;
    }
    let boards: usize = parts.iter().map(|part| part.options.sizes.len()).sum();
    let comparisons: u64 = parts.iter().map(|part| part.coverage.comparisons()).sum();
    let seconds: f64 = parts.iter().map(|part| part.elapsed.as_secs_f64()).sum();
    let conform = parts.iter().filter(|part| part.outcome() == Outcome::Conforms).count();
    writeln!(
        out,
        "{boards} boards from 1x1 to 25x25, one game each: {} comparisons in {seconds:.1} s, {conform} of {} rule \
         sets conform.",
        grouped(comparisons),
        parts.len()
    )
}
