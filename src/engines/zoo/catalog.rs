//! The wrong engines: what each is wrong about and under which rules, the finding that it must cause, and its story.

use super::mutant::{Mutant, bare, explained};
use crate::check::Check;
use crate::engines::model::{Channel, Mistake};
use crate::referee::Event;
use crate::rules::{Repetition, Rule, Rules, Suicide};

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

/// Every engine of the zoo: those wrong about repetition, those wrong about removal, the others.
pub static ALL: &[Mutant] = &[
    // Engines that are wrong about repetition.
    explained("hash-blind-to-white", Mistake::HashBlindToWhite, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "The hash has keys for black stones only, so a white play does not change it and is \
             refused as a repetition.",
        ),
    explained("hash-blind-to-black", Mistake::HashBlindToBlack, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "The hash has keys for white stones only, so a black play does not change it and is \
             refused as a repetition.",
        ),
    explained("hash-blind-to-captures", Mistake::HashBlindToCaptures, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatCycle2)
        .story(
            "Captured stones are never removed from the hash, so a repeated position has a \
             different hash than before.",
        ),
    explained("hash-truncated", Mistake::HashBits(8), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "Only eight bits of the hash are kept, and positions with equal bits are treated as \
             equal, so new positions are refused.",
        ),
    explained("hash-64", Mistake::HashBits(64), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::HashCollision)
        .story(
            "All 64 bits of the hash are kept, and equal hashes are treated as equal positions. \
             Collisions do not happen by chance, but a game can be constructed that has one.",
        ),
    explained("captured-stones-toggled-twice", Mistake::ToggledTwice, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "A chain that the capturing stone touches at two points is removed from the hash \
             twice, which puts it back in.",
        ),
    explained("movers-stones-only", Mistake::MoversStonesOnly, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "Only the stones of the player to move are compared with earlier positions; the \
             opponent's stones are ignored.",
        ),
    explained("initial-grid-missing", Mistake::InitialMissing, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatInitial)
        .story(
            "Positions enter the history after each turn, so the empty starting board is not in \
             it.",
        ),
    bare("present-grid-missing", Mistake::PresentMissing, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::LoneSuicideRefused)
        .story(
            "A position enters the history when the next turn is played, so the current one is \
             missing, and the suicide of a single stone is legal.",
        ),
    explained("history-of-8", Mistake::History(8), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatPositionalOnly)
        .story(
            "The history is a ring of the last eight positions; older positions may be repeated.",
        ),
    bare("history-of-30", Mistake::History(30), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatInitial)
        .story(
            "The history is a ring of the last thirty positions; older positions may be repeated.",
        ),
    bare("history-full-at-60", Mistake::FirstPositions(60), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatCycleLonger)
        .story(
            "The history is an array of sixty positions. When it is full, no position is added, \
             and what repeats later goes unseen.",
        ),
    explained("history-of-500", Mistake::History(500), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatAcrossPass)
        .story(
            "The history is an array of five hundred positions. When it is full, the oldest is \
             overwritten; only very long games show this.",
        ),
    explained("history-forgotten-at-capture", Mistake::ForgottenAtCapture, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatCycle2)
        .story("A capture is taken to be irreversible, so the history is emptied at each of them."),
    explained("history-forgotten-at-pass", Mistake::ForgottenAtPass, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatAcrossPass)
        .story("A pass clears the history."),
    bare("pass-hides-repeat", Mistake::PassHidesRepeat, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatAcrossPass)
        .story(
            "A pass is toggled into the hash, so a repeat with an odd number of passes in its \
             cycle is missed.",
        ),
    explained("superko-only-on-captures", Mistake::OnlyOnRemoval, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatCycleLonger)
        .story(
            "The history is checked only when stones are removed, although a stone played where \
             one was captured can also bring a position back.",
        ),
    bare("superko-skipped-on-suicide", Mistake::NotOnSuicide, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatBySuicide)
        .story("The branch for suicide returns before the history is checked."),
    bare("lone-suicide-legal", Mistake::NotOnLoneSuicide, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::LoneSuicideRefused)
        .story("Suicide is allowed, even of a single stone, although that repeats the position."),
    explained("superko-on-passes", Mistake::OnPasses, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::Pass)
        .story("The repetition check is applied to every turn, so every pass is refused."),
    explained("simple-ko-as-superko", Mistake::History(2), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatCycle3)
        .story(
            "Only the current position and the one before it are compared: this is simple ko, not \
             superko.",
        ),
    bare("situational-as-positional", Mistake::Repetition(Repetition::Situational), TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RepeatPositionalOnly)
        .story(
            "The hash includes the player to move, so the superko is situational where positional \
             superko was asked for.",
        ),
    explained(
        "positional-as-situational",
        Mistake::Repetition(Repetition::Positional),
        SITUATIONAL,
    )
    .breaks_repetition(Check::Play, Event::RepeatPermitted)
    .story(
        "The hash does not include the player to move, so the superko is positional where \
             situational superko was asked for.",
    ),
    explained(
        "situational-without-passes",
        Mistake::Repetition(Repetition::NaturalSituational),
        SITUATIONAL,
    )
    .breaks_repetition(Check::Play, Event::LoneSuicideRefused)
    .story(
        "A position enters the history only when a play makes it, so a position after a pass \
             does not count.",
    ),
    explained(
        "natural-situational-with-passes",
        Mistake::Repetition(Repetition::NewZealand),
        NATURAL_SITUATIONAL,
    )
    .breaks_repetition(Check::Play, Event::RepeatPermitted)
    .story(
        "Positions after a player's own passes count as repetitions, where only those after \
             the player's plays should.",
    ),
    explained(
        "new-zealand-with-beginning",
        Mistake::Repetition(Repetition::Situational),
        NEW_ZEALAND,
    )
    .breaks_repetition(Check::Play, Event::RepeatPermitted)
    .story(
        "The starting position counts as a repetition for White, although no turn of White \
             made it.",
    ),
    explained("permits-ignores-superko", Mistake::Repetition(Repetition::None), TROMP_TAYLOR)
        .made_in(Channel::Legality)
        .breaks_repetition(Check::Legality, Event::RepeatCycle2)
        .story(
            "The list of legal moves is made without the superko test that is applied when a move \
             is played.",
        ),
    explained("take-ignores-superko", Mistake::Repetition(Repetition::None), TROMP_TAYLOR)
        .made_in(Channel::Play)
        .breaks_repetition(Check::Play, Event::RepeatCycle2)
        .story(
            "When asked, the engine says that a repeat is illegal, but it plays the repeat when \
             told to.",
        ),
    explained("ko-kept-after-pass", Mistake::KoKeptAfterPass, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "The ko point is not cleared by a pass, and is forbidden to both players: the player \
             who took the ko may not connect it.",
        ),
    explained("ko-on-two-stones", Mistake::KoOnTwoStones, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "A ko point is set when a chain of two stones is captured, so the next turn may not \
             be played where one of them was.",
        ),
    explained("ko-on-two-chains", Mistake::KoOnTwoChains, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Play, Event::Quiet)
        .story(
            "A ko point is set when two chains are captured at once, so the next turn may not be \
             played where one of their stones was.",
        ),
    explained("ko-never-lifted", Mistake::KoNeverLifted, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Play, Event::RetakePermitted)
        .story(
            "The ko point stays until another ko is taken, so a ko may not be retaken even after \
             a ko threat was answered.",
        ),
    // Engines that are wrong about what a play does to the board.
    explained("suicide-before-capture", Mistake::SuicideBeforeCapture, POSITIONAL_WITHOUT_SUICIDE)
        .breaks(Rule::TT7, Check::Play, Event::CaptureWithoutLiberty)
        .story(
            "Suicide is tested before the opponent's stones are removed, so a capture by a stone \
             without liberties is refused.",
        ),
    bare("own-cleared-before-opponent", Mistake::SuicideBeforeCapture, NONE_WITH_SUICIDE)
        .breaks(Rule::TT7, Check::Board, Event::CaptureWithoutLiberty)
        .story(
            "The player's own dead stones are removed before the opponent's, so the capturing \
             stone disappears and the captured stones stay.",
        ),
    bare("both-colors-at-once", Mistake::BothColorsAtOnce, NONE_WITH_SUICIDE)
        .breaks(Rule::TT7, Check::Board, Event::CaptureWithoutLiberty)
        .story("All chains without liberties are removed at once, including the capturing chain."),
    bare("clear-while-scanning", Mistake::ClearWhileScanning, NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::CaptureInCorner)
        .story(
            "Stones are removed while the board is scanned, so the first stone removed from a \
             dead chain leaves a liberty for the rest.",
        ),
    bare("one-chain-captured", Mistake::ChainsCaptured(1), NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::CaptureTwoChains)
        .story(
            "The loop over the neighbors ends at the first chain that is captured; other dead \
             chains stay.",
        ),
    bare("three-chains-at-most", Mistake::ChainsCaptured(3), NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::CaptureFourChains)
        .story("The list of captured chains has room for three, so a fourth chain stays."),
    bare("last-row-not-cleared", Mistake::LastRowNotCleared, NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::CaptureInCorner)
        .story(
            "The loop that removes captured stones ends one row early, so those in the last row \
             stay.",
        ),
    bare("suicide-leaves-one", Mistake::SuicideLeavesOne, NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::SuicidePermitted)
        .story("A suicide of several stones removes all but the stone just played."),
    bare("all-suicide-refused", Mistake::AllSuicideRefused, TROMP_TAYLOR)
        .breaks(Rule::TT7, Check::Play, Event::SuicidePermitted)
        .story("Every suicide is refused, although the rules allow suicide of several stones."),
    bare("lone-suicide-ignored", Mistake::SuicideIgnored, NONE_WITHOUT_LONE_SUICIDE)
        .breaks(Rule::suicide(NONE_WITHOUT_LONE_SUICIDE), Check::Play, Event::LoneSuicideRefused)
        .story("Suicide of a lone stone is accepted where the rules forbid it."),
    bare("suicide-ignored", Mistake::SuicideIgnored, NONE_WITHOUT_SUICIDE)
        .breaks(Rule::suicide(NONE_WITHOUT_SUICIDE), Check::Play, Event::SuicideRefused)
        .story("The switch that forbids suicide is read but never used."),
    bare("occupied-playable", Mistake::OccupiedPlayable, TROMP_TAYLOR)
        .breaks(Rule::TT7, Check::Play, Event::Occupied)
        .story(
            "Only the player's own stones block a play; a stone of the opponent is overwritten.",
        ),
    bare("wrap-around", Mistake::WrapAround, NONE_WITH_SUICIDE)
        .breaks(Rule::TT3, Check::Board, Event::CaptureAtEdge)
        .story(
            "The array has no wall at the right edge, so the last point of a row is adjacent to \
             the first point of the row above.",
        ),
    bare("corner-blind", Mistake::CornerBlind, NONE_WITH_SUICIDE)
        .breaks(Rule::TT3, Check::Board, Event::Quiet)
        .story(
            "The table of neighbors lacks one at the first corner, so the engine sees no liberty \
             above that corner.",
        ),
    bare("transposed-coordinates", Mistake::Transposed, TROMP_TAYLOR)
        .breaks(Rule::TT1, Check::Board, Event::Quiet)
        .story("Columns and rows are exchanged on boards that are not square."),
    bare("chain-limit", Mistake::ChainLimit(64), NONE_WITH_SUICIDE)
        .breaks(Rule::TT4, Check::Board, Event::RepeatPermitted)
        .story(
            "Chains are numbered in a table of 64 entries that are never reused; later chains are \
             overlooked when stones are removed.",
        ),
    // Engines that are wrong about the order of turns, the score, or actions that must not change
    // anything.
    bare("refusal-leaves-stone", Mistake::RefusalLeavesStone, TROMP_TAYLOR)
        .breaks_repetition(Check::Board, Event::RefusalChanges)
        .story("A play that is refused as a repeat stays on the board."),
    explained("refusal-leaves-hash", Mistake::RefusalLeavesHash, TROMP_TAYLOR)
        .breaks_repetition(Check::Play, Event::RefusalChanges)
        .story("A refused play stays in the hash, so later repeats are missed."),
    bare("refusal-switches-player", Mistake::RefusalSwitchesPlayer, TROMP_TAYLOR)
        .breaks(Rule::TT5, Check::Status, Event::RefusalChanges)
        .story("The turn goes to the other player even when a play is refused."),
    explained("refusal-forgets", Mistake::RefusalForgets, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Play, Event::RefusalChanges)
        .story(
            "The ko point is cleared at the beginning of every play, also of one that is then \
             refused, so that the ko may be retaken after a refusal.",
        ),
    explained("question-forgets", Mistake::QuestionForgets, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Legality, Event::QuestionChanges)
        .story(
            "To answer whether a play is legal, the engine makes the play and takes it back, but \
             does not restore the ko point.",
        ),
    explained("question-recorded", Mistake::QuestionRecorded, TROMP_TAYLOR)
        .breaks_repetition(Check::Legality, Event::QuestionChanges)
        .story(
            "To answer whether a play is legal, the engine makes the play and takes it back, but \
             leaves the position in the history.",
        ),
    explained("undo-keeps-history", Mistake::UndoKeepsHistory, TROMP_TAYLOR)
        .breaks_repetition(Check::Undo, Event::UndoChanges)
        .story(
            "Undo restores the board but leaves the position in the history, so the same play \
             counts as a repeat.",
        ),
    bare("undo-keeps-player", Mistake::UndoKeepsPlayer, TROMP_TAYLOR)
        .breaks_repetition(Check::Undo, Event::UndoChanges)
        .story("Undo restores the board but not the player to move."),
    explained("undo-forgets", Mistake::UndoForgets, SIMPLE_KO_WITHOUT_SUICIDE)
        .breaks_repetition(Check::Undo, Event::UndoChanges)
        .story(
            "The ko point is stored separately from the board. A turn clears it, and undo \
             restores the board but not the ko point.",
        ),
    explained("undo-keeps-score", Mistake::UndoKeepsScore, TROMP_TAYLOR)
        .breaks_repetition(Check::Undo, Event::UndoChanges)
        .story(
            "The score of a game is counted once and kept. Undo does not clear it, so the old \
             score is reported again at the next end.",
        ),
    explained("generates-repeats", Mistake::GeneratesCaptures, TROMP_TAYLOR)
        .breaks_repetition(Check::Generate, Event::RepeatCycle2)
        .story("The move search takes the first capture that it finds, without checking superko."),
    bare("generates-occupied", Mistake::GeneratesOccupied, TROMP_TAYLOR)
        .breaks(Rule::TT7, Check::Generate, Event::Occupied)
        .story("The move generator looks for stones where it should look for empty points."),
    explained("generates-and-plays", Mistake::GeneratesAndPlays, TROMP_TAYLOR)
        .breaks_repetition(Check::Generate, Event::QuestionChanges)
        .story("When it is only asked which turn it would play, the engine also plays it."),
    bare("white-begins", Mistake::WhiteBegins, TROMP_TAYLOR)
        .breaks(Rule::TT5, Check::Status, Event::Beginning)
        .story("White takes the first turn."),
    bare("board-kept", Mistake::BoardKept, TROMP_TAYLOR)
        .breaks(Rule::TT5, Check::Board, Event::GameBefore)
        .story("A new game of the same size begins with the stones of the previous game."),
    bare("pass-keeps-turn", Mistake::PassKeepsTurn, TROMP_TAYLOR)
        .breaks(Rule::TT5, Check::Status, Event::Pass)
        .story("After a pass, the same player is to move again."),
    explained("one-pass-ends", Mistake::PassesEnd(1), TROMP_TAYLOR)
        .breaks(Rule::TT8, Check::Status, Event::Pass)
        .story("The first pass ends the game."),
    bare("three-passes-end", Mistake::PassesEnd(3), TROMP_TAYLOR)
        .breaks(Rule::TT8, Check::Status, Event::TwoPassEnd)
        .story("Only the third pass in a row ends the game."),
    explained("passes-not-reset", Mistake::PassesNotReset, TROMP_TAYLOR)
        .breaks(Rule::TT8, Check::Status, Event::Pass)
        .story("A play does not reset the count of passes, so pass, play, pass ends the game."),
    bare("turns-after-end", Mistake::TurnsAfterEnd, TROMP_TAYLOR)
        .breaks(Rule::TT8, Check::Play, Event::PlayAfterEnd)
        .story("Plays and passes are accepted after the game has ended."),
    bare("neutral-to-black", Mistake::NeutralToBlack, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::NeutralBoth)
        .story("A region that touches both colors is given to the color found first, Black."),
    bare("neutral-to-both", Mistake::NeutralToBoth, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::NeutralBoth)
        .story("A region that touches both colors is counted for both."),
    bare("empty-board-to-black", Mistake::EmptyBoardToBlack, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::NeutralNeither)
        .story("A region that touches no white stone is Black's, the empty board too."),
    bare("margin-only", Mistake::MarginOnly, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::Scored)
        .story(
            "The margin is right but the totals are not: the winner gets the margin and the loser \
             nothing.",
        ),
    bare("stones-only", Mistake::StonesOnly, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::Scored)
        .story("Stones are counted, but surrounded empty points are not."),
    bare("lone-stone-scores-itself", Mistake::LoneStoneScoresItself, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::Scored)
        .story("A single stone on the board scores one point instead of the whole board."),
    bare("pass-costs-point", Mistake::PassCostsPoint, TROMP_TAYLOR)
        .breaks(Rule::TT9, Check::Score, Event::Scored)
        .story("Each pass costs the player a point, as under rules with pass stones."),
];
