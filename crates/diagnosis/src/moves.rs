//! The neighboring models of a model: those with one thing changed.

use super::expected_rules::ExpectedRules;
use super::question::Answerable;
use std::collections::BTreeSet;
use superko_game::rules::{
    Agreement, Button, LastPass, LongCycle, Passes, Repeat, Repetition, Rules, SWITCHES, Scoring,
    SeenIn, Stones, Suicide, Switch, Tax,
};
use superko_harness::model::{Channel, Mistake, Model, Place, ScoreForm};

/// Parameters that engines are likely to have.
pub(super) const USUAL: [usize; 38] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 25, 30, 32, 40, 48, 50, 60, 64, 80, 100,
    128, 150, 200, 250, 256, 300, 361, 400, 500, 512, 1000, 1024, 2048,
];

/// Pairs of switches of which one explains little without the other. The cost of a pass shows only under territory scoring, and
/// then at the end of nearly every game. If White has to pass last, the number of passes looks different. A repeat that ends
/// the game looks like a long cycle that does.
const COUPLED: [(&str, &str); 3] =
    [("score", "pass"), ("passes", "last-pass"), ("repetition", "repeat")];

/// Returns the price of a model: the lower, the more likely. The requested rules cost nothing, and declared conventions next to
/// nothing.
pub(super) fn price(model: Model, expected: ExpectedRules) -> usize {
    let asked = expected.rules();
    let rules = model.rules.unwrap_or(asked);
    let switches: usize = SWITCHES
        .iter()
        .filter(|switch| rules.value(switch).word != asked.value(switch).word)
        .map(|switch| if ["repetition", "suicide"].contains(&switch.name) { 1 } else { 3 })
        .sum();
    let missing = expected.model.mistakes().filter(|&(mistake, _)| !model.makes(mistake)).count();
    let mistakes = model.mistakes().map(|(mistake, channel)| {
        if expected.declares(mistake) {
            return usize::from(!expected.model.makes(mistake));
        }
        let parameter = mistake.parameter().map_or(0, |parameter| match parameter {
            _ if matches!(mistake, Mistake::KomiAdded(_)) => 1,
            _ if USUAL.contains(&parameter) => 1,
            _ if parameter.is_multiple_of(10) => 2,
            _ => 4,
        });
        let rarity = match mistake {
            Mistake::FirstPositions(_) => 2,
            // Better known mistakes cost less.
            Mistake::LongSuicidesNotKept(_) | Mistake::CaptureRemovesBoth => 1,
            // A plain history costs less than a special one.
            Mistake::HistoryOfPlays(_) | Mistake::HistoryInTenths(_) => 5,
            Mistake::LookedUpUntil(_) => 1,
            // An engine with a ko point usually has a repetition rule.
            _ if mistake.place() == Place::Ko && rules.repetition == Repetition::None => 1,
            // Under simple ko, this is a ko point after every capture of one stone.
            Mistake::MoversStonesOnly if rules.repetition == Repetition::SimpleKo => 1,
            _ => 0,
        };
        let base = if mistake == Mistake::KoStillSeen { 2 } else { 5 };
        base + parameter + rarity + usize::from(channel != Channel::Both)
    });
    switches + missing + mistakes.sum::<usize>()
}

/// Mistakes with numbers that an engine's answers suggest.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints(BTreeSet<Mistake>);

impl Hints {
    /// Adds a number that a mistake may have.
    pub(super) fn add(&mut self, mistake: Mistake, number: usize) {
        // A move cap of one turn leaves no game.
        let least = if matches!(mistake, Mistake::MoveCap(_)) { 2 } else { 1 };
        if number >= least {
            self.0.insert(mistake.with_parameter(number));
        }
    }

    /// Returns the parameters to try for a mistake: the likely ones, and those that answers suggest.
    fn numbers(&self, mistake: Mistake) -> impl Iterator<Item = usize> {
        let is_alike = move |other: &&Mistake| other.with_parameter(1) == mistake.with_parameter(1);
        let suggested = self.0.iter().filter(is_alike).filter_map(|other| other.parameter());
        mistake.likely_parameters().iter().copied().chain(suggested)
    }
}

/// Returns all models that differ from one by a single thing that an engine with these abilities can show: a switch, or a
/// mistake added, removed or replaced.
pub(super) fn next_to(
    model: Model,
    expected: ExpectedRules,
    answerable: Answerable,
    hints: &Hints,
) -> Vec<Model> {
    let mut models: Vec<Model> = Vec::new();
    for number in 0..model.mistakes().count() {
        models.push(model.without(number));
    }
    let rules = model.rules.unwrap_or(expected.rules());
    models.extend(as_another_rule(model, rules));
    models.extend(with_short_histories(model, rules, hints));
    models.extend(with_other_numbers(model));
    models.extend(with_other_switches(model, rules, answerable));
    models.extend(with_another_mistake(model, rules, answerable, hints));
    models
}

/// Returns models with another value of a switch, and of another switch that goes with it.
fn with_other_switches(model: Model, rules: Rules, answerable: Answerable) -> Vec<Model> {
    let mut models = Vec::new();
    for switch in SWITCHES {
        for value in switch.values {
            let other = rules.with(value);
            if other == rules || !shows_switch(switch, rules, other, answerable) {
                continue;
            }
            models.push(model.under(other));
            for (_, partner) in COUPLED.iter().filter(|(name, _)| *name == switch.name) {
                let partner = SWITCHES.iter().find(|switch| switch.name == *partner);
                let values = partner.into_iter().flat_map(|partner| {
                    let both = partner.values.iter().map(|value| other.with(value));
                    both.filter(|&both| {
                        both != other && shows_switch(partner, other, both, answerable)
                    })
                });
                models.extend(values.map(|both| model.under(both)));
            }
        }
    }
    models
}

/// Returns models with one more mistake, or with a mistake in place of another.
fn with_another_mistake(
    model: Model,
    rules: Rules,
    answerable: Answerable,
    hints: &Hints,
) -> Vec<Model> {
    let mut models = Vec::new();
    for mistake in Mistake::all().filter(|&mistake| shows_mistake(mistake, answerable)) {
        let apart = mistake.is_of_legality() && answerable.legality && !answerable.tolerates;
        let channels: &[Channel] = match mistake.place() {
            // In both channels, the mistake would be another rule set.
            Place::Repetition | Place::Suicide if apart => &[Channel::Play, Channel::Legality],
            Place::Repetition | Place::Suicide => &[],
            _ if apart => &[Channel::Both, Channel::Play, Channel::Legality],
            _ => &[Channel::Both],
        };
        let of_player: &[Channel] = match mistake.may_be_of_player() {
            true => &[Channel::Black, Channel::White],
            false => &[],
        };
        for &channel in channels.iter().chain(of_player) {
            if !matters(mistake, channel, &model.under(rules)) {
                continue;
            }
            let with = |mistake| model.with(mistake, channel).filter(|other| *other != model);
            match mistake.parameter() {
                None => models.extend(with(mistake)),
                Some(_) => {
                    let numbers = hints.numbers(mistake);
                    models
                        .extend(numbers.filter_map(|number| with(mistake.with_parameter(number))));
                }
            }
        }
    }
    models
}

/// Returns models with a superko rule and a short history, which together look like a ko rule. Neither change helps without the
/// other.
fn with_short_histories(model: Model, rules: Rules, hints: &Hints) -> Vec<Model> {
    let has_history = |rule: Repetition| ![Repetition::SimpleKo, Repetition::None].contains(&rule);
    if has_history(rules.repetition) {
        return Vec::new();
    }
    let superko = Repetition::ALL.iter().copied().filter(|&rule| has_history(rule));
    let kinds = [Mistake::History(1), Mistake::HistoryOfPlays(1), Mistake::FirstPositions(1)];
    let models = superko.flat_map(|repetition| {
        let strict = model.under(rules.repetition(repetition));
        kinds.into_iter().flat_map(move |kind| {
            hints
                .numbers(kind)
                .filter_map(move |number| strict.with(kind.with_parameter(number), Channel::Both))
        })
    });
    models.collect()
}

/// Returns the model with a mistake made for one player only, or with a cap one lower or higher.
fn with_other_numbers(model: Model) -> Vec<Model> {
    let of = |(mistake, channel): (Mistake, Channel)| {
        let players = [Channel::Black, Channel::White].into_iter();
        let players = players.filter(move |_| mistake.may_be_of_player());
        let is_quantity = mistake.place() == Place::Cap || mistake.place() == Place::Length;
        let number = mistake.parameter().filter(|_| is_quantity).into_iter();
        let numbers = number.flat_map(|number| [number.saturating_sub(1).max(1), number + 1]);
        let of_player = players.filter_map(move |player| model.with(mistake, player));
        let others =
            numbers.filter_map(move |number| model.with(mistake.with_parameter(number), channel));
        of_player.chain(others).filter(move |&other| other != model)
    };
    model.mistakes().flat_map(of).collect()
}

/// Puts another rule in force if the model follows it by mistake in both channels: when it plays and when it is asked, or for
/// Black and for White.
fn as_another_rule(model: Model, rules: Rules) -> Option<Model> {
    let mistakes: Vec<(Mistake, Channel)> = model.mistakes().collect();
    let place = |channel, mistake| mistakes.iter().position(|&made| made == (mistake, channel));
    mistakes.iter().find_map(|&(mistake, _)| {
        let rules = match mistake {
            Mistake::Repetition(repetition) => rules.repetition(repetition),
            Mistake::SuicideIgnored => rules.suicide(Suicide::Allowed),
            Mistake::AllSuicideRefused => rules.suicide(Suicide::Forbidden),
            Mistake::LoneSuicideRefused => rules.suicide(Suicide::SeveralStones),
            _ => return None,
        };
        let pairs = [[Channel::Play, Channel::Legality], [Channel::Black, Channel::White]];
        let (one, other) = pairs.iter().find_map(|pair| {
            let [one, other] = pair.map(|channel| place(channel, mistake));
            one.zip(other)
        })?;
        Some(model.without(one.max(other)).without(one.min(other)).under(rules))
    })
}

/// Whether a mistake can change anything in an engine that plays a model.
fn matters(mistake: Mistake, channel: Channel, model: &Model) -> bool {
    let rules = model.rules.unwrap_or_default();
    let in_force = |channel: Channel| repetition_in(channel, model);
    let looks = |lacks: &[Repetition]| looks_back(channel, model, lacks);
    match mistake {
        Mistake::Repetition(rule) => rule != rules.repetition,
        Mistake::SuicideIgnored => rules.suicide != Suicide::Allowed,
        Mistake::AllSuicideRefused => rules.suicide != Suicide::Forbidden,
        // Under positional superko, the suicide of one stone is a repetition anyway.
        Mistake::LoneSuicideRefused => {
            rules.suicide == Suicide::Allowed && rules.repetition != Repetition::Positional
        }
        Mistake::RefusalLeavesStone | Mistake::RefusalLeavesHash => {
            rules.suicide != Suicide::Allowed || in_force(Channel::Play) != Repetition::None
        }
        Mistake::RepeatKnownIllegal | Mistake::RepeatNotPlayed | Mistake::KoRefused => {
            rules.repeat != Repeat::Illegal && in_force(Channel::Play) != Repetition::None
        }
        Mistake::UndoForgets
        | Mistake::UndoKeepsKo
        | Mistake::RefusalForgets
        | Mistake::RefusalRecorded
        | Mistake::SuicideRecorded
        | Mistake::QuestionForgets => looks(&[Repetition::None]),
        Mistake::OnPasses => true,
        // A model that looks up all positions sees every ko, so this changes nothing there.
        Mistake::KoStillSeen => model
            .mistakes()
            .any(|(made, _)| made.place() == Place::LookedUp || made.place().is_of_history()),
        // If suicide is allowed, removing both colors at once does the same.
        Mistake::CaptureRemovesBoth => rules.suicide != Suicide::Allowed,
        Mistake::SuicideStays => rules.suicide != Suicide::Forbidden,
        Mistake::LongSuicidesNotKept(_) => {
            rules.suicide != Suicide::Forbidden && looks(&[Repetition::None, Repetition::SimpleKo])
        }
        // A pass repeats a position, which positional superko counts anyway unless a mistake hides it. Natural situational
        // superko ignores passes.
        Mistake::PassesNotKept => {
            use Repetition::{NaturalSituational, None, Positional, SimpleKo};
            let hides = |place| matches!(place, Place::Kept | Place::Initial);
            match model.mistakes().any(|(made, _)| hides(made.place())) {
                true => looks(&[NaturalSituational, SimpleKo, None]),
                false => looks(&[Positional, NaturalSituational, SimpleKo, None]),
            }
        }
        _ => match mistake.place() {
            Place::Compared | Place::LookedUp => looks(&[Repetition::None]),
            place if place.is_of_history() => looks(&[Repetition::None, Repetition::SimpleKo]),
            _ => matters_in_phases(mistake, rules),
        },
    }
}

/// Whether a mistake can change anything under rules, as far as it is about phases, third times, taxes or the button.
fn matters_in_phases(mistake: Mistake, rules: Rules) -> bool {
    let has_cleanup = rules.agreement == Agreement::Cleanup;
    let counts_territory = matches!(rules.score, Scoring::Territory | Scoring::ShortTerritory);
    let taxes = rules.tax != Tax::None && rules.score != Scoring::Stones;
    match mistake {
        Mistake::UnblockingUsesStone => has_cleanup && rules.stones == Stones::Half,
        Mistake::RepetitionInCleanup => has_cleanup && rules.repetition != Repetition::None,
        Mistake::SamePassGoesOn => rules.long_cycle == LongCycle::ThirdTime,
        Mistake::ThirdAcrossPasses => has_cleanup || rules.long_cycle == LongCycle::ThirdTime,
        Mistake::SekiAtariIgnored => taxes || (has_cleanup && counts_territory),
        Mistake::TaxPerChain => taxes && rules.tax == Tax::All,
        _ => match mistake.place() {
            Place::CleanupTurns
            | Place::Blocks
            | Place::Phases
            | Place::SamePass
            | Place::ThirdTime => has_cleanup,
            Place::SecondCleanup => has_cleanup && counts_territory,
            Place::Button => rules.button == Button::HalfPoint,
            _ => true,
        },
    }
}

/// Whether a model follows a repetition rule other than these in a channel, or in one of both.
fn looks_back(channel: Channel, model: &Model, lacks: &[Repetition]) -> bool {
    let channels: &[Channel] = match channel {
        Channel::Both => &[Channel::Play, Channel::Legality],
        _ => &[channel],
    };
    channels.iter().any(|&channel| !lacks.contains(&repetition_in(channel, model)))
}

/// Returns the repetition rule that a model follows in a channel.
fn repetition_in(channel: Channel, model: &Model) -> Repetition {
    let instead = model.mistakes().find_map(|(made, other)| match made {
        Mistake::Repetition(rule) if other == channel => Some(rule),
        _ => None,
    });
    instead.unwrap_or(model.rules.unwrap_or_default().repetition)
}

/// Whether the answers of an engine can show a switch.
fn shows_switch(switch: &Switch, from: Rules, rules: Rules, answerable: Answerable) -> bool {
    match switch.name {
        // The suicide of one stone is a repetition anyway.
        "suicide" if rules.repetition == Repetition::Positional => {
            rules.suicide == Suicide::Forbidden || from.suicide == Suicide::Forbidden
        }
        // No position comes back with the same player to move. A pass that ends a game by `third-time` is not looked for.
        "long-cycle" => {
            let whole = [Repetition::Positional, Repetition::Situational];
            rules.long_cycle == LongCycle::GoesOn || !whole.contains(&rules.repetition)
        }
        "repeat" => rules.repetition != Repetition::None,
        _ if !switch.has_effect(rules) => false,
        "enclosed" => answerable.score && answerable.encloses,
        // Short territory scoring differs from territory scoring only in dead stones.
        "score" => answerable.score && rules.score != Scoring::ShortTerritory,
        // A game that ends too early shows in turns that are refused.
        "passes" | "last-pass"
            if from.passes != Passes::Two || from.last_pass != LastPass::Anybody =>
        {
            answerable.passes
        }
        _ => match switch.seen_in {
            SeenIn::Plays => true,
            SeenIn::Ends => answerable.status,
            SeenIn::Scores => answerable.score,
            // Nobody is asked what the players agree on.
            SeenIn::Agreements => false,
        },
    }
}

/// Whether an engine's answers can show a mistake, and no switch describes it.
fn shows_mistake(mistake: Mistake, answerable: Answerable) -> bool {
    match mistake.place() {
        Place::Undo => answerable.undo && (answerable.score || mistake != Mistake::UndoKeepsScore),
        Place::LookedUp => answerable.passes || mistake != Mistake::NotAfterPass,
        Place::Score => match mistake {
            Mistake::StonesOnly => false,
            Mistake::PassCostsPoint => answerable.score && answerable.passes,
            Mistake::MarginOnly => answerable.score && answerable.score_form == ScoreForm::Areas,
            _ => answerable.score,
        },
        // The switch `enclosed` describes it. Certificates of earlier versions name it.
        Place::Dead if mistake == Mistake::DeadInAlive => false,
        Place::Dead | Place::Tax | Place::SecondCleanup => answerable.score,
        Place::Cap => {
            let margin = matches!(mistake, Mistake::MarginCap(_));
            answerable.score
                && match answerable.score_form {
                    ScoreForm::Areas => !margin,
                    ScoreForm::Margin => true,
                    ScoreForm::Winner => false,
                }
        }
        Place::Komi => answerable.score && answerable.score_form != ScoreForm::Areas,
        Place::Ties => {
            let is_half = matches!(mistake, Mistake::TiesHalfToBlack | Mistake::TiesHalfToWhite);
            let score_form = if is_half { ScoreForm::Margin } else { ScoreForm::Winner };
            answerable.score && answerable.score_form == score_form
        }
        Place::RepeatAsked | Place::Question => answerable.legality,
        Place::RepeatPlayed => answerable.board,
        Place::Neighbors => answerable.oblong || mistake != Mistake::Transposed,
        Place::Generated => false,
        Place::Turns
        | Place::End
        | Place::Row
        | Place::AfterEnd
        | Place::Phases
        | Place::SamePass => answerable.status && answerable.passes,
        // The cleanup phases begin with passes.
        Place::CleanupTurns | Place::Blocks => answerable.passes,
        Place::ThirdTime => answerable.status,
        Place::Button => match mistake {
            Mistake::NoHalfPoint => answerable.score,
            Mistake::ButtonPassCounts => answerable.status && answerable.passes,
            _ => answerable.passes,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_is_wrong_in_the_same_way_twice_is_another_rule() {
        let several = Rules::TROMP_TAYLOR.suicide(Suicide::SeveralStones);
        let with = |model: Model, channel| model.with(Mistake::SuicideIgnored, channel).unwrap();
        let once = with(Model::right().under(several), Channel::Play);
        assert_eq!(as_another_rule(once, several), None);
        let allowed = Model::right().under(Rules::TROMP_TAYLOR);
        assert_eq!(as_another_rule(with(once, Channel::Legality), several), Some(allowed));
        // Other mistakes stay.
        let beside = once.with(Mistake::InitialMissing, Channel::Both).unwrap();
        let expected = allowed.with(Mistake::InitialMissing, Channel::Both);
        assert_eq!(as_another_rule(with(beside, Channel::Legality), several), expected);
    }
}
