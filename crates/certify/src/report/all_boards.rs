use super::paint::TextOptions;
use super::{Report, RunVerdict};
use std::fmt::{self, Write};
use superko_game::grouped;

/// Writes the result of a run on all boards and rule sets, for people. Only rule sets to which the engine does not conform have a
/// line; with `verbose`, all have one. The last line has totals.
pub fn all_boards(parts: &[Report], options: &TextOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, parts, *options);
    text
}

/// The width of the column of names.
const NAME: usize = 55;

fn write_all(out: &mut String, parts: &[Report], options: TextOptions) -> fmt::Result {
    let is_shown = |part: &&Report| options.verbose || part.verdict != RunVerdict::Conforms;
    if parts.iter().any(|part| is_shown(&part)) {
        let head = "Every board, rule sets                                   boards      turns       answers";
        writeln!(out, "{}", options.dim(head))?;
    }
    for part in parts.iter().filter(is_shown) {
        let word = match part.verdict {
            RunVerdict::Conforms => options.good("conforms"),
            outcome => options.bad(outcome.id()),
        };
        let rules = part.rules.to_string();
        // A name that is longer than its column has a line of its own.
        let name = if rules.len() <= NAME { rules } else { format!("{rules}\n{:NAME$}", "") };
        writeln!(
            out,
            "{name:<NAME$} {:>7} {:>10} {:>13}  {word}",
            part.options.sizes.len(),
            grouped(part.turns),
            grouped(part.comparisons)
        )?;
    }
    let boards: usize = parts.iter().map(|part| part.options.sizes.len()).sum();
    let comparisons: u64 = parts.iter().map(|part| part.comparisons).sum();
    let seconds: f64 = parts.iter().filter_map(|part| part.seconds).sum();
    let conform = parts.iter().filter(|part| part.verdict == RunVerdict::Conforms).count();
    writeln!(
        out,
        "{boards} boards from 1x1 to 25x25, one game each: {} answers compared in {seconds:.1} s, {conform} of {} rule \
         sets conform.",
        grouped(comparisons),
        parts.len()
    )
}
