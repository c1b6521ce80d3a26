//! What a certificate is made of beside the report: the suite, the program, the date.

use super::engine::EngineChoice;
use super::shell;
use hmac_sha256::Hash;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};
use superko::certify::Options;
use superko::report::Circumstances;

/// The circumstances of a run that begins now. What is not known by the time that the run is stopped is left out.
pub(crate) fn circumstances(
    choice: &EngineChoice,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Circumstances {
    Circumstances {
        suite: suite(options, stop),
        program: program(choice, stop),
        files: files(choice, stop),
        date: String::new(),
    }
}

/// The same of a run that ends now.
pub(crate) fn ended(begun: Circumstances) -> Circumstances {
    Circumstances { date: date_of(SystemTime::now()), ..begun }
}

fn date_of(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Whether a date, as a certificate has it, is over a day ahead: clocks are set to all kinds of zones.
pub(crate) fn is_ahead(date: &str) -> bool {
    *date > *date_of(SystemTime::now() + Duration::from_hours(24))
}

/// The SHA-256 of the fixed suite, in hexadecimal.
pub(crate) fn suite(options: &Options, stop: &dyn Fn() -> bool) -> String {
    hexadecimal(Hash::hash(options.suite_text(stop).as_bytes()))
}

/// The SHA-256 of the program that is the engine: of this one for an engine that is built in. None if it cannot be read.
pub(crate) fn program(choice: &EngineChoice, stop: &dyn Fn() -> bool) -> Option<String> {
    let path = match choice {
        EngineChoice::Program(command, ..) => shell::program(command.first()?)?,
        _ => std::env::current_exe().ok()?,
    };
    hash_of(&path, stop)
}

/// The SHA-256 of each file that the command line of an engine names beside the program: of a script, or of weights.
pub(crate) fn files(choice: &EngineChoice, stop: &dyn Fn() -> bool) -> BTreeMap<String, String> {
    let EngineChoice::Program(command, ..) = choice else { return BTreeMap::new() };
    let named = command.iter().skip(1).map(|word| match word.split_once('=') {
        Some((option, path)) if option.starts_with('-') => path,
        _ => word,
    });
    let files = named.filter(|path| Path::new(path).is_file());
    files.filter_map(|path| Some((path.to_owned(), hash_of(Path::new(path), stop)?))).collect()
}

/// The SHA-256 of a file, in hexadecimal. None if it cannot be read in time.
fn hash_of(path: &Path, stop: &dyn Fn() -> bool) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let (mut hash, mut buffer) = (Hash::new(), vec![0; 1 << 16]);
    while !stop() {
        match file.read(&mut buffer).ok()? {
            0 => return Some(hexadecimal(hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
    }
    None
}

fn hexadecimal(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        // FIPS 180-4, the example of one block.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hexadecimal(Hash::hash(b"abc")), expected);
    }
}
