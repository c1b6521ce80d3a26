//! Commands that must change nothing: what they are, and how they are sent in the midst of a game.

use super::abilities::Abilities;
use super::confirm::FINAL_SCORE;
use super::engine::GtpEngine;
use super::losses::Unasked;
use super::probe::STATUS;
use crate::engine::{Fault, SCORE_IS_MISSING};

/// Commands that must not change the game, in the order in which they are sent. Left out are those that may search for long,
/// and those that write files or talk to others.
const IDLE: [&str; 40] = [
    "protocol_version",
    "name",
    "version",
    "known_command play",
    "list_commands",
    "help",
    "komi 0",
    "get_komi",
    "query_boardsize",
    "time_settings 600 30 5",
    "kgs-time_settings byoyomi 600 30 5",
    "time_left b 600 0",
    "time_left w 600 0",
    "get_random_seed",
    "cputime",
    "kata-get-rules",
    "showboard",
    "list_stones black",
    "list_stones white",
    "color A1",
    "countlib E3",
    "captures black",
    "captures white",
    "last_move",
    "move_history",
    "is_legal b A1",
    "is_legal w A1",
    "all_legal b",
    "all_legal w",
    "gogui-analyze_commands",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_captured_count",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "superko-hash",
    "final_status_list dead",
    FINAL_SCORE,
];

impl Abilities {
    /// The commands that must not change the game, without those that are asked in every game.
    pub(super) fn idle_commands(&self) -> Vec<String> {
        let probes = [self.plays, self.passes].into_iter().flatten().map(|probe| probe.command());
        let readers = self.reader.into_iter().chain(self.second_reader);
        let status = STATUS.into_iter().filter(|_| self.tells_status);
        let asked: Vec<&str> =
            probes.chain(readers.map(|reader| reader.command())).chain(status).collect();
        let is_idle = |command: &&str| {
            let name = command.split(' ').next().unwrap_or_default();
            self.lists(name) && !asked.contains(&name)
        };
        // An engine that does not list its commands may end when it gets an unknown one.
        let known = IDLE.into_iter().filter(|_| self.lists_itself);
        known.filter(is_idle).map(str::to_owned).collect()
    }
}

impl GtpEngine {
    /// Sends a command that must not change the game. A crash over it is kept.
    pub(super) fn send_idle(&mut self, command: &str) -> Result<(), Fault> {
        self.snapshot = None;
        match self.connection.ask(&[command.to_owned()]) {
            Ok(_) => Ok(()),
            Err(fault @ Fault::Stopped { .. }) => Err(fault),
            Err(fault) => {
                self.look_into(&fault);
                Err(fault)
            }
        }
    }

    /// Asks for no score any more, if that changes the game; nothing else of what must not change it is needed in games.
    pub(super) fn do_without_score(&mut self, command: &str) {
        if command != FINAL_SCORE {
            return;
        }
        let unasked =
            Unasked { command: command.to_owned(), why: format!("`{command}` changes the game") };
        self.abilities.score_offset = None;
        self.abilities.notes.push(format!("{SCORE_IS_MISSING}{}", unasked.why));
        self.connection.options().losses.keep_changing(self.connection.command(), unasked);
    }
}
