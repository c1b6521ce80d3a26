//! The rules by which a record is judged, and their consequences beyond the moves.

use super::Note;
use super::moves::Replay;
use superko_game::rules::{
    Agreement, Button, Enclosed, HandicapBonus, LongCycle, NamedRules, PassCost, Repetition, Rules,
    Scoring, Suicide, Tax,
};
use superko_sgf::{Problem, SgfError, SgfGame};

/// The rules by which a record is judged, and what follows from them.
pub(super) struct Ground {
    /// The rules for the moves, as reported.
    pub(super) rules: Rules,
    /// The agreement that the players may reach: that of the rules, or any if the rules are unknown.
    pub(super) agreement: Agreement,
    /// Whether players who have disagreed once may agree later.
    pub(super) agrees_again: bool,
    /// The way in which the score is counted.
    pub(super) scored: Scored,
    /// The cost of a pass, if known.
    pub(super) pass: Option<PassCost>,
    /// The points that White may have for the handicap, those by the rules first. If the rules give any, a server may give
    /// another number.
    pub(super) handicap_points: Vec<u32>,
    /// Whether results can be judged by the rules.
    pub(super) judges_results: bool,
    /// How much of these rules is applied.
    pub(super) reading: Reading,
    /// The notes about the rules.
    pub(super) notes: Vec<Note>,
}

/// How much of the rules is applied to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// All of them, with what players, servers and programs are known to leave out.
    Lenient,
    /// All of them, to the letter: they have taxes, a button or cleanup phases, and no agreement.
    Literal,
    /// The turns up to the first pass. What follows depends on parts of the rules that are not judged.
    ToFirstPass,
}

/// The way in which a result is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scored {
    /// Area.
    Area,
    /// Territory and prisoners.
    Territory,
    /// Stones alone.
    Stones,
    /// Area or territory: the record does not say.
    Unknown,
}

/// Parts of the names of rules that score territory.
const TERRITORY: [&str; 9] =
    ["japan", "korea", "territory", "日本", "韓国", "韩国", "韓國", "일본", "한국"];

impl Ground {
    /// Returns the ground for a record: the given rules, or those that the record names. If it names none, they are Tromp-Taylor,
    /// but the players may have agreed on anything. If it names unknown ones, only moves that are illegal under all rules are
    /// refused. `literal` is whether rules without an agreement may be read to the letter.
    pub(super) fn of(game: &SgfGame, given: Option<&NamedRules>, literal: bool) -> Ground {
        let name = game.rules_text.as_deref().unwrap_or_default();
        let words = name.to_lowercase();
        let by_name =
            TERRITORY.iter().any(|word| words.contains(word)) || ["jp", "kr"].contains(&&*words);
        // Known rules determine the scoring. If other rules are given, a record still claims the score by its own.
        let named = game.rules.as_ref().ok().and_then(Option::as_ref);
        let territory = named.map_or(by_name, |named| scores_territory(named.rules));
        let stones = u32::from(game.handicap);
        let known = given.or(named);
        let is_twice = matches!(&game.rules, Err(SgfError { problem: Problem::Twice(_), .. }));
        let unknown = |rules: Rules, note| Ground {
            rules,
            agreement: Agreement::Resume,
            agrees_again: true,
            scored: if territory { Scored::Territory } else { Scored::Unknown },
            pass: None,
            handicap_points: points_for(HandicapBonus::None, stones, true),
            judges_results: true,
            reading: Reading::Lenient,
            notes: vec![note],
        };
        match known {
            Some(named) if literal && is_literal(named) => Ground::literal(named, stones),
            Some(named) => Ground::known(named, territory, stones),
            None if name.is_empty() && !is_twice => unknown(Rules::default(), Note::NoRules),
            None if territory && !is_twice => {
                let simple_ko = Rules::default().repetition(Repetition::SimpleKo);
                unknown(simple_ko.suicide(Suicide::Forbidden), Note::Territory)
            }
            None => {
                let none = Rules::default().repetition(Repetition::None);
                let note = if is_twice { Note::SeveralRules } else { Note::UnknownRules };
                Ground { judges_results: false, ..unknown(none, note(name.to_owned())) }
            }
        }
    }

    /// Returns how much less a margin by territory and prisoners may be than one by area; see `Finished`.
    pub(super) fn territory_shifts(&self, game: &SgfGame, replay: &Replay) -> Vec<i32> {
        let Some(stones) = game.more_stones() else { return Vec::new() };
        // A dead stone is a prisoner only in the opponent's territory.
        let is_short = self.rules.score == Scoring::ShortTerritory;
        let stones = stones + if is_short { replay.more_dead_in_neutral() } else { 0 };
        match self.pass {
            Some(PassCost::Free) => vec![stones],
            Some(PassCost::Prisoner) => vec![stones - replay.more_passes()],
            None => vec![stones, stones - replay.more_passes()],
        }
    }

    /// Returns the ground under rules that are read to the letter. The score is that of the engine.
    fn literal(named: &NamedRules, stones: u32) -> Ground {
        let NamedRules { rules, bonus, .. } = *named;
        Ground {
            rules,
            agreement: rules.agreement,
            agrees_again: false,
            scored: Scored::Area,
            pass: Some(rules.pass),
            handicap_points: points_for(bonus, stones, bonus != HandicapBonus::None),
            judges_results: true,
            reading: Reading::Literal,
            notes: Vec::new(),
        }
    }

    /// Returns the ground under known rules.
    fn known(named: &NamedRules, territory: bool, stones: u32) -> Ground {
        let NamedRules { rules, bonus, ref unsupported, .. } = *named;
        let territory = territory || scores_territory(rules);
        let territory_note = territory.then_some(Note::Territory);
        let parts: Vec<String> =
            unsupported.iter().cloned().chain(not_judged(rules).map(str::to_owned)).collect();
        let is_supported = parts.is_empty();
        let unsupported = (!is_supported).then(|| Note::Unsupported(parts.join("; ")));
        let is_pass_special = rules.button != Button::None || rules.agreement == Agreement::Cleanup;
        let reading = if is_pass_special { Reading::ToFirstPass } else { Reading::Lenient };
        let rules = as_judged(rules);
        Ground {
            rules,
            // Under rules with an unsupported part, a game may end in any way.
            agreement: if is_supported { rules.agreement } else { Agreement::Resume },
            agrees_again: named.agrees_again || !is_supported,
            scored: match rules.score {
                _ if territory => Scored::Territory,
                Scoring::Stones => Scored::Stones,
                _ => Scored::Area,
            },
            pass: Some(rules.pass),
            handicap_points: points_for(bonus, stones, bonus != HandicapBonus::None),
            judges_results: is_supported,
            reading,
            notes: territory_note.into_iter().chain(unsupported).collect(),
        }
    }
}

/// Returns the points for handicap stones by a rule; if `others`, also those by other rules.
fn points_for(bonus: HandicapBonus, stones: u32, others: bool) -> Vec<u32> {
    let mut points = vec![bonus.points(stones)];
    for other in HandicapBonus::ALL.into_iter().rev().filter(|_| others) {
        let other = other.points(stones);
        if !points.contains(&other) {
            points.push(other);
        }
    }
    points
}

/// Whether rules are read to the letter: all parts are supported, some part can be judged in no other way, and the players agree
/// on nothing.
fn is_literal(named: &NamedRules) -> bool {
    let rules = named.rules;
    named.unsupported.is_empty() && !rules.agreement.asks() && not_judged(rules).next().is_some()
}

/// Returns, in words, the parts of rules that are judged only to the letter. They are not judged if the players agree, or if a
/// record may leave something out.
fn not_judged(rules: Rules) -> impl Iterator<Item = &'static str> {
    let parts = [
        (rules.tax == Tax::Seki, "points in seki do not count"),
        (rules.tax == Tax::All, "groups are taxed"),
        (rules.button != Button::None, "the first pass takes a button"),
        (rules.agreement == Agreement::Cleanup, "cleanup phases follow the passes"),
        (rules.enclosed == Enclosed::Dead, "enclosed stones are dead"),
    ];
    parts.into_iter().filter_map(|(is_so, part)| is_so.then_some(part))
}

/// Returns the rules without the parts that are not judged. Long cycles do not end a game, because a record may go on after one.
fn as_judged(rules: Rules) -> Rules {
    let cycle = match rules.long_cycle {
        LongCycle::ThirdTime => LongCycle::GoesOn,
        other => other,
    };
    let agreement = match rules.agreement {
        Agreement::Cleanup => Agreement::None,
        other => other,
    };
    let rules = rules.tax(Tax::None).button(Button::None).enclosed(Enclosed::Alive);
    rules.agreement(agreement).long_cycle(cycle)
}

/// Whether the rules score territory and prisoners.
fn scores_territory(rules: Rules) -> bool {
    [Scoring::Territory, Scoring::ShortTerritory].contains(&rules.score)
}
