//! A game as data: size, rules and the turns that were tried.

use super::handicap;
use super::player::Player;
use super::position::Position;
use super::settlement::Settlement;
use super::setup::Setup;
use super::size::{Point, Size};
use super::turn::Turn;
use crate::rules::{NamedRules, Rules, is_owner};
use std::fmt;
use std::str::FromStr;

/// A game record: the start of the game, and all turns tried, including illegal attempts.
///
/// A record does not contain who tries a turn: the players alternate with every legal turn, and after an illegal attempt the same
/// player tries again. The text of a record may name the players for readers; see [`RecordText`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The start of the game.
    pub setup: Setup,
    /// The turns tried, in order.
    pub turns: Vec<Turn>,
    /// The players' agreement when passes first end or stop the game. It has an effect only under rules with an agreement, and
    /// only if all points that are agreed dead have stones.
    pub settlement: Settlement,
}

impl Record {
    /// Makes a record that starts on the empty board with Black to play.
    pub fn new(size: Size, rules: Rules, turns: Vec<Turn>) -> Record {
        Record::from_setup(Setup::new(size, rules), turns)
    }

    /// Makes a record with any setup and no agreement.
    pub fn from_setup(setup: Setup, turns: Vec<Turn>) -> Record {
        Record { setup, turns, settlement: Settlement::Nothing }
    }

    /// Returns the part of the record's text before the colon: the setup and the players' agreement.
    pub fn head(&self) -> String {
        match self.settlement {
            Settlement::Nothing => self.setup.to_string(),
            _ => format!("{} {}", self.setup, self.settlement),
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.setup.size()
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> Rules {
        self.setup.rules
    }
}

/// The text of a record, parsed but not yet replayed. It may name the player for each turn.
///
/// The text is the size, the rules as `--rules` takes them and a colon, then the turns, separated by commas or line ends. A turn
/// is a GTP vertex or `pass`, with or without `B` or `W` before it. Text from `#` to the end of a line is a comment.
///
/// The part before the colon may also contain:
///
/// - `position=` with the rows of the board at the start, the top row first and `/` between them
/// - `first=white` if White plays first
/// - `komi=7.5`
/// - `handicap=3` for handicap stones on the usual GTP points, or `handicap=C3/G7` for these points; White
///   then plays first, and gets the compensation of the rules for the stones
/// - `disagreed` if the game continues when passes first stop it
/// - `agreed=C3/G7` if the stones on these points are dead, `agreed=none` if no stones are
///
/// ```
/// use superko_game::RecordText;
///
/// let parsed: RecordText = "2x1 tromp-taylor: B A1, W B1, B A1  # an illegal retake".parse()?;
/// assert_eq!(parsed.record.turns.len(), 3);
/// assert!("2x1 tromp-taylor: B C1".parse::<RecordText>().is_err());
///
/// let problem = "3x2 aga position=X.O/XXO first=white komi=0.5: W B2";
/// assert_eq!(problem.parse::<RecordText>()?.record.to_string(), problem.replace("W B2", "B2"));
/// # Ok::<(), superko_game::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordText {
    /// The record that was parsed.
    pub record: Record,
    /// The player named for each turn, if any, in the order of the turns.
    pub players: Vec<Option<Player>>,
}

impl RecordText {
    /// Returns the index (from 0) of the first turn whose named player is not the player to move. `players`
    /// gives the player to move for each turn.
    pub fn misplaced(&self, players: impl IntoIterator<Item = Player>) -> Option<usize> {
        let mut turns = self.players.iter().zip(players);
        turns.position(|(said, player)| said.is_some_and(|said| said != player))
    }

    /// Returns the record if every player named in the text is the player to move.
    ///
    /// # Errors
    ///
    /// If a turn names a player who is not to move; the error names the first such turn.
    pub fn check(self, players: impl IntoIterator<Item = Player>) -> Result<Record, RecordError> {
        let Some(place) = self.misplaced(players) else { return Ok(self.record) };
        let said = self.players[place].map_or('-', Player::letter);
        let what = format!(
            "`{said} {}` (turn {}): it is the other player's turn there; Black begins, the players alternate, and \
             a player who does not play has to pass",
            self.record.turns[place],
            place + 1
        );
        Err(RecordError { what })
    }
}

impl FromStr for RecordText {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<RecordText, RecordError> {
        let wrong = |what: String| RecordError { what };
        let lines: Vec<&str> =
            text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
        let text = lines.join("\n");
        let (head, turns) = split_head(&text).ok_or_else(|| {
            let start: String = text.trim().chars().take(40).collect();
            wrong(format!(
                "`{start}` does not begin like a record, as in `2x1 tromp-taylor: B A1, W B1`"
            ))
        })?;
        let (setup, settlement) = read_head(head).map_err(wrong)?;
        let size = setup.size();
        let record = Record { setup, turns: Vec::new(), settlement };
        let mut parsed = RecordText { record, players: Vec::new() };
        let turns = turns.split(['\n', ',']).map(str::trim).filter(|turn| !turn.is_empty());
        for (place, text) in turns.enumerate() {
            let (player, vertex) = match text.split_once(char::is_whitespace) {
                None => (None, text),
                Some(("B" | "b", vertex)) => (Some(Player::Black), vertex.trim()),
                Some(("W" | "w", vertex)) => (Some(Player::White), vertex.trim()),
                Some(_) => (None, text),
            };
            let turn = Turn::parse(vertex, size)
                .map_err(|error| wrong(format!("turn {}: {error}", place + 1)))?;
            parsed.record.turns.push(turn);
            parsed.players.push(player);
        }
        Ok(parsed)
    }
}

/// Splits a text at the colon after the head. Colons inside rules, as in `kgs:chinese` and KataGo's JSON, belong to the head.
fn split_head(text: &str) -> Option<(&str, &str)> {
    let is_inside = |at: usize| {
        let before = &text[..at];
        let word = before.split_whitespace().last().unwrap_or_default();
        before.matches('{').count() > before.matches('}').count()
            || (before.ends_with(word)
                && is_owner(word)
                && text[at + 1..].starts_with(char::is_alphabetic))
    };
    let (at, _) = text.match_indices(':').find(|&(at, _)| !is_inside(at))?;
    Some((&text[..at], &text[at + 1..]))
}

/// Parses the part before the turns.
fn read_head(head: &str) -> Result<(Setup, Settlement), String> {
    let words = words_of(head);
    let [size, rules, rest @ ..] = &words[..] else {
        let head = words.join(" ");
        return Err(format!("`{head}` is not a size and rules, as in `2x1 tromp-taylor:`"));
    };
    let size: Size = size.parse().map_err(|error| format!("{error}"))?;
    // A name, such as `kgs:aga`, may have a handicap compensation that its switches do not have.
    let bonus = rules.parse::<NamedRules>().map(|named| named.bonus).unwrap_or_default();
    let rules: Rules = rules.parse().map_err(|error| format!("{error}"))?;
    let mut setup = Setup::new(size, rules);
    let mut given: Vec<&str> = Vec::new();
    let mut handicap = None;
    let mut settlement = Settlement::default();
    for word in rest {
        if let Some(read) = Settlement::read(word, size) {
            if settlement != Settlement::Nothing {
                return Err(format!("`{word}`: the agreement of the players is given twice"));
            }
            settlement = read?;
            continue;
        }
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if given.contains(&key) {
            return Err(format!("`{word}`: `{key}=` is given twice"));
        }
        given.push(key);
        match key {
            "handicap" => handicap = Some((word, read_handicap(value, size)?)),
            "position" => setup.position = read_position(value, size)?,
            "first" => setup.first = read_first(word, value)?,
            "komi" => setup.komi = value.parse().map_err(|error| format!("{error}"))?,
            _ => {
                return Err(format!(
                    "`{word}` is unknown: after the size and the rules come position=, first=, komi=, handicap=, agreed= and disagreed"
                ));
            }
        }
    }
    let Some((word, points)) = handicap else { return Ok((setup, settlement)) };
    match given.iter().find(|key| ["position", "first"].contains(key)) {
        Some(key) => {
            Err(format!("`{word}` sets up the board and lets White play first: leave out {key}="))
        }
        None => Ok((setup.with_handicap_and_bonus(&points, bonus), settlement)),
    }
}

/// Returns the words of the part before the turns. Rules in JSON are one word.
fn words_of(head: &str) -> Vec<&str> {
    let json = head.find('{').zip(head.rfind('}')).filter(|(from, to)| from < to);
    let Some((from, to)) = json else { return head.split_whitespace().collect() };
    let (before, after) = (head[..from].split_whitespace(), head[to + 1..].split_whitespace());
    before.chain([&head[from..=to]]).chain(after).collect()
}

/// Parses the value of `first=`: who plays first. An error quotes `word`, which is the key with its value.
fn read_first(word: &str, value: &str) -> Result<Player, String> {
    match value {
        "black" => Ok(Player::Black),
        "white" => Ok(Player::White),
        _ => Err(format!("`{word}`: write first=black or first=white")),
    }
}

/// Parses the points of `handicap=`: a number of stones, or points with `/` between them.
fn read_handicap(text: &str, size: Size) -> Result<Vec<Point>, String> {
    let wrong = |what: &str| format!("`handicap={text}`: {what}");
    if let Ok(stones) = text.parse() {
        let most = (2..=9).rev().find(|&stones| handicap::fixed(size, stones).is_some());
        return handicap::fixed(size, stones).ok_or_else(|| {
            wrong(&match most {
                Some(most) => {
                    format!("write 2 to {most} stones for {size}, or points such as C3/G7")
                }
                None => {
                    format!(
                        "{size} has no fixed points for handicap stones: write points such as A1/B2"
                    )
                }
            })
        });
    }
    let points: Result<Vec<Point>, _> = text.split('/').map(|vertex| size.vertex(vertex)).collect();
    let mut points = points.map_err(|error| wrong(&error.to_string()))?;
    let listed = points.len();
    points.sort_unstable();
    points.dedup();
    match listed {
        _ if points.len() < listed => Err(wrong("a point is listed twice")),
        _ if listed == size.point_count() => Err(wrong("one point must stay empty")),
        _ => Ok(points),
    }
}

/// Parses the position of `position=`. Every chain must have a liberty.
fn read_position(rows: &str, size: Size) -> Result<Position, String> {
    let position: Position =
        rows.replace('/', "\n").parse().map_err(|error| format!("`position={rows}`: {error}"))?;
    if position.size() != size {
        let found = position.size();
        return Err(format!("`position={rows}` is a {found} board, and the size is {size}"));
    }
    if let Some(point) = position.without_liberty() {
        return Err(format!("`position={rows}`: the stone at {point} has no liberty"));
    }
    Ok(position)
}

/// Writes the text of the record, without the names of the players.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns: Vec<_> = self.turns.iter().map(Turn::to_string).collect();
        write!(f, "{}: {}", self.head(), turns.join(", "))
    }
}

/// The error for a text that is not a record, or that names a player who is not to move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record: {what}")]
pub struct RecordError {
    what: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_and_read_again() {
        let text = "5x4 aga: A1, pass, E4, pass, pass, A1";
        let parsed: RecordText = text.parse().unwrap();
        assert_eq!(parsed.record.to_string(), text);
        let loose =
            "# a comment: with a colon\n5x4 aga:\nB a1, W PASS\n b E4,\npass\npass # end\nA1\n";
        assert_eq!(loose.parse::<RecordText>().unwrap().record, parsed.record);
    }

    #[test]
    fn a_record_names_rules_as_the_option_does() {
        for rules in [
            "kgs:chinese",
            "ogs:aga,suicide=allowed",
            "katago:nz",
            r#"{"ko":"SITUATIONAL","suicide":false}"#,
            r#"{ "ko" : "SIMPLE" }"#,
        ] {
            for text in [format!("9x9 {rules}: B A2"), format!("9x9 {rules} komi=0.5:B A2")] {
                let read: RecordText = text.parse().unwrap();
                assert_eq!(read.record.rules(), rules.parse().unwrap(), "{text}");
                assert_eq!(read.record.turns.len(), 1, "{text}");
                // The written record has switches in place of a name, and they are parsed to the same rules.
                assert_eq!(
                    read.record.to_string().parse::<RecordText>().unwrap().record,
                    read.record
                );
            }
        }
        for (text, said) in [
            ("9x9 kgs: B A2", "`kgs` is neither a rule set nor a switch"),
            ("9x9 kgs:martian: B A2", "`martian` is not a known name"),
            ("9x9 katago:spight: B A2", "`spight` is not a known name"),
            ("9x9 {\"ko\":1: B A2", "does not begin like a record"),
        ] {
            let error = text.parse::<RecordText>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn handicap_stones_are_a_position_with_white_first() {
        for (text, written) in [
            (
                "9 aga komi=0.5 handicap=2: W E5",
                "position=........./........./......X../........./........./........./..X....../........./......... \
                 first=white komi=1.5: E5",
            ),
            ("3x2 tromp-taylor handicap=A1/C2: B2", "position=..X/X.. first=white: B2"),
            ("3x2 kgs:aga handicap=A1/C2: B2", "position=..X/X.. first=white komi=1: B2"),
        ] {
            let read: RecordText = text.parse().unwrap();
            let written = format!("{} {} {written}", read.record.size(), read.record.rules());
            assert_eq!(read.record.to_string(), written);
        }
    }

    #[test]
    fn what_players_settle_is_written_and_read_again() {
        for (text, settlement) in [
            ("2x1 aga: A1", Settlement::Nothing),
            ("2x1 aga disagreed: A1", Settlement::Disagreed),
            ("2x1 aga komi=1 agreed=none: A1", Settlement::Agreed(Vec::new())),
            (
                "2x1 aga agreed=A1/B1: A1",
                Settlement::Agreed(Size::new(2, 1).unwrap().points().collect()),
            ),
        ] {
            let read: RecordText = text.parse().unwrap();
            assert_eq!(read.record.settlement, settlement);
            assert_eq!(read.record.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_record_is_refused_by_its_name() {
        for (text, said) in [
            ("", "does not begin like a record"),
            ("A1, B1", "`A1, B1` does not begin"),
            ("2x1: A1", "`2x1` is not a size and rules"),
            ("0x1 aga: A1", "`0x1` is not a board size"),
            ("26 aga: A1", "`26` is not a board size"),
            ("9 agaa: A1", "`agaa` is neither"),
            ("2 aga komi=0.1: A1", "`0.1` is not a komi"),
            ("2 aga komi=1 komi=2: A1", "`komi=2`: `komi=` is given twice"),
            ("2 aga first=W: A1", "write first=black or first=white"),
            ("2 aga handicap=2: A1", "`handicap=2`: 2x2 has no fixed points for handicap stones"),
            ("9 aga handicap=10: A1", "`handicap=10`: write 2 to 9 stones for 9x9, or points"),
            ("9 aga handicap=A1/J10: A1", "`handicap=A1/J10`: `J10` is not a point"),
            ("9 aga handicap=A1/A1: A1", "`handicap=A1/A1`: a point is listed twice"),
            ("9 aga agreed=A1/A1: A1", "`agreed=A1/A1`: a point is listed twice"),
            ("2 aga handicap=A1/A2/B1/B2: A1", "one point must stay empty"),
            ("9 aga handicap=2 first=black: A1", "leave out first="),
            ("2x1 aga agreed=C1: A1", "`agreed=C1`: `C1` is not a point"),
            ("2x1 aga agreed=: A1", "write points such as agreed=A1/C3, or agreed=none"),
            ("2x1 aga agreed: A1", "`agreed` is unknown"),
            (
                "2x1 aga agreed=none disagreed: A1",
                "`disagreed`: the agreement of the players is given twice",
            ),
            ("9 aga handikap=2: A1", "`handikap=2` is unknown"),
            ("2 aga position=X.: A1", "`position=X.` is a 2x1 board, and the size is 2x2"),
            ("2 aga position=X./.x: A1", "`x` is not a color"),
            ("2 aga position=XX/XO: A1", "the stone at A1 has no liberty"),
            ("9 aga: A1, C10", "turn 2: `C10` is not a point of a 9x9 board"),
            ("9 aga: A1 B2", "`A1 B2` is not a point"),
            ("9 aga: R A1", "`R A1` is not a point"),
        ] {
            let error = text.parse::<RecordText>().unwrap_err().to_string();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_wrong_player_is_named() {
        let parsed: RecordText = "2x1 aga: B A1, B B1".parse().unwrap();
        let error = parsed.check([Player::Black, Player::White]).unwrap_err();
        let said = "record: `B B1` (turn 2): it is the other player's turn there; ";
        assert!(error.to_string().starts_with(said), "{error}");
    }
}
