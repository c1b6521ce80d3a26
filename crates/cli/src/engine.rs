//! The engine that a command is about.

use super::output::say;
use super::{Exit, Failure, log, shell};
use bytesize::ByteSize;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::time::Duration;
use superko_certify::{Level, ProtocolTests};
use superko_engine::{Engine, EngineFactory, Fault, Optimized, Reference};
use superko_game::Size;
use superko_game::rules::Rules;
use superko_gtp::client::{self, GtpEngine, Profile};
use superko_harness::findings::Effort;
use superko_harness::zoo;

/// An engine: built in, or a program that speaks GTP.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArguments {
    /// A built-in engine: `optimized`, `reference`, or `zoo:NAME` for one that is wrong on purpose
    #[arg(value_name = "ENGINE", conflicts_with = "program")]
    built_in: Option<String>,

    /// How to talk to the program: the name of a profile (gnugo, katago, ...) or a file such as my.toml [default: by its GTP
    /// `name`]
    #[arg(long, value_name = "PROFILE", requires = "program", conflicts_with = "built_in")]
    pub(crate) profile: Option<String>,

    /// How long the program may take for one answer
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub(crate) timeout: Duration,

    /// How long the program may take for its first answer [default: 30s, or --timeout if that is longer]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    start_timeout: Option<Duration>,

    /// How much data each process of the program may have, such as 2GiB; Linux only
    #[arg(long, value_name = "SIZE", requires = "program", conflicts_with = "built_in", value_parser = bytes)]
    pub(crate) memory: Option<u64>,

    /// Skip the lines that the program writes on standard output outside of its GTP replies, instead of stopping at the first
    #[arg(long, requires = "program", conflicts_with = "built_in")]
    pub(crate) skip_stray_lines: bool,

    /// Append the whole GTP conversation to this file, with times
    #[arg(long, value_name = "FILE", requires = "program", conflicts_with = "built_in")]
    log: Option<PathBuf>,

    /// A program that speaks GTP on standard input and output, with its arguments
    #[arg(last = true, value_name = "COMMAND")]
    program: Vec<String>,
}

/// The engine that was chosen.
#[derive(Debug)]
pub(crate) enum EngineChoice {
    /// The optimized engine.
    Optimized,
    /// The reference.
    Reference,
    /// An engine that is wrong on purpose.
    Zoo(&'static zoo::Mutant),
    /// A program with its options, and the options as they were given, each followed by a space.
    Program(Vec<String>, Box<client::GtpOptions>, String),
}

impl EngineArguments {
    /// Returns how long the program may take for its first answer.
    pub(crate) fn start_timeout(&self) -> Duration {
        self.start_timeout.unwrap_or(client::GtpOptions::default().start.max(self.timeout))
    }

    /// Returns whether an engine was named.
    pub(crate) fn is_given(&self) -> bool {
        self.built_in.is_some() || !self.program.is_empty()
    }

    /// Returns whether the engine is a program, which is started.
    pub(crate) fn is_program(&self) -> bool {
        !self.program.is_empty()
    }

    /// Returns the options on which an answer may depend, without the defaults.
    fn option_words(&self) -> String {
        let usual = client::GtpOptions::default();
        let mut words = String::new();
        let mut add = |name: &str, value: &str| {
            words += &format!("--{name} {} ", shell::quoted(value));
        };
        if let Some(profile) = &self.profile {
            add("profile", profile);
        }
        let timeout = Some(self.timeout).filter(|&time| time != usual.timeout);
        for (name, time) in [("timeout", timeout), ("start-timeout", self.start_timeout)] {
            if let Some(time) = time {
                add(name, &humantime::format_duration(time).to_string());
            }
        }
        if let Some(memory) = self.memory {
            add("memory", &format!("{memory}B"));
        }
        if self.skip_stray_lines {
            words += "--skip-stray-lines ";
        }
        words
    }

    /// Returns the engine that was chosen.
    pub(crate) fn choice(&self) -> Result<EngineChoice, Failure> {
        if !self.program.is_empty() {
            let profile = match &self.profile {
                Some(name) => Some(profile_of(name).map_err(Failure::usage)?),
                None => None,
            };
            let options = client::GtpOptions {
                profile,
                timeout: self.timeout,
                start: self.start_timeout(),
                memory: self.memory,
                skip_stray_lines: self.skip_stray_lines,
                log: self.log.as_deref().map(log::open).transpose()?.unwrap_or_default(),
                ..client::GtpOptions::default()
            };
            let (mut program, options) = (self.program.clone(), Box::new(options));
            if let Some(file) = shell::game(&program[0]) {
                say(&format!("{} is not on the PATH; this is {file}", shell::quoted(&program[0])));
                program[0] = file;
            }
            return Ok(EngineChoice::Program(program, options, self.option_words()));
        }
        built_in(self.built_in.as_deref().unwrap_or("optimized"))
    }
}

impl EngineChoice {
    /// Makes the engine.
    pub(crate) fn make(&self) -> Result<Box<dyn Engine>, Fault> {
        Ok(match self {
            EngineChoice::Optimized => Box::new(Optimized::new(smallest(), Rules::default())),
            EngineChoice::Reference => Box::new(Reference::new(smallest(), Rules::default())),
            EngineChoice::Zoo(mutant) => mutant.engine(),
            EngineChoice::Program(command, options, _) => {
                Box::new(GtpEngine::start(command, (**options).clone())?)
            }
        })
    }

    /// Returns the exit code if this engine disagrees with the reference. The optimized engine and the reference never should.
    pub(crate) fn deviates(&self) -> Exit {
        match self {
            EngineChoice::Optimized | EngineChoice::Reference => Exit::Internal,
            EngineChoice::Zoo(_) | EngineChoice::Program(..) => Exit::Deviates,
        }
    }

    /// Returns the failure if the engine cannot be examined, with what to try instead.
    pub(crate) fn cannot_examine(&self, fault: &Fault) -> Failure {
        Failure::untestable(self.why_not(fault.kind(), fault.command(), &fault.to_string()))
    }

    /// Returns the message that the engine cannot be examined, with what to try instead: from the kind of a fault, the command,
    /// and what happened.
    pub(crate) fn why_not(&self, kind: &str, command: Option<&str>, what: &str) -> String {
        format!("cannot test {}: {what}{}", self.in_words(), self.hint(kind, command))
    }

    /// Returns what to try if the engine cannot be started, as the end of a sentence.
    fn hint(&self, kind: &str, command: Option<&str>) -> String {
        let program = match self {
            EngineChoice::Program(command, ..) => command.first().map_or("", String::as_str),
            _ => "",
        };
        // An engine in GTP mode answers the first command, if slowly. In other modes, it ends, is silent, or prints other things.
        let silent = ["exit", "protocol", "timeout"].contains(&kind);
        let file = Path::new(program).file_stem().map(|name| name.to_string_lossy().to_lowercase());
        let known =
            GTP_MODES.iter().find(|(name, _)| file.as_ref().is_some_and(|f| f.starts_with(name)));
        let is_first = command == Some("protocol_version");
        match (kind, known) {
            ("start", _) => match shell::program_like(program) {
                Some(like) => format!("; did you mean `{like}`? Otherwise, give its full path"),
                None => "; check the spelling, or give its full path".to_owned(),
            },
            (_, Some((_, arguments))) if silent && is_first => {
                format!("; it speaks GTP when started as `{program} {arguments}`")
            }
            (_, None) if silent && is_first => {
                "; does it need an option to speak GTP, as in `gnugo --mode gtp`?".to_owned()
            }
            ("protocol", _) => {
                "; this concerns the protocol or the adapter, not the rules: see --profile"
                    .to_owned()
            }
            _ => String::new(),
        }
    }

    /// Returns a function that makes the engine, for the harness.
    pub(crate) fn factory(&self) -> Box<EngineFactory<'_>> {
        Box::new(|| self.make())
    }

    /// Returns the same engine, which is given up once `stop` says so.
    pub(crate) fn until(self, stop: client::Stop) -> EngineChoice {
        match self {
            EngineChoice::Program(command, options, words) => {
                let options = Box::new(client::GtpOptions { stop, ..*options });
                EngineChoice::Program(command, options, words)
            }
            other => other,
        }
    }

    /// Returns the tests of the protocol that the engine speaks, if it speaks one.
    pub(crate) fn protocol_tests(&self) -> Option<Box<ProtocolTests<'_>>> {
        match self {
            EngineChoice::Program(command, options, _) => {
                Some(Box::new(move || client::protocol_cases(command, options)))
            }
            _ => None,
        }
    }

    /// Sends commands to a program as they stand in a file, and returns the fault that they cause, if any.
    pub(crate) fn fault_from(&self, commands: &[String]) -> Option<Fault> {
        match self {
            EngineChoice::Program(program, options, _) => {
                client::converse(program, options, commands).err()
            }
            _ => None,
        }
    }

    /// Returns how much work to spend on shortening a finding. A program takes longer for an answer.
    pub(crate) fn effort(&self) -> Effort {
        match self {
            EngineChoice::Program(..) => Effort { tries: 4_000, turns: 20_000 },
            _ => Effort { tries: 20_000, turns: 200_000 },
        }
    }

    /// Returns the words on the command line that choose this engine again, with its options.
    pub(crate) fn arguments(&self) -> String {
        let options = match self {
            EngineChoice::Program(.., words) => words.as_str(),
            _ => "",
        };
        format!("{options}{}", self.name())
    }

    /// Returns the engine for a sentence: its name, or its command in backquotes.
    pub(crate) fn in_words(&self) -> String {
        match self {
            EngineChoice::Program(command, ..) => format!("`{}`", shell::joined(command)),
            _ => self.name(),
        }
    }

    /// Returns the words that name the engine.
    fn name(&self) -> String {
        match self {
            EngineChoice::Optimized => "optimized".to_owned(),
            EngineChoice::Reference => "reference".to_owned(),
            EngineChoice::Zoo(mutant) => format!("zoo:{}", mutant.name),
            EngineChoice::Program(command, ..) => format!("-- {}", shell::joined(command)),
        }
    }
}

/// Beginnings of the names of programs, and the arguments with which they speak GTP.
const GTP_MODES: [(&str, &str); 5] = [
    ("gnugo", "--mode gtp"),
    ("katago", "gtp -model MODEL -config FILE"),
    ("leelaz", "--gtp --weights FILE"),
    ("sayuri", "--mode gtp"),
    ("superko", "gtp"),
];

/// Returns the board that an engine is made with before it is told another.
fn smallest() -> Size {
    Size::square(1).expect("1x1 is a board")
}

/// Finds a built-in engine by its name.
pub(crate) fn built_in(name: &str) -> Result<EngineChoice, Failure> {
    match (name, name.strip_prefix("zoo:")) {
        ("optimized", _) => Ok(EngineChoice::Optimized),
        ("reference", _) => Ok(EngineChoice::Reference),
        (_, Some(mutant)) => zoo::find(mutant).map(EngineChoice::Zoo).ok_or_else(|| {
            Failure::usage(format!("`{mutant}` is not in the zoo; `superko zoo` lists its engines"))
        }),
        _ => Err(Failure::usage(format!(
            "`{name}` is not a built-in engine (`optimized`, `reference`, `zoo:NAME`); to test a program, put its command \
             after `--`, as in `superko certify -- gnugo --mode gtp`"
        ))),
    }
}

/// Finds a profile by its name, or reads it from a file.
fn profile_of(name: &str) -> Result<Profile, client::ProfileError> {
    let path = Path::new(name);
    let is_file =
        path.extension().is_some_and(|end| end == "toml") || path.components().count() > 1;
    if is_file { Profile::load(path) } else { Profile::find(name) }
}

/// Reads an amount of memory such as `2GiB`, `512MB` or `2G`, of at least a megabyte.
fn bytes(text: &str) -> Result<u64, String> {
    let size = text.parse::<ByteSize>().ok().map(|size| size.as_u64());
    size.filter(|&size| size >= 1_000_000).ok_or_else(|| {
        format!(
            "`{text}` is not an amount of memory: write a number with its unit, as in 512MB, 2GiB or 2G"
        )
    })
}

/// Reads a time such as `5s`, `2m`, `8h`, `500ms` or `1m 30s`, of up to a hundred years.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    // No clock overflows in this time.
    let longest = Duration::from_secs(100 * 365 * 24 * 3600);
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| !time.is_zero() && *time <= longest).ok_or_else(|| {
        format!(
            "`{text}` is not a duration: write a number above 0 with its unit, as in 500ms, 30s, 5m or 8h"
        )
    })
}

/// Parses a level. The help says what each level comes to.
pub(crate) fn level(comes_to: [&'static str; 3]) -> impl TypedValueParser<Value = Level> {
    let levels = Level::ALL.into_iter().zip(comes_to);
    let values = levels.map(|(level, help)| PossibleValue::new(level.id()).help(help));
    PossibleValuesParser::new(values).map(|word| {
        let known = Level::ALL.into_iter().find(|level| level.id() == word);
        known.expect("the possible values are the ids")
    })
}

/// Reads a number of games, or a seed.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!("`{text}` is not a whole number from 0 to 2^64 - 1: write it in digits, as in 1000")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_program(command: &[String]) -> EngineChoice {
        EngineChoice::Program(command.to_vec(), Box::default(), String::new())
    }

    #[test]
    fn times_have_a_unit_and_an_end() {
        for (text, milliseconds) in [
            ("500ms", 500),
            ("5s", 5_000),
            ("1.5s", 1_500),
            ("2m", 120_000),
            ("8h", 28_800_000),
            ("1m 30s", 90_000),
            ("30d", 2_592_000_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "10", "0s", "-5s", "5 parsecs", "s", "101y", "99999999999999999999h"] {
            let error = duration(text).unwrap_err();
            assert!(error.contains(&format!("`{text}` is not a duration")), "{error}");
        }
    }

    #[test]
    fn a_program_that_does_not_speak_gtp_is_told_how_it_would() {
        let fault = |command: &str| Fault::Protocol {
            command: command.to_owned(),
            what: "`Beginning ASCII mode game.` on standard output is not a GTP reply".to_owned(),
        };
        for (program, command, said) in [
            (
                "/usr/games/gnugo",
                "protocol_version",
                "when started as `/usr/games/gnugo --mode gtp`",
            ),
            ("KataGo-cuda", "protocol_version", "`KataGo-cuda gtp -model MODEL -config FILE`"),
            ("mine", "protocol_version", "an option to speak GTP, as in `gnugo --mode gtp`?"),
            ("gnugo", "play b A1", "the protocol or the adapter, not the rules: see --profile"),
        ] {
            let choice = of_program(&[program.to_owned()]);
            let message = choice.cannot_examine(&fault(command)).message;
            assert!(message.ends_with(said), "{message}");
            assert!(message.contains(&format!("cannot test `{program}`: `{command}`: ")));
        }
    }

    #[test]
    fn amounts_of_memory_have_a_unit() {
        for (text, expected) in [
            ("512MB", 512_000_000),
            ("2GiB", 2 << 30),
            ("1.5 GB", 1_500_000_000),
            ("2G", 2_000_000_000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "10", "-5MB", "2 elephants", "999kB"] {
            let error = bytes(text).unwrap_err();
            assert!(error.contains(&format!("`{text}` is not an amount of memory")), "{error}");
        }
    }

    #[test]
    fn a_command_line_can_be_pasted_into_a_shell() {
        let words = ["my engine", "--gtp", "it's", "$HOME", "a=b", ""].map(str::to_owned);
        let choice = of_program(&words);
        let line = choice.arguments();
        assert_eq!(shlex::split(&line).unwrap()[1..], words);
        assert_eq!(line, "-- 'my engine' --gtp \"it's\" '$HOME' 'a=b' ''");
    }
}
