//! The mistakes that an engine can make, one place at a time.

use crate::rules::Repetition;
use crate::suite::collisions::HASHES;
use std::fmt;
use std::str::FromStr;

/// One deviation of an engine from the rules that it plays by.
///
/// Every mistake belongs to one [`Place`]. An engine can make only one of the mistakes in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mistake {
    /// The hash depends on black stones only, and is believed.
    HashBlindToWhite,
    /// Captured stones stay in the hash, which is believed.
    HashBlindToCaptures,
    /// Only this many bits of the hash are kept, and believed.
    HashBits(u8),
    /// The hash has a known number, and is believed: see [`HASHES`](crate::suite::collisions::HASHES).
    KnownHash(usize),
    /// Stones of a chain that the capturing stone touches twice stay in the hash, which is believed.
    ToggledTwice,
    /// Only the stones of the player to move are compared, by their hash.
    MoversStonesOnly,
    /// Points that ever held a stone are compared too, so that a position differs from the same position
    /// before another point was used.
    EmptiedDiffer,

    /// The starting position is not in the history.
    InitialMissing,
    /// The current position is not in the history.
    PresentMissing,
    /// Only this many of the last positions are kept.
    History(usize),
    /// Only the positions of this many of the last plays are kept; the starting position counts as one.
    HistoryOfPlays(usize),
    /// There is room for this many positions besides the current one. When it is full, the oldest tenth is
    /// dropped, and the hash, which is believed, is computed differently from then on.
    HistoryInTenths(usize),
    /// Only the first positions are kept, up to this number.
    FirstPositions(usize),
    /// A pass empties the history.
    ForgottenAtPass,
    /// A pass changes the hash, so that repeats with an odd number of passes in between go unseen.
    PassHidesRepeat,
    /// Positions after a pass do not count.
    PassesNotKept,
    /// Positions that a suicide left do not count.
    SuicidesNotKept,

    /// The history is checked only when a play removes stones.
    OnlyOnRemoval,
    /// The history is checked only when a play captures.
    OnlyOnCaptures,
    /// The history is not checked after a suicide.
    NotOnSuicide,
    /// The history is not checked after a suicide of one stone.
    NotOnLoneSuicide,
    /// The history is not checked by the play that follows a pass.
    NotAfterPass,
    /// The history is checked by a play where a stone lay before, once a play captured where one lay before,
    /// or if this one does.
    OnlyOnReplayed,
    /// The history is checked after a pass, too.
    OnPasses,
    /// The history is checked in the first turns only, up to this number.
    LookedUpUntil(usize),

    /// A ko point is forbidden to both players, and a pass does not lift it.
    KoKeptAfterPass,
    /// The capture of a chain of two stones makes a ko point.
    KoOnTwoStones,
    /// The capture of two chains makes a ko point.
    KoOnTwoChains,
    /// The suicide of one stone makes a ko point.
    KoOnLoneSuicide,
    /// A ko point stays until another one is made.
    KoNeverLifted,

    /// This repetition rule is applied instead of the one in force.
    Repetition(Repetition),
    /// No suicide is refused.
    SuicideIgnored,
    /// Every suicide is refused.
    AllSuicideRefused,
    /// A suicide of one stone is refused.
    LoneSuicideRefused,

    /// The player's own stones are removed first.
    SuicideBeforeCapture,
    /// The stones of both players are removed at once.
    BothColorsAtOnce,
    /// At most this many chains are captured by one play.
    ChainsCaptured(usize),
    /// Only the first stone of a captured chain is removed.
    ClearWhileScanning,
    /// Stones in the first row of the screen stay when they are captured.
    LastRowNotCleared,
    /// At most this many chains can be numbered in a game; others are never captured.
    ChainLimit(usize),

    /// A suicide leaves the stone that was played.
    SuicideLeavesOne,

    /// A stone of the opponent may be played on.
    OccupiedPlayable,
    /// Any stone may be played on. A question about such a play is answered by whether the stone played would
    /// live there.
    AnyStonePlayable,

    /// The neighbors of a point at the right edge include the first point of the row after next.
    WrapAround,
    /// A liberty above A1 is not seen.
    CornerBlind,
    /// Columns and rows are exchanged on boards that are not square.
    Transposed,

    /// A play refused as a repeat stays on the board.
    RefusalLeavesStone,
    /// A play refused as a repeat stays in the hash.
    RefusalLeavesHash,
    /// A refused play gives the turn away.
    RefusalSwitchesPlayer,
    /// A question about a play puts its position into the history.
    QuestionRecorded,
    /// Undo leaves the position in the history.
    UndoKeepsHistory,
    /// Undo does not give the turn back.
    UndoKeepsPlayer,
    /// Undo forgets all positions except the one that it leads back to.
    UndoForgets,
    /// A second undo in a row does nothing.
    UndoOnce,
    /// Undo keeps the score of an end that is taken back, and reports it for the next end.
    UndoKeepsScore,

    /// White plays first.
    WhiteBegins,
    /// A new game of the same size keeps the stones of the one before.
    BoardKept,
    /// A new game of the same size keeps the history of the one before.
    HistoryKept,

    /// The player who passes has the next turn.
    PassKeepsTurn,
    /// This many passes in a row end the game, whatever the rules say; [`Mistake::NO_PASSES`] for none.
    PassesEnd(u8),
    /// A play in between does not interrupt a series of passes.
    PassesNotReset,
    /// Turns are accepted after the end.
    TurnsAfterEnd,
    /// Turns are accepted after the end, and a play resumes the game.
    PlayAfterEndResumes,
    /// Plays are accepted after the end, and resume the game; passes are not accepted.
    OnlyPlayAfterEndResumes,
    /// The game is over after this many turns.
    MoveCap(usize),
    /// The game is over after this many turns for each point of the board.
    MoveCapPerPoint(usize),
    /// If a repeat ends the game, a question about one is answered as if it were illegal.
    RepeatKnownIllegal,
    /// If a repeat ends the game, to retake a ko at once is illegal.
    KoRefused,
    /// If a repeat ends the game, its stone is not put on the board.
    RepeatNotPlayed,

    /// A capture is generated, if there is one, whether it repeats a position or not.
    GeneratesCaptures,
    /// A point with a stone is generated, if there is one.
    GeneratesOccupied,
    /// A suicide that is not legal is generated, if there is one.
    GeneratesSuicides,
    /// A play that is not legal, for whatever reason, is generated, if there is one.
    GeneratesIllegal,
    /// The turn that is generated is played too.
    GeneratesAndPlays,

    /// Neutral points are Black's.
    NeutralToBlack,
    /// Neutral points are White's.
    NeutralToWhite,
    /// Neutral points are both players'.
    NeutralToBoth,
    /// A neutral region goes to the player with more stones next to it.
    NeutralToMost,
    /// The empty board is Black's.
    EmptyBoardToBlack,
    /// The empty board is White's.
    EmptyBoardToWhite,
    /// Everything that is not White's is Black's: neutral regions, and the empty board.
    NotWhitesToBlack,
    /// Everything that is not Black's is White's: neutral regions, and the empty board.
    NotBlacksToWhite,
    /// The smaller total is subtracted from both totals.
    MarginOnly,
    /// Only stones are counted, whatever the rules say.
    StonesOnly,
    /// Only surrounded points are counted, whatever the rules say.
    TerritoryOnly,
    /// The score of a lone stone is limited to the stone itself.
    LoneStoneScoresItself,
    /// Chains with at most this many liberties count as dead.
    DeadByLiberties(usize),
    /// Chains of at most this many stones count as dead.
    DeadBySize(usize),
    /// Chains that do not touch any region of only their own color count as dead.
    DeadWithoutEyes,
    /// Stones in regions that unconditionally alive chains surround count as dead.
    DeadInAlive,
    /// Totals are limited to this number.
    TotalCap(usize),
    /// Margins are limited to this number.
    MarginCap(usize),
    /// This many half points are added for White, in addition to the komi.
    KomiAdded(usize),
    /// Black is named as the winner of a tie.
    TiesToBlack,
    /// White is named as the winner of a tie.
    TiesToWhite,
}

/// A place in an engine where it can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// The data compared to find a repetition.
    Compared,
    /// The positions compared with.
    Kept,
    /// The plays after which positions are compared.
    LookedUp,
    /// An additional ko point.
    Ko,
    /// The repetition rule that is applied.
    Repetition,
    /// The suicides that are refused.
    Suicide,
    /// The capture of stones.
    Capture,
    /// The removal of the player's own stones.
    OwnStones,
    /// The points on which a play is possible at all.
    Occupied,
    /// The neighbors of a point.
    Neighbors,
    /// The effects of a refusal.
    Refusal,
    /// The effects of a question.
    Question,
    /// The effects of undo.
    Undo,
    /// The start of a game.
    Beginning,
    /// The player to move after a pass.
    Turns,
    /// The number of passes that end the game.
    End,
    /// The passes that count as in a row.
    Row,
    /// The turns after the end.
    AfterEnd,
    /// The maximum length of a game.
    Length,
    /// The turn that is generated.
    Generated,
    /// The answer to a question about a repeat that ends the game.
    RepeatAsked,
    /// The retaking of a ko if a repeat ends the game.
    KoRetaken,
    /// The effect on the board of a repeat that ends the game.
    RepeatPlayed,
    /// The counting of the score.
    Score,
    /// The stones that count as dead in the score.
    Dead,
    /// The largest score that is reported.
    Cap,
    /// The komi.
    Komi,
    /// The winner of a tie.
    Ties,
}

impl Mistake {
    /// The number of passes of an engine that never ends a game by passes.
    pub const NO_PASSES: u8 = u8::MAX;

    /// Returns the place of the mistake.
    #[inline]
    pub fn place(self) -> Place {
        use Mistake::*;
        match self {
            HashBlindToWhite | HashBlindToCaptures | HashBits(_) | KnownHash(_) | ToggledTwice
            | MoversStonesOnly | EmptiedDiffer => Place::Compared,
            InitialMissing | PresentMissing | History(_) | HistoryOfPlays(_)
            | HistoryInTenths(_) | FirstPositions(_) | ForgottenAtPass | PassHidesRepeat
            | PassesNotKept | SuicidesNotKept => Place::Kept,
            OnlyOnRemoval | OnlyOnCaptures | NotOnSuicide | NotOnLoneSuicide | NotAfterPass
            | OnlyOnReplayed | OnPasses | LookedUpUntil(_) => Place::LookedUp,
            KoKeptAfterPass | KoOnTwoStones | KoOnTwoChains | KoOnLoneSuicide | KoNeverLifted => {
                Place::Ko
            }
            Repetition(_) => Place::Repetition,
            SuicideIgnored | AllSuicideRefused | LoneSuicideRefused => Place::Suicide,
            SuicideBeforeCapture | BothColorsAtOnce | ChainsCaptured(_) | ClearWhileScanning
            | LastRowNotCleared | ChainLimit(_) => Place::Capture,
            SuicideLeavesOne => Place::OwnStones,
            OccupiedPlayable | AnyStonePlayable => Place::Occupied,
            WrapAround | CornerBlind | Transposed => Place::Neighbors,
            RefusalLeavesStone | RefusalLeavesHash | RefusalSwitchesPlayer => Place::Refusal,
            QuestionRecorded => Place::Question,
            UndoKeepsHistory | UndoKeepsPlayer | UndoForgets | UndoOnce | UndoKeepsScore => {
                Place::Undo
            }
            WhiteBegins | BoardKept | HistoryKept => Place::Beginning,
            PassKeepsTurn => Place::Turns,
            PassesEnd(_) => Place::End,
            PassesNotReset => Place::Row,
            TurnsAfterEnd | PlayAfterEndResumes | OnlyPlayAfterEndResumes => Place::AfterEnd,
            MoveCap(_) | MoveCapPerPoint(_) => Place::Length,
            RepeatKnownIllegal => Place::RepeatAsked,
            KoRefused => Place::KoRetaken,
            RepeatNotPlayed => Place::RepeatPlayed,
            GeneratesCaptures | GeneratesOccupied | GeneratesSuicides | GeneratesIllegal
            | GeneratesAndPlays => Place::Generated,
            NeutralToBlack
            | NeutralToWhite
            | NeutralToBoth
            | NeutralToMost
            | EmptyBoardToBlack
            | EmptyBoardToWhite
            | NotWhitesToBlack
            | NotBlacksToWhite
            | MarginOnly
            | StonesOnly
            | TerritoryOnly
            | LoneStoneScoresItself => Place::Score,
            DeadByLiberties(_) | DeadBySize(_) | DeadWithoutEyes | DeadInAlive => Place::Dead,
            TotalCap(_) | MarginCap(_) => Place::Cap,
            KomiAdded(_) => Place::Komi,
            TiesToBlack | TiesToWhite => Place::Ties,
        }
    }

    /// Whether the mistake is about the legality of turns only, so that an engine may make it when it is
    /// asked and not when it plays, or the reverse.
    pub fn is_of_legality(self) -> bool {
        match self.place() {
            // These are about what is kept as the game goes on.
            Place::Compared => {
                use Mistake::{HashBlindToWhite, KnownHash, MoversStonesOnly};
                matches!(self, HashBlindToWhite | KnownHash(_) | MoversStonesOnly)
            }
            Place::Kept => !matches!(self, Mistake::HistoryInTenths(_)),
            place => {
                matches!(
                    place,
                    Place::LookedUp
                        | Place::Ko
                        | Place::Repetition
                        | Place::Suicide
                        | Place::Occupied
                        | Place::AfterEnd
                )
            }
        }
    }

    /// Whether it has a parameter that says how far it looks for repetitions.
    pub(crate) fn ends_looking(self) -> bool {
        let place = self.place();
        let about = place == Place::Kept || place == Place::LookedUp;
        about && self.parameter().is_some()
    }

    /// Returns the parameter, if the mistake has one.
    pub fn parameter(self) -> Option<usize> {
        use Mistake::*;
        match self {
            History(n) | HistoryOfPlays(n) | HistoryInTenths(n) | FirstPositions(n)
            | LookedUpUntil(n) | ChainsCaptured(n) | ChainLimit(n) | MoveCap(n)
            | MoveCapPerPoint(n) | DeadByLiberties(n) | DeadBySize(n) | TotalCap(n)
            | MarginCap(n) | KomiAdded(n) | KnownHash(n) => Some(n),
            HashBits(n) | PassesEnd(n) => Some(n.into()),
            _ => None,
        }
    }

    /// Returns the mistake with another parameter; the mistake itself if it has none.
    #[must_use]
    pub fn with_parameter(self, parameter: usize) -> Mistake {
        use Mistake::*;
        let small = u8::try_from(parameter).unwrap_or(u8::MAX);
        match self {
            History(_) => History(parameter),
            HistoryOfPlays(_) => HistoryOfPlays(parameter),
            LookedUpUntil(_) => LookedUpUntil(parameter),
            HistoryInTenths(_) => HistoryInTenths(parameter),
            FirstPositions(_) => FirstPositions(parameter),
            ChainsCaptured(_) => ChainsCaptured(parameter),
            ChainLimit(_) => ChainLimit(parameter),
            MoveCap(_) => MoveCap(parameter),
            MoveCapPerPoint(_) => MoveCapPerPoint(parameter),
            DeadByLiberties(_) => DeadByLiberties(parameter),
            DeadBySize(_) => DeadBySize(parameter),
            TotalCap(_) => TotalCap(parameter),
            MarginCap(_) => MarginCap(parameter),
            KomiAdded(_) => KomiAdded(parameter),
            HashBits(_) => HashBits(small),
            KnownHash(_) => KnownHash(parameter.min(HASHES.len())),
            PassesEnd(_) => PassesEnd(small),
            other => other,
        }
    }
}

/// The words of the mistakes without a parameter.
const WORDS: &[(Mistake, &str)] = &[
    (Mistake::HashBlindToWhite, "hash-blind-to-white"),
    (Mistake::HashBlindToCaptures, "hash-blind-to-captures"),
    (Mistake::ToggledTwice, "captures-hashed-twice"),
    (Mistake::MoversStonesOnly, "movers-stones-only"),
    (Mistake::EmptiedDiffer, "emptied-differ"),
    (Mistake::InitialMissing, "initial-missing"),
    (Mistake::PresentMissing, "present-missing"),
    (Mistake::ForgottenAtPass, "forgotten-at-pass"),
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
    (Mistake::KoKeptAfterPass, "ko-kept-after-pass"),
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
    (Mistake::ClearWhileScanning, "clear-while-scanning"),
    (Mistake::LastRowNotCleared, "last-row-not-cleared"),
    (Mistake::SuicideLeavesOne, "suicide-leaves-one"),
    (Mistake::AnyStonePlayable, "any-stone-playable"),
    (Mistake::OccupiedPlayable, "occupied-playable"),
    (Mistake::WrapAround, "wrap-around"),
    (Mistake::CornerBlind, "corner-blind"),
    (Mistake::Transposed, "transposed"),
    (Mistake::RefusalLeavesStone, "refusal-leaves-stone"),
    (Mistake::RefusalLeavesHash, "refusal-leaves-hash"),
    (Mistake::RefusalSwitchesPlayer, "refusal-switches-player"),
    (Mistake::QuestionRecorded, "question-recorded"),
    (Mistake::UndoKeepsHistory, "undo-keeps-history"),
    (Mistake::UndoKeepsPlayer, "undo-keeps-player"),
    (Mistake::UndoForgets, "undo-forgets"),
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
    (Mistake::DeadWithoutEyes, "dead-without-eyes"),
    (Mistake::DeadInAlive, "dead-in-alive"),
    (Mistake::TiesToBlack, "ties-to-black"),
    (Mistake::TiesToWhite, "ties-to-white"),
];

/// The words of the mistakes with a parameter, with the parameter that is tried first.
const PARAMETERS: &[(Mistake, &str)] = &[
    (Mistake::HashBits(8), "hash-bits"),
    (Mistake::KnownHash(1), "known-hash"),
    (Mistake::History(8), "history"),
    (Mistake::HistoryOfPlays(8), "history-of-plays"),
    (Mistake::HistoryInTenths(500), "history-in-tenths"),
    (Mistake::FirstPositions(500), "first-positions"),
    (Mistake::LookedUpUntil(500), "looked-up-until"),
    (Mistake::ChainsCaptured(1), "chains-captured"),
    (Mistake::ChainLimit(64), "chain-limit"),
    (Mistake::MoveCap(512), "move-cap"),
    (Mistake::MoveCapPerPoint(2), "move-cap-per-point"),
    (Mistake::PassesEnd(3), "passes-end"),
    (Mistake::DeadByLiberties(1), "dead-by-liberties"),
    (Mistake::DeadBySize(1), "dead-by-size"),
    (Mistake::TotalCap(5), "total-cap"),
    (Mistake::MarginCap(5), "margin-cap"),
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
