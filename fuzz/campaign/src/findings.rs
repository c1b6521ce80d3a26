//! What was found, by id, with how often, and as files in the form of `tests/regressions/`.

use crate::folder::files;
use crate::output::Failure;
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// So many inputs are kept of one finding; the others are counted and removed, so that a fault that is met all the time
/// does not fill the disk.
const KEPT: u64 = 100;

/// The longest game, in turns, that is written out on a command line.
const WRITTEN_OUT: usize = 60;

/// What an input shows, and what makes it the same as others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The id of the finding, such as `TT6.play.repeat-cycle-2`.
    pub(crate) id: String,
    /// What is to be seen.
    pub(crate) shown: Shown,
}

/// What is to be seen of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shown {
    /// Reference and optimized engine disagree on a game.
    Game(Game),
    /// Something that is no game, or that does not show again, in words.
    Text(String),
}

/// A disagreement on a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// The record, on one line, with the letters of the players.
    pub(crate) record: String,
    /// What the reference rules on the last turn.
    pub(crate) ruling: String,
    /// What the reference says of what is in difference.
    pub(crate) reference: String,
    /// What the engine says of it.
    pub(crate) engine: String,
    /// The position, the turn and what both say.
    pub(crate) drawn: String,
}

/// Something that was found, once or many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// How many inputs of each target show it.
    pub(crate) targets: BTreeMap<String, u64>,
    /// The first of these inputs, as `TARGET/FILE` below `artifacts/`.
    pub(crate) input: String,
    /// What is to be seen.
    pub(crate) shown: Shown,
}

impl Finding {
    /// How many inputs show it.
    pub(crate) fn count(&self) -> u64 {
        self.targets.values().sum()
    }

    /// The target of the first input.
    pub(crate) fn target(&self) -> &str {
        self.input.split('/').next().unwrap_or_default()
    }

    /// What is to be seen, in lines.
    pub(crate) fn text(&self) -> &str {
        match &self.shown {
            Shown::Game(game) => game.drawn.trim_end(),
            Shown::Text(text) => text.trim_end(),
        }
    }

    /// How many inputs of which targets show it.
    pub(crate) fn counted(&self) -> String {
        let of = |(target, &count): (&String, &u64)| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} input{plural} of the fuzz target {target}")
        };
        self.targets.iter().map(of).collect::<Vec<_>>().join(", ")
    }

    /// The one line that shows it again, in the folder of a campaign.
    pub(crate) fn again(&self, id: &str, folder: &Path) -> String {
        let quoted = |path: String| {
            let path = folder.join(path).display().to_string();
            shlex::try_quote(&path).map_or(path.clone(), |quoted| quoted.into_owned())
        };
        match &self.shown {
            Shown::Game(game) if game.record.split(',').count() <= WRITTEN_OUT => {
                format!("superko replay '{}'", game.record)
            }
            Shown::Game(_) => {
                format!("superko replay --quiet {}", quoted(format!("findings/{id}.txt")))
            }
            Shown::Text(_) => {
                let input = quoted(format!("artifacts/{}", self.input));
                format!("cargo +nightly fuzz run -O {} {input}", self.target())
            }
        }
    }

    /// The text of its file: a game in the form of `tests/regressions/`, which wants its story only.
    pub(crate) fn file(&self, id: &str, folder: &Path) -> String {
        let mut remarks = format!("Found by {}.\n\n{}\n\n", self.counted(), self.text());
        if let Shown::Text(_) = &self.shown {
            let target = self.target();
            remarks += &format!("No game: the input belongs in fuzz/regressions/{target}/.\n");
        }
        remarks += &format!("again: {}\nid: {id}\n", self.again(id, folder));
        let mut record = String::new();
        if let Shown::Game(game) = &self.shown {
            remarks += &format!("reference: {}\nengine: optimized\n", game.ruling);
            record = format!("{}\n", game.record.trim_end());
        }
        let remark = |line: &str| format!("# {line}").trim_end().to_owned() + "\n";
        remarks.lines().map(remark).collect::<String>() + &record
    }
}

/// All that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Findings {
    /// By id.
    pub(crate) by_id: BTreeMap<String, Finding>,
    /// The inputs that were looked at and are kept, as `TARGET/FILE`.
    seen: BTreeSet<String>,
}

impl Findings {
    /// Whether an input was looked at.
    pub(crate) fn has_seen(&self, input: &str) -> bool {
        self.seen.contains(input)
    }

    /// Counts an input, `TARGET/FILE`; says whether it is to be kept.
    pub(crate) fn add(&mut self, input: &str, outcome: Outcome) -> bool {
        let target = input.split('/').next().unwrap_or_default().to_owned();
        let finding = self.by_id.entry(outcome.id).or_insert_with(|| Finding {
            targets: BTreeMap::new(),
            input: input.to_owned(),
            shown: outcome.shown,
        });
        *finding.targets.entry(target).or_default() += 1;
        let keeps = finding.count() <= KEPT;
        if keeps {
            self.seen.insert(input.to_owned());
        }
        keeps
    }

    /// How many findings a target met.
    pub(crate) fn of_target(&self, target: &str) -> usize {
        self.by_id.values().filter(|finding| finding.targets.contains_key(target)).count()
    }
}

/// Ids of what was found before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known(BTreeSet<String>);

impl Known {
    /// Reads a file with one id a line, `#` beginning a comment; or the names of a folder of findings, `ID.txt`.
    pub(crate) fn read(path: &Path) -> Result<Known, Failure> {
        if path.is_dir() {
            let ids =
                files(path).into_iter().filter_map(|name| Some(name.strip_suffix(".txt")?.into()));
            return Ok(Known(ids.collect()));
        }
        let text = fs::read_to_string(path).map_err(Failure::usage)?;
        let ids = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        Ok(Known(ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()))
    }

    /// All of them.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &String> {
        self.0.iter()
    }

    /// Whether an id is known.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.0.contains(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko::RecordText;

    fn finding(shown: Shown) -> Finding {
        let targets = BTreeMap::from([("lockstep".to_owned(), 2), ("superko".to_owned(), 1)]);
        Finding { targets, input: "lockstep/crash-1".to_owned(), shown }
    }

    fn game(record: &str) -> Finding {
        let ruling = "forbidden: repeats the empty starting board".to_owned();
        finding(Shown::Game(Game {
            record: record.to_owned(),
            ruling: ruling.clone(),
            reference: ruling,
            engine: "allowed".to_owned(),
            drawn: "  A\n1 .\nreference  forbidden\nengine     allowed\n".to_owned(),
        }))
    }

    fn file(finding: &Finding) -> String {
        finding.file("TT6.play.x", Path::new("a folder"))
    }

    #[test]
    fn a_game_is_written_as_a_regression_is() {
        assert_eq!(
            file(&game("1x1 tromp-taylor: B A1")),
            "# Found by 2 inputs of the fuzz target lockstep, 1 input of the fuzz target superko.\n\
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
        let text = file(&game(&record));
        let again = "# again: superko replay --quiet 'a folder/findings/TT6.play.x.txt'\n";
        assert!(text.contains(again), "{text}");
        assert_eq!(text.parse::<RecordText>().unwrap().record.turns.len(), 100);
    }

    #[test]
    fn what_is_no_game_names_its_input() {
        let text = file(&finding(Shown::Text("the check `read-again` fails\n2x1".to_owned())));
        assert!(text.contains("# the check `read-again` fails\n# 2x1\n"), "{text}");
        let again = "\n# again: cargo +nightly fuzz run -O lockstep 'a folder/artifacts/lockstep/crash-1'\n";
        assert!(text.contains(again) && text.contains("fuzz/regressions/lockstep/."), "{text}");
    }

    fn outcome(id: &str) -> Outcome {
        Outcome { id: id.to_owned(), shown: Shown::Text(String::new()) }
    }

    #[test]
    fn inputs_that_show_the_same_are_one_finding() {
        let mut findings = Findings::default();
        assert!(findings.add("lockstep/crash-1", outcome("TT6.play.repeat-cycle-2")));
        assert!(findings.add("superko/crash-1", outcome("TT6.play.repeat-cycle-2")));
        assert!(findings.add("superko/crash-3", outcome("superko.not-again")));
        assert!(findings.has_seen("superko/crash-3") && !findings.has_seen("lockstep/crash-3"));
        let finding = &findings.by_id["TT6.play.repeat-cycle-2"];
        assert_eq!((finding.count(), finding.target()), (2, "lockstep"));
        assert_eq!((findings.of_target("superko"), findings.of_target("lockstep")), (2, 1));
        // A fault met all the time does not fill the disk.
        let kept = (0..300).filter(|n| findings.add(&format!("setup/{n}"), outcome("one"))).count();
        assert_eq!((kept as u64, findings.by_id["one"].count()), (KEPT, 300));
    }

    #[test]
    fn known_ids_are_read_from_a_file_or_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids");
        fs::write(&file, "# ids\none # why\n\n two\n").unwrap();
        fs::write(folder.path().join("TT6.play.x.txt"), "2x2 aga: A1\n").unwrap();
        let known = |path: &Path| Known::read(path).unwrap().0.into_iter().collect::<Vec<_>>();
        assert_eq!(known(&file), ["one", "two"]);
        assert_eq!(known(folder.path()), ["TT6.play.x"]);
        assert!(Known::read(&folder.path().join("missing")).is_err());
    }
}
