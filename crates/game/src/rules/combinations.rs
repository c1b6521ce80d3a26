//! Values of switches by their place in the table: all combinations, a covering set of combinations, and the encoding of rules as
//! bytes.

use super::table::{PRESETS, SWITCHES};
use crate::rules::{
    Agreement, Button, HandicapBonus, LongCycle, Repetition, Rules, Suicide, Switch, SwitchValue,
};
use std::collections::BTreeSet;

impl Rules {
    /// The number of bytes in [`Rules::to_bytes`].
    pub const BYTES: usize = 8;

    /// Returns the value of a switch in these rules.
    pub fn value(self, switch: &Switch) -> &'static SwitchValue {
        &switch.values[(switch.place)(self)]
    }

    /// Returns these rules with one switch set to `value`.
    #[must_use]
    pub fn with(self, value: &SwitchValue) -> Rules {
        (value.set)(self)
    }

    /// Returns every combination of a repetition rule and a suicide rule, with everything else as in
    /// Tromp-Taylor, in the order of the tables.
    pub fn repetition_and_suicide() -> impl Iterator<Item = Rules> {
        Rules::TROMP_TAYLOR.other_repetition_and_suicide()
    }

    /// Returns these rules with every combination of a repetition rule and a suicide rule, including their own.
    pub fn other_repetition_and_suicide(self) -> impl Iterator<Item = Rules> {
        Repetition::ALL.iter().flat_map(move |&repetition| {
            let rules = self.repetition(repetition);
            Suicide::ALL.iter().map(move |&suicide| rules.suicide(suicide))
        })
    }

    /// Returns rule sets that together cover every pair of values of two switches (pairwise coverage), for
    /// tests that cannot run under every combination. They include the named rule sets and those of
    /// [`Rules::repetition_and_suicide`].
    pub fn pairwise() -> impl Iterator<Item = Rules> {
        let sizes: Vec<usize> = SWITCHES.iter().map(|switch| switch.values.len()).collect();
        let named = PRESETS.iter().map(|preset| preset.rules);
        let given = named.chain(Rules::repetition_and_suicide()).map(Rules::places).collect();
        covering_pairs(&sizes, given).into_iter().map(|places| Rules::from_places(&places))
    }

    /// Encodes the rules as half a byte for each switch, in the order of the table: the place of its value. The remaining bits
    /// are 0, so that a new switch does not change the bytes of rules with its first value.
    pub fn to_bytes(self) -> [u8; Rules::BYTES] {
        let mut bytes = [0; Rules::BYTES];
        for (number, place) in self.places().into_iter().enumerate() {
            let half = u8::try_from(place).expect("a test counts the values of every switch");
            bytes[number / 2] |= half << (4 * (number % 2));
        }
        bytes
    }

    /// Decodes rules from arbitrary bytes; the inverse of [`Rules::to_bytes`]. An out-of-range half byte still selects a
    /// repetition or suicide rule. For every other switch it selects the Tromp-Taylor value, because under these values most
    /// games in random bytes are long.
    pub fn from_bytes(bytes: [u8; Rules::BYTES]) -> Rules {
        let place = |(number, switch): (usize, &Switch)| {
            let half = usize::from(bytes[number / 2] >> (4 * (number % 2)) & 15);
            match half < switch.values.len() {
                true => half,
                false if number < 2 => half % switch.values.len(),
                false => 0,
            }
        };
        let places: Vec<usize> = SWITCHES.iter().enumerate().map(place).collect();
        Rules::from_places(&places)
    }

    /// Returns an equivalent rule set, if there is one. Under positional superko, `suicide=allowed` and `suicide=several-stones`
    /// are the same game, because the suicide of a lone stone always repeats the position.
    pub fn synonym(self) -> Option<Rules> {
        use Repetition::Positional;
        match (self.repetition, self.suicide) {
            (Positional, Suicide::Allowed) => Some(self.suicide(Suicide::SeveralStones)),
            (Positional, Suicide::SeveralStones) => Some(self.suicide(Suicide::Allowed)),
            _ => None,
        }
    }

    /// Returns the named rule set under which the same games are played, or these rules if there is none. The
    /// players' agreement is ignored, and so is the cost of a pass unless prisoners are counted.
    #[must_use]
    pub fn named_alike(self) -> Rules {
        let named = PRESETS.iter().map(|preset| preset.rules);
        let exact = named.clone().find(|&rules| rules == self);
        exact.or_else(|| named.clone().find(|&rules| rules.is_played_as(self))).unwrap_or(self)
    }

    /// Returns the named rule sets that differ from these in effect, but only in the values of hidden switches.
    pub fn named_others(self, is_hidden: impl Fn(&Switch) -> bool) -> Vec<Rules> {
        let own = self.in_effect();
        let is_alike = |rules: &Rules| {
            let other = rules.in_effect();
            let same = |switch: &&Switch| own.value(switch).word == other.value(switch).word;
            own != other && SWITCHES.iter().filter(|switch| !same(switch)).all(&is_hidden)
        };
        PRESETS.iter().map(|preset| preset.rules).filter(is_alike).collect()
    }

    /// Returns White's compensation for handicap stones under the named rule set that is [played alike](Rules::named_alike), or
    /// [`HandicapBonus::None`] if there is none.
    pub fn handicap_bonus(self) -> HandicapBonus {
        let named = self.named_alike();
        let preset = PRESETS.iter().find(|preset| preset.rules == named);
        preset.map(|preset| preset.handicap).unwrap_or_default()
    }

    /// Whether the repetition rule forbids more than retaking a ko.
    pub fn has_superko(self) -> bool {
        !matches!(self.repetition, Repetition::SimpleKo | Repetition::None)
    }

    /// Whether the number of passes in a row does not tell when a game ends: the game has phases or a button, or a second pass
    /// from the same position ends it.
    pub fn has_special_passes(self) -> bool {
        self.agreement == Agreement::Cleanup
            || self.button != Button::None
            || self.long_cycle == LongCycle::ThirdTime
    }

    /// Returns a number of passes in a row that suffices to end any game, even if White must pass last.
    pub fn passes_to_end(self) -> usize {
        let phases = if self.agreement == Agreement::Cleanup { 3 } else { 1 };
        phases * (self.passes.count() + 1) + usize::from(self.button != Button::None)
    }

    /// Returns these rules with the first value of every switch that has no effect in combination with the others.
    pub fn in_effect(self) -> Rules {
        let idle = SWITCHES.iter().filter(|switch| !switch.has_effect(self));
        idle.fold(self, |rules, switch| rules.with(&switch.values[0]))
    }

    /// Whether `other` allows the same games, ignoring the players' agreement at the end.
    pub fn is_played_as(self, other: Rules) -> bool {
        let played = |rules: Rules| match rules.agreement.asks() {
            true => rules.in_effect().agreement(Agreement::None),
            false => rules.in_effect(),
        };
        played(self) == played(other)
    }

    /// Returns the place of the value of each switch.
    fn places(self) -> Vec<usize> {
        SWITCHES.iter().map(|switch| (switch.place)(self)).collect()
    }

    /// Makes rules from the place of the value of each switch.
    fn from_places(places: &[usize]) -> Rules {
        let values = SWITCHES.iter().zip(places).map(|(switch, &place)| &switch.values[place]);
        values.fold(Rules::TROMP_TAYLOR, Rules::with)
    }
}

/// A switch and one of its values, by their places.
type Choice = (usize, usize);

/// Returns rows with one value for each switch, so that every pair of values of two switches is in some row: the rows of `given`,
/// and further rows, each chosen value by value to cover many missing pairs. `sizes` has the number of values of each switch.
fn covering_pairs(sizes: &[usize], given: Vec<Vec<usize>>) -> BTreeSet<Vec<usize>> {
    let choices: Vec<Choice> = (0..sizes.len())
        .flat_map(|switch| (0..sizes[switch]).map(move |value| (switch, value)))
        .collect();
    let mut missing: BTreeSet<(Choice, Choice)> = choices
        .iter()
        .flat_map(|&one| choices.iter().map(move |&other| (one, other)))
        .filter(|(one, other)| one.0 < other.0)
        .collect();
    let mut rows = BTreeSet::new();
    let mut add = |row: Vec<usize>, missing: &mut BTreeSet<(Choice, Choice)>| {
        missing.retain(|&(one, other)| row[one.0] != one.1 || row[other.0] != other.1);
        rows.insert(row);
    };
    for row in given {
        add(row, &mut missing);
    }
    while let Some(&(one, other)) = missing.first() {
        let mut chosen = vec![one, other];
        for switch in (0..sizes.len()).filter(|&switch| switch != one.0 && switch != other.0) {
            let newly_covered = |&value: &usize| {
                let here = (switch, value);
                let pairs = chosen.iter().map(|&there| (here.min(there), here.max(there)));
                pairs.filter(|pair| missing.contains(pair)).count()
            };
            // `max_by_key` prefers the last of equals. Reversed, it prefers the first, which is nearer to Tromp-Taylor.
            let value =
                (0..sizes[switch]).rev().max_by_key(newly_covered).expect("a switch has values");
            chosen.push((switch, value));
        }
        chosen.sort_unstable();
        add(chosen.into_iter().map(|(_, value)| value).collect(), &mut missing);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Passes;

    #[test]
    fn all_rules_are_different_and_have_every_value() {
        let all: Vec<Rules> = Rules::repetition_and_suicide().collect();
        assert_eq!(all.len(), Repetition::ALL.len() * Suicide::ALL.len());
        for (place, rules) in all.iter().enumerate() {
            assert!(!all[..place].contains(rules), "{rules}");
        }
        let three = Rules::default().passes(Passes::Three);
        assert!(three.other_repetition_and_suicide().all(|rules| rules.passes == Passes::Three));
        assert_eq!(three.other_repetition_and_suicide().count(), all.len());
    }

    #[test]
    fn pairwise_rules_have_all_names_and_all_pairs() {
        let pairwise: Vec<Rules> = Rules::pairwise().collect();
        for preset in PRESETS {
            assert!(pairwise.contains(&preset.rules), "{}", preset.name);
        }
        let values = || SWITCHES.iter().flat_map(|switch| switch.values);
        for (one, other) in values().flat_map(|one| values().map(move |other| (one, other))) {
            let both = |rules: &Rules| rules.with(one) == *rules && rules.with(other) == *rules;
            // Two values of one switch cannot hold together.
            let exclude_each_other = Rules::default().with(one).with(other).with(one)
                != Rules::default().with(one).with(other);
            let (one, other) = (one.word, other.word);
            assert_eq!(pairwise.iter().any(both), !exclude_each_other, "{one} and {other}");
        }
        assert!(Rules::repetition_and_suicide().all(|rules| pairwise.contains(&rules)));
        assert!(pairwise.len() <= 60, "{}", pairwise.len());
    }

    #[test]
    fn pairs_of_many_switches_take_few_rows() {
        let sizes = [6, 3, 2, 2, 4, 3, 2, 5];
        let given = vec![vec![0; sizes.len()], vec![1; sizes.len()]];
        let rows = covering_pairs(&sizes, given.clone());
        assert!(given.iter().all(|row| rows.contains(row)));
        for (i, &a) in sizes.iter().enumerate() {
            for (j, &b) in sizes.iter().enumerate().skip(i + 1) {
                let pairs: BTreeSet<_> = rows.iter().map(|row| (row[i], row[j])).collect();
                assert_eq!(pairs.len(), a * b, "switches {i} and {j}");
            }
        }
        let product: usize = sizes.iter().product();
        assert_eq!((rows.len(), product), (31, 8_640));
    }

    #[test]
    fn rules_are_read_again_from_their_bytes() {
        for rules in Rules::pairwise() {
            assert_eq!(Rules::from_bytes(rules.to_bytes()), rules);
        }
        assert_eq!(Rules::default().to_bytes(), [0; Rules::BYTES]);
        let seen: BTreeSet<String> =
            (0..=u8::MAX).map(|byte| Rules::from_bytes([byte; Rules::BYTES]).to_string()).collect();
        assert!(seen.len() >= SWITCHES[0].values.len(), "{seen:?}");
        // Half a byte must suffice for each switch.
        assert!(SWITCHES.len() <= 2 * Rules::BYTES);
        assert!(SWITCHES.iter().all(|switch| switch.values.len() <= 16));
    }

    #[test]
    fn synonyms_go_both_ways() {
        let all: Vec<Rules> = Rules::pairwise().collect();
        let having: Vec<Rules> = all.iter().copied().filter(|r| r.synonym().is_some()).collect();
        assert!(having.contains(&Rules::default()) && having.len() < all.len());
        for rules in having {
            let other = rules.synonym().unwrap();
            assert!(other != rules && other.synonym() == Some(rules), "{rules} and {other}");
        }
    }
}
