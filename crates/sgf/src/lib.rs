#![doc = include_str!("../README.md")]
//!
//! Records as SGF files, the usual format of games of Go: <https://www.red-bean.com/sgf/>.
//!
//! In: a text of any SGF version, with any number of games and variations. `Decoded`, of the feature `encodings`, decodes bytes
//! in other encodings. Out: its [`games`] as trees, whose lines of play can each be read as a [`SgfGame`]; or the main line of
//! the first game as a record ([`read`]); and a text of a game ([`write`](fn@write)).
//!
//! The format cannot express a turn that is tried and refused, and leaves no stone. Such a turn is written `XB[aa]` or `XW[aa]`,
//! which other programs ignore.
//!
//! # Why not a library
//!
//! The crate `sgf-parse` (4.2.8) does not report the place of an error, reads UTF-8 only, and refuses collections with one broken
//! game and files with a byte order mark. It would take most of the time of judging a record.

mod about;
#[cfg(feature = "archives")]
pub mod archive;
#[cfg(feature = "encodings")]
mod decode;
mod error;
mod flaw;
mod game;
mod games;
mod name;
mod node;
mod number;
mod reader;
mod set_up;
mod tree;

#[cfg(feature = "encodings")]
pub use decode::{Decoded, Places};
pub use error::{Problem, SgfError};
pub use flaw::{Flaw, KomiReading, KomiUnit};
pub use game::{SgfGame, SgfStep};
pub use games::{Games, MOST_NODES, begins, games};
pub use number::quarters;
pub use set_up::SetUp;
use superko_game::rules::Rules;
use superko_game::{Color, Komi, Player, Point, Record, RecordText, Settlement, Setup, Size, Turn};
pub use tree::GameTree;

/// The side of a board without `SZ`, and of the largest board on which `tt` is a pass, in files of version 3 and older.
const STANDARD: u8 = 19;

/// Parses the main line of the first game of a file. The turns are those of `B`, `W`, `XB` and `XW`, with their players. `SZ` is
/// the size, 19x19 if missing. Stones may be set up at the start. The rules are those given, or `RU`, or Tromp-Taylor if both are
/// missing. Komi and result are ignored.
///
/// ```
/// let parsed = superko_sgf::read("(;SZ[2:1];B[aa];W[ba];XB[aa])", None)?;
/// assert_eq!(parsed.record.to_string(), "2x1 tromp-taylor: A1, B1, A1");
/// # Ok::<(), superko_sgf::SgfError>(())
/// ```
///
/// # Errors
///
/// If the text is not SGF, or ends before the game does; if a size, a rule set or a point is invalid; if two sizes or rule sets
/// are named; or if stones are set up later.
pub fn read(text: &str, rules: Option<Rules>) -> Result<RecordText, SgfError> {
    let tree = games(text).at_most(usize::MAX).next().ok_or_else(|| no_game(text))?;
    let game = SgfGame::read(&tree, 0)?.whole()?;
    let rules = match rules {
        Some(rules) => rules,
        None => game.rules_played(&tree)?,
    };
    let record = Record::from_setup(game.setup(rules), Vec::new());
    let mut parsed = RecordText { record, players: Vec::new() };
    parsed.record.settlement = game.settlement?;
    for step in game.steps {
        match step {
            SgfStep::Turn { player, turn, .. } => {
                parsed.record.turns.push(turn);
                parsed.players.push(Some(player));
            }
            SgfStep::SetUp(step) => return Err(tree.wrong(step.at, Problem::SetUp)),
        }
    }
    Ok(parsed)
}

/// Makes the error for a text in which no game begins.
pub fn no_game(text: &str) -> SgfError {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    SgfError::new(0, Problem::NoGame(error::start(text)))
}

/// Writes a record as an SGF file, with a comment in its last node. `tried` has the turns of the record, each with the player who
/// tries it and whether it is legal. The file marks illegal attempts.
pub fn write(
    record: &Record,
    tried: impl IntoIterator<Item = (Player, Turn, bool)>,
    comment: &str,
) -> String {
    let mut text = head(&record.setup, Komi::default(), "", &record.settlement) + "\n";
    for (player, turn, is_legal) in tried {
        let (written, letter) = (written(player, turn, record.size()), player.letter());
        text += &match is_legal {
            true => format!(";{written}"),
            false => format!(";X{written}C[{letter} {turn} is tried, and is illegal.]"),
        };
    }
    let comment = comment.replace('\\', "\\\\").replace(']', "\\]");
    text + &format!("\n;C[{comment}])\n")
}

/// Returns the text of a game up to its first turn: the root, and the players' agreement. `more` has further properties of the
/// root.
pub fn head(setup: &Setup, komi: Komi, more: &str, settlement: &Settlement) -> String {
    let (size, rules) = (setup.size(), setup.rules);
    let (columns, rows) = (size.columns(), size.rows());
    let sides = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text =
        format!("(;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[{sides}]KM[{komi}]RU[{rules}]{more}");
    // The stones, and the first player.
    if !setup.is_usual() {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let mut points =
                size.points().filter(|&point| setup.position[point] == color).peekable();
            if points.peek().is_some() {
                text += name;
            }
            text.extend(points.map(|point| format!("[{}]", letters(point, size))));
        }
        text += &format!("PL[{}]", setup.first.letter());
    }
    if *settlement != Settlement::Nothing {
        text += &format!("GC[{settlement}]");
    }
    text
}

/// Returns a turn as a property.
pub fn written(player: Player, turn: Turn, size: Size) -> String {
    let point = turn.point().map_or(String::new(), |point| letters(point, size));
    format!("{}[{point}]", player.letter())
}

/// Returns the size of a board without `SZ`.
fn standard() -> Size {
    Size::square(STANDARD).expect("19x19 is a board")
}

/// Returns the letters of a point, counted from the top left.
fn letters(point: Point, size: Size) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    format!("{}{}", letter(point.column()), letter(size.rows() - 1 - point.row()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::Reference;
    use superko_engine::referee::Transcript;
    use superko_game::Player;
    use superko_game::rules::{PRESETS, SWITCHES};

    fn read(text: &str) -> Result<String, String> {
        let parsed = super::read(text, None).map_err(|error| error.to_string())?;
        let letter = |player: &Option<Player>| player.map_or('-', Player::letter);
        let players: String = parsed.players.iter().map(letter).collect();
        Ok(format!("{} {players}", parsed.record))
    }

    #[test]
    fn files_are_read() {
        for (text, record) in [
            ("(;)", "19x19 tromp-taylor:  "),
            ("(;GM[1]SZ[9]RU[AGA];B[aa];W[ii];B[])", "9x9 aga: A9, J1, pass BWB"),
            ("(;SZ[3:2]RU[NZ];B[tt];W[cb])", "3x2 new-zealand: pass, C1 BW"),
            ("(;SZ[20];B[tt])", "20x20 tromp-taylor: U1 B"),
            (
                "(;SZ[2]RU[repetition=none,suicide=forbidden];XW[ab])",
                "2x2 repetition=none,suicide=forbidden: A1 W",
            ),
            ("(;SZ[2];B[aa](;W[bb];B[ab])(;W[ba]))", "2x2 tromp-taylor: A2, B1, A1 BWB"),
            ("(;SZ[2]RU[Tromp/Taylor]HA[0]AB[];B[aa])", "2x2 tromp-taylor: A2 B"),
            (
                "(;SZ[3]HA[2]AB[aa][bb];W[ab])",
                "3x3 tromp-taylor position=X../.X./... first=white: A2 W",
            ),
            ("(;SZ[3:2]AB[aa:ba];B[bb]SZ[3:2])", "3x2 tromp-taylor position=XX./...: B1 B"),
            ("(;SZ[2]RU[TT--];B[aa])", "2x2 tromp-taylor: A2 B"),
            ("(;SZ[2]RU[New Zealand rules];B[aa])", "2x2 new-zealand: A2 B"),
            ("(;SZ[2]RU[GOE];B[aa])", "2x2 ing: A2 B"),
            ("(;SZ[2]RU[];B[aa])", "2x2 tromp-taylor: A2 B"),
            ("(;GM[]SZ[2]SZ[2:2];B[aa]GM[1]RU[aga]RU[AGA])", "2x2 aga: A2 B"),
            ("(;SZ[2]HA[two]PL[x];B[aa])", "2x2 tromp-taylor: A2 B"),
            ("(;SZ[];B[aa];W[tt];B[Pass])", "19x19 tromp-taylor: A19, pass, pass BWB"),
            ("(;SZ[25];B[zz])", "25x25 tromp-taylor: pass B"),
            ("(SZ[2:1];B[aa])", "2x1 tromp-taylor: A1 B"),
            ("(;SZ[2]RU[koPOSITIONALscoreAREAtaxNONEsui1whbN];B[aa])", "2x2 tromp-taylor: A2 B"),
            (
                "(;SZ[2]RU[koSITUATIONALscoreAREAtaxNONEsui0];B[aa])",
                "2x2 repetition=situational,suicide=forbidden: A2 B",
            ),
            (
                "(;SZ[2]RU[koSIMPLEscoreAREAtaxNONEsui1button0fpok1komi7.5];B[aa])",
                "2x2 repetition=simple-ko,suicide=several-stones,long-cycle=third-time: A2 B",
            ),
            ("(;SZ[2]RU[koPOSITIONALscoreAREAsui1];B[aa])", "2x2 tromp-taylor: A2 B"),
            (
                "(;SZ[2]RU[kgs:aga];B[aa])",
                "2x2 repetition=situational,suicide=forbidden,agreement=resume: A2 B",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Ok(record), "{text}");
        }
    }

    #[test]
    fn the_words_of_the_tables_are_unique() {
        let mut words: Vec<&str> = Vec::new();
        for preset in PRESETS {
            words.extend(preset.ru.iter().chain([&preset.name]));
            for word in preset.ru {
                let record = read(&format!("(;SZ[2]RU[{word}];B[aa])"));
                assert_eq!(record, Ok(format!("2x2 {}: A2 B", preset.rules)));
            }
        }
        words.sort_unstable();
        assert!(words.is_sorted_by(|one, other| one < other), "{words:?}");
        for switch in SWITCHES.iter().filter(|switch| switch.ru.is_some()) {
            let mut words: Vec<&str> = switch.values.iter().filter_map(|value| value.ru).collect();
            words.sort_unstable();
            assert!(!words.is_empty() && words.is_sorted_by(|one, other| one < other), "{words:?}");
        }
    }

    #[test]
    fn a_position_is_written_and_read_again() {
        for text in
            ["3x2 aga position=X.O/XXO first=white: B2, pass", "2x2 tromp-taylor first=white: A1"]
        {
            let record: Record = text.parse::<RecordText>().unwrap().record;
            let referee = Reference::set_up(&record.setup);
            let game = Transcript::new(referee, record.clone(), |_, _| Vec::new());
            assert_eq!(
                super::read(&write(&game.record, game.tried(), ""), None).unwrap().record,
                record
            );
        }
    }

    #[test]
    fn what_is_no_game_is_named() {
        for (text, said) in [
            ("(;GM[3])", "`GM[3]` is another game"),
            (
                "(;SZ[26];B[Za])",
                "`SZ[26]` is a board of 26 columns and 26 rows, too large to be judged",
            ),
            ("(;SZ[9:52];B[aZ])", "`SZ[9:52]` is a board of 9 columns and 52 rows, too large"),
            ("(;SZ[53])", "`SZ[53]` is not a size"),
            ("(;SZ[0])", "`SZ[0]` is not a size"),
            ("(;RU[aga]RU[nz])", "`RU[aga]` is followed by `RU[nz]`: it can be given only once"),
            ("(;SZ[9x9])", "`SZ[9x9]` is not a size"),
            ("(;RU[Martian])", "`RU[Martian]` does not name any of the known rules"),
            ("(;RU[koSIMPLEscoreTERRITORYtaxSOMEsui0])", "is not supported: `tax` is SOME"),
            ("(;RU[koPOSITIONALscoreAREAtaxNONEsui])", "is not supported: `suicide` is ;"),
            ("(;RU[koSPIGHTscoreAREAtaxNONEsui1])", "is not supported: `ko` is SPIGHT"),
            ("(;RU[koPOSITIONALscoreAREAtaxNONE])", "is not supported: `sui` is missing"),
            ("(;RU[koPOSITIONALscoreAREAsui1button2])", "is not supported: `hasButton` is 2"),
            ("(;RU[koPOSITIONALscoreAREAsui1moon1])", "is not supported: `moon` is not a known"),
            ("(;SZ[5]SZ[9])", "`SZ[5]` is followed by `SZ[9]`: it can be given only once"),
            ("(;SZ[5][9])", "`SZ[5][9]` has 2 values, not one"),
            ("(;B[aa];SZ[5])", "`SZ[5]` stands after a turn"),
            ("(;SZ[5];B[aa][bb])", "`B[aa][bb]` has 2 values, not one"),
            ("(;SZ[5];W[bb]B[aa])", "`W[bb]` and `B[aa]` are in the same node"),
            ("(;SZ[5\x1b[31m])", "`SZ[5 [31m]` is not a size"),
            ("(;SZ[9];B[aa];AB[bb][cc])", "byte 14: `AB[bb][cc]` sets up stones after a turn"),
            ("(;SZ[9]AB[aa]AW[ab][ba])", "byte 7: `AB[aa]` sets up a chain of stones"),
            ("(;SZ[9]AB[zz])", "`AB[zz]` is neither a point of a 9x9 board"),
            ("", "the text is empty"),
            ("hello there\nyou", "`hello there you` is not a game"),
            ("(;SZ[9];B[aa];W[aj])", "turn 2: `W[aj]` is neither a point of a 9x9 board"),
            ("(;SZ[9];B[Aa])", "`B[Aa]` is neither a point"),
            ("(;SZ[9];B[a])", "`B[a]` is neither a point"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("SGF, byte ") && error.contains(said), "{text}: {error}");
        }
        let named = Some("aga".parse().unwrap());
        let parsed = super::read("(;RU[Japanese])", named).unwrap();
        assert_eq!(Some(parsed.record.rules()), named);
    }

    #[test]
    fn a_record_is_written_and_read_again() {
        let parsed: RecordText = "2x3 aga: A1, A1, pass, B3, pass, B3".parse().unwrap();
        let (black, white) = (Player::Black, Player::White);
        let players = [black, white, white, black, white, black];
        let referee = Reference::new(parsed.record.size(), parsed.record.rules());
        let game = Transcript::new(referee, parsed.record.clone(), |_, _| Vec::new());
        let text = write(&game.record, game.tried(), r"see [A1] and \");
        let expected = "(;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[2:3]KM[0]RU[aga]\n\
            ;B[ac];XW[ac]C[W A1 is tried, and is illegal.];W[];B[ba];W[];XB[ba]C[B B3 is tried, and is illegal.]\n\
            ;C[see [A1\\] and \\\\])\n";
        assert_eq!(text, expected);
        let again = super::read(&text, None).unwrap();
        assert_eq!(again.record, parsed.record);
        assert_eq!(again.players, players.map(Some));
    }

    #[test]
    fn what_players_settle_stands_in_the_comment_on_the_game() {
        for (text, shown) in [
            ("3x1 basic agreed=C1: A1, C1, pass, pass", "GC[agreed=C1]"),
            ("3x1 aga disagreed: A1, pass, pass, pass, C1", "GC[disagreed]"),
        ] {
            let parsed: RecordText = text.parse().unwrap();
            let referee = Reference::set_up(&parsed.record.setup);
            let game = Transcript::replay(referee, parsed.record.clone());
            let written = write(&game.record, game.tried(), "");
            assert!(written.contains(shown), "{written}");
            assert_eq!(super::read(&written, None).unwrap().record, parsed.record);
        }
        for other in [
            "GC[a fine game]",
            "GC[We agreed=Z9 once]",
            "GC[Agreed=Z9]",
            "GC[agreed]",
            "GC[the players disagreed]",
            "GC[]",
        ] {
            let read = super::read(&format!("(;SZ[3]{other};B[aa])"), None).unwrap();
            assert_eq!(read.record.settlement, Settlement::Nothing);
        }
        for (wrong, said) in [
            ("agreed=Z9", "byte 7: `GC`: `agreed=Z9`: `Z9` is not a point"),
            ("agreed=", "`agreed=`: `` is not a point"),
            ("agreed=A1/A1", "a point is listed twice"),
            ("agreed=A1 disagreed", "write points such as agreed=A1/C3, or agreed=none"),
        ] {
            let error = read(&format!("(;SZ[3]GC[{wrong}];B[aa])")).unwrap_err();
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }
}
