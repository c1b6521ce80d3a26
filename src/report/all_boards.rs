use super::paint::{TextOptions, grouped};
use super::{Outcome, Report};
use std::fmt::{self, Write};

/// The result of a run on all boards and rule sets, for people: a line for each rule set.
pub fn all_boards(parts: &[Report], options: &TextOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, parts, *options);
    text
}

fn write_all(out: &mut String, parts: &[Report], options: TextOptions) -> fmt::Result {
    let head =
        "Every board, every rule set                              boards      turns       answers";
    writeln!(out, "{}", options.dim(head))?;
    for part in parts {
        let word = match part.verdict {
            Outcome::Conforms => options.good("conforms"),
            outcome => options.bad(outcome.id()),
        };
        writeln!(
            out,
            "{:<55} {:>7} {:>10} {:>13}  {word}",
            part.rules.to_string(),
            part.options.sizes.len(),
            grouped(part.turns),
            grouped(part.comparisons)
        )?;
    }
    let boards: usize = parts.iter().map(|part| part.options.sizes.len()).sum();
    let comparisons: u64 = parts.iter().map(|part| part.comparisons).sum();
    let seconds: f64 = parts.iter().filter_map(|part| part.seconds).sum();
    let conform = parts.iter().filter(|part| part.verdict == Outcome::Conforms).count();
    writeln!(
        out,
        "{boards} boards from 1x1 to 25x25, one game each: {} answers compared in {seconds:.1} s, {conform} of {} rule \
         sets conform.",
        grouped(comparisons),
        parts.len()
    )
}
