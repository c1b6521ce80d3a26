//! `sgf`: games as other programs write them.

use crate::bytes::{Bytes, text_of};
use crate::counts::Counts;
use crate::finding::{Checked, ensure_read, ensure_read_again, played};
use crate::seeds::Material;
use superko::sgf::{SgfError, write};
use superko::{Record, RecordText};

/// A function that reads a game.
pub type ReadSgf = dyn Fn(&str) -> Result<RecordText, SgfError>;

/// Parts of texts, separated by bars.
pub(super) const PARTS: &str = "(;|(|)|;|[|]|\\|\\]|\n| |B|W|XB|XW|AB|aa|ba|ab|tt|t|[]|SZ[2]|SZ[3:2]|SZ[25]|SZ[0]|RU[aga]|\
     RU[NZ]|GM[1]|GaMe[3]|C[é\\]]|;B[aa]|;W[ba]|sz[2]|b[aa]|[bb]|X1[a]|PL[W]|AE[aa:bb]|AW|\
     RE[B+1]";

/// Reads a game. If the first byte is even, the other bytes are a record. It is written as this
/// project writes it, perhaps with things that other programs add, and must be read as it was. If
/// the first byte is odd, the other bytes are the text, or select parts of it. What is read of it
/// must be read again after it is written, and a refusal must quote a part of the text.
///
/// # Errors
///
/// If that is not so. The finding has the text and the reading.
pub fn sgf(data: &[u8], counts: &mut Counts, read: &ReadSgf) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    let read = |text: &str| read(text).map(|read| read.record);
    if first.is_multiple_of(2) {
        let record = bytes.text_record(first);
        let text = embellished(&written(&record), first);
        return ensure_read(read(&text), &record, &text, "read-again", counts);
    }
    let text = text_of(rest, first % 4 != 1, PARTS);
    ensure_read_again(&String::from_utf8_lossy(&text), &read, written, "SGF, byte ", counts)
}

/// Returns games as records to be written, and as files.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    material.texts(written)
}

/// Writes a game as this project writes it.
pub(super) fn written(record: &Record) -> String {
    let game = played(record);
    write(&game.record, game.tried(), "what [a] comment\\holds;")
}

/// Adds to a game what other programs write: names with small letters, spaces, further games,
/// variations after the main line, and properties that say nothing about the turns.
fn embellished(text: &str, options: u8) -> String {
    let has = |bit: u8| options & bit != 0;
    let mut text = text.to_owned();
    if has(16) {
        text = text.replace("SZ[", "SiZe [").replace(";B[", "; Black\n[");
    }
    if has(32) {
        text =
            text.replace("(;GM[1]", "\u{feff} (;PB[a\\]b]PW[c\\\\](;GM[1]").trim_end().to_owned()
                + "(;B[aa]))";
    }
    if has(64) {
        text = format!("{text} (;GM[2]) and more");
    }
    if has(128) {
        text = text.replace("KM[0]", "KM[6.5]HA[0]TB[aa][ab:ba]");
    }
    text
}
