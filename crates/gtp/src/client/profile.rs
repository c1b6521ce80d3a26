//! Profiles: data about an engine that is known in advance.

use super::questions::{HashProbe, LegalityProbe, Reader};
use super::rules_commands::RulesCommands;
use serde::Deserialize;
use std::path::Path;
use superko_engine::{Conventions, Ending, Fault, MoveCap};
use superko_game::rules::{Agreement, Rule, Rules, SWITCHES, Switch};
use superko_game::{Player, Size};

/// Advance knowledge of an engine: how to set the size and the rules, and which of its answers show what it knows.
///
/// Profiles are data. Those of known engines are compiled in. A command of a profile is used only if the engine lists
/// it too.
///
/// ```
/// use superko_gtp::client::Profile;
///
/// assert_eq!(Profile::of_engine("GNU Go").name, "gnugo");
/// assert_eq!(Profile::of_engine("something new").name, "generic");
/// assert!(Profile::find("gnuchess").unwrap_err().to_string().contains("katago"));
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// The name of the profile, as `--profile` takes it.
    pub name: String,
    /// Prefixes of these engines' answers to `name`, in lower case. A profile chosen explicitly needs none.
    #[serde(default)]
    pub engines: Vec<String>,
    /// The smallest and the largest side that these engines support. Other sizes are not tried.
    #[serde(default)]
    pub sides: Option<(u8, u8)>,
    /// The way to set up a board that is not square.
    pub rectangles: Rectangles,
    /// The ways to ask for the legality of a turn, best first.
    pub legality: Vec<LegalityProbe>,
    /// The ways to read the position, best first.
    pub board: Vec<Reader>,
    /// The meaning of the answer to `final_score`.
    pub final_score: FinalScore,
    /// Whether these engines have a pass. If `None`, the handshake finds out.
    #[serde(default)]
    pub pass: Option<Pass>,
    /// The player that these engines name as the winner of a tied game, if they report no ties.
    #[serde(default)]
    tie: Option<Side>,
    /// The ways to read the hash of the position, best first.
    #[serde(default)]
    pub hash: Vec<HashProbe>,
    /// The result of a play that repeats a position, if these engines accept such a play and it ends the game.
    #[serde(default)]
    repeat: Option<RepeatEnding>,
    /// The number of turns after which a game is over.
    #[serde(default)]
    move_cap: Option<Cap>,
    /// The commands that set the rules, if any.
    #[serde(default)]
    pub rules: Option<RulesCommands>,
    /// Unusual answers to `play` that refuse a turn. Numbers, colors and vertices in them are ignored.
    #[serde(default)]
    pub refusals: Vec<String>,
    /// Whether `play` accepts turns although the engine knows that they are illegal.
    #[serde(default)]
    pub tolerates_illegal_plays: bool,
    /// Notes for users of these engines.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// The ways to set up a board that is not square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rectangles {
    /// Boards that are not square are not supported.
    None,
    /// Use `rectangular_boardsize COLUMNS ROWS`.
    RectangularBoardsize,
    /// Use `boardsize COLUMNS ROWS`.
    Boardsize,
    /// Use `rectangular_boardsize` if the engine lists it, otherwise `boardsize`, and verify the shape of the board.
    FindOut,
}

/// The meaning of the answer to `final_score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalScore {
    /// The score of the position as it stands. It is always graded.
    Claim,
    /// Only the winner, whatever the margin. It is always graded.
    Winner,
    /// An estimate, in which stones considered dead count for the other side. It is never used.
    Estimate,
    /// A claim or an estimate. The handshake finds out which.
    Calibrate,
}

/// Whether there is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// There is no pass.
    None,
    /// There is a pass.
    Usual,
}

/// A player, as a profile writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Black,
    White,
}

/// The end of a game by a repeat, as a profile writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RepeatEnding {
    Loss,
    Draw,
}

/// A number of turns, as a profile writes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Cap {
    Turns(usize),
    Text(String),
}

impl Profile {
    /// Returns all built-in profiles.
    ///
    /// # Panics
    ///
    /// Does not panic: a test parses all of them.
    pub fn all() -> Vec<Profile> {
        FILES
            .iter()
            .map(|text| Profile::parse(text).expect("the profiles compiled in are read by a test"))
            .collect()
    }

    /// Returns the profile with this name.
    ///
    /// # Errors
    ///
    /// If there is no such profile; the error lists the known names.
    pub fn find(name: &str) -> Result<Profile, ProfileError> {
        let found = Profile::all().into_iter().find(|profile| profile.name == name);
        found.ok_or_else(|| ProfileError::Unknown(name.to_owned()))
    }

    /// Reads a profile from a TOML file, in the format of `crates/gtp/src/client/profiles`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a profile; the error says what is expected.
    pub fn load(path: &Path) -> Result<Profile, ProfileError> {
        let unusable =
            |what: String| ProfileError::Unusable { path: path.display().to_string(), what };
        let text = std::fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
        Profile::parse(&text).map_err(unusable)
    }

    /// Parses a profile.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, lacks a key, or has an unknown key or value.
    pub fn parse(text: &str) -> Result<Profile, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let profile: Profile = toml::from_str(text).map_err(|error| {
            let line = |start| text[..start].matches('\n').count() + 1;
            match error.span().map(|span| line(span.start)) {
                // A missing field is on no line.
                Some(line) if !error.message().starts_with("missing field") => {
                    format!("line {line}: {}", error.message())
                }
                _ => error.message().to_owned(),
            }
        })?;
        if let Some((least, most)) = profile.sides
            && least > most
        {
            return Err(format!("sides = [{least}, {most}]: the smaller one comes first"));
        }
        profile.cap()?;
        if let Some(commands) = &profile.rules {
            commands.check()?;
        }
        Ok(profile)
    }

    /// Returns the profile of an engine by its answer to `name`; an unknown engine gets `generic`.
    ///
    /// # Panics
    ///
    /// Does not panic: there is a generic profile.
    pub fn of_engine(answer: &str) -> Profile {
        let answer = answer.to_ascii_lowercase();
        let mut all = Profile::all();
        let known = |profile: &Profile| {
            profile.engines.iter().any(|start| answer.starts_with(start.as_str()))
        };
        let place = all.iter().position(known).unwrap_or(all.len() - 1);
        all.swap_remove(place)
    }

    /// Returns the conventions in which these engines differ from most engines.
    pub fn conventions(&self) -> Conventions {
        Conventions {
            lacks_pass: self.pass == Some(Pass::None),
            passes_after_end: false,
            repeat: self.repeat.map(|ending| match ending {
                RepeatEnding::Loss => Ending::Loss,
                RepeatEnding::Draw => Ending::Draw,
            }),
            move_cap: self.cap().ok().flatten(),
            tie_winner: self.tie.map(|side| [Player::Black, Player::White][side as usize]),
        }
    }

    fn cap(&self) -> Result<Option<MoveCap>, String> {
        let text = match &self.move_cap {
            None => return Ok(None),
            Some(Cap::Turns(turns)) => turns.to_string(),
            Some(Cap::Text(text)) => text.clone(),
        };
        text.parse().map(Some).map_err(|error| format!("move-cap: {error}"))
    }

    /// Returns the profile of unknown engines.
    pub(super) fn generic() -> Profile {
        Profile::of_engine("")
    }

    /// Returns the commands that set the rules, without their arguments.
    pub(super) fn rules_words(&self) -> impl Iterator<Item = &str> {
        let commands = self.rules.iter().flat_map(|rules| &rules.commands);
        commands.filter_map(|command| command.split_whitespace().next())
    }

    /// Returns the command that sets a board size, or why there is none.
    pub(super) fn size_command(
        &self,
        size: Size,
        listed: impl Fn(&str) -> bool,
    ) -> Result<String, String> {
        let (columns, rows) = (size.columns(), size.rows());
        if let Some((least, most)) = self.sides {
            let sides = least..=most;
            if !sides.contains(&columns) || !sides.contains(&rows) {
                return Err(format!("sides of {least} to {most} only"));
            }
        }
        if size.is_square() {
            return Ok(format!("boardsize {columns}"));
        }
        let rectangular = "rectangular_boardsize";
        match self.rectangles {
            Rectangles::None => Err("square boards only".to_owned()),
            Rectangles::RectangularBoardsize | Rectangles::FindOut if listed(rectangular) => {
                Ok(format!("{rectangular} {columns} {rows}"))
            }
            Rectangles::RectangularBoardsize => Err(format!("it does not list {rectangular}")),
            Rectangles::Boardsize | Rectangles::FindOut => {
                Ok(format!("boardsize {columns} {rows}"))
            }
        }
    }

    /// Returns whether the engine may end a game by other rules than these, and whether it may score the game by others. It
    /// may if one of these rules is not the default and the profile's commands do not set it.
    pub(super) fn has_own_end_and_score(&self, rules: Rules) -> [bool; 2] {
        let is_set = |switch: &Switch| match &self.rules {
            // The engine is started with the rules to play.
            None => true,
            Some(commands) => commands.tells(switch, rules),
        };
        [Rule::TT8, Rule::TT9].map(|base| {
            let of_base = SWITCHES.iter().filter(|switch| switch.base() == base);
            of_base.into_iter().any(|switch| !switch.is_default(rules) && !is_set(switch))
        })
    }

    /// Returns the commands that tell the engine the rules.
    ///
    /// # Errors
    ///
    /// [`Fault::Unsupported`] if the engine has no word for these rules. Also if no command sets a tax, a button, dead enclosed
    /// stones or cleanup phases: the handshake would misunderstand an engine that does not know of them.
    pub(super) fn rules_commands(&self, rules: &Rules) -> Result<Vec<String>, Fault> {
        let must_be_set = |switch: &&Switch| match switch.name {
            "tax" | "button" | "enclosed" => !switch.is_default(*rules),
            "agreement" => rules.agreement == Agreement::Cleanup,
            _ => false,
        };
        let is_set = |switch: &Switch| {
            self.rules.as_ref().is_some_and(|commands| commands.tells(switch, *rules))
        };
        let lacks_command = |switch: &&Switch| must_be_set(switch) && !is_set(switch);
        if let Some(switch) = SWITCHES.iter().find(lacks_command) {
            let value = switch.written(rules.value(switch));
            let what = format!(
                "an engine can be tested under `{value}` only if its profile has commands that set it"
            );
            return Err(Fault::Unsupported { what });
        }
        let Some(commands) = &self.rules else { return Ok(Vec::new()) };
        let missing = match commands.filled(*rules) {
            Ok(commands) => return Ok(commands),
            Err(missing) => missing,
        };
        let synonym = rules.synonym().and_then(|rules| commands.filled(rules).ok());
        synonym.ok_or_else(|| {
            let near = commands.near(*rules).map(|word| format!("; they have one for `{word}`"));
            let (name, near) = (&self.name, near.unwrap_or_default());
            let what = format!("{name} engines have no setting for `{missing}`{near}");
            Fault::Unsupported { what }
        })
    }
}

/// The built-in profiles. The generic one is last.
const FILES: &[&str] = &[
    include_str!("profiles/gnugo.toml"),
    include_str!("profiles/leela-zero.toml"),
    include_str!("profiles/katago.toml"),
    include_str!("profiles/fuego.toml"),
    include_str!("profiles/pachi.toml"),
    include_str!("profiles/sayuri.toml"),
    include_str!("profiles/generic.toml"),
];

/// Returns the names of all profiles.
fn names() -> String {
    Profile::all().into_iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
}

/// The error when a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// There is no profile with this name.
    #[error("there is no profile `{0}`: use {names}, or a file such as my.toml", names = names())]
    Unknown(String),
    /// A file is not a profile.
    #[error("cannot use the profile in {path}: {what}")]
    Unusable {
        /// The path of the file.
        path: String,
        /// The reason.
        what: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::rules::{Repetition, Suicide};

    #[test]
    fn every_profile_is_read_and_found_by_its_names() {
        let all = Profile::all();
        assert_eq!(all.last().map(|profile| profile.name.as_str()), Some("generic"));
        for profile in all {
            assert_eq!(Profile::find(&profile.name).unwrap().name, profile.name);
            for engine in &profile.engines {
                assert_eq!(*engine, engine.to_ascii_lowercase());
                assert_eq!(Profile::of_engine(&engine.to_uppercase()).name, profile.name);
            }
            let Some(commands) = &profile.rules else { continue };
            // An engine without words for suicide either allows or forbids it.
            let either = [Suicide::Forbidden, Suicide::Allowed];
            let mut either = either.map(|suicide| Rules::default().suicide(suicide)).into_iter();
            let commands = either.find_map(|rules| commands.filled(rules).ok());
            let commands =
                commands.unwrap_or_else(|| panic!("{} is told no superko", profile.name));
            assert!(!commands.concat().contains('$'), "{commands:?}");
        }
    }

    #[test]
    fn every_file_is_compiled_in_and_every_word_is_explained() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/client/profiles");
        let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let files = names.filter(|name| name.to_str().unwrap().ends_with(".toml")).count();
        assert_eq!(FILES.len(), files, "FILES lacks a file of {}", folder.display());
        let explained = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let generic = include_str!("profiles/generic.toml");
        for (key, end) in
            [("rectangles", ""), ("legality", "]"), ("board", "]"), ("final-score", "")]
        {
            // The error message lists the possible values of the key.
            let is_other = |line: &&str| !line.starts_with(key);
            let rest: Vec<&str> = generic.lines().filter(is_other).collect();
            let start = if end.is_empty() { "" } else { "[" };
            let unknown = format!("{key} = {start}\"?\"{end}\n{}", rest.join("\n"));
            let error = Profile::parse(&unknown).unwrap_err();
            let words: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
            assert!(words.len() > 2, "{error}");
            for word in words {
                assert!(explained.contains(&format!("`{word}`")), "{key}: {word}");
            }
        }
    }

    #[test]
    fn the_error_for_an_unknown_profile_lists_the_known_ones() {
        let error = Profile::find("leela").unwrap_err().to_string();
        assert!(
            error.contains("`leela`") && error.contains("leela-zero, katago, fuego"),
            "{error}"
        );
    }

    #[test]
    fn a_profile_in_a_file_is_read_or_the_error_says_what_is_wrong() {
        // The example on the page about profiles.
        let page = include_str!("profiles/README.md");
        let whole =
            page.split("```").nth(1).and_then(|block| block.strip_prefix("toml\n")).unwrap();
        assert_eq!(Profile::parse(whole).map(|profile| profile.name), Ok("mine".to_owned()));
        for (from, to, said) in [
            ("rectangles =", "rectangle =", "unknown field `rectangle`"),
            ("name = \"mine\"", "", "missing field `name`"),
            ("\"all-legal\"", "\"guess\"", "unknown variant `guess`, expected one of `all-legal`"),
            ("[2, 19]", "[9, 5]", "sides = [9, 5]: the smaller one comes first"),
            (
                "words.suicide",
                "words.death",
                "words.death: the switches of the rules are repetition",
            ),
            ("allowed =", "two =", "words.suicide.two: the values of suicide are allowed"),
            ("$repetition", "x", "words.repetition: no command contains $repetition"),
            ("$suicide", "$suicide $komi", "commands: there is no words.komi for $komi"),
            ("$suicide", "$suicide $katago-json", "words: $katago-json sets all rules"),
            ("name =", "name", "key with no value, expected `=`"),
        ] {
            assert!(whole.contains(from), "{from}");
            let error = Profile::parse(&whole.replace(from, to)).unwrap_err();
            assert!(error.contains(said), "{to}: {error}");
        }
        // Lines are counted from 1. A missing key is on no line.
        let error_of = |text: &str| Profile::parse(text).unwrap_err();
        assert_eq!(error_of(&whole.replace("name = \"mine\"", "")), "missing field `name`");
        let place = whole.lines().position(|line| line.starts_with("rectangles")).unwrap() + 1;
        let error = error_of(&whole.replace("rectangles =", "rectangle ="));
        assert!(error.starts_with(&format!("line {place}: unknown field `rectangle`")), "{error}");
        // A profile chosen by its file needs no `engines`. A byte order mark and Windows line ends do not matter.
        let unnamed: String = whole
            .lines()
            .filter(|line| !line.starts_with("engines"))
            .fold("\u{feff}".to_owned(), |text, line| text + line + "\r\n");
        assert_eq!(Profile::parse(&unnamed).unwrap().engines, [""; 0]);
        let error = Profile::load(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.starts_with("cannot use the profile in no/such.toml: "), "{error}");
    }

    #[test]
    fn sizes_have_commands() {
        let profile = |name: &str| Profile::find(name).unwrap();
        let command = |name: &str, size: &str, listed: &str| {
            profile(name).size_command(size.parse().unwrap(), |command| command == listed)
        };
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(command("gnugo", "5", ""), ok("boardsize 5"));
        assert_eq!(command("gnugo", "20", ""), Err("sides of 1 to 19 only".to_owned()));
        assert_eq!(command("gnugo", "5x4", ""), Err("square boards only".to_owned()));
        let rectangular = "rectangular_boardsize";
        assert_eq!(command("katago", "5x4", rectangular), ok("rectangular_boardsize 5 4"));
        assert!(command("katago", "5x4", "").is_err());
        assert_eq!(command("generic", "5x4", rectangular), ok("rectangular_boardsize 5 4"));
        assert_eq!(command("generic", "5x4", ""), ok("boardsize 5 4"));
    }

    #[test]
    fn rules_are_told_in_the_words_of_the_engine() {
        let katago = Profile::find("katago").unwrap();
        assert!(katago.tolerates_illegal_plays);
        let commands = katago.rules_commands(&Rules::default()).unwrap();
        assert!(commands[0].starts_with("kata-set-rules {"), "{commands:?}");
        assert!(commands[0].contains(r#""ko":"POSITIONAL""#), "{commands:?}");
        assert!(commands[0].contains(r#""suicide":true"#), "{commands:?}");
        for (rules, lacking) in [
            ("new-zealand", "`repetition=new-zealand`"),
            ("repetition=situational", "`suicide=allowed`"),
        ] {
            let fault = katago.rules_commands(&rules.parse().unwrap()).unwrap_err();
            assert!(fault.to_string().contains(lacking), "{fault}");
        }
        let fault = katago.rules_commands(&"aga".parse().unwrap()).unwrap_err();
        let near = "have no setting for `last-pass=white`; they have one for `last-pass=anybody`";
        assert!(fault.to_string().contains(near), "{fault}");
        let gnugo = Profile::find("gnugo").unwrap();
        assert_eq!(gnugo.rules_commands(&Rules::default()), Ok(Vec::new()));
        for value in ["tax=seki", "button=half-point", "agreement=cleanup"] {
            let fault = gnugo.rules_commands(&value.parse().unwrap()).unwrap_err();
            let said = format!("under `{value}` only if its profile has commands that set it");
            assert!(fault.to_string().contains(&said), "{fault}");
        }
    }

    #[test]
    fn a_switch_that_decides_turns_needs_a_word_unless_it_is_at_its_default() {
        let commands: RulesCommands =
            toml::from_str("commands = ['ko $repetition']\nwords.repetition.none = 'free'")
                .unwrap();
        let none = Rules::default().repetition(Repetition::None);
        assert_eq!(commands.filled(none), Ok(vec!["ko free".to_owned()]));
        assert_eq!(commands.filled(Rules::default()), Err("repetition=positional".to_owned()));
        let forbidden = none.suicide(Suicide::Forbidden);
        assert_eq!(commands.filled(forbidden), Err("suicide=forbidden".to_owned()));
    }
}
