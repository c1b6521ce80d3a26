//! The names that KataGo and servers have for rule sets, and KataGo's rules as JSON.
//!
//! KataGo documents its names in its description of GTP commands (`docs/GTP_Extensions.md`), and a few only
//! in its source (`cpp/game/rules.cpp`). KGS documents its names in its help. Those of OGS are options of its
//! board, `goban`. In KataGo, suicide means suicide of several stones: suicide of one stone is never legal.
//! Under positional superko this makes no difference, and is written as in Tromp-Taylor.

use super::handicap::HandicapBonus;
use super::table::{Repetition, Rules, SWITCHES, Scoring, Suicide};
use std::fmt;

/// A rule set of another program or server, with its handicap compensation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RulesElsewhere {
    /// The rules.
    pub rules: Rules,
    /// White's compensation for handicap stones.
    pub bonus: HandicapBonus,
}

/// Another program's or server's name for a rule set.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NameElsewhere {
    /// The program or server: `katago`, `kgs` or `ogs`.
    pub whose: &'static str,
    /// The name, in lower case and with hyphens.
    pub name: &'static str,
    /// The equivalent `--rules` text, or the reason why the rules are not supported.
    pub rules: Result<&'static str, &'static str>,
    /// White's compensation for handicap stones under these rules.
    pub bonus: HandicapBonus,
}

const SEKI: &str = "`tax` is SEKI, but in Superko points in seki count";
const ALL_GROUPS: &str = "`tax` is ALL, but Superko has no group tax";
const BUTTON: &str = "`hasButton` is true, but Superko has no button";

const fn name(
    whose: &'static str,
    name: &'static str,
    rules: Result<&'static str, &'static str>,
    bonus: HandicapBonus,
) -> NameElsewhere {
    NameElsewhere { whose, name, rules, bonus }
}

/// The names of rule sets elsewhere. `--rules` takes each with `whose:` before it, as in `kgs:chinese`.
pub static NAMES_ELSEWHERE: &[NameElsewhere] = {
    use HandicapBonus::{All, AllButOne, None};
    &[
        name("katago", "tromp-taylor", Ok("tromp-taylor"), None),
        name("katago", "chinese", Ok("chinese"), All),
        name("katago", "chinese-ogs", Ok("chinese-written"), All),
        name("katago", "chinese-kgs", Ok("chinese-written"), All),
        name("katago", "japanese", Err(SEKI), None),
        name("katago", "korean", Err(SEKI), None),
        name("katago", "stone-scoring", Err(ALL_GROUPS), None),
        name("katago", "aga", Ok("repetition=situational,suicide=forbidden"), AllButOne),
        name("katago", "bga", Ok("repetition=situational,suicide=forbidden"), AllButOne),
        name("katago", "french", Ok("repetition=situational,suicide=forbidden"), AllButOne),
        name("katago", "new-zealand", Ok("repetition=situational,suicide=several-stones"), None),
        name("katago", "nz", Ok("repetition=situational,suicide=several-stones"), None),
        name("katago", "goe", Ok("tromp-taylor"), None),
        name("katago", "ing", Ok("tromp-taylor"), None),
        name("katago", "ancient-area", Err(ALL_GROUPS), None),
        name("katago", "ancient-territory", Err(ALL_GROUPS), None),
        name("katago", "aga-button", Err(BUTTON), AllButOne),
        name("kgs", "japanese", Ok("japanese"), None),
        name("kgs", "chinese", Ok("chinese-written"), All),
        name("kgs", "aga", Ok("repetition=situational,suicide=forbidden"), AllButOne),
        name("kgs", "new-zealand", Ok("repetition=situational"), None),
        name("ogs", "japanese", Ok("japanese"), None),
        name("ogs", "korean", Ok("japanese"), None),
        name("ogs", "chinese", Ok("chinese-written"), All),
        name("ogs", "aga", Ok("aga"), AllButOne),
    ]
};

/// The error that says why a foreign rule set is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCarried(String);

impl fmt::Display for NotCarried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotCarried {}

impl RulesElsewhere {
    /// Returns the rules for a name of another program or server, in either case, with `_` or `-` between
    /// words.
    ///
    /// ```
    /// use superko::rules::{HandicapBonus, RulesElsewhere};
    ///
    /// let found = RulesElsewhere::named("kgs", "new_zealand")?;
    /// assert_eq!(found.rules, "repetition=situational".parse()?);
    /// assert_eq!(RulesElsewhere::named("katago", "chinese")?.bonus, HandicapBonus::All);
    /// let error = RulesElsewhere::named("katago", "japanese").unwrap_err().to_string();
    /// assert!(error.contains("`tax` is SEKI"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such name (the error lists the known names), or if the rules are not supported (the
    /// error says why).
    pub fn named(whose: &str, name: &str) -> Result<RulesElsewhere, NotCarried> {
        let written = name.to_ascii_lowercase().replace('_', "-");
        let theirs = || NAMES_ELSEWHERE.iter().filter(|known| known.whose == whose);
        let Some(known) = theirs().find(|known| known.name == written) else {
            let names: Vec<&str> = theirs().map(|known| known.name).collect();
            let what = format!("`{name}` is not a known name; known are {}", names.join(", "));
            return Err(NotCarried(what));
        };
        let rules = known.rules.map_err(|what| NotCarried(format!("`{name}`: {what}")))?;
        let rules = rules.parse().expect("the table names rules that there are, as a test shows");
        Ok(RulesElsewhere { rules, bonus: known.bonus })
    }

    /// Parses rules as KataGo takes them: one of its names, or its JSON. A field that is not set is as in
    /// Tromp-Taylor.
    ///
    /// # Errors
    ///
    /// If a name or field is unknown, or the rules are not supported; the error says which.
    pub fn katago(text: &str) -> Result<RulesElsewhere, NotCarried> {
        match text.trim_start().starts_with('{') {
            true => katago_json(text),
            false => RulesElsewhere::named("katago", text),
        }
    }

    /// Returns the rules as KataGo's JSON.
    ///
    /// # Errors
    ///
    /// If KataGo has no word for the value of a switch; the error names the switch.
    pub fn to_katago(self) -> Result<String, NotCarried> {
        let rules = self.rules;
        for switch in SWITCHES {
            let value = rules.value(switch);
            let has_word = match switch.name {
                "repetition" => value.ru.is_some(),
                // In KataGo a lone stone is never taken off by its own player.
                "suicide" => value.ru.is_some() || rules.repetition == Repetition::Positional,
                "score" => [Scoring::Area, Scoring::Territory].contains(&rules.score),
                // What is agreed, what ends the game without a result: KataGo has no switch for it.
                "agreement" | "long-cycle" => true,
                // Prisoners are not counted.
                "pass" if rules.score == Scoring::Area => true,
                _ => switch.is_default(rules),
            };
            if !has_word {
                let what = format!("KataGo has no word for {}", switch.written(value));
                return Err(NotCarried(what));
            }
        }
        let ko = switch_word("repetition", rules);
        let scoring = if rules.score == Scoring::Area { "AREA" } else { "TERRITORY" };
        let suicide = rules.suicide != Suicide::Forbidden;
        let bonus = self.bonus.word();
        Ok(format!(
            "{{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"suicide\":{suicide},\
             \"tax\":\"NONE\",\"whiteHandicapBonus\":\"{bonus}\"}}"
        ))
    }
}

/// KataGo's word for the value of a switch; empty if it has none.
fn switch_word(name: &str, rules: Rules) -> &'static str {
    let switch = SWITCHES.iter().find(|switch| switch.name == name);
    switch.and_then(|switch| rules.value(switch).ru).unwrap_or_default()
}

/// Reads KataGo's JSON.
fn katago_json(text: &str) -> Result<RulesElsewhere, NotCarried> {
    let wrong = |what: String| NotCarried(what);
    let mut read = RulesElsewhere::default();
    // What KataGo plays where the field is missing.
    let mut suicide = Suicide::SeveralStones;
    for (field, value) in flat_object(text).map_err(wrong)? {
        let refuse = |known: &str| Err(NotCarried(format!("`{field}` is {value}; known: {known}")));
        match (field, value) {
            ("ko", word) => {
                let switch = SWITCHES.iter().find(|switch| switch.name == "repetition");
                let values = switch.map_or(&[][..], |switch| switch.values);
                match values.iter().find(|known| known.ru == Some(word)) {
                    Some(value) => read.rules = (value.set)(read.rules),
                    None => return refuse("POSITIONAL, SITUATIONAL, SIMPLE"),
                }
            }
            ("scoring", "AREA") => read.rules.score = Scoring::Area,
            ("scoring", "TERRITORY") => read.rules.score = Scoring::Territory,
            ("scoring", _) => return refuse("AREA, TERRITORY"),
            ("tax", "NONE") | ("hasButton", "false") => {}
            ("tax", "SEKI") => return Err(NotCarried(SEKI.to_owned())),
            ("tax", "ALL") => return Err(NotCarried(ALL_GROUPS.to_owned())),
            ("tax", _) => return refuse("NONE"),
            ("hasButton", "true") => return Err(NotCarried(BUTTON.to_owned())),
            ("suicide", "true") => suicide = Suicide::SeveralStones,
            ("suicide", "false") => suicide = Suicide::Forbidden,
            // How KataGo passes, which is no rule.
            ("friendlyPassOk", "true" | "false") => {}
            ("hasButton" | "suicide" | "friendlyPassOk", _) => return refuse("true, false"),
            ("whiteHandicapBonus", word) => {
                match HandicapBonus::ALL.into_iter().find(|bonus| bonus.word() == word) {
                    Some(bonus) => read.bonus = bonus,
                    None => return refuse("0, N-1, N"),
                }
            }
            _ => return Err(NotCarried(format!("`{field}` is not a known field"))),
        }
    }
    let alike =
        suicide == Suicide::SeveralStones && read.rules.repetition == Repetition::Positional;
    read.rules.suicide = if alike { Suicide::default() } else { suicide };
    Ok(read)
}

/// Reads a JSON object of which every value is a word, `true`, `false` or a number, without escapes: each field with its value.
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

/// What stands in quotes.
fn quoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

/// Rules by a name with whose it is before it, such as `kgs:chinese`, or KataGo's JSON; nothing if it is neither.
pub(super) fn rules_elsewhere(text: &str) -> Option<Result<Rules, NotCarried>> {
    if text.starts_with('{') {
        return Some(RulesElsewhere::katago(text).map(|read| read.rules));
    }
    let (whose, name) = text.split_once(':')?;
    let is_known = NAMES_ELSEWHERE.iter().any(|known| known.whose == whose);
    is_known.then(|| RulesElsewhere::named(whose, name).map(|read| read.rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn every_name_stands_once_for_rules_that_there_are() {
        let mut names = Vec::new();
        for NameElsewhere { whose, name, rules, bonus } in NAMES_ELSEWHERE {
            names.push((whose, name));
            let written = format!("{whose}:{name}");
            match rules {
                Ok(rules) => {
                    let rules: Rules = rules.parse().unwrap();
                    assert_eq!(written.parse(), Ok(rules));
                    let read = RulesElsewhere::named(whose, &name.to_uppercase().replace('-', "_"));
                    assert_eq!(read, Ok(RulesElsewhere { rules, bonus: *bonus }));
                    let changed = rules.suicide(Suicide::SeveralStones);
                    assert_eq!(format!("{written},suicide=several-stones").parse(), Ok(changed));
                }
                Err(why) => {
                    let error = written.parse::<Rules>().unwrap_err().to_string();
                    assert!(error.contains(why) && error.contains(name), "{error}");
                }
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
                "repetition=simple-ko,suicide=several-stones",
                "0",
            ),
            (r#"{"ko":"SIMPLE"}"#, "repetition=simple-ko,suicide=several-stones", "0"),
            (r#"{"scoring":"TERRITORY","whiteHandicapBonus":"N"}"#, "score=territory", "N"),
        ] {
            let read = RulesElsewhere::katago(text).unwrap();
            assert_eq!((read.rules, read.bonus.word()), (rules.parse().unwrap(), bonus), "{text}");
            let written = read.to_katago().unwrap();
            assert_eq!(RulesElsewhere::katago(&written), Ok(read), "{written}");
        }
        assert_eq!(
            RulesElsewhere::default().to_katago().unwrap(),
            r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#
        );
        let json = r#"{"ko":"SITUATIONAL","suicide":false}"#;
        assert_eq!(json.parse::<Rules>(), "katago:aga".parse());
        assert_eq!("katago:goe".parse::<Rules>(), Ok(Rules::TROMP_TAYLOR));
    }

    #[test]
    fn what_is_not_carried_is_named() {
        for (text, said) in [
            ("martian", "`martian` is not a known name; known are tromp-taylor, chinese,"),
            ("{", "`{` is not a JSON object"),
            (r#"{"ko"}"#, "is not a JSON object"),
            (r#"{"ko":"SPIGHT"}"#, "`ko` is SPIGHT; known: POSITIONAL, SITUATIONAL, SIMPLE"),
            (r#"{"ko":""}"#, "`ko` is ; known"),
            (r#"{"ko":"SIMPLE","ko":"SIMPLE"}"#, "`ko` is set twice"),
            (r#"{"tax":"SEKI"}"#, "`tax` is SEKI"),
            (r#"{"tax":"ALL"}"#, "`tax` is ALL"),
            (r#"{"tax":"SOME"}"#, "`tax` is SOME; known: NONE"),
            (r#"{"hasButton":true}"#, "`hasButton` is true"),
            (r#"{"suicide":1}"#, "`suicide` is 1; known: true, false"),
            (r#"{"scoring":"LAND"}"#, "`scoring` is LAND; known: AREA, TERRITORY"),
            (r#"{"whiteHandicapBonus":"2"}"#, "known: 0, N-1, N"),
            (r#"{"komi":7.5}"#, "is not a JSON object"),
            (r#"{"komi":7}"#, "`komi` is not a known field"),
        ] {
            let error = RulesElsewhere::katago(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        for (rules, switch) in [
            ("new-zealand", "repetition=new-zealand"),
            ("repetition=situational", "suicide=allowed"),
            ("passes=three", "passes=three"),
            ("score=stones", "score=stones"),
            ("cgos", "illegal=loses"),
            ("aga", "last-pass=white"),
        ] {
            let rules = RulesElsewhere { rules: rules.parse().unwrap(), ..Default::default() };
            let error = rules.to_katago().unwrap_err().to_string();
            assert_eq!(error, format!("KataGo has no word for {switch}"));
        }
    }
}
