//! The properties of a game besides its moves.

use super::error::{Problem, SgfError, start};
use super::flaw::{Flaw, KomiReading, KomiUnit};
use super::name::Key;
use super::number;
use super::tree::{GameTree, Property, unescaped};
use superko_game::rules::NamedRules;
use superko_game::{Komi, KomiError};

/// The largest number of different values that are kept of a property.
const MOST: usize = 8;

/// The largest length of a text about the game that is kept, in characters.
const LONGEST: usize = 100;

/// Words that may stand around the number of a komi, besides those around other numbers. The words for a komi that White gives
/// are not among them, so that such a komi is not misread.
const AROUND_KOMI: [&str; 9] = ["コミ", "出し", "komi", "黑", "黒", "흑", "贴", "貼", "덤"];

/// The words for no komi.
const NO_KOMI: [&str; 7] = ["none", "no", "no komi", "无", "無", "なし", "コミなし"];

/// The words for no handicap stones.
const NO_STONES: [&str; 6] = ["none", "no", "even", "无", "無", "互先"];

/// The properties of a line of play that are about the whole game.
pub(super) struct About<'a>(Vec<Property<'a>>);

/// The rules that a line names.
pub(super) struct RulesRead {
    pub(super) rules: Result<Option<NamedRules>, SgfError>,
    pub(super) text: Option<String>,
    pub(super) at: usize,
}

impl<'a> About<'a> {
    /// Collects the properties of the nodes of a line. A result belongs to the main line from its node on.
    pub(super) fn of(tree: &GameTree<'a>, nodes: &[u32]) -> About<'a> {
        let main_from = nodes.last().map_or(0, |&leaf| tree.main_from(leaf));
        let all = nodes.iter().flat_map(|&node| {
            tree.properties(node).filter(move |property| match &property.key() {
                // Publishers also name komi KO.
                b"GM" | b"SZ" | b"RU" | b"KM" | b"KO" | b"HA" | b"AP" => true,
                b"RE" => node >= main_from,
                _ => false,
            })
        });
        About(all.collect())
    }

    /// Returns the properties with this name.
    pub(super) fn named(&self, key: Key) -> impl Iterator<Item = &Property<'a>> {
        self.0.iter().filter(move |property| property.key() == key)
    }

    /// Returns the nonempty values of the properties with this name, each with its property.
    fn values(&self, key: Key) -> impl Iterator<Item = (&Property<'a>, &'a str)> {
        let all = self
            .named(key)
            .flat_map(|property| property.values().map(move |value| (property, value.trim())));
        all.filter(|(_, value)| !value.is_empty())
    }

    /// Returns the claimed results, each once.
    pub(super) fn results(&self) -> Vec<String> {
        let mut results = Vec::new();
        for (_, value) in self.values(*b"RE") {
            let text = shortened(value);
            if results.len() < MOST && !results.contains(&text) {
                results.push(text);
            }
        }
        results
    }

    /// Returns the rules; an error if they are unknown, or if two rule sets are named.
    pub(super) fn rules(&self) -> RulesRead {
        let mut read = RulesRead { rules: Ok(None), text: None, at: 0 };
        let mut texts: Vec<String> = Vec::new();
        for (property, value) in self.values(*b"RU") {
            let text = shortened(value);
            if texts.len() >= MOST || texts.contains(&text) {
                continue;
            }
            let wrong = |source| property.wrong(Problem::Rules(source));
            let here = NamedRules::of_record(value).map_err(wrong);
            if texts.is_empty() {
                (read.rules, read.at) = (here, property.at);
            } else if here.is_err() || here != read.rules {
                let again = Problem::Twice(written(property, value));
                let first = self.named(*b"RU").next().unwrap_or(property);
                read.rules = Err(first.wrong(again));
            }
            texts.push(text);
        }
        read.text = (!texts.is_empty()).then(|| texts.join(", "));
        read
    }

    /// Whether the program is Fox, which writes hundredths of komi, and results in stones under Chinese rules.
    pub(super) fn is_of_fox(&self) -> bool {
        self.values(*b"AP").any(|(_, value)| value.to_ascii_lowercase().contains("foxwq"))
    }

    /// Returns the ways to read the komi, the likeliest first; none if the file names no komi.
    pub(super) fn komis(&self, flaws: &mut Vec<Flaw>) -> Result<Vec<KomiReading>, SgfError> {
        let has_km = self.values(*b"KM").next().is_some();
        let mut all: Vec<KomiReading> = Vec::new();
        let mut first: Option<(String, Vec<Komi>)> = None;
        let mut unread = None;
        for (property, value) in self.values(if has_km { *b"KM" } else { *b"KO" }).take(MOST) {
            let here = match readings(value, self.is_of_fox()) {
                Ok(here) => here,
                // In the standard, `KO` has another meaning, so that its value need not be a komi.
                Err(_) if !has_km => continue,
                Err(source) => {
                    unread = unread.or(Some(property.wrong(Problem::Komi(source))));
                    Vec::new()
                }
            };
            let written = written(property, value);
            let komis: Vec<Komi> = here.iter().map(|(komi, _)| *komi).collect();
            match &first {
                Some((_, before)) if *before == komis => {}
                Some((first, _)) => {
                    flaws.push(Flaw::Twice { first: first.clone(), again: written.clone() });
                }
                None => first = Some((written.clone(), komis)),
            }
            for (komi, unit) in here {
                let unit = match unit {
                    KomiUnit::Points if !has_km => KomiUnit::Words,
                    unit => unit,
                };
                if all.iter().all(|reading| reading.komi != komi) {
                    all.push(KomiReading { komi, unit, written: written.clone() });
                }
            }
        }
        unread.filter(|_| all.is_empty()).map_or(Ok(all), Err)
    }

    /// Returns the number of handicap stones. `set_up` is the number of stones at the start, if only Black has any.
    pub(super) fn handicap(&self, set_up: u16, flaws: &mut Vec<Flaw>) -> u16 {
        let all: Vec<(String, Option<u16>, bool)> = self
            .values(*b"HA")
            .take(MOST)
            .map(|(property, value)| {
                let plain = value.parse().ok();
                (written(property, value), plain.or(stones(value)), plain.is_some())
            })
            .collect();
        let Some((first, read, _)) = all.first() else { return 0 };
        let is_set_up = all.iter().any(|(_, read, _)| *read == Some(set_up));
        let stones = read.filter(|_| !is_set_up).unwrap_or(set_up);
        match all.iter().find(|(_, other, _)| other != read) {
            Some((again, ..)) => {
                flaws.push(Flaw::Twice { first: first.clone(), again: again.clone() });
            }
            None => {
                let odd = all.iter().find(|(_, _, is_plain)| !is_plain);
                let flaw = |written: &String| Flaw::Handicap { written: written.clone(), stones };
                flaws.extend(odd.map(|(written, ..)| flaw(written)));
            }
        }
        stones
    }
}

/// Returns the beginning of a text about the game, without escapes.
fn shortened(value: &str) -> String {
    let text: String = unescaped(value).trim().chars().take(LONGEST).collect();
    on_one_line(&text)
}

/// Returns a text without line ends.
pub(super) fn on_one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns a property with one of its values, as text.
fn written(property: &Property<'_>, value: &str) -> String {
    format!("{}[{}]", property.name(), start(value))
}

/// Returns the number of stones of a handicap that is not a plain number.
fn stones(value: &str) -> Option<u16> {
    let is_none = NO_STONES.contains(&value.to_lowercase().as_str());
    if is_none { Some(0) } else { number::whole(value) }
}

/// Returns the ways to read a komi, the likeliest first. Some people write a comma. Some servers write hundredths of points, or,
/// with Chinese rules, hundredths of stones.
fn readings(value: &str, is_of_fox: bool) -> Result<Vec<(Komi, KomiUnit)>, KomiError> {
    let value = value.replace(',', ".");
    let hundredths = match value.parse::<u32>() {
        Ok(whole @ 100..=100_000) => Some(whole),
        Ok(whole @ 25..=99) if whole % 25 == 0 => Some(whole),
        _ => None,
    };
    let Some(hundredths) = hundredths else {
        let komi = value.parse().map(|komi| (komi, KomiUnit::Points));
        return komi.or_else(|error| in_words(&value).ok_or(error)).map(|komi| vec![komi]);
    };
    let komi: Komi = (f64::from(hundredths) / 100.0).to_string().parse()?;
    let mut all = vec![(komi, KomiUnit::Hundredths)];
    if komi.quarter_points % 2 != 0 {
        // The Fox program never writes quarters of a point; other programs may.
        let komi = Komi { quarter_points: 2 * komi.quarter_points };
        all.truncate(usize::from(!is_of_fox));
        all.push((komi, KomiUnit::Stones));
    }
    // A komi of so many points is unlikely, unless the number is below 100 and Fox did not write it.
    if let Ok(points) = value.parse() {
        let is_likely = hundredths < 100 && !is_of_fox;
        let place = if is_likely { 0 } else { all.len() };
        all.insert(place, (points, KomiUnit::Points));
    }
    Ok(all)
}

/// Parses a komi in words, such as `6目半`. A komi in stones is twice as many points.
fn in_words(value: &str) -> Option<(Komi, KomiUnit)> {
    let text = value.to_lowercase();
    if NO_KOMI.contains(&text.as_str()) {
        return Some((Komi::default(), KomiUnit::Words));
    }
    let number = AROUND_KOMI.iter().fold(text, |text, word| text.replace(word, " "));
    let quarter_points = number::quarters(&number)?;
    Some(match value.contains('子') {
        true => (Komi { quarter_points: 2 * quarter_points }, KomiUnit::Stones),
        false => (Komi { quarter_points }, KomiUnit::Words),
    })
}
