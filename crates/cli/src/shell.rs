//! Command lines as they are pasted into a shell and kept in files: always one line, without hidden characters.

use std::path::{Path, PathBuf};
use superko_engine::is_hidden;

/// The folder of Debian for games, which is not on every `PATH`.
const GAMES: &str = "/usr/games";

/// Finds the file of a program as the system does: by its path, or in the folders of `PATH`.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return Some(path.to_owned());
    }
    let with_suffix = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    folders()
        .flat_map(|folder| [folder.join(name), folder.join(&with_suffix)])
        .find(|path| path.is_file())
}

fn folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// Finds the file of a program that is not on the `PATH`, but among the games of Debian.
pub(super) fn game(name: &str) -> Option<String> {
    let file = format!("{GAMES}/{name}");
    (program(name).is_none() && Path::new(&file).is_file()).then_some(file)
}

/// Finds the program that was probably meant: a file in this folder, or a program with nearly that name.
pub(super) fn program_like(name: &str) -> Option<String> {
    const ALIKE: f64 = 0.9;
    if Path::new(name).components().count() == 1 && Path::new(name).is_file() {
        return Some(format!("./{name}"));
    }
    let files = folders().chain([PathBuf::from(GAMES)]);
    let files = files.filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let rated = names.map(|known| (strsim::jaro_winkler(name, &known), known));
    let alike = rated.filter(|(likeness, _)| *likeness > ALIKE);
    alike.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

/// Quotes a word for a POSIX shell. What a terminal would hide or obey is escaped, as in `$'a\\033b'`.
pub(super) fn quoted(word: &str) -> String {
    if !word.contains(is_hidden) {
        return shlex::try_quote(word).expect("NUL is a hidden character").into_owned();
    }
    let mut quoted = String::from("$'");
    for c in word.chars() {
        match c {
            '\\' | '\'' | '\n' | '\t' | '\r' => quoted.extend(c.escape_default()),
            c if is_hidden(c) => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    quoted += &format!("\\{byte:03o}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted + "'"
}

/// Joins words into a command line.
pub(super) fn joined(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Splits into words a command line that [`joined`] or a person wrote. `None` if a quote has no end.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    let mut plain = String::new();
    let (mut rest, mut quote) = (line, None);
    while let Some(c) = rest.chars().next() {
        if let (None, Some(escaped)) = (quote, rest.strip_prefix("$'")) {
            let (word, behind) = unescaped(escaped)?;
            plain += &shlex::try_quote(&word).ok()?;
            rest = behind;
            continue;
        }
        let length = match (quote, c) {
            (None | Some('"'), '\\') => 1 + rest[1..].chars().next()?.len_utf8(),
            _ => c.len_utf8(),
        };
        quote = match (quote, c) {
            (None, '\'' | '"') => Some(c),
            (Some(open), c) if open == c => None,
            _ => quote,
        };
        plain += &rest[..length];
        rest = &rest[length..];
    }
    shlex::split(&plain)
}

/// Reads the word between `$'` and `'`, and returns it with the rest of the text.
fn unescaped(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '\'' => return Some((String::from_utf8(bytes).ok()?, rest)),
            '\\' if rest.starts_with(|c: char| c.is_digit(8)) => {
                bytes.push(u8::from_str_radix(rest.get(..3)?, 8).ok()?);
                rest = &rest[3..];
            }
            '\\' => {
                let named = rest.chars().next()?;
                bytes.push(match named {
                    'n' => b'\n',
                    't' => b'\t',
                    'r' => b'\r',
                    '\\' => b'\\',
                    '\'' => b'\'',
                    _ => return None,
                });
                rest = &rest[1..];
            }
            c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: [&str; 6] =
        ["my engine", "it's\n\\ \t\"", "", "\x1b[31m\u{202e}7é白\u{9b}", "$HOME $'x'", "a=b"];

    #[test]
    fn a_command_line_is_read_as_it_was_written() {
        let words = HOSTILE.map(str::to_owned);
        let line = joined(&words);
        assert!(!line.contains(is_hidden), "{line}");
        assert_eq!(split(&line).unwrap(), words, "{line}");
        for (line, words) in [
            (
                r#"a "b c" 'd $'\''e' f\ g x$'\012y'z"#,
                Some(vec!["a", "b c", "d $'e", "f g", "x\nyz"]),
            ),
            (r#"\$'a b' "$'a'""#, Some(vec!["$a b", "$'a'"])),
            ("a $'b", None),
            (r"$'\7'", None),
            (r"$'\q'", None),
            ("'a", None),
        ] {
            let words = words.map(|words| words.into_iter().map(str::to_owned).collect());
            assert_eq!(split(line), words, "{line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_the_same() {
        let words = HOSTILE.map(str::to_owned);
        let line = format!("printf '%s|' {}", joined(&words));
        let Ok(output) = std::process::Command::new("bash").args(["-c", &line]).output() else {
            return;
        };
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.join("|") + "|");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_as_the_system_finds_them() {
        assert_eq!(program("/no/such/engine"), Some(PathBuf::from("/no/such/engine")));
        assert!(program("sh").is_some_and(|path| path.is_file()));
        assert_eq!(program("no-such-engine"), None);
        assert_eq!(game("sh"), None);
        // The tests run where the manifest is.
        assert_eq!(program_like("Cargo.toml").as_deref(), Some("./Cargo.toml"));
        assert_eq!(program_like("prinntf").as_deref(), Some("printf"));
        assert_eq!(program_like("no-such-engine-at-all"), None);
    }
}
