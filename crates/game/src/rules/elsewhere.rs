//! The names of rule sets in KataGo and on servers, and KataGo's rules as JSON.
//!
//! KataGo documents its names in its description of GTP commands (`docs/GTP_Extensions.md`), and a few only in its source
//! (`cpp/game/rules.cpp`). KGS documents its names in its help. The names of OGS are options of its board, `goban`. In KataGo,
//! suicide means suicide of several stones: suicide of one stone is never legal. Under positional superko this makes no
//! difference, and is written as in Tromp-Taylor.

use super::handicap::HandicapBonus;
use super::switch::{Switch, SwitchValue};
use super::table::{
    Agreement, Button, LongCycle, Repetition, Rules, SWITCHES, Scoring, Suicide, Tax,
};

/// The rules that a record or an option names. If some parts are not supported, turns can be judged, but results cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedRules {
    /// The rules, without the parts that are not supported.
    pub rules: Rules,
    /// White's compensation for handicap stones.
    pub bonus: HandicapBonus,
    /// Whether players who have disagreed once may agree later; see [`Preset::agrees_again`](super::Preset::agrees_again).
    pub agrees_again: bool,
    /// The parts that are not supported, each in words.
    pub unsupported: Vec<String>,
}

impl NamedRules {
    /// Returns the rules if Superko supports all parts.
    ///
    /// # Errors
    ///
    /// If a part is not supported; the error names the first such part.
    pub fn supported(self) -> Result<NamedRules, NotCarried> {
        match self.unsupported.first() {
            Some(what) => Err(NotCarried(what.clone())),
            None => Ok(self),
        }
    }
}

/// Another program's or server's name for a rule set.
#[derive(Clone, Copy, Debug)]
pub struct NameElsewhere {
    /// The program or server: `katago`, `kgs` or `ogs`.
    pub whose: &'static str,
    /// The name, in lower case and with hyphens.
    pub name: &'static str,
    /// The equivalent `--rules` text.
    pub rules: &'static str,
    /// White's compensation for handicap stones under these rules.
    pub bonus: HandicapBonus,
}

impl NameElsewhere {
    /// Returns the document or program that defines the name, and the place in it.
    pub fn source(&self) -> &'static str {
        match self.whose {
            "katago" => {
                "https://github.com/lightvector/KataGo, cpp/game/rules.cpp, parseRulesHelper"
            }
            "kgs" => "https://www.gokgs.com/help/rules.html",
            _ => "https://github.com/online-go/goban, GobanEngine.ts, fillDefaults",
        }
    }

    /// Whether the players may agree on dead stones each time that passes stop a game, even after they have disagreed. KataGo has
    /// no agreement.
    pub(super) fn has_agreement(&self) -> bool {
        self.whose != "katago"
    }
}

const fn name(
    whose: &'static str,
    name: &'static str,
    rules: &'static str,
    bonus: HandicapBonus,
) -> NameElsewhere {
    NameElsewhere { whose, name, rules, bonus }
}

/// Simple ko, no suicide, and area scoring.
const CHINESE: &str = "repetition=simple-ko,suicide=forbidden,long-cycle=third-time";
/// Situational superko and no suicide.
const SITUATIONAL: &str = "repetition=situational,suicide=forbidden";
/// Simple ko, no suicide, and territory scoring after two cleanup phases, without points in seki.
const JAPANESE: &str = "repetition=simple-ko,suicide=forbidden,agreement=cleanup,long-cycle=third-time,score=territory,tax=seki";
/// The same as Chinese rules, with a tax on all groups.
const ANCIENT_AREA: &str = "repetition=simple-ko,suicide=forbidden,long-cycle=third-time,tax=all";
/// The same as Japanese rules, with a tax on all groups.
const ANCIENT_TERRITORY: &str = "repetition=simple-ko,suicide=forbidden,agreement=cleanup,long-cycle=third-time,score=territory,tax=all";

/// The names of rule sets elsewhere. `--rules` takes each after its owner, as in `kgs:chinese`.
pub static NAMES_ELSEWHERE: &[NameElsewhere] = {
    use HandicapBonus::{All, AllButOne, None};
    &[
        name("katago", "tromp-taylor", "tromp-taylor", None),
        name("katago", "chinese", CHINESE, All),
        name("katago", "chinese-ogs", "suicide=forbidden", All),
        name("katago", "chinese-kgs", "suicide=forbidden", All),
        name("katago", "japanese", JAPANESE, None),
        name("katago", "korean", JAPANESE, None),
        name("katago", "stone-scoring", ANCIENT_AREA, None),
        name("katago", "aga", SITUATIONAL, AllButOne),
        name("katago", "bga", SITUATIONAL, AllButOne),
        name("katago", "french", SITUATIONAL, AllButOne),
        name("katago", "new-zealand", "repetition=situational,suicide=several-stones", None),
        name("katago", "nz", "repetition=situational,suicide=several-stones", None),
        name("katago", "goe", "tromp-taylor", None),
        name("katago", "ing", "tromp-taylor", None),
        name("katago", "ancient-area", ANCIENT_AREA, None),
        name("katago", "ancient-territory", ANCIENT_TERRITORY, None),
        name(
            "katago",
            "aga-button",
            "repetition=situational,suicide=forbidden,button=half-point",
            AllButOne,
        ),
        name("kgs", "japanese", "japanese", None),
        name("kgs", "chinese", "chinese-written", All),
        name("kgs", "aga", "repetition=situational,suicide=forbidden,agreement=resume", AllButOne),
        name("kgs", "new-zealand", "repetition=situational,agreement=resume", None),
        name("ogs", "japanese", "japanese", None),
        name("ogs", "korean", "japanese", None),
        name("ogs", "chinese", "chinese-written", All),
        name("ogs", "aga", "aga", AllButOne),
        name("ogs", "ing", "ing", None),
        name("ogs", "nz", "repetition=situational,agreement=resume", None),
    ]
};

/// The error that says why a foreign rule set is not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotCarried(pub(super) String);

impl NamedRules {
    /// Returns the rules for a name of another program or server, in either case, with `_` or `-` between
    /// words.
    ///
    /// ```
    /// use superko_game::rules::{HandicapBonus, NamedRules};
    ///
    /// let found = NamedRules::elsewhere("kgs", "new_zealand")?;
    /// assert_eq!(found.rules, "repetition=situational,agreement=resume".parse()?);
    /// assert_eq!(NamedRules::elsewhere("katago", "chinese")?.bonus, HandicapBonus::All);
    /// assert!(NamedRules::elsewhere("katago", "martian").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such name. The error lists the known names.
    pub fn elsewhere(whose: &str, name: &str) -> Result<NamedRules, NotCarried> {
        let written = name.to_ascii_lowercase().replace('_', "-");
        let theirs = || NAMES_ELSEWHERE.iter().filter(|known| known.whose == whose);
        let Some(known) = theirs().find(|known| known.name == written) else {
            let names: Vec<&str> = theirs().map(|known| known.name).collect();
            let what = format!("`{name}` is not a known name; known are {}", names.join(", "));
            return Err(NotCarried(what));
        };
        let rules = known.rules.parse().expect("a test parses the rules of the whole table");
        let agrees_again = known.has_agreement();
        Ok(NamedRules { rules, bonus: known.bonus, agrees_again, unsupported: Vec::new() })
    }

    /// Parses rules as KataGo takes them: one of its names, or its JSON. A missing field has the Tromp-Taylor value.
    ///
    /// # Errors
    ///
    /// If a name or field is unknown, or the rules are not supported; the error says which.
    pub fn katago(text: &str) -> Result<NamedRules, NotCarried> {
        match text.trim_start().starts_with('{') {
            true => katago_json(text)?.supported(),
            false => NamedRules::elsewhere("katago", text),
        }
    }

    /// Returns the rules as KataGo's JSON.
    ///
    /// # Errors
    ///
    /// If KataGo has no word for the value of a switch; the error names the switch.
    pub fn to_katago(&self) -> Result<String, NotCarried> {
        let rules = self.rules;
        if let Some(value) = rules.katago_lacks() {
            return Err(NotCarried(format!("KataGo has no word for {value}")));
        }
        let ko = values("repetition")[rules.repetition as usize].ru.unwrap_or_default();
        let scoring = if rules.score == Scoring::Area { "AREA" } else { "TERRITORY" };
        let suicide = rules.suicide != Suicide::Forbidden;
        let button = rules.button != Button::None;
        let tax = values("tax")[rules.tax as usize].ru.unwrap_or_default();
        let bonus = self.bonus.word();
        Ok(format!(
            "{{\"hasButton\":{button},\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"suicide\":{suicide},\
             \"tax\":\"{tax}\",\"whiteHandicapBonus\":\"{bonus}\"}}"
        ))
    }
}

impl Rules {
    /// Returns the first value for which KataGo has no word, such as `passes=three`.
    pub fn katago_lacks(self) -> Option<String> {
        let lacks = |switch: &&Switch| {
            let has_ru = self.value(switch).ru.is_some();
            let has_word = match switch.name {
                "repetition" => has_ru,
                // In KataGo, suicide of one stone is never legal.
                "suicide" => has_ru || self.repetition == Repetition::Positional,
                "score" => [Scoring::Area, Scoring::Territory].contains(&self.score),
                // A pass costs a prisoner, and area scoring does not count prisoners.
                "pass" if self.score == Scoring::Area => true,
                // KataGo has a word for every tax and button. It has no switch for enclosed stones, which it always counts as
                // dead; both values are accepted all the same.
                "tax" | "button" | "enclosed" => true,
                // KataGo has no switch for agreements. It plays cleanup phases exactly under territory scoring.
                "agreement" => {
                    (self.agreement == Agreement::Cleanup) == (self.score == Scoring::Territory)
                }
                // KataGo has no switch for long cycles. It ends them under simple ko only.
                "long-cycle" => {
                    self.long_cycle != LongCycle::ThirdTime
                        || self.repetition == Repetition::SimpleKo
                }
                _ => switch.is_default(self),
            };
            !has_word
        };
        SWITCHES.iter().find(lacks).map(|switch| switch.written(self.value(switch)))
    }
}

/// Returns the values of a switch.
fn values(name: &str) -> &'static [SwitchValue] {
    SWITCHES.iter().find(|switch| switch.name == name).map_or(&[], |switch| switch.values)
}

/// The settings of KataGo's rules: the key in the text that KataGo writes into records, and the field in its JSON.
const SETTINGS: [(&str, &str); 7] = [
    ("ko", "ko"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
];

/// Returns the rules of KataGo's settings, each a field of its JSON with its value. Unsupported settings are listed.
fn from_settings<'a>(settings: impl IntoIterator<Item = (&'a str, &'a str)>) -> NamedRules {
    let mut rules = KataGoRules::default();
    let unsupported = settings.into_iter().filter_map(|setting| rules.set(setting).err()).collect();
    NamedRules { unsupported, ..rules.named() }
}

/// KataGo's rules while its settings are read, in any order.
struct KataGoRules {
    /// The rules without their suicide rule and their tax.
    read: NamedRules,
    suicide: Suicide,
    /// The tax, if it is set. Its default depends on the scoring.
    tax: Option<&'static SwitchValue>,
}

/// The rules without any setting.
impl Default for KataGoRules {
    fn default() -> KataGoRules {
        let suicide = Suicide::SeveralStones;
        KataGoRules { read: NamedRules::default(), suicide, tax: None }
    }
}

impl KataGoRules {
    /// Reads a setting: a field of the JSON, and its value. Returns an error in words if the setting is not supported. An unknown
    /// rule about ko or suicide forbids nothing.
    fn set(&mut self, (field, value): (&str, &str)) -> Result<(), String> {
        let read = &mut self.read;
        let unknown = |known: &str| Err(format!("`{field}` is {value}; known: {known}"));
        match (field, value) {
            ("ko", word) => {
                match values("repetition").iter().find(|known| known.ru == Some(word)) {
                    Some(value) => read.rules = read.rules.with(value),
                    None => {
                        read.rules.repetition = Repetition::None;
                        return unknown("POSITIONAL, SITUATIONAL, SIMPLE");
                    }
                }
            }
            ("scoring", "AREA") => read.rules.score = Scoring::Area,
            ("scoring", "TERRITORY") => read.rules.score = Scoring::Territory,
            ("scoring", _) => return unknown("AREA, TERRITORY"),
            ("tax", word) => match values("tax").iter().find(|known| known.ru == Some(word)) {
                Some(value) => self.tax = Some(value),
                None => return unknown("NONE, SEKI, ALL"),
            },
            ("hasButton", "false") | ("suicide", "true") => {}
            ("hasButton", "true") => read.rules.button = Button::HalfPoint,
            ("suicide", "false") => self.suicide = Suicide::Forbidden,
            // This setting is no rule: it says when KataGo passes.
            ("friendlyPassOk", "true" | "false") => {}
            ("suicide", _) => {
                self.suicide = Suicide::Allowed;
                return unknown("true, false");
            }
            ("hasButton" | "friendlyPassOk", _) => return unknown("true, false"),
            ("whiteHandicapBonus", word) => {
                match HandicapBonus::ALL.into_iter().find(|bonus| bonus.word() == word) {
                    Some(bonus) => read.bonus = bonus,
                    None => return unknown("0, N-1, N"),
                }
            }
            _ => return Err(format!("`{field}` is not a known field")),
        }
        Ok(())
    }

    /// Returns the rules of all settings, with everything that follows from them.
    fn named(self) -> NamedRules {
        let KataGoRules { mut read, suicide, tax } = self;
        let is_tromp_taylor =
            suicide == Suicide::SeveralStones && read.rules.repetition == Repetition::Positional;
        read.rules.suicide = if is_tromp_taylor { Suicide::default() } else { suicide };
        if read.rules.score == Scoring::Territory {
            read.rules = read.rules.agreement(Agreement::Cleanup).tax(Tax::Seki);
        }
        if read.rules.repetition == Repetition::SimpleKo {
            read.rules.long_cycle = LongCycle::ThirdTime;
        }
        if let Some(tax) = tax {
            read.rules = read.rules.with(tax);
        }
        read
    }
}

/// Parses KataGo's JSON.
fn katago_json(text: &str) -> Result<NamedRules, NotCarried> {
    Ok(from_settings(flat_object(text).map_err(NotCarried)?))
}

/// Parses rules as KataGo writes them into records, such as `koPOSITIONALscoreAREAtaxNONEsui1`. Returns `None` if the text does
/// not begin with `ko` and `score`. KataGo of 2019 never writes the tax.
pub(super) fn katago_record(text: &str) -> Option<NamedRules> {
    let settings = katago_settings(text);
    if !settings.iter().take(2).map(|(key, _)| *key).eq(["ko", "score"]) {
        return None;
    }
    let has = |key: &str| settings.iter().any(|(known, _)| *known == key);
    let fields = settings.iter().filter(|(key, _)| *key != "komi").map(|&(key, word)| {
        let known = SETTINGS.iter().find(|(known, _)| *known == key);
        let word = match (key, word) {
            ("sui" | "button" | "fpok", "0") => "false",
            ("sui" | "button" | "fpok", "1") => "true",
            _ => word,
        };
        (known.map_or(key, |(_, field)| *field), word)
    });
    let mut read = from_settings(fields);
    if !has("sui") {
        read.rules.suicide = Suicide::Allowed;
        read.unsupported.push("`sui` is missing".to_owned());
    }
    Some(read)
}

/// Splits a text into its keys, which are in lower case, each with the text up to the next key.
fn katago_settings(mut text: &str) -> Vec<(&str, &str)> {
    let small = |c: char| c.is_ascii_lowercase();
    let mut settings = Vec::new();
    while !text.is_empty() {
        let (key, rest) = text.split_at(text.find(|c| !small(c)).unwrap_or(text.len()));
        let (word, rest) = rest.split_at(rest.find(small).unwrap_or(rest.len()));
        settings.push((key, word));
        text = rest;
    }
    settings
}

/// Parses a JSON object without escapes, whose values are words, `true`, `false` or numbers. Returns each field with its value.
fn flat_object(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let wrong = || format!("`{text}` is not a JSON object such as {EXAMPLE}");
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or_else(wrong)?.trim();
    if inner.is_empty() {
        return Ok(Vec::new());
    }
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for part in inner.split(',') {
        let (field, value) = part.split_once(':').ok_or_else(wrong)?;
        let field = quoted(field.trim()).ok_or_else(wrong)?;
        let value = value.trim();
        let bare = !value.is_empty() && value.chars().all(|c| c.is_ascii_alphanumeric());
        let value = quoted(value).or(bare.then_some(value)).ok_or_else(wrong)?;
        if fields.iter().any(|(known, _)| *known == field) {
            return Err(format!("`{field}` is set twice"));
        }
        fields.push((field, value));
    }
    Ok(fields)
}

const EXAMPLE: &str = r#"{"ko":"POSITIONAL","suicide":false}"#;

/// Returns the text between quotes.
fn quoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

/// Parses a name after its owner, such as `kgs:chinese`, or rules in KataGo's words. Returns `None` if the text is neither.
pub(super) fn rules_elsewhere(text: &str) -> Option<Result<NamedRules, NotCarried>> {
    if text.starts_with('{') {
        return Some(katago_json(text));
    }
    match text.split_once(':') {
        None => katago_record(text).map(Ok),
        Some((whose, name)) => is_owner(whose).then(|| NamedRules::elsewhere(whose, name)),
    }
}

/// Whether a word before a colon is the owner of a name of rules.
pub fn is_owner(word: &str) -> bool {
    NAMES_ELSEWHERE.iter().any(|known| known.whose == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn every_name_is_unique_and_its_rules_are_known() {
        let mut names = Vec::new();
        for NameElsewhere { whose, name, rules, bonus } in NAMES_ELSEWHERE {
            names.push((whose, name));
            let written = format!("{whose}:{name}");
            let rules: Rules = rules.parse().unwrap();
            assert_eq!(written.parse(), Ok(rules));
            let in_capitals = name.to_uppercase().replace('-', "_");
            let read = NamedRules::elsewhere(whose, &in_capitals).unwrap();
            assert_eq!((read.rules, read.bonus), (rules, *bonus));
            let changed = rules.suicide(Suicide::SeveralStones);
            assert_eq!(format!("{written},suicide=several-stones").parse(), Ok(changed));
            if *whose == "katago" {
                let json = read.to_katago().unwrap();
                assert_eq!(NamedRules::katago(&json).unwrap().rules, rules, "{json}");
            }
        }
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
        assert!(!PRESETS.iter().any(|preset| preset.name.contains(':')));
    }

    #[test]
    fn katago_json_is_read_and_written() {
        for (text, rules, bonus) in [
            ("{}", "tromp-taylor", "0"),
            (r#"{"ko":"POSITIONAL","suicide":true}"#, "tromp-taylor", "0"),
            (
                r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
                "repetition=situational,suicide=forbidden",
                "N-1",
            ),
            (
                r#" { "ko" : "SIMPLE" , "suicide" : true , "friendlyPassOk" : true } "#,
                "repetition=simple-ko,suicide=several-stones,long-cycle=third-time",
                "0",
            ),
            (
                r#"{"ko":"SIMPLE"}"#,
                "repetition=simple-ko,suicide=several-stones,long-cycle=third-time",
                "0",
            ),
            (
                r#"{"scoring":"TERRITORY","whiteHandicapBonus":"N"}"#,
                "agreement=cleanup,score=territory,tax=seki",
                "N",
            ),
            (r#"{"scoring":"TERRITORY","tax":"NONE"}"#, "agreement=cleanup,score=territory", "0"),
            (r#"{"tax":"ALL","hasButton":true}"#, "tax=all,button=half-point", "0"),
        ] {
            let read = NamedRules::katago(text).unwrap();
            assert_eq!((read.rules, read.bonus.word()), (rules.parse().unwrap(), bonus), "{text}");
            let written = read.to_katago().unwrap();
            assert_eq!(NamedRules::katago(&written), Ok(read), "{written}");
        }
        assert_eq!(
            NamedRules::default().to_katago().unwrap(),
            r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#
        );
        let json = r#"{"ko":"SITUATIONAL","suicide":false}"#;
        assert_eq!(json.parse::<Rules>(), "katago:aga".parse());
        assert_eq!("katago:goe".parse::<Rules>(), Ok(Rules::TROMP_TAYLOR));
    }

    #[test]
    fn rules_that_are_not_supported_are_named() {
        for (text, said) in [
            ("martian", "`martian` is not a known name; known are tromp-taylor, chinese,"),
            ("{", "`{` is not a JSON object"),
            (r#"{"ko"}"#, "is not a JSON object"),
            (r#"{"ko":"SPIGHT"}"#, "`ko` is SPIGHT; known: POSITIONAL, SITUATIONAL, SIMPLE"),
            (r#"{"ko":""}"#, "`ko` is ; known"),
            (r#"{"ko":"SIMPLE","ko":"SIMPLE"}"#, "`ko` is set twice"),
            (r#"{"tax":"SOME"}"#, "`tax` is SOME; known: NONE, SEKI, ALL"),
            (r#"{"hasButton":1}"#, "`hasButton` is 1; known: true, false"),
            (r#"{"suicide":1}"#, "`suicide` is 1; known: true, false"),
            (r#"{"scoring":"LAND"}"#, "`scoring` is LAND; known: AREA, TERRITORY"),
            (r#"{"whiteHandicapBonus":"2"}"#, "known: 0, N-1, N"),
            (r#"{"komi":7.5}"#, "is not a JSON object"),
            (r#"{"komi":7}"#, "`komi` is not a known field"),
        ] {
            let error = NamedRules::katago(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        for (rules, switch) in [
            ("new-zealand", "repetition=new-zealand"),
            ("repetition=situational", "suicide=allowed"),
            ("passes=three", "passes=three"),
            ("score=stones", "score=stones"),
            ("cgos", "illegal=loses"),
            (
                "repetition=situational,suicide=forbidden,long-cycle=third-time",
                "long-cycle=third-time",
            ),
            ("score=territory", "agreement=none"),
            ("aga", "last-pass=white"),
        ] {
            let rules = NamedRules { rules: rules.parse().unwrap(), ..Default::default() };
            let error = rules.to_katago().unwrap_err().to_string();
            assert_eq!(error, format!("KataGo has no word for {switch}"));
        }
    }
}
