//! The GTP commands that show a finding by hand.

use super::{FaultReport, Finding};
use crate::report::replayed;
use superko_engine::Dialect;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Step, Transcript};
use superko_game::{Player, Record, Turn};
use superko_gtp::{GENERATED, REFUSED, rules_comment};
use superko_harness::findings::{Manner, Questions};

/// Returns the commands that show a finding on a GTP engine: what the harness sends and asks, without questions that do not
/// matter. Refused turns are left out, except for the last one, unless the finding is about them, or about undo.
pub(super) fn script(finding: &Finding, dialect: &Dialect) -> String {
    let mut commands = games(&finding.session, dialect);
    let record = &finding.record;
    if finding.session.is_empty() && record.turns.is_empty() {
        // A wrong beginning may be left over from the game before: the harness plays one in its handshake.
        set_up(&mut commands, record, dialect);
        commands.push("play b A1".to_owned());
    }
    set_up(&mut commands, record, dialect);
    match finding.sent.is_empty() {
        true => plays(&mut commands, record, Some((finding.check, finding.event)), dialect),
        false => {
            plays(&mut commands, record, None, dialect);
            let last = commands.pop();
            commands.extend(finding.sent.iter().cloned().chain(last));
        }
    }
    if finding.event == Event::GeneratedDiffers {
        after_generated(&mut commands, finding, dialect);
    }
    commands.extend(dialect.board.iter().cloned());
    match finding.check {
        Check::Status => commands.extend(STATUS.map(str::to_owned)),
        Check::Score => commands.push(FINAL_SCORE.to_owned()),
        Check::Undo if ends(record) => commands.push(FINAL_SCORE.to_owned()),
        _ => {}
    }
    written(record, &commands)
}

/// Returns the commands that show a fault that occurred in a game: the game, its questions, and the command that was not
/// answered.
pub(super) fn script_of_fault(fault: &FaultReport, record: &Record, dialect: &Dialect) -> String {
    let manner = fault.asked.as_deref().and_then(Manner::in_words).unwrap_or_default();
    let about = match manner {
        Manner { generate: true, .. } => Some((Check::Generate, Event::Quiet)),
        Manner { undo: true, .. } => Some((Check::Undo, Event::UndoChanges)),
        Manner { questions: Questions::Everything, .. } => {
            Some((Check::Legality, Event::QuestionChanges))
        }
        Manner { questions: Questions::LastTurn, .. } => Some((Check::Legality, Event::Quiet)),
        Manner { questions: Questions::Nothing, .. } => None,
    };
    let mut commands = games(&fault.session, dialect);
    set_up(&mut commands, record, dialect);
    plays(&mut commands, record, about, dialect);
    // The unanswered command generates the turn itself, or plays the one that was generated.
    let name = |command: &str| command.split(' ').next().unwrap_or_default().to_owned();
    let is_turn =
        |command: &String| ["genmove", "reg_genmove", "play"].contains(&name(command).as_str());
    if fault.command.as_ref().is_some_and(is_turn) {
        let is_asked =
            commands.iter().rev().take_while(|command| name(command).ends_with("genmove"));
        commands.truncate(commands.len() - is_asked.count());
    }
    // The last turn is among the commands already.
    let is_new = |command: &&String| commands.last() != Some(command);
    let is_asked = |command: &&String| manner.generate || name(command) != "play";
    let unanswered = fault.command.as_ref().filter(is_new).filter(is_asked).cloned();
    commands.extend(unanswered);
    written(record, &commands)
}

/// Returns the commands of the games that are played before.
fn games(session: &[Record], dialect: &Dialect) -> Vec<String> {
    let mut commands = Vec::new();
    for earlier in session {
        set_up(&mut commands, earlier, dialect);
        plays(&mut commands, earlier, None, dialect);
    }
    commands
}

fn written(record: &Record, commands: &[String]) -> String {
    let commands: String = commands.iter().map(|command| format!("{command}\n")).collect();
    rules_comment(record.rules()) + &commands
}

/// The command that asks for the score.
const FINAL_SCORE: &str = "final_score";

/// The commands that ask whose turn it is, and whether the game is over.
const STATUS: [&str; 2] = ["gogui-rules_side_to_move", "gogui-rules_final_result"];

/// Returns whether the last turn of a game ends it with a score.
fn ends(record: &Record) -> bool {
    let transcript = replayed(record);
    transcript.steps.last().is_some_and(|step| step.end.is_some())
}

fn set_up(commands: &mut Vec<String>, record: &Record, dialect: &Dialect) {
    let size = record.size();
    commands.push(match size.is_square() {
        true => format!("boardsize {}", size.columns()),
        false => format!("{} {} {}", dialect.rectangle, size.columns(), size.rows()),
    });
    commands.push("clear_board".to_owned());
    commands.extend(dialect.rules.iter().cloned());
    commands.push(format!("komi {}", record.setup.komi));
}

/// Adds the commands after a generated turn: further turns, and the question whether the last one is legal.
fn after_generated(commands: &mut Vec<String>, finding: &Finding, dialect: &Dialect) {
    commands.push(GENERATED.to_owned());
    let Some(game) = &finding.followed else { return };
    let transcript = replayed(game);
    let steps = &transcript.steps[finding.record.turns.len()..];
    let Some((last, before)) = steps.split_last() else { return };
    commands.extend(before.iter().map(play_step));
    commands.push(dialect.is_legal(last.player, last.turn.turn));
    commands.push(play_step(last));
}

/// Returns commands that generate a turn in place of the one given here and take a turn back. First the generated turn is not
/// played, then it is.
fn undone_when_generated(transcript: &Transcript, place: usize, dialect: &Dialect) -> Vec<String> {
    let step = &transcript.steps[place];
    let player = step.player.letter().to_ascii_lowercase();
    let shown = || dialect.board.iter().cloned();
    let mut commands = Vec::new();
    let before = transcript.steps[..place].iter().rfind(|step| step.turn.is_legal());
    if let Some(before) = before.filter(|_| Some(&dialect.generate) != dialect.genmove.as_ref()) {
        commands.extend([format!("{} {player}", dialect.generate), dialect.undo.clone()]);
        commands.extend(shown());
        commands.push(play_step(before));
        commands.extend(shown());
    }
    if let Some(genmove) = &dialect.genmove {
        commands.extend([format!("{genmove} {player}"), dialect.undo.clone()]);
        commands.extend(shown());
        commands.push(play_step(step));
    }
    commands
}

fn play(player: Player, turn: Turn) -> String {
    format!("play {} {turn}", player.letter().to_ascii_lowercase())
}

fn play_step(step: &Step) -> String {
    play(step.player, step.turn.turn)
}

/// Adds the turns of a game. If the game is that of a finding, `about` has the check and the event that decide what is asked.
fn plays(
    commands: &mut Vec<String>,
    record: &Record,
    about: Option<(Check, Event)>,
    dialect: &Dialect,
) {
    let check = about.map(|(check, _)| check);
    let event = about.map(|(_, event)| event);
    let transcript = replayed(record);
    let transcript = Transcript::clone(&transcript).about_undo();
    let last = transcript.steps.len().saturating_sub(1);
    let detours = transcript.detours();
    for (place, step) in transcript.steps.iter().enumerate() {
        let (player, turn, is_legal) = (step.player, step.turn.turn, step.turn.is_legal());
        let aside = detours.get(&place).map_or(&[][..], Vec::as_slice);
        if check == Some(Check::Undo) {
            commands.extend(detour(player, aside, dialect));
        }
        // The effect of undo may depend on refused turns.
        let is_about_refusals = event == Some(Event::RefusalChanges) || check == Some(Check::Undo);
        if !is_legal && place != last && !is_about_refusals {
            continue;
        }
        let asks = event == Some(Event::QuestionChanges);
        if asks && check == Some(Check::Legality) {
            let asked = Turn::all(record.size()).map(|other| dialect.is_legal(player, other));
            commands.extend(asked);
            commands.dedup();
        } else if check == Some(Check::Legality) && place == last {
            commands.push(dialect.is_legal(player, turn));
        }
        if check == Some(Check::Generate) && place == last {
            commands.extend(generated(&transcript, event, dialect));
            continue;
        }
        commands.push(play_step(step));
        let is_about_asking = [Some(Check::Legality), Some(Check::Generate)].contains(&check);
        if asks && !is_about_asking {
            commands.extend(dialect.board.iter().cloned());
            commands.extend(STATUS.map(str::to_owned));
            commands.extend(step.end.map(|_| FINAL_SCORE.to_owned()));
        }
        if check == Some(Check::Undo) {
            commands.extend(taken_back(&transcript, place, dialect));
        }
    }
}

/// Returns commands that play turns, the first by this player, and take them back.
fn detour(player: Player, turns: &[Turn], dialect: &Dialect) -> Vec<String> {
    let players = [player, player.opponent()].into_iter().cycle();
    let plays = players.zip(turns).map(|(player, &turn)| play(player, turn));
    let score = (turns.len() > 1).then(|| FINAL_SCORE.to_owned());
    plays.chain(score).chain(vec![dialect.undo.clone(); turns.len()]).collect()
}

/// Returns commands that generate the last turn of a game, instead of giving it or before.
fn generated(transcript: &Transcript, event: Option<Event>, dialect: &Dialect) -> Vec<String> {
    let last = transcript.steps.len() - 1;
    let step = &transcript.steps[last];
    let player = step.player.letter().to_ascii_lowercase();
    let generating = |command: &String| format!("{command} {player}");
    let genmove = dialect.genmove.as_ref();
    let is_genmove = Some(&dialect.generate) == genmove;
    match event {
        Some(Event::QuestionChanges) => {
            let mut commands = vec![generating(&dialect.generate)];
            commands.extend(is_genmove.then(|| dialect.undo.clone()));
            commands.extend(dialect.board.iter().cloned());
            commands.push(play_step(step));
            commands
        }
        Some(Event::UndoChanges) => undone_when_generated(transcript, last, dialect),
        _ => {
            let asks = !is_genmove && event != Some(Event::GeneratedDiffers);
            let asking = Some(&dialect.generate).filter(|_| asks);
            asking.into_iter().chain(genmove).map(generating).collect()
        }
    }
}

/// Returns commands that take back the turn at a place, and others before it, and play them again.
fn taken_back(transcript: &Transcript, place: usize, dialect: &Dialect) -> Vec<String> {
    let mut commands = Vec::new();
    if !transcript.steps[place].turn.is_legal() {
        commands.push(REFUSED.to_owned());
    }
    for places in transcript.taken_back(place) {
        let steps: Vec<_> = transcript.legal(places).collect();
        commands.extend(vec![dialect.undo.clone(); steps.len()]);
        if steps.len() == 1 {
            commands.extend(dialect.board.iter().cloned());
        }
        commands.extend(steps.into_iter().map(play_step));
    }
    commands
}
