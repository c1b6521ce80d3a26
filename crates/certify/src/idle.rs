//! Whether commands that must change nothing change the game: they are sent between two turns that repeat a position.

use super::known::{again, named_turns};
use super::{Options, Run, Scope};
use crate::report::{Finding, name_by_command};
use superko_engine::referee::{Refusal, Transcript};
use superko_engine::{Engine, Reference, guarded};
use superko_game::{Record, Size, Turn};
use superko_harness::compare::Disagreement;
use superko_harness::findings::{Reliability, changes_by_commands};

/// The number of new processes on which each finding showed, and the number that were tried.
const SHOWN: (u32, u32) = (3, 3);

/// The smallest side of a board that has room for the games.
const SIDE: u8 = 5;

/// Two kos in corners, both held by White, and turns after which White holds both again. `T` is the top row, and `S` the row
/// below it. With few stones, an engine that estimates the score is soon done.
const TWO_KOS: [&str; 18] = [
    "A2", "B2", "AS", "BS", "pass", "C1", "pass", "CT", "pass", "A1", "pass", "AT", "B1", "pass",
    "BT", "A1", "pass", "AT",
];

/// A ko that White has just taken, and that Black takes back at once.
const KO: [&str; 9] = ["E3", "B3", "D4", "C4", "D2", "C2", "C3", "D3", "C3"];

/// A legal turn in both games, instead of the repetition.
const INSTEAD: &str = "E1";

/// A disagreement caused by commands that must change nothing.
#[derive(Debug)]
pub(super) struct ByCommands {
    sent: Vec<String>,
    disagreement: Disagreement,
}

/// Sends commands that must change nothing to an engine, in games that show whether they do. A command that changes a game is
/// not sent any more.
pub(super) fn examine(
    engine: &mut dyn Engine,
    options: &Options,
    playable: &[Size],
) -> Vec<ByCommands> {
    let is_due = options.scope == Scope::FixedSuite && options.only.is_empty();
    if !is_due || options.sample.is_some() || engine.idle_commands().is_empty() {
        return Vec::new();
    }
    let known = engine.about().board.into_iter().chain(playable.iter().copied());
    let has_room = |size: &Size| size.columns().min(size.rows()) >= SIDE;
    let Some(size) = known.filter(has_room).min_by_key(|size| size.point_count()) else {
        return Vec::new();
    };
    let games = games(options, size, engine.about().conventions.lacks_pass);
    // A fault here is ignored: it is reported elsewhere.
    let found = guarded(|| changes_by_commands(engine, &games)).unwrap_or_default();
    for (sent, _) in &found {
        sent.iter().for_each(|command| engine.do_without(command));
    }
    if !found.is_empty() {
        // The next game begins with a new process, if the engine can start one.
        let _renewed = engine.renew();
    }
    let by_commands = |(sent, disagreement)| ByCommands { sent, disagreement };
    found.into_iter().map(by_commands).collect()
}

/// Returns the games in which commands are sent, the best first. In all but the last game, a turn repeats a position, and then
/// another turn is played. The last game has only the other turn.
fn games(options: &Options, size: Size, lacks_pass: bool) -> Vec<Record> {
    let top = size.rows().to_string();
    let below = (size.rows() - 1).to_string();
    let turn = |name: &str| {
        let name = name.replace('T', &top).replace('S', &below);
        Turn::parse(&name, size).expect("the games fit on the board")
    };
    let game = |names: &[&str]| {
        let names = names.iter().chain([&INSTEAD]);
        Record::new(size, options.rules, names.map(|name| turn(name)).collect())
    };
    let repeating = [game(&TWO_KOS), game(&KO)].into_iter().filter(repeats);
    let games = repeating.chain([game(&KO[..KO.len() - 1])]);
    games.filter(|record| !(lacks_pass && record.turns.contains(&Turn::Pass))).collect()
}

/// Returns whether the last turn but one of a game is refused as a repetition, the game goes on, and no other turn is refused.
fn repeats(record: &Record) -> bool {
    let transcript = Transcript::replay(Reference::set_up(&record.setup), record.clone());
    let Some((repeat, mut others)) = transcript.steps.split_last().and_then(|(last, steps)| {
        let (repeat, before) = steps.split_last()?;
        Some((repeat, before.iter().chain([last])))
    }) else {
        return false;
    };
    let is_repeat = matches!(repeat.turn.judgment.refusal, Some(Refusal::Repetition { .. }));
    is_repeat && !repeat.turn.judgment.ends && others.all(|step| step.turn.is_legal())
}

impl ByCommands {
    /// Returns the finding for a report.
    pub(super) fn finding(&self, run: Run<'_>) -> Finding {
        let ByCommands { sent, disagreement } = self;
        let Disagreement { id, record, difference, .. } = disagreement;
        let name = name_by_command(sent);
        Finding {
            again: again(run, &name, (&[], sent), record, None),
            id: name,
            check: id.check,
            rule: None,
            event: id.event,
            size: record.size(),
            turns: named_turns(record),
            kind: Reliability::Steady,
            confirmed: SHOWN,
            session: Vec::new(),
            sent: sent.clone(),
            reference: difference.reference(),
            engine: difference.engine(),
            count: 1,
            source: "commands that must change nothing".to_owned(),
            work: 0,
            expected: false,
            explanation: None,
            cause: None,
            board: difference.board().cloned(),
            record: record.clone(),
            followed: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_game::rules::PRESETS;

    #[test]
    fn the_games_repeat_a_position_where_the_rules_forbid_that() {
        for side in [5, 6, 9, 19] {
            let size = Size::square(side).unwrap();
            for preset in PRESETS {
                let options = Options { rules: preset.rules, ..Options::default() };
                let games = games(&options, size, false);
                let (instead, repeating) = games.split_last().unwrap();
                let transcript =
                    Transcript::replay(Reference::set_up(&instead.setup), instead.clone());
                assert!(transcript.steps.iter().all(|step| step.turn.is_legal()));
                let expected = match preset.rules {
                    rules if rules.has_superko() => 2,
                    _ => 1,
                };
                assert!(repeating.len() <= expected, "{}", preset.name);
            }
            for (rules, expected) in [
                ("tromp-taylor", 2),
                ("aga", 2),
                ("new-zealand", 2),
                ("repetition=situational,suicide=forbidden", 2),
                ("chinese", 1),
                ("repetition=none", 0),
            ] {
                let options = Options { rules: rules.parse().unwrap(), ..Options::default() };
                assert_eq!(games(&options, size, false).len(), expected + 1, "{rules}");
            }
        }
    }
}
