//! The table of mistakes: what an engine can do wrong, by the place in the engine.
//!
//! A new mistake is a row here, and its behavior in the file that does the same thing right; all else follows from the
//! row.

use super::row::{known_collisions, mistakes, points};
use crate::suite::collisions::HASHES;
use superko_game::rules::Repetition;

// A block says what the place is about, and has its name and its mistakes. A row says what the engine does wrong, and has
// the name of the mistake, its word, and what a diagnosis says of the engine, after "it". If a mistake has a number, the
// brackets say what the number counts, with a function that writes it. They give an example, the numbers that a diagnosis
// tries in any case (`likely`), and the largest one (`most`). For some numbers (`if`) the diagnosis says something else.
// `of` is for a mistake that has the value of a switch. New rows are the last of their block: of two mistakes that explain
// as much, the first is taken.
mistakes! {
    /// The data compared to find a repetition. An engine that believes its hash takes positions with equal hashes for equal.
    Compared {
        /// The hash depends on black stones only, and is believed.
        HashBlindToWhite = "hash-blind-to-white",
            "leaves White's stones out of its repetition hash";
        /// The hash depends on white stones only, and is believed.
        HashBlindToBlack = "hash-blind-to-black",
            "leaves Black's stones out of its repetition hash";
        /// Captured stones stay in the hash, which is believed.
        HashBlindToCaptures = "hash-blind-to-captures",
            "treats equal positions as different, as if captured stones stayed in its hash";
        /// Only this many bits of the hash are kept, and believed.
        HashBits(bits = 8, likely [8, 12, 16, 64], most 255) = "hash-bits",
            "treats positions as equal when {bits} bits of their hashes are equal";
        /// The hash has a known number, and is believed: see [`HASHES`](crate::suite::collisions::HASHES).
        KnownHash(hash as known_collisions = 1, most HASHES.len()) = "known-hash",
            "treats positions as equal when their hashes are equal{hash}";
        /// Stones of a chain that the capturing stone touches at two points or at four stay in the hash, which is believed.
        ToggledTwice = "captures-hashed-twice",
            "hashes captured stones once for each point at which the capturing stone touches their chain";
        /// Only the stones of the player to move are compared, by their hash.
        MoversStonesOnly = "movers-stones-only", "compares only the stones of the player to move";
        /// The points that ever held a stone are compared too, so that a position differs from the same position
        /// before another point held one.
        EmptiedDiffer = "emptied-differ",
            "treats equal positions as different when a stone was put on one more point since";
    }

    /// Whether the starting position counts.
    Initial {
        /// The starting position is not in the history.
        InitialMissing = "initial-missing", "does not count the starting position";
    }

    /// Whether the current position counts.
    Present {
        /// The current position is not in the history.
        PresentMissing = "present-missing", "does not count the current position";
    }

    /// The positions that are kept to compare with.
    Kept {
        /// Only this many of the last positions are kept.
        History(turns = 8, likely [2, 4, 8, 16, 30, 60, 100, 200, 500, 1000]) = "history",
            "forgets positions more than {turns} turns back";
        /// Only the positions of this many of the last plays are kept; the starting position counts as one.
        HistoryOfPlays(plays = 8, likely [8, 30, 100, 500]) = "history-of-plays",
            "keeps only the positions of the last {plays} plays, passes not counted";
        /// There is room for this many positions besides the current one. When the room is full, the oldest tenth is
        /// dropped. From then on the hash, which is believed, is computed differently.
        HistoryInTenths(positions = 500, likely [50, 100, 500, 1000]) = "history-in-tenths",
            "miscomputes its hash once it has {positions} positions, so that it misses repetitions of these and may refuse new ones";
        /// Only the first positions are kept, up to this number.
        FirstPositions(
            positions = 500,
            likely [3, 4, 5, 6, 8, 10, 20, 40, 50, 100, 200, 256, 400, 500, 722, 1000]
        ) = "first-positions",
            "keeps only the first {positions} positions of a game";
        /// A pass empties the history.
        ForgottenAtPass = "forgotten-at-pass", "forgets all positions at a pass";
        /// A capture empties the history.
        ForgottenAtCapture = "forgotten-at-capture", "forgets all earlier positions at a capture";
    }

    /// How positions after a pass count.
    AfterPass {
        /// A pass changes the hash, so that repeats with an odd number of passes in between go unseen.
        PassHidesRepeat = "pass-hides-repeat",
            "misses repetitions with an odd number of passes in between";
        /// Positions after a pass do not count.
        PassesNotKept = "passes-not-kept", "does not store positions after a pass";
    }

    /// Whether positions that a suicide made count.
    AfterSuicide {
        /// Positions that a suicide left do not count.
        SuicidesNotKept = "suicides-not-kept", "does not store positions that a suicide makes";
        /// Positions that a suicide of this many stones or more left do not count.
        LongSuicidesNotKept(stones = 3, likely [2, 3, 4]) = "long-suicides-not-kept",
            "does not store positions that a suicide of {stones} or more stones makes";
    }

    /// The plays after which positions are compared.
    LookedUp {
        /// The history is checked only when a play removes stones.
        OnlyOnRemoval = "only-on-removal", "looks for repetition only when a play removes stones";
        /// The history is checked only when a play captures.
        OnlyOnCaptures = "only-on-captures", "looks for repetition only when a play captures";
        /// The history is not checked after a suicide.
        NotOnSuicide = "not-on-suicide",
            "does not check for repetition when a play removes the player's own stones";
        /// The history is not checked after a suicide of one stone.
        NotOnLoneSuicide = "not-on-lone-suicide",
            "allows the suicide of one stone, which repeats the position";
        /// The history is not checked by the play that follows a pass.
        NotAfterPass = "not-after-pass", "does not check for repetition right after a pass";
        /// The history is checked only by a play at a point where a stone was before, and only if that play or an earlier
        /// one of this kind captures.
        OnlyOnReplayed = "only-on-replayed",
            "looks for repetition only where a stone was before, and only after a capture from such a point";
        /// The history is checked after a pass, too.
        OnPasses = "on-passes", "refuses passes that leave a position as it was before";
        /// The history is checked in the first turns only, up to this number.
        LookedUpUntil(turns = 500, likely [50, 100, 200, 500, 1000]) = "looked-up-until",
            "stops checking for repetition after turn {turns}";
        /// The history is checked only while at most this many stones are on the board.
        LookedUpToStones(stones = 20, likely [8, 12, 20, 30, 50, 100]) = "looked-up-to-stones",
            "does not check for repetition with more than {stones} stones on the board";
    }

    /// Whether a ko is seen whatever else is.
    KoSeen {
        /// The current position and the one before it count in any case.
        KoStillSeen = "ko-still-seen", "sees a ko all the same";
    }

    /// An additional ko point.
    Ko {
        /// A ko point is forbidden to both players, and a pass does not lift it.
        KoKeptAfterPass = "ko-kept-after-pass",
            "keeps a ko point, after a pass too and for both players";
        /// Every capture of one stone makes a ko point.
        KoOnOneStone = "ko-on-one-stone", "sees a ko wherever one stone was captured";
        /// The capture of a chain of two stones makes a ko point.
        KoOnTwoStones = "ko-on-two-stones", "sees a ko where two stones were captured";
        /// The capture of two chains makes a ko point.
        KoOnTwoChains = "ko-on-two-chains", "sees a ko where two chains were captured";
        /// The suicide of one stone makes a ko point.
        KoOnLoneSuicide = "ko-on-lone-suicide", "sees a ko after the suicide of one stone";
        /// A ko point stays until another one is made.
        KoNeverLifted = "ko-never-lifted", "keeps a ko point until the next ko";
    }

    /// The repetition rule that is applied.
    Repetition {
        /// This repetition rule is applied instead of the one in force.
        Repetition of rule: Repetition = "repetition", "applies the repetition rule `{rule}`";
    }

    /// The suicides that are refused.
    Suicide {
        /// No suicide is refused.
        SuicideIgnored = "suicide-ignored", "allows any suicide";
        /// Every suicide is refused.
        AllSuicideRefused = "all-suicide-refused", "refuses every suicide";
        /// A suicide of one stone is refused.
        LoneSuicideRefused = "lone-suicide-refused", "refuses the suicide of one stone";
    }

    /// The capture of stones.
    Capture {
        /// The player's own stones are removed first.
        SuicideBeforeCapture = "suicide-before-capture",
            "removes a player's own stones before it captures";
        /// The stones of both players are removed at once.
        BothColorsAtOnce = "both-colors-at-once", "removes the stones of both players at once";
        /// A capture also removes the player's own stones, if they had no liberty before it. Without a capture, such a play is
        /// an ordinary suicide.
        CaptureRemovesBoth = "capture-removes-both",
            "removes the player's own stones too when they had no liberty before a capture";
        /// At most this many chains are captured by one play.
        ChainsCaptured(chains = 1, likely [1, 2, 3]) = "chains-captured",
            "captures at most {chains} chains", if 1 => "captures at most one chain";
        /// Only the first stone of a captured chain is removed.
        ClearWhileScanning = "clear-while-scanning",
            "removes only the first stone of a captured chain";
        /// Stones in the top row stay when they are captured.
        LastRowNotCleared = "last-row-not-cleared", "leaves captured stones in the top row";
        /// At most this many chains can be numbered in a game; others are never captured.
        ChainLimit(chains = 64, likely [4, 16, 64]) = "chain-limit",
            "never captures the chains after the first {chains} of a game";
    }

    /// The removal of the player's own stones.
    OwnStones {
        /// A suicide leaves the stone that was played.
        SuicideLeavesOne = "suicide-leaves-one",
            "leaves the stone played on the board after a suicide";
        /// A suicide leaves all stones.
        SuicideStays = "suicide-stays", "leaves all stones on the board after a suicide";
    }

    /// The points on which a play is possible at all.
    Occupied {
        /// Any stone may be played on. Asked about such a play, the engine says whether the stone played would live
        /// there.
        AnyStonePlayable = "any-stone-playable", "allows plays on stones";
        /// A stone of the opponent may be played on.
        OccupiedPlayable = "occupied-playable", "allows plays on stones of the opponent";
    }

    /// The neighbors of a point.
    Neighbors {
        /// The neighbors of a point at the right edge include the first point of the row after next.
        WrapAround = "wrap-around", "sees liberties beyond the right edge";
        /// A liberty above A1 is not seen.
        CornerBlind = "corner-blind", "misses the liberty above A1";
        /// Columns and rows are exchanged on boards that are not square.
        Transposed = "transposed", "exchanges columns and rows on boards that are not square";
    }

    /// The effects of a refusal.
    Refusal {
        /// A play refused as a repeat stays on the board.
        RefusalLeavesStone = "refusal-leaves-stone", "leaves a refused repetition on the board";
        /// A play refused as a repeat stays in the hash.
        RefusalLeavesHash = "refusal-leaves-hash", "leaves a refused repetition in its hash";
        /// A refused play gives the turn away.
        RefusalSwitchesPlayer = "refusal-switches-player",
            "gives the turn to the opponent when it refuses a play";
        /// A refused play empties the history.
        RefusalForgets = "refusal-forgets",
            "forgets all earlier positions, including a ko, when it refuses a play";
        /// A refused play puts its position into the history.
        RefusalRecorded = "refusal-recorded", "records the positions of plays that it refuses";
        /// A play refused as a suicide puts its position into the history, if it is new.
        SuicideRecorded = "suicide-recorded", "records the positions of suicides that it refuses";
    }

    /// The effects of a question.
    Question {
        /// A question about a play empties the history.
        QuestionForgets = "question-forgets",
            "forgets all earlier positions, including a ko, when it is asked about a play";
        /// A question about a play puts its position into the history.
        QuestionRecorded = "question-recorded", "records positions that it was only asked about";
    }

    /// The effects of undo.
    Undo {
        /// Undo leaves the position in the history.
        UndoKeepsHistory = "undo-keeps-history", "does not forget positions that are taken back";
        /// Undo does not give the turn back.
        UndoKeepsPlayer = "undo-keeps-player", "does not restore the player to move on undo";
        /// Undo does not give the turn back, and a turn of the other color is refused.
        UndoKeepsColor = "undo-keeps-color",
            "does not restore the player to move on undo, and refuses turns of the other color";
        /// Undo forgets all positions except the one that it leads back to.
        UndoForgets = "undo-forgets",
            "forgets all earlier positions, including a ko, when a turn is taken back";
        /// Undo leaves the ko point as it is, for both players.
        UndoKeepsKo = "undo-keeps-ko", "leaves the ko point as it is when a turn is taken back";
        /// A second undo in a row does nothing.
        UndoOnce = "undo-once",
            "takes back only one turn, though it reports success for a second undo";
        /// Undo keeps the score of an end that is taken back, and reports it for the next end.
        UndoKeepsScore = "undo-keeps-score",
            "does not recompute the score after the end of a game was taken back";
    }

    /// The start of a game.
    Beginning {
        /// White plays first.
        WhiteBegins = "white-begins", "lets White begin";
        /// A new game of the same size keeps the stones of the one before.
        BoardKept = "board-kept", "keeps the stones of the previous game";
        /// A new game of the same size keeps the history of the one before.
        HistoryKept = "history-kept", "keeps the positions of the previous game";
    }

    /// The player to move after a pass.
    Turns {
        /// The player who passes has the next turn.
        PassKeepsTurn = "pass-keeps-turn", "leaves the turn with the player who passes";
    }

    /// The number of passes that end the game.
    End {
        /// This many passes in a row end the game, whatever the rules say; [`Mistake::NO_PASSES`] for none.
        PassesEnd(
            passes = 3,
            likely [1, 3, 4, 5, 6, 8, 10, Mistake::NO_PASSES],
            most Mistake::NO_PASSES
        ) = "passes-end",
            "ends the game after {passes} passes",
            if 1 => "ends the game after one pass",
            if Mistake::NO_PASSES => "never ends a game by passes";
    }

    /// The passes that count as in a row.
    Row {
        /// A play in between does not interrupt a series of passes.
        PassesNotReset = "passes-not-reset", "counts passes as in a row with plays in between";
    }

    /// The turns after the end.
    AfterEnd {
        /// Turns are accepted after the end.
        TurnsAfterEnd = "turns-after-end", "accepts turns after the end";
        /// Turns are accepted after the end, and a play resumes the game.
        PlayAfterEndResumes = "play-after-end-resumes",
            "accepts turns after the end (a play reopens the game)";
        /// Plays are accepted after the end, and resume the game; passes are not accepted.
        OnlyPlayAfterEndResumes = "only-play-after-end-resumes",
            "accepts plays (not passes) after the end, and continues";
    }

    /// The maximum length of a game.
    Length {
        /// The game is over after this many turns.
        MoveCap(turns = 512) = "move-cap", "ends the game after {turns} turns";
        /// The game is over after this many turns for each point of the board.
        MoveCapPerPoint(turns = 2) = "move-cap-per-point",
            "ends the game after {turns} turns for each point of the board",
            if 1 => "ends the game after as many turns as the board has points";
    }

    /// The answer to a question about a repeat that ends the game.
    RepeatAsked {
        /// If a repeat ends the game, a question about one is answered as if it were illegal.
        RepeatKnownIllegal = "repeat-known-illegal",
            "calls a repetition that ends the game illegal when it is asked";
    }

    /// The retaking of a ko if a repeat ends the game.
    KoRetaken {
        /// If a repeat ends the game, to retake a ko at once is illegal.
        KoRefused = "ko-refused", "refuses to retake a ko, where other repetitions end the game";
    }

    /// The effect on the board of a repeat that ends the game.
    RepeatPlayed {
        /// If a repeat ends the game, its stone is not put on the board.
        RepeatNotPlayed = "repeat-not-played",
            "leaves the board as it is when a repetition ends the game";
    }

    /// The turn that is generated.
    Generated {
        /// A capture is generated, if there is one, whether it repeats a position or not.
        GeneratesCaptures = "generates-captures", "generates turns that repeat a position";
        /// A point with a stone is generated, if there is one.
        GeneratesOccupied = "generates-occupied", "generates plays on stones";
        /// A suicide that is not legal is generated, if there is one.
        GeneratesSuicides = "generates-suicides", "generates illegal suicides";
        /// A play that is not legal, for whatever reason, is generated, if there is one.
        GeneratesIllegal = "generates-illegal", "generates illegal turns of several kinds";
        /// The turn that is generated is played too.
        GeneratesAndPlays = "generates-and-plays",
            "plays the turns that it is only asked to generate";
    }

    /// The counting of the score.
    Score {
        /// Neutral points are Black's.
        NeutralToBlack = "neutral-to-black", "counts neutral points for Black";
        /// Neutral points are White's.
        NeutralToWhite = "neutral-to-white", "counts neutral points for White";
        /// Neutral points are both players'.
        NeutralToBoth = "neutral-to-both", "counts neutral points for both players";
        /// A neutral region goes to the player with more stones next to it.
        NeutralToMost = "neutral-to-most",
            "counts a neutral region for the player with more stones around it";
        /// The empty board is Black's.
        EmptyBoardToBlack = "empty-board-to-black", "counts the empty board for Black";
        /// The empty board is White's.
        EmptyBoardToWhite = "empty-board-to-white", "counts the empty board for White";
        /// Everything that is not White's is Black's: neutral regions, and the empty board.
        NotWhitesToBlack = "not-whites-to-black",
            "counts neutral points and the empty board for Black";
        /// Everything that is not Black's is White's: neutral regions, and the empty board.
        NotBlacksToWhite = "not-blacks-to-white",
            "counts neutral points and the empty board for White";
        /// The smaller total is subtracted from both totals.
        MarginOnly = "margin-only", "reports the margin where it should report totals";
        /// Only stones are counted, whatever the rules say.
        StonesOnly = "stones-only", "counts stones only";
        /// Only surrounded points are counted, whatever the rules say.
        TerritoryOnly = "territory-only", "counts surrounded points only";
        /// The score of a lone stone is limited to the stone itself.
        LoneStoneScoresItself = "lone-stone-scores-itself", "counts no territory for a lone stone";
        /// A pass costs the player a point, whatever the rules say.
        PassCostsPoint = "pass-costs-point", "takes a point for each pass";
    }

    /// The stones that count as dead in the score.
    Dead {
        /// Chains with at most this many liberties count as dead.
        DeadByLiberties(liberties = 1, likely [1, 2, 3]) = "dead-by-liberties",
            "treats chains with {liberties} liberties or fewer as dead when it counts the score",
            if 1 => "treats chains in atari as dead when it counts the score";
        /// Chains of at most this many stones count as dead.
        DeadBySize(stones = 1, likely [1, 2, 3, 5]) = "dead-by-size",
            "treats chains of {stones} stones or fewer as dead when it counts the score",
            if 1 => "treats single stones as dead when it counts the score";
        /// Chains that do not touch any region of only their own color count as dead.
        DeadWithoutEyes = "dead-without-eyes",
            "treats chains that touch no region of their own color as dead when it counts the score";
        /// Stones in pass-alive territory count as dead, as by `enclosed=dead`.
        DeadInAlive = "dead-in-alive",
            "treats stones in pass-alive territory of the opponent as dead when it counts the score";
    }

    /// The largest score that is reported.
    Cap {
        /// Totals are limited to this number.
        TotalCap(points = 5) = "total-cap", "never reports a total above {points}";
        /// Margins are limited to this number.
        MarginCap(points = 5) = "margin-cap", "never reports a margin above {points}";
        /// Only this many points of a region are counted.
        RegionCap(points = 64) = "region-cap", "counts at most {points} points of a region";
    }

    /// The komi.
    Komi {
        /// This many half points are added for White, in addition to the komi.
        KomiAdded(halves as points = 13, likely [1, 10, 11, 12, 13, 14, 15, 7]) = "komi-added",
            "adds a komi of {halves} for White to that of the game";
    }

    /// The winner of a tie.
    Ties {
        /// Black is named as the winner of a tie.
        TiesToBlack = "ties-to-black", "names Black as the winner of a tie";
        /// White is named as the winner of a tie.
        TiesToWhite = "ties-to-white", "names White as the winner of a tie";
        /// The margin of a tie is half a point for Black.
        TiesHalfToBlack = "ties-half-to-black", "reports a tie as a win for Black by half a point";
        /// The margin of a tie is half a point for White.
        TiesHalfToWhite = "ties-half-to-white", "reports a tie as a win for White by half a point";
    }

    /// The turns that are refused in a cleanup phase.
    CleanupTurns {
        /// Blocked points are not looked at, so that a ko may be retaken at once.
        BlocksIgnored = "blocks-ignored", "allows to retake a blocked ko in a cleanup phase";
        /// The turn that unblocks a ko is refused.
        UnblockingRefused = "unblocking-refused",
            "refuses the turn that unblocks a ko in a cleanup phase";
        /// A ko is not unblocked by a turn at the blocked stone, but only by one at the point where it would be retaken.
        UnblockingNotNamed = "unblocking-not-named",
            "refuses to unblock a ko when the blocked stone is named";
        /// A player may take the same ko again in the same position.
        KoTakenAgain = "ko-taken-again",
            "allows a player to take the same ko again in the same position in a cleanup phase";
        /// The suicide of one stone is accepted, though it leaves the position as it is.
        LoneSuicideInCleanup = "lone-suicide-in-cleanup",
            "allows the suicide of one stone in a cleanup phase";
        /// The repetition rule stays in force.
        RepetitionInCleanup = "repetition-in-cleanup",
            "applies its repetition rule in the cleanup phases, too";
    }

    /// The blocked points of a cleanup phase.
    Blocks {
        /// Blocked points stay blocked when the second cleanup phase begins.
        BlocksKeptForSecond = "blocks-kept-for-second",
            "leaves kos blocked when the second cleanup phase begins";
        /// A blocked point stays blocked when its stone is captured.
        BlocksKeptWhenEmpty = "blocks-kept-when-empty",
            "leaves a point blocked when its stone is captured";
        /// Positions that differ in blocked points only are the same.
        BlocksNotCompared = "blocks-not-compared",
            "treats positions in a cleanup phase as equal when only their blocked points differ";
        /// Unblocking a ko uses up a stone, and needs one.
        UnblockingUsesStone = "unblocking-uses-stone",
            "takes a stone from a player's supply for unblocking a ko";
    }

    /// The beginning and the end of the cleanup phases.
    Phases {
        /// The game ends after the first cleanup phase.
        OneCleanupPhase = "one-cleanup-phase", "ends the game after the first cleanup phase";
        /// Passes of the phase before count as in a row.
        PassesAcrossPhases = "passes-across-phases",
            "counts passes as in a row with those of the phase before";
        /// Black has the first turn of each cleanup phase.
        BlackBeginsCleanup = "black-begins-cleanup", "lets Black begin each cleanup phase";
    }

    /// The pass of a player who has passed from the same position before.
    SamePass {
        /// In the main phase, such a pass is like any other.
        SamePassGoesOn = "same-pass-goes-on",
            "ignores that a player passes from the same position again";
        /// In a cleanup phase, such a pass is like any other.
        SamePassInCleanup = "same-pass-in-cleanup",
            "ignores that a player passes from the same position again in a cleanup phase";
    }

    /// The end of a game by a position that stands for the third time.
    ThirdTime {
        /// In a cleanup phase, a position that stands for the third time does not end the game.
        CleanupNotVoid = "cleanup-not-void",
            "goes on when a position stands for the third time in a cleanup phase";
        /// Positions from before the latest pass count.
        ThirdAcrossPasses = "third-across-passes",
            "counts how often a position stands from before the latest pass, too";
    }

    /// The points for the second cleanup phase.
    SecondCleanup {
        /// Plays give no point.
        PlaysNotCounted = "cleanup-plays-not-counted",
            "gives no point for a play in the second cleanup phase";
        /// Stones in seki cost no point.
        FilledNotTaken = "filled-not-taken",
            "takes no point for a stone that fills a neutral point in the second cleanup phase";
        /// Stones in independent regions cost a point, too.
        FilledTakenAnywhere = "filled-taken-anywhere",
            "takes a point for each new stone of the second cleanup phase, in seki or not";
    }

    /// The tax on empty points.
    Tax {
        /// A chain in atari does not make a seki.
        SekiAtariIgnored = "seki-atari-ignored",
            "looks for a seki at neutral points only, not at chains in atari";
        /// Two points are taken for each chain, not for each region.
        TaxPerChain = "tax-per-chain",
            "takes two points for each chain in place of each group with its surrounded points";
    }

    /// The pass that takes the button.
    Button {
        /// The pass counts among those that end the game.
        ButtonPassCounts = "button-pass-counts",
            "counts the pass that takes the button among those in a row";
        /// The button gives no half point.
        NoHalfPoint = "no-half-point", "gives no half point for the button";
        /// Positions from before the button was taken count as repeated.
        ButtonForgotten = "button-forgotten",
            "treats positions as the same before and after the button is taken";
    }
}
