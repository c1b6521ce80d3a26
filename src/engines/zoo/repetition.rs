//! Engines that are wrong about repetition.

use super::mutant::Mutant;
use crate::check::Check;
use crate::engines::model::{Channel, Mistake, Model, Refusals};
use crate::referee::Event;
use crate::rules::{Repetition, Rule, Rules, Suicide};

const SITUATIONAL_WITH_SUICIDE: Rules = Rules::TROMP_TAYLOR.repetition(Repetition::Situational);
const NATURAL_SITUATIONAL_WITH_SUICIDE: Rules =
    Rules::TROMP_TAYLOR.repetition(Repetition::NaturalSituational);
const NEW_ZEALAND_WITH_SUICIDE: Rules = Rules::TROMP_TAYLOR.repetition(Repetition::NewZealand);
pub(super) const SIMPLE_KO_WITHOUT_SUICIDE: Rules =
    Rules::TROMP_TAYLOR.repetition(Repetition::SimpleKo).suicide(Suicide::Forbidden);

/// Engines that are wrong about what repeats what.
pub(super) const REPETITION: &[Mutant] = &[
    Mutant {
        name: "hash-blind-to-white",
        story: "The hash has numbers for black stones only, so that a white play looks like no \
                change and is refused as a repetition.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::HashBlindToWhite),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "hash-blind-to-captures",
        story: "Captured stones are never taken out of the hash, so that a position that comes \
                back has another hash than before.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatCycle2,
        model: Model::wrong(Mistake::HashBlindToCaptures),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "hash-truncated",
        story: "Only eight bits of the hash are kept and equal bits are taken for equal \
                positions, so that new positions are refused.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::HashBits(8)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "hash-64",
        story: "All 64 bits of the hash are kept, and equal hashes are treated as equal positions. Collisions do not happen by \
                chance, but a game can be constructed that has one.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::HashCollision,
        model: Model::wrong(Mistake::HashBits(64)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "captured-stones-toggled-twice",
        story: "A chain that the capturing stone touches at two points is taken out of the hash \
                twice, which puts it back in.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::ToggledTwice),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "movers-stones-only",
        story: "Only the stones of the player to move are compared with the past, whatever the \
                opponent's stones have become.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::MoversStonesOnly),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "initial-grid-missing",
        story: "Positions enter the history after each turn, so that the empty grid of the \
                beginning is not in it.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatInitial,
        model: Model::wrong(Mistake::InitialMissing),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "present-grid-missing",
        story: "A position enters the history when the next turn is played, so the present one is missing, and the \
                suicide of a single stone is legal.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::LoneSuicideRefused,
        model: Model::wrong(Mistake::PresentMissing),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "history-of-8",
        story: "The history is a ring of the last eight positions; older ones may come again.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatPositionalOnly,
        model: Model::wrong(Mistake::History(8)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "history-of-30",
        story: "The history is a ring of the last thirty positions; older ones may come again.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatInitial,
        model: Model::wrong(Mistake::History(30)),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "history-of-500",
        story: "The history is an array of five hundred positions which then overwrites its \
                oldest; only very long games show it.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatAcrossPass,
        model: Model::wrong(Mistake::History(500)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "history-forgotten-at-pass",
        story: "A pass clears the history.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatAcrossPass,
        model: Model::wrong(Mistake::ForgottenAtPass),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "pass-hides-repeat",
        story: "A pass is toggled into the hash, so that a repeat with an odd number of passes \
                in its cycle goes unseen.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatAcrossPass,
        model: Model::wrong(Mistake::PassHidesRepeat),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "superko-only-on-captures",
        story: "The history is looked up only when stones are removed, though a stone played \
                where one was captured can bring a position back too.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatCycleLonger,
        model: Model::wrong(Mistake::OnlyOnRemoval),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "superko-skipped-on-suicide",
        story: "The branch for suicide returns before the history is looked up.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatBySuicide,
        model: Model::wrong(Mistake::NotOnSuicide),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "lone-suicide-legal",
        story: "Suicide is allowed, even of a single stone, although that repeats the position.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::LoneSuicideRefused,
        model: Model::wrong(Mistake::NotOnLoneSuicide),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "superko-on-passes",
        story: "The repetition test is applied to every turn, and so no pass is ever let \
                through.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::Pass,
        model: Model::wrong(Mistake::OnPasses),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "simple-ko-as-superko",
        story: "Only the present position and the one before it are compared: a simple ko rule \
                sold as superko.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatCycle3,
        model: Model::wrong(Mistake::History(2)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "situational-as-positional",
        story: "Whose turn it is goes into the hash, which makes the superko situational where \
                positional superko was asked for.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatPositionalOnly,
        model: Model::wrong(Mistake::Repetition(Repetition::Situational)),
        refusals: Refusals::Bare,
    },
    Mutant {
        name: "positional-as-situational",
        story: "The hash does not include the player to move, so the superko is positional where situational \
                superko was asked for.",
        rules: SITUATIONAL_WITH_SUICIDE,
        rule: Rule::repetition(SITUATIONAL_WITH_SUICIDE),
        check: Check::Play,
        event: Event::RepeatPermitted,
        model: Model::wrong(Mistake::Repetition(Repetition::Positional)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "situational-without-passes",
        story: "Positions enter the history only when a play makes them, so that one that stood \
                after a pass does not count.",
        rules: SITUATIONAL_WITH_SUICIDE,
        rule: Rule::repetition(SITUATIONAL_WITH_SUICIDE),
        check: Check::Play,
        event: Event::LoneSuicideRefused,
        model: Model::wrong(Mistake::Repetition(Repetition::NaturalSituational)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "natural-situational-with-passes",
        story: "Positions after a player's own passes count as repetitions, where only those after the player's \
                plays should.",
        rules: NATURAL_SITUATIONAL_WITH_SUICIDE,
        rule: Rule::repetition(NATURAL_SITUATIONAL_WITH_SUICIDE),
        check: Check::Play,
        event: Event::RepeatPermitted,
        model: Model::wrong(Mistake::Repetition(Repetition::NewZealand)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "new-zealand-with-beginning",
        story: "The grid of the beginning is held against White, though no turn of hers left it.",
        rules: NEW_ZEALAND_WITH_SUICIDE,
        rule: Rule::repetition(NEW_ZEALAND_WITH_SUICIDE),
        check: Check::Play,
        event: Event::RepeatPermitted,
        model: Model::wrong(Mistake::Repetition(Repetition::Situational)),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "permits-ignores-superko",
        story: "The list of legal moves is made without the superko test that is applied when a \
                move is played.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Legality,
        event: Event::RepeatCycle2,
        model: Model::wrong_in(Mistake::Repetition(Repetition::None), Channel::Legality),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "take-ignores-superko",
        story: "The engine knows that a repeat is illegal when asked, and plays it all the same \
                when told to.",
        rules: Rules::TROMP_TAYLOR,
        rule: Rule::repetition(Rules::TROMP_TAYLOR),
        check: Check::Play,
        event: Event::RepeatCycle2,
        model: Model::wrong_in(Mistake::Repetition(Repetition::None), Channel::Play),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "ko-kept-after-pass",
        story: "The ko point is not cleared by a pass, and is forbidden to whoever is to move: \
                the player who took the ko may not connect it.",
        rules: SIMPLE_KO_WITHOUT_SUICIDE,
        rule: Rule::repetition(SIMPLE_KO_WITHOUT_SUICIDE),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::KoKeptAfterPass),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "ko-on-two-stones",
        story: "A ko point is set when a chain of two stones is captured, so that the place of \
                one of them may not be played at next.",
        rules: SIMPLE_KO_WITHOUT_SUICIDE,
        rule: Rule::repetition(SIMPLE_KO_WITHOUT_SUICIDE),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::KoOnTwoStones),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "ko-on-two-chains",
        story: "A ko point is set when two chains are captured at once, so that the place of one \
                of their stones may not be played at next.",
        rules: SIMPLE_KO_WITHOUT_SUICIDE,
        rule: Rule::repetition(SIMPLE_KO_WITHOUT_SUICIDE),
        check: Check::Play,
        event: Event::Quiet,
        model: Model::wrong(Mistake::KoOnTwoChains),
        refusals: Refusals::Explained,
    },
    Mutant {
        name: "ko-never-lifted",
        story: "The ko point stays until another ko is taken, so that a ko may not be retaken \
                even after a threat was answered.",
        rules: SIMPLE_KO_WITHOUT_SUICIDE,
        rule: Rule::repetition(SIMPLE_KO_WITHOUT_SUICIDE),
        check: Check::Play,
        event: Event::RetakePermitted,
        model: Model::wrong(Mistake::KoNeverLifted),
        refusals: Refusals::Explained,
    },
];
