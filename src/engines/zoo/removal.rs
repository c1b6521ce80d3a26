//! Engines that are wrong about what a play does to the board.

use super::mutant::Mutant;
use crate::check::Check;
use crate::engines::model::{Mistake, Model, Refusals};
use crate::referee::Event;
use crate::rules::{Repetition, Rule, Rules, Suicide};

const POSITIONAL_WITHOUT_SUICIDE: Rules = Rules::TROMP_TAYLOR.suicide(Suicide::Forbidden);
const NONE_WITH_SUICIDE: Rules = Rules::TROMP_TAYLOR.repetition(Repetition::None);
const NONE_WITHOUT_LONE_SUICIDE: Rules =
    Rules::TROMP_TAYLOR.repetition(Repetition::None).suicide(Suicide::SeveralStones);
const NONE_WITHOUT_SUICIDE: Rules =
    Rules::TROMP_TAYLOR.repetition(Repetition::None).suicide(Suicide::Forbidden);

/// Engines that are wrong about what a play does to the board.
pub(super) const REMOVAL: &[Mutant] = &[
    Mutant {
        name: "suicide-before-capture",
        story: "Suicide is tested before the opponent's stones are removed, so a capture by a stone without \
                liberties is refused.",
        rules: POSITIONAL_WITHOUT_SUICIDE,
        rule: Rule::TT7,
        check: Check::Play,
        event: Event::CaptureWithoutLiberty,
        model: Model::wrong(Mistake::SuicideBeforeCapture),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "own-cleared-before-opponent",
        story: "The player's own dead stones are removed before the opponent's, so the capturing stone disappears \
                and the captured stones stay.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT7,
        check: Check::Board,
        event: Event::CaptureWithoutLiberty,
        model: Model::wrong(Mistake::SuicideBeforeCapture),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "both-colors-at-once",
        story: "All chains without liberties are removed at once, including the capturing chain.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT7,
        check: Check::Board,
        event: Event::CaptureWithoutLiberty,
        model: Model::wrong(Mistake::BothColorsAtOnce),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "clear-while-scanning",
        story: "Stones are removed while the board is scanned, so the first stone removed from a dead chain leaves \
                a liberty for the rest.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::CaptureInCorner,
        model: Model::wrong(Mistake::ClearWhileScanning),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "one-chain-captured",
        story: "The loop over the neighbors ends at the first chain that is captured; other dead \
                chains stay.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::CaptureTwoChains,
        model: Model::wrong(Mistake::ChainsCaptured(1)),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "three-chains-at-most",
        story: "The list of captured chains has room for three, so a fourth chain stays.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::CaptureFourChains,
        model: Model::wrong(Mistake::ChainsCaptured(3)),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "last-row-not-cleared",
        story: "The loop that removes captured stones ends one row early, so those in the last row stay.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::CaptureInCorner,
        model: Model::wrong(Mistake::LastRowNotCleared),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "suicide-leaves-one",
        story: "A suicide of several stones removes all but the stone just played.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::SuicidePermitted,
        model: Model::wrong(Mistake::SuicideLeavesOne),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "all-suicide-refused",
        story: "Every suicide is refused, although the rules allow suicide of several stones.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::TT7,
        check: Check::Play,
        event: Event::SuicidePermitted,
        model: Model::wrong(Mistake::AllSuicideRefused),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "lone-suicide-ignored",
        story: "Suicide of a lone stone is accepted where the rules forbid it.",
        rules: NONE_WITHOUT_LONE_SUICIDE,
        rule: Rule::suicide(NONE_WITHOUT_LONE_SUICIDE),
        check: Check::Play,
        event: Event::LoneSuicideRefused,
        model: Model::wrong(Mistake::SuicideIgnored),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "suicide-ignored",
        story: "The switch that forbids suicide is read but never used.",
        rules: NONE_WITHOUT_SUICIDE,
        rule: Rule::suicide(NONE_WITHOUT_SUICIDE),
        check: Check::Play,
        event: Event::SuicideRefused,
        model: Model::wrong(Mistake::SuicideIgnored),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "occupied-playable",
        story: "Only the player's own stones block a play; a stone of the opponent is overwritten.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::TT7,
        check: Check::Play,
        event: Event::Occupied,
        model: Model::wrong(Mistake::OccupiedPlayable),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "wrap-around",
        story: "The array has no wall at the right edge, so the last point of a row is adjacent to the first point \
                of the row above.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT3,
        check: Check::Board,
        event: Event::CaptureAtEdge,
        model: Model::wrong(Mistake::WrapAround),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "corner-blind",
        story: "The table of neighbors lacks one at the first corner, so the engine sees no liberty above that \
                corner.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT3,
        check: Check::Board,
        event: Event::Quiet,
        model: Model::wrong(Mistake::CornerBlind),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "transposed-coordinates",
        story: "Columns and rows are exchanged on boards that are not square.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::TT1,
        check: Check::Board,
        event: Event::Quiet,
        model: Model::wrong(Mistake::Transposed),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "chain-limit",
        story: "Chains are numbered in a table of 64 entries that are never reused; later chains are overlooked \
                when stones are removed.",
        rules: NONE_WITH_SUICIDE,
        rule: Rule::TT4,
        check: Check::Board,
        event: Event::RepeatPermitted,
        model: Model::wrong(Mistake::ChainLimit(64)),
        refusals: Refusals::Bare,
    },
];
