//! A built-in engine as a GTP program, for user interfaces, matches and tests.
//!
//! In: commands. Out: replies. Used by the command line.

mod clock;
mod commands;
mod game;
mod player;
mod records;
#[cfg(test)]
mod tests;

pub use player::{Chooser, PlayoutEffort};

use clock::Clock;
use commands::{ANALYZE, COMMANDS, Command, Needs};
use game::{Game, fault_message, given};
use player::{Passes, Stakes};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::Duration;
use superko_engine::{Engine, Fault, ReportedScore, digits_of, quote};
use superko_game::rules::{HandicapBonus, NamedRules, Rules};
use superko_game::{
    Color, Komi, Margin, Outcome, Player, Point, Setup, Size, Status, Turn, handicap,
};

/// A server that runs an engine as a GTP engine.
///
/// Commands for which the engine gives no answers are neither listed nor understood. Turns are taken back by
/// the engine, or by replaying the game if it cannot. A player may move twice in a row, unless the server is
/// [`strict`](Server::strict): the other player is then assumed to have passed, or, if this pass would end
/// the game, the player's own pass before is ignored. The first move of a game determines who plays first.
/// `boardsize` begins a new game, as `clear_board` does. `final_score` scores the position as it stands,
/// without any agreement except that in a loaded record. It subtracts komi, which is 0 at first, and White's
/// compensation for handicap stones.
///
/// ```
/// use superko_engine::Reference;
/// use superko_game::{Rules, Size};
/// use superko_gtp::server::Server;
///
/// let size = Size::square(2)?;
/// let engine = Box::new(Reference::new(size, Rules::default()));
/// let mut output = Vec::new();
/// Server::new(engine, size, Rules::default())?
///     .serve(&b"1 play b A1\n2 is_legal w A1\n3 play w A1\n"[..], &mut output)?;
/// assert_eq!(output, b"=1\n\n=2 0\n\n?3 illegal move: occupied\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Server {
    game: Game,
    komi: Komi,
    bonus: HandicapBonus,
    handicap: u32,
    clock: Clock,
    strict: bool,
    chooser: Chooser,
    host: Host,
    /// The abilities of the engine on which commands depend.
    provides: Vec<Needs>,
}

/// The functions of the machine that a server uses. By default there are no files, and the clock stands
/// still.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Returns the time since some moment in the past.
    pub now: fn() -> Duration,
    /// Reads the bytes of a file, for `loadsgf`.
    pub read: fn(&str) -> Result<Vec<u8>, String>,
    /// Writes a text to a file, for `printsgf`.
    pub write: fn(&str, &str) -> Result<(), String>,
}

impl Default for Host {
    fn default() -> Host {
        Host {
            now: || Duration::ZERO,
            read: |_| Err("this server reads no files".to_owned()),
            write: |_, _| Err("this server writes no files".to_owned()),
        }
    }
}

impl Server {
    /// Makes a server for an engine, and begins a game. The engine itself generates turns, if it can.
    ///
    /// # Errors
    ///
    /// If the engine does not support such a game, or fails when asked what it can answer.
    pub fn new(mut engine: Box<dyn Engine>, size: Size, rules: Rules) -> Result<Server, Fault> {
        let setup = Setup::new(size, rules);
        engine.start(&setup)?;
        let answers = [
            (Needs::Nothing, true),
            (Needs::Legality, engine.is_legal(Turn::Pass)?.is_some()),
            (Needs::Board, engine.board()?.is_some()),
            (Needs::Status, engine.status()?.is_some()),
            (Needs::Score, engine.score()?.is_some()),
            (Needs::Generate, engine.generate()?.is_some()),
            (Needs::Hash, engine.hash()?.is_some()),
        ];
        let answered = answers.into_iter().filter(|(_, is_answered)| *is_answered);
        let provides = answered.map(|(needs, _)| needs).collect();
        let bonus = setup.rules.handicap_bonus();
        Ok(Server {
            game: Game::new(engine, setup)?,
            komi: Komi::default(),
            bonus,
            handicap: 0,
            clock: Clock::default(),
            strict: false,
            chooser: Chooser::default(),
            host: Host::default(),
            provides,
        })
    }

    /// Makes it an error for a player to move out of turn; such a move changes nothing.
    #[must_use]
    pub fn strict(mut self) -> Server {
        self.strict = true;
        self
    }

    /// Sets another player for `genmove`. A player other than the engine itself needs an engine that says
    /// which turns are legal and shows the board; with any other engine the command does not change.
    #[must_use]
    pub fn chooser(mut self, chooser: Chooser) -> Server {
        let can = [Needs::Legality, Needs::Board].iter().all(|needs| self.provides.contains(needs));
        if chooser == Chooser::Engine || can {
            self.chooser = chooser;
            if chooser != Chooser::Engine && !self.provides.contains(&Needs::Generate) {
                self.provides.push(Needs::Generate);
            }
        }
        self
    }

    /// Sets the functions for files and the clock.
    #[must_use]
    pub fn host(mut self, host: Host) -> Server {
        self.host = host;
        self
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
            // Replies to commands that came together are written together.
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

    /// Finds a command by its name, if it is served.
    fn command(&self, name: &str) -> Option<&'static Command> {
        let served = |command: &&Command| self.provides.contains(&command.needs);
        COMMANDS.iter().filter(served).find(|command| command.name == name)
    }

    /// Answers a command, or returns an error message.
    fn answer(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        let Some(command) = self.command(name) else {
            return Err("unknown command".to_owned());
        };
        let answer = self.describe(name, arguments).or_else(|| self.carry_out(name, arguments));
        let answer = answer.or_else(|| self.tell(name, arguments));
        answer.unwrap_or_else(|| Err(usage(command)))
    }

    /// Answers a question about the server and its settings. `None` if the command is no such question.
    fn describe(&self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
        Some(match (name, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("Superko {}", self.game.engine.about().name)),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(self.command(name).is_some().to_string()),
            ("list_commands", _) => {
                let names = COMMANDS.iter().map(|command| command.name);
                Ok(names.filter(|name| self.command(name).is_some()).collect::<Vec<_>>().join("\n"))
            }
            ("get_komi", _) => Ok(self.komi.to_string()),
            ("kata-get-rules", _) => {
                let (rules, bonus) = (self.game.setup.rules, self.bonus);
                let named = NamedRules { rules, bonus, ..NamedRules::default() };
                named.to_katago().map_err(|error| error.to_string())
            }
            _ => return None,
        })
    }

    /// Carries out a command that is no question. `None` if the command is a question.
    fn carry_out(&mut self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
        Some(match (name, arguments) {
            ("quit", _) => Ok(String::new()),
            ("boardsize", [side]) => self.resize(side, side),
            ("boardsize" | "rectangular_boardsize", [columns, rows]) => self.resize(columns, rows),
            ("clear_board", _) => self.restart(self.game.setup.size()),
            ("komi", [komi]) => self.set_komi(komi),
            ("play", [color, vertex]) => self.play(color, vertex),
            ("undo", _) => self.game.undo().map(|()| String::new()),
            ("fixed_handicap", [stones]) => self.handicap(stones, handicap::fixed),
            ("place_free_handicap", [stones]) => {
                self.handicap(stones, |size, stones| Some(handicap::free(size, stones)))
            }
            ("set_free_handicap", [_, ..]) => self.set_free_handicap(arguments),
            ("loadsgf", [file]) => self.load(file, None),
            ("loadsgf", [file, until]) => self.load(file, Some(until)),
            ("printsgf", [] | ["-"]) => Ok(self.sgf()),
            ("printsgf", [file]) => self.save(file),
            ("time_settings", [main, byo_yomi, stones]) => {
                self.clock.set(main, byo_yomi, stones).map(|()| String::new())
            }
            ("time_left", [color, time, stones]) => player(color)
                .and_then(|player| self.clock.tell(player, time, stones))
                .map(|()| String::new()),
            ("kata-set-rules", [_, ..]) => self.set_rules(NamedRules::katago(&arguments.join(" "))),
            ("kgs-rules", [name]) => self.set_rules(NamedRules::elsewhere("kgs", name)),
            ("genmove" | "reg_genmove", [color]) => {
                self.generate(color, name == "genmove", Passes::AtWill)
            }
            ("kgs-genmove_cleanup", [color]) => {
                self.game.resume().and_then(|()| self.generate(color, true, Passes::WithoutPlays))
            }
            _ => return None,
        })
    }

    /// Answers a question about the state of the game. `None` if the command is no such question.
    fn tell(&mut self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
        Some(match (name, arguments) {
            ("is_legal", [color, vertex]) => self.is_legal(color, vertex),
            ("all_legal", [color]) => self.player(color).and_then(|player| self.all_legal(player)),
            ("gogui-rules_legal_moves", _) => self.all_legal(self.game.to_move()),
            ("list_stones", [color]) => self.list_stones(color),
            ("captures", [color]) => {
                let captured = player(color).and_then(|p| self.game.lost_stones(p.opponent()));
                captured.map(|stones| stones.to_string())
            }
            ("gogui-rules_captured_count", _) => self.captured(),
            ("showboard", _) => {
                self.game.position().map(|board| format!("\n{}", board.drawn(None).trim_end()))
            }
            ("gogui-rules_board", _) => {
                self.game.position().map(|board| board.to_string().trim_end().to_owned())
            }
            ("gogui-rules_board_size", _) => Ok(self.board_size()),
            ("gogui-rules_game_id", _) => Ok("Go".to_owned()),
            ("gogui-rules_side_to_move", _) => self.side_to_move(),
            ("gogui-rules_final_result", _) => Ok(match self.game.is_over() {
                true => self.score().unwrap_or_else(|_| "over".to_owned()),
                false => String::new(),
            }),
            ("gogui-analyze_commands", _) => {
                let sends = |line: &&&str| {
                    let sent = line.rsplit('/').next().and_then(|sent| sent.split(' ').next());
                    sent.is_some_and(|sent| self.command(sent).is_some())
                };
                Ok(ANALYZE.iter().filter(sends).copied().collect::<Vec<_>>().join("\n"))
            }
            ("superko-hash", _) => given(self.game.engine.hash()).map(|hash| digits_of(&hash, 1)),
            ("final_score", _) => self.score(),
            ("final_status_list", [status]) => self.status_list(status),
            _ => return None,
        })
    }

    fn set_komi(&mut self, komi: &str) -> Result<String, String> {
        self.komi = komi.parse().map_err(|error| format!("syntax error: {error}"))?;
        Ok(String::new())
    }

    fn play(&mut self, color: &str, vertex: &str) -> Result<String, String> {
        let (player, turn) = (self.player(color)?, self.turn(vertex)?);
        self.game.play(player, turn)?;
        Ok(String::new())
    }

    fn resize(&mut self, columns: &str, rows: &str) -> Result<String, String> {
        let side = |text: &str| {
            text.parse::<u8>().map_err(|_| match text.parse::<i64>() {
                Ok(_) => "unacceptable size".to_owned(),
                Err(_) => format!("syntax error: `{text}` is not a side of a board"),
            })
        };
        let size = Size::new(side(columns)?, side(rows)?).map_err(|_| "unacceptable size")?;
        self.restart(size)
    }

    fn restart(&mut self, size: Size) -> Result<String, String> {
        self.begin(Setup::new(size, self.game.setup.rules))?;
        Ok(String::new())
    }

    fn begin(&mut self, setup: Setup) -> Result<(), String> {
        self.handicap = records::handicap_of(&setup);
        self.game.begin(setup).map_err(|fault| match fault {
            Fault::Unsupported { .. } => "unacceptable size".to_owned(),
            fault => fault_message(&fault),
        })
    }

    /// Puts handicap stones on an empty board, and returns their points.
    fn handicap(
        &mut self,
        stones: &str,
        places: fn(Size, usize) -> Option<Vec<Point>>,
    ) -> Result<String, String> {
        let size = self.game.setup.size();
        let wrong = || format!("invalid number of stones: `{stones}` on a {size} board");
        let number: usize =
            stones.parse().map_err(|_| format!("syntax error: `{stones}` is not a number"))?;
        let places = places(size, number).filter(|places| places.len() >= 2).ok_or_else(wrong)?;
        self.put_handicap(&places)?;
        Ok(names(places))
    }

    fn set_free_handicap(&mut self, vertices: &[&str]) -> Result<String, String> {
        let size = self.game.setup.size();
        let mut places = Vec::new();
        for vertex in vertices {
            let place = size.vertex(vertex).ok().filter(|place| !places.contains(place));
            places.push(place.ok_or_else(|| format!("bad vertex list: {}", quote(vertex)))?);
        }
        if !(2..size.point_count()).contains(&places.len()) {
            return Err(format!("bad vertex list: {} stones on a {size} board", places.len()));
        }
        self.put_handicap(&places)?;
        Ok(String::new())
    }

    fn put_handicap(&mut self, places: &[Point]) -> Result<(), String> {
        let setup = &self.game.setup;
        if !setup.is_empty() || self.game.moves.iter().any(|played| played.turn != Turn::Pass) {
            return Err("board not empty".to_owned());
        }
        let mut setup = Setup { first: Player::White, ..setup.clone() };
        for &place in places {
            setup.position[place] = Color::Black;
        }
        self.begin(setup)
    }

    fn load(&mut self, file: &str, until: Option<&str>) -> Result<String, String> {
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("syntax error: `{text}` is not the number of a move"))
        };
        let until = until.map(number).transpose()?;
        let bytes = (self.host.read)(file)
            .map_err(|error| format!("cannot load file: {}", quote(&error)))?;
        let loaded = records::load(&mut self.game, &bytes, until).map_err(|why| quote(&why))?;
        self.komi = loaded.komi().unwrap_or(self.komi);
        self.handicap = loaded.handicap.into();
        Ok(self.game.to_move().to_string().to_ascii_lowercase())
    }

    fn save(&mut self, file: &str) -> Result<String, String> {
        (self.host.write)(file, &self.sgf())
            .map_err(|error| format!("cannot write file: {}", quote(&error)))?;
        Ok(String::new())
    }

    fn sgf(&mut self) -> String {
        let is_over = self.provides.contains(&Needs::Status) && self.game.is_over();
        let result = if is_over { self.score().ok() } else { None };
        records::print(&self.game, self.komi, self.handicap, result.as_deref())
    }

    fn set_rules(
        &mut self,
        named: Result<NamedRules, impl std::fmt::Display>,
    ) -> Result<String, String> {
        let named = named.map_err(|error| quote(&error.to_string()))?;
        let setup = Setup { rules: named.rules, ..self.game.setup.clone() };
        self.game.replay_from(setup).map_err(|why| format!("cannot change the rules: {why}"))?;
        self.bonus = named.bonus;
        Ok(String::new())
    }

    fn generate(&mut self, color: &str, plays: bool, passes: Passes) -> Result<String, String> {
        let player = self.player(color)?;
        let (for_white, left) = (self.for_white(), self.clock.left(player));
        let stakes = Stakes { for_white, left, passes };
        let (chooser, host) = (self.chooser, self.host);
        let turn = self.game.as_if_turn_of(player, |game| chooser.choose(game, stakes, &host))?;
        if plays {
            self.game.play(player, turn)?;
        }
        Ok(turn.to_string())
    }

    fn is_legal(&mut self, color: &str, vertex: &str) -> Result<String, String> {
        let (player, turn) = (self.player(color)?, self.turn(vertex)?);
        let legal = self.game.as_if_turn_of(player, |game| game.legal(&[turn]))?;
        Ok(legal.len().to_string())
    }

    fn all_legal(&mut self, player: Player) -> Result<String, String> {
        let turns: Vec<Turn> = Turn::all(self.game.setup.size()).collect();
        self.game.as_if_turn_of(player, |game| game.legal(&turns)).map(names)
    }

    fn list_stones(&mut self, color: &str) -> Result<String, String> {
        let color = player(color)?.color();
        let position = self.game.position()?;
        Ok(names(position.size().points().filter(|&point| position[point] == color)))
    }

    fn captured(&mut self) -> Result<String, String> {
        let black = self.game.lost_stones(Player::Black)?;
        Ok(format!("{black} {}", self.game.lost_stones(Player::White)?))
    }

    fn board_size(&self) -> String {
        let size = self.game.setup.size();
        match size.is_square() {
            true => size.columns().to_string(),
            false => format!("{} {}", size.columns(), size.rows()),
        }
    }

    fn side_to_move(&mut self) -> Result<String, String> {
        let to_move = match given(self.game.engine.status())? {
            Status::Running { to_move } => to_move,
            Status::Over => self.game.to_move(),
        };
        Ok(to_move.to_string().to_ascii_lowercase())
    }

    /// Lists stones by their status. Nothing is agreed over GTP: only stones that are dead in a loaded record are dead.
    fn status_list(&mut self, status: &str) -> Result<String, String> {
        let position = self.game.position()?;
        match status {
            "alive" | "dead" => {
                let (dead, lists_dead) = (self.game.dead(), status == "dead");
                let mut left: Vec<Point> = position.size().points().collect();
                left.retain(|point| {
                    position[*point] != Color::Empty && dead.contains(point) == lists_dead
                });
                let mut lines = Vec::new();
                while let Some(&first) = left.first() {
                    let mut chain = position.chain(first);
                    chain.retain(|point| left.contains(point));
                    chain.sort_unstable();
                    left.retain(|point| !chain.contains(point));
                    lines.push(names(chain));
                }
                Ok(lines.join("\n"))
            }
            "seki" => Ok(String::new()),
            _ => Err(format!("syntax error: `{status}` is not alive, dead or seki")),
        }
    }

    /// Returns the points that White gets in addition to the score, in quarter points.
    fn for_white(&self) -> i32 {
        let bonus = self.bonus.points(self.handicap);
        self.komi.quarter_points + 4 * i32::try_from(bonus).unwrap_or(0)
    }

    fn score(&mut self) -> Result<String, String> {
        match self.game.decided_by_a_turn() {
            None => {}
            Some(Outcome::Wins(winner)) => return Ok(format!("{}+F", winner.letter())),
            Some(Outcome::Tie) => return Ok("0".to_owned()),
            Some(Outcome::NoResult) => {
                return Err("cannot score: the game has no result".to_owned());
            }
        }
        let quarter_points = match given(self.game.engine.score())? {
            ReportedScore::Areas(score) => score.quarter_points(),
            ReportedScore::Margin { quarter_points } => quarter_points,
            ReportedScore::Winner(None) => return Ok("0".to_owned()),
            ReportedScore::Winner(Some(winner)) => return Ok(format!("{}+", winner.letter())),
        };
        Ok(Margin { quarter_points: quarter_points - self.for_white() }.to_string())
    }

    /// Parses the color of a player, who must be the one to move if the server is strict.
    fn player(&self, color: &str) -> Result<Player, String> {
        let player = player(color)?;
        if self.strict && player != self.game.to_move() {
            return Err(format!("it is {}'s turn", self.game.to_move()));
        }
        Ok(player)
    }

    fn turn(&self, vertex: &str) -> Result<Turn, String> {
        let turn = Turn::parse(vertex, self.game.setup.size());
        turn.map_err(|_| format!("syntax error: invalid vertex: {}", quote(vertex)))
    }
}

fn player(color: &str) -> Result<Player, String> {
    crate::player(color).map_err(|_| format!("syntax error: invalid color: {}", quote(color)))
}

/// Returns the error message for a command with wrong arguments.
fn usage(command: &Command) -> String {
    let Command { name, arguments, .. } = command;
    match arguments.is_empty() {
        true => format!("syntax error: {name} takes no arguments"),
        false => format!("syntax error: {name} takes {arguments}"),
    }
}

fn names(places: impl IntoIterator<Item = impl ToString>) -> String {
    places.into_iter().map(|place| place.to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns a line without its comment and control characters.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
    text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}
