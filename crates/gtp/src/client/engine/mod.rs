//! Implements the engine under test behind GTP. [`probes`](super::probes) finds out what the engine can do, [`begin`] begins
//! games, [`turns`] plays and generates turns, [`look`] reads the board, and [`idle`] lists commands that must change
//! nothing.

mod begin;
mod idle;
mod look;
mod turns;

use super::abilities::{Abilities, Legality};
use super::confirm::FINAL_SCORE;
use super::connection::Connection;
use super::known_programs::Unasked;
use super::options::GtpOptions;
use super::plays::{GENMOVE, play};
use super::probes;
use super::profile::FinalScore;
use super::questions::LegalityProbe;
use crate::Unreadable;
use look::{Snapshot, read_hash};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use superko_engine::{
    About, Answer, Engine, Fault, Note, Query, ReportedScore, Ruling, ask_one_by_one,
    printable_line, quote,
};
use superko_game::rules::Rules;
use superko_game::{Komi, Player, Position, Setup, Size, Status, Turn};

/// The command that reads the komi back.
const GET_KOMI: &str = "get_komi";

/// A GTP engine as an engine under test: a child process that is restarted if a fault ends it.
///
/// The player to move follows from the turns that the engine accepted. An accepted `play` counts as
/// [`Allowed`](Ruling::Allowed): it shows what the engine enforces. What the engine knows is asked by commands that
/// play nothing. Without such commands, there are no answers about legality.
#[derive(Debug)]
pub struct GtpEngine {
    connection: Connection,
    abilities: Abilities,
    /// The sizes that the engine does not play, and why.
    refused: BTreeMap<Size, String>,
    /// The sizes whose shape was verified.
    verified: BTreeSet<Size>,
    game: Game,
    /// Whether the engine has to forget all games before the next one begins.
    must_forget: bool,
}

/// The current game of an engine.
#[derive(Debug)]
struct Game {
    size: Size,
    rules: Rules,
    to_move: Player,
    /// The accepted turns of the game, without those taken back.
    played: Vec<Turn>,
    snapshot: Option<Snapshot>,
    /// The number of snapshots of the game so far.
    snapshots: u32,
    /// The komi of the game, or 0 if the engine was told the komi. This is subtracted from the engine's margin, because an
    /// engine that was told nothing has komi 0.
    komi: Komi,
}

impl Game {
    fn new(size: Size, rules: Rules, komi: Komi) -> Game {
        let (to_move, played) = (Player::Black, Vec::new());
        Game { size, rules, to_move, played, snapshot: None, snapshots: 0, komi }
    }
}

impl GtpEngine {
    /// Starts a program and tests it on a small board.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, crashes, hangs, or fails the handshake. A failed handshake is due to the
    /// adapter or the protocol, and the message says so.
    pub fn start(command: &[String], options: GtpOptions) -> Result<GtpEngine, Fault> {
        let mut connection = Connection::new(command, options);
        let abilities = probes::get_to_know(&mut connection)?;
        let game = Game::new(abilities.board, Rules::default(), Komi::default());
        let (refused, verified) = (BTreeMap::new(), BTreeSet::new());
        Ok(GtpEngine { connection, abilities, refused, verified, game, must_forget: false })
    }

    /// Returns the name of the profile in use.
    pub fn profile(&self) -> &str {
        &self.abilities.program.profile.name
    }

    /// Returns how often the engine was restarted.
    pub fn restarts(&self) -> u32 {
        self.connection.restarts
    }

    /// Returns the requested sizes that the engine does not support, with the reasons.
    pub fn refused_sizes(&self) -> impl Iterator<Item = (Size, &str)> {
        self.refused.iter().map(|(&size, why)| (size, why.as_str()))
    }

    /// Returns the probes for the legality of turns, each with the turns that it answers for.
    fn legality_probes(&self, turns: &[Turn]) -> Vec<(LegalityProbe, Vec<Turn>)> {
        let Legality { plays, passes } = self.abilities.legality;
        let (of_passes, of_plays): (Vec<Turn>, Vec<Turn>) =
            turns.iter().partition(|&&turn| turn == Turn::Pass);
        let all = [(plays, of_plays), (passes, of_passes)].into_iter();
        let known = all.filter_map(|(probe, turns)| Some((probe?, turns)));
        known.filter(|(_, turns)| !turns.is_empty()).collect()
    }

    /// Returns the commands for some queries, as long as the engine agrees with the reference. A score and a generated turn are
    /// not asked for in advance: the engine may take long, or crash.
    fn commands(&self, queries: &[Query]) -> Vec<String> {
        let mut snapshots = self.game.snapshots;
        let mut commands = Vec::new();
        let mut has_snapshot = self.game.snapshot.is_some();
        for query in queries {
            match query {
                Query::Play { player, turn } => commands.push(play(*player, *turn)),
                Query::Legality { player, turns } => {
                    for (probe, turns) in self.legality_probes(turns) {
                        commands.extend(probe.questions(*player, &turns));
                    }
                }
                Query::Board if self.abilities.sight.reader.is_none() => continue,
                Query::Status if !self.abilities.tells_status => continue,
                Query::Board | Query::Status => {
                    if !has_snapshot {
                        snapshots += 1;
                        commands.extend(self.snapshot_questions(snapshots));
                    }
                    has_snapshot = true;
                    continue;
                }
                Query::Undo => match self.abilities.undo {
                    Some(undo) => commands.push(undo.command.to_owned()),
                    None => break,
                },
                Query::Score | Query::Settle(_) | Query::Generate | Query::GenerateAndPlay => break,
            }
            has_snapshot = false;
        }
        commands
    }
}

impl Engine for GtpEngine {
    fn about(&self) -> About {
        let mut notes = vec![Note::Profile(self.profile().to_owned())];
        notes.extend_from_slice(&self.abilities.observations.notes);
        if self.restarts() > 0 {
            notes.push(Note::Restarted);
        }
        if self.connection.has_skipped() {
            notes.push(Note::SkippedLines);
        }
        About {
            name: self.abilities.program.name.clone(),
            version: Some(self.abilities.program.version.clone())
                .filter(|version| !version.is_empty()),
            command: Some(printable_line(&self.connection.command.join(" ")).into_owned()),
            notes,
            protocol: self.abilities.observations.failures(),
            faults: self.connection.faults.clone(),
            board: Some(self.abilities.board),
            dialect: self.abilities.dialect(&self.game.rules),
            tolerates_illegal_plays: self.abilities.program.profile.tolerates_illegal_plays,
            conventions: self.abilities.conventions(),
        }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        if !game.is_usual() {
            let what = "GTP has no command for a set-up position or for White to begin".to_owned();
            return Err(Fault::Unsupported { what });
        }
        let size = game.size();
        let begun = self.begin(size, game.rules, game.komi);
        match begun {
            Err(Fault::Unsupported { .. } | Fault::Start { .. } | Fault::Stopped { .. })
            | Ok(()) => begun,
            // A fault on a board that was never verified means that the engine does not play this board.
            Err(fault) if !self.verified.contains(&size) => {
                self.connection.look_into(&fault);
                self.connection.forgive();
                if fault.command() == Some(GET_KOMI) && self.abilities.unlist(GET_KOMI) {
                    return self.start(game);
                }
                Err(self.refuse(size, fault.to_string()))
            }
            lost => lost,
        }
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let command = play(self.game.to_move, turn);
        self.game.snapshot = None;
        let ruling = match self.connection.ask(std::slice::from_ref(&command))?.remove(0) {
            Ok(_) => Ruling::Allowed,
            Err(text) => self.ruling_of_error(&command, &text)?,
        };
        if ruling == Ruling::Allowed {
            self.game.to_move = self.game.to_move.opponent();
            self.game.played.push(turn);
        }
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(self.are_legal(&[turn])?.pop().unwrap_or(None))
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let mut rulings = BTreeMap::new();
        let asked = self.legality_probes(turns);
        let questions =
            |(probe, turns): &(LegalityProbe, Vec<Turn>)| probe.questions(self.game.to_move, turns);
        let questions: Vec<Vec<String>> = asked.iter().map(questions).collect();
        // A question must change nothing. A new snapshot shows whether it did.
        self.game.snapshot = None;
        let mut bodies = self.connection.ask(&questions.concat())?;
        for ((probe, turns), questions) in asked.into_iter().zip(questions) {
            let rest = bodies.split_off(questions.len());
            let answers = std::mem::replace(&mut bodies, rest);
            match probe.read(&answers, self.game.size, &turns) {
                Ok(read) => rulings.extend(turns.into_iter().zip(read)),
                Err(error) => {
                    return Err(self.connection.distrust(&questions[0], error.to_string()));
                }
            }
        }
        Ok(turns.iter().map(|turn| rulings.get(turn).copied().flatten()).collect())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        if self.abilities.sight.reader.is_none() {
            return Ok(None);
        }
        Ok(self.snapshot()?.position)
    }

    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        let both = self.abilities.sight.reader.zip(self.abilities.sight.second);
        let Some((reader, other)) = both else { return Ok(None) };
        let Some(position) = self.snapshot()?.position else { return Ok(None) };
        let questions = other.questions(self.game.size);
        let bodies = self.connection.ask(&questions)?;
        match self.same_board((reader, &position), (other, &bodies)) {
            Ok(()) => Ok(Some(position)),
            Err(what) => Err(self.connection.distrust(&questions[0], what)),
        }
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let [own_end, _] = self.abilities.program.profile.has_own_end_and_score(self.game.rules);
        if !self.abilities.tells_status || own_end {
            return Ok(None);
        }
        Ok(self.snapshot()?.status)
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        let [_, own_score] = self.abilities.program.profile.has_own_end_and_score(self.game.rules);
        let claim = self.abilities.score.as_ref().filter(|_| !own_score);
        // An engine that keeps a komi of its own may keep another one on this board.
        let claim =
            claim.filter(|claim| claim.offset == 0 || claim.sizes.contains(&self.game.size));
        let Some(offset) = claim.map(|claim| claim.offset) else { return Ok(None) };
        let names_winner = self.abilities.program.profile.final_score == FinalScore::Winner;
        // With the komi, the winner may be another one.
        if names_winner && self.game.komi != Komi::default() {
            return Ok(None);
        }
        let bodies = match self.connection.ask(&[FINAL_SCORE.to_owned()]) {
            Ok(bodies) => bodies,
            Err(fault @ Fault::Stopped { .. }) => return Err(fault),
            Err(fault) if self.abilities.program.profile.final_score != FinalScore::Claim => {
                // An estimate may take long, or crash the engine, so no score is asked for again.
                self.connection.look_into(&fault);
                self.abilities.do_without_score(&fault.to_string());
                return Ok(None);
            }
            Err(fault) => return Err(fault),
        };
        let score = match &bodies[0] {
            Err(text) if crate::declines(text) => return Ok(None),
            Err(text) => Err(Unreadable::Complaint(text.clone())),
            Ok(text) if names_winner => crate::winner(text).map(ReportedScore::Winner),
            Ok(text) => match crate::winner_by_forfeit(text) {
                Some(winner) => Ok(ReportedScore::Winner(Some(winner))),
                None => crate::half_points(text).map(|half| {
                    let quarter_points = 2 * (half + offset) - self.game.komi.quarter_points;
                    ReportedScore::Margin { quarter_points }
                }),
            },
        };
        score.map(Some).map_err(|error| self.connection.distrust(FINAL_SCORE, error.to_string()))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let Some(undo) = self.abilities.undo.map(|undo| undo.command) else { return Ok(None) };
        self.game.snapshot = None;
        match &self.connection.ask(&[undo.to_owned()])?[0] {
            Ok(_) => {
                self.game.to_move = self.game.to_move.opponent();
                self.game.played.pop();
                Ok(Some(()))
            }
            // The engine remembers no earlier turn, or there is none.
            Err(text) if crate::declines(text) => Ok(None),
            Err(text) => Err(self.connection.complained(undo, text)),
        }
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        let Some(probe) = self.hash_probe() else { return Ok(None) };
        let command = probe.command.clone();
        let mut commands = vec![command.clone()];
        if probe.standard_error {
            // Some engines write the hash after their answer. The hash is there when the next answer arrives.
            commands.push("protocol_version".to_owned());
        }
        let body = self.connection.ask(&commands)?.remove(0);
        let text = match body {
            Ok(_) if probe.standard_error => self.connection.standard_error(),
            Ok(text) => text,
            Err(text) => return Err(self.connection.complained(&command, &text)),
        };
        match read_hash(&text, probe.after.as_deref()) {
            Some(hash) => Ok(Some(hash)),
            None => {
                let where_ = probe.after.map_or(String::new(), |after| format!(" after `{after}`"));
                let what = format!("no hash is found{where_} in `{}`", quote(&text));
                Err(self.connection.distrust(&command, what))
            }
        }
    }

    /// Asks by `reg_genmove`, or by `genmove`. The turn of `genmove` is then taken back, or the game is begun again.
    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        let Some(command) = self.abilities.generate else { return Ok(None) };
        let plays = command == GENMOVE;
        let before = if plays { self.board()? } else { None };
        let generated = self.ask_for_turn(command)?;
        // An engine that resigns has played nothing.
        if plays && let Some(turn) = generated {
            self.look_at_generated(turn)?;
            self.take_back_generated(before)?;
        }
        Ok(generated)
    }

    fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
        if !self.abilities.plays_generated {
            return Ok(None);
        }
        let generated = self.ask_for_turn(GENMOVE)?;
        if let Some(turn) = generated {
            self.look_at_generated(turn)?;
            self.game.to_move = self.game.to_move.opponent();
            self.game.played.push(turn);
        }
        Ok(generated)
    }

    /// Makes the engine forget all games before the next one: another board is set first, or a new process is started if that
    /// does not help. The knowledge about the program is kept.
    fn renew(&mut self) -> Result<bool, Fault> {
        match self.abilities.memory.forgets_by {
            Some(_) => self.must_forget = true,
            None => self.connection.forgive(),
        }
        Ok(true)
    }

    /// Returns whether the score is graded, has a margin, and does not include a komi that the engine keeps.
    fn counts_komi(&self) -> bool {
        let Abilities { program, score, .. } = &self.abilities;
        let has_margin = program.profile.final_score != FinalScore::Winner;
        score.as_ref().is_some_and(|claim| claim.offset == 0) && has_margin && program.lists("komi")
    }

    fn idle_commands(&self) -> Vec<String> {
        idle::idle_commands(&self.abilities)
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        self.game.snapshot = None;
        let answered = self.connection.ask(&[command.to_owned()]);
        if let Err(fault) = &answered
            && !matches!(fault, Fault::Stopped { .. })
        {
            self.connection.look_into(fault);
        }
        answered.map(|_| ())
    }

    fn do_without(&mut self, command: &str) {
        // `final_score` is the only idle command that games use, too.
        if command == FINAL_SCORE {
            let unasked = Unasked {
                command: command.to_owned(),
                why: format!("`{command}` changes the game"),
            };
            self.abilities.do_without_score(&unasked.why);
            self.connection.options.known_programs.stop_asking(
                &self.connection.command,
                unasked,
                None,
            );
        }
    }

    fn conversation(&self) -> Vec<String> {
        self.connection.commands_to_here().all
    }

    fn ask(
        &mut self,
        queries: &[Query],
        receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
    ) {
        let commands = self.commands(queries);
        self.connection.prefetch(commands);
        ask_one_by_one(self, queries, receive);
    }
}
