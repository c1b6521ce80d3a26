//! The rules by their ids, and their texts.

use super::switch::Relation;
use crate::rules::{Rules, SWITCHES, UnknownName};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The text of all rules as the reference keeps it, with one `## id` heading each.
const TEXT: &str = superko_reference::RULES;

/// A rule of Tromp-Taylor, or a rule of another rule set that replaces or extends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule(&'static str);

impl Rule {
    /// The grid and the players.
    pub const TT1: Rule = Rule("TT1");
    /// The colors of points: black, white or empty.
    pub const TT2: Rule = Rule("TT2");
    /// The definition of reaching.
    pub const TT3: Rule = Rule("TT3");
    /// Clearing.
    pub const TT4: Rule = Rule("TT4");
    /// The start: the empty grid, Black begins, the players alternate.
    pub const TT5: Rule = Rule("TT5");
    /// A turn: a pass, or a move that repeats no position.
    pub const TT6: Rule = Rule("TT6");
    /// The effect of a move.
    pub const TT7: Rule = Rule("TT7");
    /// The end of the game by two passes.
    pub const TT8: Rule = Rule("TT8");
    /// The score.
    pub const TT9: Rule = Rule("TT9");
    /// The winner.
    pub const TT10: Rule = Rule("TT10");

    /// The rules of Tromp and Taylor.
    const TROMP_TAYLOR: [Rule; 10] = [
        Rule::TT1,
        Rule::TT2,
        Rule::TT3,
        Rule::TT4,
        Rule::TT5,
        Rule::TT6,
        Rule::TT7,
        Rule::TT8,
        Rule::TT9,
        Rule::TT10,
    ];

    /// Returns the topic in a few words, such as `repetition`.
    pub fn topic(self) -> &'static str {
        match self.0.split('/').next().unwrap_or_default() {
            "TT1" => "board, players",
            "TT2" => "colors",
            "TT3" => "reaching",
            "TT4" => "clearing",
            "TT5" => "start, turns",
            "TT6" => "repetition",
            "TT7" => "play, suicide",
            "TT8" => "end",
            "TT9" => "score",
            "TT10" => "winner",
            id => unreachable!("a rule has a topic: {id}"),
        }
    }

    /// Makes the rule with an id. A test compares the ids of the table with the text.
    pub(super) const fn new(id: &'static str) -> Rule {
        Rule(id)
    }

    /// Returns every rule, in the order of the text.
    pub fn all() -> impl Iterator<Item = Rule> {
        TEXT.lines().filter_map(|line| line.strip_prefix("## ")).map(Rule)
    }

    /// Returns the rule in force on repetition.
    pub const fn repetition(rules: Rules) -> Rule {
        rules.repetition.rule()
    }

    /// Returns the rule in force on suicide.
    pub const fn suicide(rules: Rules) -> Rule {
        rules.suicide.rule()
    }

    /// Returns the rule in force on the passes that end the game.
    pub const fn passes(rules: Rules) -> Rule {
        rules.passes.rule()
    }

    /// Returns the rule in force on the score.
    pub const fn score(rules: Rules) -> Rule {
        rules.score.rule()
    }

    /// Returns the rules in force, in the order in which Tromp and Taylor number them. The rule of a switch replaces their rule,
    /// or follows the one that it extends.
    pub fn in_force(rules: Rules) -> impl Iterator<Item = Rule> {
        Rule::TROMP_TAYLOR.into_iter().flat_map(move |own| {
            let mut here = vec![own];
            for switch in SWITCHES {
                let rule = rules.value(switch).rule;
                match switch.relation {
                    _ if rule == own => {}
                    Relation::Replaces(base) if base == own => here[0] = rule,
                    Relation::Extends(base) if base == own => here.push(rule),
                    _ => {}
                }
            }
            here
        })
    }

    /// Returns the number of the rule, from 1. A rule of another rule set has the number of the rule that it
    /// replaces or extends.
    pub fn number(self) -> u32 {
        let digits = self.0.split('/').next().unwrap_or_default().trim_start_matches('T');
        digits.parse().unwrap_or(u32::MAX)
    }

    /// Whether an id is that of this rule, or of the Tromp-Taylor rule that this rule replaces or extends.
    pub fn is_meant_by(self, id: &str) -> bool {
        self.0.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the id, such as `TT6` or `TT6/situational`.
    pub fn id(self) -> &'static str {
        self.0
    }

    /// Returns the text of the rule, without the marks of Markdown.
    pub fn text(self) -> String {
        let heading = format!("\n## {}\n", self.0);
        let (_, after) = TEXT.split_once(&heading).expect("every rule has its text");
        let end = after.find("\n#").unwrap_or(after.len());
        let plain = after[..end].replace('*', "");
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Parses an id.
impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Rule, UnknownName> {
        let unknown = || UnknownName::new("the id of a rule", text, Rule::all().map(Rule::id));
        Rule::all().find(|rule| rule.0 == text).ok_or_else(unknown)
    }
}

/// Orders by number, `TT2` before `TT10`, with a variant after the rule that it replaces or extends.
impl Ord for Rule {
    fn cmp(&self, other: &Rule) -> Ordering {
        // A number with more digits is greater. This code must be fast: each compared answer is counted under its rule.
        let key = |rule: &Rule| {
            let id = rule.0;
            (id.bytes().position(|byte| byte == b'/').unwrap_or(id.len()), id)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Rule) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_text() {
        for rule in Rule::all() {
            assert!(rule.text().ends_with(['.', ')']), "{rule}: {}", rule.text());
            assert_eq!(rule.id().parse(), Ok(rule));
            assert!(!rule.topic().is_empty(), "{rule}");
        }
        assert!(Rule::all().take(10).eq(Rule::TROMP_TAYLOR));
        assert!(Rule::TROMP_TAYLOR.is_sorted());
        let error = "TT6/situationl".parse::<Rule>().unwrap_err().to_string();
        let said = "`TT6/situationl` is not the id of a rule: did you mean `TT6/situational`?";
        assert_eq!(error, said);
        assert!(Rule::TT1.text().starts_with("There is a grid of points"));
        assert!(Rule::TT10.text().ends_with("a tie."));
    }

    #[test]
    fn every_rule_of_other_rule_sets_belongs_to_one_value() {
        let mut others: Vec<Rule> = Vec::new();
        for switch in SWITCHES {
            let base = switch.base();
            assert!(Rule::TROMP_TAYLOR.contains(&base), "{base}");
            assert_eq!(switch.values[0].rule, base, "{}", switch.name);
            others.extend(switch.values[1..].iter().map(|value| value.rule));
        }
        let mut in_text: Vec<Rule> = Rule::all().skip(10).collect();
        others.sort_unstable();
        in_text.sort_unstable();
        assert_eq!(others, in_text, "rules of the table, and of the text");
    }

    #[test]
    fn variants_stand_in_the_place_of_what_they_replace() {
        let ids = |rules: &str| {
            let sentences = Rule::in_force(rules.parse().unwrap());
            sentences.map(Rule::id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(ids("tromp-taylor"), "TT1 TT2 TT3 TT4 TT5 TT6 TT7 TT8 TT9 TT10");
        assert_eq!(
            ids("aga"),
            "TT1 TT2 TT3 TT4 TT5 TT6/situational TT7 TT7/forbidden TT8 TT8/white-last TT8/resume TT9 \
             TT9/pass-stones TT10"
        );
        assert_eq!(
            ids("passes=three,last-pass=white,score=territory,pass=prisoner"),
            "TT1 TT2 TT3 TT4 TT5 TT6 TT7 TT8/three-passes TT8/white-last TT9/territory \
             TT9/pass-stones TT10"
        );
        for rules in Rules::pairwise() {
            let in_force: Vec<Rule> = Rule::in_force(rules).collect();
            for switch in SWITCHES.iter().filter(|switch| !switch.is_default(rules)) {
                assert!(in_force.contains(&rules.value(switch).rule), "{rules}: {}", switch.name);
            }
        }
    }
}
