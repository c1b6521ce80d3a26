//! A built-in engine as a GTP program.
//!
//! In: commands. Out: replies. Asked by the command line.

use crate::engine::{Engine, Fault, RefusalReason, ReportedScore, Ruling, digits_of, quote};
use crate::game::{Komi, Player, Position, Setup, Size, Status, Turn};
use crate::rules::Rules;
use std::io::{self, BufRead, BufReader, Read, Write};

/// Serves an engine as a GTP engine.
///
/// What the engine withholds is not listed and not understood. The players alternate: a turn, or a question of
/// legality, for the player whose turn it is not is answered with an error and changes nothing, since an engine is
/// never asked out of turn. `boardsize` and `rectangular_boardsize COLUMNS ROWS` begin a new game, as `clear_board`
/// does. `final_score` scores the position as it stands and takes the komi off, which is 0 at first.
///
/// ```
/// use superko::{Rules, Size, engines::Reference, server::Server};
///
/// let size = Size::square(2)?;
/// let engine = Box::new(Reference::new(size, Rules::default()));
/// let mut output = Vec::new();
/// Server::new(engine, size, Rules::default())?
///     .serve(&b"1 play b A1\n2 is_legal w A1\n3 play w A1\n"[..], &mut output)?;
/// assert_eq!(output, b"=1\n\n=2 0\n\n?3 illegal move: occupied\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    engine: Box<dyn Engine>,
    rules: Rules,
    size: Size,
    to_move: Player,
    komi: Komi,
    commands: Vec<&'static str>,
}

/// What every server understands.
const ALWAYS: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
];

/// What is understood when the engine gives what it rests on.
const LEGALITY: [&str; 3] = ["is_legal", "all_legal", "gogui-rules_legal_moves"];
const POSITION: [&str; 3] = ["list_stones", "showboard", "gogui-rules_board"];
const STATUS: [&str; 2] = ["gogui-rules_side_to_move", "gogui-rules_final_result"];
const SCORE: [&str; 1] = ["final_score"];
const UNDO: [&str; 1] = ["undo"];
const GENERATE: [&str; 2] = ["genmove", "reg_genmove"];
const HASH: [&str; 1] = ["superko-hash"];

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Server { engine, rules, size, to_move, .. } = self;
        write!(f, "Server({}, {size} {rules}, {to_move} to move)", engine.about().name)
    }
}

impl Server {
    /// A server of an engine, with a game begun.
    ///
    /// # Errors
    ///
    /// If the engine does not begin such a game, or is lost when asked what it can say.
    pub fn new(mut engine: Box<dyn Engine>, size: Size, rules: Rules) -> Result<Server, Fault> {
        engine.start(&Setup::new(size, rules))?;
        let mut commands = ALWAYS.to_vec();
        if engine.is_legal(Turn::Pass)?.is_some() {
            commands.extend(LEGALITY);
        }
        if engine.board()?.is_some() {
            commands.extend(POSITION);
        }
        if engine.status()?.is_some() {
            commands.extend(STATUS);
        }
        if engine.score()?.is_some() {
            commands.extend(SCORE);
        }
        if engine.generate()?.is_some() {
            commands.extend(GENERATE);
        }
        if engine.hash()?.is_some() {
            commands.extend(HASH);
        }
        engine.play(Turn::Pass)?;
        if engine.undo()?.is_some() {
            commands.extend(UNDO);
        }
        engine.start(&Setup::new(size, rules))?;
        Ok(Server { engine, rules, size, to_move: Player::Black, komi: Komi::default(), commands })
    }

    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or the output not written.
    pub fn serve(mut self, input: impl Read, mut output: impl Write) -> io::Result<()> {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        let mut replies = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = clean(&line);
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (id, rest) = text.split_at(digits);
            let words: Vec<&str> = rest.split_whitespace().collect();
            let Some((&command, arguments)) = words.split_first() else { continue };
            match self.answer(command, arguments) {
                Ok(answer) if answer.is_empty() => write!(replies, "={id}\n\n")?,
                Ok(answer) => write!(replies, "={id} {answer}\n\n")?,
                Err(complaint) => write!(replies, "?{id} {complaint}\n\n")?,
            }
            // Replies to commands that came together go together.
            if command == "quit" || !input.buffer().contains(&b'\n') {
                output.write_all(&replies)?;
                output.flush()?;
                replies.clear();
            }
            if command == "quit" {
                return Ok(());
            }
        }
        output.write_all(&replies)?;
        output.flush()
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        if !self.commands.contains(&command) {
            return Err("unknown command".to_owned());
        }
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("Superko {}", self.engine.about().name)),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(self.commands.contains(name).to_string()),
            ("list_commands", _) => Ok(self.commands.join("\n")),
            ("quit", _) => Ok(String::new()),
            ("boardsize", [side]) => self.begin(side, side),
            ("rectangular_boardsize", [columns, rows]) => self.begin(columns, rows),
            ("clear_board", _) => self.restart(self.size),
            ("komi", [komi]) => self.komi(komi),
            ("play", [color, vertex]) => self.play(color, vertex),
            ("undo", _) => self.undo(),
            ("genmove", [color]) => {
                let turn = self.generate(color)?;
                self.play(color, &turn)?;
                Ok(turn)
            }
            ("reg_genmove", [color]) => self.generate(color),
            ("superko-hash", _) => self.hash(),
            ("is_legal", [color, vertex]) => {
                self.check_player(color)?;
                let turn = self.turn(vertex)?;
                let permitted = self.legal(&[turn])?.contains(&turn);
                Ok(u8::from(permitted).to_string())
            }
            ("all_legal", [color]) => {
                self.check_player(color)?;
                self.legal_moves()
            }
            ("gogui-rules_legal_moves", _) => self.legal_moves(),
            ("list_stones", [color]) => {
                let color = player(color)?.color();
                let position = self.position()?;
                Ok(names(self.size.points().filter(|&p| position[p] == color)))
            }
            ("showboard", _) => Ok(format!("\n{}", self.position()?.drawn(None).trim_end())),
            ("gogui-rules_board", _) => Ok(self.position()?.to_string().trim_end().to_owned()),
            ("gogui-rules_side_to_move", _) => {
                let to_move = match self.status()? {
                    Status::Running { to_move } => to_move,
                    Status::Over => self.to_move,
                };
                Ok(to_move.to_string().to_ascii_lowercase())
            }
            ("gogui-rules_final_result", _) => match self.status()? {
                Status::Running { .. } => Ok(String::new()),
                Status::Over => Ok(self.score().unwrap_or_else(|_| "over".to_owned())),
            },
            ("final_score", _) => self.score(),
            _ => Err("syntax error".to_owned()),
        }
    }

    fn begin(&mut self, columns: &str, rows: &str) -> Result<String, String> {
        let side = |text: &str| text.parse::<u8>().map_err(|_| "unacceptable size".to_owned());
        let size = Size::new(side(columns)?, side(rows)?).map_err(|_| "unacceptable size")?;
        self.restart(size)
    }

    fn restart(&mut self, size: Size) -> Result<String, String> {
        self.engine.start(&Setup::new(size, self.rules)).map_err(|fault| match fault {
            Fault::Unsupported { .. } => "unacceptable size".to_owned(),
            fault => lost(&fault),
        })?;
        self.size = size;
        self.to_move = Player::Black;
        Ok(String::new())
    }

    fn komi(&mut self, komi: &str) -> Result<String, String> {
        self.komi = komi.parse().map_err(|error| format!("syntax error: {error}"))?;
        Ok(String::new())
    }

    fn play(&mut self, color: &str, vertex: &str) -> Result<String, String> {
        self.check_player(color)?;
        let turn = self.turn(vertex)?;
        match self.engine.play(turn).map_err(|fault| lost(&fault))? {
            Ruling::Allowed => {
                self.to_move = self.to_move.opponent();
                Ok(String::new())
            }
            Ruling::Forbidden(reason) => Err(match reason {
                RefusalReason::Over => "illegal move: the game is over",
                RefusalReason::NoStones => "illegal move: no stones left",
                RefusalReason::Occupied => "illegal move: occupied",
                RefusalReason::Suicide => "illegal move: suicide",
                RefusalReason::Repetition => "illegal move: superko",
                RefusalReason::Unstated => "illegal move",
            }
            .to_owned()),
        }
    }

    fn generate(&mut self, color: &str) -> Result<String, String> {
        self.check_player(color)?;
        given(self.engine.generate()).map(|turn| turn.to_string())
    }

    fn undo(&mut self) -> Result<String, String> {
        given(self.engine.undo()).map_err(|_| "cannot undo".to_owned())?;
        self.to_move = self.to_move.opponent();
        Ok(String::new())
    }

    fn hash(&mut self) -> Result<String, String> {
        Ok(digits_of(&given(self.engine.hash())?, 1))
    }

    fn legal_moves(&mut self) -> Result<String, String> {
        let turns: Vec<Turn> = Turn::all(self.size).collect();
        Ok(names(self.legal(&turns)?))
    }

    /// Those of some turns that the engine permits.
    fn legal(&mut self, turns: &[Turn]) -> Result<Vec<Turn>, String> {
        let answers = self.engine.are_legal(turns).map_err(|fault| lost(&fault))?;
        let permitted = |answer: &Option<Ruling>| *answer == Some(Ruling::Allowed);
        let both = turns.iter().zip(answers);
        Ok(both.filter(|(_, answer)| permitted(answer)).map(|(&turn, _)| turn).collect())
    }

    fn position(&mut self) -> Result<Position, String> {
        given(self.engine.board())
    }

    fn status(&mut self) -> Result<Status, String> {
        given(self.engine.status())
    }

    fn score(&mut self) -> Result<String, String> {
        let margin = match given(self.engine.score())? {
            ReportedScore::Areas(score) => 4 * score.margin(),
            ReportedScore::Margin { quarter_points } => quarter_points,
            ReportedScore::Winner(None) => return Ok("0".to_owned()),
            ReportedScore::Winner(Some(winner)) => return Ok(format!("{}+", winner.letter())),
        };
        let quarters = margin - self.komi.quarter_points;
        Ok(match quarters {
            0 => "0".to_owned(),
            _ => {
                let winner = if quarters > 0 { Player::Black } else { Player::White };
                format!("{}+{}", winner.letter(), f64::from(quarters.abs()) / 4.0)
            }
        })
    }

    fn check_player(&self, color: &str) -> Result<(), String> {
        let wrong = player(color)? != self.to_move;
        if wrong { Err(format!("it is {}'s turn", self.to_move)) } else { Ok(()) }
    }

    fn turn(&self, vertex: &str) -> Result<Turn, String> {
        Turn::parse(vertex, self.size).map_err(|_| format!("invalid vertex: {}", quote(vertex)))
    }
}

fn player(color: &str) -> Result<Player, String> {
    crate::gtp::player(color).map_err(|_| format!("invalid color: {}", quote(color)))
}

fn names(places: impl IntoIterator<Item = impl ToString>) -> String {
    places.into_iter().map(|place| place.to_string()).collect::<Vec<_>>().join(" ")
}

fn given<T>(answer: Result<Option<T>, Fault>) -> Result<T, String> {
    match answer {
        Ok(Some(given)) => Ok(given),
        Ok(None) => Err("cannot say".to_owned()),
        Err(fault) => Err(lost(&fault)),
    }
}

fn lost(fault: &Fault) -> String {
    format!("cannot answer: {}", quote(&fault.to_string()))
}

/// A line without its comment and control characters.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
    text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Reference;
    use proptest::prelude::*;

    fn serve(input: &[u8]) -> String {
        let size = Size::square(3).unwrap();
        let engine = Box::new(Reference::new(size, Rules::default()));
        let mut output = Vec::new();
        let server = Server::new(engine, size, Rules::default()).unwrap();
        server.serve(input, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_session() {
        let session = [
            ("protocol_version", "= 2"),
            ("  12\tname # who", "=12 Superko reference"),
            ("known_command play", "= true"),
            ("known_command genmove", "= true"),
            ("known_command undo", "= false"),
            ("undo", "? unknown command"),
            ("7 play", "?7 syntax error"),
            ("reg_genmove w", "? it is Black's turn"),
            ("reg_genmove b", "= B2"),
            ("genmove b", "= B2"),
            ("list_stones black", "= B2"),
            ("genmove b", "? it is White's turn"),
            ("clear_board", "="),
            ("boardsize 26", "? unacceptable size"),
            ("boardsize x", "? unacceptable size"),
            ("play r A1", "? invalid color: r"),
            ("play b D1", "? invalid vertex: D1"),
            ("play w A1", "? it is Black's turn"),
            ("is_legal w A1", "? it is Black's turn"),
            ("is_legal b A1", "= 1"),
            ("play B a1", "="),
            ("play w A1", "? illegal move: occupied"),
            ("all_legal w", "= B1 C1 A2 B2 C2 A3 B3 C3 pass"),
            ("list_stones black", "= A1"),
            ("list_stones white", "="),
            ("gogui-rules_board", "= . . .\n. . .\nX . ."),
            ("showboard", "= \n 3  . . .\n 2  . . .\n 1  X . .\n    A B C"),
            ("gogui-rules_side_to_move", "= white"),
            ("gogui-rules_final_result", "="),
            ("komi 0.5", "="),
            (
                "komi many",
                "? syntax error: `many` is not a komi: write a multiple of 0.25 from -1000 to 1000, such as 7.5",
            ),
            ("play w pass", "="),
            ("play b pass", "="),
            ("gogui-rules_final_result", "= B+8.5"),
            ("final_score", "= B+8.5"),
            ("play w B1", "? illegal move: the game is over"),
            ("gogui-rules_legal_moves", "="),
            ("clear_board", "="),
            ("final_score", "= W+0.5"),
            ("rectangular_boardsize 3 2", "="),
            ("gogui-rules_board", "= . . .\n. . ."),
        ];
        let input: String = session.iter().map(|(command, _)| format!("{command}\n")).collect();
        let replies: String = session.iter().map(|(_, reply)| format!("{reply}\n\n")).collect();
        assert_eq!(serve(input.as_bytes()), replies);
    }

    proptest! {
        #[test]
        fn any_input_is_answered(input in prop::collection::vec(any::<u8>(), 0..80)) {
            serve(&input);
        }
    }
}
