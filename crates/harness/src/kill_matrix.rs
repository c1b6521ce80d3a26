//! The kinds of games that detect each of the deliberately wrong engines.

use crate::collide::{self, Against, KeysRead, SearchResult, Wanted, read_keys};
use crate::compare::{CompareOptions, compare_with};
use crate::suite::fixed::{Answer, Case};
use crate::suite::random::{Plan, Strategy};
use crate::suite::{fixed, short_games};
use crate::zoo::{ALL, Mutant};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use superko_engine::referee::{Event, Transcript};
use superko_engine::{Engine, Reference};
use superko_game::Size;
use superko_game::rules::Rules;

/// The boards of which all short games are tried, and the greatest length of these games.
const SHORT_GAMES: [(&str, usize); 6] =
    [("1x1", 3), ("2x1", 6), ("3x1", 5), ("4x1", 4), ("2x2", 4), ("3x2", 3)];

/// Boards of the directed cases.
const BOARDS: [&str; 4] = ["4x3", "5x5", "6x7", "9x9"];

/// Boards of the random games.
const DRAWN: [&str; 6] = ["2x2", "3x2", "4x1", "3x3", "4x3", "5x5"];

/// The board of the game that is made from the keys of an engine.
const OWN_KEYS: &str = "9x9";

/// The number of random games for each strategy.
const GAMES: u64 = 24;

/// The longest directed case, in turns, under rules with phases, under which the reference is slow.
const LONGEST_WITH_PHASES: usize = 300;

/// A kind of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// All short games of the smallest boards.
    ShortGames,
    /// Games directed at an event.
    Fixed(Event),
    /// Games drawn with a strategy.
    Random(Strategy),
    /// Positions of directed games in which the engine generates a turn.
    Generate,
    /// A game made from the keys of the engine's own hash.
    OwnKeys,
}

impl Column {
    /// Returns every kind, in the order of the matrix.
    pub fn all() -> Vec<Column> {
        let mut rules: Vec<Rules> = vec![Rules::default()];
        rules
            .extend(ALL.iter().filter(|mutant| !mutant.has_usual_end()).map(|mutant| mutant.rules));
        rules.dedup();
        let mut events: Vec<Event> =
            rules.into_iter().flat_map(directed_cases).map(|case| case.event).collect();
        events.sort();
        events.dedup();
        [Column::ShortGames]
            .into_iter()
            .chain(events.into_iter().map(Column::Fixed))
            .chain(Strategy::ALL.map(Column::Random))
            .chain([Column::Generate, Column::OwnKeys])
            .collect()
    }

    /// Returns the title of the column.
    pub fn title(self) -> String {
        match self {
            Column::ShortGames => "short games".to_owned(),
            Column::Fixed(event) => format!("fixed suite, {event}"),
            Column::Random(strategy) => format!("random, {strategy}"),
            Column::Generate => "generated turns".to_owned(),
            Column::OwnKeys => collide::OWN_KEYS.to_owned(),
        }
    }
}

/// A deliberately wrong engine, and the kinds of games that detect it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The engine.
    pub mutant: &'static Mutant,
    /// The kinds of games in which it disagrees with the reference.
    pub detected_by: BTreeSet<Column>,
}

/// Tests every wrong engine with every kind of games.
pub fn kill_matrix() -> Vec<Row> {
    let mut games: BTreeMap<String, Vec<(Column, Transcript)>> = BTreeMap::new();
    ALL.iter()
        .map(|mutant| {
            let key = mutant.rules.switches();
            let games = games.entry(key).or_insert_with(|| all_games(mutant.rules));
            Row { mutant, detected_by: detections(mutant, games) }
        })
        .collect()
}

/// Returns the wrong engines that a case of the fixed suite distinguishes from the reference, in the order of
/// the zoo. Engines are left out whose rules differ from Tromp-Taylor in more than repetition and suicide.
pub fn separated(case: &Case) -> Vec<&'static Mutant> {
    let mut played: BTreeMap<String, Option<Transcript>> = BTreeMap::new();
    let mut separates = |mutant: &Mutant| {
        let rules = mutant.rules;
        let transcript = played.entry(rules.switches()).or_insert_with(|| {
            let mut case = case.clone();
            case.record.setup.rules = rules;
            (case.answer() != Answer::Unusable)
                .then(|| case.transcript(Reference::set_up(&case.record.setup)))
        });
        transcript.as_ref().is_some_and(|transcript| {
            [false, true]
                .into_iter()
                .any(|undo| differs(mutant.engine().as_mut(), transcript, undo))
        })
    };
    ALL.iter().filter(|mutant| mutant.has_usual_end() && separates(mutant)).collect()
}

fn detections(mutant: &Mutant, games: &[(Column, Transcript)]) -> BTreeSet<Column> {
    let mut detected_by = BTreeSet::new();
    let mut engine = mutant.engine();
    let own = own_keys(mutant).map(|game| (Column::OwnKeys, game));
    for (column, transcript) in games.iter().chain(&own) {
        for undo in [false, true] {
            if !detected_by.contains(column) && differs(engine.as_mut(), transcript, undo) {
                detected_by.insert(*column);
            }
        }
    }
    detected_by
}

/// Returns whether an engine differs in a game, with undo or without.
fn differs(engine: &mut dyn Engine, transcript: &Transcript, undo: bool) -> bool {
    !compare_with(engine, transcript, CompareOptions { ask: true, undo }).disagreements.is_empty()
}

/// Makes a game in which positions with the same hash have to be distinguished; `None` if the hash that the
/// engine shows is not a sum of keys, or no superko is in force.
fn own_keys(mutant: &Mutant) -> Option<Transcript> {
    let size = OWN_KEYS.parse().expect("a size");
    let read = read_keys(mutant.engine().as_mut(), size, mutant.rules, 1);
    let Ok(KeysRead::Keys(keys)) = read else { return None };
    let wanted = Wanted { rules: mutant.rules, against: Against::Any, last: None, seed: 1 };
    match collide::collide(&keys, &wanted) {
        Ok(SearchResult::Found(found)) => {
            Some(Transcript::replay(Reference::new(size, mutant.rules), found.record))
        }
        _ => None,
    }
}

fn directed_cases(rules: Rules) -> Vec<Case> {
    let sizes = BOARDS.iter().map(|text| text.parse::<Size>().expect("a size"));
    sizes.flat_map(|size| fixed::cases(size, rules)).collect()
}

fn all_games(rules: Rules) -> Vec<(Column, Transcript)> {
    let mut games = Vec::new();
    for (size, longest) in SHORT_GAMES {
        let size: Size = size.parse().expect("a size");
        for length in 0..=longest {
            let _ = short_games(Reference::new, size, rules, length, &mut |transcript| {
                games.push((Column::ShortGames, transcript));
                ControlFlow::Continue(())
            });
        }
    }
    let is_quick =
        |case: &Case| !rules.has_special_passes() || case.record.turns.len() <= LONGEST_WITH_PHASES;
    for case in directed_cases(rules).into_iter().filter(is_quick) {
        let transcript = case.transcript(Reference::new(case.record.size(), rules));
        games.push((Column::Fixed(case.event), transcript));
        let referee = Reference::new(case.record.size(), rules);
        games.push((Column::Generate, Transcript::generating(referee, case.record)));
    }
    for strategy in Strategy::ALL {
        for number in 0..GAMES {
            let size: Size = DRAWN[number as usize % DRAWN.len()].parse().expect("a size");
            let turns = if strategy == Strategy::Long { 600 } else { 4 * size.point_count() + 8 };
            let plan = Plan { size, region: size, rules, strategy, turns };
            let transcript = plan.transcript(Reference::new(size, rules), 1, number);
            games.push((Column::Random(strategy), transcript));
        }
    }
    games
}
