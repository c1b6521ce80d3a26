//! The peak memory of the program for small hostile files.

#![cfg(target_os = "linux")]

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use nix::sys::resource::{UsageWho, getrusage};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The most memory that a process may use for any input of up to 1 MB, in bytes.
const MOST: usize = 250_000_000;

/// The files of the tests, removed at the end.
struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Files {
        let folder = format!("superko-memory-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        Files(folder)
    }

    /// Writes a file without holding all of it in memory. Returns its path.
    fn file(&self, name: &str, write: impl FnOnce(&mut dyn Write)) -> PathBuf {
        let path = self.0.join(name);
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        write(&mut file);
        file.flush().unwrap();
        path
    }

    /// Writes an archive of at most 1 MB with much larger files, each made of one repeated unit, and a last one that is a
    /// correct game.
    fn zip(&self, name: &str, units: &[(&str, usize)]) -> PathBuf {
        let path = self.file(name, |file| {
            let mut archive = ZipArchiveWriter::new(file);
            let small = [(")", 1)];
            for (number, &(unit, bytes)) in units.iter().chain(&small).enumerate() {
                let name = format!("{number}.sgf");
                let method = CompressionMethod::DEFLATE;
                let (mut file, sums) =
                    archive.new_file(&name).compression_method(method).start().unwrap();
                let mut writer = sums.wrap(DeflateEncoder::new(&mut file, Compression::best()));
                writer.write_all(b"(;SZ[25]RU[repetition=none];B[aa]").unwrap();
                repeat(&mut writer, unit, bytes);
                let (packer, sums) = writer.finish().unwrap();
                packer.finish().unwrap();
                file.finish(sums).unwrap();
            }
            archive.finish().unwrap();
        });
        assert!(path.metadata().unwrap().len() <= 1_000_000);
        path
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes a unit repeatedly, up to a number of bytes, and then the end of the game.
fn repeat(writer: &mut dyn Write, unit: &str, bytes: usize) {
    let piece = unit.repeat(1000);
    (0..bytes / piece.len()).for_each(|_| writer.write_all(piece.as_bytes()).unwrap());
    writer.write_all(b")").unwrap();
}

/// Runs the program, and returns its exit code and the last line that it prints.
fn run(arguments: &[&str], path: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_superko"))
        .args(arguments)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let last = out.lines().last().unwrap_or_default().to_owned();
    (output.status.code().unwrap(), last)
}

/// Returns the peak memory of the largest child process that has ended so far, in bytes.
fn peak() -> usize {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    1024 * usize::try_from(usage.max_rss()).unwrap()
}

/// Whether the cases with stricter limits are done. The tests measure the largest child process so
/// far, so these cases come before those of all tests.
static STRICTER: OnceLock<()> = OnceLock::new();

/// Whether the thorough test runs. Then the cases with stricter limits are thorough, whichever test comes first.
fn is_thorough_run() -> bool {
    std::env::args().any(|word| ["--ignored", "--include-ignored"].contains(&&*word))
}

/// Checks files that are no archives. With `all`, there are more of them, and they are larger.
fn assert_records_cost_little_memory(files: &Files, all: bool) {
    // A plain file costs at most 12 times its size.
    let units = [";B[aa];W[bb]C[why?]", "(;)", ";", ";AE[aa:cc]", "RE[B+1]"];
    let bytes = if all { 9_000_000 } else { 3_000_000 };
    for unit in if all { &units[..] } else { &units[..2] } {
        let path = files.file("plain.sgf", |file| {
            file.write_all(b"(;SZ[25];B[aa]").unwrap();
            repeat(file, unit, bytes);
        });
        run(&["judge", "--quiet"], &path);
        let (size, peak) = (path.metadata().unwrap().len() as usize, peak());
        assert!(peak <= 12 * size, "{unit}: {peak} bytes for {size}");
    }
    // Of so many moves, only those are replayed that come before the record treats a forbidden move as allowed.
    let moves = files.file("moves.sgf", |file| {
        file.write_all(b"(;SZ[19]").unwrap();
        repeat(file, ";B[aa];W[bb]", if all { 6_000_000 } else { 2_000_000 });
    });
    assert_eq!(run(&["replay", "--quiet"], &moves), (1, "Reference and engine agree.".to_owned()));
    assert!(peak() <= 12 * bytes, "{}", peak());
    // This record is replayed only in part, and the exit code says so.
    let passes = files.file("passes.txt", |file| {
        file.write_all(b"25x25 tromp-taylor: A1").unwrap();
        (0..if all { 300_000 } else { 100_000 }).for_each(|_| file.write_all(b",A1").unwrap());
    });
    let (code, _) = run(&["replay", "--quiet"], &passes);
    assert!(code == 4 && peak() <= MOST, "{code}: {}", peak());
}

/// Checks archives. Each has a small game after its large files, and that game is judged. Archives
/// stay within the limit whatever is in them, even with many threads. With `all`, there are more of
/// them, and they have more large files, which are judged one after another or by a few threads.
/// Without it, there is one with much of one file, and one with many files.
fn assert_archives_cost_little_memory(files: &Files, all: bool) {
    let archives = [
        ("large.zip", "(;", 24_000_000, 1, 1),
        ("many.zip", ";B[aa];W[bb]", 1_000_000, 12, 100),
        ("nodes.zip", ";", 24_000_000, 2, 5),
        ("largest.zip", ";", 50_000_000, 1, 1),
        ("variations.zip", "(;", 24_000_000, 2, 3),
        ("moves.zip", ";B[aa];B[bb];B[cc]", 24_000_000, 2, 3),
        ("stones.zip", ";AE[aa:yy]", 20_000_000, 2, 2),
        ("properties.zip", "RE[x]", 24_000_000, 2, 3),
    ];
    for (name, unit, bytes, few, many) in if all { &archives[..] } else { &archives[..2] } {
        let units = vec![(*unit, *bytes); if all { *many } else { *few }];
        let path = files.zip(name, &units);
        let (_, last) = run(&["judge", "--quiet", "--format", "jsonl", "--jobs", "64"], &path);
        let small = format!("{name}/{}.sgf\"", units.len());
        assert!(last.contains(&small) && last.contains("\"unfinished\""), "{name}: {last}");
        assert!(peak() <= MOST, "{name}: {} bytes", peak());
    }
}

/// Checks a long name, and JSON with many values. With `all`, the values are of all kinds.
fn assert_other_files_cost_little_memory(files: &Files, all: bool) {
    let megabytes = if all { 300 } else { 100 };
    let long_name = files.file("name.tar.gz", |file| {
        let mut packer = GzEncoder::new(file, Compression::fast());
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::GNULongName);
        header.set_path("long").unwrap();
        header.set_size(megabytes << 20);
        header.set_cksum();
        packer.write_all(header.as_bytes()).unwrap();
        (0..megabytes).for_each(|_| packer.write_all(&[b'n'; 1 << 20]).unwrap());
        packer.finish().unwrap();
    });
    run(&["judge", "--quiet"], &long_name);
    assert!(peak() <= MOST, "a long name: {} bytes", peak());
    let units = ["{\"\":{}},", "[],", "{\"a\":0},"];
    for unit in if all { &units[..] } else { &units[..1] } {
        let json = files.file("many.json", |file| {
            file.write_all(b"{\"schema\":\"superko-certificate/1\",\"x\":[").unwrap();
            repeat(file, unit, 990_000);
        });
        for command in ["report", "recheck"] {
            assert_eq!(run(&[command], &json).0, 2);
            assert!(peak() <= MOST, "{command} {unit}: {} bytes", peak());
        }
    }
}

/// Small files cost little memory.
#[test]
fn small_files_cost_little_memory() {
    let files = Files::new("short");
    STRICTER.get_or_init(|| assert_records_cost_little_memory(&files, is_thorough_run()));
    assert_archives_cost_little_memory(&files, false);
    assert_other_files_cost_little_memory(&files, false);
}

/// Archives of many large files cost little memory.
#[test]
#[ignore = "a minute: cargo test -p superko --test memory -- --ignored thorough"]
fn thorough_small_files_cost_little_memory() {
    let files = Files::new("thorough");
    STRICTER.get_or_init(|| assert_records_cost_little_memory(&files, is_thorough_run()));
    assert_archives_cost_little_memory(&files, true);
    assert_other_files_cost_little_memory(&files, true);
}
