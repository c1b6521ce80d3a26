//! The rules by which a record is judged, and what they determine besides the moves.

use super::Note;
use crate::rules::{PassCost, Repetition, Rules, Scoring, Suicide};
use crate::sgf::SgfGame;

/// What a record is judged by.
pub(super) struct Ground {
    /// The rules for the moves.
    pub(super) rules: Rules,
    /// Whether the players agree on dead stones, and continue if they do not.
    pub(super) agreement: bool,
    /// What is scored.
    pub(super) scored: Scored,
    /// Whether it is known that a pass costs nothing.
    pub(super) passes_are_free: bool,
    /// What is to be said of it.
    pub(super) note: Option<Note>,
}

/// What a result counts.
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
    /// What a record is judged by: rules that are given, or those that it names. If it names none, Tromp-Taylor; if it
    /// names unknown ones, what is illegal under any rules.
    pub(super) fn of(game: &SgfGame, given: Option<Rules>) -> Ground {
        let name = game.rules_text.as_deref().unwrap_or_default();
        let words = name.to_lowercase();
        let territory =
            TERRITORY.iter().any(|word| words.contains(word)) || ["jp", "kr"].contains(&&*words);
        let named = game.rules.as_ref().ok().copied().flatten();
        let (rules, note) = match (given, named) {
            (Some(rules), _) | (None, Some(rules)) => {
                let told = territory || scores_territory(rules);
                (rules, told.then_some(Note::Territory))
            }
            (None, None) if name.is_empty() => (Rules::default(), Some(Note::NoRules)),
            (None, None) if territory => {
                let simple_ko = Rules::default().repetition(Repetition::SimpleKo);
                (simple_ko.suicide(Suicide::Forbidden), Some(Note::Territory))
            }
            (None, None) => {
                let note = Note::UnknownRules { name: name.to_owned() };
                (Rules::default().repetition(Repetition::None), Some(note))
            }
        };
        // By these names a program plays to the end, and all stones count as they stand: unless other rules are given.
        let to_the_end = |rules: Rules| rules == Rules::TROMP_TAYLOR.illegal(rules.illegal);
        let stands = match named {
            Some(_) if words.starts_with("ko") && words.contains("score") => given.is_none(),
            Some(named) => to_the_end(named) && given.is_none_or(to_the_end),
            None => name.is_empty() && given == Some(Rules::TROMP_TAYLOR),
        };
        let is_known = named.is_some() || given.is_some();
        let scored = match () {
            () if territory || scores_territory(rules) => Scored::Territory,
            () if rules.score == Scoring::Stones => Scored::Stones,
            () if is_known => Scored::Area,
            () => Scored::Unknown,
        };
        let passes_are_free = is_known && rules.pass == PassCost::Free;
        Ground { rules, agreement: !stands, scored, passes_are_free, note }
    }
}

/// Whether the score is that of territory and prisoners.
fn scores_territory(rules: Rules) -> bool {
    [Scoring::Territory, Scoring::ShortTerritory].contains(&rules.score)
}
