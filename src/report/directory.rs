use super::{Judged, json, one_line, play, reproduction};
use crate::certify::{Certification, Finding};
use crate::compare::Disagreement;
use crate::report::text;
use crate::sgf;
use serde_json::json;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A directory that receives the findings as they come, and the summary at the end.
///
/// `run.jsonl` has a line for each finding, flushed at once, so that a run that is killed loses nothing; below
/// `findings/` each has its record, to be replayed, and its commands, to be fed to a GTP engine by hand.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    run: Mutex<File>,
}

impl Directory {
    /// Creates the directory, or goes on in one that is there.
    ///
    /// # Errors
    ///
    /// Says what could not be created, and why.
    pub fn create(path: &Path) -> Result<Directory, String> {
        let cannot =
            |error: io::Error| format!("cannot create the report {}: {error}", path.display());
        fs::create_dir_all(path.join("findings")).map_err(cannot)?;
        let run = OpenOptions::new().create(true).append(true).open(path.join("run.jsonl"));
        Ok(Directory { path: path.to_owned(), run: Mutex::new(run.map_err(cannot)?) })
    }

    /// Writes a finding down.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn finding(&self, finding: &Finding, command_line: &str) -> io::Result<()> {
        let mut line = json::finding(finding);
        let file = self.record_of(finding);
        line["again"] = json!(reproduction(finding, command_line, Some(&file)));
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(run, "{line}")?;
        run.flush()?;
        self.record(finding, command_line)
    }

    /// Writes the summary, and the findings once more, for a later game may have shown a shorter case.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn finish(
        &self,
        certification: &Certification,
        judged: &Judged,
        command_line: &str,
    ) -> io::Result<()> {
        for finding in &certification.findings {
            self.record(finding, command_line)?;
        }
        fs::write(self.path.join("summary.json"), json(certification, &[]))?;
        fs::write(
            self.path.join("summary.txt"),
            text(certification, judged, command_line, Some(self)),
        )
    }

    /// The file with the record of a finding.
    pub fn record_of(&self, finding: &Finding) -> PathBuf {
        self.of(finding).join("record.txt")
    }

    /// Where a finding is kept.
    fn of(&self, finding: &Finding) -> PathBuf {
        self.path.join("findings").join(finding.id().to_string())
    }

    fn record(&self, finding: &Finding, command_line: &str) -> io::Result<()> {
        let directory = self.of(finding);
        fs::create_dir_all(&directory)?;
        let disagreement = &finding.disagreement;
        let record = &disagreement.record;
        let text = format!(
            "# {}\n# reference: {}\n# engine:    {}\n# {}\n{}\n",
            disagreement.id,
            disagreement.difference.reference(),
            disagreement.difference.engine(),
            reproduction(finding, command_line, Some(&self.record_of(finding))),
            one_line(record)
        );
        fs::write(directory.join("record.txt"), text)?;
        let (columns, rows) = (record.size().columns(), record.size().rows());
        let mut commands = match record.size().is_square() {
            true => format!("boardsize {columns}\n"),
            false => format!("rectangular_boardsize {columns} {rows}\n"),
        };
        commands += "clear_board\nkomi 0\n";
        for turn in super::named_turns(record) {
            commands += &format!("play {}\n", turn.to_lowercase());
        }
        fs::write(directory.join("replay.gtp"), commands + "showboard\n")?;
        fs::write(directory.join("game.sgf"), game(finding))
    }
}

/// The game as an SGF file, with the difference in its last comment.
fn game(finding: &Finding) -> String {
    let Disagreement { id, record, difference, .. } = &finding.disagreement;
    let (reference, engine) = (difference.reference(), difference.engine());
    let comment = format!("{id}\nreference: {reference}\nengine: {engine}");
    sgf::write(&play(record), &comment)
}
