//! The parts of a certificate besides the report: the suite, the program, the date.

use super::engine::EngineChoice;
use super::shell;
use hmac_sha256::Hash;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};
use superko_certify::Options;
use superko_certify::report::Circumstances;

/// Returns the circumstances of a run that begins now. Hashes that are not known when the run is stopped are left out.
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

/// Sets the date of a run that ends now.
pub(crate) fn ended(begun: Circumstances) -> Circumstances {
    Circumstances { date: date_of(SystemTime::now()), ..begun }
}

fn date_of(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Returns whether the date of a certificate is over a day ahead. A day allows for clocks set to any time zone.
pub(crate) fn is_ahead(date: &str) -> bool {
    *date > *date_of(SystemTime::now() + Duration::from_hours(24))
}

/// Returns the SHA-256 of the fixed suite, in hexadecimal.
pub(crate) fn suite(options: &Options, stop: &dyn Fn() -> bool) -> String {
    hexadecimal(Hash::hash(options.suite_text(stop).as_bytes()))
}

/// Returns the SHA-256 of the engine's program, or of this program for a built-in engine. `None` if it cannot be read.
pub(crate) fn program(choice: &EngineChoice, stop: &dyn Fn() -> bool) -> Option<String> {
    let path = match choice {
        EngineChoice::Program(command, ..) => shell::program(command.first()?)?,
        _ => std::env::current_exe().ok()?,
    };
    hash_of(&path, stop)
}

/// Returns the SHA-256 of each file that the command line of an engine names besides the program, such as a script or weights.
pub(crate) fn files(choice: &EngineChoice, stop: &dyn Fn() -> bool) -> BTreeMap<String, String> {
    let EngineChoice::Program(command, ..) = choice else { return BTreeMap::new() };
    let named = command.iter().skip(1).map(|word| match word.split_once('=') {
        Some((option, path)) if option.starts_with('-') => path,
        _ => word,
    });
    let files = named.filter(|path| Path::new(path).is_file());
    files.filter_map(|path| Some((path.to_owned(), hash_of(Path::new(path), stop)?))).collect()
}

/// Returns the SHA-256 of a file, in hexadecimal. `None` if it cannot be read in time.
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
