use superko_game::{Komi, Size};

/// A fact about an engine for the reader of a report, for example what was not asked and why.
/// `in_words` of the reports puts it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Note {
    /// The name of the profile of a GTP engine.
    Profile(String),
    /// The commands that set the rules before each game.
    SetsRules(Vec<String>),
    /// The answer of an engine that does not list its commands.
    UnlistedCommands(String),
    /// A command that an engine does not list, although it has the name of a known engine that does.
    UnknownEngine(String),
    /// Something that the engine is not asked for, and the reason.
    Missing {
        /// The name of the ability, such as `undo`.
        what: String,
        /// The reason, as a clause.
        why: String,
    },
    /// The reason why the score is not compared.
    MissingScore(MissingScore),
    /// The reason why the engine's answers do not tell when a game is over.
    MissingStatus(String),
    /// A command that is not used, and the reason.
    Unused {
        /// The name of the command.
        command: String,
        /// The reason, as a clause.
        why: String,
    },
    /// The vertices of plays that the engine refused on a nearly empty board.
    RefusedPlays(Vec<String>),
    /// The engine has no pass.
    NoPass {
        /// The command that plays a pass.
        command: String,
        /// The error message.
        said: String,
    },
    /// The result of the self-test of `undo`.
    Undo(UndoTest),
    /// The error message with which the engine answers `komi 0`.
    RefusesKomi(String),
    /// The komi that the engine reports after `komi 0`.
    KeepsKomi(String),
    /// The reason why `final_score` is compared, although the profile does not call it exact.
    ScoreIsClaim(ScoreClaim),
    /// An unusual error message that refuses plays.
    RefusesBy(String),
    /// The engine failed during the run.
    Restarted,
    /// The engine wrote lines that belong to no reply, and they were skipped.
    SkippedLines,
    /// The reason why a further engine could not be started.
    NoFurtherEngine(String),
    /// A board that was given up because of faults.
    GivenUp(Size),
    /// The counts may depend on the number of parallel engines, because faults occurred.
    CountsDependOnJobs,
    /// The reason why the protocol was not tested.
    UntestedProtocol(String),
    /// The reason why there is no diagnosis.
    NoDiagnosis(String),
    /// A note by the author of an engine or of a profile.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Text(String),
}

/// The reason why the score of an engine is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MissingScore {
    /// `final_score` follows no known way of counting: positions, with what the engine says of them.
    CountsInNoKnownWay(String),
    /// Another reason, as a clause.
    Because(String),
}

/// The reason why `final_score` is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ScoreClaim {
    /// All scores follow one way of counting.
    Counts {
        /// What is counted.
        what: String,
        /// The komi that the engine counts, although it was set to 0.
        komi: Komi,
    },
    /// Most scores follow one way of counting.
    MostlyCounts {
        /// What is counted.
        what: String,
        /// The komi that the engine counts, although it was set to 0.
        komi: Komi,
        /// A position that is scored in another way.
        but: String,
    },
    /// A position with a wrong score in which every stone is alive and every point has an owner.
    WrongWhereNothingIsEstimated(String),
}

/// The result of the self-test of `undo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum UndoTest {
    /// An ordinary play was refused.
    NotRun,
    /// `undo` restores the board and the forbidden plays.
    Passed,
    /// `undo` does not restore everything.
    Failed,
}

impl Note {
    /// Makes a note that the engine is not asked for something.
    pub fn missing(what: &str, why: impl Into<String>) -> Note {
        Note::Missing { what: what.to_owned(), why: why.into() }
    }

    /// Makes a note that a command is not used.
    pub fn unused(command: &str, why: impl Into<String>) -> Note {
        Note::Unused { command: command.to_owned(), why: why.into() }
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Note {
        Note::Text(text.to_owned())
    }
}

impl From<String> for Note {
    fn from(text: String) -> Note {
        Note::Text(text)
    }
}
