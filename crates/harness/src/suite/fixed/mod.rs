//! Games made to reach a named event: the first test of every engine.
//!
//! On small boards, [`short_games`](crate::suite::short_games) tries all games and so finds the shortest game for every event.
//! The games here are for larger boards, so that an engine that refuses small boards is still tested on every event. `cases.txt`
//! holds games that were found by a search with the referee alone. Each is in a corner and fits every board with room for it. The
//! other games are constructed for any board. Each game has the answer to its last turn under each rule set, so that [`matrix`]
//! can say which games distinguish which rule sets.

mod answers;
mod construct;
mod crowd;
mod layout;
mod links;
pub mod matrix;
mod recipe;
mod spiral;
mod strides;
#[cfg(test)]
mod tests;

pub use answers::{Answer, Answers};
pub use construct::{history, history_from_midway, late, late_ko};

use recipe::Recipe;
use std::collections::BTreeSet;
use std::fmt;
use superko_engine::check::Check;
use superko_engine::referee::{Cycle, Event, Form, PlayKind, Referee, Transcript};
use superko_game::rules::{Agreement, Button, LastPass, LongCycle, Repetition, Rule, Rules};
use superko_game::{Record, Size, Turn};

/// The round trips to begin a game and ask for the status.
pub(super) const BEGINNING: usize = 2;

/// The round trips to look at the board before the first turn.
pub(super) const EMPTY_BOARD: usize = 1;

/// The round trips of a look: at the board and at the status.
pub(super) const LOOK: usize = 2;

/// The round trips to pass before a repeat and take the pass back.
const ASIDE: usize = 2;

/// The additional round trips to take back two turns before a repeat, instead of one.
const TWO: usize = 1;

/// A game made to reach an event with its last turn. All earlier turns are legal, except those listed as
/// attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of the case, without the board. It never changes, and is never used for another case.
    pub name: String,
    /// The event under the first rule set under which the case can be played, Tromp-Taylor if possible. Under other rules, the
    /// same turns may reach another event.
    pub event: Event,
    /// The game.
    pub record: Record,
    /// The places, from 0, of refused attempts before the last turn. They must not change anything.
    pub attempts: Vec<usize>,
    /// The places, from 0, of earlier turns after which a mistake would show on the board.
    pub looks: Vec<usize>,
    /// The answer to the last turn, under each rule set.
    pub answers: Answers,
}

/// Returns the check that cases of an event are mainly about.
pub fn check_of(event: Event) -> Check {
    match event {
        Event::Scored | Event::NeutralBoth | Event::NeutralNeither => Check::Score,
        Event::Pass | Event::TwoPassEnd | Event::PlayEnds => Check::Status,
        Event::PhaseEnd | Event::SamePass | Event::ButtonTaken => Check::Status,
        event if event.has_forms() || event.is_of_phases() => Check::Play,
        Event::Occupied | Event::PlayAfterEnd | Event::PassAfterEnd => Check::Play,
        Event::HashCollision => Check::Play,
        _ => Check::Board,
    }
}

impl Case {
    /// Returns the id: the name and the board, such as `capture-2-chains@9x9`.
    pub fn id(&self) -> String {
        self.to_string()
    }

    /// Returns the answer to the last turn.
    pub fn answer(&self) -> Answer {
        self.answers.under(self.record.rules())
    }

    /// Returns the event of the case, if the last turn is legal or refused under the rules in force as it is under the first rule
    /// set.
    pub fn reached(&self) -> Option<Event> {
        use Event::*;
        let is_repeat = self.event.has_forms()
            && ![RepeatPermitted, SuicidePermitted, LoneSuicidePermitted].contains(&self.event);
        let is_suicide = [LoneSuicideRefused, SuicideRefused].contains(&self.event);
        let is_so = match self.answer() {
            Answer::Suicide => is_suicide,
            Answer::Repeat(_) => is_repeat && self.event != SuicideRefused,
            _ => !is_repeat,
        };
        is_so.then_some(self.event)
    }

    /// Returns the rule in force that the last turn is about.
    pub fn rule(&self) -> Rule {
        use Event::*;
        let rules = self.record.rules();
        match (self.answer(), self.event) {
            (Answer::Suicide, _) => Rule::suicide(rules),
            (Answer::Repeat(_), _) => Rule::repetition(rules),
            (_, TwoPassEnd | PlayAfterEnd | PassAfterEnd) => Rule::passes(rules),
            (_, ButtonTaken) => rules.button.rule(),
            (_, PlayEnds) => rules.long_cycle.rule(),
            (_, SamePass) if rules.agreement != Agreement::Cleanup => rules.long_cycle.rule(),
            (_, event) if event.is_of_phases() => rules.agreement.rule(),
            (_, Scored | NeutralBoth | NeutralNeither) => Rule::score(rules),
            (_, SuicidePermitted | LoneSuicidePermitted) => Rule::suicide(rules),
            (_, Pass | HashCollision) => Rule::repetition(rules),
            (_, event) if event.has_forms() => Rule::repetition(rules),
            _ => Rule::TT7,
        }
    }

    /// Returns the form in which the last turn is a suicide or a repeat under these rules; `None` if it is
    /// neither.
    pub fn form(&self) -> Option<Form> {
        Some(Form { play: self.play()?, cycle: self.answer().cycle()? })
    }

    /// Returns the form in which the strict rule set refuses the last turn; `None` if it does not, or if the
    /// lenient rule set does not allow it.
    pub fn apart(&self, strict: Rules, lenient: Rules) -> Option<Form> {
        let play = self.play().filter(|_| self.answers.under(lenient) == Answer::Legal)?;
        Some(Form { play, cycle: self.answers.under(strict).cycle()? })
    }

    /// Returns what the last turn does to the board. The name of every suicide and repeat says it.
    fn play(&self) -> Option<PlayKind> {
        let word = self.name.split('.').nth(1)?;
        PlayKind::ALL.into_iter().find(|play| play.id() == word)
    }

    /// Returns the check that the case is mainly about.
    pub fn check(&self) -> Check {
        check_of(self.event)
    }

    /// Whether the case needs an engine that can pass.
    pub fn needs_pass(&self) -> bool {
        self.record.turns.contains(&Turn::Pass)
    }

    /// Returns the number of turns over which an engine has to remember a position, if the case is about
    /// that.
    pub fn history(&self) -> Option<usize> {
        let (_, turns) = self.name.rsplit_once(".after-")?;
        turns.parse().ok()
    }

    /// Whether the case uses much of the board at once. Such a case is also looked at before its end.
    pub(super) fn is_packed(&self) -> bool {
        !self.looks.is_empty()
    }

    /// Whether the case is one of the most effective games that use much of a board.
    pub(super) fn is_first_of_packed(&self) -> bool {
        self.is_packed()
            && [".links.", ".pass-before.crowd"].iter().any(|part| self.name.contains(part))
    }

    /// Whether a pattern of `--only` matches the case. It may be the beginning of the id up to a `.` or an
    /// `@`, the whole id, a board after `@`, a rule (also the one that it replaces or extends), or a check.
    pub fn matches(&self, pattern: &str) -> bool {
        let id = self.id();
        let begins = id.strip_prefix(pattern).is_some_and(|rest| {
            !pattern.is_empty() && (rest.is_empty() || rest.starts_with(['.', '@']))
        });
        let on_board =
            pattern.strip_prefix('@').is_some_and(|board| board.parse() == Ok(self.record.size()));
        begins || on_board || self.rule().is_meant_by(pattern) || pattern == self.check().id()
    }

    /// Plays the case. Before the last turn, the engine is mostly asked to play only, because many cases share these turns. For
    /// the last turn, the engine is asked for its legality, and for board and status before and after. A turn that is refused as
    /// a repeat is tried twice, because the first attempt may have changed something.
    pub fn transcript<R: Referee>(&self, referee: R) -> Transcript {
        let mut record = self.record.clone();
        let turns = &mut record.turns;
        let last = turns.len().saturating_sub(1);
        let looks = last.saturating_sub(1)..=last;
        if self.tries_twice() {
            turns.extend(turns.last().copied());
        }
        let transcript = Transcript::new(referee, record, |place, _| {
            self.record.turns[last..].iter().copied().filter(|_| place == last).collect()
        });
        // In a short game, the look before the last turn also shows mistakes at the start.
        let looks_at_start = transcript.steps.len() <= 2;
        let looks = |place| looks.contains(&place) || self.looks.contains(&place);
        Transcript { looks_at_start, ..transcript.looking_at(looks) }
    }

    /// Returns the largest number of round trips of the case, with or without undo. [Another
    /// end](Transcript::other_end) of the game is not included.
    pub fn round_trips(&self, undo: bool) -> usize {
        let turns = &self.record.turns;
        let earlier = self.looks.iter().filter(|&&place| place + 2 < turns.len()).count();
        let looked = turns.len().min(2);
        let legal = looked - usize::from(self.answer() != Answer::Legal);
        let ends = turns.windows(2).any(|two| two == [Turn::Pass; 2]);
        let is_after_pass = turns.iter().nth_back(1) == Some(&Turn::Pass);
        let are_plays = turns.iter().rev().skip(1).take(2).filter(|turn| **turn != Turn::Pass);
        let two = if self.tries_twice() && are_plays.count() == 2 { TWO } else { 0 };
        let aside = if self.tries_twice() && !is_after_pass { ASIDE } else { 0 };
        let undone = if undo { 4 * legal + two + aside } else { 0 };
        let plays = turns.len() + usize::from(self.tries_twice());
        let at_start = BEGINNING + if plays > 2 { 0 } else { EMPTY_BOARD };
        at_start + plays + 1 + LOOK * (looked + earlier) + undone + usize::from(ends)
    }

    /// Adds to a case about the score the passes that end the game, if the rules ask for more than two, for a last pass by White,
    /// or for passes in further phases.
    fn play_out(&mut self) {
        if self.check() != Check::Score {
            return;
        }
        let rules = self.record.rules();
        let turns = &mut self.record.turns;
        let passes = turns.iter().rev().take_while(|turn| **turn == Turn::Pass).count();
        // The first pass takes the button, and is in no row.
        let is_first = !turns[..turns.len() - passes].contains(&Turn::Pass);
        let takes_button = rules.button == Button::HalfPoint && is_first;
        let mut in_a_row = passes.saturating_sub(usize::from(takes_button));
        if takes_button && passes == 0 {
            turns.push(Turn::Pass);
        }
        let has_cleanup = rules.agreement == Agreement::Cleanup;
        // By the third pass, a player has passed twice in the same position.
        let enough = match has_cleanup || rules.long_cycle == LongCycle::ThirdTime {
            true => rules.passes.count().min(3),
            false => rules.passes.count(),
        };
        for _ in 0..if has_cleanup { 3 } else { 1 } {
            turns.extend(std::iter::repeat_n(Turn::Pass, enough.saturating_sub(in_a_row)));
            // Black begins, and every turn of these games is legal.
            if rules.last_pass == LastPass::White && !turns.len().is_multiple_of(2) {
                turns.push(Turn::Pass);
            }
            in_a_row = 0;
        }
    }

    fn tries_twice(&self) -> bool {
        matches!(self.answer(), Answer::Repeat(_))
    }
}

/// Writes the id.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}@{}", self.name, self.record.size()))
    }
}

/// Returns the cases for a board that can be played under these rules, those with fewer turns first. The smallest boards have few
/// cases, because all their short games can be tried.
pub fn cases(size: Size, rules: Rules) -> Vec<Case> {
    let mut cases = all(size, rules);
    // Without superko, no hash can be mistaken. With superko, longer late cycles detect more than late kos.
    let is_late_ko = |case: &Case| case.history().is_some() && case.event == Event::RepeatCycle2;
    let tells = |case: &Case| match rules.has_superko() {
        true => !is_late_ko(case),
        false => case.event != Event::HashCollision,
    };
    cases.retain(|case| case.answer() != Answer::Unusable && tells(case));
    cases.sort_by(|a, b| (a.record.turns.len(), &a.name).cmp(&(b.record.turns.len(), &b.name)));
    cases
}

/// Returns short games whose last turn is a legal repeat that is no suicide: one for each other rule on repetition that would
/// refuse it, if the board has room.
pub(crate) fn permitted_repeats(size: Size, rules: Rules) -> Vec<Record> {
    let cases = short_cases(size, rules);
    let refused_by = |other: Rules| {
        let is_other = |Form { play, cycle }: Form| {
            cycle != Cycle::None && !play.is_lone_suicide() && !play.is_several_suicide()
        };
        let case = cases.iter().find(|case| case.apart(other, rules).is_some_and(is_other))?;
        Some(case.record.clone())
    };
    let others = Repetition::ALL.iter().map(|&repetition| rules.repetition(repetition));
    let mut games: Vec<Record> = others.filter_map(refused_by).collect();
    games.dedup();
    games
}

/// Returns the shortest game whose last turn is a suicide that no rule on repetition refuses, of one stone or of several. For one
/// stone, positional superko is excepted, because it refuses every such suicide. Empty if the board has no room.
pub(crate) fn plain_suicides(size: Size, rules: Rules, is_lone: bool) -> Vec<Record> {
    let is_plain = |case: &&Case| {
        let is_meant = |play: PlayKind| match is_lone {
            true => play.is_lone_suicide(),
            false => play.is_several_suicide(),
        };
        let refuses = |&&repetition: &&Repetition| {
            let strict = Rules::TROMP_TAYLOR.repetition(repetition);
            case.answers.under(strict) != Answer::Legal
        };
        let mut refusing = Repetition::ALL.iter().filter(refuses);
        case.play().is_some_and(is_meant)
            && refusing.all(|&repetition| is_lone && repetition == Repetition::Positional)
    };
    let cases = short_cases(size, rules);
    cases.iter().find(is_plain).map(|case| case.record.clone()).into_iter().collect()
}

/// Returns the cases that were found by a search, those with fewer turns first.
fn short_cases(size: Size, rules: Rules) -> Vec<Case> {
    let mut cases: Vec<Case> = Recipe::all().filter_map(|recipe| recipe.on(size, rules)).collect();
    cases.sort_by_key(|case| case.record.turns.len());
    cases
}

/// Returns the forms in which the cases for a board have a suicide or a repeat refused under these rules.
pub fn forms(size: Size, rules: Rules) -> BTreeSet<Form> {
    cases(size, rules).iter().filter_map(Case::form).collect()
}

/// Returns the cases for a board, including those that cannot be played under these rules.
fn all(size: Size, rules: Rules) -> Vec<Case> {
    let laid = Recipe::all().filter_map(|recipe| recipe.on(size, rules));
    laid.chain(construct::all(size, rules)).collect()
}
