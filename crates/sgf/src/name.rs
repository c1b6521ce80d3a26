//! The names of properties in all forms.

use std::borrow::Cow;

/// Names that some programs write in full. Without its small letters, `Size` would be another property.
const IN_FULL: [(&str, &str); 10] = [
    ("addblack", "AB"),
    ("addempty", "AE"),
    ("addwhite", "AW"),
    ("black", "B"),
    ("handicap", "HA"),
    ("komi", "KM"),
    ("result", "RE"),
    ("rules", "RU"),
    ("size", "SZ"),
    ("white", "W"),
];

/// Returns the name in version 4 of the standard. In older versions, small letters in a name have no meaning: `GaMe` is `GM`. A
/// name in small letters alone means the same in capitals.
pub(super) fn standard(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let full = IN_FULL.iter().find(|(full, _)| full.eq_ignore_ascii_case(name));
    match full {
        Some((_, short)) => Cow::Borrowed(short),
        None if name.bytes().all(|letter| letter.is_ascii_lowercase()) => {
            Cow::Owned(name.to_ascii_uppercase())
        }
        None => Cow::Owned(by_capitals(name)),
    }
}

/// A name in version 4 of the standard, with a space after a single letter.
pub(super) type Key = [u8; 2];

/// Returns the key of a name, which is `??` for names that the standard does not have.
pub(super) fn key(name: &str) -> Key {
    match *standard(name).as_bytes() {
        [letter] => [letter, b' '],
        [first, second] => [first, second],
        _ => *b"??",
    }
}

/// Whether a name is one or two capitals, as almost all names are.
pub(super) fn is_plain(name: &str) -> bool {
    match *name.as_bytes() {
        [letter] => !letter.is_ascii_lowercase(),
        [first, second] => !first.is_ascii_lowercase() && !second.is_ascii_lowercase(),
        _ => false,
    }
}

/// Returns the name without its small letters.
fn by_capitals(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect()
}

/// Whether no version of the standard has a property by this name, but its meaning is certain.
pub(super) fn is_odd(name: &str) -> bool {
    *standard(name) != by_capitals(name)
}

/// Whether the value is free text.
#[rustfmt::skip]
pub(super) fn has_text(key: Key) -> bool {
    matches!(
        &key,
        b"C " | b"N " | b"GC" | b"GN" | b"PB" | b"PW" | b"BR" | b"WR" | b"BT" | b"WT" | b"EV" | b"RO" | b"PC" | b"SO"
            | b"AN" | b"CP" | b"US" | b"ON" | b"OT" | b"DT" | b"RE" | b"RU"
    )
}

/// Whether a property changes the board, names the player to move, or is an important number.
#[rustfmt::skip]
pub(super) fn counts(key: Key) -> bool {
    matches!(
        &key,
        b"B " | b"W " | b"XB" | b"XW" | b"AB" | b"AW" | b"AE" | b"PL" | b"TB" | b"TW" | b"SZ" | b"GM" | b"FF" | b"HA" | b"KM"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_all_their_forms() {
        for (written, read, odd) in [
            ("B", "B", false),
            ("GaMe", "GM", false),
            ("CoPyright", "CP", false),
            ("Black", "B", false),
            ("AddWhite", "AW", false),
            ("SiZe", "SZ", false),
            ("Size", "SZ", true),
            ("SIZE", "SZ", true),
            ("WHITE", "W", true),
            ("sz", "SZ", true),
            ("b", "B", true),
            ("Board", "B", false),
            ("MULTIGOGM", "MULTIGOGM", false),
        ] {
            assert_eq!((&*standard(written), is_odd(written)), (read, odd), "{written}");
        }
        let has_text = |name| has_text(key(name));
        assert!(has_text("C") && has_text("gn") && has_text("PlayerBlack"));
        assert!(!has_text("B") && !has_text("White") && !has_text("WL"));
        assert!(counts(key("White")) && counts(key("AddEmpty")) && !counts(key("LB")));
    }
}
