//! The table of commands: their names, their arguments, and what the engine must be able to answer for each.

/// A command.
#[derive(Debug)]
pub(super) struct Command {
    /// The name.
    pub(super) name: &'static str,
    /// The arguments of the command, as an error message shows them; empty if it takes none.
    pub(super) arguments: &'static str,
    /// The answers of the engine that the command needs.
    pub(super) needs: Needs,
}

/// The answers that an engine must be able to give for a command to be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing more than turns played.
    Nothing,
    /// Whether a turn is legal.
    Legality,
    /// The position.
    Board,
    /// Whether the game continues.
    Status,
    /// The score.
    Score,
    /// A turn of the engine, or of the server's player.
    Generate,
    /// The hash of the position.
    Hash,
}

macro_rules! commands {
    ($($needs:ident { $($name:literal $arguments:literal;)+ })+) => {
        /// All commands that a server may understand.
        pub(super) const COMMANDS: &[Command] =
            &[$($(Command { name: $name, arguments: $arguments, needs: Needs::$needs },)+)+];
    };
}

commands! {
    Nothing {
        "protocol_version" "";
        "name" "";
        "version" "";
        "known_command" "COMMAND";
        "list_commands" "";
        "quit" "";
        "boardsize" "SIDE, or COLUMNS ROWS";
        "rectangular_boardsize" "COLUMNS ROWS";
        "clear_board" "";
        "komi" "KOMI";
        "get_komi" "";
        "play" "COLOR VERTEX";
        "undo" "";
        "fixed_handicap" "STONES";
        "place_free_handicap" "STONES";
        "set_free_handicap" "VERTEX VERTEX ...";
        "loadsgf" "FILE [MOVE]";
        "printsgf" "[FILE]";
        "time_settings" "MAIN BYO_YOMI STONES";
        "time_left" "COLOR TIME STONES";
        "kata-get-rules" "";
        "kata-set-rules" "RULES";
        "kgs-rules" "RULES";
        "gogui-analyze_commands" "";
        "gogui-rules_game_id" "";
        "gogui-rules_board_size" "";
    }
    Legality {
        "is_legal" "COLOR VERTEX";
        "all_legal" "COLOR";
        "gogui-rules_legal_moves" "";
    }
    Board {
        "list_stones" "COLOR";
        "captures" "COLOR";
        "showboard" "";
        "final_status_list" "alive, dead or seki";
        "gogui-rules_board" "";
        "gogui-rules_captured_count" "";
    }
    Status {
        "gogui-rules_side_to_move" "";
        "gogui-rules_final_result" "";
    }
    Score {
        "final_score" "";
    }
    Generate {
        "genmove" "COLOR";
        "reg_genmove" "COLOR";
        "kgs-genmove_cleanup" "COLOR";
    }
    Hash {
        "superko-hash" "";
    }
}

/// The entries of GoGui's window of analyze commands: kind, label, and the command to send.
pub(super) const ANALYZE: [&str; 7] = [
    "plist/Legal Moves/all_legal %c",
    "plist/Stones/list_stones %c",
    "string/Captures/captures %c",
    "string/Final Score/final_score",
    "string/Rules/kata-get-rules",
    "param/Set Rules/kata-set-rules",
    "string/Position Hash/superko-hash",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_once_and_what_gogui_sends_is_one() {
        let mut names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        for line in ANALYZE {
            let sent = line.rsplit('/').next().unwrap().split(' ').next().unwrap();
            assert!(names.contains(&sent), "{line}");
        }
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
    }
}
