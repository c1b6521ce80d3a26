//! The mistakes as words: `on-passes`, `history=500`.

use super::Mistake;
use crate::rules::Repetition;
use std::fmt;
use std::str::FromStr;

/// The words of the mistakes without a parameter.
const WORDS: &[(Mistake, &str)] = &[
    (Mistake::HashBlindToWhite, "hash-blind-to-white"),
    (Mistake::HashBlindToBlack, "hash-blind-to-black"),
    (Mistake::HashBlindToCaptures, "hash-blind-to-captures"),
    (Mistake::ToggledTwice, "captures-hashed-twice"),
    (Mistake::MoversStonesOnly, "movers-stones-only"),
    (Mistake::EmptiedDiffer, "emptied-differ"),
    (Mistake::InitialMissing, "initial-missing"),
    (Mistake::PresentMissing, "present-missing"),
    (Mistake::ForgottenAtPass, "forgotten-at-pass"),
    (Mistake::ForgottenAtCapture, "forgotten-at-capture"),
    (Mistake::PassHidesRepeat, "pass-hides-repeat"),
    (Mistake::PassesNotKept, "passes-not-kept"),
    (Mistake::SuicidesNotKept, "suicides-not-kept"),
    (Mistake::OnlyOnRemoval, "only-on-removal"),
    (Mistake::OnlyOnCaptures, "only-on-captures"),
    (Mistake::NotOnSuicide, "not-on-suicide"),
    (Mistake::NotOnLoneSuicide, "not-on-lone-suicide"),
    (Mistake::NotAfterPass, "not-after-pass"),
    (Mistake::OnlyOnReplayed, "only-on-replayed"),
    (Mistake::OnPasses, "on-passes"),
    (Mistake::KoStillSeen, "ko-still-seen"),
    (Mistake::KoKeptAfterPass, "ko-kept-after-pass"),
    (Mistake::KoOnOneStone, "ko-on-one-stone"),
    (Mistake::KoOnTwoStones, "ko-on-two-stones"),
    (Mistake::KoOnTwoChains, "ko-on-two-chains"),
    (Mistake::KoOnLoneSuicide, "ko-on-lone-suicide"),
    (Mistake::KoNeverLifted, "ko-never-lifted"),
    (Mistake::Repetition(Repetition::Positional), "repetition=positional"),
    (Mistake::Repetition(Repetition::Situational), "repetition=situational"),
    (Mistake::Repetition(Repetition::NaturalSituational), "repetition=natural-situational"),
    (Mistake::Repetition(Repetition::NewZealand), "repetition=new-zealand"),
    (Mistake::Repetition(Repetition::SimpleKo), "repetition=simple-ko"),
    (Mistake::Repetition(Repetition::None), "repetition=none"),
    (Mistake::SuicideIgnored, "suicide-ignored"),
    (Mistake::AllSuicideRefused, "all-suicide-refused"),
    (Mistake::LoneSuicideRefused, "lone-suicide-refused"),
    (Mistake::SuicideBeforeCapture, "suicide-before-capture"),
    (Mistake::BothColorsAtOnce, "both-colors-at-once"),
    (Mistake::CaptureRemovesBoth, "capture-removes-both"),
    (Mistake::ClearWhileScanning, "clear-while-scanning"),
    (Mistake::LastRowNotCleared, "last-row-not-cleared"),
    (Mistake::SuicideLeavesOne, "suicide-leaves-one"),
    (Mistake::SuicideStays, "suicide-stays"),
    (Mistake::AnyStonePlayable, "any-stone-playable"),
    (Mistake::OccupiedPlayable, "occupied-playable"),
    (Mistake::WrapAround, "wrap-around"),
    (Mistake::CornerBlind, "corner-blind"),
    (Mistake::Transposed, "transposed"),
    (Mistake::RefusalLeavesStone, "refusal-leaves-stone"),
    (Mistake::RefusalLeavesHash, "refusal-leaves-hash"),
    (Mistake::RefusalSwitchesPlayer, "refusal-switches-player"),
    (Mistake::RefusalForgets, "refusal-forgets"),
    (Mistake::RefusalRecorded, "refusal-recorded"),
    (Mistake::SuicideRecorded, "suicide-recorded"),
    (Mistake::QuestionForgets, "question-forgets"),
    (Mistake::QuestionRecorded, "question-recorded"),
    (Mistake::UndoKeepsHistory, "undo-keeps-history"),
    (Mistake::UndoKeepsPlayer, "undo-keeps-player"),
    (Mistake::UndoKeepsColor, "undo-keeps-color"),
    (Mistake::UndoForgets, "undo-forgets"),
    (Mistake::UndoKeepsKo, "undo-keeps-ko"),
    (Mistake::UndoOnce, "undo-once"),
    (Mistake::UndoKeepsScore, "undo-keeps-score"),
    (Mistake::WhiteBegins, "white-begins"),
    (Mistake::BoardKept, "board-kept"),
    (Mistake::HistoryKept, "history-kept"),
    (Mistake::PassKeepsTurn, "pass-keeps-turn"),
    (Mistake::PassesNotReset, "passes-not-reset"),
    (Mistake::TurnsAfterEnd, "turns-after-end"),
    (Mistake::PlayAfterEndResumes, "play-after-end-resumes"),
    (Mistake::OnlyPlayAfterEndResumes, "only-play-after-end-resumes"),
    (Mistake::GeneratesCaptures, "generates-captures"),
    (Mistake::GeneratesOccupied, "generates-occupied"),
    (Mistake::GeneratesSuicides, "generates-suicides"),
    (Mistake::GeneratesIllegal, "generates-illegal"),
    (Mistake::GeneratesAndPlays, "generates-and-plays"),
    (Mistake::NeutralToBlack, "neutral-to-black"),
    (Mistake::RepeatKnownIllegal, "repeat-known-illegal"),
    (Mistake::KoRefused, "ko-refused"),
    (Mistake::RepeatNotPlayed, "repeat-not-played"),
    (Mistake::NeutralToWhite, "neutral-to-white"),
    (Mistake::NeutralToBoth, "neutral-to-both"),
    (Mistake::NeutralToMost, "neutral-to-most"),
    (Mistake::EmptyBoardToBlack, "empty-board-to-black"),
    (Mistake::EmptyBoardToWhite, "empty-board-to-white"),
    (Mistake::NotWhitesToBlack, "not-whites-to-black"),
    (Mistake::NotBlacksToWhite, "not-blacks-to-white"),
    (Mistake::MarginOnly, "margin-only"),
    (Mistake::StonesOnly, "stones-only"),
    (Mistake::TerritoryOnly, "territory-only"),
    (Mistake::LoneStoneScoresItself, "lone-stone-scores-itself"),
    (Mistake::PassCostsPoint, "pass-costs-point"),
    (Mistake::DeadWithoutEyes, "dead-without-eyes"),
    (Mistake::DeadInAlive, "dead-in-alive"),
    (Mistake::TiesToBlack, "ties-to-black"),
    (Mistake::TiesToWhite, "ties-to-white"),
    (Mistake::TiesHalfToBlack, "ties-half-to-black"),
    (Mistake::TiesHalfToWhite, "ties-half-to-white"),
];

/// The words of the mistakes with a parameter, with the parameter that is tried first.
const PARAMETERS: &[(Mistake, &str)] = &[
    (Mistake::HashBits(8), "hash-bits"),
    (Mistake::KnownHash(1), "known-hash"),
    (Mistake::History(8), "history"),
    (Mistake::HistoryOfPlays(8), "history-of-plays"),
    (Mistake::HistoryInTenths(500), "history-in-tenths"),
    (Mistake::FirstPositions(500), "first-positions"),
    (Mistake::LongSuicidesNotKept(3), "long-suicides-not-kept"),
    (Mistake::LookedUpUntil(500), "looked-up-until"),
    (Mistake::LookedUpToStones(20), "looked-up-to-stones"),
    (Mistake::ChainsCaptured(1), "chains-captured"),
    (Mistake::ChainLimit(64), "chain-limit"),
    (Mistake::MoveCap(512), "move-cap"),
    (Mistake::MoveCapPerPoint(2), "move-cap-per-point"),
    (Mistake::PassesEnd(3), "passes-end"),
    (Mistake::DeadByLiberties(1), "dead-by-liberties"),
    (Mistake::DeadBySize(1), "dead-by-size"),
    (Mistake::TotalCap(5), "total-cap"),
    (Mistake::MarginCap(5), "margin-cap"),
    (Mistake::RegionCap(64), "region-cap"),
    (Mistake::KomiAdded(13), "komi-added"),
];

impl Mistake {
    /// Returns every mistake; those with a parameter have an example value.
    pub fn all() -> impl Iterator<Item = Mistake> {
        WORDS.iter().chain(PARAMETERS).map(|&(mistake, _)| mistake)
    }
}

/// Writes the word for the mistake, with the parameter: `on-passes`, `history=500`.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |&&(other, _): &&(Mistake, &str)| {
            self.parameter().is_none_or(|parameter| other.with_parameter(parameter) == *self)
                && (self.parameter().is_some() || other == *self)
        };
        let table = if self.parameter().is_some() { PARAMETERS } else { WORDS };
        let (_, word) = table.iter().find(first).expect("every mistake has a word");
        match self.parameter() {
            Some(parameter) => f.pad(&format!("{word}={parameter}")),
            None => f.pad(word),
        }
    }
}

/// Parses the text that [`Display`](fmt::Display) writes.
impl FromStr for Mistake {
    type Err = String;

    fn from_str(text: &str) -> Result<Mistake, String> {
        let unknown =
            || format!("`{text}` is not a known mistake: write it as on-passes or history=500");
        if let Some(&(mistake, _)) = WORDS.iter().find(|&&(_, word)| word == text) {
            return Ok(mistake);
        }
        let (word, number) = text.split_once('=').ok_or_else(unknown)?;
        let &(mistake, _) =
            PARAMETERS.iter().find(|&&(_, known)| known == word).ok_or_else(unknown)?;
        let number = number.parse().ok().filter(|&number| number > 0).ok_or_else(unknown)?;
        let mistake = mistake.with_parameter(number);
        if mistake.parameter() == Some(number) { Ok(mistake) } else { Err(unknown()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn words_are_read_back() {
        let words: BTreeSet<String> = Mistake::all().map(|mistake| mistake.to_string()).collect();
        assert_eq!(words.len(), Mistake::all().count());
        for mistake in Mistake::all() {
            assert_eq!(mistake.to_string().parse(), Ok(mistake));
        }
        assert_eq!("history=30".parse(), Ok(Mistake::History(30)));
        for wrong in [
            "",
            "history",
            "history=",
            "history=0",
            "history=-1",
            "hash-bits=999",
            "known-hash=99",
            "repetition=x",
        ] {
            let error = wrong.parse::<Mistake>().unwrap_err();
            assert!(error.starts_with(&format!("`{wrong}` is not a known mistake")), "{error}");
        }
    }
}
