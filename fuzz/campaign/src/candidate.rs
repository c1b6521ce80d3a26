//! A finding as a file: a game in the form of `tests/regressions/`, so that it only wants its story.

use crate::findings::{Finding, Game, Shown};
use std::path::Path;

/// The longest game, in turns, that is written out on a command line.
const WRITTEN_OUT: usize = 60;

/// The longest line of a record.
const WIDTH: usize = 95;

/// The text of the file of a finding. `file` is where it will be, `inputs` the folder of the inputs.
pub(crate) fn text(id: &str, finding: &Finding, file: &Path, inputs: &Path) -> String {
    let mut remarks = vec![format!("Found by {}.", counted(finding)), String::new()];
    match &finding.shown {
        Shown::Game(game) => remarks.extend(game.drawn.lines().map(str::to_owned)),
        Shown::Failed(message, place) => {
            remarks.push(format!("panicked at {place}:"));
            remarks.extend(message.lines().map(str::to_owned));
        }
        Shown::Gone(how) => remarks.push(how.clone()),
    }
    remarks.push(String::new());
    if !matches!(finding.shown, Shown::Game(_)) {
        remarks
            .push(format!("No game: the input belongs in fuzz/regressions/{}/.", finding.target()));
    }
    remarks.push(format!("again: {}", again(finding, file, inputs)));
    remarks.push(format!("id: {id}"));
    if let Shown::Game(game) = &finding.shown {
        remarks.push(format!("reference: {}", game.ruling));
        remarks.push("engine: optimized".to_owned());
    }
    let mut text = String::new();
    for remark in remarks {
        text += format!("# {remark}").trim_end();
        text.push('\n');
    }
    if let Shown::Game(game) = &finding.shown {
        text += &written(game);
    }
    text
}

/// The one line that shows a finding again.
pub(crate) fn again(finding: &Finding, file: &Path, inputs: &Path) -> String {
    match &finding.shown {
        Shown::Game(game) if game.record.split(',').count() <= WRITTEN_OUT => {
            format!("superko replay '{}'", game.record)
        }
        Shown::Game(_) => format!("superko replay --quiet {}", quoted(file)),
        Shown::Failed(..) | Shown::Gone(_) => format!(
            "cargo +nightly fuzz run -O {} {}",
            finding.target(),
            quoted(&inputs.join(&finding.input))
        ),
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// How many inputs of which targets show a finding.
pub(crate) fn counted(finding: &Finding) -> String {
    let targets: Vec<String> = finding
        .targets
        .iter()
        .map(|(target, count)| {
            let plural = if *count == 1 { "" } else { "s" };
            format!("{count} input{plural} of the fuzz target {target}")
        })
        .collect();
    targets.join(", ")
}

/// The record on several lines, its size and rules on the first.
fn written(game: &Game) -> String {
    let (head, turns) = game.record.split_once(':').unwrap_or((&game.record, ""));
    let mut turns: Vec<&str> = turns.split(',').map(str::trim).collect();
    if turns == [""] {
        // The beginning itself is in difference; a record of `tests/regressions/` has a turn.
        turns = vec!["B pass"];
    }
    let mut lines = vec![format!("{head}:"), String::new()];
    for (place, turn) in turns.iter().enumerate() {
        let end = if place + 1 == turns.len() { "" } else { "," };
        let line = lines.last_mut().expect("there is a line from the start");
        if line.len() + turn.len() + 2 > WIDTH {
            lines.push(format!("{turn}{end}"));
        } else {
            let blank = if line.is_empty() { "" } else { " " };
            *line += &format!("{blank}{turn}{end}");
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use superko::RecordText;

    fn finding(shown: Shown) -> Finding {
        let targets = BTreeMap::from([("lockstep".to_owned(), 2), ("superko".to_owned(), 1)]);
        Finding { targets, input: "lockstep/crash-1".to_owned(), shown }
    }

    fn game(record: &str) -> Game {
        Game {
            record: record.to_owned(),
            ruling: "forbidden: repeats the empty board of the beginning".to_owned(),
            reference: "forbidden: repeats the empty board of the beginning".to_owned(),
            engine: "allowed".to_owned(),
            drawn: "  A\n1 .\nreference  forbidden\nsubject    allowed\n".to_owned(),
            shrunk: true,
        }
    }

    fn of(finding: &Finding) -> String {
        text("TT6.play.x", finding, Path::new("findings/TT6.play.x.txt"), Path::new("artifacts"))
    }

    #[test]
    fn a_game_is_written_as_a_regression_is() {
        let text = of(&finding(Shown::Game(game("1x1 tromp-taylor: B A1"))));
        assert_eq!(
            text,
            "# Found by 2 inputs of the fuzz target lockstep, 1 input of the fuzz target superko.\n\
             #\n\
             #   A\n\
             # 1 .\n\
             # reference  forbidden\n\
             # engine    allowed\n\
             #\n\
             # again: superko replay '1x1 tromp-taylor: B A1'\n\
             # id: TT6.play.x\n\
             # reference: forbidden: repeats the empty board of the beginning\n\
             # engine: optimized\n\
             1x1 tromp-taylor:\n\
             B A1\n"
        );
    }

    #[test]
    fn a_long_game_is_wrapped_and_read_again() {
        let record = format!("9x9 tromp-taylor: {}", ["B A1", "W pass"].repeat(50).join(", "));
        let text = of(&finding(Shown::Game(game(&record))));
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert!(text.contains("# again: superko replay --quiet findings/TT6.play.x.txt\n"));
        assert_eq!(text.parse::<RecordText>().unwrap().record.turns.len(), 100);
        let text = of(&finding(Shown::Game(game("9x9 aga: "))));
        assert_eq!(text.parse::<RecordText>().unwrap().record.to_string(), "9x9 aga: pass");
    }

    #[test]
    fn paths_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted(Path::new("/a/b-c.txt")), "/a/b-c.txt");
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }

    #[test]
    fn what_is_no_game_names_its_input() {
        let failed = Shown::Failed("read from\n2x1".to_owned(), "text.rs:9:1".to_owned());
        let text = of(&finding(failed));
        assert!(text.contains("# panicked at text.rs:9:1:\n# read from\n# 2x1\n"), "{text}");
        let again = "\n# again: cargo +nightly fuzz run -O lockstep artifacts/lockstep/crash-1\n";
        assert!(text.contains(again) && text.contains("fuzz/regressions/lockstep/."), "{text}");
    }
}
