//! Lists commands that must change nothing when they are sent during a game.

use crate::client::abilities::Abilities;
use crate::client::questions::{LegalityProbe, Reader, STATUS};

/// Commands that must not change the game, in the order of sending. Commands that may search for long, write files, or
/// talk to others are left out.
const IDLE: &str = "\
    protocol_version, name, version, known_command play, list_commands, help, komi 0, get_komi, \
    query_boardsize, time_settings 600 30 5, kgs-time_settings byoyomi 600 30 5, \
    time_left b 600 0, time_left w 600 0, get_random_seed, cputime, kata-get-rules, showboard, \
    list_stones black, list_stones white, color A1, countlib E3, captures black, \
    captures white, last_move, move_history, is_legal b A1, is_legal w A1, all_legal b, \
    all_legal w, gogui-analyze_commands, gogui-rules_board, gogui-rules_board_size, \
    gogui-rules_captured_count, gogui-rules_game_id, gogui-rules_legal_moves, \
    gogui-rules_side_to_move, gogui-rules_final_result, superko-hash, final_status_list dead, \
    final_score";

/// Returns the listed commands that must not change the game, except those that are asked in every game.
pub(super) fn idle_commands(abilities: &Abilities) -> Vec<String> {
    let Abilities { program, sight, legality, tells_status, .. } = abilities;
    let probes =
        [legality.plays, legality.passes].into_iter().flatten().map(LegalityProbe::command);
    let readers = [sight.reader, sight.second].into_iter().flatten().map(Reader::command);
    let status = STATUS.into_iter().filter(|_| *tells_status);
    let asked: Vec<&str> = probes.chain(readers).chain(status).collect();
    let is_idle = |command: &&str| {
        let name = command.split(' ').next().unwrap_or_default();
        program.lists(name) && !asked.contains(&name)
    };
    // An engine that does not list its commands may end over an unknown one.
    let known = IDLE.split(", ").filter(|_| program.lists_itself);
    known.filter(is_idle).map(str::to_owned).collect()
}
