//! The sentences of notes.

use super::Report;
use superko_engine::{MissingScore, Note, ScoreClaim, UndoTest, sentence};
use superko_game::Komi;

const SCORE_IS_MISSING: &str = "score is missing: ";
const COUNTS_IN_NO_KNOWN_WAY: &str =
    "its final_score counts in no known way, so it is treated as an estimate";
const SCORE_IS_CLAIM: &str = "final_score is treated as a claim: ";
const COUNTS: &str = "it counts ";
const IN_EVERY_TRIAL: &str = " in every trial";
const MOSTLY_COUNTS: &str = "in most positions where an estimate would remove stones it counts ";
const LESS_KOMI: &str = ", minus a komi of ";
const NO_DIAGNOSIS: &str = "what the engine really plays could not be found out: ";

/// Returns a note in words: a clause or a sentence, without a period.
pub fn in_words(note: &Note) -> String {
    if let Note::Text(text) = note { text.clone() } else { sentence(&text_of(note)) }
}

fn text_of(note: &Note) -> String {
    match note {
        Note::Profile(name) => format!("profile: {name}"),
        Note::SetsRules(commands) => {
            format!("{} sets the rules, whatever rules it was started with", commands.join(", "))
        }
        Note::UnlistedCommands(said) => {
            format!("it does not list its commands (`{said}`): all known ones were tried")
        }
        Note::UnknownEngine(command) => {
            format!("treated as an unknown engine: it does not list `{command}`")
        }
        Note::Missing { what, why } => format!("{what} is missing: {why}"),
        Note::MissingScore(why) => format!("{SCORE_IS_MISSING}{}", why_no_score(why)),
        Note::MissingStatus(why) => {
            format!("status is missing, so no turns are tried after the end: {why}")
        }
        Note::Unused { command, why } => format!("{command} is not used: {why}"),
        Note::RefusedPlays(vertices) => {
            let vertices = vertices.join(", ");
            format!("handshake: it refused plays on a nearly empty board: {vertices}")
        }
        Note::NoPass { command, said } => {
            format!("it has no pass: `{command}` is answered with `? {said}`")
        }
        Note::Undo(UndoTest::NotRun) => {
            "undo: the self-test could not be run, because an ordinary play was refused".to_owned()
        }
        Note::Undo(UndoTest::Passed) => "undo restores the board and the forbidden plays".to_owned(),
        Note::Undo(UndoTest::Failed) => {
            "undo fails its self-test: it does not restore everything after a capture and its ko"
                .to_owned()
        }
        Note::RefusesKomi(said) => format!("it refuses `komi 0`: `{said}`"),
        Note::KeepsKomi(komi) => format!("it keeps a komi of {komi} after `komi 0`"),
        Note::ScoreIsClaim(claim) => format!("{SCORE_IS_CLAIM}{}", why_claim(claim)),
        Note::RefusesBy(said) => {
            format!("`{said}` is treated as a refusal: it refuses occupied points this way")
        }
        Note::Restarted => "it failed during the run, and was restarted".to_owned(),
        Note::SkippedLines => {
            "it writes lines on standard output that are no part of a GTP reply: they were skipped, as --skip-stray-lines asks"
                .to_owned()
        }
        Note::NoFurtherEngine(fault) => format!("a further engine could not be started: {fault}"),
        Note::GivenUp(size) => format!("{size} was given up after too many faults"),
        Note::CountsDependOnJobs => {
            "after a fault the engine is started again, so the counts may depend on --jobs".to_owned()
        }
        Note::UntestedProtocol(fault) => format!("the protocol could not be tested: {fault}"),
        Note::NoDiagnosis(why) => format!("{NO_DIAGNOSIS}{why}"),
        Note::Text(text) => text.clone(),
    }
}

fn why_no_score(why: &MissingScore) -> String {
    match why {
        MissingScore::CountsInNoKnownWay(evidence) => {
            format!("{COUNTS_IN_NO_KNOWN_WAY}: {evidence}")
        }
        MissingScore::Because(why) => why.clone(),
    }
}

fn why_claim(claim: &ScoreClaim) -> String {
    match claim {
        ScoreClaim::Counts { what, komi } => {
            format!("{COUNTS}{what}{IN_EVERY_TRIAL}{LESS_KOMI}{komi}")
        }
        ScoreClaim::MostlyCounts { what, komi, but } => {
            format!("{MOSTLY_COUNTS}{what}{LESS_KOMI}{komi}, but {but}")
        }
        ScoreClaim::WrongWhereNothingIsEstimated(evidence) => {
            format!("it is wrong where nothing can be estimated: {evidence}")
        }
    }
}

/// Says why the score of an engine was not compared, and how to have it compared.
pub(super) fn ungraded(why: &MissingScore) -> String {
    match why {
        MissingScore::CountsInNoKnownWay(_) => format!(
            "Its score was not graded: {COUNTS_IN_NO_KNOWN_WAY}. If it is an exact count, set `final-score = \"claim\"` in a \
             profile to have it graded."
        ),
        MissingScore::Because(why) => format!("Its score was not graded: {why}."),
    }
}

impl Report {
    /// Adds a note.
    pub fn note(&mut self, note: &Note) {
        self.engine.notes.push(in_words(note));
        self.heed(&of_earlier(note.clone()));
    }

    /// Stores a note on which other parts of the report depend.
    fn heed(&mut self, note: &Note) {
        match note {
            Note::MissingScore(why) => {
                self.engine.missing_score.get_or_insert_with(|| why.clone());
            }
            Note::ScoreIsClaim(
                ScoreClaim::Counts { komi, .. } | ScoreClaim::MostlyCounts { komi, .. },
            ) if *komi != Komi::default() => {
                self.engine.kept_komi.get_or_insert(*komi);
            }
            Note::NoDiagnosis(why) => {
                self.no_diagnosis.get_or_insert_with(|| why.clone());
            }
            _ => {}
        }
    }

    /// Reads the facts in the notes of a report of an earlier version, which has these facts nowhere else.
    #[cfg(feature = "serde")]
    pub(super) fn heed_earlier(&mut self) {
        for text in self.engine.notes.clone() {
            self.heed(&of_earlier(Note::Text(text)));
        }
    }
}

/// Returns the fact that an earlier version wrote as a sentence, if a report depends on it.
fn of_earlier(note: Note) -> Note {
    let Note::Text(text) = &note else { return note };
    let read = || {
        if let Some(why) = text.strip_prefix(NO_DIAGNOSIS) {
            return Some(Note::NoDiagnosis(why.to_owned()));
        }
        if let Some(why) = text.strip_prefix(SCORE_IS_MISSING) {
            let evidence = why.strip_prefix(COUNTS_IN_NO_KNOWN_WAY);
            let evidence = evidence.and_then(|rest| rest.strip_prefix(": "));
            return Some(Note::MissingScore(match evidence {
                Some(evidence) => MissingScore::CountsInNoKnownWay(evidence.to_owned()),
                None => MissingScore::Because(why.to_owned()),
            }));
        }
        let (counts, komi) = text.strip_prefix(SCORE_IS_CLAIM)?.split_once(LESS_KOMI)?;
        let claim = match counts.strip_prefix(MOSTLY_COUNTS) {
            Some(what) => {
                let (komi, but) = komi.split_once(", but ")?;
                let (what, but) = (what.to_owned(), but.to_owned());
                ScoreClaim::MostlyCounts { what, komi: komi.parse().ok()?, but }
            }
            None => {
                let what = counts.strip_prefix(COUNTS)?.strip_suffix(IN_EVERY_TRIAL)?.to_owned();
                ScoreClaim::Counts { what, komi: komi.parse().ok()? }
            }
        };
        Some(Note::ScoreIsClaim(claim))
    };
    read().unwrap_or(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_in_the_sentences_of_earlier_versions() {
        let komi = Komi { quarter_points: 26 };
        let (what, but) = ("area".to_owned(), "for `. .` it says `B+2`, but it is W+2".to_owned());
        for note in [
            Note::NoDiagnosis("the run ended before that".to_owned()),
            Note::MissingScore(MissingScore::Because("it does not list final_score".to_owned())),
            Note::MissingScore(MissingScore::CountsInNoKnownWay(but.clone())),
            Note::ScoreIsClaim(ScoreClaim::Counts { what: what.clone(), komi }),
            Note::ScoreIsClaim(ScoreClaim::MostlyCounts { what, komi, but }),
        ] {
            assert_eq!(of_earlier(Note::Text(in_words(&note))), note);
        }
        for text in ["", "score is missing", "final_score is treated as a claim: it is wrong"] {
            assert_eq!(of_earlier(text.into()), text.into());
        }
    }

    #[test]
    fn a_journal_keeps_notes_and_reads_those_of_earlier_versions() {
        let kept = [Note::Restarted, Note::Undo(UndoTest::Passed), "restarts at once".into()];
        let json = serde_json::to_string(&kept).unwrap();
        assert_eq!(json, r#"["restarted",{"undo":"passed"},"restarts at once"]"#);
        assert_eq!(serde_json::from_str::<Vec<Note>>(&json).unwrap(), kept);
    }
}
