//! Reads whole files up to a maximum size, because a device has no end.

use super::signals::Interrupt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// The most MiB of a report, a certificate, or another list of facts. Real ones have a hundredth of it.
const FACTS: u64 = 4;

/// The most MiB of a file with a game. A million moves have a tenth of it.
const RECORD: u64 = 64;

/// The interval between two checks whether the program is asked to end.
const MOMENT: Duration = Duration::from_millis(20);

/// Reads a report, a certificate, keys, known failures; `-` is standard input.
pub(crate) fn read_facts(path: &Path) -> io::Result<String> {
    let bytes = read(path, FACTS)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// Does the work of [`read_facts`], but ends the program when it is asked to end: a pipe may never get a writer.
pub(crate) fn read_facts_until(interrupt: &Interrupt, path: &Path) -> io::Result<String> {
    let name = path.to_owned();
    let reader = std::thread::spawn(move || read_facts(&name));
    while !reader.is_finished() && !path.is_file() {
        if interrupt.is_set() {
            std::process::exit(interrupt.exit() as i32);
        }
        std::thread::sleep(MOMENT);
    }
    reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Reads a file with a game; `-` is standard input.
pub(crate) fn read_record(path: &Path) -> io::Result<Vec<u8>> {
    read(path, RECORD)
}

/// Reads a file of at most this many MiB.
fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    match path == Path::new("-") {
        true => bounded(io::stdin().lock(), most),
        false => bounded(File::open(path)?, most),
    }
}

fn bounded(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take((most << 20) + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 <= most << 20 {
        true => Ok(bytes),
        false => Err(io::Error::other(format!("it is larger than {most} MiB"))),
    }
}
