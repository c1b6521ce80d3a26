use super::abilities::Abilities;
use super::acquaintance;
use super::confirm;
use super::connection::Connection;
use super::options::GtpOptions;
use super::plays::play;
use super::probe::Snapshot;
use super::process::Body;
use super::profile::{FinalScore, LegalityProbe};
use crate::engine::{
    About, Answer, Engine, Fault, ProbeFault, Query, ReportedScore, Ruling, SCORE_IS_MISSING,
    ask_one_by_one, printable_line, quote, sentence,
};
use crate::game::{Komi, Player, Position, Setup, Size, Status, Turn};
use crate::gtp;
use crate::gtp::Unreadable;
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The command that tells the komi.
const GET_KOMI: &str = "get_komi";

/// The note about an engine that writes lines between its replies.
const SKIPPED: &str = "it writes lines on standard output that are no part of a GTP reply: they were skipped, as --skip-stray-lines asks";

/// A GTP engine as an engine under test: a child process that is restarted if it is lost.
///
/// The player to move follows from what the engine accepted. An accepted `play` counts as
/// [`Allowed`](Ruling::Allowed), which shows what the engine enforces. What it knows is asked by commands
/// that do not play anything; without such commands there are no answers about legality.
#[derive(Debug)]
pub struct GtpEngine {
    pub(super) connection: Connection,
    pub(super) abilities: Abilities,
    /// Its faults outside of games.
    faults: Vec<ProbeFault>,
    /// Sizes it does not play, and why.
    refused: BTreeMap<Size, String>,
    /// Sizes whose shape was seen.
    verified: BTreeSet<Size>,
    pub(super) size: Size,
    pub(super) rules: Rules,
    pub(super) to_move: Player,
    /// The turns that the engine accepted since the game began, without those taken back.
    pub(super) played: Vec<Turn>,
    pub(super) snapshot: Option<Snapshot>,
    /// How many snapshots were asked for since the game began.
    pub(super) snapshots: u32,
    /// The komi of the game, if the engine is not told of it: then it is set to 0, and this is subtracted from its margin.
    pub(super) komi: Komi,
    /// Whether the next game begins by having the engine forget all others.
    forgets: bool,
}

impl GtpEngine {
    /// Starts a program and tests it on a small board.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, is lost, or fails the handshake. A failed handshake is due to the
    /// adapter or the protocol, and the message says so.
    pub fn start(command: &[String], options: GtpOptions) -> Result<GtpEngine, Fault> {
        let mut connection = Connection::new(command, options);
        let (abilities, faults) = acquaintance::get_to_know(&mut connection)?;
        let size = abilities.board;
        Ok(GtpEngine {
            connection,
            abilities,
            faults,
            refused: BTreeMap::new(),
            verified: BTreeSet::new(),
            size,
            rules: Rules::default(),
            to_move: Player::Black,
            played: Vec::new(),
            snapshot: None,
            snapshots: 0,
            komi: Komi::default(),
            forgets: false,
        })
    }

    /// Returns the name of the profile in use.
    pub fn profile(&self) -> &str {
        &self.abilities.profile.name
    }

    /// Returns how often the engine was restarted.
    pub fn restarts(&self) -> u32 {
        self.connection.restarts()
    }

    /// Returns the requested sizes that the engine does not support, with the reasons.
    pub fn refused_sizes(&self) -> impl Iterator<Item = (Size, &str)> {
        self.refused.iter().map(|(&size, why)| (size, why.as_str()))
    }

    /// How to ask whether turns are legal: the probe, its commands, and the turns that it answers for.
    fn surveys(
        &self,
        player: Player,
        turns: &[Turn],
    ) -> Vec<(LegalityProbe, Vec<String>, Vec<Turn>)> {
        let (passes, plays): (Vec<Turn>, Vec<Turn>) =
            turns.iter().partition(|&&turn| turn == Turn::Pass);
        let kinds = [(self.abilities.plays, plays), (self.abilities.passes, passes)];
        kinds
            .into_iter()
            .filter_map(|(probe, turns)| {
                Some((probe?, turns)).filter(|(_, turns)| !turns.is_empty())
            })
            .map(|(probe, turns)| (probe, probe.questions(player, &turns), turns))
            .collect()
    }

    /// Keeps a fault that is not told with a game.
    pub(super) fn look_into(&mut self, fault: &Fault) {
        let commands = self.connection.commands_to_here();
        let (program, options) = (self.connection.command(), self.connection.options());
        let told = confirm::look_into(program, options, fault, commands);
        self.faults.extend(told.filter(|told| !self.faults.contains(told)));
    }

    /// Does not play a size, now and later.
    fn refuse(&mut self, size: Size, why: String) -> Fault {
        self.refused.insert(size, why.clone());
        unsupported(size, &why)
    }

    /// Sees whether the board has the shape that was asked for.
    fn verify_shape(&mut self, size: Size, command: &str) -> Result<(), Fault> {
        let drawing = self.abilities.drawing;
        if drawing.is_none() && !size.is_square() {
            if !self.has_shape_in_play(size)? {
                let why = "no command shows that it is not square, and no play does";
                return Err(self.refuse(size, why.to_owned()));
            }
            self.verified.insert(size);
            return Ok(());
        }
        let questions = self.abilities.shape_questions(drawing, size);
        let bodies = self.connection.ask(&questions)?;
        match self.abilities.judge_shape(drawing, size, command, &bodies) {
            Ok(None) => {
                self.verified.insert(size);
                Ok(())
            }
            Ok(Some(other)) => Err(self.refuse(size, other)),
            Err(error) => Err(self.connection.distrust(&questions[0], error.to_string())),
        }
    }

    /// Whether plays show the shape of the board: the point that is farthest from A1 can be played, and those just beyond the
    /// last column and the last row cannot. Begins the game anew.
    fn has_shape_in_play(&mut self, size: Size) -> Result<bool, Fault> {
        let (columns, rows) = (size.columns(), size.rows());
        let Some(farthest) = size.point(columns - 1, rows - 1) else { return Ok(false) };
        let beyond = [(columns + 1, rows, columns, 0), (columns, rows + 1, 0, rows)];
        let beyond = beyond.into_iter().filter_map(|(columns, rows, column, row)| {
            Size::new(columns, rows).ok()?.point(column, row).map(|point| point.to_string())
        });
        let points = [farthest.to_string()].into_iter().chain(beyond);
        let mut commands: Vec<String> = points.map(|name| play(Player::Black, name)).collect();
        let plays = commands.len();
        commands.extend(self.abilities.set_up_under(&self.rules, size));
        let bodies = self.connection.ask(&commands)?;
        let taken = |place: usize| bodies[place].is_ok();
        Ok(taken(0) && !(1..plays).any(taken) && (plays..bodies.len()).all(taken))
    }

    /// Makes sure once that the komi is gone.
    fn verify_komi(&mut self, told: Option<&Body>) -> Result<(), Fault> {
        if !self.verified.is_empty() {
            return Ok(());
        }
        if let Some(Err(text)) = told {
            let note = format!("it refuses `komi 0`: `{}`", quote(text));
            self.abilities.notes.push(note);
        }
        if self.abilities.lists(GET_KOMI) {
            let bodies = self.connection.ask(&[GET_KOMI.to_owned()])?;
            let komi = bodies[0].as_ref().ok().and_then(|komi| komi.parse::<f64>().ok());
            if let Some(komi) = komi.filter(|&komi| komi != 0.0) {
                let note = format!("it keeps a komi of {komi} after `komi 0`");
                self.abilities.notes.push(note);
            }
        }
        Ok(())
    }

    /// Checks that a komi which the engine keeps despite being set to 0 is the same on another board, where
    /// the empty board scores only this komi.
    fn verify_offset(&mut self, size: Size) -> Result<(), Fault> {
        let Some(offset) = self.abilities.score_offset.filter(|&offset| offset != 0) else {
            return Ok(());
        };
        if !self.abilities.score_sizes.contains(&size) {
            let bodies = self.connection.ask(&["final_score".to_owned()])?;
            let told = bodies[0].as_ref().ok().and_then(|text| gtp::half_points(text).ok());
            if told == Some(-offset) {
                self.abilities.score_sizes.push(size);
            }
        }
        Ok(())
    }

    /// Sets another board than the next one, if the engine is to forget all games and that helps.
    fn forget_games(&mut self, next: Size) -> Result<(), Fault> {
        let boards = self.abilities.forgets_by.filter(|_| std::mem::take(&mut self.forgets));
        let other = boards.and_then(|boards| boards.into_iter().find(|&board| board != next));
        if let Some(other) = other {
            self.connection.ask(&self.abilities.set_up(other))?;
            self.size = other;
        }
        Ok(())
    }

    /// Begins a game, on a board that may not be played.
    fn begin_on(&mut self, size: Size, rules: &Rules) -> Result<(), Fault> {
        if let Some(why) = self.refused.get(&size) {
            return Err(unsupported(size, why));
        }
        self.connection.forget();
        let told = self.abilities.profile.rules_commands(rules)?;
        let listed = |command: &str| self.abilities.lists(command);
        let set_up = match self.abilities.profile.size_command(size, listed) {
            Ok(command) => command,
            Err(why) => return Err(self.refuse(size, why)),
        };
        self.connection.process()?;
        self.snapshot = None;
        let verified = self.verified.contains(&size);
        self.forget_games(size)?;
        // On the same board `clear_board` has to do alone, as when people play one game after another.
        let resizes = self.connection.begin() || self.size != size || !verified;
        // No engine is told quarters of a point: GTP scores have none.
        let counts = self.counts_komi() && self.komi.quarter_points % 2 == 0;
        let told_komi = if counts { self.komi } else { Komi::default() };
        let mut commands = Vec::new();
        if resizes {
            commands.push(set_up.clone());
        }
        let clear = commands.len();
        commands.push("clear_board".to_owned());
        commands.extend(told);
        let rules_end = commands.len();
        if self.abilities.lists("komi") {
            commands.push(format!("komi {told_komi}"));
        }
        let before = commands.len();
        let bodies = self.connection.ask(&commands)?;
        if let (true, Err(text)) = (resizes, &bodies[0]) {
            return Err(self.refuse(size, format!("`{set_up}`: {}", quote(text))));
        }
        if let Err(text) = &bodies[clear] {
            let what = format!("it complains: `{}`", quote(text));
            return Err(self.connection.distrust("clear_board", what));
        }
        let complained =
            (clear + 1..rules_end).find_map(|place| bodies[place].as_ref().err().zip(Some(place)));
        if let Some((text, place)) = complained {
            let what = format!("it refuses `{}`: {}", commands[place], quote(text));
            return Err(Fault::Unsupported { what });
        }
        let komi = bodies[rules_end..before].first();
        if told_komi != Komi::default() {
            match komi {
                Some(Ok(_)) => self.komi = Komi::default(),
                _ => drop(self.connection.ask(&["komi 0".to_owned()])?),
            }
        }
        self.size = size;
        self.rules = *rules;
        self.to_move = Player::Black;
        self.played.clear();
        self.snapshots = 0;
        if !verified {
            self.verify_komi(komi.filter(|_| told_komi == Komi::default()))?;
            self.verify_offset(size)?;
            self.verify_shape(size, &set_up)?;
        }
        Ok(())
    }

    /// What will be asked for some queries, if the engine agrees throughout. A score and a turn to generate are not asked
    /// ahead: they may take their time, or the engine with them.
    fn commands(&self, queries: &[Query]) -> Vec<String> {
        let mut snapshots = self.snapshots;
        let mut commands = Vec::new();
        let mut seen = self.snapshot.is_some();
        for query in queries {
            match query {
                Query::Play { player, turn } => commands.push(play(*player, *turn)),
                Query::Legality { player, turns } => {
                    let asked = self.surveys(*player, turns);
                    commands.extend(asked.into_iter().flat_map(|(_, questions, _)| questions));
                }
                Query::Board if self.abilities.reader.is_none() => continue,
                Query::Status if !self.abilities.tells_status => continue,
                Query::Board | Query::Status => {
                    if !seen {
                        snapshots += 1;
                        commands.extend(self.snapshot_questions(snapshots));
                    }
                    seen = true;
                    continue;
                }
                Query::Undo => match self.abilities.undo {
                    Some(undo) => commands.push(undo.to_owned()),
                    None => break,
                },
                Query::Score | Query::Settle(_) | Query::Generate | Query::GenerateAndPlay => break,
            }
            seen = false;
        }
        commands
    }
}

impl Engine for GtpEngine {
    fn about(&self) -> About {
        let mut notes = vec![format!("profile: {}", self.profile())];
        notes.extend(self.abilities.notes.iter().map(|note| sentence(note)));
        if self.restarts() > 0 {
            notes.push("it failed during the run, and was restarted".to_owned());
        }
        if self.connection.has_skipped() {
            notes.push(SKIPPED.to_owned());
        }
        About {
            name: self.abilities.name.clone(),
            version: Some(self.abilities.version.clone()).filter(|version| !version.is_empty()),
            command: Some(printable_line(&self.connection.command().join(" ")).into_owned()),
            notes,
            protocol: self.abilities.failures(),
            faults: self.faults.clone(),
            board: Some(self.abilities.board),
            dialect: self.abilities.dialect(&self.rules),
            tolerates_illegal_plays: self.abilities.profile.tolerates_illegal_plays,
            conventions: self.abilities.conventions(),
        }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        if !game.is_usual() {
            let what = "GTP has no command for a set-up position or for White to begin".to_owned();
            return Err(Fault::Unsupported { what });
        }
        self.komi = game.komi;
        let size = game.size();
        let begun = self.begin_on(size, &game.rules);
        match begun {
            Err(Fault::Unsupported { .. } | Fault::Start { .. } | Fault::Stopped { .. })
            | Ok(()) => begun,
            // A board that it never played and that it is lost over is a board that it does not play.
            Err(fault) if !self.verified.contains(&size) => {
                self.look_into(&fault);
                self.connection.forgive();
                if fault.command() == Some(GET_KOMI) && self.abilities.listed.remove(GET_KOMI) {
                    return self.start(game);
                }
                Err(self.refuse(size, fault.to_string()))
            }
            lost => lost,
        }
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let command = play(self.to_move, turn);
        self.snapshot = None;
        let ruling = match self.connection.ask(std::slice::from_ref(&command))?.remove(0) {
            Ok(_) => Ruling::Allowed,
            Err(text) => self.ruling_of_error(&command, &text)?,
        };
        if ruling == Ruling::Allowed {
            self.to_move = self.to_move.opponent();
            self.played.push(turn);
        }
        Ok(ruling)
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(self.are_legal(&[turn])?.pop().unwrap_or(None))
    }

    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        let mut rulings = BTreeMap::new();
        let asked = self.surveys(self.to_move, turns);
        let commands: Vec<String> =
            asked.iter().flat_map(|(_, questions, _)| questions.iter().cloned()).collect();
        // A question should change nothing; whether it does is not hidden behind what was seen before.
        self.snapshot = None;
        let bodies = self.connection.ask(&commands)?;
        let mut rest = &bodies[..];
        for (probe, questions, turns) in asked {
            let (answers, others) = rest.split_at(questions.len());
            rest = others;
            match probe.read(answers, self.size, &turns) {
                Ok(read) => rulings.extend(turns.into_iter().zip(read)),
                Err(error) => {
                    return Err(self.connection.distrust(&questions[0], error.to_string()));
                }
            }
        }
        let answer = |turn| rulings.get(turn).cloned().unwrap_or(None);
        Ok(turns.iter().map(answer).collect())
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        if self.abilities.reader.is_none() {
            return Ok(None);
        }
        Ok(self.snapshot()?.position)
    }

    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        self.other_board()
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let [own_end, _] = self.abilities.profile.untold(self.rules);
        if !self.abilities.tells_status || own_end {
            return Ok(None);
        }
        Ok(self.snapshot()?.status)
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        let [_, own_score] = self.abilities.profile.untold(self.rules);
        let Some(offset) = self.abilities.score_offset.filter(|_| !own_score) else {
            return Ok(None);
        };
        // A komi that it keeps may be another one on this board.
        if offset != 0 && !self.abilities.score_sizes.contains(&self.size) {
            return Ok(None);
        }
        let names_winner = self.abilities.profile.final_score == FinalScore::Winner;
        // The winner without a komi may be another one.
        if names_winner && self.komi != Komi::default() {
            return Ok(None);
        }
        let command = "final_score";
        let bodies = match self.connection.ask(&[command.to_owned()]) {
            Ok(bodies) => bodies,
            Err(fault @ Fault::Stopped { .. }) => return Err(fault),
            Err(fault) if self.abilities.profile.final_score != FinalScore::Claim => {
                // What may be an estimate may take its time, or take the engine with it: it is not asked again.
                self.look_into(&fault);
                self.abilities.score_offset = None;
                self.abilities.notes.push(format!("{SCORE_IS_MISSING}{fault}"));
                return Ok(None);
            }
            Err(fault) => return Err(fault),
        };
        let score = match &bodies[0] {
            Err(text) if gtp::declines(text) => return Ok(None),
            Err(text) => Err(Unreadable::Complaint(text.clone())),
            Ok(text) if names_winner => gtp::winner(text).map(ReportedScore::Winner),
            Ok(text) => match gtp::winner_by_forfeit(text) {
                Some(winner) => Ok(ReportedScore::Winner(Some(winner))),
                None => gtp::half_points(text).map(|half| {
                    let quarter_points = 2 * (half + offset) - self.komi.quarter_points;
                    ReportedScore::Margin { quarter_points }
                }),
            },
        };
        score.map(Some).map_err(|error| self.connection.distrust(command, error.to_string()))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let Some(undo) = self.abilities.undo else { return Ok(None) };
        self.snapshot = None;
        match &self.connection.ask(&[undo.to_owned()])?[0] {
            Ok(_) => {
                self.to_move = self.to_move.opponent();
                self.played.pop();
                Ok(Some(()))
            }
            // It has come to the end of what it remembers, or there is nothing to take back.
            Err(text) if gtp::declines(text) => Ok(None),
            Err(text) => {
                let what = format!("it complains: `{}`", quote(text));
                Err(self.connection.distrust(undo, what))
            }
        }
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        self.shown_hash()
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        self.generated()
    }

    fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
        self.generated_and_played()
    }

    /// Has the next game begin with a new process; what was found out about the program is kept. Where another board makes the
    /// engine forget, that is enough.
    fn renew(&mut self) -> Result<bool, Fault> {
        match self.abilities.forgets_by {
            Some(_) => self.forgets = true,
            None => self.connection.forgive(),
        }
        Ok(true)
    }

    /// Whether its score is graded, with a margin, and is not off by a komi that it keeps.
    fn counts_komi(&self) -> bool {
        let Abilities { score_offset, profile, .. } = &self.abilities;
        let has_margin = profile.final_score != FinalScore::Winner;
        *score_offset == Some(0) && has_margin && self.abilities.lists("komi")
    }

    fn idle_commands(&self) -> Vec<String> {
        self.abilities.idle_commands()
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        self.send_idle(command)
    }

    fn do_without(&mut self, command: &str) {
        self.do_without_score(command);
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

fn unsupported(size: Size, why: &str) -> Fault {
    Fault::Unsupported { what: format!("it does not play {size}: {why}") }
}
