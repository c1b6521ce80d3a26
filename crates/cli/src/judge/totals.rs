//! The numbers of games and verdicts.

use crate::Exit;
use std::collections::BTreeMap;
use std::fmt::Write;
use superko_judge::{Adjudication, RecordVerdict};

/// The numbers of files, games and verdicts.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) files: u64,
    pub(super) games: u64,
    verdicts: BTreeMap<RecordVerdict, u64>,
    contradictions: u64,
}

impl Totals {
    /// Counts a game.
    pub(super) fn count(&mut self, adjudication: &Adjudication) {
        self.games += 1;
        *self.verdicts.entry(adjudication.verdict).or_default() += 1;
        self.contradictions += u64::from(adjudication.contradiction.is_some());
    }

    /// Adds the totals of other files.
    pub(super) fn add(&mut self, other: &Totals) {
        self.files += other.files;
        self.games += other.games;
        for (&verdict, count) in &other.verdicts {
            *self.verdicts.entry(verdict).or_default() += count;
        }
        self.contradictions += other.contradictions;
    }

    fn of(&self, verdict: RecordVerdict) -> u64 {
        self.verdicts.get(&verdict).copied().unwrap_or_default()
    }

    /// Returns the numbers of files, games and verdicts. The most important verdicts are listed even if there were none.
    pub(super) fn text(&self) -> String {
        let plural = |count: u64, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut text = format!("{}, {}:", plural(self.files, "file"), plural(self.games, "game"));
        let mut verdicts = self.verdicts.clone();
        for always in [RecordVerdict::Correct, RecordVerdict::Illegal, RecordVerdict::WrongResult] {
            verdicts.entry(always).or_default();
        }
        for (verdict, count) in verdicts {
            // Writing to a string cannot fail.
            let _ = write!(text, " {count} {},", verdict.name());
        }
        text.pop();
        if self.contradictions > 0 {
            let _ = write!(
                text,
                "; {} between the built-in engines",
                plural(self.contradictions, "contradiction")
            );
        }
        text + "."
    }

    pub(super) fn exit(&self) -> Exit {
        match () {
            () if self.contradictions > 0 => Exit::Internal,
            () if self.of(RecordVerdict::Illegal) + self.of(RecordVerdict::WrongResult) > 0 => {
                Exit::Deviates
            }
            () if self.of(RecordVerdict::Unreadable) > 0 => Exit::Usage,
            () => Exit::Fine,
        }
    }
}
