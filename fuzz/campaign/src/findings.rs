//! The findings, by id, as files in the form of `tests/regressions/`.
//!
//! An input that ended a fuzzer is moved from `artifacts/TARGET/` to `findings/ID/` after it is
//! examined.

use crate::inspect::inspect;
use crate::output::{Failure, files, say};
use crate::replay::{Game, InputFinding};
use fs_err as fs;
use std::collections::BTreeSet;
use std::path::Path;

/// The number of inputs kept of one finding. Further inputs are removed, so that a frequent fault
/// does not fill the disk.
pub(crate) const KEPT: usize = 100;

/// The longest game, in turns, that is written out in a command line.
const WRITTEN_OUT: usize = 60;

/// Examines the inputs that ended a fuzzer. Writes a file for each new finding, and prints a line
/// about it.
pub(crate) fn examine(folder: &Path, known: &KnownIds) -> Result<(), Failure> {
    let artifacts = folder.join("artifacts");
    for target in files(&artifacts) {
        let is_input = |name: &String| {
            ["crash-", "timeout-", "oom-", "leak-"].iter().any(|kind| name.starts_with(kind))
        };
        for name in files(&artifacts.join(&target)).into_iter().filter(is_input) {
            let input = artifacts.join(&target).join(&name);
            let mut finding = inspect(&target, &input, false)?;
            let file = folder.join(format!("findings/{}.txt", finding.id));
            let kept = folder.join("findings").join(&finding.id);
            fs::create_dir_all(&kept)?;
            if !file.exists() {
                if finding.game.is_some() && !known.has(&finding.id) {
                    finding = InputFinding { id: finding.id, ..inspect(&target, &input, true)? };
                }
                let word = if known.has(&finding.id) { "found again" } else { "FOUND" };
                say(&format!("{word} {} by {target}", finding.id));
                fs::write(&file, text(&finding, &target, &name))?;
            }
            if files(&kept).len() < KEPT {
                fs::rename(&input, kept.join(format!("{target}-{name}")))?;
            } else {
                fs::remove_file(&input)?;
            }
        }
    }
    Ok(())
}

/// Returns the text of a finding. A game has the form of `tests/regressions/` and lacks only its
/// story. Paths are relative to the folder of the campaign.
fn text(finding: &InputFinding, target: &str, input: &str) -> String {
    let InputFinding { id, shown, game } = finding;
    let mut remarks = format!("Found by the fuzz target {target}.\n\n{}\n\n", shown.trim_end());
    let mut after = String::new();
    match game {
        Some(Game { record, ruling }) => {
            let again = match record.split(',').count() {
                0..=WRITTEN_OUT => format!("superko replay '{record}'"),
                _ => format!("superko replay --quiet findings/{id}.txt"),
            };
            remarks +=
                &format!("again: {again}\nid: {id}\nreference: {ruling}\nengine: optimized\n");
            after = format!("{record}\n");
        }
        None => {
            let again =
                format!("cargo +nightly fuzz run -O {target} findings/{id}/{target}-{input}");
            remarks += &format!("No game: the input belongs in fuzz/regressions/{target}/.\n");
            remarks += &format!("again: {again}\nid: {id}\n");
        }
    }
    let remark = |line: &str| format!("# {line}").trim_end().to_owned() + "\n";
    remarks.lines().map(remark).collect::<String>() + &after
}

/// The ids of earlier findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownIds(BTreeSet<String>);

impl KnownIds {
    /// Reads a file with one id per line and comments after `#`, or the names `ID.txt` in a folder
    /// of findings.
    pub(crate) fn read(path: Option<&Path>) -> Result<KnownIds, Failure> {
        let Some(path) = path else { return Ok(KnownIds::default()) };
        if path.is_dir() {
            return Ok(KnownIds(ids(path).collect()));
        }
        let text = fs::read_to_string(path).map_err(Failure::usage)?;
        let ids = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        Ok(KnownIds(ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()))
    }

    /// Returns whether an id is known.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.0.contains(id)
    }
}

/// Returns the ids of a folder of findings.
pub(crate) fn ids(folder: &Path) -> impl Iterator<Item = String> {
    files(folder).into_iter().filter_map(|name| Some(name.strip_suffix(".txt")?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko::RecordText;

    fn file(shown: &str, record: Option<&str>) -> String {
        let ruling = "forbidden: repeats the empty starting board".to_owned();
        let game = record.map(|record| Game { record: record.to_owned(), ruling });
        let finding = InputFinding { id: "TT6.play.x".to_owned(), shown: shown.to_owned(), game };
        text(&finding, "lockstep", "crash-1")
    }

    const DRAWN: &str = "  A\n1 .\nreference  forbidden\nengine     allowed\n";

    #[test]
    fn a_game_is_written_as_a_regression_is() {
        assert_eq!(
            file(DRAWN, Some("1x1 tromp-taylor: B A1")),
            "# Found by the fuzz target lockstep.\n\
             #\n\
             #   A\n\
             # 1 .\n\
             # reference  forbidden\n\
             # engine     allowed\n\
             #\n\
             # again: superko replay '1x1 tromp-taylor: B A1'\n\
             # id: TT6.play.x\n\
             # reference: forbidden: repeats the empty starting board\n\
             # engine: optimized\n\
             1x1 tromp-taylor: B A1\n"
        );
    }

    #[test]
    fn a_long_game_is_shown_again_by_its_file() {
        let record = format!("9x9 tromp-taylor: {}", ["B A1", "W pass"].repeat(50).join(", "));
        let text = file(DRAWN, Some(&record));
        let again = "# again: superko replay --quiet findings/TT6.play.x.txt\n";
        assert!(text.contains(again), "{text}");
        assert_eq!(text.parse::<RecordText>().unwrap().record.turns.len(), 100);
    }

    #[test]
    fn what_is_no_game_names_its_input() {
        let text = file("the check `read-again` fails\n2x1", None);
        assert!(text.contains("# the check `read-again` fails\n# 2x1\n"), "{text}");
        let again =
            "\n# again: cargo +nightly fuzz run -O lockstep findings/TT6.play.x/lockstep-crash-1\n";
        assert!(text.contains(again) && text.contains("fuzz/regressions/lockstep/."), "{text}");
    }

    #[test]
    fn known_ids_are_read_from_a_file_or_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids");
        fs::write(&file, "# ids\none # why\n\n two\n").unwrap();
        fs::write(folder.path().join("TT6.play.x.txt"), "2x2 aga: A1\n").unwrap();
        let known =
            |path: &Path| KnownIds::read(Some(path)).unwrap().0.into_iter().collect::<Vec<_>>();
        assert_eq!(known(&file), ["one", "two"]);
        assert_eq!(known(folder.path()), ["TT6.play.x"]);
        assert!(KnownIds::read(Some(&folder.path().join("missing"))).is_err());
    }
}
