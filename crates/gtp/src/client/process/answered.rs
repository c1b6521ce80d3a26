//! Keeps the commands that a program has answered, to send them again to another process.

/// The number of commands after which the next new game makes the earlier ones forgotten.
const REMEMBERED: usize = 10_000;

/// The command that begins a game.
const CLEAR_BOARD: &str = "clear_board";

/// The commands that a program has answered: all of the current game, and those before it either all or not at all.
#[derive(Debug)]
pub(super) struct Answered {
    /// Commands, each with whether the answer was an error.
    commands: Vec<(String, bool)>,
    /// Whether these are all commands since the start.
    is_whole: bool,
}

impl Answered {
    /// Makes the empty list of a program that was just started.
    pub(super) fn new() -> Answered {
        Answered { commands: Vec::new(), is_whole: true }
    }

    /// Keeps a command. If there are too many, a command that begins a game makes the earlier games forgotten.
    pub(super) fn push(&mut self, command: String, is_error: bool) {
        if self.commands.len() >= REMEMBERED && (sets_size(&command) || command == CLEAR_BOARD) {
            let size = self.commands.iter().rfind(|(earlier, _)| sets_size(earlier));
            let commands = size.map(|(size, _)| (size.clone(), false)).into_iter().collect();
            *self = Answered { commands, is_whole: false };
        }
        self.commands.push((command, is_error));
    }

    /// Returns the commands up to the one that is due.
    pub(super) fn to(&self, due: Option<&String>) -> CommandsToHere {
        let game = self.game().map(|(command, _)| command).chain(due);
        let all = self.commands.iter().map(|(command, _)| command).chain(due);
        let all = all.filter(|_| self.is_whole);
        CommandsToHere { game: game.cloned().collect(), all: all.cloned().collect() }
    }

    /// Returns the commands since a board was set up, each with whether the answer was an error.
    pub(super) fn game(&self) -> impl Iterator<Item = &(String, bool)> {
        let commands = &self.commands;
        let size = commands.iter().rposition(|(command, _)| sets_size(command));
        let clear = commands.iter().rposition(|(command, _)| command == CLEAR_BOARD);
        let begin = size.into_iter().chain(clear).max().unwrap_or(0);
        let places = size.filter(|&place| place < begin).into_iter().chain(begin..commands.len());
        places.map(|place| &commands[place])
    }
}

/// The commands sent to a program. The last one is unanswered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::client) struct CommandsToHere {
    /// The commands since a board was set up.
    pub(in crate::client) game: Vec<String>,
    /// All commands since the start; none if they were too many to remember.
    pub(in crate::client) all: Vec<String>,
}

/// Returns whether a command sets the size of the board.
fn sets_size(command: &str) -> bool {
    command.contains("boardsize ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps these commands, all answered without an error.
    fn answered(commands: &[&str]) -> Answered {
        let mut answered = Answered::new();
        commands.iter().for_each(|command| answered.push((*command).to_owned(), false));
        answered
    }

    #[test]
    fn a_game_begins_with_its_board() {
        let due = "undo".to_owned();
        let game = |commands: &[&str]| answered(commands).to(Some(&due)).game.join(", ");
        assert_eq!(game(&["name", "version"]), "name, version, undo");
        let size = ["name", "boardsize 5", "play b A1", "boardsize 9", "komi 0"];
        assert_eq!(game(&size), "boardsize 9, komi 0, undo");
        let clear = ["boardsize 5", "play b A1", "clear_board", "play b B2"];
        assert_eq!(game(&clear), "boardsize 5, clear_board, play b B2, undo");
        assert_eq!(answered(&clear).to(Some(&due)).all[..4], clear);
    }

    #[test]
    fn a_long_conversation_is_forgotten_but_for_the_game() {
        let mut answered = answered(&["boardsize 5"]);
        for _ in 0..3 * REMEMBERED {
            answered.push("clear_board".to_owned(), false);
            answered.push("play b A1".to_owned(), true);
            assert!(answered.commands.len() <= REMEMBERED + 2);
        }
        let errors: Vec<bool> = answered.game().map(|(_, is_error)| *is_error).collect();
        assert_eq!(errors, [false, false, true]);
        let CommandsToHere { game, all } = answered.to(None);
        assert_eq!(
            (game, all),
            (["boardsize 5", "clear_board", "play b A1"].map(str::to_owned).into(), Vec::new())
        );
    }
}
