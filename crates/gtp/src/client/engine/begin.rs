//! Begins games, and checks once for each board whether it can be played.

use super::{GET_KOMI, Game, GtpEngine};
use crate::Body;
use crate::client::abilities::BOARDSIZE;
use crate::client::plays::play;
use crate::client::program::WrongShape;
use superko_engine::{Engine, Fault, Note, quote};
use superko_game::rules::Rules;
use superko_game::{Komi, Player, Size};

impl GtpEngine {
    /// Refuses a size, now and later.
    pub(super) fn refuse(&mut self, size: Size, why: String) -> Fault {
        self.refused.insert(size, why.clone());
        unsupported(size, &why)
    }

    /// Checks that the board has the shape that was asked for.
    fn verify_shape(&mut self, size: Size, command: &str) -> Result<(), Fault> {
        let drawing = self.abilities.sight.drawing;
        if drawing.is_none() && !size.is_square() {
            if !self.has_shape_in_play(size)? {
                let why = "no command shows that it is not square, and no play does";
                return Err(self.refuse(size, why.to_owned()));
            }
        } else {
            let questions = self.abilities.program.shape_questions(drawing, size);
            let bodies = self.connection.ask(&questions)?;
            let seen = WrongShape::seen(drawing, size, command, &bodies);
            let wrong =
                seen.map_err(|error| self.connection.distrust(&questions[0], error.to_string()))?;
            if let Some(WrongShape { what, breaks_protocol }) = wrong {
                if breaks_protocol {
                    self.abilities.observations.fails(BOARDSIZE, what.clone());
                }
                return Err(self.refuse(size, what));
            }
        }
        self.verified.insert(size);
        Ok(())
    }

    /// Checks the shape of the board by plays: the point farthest from A1 is accepted, and the points just beyond the
    /// last column and the last row are not. Begins the game anew.
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
        commands.extend(self.abilities.program.set_up_under(&self.game.rules, size));
        let bodies = self.connection.ask(&commands)?;
        let taken = |place: usize| bodies[place].is_ok();
        Ok(taken(0) && !(1..plays).any(taken) && (plays..bodies.len()).all(taken))
    }

    /// Checks once that the komi is 0.
    fn verify_komi(&mut self, answer: Option<Body>) -> Result<(), Fault> {
        if !self.verified.is_empty() {
            return Ok(());
        }
        if let Some(Err(text)) = answer {
            self.abilities.observations.notes.push(Note::RefusesKomi(quote(&text)));
        }
        if self.abilities.program.lists(GET_KOMI) {
            let bodies = self.connection.ask(&[GET_KOMI.to_owned()])?;
            let komi = bodies[0].as_ref().ok().and_then(|komi| komi.parse::<f64>().ok());
            if let Some(komi) = komi.filter(|&komi| komi != 0.0) {
                self.abilities.observations.notes.push(Note::KeepsKomi(komi.to_string()));
            }
        }
        Ok(())
    }

    /// Checks that a komi which the engine keeps despite `komi 0` is the same on another board: the score of the empty
    /// board is this komi.
    fn verify_offset(&mut self, size: Size) -> Result<(), Fault> {
        let Some(claim) = &self.abilities.score else { return Ok(()) };
        if claim.offset != 0 && !claim.sizes.contains(&size) {
            let expected = -claim.offset;
            let bodies = self.connection.ask(&["final_score".to_owned()])?;
            let score = bodies[0].as_ref().ok().and_then(|text| crate::half_points(text).ok());
            if score == Some(expected) {
                self.abilities.trust_score_on(size);
            }
        }
        Ok(())
    }

    /// Sets another board than the next one, if the engine must forget all games and this makes it do so.
    fn forget_games(&mut self, next: Size) -> Result<(), Fault> {
        let boards =
            self.abilities.memory.forgets_by.filter(|_| std::mem::take(&mut self.must_forget));
        let other = boards.and_then(|boards| boards.into_iter().find(|&board| board != next));
        if let Some(other) = other {
            self.connection.ask(&self.abilities.program.set_up(other))?;
            self.game.size = other;
        }
        Ok(())
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, size: Size, rules: Rules, komi: Komi) -> Result<(), Fault> {
        if let Some(why) = self.refused.get(&size) {
            return Err(unsupported(size, why));
        }
        self.connection.forget();
        let rules_commands = self.abilities.program.profile.rules_commands(&rules)?;
        let set_up = match self.abilities.program.size_command(size) {
            Ok(command) => command,
            Err(why) => return Err(self.refuse(size, why)),
        };
        self.connection.process()?;
        self.game.snapshot = None;
        let verified = self.verified.contains(&size);
        self.forget_games(size)?;
        // On the same board, `clear_board` must suffice, as when people play one game after another.
        let resizes = self.connection.begin() || self.game.size != size || !verified;
        // GTP scores have no quarters of a point, so no engine is told them.
        let counts = self.counts_komi() && komi.quarter_points % 2 == 0;
        let set_komi = if counts { komi } else { Komi::default() };
        let size_command = resizes.then_some(&set_up);
        let mut of_komi = self.send_set_up(size, size_command, rules_commands, set_komi)?;
        self.game = Game::new(size, rules, komi);
        if set_komi != Komi::default() {
            match of_komi.take() {
                Some(Ok(_)) => self.game.komi = Komi::default(),
                _ => drop(self.connection.ask(&["komi 0".to_owned()])?),
            }
        }
        if !verified {
            self.verify_komi(of_komi)?;
            self.verify_offset(size)?;
            self.verify_shape(size, &set_up)?;
        }
        Ok(())
    }

    /// Sends the commands that begin a game. Returns the answer to `komi`, if the engine lists this command.
    fn send_set_up(
        &mut self,
        size: Size,
        size_command: Option<&String>,
        rules_commands: Vec<String>,
        komi: Komi,
    ) -> Result<Option<Body>, Fault> {
        let mut commands: Vec<String> = size_command.cloned().into_iter().collect();
        commands.push("clear_board".to_owned());
        commands.extend_from_slice(&rules_commands);
        if self.abilities.program.lists("komi") {
            commands.push(format!("komi {komi}"));
        }
        let mut bodies = self.connection.ask(&commands)?.into_iter();
        let mut refusal = || bodies.next().and_then(Result::err).map(|text| quote(&text));
        if let Some(command) = size_command
            && let Some(text) = refusal()
        {
            return Err(self.refuse(size, format!("`{command}`: {text}")));
        }
        if let Some(text) = refusal() {
            return Err(self.connection.distrust("clear_board", format!("it complains: `{text}`")));
        }
        for command in rules_commands {
            if let Some(text) = refusal() {
                let what = format!("it refuses `{command}`: {text}");
                return Err(Fault::Unsupported { what });
            }
        }
        Ok(bodies.next())
    }
}

fn unsupported(size: Size, why: &str) -> Fault {
    Fault::Unsupported { what: format!("it does not play {size}: {why}") }
}
