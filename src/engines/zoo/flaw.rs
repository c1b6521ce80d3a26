//! Where the zoo's engine can go wrong. The catalogue tells the story of each.

/// What is wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Flaw {
    /// Nothing.
    None,

    // What is compared when a repetition is looked for.
    HashBlindToWhite,
    HashBlindToCaptures,
    HashTruncated,
    HashBelieved,
    ToggledTwice,
    MoversStonesOnly,

    // Which positions are compared.
    InitialGridMissing,
    PresentGridMissing,
    /// Only so many of the last positions.
    Last(usize),
    ForgottenAtPass,
    PassHidesRepeat,
    /// Situational superko in place of the rule in force.
    Situational,
    /// Positional superko in place of the rule in force.
    Positional,
    /// Natural situational superko in place of the rule in force.
    NaturalSituational,
    /// New Zealand superko in place of the rule in force.
    NewZealand,

    // When they are compared.
    OnlyOnCaptures,
    SkippedOnSuicide,
    LoneSuicideLegal,
    SuperkoOnPasses,
    PermitsIgnoresSuperko,
    TakeIgnoresSuperko,

    // A ko point where there should be none.
    KoKeptAfterPass,
    KoOnTwoStones,
    KoOnTwoChains,
    KoNeverLifted,

    // What a play does to the board.
    SuicideBeforeCapture,
    BothColorsAtOnce,
    ClearWhileScanning,
    OneChainCaptured,
    ThreeChainsAtMost,
    LastRowNotCleared,
    SuicideLeavesOne,
    AllSuicideRefused,
    SuicideIgnored,
    OccupiedPlayable,
    WrapAround,
    CornerBlind,
    TransposedCoordinates,
    /// So many chains can be numbered in a game.
    ChainLimit(usize),

    // What should have changed nothing.
    RefusalLeavesStone,
    RefusalLeavesHash,
    RefusalSwitchesPlayer,
    QuestionRecorded,
    UndoKeepsHistory,
    UndoKeepsPlayer,

    // The course of the game.
    WhiteBegins,
    BoardKept,
    PassKeepsTurn,
    OnePassEnds,
    ThreePassesEnd,
    PassesNotReset,
    TurnsAfterEnd,

    // The turn that it would play.
    /// A capture, if there is one, whether it repeats a position or not.
    GeneratesCaptures,
    /// A point with a stone, if there is one.
    GeneratesOccupied,

    // The score.
    NeutralToBlack,
    NeutralToBoth,
    EmptyBoardToBlack,
    MarginOnly,
    StonesOnly,
    LoneStoneScoresItself,
}
