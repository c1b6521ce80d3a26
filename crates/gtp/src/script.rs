//! Games as GTP commands, in a file from which they can be sent to an engine by hand.

use super::player;
use std::collections::BTreeSet;
use superko_game::rules::Rules;
use superko_game::{Player, Record, RecordText, Size, Turn};

/// The beginning of the comment that names the rules.
const RULES: &str = "# rules ";

/// The comment after a play that is refused. An `undo` after it takes back the turn before.
pub const REFUSED: &str = "# refused";

/// The comment after a `genmove` whose turn stays on the board. What follows depends on that turn.
pub const GENERATED: &str = "# generated";

/// The commands by which a file of GTP commands is recognized: one of them is the first.
const FIRST_COMMANDS: [&str; 4] = ["boardsize", "rectangular_boardsize", "clear_board", "play"];

/// Commands that change the board in a way that a record cannot have, or that the file does not tell.
const UNRECORDED: [&str; 8] = [
    "genmove",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "loadsgf",
    "kgs-genmove_cleanup",
    "gogui-setup",
    "set_position",
];

/// Returns the comment that names the rules of the games in a file.
pub fn rules_comment(rules: Rules) -> String {
    format!("{RULES}{rules}\n")
}

/// Returns whether a text is GTP commands: its first command is one of those that begin a game.
pub fn is_script(text: &str) -> bool {
    commands(text).next().is_some_and(|(_, words)| FIRST_COMMANDS.contains(&words[0]))
}

/// Parses the games of a file, in order.
///
/// * The rules are those given, or those of a comment such as `# rules aga`, or Tromp-Taylor.
/// * Games without turns are left out, except for the last game.
/// * A turn that is taken back does not count. A turn that is taken back after a refusal, and given again, keeps its place.
/// * A `genmove` that is taken back at once does not count. A `genmove` or `reg_genmove` at the end becomes a pass. So does a
///   `genmove` with the comment `# generated` in the next line, after which the rest of the game is ignored.
/// * Questions are ignored.
///
/// # Errors
///
/// If a line is not a command of such a game; the error names the first one.
pub fn records(text: &str, rules: Option<Rules>) -> Result<Vec<RecordText>, ScriptError> {
    let rules = rules.map_or_else(|| rules_of(text), Ok)?;
    let mut games = Games::new(text);
    for (line, words) in commands(text) {
        let wrong = |what| ScriptError { line, what: format!("`{}`: {what}", words.join(" ")) };
        games.read(line, &words).map_err(wrong)?;
    }
    let mut games = games.games;
    let last = games.pop();
    games.retain(|(_, game)| !game.is_empty());
    let record_of = |(size, game): (Size, Vec<Given>)| RecordText {
        record: Record::new(size, rules, game.iter().map(|given| given.turn).collect()),
        players: game.iter().map(|given| Some(given.player)).collect(),
    };
    Ok(games.into_iter().chain(last).map(record_of).collect())
}

/// Returns the rules that a comment names, or Tromp-Taylor.
fn rules_of(text: &str) -> Result<Rules, ScriptError> {
    let mut lines = text.lines().zip(1..);
    let named = lines.find_map(|(line, number)| Some((number, line.strip_prefix(RULES)?)));
    let Some((line, name)) = named else { return Ok(Rules::default()) };
    name.trim().parse().map_err(|error| ScriptError { line, what: format!("{error}") })
}

/// A turn of a game.
struct Given {
    player: Player,
    turn: Turn,
    is_refused: bool,
}

/// The games of a file, as far as it has been read.
struct Games<'a> {
    text: &'a str,
    /// The lines of the comments after refused plays.
    refusals: BTreeSet<usize>,
    /// The lines of the comments after generated turns.
    generated: BTreeSet<usize>,
    /// The line of the last turn, undo or other command that changes the board.
    last_change: usize,
    /// The size of the next game.
    size: Size,
    games: Vec<(Size, Vec<Given>)>,
    /// The legal turn that was taken back after a refusal.
    taken_back: Option<Turn>,
    /// Whether the rest of the game is ignored, because it depends on a generated turn.
    is_ignored: bool,
}

impl<'a> Games<'a> {
    fn new(text: &'a str) -> Games<'a> {
        let changes = |words: &[&str]| {
            ["play", "undo", "reg_genmove"].contains(&words[0]) || UNRECORDED.contains(&words[0])
        };
        let last_change = commands(text).filter(|(_, words)| changes(words)).last();
        Games {
            text,
            refusals: lines_of(text, REFUSED),
            generated: lines_of(text, GENERATED),
            last_change: last_change.map_or(0, |(line, _)| line),
            size: Size::square(19).expect("19x19 is a board"),
            games: Vec::new(),
            taken_back: None,
            is_ignored: false,
        }
    }

    /// Reads the next command. An error says what is wrong with it.
    fn read(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        self.is_ignored &=
            !["boardsize", "rectangular_boardsize", "clear_board"].contains(&words[0]);
        if self.is_ignored {
            return Ok(());
        }
        match *words {
            ["boardsize", both] => self.size = size_of(both, both)?,
            ["boardsize" | "rectangular_boardsize", columns, rows] => {
                self.size = size_of(columns, rows)?;
            }
            ["clear_board"] => self.begin(),
            ["play", color, vertex] => self.play(line, color, vertex)?,
            ["undo"] => self.undo()?,
            ["genmove" | "reg_genmove", color] if self.is_pass(line, words[0]) => {
                self.generate(line, color)?;
            }
            [name, ..] if UNRECORDED.contains(&name) => {
                return Err(
                    "a record has only plays and passes, each given by a `play` command".to_owned()
                );
            }
            ["boardsize" | "rectangular_boardsize" | "play", ..] => {
                return Err("write it as in `boardsize 9` and `play b C3`".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// Begins a game on a board of the current size.
    fn begin(&mut self) {
        self.games.push((self.size, Vec::new()));
        self.taken_back = None;
    }

    /// Adds a turn to the game. If it was taken back after a refusal, the game has it already.
    fn play(&mut self, line: usize, color: &str, vertex: &str) -> Result<(), String> {
        let player = player_of(color)?;
        let turn = Turn::parse(vertex, self.size).map_err(|error| error.to_string())?;
        if self.games.last().is_none_or(|(other, _)| *other != self.size) {
            self.begin();
        }
        let is_refused = self.refusals.contains(&(line + 1));
        if self.taken_back.take() != Some(turn) {
            self.push(Given { player, turn, is_refused });
        }
        Ok(())
    }

    /// Takes back the last turn. After a refusal, that is the legal turn before, which keeps its place.
    fn undo(&mut self) -> Result<(), String> {
        let game = self.games.last_mut().map(|(_, game)| game);
        let game = game.filter(|game| !game.is_empty());
        let game = game.ok_or_else(|| "there is no turn to take back".to_owned())?;
        if game.last().is_some_and(|last| last.is_refused) {
            let mut legal = game.iter().rev().filter(|given| !given.is_refused);
            self.taken_back = legal.next().map(|given| given.turn);
        } else {
            game.pop();
        }
        Ok(())
    }

    /// Returns whether a generated turn becomes a pass: nothing in the file depends on it.
    fn is_pass(&self, line: usize, command: &str) -> bool {
        let is_taken_back = || {
            let mut following = commands(self.text).skip_while(|(other, _)| *other <= line);
            following.next().is_some_and(|(_, words)| words[0] == "undo")
        };
        let is_plain = command == "genmove";
        self.last_change == line
            || is_plain && (is_taken_back() || self.generated.contains(&(line + 1)))
    }

    /// Adds a pass, which stands for the turn that the engine generates, until the next command takes it back.
    fn generate(&mut self, line: usize, color: &str) -> Result<(), String> {
        self.is_ignored = self.generated.contains(&(line + 1));
        self.push(Given { player: player_of(color)?, turn: Turn::Pass, is_refused: false });
        Ok(())
    }

    fn push(&mut self, given: Given) {
        if let Some((_, game)) = self.games.last_mut() {
            game.push(given);
        }
    }
}

/// Parses the sides of a board.
fn size_of(columns: &str, rows: &str) -> Result<Size, String> {
    let side = |text: &str| {
        text.parse().map_err(|_| format!("`{text}` is not a number of lines from 1 to 25"))
    };
    Size::new(side(columns)?, side(rows)?).map_err(|error| error.to_string())
}

/// Parses the color of a player.
fn player_of(color: &str) -> Result<Player, String> {
    player(color).map_err(|error| error.to_string())
}

/// Returns the commands of a file as they are sent to an engine: without numbers, comments and blank lines.
pub fn commands_of(text: &str) -> Vec<String> {
    commands(text).map(|(_, words)| words.join(" ")).collect()
}

/// Returns the numbers, from 1, of the lines that have only this comment.
fn lines_of(text: &str, comment: &str) -> BTreeSet<usize> {
    let lines = text.lines().zip(1..).filter(|(line, _)| line.trim() == comment);
    lines.map(|(_, number)| number).collect()
}

/// Returns the lines that are commands, in words, with their numbers from 1. A command may have a number before it.
fn commands(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines().zip(1..).filter_map(|(line, number)| {
        let line = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> =
            line.trim_start_matches(|c: char| c.is_ascii_digit()).split_whitespace().collect();
        (!words.is_empty()).then_some((number, words))
    })
}

/// The error for a line in a file of commands that is not part of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ScriptError {
    line: usize,
    what: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, rules: Option<Rules>) -> Vec<String> {
        let words = |game: RecordText| {
            let players = game.players.iter().map(|player| player.unwrap().letter());
            format!("{} {}", game.record, players.collect::<String>())
        };
        records(text, rules).unwrap().into_iter().map(words).collect()
    }

    #[test]
    fn the_games_of_a_file_are_read() {
        let text = "# rules aga\n1 boardsize 3\n2 clear_board\n# nothing yet\nclear_board\nkomi 0\nkata-set-rules x\n\
                    12 play B a1\nis_legal w b1\nplay white PASS # so be it\nrectangular_boardsize 2 1\n\
                    clear_board\nplay b A1\nundo\nplay b B1\nshowboard\nfinal_score\n";
        assert!(is_script(text));
        assert_eq!(read(text, None), ["3x3 aga: A1, pass BW", "2x1 aga: B1 B"]);
        let rules = "chinese".parse().unwrap();
        assert_eq!(read(text, Some(rules))[1], "2x1 chinese: B1 B");
        // An undo after a refusal takes back the turn before, which is given again.
        let text =
            "boardsize 2\nplay b A1\nplay w A1\n# refused\nundo\nshowboard\nplay b A1\nplay w B1";
        assert_eq!(read(text, None), ["2x2 tromp-taylor: A1, A1, B1 BWW"]);
        let text = "boardsize 2\nplay b A1\nplay w A1\nundo\nplay w B1";
        assert_eq!(read(text, None), ["2x2 tromp-taylor: A1, B1 BW"]);
        // A turn that was generated and taken back does not count. `reg_genmove` plays none.
        let text =
            "boardsize 2\nplay b A1\ngenmove w\nundo\nplay w B1\nreg_genmove b\nundo\nplay w B2";
        assert_eq!(read(text, None), ["2x2 tromp-taylor: A1, B2 BW"]);
        // Without the commands that begin a game.
        assert_eq!(read("play b Q16", None), ["19x19 tromp-taylor: Q16 B"]);
        assert_eq!(read("boardsize 2 3\nplay b B3", None), ["2x3 tromp-taylor: B3 B"]);
        assert_eq!(read("boardsize 2\n", None), [""; 0]);
        assert_eq!(read("boardsize 2\nclear_board\nshowboard", None), ["2x2 tromp-taylor:  "]);
    }

    #[test]
    fn other_texts_are_no_commands() {
        for text in ["", "2x1 aga: B A1", "# play b A1\n2x1 aga: B A1", "(;SZ[9])", "played b A1"] {
            assert!(!is_script(text), "{text}");
        }
    }

    #[test]
    fn what_no_record_has_is_named_with_its_line() {
        for (text, said) in [
            ("boardsize 3\nplay b D4", "line 2: `play b D4`: `D4`"),
            ("play x A1", "line 1: `play x A1`: `x` is neither black nor white"),
            ("boardsize 26", "line 1: `boardsize 26`: "),
            ("boardsize x", "line 1: `boardsize x`: `x` is not a number of lines from 1 to 25"),
            ("clear_board\n\nundo", "line 3: `undo`: there is no turn to take back"),
            ("genmove b\nplay b A1", "line 1: `genmove b`: a record has only plays and passes"),
            ("play A1", "line 1: `play A1`: write it as in"),
            ("boardsize 3\n# rules agaa", "line 2: `agaa`"),
        ] {
            let error = records(text, None).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
