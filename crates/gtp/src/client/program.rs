//! Finds out who a program is and what it can be asked, and makes the commands that begin a game.

use super::known_programs::Unasked;
use super::plays::GENMOVE;
use super::process::Process;
use super::profile::Profile;
use super::questions::Reader;
use crate::{Body, Unreadable};
use std::collections::BTreeSet;
use superko_engine::{Fault, Note, quote, sentence};
use superko_game::Size;
use superko_game::rules::Rules;

/// The command that reads the side of the board.
const QUERY_SIZE: &str = "query_boardsize";

/// The commands that take a turn back.
const UNDO: [&str; 2] = ["undo", "gg-undo"];

/// The commands to try on an engine that does not list its own.
const CANDIDATES: &str = "boardsize rectangular_boardsize query_boardsize clear_board komi get_komi \
    play undo is_legal all_legal gogui-rules_legal_moves list_stones gogui-rules_board showboard \
    gogui-rules_side_to_move gogui-rules_final_result final_score genmove";

/// The description of a program, and the profile by which it is asked.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) profile: Profile,
    pub(super) listed: BTreeSet<String>,
    /// Whether the program lists its commands. If not, all known ones are tried.
    pub(super) lists_itself: bool,
    /// The commands that ended the program, and no longer count as listed.
    unasked: Vec<Unasked>,
}

/// A board with another shape than was asked for, although the command was answered with `=`.
pub(super) struct WrongShape {
    pub(super) what: String,
    /// The protocol gives `boardsize` one argument, and an engine may ignore a second one.
    pub(super) breaks_protocol: bool,
}

/// The reason why nothing is found out about an engine that refuses an ordinary game.
pub(super) const REFUSES_PLAY: &str = "it refuses an ordinary play";

/// Returns the reason why an unlisted command is not asked.
pub(super) fn unlisted(command: &str) -> String {
    format!("it does not list {command}")
}

impl Program {
    /// Asks a program who it is and what it understands. Commands that are no longer asked count as not listed.
    ///
    /// # Errors
    ///
    /// If a fault ends the program, or it speaks another protocol, or does not list a command that is needed.
    pub(super) fn greet(
        process: &mut Process,
        profile: Option<Profile>,
        unasked: Vec<Unasked>,
        notes: &mut Vec<Note>,
    ) -> Result<Program, Fault> {
        let questions = ["protocol_version", "name", "version", "list_commands"].map(str::to_owned);
        let mut bodies = process.ask_all(&questions)?.into_iter();
        let mut next = || bodies.next().expect("each command has an answer");
        if let Ok(spoken) = next()
            && !spoken.starts_with('2')
        {
            let what = format!("it speaks version `{}` of the protocol, not 2", quote(&spoken));
            return Err(distrust("protocol_version", &what));
        }
        let name = next().map(|name| quote(&name)).unwrap_or_default();
        let name = if name.is_empty() { "an engine without a name".to_owned() } else { name };
        let version = next().map(|version| quote(&version)).unwrap_or_default();
        let list = next();
        let words = list.as_deref().unwrap_or(CANDIDATES).split_whitespace();
        let mut listed: BTreeSet<String> = words.map(str::to_owned).collect();
        listed.retain(|command| !unasked.iter().any(|unasked| unasked.command == *command));
        for needed in ["boardsize", "clear_board", "play"] {
            if !listed.contains(needed) {
                return Err(distrust("list_commands", &format!("it does not list `{needed}`")));
            }
        }
        let mut known = Profile::of_engine(&name);
        // An engine of the same name that does not know the commands is another one.
        let namesake = known.rules_words().find(|word| !listed.contains(*word)).map(str::to_owned);
        if namesake.is_some() {
            known = Profile::generic();
        }
        let namesake = namesake.filter(|_| profile.is_none());
        let profile = profile.unwrap_or(known);
        let lists_itself = list.is_ok();
        let program = Program { name, version, profile, listed, lists_itself, unasked };
        notes.extend(program.notes(list, namesake));
        Ok(program)
    }

    /// Returns the notes on the profile and the commands.
    fn notes(&self, list: Body, namesake: Option<String>) -> Vec<Note> {
        let own = self.profile.notes.iter();
        let mut notes: Vec<Note> = own.map(|note| Note::Text(sentence(note))).collect();
        let mut words: Vec<String> = self.profile.rules_words().map(str::to_owned).collect();
        words.dedup();
        if !words.is_empty() {
            notes.push(Note::SetsRules(words));
        }
        notes.extend(list.err().map(|text| Note::UnlistedCommands(quote(&text))));
        notes.extend(namesake.map(Note::UnknownEngine));
        let lacks_undo = self.undo().is_none();
        let is_undo = |unasked: &Unasked| UNDO.contains(&unasked.command.as_str()) && lacks_undo;
        // The trials of the score have a note of their own.
        for unasked in self.unasked.iter().filter(|unasked| unasked.command != "final_score") {
            let Unasked { command, why } = unasked;
            notes.push(match is_undo(unasked) {
                true => Note::missing("undo", why),
                false => Note::unused(command, why),
            });
        }
        if lacks_undo && !self.unasked.iter().any(is_undo) {
            notes.push(Note::missing("undo", "it lists neither undo nor gg-undo"));
        }
        if self.generate().is_none() {
            notes.push(Note::missing("generate", "it lists neither reg_genmove nor genmove"));
        }
        notes
    }

    pub(super) fn lists(&self, command: &str) -> bool {
        self.listed.contains(command)
    }

    /// Returns the reason why a command that does not count as listed is not asked.
    pub(super) fn why_not(&self, command: &str) -> String {
        let lost = self.unasked.iter().find(|unasked| unasked.command == command);
        lost.map_or_else(|| unlisted(command), |lost| lost.why.clone())
    }

    /// Returns whether the program crashed or hung over a command that the tests can do without.
    pub(super) fn can_do_without(&self, fault: &Fault) -> bool {
        let command = fault.command_name();
        let is_needed = match command {
            "protocol_version" | "name" | "version" | "list_commands" => true,
            "boardsize" | "rectangular_boardsize" | "clear_board" | "play" => true,
            _ => self.profile.rules_words().any(|word| word == command),
        };
        let is_lost = matches!(fault, Fault::Exit { .. } | Fault::Timeout { .. });
        is_lost && self.lists(command) && !is_needed
    }

    /// Returns the command that takes a turn back.
    pub(super) fn undo(&self) -> Option<&'static str> {
        UNDO.into_iter().find(|undo| self.lists(undo))
    }

    /// Returns the command that asks for a turn, preferably one that plays nothing.
    pub(super) fn generate(&self) -> Option<&'static str> {
        ["reg_genmove", GENMOVE].into_iter().find(|name| self.lists(name))
    }

    /// Returns the command that sets a board size, or the reason why there is none.
    pub(super) fn size_command(&self, size: Size) -> Result<String, String> {
        self.profile.size_command(size, |command| self.lists(command))
    }

    /// Returns the commands that begin a game under the usual rules, whatever was before.
    pub(super) fn set_up(&self, size: Size) -> Vec<String> {
        self.set_up_under(&Rules::default(), size)
    }

    /// Returns the commands that begin a game under some rules, whatever was before.
    pub(super) fn set_up_under(&self, rules: &Rules, size: Size) -> Vec<String> {
        let mut commands: Vec<String> = self.size_command(size).into_iter().collect();
        commands.push("clear_board".to_owned());
        commands.extend(self.profile.rules_commands(rules).unwrap_or_default());
        if self.lists("komi") {
            commands.push("komi 0".to_owned());
        }
        commands
    }

    /// Returns the first way of the profile to draw the board, whether it can be read or not.
    pub(super) fn drawn_by(&self) -> Option<Reader> {
        let readers = self.profile.board.iter().copied();
        readers.filter(|reader| reader.draws()).find(|reader| self.lists(reader.command()))
    }

    /// Returns the questions that show the shape of the board: by a drawing if there is one, or by the side.
    pub(super) fn shape_questions(&self, drawing: Option<Reader>, size: Size) -> Vec<String> {
        match drawing {
            Some(drawing) => drawing.questions(size),
            None if self.lists(QUERY_SIZE) && size.is_square() => vec![QUERY_SIZE.to_owned()],
            None => Vec::new(),
        }
    }
}

impl WrongShape {
    /// Returns the wrong shape that the answers to [`Program::shape_questions`] show, if any.
    pub(super) fn seen(
        drawing: Option<Reader>,
        size: Size,
        command: &str,
        bodies: &[Body],
    ) -> Result<Option<WrongShape>, Unreadable> {
        let shown = bodies.first().and_then(|body| body.as_deref().ok()).unwrap_or_default();
        let (source, found) = match drawing {
            Some(drawing) => (drawing.command(), drawing.read(bodies, size)?.size()),
            None => {
                let side = shown.parse().ok().and_then(|side| Size::square(side).ok());
                (QUERY_SIZE, side.unwrap_or(size))
            }
        };
        let shown = quote(shown);
        Ok((found != size).then(|| WrongShape {
            what: format!("`{command}` is answered with `=`, and then {source} shows a {found} board: `{shown}`"),
            breaks_protocol: size.is_square() || !command.starts_with("boardsize "),
        }))
    }
}

/// Returns a fault that blames the adapter or the protocol.
pub(super) fn distrust(command: &str, what: &str) -> Fault {
    let what = format!(
        "handshake failed because of the adapter or the protocol, not because of the rules: {what}"
    );
    Fault::Protocol { command: command.to_owned(), what }
}
