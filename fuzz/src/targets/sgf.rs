//! `sgf`: games as other programs write them.

use crate::bytes::{Bytes, put_together, record_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_same, fail, played};
use crate::seeds::Material;
use superko::sgf::{SgfError, write};
use superko::{Record, RecordText};

/// What reads a game.
pub type ReadSgf = dyn Fn(&str) -> Result<RecordText, SgfError>;

/// Parts of which texts are put together, with bars between them.
pub(super) const PARTS: &str = "(;|(|)|;|[|]|\\|\\]|\n| |B|W|XB|XW|AB|aa|ba|ab|tt|t|[]|SZ[2]|SZ[3:2]|SZ[25]|SZ[0]|RU[aga]|\
     RU[NZ]|GM[1]|GaMe[3]|C[é\\]]|;B[aa]|;W[ba]|sz[2]|b[aa]|[bb]|X1[a]|PL[W]|AE[aa:bb]|AW|\
     RE[B+1]";

/// Reads a game. If the first byte is even, the others are a record, which is written as we write it, or with what
/// other programs add, and must be read as it was. If not, they are the text, or parts of it: what is read must be read
/// again from what is written of it, and what is refused must be refused by its name.
///
/// # Errors
///
/// With the text, and what was read of it, where that is not so.
pub fn sgf(data: &[u8], counts: &mut Counts, read: &ReadSgf) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    if first.is_multiple_of(2) {
        let record = bytes.text_record(first);
        return expect(&record, &embellished(&written(&record), first), counts, read);
    }
    let text = match first % 4 {
        1 => String::from_utf8_lossy(rest).into_owned(),
        _ => put_together(rest, PARTS),
    };
    match read(&text) {
        Ok(script) => expect(&script.record, &written(&script.record), counts, read),
        Err(error) => {
            let said = error.to_string();
            let named = said.starts_with("SGF, byte ") && said.contains('`');
            ensure(named, "refused-by-its-name", || format!("{said}\n{text}"))?;
            counts.compare();
            Ok(())
        }
    }
}

/// Every sixteenth of the games, as a record to be written and as a text.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let games = material.games.iter().step_by(16);
    let seeds = games.flat_map(|game| {
        let record = [vec![game.variety() << 4], record_bytes(&game.record)].concat();
        [record, [&[1], written(&game.record).as_bytes()].concat()]
    });
    seeds.collect()
}

/// A game as we write it.
pub(super) fn written(record: &Record) -> String {
    write(&played(record), "what [a] comment\\holds;")
}

/// The same game with what other programs write: names with small letters, spaces, further games, variations after the
/// main line, and properties that say nothing of the turns.
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

/// A text is read as the record.
fn expect(record: &Record, text: &str, counts: &mut Counts, read: &ReadSgf) -> Checked {
    let script = read(text).or_else(|error| fail("read-again", format!("{error}\n{text}")))?;
    ensure_same(&script.record, record, "read-again", text)?;
    counts.compare();
    Ok(())
}
