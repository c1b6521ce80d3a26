//! Makes any board in Rust speak GTP. Needs only the standard library.

use std::io::{self, BufRead, Write};

/// A board and the game on it. Columns and rows count from 0 at A1, the bottom left; `None` is a pass.
pub trait Board: Clone {
    /// Plays a turn. If it is illegal, says so and changes nothing.
    fn play(&mut self, turn: Option<(usize, usize)>) -> bool;

    /// Whether the player to move may play at a point.
    fn is_legal(&self, point: (usize, usize)) -> bool;

    /// The content of a point: `X`, `O` or `.`.
    fn stone(&self, point: (usize, usize)) -> char;

    /// Whether it is Black's turn.
    fn black_to_move(&self) -> bool;

    /// Whether the game is over; `None` if its games have no end.
    fn is_over(&self) -> Option<bool> {
        None
    }

    /// Black's lead without komi; `None` if it does not score.
    fn lead(&self) -> Option<f64> {
        None
    }
}

struct Session<B, F> {
    make: F,
    size: usize,
    /// The positions since the start of the game.
    games: Vec<B>,
    komi: f64,
}

/// Serves square boards until `quit`. `make` makes a board or refuses the size.
pub fn serve<B: Board>(name: &str, version: &str, make: fn(usize) -> Option<B>) -> io::Result<()> {
    let games = make(9).into_iter().collect();
    let mut session = Session { make, size: 9, games, komi: 0.0 };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let (id, words) = match words.split_first() {
            Some((id, rest)) if id.bytes().all(|byte| byte.is_ascii_digit()) => (*id, rest),
            _ => ("", &words[..]),
        };
        let Some((&command, words)) = words.split_first() else { continue };
        let answer = match command {
            "name" => Ok(name.to_owned()),
            "version" => Ok(version.to_owned()),
            _ => session.answer(command, words),
        };
        let (sign, text) = match &answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let text = if text.is_empty() { String::new() } else { format!(" {text}") };
        let mut out = io::stdout().lock();
        write!(out, "{sign}{id}{text}\n\n")?;
        out.flush()?;
        if command == "quit" {
            return Ok(());
        }
    }
    Ok(())
}

impl<B: Board, F: Fn(usize) -> Option<B>> Session<B, F> {
    fn answer(&mut self, command: &str, words: &[&str]) -> Result<String, String> {
        if !self.known().contains(&command) {
            return Err("unknown command".to_owned());
        }
        let word = |place: usize| words.get(place).copied().ok_or("too few words".to_owned());
        let game = self.games.last().ok_or("no board")?;
        Ok(match command {
            "protocol_version" => "2".to_owned(),
            "known_command" => self.known().contains(&word(0)?).to_string(),
            "list_commands" => self.known().join("\n"),
            "boardsize" => {
                let size = word(0)?.parse().ok().filter(|_| words.len() == 1);
                let game = size.and_then(&self.make).ok_or("unacceptable size")?;
                (self.size, self.games) = (size.unwrap_or_default(), vec![game]);
                String::new()
            }
            "clear_board" => {
                self.games.truncate(1);
                String::new()
            }
            "komi" => {
                self.komi = word(0)?.parse().map_err(|_| "komi is not a number")?;
                String::new()
            }
            "play" => {
                let (black, turn) = (is_black(word(0)?)?, self.turn(word(1)?)?);
                let mut next = game.clone();
                if black != game.black_to_move() || !next.play(turn) {
                    return Err("illegal move".to_owned());
                }
                self.games.push(next);
                String::new()
            }
            "undo" if self.games.len() > 1 => {
                self.games.pop();
                String::new()
            }
            "undo" => return Err("cannot undo".to_owned()),
            "list_stones" => {
                let stone = if is_black(word(0)?)? { 'X' } else { 'O' };
                self.named(|point| game.stone(point) == stone)
            }
            "gogui-rules_legal_moves" if game.is_over() == Some(true) => String::new(),
            "gogui-rules_legal_moves" => format!("{} pass", self.named(|point| game.is_legal(point))).trim_start().to_owned(),
            "gogui-rules_side_to_move" => if game.black_to_move() { "black" } else { "white" }.to_owned(),
            "gogui-rules_final_result" if game.is_over() == Some(false) => String::new(),
            "gogui-rules_final_result" | "final_score" => match game.lead().map(|lead| lead - self.komi) {
                None => "game over".to_owned(),
                Some(0.0) => "0".to_owned(),
                Some(lead) => format!("{}+{}", if lead > 0.0 { 'B' } else { 'W' }, lead.abs()),
            },
            _ => String::new(),
        })
    }

    fn known(&self) -> Vec<&'static str> {
        let mut known = vec![
            "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
            "komi", "play", "undo", "list_stones", "gogui-rules_legal_moves",
        ];
        let game = self.games.last();
        if game.is_some_and(|game| game.is_over().is_some()) {
            known.extend(["gogui-rules_side_to_move", "gogui-rules_final_result"]);
        }
        if game.is_some_and(|game| game.lead().is_some()) {
            known.push("final_score");
        }
        known
    }

    /// Returns the names of the points for which a condition holds.
    fn named(&self, is: impl Fn((usize, usize)) -> bool) -> String {
        let points = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let name = |(column, row): (usize, usize)| format!("{}{}", char::from(LETTERS[column]), row + 1);
        points.filter(|&point| is(point)).map(name).collect::<Vec<_>>().join(" ")
    }

    fn turn(&self, word: &str) -> Result<Option<(usize, usize)>, String> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        let point = word.split_at_checked(1).and_then(|(letter, number)| {
            let letter = letter.to_ascii_uppercase();
            let column = LETTERS.iter().position(|&byte| letter.as_bytes() == [byte])?;
            let row = number.parse::<usize>().ok()?.checked_sub(1)?;
            (column < self.size && row < self.size).then_some((column, row))
        });
        point.map(Some).ok_or(format!("{word} is not a point of the board"))
    }
}

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn is_black(word: &str) -> Result<bool, String> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(true),
        "w" | "white" => Ok(false),
        _ => Err(format!("{word} is not a color")),
    }
}
