//! Lists the wrong engines: the mistake of each, its rules, the finding that it must cause, and its story.

use super::mutant::{Mutant, mutants};
use crate::model::{Channel, Mistake, Model, Refusals};
use superko_engine::check::Check;
use superko_engine::referee::Event;
use superko_game::rules::{
    Agreement, Button, LongCycle, Repetition, Rule, Rules, Scoring, Suicide, Tax,
};

const TROMP_TAYLOR: Rules = Rules::TROMP_TAYLOR;
const SITUATIONAL: Rules = TROMP_TAYLOR.repetition(Repetition::Situational);
const NATURAL_SITUATIONAL: Rules = TROMP_TAYLOR.repetition(Repetition::NaturalSituational);
const NEW_ZEALAND: Rules = TROMP_TAYLOR.repetition(Repetition::NewZealand);
const SIMPLE_KO_WITHOUT_SUICIDE: Rules =
    TROMP_TAYLOR.repetition(Repetition::SimpleKo).suicide(Suicide::Forbidden);
const POSITIONAL_WITHOUT_SUICIDE: Rules = TROMP_TAYLOR.suicide(Suicide::Forbidden);
const NONE_WITH_SUICIDE: Rules = TROMP_TAYLOR.repetition(Repetition::None);
const NONE_WITHOUT_LONE_SUICIDE: Rules = NONE_WITH_SUICIDE.suicide(Suicide::SeveralStones);
const NONE_WITHOUT_SUICIDE: Rules = NONE_WITH_SUICIDE.suicide(Suicide::Forbidden);
const THIRD_TIME: Rules = SIMPLE_KO_WITHOUT_SUICIDE.long_cycle(LongCycle::ThirdTime);
const CLEANUP: Rules =
    THIRD_TIME.agreement(Agreement::Cleanup).score(Scoring::Territory).tax(Tax::Seki);
const SUPERKO_THEN_CLEANUP: Rules = CLEANUP.repetition(Repetition::Positional);
const BUTTON: Rules = TROMP_TAYLOR.button(Button::HalfPoint);
const TAX: Rules = TROMP_TAYLOR.tax(Tax::All);
const OF_CLEANUP: Rule = Agreement::Cleanup.rule();

// A row has the name; whether the engine gives reasons for its refusals; its mistake, and the channel, if not both; the
// rules of its tests; the rule that it breaks, if not the one on repetition; the check and the event of the finding
// that it must cause; what is wrong, and how such bugs come about.
mutants! {
    // Engines that are wrong about repetition.
    "hash-blind-to-white", Explained: HashBlindToWhite under TROMP_TAYLOR, found by Play at Quiet,
        "The hash has keys for black stones only, so a white play does not change it and is refused as a repetition.";
    "hash-blind-to-black", Explained: HashBlindToBlack under TROMP_TAYLOR, found by Play at Quiet,
        "The hash has keys for white stones only, so a black play does not change it and is refused as a repetition.";
    "hash-blind-to-captures", Explained: HashBlindToCaptures under TROMP_TAYLOR, found by Play at RepeatCycle2,
        "Captured stones are never removed from the hash, so a repeated position has a different hash than before.";
    "hash-truncated", Explained: HashBits(8) under TROMP_TAYLOR, found by Play at Quiet,
        "Only eight bits of the hash are kept, and positions with equal bits are treated as equal, so new positions \
         are refused.";
    "hash-64", Explained: HashBits(64) under TROMP_TAYLOR, found by Play at HashCollision,
        "All 64 bits of the hash are kept, and equal hashes are treated as equal positions. Collisions do not \
         happen by chance, but a game can be constructed that has one.";
    "captured-stones-toggled-twice", Explained: ToggledTwice under TROMP_TAYLOR, found by Play at Quiet,
        "A chain is removed from the hash once for each point at which the capturing stone touches it; twice puts it \
         back in.";
    "movers-stones-only", Explained: MoversStonesOnly under TROMP_TAYLOR, found by Play at Quiet,
        "Only the stones of the player to move are compared with earlier positions; the opponent's stones are \
         ignored.";
    "initial-grid-missing", Explained: InitialMissing under TROMP_TAYLOR, found by Play at RepeatInitial,
        "Positions enter the history after each turn, so the empty starting board is not in it.";
    "present-grid-missing", Bare: PresentMissing under TROMP_TAYLOR, found by Play at LoneSuicideRefused,
        "A position enters the history when the next turn is played, so the current one is missing, and the suicide \
         of a single stone is legal.";
    "history-of-8", Explained: History(8) under TROMP_TAYLOR, found by Play at RepeatPositionalOnly,
        "The history is a ring of the last eight positions; older positions may be repeated.";
    "history-of-30", Bare: History(30) under TROMP_TAYLOR, found by Play at RepeatInitial,
        "The history is a ring of the last thirty positions; older positions may be repeated.";
    "history-full-at-60", Bare: FirstPositions(60) under TROMP_TAYLOR, found by Play at RepeatCycleLonger,
        "The history is an array of sixty positions. When it is full, no position is added, and what repeats later \
         goes unseen.";
    "history-of-500", Explained: History(500) under TROMP_TAYLOR, found by Play at RepeatAcrossPass,
        "The history is an array of five hundred positions. When it is full, the oldest is overwritten; only very \
         long games show this.";
    "history-forgotten-at-capture", Explained: ForgottenAtCapture under TROMP_TAYLOR,
        found by Play at RepeatCycle2,
        "A capture is taken to be irreversible, so the history is emptied at each of them.";
    "history-forgotten-at-pass", Explained: ForgottenAtPass under TROMP_TAYLOR, found by Play at RepeatAcrossPass,
        "A pass clears the history.";
    "pass-hides-repeat", Bare: PassHidesRepeat under TROMP_TAYLOR, found by Play at RepeatAcrossPass,
        "A pass is toggled into the hash, so a repeat with an odd number of passes in its cycle is missed.";
    "superko-only-on-captures", Explained: OnlyOnRemoval under TROMP_TAYLOR, found by Play at RepeatCycleLonger,
        "The history is checked only when stones are removed, although a stone played where one was captured can \
         also bring a position back.";
    "superko-skipped-on-suicide", Bare: NotOnSuicide under TROMP_TAYLOR, found by Play at RepeatBySuicide,
        "The branch for suicide returns before the history is checked.";
    "lone-suicide-legal", Bare: NotOnLoneSuicide under TROMP_TAYLOR, found by Play at LoneSuicideRefused,
        "Suicide is allowed, even of a single stone, although that repeats the position.";
    "superko-on-passes", Explained: OnPasses under TROMP_TAYLOR, found by Play at Pass,
        "The repetition check is applied to every turn, so every pass is refused.";
    "simple-ko-as-superko", Explained: History(2) under TROMP_TAYLOR, found by Play at RepeatCycle3,
        "Only the current position and the one before it are compared: this is simple ko, not superko.";
    "situational-as-positional", Bare: Repetition(Repetition::Situational) under TROMP_TAYLOR,
        found by Play at RepeatPositionalOnly,
        "The hash includes the player to move, so the superko is situational where positional superko was asked for.";
    "positional-as-situational", Explained: Repetition(Repetition::Positional) under SITUATIONAL,
        found by Play at RepeatPermitted,
        "The hash does not include the player to move, so the superko is positional where situational superko was \
         asked for.";
    "situational-without-passes", Explained: Repetition(Repetition::NaturalSituational) under SITUATIONAL,
        found by Play at LoneSuicideRefused,
        "A position enters the history only when a play makes it, so a position after a pass does not count.";
    "natural-situational-with-passes", Explained: Repetition(Repetition::NewZealand) under NATURAL_SITUATIONAL,
        found by Play at RepeatPermitted,
        "Positions after a player's own passes count as repetitions, where only those after the player's plays \
         should.";
    "new-zealand-with-beginning", Explained: Repetition(Repetition::Situational) under NEW_ZEALAND,
        found by Play at RepeatPermitted,
        "The starting position counts as a repetition for White, although no turn of White made it.";
    "permits-ignores-superko", Explained: Repetition(Repetition::None) when Legality under TROMP_TAYLOR,
        found by Legality at RepeatCycle2,
        "The list of legal moves is made without the superko test that is applied when a move is played.";
    "take-ignores-superko", Explained: Repetition(Repetition::None) when Play under TROMP_TAYLOR,
        found by Play at RepeatCycle2,
        "When asked, the engine says that a repeat is illegal, but it plays the repeat when told to.";
    "ko-kept-after-pass", Explained: KoKeptAfterPass under SIMPLE_KO_WITHOUT_SUICIDE, found by Play at Quiet,
        "The ko point is not cleared by a pass, and is forbidden to both players: the player who took the ko may \
         not connect it.";
    "ko-on-two-stones", Explained: KoOnTwoStones under SIMPLE_KO_WITHOUT_SUICIDE, found by Play at Quiet,
        "A ko point is set when a chain of two stones is captured, so the next turn may not be played where one of \
         them was.";
    "ko-on-two-chains", Explained: KoOnTwoChains under SIMPLE_KO_WITHOUT_SUICIDE, found by Play at Quiet,
        "A ko point is set when two chains are captured at once, so the next turn may not be played where one of \
         their stones was.";
    "ko-never-lifted", Explained: KoNeverLifted under SIMPLE_KO_WITHOUT_SUICIDE, found by Play at RetakePermitted,
        "The ko point stays until another ko is taken, so a ko may not be retaken even after a ko threat was \
         answered.";
    // Engines that are wrong about what a play does to the board.
    "suicide-before-capture", Explained: SuicideBeforeCapture under POSITIONAL_WITHOUT_SUICIDE, breaks Rule::TT7,
        found by Play at CaptureWithoutLiberty,
        "Suicide is tested before the opponent's stones are removed, so a capture by a stone without liberties is \
         refused.";
    "own-cleared-before-opponent", Bare: SuicideBeforeCapture under NONE_WITH_SUICIDE, breaks Rule::TT7,
        found by Board at CaptureWithoutLiberty,
        "The player's own dead stones are removed before the opponent's, so the capturing stone disappears and the \
         captured stones stay.";
    "both-colors-at-once", Bare: BothColorsAtOnce under NONE_WITH_SUICIDE, breaks Rule::TT7,
        found by Board at CaptureWithoutLiberty,
        "All chains without liberties are removed at once, including the capturing chain.";
    "clear-while-scanning", Bare: ClearWhileScanning under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at CaptureInCorner,
        "Stones are removed while the board is scanned, so the first stone removed from a dead chain leaves a \
         liberty for the rest.";
    "one-chain-captured", Bare: ChainsCaptured(1) under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at CaptureTwoChains,
        "The loop over the neighbors ends at the first chain that is captured; other dead chains stay.";
    "three-chains-at-most", Bare: ChainsCaptured(3) under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at CaptureFourChains,
        "The list of captured chains has room for three, so a fourth chain stays.";
    "last-row-not-cleared", Bare: LastRowNotCleared under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at CaptureInCorner,
        "The loop that removes captured stones ends one row early, so those in the last row stay.";
    "suicide-leaves-one", Bare: SuicideLeavesOne under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at SuicidePermitted,
        "A suicide of several stones removes all but the stone just played.";
    "all-suicide-refused", Bare: AllSuicideRefused under TROMP_TAYLOR, breaks Rule::TT7,
        found by Play at SuicidePermitted,
        "Every suicide is refused, although the rules allow suicide of several stones.";
    "lone-suicide-ignored", Bare: SuicideIgnored under NONE_WITHOUT_LONE_SUICIDE,
        breaks Rule::suicide(NONE_WITHOUT_LONE_SUICIDE), found by Play at LoneSuicideRefused,
        "Suicide of a lone stone is accepted where the rules forbid it.";
    "suicide-ignored", Bare: SuicideIgnored under NONE_WITHOUT_SUICIDE,
        breaks Rule::suicide(NONE_WITHOUT_SUICIDE), found by Play at SuicideRefused,
        "The switch that forbids suicide is read but never used.";
    "occupied-playable", Bare: OccupiedPlayable under TROMP_TAYLOR, breaks Rule::TT7, found by Play at Occupied,
        "Only the player's own stones block a play; a stone of the opponent is overwritten.";
    "wrap-around", Bare: WrapAround under NONE_WITH_SUICIDE, breaks Rule::TT3, found by Board at CaptureAtEdge,
        "The array has no wall at the right edge, so the last point of a row is adjacent to the first point of the \
         row above.";
    "corner-blind", Bare: CornerBlind under NONE_WITH_SUICIDE, breaks Rule::TT3, found by Board at Quiet,
        "The table of neighbors lacks one at the first corner, so the engine sees no liberty above that corner.";
    "transposed-coordinates", Bare: Transposed under TROMP_TAYLOR, breaks Rule::TT1, found by Board at Quiet,
        "Columns and rows are exchanged on boards that are not square.";
    "chain-limit", Bare: ChainLimit(64) under NONE_WITH_SUICIDE, breaks Rule::TT4,
        found by Board at RepeatPermitted,
        "Chains are numbered in a table of 64 entries that are never reused; later chains are overlooked when \
         stones are removed.";
    // Engines that are wrong about the order of turns, the score, or actions that must not change
    // anything.
    "refusal-leaves-stone", Bare: RefusalLeavesStone under TROMP_TAYLOR, found by Board at RefusalChanges,
        "A play that is refused as a repeat stays on the board.";
    "refusal-leaves-hash", Explained: RefusalLeavesHash under TROMP_TAYLOR, found by Play at RefusalChanges,
        "A refused play stays in the hash, so later repeats are missed.";
    "refusal-switches-player", Bare: RefusalSwitchesPlayer under TROMP_TAYLOR, breaks Rule::TT5,
        found by Status at RefusalChanges,
        "The turn goes to the other player even when a play is refused.";
    "refusal-forgets", Explained: RefusalForgets under SIMPLE_KO_WITHOUT_SUICIDE, found by Play at RefusalChanges,
        "The ko point is cleared at the beginning of every play, also of one that is then refused, so that the ko \
         may be retaken after a refusal.";
    "question-forgets", Explained: QuestionForgets under SIMPLE_KO_WITHOUT_SUICIDE,
        found by Legality at QuestionChanges,
        "To answer whether a play is legal, the engine makes the play and takes it back, but does not restore the \
         ko point.";
    "question-recorded", Explained: QuestionRecorded under TROMP_TAYLOR, found by Legality at QuestionChanges,
        "To answer whether a play is legal, the engine makes the play and takes it back, but leaves the position in \
         the history.";
    "undo-keeps-history", Explained: UndoKeepsHistory under TROMP_TAYLOR, found by Undo at UndoChanges,
        "Undo restores the board but leaves the position in the history, so the same play counts as a repeat.";
    "undo-keeps-player", Bare: UndoKeepsPlayer under TROMP_TAYLOR, found by Undo at UndoChanges,
        "Undo restores the board but not the player to move.";
    "undo-forgets", Explained: UndoForgets under SIMPLE_KO_WITHOUT_SUICIDE, found by Undo at UndoChanges,
        "The ko point is stored separately from the board. A turn clears it, and undo restores the board but not \
         the ko point.";
    "undo-keeps-score", Explained: UndoKeepsScore under TROMP_TAYLOR, found by Undo at UndoChanges,
        "The score of a game is counted once and kept. Undo does not clear it, so the old score is reported again \
         at the next end.";
    "generates-repeats", Explained: GeneratesCaptures under TROMP_TAYLOR, found by Generate at RepeatCycle2,
        "The move search takes the first capture that it finds, without checking superko.";
    "generates-occupied", Bare: GeneratesOccupied under TROMP_TAYLOR, breaks Rule::TT7,
        found by Generate at Occupied,
        "The move generator looks for stones where it should look for empty points.";
    "generates-and-plays", Explained: GeneratesAndPlays under TROMP_TAYLOR, found by Generate at QuestionChanges,
        "When it is only asked which turn it would play, the engine also plays it.";
    "white-begins", Bare: WhiteBegins under TROMP_TAYLOR, breaks Rule::TT5, found by Status at Beginning,
        "White takes the first turn.";
    "board-kept", Bare: BoardKept under TROMP_TAYLOR, breaks Rule::TT5, found by Board at GameBefore,
        "A new game of the same size begins with the stones of the previous game.";
    "pass-keeps-turn", Bare: PassKeepsTurn under TROMP_TAYLOR, breaks Rule::TT5, found by Status at Pass,
        "After a pass, the same player is to move again.";
    "one-pass-ends", Explained: PassesEnd(1) under TROMP_TAYLOR, breaks Rule::TT8, found by Status at Pass,
        "The first pass ends the game.";
    "three-passes-end", Bare: PassesEnd(3) under TROMP_TAYLOR, breaks Rule::TT8, found by Status at TwoPassEnd,
        "Only the third pass in a row ends the game.";
    "passes-not-reset", Explained: PassesNotReset under TROMP_TAYLOR, breaks Rule::TT8, found by Status at Pass,
        "A play does not reset the count of passes, so pass, play, pass ends the game.";
    "turns-after-end", Bare: TurnsAfterEnd under TROMP_TAYLOR, breaks Rule::TT8, found by Play at PlayAfterEnd,
        "Plays and passes are accepted after the game has ended.";
    "neutral-to-black", Bare: NeutralToBlack under TROMP_TAYLOR, breaks Rule::TT9, found by Score at NeutralBoth,
        "A region that touches both colors is given to the color found first, Black.";
    "neutral-to-both", Bare: NeutralToBoth under TROMP_TAYLOR, breaks Rule::TT9, found by Score at NeutralBoth,
        "A region that touches both colors is counted for both.";
    "empty-board-to-black", Bare: EmptyBoardToBlack under TROMP_TAYLOR, breaks Rule::TT9,
        found by Score at NeutralNeither,
        "A region that touches no white stone is Black's, the empty board too.";
    "margin-only", Bare: MarginOnly under TROMP_TAYLOR, breaks Rule::TT9, found by Score at Scored,
        "The margin is right but the totals are not: the winner gets the margin and the loser nothing.";
    "stones-only", Bare: StonesOnly under TROMP_TAYLOR, breaks Rule::TT9, found by Score at Scored,
        "Stones are counted, but surrounded empty points are not.";
    "lone-stone-scores-itself", Bare: LoneStoneScoresItself under TROMP_TAYLOR, breaks Rule::TT9,
        found by Score at Scored,
        "A single stone on the board scores one point instead of the whole board.";
    "pass-costs-point", Bare: PassCostsPoint under TROMP_TAYLOR, breaks Rule::TT9, found by Score at Scored,
        "Each pass costs the player a point, as under rules with pass stones.";
    // Engines that are wrong about cleanup phases, a second pass, the button or the tax.
    "cleanup-blocks-ignored", Explained: BlocksIgnored under CLEANUP, breaks OF_CLEANUP,
        found by Board at Unblocking,
        "A stone that took a ko in a cleanup phase is not marked as blocked, so the ko is retaken at once.";
    "cleanup-unblocking-refused", Explained: UnblockingRefused under CLEANUP, breaks OF_CLEANUP,
        found by Play at Unblocking,
        "In a cleanup phase, the turn that unblocks a ko is refused as if it were a play that retakes it.";
    "cleanup-unblocking-not-named", Explained: UnblockingNotNamed under CLEANUP, breaks OF_CLEANUP,
        found by Play at Unblocking,
        "To unblock a ko, only the point is accepted at which it would be retaken, and the blocked stone is treated as \
         an occupied point.";
    "cleanup-ko-taken-again", Explained: KoTakenAgain under CLEANUP, breaks OF_CLEANUP,
        found by Play at KoTakenAgain,
        "The ko moves of a cleanup phase are not recorded, so a player may take a ko again in the same position.";
    "cleanup-with-superko", Explained: RepetitionInCleanup under SUPERKO_THEN_CLEANUP, breaks OF_CLEANUP,
        found by Play at RepeatInCleanup,
        "The repetition rule of the main phase stays in force in the cleanup phases.";
    "cleanup-blocks-kept", Explained: BlocksKeptForSecond under CLEANUP, breaks OF_CLEANUP,
        found by Board at RepeatInCleanup,
        "The marks of blocked stones are not cleared when the second cleanup phase begins.";
    "cleanup-blocks-outlive-stones", Explained: BlocksKeptWhenEmpty under CLEANUP, breaks OF_CLEANUP,
        found by Board at RepeatInCleanup,
        "The mark of a blocked stone is not cleared when the stone is captured, so the next stone there is blocked, too.";
    "cleanup-once", Bare: OneCleanupPhase under CLEANUP, breaks OF_CLEANUP, found by Status at EndsByItself,
        "The game ends after the first cleanup phase.";
    "cleanup-passes-kept", Bare: PassesAcrossPhases under CLEANUP, breaks OF_CLEANUP,
        found by Status at EndsByItself,
        "The count of passes is not reset when a phase ends, so the next pass ends a phase again.";
    "cleanup-second-pass-ignored", Bare: SamePassInCleanup under CLEANUP, breaks OF_CLEANUP,
        found by Status at SamePass,
        "In a cleanup phase, only passes in a row end the phase, and not the second pass of a player in one position.";
    "cleanup-third-time-ignored", Bare: CleanupNotVoid under CLEANUP, breaks OF_CLEANUP,
        found by Status at PlayEnds,
        "In a cleanup phase, the game goes on when a position stands for the third time.";
    "cleanup-plays-not-counted", Bare: PlaysNotCounted under CLEANUP, breaks Scoring::Territory.rule(),
        found by Score at Scored,
        "Plays in the second cleanup phase earn no point, so whoever proves that stones are dead loses points.";
    "second-pass-ignored", Bare: SamePassGoesOn under THIRD_TIME, breaks LongCycle::ThirdTime.rule(),
        found by Status at SamePass,
        "Only passes in a row end the game, and not the second pass of a player in one position.";
    "third-time-across-passes", Bare: ThirdAcrossPasses under THIRD_TIME, breaks LongCycle::ThirdTime.rule(),
        found by Status at EndsByItself,
        "A pass does not clear the count of positions, so a game ends without a result though players passed in between.";
    "button-pass-counts", Bare: ButtonPassCounts under BUTTON, breaks Button::HalfPoint.rule(),
        found by Status at Pass,
        "The pass that takes the button counts among the passes that end the game.";
    "button-without-points", Bare: NoHalfPoint under BUTTON, breaks Button::HalfPoint.rule(),
        found by Score at Scored,
        "The button is taken, but its half point is missing from the score.";
    "button-forgotten", Explained: ButtonForgotten under BUTTON,
        found by Play at RepeatPermitted,
        "The history of positions is not cleared when the button is taken, so a play is refused that brings back a \
         position from before.";
    "tax-per-chain", Bare: TaxPerChain under TAX, breaks Rule::TT9, found by Score at Scored,
        "The tax is taken for each chain, and not for each region.";
    "tax-without-atari", Bare: SekiAtariIgnored under CLEANUP, breaks Tax::Seki.rule(), found by Score at Scored,
        "A region is in seki only if it has a neutral point; a chain in atari is overlooked.";
}
