//! A disagreement, drawn: the game, the position, the turn and both answers.

use super::paint::TextOptions;
use super::{Drawing, FaultReport, Finding};
use crate::report::replayed;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::rc::Rc;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Transcript};
use superko_game::rules::Rule;
use superko_game::{Point, Position, Record, beside, counted};
use superko_harness::compare::{Difference, Disagreement};
use superko_harness::findings::Manner;

/// A disagreement between the reference and the engine, to be drawn.
#[derive(Clone, Debug)]
pub struct DrawnDifference<'a> {
    record: Cow<'a, Record>,
    /// The number of the turn that the engine generates and plays, if it does.
    generated: Option<usize>,
    /// Whether a turn is taken back after the engine has generated one.
    undoes_generated: bool,
    check: Check,
    reference: String,
    engine: String,
    /// The position that the engine shows, if that is what differs.
    board: Option<&'a Position>,
    /// The questions that show the disagreement, besides the turns and whether the last one is legal.
    asked: Option<String>,
}

/// Returns the questions that show a finding about the state of an engine.
fn asked(id: FindingId, shows_board: bool, generated: Option<usize>) -> Option<String> {
    if let Some(number) = generated {
        return Some(format!("to generate turn {number} and play it; all others it is given"));
    }
    if id.event == Event::QuestionChanges && ![Check::Legality, Check::Generate].contains(&id.check)
    {
        return Some(
            "after every turn, board and status; at the end of the game, the score".to_owned(),
        );
    }
    if !shows_board && id.event == Event::QuestionChanges && id.check == Check::Generate {
        return Some("before the last turn, which turn it would play".to_owned());
    }
    if undoes_generated(id) {
        return Some(
            "in place of the last turn, to generate one, once without and once with playing it; then to take a turn back"
                .to_owned(),
        );
    }
    let manner = id.event.is_about_the_engine().then(|| Manner::of(id));
    manner.filter(|&manner| manner != Manner::default()).map(|manner| manner.to_string())
}

/// Returns the number of the turn that the engine generates and plays, if the finding is about that: the last turn of the record.
fn generated(id: FindingId, record: &Record) -> Option<usize> {
    (id.event == Event::GeneratedDiffers).then_some(record.turns.len())
}

/// Returns whether the finding is about a turn that is taken back after the engine has generated one.
fn undoes_generated(id: FindingId) -> bool {
    id.check == Check::Generate && id.event == Event::UndoChanges
}

/// Names the commands that were sent before the last turn.
fn sent_in_words(commands: &[String]) -> String {
    let quoted: Vec<String> = commands.iter().map(|command| format!("`{command}`")).collect();
    format!("before the last turn, and what is refused before it, {}", quoted.join(", "))
}

/// Returns the id of a finding about commands that must change nothing, named after the last command.
pub fn name_by_command(commands: &[String]) -> String {
    let name = commands.last().and_then(|command| command.split(' ').next()).unwrap_or_default();
    format!("state.{name}.{}", Event::QuestionChanges)
}

impl<'a> DrawnDifference<'a> {
    /// Makes the drawing of a disagreement.
    pub fn of(disagreement: &'a Disagreement) -> DrawnDifference<'a> {
        let Disagreement { id, record, difference, .. } = disagreement;
        let check = match difference {
            // A wrong undo shows in a ruling or in a board.
            Difference::Ruling(..) if id.check != Check::Legality => Check::Play,
            _ => id.check,
        };
        let board = difference.board();
        let (reference, engine) = (difference.reference(), difference.engine());
        let generated = generated(*id, record);
        DrawnDifference {
            record: disagreement.followed().map_or(Cow::Borrowed(record), Cow::Owned),
            generated,
            undoes_generated: undoes_generated(*id),
            check,
            reference,
            engine,
            board,
            asked: asked(*id, board.is_some(), generated),
        }
    }

    /// Makes the drawing of a finding.
    pub fn of_finding(finding: &'a Finding) -> DrawnDifference<'a> {
        let Finding { check, event, .. } = *finding;
        let sent = (!finding.sent.is_empty()).then(|| sent_in_words(&finding.sent));
        let rule = finding.rule.unwrap_or(Rule::repetition(finding.record.rules()));
        let id = FindingId { rule, check, event };
        let generated = generated(id, &finding.record);
        DrawnDifference {
            asked: sent.or_else(|| asked(id, finding.board.is_some(), generated)),
            record: Cow::Borrowed(finding.followed.as_ref().unwrap_or(&finding.record)),
            generated,
            undoes_generated: undoes_generated(id),
            check: finding.check,
            reference: finding.reference.clone(),
            engine: finding.engine.clone(),
            board: finding.board.as_ref(),
        }
    }

    /// Adds the commands that were sent before the last turn, which show the disagreement.
    #[must_use]
    pub fn sending(self, commands: &[String]) -> DrawnDifference<'a> {
        DrawnDifference { asked: Some(sent_in_words(commands)), ..self }
    }

    /// Returns the questions that show the disagreement, besides the turns and whether the last one is legal.
    pub(super) fn asked(&self) -> Option<&str> {
        self.asked.as_deref()
    }

    /// Returns the board of the reference where the engine shows another one. If a turn was taken back and not yet played again,
    /// its place is returned too.
    pub(super) fn expected(
        &self,
        transcript: &Transcript,
        place: usize,
        shown: &Position,
    ) -> (Position, Option<usize>) {
        if self.check == Check::Generate && self.generated.is_none() {
            return (transcript.before(place), None);
        }
        let taken_back = transcript.taken_back(place).into_iter().map(|places| *places.start());
        let before = taken_back.map(|place| (transcript.before(place), Some(place)));
        let mut before = before.filter(|_| self.check == Check::Undo);
        let is_meant = |(board, _): &(Position, Option<usize>)| {
            Difference::Board(board.clone(), shown.clone()).reference() == self.reference
        };
        before.find(is_meant).unwrap_or((transcript.steps[place].position.clone(), None))
    }

    /// Returns the last turn of the game and what is shown of it, or `None` if the disagreement is about the beginning.
    pub(super) fn scene(&self) -> Option<Scene<'_>> {
        let &DrawnDifference { generated, undoes_generated, check, board, .. } = self;
        let transcript = replayed(&self.record);
        let place = transcript.steps.len().checked_sub(1)?;
        let turns = transcript.named_turns();
        let last = &turns[place];
        let rulings = [Check::Play, Check::Legality, Check::Undo, Check::Generate];
        // A generated turn is not in question: a disagreement shows only after it.
        let is_after = generated == Some(self.record.turns.len());
        let asks = board.is_none() && rulings.contains(&check) && !is_after;
        let expected = board.map(|shown| (shown, self.expected(&transcript, place, shown)));
        let (boards, undone) = match expected {
            Some((shown, (reference, undone))) => (Some((reference, shown)), undone),
            None => (None, None),
        };
        let turn = match undone {
            _ if undoes_generated => {
                format!("generated, instead of {last}, and then a turn taken back and played again")
            }
            _ if asks => format!("{last}?"),
            None if check == Check::Generate && generated.is_none() => {
                format!("generated, instead of {last}")
            }
            None => format!("after {last}"),
            Some(undone) if undone == place => format!("after {last} was taken back"),
            Some(undone) => format!("after {last} was refused, and {} taken back", turns[undone]),
        };
        let name = last.clone();
        Some(Scene { transcript, place, name, asks, boards, turn })
    }

    /// Returns the drawing as SVG: the position before the turn in dispute, or after the last turn if no turn is in dispute.
    pub fn svg(&self, title: &str) -> String {
        match self.scene() {
            Some(scene) => scene.drawing().titled(title).to_svg(),
            None => Drawing::new(&self.record.setup.position, title).to_svg(),
        }
    }

    /// Returns the drawing as text.
    pub fn text(&self, options: &TextOptions) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text, *options);
        text
    }

    fn write(&self, out: &mut String, options: TextOptions) -> fmt::Result {
        let turns = replayed(&self.record).named_turns();
        let most = if options.screen { MOST_ON_SCREEN } else { MOST_LISTED };
        writeln!(out, "{}", options.wrapped("game", &listed_up_to(most, &self.record, &turns)))?;
        match self.scene() {
            Some(scene) => scene.write(out, options)?,
            None => writeln!(out, "   at the beginning")?,
        }
        if let Some(asked) = self.asked() {
            writeln!(out, "{}", options.wrapped("asked", asked))?;
        }
        writeln!(out, "{}", options.wrapped("reference", &options.good(&self.reference)))?;
        writeln!(out, "{}", options.wrapped("engine", &options.bad(&self.engine)))
    }
}

/// The last turn of a game, and what is shown of it.
pub(super) struct Scene<'a> {
    pub(super) transcript: Rc<Transcript>,
    /// The number of the last turn, from 0.
    pub(super) place: usize,
    /// The last turn with the letter of its player.
    name: String,
    /// Whether the turn itself is in dispute, so that the position before it is shown.
    asks: bool,
    /// The boards of the reference and of the engine, if they differ.
    pub(super) boards: Option<(Position, &'a Position)>,
    /// The turn and what is done with it, in words.
    turn: String,
}

impl Scene<'_> {
    /// Returns what the drawing shows, in words.
    pub(super) fn caption(&self) -> String {
        let when = if self.is_before() { "Before" } else { "After" };
        let (number, name) = (self.place + 1, &self.name);
        let asked = if self.asks { "?" } else { "" };
        format!("{when} turn {number} of {number}: {name}{asked}")
    }

    /// Returns what is compared, if that is not whether the turn is legal.
    pub(super) fn compared(&self) -> Option<&str> {
        (self.turn != format!("{}?", self.name)).then_some(&self.turn)
    }

    /// Returns whether the position before the turn is shown.
    pub(super) fn is_before(&self) -> bool {
        self.asks || self.boards.is_some()
    }

    /// Draws the position before the turn, or after it.
    pub(super) fn drawing(&self) -> Drawing<'_> {
        match self.is_before() {
            true => Drawing::of_dispute(&self.transcript, self.place),
            false => Drawing::of_turn(&self.transcript, self.place),
        }
    }

    /// Returns the points in which the two boards differ.
    pub(super) fn differences(&self) -> Vec<Point> {
        match &self.boards {
            Some((reference, engine)) if reference.size() == engine.size() => {
                reference.differences(engine).collect()
            }
            _ => Vec::new(),
        }
    }

    fn write(&self, out: &mut String, options: TextOptions) -> fmt::Result {
        let step = &self.transcript.steps[self.place];
        let before = self.transcript.before(self.place);
        let point = step.turn.turn.point();
        let differs = self.differences().first().copied();
        let part = |position: &Position, marked| match options.screen {
            true => drawn_around(position, point.or(differs), marked),
            false => position.drawn(marked),
        };
        let drawn = match &self.boards {
            Some((reference, engine)) => beside(
                &[
                    ("before", part(&before, None)),
                    ("reference", part(reference, point)),
                    ("engine", part(engine, point)),
                ],
                2 * usize::from(before.size().columns()) + 8,
            ),
            None if self.asks => part(&before, point),
            None => part(&step.position, None),
        };
        for line in drawn.lines() {
            writeln!(out, "     {line}")?;
        }
        writeln!(out, "   turn       {}", self.turn)
    }
}

/// Writes the drawing without color.
impl fmt::Display for DrawnDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&TextOptions::default()))
    }
}

/// Draws a finding without color, with what was expected and the command that reproduces it.
pub(super) fn drawn_again(finding: &Finding) -> String {
    let expected = TextOptions::default().wrapped("expected", finding.event.text());
    let drawn = DrawnDifference::of_finding(finding);
    format!("{expected}\n{drawn}   again      {}\n", finding.again)
}

/// Returns how a fault shows, each part with a word for it: the games to be played before; the game of the fault, or its commands
/// if it occurred outside of games; and what to do if it is no fault.
pub(super) fn shown_by(fault: &FaultReport) -> Vec<(&'static str, String)> {
    let session = match &fault.session[..] {
        [] => None,
        games => {
            let games = counted(games.len() as u64, "other game");
            Some(("session", format!("it occurs only after {games}")))
        }
    };
    let shown = match &fault.record {
        Some(record) => Some(("game", listed(record, &fault.turns))),
        None if fault.commands.is_empty() => None,
        None => Some(("commands", in_brief(MOST_LISTED, &fault.commands, "command"))),
    };
    let advice = fault.advice.clone().map(|advice| ("advice", advice));
    session.into_iter().chain(shown).chain(advice).collect()
}

/// Draws the part of a large board that is around a point.
fn drawn_around(position: &Position, point: Option<Point>, marked: Option<Point>) -> String {
    const SIDE: u8 = 9;
    let part = |at: u8, side: u8| {
        let first = at.saturating_sub(SIDE / 2).min(side.saturating_sub(SIDE));
        first..side.min(first + SIDE)
    };
    let (column, row) = point.map_or((0, 0), |point| (point.column(), point.row()));
    let size = position.size();
    position.drawn_in(part(column, size.columns()), part(row, size.rows()), marked)
}

/// The largest number of turns or commands to list. A longer list is cut to a third of this number at each end.
const MOST_LISTED: usize = 60;

/// The largest number of turns or commands to list on a screen.
const MOST_ON_SCREEN: usize = 24;

/// Lists turns or commands: all if there are at most `most`, otherwise the first and the last.
fn in_brief(most: usize, all: &[String], word: &str) -> String {
    let ends = most / 3;
    match all.len() <= most {
        true => all.join(", "),
        false => format!(
            "{}, ... {} more ..., {}",
            all[..ends].join(", "),
            counted((all.len() - 2 * ends) as u64, word),
            all[all.len() - ends..].join(", ")
        ),
    }
}

/// Lists the board and the turns of a game: of a long game, only the first and the last turns.
pub(super) fn listed(record: &Record, turns: &[String]) -> String {
    listed_up_to(MOST_LISTED, record, turns)
}

fn listed_up_to(most: usize, record: &Record, turns: &[String]) -> String {
    // The rules are shown elsewhere; other properties of the setup are not.
    let plain = Record::new(record.size(), record.rules(), Vec::new()).head();
    let begins = match record.head() == plain {
        true => record.size().to_string(),
        false => record.head(),
    };
    let turns = match turns.len() {
        0 => "no turns yet".to_owned(),
        _ => in_brief(most, turns, "turn"),
    };
    format!("{begins}: {turns}")
}
