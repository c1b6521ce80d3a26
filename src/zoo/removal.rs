//! Engines that are wrong about what a play does to the board.

use super::engine::Speech;
use super::flaw::Flaw;
use super::specimen::{Specimen, TROMP_TAYLOR};
use crate::event::Event;
use crate::sentence::Sentence;
use crate::verdict::Facet;
use crate::vocabulary::{Repetition, Rules, Suicide};

const POSITIONAL_WITHOUT_SUICIDE: Rules =
    Rules { repetition: Repetition::Positional, suicide: Suicide::Forbidden };
const NONE_WITH_SUICIDE: Rules = Rules { repetition: Repetition::None, suicide: Suicide::Allowed };
const NONE_WITHOUT_LONE_SUICIDE: Rules =
    Rules { repetition: Repetition::None, suicide: Suicide::SeveralStones };
const NONE_WITHOUT_SUICIDE: Rules =
    Rules { repetition: Repetition::None, suicide: Suicide::Forbidden };

/// Engines that are wrong about what a play does to the board.
pub(super) const REMOVAL: &[Specimen] = &[
    Specimen {
        name: "suicide-before-capture",
        story: "Suicide is tested before the opponent's stones are removed, so that a capture by \
                a stone without a liberty is refused.",
        rules: POSITIONAL_WITHOUT_SUICIDE,
        sentence: Sentence::TT7,
        facet: Facet::Take,
        event: Event::CaptureWithoutLiberty,
        flaw: Flaw::SuicideBeforeCapture,
        speech: Speech::Grounds,
    },
    Specimen {
        name: "own-cleared-before-opponent",
        story: "One's own dead stones are removed before the opponent's, so that the capturing \
                stone vanishes and the captured ones stay.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT7,
        facet: Facet::Coloring,
        event: Event::CaptureWithoutLiberty,
        flaw: Flaw::SuicideBeforeCapture,
        speech: Speech::Terse,
    },
    Specimen {
        name: "both-colors-at-once",
        story: "All chains without a liberty are removed in one sweep, the capturing one among \
                them.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT7,
        facet: Facet::Coloring,
        event: Event::CaptureWithoutLiberty,
        flaw: Flaw::BothColorsAtOnce,
        speech: Speech::Terse,
    },
    Specimen {
        name: "clear-while-scanning",
        story: "Stones are removed while the board is scanned, so that the first stone of a dead \
                chain makes a liberty for the rest.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::CaptureInCorner,
        flaw: Flaw::ClearWhileScanning,
        speech: Speech::Terse,
    },
    Specimen {
        name: "one-chain-captured",
        story: "The loop over the neighbors ends at the first chain that is captured; other dead \
                chains stay.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::CaptureTwoChains,
        flaw: Flaw::OneChainCaptured,
        speech: Speech::Terse,
    },
    Specimen {
        name: "three-chains-at-most",
        story: "The list of captured chains has room for three, so that a fourth one stays.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::CaptureFourChains,
        flaw: Flaw::ThreeChainsAtMost,
        speech: Speech::Terse,
    },
    Specimen {
        name: "last-row-not-cleared",
        story: "The loop that removes captured stones ends one row early, so that those in the \
                last row stay.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::CaptureInCorner,
        flaw: Flaw::LastRowNotCleared,
        speech: Speech::Terse,
    },
    Specimen {
        name: "suicide-leaves-one",
        story: "A suicide of several stones removes all but the stone just played.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::SuicidePermitted,
        flaw: Flaw::SuicideLeavesOne,
        speech: Speech::Terse,
    },
    Specimen {
        name: "all-suicide-refused",
        story: "Every suicide is refused, though the rules let several stones be played to \
                vanish.",
        rules: TROMP_TAYLOR,
        sentence: Sentence::TT7,
        facet: Facet::Take,
        event: Event::SuicidePermitted,
        flaw: Flaw::AllSuicideRefused,
        speech: Speech::Terse,
    },
    Specimen {
        name: "lone-suicide-ignored",
        story: "Suicide of a lone stone is let through where the rules forbid just that.",
        rules: NONE_WITHOUT_LONE_SUICIDE,
        sentence: Sentence::suicide(NONE_WITHOUT_LONE_SUICIDE),
        facet: Facet::Take,
        event: Event::LoneSuicideRefused,
        flaw: Flaw::SuicideIgnored,
        speech: Speech::Terse,
    },
    Specimen {
        name: "suicide-ignored",
        story: "The switch that forbids suicide is read and never used.",
        rules: NONE_WITHOUT_SUICIDE,
        sentence: Sentence::suicide(NONE_WITHOUT_SUICIDE),
        facet: Facet::Take,
        event: Event::SuicideRefused,
        flaw: Flaw::SuicideIgnored,
        speech: Speech::Terse,
    },
    Specimen {
        name: "occupied-playable",
        story: "Only one's own stones are in the way of a play; a stone of the opponent is \
                overwritten.",
        rules: TROMP_TAYLOR,
        sentence: Sentence::TT7,
        facet: Facet::Take,
        event: Event::Occupied,
        flaw: Flaw::OccupiedPlayable,
        speech: Speech::Terse,
    },
    Specimen {
        name: "wrap-around",
        story: "The array has no wall at the right edge, so that the next point of a row's end \
                is the first one of the row above it.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT3,
        facet: Facet::Coloring,
        event: Event::CaptureAtEdge,
        flaw: Flaw::WrapAround,
        speech: Speech::Terse,
    },
    Specimen {
        name: "corner-blind",
        story: "The table of neighbors lacks one at the first corner, which then seems to have \
                no liberty above it.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT3,
        facet: Facet::Coloring,
        event: Event::Quiet,
        flaw: Flaw::CornerBlind,
        speech: Speech::Terse,
    },
    Specimen {
        name: "transposed-coordinates",
        story: "Columns and rows are exchanged on boards that are not square.",
        rules: TROMP_TAYLOR,
        sentence: Sentence::TT1,
        facet: Facet::Coloring,
        event: Event::Quiet,
        flaw: Flaw::TransposedCoordinates,
        speech: Speech::Terse,
    },
    Specimen {
        name: "chain-limit",
        story: "Chains are numbered in a table of 64 that is never recycled, and those of later \
                stones are overlooked when stones are removed.",
        rules: NONE_WITH_SUICIDE,
        sentence: Sentence::TT4,
        facet: Facet::Coloring,
        event: Event::RepeatPermitted,
        flaw: Flaw::ChainLimit(64),
        speech: Speech::Terse,
    },
];
