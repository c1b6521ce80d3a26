//! The mistakes that an engine can make, one place at a time.

use super::place::Place;
use crate::rules::Repetition;
use crate::suite::collisions::HASHES;

/// One deviation of an engine from the rules that it plays by.
///
/// Every mistake belongs to one [`Place`]. An engine can make only one of the mistakes in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mistake {
    /// The hash depends on black stones only, and is believed.
    HashBlindToWhite,
    /// The hash depends on white stones only, and is believed.
    HashBlindToBlack,
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
    /// A capture empties the history.
    ForgottenAtCapture,
    /// A pass changes the hash, so that repeats with an odd number of passes in between go unseen.
    PassHidesRepeat,
    /// Positions after a pass do not count.
    PassesNotKept,
    /// Positions that a suicide left do not count.
    SuicidesNotKept,
    /// Positions that a suicide of this many stones or more left do not count.
    LongSuicidesNotKept(usize),

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
    /// The history is checked only while at most this many stones are on the board.
    LookedUpToStones(usize),

    /// Whatever else counts, the current position and the one before count.
    KoStillSeen,

    /// A ko point is forbidden to both players, and a pass does not lift it.
    KoKeptAfterPass,
    /// Every capture of one stone makes a ko point.
    KoOnOneStone,
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
    /// A capture by which the player's stones had no liberty removes them too; without a capture they are no legal play.
    CaptureRemovesBoth,
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
    /// A suicide leaves all stones.
    SuicideStays,

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
    /// A refused play empties the history.
    RefusalForgets,
    /// A refused play puts its position into the history.
    RefusalRecorded,
    /// A play refused as a suicide puts its position into the history, if it is new.
    SuicideRecorded,
    /// A question about a play empties the history.
    QuestionForgets,
    /// A question about a play puts its position into the history.
    QuestionRecorded,
    /// Undo leaves the position in the history.
    UndoKeepsHistory,
    /// Undo does not give the turn back.
    UndoKeepsPlayer,
    /// Undo does not give the turn back, and a turn of the other color is refused.
    UndoKeepsColor,
    /// Undo forgets all positions except the one that it leads back to.
    UndoForgets,
    /// Undo leaves the ko point as it is, for both players.
    UndoKeepsKo,
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
    /// A pass costs the player a point, whatever the rules say.
    PassCostsPoint,
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
    /// Only this many points of a region are counted.
    RegionCap(usize),
    /// This many half points are added for White, in addition to the komi.
    KomiAdded(usize),
    /// Black is named as the winner of a tie.
    TiesToBlack,
    /// White is named as the winner of a tie.
    TiesToWhite,
    /// The margin of a tie is half a point for Black.
    TiesHalfToBlack,
    /// The margin of a tie is half a point for White.
    TiesHalfToWhite,
}

impl Mistake {
    /// The number of passes of an engine that never ends a game by passes.
    pub const NO_PASSES: u8 = u8::MAX;

    /// Returns the place of the mistake.
    #[inline]
    pub fn place(self) -> Place {
        use Mistake::*;
        match self {
            HashBlindToWhite | HashBlindToBlack | HashBlindToCaptures | HashBits(_)
            | KnownHash(_) | ToggledTwice | MoversStonesOnly | EmptiedDiffer => Place::Compared,
            History(_) | HistoryOfPlays(_) | HistoryInTenths(_) | FirstPositions(_)
            | ForgottenAtPass | ForgottenAtCapture => Place::Kept,
            InitialMissing => Place::Initial,
            PresentMissing => Place::Present,
            PassHidesRepeat | PassesNotKept => Place::AfterPass,
            SuicidesNotKept | LongSuicidesNotKept(_) => Place::AfterSuicide,
            OnlyOnRemoval | OnlyOnCaptures | NotOnSuicide | NotOnLoneSuicide | NotAfterPass
            | OnlyOnReplayed | OnPasses | LookedUpUntil(_) | LookedUpToStones(_) => Place::LookedUp,
            KoKeptAfterPass | KoOnOneStone | KoOnTwoStones | KoOnTwoChains | KoOnLoneSuicide
            | KoNeverLifted => Place::Ko,
            KoStillSeen => Place::KoSeen,
            Repetition(_) => Place::Repetition,
            SuicideIgnored | AllSuicideRefused | LoneSuicideRefused => Place::Suicide,
            SuicideBeforeCapture | BothColorsAtOnce | CaptureRemovesBoth | ChainsCaptured(_)
            | ClearWhileScanning | LastRowNotCleared | ChainLimit(_) => Place::Capture,
            SuicideLeavesOne | SuicideStays => Place::OwnStones,
            OccupiedPlayable | AnyStonePlayable => Place::Occupied,
            WrapAround | CornerBlind | Transposed => Place::Neighbors,
            RefusalLeavesStone
            | RefusalLeavesHash
            | RefusalSwitchesPlayer
            | RefusalForgets
            | RefusalRecorded
            | SuicideRecorded => Place::Refusal,
            QuestionForgets | QuestionRecorded => Place::Question,
            UndoKeepsHistory | UndoKeepsPlayer | UndoKeepsColor | UndoForgets | UndoKeepsKo
            | UndoOnce | UndoKeepsScore => Place::Undo,
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
            | LoneStoneScoresItself
            | PassCostsPoint => Place::Score,
            DeadByLiberties(_) | DeadBySize(_) | DeadWithoutEyes | DeadInAlive => Place::Dead,
            TotalCap(_) | MarginCap(_) | RegionCap(_) => Place::Cap,
            KomiAdded(_) => Place::Komi,
            TiesToBlack | TiesToWhite | TiesHalfToBlack | TiesHalfToWhite => Place::Ties,
        }
    }

    /// Whether the mistake is about the legality of turns only, so that an engine may make it when it is
    /// asked and not when it plays, or the reverse.
    pub fn is_of_legality(self) -> bool {
        match self.place() {
            // These are about what is kept as the game goes on.
            Place::Compared => {
                use Mistake::{HashBlindToBlack, HashBlindToWhite, KnownHash, MoversStonesOnly};
                matches!(
                    self,
                    HashBlindToWhite | HashBlindToBlack | KnownHash(_) | MoversStonesOnly
                )
            }
            place if place.is_of_history() => !matches!(self, Mistake::HistoryInTenths(_)),
            place => {
                matches!(
                    place,
                    Place::LookedUp
                        | Place::Ko
                        | Place::KoSeen
                        | Place::Repetition
                        | Place::Suicide
                        | Place::Occupied
                        | Place::AfterEnd
                )
            }
        }
    }

    /// Whether an engine is likely to make it for one player only.
    pub(crate) fn may_be_of_player(self) -> bool {
        let of_legality = matches!(self.place(), Place::Repetition | Place::Suicide);
        of_legality || matches!(self, Mistake::TotalCap(_) | Mistake::MarginCap(_))
    }

    /// Whether it has a parameter that says how far it looks for repetitions.
    pub(crate) fn ends_looking(self) -> bool {
        let place = self.place();
        let about = place == Place::Kept || place == Place::LookedUp;
        about && self.parameter().is_some()
    }

    /// In fewer turns than this it does not show; `None` if that is not known.
    pub(super) fn onset(self) -> Option<usize> {
        use Mistake::{FirstPositions, History, LookedUpUntil, MoveCap};
        match self {
            History(turns) | FirstPositions(turns) | LookedUpUntil(turns) | MoveCap(turns) => {
                Some(turns)
            }
            _ => None,
        }
    }

    /// Returns the parameter, if the mistake has one.
    pub fn parameter(self) -> Option<usize> {
        use Mistake::*;
        match self {
            History(n)
            | HistoryOfPlays(n)
            | HistoryInTenths(n)
            | FirstPositions(n)
            | LongSuicidesNotKept(n)
            | LookedUpToStones(n)
            | RegionCap(n)
            | LookedUpUntil(n)
            | ChainsCaptured(n)
            | ChainLimit(n)
            | MoveCap(n)
            | MoveCapPerPoint(n)
            | DeadByLiberties(n)
            | DeadBySize(n)
            | TotalCap(n)
            | MarginCap(n)
            | KomiAdded(n)
            | KnownHash(n) => Some(n),
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
            LongSuicidesNotKept(_) => LongSuicidesNotKept(parameter),
            LookedUpToStones(_) => LookedUpToStones(parameter),
            RegionCap(_) => RegionCap(parameter),
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
