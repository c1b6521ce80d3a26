//! The options of a caller, as JSON.

use crate::run::record_in;
use serde::Deserialize;
use std::fmt::Display;
use superko::certify::{Calls, Diagnose, Level, Options};
use superko::engine::Note;
use superko::{About, Check, Conventions, Ending, Player, Record, Rules, Size};

/// The options of `certify` and `identify`. The level is smoke by default; other defaults are as on the command line.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Asked {
    name: Option<String>,
    version: Option<String>,
    notes: Vec<String>,
    rules: Option<String>,
    sizes: Option<Vec<String>>,
    level: Option<String>,
    games: Option<u64>,
    seed: Option<u64>,
    only: Vec<String>,
    skip: Vec<String>,
    require: Vec<String>,
    strict: bool,
    fail_fast: bool,
    known: Vec<String>,
    tolerates: bool,
    pass: Option<bool>,
    repeat: Option<String>,
    move_cap: Option<String>,
    tie: Option<String>,
    calls: WrittenCalls,
    /// Games to be played before the one that is replayed.
    after: Vec<String>,
}

/// The calls of the program, as in [`Calls`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WrittenCalls {
    replay: String,
    replay_after: String,
    by_rules: String,
    by_level: String,
}

/// The options, parsed.
#[derive(Debug)]
pub(crate) struct Understood {
    pub(crate) options: Options,
    pub(crate) about: About,
    /// Games to be played before the one that is replayed.
    pub(crate) after: Vec<Record>,
}

impl Asked {
    /// Reads options from JSON.
    pub(crate) fn read(json: &str) -> Result<Asked, String> {
        serde_json::from_str(json).map_err(|error| format!("options: {error}"))
    }

    /// Parses the values of the options.
    pub(crate) fn understood(&self) -> Result<Understood, String> {
        let mut options = Options::at(match &self.level {
            None => Level::Smoke,
            Some(name) => one_of("level", name, &LEVELS, "a level: write smoke, standard or full")?,
        });
        if let Some(rules) = &self.rules {
            options.rules = read::<Rules>("rules", rules)?;
        }
        let sizes = self.sizes.iter().flatten().map(|size| read::<Size>("sizes", size));
        options = options.on(sizes.collect::<Result<Vec<Size>, String>>()?);
        options.seed = self.seed.unwrap_or(options.seed);
        (options.only, options.skip) = (self.only.clone(), self.skip.clone());
        for check in &self.require {
            options.required.push(read::<Check>("require", check)?);
        }
        (options.strict, options.fail_fast) = (self.strict, self.fail_fast);
        options.expected = read("known", &self.known.join("\n"))?;
        options.diagnose = Diagnose::WhereWorthwhile;
        let WrittenCalls { replay, replay_after, by_rules, by_level } = self.calls.clone();
        let refuse = "return `false`, or throw `superko.Illegal`";
        options.calls = Calls { replay, replay_after, by_rules, by_level, refuse, comment: "//" };
        let options = options.playing(self.games, false);
        options.check_patterns(&|| false).map_err(|error| error.to_string())?;
        let after =
            self.after.iter().map(|game| record_in(game).map_err(|why| format!("after: {why}")));
        Ok(Understood { options, about: self.about()?, after: after.collect::<Result<_, _>>()? })
    }

    fn about(&self) -> Result<About, String> {
        let ending = |word: &str| {
            one_of("repeat", word, &ENDINGS, "a way to end a game: write loss or draw")
        };
        let player = |word: &str| one_of("tie", word, &PLAYERS, "a player: write B or W");
        Ok(About {
            version: self.version.clone(),
            notes: self.notes.iter().cloned().map(Note::Text).collect(),
            tolerates_illegal_plays: self.tolerates,
            conventions: Conventions {
                lacks_pass: self.pass == Some(false),
                repeat: self.repeat.as_deref().map(ending).transpose()?,
                move_cap: self.move_cap.as_deref().map(|cap| read("moveCap", cap)).transpose()?,
                tie_winner: self.tie.as_deref().map(player).transpose()?,
                ..Conventions::default()
            },
            ..About::named(self.name.as_deref().unwrap_or("board"))
        })
    }
}

/// Parses the value of an option.
fn read<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String>
where
    T::Err: Display,
{
    text.parse().map_err(|error| format!("{option}: {error}"))
}

const LEVELS: [(&str, Level); 3] =
    [("smoke", Level::Smoke), ("standard", Level::Standard), ("full", Level::Full)];
const ENDINGS: [(&str, Ending); 2] = [("loss", Ending::Loss), ("draw", Ending::Draw)];
const PLAYERS: [(&str, Player); 2] = [("B", Player::Black), ("W", Player::White)];

/// Reads one of some words. For another word, `is_not` completes the error: it says what the word
/// is not, and lists the known words.
fn one_of<T: Copy>(option: &str, word: &str, all: &[(&str, T)], is_not: &str) -> Result<T, String> {
    let found = all.iter().find(|(known, _)| *known == word);
    found.map(|(_, value)| *value).ok_or_else(|| format!("{option}: `{word}` is not {is_not}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(json: &str) -> Result<Understood, String> {
        Asked::read(json).and_then(|asked| asked.understood())
    }

    #[test]
    fn options_that_are_not_given_have_their_defaults() {
        let Understood { options, about, .. } = understood("{}").unwrap();
        assert_eq!(options.rules, Rules::default());
        assert_eq!((options.level, options.games, options.seed), (Level::Smoke, Some(100), 1));
        assert!(!options.sizes_named && options.required.is_empty());
        assert_eq!(about, About::named("board"));
    }

    #[test]
    fn options_that_are_given_are_parsed() {
        let text = r#"{"rules": "aga", "sizes": ["5x5", "9", "5"], "moveCap": "2*n*n", "repeat": "loss", "tie": "W",
            "pass": false, "require": ["score"], "seed": 7, "known": ["TT6.play.repeat-initial"]}"#;
        let Understood { options, about, .. } = understood(text).unwrap();
        assert_eq!(options.rules, "aga".parse().unwrap());
        let sizes: Vec<String> = options.sizes.iter().map(Size::to_string).collect();
        assert_eq!((sizes.join(" ").as_str(), options.seed), ("5x5 9x9", 7));
        assert_eq!(options.required, [Check::Score]);
        assert!(about.conventions.lacks_pass && about.conventions.move_cap.is_some());
        assert_eq!(about.conventions.repeat, Some(Ending::Loss));
        assert_eq!(about.conventions.tie_winner, Some(Player::White));
        assert!(options.expected.contains("TT6.play.repeat-initial"));
    }

    #[test]
    fn options_that_cannot_be_parsed_are_named() {
        for (json, named) in [
            (r#"{"rule": "aga"}"#, "unknown field `rule`"),
            (r#"{"rules": "agha"}"#, "rules: "),
            (r#"{"sizes": ["26"]}"#, "sizes: "),
            (r#"{"level": "all"}"#, "`all` is not a level: write smoke, standard or full"),
            (r#"{"require": ["scores"]}"#, "did you mean `score`?"),
            (r#"{"repeat": "win"}"#, "`win` is not a way to end a game"),
            (r#"{"tie": "X"}"#, "`X` is not a player"),
            (r#"{"moveCap": "many"}"#, "`many` is not a number of turns"),
            (r#"{"known": ["TT6"]}"#, "`TT6` is not the id of a finding"),
            (r#"{"only": ["no-such"]}"#, "`no-such` matches no part"),
        ] {
            let error = understood(json).unwrap_err();
            assert!(error.contains(named), "{json}: {error}");
        }
    }
}
